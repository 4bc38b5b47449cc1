//! The logs of all games, in SQLite or PostgreSQL. SQL stands here and nowhere
//! else.
//!
//! Appends go through writers that put whatever has gathered into one
//! transaction; so a busy server does not write more often to disk than a quiet
//! one. An append is answered when it is durable. A game has one writer at a
//! time, known by its *epoch*: an append under another epoch is refused in the
//! same transaction that would have written it. Leaving that to locks that run
//! out was refused: a node that wakes up late would still write.

use std::future::Future;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{BufRead, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::{AbortHandle, JoinHandle};

use crate::session::Terms;
use crate::wire::{GameCard, WireEvent};

mod archive;
mod backend;
mod backup;
mod batch;
mod error;
mod lease;
mod notify;
mod presence;
mod query;
mod row;
mod seek;
mod sql;
#[cfg(test)]
mod tests;
mod writer;

use backend::Ground;
pub use backend::Place;
use batch::{Aside, Job};
pub use error::StoreError;
use lease::Resident;
use notify::Herald;
pub use notify::Hint;
use sql::Pool;
use writer::Order;

/// What is asked of a writer: the next entries of one game's log, and the game
/// as it is with them.
#[derive(Debug)]
pub struct Append {
    /// The game as a list shows it.
    pub card: GameCard,
    /// What is stored of a game once, when it is new.
    pub new: Option<NewGame>,
    /// The entries.
    pub events: Vec<WireEvent>,
    /// The intent that caused them, noted with the last.
    pub intent: Option<String>,
    /// Under which epoch; that of a new game is the one it begins with.
    pub epoch: i64,
    /// When the clock of the game has to be looked at if nobody has it in
    /// memory, in milliseconds since the epoch.
    pub deadline: Option<u64>,
}

/// What is stored of a game once.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// The ruleset's fingerprint.
    pub hash: String,
    /// The start position.
    pub fen: String,
    /// The revealed form of the server's seed.
    pub server_seed: String,
}

/// A game as it is stored.
#[derive(Debug)]
pub struct StoredGame {
    /// What stays the same all game long.
    pub terms: Terms,
    /// The ruleset with its options.
    pub instance: String,
    /// The ruleset's fingerprint when the game began.
    pub hash: String,
    /// Every event with the intent it was the last of.
    pub log: Vec<(WireEvent, Option<String>)>,
    /// The number of the last aside.
    pub asides: u64,
}

/// What a node is told that may write a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lodging {
    /// The epoch to write under.
    pub epoch: i64,
    /// When the previous owner was last known alive, in milliseconds since the
    /// epoch, if it has vanished and not left.
    pub orphaned_since: Option<u64>,
}

/// Who writes a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// This node, from now on.
    Mine(Lodging),
    /// Another node.
    Theirs {
        /// Its name.
        node: String,
        /// Where it is reached.
        address: String,
    },
}

/// A node as others know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeInfo {
    /// Its name. Two processes of one name cannot live at once: the later one
    /// ends the life of the earlier.
    pub id: String,
    /// Where others reach it.
    pub address: String,
}

/// Which games a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Under way or over.
    pub state: Option<GameState>,
    /// With this player.
    pub player: Option<String>,
    /// By these rules.
    pub instance: Option<String>,
    /// Begun before this moment, in milliseconds since the epoch.
    pub before: Option<u64>,
    /// At most so many, but all that began in the same millisecond.
    pub count: u32,
    /// Private ones too.
    pub with_private: bool,
    /// Only those in which something has happened, or a player was seen at the board,
    /// since this moment, in milliseconds since the epoch.
    pub attended_since: Option<u64>,
}

/// Whether a game is under way or over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// Under way.
    Live,
    /// Over.
    Over,
}

/// Somebody who looks for somebody, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekRow {
    /// Its name in addresses.
    pub id: String,
    /// Who looks.
    pub by: String,
    /// Everything else, as JSON.
    pub body: String,
    /// Whether it stands in no list.
    pub private: bool,
    /// Since when, in milliseconds since the epoch.
    pub created: u64,
    /// Until when.
    pub expires: u64,
}

/// The logs of all games.
#[derive(Debug, Clone)]
pub struct Store {
    readers: Pool,
    writers: Pool,
    herald: Herald,
    resident: Arc<Resident>,
    lanes: Arc<[mpsc::Sender<Order>]>,
}

/// Ends when the last [`Store`] is dropped, everything is written and the
/// database is let go.
#[derive(Debug)]
pub struct Closing(JoinHandle<()>);

impl Future for Closing {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(context).map(drop)
    }
}

impl Store {
    /// Opens the store, making its tables if they are missing.
    ///
    /// # Errors
    /// What the file system or the database has against it.
    pub async fn open(place: &Place, node: NodeInfo) -> Result<(Store, Closing), StoreError> {
        let ground = Ground::reach(place).await?;
        let resident = Arc::new(Resident::begin(&ground.vital, node).await?);
        let mut company = Vec::new();
        let (herald, crier) = match &ground.vital {
            Pool::Sqlite(_) => (Herald::alone(), None),
            Pool::Postgres(vital) => {
                let (herald, cries) = Herald::among_others();
                let listener = notify::listener_on(vital).await?;
                let listening = notify::listen(listener, vital.clone(), resident.life(), herald.hints());
                company.push(tokio::spawn(listening).abort_handle());
                (herald, Some(tokio::spawn(notify::cry(ground.vital.clone(), resident.life(), cries))))
            }
        };
        let (beating, vital) = (resident.clone(), ground.vital.clone());
        company.push(tokio::spawn(async move { beating.live(&vital).await }).abort_handle());
        let (mut lanes, mut writing) = (Vec::new(), Vec::from_iter(crier));
        for _ in 0..ground.lanes {
            let (lane, inbox) = mpsc::channel(writer::QUEUE);
            writing.push(tokio::spawn(writer::run(ground.committers.clone(), herald.clone(), inbox)));
            lanes.push(lane);
        }
        let store = Store {
            readers: ground.readers.clone(),
            writers: ground.writers.clone(),
            herald,
            resident: resident.clone(),
            lanes: lanes.into(),
        };
        let closing = tokio::spawn(async move {
            for task in writing {
                let _ = task.await;
            }
            company.iter().for_each(AbortHandle::abort);
            let _ = resident.end(&ground.vital).await;
            ground.close().await;
        });
        Ok((store, Closing(closing)))
    }

    /// Appends to a game's log; answers when it is on disk.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the game has another epoch,
    /// [`StoreError::OutOfOrder`] if this does not continue its log,
    /// [`StoreError::Full`] if there is no room: nothing was written. After
    /// [`StoreError::Database`] only the log knows.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.order(Job::Append(Box::new(append))).await
    }

    /// Keeps something that was said beside the board; answers when it is on disk.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn add_aside(
        &self,
        game: &str,
        n: u64,
        at: u64,
        body: String,
        epoch: i64,
    ) -> Result<(), StoreError> {
        self.order(Job::Aside(Aside { game: game.to_owned(), n, at, body, epoch })).await
    }

    async fn order(&self, job: Job) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(job.game());
        let lane = usize::try_from(hash % self.lanes.len() as u64).unwrap_or_default();
        self.lanes[lane].send((job, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes a game for this node, unless a living node has it; the epoch
    /// rises. None if there is no such game.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn claim(&self, game: &str) -> Result<Option<Claim>, StoreError> {
        self.resident.claim(&self.writers, game).await
    }

    /// Leaves a game in good order: it keeps its epoch, and its time goes on. A
    /// game whose clocks shall rest while nobody is up is not released.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn release(&self, game: &str, epoch: i64) -> Result<(), StoreError> {
        self.resident.release(&self.writers, game, epoch).await
    }

    /// Whether other nodes may hold this one for dead, because the database was
    /// not reached for too long.
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        self.resident.is_fenced(self.readers.dialect())
    }

    /// A game with its log.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        query::load(&self.readers, id).await
    }

    /// The log after an event.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn log_after(
        &self,
        id: &str,
        seq: u64,
    ) -> Result<Vec<(WireEvent, Option<String>)>, StoreError> {
        query::log_after(&self.readers, id, seq).await
    }

    /// What was said beside the board after an aside: number, moment and body.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn asides(&self, game: &str, after: u64) -> Result<Vec<(u64, u64, String)>, StoreError> {
        query::asides(&self.readers, game, after).await
    }

    /// The newest games that pass a filter.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn list(&self, filter: Filter) -> Result<Vec<GameCard>, StoreError> {
        query::list(&self.readers, &filter).await
    }

    /// Notes that players of these games are at their boards.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn note_presence(&self, games: &[String], now: u64) -> Result<(), StoreError> {
        presence::note(&self.writers, games, now).await
    }

    /// Forgets who was at a board long ago.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn forget_presence(&self, now: u64) -> Result<(), StoreError> {
        presence::forget(&self.writers, now).await
    }

    /// The games under way whose deadline has passed, the most urgent first.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn due(&self, now_ms: u64) -> Result<Vec<String>, StoreError> {
        query::due(&self.readers, now_ms).await
    }

    /// Keeps a seek; who looks is here now.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn put_seek(&self, seek: SeekRow) -> Result<(), StoreError> {
        seek::put(&self.writers, &seek).await
    }

    /// A seek, with the game that came of it.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn seek(&self, id: &str) -> Result<Option<(SeekRow, Option<String>)>, StoreError> {
        seek::get(&self.readers, id).await
    }

    /// The public seeks nobody has taken, of people who were here lately.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn open_seeks(&self, now: u64, alive_since: u64) -> Result<Vec<SeekRow>, StoreError> {
        seek::open(&self.readers, now, alive_since).await
    }

    /// How many seeks of somebody's wait, private ones included.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn count_seeks(&self, by: &str, now: u64) -> Result<u64, StoreError> {
        seek::count(&self.readers, by, now).await
    }

    /// The seeks of these people that wait, private ones included: who, and which.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn waiting_seeks(&self, by: &[String], now: u64) -> Result<Vec<(String, String)>, StoreError> {
        seek::waiting(&self.readers, by, now).await
    }

    /// Notes that these people are here.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn touch_seeks(&self, by: &[String], now: u64) -> Result<(), StoreError> {
        seek::touch(&self.writers, by, now).await
    }

    /// Takes a seek for a game; true for exactly one caller.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn take_seek(&self, id: &str, game: &str) -> Result<bool, StoreError> {
        seek::take(&self.writers, id, game).await
    }

    /// Gives a seek back whose game could not be made.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn untake_seek(&self, id: &str) -> Result<(), StoreError> {
        seek::untake(&self.writers, id).await
    }

    /// Throws away a seek of one's own that nobody has taken.
    ///
    /// # Errors
    /// What the database has against it.
    pub async fn drop_seek(&self, id: &str, by: &str) -> Result<bool, StoreError> {
        seek::remove(&self.writers, id, by).await
    }

    /// The secret of the site, made once and the same for all nodes.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn site_key(&self) -> Result<[u8; 32], StoreError> {
        backend::site_key(&self.writers).await
    }

    /// Whether games can be read and this node is among the living.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn is_well(&self) -> Result<(), StoreError> {
        self.readers.rows("SELECT 1 FROM game LIMIT 1", &[]).await?;
        if self.is_fenced() { Err(StoreError::Fenced) } else { Ok(()) }
    }

    /// Hints from this node and all others. Whoever lags behind has missed some
    /// and must read everything, as after [`Hint::Missed`].
    #[must_use]
    pub fn hints(&self) -> broadcast::Receiver<Hint> {
        self.herald.hints().subscribe()
    }

    /// Tells everybody that the lobby has changed.
    pub async fn say_lobby(&self) {
        self.herald.lobby();
    }

    /// Packs the logs of at most so many games that ended before a moment;
    /// answers how many.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn compact(&self, before_ms: u64, most: u32) -> Result<u32, StoreError> {
        archive::compact(&self.readers, &self.writers, before_ms, most).await
    }

    /// Writes everything to a portable text, as it is at one moment; answers
    /// how many rows. A server may be running there meanwhile. The text holds
    /// the secrets of site and games too.
    ///
    /// # Errors
    /// That there is nothing there, or what the database or the writing has
    /// against it.
    pub async fn backup_of(place: &Place, out: impl Write) -> Result<u64, StoreError> {
        let ground = Ground::visit(place).await?;
        let written = backup::write(&ground.readers, out).await;
        ground.close().await;
        written
    }

    /// As [`Store::backup_of`], of a store that is open.
    ///
    /// # Errors
    /// As [`Store::backup_of`].
    #[cfg(test)]
    pub async fn backup(&self, out: impl Write) -> Result<u64, StoreError> {
        backup::write(&self.readers, out).await
    }

    /// Reads such a text into an empty database, all or nothing; answers how
    /// many rows.
    ///
    /// # Errors
    /// That the database is not empty, or what is wrong with the text.
    pub async fn restore(place: &Place, input: impl BufRead) -> Result<u64, StoreError> {
        backup::read(place, input).await
    }
}
