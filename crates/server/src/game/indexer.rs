//! The index of finished games, made in the background from their logs.
//!
//! An index written with the last event of a game was rejected: restored games need this task anyway, and
//! a game ends no later for it. The task is a consumer of finished games: it goes on after a restart, and
//! what two nodes index at once is written once.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use rukh_rules::game::RecordedResult;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::fen;
use rukh_rules::notation::placement::{self, PlacedPiece};
use rukh_rules::notation::record::Record;
use rukh_rules::{Event, Game, Phase, Position, Side};
use rukh_store::{FinishedGameConsumer, IndexEntry, IndexedResult, OpeningHashes, PositionHash, StoreError};

use super::GameRegistry;
use crate::error::ApiError;
use crate::id::GameId;
use crate::session::Session;
use crate::wire::game::SeatNames;

/// How often the store is asked for games that are not indexed.
const INTERVAL: Duration = Duration::from_secs(1);
/// Games that are written at once.
const BATCH: u32 = 20;
/// Games that are read and played again at once: some wait for the database while another is played.
const READERS: usize = 4;
/// New games in the index after which its statistics are renewed.
const STATISTICS_INTERVAL: usize = 1_000;
/// After an error of the database.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);

impl GameRegistry {
    /// Indexes finished games. Runs until shutdown.
    pub async fn index_finished_games(self: Arc<Self>) {
        let mut uncounted = STATISTICS_INTERVAL;
        loop {
            let begun = std::time::Instant::now();
            let pause = match self.index_batch().await {
                Ok(0) if uncounted >= STATISTICS_INTERVAL => {
                    uncounted = 0;
                    if let Err(error) = self.store.update_statistics().await {
                        tracing::warn!(%error, "the statistics of the index cannot be renewed");
                    }
                    INTERVAL
                }
                Ok(0) => INTERVAL,
                Ok(count) => {
                    uncounted += count;
                    // While there is much to do it takes at most half of the time.
                    begun.elapsed()
                }
                Err(error) => {
                    tracing::warn!(%error, "finished games cannot be indexed");
                    RETRY_INTERVAL
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Indexes some games; how many were missing.
    async fn index_batch(&self) -> Result<usize, StoreError> {
        let missing = self.store.finished_games(FinishedGameConsumer::Index, BATCH).await?;
        let found = missing.len();
        let mut entries = Vec::with_capacity(found);
        let read = |id: GameId| async move { (self.entry_of(&id).await, id) };
        let mut read = stream::iter(missing).map(read).buffered(READERS);
        while let Some((entry, id)) = read.next().await {
            match entry {
                Ok(entry) => entries.push(entry),
                Err(ApiError::Store(error)) if !matches!(error, StoreError::Corrupt(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(game = id.as_str(), %error, "a finished game cannot be indexed");
                    self.store.skip_finished_game(FinishedGameConsumer::Index, &id).await?;
                }
            }
        }
        if !entries.is_empty() {
            self.store.index_games(&entries).await?;
        }
        Ok(found)
    }

    /// A finished game as a record, read for one use.
    ///
    /// # Errors
    /// The game does not exist or cannot be loaded.
    pub async fn record_of(&self, id: &GameId) -> Result<Record, ApiError> {
        let (session, ..) = self.load(id).await?;
        let info = session.info();
        let names = self.names(info.people()).await.of_seats(&info.white, &info.black);
        Ok(session.record(&names))
    }

    async fn entry_of(&self, id: &GameId) -> Result<IndexEntry, ApiError> {
        let session = self.ended_session(id).await?;
        tokio::task::spawn_blocking(move || index_entry(&session)).await.map_err(|_| ApiError::Panicked)?
    }
}

/// What the index holds of a finished game.
fn index_entry(session: &Session) -> Result<IndexEntry, ApiError> {
    let (info, game) = (session.info(), session.game());
    let card = session.card(SeatNames::default());
    let positions = Positions::of(game);
    let Some(outcome) = game.outcome() else {
        return Err(StoreError::Corrupt(format!("{}: it is over, but its log has no end", info.id)).into());
    };
    let result = match outcome.recorded() {
        None => IndexedResult::None,
        Some(RecordedResult::White) => IndexedResult::Won(Side::White),
        Some(RecordedResult::Black) => IndexedResult::Won(Side::Black),
        Some(RecordedResult::Draw) => IndexedResult::Draw,
    };
    Ok(IndexEntry {
        game: info.id.clone(),
        private: info.private,
        started: info.started,
        ruleset: game.ruleset().instance.id.clone(),
        instance: card.instance,
        players: [&info.white, &info.black].map(|player| player.id().cloned()),
        result,
        reason: outcome.reason.to_string(),
        plies: card.plies,
        opening: positions.opening,
        placement: placement_of(game, game.position(), None),
        positions: positions.reached,
    })
}

/// The positions of a game, and its opening array.
struct Positions {
    /// Each once, with the number of moves that led to it first.
    reached: Vec<(PositionHash, u64)>,
    opening: Option<OpeningHashes>,
}

impl Positions {
    /// Plays a game again.
    fn of(game: &Game) -> Positions {
        let mut replay = Game::from_position(game.rules().clone(), *game.start());
        let mut positions = Positions { reached: Vec::new(), opening: None };
        let mut seen = std::collections::HashSet::new();
        let mut move_number = 0;
        for entry in std::iter::once(None).chain(game.log().iter().map(Some)) {
            let was_werera = replay.position().phase() == Phase::Werera;
            if let Some(entry) = entry {
                // What was played once can be played again.
                if replay.apply(entry.event.clone(), entry.at).is_err() {
                    break;
                }
                let is_move =
                    matches!(entry.event, Event::Place { .. } | Event::Retract { .. } | Event::Move { .. });
                move_number += u64::from(is_move);
            }
            let position = replay.position();
            if was_werera && position.phase() == Phase::Turns {
                positions.opening = Some(OpeningHashes {
                    both: PositionHash::of(&placement_of(game, position, None)),
                    white: PositionHash::of(&placement_of(game, position, Some(Side::White))),
                    black: PositionHash::of(&placement_of(game, position, Some(Side::Black))),
                });
            }
            let hash = PositionHash::of(&fen::identity(replay.rules(), position));
            if seen.insert(hash) {
                positions.reached.push((hash, move_number));
            }
        }
        positions
    }
}

/// The placement of a position, or of one side's pieces in it.
fn placement_of(game: &Game, position: &Position, side: Option<Side>) -> String {
    let pieces = position.all_pieces(game.rules());
    let pieces = pieces.map(|(cell, side, kind)| PlacedPiece { cell, side, kind });
    let pieces = pieces.filter(|piece| side.is_none_or(|side| piece.side == side));
    placement::format(game.ruleset(), pieces, Dialect::Own)
}
