//! The embedded web app: its files, and its pages with the head that the server writes for each.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use self::address::Page;
use self::asset::{HASHED_PREFIX, REVALIDATE};
use self::head::Head;
use super::caching::{has_tag, weak_tag_of};
use super::client::Client;
use super::doors::{Routes, get};
use super::{AppState, appointments};
use crate::admission::WorkClass;
use crate::error::ApiError;

mod address;
mod asset;
mod crawler;
mod encoding;
mod files;
mod head;
mod library;

/// Where the head of a page begins and ends in the page of the site. What stands between is what a
/// page without this server says, such as that of the development server.
const HEAD_MARKS: [&str; 2] = ["<!-- head -->", "<!-- /head -->"];

/// The component that shows what the server has written.
const LIBRARY: &str = "Library";

/// Page shown if the program was built without the web app.
const MISSING_APP_PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><!-- head --><!-- /head --></head><body>\
    <!-- first --><h1>Rukh</h1><!-- /first --><p>The server runs, but it was built without the web app. \
    Run <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> and build again. \
    Programs find everything under <a href=\"/api/v1/rulesets\">/api/v1</a>.</p></body></html>";

pub use library::PageCache;

/// The pages, and what search engines ask for.
pub(super) fn pages() -> Routes {
    let routes = Routes::default()
        .route("/robots.txt", get(WorkClass::Kept, crawler::robots))
        .route("/sitemap.xml", get(WorkClass::Ruleset, crawler::sitemap))
        .route("/downloads/{name}", get(WorkClass::Ruleset, files::download));
    Page::ALL.into_iter().fold(routes, |routes, (page, route)| {
        if page.component() == LIBRARY {
            let answer = move |State(state): State<Arc<AppState>>,
                               parameters: Result<Path<Vec<(String, String)>>, PathRejection>,
                               client: Client,
                               RawQuery(query): RawQuery,
                               headers: HeaderMap| async move {
                library::answer(&state, (page, route), (client, parameters), query.as_deref(), &headers).await
            };
            return routes.route(route, get(page.work(), answer));
        }
        let answer = move |State(state): State<Arc<AppState>>,
                           id: Result<Path<String>, PathRejection>,
                           headers: HeaderMap| {
            async move {
                match (page, &id) {
                    (Page::Appointment, Ok(Path(file))) if let Some(id) = file.strip_suffix(".ics") => {
                        appointments::calendar(&state, id, &headers).await
                    }
                    _ => answer(&state, (page, route), id, &headers).await,
                }
            }
        };
        routes.route(route, get(page.work(), answer))
    })
}

/// The page at an address of one.
async fn answer(
    state: &AppState,
    (page, route): (Page, &str),
    id: Result<Path<String>, PathRejection>,
    headers: &HeaderMap,
) -> Response {
    let head = match id {
        Ok(Path(id)) => Head::of(state, page, &id).await,
        // No id is in the route, or it is no text.
        Err(_) if route.contains("{id}") => Head::lost(),
        Err(_) => Head::of(state, page, "").await,
    };
    page_with(state, &head, Some(page), headers)
}

/// A file of the app, the address of a page without a final slash, or the page that says that there is
/// nothing.
pub(super) async fn serve(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let path = request.uri().path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        if !asset::is_file(path.trim_start_matches('/')) {
            return ApiError::PathNotFound(path.to_owned()).into_response();
        }
        let refused = super::middleware::method_not_allowed(request).await;
        return ([(header::ALLOW, "GET,HEAD")], refused).into_response();
    }
    if let Some(page) = address::without_slash(path) {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{page}{query}"))])
            .into_response();
    }
    if is_for_programs(path) {
        return ApiError::PathNotFound(path.to_owned()).into_response();
    }
    let name = path.trim_start_matches('/');
    match asset::file(name, request.headers()).await {
        Some(file) => file,
        None if name.starts_with(HASHED_PREFIX) => ApiError::PathNotFound(path.to_owned()).into_response(),
        None => page_with(&state, &Head::lost(), None, request.headers()),
    }
}

/// Whether programs ask for a path, so that they get an error in JSON and no page.
fn is_for_programs(path: &str) -> bool {
    ["/api/", "/ws/"].iter().any(|prefix| path.starts_with(prefix))
}

/// The page of the app with a head. It may be compressed on the way, so its tag is a weak one.
fn page_with(state: &AppState, head: &Head, shown: Option<Page>, headers: &HeaderMap) -> Response {
    let page = asset::index();
    let page = page.as_deref().map_or(MISSING_APP_PAGE.into(), String::from_utf8_lossy);
    let page = with_head(&page, &head.tags(site(state, headers).as_deref()));
    let preloads = shown.map(|page| asset::preloads(page.component())).unwrap_or_default();
    // Behind everything that every page needs: a browser opens six connections, in this order.
    let page = page.replacen("</head>", &format!("{preloads}</head>"), 1);
    let tag = weak_tag_of(&page);
    let is_kept = head.status == StatusCode::OK && has_tag(headers, &tag);
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, REVALIDATE.to_owned())];
    match is_kept {
        true => (StatusCode::NOT_MODIFIED, caching, Body::empty()).into_response(),
        false => (head.status, caching, Html(page)).into_response(),
    }
}

/// A page with other tags between the marks of its head.
fn with_head(page: &str, tags: &str) -> String {
    between(page, HEAD_MARKS, tags.trim_end())
}

/// A page with another text in the place of two marks and all between them.
fn between(page: &str, [begin, end]: [&str; 2], text: &str) -> String {
    let parts = page.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    match parts {
        Some((before, after)) => format!("{before}{text}{after}"),
        None => page.to_owned(),
    }
}

/// The site's own address without a final slash: the public one, or else where the client found it.
pub(super) fn site(state: &AppState, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &state.public_url {
        return Some(url.to_string());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    // Nothing but a host and a port: it is written into pages.
    let authority = host.parse::<Uri>().ok()?.into_parts().authority?;
    Some(format!("http://{authority}"))
}

#[cfg(test)]
mod tests {
    use super::{MISSING_APP_PAGE, with_head};

    #[test]
    fn with_head_replaces_what_stands_between_the_marks() {
        let page = "<head>\n    <!-- head -->\n    <title>Rukh</title>\n    <!-- /head -->\n  </head>";
        assert_eq!(with_head(page, "<title>Games</title>\n"), "<head>\n    <title>Games</title>\n  </head>");
        assert_eq!(with_head("<head></head>", "<title></title>"), "<head></head>");
        assert!(with_head(MISSING_APP_PAGE, "<title>A</title>").contains("<title>A</title></head>"));
    }
}
