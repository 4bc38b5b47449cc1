//! Whom people follow, and when those were last connected.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::row::to_json;
use super::sql::{SqlDialect, SqlRow};
use super::{Store, StoreError};

/// Somebody whom a person follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowRow {
    /// Who is followed.
    pub whom: GuestId,
    /// Since when, in milliseconds since the epoch.
    pub since: UnixMillis,
    /// When the one who is followed was last connected, unless that is shown to nobody or not to this person, in milliseconds since the epoch.
    pub seen: Option<UnixMillis>,
}

impl Store {
    /// Has a person follow another one, unless it follows `most` already.
    ///
    /// # Errors
    /// [`StoreError::TooManyFollowed`] or a database error.
    pub async fn follow(
        &self,
        by: &GuestId,
        whom: &GuestId,
        at: UnixMillis,
        most: u64,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let followed = async {
            if work.dialect() == SqlDialect::Postgres {
                let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240663))";
                work.fetch(lock, &[by.into()]).await?;
            }
            let others = "SELECT count(*) AS n FROM follow WHERE by_player = $1 AND whom <> $2";
            let rows = work.fetch(others, &[by.into(), whom.into()]).await?;
            if rows.first().map_or(Ok(0), |row| row.get("n"))? >= most {
                return Err(StoreError::TooManyFollowed(most));
            }
            let put = "INSERT INTO follow (by_player, whom, since) VALUES ($1, $2, $3) \
                 ON CONFLICT (by_player, whom) DO NOTHING";
            work.execute(put, &[by.into(), whom.into(), at.into()]).await.map(drop)
        };
        let followed = followed.await;
        work.finish(followed).await
    }

    /// Has a person follow another one no more.
    ///
    /// # Errors
    /// A database error.
    pub async fn unfollow(&self, by: &GuestId, whom: &GuestId) -> Result<(), StoreError> {
        let statement = "DELETE FROM follow WHERE by_player = $1 AND whom = $2";
        self.writers.execute(statement, &[by.into(), whom.into()]).await.map(drop)
    }

    /// Whom a person follows, in the order in which that began.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn followed(&self, by: &GuestId) -> Result<Vec<FollowRow>, StoreError> {
        let statement = "SELECT follow.whom, follow.since, online.seen FROM follow \
             LEFT JOIN online ON online.player = follow.whom \
             AND NOT EXISTS (SELECT 1 FROM hidden_person WHERE hidden_person.player = follow.whom) \
             AND NOT EXISTS (SELECT 1 FROM block WHERE by_player = follow.whom AND whom = follow.by_player) \
             WHERE follow.by_player = $1 ORDER BY follow.since, follow.whom";
        self.readers.fetch(statement, &[by.into()]).await?.iter().map(follow).collect()
    }

    /// Notes that these people are connected: those whom somebody follows whom they do not block, and who show it.
    ///
    /// # Errors
    /// A database error.
    pub async fn record_online(&self, people: &[GuestId], now: UnixMillis) -> Result<(), StoreError> {
        if people.is_empty() {
            return Ok(());
        }
        // In one order, so that two nodes wait for each other and not both for ever.
        let statement = self.writers.dialect().choose(
            "INSERT INTO online (player, seen) SELECT value, $2 FROM json_each($1) \
             WHERE EXISTS (SELECT 1 FROM follow WHERE whom = value \
             AND NOT EXISTS (SELECT 1 FROM block WHERE by_player = follow.whom AND whom = follow.by_player)) \
             AND NOT EXISTS (SELECT 1 FROM hidden_person WHERE player = value) \
             ON CONFLICT (player) DO UPDATE SET seen = excluded.seen",
            "INSERT INTO online (player, seen) SELECT value, $2 \
             FROM json_array_elements_text(CAST($1 AS json)) AS each (value) \
             WHERE EXISTS (SELECT 1 FROM follow WHERE whom = value \
             AND NOT EXISTS (SELECT 1 FROM block WHERE by_player = follow.whom AND whom = follow.by_player)) \
             AND NOT EXISTS (SELECT 1 FROM hidden_person WHERE player = value) ORDER BY value \
             ON CONFLICT (player) DO UPDATE SET seen = excluded.seen",
        );
        self.writers.execute(statement, &[(&to_json(&people)?).into(), now.into()]).await.map(drop)
    }

    /// Whether a person shows when they are online.
    ///
    /// # Errors
    /// A database error.
    pub async fn shows_online(&self, player: &GuestId) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM hidden_person WHERE player = $1";
        Ok(self.readers.fetch(statement, &[player.into()]).await?.is_empty())
    }

    /// Changes whether a person shows when they are online.
    ///
    /// # Errors
    /// A database error.
    pub async fn show_online(&self, player: &GuestId, shows: bool) -> Result<(), StoreError> {
        if shows {
            let statement = "DELETE FROM hidden_person WHERE player = $1";
            return self.writers.execute(statement, &[player.into()]).await.map(drop);
        }
        let statement = "INSERT INTO hidden_person (player) VALUES ($1) ON CONFLICT (player) DO NOTHING";
        self.writers.execute(statement, &[player.into()]).await?;
        self.writers.execute("DELETE FROM online WHERE player = $1", &[player.into()]).await.map(drop)
    }

    /// Forgets who was connected last before a time.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_online(&self, before: UnixMillis) -> Result<u64, StoreError> {
        self.writers.execute("DELETE FROM online WHERE seen < $1", &[before.into()]).await
    }
}

fn follow(row: &SqlRow) -> Result<FollowRow, StoreError> {
    Ok(FollowRow { whom: row.get("whom")?, since: row.get("since")?, seen: row.get("seen")? })
}

/// What is deleted with an account.
pub(super) const DELETIONS: [&str; 4] = [
    "DELETE FROM follow WHERE by_player = $1",
    "DELETE FROM follow WHERE whom = $1",
    "DELETE FROM online WHERE player = $1",
    "DELETE FROM hidden_person WHERE player = $1",
];
