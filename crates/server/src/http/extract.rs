//! Extractors whose rejections are answered as [`ApiError`]s.

use axum::extract::{FromRequest, FromRequestParts};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::error::ApiError;

/// JSON body of a request or response.
#[derive(Debug, Clone, FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Parameters of the path.
#[derive(Debug, Clone, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(super) struct Path<T>(pub(super) T);

/// Parameters of the query.
#[derive(Debug, Clone, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(super) struct Query<T>(pub(super) T);
