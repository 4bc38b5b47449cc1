//! Players as people name them.
//!
//! ```text
//! spec    = "rukh" [":" settings] | ("uci:" | "xboard:") command ["," settings]
//! settings = setting {"," setting}
//! setting = "name=" text | "nodes=" number | "depth=" number | "tc=" seconds ["+" seconds]
//!         | "hash=" mebibytes | "threads=" number | "level=" 1 to 8     `rukh`
//!         | "contempt=" centipawns     `rukh`: by how much it thinks itself the stronger player
//!         | "tables=on" | "tables=off"     `rukh`: whether it knows solved endings of three pieces
//!         | "eval-file=" path     `rukh`: numbers that `rukh tune` has written
//!         | "variant=" text | "timeout=" seconds | "option." NAME "=" text     other programs
//! ```
//! Commas separate settings; text with a comma or a space stands in `"`.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use rukh_engine::Level;
use rukh_engine::tuning::EvalFile;
use rukh_protocols::parse_contempt;
use rukh_rules::{Failure, Ruleset};

use crate::time_control::TimeControl;
use crate::tuning;

/// Default table size of an engine in this process, in mebibytes.
const MEBIBYTES: usize = 16;
const MAX_MEBIBYTES: usize = 65_536;
const MAX_THREADS: usize = 256;
/// Default wait for a move of an external engine without a clock.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);
/// Default wait for an external engine to start and to say that it is ready.
const READY_TIMEOUT: Duration = Duration::from_secs(20);

/// Specification of a player: which engine, and with what it plays. Read from text with `parse`; nothing
/// is started by that.
///
/// # Examples
/// ```
/// use rukh_lab::player::{EngineKind, PlayerSpec};
/// use rukh_lab::time_control::TimeControl;
///
/// let weak: PlayerSpec = "rukh:nodes=500,name=weak".parse()?;
/// assert_eq!((weak.name(), weak.time_control), ("weak".to_owned(), Some(TimeControl::Nodes(500))));
/// let other: PlayerSpec = "uci:fairy-stockfish load variants.ini,option.Threads=2".parse()?;
/// let EngineKind::Uci(program) = other.kind else { panic!("an external engine") };
/// assert_eq!(program.command, ["fairy-stockfish", "load", "variants.ini"]);
/// assert!("rukh:level=9".parse::<PlayerSpec>().is_err());
/// # Ok::<(), rukh_rules::Failure>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The program that plays.
    pub kind: EngineKind,
    /// Name, if not the engine's own.
    pub name: Option<String>,
    /// Time control, if not that of the match.
    pub time_control: Option<TimeControl>,
}

/// Where the engine of a player runs, and what it speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineKind {
    /// The engine of this build.
    Rukh(EngineOptions),
    /// External engine that speaks UCI.
    Uci(ExternalEngine),
    /// External engine that speaks XBoard's protocol.
    Xboard(ExternalEngine),
}

/// Options of the engine of this build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOptions {
    /// Table size in mebibytes.
    pub mebibytes: usize,
    /// Search threads; with more than one, no game can be repeated.
    pub threads: usize,
    /// Level of play with its own limits; `None` is full strength.
    pub level: Option<Level>,
    /// Advantage in strength that the engine assumes, in centipawns.
    pub contempt: i32,
    /// Evaluation file, if not the engine's own numbers.
    pub eval_file: Option<PathBuf>,
    /// Whether the engine knows solved endings of three pieces. With a limit of nodes or depth it waits until
    /// they are computed, so that a match can be repeated.
    pub tables: bool,
}

impl Default for EngineOptions {
    /// Full strength on one thread, with a small table, the engine's own numbers and solved endings.
    fn default() -> EngineOptions {
        EngineOptions {
            mebibytes: MEBIBYTES,
            threads: 1,
            level: None,
            contempt: 0,
            eval_file: None,
            tables: true,
        }
    }
}

/// Engine in a process of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalEngine {
    /// Path and arguments.
    pub command: Vec<String>,
    /// Names and values of the options to set.
    pub options: Vec<(String, String)>,
    /// Its name for the ruleset, if not ours.
    pub variant: Option<String>,
    /// Longest wait for any answer but a move with a clock, if not the default of its kind.
    pub timeout: Option<Duration>,
}

impl ExternalEngine {
    /// Longest wait for a move without a clock.
    #[must_use]
    pub fn move_timeout(&self) -> Duration {
        self.timeout.unwrap_or(MOVE_TIMEOUT)
    }

    /// Longest wait for the answers of the handshake and of a ready check.
    #[must_use]
    pub fn ready_timeout(&self) -> Duration {
        self.timeout.unwrap_or(READY_TIMEOUT)
    }
}

fn error<T>(what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::from(what.into()))
}

impl PlayerSpec {
    /// Name of a player in this process; the command of an external engine without one.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| match &self.kind {
            EngineKind::Rukh(EngineOptions { level: Some(level), .. }) => {
                format!("Rukh, level {}", level.number())
            }
            EngineKind::Rukh(_) => "Rukh".to_owned(),
            EngineKind::Uci(program) | EngineKind::Xboard(program) => program.command.join(" "),
        })
    }
}

impl PlayerSpec {
    /// Text of the player's limits in a match with this time control. A level has its own limits,
    /// but keeps to a clock.
    #[must_use]
    pub fn limits(&self, of_match: TimeControl) -> String {
        let time_control = self.time_control.unwrap_or(of_match);
        match (&self.kind, time_control) {
            (
                EngineKind::Rukh(EngineOptions { level: Some(level), .. }),
                TimeControl::Nodes(_) | TimeControl::Depth(_),
            ) => {
                format!("level {}", level.number())
            }
            _ => time_control.to_string(),
        }
    }
}

impl PlayerSpec {
    /// Sets the evaluation file of the engine of this build, unless the specification names one;
    /// false for any other engine.
    pub fn set_eval_file(&mut self, path: &Path) -> bool {
        let EngineKind::Rukh(options) = &mut self.kind else { return false };
        options.eval_file.get_or_insert_with(|| path.to_owned());
        true
    }

    /// Checks the specification against a ruleset without starting the engine.
    ///
    /// # Errors
    /// The evaluation file cannot be read or does not fit.
    pub fn check(&self, ruleset: &Ruleset) -> Result<(), Failure> {
        let EngineKind::Rukh(EngineOptions { eval_file: Some(path), .. }) = &self.kind else { return Ok(()) };
        read_eval_file(path, ruleset).map(drop)
    }

    /// Whether a level sets the limits of its moves, whatever the match says of nodes or depth.
    #[must_use]
    pub fn has_own_limits(&self) -> bool {
        let has_level = matches!(self.kind, EngineKind::Rukh(EngineOptions { level: Some(_), .. }));
        has_level && !matches!(self.time_control, Some(TimeControl::Clock { .. }))
    }
}

impl FromStr for PlayerSpec {
    type Err = Failure;

    fn from_str(text: &str) -> Result<PlayerSpec, Failure> {
        PlayerSpec::parse_with(text, EngineOptions::default())
    }
}

impl PlayerSpec {
    /// Reads a specification, with other defaults for the engine of this build.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse_with(text: &str, defaults: EngineOptions) -> Result<PlayerSpec, Failure> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut parts = split(rest, ',')?.into_iter().filter(|part| !part.is_empty());
        let kind = match kind {
            "rukh" => EngineKind::Rukh(defaults),
            "uci" | "xboard" => {
                let command = split(&parts.next().unwrap_or_default(), ' ')?;
                let command: Vec<String> =
                    command.iter().map(|word| unquoted(word)).filter(|word| !word.is_empty()).collect();
                if command.is_empty() {
                    return error(format!("`{text}` has no command; write `{kind}:COMMAND`"));
                }
                let program = ExternalEngine { command, options: Vec::new(), variant: None, timeout: None };
                if kind == "uci" { EngineKind::Uci(program) } else { EngineKind::Xboard(program) }
            }
            _ => {
                return error(format!(
                    "unknown player `{kind}`; use `rukh`, `uci:COMMAND` or `xboard:COMMAND`"
                ));
            }
        };
        let mut spec = PlayerSpec { kind, name: None, time_control: None };
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return error(format!("`{part}` should be a setting such as `nodes=5000`"));
            };
            spec.set(key.trim(), &unquoted(value))?;
        }
        match (&spec.kind, spec.time_control) {
            (
                EngineKind::Rukh(EngineOptions { level: Some(_), .. }),
                Some(TimeControl::Nodes(_) | TimeControl::Depth(_)),
            ) => error("a level sets its own limits; `level` can be combined only with `tc`"),
            _ => Ok(spec),
        }
    }
}

impl PlayerSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        match (key, &mut self.kind) {
            ("name", _) => self.name = Some(value.to_owned()),
            ("nodes" | "depth" | "tc", _) => {
                self.time_control = Some(TimeControl::parse(key, value)?);
            }
            ("hash", EngineKind::Rukh(options)) => options.mebibytes = number(key, value, MAX_MEBIBYTES)?,
            ("threads", EngineKind::Rukh(options)) => options.threads = number(key, value, MAX_THREADS)?,
            ("contempt", EngineKind::Rukh(options)) => {
                options.contempt = parse_contempt(value).map_err(|why| format!("`{key}`: {why}"))?;
            }
            ("eval-file", EngineKind::Rukh(options)) => options.eval_file = Some(value.into()),
            ("tables", EngineKind::Rukh(options)) => {
                options.tables = match value {
                    "on" => true,
                    "off" => false,
                    _ => return error(format!("`{key}={value}` should be `on` or `off`")),
                };
            }
            ("level", EngineKind::Rukh(options)) => {
                let most = usize::from(Level::HIGHEST.number());
                let number = number(key, value, most)?;
                options.level = u8::try_from(number).ok().and_then(Level::new);
            }
            ("variant", EngineKind::Uci(program) | EngineKind::Xboard(program)) => {
                program.variant = Some(value.to_owned())
            }
            ("timeout", EngineKind::Uci(program) | EngineKind::Xboard(program)) => {
                let seconds =
                    value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                program.timeout = seconds.filter(|seconds| !seconds.is_zero());
                if program.timeout.is_none() {
                    return error(format!("`timeout={value}` should be a positive number of seconds"));
                }
            }
            (key, EngineKind::Uci(program) | EngineKind::Xboard(program)) if key.starts_with("option.") => {
                program.options.push((key["option.".len()..].to_owned(), value.to_owned()));
            }
            _ => return error(format!("this player has no setting `{key}`")),
        }
        Ok(())
    }
}

/// Reads an evaluation file that fits a ruleset.
pub(super) fn read_eval_file(path: &Path, ruleset: &Ruleset) -> Result<EvalFile, Failure> {
    let file = tuning::open(path)?;
    file.check(ruleset).map_err(|misfit| format!("{}: {misfit}", path.display()))?;
    Ok(file)
}

fn number(key: &str, value: &str, most: usize) -> Result<usize, Failure> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("`{key}={value}` should be a number from 1 to {most}").into())
}

fn unquoted(text: &str) -> String {
    text.trim().replace('"', "")
}

/// Splits a text at separators outside quotation marks.
fn split(text: &str, separator: char) -> Result<Vec<String>, Failure> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for letter in text.chars() {
        is_quoted ^= letter == '"';
        match parts.last_mut() {
            Some(last) if letter != separator || is_quoted => last.push(letter),
            _ => parts.push(String::new()),
        }
    }
    if is_quoted { error(format!("a quotation mark is missing in `{text}`")) } else { Ok(parts) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{EngineKind, EngineOptions, PlayerSpec, TimeControl};
    use rukh_engine::Level;

    #[test]
    fn spec_reads_engines_and_settings() {
        let text = "rukh:hash=8,threads=2,level=3,contempt=-50,tables=off,tc=2,name=A,eval-file=a b.json";
        let spec: PlayerSpec = text.parse().expect("a player");
        let (level, eval_file) = (Level::new(3), Some("a b.json".into()));
        let options =
            EngineOptions { mebibytes: 8, threads: 2, level, contempt: -50, eval_file, tables: false };
        assert_eq!(
            (spec.kind, spec.time_control),
            (EngineKind::Rukh(options), TimeControl::parse("tc", "2").ok())
        );
        assert_eq!(spec.name.as_deref(), Some("A"));
        let spec: PlayerSpec = "rukh:level=3".parse().expect("a player");
        assert_eq!(spec.name(), "Rukh, level 3");
        let text = r#"uci:"./my engine" --fast,option.Skill Level=3,option.Path="a,b",timeout=0.5,tc=1+0.05"#;
        let spec: PlayerSpec = text.parse().expect("a player");
        let EngineKind::Uci(program) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!(program.command, ["./my engine", "--fast"]);
        let options = [("Skill Level", "3"), ("Path", "a,b")];
        assert_eq!(program.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(program.timeout, Some(Duration::from_millis(500)));
    }

    #[test]
    fn spec_with_errors_is_refused_with_the_reason() {
        let wrong = [
            ("stockfish", "unknown player"),
            ("uci:", "has no command"),
            ("uci:\"a", "quotation mark"),
            ("rukh:level=9", "from 1 to 8"),
            ("rukh:level=3,nodes=500", "its own limits"),
            ("rukh:depth=3,level=3", "its own limits"),
            ("rukh:fast", "should be a setting"),
            ("first", "unknown player `first`; use `rukh`"),
            ("uci:x,threads=2", "no setting `threads`"),
            ("xboard:x,contempt=5", "no setting `contempt`"),
            ("uci:x,eval-file=x", "no setting `eval-file`"),
            ("rukh:variant=x", "no setting `variant`"),
            ("rukh:tables=some", "`on` or `off`"),
            ("rukh:contempt=2001", "from -2000 to 2000"),
            ("rukh:contempt=much", "`contempt`: `much` is not a whole number"),
            ("xboard:x,timeout=never", "number of seconds"),
            ("uci:x,timeout=0", "positive number of seconds"),
            ("rukh:tc=0", "such as `1+0.05`"),
        ];
        for (text, why) in wrong {
            let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
