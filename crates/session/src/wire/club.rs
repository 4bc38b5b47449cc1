//! Clubs: who can join one, and what its members may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// Who can join a club.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ClubEntry {
    /// Everyone with an account.
    Open,
    /// Whom an officer accepts.
    Request,
    /// Whoever has the link that invites. The club is not listed.
    Link,
}

/// What somebody is in a club.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ClubRole {
    /// Does everything: the club is theirs.
    Owner,
    /// Accepts and removes members, announces, deletes posts, and makes events of the club.
    Officer,
    /// Reads and writes.
    Member,
    /// Waits to be accepted.
    Asking,
    /// Was removed, and cannot join by themselves.
    Removed,
}

impl ClubRole {
    /// Whether it is that of somebody who belongs to the club.
    #[must_use]
    pub fn is_member(self) -> bool {
        matches!(self, ClubRole::Owner | ClubRole::Officer | ClubRole::Member)
    }

    /// Whether it is that of somebody who leads the club.
    #[must_use]
    pub fn leads(self) -> bool {
        matches!(self, ClubRole::Owner | ClubRole::Officer)
    }
}
