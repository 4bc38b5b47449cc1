//! What the sides have lost, and what keeps their kings from being bare.

use super::Game;
use crate::geometry::Side;
use crate::kind::PieceKind;

impl Game {
    /// A side's pieces that have been captured, as the kinds they were at the start, in rising order
    /// of their start cells.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_rules::{Game, Ruleset, Side};
    ///
    /// let ruleset = Arc::new(Ruleset::named("shatranj")?);
    /// let mut game = Game::from_fen(ruleset, "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1").unwrap();
    /// game.play(game.legal_move("e2d3")?, None)?;
    /// let captured = game.captured(Side::Black);
    /// assert_eq!(captured.iter().map(|kind| game.ruleset().letter(*kind)).collect::<String>(), "p");
    /// assert!(game.captured(Side::White).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn captured(&self, side: Side) -> Vec<PieceKind> {
        let start = self.start.all_pieces(&self.rules).zip(1..);
        let gone = start.filter(|((_, owner, _), id)| *owner == side && !self.ids.contains(&Some(*id)));
        gone.map(|((_, _, kind), _)| kind).collect()
    }

    /// How many pieces keep a side's king from being bare; `None` if no law counts them.
    #[must_use]
    pub fn guards(&self, side: Side) -> Option<u32> {
        let counts = self.ruleset.laws().bare_king.law.counts();
        counts.map(|_| self.position.counted_pieces(&self.rules, side))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::geometry::Side;
    use crate::{Game, Ruleset};

    #[test]
    fn guards_are_those_the_bare_king_law_counts() {
        let shatranj = Arc::new(Ruleset::named("shatranj").unwrap());
        let game = Game::from_fen(shatranj, "r3k3/p7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!((game.guards(Side::White), game.guards(Side::Black)), (Some(0), Some(2)));
        let mideast = Arc::new(Ruleset::named("mideast").unwrap());
        assert_eq!(mideast.laws().bare_king.law.counts(), None);
        assert_eq!(Game::new(mideast).guards(Side::White), None);
    }

    #[test]
    fn captured_piece_keeps_the_kind_it_had_at_the_start() {
        let shatranj = Arc::new(Ruleset::named("shatranj").unwrap());
        let mut game = Game::from_fen(shatranj, "3rk3/P7/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for mv in ["a7a8f", "d8a8"] {
            game.play(game.legal_move(mv).unwrap(), None).unwrap();
        }
        let letters = game.captured(Side::White).into_iter().map(|kind| game.ruleset().letter(kind));
        assert_eq!(letters.collect::<String>(), "p");
    }
}
