//! `/api/v1/games/{id}/stream`: the messages of a socket as JSON lines, for programs without
//! WebSocket.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{mpsc, watch};

use super::AppState;
use super::client::Client;
use super::extract::{Path, Query};
use super::games::visitor;
use super::identity::Identity;
use super::socket::ResumeQuery;
use crate::admission::{Place, WorkClass};
use crate::error::ApiError;
use crate::game::{ActorCommand, Packet, Subscription};
use crate::online::OnlineGuard;

/// Interval of keep-alive lines on a silent stream.
pub(super) const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// A reader of a stream; unsubscribes on drop.
struct StreamReader {
    subscription: Subscription,
    actor: mpsc::Sender<ActorCommand>,
    shutting_down: watch::Receiver<bool>,
    online: OnlineGuard,
    is_first: bool,
    is_over: bool,
    _socket: Place,
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        // An actor with a full mailbox notices by itself.
        let _ = self.actor.try_send(ActorCommand::Leave(self.subscription.number));
    }
}

/// Opens a stream.
pub(super) async fn open(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Path(id): Path<String>,
    Query(ResumeQuery { after }): Query<ResumeQuery>,
) -> Result<Response, ApiError> {
    let visitor = visitor(&state, guest).await?;
    let socket = state.admission.enter(WorkClass::Socket, &client.owner(visitor.id())).await?;
    let command = |reply| ActorCommand::Join(after, visitor.clone(), reply);
    let (joined, actor) = state.registry.ask(&id.parse()?, command).await?;
    let draining = state.shutting_down.clone();
    let reader = StreamReader {
        subscription: joined,
        actor,
        shutting_down: draining,
        online: state.online.enter(visitor.id().cloned()),
        is_first: true,
        is_over: false,
        _socket: socket,
    };
    let lines = stream::unfold(reader, |mut reader| async move {
        let lines = reader.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(lines), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

impl StreamReader {
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        if std::mem::take(&mut self.is_first) {
            let first = self.subscription.backlog.clone();
            return Some(self.lines(&first));
        }
        tokio::select! {
            packet = self.subscription.queue.recv() => packet.map(|packet| self.lines(&packet)),
            _ = &mut self.subscription.close => None,
            _ = self.shutting_down.changed() => None,
            () = self.online.dismissed() => None,
            () = tokio::time::sleep(KEEP_ALIVE_INTERVAL) => Some(Bytes::from_static(b"\n")),
        }
    }

    fn lines(&mut self, packet: &Packet) -> Bytes {
        let mut text = String::new();
        for message in packet.iter() {
            text.push_str(message);
            text.push('\n');
            self.is_over |= message.contains("\"phase\":\"over\"") && is_over(message);
        }
        Bytes::from(text)
    }
}

/// Whether a message reports the end of the game.
fn is_over(message: &str) -> bool {
    let message: serde_json::Value = serde_json::from_str(message).unwrap_or_default();
    let view = if message["type"] == "hello" { &message["view"] } else { &message["data"] };
    matches!(message["type"].as_str(), Some("hello" | "view")) && view["phase"] == "over"
}
