//! The HTTP interface as OpenAPI and the sockets as AsyncAPI, made of the schema of the wire: what the two
//! formats want beyond it (parameters of queries, kinds of files, answers of other statuses) is here.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rukh_session::wire::view::WhyQuery;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::account_stream::AccountStreamQuery;
use super::archive::GamesQuery;
use super::clubs::{BoardQuery, ClubsQuery, InviteQuery, MembersQuery};
use super::events::ShownPart;
use super::game_tables::PARQUET;
use super::games::MoveQuery;
use super::identity::COOKIE_NAME;
use super::moderation::{LogQuery, QueueQuery};
use super::providers::ProviderAnswer;
use super::puzzles::{PuzzlesQuery, RefutationQuery};
use super::seeks::LobbyQuery;
use super::socket::ResumeQuery;
use super::studies::{AfterQuery, StudiesQuery};
use super::tables::EndingQuery;
use crate::wire::schema;

/// What an address has beyond the schema of the wire.
#[derive(Default)]
struct Extra {
    /// Parameters of its query.
    query: Vec<Value>,
    /// Kind of a successful answer that is not one JSON value.
    kind: Option<&'static str>,
    /// Statuses of other answers, each with the type of its body.
    others: &'static [(u16, &'static str)],
    /// Kind of a body that is not JSON.
    body_kind: Option<&'static str>,
    /// Whether the body may be missing.
    is_body_optional: bool,
}

const LINES: &str = "application/x-ndjson";
const PGN: &str = "text/plain";

fn extra(address: &str) -> Extra {
    let (query, kind) = match address {
        "GET /api/v1/games" => (query::<GamesQuery>(), None),
        "GET /downloads/games.pgn" => (query::<GamesQuery>(), Some(PGN)),
        "GET /downloads/games.jsonl" => (query::<GamesQuery>(), Some(LINES)),
        "GET /downloads/games.parquet" | "GET /downloads/moves.parquet" => {
            (query::<GamesQuery>(), Some(PARQUET))
        }
        "GET /api/v1/puzzles" => (query::<PuzzlesQuery>(), None),
        "GET /api/v1/puzzles/{id}/refutation" => (query::<RefutationQuery>(), None),
        "GET /api/v1/events/{id}" => (query::<ShownPart>(), None),
        "GET /api/v1/games/{id}/why/{side}" => (query::<WhyQuery>(), None),
        "GET /api/v1/games/{id}/position" => (query::<MoveQuery>(), None),
        "GET /api/v1/games/{id}/stream" => (query::<ResumeQuery>(), Some(LINES)),
        "GET /api/v1/me/stream" => (query::<AccountStreamQuery>(), Some(LINES)),
        "GET /api/v1/sign-in/providers/{id}/return" => (query::<ProviderAnswer>(), None),
        "GET /api/v1/moderation" => (query::<QueueQuery>(), None),
        "GET /api/v1/moderation/log" => (query::<LogQuery>(), None),
        "GET /api/v1/clubs" => (query::<ClubsQuery>(), None),
        "GET /api/v1/clubs/{id}" => (query::<InviteQuery>(), None),
        "GET /api/v1/clubs/{id}/members" => (query::<MembersQuery>(), None),
        "GET /api/v1/clubs/{id}/posts" => (query::<BoardQuery>(), None),
        "GET /api/v1/studies" => (query::<StudiesQuery>(), None),
        "GET /api/v1/studies/{id}/ops" => (query::<AfterQuery>(), None),
        "GET /api/v1/tables" => (query::<EndingQuery>(), None),
        "POST /api/v1/analysis" => (Vec::new(), Some(LINES)),
        "GET /api/v1/schema" => (Vec::new(), Some("application/schema+json")),
        "GET /api/v1/account/export" => (Vec::new(), Some("application/zip")),
        "GET /api/v1/games/{id}/pgn"
        | "GET /api/v1/studies/{id}/pgn"
        | "GET /api/v1/events/{id}/games.pgn" => (Vec::new(), Some(PGN)),
        "GET /api/v1/games/{id}/jsonl" => (Vec::new(), Some(LINES)),
        _ => (Vec::new(), kind_of_file(address)),
    };
    let others: &[(u16, &str)] = match address {
        "POST /api/v1/games/{id}/intents" => &[(409, "Nack")],
        "POST /api/v1/games/{id}/chat" | "POST /api/v1/games/{id}/demo" | "POST /api/v1/games/{id}/mute" => {
            &[(409, "ChatRejection")]
        }
        "GET /api/v1/games/{id}/review" => &[(202, "ReviewStatus")],
        "POST /api/v1/games/{id}/review" => &[(200, "ReviewStatus")],
        _ => &[],
    };
    let is_body_optional = matches!(
        address,
        "POST /api/v1/events/{id}/bye"
            | "POST /api/v1/appointments/{id}/accept"
            | "POST /api/v1/clubs/{id}/join"
    );
    let body_kind = (address == "POST /api/v1/studies/{id}/pgn").then_some(PGN);
    Extra { query, kind, others, body_kind, is_body_optional }
}

/// The kind of a file by the ending of its address.
fn kind_of_file(address: &str) -> Option<&'static str> {
    let kinds = [
        (".ics", "text/calendar"),
        (".atom", "application/atom+xml"),
        (".trf", "text/plain"),
        (".csv", "text/csv"),
        (".json", "application/json"),
    ];
    kinds.into_iter().find(|(ending, _)| address.ends_with(ending)).map(|(_, kind)| kind)
}

/// The parameters that a query has.
fn query<T: JsonSchema>() -> Vec<Value> {
    let settings = SchemaSettings::draft2020_12().with(|one| one.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    let is_required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = given(schema);
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        let mut parameter =
            json!({ "name": name, "in": "query", "required": is_required(name), "schema": schema });
        parameter
            .as_object_mut()
            .expect("an object")
            .extend(description.map(|text| ("description".to_owned(), text)));
        parameter
    };
    schema["properties"].as_object().into_iter().flatten().map(parameter).collect()
}

/// The schema of a value that is given: a parameter that may be missing is never null.
fn given(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let some =
        schema["anyOf"].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null")).cloned();
    if let (Some(some), Some(fields)) = (some, schema.as_object_mut()) {
        fields.remove("anyOf");
        fields.extend(some.as_object().cloned().unwrap_or_default());
    }
    if let Some(of) = schema["type"].as_array().and_then(|all| all.iter().find(|one| *one != "null")).cloned()
    {
        schema["type"] = of;
    }
    if let Some(words) = schema["enum"].as_array_mut() {
        words.retain(|word| !word.is_null());
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    schema
}

/// The parameters in an address.
fn path_parameters(path: &str) -> Vec<Value> {
    let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| {
        let schema = match name {
            "side" => json!({ "enum": ["white", "black"] }),
            _ => json!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    };
    named.map(parameter).collect()
}

/// A description's first sentence may be the status of success, which is 200 otherwise.
fn status_and_text(description: &str) -> (u16, &str) {
    let status = description.get(..3).and_then(|text| text.parse().ok());
    match (status, description.get(3..)) {
        (Some(status), Some(rest)) => (status, rest.trim_start_matches(['.', ',', ' '])),
        _ => (200, description),
    }
}

/// Rewrites references to the definitions of the wire.
fn with_components(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                let name =
                    value.as_str().filter(|_| key == "$ref").and_then(|text| text.strip_prefix("#/$defs/"));
                *value = match name {
                    Some(name) => format!("#/components/schemas/{name}").into(),
                    None => with_components(value.take()),
                };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = with_components(item.take())),
        _ => {}
    }
    value
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn operation(address: &str, path: &str, request: &Value) -> Value {
    let extra = extra(address);
    let (status, description) = status_and_text(request["description"].as_str().unwrap_or_default());
    let mut answers = Map::new();
    let content = match (&request["response"], extra.kind) {
        (Value::Null, None) => None,
        (Value::Null, Some(kind)) => Some((kind, json!({}))),
        (schema, kind) => Some((kind.unwrap_or("application/json"), with_components(schema.clone()))),
    };
    let body = |(kind, schema): (&str, Value)| {
        let schema = if kind == "application/json" { json!({ "schema": schema }) } else { json!({}) };
        json!({ "description": "Success.", "content": { kind: schema } })
    };
    answers.insert(status.to_string(), content.map_or_else(|| json!({ "description": "Success." }), body));
    for (status, name) in extra.others {
        let content = json!({ "application/json": { "schema": reference(name) } });
        answers.insert(status.to_string(), json!({ "description": name, "content": content }));
    }
    answers.insert("default".to_owned(), json!({ "$ref": "#/components/responses/Error" }));
    let id = address.to_lowercase().replace("/api/v1", "").replace(['{', '}'], "");
    let id = id.split([' ', '/', '.', '-']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    let parameters: Vec<Value> = path_parameters(path).into_iter().chain(extra.query).collect();
    let mut operation = json!({
        "operationId": id,
        "tags": [tag(path)],
        "description": description,
        "parameters": parameters,
        "responses": answers,
    });
    if !request["body"].is_null() {
        let content = json!({ "application/json": { "schema": with_components(request["body"].clone()) } });
        operation["requestBody"] = json!({ "required": !extra.is_body_optional, "content": content });
    }
    if let Some(kind) = extra.body_kind {
        operation["requestBody"] = json!({ "required": true, "content": { kind: {} } });
    }
    operation
}

/// What the addresses are grouped by: the first word after the version.
fn tag(path: &str) -> &str {
    let path = path.strip_prefix("/api/v1/").unwrap_or(path.trim_start_matches('/'));
    path.split(['/', '.']).next().unwrap_or(path)
}

fn info() -> Value {
    json!({
        "title": "Rukh",
        "version": env!("CARGO_PKG_VERSION"),
        "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
    })
}

/// The HTTP interface in OpenAPI 3.1.
fn openapi() -> Value {
    let wire = schema::document();
    let mut paths = Map::new();
    for (address, request) in wire["x-requests"].as_object().into_iter().flatten() {
        let Some((method, path)) = address.split_once(' ') else { continue };
        let operations = paths.entry(path).or_insert_with(|| json!({}));
        operations[method.to_lowercase()] = operation(address, path, request);
    }
    let error = json!({ "application/json": { "schema": with_components(wire["x-error"].clone()) } });
    json!({
        "openapi": "3.1.1",
        "info": info(),
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }, { "cookie": [] }],
        "paths": paths,
        "components": {
            "schemas": with_components(wire["$defs"].clone()),
            "responses": { "Error": { "description": "What is wrong, and what would be right.", "content": error } },
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE_NAME },
            },
        },
    })
}

/// The sockets, and the stream of an account, in AsyncAPI 3.0.
fn asyncapi() -> Value {
    let wire = schema::document();
    let (mut channels, mut operations) = (Map::new(), Map::new());
    for (address, messages) in wire["x-sockets"].as_object().into_iter().flatten() {
        let path = address.trim_start_matches("/ws/v1/").trim_start_matches("/api/v1/");
        let name = path.split('/').next().unwrap_or_default();
        let schema = |side: &str| {
            let schema = with_components(messages[side].clone());
            json!({ "payload": { "schemaFormat": "application/schema+json;version=draft-2020-12", "schema": schema } })
        };
        let sides = ["server", "client"].into_iter().filter(|side| !messages[*side].is_null());
        let of_channel: Map<String, Value> =
            sides.clone().map(|side| (side.to_owned(), schema(side))).collect();
        for side in sides {
            let action = if side == "server" { "send" } else { "receive" };
            let message = json!({ "$ref": format!("#/channels/{name}/messages/{side}") });
            let channel = json!({ "$ref": format!("#/channels/{name}") });
            let operation = json!({ "action": action, "channel": channel, "messages": [message] });
            operations.insert(format!("{name}_{action}"), operation);
        }
        let parameters: Map<String, Value> = if address.contains("{id}") {
            [("id".to_owned(), json!({}))].into_iter().collect()
        } else {
            Map::new()
        };
        let query = match name {
            "game" => query::<ResumeQuery>(),
            "lobby" => query::<LobbyQuery>(),
            "study" => query::<AfterQuery>(),
            _ => Vec::new(),
        };
        let fields: Map<String, Value> = query
            .iter()
            .map(|one| (one["name"].as_str().unwrap_or_default().to_owned(), one["schema"].clone()))
            .collect();
        let mut channel = json!({ "address": address, "parameters": parameters, "messages": of_channel });
        if !fields.is_empty() && address.starts_with("/ws/") {
            channel["bindings"] = json!({ "ws": { "query": { "type": "object", "properties": fields } } });
        }
        channels.insert(name.to_owned(), channel);
    }
    json!({
        "asyncapi": "3.0.0",
        "info": info(),
        "channels": channels,
        "operations": operations,
        "components": { "schemas": with_components(wire["$defs"].clone()) },
    })
}

/// `GET /api/v1/openapi.json`.
pub(super) async fn of_requests() -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(|| openapi().to_string());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response()
}

/// `GET /api/v1/asyncapi.json`.
pub(super) async fn of_sockets() -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(|| asyncapi().to_string());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::{asyncapi, given, openapi, status_and_text};
    use crate::http::doors;

    /// Every reference of a document leads somewhere.
    fn check_references(document: &Value, part: &Value) {
        match part {
            Value::Object(fields) => {
                if let Some(reference) = part["$ref"].as_str() {
                    let pointer = reference.strip_prefix('#').expect("a reference within the document");
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                }
                fields.values().for_each(|part| check_references(document, part));
            }
            Value::Array(items) => items.iter().for_each(|part| check_references(document, part)),
            _ => {}
        }
    }

    #[test]
    fn every_door_of_the_api_is_described() {
        let described = openapi();
        let listed = described["paths"].as_object().unwrap().iter().flat_map(|(path, operations)| {
            operations
                .as_object()
                .unwrap()
                .keys()
                .map(move |method| format!("{} {path}", method.to_uppercase()))
        });
        let listed: BTreeSet<String> = listed.collect();
        let is_described = |door: &String| {
            [" /api/", " /downloads/games.", " /downloads/moves."].iter().any(|begin| door.contains(begin))
        };
        let doors = doors().addresses().filter(is_described);
        assert_eq!(listed, doors.collect());
    }

    #[test]
    fn documents_are_whole() {
        for document in [openapi(), asyncapi()] {
            check_references(&document, &document);
        }
        let document = openapi();
        let operations: Vec<&Value> = document["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|path| path.as_object().unwrap().values())
            .collect();
        let ids: BTreeSet<&str> = operations.iter().map(|one| one["operationId"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), operations.len(), "ids of operations differ");
        // A query that is told of in words only could not be tried out.
        for operation in operations {
            let has_query =
                operation["parameters"].as_array().unwrap().iter().any(|one| one["in"] == "query");
            let told = operation["description"].as_str().unwrap();
            assert!(has_query || !told.contains("Parameters:"), "{told}");
        }
    }

    #[test]
    fn parameter_that_may_be_missing_is_never_null() {
        let document = openapi();
        let games = document["paths"]["/api/v1/games"]["get"]["parameters"].as_array().unwrap();
        let state = games.iter().find(|one| one["name"] == "state").unwrap();
        assert_eq!(state["schema"]["enum"], serde_json::json!(["live", "over", "archived"]), "{state}");
        assert_eq!(state["required"], false);
        let ruleset = serde_json::json!({ "type": ["string", "null"], "default": null });
        assert_eq!(given(&ruleset), serde_json::json!({ "type": "string" }));
    }

    #[test]
    fn status_of_success_is_the_begin_of_the_description() {
        assert_eq!(status_and_text("201. A guest."), (201, "A guest."));
        assert_eq!(
            status_and_text("204, or 409 with a `ChatRejection`."),
            (204, "or 409 with a `ChatRejection`.")
        );
        assert_eq!(status_and_text("The requester."), (200, "The requester."));
    }
}
