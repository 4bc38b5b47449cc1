//! Server start and shutdown.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use futures_util::future::OptionFuture;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use rukh_engine::SharedTables;
use rukh_engine_pool::{EngineCache, EnginePool};
use rukh_store::{
    CloseHandle, REPORT_RETENTION_DAYS, Store, StoreError,
    clock::{self, random_id},
};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::account_feed::AccountFeeds;
use crate::accounts::Accounts;
use crate::admission::{Admission, Capacity, on_own_thread};
use crate::analyses::Analyses;
use crate::appointments::Appointments;
use crate::config::Config;
use crate::email::{self, EmailConfig, EmailKeys};
use crate::events::Events;
use crate::game::{ActorConfig, GameRegistry};
use crate::http::{self, AllowedHosts, AppState};
use crate::library::{RulesetFileError, RulesetLibrary};
use crate::limits::OriginNames;
use crate::listener::{self, ConnectionGate};
use crate::lobby::Lobby;
use crate::moderation::Moderation;
use crate::online::{ONLINE_TTL, OnlinePeople};
use crate::push::{PushConfig, PushSender, PushService, PushTask};
use crate::reminders;
use crate::reviews::Reviews;
use crate::studies::Studies;
use crate::tables;
use crate::token::GuestTokens;
use crate::webhooks::{self, Webhooks};

/// How long pending responses may take on shutdown.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);
/// How long the last appends may take on shutdown.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(10);

/// Why the server cannot start or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Cannot listen on the address.
    #[error("cannot listen on {0}: {1}")]
    Bind(SocketAddr, #[source] std::io::Error),
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A ruleset file cannot be used.
    #[error(transparent)]
    Ruleset(#[from] RulesetFileError),
    /// There is no directory of tables.
    #[error("the directory of tables `{path}` does not exist", path = .0.display())]
    NoTables(PathBuf),
    /// Tables should be built, but there is no place for them.
    #[error("tables can only be built with a data directory to write them to")]
    NoTableDirectory,
    /// An event of the weekly calendar cannot be made.
    #[error("the weekly calendar cannot be used: {0}")]
    Calendar(String),
    /// An account cannot be exported.
    #[error("the account cannot be exported: {0}")]
    Export(String),
    /// A thread cannot be started.
    #[error("a thread cannot be started: {0}")]
    Thread(#[source] std::io::Error),
}

/// Histogram buckets of durations, in seconds.
const DURATION_BUCKETS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0];
/// Histogram buckets of the wait for an engine, in seconds.
const WAIT_BUCKETS: [f64; 9] = [0.001, 0.01, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];
/// How often a follower checks the owner.
const OWNER_CHECK_INTERVAL: Duration = Duration::from_millis(400);
/// How often the keys of guest tokens are read.
const KEYS_INTERVAL: Duration = Duration::from_secs(30);
/// How often finished games are archived, and how many at once.
const PURGE_INTERVAL: Duration = Duration::from_secs(60);
const ARCHIVE_BATCH: u32 = 200;

/// A server that listens but does not respond yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    /// Listener and routes for operators.
    admin: Option<(TcpListener, Router)>,
    gate: Arc<ConnectionGate>,
    registry: Arc<GameRegistry>,
    draining: watch::Sender<bool>,
    closing: CloseHandle,
    /// The task that sends push messages.
    push: Option<PushTask>,
    /// Tasks beside the HTTP service.
    background_tasks: Vec<JoinHandle<()>>,
}

/// Listens at an address.
async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Bind(address, error))
}

fn actor_config(config: &Config) -> ActorConfig {
    ActorConfig {
        bot_delay: config.bot_delay,
        idle_timeout: config.idle_timeout,
        max_contest_delay: config.max_contest_delay,
        owner_check_interval: OWNER_CHECK_INTERVAL,
        watch_grace: config.watch_grace,
    }
}

/// The games in a database whose server may be running, to be read.
pub(crate) async fn registry_beside(config: &Config) -> Result<(Arc<GameRegistry>, CloseHandle), ServeError> {
    let library = Arc::new(RulesetLibrary::open(&config.ruleset_files)?);
    let (store, closing) = Store::open_beside(&config.storage()).await?;
    let origins = OriginNames::new(store.site_key().await?);
    let engines = Arc::new(EngineCache::new(0, tables::open(config)?));
    let pool = EnginePool::new(engines, Some(1));
    let registry = GameRegistry::new(store, library, pool, actor_config(config), (String::new(), origins));
    Ok((Arc::new(registry), closing))
}

/// The queue of push messages and the task that sends them, if any are sent.
fn open_push(config: &Config, store: &Store) -> (Option<PushSender>, Option<PushTask>) {
    config.push.iter().for_each(warn_of_tests);
    config.push.clone().map(|push| PushTask::spawn(push, store.clone())).unzip()
}

/// What posts to webhooks.
fn open_webhooks(store: &Store, appointments: &Arc<Appointments>, config: &Config) -> Arc<Webhooks> {
    Arc::new(Webhooks::new(store.clone(), appointments.clone(), config.webhooks.clone()))
}

/// The accounts, with all that signs in to them.
fn open_accounts(store: Store, config: &Config) -> Accounts {
    Accounts::new(store, config.passwords.clone(), config.registration, config.providers.clone())
}

/// The places for work, and the work that needs engines.
fn open_work(
    engines: &EnginePool,
    store: &Store,
    endings: &Arc<SharedTables>,
) -> (Admission, Analyses, Reviews) {
    let admission = Admission::new(Capacity::of_machine(engines.seats()));
    let analyses = Analyses::new(engines.clone(), admission.clone(), endings.clone());
    let reviews = Reviews::new(engines.clone(), store.clone(), admission.clone(), endings.clone());
    (admission, analyses, reviews)
}

/// The solved endings, and the engines that know them.
fn open_engines(config: &Config) -> Result<(Arc<SharedTables>, EnginePool), ServeError> {
    let endings = tables::open(config)?;
    let engines = Arc::new(EngineCache::new(config.engine_memory, endings.clone()));
    Ok((endings, EnginePool::new(engines, config.engine_threads)))
}

/// The events, whose calendar can be used.
fn open_events(registry: &Arc<GameRegistry>, config: &Config) -> Result<Arc<Events>, ServeError> {
    let events = Events::new(registry.clone(), config.events, config.calendar.clone());
    events.check_calendar().map_err(|error| ServeError::Calendar(error.to_string()))?;
    Ok(Arc::new(events))
}

/// Starts what runs beside the HTTP service.
fn background_tasks(
    state: &Arc<AppState>,
    lobby: Arc<Lobby>,
    (archive_after, reminder_interval): (Duration, Duration),
    email: Option<EmailConfig>,
) -> Vec<JoinHandle<()>> {
    let registry = &state.registry;
    // In a debug build that takes seconds, and few of its servers are asked for a course.
    if !cfg!(debug_assertions) {
        tokio::spawn(on_own_thread(http::prepare_lessons));
        tokio::spawn(on_own_thread(http::prepare_puzzles));
    }
    vec![
        tokio::spawn(registry.clone().watch_notifications()),
        tokio::spawn(registry.clone().wake_due_games()),
        tokio::spawn(registry.clone().persist_presence()),
        tokio::spawn(registry.clone().index_finished_games()),
        tokio::spawn(registry.clone().rate_finished_games()),
        tokio::spawn(registry.clone().count_indicators(state.admission.clone())),
        tokio::spawn(registry.clone().serve_mail()),
        tokio::spawn(registry.clone().tell_of_vacations()),
        tokio::spawn(lobby.run()),
        tokio::spawn(state.events.clone().run()),
        tokio::spawn(state.moderation.clone().run(state.events.clone())),
        tokio::spawn(state.appointments.clone().run()),
        tokio::spawn(state.feeds.clone().run()),
        tokio::spawn(reminders::run(
            registry.clone(),
            state.events.clone(),
            (reminder_interval, email.is_some()),
        )),
        tokio::spawn(email::run(registry.clone(), email, state.email_keys.clone())),
        tokio::spawn(webhooks::run(state.webhooks.clone())),
        tokio::spawn(state.studies.clone().run()),
        tokio::spawn(state.online.clone().persist(registry.store().clone())),
        tokio::spawn(purge(state.clone(), archive_after)),
        tokio::spawn(watch_keys(state.clone())),
    ]
}

impl Server {
    /// Listens, loads the rulesets and opens the store.
    ///
    /// # Errors
    /// A start-up error.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let unbound = |error| ServeError::Bind(config.bind, error);
        let listener = listen(config.bind).await?;
        let address = listener.local_addr().map_err(unbound)?;
        let admin = OptionFuture::from(config.admin_bind.map(listen)).await.transpose()?;
        let library = Arc::new(RulesetLibrary::open(&config.ruleset_files)?);
        let name = random_id::<12>().map_err(unbound)?;
        let (store, closing) = Store::open(&config.storage(), &name).await?;
        let (key, (endings, engine_pool)) = (store.site_key().await?, open_engines(&config)?);
        let (push_sender, push_task) = open_push(&config, &store);
        let (admission, analyses, reviews) = open_work(&engine_pool, &store, &endings);
        let origins = (name, OriginNames::new(key));
        let registry = GameRegistry::new(store, library.clone(), engine_pool, actor_config(&config), origins);
        let registry = Arc::new(registry.with_push(push_sender).with_chat_words(config.chat_words.clone()));
        let (lobby, online) = (Arc::new(Lobby::new(registry.clone())), Arc::<OnlinePeople>::default());
        let (draining, watched) = watch::channel(false);
        tables::build(&config, &endings, watched.clone())?;
        let times = (config.archive_after, config.appointments.interval);
        let gate = Arc::new(ConnectionGate::new(config.connections, config.trusted_proxies.clone()));
        let appointments = Arc::new(Appointments::new(registry.clone(), config.appointments));
        let state = Arc::new(AppState {
            registry: registry.clone(),
            lobby: lobby.clone(),
            events: open_events(&registry, &config)?,
            feeds: Arc::new(AccountFeeds::new(registry.clone(), appointments.clone())),
            webhooks: open_webhooks(registry.store(), &appointments, &config),
            appointments,
            studies: Arc::new(Studies::new(registry.clone(), admission.clone())),
            moderation: Arc::new(Moderation::new(registry.clone(), online.clone())),
            online,
            accounts: open_accounts(registry.store().clone(), &config),
            tokens: GuestTokens::new(registry.store().token_keys().await?),
            keys_read: Mutex::new(Instant::now()),
            hosts: AllowedHosts::new(config.public_url.as_ref(), address.ip()),
            are_metrics_apart: admin.is_some(),
            trusted_proxies: config.trusted_proxies,
            gate: gate.clone(),
            body_timeout: config.connections.body_timeout,
            metrics: metrics_recorder(),
            cards: http::Cards::default(),
            pages: http::PageCache::default(),
            admission,
            unnamed: http::UnnamedClients::default(),
            level_ratings: http::LevelRatings::default(),
            analyses,
            reviews,
            tables: endings,
            library,
            public_url: config.public_url,
            push: config.push,
            sends_email: config.email.is_some(),
            email_keys: EmailKeys::new(key),
            shutting_down: watched,
        });
        Ok(Server {
            listener,
            address,
            background_tasks: background_tasks(&state, lobby, times, config.email),
            admin: admin.map(|listener| (listener, http::admin_router(state.clone()))),
            router: http::router(state),
            gate,
            registry,
            draining,
            closing,
            push: push_task,
        })
    }

    /// The listening address for operators, if there is one.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().and_then(|(listener, _)| listener.local_addr().ok())
    }

    /// The listening address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes, then shuts down: clients are asked to reconnect, pending
    /// responses and writes are finished.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server {
            listener,
            router,
            admin,
            gate,
            registry,
            draining,
            closing,
            push,
            mut background_tasks,
            ..
        } = self;
        if let Some((listener, router)) = admin {
            // Until the process ends: operators look at a server that is shutting down too.
            let gate = Arc::new(ConnectionGate::for_operators());
            background_tasks.push(tokio::spawn(async move {
                let (_running, never) = watch::channel(false);
                listener::serve(listener, router, gate, never).await;
            }));
        }
        let mut serving = pin!(listener::serve(listener, router, gate, draining.subscribe()));
        tokio::select! {
            () = serving.as_mut() => {}
            () = stop => {
                draining.send_replace(true);
                // Requests that have begun are answered.
                let _ = tokio::time::timeout(SHUTDOWN_GRACE, serving).await;
            }
        }
        draining.send_replace(true);
        registry.shut_down();
        background_tasks.iter().for_each(JoinHandle::abort);
        drop(registry);
        if let Some(push) = push {
            push.close(SHUTDOWN_GRACE).await;
        }
        let _ = tokio::time::timeout(FLUSH_TIMEOUT, closing).await;
    }
}

/// Follows changes of the keys of guest tokens, which any node or `rukh admin` may make.
async fn watch_keys(state: Arc<AppState>) {
    loop {
        tokio::time::sleep(KEYS_INTERVAL).await;
        state.refresh_keys().await;
    }
}

/// Warns of settings of push messages that are for tests only.
fn warn_of_tests(push: &PushConfig) {
    for service in push.services.iter().filter(|service| matches!(service, PushService::Loopback(_))) {
        tracing::warn!(%service, "push messages may be sent to this machine without TLS: for tests only");
    }
}

/// Age at which a subscription to push messages that its browser has not renewed is deleted, in
/// milliseconds: half a year.
const PUSH_RETENTION: u64 = 180 * 86_400_000;

/// Drops unused rate limiters, old presence, old subscriptions to push messages, what has ended of accounts, and old
/// reports, decisions and figures of play, and archives finished games.
async fn purge(state: Arc<AppState>, pack_after: Duration) {
    let age = u64::try_from(pack_after.as_millis()).unwrap_or(u64::MAX);
    loop {
        tokio::time::sleep(PURGE_INTERVAL).await;
        state.registry.limits().purge();
        if let Err(error) = state.registry.store().purge_presence(clock::now()).await {
            tracing::warn!(%error, "old presence cannot be deleted");
        }
        let stale = clock::now().saturating_sub(PUSH_RETENTION);
        if let Err(error) = state.registry.store().purge_push(stale).await {
            tracing::warn!(%error, "old subscriptions to push messages cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_sign_ins(clock::now()).await {
            tracing::warn!(%error, "devices that are signed in no more cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_invitations(clock::now()).await {
            tracing::warn!(%error, "invitations that have ended cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_moderation(clock::now()).await {
            tracing::warn!(%error, "old reports cannot be deleted");
        }
        let closed = clock::now().saturating_sub(REPORT_RETENTION_DAYS * 86_400_000);
        if let Err(error) = state.registry.store().purge_clubs(closed).await {
            tracing::warn!(%error, "what was written in closed clubs cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_vacations(clock::now()).await {
            tracing::warn!(%error, "old vacations cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_emails(clock::now()).await {
            tracing::warn!(%error, "mails that are over cannot be deleted");
        }
        if let Err(error) = state.registry.store().purge_deliveries(clock::now()).await {
            tracing::warn!(%error, "old deliveries of webhooks cannot be deleted");
        }
        state.appointments.purge().await;
        reminders::purge(&state.registry).await;
        if let Err(error) = state.registry.store().purge_online(clock::now().saturating_sub(ONLINE_TTL)).await
        {
            tracing::warn!(%error, "it cannot be forgotten who was online");
        }
        match state.registry.store().archive_games(clock::now().saturating_sub(age), ARCHIVE_BATCH).await {
            Ok(0) => {}
            Ok(packed) => tracing::info!(packed, "finished games were archived"),
            Err(error) => tracing::warn!(%error, "finished games cannot be archived"),
        }
    }
}

/// The metrics recorder of this process, shared by all its servers.
fn metrics_recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let waits = Matcher::Full("rukh_engine_wait_seconds".to_owned());
        let recorder = PrometheusBuilder::new()
            .set_buckets(&DURATION_BUCKETS)
            .and_then(|usual| usual.set_buckets_for_metric(waits, &WAIT_BUCKETS))
            .unwrap_or_else(|_| PrometheusBuilder::new())
            .build_recorder();
        let handle = recorder.handle();
        // A recorder installed by the program takes precedence.
        let _ = metrics::set_global_recorder(recorder);
        handle
    };
    HANDLE.get_or_init(install).clone()
}

/// Runs a server until Ctrl-C or SIGTERM. `announce` receives the listening address.
///
/// # Errors
/// A start-up error.
pub async fn serve(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    listener::raise_open_files();
    let server = Server::bind(config).await?;
    announce(server.address());
    server.run(shutdown_signal()).await;
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
async fn shutdown_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
