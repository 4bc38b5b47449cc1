//! Keeping the record of a game played on the terminal.

use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use rukh_rules::Side;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};

use super::Table;
use crate::args::RecordFormat;
use crate::{convert, write};

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64
}

impl Table {
    /// `save FILE`: what goes wrong is said, and the game goes on.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.say("Say where: `save game.pgn` or `save game.jsonl`.");
        }
        match self.keep(Path::new(name)) {
            Ok(()) => self.say(&format!("Kept in {name}.")),
            Err(error) => self.say(&format!("Not kept: {error:#}.")),
        }
    }

    /// Writes the record, over its own earlier state but over nothing else.
    pub(super) fn keep(&mut self, path: &Path) -> anyhow::Result<()> {
        if self.kept.as_deref() != Some(path) && path.exists() {
            bail!("{} exists already; choose another name", path.display());
        }
        let record = self.record();
        let text = match convert::format_of(path) {
            Some(RecordFormat::Jsonl) => record::write_jsonl(&record),
            _ => pgn::write(&record),
        };
        write::replace(path, &text)?;
        self.kept = Some(path.to_owned());
        Ok(())
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
fn date(milliseconds: u64) -> String {
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
