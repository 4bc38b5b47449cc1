//! Games of other sources, as the same tables.

use std::path::Path;

use rukh_lab::job::rows::{GameRow, MoveRow};
use rukh_lab::job::{GameLabels, GameRows, rows_of};
use rukh_rules::notation::record::Record;

use crate::folder::{FolderError, OutputFolder};
use crate::part::{Part, PartId, PartMetadata};

/// Games of a part.
const PART: usize = 500;

/// Writes games into a new folder of tables: a cell for each ruleset with its options, in the order in which they come.
/// A part of each cell is in memory.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::notation::record::parse_jsonl;
/// use rukh_rules::Ruleset;
/// use rukh_study::{Folder, GameImport};
///
/// let text = "{\"rukh\":1,\"ruleset\":\"shatranj\",\"hash\":\"\",\"tags\":{\"White\":\"as-Suli\"}}\n\
///             {\"seq\":1,\"t\":\"move\",\"mv\":\"e2e3\"}\n";
/// # let hash = Ruleset::named("shatranj")?.hash();
/// # let text = text.replace("\"hash\":\"\"", &format!("\"hash\":\"{hash}\""));
/// let records = parse_jsonl(&text, |name| Ruleset::named(name).map(Arc::new)).expect("a sound record");
/// let path = std::env::temp_dir().join(format!("rukh-import-{}", std::process::id()));
/// let mut import = GameImport::create(&path)?;
/// import.add(&records[0])?;
/// assert_eq!(import.finish()?, 1);
/// let games: Vec<_> = Folder::open(&path)?.games().collect::<Result<_, _>>()?;
/// assert_eq!((games[0].white.as_str(), games[0].plies), ("as-Suli", 1));
/// # std::fs::remove_dir_all(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameImport {
    folder: OutputFolder,
    cells: Vec<ImportCell>,
    games: u64,
}

/// The games of one instance.
struct ImportCell {
    instance: String,
    laws: String,
    /// The games that are not written yet.
    part: Part,
    /// Number of the next game.
    number: u64,
}

impl GameImport {
    /// Makes the folder.
    ///
    /// # Errors
    /// It cannot be written, or holds games already.
    pub fn create(path: &Path) -> Result<GameImport, FolderError> {
        Ok(GameImport { folder: OutputFolder::of_import(path)?, cells: Vec::new(), games: 0 })
    }

    /// Adds a game. Its players are named as in its tags `White` and `Black`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), FolderError> {
        let ruleset = record.game.ruleset();
        let instance = ruleset.instance.to_string();
        let laws = ruleset.hash();
        let found = self.cells.iter().position(|cell| cell.instance == instance && cell.laws == laws);
        let at = found.unwrap_or_else(|| {
            let id = PartId { cell: self.cells.len() as u32, round: 0 };
            self.cells.push(ImportCell { instance, laws, part: empty(id), number: 0 });
            self.cells.len() - 1
        });
        let cell = &mut self.cells[at];
        let name = |tag: &str| record.tags.get(tag).unwrap_or_default().to_owned();
        let labels = GameLabels {
            cell: at as u32,
            number: cell.number,
            cluster: cell.number,
            laws: Some(cell.laws.clone()),
            white: name("White"),
            black: name("Black"),
            ..GameLabels::default()
        };
        let GameRows { game, moves } = rows_of(&record.game, &labels, None);
        cell.part.games.push(game);
        cell.part.moves.extend(moves);
        cell.number += 1;
        self.games += 1;
        if cell.part.games.len() == PART { cell.write(&self.folder) } else { Ok(()) }
    }

    /// Writes what is left; returns the number of games.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<u64, FolderError> {
        self.cells.iter_mut().try_for_each(|cell| cell.write(&self.folder))?;
        self.folder.close();
        Ok(self.games)
    }
}

impl std::fmt::Debug for GameImport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameImport").field("games", &self.games).finish_non_exhaustive()
    }
}

fn empty(id: PartId) -> Part {
    Part { id, games: Vec::new(), moves: Vec::new(), positions: Vec::new() }
}

impl ImportCell {
    /// Writes the games that are not written yet, and begins another part.
    fn write(&mut self, folder: &OutputFolder) -> Result<(), FolderError> {
        if self.part.games.is_empty() {
            return Ok(());
        }
        let id = self.part.id;
        let part = std::mem::replace(&mut self.part, empty(PartId { round: id.round + 1, ..id }));
        let metadata = PartMetadata {
            study: "import",
            hash: "",
            laws: &self.laws,
            evaluation: "",
            command: "rukh lab import",
        };
        // Those of games come last: with them a part is there.
        let files =
            [part.file::<MoveRow>(&part.moves, &metadata), part.file::<GameRow>(&part.games, &metadata)];
        files.iter().try_for_each(|(name, bytes)| folder.write(name, bytes))
    }
}
