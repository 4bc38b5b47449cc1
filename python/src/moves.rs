//! Small values of the API: moves, pieces, faces of the die, outcomes.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use rukh_rules::notation::coordinate;
use rukh_rules::{Face, Game, Move, Outcome, PieceKind, Side};

use crate::pickle::{Reduced, reduce};
use crate::ruleset::{LoadedRuleset, color};

/// A move of a ruleset: from a square to a square, with the letter of a promotion.
///
/// Boards make moves; two are equal if they do the same under the same rules.
///
/// >>> import rukh
/// >>> move = rukh.Board("shatranj").parse_uci("b1c3")
/// >>> move.from_square, move.to_square, move.uci()
/// (1, 18, 'b1c3')
#[pyclass(name = "Move", module = "rukh", frozen)]
#[derive(Clone)]
pub(crate) struct PyMove {
    pub(crate) loaded: Arc<LoadedRuleset>,
    pub(crate) mv: Move,
}

#[pymethods]
impl PyMove {
    /// The number of the square that the piece leaves; None for a pass.
    #[getter(from_square)]
    fn origin(&self) -> Option<usize> {
        (!self.mv.is_pass()).then(|| self.mv.from().index())
    }

    /// The number of the square that the piece goes to; None for a pass.
    #[getter(to_square)]
    fn target(&self) -> Option<usize> {
        (!self.mv.is_pass()).then(|| self.mv.to().index())
    }

    /// The letter, lower case, of what the piece becomes.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.mv.promotion().map(|kind| self.loaded.ruleset.letter(kind))
    }

    /// Whether no piece moves.
    #[getter]
    fn is_pass(&self) -> bool {
        self.mv.is_pass()
    }

    /// The move in coordinates: ``e2e3``, ``a7a8f``, or ``--`` for a pass.
    pub(crate) fn uci(&self) -> String {
        coordinate::format(&self.loaded.ruleset, self.mv)
    }

    fn __bool__(&self) -> bool {
        !self.mv.is_pass()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.uci())
    }

    fn __eq__(&self, other: &PyMove) -> bool {
        self.mv == other.mv && self.loaded.is_same(&other.loaded)
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.mv.bits())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyTuple>, String, u8)>> {
        reduce(py, "restore_move", (self.loaded.pickled(py)?, self.uci(), self.mv.tag() as u8))
    }
}

/// The legal moves of a board when it was asked: with a length, iteration and ``in``.
#[pyclass(module = "rukh", frozen)]
pub(crate) struct LegalMoves {
    pub(crate) loaded: Arc<LoadedRuleset>,
    pub(crate) moves: Vec<Move>,
}

#[pymethods]
impl LegalMoves {
    /// The number of moves.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __contains__(&self, mv: &PyMove) -> bool {
        self.moves.contains(&mv.mv) && self.loaded.is_same(&mv.loaded)
    }

    fn __iter__(&self) -> MoveIterator {
        MoveIterator { loaded: self.loaded.clone(), moves: self.moves.clone().into_iter() }
    }

    fn __repr__(&self) -> String {
        let texts: Vec<String> =
            self.moves.iter().map(|mv| coordinate::format(&self.loaded.ruleset, *mv)).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyTuple>, Vec<PyMove>)>> {
        let moves = self.moves.iter().map(|mv| PyMove { loaded: self.loaded.clone(), mv: *mv });
        reduce(py, "restore_legal_moves", (self.loaded.pickled(py)?, moves.collect()))
    }
}

/// An iterator over moves.
#[pyclass(module = "rukh")]
pub(crate) struct MoveIterator {
    loaded: Arc<LoadedRuleset>,
    moves: std::vec::IntoIter<Move>,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<PyMove> {
        self.moves.next().map(|mv| PyMove { loaded: self.loaded.clone(), mv })
    }

    fn __length_hint__(&self) -> usize {
        self.moves.len()
    }
}

/// A piece: its kind and its colour.
#[pyclass(name = "Piece", module = "rukh", frozen)]
#[derive(Clone)]
pub(crate) struct PyPiece {
    pub(crate) loaded: Arc<LoadedRuleset>,
    pub(crate) side: Side,
    pub(crate) kind: PieceKind,
}

#[pymethods]
impl PyPiece {
    /// The letter as a FEN has it: upper case for White.
    fn symbol(&self) -> char {
        self.loaded.ruleset.letter_for(self.kind, self.side)
    }

    /// The letter of the kind, lower case.
    #[getter]
    fn piece_type(&self) -> char {
        self.loaded.ruleset.letter(self.kind)
    }

    /// The name of the kind in this game.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.ruleset.pieces[self.kind.index()].name
    }

    /// True for White.
    #[getter]
    fn color(&self) -> bool {
        color(self.side)
    }

    fn __str__(&self) -> String {
        self.symbol().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} ({})>", self.symbol(), self.name())
    }

    fn __eq__(&self, other: &PyPiece) -> bool {
        self.symbol() == other.symbol() && self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        u64::from(u32::from(self.symbol()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyTuple>, char, bool)>> {
        reduce(py, "restore_piece", (self.loaded.pickled(py)?, self.symbol(), self.color()))
    }
}

/// A face of the die: its number, its weight, and the kinds of piece that it lets move.
#[pyclass(name = "Face", module = "rukh", frozen, get_all)]
pub(crate) struct PyFace {
    /// The number, from 1.
    pub(crate) number: u8,
    /// The chance as one of `of` equal parts.
    pub(crate) weight: u32,
    /// The number of equal parts.
    pub(crate) of: u32,
    /// The letters of the kinds that may move.
    pub(crate) pieces: String,
}

impl PyFace {
    pub(crate) fn new(loaded: &LoadedRuleset, face: &Face) -> PyFace {
        let kinds = loaded.ruleset.kinds().filter(|kind| face.pieces.has(*kind));
        PyFace {
            number: face.number,
            weight: face.weight,
            of: face.of,
            pieces: kinds.map(|kind| loaded.ruleset.letter(kind)).collect(),
        }
    }
}

#[pymethods]
impl PyFace {
    /// The chance of the face, 0 to 1.
    #[getter]
    fn probability(&self) -> f64 {
        f64::from(self.weight) / f64::from(self.of.max(1))
    }

    fn __repr__(&self) -> String {
        format!("<Face {}: {} of {}, moves {}>", self.number, self.weight, self.of, self.pieces)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (u8, u32, u32, String)>> {
        reduce(py, "restore_face", (self.number, self.weight, self.of, self.pieces.clone()))
    }
}

/// The end of a game: the winner, the reason, and the reason in a sentence.
#[pyclass(name = "Outcome", module = "rukh", frozen)]
pub(crate) struct PyOutcome {
    pub(crate) outcome: Outcome,
    pub(crate) message: String,
    pub(crate) mate_rank: Option<String>,
}

impl PyOutcome {
    pub(crate) fn of(game: &Game) -> Option<PyOutcome> {
        let outcome = game.outcome()?;
        let mate_rank = game.style().map(|style| style.rank.to_string());
        Some(PyOutcome { outcome, message: outcome.message(game.ruleset()).to_string(), mate_rank })
    }
}

/// What a pickle keeps of an outcome: winner, reason, sentence, and the rank of a mate.
type PickledOutcome = (Option<bool>, &'static str, String, Option<String>);

#[pymethods]
impl PyOutcome {
    /// True for White, False for Black, None without a winner.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.outcome.winner.map(color)
    }

    /// The reason, as a member of ``rukh.Termination``.
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static TERMINATION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let class = TERMINATION.import(py, "rukh.termination", "Termination")?;
        class.call1((self.outcome.reason.to_string(),))
    }

    /// The reason in a sentence, by the laws of the game.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// How custom judges the mate: ``poor``, ``respectable`` or ``praised``.
    #[getter]
    fn mate_rank(&self) -> Option<&str> {
        self.mate_rank.as_deref()
    }

    /// ``1-0``, ``0-1`` or ``1/2-1/2``; ``*`` for a game that was broken off.
    fn result(&self) -> &'static str {
        self.outcome.result()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.message)
    }

    fn __eq__(&self, other: &PyOutcome) -> bool {
        self.outcome == other.outcome
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, PickledOutcome>> {
        let reason = <&str>::from(self.outcome.reason);
        reduce(py, "restore_outcome", (self.winner(), reason, self.message.clone(), self.mate_rank.clone()))
    }
}
