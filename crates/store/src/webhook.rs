//! Webhooks of accounts: where what happens to them is posted to. What is posted is in
//! [`webhook_delivery`](super::webhook_delivery).

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::email_outbox::{SecurityChange, tell};
use super::row::to_json;
use super::sql::{Connection, SqlParam, SqlRow};
use super::{Store, StoreError};

/// Most deliveries of a webhook that wait; until there are fewer, what happens is not looked for.
pub(super) const MAX_WAITING: u64 = 1_000;
/// A time up to which was looked that is further ahead was told by a clock that was wrong, in milliseconds.
const MAX_AHEAD: u64 = 600_000;

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub player: GuestId,
    /// Where to.
    pub url: String,
    /// Words of the kinds of events that are delivered.
    pub events: Vec<String>,
    /// What signs the deliveries; a secret.
    pub secret: String,
    /// The secret before, which signs them too until a time.
    pub former: Option<(String, UnixMillis)>,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// What has changed before this time is among the deliveries.
    pub looked: UnixMillis,
    /// Attempts that failed since one succeeded.
    pub failures: u64,
    /// Since when all attempts have failed; `None` if the last one succeeded.
    pub failing: Option<UnixMillis>,
    /// Since when and why nothing is delivered.
    pub stopped: Option<(UnixMillis, WebhookStop)>,
}

/// Why a webhook is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookStop {
    /// Every attempt has failed for days.
    Failing,
    /// The receiver has answered 410: it is there no more.
    Gone,
    /// Somebody has signed in by a code that was mailed, or signed out everywhere else, which ends whatever may be
    /// another's.
    Recovered,
}

impl WebhookStop {
    const ALL: [(WebhookStop, &str); 3] = [
        (WebhookStop::Failing, "failing"),
        (WebhookStop::Gone, "gone"),
        (WebhookStop::Recovered, "recovered"),
    ];

    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        WebhookStop::ALL.into_iter().find(|(cause, _)| *cause == self).map_or("", |(_, word)| word)
    }

    fn parse(word: &str) -> Option<WebhookStop> {
        WebhookStop::ALL.into_iter().find(|(_, known)| *known == word).map(|(cause, _)| cause)
    }
}

impl Store {
    /// Adds a webhook to an account, and tells it by mail; false if it has `most` already, or there is no account.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn add_webhook(&self, row: &WebhookRow, most: u32) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let added = async {
            // Two that are added at once wait for each other here.
            let account = work.dialect().choose(
                "SELECT 1 AS one FROM account WHERE player = $1",
                "SELECT 1 AS one FROM account WHERE player = $1 FOR UPDATE",
            );
            let has_account = !work.fetch(account, &[(&row.player).into()]).await?.is_empty();
            let count = "SELECT count(*) AS n FROM webhook WHERE player = $1";
            let rows = work.fetch(count, &[(&row.player).into()]).await?;
            let there: u64 = rows.first().map_or(Ok(0), |row| row.get("n"))?;
            if !has_account || there >= u64::from(most) {
                return Ok(false);
            }
            let put = "INSERT INTO webhook (id, player, url, events, secret, created, looked, failures) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";
            let events = format!(" {} ", row.events.join(" "));
            let values = [
                (&row.id).into(),
                (&row.player).into(),
                (&row.url).into(),
                (&events).into(),
                (&row.secret).into(),
                row.created.into(),
                row.looked.into(),
            ];
            work.execute(put, &values).await?;
            tell(&mut work, &row.player, SecurityChange::Webhook, &row.url, row.created).await?;
            Ok(true)
        };
        let added = added.await;
        work.finish(added).await
    }

    /// The webhooks of an account, the oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn webhooks_of(&self, player: &GuestId) -> Result<Vec<WebhookRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM webhook WHERE player = $1 ORDER BY created, id");
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(webhook).collect()
    }

    /// A webhook, unless its account is closed.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn webhook(&self, id: &str) -> Result<Option<WebhookRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM webhook WHERE id = $1 AND {NOT_CLOSED}");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(webhook).transpose()
    }

    /// The webhooks for which is looked for what has happened: those that are on, of accounts that are not closed,
    /// and with room for deliveries.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn watching_webhooks(&self) -> Result<Vec<WebhookRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM webhook WHERE stopped IS NULL AND {NOT_CLOSED} AND (SELECT count(*) \
             FROM webhook_delivery WHERE webhook_delivery.webhook = webhook.id AND due IS NOT NULL) < $1 \
             ORDER BY looked, id"
        );
        self.readers.fetch(statement, &[MAX_WAITING.into()]).await?.iter().map(webhook).collect()
    }

    /// Deletes a webhook of an account with its deliveries; false if there is none of this id.
    ///
    /// # Errors
    /// A database error.
    pub async fn delete_webhook(&self, player: &GuestId, id: &str) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let deleted = async {
            let mut count = 0;
            // First the deliveries: whoever notes an attempt locks the two in this order, too.
            let deliveries = "webhook = $1 AND player = $2";
            work.lock_in_order("webhook_delivery", deliveries, &[id.into(), player.into()]).await?;
            for statement in [
                "DELETE FROM webhook_delivery WHERE webhook = $1 AND player = $2",
                "DELETE FROM webhook WHERE id = $1 AND player = $2",
            ] {
                count = work.execute(statement, &[id.into(), player.into()]).await?;
            }
            Ok(count == 1)
        };
        let deleted = deleted.await;
        work.finish(deleted).await
    }

    /// Gives a webhook of an account another secret; the one before signs beside it until `former_until`. False if
    /// there is none of this id.
    ///
    /// # Errors
    /// A database error.
    pub async fn replace_webhook_secret(
        &self,
        player: &GuestId,
        id: &str,
        secret: &str,
        former_until: UnixMillis,
    ) -> Result<bool, StoreError> {
        let statement = "UPDATE webhook SET former = secret, former_until = $4, secret = $3 \
             WHERE id = $1 AND player = $2";
        let values = [id.into(), player.into(), secret.into(), former_until.into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// Switches a webhook of an account on again, as if up to `looked` was looked for what has happened; what waits is
    /// given up, but for tests. One that is on stays as it is. False if there is none of this id.
    ///
    /// # Errors
    /// A database error.
    pub async fn resume_webhook(
        &self,
        player: &GuestId,
        id: &str,
        looked: UnixMillis,
    ) -> Result<bool, StoreError> {
        let known = "SELECT 1 AS one FROM webhook WHERE id = $1 AND player = $2";
        if self.readers.fetch(known, &[id.into(), player.into()]).await?.is_empty() {
            return Ok(false);
        }
        let mut work = self.writers.begin().await?;
        let resumed = async {
            let waiting = "webhook = $1 AND due IS NOT NULL AND kind <> 'test'";
            work.lock_in_order("webhook_delivery", waiting, &[id.into()]).await?;
            let give_up = "UPDATE webhook_delivery SET due = NULL, body = '', taken = 0 \
                 WHERE webhook = $1 AND due IS NOT NULL AND kind <> 'test' AND EXISTS \
                 (SELECT 1 FROM webhook WHERE id = $1 AND player = $2 AND stopped IS NOT NULL)";
            work.execute(give_up, &[id.into(), player.into()]).await?;
            let resume = "UPDATE webhook SET stopped = NULL, cause = NULL, failures = 0, failing = NULL, \
                 looked = $3 WHERE id = $1 AND player = $2 AND stopped IS NOT NULL";
            work.execute(resume, &[id.into(), player.into(), looked.into()]).await?;
            Ok(true)
        };
        let resumed = resumed.await;
        work.finish(resumed).await
    }
}

/// Notes up to when was looked for what has happened; later times stay, unless no clock can have told them by now.
pub(super) async fn note_looked(
    work: &mut Connection,
    webhooks: &[String],
    (until, now): (UnixMillis, UnixMillis),
) -> Result<(), StoreError> {
    let these = work
        .dialect()
        .choose("(SELECT value FROM json_each($1))", "(SELECT json_array_elements_text(CAST($1 AS json)))");
    let webhooks = to_json(&webhooks)?;
    work.lock_in_order("webhook", &format!("id IN {these}"), &[(&webhooks).into()]).await?;
    let statement =
        format!("UPDATE webhook SET looked = $2 WHERE id IN {these} AND (looked < $2 OR looked > $3)");
    work.execute(statement, &[(&webhooks).into(), until.into(), (now + MAX_AHEAD).into()]).await.map(drop)
}

/// Switches off a webhook, or with `None` all of an account; how many were on. What waits is given up by those who
/// send it.
pub(super) async fn stop(
    work: &mut Connection,
    (player, id): (&GuestId, Option<&str>),
    cause: WebhookStop,
    now: UnixMillis,
) -> Result<u64, StoreError> {
    let these = "player = $1 AND ($2 IS NULL OR id = $2)";
    work.lock_in_order("webhook", these, &[player.into(), SqlParam::Text(id)]).await?;
    let statement = "UPDATE webhook SET stopped = $3, cause = $4 \
         WHERE player = $1 AND ($2 IS NULL OR id = $2) AND stopped IS NULL";
    work.execute(statement, &[player.into(), SqlParam::Text(id), now.into(), cause.as_str().into()]).await
}

/// Deletes the webhooks of an account that is deleted, and before them their deliveries.
pub(super) async fn forget_within(work: &mut Connection, player: &GuestId) -> Result<(), StoreError> {
    for table in ["webhook_delivery", "webhook"] {
        work.lock_in_order(table, "player = $1", &[player.into()]).await?;
        work.execute(format!("DELETE FROM {table} WHERE player = $1"), &[player.into()]).await?;
    }
    Ok(())
}

/// That the account of a webhook is not closed.
const NOT_CLOSED: &str = "NOT EXISTS (SELECT 1 FROM sanction WHERE sanction.player = webhook.player \
     AND measure = 'close' AND revoked IS NULL)";

const COLUMNS: &str = "id, player, url, events, secret, former, former_until, created, looked, failures, failing, \
     stopped, cause";

fn webhook(row: &SqlRow) -> Result<WebhookRow, StoreError> {
    let former: Option<String> = row.get("former")?;
    let until: Option<UnixMillis> = row.get("former_until")?;
    let stopped: Option<UnixMillis> = row.get("stopped")?;
    let cause: Option<String> = row.get("cause")?;
    let cause = cause.as_deref().and_then(WebhookStop::parse);
    let events: String = row.get("events")?;
    Ok(WebhookRow {
        id: row.get("id")?,
        player: row.get("player")?,
        url: row.get("url")?,
        events: events.split_whitespace().map(str::to_owned).collect(),
        secret: row.get("secret")?,
        former: former.zip(until),
        created: row.get("created")?,
        looked: row.get("looked")?,
        failures: row.get("failures")?,
        failing: row.get("failing")?,
        stopped: stopped.map(|at| (at, cause.unwrap_or(WebhookStop::Failing))),
    })
}
