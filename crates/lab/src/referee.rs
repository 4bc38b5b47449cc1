//! One game between two players, judged by our rules alone.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_engine::protocol::timing::Clock;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Outcome, Side};

use crate::player::{BestMove, Player, PlayerError, SearchLimit};
use crate::time_control::TimeControl;

/// What ends a game that the rules have not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// When a side is made to give up, if ever.
    pub resign: Option<ResignRule>,
    /// When both are made to agree, if ever.
    pub draw: Option<DrawRule>,
    /// How far a clock may be overdrawn.
    pub time_margin: Duration,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { max_plies: 600, resign: None, draw: None, time_margin: Duration::from_millis(20) }
    }
}

/// A side gives up when it has thought itself lost for so many of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResignRule {
    /// Its moves, one after the other.
    pub moves: usize,
    /// At least so many centipawns behind.
    pub behind: i32,
}

/// The game is drawn when both have thought it even for so many moves each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before so many plies.
    pub from_ply: usize,
    /// Moves of each side, one after the other.
    pub moves: usize,
    /// At most so many centipawns from even.
    pub within: i32,
}

/// Why a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// As the rules have it.
    Rules,
    /// A side's time ran out.
    TimeForfeit(Side),
    /// A side failed.
    PlayerError(Side, PlayerError),
    /// The match's own settings ended it.
    Adjudicated,
}

/// What a side did in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchStats {
    /// Moves it thought about.
    pub moves: u64,
    /// Positions it says it has looked at.
    pub nodes: u64,
    /// What that took.
    pub time: Duration,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The game, its end in its log.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
    /// White's effort and Black's.
    pub stats: [SearchStats; 2],
}

/// Who lets two players play.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    /// White's pace and Black's.
    pub time_controls: [TimeControl; 2],
    /// What ends games.
    pub adjudication: Adjudication,
    /// Seeds the die and what the players leave to chance.
    pub seed: u64,
}

/// A game under way.
struct RunningGame<'a> {
    referee: &'a Referee,
    game: Game,
    clocks: [Clock; 2],
    efforts: [SearchStats; 2],
    plies: usize,
    /// Moves in a row after which each side thought itself lost.
    losing_moves: [usize; 2],
    /// Plies in a row after which the mover thought it even.
    drawish_plies: usize,
}

impl Referee {
    /// Plays a game out from where it stands, White's player first. Nothing if
    /// `stop` said so meanwhile.
    pub fn play(&self, start: &Game, players: [&mut dyn Player; 2], stop: &AtomicBool) -> Option<PlayedGame> {
        let mut table = RunningGame {
            referee: self,
            game: start.clone(),
            clocks: self.time_controls.map(TimeControl::clock),
            efforts: [SearchStats::default(); 2],
            plies: 0,
            losing_moves: [0; 2],
            drawish_plies: 0,
        };
        for side in Side::BOTH {
            if let Err(fault) = players[side.index()].new_game(start, self.seed) {
                return Some(table.end(Cause::PlayerError(side, fault)));
            }
        }
        let mut die = SplitMix64::new(self.seed);
        loop {
            if stop.load(Relaxed) {
                return None;
            }
            match table.game.node() {
                Node::Over(_) => return Some(table.end(Cause::Rules)),
                // A match begins where turns do; who hands in a werera has it ended.
                Node::Werera(_) => table.apply(Event::Turns { why: "agreed".to_owned() }),
                Node::Chance(faces) => {
                    let face = faces[die.below(faces.len())].number;
                    table.apply(Event::Throw { face });
                }
                Node::Choice(side) => {
                    if let Some(cause) = table.play_move(side, players[side.index()]) {
                        return Some(table.end(cause));
                    }
                }
            }
        }
    }
}

impl RunningGame<'_> {
    /// What the rules have said may happen.
    fn apply(&mut self, event: Event) {
        self.game.apply(event, None).expect("what the node offers may happen");
    }

    /// Lets a side move; says why the game is over if that ends it beyond the rules.
    fn play_move(&mut self, side: Side, player: &mut dyn Player) -> Option<Cause> {
        let pace = self.referee.time_controls[side.index()];
        let allowance = match pace {
            TimeControl::Nodes(nodes) => SearchLimit::Nodes(nodes),
            TimeControl::Depth(depth) => SearchLimit::Depth(depth),
            TimeControl::Clock { .. } => SearchLimit::Clocks(self.clocks),
        };
        let since = Instant::now();
        let answer = player.best_move(&self.game, allowance);
        let took = since.elapsed();
        let is_clocked = matches!(pace, TimeControl::Clock { .. });
        let clock = &mut self.clocks[side.index()];
        if is_clocked && took > clock.left + self.referee.adjudication.time_margin {
            return Some(Cause::TimeForfeit(side));
        }
        clock.left = clock.left.saturating_sub(took) + clock.increment;
        let choice = match answer {
            Ok(choice) => choice,
            Err(fault) => return Some(Cause::PlayerError(side, fault)),
        };
        let effort = &mut self.efforts[side.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        effort.time += took;
        let mv = coordinate::format(self.game.ruleset(), choice.mv);
        let is_legal = self.game.legal_moves().contains(&choice.mv);
        if !is_legal || self.game.apply(Event::Move { mv: mv.clone() }, None).is_err() {
            return Some(Cause::PlayerError(side, PlayerError::IllegalMove(format!("`{mv}`"))));
        }
        self.plies += 1;
        if matches!(self.game.node(), Node::Over(_)) { None } else { self.adjudicate(side, choice) }
    }

    /// Ends a game that the settings say need not go on.
    fn adjudicate(&mut self, side: Side, choice: BestMove) -> Option<Cause> {
        let settings = self.referee.adjudication;
        let value = choice.score.map(Score::centipawns);
        // Who says nothing thinks neither.
        if let Some(resign) = settings.resign {
            let hopeless = &mut self.losing_moves[side.index()];
            *hopeless = if value.is_some_and(|value| value <= -resign.behind) { *hopeless + 1 } else { 0 };
            if *hopeless >= resign.moves {
                self.apply(Event::Resign { side: side.into() });
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
        if self.plies >= settings.max_plies {
            self.apply(Event::Draw);
            return Some(Cause::Adjudicated);
        }
        None
    }

    fn end(mut self, cause: Cause) -> PlayedGame {
        if self.game.outcome().is_none() {
            self.apply(match &cause {
                Cause::TimeForfeit(side) => Event::Flag { side: (*side).into() },
                Cause::PlayerError(side, PlayerError::Crash(_) | PlayerError::Timeout(_)) => {
                    Event::Leave { side: (*side).into(), drawn: false }
                }
                Cause::PlayerError(side, _) => Event::Resign { side: (*side).into() },
                Cause::Rules | Cause::Adjudicated => Event::Abort,
            });
        }
        let outcome = self.game.outcome().expect("the game was just ended");
        PlayedGame { game: self.game, outcome, cause, stats: self.efforts }
    }
}
