//! `rukh.engine`: searches, games against the engine, analysis of whole games.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use rukh_engine::{Decision, Engine, Level, Score, SearchLimits, SearchResult, Wait, WdlModel, WereraAction};
use rukh_lab::analysis::AnalysisLimit;
use rukh_rules::{Move, Node, Side};

use crate::analysis;
use crate::board::PyBoard;
use crate::errors;
use crate::interrupt::SignalWatch;
use crate::moves::PyMove;
use crate::pickle::{self, Reduced, reduce};
use crate::ruleset::{LoadedRuleset, color, side};

/// The largest table, in MiB.
const MAX_HASH_MB: usize = 65_536;
/// The most threads.
const MAX_THREADS: usize = 256;
/// The most best moves that are looked for.
const MAX_LINES: usize = 500;

/// The limit of a search: the first that is reached ends it.
///
/// Args:
///     depth: Plies; with a die, turns.
///     nodes: Nodes. On one thread this alone gives the same result on every machine.
///     time: Seconds.
///
/// Raises:
///     ValueError: No limit at all, or one that is not positive.
#[pyclass(name = "Limit", module = "rukh.engine", frozen, get_all)]
#[derive(Clone, Copy)]
pub(crate) struct EngineLimit {
    /// Plies; with a die, turns.
    depth: Option<u32>,
    /// Nodes.
    nodes: Option<u64>,
    /// Seconds.
    time: Option<f64>,
}

#[pymethods]
impl EngineLimit {
    #[new]
    #[pyo3(signature = (depth = None, nodes = None, time = None))]
    fn new(depth: Option<u32>, nodes: Option<u64>, time: Option<f64>) -> PyResult<EngineLimit> {
        let is_positive = |time| Duration::try_from_secs_f64(time).is_ok_and(|time| !time.is_zero());
        let is_bad = depth == Some(0) || nodes == Some(0) || time.is_some_and(|time| !is_positive(time));
        if is_bad || (depth.is_none() && nodes.is_none() && time.is_none()) {
            return Err(PyValueError::new_err(
                "a limit needs a positive depth, number of nodes or time in seconds",
            ));
        }
        Ok(EngineLimit { depth, nodes, time })
    }

    fn __getnewargs__(&self) -> (Option<u32>, Option<u64>, Option<f64>) {
        (self.depth, self.nodes, self.time)
    }

    fn __repr__(&self) -> String {
        let shown = |text: Option<String>| text.unwrap_or_else(|| "None".to_owned());
        format!(
            "Limit(depth={}, nodes={}, time={})",
            shown(self.depth.map(|depth| depth.to_string())),
            shown(self.nodes.map(|nodes| nodes.to_string())),
            shown(self.time.map(|time| time.to_string()))
        )
    }
}

impl EngineLimit {
    fn duration(&self) -> Option<Duration> {
        self.time.and_then(|time| Duration::try_from_secs_f64(time).ok())
    }

    /// The only limit there is, for an analysis, whose searches have one each.
    pub(crate) fn single(&self) -> Option<AnalysisLimit> {
        match (self.depth, self.nodes, self.duration()) {
            (Some(depth), None, None) => Some(AnalysisLimit::Depth(depth)),
            (None, Some(nodes), None) => Some(AnalysisLimit::Nodes(nodes)),
            (None, None, Some(time)) => Some(AnalysisLimit::Time(time)),
            _ => None,
        }
    }
}

/// The value of a position for the side to move, or for the side that throws.
#[pyclass(name = "Score", module = "rukh.engine", frozen)]
pub(crate) struct PyScore {
    score: Score,
    turn: Side,
    model: WdlModel,
    loaded: Arc<LoadedRuleset>,
}

impl PyScore {
    pub(crate) fn new(score: Score, turn: Side, loaded: &Arc<LoadedRuleset>) -> PyScore {
        PyScore { score, turn, model: WdlModel::of(&loaded.ruleset), loaded: loaded.clone() }
    }
}

/// What a pickle keeps of a score: its ruleset, whether it is White's, the word of its kind, its value.
type PickledScore<'py> = (Bound<'py, PyTuple>, bool, &'static str, i32);

#[pymethods]
impl PyScore {
    /// The side for which the value is: True for White.
    #[getter]
    fn turn(&self) -> bool {
        color(self.turn)
    }

    /// Hundredths of a pawn; None for a forced win or loss, and with a die.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.score {
            Score::Centipawns(value) => Some(value),
            _ => None,
        }
    }

    /// Own moves until a forced win, negative until a forced loss; None without one.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.score {
            Score::Win { plies } => Some(i32::from(plies.div_ceil(2))),
            Score::Loss { plies } => Some(-i32::from(plies.div_ceil(2))),
            _ => None,
        }
    }

    /// Plies until a forced win, negative until a forced loss; None without one.
    #[getter]
    fn plies(&self) -> Option<i32> {
        match self.score {
            Score::Win { plies } => Some(i32::from(plies)),
            Score::Loss { plies } => Some(-i32::from(plies)),
            _ => None,
        }
    }

    /// With a die, the expected share of the points, 0 to 1; None without one.
    #[getter]
    fn chance(&self) -> Option<f64> {
        match self.score {
            Score::Chance { win } => Some(f64::from(win) / 10_000.0),
            _ => None,
        }
    }

    /// The expected share of the points, 0 to 1, a draw counted half.
    #[getter]
    fn expected(&self) -> f64 {
        self.model.expected_score(self.score)
    }

    /// Expected wins, draws and losses of a thousand games. With a die draws are not told apart.
    fn wdl(&self) -> (i32, i32, i32) {
        let [win, draw, loss] = self.model.wdl(self.score);
        (win, draw, loss)
    }

    /// The value for a side: True for White.
    fn pov(&self, color: bool) -> PyScore {
        let turn = side(color);
        let score = match self.score {
            score if turn == self.turn => score,
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Win { plies } => Score::Loss { plies },
            Score::Loss { plies } => Score::Win { plies },
            Score::Chance { win } => Score::Chance { win: 10_000 - win },
        };
        PyScore { score, turn, model: self.model, loaded: self.loaded.clone() }
    }

    /// The value for White.
    fn white(&self) -> PyScore {
        self.pov(true)
    }

    /// The value for Black.
    fn black(&self) -> PyScore {
        self.pov(false)
    }

    fn __str__(&self) -> String {
        self.score.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {} for {}>", self.score, self.turn.name())
    }

    fn __eq__(&self, other: &PyScore) -> bool {
        (self.score, self.turn, self.model) == (other.score, other.turn, other.model)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, PickledScore<'py>>> {
        let (kind, value) = pickle::score_parts(self.score);
        reduce(py, "restore_score", (self.loaded.pickled(py)?, self.turn(), kind, value))
    }
}

/// A move that the engine has chosen, with what the search has found.
#[pyclass(name = "PlayResult", module = "rukh.engine", frozen)]
pub(crate) struct PlayResult {
    pub(crate) mv: PyMove,
    pub(crate) info: Py<PyDict>,
}

#[pymethods]
impl PlayResult {
    /// The move.
    #[getter]
    fn r#move(&self) -> PyMove {
        self.mv.clone()
    }

    /// What the search has found, as from `Engine.analyse`.
    #[getter]
    fn info(&self, py: Python<'_>) -> Py<PyDict> {
        self.info.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("<PlayResult {}>", self.mv.uci())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (PyMove, Py<PyDict>)>> {
        reduce(py, "restore_play_result", (self.mv.clone(), self.info(py)))
    }
}

/// The engine of this package. It learns a ruleset when it first sees a board of it.
///
/// Args:
///     threads: Search threads. With more than one, results also depend on chance.
///     hash_mb: The size of the transposition table, in MiB.
///
/// Searches release the interpreter's lock; Ctrl-C ends them with `KeyboardInterrupt`.
///
/// >>> import rukh
/// >>> from rukh.engine import Engine, Limit
/// >>> board = rukh.Board("shatranj", "7k/8/6K1/8/8/8/8/R6r w - - 0 1")
/// >>> Engine().play(board, Limit(depth=4)).move
/// Move("a1h1")
#[pyclass(name = "Engine", module = "rukh.engine")]
pub(crate) struct PyEngine {
    threads: usize,
    hash_mb: usize,
    /// Behind a lock only because Python may share what it holds.
    engine: Mutex<Option<Engine>>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (threads = 1, hash_mb = 16))]
    fn new(py: Python<'_>, threads: usize, hash_mb: usize) -> PyResult<PyEngine> {
        for (name, value, most) in [("threads", threads, MAX_THREADS), ("hash_mb", hash_mb, MAX_HASH_MB)] {
            if value == 0 || value > most {
                let reason = format!("should be a number from 1 to {most}");
                return Err(errors::engine(py, &format!("{name}={value}"), &reason));
            }
        }
        Ok(PyEngine { threads, hash_mb, engine: Mutex::default() })
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The size of the transposition table, in MiB.
    #[getter]
    fn hash_mb(&self) -> usize {
        self.hash_mb
    }

    /// Forgets all earlier searches, so that the next one depends on its arguments only.
    fn clear(&mut self) {
        if let Some(engine) = self.slot() {
            engine.clear();
        }
    }

    /// Searches a position.
    ///
    /// Args:
    ///     board: The position, with the moves before it for repetitions.
    ///     limit: What ends the search.
    ///     multipv: The number of best moves; then the result is a list with one dict for each.
    ///     root_moves: The moves that are searched, if not all.
    ///
    /// A dict has ``score``, ``pv``, ``depth``, ``seldepth``, ``nodes``, ``time``, ``nps`` and
    /// ``multipv``. Before a throw ``pv`` is empty and the score the expectation over all faces;
    /// `faces` has the value of each.
    ///
    /// Raises:
    ///     EngineError: The game is over or in the werera, or a root move is not legal.
    #[pyo3(signature = (board, limit, *, multipv = None, root_moves = None))]
    fn analyse<'py>(
        &mut self,
        py: Python<'py>,
        board: &PyBoard,
        limit: &EngineLimit,
        multipv: Option<usize>,
        root_moves: Option<Vec<PyRef<'py, PyMove>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        check_searchable(py, board)?;
        let root_moves = root_moves.map(|moves| legal_roots(py, board, &moves)).transpose()?;
        let lines = multipv.unwrap_or(1);
        if lines == 0 || lines > MAX_LINES {
            let reason = format!("should be a number from 1 to {MAX_LINES}");
            return Err(errors::engine(py, &format!("multipv={lines}"), &reason));
        }
        let (found, took) = self.search(py, board, limit, lines, root_moves)?;
        let infos = infos(py, board, &found, took)?;
        match multipv {
            Some(_) => Ok(PyList::new(py, infos)?.into_any()),
            None => Ok(infos.into_iter().next().expect("a search has a result").into_any()),
        }
    }

    /// Chooses a move.
    ///
    /// Args:
    ///     board: A position in which a side has to move.
    ///     limit: What ends the search.
    ///     level: A level of play from 1 for beginners to 8, with limits of its own beside `limit`.
    ///     seed: The seed of a level's errors.
    ///
    /// Raises:
    ///     EngineError: No side has to move now.
    #[pyo3(signature = (board, limit, *, level = None, seed = 0))]
    fn play(
        &mut self,
        py: Python<'_>,
        board: &PyBoard,
        limit: &EngineLimit,
        level: Option<u8>,
        seed: u64,
    ) -> PyResult<PlayResult> {
        if board.game.legal_moves().is_empty() {
            return Err(no_move(py, board));
        }
        let level = level.map(|level| parse_level(py, level)).transpose()?;
        let (found, took) = match level {
            None => self.search(py, board, limit, 1, None)?,
            Some(level) => self.play_at_level(py, board, limit, level, seed)?,
        };
        let best = found.best.ok_or_else(|| no_move(py, board))?;
        let info = infos(py, board, &found, took)?.into_iter().next().expect("a search has a result");
        Ok(PlayResult { mv: board.wrap(best), info: info.unbind() })
    }

    /// Chooses what a side does in the werera.
    ///
    /// Returns:
    ///     An event for `Board.push_event`, or None to wait.
    ///
    /// Raises:
    ///     EngineError: The side may not act now.
    #[pyo3(signature = (board, color, *, level = 8, seed = 0))]
    fn act<'py>(
        &mut self,
        py: Python<'py>,
        board: &PyBoard,
        color: bool,
        level: u8,
        seed: u64,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (side, level) = (side(color), parse_level(py, level)?);
        if !matches!(board.game.node(), Node::Werera(acting) if acting.may(side)) {
            let reason = "it may not act: the werera is over, or the bundle is the other side's";
            return Err(errors::engine(py, side.name(), reason));
        }
        let engine = self.engine_for(py, &board.loaded);
        let game = board.game.clone();
        let action: WereraAction = py.detach(|| engine.choose_werera(&game, side, level, seed));
        let event = Decision::Werera(action).event(&board.loaded.ruleset, side);
        let value = event.and_then(|event| serde_json::to_value(event).ok());
        value.map(|value| crate::data::object(py, &value)).transpose()
    }

    /// The value of each face of the die that is to be thrown now, as a dict of searches.
    ///
    /// The faces are searched to one depth, so that none seems luckier for being searched deeper.
    ///
    /// Raises:
    ///     EngineError: No throw is due.
    fn faces<'py>(
        &mut self,
        py: Python<'py>,
        board: &PyBoard,
        limit: &EngineLimit,
    ) -> PyResult<Bound<'py, PyDict>> {
        if !matches!(board.game.node(), Node::Chance(_)) {
            return Err(errors::engine(py, "faces", "no throw is due now"));
        }
        analysis::faces(py, board, self.settings(py, limit, 1)?)
    }

    /// Judges every move of a game, and the luck of its throws.
    ///
    /// Args:
    ///     board: The game; it is judged from its start.
    ///     limit: One limit for each search.
    ///     multipv: The number of best moves in each position.
    ///
    /// Returns:
    ///     A dict with ``moves``, and the summaries ``white`` and ``black``. Shares of the points
    ///     are from 0 to 1: ``before`` and ``after`` a move, its ``loss``, and the ``luck`` of a throw.
    ///
    /// Raises:
    ///     EngineError: More than one limit.
    #[pyo3(signature = (board, limit, *, multipv = 1))]
    fn analyse_game<'py>(
        &mut self,
        py: Python<'py>,
        board: &PyBoard,
        limit: &EngineLimit,
        multipv: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        analysis::game(py, board, self.settings(py, limit, multipv)?)
    }

    /// The static evaluation for the side to move, in hundredths of a pawn.
    fn evaluate(&mut self, py: Python<'_>, board: &PyBoard) -> i32 {
        self.engine_for(py, &board.loaded).evaluate(&board.game)
    }

    fn __repr__(&self) -> String {
        format!("Engine(threads={}, hash_mb={})", self.threads, self.hash_mb)
    }
}

impl PyEngine {
    fn slot(&mut self) -> &mut Option<Engine> {
        self.engine.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine for a ruleset: the one at hand, or a new one.
    fn engine_for(&mut self, py: Python<'_>, loaded: &Arc<LoadedRuleset>) -> &mut Engine {
        let (hash_mb, ruleset) = (self.hash_mb, loaded.ruleset.clone());
        let slot = self.slot();
        let kept = slot.take().filter(|engine| **engine.ruleset() == *ruleset);
        slot.insert(kept.unwrap_or_else(|| {
            py.detach(|| {
                let mut engine = Engine::new(ruleset).with_shared_tables();
                engine.resize_tt(hash_mb);
                engine
            })
        }))
    }

    fn settings(
        &self,
        py: Python<'_>,
        limit: &EngineLimit,
        lines: usize,
    ) -> PyResult<rukh_lab::analysis::AnalysisSettings> {
        let Some(limit) = limit.single() else {
            return Err(errors::engine(
                py,
                "limit",
                "an analysis takes a depth, nodes or a time, not several",
            ));
        };
        if lines == 0 || lines > MAX_LINES {
            let reason = format!("should be a number from 1 to {MAX_LINES}");
            return Err(errors::engine(py, &format!("multipv={lines}"), &reason));
        }
        let (mebibytes, threads) = (self.hash_mb, self.threads);
        Ok(rukh_lab::analysis::AnalysisSettings { limit, mebibytes, lines, threads })
    }

    fn search(
        &mut self,
        py: Python<'_>,
        board: &PyBoard,
        limit: &EngineLimit,
        lines: usize,
        root_moves: Option<Vec<Move>>,
    ) -> PyResult<(SearchResult, Duration)> {
        let threads = self.threads;
        let engine = self.engine_for(py, &board.loaded);
        let game = board.game.clone();
        watched(py, limit, |limits| {
            let limits = limits.with_multipv(lines).with_threads(threads);
            match root_moves {
                Some(moves) => engine.search(&game, &limits.with_search_moves(moves), 0),
                None => engine.search(&game, &limits, 0),
            }
        })
    }

    fn play_at_level(
        &mut self,
        py: Python<'_>,
        board: &PyBoard,
        limit: &EngineLimit,
        level: Level,
        seed: u64,
    ) -> PyResult<(SearchResult, Duration)> {
        let engine = self.engine_for(py, &board.loaded);
        let game = board.game.clone();
        watched(py, limit, |limits| engine.play(&game, level.strength(), &limits, seed))
    }
}

/// Runs a search with the interpreter's lock released, until a limit or a signal ends it.
fn watched(
    py: Python<'_>,
    limit: &EngineLimit,
    search: impl FnOnce(SearchLimits<'_>) -> SearchResult + Send,
) -> PyResult<(SearchResult, Duration)> {
    let watch = SignalWatch::new();
    let since = Instant::now();
    let time = limit.duration();
    let limits =
        SearchLimits::nodes(limit.nodes.unwrap_or(u64::MAX)).with_depth(limit.depth.unwrap_or(u32::MAX));
    let found = py.detach(|| {
        let stop = || time.is_some_and(|time| since.elapsed() >= time) || watch.is_raised();
        let wait = if time.is_some() { Wait::Never } else { Wait::ForTables };
        search(limits.with_stop(&stop).with_wait(wait))
    });
    watch.finish().map(|()| (found, since.elapsed()))
}

fn parse_level(py: Python<'_>, level: u8) -> PyResult<Level> {
    Level::new(level)
        .ok_or_else(|| errors::engine(py, &format!("level={level}"), "should be a number from 1 to 8"))
}

fn no_move(py: Python<'_>, board: &PyBoard) -> PyErr {
    let reason = match board.game.node() {
        Node::Over(over) => format!("the game is over: {}", over.message(&board.loaded.ruleset)),
        Node::Chance(_) => "the die has to be thrown first".to_owned(),
        Node::Werera(_) => "the werera lasts: `act` chooses an action of a side".to_owned(),
        Node::Choice(_) => "there is no legal move".to_owned(),
    };
    errors::engine(py, "no move to choose", &reason)
}

fn check_searchable(py: Python<'_>, board: &PyBoard) -> PyResult<()> {
    match board.game.node() {
        Node::Choice(_) | Node::Chance(_) => Ok(()),
        Node::Werera(_) | Node::Over(_) => Err(no_move(py, board)),
    }
}

fn legal_roots(py: Python<'_>, board: &PyBoard, moves: &[PyRef<'_, PyMove>]) -> PyResult<Vec<Move>> {
    let legal = board.game.legal_moves();
    if moves.is_empty() {
        return Err(errors::engine(py, "root_moves", "there is no move among them"));
    }
    let check =
        |given: &PyRef<'_, PyMove>| match legal.contains(&given.mv) && board.loaded.is_same(&given.loaded) {
            true => Ok(given.mv),
            false => Err(errors::engine(py, &given.uci(), "not a legal move here")),
        };
    moves.iter().map(check).collect()
}

/// A dict for each line of a search.
fn infos<'py>(
    py: Python<'py>,
    board: &PyBoard,
    found: &SearchResult,
    took: Duration,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let turn = board.game.position().turn();
    let whole = [(found.score, &found.pv)];
    let lines: Vec<_> = match &found.lines[..] {
        [] => whole.to_vec(),
        lines => lines.iter().map(|line| (line.score, &line.pv)).collect(),
    };
    let info = |(number, (score, pv)): (usize, (Score, &Vec<Move>))| {
        let info = PyDict::new(py);
        info.set_item("multipv", number + 1)?;
        info.set_item("score", PyScore::new(score, turn, &board.loaded))?;
        info.set_item("pv", pv.iter().map(|mv| board.wrap(*mv)).collect::<Vec<_>>())?;
        info.set_item("depth", found.depth)?;
        info.set_item("seldepth", found.seldepth)?;
        info.set_item("nodes", found.nodes)?;
        info.set_item("time", took.as_secs_f64())?;
        info.set_item("nps", (found.nodes as f64 / took.as_secs_f64().max(1e-9)) as u64)?;
        Ok(info)
    };
    lines.into_iter().enumerate().map(info).collect()
}
