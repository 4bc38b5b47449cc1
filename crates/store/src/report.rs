//! Reports: what people tell moderators of, and what becomes of it.

use rukh_session::id::GuestId;
use rukh_session::wire::moderation::ReportReason;
use rukh_session::wire::time::UnixMillis;

use super::moderation::{DAY, ID_LENGTH, NewSanction, impose_within, no_randomness, parsed};
use super::moderation_log::{Act, log};
use super::player::lock_names;
use super::sql::{Connection, SqlDialect, SqlParam, SqlRow};
use super::{Store, StoreError};
use crate::clock::random_id;

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Its id.
    pub id: String,
    /// Who reports; `None` if the account was deleted.
    pub reporter: Option<GuestId>,
    /// Who is reported.
    pub player: GuestId,
    /// What it is about, such as `chat:GAME:NUMBER`.
    pub about: String,
    /// Why.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub text: Option<String>,
    /// The name of the person as it was.
    pub name: Option<String>,
    /// The chat entry as it was.
    pub quote: Option<String>,
    /// When, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// Who takes care of it.
    pub moderator: Option<GuestId>,
    /// What moderators have noted.
    pub note: Option<String>,
    /// When it was resolved.
    pub resolved: Option<UnixMillis>,
    /// What was decided: `nothing`, or a measure.
    pub decision: Option<String>,
}

/// A report that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    /// Who reports.
    pub reporter: GuestId,
    /// Who is reported.
    pub player: GuestId,
    /// What it is about, such as `chat:GAME:NUMBER`.
    pub about: String,
    /// Why.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub text: Option<String>,
    /// The name of the person as it is.
    pub name: String,
    /// The chat entry as it is.
    pub quote: Option<String>,
}

const COLUMNS: &str = "id, reporter, player, about, reason, text, name, quote, created, moderator, note, resolved, \
     decision";

pub(super) const FORGET_REPORTER: &str = "UPDATE report SET reporter = NULL, text = NULL WHERE reporter = $1";
/// What is reported of somebody whose account is deleted stays until it is resolved.
pub(super) const FORGET_REPORTED: &str = "UPDATE report SET name = NULL, quote = NULL, note = NULL \
     WHERE player = $1 AND resolved IS NOT NULL";
/// Of a report that is resolved after its account was deleted, and of the decision.
const FORGET_RESOLVED: [&str; 2] = [
    "UPDATE report SET name = NULL, quote = NULL, note = NULL WHERE id = $1 AND EXISTS \
     (SELECT 1 FROM moderation_log AS log WHERE log.player = report.player AND log.act = 'delete')",
    "UPDATE sanction SET name = NULL WHERE report = $1 AND EXISTS \
     (SELECT 1 FROM moderation_log AS log WHERE log.player = sanction.player AND log.act = 'delete')",
];

impl Store {
    /// Keeps a report of somebody who has made fewer than `most` within a day; its id.
    ///
    /// # Errors
    /// [`StoreError::TooManyReports`], [`StoreError::Reported`] if the reporter has an open report about the same
    /// thing, or a database error; nothing was written.
    pub async fn insert_report(
        &self,
        new: &NewReport,
        at: UnixMillis,
        most: u64,
    ) -> Result<String, StoreError> {
        let mut work = self.writers.begin().await?;
        let inserted = insert_within(&mut work, new, at, most).await;
        work.finish(inserted).await
    }

    /// A report.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn report(&self, id: &str) -> Result<Option<ReportRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM report WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(report).transpose()
    }

    /// Whether somebody has reported a thing and no moderator has decided about it yet.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_reported(&self, about: &str) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM report WHERE about = $1 AND resolved IS NULL LIMIT 1";
        Ok(!self.readers.fetch(statement, &[about.into()]).await?.is_empty())
    }

    /// The reports that are not resolved, oldest first and after that of an id, without those about the one who
    /// reads.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn open_reports(
        &self,
        reader: &GuestId,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<ReportRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM report WHERE resolved IS NULL AND player <> $1 AND (CAST($2 AS TEXT) IS NULL \
             OR (created, id) > (SELECT created, id FROM report WHERE id = $2)) ORDER BY created, id LIMIT $3"
        );
        let values = [reader.into(), SqlParam::Text(after), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(report).collect()
    }

    /// Number of the reports that are not resolved, without those about the one who reads.
    ///
    /// # Errors
    /// A database error.
    pub async fn open_report_count(&self, reader: &GuestId) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS n FROM report WHERE resolved IS NULL AND player <> $1";
        let rows = self.readers.fetch(statement, &[reader.into()]).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// The reports about a person, the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn reports_about(&self, player: &GuestId, most: u32) -> Result<Vec<ReportRow>, StoreError> {
        let statement =
            format!("SELECT {COLUMNS} FROM report WHERE player = $1 ORDER BY created DESC, id LIMIT $2");
        let values = [player.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(report).collect()
    }

    /// The reports that a person has made, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn reports_by(&self, reporter: &GuestId) -> Result<Vec<ReportRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM report WHERE reporter = $1 ORDER BY created, id");
        self.readers.fetch(statement, &[reporter.into()]).await?.iter().map(report).collect()
    }

    /// Notes that a moderator takes care of a report; false if it is resolved.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn take_report(&self, row: &ReportRow, moderator: &GuestId) -> Result<bool, StoreError> {
        let statement = "UPDATE report SET moderator = $2 WHERE id = $1 AND resolved IS NULL";
        let values = [(&row.id).into(), moderator.into()];
        self.change_report(row, moderator, ("take", None), statement, &values).await
    }

    /// Keeps a note of moderators about a report in place of that of `row`; false if it is resolved or has another
    /// note meanwhile.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn note_report(
        &self,
        row: &ReportRow,
        moderator: &GuestId,
        note: &str,
    ) -> Result<bool, StoreError> {
        let statement = "UPDATE report SET note = $2 WHERE id = $1 AND resolved IS NULL \
             AND coalesce(note, '') = coalesce(CAST($3 AS TEXT), '')";
        let values = [(&row.id).into(), note.into(), SqlParam::Text(row.note.as_deref())];
        self.change_report(row, moderator, ("note", None), statement, &values).await
    }

    /// Resolves a report, with a measure about the person or with none; false if it is resolved already.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`] if there is no account to close, or a database error; nothing was written.
    pub async fn resolve_report(
        &self,
        row: &ReportRow,
        moderator: &GuestId,
        new: Option<&NewSanction>,
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let resolved = async {
            // Before the row: whoever changes names or deletes the account has this lock first, too.
            lock_names(&mut work).await?;
            let decision = new.map_or("nothing", |new| new.measure.into());
            let statement = "UPDATE report SET moderator = $2, resolved = $3, decision = $4 \
                 WHERE id = $1 AND resolved IS NULL";
            let values = [(&row.id).into(), moderator.into(), at.into(), decision.into()];
            let act = act_on(row, moderator, ("resolve", Some(decision)));
            if !change_within(&mut work, act, statement, &values).await? {
                return Ok(false);
            }
            if let Some(new) = new {
                impose_within(&mut work, new, Some(moderator), Some(row), at).await?;
            }
            for statement in FORGET_RESOLVED {
                work.execute(statement, &[(&row.id).into()]).await?;
            }
            Ok(true)
        };
        let resolved = resolved.await;
        work.finish(resolved).await
    }

    async fn change_report(
        &self,
        row: &ReportRow,
        moderator: &GuestId,
        act: (&str, Option<&str>),
        statement: &'static str,
        values: &[SqlParam<'_>],
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let changed = change_within(&mut work, act_on(row, moderator, act), statement, values).await;
        work.finish(changed).await
    }
}

fn act_on<'a>(
    row: &'a ReportRow,
    moderator: &'a GuestId,
    (act, decision): (&'a str, Option<&'a str>),
) -> Act<'a> {
    let reason = decision.or(Some(row.reason.into()));
    Act { actor: Some(moderator), act, player: Some(&row.player), about: Some(&row.id), reason }
}

async fn change_within(
    work: &mut Connection,
    act: Act<'_>,
    statement: &'static str,
    values: &[SqlParam<'_>],
) -> Result<bool, StoreError> {
    if work.execute(statement, values).await? == 0 {
        return Ok(false);
    }
    log(work, act).await.map(|()| true)
}

async fn insert_within(
    work: &mut Connection,
    new: &NewReport,
    at: UnixMillis,
    most: u64,
) -> Result<String, StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240664))";
        work.fetch(lock, &[(&new.reporter).into()]).await?;
    }
    let count = "SELECT count(*) AS n FROM report WHERE reporter = $1 AND created > $2";
    let rows = work.fetch(count, &[(&new.reporter).into(), at.saturating_sub(DAY).into()]).await?;
    if rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= most {
        return Err(StoreError::TooManyReports(most));
    }
    let id = random_id::<ID_LENGTH>().map_err(no_randomness)?;
    let put = "INSERT INTO report (id, reporter, player, about, reason, text, name, quote, created) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
    let reason: &'static str = new.reason.into();
    let values = [
        (&id).into(),
        (&new.reporter).into(),
        (&new.player).into(),
        (&new.about).into(),
        reason.into(),
        SqlParam::Text(new.text.as_deref()),
        (&new.name).into(),
        SqlParam::Text(new.quote.as_deref()),
        at.into(),
    ];
    match work.execute(put, &values).await? {
        0 => Err(StoreError::Reported),
        _ => Ok(id),
    }
}

fn report(row: &SqlRow) -> Result<ReportRow, StoreError> {
    Ok(ReportRow {
        id: row.get("id")?,
        reporter: row.get("reporter")?,
        player: row.get("player")?,
        about: row.get("about")?,
        reason: parsed(row, "reason")?,
        text: row.get("text")?,
        name: row.get("name")?,
        quote: row.get("quote")?,
        created: row.get("created")?,
        moderator: row.get("moderator")?,
        note: row.get("note")?,
        resolved: row.get("resolved")?,
        decision: row.get("decision")?,
    })
}
