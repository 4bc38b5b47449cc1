//! Passkeys: credentials that a device keeps for this site and unlocks by finger, face or PIN. They name their owner,
//! so no name is typed.

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::Value as Json;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, USER_HANDLE_MAX_LEN,
    UserHandle64,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication64, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

use crate::AccountsError;

/// Where the site is, as its visitors' browsers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAddress {
    /// The origin, such as `https://rukh.example` or `http://localhost:7878`.
    pub origin: String,
    /// Its host without a port: what passkeys are bound to.
    pub host: String,
}

/// Registers and verifies the passkeys of a site.
#[derive(Debug)]
pub struct Passkeys {
    id: RpId,
    origin: String,
}

/// A passkey that was registered just now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredPasskey {
    /// Id of the credential, as base64url.
    pub id: String,
    /// Its public key and what else stays the same.
    pub fixed: Vec<u8>,
    /// Its counter and what else changes with use.
    pub state: Vec<u8>,
    /// How its authenticator can be reached, as a set of bits.
    pub transports: u8,
}

/// What is kept of a passkey that shall sign in.
#[derive(Debug, Clone, Copy)]
pub struct KnownPasskey<'a> {
    /// What the person is known by.
    pub handle: &'a [u8],
    /// As in [`RegisteredPasskey`].
    pub fixed: &'a [u8],
    /// As in [`RegisteredPasskey`], as of its last use.
    pub state: &'a [u8],
}

/// The answer of a passkey to a sign-in, not verified yet.
#[derive(Debug)]
pub struct UsedPasskey(DiscoverableAuthentication64);

/// A person's handle: random bytes, which say nothing of the person.
///
/// # Errors
/// [`AccountsError::NoRandomness`].
pub fn new_handle() -> Result<Vec<u8>, AccountsError> {
    crate::secret::random::<USER_HANDLE_MAX_LEN>().map(Vec::from)
}

impl Passkeys {
    /// The passkeys of the site at an address; `None` where browsers have none: without TLS but on this machine, and
    /// at an address that is no name.
    #[must_use]
    pub fn of(site: &SiteAddress) -> Option<Passkeys> {
        let is_secure = site.origin.starts_with("https://") || is_this_machine(&site.host);
        let is_name = site.host.parse::<std::net::IpAddr>().is_err() && !site.host.starts_with('[');
        let domain = AsciiDomain::try_from(site.host.clone()).ok().filter(|_| is_secure && is_name)?;
        Some(Passkeys { id: RpId::Domain(domain), origin: site.origin.clone() })
    }

    /// Begins a registration: what the server keeps until it is finished, and the options for the browser, as
    /// `PublicKeyCredentialCreationOptionsJSON`. The `known` credentials are not registered once more.
    ///
    /// # Errors
    /// The handle or a known passkey is broken.
    pub fn begin_registration(
        &self,
        handle: &[u8],
        name: &str,
        known: &[(String, u8)],
    ) -> Result<(Vec<u8>, Json), AccountsError> {
        let handle = read_handle(handle)?;
        let known = known.iter().map(|(id, transports)| {
            let id = CredentialId::<Vec<u8>>::decode(from_base64(id)?).map_err(broken)?;
            let transports = AuthTransports::decode(*transports).map_err(broken)?;
            Ok(PublicKeyCredentialDescriptor { id, transports })
        });
        let known = known.collect::<Result<Vec<_>, AccountsError>>()?;
        let user = PublicKeyCredentialUserEntity::from(&handle);
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, known);
        // Where a protection is enforced, browsers refuse every authenticator that lacks it; without it a
        // passkey still needs its holder's finger, face or PIN.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(broken)?;
        let mut options = serde_json::to_value(&client).map_err(broken)?;
        // The library takes names of one alphabet without spaces; browsers show any.
        options["user"]["name"] = name.into();
        options["user"]["displayName"] = name.into();
        Ok((server.encode().map_err(broken)?, options))
    }

    /// Finishes a registration with what a browser has sent, `RegistrationResponseJSON`.
    ///
    /// # Errors
    /// [`AccountsError::Passkey`] if it does not fit what was begun.
    pub fn finish_registration(
        &self,
        begun: &[u8],
        credential: &Json,
    ) -> Result<RegisteredPasskey, AccountsError> {
        let begun = RegistrationServerState::<USER_HANDLE_MAX_LEN>::decode(begun).map_err(broken)?;
        let response = Registration::from_json_relaxed(credential.to_string().as_bytes()).map_err(unfit)?;
        let origins = [self.origin.as_str()];
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let registered = begun.verify(&self.id, &response, &options).map_err(unfit)?;
        Ok(RegisteredPasskey {
            id: to_base64(registered.id().as_ref()),
            fixed: registered.static_state().encode().map_err(broken)?,
            state: registered.dynamic_state().encode().map_err(broken)?.to_vec(),
            transports: registered.transports().encode().map_err(broken)?,
        })
    }

    /// Begins a sign-in: what the server keeps, and the options for the browser, as
    /// `PublicKeyCredentialRequestOptionsJSON`.
    ///
    /// # Errors
    /// The system's clock is broken.
    pub fn begin_sign_in(&self) -> Result<(Vec<u8>, Json), AccountsError> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (server, client) = options.start_ceremony().map_err(broken)?;
        let options = serde_json::to_value(&client).map_err(broken)?;
        Ok((server.encode().map_err(broken)?.to_vec(), options))
    }

    /// Verifies that the passkey that answered is the known one, whose owner is the one it names; its state
    /// after this use.
    ///
    /// # Errors
    /// [`AccountsError::Passkey`] if it is not.
    pub fn finish_sign_in(
        &self,
        begun: &[u8],
        used: &UsedPasskey,
        known: KnownPasskey<'_>,
    ) -> Result<Vec<u8>, AccountsError> {
        let begun = DiscoverableAuthenticationServerState::decode(begun).map_err(broken)?;
        let handle = read_handle(known.handle)?;
        if *used.0.response().user_handle() != handle {
            return Err(AccountsError::Passkey("it names another person".to_owned()));
        }
        let fixed = StaticState::decode(known.fixed).map_err(broken)?;
        let state: [u8; 7] = known.state.try_into().map_err(broken)?;
        let state = DynamicState::decode(state).map_err(broken)?;
        let mut credential =
            AuthenticatedCredential::new(used.0.raw_id(), &handle, fixed, state).map_err(broken)?;
        let origins = [self.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        begun.verify(&self.id, &used.0, &mut credential, &options).map_err(unfit)?;
        Ok(credential.dynamic_state().encode().map_err(broken)?.to_vec())
    }
}

impl UsedPasskey {
    /// Reads what a browser has sent, `AuthenticationResponseJSON`.
    ///
    /// # Errors
    /// [`AccountsError::Passkey`] if it is malformed.
    pub fn read(credential: &Json) -> Result<UsedPasskey, AccountsError> {
        let read = DiscoverableAuthentication64::from_json_relaxed(credential.to_string().as_bytes());
        read.map(UsedPasskey).map_err(unfit)
    }

    /// Id of the credential, as base64url.
    #[must_use]
    pub fn id(&self) -> String {
        to_base64(self.0.raw_id().as_ref())
    }
}

/// Browsers let pages of this machine do without TLS.
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

fn read_handle(handle: &[u8]) -> Result<UserHandle64, AccountsError> {
    let handle: [u8; USER_HANDLE_MAX_LEN] = handle.try_into().map_err(broken)?;
    UserHandle64::decode(handle).map_err(broken)
}

fn to_base64(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

fn from_base64(text: &str) -> Result<Vec<u8>, AccountsError> {
    Base64UrlUnpadded::decode_vec(text).map_err(broken)
}

fn broken(error: impl std::fmt::Display) -> AccountsError {
    AccountsError::Broken(error.to_string())
}

fn unfit(error: impl std::fmt::Display) -> AccountsError {
    AccountsError::Passkey(error.to_string())
}
