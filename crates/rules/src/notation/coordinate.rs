//! Moves as coordinates: `a1c3`, `d16b14`, `e9e10q`; `--` is the pass. What is
//! read may have an upper-case letter, and [`is_pass`] says how it may pass.

use crate::geometry::Cell;
use crate::moves::{Move, MoveTag};
use crate::notation::dialect::Dialect;
use crate::ruleset::Ruleset;

/// The pass, as written.
pub const PASS: &str = "--";

/// Whether a word passes, also as other programs write it: `0000`, `Z0`, `null`, `@@@@`.
#[must_use]
pub fn is_pass(text: &str) -> bool {
    matches!(text, PASS | "0000" | "Z0" | "z0" | "@@@@") || text.eq_ignore_ascii_case("null")
}

/// A move as it was written: cells and the letter it becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParsedMove {
    /// The pass.
    Pass,
    /// From a cell to a cell, perhaps becoming another piece.
    Go {
        /// The cell it leaves.
        from: Cell,
        /// The cell it goes to.
        to: Cell,
        /// The ruleset's letter of what it becomes.
        promotion: Option<char>,
    },
}

/// Writes a move.
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
pub fn parse(ruleset: &Ruleset, text: &str) -> Result<ParsedMove, String> {
    parse_in(ruleset, text, Dialect::Own)
}

/// Reads coordinates in a dialect.
///
/// # Errors
/// As [`parse`].
pub fn parse_in(ruleset: &Ruleset, text: &str, dialect: Dialect) -> Result<ParsedMove, String> {
    if is_pass(text) {
        return Ok(ParsedMove::Pass);
    }
    let geometry = ruleset.geometry;
    let shown: String = text.chars().take(40).collect();
    let wrong = || {
        let last = geometry.name(Cell((geometry.cells() - 1) as u8));
        format!(
            "`{shown}` is no move: write two cells of a1 to {last}, as in `a1c3`, and a piece's letter after them to promote; `--` passes"
        )
    };
    let (from, rest) = geometry.take_cell(text).ok_or_else(wrong)?;
    let (to, rest) = geometry.take_cell(rest).ok_or_else(wrong)?;
    let mut rest = rest.strip_prefix('=').unwrap_or(rest).chars();
    let letter = rest.next();
    let kind = letter.and_then(|letter| dialect.kind(ruleset, letter));
    if rest.next().is_some() || letter.is_some() != kind.is_some() {
        return Err(wrong());
    }
    Ok(ParsedMove::Go { from, to, promotion: kind.map(|kind| ruleset.letter(kind)) })
}

/// The move among `moves` that was written.
///
/// # Errors
/// That no such move is legal; which promotion letters there are if one is missing.
pub fn parse_legal(ruleset: &Ruleset, moves: &[Move], text: &str) -> Result<Move, String> {
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
) -> Result<Move, String> {
    let written = parse_in(ruleset, text, dialect)?;
    let ParsedMove::Go { from, to, promotion } = written else {
        let pass = moves.iter().copied().find(|mv| mv.is_pass());
        return pass.ok_or_else(|| "passing is not allowed here".to_owned());
    };
    let candidates: Vec<Move> =
        moves.iter().copied().filter(|mv| !mv.is_pass() && (mv.from(), mv.to()) == (from, to)).collect();
    let kind = promotion.and_then(|letter| ruleset.kind(letter));
    if let Some(&found) = candidates.iter().find(|mv| mv.promotion() == kind) {
        return Ok(found);
    }
    match (&candidates[..], kind) {
        ([], _) => Err(format!("`{}` is not a legal move here", text.chars().take(40).collect::<String>())),
        ([only], None) => Ok(*only),
        _ => {
            let stem = ruleset.geometry.name(from) + &ruleset.geometry.name(to);
            let letters: Vec<String> = candidates
                .iter()
                .filter_map(|mv| mv.promotion())
                .map(|kind| format!("`{stem}{}`", dialect.letter(ruleset, kind)))
                .collect();
            Err(match (kind, &letters[..]) {
                (Some(_), []) => {
                    format!("the piece of `{text}` does not promote there: leave out the letter")
                }
                (Some(_), _) => {
                    format!("the piece of `{text}` cannot become that: write {}", letters.join(" or "))
                }
                (None, _) => {
                    format!("`{text}` does not say what the piece becomes: write {}", letters.join(" or "))
                }
            })
        }
    }
}
