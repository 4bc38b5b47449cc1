//! Margins of pruning, reductions and extensions, scaled to the ruleset's pawn.

use crate::evaluation::piece_values::PieceValues;
use crate::score::Value;

/// Raw hundredths a capture may bring beside what it takes, once all is quiet.
const DELTA_MARGIN: i32 = 120;

/// What is thought a lot, in hundredths of this game's pawn: raw hundredths, of
/// which a man's worth is made, brought to its scale. Found by matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    /// What a ply may change.
    pub(super) reverse_futility: Value,
    pub(super) razoring: Value,
    /// How far above the window is far.
    pub(super) probcut: Value,
    /// What a quiet move may bring at once, and each ply more.
    pub(super) futility: Value,
    pub(super) futility_per_ply: Value,
    /// What a quiet move, and a capture, may lose for a ply.
    pub(super) see_quiet: Value,
    pub(super) see_capture: Value,
    /// By how much a late move must be better to be searched deeper, and the
    /// table's to be searched two plies deeper.
    pub(super) deeper_search: Value,
    pub(super) double_extension: Value,
    /// What a capture may bring beside what it takes.
    pub(super) delta: Value,
    /// Half the first window around the last depth's value.
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
