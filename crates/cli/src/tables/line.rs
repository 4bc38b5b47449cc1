//! Lines of best play.

use rukh_rules::{Game, Side};
use rukh_tablebase::{Exact, Tables, Unsolvable};

/// A won game is over before that; a drawn one need not end.
const MAX_PLIES: usize = 2000;

/// The moves of best play of both sides to the end, in SAN; none in a draw.
///
/// # Errors
/// A file cannot be used.
pub fn best(tables: &Tables, start: &Game) -> Result<Vec<String>, Unsolvable> {
    let (mut game, mut line) = (start.clone(), Vec::new());
    while game.outcome().is_none() && line.len() < MAX_PLIES {
        let moves = tables.probe_moves(game.rules(), game.position())?.unwrap_or_default();
        let Some((mv, exact)) = moves.first().copied() else { break };
        if exact == Exact::Drawn {
            break;
        }
        let san = game.san(game.position().turn())(mv);
        if game.play(mv, None).is_err() {
            break;
        }
        line.push(san);
    }
    Ok(line)
}

/// A line with the numbers of its turns.
pub fn numbered(start: &Game, line: &[String]) -> String {
    let mut turn = start.position().turn();
    let mut number = start.position().turn_number();
    let mut text = String::new();
    for (place, san) in line.iter().enumerate() {
        match turn {
            Side::White => text.push_str(&format!("{number}. ")),
            Side::Black if place == 0 => text.push_str(&format!("{number}... ")),
            Side::Black => {}
        }
        text.push_str(san);
        text.push(' ');
        number += u16::from(turn == Side::Black);
        turn = turn.other();
    }
    text.trim_end().to_owned()
}
