//! Pictures of games and rulesets for links that are shared, and the `og:` tags that name them.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_draw::{BoardDiagram, Rotation};
use rukh_rules::Geometry;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::AppState;
use super::client::Client;
use super::extract::Path;
use super::games;
use crate::error::ApiError;
use crate::limits::LimitedAction;

/// Width and height of a card in pixels: what sites that show links ask for.
const SIZE: [u32; 2] = [1200, 630];
/// The most cards kept in memory, of some 60 KiB each.
const MAX_KEPT: usize = 64;
/// Time in seconds for which a card need not be asked for again.
const CACHING: &str = "public, max-age=60";

/// The cards that were asked for last.
pub struct Cards {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    /// One card is drawn at a time, so that cards never take more than one processor.
    drawing: Semaphore,
}

impl Default for Cards {
    fn default() -> Cards {
        Cards { kept: Mutex::default(), drawing: Semaphore::new(1) }
    }
}

impl Cards {
    fn get(&self, tag: &str) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let index = kept.iter().position(|(known, _)| known == tag)?;
        let found = kept.remove(index)?;
        kept.push_front(found.clone());
        Some(found.1)
    }

    fn insert(&self, tag: &str, png: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((tag.to_owned(), png));
        kept.truncate(MAX_KEPT);
    }

    /// The PNG of an SVG with that tag.
    async fn draw(&self, tag: &str, svg: String) -> Result<Bytes, ApiError> {
        let _drawing = self.drawing.acquire().await.map_err(|_| ApiError::ShuttingDown)?;
        // Another request may have drawn it meanwhile.
        if let Some(png) = self.get(tag) {
            return Ok(png);
        }
        let drawn = tokio::task::spawn_blocking(move || rukh_draw::svg_to_png(&svg)).await;
        let png = drawn.map_err(|_| ApiError::Panicked)?.map_err(|error| {
            tracing::error!(%error, "a card cannot be drawn");
            ApiError::Panicked
        })?;
        let png = Bytes::from(png);
        self.insert(tag, png.clone());
        Ok(png)
    }
}

/// The picture of a game as it stands.
pub(super) async fn game(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (_, record) = games::export(&state, &id.parse()?).await?.game;
    let svg = svg(BoardDiagram::of_game(&record.game), record.game.ruleset().geometry)?;
    respond(&state, client, svg, &headers).await
}

/// The picture of a ruleset's start.
pub(super) async fn ruleset(
    State(state): State<Arc<AppState>>,
    Path(instance): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let ruleset = state.library.resolve(&instance)?;
    let svg = svg(BoardDiagram::new(&ruleset), ruleset.geometry)?;
    respond(&state, client, svg, &headers).await
}

/// The card of a board; a long board lies on its side.
fn svg(diagram: BoardDiagram<'_>, geometry: Geometry) -> Result<String, ApiError> {
    let is_long = geometry.ranks() > geometry.files();
    let rotation = if is_long { Rotation::Quarter } else { Rotation::None };
    let [width, height] = SIZE;
    diagram.rotation(rotation).canvas(width, height).to_svg().map_err(|error| {
        tracing::error!(%error, "a card cannot be drawn");
        ApiError::Panicked
    })
}

/// Answers with the PNG of an SVG, or that the client has it.
async fn respond(
    state: &AppState,
    client: Client,
    svg: String,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let tag = tag_of(&svg);
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, CACHING.to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let png = match state.cards.get(&tag) {
        Some(png) => png,
        None => {
            state.registry.limits().check(LimitedAction::Card, None, client.address)?;
            state.cards.draw(&tag, svg).await?
        }
    };
    Ok((caching, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// The entity tag of a text.
pub(super) fn tag_of(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let hex: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

/// What a shared link shows of a page.
pub(super) struct LinkPreview {
    /// Its title.
    pub title: String,
    /// A sentence about it.
    pub description: String,
}

impl LinkPreview {
    /// The page with the tags of the preview, at a path of a site. The card is at `card.png` below
    /// the path.
    pub fn in_page(&self, page: &str, site: &str, path: &str) -> String {
        let address = format!("{site}{path}");
        let [width, height] = SIZE.map(|side| side.to_string());
        let tags = [
            ("og:type", "website"),
            ("og:site_name", "Rukh"),
            ("og:title", self.title.as_str()),
            ("og:description", self.description.as_str()),
            ("og:url", address.as_str()),
            ("og:image", &format!("{address}/card.png")),
            ("og:image:type", "image/png"),
            ("og:image:width", &width),
            ("og:image:height", &height),
            ("twitter:card", "summary_large_image"),
        ];
        let mut text = String::new();
        for (property, content) in tags {
            // Writing to a string cannot fail.
            let _ = writeln!(text, r#"<meta property="{property}" content="{}" />"#, escaped(content));
        }
        page.replacen("</head>", &format!("{text}</head>"), 1)
    }
}

/// A text as the value of an attribute of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;

    use super::{Cards, LinkPreview, MAX_KEPT};

    #[test]
    fn cards_keep_the_latest_only() {
        let cards = Cards::default();
        for number in 0..MAX_KEPT + 2 {
            cards.insert(&number.to_string(), Bytes::from(vec![number as u8]));
            assert!(cards.get("1").is_some() || number == 0);
        }
        assert_eq!((cards.get("0"), cards.get("2")), (None, None));
        assert_eq!(cards.get("1"), Some(Bytes::from_static(&[1])));
    }

    #[test]
    fn preview_in_page_is_escaped_and_stands_in_the_head() {
        let preview = LinkPreview { title: "a\"><script>".to_owned(), description: "b & c".to_owned() };
        let page = "<html>\n  <head>\n  </head>\n  <body></body>\n</html>";
        let page = preview.in_page(page, "https://rukh.example", "/rules/x");
        assert!(page.contains(r#"content="a&quot;&gt;&lt;script&gt;" />"#), "{page}");
        assert!(page.contains(r#""og:image" content="https://rukh.example/rules/x/card.png" />"#), "{page}");
        assert!(page.contains("b &amp; c") && page.ends_with("</head>\n  <body></body>\n</html>"), "{page}");
    }
}
