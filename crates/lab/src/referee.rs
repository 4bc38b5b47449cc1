//! One game between two players under our rules.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_protocols::board::begin_turns;
use rukh_protocols::timing::Clock;
use rukh_rules::hash::SplitMix64;
use rukh_rules::{Event, Game, Node, Outcome, Side, UciMove};

use crate::player::{BestMove, EnginePlayer, PlayerError, SearchLimit};
use crate::time_control::TimeControl;

/// Adjudication rules of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// Number of plies after which a game is cut off; it counts as drawn.
    pub max_plies: usize,
    /// Rule for adjudicated losses.
    pub resign: Option<ResignRule>,
    /// Rule for adjudicated draws.
    pub draw: Option<DrawRule>,
    /// Time by which a clock may be overstepped.
    pub time_margin: Duration,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { max_plies: 600, resign: None, draw: None, time_margin: Duration::from_millis(20) }
    }
}

/// A side loses when its score stays at or below `-behind` for `moves` of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResignRule {
    /// Number of consecutive moves of the side.
    pub moves: usize,
    /// Disadvantage in centipawns.
    pub behind: i32,
}

/// The game is drawn when both scores stay near 0 for `moves` moves each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawRule {
    /// First ply at which the rule applies.
    pub from_ply: usize,
    /// Number of consecutive moves of each side.
    pub moves: usize,
    /// Largest distance from 0, in centipawns.
    pub within: i32,
}

/// Cause of the end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The rules of the game.
    Rules,
    /// A side overstepped its time.
    TimeForfeit(Side),
    /// A player failed.
    PlayerError(Side, PlayerError),
    /// Adjudication of a score by the match settings.
    Adjudicated,
    /// The game was cut off after [`Adjudication::max_plies`], and counts as drawn.
    CutOff,
}

/// Search statistics of a side in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchStats {
    /// Moves searched.
    pub moves: u64,
    /// Nodes searched, as reported.
    pub nodes: u64,
    /// Thinking time.
    pub time: Duration,
}

/// Finished game of a match.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The game with its end in the log.
    pub game: Game,
    /// Who has won and why, as it counts in the match.
    pub outcome: Outcome,
    /// Cause of the end.
    pub cause: Cause,
    /// Search statistics of White and Black.
    pub stats: [SearchStats; 2],
    /// What throws brought White less what they brought Black, in shares of the points, if a match judges it.
    pub luck: Option<f64>,
}

/// Referee of one game. For more than one, a [`Match`](crate::engine_match::Match) also chooses openings
/// and seeds, and counts.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// use rukh_lab::player::PlayerSpec;
/// use rukh_lab::referee::{Adjudication, Cause, Referee};
/// use rukh_lab::time_control::TimeControl;
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let game = Game::from_fen(shatranj.clone(), "7k/R7/6K1/8/8/7p/8/8 w - - 0 1").expect("a sound FEN");
/// let engine: PlayerSpec = "rukh".parse()?;
/// let (mut white, mut black) = (engine.start(&shatranj)?, engine.start(&shatranj)?);
/// let time_controls = [TimeControl::Nodes(500); 2];
/// let referee = Referee { time_controls, adjudication: Adjudication::default(), seed: 1 };
/// let never = AtomicBool::new(false);
/// let played = referee.play(&game, [&mut *white, &mut *black], &never).expect("nobody stops it");
/// assert_eq!((played.outcome.result(), played.cause), ("1-0", Cause::Rules));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    /// Time controls of White and Black.
    pub time_controls: [TimeControl; 2],
    /// Adjudication rules.
    pub adjudication: Adjudication,
    /// Random seed of the die and the players.
    pub seed: u64,
}

/// Game in progress.
struct RunningGame<'a> {
    referee: &'a Referee,
    game: Game,
    clocks: [Clock; 2],
    stats: [SearchStats; 2],
    plies: usize,
    /// Consecutive moves with a losing score, for each side.
    losing_moves: [usize; 2],
    /// Consecutive plies with a score near 0.
    drawish_plies: usize,
}

impl Referee {
    /// Plays a game to its end, with White's player first; `None` if `stop` was set meanwhile.
    pub fn play(
        &self,
        start: &Game,
        players: [&mut dyn EnginePlayer; 2],
        stop: &AtomicBool,
    ) -> Option<PlayedGame> {
        let (running, cause) = self.run(start, players, stop)?;
        Some(running.end(cause))
    }

    /// As [`Referee::play`], but a game that is cut off has no end.
    pub(crate) fn play_or_cut_off(
        &self,
        start: &Game,
        players: [&mut dyn EnginePlayer; 2],
        stop: &AtomicBool,
    ) -> Option<(Game, Cause)> {
        let (running, cause) = self.run(start, players, stop)?;
        if cause == Cause::CutOff {
            return Some((running.game, cause));
        }
        let played = running.end(cause);
        Some((played.game, played.cause))
    }

    /// Plays until the rules or another cause end the game; another cause has not ended it yet.
    fn run(
        &self,
        start: &Game,
        players: [&mut dyn EnginePlayer; 2],
        stop: &AtomicBool,
    ) -> Option<(RunningGame<'_>, Cause)> {
        // Matches start where turns begin: a start position in the werera ends it at once.
        let start = &begin_turns(start.clone());
        let mut running = RunningGame {
            referee: self,
            game: start.clone(),
            clocks: self.time_controls.map(TimeControl::clock),
            stats: [SearchStats::default(); 2],
            plies: 0,
            losing_moves: [0; 2],
            drawish_plies: 0,
        };
        for side in Side::BOTH {
            if let Err(error) = players[side.index()].new_game(start, self.seed) {
                return Some((running, Cause::PlayerError(side, error)));
            }
        }
        let mut die = SplitMix64::new(self.seed);
        loop {
            if stop.load(Relaxed) {
                return None;
            }
            match running.game.node() {
                Node::Over(_) => return Some((running, Cause::Rules)),
                Node::Werera(_) => unreachable!("turns have begun"),
                Node::Chance(faces) => {
                    let face = faces[die.below(faces.len())].number;
                    running.apply(Event::Throw { face });
                }
                Node::Choice(side) => {
                    if let Some(cause) = running.play_move(side, players[side.index()]) {
                        return Some((running, cause));
                    }
                }
            }
        }
    }
}

impl RunningGame<'_> {
    /// Applies an event that the rules allow.
    fn apply(&mut self, event: Event) {
        self.game.apply(event, None).expect("what the node offers may happen");
    }

    /// Asks a side for its move and plays it; returns a cause if that ends the game other than by
    /// the rules.
    fn play_move(&mut self, side: Side, player: &mut dyn EnginePlayer) -> Option<Cause> {
        let time_control = self.referee.time_controls[side.index()];
        let limit = match time_control {
            TimeControl::Nodes(nodes) => SearchLimit::Nodes(nodes),
            TimeControl::Depth(depth) => SearchLimit::Depth(depth),
            TimeControl::Clock { .. } => SearchLimit::Clocks(self.clocks),
        };
        let since = Instant::now();
        let answer = player.best_move(&self.game, limit);
        let took = since.elapsed();
        let is_clocked = matches!(time_control, TimeControl::Clock { .. });
        let clock = &mut self.clocks[side.index()];
        if is_clocked && took > clock.left + self.referee.adjudication.time_margin {
            return Some(Cause::TimeForfeit(side));
        }
        clock.left = clock.left.saturating_sub(took) + clock.increment;
        let choice = match answer {
            Ok(choice) => choice,
            Err(error) => return Some(Cause::PlayerError(side, error)),
        };
        let stats = &mut self.stats[side.index()];
        stats.moves += 1;
        stats.nodes += choice.nodes;
        stats.time += took;
        let is_legal = self.game.known_moves(side).contains(&choice.mv);
        if !is_legal || self.game.play(choice.mv, None).is_err() {
            let mv = UciMove::of(self.game.ruleset(), choice.mv);
            return Some(Cause::PlayerError(side, PlayerError::IllegalMove(format!("`{mv}`"))));
        }
        self.plies += 1;
        if matches!(self.game.node(), Node::Over(_)) { None } else { self.adjudicate(side, choice) }
    }

    /// Applies the adjudication rules.
    fn adjudicate(&mut self, side: Side, choice: BestMove) -> Option<Cause> {
        let settings = self.referee.adjudication;
        let value = choice.score.map(Score::centipawns);
        // A missing score satisfies neither rule.
        if let Some(resign) = settings.resign {
            let losing = &mut self.losing_moves[side.index()];
            *losing = if value.is_some_and(|value| value <= -resign.behind) { *losing + 1 } else { 0 };
            if *losing >= resign.moves {
                self.apply(Event::Resign { side });
                return Some(Cause::Adjudicated);
            }
        }
        if let Some(draw) = settings.draw {
            let is_even = value.is_some_and(|value| (-draw.within..=draw.within).contains(&value));
            self.drawish_plies = if is_even { self.drawish_plies + 1 } else { 0 };
            if self.plies >= draw.from_ply && self.drawish_plies >= 2 * draw.moves {
                self.apply(Event::Draw);
                return Some(Cause::Adjudicated);
            }
        }
        (self.plies >= settings.max_plies).then_some(Cause::CutOff)
    }

    fn end(mut self, cause: Cause) -> PlayedGame {
        if self.game.outcome().is_none() {
            self.apply(match &cause {
                Cause::TimeForfeit(side) => Event::Flag { side: *side },
                Cause::PlayerError(side, error) => error.event(*side),
                Cause::CutOff => Event::Draw,
                Cause::Rules | Cause::Adjudicated => Event::Abort,
            });
        }
        let outcome = self.game.outcome().expect("the game was just ended");
        PlayedGame { game: self.game, outcome, cause, stats: self.stats, luck: None }
    }
}
