//! Pieces on cells, and the placement field of FEN: ranks from the last to the first, `/` between
//! them, letters for pieces, numbers of any length for empty cells.

use std::fmt;

use crate::geometry::{Cell, Geometry, Side};
use crate::kind::PieceKind;
use crate::message::{Message, say};

/// A piece of a [`Setup`](crate::Setup) or of a placement, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedPiece {
    /// Where it stands; nothing checks that the board has it.
    pub cell: Cell,
    /// The side that it belongs to.
    pub side: Side,
    /// What it is, by its number within the ruleset.
    pub kind: PieceKind,
}

/// What is wrong with a placement, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacementError {
    /// The rank, counted from 1 at White's end; 0 for the whole.
    pub rank: usize,
    /// What is wrong, and what would be right.
    pub message: Message,
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => say::placed(place, self.message.clone()).fmt(f),
            None => self.message.fmt(f),
        }
    }
}

impl std::error::Error for PlacementError {}

impl PlacementError {
    /// The rank; `None` for the whole.
    pub(crate) fn place(&self) -> Option<Message> {
        (self.rank > 0).then(|| say::fen_rank(self.rank as u64))
    }
}

/// Reads a placement by the board and the pieces' letters alone.
///
/// # Errors
/// Every complaint: wrong number of ranks or files, unknown letters.
pub(crate) fn parse(
    geometry: Geometry,
    letters: &[char],
    text: &str,
) -> Result<Vec<PlacedPiece>, Vec<PlacementError>> {
    parse_by(geometry, &Letters { letters, promoted: None }, text)
}

/// The meaning of letters in a placement.
pub(crate) struct Letters<'a> {
    /// In the order of [`PieceKind`].
    pub(crate) letters: &'a [char],
    /// What `+x` means, where it means anything.
    pub(crate) promoted: Option<&'a dyn Fn(char) -> Option<PieceKind>>,
}

impl Letters<'_> {
    fn kind(&self, letter: char) -> Option<PieceKind> {
        let lower = letter.to_ascii_lowercase();
        self.letters.iter().position(|&known| known == lower).map(|index| PieceKind(index as u8))
    }
}

/// As [`parse`], with letters that may have other meanings.
pub(crate) fn parse_by(
    geometry: Geometry,
    letters: &Letters<'_>,
    text: &str,
) -> Result<Vec<PlacedPiece>, Vec<PlacementError>> {
    let ranks: Vec<&str> = text.split('/').collect();
    let wanted = usize::from(geometry.ranks());
    if ranks.len() != wanted {
        let message = say::fen_ranks(ranks.len() as u64, wanted as u64);
        return Err(vec![PlacementError { rank: 0, message }]);
    }
    let mut pieces = Vec::new();
    let mut errors = Vec::new();
    for (index, rank) in ranks.into_iter().enumerate() {
        let number = wanted - index;
        if let Err(message) = parse_rank(geometry, letters, rank, number - 1, &mut pieces) {
            errors.push(PlacementError { rank: number, message });
        }
    }
    if errors.is_empty() { Ok(pieces) } else { Err(errors) }
}

fn parse_rank(
    geometry: Geometry,
    letters: &Letters<'_>,
    text: &str,
    rank: usize,
    pieces: &mut Vec<PlacedPiece>,
) -> Result<(), Message> {
    let files = usize::from(geometry.files());
    let mut file = 0;
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = rest.peek().and_then(|next| next.to_digit(10)) {
                empty = (empty * 10 + digit as usize).min(1000);
                rest.next();
            }
            file += empty;
            continue;
        }
        let promoted = letters.promoted.filter(|_| letter == '+').zip(rest.peek().copied());
        let (letter, kind) = match promoted {
            None => (letter, letters.kind(letter)),
            Some((becomes, piece)) => {
                rest.next();
                (piece, Some(becomes(piece).ok_or_else(|| say::fen_not_promoted(piece.to_string()))?))
            }
        };
        let Some(kind) = kind else {
            let known: String = letters.letters.iter().collect();
            return Err(say::fen_letter(letter.to_string(), known));
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        if let Some(cell) = geometry.cell(file.min(99) as i16, rank as i16) {
            pieces.push(PlacedPiece { cell, side, kind });
        }
        file += 1;
    }
    if file == files { Ok(()) } else { Err(say::fen_files(text, file as u64, files as u64)) }
}
