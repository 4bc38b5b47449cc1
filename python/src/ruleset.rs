//! `rukh.Ruleset`: a game's laws as data, with their sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple};
use quick_cache::sync::Cache;
use rukh_rules::notation::text;
use rukh_rules::shape::Any;
use rukh_rules::{
    Cell, Failure, Geometry, Instance, LoadError, Rules, Ruleset, RulesetData, RulesetFile, Side, catalog,
};
use serde_json::json;

use crate::pickle::{Reduced, reduce};
use crate::{data, errors};

/// The most rulesets of the catalog that stay compiled.
const MAX_CACHED: usize = 64;

/// A ruleset with the file it comes from, compiled when it is first played.
pub(crate) struct LoadedRuleset {
    pub(crate) file: Arc<RulesetFile>,
    pub(crate) ruleset: Arc<Ruleset>,
    rules: OnceLock<Arc<Rules<Any>>>,
    pickled: PyOnceLock<Py<PyTuple>>,
}

/// What a pickle keeps of a ruleset: its name, its fingerprint, and the text of a file that is not built in.
pub(crate) type PickledRuleset = (String, String, Option<String>);

impl LoadedRuleset {
    fn resolve(file: RulesetFile, choices: &BTreeMap<String, String>) -> Result<LoadedRuleset, LoadError> {
        let ruleset = Arc::new(file.resolve(choices)?);
        Ok(LoadedRuleset::new(Arc::new(file), ruleset))
    }

    fn new(file: Arc<RulesetFile>, ruleset: Arc<Ruleset>) -> LoadedRuleset {
        LoadedRuleset { file, ruleset, rules: OnceLock::new(), pickled: PyOnceLock::new() }
    }

    /// A ruleset that the rules of a game were compiled from.
    pub(crate) fn from_rules(rules: &Arc<Rules<Any>>, own: &[Arc<RulesetFile>]) -> Option<LoadedRuleset> {
        let ruleset = rules.ruleset().clone();
        let built_in = || catalog::file(&ruleset.instance.id).ok().map(|file| Arc::new(file.clone()));
        let file = own.iter().find(|file| file.id() == ruleset.instance.id).cloned().or_else(built_in)?;
        let loaded = LoadedRuleset::new(file, ruleset);
        loaded.rules.get_or_init(|| rules.clone());
        Some(loaded)
    }

    pub(crate) fn rules(&self) -> &Arc<Rules<Any>> {
        self.rules.get_or_init(|| Arc::new(Rules::compile(self.ruleset.clone())))
    }

    /// Whether both are the same ruleset, so that what is of one is of the other.
    pub(crate) fn is_same(&self, other: &LoadedRuleset) -> bool {
        Arc::ptr_eq(&self.ruleset, &other.ruleset) || *self.ruleset == *other.ruleset
    }

    pub(crate) fn geometry(&self) -> Geometry {
        self.ruleset.geometry
    }

    /// What a pickle keeps of the ruleset: always the same object, which a pickle of many moves has once.
    pub(crate) fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pickled = self.pickled.get_or_try_init(py, || {
            let name = self.ruleset.instance.to_string();
            let is_built_in = built_in(&name).is_ok_and(|known| *known.ruleset == *self.ruleset);
            let text = (!is_built_in).then(|| self.file.text());
            (name, self.ruleset.hash(), text).into_pyobject(py).map(Bound::unbind)
        })?;
        Ok(pickled.bind(py).clone())
    }
}

/// A ruleset from what a pickle has kept of it.
///
/// # Errors
/// There is no such ruleset, or its laws have changed since.
pub(crate) fn restored(py: Python<'_>, (name, hash, text): PickledRuleset) -> PyResult<Arc<LoadedRuleset>> {
    let loaded = match &text {
        None => built_in(&name),
        Some(text) => cached(&format!("{name}\n{text}"), || {
            let choices = name.parse::<Instance>()?.choices;
            LoadedRuleset::resolve(RulesetFile::parse("<pickle>", text, catalog::text)?, &choices)
        }),
    };
    let loaded = loaded.map_err(|error| errors::ruleset(py, &error))?;
    if loaded.pickled(py)?.get_item(1)?.extract::<String>()? != hash {
        return Err(errors::ruleset_file(py, &name, "its laws have changed since this was pickled"));
    }
    Ok(loaded)
}

/// A built-in ruleset by its instance.
fn built_in(name: &str) -> Result<Arc<LoadedRuleset>, LoadError> {
    cached(name, || {
        let instance: Instance = name.parse()?;
        LoadedRuleset::resolve(catalog::file(&instance.id)?.clone(), &instance.choices)
    })
}

/// The ruleset of a key; those asked for before stay compiled.
fn cached(
    name: &str,
    load: impl FnOnce() -> Result<LoadedRuleset, LoadError>,
) -> Result<Arc<LoadedRuleset>, LoadError> {
    static CACHE: LazyLock<Cache<String, Arc<LoadedRuleset>>> = LazyLock::new(|| Cache::new(MAX_CACHED));
    CACHE.get_or_insert_with(name, || load().map(Arc::new))
}

/// The text of a file, or why it cannot be read.
fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(text::decode(&bytes).map_err(|error| error.to_string())?.into_owned())
}

/// The laws of a game: board, pieces, arrays and every law with its source.
///
/// Args:
///     name: A built-in ruleset, with options in brackets: ``senterej[saba=G]``.
///
/// Raises:
///     RulesetError: No such ruleset, option or choice.
///
/// >>> from rukh import Ruleset
/// >>> shatranj = Ruleset("shatranj")
/// >>> shatranj.title, shatranj.files, shatranj.ranks
/// ('Shatranj', 8, 8)
/// >>> Ruleset("senterej[saba=G]").name
/// 'senterej[saba=G]'
#[pyclass(name = "Ruleset", module = "rukh", frozen)]
#[derive(Clone)]
pub(crate) struct PyRuleset(pub(crate) Arc<LoadedRuleset>);

#[pymethods]
impl PyRuleset {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<PyRuleset> {
        built_in(name).map(PyRuleset).map_err(|error| errors::ruleset(py, &error))
    }

    /// Reads a ruleset file of your own.
    ///
    /// Args:
    ///     path: A TOML file; what it extends is looked for beside it, then among the built-in ones.
    ///     options: A choice for each option that is not to have its default.
    ///
    /// Raises:
    ///     RulesetError: Every complaint about the file, with its line.
    #[staticmethod]
    #[pyo3(signature = (path, options = None))]
    fn from_file(
        py: Python<'_>,
        path: PathBuf,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<PyRuleset> {
        let shown = path.display().to_string();
        let source = read(&path).map_err(|reason| errors::ruleset_file(py, &shown, &reason.to_string()))?;
        let beside = |path: &Path| if path.is_file() { Ok(Some(read(path)?)) } else { Ok(None) };
        let loaded = RulesetFile::parse_own(&path, &source, beside)
            .and_then(|file| LoadedRuleset::resolve(file, &options.unwrap_or_default()));
        loaded.map(|loaded| PyRuleset(Arc::new(loaded))).map_err(|error| errors::ruleset(py, &error))
    }

    /// Reads a ruleset from the text of a TOML file.
    ///
    /// Args:
    ///     text: The file's text; it may extend a built-in ruleset.
    ///     options: A choice for each option that is not to have its default.
    ///
    /// Raises:
    ///     RulesetError: Every complaint about the text, with its line.
    #[staticmethod]
    #[pyo3(signature = (text, options = None))]
    fn from_text(
        py: Python<'_>,
        text: &str,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<PyRuleset> {
        let loaded = RulesetFile::parse("<text>", text, catalog::text)
            .and_then(|file| LoadedRuleset::resolve(file, &options.unwrap_or_default()));
        loaded.map(|loaded| PyRuleset(Arc::new(loaded))).map_err(|error| errors::ruleset(py, &error))
    }

    /// The ruleset's id, without options: ``senterej``.
    #[getter]
    fn id(&self) -> &str {
        &self.0.ruleset.instance.id
    }

    /// The id and the options chosen: ``senterej[saba=G]``. Defaults are left out.
    #[getter]
    fn name(&self) -> String {
        self.0.ruleset.instance.to_string()
    }

    /// The game's name in English.
    #[getter]
    fn title(&self) -> &str {
        &self.0.ruleset.about.name
    }

    /// One sentence about the game.
    #[getter]
    fn summary(&self) -> &str {
        &self.0.ruleset.about.summary
    }

    /// A paragraph or more about the game.
    #[getter]
    fn description(&self) -> &str {
        &self.0.ruleset.about.description
    }

    /// The revision, raised whenever a law changes.
    #[getter]
    fn revision(&self) -> u32 {
        self.0.ruleset.revision
    }

    /// The fingerprint of everything that decides a game: 16 hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        self.0.ruleset.hash()
    }

    /// The number of files (columns).
    #[getter]
    fn files(&self) -> u8 {
        self.0.geometry().files()
    }

    /// The number of ranks (rows).
    #[getter]
    fn ranks(&self) -> u8 {
        self.0.geometry().ranks()
    }

    /// Whether a die is thrown before each move.
    #[getter]
    fn has_die(&self) -> bool {
        self.0.ruleset.has_die()
    }

    /// Whether the game begins with a werera, in which both sides move at will.
    #[getter]
    fn has_werera(&self) -> bool {
        self.0.ruleset.has_werera()
    }

    /// The kinds of piece: letter, name, names by language, move in Betza notation, sources.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::object(py, &json!(self.data().pieces))
    }

    /// The starting arrangements: id, title, placement, the FEN that a game starts from, sources.
    #[getter]
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::object(py, &json!(self.data().arrays))
    }

    /// The FEN that a game starts from.
    #[getter]
    fn starting_fen(&self) -> String {
        self.data().starting_fen
    }

    /// The options with their choices: the key, title, default and sources of each.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::object(py, &json!(self.data().options))
    }

    /// Every law: its key, heading, chosen variant, sentences, parameters and sources.
    #[getter]
    fn laws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::object(py, &json!(self.data().laws))
    }

    /// Every work that is cited: the citation as laws write it, the work in full, its addresses.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::object(py, &json!(self.data().sources))
    }

    /// The name of a square: ``a1`` for 0.
    ///
    /// >>> import rukh
    /// >>> rukh.Ruleset("shatranj").square_name(8)
    /// 'a2'
    fn square_name(&self, py: Python<'_>, square: usize) -> PyResult<String> {
        Ok(self.0.geometry().name(self.cell(py, square)?))
    }

    /// The number of a square, counted from a1, rank by rank: 8 for ``a2`` on a board of 8 files.
    fn parse_square(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        let found = self.0.geometry().parse_cell(name);
        found.map(Cell::index).ok_or_else(|| errors::square(py, name, &self.0.ruleset))
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("Ruleset({:?})", self.name())
    }

    fn __eq__(&self, other: &PyRuleset) -> bool {
        self.0.is_same(&other.0)
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.hash(), 16).unwrap_or_default()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        reduce(py, "restore_ruleset", self.0.pickled(py)?)
    }
}

impl PyRuleset {
    fn data(&self) -> RulesetData<'_> {
        RulesetData::new(self.0.rules())
    }

    fn cell(&self, py: Python<'_>, square: usize) -> PyResult<Cell> {
        let found = self.0.geometry().all().nth(square);
        found.ok_or_else(|| errors::square(py, &square.to_string(), &self.0.ruleset))
    }
}

/// What Python may give for a ruleset: a `Ruleset`, or the name of a built-in one.
pub(crate) struct RulesetArgument(pub(crate) Arc<LoadedRuleset>);

impl<'py> FromPyObject<'_, 'py> for RulesetArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<RulesetArgument> {
        if let Ok(ruleset) = given.cast::<PyRuleset>() {
            return Ok(RulesetArgument(ruleset.get().0.clone()));
        }
        let name: String = given.extract().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err("a ruleset should be a rukh.Ruleset or its name")
        })?;
        built_in(&name).map(RulesetArgument).map_err(|error| errors::ruleset(given.py(), &error))
    }
}

/// What Python may give for a square: its number or its name.
pub(crate) fn square_argument(loaded: &LoadedRuleset, given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    if let Ok(name) = given.extract::<String>() {
        let found = loaded.geometry().parse_cell(&name);
        return found.ok_or_else(|| errors::square(given.py(), &name, &loaded.ruleset));
    }
    let number: usize = given.extract()?;
    let found = loaded.geometry().all().nth(number);
    found.ok_or_else(|| errors::square(given.py(), &number.to_string(), &loaded.ruleset))
}

/// The ids of the built-in rulesets.
///
/// >>> import rukh
/// >>> "senterej" in rukh.rulesets()
/// True
#[pyfunction]
pub(crate) fn rulesets(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, catalog::ids())
}

/// A side as Python writes it: True for White, False for Black.
pub(crate) fn side(color: bool) -> Side {
    if color { Side::White } else { Side::Black }
}

/// A side for Python: True for White.
pub(crate) fn color(side: Side) -> bool {
    side == Side::White
}
