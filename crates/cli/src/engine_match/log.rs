//! The file of a match that can go on after it was interrupted.

use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};
use rukh_lab::engine_match::Match;
use rukh_lab::match_game::MatchGame;
use serde_json::Value;

/// Keys of a header that may differ between the runs of a match.
const FREE_KEYS: &[&str] = &["games"];

/// JSON Lines of a match, as `--json` prints them.
pub struct MatchLog(File);

impl MatchLog {
    /// Opens the file, or begins it with this header; gives the games that it holds, each once.
    ///
    /// # Errors
    /// It cannot be read or written, is no such file, or is of a match with other settings.
    pub fn open(
        path: &Path,
        header: &Value,
        engine_match: &Match,
    ) -> anyhow::Result<(MatchLog, Vec<MatchGame>)> {
        let unusable = || format!("--resume: {} cannot be used", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(unusable),
        };
        // A run that was killed may have left a part of a line.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let finished = parse(whole, header, engine_match).with_context(unusable)?;
        let file = File::options().create(true).append(true).open(path).with_context(unusable)?;
        file.set_len(whole.len() as u64).with_context(unusable)?;
        let mut log = MatchLog(file);
        if whole.is_empty() {
            log.write(header)?;
        }
        Ok((log, finished))
    }

    /// Appends a line, in one piece.
    pub fn write(&mut self, line: &Value) -> anyhow::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes()).context("the match cannot be kept in its file")
    }
}

/// The games of a file, if it is empty or of this match.
fn parse(text: &str, header: &Value, engine_match: &Match) -> anyhow::Result<Vec<MatchGame>> {
    let mut games = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = || format!("line {number}");
        let value: Value = serde_json::from_str(line).with_context(place)?;
        match value["type"].as_str() {
            Some("match") => compare(&value, header)?,
            _ if number == 1 => bail!("line 1: a match begins with its settings, a line of type `match`"),
            Some("game") => {
                let game = MatchGame::from_json(&value, engine_match).map_err(anyhow::Error::msg);
                let game = game.with_context(place)?;
                games.insert((game.pair, game.index), game);
            }
            Some("result") => {}
            _ => {
                bail!("line {number}: there is no such type of line; there are `match`, `game` and `result`")
            }
        }
    }
    Ok(games.into_values().collect())
}

fn compare(theirs: &Value, ours: &Value) -> anyhow::Result<()> {
    let keys = ours.as_object().into_iter().flat_map(|entries| entries.keys());
    let differing = keys.filter(|key| !FREE_KEYS.contains(&key.as_str()) && theirs[*key] != ours[*key]);
    let told: Vec<String> =
        differing.map(|key| format!("`{key}` was {}, and is {}", theirs[key], ours[key])).collect();
    if !told.is_empty() {
        bail!("it holds a match with other settings: {}", told.join("; "));
    }
    Ok(())
}
