//! Requests about studies.

use super::{RequestSchema, SchemaWriter};
use crate::wire::study::{
    HideRequest, ShareRequest, StudyDetails, StudyEdit, StudyList, StudyOpList, StudyOpsRequest,
    StudyPgnReceipt, StudyReceipt, StudyRequest,
};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn study_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/studies",
            body: None,
            response: Some(writer.server::<StudyList>()),
            description: "Public studies, 50 at once, or those of the requester. Parameters: `mine=true`, or `before` \
                          (only public ones that were changed before this time).",
        },
        RequestSchema {
            address: "POST /api/v1/studies",
            body: Some(writer.client::<StudyRequest>()),
            response: Some(writer.server::<StudyDetails>()),
            description: "201. Makes a study, with the games of `pgn` as its chapters. An account can have 100; 409 \
                          for guests.",
        },
        RequestSchema {
            address: "GET /api/v1/studies/{id}",
            body: None,
            response: Some(writer.server::<StudyDetails>()),
            description: "A study without what is written in it; 404 also where the requester cannot read it.",
        },
        RequestSchema {
            address: "POST /api/v1/studies/{id}",
            body: Some(writer.client::<StudyEdit>()),
            response: Some(writer.server::<StudyDetails>()),
            description: "Changes what a study is called and who can read it. Its owner may.",
        },
        RequestSchema {
            address: "DELETE /api/v1/studies/{id}",
            body: None,
            response: None,
            description: "204. Deletes a study for good. Its owner may.",
        },
        RequestSchema {
            address: "POST /api/v1/studies/{id}/members",
            body: Some(writer.client::<ShareRequest>()),
            response: Some(writer.server::<StudyDetails>()),
            description: "Shares a study with an account, or changes what it may do there. Its owner may, with up to \
                          30 people.",
        },
        RequestSchema {
            address: "DELETE /api/v1/studies/{id}/members/{player}",
            body: None,
            response: None,
            description: "204. Shares a study with a person no more. Its owner may, and the person.",
        },
        RequestSchema {
            address: "GET /api/v1/studies/{id}/ops",
            body: None,
            response: Some(writer.server::<StudyOpList>()),
            description: "What was written in a study. Parameter: `after` (only operations with a greater number).",
        },
        RequestSchema {
            address: "POST /api/v1/studies/{id}/ops",
            body: Some(writer.client::<StudyOpsRequest>()),
            response: Some(writer.server::<StudyReceipt>()),
            description: "Writes operations. One whose id is there already is not written again, so what got no answer \
                          can be sent again as it is. 403 for those who may only read, 400 with the first operation \
                          that cannot be written; then none is.",
        },
        RequestSchema {
            address: "GET /api/v1/studies/{id}/pgn",
            body: None,
            response: None,
            description: "The chapters of a study as games of PGN.",
        },
        RequestSchema {
            address: "POST /api/v1/studies/{id}/pgn",
            body: None,
            response: Some(writer.server::<StudyPgnReceipt>()),
            description: "Writes the games of a text in PGN, of up to 1 MiB, into a study. A game goes on in the \
                          chapter that has its tags `Event`, `Round`, `White` and `Black`: what it has beyond the \
                          chapter is added, and its moves become the main line. Other games become new chapters. So \
                          an event is followed live by sending its file again whenever it has grown.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/studies/{id}/hide",
            body: Some(writer.client::<HideRequest>()),
            response: None,
            description: "204. Hides a study that is not private from all but its members and moderators, or shows it \
                          again. Moderators may.",
        },
    ]
}
