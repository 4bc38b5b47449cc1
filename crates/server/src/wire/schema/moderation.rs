//! Requests about moderation.

use super::{RequestSchema, SchemaWriter};
use crate::wire::indicator::PlayIndicators;
use crate::wire::moderation::{
    AppealDecision, BlockList, BlockRequest, DismissedReports, MeasureRequest, ModerationLog,
    ModerationQueue, NoteRequest, OwnDecisions, PersonRecord, ReportReceipt, ReportRequest, ResolveRequest,
    TextRequest,
};

/// Requests of everybody.
pub(super) fn order_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "POST /api/v1/reports",
            body: Some(writer.client::<ReportRequest>()),
            response: Some(writer.server::<ReportReceipt>()),
            description: "201. Reports chat, a name or play to moderators: one open report about a thing, 20 a day.",
        },
        RequestSchema {
            address: "GET /api/v1/decisions",
            body: None,
            response: Some(writer.server::<OwnDecisions>()),
            description: "What moderators decided about the requester, also one whose account is closed.",
        },
        RequestSchema {
            address: "POST /api/v1/decisions/{id}/appeal",
            body: Some(writer.client::<TextRequest>()),
            response: None,
            description: "204. Answers a decision, once.",
        },
        RequestSchema {
            address: "GET /api/v1/blocks",
            body: None,
            response: Some(writer.server::<BlockList>()),
            description: "Whom the requester blocks.",
        },
        RequestSchema {
            address: "POST /api/v1/blocks",
            body: Some(writer.client::<BlockRequest>()),
            response: Some(writer.server::<BlockList>()),
            description: "Blocks a person: no games begin between the two, and the requester sees none of their chat.",
        },
        RequestSchema {
            address: "DELETE /api/v1/blocks/{id}",
            body: None,
            response: Some(writer.server::<BlockList>()),
            description: "Blocks a person no more.",
        },
    ]
}

/// Requests of moderators, signed in on a device.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn moderation_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/moderation",
            body: None,
            response: Some(writer.server::<ModerationQueue>()),
            description: "What waits for moderators: reports, from that after the report `after`, and appeals, oldest first.",
        },
        RequestSchema {
            address: "GET /api/v1/moderation/log",
            body: None,
            response: Some(writer.server::<ModerationLog>()),
            description: "The log of moderation, the last act first, or from before the entry `before`; of a `player` or of all.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/reports/{id}/take",
            body: None,
            response: None,
            description: "204. The requester takes care of a report.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/reports/{id}/note",
            body: Some(writer.client::<NoteRequest>()),
            response: None,
            description: "204. Keeps a note for other moderators in place of the one that was read; 409 if another is there.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/reports/{id}/resolve",
            body: Some(writer.client::<ResolveRequest>()),
            response: None,
            description: "204. Resolves a report, with a measure or without one.",
        },
        RequestSchema {
            address: "GET /api/v1/moderation/players/{id}",
            body: None,
            response: Some(writer.server::<PersonRecord>()),
            description: "What moderators know of a person.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/players/{id}/decisions",
            body: Some(writer.client::<MeasureRequest>()),
            response: None,
            description: "204. Takes a measure without a report.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/players/{id}/dismiss",
            body: None,
            response: Some(writer.server::<DismissedReports>()),
            description: "Resolves all reports that a person has made, without a measure.",
        },
        RequestSchema {
            address: "GET /api/v1/moderation/players/{id}/indicators",
            body: None,
            response: Some(writer.server::<PlayIndicators>()),
            description: "Figures of how a person plays, and how far they are. They prove nothing.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/players/{id}/indicators",
            body: None,
            response: Some(writer.server::<PlayIndicators>()),
            description: "202. Asks for figures of how a person plays, unless that is under way: counted in the \
                background, when nobody else wants an engine, and deleted after 90 days.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/decisions/{id}/revoke",
            body: None,
            response: None,
            description: "204. Revokes a decision.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/decisions/{id}/answer",
            body: Some(writer.client::<AppealDecision>()),
            response: None,
            description: "204. Decides about an appeal.",
        },
    ]
}
