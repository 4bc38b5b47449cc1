//! What a search says of one position by itself, and of the move that was played there.

use rukh_engine::WdlModel;
use rukh_rules::{Game, Move};

use super::Analyser;

/// A position with several moves to choose from, and the move that was played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChoiceAnalysis {
    /// The share of the points its side could expect before the move, from 0 to 1.
    pub before: f64,
    /// The same after it, as the same position's search has it.
    pub after: f64,
    /// Whether the search would have played it too.
    pub is_first: bool,
    /// How much less the second choice of the search lets expect than the first; `None` where no second one was
    /// searched, because there is none or because the analyser looks for one line alone.
    pub gap: Option<f64>,
    /// How late the search saw its first choice: the share of its depths after which that still changed, from 0, where
    /// every depth had it, to less than 1.
    pub settled: f64,
}

impl ChoiceAnalysis {
    /// The share of the points that the move gave away; the first choice gives away nothing.
    #[must_use]
    pub fn loss(&self) -> f64 {
        if self.is_first { 0.0 } else { (self.before - self.after).max(0.0) }
    }
}

impl Analyser {
    /// This analyser without solved endings: its searches ask no table, so they never wait for one, and what they find
    /// does not depend on which tables there are.
    #[must_use]
    pub fn without_tables(mut self) -> Analyser {
        self.engine.set_tables(None);
        self
    }

    /// Judges a move that a side may choose from in a position; what was found before is forgotten, and solved endings
    /// are asked by the searches alone. With a limit of nodes and one thread the same position is judged the same each
    /// time.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset, or the move is not legal.
    pub fn analyse_choice(&mut self, game: &Game, mv: Move) -> ChoiceAnalysis {
        self.engine.clear();
        let depths = self.search_depths(game, None);
        let eval = depths.last().expect("there is an eval even where no depth came to its end");
        let is_first = eval.best == Some(mv);
        let after = match is_first {
            true => eval.expected,
            false => {
                let played = self.search_depths(game, Some((eval.depth, mv)));
                played.last().map_or(eval.expected, |eval| eval.expected)
            }
        };
        let model = WdlModel::of(self.engine.ruleset());
        let expected = |at: usize| eval.lines.get(at).map(|line| model.expected_score(line.score));
        let changed = depths.iter().rposition(|one| one.best != eval.best).map_or(0, |at| at + 1);
        ChoiceAnalysis {
            before: eval.expected,
            after,
            is_first,
            gap: expected(0).zip(expected(1)).map(|(first, second)| (first - second).max(0.0)),
            settled: changed as f64 / depths.len() as f64,
        }
    }
}
