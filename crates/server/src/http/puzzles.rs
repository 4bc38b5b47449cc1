//! `/api/v1/puzzles`: positions with one solution.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_engine_pool::{SearchHandle, SeatRequest, TaskKind};
use rukh_lab::puzzle::PuzzleTheme;
use rukh_store::clock;
use serde::Deserialize;
use tokio::time::Instant;

use super::AppState;
use super::caching::has_tag;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::lessons::FixedJson;
use crate::limits::LimitedAction;
use crate::puzzles::{self, KnownPuzzle, PuzzleFilter, WrongMove, WrongMoveError};

/// Level whose searches cost about as much as a refutation: it decides the place in the queue.
const LEVEL: u8 = 5;

/// Seconds of a day.
const DAY: u64 = 86_400;
/// The most seconds for which a client keeps the puzzle of the day, in case that the clock was wrong.
const DAILY_MAX_AGE: u64 = 3_600;

/// Query of a list of puzzles.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlesQuery {
    family: Option<String>,
    theme: Option<String>,
    ruleset: Option<String>,
}

/// Query of a refutation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefutationQuery {
    /// Number of the solver's moves before the try.
    #[serde(default)]
    after: usize,
    /// The try, in coordinates.
    #[serde(rename = "move")]
    mv: String,
}

/// Lists the puzzles, without solutions.
pub(super) async fn list(
    Query(PuzzlesQuery { family, theme, ruleset }): Query<PuzzlesQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if family.is_none() && theme.is_none() && ruleset.is_none() {
        return Ok(respond(puzzles::list(), &headers));
    }
    let theme = theme.map(|word| {
        let found = PuzzleTheme::ALL.into_iter().find(|theme| theme.as_str() == word);
        found.ok_or_else(|| unknown("theme", &word, PuzzleTheme::ALL.map(PuzzleTheme::as_str)))
    });
    let known = |what, value: &Option<String>, all: std::collections::BTreeSet<&'static str>| match value {
        Some(value) if !all.contains(value.as_str()) => Err(unknown(what, value, all)),
        _ => Ok(()),
    };
    known("family", &family, puzzles::families())?;
    known("ruleset", &ruleset, puzzles::instances())?;
    let filter = PuzzleFilter { family, ruleset, theme: theme.transpose()? };
    Ok(Json(puzzles::filtered(&filter)).into_response())
}

/// There are no puzzles of this kind.
fn unknown(what: &str, value: &str, all: impl IntoIterator<Item = &'static str>) -> ApiError {
    let value: String = value.chars().take(40).collect();
    let all: Vec<&str> = all.into_iter().collect();
    ApiError::Input {
        code: "unknown_puzzles",
        message: format!("there are no puzzles of the {what} `{value}`"),
        hint: Some(format!("there are `{}`", all.join("`, `"))),
    }
}

/// The puzzle of the day.
pub(super) async fn daily(headers: HeaderMap) -> Response {
    let now = clock::now().as_u64() / 1000;
    let json = FixedJson::new(&puzzles::of_day(now / DAY).daily());
    let left = (DAY - now % DAY).min(DAILY_MAX_AGE);
    respond_for(&json, &headers, format!("public, max-age={left}"))
}

fn find(id: &str) -> Result<&'static KnownPuzzle, ApiError> {
    puzzles::get(id).ok_or_else(|| ApiError::PuzzleNotFound(id.to_owned()))
}

/// A puzzle.
pub(super) async fn get(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let known = find(&id)?;
    let compiled = tokio::task::spawn_blocking(|| known.details()).await.map_err(|_| ApiError::Panicked)?;
    let json = compiled.map_err(|problem| {
        tracing::error!(puzzle = id, problem, "a puzzle cannot be played");
        ApiError::Panicked
    })?;
    Ok(respond(json, &headers))
}

/// What is wrong with a move that is not the solution.
pub(super) async fn refutation(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(query): Query<RefutationQuery>,
    guest: Option<Identity>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let known = find(&id)?;
    let wrong = WrongMove::new(known, query.after, &query.mv).map_err(|error| no_wrong_move(known, error))?;
    if let Some(json) = puzzles::kept_refutation(&wrong) {
        return Ok(respond(&json, &headers));
    }
    let guest = guest.map(|Identity(guest)| guest.id);
    state.registry.limits().check(LimitedAction::Refutation, guest.as_ref(), client.address)?;
    let deadline = Instant::now() + WorkClass::Refutation.deadline();
    let owner = client.owner(guest.as_ref());
    let _place = state.admission.enter(WorkClass::Refutation, &owner).await?;
    let request = SeatRequest { kind: TaskKind::Turn, owner, level: LEVEL, deadline: Some(deadline) };
    let pool = state.registry.engine_pool();
    let permit = pool.acquire(&request).await;
    let search = SearchHandle::default();
    let asked = wrong.clone();
    let found = pool.run(permit, search.flag(), move |stop| asked.refute(known, &*stop)).await;
    let refutation = found.flatten().ok_or(ApiError::TimedOut)?.map_err(|problem| {
        tracing::error!(puzzle = id, problem, "a refutation cannot be shown");
        ApiError::Panicked
    })?;
    let json = FixedJson::new(&refutation);
    puzzles::keep_refutation(&wrong, json.clone());
    Ok(respond(&json, &headers))
}

fn no_wrong_move(known: &KnownPuzzle, error: WrongMoveError) -> ApiError {
    let input = |code, message, hint| ApiError::Input { code, message, hint };
    match error {
        WrongMoveError::NoSuchMove { moves } => input(
            "no_such_move",
            format!("the solution of this puzzle has {moves} moves of the solver"),
            Some(format!("`after` is a number from 0 to {}", moves.saturating_sub(1))),
        ),
        WrongMoveError::Illegal(message) => input("illegal_move", message, None),
        WrongMoveError::Right => input("right_move", "this move is the solution".to_owned(), None),
        WrongMoveError::Broken(problem) => {
            tracing::error!(puzzle = known.puzzle.id, problem, "a puzzle cannot be played");
            ApiError::Panicked
        }
    }
}

/// Answers with a text, or that the client has it.
fn respond(json: &FixedJson, headers: &HeaderMap) -> Response {
    respond_for(json, headers, "no-cache".to_owned())
}

/// Answers with a text that may be kept for a time, or that the client has it.
fn respond_for(json: &FixedJson, headers: &HeaderMap, caching: String) -> Response {
    let caching = [(header::ETAG, json.tag.clone()), (header::CACHE_CONTROL, caching)];
    if has_tag(headers, &json.tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, "application/json")], json.body.clone()).into_response()
}
