//! The running counters of the laws: numbers that end the game, or a phase of
//! it, when they reach a limit.

use super::{BareCount, LoneManCount, MoveLimit};
use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::message::{Message, say};
use crate::outcome::Reason;
use crate::ruleset::Ruleset;

/// A running counter of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LawCounter {
    /// The law, with the parameters that its sentence needs.
    pub kind: CounterKind,
    /// The side whose moves are counted; `None` if the counter is of both.
    pub side: Option<Side>,
    /// The number reached, in the unit of the kind.
    pub value: u32,
    /// The number at which the law takes effect.
    pub limit: u32,
}

/// The law that a counter belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CounterKind {
    /// Moves in the current bundle of a werera in bundles.
    Bundle,
    /// Moves of a side in the werera, of the number it may make.
    WereraMoves,
    /// Moves of a side with one guard left.
    LonePiece {
        /// Which moves of the side raise the count.
        moves: LoneManCount,
        /// The pieces that count as guards.
        guards: BareCount,
    },
    /// Moves of each side since a king was bared.
    BareKing,
    /// Occurrences of the position.
    Repetition,
    /// Plies in a row without progress; a pass is a ply.
    MoveLimit {
        /// The kinds whose moves are progress, beside captures.
        zeroing: PieceKindSet,
    },
}

impl CounterKind {
    /// The reason for which the game ends at its limit; `None` if only the werera ends.
    #[must_use]
    pub fn reason(self) -> Option<Reason> {
        match self {
            CounterKind::Bundle | CounterKind::WereraMoves => None,
            CounterKind::LonePiece { .. } => Some(Reason::LoneManLimit),
            CounterKind::BareKing => Some(Reason::BareCount),
            CounterKind::Repetition => Some(Reason::Repetition),
            CounterKind::MoveLimit { .. } => Some(Reason::MoveLimit),
        }
    }

    /// A heading.
    #[must_use]
    pub fn title(self) -> Message {
        match self {
            CounterKind::Bundle => say::counter_bundle_title(),
            CounterKind::WereraMoves => say::counter_werera_moves_title(),
            CounterKind::LonePiece { .. } => say::counter_lone_piece_title(),
            CounterKind::BareKing => say::counter_bare_king_title(),
            CounterKind::Repetition => say::counter_repetition_title(),
            CounterKind::MoveLimit { .. } => say::counter_move_limit_title(),
        }
    }
}

impl LawCounter {
    /// The counter and its consequence as a sentence.
    #[must_use]
    pub fn message(&self, ruleset: &Ruleset) -> Message {
        let LawCounter { value, limit, .. } = *self;
        let side = self.side.unwrap_or(Side::White);
        let king = ruleset.label(ruleset.royal());
        match self.kind {
            CounterKind::Bundle => say::counter_bundle(side, value, limit),
            CounterKind::WereraMoves => say::counter_werera_moves(side, value, limit),
            CounterKind::LonePiece { moves, guards } => {
                say::counter_lone_piece(side, guards.choice(), king, moves.choice(), limit)
            }
            CounterKind::BareKing => say::counter_bare_king(king, limit),
            CounterKind::Repetition => say::counter_repetition(value, limit),
            CounterKind::MoveLimit { zeroing } => {
                let limit = MoveLimit::span(limit);
                match zeroing.is_empty() {
                    true => say::counter_move_limit(value, limit),
                    false => {
                        say::counter_move_limit_pieces(value, ruleset.names().any(zeroing.iter()), limit)
                    }
                }
            }
        }
    }
}
