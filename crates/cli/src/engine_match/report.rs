//! Output of a match: results on standard output, as text or JSON Lines, and progress on
//! standard error.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rukh_lab::engine_match::{Match, Pair, Pairing};
use rukh_lab::match_game::MatchGame;
use rukh_lab::match_result::MatchResult;
use rukh_lab::record::{reason, records};
use rukh_lab::sprt::{Sprt, Verdict};
use rukh_rules::hash::mix;
use rukh_rules::notation::pgn;
use serde_json::{Value, json};

use crate::args::MatchOptions;
use crate::engine_match::log::MatchLog;
use crate::play::save::{date, now};
use crate::write::{Existing, Target};

/// Time between two lines of progress.
const PAUSE: Duration = Duration::from_secs(10);

/// Format of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    /// Sentences.
    Text,
    /// A line of JSON for each game, and one for the result.
    JsonLines,
}

/// Whether progress is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// On standard error, now and then.
    Shown,
    /// Not at all.
    Quiet,
}

/// Reason for the end of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// All games were played, or the test was decided.
    Done,
    /// An error ended it.
    Failed,
    /// A signal ended it.
    Interrupted,
}

/// How games are written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PgnMode {
    /// The file must be new, or may be overwritten.
    Create(Existing),
    /// They are appended to the file.
    Append,
}

/// The output of a match and its state.
pub struct Report {
    format: ReportFormat,
    progress: Progress,
    sprt: Option<Sprt>,
    pgn: Option<MatchPgnFile>,
    log: Option<MatchLog>,
    /// Pair and place of the games that an earlier run has printed.
    printed: HashSet<(u64, usize)>,
    start: Instant,
    last_progress: Instant,
    standing: Option<MatchResult>,
    is_concluded: bool,
}

impl Report {
    /// A report that has printed nothing yet.
    pub fn new(
        format: ReportFormat,
        progress: Progress,
        sprt: Option<Sprt>,
        pgn: Option<MatchPgnFile>,
    ) -> Report {
        let now = Instant::now();
        Report {
            format,
            progress,
            sprt,
            pgn,
            log: None,
            printed: HashSet::new(),
            start: now,
            last_progress: now,
            standing: None,
            is_concluded: false,
        }
    }

    /// Prints a line of progress on standard error, unless the report is quiet.
    pub fn note(&self, text: &str) {
        if self.progress == Progress::Shown {
            eprintln!("{text}");
        }
    }

    /// Prints the players and the openings, takes up games of an earlier run with their file, and
    /// starts the clock of the match.
    pub fn begin(
        &mut self,
        engine_match: &Match,
        (header, finished, log): (&Value, &[MatchGame], Option<MatchLog>),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.start = Instant::now();
        self.log = log;
        self.printed = finished.iter().map(|game| (game.pair, game.index)).collect();
        if !finished.is_empty() {
            self.note(&format!("{} games are finished already", finished.len()));
        }
        let (pairs, openings) = (engine_match.distinct_pairs(), engine_match.openings.len());
        if pairs < engine_match.pairs {
            self.note(&format!(
                "{} games: with a node or depth limit both engines would only repeat their games; \
                 `rukh openings` makes more openings",
                2 * pairs
            ));
        }
        if engine_match.may_repeat_games() {
            self.note("both players are equal, so the two games of a pair can be the same; try --unpaired");
        }
        if self.format == ReportFormat::Text {
            return Ok(writeln!(
                out,
                "{openings} openings: {}",
                header["made"].as_str().unwrap_or_default()
            )?);
        }
        Ok(writeln!(out, "{header}")?)
    }

    /// Keeps a game in the file that the match can go on from.
    pub fn keep(&mut self, names: &[String; 2], game: &MatchGame) -> anyhow::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| log.write(&game_line(names, game)))
    }

    /// Writes the games of a pair, and now and then the standing.
    pub fn add(
        &mut self,
        engine_match: &Match,
        pair: &Pair,
        standing: &MatchResult,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.standing = Some(standing.clone());
        if let Some(pgn) = &mut self.pgn {
            pgn.keep(engine_match, standing, pair)?;
        }
        if self.format == ReportFormat::JsonLines {
            for (index, played) in pair.games.iter().enumerate() {
                if !self.printed.contains(&(pair.number, index)) {
                    let game = MatchGame { pair: pair.number, index, played: played.clone() };
                    writeln!(out, "{}", game_line(&standing.names, &game))?;
                }
            }
            out.flush()?;
        }
        if self.last_progress.elapsed() >= PAUSE {
            self.last_progress = Instant::now();
            let mut line = standing.summary(self.sprt.as_ref());
            line.extend(standing.luck_summary(self.sprt.as_ref()).map(|luck| format!("; {luck}")));
            self.note(&format!("{line}; {}", self.left(standing, engine_match.distinct_pairs())));
        }
        Ok(())
    }

    /// The estimated time for the remaining games.
    fn left(&self, standing: &MatchResult, pairs: u64) -> String {
        let played = standing.pairs_counted().max(1);
        let left = pairs.saturating_sub(played);
        let seconds = self.start.elapsed().as_secs_f64() / played as f64 * left as f64;
        let most = if self.sprt.is_some() { "at most " } else { "" };
        format!("{most}{} left for {} games", duration(seconds), 2 * left)
    }

    /// Prints the result, once.
    pub fn conclude(&mut self, end: End, out: &mut dyn Write) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.is_concluded, true) {
            return Ok(());
        }
        let Some(standing) = &self.standing else {
            self.note("no pair of games was finished");
            return Ok(());
        };
        match self.format {
            ReportFormat::Text => write_result(standing, self.sprt, out)?,
            ReportFormat::JsonLines => writeln!(out, "{}", result(standing, self.sprt, end))?,
        }
        Ok(out.flush()?)
    }
}

/// Hours, minutes and seconds.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn write_result(standing: &MatchResult, sprt: Option<Sprt>, out: &mut dyn Write) -> anyhow::Result<()> {
    let [one, two] = &standing.names;
    writeln!(out, "{one} against {two}")?;
    writeln!(out, "{}", standing.summary(sprt.as_ref()))?;
    if let Some(line) = standing.luck_summary(sprt.as_ref()) {
        writeln!(out, "{line}")?;
    }
    (0..2).try_for_each(|player| writeln!(out, "{}", standing.player_summary(player)))?;
    if let Some(sprt) = sprt {
        writeln!(out, "SPRT of {sprt}: {}", verdict(sprt, standing))?;
    }
    Ok(())
}

fn verdict(sprt: Sprt, standing: &MatchResult) -> &'static str {
    match standing.verdict(&sprt) {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
        Verdict::Open => "not decided",
    }
}

/// A game, from which a match can go on.
fn game_line(names: &[String; 2], game: &MatchGame) -> Value {
    let (white, black) = (game.index, 1 - game.index);
    let played = &game.played;
    let mut line = json!({
        "type": "game", "white": names[white], "black": names[black],
        "result": played.outcome.result(), "reason": reason(played), "events": played.game.log().len(),
        "fen": played.game.fen(),
    });
    if let (Some(line), Value::Object(data)) = (line.as_object_mut(), game.to_json()) {
        line.extend(data);
    }
    line
}

/// Players, openings and settings of a match. All keys but `games` are the same when it goes on.
pub fn header(options: &MatchOptions, engine_match: &Match, made: &str) -> Value {
    let players = [0, 1].map(|at: usize| {
        let spec = &engine_match.specs[at];
        json!({ "name": spec.name(), "pace": spec.limits(engine_match.time_control), "engine": options.engine[at] })
    });
    let fens: String = engine_match.openings.iter().map(|game| game.fen() + "\n").collect();
    json!({
        "type": "match", "version": env!("CARGO_PKG_VERSION"),
        "ruleset": engine_match.ruleset.instance.to_string(), "laws": engine_match.ruleset.hash(),
        "players": players, "eval_file": options.eval_file.as_ref().map(|path| path.display().to_string()),
        "games": 2 * engine_match.distinct_pairs(),
        "paired": engine_match.pairing == Pairing::Reversed,
        "openings": engine_match.openings.len(), "made": made, "fens": format!("{:016x}", hash_text(&fens)),
        "seed": engine_match.seed, "luck_depth": engine_match.luck_depth, "sprt": options.sprt, "resign": options.resign, "draw": options.draw,
        "max_plies": options.max_plies, "margin": options.margin,
    })
}

/// A fingerprint of a text, the same on every machine.
fn hash_text(text: &str) -> u64 {
    text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)))
}

/// The result of a match; what is without end is null.
fn result(standing: &MatchResult, sprt: Option<Sprt>, end: End) -> Value {
    let [losses, draws, wins] = standing.tally.games;
    let elo = standing.elo();
    let is_paired = standing.pairing == Pairing::Reversed;
    let finite = |value: f64| value.is_finite().then_some(value);
    let players = [0, 1].map(|at: usize| {
        let (effort, failures) = (standing.stats[at], standing.failures[at]);
        json!({
            "name": standing.names[at], "moves": effort.moves, "nodes": effort.nodes,
            "seconds": effort.time.as_secs_f64(),
            "lost": { "time": failures.time, "crashes": failures.crashes, "illegal": failures.illegal },
        })
    });
    let test = sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "test": sprt.to_string(), "llr": sprt.llr(&standing.independent), "bounds": [low, high],
            "verdict": verdict(sprt, standing),
        })
    });
    let adjusted = &standing.luck_adjusted;
    let less_luck = adjusted.variance_ratio().map(|ratio| {
        let elo = adjusted.elo();
        json!({
            "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high),
            "superiority": elo.los, "variance_ratio": ratio, "factor": adjusted.factor(),
            "llr": sprt.map(|sprt| adjusted.llr(&sprt)),
        })
    });
    json!({
        "type": "result", "end": end, "players": players,
        "games": standing.tally.played(), "wins": wins, "draws": draws, "losses": losses,
        "score": standing.tally.score(), "pairs": standing.tally.pairs, "cut_off": standing.cut_off,
        "independent": { "of": if is_paired { "pairs" } else { "games" }, "count": standing.sample_size(),
                         "repeats": standing.repeats },
        "elo": { "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high),
                 "superiority": elo.los },
        "less_luck": less_luck, "sprt": test,
    })
}

/// The file that keeps games as they are played.
pub struct MatchPgnFile {
    file: File,
    date: String,
}

impl MatchPgnFile {
    /// Opens it.
    ///
    /// # Errors
    /// That it exists and is neither to be overwritten nor added to, or cannot be written.
    pub fn open(path: &Path, adding: PgnMode) -> anyhow::Result<MatchPgnFile> {
        let unwritten = || format!("{} cannot be written", path.display());
        let file = match adding {
            PgnMode::Append => {
                File::options().create(true).append(true).open(path).with_context(unwritten)?
            }
            PgnMode::Create(existing) => {
                if existing == Existing::Refuse && path.exists() {
                    bail!(
                        "{} already exists; choose another file, add to it with --append, or overwrite it \
                         with --force",
                        path.display()
                    );
                }
                // Nothing is lost before something can be written.
                Target::new(path, existing)?;
                File::create(path).with_context(unwritten)?
            }
        };
        Ok(MatchPgnFile { file, date: date(now()) })
    }

    fn keep(&mut self, engine_match: &Match, standing: &MatchResult, pair: &Pair) -> anyhow::Result<()> {
        let records = records(engine_match, standing, pair, Some(&self.date));
        let text = pgn::format_all(&records) + "\n";
        self.file.write_all(text.as_bytes()).context("the games cannot be written")
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn duration_of_seconds_reads_like_a_clock() {
        let cases = [(0.4, "0:00"), (59.6, "1:00"), (3_599.0, "59:59"), (36_061.0, "10:01:01")];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
