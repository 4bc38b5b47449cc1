//! Files to download that are the same for everybody, and the card that says what is in the open data.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_courses::puzzles;
use rukh_library::LibraryFile;
use rukh_study::puzzle_table;
use sha2::{Digest, Sha256};

use super::asset::REVALIDATE;
use super::head::Head;
use super::page_with;
use crate::http::AppState;
use crate::http::caching::{has_tag, weak_tag_of};
use crate::http::game_tables::PARQUET;

/// The card of the data, with a mark where columns and files are listed.
const CARD: &str = include_str!("data-card.md");
const COLUMNS_MARK: &str = "<!-- columns -->\n";
const FILES_MARK: &str = "<!-- files -->\n";
/// The page of the book that says which columns the tables have, and where it does.
const LABORATORY: &str = include_str!("../../../../../docs/laboratory.md");
const COLUMNS: [&str; 2] = ["### `games`\n", "### `positions`\n"];

/// The files whose digests the card lists: those of other names are one ruleset's.
const FIXED: [&str; 5] =
    ["puzzles.parquet", "puzzles.jsonl", "rulesets.json", "evidence.json", "sources.json"];

/// The puzzles as a table.
static PUZZLES: LazyLock<Bytes> = LazyLock::new(|| {
    let known = puzzles::ids().filter_map(puzzles::get);
    puzzle_table(known.map(|known| &known.puzzle)).into()
});

/// A file by its name.
pub(super) async fn download(
    State(state): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let file = match name.as_str() {
        "README.md" => Some(("text/markdown; charset=utf-8", card(&state).into())),
        _ => fixed(&state, &name),
    };
    let Some((kind, bytes)) = file else { return page_with(&state, &Head::lost(), None, &headers) };
    let tag = weak_tag_of(&bytes);
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, REVALIDATE.to_owned())];
    match has_tag(&headers, &tag) {
        true => (StatusCode::NOT_MODIFIED, caching, Body::empty()).into_response(),
        false => (caching, [(header::CONTENT_TYPE, kind)], bytes).into_response(),
    }
}

/// A file that this version of the server always has alike: its media type and its bytes.
fn fixed(state: &AppState, name: &str) -> Option<(&'static str, Bytes)> {
    match name {
        "puzzles.jsonl" => Some(("application/x-ndjson", Bytes::from_static(puzzles::text().as_bytes()))),
        "puzzles.parquet" => Some((PARQUET, PUZZLES.clone())),
        _ => {
            let LibraryFile { media_type, text } = rukh_library::file(state.library.pages().ok()?, name)?;
            Some((media_type, text.into()))
        }
    }
}

/// What the open data are: columns, how they are made, what they cannot say, and digests of what does not change.
fn card(state: &AppState) -> String {
    let (_, columns) = LABORATORY.split_once(COLUMNS[0]).unwrap_or_default();
    let (columns, _) = columns.split_once(COLUMNS[1]).unwrap_or_default();
    let mut files = "| file | bytes | SHA-256 |\n|---|---|---|\n".to_owned();
    for name in FIXED {
        if let Some((_, bytes)) = fixed(state, name) {
            let digest = hex::encode(Sha256::digest(&bytes));
            // Writing to memory cannot fail.
            let _ = writeln!(files, "| [`{name}`]({name}) | {} | `{digest}` |", bytes.len());
        }
    }
    let columns = format!("{}{}\n", COLUMNS[0], columns.trim_end_matches('\n'));
    CARD.replace(COLUMNS_MARK, &columns).replace(FILES_MARK, &files)
}
