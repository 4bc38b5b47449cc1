//! Reviews of finished games: computed once, when somebody asks, and stored with the game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rukh_engine::{SharedTables, Wait};
use rukh_engine_pool::{EnginePool, Owner, SearchHandle, StopFlag};
use rukh_lab::analysis::Analyser;
use rukh_lab::review;
use rukh_rules::Game;
use rukh_store::{Store, StoreError};
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::Instant;

use crate::admission::{Admission, WorkClass, on_own_thread};
use crate::error::ApiError;
use crate::id::GameId;
use crate::wire::event::Seq;

/// Size of the table of a search, in mebibytes.
const TABLE_MEBIBYTES: usize = 8;
/// Steps of the progress of a review.
const PROGRESS_STEPS: u32 = 1_000;

/// How far the review of a game is.
#[derive(Debug)]
pub enum ReviewState {
    /// It is stored: a [`rukh_lab::review::GameReview`] as JSON.
    Stored(Box<RawValue>),
    /// It is under way: the share that is done, from 0 to 1.
    Running(f64),
    /// Nobody has asked for it.
    Absent,
}

/// The share of a review that is done, in [`PROGRESS_STEPS`].
type Progress = Arc<AtomicU32>;

/// The reviews of a node.
#[derive(Clone)]
pub struct Reviews {
    pool: EnginePool,
    store: Store,
    admission: Admission,
    tables: Arc<SharedTables>,
    running: Arc<Mutex<HashMap<GameId, Progress>>>,
}

impl Reviews {
    /// Reviews by the engines of a pool, in the order of their line.
    #[must_use]
    pub fn new(pool: EnginePool, store: Store, admission: Admission, tables: Arc<SharedTables>) -> Reviews {
        Reviews { pool, store, admission, tables, running: Arc::default() }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Progress>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the review of a game is.
    ///
    /// # Errors
    /// A database error.
    pub async fn state(&self, id: &GameId, game: &Game) -> Result<ReviewState, StoreError> {
        // Asked first: a review that ends meanwhile is stored by then.
        let done = self.running().get(id).map(|done| done.load(Ordering::Relaxed));
        if let Some(done) = done {
            return Ok(ReviewState::Running(f64::from(done) / f64::from(PROGRESS_STEPS)));
        }
        let stored = self.store.review(id, last_event(game)).await?;
        Ok(stored.map_or(ReviewState::Absent, ReviewState::Stored))
    }

    /// Has a game reviewed, unless that is under way. It is broken off if somebody needs
    /// its place who holds fewer.
    ///
    /// # Errors
    /// Too many reviews are under way.
    pub fn begin(&self, id: &GameId, game: Game, owner: Owner) -> Result<(), ApiError> {
        let done = Progress::default();
        let queued = {
            let mut running = self.running();
            if running.contains_key(id) {
                return Ok(());
            }
            let queued = self.admission.join(WorkClass::Review, &owner)?;
            running.insert(id.clone(), done.clone());
            queued
        };
        let entry = RunningEntry { reviews: self.clone(), id: id.clone() };
        tokio::spawn(async move {
            // Whoever waits for the review sees that nobody has asked for it.
            let Ok(_place) = queued.place().await else { return };
            // Dropped with this task when the server ends, which ends the search.
            let handle = SearchHandle::default();
            entry.reviews.run(&entry.id, game, owner, done, handle.flag()).await;
        });
        Ok(())
    }

    async fn run(&self, id: &GameId, game: Game, owner: Owner, done: Progress, flag: StopFlag) {
        let seq = last_event(&game);
        // Before the seat is taken: while it waits for a table, a search could not give its seat up.
        let tables = self.tables.of(game.ruleset());
        let own = tables.clone();
        let solved = on_own_thread(move || {
            review::solve_endings(&own, &game);
            game
        });
        let Ok(game) = solved.await else { return };
        let deadline = Instant::now() + WorkClass::Review.deadline();
        let Some(permit) = self.pool.acquire_for_review(owner, deadline).await else { return };
        let found = self.pool.run(permit, flag, move |stop| {
            let settings = review::settings(game.ruleset(), TABLE_MEBIBYTES);
            let analyser = Analyser::new(game.ruleset().clone(), settings, None);
            let analyser = analyser.expect("no evaluation file is given").with_tables(tables);
            let mut analyser = analyser.with_stop(stop).with_wait(Wait::Never);
            let found = review::review(&mut analyser, &game, &mut |step, total| {
                let share = step as f64 / total.max(1) as f64 * f64::from(PROGRESS_STEPS);
                done.store(share as u32, Ordering::Relaxed);
            })?;
            to_raw_value(&found).ok()
        });
        if let Some(review) = found.await.flatten()
            && let Err(error) = self.store.save_review(id, seq, &review).await
        {
            tracing::warn!(%error, game = %id, "a review cannot be stored");
        }
    }
}

/// A review under way, which ends when this is dropped.
struct RunningEntry {
    reviews: Reviews,
    id: GameId,
}

impl Drop for RunningEntry {
    fn drop(&mut self) {
        self.reviews.running().remove(&self.id);
    }
}

fn last_event(game: &Game) -> Seq {
    Seq::of_count(game.log().len())
}
