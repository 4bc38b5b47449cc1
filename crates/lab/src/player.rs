//! Whoever plays in a match, and how it may fail.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine::Score;
use rukh_engine::protocol::timing::Clock;
use rukh_rules::{Game, Move, Ruleset};

mod first;
mod group;
mod ours;
mod process;
mod spec;
mod told;
mod uci;
mod watch;
mod xboard;

pub use group::put_down_all;
pub use spec::{Program, Spec, SpecError, Strength, Who};

/// What a move may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowance {
    /// Positions looked at.
    Nodes(u64),
    /// Plies of full search; with a die, turns.
    Depth(u32),
    /// Time; White's clock and Black's.
    Clocks([Clock; 2]),
}

/// A move, and what its player thinks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// Its value for who makes it, if the player says.
    pub score: Option<Score>,
    /// Positions looked at, as far as the player says.
    pub nodes: u64,
}

impl Choice {
    /// A move nobody had to think about.
    #[must_use]
    pub const fn plain(chosen: Move) -> Choice {
        Choice { chosen, score: None, nodes: 0 }
    }
}

/// Why a player has no move to show. It loses the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It plays what is not legal, or no move at all.
    Illegal(String),
    /// It is gone, cannot be started, or refuses to go on.
    Crash(String),
    /// It has not answered for so long.
    Hang(Duration),
    /// It gives up.
    Resigns,
}

impl Fault {
    fn no_move() -> Fault {
        Fault::Illegal("no move at all".to_owned())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(what) => write!(f, "illegal move: {what}"),
            Fault::Crash(what) => f.write_str(what),
            Fault::Hang(time) => write!(f, "no answer within {:.1} s", time.as_secs_f64()),
            Fault::Resigns => f.write_str("resigns"),
        }
    }
}

impl std::error::Error for Fault {}

/// Somebody who plays one game after the other under one ruleset.
pub trait Player: Send {
    /// What it is called.
    fn name(&self) -> &str;

    /// A game begins: everything known of others is forgotten. What the player
    /// leaves to chance follows from the seed.
    ///
    /// # Errors
    /// That it cannot play.
    fn begin(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// A move for the side on move; only asked where there is a choice.
    ///
    /// # Errors
    /// Why there is none.
    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault>;
}

impl Spec {
    /// The player that is meant, ready to play.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn hire(&self, ruleset: &Arc<Ruleset>) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.who {
            Who::Ours(strength) => Box::new(ours::Ours::new(self.name(), ruleset, strength.clone())?),
            Who::First { mebibytes } => Box::new(first::First::new(self.name(), ruleset, *mebibytes)),
            Who::Uci(program) => Box::new(uci::Uci::start(self.name.clone(), program, ruleset)?),
            Who::Xboard(program) => Box::new(xboard::Xboard::start(self.name.clone(), program, ruleset)?),
        })
    }
}
