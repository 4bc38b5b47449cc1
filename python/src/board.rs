//! `rukh.Board`: a game that is played move by move.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use rukh_rules::game::{Checkpoint, RecordedResult};
use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::{record, san};
use rukh_rules::perft::Scope;
use rukh_rules::{ActiveSides, Event, Game, Move, Node, NodeKind, Reason, Side, UciMove};

use crate::moves::{LegalMoves, PyFace, PyMove, PyOutcome, PyPiece};
use crate::pickle::{self, Reduced, reduce};
use crate::ruleset::{LoadedRuleset, PyRuleset, RulesetArgument, color, side, square_argument};
use crate::{count, data, draw, errors};

mod play;

/// A game of a ruleset: its position, and everything that has led there.
///
/// Args:
///     ruleset: A `Ruleset`, or the name of a built-in one: ``senterej[saba=G]``.
///     fen: Where the game starts, if not where the ruleset does.
///     dialect: ``own`` letters of the ruleset, or ``fsf`` for those of Fairy-Stockfish.
///
/// Raises:
///     RulesetError: No such ruleset.
///     FenError: Everything that is wrong with the FEN.
///
/// Boards are equal if they have the same ruleset and the same position, counters included.
///
/// >>> import rukh
/// >>> board = rukh.Board("shatranj")
/// >>> board.push_san("e3")
/// Move("e2e3")
/// >>> len(board.legal_moves), board.turn == rukh.BLACK
/// (16, True)
/// >>> board.pop()
/// Move("e2e3")
#[pyclass(name = "Board", module = "rukh")]
#[derive(Clone)]
pub(crate) struct PyBoard {
    pub(crate) loaded: Arc<LoadedRuleset>,
    /// In a box of its own, since Python's allocator aligns less than a position needs.
    pub(crate) game: Box<Game>,
    /// What each event of the log moved, if it moved anything.
    moves: Vec<Option<Move>>,
    /// Where the game stood before the last events: as many as were pushed here.
    checkpoints: Vec<Checkpoint>,
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (ruleset, fen = None, *, dialect = "own"))]
    fn new(py: Python<'_>, ruleset: RulesetArgument, fen: Option<&str>, dialect: &str) -> PyResult<PyBoard> {
        let RulesetArgument(loaded) = ruleset;
        let game = match fen {
            None => Game::from_rules(loaded.rules().clone()),
            Some(text) => parse_fen(py, &loaded, text, dialect)?,
        };
        Ok(PyBoard { loaded, game: Box::new(game), moves: Vec::new(), checkpoints: Vec::new() })
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        PyRuleset(self.loaded.clone())
    }

    /// The position as FEN, in the letters of a dialect: ``own`` or ``fsf``.
    #[pyo3(signature = (dialect = "own"))]
    fn fen(&self, dialect: &str) -> PyResult<String> {
        Ok(fen::format(self.game.rules(), self.game.position(), parse_dialect(dialect)?))
    }

    /// Sets the board to a position; moves and events are forgotten.
    ///
    /// Raises:
    ///     FenError: Everything that is wrong with the FEN; the board is unchanged.
    #[pyo3(signature = (fen, *, dialect = "own"))]
    fn set_fen(&mut self, py: Python<'_>, fen: &str, dialect: &str) -> PyResult<()> {
        *self.game = parse_fen(py, &self.loaded, fen, dialect)?;
        self.moves.clear();
        self.checkpoints.clear();
        Ok(())
    }

    /// Sets the board to where its ruleset starts.
    fn reset(&mut self) {
        *self = PyBoard::from_game(self.loaded.clone(), Game::from_rules(self.loaded.rules().clone()));
    }

    /// The side to move: True for White, False for Black. None in a werera in which both may act.
    #[getter]
    fn turn(&self) -> Option<bool> {
        match self.game.node() {
            Node::Werera(ActiveSides::Both) => None,
            _ => Some(color(self.game.position().turn())),
        }
    }

    /// What may happen next: ``choice`` of a move, ``chance`` (a throw), ``werera`` or ``over``.
    #[getter]
    fn node(&self) -> &'static str {
        NodeKind::from(self.game.node()).into()
    }

    /// Where in its course the game stands: ``werera``, ``turns``, or ``claimed`` when a failed
    /// escape from check has been claimed.
    #[getter]
    fn phase(&self) -> &'static str {
        self.game.position().phase().into()
    }

    /// The number of the turn, from 1, raised after Black's move.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.game.position().turn_number()
    }

    /// Plies in a row without progress.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.game.position().halfmove_clock()
    }

    /// A 64-bit number for the position without its counts of turns, the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.game.position().key()
    }

    /// The legal moves now; in the werera those of both sides, before a throw none.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        let moves = match self.game.node() {
            Node::Werera(_) => Side::BOTH.into_iter().flat_map(|side| self.game.moves_of(side)).collect(),
            _ => self.game.legal_moves(),
        };
        LegalMoves { loaded: self.loaded.clone(), moves }
    }

    /// The moves that a side may make now.
    fn moves_of(&self, color: bool) -> LegalMoves {
        LegalMoves { loaded: self.loaded.clone(), moves: self.game.moves_of(side(color)) }
    }

    /// Whether a move is legal now.
    fn is_legal(&self, r#move: &PyMove) -> bool {
        self.mover(r#move).is_some()
    }

    /// Whether a move captures a piece.
    fn is_capture(&self, r#move: &PyMove) -> bool {
        self.loaded.is_same(&r#move.loaded) && self.game.rules().is_capture(self.game.position(), r#move.mv)
    }

    /// Makes a move. In the werera the side is that of the piece that moves.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal; the board is unchanged.
    fn push(&mut self, py: Python<'_>, r#move: &PyMove) -> PyResult<()> {
        if !self.loaded.is_same(&r#move.loaded) {
            let reason = format!("a move of `{}`", r#move.loaded.ruleset.instance);
            return Err(errors::illegal(py, &r#move.uci(), &reason, "illegal"));
        }
        self.make(r#move.mv).map_err(|refused| errors::refusal(py, &r#move.uci(), &refused))
    }

    /// Makes a move in coordinates, such as ``e2e3`` or ``a7a8f``; ``--`` passes.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal, and why; the board is unchanged.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<PyMove> {
        let made = self.parse_uci(py, uci)?;
        self.push(py, &made)?;
        Ok(made)
    }

    /// Makes a move as people write it, such as ``Nf3``, ``exd5`` or ``a8=F``.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal, and why; the board is unchanged.
    #[pyo3(signature = (san, color = None))]
    fn push_san(&mut self, py: Python<'_>, san: &str, color: Option<bool>) -> PyResult<PyMove> {
        let made = self.parse_san(py, san, color)?;
        self.push(py, &made)?;
        Ok(made)
    }

    /// Takes back the last event and returns its move: None for a throw, a retraction or the like.
    ///
    /// Raises:
    ///     IndexError: Nothing has happened yet.
    fn pop(&mut self) -> PyResult<Option<PyMove>> {
        let Some(last) = self.moves.pop() else {
            return Err(pyo3::exceptions::PyIndexError::new_err("no event to take back"));
        };
        match self.checkpoints.pop() {
            Some(before) => self.game.rewind(before),
            None => *self.game = self.game.without_last(1),
        }
        Ok(last.map(|mv| self.wrap(mv)))
    }

    /// The last move that was made.
    ///
    /// Raises:
    ///     IndexError: No move has been made.
    fn peek(&self) -> PyResult<PyMove> {
        let last = self.moves.iter().rev().find_map(|mv| *mv);
        last.map(|mv| self.wrap(mv))
            .ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move has been made"))
    }

    /// The moves that were made, oldest first; throws and other events are in `events`.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        self.moves.iter().flatten().map(|mv| self.wrap(*mv)).collect()
    }

    /// Everything that has happened, as dicts: ``{"seq": 1, "t": "move", "mv": "e2e3"}``.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entry = |entry: &Arc<_>| serde_json::from_str(&record::format_entry(entry)).unwrap_or_default();
        data::list(py, self.game.log().iter().map(entry))
    }

    /// Lets an event happen that is written as in `events`; its ``seq`` may be missing.
    ///
    /// Raises:
    ///     IllegalMoveError: The rules refuse it, and why; the board is unchanged.
    fn push_event(&mut self, py: Python<'_>, event: &Bound<'_, PyDict>) -> PyResult<()> {
        let value = data::value(event)?;
        let shown: String = value.to_string().chars().take(200).collect();
        let at = value.get("at").and_then(serde_json::Value::as_u64);
        let event: Event = serde_json::from_value(value)
            .map_err(|error| errors::illegal(py, &shown, &error.to_string(), "bad_intent"))?;
        self.happen(event, at).map_err(|refused| errors::refusal(py, &shown, &refused))
    }

    /// A legal move in coordinates.
    ///
    /// Raises:
    ///     IllegalMoveError: It is not legal, and why.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<PyMove> {
        let moves: Vec<Move> = self.sides().into_iter().flat_map(|side| self.game.moves_of(side)).collect();
        let ruleset = &self.loaded.ruleset;
        coordinate::parse_legal(ruleset, &moves, uci).map(|mv| self.wrap(mv)).map_err(|message| {
            let owner = match coordinate::parse(ruleset, uci) {
                Ok(UciMove::Go { from, .. }) => {
                    ruleset.geometry.cell_at(from).and_then(|cell| self.owner(cell))
                }
                _ => None,
            };
            let owner = owner.unwrap_or(self.game.position().turn());
            match self.game.why_not_written(owner, uci) {
                Some(refused) => errors::refusal(py, uci, &refused),
                None => errors::illegal(py, uci, &message.to_string(), "illegal"),
            }
        })
    }

    /// A legal move as people write it. In the werera `color` says whose it is; without it, the
    /// side that has such a move.
    ///
    /// Raises:
    ///     IllegalMoveError: It is not legal, with legal moves like it, or both sides have it.
    #[pyo3(signature = (san, color = None))]
    fn parse_san(&self, py: Python<'_>, san: &str, color: Option<bool>) -> PyResult<PyMove> {
        let sides = color.map_or_else(|| self.sides(), |color| vec![side(color)]);
        let mut refused = None;
        let mut found = Vec::new();
        for side in sides {
            match san::parse_for(self.game.rules(), self.game.position(), side, san) {
                Ok(mv) if self.game.moves_of(side).contains(&mv) => found.push(mv),
                Ok(_) => {}
                Err(error) => refused = Some(error),
            }
        }
        match (&found[..], refused) {
            ([mv], _) => Ok(self.wrap(*mv)),
            ([], Some(error)) => Err(errors::san(py, &error)),
            ([], None) => {
                let why = self.game.why_not_written(self.game.position().turn(), san);
                let reason = why.map_or("no move may be made now".to_owned(), |why| why.message.to_string());
                Err(errors::illegal(py, san, &reason, "not_your_turn"))
            }
            _ => Err(errors::illegal(py, san, "both sides have such a move: say whose it is", "ambiguous")),
        }
    }

    /// A legal move as people write it.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal.
    fn san(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<String> {
        let Some(owner) = self.mover(r#move) else {
            return Err(errors::illegal(py, &r#move.uci(), "not a legal move here", "illegal"));
        };
        Ok(san::format_for(self.game.rules(), self.game.position(), owner, r#move.mv))
    }

    /// A move in coordinates.
    fn uci(&self, r#move: &PyMove) -> String {
        r#move.uci()
    }

    /// Why a move may not be made, in a sentence; None if it may.
    #[pyo3(signature = (text, color = None))]
    fn why_not(&self, text: &str, color: Option<bool>) -> Option<String> {
        let side = color.map_or(self.game.position().turn(), side);
        self.game.why_not_written(side, text).map(|refused| refused.message.to_string())
    }

    /// The piece on a square, by its number or name.
    fn piece_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<PyPiece>> {
        let cell = square_argument(&self.loaded, square)?;
        let found = self.game.position().piece_at(self.game.rules(), cell);
        Ok(found.map(|(side, kind)| PyPiece { loaded: self.loaded.clone(), side, kind }))
    }

    /// Every piece by the number of its square.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (cell, side, kind) in self.game.position().all_pieces(self.game.rules()) {
            map.set_item(cell.index(), PyPiece { loaded: self.loaded.clone(), side, kind })?;
        }
        Ok(map)
    }

    /// The square of a side's royal piece, if it still stands.
    fn king(&self, color: bool) -> Option<usize> {
        let (side, royal) = (side(color), self.loaded.ruleset.royal());
        let mut pieces = self.game.position().all_pieces(self.game.rules());
        pieces.find(|(_, owner, kind)| (*owner, *kind) == (side, royal)).map(|(cell, _, _)| cell.index())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.rules().is_in_check(self.game.position(), self.game.position().turn())
    }

    /// Whether the game has ended by checkmate.
    fn is_checkmate(&self) -> bool {
        self.ended_by(&[Reason::Checkmate, Reason::WereraMate])
    }

    /// Whether the game has ended by stalemate, whatever that means in this game.
    fn is_stalemate(&self) -> bool {
        self.ended_by(&[Reason::Stalemate, Reason::NoPseudoMove])
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The end of the game: winner, reason, and the reason in a sentence. None while it goes on.
    fn outcome(&self) -> Option<PyOutcome> {
        PyOutcome::of(&self.game)
    }

    /// ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on.
    fn result(&self) -> &'static str {
        self.game.outcome().map_or("*", rukh_rules::Outcome::result)
    }

    /// Counters of the laws that can end the game: kind, color, value and limit of each.
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counters = self.game.counters().into_iter().map(|counter| {
            serde_json::json!({
                "kind": <&str>::from(counter.kind),
                "color": counter.side.map(color),
                "value": counter.value,
                "limit": counter.limit,
            })
        });
        data::list(py, counters)
    }

    /// Whether a die has to be thrown before the next move.
    #[getter]
    fn needs_throw(&self) -> bool {
        matches!(self.game.node(), Node::Chance(_))
    }

    /// The face of the die that lies on the board; None without one.
    #[getter]
    fn throw(&self) -> Option<u8> {
        self.game.position().throw()
    }

    /// The faces of the die with their weights, if it has to be thrown now; else none.
    fn faces(&self) -> Vec<PyFace> {
        match self.game.node() {
            Node::Chance(faces) => faces.iter().map(|face| PyFace::new(&self.loaded, face)).collect(),
            _ => Vec::new(),
        }
    }

    /// Puts a face of the die on the board.
    ///
    /// Raises:
    ///     IllegalMoveError: There is no such face, or no throw is due.
    fn push_throw(&mut self, py: Python<'_>, face: u8) -> PyResult<()> {
        self.event(py, &format!("throw {face}"), Event::Throw { face })
    }

    /// Takes back an own quiet move of the werera, by its number in `events`.
    ///
    /// Raises:
    ///     IllegalMoveError: It cannot be taken back, and why.
    fn retract(&mut self, py: Python<'_>, color: bool, seq: u64) -> PyResult<()> {
        let side = side(color);
        self.event(py, &format!("retraction of {seq}"), Event::Retract { side, seq })
    }

    /// The moves of the werera that a side may take back now: number in `events`, and move.
    fn retractable(&self, color: bool) -> Vec<(u64, PyMove)> {
        let standing = self.game.retractable(side(color));
        standing.into_iter().map(|one| (one.seq, self.wrap(one.mv))).collect()
    }

    /// Ends the werera without a capture: the players have agreed to take turns.
    fn begin_turns(&mut self, py: Python<'_>) -> PyResult<()> {
        self.event(py, "beginning of turns", Event::Turns { why: "agreed".to_owned() })
    }

    /// Ends a side's bundle, in a werera of bundles.
    fn end_bundle(&mut self, py: Python<'_>, color: bool) -> PyResult<()> {
        self.event(py, "end of the bundle", Event::Bundle { side: side(color) })
    }

    /// A side gives up.
    fn resign(&mut self, py: Python<'_>, color: bool) -> PyResult<()> {
        self.event(py, "resignation", Event::Resign { side: side(color) })
    }

    /// Both sides agree to a draw.
    fn agree_draw(&mut self, py: Python<'_>) -> PyResult<()> {
        self.event(py, "draw", Event::Draw)
    }

    /// A side's time has run out.
    fn flag(&mut self, py: Python<'_>, color: bool) -> PyResult<()> {
        self.event(py, "flag", Event::Flag { side: side(color) })
    }

    /// Ends the game with a result, without a reason: ``1-0``, ``0-1`` or ``1/2-1/2``.
    fn set_result(&mut self, py: Python<'_>, result: &str) -> PyResult<()> {
        let Ok(recorded) = result.parse::<RecordedResult>() else {
            let shown: String = result.chars().take(40).collect();
            let reason = "no result; there are 1-0, 0-1 and 1/2-1/2";
            return Err(errors::illegal(py, &shown, reason, "bad_intent"));
        };
        self.event(py, result, Event::Result { result: recorded })
    }

    /// Counts the leaves of the tree of moves to a depth; Ctrl-C interrupts it.
    ///
    /// Args:
    ///     depth: Plies.
    ///     moves_only: Count as programs do that know no law that ends a game.
    ///
    /// With a die the counts of all faces are added; in the werera both sides move.
    ///
    /// >>> import rukh
    /// >>> rukh.Board("shatranj").perft(3)
    /// 4176
    #[pyo3(signature = (depth, *, moves_only = false))]
    fn perft(&self, py: Python<'_>, depth: u32, moves_only: bool) -> PyResult<u64> {
        let scope = if moves_only { Scope::MovesOnly } else { Scope::AllLaws };
        let (ruleset, position) = (self.loaded.ruleset.clone(), *self.game.position());
        count::perft(py, &ruleset, &position, depth, scope)
    }

    /// A copy, with everything that has happened; without the stack only the position.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> PyBoard {
        if stack {
            return self.clone();
        }
        let game = Game::from_position(self.game.rules().clone(), *self.game.position());
        PyBoard::from_game(self.loaded.clone(), game)
    }

    /// A board that stands where this game started.
    fn root(&self) -> PyBoard {
        let game = Game::from_position(self.game.rules().clone(), *self.game.start());
        PyBoard::from_game(self.loaded.clone(), game)
    }

    fn __copy__(&self) -> PyBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.clone()
    }

    fn __str__(&self) -> String {
        let (rules, position) = (self.game.rules(), self.game.position());
        let geometry = self.loaded.geometry();
        let letter = |rank, file| {
            let cell = geometry.cell(i16::from(file), i16::from(rank));
            let piece = cell.and_then(|cell| position.piece_at(rules, cell));
            let letter = piece.map_or('.', |(side, kind)| self.loaded.ruleset.letter_for(kind, side));
            letter.to_string()
        };
        let row = |rank| (0..geometry.files()).map(|file| letter(rank, file)).collect::<Vec<_>>().join(" ");
        (0..geometry.ranks()).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The board as a picture, in Jupyter.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        draw::plain_svg(py, self)
    }

    fn __repr__(&self) -> String {
        format!("Board({:?}, {:?})", self.loaded.ruleset.instance.to_string(), self.game.fen())
    }

    fn __eq__(&self, other: &PyBoard) -> bool {
        self.game.position() == other.game.position() && self.loaded.is_same(&other.loaded)
    }

    fn __hash__(&self) -> u64 {
        self.game.position().key()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Reduced<'py, (Bound<'py, PyTuple>, String, String)>> {
        let (start, events) = pickle::start_and_events(&self.game);
        reduce(py, "restore_board", (self.loaded.pickled(py)?, start, events))
    }

    /// The moves of the game as SAN, from where it started, throws among them as ``[3]``.
    fn variation_san<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut game = Game::from_position(self.game.rules().clone(), *self.game.start());
        let mut words = Vec::new();
        for (entry, mv) in self.game.log().iter().zip(&self.moves) {
            let owner = mv.and_then(|mv| owner_of(&game, mv)).unwrap_or(game.position().turn());
            match (&entry.event, mv) {
                (Event::Throw { face }, _) => words.push(format!("[{face}]")),
                (_, Some(mv)) => words.push(san::format_for(game.rules(), game.position(), owner, *mv)),
                _ => {}
            }
            game.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        }
        PyList::new(py, words)
    }
}

/// The side whose piece a move moves.
fn owner_of(game: &Game, mv: Move) -> Option<Side> {
    if mv.is_pass() {
        return None;
    }
    game.position().piece_at(game.rules(), mv.from()).map(|(side, _)| side)
}

/// A dialect by its word.
pub(crate) fn parse_dialect(word: &str) -> PyResult<Dialect> {
    word.parse().map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        pyo3::exceptions::PyValueError::new_err(format!("`{shown}` is no dialect; there are `own` and `fsf`"))
    })
}

pub(crate) fn parse_fen(py: Python<'_>, loaded: &LoadedRuleset, text: &str, dialect: &str) -> PyResult<Game> {
    let rules = loaded.rules();
    let start = fen::parse(rules, text, parse_dialect(dialect)?)
        .map_err(|found| errors::fen(py, text, None, &found))?;
    Ok(Game::from_position(rules.clone(), start))
}
