//! Invitations: codes that let one person each make an account where that takes one.

use rukh_session::wire::time::UnixMillis;

use super::backend::{Backend, StorageLocation};
use super::migrations;
use super::moderation::as_operator;
use super::moderation_log::{Act, log};
use super::sql::{Connection, SqlRow};
use super::{Store, StoreError};
use crate::clock;

/// A code that nobody has used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// SHA-256 of the code, in hexadecimal.
    pub id: String,
    /// What the operator noted, such as whom it is for.
    pub note: String,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it ends, in milliseconds since the epoch.
    pub expires: UnixMillis,
}

impl Store {
    /// Keeps codes by their hashes, in a database whose server may be running.
    ///
    /// # Errors
    /// There is no database, or it cannot be written; nothing was written.
    pub async fn invite(
        place: &StorageLocation,
        hashes: &[String],
        note: &str,
        expires: UnixMillis,
    ) -> Result<(), StoreError> {
        as_operator(place, async |work| {
            let put = "INSERT INTO invitation (id, note, created, expires) VALUES ($1, $2, $3, $4)";
            for hash in hashes {
                let values = [hash.into(), note.into(), clock::now().into(), expires.into()];
                work.execute(put, &values).await?;
            }
            let act = Act { actor: None, act: "invite", player: None, about: None, reason: None };
            log(work, act).await
        })
        .await
    }

    /// The codes that can be used, those that end first before the others.
    ///
    /// # Errors
    /// There is no database, or it cannot be read.
    pub async fn invitations(place: &StorageLocation) -> Result<Vec<InvitationRow>, StoreError> {
        migrations::check_current(place).await?;
        let backend = Backend::open_read_only(place).await?;
        let statement =
            "SELECT id, note, created, expires FROM invitation WHERE expires > $1 ORDER BY expires, id";
        let rows = backend.readers.fetch(statement, &[clock::now().into()]).await;
        backend.close().await;
        rows?.iter().map(invitation).collect()
    }

    /// Takes back the codes whose hash begins so; how many there were.
    ///
    /// # Errors
    /// There is no database, or it cannot be written; nothing was written.
    pub async fn uninvite(place: &StorageLocation, prefix: &str) -> Result<u64, StoreError> {
        as_operator(place, async |work| {
            let statement = "DELETE FROM invitation WHERE substr(id, 1, length($1)) = $1";
            let count = work.execute(statement, &[prefix.into()]).await?;
            if count > 0 {
                let act = Act { actor: None, act: "uninvite", player: None, about: None, reason: None };
                log(work, act).await?;
            }
            Ok(count)
        })
        .await
    }

    /// Whether somebody can use the code of a hash.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_invited(&self, hash: &str) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM invitation WHERE id = $1 AND expires > $2";
        Ok(!self.readers.fetch(statement, &[hash.into(), clock::now().into()]).await?.is_empty())
    }

    /// Deletes the codes that have ended; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_invitations(&self, now: UnixMillis) -> Result<u64, StoreError> {
        self.writers.execute("DELETE FROM invitation WHERE expires <= $1", &[now.into()]).await
    }
}

/// Uses up the code of a hash, in the transaction that makes the account.
pub(super) async fn accept(work: &mut Connection, hash: &str, now: UnixMillis) -> Result<(), StoreError> {
    let statement = "DELETE FROM invitation WHERE id = $1 AND expires > $2";
    match work.execute(statement, &[hash.into(), now.into()]).await? {
        0 => Err(StoreError::NotInvited),
        _ => Ok(()),
    }
}

fn invitation(row: &SqlRow) -> Result<InvitationRow, StoreError> {
    Ok(InvitationRow {
        id: row.get("id")?,
        note: row.get("note")?,
        created: row.get("created")?,
        expires: row.get("expires")?,
    })
}
