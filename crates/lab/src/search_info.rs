//! What a search has found, as JSON: the same in the npm package, over HTTP and in `rukh analyse`.

use rukh_engine::{PvLine, Score, SearchResult, WdlModel};
use rukh_rules::notation::coordinate;
use rukh_rules::{Move, Ruleset};
use serde::Serialize;

use crate::analysis::PositionEval;

/// The value of a position for the side to move or to throw.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreData {
    /// Hundredths of a pawn; absent for forced ends and with a die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Plies until a forced win, negative until a forced loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<i32>,
    /// The expected share of the points, 0 to 1, a draw counted half.
    pub expected: f64,
}

/// A line of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineData {
    /// The value.
    pub score: ScoreData,
    /// The moves in coordinates; with a die only the first.
    pub pv: Vec<String>,
}

/// What is thought of a position where a side chooses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvalData {
    /// The depth completed.
    pub depth: u32,
    /// Nodes searched until then.
    pub nodes: u64,
    /// The value.
    pub score: ScoreData,
    /// The best move; absent before a throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The moves expected, the best first; with a die only that.
    pub pv: Vec<String>,
    /// The best moves in order.
    pub lines: Vec<LineData>,
}

/// The result of a search up to a depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchInfo {
    /// What is thought.
    #[serde(flatten)]
    pub eval: EvalData,
    /// The longest line.
    pub seldepth: u32,
    /// The share of the table in use, in thousandths.
    pub hashfull: u32,
}

/// What is thought of a face of the die, for the side that throws.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaceEval {
    /// The number on the die, from 1.
    pub face: u8,
    /// What is thought.
    #[serde(flatten)]
    pub eval: EvalData,
}

impl ScoreData {
    /// The value of a position of a ruleset.
    ///
    /// # Examples
    /// ```
    /// use rukh_engine::Score;
    /// use rukh_lab::search_info::ScoreData;
    /// use rukh_rules::Ruleset;
    ///
    /// let shatranj = Ruleset::named("shatranj")?;
    /// let lost = ScoreData::new(&shatranj, Score::Loss { plies: 4 });
    /// assert_eq!(serde_json::to_string(&lost)?, r#"{"plies":-4,"expected":0.0}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(ruleset: &Ruleset, score: Score) -> ScoreData {
        let (cp, plies) = match score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Win { plies } => (None, Some(i32::from(plies))),
            Score::Loss { plies } => (None, Some(-i32::from(plies))),
            Score::Chance { .. } => (None, None),
        };
        ScoreData { cp, plies, expected: WdlModel::of(ruleset).expected_score(score) }
    }
}

impl EvalData {
    /// The evaluation of a position of a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset, eval: &PositionEval) -> EvalData {
        let written = |moves: &[Move]| moves.iter().map(|mv| coordinate::format(ruleset, *mv)).collect();
        let line =
            |line: &PvLine| LineData { score: ScoreData::new(ruleset, line.score), pv: written(&line.pv) };
        EvalData {
            depth: eval.depth,
            nodes: eval.nodes,
            score: ScoreData::new(ruleset, eval.score),
            best: eval.best.map(|mv| coordinate::format(ruleset, mv)),
            pv: written(&eval.pv),
            lines: eval.lines.iter().map(line).collect(),
        }
    }
}

impl SearchInfo {
    /// What a search of a position of a ruleset has found.
    #[must_use]
    pub fn new(ruleset: &Ruleset, found: &SearchResult) -> SearchInfo {
        let eval = EvalData::new(ruleset, &PositionEval::new(WdlModel::of(ruleset), found));
        SearchInfo { eval, seldepth: found.seldepth, hashfull: found.hashfull }
    }
}

impl FaceEval {
    /// What is thought of each face of a ruleset's die.
    #[must_use]
    pub fn all(ruleset: &Ruleset, faces: &[(u8, PositionEval)]) -> Vec<FaceEval> {
        let face = |(face, eval): &(u8, _)| FaceEval { face: *face, eval: EvalData::new(ruleset, eval) };
        faces.iter().map(face).collect()
    }
}
