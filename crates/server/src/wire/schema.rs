//! JSON Schema of the wire: one document with every message, request and response.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::error::ErrorBody;
use super::game::{CreatedGame, GameList, NewGameRequest};
use super::intent::{ChatRejection, SocketMessage};
use super::level::LevelList;
use super::people::{ChatRequest, DemoRequest, MuteRequest, NameRequest, NewGuest};
use super::replay::{Replay, ThrowProof};
use super::ruleset::{RulesetDetails, RulesetList};
use super::seek::{LobbyMessage, SeekList};
use super::server_message::ServerMessage;
use super::view::{PossiblePremoves, WhyAnswer};
use super::{Ack, ClientMessage, GameCard, Guest, Hello, Intent, Nack, Seek, SeekRequest, WireEvent};

/// Every server message on a game socket.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is wanted")]
#[schemars(rename = "GameTold")]
enum GameMessage<'m> {
    Told(ServerMessage<'m>),
    Event(Box<WireEvent>),
    Ack(Ack),
    Nack(Nack),
    Refused(ChatRejection),
}

/// The document: server messages under `$defs/told`, client messages under `$defs/heard`, the two
/// sockets under `x-lines` and the requests under `x-requests`.
#[must_use]
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let written = settings.clone().for_serialize();
    let mut told = written.with(|one| one.definitions_path = "/$defs/told".into()).into_generator();
    let mut heard = settings.with(|one| one.definitions_path = "/$defs/heard".into()).into_generator();
    let lines = json!({
        "/ws/v1/game/{id}": { "tells": schema_of::<GameMessage<'_>>(&mut told), "hears": schema_of::<SocketMessage>(&mut heard) },
        "/ws/v1/lobby": { "tells": schema_of::<LobbyMessage>(&mut told) },
    });
    let intents = schema_of::<Intent>(&mut heard);
    let failure = schema_of::<ErrorBody>(&mut told);
    let requests = requests(&mut told, &mut heard);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rukh:wire:1",
        "title": "Rukh's wire, version 1",
        "$defs": { "told": told.take_definitions(true), "heard": heard.take_definitions(true) },
        "x-lines": lines,
        "x-intents": intents,
        "x-requests": requests,
        "x-failure": failure,
    })
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Body and successful response of each request. What is not JSON (PGN, an empty response) is in
/// neither.
fn requests(told: &mut SchemaGenerator, heard: &mut SchemaGenerator) -> Map<String, Value> {
    let mut all = Map::new();
    let mut put = |address: &str, body: Option<Schema>, answer: Option<Schema>| {
        let mut entry = Map::new();
        entry.extend(body.map(|schema| ("body".to_owned(), schema.into())));
        entry.extend(answer.map(|schema| ("answer".to_owned(), schema.into())));
        all.insert(address.to_owned(), entry.into());
    };
    put("GET /api/v1/rulesets", None, Some(schema_of::<RulesetList>(told)));
    put("GET /api/v1/rulesets/{instance}", None, Some(schema_of::<RulesetDetails>(told)));
    put("GET /api/v1/levels", None, Some(schema_of::<LevelList>(told)));
    put("GET /api/v1/me", None, Some(schema_of::<Guest>(told)));
    put("POST /api/v1/me", Some(schema_of::<NameRequest>(heard)), Some(schema_of::<Guest>(told)));
    put("POST /api/v1/guests", Some(schema_of::<NameRequest>(heard)), Some(schema_of::<NewGuest>(told)));
    put("GET /api/v1/seeks", None, Some(schema_of::<SeekList>(told)));
    put("POST /api/v1/seeks", Some(schema_of::<SeekRequest>(heard)), Some(schema_of::<Seek>(told)));
    put("GET /api/v1/seeks/{id}", None, Some(schema_of::<Seek>(told)));
    put("POST /api/v1/seeks/{id}/accept", None, Some(schema_of::<GameCard>(told)));
    put("GET /api/v1/games", None, Some(schema_of::<GameList>(told)));
    put("POST /api/v1/games", Some(schema_of::<NewGameRequest>(heard)), Some(schema_of::<CreatedGame>(told)));
    put("GET /api/v1/games/{id}", None, Some(schema_of::<Hello>(told)));
    put(
        "POST /api/v1/games/{id}/intents",
        Some(schema_of::<ClientMessage>(heard)),
        Some(schema_of::<Ack>(told)),
    );
    put("POST /api/v1/games/{id}/chat", Some(schema_of::<ChatRequest>(heard)), None);
    put("POST /api/v1/games/{id}/demo", Some(schema_of::<DemoRequest>(heard)), None);
    put("POST /api/v1/games/{id}/mute", Some(schema_of::<MuteRequest>(heard)), None);
    put("GET /api/v1/games/{id}/premoves/{side}", None, Some(schema_of::<PossiblePremoves>(told)));
    put("GET /api/v1/games/{id}/why/{side}", None, Some(schema_of::<WhyAnswer>(told)));
    put("GET /api/v1/games/{id}/replay", None, Some(schema_of::<Replay>(told)));
    put("GET /api/v1/games/{id}/throws", None, Some(schema_of::<ThrowProof>(told)));
    all
}
