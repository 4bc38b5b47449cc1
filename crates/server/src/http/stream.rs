//! `/api/v1/games/{id}/stream`: what a socket would tell, a line of JSON for
//! each message, for programs that want no socket.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{mpsc, watch};

use super::Site;
use super::games::visitor;
use super::identity::Who;
use super::socket::Since;
use crate::error::ApiError;
use crate::game::{Command, Joined, Packet};

/// How often a silent stream shows that it lives.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A reader of a stream; it leaves the room when it is dropped.
struct Reader {
    joined: Joined,
    room: mpsc::Sender<Command>,
    draining: watch::Receiver<bool>,
    is_first: bool,
    is_over: bool,
}

impl Drop for Reader {
    fn drop(&mut self) {
        // A full inbox belongs to a busy room, which finds out by itself.
        let _ = self.room.try_send(Command::Leave(self.joined.number));
    }
}

/// Opens a stream.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    id: Result<Path<String>, PathRejection>,
    since: Result<Query<Since>, QueryRejection>,
) -> Result<Response, ApiError> {
    let (Path(id), Query(Since { after })) = (id?, since?);
    let visitor = visitor(who);
    let command = |reply| Command::Join(after, visitor.clone(), reply);
    let (joined, room) = site.rooms.ask(&id, command).await?;
    let draining = site.draining.clone();
    let reader = Reader { joined, room, draining, is_first: true, is_over: false };
    let lines = stream::unfold(reader, |mut reader| async move {
        let lines = reader.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(lines), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

impl Reader {
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        if std::mem::take(&mut self.is_first) {
            let first = self.joined.first.clone();
            return Some(self.lines(&first));
        }
        tokio::select! {
            packet = self.joined.queue.recv() => packet.map(|packet| self.lines(&packet)),
            _ = &mut self.joined.close => None,
            _ = self.draining.changed() => None,
            () = tokio::time::sleep(SIGN_OF_LIFE) => Some(Bytes::from_static(b"\n")),
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

/// Whether a message says that the game is over.
fn is_over(message: &str) -> bool {
    let message: serde_json::Value = serde_json::from_str(message).unwrap_or_default();
    let view = if message["t"] == "hello" { &message["view"] } else { &message["d"] };
    matches!(message["t"].as_str(), Some("hello" | "view")) && view["phase"] == "over"
}
