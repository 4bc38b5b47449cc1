//! Conversion between database rows and values.

use rukh_fair_dice::ServerSeed;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sql::SqlRow;
use super::{SeekRow, StoreError};
use crate::session::GameInfo;
use crate::wire::{GameCard, GameTimeControl, WireEvent, stored};

/// An event with the intent it completed.
pub(super) type LogEntry = (WireEvent, Option<String>);

/// Columns of a list entry and of the game info.
pub(super) const CARD_COLUMNS: &str = "id, instance, hash, ruleset_name, skin, white, black, time, manner, is_private, \
     server_seed, phase, turn, result, started, updated, plies, seq, asides";

/// A log entry.
pub(super) fn entry(line: &SqlRow) -> Result<LogEntry, StoreError> {
    Ok((event(&line.get::<String>("body")?)?, line.get("intent")?))
}

/// A list entry.
pub(super) fn card(line: &SqlRow) -> Result<GameCard, StoreError> {
    let (turn, result): (Option<String>, Option<String>) = (line.get("turn")?, line.get("result")?);
    Ok(GameCard {
        id: line.get("id")?,
        instance: line.get("instance")?,
        ruleset_name: line.get("ruleset_name")?,
        skin: line.get("skin")?,
        white: parse(line, "white")?,
        black: parse(line, "black")?,
        phase: parse(line, "phase")?,
        turn: turn.map(|text| from_json("turn", &text)).transpose()?,
        result: result.map(|text| from_json("result", &text)).transpose()?,
        started: line.get_time("started")?,
        updated: line.get_time("updated")?,
        plies: line.get_u64("plies")?,
        time_control: time_control(line)?,
        spectator_mode: parse(line, "manner")?,
        private: line.get_bool("is_private")?,
    })
}

/// The game info.
pub(super) fn info(line: &SqlRow) -> Result<GameInfo, StoreError> {
    let seed: String = line.get("server_seed")?;
    Ok(GameInfo {
        id: line.get("id")?,
        white: parse(line, "white")?,
        black: parse(line, "black")?,
        server_seed: ServerSeed::parse(&seed).ok_or_else(|| StoreError::corrupt("server_seed", "no seed"))?,
        time_control: time_control(line)?,
        spectator_mode: parse(line, "manner")?,
        private: line.get_bool("is_private")?,
        started: line.get_time("started")?,
    })
}

/// A seek.
pub(super) fn seek(line: &SqlRow) -> Result<SeekRow, StoreError> {
    Ok(SeekRow {
        id: line.get("id")?,
        by: line.get("by_player")?,
        body: line.get("body")?,
        private: line.get_bool("is_private")?,
        created: line.get_time("created")?,
        expires: line.get_time("expires")?,
    })
}

/// An event from stored JSON.
pub(super) fn event(text: &str) -> Result<WireEvent, StoreError> {
    stored::parse_event(text).map_err(|error| StoreError::corrupt("an event", error))
}

fn time_control(line: &SqlRow) -> Result<GameTimeControl, StoreError> {
    let text: String = line.get("time")?;
    stored::parse_time_control(&text).map_err(|error| StoreError::corrupt("time", error))
}

fn parse<T: DeserializeOwned>(line: &SqlRow, column: &str) -> Result<T, StoreError> {
    let text: String = line.get(column)?;
    from_json(column, &text)
}

/// A value from stored JSON.
pub(super) fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::corrupt(what, error))
}

/// A value as JSON to store.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::corrupt("a value to be written", error))
}

/// Hexadecimal text of bytes.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Rows of one statement, as a JSON array of arrays.
#[derive(Debug, Default)]
pub(super) struct JsonRows {
    text: Vec<u8>,
    count: u64,
}

impl JsonRows {
    /// Adds a row, or nothing if it cannot be serialized.
    pub(super) fn push(&mut self, row: &impl Serialize) -> Result<(), StoreError> {
        let before = self.text.len();
        self.text.push(if self.count == 0 { b'[' } else { b',' });
        match serde_json::to_writer(&mut self.text, row) {
            Ok(()) => self.count += 1,
            Err(error) => {
                self.text.truncate(before);
                return Err(StoreError::corrupt("a row to be written", error));
            }
        }
        Ok(())
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn byte_count(&self) -> usize {
        self.text.len()
    }

    /// The rows as text; `None` if there are none.
    pub(super) fn finish(mut self) -> Option<String> {
        self.text.push(b']');
        // A JSON writer writes UTF-8.
        String::from_utf8(self.text).ok().filter(|_| self.count > 0)
    }
}
