//! Reminders: messages that are to be sent at a time, by one node and once.
//!
//! A row is written in the transaction of what it tells, and the node that deletes it sends the message: so none is
//! lost with a node that is killed before, and none is sent twice. A row that is marked and deleted when the
//! message has been sent was rejected: a node that is killed in between would have it sent again.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;
use serde::Serialize;

use super::row::to_json;
use super::sql::{Connection, SqlDialect, SqlRow};
use super::{EventRow, Store, StoreError, email_outbox, event};

/// What a reminder tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReminderKind {
    /// Somebody proposes times for a game.
    Proposed,
    /// The time of a game is agreed.
    Agreed,
    /// Somebody has declined to play.
    Declined,
    /// Somebody has called a game off.
    Cancelled,
    /// The game of an appointment begins soon.
    Soon,
    /// A game has begun that was appointed, or is of a round of an event.
    Begun,
    /// An event begins soon.
    Event,
}

impl ReminderKind {
    const ALL: [(ReminderKind, &str); 7] = [
        (ReminderKind::Proposed, "proposed"),
        (ReminderKind::Agreed, "agreed"),
        (ReminderKind::Declined, "declined"),
        (ReminderKind::Cancelled, "cancelled"),
        (ReminderKind::Soon, "soon"),
        (ReminderKind::Begun, "begun"),
        (ReminderKind::Event, "event"),
    ];
}

/// A push message that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reminder {
    /// Whom it is for.
    pub player: GuestId,
    /// What it tells.
    pub kind: ReminderKind,
    /// Id of the appointment, the event or the game that it is about.
    pub subject: String,
    /// When it is sent, in milliseconds since the epoch.
    pub due: UnixMillis,
}

impl Store {
    /// Takes reminders that are due, the oldest first: no other node gets them. Those that mails tell, too, become
    /// mails in the same transaction.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn take_reminders(&self, now: UnixMillis, most: u32) -> Result<Vec<Reminder>, StoreError> {
        let statement = self.writers.dialect().choose(
            "DELETE FROM reminder WHERE rowid IN (SELECT rowid FROM reminder WHERE due <= $1 ORDER BY due LIMIT $2) \
             RETURNING player, kind, subject, due",
            "DELETE FROM reminder WHERE (player, kind, subject) IN (SELECT player, kind, subject FROM reminder \
             WHERE due <= $1 ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING player, kind, subject, due",
        );
        let values = [now.into(), i64::from(most).into()];
        let mut work = self.writers.begin().await?;
        let taken = async {
            let mut taken: Vec<Reminder> =
                work.fetch(statement, &values).await?.iter().map(reminder).collect::<Result<_, _>>()?;
            taken.sort_by_key(|one| one.due);
            email_outbox::put_reminders(&mut work, &taken, now).await?;
            Ok(taken)
        };
        let taken = taken.await;
        work.finish(taken).await
    }

    /// Deletes reminders that nobody has sent by then; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_reminders(&self, before: UnixMillis) -> Result<u64, StoreError> {
        self.writers.execute("DELETE FROM reminder WHERE due < $1", &[before.into()]).await
    }

    /// Upcoming events that start by a time, and whose players have not been reminded.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn events_to_remind(&self, by: UnixMillis, most: u32) -> Result<Vec<EventRow>, StoreError> {
        let statement = format!(
            "SELECT {} FROM event WHERE stage = 'upcoming' AND starts <= $1 AND reminded IS NULL \
             ORDER BY starts, id LIMIT $2",
            event::COLUMNS
        );
        let values = [by.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(event::event).collect()
    }

    /// Has the players of an upcoming event reminded; false, and nothing is written, if they have been.
    ///
    /// # Errors
    /// A database error.
    pub async fn remind_of_event(&self, id: &str, reminders: &[Reminder]) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let written = async {
            let mark =
                "UPDATE event SET reminded = 1 WHERE id = $1 AND stage = 'upcoming' AND reminded IS NULL";
            if work.execute(mark, &[id.into()]).await? == 0 {
                return Ok(false);
            }
            put(&mut work, reminders).await.map(|()| true)
        };
        let written = written.await;
        work.finish(written).await
    }
}

/// The statement that writes reminders, which are its one parameter as JSON. One that is there already has the
/// later time.
pub(super) fn insert_statement(dialect: SqlDialect) -> &'static str {
    dialect.choose(
        "INSERT INTO reminder (player, kind, subject, due) SELECT value->>'player', value->>'kind', \
         value->>'subject', CAST(value->>'due' AS BIGINT) FROM json_each($1) WHERE TRUE \
         ON CONFLICT (player, kind, subject) DO UPDATE SET due = excluded.due",
        "INSERT INTO reminder (player, kind, subject, due) SELECT value->>'player', value->>'kind', \
         value->>'subject', CAST(value->>'due' AS BIGINT) \
         FROM json_array_elements(CAST($1 AS json)) AS each (value) ORDER BY 1, 2, 3 \
         ON CONFLICT (player, kind, subject) DO UPDATE SET due = excluded.due",
    )
}

/// Writes reminders in a transaction.
pub(super) async fn put(work: &mut Connection, reminders: &[Reminder]) -> Result<(), StoreError> {
    if reminders.is_empty() {
        return Ok(());
    }
    work.execute(insert_statement(work.dialect()), &[(&to_json(&reminders)?).into()]).await.map(drop)
}

fn reminder(row: &SqlRow) -> Result<Reminder, StoreError> {
    let kind: String = row.get("kind")?;
    let known = ReminderKind::ALL.into_iter().find(|(_, text)| *text == kind);
    Ok(Reminder {
        player: row.get("player")?,
        kind: known.ok_or_else(|| StoreError::corrupt("kind", &kind))?.0,
        subject: row.get("subject")?,
        due: row.get("due")?,
    })
}
