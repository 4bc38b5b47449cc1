//! Players of a match and their errors.

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

/// Limit of the search for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchLimit {
    /// Nodes.
    Nodes(u64),
    /// Plies; with a die, turns.
    Depth(u32),
    /// Clocks of White and Black.
    Clocks([Clock; 2]),
}

/// Move of a player with its evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// Score for the side to move, if the player reports one.
    pub score: Option<Score>,
    /// Nodes searched, as reported by the player.
    pub nodes: u64,
}

impl BestMove {
    /// Move without a score or a node count.
    #[must_use]
    pub const fn without_score(chosen: Move) -> BestMove {
        BestMove { mv: chosen, score: None, nodes: 0 }
    }
}

/// Error of a player, which loses the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerError {
    /// Illegal move, or none at all.
    IllegalMove(String),
    /// The player has exited, cannot be started, or refuses to continue.
    Crash(String),
    /// No answer within this time.
    Timeout(Duration),
    /// The player resigned.
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

/// Player of one ruleset, for one game after the other.
pub trait Player: Send {
    /// Name of the player.
    fn name(&self) -> &str;

    /// Starts a new game and clears all search state; `seed` makes random choices repeatable.
    ///
    /// # Errors
    /// The player cannot play.
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), PlayerError>;

    /// Searches a move for the side to move; called only at choice nodes.
    ///
    /// # Errors
    /// The player has no legal move to offer.
    fn best_move(&mut self, game: &Game, allowance: SearchLimit) -> Result<BestMove, PlayerError>;
}

impl PlayerSpec {
    /// Starts the player.
    ///
    /// # Errors
    /// The player cannot be started.
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
