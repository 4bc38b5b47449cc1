//! `/api/v1/lessons`: the courses.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use rukh_courses::lessons;

use super::caching::FixedJson;
use super::extract::Path;
use crate::error::ApiError;
use crate::wire::lesson::{Course, CourseList, CourseSummary};

/// The list and the courses as they are sent.
static LIBRARY: LazyLock<(FixedJson, BTreeMap<String, FixedJson>)> = LazyLock::new(|| {
    let (courses, full): (Vec<CourseSummary>, Vec<Course>) = lessons::courses().into_iter().unzip();
    let json = |course: Course| (course.id.clone(), FixedJson::new(&course));
    (FixedJson::new(&CourseList { courses }), full.into_iter().map(json).collect())
});

/// Computes the courses, so that no reader waits for them.
pub(crate) fn prepare() {
    LazyLock::force(&LIBRARY);
}

/// Lists every course.
pub(super) async fn list(headers: HeaderMap) -> Response {
    LIBRARY.0.respond(&headers)
}

/// A course.
pub(super) async fn get(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let course = LIBRARY.1.get(&id).ok_or(ApiError::CourseNotFound(id))?;
    Ok(course.respond(&headers))
}
