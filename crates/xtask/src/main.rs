//! Tools of this repository that are no part of the program: `cargo xtask --help`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod archive;
mod attack;
mod baseline;
mod client;
mod crash;
mod endings;
#[path = "../../server/tests/support/http.rs"]
mod http;
mod levels;

mod load;
mod measure;
mod people;
#[path = "../../store/tests/support/postgres.rs"]
mod postgres;
mod release;
#[path = "../../server/tests/support/smtp.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod smtp;
mod strength;
mod strength_dice;
mod werera;

/// Tools for developers of Rukh.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one, parsed once")]
enum Tool {
    /// Play games at random and time every kind of search of the archive, on both databases.
    Archive(archive::ArchiveOptions),
    /// Send hostile requests to a server on loopback, and print what held.
    Attack(attack::AttackOptions),
    /// Build the program of a revision as target/baselines/REV/rukh, to play against.
    Baseline(baseline::BaselineOptions),
    /// Kill servers while games are played, and check that no acknowledged move is lost.
    Crash(crash::CrashOptions),
    /// Solve the endings of every built-in ruleset, for the library.
    Endings(endings::EndingsOptions),
    /// Measure the levels of play in every family of games: Elo differences and accuracy.
    Levels(levels::LevelOptions),
    /// Measure the cost and latency of moves, sockets and spectators beside a bare echo server.
    Load(load::LoadOptions),
    /// Measure every built-in ruleset in games of the engine with itself, for the library.
    Measure(measure::MeasureOptions),
    /// Run a bare WebSocket echo server and print its address: what `load` compares with.
    #[command(hide = true)]
    Echo,
    /// Say what is missing for the tag of a release.
    Release(release::ReleaseOptions),
    /// Play the matches of the strength tables.
    Strength(strength::StrengthOptions),
    /// Measure games with a die: draws at the limit of moves, expected results, matches.
    StrengthDice(strength_dice::StrengthDiceOptions),
    /// Simulate wereras between two engines in virtual time.
    Werera(werera::WereraOptions),
}

/// Error of a tool.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let done = match Cli::parse().tool {
        Tool::Archive(options) => archive::run(&options),
        Tool::Attack(options) => attack::run(&options),
        Tool::Baseline(options) => baseline::run(&options),
        Tool::Crash(options) => crash::run(&options),
        Tool::Endings(options) => endings::run(&options),
        Tool::Levels(options) => levels::run(&options),
        Tool::Load(options) => load::run(&options),
        Tool::Measure(options) => measure::run(&options),
        Tool::Echo => load::run_echo(),
        Tool::Release(options) => release::run(&options),
        Tool::Strength(options) => strength::run(&options),
        Tool::StrengthDice(options) => strength_dice::run(&options),
        Tool::Werera(options) => werera::run(options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The program to test: the one given, or else that of this build.
///
/// # Errors
/// There is no such file.
fn program(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let path = match given {
        Some(path) => path.to_owned(),
        None => std::env::current_exe()?.with_file_name("rukh"),
    };
    if path.is_file() {
        return Ok(std::path::absolute(path)?);
    }
    let path = path.display();
    Err(format!("no program {path}; build it with `cargo build --workspace --bins`, or give `--binary`")
        .into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Cli, Path, program};

    #[test]
    fn command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn program_that_does_not_exist_is_named() {
        let error = program(Some(Path::new("/no/such/rukh"))).expect_err("no file").to_string();
        assert!(error.contains("/no/such/rukh") && error.contains("--binary"), "{error}");
    }
}
