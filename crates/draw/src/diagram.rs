//! A board to be drawn, with all that is marked on it.

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::placement::{self, PlacedPiece};
use rukh_rules::shape::Any;
use rukh_rules::{Cell, Game, Geometry, Position, Rules, Ruleset, Side};

use crate::layout::{Layout, Rotation};
use crate::mark::{Arrow, Circle};
use crate::moves::PieceMoves;
use crate::render::PictureFrame;
use crate::skin::{PieceSet, Skin, Theme};
use crate::{DrawError, SIZES, render};

/// The frame's width with the names of files and ranks on it, and without, in units.
const MARGINS: (f64, f64) = (24.0, 10.0);

/// Between a board and the edge of its ground, as a part of the shorter side.
const CANVAS_PADDING: f64 = 0.04;

/// Whether a picture names files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// At the lower and the left edge.
    #[default]
    Shown,
    /// Nowhere.
    Hidden,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum PictureSize {
    /// A pixel for each unit.
    #[default]
    Natural,
    /// The longer side in pixels.
    Longer(u32),
    /// Width and height in pixels of a ground on which the board lies.
    Canvas([u32; 2]),
}

/// A picture of a board: a builder that ends with [`BoardDiagram::to_svg`].
///
/// Begin with a [game](BoardDiagram::of_game) where its last move and checks are to be marked, with a
/// [position](BoardDiagram::of_position) where only checks are, with an [array](BoardDiagram::of_array),
/// or with an [empty board](BoardDiagram::empty) for a picture that is no position.
///
/// # Examples
/// A long board on its side, with the last move and the moves of one piece:
/// ```
/// use std::sync::Arc;
///
/// use rukh_draw::{BoardDiagram, PieceMoves, Rotation};
/// use rukh_rules::{Game, Ruleset};
///
/// let mut game = Game::new(Arc::new(Ruleset::named("oblong")?));
/// let first = game.legal_moves()[0];
/// game.play(first, None)?;
/// let piece = game.pieces()[0].cell;
/// let svg = BoardDiagram::of_game(&game)
///     .moves(PieceMoves::of(&game, piece)?)
///     .rotation(Rotation::Quarter)
///     .size(800)
///     .to_svg()?;
/// assert!(svg.contains("width=\"800\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Nothing is drawn in silence: what cannot be is an error that says what would be right.
/// ```
/// use rukh_draw::{BoardDiagram, DrawError};
/// use rukh_rules::Ruleset;
///
/// let shatranj = Ruleset::named("shatranj")?;
/// assert!(matches!(BoardDiagram::new(&shatranj).size(4).to_svg(), Err(DrawError::Size(4))));
/// let error = BoardDiagram::of_array(&shatranj, "s3").unwrap_err();
/// assert!(error.to_string().contains("`s3`"));
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct BoardDiagram<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) pieces: Vec<PlacedPiece>,
    pub(crate) last_move: Option<[Cell; 2]>,
    pub(crate) checks: Vec<Cell>,
    pub(crate) moves: PieceMoves,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) circles: Vec<Circle>,
    pub(crate) rotation: Rotation,
    pub(crate) coordinates: Coordinates,
    pub(crate) theme: Theme,
    pub(crate) piece_set: PieceSet,
    skin: Option<&'static Skin>,
    size: PictureSize,
    pub(crate) title: String,
    /// The position as text, for those who do not see the picture.
    pub(crate) description: String,
}

impl<'r> BoardDiagram<'r> {
    /// The array with which games of a ruleset begin.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> BoardDiagram<'r> {
        BoardDiagram::of_placement(ruleset, &ruleset.start().placement)
    }

    /// An array of a ruleset by its key.
    ///
    /// # Errors
    /// The ruleset has no such array; the error lists those it has.
    pub fn of_array(ruleset: &'r Ruleset, name: &str) -> Result<BoardDiagram<'r>, DrawError> {
        let found = ruleset.arrays.iter().find(|array| array.id == name);
        let array = found.ok_or_else(|| DrawError::unknown_array(ruleset, name))?;
        Ok(BoardDiagram::of_placement(ruleset, &array.placement))
    }

    /// A position, with the kings that are in check marked.
    #[must_use]
    pub fn of_position(rules: &'r Rules<Any>, position: &Position) -> BoardDiagram<'r> {
        let mut diagram = BoardDiagram::empty(rules.ruleset());
        let pieces = position.all_pieces(rules);
        diagram.pieces = pieces.map(|(cell, side, kind)| PlacedPiece { cell, side, kind }).collect();
        diagram.checks = checked_kings(rules, position);
        diagram.description = fen::format(rules, position, Dialect::Own);
        diagram
    }

    /// A game as it stands, with its last move and the kings that are in check marked.
    #[must_use]
    pub fn of_game(game: &'r Game) -> BoardDiagram<'r> {
        let mut diagram = BoardDiagram::of_position(game.rules(), game.position());
        diagram.last_move = game.last_move();
        diagram
    }

    /// A board without pieces, to be filled with [`BoardDiagram::piece`].
    #[must_use]
    pub fn empty(ruleset: &'r Ruleset) -> BoardDiagram<'r> {
        BoardDiagram {
            ruleset,
            pieces: Vec::new(),
            last_move: None,
            checks: Vec::new(),
            moves: PieceMoves::default(),
            arrows: Vec::new(),
            circles: Vec::new(),
            rotation: Rotation::default(),
            coordinates: Coordinates::default(),
            theme: Theme::default(),
            piece_set: PieceSet::default(),
            skin: None,
            size: PictureSize::default(),
            title: ruleset.about.name.clone(),
            description: String::new(),
        }
    }

    fn of_placement(ruleset: &'r Ruleset, text: &str) -> BoardDiagram<'r> {
        let mut diagram = BoardDiagram::empty(ruleset);
        // The arrays of a ruleset were checked when it was loaded.
        diagram.pieces = placement::parse(ruleset, text).unwrap_or_default();
        diagram.description = text.to_owned();
        diagram
    }

    /// Adds a piece; one that already stands on its cell is drawn beneath.
    #[must_use]
    pub fn piece(mut self, piece: PlacedPiece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Marks the cells of a move that was made.
    #[must_use]
    pub fn last_move(mut self, from: Cell, to: Cell) -> Self {
        self.last_move = Some([from, to]);
        self
    }

    /// Marks a king that is in check.
    #[must_use]
    pub fn check(mut self, cell: Cell) -> Self {
        self.checks.push(cell);
        self
    }

    /// Marks the moves of a piece.
    #[must_use]
    pub fn moves(mut self, moves: PieceMoves) -> Self {
        self.moves = moves;
        self
    }

    /// Adds an arrow; they are drawn in the order in which they are added.
    #[must_use]
    pub fn arrow(mut self, arrow: Arrow) -> Self {
        self.arrows.push(arrow);
        self
    }

    /// Adds a circle.
    #[must_use]
    pub fn circle(mut self, circle: Circle) -> Self {
        self.circles.push(circle);
        self
    }

    /// Turns the board.
    #[must_use]
    pub fn rotation(mut self, rotation: Rotation) -> Self {
        self.rotation = rotation;
        self
    }

    /// Shows or hides the names of files and ranks.
    #[must_use]
    pub fn coordinates(mut self, coordinates: Coordinates) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Chooses lightness and contrast: by day, by night, or black on white.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Chooses the drawings of the pieces.
    #[must_use]
    pub fn piece_set(mut self, set: PieceSet) -> Self {
        self.piece_set = set;
        self
    }

    /// Chooses another skin than the ruleset's.
    ///
    /// # Errors
    /// There is no such skin; the error lists those there are.
    pub fn skin(mut self, name: &str) -> Result<Self, DrawError> {
        self.skin = Some(Skin::find(name)?);
        Ok(self)
    }

    /// The longer side in pixels; without it a cell is 64 pixels wide.
    #[must_use]
    pub fn size(mut self, pixels: u32) -> Self {
        self.size = PictureSize::Longer(pixels);
        self
    }

    /// Lays the board in the middle of a ground of this width and height in pixels, instead of
    /// [`BoardDiagram::size`].
    #[must_use]
    pub fn canvas(mut self, width: u32, height: u32) -> Self {
        self.size = PictureSize::Canvas([width, height]);
        self
    }

    /// The picture's title, for those who do not see it, instead of the game's name.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// The position as text, for those who do not see it; a position's own is its FEN.
    #[must_use]
    pub fn description(mut self, text: &str) -> Self {
        text.clone_into(&mut self.description);
        self
    }

    /// Draws the picture as SVG.
    ///
    /// # Errors
    /// A mark or piece is off the board, or the size is out of bounds.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        self.check_cells()?;
        let frame = self.frame()?;
        let skin = self.chosen_skin()?;
        Ok(render::svg(self, &self.layout(), &skin.look(self.theme), &frame))
    }

    /// Draws the picture as PNG.
    ///
    /// # Errors
    /// As [`BoardDiagram::to_svg`].
    #[cfg(feature = "png")]
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        crate::png::svg_to_png(&self.to_svg()?)
    }

    pub(crate) fn chosen_skin(&self) -> Result<&'static Skin, DrawError> {
        match self.skin {
            Some(skin) => Ok(skin),
            None => Skin::find(&self.ruleset.skin),
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        let (wide, narrow) = MARGINS;
        let margin = if self.coordinates == Coordinates::Shown { wide } else { narrow };
        Layout { geometry: self.ruleset.geometry, rotation: self.rotation, margin }
    }

    fn frame(&self) -> Result<PictureFrame, DrawError> {
        let sides = match self.size {
            PictureSize::Natural => &[][..],
            PictureSize::Longer(side) => &[side][..],
            PictureSize::Canvas(ref sides) => &sides[..],
        };
        if let Some(&side) = sides.iter().find(|side| !SIZES.contains(side)) {
            return Err(DrawError::Size(side));
        }
        let layout = self.layout();
        let (width, height) = (layout.width(), layout.height());
        Ok(match self.size {
            PictureSize::Natural => PictureFrame::Board { scale: 1.0 },
            PictureSize::Longer(side) => PictureFrame::Board { scale: f64::from(side) / width.max(height) },
            PictureSize::Canvas(sides) => {
                let canvas = sides.map(f64::from);
                let padding = canvas[0].min(canvas[1]) * CANVAS_PADDING;
                let fits = |side: f64, length: f64| (side - 2.0 * padding) / length;
                PictureFrame::Canvas { canvas, scale: fits(canvas[0], width).min(fits(canvas[1], height)) }
            }
        })
    }

    pub(crate) fn check_cells(&self) -> Result<(), DrawError> {
        let geometry = self.ruleset.geometry;
        let arrows = self.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]);
        on_board(geometry, "arrow", arrows)?;
        on_board(geometry, "circle", self.circles.iter().map(|circle| circle.cell))?;
        on_board(geometry, "last move", self.last_move.into_iter().flatten())?;
        on_board(geometry, "check", self.checks.iter().copied())?;
        on_board(geometry, "move", self.moves.cells())?;
        on_board(geometry, "piece", self.pieces.iter().map(|piece| piece.cell))
    }
}

fn on_board(
    geometry: Geometry,
    what: &'static str,
    mut cells: impl Iterator<Item = Cell>,
) -> Result<(), DrawError> {
    match cells.find(|cell| cell.index() >= geometry.cells()) {
        None => Ok(()),
        Some(cell) => Err(DrawError::off_board(what, &format!("number {}", cell.index()), geometry)),
    }
}

fn checked_kings(rules: &Rules<Any>, position: &Position) -> Vec<Cell> {
    let royal = rules.ruleset().royal();
    let is_checked = |side: Side| rules.is_in_check(position, side);
    let kings = position.all_pieces(rules).filter(|&(_, side, kind)| kind == royal && is_checked(side));
    kings.map(|(cell, _, _)| cell).collect()
}
