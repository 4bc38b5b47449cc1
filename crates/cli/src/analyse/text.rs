//! What was judged, for people.

use std::io::Write;

use rukh_engine::Score;
use rukh_lab::analysis::{
    Analysis, Balance, MoveAnalysis, MoveGrade, NodeEval, PlayerSummary, PositionEval, is_skipped,
};
use rukh_rules::notation::record::Record;
use rukh_rules::notation::san;
use rukh_rules::{Event, Game, Move, Position, Rules, Side};

use super::{for_white, share_for_white};

/// The longest line of moves that is shown.
const LINE: usize = 8;

/// A share of the points as people read it.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The same for what is won or lost, with its sign.
pub fn gain(share: f64) -> String {
    // A little less than nothing is nothing.
    format!("{:+.1} %", (1_000.0 * share).round() / 10.0 + 0.0)
}

/// A score of the side to move, as White sees it.
pub fn value(score: Score, turn: Side) -> String {
    match for_white(score, turn) {
        Score::Win { plies } => format!("White wins in {plies}"),
        Score::Loss { plies } => format!("Black wins in {plies}"),
        score => score.to_string(),
    }
}

/// The best moves of a position with their values, if more than one was looked for.
pub fn others(rules: &Rules, position: &Position, thought: &PositionEval) -> Vec<(String, Vec<String>)> {
    let lines = if thought.lines.len() > 1 { &thought.lines[..] } else { &[] };
    let turn = position.turn();
    lines.iter().map(|found| (value(found.score, turn), line(rules, position, &found.pv))).collect()
}

/// A line of moves from a position.
pub fn line(rules: &Rules, position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut words = Vec::new();
    for &chosen in moves {
        // A line may end where a throw is needed, or be cut off by a table's collision.
        if !rules.legal_moves(&position).contains(&chosen) {
            break;
        }
        words.push(san::format(rules, &position, chosen));
        position = rules.play(&position, chosen);
    }
    words
}

/// Prints what is thought of a position.
pub fn position(game: &Game, view: &NodeEval, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}; scores are for White", game.ruleset().instance, game.fen())?;
    let turn = game.position().turn();
    match view {
        NodeEval::Over(over) => writeln!(out, "{}", over.message(game.ruleset()))?,
        NodeEval::Werera => writeln!(out, "the werera")?,
        NodeEval::Choice(thought) => {
            writeln!(out, "{} to move: {}", turn.name(), shown(game, thought))?;
            for (number, (score, moves)) in (1..).zip(others(game.rules(), game.position(), thought)) {
                writeln!(out, "  {number}. {score}: {}", moves.join(" "))?;
            }
        }
        NodeEval::Chance(faces) => {
            writeln!(out, "{} to throw: {}", turn.name(), percent(view.expected_score(Side::White, turn)))?;
            for (face, thought) in faces {
                let mut thrown = game.clone();
                thrown.apply(Event::Throw { face: *face }, None)?;
                writeln!(out, "  {face}: {}", shown(&thrown, thought))?;
            }
        }
    }
    Ok(())
}

fn shown(game: &Game, thought: &PositionEval) -> String {
    let moves = line(game.rules(), game.position(), &thought.pv);
    let score = value(thought.score, game.position().turn());
    format!("{score}, depth {}, {} nodes: {}", thought.depth, thought.nodes, moves.join(" "))
}

/// Prints what is known of a game before its moves are judged.
pub fn begin(record: &Record, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = &record.game;
    let name = |tag| record.tags.get(tag).unwrap_or("?");
    writeln!(out, "{}: {} – {}, {}", game.ruleset().instance, name("White"), name("Black"), record.result())?;
    writeln!(out, "scores are for White")?;
    let unjudged = game.log().iter().filter(|entry| is_skipped(&entry.event)).count();
    if unjudged > 0 {
        writeln!(out, "the werera ({unjudged} events) is not analysed")?;
    }
    Ok(())
}

/// Prints what a game was, when its moves are printed.
pub fn end(record: &Record, analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = &record.game;
    match &analysis.last {
        NodeEval::Over(over) => writeln!(out, "{}", over.message(game.ruleset()))?,
        NodeEval::Werera => {}
        last => {
            let share = last.expected_score(Side::White, game.position().turn());
            writeln!(out, "The game is not over; White's expected score is {}.", percent(share))?;
        }
    }
    for side in Side::BOTH {
        writeln!(out, "{}: {}", side.name(), summed(&analysis.summary(side)))?;
    }
    if let Some(balance) = analysis.balance() {
        writeln!(out, "{}", added_up(&balance.rounded()))?;
    }
    Ok(())
}

/// A move with what it was worth.
pub fn judged(rules: &Rules, one: &MoveAnalysis) -> String {
    let dots = if one.side == Side::White { "." } else { "..." };
    let number = format!("{}{dots}", one.position.turn_number());
    let throw = one.throw.as_ref().map_or_else(String::new, |throw| format!("[{}] ", throw.face));
    let played = throw + &san::format(rules, &one.position, one.mv);
    let values = match one.score {
        Some(score) => format!("{:>10} → {}", value(one.eval.score, one.side), value(score, one.side)),
        None => {
            let [before, after] = [one.before, one.after].map(|share| share_for_white(share, one.side));
            format!("{:>8} → {}", percent(before), percent(after))
        }
    };
    let mut text = format!("{number:>6} {played:<10} {values}");
    if one.is_forced {
        text += ", forced";
    } else if let Some(best) = one.eval.best.filter(|_| !one.is_best() && one.loss() > 0.0) {
        let moves = line(rules, &one.position, &one.eval.pv);
        let better = moves.first().cloned().unwrap_or_else(|| san::format(rules, &one.position, best));
        text += &format!(", loses {}; best {better}", percent(one.loss()));
        if one.grade() > MoveGrade::Sound {
            text += &format!(" ({}: {})", one.grade(), moves[..moves.len().min(LINE)].join(" "));
        }
    }
    if let Some(throw) = &one.throw {
        text += &format!(", luck {}", gain(throw.luck));
    }
    for (number, (score, moves)) in (1..).zip(others(rules, &one.position, &one.eval)) {
        text += &format!("\n{:>10}. {score}: {}", number, moves[..moves.len().min(LINE)].join(" "));
    }
    text
}

/// What made the result, in percent of the points; the last digits add up.
fn added_up(balance: &Balance) -> String {
    let points = |share: f64| format!("{:+.2}", 100.0 * share + 0.0);
    let Balance { start, luck, skill, remainder, result } = *balance;
    format!(
        "White's expected score: {:.2} % at first, {} since: luck {}, skill {} (moves given away by Black less \
         those by White), remainder {} (judged differently later at this depth, or not played out)",
        100.0 * start,
        points(result),
        points(luck),
        points(skill),
        points(remainder),
    )
}

fn summed(account: &PlayerSummary) -> String {
    let [inaccuracies, mistakes, blunders] = account.error_counts;
    let (Some(accuracy), Some(loss)) = (account.accuracy, account.loss) else {
        return "no move to judge".to_owned();
    };
    let mut text = format!("accuracy {accuracy:.1}, average loss {}", percent(loss));
    if let Some(centipawns) = account.centipawns {
        text += &format!(" ({centipawns:.0} centipawns)");
    }
    text += &format!("; inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}");
    if account.luck != 0.0 {
        text += &format!("; luck {}", gain(account.luck));
    }
    text + &format!("; {} moves analysed", account.moves)
}
