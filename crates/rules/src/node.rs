//! What may happen next, as a type.

use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::outcome::Outcome;

/// What may happen next in a game.
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
    /// A die is thrown.
    Chance(Vec<Face>),
    /// One side chooses among its legal moves.
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

/// A face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Its number, from 1.
    pub number: u8,
    /// The pieces it names.
    pub pieces: PieceKindSet,
    /// Its chance, as one of this many equal parts.
    pub weight: u32,
    /// How many equal parts there are.
    pub of: u32,
}
