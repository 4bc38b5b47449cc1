//! Signing in by a provider of OpenID Connect: the visit there, and what its answer does.

use std::time::Duration;

use rukh_accounts::provider::{Identified, Provider};
use rukh_accounts::{Secret, new_handle};
use rukh_store::{Ceremony, IdentityAddition, IdentityRow, SignInRow, clock};

use super::{Accounts, Device, NewlyMade, Refusal, SignedIn, after, count, pack, refused, unpack};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::providers::{ProviderVisit, Providers};
use crate::wire::account::{ProviderAccount, Registration};

/// How long somebody may take at a provider, or to choose a name afterwards.
const VISIT_LIFETIME: Duration = Duration::from_secs(15 * 60);
/// Identities of an account.
pub(super) const MAX_IDENTITIES: u32 = 8;
/// How far the clocks of provider and server may differ, in seconds.
const LEEWAY: u64 = 60;

/// What a browser brings back from a provider.
pub(crate) struct Returned {
    pub(crate) code: String,
    pub(crate) state: String,
    /// The secret of the browser's visits, which it alone has.
    pub(crate) secret: String,
}

/// What a visit to a provider led to.
pub(crate) enum Visited {
    /// Somebody is signed in, or has proved who they are.
    SignedIn(SignedIn),
    /// The provider signs in to the account from now on.
    Added,
    /// The provider knows somebody who has no account yet: the secret with which they make one, a name to begin
    /// with, and the invitation that they had.
    Newcomer { secret: String, name: String, invitation: String },
}

impl Accounts {
    /// The providers that sign in.
    pub(crate) fn providers(&self) -> &Providers {
        &self.providers
    }

    /// The addresses of the providers, whose identities sign in.
    pub(super) fn issuers(&self) -> Vec<String> {
        self.providers.all().iter().map(|provider| provider.issuer.clone()).collect()
    }

    /// A provider by its id.
    pub(crate) fn provider(&self, id: &str) -> Result<&Provider, ApiError> {
        self.providers.named(id).ok_or_else(|| ApiError::PathNotFound(id.to_owned()))
    }

    /// A new secret of a browser, which its visits to providers are bound to.
    pub(crate) fn visit_secret() -> Result<String, ApiError> {
        Ok(Secret::new("v1")?.text)
    }

    /// Begins a visit to a provider by the browser that has a secret: its address. Whoever is signed in adds the
    /// provider to the account, or else proves who they are.
    pub(crate) async fn begin_visit(
        &self,
        provider: &Provider,
        back: &str,
        (secret, device): (&str, Option<&SignInRow>),
        (adds, invitation): (bool, &str),
    ) -> Result<String, ApiError> {
        let visit = self.providers.begin(provider, back, device.is_some()).await;
        let visit = visit.map_err(|fault| away(provider, &fault))?;
        let ProviderVisit { address, state, nonce, verifier } = visit;
        let purpose = if adds { "add" } else { "in" };
        let parts = [&provider.id, &nonce, &verifier, purpose, invitation].map(|part| part.as_bytes());
        let player = device.map(|row| &row.player);
        self.remember(visit_id(&state, secret), "provider", player, pack(&parts)).await?;
        Ok(address)
    }

    /// Ends a visit to a provider.
    pub(crate) async fn end_visit(
        &self,
        provider: &Provider,
        back: &str,
        returned: Returned,
        device: Device<'_>,
    ) -> Result<Visited, ApiError> {
        let id = visit_id(&returned.state, &returned.secret);
        let begun = self.store.take_ceremony(&id, "provider", clock::now()).await?;
        let begun = begun.ok_or(Refusal::CeremonyOver)?;
        let [id, nonce, verifier, purpose, invitation] = texts(unpack(&begun.body)?)?;
        if id != provider.id {
            return Err(Refusal::CeremonyOver.into());
        }
        let identified = self.providers.identified(provider, back, returned.code, [nonce, verifier]).await;
        let Identified { subject, name, authenticated } =
            identified.map_err(|fault| away(provider, &fault))?;
        let began = begun.expires.as_u64().saturating_sub(milliseconds(VISIT_LIFETIME)) / 1000;
        // A provider where somebody is signed in says who that is without asking them anything.
        let is_proof = authenticated.is_some_and(|at| at.saturating_add(LEEWAY) >= began);
        let identity = provider.identity(&subject);
        if let Some(player) = &begun.player {
            let row = device.signed_in.filter(|row| row.player == *player).ok_or(Refusal::CeremonyOver)?;
            if !is_proof {
                count("provider", "refused");
                return Err(Refusal::ProveIt.into());
            }
            if purpose == "add" {
                return self.add_identity(row, provider, identity).await;
            }
        }
        let known = self.store.person_of_identity(&identity).await?;
        match (known, &begun.player) {
            (Some(player), None) => self.let_in(&identity, player, device, is_proof).await,
            (Some(player), Some(asked)) if player == *asked => {
                self.let_in(&identity, player, device, is_proof).await
            }
            (None, None) if self.registration != Registration::Closed => {
                let name: String = name.chars().filter(|letter| !letter.is_control()).take(40).collect();
                let body = pack(&[provider.id.as_bytes(), identity.as_bytes()]);
                let secret = Secret::new("v1")?;
                self.remember(secret.digest, "newcomer", None, body).await?;
                Ok(Visited::Newcomer { secret: secret.text, name, invitation })
            }
            (None, None) => Err(Refusal::RegistrationClosed.into()),
            (_, Some(_)) => {
                count("provider", "refused");
                Err(Refusal::IdentityOther.into())
            }
        }
    }

    /// Signs in whom a provider has identified.
    async fn let_in(
        &self,
        identity: &str,
        player: GuestId,
        device: Device<'_>,
        is_proof: bool,
    ) -> Result<Visited, ApiError> {
        if !self.store.use_identity(identity, &player, clock::now()).await? {
            return Err(refused("provider"));
        }
        Ok(Visited::SignedIn(self.admit_as(player, device, "provider", is_proof).await?))
    }

    async fn add_identity(
        &self,
        device: &SignInRow,
        provider: &Provider,
        id: String,
    ) -> Result<Visited, ApiError> {
        let row = identity_row(&device.player, provider, id);
        match self.store.add_identity(&row, &device.id, MAX_IDENTITIES).await? {
            IdentityAddition::Added => Ok(Visited::Added),
            IdentityAddition::Taken => Err(Refusal::IdentityTaken.into()),
            IdentityAddition::TooMany => Err(Refusal::TooManyIdentities.into()),
            IdentityAddition::Gone => Err(Refusal::CeremonyOver.into()),
        }
    }

    /// Makes the account of a guest whom a provider has just identified.
    pub(crate) async fn make_with_provider(
        &self,
        guest: &GuestId,
        secret: &str,
        request: &ProviderAccount,
        device: &str,
    ) -> Result<NewlyMade, ApiError> {
        let invitation = self.invited(request.invitation.as_deref()).await?;
        // Another name may be tried before the visit is used up.
        let name = self.free_name(guest, &request.name).await?;
        let begun = self.take(secret, "newcomer").await?;
        let [provider, id] = texts(unpack(&begun.body)?)?;
        let way = super::FirstWay::Identity(identity_row(guest, self.provider(&provider)?, id));
        self.make(guest, (name, invitation), (new_handle()?, way), device).await
    }

    /// Remembers something until a visit is over.
    async fn remember(
        &self,
        id: String,
        kind: &'static str,
        player: Option<&GuestId>,
        body: Vec<u8>,
    ) -> Result<(), ApiError> {
        let expires = after(clock::now(), VISIT_LIFETIME);
        Ok(self.store.begin_ceremony(&Ceremony { id, kind, player: player.cloned(), body, expires }).await?)
    }
}

/// What a visit is known by: its state, which the provider sends back, and the secret of its browser.
fn visit_id(state: &str, secret: &str) -> String {
    Secret::digest_of(&format!("{secret} {state}"))
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Says that a provider does not say who somebody is, and counts it.
pub(crate) fn away(provider: &Provider, fault: &impl std::fmt::Display) -> ApiError {
    tracing::warn!(provider = provider.id, "a provider does not say who somebody is: {fault}");
    count("provider", "failed");
    Refusal::ProviderAway(provider.name.clone()).into()
}

fn texts<const N: usize>(parts: [Vec<u8>; N]) -> Result<[String; N], ApiError> {
    let texts: Result<Vec<String>, _> = parts.into_iter().map(String::from_utf8).collect();
    let texts = texts.ok().and_then(|texts| texts.try_into().ok());
    Ok(texts.ok_or(Refusal::CeremonyOver)?)
}

fn identity_row(player: &GuestId, provider: &Provider, id: String) -> IdentityRow {
    let (issuer, name) = (provider.issuer.clone(), provider.name.clone());
    IdentityRow { id, player: player.clone(), issuer, provider: name, created: clock::now(), used: None }
}
