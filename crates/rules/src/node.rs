//! What may happen next, as a type, so that no caller forgets the die or the werera.

use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::outcome::Outcome;

/// What may happen next in a game.
///
/// # Examples
/// A program that handles these four cases can play every ruleset, without knowing one.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::hash::SplitMix64;
/// use rukh_rules::{Event, Game, Node, Ruleset};
///
/// fn random_event(game: &Game, random: &mut SplitMix64) -> Option<Event> {
///     Some(match game.node() {
///         Node::Werera(_) => Event::Turns { why: "agreed".to_owned() },
///         Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
///         Node::Choice(side) => {
///             let moves = game.known_moves(side);
///             game.event_of(side, moves[random.below(moves.len())])
///         }
///         Node::Over(_) => return None,
///     })
/// }
///
/// let mut random = SplitMix64::new(1);
/// for name in ["shatranj", "senterej", "oblong-dice"] {
///     let mut game = Game::new(Arc::new(Ruleset::named(name)?));
///     while game.seq() < 100 && let Some(event) = random_event(&game, &mut random) {
///         game.apply(event, None)?;
///     }
///     assert!(game.seq() == 100 || game.outcome().is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, strum::EnumDiscriminants)]
#[strum_discriminants(
    name(NodeKind),
    doc = "What may happen next in a game, as a word.",
    derive(serde::Serialize, strum::IntoStaticStr),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case"),
    cfg_attr(feature = "schema", derive(schemars::JsonSchema))
)]
pub enum Node {
    /// Both sides may place and retract; in a werera of bundles only one may.
    Werera(ActiveSides),
    /// A die is thrown before the side to move may move; these are its faces, all of them.
    Chance(Vec<Face>),
    /// One side chooses among its legal moves, of which there is at least one, if only the pass.
    Choice(Side),
    /// Nothing: the game has ended.
    Over(Outcome),
}

/// The sides that may act in the werera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActiveSides {
    /// Both sides, at any time.
    Both,
    /// The side whose bundle it is.
    Only(Side),
}

impl ActiveSides {
    /// Whether the side may act.
    #[must_use]
    pub fn may(self, side: Side) -> bool {
        match self {
            ActiveSides::Both => true,
            ActiveSides::Only(only) => only == side,
        }
    }
}

/// A face of the die. Its chance is `weight / of`, in whole numbers, so that the chances of a node add
/// up to exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Its number, from 1.
    pub number: u8,
    /// The kinds of piece that may move after it.
    pub pieces: PieceKindSet,
    /// Its chance, as one of this many equal parts.
    pub weight: u32,
    /// How many equal parts there are.
    pub of: u32,
}
