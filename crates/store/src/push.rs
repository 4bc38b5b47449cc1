//! Subscriptions to push messages.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::sql::{SqlDialect, SqlParam, SqlRow, Transaction};
use super::{Store, StoreError};

/// A stored subscription to push messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushRow {
    /// Id, a hash of the endpoint.
    pub id: String,
    /// Guest id of the subscriber.
    pub guest: GuestId,
    /// URL at the push service; a secret.
    pub endpoint: String,
    /// The browser's public key, as base64url.
    pub p256dh: String,
    /// The browser's authentication secret, as base64url.
    pub auth: String,
    /// Tag of the language of messages.
    pub locale: String,
    /// When the browser subscribed last, in milliseconds since the epoch.
    pub renewed: UnixMillis,
}

impl Store {
    /// Inserts or renews a subscription to push messages, and deletes the oldest of its guest above
    /// `most`. A browser that has become another guest takes its subscription along, which its secret
    /// proves; false if the endpoint is another guest's with another secret, and nothing has changed.
    ///
    /// # Errors
    /// A database error.
    pub async fn save_push(&self, row: &PushRow, most: u32) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let saved = save_within(&mut work, row, most).await;
        work.finish(saved).await
    }

    /// The subscriptions of a guest to push messages, newest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn push_of(&self, guest: &GuestId) -> Result<Vec<PushRow>, StoreError> {
        let statement =
            format!("SELECT {COLUMNS} FROM push_subscription WHERE guest = $1 ORDER BY renewed DESC, id");
        self.readers.fetch(statement, &[guest.into()]).await?.iter().map(row).collect()
    }

    /// Deletes a subscription of a guest to push messages; false if there was none of that id.
    ///
    /// # Errors
    /// A database error.
    pub async fn delete_push(&self, id: &str, guest: &GuestId) -> Result<bool, StoreError> {
        let statement = "DELETE FROM push_subscription WHERE id = $1 AND guest = $2";
        Ok(self.writers.execute(statement, &[SqlParam::from(id), guest.into()]).await? == 1)
    }

    /// Deletes a subscription that its push service does not know any more, unless it was renewed
    /// since it was read.
    ///
    /// # Errors
    /// A database error.
    pub async fn forget_push(&self, row: &PushRow) -> Result<(), StoreError> {
        let statement = "DELETE FROM push_subscription WHERE id = $1 AND renewed = $2";
        self.writers.execute(statement, &[(&row.id).into(), row.renewed.into()]).await.map(drop)
    }

    /// Deletes subscriptions to push messages that were not renewed since a time; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_push(&self, before: UnixMillis) -> Result<u64, StoreError> {
        self.writers.execute("DELETE FROM push_subscription WHERE renewed < $1", &[before.into()]).await
    }
}

const COLUMNS: &str = "id, guest, endpoint, p256dh, auth, locale, renewed";

async fn save_within(work: &mut Transaction, row: &PushRow, most: u32) -> Result<bool, StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240662))";
        work.fetch(lock, &[(&row.guest).into()]).await?;
    }
    let put = "INSERT INTO push_subscription (id, guest, endpoint, p256dh, auth, locale, created, renewed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (id) DO UPDATE SET guest = excluded.guest, \
         p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale, renewed = excluded.renewed \
         WHERE push_subscription.guest = excluded.guest OR push_subscription.auth = excluded.auth";
    let values = [
        (&row.id).into(),
        (&row.guest).into(),
        (&row.endpoint).into(),
        (&row.p256dh).into(),
        (&row.auth).into(),
        (&row.locale).into(),
        row.renewed.into(),
    ];
    if work.execute(put, &values).await? == 0 {
        return Ok(false);
    }
    let trim = "DELETE FROM push_subscription WHERE guest = $1 AND id NOT IN \
         (SELECT id FROM push_subscription WHERE guest = $1 ORDER BY renewed DESC, id LIMIT $2)";
    work.execute(trim, &[(&row.guest).into(), i64::from(most).into()]).await?;
    Ok(true)
}

fn row(row: &SqlRow) -> Result<PushRow, StoreError> {
    Ok(PushRow {
        id: row.get("id")?,
        guest: row.get("guest")?,
        endpoint: row.get("endpoint")?,
        p256dh: row.get("p256dh")?,
        auth: row.get("auth")?,
        locale: row.get("locale")?,
        renewed: row.get("renewed")?,
    })
}
