//! Won endings to practise.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Cell, Game, Material, PlacedPiece, Position, Rules, Setup, Side};
use rukh_tablebase::{Exact, Tables, materials};
use serde::{Deserialize, Serialize};

/// Positions of a material that are looked at before another material is.
const TRIES: usize = 2_000;

/// A position whose side to move wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingExercise {
    /// The position.
    pub fen: String,
    /// Plies to the end by best play of both sides.
    pub plies: u16,
}

impl EndingExercise {
    /// Draws a won position whose distance to the end is in this range of plies, or the nearest to it that was found.
    /// `None` with a die, and where no ending is won whose table is there or is computed in a moment.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_lab::endings::EndingExercise;
    /// use rukh_rules::Ruleset;
    /// use rukh_tablebase::Tables;
    ///
    /// let tables = Tables::shared(&Arc::new(Ruleset::named("shatranj[bare=ignored]")?));
    /// let exercise = EndingExercise::draw(&tables, 9..=13, 1).expect("a rook wins");
    /// assert!((9..=13).contains(&exercise.plies));
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn draw(tables: &Tables, plies: RangeInclusive<u16>, seed: u64) -> Option<EndingExercise> {
        let ruleset = tables.ruleset();
        let rules = Rules::<Any>::compile(ruleset.clone());
        let mut random = SplitMix64::new(seed);
        let mut left = if ruleset.has_die() { Vec::new() } else { materials(ruleset, tables.most_pieces()) };
        let mut nearest: Option<(Position, u16)> = None;
        let distance =
            |found: u16| plies.start().saturating_sub(found).max(found.saturating_sub(*plies.end()));
        while !left.is_empty() && nearest.is_none_or(|(_, found)| distance(found) > 0) {
            let material = left.swap_remove(random.below(left.len()));
            for _ in 0..TRIES {
                let Some(position) = random_position(&rules, &material, &mut random) else { continue };
                let found = match tables.exact(&rules, &position) {
                    Some(Exact::Won { plies }) if plies > 0 => plies,
                    Some(_) => continue,
                    None => break,
                };
                if nearest.is_none_or(|(_, known)| distance(found) < distance(known)) {
                    nearest = Some((position, found));
                }
                if distance(found) == 0 {
                    break;
                }
            }
        }
        let (position, plies) = nearest?;
        let fen = Game::from_position(Arc::new(rules), position).fen();
        Some(EndingExercise { fen, plies })
    }
}

/// A position with these pieces; `None` if there can be none where they were put.
fn random_position(rules: &Rules<Any>, material: &Material, random: &mut SplitMix64) -> Option<Position> {
    let cells = rules.ruleset().geometry.cells();
    let mut pieces = Vec::with_capacity(material.pieces());
    for side in Side::BOTH {
        for kind in material.of(side) {
            pieces.push(PlacedPiece { cell: Cell::new(random.below(cells) as u8), side, kind: *kind });
        }
    }
    let setup = Setup::of_pieces(pieces, Side::BOTH[random.below(2)]);
    setup.check(rules).ok().filter(|position| rules.outcome(position).is_none())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::EndingExercise;
    use rukh_rules::{Game, Ruleset};
    use rukh_tablebase::{Exact, Tables};

    fn drawn(ruleset: &str, seed: u64) -> Option<EndingExercise> {
        let tables = Tables::shared(&Arc::new(Ruleset::named(ruleset).expect("a ruleset")));
        let exercise = EndingExercise::draw(&tables, 13..=17, seed)?;
        let game = Game::from_fen(tables.ruleset().clone(), &exercise.fen).expect("a sound FEN");
        let exact = tables.exact(game.rules(), game.position());
        assert_eq!(exact, Some(Exact::Won { plies: exercise.plies }), "{exercise:?}");
        Some(exercise)
    }

    #[test]
    fn exercise_is_won_in_the_plies_that_are_asked_for() {
        let exercises: Vec<_> = (0..3).filter_map(|seed| drawn("shatranj[bare=ignored]", seed)).collect();
        assert!(exercises.iter().all(|one| (13..=17).contains(&one.plies)), "{exercises:?}");
        assert!(exercises.len() == 3 && exercises[0] != exercises[1]);
        assert_eq!(drawn("shatranj[bare=ignored]", 0).as_ref(), exercises.first());
    }

    /// No king is mated by one piece in Shatranj: one that is bare has lost already.
    #[test]
    fn exercise_where_nothing_is_left_to_win_is_none() {
        assert_eq!(drawn("shatranj", 1), None);
    }
}
