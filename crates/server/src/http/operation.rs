//! `/healthz`, `/readyz`, `/metrics` for operators, and the JSON Schema of the wire.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_store::StoreError;
use tokio::time::timeout;

use super::AppState;
use crate::wire::schema::document;

/// How long the database may take to prove that it takes writes.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

/// Liveness: the process responds.
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// Readiness: games can be read and written here, and the server is not shutting down.
pub(super) async fn readiness(State(state): State<Arc<AppState>>) -> Response {
    if *state.shutting_down.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    let health = timeout(HEALTH_TIMEOUT, state.registry.store().check_health()).await;
    match health.unwrap_or(Err(StoreError::TimedOut)) {
        Ok(()) if state.registry.store().is_fenced() => {
            (StatusCode::SERVICE_UNAVAILABLE, "other nodes consider this node dead\n").into_response()
        }
        Ok(()) if state.unnamed.is_recent() => {
            "ready, but a proxy names no clients: everybody behind it counts as one\n".into_response()
        }
        Ok(()) => "ready\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

/// Metrics in Prometheus format.
pub(super) async fn metrics(State(state): State<Arc<AppState>>) -> Response {
    metrics::gauge!("rukh_games_in_memory").set(state.registry.count() as f64);
    metrics::gauge!("rukh_connections").set(state.gate.count() as f64);
    metrics::gauge!("rukh_connections_max").set(state.gate.max() as f64);
    state.admission.report();
    state.metrics.run_upkeep();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], state.metrics.render()).into_response()
}

/// JSON Schema of the wire.
pub(super) async fn schema() -> Response {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| document().to_string());
    ([(header::CONTENT_TYPE, "application/schema+json")], TEXT.as_str()).into_response()
}
