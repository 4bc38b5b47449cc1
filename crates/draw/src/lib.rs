//! Boards, positions and moves as SVG, and as PNG with the feature `png`.
//!
//! A [`BoardDiagram`] is a builder: it begins with the pieces of an array, a position or a game,
//! takes marks and looks, and gives the text of an SVG. Pieces and boards are those of the site:
//! both read the files of `assets/`.
//!
//! ```
//! use rukh_draw::{Arrow, BoardDiagram, PieceSet, Theme};
//! use rukh_rules::Ruleset;
//!
//! let ruleset = Ruleset::named("shatranj")?;
//! let svg = BoardDiagram::new(&ruleset)
//!     .arrow(Arrow::parse(ruleset.geometry, "b1c3")?)
//!     .theme(Theme::Dark)
//!     .piece_set(PieceSet::International)
//!     .to_svg()?;
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to use
//!
//! | to draw | use |
//! |---|---|
//! | one board as a file, a message or a picture in a document | [`BoardDiagram`] |
//! | many boards in one page of HTML, light and dark | [`PageBoards`] |
//! | how every piece of a game moves | [`PieceSheet`] |
//! | the moves that one piece has now | [`PieceMoves`], marked on a [`BoardDiagram`] |
//!
//! # Decision
//!
//! A picture is complete in itself. It refers to no other file and to no font, styles nothing outside
//! itself when it stands in a page, and two pictures in one page share definitions only where these are
//! equal. So letters are drawn as lines. The alternative, `<text>`, depends on the fonts of the reader,
//! and would make a PNG differ from machine to machine.

mod assets;
mod diagram;
mod error;
mod layout;
mod mark;
mod moves;
mod page;
#[cfg(feature = "png")]
mod png;
mod render;
mod sheet;
mod skin;
mod svg;

pub use diagram::{BoardDiagram, Coordinates};
pub use error::DrawError;
pub use layout::Rotation;
pub use mark::{Arrow, Circle, MarkColour};
pub use moves::PieceMoves;
pub use page::PageBoards;
#[cfg(feature = "png")]
pub use png::svg_to_png;
pub use sheet::PieceSheet;
pub use skin::{PieceSet, Theme, side_colours};

/// The longest side of a picture in pixels: least and most.
pub const SIZES: std::ops::RangeInclusive<u32> = 16..=4096;
