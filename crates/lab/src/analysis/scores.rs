//! Expected scores of the moves of a game, and the luck of its throws.

use rukh_rules::{Event, Game, Side};

use super::{Analyser, NodeEval, analyse_throw};
use crate::standing::Standing;

/// What a judge expected of a game while it was played.
#[derive(Debug, Clone, PartialEq)]
pub struct GameScores {
    /// Of each move in turns, in their order: the expected score of the side that moves, before its move and after it,
    /// from 0 to 1. With a die, before the move is after its throw, and after the move before the next throw.
    pub moves: Vec<[f64; 2]>,
    /// What White's throws brought White, and Black's Black, in shares of a point; `None` without a die.
    pub luck: Option<[f64; 2]>,
    /// How often the lead went from one side to the other. A side leads that is [ahead](Standing::Ahead), and leads
    /// until the other one does.
    pub lead_changes: u32,
}

impl Analyser {
    /// Expected scores of a game, by one search of each position and before a throw of each face. Moves are not judged
    /// alone, so this takes far less than [`Analyser::analyse`]. What was found in other games is forgotten.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset.
    pub fn score_game(&mut self, game: &Game) -> GameScores {
        self.engine.clear();
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let mut view = self.eval_node(&played);
        let (mut moves, mut luck, mut lead) = (Vec::new(), [0.0; 2], Lead::default());
        for entry in game.log() {
            let side = played.position().turn();
            let before = match (&entry.event, &view) {
                (Event::Move { .. }, NodeEval::Choice(eval)) => Some(eval.expected),
                _ => None,
            };
            let throw = match entry.event {
                Event::Throw { face } => analyse_throw(&view, face),
                _ => None,
            };
            luck[side.index()] += throw.as_ref().map_or(0.0, |throw| throw.luck);
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
            view = self.eval_after_throw(&played, throw.as_ref());
            if let Some(before) = before {
                let after = view.expected_score(side, played.position().turn());
                lead.look(side, before);
                lead.look(side, after);
                moves.push([before, after]);
            }
        }
        GameScores { moves, luck: game.ruleset().has_die().then_some(luck), lead_changes: lead.changes }
    }
}

/// The side that leads, and how often that changed.
#[derive(Default)]
struct Lead {
    side: Option<Side>,
    changes: u32,
}

impl Lead {
    /// Looks at what a side can expect.
    fn look(&mut self, side: Side, expected: f64) {
        let leader = match Standing::of(expected) {
            Standing::Ahead | Standing::Winning => side,
            Standing::Behind | Standing::Losing => side.other(),
            Standing::Even => return,
        };
        self.changes += u32::from(self.side.is_some_and(|before| before != leader));
        self.side = Some(leader);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Lead;
    use crate::analysis::{Analyser, AnalysisLimit, AnalysisSettings};
    use rukh_rules::hash::SplitMix64;
    use rukh_rules::{Event, Game, Node, Ruleset, Side};

    fn judge(id: &str) -> (Arc<Ruleset>, Analyser) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let settings =
            AnalysisSettings { limit: AnalysisLimit::Nodes(100), mebibytes: 1, lines: 1, threads: 1 };
        (ruleset.clone(), Analyser::new(ruleset, settings, None).expect("no file is given"))
    }

    #[test]
    fn lead_changes_only_when_the_other_side_is_ahead() {
        let mut lead = Lead::default();
        for (side, expected) in [
            (Side::White, 0.7),
            (Side::White, 0.5),
            (Side::Black, 0.3),
            (Side::Black, 0.55),
            (Side::Black, 0.8),
            (Side::White, 0.1),
            (Side::White, 0.61),
        ] {
            lead.look(side, expected);
        }
        assert_eq!((lead.side, lead.changes), (Some(Side::White), 2));
    }

    #[test]
    fn score_game_ends_with_the_result() {
        let (ruleset, mut judge) = judge("shatranj");
        let mut game = Game::from_fen(ruleset, "4k3/8/8/8/8/8/3r4/3RK3 w - - 0 1").expect("a sound FEN");
        game.play(game.legal_move("d1d2").expect("legal"), None).expect("legal");
        let scores = judge.score_game(&game);
        assert_eq!(scores.moves.len(), 1);
        assert_eq!((scores.moves[0][1], scores.luck), (1.0, None));
        assert_eq!(judge.score_game(&game), scores, "what was found before is forgotten");
    }

    #[test]
    fn score_game_has_the_luck_of_each_side() {
        let (ruleset, mut judge) = judge("oblong-dice");
        let mut game = Game::new(ruleset);
        let mut random = SplitMix64::new(4);
        while game.seq() < 24 {
            match game.node() {
                Node::Chance(faces) => {
                    let face = faces[random.below(faces.len())].number;
                    game.apply(Event::Throw { face }, None).expect("a face");
                }
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    game.play(moves[random.below(moves.len())], None).expect("legal");
                }
                _ => break,
            }
        }
        let scores = judge.score_game(&game);
        let moves = game.log().iter().filter(|entry| matches!(entry.event, Event::Move { .. })).count();
        assert_eq!(scores.moves.len(), moves);
        let [white, black] = scores.luck.expect("a die");
        assert!(white != 0.0 && black != 0.0);
        assert!(scores.moves.iter().flatten().all(|score| (0.0..=1.0).contains(score)));
    }
}
