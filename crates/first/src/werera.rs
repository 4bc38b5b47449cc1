//! A player for the phase without turns.
//!
//! It values a position by its men's places and mobility and by what either side
//! could take on its next move, and does what raises that value: moves men up,
//! moves or takes back those that hang. It takes as soon as the turns that
//! follow, searched, leave it better off; the longer it has marshalled, the less
//! profit it asks, so that games end. It waits when nothing gets better and it
//! has done no less than the opponent.

use rukh_rules::bits::CellSet;
use rukh_rules::game::SideName;
use rukh_rules::hash::SplitMix64;
use rukh_rules::law::{WereraLaw, WereraMode};
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Event, Game, Move, Position, Rules, Side};

use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::{Score, Value, WIN};
use crate::search::{Search, Traits};
use crate::table::Table;

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

/// Raw hundredths the first capture should bring while there is still much to do.
const EARLY_PROFIT: i32 = 45;
/// Own moves after which the profit asked for begins to fall.
const PATIENCE: i32 = 20;
/// Raw hundredths by which it falls with each move more.
const HASTE: i32 = 2;
/// The least it falls to: a small loss is better than no game.
const LAST_PROFIT: i32 = -150;
/// Raw hundredths a move must bring to be worth making.
const WORTH_MOVING: i32 = 3;
/// Raw hundredths a retraction must bring more than any move.
const WORTH_RETRACTING: i32 = 25;
/// Own moves more than the opponent's with which a side may wait.
const AHEAD: i32 = 2;
/// Part of the search a capture in question is worth.
const CAPTURES_LOOKED_AT: usize = 4;

/// One decision in the werera.
pub(crate) struct Player<'a, S: Shape> {
    pub(crate) rules: &'a Rules<S>,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) traits: &'a Traits,
    pub(crate) table: &'a mut Table,
    pub(crate) game: &'a Game,
    pub(crate) side: Side,
    pub(crate) level: Level,
    pub(crate) seed: u64,
}

impl<S: Shape> Player<'_, S> {
    pub(crate) fn decide(mut self) -> WereraAction {
        let Some(law) = self.game.ruleset().werera() else { return WereraAction::Wait };
        let position = self.game.position().reshape(self.game.rules(), self.rules);
        let full = self.game.werera().is_batch_full(&law);
        let spent = self.game.werera().is_spent(&law, self.side);
        let moves = if full || spent { Vec::new() } else { self.rules.werera_moves(&position, self.side) };
        let now = self.worth(&position);
        let wanted = now + self.profit();
        if let Some(capture) = self.best_capture(&position, &moves, wanted) {
            return WereraAction::Place(capture);
        }
        let (best, value) = self.best_quiet(&position, &moves);
        if let Some((seq, retracted)) = self.best_retraction()
            && retracted > now.max(value) + self.evaluation.worth.scaled(WORTH_RETRACTING)
        {
            return WereraAction::Retract { seq };
        }
        let better = value >= now + self.evaluation.worth.scaled(WORTH_MOVING);
        match best {
            Some(chosen) if better || !self.may_wait(&position, &law) => WereraAction::Place(chosen),
            _ => self.rest(&position, &law),
        }
    }

    /// Ends the bundle or waits; a side in check that cannot move takes back.
    fn rest(&self, position: &Position<S>, law: &WereraLaw) -> WereraAction {
        if self.rules.is_in_check(position, self.side) {
            let freeing = self.best_retraction();
            return freeing.map_or(WereraAction::Wait, |(seq, _)| WereraAction::Retract { seq });
        }
        if law.manner == WereraMode::Live { WereraAction::Wait } else { WereraAction::EndBundle }
    }

    fn made(&self, side: Side) -> i32 {
        i32::from(self.game.werera().made[side.index()])
    }

    /// Whether nobody would wait for ever if this side waits now.
    fn may_wait(&self, position: &Position<S>, law: &WereraLaw) -> bool {
        let other = self.side.other();
        let in_bundle = law.manner != WereraMode::Live && self.game.werera().batched > 0;
        let ahead = self.made(self.side) > self.made(other) + AHEAD;
        in_bundle || (ahead && !self.rules.werera_moves(position, other).is_empty())
    }

    /// What the first capture should bring by now.
    fn profit(&self) -> Value {
        let late = (self.made(self.side) - PATIENCE).max(0);
        self.evaluation.worth.scaled((EARLY_PROFIT - HASTE * late).max(LAST_PROFIT))
    }

    /// The value for the own side: men and places, less what the opponent could
    /// take on its next move, and a little for what could be taken from it.
    fn worth(&self, position: &Position<S>) -> Value {
        let sign = if self.side == Side::White { 1 } else { -1 };
        let calm = sign * self.evaluation.white_value(self.rules, position);
        calm - self.threat(position, self.side.other()) + self.threat(position, self.side) / 8
    }

    /// The most a side could win by taking now.
    fn threat(&self, position: &Position<S>, by: Side) -> Value {
        let enemies = position.pieces_of_side(by.other());
        let royal = position.pieces_of(self.rules, by.other(), self.game.ruleset().royal());
        let mut most = 0;
        for chosen in self.rules.werera_moves(position, by) {
            let cell = S::Set::of(chosen.to());
            if (enemies & cell & !royal) != S::Set::EMPTY {
                most = most.max(self.evaluation.exchange(self.rules, position, by, chosen));
            }
        }
        most
    }

    /// The capture that brings most, if the turns after it are worth enough.
    fn best_capture(&mut self, position: &Position<S>, moves: &[Move], wanted: Value) -> Option<Move> {
        let exchange = |chosen: &Move| self.evaluation.exchange(self.rules, position, self.side, *chosen);
        let mut captures: Vec<Move> =
            moves.iter().copied().filter(|chosen| self.rules.is_capture(position, *chosen)).collect();
        captures.sort_by_cached_key(|chosen| -exchange(chosen));
        captures.truncate(CAPTURES_LOOKED_AT);
        let mut best: Option<(Value, Move)> = None;
        for chosen in captures {
            let value = self.after(position, chosen);
            if value >= wanted && best.is_none_or(|(known, _)| value > known) {
                best = Some((value, chosen));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// The value of a capture by a search of the turns it begins.
    fn after(&mut self, position: &Position<S>, chosen: Move) -> Value {
        let next = self.rules.werera_play(position, self.side, chosen);
        let strength = self.level.strength();
        let limits = Limits::nodes((strength.nodes / 4).clamp(200, 20_000)).and_depth(strength.depth + 1);
        let over = self.rules.outcome(&next);
        let keys = [next.key()];
        let mut search = Search::new(self.rules, self.evaluation, self.traits, self.table, limits, &keys);
        match search.run(&next, over, 0, &mut |_| ()).score {
            Score::Centipawns(value) => -value,
            Score::Win { plies } => Value::from(plies) - WIN,
            Score::Loss { plies } => WIN - Value::from(plies),
            Score::Chance { win } => 5_000 - Value::from(win),
        }
    }

    /// The quiet move after which the side stands best, and how it stands.
    fn best_quiet(&self, position: &Position<S>, moves: &[Move]) -> (Option<Move>, Value) {
        let strength = self.level.strength();
        let mut sequence = SplitMix64::new(self.seed);
        let urge = (self.made(self.side) - PATIENCE / 2).clamp(0, 60);
        let noise = strength.noise as usize / 4 + 2;
        let mut best = (None, -WIN);
        for &chosen in moves {
            let luck = sequence.below(noise) as Value;
            if self.rules.is_capture(position, chosen) {
                continue;
            }
            let next = self.rules.werera_play(position, self.side, chosen);
            let value = self.worth(&next) + luck + self.approach(chosen) * urge / 20 - self.undoes(chosen);
            if value > best.1 {
                best = (Some(chosen), value);
            }
        }
        best
    }

    /// Ranks gained by a move, in hundredths: the longer it lasts, the more.
    fn approach(&self, chosen: Move) -> Value {
        let geometry = self.game.ruleset().geometry;
        let rank = |cell: Cell| i32::from(geometry.rank_for(cell, self.side));
        self.evaluation.worth.scaled(6) * (rank(chosen.to()) - rank(chosen.from()))
    }

    /// A price for going straight back where a man came from.
    fn undoes(&self, chosen: Move) -> Value {
        let standing = &self.game.werera().standing;
        let own = standing.iter().rev().filter(|standing| standing.side == self.side);
        let back = own
            .take(6)
            .any(|standing| (standing.mv.to(), standing.mv.from()) == (chosen.from(), chosen.to()));
        if back { self.evaluation.worth.scaled(15) } else { 0 }
    }

    /// The retraction after which the side stands best, and how it stands.
    fn best_retraction(&self) -> Option<(u64, Value)> {
        let word = SideName::from(self.side);
        let value = |seq| {
            let mut game = self.game.clone();
            game.apply(Event::Retract { side: word, seq }, None).ok()?;
            let position = game.position().reshape(game.rules(), self.rules);
            Some((seq, self.worth(&position)))
        };
        let all = self.game.retractable(self.side);
        all.into_iter().filter_map(|standing| value(standing.seq)).max_by_key(|(_, value)| *value)
    }
}
