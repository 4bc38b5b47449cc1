//! Studies: who can read one, and what its members may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// Who can read a study beside its members.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum StudyVisibility {
    /// Everyone; it is listed.
    Public,
    /// Whoever has the link.
    Link,
    /// Nobody.
    Private,
}

/// What somebody may do in a study.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum StudyRole {
    /// Everything: it is theirs.
    Owner,
    /// Read and write.
    Writer,
    /// Read.
    Reader,
}
