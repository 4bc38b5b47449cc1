//! Starting and stopping.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::auth::Guests;
use crate::clock::{name_of_letters, now_ms};
use crate::config::Config;
use crate::engine_pool::{Engines, Study};
use crate::game::{Rooms, Setting};
use crate::http::{self, Limits, Site};
use crate::library::{FileError, Library};
use crate::lobby::Lobby;
use crate::peers::Peers;
use crate::store::{Closing, NodeInfo, Store, StoreError};

/// How long answers under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long the last appends may take.
const LAST_WRITES: Duration = Duration::from_secs(10);

/// Why the server does not run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    Bind(SocketAddr, std::io::Error),
    /// The data directory cannot be used.
    Store(StoreError),
    /// A ruleset file cannot be used.
    Ruleset(FileError),
    /// Listening has failed.
    Listen(std::io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Store(error) => error.fmt(f),
            ServeError::Ruleset(error) => error.fmt(f),
            ServeError::Listen(error) => write!(f, "listening has failed: {error}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Bind(_, error) | ServeError::Listen(error) => Some(error),
            ServeError::Store(error) => Some(error),
            ServeError::Ruleset(error) => Some(error),
        }
    }
}

/// The steps in which durations are counted, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0];
/// How often a room that follows another node's looks after it.
const WATCH: Duration = Duration::from_millis(400);
/// How often finished games are packed together, and how many at once.
const PACKING: Duration = Duration::from_secs(60);
const PACKED: u32 = 200;

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    rooms: Arc<Rooms>,
    draining: watch::Sender<bool>,
    closing: Closing,
    /// What goes on beside the answers.
    company: Vec<JoinHandle<()>>,
}

impl Server {
    /// Listens, reads the rulesets and opens the store.
    ///
    /// # Errors
    /// What stands in the way.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let unbound = |error| ServeError::Bind(config.bind, error);
        let listener = TcpListener::bind(config.bind).await.map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let library = Arc::new(Library::open(&config.ruleset_files).map_err(ServeError::Ruleset)?);
        let name = name_of_letters::<12>().map_err(unbound)?;
        let reached = config.node_address.clone().unwrap_or_else(|| format!("http://{address}"));
        let node = NodeInfo { id: name.clone(), address: reached.trim_end_matches('/').to_owned() };
        let (store, closing) = Store::open(&config.place(), node).await.map_err(ServeError::Store)?;
        let key = store.site_key().await.map_err(ServeError::Store)?;
        let study = Study::new(Arc::new(Engines::default()));
        let setting =
            Setting { pace: config.pace, idle: config.idle, fairness: config.fairness, watch: WATCH };
        let rooms = Arc::new(Rooms::new(store, library.clone(), study, setting, (name, Peers::new(key))));
        let lobby = Arc::new(Lobby::new(rooms.clone()));
        let (draining, watched) = watch::channel(false);
        let site = Arc::new(Site {
            rooms: rooms.clone(),
            lobby: lobby.clone(),
            guests: Guests::new(key),
            limits: Limits::default(),
            metrics: recorder(),
            library,
            public_url: config.public_url,
            draining: watched,
        });
        let company = vec![
            tokio::spawn(rooms.clone().heed()),
            tokio::spawn(rooms.clone().make_rounds()),
            tokio::spawn(rooms.clone().keep_presence()),
            tokio::spawn(lobby.run()),
            tokio::spawn(tidy(site.clone(), config.pack_after)),
        ];
        Ok(Server { listener, address, router: http::router(site), rooms, draining, closing, company })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop; then lets everybody know, finishes what is
    /// under way and writes what is left.
    ///
    /// # Errors
    /// If listening fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { listener, router, rooms, draining, closing, company, .. } = self;
        let draining = Arc::new(draining);
        let (stopping, mut stopped) = (draining.clone(), draining.subscribe());
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        // A move is small and must not wait for more to send.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a line sends when it likes");
            }
        });
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            stopping.send_replace(true);
        });
        let outcome = tokio::select! {
            outcome = serving.into_future() => outcome,
            () = async {
                // An error means that nobody can tell us to stop any more.
                let _ = stopped.wait_for(|is_draining| *is_draining).await;
                tokio::time::sleep(FAREWELL).await;
            } => Ok(()),
        };
        draining.send_replace(true);
        rooms.close();
        company.iter().for_each(JoinHandle::abort);
        drop(rooms);
        let _ = tokio::time::timeout(LAST_WRITES, closing).await;
        outcome.map_err(ServeError::Listen)
    }
}

/// Forgets who has not asked for long, and packs finished games together.
async fn tidy(site: Arc<Site>, pack_after: Duration) {
    let age = u64::try_from(pack_after.as_millis()).unwrap_or(u64::MAX);
    loop {
        tokio::time::sleep(PACKING).await;
        site.limits.tidy();
        if let Err(error) = site.rooms.store().forget_presence(now_ms()).await {
            tracing::warn!(%error, "who was at a board long ago cannot be forgotten");
        }
        match site.rooms.store().compact(now_ms().saturating_sub(age), PACKED).await {
            Ok(0) => {}
            Ok(packed) => tracing::info!(packed, "finished games were packed"),
            Err(error) => tracing::warn!(%error, "finished games cannot be packed"),
        }
    }
}

/// What is counted in this process, by every server in it.
fn recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let usual = PrometheusBuilder::new();
        let recorder =
            usual.set_buckets(&SECONDS).unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
        let handle = recorder.handle();
        // Another recorder of the program's own goes first.
        let _ = metrics::set_global_recorder(recorder);
        handle
    };
    HANDLE.get_or_init(install).clone()
}

/// Runs a server until ctrl-c or SIGTERM. `announce` is told where it listens
/// as soon as it does.
///
/// # Errors
/// What stands in the way.
pub async fn serve(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let server = Server::bind(config).await?;
    announce(server.address());
    server.run(asked_to_stop()).await
}

/// Waits for ctrl-c or SIGTERM.
async fn asked_to_stop() {
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
