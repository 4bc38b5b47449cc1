//! A sheet of a ruleset's pieces: each in the middle of the cells that it gets to.

use std::fmt::{self, Write};

use rukh_rules::movement::diagram::{Diagram, DiagramCell, DiagramMove, DiagramPath};
use rukh_rules::notation::placement::PlacedPiece;
use rukh_rules::{Cell, PieceKind, Ruleset, Side};

use crate::DrawError;
use crate::diagram::BoardDiagram;
use crate::layout::CELL;
use crate::render::{Picture, ground, write_letters};
use crate::skin::BoardLook;
use crate::svg::{Escaped, Num};

/// The side of the square in which a piece's moves are drawn, and the room around it.
const TILE: f64 = 240.0;
const GAP: f64 = 28.0;
/// The room above a square for the piece's letter.
const HEAD: f64 = 30.0;
/// The most squares beside one another.
const COLUMNS: usize = 4;
/// Parts of a cell: half the size of a sign, and the width of its lines.
const SIGN: f64 = 0.24;
const LINE: f64 = 0.07;

/// A picture of every piece of a ruleset with its moves, forward up. The signs are: a dot for moves
/// and captures, a ring for moves only, a cross for captures only, a diamond for hops, a small ring
/// for a first move, and an arrow on the edge where a line leads on.
///
/// # Examples
/// ```
/// use rukh_draw::PieceSheet;
/// use rukh_rules::Ruleset;
///
/// let mideast = Ruleset::named("mideast")?;
/// let svg = PieceSheet::new(&mideast).to_svg()?;
/// assert!(svg.contains("<title>v: cavalier</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PieceSheet<'r> {
    ruleset: &'r Ruleset,
}

impl<'r> PieceSheet<'r> {
    /// The pieces of a ruleset, in the order of its file.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> PieceSheet<'r> {
        PieceSheet { ruleset }
    }

    /// Draws the sheet as SVG.
    ///
    /// # Errors
    /// The ruleset's skin is unknown.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        let mut board = BoardDiagram::empty(self.ruleset);
        let kinds: Vec<PieceKind> = self.ruleset.kinds().collect();
        for &kind in &kinds {
            board = board.piece(PlacedPiece { cell: Cell::new(0), side: Side::White, kind });
        }
        let look = board.chosen_skin()?.look(board.theme);
        let layout = board.layout();
        let picture = Picture { diagram: &board, layout: &layout, look: &look };
        let mut out = String::with_capacity(1 << 14);
        self.write(&mut out, &picture, &kinds).expect("a string takes any text");
        Ok(out)
    }

    /// Draws the sheet as PNG.
    ///
    /// # Errors
    /// As [`PieceSheet::to_svg`].
    #[cfg(feature = "png")]
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        crate::png::svg_to_png(&self.to_svg()?)
    }

    fn write(&self, out: &mut String, picture: &Picture<'_>, kinds: &[PieceKind]) -> fmt::Result {
        let columns = kinds.len().clamp(1, COLUMNS);
        let rows = kinds.len().div_ceil(columns);
        let width = Num(columns as f64 * (TILE + GAP) + GAP);
        let height = Num(rows as f64 * (TILE + HEAD + GAP) + GAP);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        )?;
        writeln!(out, "<title>{}</title>", Escaped(&self.ruleset.about.name))?;
        picture.write_definitions(out)?;
        writeln!(
            out,
            r#"<rect width="{width}" height="{height}" fill="{}"/>"#,
            ground(picture.diagram.theme)
        )?;
        for (index, &kind) in kinds.iter().enumerate() {
            let x = GAP + (index % columns) as f64 * (TILE + GAP);
            let y = GAP + (index / columns) as f64 * (TILE + HEAD + GAP);
            writeln!(out, r#"<g transform="translate({} {})">"#, Num(x), Num(y))?;
            self.write_tile(out, picture, kind)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }

    fn write_tile(&self, out: &mut String, picture: &Picture<'_>, kind: PieceKind) -> fmt::Result {
        let piece = &self.ruleset.pieces[kind.index()];
        let colours = picture.look.colours;
        writeln!(out, "<title>{}: {}</title>", piece.letter, Escaped(&piece.name))?;
        writeln!(
            out,
            r#"<g fill="none" stroke="{}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">"#,
            picture.look.colours.white_line
        )?;
        let letter = piece.letter.to_ascii_uppercase().to_string();
        let down = HEAD / 2.0 - 2.0;
        write_letters(out, &letter, (10.0, down), 1.3)?;
        // Only capitals and digits are drawn of every letter; other scripts keep the letter alone.
        write_letters(out, &piece.name.to_uppercase(), (TILE / 2.0, down), 1.1)?;
        writeln!(out, "</g>")?;
        let diagram = self.ruleset.diagram(kind);
        let side = f64::from(2 * diagram.radius + 1);
        let cell = TILE / side;
        writeln!(out, r#"<g transform="translate(0 {})scale({cell:.4})">"#, Num(HEAD))?;
        let mut lines = String::new();
        for line in 0..=(2 * diagram.radius + 1) {
            write!(lines, "M{line} 0V{side}M0 {line}H{side}")?;
        }
        writeln!(out, r#"<rect width="{side}" height="{side}" fill="{}"/>"#, colours.field)?;
        writeln!(out, r#"<path d="{lines}" stroke="{}" stroke-width="0.03" fill="none"/>"#, colours.strip)?;
        self.write_moves(out, &diagram, picture.look)?;
        let middle = f64::from(diagram.radius);
        let id = picture.piece_id(&PlacedPiece { cell: Cell::new(0), side: Side::White, kind });
        writeln!(
            out,
            r##"<use href="#{id}" transform="translate({0} {0})scale({1:.4})"/>"##,
            Num(middle + 0.05),
            1.0 / CELL
        )?;
        writeln!(out, "</g>")
    }

    fn write_moves(&self, out: &mut String, diagram: &Diagram, look: &BoardLook) -> fmt::Result {
        let colour = look.colours.knot;
        writeln!(out, r#"<g fill="none" stroke="{colour}" stroke-width="{LINE}" stroke-linecap="round">"#)?;
        let centre = |right: i16, ahead: i16| {
            (f64::from(diagram.radius + right) + 0.5, f64::from(diagram.radius - ahead) + 0.5)
        };
        for cell in &diagram.cells {
            write_sign(out, cell, centre(cell.right, cell.ahead), colour)?;
        }
        for path in &diagram.onward {
            write_onward(out, path, diagram.radius, centre)?;
        }
        writeln!(out, "</g>")
    }
}

/// The sign of a cell that a piece gets to.
fn write_sign(out: &mut String, cell: &DiagramCell, (x, y): (f64, f64), colour: &str) -> fmt::Result {
    let (across, down) = (Num(x), Num(y));
    match (cell.moves, cell.captures) {
        (Some(DiagramMove::FirstMove), _) => {
            writeln!(out, r#"<circle cx="{across}" cy="{down}" r="{}"/>"#, SIGN / 2.0)
        }
        (Some(DiagramMove::Hop), _) | (_, Some(DiagramMove::Hop)) => {
            let fill = if cell.moves.is_some() { colour } else { "none" };
            writeln!(
                out,
                r#"<path fill="{fill}" d="M{across} {}l{SIGN} {SIGN}l-{SIGN} {SIGN}l-{SIGN} -{SIGN}z"/>"#,
                Num(y - SIGN)
            )
        }
        (Some(_), Some(_)) => {
            writeln!(out, r#"<circle cx="{across}" cy="{down}" r="{SIGN}" fill="{colour}"/>"#)
        }
        (Some(_), None) => writeln!(out, r#"<circle cx="{across}" cy="{down}" r="{SIGN}"/>"#),
        (None, _) => {
            let (left, top, length) = (Num(x - SIGN), Num(y - SIGN), Num(2.0 * SIGN));
            writeln!(out, r#"<path d="M{left} {top}l{length} {length}m-{length} 0l{length} -{length}"/>"#)
        }
    }
}

/// A small arrow on the edge that a line crosses.
fn write_onward(
    out: &mut String,
    path: &DiagramPath,
    radius: i16,
    centre: impl Fn(i16, i16) -> (f64, f64),
) -> fmt::Result {
    let edge = |part: i16| part.clamp(-radius, radius);
    let (x, y) = centre(edge(path.right), edge(path.ahead));
    let (to_x, to_y) = (f64::from(path.to_right), -f64::from(path.to_ahead));
    let [from, to] = [0.3, 0.5].map(|part| (Num(x + to_x * part), Num(y + to_y * part)));
    writeln!(out, r#"<path d="M{} {}L{} {}"/>"#, from.0, from.1, to.0, to.1)
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Ruleset, catalog};

    use super::PieceSheet;

    #[test]
    fn sheet_has_every_piece_with_signs_for_its_moves() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let svg = PieceSheet::new(&ruleset).to_svg().expect("a sheet");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{id}");
            for piece in &ruleset.pieces {
                assert!(svg.contains(&format!("<title>{}: {}</title>", piece.letter, piece.name)), "{id}");
            }
            let dots = svg.matches("<circle").count();
            assert!(dots >= 4 * ruleset.pieces.len(), "{id}: {dots}");
            // Every letter of the names is drawn; the file needs no font.
            assert!(!svg.contains("<text"), "{id}");
        }
    }

    #[test]
    fn sheet_tells_moves_from_captures_and_first_moves() {
        let mideast = Ruleset::named("mideast").expect("a built-in ruleset");
        let svg = PieceSheet::new(&mideast).to_svg().expect("a sheet");
        let (_, pawn) = svg.split_once("<title>p: pawn</title>").expect("a pawn");
        assert_eq!(pawn.matches("r=\"0.12\"").count(), 1, "one first move");
        assert_eq!(pawn.matches("m-0.48 0l0.48 -0.48").count(), 2, "two captures");
    }
}
