//! The running counters of the laws: numbers that end the game, or a phase of
//! it, when they reach a limit.

use super::Game;
use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::law::{BareCount, LoneManCount, MoveLimit};
use crate::position::Phase;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterKind {
    /// Moves in the current bundle of a werera in bundles.
    Bundle,
    /// Moves of a side in the werera, of the number it may make.
    WereraMoves,
    /// Moves of a side with one guard left.
    LonePiece {
        /// The moves that count.
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
    /// The word used in data: `lone-piece`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CounterKind::Bundle => "bundle",
            CounterKind::WereraMoves => "werera-moves",
            CounterKind::LonePiece { .. } => "lone-piece",
            CounterKind::BareKing => "bare-king",
            CounterKind::Repetition => "repetition",
            CounterKind::MoveLimit { .. } => "move-limit",
        }
    }

    /// A heading for players.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            CounterKind::Bundle => "Bundle",
            CounterKind::WereraMoves => "Moves of the werera",
            CounterKind::LonePiece { .. } => "Moves with one piece left",
            CounterKind::BareKing => "The bared king",
            CounterKind::Repetition => "Repetition",
            CounterKind::MoveLimit { .. } => "Moves without progress",
        }
    }
}

impl LawCounter {
    /// The counter and its consequence as a sentence for players.
    #[must_use]
    pub fn text(&self, ruleset: &Ruleset) -> String {
        let LawCounter { value, limit, .. } = *self;
        let side = self.side.map_or("Each side", Side::name);
        let names = ruleset.names();
        let king = names.name(ruleset.royal());
        match self.kind {
            CounterKind::Bundle => format!("{side} has made {value} of the {limit} moves a bundle may have."),
            CounterKind::WereraMoves => format!("{side} has made {value} of {limit} moves of the werera."),
            CounterKind::LonePiece { moves, guards } => {
                let beside = match guards {
                    BareCount::MenButPawns if !ruleset.pawns.is_empty() => format!("{king} and pawns"),
                    _ => format!("the {king}"),
                };
                let when = match moves {
                    LoneManCount::LoneMan => format!("that piece has moved {limit} times"),
                    LoneManCount::Any => format!("{side} has made {limit} moves"),
                };
                format!(
                    "{side} has one piece left beside {beside}; without a mate the game is drawn once {when}."
                )
            }
            CounterKind::BareKing => {
                format!("The bared {king} must be mated within {limit} moves, or the game is drawn.")
            }
            CounterKind::Repetition => {
                format!("This position has stood {value} times; at {limit} the game is drawn.")
            }
            CounterKind::MoveLimit { zeroing } => {
                let progress = MoveLimit::progress_text(zeroing, &names);
                format!(
                    "{value} moves by the two sides together without {progress}; at {limit} the game is drawn."
                )
            }
        }
    }
}

impl Game {
    /// The counters that matter to the players now: in the werera those of the
    /// werera, afterwards those of the laws that can draw the game.
    #[must_use]
    pub fn counters(&self) -> Vec<LawCounter> {
        let laws = self.ruleset.laws();
        if self.position.phase() == Phase::Werera {
            return laws.opening.law.counters(&self.werera, self.position.turn());
        }
        let guards = Side::BOTH.map(|side| self.position.counted_pieces(&self.rules, side));
        let counts = self.position.counters();
        let bare_king = laws.bare_king.law;
        let mut found = laws.support.law.counters(bare_king, counts, guards);
        found.extend(bare_king.counter(counts));
        found.extend(laws.repetition.law.counter(&self.keys));
        found.extend(laws.move_limit.law.counter(self.position.halfmove_clock()));
        found
    }

    /// Whether the bundle of the side on move is full; false without bundles.
    #[must_use]
    pub fn is_bundle_full(&self) -> bool {
        self.over.is_none()
            && self.position.phase() == Phase::Werera
            && self.ruleset.werera().is_some_and(|law| self.werera.is_batch_full(&law))
    }
}
