//! Game state as an external engine knows it.

use rukh_protocols::{board, werera};
use rukh_rules::{Event, Game, Node};

use super::PlayerError;

/// The null move in UCI.
const PASS: &str = "0000";

/// Event that an external engine is informed of, in its piece letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RemoteEvent {
    /// Event of the werera as UCI's `position` has it.
    Werera(String),
    /// Move in turns.
    Move {
        /// The move in coordinates; a pass is `0000`.
        text: String,
        /// Face of the throw it was made with.
        face: Option<u8>,
    },
}

/// Game as far as an external engine has been informed.
#[derive(Debug)]
pub(super) struct RemoteView {
    game: Game,
    face: Option<u8>,
}

impl RemoteView {
    /// View of a game from here; of a game in its werera from the start, since a FEN does not tell
    /// which moves may be taken back.
    pub(super) fn new(game: &Game) -> RemoteView {
        let start = match game.node() {
            Node::Werera(_) => Game::from_position(game.rules().clone(), *game.start()),
            _ => game.clone(),
        };
        RemoteView { game: start, face: None }
    }

    /// FEN of the view's position in the engine's letters.
    pub(super) fn fen(&self) -> String {
        board::fen(&self.game)
    }

    /// Whether the view's position is in the werera.
    pub(super) fn is_werera(&self) -> bool {
        matches!(self.game.node(), Node::Werera(_))
    }

    /// Events since the last call.
    pub(super) fn sync(&mut self, game: &Game) -> Result<Vec<RemoteEvent>, PlayerError> {
        let seen = self.game.log().len();
        let mut events = Vec::new();
        for entry in game.log().iter().skip(seen) {
            let ruleset = self.game.ruleset();
            match &entry.event {
                Event::Throw { face } => self.face = Some(*face),
                Event::Move { mv } => {
                    let illegal = || PlayerError::IllegalMove(format!("`{mv}` is not a legal move here"));
                    let mv = self.game.move_of(&entry.event).ok_or_else(illegal)?;
                    let text = if mv.is_pass() { PASS.to_owned() } else { board::format_move(ruleset, mv) };
                    events.push(RemoteEvent::Move { text, face: self.face.take() });
                }
                event => {
                    let dialect = board::default_dialect(ruleset);
                    events.extend(werera::format_event(&self.game, event, dialect).map(RemoteEvent::Werera));
                }
            }
            let applied = self.game.apply(entry.event.clone(), None);
            applied.map_err(|refusal| PlayerError::IllegalMove(refusal.to_string()))?;
        }
        Ok(events)
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
