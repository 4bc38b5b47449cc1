//! What solved endings say of a position and of each of its moves, as JSON.

mod exercise;

pub use exercise::EndingExercise;
use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Event, Game, Node};
use rukh_tablebase::{Exact, Tables};
use serde::{Deserialize, Serialize};

/// What best play of both sides leads to, for one side. Neither repetition nor the limit of moves is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndingValue {
    /// It wins.
    Won {
        /// Plies to the end, the longest the other side can make it last.
        plies: u16,
    },
    /// Neither side can win.
    Drawn,
    /// It loses.
    Lost {
        /// Plies to the end, the longest it can make the game last.
        plies: u16,
    },
    /// With a die: what to expect.
    Chance {
        /// Points on average, from 0 to 1; a draw is half a point.
        points: f64,
        /// How often it wins.
        win: f64,
        /// How often the game is drawn.
        draw: f64,
        /// How far the true number of points can lie from this.
        gap: f64,
    },
}

/// A legal move with what it leads to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingMove {
    /// The move in coordinates.
    pub uci: String,
    /// The move in the notation of people.
    pub san: String,
    /// What it leads to, for the side that makes it.
    pub value: EndingValue,
}

/// A face of the die that may fall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingFace {
    /// Its number.
    pub face: u8,
    /// What it leads to, for the side that throws.
    pub value: EndingValue,
    /// The moves it allows, the best first.
    pub moves: Vec<EndingMove>,
}

/// What solved endings say of a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// What it is worth to the side to move; null where nothing is known.
    pub value: Option<EndingValue>,
    /// The legal moves, the best first; none before a throw.
    pub moves: Vec<EndingMove>,
    /// Before a throw: its faces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<EndingFace>,
    /// Plies until the limit of moves draws the game, if no move before starts its count again; absent without a limit.
    /// A win that takes longer may be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_left: Option<u16>,
}

impl From<Exact> for EndingValue {
    fn from(exact: Exact) -> EndingValue {
        match exact {
            Exact::Won { plies } => EndingValue::Won { plies },
            Exact::Drawn => EndingValue::Drawn,
            Exact::Lost { plies } => EndingValue::Lost { plies },
            Exact::Chances(score) => EndingValue::Chance {
                points: score.points,
                win: score.win(),
                draw: score.draw,
                gap: score.gap,
            },
        }
    }
}

impl Ending {
    /// What tables say of where a game stands. Takes seconds where a table is to be computed first.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_lab::endings::{Ending, EndingValue};
    /// use rukh_rules::{Game, Ruleset};
    /// use rukh_tablebase::Tables;
    ///
    /// let ruleset = Arc::new(Ruleset::named("shatranj[bare=ignored]")?);
    /// let game = Game::from_fen(ruleset.clone(), "8/8/8/3k4/3R4/8/8/K7 b - - 0 1").unwrap();
    /// let ending = Ending::of(&Tables::shared(&ruleset), &game);
    /// assert_eq!(ending.value, Some(EndingValue::Drawn));
    /// assert_eq!((&ending.moves[0].uci[..], ending.moves[0].value), ("d5d4", EndingValue::Drawn));
    /// assert!(matches!(ending.moves[1].value, EndingValue::Lost { .. }));
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn of(tables: &Tables, game: &Game) -> Ending {
        let Some(exact) = tables.exact(game.rules(), game.position()) else { return Ending::default() };
        let limit = game.ruleset().move_limit();
        let ending = Ending {
            value: Some(exact.into()),
            plies_left: limit.map(|limit| limit.saturating_sub(game.position().halfmove_clock())),
            ..Ending::default()
        };
        let Node::Chance(faces) = game.node() else {
            return Ending { moves: moves(tables, game), ..ending };
        };
        let faces = faces.into_iter().filter_map(|face| ending_of_face(tables, game, face.number));
        Ending { faces: faces.collect(), ..ending }
    }
}

fn ending_of_face(tables: &Tables, game: &Game, face: u8) -> Option<EndingFace> {
    let mut thrown = game.clone();
    thrown.apply(Event::Throw { face }, None).ok()?;
    let value = tables.exact(thrown.rules(), thrown.position())?.into();
    Some(EndingFace { face, value, moves: moves(tables, &thrown) })
}

/// The legal moves, the best first; none once the game is over.
fn moves(tables: &Tables, game: &Game) -> Vec<EndingMove> {
    if !matches!(game.node(), Node::Choice(_)) {
        return Vec::new();
    }
    let (rules, position) = (game.rules(), game.position());
    let valued = tables.moves(rules, position).unwrap_or_default();
    let named = valued.into_iter().map(|(mv, exact)| EndingMove {
        uci: coordinate::format(game.ruleset(), mv),
        san: san::format(rules, position, mv),
        value: exact.into(),
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Ending, EndingValue};
    use rukh_rules::{Event, Game, Ruleset};
    use rukh_tablebase::Tables;

    fn points(value: EndingValue) -> f64 {
        match value {
            EndingValue::Chance { points, .. } => points,
            other => panic!("{other:?}"),
        }
    }

    /// Before a throw the value is the mean over the faces, each worth its best move.
    #[test]
    fn ending_before_a_throw_is_the_mean_of_its_faces() {
        let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
        let tables = Tables::shared(&ruleset);
        let fen = "2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2 w - - 0 1";
        let mut game = Game::from_fen(ruleset, fen).expect("a sound FEN");
        let before = Ending::of(&tables, &game);
        assert!(before.moves.is_empty() && before.faces.len() == 6);
        let mean = before.faces.iter().map(|face| points(face.value)).sum::<f64>() / 6.0;
        assert!((points(before.value.expect("three pieces")) - mean).abs() < 1e-6);
        for face in &before.faces {
            let best = face.moves.iter().map(|mv| points(mv.value)).fold(0.0, f64::max);
            assert!(face.moves.is_empty() || (points(face.value) - best).abs() < 1e-9, "{face:?}");
            assert!(face.moves.is_sorted_by(|one, next| points(one.value) >= points(next.value)));
        }
        game.apply(Event::Throw { face: 1 }, None).expect("a face");
        let after = Ending::of(&tables, &game);
        assert_eq!((after.value, after.moves), (Some(before.faces[0].value), before.faces[0].moves.clone()));
    }

    #[test]
    fn ending_counts_the_plies_to_the_limit_of_moves() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let limit = ruleset.move_limit().expect("a limit of moves");
        let game = Game::from_fen(ruleset.clone(), "8/8/8/3k4/8/8/8/K6R w - - 4 9").expect("a sound FEN");
        assert_eq!(Ending::of(&Tables::shared(&ruleset), &game).plies_left, Some(limit - 4));
    }

    #[test]
    fn ending_of_many_pieces_is_not_known() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        assert_eq!(Ending::of(&Tables::shared(&ruleset), &Game::new(ruleset)), Ending::default());
    }
}
