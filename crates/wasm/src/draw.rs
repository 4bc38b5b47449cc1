//! Pictures of games.

use std::fmt::Display;
use std::str::FromStr;

use rukh_draw::{Arrow, BoardDiagram, Circle, Coordinates, DrawError, PieceMoves, Rotation};

use crate::data::PictureOptions;
use crate::error::{Problem, ProblemKind};
use crate::game::PlayedGame;

/// The board of a game as SVG.
pub(crate) fn svg(played: &PlayedGame, options: &PictureOptions) -> Result<String, Problem> {
    let game = &played.game;
    let geometry = game.ruleset().geometry;
    let mut diagram = BoardDiagram::of_game(game);
    if let Some(cell) = &options.legal {
        let from = geometry.parse_cell(cell);
        let from =
            from.ok_or_else(|| DrawError::off_board("cell", cell, geometry)).map_err(refused("legal"))?;
        diagram = diagram.moves(PieceMoves::of(game, from).map_err(refused("legal"))?);
    }
    for text in &options.arrows {
        diagram = diagram.arrow(Arrow::parse(geometry, text).map_err(refused(text))?);
    }
    for text in &options.circles {
        diagram = diagram.circle(Circle::parse(geometry, text).map_err(refused(text))?);
    }
    let rotation = Rotation::from_degrees(options.rotate).ok_or_else(|| {
        Problem::new(ProblemKind::Draw, &format!("rotate: {}", options.rotate), "should be 0, 90, 180 or 270")
    })?;
    let coordinates = if options.no_coordinates { Coordinates::Hidden } else { Coordinates::Shown };
    diagram = diagram.rotation(rotation).coordinates(coordinates);
    if let Some(theme) = &options.theme {
        diagram = diagram.theme(word("theme", theme)?);
    }
    if let Some(pieces) = &options.pieces {
        diagram = diagram.piece_set(word("pieces", pieces)?);
    }
    if let Some(skin) = &options.skin {
        diagram = diagram.skin(skin).map_err(refused("skin"))?;
    }
    if let Some(size) = options.size {
        diagram = diagram.size(size);
    }
    diagram.to_svg().map_err(refused("size"))
}

fn refused(place: &str) -> impl Fn(DrawError) -> Problem + '_ {
    move |error| Problem::new(ProblemKind::Draw, place, error.to_string())
}

fn word<T: FromStr>(place: &str, text: &str) -> Result<T, Problem>
where
    T::Err: Display,
{
    text.parse().map_err(|error: T::Err| Problem::new(ProblemKind::Draw, place, error.to_string()))
}
