//! FEN and coordinates, read and written a second time.

use rukh_rules::Side;
use rukh_rules::law::{CastlingLaw, KingSteps};
use rukh_rules::ruleset::Ruleset;

use super::{Man, SlowPosition, Step};

impl SlowPosition<'_> {
    /// `KQkq`: the rook that stands nearest to the king in the array, on the right
    /// (k) or left (q) as White sees it; neither has moved while the right lasts.
    pub(super) fn read_castling(&mut self, field: &str) {
        let CastlingLaw::KingSteps(KingSteps { rook, .. }) = self.ruleset.laws().castling.law else {
            return;
        };
        let array = read_placement(self.ruleset, &self.ruleset.arrays[self.ruleset.array].placement);
        for letter in field.chars().filter(char::is_ascii_alphabetic) {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let king = self.king(side).expect("a side that may castle has a king");
            let (file, rank) = self.place(king);
            let on_its_side = |&cell: &usize| match letter.to_ascii_lowercase() {
                'k' => self.place(cell).0 > file,
                'q' => self.place(cell).0 < file,
                _ => panic!("`{letter}` is no castling right"),
            };
            let rooks = (0..array.len())
                .filter(|&cell| self.place(cell).1 == rank && array[cell] == Some((side, self.letter(rook))))
                .filter(on_its_side);
            let nearest = rooks.min_by_key(|&cell| (self.place(cell).0 - file).abs());
            self.castlers.insert((side, nearest.expect("a castling right has a rook")));
        }
    }

    /// The castling rights as FEN writes them.
    pub(super) fn castling(&self) -> String {
        let mut letters = String::new();
        for side in Side::BOTH {
            let king_file = self.king(side).map_or(0, |king| self.place(king).0);
            for (letter, is_right) in [('k', true), ('q', false)] {
                let towards = |&&(owner, rook): &&(Side, usize)| {
                    owner == side && (self.place(rook).0 > king_file) == is_right
                };
                if self.castlers.iter().any(|castler| towards(&castler)) {
                    letters.push(if side == Side::White { letter.to_ascii_uppercase() } else { letter });
                }
            }
        }
        letters
    }

    /// Cell names one after the other, whatever stands between them.
    pub(super) fn read_passed(&mut self, field: &str) {
        let mut name = String::new();
        let mut names = Vec::new();
        for letter in field.chars() {
            if letter.is_ascii_alphabetic() && !name.is_empty() {
                names.push(std::mem::take(&mut name));
            }
            if letter.is_ascii_alphanumeric() {
                name.push(letter);
            }
        }
        names.extend((!name.is_empty()).then_some(name));
        self.passed = names.iter().map(|name| self.cell_named(name)).collect();
    }

    fn cell_named(&self, name: &str) -> usize {
        let found = (0..self.board.len()).find(|&cell| self.name(cell) == *name);
        found.unwrap_or_else(|| panic!("`{name}` is no cell of this board"))
    }

    pub(super) fn name(&self, cell: usize) -> String {
        let (file, rank) = self.place(cell);
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    pub(super) fn write(&self, step: &Step) -> String {
        let becomes = step.becomes.map(String::from).unwrap_or_default();
        format!("{}{}{becomes}", self.name(step.from), self.name(step.to))
    }
}

/// The rank from the top, pieces and gaps; two-digit gaps count as one number.
pub(super) fn read_placement(ruleset: &Ruleset, placement: &str) -> Vec<Option<Man>> {
    let files = usize::from(ruleset.geometry.files());
    let ranks: Vec<&str> = placement.split('/').collect();
    assert_eq!(ranks.len(), usize::from(ruleset.geometry.ranks()), "{placement}");
    let mut board = Vec::new();
    for rank in ranks.iter().rev() {
        let mut row = Vec::new();
        let mut gap = 0;
        for letter in rank.chars() {
            if let Some(digit) = letter.to_digit(10) {
                gap = gap * 10 + digit as usize;
                continue;
            }
            row.resize(row.len() + gap, None);
            gap = 0;
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            row.push(Some((side, letter.to_ascii_lowercase())));
        }
        row.resize(row.len() + gap, None);
        assert_eq!(row.len(), files, "{placement}");
        board.extend(row);
    }
    board
}

/// A rank as FEN writes it.
pub(super) fn write_rank(row: &[Option<Man>]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for man in row {
        let Some((side, letter)) = man else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        text.push(if *side == Side::White { letter.to_ascii_uppercase() } else { *letter });
    }
    if gap > 0 { text + &gap.to_string() } else { text }
}
