//! The files of the embedded site, each once: the build of the site leaves it in brotli where that is
//! smaller. Clients that take no brotli get it in another coding, which is kept once it is made.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use quick_cache::sync::Cache;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::encoding::{Coding, accepted};
use crate::admission::on_own_thread;
use crate::error::ApiError;
use crate::http::caching::{has_tag, tag_of};
use crate::http::middleware::PartOfPage;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// Ending of the name of a file in brotli.
const BROTLI_ENDING: &str = ".br";
/// The most files kept in other codings; the site has fewer.
const MAX_KEPT: usize = 1000;

/// Files in other codings than they are stored in, by the tag of what is sent.
static KEPT: LazyLock<Cache<String, Bytes>> = LazyLock::new(|| Cache::new(MAX_KEPT));

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

/// A file as it is stored, with its coding.
struct StoredFile {
    file: EmbeddedFile,
    coding: Coding,
}

/// The file of a name, which is neither a page nor the name of a file in a coding.
fn stored(name: &str) -> Option<StoredFile> {
    if [INDEX, PAGE_FILES].contains(&name) || name.ends_with(BROTLI_ENDING) {
        return None;
    }
    let as_it_is = || Some(StoredFile { file: WebApp::get(name)?, coding: Coding::Identity });
    match WebApp::get(&format!("{name}{BROTLI_ENDING}")) {
        Some(file) => Some(StoredFile { file, coding: Coding::Brotli }),
        None => as_it_is(),
    }
}

/// Whether there is a file of that name.
pub(super) fn is_file(name: &str) -> bool {
    stored(name).is_some()
}

impl StoredFile {
    /// What has no smaller form in brotli is sent as it is.
    fn can_be_sent_in(&self, coding: Coding) -> bool {
        self.coding == Coding::Brotli || coding == Coding::Identity
    }

    /// The entity tag of the file in a coding.
    fn tag(&self, coding: Coding) -> String {
        tag_of([&self.file.metadata.sha256_hash()[..], <&str>::from(coding).as_bytes()].concat())
    }

    /// The file in a coding that it can be sent in; it is made aside, which takes seconds for the largest.
    ///
    /// # Errors
    /// What is stored is not in its coding.
    async fn body(self, coding: Coding) -> io::Result<Body> {
        if self.coding == coding {
            return Ok(Body::from(self.file.data));
        }
        let tag = self.tag(coding);
        let made = async {
            on_own_thread(move || recoded(&self.file.data, coding)).await.map_err(io::Error::other)?
        };
        KEPT.get_or_insert_async(&tag, made).await.map(Body::from)
    }
}

/// What is in brotli, in another coding.
fn recoded(mut brotli: &[u8], coding: Coding) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    if coding == Coding::Gzip {
        let mut encoder = GzEncoder::new(bytes, Compression::default());
        brotli_decompressor::BrotliDecompress(&mut brotli, &mut encoder)?;
        bytes = encoder.finish()?;
    } else {
        brotli_decompressor::BrotliDecompress(&mut brotli, &mut bytes)?;
    }
    Ok(bytes.into())
}

/// Whether a browser asks for a script, styles or a font of a page. For a worker's script or a page,
/// and in programs and browsers that do not say, it does not.
fn is_for_part(headers: &HeaderMap) -> bool {
    let purpose = headers.get("sec-fetch-dest").and_then(|value| value.to_str().ok());
    matches!(purpose, Some("script" | "style" | "font"))
}

/// A file of the site in the coding that the client prefers.
pub(super) async fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    let mut response = negotiated(name, headers).await?;
    if is_for_part(headers) {
        response.extensions_mut().insert(PartOfPage);
    }
    Some(response)
}

async fn negotiated(name: &str, headers: &HeaderMap) -> Option<Response> {
    let stored = stored(name)?;
    let vary = [(header::VARY, HeaderValue::from_static("accept-encoding, sec-fetch-dest"))];
    let Some(coding) = accepted(headers).into_iter().find(|&coding| stored.can_be_sent_in(coding)) else {
        return Some((StatusCode::NOT_ACCEPTABLE, vary).into_response());
    };
    let tag = stored.tag(coding);
    let caching = if name.starts_with(HASHED_PREFIX) { CACHE_FOREVER } else { REVALIDATE };
    let is_kept = has_tag(headers, &tag);
    let common = (vary, [(header::ETAG, tag), (header::CACHE_CONTROL, caching.to_owned())]);
    if is_kept {
        return Some((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let Ok(body) = stored.body(coding).await else { return Some(ApiError::Panicked.into_response()) };
    let kind = mime_guess::from_path(name).first_or_octet_stream().to_string();
    let mut response = (common, [(header::CONTENT_TYPE, kind)], body).into_response();
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.into()));
    }
    Some(response)
}
