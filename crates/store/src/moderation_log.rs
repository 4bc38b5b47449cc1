//! The log of moderation: every act of moderators and of the operator, written in the transaction of the act. It holds
//! ids alone, and triggers of the database refuse to change or delete an entry.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::backend::{Backend, StorageLocation};
use super::moderation::person_called;
use super::sql::{Connection, Pool, SqlDialect, SqlParam, SqlRow};
use super::{Store, StoreError};

/// An act of moderation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModerationEntry {
    /// Its number, from 1.
    pub number: u64,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Who; `None` for the operator.
    pub actor: Option<GuestId>,
    /// What was done, such as `impose chat`.
    pub act: String,
    /// Whom it concerns.
    pub player: Option<GuestId>,
    /// Id of the report or the sanction.
    pub about: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// Which entries of the log are read, and in what order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogPage {
    /// The entries after a number, the first first.
    After(u64),
    /// The entries before a number, or all, the last first.
    Before(Option<u64>),
}

/// An act that is to be logged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Act<'a> {
    pub(super) actor: Option<&'a GuestId>,
    pub(super) act: &'a str,
    pub(super) player: Option<&'a GuestId>,
    pub(super) about: Option<&'a str>,
    pub(super) reason: Option<&'a str>,
}

impl Store {
    /// Entries of the log; of one person, if one is named, and without those that concern the one who reads.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn moderation_log(
        &self,
        page: LogPage,
        player: Option<&GuestId>,
        reader: Option<&GuestId>,
        most: u32,
    ) -> Result<Vec<ModerationEntry>, StoreError> {
        read_log(&self.readers, page, [player, reader], most).await
    }

    /// Number of the last entry of the log; 0 if there is none.
    ///
    /// # Errors
    /// A database error.
    pub async fn last_moderation(&self) -> Result<u64, StoreError> {
        let rows =
            self.readers.fetch("SELECT coalesce(max(number), 0) AS n FROM moderation_log", &[]).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// The log in a database whose server may be running: all of it, or what concerns somebody.
    ///
    /// # Errors
    /// There is no database, or it cannot be read.
    pub async fn moderation_log_at(
        place: &StorageLocation,
        whom: Option<&str>,
    ) -> Result<Option<Vec<ModerationEntry>>, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let read = async {
            let player = match whom {
                None => None,
                Some(whom) => {
                    let mut work = backend.readers.begin_read_only().await?;
                    let found = person_called(&mut work, whom).await;
                    match work.finish(found).await? {
                        Some(player) => Some(player),
                        None => return Ok(None),
                    }
                }
            };
            read_log(&backend.readers, LogPage::After(0), [player.as_ref(), None], u32::MAX).await.map(Some)
        };
        let read = read.await;
        backend.close().await;
        read
    }
}

async fn read_log(
    readers: &Pool,
    page: LogPage,
    [player, reader]: [Option<&GuestId>; 2],
    most: u32,
) -> Result<Vec<ModerationEntry>, StoreError> {
    let (within, order, bound) = match page {
        LogPage::After(number) => (">", "ASC", i64::try_from(number).unwrap_or(i64::MAX)),
        LogPage::Before(number) => {
            ("<", "DESC", number.and_then(|number| i64::try_from(number).ok()).unwrap_or(i64::MAX))
        }
    };
    let statement = format!(
        "SELECT number, at, actor, act, player, about, reason FROM moderation_log \
         WHERE number {within} $1 AND (CAST($2 AS TEXT) IS NULL OR player = $2) \
         AND (CAST($3 AS TEXT) IS NULL OR player IS NULL OR player <> $3) ORDER BY number {order} LIMIT $4"
    );
    let [player, reader] = [player, reader].map(|person| SqlParam::Text(person.map(GuestId::as_str)));
    let rows = readers.fetch(statement, &[bound.into(), player, reader, i64::from(most).into()]).await?;
    let entry = |row: &SqlRow| {
        Ok(ModerationEntry {
            number: row.get("number")?,
            at: row.get("at")?,
            actor: row.get("actor")?,
            act: row.get("act")?,
            player: row.get("player")?,
            about: row.get("about")?,
            reason: row.get("reason")?,
        })
    };
    rows.iter().map(entry).collect()
}

/// Writes the next entry of the log, in the transaction of the act.
pub(super) async fn log(work: &mut Connection, act: Act<'_>) -> Result<(), StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        work.fetch("SELECT pg_advisory_xact_lock(7240663)", &[]).await?;
    }
    let put = "INSERT INTO moderation_log (number, at, actor, act, player, about, reason) \
         SELECT coalesce(max(number), 0) + 1, now_ms(), $1, $2, $3, $4, $5 FROM moderation_log";
    let values = [
        SqlParam::Text(act.actor.map(GuestId::as_str)),
        act.act.into(),
        SqlParam::Text(act.player.map(GuestId::as_str)),
        SqlParam::Text(act.about),
        SqlParam::Text(act.reason),
    ];
    work.execute(put, &values).await.map(drop)
}
