//! What was judged, for programs: the types are the schema.

use std::collections::BTreeMap;

use rukh_engine::{PvLine as EngineLine, Score as EngineScore};
use rukh_lab::analysis::{
    Analysis, Balance as LabBalance, MoveAnalysis, NodeEval as LabView, PlayerSummary as SideAccount,
    PositionEval as LabThought,
};
use rukh_rules::notation::record::{Record, Tags};
use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Game, Ruleset, Side};
use schemars::JsonSchema;
use serde::Serialize;

use super::{for_white, share_for_white};

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

/// Whose scores and shares are told. What a move gives away (`loss`, `centipawns`) and what a
/// throw brings (`luck`) are of the side that made it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Pov {
    /// White's: more is better for White, whoever is to move.
    White,
}

/// A value for White.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// White wins; the number of plies.
    Win(u16),
    /// White loses; the number of plies.
    Loss(u16),
    /// With a die: the share of the points, 0 to 1.
    Share(f64),
}

/// A move and what is expected to follow.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
    score: Score,
    /// Moves in coordinates; with a die only the first.
    moves: Vec<String>,
}

/// What is thought of a position where a side chooses.
#[derive(Debug, Serialize, JsonSchema)]
struct Thought {
    score: Score,
    /// White's share of the points, 0 to 1.
    share: f64,
    /// The best move in coordinates.
    best: Option<String>,
    /// What is expected to follow, the best move first.
    line: Vec<String>,
    /// The last depth searched to its end.
    depth: u32,
    /// Positions looked at until then.
    nodes: u64,
    /// The best lines, if more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Line>,
}

/// What a face of the die would bring.
#[derive(Debug, Serialize, JsonSchema)]
struct Face {
    face: u8,
    thought: Thought,
}

/// What is thought of where a game stands.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "node")]
enum View {
    /// A side chooses.
    Choice { thought: Thought },
    /// A die is thrown: White's share of the points, and each face.
    Chance { share: f64, faces: Vec<Face> },
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
    pov: Pov,
    view: View,
}

/// The throw a move was made with.
#[derive(Debug, Serialize, JsonSchema)]
struct Throw {
    face: u8,
    /// The share of the points it won the side that threw; less than 0 if lost.
    luck: f64,
    faces: Vec<Face>,
}

/// A move, judged.
#[derive(Debug, Serialize, JsonSchema)]
struct Move {
    /// The number of its entry in the log.
    seq: u64,
    turn: u32,
    side: Side,
    /// The move in coordinates.
    #[serde(rename = "move")]
    mv: String,
    san: String,
    /// What the position promised before the move.
    promised: Thought,
    /// White's share of the points before the move.
    before: f64,
    /// White's share of the points after it.
    after: f64,
    /// The value of the move; none with a die.
    score: Option<Score>,
    /// The share of the points it gave away.
    loss: f64,
    /// The same in hundredths of a pawn; none with a die.
    centipawns: Option<i32>,
    /// 0 (it lost as much as a random move) to 100.
    accuracy: f64,
    /// `sound`, `inaccuracy`, `mistake` or `blunder`.
    grade: String,
    /// Whether there was no other move.
    forced: bool,
    throw: Option<Throw>,
}

/// What a side's moves add up to.
#[derive(Debug, Serialize, JsonSchema)]
struct Account {
    moves: usize,
    /// 0 (as random moves) to 100; none without a move judged.
    accuracy: Option<f64>,
    /// The mean share of the points given away; none without a move judged.
    loss: Option<f64>,
    /// The mean of hundredths of a pawn given away; none with a die or without a move judged.
    centipawns: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    luck: f64,
}

/// What made the result, in White's shares of the points: `luck`, `skill` and `remainder` add up to
/// `result`.
#[derive(Debug, Serialize, JsonSchema)]
struct Balance {
    /// White's share where turns began, 0 to 1.
    start: f64,
    /// What throws brought White, less what they brought Black.
    luck: f64,
    /// What Black's moves gave away, less what White's did.
    skill: f64,
    /// What was judged differently from one position to the next, at this depth, or was not played out.
    remainder: f64,
    /// White's share at the end less that at the start.
    result: f64,
}

impl From<LabBalance> for Balance {
    fn from(balance: LabBalance) -> Balance {
        let LabBalance { start, luck, skill, remainder, result } = balance.rounded();
        Balance { start, luck, skill, remainder, result }
    }
}

/// A game that was judged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameReport {
    ruleset: String,
    #[schemars(with = "BTreeMap<String, String>")]
    tags: Tags,
    result: String,
    pov: Pov,
    /// Events of the werera, which are not judged.
    unjudged: usize,
    moves: Vec<Move>,
    /// Where the game stands at last.
    last: View,
    white: Account,
    black: Account,
    /// What made the result; none if no turns were played.
    balance: Option<Balance>,
}

/// The JSON Schema of the lines.
pub fn schema() -> String {
    // Of what is written: what may be left out is not required.
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    format!("{:#}", generator.into_root_schema_for::<Report>().as_value())
}

/// A share of the points, to a ten-thousandth.
fn rounded(share: f64) -> f64 {
    // A little less than nothing is nothing.
    (share * 10_000.0).round() / 10_000.0 + 0.0
}

fn score(score: EngineScore, turn: Side) -> Score {
    match for_white(score, turn) {
        EngineScore::Centipawns(value) => Score::Cp(value),
        EngineScore::Win { plies } => Score::Win(plies),
        EngineScore::Loss { plies } => Score::Loss(plies),
        EngineScore::Chance { win } => Score::Share(f64::from(win) / 10_000.0),
    }
}

fn thought(ruleset: &Ruleset, turn: Side, thought: &LabThought) -> Thought {
    let names = |moves: &[rukh_rules::Move]| -> Vec<String> {
        moves.iter().map(|chosen| coordinate::format(ruleset, *chosen)).collect()
    };
    let line = |line: &EngineLine| Line { score: score(line.score, turn), moves: names(&line.pv) };
    let lines = if thought.lines.len() > 1 { &thought.lines[..] } else { &[] };
    Thought {
        score: score(thought.score, turn),
        share: rounded(share_for_white(thought.expected, turn)),
        best: thought.best.map(|best| coordinate::format(ruleset, best)),
        line: names(&thought.pv),
        depth: thought.depth,
        nodes: thought.nodes,
        lines: lines.iter().map(line).collect(),
    }
}

fn faces(ruleset: &Ruleset, turn: Side, faces: &[(u8, LabThought)]) -> Vec<Face> {
    let face =
        |(face, found): &(u8, LabThought)| Face { face: *face, thought: thought(ruleset, turn, found) };
    faces.iter().map(face).collect()
}

fn view(game: &Game, view: &LabView) -> View {
    let (ruleset, turn) = (game.ruleset(), game.position().turn());
    match view {
        LabView::Choice(found) => View::Choice { thought: thought(ruleset, turn, found) },
        LabView::Chance(all) => View::Chance {
            share: rounded(view.expected_score(Side::White, turn)),
            faces: faces(ruleset, turn, all),
        },
        LabView::Werera => View::Werera,
        LabView::Over(over) => {
            View::Over { result: over.result().to_owned(), reason: over.reason.to_string() }
        }
    }
}

/// A position as a line of JSON.
///
/// # Errors
/// None that can happen.
pub fn position(game: &Game, found: &LabView) -> serde_json::Result<String> {
    serde_json::to_string(&PositionReport {
        ruleset: game.ruleset().instance.to_string(),
        fen: game.fen(),
        turn: game.position().turn(),
        pov: Pov::White,
        view: view(game, found),
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
        pov: Pov::White,
        unjudged: analysis.skipped,
        moves: analysis.moves.iter().map(|one| judged(game, one)).collect(),
        last: view(game, &analysis.last),
        white: account(&analysis.summary(Side::White)),
        black: account(&analysis.summary(Side::Black)),
        balance: analysis.balance().map(Balance::from),
    })
}

fn account(account: &SideAccount) -> Account {
    let [inaccuracies, mistakes, blunders] = account.error_counts;
    Account {
        moves: account.moves,
        accuracy: account.accuracy.map(|accuracy| (accuracy * 10.0).round() / 10.0),
        loss: account.loss.map(rounded),
        centipawns: account.centipawns.map(f64::round),
        inaccuracies,
        mistakes,
        blunders,
        luck: rounded(account.luck),
    }
}

fn judged(game: &Game, one: &MoveAnalysis) -> Move {
    let (ruleset, side) = (game.ruleset(), one.side);
    let throw = one.throw.as_ref().map(|throw| Throw {
        face: throw.face,
        luck: rounded(throw.luck),
        faces: faces(ruleset, side, &throw.faces),
    });
    Move {
        seq: one.seq,
        turn: u32::from(one.position.turn_number()),
        side,
        mv: coordinate::format(ruleset, one.mv),
        san: san::format(game.rules(), &one.position, one.mv),
        promised: thought(ruleset, side, &one.eval),
        before: rounded(share_for_white(one.before, side)),
        after: rounded(share_for_white(one.after, side)),
        score: one.score.map(|value| score(value, side)),
        loss: rounded(one.loss()),
        centipawns: one.centipawns_lost(),
        accuracy: (one.accuracy() * 10.0).round() / 10.0,
        grade: one.grade().to_string(),
        forced: one.is_forced,
        throw,
    }
}
