//! Appointments: games that two people agree to play at a time. And whom people follow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::Guest;
use super::rating::ShownRating;
use super::seek::SeekRequest;
use super::time::UnixMillis;
use crate::id::{GameId, GuestId};

/// Request for an appointment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AppointmentRequest {
    /// Id of the person who is asked; without it, anyone who has the link can answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whom: Option<GuestId>,
    /// Up to 5 times within 60 days, in milliseconds since the epoch; none for a game that begins when it is accepted.
    #[serde(default)]
    pub times: Vec<UnixMillis>,
    /// The game, as in a seek; the colour is that of the requester.
    #[serde(flatten)]
    pub terms: SeekRequest,
}

/// An answer that accepts one of the times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AcceptRequest {
    /// The time, in milliseconds since the epoch; none if none was proposed.
    #[serde(default)]
    pub time: Option<UnixMillis>,
}

/// An answer that proposes other times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimesRequest {
    /// 1 to 5 times within 60 days, in milliseconds since the epoch.
    pub times: Vec<UnixMillis>,
}

/// How far an appointment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AppointmentPhase {
    /// It waits for an answer.
    Proposed,
    /// The time is agreed.
    Agreed,
    /// One of the two has declined.
    Declined,
    /// One of the two has called it off.
    Cancelled,
    /// The game has begun.
    Begun,
    /// Nobody has answered in time.
    Expired,
    /// The game could not begin at its time.
    Missed,
}

/// An appointment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Appointment {
    /// Id, which is known to those who have the link.
    pub id: String,
    /// Name of the ruleset.
    pub ruleset_name: String,
    /// Board skin.
    pub skin: String,
    /// Who made it, and whose colour is meant.
    pub by: Guest,
    /// Who is asked, or has answered; null for an offer that nobody has answered.
    pub with: Option<Guest>,
    /// The rating of the one who made it, if the game is to be rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<ShownRating>,
    /// How far it is.
    pub phase: AppointmentPhase,
    /// Id of the one whose times stand.
    pub proposer: GuestId,
    /// The times that stand, in milliseconds since the epoch.
    pub times: Vec<UnixMillis>,
    /// When the game begins, once that is agreed, in milliseconds since the epoch.
    pub starts: Option<UnixMillis>,
    /// Until when it can be answered, in milliseconds since the epoch.
    pub expires: UnixMillis,
    /// Number of changes.
    pub seq: u64,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// The game, once it has begun.
    pub game: Option<GameId>,
    /// What the requester can do.
    pub you: AppointmentRights,
    /// The game, as in a seek.
    #[serde(flatten)]
    pub terms: SeekRequest,
}

/// What somebody can do with an appointment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is an answer of its own")]
pub struct AppointmentRights {
    /// Whether it is theirs: made by them, or with them.
    pub takes_part: bool,
    /// Whether they can accept a time.
    pub may_accept: bool,
    /// Whether they can propose other times.
    pub may_propose: bool,
    /// Whether they can decline.
    pub may_decline: bool,
    /// Whether they can call it off.
    pub may_cancel: bool,
}

/// The appointments of the requester.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AppointmentList {
    /// Those that are open, the next first, then those that are over, the last first.
    pub appointments: Vec<Appointment>,
}

/// The requester's vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VacationState {
    /// Until when the requester is on vacation, in milliseconds since the epoch; null if not at all.
    pub until: Option<UnixMillis>,
    /// Whole days that are left of the 30 of any 365 days.
    pub days_left: u32,
}

/// A vacation that is to begin now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct VacationRequest {
    /// Its length in days, at least 1 and at most those that are left.
    pub days: u32,
}

/// Somebody whom the requester follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FollowedPerson {
    /// Who it is.
    pub player: Guest,
    /// Whether they are in the lobby or in a game, and show it.
    pub online: bool,
    /// Since when they are followed, in milliseconds since the epoch.
    pub since: UnixMillis,
}

/// Whom the requester follows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FollowList {
    /// Those who are online first.
    pub followed: Vec<FollowedPerson>,
    /// Whether the requester shows when they are online.
    pub shows_online: bool,
}

/// Request to show whether one is online.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OnlineRequest {
    /// Whether those who follow the requester see it.
    pub shows: bool,
}
