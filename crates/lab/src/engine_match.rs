//! Engine matches: many games between two players, on several threads.
//!
//! Results are counted in the order of pair numbers, whichever thread finishes first. A match of
//! deterministic players therefore has the same result with any number of threads, and short games
//! are not counted before long ones.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Game, Ruleset};

use crate::analysis::{Analyser, AnalysisLimit, AnalysisSettings};
use crate::match_game::MatchGame;
use crate::match_result::{MAX_CONSECUTIVE_CRASHES, MatchResult};
use crate::player::{EngineKind, EnginePlayer, PlayerError, PlayerSpec};
use crate::referee::{Adjudication, PlayedGame, Referee};
use crate::sprt::{Sprt, Verdict};
use crate::time_control::TimeControl;

/// Time between two looks at the condition that stops a match.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Size of the table of the judge of throws, in mebibytes.
const JUDGE_MEBIBYTES: usize = 1;

/// Settings of an engine match.
#[derive(Debug, Clone)]
pub struct Match {
    /// Ruleset of all games.
    pub ruleset: Arc<Ruleset>,
    /// The two players.
    pub specs: [PlayerSpec; 2],
    /// Time control of players that do not set their own.
    pub time_control: TimeControl,
    /// Start positions; at least one.
    pub openings: Vec<Game>,
    /// Maximum number of game pairs.
    pub pairs: u64,
    /// Relation of the two games of a pair.
    pub pairing: Pairing,
    /// Sequential test that can end the match early.
    pub sprt: Option<Sprt>,
    /// Adjudication rules.
    pub adjudication: Adjudication,
    /// Number of threads.
    pub concurrency: usize,
    /// Random seed of the order of openings and of the die.
    pub seed: u64,
    /// With a die: the depth in turns of the search that judges what throws bring, for scores less luck; `None` for
    /// results alone.
    pub luck_depth: Option<u32>,
}

/// Relation of the two games of a pair; in both, the first player is White in the first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairing {
    /// One opening with the same throws: the luck of opening and die cancels, and the pair is one
    /// independent result. Equal players may play the same game twice.
    #[default]
    Reversed,
    /// Each game has an opening and throws of its own, and is an independent result.
    Independent,
}

/// Two games with colours reversed.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Pair number, from 0.
    pub number: u64,
    /// The games; the first player is White in the first one.
    pub games: [PlayedGame; 2],
}

/// Fingerprints of the games of a match, which find those that repeat an earlier one.
#[derive(Debug, Default)]
struct SeenGames(HashSet<u64>);

impl SeenGames {
    /// Whether each game of a pair equals an earlier game, event for event.
    fn repeats(&mut self, pair: &Pair) -> [bool; 2] {
        [0, 1].map(|at: usize| {
            let game = &pair.games[at].game;
            let mut hasher = DefaultHasher::new();
            format!("{:?}", game.start()).hash(&mut hasher);
            game.log().iter().for_each(|entry| format!("{:?}", entry.event).hash(&mut hasher));
            !self.0.insert(hasher.finish())
        })
    }
}

/// Error that prevents or ends a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The match has no openings.
    #[error("there are no openings to start from")]
    NoOpenings,
    /// The protocol of a player has no node limit.
    #[error("{name} uses the XBoard protocol, which has no node limit; set a depth or a clock")]
    NodesUnsupported {
        /// The player's name.
        name: String,
    },
    /// A player cannot be started.
    #[error("{name} cannot play: {error}")]
    Start {
        /// Name of the player that does not start.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// A player has crashed several times in a row.
    #[error("{name} failed {} times in a row, most recently: {error}", MAX_CONSECUTIVE_CRASHES)]
    RepeatedCrashes {
        /// Name of the player that crashes.
        name: String,
        /// How it failed the last time.
        error: PlayerError,
    },
}

/// Result of a worker thread: a finished game, or the error that prevents its start.
type Message = Result<Box<MatchGame>, MatchError>;

/// The games of pairs that are not counted yet.
type OpenPairs = BTreeMap<u64, [Option<PlayedGame>; 2]>;

/// Stops all worker threads when dropped, also by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Match {
    /// Plays the match and calls `report` after each pair, until all pairs are played, the
    /// sequential test is decided or `report` breaks off.
    ///
    /// # Errors
    /// The match cannot be started or continued; `report` has received all pairs played before.
    pub fn run(
        &self,
        report: &mut dyn FnMut(&Pair, &MatchResult) -> ControlFlow<()>,
    ) -> Result<MatchResult, MatchError> {
        self.run_until(&|| false, report)
    }

    /// As [`Match::run`], and polls `stop` on this thread, also while a long game is played: when it
    /// returns true, the result is that of the pairs played until then.
    ///
    /// # Errors
    /// As [`Match::run`].
    pub fn run_until(
        &self,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Pair, &MatchResult) -> ControlFlow<()>,
    ) -> Result<MatchResult, MatchError> {
        self.resume(Vec::new(), stop, &mut |_, _| ControlFlow::Continue(()), report)
    }

    /// As [`Match::run_until`], and goes on from games that are finished: these are counted and not
    /// played again. Calls `on_game` with the names of the players for each game that is played, when
    /// it ends: before its pair ends, and in any order where several threads play.
    ///
    /// # Errors
    /// As [`Match::run`].
    pub fn resume(
        &self,
        finished: Vec<MatchGame>,
        stop: &dyn Fn() -> bool,
        on_game: &mut dyn FnMut(&[String; 2], &MatchGame) -> ControlFlow<()>,
        report: &mut dyn FnMut(&Pair, &MatchResult) -> ControlFlow<()>,
    ) -> Result<MatchResult, MatchError> {
        self.check()?;
        let (schedule, pairs) = (self.schedule(), self.distinct_pairs());
        let mut open = OpenPairs::new();
        finished.into_iter().for_each(|one| open.entry(one.pair).or_default()[one.index] = Some(one.played));
        let is_finished = open.iter().map(|(pair, games)| (*pair, games.each_ref().map(Option::is_some)));
        let is_finished: BTreeMap<u64, [bool; 2]> = is_finished.collect();
        let next = AtomicU64::new(0);
        let done = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let first = self.start_players()?;
        let names = distinct_names([0, 1].map(|at: usize| first[at].name().to_owned()));
        let mut result = MatchResult::new(names, self.pairing);
        let mut seen = SeenGames::default();
        std::thread::scope(|scope| {
            // Dropped however this function returns.
            let _stop = StopOnDrop(&done);
            let mut ready = Some(first);
            for _ in 0..self.concurrency.max(1) {
                let (sender, ready) = (sender.clone(), ready.take());
                let work =
                    Worker { schedule: &schedule, is_finished: &is_finished, next: &next, done: &done };
                scope.spawn(move || work.run(ready, &sender));
            }
            drop(sender);
            loop {
                while result.pairs_counted() < pairs
                    && let Some(pair) = take_pair(&mut open, result.pairs_counted())
                {
                    let failed = result.add_pair(&pair, seen.repeats(&pair));
                    let flow = report(&pair, &result);
                    failed.map_err(|(name, error)| MatchError::RepeatedCrashes { name, error })?;
                    let is_open = self.sprt.is_none_or(|sprt| result.verdict(&sprt) == Verdict::Open);
                    if flow.is_break() || !is_open {
                        return Ok(result);
                    }
                }
                if stop() {
                    return Ok(result);
                }
                let message = match receiver.recv_timeout(STOP_INTERVAL) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Ok(result),
                };
                let game = message?;
                if on_game(&result.names, &game).is_break() {
                    return Ok(result);
                }
                open.entry(game.pair).or_default()[game.index] = Some(game.played);
            }
        })
    }

    /// Number of pairs to play. External engines with a node or depth limit would repeat the same
    /// game from the same opening, which is no new evidence; in-process players get other seeds.
    #[must_use]
    pub fn distinct_pairs(&self) -> u64 {
        let repeats = |spec: &PlayerSpec| {
            let is_fixed = matches!(
                spec.time_control.unwrap_or(self.time_control),
                TimeControl::Nodes(_) | TimeControl::Depth(_)
            );
            is_fixed && matches!(spec.kind, EngineKind::Uci(_) | EngineKind::Xboard(_))
        };
        if self.specs.iter().all(repeats) && !self.ruleset.has_die() {
            let openings = self.openings.len() as u64;
            self.pairs.min(match self.pairing {
                Pairing::Reversed => openings,
                Pairing::Independent => openings.div_ceil(2),
            })
        } else {
            self.pairs
        }
    }

    /// Openings and seeds of its games.
    pub(crate) fn schedule(&self) -> Schedule<'_> {
        Schedule { engine_match: self, order: opening_order(self.openings.len(), self.seed) }
    }

    /// Whether the two games of a pair can be the same game, which tells nothing new: both players
    /// are equal but for their names, and have the same opening and throws.
    #[must_use]
    pub fn may_repeat_games(&self) -> bool {
        let player = |at: usize| PlayerSpec { name: None, ..self.specs[at].clone() };
        self.pairing == Pairing::Reversed && player(0) == player(1)
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

    /// The engine that judges the luck of throws; `None` without a die, or if luck is not asked for.
    fn luck_judge(&self) -> Option<Analyser> {
        let depth = self.luck_depth.filter(|_| self.ruleset.has_die())?;
        let limit = AnalysisLimit::Depth(depth);
        let settings = AnalysisSettings { limit, mebibytes: JUDGE_MEBIBYTES, lines: 1, threads: 1 };
        Some(Analyser::new(self.ruleset.clone(), settings, None).expect("no file is given"))
    }

    /// Starts both players.
    fn start_players(&self) -> Result<[Box<dyn EnginePlayer>; 2], MatchError> {
        let hire = |spec: &PlayerSpec| {
            let absent = |error| MatchError::Start { name: spec.name(), error };
            spec.start(&self.ruleset).map_err(absent)
        };
        Ok([hire(&self.specs[0])?, hire(&self.specs[1])?])
    }
}

/// The order in which a match plays this number of openings, as indices.
#[must_use]
pub fn opening_order(openings: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..openings).collect();
    let mut chance = SplitMix64::new(mix(seed ^ 0x0BE4));
    for left in (1..order.len()).rev() {
        order.swap(left, chance.below(left + 1));
    }
    order
}

/// Names of both players, numbered if they are equal.
fn distinct_names(names: [String; 2]) -> [String; 2] {
    if names[0] == names[1] { [1, 2].map(|number| format!("{} {number}", names[0])) } else { names }
}

/// The pair with this number, if both of its games have ended.
fn take_pair(open: &mut OpenPairs, number: u64) -> Option<Pair> {
    if open.get(&number)?.iter().any(Option::is_none) {
        return None;
    }
    let [first, second] = open.remove(&number)?;
    Some(Pair { number, games: [first?, second?] })
}

/// Openings and seeds of the games of a match.
pub(crate) struct Schedule<'a> {
    engine_match: &'a Match,
    order: Vec<usize>,
}

impl Schedule<'_> {
    /// Opening of a game of a pair.
    pub(crate) fn opening(&self, pair: u64, index: usize) -> &Game {
        self.set_up(pair, index).0
    }

    /// Opening of a game of a pair, and the seed of its throws and players: another one when an
    /// opening is repeated.
    fn set_up(&self, pair: u64, index: usize) -> (&Game, u64) {
        let engine_match = self.engine_match;
        let number = match engine_match.pairing {
            Pairing::Reversed => pair,
            Pairing::Independent => pair.saturating_mul(2).saturating_add(index as u64),
        };
        let openings = self.order.len() as u64;
        let opening = &engine_match.openings[self.order[(number % openings) as usize]];
        let is_first = number < openings && !engine_match.ruleset.has_die();
        (opening, if is_first { 0 } else { mix(engine_match.seed ^ mix(number + 1)) })
    }
}

/// Worker thread of a match.
struct Worker<'a> {
    schedule: &'a Schedule<'a>,
    is_finished: &'a BTreeMap<u64, [bool; 2]>,
    next: &'a AtomicU64,
    done: &'a AtomicBool,
}

impl Worker<'_> {
    fn run(&self, ready: Option<[Box<dyn EnginePlayer>; 2]>, sender: &Sender<Message>) {
        let engine_match = self.schedule.engine_match;
        let mut players = match ready.map_or_else(|| engine_match.start_players(), Ok) {
            Ok(players) => players,
            Err(error) => return drop(sender.send(Err(error))),
        };
        let mut judge = engine_match.luck_judge();
        let stop = StopOnDrop(self.done);
        while !self.done.load(Relaxed) {
            let pair = self.next.fetch_add(1, Relaxed);
            if pair >= engine_match.distinct_pairs() {
                break;
            }
            let is_finished = self.is_finished.get(&pair).copied().unwrap_or_default();
            for index in (0..2).filter(|index: &usize| !is_finished[*index]) {
                let Some(mut played) = self.play(pair, index, &mut players) else { return };
                played.luck = judge.as_mut().map(|judge| judge.luck_of_throws(&played.game));
                if sender.send(Ok(Box::new(MatchGame { pair, index, played }))).is_err() {
                    return;
                }
            }
        }
        // The other workers finish their pairs.
        std::mem::forget(stop);
    }

    /// Plays a game of a pair; the second has the colours reversed.
    fn play(&self, pair: u64, index: usize, players: &mut [Box<dyn EnginePlayer>; 2]) -> Option<PlayedGame> {
        let engine_match = self.schedule.engine_match;
        let (opening, seed) = self.schedule.set_up(pair, index);
        let mut time_controls =
            [0, 1].map(|at: usize| engine_match.specs[at].time_control.unwrap_or(engine_match.time_control));
        let [one, two] = players;
        let mut players: [&mut dyn EnginePlayer; 2] = [one.as_mut(), two.as_mut()];
        if index == 1 {
            time_controls.reverse();
            players.reverse();
        }
        let referee = Referee { time_controls, adjudication: engine_match.adjudication, seed };
        referee.play(opening, players, self.done)
    }
}
