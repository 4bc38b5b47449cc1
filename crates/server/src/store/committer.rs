//! The one writer: gathers appends and writes them in one transaction.

use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::{Append, Commit, StoreError, row};

/// The most appends in one transaction.
const MOST: usize = 512;

/// The version of the tables.
const VERSION: i64 = 1;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS game (
    id TEXT PRIMARY KEY,
    instance TEXT NOT NULL,
    hash TEXT NOT NULL,
    ruleset_name TEXT NOT NULL,
    skin TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    client_seed TEXT NOT NULL,
    server_seed TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    phase TEXT NOT NULL,
    result TEXT,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    plies INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS game_started ON game (started);
CREATE TABLE IF NOT EXISTS log (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    intent TEXT,
    UNIQUE (game, seq)
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS log_intent ON log (game, intent) WHERE intent IS NOT NULL;
";

/// Makes the tables, or refuses those of a later version.
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    if version > VERSION {
        return Err(StoreError::Broken(format!(
            "its tables are of version {version}, this program knows {VERSION}"
        )));
    }
    sqlx::raw_sql(SCHEMA).execute(&mut *connection).await?;
    sqlx::raw_sql("PRAGMA user_version = 1").execute(connection).await?;
    Ok(())
}

/// Writes until nobody can ask any more.
pub(super) async fn run(mut connection: SqliteConnection, mut inbox: mpsc::Receiver<Commit>) {
    let mut batch = Vec::with_capacity(MOST);
    while inbox.recv_many(&mut batch, MOST).await > 0 {
        let (appends, answers): (Vec<Append>, Vec<_>) = batch.drain(..).unzip();
        match write(&mut connection, &appends).await {
            Ok(()) => answers.into_iter().for_each(|answer| tell(answer, Ok(()))),
            // One of them is at fault: each for itself, so that the others succeed.
            Err(_) => {
                break_off(&mut connection).await;
                for (append, answer) in appends.iter().zip(answers) {
                    let written = write(&mut connection, std::slice::from_ref(append)).await;
                    if written.is_err() {
                        break_off(&mut connection).await;
                    }
                    tell(answer, written);
                }
            }
        }
    }
    let _ = sqlx::Connection::close(connection).await;
}

/// Answers; who has stopped waiting needs no answer.
fn tell(answer: oneshot::Sender<Result<(), StoreError>>, written: Result<(), StoreError>) {
    let _ = answer.send(written);
}

/// Ends a transaction that failed; there may be none, which is as well.
async fn break_off(connection: &mut SqliteConnection) {
    let _ = sqlx::query("ROLLBACK").execute(connection).await;
}

async fn write(connection: &mut SqliteConnection, appends: &[Append]) -> Result<(), StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for append in appends {
        row::write(connection, append).await?;
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}
