//! `rukh.bulk`: many positions or games at once, as bytes that NumPy arrays are made of.
//!
//! The bytes are those of the machine: `rukh.bulk` gives them their type and shape. So the module
//! needs no NumPy, neither to be built nor to be imported, and no binding to its C interface.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use rukh_rules::notation::fen::{self, Dialect, FenError};
use rukh_rules::notation::reading::{GameReader, Strictness};
use rukh_rules::notation::text;
use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Event, Move, Phase, Position, Rules, Side};

use crate::board::parse_dialect;
use crate::count;
use crate::errors;
use crate::interrupt::SignalWatch;
use crate::pgn::OwnRulesets;
use crate::ruleset::{LoadedRuleset, PyRuleset, RulesetArgument};

/// Time between two looks at threads and signals.
const POLL: Duration = Duration::from_millis(5);
/// The most threads.
const MAX_THREADS: usize = 256;
/// The byte for the side to move where neither or both may act.
const NO_SIDE: u8 = 2;
/// The byte of a move without promotion.
const NO_PROMOTION: u8 = 255;
/// The byte, in the place of the promotion, of a pass.
const PASS: u8 = 254;

/// A FEN that is wrong: its place in the list and what is wrong.
type BadFen = (usize, Vec<FenError>);

/// FENs of one ruleset that are to be read.
struct Batch<'a> {
    loaded: &'a LoadedRuleset,
    fens: &'a [String],
    dialect: Dialect,
    threads: usize,
    watch: &'a SignalWatch,
}

/// What is computed of each position.
trait Compute: Sync {
    type Output: Send;
    /// Reads a FEN as this computation needs it.
    fn parse<S: Shape>(rules: &Rules<S>, text: &str, dialect: Dialect) -> Result<Position<S>, Vec<FenError>> {
        fen::parse(rules, text, dialect)
    }
    fn of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Self::Output;
}

struct BatchTask<'a, C>(&'a Batch<'a>, &'a C);

impl<C: Compute> ShapeTask for BatchTask<'_, C> {
    type Output = Result<Vec<C::Output>, BadFen>;

    fn run<S: Shape>(self) -> Self::Output {
        let BatchTask(batch, compute) = self;
        let rules = Rules::<S>::compile(batch.loaded.ruleset.clone());
        let part = |from: usize, fens: &[String], stop: &dyn Fn() -> bool| {
            let mut found = Vec::with_capacity(fens.len());
            for (index, text) in fens.iter().enumerate() {
                if stop() {
                    break;
                }
                let position =
                    C::parse(&rules, text, batch.dialect).map_err(|errors| (from + index, errors))?;
                found.push(compute.of(&rules, &position));
            }
            Ok(found)
        };
        if batch.threads <= 1 {
            return part(0, batch.fens, &|| batch.watch.is_raised());
        }
        let stopped = AtomicBool::new(false);
        let size = batch.fens.len().div_ceil(batch.threads).max(1);
        std::thread::scope(|scope| {
            let parts = batch.fens.chunks(size).enumerate();
            let threads: Vec<_> = parts
                .map(|(number, fens)| {
                    scope.spawn({
                        let (part, stopped) = (&part, &stopped);
                        move || part(number * size, fens, &|| stopped.load(Relaxed))
                    })
                })
                .collect();
            while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                stopped.fetch_or(batch.watch.is_raised(), Relaxed);
                std::thread::sleep(POLL);
            }
            let mut found = Vec::with_capacity(batch.fens.len());
            for thread in threads {
                let part: Result<Vec<_>, BadFen> =
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found.extend(part?);
            }
            Ok(found)
        })
    }
}

/// What Python says of a batch.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BatchSettings {
    dialect: String,
    threads: usize,
}

/// Computes something of every position with the interpreter's lock released.
fn compute<C: Compute>(
    py: Python<'_>,
    loaded: &LoadedRuleset,
    fens: &[String],
    settings: &BatchSettings,
    compute: &C,
) -> PyResult<Vec<C::Output>> {
    let threads = settings.threads;
    if threads == 0 || threads > MAX_THREADS {
        let reason = format!("should be a number from 1 to {MAX_THREADS}");
        return Err(errors::engine(py, &format!("threads={threads}"), &reason));
    }
    let dialect = parse_dialect(&settings.dialect)?;
    let watch = SignalWatch::new();
    let batch = Batch { loaded, fens, dialect, threads, watch: &watch };
    let found = py.detach(|| Rules::<Any>::fit(&loaded.ruleset).run(BatchTask(&batch, compute)));
    watch.finish()?;
    found.map_err(|(index, wrong)| errors::fen(py, &fens[index], Some(index), &wrong))
}

fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> Bound<'py, PyByteArray> {
    PyByteArray::new(py, bytes)
}

/// The side to move as a byte.
fn turn<S: Shape>(position: &Position<S>) -> u8 {
    match position.phase() {
        Phase::Werera => NO_SIDE,
        Phase::Turns | Phase::Claimed => position.turn().index() as u8,
    }
}

struct Cells;

impl Compute for Cells {
    type Output = (Vec<u8>, u8);

    fn of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> (Vec<u8>, u8) {
        let kinds = rules.ruleset().pieces.len();
        let mut cells = vec![0; rules.geometry().cells()];
        for (cell, side, kind) in position.all_pieces(rules) {
            cells[cell.index()] = (side.index() * kinds + kind.index() + 1) as u8;
        }
        (cells, turn(position))
    }
}

/// The code of the piece on every square of every FEN, and the sides to move.
#[pyfunction]
pub(crate) fn bulk_cells<'py>(
    py: Python<'py>,
    fens: Vec<String>,
    ruleset: RulesetArgument,
    settings: BatchSettings,
) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
    let found = compute(py, &ruleset.0, &fens, &settings, &Cells)?;
    let (cells, turns): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    Ok((bytes(py, &cells.concat()), bytes(py, &turns)))
}

struct Features;

impl Compute for Features {
    type Output = (Vec<u8>, u8, Vec<u8>);

    fn of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Self::Output {
        let (kinds, cells) = (rules.ruleset().pieces.len(), rules.geometry().cells());
        let mut planes = vec![0; 2 * kinds * cells];
        let mut counts = vec![0; 2 * kinds];
        for (cell, side, kind) in position.all_pieces(rules) {
            let plane = side.index() * kinds + kind.index();
            planes[plane * cells + cell.index()] = 1;
            counts[plane] += 1;
        }
        (planes, turn(position), counts)
    }
}

/// A plane for each side and kind of piece, the sides to move, and the numbers of pieces.
#[pyfunction]
pub(crate) fn bulk_features<'py>(
    py: Python<'py>,
    fens: Vec<String>,
    ruleset: RulesetArgument,
    settings: BatchSettings,
) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
    let found = compute(py, &ruleset.0, &fens, &settings, &Features)?;
    let (mut planes, mut turns, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (plane, turn, count) in found {
        planes.extend(plane);
        turns.push(turn);
        counts.extend(count);
    }
    Ok((bytes(py, &planes), bytes(py, &turns), bytes(py, &counts)))
}

struct LegalMovesOf;

impl Compute for LegalMovesOf {
    type Output = Vec<Move>;

    fn of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Vec<Move> {
        if rules.outcome(position).is_some() {
            return Vec::new();
        }
        match position.phase() {
            Phase::Werera => {
                Side::BOTH.into_iter().flat_map(|side| rules.werera_moves(position, side)).collect()
            }
            Phase::Turns | Phase::Claimed => rules.legal_moves(position),
        }
    }
}

/// Where the moves of each FEN begin, as numbers of 64 bits, and three bytes for each move.
#[pyfunction]
pub(crate) fn bulk_legal_moves<'py>(
    py: Python<'py>,
    fens: Vec<String>,
    ruleset: RulesetArgument,
    settings: BatchSettings,
) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
    let found = compute(py, &ruleset.0, &fens, &settings, &LegalMovesOf)?;
    let (mut offsets, mut moves) = (0_i64.to_ne_bytes().to_vec(), Vec::new());
    let mut count = 0_i64;
    for mv in found {
        count += mv.len() as i64;
        offsets.extend(count.to_ne_bytes());
        moves.extend(mv.iter().flat_map(|mv| move_bytes(*mv)));
    }
    Ok((bytes(py, &offsets), bytes(py, &moves)))
}

fn move_bytes(mv: Move) -> [u8; 3] {
    if mv.is_pass() {
        return [0, 0, PASS];
    }
    let promotion = mv.promotion().map_or(NO_PROMOTION, |kind| kind.index() as u8);
    [mv.from().index() as u8, mv.to().index() as u8, promotion]
}

struct Perft {
    depth: u32,
    scope: Scope,
}

impl Compute for Perft {
    type Output = u64;

    /// As for every count of moves, a side not on move may stand in check.
    fn parse<S: Shape>(rules: &Rules<S>, text: &str, dialect: Dialect) -> Result<Position<S>, Vec<FenError>> {
        fen::parse_waiving_check(rules, text, dialect)
    }

    fn of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> u64 {
        let ruleset: &Arc<_> = rules.ruleset();
        let must_waive = self.scope == Scope::MovesOnly
            && !ruleset.has_die()
            && rules.is_in_check(position, position.turn().other());
        if !must_waive {
            return rules.perft(position, self.depth, self.scope);
        }
        // No game comes to this position: its rules differ, so they are compiled for it.
        let wide = Rules::<Any>::compile(ruleset.clone());
        let position = position.reshape(rules, &wide);
        let (rules, position) = Rules::<S>::for_counting(ruleset, &position, self.scope);
        rules.perft(&position, self.depth, self.scope)
    }
}

/// The number of leaves of every FEN to a depth, as numbers of 64 bits.
#[pyfunction]
pub(crate) fn bulk_perft<'py>(
    py: Python<'py>,
    fens: Vec<String>,
    ruleset: RulesetArgument,
    depth: u32,
    moves_only: bool,
    settings: BatchSettings,
) -> PyResult<Bound<'py, PyByteArray>> {
    count::check_depth(py, depth)?;
    let scope = if moves_only { Scope::MovesOnly } else { Scope::AllLaws };
    let counts = compute(py, &ruleset.0, &fens, &settings, &Perft { depth, scope })?;
    Ok(bytes(py, &counts.into_iter().flat_map(u64::to_ne_bytes).collect::<Vec<_>>()))
}

/// One game of a file as numbers of 32 bits: number, line, result, moves, termination.
type ResultRow = [i32; 5];

/// The results of all games of a file, and its games that cannot be read, as exceptions.
#[pyfunction]
pub(crate) fn bulk_results<'py>(
    py: Python<'py>,
    path: PathBuf,
    rulesets: Vec<PyRef<'py, PyRuleset>>,
) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyList>)> {
    let content = std::fs::read(&path)?;
    let own = Arc::new(OwnRulesets::new(rulesets));
    let watch = SignalWatch::new();
    let read = py.detach(|| {
        let text = text::decode(&content).map_err(|error| error.to_string())?;
        let lines = text.lines().map(|line| Ok(line.to_owned()));
        let games = GameReader::with_shared_rulesets(lines, own, Strictness::Lenient);
        let (mut rows, mut wrong) = (Vec::new(), Vec::new());
        for game in games.take_while(|_| !watch.is_raised()) {
            match game {
                Ok(game) => rows.push(result_row(&game)),
                Err(error) => wrong.push(error),
            }
        }
        Ok::<_, String>((rows, wrong))
    });
    watch.finish()?;
    let (rows, wrong) = read.map_err(|reason| errors::pgn_value(py, &path.display().to_string(), &reason))?;
    let wrong = PyList::new(py, wrong.iter().map(|error| errors::pgn(py, error).into_value(py)))?;
    let rows: Vec<u8> = rows.concat().into_iter().flat_map(i32::to_ne_bytes).collect();
    Ok((bytes(py, &rows), wrong))
}

fn result_row(game: &rukh_rules::notation::reading::ReadGame) -> ResultRow {
    let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let played = &game.record.game;
    let moves = played.log().iter().filter(|entry| matches!(entry.event, Event::Move { .. })).count();
    let (result, termination) = match played.outcome() {
        None => (0, -1),
        Some(over) => {
            let result = match over.winner {
                Some(Side::White) => 1,
                Some(Side::Black) => -1,
                None => 0,
            };
            (result, number(over.reason as usize))
        }
    };
    [number(game.number), number(game.line), result, number(moves), termination]
}
