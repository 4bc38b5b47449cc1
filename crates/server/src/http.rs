//! HTTP routes. Handlers extract, ask the game actors and reply; they decide nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::error_handling::HandleErrorLayer;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{from_fn, from_fn_with_state};
use rukh_engine::SharedTables;
use tokio::sync::watch;
use tower::ServiceBuilder;
use tower::timeout::TimeoutLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;

pub use cards::Cards;
pub use client::UnnamedClients;
use doors::{Routes, delete, get, post};
pub use hosts::AllowedHosts;
pub(crate) use lessons::prepare as prepare_lessons;
pub use levels::LevelRatings;
pub(crate) use puzzles::prepare as prepare_puzzles;
pub use web_app::PageCache;
pub(crate) use websocket::SocketSlot;

use crate::account_feed::AccountFeeds;
use crate::accounts::Accounts;
use crate::admission::{ANSWER_DEADLINE, Admission, WorkClass};
use crate::analyses::Analyses;
use crate::appointments::Appointments;
use crate::clubs::Clubs;
use crate::email::EmailKeys;
use crate::events::Events;
use crate::game::GameRegistry;
use crate::library::RulesetLibrary;
use crate::listener::ConnectionGate;
use crate::lobby::Lobby;
use crate::moderation::Moderation;
use crate::online::OnlinePeople;
use crate::origin::Origin;
use crate::proxies::TrustedProxies;
use crate::push::PushConfig;
use crate::reviews::Reviews;
use crate::studies::Studies;
use crate::token::{GuestTokens, TokenError, VerifiedToken};
use crate::webhooks::Webhooks;

mod account;
mod account_stream;
mod analyses;
mod appointments;
mod archive;
mod caching;
mod cards;
mod client;
mod clubs;
mod doors;
mod downloads;
mod email;
mod events;
mod export;
mod extract;
mod feed;
mod follows;
mod game_tables;
mod games;
mod hosts;
mod identity;
mod lessons;
mod levels;
mod middleware;
mod moderation;
mod openapi;
mod operation;
mod players;
mod providers;
mod push;
mod puzzles;
mod ratings;
mod reviews;
mod rulesets;
mod seeks;
mod sign_in;
mod socket;
mod stream;
mod studies;
mod tables;
mod vacations;
mod web_app;
mod webhooks;
mod websocket;

/// Maximum size of a request body, in bytes.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// The state as handlers get it.
type SharedState = Arc<AppState>;

/// State shared by all handlers.
pub struct AppState {
    /// The games.
    pub registry: Arc<GameRegistry>,
    /// The lobby.
    pub lobby: Arc<Lobby>,
    /// Events: tournaments of the site.
    pub events: Arc<Events>,
    /// Appointments: games at an agreed time.
    pub appointments: Arc<Appointments>,
    /// What happens to people, told to their programs.
    pub feeds: Arc<AccountFeeds>,
    /// Studies, which several people write together.
    pub studies: Arc<Studies>,
    /// Who is connected to this node.
    pub online: Arc<OnlinePeople>,
    /// Accounts.
    pub accounts: Accounts,
    /// Where what happens to accounts is posted to.
    pub webhooks: Arc<Webhooks>,
    /// Reports and decisions about people.
    pub moderation: Arc<Moderation>,
    /// Guest tokens.
    pub tokens: GuestTokens,
    /// When the keys of tokens were last read.
    pub keys_read: Mutex<Instant>,
    /// Whether a proxy names no clients.
    pub unnamed: UnnamedClients,
    pub level_ratings: LevelRatings,
    /// Proxies that may say on whose behalf they connect.
    pub trusted_proxies: TrustedProxies,
    /// The connections.
    pub gate: Arc<ConnectionGate>,
    /// Time for a request's body to go on.
    pub body_timeout: Duration,
    /// Metrics.
    pub metrics: metrics_exporter_prometheus::PrometheusHandle,
    /// The places for work.
    pub admission: Admission,
    /// Analyses of positions.
    pub analyses: Analyses,
    /// Reviews of finished games.
    pub reviews: Reviews,
    /// Solved endings.
    pub tables: Arc<SharedTables>,
    /// The rulesets.
    pub library: Arc<RulesetLibrary>,
    /// Pictures for shared links.
    pub cards: Cards,
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
    /// Whether mails are sent.
    pub sends_email: bool,
    /// What is made of the site's key for mails.
    pub email_keys: EmailKeys,
    /// True once the server is shutting down.
    pub shutting_down: watch::Receiver<bool>,
}

/// Least time between two readings of the keys because a token names one that is not known: anybody
/// can send such tokens.
const KEY_REFRESH_INTERVAL: Duration = Duration::from_secs(5);

impl AppState {
    /// The clubs, of which a node keeps nothing.
    pub(crate) fn clubs(&self) -> Clubs<'_> {
        Clubs { registry: &self.registry, events: &self.events }
    }

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
        .layer(TimeoutLayer::new(ANSWER_DEADLINE))
        .layer(from_fn_with_state(state.clone(), client::identify))
        .layer(from_fn_with_state(state.clone(), middleware::keep_reserve))
        .layer(from_fn_with_state(state.clone(), middleware::limit_rate))
        .layer(from_fn_with_state(state.clone(), hosts::check))
        .layer(from_fn_with_state(state.clone(), middleware::check_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(RequestBodyTimeoutLayer::new(state.body_timeout));
    let doors = match state.are_metrics_apart {
        true => doors(),
        false => doors().merge(metrics()),
    };
    doors
        .into_router()
        .method_not_allowed_fallback(middleware::method_not_allowed)
        .layer(layers)
        .with_state(state)
}

/// Every door but that of the metrics.
fn doors() -> Routes {
    Routes::default()
        .merge(api())
        .route("/ws/v1/lobby", get(WorkClass::Socket, seeks::lobby))
        .route("/ws/v1/game/{id}", get(WorkClass::Socket, socket::open))
        .route("/ws/v1/study/{id}", get(WorkClass::Socket, studies::socket))
        .route("/ws/v1/event/{id}", get(WorkClass::Socket, events::socket))
        .route("/healthz", get(WorkClass::Trusted, operation::health))
        .route("/readyz", get(WorkClass::Trusted, operation::readiness))
        .merge(web_app::pages().within(|router| router.layer(middleware::compression())))
        .route("/downloads/games.pgn", get(WorkClass::Download, downloads::pgn))
        .route("/downloads/games.jsonl", get(WorkClass::Download, downloads::jsonl))
        .route("/downloads/games.parquet", get(WorkClass::Download, game_tables::games))
        .route("/downloads/moves.parquet", get(WorkClass::Download, game_tables::moves))
        .route("/game/{id}/card.png", get(WorkClass::Picture, cards::game))
        .route("/library/{instance}/card.png", get(WorkClass::Picture, cards::ruleset))
        .route("/puzzles/{id}/card.png", get(WorkClass::Picture, cards::puzzle))
        .otherwise("/{file}", WorkClass::Kept, web_app::serve)
}

fn metrics() -> Routes {
    Routes::default().route("/metrics", get(WorkClass::Trusted, operation::metrics))
}

/// The routes for operators, at an address of their own.
pub fn admin_router(state: Arc<AppState>) -> Router {
    let health = Routes::default()
        .route("/healthz", get(WorkClass::Trusted, operation::health))
        .route("/readyz", get(WorkClass::Trusted, operation::readiness));
    health.merge(metrics()).into_router().with_state(state)
}

/// The public API; its answers are not cached unless they say so.
///
/// Answers are compressed on request, but not those that hold what only the requester may know (its
/// token, ids of its private games and seeks, its premoves): beside a text that somebody else has
/// chosen, such as a name or a chat message, the length of a compressed answer tells about the
/// secret (BREACH). Sockets are never compressed, and streams of JSON lines would be delayed.
fn api() -> Routes {
    use WorkClass::{Analysis, Ending, Kept, Play, Read, Refutation, Ruleset, Search, Socket};
    let compressed = Routes::default()
        .route("/api/v1/catalog", get(Kept, rulesets::catalog))
        .route("/api/v1/rulesets", get(Kept, rulesets::list))
        .route("/api/v1/rulesets/{instance}", get(Ruleset, rulesets::get))
        .route("/api/v1/lessons", get(Kept, lessons::list))
        .route("/api/v1/lessons/{id}", get(Kept, lessons::get))
        .route("/api/v1/puzzles", get(Kept, puzzles::list))
        .route("/api/v1/puzzles/daily", get(Kept, puzzles::daily))
        .route("/api/v1/puzzles/{id}", get(Ruleset, puzzles::get))
        .route("/api/v1/puzzles/{id}/refutation", get(Refutation, puzzles::refutation))
        .route("/api/v1/levels", get(Kept, levels::list))
        .route("/api/v1/tables", get(Ending, tables::get))
        .route("/api/v1/games/{id}/pgn", get(Read, games::pgn))
        .route("/api/v1/games/{id}/replay", get(Read, games::replay))
        .route("/api/v1/games/{id}/position", get(Read, games::position))
        .route("/api/v1/games/{id}/throws", get(Read, games::throws))
        .route(
            "/api/v1/games/{id}/review",
            get(Read, reviews::get).and(post(WorkClass::Review, reviews::create)),
        )
        .route("/api/v1/schema", get(Kept, operation::schema))
        .route("/api/v1/openapi.json", get(Kept, openapi::of_requests))
        .route("/api/v1/asyncapi.json", get(Kept, openapi::of_sockets))
        .within(|router| router.layer(middleware::compression()));
    let no_store =
        SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Routes::default()
        .merge(compressed)
        .merge(accounts())
        .merge(webhook_doors())
        .merge(event_doors())
        .merge(order_doors())
        .merge(appointment_doors())
        .merge(study_doors())
        .merge(club_doors())
        .route("/api/v1/games", get(Search, games::list).and(post(Play, games::create)))
        .route("/api/v1/players/{id}", get(Search, players::get))
        .route("/api/v1/players/{id}/ratings/{pool}", get(Search, ratings::history))
        .route("/api/v1/ratings", get(Search, ratings::list))
        .route("/api/v1/ratings/{pool}", get(Search, ratings::leaderboard))
        .route("/api/v1/ratings/{pool}/bots", get(Search, ratings::bots))
        .route("/api/v1/games/{id}/ratings", get(Read, ratings::of_game))
        .route("/api/v1/games/{id}", get(Read, games::get))
        .route("/api/v1/games/{id}/intents", post(Play, games::intent))
        .route("/api/v1/games/{id}/jsonl", get(Read, games::jsonl))
        .route("/api/v1/games/{id}/chat", post(Play, games::chat))
        .route("/api/v1/games/{id}/demo", post(Play, games::demo))
        .route("/api/v1/games/{id}/mute", post(Play, games::mute))
        .route("/api/v1/games/{id}/premoves/{side}", get(Read, games::premoves))
        .route("/api/v1/games/{id}/why/{side}", get(Read, games::why))
        .route("/api/v1/games/{id}/stream", get(Socket, stream::open))
        .route(
            "/api/v1/analysis",
            post(Analysis, analyses::analyse).with_bodies_up_to(analyses::MAX_BODY_BYTES),
        )
        .route("/api/v1/me", get(Kept, identity::me).and(post(Play, identity::rename)))
        .route("/api/v1/me/stream", get(Socket, account_stream::open))
        .route("/api/v1/me/name", delete(Play, identity::delete_name))
        .route("/api/v1/me/tokens/revoke", post(Play, identity::revoke_tokens))
        .route("/api/v1/guests", post(Play, identity::create_guest))
        .route("/api/v1/push", get(Kept, push::info).and(post(Play, push::subscribe)))
        .route("/api/v1/push/{id}", delete(Play, push::unsubscribe))
        .route("/api/v1/seeks", get(Read, seeks::list).and(post(Play, seeks::create)))
        .route("/api/v1/seeks/{id}", get(Read, seeks::get).and(delete(Play, seeks::withdraw)))
        .route("/api/v1/seeks/{id}/accept", post(Play, seeks::accept))
        .within(|router| router.layer(no_store))
}

/// Events: tournaments of the site.
fn event_doors() -> Routes {
    use WorkClass::{Download, Play, Read};
    Routes::default()
        .route("/api/v1/events", get(Read, events::list).and(post(Play, events::create)))
        .route("/api/v1/events.ics", get(Read, events::calendar))
        .route("/api/v1/events.atom", get(Read, events::feed))
        .route("/api/v1/events/{id}", get(Read, events::get).and(post(Play, events::edit)))
        .route("/api/v1/events/{id}/results.trf", get(Read, events::trf))
        .route("/api/v1/events/{id}/results.csv", get(Read, events::csv))
        .route("/api/v1/events/{id}/results.json", get(Read, events::json))
        .route("/api/v1/events/{id}/games.pgn", get(Download, downloads::event_pgn))
        .route("/api/v1/events/{id}/join", post(Play, events::join))
        .route("/api/v1/events/{id}/withdraw", post(Play, events::withdraw))
        .route("/api/v1/events/{id}/bye", post(Play, events::request_bye))
        .route("/api/v1/events/{id}/begin", post(Play, events::begin))
        .route("/api/v1/events/{id}/remove", post(Play, events::remove))
        .route("/api/v1/events/{id}/end", post(Play, events::end))
        .route("/api/v1/events/{id}/cancel", post(Play, events::cancel))
        .route("/api/v1/games/{id}/event", get(Read, events::of_game))
}

/// Studies, which several people write together.
fn study_doors() -> Routes {
    use WorkClass::{Play, Read, Study};
    Routes::default()
        .route("/api/v1/studies", {
            let create = post(Play, studies::create).with_bodies_up_to(studies::MAX_PGN_BYTES);
            get(Read, studies::list).and(create)
        })
        .route(
            "/api/v1/studies/{id}",
            get(Read, studies::get).and(post(Play, studies::edit)).and(delete(Play, studies::remove)),
        )
        .route("/api/v1/studies/{id}/members", post(Play, studies::share))
        .route("/api/v1/studies/{id}/members/{player}", delete(Play, studies::unshare))
        .route("/api/v1/studies/{id}/ops", {
            let write = post(Study, studies::write).with_bodies_up_to(studies::MAX_OPS_BYTES);
            get(Read, studies::ops).and(write)
        })
        .route("/api/v1/studies/{id}/pgn", {
            let write = post(Study, studies::write_pgn).with_bodies_up_to(studies::MAX_PGN_BYTES);
            get(Study, studies::pgn).and(write)
        })
        .route("/api/v1/moderation/studies/{id}/hide", post(Play, studies::hide))
}

/// Clubs: their members and boards.
fn club_doors() -> Routes {
    use WorkClass::{Play, Read};
    Routes::default()
        .route("/api/v1/clubs", get(Read, clubs::list).and(post(Play, clubs::found)))
        .route(
            "/api/v1/clubs/{id}",
            get(Read, clubs::get).and(post(Play, clubs::edit)).and(delete(Play, clubs::close)),
        )
        .route("/api/v1/clubs/{id}/join", post(Play, clubs::join))
        .route("/api/v1/clubs/{id}/leave", post(Play, clubs::leave))
        .route("/api/v1/clubs/{id}/notices", post(Play, clubs::notices))
        .route("/api/v1/clubs/{id}/members", get(Read, clubs::members))
        .route(
            "/api/v1/clubs/{id}/members/{player}",
            post(Play, clubs::change_member).and(delete(Play, clubs::forget_member)),
        )
        .route("/api/v1/clubs/{id}/posts", get(Read, clubs::board).and(post(Play, clubs::write)))
        .route("/api/v1/clubs/{id}/posts/{number}", delete(Play, clubs::delete_post))
        .route("/api/v1/moderation/clubs/{id}", post(Play, clubs::decide))
}

/// Order on the site: reports, decisions and blocks; below `/api/v1/moderation` for moderators alone.
fn order_doors() -> Routes {
    use WorkClass::{Play, Read};
    Routes::default()
        .route("/api/v1/reports", post(Play, moderation::report))
        .route("/api/v1/decisions", get(Read, moderation::own))
        .route("/api/v1/decisions/{id}/appeal", post(Play, moderation::appeal))
        .route("/api/v1/blocks", get(Read, moderation::blocks).and(post(Play, moderation::block)))
        .route("/api/v1/blocks/{id}", delete(Play, moderation::unblock))
        .route("/api/v1/moderation", get(Read, moderation::queue))
        .route("/api/v1/moderation/log", get(Read, moderation::log))
        .route("/api/v1/moderation/reports/{id}/take", post(Play, moderation::take))
        .route("/api/v1/moderation/reports/{id}/note", post(Play, moderation::note))
        .route("/api/v1/moderation/reports/{id}/resolve", post(Play, moderation::resolve))
        .route("/api/v1/moderation/players/{id}", get(Read, moderation::person))
        .route("/api/v1/moderation/players/{id}/decisions", post(Play, moderation::impose))
        .route("/api/v1/moderation/players/{id}/dismiss", post(Play, moderation::dismiss_reports))
        .route(
            "/api/v1/moderation/players/{id}/indicators",
            get(Read, moderation::indicators).and(post(Play, moderation::ask_indicators)),
        )
        .route("/api/v1/moderation/decisions/{id}/revoke", post(Play, moderation::revoke))
        .route("/api/v1/moderation/decisions/{id}/answer", post(Play, moderation::decide))
}

/// Games at an agreed time, and whom people follow.
fn appointment_doors() -> Routes {
    use WorkClass::{Play, Read};
    Routes::default()
        .route("/api/v1/appointments", get(Read, appointments::list).and(post(Play, appointments::create)))
        .route("/api/v1/appointments/{id}", get(Read, appointments::get))
        .route("/api/v1/appointments/{id}/accept", post(Play, appointments::accept))
        .route("/api/v1/appointments/{id}/propose", post(Play, appointments::propose))
        .route("/api/v1/appointments/{id}/decline", post(Play, appointments::decline))
        .route("/api/v1/appointments/{id}/cancel", post(Play, appointments::cancel))
        .route("/api/v1/follows", get(Read, follows::list))
        .route("/api/v1/follows/{id}", post(Play, follows::follow).and(delete(Play, follows::unfollow)))
        .route("/api/v1/me/online", post(Play, follows::show_online))
        .route("/api/v1/me/vacation", get(Read, vacations::read).and(post(Play, vacations::begin)))
        .route("/api/v1/me/vacation/end", post(Play, vacations::end))
}

/// Signing in and out, and one's own account.
fn accounts() -> Routes {
    use WorkClass::{Kept, Password, Play, Read};
    Routes::default()
        .route("/api/v1/sign-in", get(Kept, sign_in::ways))
        .route("/api/v1/sign-in/passkey/start", post(Play, sign_in::start_passkey))
        .route("/api/v1/sign-in/passkey", post(Play, sign_in::passkey))
        .route("/api/v1/sign-in/password", post(Password, sign_in::password))
        .route("/api/v1/sign-in/recovery-code", post(Play, sign_in::recovery_code))
        .route("/api/v1/sign-in/device-code", post(Play, sign_in::device_code))
        .route("/api/v1/sign-in/email/start", post(Play, email::start_sign_in))
        .route("/api/v1/sign-in/email", post(Play, email::sign_in))
        .route("/api/v1/sign-in/providers/{id}/start", post(Play, providers::start))
        .route("/api/v1/sign-in/providers/{id}/return", get(Play, providers::finish))
        .route("/api/v1/sign-out", post(Play, sign_in::sign_out))
        .route("/api/v1/account", get(Read, account::get).and(post(Password, account::create)))
        .route("/api/v1/account/passkeys/start", post(Play, account::start_passkey))
        .route("/api/v1/account/passkeys", post(Play, account::register_passkey))
        .route("/api/v1/account/passkeys/{id}", delete(Play, account::delete_passkey))
        .route("/api/v1/account/providers", post(Play, providers::create))
        .route("/api/v1/account/providers/{id}", delete(Play, providers::remove))
        .route("/api/v1/account/name", post(Play, account::rename))
        .route(
            "/api/v1/account/password",
            post(Password, account::set_password).and(delete(Play, account::delete_password)),
        )
        .route("/api/v1/account/recovery-codes", post(Play, account::recovery_codes))
        .route("/api/v1/account/device-code", post(Play, account::device_code))
        .route("/api/v1/account/email", post(Play, email::set).and(delete(Play, email::remove)))
        .route("/api/v1/account/email/verify", post(Play, email::verify))
        .route("/api/v1/account/email/notices", post(Play, email::notices))
        .route(
            "/api/v1/email/unsubscribe/{token}",
            get(Kept, email::show_unsubscribe).and(post(Play, email::unsubscribe)),
        )
        .route("/api/v1/account/sessions/{id}", delete(Play, account::end_sign_in))
        .route("/api/v1/account/sessions/end-others", post(Play, account::end_others))
        .route("/api/v1/account/tokens", post(Play, account::create_token))
        .route("/api/v1/account/tokens/{id}", delete(Play, account::end_sign_in))
        .route("/api/v1/account/export", get(WorkClass::Download, export::export))
        .route("/api/v1/account/bot", post(Play, account::become_bot))
        .route("/api/v1/account/delete", post(Play, account::delete))
}

/// Where what happens to one's own account is posted to.
fn webhook_doors() -> Routes {
    use WorkClass::{Play, Read};
    Routes::default()
        .route("/api/v1/account/webhooks", get(Read, webhooks::list).and(post(Play, webhooks::add)))
        .route("/api/v1/account/webhooks/{id}", delete(Play, webhooks::remove))
        .route("/api/v1/account/webhooks/{id}/secret", post(Play, webhooks::replace_secret))
        .route("/api/v1/account/webhooks/{id}/resume", post(Play, webhooks::resume))
        .route("/api/v1/account/webhooks/{id}/test", post(Play, webhooks::test))
        .route("/api/v1/account/webhooks/{id}/deliveries", get(Read, webhooks::deliveries))
}
