//! `/downloads/games.parquet` and `/downloads/moves.parquet`: the listed finished games of a search as the tables
//! that studies have, without who played them.
//!
//! They are sent while they are written, as other downloads: beside a page of the search, a row group and the list of
//! the groups before it are in memory. The list ends a file, so a table has a greatest length.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use rukh_study::{GameTable, TableFileError, TableStream};
use tokio::sync::watch;

use super::AppState;
use super::archive::GamesQuery;
use super::client::Client;
use super::downloads::{SearchPages, attached, begun};
use super::extract::Query;
use super::identity::Identity;
use crate::admission::on_own_thread;
use crate::error::ApiError;
use crate::game::GameRegistry;

/// The media type of tables.
pub(super) const PARQUET: &str = "application/vnd.apache.parquet";

/// The games, a row for each.
pub(super) async fn games(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiError> {
    table(&state, client, guest, &query, ("games.parquet", GameTable::Games)).await
}

/// Their moves in turns, a row for each.
pub(super) async fn moves(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiError> {
    table(&state, client, guest, &query, ("moves.parquet", GameTable::Moves)).await
}

async fn table(
    state: &AppState,
    client: Client,
    guest: Option<Identity>,
    query: &GamesQuery,
    (name, table): (&str, GameTable),
) -> Result<Response, ApiError> {
    let (pages, place) = begun(state, client, guest, query).await?;
    let mut table = TableStream::new(table).map_err(unwritten)?;
    let reader = TableReader {
        registry: state.registry.clone(),
        pages,
        left: query.most(),
        // Sent at once: the first row group takes a while.
        begin: Some(table.take().map_err(unwritten)?.into()),
        table: Some(table),
        shutting_down: state.shutting_down.clone(),
    };
    let parts = stream::try_unfold(reader, |mut reader| async move {
        Ok::<_, ApiError>(reader.next().await?.map(|part| (part, reader)))
    });
    Ok(attached(name, PARQUET, parts, place))
}

fn unwritten(error: TableFileError) -> ApiError {
    ApiError::Export(std::io::Error::other(error))
}

/// Writes games into a table.
struct TableReader {
    registry: Arc<GameRegistry>,
    pages: SearchPages,
    /// Games that may still be written, if they are limited.
    left: Option<u32>,
    /// How the file begins, until it is sent.
    begin: Option<Bytes>,
    /// The table; `None` when its end is sent.
    table: Option<TableStream>,
    shutting_down: watch::Receiver<bool>,
}

impl TableReader {
    /// The next part of the file; `None` after the last.
    ///
    /// # Errors
    /// The store fails, the table is too long, or the server shuts down: the file then ends as one that was cut off.
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        if let Some(begin) = self.begin.take() {
            return Ok(Some(begin));
        }
        let Some(mut table) = self.table.take() else { return Ok(None) };
        while self.left != Some(0) {
            if *self.shutting_down.borrow() {
                return Err(ApiError::ShuttingDown);
            }
            let Some(found) = self.pages.next(self.registry.store()).await? else { break };
            match self.registry.rows_of(&found.card.id, found.number).await {
                Ok(rows) => {
                    self.left = self.left.map(|left| left - 1);
                    table.add(rows);
                }
                Err(error @ ApiError::Store(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(game = found.card.id.as_str(), %error, "a game is left out of a table");
                }
            }
            if table.is_full() {
                let written = on_own_thread(move || table.take().map(|part| (part, table)));
                let (part, table) = written.await?.map_err(unwritten)?;
                self.table = Some(table);
                return Ok(Some(part.into()));
            }
        }
        let rest = on_own_thread(move || table.finish()).await?.map_err(unwritten)?;
        Ok(Some(rest.into()))
    }
}
