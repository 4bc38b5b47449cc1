//! The thread that thinks.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rukh_rules::{Game, Move, Ruleset};

use super::control::Control;
use super::count::count;
use super::timing::Doubt;
use crate::level::Strength;
use crate::tuning::EvalFile;
use crate::{Engine, Limits, SearchResult, bench};

/// What is to be found out about a game.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) game: Game,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// A win within so many moves of one's own is enough.
    pub(super) mate: Option<u16>,
    pub(super) lines: usize,
    pub(super) threads: usize,
    pub(super) moves: Option<Vec<Move>>,
    /// By how many centipawns the side on move is thought to be the stronger player.
    pub(super) contempt: i32,
    /// Plays no better than this, and as this number says where that is left open.
    pub(super) strength: Option<(Strength, u64)>,
}

/// Somebody who is told what is found.
pub(super) trait Listener: Send + Sync {
    /// After each depth.
    fn learn(&self, game: &Game, found: &SearchResult, since: Instant);
    /// At the end: the best move and the answer expected to it. Returns what to
    /// think about meanwhile, with `control` started for it.
    fn decide(
        &self,
        question: &Question,
        best: Option<Move>,
        expected: Option<Move>,
        control: &Control,
    ) -> Option<Question>;
    /// The table has fewer mebibytes than were asked for.
    fn lament(&self, mebibytes: usize);
    /// The leaves below a first move, with the face it needs or 0.
    fn tally(&self, _: &Game, _: (u8, Move), _: u64) {}
    /// The leaves below all of them, if they could be counted.
    fn total(&self, _: Option<u64>) {}
    /// The positions a measured search has looked at and what that took, if it came to its end.
    fn measured(&self, _: Option<(u64, Duration)>) {}
}

/// An engine with the numbers of a file, or with its own where those do not fit.
fn fresh(ruleset: Arc<Ruleset>, file: Option<Arc<EvalFile>>) -> Engine {
    Engine::of_file(ruleset.clone(), file.as_deref()).unwrap_or_else(|_| Engine::new(ruleset))
}

enum Job {
    Play(Arc<Ruleset>, Option<Arc<EvalFile>>),
    Resize(usize),
    Clear,
    Think(Box<Question>),
    Count(Box<Game>, u32),
    Bench(Arc<Ruleset>, Option<Arc<EvalFile>>, u32),
    /// Says so when all before it is done.
    Report(Sender<()>),
}

/// A thread with an engine, which takes one job after the other.
pub(super) struct Thinker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    pub(super) control: Arc<Control>,
}

impl Thinker {
    pub(super) fn new(
        ruleset: Arc<Ruleset>,
        file: Option<Arc<EvalFile>>,
        listener: Arc<dyn Listener>,
    ) -> Thinker {
        let (jobs, inbox) = channel();
        let control = Arc::new(Control::default());
        let shared = control.clone();
        let thread = std::thread::spawn(move || {
            let mut engine = fresh(ruleset, file);
            let mut mebibytes = None;
            let resize = |engine: &mut Engine, size| {
                let got = engine.resize_table(size);
                // Only whole powers of two are made.
                if got <= size / 2 {
                    listener.lament(got);
                }
            };
            for job in inbox {
                match job {
                    Job::Play(ruleset, file) => {
                        engine = fresh(ruleset, file);
                        mebibytes.into_iter().for_each(|size| resize(&mut engine, size));
                    }
                    Job::Resize(size) => {
                        mebibytes = Some(size);
                        resize(&mut engine, size);
                    }
                    Job::Count(game, depth) => {
                        let must_end = || shared.must_end();
                        let mut tell = |face, chosen, leaves| listener.tally(&game, (face, chosen), leaves);
                        let all = count(&game, depth, &must_end, &mut tell);
                        listener.total(all);
                    }
                    Job::Bench(ruleset, file, depth) => {
                        let must_end = || shared.must_end();
                        let since = Instant::now();
                        let found = bench::search(&mut fresh(ruleset, file), depth, &must_end);
                        let is_whole = found.depth == depth;
                        listener.measured(is_whole.then_some((found.nodes, since.elapsed())));
                    }
                    Job::Clear => engine.clear(),
                    Job::Think(question) => {
                        let mut next = Some(*question);
                        while let Some(question) = next {
                            next = think(&mut engine, &question, &shared, &*listener);
                        }
                    }
                    // Nobody waiting any more is no concern of ours.
                    Job::Report(done) => drop(done.send(())),
                }
            }
        });
        Thinker { jobs: Some(jobs), thread: Some(thread), control }
    }

    fn give(&self, job: Job) {
        // The thread lives as long as there are jobs to come.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Plays a ruleset from now on, with the numbers of a file if they fit.
    pub(super) fn play(&self, ruleset: Arc<Ruleset>, file: Option<Arc<EvalFile>>) {
        self.give(Job::Play(ruleset, file));
    }

    /// Measures a search of a ruleset's start, so deep.
    pub(super) fn bench(&self, ruleset: Arc<Ruleset>, file: Option<Arc<EvalFile>>, depth: u32) {
        self.give(Job::Bench(ruleset, file, depth));
    }

    pub(super) fn resize(&self, mebibytes: usize) {
        self.give(Job::Resize(mebibytes));
    }

    pub(super) fn clear(&self) {
        self.give(Job::Clear);
    }

    /// Counts the leaves so many plies below.
    pub(super) fn count(&self, game: Game, depth: u32) {
        self.give(Job::Count(Box::new(game), depth));
    }

    pub(super) fn think(&self, question: Question) {
        self.give(Job::Think(Box::new(question)));
    }

    /// Waits until tables are made and cleared. Not while a search is under way.
    pub(super) fn settle(&self) {
        let (done, report) = channel();
        self.give(Job::Report(done));
        // The thread takes every job.
        let _ = report.recv();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.control.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn think(
    engine: &mut Engine,
    question: &Question,
    control: &Control,
    listener: &dyn Listener,
) -> Option<Question> {
    let since = Instant::now();
    let game = &question.game;
    let must_end = || control.must_end();
    let limits = Limits {
        depth: question.depth,
        nodes: question.nodes,
        mate: question.mate,
        lines: question.lines,
        moves: question.moves.as_deref(),
        threads: question.threads,
        contempt: question.contempt,
        stop: Some(&must_end),
    };
    if let Some((strength, seed)) = question.strength {
        // It ends with its nodes or its time, whichever comes first.
        let found = engine.play(game, strength, &limits, seed);
        listener.learn(game, &found, since);
        control.wait();
        return listener.decide(question, found.best, None, control);
    }
    let mut doubt = Doubt::about(game);
    let mut told = None;
    let found = engine.search_reporting(game, &limits, 0, &mut |found| {
        listener.learn(game, found, since);
        told = Some((found.best, found.nodes));
        let share = doubt.hear(found);
        if control.should_end(share) {
            control.is_enough();
        }
    });
    // A depth that was cut short may have found a better move, and took its time.
    if told != Some((found.best, found.nodes)) {
        listener.learn(game, &found, since);
    }
    control.wait();
    listener.decide(question, found.best, found.pv.get(1).copied(), control)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Instant;

    use rukh_rules::{Game, Move, Ruleset};

    use super::{Control, Listener, Question, Thinker};
    use crate::SearchResult;

    #[derive(Default)]
    struct Ear(AtomicBool);

    impl Listener for Ear {
        fn learn(&self, _: &Game, _: &SearchResult, _: Instant) {}

        fn decide(&self, _: &Question, _: Option<Move>, _: Option<Move>, _: &Control) -> Option<Question> {
            self.0.store(true, Relaxed);
            None
        }

        fn lament(&self, _: usize) {}
    }

    #[test]
    fn all_before_is_done() {
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let ear = Arc::new(Ear::default());
        let thinker = Thinker::new(ruleset.clone(), None, ear.clone());
        thinker.resize(1);
        thinker.think(Question {
            game: Game::new(ruleset),
            depth: 4,
            nodes: u64::MAX,
            mate: None,
            lines: 1,
            threads: 1,
            moves: None,
            contempt: 0,
            strength: None,
        });
        thinker.settle();
        assert!(ear.0.load(Relaxed));
    }
}
