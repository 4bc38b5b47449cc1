//! Simulation of the werera in virtual time: two players act at once, each at its own rate.
//!
//! A side looks at the board and decides, and its action arrives a reaction time later; if the
//! other side has acted meanwhile, an action that has become illegal is dropped. The clock is
//! virtual, in milliseconds, and all randomness comes from the seed, so games between
//! deterministic players are repeatable. Once turns have begun, one search plays both sides unless
//! each player is to play its own turns; so the result measures the werera alone.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use rukh_lab::simulation::{SimulationConfig, WereraMatch};
//! use rukh_rules::Ruleset;
//!
//! let senterej = Arc::new(Ruleset::named("senterej")?);
//! let config = SimulationConfig {
//!     max_duration: Duration::from_secs(3),
//!     nodes: 20,
//!     max_plies: 10,
//!     ..SimulationConfig::new(senterej)
//! };
//! let players = ["rukh:level=1".parse()?, "rukh:level=1,name=other".parse()?];
//! let turn_players = players.clone();
//! let games = WereraMatch { config, players, turn_players, games: 2, seed: 1, workers: 1 };
//! let report = games.play(&|_, _, game| assert!(game.duration_ms <= 3_000))?;
//! assert_eq!(report.all.games(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod player;
mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rukh_engine::{ActionRate, Engine, SearchLimits};
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::bits::CellSet;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{ActiveSides, Event, Game, Node, Outcome, Phase, Rules, Ruleset, Side};

use crate::player::{PlayerError, PlayerSpec};
use crate::referee::Cause;

pub use player::SimulationPlayer;
pub(crate) use player::play_turns;
pub use report::{WereraReport, WinDrawLoss};

/// Table entries of the search in turns.
const TABLE_ENTRIES: usize = 1 << 16;
/// Shortest time from seeing to acting, in milliseconds: a trained hand's.
const MIN_REACTION_MS: u64 = 100;
/// Spread of that time, in milliseconds.
const REACTION_SPREAD_MS: u64 = 300;

/// Search of the moves in turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnSearch {
    /// One search for both sides.
    Shared,
    /// Each player's own.
    Own,
}

/// How fast two players act, for how long, and how well turns are played.
#[derive(Debug, Clone)]
pub struct SimulationConfig {
    /// Ruleset; it must have a werera in which both sides act at once.
    pub ruleset: Arc<Ruleset>,
    /// Action rates of White and Black.
    pub rates: [ActionRate; 2],
    /// Time after which turns begin by agreement.
    pub max_duration: Duration,
    /// Node limit of a move in turns.
    pub nodes: u64,
    /// Number of plies in turns after which a game is cut off, at least 1; it counts as drawn.
    pub max_plies: usize,
    /// Search of the moves in turns.
    pub turn_search: TurnSearch,
}

impl SimulationConfig {
    /// Usual settings: 1.5 actions a second, three minutes of werera, 2000 nodes a move, 400 plies.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> SimulationConfig {
        SimulationConfig {
            ruleset,
            rates: [ActionRate::per_second(1.5); 2],
            max_duration: Duration::from_secs(180),
            nodes: 2_000,
            max_plies: 400,
            turn_search: TurnSearch::Shared,
        }
    }
}

/// Error that prevents a simulation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    /// The ruleset has no werera in which both sides act at once.
    #[error("`{instance}` has no werera in which both sides act at once")]
    NoLiveWerera {
        /// Instance of the ruleset.
        instance: String,
    },
    /// A player has a clock.
    #[error("a simulation has virtual time: `tc` cannot be used")]
    Clock,
    /// A player cannot be started.
    #[error("{name} cannot play: {error}")]
    Start {
        /// Name of the player that does not start.
        name: String,
        /// Why.
        error: PlayerError,
    },
}

/// How a werera came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraEnd {
    /// This side captured first.
    Capture(Side),
    /// Both sides had used up their moves without a capture.
    Budget,
    /// Both sides were ready for the turns.
    Agreement,
    /// No capture before the time limit.
    Timeout,
    /// The game ended in the werera.
    Over,
}

/// A game played in virtual time, with what happened in its werera.
#[derive(Debug, Clone)]
pub struct SimulatedGame {
    /// The game; the log entries of the werera bear the virtual time.
    pub game: Game,
    /// Whether a capture, the players or the time limit ended the werera.
    pub end: WereraEnd,
    /// Duration of the werera in milliseconds.
    pub duration_ms: u64,
    /// Quiet moves and captures in the werera by White and Black.
    pub moves: [u32; 2],
    /// Retractions by White and Black.
    pub retractions: [u32; 2],
    /// Actions of White and Black that came too late: no longer legal, or no longer what was meant.
    pub dropped: [u32; 2],
    /// Outcome; `None` for a game that was too long and counts as drawn.
    pub outcome: Option<Outcome>,
    /// Side that lost the game by an error of its player.
    pub failure: Option<(Side, PlayerError)>,
}

/// Next step of a side.
enum PendingAction {
    /// It will look at the board.
    Looking,
    /// It has decided on this event; whether it was a capture when decided.
    Acting(Event, bool),
}

/// Side with its virtual clock.
struct VirtualSide {
    side: Side,
    pending: PendingAction,
    /// Time of the next step, in milliseconds.
    due_ms: u64,
    /// Time of the last look, in milliseconds.
    looked_ms: u64,
    rate: ActionRate,
    rng: SplitMix64,
    /// Whether its last answer was that it is ready for the turns.
    is_ready: bool,
}

impl VirtualSide {
    fn new(side: Side, rate: ActionRate, seed: u64) -> VirtualSide {
        let mut rng = SplitMix64::new(mix(seed ^ mix(side as u64 + 1)));
        let due_ms = rate.delay(0, rng.next_u64()).as_millis() as u64;
        VirtualSide {
            side,
            pending: PendingAction::Looking,
            due_ms,
            looked_ms: 0,
            rate,
            rng,
            is_ready: false,
        }
    }

    fn pause(&mut self) -> u64 {
        (self.rate.delay(0, self.rng.next_u64()).as_millis() as u64).max(1)
    }

    fn reaction(&mut self) -> u64 {
        MIN_REACTION_MS + self.rng.below(REACTION_SPREAD_MS as usize + 1) as u64
    }

    /// Looks and decides.
    fn look(&mut self, player: &mut SimulationPlayer, game: &Game) -> Result<(), PlayerError> {
        self.looked_ms = self.due_ms;
        let may_act = matches!(game.node(), Node::Werera(acting) if acting.may(self.side));
        let seed = self.rng.next_u64();
        let answer = if may_act { player.act(game, self.side, seed)? } else { WereraAnswer::Wait(None) };
        self.is_ready = answer == WereraAnswer::Ready;
        match (answer.event(game, self.side), answer) {
            (Some(event), _) => {
                let event = with_piece_id(game, event);
                let captures = is_capture(game, &event);
                self.pending = PendingAction::Acting(event, captures);
                self.due_ms += self.reaction();
            }
            (None, WereraAnswer::Wait(Some(time))) => {
                self.due_ms += u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
            }
            (None, _) => self.due_ms += self.pause(),
        }
        Ok(())
    }

    /// Schedules the next look: after a pause, or at once if the last action was dropped.
    fn schedule_look(&mut self, was_dropped: bool) {
        self.pending = PendingAction::Looking;
        if !was_dropped {
            self.due_ms = self.due_ms.max(self.looked_ms + self.pause());
        }
    }
}

/// The event with its piece's number: another piece on its cell is not meant.
fn with_piece_id(game: &Game, event: Event) -> Event {
    match event {
        Event::Place { side, from, to, promotion, .. } => {
            let cell = game.ruleset().geometry.cell_at(from);
            let id = cell.and_then(|cell| game.id_at(cell));
            Event::Place { side, id, from, to, promotion }
        }
        other => other,
    }
}

/// Whether the event captures a piece. A quiet move does not become a capture because a piece came
/// to its cell meanwhile, nor a capture a quiet move because the piece has left.
fn is_capture(game: &Game, event: &Event) -> bool {
    let Event::Place { side, to, .. } = event else { return false };
    let cell = game.ruleset().geometry.cell_at(*to);
    let others = game.position().pieces_of_side(side.other());
    cell.is_some_and(|cell| others.has(cell))
}

/// Simulation of games with the same settings.
pub struct Simulation {
    pub(crate) config: SimulationConfig,
    rules: Arc<Rules>,
    search: Engine,
}

impl Simulation {
    /// Prepares the simulation.
    ///
    /// # Errors
    /// The ruleset has no werera in which both sides act at once.
    pub fn new(config: SimulationConfig) -> Result<Simulation, SimulationError> {
        let rules = Arc::new(Rules::compile(config.ruleset.clone()));
        if !matches!(Game::from_rules(rules.clone()).node(), Node::Werera(ActiveSides::Both)) {
            return Err(SimulationError::NoLiveWerera { instance: config.ruleset.instance.to_string() });
        }
        let search = Engine::with_tt_entries(config.ruleset.clone(), TABLE_ENTRIES);
        Ok(Simulation { config, rules, search })
    }

    /// Plays a game from its start to its end, with White's player first.
    pub fn play(&mut self, players: [&mut SimulationPlayer; 2], seed: u64) -> SimulatedGame {
        let [white, black] = players;
        let mut played = self.play_werera([&mut *white, &mut *black], seed);
        match self.config.turn_search {
            TurnSearch::Shared => self.play_shared_turns(&mut played.game, seed),
            TurnSearch::Own => self.play_own_turns(&mut played, [white, black], seed),
        }
        played.outcome = played.game.outcome();
        played
    }

    /// Plays until turns begin, or the werera ends otherwise; the game is not decided by that.
    pub fn play_werera(&self, players: [&mut SimulationPlayer; 2], seed: u64) -> SimulatedGame {
        let mut sides = Side::BOTH.map(|side| VirtualSide::new(side, self.config.rates[side.index()], seed));
        let mut played = SimulatedGame::new(Game::from_rules(self.rules.clone()));
        for side in Side::BOTH {
            if let Err(error) = players[side.index()].begin_werera(&played.game, seed) {
                played.fail(side, error, Some(0));
            }
        }
        let longest = self.config.max_duration.as_millis() as u64;
        while matches!(played.game.node(), Node::Werera(_)) {
            let index = usize::from(sides[1].due_ms < sides[0].due_ms);
            let next = &mut sides[index];
            let now = next.due_ms.min(longest);
            played.duration_ms = now;
            if next.due_ms >= longest {
                played.begin_turns(WereraEnd::Timeout, now);
                break;
            }
            match std::mem::replace(&mut next.pending, PendingAction::Looking) {
                PendingAction::Looking => {
                    if let Err(error) = next.look(players[index], &played.game) {
                        played.fail(next.side, error, Some(now));
                    } else if sides.iter().all(|side| side.is_ready) {
                        played.begin_turns(WereraEnd::Agreement, now);
                    }
                }
                PendingAction::Acting(event, was_capture) => {
                    let was_dropped = !played.apply_action(index, (event, was_capture), now);
                    next.schedule_look(was_dropped);
                    if !was_dropped {
                        // What they were ready for has changed.
                        sides.iter_mut().for_each(|side| side.is_ready = false);
                    }
                }
            }
        }
        played
    }

    /// Plays the turns by one search.
    fn play_shared_turns(&mut self, game: &mut Game, seed: u64) {
        self.search.clear();
        for ply in 0..self.config.max_plies {
            let Node::Choice(_) = game.node() else { break };
            let seed = mix(seed ^ mix(ply as u64));
            let found = self.search.search(game, &SearchLimits::nodes(self.config.nodes), seed);
            let Some(best) = found.best else { break };
            game.play(best, None).expect("a search finds a legal move");
        }
    }

    /// Plays the turns by the players themselves.
    fn play_own_turns(&self, played: &mut SimulatedGame, players: [&mut SimulationPlayer; 2], seed: u64) {
        if played.game.outcome().is_some() {
            return;
        }
        let (game, cause) = play_turns(&played.game, players, self.config.max_plies, seed);
        played.game = game;
        if let Cause::PlayerError(side, error) = cause {
            played.failure = Some((side, error));
        }
    }
}

impl SimulatedGame {
    fn new(game: Game) -> SimulatedGame {
        SimulatedGame {
            game,
            end: WereraEnd::Over,
            duration_ms: 0,
            moves: [0; 2],
            retractions: [0; 2],
            dropped: [0; 2],
            outcome: None,
            failure: None,
        }
    }

    fn begin_turns(&mut self, end: WereraEnd, at: u64) {
        let why = if end == WereraEnd::Timeout { "clock" } else { "agreed" };
        self.game
            .apply(Event::Turns { why: why.to_owned() }, Some(at))
            .expect("turns can begin while the werera lasts");
        self.end = end;
    }

    /// Ends the game: the player of a side has failed. The first failure counts.
    fn fail(&mut self, side: Side, error: PlayerError, at: Option<u64>) {
        if self.failure.is_none() && self.game.outcome().is_none() {
            self.game.apply(error.event(side), at).expect("a game under way can be given up");
            self.failure = Some((side, error));
        }
    }

    /// Applies an action of the werera, if it is still legal, and still a capture or still none.
    fn apply_action(&mut self, index: usize, (event, was_capture): (Event, bool), at: u64) -> bool {
        let is_retraction = matches!(event, Event::Retract { .. });
        let captures = is_capture(&self.game, &event);
        if captures != was_capture || self.game.apply(event, Some(at)).is_err() {
            self.dropped[index] += 1;
            return false;
        }
        if is_retraction {
            self.retractions[index] += 1;
        } else {
            self.moves[index] += 1;
        }
        if self.game.position().phase() != Phase::Werera {
            self.end = if captures { WereraEnd::Capture(Side::BOTH[index]) } else { WereraEnd::Budget };
        }
        true
    }
}

/// Match of pairs of games with the same seed and reversed sides.
#[derive(Debug, Clone)]
pub struct WereraMatch {
    /// Settings of the games.
    pub config: SimulationConfig,
    /// The measured player and its opponent.
    pub players: [PlayerSpec; 2],
    /// Players of their turns, where each player plays its own.
    pub turn_players: [PlayerSpec; 2],
    /// Number of games; an odd number is rounded up to pairs.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Number of threads. It does not change the result of deterministic players.
    pub workers: usize,
}

impl WereraMatch {
    /// Plays the match and reports each finished game: its number, the side of the first player
    /// and the game. The order of the reports depends on the threads.
    ///
    /// # Errors
    /// The ruleset has no werera in which both sides act at once, or a player cannot be started.
    ///
    /// # Panics
    /// Never: workers do not panic.
    pub fn play(
        &self,
        report: &(dyn Fn(u64, Side, &SimulatedGame) + Sync),
    ) -> Result<WereraReport, SimulationError> {
        let pairs = self.games.div_ceil(2);
        let next = AtomicU64::new(0);
        let work = || {
            let finished = self.play_pairs(&next, report);
            if finished.is_err() {
                // The other threads end after their pair.
                next.store(pairs, Relaxed);
            }
            finished
        };
        let mut finished = Vec::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers.max(1)).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                finished.push(worker.join().expect("a worker does not panic"));
            }
        });
        let mut games = finished.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        games.sort_by_key(|(pair, _)| *pair);
        let mut report = WereraReport::default();
        games.iter().for_each(|(_, games)| report.add_pair(games));
        Ok(report)
    }

    /// Plays pairs until none is left, on one thread.
    fn play_pairs(
        &self,
        next: &AtomicU64,
        report: &(dyn Fn(u64, Side, &SimulatedGame) + Sync),
    ) -> Result<Vec<(u64, [SimulatedGame; 2])>, SimulationError> {
        let mut simulation = Simulation::new(self.config.clone())?;
        let start =
            |at: usize| SimulationPlayer::start(&self.players[at], &self.turn_players[at], &self.config);
        let (mut own, mut other) = (start(0)?, start(1)?);
        let mut finished = Vec::new();
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= self.games.div_ceil(2) {
                return Ok(finished);
            }
            let seed = mix(self.seed ^ mix(pair));
            let white = simulation.play([&mut own, &mut other], seed);
            report(2 * pair, Side::White, &white);
            let black = simulation.play([&mut other, &mut own], seed);
            report(2 * pair + 1, Side::Black, &black);
            finished.push((pair, [white, black]));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::{Event, Game, Ruleset, Side};

    use super::{SimulatedGame, WereraEnd};

    fn place(side: Side, from: &str, to: &str) -> Event {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        Event::Place { side, id: None, from, to, promotion: None }
    }

    #[test]
    fn action_is_dropped_when_a_capture_becomes_quiet_or_a_quiet_move_a_capture() {
        let mut game = Game::new(Arc::new(Ruleset::named("senterej").unwrap()));
        for (side, from, to) in [
            (Side::White, "e2", "e3"),
            (Side::White, "e3", "e4"),
            (Side::Black, "d7", "d6"),
            (Side::Black, "d6", "d5"),
        ] {
            game.apply(place(side, from, to), None).unwrap();
        }
        let mut played = SimulatedGame::new(game);
        assert!(!played.apply_action(0, (place(Side::White, "e4", "d5"), false), 9));
        assert!(!played.apply_action(0, (place(Side::White, "a2", "a3"), true), 9), "the piece has left");
        assert_eq!((played.dropped, played.moves), ([2, 0], [0, 0]));
        assert!(played.apply_action(0, (place(Side::White, "e4", "d5"), true), 9));
        assert_eq!((played.end, played.moves), (WereraEnd::Capture(Side::White), [1, 0]));
    }
}
