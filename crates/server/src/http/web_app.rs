//! The embedded web app.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::AppState;
use super::cards::{self, LinkPreview};
use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// Path prefix of files with a hash in their name.
const HASHED_PREFIX: &str = "assets/";
const INDEX: &str = "index.html";
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";

/// Pages of the app that are shown for an id: the first part of their paths.
const PAGES_WITH_ID: [&str; 6] = ["new", "game", "rules", "replay", "verify", "challenge"];

/// Page shown if the program was built without the web app.
const MISSING_APP_PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rukh</title></head><body>\
    <h1>Rukh</h1><p>The server runs, but it was built without the web app. \
    Run <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> and build again. \
    Programs find everything under <a href=\"/api/v1/rulesets\">/api/v1</a>.</p></body></html>";

/// A file of the app, or its index page for every other path: with status 404 where the app has no
/// page.
pub(super) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let is_for_programs = path.starts_with("api/") || path.starts_with("ws/");
    if is_for_programs || path.starts_with(HASHED_PREFIX) && WebApp::get(path).is_none() {
        return ApiError::PathNotFound(request.uri().path().to_owned()).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return super::middleware::method_not_allowed(request).await;
    }
    if let Some(file) = WebApp::get(path) {
        return file_response(path, file, request.headers());
    }
    let page = match WebApp::get(INDEX) {
        Some(file) => file_response(INDEX, file, request.headers()),
        None => Html(MISSING_APP_PAGE).into_response(),
    };
    // The app itself shows that there is no such page.
    if is_page(path) { page } else { (StatusCode::NOT_FOUND, page).into_response() }
}

/// The page of a game.
pub(super) async fn game(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let preview = LinkPreview {
        title: "A game at Rukh".to_owned(),
        description: "Watch or replay a game of historic chess.".to_owned(),
    };
    page_with(&state, &request, Some(preview))
}

/// The page of a ruleset.
pub(super) async fn ruleset(
    State(state): State<Arc<AppState>>,
    instance: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let ruleset = instance.ok().and_then(|Path(instance)| state.library.resolve(&instance).ok());
    let preview = ruleset.map(|ruleset| LinkPreview {
        title: ruleset.about.name.clone(),
        description: ruleset.about.summary.clone(),
    });
    page_with(&state, &request, preview)
}

/// The index page with a preview, if there is one and the site's own address is known.
fn page_with(state: &AppState, request: &Request, preview: Option<LinkPreview>) -> Response {
    let file = WebApp::get(INDEX);
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let site = match &state.public_url {
        Some(url) => Some(url.trim_end_matches('/').to_owned()),
        None => host.map(|host| format!("http://{host}")),
    };
    let (Some(preview), Some(site)) = (preview, site) else {
        return match file {
            Some(file) => file_response(INDEX, file, request.headers()),
            None => Html(MISSING_APP_PAGE).into_response(),
        };
    };
    let index = file.as_ref().map_or(MISSING_APP_PAGE.into(), |file| String::from_utf8_lossy(&file.data));
    let page = preview.in_page(&index, &site, request.uri().path());
    let tag = cards::tag_of(&page);
    let kept = request.headers().get(header::IF_NONE_MATCH);
    let headers = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, REVALIDATE.to_owned())];
    if kept.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Html(page)).into_response()
}

/// Whether the app has a page at a path without its leading slash.
fn is_page(path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    match path.split_once('/') {
        None => ["", "games", "languages"].contains(&path),
        Some((page, id)) => PAGES_WITH_ID.contains(&page) && !id.is_empty() && !id.contains('/'),
    }
}

fn file_response(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let caching = if name.starts_with(HASHED_PREFIX) { CACHE_FOREVER } else { REVALIDATE };
    let kept = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, caching.to_owned())];
    if kept {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = [(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (headers, kind, Body::from(file.data.into_owned())).into_response()
}

#[cfg(test)]
mod tests {
    use super::{PAGES_WITH_ID, is_page};

    #[test]
    fn is_page_knows_the_routes_of_the_app() {
        for path in ["", "games", "games/", "languages", "new/shatranj", "game/0123/", "rules/oblong%5Barray%3Db%5D"] {
            assert!(is_page(path), "{path}");
        }
        for path in ["nothing", "new", "new/", "game/a/b", "wp-login.php", "games/x", "rules//"] {
            assert!(!is_page(path), "{path}");
        }
    }

    #[test]
    fn pages_with_id_are_those_of_the_router() {
        let router = include_str!("../../../../web/src/lib/router.svelte.ts");
        let list = router.lines().find_map(|line| line.strip_prefix("const WITH_ID = [")).expect("a list");
        let list = list.split(']').next().expect("its end");
        let pages: Vec<&str> = list.split(", ").map(|page| page.trim_matches('\'')).collect();
        assert_eq!(pages, PAGES_WITH_ID);
    }
}
