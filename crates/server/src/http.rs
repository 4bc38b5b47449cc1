//! HTTP routes. Handlers extract, ask the game actors and reply; they decide nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::error_handling::HandleErrorLayer;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};
use tokio::sync::watch;
use tower::ServiceBuilder;
use tower::timeout::TimeoutLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;

pub use cards::Cards;
pub use client::{TrustedProxies, TrustedProxyError};
pub use downloads::Downloads;
pub use hosts::AllowedHosts;
pub use web_app::PageCache;
pub(crate) use websocket::SocketSlot;

use crate::analyses::Analyses;
use crate::game::GameRegistry;
use crate::library::RulesetLibrary;
use crate::limits::OriginNames;
use crate::listener::ConnectionGate;
use crate::lobby::Lobby;
use crate::origin::Origin;
use crate::push::PushConfig;
use crate::reviews::Reviews;
use crate::token::{GuestTokens, TokenError, VerifiedToken};

mod analyses;
mod archive;
mod caching;
mod cards;
mod client;
mod downloads;
mod extract;
mod games;
mod hosts;
mod identity;
mod lessons;
mod levels;
mod middleware;
mod operation;
mod peers;
mod players;
mod push;
mod puzzles;
mod reviews;
mod rulesets;
mod seeks;
mod socket;
mod stream;
mod web_app;
mod websocket;

/// Maximum size of a request body, in bytes.
const MAX_BODY_BYTES: usize = 16 * 1024;
/// Time until a response begins; the slowest part of any is the store, which gives up earlier.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// State shared by all handlers.
pub struct AppState {
    /// The games.
    pub registry: Arc<GameRegistry>,
    /// The lobby.
    pub lobby: Arc<Lobby>,
    /// Guest tokens.
    pub tokens: GuestTokens,
    /// Names of addresses in the store.
    pub origins: OriginNames,
    /// When the keys of tokens were last read.
    pub keys_read: Mutex<Instant>,
    /// Proxies that may say on whose behalf they connect.
    pub trusted_proxies: TrustedProxies,
    /// The connections.
    pub gate: Arc<ConnectionGate>,
    /// Time for a request's body to go on.
    pub body_timeout: Duration,
    /// Metrics.
    pub metrics: metrics_exporter_prometheus::PrometheusHandle,
    /// Analyses of positions.
    pub analyses: Analyses,
    /// Reviews of finished games.
    pub reviews: Reviews,
    /// The rulesets.
    pub library: Arc<RulesetLibrary>,
    /// Pictures for shared links.
    pub cards: Cards,
    /// Downloads of games that are under way.
    pub downloads: Downloads,
    /// Pages of the library.
    pub pages: PageCache,
    /// The hosts that the server answers for.
    pub hosts: AllowedHosts,
    /// Whether metrics are served at an address of their own.
    pub are_metrics_apart: bool,
    /// Public address, if it differs from the listening address.
    pub public_url: Option<Origin>,
    /// Push messages, if they are sent.
    pub push: Option<PushConfig>,
    /// True once the server is shutting down.
    pub shutting_down: watch::Receiver<bool>,
}

/// Least time between two readings of the keys because a token names one that is not known: anybody
/// can send such tokens.
const KEY_REFRESH_INTERVAL: Duration = Duration::from_secs(5);

impl AppState {
    /// The guest of a token, if it is valid. Keys that another process has created are read.
    async fn verify(&self, token: &str) -> Option<VerifiedToken> {
        match self.tokens.verify(token) {
            Ok(verified) => Some(verified),
            Err(TokenError::UnknownKey) if self.may_refresh_keys() => {
                self.refresh_keys().await;
                self.tokens.verify(token).ok()
            }
            Err(_) => None,
        }
    }

    fn may_refresh_keys(&self) -> bool {
        let mut read = self.keys_read.lock().unwrap_or_else(PoisonError::into_inner);
        let may = read.elapsed() >= KEY_REFRESH_INTERVAL;
        if may {
            *read = Instant::now();
        }
        may
    }

    /// Reads the keys of tokens again.
    pub async fn refresh_keys(&self) {
        match self.registry.store().token_keys().await {
            Ok(keys) => {
                if self.tokens.replace_keys(keys) {
                    tracing::info!("the keys of guest tokens have changed");
                }
            }
            Err(error) => tracing::warn!(%error, "the keys of guest tokens cannot be read"),
        }
    }
}

/// The routes of the server, with their middleware from the outermost to the innermost layer.
pub fn router(state: Arc<AppState>) -> Router {
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(TraceLayer::new_for_http().make_span_with(middleware::request_span).on_failure(()))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(from_fn(middleware::allow_embedding))
        .layer(middleware::security_headers(state.public_url.as_ref()))
        .layer(CatchPanicLayer::custom(middleware::panic_response))
        .layer(HandleErrorLayer::new(middleware::timed_out))
        .layer(TimeoutLayer::new(REQUEST_TIMEOUT))
        .layer(from_fn_with_state(state.clone(), client::identify))
        .layer(from_fn_with_state(state.clone(), middleware::keep_reserve))
        .layer(from_fn_with_state(state.clone(), middleware::limit_rate))
        .layer(from_fn_with_state(state.clone(), hosts::check))
        .layer(from_fn_with_state(state.clone(), middleware::check_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(RequestBodyTimeoutLayer::new(state.body_timeout));
    let metrics = match state.are_metrics_apart {
        true => Router::new(),
        false => Router::new().route("/metrics", get(operation::metrics)),
    };
    Router::new()
        .merge(api())
        .merge(metrics)
        .route("/ws/v1/lobby", get(seeks::lobby))
        .route("/ws/v1/game/{id}", get(socket::open))
        .route("/node/v1/games/{id}", post(peers::handle))
        .route("/node/v1/ping", post(peers::ping))
        .route("/healthz", get(operation::health))
        .route("/readyz", get(operation::readiness))
        .merge(web_app::pages().layer(middleware::compression()))
        .route("/downloads/games.pgn", get(downloads::pgn))
        .route("/downloads/games.jsonl", get(downloads::jsonl))
        .route("/game/{id}/card.png", get(cards::game))
        .route("/library/{instance}/card.png", get(cards::ruleset))
        .route("/puzzles/{id}/card.png", get(cards::puzzle))
        // Where cards were in earlier versions.
        .route("/rules/{instance}/card.png", get(cards::ruleset))
        .fallback(web_app::serve)
        .method_not_allowed_fallback(middleware::method_not_allowed)
        .layer(layers)
        .with_state(state)
}

/// The routes for operators, at an address of their own.
pub fn admin_router(state: Arc<AppState>) -> Router {
    Router::new()
        .route("/healthz", get(operation::health))
        .route("/readyz", get(operation::readiness))
        .route("/metrics", get(operation::metrics))
        .with_state(state)
}

/// The public API; its answers are not cached unless they say so.
///
/// Answers are compressed on request, but not those that hold what only the requester may know (its
/// token, ids of its private games and seeks, its premoves): beside a text that somebody else has
/// chosen, such as a name or a chat message, the length of a compressed answer tells about the
/// secret (BREACH). Sockets are never compressed, and streams of JSON lines would be delayed.
fn api() -> Router<Arc<AppState>> {
    let compressed = Router::new()
        .route("/api/v1/catalog", get(rulesets::catalog))
        .route("/api/v1/rulesets", get(rulesets::list))
        .route("/api/v1/rulesets/{instance}", get(rulesets::get))
        .route("/api/v1/lessons", get(lessons::list))
        .route("/api/v1/lessons/{id}", get(lessons::get))
        .route("/api/v1/puzzles", get(puzzles::list))
        .route("/api/v1/puzzles/daily", get(puzzles::daily))
        .route("/api/v1/puzzles/{id}", get(puzzles::get))
        .route("/api/v1/puzzles/{id}/refutation", get(puzzles::refutation))
        .route("/api/v1/levels", get(levels::list))
        .route("/api/v1/games/{id}/pgn", get(games::pgn))
        .route("/api/v1/games/{id}/replay", get(games::replay))
        .route("/api/v1/games/{id}/position", get(games::position))
        .route("/api/v1/games/{id}/throws", get(games::throws))
        .route("/api/v1/games/{id}/review", get(reviews::get).post(reviews::create))
        .route("/api/v1/schema", get(operation::schema))
        .layer(middleware::compression());
    Router::new()
        .merge(compressed)
        .route("/api/v1/games", get(games::list).post(games::create))
        .route("/api/v1/players/{id}", get(players::get))
        .route("/api/v1/games/{id}", get(games::get))
        .route("/api/v1/games/{id}/intents", post(games::intent))
        .route("/api/v1/games/{id}/jsonl", get(games::jsonl))
        .route("/api/v1/games/{id}/chat", post(games::chat))
        .route("/api/v1/games/{id}/demo", post(games::demo))
        .route("/api/v1/games/{id}/mute", post(games::mute))
        .route("/api/v1/games/{id}/premoves/{side}", get(games::premoves))
        .route("/api/v1/games/{id}/why/{side}", get(games::why))
        .route("/api/v1/games/{id}/stream", get(stream::open))
        .route(
            "/api/v1/analysis",
            post(analyses::analyse).layer(DefaultBodyLimit::max(analyses::MAX_BODY_BYTES)),
        )
        .route("/api/v1/me", get(identity::me).post(identity::rename))
        .route("/api/v1/me/tokens/revoke", post(identity::revoke_tokens))
        .route("/api/v1/guests", post(identity::create_guest))
        .route("/api/v1/push", get(push::info).post(push::subscribe))
        .route("/api/v1/push/{id}", delete(push::unsubscribe))
        .route("/api/v1/seeks", get(seeks::list).post(seeks::create))
        .route("/api/v1/seeks/{id}", get(seeks::get).delete(seeks::withdraw))
        .route("/api/v1/seeks/{id}/accept", post(seeks::accept))
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")))
}
