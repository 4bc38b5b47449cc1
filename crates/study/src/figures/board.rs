//! What figures need of boards: the pieces of a FEN placement, and maps of squares.

use std::collections::BTreeMap;

use rukh_lab::job::rows::MoveRow;
use rukh_rules::Square;
use serde::Serialize;

/// Files and ranks of the largest board.
const LONGEST: usize = 16;

/// The size of a board and the pieces on it, both sides together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct BoardContent {
    pub(super) files: usize,
    pub(super) ranks: usize,
    /// Number of pieces by letter, lower case.
    pub(super) pieces: BTreeMap<char, u32>,
}

impl BoardContent {
    /// Reads the placement of a FEN. What is neither a letter, a number nor `/` is passed over.
    pub(super) fn of_fen(fen: &str) -> BoardContent {
        let placement = fen.split_whitespace().next().unwrap_or_default();
        let mut content = BoardContent::default();
        for rank in placement.split('/') {
            let (mut files, mut empty) = (0, 0);
            for letter in rank.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = (empty * 10 + digit as usize).min(usize::from(u8::MAX));
                    continue;
                }
                files += std::mem::take(&mut empty);
                if letter.is_ascii_alphabetic() {
                    files += 1;
                    *content.pieces.entry(letter.to_ascii_lowercase()).or_default() += 1;
                }
            }
            content.files = content.files.max(files + empty).min(LONGEST);
            content.ranks = (content.ranks + 1).min(LONGEST);
        }
        content
    }
}

/// How often moves of a side ended on each square, and how often they captured there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeatMap {
    /// Side that moved: `white` or `black`.
    pub side: &'static str,
    /// What is counted: `destinations` or `captures`.
    pub of: &'static str,
    /// Counts by square; squares without any are left out.
    pub squares: BTreeMap<String, u64>,
}

/// The heat maps of a cell, and the size of its board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeatMaps {
    /// Number of files of the board.
    pub files: usize,
    /// Number of ranks of the board.
    pub ranks: usize,
    /// Destinations and captures of White, then of Black.
    pub maps: Vec<HeatMap>,
}

/// What heat maps show of a side.
const KINDS: [&str; 2] = ["destinations", "captures"];

impl Default for HeatMaps {
    fn default() -> HeatMaps {
        let map = |(side, of)| HeatMap { side, of, squares: BTreeMap::new() };
        let maps =
            ["white", "black"].into_iter().flat_map(|side| KINDS.map(|of| (side, of))).map(map).collect();
        HeatMaps { files: 0, ranks: 0, maps }
    }
}

impl HeatMaps {
    /// Counts the moves of a game; what is no square is left out.
    pub(super) fn add(&mut self, board: &BoardContent, moves: &[MoveRow]) {
        self.files = self.files.max(board.files);
        self.ranks = self.ranks.max(board.ranks);
        for one in moves.iter().filter(|one| one.to.parse::<Square>().is_ok()) {
            for map in self.maps.iter_mut().filter(|map| map.side == one.side) {
                if map.of == KINDS[0] || one.capture.is_some() {
                    *map.squares.entry(one.to.clone()).or_default() += 1;
                }
            }
        }
    }

    /// Whether no move was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.maps.iter().all(|map| map.squares.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::BoardContent;

    #[test]
    fn board_content_counts_pieces_and_long_gaps() {
        let content = BoardContent::of_fen("rnek/4/p1+Pp/4/1K2 w - - 0 1");
        assert_eq!((content.files, content.ranks), (4, 5));
        let pieces: String =
            content.pieces.iter().map(|(letter, count)| format!("{letter}{count}")).collect();
        assert_eq!(pieces, "e1k2n1p3r1");
        let wide = BoardContent::of_fen("16/k10K4");
        assert_eq!((wide.files, wide.ranks), (16, 2));
        assert_eq!(BoardContent::of_fen("").pieces.len(), 0);
    }
}
