//! API errors and their mapping to HTTP status codes.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_rules::message::{Argument, Conjunction, Message};
use rukh_rules::notation::fen::FenError;
use rukh_rules::ruleset::LoadError;
use rukh_session::say::host as say;
use rukh_store::StoreError;

use crate::accounts::AccountRefusal;
use crate::id::GameIdError;
use crate::library::localized;
use crate::limits::LimitExceeded;
use crate::origin::Origin;
use crate::session::{Rejection, ReplayError};
use crate::wire::error::{ErrorBody, ErrorDetail};
use crate::wire::message::WireMessage;
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
        message: Message,
        /// A suggestion.
        hint: Option<Message>,
    },
    /// The body, path, query or method is not acceptable.
    Rejected(StatusCode, String),
    /// No such game.
    GameNotFound(String),
    /// No such seek.
    SeekNotFound(String),
    /// No such event, or the game belongs to none.
    EventNotFound(String),
    /// No such appointment.
    AppointmentNotFound(String),
    /// No such club, or none that the requester can see.
    ClubNotFound(String),
    /// No such study, or none that the requester can read.
    StudyNotFound(String),
    /// The game has not been reviewed.
    ReviewNotFound(String),
    /// No such player, or none with a listed game.
    PlayerNotFound(String),
    /// A person's data, or a table of games, cannot be written.
    Export(#[source] std::io::Error),
    /// No such course.
    CourseNotFound(String),
    /// No such puzzle.
    PuzzleNotFound(String),
    /// The request carries no valid token.
    Unauthenticated,
    /// The bearer token is not valid.
    BadToken,
    /// The requester may not do this, or the current state does not allow it.
    Refused(Rejection),
    /// An account cannot be used in this way.
    Account(#[from] AccountRefusal),
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
    message: WireMessage,
    hint: Option<WireMessage>,
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

    /// A request that is wrong in a way that only its program can mend.
    pub(crate) fn input(code: &'static str, problem: impl Into<Argument>) -> ApiError {
        ApiError::Input { code, message: say::error_request(problem), hint: None }
    }

    /// The body of the response.
    pub(crate) fn body(&self) -> ErrorBody {
        let ErrorResponse { code, message, hint, .. } = self.response();
        let localized_messages = self.localized_messages();
        ErrorBody { error: ErrorDetail { code: code.to_owned(), message, localized_messages, hint } }
    }

    #[expect(clippy::too_many_lines, reason = "a table")]
    fn response(&self) -> ErrorResponse {
        use StatusCode as Status;
        match self {
            ApiError::Ruleset(LoadError::UnknownRuleset { id, known }) => {
                missing("unknown_ruleset", "ruleset", id).hint(hint_for(id, known))
            }
            // A ruleset says it, in sentences of its own.
            ApiError::Ruleset(LoadError::Contradiction { reason, .. }) => ErrorResponse {
                status: Status::BAD_REQUEST,
                code: "contradiction",
                message: WireMessage { english: reason.clone(), phrase: None },
                hint: None,
            },
            ApiError::Ruleset(error) => {
                words(Status::BAD_REQUEST, ruleset_code(error), say::error_ruleset(error.to_string()))
            }
            ApiError::Position(errors) => {
                let errors = errors.iter().map(FenError::message).collect();
                let problem = Argument::Messages(errors, Conjunction::And);
                words(Status::BAD_REQUEST, "bad_position", say::error_position(problem))
            }
            ApiError::Input { code, message, hint } => ErrorResponse {
                hint: hint.clone().map(WireMessage::from),
                ..words(Status::BAD_REQUEST, code, message.clone())
            },
            ApiError::Rejected(status, problem) => {
                words(*status, "bad_request", say::error_request(problem.as_str()))
            }
            ApiError::GameNotFound(id) => missing("no_such_game", "game", id),
            ApiError::SeekNotFound(id) => missing("no_such_seek", "seek", id),
            ApiError::EventNotFound(id) => missing("no_such_event", "event", id),
            ApiError::AppointmentNotFound(id) => missing("no_such_appointment", "appointment", id),
            ApiError::ClubNotFound(id) => missing("no_such_club", "club", id),
            ApiError::StudyNotFound(id) => missing("no_such_study", "study", id),
            ApiError::ReviewNotFound(id) => missing("no_review", "review", id).hint(say::hint_review()),
            ApiError::PlayerNotFound(id) => missing("no_such_player", "player", id),
            ApiError::CourseNotFound(id) => missing("no_such_course", "course", id),
            ApiError::PuzzleNotFound(id) => missing("no_such_puzzle", "puzzle", id),
            ApiError::PathNotFound(path) => missing("no_such_path", "page", path),
            ApiError::Unauthenticated => {
                words(Status::UNAUTHORIZED, "no_identity", say::reject_sign_in()).hint(say::hint_identity())
            }
            ApiError::BadToken => {
                words(Status::UNAUTHORIZED, "bad_token", say::error_token()).hint(say::hint_token())
            }
            ApiError::Refused(Rejection { code, message }) => ErrorResponse {
                status: if *code == "not_allowed" { Status::FORBIDDEN } else { Status::CONFLICT },
                code,
                message: message.clone(),
                hint: None,
            },
            ApiError::RateLimited(_) => words(Status::TOO_MANY_REQUESTS, "too_fast", say::error_too_fast()),
            ApiError::EnginesBusy { .. } => unavailable("engines_busy", say::reject_engines_busy()),
            ApiError::Busy { .. } => unavailable("busy", say::reject_busy()),
            ApiError::Overloaded => unavailable("overloaded", say::reject_busy()),
            ApiError::TimedOut => unavailable("timeout", say::reject_busy()),
            ApiError::ShuttingDown => unavailable("draining", say::error_draining()),
            ApiError::Store(StoreError::TooManySeeks(most)) => {
                words(Status::CONFLICT, "too_many_seeks", say::error_too_many_seeks(*most))
            }
            ApiError::Store(StoreError::TooManyEvents(most)) => {
                words(Status::CONFLICT, "too_many_events", say::error_too_many_events(*most))
            }
            ApiError::Store(StoreError::TooManyReports(most)) => {
                words(Status::TOO_MANY_REQUESTS, "too_many_reports", say::error_too_many_reports(*most))
            }
            ApiError::Store(StoreError::Reported) => {
                words(Status::CONFLICT, "reported", say::error_reported())
            }
            ApiError::Store(StoreError::NoAccount) => {
                words(Status::CONFLICT, "no_account_to_close", say::error_no_account_to_close())
            }
            ApiError::Store(StoreError::TooManyAppointments(_)) => words(
                Status::CONFLICT,
                "too_many_appointments",
                say::error_appointment(Argument::Choice("many")),
            ),
            ApiError::Store(StoreError::TooManyStudies(most)) => {
                words(Status::CONFLICT, "too_many_studies", say::error_study(Argument::Choice("many"), *most))
            }
            ApiError::Store(StoreError::TooManyMembers(most)) => words(
                Status::CONFLICT,
                "too_many_members",
                say::error_study(Argument::Choice("members"), *most),
            ),
            ApiError::Store(StoreError::StudyFull) => {
                words(Status::CONFLICT, "study_full", say::error_study(Argument::Choice("full"), 0u64))
            }
            ApiError::Store(StoreError::NoStudy) => missing("no_such_study", "study", ""),
            ApiError::Store(StoreError::TooManyFollowed(most)) => {
                words(Status::CONFLICT, "too_many_followed", say::error_too_many_followed(*most))
            }
            ApiError::Store(StoreError::NameTaken) => {
                words(Status::CONFLICT, "name_taken", say::error_name_taken())
            }
            ApiError::Store(StoreError::AccountExists) => {
                words(Status::CONFLICT, "has_account", say::error_has_account())
            }
            ApiError::Store(StoreError::IdentityTaken) => {
                words(Status::CONFLICT, "identity_taken", say::error_identity_taken())
            }
            ApiError::Store(StoreError::NotInvited) => {
                words(Status::FORBIDDEN, "not_invited", say::error_not_invited())
            }
            ApiError::Account(refusal) => words(refusal.status(), refusal.code(), refusal.message()),
            ApiError::Store(StoreError::TooLong) => {
                unavailable("too_long", say::error_too_long()).hint(say::hint_fewer())
            }
            ApiError::Store(_) => unavailable("unavailable", say::error_unavailable()),
            ApiError::WrongHost { host, public_url } => {
                words(Status::MISDIRECTED_REQUEST, "wrong_host", say::error_host(shown(host))).hint(
                    match public_url {
                        Some(url) => say::hint_address(url.to_string()),
                        None => say::hint_public_url(),
                    },
                )
            }
            ApiError::ForeignOrigin(origin) => {
                words(Status::FORBIDDEN, "foreign_origin", say::error_origin(shown(origin)))
                    .hint(say::hint_public_url())
            }
            ApiError::RulesetChanged { instance } => {
                words(Status::CONFLICT, "ruleset_changed", say::error_ruleset_changed(instance.as_str()))
            }
            ApiError::Replay(error) => {
                words(Status::INTERNAL_SERVER_ERROR, "broken_game", say::error_broken_game(error.to_string()))
            }
            ApiError::Export(_) => unavailable("unavailable", say::error_export()),
            ApiError::Panicked => {
                words(Status::INTERNAL_SERVER_ERROR, "internal_error", say::error_internal())
            }
        }
    }
}

impl ErrorResponse {
    fn hint(self, hint: Message) -> ErrorResponse {
        ErrorResponse { hint: Some(hint.into()), ..self }
    }
}

fn words(status: StatusCode, code: &'static str, message: Message) -> ErrorResponse {
    ErrorResponse { status, code, message: message.into(), hint: None }
}

fn missing(code: &'static str, what: &'static str, id: &str) -> ErrorResponse {
    words(StatusCode::NOT_FOUND, code, say::error_missing(Argument::Choice(what), shown(id)))
}

fn unavailable(code: &'static str, message: Message) -> ErrorResponse {
    words(StatusCode::SERVICE_UNAVAILABLE, code, message)
}

/// What a stranger has written, cut to a readable length.
fn shown(text: &str) -> String {
    text.chars().take(120).collect()
}

fn ruleset_code(error: &LoadError) -> &'static str {
    match error {
        LoadError::Instance(_) => "bad_instance",
        LoadError::UnknownOption { .. } => "unknown_option",
        LoadError::AmbiguousName { .. } => "ambiguous_ruleset",
        _ => "bad_ruleset",
    }
}

/// The closest known id, or all of them.
fn hint_for(id: &str, known: &[String]) -> Message {
    let nearest = known.iter().map(|known| (edit_distance(id, known), known)).min();
    match nearest {
        Some((distance, nearest)) if distance <= 2.max(id.len() / 3) => say::hint_nearest(nearest.as_str()),
        _ => say::hint_known(format!("`{}`", known.join("`, `"))),
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
        f.write_str(&self.response().message.english)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ErrorResponse { status, code, message, .. } = self.response();
        // A client that sends its body slowly ends as a timeout, which is no error of the server.
        let is_load = matches!(
            self,
            ApiError::Overloaded | ApiError::EnginesBusy { .. } | ApiError::Busy { .. } | ApiError::TimedOut
        );
        if status.is_server_error() && !is_load {
            let cause = std::error::Error::source(&self).map_or(String::new(), |cause| format!(": {cause}"));
            tracing::error!(code, "{}{cause}", message.english);
        }
        let no_store = [(header::CACHE_CONTROL, "no-store")];
        let mut response = (status, no_store, Json(self.body())).into_response();
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
        ApiError::Refused(rejection)
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
    use super::{WireMessage, edit_distance, hint_for};

    #[test]
    fn hint_suggests_the_nearest_id() {
        let known = ["shatranj".to_owned(), "senterej".to_owned()];
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        let hint = |id: &str| WireMessage::from(hint_for(id, &known)).english;
        assert_eq!(hint("shatrnj"), "Did you mean `shatranj`?");
        assert_eq!(hint("go"), "There are `shatranj`, `senterej`.");
    }
}
