//! Vacations: times in which the clocks of a person's games with days for each move wait.

use rukh_rules::Side;
use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;

use super::sql::{Connection, SqlDialect, SqlRow};
use super::{Store, StoreError};

const DAY: u64 = 86_400_000;
/// Days of vacation that a person can take within a year.
pub const VACATION_DAYS: u32 = 30;
/// That year, in milliseconds.
const YEAR: u64 = 365 * DAY;

/// A vacation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VacationRow {
    /// When it began, in milliseconds since the epoch.
    pub begins: UnixMillis,
    /// When it ends or ended, in milliseconds since the epoch.
    pub ends: UnixMillis,
}

/// What was wanted of a vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VacationOutcome {
    /// It begins, and ends at this time by itself.
    Begins(UnixMillis),
    /// The person is on vacation already.
    Running,
    /// Only this many whole days are left.
    TooLong(u32),
}

impl Store {
    /// The vacations of a person that count at a time, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn vacations(&self, player: &GuestId, now: UnixMillis) -> Result<Vec<VacationRow>, StoreError> {
        let statement = "SELECT begins, ends FROM vacation WHERE player = $1 AND ends > $2 ORDER BY begins";
        let values = [player.into(), now.saturating_sub(YEAR).into()];
        self.readers.fetch(statement, &values).await?.iter().map(vacation).collect()
    }

    /// The vacation that a person is on, if any.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn vacation_of(
        &self,
        player: &GuestId,
        now: UnixMillis,
    ) -> Result<Option<VacationRow>, StoreError> {
        let statement = "SELECT begins, ends FROM vacation WHERE player = $1 AND ends > $2";
        self.readers.fetch(statement, &[player.into(), now.into()]).await?.first().map(vacation).transpose()
    }

    /// Begins a vacation of some days, if the person has as many left and is not on vacation.
    ///
    /// # Errors
    /// A database error or corrupt data; nothing was written.
    pub async fn begin_vacation(
        &self,
        player: &GuestId,
        days: u32,
        now: UnixMillis,
    ) -> Result<VacationOutcome, StoreError> {
        let mut work = self.writers.begin().await?;
        let begun = begin_within(&mut work, player, days, now).await;
        work.finish(begun).await
    }

    /// Ends a person's vacation; false if there is none.
    ///
    /// # Errors
    /// A database error.
    pub async fn end_vacation(&self, player: &GuestId, now: UnixMillis) -> Result<bool, StoreError> {
        let statement = "UPDATE vacation SET ends = $2, told = 0 WHERE player = $1 AND ends > $2";
        Ok(self.writers.execute(statement, &[player.into(), now.into()]).await? > 0)
    }

    /// People of whose vacation not every game was told.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn untold_vacations(&self) -> Result<Vec<GuestId>, StoreError> {
        let statement = "SELECT DISTINCT player FROM vacation WHERE told = 0";
        self.readers.fetch(statement, &[]).await?.iter().map(|row| row.get("player")).collect()
    }

    /// Records that every game was told of a person's vacation, if it still ends then.
    ///
    /// # Errors
    /// A database error.
    pub async fn told_vacation(
        &self,
        player: &GuestId,
        until: Option<UnixMillis>,
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        let statement =
            "UPDATE vacation SET told = 1 WHERE player = $1 AND told = 0 AND (ends = $2 OR ends <= $3)";
        let until = until.unwrap_or(now);
        self.writers.execute(statement, &[player.into(), until.into(), now.into()]).await.map(drop)
    }

    /// The unfinished games of a person, each with a side that the person plays.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn unfinished_games_of(&self, player: &GuestId) -> Result<Vec<(GameId, Side)>, StoreError> {
        let statement = "SELECT id, 0 AS black FROM game WHERE is_over = 0 AND white_player = $1 \
             UNION ALL SELECT id, 1 AS black FROM game WHERE is_over = 0 AND black_player = $1";
        let game = |row: &SqlRow| {
            let side = if row.get::<u64>("black")? == 0 { Side::White } else { Side::Black };
            Ok((row.get("id")?, side))
        };
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(game).collect()
    }

    /// Forgets vacations that count no more; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_vacations(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let statement = "DELETE FROM vacation WHERE ends <= $1";
        self.writers.execute(statement, &[now.saturating_sub(YEAR).into()]).await
    }
}

/// Whole days that are left of a year's vacation. One that was begun counts whole days, too: whoever begins and ends
/// them all day would else write without end.
#[must_use]
pub fn vacation_days_left(taken: &[VacationRow], now: UnixMillis) -> u32 {
    let since = now.saturating_sub(YEAR);
    let days = |row: &VacationRow| row.ends.since(row.begins.max(since)).div_ceil(DAY).max(1);
    let taken: u64 = taken.iter().map(days).sum();
    VACATION_DAYS.saturating_sub(u32::try_from(taken).unwrap_or(VACATION_DAYS))
}

async fn begin_within(
    work: &mut Connection,
    player: &GuestId,
    days: u32,
    now: UnixMillis,
) -> Result<VacationOutcome, StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240665))";
        work.fetch(lock, &[player.into()]).await?;
    }
    let statement = "SELECT begins, ends FROM vacation WHERE player = $1 AND ends > $2";
    let rows = work.fetch(statement, &[player.into(), now.saturating_sub(YEAR).into()]).await?;
    let taken: Vec<VacationRow> = rows.iter().map(vacation).collect::<Result<_, _>>()?;
    if taken.iter().any(|row| row.ends > now) {
        return Ok(VacationOutcome::Running);
    }
    let left = vacation_days_left(&taken, now);
    if days > left {
        return Ok(VacationOutcome::TooLong(left));
    }
    let ends = now + u64::from(days) * DAY;
    let put = "INSERT INTO vacation (player, begins, ends, told) VALUES ($1, $2, $3, 0)";
    work.execute(put, &[player.into(), now.into(), ends.into()]).await?;
    Ok(VacationOutcome::Begins(ends))
}

fn vacation(row: &SqlRow) -> Result<VacationRow, StoreError> {
    Ok(VacationRow { begins: row.get("begins")?, ends: row.get("ends")? })
}

/// What is deleted with an account.
pub(super) const DELETIONS: [&str; 1] = ["DELETE FROM vacation WHERE player = $1"];
