//! Restraint of low levels in the werera against a person.
//!
//! A person who plays for the first time reads before moving, and in the werera the
//! engine need not wait: four moves of a horse mate a king that has no room. So low
//! levels stay at home for a while, and no level below [`MATING_MIN_LEVEL`] mates out
//! of the werera.

use std::time::Duration;

use rukh_rules::law::{WereraLaw, WereraMode};
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::{QuietCandidate, WereraAction, WereraPlayer};
use crate::level::Level;

/// Highest level that stays at home in the opening.
const STAY_HOME_MAX_LEVEL: u8 = 4;
/// Lowest level that mates out of the werera.
const MATING_MIN_LEVEL: u8 = 6;
/// Moves of the person after which the engine leaves home.
const OPENING_MOVES: u16 = 6;
/// Time after both sides are ready at which the engine leaves home in any case.
const OPENING_TIME: Duration = Duration::from_secs(15);

/// Restraint of a level in the werera.
///
/// At home the engine captures nothing and moves no piece beyond its own half. A
/// sparing engine makes no capture or move after which the person is mated when turns
/// begin, is mated by force with the next move, or could be mated at once if turns
/// began with the engine to move.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rukh_engine::{Level, Restraint};
///
/// let late = Duration::from_secs(60);
/// assert_eq!(Restraint::against_human(Level::HIGHEST, 0, late), Restraint::NONE);
/// assert_ne!(Restraint::against_human(Level::LOWEST, 0, late), Restraint::NONE);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restraint {
    stays_home: bool,
    spares: bool,
}

impl Restraint {
    /// No restraint: between engines, and for the highest levels.
    pub const NONE: Restraint = Restraint { stays_home: false, spares: false };

    /// The restraint of a level against a person after `moves` moves of the person and
    /// `since_ready` after both sides were ready.
    #[must_use]
    pub fn against_human(level: Level, moves: u16, since_ready: Duration) -> Restraint {
        let is_opening = moves < OPENING_MOVES && since_ready < OPENING_TIME;
        Restraint {
            stays_home: level.number() <= STAY_HOME_MAX_LEVEL && is_opening,
            spares: level.number() < MATING_MIN_LEVEL,
        }
    }
}

impl<S: Shape> WereraPlayer<'_, S> {
    /// Keeps the moves that the restraint allows.
    pub(super) fn retain_restrained(&self, position: &Position<S>, law: &WereraLaw, moves: &mut Vec<Move>) {
        let all = moves.clone();
        if self.restraint.stays_home {
            let geometry = self.game.ruleset().geometry;
            let is_home = |mv: &Move| {
                2 * (geometry.rank_for(mv.to(), self.side) + 1) <= geometry.ranks()
                    && !self.rules.is_capture(position, *mv)
            };
            moves.retain(is_home);
        }
        if self.restraint.spares {
            moves.retain(|mv| {
                let next = self.rules.werera_play(position, self.side, *mv);
                match self.rules.is_capture(position, *mv) {
                    true => !self.wins_by_force(&next),
                    false => !self.has_won(&next),
                }
            });
        }
        if moves.is_empty() && self.is_held_up(position, law) {
            *moves = all;
        }
    }

    /// Keeps the quiet actions that do not threaten the person with a mate out of the werera.
    pub(super) fn retain_sparing(
        &self,
        position: &Position<S>,
        law: &WereraLaw,
        candidates: &mut Vec<QuietCandidate<S>>,
    ) {
        if !self.restraint.spares {
            return;
        }
        let spares = |candidate: &QuietCandidate<S>| {
            candidate.action == WereraAction::Wait || !self.threatens_mate(&candidate.next)
        };
        let is_held_up = self.is_held_up(position, law);
        if !is_held_up || candidates.iter().any(spares) {
            candidates.retain(spares);
        }
    }

    /// Whether doing nothing would hold up the game: a bundle cannot end in check.
    fn is_held_up(&self, position: &Position<S>, law: &WereraLaw) -> bool {
        law.manner != WereraMode::Live && self.rules.is_in_check(position, self.side)
    }

    /// Whether the game is won for this side.
    fn has_won(&self, position: &Position<S>) -> bool {
        self.rules.outcome(position).is_some_and(|over| over.winner == Some(self.side))
    }

    /// Whether this side, to move in turns, wins with its next move.
    fn wins_at_once(&self, turns: &Position<S>) -> bool {
        let wins = |mv: Move| self.has_won(&self.rules.play(turns, mv));
        self.rules.legal_moves(turns).into_iter().any(wins)
    }

    /// Whether the other side, to move in turns, has lost or loses after every move.
    fn wins_by_force(&self, turns: &Position<S>) -> bool {
        if let Some(over) = self.rules.outcome(turns) {
            return over.winner == Some(self.side);
        }
        let answers = self.rules.legal_moves(turns);
        let loses = |mv: Move| self.wins_at_once(&self.rules.play(turns, mv));
        !answers.is_empty() && answers.into_iter().all(loses)
    }

    /// Whether turns that began now, with either side to move, would begin with a mate.
    fn threatens_mate(&self, position: &Position<S>) -> bool {
        let other = self.side.other();
        if self.has_won(&self.rules.begin_turns(position, other)) {
            return true;
        }
        // A side in check moves first in any case.
        let is_checked = self.rules.is_in_check(position, other);
        !is_checked && self.wins_at_once(&self.rules.begin_turns(position, self.side))
    }
}
