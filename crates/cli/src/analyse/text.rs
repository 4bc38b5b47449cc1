//! What was judged, for people.

use std::io::Write;

use rukh_lab::analysis::{Account, Analysis, Grade, Judgement, Thought, View};
use rukh_rules::notation::record::Record;
use rukh_rules::notation::san;
use rukh_rules::{Event, Game, Move, Position, Rules, Side};

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

/// A line of moves from a position.
pub fn line(rules: &Rules, position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut words = Vec::new();
    for &chosen in moves {
        // A line may end where a throw is needed, or be cut off by a table's collision.
        if !rules.legal_moves(&position).contains(&chosen) {
            break;
        }
        words.push(san::write(rules, &position, chosen));
        position = rules.play(&position, chosen);
    }
    words
}

/// Prints what is thought of a position.
pub fn position(game: &Game, view: &View, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", game.ruleset().instance, game.fen())?;
    let turn = game.position().turn();
    match view {
        View::Over(over) => writeln!(out, "{}", over.text(game.ruleset()))?,
        View::Werera => writeln!(out, "the werera")?,
        View::Choice(thought) => writeln!(out, "{} to move: {}", turn.name(), shown(game, thought))?,
        View::Chance(faces) => {
            writeln!(out, "{} to throw: {}", turn.name(), percent(view.share(turn, turn)))?;
            for (face, thought) in faces {
                let mut thrown = game.clone();
                thrown.apply(Event::Throw { face: *face }, None)?;
                writeln!(out, "  {face}: {}", shown(&thrown, thought))?;
            }
        }
    }
    Ok(())
}

fn shown(game: &Game, thought: &Thought) -> String {
    let moves = line(game.rules(), game.position(), &thought.line);
    format!("{}, depth {}, {} nodes: {}", thought.score, thought.depth, thought.nodes, moves.join(" "))
}

/// Prints a game with what each move was worth.
pub fn game(record: &Record, analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = &record.game;
    let name = |tag| record.tags.get(tag).unwrap_or("?");
    writeln!(out, "{}: {} – {}, {}", game.ruleset().instance, name("White"), name("Black"), record.result())?;
    if analysis.unjudged > 0 {
        writeln!(out, "the werera, {} events, is not judged", analysis.unjudged)?;
    }
    for one in &analysis.moves {
        writeln!(out, "{}", judged(game.rules(), one))?;
    }
    match &analysis.last {
        View::Over(over) => writeln!(out, "{}", over.text(game.ruleset()))?,
        View::Werera => {}
        last => {
            let share = last.share(Side::White, game.position().turn());
            writeln!(out, "The game is not over; White can expect {} of the points.", percent(share))?;
        }
    }
    for side in Side::BOTH {
        writeln!(out, "{}: {}", side.name(), summed(&analysis.account(side)))?;
    }
    Ok(())
}

fn judged(rules: &Rules, one: &Judgement) -> String {
    let dots = if one.side == Side::White { "." } else { "..." };
    let number = format!("{}{dots}", one.position.turn_number());
    let throw = one.throw.as_ref().map_or_else(String::new, |throw| format!("[{}] ", throw.face));
    let played = throw + &san::write(rules, &one.position, one.chosen);
    let values = match one.score {
        Some(score) => format!("{:>10} → {score}", one.promised.score.to_string()),
        None => format!("{:>8} → {}", percent(one.before), percent(one.after)),
    };
    let mut text = format!("{number:>6} {played:<10} {values}");
    if one.is_forced {
        text += ", forced";
    } else if let Some(best) = one.promised.best.filter(|_| !one.is_best() && one.loss() > 0.0) {
        let moves = line(rules, &one.position, &one.promised.line);
        let better = moves.first().cloned().unwrap_or_else(|| san::write(rules, &one.position, best));
        text += &format!(", gives away {}; best {better}", percent(one.loss()));
        if one.grade() > Grade::Sound {
            text += &format!(" ({}: {})", one.grade().word(), moves[..moves.len().min(LINE)].join(" "));
        }
    }
    if let Some(throw) = &one.throw {
        text += &format!(", luck {}", gain(throw.luck));
    }
    text
}

fn summed(account: &Account) -> String {
    let [inaccuracies, mistakes, blunders] = account.slips;
    let mut text = format!("accuracy {:.1}, gives away {} a move", account.accuracy, percent(account.loss));
    if let Some(centipawns) = account.centipawns {
        text += &format!(" ({centipawns:.0} centipawns)");
    }
    text += &format!("; inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}");
    if account.luck != 0.0 {
        text += &format!("; luck {}", gain(account.luck));
    }
    text + &format!("; {} moves judged", account.moves)
}
