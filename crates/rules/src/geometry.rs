//! The board: numbered cells, their names, and the two sides' directions.
//!
//! Cells are numbered row by row from White's left hand: `a1` is 0, `b1` is 1,
//! and the first cell of rank 2 follows the last cell of rank 1.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// The most files or ranks a board may have.
pub const MAX_LENGTH: u8 = 16;

/// One of the two players. White moves up the board, towards the last rank.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The first player, whose pieces are written in upper case.
    #[strum(to_string = "white", serialize = "w")]
    White,
    /// The second player, whose pieces are written in lower case.
    #[strum(to_string = "black", serialize = "b")]
    Black,
}

// As a text a side is the word used in data and on the wire; `w` and `b` are read too.
impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The side that this one plays against.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name a sentence begins with: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

/// A cell of a board, by its number. The boards that have it are those with more
/// cells than its number: [`Geometry::cell`] and [`Geometry::all`] give the cells
/// of one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell with a number, counted row by row from White's left hand. Every
    /// number is a cell of the largest board, which has 256.
    #[must_use]
    pub const fn new(number: u8) -> Cell {
        Cell(number)
    }

    /// The cell's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell by file and rank, whatever the board: `a1` to `p16`. This is how logs and
/// messages name cells; [`Geometry::cell_at`] finds it on a board.
///
/// # Examples
/// ```
/// use rukh_rules::{Geometry, Square};
///
/// let square: Square = "e10".parse()?;
/// assert_eq!(square.to_string(), "e10");
/// assert_eq!(Geometry::new(8, 8).unwrap().cell_at(square), None);
/// # Ok::<(), rukh_rules::NoSquare>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// Reads a square from the front of a text; returns the rest too.
    #[must_use]
    pub fn take(text: &str) -> Option<(Square, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a').filter(|&file| file < MAX_LENGTH)?;
        let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let rank: u8 = text.get(1..=digits)?.parse().ok()?;
        let fits = bytes[1] != b'0' && rank <= MAX_LENGTH;
        fits.then(|| (Square { file, rank: rank - 1 }, &text[1 + digits..]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// A text is no square: it has no file `a` to `p` or no rank 1 to 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSquare;

impl fmt::Display for NoSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell is a file and a rank, as in `a1`")
    }
}

impl std::error::Error for NoSquare {}

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Square, NoSquare> {
        Square::take(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square).ok_or(NoSquare)
    }
}

/// Makes a type a string in JSON: as it is displayed, read by `FromStr`.
macro_rules! text_as_serde {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                String::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    };
}
pub(crate) use text_as_serde;

text_as_serde!(Square);

/// The size of a board and the arithmetic of its cells.
///
/// # Examples
/// ```
/// use rukh_rules::{Geometry, Side};
///
/// let oblong = Geometry::new(4, 16).unwrap();
/// let d16 = oblong.parse_cell("d16").unwrap();
/// assert_eq!((oblong.file(d16), oblong.rank(d16), d16.index()), (3, 15, 63));
/// assert_eq!(oblong.rank_for(d16, Side::Black), 0, "each side counts from its own end");
/// assert_eq!(oblong.offset(d16, 1, -2), None, "off the board");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Geometry {
    files: u8,
    ranks: u8,
}

impl Geometry {
    /// A board of `files` by `ranks`, or nothing if either is not in 1..=16.
    #[must_use]
    pub const fn new(files: u8, ranks: u8) -> Option<Geometry> {
        if files == 0 || ranks == 0 || files > MAX_LENGTH || ranks > MAX_LENGTH {
            return None;
        }
        Some(Geometry { files, ranks })
    }

    /// The number of files (columns).
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks (rows).
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of cells, 1 to 256.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Every cell, from `a1` on.
    pub fn all(self) -> impl Iterator<Item = Cell> {
        (0..self.cells()).map(|index| Cell(index as u8))
    }

    /// The cell at a file and rank counted from 0, or nothing if off the board.
    #[must_use]
    pub const fn cell(self, file: i16, rank: i16) -> Option<Cell> {
        if file < 0 || rank < 0 || file >= self.files as i16 || rank >= self.ranks as i16 {
            return None;
        }
        Some(Cell((rank * self.files as i16 + file) as u8))
    }

    /// The file of a cell, counted from 0.
    #[must_use]
    pub const fn file(self, cell: Cell) -> u8 {
        cell.0 % self.files
    }

    /// The rank of a cell, counted from 0 at White's end.
    #[must_use]
    pub const fn rank(self, cell: Cell) -> u8 {
        cell.0 / self.files
    }

    /// The rank of a cell as that side counts, 0 at its own end.
    #[must_use]
    pub const fn rank_for(self, cell: Cell, side: Side) -> u8 {
        match side {
            Side::White => self.rank(cell),
            Side::Black => self.ranks - 1 - self.rank(cell),
        }
    }

    /// The cell `files` to the right (White's right) and `ranks` up, if on the board.
    #[must_use]
    pub const fn offset(self, cell: Cell, files: i16, ranks: i16) -> Option<Cell> {
        self.cell(self.file(cell) as i16 + files, self.rank(cell) as i16 + ranks)
    }

    /// The cell one step forward for that side, if on the board.
    #[must_use]
    pub const fn forward(self, cell: Cell, side: Side) -> Option<Cell> {
        match side {
            Side::White => self.offset(cell, 0, 1),
            Side::Black => self.offset(cell, 0, -1),
        }
    }

    /// The name of a cell: file letter and rank number, `a1` to `p16`.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        let mut name = String::with_capacity(3);
        self.push_name(&mut name, cell);
        name
    }

    /// Appends a cell's name to a text.
    pub fn push_name(self, text: &mut String, cell: Cell) {
        let rank = self.rank(cell) + 1;
        text.push(char::from(b'a' + self.file(cell)));
        if rank >= 10 {
            text.push(char::from(b'0' + rank / 10));
        }
        text.push(char::from(b'0' + rank % 10));
    }

    /// The square of a cell.
    #[must_use]
    pub const fn square(self, cell: Cell) -> Square {
        Square { file: self.file(cell), rank: self.rank(cell) }
    }

    /// The cell of a square, or nothing if off the board.
    #[must_use]
    pub const fn cell_at(self, square: Square) -> Option<Cell> {
        self.cell(square.file as i16, square.rank as i16)
    }

    /// Reads a cell's name from the front of a text; returns the rest too.
    #[must_use]
    pub fn take_cell(self, text: &str) -> Option<(Cell, &str)> {
        let (square, rest) = Square::take(text)?;
        Some((self.cell_at(square)?, rest))
    }

    /// Reads a whole text as one cell's name.
    #[must_use]
    pub fn parse_cell(self, text: &str) -> Option<Cell> {
        match self.take_cell(text)? {
            (cell, "") => Some(cell),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Geometry, Side};

    #[test]
    fn name_of_every_cell_parses_back() {
        for (files, ranks) in [(1, 1), (4, 16), (8, 8), (10, 10), (16, 16)] {
            let geometry = Geometry::new(files, ranks).expect("a board size in range");
            for cell in geometry.all() {
                assert_eq!(geometry.parse_cell(&geometry.name(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn parse_cell_off_board_gives_none() {
        let geometry = Geometry::new(4, 16).expect("a board size in range");
        for text in ["", "a", "e1", "a0", "a17", "a01", "a1x", "é1", "1a", "d99"] {
            assert_eq!(geometry.parse_cell(text), None, "{text}");
        }
        assert_eq!(geometry.parse_cell("d16"), Some(Cell(63)));
    }

    #[test]
    fn rank_for_counts_from_own_edge() {
        let geometry = Geometry::new(8, 8).expect("a board size in range");
        let a8 = geometry.parse_cell("a8").expect("a8 is on the board");
        assert_eq!(geometry.rank_for(a8, Side::White), 7);
        assert_eq!(geometry.rank_for(a8, Side::Black), 0);
        assert_eq!(geometry.forward(a8, Side::White), None);
    }
}
