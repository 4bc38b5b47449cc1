//! Requests about events.

use super::{RequestSchema, SchemaWriter};
use crate::wire::events::{ByeRequest, EventDetails, EventList, EventRequest, EventSummary, RemovalRequest};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn event_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/events",
            body: None,
            response: Some(writer.server::<EventList>()),
            description: "The events that are being played, the next ones and the last ones.",
        },
        RequestSchema {
            address: "POST /api/v1/events",
            body: Some(writer.client::<EventRequest>()),
            response: Some(writer.server::<EventDetails>()),
            description: "201. Makes an event. An account can have 5 that have not started; 401 for guests.",
        },
        RequestSchema {
            address: "GET /api/v1/events/{id}",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "An event with its standings and games. Parameters: `round` (whose games are shown, instead \
                          of the last one's) and `from` (how many lines of the standings are passed over).",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}",
            body: Some(writer.client::<EventRequest>()),
            response: Some(writer.server::<EventDetails>()),
            description: "Changes an event that has not started; its format stays once somebody has joined. Its maker may.",
        },
        RequestSchema {
            address: "GET /api/v1/events/{id}/results.trf",
            body: None,
            response: None,
            description: "The results as FIDE's Tournament Report File (TRF16); 400 for an arena and a simul.",
        },
        RequestSchema {
            address: "GET /api/v1/events/{id}/results.csv",
            body: None,
            response: None,
            description: "The standings as a table.",
        },
        RequestSchema {
            address: "GET /api/v1/events/{id}/results.json",
            body: None,
            response: None,
            description: "The results, with every game.",
        },
        RequestSchema {
            address: "GET /api/v1/events/{id}/games.pgn",
            body: None,
            response: None,
            description: "The games of an event that have ended, as PGN.",
        },
        RequestSchema {
            address: "GET /api/v1/events.ics",
            body: None,
            response: None,
            description: "The events of the list for calendars (iCalendar).",
        },
        RequestSchema {
            address: "GET /api/v1/events.atom",
            body: None,
            response: None,
            description: "A feed of the events.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/join",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "Joins, or comes back after a withdrawal. 401 for guests, 409 where entry is closed.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/withdraw",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "Takes part no more; a game in progress goes on. A simul whose host does so before its start is \
                          called off.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/bye",
            body: Some(writer.client::<ByeRequest>()),
            response: Some(writer.server::<EventDetails>()),
            description: "Asks for a half-point bye in a later round of a Swiss event, once. The body may be missing.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/begin",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "Begins a simul before its time, once `begin_with` players have joined. Its host may.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/remove",
            body: Some(writer.client::<RemovalRequest>()),
            response: Some(writer.server::<EventDetails>()),
            description: "Removes a player from a simul that has not started, for good. Its host may.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/end",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "Ends an event that runs: the standings are final, and games in progress go on without \
                          counting for it. Its maker may.",
        },
        RequestSchema {
            address: "POST /api/v1/events/{id}/cancel",
            body: None,
            response: Some(writer.server::<EventDetails>()),
            description: "Calls off an event that has not started. Its maker may.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/event",
            body: None,
            response: Some(writer.server::<EventSummary>()),
            description: "The event that a game belongs to; 404 if it belongs to none.",
        },
    ]
}
