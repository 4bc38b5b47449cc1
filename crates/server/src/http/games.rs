//! `/api/v1/games`: begin a game, look at it, act in it, take it home.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};
use serde_json::{Value, json};

use super::Site;
use crate::clock::pgn_date;
use crate::error::ApiError;
use crate::room::{Command, ReplyTo, Wishes};
use crate::wire::{ClientMessage, GameCard, Hello, Seat};

/// How many games a list has.
const LISTED: u32 = 50;

/// The newest games.
pub(super) async fn list(State(site): State<Arc<Site>>) -> Result<Json<Value>, ApiError> {
    Ok(Json(json!({ "games": site.rooms.newest(LISTED).await? })))
}

/// Begins a game.
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    wishes: Result<Json<Wishes>, JsonRejection>,
) -> Result<(StatusCode, Json<GameCard>), ApiError> {
    let Json(wishes) = wishes?;
    Ok((StatusCode::CREATED, Json(site.rooms.create(wishes).await?)))
}

/// Where a game stands.
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Hello>, ApiError> {
    let Path(id) = id?;
    Ok(Json(site.rooms.ask(&id, Command::Hello).await?.0))
}

/// Does something in a game.
pub(super) async fn intent(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
    message: Result<Json<ClientMessage>, JsonRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Json(message)) = (id?, message?);
    let command = |reply| Command::Intent(message.clone(), ReplyTo::Request(reply));
    Ok(match site.rooms.ask(&id, command).await?.0 {
        Ok(ack) => Json(ack).into_response(),
        Err(nack) => (StatusCode::CONFLICT, Json(nack)).into_response(),
    })
}

/// A game as PGN.
pub(super) async fn pgn(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    let record = record(&site, &id).await?;
    Ok(attachment(pgn::write(&record), "text/plain; charset=utf-8", &format!("rukh-{id}.pgn")))
}

/// A game as one line of JSON for each event.
pub(super) async fn jsonl(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    let record = record(&site, &id).await?;
    let text = record::write_jsonl(&record);
    Ok(attachment(text, "application/x-ndjson; charset=utf-8", &format!("rukh-{id}.jsonl")))
}

async fn record(site: &Site, id: &str) -> Result<Record, ApiError> {
    let ((terms, game), _) = site.rooms.ask(id, Command::Copy).await?;
    let mut record = Record::new(game);
    let tags = [
        ("Event", "A game at Rukh".to_owned()),
        ("Site", format!("game {id}")),
        ("Date", pgn_date(terms.started)),
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

/// A text to be kept as a file. `name` comes from a game's id, which is plain.
fn attachment(text: String, kind: &'static str, name: &str) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}
