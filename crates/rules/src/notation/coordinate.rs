//! Moves as coordinates: `a1c3`, `d16b14`, `e9e10q`; `--` is the pass.

use crate::geometry::Cell;
use crate::moves::{Move, MoveTag};
use crate::ruleset::Ruleset;

/// The pass, as written.
pub const PASS: &str = "--";

/// A move as it was written: cells and the letter it becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// The pass.
    Pass,
    /// From a cell to a cell, perhaps becoming another man.
    Go {
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
        /// The letter of what it becomes.
        promotion: Option<char>,
    },
}

/// Writes a move.
#[must_use]
pub fn write(ruleset: &Ruleset, chosen: Move) -> String {
    if chosen.tag() == MoveTag::Pass {
        return PASS.to_owned();
    }
    let geometry = ruleset.geometry;
    let mut text = geometry.name(chosen.from()) + &geometry.name(chosen.to());
    text.extend(chosen.promotion().map(|kind| ruleset.letter(kind)));
    text
}

/// Reads coordinates, whether or not such a move is legal anywhere.
///
/// # Errors
/// What is wrong with the text and what would be right.
pub fn read(ruleset: &Ruleset, text: &str) -> Result<Written, String> {
    if text == PASS || text == "0000" {
        return Ok(Written::Pass);
    }
    let geometry = ruleset.geometry;
    let shown: String = text.chars().take(40).collect();
    let wrong = || {
        let last = geometry.name(Cell((geometry.cells() - 1) as u8));
        format!(
            "`{shown}` is no move: write two cells of a1 to {last}, as in `a1c3`, and a man's letter after them to promote; `--` passes"
        )
    };
    let (from, rest) = geometry.take_cell(text).ok_or_else(wrong)?;
    let (to, rest) = geometry.take_cell(rest).ok_or_else(wrong)?;
    let mut rest = rest.strip_prefix('=').unwrap_or(rest).chars();
    let promotion = rest.next();
    if rest.next().is_some() || promotion.is_some_and(|letter| ruleset.kind(letter).is_none()) {
        return Err(wrong());
    }
    Ok(Written::Go { from, to, promotion: promotion.map(|letter| letter.to_ascii_lowercase()) })
}

/// The move among `moves` that was written.
///
/// # Errors
/// That no such move is legal; which promotion letters there are if one is missing.
pub fn find(ruleset: &Ruleset, moves: &[Move], text: &str) -> Result<Move, String> {
    let written = read(ruleset, text)?;
    let Written::Go { from, to, promotion } = written else {
        let pass = moves.iter().copied().find(|chosen| chosen.is_pass());
        return pass.ok_or_else(|| "passing is not allowed here".to_owned());
    };
    let candidates: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|chosen| !chosen.is_pass() && (chosen.from(), chosen.to()) == (from, to))
        .collect();
    let kind = promotion.and_then(|letter| ruleset.kind(letter));
    if let Some(&found) = candidates.iter().find(|chosen| chosen.promotion() == kind) {
        return Ok(found);
    }
    match (&candidates[..], kind) {
        ([], _) => Err(format!("`{}` is not a legal move here", text.chars().take(40).collect::<String>())),
        ([only], None) => Ok(*only),
        _ => {
            let letters: Vec<String> = candidates
                .iter()
                .filter_map(|chosen| chosen.promotion())
                .map(|kind| format!("`{text}{}`", ruleset.letter(kind)))
                .collect();
            Err(format!("`{text}` does not say what the man becomes: write {}", letters.join(" or ")))
        }
    }
}
