//! `/api/v1/puzzles`: positions with one solution.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use quick_cache::sync::Cache;
use rukh_courses::puzzles::{self, KnownPuzzle, PuzzleFilter, RefutationKey, WrongMove, WrongMoveError};
use rukh_engine_pool::{SearchHandle, SeatRequest, TaskKind};
use rukh_lab::puzzle::PuzzleTheme;
use rukh_store::clock;
use schemars::JsonSchema;
use serde::Deserialize;
use strum::VariantNames;
use tokio::time::Instant;

use super::AppState;
use super::caching::FixedJson;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use crate::admission::{WorkClass, on_own_thread};
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::say;

/// Level whose searches cost about as much as a refutation: it decides the place in the queue.
const LEVEL: u8 = 5;

/// Seconds of a day.
const DAY: u64 = 86_400;
/// The most seconds for which a client keeps the puzzle of the day, in case that the clock was wrong.
const DAILY_MAX_AGE: u64 = 3_600;

/// The list as it is sent.
static LIST: LazyLock<FixedJson> =
    LazyLock::new(|| FixedJson::new(&puzzles::filtered(&PuzzleFilter::default())));

/// The puzzles that were asked for last, by id: at most of some 150 KiB each.
static PUZZLES: LazyLock<Cache<String, FixedJson>> = LazyLock::new(|| Cache::new(1_000));

/// The refutations that were asked for last, of some 2 KiB each.
static REFUTATIONS: LazyLock<Cache<RefutationKey, FixedJson>> = LazyLock::new(|| Cache::new(2_000));

/// Reads the puzzles, so that no reader waits for them.
pub(crate) fn prepare() {
    LazyLock::force(&LIST);
}

/// Query of a list of puzzles.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlesQuery {
    /// A family of rulesets.
    family: Option<String>,
    /// What a puzzle is about.
    theme: Option<String>,
    /// A ruleset with its options.
    ruleset: Option<String>,
}

/// Query of a refutation.
#[derive(Debug, Deserialize, JsonSchema)]
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
        return Ok(LIST.respond(&headers));
    }
    let theme = theme.map(|word| {
        word.parse::<PuzzleTheme>()
            .map_err(|_| unknown("theme", &word, PuzzleTheme::VARIANTS.iter().copied()))
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
        message: say::host::error_request(format!("there are no puzzles of the {what} `{value}`")),
        hint: Some(say::host::hint_known(format!("`{}`", all.join("`, `")))),
    }
}

/// The puzzle of the day.
pub(super) async fn daily(headers: HeaderMap) -> Response {
    let now = clock::now().as_u64() / 1000;
    let json = FixedJson::new(&puzzles::of_day(now / DAY).daily());
    let left = (DAY - now % DAY).min(DAILY_MAX_AGE);
    json.respond_for(&headers, format!("public, max-age={left}"))
}

fn find(id: &str) -> Result<&'static KnownPuzzle, ApiError> {
    puzzles::get(id).ok_or_else(|| ApiError::PuzzleNotFound(id.to_owned()))
}

/// A puzzle.
pub(super) async fn get(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let known = find(&id)?;
    let compute = || known.details().map(|puzzle| FixedJson::new(&puzzle));
    let kept = on_own_thread(move || PUZZLES.get_or_insert_with(&known.puzzle.id, compute));
    let json = kept.await?.map_err(|problem| {
        tracing::error!(puzzle = id, %problem, "a puzzle cannot be played");
        ApiError::Panicked
    })?;
    Ok(json.respond(&headers))
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
    if let Some(json) = REFUTATIONS.get(&wrong.key()) {
        return Ok(json.respond(&headers));
    }
    let guest = guest.map(|Identity(guest)| guest);
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
        tracing::error!(puzzle = id, %problem, "a refutation cannot be shown");
        ApiError::Panicked
    })?;
    let json = FixedJson::new(&refutation);
    REFUTATIONS.insert(wrong.key(), json.clone());
    Ok(json.respond(&headers))
}

fn no_wrong_move(known: &KnownPuzzle, error: WrongMoveError) -> ApiError {
    match error {
        WrongMoveError::NoSuchMove { moves } => ApiError::input(
            "no_such_move",
            format!("the solver makes {moves} moves, so `after` is at most {}", moves.saturating_sub(1)),
        ),
        WrongMoveError::Illegal(problem) => ApiError::input("illegal_move", problem),
        WrongMoveError::Right => {
            ApiError::Input { code: "right_move", message: say::host::error_solution(), hint: None }
        }
        WrongMoveError::Broken(problem) => {
            tracing::error!(puzzle = known.puzzle.id, problem, "a puzzle cannot be played");
            ApiError::Panicked
        }
    }
}
