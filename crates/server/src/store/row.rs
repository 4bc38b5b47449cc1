//! Lines of the database to values, and values to what is stored.

use rukh_rules::law::dice::commit::ServerSeed;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sql::Line;
use super::{SeekRow, StoreError};
use crate::session::Terms;
use crate::wire::{GameCard, WireEvent};

/// An event with the intent it was the last of.
pub(super) type Entry = (WireEvent, Option<String>);

/// What a card and the terms are read from.
pub(super) const CARD: &str = "id, instance, hash, ruleset_name, skin, white, black, time, manner, is_private, \
     server_seed, phase, turn, result, started, updated, plies, seq, asides";

/// A log entry as it is stored.
pub(super) fn entry(line: &Line) -> Result<Entry, StoreError> {
    Ok((parse(line, "body")?, line.get("intent")?))
}

/// A game as a list shows it.
pub(super) fn card(line: &Line) -> Result<GameCard, StoreError> {
    let (turn, result): (Option<String>, Option<String>) = (line.get("turn")?, line.get("result")?);
    Ok(GameCard {
        id: line.get("id")?,
        instance: line.get("instance")?,
        ruleset_name: line.get("ruleset_name")?,
        skin: line.get("skin")?,
        white: parse(line, "white")?,
        black: parse(line, "black")?,
        phase: parse(line, "phase")?,
        turn: turn.map(|text| read("turn", &text)).transpose()?,
        result: result.map(|text| read("result", &text)).transpose()?,
        started: line.count("started")?,
        updated: line.count("updated")?,
        plies: line.count("plies")?,
        time: parse(line, "time")?,
        manner: parse(line, "manner")?,
        private: line.is("is_private")?,
    })
}

/// What stays the same all game long.
pub(super) fn terms(line: &Line) -> Result<Terms, StoreError> {
    let seed: String = line.get("server_seed")?;
    Ok(Terms {
        id: line.get("id")?,
        white: parse(line, "white")?,
        black: parse(line, "black")?,
        server_seed: ServerSeed::parse(&seed).ok_or_else(|| StoreError::broken("server_seed", "no seed"))?,
        time: parse(line, "time")?,
        manner: parse(line, "manner")?,
        private: line.is("is_private")?,
        started: line.count("started")?,
    })
}

/// Somebody who looks for somebody.
pub(super) fn seek(line: &Line) -> Result<SeekRow, StoreError> {
    Ok(SeekRow {
        id: line.get("id")?,
        by: line.get("by_player")?,
        body: line.get("body")?,
        private: line.is("is_private")?,
        created: line.count("created")?,
        expires: line.count("expires")?,
    })
}

fn parse<T: DeserializeOwned>(line: &Line, column: &str) -> Result<T, StoreError> {
    let text: String = line.get(column)?;
    read(column, &text)
}

/// A value as it was stored.
pub(super) fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::broken(what, error))
}

/// A value as it is stored.
pub(super) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::broken("a value to be written", error))
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Rows for one statement, as a JSON array of arrays.
#[derive(Debug, Default)]
pub(super) struct Rows {
    text: Vec<u8>,
    count: u64,
}

impl Rows {
    /// Adds a row; nothing is added if it cannot be written.
    pub(super) fn push(&mut self, row: &impl Serialize) -> Result<(), StoreError> {
        let before = self.text.len();
        self.text.push(if self.count == 0 { b'[' } else { b',' });
        match serde_json::to_writer(&mut self.text, row) {
            Ok(()) => self.count += 1,
            Err(error) => {
                self.text.truncate(before);
                return Err(StoreError::broken("a row to be written", error));
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

    /// The rows as text; none if there are none.
    pub(super) fn finish(mut self) -> Option<String> {
        self.text.push(b']');
        // What a JSON writer has written is text.
        String::from_utf8(self.text).ok().filter(|_| self.count > 0)
    }
}
