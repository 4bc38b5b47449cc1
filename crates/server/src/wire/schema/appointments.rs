//! Requests about appointments, and about whom people follow.

use super::{RequestSchema, SchemaWriter};
use crate::wire::appointment::{
    AcceptRequest, Appointment, AppointmentList, AppointmentRequest, FollowList, OnlineRequest, TimesRequest,
    VacationRequest, VacationState,
};

pub(super) fn appointment_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/appointments",
            body: None,
            response: Some(writer.server::<AppointmentList>()),
            description: "The appointments of the requester, with those of the last week that are over.",
        },
        RequestSchema {
            address: "POST /api/v1/appointments",
            body: Some(writer.client::<AppointmentRequest>()),
            response: Some(writer.server::<Appointment>()),
            description: "201. Proposes times for a game, to one person or to anyone who has the link. A person can have \
                          10 open ones, 3 of them for the same other person.",
        },
        RequestSchema {
            address: "GET /api/v1/appointments/{id}",
            body: None,
            response: Some(writer.server::<Appointment>()),
            description: "An appointment; `game` is set once its game has begun.",
        },
        RequestSchema {
            address: "POST /api/v1/appointments/{id}/accept",
            body: Some(writer.client::<AcceptRequest>()),
            response: Some(writer.server::<Appointment>()),
            description: "Accepts one of the times. The game begins then, or at once if no times were proposed; the \
                          body may be missing there.",
        },
        RequestSchema {
            address: "POST /api/v1/appointments/{id}/propose",
            body: Some(writer.client::<TimesRequest>()),
            response: Some(writer.server::<Appointment>()),
            description: "Proposes other times, which the other one answers.",
        },
        RequestSchema {
            address: "POST /api/v1/appointments/{id}/decline",
            body: None,
            response: Some(writer.server::<Appointment>()),
            description: "Declines; for the one who is asked.",
        },
        RequestSchema {
            address: "POST /api/v1/appointments/{id}/cancel",
            body: None,
            response: Some(writer.server::<Appointment>()),
            description: "Calls an appointment off before its game begins; for either of the two.",
        },
    ]
}

/// Requests about whom people follow, and when they are away.
pub(super) fn people_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/follows",
            body: None,
            response: Some(writer.server::<FollowList>()),
            description: "Whom the requester follows, and who of them is online.",
        },
        RequestSchema {
            address: "POST /api/v1/follows/{id}",
            body: None,
            response: None,
            description: "204. Follows a person, of whom there may be 200.",
        },
        RequestSchema {
            address: "DELETE /api/v1/follows/{id}",
            body: None,
            response: None,
            description: "204. Follows a person no more.",
        },
        RequestSchema {
            address: "POST /api/v1/me/online",
            body: Some(writer.client::<OnlineRequest>()),
            response: None,
            description: "204. Changes whether those who follow the requester see when they are online.",
        },
        RequestSchema {
            address: "GET /api/v1/me/vacation",
            body: None,
            response: Some(writer.server::<VacationState>()),
            description: "Whether the requester is on vacation, and how many days are left.",
        },
        RequestSchema {
            address: "POST /api/v1/me/vacation",
            body: Some(writer.client::<VacationRequest>()),
            response: Some(writer.server::<VacationState>()),
            description: "Begins a vacation: the clocks of the requester's games with days for each move wait.",
        },
        RequestSchema {
            address: "POST /api/v1/me/vacation/end",
            body: None,
            response: Some(writer.server::<VacationState>()),
            description: "Ends the requester's vacation, if there is one.",
        },
    ]
}
