//! Tables of games that are sent while they are written.

use parquet::file::properties::{EnabledStatistics, WriterProperties};
use rukh_lab::job::GameRows;
use rukh_lab::job::rows::{GameRow, MoveRow};

use crate::part::SCHEMA;
use crate::table::{TableFileError, TableWriter};

/// The most row groups of a table: what its end says of them takes up to 30 KiB each, and is in memory until then.
const MAX_GROUPS: usize = 2_048;

/// Which rows of games a table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameTable {
    /// A row for each game.
    Games,
    /// A row for each move in turns.
    Moves,
}

impl GameTable {
    /// Rows of a row group: less than 10 MiB.
    fn group(self) -> usize {
        match self {
            GameTable::Games => 2_048,
            GameTable::Moves => 16_384,
        }
    }
}

/// A table of games as one Parquet file, of which only the row group that is being filled is in memory.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::job::{GameLabels, rows_of};
/// use rukh_rules::{Game, Ruleset};
/// use rukh_study::{GameTable, TableStream};
///
/// let mut game = Game::new(Arc::new(Ruleset::named("shatranj")?));
/// game.play(game.legal_move("e2e3")?, None)?;
/// let mut table = TableStream::new(GameTable::Moves)?;
/// let mut file = table.take()?;
/// assert_eq!(file, b"PAR1", "a file begins at once");
/// table.add(rows_of(&game, &GameLabels::default(), None));
/// file.extend(table.finish()?);
/// assert!(file.ends_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableStream {
    table: GameTable,
    writer: TableWriter,
    /// Row groups that it may still have.
    groups_left: usize,
}

impl TableStream {
    /// A table without games.
    ///
    /// # Errors
    /// None that is known: the columns are fixed.
    pub fn new(table: GameTable) -> Result<TableStream, TableFileError> {
        let metadata = [("schema", SCHEMA.to_string()), ("version", env!("CARGO_PKG_VERSION").to_owned())];
        // Of pages, of which a group of this size has one or two, nothing is said.
        let properties = WriterProperties::builder()
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        let writer = match table {
            GameTable::Games => TableWriter::new::<GameRow>(&metadata, properties)?,
            GameTable::Moves => TableWriter::new::<MoveRow>(&metadata, properties)?,
        };
        Ok(TableStream { table, writer, groups_left: MAX_GROUPS })
    }

    /// Adds the rows of a game.
    pub fn add(&mut self, rows: GameRows) {
        match self.table {
            GameTable::Games => self.writer.push(rows.game),
            GameTable::Moves => rows.moves.into_iter().for_each(|mv| self.writer.push(mv)),
        }
    }

    /// Whether its row group is to be taken before the next game.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.writer.rows() >= self.table.group()
    }

    /// Ends the row group, if it has rows; the bytes that were written since the last time.
    ///
    /// # Errors
    /// The table is too long.
    pub fn take(&mut self) -> Result<Vec<u8>, TableFileError> {
        self.count_group()?;
        Ok(self.writer.take()?)
    }

    /// Ends the table; the bytes that were written since the last time.
    ///
    /// # Errors
    /// The table is too long.
    pub fn finish(mut self) -> Result<Vec<u8>, TableFileError> {
        self.count_group()?;
        Ok(self.writer.finish()?)
    }

    fn count_group(&mut self) -> Result<(), TableFileError> {
        if self.writer.rows() > 0 {
            self.groups_left = self.groups_left.checked_sub(1).ok_or(TableFileError::TooLong)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use rukh_lab::job::GameRows;
    use rukh_lab::job::rows::{GameRow, MoveRow};

    use super::{GameTable, TableStream};
    use crate::table::{TableFile, TableFileError, TableRow};

    /// A game of so many moves.
    fn rows(number: u64, plies: u32) -> GameRows {
        let game = GameRow { number, white: "human".to_owned(), werera_ms: Some(7), ..GameRow::default() };
        let mv = |ply| MoveRow {
            number,
            ply,
            capture: (ply % 2 == 0).then(|| "k".to_owned()),
            ..MoveRow::default()
        };
        GameRows { game, moves: (0..plies).map(mv).collect() }
    }

    /// The file of some games, as it is sent, and the number of its parts.
    fn sent(table: GameTable, games: &[GameRows]) -> (Bytes, usize) {
        let mut stream = TableStream::new(table).expect("a table");
        let (mut file, mut parts) = (stream.take().expect("its begin"), 0);
        for rows in games {
            stream.add(rows.clone());
            if stream.is_full() {
                file.extend(stream.take().expect("a row group"));
                parts += 1;
            }
        }
        file.extend(stream.finish().expect("its end"));
        (Bytes::from(file), parts + 1)
    }

    fn read<R: TableRow>(file: Bytes) -> Vec<R> {
        TableFile::new(file).expect("it is Parquet").read().expect("its rows")
    }

    #[test]
    fn table_of_several_groups_has_every_row() {
        let games: Vec<GameRows> = (0..5_000).map(|number| rows(number, 7)).collect();
        let (file, parts) = sent(GameTable::Games, &games);
        assert_eq!(parts, 3);
        let wanted: Vec<GameRow> = games.iter().map(|rows| rows.game.clone()).collect();
        assert_eq!(read::<GameRow>(file), wanted);
        let (file, parts) = sent(GameTable::Moves, &games);
        assert_eq!(parts, 3);
        let wanted: Vec<MoveRow> = games.into_iter().flat_map(|rows| rows.moves).collect();
        assert_eq!(read::<MoveRow>(file), wanted);
    }

    #[test]
    fn table_without_games_is_a_table() {
        let (file, _) = sent(GameTable::Games, &[]);
        assert!(read::<GameRow>(file).is_empty());
        // A game without a move in turns adds nothing to the other.
        let (file, _) = sent(GameTable::Moves, &[rows(1, 0)]);
        assert!(read::<MoveRow>(file).is_empty());
    }

    #[test]
    fn table_that_is_too_long_ends_with_an_error() {
        let mut stream = TableStream::new(GameTable::Games).expect("a table");
        stream.groups_left = 1;
        stream.add(rows(1, 0));
        assert!(stream.take().is_ok() && stream.take().is_ok(), "a group without rows is none");
        stream.add(rows(2, 0));
        assert!(matches!(stream.finish(), Err(TableFileError::TooLong)));
    }
}
