//! What happens to an account, for programs that wait for it.

use schemars::JsonSchema;
use serde::Serialize;

use super::appointment::Appointment;
use super::game::GameCard;
use super::time::UnixMillis;

/// A message of the stream of an account.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AccountMessage {
    /// What has happened.
    #[serde(flatten)]
    pub change: AccountChange,
    /// Names what has happened: a message that is repeated, as after a break, has the same key.
    pub key: String,
    /// The `after` with which a stream goes on behind this message; missing before `ready`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<UnixMillis>,
}

/// What has happened to an account.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub enum AccountChange {
    /// Somebody asks for a game that begins when the account accepts.
    Challenge(Box<Appointment>),
    /// Such a challenge is over without a game: called off, declined or not answered in time.
    ChallengeWithdrawn(Box<Appointment>),
    /// Another appointment was made or has changed, or a challenge of the account was answered.
    Appointment(Box<Appointment>),
    /// A game has begun.
    GameBegun(Box<GameCard>),
    /// A game with days for each move waits for the account; again when something else happens in it meanwhile,
    /// such as an offer.
    Turn(Box<GameCard>),
    /// A game has ended.
    GameEnded(Box<GameCard>),
    /// All that was so when the stream began, or has happened since `after`, has been sent.
    Ready,
}
