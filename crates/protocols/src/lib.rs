//! Engines as other programs drive them, by UCI and CECP: text in, text out.
//!
//! A session reads lines, keeps a game, and lets one thread of its own think. Clocks are read here and
//! not in `rukh-engine`, whose search asks its caller whether to end. A program in Rust needs none of
//! this: it calls the engine.
//!
//! ```
//! use std::io::Read;
//! use std::sync::Arc;
//! use rukh_protocols::{RulesetLoader, uci};
//! use rukh_rules::Ruleset;
//!
//! let rulesets: RulesetLoader =
//!     Box::new(|name| Ok(Arc::new(Ruleset::named(name).map_err(|error| error.to_string())?)));
//! let input = "setoption name UCI_Variant value shatranj\n\
//!     position fen 7k/R7/6K1/8/8/7p/8/8 w - - 0 1\n\
//!     go depth 2\n";
//! let (mut reader, writer) = std::io::pipe()?;
//! uci::run(input.as_bytes(), writer, rulesets)?;
//! let mut output = String::new();
//! reader.read_to_string(&mut output)?;
//! assert_eq!(output.lines().last(), Some("bestmove a7a8"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | serve programs that speak UCI | [`uci::run`] |
//! | serve XBoard and its like | [`xboard::run`] |
//! | divide a clock among moves | [`timing::Clock`] |
//! | drive another engine | [`board`] and [`werera`], for what is said to it |

pub mod board;
mod control;
mod explain;
mod line_io;
mod perft;
mod search_thread;
mod tables;
pub mod timing;
pub mod uci;
pub mod werera;
pub mod xboard;

use std::fmt;
use std::sync::Arc;

use rukh_rules::{Failure, Ruleset};

use rukh_engine::tuning::EvalFile;
use rukh_engine::{MAX_CONTEMPT, Tables};

/// Finds the ruleset of a name: a built-in instance such as `senterej[saba=G]`,
/// or whatever else the caller knows.
pub type RulesetLoader = Box<dyn Fn(&str) -> Result<Arc<Ruleset>, Failure> + Send>;

/// Finds the evaluation file of a name.
pub type EvalFileLoader = Box<dyn Fn(&str) -> Result<Arc<EvalFile>, Failure> + Send>;

/// Finds the solved endings of a ruleset in a directory.
pub type TablesLoader = Box<dyn Fn(&str, &Arc<Ruleset>) -> Result<Arc<Tables>, Failure> + Send>;

/// What a session reads beside its input: whoever starts it knows of files.
pub struct SessionSources {
    /// Finds rulesets.
    pub rulesets: RulesetLoader,
    /// Finds evaluation files.
    pub eval_files: EvalFileLoader,
    /// The evaluation file to begin with.
    pub eval_file: Option<Arc<EvalFile>>,
    /// Finds solved endings.
    pub tables: TablesLoader,
}

impl fmt::Debug for SessionSources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sources").field("eval_file", &self.eval_file.is_some()).finish_non_exhaustive()
    }
}

impl From<RulesetLoader> for SessionSources {
    /// Rulesets, and no files.
    fn from(rulesets: RulesetLoader) -> SessionSources {
        let refusal = |name: &str| format!("`{}`: no file can be read here", line_io::truncate(name)).into();
        let eval_files = Box::new(move |name: &str| Err(refusal(name)));
        let tables = Box::new(move |name: &str, _: &Arc<Ruleset>| Err(refusal(name)));
        SessionSources { rulesets, eval_files, eval_file: None, tables }
    }
}

/// A contempt as it is written.
///
/// # Errors
/// What is no whole number, or beyond [`MAX_CONTEMPT`].
pub fn parse_contempt(text: &str) -> Result<i32, Failure> {
    let value = text.parse().ok().filter(|value| (-MAX_CONTEMPT..=MAX_CONTEMPT).contains(value));
    value.ok_or_else(|| {
        format!("`{}` is not a whole number from -{MAX_CONTEMPT} to {MAX_CONTEMPT}", line_io::truncate(text))
            .into()
    })
}

#[cfg(test)]
mod tests {
    use rukh_engine::MAX_CONTEMPT;

    use super::parse_contempt;

    #[test]
    fn parse_contempt_rejects_values_out_of_range() {
        assert_eq!(parse_contempt("-2000"), Ok(-MAX_CONTEMPT));
        for wrong in ["", "2001", "1.5", "much"] {
            assert!(
                parse_contempt(wrong).is_err_and(|why| why.to_string().contains("from -2000 to 2000")),
                "{wrong}"
            );
        }
    }
}
