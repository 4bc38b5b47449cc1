//! Accounts: who one is, ways to sign in, devices and tokens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::email::AccountEmail;
use super::people::Guest;
use super::time::UnixMillis;
use crate::id::GuestId;

/// Who the requester is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Me {
    /// Id and name, as others see them.
    #[serde(flatten)]
    pub guest: Guest,
    /// Whether it is an account that is signed in.
    pub is_account: bool,
}

/// The ways to sign in that the server offers at the address that was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SignInWays {
    /// Passkeys, which need https and a name.
    pub passkeys: bool,
    /// Passwords, if the operator allows them.
    pub passwords: bool,
    /// Codes by mail, if the server sends any.
    pub email: bool,
    /// Who may make an account.
    pub registration: Registration,
    /// Sites that say who somebody is, if the operator has chosen any.
    pub providers: Vec<ProviderEntry>,
}

/// A provider of OpenID Connect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProviderEntry {
    /// What addresses call it.
    pub id: String,
    /// What people call it.
    pub name: String,
}

/// Request to begin a visit to a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ProviderStart {
    /// Whether the provider is added to the account that is signed in.
    #[serde(default)]
    pub adds: bool,
    /// The code of an invitation, for whoever will make an account.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Where a browser goes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProviderAddress {
    /// An address of the provider, which leads back here.
    pub address: String,
}

/// Request of somebody whom a provider has identified to make an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ProviderAccount {
    /// Name of the account.
    pub name: String,
    /// The code of an invitation, where an account takes one.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// A provider that signs in to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IdentityEntry {
    /// Id of the identity; it proves nothing.
    pub id: String,
    /// Which of the providers that sign in it is; none of them if the operator has taken it away.
    pub provider_id: Option<String>,
    /// What the provider is called.
    pub provider: String,
    /// Since when it signs in, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it signed in last.
    pub used: Option<UnixMillis>,
}

/// Who may make an account.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantArray,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Those who have a code of the operator.
    Invited,
    /// Nobody.
    Closed,
}

/// What a browser is to do with a passkey.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PasskeyCeremony {
    /// To be sent back with the browser's answer.
    pub ceremony: String,
    /// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.
    pub options: Json,
}

/// Request to begin the registration of a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PasskeyStart {
    /// Name of the account that a guest makes; none where an account gets one more passkey.
    #[serde(default)]
    pub name: Option<String>,
    /// The code of an invitation, where an account takes one.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Request to make an account with a password.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PasswordRegistration {
    /// Name of the account.
    pub name: String,
    /// The password, 8 characters or more.
    pub password: String,
    /// The code of an invitation, where an account takes one.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// A registered passkey, as a browser sends it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct PasskeyRegistration {
    /// Of the answer to the request that began it.
    pub ceremony: String,
    /// `RegistrationResponseJSON` of Web Authentication.
    pub credential: Json,
    /// What the person calls it, 1 to 60 characters.
    #[serde(default)]
    pub label: Option<String>,
}

/// A passkey that signs in.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct PasskeySignIn {
    /// Of the answer to the request that began it.
    pub ceremony: String,
    /// `AuthenticationResponseJSON` of Web Authentication.
    pub credential: Json,
}

/// A name with its password, to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PasswordSignIn {
    /// Name of the account.
    pub name: String,
    /// The password, 8 characters or more.
    pub password: String,
}

/// A name with one of its recovery codes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct RecoverySignIn {
    /// Name of the account.
    pub name: String,
    /// The code, in any case, with or without hyphens.
    pub code: String,
}

/// The code that another device shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct DeviceSignIn {
    /// Eight digits, with or without a hyphen.
    pub code: String,
}

/// A password to be set.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PasswordRequest {
    /// The password, 8 characters or more.
    pub password: String,
}

/// An account that was made, or that got a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Registered {
    /// Who it is.
    #[serde(flatten)]
    pub me: Me,
    /// Codes that sign in once each, of a new account: shown this time only.
    pub recovery_codes: Option<Vec<String>>,
}

/// New recovery codes; the earlier ones sign in no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecoveryCodes {
    /// The codes, shown this time only.
    pub codes: Vec<String>,
}

/// A code that signs in another device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceCode {
    /// Eight digits and a hyphen.
    pub code: String,
    /// Until when, in milliseconds since the epoch.
    pub expires: UnixMillis,
}

/// An account, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Account {
    /// Public id.
    pub id: GuestId,
    /// What others see.
    pub name: String,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// From when on the name may be changed.
    pub name_changeable: UnixMillis,
    /// Passkeys, oldest first.
    pub passkeys: Vec<PasskeyEntry>,
    /// Providers that sign in, oldest first.
    pub identities: Vec<IdentityEntry>,
    /// Whether a password signs in.
    pub has_password: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u64,
    /// What it has of e-mail; none if no address was given.
    pub email: Option<AccountEmail>,
    /// Devices that are signed in, those seen last first.
    pub sessions: Vec<DeviceEntry>,
    /// Tokens of programs, those seen last first.
    pub tokens: Vec<TokenEntry>,
    /// Since when it is a bot's, in milliseconds since the epoch.
    pub bot: Option<UnixMillis>,
    /// Until when this device may change ways to sign in, export and delete without signing in once more.
    pub proof_until: Option<UnixMillis>,
}

/// A passkey of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PasskeyEntry {
    /// Id of the credential.
    pub id: String,
    /// What the person calls it.
    pub label: String,
    /// When it was registered, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it signed in last.
    pub used: Option<UnixMillis>,
}

/// A device that is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceEntry {
    /// Id of its sign-in; it proves nothing.
    pub id: String,
    /// Its browser and system.
    pub label: String,
    /// When it signed in, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was last seen, as of an hour.
    pub seen: UnixMillis,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// A token of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TokenEntry {
    /// Id of the token; it proves nothing.
    pub id: String,
    /// What the person calls it.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<TokenScope>,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was last used, as of an hour.
    pub seen: Option<UnixMillis>,
    /// When it ends.
    pub expires: UnixMillis,
}

/// What a token may do.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantArray,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum TokenScope {
    /// Read what the person may read, such as their private games.
    Read,
    /// Play: games, seeks, moves, chat.
    Play,
}

/// Request for a token.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct TokenRequest {
    /// What the person calls it, 1 to 60 characters.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<TokenScope>,
    /// For how many days, at most 400.
    pub days: u32,
}

/// A new token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewToken {
    /// Id of the token.
    pub id: String,
    /// The token for `Authorization: Bearer`, shown this time only.
    pub token: String,
}

/// Request to make the account a bot's, or to delete it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct NameConfirmation {
    /// The name of the account, as a confirmation.
    pub name: String,
}
