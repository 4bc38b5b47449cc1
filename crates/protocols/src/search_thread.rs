//! The thread that thinks.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rukh_rules::{Game, Move, Ruleset, Side};

use super::control::SearchControl;
use super::perft::divide;
use super::timing::Stability;
use rukh_engine::tuning::EvalFile;
use rukh_engine::{Engine, SearchLimits, SearchResult, Tables, WereraAction, bench};
use rukh_engine::{Level, PlayStrength};

/// A search of a game.
#[derive(Debug, Clone)]
pub(super) struct SearchRequest {
    pub(super) game: Game,
    /// Without `stop`, which the thread adds.
    pub(super) limits: SearchLimits<'static>,
    pub(super) handicap: Option<Handicap>,
}

/// A reduced playing strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct Handicap {
    pub(super) strength: PlayStrength,
    /// Seed of its noise.
    pub(super) seed: u64,
}

/// A side's decision in the werera that is asked for.
#[derive(Debug, Clone)]
pub(super) struct WereraRequest {
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) level: Level,
    pub(super) seed: u64,
}

/// Somebody who is told what is found.
pub(super) trait SearchListener: Send + Sync {
    /// After each depth.
    fn on_depth(&self, game: &Game, found: &SearchResult, since: Instant);
    /// At the end: the best move and the answer expected to it. Returns what to
    /// think about meanwhile, with `control` started for it.
    fn on_bestmove(
        &self,
        question: &SearchRequest,
        best: Option<Move>,
        expected: Option<Move>,
        control: &SearchControl,
    ) -> Option<SearchRequest>;
    /// The table has fewer mebibytes than were asked for.
    fn on_low_memory(&self, mebibytes: usize);
    /// The leaves below a first move, with the face it needs or 0.
    fn on_divide(&self, _: &Game, _: (u8, Move), _: u64) {}
    /// The leaves below all of them, if they could be counted.
    fn on_perft_done(&self, _: Option<u64>) {}
    /// The positions a measured search has looked at and what that took, if it came to its end.
    fn on_bench_done(&self, _: Option<(u64, Duration)>) {}
    /// What a side does in the werera.
    fn on_werera_action(&self, _: &WereraRequest, _: WereraAction) {}
}

/// An engine with the numbers of a file, or with its own where those do not fit.
fn new_engine(ruleset: Arc<Ruleset>, file: Option<Arc<EvalFile>>) -> Engine {
    Engine::with_eval_file(ruleset.clone(), file.as_deref()).unwrap_or_else(|_| Engine::new(ruleset))
}

enum EngineJob {
    SetRuleset(Arc<Ruleset>, Option<Arc<EvalFile>>, Option<Arc<Tables>>),
    SetTables(Option<Arc<Tables>>),
    Resize(usize),
    Clear,
    Search(Box<SearchRequest>),
    Perft(Box<Game>, u32),
    Werera(Box<WereraRequest>),
    Bench(Arc<Ruleset>, Option<Arc<EvalFile>>, u32),
    /// Says so when all before it is done.
    Sync(Sender<()>),
}

/// A thread with an engine, which takes one job after the other.
pub(super) struct SearchThread {
    jobs: Option<Sender<EngineJob>>,
    thread: Option<JoinHandle<()>>,
    pub(super) control: Arc<SearchControl>,
}

impl SearchThread {
    pub(super) fn new(
        ruleset: Arc<Ruleset>,
        file: Option<Arc<EvalFile>>,
        tables: Option<Arc<Tables>>,
        listener: Arc<dyn SearchListener>,
    ) -> SearchThread {
        let (jobs, inbox) = channel();
        let control = Arc::new(SearchControl::default());
        let shared = control.clone();
        let thread = std::thread::spawn(move || {
            let mut engine = new_engine(ruleset, file);
            engine.set_tables(tables);
            let mut mebibytes = None;
            let resize = |engine: &mut Engine, size| {
                let got = engine.resize_tt(size);
                // Only whole powers of two are made.
                if got <= size / 2 {
                    listener.on_low_memory(got);
                }
            };
            for job in inbox {
                match job {
                    EngineJob::SetRuleset(ruleset, file, tables) => {
                        engine = new_engine(ruleset, file);
                        engine.set_tables(tables);
                        mebibytes.into_iter().for_each(|size| resize(&mut engine, size));
                    }
                    EngineJob::SetTables(tables) => engine.set_tables(tables),
                    EngineJob::Resize(size) => {
                        mebibytes = Some(size);
                        resize(&mut engine, size);
                    }
                    EngineJob::Perft(game, depth) => {
                        let must_end = || shared.must_stop();
                        let mut tell =
                            |face, chosen, leaves| listener.on_divide(&game, (face, chosen), leaves);
                        let all = divide(&game, depth, &must_end, &mut tell);
                        listener.on_perft_done(all);
                    }
                    EngineJob::Bench(ruleset, file, depth) => {
                        let must_end = || shared.must_stop();
                        let since = Instant::now();
                        let found = bench::search(&mut new_engine(ruleset, file), depth, &must_end);
                        let is_whole = found.depth == depth;
                        listener.on_bench_done(is_whole.then_some((found.nodes, since.elapsed())));
                    }
                    EngineJob::Werera(request) => {
                        let WereraRequest { game, side, level, seed } = &*request;
                        let action = engine.choose_werera(game, *side, *level, *seed);
                        listener.on_werera_action(&request, action);
                    }
                    EngineJob::Clear => engine.clear(),
                    EngineJob::Search(question) => {
                        let mut next = Some(*question);
                        while let Some(question) = next {
                            next = run_search(&mut engine, &question, &shared, &*listener);
                        }
                    }
                    // Nobody waiting any more is no concern of ours.
                    EngineJob::Sync(done) => drop(done.send(())),
                }
            }
        });
        SearchThread { jobs: Some(jobs), thread: Some(thread), control }
    }

    fn send(&self, job: EngineJob) {
        // The thread lives as long as there are jobs to come.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Plays a ruleset from now on, with the numbers of a file if they fit, and with solved endings of the ruleset.
    pub(super) fn set_ruleset(
        &self,
        ruleset: Arc<Ruleset>,
        file: Option<Arc<EvalFile>>,
        tables: Option<Arc<Tables>>,
    ) {
        self.send(EngineJob::SetRuleset(ruleset, file, tables));
    }

    /// Plays with these solved endings from now on.
    pub(super) fn set_tables(&self, tables: Option<Arc<Tables>>) {
        self.send(EngineJob::SetTables(tables));
    }

    /// Measures a search of a ruleset's start, so deep.
    pub(super) fn bench(&self, ruleset: Arc<Ruleset>, file: Option<Arc<EvalFile>>, depth: u32) {
        self.send(EngineJob::Bench(ruleset, file, depth));
    }

    pub(super) fn resize(&self, mebibytes: usize) {
        self.send(EngineJob::Resize(mebibytes));
    }

    pub(super) fn clear(&self) {
        self.send(EngineJob::Clear);
    }

    /// Counts the leaf nodes at a depth.
    pub(super) fn perft(&self, game: Game, depth: u32) {
        self.send(EngineJob::Perft(Box::new(game), depth));
    }

    /// Decides on a side's action in the werera.
    pub(super) fn decide_in_werera(&self, request: WereraRequest) {
        self.send(EngineJob::Werera(Box::new(request)));
    }

    pub(super) fn search(&self, question: SearchRequest) {
        self.send(EngineJob::Search(Box::new(question)));
    }

    /// Waits until tables are made and cleared. Not while a search is under way.
    pub(super) fn wait_until_ready(&self) {
        let (done, report) = channel();
        self.send(EngineJob::Sync(done));
        // The thread takes every job.
        let _ = report.recv();
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.control.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run_search(
    engine: &mut Engine,
    question: &SearchRequest,
    control: &SearchControl,
    listener: &dyn SearchListener,
) -> Option<SearchRequest> {
    let since = Instant::now();
    let game = &question.game;
    let must_end = || control.must_stop();
    let limits = question.limits.clone().with_stop(&must_end).with_wait(question.limits.wait);
    if let Some(Handicap { strength, seed }) = question.handicap {
        // It ends with its nodes or its time, whichever comes first.
        let found = engine.play(game, strength, &limits, seed);
        listener.on_depth(game, &found, since);
        control.wait_for_release();
        return listener.on_bestmove(question, found.best, None, control);
    }
    let mut doubt = Stability::for_game(game);
    let mut told = None;
    let found = engine.search_with_reports(game, &limits, 0, &mut |found| {
        listener.on_depth(game, found, since);
        told = Some((found.best, found.nodes));
        let share = doubt.update(found);
        if control.should_stop_deepening(share) {
            control.finish();
        }
    });
    // A depth that was cut short may have found a better move, and took its time.
    if told != Some((found.best, found.nodes)) {
        listener.on_depth(game, &found, since);
    }
    control.wait_for_release();
    listener.on_bestmove(question, found.best, found.pv.get(1).copied(), control)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Instant;

    use rukh_rules::{Game, Move, Ruleset};

    use super::{SearchControl, SearchListener, SearchRequest, SearchThread};
    use rukh_engine::{SearchLimits, SearchResult};

    #[derive(Default)]
    struct Ear(AtomicBool);

    impl SearchListener for Ear {
        fn on_depth(&self, _: &Game, _: &SearchResult, _: Instant) {}

        fn on_bestmove(
            &self,
            _: &SearchRequest,
            _: Option<Move>,
            _: Option<Move>,
            _: &SearchControl,
        ) -> Option<SearchRequest> {
            self.0.store(true, Relaxed);
            None
        }

        fn on_low_memory(&self, _: usize) {}
    }

    #[test]
    fn all_before_is_done() {
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let ear = Arc::new(Ear::default());
        let thinker = SearchThread::new(ruleset.clone(), None, None, ear.clone());
        thinker.resize(1);
        thinker.search(SearchRequest {
            game: Game::new(ruleset),
            limits: SearchLimits::depth(4),
            handicap: None,
        });
        thinker.wait_until_ready();
        assert!(ear.0.load(Relaxed));
    }
}
