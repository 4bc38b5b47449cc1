//! The luck of the throws of a game.

use rukh_rules::{Event, Game, Node, Side};

use super::{Analyser, analyse_throw};

impl Analyser {
    /// What the throws of a game brought White, less what they brought Black, in shares of the points; without a
    /// judgement of its moves, which takes far longer. What was found in other games is forgotten.
    ///
    /// Each throw is judged before it is known, so that over all that could have fallen luck adds up to nothing,
    /// however little the judge sees.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset.
    pub fn luck_of_throws(&mut self, game: &Game) -> f64 {
        self.engine.clear();
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let mut luck = 0.0;
        for entry in game.log() {
            if let Event::Throw { face } = entry.event
                && matches!(played.node(), Node::Chance(_))
            {
                let view = self.eval_node(&played);
                let own = analyse_throw(&view, face).map_or(0.0, |throw| throw.luck);
                luck += if played.position().turn() == Side::White { own } else { -own };
            }
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        }
        luck
    }
}
