//! Leases: which node writes which game.
//!
//! A node has an *incarnation*, which begins when it opens the store and lasts while its heartbeats
//! arrive. A game is owned by an incarnation. When that has expired (its node was stopped, or its
//! heartbeats stopped), the first node that asks gets its games with a higher epoch; late writes of
//! the previous owner are rejected. An expired incarnation never becomes valid again: its node
//! begins another and keeps the games that no other node has taken.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rukh_session::id::GameId;
use rukh_session::wire::time::UnixMillis;

use super::mail;
use super::sql::{Pool, SqlDialect, SqlParam, SqlRow};
use super::{Epoch, Lease, LeaseOutcome, Store, StoreError};
use crate::clock::{SiteClock, random_bytes, wall_clock};

/// Lifetime of an incarnation after a heartbeat, in milliseconds, with several nodes.
const LEASE_TTL: i64 = 4_000;
/// With a single node an incarnation does not expire.
const NO_EXPIRY: i64 = 1 << 52;
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Heartbeat interval of a single node, where only a restart reads it.
const LOCAL_HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);
/// Number of heartbeats between two purges.
const PURGE_EVERY: u32 = 600;
/// Age of purged rows, in milliseconds.
const RETENTION: i64 = 86_400_000;
/// Attempts to acquire a lease while others compete.
const MAX_ATTEMPTS: usize = 5;

/// This node's incarnation.
#[derive(Debug)]
pub(super) struct NodeLease {
    /// Id of the node.
    node: String,
    incarnation: Mutex<(String, Instant)>,
}

impl NodeLease {
    /// Begins an incarnation. Earlier ones of the same node expire, and with a single node all
    /// others too.
    pub(super) async fn open(pool: &Pool, node: &str) -> Result<NodeLease, StoreError> {
        let node_lease = NodeLease::unregistered(node)?;
        let incarnation = node_lease.incarnation();
        let is_alone = i64::from(pool.dialect() == SqlDialect::Sqlite);
        let mut work = pool.begin().await?;
        let outcome = async {
            let ended = "UPDATE node SET expires = now_ms() WHERE expires > now_ms() AND (id = $1 OR $2 = 1)";
            work.execute(ended, &[node.into(), is_alone.into()]).await?;
            node_lease.insert_node(&mut work, &incarnation).await
        };
        let outcome = outcome.await;
        work.finish(outcome).await?;
        Ok(node_lease)
    }

    /// One that no other node knows, and that no game can be owned by.
    pub(super) fn unregistered(node: &str) -> Result<NodeLease, StoreError> {
        let incarnation = Mutex::new((new_incarnation(node)?, Instant::now()));
        Ok(NodeLease { node: node.to_owned(), incarnation })
    }

    async fn insert_node(
        &self,
        work: &mut super::sql::Transaction,
        incarnation: &str,
    ) -> Result<(), StoreError> {
        let ttl = match work.dialect() {
            SqlDialect::Sqlite => NO_EXPIRY,
            SqlDialect::Postgres => LEASE_TTL,
        };
        let statement = "INSERT INTO node (life, id, seen, expires) VALUES ($1, $2, now_ms(), now_ms() + $3)";
        let values = [incarnation.into(), (&self.node).into(), ttl.into()];
        work.execute(statement, &values).await.map(drop)
    }

    pub(super) fn incarnation(&self) -> String {
        self.incarnation.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn record_heartbeat(&self, incarnation: String) {
        *self.incarnation.lock().unwrap_or_else(PoisonError::into_inner) = (incarnation, Instant::now());
    }

    /// Whether other nodes may consider this one dead.
    pub(super) fn is_fenced(&self, dialect: SqlDialect) -> bool {
        let last_heartbeat = self.incarnation.lock().unwrap_or_else(PoisonError::into_inner).1;
        dialect == SqlDialect::Postgres
            && last_heartbeat.elapsed() > Duration::from_millis(LEASE_TTL.unsigned_abs())
    }

    /// Sends heartbeats until aborted.
    pub(super) async fn run_heartbeat(&self, pool: &Pool) {
        let interval = match pool.dialect() {
            SqlDialect::Sqlite => LOCAL_HEARTBEAT_INTERVAL,
            SqlDialect::Postgres => HEARTBEAT_INTERVAL,
        };
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for count in 1_u32.. {
            ticks.tick().await;
            // A lost heartbeat is retried with the next.
            let _ = tokio::time::timeout(interval * 3, self.heartbeat(pool)).await;
            let _ = tokio::time::timeout(interval, observe_clock(pool)).await;
            if count % PURGE_EVERY == 0 {
                let _ = purge(pool).await;
            }
        }
    }

    async fn heartbeat(&self, pool: &Pool) -> Result<(), StoreError> {
        let incarnation = self.incarnation();
        match pool.dialect() {
            // A heartbeat without games has no reader.
            SqlDialect::Sqlite => {
                let statement = "UPDATE node SET seen = now_ms() WHERE life = $1 \
                     AND EXISTS (SELECT 1 FROM game WHERE owner = $1)";
                pool.execute(statement, &[(&incarnation).into()]).await?;
            }
            SqlDialect::Postgres => {
                let statement = "UPDATE node SET seen = now_ms(), expires = now_ms() + $2 WHERE life = $1 AND expires > now_ms()";
                if pool.execute(statement, &[(&incarnation).into(), LEASE_TTL.into()]).await? == 0 {
                    return self.renew_expired(pool, &incarnation).await;
                }
            }
        }
        self.record_heartbeat(incarnation);
        Ok(())
    }

    /// Begins a new incarnation after the previous one expired.
    async fn renew_expired(&self, pool: &Pool, ended: &str) -> Result<(), StoreError> {
        let incarnation = new_incarnation(&self.node)?;
        let mut work = pool.begin().await?;
        let outcome = async {
            self.insert_node(&mut work, &incarnation).await?;
            // In the order of whoever writes to several games.
            work.lock_in_order("game", "owner = $1", &[ended.into()]).await?;
            let statement = "UPDATE game SET owner = $2 WHERE owner = $1";
            work.execute(statement, &[ended.into(), (&incarnation).into()]).await
        };
        let outcome = outcome.await;
        work.finish(outcome).await?;
        self.record_heartbeat(incarnation);
        Ok(())
    }

    /// Expires the incarnation on shutdown.
    pub(super) async fn expire(&self, pool: &Pool) -> Result<(), StoreError> {
        let incarnation = self.incarnation();
        let end =
            "UPDATE node SET seen = now_ms(), expires = now_ms() WHERE life = $1 AND expires > now_ms()";
        pool.execute(end, &[(&incarnation).into()]).await.map(drop)
    }

    /// Acquires a game for this node, unless a live node holds it.
    pub(super) async fn acquire(
        &self,
        pool: &Pool,
        game: &GameId,
    ) -> Result<Option<LeaseOutcome>, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let incarnation = self.incarnation();
            let Some(row) = pool.fetch(SELECT_OWNER, &[game.into()]).await?.pop() else { return Ok(None) };
            let owner_row = OwnerRow::read(&row)?;
            if owner_row.is_held_by_other(&incarnation) {
                return Ok(Some(LeaseOutcome::HeldBy(owner_row.owner.unwrap_or_default())));
            }
            let owner = SqlParam::Text(owner_row.owner.as_deref());
            let values = [game.into(), (&incarnation).into(), owner_row.epoch.0.into(), owner];
            if pool.execute(ACQUIRE, &values).await? == 1 {
                let orphaned_since = owner_row.orphaned_since(&incarnation);
                return Ok(Some(LeaseOutcome::Granted(Lease {
                    epoch: Epoch(owner_row.epoch.0 + 1),
                    orphaned_since,
                })));
            }
        }
        Err(StoreError::Fenced)
    }

    /// Writes the row of this node, as a proof that the database takes writes.
    pub(super) async fn prove_write(&self, pool: &Pool) -> Result<(), StoreError> {
        let statement = "UPDATE node SET seen = now_ms() WHERE life = $1 AND seen <= now_ms()";
        pool.execute(statement, &[(&self.incarnation()).into()]).await.map(drop)
    }

    /// Releases a game.
    pub(super) async fn release_game(
        &self,
        pool: &Pool,
        game: &GameId,
        epoch: Epoch,
    ) -> Result<(), StoreError> {
        let release = "UPDATE game SET owner = NULL WHERE id = $1 AND epoch = $2 AND owner = $3";
        pool.execute(release, &[game.into(), epoch.0.into(), (&self.incarnation()).into()]).await.map(drop)
    }
}

const SELECT_OWNER: &str = "SELECT game.epoch, game.owner, game.updated, coalesce(node.seen, 0) AS seen, \
     coalesce(node.expires, 0) AS expires, now_ms() AS now \
     FROM game LEFT JOIN node ON node.life = game.owner WHERE game.id = $1";
const ACQUIRE: &str = "UPDATE game SET owner = $2, epoch = epoch + 1 \
     WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4 \
     AND EXISTS (SELECT 1 FROM node WHERE life = $2 AND expires > now_ms())";

/// Owner of a game.
struct OwnerRow {
    epoch: Epoch,
    owner: Option<String>,
    updated: UnixMillis,
    seen: UnixMillis,
    expires: UnixMillis,
    now: UnixMillis,
}

impl OwnerRow {
    fn read(row: &SqlRow) -> Result<OwnerRow, StoreError> {
        Ok(OwnerRow {
            epoch: row.get("epoch")?,
            owner: row.get("owner")?,
            updated: row.get("updated")?,
            seen: row.get("seen")?,
            expires: row.get("expires")?,
            now: row.get("now")?,
        })
    }

    fn is_held_by_other(&self, incarnation: &str) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner != incarnation) && self.expires > self.now
    }

    /// Since when the game has been without a live owner. An event proves liveness too.
    fn orphaned_since(&self, incarnation: &str) -> Option<UnixMillis> {
        let is_orphan = self.owner.as_ref().is_some_and(|owner| owner != incarnation);
        is_orphan.then(|| self.seen.max(self.updated).min(self.now))
    }
}

/// Longest round trip of a query whose answer is used as the time, in milliseconds.
const MAX_ROUND_TRIP: u64 = 200;

impl Store {
    /// Acquires the lease of a game, unless a live node holds it; raises the epoch. `None` if the
    /// game does not exist.
    ///
    /// # Errors
    /// A database error.
    pub async fn acquire_lease(&self, game: &GameId) -> Result<Option<LeaseOutcome>, StoreError> {
        self.node_lease.acquire(&self.writers, game).await
    }

    /// Releases a lease: the game keeps its epoch and its clocks go on. The lease of a game whose
    /// clocks must stop while no node is up is not released.
    ///
    /// # Errors
    /// A database error.
    pub async fn release_lease(&self, game: &GameId, epoch: Epoch) -> Result<(), StoreError> {
        self.node_lease.release_game(&self.writers, game, epoch).await
    }

    /// Whether other nodes may consider this one dead, because its last heartbeat is too old.
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        self.node_lease.is_fenced(self.readers.dialect())
    }
}

/// Compares the site's clock with its reference: the database's time where nodes share it, and
/// otherwise the system's.
pub(super) async fn observe_clock(pool: &Pool) -> Result<(), StoreError> {
    if pool.dialect() == SqlDialect::Sqlite {
        SiteClock::site().observe(wall_clock());
        return Ok(());
    }
    let begun = Instant::now();
    let rows = pool.fetch("SELECT now_ms() AS now", &[]).await?;
    let round_trip = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    if let Some(row) = rows.first()
        && round_trip <= MAX_ROUND_TRIP
    {
        SiteClock::site().observe(row.get::<UnixMillis>("now")? + round_trip / 2);
    }
    Ok(())
}

fn new_incarnation(node: &str) -> Result<String, StoreError> {
    let bytes: [u8; 8] = random_bytes().map_err(|error| StoreError::corrupt("no randomness", error))?;
    // Without spaces: it is part of notification payloads.
    let name: String = node.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(40).collect();
    Ok(format!("{name}-{}", hex::encode(bytes)))
}

async fn purge(pool: &Pool) -> Result<(), StoreError> {
    let statement = "DELETE FROM node WHERE expires < now_ms() - $1 \
         AND NOT EXISTS (SELECT 1 FROM game WHERE game.owner = node.life)";
    pool.execute(statement, &[RETENTION.into()]).await?;
    pool.execute("DELETE FROM seek WHERE expires < now_ms() - $1", &[RETENTION.into()]).await.map(drop)?;
    match pool.dialect() {
        SqlDialect::Sqlite => Ok(()),
        SqlDialect::Postgres => mail::purge(pool).await,
    }
}
