//! Which node writes which game.
//!
//! A node has a *life*, which begins when it opens the store and lasts while
//! its heart beats. A game is owned by a life. When a life has ended (its node
//! was stopped, or has not been heard of for a while), whoever asks first may
//! have its games, under a higher epoch; what the previous owner still tries to
//! write is refused. A life that has ended never lasts again: its node begins
//! another, and carries its games over that nobody else has taken.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::sql::{Dialect, Line, Pool, Value};
use super::{Claim, Lodging, NodeInfo, StoreError};
use crate::clock::secret;

/// How long a life lasts after a beat, in milliseconds, where there are others.
const TIME_TO_LIVE: i64 = 4_000;
/// Where there are no others nobody waits for its end.
const FOR_EVER: i64 = 1 << 52;
/// How often the heart beats.
const PULSE: Duration = Duration::from_secs(1);
/// The same where only a restart wants to know when it last did.
const SLOW_PULSE: Duration = Duration::from_secs(2);
/// How often what nobody needs any more is thrown away, in beats.
const SWEEP: u32 = 600;
/// How old it must be, in milliseconds.
const DUSTY: i64 = 86_400_000;
/// How often a claim is tried again that somebody else was quicker with.
const TRIES: usize = 5;

/// This node among the others.
#[derive(Debug)]
pub(super) struct Resident {
    node: NodeInfo,
    life: Mutex<(String, Instant)>,
}

impl Resident {
    /// Begins a life. Earlier lives of the same node end, and all others too
    /// where nobody else can be.
    pub(super) async fn begin(pool: &Pool, node: NodeInfo) -> Result<Resident, StoreError> {
        let life = new_life(&node)?;
        let resident = Resident { node, life: Mutex::new((life.clone(), Instant::now())) };
        let is_alone = i64::from(pool.dialect() == Dialect::Sqlite);
        let mut work = pool.begin().await?;
        let begun = async {
            let ended = "UPDATE node SET expires = {now} WHERE expires > {now} AND (id = $1 OR $2 = 1)";
            work.run(ended, &[(&resident.node.id).into(), is_alone.into()]).await?;
            resident.enter(&mut work, &life).await
        };
        let begun = begun.await;
        work.end(begun).await?;
        Ok(resident)
    }

    async fn enter(&self, work: &mut super::sql::Work, life: &str) -> Result<(), StoreError> {
        let lasts = match work.dialect() {
            Dialect::Sqlite => FOR_EVER,
            Dialect::Postgres => TIME_TO_LIVE,
        };
        let statement =
            "INSERT INTO node (life, id, address, seen, expires) VALUES ($1, $2, $3, {now}, {now} + $4)";
        let values = [life.into(), (&self.node.id).into(), (&self.node.address).into(), lasts.into()];
        work.run(statement, &values).await.map(drop)
    }

    pub(super) fn life(&self) -> String {
        self.life.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn has_beaten(&self, life: String) {
        *self.life.lock().unwrap_or_else(PoisonError::into_inner) = (life, Instant::now());
    }

    /// Whether others may hold this node for dead by now.
    pub(super) fn is_fenced(&self, dialect: Dialect) -> bool {
        let beaten = self.life.lock().unwrap_or_else(PoisonError::into_inner).1;
        dialect == Dialect::Postgres && beaten.elapsed() > Duration::from_millis(TIME_TO_LIVE.unsigned_abs())
    }

    /// Beats for as long as it is let.
    pub(super) async fn live(&self, pool: &Pool) {
        let pulse = match pool.dialect() {
            Dialect::Sqlite => SLOW_PULSE,
            Dialect::Postgres => PULSE,
        };
        let mut beats = tokio::time::interval(pulse);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for count in 1_u32.. {
            beats.tick().await;
            // What is lost is tried again with the next beat.
            let _ = tokio::time::timeout(pulse * 3, self.beat(pool)).await;
            if count % SWEEP == 0 {
                let _ = sweep(pool).await;
            }
        }
    }

    async fn beat(&self, pool: &Pool) -> Result<(), StoreError> {
        let life = self.life();
        match pool.dialect() {
            // A life without games is of no interest to anybody.
            Dialect::Sqlite => {
                let beat = "UPDATE node SET seen = {now} WHERE life = $1 \
                     AND EXISTS (SELECT 1 FROM game WHERE owner = $1)";
                pool.run(beat, &[(&life).into()]).await?;
            }
            Dialect::Postgres => {
                let beat =
                    "UPDATE node SET seen = {now}, expires = {now} + $2 WHERE life = $1 AND expires > {now}";
                if pool.run(beat, &[(&life).into(), TIME_TO_LIVE.into()]).await? == 0 {
                    return self.begin_another(pool, &life).await;
                }
            }
        }
        self.has_beaten(life);
        Ok(())
    }

    /// Begins a life after one that has ended unnoticed.
    async fn begin_another(&self, pool: &Pool, ended: &str) -> Result<(), StoreError> {
        let life = new_life(&self.node)?;
        let mut work = pool.begin().await?;
        let begun = async {
            self.enter(&mut work, &life).await?;
            let carried = "UPDATE game SET owner = $2 WHERE owner = $1";
            work.run(carried, &[ended.into(), (&life).into()]).await
        };
        let begun = begun.await;
        work.end(begun).await?;
        self.has_beaten(life);
        Ok(())
    }

    /// Ends the life in good order.
    pub(super) async fn end(&self, pool: &Pool) -> Result<(), StoreError> {
        let life = self.life();
        let end = "UPDATE node SET seen = {now}, expires = {now} WHERE life = $1 AND expires > {now}";
        pool.run(end, &[(&life).into()]).await.map(drop)
    }

    /// Takes a game for this node if nobody alive has it.
    pub(super) async fn claim(&self, pool: &Pool, game: &str) -> Result<Option<Claim>, StoreError> {
        for _ in 0..TRIES {
            let life = self.life();
            let Some(line) = pool.rows(LODGED, &[game.into()]).await?.pop() else { return Ok(None) };
            let lodged = Lodged::read(&line)?;
            if lodged.is_theirs(&life) {
                return Ok(Some(Claim::Theirs { node: lodged.node, address: lodged.address }));
            }
            let owner = Value::Text(lodged.owner.as_deref());
            let values = [game.into(), (&life).into(), lodged.epoch.into(), owner];
            if pool.run(TAKE, &values).await? == 1 {
                let orphaned_since = lodged.orphaned_since(&life);
                return Ok(Some(Claim::Mine(Lodging { epoch: lodged.epoch + 1, orphaned_since })));
            }
        }
        Err(StoreError::Fenced)
    }

    /// Leaves a game in good order.
    pub(super) async fn release(&self, pool: &Pool, game: &str, epoch: i64) -> Result<(), StoreError> {
        let release = "UPDATE game SET owner = NULL WHERE id = $1 AND epoch = $2 AND owner = $3";
        pool.run(release, &[game.into(), epoch.into(), (&self.life()).into()]).await.map(drop)
    }
}

const LODGED: &str = "SELECT game.epoch, game.owner, game.updated, coalesce(node.id, '') AS node, \
     coalesce(node.address, '') AS address, coalesce(node.seen, 0) AS seen, \
     coalesce(node.expires, 0) AS expires, {now} AS now \
     FROM game LEFT JOIN node ON node.life = game.owner WHERE game.id = $1";
const TAKE: &str = "UPDATE game SET owner = $2, epoch = epoch + 1 \
     WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4 \
     AND EXISTS (SELECT 1 FROM node WHERE life = $2 AND expires > {now})";

/// Who has a game.
struct Lodged {
    epoch: i64,
    owner: Option<String>,
    updated: u64,
    node: String,
    address: String,
    seen: u64,
    expires: u64,
    now: u64,
}

impl Lodged {
    fn read(line: &Line) -> Result<Lodged, StoreError> {
        Ok(Lodged {
            epoch: line.get("epoch")?,
            owner: line.get("owner")?,
            updated: line.count("updated")?,
            node: line.get("node")?,
            address: line.get("address")?,
            seen: line.count("seen")?,
            expires: line.count("expires")?,
            now: line.count("now")?,
        })
    }

    fn is_theirs(&self, life: &str) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner != life) && self.expires > self.now
    }

    /// Since when nobody writes the game who should. An event is a sign of life too.
    fn orphaned_since(&self, life: &str) -> Option<u64> {
        let is_orphan = self.owner.as_ref().is_some_and(|owner| owner != life);
        is_orphan.then(|| self.seen.max(self.updated).min(self.now))
    }
}

fn new_life(node: &NodeInfo) -> Result<String, StoreError> {
    let bytes: [u8; 8] = secret().map_err(|error| StoreError::broken("no randomness", error))?;
    // Without spaces: it stands in notifications.
    let name: String = node.id.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(40).collect();
    Ok(bytes.iter().fold(format!("{name}-"), |text, byte| format!("{text}{byte:02x}")))
}

async fn sweep(pool: &Pool) -> Result<(), StoreError> {
    let lives = "DELETE FROM node WHERE expires < {now} - $1 \
         AND NOT EXISTS (SELECT 1 FROM game WHERE game.owner = node.life)";
    pool.run(lives, &[DUSTY.into()]).await?;
    pool.run("DELETE FROM seek WHERE expires < {now} - $1", &[DUSTY.into()]).await.map(drop)
}
