//! One game between two players, judged by our rules alone.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_engine::protocol::timing::Clock;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Outcome, Side};

use crate::pace::Pace;
use crate::player::{Allowance, Choice, Fault, Player};

/// What ends a game that the rules have not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// When a side is made to give up, if ever.
    pub resign: Option<Resign>,
    /// When both are made to agree, if ever.
    pub draw: Option<Draw>,
    /// How far a clock may be overdrawn.
    pub margin: Duration,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { max_plies: 600, resign: None, draw: None, margin: Duration::from_millis(20) }
    }
}

/// A side gives up when it has thought itself lost for so many of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resign {
    /// Its moves, one after the other.
    pub moves: usize,
    /// At least so many centipawns behind.
    pub behind: i32,
}

/// The game is drawn when both have thought it even for so many moves each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
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
    Time(Side),
    /// A side failed.
    Fault(Side, Fault),
    /// The match's own settings ended it.
    Adjudicated,
}

/// What a side did in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Moves it thought about.
    pub moves: u64,
    /// Positions it says it has looked at.
    pub nodes: u64,
    /// What that took.
    pub time: Duration,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The game, its end in its log.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
    /// White's effort and Black's.
    pub efforts: [Effort; 2],
}

/// Who lets two players play.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    /// White's pace and Black's.
    pub paces: [Pace; 2],
    /// What ends games.
    pub adjudication: Adjudication,
    /// Seeds the die and what the players leave to chance.
    pub seed: u64,
}

/// A game under way.
struct Table<'a> {
    referee: &'a Referee,
    game: Game,
    clocks: [Clock; 2],
    efforts: [Effort; 2],
    plies: usize,
    /// Moves in a row after which each side thought itself lost.
    hopeless: [usize; 2],
    /// Plies in a row after which the mover thought it even.
    even: usize,
}

impl Referee {
    /// Plays a game out from where it stands, White's player first. Nothing if
    /// `stop` said so meanwhile.
    pub fn play(&self, start: &Game, players: [&mut dyn Player; 2], stop: &AtomicBool) -> Option<Played> {
        let mut table = Table {
            referee: self,
            game: start.clone(),
            clocks: self.paces.map(Pace::clock),
            efforts: [Effort::default(); 2],
            plies: 0,
            hopeless: [0; 2],
            even: 0,
        };
        for side in Side::BOTH {
            if let Err(fault) = players[side.index()].begin(start, self.seed) {
                return Some(table.end(Cause::Fault(side, fault)));
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
                Node::Werera(_) => table.must(Event::Turns { why: "agreed".to_owned() }),
                Node::Chance(faces) => {
                    let face = faces[die.below(faces.len())].number;
                    table.must(Event::Throw { face });
                }
                Node::Choice(side) => {
                    if let Some(cause) = table.ask(side, players[side.index()]) {
                        return Some(table.end(cause));
                    }
                }
            }
        }
    }
}

impl Table<'_> {
    /// What the rules have said may happen.
    fn must(&mut self, event: Event) {
        self.game.apply(event, None).expect("what the node offers may happen");
    }

    /// Lets a side move; says why the game is over if that ends it beyond the rules.
    fn ask(&mut self, side: Side, player: &mut dyn Player) -> Option<Cause> {
        let pace = self.referee.paces[side.index()];
        let allowance = match pace {
            Pace::Nodes(nodes) => Allowance::Nodes(nodes),
            Pace::Depth(depth) => Allowance::Depth(depth),
            Pace::Clock { .. } => Allowance::Clocks(self.clocks),
        };
        let since = Instant::now();
        let answer = player.choose(&self.game, allowance);
        let took = since.elapsed();
        let is_clocked = matches!(pace, Pace::Clock { .. });
        let clock = &mut self.clocks[side.index()];
        if is_clocked && took > clock.left + self.referee.adjudication.margin {
            return Some(Cause::Time(side));
        }
        clock.left = clock.left.saturating_sub(took) + clock.increment;
        let choice = match answer {
            Ok(choice) => choice,
            Err(fault) => return Some(Cause::Fault(side, fault)),
        };
        let effort = &mut self.efforts[side.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        effort.time += took;
        let mv = coordinate::format(self.game.ruleset(), choice.chosen);
        let is_legal = self.game.legal_moves().contains(&choice.chosen);
        if !is_legal || self.game.apply(Event::Move { mv: mv.clone() }, None).is_err() {
            return Some(Cause::Fault(side, Fault::Illegal(format!("`{mv}`"))));
        }
        self.plies += 1;
        if matches!(self.game.node(), Node::Over(_)) { None } else { self.adjudicate(side, choice) }
    }

    /// Ends a game that the settings say need not go on.
    fn adjudicate(&mut self, side: Side, choice: Choice) -> Option<Cause> {
        let settings = self.referee.adjudication;
        let value = choice.score.map(Score::centipawns);
        // Who says nothing thinks neither.
        if let Some(resign) = settings.resign {
            let hopeless = &mut self.hopeless[side.index()];
            *hopeless = if value.is_some_and(|value| value <= -resign.behind) { *hopeless + 1 } else { 0 };
            if *hopeless >= resign.moves {
                self.must(Event::Resign { side: side.into() });
                return Some(Cause::Adjudicated);
            }
        }
        if let Some(draw) = settings.draw {
            let is_even = value.is_some_and(|value| (-draw.within..=draw.within).contains(&value));
            self.even = if is_even { self.even + 1 } else { 0 };
            if self.plies >= draw.from_ply && self.even >= 2 * draw.moves {
                self.must(Event::Draw);
                return Some(Cause::Adjudicated);
            }
        }
        if self.plies >= settings.max_plies {
            self.must(Event::Draw);
            return Some(Cause::Adjudicated);
        }
        None
    }

    fn end(mut self, cause: Cause) -> Played {
        if self.game.outcome().is_none() {
            self.must(match &cause {
                Cause::Time(side) => Event::Flag { side: (*side).into() },
                Cause::Fault(side, Fault::Crash(_) | Fault::Hang(_)) => {
                    Event::Leave { side: (*side).into(), drawn: false }
                }
                Cause::Fault(side, _) => Event::Resign { side: (*side).into() },
                Cause::Rules | Cause::Adjudicated => Event::Abort,
            });
        }
        let outcome = self.game.outcome().expect("the game was just ended");
        Played { game: self.game, outcome, cause, efforts: self.efforts }
    }
}
