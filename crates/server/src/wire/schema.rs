//! The wire as JSON Schema: one document with every message and what is asked
//! and answered at each address.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::error::Failure;
use super::game::{CreatedGame, GameList, Wishes};
use super::intent::{LineMessage, RefusedAside};
use super::level::LevelList;
use super::people::{ChatWish, DemoWish, MuteWish, NameWish, Newcomer};
use super::replay::{Replay, Throws};
use super::ruleset::{Details, RulesetList};
use super::seek::{LobbyTold, SeekList};
use super::server_message::Told;
use super::view::{PossiblePremoves, Why};
use super::{Ack, ClientMessage, GameCard, Guest, Hello, Intent, Nack, Seek, SeekWish, WireEvent};

/// Everything the line of a game may tell.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is wanted")]
enum GameTold<'m> {
    Told(Told<'m>),
    Event(Box<WireEvent>),
    Ack(Ack),
    Nack(Nack),
    Refused(RefusedAside),
}

/// The document: what the server tells under `$defs/told`, what it reads under
/// `$defs/heard`, the two lines under `x-lines` and the requests under `x-requests`.
#[must_use]
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let written = settings.clone().for_serialize();
    let mut told = written.with(|one| one.definitions_path = "/$defs/told".into()).into_generator();
    let mut heard = settings.with(|one| one.definitions_path = "/$defs/heard".into()).into_generator();
    let lines = json!({
        "/ws/v1/game/{id}": { "tells": of::<GameTold<'_>>(&mut told), "hears": of::<LineMessage>(&mut heard) },
        "/ws/v1/lobby": { "tells": of::<LobbyTold>(&mut told) },
    });
    let intents = of::<Intent>(&mut heard);
    let failure = of::<Failure>(&mut told);
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

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What each address is sent, and what it answers when all is well. What is
/// not JSON (PGN, an empty answer) stands in neither place.
fn requests(told: &mut SchemaGenerator, heard: &mut SchemaGenerator) -> Map<String, Value> {
    let mut all = Map::new();
    let mut put = |address: &str, body: Option<Schema>, answer: Option<Schema>| {
        let mut entry = Map::new();
        entry.extend(body.map(|schema| ("body".to_owned(), schema.into())));
        entry.extend(answer.map(|schema| ("answer".to_owned(), schema.into())));
        all.insert(address.to_owned(), entry.into());
    };
    put("GET /api/v1/rulesets", None, Some(of::<RulesetList>(told)));
    put("GET /api/v1/rulesets/{instance}", None, Some(of::<Details>(told)));
    put("GET /api/v1/levels", None, Some(of::<LevelList>(told)));
    put("GET /api/v1/me", None, Some(of::<Guest>(told)));
    put("POST /api/v1/me", Some(of::<NameWish>(heard)), Some(of::<Guest>(told)));
    put("POST /api/v1/guests", Some(of::<NameWish>(heard)), Some(of::<Newcomer>(told)));
    put("GET /api/v1/seeks", None, Some(of::<SeekList>(told)));
    put("POST /api/v1/seeks", Some(of::<SeekWish>(heard)), Some(of::<Seek>(told)));
    put("GET /api/v1/seeks/{id}", None, Some(of::<Seek>(told)));
    put("POST /api/v1/seeks/{id}/accept", None, Some(of::<GameCard>(told)));
    put("GET /api/v1/games", None, Some(of::<GameList>(told)));
    put("POST /api/v1/games", Some(of::<Wishes>(heard)), Some(of::<CreatedGame>(told)));
    put("GET /api/v1/games/{id}", None, Some(of::<Hello>(told)));
    put("POST /api/v1/games/{id}/intents", Some(of::<ClientMessage>(heard)), Some(of::<Ack>(told)));
    put("POST /api/v1/games/{id}/chat", Some(of::<ChatWish>(heard)), None);
    put("POST /api/v1/games/{id}/demo", Some(of::<DemoWish>(heard)), None);
    put("POST /api/v1/games/{id}/mute", Some(of::<MuteWish>(heard)), None);
    put("GET /api/v1/games/{id}/premoves/{side}", None, Some(of::<PossiblePremoves>(told)));
    put("GET /api/v1/games/{id}/why/{side}", None, Some(of::<Why>(told)));
    put("GET /api/v1/games/{id}/replay", None, Some(of::<Replay>(told)));
    put("GET /api/v1/games/{id}/throws", None, Some(of::<Throws>(told)));
    all
}
