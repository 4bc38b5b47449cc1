//! The engine: a ruleset compiled once, and what callers ask of it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rukh_rules::game::SideName;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::shape::{Shape, ShapeTask};
use rukh_rules::{Event, Game, Move, Node, Rules, Ruleset, Side};

use crate::evaluation::Evaluation;
use crate::evaluation::file::{EvalFile, WeightsMismatch};
use crate::evaluation::wdl::WdlModel;
use crate::level::{Level, PlayStrength};
use crate::limits::SearchLimits;
use crate::score::{Score, Value, WIN};
use crate::search::root::{PvLine, SearchResult};
use crate::search::{Histories, Search, SearchRules, SharedState};
use crate::transposition::TranspositionTable;
use crate::werera::{Restraint, WereraAction, WereraPlayer};

/// Entries of the table unless told otherwise: some six megabytes.
const DEFAULT_TT_ENTRIES: usize = 1 << 18;

/// What a side decides to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// In turns: a move, perhaps the pass.
    Move(Move),
    /// In the werera.
    Werera(WereraAction),
}

impl Decision {
    /// The event that lets it happen; none for waiting.
    #[must_use]
    pub fn event(self, ruleset: &Ruleset, side: Side) -> Option<Event> {
        let word = SideName::from(side);
        Some(match self {
            Decision::Move(chosen) => Event::Move { mv: coordinate::format(ruleset, chosen) },
            Decision::Werera(WereraAction::Wait) => return None,
            Decision::Werera(WereraAction::EndBundle) => Event::Bundle { side: word },
            Decision::Werera(WereraAction::Retract { seq }) => Event::Retract { side: word, seq },
            Decision::Werera(WereraAction::Place(chosen)) => Event::Place {
                side: word,
                id: None,
                from: ruleset.geometry.name(chosen.from()),
                to: ruleset.geometry.name(chosen.to()),
                promotion: chosen.promotion().map(|kind| ruleset.letter(kind)),
            },
        })
    }
}

/// An opponent and analyst for one ruleset.
pub struct Engine {
    ruleset: Arc<Ruleset>,
    has_die: bool,
    inner: Box<dyn AnyEngine>,
}

impl Engine {
    /// An engine for a ruleset: compiles it and reckons what its men are worth.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Engine {
        Engine::with_tt_entries(ruleset, DEFAULT_TT_ENTRIES)
    }

    /// As [`Engine::new`], with a table of at least so many entries of 16 bytes.
    /// The size has a part in what a search finds.
    #[must_use]
    pub fn with_tt_entries(ruleset: Arc<Ruleset>, entries: usize) -> Engine {
        let evaluation = Evaluation::new(&ruleset);
        Engine::build(ruleset, entries, evaluation)
    }

    /// As [`Engine::new`], with the numbers of an evaluation file if one is given.
    ///
    /// # Errors
    /// That the numbers are not about the ruleset's men.
    pub fn with_eval_file(ruleset: Arc<Ruleset>, file: Option<&EvalFile>) -> Result<Engine, WeightsMismatch> {
        let evaluation = Evaluation::with_eval_file(&ruleset, file)?;
        Ok(Engine::build(ruleset, DEFAULT_TT_ENTRIES, evaluation))
    }

    fn build(ruleset: Arc<Ruleset>, entries: usize, evaluation: Evaluation) -> Engine {
        let task = BuildEngine { ruleset: ruleset.clone(), entries, evaluation };
        let worker = Rules::<rukh_rules::shape::Any>::fit(&ruleset).run(task);
        Engine { has_die: ruleset.has_die(), ruleset, inner: worker }
    }

    /// Gives the table so many mebibytes, at least one, or as many as there is
    /// memory for, and tells how many; what it knew is forgotten.
    pub fn resize_tt(&mut self, mebibytes: usize) -> usize {
        self.inner.resize_tt(mebibytes)
    }

    /// The ruleset it plays.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Forgets every position: the next search depends on its arguments alone.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// Searches where the game stands: the best move of the side on move, or
    /// before a throw the expected result. What earlier searches have left in
    /// the table is used; after [`Engine::clear`] the result is a function of
    /// the arguments. The seed decides between moves that look alike; with 0
    /// they keep their natural order.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn search(&mut self, game: &Game, limits: &SearchLimits<'_>, seed: u64) -> SearchResult {
        self.search_with_reports(game, limits, seed, &mut |_| ())
    }

    /// As [`Engine::search`], telling after each depth what is known.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn search_with_reports(
        &mut self,
        game: &Game,
        limits: &SearchLimits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        self.assert_same_ruleset(game);
        self.inner.search(game, limits, seed, report)
    }

    /// What a side should do at a level of play; nothing while it has nothing
    /// to decide: before a throw, on the other side's turn, when the game is over.
    /// Forgets every position first: the same arguments decide the same.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn choose(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> Option<Decision> {
        self.decide(DecisionRequest { game, side, level, restraint: Restraint::NONE, seed })
    }

    /// As [`Engine::choose`], against a person, `begun` after both sides were
    /// ready: in the werera low levels hold back as [`Restraint`] says. Every
    /// program that lets a person play asks this one.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn choose_against_human(
        &mut self,
        game: &Game,
        side: Side,
        level: Level,
        begun: Duration,
        seed: u64,
    ) -> Option<Decision> {
        let made = game.werera().made[side.other().index()];
        let restraint = Restraint::against_human(level, made, begun);
        self.decide(DecisionRequest { game, side, level, restraint, seed })
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Option<Decision> {
        let DecisionRequest { game, side, level, seed, .. } = request;
        self.assert_same_ruleset(game);
        match game.node() {
            Node::Over(_) | Node::Chance(_) => None,
            Node::Choice(turn) if turn != side => None,
            Node::Choice(_) => self.choose_move(game, level, seed).map(Decision::Move),
            Node::Werera(acting) if !acting.may(side) => None,
            Node::Werera(_) => {
                self.clear();
                Some(Decision::Werera(self.inner.werera(request)))
            }
        }
    }

    fn choose_move(&mut self, game: &Game, level: Level, seed: u64) -> Option<Move> {
        let moves = game.legal_moves();
        if let [only] = moves[..] {
            return Some(only);
        }
        self.play(game, level.strength(), &SearchLimits::nodes(u64::MAX), seed).best
    }

    /// What the side on move plays with a strength, within limits that may be
    /// narrower; the move, its value and its line, and nothing of the others.
    /// Forgets every position first.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn play(
        &mut self,
        game: &Game,
        strength: PlayStrength,
        within: &SearchLimits<'_>,
        seed: u64,
    ) -> SearchResult {
        self.clear();
        let own = strength.limits(self.has_die);
        let (depth, nodes) = (own.depth.min(within.depth), own.nodes.min(within.nodes));
        let limits = SearchLimits { depth, nodes, multipv: own.multipv, threads: 1, ..within.clone() };
        let mut found = self.search(game, &limits, seed);
        let chosen = pick_with_noise(&found.lines, self.noise(strength.noise as usize), seed);
        found.lines.retain(|line| Some(line.mv) == chosen);
        if let [line] = &found.lines[..] {
            (found.best, found.score, found.pv) = (chosen, line.score, line.pv.clone());
        }
        found
    }

    /// The noise in the units of scores: ten-thousandths with a die.
    fn noise(&self, centipawns: usize) -> usize {
        if self.has_die { centipawns * 5 } else { centipawns }
    }

    /// What a side should do in the werera: mobilise, leave no man to be taken,
    /// take when it profits, and wait when nothing gets better.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn choose_werera(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> WereraAction {
        self.assert_same_ruleset(game);
        self.clear();
        self.inner.werera(DecisionRequest { game, side, level, restraint: Restraint::NONE, seed })
    }

    /// The share of the points that a score of this engine lets expect, from 0 to 1.
    #[must_use]
    pub fn expected_score(&self, score: Score) -> f64 {
        WdlModel::of(&self.ruleset).expected_score(score)
    }

    /// The evaluation without search for the side to move (in the werera: for
    /// the side whose bundle it is, or White), in centipawns.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    #[must_use]
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.assert_same_ruleset(game);
        self.inner.evaluate(game)
    }

    /// What a man of each kind is worth, in centipawns, in the order of the ruleset.
    #[must_use]
    pub fn piece_values(&self) -> Vec<i32> {
        self.inner.piece_values()
    }

    fn assert_same_ruleset(&self, game: &Game) {
        let same = Arc::ptr_eq(game.ruleset(), &self.ruleset) || **game.ruleset() == *self.ruleset;
        assert!(same, "an engine plays the ruleset it was made for");
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("ruleset", &self.ruleset.instance).finish_non_exhaustive()
    }
}

/// The best line after each value has been falsified by at most `noise`.
fn pick_with_noise(lines: &[PvLine], noise: usize, seed: u64) -> Option<Move> {
    let mut sequence = SplitMix64::new(seed ^ 0x5EED);
    let mut falsified = |line: &PvLine| {
        let value = match line.score {
            Score::Centipawns(value) => value,
            Score::Chance { win: 10_000 } => return WIN,
            Score::Chance { win } => Value::from(win),
            Score::Win { plies } => return WIN - Value::from(plies),
            Score::Loss { plies } => return Value::from(plies) - WIN,
        };
        value + sequence.below(2 * noise + 1) as Value - noise as Value
    };
    let mut best: Option<(Value, Move)> = None;
    for line in lines {
        let value = falsified(line);
        if best.is_none_or(|(known, _)| value > known) {
            best = Some((value, line.mv));
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// A request for a side's decision at a level of play.
#[derive(Debug, Clone, Copy)]
struct DecisionRequest<'g> {
    game: &'g Game,
    side: Side,
    level: Level,
    restraint: Restraint,
    seed: u64,
}

/// An engine in one shape.
trait AnyEngine: Send {
    fn clear(&mut self);
    fn resize_tt(&mut self, mebibytes: usize) -> usize;
    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult;
    fn werera(&mut self, request: DecisionRequest<'_>) -> WereraAction;
    fn evaluate(&self, game: &Game) -> i32;
    fn piece_values(&self) -> Vec<i32>;
}

struct CompiledEngine<S: Shape> {
    rules: Rules<S>,
    evaluation: Evaluation,
    /// What the player of the werera goes by: its prices are men's worth, and were
    /// found with what movement tables say.
    werera_evaluation: Option<Evaluation>,
    search_rules: SearchRules,
    table: TranspositionTable,
    /// What each thread has learned of moves in this game.
    histories: Vec<Histories>,
    /// By how much White was thought to be the stronger player.
    contempt: Value,
}

impl<S: Shape> CompiledEngine<S> {
    /// So many threads have something to learn into.
    fn ensure_histories(&mut self, threads: usize) {
        let (men, cells) = (self.rules.ruleset().pieces.len(), self.rules.geometry().cells());
        let most = threads.max(self.histories.len());
        self.histories.resize_with(most, || Histories::new(men, cells));
    }
}

impl<S: Shape> AnyEngine for CompiledEngine<S> {
    fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    fn resize_tt(&mut self, mebibytes: usize) -> usize {
        // The old one goes first: both may not fit.
        self.table = TranspositionTable::new(0);
        self.table = TranspositionTable::with_mebibytes(mebibytes);
        self.table.mebibytes()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let position = game.position().reshape(game.rules(), &self.rules);
        let stronger = limits.white_contempt(position.turn());
        if self.contempt != stronger {
            // What was found is of another belief.
            self.contempt = stronger;
            self.clear();
        }
        self.table.new_search();
        self.ensure_histories(limits.threads.max(1));
        let CompiledEngine { rules, evaluation, search_rules: traits, table, histories: learned, .. } = self;
        let (rules, evaluation, traits, table) = (&*rules, &*evaluation, &*traits, &*table);
        let keys = game.keys();
        let (first, others) = learned.split_first_mut().expect("at least one thread learns");
        if limits.threads <= 1 {
            let mut only = Search::new(rules, evaluation, traits, table, first, limits.clone(), keys);
            return only.run(&position, game.outcome(), seed, report);
        }
        // A thread looks for one line: it is no help beyond the table where more are wanted.
        let crew = if limits.multipv > 1 { SharedState::table_only() } else { SharedState::default() };
        let aside = SearchLimits { threads: 1, multipv: 1, stop: None, ..limits.clone() };
        let (crew, position, over) = (&crew, &position, game.outcome());
        std::thread::scope(|scope| {
            for (number, own) in (1..limits.threads as u64).zip(others) {
                // Another order of equal moves sends each thread another way.
                let seed = mix(seed ^ number);
                let search = Search::new(rules, evaluation, traits, table, own, aside.clone(), keys);
                let helper = move || search.with_shared_state(crew).run(position, over, seed, &mut |_| ());
                if std::thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                    // So many threads there are.
                    break;
                }
            }
            // Even if this thread panics, the others come to an end.
            let _end = StopOnDrop(crew);
            let search = Search::new(rules, evaluation, traits, table, first, limits.clone(), keys);
            search.with_shared_state(crew).run(position, over, seed, report)
        })
    }

    fn werera(&mut self, request: DecisionRequest<'_>) -> WereraAction {
        self.ensure_histories(1);
        let DecisionRequest { game, side, level, restraint, seed } = request;
        let CompiledEngine { rules, evaluation, werera_evaluation, search_rules, table, histories, .. } =
            self;
        let evaluation = werera_evaluation.as_ref().unwrap_or(evaluation);
        let histories = &mut histories[0];
        let player = WereraPlayer {
            rules,
            evaluation,
            search_rules,
            table,
            histories,
            game,
            side,
            level,
            restraint,
            seed,
        };
        let action = player.decide();
        // Values of the werera's evaluation must not reach the search of the turns.
        self.clear();
        action
    }

    fn evaluate(&self, game: &Game) -> i32 {
        self.evaluation.value(&self.rules, &game.position().reshape(game.rules(), &self.rules))
    }

    fn piece_values(&self) -> Vec<i32> {
        self.evaluation.piece_values.material.clone()
    }
}

/// Ends the searches of the others when it is dropped.
struct StopOnDrop<'a>(&'a SharedState);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Relaxed);
    }
}

struct BuildEngine {
    ruleset: Arc<Ruleset>,
    entries: usize,
    evaluation: Evaluation,
}

impl ShapeTask for BuildEngine {
    type Output = Box<dyn AnyEngine>;

    fn run<S: Shape>(self) -> Box<dyn AnyEngine> {
        let has_werera = self.ruleset.has_werera();
        Box::new(CompiledEngine::<S> {
            evaluation: self.evaluation,
            werera_evaluation: has_werera.then(|| Evaluation::derived(&self.ruleset).by_material()),
            search_rules: SearchRules::new(&self.ruleset),
            table: TranspositionTable::new(self.entries),
            histories: Vec::new(),
            contempt: 0,
            rules: Rules::compile(self.ruleset),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::pick_with_noise;
    use crate::Score;
    use crate::search::root::PvLine;
    use rukh_rules::{Cell, Move, MoveTag};

    /// With a die a certain win is a chance like any other, but for its number.
    #[test]
    fn noise_never_misses_a_win_in_sight() {
        let going = |to| Move::new(Cell(0), Cell(to), MoveTag::Plain);
        let line = |to, score| PvLine { mv: going(to), score, pv: Vec::new() };
        let all = [
            [Score::Chance { win: 9_400 }, Score::Chance { win: 10_000 }],
            [Score::Centipawns(900), Score::Win { plies: 3 }],
        ];
        for [good, sure] in all {
            let lines = [line(1, good), line(2, sure)];
            assert!((0..200).all(|seed| pick_with_noise(&lines, 700, seed) == Some(going(2))), "{sure:?}");
        }
    }
}
