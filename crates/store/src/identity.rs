//! People as providers of OpenID Connect know them: one more way to sign in.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::email_outbox::{SecurityChange, tell};
use super::player::lock_names;
use super::sql::{Connection, SqlRow};
use super::{Store, StoreError};
use crate::clock;

/// A person as a provider knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRow {
    /// SHA-256 of the provider's address and of what it knows the person by, in hexadecimal.
    pub id: String,
    /// Whose it is.
    pub player: GuestId,
    /// The provider's address.
    pub issuer: String,
    /// What the operator calls the provider.
    pub provider: String,
    /// Since when it signs in, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it signed in last.
    pub used: Option<UnixMillis>,
}

/// What became of an identity that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityAddition {
    /// The account has it, from now on or already.
    Added,
    /// It signs in to another account.
    Taken,
    /// The account has as many as it may.
    TooMany,
    /// The account, or the device that adds it, is not there any more.
    Gone,
}

impl Store {
    /// The identities of an account, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn identities(&self, player: &GuestId) -> Result<Vec<IdentityRow>, StoreError> {
        let statement = "SELECT id, player, issuer, provider, created, used FROM identity WHERE player = $1 \
             ORDER BY created, id";
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(identity).collect()
    }

    /// Whose an identity is.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn person_of_identity(&self, id: &str) -> Result<Option<GuestId>, StoreError> {
        let statement = "SELECT player FROM identity WHERE id = $1";
        let rows = self.readers.fetch(statement, &[id.into()]).await?;
        rows.first().map(|row| row.get("player")).transpose()
    }

    /// Notes that an identity has signed in; false if its account is not there any more.
    ///
    /// # Errors
    /// A database error.
    pub async fn use_identity(&self, id: &str, player: &GuestId, at: UnixMillis) -> Result<bool, StoreError> {
        let statement = "UPDATE identity SET used = $3 WHERE id = $1 AND player = $2 \
             AND EXISTS (SELECT 1 FROM account WHERE account.player = $2)";
        Ok(self.writers.execute(statement, &[id.into(), player.into(), at.into()]).await? == 1)
    }

    /// Adds an identity to an account, by a device that is signed in.
    ///
    /// # Errors
    /// A database error.
    pub async fn add_identity(
        &self,
        row: &IdentityRow,
        device: &str,
        most: u32,
    ) -> Result<IdentityAddition, StoreError> {
        let mut work = self.writers.begin().await?;
        let added = async {
            lock_names(&mut work).await?;
            let there = "SELECT 1 AS one FROM account WHERE player = $1 \
                 AND EXISTS (SELECT 1 FROM sign_in WHERE sign_in.player = $1 AND id = $2)";
            if work.fetch(there, &[(&row.player).into(), device.into()]).await?.is_empty() {
                return Ok(IdentityAddition::Gone);
            }
            let known = work.fetch("SELECT player FROM identity WHERE id = $1", &[(&row.id).into()]).await?;
            if let Some(known) = known.first() {
                let owner: GuestId = known.get("player")?;
                let is_own = owner == row.player;
                return Ok(if is_own { IdentityAddition::Added } else { IdentityAddition::Taken });
            }
            let count = "SELECT count(*) AS n FROM identity WHERE player = $1";
            let rows = work.fetch(count, &[(&row.player).into()]).await?;
            let count: u64 = rows.first().map_or(Ok(0), |row| row.get("n"))?;
            if count >= u64::from(most) {
                return Ok(IdentityAddition::TooMany);
            }
            put(&mut work, row).await?;
            let change = SecurityChange::IdentityAdded;
            tell(&mut work, &row.player, change, &row.provider, clock::now()).await?;
            Ok(IdentityAddition::Added)
        };
        let added = added.await;
        work.finish(added).await
    }
}

/// Adds an identity of a new account.
pub(super) async fn add_within(work: &mut Connection, row: &IdentityRow) -> Result<(), StoreError> {
    let known = work.fetch("SELECT 1 AS one FROM identity WHERE id = $1", &[(&row.id).into()]).await?;
    match known.is_empty() {
        true => put(work, row).await,
        false => Err(StoreError::IdentityTaken),
    }
}

async fn put(work: &mut Connection, row: &IdentityRow) -> Result<(), StoreError> {
    let put = "INSERT INTO identity (id, player, issuer, provider, created) VALUES ($1, $2, $3, $4, $5)";
    let values = [
        (&row.id).into(),
        (&row.player).into(),
        (&row.issuer).into(),
        (&row.provider).into(),
        row.created.into(),
    ];
    work.execute(put, &values).await.map(drop)
}

fn identity(row: &SqlRow) -> Result<IdentityRow, StoreError> {
    Ok(IdentityRow {
        id: row.get("id")?,
        player: row.get("player")?,
        issuer: row.get("issuer")?,
        provider: row.get("provider")?,
        created: row.get("created")?,
        used: row.get("used")?,
    })
}
