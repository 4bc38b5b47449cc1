//! What was judged, as comments in PGN.
//!
//! The game is written as everywhere; comments are put after its moves. A value
//! stands in the command `[%eval …]`, which other programs know: pawns White is
//! ahead, or `#` and moves until the end. With a die, where no such value is
//! known, there are words only: White's share of the points.

use rukh_engine::Score;
use rukh_lab::analysis::{Analysis, Grade, Judgement};
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::Record;
use rukh_rules::{Rules, Side};

use super::share_for_white;
use super::text::{gain, line, others, percent};

/// The length lines are filled to.
const WIDTH: usize = 80;
/// The longest better line that is told.
const LINE: usize = 6;

/// A game with comments.
pub fn write(record: &Record, analysis: &Analysis) -> String {
    let plain = pgn::write(record);
    let (tags, moves) = plain.split_once("\n\n").unwrap_or(("", &plain));
    let mut judged = analysis.moves.iter();
    let mut words = Vec::new();
    for token in tokens(moves) {
        words.push(token.to_owned());
        if is_move(token)
            && let Some(one) = judged.next()
        {
            words.push(comment(record.game.rules(), one));
        }
    }
    format!("{tags}\n\n{}", filled(&words))
}

/// Words of movetext; a comment is one.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('{') {
            Some(comment) => comment.find('}').map(|end| end + 2),
            None => rest.find(char::is_whitespace),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// Neither a comment nor a number nor a result.
fn is_move(token: &str) -> bool {
    let is_number = token.ends_with('.') && token.starts_with(|letter: char| letter.is_ascii_digit());
    !token.starts_with('{') && !is_number && !["1-0", "0-1", "1/2-1/2", "*"].contains(&token)
}

fn comment(rules: &Rules, one: &Judgement) -> String {
    let mut parts: Vec<String> = one.score.map(|score| value(score, one.side)).into_iter().collect();
    if one.score.is_none() {
        let [before, after] = [one.before, one.after].map(|share| share_for_white(share, one.side));
        parts.push(format!("White {} → {}", percent(before), percent(after)));
    }
    if let Some(throw) = &one.throw {
        parts.push(format!("luck {}", gain(throw.luck)));
    }
    if one.grade() > Grade::Sound {
        let moves = line(rules, &one.position, &one.promised.line);
        let better = moves[..moves.len().min(LINE)].join(" ");
        parts.push(format!("{}, gives away {}: better {better}", one.grade().word(), percent(one.loss())));
    }
    let others: Vec<String> = others(rules, &one.position, &one.promised)
        .iter()
        .filter_map(|(score, moves)| Some(format!("{} {score}", moves.first()?)))
        .collect();
    if !others.is_empty() {
        parts.push(format!("best moves, scores for White: {}", others.join(", ")));
    }
    format!("{{{}}}", parts.join(" "))
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

/// Words in lines; a comment is broken where it has spaces, but no command in it.
fn filled(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().flat_map(|word| pieces(word)) {
        let length = word.chars().count();
        let fits = column + 1 + length < WIDTH;
        if column > 0 {
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

/// Parts between spaces that stand in no brackets.
fn pieces(word: &str) -> Vec<&str> {
    let mut is_command = false;
    let ends = |letter: char| {
        is_command = (is_command || letter == '[') && letter != ']';
        letter == ' ' && !is_command
    };
    word.split(ends).collect()
}
