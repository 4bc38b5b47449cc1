//! Pages of the library, whose content the server writes: they can be read without a script, and the
//! site's router takes them over where there is one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rukh_library::{
    LibraryFile, LibraryPage, PageAddress, frame, is_right_to_left, keeping_language, languages,
};

use super::address::Page;
use super::asset::{self, REVALIDATE};
use super::encoding::weighted;
use super::head::Head;
use super::{LIBRARY, MISSING_APP_PAGE, between, page_with, site, with_head};
use crate::error::ApiError;
use crate::http::AppState;
use crate::http::caching::{has_tag, weak_tag_of};
use crate::puzzles;

/// Where the first header begins and ends in the page of the site.
const FIRST_MARKS: [&str; 2] = ["<!-- first -->", "<!-- /first -->"];
/// The most pages kept in memory, of some 100 KiB each: every page in every language, and some with
/// options.
const MAX_KEPT: usize = 240;

/// The pages of the library that were asked for last, as they were written.
#[derive(Debug, Default)]
pub struct PageCache {
    kept: Mutex<VecDeque<(PageKey, Arc<LibraryPage>)>>,
}

/// A page and its language.
type PageKey = (PageAddress, &'static str);

impl PageCache {
    fn get(&self, key: &PageKey) -> Option<Arc<LibraryPage>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let index = kept.iter().position(|(known, _)| known == key)?;
        let found = kept.remove(index)?;
        kept.push_front(found.clone());
        Some(found.1)
    }

    fn insert(&self, key: PageKey, page: Arc<LibraryPage>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((key, page));
        kept.truncate(MAX_KEPT);
    }
}

/// The parameters of a route with their names.
type RouteParameters = Vec<(String, String)>;

/// The page at an address of the library, in the language that `lang` in the query names, or else the
/// one that the reader's browser asks for.
pub(super) async fn answer(
    state: &Arc<AppState>,
    (page, route): (Page, &str),
    parameters: Result<Path<RouteParameters>, PathRejection>,
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
    let address = address_of(page, values.next().unwrap_or_default(), values.next().unwrap_or_default());
    let asked = asked.as_deref().and_then(known);
    let language = asked.unwrap_or_else(|| preferred(headers));
    match written(state, (address.clone(), language)).await {
        Ok(Some(page)) => respond(state, (&address, language, asked.is_some()), &page, headers),
        Ok(None) => page_with(state, &Head::lost(), None, headers),
        Err(error) => error.into_response(),
    }
}

fn address_of(page: Page, first: String, second: String) -> PageAddress {
    match page {
        Page::Rules => PageAddress::Ruleset(first),
        Page::Sheet => PageAddress::Sheet(first),
        Page::Comparison => PageAddress::Comparison(first, second),
        Page::Compare => PageAddress::ComparisonChoice,
        Page::Sources => PageAddress::Works,
        Page::Evidence => PageAddress::Record(first),
        Page::Disputes => PageAddress::Disputes,
        Page::Map => PageAddress::Map,
        Page::Timeline => PageAddress::Timeline,
        Page::Squares => PageAddress::Squares,
        Page::Downloads => PageAddress::Files,
        _ => PageAddress::Index,
    }
}

/// A page as it is kept, or else as it is written now; `None` if there is nothing at its address.
async fn written(state: &Arc<AppState>, key: PageKey) -> Result<Option<Arc<LibraryPage>>, ApiError> {
    if let Some(page) = state.pages.get(&key) {
        return Ok(Some(page));
    }
    let library = state.library.clone();
    let (address, language) = key.clone();
    let write = move || library.pages().ok()?.page(&address, language);
    let page = tokio::task::spawn_blocking(write).await.map_err(|_| ApiError::Panicked)?;
    let page = page.map(Arc::new);
    if let Some(page) = &page {
        state.pages.insert(key, page.clone());
    }
    Ok(page)
}

/// The page of the site with this content, whose links keep a language that was asked for. It may be
/// compressed on the way, so its tag is a weak one.
fn respond(
    state: &AppState,
    (address, language, is_asked_for): (&PageAddress, &str, bool),
    page: &LibraryPage,
    headers: &HeaderMap,
) -> Response {
    let shell = asset::index();
    let shell = shell.as_deref().map_or(MISSING_APP_PAGE.into(), String::from_utf8_lossy);
    let head = Head::of_library(state, page);
    let html = with_head(&shell, &head.tags(site(state, headers).as_deref()));
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
    let first = if is_asked_for { keeping_language(&first, language) } else { first };
    let html = between(&html, FIRST_MARKS, &first);
    let tag = weak_tag_of(&html);
    let caching = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, REVALIDATE.to_owned()),
        (header::CONTENT_LANGUAGE, language.to_owned()),
    ];
    let vary = [(header::VARY, HeaderValue::from_static("accept-language"))];
    match has_tag(headers, &tag) {
        true => (StatusCode::NOT_MODIFIED, caching, vary, Body::empty()).into_response(),
        false => (caching, vary, Html(html)).into_response(),
    }
}

/// A file of the library.
pub(super) async fn download(
    State(state): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let file = match name.as_str() {
        "puzzles.jsonl" => {
            Some(LibraryFile { media_type: "application/x-ndjson", text: puzzles::text().to_owned() })
        }
        _ => state.library.pages().ok().and_then(|pages| rukh_library::file(pages, &name)),
    };
    let Some(file) = file else { return page_with(&state, &Head::lost(), None, &headers) };
    let tag = weak_tag_of(&file.text);
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, REVALIDATE.to_owned())];
    match has_tag(&headers, &tag) {
        true => (StatusCode::NOT_MODIFIED, caching, Body::empty()).into_response(),
        false => (caching, [(header::CONTENT_TYPE, file.media_type)], file.text).into_response(),
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
    use axum::http::{HeaderMap, HeaderValue, header};
    use rukh_library::PageAddress;

    use super::{chosen_comparison, preferred, value_of};

    fn language(value: &'static str) -> &'static str {
        preferred(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(value))]))
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
