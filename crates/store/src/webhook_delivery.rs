//! Deliveries of webhooks: what is to be posted, and for a while what was.
//!
//! What happens is not written here where it happens: games and appointments say when they last changed, and a
//! webhook up to when was looked at them. What is found is written with that time in one transaction, so nothing is
//! lost with a node that is killed. A node that delivers first moves the time on, by longer than that takes: no other
//! node delivers it meanwhile, and one whose node is killed is delivered later. The id of a delivery is made of the
//! webhook and what has happened, so that one which is found or delivered twice has one id.

use std::collections::HashSet;

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::row::to_json;
use super::sql::{Connection, SqlDialect, SqlParam, SqlRow};
use super::webhook::{WebhookStop, note_looked, stop};
use super::{Store, StoreError};

/// How long a delivery that is being tried is no other node's, in milliseconds.
const CLAIM: u64 = 60_000;
/// Deliveries of one account that a node takes at once.
const MAX_OF_PLAYER: i64 = 2;
/// How long a delivery that is done is kept in any case, so that what is found again is known, in milliseconds.
const KEPT_IN_ANY_CASE: u64 = 3_600_000;
/// How long the latest deliveries of a webhook are kept, in milliseconds: 30 days.
const KEPT: u64 = 30 * 86_400_000;
/// The latest deliveries of a webhook, which its owner sees.
pub const LATEST_DELIVERIES: u32 = 20;

/// A delivery that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery {
    /// Its id, the same for the same event of the same webhook.
    pub id: String,
    /// Id of the webhook.
    pub webhook: String,
    /// Whose webhook it is.
    pub player: GuestId,
    /// Word of the kind of event.
    pub kind: String,
    /// What is posted.
    pub body: String,
    /// When it is tried first, in milliseconds since the epoch.
    pub due: UnixMillis,
}

/// A delivery that is to be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// Its id.
    pub id: String,
    /// Id of the webhook.
    pub webhook: String,
    /// Whose webhook it is.
    pub player: GuestId,
    /// Word of the kind of event.
    pub kind: String,
    /// What is posted.
    pub body: String,
    /// How often it was tried, this time included.
    pub attempts: u32,
}

/// A delivery, as the owner of the webhook sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRow {
    /// Its id.
    pub id: String,
    /// Word of the kind of event.
    pub kind: String,
    /// When it was written, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it is tried next; `None` if it is done.
    pub due: Option<UnixMillis>,
    /// How often it was tried.
    pub attempts: u32,
    /// When it was tried last.
    pub tried: Option<UnixMillis>,
    /// Status of the last answer.
    pub answer: Option<u16>,
    /// Word of what happened where there was no answer.
    pub problem: Option<String>,
    /// Whether it was taken; `None` until that is known.
    pub taken: Option<bool>,
}

/// What came of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryAttempt<'a> {
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Status of the answer.
    pub answer: Option<u16>,
    /// Word of what happened where there was no answer.
    pub problem: Option<&'a str>,
    /// What becomes of the delivery.
    pub outcome: DeliveryOutcome,
}

/// What becomes of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// It was taken.
    Taken,
    /// It is tried again at a time.
    Retry(UnixMillis),
    /// It is given up.
    GivenUp,
    /// It is given up, and the webhook is switched off: the receiver is there no more.
    Gone,
}

/// When a webhook that fails is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureLimit {
    /// After how many attempts in vain, without one that succeeded among them,
    pub attempts: u64,
    /// and how long after the first of them, in milliseconds.
    pub age: u64,
}

impl Store {
    /// Which of these deliveries are written already.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn known_deliveries(&self, ids: &[&str]) -> Result<HashSet<String>, StoreError> {
        let these = self.readers.dialect().choose(
            "(SELECT value FROM json_each($1))",
            "(SELECT json_array_elements_text(CAST($1 AS json)))",
        );
        let statement = format!("SELECT id FROM webhook_delivery WHERE id IN {these}");
        let ids = to_json(&ids)?;
        self.readers.fetch(statement, &[(&ids).into()]).await?.iter().map(|row| row.get("id")).collect()
    }

    /// Writes deliveries that are not there yet, of webhooks that are, and up to when was looked for what has happened
    /// to the accounts of others; how many are new.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn put_deliveries(
        &self,
        new: &[NewDelivery],
        (looked, until): (&[String], UnixMillis),
        now: UnixMillis,
    ) -> Result<u64, StoreError> {
        let mut work = self.writers.begin().await?;
        let written = async {
            let mut count = 0;
            // In one order, so that two nodes that have found the same do not wait for each other.
            let mut new: Vec<&NewDelivery> = new.iter().collect();
            new.sort_by(|one, other| one.id.cmp(&other.id));
            for one in new {
                count += put(&mut work, one, now).await?;
            }
            if !looked.is_empty() {
                note_looked(&mut work, looked, (until, now)).await?;
            }
            Ok(count)
        };
        let written = written.await;
        work.finish(written).await
    }

    /// Takes deliveries that are due, those of webhooks that do not fail first and then the oldest, few of each account
    /// and none of those who are `busy`: for a minute they are no other node's.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn take_deliveries(
        &self,
        now: UnixMillis,
        most: u32,
        busy: &[GuestId],
    ) -> Result<Vec<DueDelivery>, StoreError> {
        let any = "SELECT 1 AS one FROM webhook_delivery WHERE due <= $1 LIMIT 1";
        if self.readers.fetch(any, &[now.into()]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let these = self.writers.dialect().choose(
            "(SELECT value FROM json_each($5))",
            "(SELECT json_array_elements_text(CAST($5 AS json)))",
        );
        let next = format!(
            "SELECT id FROM (SELECT id, due, fails, \
             row_number() OVER (PARTITION BY player ORDER BY fails, due, id) AS place \
             FROM (SELECT id, due, player, EXISTS (SELECT 1 FROM webhook \
             WHERE webhook.id = webhook_delivery.webhook AND failing IS NOT NULL) AS fails \
             FROM webhook_delivery WHERE due <= $1 AND player NOT IN {these}) AS waiting) AS queued \
             WHERE place <= $4 ORDER BY fails, due, id LIMIT $2"
        );
        // One that another node has taken meanwhile is not due any more.
        let statement = format!(
            "UPDATE webhook_delivery SET due = $3, attempts = attempts + 1 WHERE due <= $1 AND id IN ({}) \
             RETURNING id, webhook, player, kind, body, attempts",
            unlocked(self.writers.dialect(), &next)
        );
        let busy = to_json(&busy)?;
        let values =
            [now.into(), i64::from(most).into(), (now + CLAIM).into(), MAX_OF_PLAYER.into(), (&busy).into()];
        self.writers.connection().await?.fetch(statement, &values).await?.iter().map(due_delivery).collect()
    }

    /// Notes what came of an attempt, and switches the webhook off if it has failed for long enough; whether it was
    /// switched off. Nothing is noted if the delivery is done or was taken again meanwhile.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn note_attempt(
        &self,
        delivery: &DueDelivery,
        attempt: DeliveryAttempt<'_>,
        limit: FailureLimit,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let noted = note_within(&mut work, delivery, attempt, limit).await;
        work.finish(noted).await
    }

    /// Gives up a delivery that is not tried: its webhook is gone or switched off. One that was taken again meanwhile
    /// stays as it is.
    ///
    /// # Errors
    /// A database error.
    pub async fn give_up_delivery(&self, delivery: &DueDelivery) -> Result<(), StoreError> {
        let statement = "UPDATE webhook_delivery SET due = NULL, body = '', taken = 0, attempts = attempts - 1 \
             WHERE id = $1 AND due IS NOT NULL AND attempts = $2";
        let values = [(&delivery.id).into(), u64::from(delivery.attempts).into()];
        self.writers.execute(statement, &values).await.map(drop)
    }

    /// The latest deliveries of a webhook of an account, the newest first; `None` if there is no such webhook.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn latest_deliveries(
        &self,
        player: &GuestId,
        webhook: &str,
    ) -> Result<Option<Vec<DeliveryRow>>, StoreError> {
        let known = "SELECT 1 AS one FROM webhook WHERE id = $1 AND player = $2";
        if self.readers.fetch(known, &[webhook.into(), player.into()]).await?.is_empty() {
            return Ok(None);
        }
        let statement = "SELECT id, kind, created, due, attempts, tried, answer, problem, taken \
             FROM webhook_delivery WHERE webhook = $1 ORDER BY created DESC, id LIMIT $2";
        let values = [webhook.into(), i64::from(LATEST_DELIVERIES).into()];
        self.readers.fetch(statement, &values).await?.iter().map(delivery).collect::<Result<_, _>>().map(Some)
    }

    /// How many deliveries wait.
    ///
    /// # Errors
    /// A database error.
    pub async fn waiting_deliveries(&self) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS n FROM webhook_delivery WHERE due IS NOT NULL";
        self.readers.fetch(statement, &[]).await?.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// Deletes deliveries that are done, an hour after they were written: all but the latest of each webhook, and
    /// these after 30 days. Those that may be found again stay as long: until was looked for what has happened an hour
    /// after them, or the webhook is switched off. Returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_deliveries(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let done = "SELECT id FROM webhook_delivery WHERE (due IS NULL AND created < $1 AND (created < $2 OR (id IN \
             (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY webhook ORDER BY created DESC, id) AS place \
             FROM webhook_delivery) AS ranked WHERE place > $3) \
             AND EXISTS (SELECT 1 FROM webhook WHERE webhook.id = webhook_delivery.webhook \
             AND (webhook.stopped IS NOT NULL OR webhook_delivery.created < webhook.looked - $4))))) \
             OR NOT EXISTS (SELECT 1 FROM webhook WHERE webhook.id = webhook_delivery.webhook)";
        let these = unlocked(self.writers.dialect(), done);
        let statement = format!("DELETE FROM webhook_delivery WHERE id IN ({these})");
        let (hour, old) = (now.saturating_sub(KEPT_IN_ANY_CASE), now.saturating_sub(KEPT));
        let values = [hour.into(), old.into(), i64::from(LATEST_DELIVERIES).into(), KEPT_IN_ANY_CASE.into()];
        self.writers.execute(statement, &values).await
    }
}

/// A query for the ids of those among some deliveries that nobody else is changing, which it locks in one order:
/// whoever changes several waits for nobody, so no two wait for each other.
fn unlocked(dialect: SqlDialect, ids: &str) -> String {
    match dialect {
        SqlDialect::Sqlite => ids.to_owned(),
        SqlDialect::Postgres => {
            format!("SELECT id FROM webhook_delivery WHERE id IN ({ids}) ORDER BY id FOR UPDATE SKIP LOCKED")
        }
    }
}

async fn put(work: &mut Connection, new: &NewDelivery, now: UnixMillis) -> Result<u64, StoreError> {
    let put = "INSERT INTO webhook_delivery (id, webhook, player, kind, body, created, due, attempts) \
         SELECT $1, $2, $3, $4, $5, $6, $7, 0 WHERE EXISTS (SELECT 1 FROM webhook WHERE id = $2) \
         ON CONFLICT (id) DO NOTHING";
    let values = [
        (&new.id).into(),
        (&new.webhook).into(),
        (&new.player).into(),
        (&new.kind).into(),
        (&new.body).into(),
        now.into(),
        new.due.into(),
    ];
    work.execute(put, &values).await
}

async fn note_within(
    work: &mut Connection,
    delivery: &DueDelivery,
    attempt: DeliveryAttempt<'_>,
    limit: FailureLimit,
) -> Result<bool, StoreError> {
    let (due, taken) = match attempt.outcome {
        DeliveryOutcome::Taken => (None, Some(1)),
        DeliveryOutcome::Retry(due) => (Some(due), None),
        DeliveryOutcome::GivenUp | DeliveryOutcome::Gone => (None, Some(0)),
    };
    let (due, answer) = (due.map(|due| due.as_u64().cast_signed()), attempt.answer.map(i64::from));
    let note = "UPDATE webhook_delivery SET due = $2, taken = $3, tried = $4, answer = $5, problem = $6, \
         body = CASE WHEN $3 IS NULL THEN body ELSE '' END \
         WHERE id = $1 AND due IS NOT NULL AND attempts = $7";
    let values = [
        (&delivery.id).into(),
        SqlParam::Int(due),
        SqlParam::Int(taken),
        attempt.at.into(),
        SqlParam::Int(answer),
        SqlParam::Text(attempt.problem),
        u64::from(delivery.attempts).into(),
    ];
    if work.execute(note, &values).await? == 0 {
        return Ok(false);
    }
    let webhook = delivery.webhook.as_str();
    if attempt.outcome == DeliveryOutcome::Taken {
        let reset = "UPDATE webhook SET failures = 0, failing = NULL WHERE id = $1 AND failing IS NOT NULL";
        work.execute(reset, &[webhook.into()]).await?;
        return Ok(false);
    }
    let count = "UPDATE webhook SET failures = failures + 1, failing = coalesce(failing, $2) WHERE id = $1 \
         RETURNING failures, failing";
    let rows = work.fetch(count, &[webhook.into(), attempt.at.into()]).await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let (failures, failing): (u64, UnixMillis) = (row.get("failures")?, row.get("failing")?);
    let has_failed = failures >= limit.attempts && attempt.at.saturating_sub(limit.age) >= failing;
    let cause = match attempt.outcome {
        DeliveryOutcome::Gone => WebhookStop::Gone,
        _ if has_failed => WebhookStop::Failing,
        _ => return Ok(false),
    };
    Ok(stop(work, (&delivery.player, Some(webhook)), cause, attempt.at).await? == 1)
}

fn due_delivery(row: &SqlRow) -> Result<DueDelivery, StoreError> {
    Ok(DueDelivery {
        id: row.get("id")?,
        webhook: row.get("webhook")?,
        player: row.get("player")?,
        kind: row.get("kind")?,
        body: row.get("body")?,
        attempts: small(row, "attempts")?,
    })
}

fn delivery(row: &SqlRow) -> Result<DeliveryRow, StoreError> {
    let answer: Option<u64> = row.get("answer")?;
    Ok(DeliveryRow {
        id: row.get("id")?,
        kind: row.get("kind")?,
        created: row.get("created")?,
        due: row.get("due")?,
        attempts: small(row, "attempts")?,
        tried: row.get("tried")?,
        answer: answer.and_then(|status| u16::try_from(status).ok()),
        problem: row.get("problem")?,
        taken: row.get("taken")?,
    })
}

fn small(row: &SqlRow, column: &str) -> Result<u32, StoreError> {
    Ok(u32::try_from(row.get::<u64>(column)?).unwrap_or(u32::MAX))
}
