//! Arrows and circles.

use rukh_rules::{Cell, Geometry};
use strum::VariantNames;

use crate::error::{DrawError, shortened};

/// The colour of an arrow or circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::Display, strum::EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum MarkColour {
    /// That in which the board's skin shows legal moves.
    #[default]
    Skin,
    /// The same green on every skin.
    Green,
    /// The same red on every skin.
    Red,
    /// The same blue on every skin.
    Blue,
    /// The same yellow on every skin.
    Yellow,
}

impl MarkColour {
    /// The colour as CSS writes it, if it is not the skin's.
    pub(crate) fn hex(self) -> Option<&'static str> {
        match self {
            MarkColour::Skin => None,
            MarkColour::Green => Some("#2f9e44"),
            MarkColour::Red => Some("#e03131"),
            MarkColour::Blue => Some("#1c7ed6"),
            MarkColour::Yellow => Some("#f2b705"),
        }
    }
}

/// An arrow from cell to cell; a circle if they are the same.
///
/// # Examples
/// ```
/// use rukh_draw::{Arrow, MarkColour};
/// use rukh_rules::Geometry;
///
/// let board = Geometry::new(8, 8).unwrap();
/// let arrow = Arrow::parse(board, "a1c3:red")?;
/// assert_eq!((board.name(arrow.to), arrow.colour), ("c3".to_owned(), MarkColour::Red));
/// assert!(Arrow::parse(board, "a1j3").is_err(), "there is no file j");
/// # Ok::<(), rukh_draw::DrawError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Cell,
    /// Where it points.
    pub to: Cell,
    /// The colour of line and head.
    pub colour: MarkColour,
}

impl Arrow {
    /// Reads two cells and perhaps a colour, `a1c3` or `a1c3:red`.
    ///
    /// # Errors
    /// The text is written otherwise, or a cell is not on the board.
    pub fn parse(geometry: Geometry, text: &str) -> Result<Arrow, DrawError> {
        let bad = |problem: &str| mark_error("arrow", text, problem);
        let (cells, colour) = split_colour("arrow", text)?;
        let second = cells.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic());
        let Some((at, _)) = second else {
            return Err(bad("names no two cells; write it as `a1c3` or `a1c3:red`"));
        };
        let cell = |name: &str| {
            geometry.parse_cell(name).ok_or_else(|| DrawError::off_board("arrow", name, geometry))
        };
        Ok(Arrow { from: cell(&cells[..at])?, to: cell(&cells[at..])?, colour })
    }
}

/// A circle around a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circle {
    /// The cell that it surrounds.
    pub cell: Cell,
    /// The colour of the line.
    pub colour: MarkColour,
}

impl Circle {
    /// Reads a cell and perhaps a colour, `c3` or `c3:red`.
    ///
    /// # Errors
    /// The text is written otherwise, or the cell is not on the board.
    pub fn parse(geometry: Geometry, text: &str) -> Result<Circle, DrawError> {
        let (name, colour) = split_colour("circle", text)?;
        let cell = geometry.parse_cell(name).ok_or_else(|| DrawError::off_board("circle", name, geometry))?;
        Ok(Circle { cell, colour })
    }
}

fn split_colour<'t>(what: &'static str, text: &'t str) -> Result<(&'t str, MarkColour), DrawError> {
    match text.split_once(':') {
        None => Ok((text, MarkColour::Skin)),
        Some((cells, colour)) => {
            let colour = colour.parse().map_err(|_| {
                let known = MarkColour::VARIANTS.join(", ");
                mark_error(what, text, &format!("has an unknown colour; colours are {known}"))
            })?;
            Ok((cells, colour))
        }
    }
}

fn mark_error(what: &'static str, text: &str, problem: &str) -> DrawError {
    DrawError::Mark { what, text: shortened(text), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Arrow, Circle, MarkColour};
    use rukh_rules::Geometry;

    #[test]
    fn arrow_parse_reads_cells_and_colour() {
        let geometry = Geometry::new(16, 16).expect("a board size in range");
        let arrow = Arrow::parse(geometry, "a10p16:red").expect("an arrow");
        assert_eq!((geometry.name(arrow.from), geometry.name(arrow.to)), ("a10".into(), "p16".into()));
        assert_eq!(arrow.colour, MarkColour::Red);
        assert_eq!(Arrow::parse(geometry, "a1c3").expect("an arrow").colour, MarkColour::Skin);
    }

    #[test]
    fn marks_that_cannot_be_read_say_what_would_be_right() {
        let geometry = Geometry::new(8, 8).expect("a board size in range");
        let arrow = |text: &str| Arrow::parse(geometry, text).expect_err(text).to_string();
        for (text, wanted) in [
            ("a1i3", "arrow: `i3` is not a cell of this board; its cells are a1 to h8"),
            ("a9c3", "`a9` is not a cell"),
            ("a1", "arrow `a1` names no two cells; write it as `a1c3` or `a1c3:red`"),
            ("", "names no two cells"),
            ("é", "names no two cells"),
            ("a1c3:pink", "has an unknown colour; colours are skin, green, red, blue, yellow"),
        ] {
            assert!(arrow(text).contains(wanted), "{text}: {}", arrow(text));
        }
        let error = Circle::parse(geometry, "z1").expect_err("off the board").to_string();
        assert_eq!(error, "circle: `z1` is not a cell of this board; its cells are a1 to h8");
    }
}
