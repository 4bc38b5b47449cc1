//! `/api/v1/lessons`: the courses.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::Path;
use crate::error::ApiError;
use crate::lessons::{self, FixedJson};

/// Lists every course.
pub(super) async fn list(headers: HeaderMap) -> Response {
    respond(lessons::list(), &headers)
}

/// A course.
pub(super) async fn get(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let course = lessons::get(&id).ok_or(ApiError::CourseNotFound(id))?;
    Ok(respond(course, &headers))
}

/// Answers with a text, or that the client has it.
fn respond(json: &FixedJson, headers: &HeaderMap) -> Response {
    let caching = [(header::ETAG, json.tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == json.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, "application/json")], json.body.clone()).into_response()
}
