//! Whose letters a position has, said by `--dialect` or recognised.

use rukh_rules::Ruleset;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};

use crate::args::DialectWord;

/// Whose letters a FEN has. Says on standard error if they are not the ruleset's
/// and nobody has said whose they are.
pub fn of_fen(ruleset: &Ruleset, fen: Option<&str>, word: DialectWord) -> Dialect {
    let dialect = DialectChoice::from(word).of_game(ruleset, fen, []);
    announce("the position is", dialect, word);
    dialect
}

/// Says on standard error whose letters were recognised, where they are not the ruleset's.
pub fn announce(what: &str, dialect: Dialect, word: DialectWord) {
    if word == DialectWord::Auto && dialect != Dialect::Own {
        eprintln!("note: {what} read in {} (`--dialect {dialect}`)", dialect.title());
    }
}
