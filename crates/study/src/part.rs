//! Parts: consecutive games of a cell, the unit of work and of files.

use std::collections::BTreeMap;
use std::fmt;

use rukh_lab::job::rows::{GameRow, MoveRow, PositionRow};
use rukh_lab::job::{JobError, JobGame, JobRunner, positions_of};
use serde::{Deserialize, Serialize};

use crate::study::Study;
use crate::table::{self, TableRow};

/// Version of the tables, in the metadata of each file.
pub(crate) const SCHEMA: u32 = 1;

/// A part of a study: which games it has follows from its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId {
    /// Cell, from 0.
    pub cell: u32,
    /// Number of the part in its cell, from 0.
    pub round: u32,
}

impl fmt::Display for PartId {
    /// As in the names of files: `c003-r0012`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{:03}-r{:04}", self.cell, self.round)
    }
}

impl PartId {
    /// The part that a name such as `c003-r0012` means.
    #[must_use]
    pub fn parse(name: &str) -> Option<PartId> {
        let (cell, round) = name.strip_prefix('c')?.split_once("-r")?;
        let id = PartId { cell: cell.parse().ok()?, round: round.parse().ok()? };
        (id.to_string() == name).then_some(id)
    }

    /// Path of the part in a table, from the folder of the study: `games/c003-r0012.parquet`.
    #[must_use]
    pub fn path(self, table: &str) -> String {
        format!("{table}/{self}.parquet")
    }
}

/// The rows of one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedRows {
    /// Row of the game.
    pub game: GameRow,
    /// Rows of its moves, if they are kept.
    pub moves: Vec<MoveRow>,
    /// Rows of its positions, if they are kept.
    pub positions: Vec<PositionRow>,
}

/// The rows of a part, in the order of games.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Which part it is.
    pub id: PartId,
    /// Rows of games.
    pub games: Vec<GameRow>,
    /// Rows of moves; none if they are not kept.
    pub moves: Vec<MoveRow>,
    /// Rows of positions; none if they are not kept.
    pub positions: Vec<PositionRow>,
}

/// Why a part is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The study has no such part.
    #[error("the study has no part {0}")]
    NoSuchPart(PartId),
    /// It was stopped before its last game.
    #[error("stopped")]
    Stopped,
    /// A game cannot be played.
    #[error("cell {cell}, game {number}: {error}")]
    Job {
        /// Cell of the game.
        cell: u32,
        /// Number of the game in its cell.
        number: u64,
        /// Why.
        error: JobError,
    },
}

/// Plays a part. Polls `stop` before each game; reports each game.
///
/// # Errors
/// There is no such part, a game cannot be played, or it was stopped.
///
/// # Examples
/// ```
/// use rukh_study::{PartId, Study, play_part};
///
/// let text = r#"
/// id = "short"
/// title = "Short games"
/// question = "How long are they?"
/// games = 4
/// part = 2
/// max-plies = 10
/// [[rulesets]]
/// id = "shatranj"
/// [[players]]
/// white = "rukh:nodes=10"
/// "#;
/// let study = Study::parse(text, "short.toml").expect("a sound study");
/// let part = play_part(&study, PartId { cell: 0, round: 1 }, &|| false, &mut |_| ())?;
/// assert_eq!(part.games.iter().map(|game| game.number).collect::<Vec<_>>(), [2, 3]);
/// let files = part.files(&study);
/// assert_eq!(files[0].0, "games/c000-r0001.parquet");
/// # Ok::<(), rukh_study::PartError>(())
/// ```
pub fn play_part(
    study: &Study,
    id: PartId,
    stop: &dyn Fn() -> bool,
    on_game: &mut dyn FnMut(&JobGame),
) -> Result<Part, PartError> {
    let mut runner = JobRunner::new();
    let mut games = BTreeMap::new();
    for number in study.numbers_of(id)? {
        if stop() {
            return Err(PartError::Stopped);
        }
        let game = play_game(study, &mut runner, id.cell, number)?;
        on_game(&game);
        games.insert(number, rows_to_keep(study, game));
    }
    Ok(Part::new(id, games))
}

/// Plays a game of a study.
pub(crate) fn play_game(
    study: &Study,
    runner: &mut JobRunner,
    cell: u32,
    number: u64,
) -> Result<JobGame, PartError> {
    let game = runner.run(&study.job(cell as usize, number));
    let game = game.map_err(|error| PartError::Job { cell, number, error })?;
    Ok(game.at(cell, number, study.plan.cells[cell as usize].cluster(number)))
}

/// The rows of a game that its study keeps.
pub(crate) fn rows_to_keep(study: &Study, game: JobGame) -> PlayedRows {
    let JobGame { game, row, moves } = game;
    PlayedRows {
        positions: match study.keep.positions {
            true => positions_of(&game, row.cell, row.number),
            false => Vec::new(),
        },
        moves: if study.keep.moves { moves } else { Vec::new() },
        game: row,
    }
}

impl Study {
    /// Numbers of the games of a part.
    ///
    /// # Errors
    /// There is no such part.
    pub fn numbers_of(&self, id: PartId) -> Result<std::ops::Range<u64>, PartError> {
        let numbers = self.numbers(id.round);
        if numbers.is_empty() || id.cell as usize >= self.plan.cells.len() {
            return Err(PartError::NoSuchPart(id));
        }
        Ok(numbers)
    }

    /// The tables that it keeps, that of games last: a part with that is complete.
    pub(crate) fn tables(&self) -> Vec<&'static str> {
        let moves = self.keep.moves.then_some(MoveRow::TABLE);
        let positions = self.keep.positions.then_some(PositionRow::TABLE);
        moves.into_iter().chain(positions).chain([GameRow::TABLE]).collect()
    }
}

impl Part {
    pub(crate) fn new(id: PartId, rows: BTreeMap<u64, PlayedRows>) -> Part {
        let mut part = Part { id, games: Vec::new(), moves: Vec::new(), positions: Vec::new() };
        for rows in rows.into_values() {
            part.games.push(rows.game);
            part.moves.extend(rows.moves);
            part.positions.extend(rows.positions);
        }
        part
    }

    /// The files of the part with their paths from the folder of the study, that of its games first. The same part has
    /// the same files on every machine.
    ///
    /// # Panics
    /// The part is of another study.
    #[must_use]
    pub fn files(&self, study: &Study) -> Vec<(String, Vec<u8>)> {
        let cell = &study.plan.cells[self.id.cell as usize];
        let metadata = PartMetadata {
            study: &study.id,
            hash: &study.hash,
            laws: &cell.laws,
            evaluation: &cell.evaluation,
            command: &study.command(),
        };
        let mut files = vec![self.file(&self.games, &metadata)];
        files.extend(study.keep.moves.then(|| self.file(&self.moves, &metadata)));
        files.extend(study.keep.positions.then(|| self.file(&self.positions, &metadata)));
        files
    }

    pub(crate) fn file<R: TableRow>(&self, rows: &[R], metadata: &PartMetadata<'_>) -> (String, Vec<u8>) {
        let file = table::write(rows, &metadata.entries(self.id));
        (
            self.id.path(R::TABLE),
            file.expect("a part is written to memory, and is no larger than a file can be"),
        )
    }
}

/// What a file of a part says of itself.
pub(crate) struct PartMetadata<'m> {
    pub(crate) study: &'m str,
    pub(crate) hash: &'m str,
    pub(crate) laws: &'m str,
    pub(crate) evaluation: &'m str,
    pub(crate) command: &'m str,
}

impl PartMetadata<'_> {
    fn entries(&self, id: PartId) -> Vec<(&'static str, String)> {
        vec![
            ("schema", SCHEMA.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("study", self.study.to_owned()),
            ("hash", self.hash.to_owned()),
            ("cell", id.cell.to_string()),
            ("round", id.round.to_string()),
            ("laws", self.laws.to_owned()),
            ("evaluation", self.evaluation.to_owned()),
            ("command", self.command.to_owned()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::PartId;

    #[test]
    fn part_id_is_read_as_it_is_written() {
        for (cell, round) in [(0, 0), (3, 12), (1_234, 56_789)] {
            let id = PartId { cell, round };
            assert_eq!(PartId::parse(&id.to_string()), Some(id));
        }
        for name in ["c3-r12", "c003-r0012.parquet", "c003", "003-r0012", "c00a-r0012", "c0003-r0012"] {
            assert_eq!(PartId::parse(name), None, "{name}");
        }
    }
}
