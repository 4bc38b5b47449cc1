//! A match: many games between two players, on several threads.
//!
//! Results are counted in the order of their numbers, whichever thread is done
//! first. So a match of players that leave nothing to chance has one result,
//! however many threads play it, and quick games do not count before slow ones.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};

use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Game, Ruleset};

use crate::match_result::{MAX_CONSECUTIVE_CRASHES, MatchResult};
use crate::player::{EngineKind, Player, PlayerError, PlayerSpec};
use crate::referee::{Adjudication, PlayedGame, Referee};
use crate::sprt::{Sprt, Verdict};
use crate::time_control::TimeControl;

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Match {
    /// The game.
    pub ruleset: Arc<Ruleset>,
    /// The two players.
    pub specs: [PlayerSpec; 2],
    /// How long they may think unless they say otherwise themselves.
    pub time_control: TimeControl,
    /// Where games begin; at least one.
    pub openings: Vec<Game>,
    /// Pairs to play at most.
    pub pairs: u64,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
    /// What ends games.
    pub adjudication: Adjudication,
    /// Threads that play at once.
    pub concurrency: usize,
    /// Orders the openings, throws the die.
    pub seed: u64,
}

/// Two games from one opening, the colours changed between them.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// The games: in the first the first player is White.
    pub games: [PlayedGame; 2],
}

/// Why a match cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchError {
    /// There is nothing to begin from.
    NoOpenings,
    /// The pace is one a player's protocol does not have.
    NodesUnsupported {
        /// The player's name.
        name: String,
    },
    /// A player cannot be had.
    Start {
        /// Its name.
        name: String,
        /// Why.
        fault: PlayerError,
    },
    /// A player fails again and again.
    RepeatedCrashes {
        /// Its name.
        name: String,
        /// How it failed the last time.
        fault: PlayerError,
    },
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoOpenings => f.write_str("there are no openings to start from"),
            MatchError::NodesUnsupported { name } => {
                write!(f, "{name} uses the XBoard protocol, which has no node limit; set a depth or a clock")
            }
            MatchError::Start { name, fault } => write!(f, "{name} cannot play: {fault}"),
            MatchError::RepeatedCrashes { name, fault } => {
                write!(f, "{name} failed {MAX_CONSECUTIVE_CRASHES} times in a row, most recently: {fault}")
            }
        }
    }
}

impl std::error::Error for MatchError {}

/// What a thread has to tell: a pair, or that it cannot begin.
type Message = Result<Box<Pair>, MatchError>;

/// Ends the work of all when its holder goes, be it by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Match {
    /// Plays the match, telling `report` after each pair how it stands, until
    /// all is played, the test is decided or `report` breaks off.
    ///
    /// # Errors
    /// Why it cannot be played to its end. What was played before that was told to `report`.
    pub fn run(
        &self,
        report: &mut dyn FnMut(&Pair, &MatchResult) -> ControlFlow<()>,
    ) -> Result<MatchResult, MatchError> {
        self.check()?;
        let order = self.opening_order();
        let next = AtomicU64::new(0);
        let done = AtomicBool::new(false);
        let (told, heard) = channel();
        let first = self.start_players()?;
        let names = distinct_names([0, 1].map(|at: usize| first[at].name().to_owned()));
        let mut standing = MatchResult::new(names);
        std::thread::scope(|scope| {
            // However this ends, the threads end too.
            let _alarm = StopOnDrop(&done);
            let mut ready = Some(first);
            for _ in 0..self.concurrency.max(1) {
                let (told, ready) = (told.clone(), ready.take());
                let work = Worker { contest: self, order: &order, next: &next, done: &done };
                scope.spawn(move || work.run(ready, &told));
            }
            drop(told);
            let mut waiting = BTreeMap::new();
            for message in heard {
                let pair = message?;
                waiting.insert(pair.number, pair);
                while let Some(pair) = waiting.remove(&standing.pairs_counted()) {
                    let failed = standing.add_pair(&pair);
                    let wish = report(&pair, &standing);
                    failed.map_err(|(name, fault)| MatchError::RepeatedCrashes { name, fault })?;
                    let is_open = self.sprt.is_none_or(|sprt| sprt.verdict(&standing.tally) == Verdict::Open);
                    if wish.is_break() || !is_open {
                        return Ok(standing);
                    }
                }
            }
            Ok(standing)
        })
    }

    /// The pairs that are played. Programs that think for so many nodes or plies
    /// play an opening the same each time, so that to play it again is no evidence;
    /// players of this process are given other seeds.
    #[must_use]
    pub fn distinct_pairs(&self) -> u64 {
        let repeats = |spec: &PlayerSpec| {
            let is_fixed = matches!(
                spec.time_control.unwrap_or(self.time_control),
                TimeControl::Nodes(_) | TimeControl::Depth(_)
            );
            is_fixed && matches!(spec.kind, EngineKind::Uci(_) | EngineKind::Xboard(_))
        };
        if self.specs.iter().all(repeats) && self.ruleset.laws.die.law.face_count() == 0 {
            self.pairs.min(self.openings.len() as u64)
        } else {
            self.pairs
        }
    }

    fn check(&self) -> Result<(), MatchError> {
        if self.openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        let is_blind = |spec: &&PlayerSpec| {
            let pace = spec.time_control.unwrap_or(self.time_control);
            matches!((&spec.kind, pace), (EngineKind::Xboard(_), TimeControl::Nodes(_)))
        };
        let blind = self.specs.iter().find(is_blind);
        blind.map_or(Ok(()), |spec| Err(MatchError::NodesUnsupported { name: spec.name() }))
    }

    /// Both players, or why one of them cannot be had.
    fn start_players(&self) -> Result<[Box<dyn Player>; 2], MatchError> {
        let hire = |spec: &PlayerSpec| {
            let absent = |fault| MatchError::Start { name: spec.name(), fault };
            spec.start(&self.ruleset).map_err(absent)
        };
        Ok([hire(&self.specs[0])?, hire(&self.specs[1])?])
    }

    /// The openings in the order of this seed.
    fn opening_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        let mut chance = SplitMix64::new(mix(self.seed ^ 0x0BE4));
        for left in (1..order.len()).rev() {
            order.swap(left, chance.below(left + 1));
        }
        order
    }
}

/// The names of both, numbered where they are the same.
fn distinct_names(names: [String; 2]) -> [String; 2] {
    if names[0] == names[1] { [1, 2].map(|number| format!("{} {number}", names[0])) } else { names }
}

/// What a thread plays.
struct Worker<'a> {
    contest: &'a Match,
    order: &'a [usize],
    next: &'a AtomicU64,
    done: &'a AtomicBool,
}

impl Worker<'_> {
    fn run(&self, ready: Option<[Box<dyn Player>; 2]>, told: &Sender<Message>) {
        let mut players = match ready.map_or_else(|| self.contest.start_players(), Ok) {
            Ok(players) => players,
            Err(error) => return drop(told.send(Err(error))),
        };
        let alarm = StopOnDrop(self.done);
        while !self.done.load(Relaxed) {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.contest.distinct_pairs() {
                break;
            }
            let Some(pair) = self.play_pair(number, &mut players) else { return };
            if told.send(Ok(Box::new(pair))).is_err() {
                return;
            }
        }
        // What the others still play counts.
        std::mem::forget(alarm);
    }

    fn play_pair(&self, number: u64, players: &mut [Box<dyn Player>; 2]) -> Option<Pair> {
        let contest = self.contest;
        let openings = self.order.len() as u64;
        let opening = &contest.openings[self.order[(number % openings) as usize]];
        let paces = [0, 1].map(|at: usize| contest.specs[at].time_control.unwrap_or(contest.time_control));
        // The same throws for both games; other choices when openings come again.
        let seed = if number < openings && !self.has_die() { 0 } else { mix(contest.seed ^ mix(number + 1)) };
        let referee = Referee { time_controls: paces, adjudication: contest.adjudication, seed };
        let turned = Referee { time_controls: [paces[1], paces[0]], ..referee };
        let [one, two] = players;
        let games = [
            referee.play(opening, [one.as_mut(), two.as_mut()], self.done)?,
            turned.play(opening, [two.as_mut(), one.as_mut()], self.done)?,
        ];
        Some(Pair { number, games })
    }

    fn has_die(&self) -> bool {
        self.contest.ruleset.laws.die.law.face_count() > 0
    }
}
