//! Moderation: reports, decisions, appeals and blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::Guest;
use super::time::UnixMillis;
use crate::id::{GameId, GuestId};

pub use rukh_session::wire::moderation::{Measure, ReportReason, Role};

/// What is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ReportSubject {
    /// Something that was written beside a game.
    Chat {
        /// The game.
        game: GameId,
        /// Number of the chat entry.
        number: u64,
    },
    /// The name of a person.
    Name {
        /// The person.
        player: GuestId,
    },
    /// How a person plays in a game.
    Play {
        /// The game.
        game: GameId,
        /// The person.
        player: GuestId,
    },
    /// The name of a club and what it says about itself.
    Club {
        /// Its id.
        club: String,
    },
    /// A post on the board of a club, which the reporter can read.
    Post {
        /// Id of the club.
        club: String,
        /// Number of the post.
        number: u64,
    },
    /// A study that others can read.
    Study {
        /// Its id.
        study: String,
    },
}

/// A report to moderators.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ReportRequest {
    /// What is reported.
    pub about: ReportSubject,
    /// Why.
    pub reason: ReportReason,
    /// More about it, up to 500 characters.
    #[serde(default)]
    pub text: Option<String>,
}

/// A report that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReportReceipt {
    /// Id of the report.
    pub id: String,
}

/// A report as moderators see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReportEntry {
    /// Id of the report.
    pub id: String,
    /// Who reports; nobody if the account was deleted.
    pub reporter: Option<Guest>,
    /// Who is reported, with the name of now.
    pub player: Guest,
    /// What is reported.
    pub about: ReportSubject,
    /// The name as it was.
    pub name: Option<String>,
    /// What was written, as it was.
    pub quote: Option<String>,
    /// Why.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub text: Option<String>,
    /// When, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// Who takes care of it.
    pub moderator: Option<Guest>,
    /// What moderators have noted.
    pub note: Option<String>,
    /// When it was resolved, in milliseconds since the epoch.
    pub resolved: Option<UnixMillis>,
    /// What was decided: `nothing`, or a measure.
    pub decision: Option<String>,
}

/// A text with its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DatedText {
    /// The text.
    pub text: String,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
}

/// A decision about a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SanctionDetails {
    /// Id of the decision.
    pub id: String,
    /// What it is.
    pub measure: Measure,
    /// Why.
    pub reason: ReportReason,
    /// What the person is told.
    pub text: String,
    /// The name that was taken away.
    pub name: Option<String>,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it ends by itself, in milliseconds since the epoch.
    pub until: Option<UnixMillis>,
    /// When it was revoked, in milliseconds since the epoch.
    pub revoked: Option<UnixMillis>,
    /// Whether it is in force.
    pub is_in_force: bool,
    /// Whether the person may answer.
    pub may_appeal: bool,
    /// What the person answered.
    pub appeal: Option<DatedText>,
    /// What moderators answered to that.
    pub answer: Option<DatedText>,
}

/// A decision as moderators see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SanctionEntry {
    /// Whom it concerns.
    pub player: Guest,
    /// Who decided; nobody for the operator.
    pub moderator: Option<Guest>,
    /// Id of the report that led to it.
    pub report: Option<String>,
    /// The decision.
    #[serde(flatten)]
    pub decision: SanctionDetails,
}

/// What waits for moderators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModerationQueue {
    /// Role of the requester.
    pub role: Role,
    /// Number of all reports that are not resolved.
    pub waiting: u64,
    /// Reports that are not resolved, oldest first; up to 100.
    pub reports: Vec<ReportEntry>,
    /// Decisions that are answered, those answered first before the others.
    pub appeals: Vec<SanctionEntry>,
}

/// What moderators know of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PersonRecord {
    /// Who it is.
    pub player: Guest,
    /// Their role.
    pub role: Option<Role>,
    /// Whether there is an account.
    pub is_account: bool,
    /// What was decided, the last first.
    pub decisions: Vec<SanctionEntry>,
    /// What was reported, the last first.
    pub reports: Vec<ReportEntry>,
    /// Number of the reports that this person has made and that are not resolved.
    pub made: u64,
}

/// A measure that is taken.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct MeasureRequest {
    /// What it is.
    pub measure: Measure,
    /// Why.
    pub reason: ReportReason,
    /// Length of a time-out: 1, 24, 168 or 720 hours.
    #[serde(default)]
    pub hours: Option<u32>,
    /// What the person is told, 1 to 500 characters.
    pub text: String,
}

/// How a report is resolved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub struct ResolveRequest {
    /// The measure that is taken; none if nothing is to be done.
    #[serde(default)]
    pub measure: Option<MeasureRequest>,
}

/// A text of a moderator, or of a person who answers, 1 to 500 characters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct TextRequest {
    /// The text.
    pub text: String,
}

/// A note of a moderator about a report, in place of the one before.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct NoteRequest {
    /// The note, 1 to 500 characters.
    pub text: String,
    /// The note that the moderator has read and replaces, if there was one. With another there now nothing is
    /// written.
    #[serde(default)]
    pub before: Option<String>,
}

/// The reports of a person that were resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DismissedReports {
    /// How many.
    pub count: u64,
}

/// The decision about an appeal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct AppealDecision {
    /// Whether the measure is lifted.
    pub lift: bool,
    /// What the person is told, 1 to 500 characters.
    pub text: String,
}

/// What was decided about the requester.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OwnDecisions {
    /// Role of the requester.
    pub role: Option<Role>,
    /// The decisions, the last first.
    pub decisions: Vec<SanctionDetails>,
}

/// Entries of the log of moderation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModerationLog {
    /// The entries, the last first; up to 200.
    pub entries: Vec<ModerationAct>,
}

/// An entry of the log of moderation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModerationAct {
    /// Its number, from 1.
    pub number: u64,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Who; nobody for the operator.
    pub actor: Option<Guest>,
    /// What was done, such as `impose chat`.
    pub act: String,
    /// Whom it concerns.
    pub player: Option<Guest>,
    /// Id of the report or the decision.
    pub about: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// Whom the requester blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BlockList {
    /// The people.
    pub players: Vec<Guest>,
}

/// Request to block a person.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct BlockRequest {
    /// The person.
    pub player: GuestId,
}
