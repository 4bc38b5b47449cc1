//! Counts of game and pair results, from the first player's point of view.

use rukh_rules::Side;

/// Result of a game for the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// It drew.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// Result for the player of `side`.
    #[must_use]
    pub fn for_side(winner: Option<Side>, side: Side) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == side => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    /// Share of the point, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.doubled() as f64 / 2.0
    }

    const fn doubled(self) -> usize {
        match self {
            GameResult::Loss => 0,
            GameResult::Draw => 1,
            GameResult::Win => 2,
        }
    }
}

/// Counts of game results (trinomial) and of pair results (pentanomial).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Pairs that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a pair of games with colours reversed.
    pub fn add_pair(&mut self, games: [GameResult; 2]) {
        let points = games.map(GameResult::doubled);
        points.into_iter().for_each(|points| self.games[points] += 1);
        self.pairs[points[0] + points[1]] += 1;
    }

    /// Counts a game outside a pair.
    pub fn add_single(&mut self, game: GameResult) {
        self.games[game.doubled()] += 1;
    }

    /// Games played, in pairs and outside of them.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Share of the points that the first player got, 0 to 1; a draw is half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        let [_, draws, wins] = self.games;
        (wins as f64 + draws as f64 / 2.0) / (self.played() as f64).max(1.0)
    }

    /// Counts that error bounds are computed from: pairs, because the two games of a pair are not
    /// independent, or single games if there are no pairs. The counts belong to scores equally
    /// spaced from 0 to 1.
    #[must_use]
    pub fn sample(&self) -> &[u64] {
        if self.pairs.iter().any(|count| *count > 0) { &self.pairs } else { &self.games }
    }
}

#[cfg(test)]
mod tests {
    use super::{GameResult, Tally};
    use rukh_rules::Side;

    #[test]
    fn tally_counts_pairs_and_games() {
        let mut tally = Tally::default();
        assert_eq!(tally.sample(), [0; 3]);
        tally.add_pair([GameResult::Win, GameResult::Loss]);
        tally.add_pair([GameResult::Draw, GameResult::Win]);
        assert_eq!(tally.games, [1, 1, 2]);
        assert_eq!(tally.sample(), [0, 0, 1, 1, 0]);
        assert!((tally.score() - 0.625).abs() < 1e-12);
        assert_eq!(GameResult::for_side(Some(Side::Black), Side::White), GameResult::Loss);
    }
}
