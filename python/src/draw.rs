//! `rukh.draw`: pictures of boards.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rukh_draw::{Arrow, BoardDiagram, Circle, Coordinates, DrawError, PieceMoves, Rotation};

use crate::board::PyBoard;
use crate::errors;
use crate::ruleset::square_argument;

/// What Python says of a picture.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PictureSettings<'py> {
    arrows: Vec<String>,
    circles: Vec<String>,
    legal: Option<Bound<'py, PyAny>>,
    last_move: Option<String>,
    flipped: bool,
    rotate: u16,
    coordinates: bool,
    theme: String,
    pieces: String,
    skin: Option<String>,
    size: Option<u32>,
}

/// A word of an argument as the value it names; an error lists those there are.
fn word<T: std::str::FromStr>(py: Python<'_>, what: &str, text: &str) -> PyResult<T>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| errors::input(py, what, &error.to_string()))
}

impl PictureSettings<'_> {
    fn svg(&self, py: Python<'_>, board: &PyBoard) -> PyResult<String> {
        let geometry = board.loaded.geometry();
        let refused = |what: &str| {
            let what = what.to_owned();
            move |error: DrawError| errors::input(py, &what, &error.to_string())
        };
        let mut diagram = BoardDiagram::of_game(&board.game);
        if let Some(square) = &self.legal {
            let cell = square_argument(&board.loaded, square)?;
            diagram = diagram.moves(PieceMoves::of(&board.game, cell).map_err(refused("legal"))?);
        }
        if let Some(text) = &self.last_move {
            let Arrow { from, to, .. } = Arrow::parse(geometry, text).map_err(refused("last_move"))?;
            diagram = diagram.last_move(from, to);
        }
        for text in &self.arrows {
            diagram = diagram.arrow(Arrow::parse(geometry, text).map_err(refused(text))?);
        }
        for text in &self.circles {
            diagram = diagram.circle(Circle::parse(geometry, text).map_err(refused(text))?);
        }
        let rotation = Rotation::from_degrees(self.rotate).ok_or_else(|| {
            errors::input(py, &format!("rotate={}", self.rotate), "should be 0, 90, 180 or 270")
        })?;
        diagram = diagram
            .rotation(if self.flipped { rotation.flipped() } else { rotation })
            .coordinates(if self.coordinates { Coordinates::Shown } else { Coordinates::Hidden })
            .theme(word(py, "theme", &self.theme)?)
            .piece_set(word(py, "pieces", &self.pieces)?);
        if let Some(skin) = &self.skin {
            diagram = diagram.skin(skin).map_err(refused("skin"))?;
        }
        diagram = self.size.into_iter().fold(diagram, BoardDiagram::size);
        diagram.to_svg().map_err(refused("size"))
    }
}

/// A board as SVG; `rukh.draw.svg` has the arguments.
#[pyfunction]
pub(crate) fn draw_svg(py: Python<'_>, board: &PyBoard, settings: PictureSettings<'_>) -> PyResult<String> {
    settings.svg(py, board)
}

/// An SVG of `draw_svg` as PNG.
#[pyfunction]
pub(crate) fn draw_png<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyBytes>> {
    let png = py.detach(|| rukh_draw::svg_to_png(svg));
    let png = png.map_err(|error| errors::input(py, "png", &error.to_string()))?;
    Ok(PyBytes::new(py, &png))
}

/// A board as it shows itself in a notebook.
pub(crate) fn plain_svg(py: Python<'_>, board: &PyBoard) -> PyResult<String> {
    let svg = BoardDiagram::of_game(&board.game).size(NOTEBOOK_SIZE).to_svg();
    svg.map_err(|error| errors::input(py, "board", &error.to_string()))
}

/// The longer side of a board in a notebook, in pixels.
const NOTEBOOK_SIZE: u32 = 390;
