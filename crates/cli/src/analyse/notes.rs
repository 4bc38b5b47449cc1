//! What was judged, as comments in PGN.
//!
//! The game is written with its own annotations; comments are put after its moves. A value
//! stands in the command `[%eval …]`, which other programs know: pawns White is
//! ahead, or `#` and moves until the end. With a die, where no such value is
//! known, there are words only: White's share of the points.

use rukh_engine::Score;
use rukh_lab::analysis::{Analysis, MoveAnalysis, MoveGrade};
use rukh_rules::notation::annotation::Annotation;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::Record;
use rukh_rules::{Rules, Side};

use super::share_for_white;
use super::text::{gain, line, others, percent};

/// The longest better line that is told.
const LINE: usize = 6;

/// A game with comments, beside the annotations it has.
pub fn write(record: &Record, analysis: &Analysis) -> String {
    let mut record = record.clone();
    for one in &analysis.moves {
        let words = comment(record.game.rules(), one);
        record.annotations.push(one.seq, Annotation::Comment(words));
    }
    pgn::format(&record)
}

fn comment(rules: &Rules, one: &MoveAnalysis) -> String {
    let mut parts: Vec<String> = one.score.map(|score| value(score, one.side)).into_iter().collect();
    if one.score.is_none() {
        let [before, after] = [one.before, one.after].map(|share| share_for_white(share, one.side));
        parts.push(format!("White {} → {}", percent(before), percent(after)));
    }
    if let Some(throw) = &one.throw {
        parts.push(format!("luck {}", gain(throw.luck)));
    }
    if one.grade() > MoveGrade::Sound {
        let moves = line(rules, &one.position, &one.eval.pv);
        let better = moves[..moves.len().min(LINE)].join(" ");
        parts.push(format!("{}, loses {}: better {better}", one.grade(), percent(one.loss())));
    }
    let others: Vec<String> = others(rules, &one.position, &one.eval)
        .iter()
        .filter_map(|(score, moves)| Some(format!("{} {score}", moves.first()?)))
        .collect();
    if !others.is_empty() {
        parts.push(format!("best moves, scores for White: {}", others.join(", ")));
    }
    parts.join(" ")
}

/// A score as White sees it.
fn value(score: Score, side: Side) -> String {
    let sign = if side == Side::White { 1 } else { -1 };
    match score {
        Score::Win { plies } => format!("[%eval #{}]", sign * i32::from(plies.div_ceil(2))),
        Score::Loss { plies } => format!("[%eval #{}]", -sign * i32::from(plies.div_ceil(2))),
        score => format!("[%eval {:.2}]", f64::from(sign * score.centipawns()) / 100.0),
    }
}
