//! Search and analysis in a worker.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use rukh_engine::explanation::{BUNDLES, Explainer};
use rukh_engine::{DecisionRequest, Engine, EntryExchange, Level, SearchLimits};
use rukh_lab::analysis::{Analyser, AnalysisLimit, AnalysisSettings, NodeEval};
use rukh_lab::endings::{Ending, EndingExercise};
use rukh_lab::review::{self, GameReview};
use rukh_rules::message::{Locale, Message};
use rukh_rules::notation::coordinate;
use rukh_rules::{Move, Node, Ruleset};
use rukh_session::wire::message::{Phrase, WireMessage};
use rukh_tablebase::Tables;

use crate::data::{
    ChoiceOptions, EvalReasonData, ExerciseOptions, ExplainOptions, ExplanationData, FaceEval, GameEvent,
    ReviewProgressData, SearchInfo, SearchOptions,
};
use crate::error::{Problem, ProblemKind};
use crate::game::{PlayedGame, compiled, event_data};
use rukh_rules::Side;

/// The largest table, in MiB.
const MAX_HASH_MB: u32 = 1024;
/// The most best moves that are looked for.
const MAX_LINES: usize = 500;

/// Nodes of the search for threats, if no other number is given.
const EXPLAIN_NODES: u64 = 5_000;

static ENGLISH: LazyLock<Locale> = LazyLock::new(|| {
    Locale::english_with(&[BUNDLES[0].1]).expect("the English bundles are compiled in and tested")
});

fn problem(place: &str, message: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::Engine, place, message)
}

/// A condition that ends a search.
pub(crate) type Stop = fn() -> bool;

/// Makes the place where this worker's engine exchanges entries with those of other workers.
pub(crate) type MakeExchange = fn(&Ruleset) -> Box<dyn EntryExchange>;

/// An engine that keeps what it has learned of one ruleset.
#[derive(Debug)]
pub(crate) struct Searcher {
    hash_mb: usize,
    stop: Stop,
    exchange: Option<MakeExchange>,
    engine: Option<Engine>,
}

impl Searcher {
    pub(crate) fn new(hash_mb: u32, stop: Stop) -> Result<Searcher, Problem> {
        if !(1..=MAX_HASH_MB).contains(&hash_mb) {
            return Err(problem(&format!("hashMb: {hash_mb}"), format!("should be 1 to {MAX_HASH_MB}")));
        }
        Ok(Searcher { hash_mb: hash_mb as usize, stop, exchange: None, engine: None })
    }

    /// This searcher, exchanging entries with others.
    pub(crate) fn with_exchange(self, exchange: Option<MakeExchange>) -> Searcher {
        Searcher { exchange, ..self }
    }

    /// Forgets all earlier searches.
    pub(crate) fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn engine(&mut self, ruleset: &Arc<Ruleset>) -> &mut Engine {
        let is_fitting = self.engine.as_ref().is_some_and(|engine| **engine.ruleset() == **ruleset);
        if !is_fitting {
            self.engine = None;
            let mut engine = Engine::with_tt_entries(ruleset.clone(), 0).with_shared_tables();
            engine.resize_tt(self.hash_mb);
            if let Some(exchange) = self.exchange {
                engine.exchange_entries(exchange(ruleset));
            }
            self.engine = Some(engine);
        }
        self.engine.as_mut().expect("an engine was just made")
    }

    /// Searches a position and reports every depth.
    pub(crate) fn search(
        &mut self,
        played: &PlayedGame,
        options: &SearchOptions,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Result<SearchInfo, Problem> {
        let game = &played.game;
        match game.node() {
            Node::Over(_) => return Err(problem("game", "the game is over")),
            Node::Werera(_) => return Err(problem("game", "in the werera there are no turns to search")),
            Node::Chance(_) | Node::Choice(_) => {}
        }
        let stop = self.stop;
        let limits = limits(played, options)?;
        let limits = limits.with_stop(&stop);
        let ruleset = game.ruleset().clone();
        let engine = self.engine(&ruleset);
        let found =
            engine.search_with_reports(game, &limits, options.seed.unwrap_or(0).into(), &mut |found| {
                report(&SearchInfo::new(&ruleset, found));
            });
        Ok(SearchInfo::new(&ruleset, &found))
    }

    /// The decision of a level: an event, or `None` to wait in the werera.
    pub(crate) fn choose(
        &mut self,
        played: &PlayedGame,
        options: &ChoiceOptions,
    ) -> Result<Option<GameEvent>, Problem> {
        let game = &played.game;
        let level = Level::new(options.level)
            .ok_or_else(|| problem(&format!("level: {}", options.level), "should be 1 to 8"))?;
        let side = match (options.side, &played.acting()[..]) {
            (Some(side), _) => side,
            (None, [only]) => *only,
            (None, _) => return Err(problem("side", "should be given where both sides may act, or none")),
        };
        let request = DecisionRequest { game, side, level, seed: options.seed };
        let engine = self.engine(game.ruleset());
        let decision = match options.since_ready {
            Some(since) => engine.choose_against_human(request, Duration::from_millis(since)),
            None => engine.choose(game, side, level, options.seed),
        };
        let decision = decision.ok_or_else(|| problem(side.name(), "has nothing to decide now"))?;
        Ok(decision.event(game.ruleset(), side).as_ref().map(event_data))
    }

    /// Whether a side agrees to a draw that the other offers in turns.
    pub(crate) fn agrees_to_draw(&mut self, played: &PlayedGame, side: Side) -> bool {
        let stop = self.stop;
        self.engine(played.game.ruleset()).agrees_to_draw(&played.game, side, &stop)
    }

    /// The static evaluation for the side to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&mut self, played: &PlayedGame) -> i32 {
        self.engine(played.game.ruleset()).evaluate(&played.game)
    }

    /// The value of each face of the die that is thrown next.
    pub(crate) fn faces(
        &mut self,
        played: &PlayedGame,
        options: &SearchOptions,
    ) -> Result<Vec<FaceEval>, Problem> {
        let ruleset = played.game.ruleset();
        let NodeEval::Chance(faces) = self.analyser(ruleset, options)?.eval_node(&played.game) else {
            return Err(problem("game", "no throw is due now"));
        };
        Ok(FaceEval::all(ruleset, &faces))
    }

    /// Reviews a game, by the limit of every review if no other is given.
    pub(crate) fn review(
        &mut self,
        played: &PlayedGame,
        options: &SearchOptions,
        report: &mut dyn FnMut(&ReviewProgressData),
    ) -> Result<GameReview, Problem> {
        let ruleset = played.game.ruleset();
        let mut analyser = match (options.depth, options.nodes) {
            (None, None) => self.analyser_with(ruleset, review::settings(ruleset, self.hash_mb))?,
            _ => self.analyser(ruleset, options)?,
        };
        let found = review::review(&mut analyser, &played.game, &mut |done, total| {
            report(&ReviewProgressData { done, total });
        });
        found.ok_or_else(|| problem("game", "its review was stopped"))
    }

    fn analyser(&self, ruleset: &Arc<Ruleset>, options: &SearchOptions) -> Result<Analyser, Problem> {
        let limit = match options {
            SearchOptions { depth: Some(depth), nodes: None, .. } => AnalysisLimit::Depth(*depth),
            SearchOptions { depth: None, nodes: Some(nodes), .. } => AnalysisLimit::Nodes(*nodes),
            _ => return Err(problem("limit", "should be either a depth or a number of nodes")),
        };
        if options.moves.is_some() || options.seed.is_some() {
            return Err(problem(
                "options",
                "should have no moves and no seed: an analysis looks at all moves",
            ));
        }
        let lines = lines(options)?;
        self.analyser_with(ruleset, AnalysisSettings { limit, mebibytes: self.hash_mb, lines, threads: 1 })
    }

    fn analyser_with(&self, ruleset: &Arc<Ruleset>, settings: AnalysisSettings) -> Result<Analyser, Problem> {
        let analyser = Analyser::new(ruleset.clone(), settings, None);
        Ok(analyser.map_err(|error| problem("ruleset", error.to_string()))?.with_stop(self.stop))
    }
}

/// What solved endings say of a position. A table that is not there yet is computed first.
pub(crate) fn endings(played: &PlayedGame) -> Ending {
    Ending::of(&Tables::shared(played.game.ruleset()), &played.game)
}

/// A won ending to practise, if there is one.
pub(crate) fn exercise(options: &ExerciseOptions) -> Result<Option<EndingExercise>, Problem> {
    let rules = compiled(&options.ruleset)?;
    let ExerciseOptions { least, most, seed, .. } = *options;
    Ok(EndingExercise::draw(&Tables::shared(rules.ruleset()), least..=most, seed.into()))
}

/// Why a position is valued as it is, or what a move changes, in words.
pub(crate) fn explain(played: &PlayedGame, options: &ExplainOptions) -> Result<ExplanationData, Problem> {
    let game = &played.game;
    let (ruleset, nodes) = (game.ruleset(), options.nodes.unwrap_or(EXPLAIN_NODES));
    let mut explainer =
        Explainer::new(ruleset, None).map_err(|error| problem("ruleset", error.to_string()))?;
    let found = match &options.mv {
        None => explainer.explain(game, nodes),
        Some(text) => {
            let mv = coordinate::parse_legal(ruleset, &game.legal_moves(), text)
                .map_err(|message| Problem::illegal(text, message, "illegal"))?;
            explainer.explain_move(game, mv, nodes)
        }
    };
    let message = |message: &Message| WireMessage {
        english: ENGLISH.text(message),
        phrase: Some(Box::new(Phrase::from(message))),
    };
    let reasons = found.reasons.iter().map(|reason| EvalReasonData {
        side: reason.side,
        centipawns: reason.centipawns,
        message: message(&reason.message),
    });
    Ok(ExplanationData { reasons: reasons.collect(), threats: found.threats.iter().map(message).collect() })
}

fn lines(options: &SearchOptions) -> Result<usize, Problem> {
    let lines = options.multipv.unwrap_or(1);
    if lines == 0 || lines > MAX_LINES {
        return Err(problem(&format!("multipv: {lines}"), format!("should be 1 to {MAX_LINES}")));
    }
    Ok(lines)
}

fn limits<'a>(played: &PlayedGame, options: &SearchOptions) -> Result<SearchLimits<'a>, Problem> {
    if options.depth == Some(0) || options.nodes == Some(0) {
        return Err(problem("limit", "depth and nodes should be positive"));
    }
    let limits = SearchLimits::nodes(options.nodes.unwrap_or(u64::MAX))
        .with_depth(options.depth.unwrap_or(u32::MAX))
        .with_multipv(lines(options)?);
    let Some(moves) = &options.moves else { return Ok(limits) };
    let legal = played.game.legal_moves();
    let parse = |text: &String| {
        let parsed = coordinate::parse_legal(played.game.ruleset(), &legal, text);
        parsed.map_err(|message| Problem::illegal(text, message, "illegal"))
    };
    let roots = moves.iter().map(parse).collect::<Result<Vec<Move>, Problem>>()?;
    if roots.is_empty() {
        return Err(problem("moves", "should be at least one legal move"));
    }
    Ok(limits.with_search_moves(roots))
}
