//! `rukh draw`.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use rukh_draw::{Arrow, BoardDiagram, Circle, Coordinates, DrawError, PieceMoves, Rotation};
use rukh_rules::notation::fen;
use rukh_rules::shape::Any;
use rukh_rules::{Cell, Event, Game, Position, Rules, Ruleset, Setup};

use crate::args::{DrawOptions, PictureFormat, strictness};
use crate::dialect;
use crate::games::GameFile;
use crate::library::{self, Library};
use crate::write::{Readers, Target};

/// Draws a position and writes the picture.
///
/// # Errors
/// The ruleset, position, game or a mark is invalid, or the picture cannot be written.
pub fn run(options: &DrawOptions) -> anyhow::Result<()> {
    let format = format_of(options)?;
    let target = match options.output.to_str() {
        Some("-") if format == PictureFormat::Png && std::io::stdout().is_terminal() => {
            bail!("standard output is a terminal, which cannot show PNG; redirect it, or name a file")
        }
        Some("-") => None,
        _ => Some(Target::new(&options.output, options.overwrite.existing())?),
    };
    let picture = picture(options, format)?;
    match target {
        // Not the stream of other commands, which removes what it takes for colours.
        None => std::io::stdout().lock().write_all(&picture)?,
        Some(target) => {
            let mut stream = target.stream(Readers::Usual)?;
            let written = stream.write_all(&picture);
            written.with_context(|| format!("{} cannot be written", target.path().display()))?;
            stream.finish()?;
        }
    }
    Ok(())
}

/// Draws the picture that is asked for.
///
/// # Errors
/// The ruleset, position, game or a mark is invalid.
pub fn picture(options: &DrawOptions, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let scene = Scene::find(options)?;
    let diagram = with_looks(scene.diagram(options)?, options)?;
    Ok(match format {
        PictureFormat::Svg => diagram.to_svg()?.into_bytes(),
        PictureFormat::Png => diagram.to_png()?,
    })
}

/// The format that is asked for, or that of the file's extension.
fn format_of(options: &DrawOptions) -> anyhow::Result<PictureFormat> {
    let path = &options.output;
    let is_stream = path == Path::new("-");
    let by_extension = PictureFormat::of_path(path).or(is_stream.then_some(PictureFormat::Svg));
    options.format.or(by_extension).ok_or_else(|| {
        let path = path.display();
        anyhow!("`{path}` does not say its format; name it `.svg` or `.png`, or pass --format")
    })
}

/// What is drawn.
enum Scene {
    /// A game, perhaps one that begins with the position.
    Game(Box<Game>),
    /// A position that no game reaches, because a king is in check that could be captured.
    Position(Arc<Rules<Any>>, Box<Position>),
    /// Pieces that are no position, and why.
    Pieces(Arc<Ruleset>, Setup, String),
}

impl Scene {
    fn find(options: &DrawOptions) -> anyhow::Result<Scene> {
        if let Some(path) = &options.game {
            return Ok(Scene::Game(Box::new(game(path, options)?)));
        }
        let name = options.ruleset.as_deref().context("the option --ruleset is missing")?;
        let mut ruleset = library::ruleset(name)?;
        if let Some(name) = &options.array {
            ruleset = with_array(&ruleset, name)?;
        }
        let setup = setup(&ruleset, options)?;
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        let errors = match setup.check(&rules) {
            Ok(start) => return Ok(Scene::Game(Box::new(Game::from_position(rules, start)))),
            Err(errors) => errors,
        };
        if let Ok(position) = setup.check_waiving_check(&rules) {
            return Ok(Scene::Position(rules, Box::new(position)));
        }
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Ok(Scene::Pieces(ruleset, setup, errors.join("; ")))
    }

    /// The picture with its marks.
    fn diagram(&self, options: &DrawOptions) -> anyhow::Result<BoardDiagram<'_>> {
        let (mut diagram, geometry) = match self {
            Scene::Game(game) => (BoardDiagram::of_game(game), game.rules().geometry()),
            Scene::Position(rules, position) => {
                (BoardDiagram::of_position(rules, position), rules.geometry())
            }
            Scene::Pieces(ruleset, setup, _) => {
                let empty = BoardDiagram::empty(ruleset);
                let drawn = setup.pieces.iter().fold(empty, |diagram, &piece| diagram.piece(piece));
                let drawn = drawn.description(options.fen.as_deref().unwrap_or_default());
                (drawn, ruleset.geometry)
            }
        };
        if let Some(name) = &options.legal {
            let cell = geometry.parse_cell(name);
            let cell = cell.ok_or_else(|| DrawError::off_board("--legal", name, geometry))?;
            diagram = diagram.moves(self.moves(cell)?);
        }
        if let Some(text) = &options.last_move {
            let Arrow { from, to, .. } = Arrow::parse(geometry, text).context("--last-move")?;
            diagram = diagram.last_move(from, to);
        }
        for text in &options.arrow {
            diagram = diagram.arrow(Arrow::parse(geometry, text)?);
        }
        for text in &options.circle {
            diagram = diagram.circle(Circle::parse(geometry, text)?);
        }
        Ok(diagram)
    }

    fn moves(&self, cell: Cell) -> anyhow::Result<PieceMoves> {
        match self {
            Scene::Game(game) => Ok(PieceMoves::of(game, cell)?),
            Scene::Position(..) => {
                bail!("the king of the side that is not to move is in check, so there are no legal moves")
            }
            Scene::Pieces(_, _, errors) => bail!("legal moves need a position of a game: {errors}"),
        }
    }
}

/// The position of a FEN, else the start.
fn setup(ruleset: &Ruleset, options: &DrawOptions) -> anyhow::Result<Setup> {
    if let Some(text) = &options.fen {
        let dialect = dialect::of_fen(ruleset, Some(text), options.dialect);
        return fen::parse_setup(ruleset, text, dialect).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            anyhow!("invalid FEN: {}", errors.join("; "))
        });
    }
    Ok(Setup::start(ruleset))
}

/// A ruleset with the array of a name set up.
fn with_array(ruleset: &Ruleset, name: &str) -> Result<Arc<Ruleset>, DrawError> {
    let found = ruleset.arrays.iter().position(|array| array.id == name);
    let mut ruleset = ruleset.clone();
    ruleset.array = found.ok_or_else(|| DrawError::unknown_array(&ruleset, name))?;
    Ok(Arc::new(ruleset))
}

/// The game of the file, as it was after the moves that are asked for.
fn game(path: &Path, options: &DrawOptions) -> anyhow::Result<Game> {
    if let Some(name) = options.ruleset.as_deref().filter(|name| !name.contains(".toml")) {
        bail!(
            "`{name}` is not a ruleset file; a game names its ruleset, so with --game pass only files of your own"
        );
    }
    let own: Vec<_> = options.ruleset.iter().map(Into::into).collect();
    let library = Library::open(&own)?;
    let mut games = GameFile::open(path, &library, strictness(false), options.dialect)?;
    let shown = path.display();
    let number = options.game_number as usize;
    let Some(found) = games.by_ref().find(|game| game.number == number) else {
        let (good, bad) = (games.good(), games.bad());
        games.close()?;
        bail!("{shown} has no valid game {number}; it has {good} valid and {bad} invalid games");
    };
    let game = found.record.game;
    let Some(ply) = options.ply else { return Ok(game) };
    let is_move = |event: &Event| matches!(event, Event::Move { .. } | Event::Place { .. });
    let moves = game.log().iter().filter(|entry| is_move(&entry.event)).count();
    if ply > moves {
        bail!("game {number} of {shown} has {moves} moves; --move is a number from 0 to {moves}");
    }
    let mut left = ply;
    let kept = game.log().iter().take_while(|entry| {
        let fits = left > 0;
        left -= usize::from(fits && is_move(&entry.event));
        fits
    });
    let kept = kept.count();
    Ok(game.without_last(game.log().len() - kept))
}

/// The picture in the looks that are asked for.
fn with_looks<'r>(diagram: BoardDiagram<'r>, options: &DrawOptions) -> anyhow::Result<BoardDiagram<'r>> {
    let degrees = options.rotate.parse().ok().and_then(Rotation::from_degrees).unwrap_or_default();
    let rotation = if options.flip { degrees.flipped() } else { degrees };
    let coordinates = if options.no_coordinates { Coordinates::Hidden } else { Coordinates::Shown };
    let mut diagram = diagram.rotation(rotation).coordinates(coordinates);
    diagram = diagram.theme(options.theme).piece_set(options.pieces);
    if let Some(skin) = &options.skin {
        diagram = diagram.skin(skin)?;
    }
    Ok(options.size.into_iter().fold(diagram, BoardDiagram::size))
}
