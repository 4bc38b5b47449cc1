//! `/api/v1/games`: create, list, show, play and export games.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};
use rukh_rules::{Event, Game, Side};
use rukh_store::clock;
use schemars::JsonSchema;
use serde::Deserialize;

use super::AppState;
use super::archive::{self, GamesQuery};
use super::caching::has_tag;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use crate::error::ApiError;
use crate::game::{ActorCommand, ChatCommand, ChatReplyTo, IncomingIntent, ReplyTo, Visitor};
use crate::id::{GameId, GuestId};
use crate::limits::LimitedAction;
use crate::wire::game::{CreatedGame, GameList, GamePosition, NewGameRequest};
use crate::wire::intent::ChatRejection;
use crate::wire::people::{ChatRequest, DemoRequest, MuteRequest};
use crate::wire::view::{PossiblePremoves, WhyQuery, WhyResponse};
use crate::wire::{ClientMessage, Hello};

/// Lists the newest games, or searches finished ones.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<GameList>, ApiError> {
    let own = guest.map(|guest| guest.0);
    archive::list(&state, &query, own.as_ref()).await.map(Json)
}

/// Creates a game.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(guest): Identity,
    client: Client,
    Json(request): Json<NewGameRequest>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    Ok((StatusCode::CREATED, Json(state.registry.create(request, &guest, client.address).await?)))
}

/// The greeting of a game.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<Hello>, ApiError> {
    let (visitor, id) = (visitor(&state, guest).await?, id.parse()?);
    if let Some(game) = state.registry.finished(&id).await? {
        return Ok(Json(game.hello(&visitor, &state.registry).await));
    }
    let command = |reply| ActorCommand::Hello(visitor.clone(), reply);
    Ok(Json(state.registry.ask(&id, command).await?.0))
}

/// The requester as one who looks at a game.
pub(super) async fn visitor(state: &AppState, guest: Option<Identity>) -> Result<Visitor, ApiError> {
    Ok(state.registry.visitor(guest.map(|guest| guest.0)).await?)
}

/// Executes an intent.
pub(super) async fn intent(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(guest): Identity,
    Path(id): Path<String>,
    Json(message): Json<ClientMessage>,
) -> Result<Response, ApiError> {
    if is_rematch(&message) {
        state.registry.limits().check(LimitedAction::Rematch, None, client.address)?;
    }
    let incoming = IncomingIntent {
        message,
        guest: Some(guest),
        address: client.address,
        arrived_at: clock::now(),
        lag: None,
    };
    let command = |reply| ActorCommand::Intent(incoming.clone(), ReplyTo::Request(reply));
    Ok(match state.registry.ask(&id.parse()?, command).await?.0 {
        Ok(ack) => Json(ack).into_response(),
        Err(nack) => (StatusCode::CONFLICT, Json(nack)).into_response(),
    })
}

/// Whether an intent asks for a new game, which is limited by address too: the game's actor knows
/// only the guest.
pub(super) fn is_rematch(message: &ClientMessage) -> bool {
    message.data.get("kind").is_some_and(|kind| kind == "rematch")
}

/// Posts a chat message.
pub(super) async fn chat(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(guest): Identity,
    Path(id): Path<String>,
    Json(request): Json<ChatRequest>,
) -> Result<Response, ApiError> {
    chat_allowed(&state, client, &guest)?;
    post_chat(&state, &id, guest, ChatCommand::Chat(request)).await
}

/// Shows pieces on other cells.
pub(super) async fn demo(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(guest): Identity,
    Path(id): Path<String>,
    Json(request): Json<DemoRequest>,
) -> Result<Response, ApiError> {
    chat_allowed(&state, client, &guest)?;
    post_chat(&state, &id, guest, ChatCommand::Demo(request)).await
}

/// Mutes or unmutes a guest.
pub(super) async fn mute(
    State(state): State<Arc<AppState>>,
    Identity(guest): Identity,
    Path(id): Path<String>,
    Json(request): Json<MuteRequest>,
) -> Result<Response, ApiError> {
    post_chat(&state, &id, guest, ChatCommand::Mute(request)).await
}

/// Counts a chat message of a guest in all its games, and of its address; each game counts too.
fn chat_allowed(state: &AppState, client: Client, guest: &GuestId) -> Result<(), ApiError> {
    Ok(state.registry.limits().check(LimitedAction::Chat, Some(guest), client.address)?)
}

async fn post_chat(
    state: &AppState,
    id: &str,
    guest: GuestId,
    request: ChatCommand,
) -> Result<Response, ApiError> {
    let command = |reply| ActorCommand::Chat(guest.clone(), request.clone(), ChatReplyTo::Request(reply));
    let answer = state.registry.ask(&id.parse()?, command).await?.0;
    Ok(match answer {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refused) => {
            let body = ChatRejection { code: refused.code.to_owned(), message: refused.message };
            (StatusCode::CONFLICT, Json(body)).into_response()
        }
    })
}

/// The possible premoves of a side.
pub(super) async fn premoves(
    State(state): State<Arc<AppState>>,
    Path((id, side)): Path<(String, Side)>,
) -> Result<Json<PossiblePremoves>, ApiError> {
    let id = id.parse()?;
    let (seq, moves) = match state.registry.finished(&id).await? {
        Some(game) => game.premoves(side),
        None => state.registry.ask(&id, |reply| ActorCommand::Premoves(side, reply)).await?.0,
    };
    Ok(Json(PossiblePremoves { seq, moves }))
}

/// Why a side may not move a piece, or not to a target.
pub(super) async fn why(
    State(state): State<Arc<AppState>>,
    Path((id, side)): Path<(String, Side)>,
    Query(query): Query<WhyQuery>,
) -> Result<Json<WhyResponse>, ApiError> {
    let id = id.parse()?;
    let answer = match state.registry.finished(&id).await? {
        Some(game) => game.why(side, &query),
        None => state.registry.ask(&id, |reply| ActorCommand::Why(side, query.clone(), reply)).await?.0,
    };
    answer.map(Json).map_err(|why| ApiError::Rejected(StatusCode::BAD_REQUEST, why.into()))
}

/// The replay of a game.
pub(super) async fn replay(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (visitor, id) = (visitor(&state, guest).await?, id.parse()?);
    if let Some(game) = state.registry.finished(&id).await? {
        // Whom the visitor has blocked is no part of the tag.
        let tag = visitor.blocked.is_empty().then(|| game.tag());
        return Ok(tagged(&headers, tag, || Json(game.replay(&visitor))));
    }
    let command = |reply| ActorCommand::Replay(visitor.clone(), reply);
    Ok(Json(state.registry.ask(&id, command).await?.0).into_response())
}

/// A position of a game: the last, or that after a move.
pub(super) async fn position(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(query): Query<MoveQuery>,
) -> Result<Json<GamePosition>, ApiError> {
    let game = query.position_of(export(&state, &id.parse()?).await?.game.game)?;
    let instance = &game.ruleset().instance;
    let (ruleset, instance) = (instance.id.clone(), instance.to_string());
    Ok(Json(GamePosition { ruleset, instance, fen: game.fen() }))
}

/// Which position of a game is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MoveQuery {
    /// The one after so many moves, as `/game/{id}#20` counts them; without it the game as it stands.
    #[serde(default, rename = "move")]
    number: Option<usize>,
}

impl MoveQuery {
    /// The game as far as it is asked for; what follows a move by itself, such as a throw, is not there
    /// yet.
    ///
    /// # Errors
    /// The game has fewer moves.
    pub(super) fn position_of(&self, game: Game) -> Result<Game, ApiError> {
        let Some(number) = self.number else { return Ok(game) };
        let is_move =
            |event: &Event| matches!(event, Event::Place { .. } | Event::Retract { .. } | Event::Move { .. });
        let log = game.log().iter().enumerate();
        let ends: Vec<usize> =
            log.filter(|(_, entry)| is_move(&entry.event)).map(|(index, _)| index + 1).collect();
        let length = match number.checked_sub(1) {
            None => 0,
            Some(index) => *ends.get(index).ok_or_else(|| {
                let message = format!("`move` is {number}, but the game has {} moves", ends.len());
                ApiError::input("no_such_move", message)
            })?,
        };
        Ok(game.without_last(game.log().len() - length))
    }
}

/// What is needed to verify a game's throws.
pub(super) async fn throws(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = id.parse()?;
    if let Some(game) = state.registry.finished(&id).await? {
        return Ok(tagged(&headers, Some(game.tag()), || Json(game.throws())));
    }
    Ok(Json(state.registry.ask(&id, ActorCommand::Throws).await?.0).into_response())
}

/// A game as PGN.
pub(super) async fn pgn(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Export { game, tag } = export(&state, &id.parse()?).await?;
    let name = format!("rukh-{id}.pgn");
    let text = || pgn::format(&game);
    Ok(tagged(&headers, tag, || attachment(text(), "text/plain; charset=utf-8", &name)))
}

/// A game as one JSON line per event.
pub(super) async fn jsonl(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Export { game, tag } = export(&state, &id.parse()?).await?;
    let name = format!("rukh-{id}.jsonl");
    let text = || record::format_jsonl(&game);
    Ok(tagged(&headers, tag, || attachment(text(), "application/x-ndjson; charset=utf-8", &name)))
}

/// A game as a record, and what identifies its state if it is finished.
pub(super) struct Export {
    pub(super) game: Record,
    tag: Option<String>,
}

pub(super) async fn export(state: &AppState, id: &GameId) -> Result<Export, ApiError> {
    if let Some(game) = state.registry.finished(id).await? {
        return Ok(Export { game: game.record(), tag: Some(game.tag()) });
    }
    Ok(Export { game: state.registry.ask(id, ActorCommand::Export).await?.0, tag: None })
}

/// A response that a client may keep and ask for again with its tag, if it has one.
fn tagged<R: IntoResponse>(
    headers: &HeaderMap,
    tag: Option<String>,
    response: impl FnOnce() -> R,
) -> Response {
    let Some(tag) = tag else { return response().into_response() };
    let is_kept = has_tag(headers, &tag);
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    match is_kept {
        true => (StatusCode::NOT_MODIFIED, caching).into_response(),
        false => (caching, response()).into_response(),
    }
}

/// A text download. `name` is built from a game id, which needs no quoting.
fn attachment(text: String, kind: &'static str, name: &str) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}
