//! Keys that sign guest tokens, rows `token_key:NUMBER` of the table of secrets, and revoked tokens,
//! rows `revoked:GUEST`.

use std::collections::HashMap;

use rukh_session::id::GuestId;

use super::backend::{Backend, StorageLocation};
use super::sql::{Connection, Pool, SqlRow};
use super::{Store, StoreError, backend};
use crate::clock::{self, random_bytes};

/// Lifetime of a token, in seconds: 400 days, the longest that browsers keep a cookie.
pub const TOKEN_LIFETIME: u64 = 400 * 86_400;
/// Tolerated difference between the clocks of nodes, in seconds.
pub const CLOCK_SKEW: u64 = 300;
/// Prefix of the names of keys; the number follows.
const PREFIX: &str = "token_key:";
/// Prefix of the names of rows that revoke tokens; the guest's id follows.
const REVOKED_PREFIX: &str = "revoked:";
/// Time after which a revocation says nothing any more: what it revokes has expired on every node.
pub(super) const REVOCATION_LIFETIME: u64 = TOKEN_LIFETIME + CLOCK_SKEW;
/// Guests that may revoke their own tokens. More are refused: to forget a revocation would make a stolen
/// token valid, and to widen some to all guests would sign out everybody for the crowd of one.
pub const MAX_REVOCATIONS: u64 = 100_000;

/// A key that signs tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenKey {
    /// Number; the greatest signs.
    pub number: u32,
    /// The key.
    pub key: [u8; 32],
}

/// The keys that tokens may be signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenKeys {
    /// Keys, by number; the last one signs.
    pub numbered: Vec<TokenKey>,
    /// Guests whose tokens are revoked that were issued before a time, in seconds since the epoch.
    pub revoked: HashMap<GuestId, u64>,
}

impl TokenKeys {
    /// Whether a guest's token that was issued at a time, in seconds since the epoch, is revoked.
    #[must_use]
    pub fn is_revoked(&self, guest: &GuestId, issued: u64) -> bool {
        self.revoked.get(guest).is_some_and(|before| issued < *before)
    }
}

struct StoredKey {
    key: TokenKey,
    /// Time of creation, in seconds since the epoch.
    created: u64,
}

impl Store {
    /// The keys that sign guest tokens, the first created once; shared by all nodes.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn token_keys(&self) -> Result<TokenKeys, StoreError> {
        let mut keys = stored_keys(&self.writers).await?;
        if keys.is_empty() {
            let put = "INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
            insert(&self.writers, put, 1).await?;
            keys = stored_keys(&self.writers).await?;
        }
        let numbered = keys.into_iter().map(|stored| stored.key).collect();
        Ok(TokenKeys { numbered, revoked: revocations(&self.writers).await? })
    }

    /// Creates a new key for guest tokens; returns its number. A server may be running meanwhile.
    ///
    /// # Errors
    /// The store does not exist, or a database error.
    pub async fn rotate_token_key(place: &StorageLocation, revoke_old: bool) -> Result<u32, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let rotated = rotate_in(&backend.writers, revoke_old).await;
        backend.close().await;
        rotated
    }

    /// Revokes the tokens of a guest that were issued up to now; returns the least time of issue of
    /// those that are valid, in seconds since the epoch. `None` if too many guests have revoked theirs.
    ///
    /// # Errors
    /// A database error.
    pub async fn revoke_tokens(&self, guest: &GuestId) -> Result<Option<u64>, StoreError> {
        revoke(&self.writers, guest, MAX_REVOCATIONS).await
    }

    /// Revokes the tokens of a guest in a database whose server may be running.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    pub async fn revoke_tokens_at(place: &StorageLocation, guest: &GuestId) -> Result<(), StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let revoked = revoke(&backend.writers, guest, u64::MAX).await;
        backend.close().await;
        revoked.map(drop)
    }
}

/// Revokes the tokens of a guest that were issued up to now. Returns the least time of issue of those
/// that are valid, in seconds since the epoch; the next second, so that none of this one remains. `None`
/// if as many guests have revoked theirs as may.
pub(super) async fn revoke(writers: &Pool, guest: &GuestId, most: u64) -> Result<Option<u64>, StoreError> {
    let now = now();
    let expired = i64::try_from(now.saturating_sub(REVOCATION_LIFETIME)).unwrap_or(0);
    let purge = "DELETE FROM secret WHERE name LIKE 'revoked:%' AND CAST(value AS BIGINT) < $1";
    writers.execute(purge, &[expired.into()]).await?;
    // A token may have been issued in the second after an earlier revocation.
    let put = "INSERT INTO secret (name, value) SELECT $1, $2 \
         WHERE EXISTS (SELECT 1 FROM secret WHERE name = $1) \
         OR (SELECT count(*) FROM secret WHERE name LIKE 'revoked:%') < $4 \
         ON CONFLICT (name) DO UPDATE SET value = \
         CASE WHEN CAST(secret.value AS BIGINT) < $3 THEN excluded.value \
         ELSE CAST(CAST(secret.value AS BIGINT) + 1 AS TEXT) END RETURNING value";
    let (name, before) = (format!("{REVOKED_PREFIX}{guest}"), now + 1);
    let text = before.to_string();
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let values = [(&name).into(), (&text).into(), number(before).into(), number(most).into()];
    let rows = writers.fetch(put, &values).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let value: String = row.get("value")?;
    value.parse().map(Some).map_err(|error| StoreError::corrupt(&name, error))
}

/// Revokes the tokens of a guest that were issued up to now in the transaction that deletes the account made of it:
/// from then on no account keeps them out.
pub(super) async fn revoke_within(work: &mut Connection, guest: &GuestId) -> Result<(), StoreError> {
    let put = "INSERT INTO secret (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    let (name, before) = (format!("{REVOKED_PREFIX}{guest}"), (now() + 1).to_string());
    work.execute(put, &[(&name).into(), (&before).into()]).await.map(drop)
}

/// The revocations that say something.
async fn revocations(pool: &Pool) -> Result<HashMap<GuestId, u64>, StoreError> {
    let rows = pool.fetch("SELECT name, value FROM secret WHERE name LIKE 'revoked:%'", &[]).await?;
    let revocation = |row: &SqlRow| {
        let (name, value): (String, String) = (row.get("name")?, row.get("value")?);
        let guest = name.strip_prefix(REVOKED_PREFIX).and_then(|guest| guest.parse().ok());
        let broken = || StoreError::corrupt(&name, "it is no guest with a time");
        Ok((guest.ok_or_else(broken)?, value.parse().map_err(|_| broken())?))
    };
    let now = now();
    let is_kept = |found: &Result<(GuestId, u64), StoreError>| !matches!(found, Ok((_, before)) if before + REVOCATION_LIFETIME < now);
    rows.iter().map(revocation).filter(is_kept).collect()
}

async fn rotate_in(writers: &Pool, is_revoking: bool) -> Result<u32, StoreError> {
    let keys = stored_keys(writers).await?;
    let number = keys.last().map_or(1, |last| last.key.number + 1);
    // Two rotations at once: the second finds the number taken.
    insert(writers, "INSERT INTO secret (name, value) VALUES ($1, $2)", number).await?;
    let now = now();
    // A key signs until the next one is created.
    let successors = keys.iter().skip(1).map(|next| next.created).chain([now]);
    for (old, retired) in keys.iter().zip(successors) {
        if is_revoking || retired + TOKEN_LIFETIME < now {
            let name = format!("{PREFIX}{}", old.key.number);
            writers.execute("DELETE FROM secret WHERE name = $1", &[(&name).into()]).await?;
        }
    }
    Ok(number)
}

async fn insert(writers: &Pool, statement: &'static str, number: u32) -> Result<(), StoreError> {
    let key: [u8; 32] = random_bytes().map_err(|error| StoreError::corrupt("token_key", error))?;
    let (name, value) = (format!("{PREFIX}{number}"), format!("{} {}", hex::encode(key), now()));
    writers.execute(statement, &[(&name).into(), (&value).into()]).await?;
    Ok(())
}

/// The stored keys, by number.
async fn stored_keys(pool: &Pool) -> Result<Vec<StoredKey>, StoreError> {
    let rows = pool.fetch("SELECT name, value FROM secret WHERE name LIKE 'token_key:%'", &[]).await?;
    let mut keys = Vec::with_capacity(rows.len());
    for row in rows {
        let (name, value): (String, String) = (row.get("name")?, row.get("value")?);
        let broken = || StoreError::corrupt(&name, "it is no key with its time of creation");
        let number = name.strip_prefix(PREFIX).and_then(|number| number.parse().ok()).ok_or_else(broken)?;
        let (key, created) = value.split_once(' ').ok_or_else(broken)?;
        let key = backend::parse_key(&name, key)?;
        let created = created.parse().map_err(|_| broken())?;
        keys.push(StoredKey { key: TokenKey { number, key }, created });
    }
    keys.sort_by_key(|stored| stored.key.number);
    Ok(keys)
}

/// The current time, in seconds since the epoch.
fn now() -> u64 {
    clock::now().as_u64() / 1000
}
