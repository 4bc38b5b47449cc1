//! What cannot be drawn, and why.

use rukh_rules::{Geometry, Ruleset};

use crate::SIZES;

/// Why a picture cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A cell that the board does not have.
    #[error("{what}: `{cell}` is not a cell of this board; its cells are a1 to {last}")]
    OffBoard {
        /// The mark or piece that names the cell.
        what: &'static str,
        /// The cell as it was written, or its number.
        cell: String,
        /// The board's last cell.
        last: String,
    },
    /// A mark that cannot be read.
    #[error("{what} `{text}` {problem}")]
    Mark {
        /// The kind of mark.
        what: &'static str,
        /// The mark as it was written.
        text: String,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// A cell without a piece, where the moves of one are asked for.
    #[error("no piece stands on {0}, so it has no moves to show")]
    NoPiece(String),
    /// An array that the ruleset does not have.
    #[error("{ruleset} has no array `{name}`; its arrays are {known}")]
    UnknownArray {
        /// The ruleset's instance.
        ruleset: String,
        /// The array that was asked for.
        name: String,
        /// The arrays that there are.
        known: String,
    },
    /// A skin that there is not.
    #[error("there is no skin `{name}`; skins are {known}")]
    UnknownSkin {
        /// The skin that was asked for.
        name: String,
        /// The skins that there are.
        known: String,
    },
    /// A word that is none of its list.
    #[error("there is no {what} `{name}`; there are {known}")]
    UnknownWord {
        /// What the word should name.
        what: &'static str,
        /// The word as it was written.
        name: String,
        /// The words that there are.
        known: String,
    },
    /// A size out of bounds.
    #[error("a picture cannot be {0} pixels long; its longer side is {first} to {last} pixels", first = SIZES.start(), last = SIZES.end())]
    Size(u32),
    /// The PNG cannot be made of the SVG.
    #[error("the picture cannot be made a PNG: {0}")]
    Png(String),
}

impl DrawError {
    /// The error of a cell that a board does not have; `what` names it.
    #[must_use]
    pub fn off_board(what: &'static str, cell: &str, geometry: Geometry) -> DrawError {
        let last = geometry.all().last().map(|cell| geometry.name(cell)).unwrap_or_default();
        DrawError::OffBoard { what, cell: shortened(cell), last }
    }

    /// The error of an array that a ruleset does not have.
    #[must_use]
    pub fn unknown_array(ruleset: &Ruleset, name: &str) -> DrawError {
        let known: Vec<String> = ruleset.arrays.iter().map(|array| format!("`{}`", array.id)).collect();
        let (ruleset, known) = (ruleset.instance.to_string(), known.join(", "));
        DrawError::UnknownArray { ruleset, name: shortened(name), known }
    }
}

/// A text of a caller, cut to what an error message can hold.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
