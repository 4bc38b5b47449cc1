//! A player for the phase without turns.
//!
//! Nobody is on move, yet a capture hands the turn to the other side: so what a
//! capture is worth is found by searching the turns it begins. What a quiet
//! action is worth is found in three searches, for the other side may answer it
//! at once, may be slow and be acted against twice, or may act twice itself;
//! `prospect` reckons these. The player takes when a capture wins much, or more
//! than waiting would leave of it; the longer it has marshalled, the less it
//! asks, so that games end. Taking a move back is an action like any other.

use rukh_rules::bits::CellSet;
use rukh_rules::game::SideName;
use rukh_rules::hash::SplitMix64;
use rukh_rules::law::{WereraLaw, WereraMode};
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Event, Game, Move, Position, Rules, Side};

use crate::engine::DecisionRequest;
use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::score::{Value, WIN};
use crate::search::{Histories, SearchContext};

mod lookahead;
mod restraint;

pub use restraint::Restraint;

/// What a side may do in the werera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraAction {
    /// Moves a man; taking begins the turns.
    Place(Move),
    /// Takes back its quiet move with that number in the log.
    Retract {
        /// The number of the move's entry.
        seq: u64,
    },
    /// Ends its bundle, in a werera of bundles.
    EndBundle,
    /// Does nothing for now.
    Wait,
}

/// What the first capture should bring while there is still much to do, in
/// hundredths of the worth of the greatest man. Simulated: with 90, 50, 40 and 25
/// the turns after the first capture were worth 511, 609, 622 and 617 ± 97 in the
/// mean of 200 wereras, the same chances in each (40 with the passing chance below).
const EARLY_PROFIT: i32 = 40;
/// Own moves after which the profit asked for begins to fall; by feel, half a
/// minute at a person's pace.
const PATIENT_MOVES: i32 = 40;
/// Hundredths of a pawn by which it falls with each move more: in a minute or
/// so to nothing.
const PROFIT_DECAY: i32 = 12;
/// The least it falls to, in hundredths of a pawn: a small loss is better than
/// no game.
const MIN_PROFIT: i32 = -150;
/// How much more than the best quiet action a capture of less profit must be
/// worth, in hundredths of a pawn: the chance will not come again. Simulated in the
/// same way, with less hope, nothing asked won 486 where 100 won 586; in another 200
/// wereras 40 and 100 won 452 where 90 and 300 won 367.
const CAPTURE_PREMIUM: i32 = 100;
/// Own moves after which men are urged forward.
const ADVANCE_AFTER_MOVES: i32 = 20;
/// Own moves more after which they are urged no more strongly.
const MAX_ADVANCE_MOVES: i32 = 60;
/// Own moves more with which the urge grows by one step.
const ADVANCE_STEP_MOVES: i32 = 20;
/// Raw hundredths a rank forward counts for each step of urge.
const ADVANCE_BONUS: i32 = 6;
/// Raw hundredths a move straight back where the man came from costs.
const BACKTRACK_PENALTY: i32 = 15;
/// Own moves that are looked back on for that.
const BACKTRACK_MOVES: usize = 6;
/// Raw hundredths taking a move back costs.
const RETRACT_PENALTY: i32 = 10;
/// Own moves more than the opponent's with which a side may wait.
const WAIT_LEAD: i32 = 2;
/// Positions looked at for the quiet actions, and for the captures, at most:
/// measured, 29 ms for a decision in the mean, 52 at worst. Simulated as the profit
/// is, four times as many won 411 where these won 511.
const MAX_NODES: u64 = 30_000;
/// Hundredths of a pawn by which the best is falsified without noise, so that
/// seeds differ.
const MIN_NOISE: usize = 5;

/// One decision in the werera.
pub(crate) struct WereraPlayer<'a, S: Shape> {
    /// For searches of the turns that an action leads to.
    context: SearchContext<'a, S>,
    rules: &'a Rules<S>,
    evaluation: &'a Evaluation,
    histories: &'a mut Histories,
    game: &'a Game,
    side: Side,
    level: Level,
    restraint: Restraint,
    seed: u64,
}

/// Something quiet a side may do.
struct QuietCandidate<S: Shape> {
    action: WereraAction,
    /// What becomes of the position.
    next: Position<S>,
    /// What speaks for it beside that: its price, the urge forward, luck.
    bias: Value,
}

impl<'a, S: Shape> WereraPlayer<'a, S> {
    pub(crate) fn new(
        context: SearchContext<'a, S>,
        histories: &'a mut Histories,
        request: DecisionRequest<'a>,
        restraint: Restraint,
    ) -> WereraPlayer<'a, S> {
        let SearchContext { rules, evaluation, .. } = context;
        let DecisionRequest { game, side, level, seed } = request;
        WereraPlayer { context, rules, evaluation, histories, game, side, level, restraint, seed }
    }

    /// The action of the side.
    pub(crate) fn decide(mut self) -> WereraAction {
        let Some(law) = self.game.ruleset().werera() else { return WereraAction::Wait };
        let position = self.game.position().reshape(self.game.rules(), self.rules);
        let full = self.game.werera().is_batch_full(&law);
        let spent = self.game.werera().is_spent(&law, self.side);
        let mut moves =
            if full || spent { Vec::new() } else { self.rules.werera_moves(&position, self.side) };
        self.retain_restrained(&position, &law, &mut moves);
        let (captures, quiet): (Vec<Move>, Vec<Move>) =
            moves.iter().partition(|mv| self.rules.is_capture(&position, **mv));
        if let Some(mate) = self.mate(&position, &quiet) {
            return WereraAction::Place(mate);
        }
        let capture = self.best_capture(&position, &captures);
        let (profit, stands) = (self.wanted_profit(), self.material_balance(&position));
        if let Some((value, mv)) = capture
            && profit >= 0
            && value >= stands + profit
        {
            return WereraAction::Place(mv);
        }
        let mut candidates = self.candidates(&position, &quiet, &law);
        self.retain_sparing(&position, &law, &mut candidates);
        let best = self.best_candidate(&candidates);
        let quiet_value = best.map_or(-WIN, |(value, _)| value);
        // Who has marshalled for long takes at a loss, but does not throw a good position away.
        let asked = if profit < 0 { (stands + profit).max(quiet_value - CAPTURE_PREMIUM) } else { WIN };
        match (capture, best) {
            (Some((value, mv)), _) if value >= asked.min(quiet_value + CAPTURE_PREMIUM) => {
                WereraAction::Place(mv)
            }
            (_, Some((_, WereraAction::Wait)) | None) => self.wait_or_end_bundle(&position, &law),
            (_, Some((_, action))) => action,
        }
    }

    /// A quiet move that ends the game at once, where a mate in the werera does.
    fn mate(&self, position: &Position<S>, quiet: &[Move]) -> Option<Move> {
        let wins = |mv: &&Move| {
            let next = self.rules.werera_play(position, self.side, **mv);
            self.rules.outcome(&next).is_some_and(|over| over.winner == Some(self.side))
        };
        quiet.iter().find(wins).copied()
    }

    /// By how much the men of the side are worth more, before anything is taken.
    fn material_balance(&self, position: &Position<S>) -> Value {
        let [own, other] =
            [self.side, self.side.other()].map(|side| self.evaluation.material(self.rules, position, side));
        own - other
    }

    /// Ends the bundle, or waits: who is attacked and has no way out cannot end it.
    fn wait_or_end_bundle(&self, position: &Position<S>, law: &WereraLaw) -> WereraAction {
        let waits = law.manner == WereraMode::Live || self.rules.is_in_check(position, self.side);
        if waits { WereraAction::Wait } else { WereraAction::EndBundle }
    }

    /// Positions looked at for the quiet actions together, and for the captures.
    fn nodes(&self) -> u64 {
        self.level.strength().nodes.min(MAX_NODES)
    }

    fn moves_made(&self, side: Side) -> i32 {
        i32::from(self.game.werera().made[side.index()])
    }

    /// Whether nobody would wait for ever if this side waits now.
    fn may_wait(&self, position: &Position<S>, law: &WereraLaw) -> bool {
        let other = self.side.other();
        let in_bundle = law.manner != WereraMode::Live && self.game.werera().batched > 0;
        let ahead = self.moves_made(self.side) > self.moves_made(other) + WAIT_LEAD;
        in_bundle || (ahead && !self.rules.werera_moves(position, other).is_empty())
    }

    /// What the first capture should bring by now.
    fn wanted_profit(&self) -> Value {
        let greatest = self.evaluation.piece_values.material.iter().copied().max().unwrap_or(0);
        let late = (self.moves_made(self.side) - PATIENT_MOVES).max(0);
        (greatest * EARLY_PROFIT / 100 - PROFIT_DECAY * late).max(MIN_PROFIT)
    }

    /// The capture after which the side stands best, and its value.
    fn best_capture(&mut self, position: &Position<S>, captures: &[Move]) -> Option<(Value, Move)> {
        let share = self.nodes() / captures.len().max(4) as u64;
        let mut best: Option<(Value, Move)> = None;
        for &mv in captures {
            let next = self.rules.werera_play(position, self.side, mv);
            let value = self.value_after_reply(&next, share);
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, mv));
            }
        }
        best
    }

    /// Everything quiet the side may do now.
    fn candidates(&self, position: &Position<S>, quiet: &[Move], law: &WereraLaw) -> Vec<QuietCandidate<S>> {
        let urge = (self.moves_made(self.side) - ADVANCE_AFTER_MOVES).clamp(0, MAX_ADVANCE_MOVES);
        let place = |&mv: &Move| QuietCandidate {
            action: WereraAction::Place(mv),
            next: self.rules.werera_play(position, self.side, mv),
            bias: self.advance_bonus(mv) * urge / ADVANCE_STEP_MOVES - self.backtrack_penalty(mv),
        };
        let price = self.evaluation.piece_values.scaled(RETRACT_PENALTY);
        let retract =
            |(seq, next)| QuietCandidate { action: WereraAction::Retract { seq }, next, bias: -price };
        let back: Vec<QuietCandidate<S>> = self.retractions(self.side).into_iter().map(retract).collect();
        // What can be taken back is not moved back.
        let is_new =
            |candidate: &QuietCandidate<S>| back.iter().all(|other| other.next.key() != candidate.next.key());
        let mut candidates: Vec<QuietCandidate<S>> = quiet.iter().map(place).filter(is_new).collect();
        candidates.extend(back);
        let is_free = !self.rules.is_in_check(position, self.side);
        if is_free && (quiet.is_empty() || self.may_wait(position, law)) {
            candidates.push(QuietCandidate { action: WereraAction::Wait, next: *position, bias: 0 });
        }
        let mut sequence = SplitMix64::new(self.seed);
        let luck = MIN_NOISE + self.level.strength().noise as usize / 2;
        for candidate in &mut candidates {
            candidate.bias += sequence.below(luck) as Value;
        }
        candidates
    }

    /// What becomes of each move a side may take back.
    fn retractions(&self, side: Side) -> Vec<(u64, Position<S>)> {
        let word = SideName::from(side);
        let back = |seq| {
            let mut game = self.game.clone();
            game.apply(Event::Retract { side: word, seq }, None).ok()?;
            Some((seq, game.position().reshape(game.rules(), self.rules)))
        };
        self.game.retractable(side).into_iter().filter_map(|standing| back(standing.seq)).collect()
    }

    /// Ranks gained by a move, in hundredths: the longer it lasts, the more.
    fn advance_bonus(&self, mv: Move) -> Value {
        let geometry = self.game.ruleset().geometry;
        let rank = |cell: Cell| i32::from(geometry.rank_for(cell, self.side));
        self.evaluation.piece_values.scaled(ADVANCE_BONUS) * (rank(mv.to()) - rank(mv.from()))
    }

    /// A price for going straight back where a man came from.
    fn backtrack_penalty(&self, mv: Move) -> Value {
        let standing = &self.game.werera().standing;
        let own = standing.iter().rev().filter(|standing| standing.side == self.side);
        let back = own
            .take(BACKTRACK_MOVES)
            .any(|standing| (standing.mv.to(), standing.mv.from()) == (mv.from(), mv.to()));
        if back { self.evaluation.piece_values.scaled(BACKTRACK_PENALTY) } else { 0 }
    }

    /// The most a side could win by taking now, by exchanges on one cell.
    fn best_exchange(&self, position: &Position<S>, by: Side) -> Value {
        let enemies = position.pieces_of_side(by.other());
        let royal = position.pieces_of(self.rules, by.other(), self.game.ruleset().royal());
        let mut most = 0;
        for mv in self.rules.werera_moves(position, by) {
            let cell = S::Set::of(mv.to());
            if (enemies & cell & !royal) != S::Set::EMPTY {
                most = most.max(self.evaluation.see(self.rules, position, by, mv));
            }
        }
        most
    }
}
