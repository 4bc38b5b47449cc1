//! Moderation: roles, and what is decided about people.
//!
//! Each act is written with its entry of the log in one transaction.

use std::collections::BTreeSet;

use rukh_session::id::GuestId;
use rukh_session::wire::moderation::{Measure, ReportReason, Role};
use rukh_session::wire::time::UnixMillis;

use super::account::take_name;
use super::backend::{Backend, StorageLocation};
use super::email_outbox::{EmailKind, notify};
use super::moderation_log::{Act, log};
use super::player::{lock_names, set_within};
use super::sql::{Connection, SqlParam, SqlRow};
use super::{ReportRow, Store, StoreError, indicator, report, seek};
use crate::clock::{self, random_bytes, random_id};
use crate::name::{guest_name, look};

/// How long reports are kept after they are resolved, and decisions after they have ended, in days.
pub const REPORT_RETENTION_DAYS: u64 = 90;
/// Milliseconds of a day.
pub(super) const DAY: u64 = 86_400_000;
/// Length of the ids of reports and sanctions.
pub(super) const ID_LENGTH: usize = 12;
/// Whose the names are that were taken away: nobody's, for good.
const NOBODY: &str = "nobody";
/// Attempts to find a free name for an account that has lost its own.
const MAX_NAME_ATTEMPTS: usize = 20;

/// What is decided about a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanctionRow {
    /// Its id.
    pub id: String,
    /// Whom it concerns.
    pub player: GuestId,
    /// What it is.
    pub measure: Measure,
    /// The name that was taken away.
    pub name: Option<String>,
    /// Why.
    pub reason: ReportReason,
    /// What the person is told.
    pub text: String,
    /// Who decided; `None` for the operator.
    pub moderator: Option<GuestId>,
    /// Id of the report that led to it.
    pub report: Option<String>,
    /// When, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it ends by itself.
    pub until: Option<UnixMillis>,
    /// When it was revoked.
    pub revoked: Option<UnixMillis>,
    /// What the person answered, and when.
    pub appeal: Option<(String, UnixMillis)>,
    /// What was answered to that, and when.
    pub answer: Option<(String, UnixMillis)>,
}

impl SanctionRow {
    /// Whether it is in force.
    #[must_use]
    pub fn is_in_force(&self, now: UnixMillis) -> bool {
        self.revoked.is_none() && self.until.is_none_or(|until| until > now)
    }
}

/// A measure that is to be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSanction {
    /// Whom it concerns.
    pub player: GuestId,
    /// What it is.
    pub measure: Measure,
    /// Why.
    pub reason: ReportReason,
    /// What the person is told.
    pub text: String,
    /// Hours until it ends by itself; `None` if it does not.
    pub hours: Option<u32>,
}

/// What a person may not do at present.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Write in chats.
    pub chat: bool,
    /// Play with others.
    pub play: bool,
    /// Use the account.
    pub closed: bool,
    /// Be heard in chats.
    pub shadowed: bool,
}

const COLUMNS: &str = "id, player, measure, name, reason, text, moderator, report, created, until, revoked, \
     appeal, appealed, answer, answered";
/// Of a sanction `$2` is the time.
const IN_FORCE: &str = "revoked IS NULL AND (until IS NULL OR until > $2)";

impl Store {
    /// The role of a person, if there is one.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn role(&self, player: &GuestId) -> Result<Option<Role>, StoreError> {
        let rows = self.readers.fetch("SELECT role FROM role WHERE player = $1", &[player.into()]).await?;
        rows.first().map(|row| parsed(row, "role")).transpose()
    }

    /// Gives the account of a name a role or takes it away, in a database whose server may be running; whose it
    /// is, or `None` if no account has that name.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    pub async fn set_role(
        place: &StorageLocation,
        name: &str,
        role: Option<Role>,
    ) -> Result<Option<GuestId>, StoreError> {
        as_operator(place, async |work| {
            let Some(player) = account_named(work, name).await? else { return Ok(None) };
            work.execute("DELETE FROM role WHERE player = $1", &[(&player).into()]).await?;
            if let Some(role) = role {
                let put = "INSERT INTO role (player, role, since) VALUES ($1, $2, $3)";
                let word: &'static str = role.into();
                work.execute(put, &[(&player).into(), word.into(), clock::now().into()]).await?;
            }
            let reason = role.map_or("none", <&str>::from);
            let act =
                Act { actor: None, act: "role", player: Some(&player), about: None, reason: Some(reason) };
            log(work, act).await?;
            Ok(Some(player))
        })
        .await
    }

    /// What a person may not do at present.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn restrictions(&self, player: &GuestId, now: UnixMillis) -> Result<Restrictions, StoreError> {
        let statement = format!("SELECT measure FROM sanction WHERE player = $1 AND {IN_FORCE}");
        let rows = self.readers.fetch(statement, &[player.into(), now.into()]).await?;
        rows.iter().try_fold(Restrictions::default(), |found, row| {
            Ok(match parsed(row, "measure")? {
                Measure::Chat => Restrictions { chat: true, ..found },
                Measure::Play => Restrictions { play: true, ..found },
                Measure::Close => Restrictions { closed: true, ..found },
                Measure::Shadow => Restrictions { shadowed: true, ..found },
                Measure::Warning | Measure::Name => found,
            })
        })
    }

    /// Who may not play with others at present.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn kept_from_play(&self, now: UnixMillis) -> Result<BTreeSet<GuestId>, StoreError> {
        let statement = "SELECT DISTINCT player FROM sanction WHERE measure IN ('play', 'close') \
             AND revoked IS NULL AND (until IS NULL OR until > $1)";
        self.readers.fetch(statement, &[now.into()]).await?.iter().map(|row| row.get("player")).collect()
    }

    /// Takes a measure.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`] if there is no account to close, or a database error; nothing was written.
    pub async fn impose(
        &self,
        new: &NewSanction,
        moderator: &GuestId,
        at: UnixMillis,
    ) -> Result<String, StoreError> {
        let mut work = self.writers.begin().await?;
        let imposed = impose_within(&mut work, new, Some(moderator), None, at).await;
        work.finish(imposed).await
    }

    /// Takes a measure in a database whose server may be running, about the account of a name or the guest of an
    /// id; who that is, or `None` if there is nobody.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`], there is no database, or it cannot be written; nothing was written.
    pub async fn impose_at(
        place: &StorageLocation,
        whom: &str,
        new: impl Fn(GuestId) -> NewSanction,
    ) -> Result<Option<GuestId>, StoreError> {
        as_operator(place, async |work| {
            let Some(player) = person_called(work, whom).await? else { return Ok(None) };
            impose_within(work, &new(player.clone()), None, None, clock::now()).await?;
            Ok(Some(player))
        })
        .await
    }

    /// Revokes every measure about somebody that is in force, in a database whose server may be running; who that
    /// is, and how many there were.
    ///
    /// # Errors
    /// There is no database, or it cannot be written; nothing was written.
    pub async fn revoke_at(
        place: &StorageLocation,
        whom: &str,
    ) -> Result<Option<(GuestId, usize)>, StoreError> {
        as_operator(place, async |work| {
            let Some(player) = person_called(work, whom).await? else { return Ok(None) };
            lock_names(work).await?;
            let now = clock::now();
            let statement = format!("SELECT {COLUMNS} FROM sanction WHERE player = $1 AND {IN_FORCE}");
            let rows = work.fetch(statement, &[(&player).into(), now.into()]).await?;
            for row in &rows {
                revoke_within(work, &sanction(row)?, None, now).await?;
            }
            Ok(Some((player, rows.len())))
        })
        .await
    }

    /// A sanction.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn sanction(&self, id: &str) -> Result<Option<SanctionRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM sanction WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(sanction).transpose()
    }

    /// What was decided about a person, the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn sanctions_of(&self, player: &GuestId) -> Result<Vec<SanctionRow>, StoreError> {
        let statement =
            format!("SELECT {COLUMNS} FROM sanction WHERE player = $1 ORDER BY created DESC, id LIMIT 200");
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(sanction).collect()
    }

    /// Sanctions in force whose people have answered and wait for a decision, the first answered first, without
    /// those of the one who reads.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn appeals(&self, reader: &GuestId, most: u32) -> Result<Vec<SanctionRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM sanction WHERE appealed IS NOT NULL AND answered IS NULL AND revoked IS NULL \
             AND player <> $1 ORDER BY appealed, id LIMIT $2"
        );
        let values = [reader.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(sanction).collect()
    }

    /// Revokes a sanction; false if it is revoked already.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn revoke(
        &self,
        row: &SanctionRow,
        moderator: &GuestId,
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let revoked = async {
            lock_names(&mut work).await?;
            revoke_within(&mut work, row, Some(moderator), at).await
        };
        let revoked = revoked.await;
        work.finish(revoked).await
    }

    /// Keeps what a person answers to a sanction; false if it was answered before, is revoked or another's.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn appeal(
        &self,
        id: &str,
        player: &GuestId,
        text: &str,
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let appealed = async {
            let statement = "UPDATE sanction SET appeal = $3, appealed = $4 \
                 WHERE id = $1 AND player = $2 AND appealed IS NULL AND revoked IS NULL";
            if work.execute(statement, &[id.into(), player.into(), text.into(), at.into()]).await? == 0 {
                return Ok(false);
            }
            let act = Act {
                actor: Some(player),
                act: "appeal",
                player: Some(player),
                about: Some(id),
                reason: None,
            };
            log(&mut work, act).await.map(|()| true)
        };
        let appealed = appealed.await;
        work.finish(appealed).await
    }

    /// Decides an appeal, and revokes the sanction if it is `lifted`; false if it was decided before.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn answer_appeal(
        &self,
        row: &SanctionRow,
        moderator: &GuestId,
        (is_lifted, text): (bool, &str),
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let answered = async {
            lock_names(&mut work).await?;
            let statement = "UPDATE sanction SET answer = $2, answered = $3 \
                 WHERE id = $1 AND appealed IS NOT NULL AND answered IS NULL";
            if work.execute(statement, &[(&row.id).into(), text.into(), at.into()]).await? == 0 {
                return Ok(false);
            }
            let act = Act {
                actor: Some(moderator),
                act: if is_lifted { "grant appeal" } else { "reject appeal" },
                player: Some(&row.player),
                about: Some(&row.id),
                reason: Some(row.reason.into()),
            };
            log(&mut work, act).await?;
            if is_lifted {
                revoke_within(&mut work, row, Some(moderator), at).await?;
            }
            notify(&mut work, EmailKind::Decision, &row.player, &row.id, at).await?;
            Ok(true)
        };
        let answered = answered.await;
        work.finish(answered).await
    }

    /// Deletes reports and sanctions [`REPORT_RETENTION_DAYS`] after they were resolved or have ended, and figures of
    /// how people play as long after they were made; returns how many. The log stays.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_moderation(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let before = now.saturating_sub(REPORT_RETENTION_DAYS * DAY);
        let reports = "DELETE FROM report WHERE resolved < $1";
        // Of a sanction that lasts, only warnings and lost names have ended at once.
        let sanctions = "DELETE FROM sanction WHERE coalesce(revoked, until, \
             CASE WHEN measure IN ('warning', 'name') THEN created END) < $1 \
             AND (appealed IS NULL OR answered < $1 OR revoked < $1)";
        let deleted = indicator::purge(&self.writers, now).await?
            + self.writers.execute(reports, &[before.into()]).await?;
        Ok(deleted + self.writers.execute(sanctions, &[before.into()]).await?)
    }
}

/// Does something in a transaction on a database whose server may be running.
pub(super) async fn as_operator<T>(
    place: &StorageLocation,
    work: impl AsyncFnOnce(&mut Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    super::migrations::check_current(place).await?;
    let backend = Backend::open_read_only(place).await?;
    let done = async {
        let mut transaction = backend.writers.begin().await?;
        let done = work(&mut transaction).await;
        transaction.finish(done).await
    };
    let done = done.await;
    backend.close().await;
    done
}

/// Whose account has or had a name.
pub(super) async fn account_named(work: &mut Connection, name: &str) -> Result<Option<GuestId>, StoreError> {
    let statement = "SELECT account.player FROM account JOIN account_name \
         ON account_name.player = account.player WHERE look = $1";
    let rows = work.fetch(statement, &[(&look(name)).into()]).await?;
    rows.first().map(|row| row.get("player")).transpose()
}

/// The account of a name, or else the person of an id.
pub(super) async fn person_called(work: &mut Connection, whom: &str) -> Result<Option<GuestId>, StoreError> {
    if let Some(player) = account_named(work, whom).await? {
        return Ok(Some(player));
    }
    let known = "SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM player WHERE id = $1) \
         OR EXISTS (SELECT 1 FROM game WHERE white_player = $1) \
         OR EXISTS (SELECT 1 FROM game WHERE black_player = $1)";
    let is_known = !work.fetch(known, &[whom.into()]).await?.is_empty();
    Ok(whom.parse().ok().filter(|_| is_known))
}

/// Takes a measure with all that follows from it; the id of the sanction. Every decision has the lock of names
/// before anything else, so that no two wait for each other.
pub(super) async fn impose_within(
    work: &mut Connection,
    new: &NewSanction,
    moderator: Option<&GuestId>,
    report: Option<&ReportRow>,
    at: UnixMillis,
) -> Result<String, StoreError> {
    lock_names(work).await?;
    let NewSanction { player, measure, reason, text, hours } = new;
    let id = random_id::<ID_LENGTH>().map_err(no_randomness)?;
    let mut name = None;
    match measure {
        Measure::Name => {
            name = take_name_away(work, player, report.and_then(|row| row.name.as_deref()), at).await?;
        }
        Measure::Close => {
            let account = "SELECT 1 AS one FROM account WHERE player = $1";
            if work.fetch(account, &[player.into()]).await?.is_empty() {
                return Err(StoreError::NoAccount);
            }
        }
        Measure::Warning | Measure::Chat | Measure::Play | Measure::Shadow => {}
    }
    if matches!(measure, Measure::Close | Measure::Play) {
        seek::delete_open_of(work, player).await?;
    }
    let until = hours.map(|hours| at + u64::from(hours) * 3_600_000);
    let put = "INSERT INTO sanction (id, player, measure, name, reason, text, moderator, report, created, until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let (measure, reason): (&'static str, &'static str) = (measure.into(), reason.into());
    let values = [
        (&id).into(),
        player.into(),
        measure.into(),
        SqlParam::Text(name.as_deref()),
        reason.into(),
        text.into(),
        SqlParam::Text(moderator.map(GuestId::as_str)),
        SqlParam::Text(report.map(|row| &*row.id)),
        at.into(),
        SqlParam::Int(until.map(|until| super::sql::to_i64(until.as_u64()))),
    ];
    work.execute(put, &values).await?;
    let act = format!("impose {measure}");
    let act =
        Act { actor: moderator, act: &act, player: Some(player), about: Some(&id), reason: Some(reason) };
    log(work, act).await?;
    if new.measure != Measure::Shadow {
        notify(work, EmailKind::Decision, player, &id, at).await?;
    }
    Ok(id)
}

/// Takes a name away from a person: the one that was reported, or else the present one. Nobody can have it any more;
/// an account that still has it gets one that says nothing, and may choose another at once. Which name it was, if
/// there was one.
pub(super) async fn take_name_away(
    work: &mut Connection,
    player: &GuestId,
    reported: Option<&str>,
    at: UnixMillis,
) -> Result<Option<String>, StoreError> {
    lock_names(work).await?;
    let rows = work.fetch("SELECT name FROM player WHERE id = $1", &[player.into()]).await?;
    let present = rows.first().map(|row| row.get::<String>("name")).transpose()?;
    // Who has chosen no name has none that could be taken away.
    let reported = reported.filter(|name| *name != guest_name(player)).map(str::to_owned);
    let Some(name) = reported.or_else(|| present.clone()) else { return Ok(None) };
    let put = "INSERT INTO account_name (look, player, name, since) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (look) DO UPDATE SET player = excluded.player WHERE account_name.player = $5";
    let taken = look(&name);
    let values = [(&taken).into(), NOBODY.into(), (&name).into(), at.into(), player.into()];
    work.execute(put, &values).await?;
    if present.is_none_or(|present| look(&present) != taken) {
        return Ok(Some(name));
    }
    let account = "SELECT 1 AS one FROM account WHERE player = $1";
    if work.fetch(account, &[player.into()]).await?.is_empty() {
        set_within(work, player, None).await?;
        return Ok(Some(name));
    }
    for _ in 0..MAX_NAME_ATTEMPTS {
        let number = u32::from_le_bytes(random_bytes().map_err(no_randomness)?) % 1_000_000;
        match take_name(work, player, &format!("Player {number}"), at).await {
            Err(StoreError::NameTaken) => {}
            Err(error) => return Err(error),
            Ok(()) => {
                work.execute("UPDATE account SET renamed = created WHERE player = $1", &[player.into()])
                    .await?;
                return Ok(Some(name));
            }
        }
    }
    Err(StoreError::NameTaken)
}

/// Revokes a sanction, in a transaction that has the lock of names; false if it was revoked before.
async fn revoke_within(
    work: &mut Connection,
    row: &SanctionRow,
    moderator: Option<&GuestId>,
    at: UnixMillis,
) -> Result<bool, StoreError> {
    let statement = "UPDATE sanction SET revoked = $2 WHERE id = $1 AND revoked IS NULL";
    if work.execute(statement, &[(&row.id).into(), at.into()]).await? == 0 {
        return Ok(false);
    }
    if let Some(name) = &row.name {
        // The person may choose it again; a guest has none reserved.
        let free = "DELETE FROM account_name WHERE player = $2 AND look = $3 \
             AND NOT EXISTS (SELECT 1 FROM account WHERE player = $1)";
        work.execute(free, &[(&row.player).into(), NOBODY.into(), (&look(name)).into()]).await?;
        let give = "UPDATE account_name SET player = $1 WHERE player = $2 AND look = $3";
        work.execute(give, &[(&row.player).into(), NOBODY.into(), (&look(name)).into()]).await?;
        let renamable = "UPDATE account SET renamed = created WHERE player = $1";
        work.execute(renamable, &[(&row.player).into()]).await?;
    }
    let measure: &'static str = row.measure.into();
    let act = Act {
        actor: moderator,
        act: &format!("revoke {measure}"),
        player: Some(&row.player),
        about: Some(&row.id),
        reason: Some(row.reason.into()),
    };
    log(work, act).await.map(|()| true)
}

/// What is deleted of moderation with an account, or says no more who it was: the log has ids alone.
pub(super) const DELETIONS: [&str; 5] = [
    "DELETE FROM role WHERE player = $1",
    "DELETE FROM block WHERE by_player = $1 OR whom = $1",
    report::FORGET_REPORTER,
    report::FORGET_REPORTED,
    "UPDATE sanction SET name = NULL, text = '', appeal = NULL, appealed = NULL, answer = NULL, answered = NULL \
     WHERE player = $1",
];

fn sanction(row: &SqlRow) -> Result<SanctionRow, StoreError> {
    let dated = |text: &str, at: &str| {
        let at: Option<UnixMillis> = row.get(at)?;
        let text: Option<String> = row.get(text)?;
        Ok::<_, StoreError>(at.map(|at| (text.unwrap_or_default(), at)))
    };
    Ok(SanctionRow {
        id: row.get("id")?,
        player: row.get("player")?,
        measure: parsed(row, "measure")?,
        name: row.get("name")?,
        reason: parsed(row, "reason")?,
        text: row.get("text")?,
        moderator: row.get("moderator")?,
        report: row.get("report")?,
        created: row.get("created")?,
        until: row.get("until")?,
        revoked: row.get("revoked")?,
        appeal: dated("appeal", "appealed")?,
        answer: dated("answer", "answered")?,
    })
}

/// A word of a column.
pub(super) fn parsed<T: std::str::FromStr>(row: &SqlRow, column: &str) -> Result<T, StoreError> {
    let word: String = row.get(column)?;
    word.parse().map_err(|_| StoreError::corrupt(column, format!("`{word}` is no {column}")))
}

pub(super) fn no_randomness(error: std::io::Error) -> StoreError {
    StoreError::Corrupt(format!("no randomness: {error}"))
}
