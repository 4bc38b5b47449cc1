//! The doors: addresses and what stands behind them. Handlers ask and reply;
//! what is decided is decided in the rooms.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tokio::sync::watch;

pub use middleware::Limits;

use crate::auth::Guests;
use crate::game::Rooms;
use crate::library::Library;
use crate::lobby::Lobby;

mod games;
mod identity;
mod levels;
mod middleware;
mod operation;
mod peers;
mod rulesets;
mod seeks;
mod socket;
mod stream;
mod web_app;

/// The longest request body, in bytes.
const MOST_BODY: usize = 16 * 1024;

/// What every handler may need.
pub struct Site {
    /// The games.
    pub rooms: Arc<Rooms>,
    /// The lobby.
    pub lobby: Arc<Lobby>,
    /// Who is who.
    pub guests: Guests,
    /// How often somebody may ask.
    pub limits: Limits,
    /// What is counted.
    pub metrics: metrics_exporter_prometheus::PrometheusHandle,
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
        .route("/api/v1/levels", get(levels::list))
        .route("/api/v1/games", get(games::list).post(games::create))
        .route("/api/v1/games/{id}", get(games::one))
        .route("/api/v1/games/{id}/intents", post(games::intent))
        .route("/api/v1/games/{id}/pgn", get(games::pgn))
        .route("/api/v1/games/{id}/jsonl", get(games::jsonl))
        .route("/api/v1/games/{id}/chat", post(games::chat))
        .route("/api/v1/games/{id}/demo", post(games::demo))
        .route("/api/v1/games/{id}/mute", post(games::mute))
        .route("/api/v1/games/{id}/premoves/{side}", get(games::premoves))
        .route("/api/v1/games/{id}/why/{side}", get(games::why))
        .route("/api/v1/games/{id}/replay", get(games::replay))
        .route("/api/v1/games/{id}/throws", get(games::throws))
        .route("/api/v1/games/{id}/stream", get(stream::open))
        .route("/api/v1/schema", get(operation::schema))
        .route("/api/v1/me", get(identity::me).post(identity::rename))
        .route("/api/v1/guests", post(identity::guest))
        .route("/api/v1/seeks", get(seeks::list).post(seeks::create))
        .route("/api/v1/seeks/{id}", get(seeks::one).delete(seeks::withdraw))
        .route("/api/v1/seeks/{id}/accept", post(seeks::accept))
        .route("/ws/v1/lobby", get(seeks::lobby))
        .route("/ws/v1/game/{id}", get(socket::open))
        .route("/node/v1/games/{id}", post(peers::errand))
        .route("/healthz", get(operation::health))
        .route("/readyz", get(operation::readiness))
        .route("/metrics", get(operation::metrics))
        .fallback(web_app::serve)
        .method_not_allowed_fallback(middleware::wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(site.clone(), middleware::origin))
        .layer(from_fn_with_state(site.clone(), middleware::rate))
        .layer(from_fn(middleware::headers))
        .with_state(site)
}
