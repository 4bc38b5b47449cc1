//! `/healthz`, `/readyz`, `/metrics`: for those who keep the server running;
//! and the wire described for machines.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Site;
use crate::wire::schema::document;

/// The process answers.
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// Whether games can be read and written here, and more are welcome.
pub(super) async fn readiness(State(site): State<Arc<Site>>) -> Response {
    if *site.draining.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match site.rooms.store().is_well().await {
        Ok(()) if site.rooms.store().is_fenced() => {
            (StatusCode::SERVICE_UNAVAILABLE, "this node was given up by the others\n").into_response()
        }
        Ok(()) => "ready\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

/// What is counted, in the words of Prometheus.
pub(super) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    metrics::gauge!("rukh_rooms").set(site.rooms.count() as f64);
    site.metrics.run_upkeep();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], site.metrics.render()).into_response()
}

/// The wire as JSON Schema.
pub(super) async fn schema() -> Response {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| document().to_string());
    ([(header::CONTENT_TYPE, "application/schema+json")], TEXT.as_str()).into_response()
}
