//! Pages of the library, whose content the server writes: they can be read without a script, and the
//! site's router takes them over where there is one.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Lifecycle, Weighter};
use rukh_library::{PageAddress, frame, is_right_to_left, keeping_language, languages};

use super::address::Page;
use super::asset::{self, REVALIDATE};
use super::encoding::{Coding, accepted, weighted};
use super::head::Head;
use super::{LIBRARY, MISSING_APP_PAGE, between, page_with, site, with_head};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::http::AppState;
use crate::http::caching::{has_tag, weak_tag_of};
use crate::http::client::Client;
use crate::library::RulesetLibrary;

/// Where the first header begins and ends in the page of the site.
const FIRST_MARKS: [&str; 2] = ["<!-- first -->", "<!-- /first -->"];
/// Memory for pages that are kept, in bytes of their compressed texts: enough for the usual ones, which
/// are never dropped, and as much again for those with options.
const KEPT_BYTES: u64 = 48 * 1024 * 1024;
/// About as many pages are kept.
const KEPT_PAGES: usize = 2048;
/// Memory that a kept page takes beside its text.
const PAGE_OVERHEAD: u64 = 512;

/// The pages of the library that were asked for last, as they were sent.
#[derive(Debug)]
pub struct PageCache {
    kept: Cache<PageKey, Arc<KeptPage>, TextBytes, DefaultHashBuilder, UsualStay>,
    /// The site whose usual pages stay: the public one, or else the first that was asked for.
    site: OnceLock<Option<String>>,
}

impl Default for PageCache {
    fn default() -> PageCache {
        PageCache::of_bytes(KEPT_BYTES)
    }
}

/// What a page depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PageKey {
    address: PageAddress,
    language: &'static str,
    /// Whether the address names the language, so that links of the page name it too.
    is_asked_for: bool,
    site: Option<String>,
    is_usual: bool,
}

/// A page as it is sent.
#[derive(Debug)]
struct KeptPage {
    /// Compressed, as most clients want it.
    gzip: Bytes,
    tag: String,
}

/// A page costs what it takes.
#[derive(Debug, Clone)]
struct TextBytes;

impl Weighter<PageKey, Arc<KeptPage>> for TextBytes {
    fn weight(&self, _: &PageKey, page: &Arc<KeptPage>) -> u64 {
        page.gzip.len() as u64 + PAGE_OVERHEAD
    }
}

/// Pages that every reader is led to are never dropped for those with options, of which there are as
/// many as somebody likes to ask for.
#[derive(Debug, Clone)]
struct UsualStay;

impl Lifecycle<PageKey, Arc<KeptPage>> for UsualStay {
    type RequestState = ();

    fn is_pinned(&self, key: &PageKey, _: &Arc<KeptPage>) -> bool {
        key.is_usual
    }
}

/// The parameters of a route with their names.
type RouteParameters = Vec<(String, String)>;

/// The page at an address of the library, in the language that `lang` in the query names, or else the
/// one that the reader's browser asks for.
pub(super) async fn answer(
    state: &Arc<AppState>,
    (page, route): (Page, &str),
    (client, parameters): (Client, Result<Path<RouteParameters>, PathRejection>),
    query: Option<&str>,
    headers: &HeaderMap,
) -> Response {
    let parameters = match parameters {
        Ok(Path(parameters)) => parameters,
        Err(_) if route.contains('{') => return page_with(state, &Head::lost(), None, headers),
        Err(_) => RouteParameters::new(),
    };
    let asked = query.and_then(|query| value_of(query, "lang"));
    if let (Page::Compare, Some(chosen)) = (page, query.and_then(chosen_comparison)) {
        let language = asked.map(|tag| format!("?lang={tag}")).unwrap_or_default();
        return Redirect::to(&format!("{chosen}{language}")).into_response();
    }
    let mut values = parameters.into_iter().map(|(_, value)| value);
    let mut next = || values.next().unwrap_or_default();
    let Some(address) = address_of(&state.library, page, [next(), next()]) else {
        return page_with(state, &Head::lost(), None, headers);
    };
    let asked = asked.as_deref().and_then(known);
    let key = state.pages.key(
        state,
        address,
        (asked.unwrap_or_else(|| preferred(headers)), asked.is_some()),
        headers,
    );
    match kept(state, client, &key).await {
        Ok(Some(page)) => respond(&key, &page, headers),
        Ok(None) => page_with(state, &Head::lost(), None, headers),
        Err(error) => error.into_response(),
    }
}

/// The address of a page, the same for all spellings of its rulesets; `None` where there are no such.
fn address_of(library: &RulesetLibrary, page: Page, [first, second]: [String; 2]) -> Option<PageAddress> {
    let canonical = |text: String| library.canonical(&text).ok().map(|instance| instance.to_string());
    Some(match page {
        Page::Rules => PageAddress::Ruleset(canonical(first)?),
        Page::Sheet => PageAddress::Sheet(canonical(first)?),
        Page::Endings => PageAddress::Endings(canonical(first)?),
        Page::Comparison => PageAddress::Comparison(canonical(first)?, canonical(second)?),
        Page::Compare => PageAddress::ComparisonChoice,
        Page::Sources => PageAddress::Works,
        Page::Evidence => PageAddress::Record(first),
        Page::Disputes => PageAddress::Disputes,
        Page::Map => PageAddress::Map,
        Page::Timeline => PageAddress::Timeline,
        Page::Squares => PageAddress::Squares,
        Page::Downloads => PageAddress::Files,
        Page::Laboratory => PageAddress::Laboratory,
        Page::Measurement => PageAddress::Measurement(first),
        _ => PageAddress::Index,
    })
}

/// Whether every reader is led to a page: it has no options, and there are few of its kind.
fn is_usual(address: &PageAddress) -> bool {
    match address {
        PageAddress::Ruleset(instance) | PageAddress::Sheet(instance) => !instance.contains('['),
        PageAddress::Comparison(..) => false,
        _ => true,
    }
}

impl PageCache {
    /// A cache of about so many bytes.
    fn of_bytes(bytes: u64) -> PageCache {
        let kept = Cache::with(KEPT_PAGES, bytes, TextBytes, DefaultHashBuilder::default(), UsualStay);
        PageCache { kept, site: OnceLock::new() }
    }

    fn key(
        &self,
        state: &AppState,
        address: PageAddress,
        (language, is_asked_for): (&'static str, bool),
        headers: &HeaderMap,
    ) -> PageKey {
        let site = site(state, headers);
        let is_usual = is_usual(&address) && *self.site.get_or_init(|| site.clone()) == site;
        PageKey { address, language, is_asked_for, site, is_usual }
    }
}

/// A page as it is kept, or else as it is written now; `None` if there is nothing at its address.
/// Whoever waits for a page takes a place of its own in the queue, and finds it when it comes to it.
async fn kept(
    state: &Arc<AppState>,
    client: Client,
    key: &PageKey,
) -> Result<Option<Arc<KeptPage>>, ApiError> {
    if let Some(page) = state.pages.kept.get(key) {
        return Ok(Some(page));
    }
    let place = state.admission.enter(WorkClass::Page, &client.owner(None)).await?;
    let writing = async {
        let (state, key) = (state.clone(), key.clone());
        let (page, _place) = place.compute(move || write(&state, &key)).await.map_err(Some)?;
        page.ok_or(None)
    };
    match state.pages.kept.get_or_insert_async(key, writing).await {
        Ok(page) => Ok(Some(page)),
        Err(None) => Ok(None),
        Err(Some(error)) => Err(error),
    }
}

/// Writes a page: the page of the site with this content, whose links keep a language that was asked
/// for.
fn write(state: &AppState, key: &PageKey) -> Option<Arc<KeptPage>> {
    let PageKey { address, language, is_asked_for, site, .. } = key;
    let page = state.library.pages().ok()?.page(address, language)?;
    let shell = asset::index();
    let shell = shell.as_deref().map_or(MISSING_APP_PAGE.into(), String::from_utf8_lossy);
    let head = Head::of_library(state, &page);
    let html = with_head(&shell, &head.tags(site.as_deref()));
    let direction = if is_right_to_left(language) { "rtl" } else { "ltr" };
    let html = html.replacen(
        "<html lang=\"en\" dir=\"ltr\">",
        &format!("<html lang=\"{language}\" dir=\"{direction}\">"),
        1,
    );
    let html = html.replacen(
        "</head>",
        &format!("{}{}</head>", asset::styles(LIBRARY), asset::preloads(LIBRARY)),
        1,
    );
    let around = frame(address, language);
    let first = format!(
        "<header class=\"first\"><a href=\"/\"><img src=\"/rukh.svg\" width=\"28\" height=\"28\" alt=\"\" />Rukh</a>{}</header>\
         <main id=\"main\" tabindex=\"-1\" data-written=\"{language}\">{}</main>{}",
        around.navigation, page.content, around.footer
    );
    let first = if *is_asked_for { keeping_language(&first, language) } else { first };
    let html = between(&html, FIRST_MARKS, &first);
    Some(Arc::new(KeptPage { tag: weak_tag_of(&html), gzip: compressed(&html).into() }))
}

fn compressed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 4), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(text.as_bytes());
    let mut bytes = encoder.finish().unwrap_or_default();
    bytes.shrink_to_fit();
    bytes
}

/// Answers with a page in the coding that the client prefers, or that it has the page.
fn respond(key: &PageKey, page: &KeptPage, headers: &HeaderMap) -> Response {
    let caching = [
        (header::ETAG, page.tag.clone()),
        (header::CACHE_CONTROL, REVALIDATE.to_owned()),
        (header::CONTENT_LANGUAGE, key.language.to_owned()),
    ];
    let vary = [(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"))];
    if has_tag(headers, &page.tag) {
        return (StatusCode::NOT_MODIFIED, caching, vary).into_response();
    }
    let coding = accepted(headers).into_iter().find(|coding| *coding != Coding::Brotli);
    if coding == Some(Coding::Gzip) {
        let coding = [(header::CONTENT_ENCODING, <&str>::from(Coding::Gzip))];
        return (caching, vary, coding, Html(page.gzip.clone())).into_response();
    }
    let mut html = Vec::new();
    match GzDecoder::new(&page.gzip[..]).read_to_end(&mut html) {
        Ok(_) => (caching, vary, Html(html)).into_response(),
        Err(_) => ApiError::Panicked.into_response(),
    }
}

/// The comparison that a form without a script asks for.
fn chosen_comparison(query: &str) -> Option<PageAddress> {
    Some(PageAddress::Comparison(value_of(query, "a")?, value_of(query, "b")?))
}

/// The value of a key in a query: rulesets and languages need no decoding.
fn value_of(query: &str, key: &str) -> Option<String> {
    let pair = query.split('&').filter_map(|pair| pair.split_once('=')).find(|(name, _)| *name == key);
    let value = pair.map(|(_, value)| value).filter(|value| !value.is_empty())?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    value.chars().all(is_plain).then(|| value.to_owned())
}

/// A language of the pages by its tag or a longer one: `ar-EG` is `ar`.
fn known(tag: &str) -> Option<&'static str> {
    let base = tag.split('-').next()?;
    languages().find(|language| language.eq_ignore_ascii_case(base))
}

/// The language that a browser likes best among those of the pages; English if it names none.
fn preferred(headers: &HeaderMap) -> &'static str {
    let lists = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|list| list.to_str().ok());
    let mut named: Vec<(String, u16)> = lists.flat_map(|list| list.split(',')).filter_map(weighted).collect();
    named.retain(|(_, weight)| *weight > 0);
    // The sort is stable, so that equal weights keep the browser's order.
    named.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    named.iter().find_map(|(tag, _)| known(tag)).unwrap_or("en")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Bytes;
    use axum::http::{HeaderMap, HeaderValue, header};
    use rukh_library::PageAddress;

    use super::{KeptPage, PageCache, PageKey, chosen_comparison, is_usual, preferred, value_of};

    fn language(value: &'static str) -> &'static str {
        preferred(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(value))]))
    }

    #[test]
    fn usual_pages_stay_whatever_else_is_asked_for() {
        const BYTES: u64 = 1 << 20;
        let cache = PageCache::of_bytes(BYTES);
        let key = |instance: String| {
            let address = PageAddress::Ruleset(instance);
            PageKey { is_usual: is_usual(&address), address, language: "en", is_asked_for: false, site: None }
        };
        let page = || Arc::new(KeptPage { gzip: Bytes::from(vec![0; 4096]), tag: String::new() });
        let usual = || (0..16).map(|number| key(format!("usual{number}")));
        usual().for_each(|key| cache.kept.insert(key, page()));
        for number in 0..2000 {
            cache.kept.insert(key(format!("changed[option={number}]")), page());
        }
        assert!(usual().all(|key| cache.kept.get(&key).is_some()));
        assert!(cache.kept.weight() <= BYTES, "{}", cache.kept.weight());
        assert!(cache.kept.len() > 100, "others are kept too");
    }

    #[test]
    fn language_is_the_best_liked_of_those_there_are() {
        assert_eq!(preferred(&HeaderMap::new()), "en");
        assert_eq!(language("de, fa-IR;q=0.8, ar;q=0.9"), "ar");
        assert_eq!(language("am-ET"), "am");
        assert_eq!(language("ar;q=0, *"), "en");
        assert_eq!(language(";;;q=x,,"), "en");
    }

    #[test]
    fn comparison_of_a_form_is_read_from_the_query() {
        let both = PageAddress::Comparison("oblong".to_owned(), "shatranj".to_owned());
        assert_eq!(chosen_comparison("a=oblong&b=shatranj"), Some(both));
        assert_eq!(chosen_comparison("a=oblong&b="), None);
        assert_eq!(chosen_comparison("a=//evil.example&b=shatranj"), None);
        assert_eq!(value_of("x=1&lang=ar", "lang").as_deref(), Some("ar"));
    }
}
