//! The doors: addresses and what stands behind them. Handlers ask and reply;
//! what is decided is decided in the rooms.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tokio::sync::watch;

use crate::library::Library;
use crate::room::Rooms;

mod app;
mod games;
mod guard;
mod rulesets;
mod socket;

/// The longest request body, in bytes.
const MOST_BODY: usize = 16 * 1024;

/// What every handler may need.
pub struct Site {
    /// The games.
    pub rooms: Arc<Rooms>,
    /// The rulesets.
    pub library: Arc<Library>,
    /// The address people type, if it is not the one listened on.
    pub public_url: Option<String>,
    /// True once the server is about to stop.
    pub draining: watch::Receiver<bool>,
}

/// Every address of the server.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/v1/rulesets", get(rulesets::list))
        .route("/api/v1/rulesets/{instance}", get(rulesets::one))
        .route("/api/v1/games", get(games::list).post(games::create))
        .route("/api/v1/games/{id}", get(games::one))
        .route("/api/v1/games/{id}/intents", post(games::intent))
        .route("/api/v1/games/{id}/pgn", get(games::pgn))
        .route("/api/v1/games/{id}/jsonl", get(games::jsonl))
        .route("/ws/v1/game/{id}", get(socket::open))
        .fallback(app::serve)
        .method_not_allowed_fallback(guard::wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(site.clone(), guard::origin))
        .layer(from_fn(guard::headers))
        .with_state(site)
}
