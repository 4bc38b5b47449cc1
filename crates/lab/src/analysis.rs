//! Game analysis: evaluation of each position, loss of each move, better moves, and luck of throws.
//!
//! Every position of a game is searched once, before a throw once for each face of the die; a move
//! that was not the best is searched alone, from the same position and to the same depth. The
//! evaluation of the next position would not do: with a die, values change with every ply, because
//! the last throw is an advantage. Losses are measured in expected score (0 to 1, a draw is 0.5),
//! because centipawns mean less the more there are.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::tuning::{EvalFile, WeightsMismatch};
use rukh_engine::{Engine, Score, SearchLimits, SearchResult, Tables, Wait, WdlModel};
use rukh_rules::{Event, Game, Move, Node, Outcome, Position, Ruleset, Side};
use rukh_tablebase::Prober;

mod balance;
mod choice;
mod eval;
mod grade;
mod luck;
mod scores;
mod solved;

pub use balance::Balance;
pub use choice::ChoiceAnalysis;
pub use eval::{NodeEval, PositionEval};
pub use grade::{MoveGrade, accuracy_of};
pub use scores::GameScores;
pub use solved::{EndingChange, SolvedMove};

/// Centipawns beyond which more of them make no difference to a loss.
const MAX_CENTIPAWNS: i32 = 1_000;
/// Depth in plies, with a die in turns, of the search that values every move of a position, to know
/// what a random one would lose.
const STAKE_DEPTH: u32 = 2;
const STAKE_TURNS: u32 = 1;
/// How many times what a position costs the move that was played there may, so that it
/// comes as deep as the best one.
const PLAYED_MOVE_FACTOR: u32 = 4;

/// What ends each search of an analysis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AnalysisLimit {
    /// Positions: the same game is judged the same on every machine.
    Nodes(u64),
    /// Time of each search; what is found then depends on the machine.
    Time(Duration),
    /// Plies of full search; with a die, turns.
    Depth(u32),
}

/// How deep an analysis goes, and what it may use for that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnalysisSettings {
    /// Limit of each search.
    pub limit: AnalysisLimit,
    /// The size of the engine's table, in mebibytes.
    pub mebibytes: usize,
    /// How many of the best moves are looked for, at least 1.
    pub lines: usize,
    /// Threads of a search, at least 1; with more than one, what is found also depends on chance.
    pub threads: usize,
}

/// How far the analysis of a game has come.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisProgress<'a> {
    /// Entries of the log that are done.
    pub done: usize,
    /// Entries there are.
    pub total: usize,
    /// What was found of the last one, if it was a move that is judged.
    pub analysed: Option<&'a MoveAnalysis>,
}

/// What a search thinks of one move that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveAnalysis {
    /// The number of its entry in the log.
    pub seq: u64,
    /// Where it was made.
    pub position: Position,
    /// The side that played it.
    pub side: Side,
    /// What was played.
    pub mv: Move,
    /// What the position promised.
    pub eval: PositionEval,
    /// The share of the points its side could expect before it.
    pub before: f64,
    /// The same after it, as the same position's search has it.
    pub after: f64,
    /// Its value for its side, where no die is thrown.
    pub score: Option<Score>,
    /// What solved endings say of it, where they know the position and all its moves.
    pub solved: Option<SolvedMove>,
    /// The throw it was made with.
    pub throw: Option<ThrowAnalysis>,
    /// The share of the points that a move chosen at random loses here on average.
    pub stake: f64,
    /// Whether there was no other move.
    pub is_forced: bool,
}

/// A throw and what it brought the side that threw.
#[derive(Debug, Clone, PartialEq)]
pub struct ThrowAnalysis {
    /// The number that fell, from 1.
    pub face: u8,
    /// What each face would have brought, in their order.
    pub faces: Vec<(u8, PositionEval)>,
    /// The share of the points won by it; less than nothing if lost.
    pub luck: f64,
}

impl MoveAnalysis {
    /// The move has ended the game, so that its worth is known.
    fn set_outcome(&mut self, over: Outcome) {
        let (after, score) = match over.winner {
            None => (0.5, Score::Centipawns(0)),
            Some(winner) if winner == self.side => (1.0, Score::Win { plies: 0 }),
            Some(_) => (0.0, Score::Loss { plies: 0 }),
        };
        self.after = after;
        self.score = self.score.map(|_| score);
    }

    /// Whether the search would have played it too.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.eval.best == Some(self.mv)
    }

    /// What it made of a solved ending, if it threw away anything.
    #[must_use]
    pub fn thrown_away(&self) -> Option<EndingChange> {
        self.solved.filter(|_| self.grade() != MoveGrade::Sound)?.change()
    }

    /// The share of the points it gave away; the best move gives away nothing.
    #[must_use]
    pub fn loss(&self) -> f64 {
        if self.is_best() || self.is_forced { 0.0 } else { (self.before - self.after).max(0.0) }
    }

    /// The same in centipawns, where no die is thrown.
    #[must_use]
    pub fn centipawns_lost(&self) -> Option<i32> {
        let near = |score: Score| score.centipawns().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
        let lost = near(self.eval.score) - near(self.score?);
        Some(if self.is_best() || self.is_forced { 0 } else { lost.max(0) })
    }

    /// How exact the move was, 0 to 100: the part of what a random move loses that it kept.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        grade::accuracy(self.loss(), self.stake)
    }

    /// Whether the move was sound, inaccurate, a mistake or a blunder.
    #[must_use]
    pub fn grade(&self) -> MoveGrade {
        let has_die = self.score.is_none();
        let losses = if has_die { grade::losses_with_die(self.throw.as_ref()) } else { grade::losses() };
        MoveGrade::of(self.loss(), losses)
    }
}

/// Summary of a side's moves; forced moves do not count.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlayerSummary {
    /// Moves judged.
    pub moves: usize,
    /// How exact the moves were, 0 (as one who moves at random) to 100; `None` without a move judged.
    pub accuracy: Option<f64>,
    /// The mean share of the points given away; `None` without a move judged.
    pub loss: Option<f64>,
    /// The mean of centipawns given away, where no die is thrown; `None` without a move judged.
    pub centipawns: Option<f64>,
    /// Inaccuracies, mistakes and blunders.
    pub error_counts: [usize; 3],
    /// What the die brought, all in all.
    pub luck: f64,
}

/// What a search thinks of every move of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Its moves in turns.
    pub moves: Vec<MoveAnalysis>,
    /// Events of the werera, which are not judged.
    pub skipped: usize,
    /// What is thought of where it stands at last.
    pub last: NodeEval,
    /// White's expected share of the points where turns began; `None` if they never did.
    start: Option<f64>,
    /// The same at last, or what White got.
    end: f64,
}

impl Analysis {
    /// What a side's moves add up to.
    #[must_use]
    pub fn summary(&self, side: Side) -> PlayerSummary {
        let own = || self.moves.iter().filter(move |one| one.side == side);
        let judged: Vec<&MoveAnalysis> = own().filter(|one| !one.is_forced).collect();
        let mean = |sum: f64| (!judged.is_empty()).then(|| sum / judged.len() as f64);
        let centipawns: Option<Vec<i32>> = judged.iter().map(|one| one.centipawns_lost()).collect();
        let slips = [MoveGrade::Inaccuracy, MoveGrade::Mistake, MoveGrade::Blunder];
        PlayerSummary {
            moves: judged.len(),
            accuracy: grade::accuracy_of(judged.iter().map(|one| (one.loss(), one.stake))),
            loss: mean(judged.iter().map(|one| one.loss()).sum()),
            centipawns: centipawns.and_then(|all| mean(f64::from(all.iter().sum::<i32>()))),
            error_counts: slips.map(|grade| judged.iter().filter(|one| one.grade() == grade).count()),
            // A sum of nothing is -0.
            luck: own().filter_map(|one| one.throw.as_ref()).map(|throw| throw.luck).sum::<f64>() + 0.0,
        }
    }

    /// Keeps what White could expect where turns began.
    fn begin(&mut self, view: &NodeEval, turn: Side) {
        let are_turns = matches!(view, NodeEval::Choice(_) | NodeEval::Chance(_));
        if self.start.is_none() && are_turns {
            self.start = Some(view.expected_score(Side::White, turn));
        }
    }

    /// What made the result; `None` if no turns were played.
    #[must_use]
    pub fn balance(&self) -> Option<Balance> {
        let lost = |side: Side| -> f64 {
            self.moves.iter().filter(|one| one.side == side).map(MoveAnalysis::loss).sum()
        };
        let luck = self.summary(Side::White).luck - self.summary(Side::Black).luck;
        Some(Balance::new((self.start?, self.end), luck, lost(Side::Black) - lost(Side::White)))
    }
}

/// A condition that ends an analysis.
type StopCondition = Box<dyn Fn() -> bool + Send + Sync>;

/// Analyser of games of one ruleset.
///
/// # Examples
/// White does not see that a rook can be taken.
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::analysis::{Analyser, AnalysisLimit, AnalysisSettings, MoveGrade};
/// use rukh_rules::{Game, Ruleset, Side};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let fen = "r3k3/7p/8/8/8/8/4P3/R3K3 w - - 0 1";
/// let mut game = Game::from_fen(shatranj.clone(), fen).expect("a sound FEN");
/// game.play(game.legal_move("e2e3")?, None)?;
///
/// let settings =
///     AnalysisSettings { limit: AnalysisLimit::Nodes(2_000), mebibytes: 1, lines: 1, threads: 1 };
/// let analysis = Analyser::new(shatranj, settings, None)?.analyse(&game);
/// let blunder = &analysis.moves[0];
/// assert_eq!(blunder.grade(), MoveGrade::Blunder);
/// assert_eq!(blunder.eval.best, Some(game.without_last(1).legal_move("a1a8")?));
/// assert!(blunder.loss() > 0.3, "of a whole point");
/// assert_eq!(analysis.summary(Side::White).error_counts, [0, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyser {
    engine: Engine,
    prober: Prober,
    settings: AnalysisSettings,
    wait: Wait,
    stop: Option<StopCondition>,
}

impl fmt::Debug for Analyser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Analyser { engine, prober: _, settings, wait, stop } = self;
        let mut shown = f.debug_struct("Analyser");
        shown
            .field("engine", engine)
            .field("settings", settings)
            .field("wait", wait)
            .field("stop", &stop.is_some())
            .finish_non_exhaustive()
    }
}

impl Analyser {
    /// An analyser, with the weights of an evaluation file if one is given.
    ///
    /// # Errors
    /// The evaluation file does not fit the ruleset's pieces.
    pub fn new(
        ruleset: Arc<Ruleset>,
        settings: AnalysisSettings,
        file: Option<&EvalFile>,
    ) -> Result<Analyser, WeightsMismatch> {
        let tables = Tables::shared(&ruleset);
        let mut engine = Engine::with_eval_file(ruleset, file)?.with_tables(tables.clone());
        engine.resize_tt(settings.mebibytes);
        let wait = match settings.limit {
            AnalysisLimit::Time(_) => Wait::Never,
            AnalysisLimit::Nodes(_) | AnalysisLimit::Depth(_) => Wait::ForTables,
        };
        Ok(Analyser { engine, prober: Prober::new(tables, wait), settings, wait, stop: None })
    }

    /// This analyser with other solved endings than those that all of this process share.
    ///
    /// # Panics
    /// The tables are of another ruleset.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Analyser {
        self.engine.set_tables(Some(tables.clone()));
        Analyser { prober: Prober::new(tables, self.wait), ..self }
    }

    /// This analyser with another rule for solved endings that are not there yet: without one it waits for them
    /// unless time is the limit, so that the same game is judged the same each time.
    #[must_use]
    pub fn with_wait(self, wait: Wait) -> Analyser {
        Analyser { prober: self.prober.with_wait(wait), wait, ..self }
    }

    /// This analyser with a condition that ends an analysis early, polled by its searches on the
    /// thread that called. Then [`Analyser::analyse`] has the moves up to there, of which the last
    /// one may be judged by a search that was broken off.
    #[must_use]
    pub fn with_stop(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> Analyser {
        Analyser { stop: Some(Box::new(stop)), ..self }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop())
    }

    /// What is thought of where a game stands; what was found before is used.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset.
    pub fn eval_node(&mut self, game: &Game) -> NodeEval {
        match game.node() {
            Node::Over(over) => NodeEval::Over(over),
            Node::Werera(_) => NodeEval::Werera,
            Node::Choice(_) => NodeEval::Choice(self.eval_choice(game)),
            Node::Chance(faces) => {
                NodeEval::Chance(self.eval_faces(game, faces.into_iter().map(|face| face.number)))
            }
        }
    }

    /// What each face would bring, at one depth: else one would seem luckier for it.
    fn eval_faces(&mut self, game: &Game, faces: impl Iterator<Item = u8>) -> Vec<(u8, PositionEval)> {
        let mut after = |face| {
            let mut thrown = game.clone();
            thrown.apply(Event::Throw { face }, None).ok()?;
            Some((face, self.search_depths(&thrown, None)))
        };
        let mut faces: Vec<(u8, Vec<PositionEval>)> = faces.filter_map(&mut after).collect();
        let last = |depths: &[PositionEval]| depths.last().map_or(0, |eval| eval.depth);
        // A side that is sure to win needs no deeper search.
        let is_open = |depths: &[PositionEval]| depths.last().is_some_and(|eval| eval.expected < 1.0);
        let open = faces.iter().filter(|(_, depths)| is_open(depths));
        let common = open.map(|(_, depths)| last(depths)).min().unwrap_or(u32::MAX);
        for (_, depths) in &mut faces {
            let beyond = depths.iter().position(|eval| eval.depth > common);
            depths.truncate(beyond.unwrap_or(depths.len()).max(1));
        }
        faces.into_iter().filter_map(|(face, mut depths)| Some((face, depths.pop()?))).collect()
    }

    fn eval_choice(&mut self, game: &Game) -> PositionEval {
        let mut depths = self.search_depths(game, None);
        depths.pop().expect("there is a eval even where no depth came to its end")
    }

    /// What each depth has found that came to its end, or what is thought without one;
    /// or only of one move, and no deeper than so.
    fn search_depths(&mut self, game: &Game, only: Option<(u32, Move)>) -> Vec<PositionEval> {
        let times = if only.is_some() { PLAYED_MOVE_FACTOR } else { 1 };
        let AnalysisSettings { limit: cost, lines, threads, .. } = self.settings;
        // WebAssembly has no such clock, so it is read only where time is the limit.
        let timed = match cost {
            AnalysisLimit::Time(time) => Some((Instant::now(), time.saturating_mul(times))),
            AnalysisLimit::Nodes(_) | AnalysisLimit::Depth(_) => None,
        };
        let from_outside = self.stop.as_deref();
        let stop = || {
            from_outside.is_some_and(|stop| stop())
                || timed.is_some_and(|(since, time)| since.elapsed() >= time)
        };
        let limits = match cost {
            AnalysisLimit::Nodes(nodes) => SearchLimits::nodes(nodes.saturating_mul(times.into())),
            AnalysisLimit::Time(_) => SearchLimits::nodes(u64::MAX),
            AnalysisLimit::Depth(depth) => SearchLimits::depth(depth),
        };
        let limits = limits.with_stop(&stop).with_wait(self.wait);
        let mut limits = limits.with_multipv(lines).with_threads(threads);
        if let Some((depth, mv)) = only {
            limits = limits.with_depth(depth).with_search_moves([mv]);
        }
        let measure = WdlModel::of(self.engine.ruleset());
        let eval = |found: &SearchResult| PositionEval::new(measure, found);
        let mut depths = Vec::new();
        let found = self.engine.search_with_reports(game, &limits, 0, &mut |found| depths.push(eval(found)));
        if depths.is_empty() {
            depths.push(eval(&found));
        }
        depths
    }

    /// What was thought of a face is thought of it when it lies there.
    fn eval_after_throw(&mut self, game: &Game, throw: Option<&ThrowAnalysis>) -> NodeEval {
        let known = throw.and_then(|throw| throw.faces.iter().find(|(face, _)| *face == throw.face));
        known.map_or_else(|| self.eval_node(game), |(_, eval)| NodeEval::Choice(eval.clone()))
    }

    /// Judges a move of a position that promised so much, if it is one.
    fn analyse_move(&mut self, game: &Game, eval: &PositionEval, mv: Move) -> Option<MoveAnalysis> {
        let moves = game.legal_moves();
        let is_forced = moves.len() == 1;
        let found = if is_forced || eval.best == Some(mv) {
            eval.clone()
        } else {
            self.search_depths(game, Some((eval.depth, mv))).pop()?
        };
        let has_die = game.ruleset().has_die();
        let solved = SolvedMove::of(&mut self.prober, game, mv);
        let stake = if is_forced { 0.0 } else { self.stake(game, moves.len()) };
        Some(MoveAnalysis {
            seq: 0,
            position: *game.position(),
            side: game.position().turn(),
            mv,
            before: solved.map_or(eval.expected, |solved| solved.best.points()),
            after: solved.map_or(found.expected, |solved| solved.played.points()),
            score: (!has_die).then(|| found.after_move()),
            eval: eval.clone(),
            solved,
            throw: None,
            stake,
            is_forced,
        })
    }

    /// What a random one of a position's moves loses on average, by a shallow search of each.
    fn stake(&mut self, game: &Game, moves: usize) -> f64 {
        let depth = if game.ruleset().has_die() { STAKE_TURNS } else { STAKE_DEPTH };
        let from_outside = self.stop.as_deref();
        let stop = || from_outside.is_some_and(|stop| stop());
        let limits = SearchLimits::depth(depth).with_multipv(moves).with_stop(&stop).with_wait(self.wait);
        let found = self.engine.search(game, &limits, 0);
        let measure = WdlModel::of(self.engine.ruleset());
        let values: Vec<f64> = found.lines.iter().map(|line| measure.expected_score(line.score)).collect();
        let best = values.iter().copied().fold(0.0, f64::max);
        values.iter().map(|value| best - value).sum::<f64>() / values.len().max(1) as f64
    }

    /// Judges moves that a side may choose from in a position; what was found before is forgotten.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset, or a move is not legal.
    pub fn judge(&mut self, game: &Game, moves: &[Move]) -> Vec<MoveAnalysis> {
        self.engine.clear();
        let eval = self.eval_choice(game);
        let judge = |mv: &Move| self.analyse_move(game, &eval, *mv).expect("a legal move");
        moves.iter().map(judge).collect()
    }

    /// Judges a game from its start; what was found in other games is forgotten.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset.
    pub fn analyse(&mut self, game: &Game) -> Analysis {
        self.analyse_with_progress(game, &mut |_| ())
    }

    /// As [`Analyser::analyse`], telling after each entry of the log what was found.
    ///
    /// # Panics
    /// If the game is not of the analyser's ruleset.
    pub fn analyse_with_progress(
        &mut self,
        game: &Game,
        report: &mut dyn FnMut(AnalysisProgress<'_>),
    ) -> Analysis {
        self.engine.clear();
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let mut view = self.eval_node(&played);
        let mut throw = None;
        let mut analysis =
            Analysis { moves: Vec::new(), skipped: 0, last: NodeEval::Werera, start: None, end: 0.5 };
        for (done, entry) in (1..).zip(game.log()) {
            if self.is_stopped() {
                break;
            }
            analysis.begin(&view, played.position().turn());
            let mut is_judged = false;
            let judged = match (&entry.event, &view) {
                (Event::Move { .. }, NodeEval::Choice(eval)) => {
                    played.move_of(&entry.event).and_then(|mv| self.analyse_move(&played, eval, mv))
                }
                _ => None,
            };
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
            if let Some(mut one) = judged {
                (one.seq, one.throw) = (entry.seq, throw.take());
                if let Some(over) = played.outcome() {
                    one.set_outcome(over);
                }
                analysis.moves.push(one);
                is_judged = true;
            }
            view = match &entry.event {
                Event::Throw { face } => {
                    throw = analyse_throw(&view, *face);
                    self.eval_after_throw(&played, throw.as_ref())
                }
                // A capture may have ended the werera, an agreement the game.
                _ => self.eval_node(&played),
            };
            analysis.skipped += usize::from(is_skipped(&entry.event));
            let judgement = analysis.moves.last().filter(|_| is_judged);
            report(AnalysisProgress { done, total: game.log().len(), analysed: judgement });
        }
        analysis.begin(&view, played.position().turn());
        analysis.end = view.expected_score(Side::White, played.position().turn());
        analysis.last = view;
        analysis
    }
}

/// Whether an event belongs to the werera, which is not judged.
#[must_use]
pub fn is_skipped(event: &Event) -> bool {
    matches!(event, Event::Place { .. } | Event::Retract { .. } | Event::Bundle { .. })
}

/// What a throw brought, if it was seen coming.
fn analyse_throw(view: &NodeEval, face: u8) -> Option<ThrowAnalysis> {
    let NodeEval::Chance(faces) = view else { return None };
    let (_, eval) = faces.iter().find(|(number, _)| *number == face)?;
    let luck = eval.expected - view.expected_score(Side::White, Side::White);
    Some(ThrowAnalysis { face, faces: faces.clone(), luck })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::{
        Analyser, AnalysisLimit, AnalysisProgress, AnalysisSettings, Balance, MoveGrade, NodeEval,
        accuracy_of,
    };
    use rukh_engine::Score;
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Event, Game, Ruleset, Side};

    fn named(id: &str) -> Arc<Ruleset> {
        Arc::new(Ruleset::named(id).expect("a built-in ruleset"))
    }

    fn analyst(id: &str) -> Analyser {
        with(id, AnalysisSettings { limit: AnalysisLimit::Nodes(2_000), mebibytes: 1, lines: 1, threads: 1 })
    }

    fn with(id: &str, settings: AnalysisSettings) -> Analyser {
        Analyser::new(named(id), settings, None).expect("no file is given")
    }

    #[test]
    fn analysis_has_the_given_depth_and_lines() {
        let game = Game::new(named("shatranj"));
        for (depth, lines) in [(3, 1), (5, 3)] {
            let settings =
                AnalysisSettings { limit: AnalysisLimit::Depth(depth), mebibytes: 1, lines, threads: 1 };
            let NodeEval::Choice(eval) = with("shatranj", settings).eval_node(&game) else {
                panic!("a choice")
            };
            assert_eq!((eval.depth, eval.lines.len()), (depth, lines));
            assert_eq!(eval.lines[0].pv, eval.pv);
        }
    }

    #[test]
    fn analysis_reports_each_entry_when_it_is_done() {
        let mut game = Game::new(named("shatranj"));
        play(&mut game, &["e2e3", "e7e6", "d2d3"]);
        let mut reports = Vec::new();
        let analysis = analyst("shatranj").analyse_with_progress(&game, &mut |progress| {
            reports.push((progress.done, progress.total, progress.analysed.map(|one| one.seq)));
        });
        let seqs: Vec<u64> = analysis.moves.iter().map(|one| one.seq).collect();
        assert_eq!(reports, [(1, 3, Some(seqs[0])), (2, 3, Some(seqs[1])), (3, 3, Some(seqs[2]))]);
    }

    #[test]
    fn analysis_stopped_has_the_moves_up_to_there() {
        let mut game = Game::new(named("shatranj"));
        play(&mut game, &["e2e3", "e7e6", "d2d3"]);
        let done = Arc::new(AtomicUsize::new(0));
        let seen = done.clone();
        let settings =
            AnalysisSettings { limit: AnalysisLimit::Depth(60), mebibytes: 1, lines: 1, threads: 1 };
        let mut analyst =
            with("shatranj", AnalysisSettings { limit: AnalysisLimit::Nodes(2_000), ..settings })
                .with_stop(move || seen.load(Relaxed) >= 2);
        let mut count = |progress: AnalysisProgress<'_>| done.store(progress.done, Relaxed);
        assert_eq!(analyst.analyse_with_progress(&game, &mut count).moves.len(), 2);
        // Without its condition this search would last for days.
        let mut analyst = with("shatranj", settings).with_stop(|| true);
        assert_eq!(analyst.analyse(&game).moves.len(), 0);
    }

    fn play(game: &mut Game, moves: &[&str]) {
        for mv in moves {
            game.apply(Event::Move { mv: (*mv).parse().expect("coordinates") }, None).expect("a legal move");
        }
    }

    #[test]
    fn analysis_of_a_rook_given_away_is_a_blunder() {
        let mut game = Game::from_fen(named("shatranj"), "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").expect("a FEN");
        // The rook could have been taken; it goes where it can be taken instead.
        play(&mut game, &["a1a7", "a8a7"]);
        let analysis = analyst("shatranj").analyse(&game);
        let [white, black] = &analysis.moves[..] else { panic!("{analysis:?}") };
        assert_eq!((white.grade(), black.grade()), (MoveGrade::Blunder, MoveGrade::Sound));
        assert_eq!(coordinate::format(game.ruleset(), white.eval.best.expect("a best move")), "a1a8");
        assert!(white.loss() > 0.15 && white.accuracy() < 60.0 && white.centipawns_lost() > Some(500));
        assert!(black.is_best() && black.accuracy() > 99.9 && black.loss() == 0.0);
        let account = analysis.summary(Side::White);
        assert_eq!((account.moves, account.error_counts), (1, [0, 0, 1]));
        assert_eq!(account.centipawns, white.centipawns_lost().map(f64::from));
    }

    #[test]
    fn analysis_of_the_last_move_counts_the_result() {
        let fen = "7k/8/6K1/8/8/8/8/R6r w - - 0 1";
        let mut game = Game::from_fen(named("shatranj"), fen).expect("a FEN");
        play(&mut game, &["a1h1"]);
        let analysis = analyst("shatranj").analyse(&game);
        assert!(matches!(analysis.last, NodeEval::Over(_)));
        assert_eq!((analysis.moves[0].after, analysis.moves[0].score), (1.0, Some(Score::Win { plies: 0 })));
    }

    #[test]
    fn luck_over_all_faces_is_zero() {
        let ruleset = named("oblong-dice");
        let faces = ruleset.faces();
        let mut analyst = analyst("oblong-dice");
        let mut lucks = Vec::new();
        for face in 1..=faces {
            let mut game = Game::new(ruleset.clone());
            game.apply(Event::Throw { face }, None).expect("a face");
            let mv = coordinate::format(&ruleset, game.legal_moves()[0]);
            play(&mut game, &[&mv]);
            let analysis = analyst.analyse(&game);
            assert!(matches!(&analysis.last, NodeEval::Chance(all) if all.len() == usize::from(faces)));
            let throw = analysis.moves[0].throw.clone().expect("a throw");
            assert_eq!((throw.face, analysis.moves[0].centipawns_lost()), (face, None));
            assert_eq!(throw.faces.len(), usize::from(faces));
            lucks.push(throw.luck);
        }
        assert!(lucks.iter().sum::<f64>().abs() < 1e-9, "{lucks:?}");
    }

    /// Values of a game with a die change with every ply: what the next position promises
    /// is no measure of a move.
    #[test]
    fn analysis_with_a_die_counts_only_worse_moves() {
        let ruleset = named("oblong-dice");
        let mut analyst = analyst("oblong-dice");
        let mut game = Game::new(ruleset.clone());
        for face in [1, 4, 2, 6, 3, 5] {
            game.apply(Event::Throw { face }, None).expect("a face");
            let NodeEval::Choice(eval) = analyst.eval_node(&game) else { panic!("a choice") };
            play(&mut game, &[&coordinate::format(&ruleset, eval.best.expect("a move"))]);
        }
        let analysis = analyst.analyse(&game);
        for one in analysis.moves.iter().filter(|one| one.is_best()) {
            assert_eq!((one.before, one.loss()), (one.after, 0.0), "{one:?}");
        }
        let throw = analysis.moves[0].throw.clone().expect("a throw");
        let depths: Vec<u32> = throw.faces.iter().map(|(_, eval)| eval.depth).collect();
        assert!(depths.windows(2).all(|pair| pair[0] == pair[1]), "{depths:?}");
    }

    #[test]
    fn luck_skill_and_remainder_are_the_result() {
        let ruleset = named("oblong-dice");
        let mut game = Game::new(ruleset.clone());
        for face in [1, 4, 2, 6, 3, 5, 1, 1] {
            game.apply(Event::Throw { face }, None).expect("a face");
            let mv = coordinate::format(&ruleset, *game.legal_moves().last().expect("a move"));
            play(&mut game, &[&mv]);
        }
        game.apply(Event::Resign { side: Side::Black }, None).expect("a side may resign");
        let analysis = analyst("oblong-dice").analyse(&game);
        let Balance { start, luck, skill, remainder, result } = analysis.balance().expect("turns");
        let summaries = Side::BOTH.map(|side| analysis.summary(side));
        let lost = summaries.map(|one| one.loss.map_or(0.0, |loss| loss * one.moves as f64));
        assert!((luck - (summaries[0].luck - summaries[1].luck)).abs() < 1e-12);
        assert!((skill - (lost[1] - lost[0])).abs() < 1e-9, "{skill} {lost:?}");
        assert!((luck + skill + remainder - result).abs() < 1e-12);
        assert!((start + result - 1.0).abs() < 1e-12, "White got the point");
        assert!(luck != 0.0 && skill != 0.0 && remainder != 0.0, "{luck} {skill} {remainder}");
    }

    #[test]
    fn side_without_a_judged_move_has_no_accuracy() {
        let mut game = Game::new(named("shatranj"));
        play(&mut game, &["e2e3"]);
        let analysis = analyst("shatranj").analyse(&game);
        let [white, black] = Side::BOTH.map(|side| analysis.summary(side));
        assert!(white.accuracy.is_some() && white.loss.is_some() && white.centipawns.is_some());
        assert_eq!((black.moves, black.accuracy, black.loss, black.centipawns), (0, None, None, None));
        assert!(black.luck.is_sign_positive(), "nothing has no sign");
        assert_eq!(analyst("shatranj").analyse(&Game::new(named("shatranj"))).moves.len(), 0);
    }

    /// A random player had 96 % here: what moves lose in a quiet game is little, but all there is to lose.
    #[test]
    fn accuracy_compares_with_a_random_mover() {
        let game = Game::from_fen(named("shatranj"), "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").expect("a FEN");
        let moves = game.legal_moves();
        let judged = analyst("shatranj").judge(&game, &moves);
        assert_eq!(judged.len(), moves.len());
        let stake = judged[0].stake;
        assert!(stake > 0.1 && judged.iter().all(|one| one.stake == stake), "{stake}");
        let all = accuracy_of(judged.iter().map(|one| (one.loss(), one.stake))).expect("moves");
        assert!(all < 30.0, "every move once is what a random mover plays: {all}");
        let best = judged.iter().find(|one| one.is_best()).expect("the best move");
        assert_eq!(best.accuracy(), 100.0);
        assert_eq!(accuracy_of([]), None);
    }

    /// There a value is a chance to mate, and the rest is drawn.
    #[test]
    fn expected_score_where_a_bared_king_draws_is_no_win() {
        let fen = "r2kf2r/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1";
        let game = Game::from_fen(named("senterej"), fen).expect("a FEN");
        let NodeEval::Choice(eval) = analyst("senterej").eval_node(&game) else { panic!("a choice") };
        let Score::Centipawns(value) = eval.score else { panic!("{eval:?}") };
        assert!((400..1_800).contains(&value), "{value}");
        assert!((eval.expected - 0.5 - f64::from(value) / 4_000.0).abs() < 1e-9, "{eval:?}");
    }

    #[test]
    fn analysis_leaves_the_werera_out() {
        let mut game = Game::new(named("senterej"));
        let place = |from: &str, to: &str| Event::Place {
            side: Side::White,
            id: None,
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
            promotion: None,
        };
        game.apply(place("e2", "e3"), None).expect("a move of the werera");
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("turns begin");
        play(&mut game, &["d2d3"]);
        let analysis = analyst("senterej").analyse(&game);
        assert_eq!((analysis.skipped, analysis.moves.len()), (1, 1));
        assert_eq!(analysis, analyst("senterej").analyse(&game), "nodes make it repeatable");
    }
}
