//! Which parts count, and when a cell has enough of them: the same for one process and for many machines.

use bytes::Bytes;
use rukh_lab::job::rows::GameRow;

use crate::part::PartId;
use crate::stop::StopSums;
use crate::study::Study;
use crate::table::{TableFile, TableFileError};

/// Why a file of games does not count.
#[derive(Debug, thiserror::Error)]
pub enum TallyError {
    /// It is no table of games.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// It is of other games.
    #[error("these are games of other settings, or of another version of the engine")]
    OtherGames,
    /// Parts of a cell count in their order.
    #[error("round {wanted} of the cell should be next")]
    NotNext {
        /// The round that should be next.
        wanted: u32,
    },
}

/// The parts that are there, cell by cell.
///
/// # Examples
/// ```
/// use rukh_study::tally::{PartTally, is_whole};
/// use rukh_study::{PartId, Study, play_part};
///
/// let text = r#"
/// id = "short"
/// title = "Short games"
/// question = "How long are they?"
/// games = 4
/// part = 2
/// max-plies = 6
/// [[rulesets]]
/// id = "shatranj"
/// [[players]]
/// white = "rukh:nodes=10"
/// "#;
/// let study = Study::parse(text, "short.toml").expect("a sound study");
/// let mut tally = PartTally::new(&study);
/// let mut is_enough = Vec::new();
/// for round in 0..2 {
///     let id = PartId { cell: 0, round };
///     let (_, games) = play_part(&study, id, &|| false, &mut |_| ())?.files(&study).remove(0);
///     assert!(is_whole(&study, id, &games)?);
///     is_enough.push(tally.add(&study, id, &games)?);
/// }
/// assert_eq!(is_enough, [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PartTally(Vec<CellTally>);

impl PartTally {
    /// No part of any cell.
    #[must_use]
    pub fn new(study: &Study) -> PartTally {
        PartTally(vec![CellTally::default(); study.plan.cells.len()])
    }

    /// Adds the file of the games of a cell's next part; returns whether the cell has enough of them.
    ///
    /// # Errors
    /// The file is no table of games of this study, or another part is the next one.
    pub fn add(&mut self, study: &Study, id: PartId, games: &[u8]) -> Result<bool, TallyError> {
        let cell = self.0.get_mut(id.cell as usize).ok_or(TallyError::OtherGames)?;
        if cell.counted != id.round {
            return Err(TallyError::NotNext { wanted: cell.counted });
        }
        let file = open(study, games)?;
        Ok(cell.add(study, &file.read::<GameRow>()?))
    }
}

/// Whether bytes are the file of the games of a part, with all of them. One that is damaged is not.
///
/// # Errors
/// They are games of another study, or of another version of the engine.
pub fn is_whole(study: &Study, id: PartId, games: &[u8]) -> Result<bool, TallyError> {
    match open(study, games) {
        Ok(file) => Ok(study.numbers_of(id).is_ok_and(|numbers| file.rows() == numbers.end - numbers.start)),
        Err(TallyError::File(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

fn open(study: &Study, games: &[u8]) -> Result<TableFile<Bytes>, TallyError> {
    let file = TableFile::new(Bytes::copy_from_slice(games))?;
    if file.metadata("hash") == Some(study.hash()) { Ok(file) } else { Err(TallyError::OtherGames) }
}

/// The parts of a cell that count.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellTally {
    /// The first round that does not count yet.
    pub(crate) counted: u32,
    sums: StopSums,
}

impl CellTally {
    /// Adds the games of the next round; returns whether there are enough.
    pub(crate) fn add(&mut self, study: &Study, games: &[GameRow]) -> bool {
        self.counted += 1;
        let is_met = study.stop.is_some_and(|rule| {
            self.sums.add(rule.measure, games);
            rule.is_met(&self.sums)
        });
        is_met || u64::from(self.counted) >= study.rounds()
    }
}
