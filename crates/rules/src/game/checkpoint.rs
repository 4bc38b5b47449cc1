//! Going back in a game without replaying it.

use super::Game;
use crate::law::mate_style::MateStyle;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::werera::WereraState;

/// Where a game stood, so that it can go back there: [`Game::checkpoint`] makes it.
/// It holds no events, so a stack of them for every ply of a long game stays small.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    events: usize,
    position: Position,
    ids: Vec<Option<u16>>,
    keys: Vec<u64>,
    werera: WereraState,
    over: Option<Outcome>,
    style: Option<MateStyle>,
}

impl Checkpoint {
    /// How many events the game had.
    pub(crate) fn events(&self) -> usize {
        self.events
    }
}

impl Game {
    /// Where the game stands now, for [`Game::rewind`].
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            events: self.log.len(),
            position: self.position,
            ids: self.ids.clone(),
            keys: self.keys.clone(),
            werera: self.werera.clone(),
            over: self.over,
            style: self.style,
        }
    }

    /// Goes back to a checkpoint of this game, in constant time: for takebacks and for walks
    /// through a tree of moves, where [`Game::without_last`] would replay the whole log.
    ///
    /// # Panics
    /// The checkpoint has more events than the game, so it belongs to another one.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_rules::{Game, Ruleset};
    ///
    /// let mut game = Game::new(Arc::new(Ruleset::named("shatranj")?));
    /// let (before, fen) = (game.checkpoint(), game.fen());
    /// game.play(game.legal_move("e2e3")?, None)?;
    /// game.rewind(before);
    /// assert_eq!((game.fen(), game.log().len()), (fen, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, checkpoint: Checkpoint) {
        let Checkpoint { events, position, ids, keys, werera, over, style } = checkpoint;
        assert!(events <= self.log.len(), "the checkpoint is of another game");
        self.log.truncate(events);
        self.position = position;
        self.ids = ids;
        self.keys = keys;
        self.werera = werera;
        self.over = over;
        self.style = style;
        self.moves = Default::default();
    }
}
