//! A diagram as the text of an SVG.
//!
//! Proportions of marks are those of the site (`web/src/board/board.css`).

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use rukh_rules::notation::placement::PlacedPiece;
use rukh_rules::{Cell, Side};

use crate::assets::{Assets, Paint, Stroke};
use crate::diagram::{BoardDiagram, Coordinates};
use crate::layout::{CELL, Layout};
use crate::mark::MarkColour;
use crate::skin::{BoardLook, Theme};
use crate::svg::{Escaped, Num, identifier};

/// A piece's padding in its cell and its scale: drawings have a grid of 64 units.
const PIECE_PADDING: f64 = CELL * 0.05;
const PIECE_SCALE: f64 = 0.9;
/// Width of the outline of pieces, on their grid.
const OUTLINE: f64 = 2.6;
/// Width of the frames that mark cells.
const FRAME: f64 = CELL * 0.055;
/// The scale of the letters of coordinates, and the width of their lines in units of the letters.
const LABEL_SCALE: f64 = 0.95;
const LABEL_LINE: f64 = 1.6;
/// Between two digits, in units of the letters.
const LETTER_GAP: f64 = 2.2;
/// The scale of a letter that stands for a piece.
const PIECE_LETTER_SCALE: f64 = 1.8;
/// An arrow: half the width of its shaft, half the width and the length of its head, and the
/// distances of its ends from the middles of the cells.
const SHAFT: f64 = CELL * 0.05;
const HEAD: f64 = CELL * 0.17;
const HEAD_LENGTH: f64 = CELL * 0.3;
const TAIL_GAP: f64 = CELL * 0.16;
const TIP_GAP: f64 = CELL * 0.06;

/// How a board lies in its picture; `scale` is in pixels for each unit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PictureFrame {
    /// It fills the picture.
    Board { scale: f64 },
    /// It lies in the middle of a ground of this width and height in pixels.
    Canvas { canvas: [f64; 2], scale: f64 },
}

/// Draws a diagram of which every cell is on the board.
pub(crate) fn svg(
    diagram: &BoardDiagram<'_>,
    layout: &Layout,
    look: &BoardLook,
    frame: &PictureFrame,
) -> String {
    let mut out = String::with_capacity(1 << 14);
    let picture = Picture { diagram, layout, look };
    picture.write(&mut out, frame).expect("a string takes any text");
    out
}

pub(crate) struct Picture<'p> {
    pub diagram: &'p BoardDiagram<'p>,
    pub layout: &'p Layout,
    pub look: &'p BoardLook,
}

impl Picture<'_> {
    /// The board without frame and field, which the definition of that identifier draws.
    pub fn in_page(&self, skin: &str, ground: &str) -> String {
        let mut out = String::with_capacity(1 << 12);
        self.write_in_page(&mut out, skin, ground).expect("a string takes any text");
        out
    }

    fn write_in_page(&self, out: &mut String, skin: &str, ground: &str) -> fmt::Result {
        let (width, height) = (Num(self.layout.width()), Num(self.layout.height()));
        write!(
            out,
            r#"<svg class="board-picture skin-{skin}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        )?;
        write!(out, "<title>{}</title>", Escaped(&self.diagram.title))?;
        if !self.diagram.description.is_empty() {
            write!(out, "<desc>{}</desc>", Escaped(&self.diagram.description))?;
        }
        let margin = Num(self.layout.margin);
        write!(out, r##"<use href="#{ground}"/><g transform="translate({margin} {margin})">"##)?;
        self.write_content(out)?;
        write!(out, "</g></svg>")
    }

    /// Identifier of the frame and field in a skin.
    pub fn ground_id(&self, skin: &str) -> String {
        let (layout, shown) = (self.layout, self.diagram.coordinates == Coordinates::Shown);
        let names = if shown { "named" } else { "bare" };
        let (files, ranks) = (layout.geometry.files(), layout.geometry.ranks());
        format!("rukh-ground-{}-{files}x{ranks}-{}-{names}", identifier(skin), layout.rotation.degrees())
    }

    /// Frame, field and coordinates as a definition of that identifier.
    pub fn ground(&self, id: &str) -> String {
        let mut out = String::new();
        self.write_ground(&mut out, id).expect("a string takes any text");
        out
    }

    fn write_ground(&self, out: &mut String, id: &str) -> fmt::Result {
        write!(out, r#"<g id="{id}">"#)?;
        self.write_frame(out, self.layout.width(), self.layout.height())?;
        let margin = Num(self.layout.margin);
        write!(out, r#"<g transform="translate({margin} {margin})">"#)?;
        self.write_field(out)?;
        write!(out, "</g>")?;
        self.write_labels(out)?;
        write!(out, "</g>")
    }

    /// The texture and the pieces, each with its identifier.
    pub fn page_definitions(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = self.texture().into_iter().collect();
        for piece in &self.diagram.pieces {
            let id = self.piece_id(piece);
            if !found.iter().any(|(known, _)| *known == id) {
                let mut text = String::new();
                self.write_piece(&mut text, piece).expect("a string takes any text");
                found.push((id, text));
            }
        }
        found
    }

    fn texture(&self) -> Option<(String, String)> {
        let texture = self.look.texture.and_then(|name| Assets::get().texture(name))?;
        let id = self.texture_id();
        let text = format!(
            r#"<pattern id="{id}" width="{}" height="{}" patternUnits="userSpaceOnUse">{}</pattern>"#,
            texture.width, texture.height, texture.content
        );
        Some((id, text))
    }

    fn write(&self, out: &mut String, frame: &PictureFrame) -> fmt::Result {
        let (width, height) = (self.layout.width(), self.layout.height());
        let (view, pixels) = match *frame {
            // A picture has whole pixels, its view has the board's own proportions.
            PictureFrame::Board { scale } => {
                ([width, height], [width, height].map(|length| (length * scale).round().max(1.0)))
            }
            PictureFrame::Canvas { canvas, .. } => (canvas, canvas),
        };
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img">"#,
            Num(view[0]),
            Num(view[1]),
            Num(pixels[0]),
            Num(pixels[1])
        )?;
        writeln!(out, "<title>{}</title>", Escaped(&self.diagram.title))?;
        if !self.diagram.description.is_empty() {
            writeln!(out, "<desc>{}</desc>", Escaped(&self.diagram.description))?;
        }
        self.write_definitions(out)?;
        if let PictureFrame::Canvas { canvas, scale } = *frame {
            let ground = ground(self.diagram.theme);
            writeln!(out, r#"<rect width="{}" height="{}" fill="{ground}"/>"#, Num(view[0]), Num(view[1]))?;
            let (x, y) = ((canvas[0] - width * scale) / 2.0, (canvas[1] - height * scale) / 2.0);
            writeln!(out, r#"<g transform="translate({} {})scale({scale:.4})">"#, Num(x), Num(y))?;
        }
        self.write_board(out, width, height)?;
        if matches!(frame, PictureFrame::Canvas { .. }) {
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }

    fn write_board(&self, out: &mut String, width: f64, height: f64) -> fmt::Result {
        self.write_frame(out, width, height)?;
        let margin = Num(self.layout.margin);
        writeln!(out, r#"<g transform="translate({margin} {margin})">"#)?;
        self.write_field(out)?;
        self.write_content(out)?;
        writeln!(out, "</g>")?;
        self.write_labels(out)
    }

    /// Marks and pieces.
    fn write_content(&self, out: &mut String) -> fmt::Result {
        self.write_cell_marks(out)?;
        for piece in &self.diagram.pieces {
            let (x, y) = self.layout.corner(piece.cell);
            let (x, y) = (Num(x + PIECE_PADDING), Num(y + PIECE_PADDING));
            writeln!(out, r##"<use href="#{}" x="{x}" y="{y}"/>"##, self.piece_id(piece))?;
        }
        self.write_arrows_and_circles(out)
    }

    /// The names of files and ranks.
    fn write_labels(&self, out: &mut String) -> fmt::Result {
        if self.diagram.coordinates == Coordinates::Shown {
            writeln!(
                out,
                r#"<g fill="none" stroke="{}" stroke-width="{LABEL_LINE}" stroke-linecap="round" stroke-linejoin="round">"#,
                self.look.colours.label
            )?;
            self.write_coordinates(out)?;
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    /// What is drawn more than once. An identifier names all that the definition depends on, so
    /// pictures in one page may share it.
    pub fn write_definitions(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "<defs>")?;
        if let Some((_, texture)) = self.texture() {
            writeln!(out, "{texture}")?;
        }
        let mut known = BTreeSet::new();
        for piece in &self.diagram.pieces {
            if known.insert((piece.side, piece.kind)) {
                self.write_piece(out, piece)?;
            }
        }
        writeln!(out, "</defs>")
    }

    fn texture_id(&self) -> String {
        format!("rukh-{}", identifier(self.look.texture.unwrap_or_default()))
    }

    /// The picture and the letter of a piece.
    fn piece_names(&self, piece: &PlacedPiece) -> (&str, char) {
        let definition = self.diagram.ruleset.pieces.get(piece.kind.index());
        definition.map_or(("", ' '), |definition| (definition.picture.as_str(), definition.letter))
    }

    pub fn piece_id(&self, piece: &PlacedPiece) -> String {
        let (picture, letter) = self.piece_names(piece);
        let set = self.diagram.piece_set;
        let drawn = match set.drawing(picture) {
            Some(_) => identifier(picture),
            None => format!("letter-{}", identifier(&letter.to_string())),
        };
        // With high contrast the skin changes nothing but the cells; the longer name does no harm.
        format!("rukh-{}-{}-{set}-{}-{drawn}", identifier(self.look.skin), self.diagram.theme, piece.side)
    }

    fn write_piece(&self, out: &mut String, piece: &PlacedPiece) -> fmt::Result {
        let colours = self.look.colours;
        let (fill, line) = match piece.side {
            Side::White => (colours.white_fill, colours.white_line),
            Side::Black => (colours.black_fill, colours.black_line),
        };
        write!(
            out,
            r#"<g id="{}" transform="scale({PIECE_SCALE})" fill="{fill}" stroke="{line}" stroke-width="{OUTLINE}" stroke-linecap="round" stroke-linejoin="round">"#,
            self.piece_id(piece)
        )?;
        let bases = &Assets::get().bases;
        let mut draw =
            |strokes: &[Stroke]| strokes.iter().try_for_each(|stroke| write_stroke(out, stroke, line));
        if let Some(base) = bases.get(<&str>::from(piece.side)) {
            draw(base)?;
        }
        let (picture, letter) = self.piece_names(piece);
        match self.diagram.piece_set.drawing(picture) {
            Some(strokes) => draw(strokes)?,
            None => {
                if let Some(ground) = bases.get(&format!("{}-letter", piece.side)) {
                    draw(ground)?;
                }
                let width = format!("{}", Num(OUTLINE * 1.3 / PIECE_LETTER_SCALE));
                write!(out, r#"<g fill="none" stroke-width="{width}">"#)?;
                write_letters(
                    out,
                    &letter.to_ascii_uppercase().to_string(),
                    (32.0, 30.0),
                    PIECE_LETTER_SCALE,
                )?;
                write!(out, "</g>")?;
            }
        }
        writeln!(out, "</g>")
    }

    fn write_frame(&self, out: &mut String, width: f64, height: f64) -> fmt::Result {
        let (hem, colours) = (self.look.hem, self.look.colours);
        let (wide, high) = (Num(width), Num(height));
        writeln!(out, r#"<rect width="{wide}" height="{high}" rx="6" fill="{}"/>"#, colours.frame)?;
        if self.look.texture.is_some() {
            writeln!(
                out,
                r#"<rect width="{wide}" height="{high}" rx="6" fill="url(#{})"/>"#,
                self.texture_id()
            )?;
        }
        let shown = self.diagram.coordinates == Coordinates::Shown;
        // As on the site, the hem of a board without coordinates is thin and near its edge.
        let (inset, thickness) = if shown { (4.0, hem.width) } else { (2.0, hem.width.min(1.0)) };
        let inset = inset + thickness / 2.0;
        let dashes = format!(r#" stroke-dasharray="{0} {0}""#, Num(thickness * 3.0));
        writeln!(
            out,
            r#"<rect x="{0}" y="{0}" width="{1}" height="{2}" rx="3" fill="none" stroke="{3}" stroke-width="{4}" stroke-opacity="{5}"{6}/>"#,
            Num(inset),
            Num(width - 2.0 * inset),
            Num(height - 2.0 * inset),
            colours.hem,
            Num(thickness),
            hem.opacity,
            if hem.dashed { dashes.as_str() } else { "" }
        )
    }

    fn write_field(&self, out: &mut String) -> fmt::Result {
        let (layout, look) = (self.layout, self.look);
        let (width, height) = (Num(layout.field_width()), Num(layout.field_height()));
        writeln!(out, r#"<rect width="{width}" height="{height}" fill="{}"/>"#, look.colours.field)?;
        if look.texture.is_some() {
            writeln!(out, r#"<rect width="{width}" height="{height}" fill="url(#{})"/>"#, self.texture_id())?;
        }
        if look.chequer {
            write!(out, r#"<path fill="{}" d=""#, look.colours.dark)?;
            let geometry = layout.geometry;
            let is_dark = |cell: &Cell| (geometry.file(*cell) + geometry.rank(*cell)).is_multiple_of(2);
            for cell in geometry.all().filter(is_dark) {
                let (x, y) = layout.corner(cell);
                write!(out, "M{} {}h{CELL}v{CELL}h-{CELL}z", Num(x), Num(y))?;
            }
            writeln!(out, r#""/>"#)?;
        }
        let mut lines = String::new();
        for column in 0..=layout.columns() {
            write!(lines, "M{} 0V{height}", Num(f64::from(column) * CELL))?;
        }
        for row in 0..=layout.rows() {
            write!(lines, "M0 {}H{width}", Num(f64::from(row) * CELL))?;
        }
        let line = look.line / 100.0 * CELL;
        if look.inlay {
            writeln!(
                out,
                r#"<path d="{lines}" stroke="{}" stroke-width="{}"/>"#,
                look.colours.frame,
                Num(line * 2.6)
            )?;
        }
        writeln!(out, r#"<path d="{lines}" stroke="{}" stroke-width="{}"/>"#, look.colours.strip, Num(line))?;
        if look.inlay {
            self.write_diamonds(out)?;
        }
        Ok(())
    }

    /// Where the lines of an inlaid board cross.
    fn write_diamonds(&self, out: &mut String) -> fmt::Result {
        let half = CELL * 0.07;
        write!(out, r#"<path fill="{}" d=""#, self.look.colours.strip)?;
        for row in 1..self.layout.rows() {
            for column in 1..self.layout.columns() {
                let (x, y) = (f64::from(column) * CELL - half, f64::from(row) * CELL);
                let half = Num(half);
                write!(out, "M{} {}l{half} -{half}l{half} {half}l-{half} {half}z", Num(x), Num(y))?;
            }
        }
        writeln!(out, r#""/>"#)
    }

    fn write_cell_marks(&self, out: &mut String) -> fmt::Result {
        let (diagram, colours) = (self.diagram, self.look.colours);
        for cell in diagram.last_move.into_iter().flatten() {
            self.write_cell_frame(out, cell, colours.last, 0.22)?;
        }
        if let Some(cell) = diagram.moves.from {
            self.write_cell_frame(out, cell, colours.knot, 0.26)?;
        }
        for &cell in &diagram.checks {
            self.write_glow(out, cell)?;
        }
        for &cell in &diagram.moves.quiet {
            let (x, y) = self.layout.centre(cell);
            let (rx, ry) = (Num(CELL * 0.136), Num(CELL * 0.061));
            write!(
                out,
                r#"<g transform="translate({} {})" fill="none" stroke="{}" stroke-width="{}">"#,
                Num(x),
                Num(y),
                colours.knot,
                Num(CELL * 0.058)
            )?;
            for degrees in [45, -45] {
                write!(out, r#"<ellipse rx="{rx}" ry="{ry}" transform="rotate({degrees})"/>"#)?;
            }
            writeln!(out, "</g>")?;
        }
        for &cell in &diagram.moves.captures {
            self.write_ring(out, cell, colours.ring, CELL * 0.06)?;
        }
        for &cell in &diagram.moves.blocks {
            self.write_block(out, cell)?;
        }
        Ok(())
    }

    fn write_cell_frame(&self, out: &mut String, cell: Cell, colour: &str, opacity: f64) -> fmt::Result {
        let (x, y) = self.layout.corner(cell);
        let (half, side) = (FRAME / 2.0, Num(CELL - FRAME));
        writeln!(
            out,
            r#"<rect x="{}" y="{}" width="{side}" height="{side}" fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-width="{}"/>"#,
            Num(x + half),
            Num(y + half),
            Num(FRAME)
        )
    }

    /// A frame with a glow, of strokes that are ever wider and fainter.
    fn write_glow(&self, out: &mut String, cell: Cell) -> fmt::Result {
        let (x, y) = self.layout.corner(cell);
        write!(out, r#"<g fill="none" stroke="{}" stroke-linejoin="round">"#, self.look.colours.glow)?;
        for (width, opacity) in [(0.34, 0.14), (0.25, 0.18), (0.16, 0.24), (0.06, 1.0)] {
            write!(
                out,
                r#"<rect x="{}" y="{}" width="{CELL}" height="{CELL}" stroke-width="{}" stroke-opacity="{opacity}"/>"#,
                Num(x),
                Num(y),
                Num(width * CELL)
            )?;
        }
        writeln!(out, "</g>")
    }

    fn write_ring(&self, out: &mut String, cell: Cell, colour: &str, width: f64) -> fmt::Result {
        let (x, y) = self.layout.centre(cell);
        let radius = Num(CELL * 0.46 - width / 2.0);
        let (x, y, width) = (Num(x), Num(y), Num(width));
        writeln!(
            out,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"/>"#
        )
    }

    /// A small cross in the corner of a cell whose piece is in the way.
    fn write_block(&self, out: &mut String, cell: Cell) -> fmt::Result {
        let (x, y) = self.layout.corner(cell);
        let (x, y, arm) = (Num(x + CELL * 0.8), Num(y + CELL * 0.07), Num(CELL * 0.13));
        writeln!(
            out,
            r#"<path d="M{x} {y}l{arm} {arm}m-{arm} 0l{arm} -{arm}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round"/>"#,
            self.look.colours.knot,
            Num(CELL * 0.05)
        )
    }

    fn write_arrows_and_circles(&self, out: &mut String) -> fmt::Result {
        let colour = |mark: MarkColour| mark.hex().unwrap_or(self.look.colours.knot);
        for circle in &self.diagram.circles {
            self.write_circle(out, circle.cell, colour(circle.colour))?;
        }
        for arrow in &self.diagram.arrows {
            if arrow.from == arrow.to {
                self.write_circle(out, arrow.from, colour(arrow.colour))?;
            } else {
                self.write_arrow(out, arrow.from, arrow.to, colour(arrow.colour))?;
            }
        }
        Ok(())
    }

    fn write_circle(&self, out: &mut String, cell: Cell, colour: &str) -> fmt::Result {
        // A rim in the frame's colour keeps it apart from cells of its own colour.
        self.write_ring(out, cell, self.look.colours.frame, CELL * 0.1)?;
        self.write_ring(out, cell, colour, CELL * 0.07)
    }

    fn write_arrow(&self, out: &mut String, from: Cell, to: Cell, colour: &str) -> fmt::Result {
        let ((from_x, from_y), (to_x, to_y)) = (self.layout.centre(from), self.layout.centre(to));
        let length = (to_x - from_x).hypot(to_y - from_y);
        let (along_x, along_y) = ((to_x - from_x) / length, (to_y - from_y) / length);
        let (tail, tip) = (TAIL_GAP, length - TIP_GAP);
        let neck = tip - HEAD_LENGTH;
        // Points by their distance along the arrow and to its right.
        let outline = [
            (tail, -SHAFT),
            (neck, -SHAFT),
            (neck, -HEAD),
            (tip, 0.0),
            (neck, HEAD),
            (neck, SHAFT),
            (tail, SHAFT),
        ];
        write!(out, r#"<path d=""#)?;
        for (index, (along, right)) in outline.into_iter().enumerate() {
            let x = from_x + along_x * along - along_y * right;
            let y = from_y + along_y * along + along_x * right;
            write!(out, "{}{} {}", if index == 0 { 'M' } else { 'L' }, Num(x), Num(y))?;
        }
        writeln!(
            out,
            r#"Z" fill="{colour}" stroke="{}" stroke-width="{}" stroke-linejoin="round" opacity="0.9"/>"#,
            self.look.colours.frame,
            Num(CELL * 0.025)
        )
    }

    fn write_coordinates(&self, out: &mut String) -> fmt::Result {
        let layout = self.layout;
        let (half, margin) = (CELL / 2.0, layout.margin);
        // Each cell of the lower row and of the left column names its file or rank.
        for cell in layout.geometry.all() {
            let (column, row) = layout.grid(cell);
            let (x, y) = layout.centre(cell);
            let (file, rank) = self.names(cell);
            let (below, beside) = if layout.is_upright() { (file, rank) } else { (rank, file) };
            if row + 1 == layout.rows() {
                let at = (margin + x, margin + y + half + margin / 2.0);
                write_letters(out, &below, at, LABEL_SCALE)?;
            }
            if column == 0 {
                write_letters(out, &beside, (margin / 2.0, margin + y), LABEL_SCALE)?;
            }
        }
        Ok(())
    }

    /// The names of a cell's file and rank.
    fn names(&self, cell: Cell) -> (String, String) {
        let mut file = self.layout.geometry.name(cell);
        let rank = file.split_off(1);
        (file, rank)
    }
}

/// The colour of paper on the site (`--paper` in `web/src/app.css`).
pub(crate) fn ground(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "#faf6ee",
        Theme::Dark => "#17130f",
        Theme::HighContrast => "#ffffff",
    }
}

fn write_stroke(out: &mut String, stroke: &Stroke, line: &str) -> fmt::Result {
    match stroke.paint {
        Paint::Body => write!(out, r#"<path d="{}"/>"#, stroke.path),
        Paint::Line => write!(out, r#"<path fill="none" d="{}"/>"#, stroke.path),
        Paint::Dot => write!(out, r#"<path fill="{line}" stroke="none" d="{}"/>"#, stroke.path),
    }
}

/// Writes letters and digits around a point; what no drawing is known of is left out.
pub(crate) fn write_letters(out: &mut String, text: &str, (x, y): (f64, f64), scale: f64) -> fmt::Result {
    let letters: Vec<_> = text.chars().filter_map(|letter| Assets::get().letter(letter)).collect();
    let gaps = letters.len().saturating_sub(1) as f64 * LETTER_GAP;
    let width = letters.iter().map(|letter| letter.width).sum::<f64>() + gaps;
    let mut left = x - width * scale / 2.0;
    // Capitals and digits are 10 units high; small letters share their base line.
    let top = y - 5.0 * scale;
    for letter in letters {
        let (at, top) = (Num(left), Num(top));
        writeln!(out, r#"<path transform="translate({at} {top})scale({scale})" d="{}"/>"#, letter.path)?;
        left += (letter.width + LETTER_GAP) * scale;
    }
    Ok(())
}
