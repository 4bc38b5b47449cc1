//! Players as people name them.
//!
//! ```text
//! spec    = ("rukh" | "first") [":" settings] | ("uci:" | "xboard:") command ["," settings]
//! settings = setting {"," setting}
//! setting = "name=" text | "nodes=" number | "depth=" number | "tc=" seconds ["+" seconds]
//!         | "hash=" mebibytes | "threads=" number | "level=" 1 to 8     ours; the first engine has only `hash`
//!         | "contempt=" centipawns     ours: by how much it thinks itself the stronger player
//!         | "eval-file=" path     ours: numbers that `rukh tune` has written
//!         | "variant=" text | "timeout=" seconds | "option." NAME "=" text     other programs
//! ```
//! Settings stand between commas; what has a comma or a space in it stands in `"`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use rukh_engine::Level;
use rukh_engine::protocol::parse_contempt;
use rukh_engine::tuning::EvalFile;
use rukh_rules::Ruleset;

use crate::pace::Pace;
use crate::tuning;

/// The table of an engine in this process unless told otherwise, in mebibytes.
const MEBIBYTES: usize = 16;
const MOST_MEBIBYTES: usize = 65_536;
const MOST_THREADS: usize = 256;
/// How long another program without a clock is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A player, named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Who it is.
    pub who: Who,
    /// What it is called, if not what it calls itself.
    pub name: Option<String>,
    /// How long it may think, if not as the match says.
    pub pace: Option<Pace>,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// The engine of this build.
    Ours(Strength),
    /// The first engine.
    First {
        /// The size of its table.
        mebibytes: usize,
    },
    /// A program that speaks UCI.
    Uci(Program),
    /// A program that speaks XBoard's protocol.
    Xboard(Program),
}

/// What our engine has to play with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strength {
    /// The size of its table.
    pub mebibytes: usize,
    /// Threads it searches with; with more than one, no game can be repeated.
    pub threads: usize,
    /// A level of play, which has limits of its own, instead of all it can.
    pub level: Option<Level>,
    /// By how many centipawns it thinks itself the stronger player.
    pub contempt: i32,
    /// The file with the numbers of its evaluation, if not its own.
    pub eval_file: Option<PathBuf>,
}

/// Another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its path and its arguments.
    pub command: Vec<String>,
    /// Options it is given, by name.
    pub options: Vec<(String, String)>,
    /// What it calls the ruleset, if not what we do.
    pub variant: Option<String>,
    /// How long it is waited for where there is no clock.
    pub patience: Duration,
}

/// What is wrong with how a player was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

fn wrong<T>(what: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError(what.into()))
}

impl Spec {
    /// What a player of this process is called.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| match &self.who {
            Who::Ours(Strength { level: Some(level), .. }) => format!("Rukh, level {}", level.number()),
            Who::Ours(_) => "Rukh".to_owned(),
            Who::First { .. } => "Rukh, the first engine".to_owned(),
            Who::Uci(program) | Who::Xboard(program) => program.command.join(" "),
        })
    }
}

impl Spec {
    /// What its moves may cost, in words, where a match says so much of others. A level
    /// has limits of its own, but a clock it keeps.
    #[must_use]
    pub fn limits(&self, of_match: Pace) -> String {
        let pace = self.pace.unwrap_or(of_match);
        match (&self.who, pace) {
            (Who::Ours(Strength { level: Some(level), .. }), Pace::Nodes(_) | Pace::Depth(_)) => {
                format!("level {}", level.number())
            }
            _ => pace.to_string(),
        }
    }
}

impl Spec {
    /// Gives it the numbers of a file, if it is this engine and has not named a file itself;
    /// tells whether it has one now.
    pub fn set_eval_file(&mut self, path: &Path) -> bool {
        let Who::Ours(strength) = &mut self.who else { return false };
        strength.eval_file.get_or_insert_with(|| path.to_owned());
        true
    }

    /// Whether it can play a ruleset, as far as can be told without starting it.
    ///
    /// # Errors
    /// That its evaluation file cannot be read or does not fit.
    pub fn check(&self, ruleset: &Ruleset) -> Result<(), SpecError> {
        let Who::Ours(Strength { eval_file: Some(path), .. }) = &self.who else { return Ok(()) };
        numbers(path, ruleset).map(drop).map_err(SpecError)
    }

    /// Whether its moves cost what its level says, whatever a match says of nodes or depth.
    #[must_use]
    pub fn has_limits_of_its_own(&self) -> bool {
        let has_level = matches!(self.who, Who::Ours(Strength { level: Some(_), .. }));
        has_level && !matches!(self.pace, Some(Pace::Clock { .. }))
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut parts = split(rest, ',')?.into_iter().filter(|part| !part.is_empty());
        let who = match kind {
            "rukh" => Who::Ours(Strength {
                mebibytes: MEBIBYTES,
                threads: 1,
                level: None,
                contempt: 0,
                eval_file: None,
            }),
            "first" => Who::First { mebibytes: MEBIBYTES },
            "uci" | "xboard" => {
                let command = split(&parts.next().unwrap_or_default(), ' ')?;
                let command: Vec<String> =
                    command.iter().map(|word| unquoted(word)).filter(|word| !word.is_empty()).collect();
                if command.is_empty() {
                    return wrong(format!("`{text}` names no program; write `{kind}:COMMAND`"));
                }
                let program = Program { command, options: Vec::new(), variant: None, patience: PATIENCE };
                if kind == "uci" { Who::Uci(program) } else { Who::Xboard(program) }
            }
            _ => {
                return wrong(format!(
                    "`{kind}` is no player; there are `rukh`, `first`, `uci:COMMAND` and `xboard:COMMAND`"
                ));
            }
        };
        let mut spec = Spec { who, name: None, pace: None };
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return wrong(format!("`{part}` should be a setting such as `nodes=5000`"));
            };
            spec.set(key.trim(), &unquoted(value))?;
        }
        match (&spec.who, spec.pace) {
            (Who::Ours(Strength { level: Some(_), .. }), Some(Pace::Nodes(_) | Pace::Depth(_))) => {
                wrong("a level has limits of its own; beside `level` there is only `tc`")
            }
            _ => Ok(spec),
        }
    }
}

impl Spec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match (key, &mut self.who) {
            ("name", _) => self.name = Some(value.to_owned()),
            ("nodes" | "depth" | "tc", _) => {
                self.pace = Some(Pace::read(key, value).map_err(SpecError)?);
            }
            ("hash", Who::Ours(Strength { mebibytes, .. }) | Who::First { mebibytes }) => {
                *mebibytes = number(key, value, MOST_MEBIBYTES)?;
            }
            ("threads", Who::Ours(strength)) => strength.threads = number(key, value, MOST_THREADS)?,
            ("contempt", Who::Ours(strength)) => {
                strength.contempt =
                    parse_contempt(value).map_err(|why| SpecError(format!("`{key}`: {why}")))?;
            }
            ("eval-file", Who::Ours(strength)) => strength.eval_file = Some(value.into()),
            ("level", Who::Ours(strength)) => {
                let most = usize::from(Level::HIGHEST.number());
                let number = number(key, value, most)?;
                strength.level = u8::try_from(number).ok().and_then(Level::new);
            }
            ("variant", Who::Uci(program) | Who::Xboard(program)) => program.variant = Some(value.to_owned()),
            ("timeout", Who::Uci(program) | Who::Xboard(program)) => {
                let seconds =
                    value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let Some(seconds) = seconds else {
                    return wrong(format!("`timeout={value}` should be a number of seconds"));
                };
                program.patience = seconds;
            }
            (key, Who::Uci(program) | Who::Xboard(program)) if key.starts_with("option.") => {
                program.options.push((key["option.".len()..].to_owned(), value.to_owned()));
            }
            _ => return wrong(format!("this player has no setting `{key}`")),
        }
        Ok(())
    }
}

/// The numbers of a file, if they fit a ruleset.
pub(super) fn numbers(path: &Path, ruleset: &Ruleset) -> Result<EvalFile, String> {
    let file = tuning::open(path)?;
    file.check(ruleset).map_err(|misfit| format!("{}: {misfit}", path.display()))?;
    Ok(file)
}

fn number(key: &str, value: &str, most: usize) -> Result<usize, SpecError> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| SpecError(format!("`{key}={value}` should be a number from 1 to {most}")))
}

fn unquoted(text: &str) -> String {
    text.trim().replace('"', "")
}

/// Parts between separators that do not stand in quotes.
fn split(text: &str, separator: char) -> Result<Vec<String>, SpecError> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for letter in text.chars() {
        is_quoted ^= letter == '"';
        match parts.last_mut() {
            Some(last) if letter != separator || is_quoted => last.push(letter),
            _ => parts.push(String::new()),
        }
    }
    if is_quoted { wrong(format!("a quotation mark is missing in `{text}`")) } else { Ok(parts) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Pace, Spec, Strength, Who};
    use rukh_engine::Level;

    #[test]
    fn players_are_named() {
        let spec: Spec = "rukh:hash=8,threads=2,level=3,contempt=-50,tc=2,name=A,eval-file=a b.json"
            .parse()
            .expect("a player");
        let (level, eval_file) = (Level::new(3), Some("a b.json".into()));
        let strength = Strength { mebibytes: 8, threads: 2, level, contempt: -50, eval_file };
        assert_eq!((spec.who, spec.pace), (Who::Ours(strength), Pace::read("tc", "2").ok()));
        assert_eq!(spec.name.as_deref(), Some("A"));
        let spec: Spec = "first".parse().expect("a player");
        assert_eq!(spec.name(), "Rukh, the first engine");
        let text = r#"uci:"./my engine" --fast,option.Skill Level=3,option.Path="a,b",timeout=0.5,tc=1+0.05"#;
        let spec: Spec = text.parse().expect("a player");
        let Who::Uci(program) = &spec.who else { panic!("{spec:?}") };
        assert_eq!(program.command, ["./my engine", "--fast"]);
        let options = [("Skill Level", "3"), ("Path", "a,b")];
        assert_eq!(program.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(program.patience, Duration::from_millis(500));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("stockfish", "no player"),
            ("uci:", "names no program"),
            ("uci:\"a", "quotation mark"),
            ("rukh:level=9", "from 1 to 8"),
            ("rukh:level=3,nodes=500", "limits of its own"),
            ("rukh:depth=3,level=3", "limits of its own"),
            ("rukh:fast", "should be a setting"),
            ("first:threads=2", "no setting `threads`"),
            ("first:contempt=5", "no setting `contempt`"),
            ("first:eval-file=x", "no setting `eval-file`"),
            ("rukh:contempt=2001", "from -2000 to 2000"),
            ("rukh:contempt=much", "`contempt`: `much` is not a whole number"),
            ("xboard:x,timeout=never", "number of seconds"),
            ("rukh:tc=0", "as in `1+0.05`"),
        ];
        for (text, why) in wrong {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
