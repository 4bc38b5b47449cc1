//! Errors as a page gets them.

#[cfg(feature = "engine")]
use rukh_lab::opening::OpeningError;
use rukh_rules::notation::fen::FenError;
use rukh_rules::notation::reading::GameError;
use rukh_rules::notation::san::SanError;
use rukh_rules::{LoadError, Refusal};
use rukh_session::wire::message::Phrase;
use serde::Serialize;

/// The longest text that is repeated in an error, in characters.
const SHOWN: usize = 200;

/// The subject of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ProblemKind {
    /// A ruleset, its options, or its text.
    Ruleset,
    /// A position.
    Fen,
    /// A move or another event that the rules refuse.
    Move,
    /// A game record.
    Pgn,
    /// A search.
    Engine,
    /// A picture.
    Draw,
    /// A game on this device.
    Local,
}

/// A reason with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlacedReason {
    /// The cell, field, rank, line or argument; absent if the whole is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
    /// Place and message as key and arguments, where the texts of the rules have them in other languages.
    #[serde(flatten)]
    pub phrase: Option<Phrase>,
}

/// An error, with everything that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    /// The subject.
    pub kind: ProblemKind,
    /// A code for programs, such as `illegal` or `not_your_turn`; only for moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// All reasons, at least one.
    pub reasons: Vec<PlacedReason>,
    /// Legal moves that look like the one refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
}

fn reason(place: Option<String>, message: impl Into<String>) -> PlacedReason {
    let place = place.map(|place| place.chars().take(SHOWN).collect());
    PlacedReason { place, message: message.into(), phrase: None }
}

impl Problem {
    fn of(kind: ProblemKind, reasons: Vec<PlacedReason>) -> Problem {
        Problem { kind, code: None, reasons, legal: Vec::new() }
    }

    /// An error of one argument.
    pub(crate) fn new(kind: ProblemKind, place: &str, message: impl Into<String>) -> Problem {
        Problem::of(kind, vec![reason(Some(place.to_owned()), message)])
    }

    /// An event that the rules refuse.
    pub(crate) fn refusal(event: &str, refusal: &Refusal) -> Problem {
        Problem::illegal(event, refusal.message.to_string(), refusal.code.into())
    }

    /// A move that is not possible.
    pub(crate) fn illegal(event: &str, message: impl Into<String>, code: &str) -> Problem {
        let reasons = vec![reason(Some(event.to_owned()), message)];
        Problem { code: Some(code.to_owned()), ..Problem::of(ProblemKind::Move, reasons) }
    }

    /// Openings that cannot be read, each with its line.
    #[cfg(feature = "engine")]
    pub(crate) fn openings(errors: &[OpeningError]) -> Problem {
        let placed = |error: &OpeningError| {
            reason(error.line.map(|line| format!("line {line}")), error.message.clone())
        };
        Problem::of(ProblemKind::Engine, errors.iter().map(placed).collect())
    }

    /// The error as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an error is plain data")
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Problem {
        let reasons = match &error {
            LoadError::Complaints(complaints) => complaints
                .iter()
                .map(|one| reason(Some(one.place.to_string()), one.message.clone()))
                .collect(),
            other => vec![reason(None, other.to_string())],
        };
        Problem::of(ProblemKind::Ruleset, reasons)
    }
}

impl From<Vec<FenError>> for Problem {
    fn from(errors: Vec<FenError>) -> Problem {
        let placed = |error: &FenError| {
            let place = error.place().map(|place| place.to_string());
            PlacedReason {
                phrase: Some(Phrase::from(&error.message())),
                ..reason(place, error.detail().to_string())
            }
        };
        Problem::of(ProblemKind::Fen, errors.iter().map(placed).collect())
    }
}

impl From<SanError> for Problem {
    fn from(error: SanError) -> Problem {
        Problem { legal: error.legal.clone(), ..Problem::illegal(&error.text, error.message, "illegal") }
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        let placed = error.diagnostics.iter().map(|one| {
            let column = one.column.map_or(String::new(), |column| format!(", column {column}"));
            reason(Some(format!("game {}, line {}{column}", error.number, one.line)), one.message.clone())
        });
        Problem::of(ProblemKind::Pgn, placed.collect())
    }
}
