//! The files of the embedded site. The build of the site leaves a brotli and a gzip copy beside
//! each file that they make smaller.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::encoding::{Coding, accepted};
use crate::http::caching::{has_tag, tag_of_hash};
use crate::http::middleware::PartOfPage;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// Path prefix of files with a hash in their name.
pub(super) const HASHED_PREFIX: &str = "assets/";
/// The page of the site into which the server writes each page's head.
const INDEX: &str = "index.html";
/// The files that each page needs, as the build of the site lists them.
const PAGE_FILES: &str = "pages.json";
/// For files whose address changes with their content.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
/// For everything else of the site: kept, but asked for again.
pub(super) const REVALIDATE: &str = "no-cache";

/// The page of the site, without the head of any one page.
pub(super) fn index() -> Option<Cow<'static, [u8]>> {
    WebApp::get(INDEX).map(|file| file.data)
}

/// Tags of the styles of a page that is read before its script: those of the site, which stand at the
/// end of its page, and those of a component.
pub(super) fn styles(component: &str) -> String {
    let index = index();
    let index = index.as_deref().map_or_else(Default::default, String::from_utf8_lossy);
    let of_site = index.split("<link rel=\"stylesheet\"").skip(1).filter_map(|rest| rest.split('>').next());
    let of_site = of_site.map(|attributes| format!("    <link rel=\"stylesheet\"{attributes}>\n"));
    let of_page = files_of(component).into_iter().filter(|name| name.ends_with(".css"));
    let of_page =
        of_page.map(|name| format!("    <link rel=\"stylesheet\" crossorigin href=\"/{name}\" />\n"));
    of_site.chain(of_page).collect()
}

/// Names of the files that a page's component needs.
fn files_of(component: &str) -> Vec<String> {
    let table = WebApp::get(PAGE_FILES).and_then(|file| serde_json::from_slice(&file.data).ok());
    let mut table: BTreeMap<String, Vec<String>> = table.unwrap_or_default();
    table.remove(component).unwrap_or_default()
}

/// Components that ask for the list of rulesets before they show a board.
const WITH_CATALOG: [&str; 4] = ["Analysis", "Create", "Home", "Rulesets"];

/// Tags that have a browser load at once what a page's component needs: its scripts and styles, of
/// which the page of the site does not know, and the list of rulesets.
pub(super) fn preloads(component: &str) -> String {
    let tag = |name: &String| match name.ends_with(".css") {
        true => format!("    <link rel=\"preload\" as=\"style\" crossorigin href=\"/{name}\" />\n"),
        false => format!("    <link rel=\"modulepreload\" crossorigin href=\"/{name}\" />\n"),
    };
    let catalog = "    <link rel=\"preload\" as=\"fetch\" crossorigin href=\"/api/v1/catalog\" />\n";
    let catalog = WITH_CATALOG.contains(&component).then(|| catalog.to_owned());
    files_of(component).iter().map(tag).chain(catalog).collect()
}

/// Whether there is a file of that name; the copies in other codings and the page are no files.
pub(super) fn is_file(name: &str) -> bool {
    let is_copy =
        Coding::ALL.iter().any(|coding| !coding.suffix().is_empty() && name.ends_with(coding.suffix()));
    ![INDEX, PAGE_FILES].contains(&name) && !is_copy && WebApp::get(name).is_some()
}

/// Whether a browser asks for a script, styles or a font of a page. For a worker's script or a page,
/// and in programs and browsers that do not say, it does not.
fn is_for_part(headers: &HeaderMap) -> bool {
    let purpose = headers.get("sec-fetch-dest").and_then(|value| value.to_str().ok());
    matches!(purpose, Some("script" | "style" | "font"))
}

/// A file of the site in the coding that the client prefers.
pub(super) fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    let mut response = negotiated(name, headers)?;
    if is_for_part(headers) {
        response.extensions_mut().insert(PartOfPage);
    }
    Some(response)
}

fn negotiated(name: &str, headers: &HeaderMap) -> Option<Response> {
    if !is_file(name) {
        return None;
    }
    let copies = accepted(headers);
    let found = copies
        .into_iter()
        .find_map(|coding| Some((coding, WebApp::get(&format!("{name}{}", coding.suffix()))?)));
    let vary = [(header::VARY, HeaderValue::from_static("accept-encoding, sec-fetch-dest"))];
    let Some((coding, file)) = found else {
        return Some((StatusCode::NOT_ACCEPTABLE, vary).into_response());
    };
    let tag = tag_of_hash(&file.metadata.sha256_hash());
    let caching = if name.starts_with(HASHED_PREFIX) { CACHE_FOREVER } else { REVALIDATE };
    let is_kept = has_tag(headers, &tag);
    let common = (vary, [(header::ETAG, tag), (header::CACHE_CONTROL, caching.to_owned())]);
    if is_kept {
        return Some((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let kind = WebApp::get(name).map(|file| file.metadata.mimetype().to_owned()).unwrap_or_default();
    let mut response = (common, [(header::CONTENT_TYPE, kind)], Body::from(file.data)).into_response();
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    }
    Some(response)
}
