//! Whoever plays in a match, and how it may fail.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine::Score;
use rukh_engine::protocol::timing::Clock;
use rukh_rules::{Game, Move, Ruleset};

mod first;
mod move_timer;
mod process;
mod process_group;
mod remote_view;
mod rukh;
mod spec;
mod uci;
mod xboard;

pub use process_group::kill_all;
pub use spec::{EngineKind, EngineOptions, ExternalEngine, PlayerSpec, SpecError};

/// What a move may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchLimit {
    /// Positions looked at.
    Nodes(u64),
    /// Plies of full search; with a die, turns.
    Depth(u32),
    /// Time; White's clock and Black's.
    Clocks([Clock; 2]),
}

/// A move, and what its player thinks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// Its value for who makes it, if the player says.
    pub score: Option<Score>,
    /// Positions looked at, as far as the player says.
    pub nodes: u64,
}

impl BestMove {
    /// A move nobody had to think about.
    #[must_use]
    pub const fn without_score(chosen: Move) -> BestMove {
        BestMove { mv: chosen, score: None, nodes: 0 }
    }
}

/// Why a player has no move to show. It loses the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerError {
    /// It plays what is not legal, or no move at all.
    IllegalMove(String),
    /// It is gone, cannot be started, or refuses to go on.
    Crash(String),
    /// It has not answered for so long.
    Timeout(Duration),
    /// It gives up.
    Resigned,
}

impl PlayerError {
    fn no_move() -> PlayerError {
        PlayerError::IllegalMove("no move at all".to_owned())
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::IllegalMove(what) => write!(f, "illegal move: {what}"),
            PlayerError::Crash(what) => f.write_str(what),
            PlayerError::Timeout(time) => write!(f, "no answer within {:.1} s", time.as_secs_f64()),
            PlayerError::Resigned => f.write_str("resigns"),
        }
    }
}

impl std::error::Error for PlayerError {}

/// Somebody who plays one game after the other under one ruleset.
pub trait Player: Send {
    /// What it is called.
    fn name(&self) -> &str;

    /// A game begins: everything known of others is forgotten. What the player
    /// leaves to chance follows from the seed.
    ///
    /// # Errors
    /// That it cannot play.
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), PlayerError>;

    /// A move for the side on move; only asked where there is a choice.
    ///
    /// # Errors
    /// Why there is none.
    fn best_move(&mut self, game: &Game, allowance: SearchLimit) -> Result<BestMove, PlayerError>;
}

impl PlayerSpec {
    /// The player that is meant, ready to play.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn start(&self, ruleset: &Arc<Ruleset>) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.kind {
            EngineKind::Rukh(strength) => {
                Box::new(rukh::RukhPlayer::new(self.name(), ruleset, strength.clone())?)
            }
            EngineKind::First { mebibytes } => {
                Box::new(first::FirstPlayer::new(self.name(), ruleset, *mebibytes))
            }
            EngineKind::Uci(program) => Box::new(uci::Uci::start(self.name.clone(), program, ruleset)?),
            EngineKind::Xboard(program) => {
                Box::new(xboard::Xboard::start(self.name.clone(), program, ruleset)?)
            }
        })
    }
}
