//! Starting and stopping.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::http::{self, Site};
use crate::library::{FileError, Library};
use crate::opponent::{Engines, Study};
use crate::room::Rooms;
use crate::store::{Store, StoreError};

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

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    rooms: Arc<Rooms>,
    draining: watch::Sender<bool>,
    committer: JoinHandle<()>,
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
        let (store, committer) = Store::open(&config.data_dir).await.map_err(ServeError::Store)?;
        let study = Study::new(Arc::new(Engines::default()));
        let rooms = Arc::new(Rooms::new(store, library.clone(), study, config.pace, config.idle));
        let (draining, watched) = watch::channel(false);
        let router = http::router(Arc::new(Site {
            rooms: rooms.clone(),
            library,
            public_url: config.public_url,
            draining: watched,
        }));
        Ok(Server { listener, address, router, rooms, draining, committer })
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
        let Server { listener, router, rooms, draining, committer, .. } = self;
        let draining = Arc::new(draining);
        let (stopping, mut stopped) = (draining.clone(), draining.subscribe());
        let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
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
        drop(rooms);
        let _ = tokio::time::timeout(LAST_WRITES, committer).await;
        outcome.map_err(ServeError::Listen)
    }
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
