//! Pictures of games and rulesets for links that are shared; the `og:` tags of pages name them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quick_cache::sync::Cache;
use rukh_courses::puzzles;
use rukh_draw::{BoardDiagram, Rotation};
use rukh_rules::{Game, Geometry};

use super::AppState;
use super::caching::{has_tag, tag_of};
use super::client::Client;
use super::extract::{Path, Query};
use super::games::{self, MoveQuery};
use crate::admission::{Place, WorkClass};
use crate::error::ApiError;
use crate::limits::LimitedAction;

/// Width and height of a card in pixels: what sites that show links ask for.
pub(super) const SIZE: [u32; 2] = [1200, 630];
/// The most cards kept in memory, of some 60 KiB each.
const MAX_KEPT: usize = 64;
/// Time in seconds for which a card need not be asked for again.
const CACHING: &str = "public, max-age=60";

/// The cards that were asked for last, by their tags.
pub struct Cards(Cache<String, Bytes>);

impl Default for Cards {
    fn default() -> Cards {
        Cards(Cache::new(MAX_KEPT))
    }
}

impl Cards {
    /// The PNG of an SVG with that tag, for the holder of a place.
    async fn draw(&self, place: Place, tag: &str, svg: String) -> Result<Bytes, ApiError> {
        // Another request may have drawn it meanwhile.
        if let Some(png) = self.0.get(tag) {
            return Ok(png);
        }
        let (drawn, _place) = place.compute(move || rukh_draw::svg_to_png(&svg)).await?;
        let png = drawn.map_err(|error| {
            tracing::error!(%error, "a card cannot be drawn");
            ApiError::Panicked
        })?;
        let png = Bytes::from(png);
        self.0.insert(tag.to_owned(), png.clone());
        Ok(png)
    }
}

/// The picture of a game as it stands, or after a move.
pub(super) async fn game(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(query): Query<MoveQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let reading = state.admission.enter(WorkClass::Read, &client.owner(None)).await?;
    let game = query.position_of(games::export(&state, &id.parse()?).await?.game.game)?;
    drop(reading);
    let svg = svg(BoardDiagram::of_game(&game), game.ruleset().geometry)?;
    respond(&state, client, svg, &headers).await
}

/// The picture of a ruleset's start.
pub(super) async fn ruleset(
    State(state): State<Arc<AppState>>,
    Path(instance): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let ruleset = state.library.resolve(&instance)?;
    let svg = svg(BoardDiagram::new(&ruleset), ruleset.geometry)?;
    respond(&state, client, svg, &headers).await
}

/// The picture of a puzzle.
pub(super) async fn puzzle(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let known = puzzles::get(&id).ok_or(ApiError::PuzzleNotFound(id))?;
    let game = Game::from_fen(known.ruleset.clone(), &known.puzzle.fen).map_err(ApiError::Position)?;
    let svg = svg(BoardDiagram::of_game(&game), known.ruleset.geometry)?;
    respond(&state, client, svg, &headers).await
}

/// The card of a board; a long board lies on its side.
fn svg(diagram: BoardDiagram<'_>, geometry: Geometry) -> Result<String, ApiError> {
    let is_long = geometry.ranks() > geometry.files();
    let rotation = if is_long { Rotation::Quarter } else { Rotation::None };
    let [width, height] = SIZE;
    diagram.rotation(rotation).canvas(width, height).to_svg().map_err(|error| {
        tracing::error!(%error, "a card cannot be drawn");
        ApiError::Panicked
    })
}

/// Answers with the PNG of an SVG, or that the client has it.
async fn respond(
    state: &AppState,
    client: Client,
    svg: String,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let tag = tag_of(&svg);
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, CACHING.to_owned())];
    if has_tag(headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let png = match state.cards.0.get(&tag) {
        Some(png) => png,
        None => {
            state.registry.limits().check(LimitedAction::Card, None, client.address)?;
            let place = state.admission.enter(WorkClass::Picture, &client.owner(None)).await?;
            state.cards.draw(place, &tag, svg).await?
        }
    };
    Ok((caching, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}
