//! Dynamic shell completion of rulesets and their options.

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

/// Environment variable that a completion script sets.
const COMPLETE_VAR: &str = "RUKH_COMPLETE";

/// Answers a completion request and exits; returns at once if there is none.
pub fn complete_and_exit() {
    CompleteEnv::with_factory(Arguments::command).var(COMPLETE_VAR).complete();
}

/// Writes a shell's completion script, which calls `rukh` for candidates.
///
/// # Errors
/// The output cannot be written.
pub fn write_completions(shell: clap_complete::Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    let shells = Shells::builtins();
    let shell = shells.completer(&shell.to_string()).context("this shell has no completions")?;
    let mut script = Vec::new();
    shell.write_registration(COMPLETE_VAR, "rukh", "rukh", "rukh", &mut script)?;
    Ok(out.write_all(&script)?)
}

/// Completer of an argument that names a ruleset.
pub fn rulesets() -> ArgValueCompleter {
    ArgValueCompleter::new(candidates)
}

/// Rulesets a word can be completed to: built-in ones and files, with their options after `[`.
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

/// Choices that can follow; those before the last comma are already made.
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
    let (made, prefix) = options.rsplit_once(',').unwrap_or(("", options));
    let is_made = |key: &str| made.split(',').any(|choice| choice.split('=').next() == Some(key));
    let comma = if made.is_empty() { "" } else { "," };
    let remaining = file.options().iter().filter(|option| !is_made(&option.key)).collect::<Vec<_>>();
    let mut candidates = Vec::new();
    for option in remaining {
        for choice in &option.choices {
            let text = format!("{}={}", option.key, choice.id);
            if text.starts_with(prefix) {
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

    fn complete(word: &str) -> Vec<String> {
        let found = super::candidates(OsStr::new(word));
        found.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn candidates_of_a_prefix_are_the_rulesets_it_begins() {
        let found = complete("oblong");
        assert!(
            found.contains(&"oblong".to_owned()) && found.contains(&"oblong-dice".to_owned()),
            "{found:?}"
        );
        assert!(found.iter().all(|name| name.starts_with("oblong")), "{found:?}");
        assert_eq!(complete("chess"), [""; 0]);
    }

    #[test]
    fn candidates_after_a_bracket_are_options_not_yet_chosen() {
        let all = complete("senterej[");
        assert!(all.contains(&"senterej[saba=G]".to_owned()), "{all:?}");
        let saba = complete("senterej[saba=");
        assert!(saba.len() > 1 && saba.iter().all(|text| text.starts_with("senterej[saba=")), "{saba:?}");
        let more = complete("senterej[saba=G,");
        assert!(!more.is_empty() && more.iter().all(|text| text.matches("saba").count() == 1), "{more:?}");
        assert_eq!(complete("chess[saba="), [""; 0]);
    }

    #[test]
    fn candidates_of_a_path_are_ruleset_files_and_their_options() {
        let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/");
        let file = format!("{rulesets}senterej.toml");
        assert!(complete(&format!("{rulesets}sente")).contains(&file));
        assert!(!complete(rulesets).iter().any(|path| path.ends_with(".md")));
        assert!(complete(&format!("{file}[saba=")).contains(&format!("{file}[saba=G]")));
    }
}
