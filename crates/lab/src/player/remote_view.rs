//! Game state as an external engine knows it.

use rukh_engine::protocol::board;
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game};

use super::PlayerError;

/// The null move in UCI.
const PASS: &str = "0000";

/// Move in the engine's piece letters, with its throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RemoteMove {
    pub(super) text: String,
    pub(super) face: Option<u8>,
}

/// Game as far as an external engine has been informed.
#[derive(Debug)]
pub(super) struct RemoteView {
    game: Game,
    face: Option<u8>,
}

impl RemoteView {
    pub(super) fn new(game: &Game) -> RemoteView {
        RemoteView { game: game.clone(), face: None }
    }

    /// FEN of the start position in the engine's letters.
    pub(super) fn start(&self) -> String {
        board::fen(&self.game)
    }

    /// Moves made since the last call; a pass is `0000`.
    pub(super) fn sync(&mut self, game: &Game) -> Result<Vec<RemoteMove>, PlayerError> {
        let seen = self.game.log().len();
        let mut moves = Vec::new();
        for entry in game.log().iter().skip(seen) {
            match &entry.event {
                Event::Throw { face } => self.face = Some(*face),
                Event::Move { mv } => {
                    let ruleset = self.game.ruleset();
                    let chosen = coordinate::parse_legal(ruleset, &self.game.legal_moves(), mv);
                    let chosen = chosen.map_err(PlayerError::IllegalMove)?;
                    let text =
                        if chosen.is_pass() { PASS.to_owned() } else { board::format_move(ruleset, chosen) };
                    moves.push(RemoteMove { text, face: self.face.take() });
                }
                _ => {}
            }
            let happened = self.game.apply(entry.event.clone(), None);
            happened.map_err(|refusal| PlayerError::IllegalMove(refusal.reason))?;
        }
        Ok(moves)
    }

    /// Current throw.
    pub(super) fn face(&self) -> Option<u8> {
        self.face
    }
}

/// Text from an external engine in backticks, cut to 40 characters.
pub(super) fn quoted(text: &str) -> String {
    let cut: String = text.chars().take(40).collect();
    format!("`{cut}`")
}
