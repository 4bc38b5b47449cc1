//! The options of UCI.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rukh_engine::{HIGHEST_ELO, LOWEST_ELO, MAX_CONTEMPT};
use rukh_rules::{Failure, Game, catalog};

use super::Session;
use crate::board::dialect_of;
use crate::line_io::truncate;
use crate::tables::{self, TablesChoice};
use crate::{parse_contempt, werera};

pub(super) const HASH: (usize, usize, usize) = (16, 1, 65_536);
pub(super) const THREADS: (usize, usize, usize) = (1, 1, 256);
pub(super) const MULTIPV: (usize, usize, usize) = (1, 1, 256);
/// One more than the highest level: as well as it can.
pub(super) const SKILL: (usize, usize, usize) = (9, 1, 9);
/// As well as it is measured to play.
pub(super) const ELO: (usize, usize, usize) =
    (HIGHEST_ELO as usize, LOWEST_ELO as usize, HIGHEST_ELO as usize);
/// Plies of a measured search.
pub(super) const BENCH: (usize, usize, usize) = (7, 1, 40);
pub(super) const OVERHEAD: (usize, usize, usize) = (20, 0, 5_000);

impl Session {
    /// What we are and which options there are.
    pub(super) fn identify(&self) {
        let say = |line: String| self.output.say(&line);
        say(format!("id name Rukh {}", env!("CARGO_PKG_VERSION")));
        say("id author the Rukh authors".to_owned());
        let spin = |name: &str, (default, least, most): (usize, usize, usize)| {
            say(format!("option name {name} type spin default {default} min {least} max {most}"));
        };
        spin("Hash", HASH);
        spin("Threads", THREADS);
        spin("MultiPV", MULTIPV);
        spin("Skill Level", SKILL);
        spin("Move Overhead", OVERHEAD);
        say("option name UCI_LimitStrength type check default false".to_owned());
        spin("UCI_Elo", ELO);
        let most = MAX_CONTEMPT;
        say(format!("option name Contempt type spin default 0 min -{most} max {most}"));
        say("option name Ponder type check default false".to_owned());
        say("option name UCI_ShowWDL type check default false".to_owned());
        say(format!("option name {} type check default false", werera::OPTION));
        say("option name Clear Hash type button".to_owned());
        say("option name EvalFile type string default <empty>".to_owned());
        say(format!("option name {} type string default {}", tables::OPTION, tables::COMPUTED));
        say("option name Dialect type combo default auto var auto var own var fsf".to_owned());
        let ids: Vec<String> = catalog::ids().map(|id| format!(" var {id}")).collect();
        let first = self.game.ruleset().instance.to_string();
        say(format!("option name UCI_Variant type combo default {first}{}", ids.concat()));
        self.output.say("uciok");
    }

    /// Obeys `setoption`.
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let Some((&"name", name @ [_, ..])) = words[..at].split_first() else {
            return Err("`setoption` wants `name …` and perhaps `value …`".into());
        };
        let name = name.join(" ").to_lowercase();
        let value = words.get(at + 1..).unwrap_or_default().join(" ");
        match name.as_str() {
            "hash" => self.search_thread.resize(parse_number(&value, HASH)?),
            "threads" => self.threads = parse_number(&value, THREADS)?,
            "multipv" => self.output.multipv.store(parse_number(&value, MULTIPV)?, Relaxed),
            "skill level" => self.skill = parse_number(&value, SKILL)?,
            "move overhead" => self.overhead = Duration::from_millis(parse_number(&value, OVERHEAD)? as u64),
            "uci_showwdl" => self.output.shows_wdl.store(parse_bool(&value)?, Relaxed),
            "uci_limitstrength" => self.limits_strength = parse_bool(&value)?,
            "uci_elo" => self.elo = u32::try_from(parse_number(&value, ELO)?).unwrap_or(HIGHEST_ELO),
            "contempt" => self.contempt = parse_contempt(&value)?,
            // Whether the other program will let us ponder changes nothing here.
            "ponder" => drop(parse_bool(&value)?),
            "uci_werera" => {
                self.plays_werera = parse_bool(&value)?;
                self.begin_game(Game::from_rules(self.game.rules().clone()));
            }
            "clear hash" => self.search_thread.clear(),
            "uci_variant" => self.set_variant(&value)?,
            "evalfile" => self.set_eval_file(&value)?,
            "tables" => {
                let choice = TablesChoice::from(&*value);
                self.search_thread.set_tables(choice.tables(&self.sources, self.game.ruleset())?);
                self.tables = choice;
            }
            "dialect" => {
                self.dialect = value.parse()?;
                *self.output.dialect() = dialect_of(self.dialect, self.game.ruleset());
            }
            _ => return Err(format!("there is no option `{}`", truncate(&name)).into()),
        }
        Ok(())
    }
}

pub(super) fn parse_number(text: &str, (_, least, most): (usize, usize, usize)) -> Result<usize, Failure> {
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| format!("`{}` is not a number from {least} to {most}", truncate(text)).into())
}

fn parse_bool(text: &str) -> Result<bool, Failure> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("`{}` is neither true nor false", truncate(text)).into()),
    }
}
