//! Playing a study: on several threads, with nothing lost when it is ended, and the same files whatever ended it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rukh_lab::job::JobRunner;
use rukh_lab::job::rows::GameRow;

use crate::folder::{FolderError, OutputFolder, open_table, read_table};
use crate::journal::Journal;
use crate::part::{Part, PartError, PartId, play_game, rows_to_keep};
use crate::study::Study;
use crate::table::TableRow;
use crate::tally::CellTally;

/// Rounds that a thread plays of one cell before cells that are behind: rules, players and solved endings are made
/// anew for another cell.
const ROUNDS_AHEAD: u32 = 8;

/// How a study is played.
#[derive(Clone, Copy)]
pub struct RunOptions<'o> {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Polled before each game; when it returns true, no game is begun any more.
    pub stop: &'o (dyn Fn() -> bool + Sync),
    /// Hears of each game that has ended, on the thread that played it.
    pub on_progress: &'o (dyn Fn(&RunProgress) + Sync),
}

impl std::fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// How far a study is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunProgress {
    /// Games that were played by this run.
    pub played: u64,
    /// Games that there are, those of earlier runs too.
    pub finished: u64,
    /// Games that are needed at most, all of them together: fewer when a cell ends earlier.
    pub planned: u64,
    /// Cells that have all their games.
    pub cells_done: usize,
    /// Number of cells.
    pub cells: usize,
}

impl RunProgress {
    /// Games that are left at most.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.planned.saturating_sub(self.finished)
    }

    /// Whether every cell has its games.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.cells_done == self.cells
    }
}

/// Why a study is not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game cannot be played.
    #[error(transparent)]
    Part(#[from] PartError),
}

/// Plays a study into a folder, and goes on with what is there: finished parts stay, and of a part under way the games
/// that have ended. Returns how far it came, at its end or when it was stopped.
///
/// # Errors
/// A file cannot be read or written, the folder holds other games, or a game cannot be played. Games that have ended
/// are kept.
///
/// # Panics
/// Never: workers do not panic.
pub fn run(study: &Study, path: &Path, options: RunOptions<'_>) -> Result<RunProgress, RunError> {
    let folder = OutputFolder::of_study(path, study)?;
    let state = State::open(study, &folder)?;
    let run = Run { study, folder, options, state: Mutex::new(state) };
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| run.work());
        }
    });
    let state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = state.error {
        return Err(error);
    }
    if state.progress.is_done() {
        run.folder.close();
    }
    Ok(state.progress)
}

/// A study that is played.
struct Run<'r> {
    study: &'r Study,
    folder: OutputFolder,
    options: RunOptions<'r>,
    state: Mutex<State>,
}

/// What the threads have in common.
struct State {
    cells: Vec<CellState>,
    rounds: u32,
    /// Rounds by which a cell may be before others, which come to their ends together. None where a rule may end it.
    rounds_ahead: u32,
    progress: RunProgress,
    error: Option<RunError>,
}

/// What is known of a cell.
#[derive(Default)]
struct CellState {
    /// The next round that is to be played.
    next: u32,
    /// Rounds that are written.
    written: BTreeSet<u32>,
    /// Rounds that are played or read, and wait for those before them.
    ready: BTreeMap<u32, ReadyPart>,
    /// With a rule that ends a cell: the rounds that count.
    tally: CellTally,
    is_done: bool,
}

/// A part that has all its games.
enum ReadyPart {
    /// Its files are there. Its games are read when they count, so that memory does not grow with their number.
    Written,
    /// It was just played.
    Played(PlayedPart),
}

/// A part that was just played, as its files will be.
struct PlayedPart {
    id: PartId,
    games: Vec<GameRow>,
    files: Vec<(String, Vec<u8>)>,
}

impl State {
    fn open(study: &Study, folder: &OutputFolder) -> Result<State, FolderError> {
        let cells = study.plan.cells.len();
        let rounds = u32::try_from(study.rounds()).unwrap_or(u32::MAX);
        let mut state = State {
            cells: (0..cells).map(|_| CellState::default()).collect(),
            rounds,
            rounds_ahead: if study.stop.is_none() { ROUNDS_AHEAD } else { 0 },
            progress: RunProgress { planned: study.total_games(), cells, ..RunProgress::default() },
            error: None,
        };
        for id in folder.parts(GameRow::TABLE)? {
            state.find_part(study, folder, id)?;
        }
        (0..cells).try_for_each(|cell| state.count(study, folder, cell))?;
        Ok(state)
    }

    /// Takes up a part that is written, if it is one of this study and has all its games.
    fn find_part(&mut self, study: &Study, folder: &OutputFolder, id: PartId) -> Result<(), FolderError> {
        let Ok(numbers) = study.numbers_of(id) else { return Ok(()) };
        let games = numbers.end - numbers.start;
        for table in study.tables() {
            let path = folder.join(&id.path(table));
            // What is damaged or missing is played again.
            let Ok(file) = open_table(&path) else { return Ok(()) };
            if file.metadata("hash") != Some(study.hash()) {
                let what = format!("{id} of other settings, or of another version of the engine");
                return Err(FolderError::OtherGames { path, what });
            }
            if table == GameRow::TABLE && file.rows() != games {
                return Ok(());
            }
        }
        OutputFolder::remove(&folder.journal(id))?;
        let cell = &mut self.cells[id.cell as usize];
        cell.written.insert(id.round);
        if study.stop.is_some() {
            cell.ready.insert(id.round, ReadyPart::Written);
        }
        self.progress.finished += games;
        Ok(())
    }

    /// The next part that is to be played: of the cell that the thread has played `last`, unless it is too far before
    /// others, else of the first of those that are behind.
    fn next_part(&mut self, last: Option<u32>) -> Option<PartId> {
        for cell in &mut self.cells {
            while cell.written.contains(&cell.next) {
                cell.next += 1;
            }
        }
        let rounds = self.rounds;
        let is_open = |cell: &CellState| !cell.is_done && cell.next < rounds;
        let open = self.cells.iter().enumerate().filter(|(_, cell)| is_open(cell));
        let (behind, least) = open.map(|(at, cell)| (at, cell.next)).min_by_key(|(_, next)| *next)?;
        let end = least.saturating_add(self.rounds_ahead);
        let known = last.map(|last| last as usize);
        let known = known.filter(|at| is_open(&self.cells[*at]) && self.cells[*at].next < end);
        let at = known.unwrap_or(behind);
        let cell = &mut self.cells[at];
        cell.next += 1;
        Some(PartId { cell: at as u32, round: cell.next - 1 })
    }

    /// Counts what is ready of a cell, and ends it if it has games enough.
    fn count(&mut self, study: &Study, folder: &OutputFolder, at: usize) -> Result<(), FolderError> {
        let (rounds, cell) = (self.rounds, &mut self.cells[at]);
        if cell.is_done {
            return Ok(());
        }
        if study.stop.is_none() {
            if cell.written.len() as u32 >= rounds {
                cell.is_done = true;
                self.progress.cells_done += 1;
            }
            return Ok(());
        }
        // Parts count in their order, so that threads make no difference.
        while let Some(part) = cell.ready.remove(&cell.tally.counted) {
            let id = PartId { cell: at as u32, round: cell.tally.counted };
            let games = match part {
                ReadyPart::Written => read_table(&folder.join(&id.path(GameRow::TABLE)))?,
                ReadyPart::Played(part) => {
                    part.write(folder)?;
                    part.games
                }
            };
            cell.written.insert(id.round);
            if cell.tally.add(study, &games) {
                cell.is_done = true;
                self.progress.cells_done += 1;
                self.progress.planned -= study.games - study.numbers(cell.tally.counted).start;
                return self.drop_rest(study, folder, at);
            }
        }
        Ok(())
    }

    /// Removes the parts of a cell that are beyond its end: those that another thread has played, or that were written
    /// when more was asked for, be they whole or damaged.
    fn drop_rest(&mut self, study: &Study, folder: &OutputFolder, at: usize) -> Result<(), FolderError> {
        let cell = &mut self.cells[at];
        let end = cell.tally.counted;
        cell.written.retain(|round| *round < end);
        for round in std::mem::take(&mut cell.ready).into_keys() {
            self.progress.finished -= games_of(study, round);
            OutputFolder::remove(&folder.journal(PartId { cell: at as u32, round }))?;
        }
        let is_beyond =
            |id: &PartId| id.cell as usize == at && id.round >= end && study.numbers_of(*id).is_ok();
        for id in folder.parts(GameRow::TABLE)?.into_iter().filter(is_beyond) {
            // The table of games goes first: without it the part is not there.
            for table in study.tables().iter().rev() {
                OutputFolder::remove(&folder.join(&id.path(table)))?;
            }
        }
        Ok(())
    }
}

fn games_of(study: &Study, round: u32) -> u64 {
    let numbers = study.numbers(round);
    numbers.end - numbers.start
}

impl PlayedPart {
    fn new(part: Part, study: &Study) -> PlayedPart {
        PlayedPart { id: part.id, files: part.files(study), games: part.games }
    }

    /// Writes its files, and then drops its journal.
    fn write(&self, folder: &OutputFolder) -> Result<(), FolderError> {
        // That of games is the first, and written last: with it the part is there.
        for (name, bytes) in self.files.iter().rev() {
            folder.write(name, bytes)?;
        }
        OutputFolder::remove(&folder.journal(self.id))
    }
}

impl Run<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays parts until none is left.
    fn work(&self) {
        let (mut runner, mut last) = (JobRunner::new(), None);
        loop {
            if self.is_stopped() {
                return;
            }
            let Some(id) = self.lock().next_part(last) else { return };
            last = Some(id.cell);
            let done = self.play(id, &mut runner).and_then(|part| match part {
                Some(part) => self.finish(part).map_err(RunError::from),
                None => Ok(()),
            });
            if let Err(error) = done {
                self.lock().error.get_or_insert(error);
            }
        }
    }

    fn is_stopped(&self) -> bool {
        (self.options.stop)() || self.lock().error.is_some()
    }

    /// Plays what is missing of a part; `None` if it was stopped, or is not needed any more.
    fn play(&self, id: PartId, runner: &mut JobRunner) -> Result<Option<Part>, RunError> {
        let path = self.folder.journal(id);
        let (mut journal, mut games) = Journal::open(&path, self.study, id)?;
        self.lock().progress.finished += games.len() as u64;
        for number in self.study.numbers_of(id)? {
            if games.contains_key(&number) {
                continue;
            }
            let is_done = self.lock().cells[id.cell as usize].is_done;
            if is_done {
                self.lock().progress.finished -= games.len() as u64;
                OutputFolder::remove(&path)?;
                return Ok(None);
            }
            if self.is_stopped() {
                return Ok(None);
            }
            let rows = rows_to_keep(self.study, play_game(self.study, runner, id.cell, number)?);
            journal.write(&rows).map_err(|error| FolderError::io(&path, error))?;
            games.insert(number, rows);
            self.report();
        }
        Ok(Some(Part::new(id, games)))
    }

    fn report(&self) {
        let mut state = self.lock();
        state.progress.played += 1;
        state.progress.finished += 1;
        let progress = state.progress;
        drop(state);
        (self.options.on_progress)(&progress);
    }

    fn finish(&self, part: Part) -> Result<(), FolderError> {
        let at = part.id.cell as usize;
        // No other thread waits while it is compressed, nor while it is written where its order says nothing.
        let part = PlayedPart::new(part, self.study);
        if self.study.stop.is_none() {
            part.write(&self.folder)?;
            let mut state = self.lock();
            state.cells[at].written.insert(part.id.round);
            return state.count(self.study, &self.folder, at);
        }
        let mut state = self.lock();
        let cell = &mut state.cells[at];
        cell.ready.insert(part.id.round, ReadyPart::Played(part));
        if cell.is_done {
            return state.drop_rest(self.study, &self.folder, at);
        }
        state.count(self.study, &self.folder, at)
    }
}

#[cfg(test)]
mod tests {
    use super::{CellState, ROUNDS_AHEAD, RunProgress, State};
    use crate::part::PartId;

    fn state(rounds_ahead: u32) -> State {
        let mut cells: Vec<CellState> = (0..3).map(|_| CellState::default()).collect();
        cells[2].written.extend([0, 2]);
        State { cells, rounds: 4, rounds_ahead, progress: RunProgress::default(), error: None }
    }

    /// All parts as one thread would play them.
    fn parts(mut state: State) -> Vec<(u32, u32)> {
        let mut next = |last: Option<PartId>| state.next_part(last.map(|id| id.cell));
        let first = next(None);
        std::iter::successors(first, |last| next(Some(*last))).map(|id| (id.cell, id.round)).collect()
    }

    #[test]
    fn thread_stays_with_a_cell_where_no_rule_ends_it() {
        let whole = parts(state(ROUNDS_AHEAD));
        let cell = |cell: u32, rounds: &[u32]| rounds.iter().map(|round| (cell, *round)).collect::<Vec<_>>();
        assert_eq!(whole, [cell(0, &[0, 1, 2, 3]), cell(1, &[0, 1, 2, 3]), cell(2, &[1, 3])].concat());
        // Two rounds at most from those that are behind.
        let pairs = parts(state(2));
        assert_eq!(pairs[..5], [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]);
        let by_rounds = parts(state(0));
        assert!(by_rounds.is_sorted_by_key(|(_, round)| *round), "{by_rounds:?}");
        for mut all in [pairs, by_rounds] {
            all.sort_unstable();
            assert_eq!(all, whole, "each part once");
        }
    }
}
