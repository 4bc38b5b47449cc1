//! The logs of all games in one SQLite file. SQL stands here and nowhere else.
//!
//! Every append of every game goes through one committer, which puts whatever
//! has gathered into one transaction; so a busy server does not write more
//! often to disk than a quiet one. An append is answered when it is durable.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::table::Terms;
use crate::wire::{GameCard, WireEvent};

mod committer;
mod row;

/// Appends that may wait for the committer before a room has to.
const QUEUE: usize = 4096;
/// How long a writer waits for another process.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 2;

/// What is asked of the committer: the next entries of one game's log, and the
/// game as it is with them.
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
    /// What the players gave for the throws.
    pub client_seed: String,
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
}

/// Why the store could not do what was asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The directory cannot be made.
    Directory(PathBuf, std::io::Error),
    /// The database refuses.
    Database(sqlx::Error),
    /// A row does not make sense.
    Broken(String),
    /// The committer has stopped.
    Closed,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Directory(path, error) => {
                write!(f, "the data directory `{}` cannot be used: {error}", path.display())
            }
            StoreError::Database(error) => write!(f, "the database refuses: {error}"),
            StoreError::Broken(what) => write!(f, "the database holds something broken: {what}"),
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Directory(_, error) => Some(error),
            StoreError::Database(error) => Some(error),
            StoreError::Broken(_) | StoreError::Closed => None,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
    }
}

type Commit = (Append, oneshot::Sender<Result<(), StoreError>>);

/// The logs of all games.
#[derive(Debug, Clone)]
pub struct Store {
    readers: SqlitePool,
    commits: mpsc::Sender<Commit>,
}

impl Store {
    /// Opens the store in a directory, making both if they are missing. The
    /// task ends when the last `Store` is dropped and everything is written.
    ///
    /// # Errors
    /// What the file system or the database has against it.
    pub async fn open(directory: &Path) -> Result<(Store, JoinHandle<()>), StoreError> {
        std::fs::create_dir_all(directory)
            .map_err(|error| StoreError::Directory(directory.to_owned(), error))?;
        let options = SqliteConnectOptions::new()
            .filename(directory.join("games.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE);
        let mut writer = options.connect().await?;
        committer::prepare(&mut writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options).await?;
        let (commits, inbox) = mpsc::channel(QUEUE);
        let task = tokio::spawn(committer::run(writer, inbox));
        Ok((Store { readers, commits }, task))
    }

    /// Appends to a game's log; answers when it is on disk.
    ///
    /// # Errors
    /// What the database has against it; then nothing was written.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.commits.send((append, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// A game with its log.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let mut reading = self.readers.begin().await?;
        let game = sqlx::query("SELECT * FROM game WHERE id = ?").bind(id);
        let Some(game) = game.fetch_optional(&mut *reading).await? else { return Ok(None) };
        let log = sqlx::query("SELECT body, intent FROM log WHERE game = ? ORDER BY seq").bind(id);
        let rows = log.fetch_all(&mut *reading).await?;
        let log = rows.iter().map(row::entry).collect::<Result<_, _>>()?;
        Ok(Some(StoredGame {
            terms: row::terms(&game)?,
            instance: game.try_get("instance")?,
            hash: game.try_get("hash")?,
            log,
        }))
    }

    /// The newest games.
    ///
    /// # Errors
    /// What the database has against it, or what is broken in it.
    pub async fn newest(&self, count: u32) -> Result<Vec<GameCard>, StoreError> {
        let games = sqlx::query("SELECT * FROM game ORDER BY started DESC, rowid DESC LIMIT ?").bind(count);
        games.fetch_all(&self.readers).await?.iter().map(row::card).collect()
    }
}
