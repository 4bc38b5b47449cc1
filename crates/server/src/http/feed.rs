//! Sockets that only send: the lobby, events and studies.

use axum::extract::ws::Utf8Bytes;
use governor::RateLimiter;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::socket::{FRAMES, IDLE_TIMEOUT, PING_INTERVAL};
use super::websocket::ClientSocket;
use crate::events::EventWatcher;
use crate::game::CloseCode;
use crate::limits::quota;
use crate::lobby::LobbyConnection;
use crate::online::OnlineGuard;
use crate::studies::StudyWatcher;

/// What a socket sends.
pub(super) trait Feed {
    /// The next messages, to be sent together; `None` if nothing comes any more. Can be cancelled.
    fn next(&mut self) -> impl Future<Output = Option<Vec<Utf8Bytes>>> + Send;
}

impl Feed for LobbyConnection {
    fn next(&mut self) -> impl Future<Output = Option<Vec<Utf8Bytes>>> + Send {
        LobbyConnection::next(self)
    }
}

impl Feed for EventWatcher {
    fn next(&mut self) -> impl Future<Output = Option<Vec<Utf8Bytes>>> + Send {
        EventWatcher::next(self)
    }
}

impl Feed for StudyWatcher {
    fn next(&mut self) -> impl Future<Output = Option<Vec<Utf8Bytes>>> + Send {
        StudyWatcher::next(self)
    }
}

/// Sends what a feed has until the client leaves, is dismissed or the server shuts down.
pub(super) async fn run(
    mut feed: impl Feed,
    mut online: OnlineGuard,
    mut shutting_down: watch::Receiver<bool>,
    mut socket: ClientSocket,
) {
    let mut ping = tokio::time::interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    let mut last_heard = Instant::now();
    let frames = RateLimiter::direct(quota(FRAMES));
    let code = loop {
        let sent = tokio::select! {
            messages = feed.next() => match messages {
                Some(messages) => socket.send(messages).await,
                None => break Some(CloseCode::Draining),
            },
            _ = shutting_down.changed() => break Some(CloseCode::Draining),
            () = online.dismissed() => break Some(CloseCode::NotAllowed),
            _ = ping.tick() => {
                if last_heard.elapsed() > IDLE_TIMEOUT {
                    break None;
                }
                socket.ping().await
            }
            message = socket.receive() => {
                last_heard = Instant::now();
                // Every frame costs, also one without content.
                if frames.check().is_err() {
                    break Some(CloseCode::TooFast);
                }
                match message {
                    None | Some(Ok(Message::Close(_))) => break None,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                    Some(Ok(Message::Text(_) | Message::Binary(_)) | Err(_)) => break Some(CloseCode::BadMessage),
                }
            }
        };
        if sent.is_err() {
            break None;
        }
    };
    drop(feed);
    socket.close(code).await;
}
