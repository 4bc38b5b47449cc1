//! Figures of how people play, which moderators ask for: who is asked about, what is judged already, what was found.
//!
//! One node at a time works on what is asked about a person: its incarnation owns the row, and whatever it writes is
//! written only while it does. When the incarnation has expired, another node goes on where it stopped.

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::rating::RatingPool;
use rukh_session::wire::time::UnixMillis;

use super::moderation::DAY;
use super::moderation_log::{Act, log};
use super::player::lock_names;
use super::rating::pool;
use super::sql::{Connection, Pool, SqlParam, SqlRow};
use super::{REPORT_RETENTION_DAYS, Store, StoreError};

/// How far it is what was asked about a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndicatorJob {
    /// When it was asked, in milliseconds since the epoch: games that ended until then count.
    pub asked: UnixMillis,
    /// Games that are judged.
    pub done: u64,
    /// Games that are to be judged; `None` until a node has looked.
    pub total: Option<u64>,
    /// When all were, in milliseconds since the epoch.
    pub ended: Option<UnixMillis>,
}

/// The right of this node to work on what was asked about a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndicatorClaim {
    /// Who is asked about.
    pub player: GuestId,
    /// When it was asked, in milliseconds since the epoch.
    pub asked: UnixMillis,
    /// Incarnation of the node.
    owner: String,
}

/// The counted moves of a person in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedGameRow {
    /// The game.
    pub game: GameId,
    /// Revision of the figures that they were counted for.
    pub revision: u32,
    /// Node limit of the judge.
    pub nodes: u64,
    /// The moves, as JSON.
    pub body: String,
    /// When they were counted, in milliseconds since the epoch.
    pub at: UnixMillis,
}

/// The figures of a person in a pool of ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndicatorRow {
    /// The pool.
    pub pool: RatingPool,
    /// Revision of the figures.
    pub revision: u32,
    /// Node limit of the judge.
    pub nodes: u64,
    /// The rating of the person when they were made, in points, if it was settled.
    pub rating: Option<u16>,
    /// The figures, as JSON.
    pub body: String,
    /// When they were made, in milliseconds since the epoch.
    pub at: UnixMillis,
}

/// Nobody works on a row: it is no node's, this node's (`$1`), which works on one alone, or that of a node that has gone.
const IS_FREE: &str = "ended IS NULL AND (owner IS NULL OR owner = $1 \
     OR NOT EXISTS (SELECT 1 FROM node WHERE life = owner AND expires > now_ms()))";

/// What is known of a person's play goes with the account.
pub(super) const DELETIONS: [&str; 3] = [
    "DELETE FROM indicator_job WHERE player = $1",
    "DELETE FROM indicator_game WHERE player = $1",
    "DELETE FROM indicator WHERE player = $1",
];

impl Store {
    /// Asks for the figures of a person; false if that is under way.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`] if the person has none, or a database error; nothing was written.
    pub async fn ask_indicators(
        &self,
        player: &GuestId,
        moderator: &GuestId,
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let asked = async {
            // An account that is deleted meanwhile would leave the row behind.
            lock_names(&mut work).await?;
            let account = "SELECT 1 AS one FROM account WHERE player = $1";
            if work.fetch(account, &[player.into()]).await?.is_empty() {
                return Err(StoreError::NoAccount);
            }
            let put = "INSERT INTO indicator_job (player, asked, done) VALUES ($1, $2, 0) \
                 ON CONFLICT (player) DO UPDATE SET asked = excluded.asked, done = 0, total = NULL, ended = NULL, \
                 owner = NULL WHERE indicator_job.ended IS NOT NULL";
            if work.execute(put, &[player.into(), at.into()]).await? == 0 {
                return Ok(false);
            }
            let act = Act {
                actor: Some(moderator),
                act: "indicators",
                player: Some(player),
                about: None,
                reason: None,
            };
            log(&mut work, act).await.map(|()| true)
        };
        let asked = asked.await;
        work.finish(asked).await
    }

    /// How far it is what was asked about a person; `None` if nobody has asked, or that is long ago.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn indicator_job(&self, player: &GuestId) -> Result<Option<IndicatorJob>, StoreError> {
        let statement = "SELECT asked, done, total, ended FROM indicator_job WHERE player = $1";
        let job = |row: &SqlRow| {
            let (asked, done) = (row.get("asked")?, row.get("done")?);
            Ok(IndicatorJob { asked, done, total: row.get("total")?, ended: row.get("ended")? })
        };
        self.readers.fetch(statement, &[player.into()]).await?.first().map(job).transpose()
    }

    /// Takes what was asked first and no node works on; this node must not work on another.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn claim_indicators(&self) -> Result<Option<IndicatorClaim>, StoreError> {
        let owner = self.node_lease.incarnation();
        // Of two nodes that choose one row the later one waits for the earlier one, and finds it taken.
        let statement = format!(
            "UPDATE indicator_job SET owner = $1 WHERE {IS_FREE} AND player = (SELECT player FROM indicator_job \
             WHERE {IS_FREE} ORDER BY asked, player LIMIT 1) RETURNING player, asked"
        );
        let rows = self.writers.fetch(statement, &[(&owner).into()]).await?;
        let claim = |row: &SqlRow| {
            Ok(IndicatorClaim { player: row.get("player")?, asked: row.get("asked")?, owner: owner.clone() })
        };
        rows.first().map(claim).transpose()
    }

    /// Notes how many of the games are judged; false if this node works on it no more.
    ///
    /// # Errors
    /// A database error.
    pub async fn note_indicators(
        &self,
        claim: &IndicatorClaim,
        (done, total): (u64, u64),
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let noted = note_within(&mut work, claim, (done, total)).await;
        work.finish(noted).await
    }

    /// Keeps the counted moves of a game, and notes how many games are judged; false if this node works on it no more,
    /// and nothing was written.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn save_counted_game(
        &self,
        claim: &IndicatorClaim,
        row: &CountedGameRow,
        progress: (u64, u64),
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let saved = async {
            if !note_within(&mut work, claim, progress).await? {
                return Ok(false);
            }
            let put = "INSERT INTO indicator_game (player, game, revision, nodes, body, at) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player, game) DO UPDATE SET \
                 revision = excluded.revision, nodes = excluded.nodes, body = excluded.body, at = excluded.at";
            let CountedGameRow { game, revision, nodes, body, at } = row;
            let values = [
                (&claim.player).into(),
                game.into(),
                i64::from(*revision).into(),
                (*nodes).into(),
                body.into(),
                (*at).into(),
            ];
            work.execute(put, &values).await.map(|_| true)
        };
        let saved = saved.await;
        work.finish(saved).await
    }

    /// The games of a person whose moves are counted.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn counted_games(&self, player: &GuestId) -> Result<Vec<CountedGameRow>, StoreError> {
        let statement =
            "SELECT game, revision, nodes, body, at FROM indicator_game WHERE player = $1 ORDER BY game";
        let game = |row: &SqlRow| {
            Ok(CountedGameRow {
                game: row.get("game")?,
                revision: count("revision", row.get("revision")?)?,
                nodes: row.get("nodes")?,
                body: row.get("body")?,
                at: row.get("at")?,
            })
        };
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(game).collect()
    }

    /// Keeps the figures of a person in place of those before, and ends what was asked; false if this node works on
    /// it no more, and nothing was written.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn finish_indicators(
        &self,
        claim: &IndicatorClaim,
        rows: &[IndicatorRow],
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let finished = async {
            if !end_within(&mut work, claim, at).await? {
                return Ok(false);
            }
            work.execute("DELETE FROM indicator WHERE player = $1", &[(&claim.player).into()]).await?;
            for row in rows {
                insert_figures(&mut work, &claim.player, row).await?;
            }
            Ok(true)
        };
        let finished = finished.await;
        work.finish(finished).await
    }

    /// Ends what was asked without new figures, because they cannot be made; false if this node works on it no more.
    ///
    /// # Errors
    /// A database error.
    pub async fn end_indicators(&self, claim: &IndicatorClaim, at: UnixMillis) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let ended = end_within(&mut work, claim, at).await;
        work.finish(ended).await
    }

    /// The figures of a person, by pool.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn indicators_of(&self, player: &GuestId) -> Result<Vec<IndicatorRow>, StoreError> {
        let statement =
            "SELECT pool, revision, nodes, rating, body, at FROM indicator WHERE player = $1 ORDER BY pool";
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(figures).collect()
    }

    /// The figures of others in the pool of a row, made by the same judge, whose rating is at most `reach` points away:
    /// as JSON, without who they are. None where the row has no rating.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn indicator_peers(
        &self,
        player: &GuestId,
        row: &IndicatorRow,
        reach: u16,
    ) -> Result<Vec<String>, StoreError> {
        let Some(rating) = row.rating.map(i64::from) else { return Ok(Vec::new()) };
        let statement = "SELECT body FROM indicator WHERE pool = $1 AND rating BETWEEN $2 AND $3 \
             AND revision = $4 AND nodes = $5 AND player <> $6 ORDER BY player";
        let reach = i64::from(reach);
        let name = row.pool.to_string();
        let values = [
            (&name).into(),
            (rating - reach).into(),
            (rating + reach).into(),
            i64::from(row.revision).into(),
            row.nodes.into(),
            player.into(),
        ];
        self.readers.fetch(statement, &values).await?.iter().map(|row| row.get("body")).collect()
    }
}

/// Deletes what is too old: counted games and figures some time after they were made, and who was asked about some
/// time after that ended, or after it was asked if it never does. Returns how many rows.
pub(super) async fn purge(work: &Pool, now: UnixMillis) -> Result<u64, StoreError> {
    let before = now.saturating_sub(REPORT_RETENTION_DAYS * DAY);
    let mut deleted = 0;
    for statement in [
        "DELETE FROM indicator_job WHERE ended < $1 OR ended IS NULL AND asked < $1",
        // While it is under way, what is counted is still needed.
        "DELETE FROM indicator_game WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM indicator_job AS job \
         WHERE job.player = indicator_game.player AND job.ended IS NULL)",
        "DELETE FROM indicator WHERE at < $1",
    ] {
        deleted += work.execute(statement, &[before.into()]).await?;
    }
    Ok(deleted)
}

async fn note_within(
    work: &mut Connection,
    claim: &IndicatorClaim,
    (done, total): (u64, u64),
) -> Result<bool, StoreError> {
    let statement = "UPDATE indicator_job SET done = $3, total = $4 \
         WHERE player = $1 AND owner = $2 AND ended IS NULL";
    let values = [(&claim.player).into(), (&claim.owner).into(), done.into(), total.into()];
    Ok(work.execute(statement, &values).await? == 1)
}

async fn end_within(
    work: &mut Connection,
    claim: &IndicatorClaim,
    at: UnixMillis,
) -> Result<bool, StoreError> {
    let statement = "UPDATE indicator_job SET ended = $3, owner = NULL \
         WHERE player = $1 AND owner = $2 AND ended IS NULL";
    let values = [(&claim.player).into(), (&claim.owner).into(), at.into()];
    Ok(work.execute(statement, &values).await? == 1)
}

async fn insert_figures(
    work: &mut Connection,
    player: &GuestId,
    row: &IndicatorRow,
) -> Result<(), StoreError> {
    let put = "INSERT INTO indicator (player, pool, revision, nodes, rating, body, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let name = row.pool.to_string();
    let values = [
        player.into(),
        (&name).into(),
        i64::from(row.revision).into(),
        row.nodes.into(),
        SqlParam::Int(row.rating.map(i64::from)),
        (&row.body).into(),
        row.at.into(),
    ];
    work.execute(put, &values).await.map(drop)
}

fn figures(row: &SqlRow) -> Result<IndicatorRow, StoreError> {
    let rating: Option<i64> = row.get("rating")?;
    Ok(IndicatorRow {
        pool: pool(row)?,
        revision: count("revision", row.get("revision")?)?,
        nodes: row.get("nodes")?,
        rating: rating.map(|rating| count("rating", rating)).transpose()?,
        body: row.get("body")?,
        at: row.get("at")?,
    })
}

/// A stored number that cannot be less than nothing.
fn count<T: TryFrom<i64, Error: std::fmt::Display>>(what: &str, stored: i64) -> Result<T, StoreError> {
    T::try_from(stored).map_err(|error| StoreError::corrupt(what, error))
}
