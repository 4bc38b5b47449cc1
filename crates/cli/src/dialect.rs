//! Piece letters of positions, given by `--dialect` or recognised.

use rukh_rules::Ruleset;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};

use crate::args::DialectWord;

/// The dialect of a FEN. If it is recognised and not the ruleset's own, a note on standard error
/// says so.
pub fn of_fen(ruleset: &Ruleset, fen: Option<&str>, option: DialectWord) -> Dialect {
    let dialect = DialectChoice::from(option).of_game(ruleset, fen, []);
    announce("the position is", dialect, option);
    dialect
}

/// Prints a note on standard error where a dialect was recognised that is not the ruleset's own.
pub fn announce(subject: &str, dialect: Dialect, option: DialectWord) {
    if option == DialectWord::Auto && dialect != Dialect::Own {
        eprintln!("note: {subject} read in {} (`--dialect {dialect}`)", dialect.title());
    }
}
