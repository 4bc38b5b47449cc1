//! Where cells lie in a picture.

use rukh_rules::{Cell, Geometry};
use strum::VariantArray;

/// The side of a cell, in units of the picture; the grid on which pieces are drawn.
pub(crate) const CELL: f64 = 64.0;

/// How far the board is turned clockwise; unturned, White's first rank lies at the bottom.
///
/// # Examples
/// ```
/// use rukh_draw::Rotation;
///
/// assert_eq!(Rotation::from_degrees(90), Some(Rotation::Quarter));
/// assert_eq!(Rotation::Quarter.flipped().degrees(), 270);
/// assert_eq!(Rotation::from_degrees(45), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, VariantArray)]
pub enum Rotation {
    /// White at the bottom.
    #[default]
    None,
    /// White on the left: a long board lies on its side.
    Quarter,
    /// Black at the bottom.
    Half,
    /// White on the right.
    ThreeQuarters,
}

impl Rotation {
    /// The rotation by degrees clockwise: 0, 90, 180 or 270.
    #[must_use]
    pub fn from_degrees(degrees: u16) -> Option<Rotation> {
        Rotation::VARIANTS.iter().copied().find(|rotation| rotation.degrees() == degrees)
    }

    /// Degrees clockwise.
    #[must_use]
    pub fn degrees(self) -> u16 {
        self as u16 * 90
    }

    /// This rotation and then half a turn.
    #[must_use]
    pub fn flipped(self) -> Rotation {
        Rotation::VARIANTS[(self as usize + 2) % 4]
    }
}

/// A board as it lies in a picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub geometry: Geometry,
    pub rotation: Rotation,
    /// The frame's width, in units.
    pub margin: f64,
}

impl Layout {
    pub fn columns(&self) -> u8 {
        if self.is_upright() { self.geometry.files() } else { self.geometry.ranks() }
    }

    pub fn rows(&self) -> u8 {
        if self.is_upright() { self.geometry.ranks() } else { self.geometry.files() }
    }

    /// Whether files run up and down.
    pub fn is_upright(&self) -> bool {
        matches!(self.rotation, Rotation::None | Rotation::Half)
    }

    pub fn field_width(&self) -> f64 {
        f64::from(self.columns()) * CELL
    }

    pub fn field_height(&self) -> f64 {
        f64::from(self.rows()) * CELL
    }

    /// The width of the board with its frame.
    pub fn width(&self) -> f64 {
        self.field_width() + 2.0 * self.margin
    }

    /// The height of the board with its frame.
    pub fn height(&self) -> f64 {
        self.field_height() + 2.0 * self.margin
    }

    /// Column from the left and row from the top, from 0.
    pub fn grid(&self, cell: Cell) -> (u8, u8) {
        let (file, rank) = (self.geometry.file(cell), self.geometry.rank(cell));
        let (last_file, last_rank) = (self.geometry.files() - 1, self.geometry.ranks() - 1);
        match self.rotation {
            Rotation::None => (file, last_rank - rank),
            Rotation::Quarter => (rank, file),
            Rotation::Half => (last_file - file, rank),
            Rotation::ThreeQuarters => (last_rank - rank, last_file - file),
        }
    }

    /// The upper left corner of a cell, from that of the field.
    pub fn corner(&self, cell: Cell) -> (f64, f64) {
        let (column, row) = self.grid(cell);
        (f64::from(column) * CELL, f64::from(row) * CELL)
    }

    /// The middle of a cell, from the corner of the field.
    pub fn centre(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rukh_rules::Geometry;
    use strum::VariantArray;

    use super::{Layout, Rotation};

    #[test]
    fn grid_of_every_rotation_holds_each_cell_once() {
        let geometry = Geometry::new(3, 5).expect("a board size in range");
        for &rotation in Rotation::VARIANTS {
            let layout = Layout { geometry, rotation, margin: 0.0 };
            let places: BTreeSet<(u8, u8)> = geometry.all().map(|cell| layout.grid(cell)).collect();
            assert_eq!(places.len(), 15);
            assert!(places.iter().all(|&(column, row)| column < layout.columns() && row < layout.rows()));
        }
    }

    #[test]
    fn grid_turned_clockwise_moves_the_first_cell_round_the_corners() {
        let geometry = Geometry::new(4, 16).expect("a board size in range");
        let first = geometry.parse_cell("a1").expect("a1 is on the board");
        let grid = |rotation| Layout { geometry, rotation, margin: 0.0 }.grid(first);
        let corners: Vec<_> = Rotation::VARIANTS.iter().map(|&rotation| grid(rotation)).collect();
        assert_eq!(corners, [(0, 15), (0, 0), (3, 0), (15, 3)]);
    }

    #[test]
    fn flipped_twice_is_the_same() {
        for &rotation in Rotation::VARIANTS {
            assert_eq!(rotation.flipped().flipped(), rotation);
            assert_eq!(Rotation::from_degrees(rotation.degrees()), Some(rotation));
        }
        assert_eq!(Rotation::from_degrees(45), None);
    }
}
