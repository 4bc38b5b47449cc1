//! What can be typed next: rulesets and their options, asked of the binary by the shell.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{CompleteEnv, Shells};
use rukh_rules::{RulesetFile, catalog};

use super::Arguments;
use crate::library;

/// The variable by which a shell asks.
const ASKED: &str = "RUKH_COMPLETE";

/// Answers a shell that asks what can be typed next, and ends; does nothing else.
pub fn answer_shell() {
    CompleteEnv::with_factory(Arguments::command).var(ASKED).complete();
}

/// Writes a shell's completion script, which asks `rukh` itself.
///
/// # Errors
/// Where the output cannot be written.
pub fn write_completions(shell: clap_complete::Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    let shells = Shells::builtins();
    let shell = shells.completer(&shell.to_string()).context("this shell has no completions")?;
    let mut script = Vec::new();
    shell.write_registration(ASKED, "rukh", "rukh", "rukh", &mut script)?;
    Ok(out.write_all(&script)?)
}

/// Completes an argument that names a ruleset.
pub fn rulesets() -> ArgValueCompleter {
    ArgValueCompleter::new(candidates)
}

/// The rulesets a word may become: built-in ones and files, each with its options after `[`.
fn candidates(word: &OsStr) -> Vec<CompletionCandidate> {
    let Some(text) = word.to_str() else { return Vec::new() };
    if let Some((name, options)) = text.split_once('[') {
        return with_options(name, options);
    }
    let ids = catalog::ids().filter(|id| id.starts_with(text));
    let built_in = ids.map(|id| candidate(id.to_owned(), name_of(id)));
    let is_ruleset = |path: &Path| path.extension().is_some_and(|extension| extension == "toml");
    let files = PathCompleter::any().filter(is_ruleset).complete(word);
    built_in.chain(files).collect()
}

fn candidate(value: String, help: Option<String>) -> CompletionCandidate {
    CompletionCandidate::new(value).help(help.map(Into::into))
}

fn name_of(id: &str) -> Option<String> {
    let file = catalog::file(id).ok()?;
    file.resolve(&Default::default()).ok().map(|ruleset| ruleset.about.name.clone())
}

/// The choices that may follow; those before the last comma are made.
fn with_options(name: &str, options: &str) -> Vec<CompletionCandidate> {
    let own;
    let file: &RulesetFile = match catalog::file(name) {
        Ok(file) => file,
        Err(_) if name.contains(['/', '.']) => match library::read(Path::new(name)) {
            Ok(Ok(file)) => {
                own = file;
                &own
            }
            _ => return Vec::new(),
        },
        Err(_) => return Vec::new(),
    };
    let (made, begun) = options.rsplit_once(',').map_or(("", options), |(made, begun)| (made, begun));
    let is_made = |key: &str| made.split(',').any(|choice| choice.split('=').next() == Some(key));
    let comma = if made.is_empty() { "" } else { "," };
    let left = file.options().iter().filter(|option| !is_made(&option.key)).collect::<Vec<_>>();
    let mut candidates = Vec::new();
    for option in left {
        for choice in &option.choices {
            let text = format!("{}={}", option.key, choice.id);
            if text.starts_with(begun) {
                let help = format!("{}: {}", option.title, choice.title);
                candidates.push(candidate(format!("{name}[{made}{comma}{text}]"), Some(help)));
            }
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    fn of(word: &str) -> Vec<String> {
        let found = super::candidates(OsStr::new(word));
        found.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn word_becomes_the_rulesets_it_begins() {
        let found = of("oblong");
        assert!(
            found.contains(&"oblong".to_owned()) && found.contains(&"oblong-dice".to_owned()),
            "{found:?}"
        );
        assert!(found.iter().all(|name| name.starts_with("oblong")), "{found:?}");
        assert_eq!(of("chess"), [""; 0]);
    }

    #[test]
    fn options_follow_a_bracket_but_none_twice() {
        let all = of("senterej[");
        assert!(all.contains(&"senterej[saba=G]".to_owned()), "{all:?}");
        let saba = of("senterej[saba=");
        assert!(saba.len() > 1 && saba.iter().all(|text| text.starts_with("senterej[saba=")), "{saba:?}");
        let more = of("senterej[saba=G,");
        assert!(!more.is_empty() && more.iter().all(|text| text.matches("saba").count() == 1), "{more:?}");
        assert_eq!(of("chess[saba="), [""; 0]);
    }

    #[test]
    fn files_of_ones_own_are_found_with_their_options() {
        let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/");
        let file = format!("{rulesets}senterej.toml");
        assert!(of(&format!("{rulesets}sente")).contains(&file));
        assert!(!of(rulesets).iter().any(|path| path.ends_with(".md")));
        assert!(of(&format!("{file}[saba=")).contains(&format!("{file}[saba=G]")));
    }
}
