//! Moves as coordinates: `a1c3`, `d16b14`, `e9e10q`; `--` is the pass. What is
//! read may have an upper-case letter, and [`is_pass`] says how it may pass.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::failure::Failure;
use crate::geometry::{Cell, Square, text_as_serde};
use crate::moves::{Move, MoveTag};
use crate::notation::dialect::Dialect;
use crate::ruleset::Ruleset;

/// The text of a pass, in coordinates and in SAN.
pub const PASS: &str = "--";

/// Whether a word passes, also as other programs write it: `0000`, `Z0`, `null`, `@@@@`.
#[must_use]
pub fn is_pass(text: &str) -> bool {
    matches!(text, PASS | "0000" | "Z0" | "z0" | "@@@@") || text.eq_ignore_ascii_case("null")
}

/// A move in coordinates, as data, whatever the board and the ruleset.
///
/// # Examples
/// ```
/// use rukh_rules::UciMove;
///
/// let promotion: UciMove = "e9e10=q".parse()?;
/// assert_eq!(promotion.to_string(), "e9e10q");
/// assert_eq!("0000".parse(), Ok(UciMove::Pass));
/// # Ok::<(), rukh_rules::notation::coordinate::UciMoveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UciMove {
    /// The turn goes by; no piece moves.
    Pass,
    /// From a square to a square, perhaps becoming another piece.
    Go {
        /// The square it leaves.
        from: Square,
        /// The square it goes to.
        to: Square,
        /// The letter of what it becomes.
        promotion: Option<char>,
    },
}

impl UciMove {
    /// The coordinates of a move.
    #[must_use]
    pub fn of(ruleset: &Ruleset, mv: Move) -> UciMove {
        if mv.is_pass() {
            return UciMove::Pass;
        }
        let square = |cell| ruleset.geometry.square(cell);
        let promotion = mv.promotion().map(|kind| ruleset.letter(kind));
        UciMove::Go { from: square(mv.from()), to: square(mv.to()), promotion }
    }

    /// The move among `moves` that is meant: with the named promotion, or the only one.
    #[must_use]
    pub fn find(self, ruleset: &Ruleset, moves: &[Move]) -> Option<Move> {
        let UciMove::Go { from, to, promotion } = self else {
            return moves.iter().copied().find(|mv| mv.is_pass());
        };
        let kind = match promotion {
            Some(letter) => Some(ruleset.kind(letter)?),
            None => None,
        };
        let exact = between(ruleset, moves, from, to).find(|mv| mv.promotion() == kind);
        exact.or_else(|| {
            let mut all = between(ruleset, moves, from, to);
            all.next().filter(|_| kind.is_none() && all.next().is_none())
        })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UciMove::Go { from, to, promotion } = self else { return f.write_str(PASS) };
        write!(f, "{from}{to}")?;
        promotion.map_or(Ok(()), |letter| f.write_char(letter))
    }
}

/// A text is no move in coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UciMoveError;

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is two cells, as in `a1c3`, and a letter after them to promote; `--` passes")
    }
}

impl std::error::Error for UciMoveError {}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<UciMove, UciMoveError> {
        if is_pass(text) {
            return Ok(UciMove::Pass);
        }
        let (from, rest) = Square::take(text).ok_or(UciMoveError)?;
        let (to, rest) = Square::take(rest).ok_or(UciMoveError)?;
        let mut rest = rest.strip_prefix('=').unwrap_or(rest).chars();
        match (rest.next(), rest.next()) {
            (promotion, None) => Ok(UciMove::Go { from, to, promotion }),
            _ => Err(UciMoveError),
        }
    }
}

text_as_serde!(UciMove);

/// Writes a move in the ruleset's own letters.
#[must_use]
pub fn format(ruleset: &Ruleset, mv: Move) -> String {
    format_in(ruleset, mv, Dialect::Own)
}

/// Writes a move in a dialect.
#[must_use]
pub fn format_in(ruleset: &Ruleset, mv: Move, dialect: Dialect) -> String {
    if mv.tag() == MoveTag::Pass {
        return PASS.to_owned();
    }
    let geometry = ruleset.geometry;
    let mut text = String::with_capacity(7);
    geometry.push_name(&mut text, mv.from());
    geometry.push_name(&mut text, mv.to());
    text.extend(mv.promotion().map(|kind| dialect.letter(ruleset, kind)));
    text
}

/// Reads coordinates, whether or not such a move is legal anywhere.
///
/// # Errors
/// What is wrong with the text and what would be right.
pub fn parse(ruleset: &Ruleset, text: &str) -> Result<UciMove, Failure> {
    parse_in(ruleset, text, Dialect::Own)
}

/// Reads coordinates in a dialect.
///
/// # Errors
/// As [`parse`].
pub fn parse_in(ruleset: &Ruleset, text: &str, dialect: Dialect) -> Result<UciMove, Failure> {
    let geometry = ruleset.geometry;
    let wrong = || {
        let last = geometry.name(Cell((geometry.cells() - 1) as u8));
        let shown: String = text.chars().take(40).collect();
        format!(
            "`{shown}` is no move: write two cells of a1 to {last}, as in `a1c3`, and a piece's letter after them to promote; `--` passes"
        )
    };
    let UciMove::Go { from, to, promotion } = text.parse().map_err(|_| wrong())? else {
        return Ok(UciMove::Pass);
    };
    let kind = promotion.and_then(|letter| dialect.kind(ruleset, letter));
    let is_on_board = geometry.cell_at(from).is_some() && geometry.cell_at(to).is_some();
    if !is_on_board || promotion.is_some() != kind.is_some() {
        return Err(wrong().into());
    }
    Ok(UciMove::Go { from, to, promotion: kind.map(|kind| ruleset.letter(kind)) })
}

/// The move among `moves` that was written.
///
/// # Errors
/// That no such move is legal; which promotion letters there are if one is missing.
pub fn parse_legal(ruleset: &Ruleset, moves: &[Move], text: &str) -> Result<Move, Failure> {
    parse_legal_in(ruleset, moves, text, Dialect::Own)
}

/// The move among `moves` that was written in a dialect.
///
/// # Errors
/// As [`parse_legal`].
pub fn parse_legal_in(
    ruleset: &Ruleset,
    moves: &[Move],
    text: &str,
    dialect: Dialect,
) -> Result<Move, Failure> {
    let written = parse_in(ruleset, text, dialect)?;
    if let Some(found) = written.find(ruleset, moves) {
        return Ok(found);
    }
    let UciMove::Go { from, to, promotion } = written else {
        return Err("passing is not allowed here".into());
    };
    let candidates: Vec<Move> = between(ruleset, moves, from, to).collect();
    if candidates.is_empty() {
        return Err(
            format!("`{}` is not a legal move here", text.chars().take(40).collect::<String>()).into()
        );
    }
    let letters: Vec<String> = candidates
        .iter()
        .filter_map(|mv| mv.promotion())
        .map(|kind| format!("`{from}{to}{}`", dialect.letter(ruleset, kind)))
        .collect();
    let why = match (promotion, &letters[..]) {
        (Some(_), []) => format!("the piece of `{text}` does not promote there: leave out the letter"),
        (Some(_), _) => format!("the piece of `{text}` cannot become that: write {}", letters.join(" or ")),
        (None, _) => {
            format!("`{text}` does not say what the piece becomes: write {}", letters.join(" or "))
        }
    };
    Err(why.into())
}

/// The moves of a piece from a square to a square.
fn between(ruleset: &Ruleset, moves: &[Move], from: Square, to: Square) -> impl Iterator<Item = Move> {
    let cells = ruleset.geometry.cell_at(from).zip(ruleset.geometry.cell_at(to));
    moves.iter().copied().filter(move |mv| !mv.is_pass() && Some((mv.from(), mv.to())) == cells)
}
