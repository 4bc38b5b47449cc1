//! `/api/v1/analysis`: what the engine thinks of a position, as JSON lines.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

use super::AppState;
use super::client::Client;
use super::extract::Json;
use super::identity::Identity;
use super::stream::KEEP_ALIVE_INTERVAL;
use crate::admission::{Place, WorkClass};
use crate::analyses::{AnalysisTask, RunningAnalysis};
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::wire::analysis::AnalysisRequest;

/// Maximum size of a request's body, in bytes: about 5,000 events.
pub(super) const MAX_BODY_BYTES: usize = 256 * 1024;

/// A reader of an analysis, which ends when this is dropped.
struct AnalysisReader {
    analysis: RunningAnalysis,
    shutting_down: watch::Receiver<bool>,
    _socket: Place,
}

/// Analyses the position of a game.
pub(super) async fn analyse(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(guest): Identity,
    Json(request): Json<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let limits = state.registry.limits();
    limits.check(LimitedAction::Analysis, Some(&guest), client.address)?;
    let owner = client.owner(Some(&guest));
    let socket = state.admission.enter(WorkClass::Socket, &owner).await?;
    let library = state.library.clone();
    // A long game takes a while.
    let replay = move || AnalysisTask::new(request, &library);
    let task = state.admission.compute(WorkClass::Ruleset, &owner, replay).await??;
    let reader = AnalysisReader {
        analysis: state.analyses.begin(task, owner)?,
        shutting_down: state.shutting_down.clone(),
        _socket: socket,
    };
    let lines = stream::unfold(reader, |mut reader| async move {
        let line = reader.next_line().await?;
        Some((Ok::<Bytes, Infallible>(line), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

impl AnalysisReader {
    async fn next_line(&mut self) -> Option<Bytes> {
        let message = tokio::select! {
            message = self.analysis.next() => message?,
            _ = self.shutting_down.changed() => return None,
            () = tokio::time::sleep(KEEP_ALIVE_INTERVAL) => return Some(Bytes::from_static(b"\n")),
        };
        let mut line = serde_json::to_vec(&message).ok()?;
        line.push(b'\n');
        Some(line.into())
    }
}
