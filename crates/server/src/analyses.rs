//! Analyses of positions, for readers whose own device runs no engine: searches of bounded cost on
//! the seats of the pool.

use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, SearchLimits, SharedTables, Tables, Wait};
use rukh_engine_pool::{EnginePool, Owner, SearchHandle, StopCondition};
use rukh_lab::analysis::{Analyser, AnalysisLimit, AnalysisSettings, NodeEval};
use rukh_lab::search_info::{FaceEval, SearchInfo};
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::{Event, Game, Node};
use tokio::sync::mpsc;

use crate::admission::{Admission, WorkClass};
use crate::error::ApiError;
use crate::library::RulesetLibrary;
use crate::say;
use crate::session::Rejection;
use crate::wire::analysis::{AnalysisMessage, AnalysisRequest, GameLog};

/// Nodes of a search: those of a move of the highest level, which the server gives to everybody.
const NODES: u64 = 2_000_000;
/// Nodes of the search of a face of the die.
const FACE_NODES: u64 = 60_000;
/// Size of the table of a search, in mebibytes.
const TABLE_MEBIBYTES: usize = 16;
/// The most best moves that are looked for.
const MAX_LINES: usize = 5;

/// A position to analyse.
#[derive(Debug, Clone)]
pub struct AnalysisTask {
    game: Game,
    lines: usize,
}

impl AnalysisTask {
    /// The position that the game of a request has come to; in the werera as if turns began with it.
    ///
    /// # Errors
    /// There is no such game, or nothing to search in it.
    pub fn new(request: AnalysisRequest, library: &RulesetLibrary) -> Result<AnalysisTask, ApiError> {
        let AnalysisRequest { game, lines } = request;
        if !(1..=MAX_LINES).contains(&lines) {
            let message = format!("`lines` is {lines}; it should be 1 to {MAX_LINES}");
            return Err(ApiError::input("bad_lines", message));
        }
        let mut game = replay(game, library)?;
        if matches!(game.node(), Node::Werera(_)) {
            apply(&mut game, Event::Turns { why: "agreed".to_owned() }, "the begin of turns")?;
        }
        if matches!(game.node(), Node::Over(_)) {
            return Err(Rejection::new("game_over", say::host::error_over()).into());
        }
        Ok(AnalysisTask { game, lines })
    }

    /// The maximum number of nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match self.game.node() {
            Node::Chance(faces) => FACE_NODES * faces.len() as u64,
            _ => NODES,
        }
    }

    /// Searches until the limit is reached or `stop` returns true.
    fn search(&self, tables: &SharedTables, stop: StopCondition, report: &mut dyn FnMut(AnalysisMessage)) {
        let tables = tables.of(self.game.ruleset());
        match self.game.node() {
            Node::Chance(_) => self.value_faces(tables, stop, report),
            _ => self.search_lines(tables, &*stop, report),
        }
    }

    fn search_lines(
        &self,
        tables: Arc<Tables>,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(AnalysisMessage),
    ) {
        let since = Instant::now();
        let ruleset = self.game.ruleset().clone();
        let mut engine = Engine::with_tt_entries(ruleset.clone(), 0).with_tables(tables);
        engine.resize_tt(TABLE_MEBIBYTES);
        let limits = SearchLimits::nodes(NODES).with_multipv(self.lines).with_stop(&stop);
        engine.search_with_reports(&self.game, &limits, 0, &mut |found| {
            let time = since.elapsed().as_millis() as u64;
            report(AnalysisMessage::Depth { time, info: SearchInfo::new(&ruleset, found) });
        });
    }

    fn value_faces(&self, tables: Arc<Tables>, stop: StopCondition, report: &mut dyn FnMut(AnalysisMessage)) {
        let ruleset = self.game.ruleset();
        let limit = AnalysisLimit::Nodes(FACE_NODES);
        let settings = AnalysisSettings { limit, mebibytes: TABLE_MEBIBYTES, lines: 1, threads: 1 };
        let analyser = Analyser::new(ruleset.clone(), settings, None);
        let analyser = analyser.expect("no evaluation file is given").with_tables(tables);
        let mut analyser = analyser.with_stop(stop).with_wait(Wait::Never);
        if let NodeEval::Chance(faces) = analyser.eval_node(&self.game) {
            let faces = FaceEval::all(ruleset, &faces);
            report(AnalysisMessage::Faces { faces });
        }
    }
}

fn replay(log: GameLog, library: &RulesetLibrary) -> Result<Game, ApiError> {
    let rules = library.rules(&log.ruleset.name)?;
    let start = fen::parse(&rules, &log.start, Dialect::Own).map_err(ApiError::Position)?;
    let mut game = Game::from_position(rules, start);
    for (index, event) in log.events.into_iter().enumerate() {
        apply(&mut game, event, &format!("`game.events[{index}]`"))?;
    }
    Ok(game)
}

fn apply(game: &mut Game, event: Event, place: &str) -> Result<(), ApiError> {
    let shown = serde_json::to_string(&event).unwrap_or_default();
    let refused = game.apply(event, None).map(|_| ());
    refused.map_err(|refusal| {
        let problem = format!("{place} is {shown}, which the rules refuse: {}", refusal.message);
        ApiError::input("illegal_event", problem)
    })
}

/// An analysis under way: dropping it ends the search.
#[derive(Debug)]
pub struct RunningAnalysis {
    messages: mpsc::UnboundedReceiver<AnalysisMessage>,
    _handle: SearchHandle,
}

impl RunningAnalysis {
    /// The next message; `None` after the last one.
    pub async fn next(&mut self) -> Option<AnalysisMessage> {
        self.messages.recv().await
    }
}

/// The analyses of a node.
#[derive(Clone)]
pub struct Analyses {
    pool: EnginePool,
    admission: Admission,
    tables: Arc<SharedTables>,
}

impl Analyses {
    /// Analyses by the engines of a pool, in the order of their line.
    #[must_use]
    pub fn new(pool: EnginePool, admission: Admission, tables: Arc<SharedTables>) -> Analyses {
        Analyses { pool, admission, tables }
    }

    /// Begins an analysis.
    ///
    /// # Errors
    /// Too many analyses are under way.
    pub fn begin(&self, task: AnalysisTask, owner: Owner) -> Result<RunningAnalysis, ApiError> {
        let queued = self.admission.join(WorkClass::Analysis, &owner)?;
        // Bounded by the depths of a search.
        let (sender, messages) = mpsc::unbounded_channel();
        let handle = SearchHandle::default();
        let (pool, flag, tables) = (self.pool.clone(), handle.flag(), self.tables.clone());
        let _ = sender.send(AnalysisMessage::Limit { nodes: task.nodes() });
        tokio::spawn(async move {
            let reports = sender.clone();
            let search = async move {
                let _place = match queued.place().await {
                    Ok(place) => place,
                    Err(error) => return Some(AnalysisMessage::busy(error.retry_after())),
                };
                let deadline = tokio::time::Instant::now() + WorkClass::Analysis.deadline();
                let seat = pool.acquire_for_analysis(owner, deadline).await?;
                let found = pool.run(seat, flag, move |stop| {
                    // A reader that has gone has also withdrawn the search.
                    task.search(&tables, stop, &mut |message| drop(reports.send(message)));
                });
                found.await.map(|()| AnalysisMessage::End)
            };
            let last = tokio::select! {
                last = search => last,
                () = sender.closed() => None,
            };
            if let Some(last) = last {
                let _ = sender.send(last);
            }
        });
        Ok(RunningAnalysis { messages, _handle: handle })
    }
}
