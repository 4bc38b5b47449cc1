//! Commands of a player at the terminal.

use rukh_rules::Side;

/// A command, parsed from a line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayCommand {
    /// An empty line.
    Empty,
    /// List the commands.
    Help,
    /// List the legal moves.
    Moves,
    /// Show the move that the engine would play.
    Hint,
    /// Draw the board again.
    Board,
    /// Print the position as FEN.
    Fen,
    /// Print the laws.
    Laws,
    /// Take back the last action.
    Undo,
    /// Resign, for a side if one is named.
    Resign(Option<Side>),
    /// Offer a draw.
    Draw,
    /// Save the game to a file.
    Save(String),
    /// In the werera: let the opponent act.
    Wait,
    /// In the werera: begin turns.
    Turns,
    /// In a werera of bundles: end the bundle.
    Done,
    /// In the werera: retract a move, named by its cells.
    Retract(Option<Side>, String),
    /// Move a piece, for a side if one is named.
    Act(Option<Side>, String),
    /// Quit the game.
    Quit,
}

/// Commands in the order of `help`: as typed, and their meaning.
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

/// Additional commands in the werera.
pub const WERERA_COMMANDS: &[(&str, &str)] = &[
    ("b1c3", "move a piece, for the side it belongs to"),
    ("b b8c6", "move for White (`w`) or Black (`b`)"),
    ("-b1c3", "take a quiet move back"),
    ("wait", "let the opponent move"),
    ("done", "end your bundle, in rulesets where moves come in bundles"),
    ("turns", "agree to start taking turns without a capture"),
];

/// Parses a line.
pub fn parse_command(line: &str) -> PlayCommand {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return PlayCommand::Empty };
    let rest: Vec<&str> = words.collect();
    if let (Some(side), [second]) = (first.to_lowercase().parse().ok(), &rest[..]) {
        return act(Some(side), second);
    }
    match first.to_lowercase().as_str() {
        "help" | "?" => PlayCommand::Help,
        "moves" => PlayCommand::Moves,
        "hint" => PlayCommand::Hint,
        "board" => PlayCommand::Board,
        "fen" => PlayCommand::Fen,
        "laws" | "rules" => PlayCommand::Laws,
        "undo" => PlayCommand::Undo,
        "draw" => PlayCommand::Draw,
        "save" => PlayCommand::Save(line.trim()[first.len()..].trim().to_owned()),
        "wait" => PlayCommand::Wait,
        "turns" => PlayCommand::Turns,
        "done" => PlayCommand::Done,
        "quit" | "exit" => PlayCommand::Quit,
        _ => act(None, line.trim()),
    }
}

fn act(side: Option<Side>, text: &str) -> PlayCommand {
    match text.strip_prefix('-') {
        _ if text.eq_ignore_ascii_case("resign") => PlayCommand::Resign(side),
        Some(cells) if !cells.starts_with('-') => PlayCommand::Retract(side, cells.to_owned()),
        _ => PlayCommand::Act(side, text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Side;

    use super::{PlayCommand, parse_command};

    #[test]
    fn parse_command_of_each_kind_gives_its_command() {
        let act = |side, text: &str| PlayCommand::Act(side, text.to_owned());
        assert_eq!(parse_command("  "), PlayCommand::Empty);
        assert_eq!(parse_command("b1c3\n"), act(None, "b1c3"));
        assert_eq!(parse_command("b b8c6"), act(Some(Side::Black), "b8c6"));
        assert_eq!(parse_command("b4"), act(None, "b4"));
        assert_eq!(parse_command("--"), act(None, "--"));
        assert_eq!(parse_command("-b1c3"), PlayCommand::Retract(None, "b1c3".to_owned()));
        assert_eq!(parse_command("w -b1c3"), PlayCommand::Retract(Some(Side::White), "b1c3".to_owned()));
        assert_eq!(parse_command("w resign"), PlayCommand::Resign(Some(Side::White)));
        assert_eq!(parse_command("save a game.pgn "), PlayCommand::Save("a game.pgn".to_owned()));
        assert_eq!(parse_command("QUIT"), PlayCommand::Quit);
    }
}
