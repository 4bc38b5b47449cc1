//! `robots.txt` and `sitemap.xml`.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rukh_courses::{lessons, puzzles};

use super::address::Page;
use super::site;
use crate::error::ApiError;
use crate::http::AppState;

/// What search engines may read: pages and pictures, but no API; invitations are for one reader.
pub(super) async fn robots(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let mut text = "User-agent: *\nDisallow: /api/v1/\nDisallow: /ws/\nDisallow: /challenge/\n".to_owned();
    if let Some(site) = site(&state, &headers) {
        text += &format!("\nSitemap: {site}/sitemap.xml\n");
    }
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// The pages that search engines should list; games are found by links.
pub(super) async fn sitemap(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let Some(site) = site(&state, &headers) else {
        return ApiError::PathNotFound("/sitemap.xml".to_owned()).into_response();
    };
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for path in paths(&state) {
        // Paths are encoded; a host has no character that XML reserves. Writing cannot fail.
        let _ = writeln!(text, "<url><loc>{site}{path}</loc></url>");
    }
    text += "</urlset>\n";
    ([(header::CONTENT_TYPE, "application/xml")], text).into_response()
}

/// Paths of the pages that are listed.
fn paths(state: &AppState) -> Vec<String> {
    let plain = [
        Page::Home,
        Page::Learn,
        Page::Puzzles,
        Page::Play,
        Page::Games,
        Page::About,
        Page::Help,
        Page::Privacy,
        Page::Api,
    ];
    let rulesets = state.library.summaries().iter().map(|summary| &summary.card);
    let plain = plain.iter().map(|page| page.path(""));
    let courses = lessons::ids().map(|id| Page::Lesson.path(id));
    let of_puzzles = puzzles::ids().map(|id| Page::Puzzle.path(id));
    let of_rulesets = rulesets.map(|one| Page::New.path(&one.id));
    let pages = state.library.pages().map(rukh_library::LibraryPages::addresses).unwrap_or_default();
    let of_library = pages.iter().map(ToString::to_string);
    plain.chain(courses).chain(of_puzzles).chain(of_rulesets).chain(of_library).collect()
}
