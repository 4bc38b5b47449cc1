//! The placement field of FEN in the letters of a ruleset.

use crate::message::say;
use crate::notation::dialect::Dialect;
use crate::placement::{self, Letters};
pub use crate::placement::{PlacedPiece, PlacementError};
use crate::ruleset::Ruleset;

/// Reads a placement.
///
/// # Errors
/// Every complaint: wrong number of ranks or files, unknown letters.
pub fn parse(ruleset: &Ruleset, text: &str) -> Result<Vec<PlacedPiece>, Vec<PlacementError>> {
    placement::parse(ruleset.geometry, &ruleset.letters(), text)
}

/// Reads a placement in a dialect.
///
/// # Errors
/// As [`parse`].
pub fn parse_in(
    ruleset: &Ruleset,
    text: &str,
    dialect: Dialect,
) -> Result<Vec<PlacedPiece>, Vec<PlacementError>> {
    if text.is_empty() {
        let message = say::fen_no_placement(ruleset.start().placement.as_str());
        return Err(vec![PlacementError { rank: 0, message }]);
    }
    let letters = dialect.letters(ruleset);
    let promoted = |letter| dialect.promoted_kind(ruleset, letter);
    let pieces = match dialect {
        Dialect::Own => Letters { letters: &letters, promoted: None },
        Dialect::FairyStockfish => Letters { letters: &letters, promoted: Some(&promoted) },
    };
    placement::parse_by(ruleset.geometry, &pieces, text)
}

/// Writes the placement of some pieces in the letters of a dialect: of a whole position, or of one side.
///
/// # Examples
/// ```
/// use rukh_rules::notation::{dialect::Dialect, placement};
/// use rukh_rules::{Ruleset, Side};
///
/// let ruleset = Ruleset::named("shatranj")?;
/// let mut pieces = placement::parse(&ruleset, &ruleset.start().placement).unwrap();
/// pieces.retain(|piece| piece.side == Side::White);
/// let half = placement::format(&ruleset, pieces, Dialect::Own);
/// assert_eq!(half, "8/8/8/8/8/8/PPPPPPPP/RNEKFENR");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[must_use]
pub fn format(ruleset: &Ruleset, pieces: impl IntoIterator<Item = PlacedPiece>, dialect: Dialect) -> String {
    let geometry = ruleset.geometry;
    let mut letters = vec![None; geometry.cells()];
    for piece in pieces {
        letters[piece.cell.index()] = Some(dialect.letter_for(ruleset, piece.kind, piece.side));
    }
    let files = usize::from(geometry.files());
    let rank = |letters: &[Option<char>]| {
        let mut text = String::new();
        for run in letters.chunk_by(|one, next| one.is_none() && next.is_none()) {
            match run[0] {
                Some(letter) => text.push(letter),
                None => text.push_str(&run.len().to_string()),
            }
        }
        text
    };
    letters.chunks(files).rev().map(rank).collect::<Vec<_>>().join("/")
}
