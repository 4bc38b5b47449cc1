//! The engine's player for the werera, the phase without turns.
//!
//! Either side may act, but a capture begins turns with the other side to move, so
//! the value of a capture is that of a search of these turns. The value of a quiet
//! action needs three searches, since the opponent may answer at once, may be slow so
//! that the side acts twice, or may act twice; see `lookahead`. The player captures
//! when a capture wins much, or more than waiting; the longer the werera lasts, the
//! less it demands, so that games end. A retraction is an action like any other.

use rukh_rules::bits::CellSet;
use rukh_rules::hash::SplitMix64;
use rukh_rules::law::{WereraLaw, WereraMode};
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Event, Game, Move, Position, Rules, Side};

use crate::engine::DecisionRequest;
use crate::level::Level;
use crate::pieces::PieceModel;
use crate::score::{Value, WIN};
use crate::search::{Histories, SearchContext};

mod lookahead;
mod restraint;

pub use restraint::Restraint;

/// An action of a side in the werera, from [`Engine::choose_werera`](crate::Engine::choose_werera).
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::{Decision, Engine, Level, WereraAction};
/// use rukh_rules::{Game, Ruleset, Side};
///
/// let senterej = Arc::new(Ruleset::named("senterej")?);
/// let (mut engine, mut game) = (Engine::new(senterej.clone()), Game::new(senterej.clone()));
/// for side in [Side::White, Side::Black] {
///     let action = engine.choose_werera(&game, side, Level::LOWEST, 1);
///     assert!(matches!(action, WereraAction::Place(_)), "nobody waits in the array");
///     let event = Decision::Werera(action).event(&senterej, side).expect("an action but waiting");
///     game.apply(event, None)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraAction {
    /// Moves a piece; a capture begins the turns.
    Place(Move),
    /// Retracts a quiet move.
    Retract {
        /// The sequence number of the move in the log.
        seq: u64,
    },
    /// Ends the bundle, in a werera of bundles.
    EndBundle,
    /// Does nothing.
    Wait,
}

/// Profit demanded of the first capture at first, in hundredths of the value of the most
/// valuable piece. Simulated: with 90, 50, 40 and 25
/// the turns after the first capture were worth 511, 609, 622 and 617 ± 97 in the
/// mean of 200 wereras, the same chances in each (40 with the passing chance below).
const EARLY_PROFIT: i32 = 40;
/// Own moves after which the demanded profit begins to fall; chosen by feel, half a
/// minute at a person's rate.
const PATIENT_MOVES: i32 = 40;
/// Fall of the demanded profit with each further move, in hundredths of a pawn: to 0 in
/// about a minute.
const PROFIT_DECAY: i32 = 12;
/// Minimum of the demanded profit, in hundredths of a pawn: a small loss is better than
/// an endless werera.
const MIN_PROFIT: i32 = -150;
/// Excess over the best quiet action from which a capture of less profit is made, in
/// hundredths of a pawn. Simulated in the same way, with a smaller own weight of double
/// moves, nothing demanded won 486 where 100 won 586; in another 200
/// wereras 40 and 100 won 452 where 90 and 300 won 367.
const CAPTURE_PREMIUM: i32 = 100;
/// Own moves after which advancing has a bonus.
const ADVANCE_AFTER_MOVES: i32 = 20;
/// Further own moves after which the bonus stops growing.
const MAX_ADVANCE_MOVES: i32 = 60;
/// Further own moves for each step of the bonus.
const ADVANCE_STEP_MOVES: i32 = 20;
/// Bonus of a rank forward for each step, in raw hundredths.
const ADVANCE_BONUS: i32 = 6;
/// Penalty of a move straight back, in raw hundredths.
const BACKTRACK_PENALTY: i32 = 15;
/// Own moves considered for the penalty.
const BACKTRACK_MOVES: usize = 6;
/// Penalty of a retraction, in raw hundredths.
const RETRACT_PENALTY: i32 = 10;
/// Excess of own moves over the opponent's with which a side may wait.
const WAIT_LEAD: i32 = 2;
/// Maximum nodes for the quiet actions, and for the captures:
/// measured, 29 ms for a decision in the mean, 52 at worst. Simulated as the profit
/// is, four times as many won 411 where these won 511.
const MAX_NODES: u64 = 30_000;
/// Minimum random error, in hundredths of a pawn, so that seeds differ.
const MIN_NOISE: usize = 5;

/// One decision in the werera.
pub(crate) struct WereraPlayer<'a, S: Shape> {
    /// For searches of the turns that an action leads to.
    context: SearchContext<'a, S>,
    rules: &'a Rules<S>,
    pieces: &'a PieceModel,
    histories: &'a mut Histories,
    game: &'a Game,
    side: Side,
    level: Level,
    restraint: Restraint,
    seed: u64,
}

/// A quiet action.
struct QuietCandidate<S: Shape> {
    action: WereraAction,
    /// The position after it.
    next: Position<S>,
    /// Bonuses, penalties and random error.
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
        let pieces = &evaluation.pieces;
        let DecisionRequest { game, side, level, seed } = request;
        WereraPlayer { context, rules, pieces, histories, game, side, level, restraint, seed }
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
        // After many moves a capture may lose a little, but not compared with the best quiet action.
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

    /// Material of the side less that of the other.
    fn material_balance(&self, position: &Position<S>) -> Value {
        let [own, other] =
            [self.side, self.side.other()].map(|side| self.pieces.material(self.rules, position, side));
        own - other
    }

    /// Ends the bundle, or waits where it cannot end: live, or in check.
    fn wait_or_end_bundle(&self, position: &Position<S>, law: &WereraLaw) -> WereraAction {
        let waits = law.manner == WereraMode::Live || self.rules.is_in_check(position, self.side);
        if waits { WereraAction::Wait } else { WereraAction::EndBundle }
    }

    /// Nodes for all quiet actions, and for all captures.
    fn nodes(&self) -> u64 {
        self.level.strength().nodes.min(MAX_NODES)
    }

    fn moves_made(&self, side: Side) -> i32 {
        i32::from(self.game.werera().made[side.index()])
    }

    /// Whether this side may wait without a deadlock.
    fn may_wait(&self, position: &Position<S>, law: &WereraLaw) -> bool {
        let other = self.side.other();
        let in_bundle = law.manner != WereraMode::Live && self.game.werera().batched > 0;
        let ahead = self.moves_made(self.side) > self.moves_made(other) + WAIT_LEAD;
        in_bundle || (ahead && !self.rules.werera_moves(position, other).is_empty())
    }

    /// Profit demanded of a capture by now.
    fn wanted_profit(&self) -> Value {
        let greatest = self.pieces.values.material.iter().copied().max().unwrap_or(0);
        let late = (self.moves_made(self.side) - PATIENT_MOVES).max(0);
        (greatest * EARLY_PROFIT / 100 - PROFIT_DECAY * late).max(MIN_PROFIT)
    }

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

    /// The quiet actions of the side.
    fn candidates(&self, position: &Position<S>, quiet: &[Move], law: &WereraLaw) -> Vec<QuietCandidate<S>> {
        let steps = (self.moves_made(self.side) - ADVANCE_AFTER_MOVES).clamp(0, MAX_ADVANCE_MOVES);
        let place = |&mv: &Move| QuietCandidate {
            action: WereraAction::Place(mv),
            next: self.rules.werera_play(position, self.side, mv),
            bias: self.advance_bonus(mv) * steps / ADVANCE_STEP_MOVES - self.backtrack_penalty(mv),
        };
        let penalty = self.pieces.values.scaled(RETRACT_PENALTY);
        let retract =
            |(seq, next)| QuietCandidate { action: WereraAction::Retract { seq }, next, bias: -penalty };
        let back: Vec<QuietCandidate<S>> = self.retractions(self.side).into_iter().map(retract).collect();
        // A retraction replaces the move that leads to the same position.
        let is_new =
            |candidate: &QuietCandidate<S>| back.iter().all(|other| other.next.key() != candidate.next.key());
        let mut candidates: Vec<QuietCandidate<S>> = quiet.iter().map(place).filter(is_new).collect();
        candidates.extend(back);
        let is_free = !self.rules.is_in_check(position, self.side);
        if is_free && (quiet.is_empty() || self.may_wait(position, law)) {
            candidates.push(QuietCandidate { action: WereraAction::Wait, next: *position, bias: 0 });
        }
        let mut random = SplitMix64::new(self.seed);
        let range = MIN_NOISE + self.level.strength().noise as usize / 2;
        for candidate in &mut candidates {
            candidate.bias += random.below(range) as Value;
        }
        candidates
    }

    /// The position after each retraction of a side.
    fn retractions(&self, side: Side) -> Vec<(u64, Position<S>)> {
        let word = side;
        let back = |seq| {
            let mut game = self.game.clone();
            game.apply(Event::Retract { side: word, seq }, None).ok()?;
            Some((seq, game.position().reshape(game.rules(), self.rules)))
        };
        self.game.retractable(side).into_iter().filter_map(|standing| back(standing.seq)).collect()
    }

    /// Bonus of the ranks gained by a move, for each step.
    fn advance_bonus(&self, mv: Move) -> Value {
        let geometry = self.game.ruleset().geometry;
        let rank = |cell: Cell| i32::from(geometry.rank_for(cell, self.side));
        self.pieces.values.scaled(ADVANCE_BONUS) * (rank(mv.to()) - rank(mv.from()))
    }

    /// Penalty of a move straight back.
    fn backtrack_penalty(&self, mv: Move) -> Value {
        let standing = &self.game.werera().standing;
        let own = standing.iter().rev().filter(|standing| standing.side == self.side);
        let back = own
            .take(BACKTRACK_MOVES)
            .any(|standing| (standing.mv.to(), standing.mv.from()) == (mv.from(), mv.to()));
        if back { self.pieces.values.scaled(BACKTRACK_PENALTY) } else { 0 }
    }

    /// Maximum gain of a side by capturing now, by static exchange evaluation.
    fn best_exchange(&self, position: &Position<S>, by: Side) -> Value {
        let enemies = position.pieces_of_side(by.other());
        let royal = position.pieces_of(self.rules, by.other(), self.game.ruleset().royal());
        let mut most = 0;
        for mv in self.rules.werera_moves(position, by) {
            let cell = S::Set::of(mv.to());
            if (enemies & cell & !royal) != S::Set::EMPTY {
                most = most.max(self.pieces.see(self.rules, position, by, mv));
            }
        }
        most
    }
}
