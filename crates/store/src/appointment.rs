//! Appointments: games that two people agree to play at a time.
//!
//! An appointment is changed from one number to the next, together with the reminders that tell it and the game that
//! begins with it: of two nodes that change it at once one writes nothing. No lease is needed.

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;
use rusqlite::types::Value;

use super::batch::StoreWrite;
use super::reminder::{self, Reminder};
use super::row::to_json;
use super::sql::{Pool, SqlDialect, SqlParam, SqlRow, Transaction};
use super::sqlite::SqliteConnection;
use super::{Append, Store, StoreError, postgres_log, sqlite_log};

/// How far an appointment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppointmentStage {
    /// One of the two has named times.
    Proposed,
    /// The time is agreed.
    Agreed,
    /// One of them has declined.
    Declined,
    /// One of them has called it off.
    Cancelled,
    /// The game has begun.
    Begun,
    /// The server was away at the time.
    Missed,
}

impl AppointmentStage {
    const ALL: [(AppointmentStage, &str); 6] = [
        (AppointmentStage::Proposed, "proposed"),
        (AppointmentStage::Agreed, "agreed"),
        (AppointmentStage::Declined, "declined"),
        (AppointmentStage::Cancelled, "cancelled"),
        (AppointmentStage::Begun, "begun"),
        (AppointmentStage::Missed, "missed"),
    ];

    fn as_str(self) -> &'static str {
        AppointmentStage::ALL.into_iter().find(|(stage, _)| *stage == self).map_or("", |(_, text)| text)
    }

    fn parse(text: &str) -> Result<AppointmentStage, StoreError> {
        let found = AppointmentStage::ALL.into_iter().find(|(_, known)| *known == text);
        found.map(|(stage, _)| stage).ok_or_else(|| StoreError::corrupt("stage", text))
    }
}

/// An appointment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppointmentRow {
    /// Id, which is its secret.
    pub id: String,
    /// Game, clock and colour as JSON.
    pub body: String,
    /// Who made it.
    pub by: GuestId,
    /// Who is asked; `None` for an offer that nobody has answered.
    pub with: Option<GuestId>,
    /// Whose times stand.
    pub proposer: GuestId,
    /// The times, in milliseconds since the epoch; none for a game that begins when it is accepted.
    pub times: Vec<UnixMillis>,
    /// How far it is.
    pub stage: AppointmentStage,
    /// When the game begins, once that is agreed, in milliseconds since the epoch.
    pub starts: Option<UnixMillis>,
    /// From when on nothing becomes of it, in milliseconds since the epoch.
    pub expires: UnixMillis,
    /// Number of changes.
    pub seq: u64,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was changed last, in milliseconds since the epoch.
    pub changed: UnixMillis,
    /// The game, once it has begun.
    pub game: Option<GameId>,
    /// Where it came from.
    pub origin: Option<String>,
}

/// Most appointments that are open at once, or were made within an hour and have come to nothing: whoever proposes
/// and calls off without end is bounded, too.
#[derive(Debug, Clone, Copy)]
pub struct AppointmentLimits {
    /// Made by one person.
    pub of_person: u64,
    /// Made by one person for the same other one.
    pub of_pair: u64,
    /// Made from one address.
    pub of_origin: u64,
    /// That wait for the answer of one person.
    pub of_asked: u64,
}

pub(super) const COLUMNS: &str = "id, body, by_player, with_player, proposer, times, stage, starts, expires, seq, created, changed, game, origin";
/// Also locks the row until the end of the transaction.
const CHANGE: &str = "UPDATE appointment SET with_player = $3, proposer = $4, times = $5, stage = $6, starts = $7, \
     expires = $8, changed = $9, game = $10, seq = $2 + 1 \
     WHERE id = $1 AND seq = $2 AND stage IN ('proposed', 'agreed')";
/// What was to be told before a change, and is told no more.
const FORGET: &str = "DELETE FROM reminder WHERE subject = $1 AND kind = 'soon'";

impl Store {
    /// Makes an appointment, unless too many are open.
    ///
    /// # Errors
    /// [`StoreError::TooManyAppointments`] or a database error; nothing was written.
    pub async fn insert_appointment(
        &self,
        row: &AppointmentRow,
        limits: AppointmentLimits,
        reminders: &[Reminder],
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let inserted = async {
            insert_within(&mut work, row, limits).await?;
            reminder::put(&mut work, reminders).await
        };
        let inserted = inserted.await;
        work.finish(inserted).await
    }

    /// An appointment.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn appointment(&self, id: &str) -> Result<Option<AppointmentRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM appointment WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(appointment).transpose()
    }

    /// Appointments of a person that expire after a time: those that are open, then the others, each by their end.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn appointments_of(
        &self,
        player: &GuestId,
        after: UnixMillis,
        most: u32,
    ) -> Result<Vec<AppointmentRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM appointment WHERE (by_player = $1 OR with_player = $1) AND expires > $2 \
             ORDER BY CASE WHEN stage IN ('proposed', 'agreed') THEN 0 ELSE 1 END, expires, id LIMIT $3"
        );
        let values = [player.into(), after.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(appointment).collect()
    }

    /// Appointments whose games are to begin, the earliest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn due_appointments(
        &self,
        now: UnixMillis,
        most: u32,
    ) -> Result<Vec<AppointmentRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM appointment WHERE stage = 'agreed' AND starts <= $1 ORDER BY starts, id LIMIT $2"
        );
        let values = [now.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(appointment).collect()
    }

    /// Changes an open appointment to what a row says, whose number is that before the change; false, and nothing is
    /// written, if it has been changed since, or is open no more.
    ///
    /// # Errors
    /// The game cannot begin, or a database error; nothing was written.
    pub async fn change_appointment(
        &self,
        row: &AppointmentRow,
        game: Option<Append>,
        reminders: &[Reminder],
    ) -> Result<bool, StoreError> {
        let games: Vec<StoreWrite> =
            game.map(|game| StoreWrite::Append(Box::new(game))).into_iter().collect();
        let changed = match &self.writers {
            Pool::Sqlite(threads) => {
                let values = change_values(row, &to_json(&row.times)?).map(Value::from).to_vec();
                let reminders = to_json(&reminders)?;
                let change = move |connection: &mut SqliteConnection| {
                    connection.transaction(|connection| write(connection, &values, &games, reminders))
                };
                threads.run(change).await
            }
            Pool::Postgres(_) => {
                let mut work = self.writers.begin().await?;
                let written = write_within(&mut work, row, &games, reminders).await;
                work.finish(written).await
            }
        };
        match changed {
            Ok(()) => Ok(true),
            Err(StoreError::Stale) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Deletes appointments that have expired by a time; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_appointments(&self, before: UnixMillis) -> Result<u64, StoreError> {
        self.writers.execute("DELETE FROM appointment WHERE expires < $1", &[before.into()]).await
    }
}

async fn insert_within(
    work: &mut Transaction,
    row: &AppointmentRow,
    limits: AppointmentLimits,
) -> Result<(), StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        // One for all: each concerns up to three counts, whose locks two could take in different orders.
        work.fetch("SELECT pg_advisory_xact_lock(7240664)", &[]).await?;
    }
    let with = row.with.as_ref().map(GuestId::as_str);
    let open = "(stage IN ('proposed', 'agreed') AND expires > $2 \
         OR stage IN ('declined', 'cancelled') AND created > $2 - 3600000)";
    let own = row.by.as_str();
    let counts = [
        (Some(own), format!("by_player = $1 AND {open}"), limits.of_person),
        (row.origin.as_deref(), format!("origin = $1 AND {open}"), limits.of_origin),
        (with, format!("with_player = $1 AND stage <> 'agreed' AND {open}"), limits.of_asked),
    ];
    for (value, condition, most) in counts {
        let Some(value) = value else { continue };
        let statement = format!("SELECT count(*) AS n FROM appointment WHERE {condition}");
        let rows = work.fetch(statement, &[value.into(), row.created.into()]).await?;
        check_count(&rows, most)?;
    }
    if let Some(with) = with {
        let statement = format!(
            "SELECT count(*) AS n FROM appointment WHERE by_player = $1 AND with_player = $3 AND {open}"
        );
        let rows = work.fetch(statement, &[own.into(), row.created.into(), with.into()]).await?;
        check_count(&rows, limits.of_pair)?;
    }
    let statement = format!(
        "INSERT INTO appointment ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
    );
    let times = to_json(&row.times)?;
    let values = [
        (&row.id).into(),
        (&row.body).into(),
        (&row.by).into(),
        SqlParam::Text(with),
        (&row.proposer).into(),
        (&times).into(),
        row.stage.as_str().into(),
        time_param(row.starts),
        row.expires.into(),
        row.seq.into(),
        row.created.into(),
        row.changed.into(),
        SqlParam::Text(row.game.as_ref().map(GameId::as_str)),
        SqlParam::Text(row.origin.as_deref()),
    ];
    work.execute(statement, &values).await.map(drop)
}

fn check_count(rows: &[SqlRow], most: u64) -> Result<(), StoreError> {
    match rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= most {
        true => Err(StoreError::TooManyAppointments(most)),
        false => Ok(()),
    }
}

fn time_param(time: Option<UnixMillis>) -> SqlParam<'static> {
    time.map_or(SqlParam::Int(None), SqlParam::from)
}

/// The values of [`CHANGE`].
fn change_values<'a>(row: &'a AppointmentRow, times: &'a str) -> [SqlParam<'a>; 10] {
    [
        (&row.id).into(),
        row.seq.into(),
        SqlParam::Text(row.with.as_ref().map(GuestId::as_str)),
        (&row.proposer).into(),
        times.into(),
        row.stage.as_str().into(),
        time_param(row.starts),
        row.expires.into(),
        row.changed.into(),
        SqlParam::Text(row.game.as_ref().map(GameId::as_str)),
    ]
}

/// Writes a change in a transaction of SQLite.
fn write(
    connection: &mut SqliteConnection,
    values: &[Value],
    games: &[StoreWrite],
    reminders: String,
) -> Result<(), StoreError> {
    if connection.execute(CHANGE, values)? != 1 {
        return Err(StoreError::Stale);
    }
    let batch = sqlite_log::write(connection, games)?;
    batch.results.into_iter().collect::<Result<(), _>>()?;
    connection.execute(FORGET, &values[..1])?;
    connection.execute(reminder::insert_statement(SqlDialect::Sqlite), &[Value::Text(reminders)])?;
    Ok(())
}

/// Writes a change in a transaction of PostgreSQL.
async fn write_within(
    work: &mut Transaction,
    row: &AppointmentRow,
    games: &[StoreWrite],
    reminders: &[Reminder],
) -> Result<(), StoreError> {
    let times = to_json(&row.times)?;
    if work.execute(CHANGE, &change_values(row, &times)).await? != 1 {
        return Err(StoreError::Stale);
    }
    if !games.is_empty() {
        let batch = postgres_log::write_batch(work, games).await?;
        batch.results.into_iter().collect::<Result<(), _>>()?;
    }
    work.execute(FORGET, &[(&row.id).into()]).await?;
    reminder::put(work, reminders).await
}

pub(super) fn appointment(row: &SqlRow) -> Result<AppointmentRow, StoreError> {
    let times: String = row.get("times")?;
    Ok(AppointmentRow {
        id: row.get("id")?,
        body: row.get("body")?,
        by: row.get("by_player")?,
        with: row.get("with_player")?,
        proposer: row.get("proposer")?,
        times: serde_json::from_str(&times).map_err(|error| StoreError::corrupt("times", error))?,
        stage: AppointmentStage::parse(&row.get::<String>("stage")?)?,
        starts: row.get("starts")?,
        expires: row.get("expires")?,
        seq: row.get("seq")?,
        created: row.get("created")?,
        changed: row.get("changed")?,
        game: row.get("game")?,
        origin: row.get("origin")?,
    })
}

/// What is done with the appointments and reminders of an account that is deleted: those that are open are called
/// off, which the others are told, and the rest is deleted.
pub(super) const DELETIONS: [&str; 4] = [
    "INSERT INTO reminder (player, kind, subject, due) \
     SELECT CASE WHEN by_player = $1 THEN with_player ELSE by_player END, 'cancelled', id, now_ms() \
     FROM appointment WHERE (by_player = $1 OR with_player = $1) AND with_player IS NOT NULL \
     AND stage IN ('proposed', 'agreed') AND expires > now_ms() ON CONFLICT (player, kind, subject) DO NOTHING",
    "DELETE FROM appointment WHERE (by_player = $1 OR with_player = $1) \
     AND (with_player IS NULL OR stage NOT IN ('proposed', 'agreed') OR expires <= now_ms())",
    "UPDATE appointment SET stage = 'cancelled', changed = now_ms(), seq = seq + 1 \
     WHERE (by_player = $1 OR with_player = $1) AND stage IN ('proposed', 'agreed')",
    "DELETE FROM reminder WHERE player = $1",
];
