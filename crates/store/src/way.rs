//! Ways to sign in to an account, and how one is removed: the last one stays.

use rukh_session::id::GuestId;

use super::email_outbox::{SecurityChange, tell};
use super::player::lock_names;
use super::sql::{Connection, SqlParam};
use super::{Store, StoreError};
use crate::clock;

/// A way to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayToSignIn<'a> {
    /// The password.
    Password,
    /// The passkey of an id.
    Passkey(&'a str),
    /// The identity of an id, at a provider.
    Identity(&'a str),
}

impl<'a> WayToSignIn<'a> {
    /// Its id; a password has none.
    #[must_use]
    pub fn id(self) -> Option<&'a str> {
        match self {
            WayToSignIn::Password => None,
            WayToSignIn::Passkey(id) | WayToSignIn::Identity(id) => Some(id),
        }
    }

    /// What finds it with what the mail about it says, what removes it, and what the mail is about.
    fn removal(self) -> ([&'static str; 2], SecurityChange) {
        match self {
            WayToSignIn::Password => (
                [
                    "SELECT '' AS detail FROM account WHERE player = $1 AND password IS NOT NULL",
                    "UPDATE account SET password = NULL WHERE player = $1",
                ],
                SecurityChange::PasswordRemoved,
            ),
            WayToSignIn::Passkey(_) => (
                [
                    "SELECT '' AS detail FROM passkey WHERE player = $1 AND id = $2",
                    "DELETE FROM passkey WHERE player = $1 AND id = $2",
                ],
                SecurityChange::PasskeyRemoved,
            ),
            WayToSignIn::Identity(_) => (
                [
                    "SELECT provider AS detail FROM identity WHERE player = $1 AND id = $2",
                    "DELETE FROM identity WHERE player = $1 AND id = $2",
                ],
                SecurityChange::IdentityRemoved,
            ),
        }
    }
}

/// What became of a way to sign in that was to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayRemoval {
    /// It is removed.
    Removed,
    /// There is none.
    NotThere,
    /// It stays: nothing else signs in.
    LastWay,
}

impl Store {
    /// Removes a way to sign in from an account, unless nothing else but recovery codes would sign in: of the other
    /// identities those of the issuers that are asked.
    ///
    /// # Errors
    /// A database error.
    pub async fn remove_way(
        &self,
        player: &GuestId,
        way: WayToSignIn<'_>,
        issuers: &[String],
    ) -> Result<WayRemoval, StoreError> {
        let mut work = self.writers.begin().await?;
        let removed = remove_within(&mut work, player, way, issuers).await;
        work.finish(removed).await
    }
}

async fn remove_within(
    work: &mut Connection,
    player: &GuestId,
    way: WayToSignIn<'_>,
    issuers: &[String],
) -> Result<WayRemoval, StoreError> {
    lock_names(work).await?;
    let ([find, remove], change) = way.removal();
    let values: Vec<SqlParam<'_>> =
        [Some(SqlParam::from(player)), way.id().map(SqlParam::from)].into_iter().flatten().collect();
    let rows = work.fetch(find, &values).await?;
    let Some(row) = rows.first() else { return Ok(WayRemoval::NotThere) };
    let detail: String = row.get("detail")?;
    if !has_way_beside(work, player, way.id(), issuers).await? {
        return Ok(WayRemoval::LastWay);
    }
    work.execute(remove, &values).await?;
    tell(work, player, change, &detail, clock::now()).await?;
    Ok(WayRemoval::Removed)
}

/// Whether an account has a way to sign in beside a passkey or an identity of this id, or else beside the password; of
/// the identities those of these issuers.
async fn has_way_beside(
    work: &mut Connection,
    player: &GuestId,
    id: Option<&str>,
    issuers: &[String],
) -> Result<bool, StoreError> {
    let values = [player.into(), id.unwrap_or_default().into()];
    let statement = "SELECT 1 AS one FROM account WHERE player = $1 AND (password IS NOT NULL AND $2 <> '' \
         OR EXISTS (SELECT 1 FROM passkey WHERE passkey.player = $1 AND passkey.id <> $2))";
    if !work.fetch(statement, &values).await?.is_empty() {
        return Ok(true);
    }
    let others = "SELECT issuer FROM identity WHERE player = $1 AND id <> $2";
    for row in work.fetch(others, &values).await? {
        if issuers.contains(&row.get("issuer")?) {
            return Ok(true);
        }
    }
    Ok(false)
}
