//! `rukh.pgn`: games in files, read one by one.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rukh_rules::notation::annotation::{Annotation, Element, MAX_VARIATION_DEPTH, Variation};
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::notation::reading::{
    FindRuleset, GameReader, InputLine, LineError, MAX_GAME_BYTES, ReadGame, Strictness,
};
use rukh_rules::notation::record::{self, ROSTER, Record};
use rukh_rules::notation::{coordinate, pgn, text};
use rukh_rules::{Event, Failure, Instance, LoadError, Ruleset, RulesetFile, catalog};
use serde_json::{Value, json};

use crate::board::{PyBoard, parse_dialect};
use crate::pickle::{Reduced, reduce};
use crate::ruleset::{LoadedRuleset, PyRuleset};
use crate::{data, errors};

/// Rulesets of the user's own, before those of the catalog.
pub(crate) struct OwnRulesets(pub(crate) Vec<Arc<RulesetFile>>);

impl OwnRulesets {
    pub(crate) fn new(own: Vec<PyRef<'_, PyRuleset>>) -> OwnRulesets {
        OwnRulesets(own.iter().map(|ruleset| ruleset.0.file.clone()).collect())
    }
}

impl FindRuleset for OwnRulesets {
    fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        let instance: Instance = text.parse()?;
        let files = self.0.iter().map(Arc::as_ref).chain(catalog::all());
        RulesetFile::find(files, &instance.id)?.resolve(&instance.choices).map(Arc::new)
    }
}

/// An exception of Python while a file was read.
type ReadFailure = Arc<Mutex<Option<PyErr>>>;

/// The lines of a text, or of a Python file.
enum Lines {
    Text { text: String, at: usize },
    File { file: Py<PyAny>, failure: ReadFailure },
}

impl Iterator for Lines {
    type Item = InputLine;

    fn next(&mut self) -> Option<InputLine> {
        match self {
            Lines::Text { text, at } => {
                let rest = text.get(*at..).filter(|rest| !rest.is_empty())?;
                let line = rest.split_inclusive('\n').next()?;
                *at += line.len();
                Some(Ok(line.trim_end_matches(['\n', '\r']).to_owned()))
            }
            Lines::File { file, failure } => Python::attach(|py| {
                read_line(file.bind(py)).unwrap_or_else(|error| {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    Some(Err(LineError::End("the file cannot be read on".to_owned())))
                })
            }),
        }
    }
}

/// The next line of a Python file, whether it is opened as text or as bytes.
fn read_line(file: &Bound<'_, PyAny>) -> PyResult<Option<InputLine>> {
    let line = file.call_method1("readline", (MAX_GAME_BYTES,))?;
    if let Ok(bytes) = line.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        let decoded = text::decode(bytes).map(|line| line.trim_end_matches('\n').to_owned());
        let decoded = decoded.map_err(|error| LineError::Line(error.to_string()));
        return Ok((!bytes.is_empty()).then_some(decoded));
    }
    let line: String = line.extract().map_err(|_| PyTypeError::new_err("readline() should return text"))?;
    Ok((!line.is_empty()).then(|| Ok(line.trim_end_matches(['\n', '\r']).to_owned())))
}

/// An iterator over the games of a file or a text, PGN or JSON Lines; one game is held at a time.
///
/// A game that cannot be read raises `PgnError` with its number and line; the next call goes on
/// with the next game. `rukh.pgn.read` makes readers.
#[pyclass(name = "Reader", module = "rukh.pgn")]
pub(crate) struct PgnReader {
    games: Mutex<GameReader<'static, Lines>>,
    own: Arc<OwnRulesets>,
    failure: ReadFailure,
}

#[pymethods]
impl PgnReader {
    /// A reader of a text (str) or of an object with `readline`.
    #[new]
    #[pyo3(signature = (source, *, rulesets = Vec::new(), strict = false, dialect = None))]
    fn new(
        source: &Bound<'_, PyAny>,
        rulesets: Vec<PyRef<'_, PyRuleset>>,
        strict: bool,
        dialect: Option<&str>,
    ) -> PyResult<PgnReader> {
        let failure = ReadFailure::default();
        let lines = match source.extract::<String>() {
            Ok(text) => Lines::Text { text, at: 0 },
            Err(_) if source.hasattr("readline")? => {
                Lines::File { file: source.clone().unbind(), failure: failure.clone() }
            }
            Err(_) => {
                return Err(PyTypeError::new_err("games are read from a str or an object with readline()"));
            }
        };
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let choice = dialect.map(parse_dialect).transpose()?.map_or(DialectChoice::Auto, Into::into);
        let own = Arc::new(OwnRulesets::new(rulesets));
        let games = GameReader::with_shared_rulesets(lines, own.clone(), strictness).in_dialect(choice);
        take(&failure)?;
        Ok(PgnReader { games: Mutex::new(games), own, failure })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        // A file's `readline` may come back here, and so may another thread.
        let Some(read) = py.detach(|| self.games.try_lock().ok().map(|mut games| games.next())) else {
            return Err(PyRuntimeError::new_err("the reader is reading a game already"));
        };
        take(&self.failure)?;
        match read {
            None => Ok(None),
            Some(Ok(game)) => PgnGame::read(game, &self.own.0).map(Some),
            Some(Err(error)) => Err(errors::pgn(py, &error)),
        }
    }
}

fn take(failure: &ReadFailure) -> PyResult<()> {
    let taken = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    taken.map_or(Ok(()), Err)
}

/// A game with its headers, comments, NAGs and variations.
///
/// Args:
///     board: A board whose events are the game; its start is the game's start.
///
/// >>> import rukh, rukh.pgn
/// >>> board = rukh.Board("shatranj")
/// >>> _ = board.push_san("e3")
/// >>> game = rukh.pgn.Game(board)
/// >>> game.set_header("White", "al-Adli")
/// >>> print(game)  # doctest: +ELLIPSIS
/// [Event "?"]
/// ...
/// <BLANKLINE>
/// 1. e3 *
#[pyclass(name = "Game", module = "rukh.pgn")]
pub(crate) struct PgnGame {
    loaded: Arc<LoadedRuleset>,
    /// In a box of its own, as the game of a board is.
    record: Box<Record>,
    pub(crate) number: Option<usize>,
    pub(crate) line: Option<usize>,
    pub(crate) warnings: Vec<String>,
}

/// Number and line of a game in its file, and its warnings.
type Place = (Option<usize>, Option<usize>, Vec<String>);

impl PgnGame {
    fn read(game: ReadGame, own: &[Arc<RulesetFile>]) -> PyResult<PgnGame> {
        let ReadGame { number, line, record, warnings, .. } = game;
        let loaded = LoadedRuleset::from_rules(record.game.rules(), own)
            .ok_or_else(|| PyRuntimeError::new_err("the game's ruleset has no file"))?;
        Ok(PgnGame {
            loaded: Arc::new(loaded),
            record: Box::new(record),
            number: Some(number),
            line: Some(line),
            warnings: warnings.iter().map(ToString::to_string).collect(),
        })
    }

    pub(crate) fn from_record(loaded: Arc<LoadedRuleset>, record: Record) -> PgnGame {
        PgnGame { loaded, record: Box::new(record), number: None, line: None, warnings: Vec::new() }
    }
}

#[pymethods]
impl PgnGame {
    #[new]
    fn new(board: &PyBoard) -> PgnGame {
        PgnGame::from_record(board.loaded.clone(), Record::new((*board.game).clone()))
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        PyRuleset(self.loaded.clone())
    }

    /// The headers: the seven of every game, ``Ruleset``, and all others that are set.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            headers.set_item(name, self.record.tags.get(name).unwrap_or(unknown))?;
        }
        headers.set_item("Result", self.record.result())?;
        headers.set_item("Ruleset", self.loaded.ruleset.instance.to_string())?;
        for (name, value) in self.record.tags.iter() {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// Sets a header; those that follow from the game, such as ``Result``, cannot be set.
    ///
    /// Raises:
    ///     PgnError: What is wrong with the name or the value.
    fn set_header(&mut self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.record.tags.set(name, value).map_err(|reason| errors::pgn_value(py, name, &reason.to_string()))
    }

    /// The number of the game in its file, bad ones included, from 1; None for a game not read.
    #[getter]
    fn number(&self) -> Option<usize> {
        self.number
    }

    /// The line that the game begins in, from 1; None for a game not read.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.line
    }

    /// What a strict reader would have refused, each with its line.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// A board at the start of the game.
    fn board(&self) -> PyBoard {
        let game = &self.record.game;
        let start = rukh_rules::Game::from_position(game.rules().clone(), *game.start());
        PyBoard::from_game(self.loaded.clone(), start)
    }

    /// A board at the end of the game, which can go back to its start.
    fn end(&self) -> PyBoard {
        PyBoard::from_game(self.loaded.clone(), self.record.game.clone())
    }

    /// ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    fn result(&self) -> &'static str {
        self.record.result()
    }

    /// Comments, NAGs and variations by the number of the event that they follow; 0 is the start.
    ///
    /// An annotation is ``{"comment": text}``, ``{"nag": number}`` or ``{"variation": elements}``;
    /// an element is ``{"move": "e2e3"}``, ``{"throw": 3}``, an event as ``{"werera": event}`` or
    /// ``{"end": {"t": "resign", "side": "white"}}``, an annotation, or ``{"unread": word}`` for a word
    /// that is no legal move there. Paragraphs of a comment are its lines.
    #[getter]
    fn annotations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for seq in 0..=self.record.game.seq() {
            let here = self.record.annotations.after(seq);
            if !here.is_empty() {
                all.set_item(seq, data::list(py, here.iter().map(annotation_value))?)?;
            }
        }
        Ok(all)
    }

    /// Adds an annotation, written as in `annotations`, after the event with that number.
    ///
    /// Raises:
    ///     PgnError: There is no such event, it is no annotation, or a variation cannot be played there.
    fn annotate(&mut self, py: Python<'_>, seq: u64, annotation: &Bound<'_, PyDict>) -> PyResult<()> {
        let last = self.record.game.seq();
        if seq > last {
            let reason = format!("the game has events up to {last}");
            return Err(errors::pgn_value(py, &format!("event {seq}"), &reason));
        }
        let value = data::value(annotation)?;
        let parser = AnnotationParser { ruleset: &self.loaded.ruleset, depth: 0 };
        let parsed = parser.annotation(&value).map_err(|reason| {
            let shown: String = value.to_string().chars().take(100).collect();
            errors::pgn_value(py, &shown, &reason.to_string())
        })?;
        if matches!(parsed, Annotation::Variation(_)) {
            let mut alone = Record::new(self.record.game.clone());
            alone.annotations.push(seq, parsed.clone());
            let impossible = pgn::check_variations(&alone);
            impossible.map_err(|word| {
                errors::pgn_value(py, &word.to_string(), "cannot be played in its variation")
            })?;
        }
        self.record.annotations.push(seq, parsed);
        Ok(())
    }

    /// The game as JSON Lines: a header and one event a line. Annotations cannot be written so.
    fn to_jsonl(&self) -> String {
        record::format_jsonl(&self.record)
    }

    fn __str__(&self) -> String {
        pgn::format(&self.record).trim_end().to_owned()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Reduced<'py, (Bound<'py, PyTuple>, String, Place)>> {
        let place = (self.number, self.line, self.warnings.clone());
        reduce(py, "restore_game", (self.loaded.pickled(py)?, pgn::format(&self.record), place))
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.record.tags.get(name).unwrap_or("?");
        let events = self.record.game.seq();
        format!("<Game {:?} - {:?}, {events} events, {}>", tag("White"), tag("Black"), self.record.result())
    }
}

fn annotation_value(annotation: &Annotation) -> Value {
    match annotation {
        Annotation::Comment(text) => json!({ "comment": text }),
        Annotation::Nag(number) => json!({ "nag": number }),
        Annotation::Variation(variation) => {
            json!({ "variation": variation.elements.iter().map(element_value).collect::<Vec<_>>() })
        }
    }
}

fn element_value(element: &Element) -> Value {
    match element {
        Element::Move(mv) => json!({ "move": mv }),
        Element::Throw(face) => json!({ "throw": face }),
        Element::Werera(event) => json!({ "werera": event }),
        Element::End(event) => json!({ "end": event }),
        Element::Annotation(annotation) => annotation_value(annotation),
        Element::Unread(word) => json!({ "unread": word }),
    }
}

const ANNOTATIONS: &str =
    "an annotation is {\"comment\": text}, {\"nag\": 0 to 255} or {\"variation\": elements}";
/// What stands for something else in PGN, so that no word may contain it.
const SPECIAL: &[char] = &['(', ')', '{', '}', '[', ']', ';', '$', '%', '"', '<', '>'];

/// Reads annotations of Python, at a depth of variations.
struct AnnotationParser<'r> {
    ruleset: &'r Ruleset,
    depth: usize,
}

impl AnnotationParser<'_> {
    fn annotation(&self, value: &Value) -> Result<Annotation, Failure> {
        let wrong = || ANNOTATIONS.into();
        let entries = value.as_object().filter(|entries| entries.len() == 1).ok_or_else(wrong)?;
        let (key, value) = entries.iter().next().ok_or_else(wrong)?;
        match key.as_str() {
            "comment" => value.as_str().map(|text| Annotation::Comment(text.to_owned())).ok_or_else(wrong),
            "nag" => {
                let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
                number.map(Annotation::Nag).ok_or_else(wrong)
            }
            "variation" if self.depth >= MAX_VARIATION_DEPTH => {
                Err(format!("variations stand at most {MAX_VARIATION_DEPTH} deep within each other").into())
            }
            "variation" => {
                let inner = AnnotationParser { depth: self.depth + 1, ..*self };
                let elements = value.as_array().ok_or_else(wrong)?;
                let elements = elements.iter().map(|value| inner.element(value)).collect::<Result<_, _>>()?;
                Ok(Annotation::Variation(Variation { elements }))
            }
            _ => Err(wrong()),
        }
    }

    fn element(&self, value: &Value) -> Result<Element, Failure> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let face = value.get("throw").and_then(Value::as_u64).and_then(|face| u8::try_from(face).ok());
        if let Some(mv) = text("move") {
            return Ok(Element::Move(coordinate::parse(self.ruleset, &mv)?));
        }
        let event =
            |value: &Value| serde_json::from_value::<Event>(value.clone()).map_err(|error| error.to_string());
        if let Some(value) = value.get("werera") {
            return match event(value)? {
                event if event.is_werera() => Ok(Element::Werera(event)),
                _ => Err("a variation's `werera` should be an event of the werera".into()),
            };
        }
        if let Some(value) = value.get("end") {
            return match event(value)? {
                event if event.is_of_players() => Ok(Element::End(event)),
                _ => Err("a variation's `end` should be an end of the game, such as a resignation".into()),
            };
        }
        match (face, text("unread")) {
            (Some(face), _) => Ok(Element::Throw(face)),
            (None, Some(word)) if !is_word(&word) => Err(format!(
                "`{}` is no single word without brackets",
                word.chars().take(40).collect::<String>()
            )
            .into()),
            (None, Some(word)) => Ok(Element::Unread(word)),
            (None, None) => self.annotation(value).map(Element::Annotation),
        }
    }
}

fn is_word(text: &str) -> bool {
    let is_part =
        |letter: char| !letter.is_whitespace() && !letter.is_control() && !SPECIAL.contains(&letter);
    !text.is_empty() && text.chars().all(is_part)
}
