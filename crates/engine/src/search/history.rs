//! Histories: butterfly (quiet), continuation, capture and correction history, and the evaluation cache.
//!
//! Every update moves a score towards its bound by what is missing (gravity), so that old results fade.

use crate::score::Value;

/// Bound of every history score.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// Maximum entries of the continuation history; larger indices wrap.
const MAX_CONTINUATION_ENTRIES: usize = 1 << 21;
/// Entries of each correction table.
const CORRECTION_ENTRIES: usize = 1 << 13;
/// Entries of the evaluation cache.
const EVAL_CACHE_ENTRIES: usize = 1 << 14;
/// Units of a correction in a centipawn.
const CORRECTION_GRAIN: i32 = 256;
/// Maximum correction by one key, in centipawns.
const CORRECTION_LIMIT: i32 = 96;
/// Maximum weight of one update, in 256ths; it grows with depth.
const CORRECTION_WEIGHT: i32 = 16;

/// Index of a piece kind and its target cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// No move.
    pub(super) const NONE: PieceTo = PieceTo(u16::MAX);

    /// A number for tables.
    pub(super) fn key(self) -> u64 {
        u64::from(self.0)
    }
}

/// Keys of a position into the correction tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct CorrectionKeys(pub(super) [u64; CORRECTION_KINDS]);

/// Number of correction tables: pawns, each side's pieces, the last move.
pub(super) const CORRECTION_KINDS: usize = 4;

/// The histories of one thread in one game.
#[derive(Debug)]
pub(crate) struct Histories {
    cells: usize,
    piece_tos: usize,
    kinds: usize,
    /// By side, origin and target.
    quiet: Vec<i16>,
    /// By the earlier move's piece and target, and the move's.
    continuation: Vec<i16>,
    /// By the capturing piece and its target, and the captured kind.
    capture: Vec<i16>,
    /// By table, side to move and key.
    correction: Vec<i16>,
    /// Keys with the value of their positions for White, before scaling by the laws' counters.
    eval_cache: Vec<(u64, Value)>,
}

/// Entries of the continuation history.
fn continuation_entries(piece_tos: usize) -> usize {
    (piece_tos * piece_tos).next_power_of_two().min(MAX_CONTINUATION_ENTRIES)
}

impl Histories {
    pub(crate) fn new(kinds: usize, cells: usize) -> Histories {
        let piece_tos = kinds * cells;
        let continuations = continuation_entries(piece_tos);
        Histories {
            cells,
            piece_tos,
            kinds,
            quiet: vec![0; 2 * cells * cells],
            continuation: vec![0; continuations],
            capture: vec![0; piece_tos * kinds],
            correction: vec![0; CORRECTION_KINDS * 2 * CORRECTION_ENTRIES],
            eval_cache: vec![(0, 0); EVAL_CACHE_ENTRIES],
        }
    }

    /// Bytes of the histories of one thread.
    pub(crate) fn bytes(kinds: usize, cells: usize) -> usize {
        let piece_tos = kinds * cells;
        let scores = 2 * cells * cells
            + continuation_entries(piece_tos)
            + piece_tos * kinds
            + CORRECTION_KINDS * 2 * CORRECTION_ENTRIES;
        scores * size_of::<i16>() + EVAL_CACHE_ENTRIES * size_of::<(u64, Value)>()
    }

    /// The cached evaluation of a key.
    pub(super) fn cached_eval(&self, key: u64) -> Option<Value> {
        let (known, value) = self.eval_cache[key as usize % EVAL_CACHE_ENTRIES];
        (known == key).then_some(value)
    }

    pub(super) fn cache_eval(&mut self, key: u64, value: Value) {
        self.eval_cache[key as usize % EVAL_CACHE_ENTRIES] = (key, value);
    }

    pub(super) fn piece_to(&self, kind: usize, cell: usize) -> PieceTo {
        PieceTo((kind * self.cells + cell) as u16)
    }

    fn quiet_index(&self, side: usize, from: usize, to: usize) -> usize {
        (side * self.cells + from) * self.cells + to
    }

    fn continuation_index(&self, before: PieceTo, now: PieceTo) -> Option<usize> {
        let known = before != PieceTo::NONE && now != PieceTo::NONE;
        known.then(|| {
            (usize::from(before.0) * self.piece_tos + usize::from(now.0)) & (self.continuation.len() - 1)
        })
    }

    /// The butterfly history of a quiet move.
    pub(super) fn quiet_score(&self, side: usize, from: usize, to: usize) -> i32 {
        i32::from(self.quiet[self.quiet_index(side, from, to)])
    }

    /// The continuation history of a move after an earlier one.
    pub(super) fn continuation_score(&self, before: PieceTo, now: PieceTo) -> i32 {
        self.continuation_index(before, now).map_or(0, |index| i32::from(self.continuation[index]))
    }

    /// The capture history of a piece, its target and the captured kind.
    pub(super) fn capture_score(&self, taker: PieceTo, taken: usize) -> i32 {
        i32::from(self.capture[usize::from(taker.0) * self.kinds + taken])
    }

    pub(super) fn update_quiet(&mut self, side: usize, from: usize, to: usize, amount: i32) {
        let index = self.quiet_index(side, from, to);
        apply_gravity(&mut self.quiet[index], amount);
    }

    pub(super) fn update_continuation(&mut self, before: PieceTo, now: PieceTo, amount: i32) {
        if let Some(index) = self.continuation_index(before, now) {
            apply_gravity(&mut self.continuation[index], amount);
        }
    }

    pub(super) fn update_capture(&mut self, taker: PieceTo, taken: usize, amount: i32) {
        let index = usize::from(taker.0) * self.kinds + taken;
        apply_gravity(&mut self.capture[index], amount);
    }

    fn correction_index(table: usize, side: usize, key: u64) -> usize {
        (table * 2 + side) * CORRECTION_ENTRIES + key as usize % CORRECTION_ENTRIES
    }

    /// The correction of the evaluation, in centipawns.
    pub(super) fn correction(&self, side: usize, correction_keys: CorrectionKeys) -> Value {
        let of = |(table, key): (usize, &u64)| {
            i32::from(self.correction[Self::correction_index(table, side, *key)])
        };
        let sum: i32 = correction_keys.0.iter().enumerate().map(of).sum();
        // A third more than the mean of the four tables.
        sum / (3 * CORRECTION_GRAIN)
    }

    /// Updates the correction tables by an evaluation error.
    pub(super) fn update_correction(
        &mut self,
        side: usize,
        correction_keys: CorrectionKeys,
        error: Value,
        depth: i32,
    ) {
        let weight = (depth + 1).min(CORRECTION_WEIGHT);
        let wanted = error.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) * CORRECTION_GRAIN;
        for (table, key) in correction_keys.0.into_iter().enumerate() {
            let entry = &mut self.correction[Self::correction_index(table, side, key)];
            let mixed = (i32::from(*entry) * (256 - weight) + wanted * weight) / 256;
            *entry = mixed as i16;
        }
    }
}

/// Adds a bonus, less in proportion to the score reached.
fn apply_gravity(entry: &mut i16, amount: i32) {
    let amount = amount.clamp(-HISTORY_MAX, HISTORY_MAX);
    let value = i32::from(*entry);
    *entry = (value + amount - value * amount.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::{CorrectionKeys, HISTORY_MAX, Histories, PieceTo};

    #[test]
    fn bytes_counts_every_table() {
        let histories = Histories::new(6, 64);
        let scores = [&histories.quiet, &histories.continuation, &histories.capture, &histories.correction];
        let scores: usize = scores.iter().map(|table| size_of_val(&table[..])).sum();
        assert_eq!(Histories::bytes(6, 64), scores + size_of_val(&histories.eval_cache[..]));
    }

    #[test]
    fn history_scores_stay_within_bounds() {
        let mut histories = Histories::new(3, 64);
        for _ in 0..1_000 {
            histories.update_quiet(1, 63, 63, HISTORY_MAX);
            histories.update_quiet(0, 0, 1, -1_200);
        }
        assert_eq!(histories.quiet_score(1, 63, 63), HISTORY_MAX);
        assert!((-HISTORY_MAX..-HISTORY_MAX * 9 / 10).contains(&histories.quiet_score(0, 0, 1)));
        assert_eq!(histories.quiet_score(0, 1, 0), 0);
        let piece_to = histories.piece_to(2, 63);
        histories.update_continuation(PieceTo::NONE, piece_to, 500);
        assert_eq!(histories.continuation_score(PieceTo::NONE, piece_to), 0);
        histories.update_continuation(piece_to, piece_to, 500);
        assert_eq!(histories.continuation_score(piece_to, piece_to), 500);
    }

    #[test]
    fn correction_approaches_the_error_up_to_its_limit() {
        let mut histories = Histories::new(3, 64);
        let correction_keys = CorrectionKeys([1, 2, 3, 4]);
        for _ in 0..2_000 {
            histories.update_correction(0, correction_keys, 40, 8);
        }
        assert!(
            (50..=53).contains(&histories.correction(0, correction_keys)),
            "{}",
            histories.correction(0, correction_keys)
        );
        assert_eq!(histories.correction(1, correction_keys), 0);
        for _ in 0..2_000 {
            histories.update_correction(0, correction_keys, -30_000, 30);
        }
        assert!((-128..=-110).contains(&histories.correction(0, correction_keys)));
    }
}
