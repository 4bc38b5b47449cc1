//! Errors that are only shown.

use std::borrow::Cow;
use std::fmt;

/// Why something could not be read or done, as a sentence in English, in lower case and without a full
/// stop.
///
/// It is the error where a caller can only show it. Where a caller acts on what went wrong, the error is
/// an enum, such as [`LoadError`](crate::LoadError).
///
/// # Examples
/// ```
/// use rukh_rules::{Failure, Ruleset};
/// use rukh_rules::notation::coordinate;
///
/// let shatranj = Ruleset::named("shatranj")?;
/// let failure: Failure = coordinate::parse(&shatranj, "e2").unwrap_err();
/// assert!(failure.to_string().starts_with("`e2` is no move: write two cells"));
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure(Cow<'static, str>);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure(sentence.into())
    }
}

impl From<&'static str> for Failure {
    fn from(sentence: &'static str) -> Failure {
        Failure(sentence.into())
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> String {
        failure.0.into_owned()
    }
}
