//! WebSockets that take little memory each, whatever is sent: there are many, and most are quiet.
//!
//! Texts are shared by all receivers and sent without copying. A library would copy each into a
//! buffer of the socket, which keeps the size of the longest. Reading, and the frames that control
//! a connection, are left to `tungstenite`.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::IoSlice;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::extract::{FromRequestParts, ws::rejection::WebSocketUpgradeRejection};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::game::CloseCode;

/// Maximum size of a client message, in bytes.
const MAX_MESSAGE_BYTES: usize = 8 * 1024;
/// Read buffer of a socket, in bytes.
const READ_BUFFER_BYTES: usize = 1024;
/// Maximum buffer for outgoing frames without text, in bytes.
const MAX_CONTROL_BUFFER_BYTES: usize = 1024;
/// Pieces that are written at once; each message has two.
const MAX_SLICES: usize = 32;
/// Longest head of a frame to a client, in bytes.
const MAX_HEAD_BYTES: usize = 10;
/// Timeout for closing a socket.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Where a request leaves its socket, which then runs in the task of the connection. A new task for
/// each socket would be allocated among the memory of the request and keep it fragmented.
#[derive(Clone, Default)]
pub(crate) struct SocketSlot(Arc<Mutex<Option<RunningSocket>>>);

/// The whole life of a socket.
pub(crate) type RunningSocket = Pin<Box<dyn Future<Output = ()> + Send>>;

impl SocketSlot {
    fn lock(&self) -> MutexGuard<'_, Option<RunningSocket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the socket of the connection, if it has become one.
    pub(crate) fn take(&self) -> Option<RunningSocket> {
        self.lock().take()
    }
}

/// A request to open a WebSocket.
pub(super) struct SocketUpgrade {
    upgrade: OnUpgrade,
    slot: Option<SocketSlot>,
    accept_key: String,
}

impl<S: Send + Sync> FromRequestParts<S> for SocketUpgrade {
    type Rejection = WebSocketUpgradeRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SocketUpgrade, Self::Rejection> {
        let upgrade = parts.extensions.get::<OnUpgrade>().cloned();
        // Checks the request, and that there is an upgrade and a key.
        drop(WebSocketUpgrade::from_request_parts(parts, state).await?);
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).map_or(&[][..], HeaderValue::as_bytes);
        Ok(SocketUpgrade {
            upgrade: upgrade.unwrap_or_else(no_upgrade),
            slot: parts.extensions.get::<SocketSlot>().cloned(),
            accept_key: derive_accept_key(key),
        })
    }
}

/// An upgrade that fails.
fn no_upgrade() -> OnUpgrade {
    hyper::upgrade::on(axum::http::Request::new(()))
}

impl SocketUpgrade {
    /// The response; `run` has the socket when it is sent.
    pub(super) fn accept<F>(self, run: impl FnOnce(ClientSocket) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let SocketUpgrade { upgrade, slot, accept_key } = self;
        let socket = Box::pin(async move {
            match upgrade.await {
                Ok(upgraded) => run(ClientSocket::new(upgraded).await).await,
                Err(error) => tracing::debug!(%error, "a socket could not be opened"),
            }
        });
        match slot {
            Some(slot) => *slot.lock() = Some(socket),
            None => drop(tokio::spawn(socket)),
        }
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        if let Ok(accept_key) = HeaderValue::try_from(accept_key) {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept_key);
        }
        response
    }
}

/// A client's WebSocket.
pub(super) struct ClientSocket<S = TokioIo<Upgraded>> {
    inner: WebSocketStream<S>,
    /// Heads and texts of messages that are not yet written, also if sending was cancelled.
    unsent: VecDeque<Bytes>,
}

impl ClientSocket {
    async fn new(upgraded: Upgraded) -> ClientSocket {
        ClientSocket::over(TokioIo::new(upgraded)).await
    }
}

impl<S: AsyncWrite + tokio::io::AsyncRead + Unpin> ClientSocket<S> {
    async fn over(stream: S) -> ClientSocket<S> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(MAX_CONTROL_BUFFER_BYTES)
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let inner = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        ClientSocket { inner, unsent: VecDeque::new() }
    }

    /// The next message of the client; `None` if it is gone. Can be cancelled.
    pub(super) async fn receive(&mut self) -> Option<Result<Message, Error>> {
        // Reading may send a pong, which must not get into a message.
        if let Err(error) = self.write_unsent().await {
            return Some(Err(error));
        }
        self.inner.next().await
    }

    /// Sends messages together. After it was cancelled the socket can only be closed.
    pub(super) async fn send(&mut self, texts: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Error> {
        // A pong may be written in part.
        self.inner.flush().await?;
        for text in texts {
            let text = Bytes::from(text);
            self.unsent.push_back(head(text.len())?);
            self.unsent.push_back(text);
        }
        self.write_unsent().await
    }

    pub(super) async fn ping(&mut self) -> Result<(), Error> {
        self.inner.send(Message::Ping(Bytes::new())).await
    }

    async fn write_unsent(&mut self) -> Result<(), Error> {
        while !self.unsent.is_empty() {
            let mut written = poll_fn(|context| {
                let mut slices = [IoSlice::new(&[]); MAX_SLICES];
                let count = self.unsent.len().min(MAX_SLICES);
                for (slice, unsent) in slices.iter_mut().zip(&self.unsent) {
                    *slice = IoSlice::new(unsent);
                }
                Pin::new(self.inner.get_mut()).poll_write_vectored(context, &slices[..count])
            })
            .await?;
            if written == 0 {
                return Err(std::io::Error::from(std::io::ErrorKind::WriteZero).into());
            }
            while let Some(first) = self.unsent.front_mut() {
                if written < first.len() {
                    let _ = first.split_to(written);
                    break;
                }
                written -= first.len();
                self.unsent.pop_front();
            }
            if self.unsent.is_empty() {
                // A burst of messages needs more room than is kept.
                self.unsent = VecDeque::new();
                self.inner.get_mut().flush().await?;
            }
        }
        Ok(())
    }

    /// Closes the socket, with a code unless the client is gone. What the client goes on sending is
    /// read for a moment: closing with unread data would reset the connection, and the client would
    /// not learn the code.
    pub(super) async fn close(mut self, code: Option<CloseCode>) {
        let closing = async {
            if let Some(code) = code {
                self.write_unsent().await?;
                let frame = CloseFrame { code: (code as u16).into(), reason: reason(code).into() };
                self.inner.send(Message::Close(Some(frame))).await?;
                while let Some(Ok(_)) = self.inner.next().await {}
            }
            SinkExt::close(&mut self.inner).await
        };
        // The client may be gone, or send without end.
        let _ = timeout(CLOSE_TIMEOUT, closing).await;
    }
}

/// The head of a frame with a whole text.
fn head(length: usize) -> Result<Bytes, Error> {
    let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
    let mut head = Vec::with_capacity(MAX_HEAD_BYTES);
    header.format(length as u64, &mut head)?;
    Ok(head.into())
}

fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::BadMessage => "bad message",
        CloseCode::NotAllowed => "not allowed",
        CloseCode::NoSuchGame => "no such game",
        CloseCode::TooFast => "too fast",
        CloseCode::SlowReader => "slow reader",
        CloseCode::Draining => "draining",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::StreamExt;
    use tokio::io::duplex;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::ClientSocket;
    use crate::game::CloseCode;

    fn texts() -> Vec<String> {
        [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]
            .map(|length| "\u{1230}x".repeat(length / 4) + &"y".repeat(length % 4))
            .into()
    }

    #[tokio::test]
    async fn texts_of_any_length_arrive() {
        for room in [7, 1000, 1 << 20] {
            let (near, far) = duplex(room);
            let mut socket = ClientSocket::over(near).await;
            let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
            let sending = async {
                socket.send(texts().into_iter().map(Into::into)).await.unwrap();
                // More at once than are written at once.
                socket.send((0..100).map(|number| number.to_string().into())).await.unwrap();
                socket
            };
            let receiving = async {
                for text in texts().into_iter().chain((0..100).map(|number| number.to_string())) {
                    assert!(client.next().await.unwrap().unwrap() == Message::text(text));
                }
                client
            };
            let (socket, mut client) = tokio::join!(sending, receiving);
            let closing = async {
                let Some(Ok(Message::Close(Some(frame)))) = client.next().await else {
                    panic!("a close frame was expected");
                };
                assert!(client.next().await.is_none());
                frame
            };
            let ((), frame) = tokio::join!(socket.close(Some(CloseCode::Draining)), closing);
            assert_eq!(u16::from(frame.code), 4301);
        }
    }

    #[tokio::test]
    async fn message_cut_off_is_finished_before_any_frame() {
        use futures_util::SinkExt;
        let (near, far) = duplex(1000);
        let mut socket = ClientSocket::over(near).await;
        let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
        // The client asks for a pong, and reads late.
        client.send(Message::Ping(Vec::new().into())).await.unwrap();
        let long = "x".repeat(5000);
        let sending = socket.send([long.as_str().into()]);
        assert!(tokio::time::timeout(Duration::from_millis(20), sending).await.is_err());
        let receiving = async {
            assert!(client.next().await.unwrap().unwrap() == Message::text(long));
            client
        };
        let (pinged, mut client) = tokio::join!(socket.receive(), receiving);
        assert!(matches!(pinged, Some(Ok(Message::Ping(_)))), "{pinged:?}");
        // The pong is sent with the next read.
        assert!(tokio::time::timeout(Duration::from_millis(20), socket.receive()).await.is_err());
        assert!(matches!(client.next().await, Some(Ok(Message::Pong(_)))));
        let closing = async {
            assert!(matches!(client.next().await, Some(Ok(Message::Close(Some(_))))));
            while client.next().await.is_some() {}
        };
        tokio::join!(socket.close(Some(CloseCode::SlowReader)), closing);
    }
}
