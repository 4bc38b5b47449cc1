//! Players of a match and their errors.

use std::sync::Arc;
use std::time::Duration;

use rukh_engine::Score;
use rukh_protocols::timing::Clock;
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::{Event, Game, Move, Ruleset, Side};

mod move_timer;
mod process;
mod process_group;
mod remote_view;
mod rukh;
mod spec;
mod uci;
mod xboard;

pub use process_group::kill_all;
pub use spec::{EngineKind, EngineOptions, ExternalEngine, PlayerSpec};

/// Limit of the search for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchLimit {
    /// Positions that the player may search.
    Nodes(u64),
    /// Plies; with a die, turns.
    Depth(u32),
    /// Clocks of White and Black.
    Clocks([Clock; 2]),
}

/// Move of a player with its evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestMove {
    /// What the player would play.
    pub mv: Move,
    /// Score for the side to move, if the player reports one.
    pub score: Option<Score>,
    /// Nodes searched, as reported by the player.
    pub nodes: u64,
}

impl BestMove {
    /// Move without a score or a node count.
    #[must_use]
    pub const fn without_score(mv: Move) -> BestMove {
        BestMove { mv, score: None, nodes: 0 }
    }
}

/// Error of a player, which loses the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Illegal move, or none at all.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The player has exited, cannot be started, or refuses to continue.
    #[error("{0}")]
    Crash(String),
    /// No answer within this time.
    #[error("no answer within {:.1} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// The player resigned.
    #[error("resigns")]
    Resigned,
}

impl PlayerError {
    fn no_move() -> PlayerError {
        PlayerError::IllegalMove("no move at all".to_owned())
    }

    /// Event that ends a game when the player of a side fails.
    #[must_use]
    pub fn event(&self, side: Side) -> Event {
        match self {
            PlayerError::Crash(_) | PlayerError::Timeout(_) => Event::Leave { side, drawn: false },
            PlayerError::IllegalMove(_) | PlayerError::Resigned => Event::Resign { side },
        }
    }
}

/// Player of one ruleset, for one game after the other.
pub trait EnginePlayer: Send {
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
    fn best_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError>;

    /// Decides what a side does in the werera; called only when the side may act, in a game whose
    /// werera was under way at [`EnginePlayer::new_game`]. One player may decide for both sides.
    ///
    /// # Errors
    /// The player does not play the werera, or has no legal action to offer.
    fn act(&mut self, game: &Game, side: Side, seed: u64) -> Result<WereraAnswer, PlayerError>;
}

impl PlayerSpec {
    /// Starts the player.
    ///
    /// # Errors
    /// The player cannot be started.
    pub fn start(&self, ruleset: &Arc<Ruleset>) -> Result<Box<dyn EnginePlayer>, PlayerError> {
        Ok(match &self.kind {
            EngineKind::Rukh(strength) => {
                Box::new(rukh::RukhPlayer::new(self.name(), ruleset, strength.clone())?)
            }
            EngineKind::Uci(program) => Box::new(uci::Uci::start(self.name.clone(), program, ruleset)?),
            EngineKind::Xboard(program) => {
                Box::new(xboard::Xboard::start(self.name.clone(), program, ruleset)?)
            }
        })
    }
}
