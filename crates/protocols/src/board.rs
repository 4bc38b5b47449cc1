//! Games as other programs speak of them, whichever end of the line we are.

use std::sync::Arc;

use rukh_rules::notation::dialect::{Dialect, DialectChoice, DialectEvidence};
use rukh_rules::notation::{coordinate, fen};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Failure, Game, Move, Node, Rules, Ruleset, catalog};

use super::line_io::truncate;

/// Whose letters a ruleset's pieces have in a session that has not said otherwise.
#[must_use]
pub fn default_dialect(ruleset: &Ruleset) -> Dialect {
    let name = ruleset.instance.to_string();
    let is_known = catalog::ELSEWHERE.iter().any(|(theirs, _)| *theirs == name);
    if is_known { Dialect::FairyStockfish } else { Dialect::Own }
}

/// Whose letters a session writes: those chosen, or else the ruleset's usual ones.
#[must_use]
pub fn dialect_of(choice: DialectChoice, ruleset: &Ruleset) -> Dialect {
    match choice {
        DialectChoice::Given(given) => given,
        DialectChoice::Auto => default_dialect(ruleset),
    }
}

/// A move in coordinates with the other program's letters.
#[must_use]
pub fn format_move(ruleset: &Ruleset, chosen: Move) -> String {
    coordinate::format_in(ruleset, chosen, default_dialect(ruleset))
}

/// A position with the other program's letters.
#[must_use]
pub fn fen(game: &Game) -> String {
    fen::format(game.rules(), game.position(), default_dialect(game.ruleset()))
}

/// The game of a position in the dialect chosen, where turns begin. Where the choice
/// is open, either dialect is read, and the answer says whose letters the position
/// has if they cannot be mistaken.
///
/// # Errors
/// Everything that is wrong with it.
pub fn from_fen(
    rules: &Arc<Rules<Any>>,
    text: &str,
    choice: DialectChoice,
) -> Result<(Game, Option<Dialect>), Failure> {
    parse_fen(rules, text, choice).map(|(game, recognised)| (begin_turns(game), recognised))
}

/// As [`from_fen`], but a position in the werera stays in it.
pub(super) fn parse_fen(
    rules: &Arc<Rules<Any>>,
    text: &str,
    choice: DialectChoice,
) -> Result<(Game, Option<Dialect>), Failure> {
    let (read, recognised) = match choice {
        DialectChoice::Given(given) => (given, None),
        DialectChoice::Auto => {
            let recognised = DialectEvidence::of_fen(rules.ruleset(), text).verdict();
            (recognised.unwrap_or_default(), recognised)
        }
    };
    let start = fen::parse(rules, text, read).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("the FEN is wrong: {}", errors.join("; "))
    })?;
    Ok((Game::from_position(rules.clone(), start), recognised))
}

/// What the other program hears of whose letters it has used.
#[must_use]
pub fn dialect_notice(dialect: Dialect) -> String {
    format!("the position is read in {}", dialect.title())
}

/// The game where turns begin.
#[must_use]
pub fn begin_turns(mut game: Game) -> Game {
    if matches!(game.node(), Node::Werera(_)) {
        // The law of the werera lets the players agree.
        let _ = game.apply(Event::Turns { why: "agreed".to_owned() }, None);
    }
    game
}

/// Lets a game go on that is drawn by repetition or for lack of progress, where nobody
/// has claimed it ([`Event::Unclaimed`]). Any other stays as it is.
pub fn leave_unclaimed(game: &mut Game) {
    if game.is_claimable_draw() {
        // A claimable draw can always be left unclaimed.
        let _ = game.apply(Event::Unclaimed, None);
    }
}

/// The legal move that is written so, in the dialect chosen or in either.
///
/// # Errors
/// That no such move is legal.
pub fn parse_move(game: &Game, text: &str, choice: DialectChoice) -> Result<Move, Failure> {
    parse_among(game.ruleset(), &game.legal_moves(), text, choice)
}

/// The move among `moves` that is written so, in the dialect chosen or in either.
pub(super) fn parse_among(
    ruleset: &Ruleset,
    moves: &[Move],
    text: &str,
    choice: DialectChoice,
) -> Result<Move, Failure> {
    if let DialectChoice::Given(given) = choice {
        return coordinate::parse_legal_in(ruleset, moves, text, given);
    }
    let own = coordinate::parse_legal(ruleset, moves, text);
    own.or_else(|why| {
        coordinate::parse_legal_in(ruleset, moves, text, Dialect::FairyStockfish).map_err(|_| why)
    })
}

/// Makes a move.
///
/// # Errors
/// Why it cannot be made.
pub fn play_move(game: &mut Game, chosen: Move) -> Result<(), Failure> {
    let mv = chosen;
    game.play(mv, None).map(drop).map_err(|refusal| refusal.to_string().into())
}

/// Lays a throw on the board.
///
/// # Errors
/// Why the die cannot show that.
pub fn play_throw(game: &mut Game, face: &str) -> Result<(), Failure> {
    let face = face.parse().map_err(|_| format!("`{}` is no face of a die", truncate(face)))?;
    let refused = |refusal| format!("the die cannot show {face}: {refusal}").into();
    game.apply(Event::Throw { face }, None).map(drop).map_err(refused)
}

/// Cells with their ranks raised by a number on boards of more than nine: XBoard
/// counts them from 0 there.
#[must_use]
pub fn shift_ranks(ruleset: &Ruleset, text: &str, by: i64) -> String {
    if ruleset.geometry.ranks() <= 9 {
        return text.to_owned();
    }
    let mut renumbered = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            renumbered.push(letter);
            continue;
        }
        let mut number = letter.to_string();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.push(digit);
        }
        match number.parse::<i64>().ok().and_then(|number| number.checked_add(by)) {
            Some(number) => renumbered.push_str(&number.to_string()),
            None => renumbered.push_str(&number),
        }
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use super::shift_ranks;
    use rukh_rules::Ruleset;

    #[test]
    fn ranks_count_from_zero_on_high_boards() {
        let named = |id| Ruleset::named(id).expect("a built-in ruleset");
        let (low, high) = (named("shatranj"), named("oblong"));
        assert_eq!(shift_ranks(&low, "a1h8", -1), "a1h8");
        assert_eq!(shift_ranks(&high, "a1d16", -1), "a0d15");
        assert_eq!(shift_ranks(&high, "a0d15", 1), "a1d16");
        assert_eq!(shift_ranks(&high, "a99999999999999999999", 1), "a99999999999999999999");
    }
}
