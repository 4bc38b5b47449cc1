//! JSON Schema of the wire: one document with every message, request and response.
//!
//! TypeScript types and the tables of the documentation are generated from it. What clients send is
//! described separately from what the server sends, because a field with a default is optional in
//! the former and always present in the latter; a type that is sent both ways has one schema.

use rukh_lab::endings::Ending;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::account::Me;
use super::account_feed::AccountMessage;
use super::analysis::{AnalysisMessage, AnalysisRequest};
use super::error::ErrorBody;
use super::events::EventMessage;
use super::game::{CreatedGame, GameList, GamePosition, NewGameRequest, PlayerDetails};
use super::intent::{ChatRejection, SocketMessage};
use super::lesson::{Course, CourseList};
use super::level::LevelList;
use super::people::{ChatRequest, DemoRequest, MuteRequest, NameRequest, NewGuest};
use super::push::{PushInfo, PushMessage, PushReceipt, PushRequest};
use super::puzzle::{DailyPuzzle, PuzzleDetails, PuzzleList, PuzzleRefutation};
use super::replay::{Replay, ThrowProof};
use super::review::ReviewStatus;
use super::ruleset::{Catalog, RulesetDetails, RulesetList};
use super::seek::{LobbyMessage, SeekList};
use super::server_message::ServerMessage;
use super::study::StudyMessage;
use super::view::{PossiblePremoves, WhyResponse};
use super::{Ack, ClientMessage, GameCard, Guest, Hello, Intent, Nack, Seek, SeekRequest, WireEvent};

mod accounts;
mod appointments;
mod clubs;
mod events;
mod moderation;
mod ratings;
mod studies;
mod webhooks;

use accounts::{account_requests, email_requests, sign_in_requests};
use appointments::{appointment_requests, people_requests};
use clubs::club_requests;
use events::event_requests;
use moderation::{moderation_requests, order_requests};
use ratings::rating_requests;
use studies::study_requests;
use webhooks::webhook_requests;

/// Every server message on a game socket.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum GameMessage<'m> {
    Server(ServerMessage<'m>),
    Event(Box<WireEvent>),
    Ack(Ack),
    Nack(Nack),
    Refused(ChatRejection),
}

/// The schema of the wire: types under `$defs`, the messages of each socket under `x-sockets`, the
/// body and response of each request under `x-requests`, push messages under `x-push`, intents under
/// `x-intent` and the body of an error response under `x-error`.
#[must_use]
pub fn document() -> Value {
    let mut writer = SchemaWriter::new();
    let sockets = json!({
        "/ws/v1/game/{id}": { "server": writer.server::<GameMessage<'_>>(), "client": writer.client::<SocketMessage>() },
        "/ws/v1/study/{id}": { "server": writer.server::<StudyMessage>() },
        "/ws/v1/event/{id}": { "server": writer.server::<EventMessage>() },
        "/api/v1/me/stream": { "server": writer.server::<AccountMessage>() },
        "/ws/v1/lobby": { "server": writer.server::<LobbyMessage>() },
    });
    let intent = writer.client::<Intent>();
    let error = writer.server::<ErrorBody>();
    let push = writer.server::<PushMessage>();
    let requests = requests(&mut writer);
    writer.finish(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rukh:wire:1",
        "title": "Rukh's wire, version 1",
        "x-sockets": sockets,
        "x-intent": intent,
        "x-push": push,
        "x-requests": requests,
        "x-error": error,
    }))
}

/// Collects the definitions of what the server sends and of what it reads.
struct SchemaWriter {
    server: SchemaGenerator,
    client: SchemaGenerator,
}

impl SchemaWriter {
    fn new() -> SchemaWriter {
        let settings = SchemaSettings::draft2020_12();
        SchemaWriter {
            server: settings.clone().for_serialize().into_generator(),
            client: settings.with(|one| one.definitions_path = "/client".into()).into_generator(),
        }
    }

    /// Reference to the schema of a type the server sends.
    fn server<T: JsonSchema>(&mut self) -> Schema {
        self.server.subschema_for::<T>()
    }

    /// Reference to the schema of a type the server reads.
    fn client<T: JsonSchema>(&mut self) -> Schema {
        self.client.subschema_for::<T>()
    }

    /// The document with all definitions under `$defs`.
    fn finish(mut self, mut document: Value) -> Value {
        let mut definitions = redirected(self.server.take_definitions(true));
        definitions.extend(redirected(self.client.take_definitions(true)));
        document["$defs"] = definitions.into();
        redirect(&mut document);
        document
    }
}

/// Makes every reference one to the common definitions.
fn redirect(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_str().filter(|_| key == "$ref").and_then(|text| text.rsplit_once('/')) {
                    Some((_, name)) => *value = format!("#/$defs/{name}").into(),
                    None => redirect(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(redirect),
        _ => {}
    }
}

/// Definitions that refer to the common definitions.
fn redirected(mut definitions: Map<String, Value>) -> Map<String, Value> {
    definitions.values_mut().for_each(redirect);
    definitions
}

/// A request of the HTTP interface.
struct RequestSchema {
    address: &'static str,
    /// Schema of the body, if there is one.
    body: Option<Schema>,
    /// Schema of a successful response, if it is JSON.
    response: Option<Schema>,
    /// Result, errors and conditions beyond the two schemas.
    description: &'static str,
}

fn requests(writer: &mut SchemaWriter) -> Map<String, Value> {
    let mut all = identity_requests(writer);
    all.extend(ruleset_requests(writer));
    all.extend(sign_in_requests(writer));
    all.extend(account_requests(writer));
    all.extend(email_requests(writer));
    all.extend(webhook_requests(writer));
    all.extend(puzzle_requests(writer));
    all.extend(push_requests(writer));
    all.extend(lobby_requests(writer));
    all.extend(archive_requests(writer));
    all.extend(game_requests(writer));
    all.extend(rating_requests(writer));
    all.extend(event_requests(writer));
    all.extend(order_requests(writer));
    all.extend(moderation_requests(writer));
    all.extend(appointment_requests(writer));
    all.extend(people_requests(writer));
    all.extend(study_requests(writer));
    all.extend(club_requests(writer));
    all.push(analysis_request(writer));
    all.push(ending_request(writer));
    let entry = |request: RequestSchema| {
        let mut entry = Map::new();
        entry.insert("description".to_owned(), request.description.into());
        entry.extend(request.body.map(|schema| ("body".to_owned(), schema.into())));
        entry.extend(request.response.map(|schema| ("response".to_owned(), schema.into())));
        (request.address.to_owned(), entry.into())
    };
    all.into_iter().map(entry).collect()
}

fn identity_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/me",
            body: None,
            response: Some(writer.server::<Me>()),
            description: "The requester. Creates a guest and sets the cookie if there is none.",
        },
        RequestSchema {
            address: "POST /api/v1/me",
            body: Some(writer.client::<NameRequest>()),
            response: Some(writer.server::<Me>()),
            description: "Changes the name of a guest, wherever it is shown, and sets a new cookie.",
        },
        RequestSchema {
            address: "GET /api/v1/me/stream",
            body: None,
            response: Some(writer.server::<AccountMessage>()),
            description: "What happens to the requester, as JSON lines, each an `AccountMessage`. Parameter: `after`.",
        },
        RequestSchema {
            address: "DELETE /api/v1/me/name",
            body: None,
            response: Some(writer.server::<Guest>()),
            description: "Deletes the name, wherever it is shown: the guest is one that has chosen none.",
        },
        RequestSchema {
            address: "POST /api/v1/me/tokens/revoke",
            body: None,
            response: Some(writer.server::<Guest>()),
            description: "Revokes all tokens of a guest and sets a cookie with a new one: other devices \
                are signed out. A request with a bearer token gets `NewGuest`.",
        },
        RequestSchema {
            address: "POST /api/v1/guests",
            body: Some(writer.client::<NameRequest>()),
            response: Some(writer.server::<NewGuest>()),
            description: "201. A guest for a program, with its token.",
        },
    ]
}

fn ruleset_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/levels",
            body: None,
            response: Some(writer.server::<LevelList>()),
            description: "The engine levels, and the level to propose to the requester: 1 before a first finished \
                          game, then that of the last one.",
        },
        RequestSchema {
            address: "GET /api/v1/rulesets",
            body: None,
            response: Some(writer.server::<RulesetList>()),
            description: "Every ruleset with its options, in the order of the catalogue.",
        },
        RequestSchema {
            address: "GET /api/v1/rulesets/{instance}",
            body: None,
            response: Some(writer.server::<RulesetDetails>()),
            description: "A ruleset with its laws, pieces and sources.",
        },
        RequestSchema {
            address: "GET /api/v1/lessons",
            body: None,
            response: Some(writer.server::<CourseList>()),
            description: "Every course. Answers `If-None-Match` with 304.",
        },
        RequestSchema {
            address: "GET /api/v1/lessons/{id}",
            body: None,
            response: Some(writer.server::<Course>()),
            description: "A course, with every position that a reader can reach. Answers `If-None-Match` with 304.",
        },
        RequestSchema {
            address: "GET /api/v1/schema",
            body: None,
            response: None,
            description: "This schema.",
        },
        RequestSchema {
            address: "GET /api/v1/openapi.json",
            body: None,
            response: None,
            description: "These requests in OpenAPI 3.1, for clients that are generated.",
        },
        RequestSchema {
            address: "GET /api/v1/asyncapi.json",
            body: None,
            response: None,
            description: "The sockets, and the stream of an account, in AsyncAPI 3.0.",
        },
    ]
}

fn puzzle_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/puzzles",
            body: None,
            response: Some(writer.server::<PuzzleList>()),
            description: "Puzzles without solutions, by family, the easiest first. Parameters: `family`, `theme`, \
                          `ruleset` (an instance). Answers `If-None-Match` with 304 where there is no parameter.",
        },
        RequestSchema {
            address: "GET /api/v1/puzzles/daily",
            body: None,
            response: Some(writer.server::<DailyPuzzle>()),
            description: "The puzzle of the day (UTC), the same for everyone: each family in turn, and each puzzle \
                          once before any again. Answers `If-None-Match` with 304.",
        },
        RequestSchema {
            address: "GET /api/v1/puzzles/{id}",
            body: None,
            response: Some(writer.server::<PuzzleDetails>()),
            description: "A puzzle, with every position that a reader can reach. Answers `If-None-Match` with 304.",
        },
        RequestSchema {
            address: "GET /api/v1/puzzles/{id}/refutation",
            body: None,
            response: Some(writer.server::<PuzzleRefutation>()),
            description: "What is wrong with a move that is not the solution, as a search with a fixed number of \
                          nodes finds it. Parameters: `move` (in coordinates) and `after`, the number of moves that \
                          the solver has made before it [default: 0].",
        },
    ]
}

fn analysis_request(writer: &mut SchemaWriter) -> RequestSchema {
    RequestSchema {
        address: "POST /api/v1/analysis",
        body: Some(writer.client::<AnalysisRequest>()),
        response: Some(writer.server::<AnalysisMessage>()),
        description: "The engine's analysis of a position, as JSON lines, each an `AnalysisMessage`.",
    }
}

fn ending_request(writer: &mut SchemaWriter) -> RequestSchema {
    RequestSchema {
        address: "GET /api/v1/tables",
        body: None,
        response: Some(writer.server::<Ending>()),
        description: "What best play leads to from a position and after each of its moves, as solved endings have \
                      it. Parameters: `ruleset` (an instance) and `fen`.",
    }
}

fn push_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/push",
            body: None,
            response: Some(writer.server::<PushInfo>()),
            description: "Whether the server sends push messages, and with which key.",
        },
        RequestSchema {
            address: "POST /api/v1/push",
            body: Some(writer.client::<PushRequest>()),
            response: Some(writer.server::<PushReceipt>()),
            description: "201. Subscribes a browser of the requester to push messages, or renews its subscription. \
                          A guest has up to 10; one more replaces the oldest.",
        },
        RequestSchema {
            address: "DELETE /api/v1/push/{id}",
            body: None,
            response: None,
            description: "204, also if there is none. Ends a subscription of the requester.",
        },
    ]
}

fn lobby_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/seeks",
            body: None,
            response: Some(writer.server::<SeekList>()),
            description: "The open public seeks.",
        },
        RequestSchema {
            address: "POST /api/v1/seeks",
            body: Some(writer.client::<SeekRequest>()),
            response: Some(writer.server::<Seek>()),
            description: "201. Creates a seek.",
        },
        RequestSchema {
            address: "GET /api/v1/seeks/{id}",
            body: None,
            response: Some(writer.server::<Seek>()),
            description: "A seek; `game` is set once it is accepted.",
        },
        RequestSchema {
            address: "DELETE /api/v1/seeks/{id}",
            body: None,
            response: None,
            description: "204. Withdraws a seek; for its owner only.",
        },
        RequestSchema {
            address: "POST /api/v1/seeks/{id}/accept",
            body: None,
            response: Some(writer.server::<GameCard>()),
            description: "201. Accepts a seek and starts its game.",
        },
        RequestSchema {
            address: "GET /api/v1/catalog",
            body: None,
            response: Some(writer.server::<Catalog>()),
            description: "Every ruleset in few words, in the order of the catalogue.",
        },
        RequestSchema {
            address: "POST /api/v1/games",
            body: Some(writer.client::<NewGameRequest>()),
            response: Some(writer.server::<CreatedGame>()),
            description: "201. Starts a game at once: human seats belong to the requester, the others to the \
                          server's engines.",
        },
    ]
}

fn archive_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/games",
            body: None,
            response: Some(writer.server::<GameList>()),
            description: "Games, newest first. Parameters: `state` (`live`, `over` or `archived`), `player` (`me` or an \
                          id), `instance`, `before` (a start time), `count` (1 to 50), and those of the \
                          [archive](#the-archive). Private games only with `player=me`. `state=live` lists \
                          unfinished games; without `player` only active ones, with an event or a connected \
                          player within the last five minutes.",
        },
        RequestSchema {
            address: "GET /downloads/games.pgn",
            body: None,
            response: None,
            description: "The listed finished games of a search as PGN. Parameters: those of the \
                          [archive](#the-archive).",
        },
        RequestSchema {
            address: "GET /downloads/games.jsonl",
            body: None,
            response: None,
            description: "The same games as the rules' own logs, one event a line. Parameters: those of the \
                          [archive](#the-archive).",
        },
        RequestSchema {
            address: "GET /downloads/games.parquet",
            body: None,
            response: None,
            description: "The same games as a Parquet table, a row for each, with the columns of the [laboratory's \
                          tables](laboratory.md#tables) and without who played them. Parameters: those of the \
                          [archive](#the-archive).",
        },
        RequestSchema {
            address: "GET /downloads/moves.parquet",
            body: None,
            response: None,
            description: "The moves in turns of the same games as a Parquet table, a row for each. Parameters: those \
                          of the [archive](#the-archive).",
        },
        RequestSchema {
            address: "GET /api/v1/players/{id}",
            body: None,
            response: Some(writer.server::<PlayerDetails>()),
            description: "A player with the results of the listed finished games, by family. 404 for a guest \
                          without a listed game.",
        },
    ]
}

fn game_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    let mut all = play_requests(writer);
    all.extend(record_requests(writer));
    all
}

fn play_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/games/{id}",
            body: None,
            response: Some(writer.server::<Hello>()),
            description: "The `hello` of the game's socket, without `type`.",
        },
        RequestSchema {
            address: "POST /api/v1/games/{id}/intents",
            body: Some(writer.client::<ClientMessage>()),
            response: Some(writer.server::<Ack>()),
            description: "Executes an intent; 409 with a `Nack` if it is rejected.",
        },
        RequestSchema {
            address: "POST /api/v1/games/{id}/chat",
            body: Some(writer.client::<ChatRequest>()),
            response: None,
            description: "204, or 409 with a `ChatRejection`.",
        },
        RequestSchema {
            address: "POST /api/v1/games/{id}/demo",
            body: Some(writer.client::<DemoRequest>()),
            response: None,
            description: "204, or 409 with a `ChatRejection`.",
        },
        RequestSchema {
            address: "POST /api/v1/games/{id}/mute",
            body: Some(writer.client::<MuteRequest>()),
            response: None,
            description: "204, or 409 with a `ChatRejection`.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/stream",
            body: None,
            response: None,
            description: "The server's messages of the socket as NDJSON, one a line; `after` as for the socket.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/premoves/{side}",
            body: None,
            response: Some(writer.server::<PossiblePremoves>()),
            description: "The premoves a side can choose from.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/why/{side}",
            body: None,
            response: Some(writer.server::<WhyResponse>()),
            description: "Why a side may not make a move. Parameters: `from=c3` (any move of that piece), \
                          `from=c3&to=d4` or `move=Nd4`.",
        },
    ]
}

fn record_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/games/{id}/replay",
            body: None,
            response: Some(writer.server::<Replay>()),
            description: "The game, event by event, with the chat the requester may see.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/position",
            body: None,
            response: Some(writer.server::<GamePosition>()),
            description: "The position of the game as it stands, or with `move=20` as after 20 moves.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/throws",
            body: None,
            response: Some(writer.server::<ThrowProof>()),
            description: "Data to verify the throws.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/review",
            body: None,
            response: Some(writer.server::<ReviewStatus>()),
            description: "The review of a finished game; 202 while it is being computed, 404 if nobody has asked \
                          for it.",
        },
        RequestSchema {
            address: "POST /api/v1/games/{id}/review",
            body: None,
            response: Some(writer.server::<ReviewStatus>()),
            description: "202. Has a finished game reviewed by the server's engine; 200 with the review if it has \
                          been.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/pgn",
            body: None,
            response: None,
            description: "The game as PGN, for download; with clocks, each move has a `[%clk …]` comment.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/jsonl",
            body: None,
            response: None,
            description: "The game as the rules' own log, for download: one decision a line, without moves taken \
                          back.",
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::{GameMessage, LobbyMessage, SchemaWriter, SocketMessage, redirected, requests};

    #[test]
    fn type_sent_both_ways_has_one_schema() {
        let mut writer = SchemaWriter::new();
        let _ = (writer.server::<GameMessage<'_>>(), writer.client::<SocketMessage>());
        let _ = (writer.server::<LobbyMessage>(), requests(&mut writer));
        let server = redirected(writer.server.take_definitions(true));
        let client = redirected(writer.client.take_definitions(true));
        let shared: Vec<_> = client.keys().filter(|name| server.contains_key(*name)).collect();
        assert!(shared.len() > 3, "{shared:?}");
        for name in shared {
            assert_eq!(client[name], server[name], "{name}");
        }
    }
}
