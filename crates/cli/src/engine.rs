//! `rukh uci` and `rukh xboard`.

use std::io::{BufReader, Stdin, Stdout};
use std::process::ExitCode;

use rukh_engine::protocol::Rulesets;

use crate::library;

/// A session of a protocol.
type Session = fn(BufReader<Stdin>, Stdout, Rulesets) -> Result<(), String>;

/// Thinks for the program at the other end until it says `quit` or goes.
///
/// # Errors
/// The input cannot be read.
pub fn run(session: Session) -> anyhow::Result<ExitCode> {
    let rulesets = Box::new(|name: &str| library::plain_ruleset(name).map_err(|error| format!("{error:#}")));
    session(BufReader::new(std::io::stdin()), std::io::stdout(), rulesets).map_err(anyhow::Error::msg)?;
    Ok(ExitCode::SUCCESS)
}
