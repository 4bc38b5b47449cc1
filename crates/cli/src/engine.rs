//! `rukh uci` and `rukh xboard`.

use rukh_rules::{Failure, Ruleset};
use rukh_tablebase::Tables;
use std::io::{BufReader, Stdin, Stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use rukh_protocols::{RulesetLoader, SessionSources};

use crate::args::SessionOptions;
use crate::library;

/// A session of a protocol.
type Session = fn(BufReader<Stdin>, Stdout, SessionSources) -> Result<(), Failure>;

/// Runs a session on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// The evaluation file or the input cannot be read.
pub fn run(session: Session, options: &SessionOptions) -> anyhow::Result<ExitCode> {
    let eval_file = library::eval_file(options.eval_file.as_deref())?.map(Arc::new);
    let rulesets: RulesetLoader =
        Box::new(|name: &str| library::plain_ruleset(name).map_err(|error| format!("{error:#}").into()));
    let eval_files = Box::new(|name: &str| rukh_lab::tuning::open(Path::new(name)).map(Arc::new));
    let tables = Box::new(|path: &str, ruleset: &Arc<Ruleset>| match Path::new(path).is_dir() {
        true => Ok(Arc::new(Tables::new(ruleset.clone()).with_directory(path))),
        false => Err(format!("`{path}` is no directory").into()),
    });
    let sources = SessionSources { rulesets, eval_files, eval_file, tables };
    session(BufReader::new(std::io::stdin()), std::io::stdout(), sources).map_err(anyhow::Error::msg)?;
    Ok(ExitCode::SUCCESS)
}
