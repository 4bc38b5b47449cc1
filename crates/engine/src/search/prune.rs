//! What the search need not look at: positions far above or below the window,
//! and moves that hardly ever matter.

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::{Scored, Search, Stamp};
use crate::evaluation::worth::Worth;
use crate::score::{INFINITE, Value, WIN_IN_SIGHT};
use crate::table::{Bound, Known};

/// Plies up to which a value far above the window is believed.
const FUTILE_DEPTH: i32 = 8;
/// Plies up to which one far below it is looked at only for captures.
const RAZOR_DEPTH: i32 = 3;
/// From this depth on a pass is tried first.
const PASS_DEPTH: i32 = 3;
/// From this depth on a pass that held is verified by a search without one.
const VERIFY_DEPTH: i32 = 12;
/// From this depth on a capture that brings far more than the window asks for
/// is searched less deep, and believed if it holds; and by how many plies less.
const PROBABLE_DEPTH: i32 = 5;
const PROBABLE_LESS: i32 = 4;
/// Men besides king and pawns without which a pass proves nothing.
const PASS_MEN: i32 = 3;
/// Plies up to which late quiet moves are left out.
const LATE_DEPTH: i32 = 8;
/// Plies up to which quiet moves that cannot reach the window are left out.
const HOPELESS_DEPTH: i32 = 7;
/// Plies up to which moves that lose men are left out.
const LOSING_DEPTH: i32 = 8;
/// Plies up to which quiet moves of bad repute are left out.
const REPUTE_DEPTH: i32 = 4;
/// Raw hundredths a capture may bring beside what it takes, once all is quiet.
const SURPRISE: i32 = 120;
/// Repute below which, for a ply, they are.
const REPUTE: i32 = -3_000;

/// What is thought a lot, in hundredths of this game's pawn: raw hundredths, of
/// which a man's worth is made, brought to its scale. Found by matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    /// What a ply may change.
    futile: Value,
    razor: Value,
    /// How far above the window is far.
    probable: Value,
    /// What a quiet move may bring at once, and each ply more.
    hope: Value,
    hope_ply: Value,
    /// What a quiet move, and a capture, may lose for a ply.
    quiet_loss: Value,
    capture_loss: Value,
    /// By how much a late move must be better to be searched deeper, and the
    /// table's to be searched two plies deeper.
    pub(super) better: Value,
    pub(super) alone: Value,
    /// What a capture may bring beside what it takes.
    pub(super) surprise: Value,
    /// Half the first window around the last depth's value.
    pub(super) aspiration: Value,
}

impl Margins {
    pub(super) fn new(worth: &Worth) -> Margins {
        Margins {
            futile: worth.scaled(45),
            razor: worth.scaled(150),
            probable: worth.scaled(100),
            hope: worth.scaled(60),
            hope_ply: worth.scaled(50),
            quiet_loss: worth.scaled(30),
            capture_loss: worth.scaled(60),
            better: worth.scaled(12),
            alone: worth.scaled(6),
            surprise: worth.scaled(SURPRISE),
            aspiration: worth.scaled(15).max(8),
        }
    }
}

/// A node, as the steps before its moves see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the side stands better than on its last turn.
    pub(super) improving: bool,
}

impl Here {
    /// Whether quiet moves from the `number`th on are left out.
    pub(super) fn is_late(&self, number: i32) -> bool {
        let most = (4 + self.depth * self.depth) / (2 - i32::from(self.improving));
        self.depth <= LATE_DEPTH && number > most
    }
}

impl<S: Shape> Search<'_, S> {
    /// A value outside the null window that needs no move: because the side
    /// stands far above or below it, or because even a pass keeps it above.
    pub(super) fn without_moving(
        &mut self,
        position: &Position<S>,
        here: Here,
        (alpha, beta): (Value, Value),
        calm: Value,
        known: Option<Known>,
    ) -> Option<Value> {
        if beta.abs() > WIN_IN_SIGHT {
            return None;
        }
        if calm >= beta
            && let Some(value) = self.value_of_stalemate(position, here.ply)
        {
            return Some(value);
        }
        let depth = here.depth;
        let margin = self.margins.futile * (depth - i32::from(here.improving));
        if depth <= FUTILE_DEPTH && calm - margin >= beta {
            return Some((calm + beta) / 2);
        }
        if depth <= RAZOR_DEPTH && calm + self.margins.razor * depth < alpha {
            let value = self.quiescence(position, alpha, beta, here.ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        let value = self.pass(position, here, beta, calm);
        if value.is_some() || self.stopped {
            return value;
        }
        self.probable(position, here, beta, calm, known)
    }

    /// A value far above `beta` that a capture holds when searched less deep.
    fn probable(
        &mut self,
        position: &Position<S>,
        here: Here,
        beta: Value,
        calm: Value,
        known: Option<Known>,
    ) -> Option<Value> {
        let Here { key, depth, ply, .. } = here;
        let bar = beta + self.margins.probable;
        let is_denied = |known: Known| {
            known.depth > depth - PROBABLE_LESS && known.bound != Bound::Lower && known.value < bar
        };
        if depth < PROBABLE_DEPTH || bar >= WIN_IN_SIGHT || known.is_some_and(is_denied) {
            return None;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.captures_into(position, &mut list);
        self.scratch = list;
        let least = (bar - calm).max(0);
        let known_move = known.and_then(|known| known.chosen);
        let (start, end) = self.rank_noisy(position, false, bar - calm, known_move, ply);
        let mut found = None;
        self.path.push(key);
        for index in start..end {
            let scored = self.pick(index, end);
            let chosen = scored.chosen;
            let gain = self.evaluation.gain(self.rules, position, chosen);
            if self.evaluation.falls_below(self.rules, position, (chosen, scored.kind, gain), least) {
                continue;
            }
            self.stack[ply].made = self.stamp_of(scored);
            self.stack[ply].quiet = None;
            self.stack[ply + 1].is_cut = !self.stack[ply].is_cut;
            let next = self.rules.play_man(position, scored.kind, chosen);
            self.table.prefetch(next.key());
            let mut value = -self.quiescence(&next, -bar, -bar + 1, ply + 1, 0);
            if value >= bar && !self.stopped {
                value = -self.node(&next, depth - PROBABLE_LESS, -bar, -bar + 1, ply + 1);
            }
            if value >= bar || self.stopped {
                found = Some((value, chosen));
                break;
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        let (value, chosen) = found.filter(|_| !self.stopped)?;
        let table_key = self.table_key(position, key);
        self.keep(table_key, ply, depth - PROBABLE_LESS + 1, value, Some(chosen), (bar - 1, bar));
        Some(value.min(WIN_IN_SIGHT))
    }

    /// Whether even a pass keeps the value at `beta`. A pass proves nothing where
    /// having to move may hurt, so few men or a running counter forbid it, and
    /// deep ones are verified.
    fn pass(&mut self, position: &Position<S>, here: Here, beta: Value, calm: Value) -> Option<Value> {
        let Here { key, depth, ply, .. } = here;
        let counting = position.counters() != [0; 2];
        if depth < PASS_DEPTH || calm < beta || counting || ply < self.no_pass_until {
            return None;
        }
        if self.passed.last().is_some_and(|(passed, _)| *passed == key) {
            return None;
        }
        let men = self.evaluation.pieces(self.rules, position, position.turn());
        if men < PASS_MEN + i32::from(self.traits.stalemate_hurts) {
            return None;
        }
        let next = self.rules.play(position, Move::PASS);
        self.table.prefetch(next.key());
        let above = ((calm - beta) / self.margins.razor.max(1)).min(2);
        let less = 3 + depth / 4 + above;
        self.path.push(key);
        self.passed.push((next.key(), self.path.len()));
        self.stack[ply].made = Stamp::NONE;
        self.stack[ply].quiet = None;
        self.stack[ply + 1].is_cut = !self.stack[ply].is_cut;
        self.stack[ply + 1].doubled = self.stack[ply].doubled;
        let value = -self.node(&next, depth - 1 - less, -beta, -beta + 1, ply + 1);
        self.passed.pop();
        self.path.pop();
        if value < beta || self.stopped {
            return None;
        }
        let value = if value > WIN_IN_SIGHT { beta } else { value };
        if depth < VERIFY_DEPTH || self.no_pass_until > 0 {
            return Some(value);
        }
        self.no_pass_until = ply + (3 * (depth - less) / 4).max(1) as usize;
        let proof = self.node(position, depth - 1 - less, beta - 1, beta, ply);
        self.no_pass_until = 0;
        (proof >= beta && !self.stopped).then_some(value)
    }

    /// The most that a move could bring, the `number`th of its node and quiet if it
    /// has a repute, where it is not worth a search of `reduced` plies once
    /// something better than a loss is known; the least there is, where that is
    /// not what tells.
    pub(super) fn hopeless(
        &self,
        position: &Position<S>,
        here: Here,
        (scored, repute): (Scored, Option<i32>),
        (number, reduced): (i32, i32),
        alpha: Value,
    ) -> Option<Value> {
        const UNKNOWN: Value = -INFINITE;
        let depth = here.depth;
        let Some(repute) = repute else {
            let least = -self.margins.capture_loss * depth;
            let gain = self.evaluation.gain(self.rules, position, scored.chosen);
            let taking = (scored.chosen, scored.kind, gain);
            let loses =
                depth <= LOSING_DEPTH && self.evaluation.falls_below(self.rules, position, taking, least);
            return loses.then_some(UNKNOWN);
        };
        let hope = self.margins.hope + self.margins.hope_ply * reduced.max(0);
        let most = self.stack[here.ply].calm.map(|calm| calm + hope);
        if let Some(most) = most.filter(|most| reduced <= HOPELESS_DEPTH && *most <= alpha) {
            return Some(most);
        }
        let is_ill_reputed = depth <= REPUTE_DEPTH && repute < REPUTE * depth;
        if here.is_late(number) || is_ill_reputed {
            return Some(UNKNOWN);
        }
        let least = -self.margins.quiet_loss * reduced.max(1);
        let going = (scored.chosen, scored.kind, 0);
        let loses = depth <= LOSING_DEPTH && self.evaluation.falls_below(self.rules, position, going, least);
        loses.then_some(UNKNOWN)
    }
}
