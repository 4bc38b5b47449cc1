//! `/api/v1/account/export`: everything that the site has of a person, as one file.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{TryStreamExt, stream};
use tokio::sync::mpsc;

use super::AppState;
use super::account::check_proof;
use super::client::Client;
use super::downloads::{PACE, sent};
use super::identity::SignedInDevice;
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::export::Exporter;
use crate::limits::LimitedAction;

/// Everything about the person of a device. The file is sent while it is written: one of many games takes longer than
/// an answer may, and more than a disk for passing files may have.
pub(super) async fn export(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
) -> Result<Response, ApiError> {
    check_proof(&row)?;
    let player = &row.player;
    state.registry.limits().check(LimitedAction::Export, Some(player), client.address)?;
    let place = state.admission.enter(WorkClass::Download, &client.owner(Some(player))).await?;
    let exporter = Exporter {
        registry: state.registry.clone(),
        appointments: state.appointments.clone(),
        studies: state.studies.clone(),
        moderation: state.moderation.clone(),
    };
    let (chunks, written) = mpsc::channel(1);
    let chunks_of_file = stream::unfold(written, |mut written| async move {
        let chunk = written.recv().await?;
        Some((Ok(chunk), written))
    });
    // It has no chunks of its own: where it fails, the file ends as one that was cut off.
    let mut shutting_down = state.shutting_down.clone();
    let writing = async move {
        tokio::select! {
            written = exporter.write(&row.player, Some(&row), chunks) => written,
            _ = shutting_down.changed() => Err(ApiError::ShuttingDown),
        }
    };
    let failure = stream::once(writing).try_filter_map(|()| std::future::ready(Ok(None::<Bytes>)));
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rukh.zip\""),
    ];
    let file = sent(stream::select(chunks_of_file, failure), place, PACE);
    Ok((headers, Body::from_stream(file)).into_response())
}
