//! Everything that can go wrong for a caller, and the one place where it
//! becomes a status.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rukh_rules::notation::fen::FenError;
use rukh_rules::ruleset::LoadError;

use crate::session::ReplayError;
use crate::store::StoreError;
use crate::wire::error::{Complaint, Failure};

/// Why a request was not answered as hoped.
#[derive(Debug)]
#[non_exhaustive]
pub enum ApiError {
    /// The ruleset cannot be had.
    Ruleset(LoadError),
    /// The position is wrong; every complaint.
    Position(Vec<FenError>),
    /// The request does not make sense.
    Input {
        /// What it is about, as a word.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// What would be right.
        hint: Option<String>,
    },
    /// The body, the address or the query cannot be read.
    Unreadable(StatusCode, String),
    /// There is no such game.
    NoSuchGame(String),
    /// Nobody looks for somebody under this name.
    NoSuchSeek(String),
    /// Nobody has said who they are.
    NoIdentity,
    /// This is not theirs to do.
    NotAllowed(String),
    /// It cannot be done as things stand.
    Refused {
        /// What it is about, as a word.
        code: &'static str,
        /// What is in the way.
        message: String,
    },
    /// Too many requests in too short a time.
    TooFast,
    /// There is nothing at this address.
    NoSuchPath(String),
    /// The request comes from a page of somebody else.
    ForeignOrigin(String),
    /// The game was begun under laws that have changed since.
    RulesetChanged {
        /// The ruleset with its options.
        instance: String,
    },
    /// A stored game cannot be played through.
    Replay(ReplayError),
    /// The store cannot do it.
    Store(StoreError),
    /// The server is about to stop.
    Draining,
}

/// An error in the words of the wire.
struct Words {
    status: StatusCode,
    code: &'static str,
    message: String,
    hint: Option<String>,
}

impl ApiError {
    fn words(&self) -> Words {
        let words = |status, code, message, hint| Words { status, code, message, hint };
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
                let errors: Vec<String> = errors.iter().map(FenError::to_string).collect();
                words(StatusCode::BAD_REQUEST, "bad_position", errors.join("; "), None)
            }
            ApiError::Input { code, message, hint } => {
                words(StatusCode::BAD_REQUEST, code, message.clone(), hint.clone())
            }
            ApiError::Unreadable(status, message) => words(*status, "bad_request", message.clone(), None),
            ApiError::NoSuchGame(id) => words(
                StatusCode::NOT_FOUND,
                "no_such_game",
                format!("there is no game `{}`", id.chars().take(40).collect::<String>()),
                None,
            ),
            ApiError::NoSuchSeek(id) => words(
                StatusCode::NOT_FOUND,
                "no_such_seek",
                format!("nobody looks for a game as `{}` any more", id.chars().take(40).collect::<String>()),
                None,
            ),
            ApiError::NoIdentity => words(
                StatusCode::UNAUTHORIZED,
                "no_identity",
                "say who you are first".to_owned(),
                Some("a page asks `GET /api/v1/me`, a program `POST /api/v1/guests`".to_owned()),
            ),
            ApiError::NotAllowed(message) => {
                words(StatusCode::FORBIDDEN, "not_allowed", message.clone(), None)
            }
            ApiError::Refused { code, message } => words(StatusCode::CONFLICT, code, message.clone(), None),
            ApiError::TooFast => words(
                StatusCode::TOO_MANY_REQUESTS,
                "too_fast",
                "too many requests in too short a time".to_owned(),
                Some("wait a moment".to_owned()),
            ),
            ApiError::NoSuchPath(path) => words(
                StatusCode::NOT_FOUND,
                "no_such_path",
                format!("there is nothing at `{}`", path.chars().take(120).collect::<String>()),
                None,
            ),
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
            ApiError::Store(_) => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "the games cannot be read or written now".to_owned(),
                Some("try again in a moment".to_owned()),
            ),
            ApiError::Draining => words(
                StatusCode::SERVICE_UNAVAILABLE,
                "draining",
                "the server is about to stop".to_owned(),
                Some("try again in a moment".to_owned()),
            ),
        }
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

/// The known id that looks most like what was asked for, or all of them.
fn hint_for(id: &str, known: &[String]) -> String {
    let nearest = known.iter().map(|known| (distance(id, known), known)).min();
    match nearest {
        Some((distance, nearest)) if distance <= 2.max(id.len() / 3) => format!("did you mean `{nearest}`?"),
        _ => format!("there are `{}`", known.join("`, `")),
    }
}

/// How many letters must be added, dropped or exchanged.
fn distance(from: &str, to: &str) -> usize {
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
        f.write_str(&self.words().message)
    }
}

impl std::error::Error for ApiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ApiError::Ruleset(error) => Some(error),
            ApiError::Replay(error) => Some(error),
            ApiError::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Words { status, code, message, hint } = self.words();
        if status.is_server_error() {
            let cause = std::error::Error::source(&self).map_or(String::new(), |cause| format!(": {cause}"));
            tracing::error!(code, "{message}{cause}");
        }
        let body = Failure { error: Complaint { code: code.to_owned(), message, hint } };
        (status, Json(body)).into_response()
    }
}

impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> ApiError {
        ApiError::Ruleset(error)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::Store(error)
    }
}

impl From<ReplayError> for ApiError {
    fn from(error: ReplayError) -> ApiError {
        ApiError::Replay(error)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        ApiError::Unreadable(status, rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::Unreadable(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::Unreadable(rejection.status(), rejection.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::{distance, hint_for};

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let known = ["shatranj".to_owned(), "senterej".to_owned()];
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(hint_for("shatrnj", &known), "did you mean `shatranj`?");
        assert_eq!(hint_for("go", &known), "there are `shatranj`, `senterej`");
    }
}
