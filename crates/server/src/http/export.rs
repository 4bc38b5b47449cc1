//! `/api/v1/account/export`: everything that the site has of a person, as one file.

use std::io::SeekFrom;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::AppState;
use super::account::check_proof;
use super::client::Client;
use super::downloads::{PACE, sent};
use super::identity::SignedInDevice;
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::export::Exporter;
use crate::limits::LimitedAction;

/// Bytes that are read and sent at once.
const CHUNK: usize = 64 << 10;

/// Everything about the person of a device. The file is written on the disk, where one of many games fits too, and
/// sent when it is whole.
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
    let file = exporter.write(player, Some(&row), tempfile::tempfile().map_err(ApiError::Export)?).await?;
    let mut file = File::from_std(file);
    let length = file.stream_position().await.map_err(ApiError::Export)?;
    file.seek(SeekFrom::Start(0)).await.map_err(ApiError::Export)?;
    let chunks = stream::try_unfold(file, |mut file| async {
        let mut chunk = Vec::with_capacity(CHUNK);
        (&mut file).take(CHUNK as u64).read_to_end(&mut chunk).await.map_err(ApiError::Export)?;
        let is_over = chunk.is_empty();
        Ok((!is_over).then(|| (Bytes::from(chunk), file)))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rukh.zip\"".to_owned()),
    ];
    Ok((headers, Body::from_stream(sent(chunks, place, PACE))).into_response())
}
