//! What was judged, for programs: the types are the schema. What is thought of a position, a move and a
//! side are those of the server and the npm package.

use std::collections::BTreeMap;

use rukh_lab::analysis::{Analysis, Balance, MoveAnalysis, NodeEval};
use rukh_lab::review::{ReviewedMove, SideSummary};
use rukh_lab::search_info::{EvalData, FaceEval, ScoreData};
use rukh_rules::notation::record::{Record, Tags};
use rukh_rules::{Game, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// One line of `rukh analyse --json`: a game, or a position that was asked for.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    clippy::large_enum_variant,
    reason = "only its schema is used: each kind of line is written by itself"
)]
enum Report {
    Game(GameReport),
    Position(PositionReport),
}

/// What is thought of where a game stands, for the side to move or to throw.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "node")]
enum NodeReport {
    /// A side chooses.
    Choice(EvalData),
    /// A die is thrown: the expected share of the points, 0 to 1, and each face.
    Chance { expected: f64, faces: Vec<FaceEval> },
    /// Both sides move at once, which is not judged.
    Werera,
    /// The game is over.
    Over { result: String, reason: String },
}

/// A position that was judged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PositionReport {
    ruleset: String,
    fen: String,
    turn: Side,
    eval: NodeReport,
}

/// A move, judged for the side that made it.
#[derive(Debug, Serialize, JsonSchema)]
struct MoveReport {
    #[serde(flatten)]
    reviewed: ReviewedMove,
    /// What was thought of the position before the move.
    eval: EvalData,
    /// The value of the move; none with a die.
    score: Option<ScoreData>,
    /// What it gave away in hundredths of a pawn; none with a die.
    centipawns: Option<i32>,
    /// The face it was made with; none without a die.
    face: Option<u8>,
    /// What each face would have brought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<FaceEval>,
}

/// A game that was judged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameReport {
    ruleset: String,
    #[schemars(with = "BTreeMap<String, String>")]
    tags: Tags,
    result: String,
    moves: Vec<MoveReport>,
    /// Events of the werera, which are not judged.
    skipped: usize,
    /// Where the game stands at last.
    last: NodeReport,
    white: SideSummary,
    black: SideSummary,
    /// What made the result; none if no turns were played.
    balance: Option<Balance>,
}

/// The JSON Schema of the lines.
pub fn schema() -> String {
    // Of what is written: what may be left out is not required.
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    format!("{:#}", generator.into_root_schema_for::<Report>().as_value())
}

fn node(game: &Game, eval: &NodeEval) -> NodeReport {
    let (ruleset, turn) = (game.ruleset(), game.position().turn());
    match eval {
        NodeEval::Choice(found) => NodeReport::Choice(EvalData::new(ruleset, found)),
        NodeEval::Chance(faces) => NodeReport::Chance {
            expected: eval.expected_score(turn, turn),
            faces: FaceEval::all(ruleset, faces),
        },
        NodeEval::Werera => NodeReport::Werera,
        NodeEval::Over(over) => {
            NodeReport::Over { result: over.result().to_owned(), reason: over.reason.to_string() }
        }
    }
}

/// A position as a line of JSON.
///
/// # Errors
/// None that can happen.
pub fn position(game: &Game, found: &NodeEval) -> serde_json::Result<String> {
    serde_json::to_string(&PositionReport {
        ruleset: game.ruleset().instance.to_string(),
        fen: game.fen(),
        turn: game.position().turn(),
        eval: node(game, found),
    })
}

/// A game as a line of JSON.
///
/// # Errors
/// None that can happen.
pub fn game(record: &Record, analysis: &Analysis) -> serde_json::Result<String> {
    let game = &record.game;
    serde_json::to_string(&GameReport {
        ruleset: game.ruleset().instance.to_string(),
        tags: record.tags.clone(),
        result: record.result().to_owned(),
        moves: analysis.moves.iter().map(|one| judged(game, one)).collect(),
        skipped: analysis.skipped,
        last: node(game, &analysis.last),
        white: analysis.summary(Side::White).into(),
        black: analysis.summary(Side::Black).into(),
        balance: analysis.balance(),
    })
}

fn judged(game: &Game, one: &MoveAnalysis) -> MoveReport {
    let ruleset = game.ruleset();
    let throw = one.throw.as_ref();
    MoveReport {
        reviewed: ReviewedMove::new(game, one),
        eval: EvalData::new(ruleset, &one.eval),
        score: one.score.map(|score| ScoreData::new(ruleset, score)),
        centipawns: one.centipawns_lost(),
        face: throw.map(|throw| throw.face),
        faces: throw.map_or_else(Vec::new, |throw| FaceEval::all(ruleset, &throw.faces)),
    }
}
