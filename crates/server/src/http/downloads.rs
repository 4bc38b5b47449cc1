//! `/downloads/games.pgn` and `/downloads/games.jsonl`: the listed finished games of a search.
//!
//! Games are read from the store while they are sent, so a download takes the memory of one page of the
//! search and of some games, however long it is. Its reader must be fast enough, and give way to
//! somebody who has fewer downloads.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, TryStreamExt, stream};
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};
use rukh_store::{FoundGame, GameSearch, Store};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::AppState;
use super::archive::GamesQuery;
use super::client::Client;
use super::extract::{Path, Query};
use super::identity::Identity;
use crate::admission::{Place, WorkClass};
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::id::GameId;
use crate::limits::{LimitedAction, count_refusal};

/// Games of a page of the search.
const PAGE: u32 = 50;
/// How fast a reader must be.
pub(super) const PACE: Pace = Pace { grace: Duration::from_secs(20), throughput: 16 * 1024 };

/// The least speed of a reader.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How long it is waited for before its speed counts.
    grace: Duration,
    /// Least bytes a second, on the mean of the time for which it is waited for.
    throughput: u32,
}

/// The games as PGN.
pub(super) async fn pgn(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiError> {
    download(&state, client, guest, &query, PGN).await
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
    download(&state, client, guest, &query, Format { name: "games.jsonl", kind, write }).await
}

/// Games as PGN.
const PGN: Format = Format {
    name: "games.pgn",
    kind: "text/plain; charset=utf-8",
    write: |record, is_first| match is_first {
        true => pgn::format(record),
        false => format!("\n{}", pgn::format(record)),
    },
};

/// A format of a download.
struct Format {
    name: &'static str,
    kind: &'static str,
    /// The text of a game; the first one may differ.
    write: fn(&Record, bool) -> String,
}

async fn download(
    state: &AppState,
    client: Client,
    guest: Option<Identity>,
    query: &GamesQuery,
    format: Format,
) -> Result<Response, ApiError> {
    let (pages, place) = begun(state, client, guest, query).await?;
    Ok(file_of(state, GameSource::Search(Box::new(pages)), query.most(), place, &format))
}

/// The games of a download that may begin, and its place.
///
/// # Errors
/// A parameter is wrong, or there are too many downloads.
pub(super) async fn begun(
    state: &AppState,
    client: Client,
    guest: Option<Identity>,
    query: &GamesQuery,
) -> Result<(SearchPages, Place), ApiError> {
    let own = guest.map(|guest| guest.0);
    // A file goes from hand to hand: what is not listed stays out of it for everyone.
    let search = GameSearch { with_private: false, count: PAGE, ..query.search(state, own.as_ref())? };
    state.registry.limits().check(LimitedAction::Download, None, client.address)?;
    let place = state.admission.enter(WorkClass::Download, &client.owner(None)).await?;
    Ok((SearchPages { search, page: VecDeque::new(), is_last_page: false }, place))
}

/// The games of an event as PGN.
pub(super) async fn event_pgn(
    State(state): State<Arc<AppState>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    state.registry.limits().check(LimitedAction::Download, None, client.address)?;
    let games = state.events.finished_games(&id).await?;
    let place = state.admission.enter(WorkClass::Download, &client.owner(None)).await?;
    Ok(file_of(&state, GameSource::List(games.into()), None, place, &PGN))
}

/// The answer with a file of games, at most `most`.
fn file_of(
    state: &AppState,
    source: GameSource,
    most: Option<u32>,
    place: Place,
    format: &Format,
) -> Response {
    let reader = GameReader {
        registry: state.registry.clone(),
        source,
        left: most,
        is_first: true,
        write: format.write,
        shutting_down: state.shutting_down.clone(),
    };
    let games = stream::try_unfold(reader, |mut reader| async move {
        Ok::<_, ApiError>(reader.next().await?.map(|text| (text, reader)))
    });
    attached(format.name, format.kind, games, place)
}

/// The answer with a file that is sent while its parts are made.
pub(super) fn attached(
    name: &str,
    kind: &str,
    parts: impl Stream<Item = Result<Bytes, ApiError>> + Send + 'static,
    place: Place,
) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from_stream(sent(parts, place, PACE))).into_response()
}

/// What is read for a download, by a task of its own that ends when its time is over: a reader that
/// takes nothing would not even be noticed by a stream that is asked for more.
pub(super) fn sent(
    games: impl Stream<Item = Result<Bytes, ApiError>> + Send + 'static,
    place: Place,
    pace: Pace,
) -> impl Stream<Item = Result<Bytes, CutOff>> {
    let (chunks, received) = mpsc::channel(1);
    let (finished, end) = oneshot::channel();
    tokio::spawn(async move {
        let deadline = WorkClass::Download.deadline();
        let read = tokio::select! {
            read = timeout(deadline, send_games(games, &chunks, pace)) => read.unwrap_or(Err(CutOff::TooLong)),
            () = place.gives_way() => Err(CutOff::GaveWay),
            () = chunks.closed() => Err(CutOff::Left),
        };
        match &read {
            Err(reason @ (CutOff::TooLong | CutOff::TooSlow)) => {
                count_refusal("slow_download");
                tracing::debug!(%reason, "a download is cut off");
            }
            // Its answer began as a good one, so nothing else says it.
            Err(CutOff::Failed(error)) if !matches!(error, ApiError::ShuttingDown) => {
                let cause = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
                tracing::error!(%error, %cause, "a download cannot be finished");
            }
            _ => {}
        }
        // Nobody may be left to hear of it.
        let _ = finished.send(read);
    });
    stream::try_unfold((received, Some(end)), |(mut received, end)| async move {
        if let Some(chunk) = received.recv().await {
            return Ok(Some((chunk, (received, end))));
        }
        let Some(end) = end else { return Ok(None) };
        end.await.unwrap_or(Err(CutOff::Left)).map(|()| None)
    })
}

/// Sends the games to a reader that is fast enough.
async fn send_games(
    games: impl Stream<Item = Result<Bytes, ApiError>>,
    chunks: &mpsc::Sender<Bytes>,
    pace: Pace,
) -> Result<(), CutOff> {
    let (mut waited, mut sent) = (Duration::ZERO, 0_u64);
    let mut games = pin!(games);
    while let Some(text) = games.try_next().await? {
        sent += text.len() as u64;
        let allowed = pace.grace + Duration::from_secs(sent) / pace.throughput;
        let since = Instant::now();
        match timeout(allowed.saturating_sub(waited), chunks.send(text)).await {
            Ok(Ok(())) => waited += since.elapsed(),
            Ok(Err(_)) => return Err(CutOff::Left),
            Err(_) => return Err(CutOff::TooSlow),
        }
    }
    Ok(())
}

/// Why a download ends before its last game: its reader sees that the file is not whole.
#[derive(Debug, thiserror::Error)]
pub(super) enum CutOff {
    #[error("the reader is gone")]
    Left,
    #[error("the reader is too slow")]
    TooSlow,
    #[error("it took too long")]
    TooLong,
    #[error("somebody who has fewer downloads needs the place")]
    GaveWay,
    #[error(transparent)]
    Failed(#[from] ApiError),
}

/// Where the games of a download come from.
enum GameSource {
    /// A search.
    Search(Box<SearchPages>),
    /// A list.
    List(VecDeque<GameId>),
}

impl GameSource {
    /// The next game; `None` after the last.
    async fn next(&mut self, store: &Store) -> Result<Option<GameId>, ApiError> {
        match self {
            GameSource::List(games) => Ok(games.pop_front()),
            GameSource::Search(pages) => Ok(pages.next(store).await?.map(|found| found.card.id)),
        }
    }
}

/// The games of a search, read page by page.
pub(super) struct SearchPages {
    search: GameSearch,
    page: VecDeque<FoundGame>,
    is_last_page: bool,
}

impl SearchPages {
    /// The next game; `None` after the last.
    ///
    /// # Errors
    /// The store fails.
    pub(super) async fn next(&mut self, store: &Store) -> Result<Option<FoundGame>, ApiError> {
        if self.page.is_empty() && !self.is_last_page {
            let found = store.search(&self.search).await?;
            self.is_last_page = found.len() < self.search.count as usize;
            self.search.before = found.last().map(|last| last.number).or(self.search.before);
            self.page = found.into();
        }
        Ok(self.page.pop_front())
    }
}

/// Reads games one by one.
struct GameReader {
    registry: Arc<GameRegistry>,
    source: GameSource,
    /// Games that may still be sent, if they are limited.
    left: Option<u32>,
    is_first: bool,
    write: fn(&Record, bool) -> String,
    shutting_down: watch::Receiver<bool>,
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
            let Some(game) = self.source.next(self.registry.store()).await? else { return Ok(None) };
            match self.registry.record_of(&game).await {
                Ok(record) => {
                    self.left = self.left.map(|left| left - 1);
                    let is_first = std::mem::take(&mut self.is_first);
                    return Ok(Some((self.write)(&record, is_first).into()));
                }
                Err(error @ ApiError::Store(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(game = game.as_str(), %error, "a game is left out of a download");
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Bytes;
    use futures_util::{Stream, StreamExt, stream};
    use rukh_engine_pool::Owner;
    use tokio::time::sleep;

    use super::{CutOff, Pace, sent};
    use crate::admission::{Admission, Capacity, WorkClass};
    use crate::error::ApiError;

    fn owner(address: &str) -> Owner {
        Owner::new(None, Some(address.parse().unwrap()))
    }

    fn games(number: usize) -> impl Stream<Item = Result<Bytes, ApiError>> + Send {
        stream::iter((0..number).map(|_| Ok(Bytes::from_static(&[b'g'; 1024]))))
    }

    fn admission() -> Admission {
        Admission::new(Capacity { cores: 2, seats: 1 })
    }

    const PATIENT: Pace = Pace { grace: Duration::from_secs(60), throughput: 1 };
    const STRICT: Pace = Pace { grace: Duration::from_millis(100), throughput: 1024 * 1024 };

    /// Two downloads of an address whose readers take nothing.
    #[tokio::test]
    async fn download_that_nobody_reads_is_cut_off_and_frees_its_place() {
        let admission = admission();
        let mut held = Vec::new();
        for pace in [STRICT, PATIENT] {
            let place = admission.enter(WorkClass::Download, &owner("8.8.8.8")).await.unwrap();
            held.push(Box::pin(sent(games(usize::MAX), place, pace)));
        }
        assert!(admission.enter(WorkClass::Download, &owner("8.8.8.8")).await.is_err(), "an address has two");
        assert!(admission.enter(WorkClass::Download, &owner("9.9.9.9")).await.is_ok());
        while admission.enter(WorkClass::Download, &owner("8.8.8.8")).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
        let rest: Vec<_> = held.remove(0).collect().await;
        assert!(matches!(rest.last(), Some(Err(CutOff::TooSlow))), "its reader sees that it is not whole");
        assert!(rest.len() < 30, "{}", rest.len());
    }

    /// Its bytes come too slowly on the mean, though each comes soon.
    #[tokio::test]
    async fn download_read_by_drops_is_cut_off() {
        let place = admission().enter(WorkClass::Download, &owner("8.8.8.8")).await.unwrap();
        let mut read = Box::pin(sent(games(usize::MAX), place, STRICT));
        loop {
            match read.next().await {
                Some(Ok(_)) => sleep(Duration::from_millis(20)).await,
                end => break assert!(matches!(end, Some(Err(CutOff::TooSlow)))),
            }
        }
    }

    #[tokio::test]
    async fn download_read_in_time_is_whole() {
        let place = admission().enter(WorkClass::Download, &owner("8.8.8.8")).await.unwrap();
        let chunks: Vec<_> = sent(games(2000), place, PATIENT).collect().await;
        assert_eq!(chunks.into_iter().map(|chunk| chunk.unwrap().len()).sum::<usize>(), 2000 * 1024);
    }

    /// All places are one subnet's, as far as it may hold, and others'; the newcomer comes in.
    #[tokio::test]
    async fn download_of_the_owner_with_most_gives_way() {
        let admission = admission();
        let mut held = Vec::new();
        for number in 0..16_u8 {
            let address = format!("10.0.{}.{}", number / 4, number % 4);
            let place = admission.enter(WorkClass::Download, &owner(&address)).await.unwrap();
            held.push(Box::pin(sent(games(usize::MAX), place, PATIENT)));
        }
        let newcomer = admission.enter(WorkClass::Download, &owner("9.9.9.9")).await;
        assert!(newcomer.is_ok(), "{newcomer:?}");
        let last: Vec<_> = held.pop().unwrap().collect().await;
        assert!(matches!(last.last(), Some(Err(CutOff::GaveWay))));
    }
}
