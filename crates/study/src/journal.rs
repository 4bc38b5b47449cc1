//! Games of a part under way, each written when it has ended, so that nothing that was played is lost.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::folder::FolderError;
use crate::part::{PartId, PlayedRows};
use crate::study::Study;

/// A journal of a part: a line of JSON for each game.
pub(crate) struct Journal(File);

impl Journal {
    /// Opens the journal of a part, or begins it; gives the games that it holds by their numbers.
    ///
    /// # Errors
    /// It cannot be read or written, or is of other games.
    pub(crate) fn open(
        path: &Path,
        study: &Study,
        id: PartId,
    ) -> Result<(Journal, BTreeMap<u64, PlayedRows>), FolderError> {
        let failed = |error| FolderError::io(path, error);
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        // A run that was killed may have left a part of a line.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut games = BTreeMap::new();
        for (line, text) in
            (1..).zip(bytes[..whole].split(|byte| *byte == b'\n')).filter(|(_, text)| !text.is_empty())
        {
            let wrong = |message: String| FolderError::Journal { path: path.to_owned(), line, message };
            let rows: PlayedRows = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
            check(study, id, &rows).map_err(wrong)?;
            games.insert(rows.game.number, rows);
        }
        let file = File::options().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok((Journal(file), games))
    }

    /// Appends a game, in one piece.
    pub(crate) fn write(&mut self, rows: &PlayedRows) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(rows).map_err(std::io::Error::other)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

/// Whether rows are those of a game of this part.
fn check(study: &Study, id: PartId, rows: &PlayedRows) -> Result<(), String> {
    let (row, cell) = (&rows.game, &study.plan.cells[id.cell as usize]);
    let is_of_part = study.numbers(id.round).contains(&row.number);
    let job = study.job(id.cell as usize, row.number);
    let said = (row.cell, &row.instance, &row.laws, &row.evaluation, row.seed);
    let wanted = (id.cell, &cell.instance, &cell.laws, &cell.evaluation, job.seed);
    match is_of_part && said == wanted && [&row.white, &row.black] == job.players.each_ref() {
        true => Ok(()),
        false => Err(format!("game {} is no game of this study as this version plays it", row.number)),
    }
}
