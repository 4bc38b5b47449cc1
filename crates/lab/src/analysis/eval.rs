//! What a search thinks of where a game stands.

use rukh_engine::{PvLine, Score, SearchResult, WdlModel};
use rukh_rules::{Move, Outcome, Side};

/// Evaluation of a position at a choice node.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionEval {
    /// Its value for the side to move.
    pub score: Score,
    /// The share of the points that lets expect.
    pub expected: f64,
    /// The move that the search would play; `None` before a throw.
    pub best: Option<Move>,
    /// What is expected to follow, the best move first; with a die only that.
    pub pv: Vec<Move>,
    /// The last depth searched to its end.
    pub depth: u32,
    /// Positions looked at until then.
    pub nodes: u64,
    /// The best moves with their lines, as many as were looked for, the best first.
    pub lines: Vec<PvLine>,
}

impl PositionEval {
    /// What a search has found.
    pub(crate) fn new(model: WdlModel, found: &SearchResult) -> PositionEval {
        PositionEval {
            score: found.score,
            expected: model.expected_score(found.score),
            best: found.best,
            pv: found.pv.clone(),
            depth: found.depth,
            nodes: found.nodes,
            lines: found.lines.clone(),
        }
    }

    /// Its value for the side that has made the move.
    pub(super) fn after_move(&self) -> Score {
        match self.score {
            Score::Win { plies } => Score::Win { plies: plies.saturating_sub(1) },
            Score::Loss { plies } => Score::Loss { plies: plies.saturating_sub(1) },
            score => score,
        }
    }
}

/// Evaluation of a game's current node.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeEval {
    /// A side chooses.
    Choice(PositionEval),
    /// A die is thrown: what each face would bring, in their order.
    Chance(Vec<(u8, PositionEval)>),
    /// Both sides marshal: nothing is said of that.
    Werera,
    /// The game is over.
    Over(Outcome),
}

impl NodeEval {
    /// The share of the points a side can expect, if the other one or itself is on move.
    #[must_use]
    pub fn expected_score(&self, side: Side, turn: Side) -> f64 {
        let own = match self {
            NodeEval::Choice(eval) => eval.expected,
            NodeEval::Chance(faces) => {
                let sum: f64 = faces.iter().map(|(_, eval)| eval.expected).sum();
                sum / (faces.len() as f64).max(1.0)
            }
            NodeEval::Werera => 0.5,
            NodeEval::Over(over) => over.winner.map_or(0.5, |winner| f64::from(u8::from(winner == turn))),
        };
        if side == turn { own } else { 1.0 - own }
    }
}
