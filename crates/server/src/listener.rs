//! Accepts connections: how many there may be, and how long each may take.
//!
//! `axum::serve` has neither a limit nor a timeout: clients that open connections and send nothing
//! would use up the file descriptors, and players could not connect any more.

use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, timeout};
use tower::Service;

use crate::config::ConnectionConfig;
use crate::error::ApiError;
use crate::http::SocketSlot;
use crate::limits::{CountedConnection, LimitExceeded, OpenConnections, count_refusal};
use crate::proxies::TrustedProxies;

/// Files that the process needs beside its connections: database, logs, other nodes.
const RESERVED_FILES: usize = 128;
/// Least number of connections, however few files may be open.
const MIN_CONNECTIONS: usize = 64;
/// Number of connections where the system states no limit of open files.
const DEFAULT_MAX_CONNECTIONS: usize = 65_536;
/// Most connections of an untrusted address and of its subnet; less where few are possible at all.
const MAX_PER_ADDRESS: usize = 512;
const MAX_PER_SUBNET: usize = 2048;
/// Delay after connections cannot be accepted, for example because no file can be opened.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// Time for the head of a request while connections are scarce.
const CROWDED_HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum read buffer of a connection, and so the maximum size of a request's head, in bytes.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Connections that are told at the same time why they are refused; others are just closed.
const MAX_REFUSALS: usize = 64;
/// Time to tell a client why it is refused.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// Counts connections and admits new ones.
pub struct ConnectionGate {
    config: ConnectionConfig,
    trusted: TrustedProxies,
    max: usize,
    open: AtomicUsize,
    connections: OpenConnections,
    refusals: Arc<Semaphore>,
}

/// A connection counted by its gate; dropping it makes room.
struct ConnectionPermit {
    gate: Arc<ConnectionGate>,
    /// `None` for trusted proxies.
    counted: Option<CountedConnection>,
}

impl ConnectionPermit {
    /// Ends when the connection is to be closed, because somebody who holds less needs it.
    fn gives_way(&self) -> impl Future<Output = ()> + use<> {
        let told = self.counted.as_ref().map(CountedConnection::gives_way);
        async move {
            match told {
                Some(told) => told.notified().await,
                None => std::future::pending().await,
            }
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.gate.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The address or its subnet has too many.
    TooMany,
    /// No more are possible, and nobody holds more than the client.
    Full,
}

impl Refusal {
    fn response(self) -> String {
        let wait = LimitExceeded { retry_after: Duration::from_secs(10) };
        let (status, error) = match self {
            Refusal::TooMany => ("429 Too Many Requests", ApiError::RateLimited(wait)),
            Refusal::Full => ("503 Service Unavailable", ApiError::Overloaded),
        };
        let body = serde_json::to_string(&error.body()).unwrap_or_default();
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: 10\r\n\
             cache-control: no-store\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    }
}

impl ConnectionGate {
    /// A gate without connections. Without a configured maximum, the limit of open files decides.
    #[must_use]
    pub fn new(config: ConnectionConfig, trusted: TrustedProxies) -> ConnectionGate {
        let possible = open_files().map_or(DEFAULT_MAX_CONNECTIONS, |files| {
            files.saturating_sub(RESERVED_FILES).max(MIN_CONNECTIONS)
        });
        ConnectionGate {
            max: config.max.map_or(possible, |max| max.min(possible)),
            config,
            trusted,
            open: AtomicUsize::new(0),
            connections: OpenConnections::default(),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
        }
    }

    /// A gate for operators, which is not crowded by others.
    #[must_use]
    pub fn for_operators() -> ConnectionGate {
        let config = ConnectionConfig { max: Some(MIN_CONNECTIONS), ..ConnectionConfig::default() };
        ConnectionGate::new(config, TrustedProxies::everyone())
    }

    /// Number of open connections.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Greatest number of connections.
    #[must_use]
    pub fn max(&self) -> usize {
        self.max
    }

    /// Whether nine tenths of the connections are in use: the rest is kept for those who play.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.count() * 10 > self.max * 9
    }

    /// Whether a client without a token is refused for the sake of those who play: nobody else holds
    /// more connections, whose would be closed first.
    #[must_use]
    pub fn keeps_reserve_from(&self, client: Option<IpAddr>) -> bool {
        self.is_crowded() && !client.is_some_and(|client| self.connections.have_heavier(client))
    }

    fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<ConnectionPermit, Refusal> {
        let is_trusted = self.trusted.contains(peer);
        let counted = match is_trusted {
            true => None,
            false => {
                let (address, subnet) = (MAX_PER_ADDRESS.min(self.max / 4), MAX_PER_SUBNET.min(self.max / 2));
                Some(self.connections.open(peer, address, subnet).ok_or(Refusal::TooMany)?)
            }
        };
        // The permit counts down when it is dropped.
        let before = self.open.fetch_add(1, Ordering::Relaxed);
        let permit = ConnectionPermit { gate: self.clone(), counted };
        if before < self.max || self.connections.make_room(peer) { Ok(permit) } else { Err(Refusal::Full) }
    }

    /// Tells a client why it is refused, without waiting for it.
    fn refuse(&self, mut stream: TcpStream, refusal: Refusal) {
        count_refusal("connection");
        let Ok(place) = self.refusals.clone().try_acquire_owned() else { return };
        tokio::spawn(async move {
            let tell = async {
                stream.write_all(refusal.response().as_bytes()).await?;
                stream.shutdown().await?;
                // Closing with unread data would reset the connection before the client has read.
                let mut unread = [0; 512];
                while stream.read(&mut unread).await? > 0 {}
                Ok::<_, std::io::Error>(())
            };
            // The client may be gone already.
            let _ = timeout(REFUSAL_TIMEOUT, tell).await;
            drop(place);
        });
    }
}

/// The number of files that this process may have open.
fn open_files() -> Option<usize> {
    #[cfg(unix)]
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    let limit = None::<u64>;
    limit.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

/// Raises the number of files that this process may have open as far as the system allows, since
/// every connection is one.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
            tracing::debug!(%error, "the limit of open files cannot be raised");
        }
    }
}

/// Serves connections until `stopping` becomes true, then finishes the requests that have begun.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    gate: Arc<ConnectionGate>,
    mut stopping: watch::Receiver<bool>,
) {
    // Every connection holds a receiver; `closed` waits for the last.
    let (served, serving) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // A client that is gone already is no reason to wait.
                if !is_about_the_client(&error) {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
                continue;
            }
        };
        match gate.admit(peer.ip()) {
            Ok(permit) => {
                let gives_way = permit.gives_way();
                let (connection, serving) =
                    (Connection { stream, peer, permit, stopping: stopping.clone() }, serving.clone());
                let router = router.clone();
                let served = async move {
                    let slot = SocketSlot::default();
                    // Boxed: a socket does not need the memory of its request.
                    Box::pin(connection.serve(router, slot.clone())).await;
                    drop(serving);
                    if let Some(socket) = slot.take() {
                        socket.await;
                    }
                };
                tokio::spawn(async move {
                    tokio::select! {
                        () = served => {}
                        () = gives_way => count_refusal("connection"),
                    }
                });
            }
            Err(refusal) => gate.refuse(stream, refusal),
        }
    }
    drop((listener, serving));
    served.closed().await;
}

/// Waits until the server is stopping.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

fn is_about_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// An accepted connection.
struct Connection {
    stream: TcpStream,
    peer: SocketAddr,
    permit: ConnectionPermit,
    stopping: watch::Receiver<bool>,
}

impl Connection {
    /// Answers the requests of the connection until it is closed or becomes a WebSocket, which is
    /// then in the slot.
    async fn serve(self, router: Router, slot: SocketSlot) {
        let Connection { stream, peer, permit, mut stopping } = self;
        // A move is small and must not wait for more data (`TCP_NODELAY`).
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let config = permit.gate.config;
        let header_timeout = match permit.gate.is_crowded() {
            true => config.header_timeout.min(CROWDED_HEADER_TIMEOUT),
            false => config.header_timeout,
        };
        let stream =
            ClientStream { stream, stalled: None, write_timeout: config.write_timeout, _permit: permit };
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(slot.clone());
            router.clone().call(request)
        });
        let mut builder = http1::Builder::new();
        // The time for a head includes the time between two requests.
        builder.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(MAX_HEAD_BYTES);
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut connection = pin!(connection);
        let served = tokio::select! {
            served = connection.as_mut() => served,
            () = stopped(&mut stopping) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = served {
            tracing::debug!(%error, "a connection has ended");
        }
    }
}

/// A client's TCP stream, which fails if the client reads nothing for too long. It lives as long as
/// the connection, also as a WebSocket, and so does its permit.
struct ClientStream {
    stream: TcpStream,
    /// Ends the wait of a write that cannot go on.
    stalled: Option<Pin<Box<Sleep>>>,
    write_timeout: Duration,
    _permit: ConnectionPermit,
}

impl ClientStream {
    /// The result of a write, or an error if writes have been stalled for too long.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<std::io::Result<T>>,
    ) -> Poll<std::io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let timeout = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => {
                count_refusal("slow_reader");
                Poll::Ready(Err(std::io::ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
