//! Moderation: who may do it, what people report, and what is decided.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What an account may do for the order of the site.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Role {
    /// Decides reports about people who have no role.
    Moderator,
    /// Decides about moderators too.
    Admin,
}

/// Why somebody is reported or sanctioned.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ReportReason {
    /// Insults or threats.
    Insult,
    /// Hatred against a group of people.
    Hate,
    /// Advertising, or the same again and again.
    Spam,
    /// Help of an engine, or results that are arranged.
    Cheating,
    /// Letting the clock run, or leaving games.
    Stalling,
    /// A name that offends or poses as somebody else.
    Name,
    /// Something else, which the text says.
    Other,
}

/// What is decided about a person.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Measure {
    /// A warning.
    Warning,
    /// The name is taken away.
    Name,
    /// A time-out from chat.
    Chat,
    /// A time-out from playing with others.
    Play,
    /// The account is closed.
    Close,
    /// What the person writes in chats is shown to that person alone.
    Shadow,
}

impl Measure {
    /// Whether it ends by itself after some hours.
    #[must_use]
    pub fn is_timed(self) -> bool {
        matches!(self, Measure::Chat | Measure::Play)
    }
}
