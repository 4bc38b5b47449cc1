//! What an operator should know of a database.

use std::time::Duration;

use rukh_session::wire::time::UnixMillis;

use super::sql::{ColumnValue, Connection, SqlDialect, SqlParam};
use super::{Store, StoreError};
use crate::clock::wall_clock;

/// How long what is due may wait before somebody should look why.
const PATIENCE: Duration = Duration::from_secs(10 * 60);
/// How long ago a node that runs was seen at most.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The state of a database.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Health {
    /// What the database itself finds wrong; the first ten problems.
    pub problems: Vec<String>,
    /// By how much its clock is ahead of this machine's, in milliseconds.
    pub clock_offset: i64,
    /// Nodes that run.
    pub nodes: u64,
    /// Games.
    pub games: u64,
    /// Accounts.
    pub accounts: u64,
    /// Accounts that are moderators or admins.
    pub moderators: u64,
    /// Reports that nobody has resolved for a week.
    pub old_reports: u64,
    /// Finished games that are not rated, not counted in their event or not in the index yet.
    pub unread_games: u64,
    /// Mails that wait, and those of them that were tried in vain.
    pub emails: (u64, u64),
    /// Mails and push messages that should have been sent ten minutes ago and more.
    pub overdue: u64,
    /// Invitations that can be used.
    pub invitations: u64,
}

impl Store {
    /// Looks through a database. Of a large one in SQLite that takes a while: each page is read.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn health(&self) -> Result<Health, StoreError> {
        let mut work = self.readers.begin_read_only().await?;
        let found = health(&mut work).await;
        let mut found = work.finish(found).await?;
        // By itself: it takes long, and a transaction would keep the log of what is written meanwhile from being reused.
        if self.readers.dialect() == SqlDialect::Sqlite {
            for row in self.readers.fetch("PRAGMA integrity_check(10)", &[]).await? {
                let text: String = row.get("integrity_check")?;
                if text != "ok" {
                    found.problems.push(text);
                }
            }
        }
        Ok(found)
    }
}

async fn health(work: &mut Connection) -> Result<Health, StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        // Counting takes as long as it takes.
        work.script("SET LOCAL statement_timeout = 0").await?;
    }
    let at = wall_clock();
    let database: UnixMillis = first(work, "SELECT now_ms() AS n".to_owned(), &[]).await?;
    let before = |age: Duration| database.saturating_sub(u64::try_from(age.as_millis()).unwrap_or(u64::MAX));
    let (late, week) = (before(PATIENCE), before(Duration::from_secs(7 * 86_400)));
    let count = "SELECT count(*) AS n FROM";
    let mut number = async |rest: &str, since: Option<UnixMillis>| -> Result<u64, StoreError> {
        let values = since.map(Into::into);
        first(work, format!("{count} {rest}"), values.as_slice()).await
    };
    let found = Health {
        clock_offset: database.as_u64().cast_signed() - at.as_u64().cast_signed(),
        nodes: number("node WHERE seen > $1 AND expires > now_ms()", Some(before(HEARTBEAT))).await?,
        games: number("game", None).await?,
        accounts: number("account", None).await?,
        moderators: number("role", None).await?,
        old_reports: number("report WHERE resolved IS NULL AND created < $1", Some(week)).await?,
        unread_games: number("finished_game WHERE consumer <> 'levels'", None).await?,
        emails: (number("email_outbox", None).await?, number("email_outbox WHERE attempts > 1", None).await?),
        overdue: number("email_outbox WHERE attempts = 0 AND due < $1", Some(late)).await?
            + number("reminder WHERE due < $1", Some(late)).await?,
        invitations: number("invitation WHERE expires > now_ms()", None).await?,
        problems: Vec::new(),
    };
    Ok(found)
}

/// The number of a statement with one row and one column, `n`.
async fn first<T: ColumnValue>(
    work: &mut Connection,
    statement: String,
    values: &[SqlParam<'_>],
) -> Result<T, StoreError> {
    let rows = work.fetch(statement, values).await?;
    rows.first().ok_or_else(|| StoreError::Corrupt("a count has no row".to_owned()))?.get("n")
}
