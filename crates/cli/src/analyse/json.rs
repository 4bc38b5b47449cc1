//! What was judged, for programs.

use rukh_engine::Score;
use rukh_lab::analysis::{Analysis, Judgement, Thought, View};
use rukh_rules::notation::record::Record;
use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Game, Ruleset, Side};
use serde_json::{Value, json};

/// A share of the points, to a ten-thousandth.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

fn score(score: Score) -> Value {
    match score {
        Score::Centipawns(value) => json!({ "cp": value }),
        Score::Win { plies } => json!({ "win": plies }),
        Score::Loss { plies } => json!({ "loss": plies }),
        Score::Chance { win } => json!({ "share": f64::from(win) / 10_000.0 }),
    }
}

fn thought(ruleset: &Ruleset, thought: &Thought) -> Value {
    let moves: Vec<String> = thought.line.iter().map(|chosen| coordinate::write(ruleset, *chosen)).collect();
    json!({
        "score": score(thought.score),
        "share": rounded(thought.share),
        "best": thought.best.map(|best| coordinate::write(ruleset, best)),
        "line": moves,
        "depth": thought.depth,
        "nodes": thought.nodes,
    })
}

fn faces(ruleset: &Ruleset, faces: &[(u8, Thought)]) -> Vec<Value> {
    let face = |(face, found): &(u8, Thought)| json!({ "face": face, "thought": thought(ruleset, found) });
    faces.iter().map(face).collect()
}

fn view(game: &Game, view: &View) -> Value {
    let ruleset = game.ruleset();
    match view {
        View::Choice(found) => json!({ "node": "choice", "thought": thought(ruleset, found) }),
        View::Chance(all) => {
            let turn = game.position().turn();
            let share = rounded(view.share(turn, turn));
            json!({ "node": "chance", "share": share, "faces": faces(ruleset, all) })
        }
        View::Werera => json!({ "node": "werera" }),
        View::Over(over) => json!({ "node": "over", "result": over.result(), "reason": over.reason.word() }),
    }
}

/// A position.
pub fn position(game: &Game, found: &View) -> Value {
    json!({
        "ruleset": game.ruleset().instance.to_string(),
        "fen": game.fen(),
        "turn": game.position().turn().name().to_lowercase(),
        "view": view(game, found),
    })
}

/// A game.
pub fn game(record: &Record, analysis: &Analysis) -> Value {
    let game = &record.game;
    let moves: Vec<Value> = analysis.moves.iter().map(|one| judgement(game, one)).collect();
    let account = |side| {
        let account = analysis.account(side);
        let [inaccuracies, mistakes, blunders] = account.slips;
        json!({
            "moves": account.moves,
            "accuracy": (account.accuracy * 10.0).round() / 10.0,
            "loss": rounded(account.loss),
            "centipawns": account.centipawns.map(f64::round),
            "inaccuracies": inaccuracies,
            "mistakes": mistakes,
            "blunders": blunders,
            "luck": rounded(account.luck),
        })
    };
    json!({
        "ruleset": game.ruleset().instance.to_string(),
        "tags": record.tags,
        "result": record.result(),
        "unjudged": analysis.unjudged,
        "moves": moves,
        "last": view(game, &analysis.last),
        "white": account(Side::White),
        "black": account(Side::Black),
    })
}

fn judgement(game: &Game, one: &Judgement) -> Value {
    let ruleset = game.ruleset();
    let throw = one.throw.as_ref().map(|throw| {
        let faces = faces(ruleset, &throw.faces);
        json!({ "face": throw.face, "luck": rounded(throw.luck), "faces": faces })
    });
    json!({
        "seq": one.seq,
        "turn": one.position.turn_number(),
        "side": one.side.name().to_lowercase(),
        "move": coordinate::write(ruleset, one.chosen),
        "san": san::write(game.rules(), &one.position, one.chosen),
        "promised": thought(ruleset, &one.promised),
        "before": rounded(one.before),
        "after": rounded(one.after),
        "score": one.score.map(score),
        "loss": rounded(one.loss()),
        "centipawns": one.centipawns_lost(),
        "accuracy": (one.accuracy() * 10.0).round() / 10.0,
        "grade": one.grade().word(),
        "forced": one.is_forced,
        "throw": throw,
    })
}
