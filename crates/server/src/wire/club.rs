//! Clubs: their members, their events and their boards.

pub use rukh_session::wire::club::{ClubEntry, ClubRole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::events::EventSummary;
use super::people::Guest;
use super::time::UnixMillis;

/// Request to found a club.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubRequest {
    /// Name, 1 to 40 characters; no two clubs have names that look alike.
    pub name: String,
    /// What it says about itself, up to 2000 characters.
    #[serde(default)]
    pub about: String,
    /// Who can join it.
    pub entry: ClubEntry,
}

/// Request to change a club; what is not given stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubEdit {
    /// Name, 1 to 40 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// What it says about itself, up to 2000 characters.
    #[serde(default)]
    pub about: Option<String>,
    /// Who can join it.
    #[serde(default)]
    pub entry: Option<ClubEntry>,
    /// Whether there is a new invitation link, so that the present one invites no more.
    #[serde(default)]
    pub new_invite: bool,
}

/// Clubs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubList {
    /// Those that were founded last first; one's own by when one joined.
    pub clubs: Vec<ClubSummary>,
}

/// A club in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubSummary {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it says about itself.
    pub about: String,
    /// Who can join it.
    pub entry: ClubEntry,
    /// Number of its members.
    pub members: u64,
    /// When it was founded, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was closed, in milliseconds since the epoch; then moderators alone see it.
    pub closed: Option<UnixMillis>,
    /// What the requester is in it; null for those outside.
    pub role: Option<ClubRole>,
}

/// A club.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClubDetails {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: ClubSummary,
    /// Its owners and officers, at most 100.
    pub leaders: Vec<ClubMember>,
    /// Its events: those that have not ended by their start, then the last ones; at most 20.
    pub events: Vec<EventSummary>,
    /// The last announcement; for members.
    pub announcement: Option<ClubPost>,
    /// Whether the requester is told of its events.
    pub told: bool,
    /// Whether the link that the request came by invites.
    pub invited: bool,
    /// The secret of the link that invites; for those who lead the club.
    pub invite: Option<String>,
    /// Number of those who wait to be accepted; 0 but for those who lead the club.
    pub asking: u64,
}

/// Somebody in a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubMember {
    /// Who.
    pub player: Guest,
    /// What they are.
    pub role: ClubRole,
    /// Since when, in milliseconds since the epoch.
    pub since: UnixMillis,
}

/// People of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubMemberList {
    /// Owners, officers and the others, each by when that began: 100 from the asked place on.
    pub members: Vec<ClubMember>,
}

/// Request to join a club.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubJoinRequest {
    /// The secret of a link that invites.
    #[serde(default)]
    pub invite: Option<String>,
}

/// Request to change what somebody is in a club.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubRoleRequest {
    /// `member` accepts somebody who asks, or demotes; `officer` and `owner` promote, `removed` removes.
    pub role: ClubRole,
}

/// Request to be told of a club's events, or not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubNoticesRequest {
    /// Whether one is told when an event of the club is near.
    pub events: bool,
}

/// Request to write on the board of a club.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubPostRequest {
    /// What it says, 1 to 2000 characters.
    pub text: String,
    /// Number of the post that it answers.
    #[serde(default)]
    pub to: Option<u64>,
    /// Whether it announces something to all members: owners and officers may.
    #[serde(default)]
    pub announcement: bool,
}

/// A post on the board of a club, or an answer to one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubPost {
    /// Its number in the club.
    pub number: u64,
    /// Who wrote it; null once it is deleted.
    pub author: Option<Guest>,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// What it says; null once it is deleted.
    pub text: Option<String>,
    /// Whether it announces something to all members.
    pub announcement: bool,
}

/// A post with the answers to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubThread {
    /// The post.
    #[serde(flatten)]
    pub post: ClubPost,
    /// The answers, the first first; at most 50.
    pub replies: Vec<ClubPost>,
}

/// Posts of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubBoard {
    /// The posts, the last first: at most 10.
    pub threads: Vec<ClubThread>,
}

/// Decision of a moderator about a club; what is not given stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClubDecision {
    /// Another name, which its owners cannot change.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether it is closed; false opens it again.
    #[serde(default)]
    pub closed: Option<bool>,
}
