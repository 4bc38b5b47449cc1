//! What a study costs, estimated from a few of its games.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rukh_lab::job::{Job, JobRunner};

use crate::part::{Part, PartError, PartId, PlayedRows, play_game, rows_to_keep};
use crate::study::Study;

/// Games of each cell that are played for an estimate, at most.
const SAMPLE_GAMES: u64 = 8;

/// What a study costs, if no cell ends earlier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StudyCost {
    /// Number of cells.
    pub cells: usize,
    /// Number of games.
    pub games: u64,
    /// Time that one core needs for them, on this machine, in seconds.
    pub core_seconds: f64,
    /// Size of all tables in bytes.
    pub bytes: u64,
    /// Games that were played for the estimate.
    pub sampled: u64,
}

impl Study {
    /// Estimates what it costs from the first games of each cell: at least one, and as many more as this time allows.
    ///
    /// # Errors
    /// A game cannot be played.
    pub fn cost(&self, time: Duration) -> Result<StudyCost, PartError> {
        let cells = self.plan.cells.len();
        let time_of_cell = time / u32::try_from(cells.max(1)).unwrap_or(u32::MAX);
        let mut cost =
            StudyCost { cells, games: self.total_games(), core_seconds: 0.0, bytes: 0, sampled: 0 };
        for cell in 0..cells as u32 {
            let (seconds, bytes, sampled) = self.cost_of_cell(cell, time_of_cell)?;
            cost.core_seconds += seconds * self.games as f64;
            cost.bytes += bytes;
            cost.sampled += sampled;
        }
        Ok(cost)
    }

    /// Seconds of a game of a cell, bytes of all its files, and the number of games that say so.
    fn cost_of_cell(&self, cell: u32, time: Duration) -> Result<(f64, u64, u64), PartError> {
        let mut runner = JobRunner::new();
        let first = self.job(cell as usize, 0);
        // Rules and engines are made once for many games, so that does not count.
        let ready = runner.run(&Job { max_plies: 1, ..first });
        ready.map_err(|error| PartError::Job { cell, number: 0, error })?;
        let (since, mut games) = (Instant::now(), BTreeMap::new());
        for number in 0..self.games.min(SAMPLE_GAMES) {
            let game = play_game(self, &mut runner, cell, number)?;
            games.insert(number, rows_to_keep(self, game));
            if since.elapsed() >= time {
                break;
            }
        }
        let (seconds, sampled) = (since.elapsed().as_secs_f64(), games.len() as u64);
        let size = |games: BTreeMap<u64, PlayedRows>| -> u64 {
            let files = Part::new(PartId { cell, round: 0 }, games).files(self);
            files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
        };
        // What every file has, and what each game adds.
        let one = size(games.clone().into_iter().take(1).collect());
        let of_game = match sampled {
            1 => one as f64,
            _ => size(games).saturating_sub(one) as f64 / (sampled - 1) as f64,
        };
        let of_files = (one as f64 - of_game).max(0.0);
        let bytes = self.rounds() as f64 * of_files + self.games as f64 * of_game;
        Ok((seconds / sampled as f64, bytes as u64, sampled))
    }
}
