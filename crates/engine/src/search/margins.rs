//! Margins of pruning, reductions and extensions, scaled to the ruleset's pawn.

use crate::pieces::values::PieceValues;
use crate::score::Value;

/// Raw hundredths of a pawn for delta pruning in quiescence.
const DELTA_MARGIN: i32 = 120;

/// Margins in hundredths of this ruleset's pawn; found by matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    /// Reverse futility, for each ply.
    pub(super) reverse_futility: Value,
    /// Razoring, for each ply.
    pub(super) razoring: Value,
    /// ProbCut, above beta.
    pub(super) probcut: Value,
    /// Futility, at once.
    pub(super) futility: Value,
    /// Futility, for each ply of reduced depth.
    pub(super) futility_per_ply: Value,
    /// Exchange loss of a quiet move, for each ply.
    pub(super) see_quiet: Value,
    /// Exchange loss of a capture, for each ply.
    pub(super) see_capture: Value,
    /// Excess over the best value from which a reduced move is searched deeper.
    pub(super) deeper_search: Value,
    /// Distance below the singular beta for a double extension.
    pub(super) double_extension: Value,
    /// Delta pruning.
    pub(super) delta: Value,
    /// Half the first aspiration window.
    pub(super) aspiration: Value,
}

impl Margins {
    pub(super) fn new(worth: &PieceValues) -> Margins {
        Margins {
            reverse_futility: worth.scaled(45),
            razoring: worth.scaled(150),
            probcut: worth.scaled(100),
            futility: worth.scaled(60),
            futility_per_ply: worth.scaled(50),
            see_quiet: worth.scaled(30),
            see_capture: worth.scaled(60),
            deeper_search: worth.scaled(12),
            double_extension: worth.scaled(6),
            delta: worth.scaled(DELTA_MARGIN),
            aspiration: worth.scaled(15).max(8),
        }
    }
}
