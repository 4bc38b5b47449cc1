//! An account, as its owner sees it.

use rukh_accounts::provider::Provider;
use rukh_store::{SignInRow, Store, StoreError, clock};

use super::{PROOF_LIFETIME, Refusal, after};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::account::{Account, DeviceEntry, IdentityEntry, PasskeyEntry, TokenEntry};
use crate::wire::email::AccountEmail;
use crate::wire::time::UnixMillis;

/// Until when a device may change the account without signing in once more, in milliseconds since the epoch.
pub(crate) fn proof_until(row: &SignInRow) -> u64 {
    after(row.proved, PROOF_LIFETIME).as_u64()
}

/// The account of a person, as it is seen on a device that is signed in, or beside all of them.
pub(crate) async fn account_view(
    store: &Store,
    player: &GuestId,
    device: Option<&SignInRow>,
    providers: &[Provider],
) -> Result<Account, ApiError> {
    let account = store.account(player).await?.ok_or(Refusal::NoAccount)?;
    let passkeys = store.passkeys(player).await?.into_iter().map(|passkey| PasskeyEntry {
        id: passkey.id,
        label: passkey.label,
        created: passkey.created,
        used: passkey.used,
    });
    let identities = store.identities(player).await?.into_iter().map(|identity| IdentityEntry {
        id: identity.id,
        provider_id: providers.iter().find(|one| one.issuer == identity.issuer).map(|one| one.id.clone()),
        provider: identity.provider,
        created: identity.created,
        used: identity.used,
    });
    let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
    for signed_in in store.sign_ins(player, clock::now()).await? {
        let SignInRow { id, label, scopes, created, seen, expires, .. } = signed_in;
        match scopes {
            None => {
                let is_this = device.is_some_and(|device| device.id == id);
                sessions.push(DeviceEntry { is_this, id, label, created, seen });
            }
            Some(scopes) => tokens.push(TokenEntry {
                id,
                label,
                scopes: scopes.split(' ').filter_map(|scope| scope.parse().ok()).collect(),
                created,
                seen: Some(seen).filter(|seen| seen.as_u64() > 0),
                expires,
            }),
        }
    }
    let until = device.map_or(0, proof_until);
    Ok(Account {
        id: account.player,
        name: account.name,
        created: account.created,
        name_changeable: account.renamable,
        passkeys: passkeys.collect(),
        identities: identities.collect(),
        has_password: account.password.is_some(),
        recovery_codes: store.count_recovery_codes(player).await?,
        email: email_view(store, player).await?,
        sessions,
        tokens,
        bot: account.bot,
        proof_until: (until > clock::now().as_u64()).then(|| UnixMillis::new(until)),
    })
}

/// What the account has of e-mail.
async fn email_view(store: &Store, player: &GuestId) -> Result<Option<AccountEmail>, StoreError> {
    let row = store.email(player).await?;
    Ok(row.map(|row| AccountEmail {
        address: row.address,
        pending: row.pending,
        language: row.language,
        muted: row.muted.into_iter().filter_map(|kind| kind.as_str().parse().ok()).collect(),
    }))
}
