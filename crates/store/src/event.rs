//! Events: tournaments with their logs, and the games that came of them.
//!
//! What the entries of a log mean is for the host to say: here they are texts with numbers. All that becomes
//! true with some entries is written in one transaction with them: the games that begin, the finished games
//! that are counted, and the stage of the event. An append that does not follow the last entry writes
//! nothing, so two nodes that drive an event cannot pair it twice.

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;
use serde_json::{Value as Json, json};

use super::backend::{Backend, StorageLocation};
use super::batch::StoreWrite;
use super::outbox::{self, FinishedGameConsumer};
use super::reminder::{self, Reminder};
use super::row::to_json;
use super::sql::{Connection, Pool, SqlDialect, SqlParam, SqlRow, Transaction, to_i64};
use super::sqlite::SqliteConnection;
use super::{Append, Store, StoreError, postgres_log, sqlite_log};

/// How far an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventStage {
    /// It has not started; people join.
    Upcoming,
    /// Games are played.
    Running,
    /// It is over.
    Finished,
    /// It was called off before its start.
    Cancelled,
}

impl EventStage {
    const ALL: [EventStage; 4] =
        [EventStage::Upcoming, EventStage::Running, EventStage::Finished, EventStage::Cancelled];

    fn as_str(self) -> &'static str {
        match self {
            EventStage::Upcoming => "upcoming",
            EventStage::Running => "running",
            EventStage::Finished => "finished",
            EventStage::Cancelled => "cancelled",
        }
    }

    fn parse(text: &str) -> Result<EventStage, StoreError> {
        let found = EventStage::ALL.into_iter().find(|stage| stage.as_str() == text);
        found.ok_or_else(|| StoreError::corrupt("stage", text))
    }
}

/// An event without its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRow {
    /// Public id.
    pub id: String,
    /// Its settings as JSON.
    pub body: String,
    /// Who made it; `None` for the events of the site's calendar.
    pub creator: Option<GuestId>,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it starts or started, in milliseconds since the epoch.
    pub starts: UnixMillis,
    /// How far it is.
    pub stage: EventStage,
    /// Number of the last entry of its log; 0 if there is none.
    pub seq: u64,
    /// When it was finished or cancelled, in milliseconds since the epoch.
    pub ended: Option<UnixMillis>,
    /// Id of the club that it belongs to.
    pub club: Option<String>,
}

/// An entry of an event's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventEntry {
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// What has happened, as JSON.
    pub body: String,
}

/// The next entries of an event, and all that becomes true with them.
#[derive(Debug)]
pub struct EventAppend {
    /// Id of the event.
    pub event: String,
    /// Number of the entry that they follow.
    pub after: u64,
    /// Its settings as JSON, as they were read: what was meant for others is not written.
    pub settings: String,
    /// Its stage after them.
    pub stage: EventStage,
    /// When it ended, if it does with them, in milliseconds since the epoch.
    pub ended: Option<UnixMillis>,
    /// The entries; the list may be empty.
    pub entries: Vec<EventEntry>,
    /// Games that begin, with their numbers in the event.
    pub games: Vec<(u32, Append)>,
    /// Finished games that are counted.
    pub counted: Vec<GameId>,
    /// What the players are told.
    pub reminders: Vec<Reminder>,
}

/// A finished game of an event that has not been counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedEventGame {
    /// The game.
    pub game: GameId,
    /// Id of its event.
    pub event: String,
    /// Its number in the event.
    pub number: u32,
}

pub(super) const COLUMNS: &str = "id, body, creator, created, starts, stage, seq, ended, club";
const INSERT_EVENT: &str = "INSERT INTO event (id, body, creator, created, starts, stage, seq, ended, club) \
     VALUES ($1, $2, $3, $4, $5, $6, 0, NULL, $7) ON CONFLICT (id) DO NOTHING";
/// Also locks the row until the end of the transaction.
const ADVANCE: &str = "UPDATE event SET seq = $3, stage = $4, ended = $5 \
     WHERE id = $1 AND seq = $2 AND body = $6 AND stage IN ('upcoming', 'running')";

/// Finished games of events that have not been counted.
const UNCOUNTED: &str = "SELECT finished_game.game, event_game.event, event_game.number FROM finished_game \
     JOIN event_game ON event_game.game = finished_game.game WHERE finished_game.consumer = $1";

impl Store {
    /// Makes an event unless its creator has `most` upcoming ones, or simuls that run; false if there is one with its
    /// id. Those of the operator's calendar do not count.
    ///
    /// # Errors
    /// [`StoreError::TooManyEvents`] or a database error.
    pub async fn insert_event(&self, row: &EventRow, most: u64) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let inserted = insert_within(&mut work, row, most).await;
        work.finish(inserted).await
    }

    /// An event.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn event(&self, id: &str) -> Result<Option<EventRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM event WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(event).transpose()
    }

    /// Events of a stage: upcoming and running ones by their start, the others by their end, the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn events(&self, stage: EventStage, most: u32) -> Result<Vec<EventRow>, StoreError> {
        let order = match stage {
            EventStage::Upcoming | EventStage::Running => "starts, id",
            EventStage::Finished | EventStage::Cancelled => "ended DESC, id",
        };
        let statement = format!("SELECT {COLUMNS} FROM event WHERE stage = $1 ORDER BY {order} LIMIT $2");
        let values = [stage.as_str().into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(event).collect()
    }

    /// Events that run or are to start, those that start first before the others.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn due_events(&self, now: UnixMillis, most: u32) -> Result<Vec<EventRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM event WHERE stage = 'running' OR stage = 'upcoming' AND starts <= $1 \
             ORDER BY starts, id LIMIT $2"
        );
        self.readers
            .fetch(statement, &[now.into(), i64::from(most).into()])
            .await?
            .iter()
            .map(event)
            .collect()
    }

    /// The events of a club: those that have not ended by their start, then the others, the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_events(&self, club: &str, most: u32) -> Result<Vec<EventRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM event WHERE club = $1 ORDER BY CASE WHEN ended IS NULL THEN 0 ELSE 1 END, \
             CASE WHEN ended IS NULL THEN starts ELSE -starts END, id LIMIT $2"
        );
        self.readers
            .fetch(statement, &[club.into(), i64::from(most).into()])
            .await?
            .iter()
            .map(event)
            .collect()
    }

    /// The events that a person has made or taken part in, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn events_of(&self, player: &GuestId) -> Result<Vec<EventRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM event WHERE creator = $1 \
             OR id IN (SELECT event FROM event_log WHERE body LIKE $2) ORDER BY created, id"
        );
        // Ids of people have no wildcards.
        let joined = format!("%\"entrant\":{}%", Json::from(player.as_str()));
        self.readers.fetch(statement, &[player.into(), (&joined).into()]).await?.iter().map(event).collect()
    }

    /// Entries of an event's log after a number and up to another, in order.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn event_log(&self, id: &str, after: u64, last: u64) -> Result<Vec<EventEntry>, StoreError> {
        let statement =
            "SELECT at, body FROM event_log WHERE event = $1 AND seq > $2 AND seq <= $3 ORDER BY seq";
        let rows = self.readers.fetch(statement, &[id.into(), after.into(), last.into()]).await?;
        rows.iter().map(|row| Ok(EventEntry { at: row.get("at")?, body: row.get("body")? })).collect()
    }

    /// The games of an event from a number on, in order.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn event_games(&self, id: &str, from: u32) -> Result<Vec<(u32, GameId)>, StoreError> {
        let statement =
            "SELECT number, game FROM event_game WHERE event = $1 AND number >= $2 ORDER BY number";
        let rows = self.readers.fetch(statement, &[id.into(), i64::from(from).into()]).await?;
        rows.iter().map(|row| Ok((game_number(row)?, row.get("game")?))).collect()
    }

    /// The event that a game belongs to, and its number there.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn event_of_game(&self, game: &GameId) -> Result<Option<(String, u32)>, StoreError> {
        let statement = "SELECT event, number FROM event_game WHERE game = $1";
        let rows = self.readers.fetch(statement, &[game.into()]).await?;
        rows.first().map(|row| Ok((row.get("event")?, game_number(row)?))).transpose()
    }

    /// Finished games of events that have not been counted, those that ended first before the others.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn finished_event_games(&self, most: u32) -> Result<Vec<FinishedEventGame>, StoreError> {
        let statement = format!("{UNCOUNTED} ORDER BY finished_game.number LIMIT $2");
        let values = [FinishedGameConsumer::Events.as_str().into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(finished_game).collect()
    }

    /// Finished games of an event that have not been counted, those that ended first before the others.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn finished_games_of_event(&self, id: &str) -> Result<Vec<FinishedEventGame>, StoreError> {
        let statement = format!("{UNCOUNTED} AND event_game.event = $2 ORDER BY finished_game.number");
        let values = [FinishedGameConsumer::Events.as_str().into(), id.into()];
        self.readers.fetch(statement, &values).await?.iter().map(finished_game).collect()
    }

    /// Changes the settings and the start of an event that has not started; false if it has, or its last entry is not
    /// number `seq`.
    ///
    /// # Errors
    /// A database error.
    pub async fn edit_event(
        &self,
        id: &str,
        seq: u64,
        body: &str,
        starts: UnixMillis,
    ) -> Result<bool, StoreError> {
        // Of another time its players are told again.
        let statement = "UPDATE event SET body = $2, starts = $3, \
             reminded = CASE WHEN starts = $3 THEN reminded ELSE NULL END \
             WHERE id = $1 AND stage = 'upcoming' AND seq = $4";
        let values = [id.into(), body.into(), starts.into(), seq.into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// Calls an event off that has not started, in a database whose server may be running; false if there is none.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    pub async fn cancel_event(place: &StorageLocation, id: &str) -> Result<bool, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let statement =
            "UPDATE event SET stage = 'cancelled', ended = now_ms() WHERE id = $1 AND stage = 'upcoming'";
        let cancelled = backend.writers.execute(statement, &[id.into()]).await;
        backend.close().await;
        Ok(cancelled? == 1)
    }

    /// Ends an event that runs, with the entry that says so, in a database whose server may be running; false if there is
    /// none.
    ///
    /// # Errors
    /// [`StoreError::Uncounted`] if games of it have ended that are not counted yet; there is no database, or it cannot
    /// be written.
    pub async fn end_event(place: &StorageLocation, id: &str, entry: &str) -> Result<bool, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let ended = end(&backend.writers, id, entry).await;
        backend.close().await;
        ended
    }

    /// Appends to the log of an event that has not ended; false, and nothing is written, if its last entry or its
    /// settings are others, or a game was counted before.
    ///
    /// # Errors
    /// A game cannot begin, or a database error; nothing was written.
    pub async fn append_event(&self, append: EventAppend) -> Result<bool, StoreError> {
        let appended = match &self.writers {
            Pool::Sqlite(threads) => {
                threads
                    .run(move |connection| connection.transaction(|connection| write(connection, append)))
                    .await
            }
            Pool::Postgres(_) => {
                let mut work = self.writers.begin().await?;
                let written = write_within(&mut work, append).await;
                work.finish(written).await
            }
        };
        match appended {
            Ok(()) => Ok(true),
            Err(StoreError::Stale) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Cancels the events of a person or of a club that have not started; the column says whose they are.
pub(super) async fn cancel_upcoming(
    work: &mut Connection,
    column: &str,
    value: &str,
    at: UnixMillis,
) -> Result<(), StoreError> {
    let upcoming = format!("{column} = $1 AND stage = 'upcoming'");
    work.lock_in_order("event", &upcoming, &[value.into()]).await?;
    let cancel = format!("UPDATE event SET stage = 'cancelled', ended = $2 WHERE {upcoming}");
    work.execute(cancel, &[value.into(), at.into()]).await.map(drop)
}

async fn end(writers: &Pool, id: &str, entry: &str) -> Result<bool, StoreError> {
    let mut work = writers.begin().await?;
    let ended = end_within(&mut work, id, entry).await;
    work.finish(ended).await
}

async fn end_within(work: &mut Transaction, id: &str, entry: &str) -> Result<bool, StoreError> {
    let statement = "UPDATE event SET stage = 'finished', ended = now_ms(), seq = seq + 1 \
         WHERE id = $1 AND stage = 'running'";
    if work.execute(statement, &[id.into()]).await? != 1 {
        return Ok(false);
    }
    // Nobody counts them any more from here on: this row is locked.
    let values = [FinishedGameConsumer::Events.as_str().into(), id.into()];
    let uncounted = work.fetch(format!("{UNCOUNTED} AND event_game.event = $2"), &values).await?.len();
    if uncounted > 0 {
        return Err(StoreError::Uncounted(uncounted));
    }
    let statement = "INSERT INTO event_log (event, seq, at, body) \
         SELECT id, seq, ended, CAST($2 AS text) FROM event WHERE id = $1";
    work.execute(statement, &[id.into(), entry.into()]).await?;
    Ok(true)
}

async fn insert_within(work: &mut Transaction, row: &EventRow, most: u64) -> Result<bool, StoreError> {
    if let Some(creator) = &row.creator {
        if work.dialect() == SqlDialect::Postgres {
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240661))";
            work.fetch(lock, &[creator.into()]).await?;
        }
        // A simul also counts while it runs: its host plays it. Ids with a hyphen are those of the operator's calendar.
        let own = "SELECT count(*) AS n FROM event WHERE creator = $1 AND id NOT LIKE '%-%' \
             AND (stage = 'upcoming' OR stage = 'running' AND body LIKE '%\"kind\":\"simul\"%')";
        let rows = work.fetch(own, &[creator.into()]).await?;
        if rows.first().map_or(Ok(0), |row| row.get("n"))? >= most {
            return Err(StoreError::TooManyEvents(most));
        }
    }
    let values = [
        (&row.id).into(),
        (&row.body).into(),
        SqlParam::Text(row.creator.as_ref().map(GuestId::as_str)),
        row.created.into(),
        row.starts.into(),
        row.stage.as_str().into(),
        SqlParam::Text(row.club.as_deref()),
    ];
    Ok(work.execute(INSERT_EVENT, &values).await? == 1)
}

pub(super) fn event(row: &SqlRow) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        id: row.get("id")?,
        body: row.get("body")?,
        creator: row.get("creator")?,
        created: row.get("created")?,
        starts: row.get("starts")?,
        stage: EventStage::parse(&row.get::<String>("stage")?)?,
        seq: row.get("seq")?,
        ended: row.get("ended")?,
        club: row.get("club")?,
    })
}

fn finished_game(row: &SqlRow) -> Result<FinishedEventGame, StoreError> {
    Ok(FinishedEventGame { game: row.get("game")?, event: row.get("event")?, number: game_number(row)? })
}

fn game_number(row: &SqlRow) -> Result<u32, StoreError> {
    let number: u64 = row.get("number")?;
    u32::try_from(number).map_err(|error| StoreError::corrupt("number", error))
}

/// The rows of an append.
struct EventRows {
    /// Values of [`ADVANCE`].
    seq: u64,
    log: Vec<Json>,
    games: Vec<Json>,
    writes: Vec<StoreWrite>,
}

impl EventRows {
    fn of(append: &mut EventAppend) -> EventRows {
        let EventAppend { event, after, entries, games, .. } = append;
        let mut log = Vec::with_capacity(entries.len());
        for (seq, entry) in (*after + 1..).zip(entries.iter()) {
            log.push(json!({ "event": event, "seq": seq, "at": entry.at, "body": entry.body }));
        }
        let (mut rows, mut writes) = (Vec::new(), Vec::new());
        for (number, game) in games.drain(..) {
            rows.push(json!({ "event": event, "number": number, "game": game.card.id }));
            writes.push(StoreWrite::Append(Box::new(game)));
        }
        EventRows { seq: *after + log.len() as u64, log, games: rows, writes }
    }
}

/// Writes an append in a transaction of SQLite.
fn write(connection: &mut SqliteConnection, mut append: EventAppend) -> Result<(), StoreError> {
    use rusqlite::types::Value;
    let rows = EventRows::of(&mut append);
    let EventAppend { event, after, settings, stage, ended, counted, reminders, .. } = append;
    let ended = ended.map_or(Value::Null, |at| Value::Integer(to_i64(at.as_u64())));
    let values = [
        Value::Text(event),
        Value::Integer(to_i64(after)),
        Value::Integer(to_i64(rows.seq)),
        Value::Text(stage.as_str().to_owned()),
        ended,
        Value::Text(settings),
    ];
    if connection.execute(ADVANCE, &values)? != 1 {
        return Err(StoreError::Stale);
    }
    for game in &counted {
        let statement = "DELETE FROM finished_game WHERE consumer = $1 AND game = $2";
        let consumer = FinishedGameConsumer::Events.as_str().to_owned();
        let values = [Value::Text(consumer), Value::Text(game.as_str().to_owned())];
        if connection.execute(statement, &values)? != 1 {
            return Err(StoreError::Stale);
        }
    }
    let batch = sqlite_log::write(connection, &rows.writes)?;
    batch.results.into_iter().collect::<Result<(), _>>()?;
    for row in &rows.log {
        let statement = "INSERT INTO event_log (event, seq, at, body) VALUES (:event, :seq, :at, :body)";
        connection.execute_row(statement, row)?;
    }
    for row in &rows.games {
        let statement = "INSERT INTO event_game (event, number, game) VALUES (:event, :number, :game)";
        connection.execute_row(statement, row)?;
    }
    if !reminders.is_empty() {
        let values = [Value::Text(to_json(&reminders)?)];
        connection.execute(reminder::insert_statement(SqlDialect::Sqlite), &values)?;
    }
    Ok(())
}

/// Writes an append in a transaction of PostgreSQL.
async fn write_within(work: &mut Transaction, mut append: EventAppend) -> Result<(), StoreError> {
    let rows = EventRows::of(&mut append);
    let EventAppend { event, after, settings, stage, ended, counted, reminders, .. } = append;
    let ended = SqlParam::Int(ended.map(|at| to_i64(at.as_u64())));
    let stage = stage.as_str().into();
    let values = [(&event).into(), after.into(), rows.seq.into(), stage, ended, (&settings).into()];
    if work.execute(ADVANCE, &values).await? != 1 {
        return Err(StoreError::Stale);
    }
    if !counted.is_empty() {
        let games: Vec<&GameId> = counted.iter().collect();
        let fresh = outbox::consume(work, FinishedGameConsumer::Events, &games).await?;
        if fresh.len() != counted.len() {
            return Err(StoreError::Stale);
        }
    }
    if !rows.writes.is_empty() {
        let batch = postgres_log::write_batch(work, &rows.writes).await?;
        batch.results.into_iter().collect::<Result<(), _>>()?;
    }
    for (statement, rows) in [
        (
            "INSERT INTO event_log (event, seq, at, body) SELECT event, seq, at, body \
             FROM json_populate_recordset(NULL::event_log, CAST($1 AS json))",
            &rows.log,
        ),
        (
            "INSERT INTO event_game (event, number, game) SELECT event, number, game \
             FROM json_populate_recordset(NULL::event_game, CAST($1 AS json))",
            &rows.games,
        ),
    ] {
        if !rows.is_empty() {
            work.execute(statement, &[(&to_json(rows)?).into()]).await?;
        }
    }
    reminder::put(work, &reminders).await
}
