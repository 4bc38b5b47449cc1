//! `/api/v1/games`: begin a game, look at it, act in it, take it home.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_rules::game::SideName;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::identity::Who;
use super::middleware::Act;
use crate::clock::{now_ms, pgn_date};
use crate::error::ApiError;
use crate::game::{AsideReply, AsideWish, Asked, Command, ReplyTo, Visitor};
use crate::lobby::RECENT;
use crate::store::{Filter, GameState};
use crate::wire::game::{CreatedGame, GameList, Wishes};
use crate::wire::people::{ChatWish, DemoWish, MuteWish};
use crate::wire::replay::{Replay, Throws};
use crate::wire::view::{PossiblePremoves, Why, WhyNot};
use crate::wire::{ClientMessage, Guest, Hello, Seat, Time};

/// How many games a list has, at most and usually.
const LISTED: u32 = 50;

/// Which games a list should have.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    state: Option<StateWord>,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    instance: Option<String>,
    #[serde(default)]
    before: Option<u64>,
    #[serde(default)]
    count: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StateWord {
    Live,
    Over,
}

/// The newest games.
pub(super) async fn list(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<GameList>, ApiError> {
    let Query(wanted) = wanted?;
    if wanted.player.as_ref().is_some_and(|text| text.contains('\0')) {
        let message = "no name contains the character 0".to_owned();
        return Err(ApiError::Unreadable(StatusCode::BAD_REQUEST, message));
    }
    let own = who.map(|who| who.0.id);
    let player = match wanted.player.as_deref() {
        Some("me") => Some(own.clone().ok_or(ApiError::NoIdentity)?),
        player => player.map(str::to_owned),
    };
    // Games are kept under the canonical spelling.
    let canonical = |text: &str| Ok::<_, ApiError>(site.library.resolve(text)?.instance.to_string());
    let instance = wanted.instance.as_deref().map(canonical).transpose()?;
    // Strangers' games that everybody has left are not being played.
    let is_of_strangers = matches!(wanted.state, Some(StateWord::Live)) && player.is_none();
    let attended_since = is_of_strangers.then(|| now_ms().saturating_sub(RECENT));
    let filter = Filter {
        state: wanted.state.map(|state| match state {
            StateWord::Live => GameState::Live,
            StateWord::Over => GameState::Over,
        }),
        with_private: player.is_some() && player == own,
        player,
        instance,
        before: wanted.before,
        count: wanted.count.unwrap_or(LISTED).clamp(1, LISTED),
        attended_since,
    };
    Ok(Json(GameList { games: site.rooms.store().list(filter).await? }))
}

/// Begins a game.
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    _act: Act,
    Who(who): Who,
    wishes: Result<Json<Wishes>, JsonRejection>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let Json(wishes) = wishes?;
    Ok((StatusCode::CREATED, Json(site.rooms.create(wishes, &who).await?)))
}

/// Where a game stands.
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Hello>, ApiError> {
    let Path(id) = id?;
    let visitor = visitor(who);
    let command = |reply| Command::Hello(visitor.clone(), reply);
    Ok(Json(site.rooms.ask(&id, command).await?.0))
}

pub(super) fn visitor(who: Option<Who>) -> Visitor {
    Visitor { guest: who.map(|who| who.0) }
}

/// Does something in a game.
pub(super) async fn intent(
    State(site): State<Arc<Site>>,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
    message: Result<Json<ClientMessage>, JsonRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Json(message)) = (id?, message?);
    let asked = Asked { message, who: Some(who), arrived: now_ms(), lag: None };
    let command = |reply| Command::Intent(asked.clone(), ReplyTo::Request(reply));
    Ok(match site.rooms.ask(&id, command).await?.0 {
        Ok(ack) => Json(ack).into_response(),
        Err(nack) => (StatusCode::CONFLICT, Json(nack)).into_response(),
    })
}

/// Says something beside the board.
pub(super) async fn chat(
    State(site): State<Arc<Site>>,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
    wish: Result<Json<ChatWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Json(wish)) = (id?, wish?);
    aside(&site, &id, who, AsideWish::Chat(wish)).await
}

/// Shows men where they might go.
pub(super) async fn demo(
    State(site): State<Arc<Site>>,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
    wish: Result<Json<DemoWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Json(wish)) = (id?, wish?);
    aside(&site, &id, who, AsideWish::Demo(wish)).await
}

/// Mutes somebody, or hears them again.
pub(super) async fn mute(
    State(site): State<Arc<Site>>,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
    wish: Result<Json<MuteWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Json(wish)) = (id?, wish?);
    aside(&site, &id, who, AsideWish::Mute(wish)).await
}

async fn aside(site: &Site, id: &str, who: Guest, wish: AsideWish) -> Result<Response, ApiError> {
    let command = |reply| Command::Aside(who.clone(), wish.clone(), AsideReply::Request(reply));
    let answer = site.rooms.ask(id, command).await?.0;
    Ok(match answer {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refused) => {
            let body = json!({ "code": refused.code, "reason": refused.reason });
            (StatusCode::CONFLICT, Json(body)).into_response()
        }
    })
}

/// What a side may prepare while the other is on move.
pub(super) async fn premoves(
    State(site): State<Arc<Site>>,
    id: Result<Path<(String, SideName)>, PathRejection>,
) -> Result<Json<PossiblePremoves>, ApiError> {
    let Path((id, side)) = id?;
    let command = |reply| Command::Premoves(side.into(), reply);
    let (seq, moves) = site.rooms.ask(&id, command).await?.0;
    Ok(Json(PossiblePremoves { seq, moves }))
}

/// What somebody asks about: a piece, a piece and a target, or a move as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyQuery {
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    to: Option<String>,
    #[serde(default, rename = "move")]
    written: Option<String>,
}

/// Why a side may not move a piece, or not so.
pub(super) async fn why(
    State(site): State<Arc<Site>>,
    id: Result<Path<(String, SideName)>, PathRejection>,
    query: Result<Query<WhyQuery>, QueryRejection>,
) -> Result<Json<Why>, ApiError> {
    let (Path((id, side)), Query(query)) = (id?, query?);
    let ((_, Record { game, .. }), _) = site.rooms.ask(&id, Command::Copy).await?;
    let side = side.into();
    let bad = |message: String| ApiError::Unreadable(StatusCode::BAD_REQUEST, message);
    let cell = |name: &str| {
        let found = game.ruleset().geometry.parse_cell(name);
        found.ok_or_else(|| bad(format!("`{name}` is no cell of this board")))
    };
    let refusal = match (query.from.as_deref(), query.to.as_deref(), query.written.as_deref()) {
        (Some(from), to, None) => game.why_not(side, cell(from)?, to.map(cell).transpose()?),
        (None, None, Some(text)) => game.why_not_written(side, text),
        _ => return Err(bad("ask with `from`, with `from` and `to`, or with `move`".to_owned())),
    };
    let why =
        refusal.map(|refusal| WhyNot { code: refusal.code.as_str().to_owned(), reason: refusal.reason });
    Ok(Json(Why { why }))
}

/// A game as it happened.
pub(super) async fn replay(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Replay>, ApiError> {
    let Path(id) = id?;
    let visitor = visitor(who);
    let command = |reply| Command::Replay(visitor.clone(), reply);
    Ok(Json(site.rooms.ask(&id, command).await?.0))
}

/// What is needed to check a game's throws.
pub(super) async fn throws(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Throws>, ApiError> {
    let Path(id) = id?;
    Ok(Json(site.rooms.ask(&id, Command::Throws).await?.0))
}

/// A game as PGN.
pub(super) async fn pgn(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    let record = record(&site, &id).await?;
    Ok(attachment(pgn::format(&record), "text/plain; charset=utf-8", &format!("rukh-{id}.pgn")))
}

/// A game as one line of JSON for each event.
pub(super) async fn jsonl(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    let record = record(&site, &id).await?;
    let text = record::format_jsonl(&record);
    Ok(attachment(text, "application/x-ndjson; charset=utf-8", &format!("rukh-{id}.jsonl")))
}

async fn record(site: &Site, id: &str) -> Result<Record, ApiError> {
    let ((terms, mut record), _) = site.rooms.ask(id, Command::Copy).await?;
    let tags = [
        ("Event", "A game at Rukh".to_owned()),
        ("Site", format!("game {id}")),
        ("Date", pgn_date(terms.started)),
        ("TimeControl", time_control(&terms.time)),
        ("White", player(&terms.white)),
        ("Black", player(&terms.black)),
    ];
    for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
        // A name that PGN cannot hold stays unknown there.
        let _ = record.tags.set(name, &value);
    }
    Ok(record)
}

fn player(seat: &Seat) -> String {
    match seat.engine_level() {
        Some(level) => format!("Rukh, level {level}"),
        None => seat.name.clone().unwrap_or_default(),
    }
}

/// PGN's words for how much time there was: seconds, and what a move adds.
fn time_control(time: &Time) -> String {
    match time {
        Time::None => "-".to_owned(),
        Time::Fischer { initial, increment: 0, .. } => format!("{initial}"),
        Time::Fischer { initial, increment, .. } => format!("{initial}+{increment}"),
        Time::Days { days, .. } => format!("1/{}", days * 86_400),
    }
}

/// A text to be kept as a file. `name` comes from a game's id, which is plain.
fn attachment(text: String, kind: &'static str, name: &str) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}
