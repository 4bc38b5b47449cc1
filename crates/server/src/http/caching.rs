//! Entity tags, the requests that name one, and JSON that is kept with its own.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The strong entity tag of a representation.
pub(super) fn tag_of(bytes: impl AsRef<[u8]>) -> String {
    let hash = Sha256::digest(bytes.as_ref());
    format!("\"{}\"", hex::encode(&hash[..8]))
}

/// The weak entity tag of an answer that may be compressed on the way: its bytes then differ.
pub(super) fn weak_tag_of(bytes: impl AsRef<[u8]>) -> String {
    format!("W/{}", tag_of(bytes))
}

/// Whether `If-None-Match` of a request names a tag; weak and strong ones are compared alike, as
/// RFC 9110 asks for in this header.
pub(super) fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let wanted = opaque(tag);
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| one.trim() == "*" || opaque(one) == wanted)
}

/// JSON that does not change while the server runs.
#[derive(Debug, Clone)]
pub(super) struct FixedJson {
    body: Bytes,
    tag: String,
}

impl FixedJson {
    /// The JSON of a value.
    pub(super) fn new(value: &impl Serialize) -> FixedJson {
        let body = Bytes::from(serde_json::to_vec(value).expect("it is made of texts and numbers"));
        FixedJson { tag: tag_of(&body), body }
    }

    /// Answers with the text, or that the client has it.
    pub(super) fn respond(&self, headers: &HeaderMap) -> Response {
        self.respond_for(headers, "no-cache".to_owned())
    }

    /// Answers with the text, which may be kept for a time, or that the client has it.
    pub(super) fn respond_for(&self, headers: &HeaderMap, caching: String) -> Response {
        let caching = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, caching)];
        if has_tag(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        (caching, [(header::CONTENT_TYPE, "application/json")], self.body.clone()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{has_tag, tag_of, weak_tag_of};

    #[test]
    fn has_tag_reads_lists_weak_tags_and_the_star() {
        let named = |value: &'static str| {
            HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(value))])
        };
        for value in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", "W/\"b\",W/\"a\""] {
            assert!(has_tag(&named(value), "\"a\"") && has_tag(&named(value), "W/\"a\""), "{value}");
        }
        for value in ["\"b\"", "a", "", "\"ab\""] {
            assert!(!has_tag(&named(value), "\"a\""), "{value}");
        }
        assert!(!has_tag(&HeaderMap::new(), "\"a\""));
    }

    #[test]
    fn tag_of_other_bytes_differs() {
        assert_ne!(tag_of("a"), tag_of("b"));
        assert_eq!(weak_tag_of("a"), format!("W/{}", tag_of("a")));
    }
}
