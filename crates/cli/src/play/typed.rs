//! What a player types.

use rukh_rules::Side;

/// A line of input, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Empty,
    /// What can be typed.
    Help,
    /// The legal moves.
    Moves,
    /// What the engine would do.
    Hint,
    /// The board again.
    Board,
    /// The position as FEN.
    Fen,
    /// The laws.
    Laws,
    /// Undo.
    Undo,
    /// Give up.
    Resign(Option<Side>),
    /// Offer a draw.
    Draw,
    /// Keep the record.
    Save(String),
    /// In the werera: let the opponent act.
    Wait,
    /// In the werera: begin turns.
    Turns,
    /// In a werera of bundles: end the bundle.
    Done,
    /// In the werera: take a move back, named by its cells.
    Retract(Option<Side>, String),
    /// Move a man.
    Act(Option<Side>, String),
    /// Leave.
    Quit,
}

/// The commands in the order help shows them: how typed, and what for.
pub const COMMANDS: &[(&str, &str)] = &[
    ("Nf3, b1c3", "move a piece; `e9e10=Q` or `e9e10q` promotes, `O-O` castles, `--` passes"),
    ("moves", "list the legal moves"),
    ("hint", "show the move the engine would play"),
    ("undo", "take back your last move and what followed"),
    ("board", "draw the board again"),
    ("fen", "print the position as FEN"),
    ("laws", "print the laws of this game"),
    ("draw", "offer a draw"),
    ("resign", "resign the game"),
    ("save FILE", "save the game, as PGN or, if FILE ends in .jsonl, as JSON Lines"),
    ("quit", "quit the game"),
];

/// What can be typed in the werera besides.
pub const WERERA_COMMANDS: &[(&str, &str)] = &[
    ("b1c3", "move a piece, for the side it belongs to"),
    ("b b8c6", "move for White (`w`) or Black (`b`)"),
    ("-b1c3", "take a quiet move back"),
    ("wait", "let the opponent move"),
    ("done", "end your bundle, in rulesets where moves come in bundles"),
    ("turns", "agree to start taking turns without a capture"),
];

/// Understands a line.
pub fn read(line: &str) -> Typed {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Typed::Empty };
    let rest: Vec<&str> = words.collect();
    if let (Some(side), [second]) = (Side::from_word(&first.to_lowercase()), &rest[..]) {
        return act(Some(side), second);
    }
    match first.to_lowercase().as_str() {
        "help" | "?" => Typed::Help,
        "moves" => Typed::Moves,
        "hint" => Typed::Hint,
        "board" => Typed::Board,
        "fen" => Typed::Fen,
        "laws" | "rules" => Typed::Laws,
        "undo" => Typed::Undo,
        "draw" => Typed::Draw,
        "save" => Typed::Save(line.trim()[first.len()..].trim().to_owned()),
        "wait" => Typed::Wait,
        "turns" => Typed::Turns,
        "done" => Typed::Done,
        "quit" | "exit" => Typed::Quit,
        _ => act(None, line.trim()),
    }
}

fn act(side: Option<Side>, text: &str) -> Typed {
    match text.strip_prefix('-') {
        _ if text.eq_ignore_ascii_case("resign") => Typed::Resign(side),
        Some(cells) if !cells.starts_with('-') => Typed::Retract(side, cells.to_owned()),
        _ => Typed::Act(side, text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Side;

    use super::{Typed, read};

    #[test]
    fn lines_are_understood() {
        let act = |side, text: &str| Typed::Act(side, text.to_owned());
        assert_eq!(read("  "), Typed::Empty);
        assert_eq!(read("b1c3\n"), act(None, "b1c3"));
        assert_eq!(read("b b8c6"), act(Some(Side::Black), "b8c6"));
        assert_eq!(read("b4"), act(None, "b4"));
        assert_eq!(read("--"), act(None, "--"));
        assert_eq!(read("-b1c3"), Typed::Retract(None, "b1c3".to_owned()));
        assert_eq!(read("w -b1c3"), Typed::Retract(Some(Side::White), "b1c3".to_owned()));
        assert_eq!(read("w resign"), Typed::Resign(Some(Side::White)));
        assert_eq!(read("save a game.pgn "), Typed::Save("a game.pgn".to_owned()));
        assert_eq!(read("QUIT"), Typed::Quit);
    }
}
