//! Keeping the record of a game played on the terminal.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use rukh_rules::Side;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};

use super::Table;
use crate::args::RecordFormat;
use crate::write::{Existing, Target};
use crate::{convert, interrupt};

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64
}

/// The file of `--save`, and what would be written into it now.
#[derive(Debug, Clone)]
pub struct Keeper(Arc<Mutex<Kept>>);

#[derive(Debug)]
struct Kept {
    target: Target,
    latest: Option<Record>,
}

impl Kept {
    fn write(&mut self) -> anyhow::Result<()> {
        let Some(record) = &self.latest else { return Ok(()) };
        let text = written(record, self.target.path());
        self.target.write(&text)
    }
}

impl Keeper {
    /// Makes sure that the file can be written.
    ///
    /// # Errors
    /// That it cannot.
    pub fn open(path: &Path, existing: Existing) -> anyhow::Result<Keeper> {
        let target = Target::new(path, existing)?;
        Ok(Keeper(Arc::new(Mutex::new(Kept { target, latest: None }))))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets an interrupt write the record before the process ends.
    ///
    /// # Errors
    /// That interrupts cannot be listened to.
    pub fn write_when_interrupted(&self) -> anyhow::Result<()> {
        let keeper = self.clone();
        interrupt::before_exit(move || {
            let mut kept = keeper.kept();
            match kept.write() {
                Ok(()) => eprintln!("\nGame saved to {}.", kept.target.path().display()),
                Err(error) => eprintln!("\nerror: {error:#}"),
            }
        })
    }

    /// This is the record from now on.
    pub(super) fn note(&self, record: Record) {
        self.kept().latest = Some(record);
    }

    /// Writes the record.
    ///
    /// # Errors
    /// That it cannot be written, and where it was kept instead.
    pub fn write(&self) -> anyhow::Result<()> {
        self.kept().write()
    }

    fn is_for(&self, path: &Path) -> bool {
        self.kept().target.path() == path
    }
}

/// A record in the form a file's name asks for.
fn written(record: &Record, path: &Path) -> String {
    match convert::format_of(path) {
        Some(RecordFormat::Jsonl) => record::format_jsonl(record),
        _ => pgn::format(record),
    }
}

impl Table {
    /// `save FILE`: what goes wrong is said, and the game goes on.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.say("Give a file name: `save game.pgn` or `save game.jsonl`.");
        }
        match self.save_as(Path::new(name)) {
            Ok(()) => self.say(&format!("Saved to {name}.")),
            Err(error) => self.say(&format!("Not saved: {error:#}.")),
        }
    }

    /// Writes the record, over its own earlier state but over nothing else.
    fn save_as(&mut self, path: &Path) -> anyhow::Result<()> {
        self.note();
        if let Some(keeper) = self.keeper.as_ref().filter(|keeper| keeper.is_for(path)) {
            return keeper.write();
        }
        let text = written(&self.record(), path);
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

    /// Tells who keeps the record how the game stands.
    pub(super) fn note(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.note(self.record());
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
    fn days_have_their_dates() {
        let cases = [(0, "1970.01.01"), (951_782_400_000, "2000.02.29"), (1_798_675_200_000, "2026.12.31")];
        for (milliseconds, date) in cases {
            assert_eq!(super::date(milliseconds), date);
        }
    }
}
