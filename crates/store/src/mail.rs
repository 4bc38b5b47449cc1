//! A mailbox in PostgreSQL: requests between nodes, which need to reach nothing but the database.
//!
//! A request is a row; notifications only say that there is something to read. The sender deletes
//! the row as it reads the response, and old rows are purged. The table is not logged: a database that
//! crashes loses requests, which are then sent again, and none waits for a disk.

use std::time::Duration;

use rukh_session::id::GameId;
use tokio::sync::broadcast;
use tokio::time::Instant;

use super::notify::StoreEvent;
use super::sql::{Pool, SqlRow};
use super::{Store, StoreError};
use crate::clock::random_id;

/// How often a response is looked for if no notification arrives.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Age of purged rows, in milliseconds.
const RETENTION: i64 = 60_000;
/// Maximum number of requests read at once.
const MAX_READ: i64 = 200;

/// A request of another node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Id by which it is answered.
    pub id: String,
    /// The game it is about.
    pub game: GameId,
    /// The request as JSON.
    pub request: String,
}

impl Store {
    /// Sends a request to the node of an incarnation and waits for its response; `None` if there is none in
    /// time.
    ///
    /// # Errors
    /// A database error.
    pub async fn exchange_mail(
        &self,
        receiver: &str,
        game: &GameId,
        request: &str,
        until: Instant,
    ) -> Result<Option<String>, StoreError> {
        let id = random_id::<16>().map_err(|error| StoreError::corrupt("no randomness", error))?;
        let mut events = self.notifier.events().subscribe();
        let put = "INSERT INTO mail (id, receiver, game, request, created) VALUES ($1, $2, $3, $4, now_ms())";
        self.writers.execute(put, &[(&id).into(), receiver.into(), game.into(), request.into()]).await?;
        self.notifier.notify_mail(receiver);
        let response = await_response(&self.writers, &id, &mut events, until).await?;
        if response.is_none() {
            self.writers.execute("DELETE FROM mail WHERE id = $1", &[(&id).into()]).await?;
        }
        Ok(response)
    }

    /// Requests of other nodes that have no response yet.
    ///
    /// # Errors
    /// A database error.
    pub async fn read_mail(&self) -> Result<Vec<Mail>, StoreError> {
        let statement = "SELECT id, game, request FROM mail WHERE receiver = $1 AND response IS NULL \
             ORDER BY created, id LIMIT $2";
        let rows = self
            .readers
            .fetch(statement, &[(&self.node_lease.incarnation()).into(), MAX_READ.into()])
            .await?;
        let mail = |row: &SqlRow| {
            Ok(Mail { id: row.get("id")?, game: row.get("game")?, request: row.get("request")? })
        };
        rows.iter().map(mail).collect()
    }

    /// Answers such a request.
    ///
    /// # Errors
    /// A database error.
    pub async fn answer_mail(&self, id: &str, response: &str) -> Result<(), StoreError> {
        self.writers
            .execute("UPDATE mail SET response = $2 WHERE id = $1", &[id.into(), response.into()])
            .await?;
        self.notifier.notify_answer(id);
        Ok(())
    }
}

async fn await_response(
    pool: &Pool,
    id: &str,
    events: &mut broadcast::Receiver<StoreEvent>,
    until: Instant,
) -> Result<Option<String>, StoreError> {
    loop {
        let poll = Instant::now() + POLL_INTERVAL;
        while let Ok(event) = tokio::time::timeout_at(poll.min(until), events.recv()).await {
            match event {
                Ok(StoreEvent::Answered(answered)) if answered == id => break,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        let rows = pool
            .fetch("DELETE FROM mail WHERE id = $1 AND response IS NOT NULL RETURNING response", &[id.into()])
            .await?;
        if let Some(row) = rows.first() {
            return row.get("response").map(Some);
        }
        if Instant::now() >= until {
            return Ok(None);
        }
    }
}

pub(super) async fn purge(pool: &Pool) -> Result<(), StoreError> {
    pool.execute("DELETE FROM mail WHERE created < now_ms() - $1", &[RETENTION.into()]).await.map(drop)
}
