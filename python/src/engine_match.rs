//! `rukh.match`: matches of engines, with Elo and SPRT.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rukh_lab::engine_match::{Match, Pair, Pairing};
use rukh_lab::match_result::MatchResult;
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::player::PlayerSpec;
use rukh_lab::record::records;
use rukh_lab::referee::{Adjudication, DrawRule, ResignRule};
use rukh_lab::sprt::Sprt;
use rukh_lab::time_control::TimeControl;
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::notation::text;
use rukh_rules::{Failure, Game};

use crate::board::{PyBoard, parse_dialect};
use crate::errors;
use crate::interrupt::SignalWatch;
use crate::pgn::PgnGame;
use crate::ruleset::{LoadedRuleset, RulesetArgument};

/// The most openings that are generated for a match.
const MAX_GENERATED: u64 = 200;
/// The most games of a match.
const MAX_GAMES: u64 = 1_000_000;
/// The most games that are played at once.
const MAX_CONCURRENCY: usize = 256;

/// The result of a match so far, for the first player.
#[pyclass(name = "MatchResult", module = "rukh.match", frozen)]
pub(crate) struct PyMatchResult {
    result: MatchResult,
    sprt: Option<Sprt>,
}

#[pymethods]
impl PyMatchResult {
    /// The names of the players.
    #[getter]
    fn names(&self) -> (String, String) {
        let [first, second] = self.result.names.clone();
        (first, second)
    }

    /// Games that the first player has won.
    #[getter]
    fn wins(&self) -> u64 {
        self.result.tally.games[2]
    }

    /// Games drawn.
    #[getter]
    fn draws(&self) -> u64 {
        self.result.tally.games[1]
    }

    /// Games that the first player has lost.
    #[getter]
    fn losses(&self) -> u64 {
        self.result.tally.games[0]
    }

    /// Pairs of games with 0, ½, 1, 1½ and 2 points for the first player; zeros where games are not paired.
    #[getter]
    fn pairs(&self) -> [u64; 5] {
        self.result.tally.pairs
    }

    /// The number of independent results: pairs, or games that are not paired, without those that
    /// repeat an earlier one. The bounds of `elo` are computed from them.
    #[getter]
    fn independent(&self) -> u64 {
        self.result.sample_size()
    }

    /// Games that repeat an earlier one of the match event for event.
    #[getter]
    fn repeats(&self) -> u64 {
        self.result.repeats
    }

    /// Games that were cut off after ``max_plies``, and count as drawn.
    #[getter]
    fn cut_off(&self) -> u64 {
        self.result.cut_off
    }

    /// The first player's share of the points, 0 to 1.
    #[getter]
    fn score(&self) -> f64 {
        self.result.tally.score()
    }

    /// The Elo difference with its bounds of 95 %: estimate, lower, upper. Infinite for all or nothing.
    #[getter]
    fn elo(&self) -> (f64, f64, f64) {
        let elo = self.result.elo();
        (elo.difference, elo.low, elo.high)
    }

    /// The likelihood that the first player is the stronger one, 0 to 1.
    #[getter]
    fn los(&self) -> f64 {
        self.result.elo().los
    }

    /// The log-likelihood ratio of the SPRT; None without one.
    #[getter]
    fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr(&self.result.independent))
    }

    /// The bounds of the log-likelihood ratio; None without an SPRT.
    #[getter]
    fn llr_bounds(&self) -> Option<(f64, f64)> {
        self.sprt.map(|sprt| sprt.bounds())
    }

    /// ``accepted``, ``rejected`` or ``open``; None without an SPRT.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.sprt.map(|sprt| sprt.verdict(&self.result.independent).into())
    }

    /// For each player a dict: moves, nodes and seconds of thinking, and games lost by failures.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let player = |at: usize| {
            let (stats, failures) = (self.result.stats[at], self.result.failures[at]);
            let dict = PyDict::new(py);
            dict.set_item("name", &self.result.names[at])?;
            dict.set_item("moves", stats.moves)?;
            dict.set_item("nodes", stats.nodes)?;
            dict.set_item("seconds", stats.time.as_secs_f64())?;
            dict.set_item("time_forfeits", failures.time)?;
            dict.set_item("crashes", failures.crashes)?;
            dict.set_item("illegal_moves", failures.illegal)?;
            Ok(dict)
        };
        PyTuple::new(py, [0, 1].map(player).into_iter().collect::<PyResult<Vec<_>>>()?)
    }

    fn __str__(&self) -> String {
        self.result.summary(self.sprt.as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<MatchResult {}>", self.__str__())
    }
}

/// What Python says of a match.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MatchSettings<'py> {
    games: u64,
    paired: bool,
    nodes: Option<u64>,
    depth: Option<u32>,
    tc: Option<String>,
    sprt: Option<(f64, f64)>,
    openings: Option<Vec<PyRef<'py, PyBoard>>>,
    concurrency: usize,
    seed: u64,
    max_plies: usize,
    resign: Option<(usize, i32)>,
    draw: Option<(usize, usize, i32)>,
    time_margin: f64,
    on_pair: Option<Bound<'py, PyAny>>,
}

impl MatchSettings<'_> {
    fn time_control(&self) -> Result<TimeControl, Failure> {
        let given = [
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("tc", self.tc.clone()),
        ];
        let mut given = given.into_iter().filter_map(|(key, value)| Some((key, value?)));
        match (given.next(), given.next()) {
            (Some((key, value)), None) => Ok(TimeControl::parse(key, &value)?),
            (None, _) => Ok(TimeControl::Nodes(10_000)),
            _ => Err("give one of `nodes`, `depth` and `tc`".into()),
        }
    }

    fn adjudication(&self) -> Result<Adjudication, Failure> {
        let positive = |counts: &[usize]| counts.iter().all(|count| *count > 0);
        let resign = self.resign.map(|(moves, behind)| ResignRule { moves, behind });
        let draw = self.draw.map(|(from_ply, moves, within)| DrawRule { from_ply, moves, within });
        if resign.is_some_and(|rule| !positive(&[rule.moves]) || rule.behind <= 0) {
            return Err("`resign` should be moves and centipawns, both positive".into());
        }
        if draw.is_some_and(|rule| !positive(&[rule.from_ply, rule.moves]) || rule.within < 0) {
            return Err("`draw` should be a ply, moves and centipawns, all positive".into());
        }
        let margin = Duration::try_from_secs_f64(self.time_margin);
        let time_margin = margin.map_err(|_| "`time_margin` should be seconds from 0 on")?;
        if self.max_plies == 0 {
            return Err("`max_plies` should be positive".into());
        }
        Ok(Adjudication { max_plies: self.max_plies, resign, draw, time_margin })
    }

    fn check(&self) -> Result<(), Failure> {
        if self.games < 2 || self.games > MAX_GAMES {
            return Err(format!(
                "`games` should be a number from 2 to {MAX_GAMES}; they are played two at a time"
            )
            .into());
        }
        if self.concurrency == 0 || self.concurrency > MAX_CONCURRENCY {
            return Err(format!("`concurrency` should be a number from 1 to {MAX_CONCURRENCY}").into());
        }
        Ok(())
    }

    fn openings(&self, loaded: &LoadedRuleset) -> Result<Vec<Game>, Failure> {
        let Some(boards) = &self.openings else { return made_openings(self, loaded) };
        if boards.is_empty() {
            return Err("there is no board among `openings`".into());
        }
        let start = |board: &PyRef<'_, PyBoard>| {
            if *board.loaded.ruleset != *loaded.ruleset {
                return Err(format!("an opening is of `{}`", board.loaded.ruleset.instance).into());
            }
            if board.game.outcome().is_some() {
                return Err(format!("the game is over in an opening: {}", board.game.fen()).into());
            }
            Ok(Game::from_position(board.game.rules().clone(), *board.game.position()))
        };
        boards.iter().map(start).collect()
    }
}

/// The fixed set of a ruleset, else as many generated openings as there are pairs.
fn made_openings(settings: &MatchSettings<'_>, loaded: &LoadedRuleset) -> Result<Vec<Game>, Failure> {
    if let Some(set) = OpeningSet::built_in(&loaded.ruleset) {
        return Ok(set.games().to_vec());
    }
    let count = MAX_GENERATED.min(settings.games / 2) as usize;
    let set = OpeningGenerator::new(&loaded.ruleset, count, settings.seed).generate(&loaded.ruleset);
    set.map(|set| set.games().to_vec()).map_err(|error| format!("no openings could be made: {error}").into())
}

fn spec(text: &str, loaded: &LoadedRuleset, settings: &MatchSettings<'_>) -> Result<PlayerSpec, Failure> {
    let spec: PlayerSpec = text.parse().map_err(|error| format!("player `{text}`: {error}"))?;
    if spec.has_own_limits() && (settings.nodes.is_some() || settings.depth.is_some()) {
        return Err(
            format!("player `{text}`: a level sets its own limits; give the match a `tc` or none").into()
        );
    }
    spec.check(&loaded.ruleset).map_err(|error| format!("player `{text}`: {error}"))?;
    Ok(spec)
}

/// The openings of a text: a list of FENs, EPD or moves, or games.
///
/// # Errors
/// `EngineError` with everything that is wrong, each with its line.
#[pyfunction]
pub(crate) fn parse_openings(
    py: Python<'_>,
    text: &[u8],
    ruleset: RulesetArgument,
    dialect: Option<&str>,
) -> PyResult<Vec<PyBoard>> {
    let loaded = ruleset.0;
    let choice = dialect.map(parse_dialect).transpose()?.map_or(DialectChoice::Auto, Into::into);
    let text = text::decode(text).map_err(|error| errors::engine(py, "openings", &error.to_string()))?;
    let set =
        OpeningSet::parse_in(&text, &loaded.ruleset, choice).map_err(|found| errors::openings(py, &found))?;
    Ok(set.games().iter().map(|game| PyBoard::from_game(loaded.clone(), game.clone())).collect())
}

/// Plays a match with settings that `rukh.match.play` has named.
///
/// # Errors
/// `EngineError`, or what a signal or the callback raised.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    ruleset: RulesetArgument,
    first: &str,
    second: &str,
    settings: MatchSettings<'_>,
) -> PyResult<PyMatchResult> {
    let loaded = ruleset.0;
    let wrong = |reason: Failure| errors::engine(py, "match", &reason.to_string());
    settings.check().map_err(wrong)?;
    let sprt = settings.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1)).transpose();
    let sprt = sprt.map_err(wrong)?;
    let engine_match = Match {
        specs: [spec(first, &loaded, &settings), spec(second, &loaded, &settings)]
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
            .map_err(wrong)?
            .try_into()
            .expect("there are two players"),
        time_control: settings.time_control().map_err(wrong)?,
        adjudication: settings.adjudication().map_err(wrong)?,
        openings: settings.openings(&loaded).map_err(wrong)?,
        ruleset: loaded.ruleset.clone(),
        pairs: settings.games / 2,
        pairing: if settings.paired { Pairing::Reversed } else { Pairing::Independent },
        sprt,
        concurrency: settings.concurrency,
        seed: settings.seed,
        luck_depth: None,
    };
    if engine_match.may_repeat_games() {
        let text = c"both players are equal, so the two games of a pair can be the same; try paired=False";
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), text, 2)?;
    }
    let on_pair = settings.on_pair.map(Bound::unbind);
    let watch = SignalWatch::new();
    let mut failure = None;
    let played = py.detach(|| {
        engine_match.run_until(&|| watch.is_raised(), &mut |pair, standing| {
            let Some(callback) = &on_pair else { return ControlFlow::Continue(()) };
            match tell(callback, &engine_match, &loaded, pair, standing) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    watch.finish()?;
    failure.map_or(Ok(()), Err)?;
    let result = played.map_err(|error| errors::engine(py, "match", &error.to_string()))?;
    Ok(PyMatchResult { result, sprt })
}

/// Calls back with the standing and both games of a pair.
fn tell(
    callback: &Py<PyAny>,
    engine_match: &Match,
    loaded: &Arc<LoadedRuleset>,
    pair: &Pair,
    standing: &MatchResult,
) -> PyResult<()> {
    let [first, second] = records(engine_match, standing, pair, None);
    Python::attach(|py| {
        let result = PyMatchResult { result: standing.clone(), sprt: engine_match.sprt };
        let game = |record| Py::new(py, PgnGame::from_record(loaded.clone(), record));
        callback.call1(py, (result, game(first)?, game(second)?)).map(drop)
    })
}
