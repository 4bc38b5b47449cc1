//! `/downloads/games.pgn` and `/downloads/games.jsonl`: the listed finished games of a search.
//!
//! Games are read from the store while they are sent, so a download takes the memory of one page of the
//! search and of one game, however long it is and however slow its reader.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::AppState;
use super::archive::GamesQuery;
use super::client::Client;
use super::extract::Query;
use super::identity::Identity;
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::limits::{LimitExceeded, LimitedAction, count_refusal};
use crate::store::{FoundGame, GameSearch};

/// Downloads at once: each replays its games, which takes half a processor.
const MAX_DOWNLOADS: usize = 4;
/// When to try again while there are as many.
const RETRY: Duration = Duration::from_secs(30);
/// Games of a page of the search.
const PAGE: u32 = 50;

/// The places for downloads.
pub struct Downloads(Arc<Semaphore>);

impl Default for Downloads {
    fn default() -> Downloads {
        Downloads(Arc::new(Semaphore::new(MAX_DOWNLOADS)))
    }
}

/// The games as PGN.
pub(super) async fn pgn(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiError> {
    let write = |record: &Record, is_first: bool| match is_first {
        true => pgn::format(record),
        false => format!("\n{}", pgn::format(record)),
    };
    download(
        &state,
        client,
        guest,
        &query,
        Format { name: "games.pgn", kind: "text/plain; charset=utf-8", write },
    )
}

/// The games as the rules' own logs, one event a line.
pub(super) async fn jsonl(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiError> {
    let write = |record: &Record, _: bool| record::format_jsonl(record);
    let kind = "application/x-ndjson; charset=utf-8";
    download(&state, client, guest, &query, Format { name: "games.jsonl", kind, write })
}

/// A format of a download.
struct Format {
    name: &'static str,
    kind: &'static str,
    /// The text of a game; the first one may differ.
    write: fn(&Record, bool) -> String,
}

fn download(
    state: &AppState,
    client: Client,
    guest: Option<Identity>,
    query: &GamesQuery,
    format: Format,
) -> Result<Response, ApiError> {
    let own = guest.map(|guest| guest.0.id);
    // A file goes from hand to hand: what is not listed stays out of it for everyone.
    let search = GameSearch { with_private: false, count: PAGE, ..query.search(state, own.as_ref())? };
    state.registry.limits().check(LimitedAction::Download, None, client.address)?;
    let permit = state.downloads.0.clone().try_acquire_owned().map_err(|_| {
        count_refusal("download");
        LimitExceeded { retry_after: RETRY }
    })?;
    let reader = GameReader {
        registry: state.registry.clone(),
        search,
        page: VecDeque::new(),
        is_last_page: false,
        left: query.most(),
        is_first: true,
        write: format.write,
        shutting_down: state.shutting_down.clone(),
        _permit: permit,
    };
    let games = stream::try_unfold(reader, |mut reader| async move {
        Ok::<_, ApiError>(reader.next().await?.map(|text| (text, reader)))
    });
    let disposition = format!("attachment; filename=\"{}\"", format.name);
    let headers = [
        (header::CONTENT_TYPE, format.kind.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(games)).into_response())
}

/// Reads the games of a search one by one.
struct GameReader {
    registry: Arc<GameRegistry>,
    search: GameSearch,
    page: VecDeque<FoundGame>,
    is_last_page: bool,
    /// Games that may still be sent, if they are limited.
    left: Option<u32>,
    is_first: bool,
    write: fn(&Record, bool) -> String,
    shutting_down: watch::Receiver<bool>,
    _permit: OwnedSemaphorePermit,
}

impl GameReader {
    /// The text of the next game; `None` after the last.
    ///
    /// # Errors
    /// The store fails, or the server shuts down: the file then ends as one that was cut off.
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        while self.left != Some(0) {
            if *self.shutting_down.borrow() {
                return Err(ApiError::ShuttingDown);
            }
            let Some(game) = self.next_found().await? else { return Ok(None) };
            match self.registry.record_of(&game.card.id).await {
                Ok(record) => {
                    self.left = self.left.map(|left| left - 1);
                    let is_first = std::mem::take(&mut self.is_first);
                    return Ok(Some((self.write)(&record, is_first).into()));
                }
                Err(error @ ApiError::Store(_)) => return Err(error),
                Err(error) => {
                    let game = game.card.id;
                    tracing::warn!(game = game.as_str(), %error, "a game is left out of a download");
                }
            }
        }
        Ok(None)
    }

    async fn next_found(&mut self) -> Result<Option<FoundGame>, ApiError> {
        if self.page.is_empty() && !self.is_last_page {
            let page = self.registry.store().search(&self.search).await?;
            self.is_last_page = page.len() < self.search.count as usize;
            self.search.before = page.last().map(|last| last.number).or(self.search.before);
            self.page = page.into();
        }
        Ok(self.page.pop_front())
    }
}
