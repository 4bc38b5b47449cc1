//! API errors and their mapping to HTTP status codes.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_rules::notation::fen::{FenError, join_errors};
use rukh_rules::ruleset::LoadError;
use rukh_store::StoreError;

use crate::id::GameIdError;
use crate::library::localized;
use crate::limits::LimitExceeded;
use crate::origin::Origin;
use crate::session::{Rejection, ReplayError};
use crate::wire::error::{ErrorBody, ErrorDetail};
use crate::wire::ruleset::LocalizedName;

/// An error answered to an HTTP request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The ruleset cannot be loaded.
    Ruleset(#[from] LoadError),
    /// The position is invalid; every error.
    Position(Vec<FenError>),
    /// The request is invalid.
    Input {
        /// Machine-readable code.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// A suggestion.
        hint: Option<String>,
    },
    /// The body, path, query or method is not acceptable.
    Rejected(StatusCode, String),
    /// No such game.
    GameNotFound(String),
    /// No such seek.
    SeekNotFound(String),
    /// The game has not been reviewed.
    ReviewNotFound(String),
    /// No such player, or none with a listed game.
    PlayerNotFound(String),
    /// No such course.
    CourseNotFound(String),
    /// No such puzzle.
    PuzzleNotFound(String),
    /// The request carries no valid token.
    Unauthenticated,
    /// The bearer token is not valid.
    BadToken,
    /// The requester may not do this.
    Forbidden(Rejection),
    /// The current state does not allow it.
    Refused {
        /// Machine-readable code.
        code: &'static str,
        /// The obstacle.
        message: String,
    },
    /// Too many requests in too short a time, or too many open connections.
    RateLimited(LimitExceeded),
    /// The engines of the server would keep a new game waiting.
    EnginesBusy {
        /// When to try again.
        retry_after: Duration,
    },
    /// Too much of this work is under way, and nobody has more of it than the client would.
    Busy {
        /// When to try again.
        retry_after: Duration,
    },
    /// No such path.
    PathNotFound(String),
    /// The request asks for a host that the server does not answer for.
    WrongHost {
        /// The host.
        host: String,
        /// The public address, if one is configured.
        public_url: Option<Origin>,
    },
    /// The request comes from a page of another site.
    ForeignOrigin(String),
    /// The game was started under laws that have changed since.
    RulesetChanged {
        /// Ruleset instance.
        instance: String,
    },
    /// A stored game cannot be replayed.
    Replay(#[from] ReplayError),
    /// The store failed.
    Store(#[from] StoreError),
    /// The server is shutting down.
    ShuttingDown,
    /// Nearly all connections are in use; the rest is kept for those who play.
    Overloaded,
    /// A handler panicked.
    Panicked,
    /// A handler took too long.
    TimedOut,
}

/// Status and body of an error response.
struct ErrorResponse {
    status: StatusCode,
    code: &'static str,
    message: String,
    hint: Option<String>,
}

/// How long a client is asked to wait for a server that has too many connections.
const OVERLOAD_RETRY: Duration = Duration::from_secs(10);

impl ApiError {
    /// When the request may be tried again, where that is known.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            ApiError::RateLimited(exceeded) => Some(exceeded.retry_after),
            ApiError::Overloaded => Some(OVERLOAD_RETRY),
            ApiError::EnginesBusy { retry_after } | ApiError::Busy { retry_after } => Some(*retry_after),
            _ => None,
        }
    }

    /// The message in other languages, where a ruleset has it: why its options exclude each other.
    fn localized_messages(&self) -> Vec<LocalizedName> {
        match self {
            ApiError::Ruleset(LoadError::Contradiction { reason, .. }) => localized(reason),
            _ => Vec::new(),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table")]
    fn response(&self) -> ErrorResponse {
        let words = |status, code, message, hint| ErrorResponse { status, code, message, hint };
        match self {
            ApiError::Ruleset(LoadError::UnknownRuleset { id, known }) => words(
                StatusCode::NOT_FOUND,
                "unknown_ruleset",
                format!("no ruleset is called `{id}`"),
                Some(hint_for(id, known)),
            ),
            ApiError::Ruleset(error) => {
                words(StatusCode::BAD_REQUEST, ruleset_code(error), error.to_string(), None)
            }
            ApiError::Position(errors) => {
                words(StatusCode::BAD_REQUEST, "bad_position", join_errors(errors), None)
            }
            ApiError::Input { code, message, hint } => {
                words(StatusCode::BAD_REQUEST, code, message.clone(), hint.clone())
            }
            ApiError::Rejected(status, message) => words(*status, "bad_request", message.clone(), None),
            ApiError::GameNotFound(id) => not_found("no_such_game", "game", id),
            ApiError::SeekNotFound(id) => not_found("no_such_seek", "open seek", id),
            ApiError::ReviewNotFound(id) => words(
                StatusCode::NOT_FOUND,
                "no_review",
                format!("the game `{id}` has not been reviewed"),
                Some("`POST` to the same address has it reviewed".to_owned()),
            ),
            ApiError::PlayerNotFound(id) => not_found("no_such_player", "player", id),
            ApiError::CourseNotFound(id) => not_found("no_such_course", "course", id),
            ApiError::PuzzleNotFound(id) => not_found("no_such_puzzle", "puzzle", id),
            ApiError::Unauthenticated => words(
                StatusCode::UNAUTHORIZED,
                "no_identity",
                "sign in or choose a name first".to_owned(),
                Some("a page asks `GET /api/v1/me`, a program `POST /api/v1/guests`".to_owned()),
            ),
            ApiError::BadToken => bad_token(),
            ApiError::Forbidden(Rejection { code, message }) => {
                let status =
                    if *code == "not_allowed" { StatusCode::FORBIDDEN } else { StatusCode::CONFLICT };
                words(status, code, message.english.clone(), None)
            }
            ApiError::Refused { code, message } => words(StatusCode::CONFLICT, code, message.clone(), None),
            ApiError::RateLimited(_) => too_fast(),
            ApiError::EnginesBusy { .. } => engines_busy(),
            ApiError::Busy { .. } => busy(),
            ApiError::PathNotFound(path) => words(
                StatusCode::NOT_FOUND,
                "no_such_path",
                format!("there is nothing at `{}`", path.chars().take(120).collect::<String>()),
                None,
            ),
            ApiError::WrongHost { host, public_url } => wrong_host(host, public_url.as_ref()),
            ApiError::ForeignOrigin(origin) => words(
                StatusCode::FORBIDDEN,
                "foreign_origin",
                format!("pages from `{}` may not do this", origin.chars().take(120).collect::<String>()),
                Some("start the server with the address people use as its public url".to_owned()),
            ),
            ApiError::RulesetChanged { instance } => words(
                StatusCode::CONFLICT,
                "ruleset_changed",
                format!("the laws of `{instance}` have changed since this game began"),
                None,
            ),
            ApiError::Replay(error) => {
                words(StatusCode::INTERNAL_SERVER_ERROR, "broken_game", error.to_string(), None)
            }
            ApiError::Store(error @ StoreError::TooManySeeks(_)) => {
                words(StatusCode::CONFLICT, "too_many_seeks", error.to_string(), None)
            }
            ApiError::Store(StoreError::TooLong) => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "too_long",
                "there are too many games to look through in time".to_owned(),
                Some("ask for fewer: of a player, a ruleset, some days or a rarer position".to_owned()),
            ),
            ApiError::Store(_) => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "the games cannot be read or written now".to_owned(),
                Some("try again in a moment".to_owned()),
            ),
            ApiError::ShuttingDown => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "draining",
                "the server is about to stop".to_owned(),
                Some("try again in a moment".to_owned()),
            ),
            ApiError::Overloaded => overloaded(),
            ApiError::TimedOut => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "timeout",
                "the server is too busy to answer in time".to_owned(),
                Some("try again in a moment".to_owned()),
            ),
            ApiError::Panicked => words(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal_error",
                "this is an error of the server, and not of the request".to_owned(),
                None,
            ),
        }
    }
}

fn not_found(code: &'static str, what: &str, id: &str) -> ErrorResponse {
    let shown: String = id.chars().take(40).collect();
    ErrorResponse {
        status: StatusCode::NOT_FOUND,
        code,
        message: format!("there is no {what} `{shown}`"),
        hint: None,
    }
}

fn too_fast() -> ErrorResponse {
    ErrorResponse {
        status: StatusCode::TOO_MANY_REQUESTS,
        code: "too_fast",
        message: "too many requests or connections in too short a time".to_owned(),
        hint: Some("wait as long as `Retry-After` says".to_owned()),
    }
}

fn engines_busy() -> ErrorResponse {
    ErrorResponse {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: "engines_busy",
        message: "the computer has too many of your games to think about, or of everybody's".to_owned(),
        hint: Some("finish a game, or try again later".to_owned()),
    }
}

fn busy() -> ErrorResponse {
    ErrorResponse {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: "busy",
        message: "the server has too much of this work to do".to_owned(),
        hint: Some("wait as long as `Retry-After` says".to_owned()),
    }
}

fn overloaded() -> ErrorResponse {
    ErrorResponse {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: "overloaded",
        message: "the server has too many connections".to_owned(),
        hint: Some("try again in a moment".to_owned()),
    }
}

fn bad_token() -> ErrorResponse {
    ErrorResponse {
        status: StatusCode::UNAUTHORIZED,
        code: "bad_token",
        message: "the bearer token is not valid, or not any more".to_owned(),
        hint: Some("a program gets a new one from `POST /api/v1/guests`".to_owned()),
    }
}

fn wrong_host(host: &str, public_url: Option<&Origin>) -> ErrorResponse {
    let host: String = host.chars().take(120).collect();
    ErrorResponse {
        status: StatusCode::MISDIRECTED_REQUEST,
        code: "wrong_host",
        message: format!("this server does not answer for `{host}`"),
        hint: Some(match public_url {
            Some(url) => format!("its address is {url}"),
            None => "start the server with the address people use as its public url".to_owned(),
        }),
    }
}

fn ruleset_code(error: &LoadError) -> &'static str {
    match error {
        LoadError::Instance(_) => "bad_instance",
        LoadError::UnknownOption { .. } => "unknown_option",
        LoadError::AmbiguousName { .. } => "ambiguous_ruleset",
        LoadError::Contradiction { .. } => "contradiction",
        _ => "bad_ruleset",
    }
}

/// The closest known id, or all of them.
fn hint_for(id: &str, known: &[String]) -> String {
    let nearest = known.iter().map(|known| (edit_distance(id, known), known)).min();
    match nearest {
        Some((distance, nearest)) if distance <= 2.max(id.len() / 3) => format!("did you mean `{nearest}`?"),
        _ => format!("there are `{}`", known.join("`, `")),
    }
}

/// Levenshtein distance.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for column in 0..to.len() {
            let exchanged = diagonal + usize::from(letter != to[column]);
            diagonal = row[column + 1];
            row[column + 1] = exchanged.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.response().message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ErrorResponse { status, code, message, hint } = self.response();
        // A client that sends its body slowly ends as a timeout, which is no error of the server.
        let is_load = matches!(
            self,
            ApiError::Overloaded | ApiError::EnginesBusy { .. } | ApiError::Busy { .. } | ApiError::TimedOut
        );
        if status.is_server_error() && !is_load {
            let cause = std::error::Error::source(&self).map_or(String::new(), |cause| format!(": {cause}"));
            tracing::error!(code, "{message}{cause}");
        }
        let localized_messages = self.localized_messages();
        let error = ErrorDetail { code: code.to_owned(), message, localized_messages, hint };
        let body = ErrorBody { error };
        let mut response = (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some(wait) = self.retry_after() {
            // Whole seconds, rounded up.
            let seconds = wait.as_millis().div_ceil(1000).max(1) as u64;
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(self, ApiError::Overloaded) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> ApiError {
        ApiError::Forbidden(rejection)
    }
}

impl From<LimitExceeded> for ApiError {
    fn from(exceeded: LimitExceeded) -> ApiError {
        ApiError::RateLimited(exceeded)
    }
}

impl From<GameIdError> for ApiError {
    fn from(error: GameIdError) -> ApiError {
        ApiError::GameNotFound(error.text)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        ApiError::Rejected(status, rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::Rejected(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::Rejected(rejection.status(), rejection.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, hint_for};

    #[test]
    fn hint_suggests_the_nearest_id() {
        let known = ["shatranj".to_owned(), "senterej".to_owned()];
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(hint_for("shatrnj", &known), "did you mean `shatranj`?");
        assert_eq!(hint_for("go", &known), "there are `shatranj`, `senterej`");
    }
}
