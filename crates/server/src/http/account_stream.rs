//! `/api/v1/me/stream`: what happens to the requester as JSON lines.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use rukh_store::APPEAL_SCOPE;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::Instant;

use super::AppState;
use super::client::Client;
use super::extract::Query;
use super::identity::{Identity, Proof, proof_of};
use super::stream::KEEP_ALIVE_INTERVAL;
use crate::account_feed::AccountFeed;
use crate::admission::{Place, WorkClass};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::online::OnlineGuard;
use crate::wire::time::UnixMillis;

/// Query of the stream of an account.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AccountStreamQuery {
    /// The `cursor` of the last message that the client has; without it, or with one that is older than 30 days, the
    /// stream begins with what is open now.
    #[serde(default)]
    after: Option<UnixMillis>,
}

/// A reader of a stream.
struct AccountReader {
    state: Arc<AppState>,
    client: Client,
    headers: HeaderMap,
    person: GuestId,
    feed: AccountFeed,
    /// When it was last known who reads.
    known: Instant,
    shutting_down: watch::Receiver<bool>,
    online: OnlineGuard,
    _socket: Place,
}

/// Opens a stream.
pub(super) async fn open(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
    Identity(person): Identity,
    Query(AccountStreamQuery { after }): Query<AccountStreamQuery>,
) -> Result<Response, ApiError> {
    let socket = state.admission.enter(WorkClass::Socket, &client.owner(Some(&person))).await?;
    let reader = AccountReader {
        feed: state.feeds.listen(person.clone(), after),
        known: Instant::now(),
        shutting_down: state.shutting_down.clone(),
        online: state.online.enter(Some(person.clone())),
        _socket: socket,
        state,
        client,
        headers,
        person,
    };
    let lines = stream::unfold(reader, |mut reader| async move {
        let lines = reader.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(lines), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

impl AccountReader {
    async fn next(&mut self) -> Option<Bytes> {
        let messages = tokio::select! {
            messages = self.feed.next(KEEP_ALIVE_INTERVAL) => messages,
            _ = self.shutting_down.changed() => return None,
            () = self.online.dismissed() => return None,
        };
        let messages =
            messages.inspect_err(|error| tracing::warn!(%error, "a stream of an account ends")).ok()??;
        if self.known.elapsed() >= KEEP_ALIVE_INTERVAL {
            // A token may have been ended, or the account closed.
            if !self.is_known().await {
                return None;
            }
            self.known = Instant::now();
        }
        if messages.is_empty() {
            return Some(Bytes::from_static(b"\n"));
        }
        let mut text = String::new();
        for message in messages {
            text += &serde_json::to_string(&message).unwrap_or_default();
            text.push('\n');
        }
        Some(text.into())
    }

    /// Whether the request still proves who it comes from.
    async fn is_known(&self) -> bool {
        match proof_of(&self.state, self.client, &self.headers).await {
            Ok(Some(Proof::SignIn(row, _))) if row.scopes.as_deref() == Some(APPEAL_SCOPE) => false,
            Ok(Some(proof)) => *proof.player() == self.person,
            Ok(None) | Err(ApiError::BadToken) => false,
            // The store may answer again.
            Err(_) => true,
        }
    }
}
