//! Dialects: whose letters positions and moves are written in.
//!
//! Other programs write the pieces of the old games with the letters of modern
//! chess: Fairy-Stockfish, `XBoard` and those that follow them have `b` for the
//! alfil and `q` for the ferz. Which piece has which letter there stands in the
//! ruleset (`elsewhere` of a piece), so a dialect is a table of letters that the
//! parsers of FEN, SAN and coordinates look a letter up in; no text is rewritten.
//!
//! ```
//! use rukh_rules::Ruleset;
//! use rukh_rules::notation::dialect::{Dialect, DialectChoice};
//!
//! let ruleset = Ruleset::named("shatranj")?;
//! let theirs = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w 0 1";
//! assert_eq!(DialectChoice::Auto.of_fen(&ruleset, theirs), Dialect::FairyStockfish);
//! assert_eq!(DialectChoice::Auto.of_moves(&ruleset, ["e3", "e6", "Fd3"]), Dialect::Own);
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::str::FromStr;

use strum::{Display, EnumString, VariantArray};

use crate::failure::Failure;
use crate::geometry::Side;
use crate::kind::PieceKind;
use crate::notation::san;
use crate::ruleset::Ruleset;

/// Whose letters a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Dialect {
    /// The ruleset's own.
    #[default]
    Own,
    /// Those of Fairy-Stockfish and `XBoard`: what the ruleset says the piece is
    /// elsewhere, or else its own letter; `+x` for an x that was promoted.
    #[strum(serialize = "fsf")]
    FairyStockfish,
}

impl Dialect {
    /// What people call its letters: `Fairy-Stockfish's letters`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Dialect::Own => "the ruleset's own letters",
            Dialect::FairyStockfish => "Fairy-Stockfish's letters",
        }
    }

    /// A kind's letter, lower case.
    #[must_use]
    pub fn letter(self, ruleset: &Ruleset, kind: PieceKind) -> char {
        let piece = &ruleset.pieces[kind.index()];
        match self {
            Dialect::Own => piece.letter,
            Dialect::FairyStockfish => piece.elsewhere.unwrap_or(piece.letter),
        }
    }

    /// A kind's letter, upper case for White.
    #[must_use]
    pub fn letter_for(self, ruleset: &Ruleset, kind: PieceKind, side: Side) -> char {
        let letter = self.letter(ruleset, kind);
        if side == Side::White { letter.to_ascii_uppercase() } else { letter }
    }

    /// The letters in the order of [`PieceKind`].
    #[must_use]
    pub fn letters(self, ruleset: &Ruleset) -> Vec<char> {
        (0..ruleset.pieces.len()).map(|index| self.letter(ruleset, PieceKind(index as u8))).collect()
    }

    /// The kind with that letter, in either case.
    #[must_use]
    pub fn kind(self, ruleset: &Ruleset, letter: char) -> Option<PieceKind> {
        let letter = letter.to_ascii_lowercase();
        (0..ruleset.pieces.len())
            .map(|index| PieceKind(index as u8))
            .find(|&kind| self.letter(ruleset, kind) == letter)
    }

    /// The kind that is written `+x`: what the kind with the letter `x` becomes first.
    #[must_use]
    pub fn promoted_kind(self, ruleset: &Ruleset, letter: char) -> Option<PieceKind> {
        match self {
            Dialect::Own => None,
            Dialect::FairyStockfish => {
                let kind = self.kind(ruleset, letter)?;
                ruleset.promotion(kind)?.to.iter().next()
            }
        }
    }
}

/// How a reader knows whose letters a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DialectChoice {
    /// By the letters: the other dialect's if there is a letter the ruleset does
    /// not have and none that only the ruleset has. Where both readings are
    /// possible it is the ruleset's own.
    #[default]
    Auto,
    /// It is said.
    Given(Dialect),
}

impl DialectChoice {
    /// Whose letters a FEN has, by its placement.
    #[must_use]
    pub fn of_fen(self, ruleset: &Ruleset, fen: &str) -> Dialect {
        self.of_game(ruleset, Some(fen), [])
    }

    /// Whose letters moves in SAN or coordinates have.
    #[must_use]
    pub fn of_moves<'m>(self, ruleset: &Ruleset, moves: impl IntoIterator<Item = &'m str>) -> Dialect {
        self.of_game(ruleset, None, moves)
    }

    /// Whose letters a game has, by the FEN it begins with and its moves.
    #[must_use]
    pub fn of_game<'m>(
        self,
        ruleset: &Ruleset,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Dialect {
        if let DialectChoice::Given(dialect) = self {
            return dialect;
        }
        let mut witness = DialectEvidence::default();
        witness.add_fen(ruleset, fen.unwrap_or(""));
        moves.into_iter().for_each(|text| witness.add_move(ruleset, text));
        witness.verdict().unwrap_or_default()
    }
}

impl From<Dialect> for DialectChoice {
    fn from(dialect: Dialect) -> DialectChoice {
        DialectChoice::Given(dialect)
    }
}

impl FromStr for DialectChoice {
    type Err = Failure;

    fn from_str(text: &str) -> Result<DialectChoice, Failure> {
        if text == "auto" {
            return Ok(DialectChoice::Auto);
        }
        text.parse().map(DialectChoice::Given).map_err(|_| {
            let shown: String = text.chars().take(40).collect();
            format!("`{shown}` is no dialect; there are `own`, `fsf` and `auto`").into()
        })
    }
}

/// What letters seen so far say of the dialect they are in. Constant in size, so
/// a reader of a long game can collect it as it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DialectEvidence {
    has_own: bool,
    has_theirs: bool,
}

impl DialectEvidence {
    /// What a FEN's placement says.
    #[must_use]
    pub fn of_fen(ruleset: &Ruleset, fen: &str) -> DialectEvidence {
        let mut witness = DialectEvidence::default();
        witness.add_fen(ruleset, fen);
        witness
    }

    /// Takes a FEN's placement into account.
    pub fn add_fen(&mut self, ruleset: &Ruleset, fen: &str) {
        for letter in fen.split_whitespace().next().unwrap_or("").chars() {
            if letter == '+' {
                self.has_theirs = true;
            } else if letter.is_ascii_alphabetic() {
                self.add_letter(ruleset, letter);
            }
        }
    }

    /// Takes a move in SAN or coordinates into account.
    pub fn add_move(&mut self, ruleset: &Ruleset, text: &str) {
        if text.trim_start().starts_with('+') {
            self.has_theirs = true;
        }
        san::piece_letters(text).for_each(|letter| self.add_letter(ruleset, letter));
    }

    fn add_letter(&mut self, ruleset: &Ruleset, letter: char) {
        let is_of = |dialect: Dialect| dialect.kind(ruleset, letter).is_some();
        match (is_of(Dialect::Own), is_of(Dialect::FairyStockfish)) {
            (true, false) => self.has_own = true,
            (false, true) => self.has_theirs = true,
            _ => {}
        }
    }

    /// The dialect that cannot be mistaken, if there is one.
    #[must_use]
    pub fn verdict(self) -> Option<Dialect> {
        match (self.has_own, self.has_theirs) {
            (true, false) => Some(Dialect::Own),
            (false, true) => Some(Dialect::FairyStockfish),
            _ => None,
        }
    }
}
