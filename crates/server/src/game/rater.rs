//! Ratings of finished games, changed in the background as the index is made: a consumer of finished games.

use std::sync::Arc;
use std::time::Duration;

use rukh_rating::GameScore;
use rukh_rules::Side;
use rukh_rules::game::RecordedResult;
use rukh_store::{FinishedGameConsumer, GameToRate, StoreError};

use super::GameRegistry;
use crate::error::ApiError;
use crate::id::GameId;
use crate::session::Session;
use crate::wire::EventKind;

/// How often the store is asked for games that are not rated.
const INTERVAL: Duration = Duration::from_millis(500);
/// Games that are rated at once.
const BATCH: u32 = 20;
/// After an error of the database.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);

impl GameRegistry {
    /// Rates finished games. Runs until shutdown.
    pub async fn rate_finished_games(self: Arc<Self>) {
        loop {
            let pause = match self.rate_batch().await {
                Ok(count) if count < BATCH as usize => INTERVAL,
                Ok(_) => Duration::ZERO,
                Err(error) => {
                    tracing::warn!(%error, "finished games cannot be rated");
                    RETRY_INTERVAL
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Rates some games, those that ended first before the others; how many were missing.
    async fn rate_batch(&self) -> Result<usize, StoreError> {
        let missing = self.store.finished_games(FinishedGameConsumer::Ratings, BATCH).await?;
        let mut games = Vec::with_capacity(missing.len());
        for id in &missing {
            match self.game_to_rate(id).await {
                Ok(Some(game)) => games.push(game),
                Ok(None) => self.store.skip_finished_game(FinishedGameConsumer::Ratings, id).await?,
                Err(ApiError::Store(error)) if !matches!(error, StoreError::Corrupt(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(game = id.as_str(), %error, "a finished game cannot be rated");
                    self.store.skip_finished_game(FinishedGameConsumer::Ratings, id).await?;
                }
            }
        }
        if !games.is_empty() {
            self.store.rate_games(&games).await?;
            metrics::counter!("rukh_games_rated_total").increment(games.len() as u64);
        }
        Ok(missing.len())
    }

    async fn game_to_rate(&self, id: &GameId) -> Result<Option<GameToRate>, ApiError> {
        let missing = || ApiError::GameNotFound(id.to_string());
        let stored = self.store.load(id).await?.ok_or_else(missing)?;
        let rules = self.laws_of(&stored.instance, &stored.hash).await?;
        let game = move || Ok(game_to_rate(&Session::replay(stored.info, rules, stored.log)?));
        tokio::task::spawn_blocking(game).await.map_err(|_| ApiError::Panicked)?
    }
}

/// What a finished game counts for; `None` if it does not count: it was broken off, or one side never moved.
fn game_to_rate(session: &Session) -> Option<GameToRate> {
    let (info, game) = (session.info(), session.game());
    let rated = info.rated.as_ref()?;
    let [white, black] = [info.white.id()?, info.black.id()?];
    if white == black || !Side::BOTH.into_iter().all(|side| session.has_moved(side)) {
        return None;
    }
    let score = match game.outcome()?.recorded()? {
        RecordedResult::White => GameScore::WhiteWins,
        RecordedResult::Draw => GameScore::Draw,
        RecordedResult::Black => GameScore::BlackWins,
    };
    Some(GameToRate {
        game: info.id.clone(),
        pool: rated.pool.clone(),
        players: [white.clone(), black.clone()],
        score,
        ended: session.events().iter().rfind(|event| matches!(event.kind, EventKind::End { .. }))?.at,
    })
}
