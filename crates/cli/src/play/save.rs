//! Saving the record of a game at the terminal.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use rukh_rules::Side;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};

use super::TerminalGame;
use crate::args::RecordFormat;
use crate::write::{Existing, Target};
use crate::{convert, interrupt};

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64
}

/// The file of `--save` with the record that would be format_record now.
#[derive(Debug, Clone)]
pub struct SaveFile(Arc<Mutex<SaveState>>);

#[derive(Debug)]
struct SaveState {
    target: Target,
    latest: Option<Record>,
}

impl SaveState {
    fn write(&mut self) -> anyhow::Result<()> {
        let Some(record) = &self.latest else { return Ok(()) };
        let text = format_record(record, self.target.path());
        self.target.write(&text)
    }
}

impl SaveFile {
    /// Opens the file.
    ///
    /// # Errors
    /// The file cannot be format_record, or it exists and may not be overwritten.
    pub fn open(path: &Path, existing: Existing) -> anyhow::Result<SaveFile> {
        let target = Target::new(path, existing)?;
        Ok(SaveFile(Arc::new(Mutex::new(SaveState { target, latest: None }))))
    }

    fn state(&self) -> MutexGuard<'_, SaveState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Installs a handler that writes the record when the process is interrupted.
    ///
    /// # Errors
    /// The handler cannot be installed.
    pub fn write_when_interrupted(&self) -> anyhow::Result<()> {
        let save_file = self.clone();
        interrupt::before_exit(move || {
            let mut state = save_file.state();
            match state.write() {
                Ok(()) => eprintln!("\nGame saved to {}.", state.target.path().display()),
                Err(error) => eprintln!("\nerror: {error:#}"),
            }
        })
    }

    /// Replaces the record.
    pub(super) fn update(&self, record: Record) {
        self.state().latest = Some(record);
    }

    /// Writes the record.
    ///
    /// # Errors
    /// The file cannot be format_record; the error names the file in which the record was saved instead.
    pub fn write(&self) -> anyhow::Result<()> {
        self.state().write()
    }

    fn is_at(&self, path: &Path) -> bool {
        self.state().target.path() == path
    }
}

/// A record in the format of the file's extension, PGN by default.
fn format_record(record: &Record, path: &Path) -> String {
    match convert::format_of(path) {
        Some(RecordFormat::Jsonl) => record::format_jsonl(record),
        _ => pgn::format(record),
    }
}

impl TerminalGame {
    /// `save FILE`: an error is printed, and the game goes on.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.say("Give a file name: `save game.pgn` or `save game.jsonl`.");
        }
        match self.save_as(Path::new(name)) {
            Ok(()) => self.say(&format!("Saved to {name}.")),
            Err(error) => self.say(&format!("Not saved: {error:#}.")),
        }
    }

    /// Writes the record. It overwrites a file only if this game has format_record it.
    fn save_as(&mut self, path: &Path) -> anyhow::Result<()> {
        self.update_save_file();
        if let Some(save_file) = self.save_file.as_ref().filter(|save_file| save_file.is_at(path)) {
            return save_file.write();
        }
        let text = format_record(&self.record(), path);
        match self.saved.iter_mut().find(|target| target.path() == path) {
            Some(target) => target.write(&text),
            None if path.exists() => bail!("{} already exists; choose another name", path.display()),
            None => {
                let mut target = Target::new(path, Existing::Refuse)?;
                target.write(&text)?;
                self.saved.push(target);
                Ok(())
            }
        }
    }

    /// Updates the record of the file of `--save`.
    pub(super) fn update_save_file(&self) {
        if let Some(save_file) = &self.save_file {
            save_file.update(self.record());
        }
    }

    fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        let name = |side| match self.is_person(side) {
            true => "Player".to_owned(),
            false => format!("Rukh, level {}", self.level.number()),
        };
        let tags = [
            ("Event", "Game at a terminal".to_owned()),
            ("Date", date(now())),
            ("White", name(Side::White)),
            ("Black", name(Side::Black)),
            ("Seed", self.seed.to_string()),
        ];
        for (tag, value) in tags {
            record.tags.set(tag, &value).expect("these names and values are plain words");
        }
        record
    }
}

/// The day of a time as PGN writes it, `2026.11.21`, in UTC.
pub fn date(milliseconds: u64) -> String {
    // Days since 1 March of the year 0, in eras of 400 years of 146 097 days.
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) =
        if month < 10 { (era * 400 + year, month + 3) } else { (era * 400 + year + 1, month - 9) };
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn date_of_known_times_is_their_day_in_utc() {
        let cases = [(0, "1970.01.01"), (951_782_400_000, "2000.02.29"), (1_798_675_200_000, "2026.12.31")];
        for (milliseconds, date) in cases {
            assert_eq!(super::date(milliseconds), date);
        }
    }
}
