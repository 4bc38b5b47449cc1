//! Accounts: making them, signing in, and what changes them. What signs in is in `rukh-accounts`, what is kept in
//! `rukh-store`; here is who may do what, and how long.

use std::time::Duration;

use rukh_accounts::password::{self, KnownPasswords};
use rukh_accounts::provider::Provider;
use rukh_accounts::{KnownPasskey, Passkeys, Secret, SiteAddress, UsedPasskey, code_digest, new_handle};
use rukh_store::{
    AccountRow, Ceremony, IdentityRow, NewAccount, PasskeyRow, SignInRow, Store, StoreError, WayRemoval,
    WayToSignIn, clock, name::validate_name,
};
use serde_json::Value as Json;

use crate::admission::on_own_thread;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::providers::Providers;
use crate::wire::account::{PasskeyCeremony, PasswordRegistration, Registration, TokenRequest, TokenScope};
use crate::wire::time::UnixMillis;

mod provider;
mod refusal;
mod view;

use provider::MAX_IDENTITIES;
pub(crate) use provider::{Returned, Visited, away};
pub(crate) use refusal::{AccountRefusal, Refusal};
pub(crate) use view::{account_view, proof_until};

/// How long a device stays signed in that is not seen: 400 days, the longest that browsers keep a cookie.
pub(crate) const SIGN_IN_LIFETIME: Duration = days(400);
/// How long a sign-in proves that its person may change the account.
pub(crate) const PROOF_LIFETIME: Duration = Duration::from_secs(15 * 60);
/// How long a ceremony or a device's code lasts.
const CEREMONY_LIFETIME: Duration = Duration::from_secs(5 * 60);
/// How old what is known of a device may be.
pub(crate) const SEEN_INTERVAL: Duration = Duration::from_secs(3600);
/// Devices, and tokens, that one person has at once.
const MAX_SIGN_INS: u32 = 50;
/// Passkeys of an account.
const MAX_PASSKEYS: u32 = 20;
/// Longest label, in characters.
pub(crate) const MAX_LABEL_CHARS: usize = 60;
/// Longest life of a token, in days.
const MAX_TOKEN_DAYS: u32 = 400;
/// What the secret of a device begins with.
const DEVICE_PREFIX: &str = "d1";
/// What a token of a program begins with, which scanners of published code can recognise.
const TOKEN_PREFIX: &str = "rukh1";

const fn days(number: u64) -> Duration {
    Duration::from_secs(number * 86_400)
}

/// A device that has just signed in: what is stored, and what its cookie holds.
pub(crate) struct SignedIn {
    pub(crate) player: GuestId,
    /// `None` if the device was signed in already, and has proved once more who its person is.
    pub(crate) secret: Option<String>,
}

/// An account that was made just now.
pub(crate) struct NewlyMade {
    pub(crate) signed_in: SignedIn,
    pub(crate) recovery_codes: Vec<String>,
}

/// Accounts of a server.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    /// Known passwords; `None` if the operator allows none.
    passwords: Option<KnownPasswords>,
    /// Who may make an account.
    registration: Registration,
    /// Who else may say who somebody is.
    providers: Providers,
}

/// What signs in first to an account that is made.
enum FirstWay {
    Passkey(PasskeyRow),
    /// The hash of a password.
    Password(String),
    Identity(IdentityRow),
}

impl Accounts {
    /// The accounts in a store; with passwords if there is a list of known ones, be it empty.
    #[must_use]
    pub fn new(
        store: Store,
        passwords: Option<KnownPasswords>,
        registration: Registration,
        providers: Vec<Provider>,
    ) -> Accounts {
        Accounts { store, passwords, registration, providers: Providers::new(providers) }
    }

    pub(crate) fn registration(&self) -> Registration {
        self.registration
    }

    pub(crate) fn allow_passwords(&self) -> bool {
        self.passwords.is_some()
    }

    /// What is signed in by a secret, if it has the form of one.
    pub(crate) async fn signed_in(&self, secret: &str) -> Result<Option<SignInRow>, StoreError> {
        if !Accounts::is_secret(secret) {
            return Ok(None);
        }
        self.store.sign_in(&Secret::digest_of(secret), clock::now()).await
    }

    /// Whether a token is a secret of an account, and not the signed token of a guest.
    pub(crate) fn is_secret(token: &str) -> bool {
        [DEVICE_PREFIX, TOKEN_PREFIX].iter().any(|prefix| token.split('.').next() == Some(prefix))
    }

    /// Begins the account of a guest with a passkey, under a name that is free.
    pub(crate) async fn begin_account(
        &self,
        site: &SiteAddress,
        guest: &GuestId,
        name: &str,
        invitation: Option<&str>,
    ) -> Result<PasskeyCeremony, ApiError> {
        let invitation = self.invited(invitation).await?.unwrap_or_default();
        let name = self.free_name(guest, name).await?;
        let handle = new_handle()?;
        let (state, options) = passkeys(site)?.begin_registration(&handle, &name, &[])?;
        let body = pack(&[&handle, name.as_bytes(), &state, invitation.as_bytes()]);
        self.begin("account", Some(guest), body, options).await
    }

    /// Finishes it: the account with its first passkey, recovery codes, and this device signed in.
    pub(crate) async fn finish_account(
        &self,
        site: &SiteAddress,
        guest: &GuestId,
        ceremony: &str,
        credential: &Json,
        labels: [&str; 2],
    ) -> Result<NewlyMade, ApiError> {
        let begun = self.take(ceremony, "account").await?;
        let [handle, name, state, invitation] = unpack(&begun.body)?;
        let text = |bytes| String::from_utf8(bytes).map_err(|_| Refusal::CeremonyOver);
        let (name, invitation) = (text(name)?, Some(text(invitation)?).filter(|hash| !hash.is_empty()));
        // It may have begun where everybody could make an account.
        let is_open = self.registration == Registration::Open || invitation.is_some();
        if begun.player.as_ref() != Some(guest) || !is_open || self.registration == Registration::Closed {
            return Err(Refusal::CeremonyOver.into());
        }
        let registered = passkeys(site)?.finish_registration(&state, credential)?;
        let [label, device] = labels;
        let passkey = passkey_row(guest, label, registered);
        self.make(guest, (name, invitation), (handle, FirstWay::Passkey(passkey)), device).await
    }

    /// Makes the account of a guest with a password.
    pub(crate) async fn make_with_password(
        &self,
        guest: &GuestId,
        request: &PasswordRegistration,
        device: &str,
    ) -> Result<NewlyMade, ApiError> {
        let known = self.passwords.as_ref().ok_or(Refusal::PasswordsOff)?;
        let invitation = self.invited(request.invitation.as_deref()).await?;
        let name = self.free_name(guest, &request.name).await?;
        password::check(&request.password, &name, known).map_err(Refusal::Weak)?;
        let hash = hashed(&request.password).await?;
        self.make(guest, (name, invitation), (new_handle()?, FirstWay::Password(hash)), device).await
    }

    async fn make(
        &self,
        guest: &GuestId,
        (name, invitation): (String, Option<String>),
        (handle, way): (Vec<u8>, FirstWay),
        device: &str,
    ) -> Result<NewlyMade, ApiError> {
        let codes = rukh_accounts::recovery_codes()?;
        let secret = Secret::new(DEVICE_PREFIX)?;
        let (password, passkey, identity) = match way {
            FirstWay::Password(hash) => (Some(hash), None, None),
            FirstWay::Passkey(passkey) => (None, Some(passkey), None),
            FirstWay::Identity(identity) => (None, None, Some(identity)),
        };
        let new = NewAccount {
            player: guest.clone(),
            name,
            handle,
            password,
            passkey,
            identity,
            recovery_codes: codes.iter().map(|code| code_digest(code)).collect(),
            sign_in: device_row(&secret, guest, device),
            invitation,
            at: clock::now(),
        };
        self.store.create_account(&new).await?;
        metrics::counter!("rukh_accounts_made_total").increment(1);
        let signed_in = SignedIn { player: guest.clone(), secret: Some(secret.text) };
        Ok(NewlyMade { signed_in, recovery_codes: codes })
    }

    /// The hash of the invitation that an account takes, if it takes one, which can be used as yet.
    async fn invited(&self, code: Option<&str>) -> Result<Option<String>, ApiError> {
        match self.registration {
            Registration::Open => Ok(None),
            Registration::Closed => Err(Refusal::RegistrationClosed.into()),
            Registration::Invited => {
                let hash = code_digest(code.ok_or(Refusal::NotInvited)?);
                match self.store.is_invited(&hash).await? {
                    true => Ok(Some(hash)),
                    false => Err(Refusal::NotInvited.into()),
                }
            }
        }
    }

    /// A valid name that no account has or had.
    async fn free_name(&self, guest: &GuestId, name: &str) -> Result<String, ApiError> {
        let name = valid_name(name)?;
        match self.store.player_named(&name).await? {
            Some(owner) if owner != *guest => Err(StoreError::NameTaken.into()),
            _ => Ok(name),
        }
    }

    /// Begins one more passkey of an account.
    pub(crate) async fn begin_passkey(
        &self,
        site: &SiteAddress,
        account: &AccountRow,
    ) -> Result<PasskeyCeremony, ApiError> {
        let known = self.store.passkeys(&account.player).await?;
        let known: Vec<(String, u8)> =
            known.into_iter().map(|row| (row.id, u8::try_from(row.transports).unwrap_or(0))).collect();
        let (state, options) = passkeys(site)?.begin_registration(&account.handle, &account.name, &known)?;
        self.begin("passkey", Some(&account.player), state, options).await
    }

    /// Finishes it.
    pub(crate) async fn finish_passkey(
        &self,
        site: &SiteAddress,
        player: &GuestId,
        ceremony: &str,
        credential: &Json,
        label: &str,
    ) -> Result<(), ApiError> {
        let begun = self.take(ceremony, "passkey").await?;
        if begun.player.as_ref() != Some(player) {
            return Err(Refusal::CeremonyOver.into());
        }
        let registered = passkeys(site)?.finish_registration(&begun.body, credential)?;
        let row = passkey_row(player, label, registered);
        match self.store.add_passkey(&row, MAX_PASSKEYS).await? {
            true => Ok(()),
            false => Err(Refusal::TooManyPasskeys.into()),
        }
    }

    /// Begins a sign-in with a passkey.
    pub(crate) async fn begin_sign_in(&self, site: &SiteAddress) -> Result<PasskeyCeremony, ApiError> {
        let (state, options) = passkeys(site)?.begin_sign_in()?;
        self.begin("sign-in", None, state, options).await
    }

    /// Signs in with a passkey.
    pub(crate) async fn finish_sign_in(
        &self,
        site: &SiteAddress,
        ceremony: &str,
        credential: &Json,
        device: Device<'_>,
    ) -> Result<SignedIn, ApiError> {
        let begun = self.take(ceremony, "sign-in").await?;
        let used = UsedPasskey::read(credential)?;
        let known = self.store.passkey(&used.id()).await?.ok_or(Refusal::SignIn)?;
        let account = self.store.account(&known.player).await?.ok_or(Refusal::SignIn)?;
        let kept = KnownPasskey { handle: &account.handle, fixed: &known.fixed, state: &known.state };
        let state = passkeys(site)?.finish_sign_in(&begun.body, &used, kept)?;
        if !self.store.use_passkey(&known, &state, clock::now()).await? {
            return Err(Refusal::CeremonyOver.into());
        }
        self.admit(account.player, device, "passkey").await
    }

    /// Signs in with a password. `may_try` says whether somebody may try one more for an account.
    pub(crate) async fn sign_in_with_password(
        &self,
        name: &str,
        password: &str,
        device: Device<'_>,
        may_try: impl FnOnce(&GuestId) -> Result<(), ApiError>,
    ) -> Result<SignedIn, ApiError> {
        if self.passwords.is_none() {
            return Err(Refusal::PasswordsOff.into());
        }
        let account = self.account_named(name).await?;
        if let Some(account) = &account {
            may_try(&account.player)?;
        }
        let hash = account.as_ref().and_then(|account| account.password.clone());
        let password = password.to_owned();
        let checked = on_own_thread(move || match hash {
            Some(hash) => password::is_right(&password, &hash),
            None => {
                password::pretend(&password);
                false
            }
        });
        match (account, checked.await) {
            (Some(account), Ok(true)) => self.admit(account.player, device, "password").await,
            _ => Err(refused("password")),
        }
    }

    /// Signs in with a recovery code, which is used up.
    pub(crate) async fn sign_in_with_code(
        &self,
        name: &str,
        code: &str,
        device: Device<'_>,
        may_try: impl FnOnce(&GuestId) -> Result<(), ApiError>,
    ) -> Result<SignedIn, ApiError> {
        let Some(account) = self.account_named(name).await? else { return Err(refused("recovery_code")) };
        may_try(&account.player)?;
        match self.store.use_recovery_code(&account.player, &code_digest(code)).await? {
            true => self.admit(account.player, device, "recovery_code").await,
            false => Err(refused("recovery_code")),
        }
    }

    /// Signs in with a code that was sent by mail, which is used up; everything else is signed out.
    pub(crate) async fn sign_in_with_email(&self, code: &str, label: &str) -> Result<SignedIn, ApiError> {
        let secret = Secret::new(DEVICE_PREFIX)?;
        let row = |player: &GuestId| device_row(&secret, player, label);
        let player = self.store.recover_by_email(&code_digest(code), row, clock::now()).await?;
        let player = player.ok_or_else(|| refused("email"))?;
        count("email", "signed_in");
        Ok(SignedIn { player, secret: Some(secret.text) })
    }

    /// The code with which another device signs in.
    pub(crate) async fn device_code(&self, player: &GuestId) -> Result<(String, UnixMillis), ApiError> {
        let code = rukh_accounts::device_code()?;
        let expires = after(clock::now(), CEREMONY_LIFETIME);
        let ceremony = Ceremony {
            id: code_digest(&code),
            kind: "device",
            player: Some(player.clone()),
            body: Vec::new(),
            expires,
        };
        self.store.begin_ceremony(&ceremony).await?;
        Ok((code, expires))
    }

    /// Signs in with the code that another device shows.
    pub(crate) async fn sign_in_with_device(
        &self,
        code: &str,
        device: Device<'_>,
    ) -> Result<SignedIn, ApiError> {
        let taken = self.store.take_ceremony(&code_digest(code), "device", clock::now()).await?;
        let player = taken.and_then(|taken| taken.player).ok_or_else(|| refused("device_code"))?;
        // Whoever reads a code over a shoulder may play, but not change the account.
        let Some(account) = self.store.account(&player).await? else { return Err(refused("device_code")) };
        let secret = Secret::new(DEVICE_PREFIX)?;
        let row =
            SignInRow { proved: UnixMillis::new(0), ..device_row(&secret, &account.player, device.label) };
        self.store.begin_sign_in(&row, MAX_SIGN_INS).await?;
        count("device_code", "signed_in");
        Ok(SignedIn { player: account.player, secret: Some(secret.text) })
    }

    /// Signs a device in, or notes that the person of one that is signed in has proved who they are.
    async fn admit(
        &self,
        player: GuestId,
        device: Device<'_>,
        way: &'static str,
    ) -> Result<SignedIn, ApiError> {
        self.admit_as(player, device, way, true).await
    }

    /// Signs a device in, which may change the account only if its person has proved who they are.
    async fn admit_as(
        &self,
        player: GuestId,
        device: Device<'_>,
        way: &'static str,
        is_proof: bool,
    ) -> Result<SignedIn, ApiError> {
        count(way, "signed_in");
        if let Some(row) = device.signed_in.filter(|row| row.player == player) {
            if is_proof {
                self.store.prove_sign_in(&row.id, clock::now()).await?;
            }
            return Ok(SignedIn { player, secret: None });
        }
        let secret = Secret::new(DEVICE_PREFIX)?;
        let row = device_row(&secret, &player, device.label);
        let proved = if is_proof { row.proved } else { UnixMillis::new(0) };
        self.store.begin_sign_in(&SignInRow { proved, ..row }, MAX_SIGN_INS).await?;
        Ok(SignedIn { player, secret: Some(secret.text) })
    }

    /// Removes a way to sign in from an account, unless it is the last one.
    pub(crate) async fn remove_way(&self, player: &GuestId, way: WayToSignIn<'_>) -> Result<(), ApiError> {
        match self.store.remove_way(player, way, &self.issuers()).await? {
            WayRemoval::Removed => Ok(()),
            WayRemoval::NotThere => Err(ApiError::PathNotFound(way.id().unwrap_or("password").to_owned())),
            WayRemoval::LastWay => Err(Refusal::LastWay.into()),
        }
    }

    /// Sets the password of an account.
    pub(crate) async fn set_password(&self, account: &AccountRow, password: &str) -> Result<(), ApiError> {
        let known = self.passwords.as_ref().ok_or(Refusal::PasswordsOff)?;
        password::check(password, &account.name, known).map_err(Refusal::Weak)?;
        let hash = hashed(password).await?;
        Ok(self.store.set_password(&account.player, Some(&hash)).await?)
    }

    /// Replaces the recovery codes.
    pub(crate) async fn new_recovery_codes(&self, player: &GuestId) -> Result<Vec<String>, ApiError> {
        let codes = rukh_accounts::recovery_codes()?;
        let digests: Vec<String> = codes.iter().map(|code| code_digest(code)).collect();
        self.store.replace_recovery_codes(player, &digests).await?;
        Ok(codes)
    }

    /// Makes a token for a program: its id and its text.
    pub(crate) async fn new_token(
        &self,
        player: &GuestId,
        request: &TokenRequest,
    ) -> Result<(String, String), ApiError> {
        let label = checked_label(&request.label)?;
        let mut scopes = request.scopes.clone();
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            return Err(Refusal::Scopes.into());
        }
        if !(1..=MAX_TOKEN_DAYS).contains(&request.days) {
            return Err(Refusal::TokenDays.into());
        }
        let secret = Secret::new(TOKEN_PREFIX)?;
        let words: Vec<&'static str> = scopes.into_iter().map(TokenScope::into).collect();
        let row = SignInRow {
            scopes: Some(words.join(" ")),
            // Never seen yet.
            seen: UnixMillis::new(0),
            proved: UnixMillis::new(0),
            expires: after(clock::now(), days(request.days.into())),
            ..device_row(&secret, player, &label)
        };
        self.store.begin_sign_in(&row, MAX_SIGN_INS).await?;
        Ok((secret.digest, secret.text))
    }

    async fn account_named(&self, name: &str) -> Result<Option<AccountRow>, ApiError> {
        let Some(player) = self.store.player_named(name).await? else { return Ok(None) };
        Ok(self.store.account(&player).await?)
    }

    async fn begin(
        &self,
        kind: &'static str,
        player: Option<&GuestId>,
        body: Vec<u8>,
        options: Json,
    ) -> Result<PasskeyCeremony, ApiError> {
        let id = Secret::new("c1")?;
        let expires = after(clock::now(), CEREMONY_LIFETIME);
        let ceremony = Ceremony { id: id.digest, kind, player: player.cloned(), body, expires };
        self.store.begin_ceremony(&ceremony).await?;
        Ok(PasskeyCeremony { ceremony: id.text, options })
    }

    async fn take(&self, id: &str, kind: &'static str) -> Result<Ceremony, ApiError> {
        let taken = self.store.take_ceremony(&Secret::digest_of(id), kind, clock::now()).await?;
        Ok(taken.ok_or(Refusal::CeremonyOver)?)
    }
}

/// The device of a request that signs in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Device<'a> {
    /// What it is called.
    pub(crate) label: &'a str,
    /// What it is signed in as already.
    pub(crate) signed_in: Option<&'a SignInRow>,
}

/// Says that something does not sign in, and counts it.
fn refused(way: &'static str) -> ApiError {
    count(way, "refused");
    Refusal::SignIn.into()
}

fn count(way: &'static str, outcome: &'static str) {
    metrics::counter!("rukh_sign_ins_total", "way" => way, "outcome" => outcome).increment(1);
}

fn passkeys(site: &SiteAddress) -> Result<Passkeys, ApiError> {
    Ok(Passkeys::of(site).ok_or(Refusal::PasskeysOff)?)
}

/// The hash of a password, computed where it holds nobody up.
async fn hashed(password: &str) -> Result<String, ApiError> {
    let password = password.to_owned();
    Ok(on_own_thread(move || password::hash(&password)).await??)
}

pub(crate) fn valid_name(name: &str) -> Result<String, ApiError> {
    validate_name(name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })
}

/// A label as a person writes one.
pub(crate) fn checked_label(label: &str) -> Result<String, ApiError> {
    let label: String = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = label.chars().count();
    match (1..=MAX_LABEL_CHARS).contains(&length) && !label.chars().any(char::is_control) {
        true => Ok(label),
        false => Err(Refusal::Label.into()),
    }
}

fn device_row(secret: &Secret, player: &GuestId, label: &str) -> SignInRow {
    let now = clock::now();
    SignInRow {
        id: secret.digest.clone(),
        player: player.clone(),
        label: label.to_owned(),
        scopes: None,
        created: now,
        proved: now,
        seen: now,
        expires: after(now, SIGN_IN_LIFETIME),
    }
}

fn passkey_row(player: &GuestId, label: &str, registered: rukh_accounts::RegisteredPasskey) -> PasskeyRow {
    PasskeyRow {
        id: registered.id,
        player: player.clone(),
        label: label.to_owned(),
        fixed: registered.fixed,
        state: registered.state,
        transports: registered.transports.into(),
        created: clock::now(),
        used: None,
    }
}

/// A time and some while after it.
pub(crate) fn after(time: UnixMillis, interval: Duration) -> UnixMillis {
    UnixMillis::new(time.as_u64() + u64::try_from(interval.as_millis()).unwrap_or(0))
}

/// Several texts of bytes as one, each with its length before it.
fn pack(parts: &[&[u8]]) -> Vec<u8> {
    let length = |part: &[u8]| u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes();
    parts.iter().flat_map(|part| length(part).into_iter().chain(part.iter().copied())).collect()
}

/// The texts of [`pack`].
fn unpack<const N: usize>(mut packed: &[u8]) -> Result<[Vec<u8>; N], ApiError> {
    let mut parts = Vec::with_capacity(N);
    while let Some((length, rest)) = packed.split_first_chunk::<4>() {
        let Some((part, rest)) = rest.split_at_checked(u32::from_be_bytes(*length) as usize) else { break };
        parts.push(part.to_vec());
        packed = rest;
    }
    parts.try_into().map_err(|_| Refusal::CeremonyOver.into())
}

#[cfg(test)]
mod tests {
    use super::{Accounts, checked_label, pack, unpack};

    #[test]
    fn packed_parts_are_unpacked() {
        let packed = pack(&[b"handle", b"", &[7; 300]]);
        let parts: [Vec<u8>; 3] = unpack(&packed).unwrap();
        assert_eq!(parts, [b"handle".to_vec(), Vec::new(), vec![7; 300]]);
        assert!(unpack::<3>(&packed[..packed.len() - 1]).is_err());
        assert!(unpack::<2>(&packed).is_err());
    }

    #[test]
    fn label_is_short_and_of_one_line() {
        assert_eq!(checked_label("  my\n phone ").unwrap(), "my phone");
        for label in ["", " \n", &"x".repeat(61), "a\u{7}b"] {
            assert!(checked_label(label).is_err(), "{label:?}");
        }
    }

    #[test]
    fn secrets_are_told_from_tokens_of_guests() {
        assert!(Accounts::is_secret("d1.abc") && Accounts::is_secret("rukh1.abc"));
        assert!(!Accounts::is_secret("v1.1.2.3.a.ff") && !Accounts::is_secret("d2.a"));
    }
}
