//! Why an account cannot be used in some way.

use axum::http::StatusCode;
use rukh_accounts::AccountsError;
use rukh_accounts::password::{self, WeakPassword};
use rukh_rules::message::Message;
use rukh_session::say::host as say;
use rukh_store::StoreError;

use super::{MAX_IDENTITIES, MAX_LABEL_CHARS, MAX_PASSKEYS, MAX_TOKEN_DAYS};
use crate::error::ApiError;

/// Why an account cannot be used in some way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.code())]
pub struct AccountRefusal(pub(super) Refusal);

/// The reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoAccount,
    RenamedLately,
    SignIn,
    ProveIt,
    Passkey(String),
    PasskeysOff,
    PasswordsOff,
    Weak(WeakPassword),
    CeremonyOver,
    LastWay,
    TooManyPasskeys,
    Label,
    Scopes,
    TokenDays,
    TokenScope,
    EmailOff,
    EmailAddress,
    EmailCode,
    EmailLimit,
    NameNotOwn,
    Closed,
    HasPlayed,
    RegistrationClosed,
    NotInvited,
    ProviderAway(String),
    IdentityTaken,
    IdentityOther,
    TooManyIdentities,
    WebhooksOff,
    /// The most that an account has.
    TooManyWebhooks(u32),
}

impl Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::NoAccount => "no_account",
            Refusal::RenamedLately => "renamed_lately",
            Refusal::SignIn => "bad_sign_in",
            Refusal::ProveIt => "prove_it",
            Refusal::Passkey(_) => "bad_passkey",
            Refusal::PasskeysOff => "passkeys_off",
            Refusal::PasswordsOff => "passwords_off",
            Refusal::Weak(_) => "weak_password",
            Refusal::CeremonyOver => "ceremony_over",
            Refusal::LastWay => "last_way_in",
            Refusal::TooManyPasskeys => "too_many_passkeys",
            Refusal::Label => "bad_label",
            Refusal::Scopes => "bad_scopes",
            Refusal::TokenDays => "bad_days",
            Refusal::TokenScope => "out_of_scope",
            Refusal::EmailOff => "email_off",
            Refusal::EmailAddress => "bad_email",
            Refusal::EmailCode => "bad_email_code",
            Refusal::EmailLimit => "too_many_emails",
            Refusal::NameNotOwn => "other_name",
            Refusal::Closed => "account_closed",
            Refusal::HasPlayed => "has_played",
            Refusal::RegistrationClosed => "registration_closed",
            Refusal::NotInvited => "not_invited",
            Refusal::ProviderAway(_) => "provider_away",
            Refusal::IdentityTaken => "identity_taken",
            Refusal::IdentityOther => "identity_other",
            Refusal::TooManyIdentities => "too_many_identities",
            Refusal::WebhooksOff => "webhooks_off",
            Refusal::TooManyWebhooks(_) => "too_many_webhooks",
        }
    }
}

impl AccountRefusal {
    pub(crate) fn code(&self) -> &'static str {
        self.0.code()
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self.0 {
            Refusal::NoAccount | Refusal::SignIn => StatusCode::UNAUTHORIZED,
            Refusal::ProveIt
            | Refusal::PasskeysOff
            | Refusal::PasswordsOff
            | Refusal::EmailOff
            | Refusal::TokenScope
            | Refusal::Closed
            | Refusal::RegistrationClosed
            | Refusal::IdentityOther
            | Refusal::NotInvited
            | Refusal::WebhooksOff => StatusCode::FORBIDDEN,
            Refusal::ProviderAway(_) => StatusCode::BAD_GATEWAY,
            Refusal::RenamedLately
            | Refusal::CeremonyOver
            | Refusal::LastWay
            | Refusal::TooManyPasskeys
            | Refusal::IdentityTaken
            | Refusal::TooManyIdentities
            | Refusal::TooManyWebhooks(_)
            | Refusal::HasPlayed => StatusCode::CONFLICT,
            Refusal::EmailLimit => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Passkey(_)
            | Refusal::Weak(_)
            | Refusal::EmailAddress
            | Refusal::EmailCode
            | Refusal::Label
            | Refusal::Scopes
            | Refusal::TokenDays
            | Refusal::NameNotOwn => StatusCode::BAD_REQUEST,
        }
    }

    pub(crate) fn message(&self) -> Message {
        match &self.0 {
            Refusal::NoAccount => say::error_no_account(),
            Refusal::RenamedLately => {
                say::error_renamed_lately(rukh_store::RENAME_INTERVAL.as_secs() / 86_400)
            }
            Refusal::SignIn => say::error_sign_in(),
            Refusal::ProveIt => say::error_prove_it(),
            Refusal::Passkey(problem) => say::error_passkey(problem.as_str()),
            Refusal::PasskeysOff => say::error_passkeys_off(),
            Refusal::PasswordsOff => say::error_passwords_off(),
            Refusal::Weak(WeakPassword::Short | WeakPassword::Long) => {
                say::error_password_length(password::MIN_CHARS as u64, password::MAX_BYTES as u64)
            }
            Refusal::Weak(WeakPassword::Name) => say::error_password_name(),
            Refusal::Weak(WeakPassword::Known) => say::error_password_known(),
            Refusal::CeremonyOver => say::error_ceremony_over(),
            Refusal::LastWay => say::error_last_way(),
            Refusal::TooManyPasskeys => say::error_too_many_passkeys(u64::from(MAX_PASSKEYS)),
            Refusal::Label => say::error_label(MAX_LABEL_CHARS as u64),
            Refusal::Scopes => say::error_scopes("`read`, `play`"),
            Refusal::TokenDays => say::error_token_days(u64::from(MAX_TOKEN_DAYS)),
            Refusal::TokenScope => say::error_token_scope(),
            Refusal::EmailOff => say::error_email_off(),
            Refusal::EmailAddress => say::error_email_address(),
            Refusal::EmailCode => say::error_email_code(),
            Refusal::EmailLimit => say::error_email_limit(),
            Refusal::NameNotOwn => say::error_name_not_own(),
            Refusal::Closed => say::error_account_closed(),
            Refusal::HasPlayed => say::error_bot_has_played(),
            Refusal::RegistrationClosed => say::error_registration_closed(),
            Refusal::NotInvited => say::error_not_invited(),
            Refusal::ProviderAway(name) => say::error_provider_away(name.as_str()),
            Refusal::IdentityTaken => say::error_identity_taken(),
            Refusal::IdentityOther => say::error_identity_other(),
            Refusal::TooManyIdentities => say::error_too_many_identities(u64::from(MAX_IDENTITIES)),
            Refusal::WebhooksOff => say::error_webhooks_off(),
            Refusal::TooManyWebhooks(most) => say::error_too_many_webhooks(u64::from(*most)),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError::Account(AccountRefusal(refusal))
    }
}

/// What does not fit is the person's, what is broken is ours.
impl From<AccountsError> for ApiError {
    fn from(error: AccountsError) -> ApiError {
        match error {
            AccountsError::Passkey(problem) => Refusal::Passkey(problem).into(),
            broken => ApiError::Store(StoreError::Corrupt(broken.to_string())),
        }
    }
}
