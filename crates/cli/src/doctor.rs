//! `rukh admin doctor`: what an operator should know of settings and database.

use std::io::Write;
use std::process::ExitCode;

use rukh_server::{Severity, examine};

use crate::args::ServeOptions;
use crate::serve::{completed, configure, runtime};

/// Prints what was found, a line each; 1 if something is wrong.
///
/// # Errors
/// An option is invalid, a file of one cannot be read, or `out` cannot be written.
pub fn run(options: ServeOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = configure(completed(options)?)?;
    let found = runtime()?.block_on(examine(&config));
    for finding in &found {
        let severity: &str = finding.severity.into();
        writeln!(out, "{severity:5}  {}", finding.text)?;
    }
    let faults = found.iter().filter(|finding| finding.severity == Severity::Fault).count();
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
