//! The matches of the strength tables.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Subcommand};

use crate::{Failure, baseline, program};

/// Games of the match tables, from the fixed opening sets.
const RULESETS: [&str; 4] = ["shatranj", "senterej", "oblong", "mideast"];
/// The ruleset with a werera.
const WERERA: &str = "senterej";

/// Options of `cargo xtask strength`.
#[derive(Debug, Args)]
pub struct StrengthOptions {
    #[command(subcommand)]
    opponent: Opponent,
    /// Number of games of each match.
    #[arg(long, value_name = "N", default_value_t = 400, global = true)]
    games: u32,
    /// Program to measure [default: that of this build].
    #[arg(long, value_name = "PATH", global = true)]
    binary: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Opponent {
    /// A revision of this repository, over the board and in the werera; an hour.
    Baseline {
        /// Revision; it is built first.
        #[arg(value_name = "REV")]
        revision: String,
        /// Node limit of each move.
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        nodes: u64,
    },
    /// Fairy-Stockfish on shatranj, at equal nodes and on equal clocks; hours.
    Fairy,
    /// Sjaak II on Mideast chess without cavaliers; hours.
    Sjaak,
}

/// Plays the matches and prints their results.
///
/// # Errors
/// A program is missing, or a match fails.
pub fn run(options: &StrengthOptions) -> Result<(), Failure> {
    play(&program(options.binary.as_deref())?, plan(options)?)
}

/// Plays matches one after the other.
pub(crate) fn play(binary: &Path, plan: Vec<Vec<String>>) -> Result<(), Failure> {
    for arguments in plan {
        let is_ours = arguments[0] == "werera";
        let tool = if is_ours { std::env::current_exe()? } else { binary.to_owned() };
        println!("{} {}", if is_ours { "xtask" } else { "rukh" }, arguments.join(" "));
        let status = Command::new(tool).args(&arguments).status()?;
        if !status.success() {
            return Err(format!("the match failed ({status})").into());
        }
    }
    Ok(())
}

/// Arguments of each match: of `rukh match`, or of this tool's `werera`.
fn plan(options: &StrengthOptions) -> Result<Vec<Vec<String>>, Failure> {
    let games = options.games.to_string();
    match &options.opponent {
        Opponent::Baseline { revision, nodes } => {
            let built = baseline::build(revision)?;
            let other = format!("uci:\"{}\" uci,name=baseline", built.display());
            Ok(baseline_matches(&other, &nodes.to_string(), &games))
        }
        Opponent::Fairy => {
            let engine = format!("uci:{}", installed("fairy-stockfish")?);
            let limits = [["--nodes", "10000"], ["--tc", "1+0.05"], ["--tc", "5+0.1"]];
            Ok(limits.iter().map(|limit| game_match("shatranj", "rukh", &engine, &games, limit)).collect())
        }
        Opponent::Sjaak => {
            let sjaak = installed("sjaakii")?;
            let root =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients/sjaak").canonicalize()?;
            let ruleset = root.join("mideast-without-cavaliers.toml").display().to_string();
            let engine = format!(
                "xboard:{sjaak},option.Variant configuration file=\"{}\",variant=mideast_without_cavaliers",
                root.join("variants.txt").display()
            );
            let limits = [["--tc", "1+0.05"], ["--tc", "5+0.1"]];
            Ok(limits.iter().map(|limit| game_match(&ruleset, "rukh", &engine, &games, limit)).collect())
        }
    }
}

/// The matches against a baseline: every game, contempt, and the werera.
fn baseline_matches(other: &str, nodes: &str, games: &str) -> Vec<Vec<String>> {
    let limit = ["--nodes", nodes, "--concurrency", "2"];
    let mut plan: Vec<Vec<String>> =
        RULESETS.iter().map(|ruleset| game_match(ruleset, "rukh", other, games, &limit)).collect();
    plan.push(game_match(WERERA, "rukh:contempt=600", other, games, &limit));
    for turns in ["own", "shared"] {
        let words = ["werera", "--player", "rukh", "--opponent", other, "--games", games];
        let rest = ["--nodes", nodes, "--seed", "2", "--turns", turns];
        plan.push(words.into_iter().chain(rest).map(str::to_owned).collect());
    }
    plan
}

/// Arguments of `rukh match`.
pub(crate) fn game_match(ruleset: &str, own: &str, other: &str, games: &str, limit: &[&str]) -> Vec<String> {
    let words = ["match", "--ruleset", ruleset, "--engine", own, "--engine", other, "--games", games];
    words.into_iter().chain(limit.iter().copied()).map(str::to_owned).collect()
}

/// Path of an installed program; Debian keeps games outside the usual path.
fn installed(name: &str) -> Result<String, Failure> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    let found =
        found.ok_or_else(|| format!("`{name}` is not installed; on Debian: apt-get install {name}"))?;
    Ok(found.display().to_string())
}

#[cfg(test)]
mod tests {
    use rukh_lab::player::PlayerSpec;

    use super::{baseline_matches, installed};

    #[test]
    fn baseline_matches_name_players_that_can_be_read() {
        let plan = baseline_matches("uci:\"/a b/rukh\" uci,name=baseline", "500", "20");
        assert_eq!(plan.len(), 7);
        for arguments in &plan {
            let players = arguments
                .windows(2)
                .filter(|pair| ["--engine", "--player", "--opponent"].contains(&pair[0].as_str()));
            let players: Vec<&str> = players.map(|pair| pair[1].as_str()).collect();
            assert_eq!(players.len(), 2, "{arguments:?}");
            for player in players {
                player.parse::<PlayerSpec>().expect(player);
            }
        }
    }

    #[test]
    fn program_that_is_not_installed_is_named() {
        let error = installed("no-such-engine").expect_err("it is not installed").to_string();
        assert!(error.contains("apt-get install no-such-engine"), "{error}");
    }
}
