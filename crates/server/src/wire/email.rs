//! E-mail of accounts: addresses, codes and notices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an account has of e-mail, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AccountEmail {
    /// The verified address.
    pub address: Option<String>,
    /// One that waits for its code.
    pub pending: Option<String>,
    /// Tag of the language of mails.
    pub language: String,
    /// What the person gets no mails about.
    pub muted: Vec<EmailNotice>,
}

/// Mails that a person can switch off.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum EmailNotice {
    /// One's turn in a game with days for each move, after a day away.
    Turn,
    /// Somebody proposes a game.
    Proposed,
    /// An agreed game begins in ten minutes.
    Soon,
    /// Moderators have decided something.
    Decision,
}

/// An address: to be verified, or to sign in by.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct EmailRequest {
    /// The address.
    pub address: String,
    /// Tag of the language of mails.
    pub language: String,
}

/// A code that was sent by mail.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct EmailCode {
    /// The code, in any case, with or without hyphens.
    pub code: String,
}

/// Which mails a person wants.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct EmailNotices {
    /// Tag of the language of mails.
    pub language: String,
    /// What the person gets no mails about.
    pub muted: Vec<EmailNotice>,
}
