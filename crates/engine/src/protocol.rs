//! Engines as other programs drive them: text in, text out.
//!
//! A session reads lines, keeps a game, and lets one thread of its own think.
//! It is the only part of this crate that reads a clock: the search asks a
//! `Control` whether to end.

pub mod board;
mod control;
mod count;
mod lines;
mod thinker;
pub mod timing;
pub mod uci;
pub mod xboard;

use std::sync::Arc;

use rukh_rules::Ruleset;

use crate::limits::MOST_CONTEMPT;

/// Finds the ruleset of a name: a built-in instance such as `senterej[saba=G]`,
/// or whatever else the caller knows.
pub type Rulesets = Box<dyn Fn(&str) -> Result<Arc<Ruleset>, String> + Send>;

/// A contempt as it is written.
///
/// # Errors
/// What is no whole number, or beyond [`MOST_CONTEMPT`].
pub fn contempt(text: &str) -> Result<i32, String> {
    let value = text.parse().ok().filter(|value| (-MOST_CONTEMPT..=MOST_CONTEMPT).contains(value));
    value.ok_or_else(|| {
        format!("`{}` is not a whole number from -{MOST_CONTEMPT} to {MOST_CONTEMPT}", lines::shown(text))
    })
}
