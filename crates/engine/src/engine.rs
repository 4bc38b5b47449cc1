//! The engine: a compiled ruleset with its evaluation, transposition table and histories.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate::UciMove;
use rukh_rules::shape::{Shape, ShapeTask};
use rukh_rules::{Event, Game, Move, Node, Rules, Ruleset, Side};
use rukh_tablebase::Tables;

use crate::evaluation::Evaluation;
use crate::evaluation::file::{EvalFile, WeightsMismatch};
use crate::evaluation::wdl::WdlModel;
use crate::exchange::{EntryExchange, Exchange};
use crate::level::{Level, PlayStrength};
use crate::limits::SearchLimits;
use crate::score::{Score, Value, WIN};
use crate::search::root::{PvLine, SearchResult};
use crate::search::tables::{DrawnRoot, RootVerdict, root_verdict};
use crate::search::threads::{Root, search_root};
use crate::search::{Histories, SearchContext, SearchRules};
use crate::transposition::TranspositionTable;
use crate::werera::{Restraint, WereraAction, WereraPlayer};

/// Default number of table entries; they take 4 MiB.
const DEFAULT_TT_ENTRIES: usize = 1 << 18;

/// Estimate of what the compiled rules and the weights of an engine take, in bytes.
const RULES_BYTES: usize = 512 << 10;

/// The decision of a side. [`Decision::event`] turns it into what [`Game::apply`] takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// A move in turns, the pass included.
    Move(Move),
    /// An action in the werera.
    Werera(WereraAction),
}

impl Decision {
    /// The event of the decision for [`Game::apply`]; `None` for waiting.
    #[must_use]
    pub fn event(self, ruleset: &Ruleset, side: Side) -> Option<Event> {
        Some(match self {
            Decision::Move(mv) => Event::Move { mv: UciMove::of(ruleset, mv) },
            Decision::Werera(WereraAction::Wait) => return None,
            Decision::Werera(WereraAction::EndBundle) => Event::Bundle { side },
            Decision::Werera(WereraAction::Retract { seq }) => Event::Retract { side, seq },
            Decision::Werera(WereraAction::Place(mv)) => Event::placing(ruleset, side, mv),
        })
    }
}

/// A search engine for one ruleset.
///
/// It owns some megabytes, most of them the transposition table, and keeps what it has learned for the
/// next search. Keep one for each game that is played or analysed; call [`Engine::clear`] where a
/// result must not depend on earlier searches.
///
/// # Examples
/// The same number of nodes gives the same answer on every machine.
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::{Engine, SearchLimits};
/// use rukh_rules::{Game, Ruleset};
///
/// let ruleset = Arc::new(Ruleset::named("shatranj")?);
/// let mut engine = Engine::new(ruleset.clone());
/// let game = Game::new(ruleset);
/// let limits = SearchLimits::nodes(2_000).with_multipv(2);
/// let first = engine.search(&game, &limits, 0);
/// assert_eq!((first.lines.len(), first.best), (2, Some(first.lines[0].mv)));
/// engine.clear();
/// assert_eq!(engine.search(&game, &limits, 0), first);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
///
/// A level plays any ruleset, also with a die or in the werera, where it may decide to wait.
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::{Engine, Level};
/// use rukh_rules::{Event, Game, Ruleset, Side};
///
/// let oblong = Arc::new(Ruleset::named("oblong-dice")?);
/// let mut engine = Engine::new(oblong.clone());
/// let mut game = Game::new(oblong.clone());
/// assert_eq!(engine.choose(&game, Side::White, Level::LOWEST, 1), None, "the die comes first");
/// game.apply(Event::Throw { face: 3 }, None)?;
/// let decision = engine.choose(&game, Side::White, Level::LOWEST, 1).expect("White may move");
/// let event = decision.event(&oblong, Side::White).expect("no waiting in turns");
/// game.apply(event, None)?;
/// assert_eq!(game.seq(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    ruleset: Arc<Ruleset>,
    has_die: bool,
    tables: Option<Arc<Tables>>,
    inner: Box<dyn AnyEngine>,
}

impl Engine {
    /// An engine for a ruleset, with tuned weights or with weights derived from how its pieces move.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Engine {
        Engine::with_tt_entries(ruleset, DEFAULT_TT_ENTRIES)
    }

    /// As [`Engine::new`], with a table of at least `entries` entries of 16 bytes.
    /// The result of a search depends on the size.
    #[must_use]
    pub fn with_tt_entries(ruleset: Arc<Ruleset>, entries: usize) -> Engine {
        let evaluation = Evaluation::new(&ruleset);
        Engine::build(ruleset, entries, evaluation)
    }

    /// As [`Engine::new`], with the weights of an evaluation file if there is one.
    ///
    /// # Errors
    /// The weights do not fit the ruleset's pieces.
    pub fn with_eval_file(ruleset: Arc<Ruleset>, file: Option<&EvalFile>) -> Result<Engine, WeightsMismatch> {
        let evaluation = Evaluation::with_eval_file(&ruleset, file)?;
        Ok(Engine::build(ruleset, DEFAULT_TT_ENTRIES, evaluation))
    }

    fn build(ruleset: Arc<Ruleset>, entries: usize, evaluation: Evaluation) -> Engine {
        let task = BuildEngine { ruleset: ruleset.clone(), entries, evaluation };
        let inner = Rules::<rukh_rules::shape::Any>::fit(&ruleset).run(task);
        Engine { has_die: ruleset.has_die(), ruleset, tables: None, inner }
    }

    /// With solved endings, see [`Engine::set_tables`].
    ///
    /// # Panics
    /// The tables are of another ruleset.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Engine {
        self.set_tables(Some(tables));
        self
    }

    /// With the solved endings of three pieces, which the engines of this process share.
    #[must_use]
    pub fn with_shared_tables(self) -> Engine {
        let tables = Tables::shared(&self.ruleset);
        self.with_tables(tables)
    }

    /// Gives it solved endings, or takes them away, and clears it.
    ///
    /// A search then knows the value of every position that a table has. Where one has the position to be
    /// searched, the best move is the table's and its score exact: a win as quick and a loss as late as can be, and
    /// with a die the best expectation for the throw; of moves that all draw, the search chooses. Neither
    /// repetition nor the limit of moves is in a table, so a win that the limit may forestall is not taken for one.
    ///
    /// Tables that are missing are waited for, so that a result depends on the arguments alone, or are computed
    /// meanwhile for the searches to come, as [`SearchLimits::wait`] says.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_engine::{Engine, Score, SearchLimits};
    /// use rukh_rules::{Game, Ruleset};
    /// use rukh_tablebase::Tables;
    ///
    /// let ruleset = Arc::new(Ruleset::named("shatranj[bare=ignored]")?);
    /// let mut engine = Engine::new(ruleset.clone()).with_tables(Arc::new(Tables::new(ruleset.clone())));
    /// let game = Game::from_fen(ruleset, "8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    /// let found = engine.search(&game, &SearchLimits::nodes(1_000), 0);
    /// assert_eq!((found.score, found.pv.len()), (Score::Win { plies: 29 }, 29));
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    ///
    /// # Panics
    /// The tables are of another ruleset.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        if let Some(tables) = &tables {
            assert!(**tables.ruleset() == *self.ruleset, "the tables are of another ruleset than the engine");
        }
        self.tables = tables;
        self.clear();
    }

    /// Replaces the table by an empty one of at most `mebibytes` MiB, at least one, and less where memory is
    /// short. Returns its size in MiB.
    pub fn resize_tt(&mut self, mebibytes: usize) -> usize {
        self.inner.resize_tt(mebibytes)
    }

    /// Searches with entries that other engines of the same ruleset and evaluation leave in `place`, and leaves
    /// its own there. The result of a search then depends on them.
    pub fn exchange_entries(&mut self, place: Box<dyn EntryExchange>) {
        self.inner.exchange_entries(Exchange::new(place, &self.ruleset));
    }

    /// Memory of the engine in bytes: its table, the histories of its threads and its solved endings exactly, its
    /// compiled rules and weights by an estimate. Endings count for each of the engines that share them.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.inner.memory() + self.tables.as_ref().map_or(0, |tables| tables.memory())
    }

    /// The ruleset that it was made for; methods that take a game panic if it has another.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Clears the table and the histories, so that the next search depends on its arguments alone.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// Searches the current position: the best move of the side to move, or
    /// before a throw the expected result. Uses the table entries of earlier
    /// searches; after [`Engine::clear`] the result is a function of the
    /// arguments. The seed shuffles moves of equal order; 0 keeps it.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn search(&mut self, game: &Game, limits: &SearchLimits<'_>, seed: u64) -> SearchResult {
        self.search_with_reports(game, limits, seed, &mut |_| ())
    }

    /// As [`Engine::search`], with a report after each completed depth.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn search_with_reports(
        &mut self,
        game: &Game,
        limits: &SearchLimits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        self.assert_same_ruleset(game);
        let tables = self.tables.as_ref();
        self.inner.search(SearchRequest { game, limits, seed, tables }, report)
    }

    /// The decision of a side at a level of play; `None` before a throw, on the
    /// other side's turn, and when the game is over. Clears the engine first, so
    /// that the same arguments give the same decision.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn choose(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> Option<Decision> {
        self.decide(DecisionRequest { game, side, level, seed }, Restraint::NONE)
    }

    /// As [`Engine::choose`], against a person: in the werera low levels hold back,
    /// see [`Restraint`]. `since_ready` is the time since both sides were ready.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn choose_against_human(
        &mut self,
        request: DecisionRequest<'_>,
        since_ready: Duration,
    ) -> Option<Decision> {
        let made = request.game.werera().made[request.side.other().index()];
        self.decide(request, Restraint::against_human(request.level, made, since_ready))
    }

    fn decide(&mut self, request: DecisionRequest<'_>, restraint: Restraint) -> Option<Decision> {
        let DecisionRequest { game, side, level, seed } = request;
        self.assert_same_ruleset(game);
        match game.node() {
            Node::Over(_) | Node::Chance(_) => None,
            Node::Choice(turn) if turn != side => None,
            Node::Choice(_) => self.choose_move(game, level, seed).map(Decision::Move),
            Node::Werera(acting) if !acting.may(side) => None,
            Node::Werera(_) => {
                self.clear();
                Some(Decision::Werera(self.inner.werera(request, restraint)))
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

    /// Searches with a reduced strength: its limits and those of `within`, and a
    /// random error of the values from `seed`. The result has the line of the move
    /// chosen only. Clears the engine first.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn play(
        &mut self,
        game: &Game,
        strength: PlayStrength,
        within: &SearchLimits<'_>,
        seed: u64,
    ) -> SearchResult {
        self.clear();
        let (own, noise) = match self.has_die {
            true => (strength.limits_with_die(), strength.noise_with_die),
            false => (strength.limits(), strength.noise),
        };
        let (depth, nodes) = (own.depth.min(within.depth), own.nodes.min(within.nodes));
        let limits = SearchLimits { depth, nodes, multipv: own.multipv, threads: 1, ..within.clone() };
        // Weaker strengths were measured without tables, and should play endings as they play all else.
        let is_full = strength == Level::HIGHEST.strength();
        let withheld = if is_full { None } else { self.tables.take() };
        let mut found = self.search(game, &limits, seed);
        if !is_full {
            self.tables = withheld;
        }
        let best = pick_with_noise(&found.lines, noise as usize, seed);
        found.lines.retain(|line| Some(line.mv) == best);
        if let [line] = &found.lines[..] {
            (found.best, found.score, found.pv) = (best, line.score, line.pv.clone());
        }
        found
    }

    /// The action of a side in the werera at a level of play.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn choose_werera(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> WereraAction {
        self.assert_same_ruleset(game);
        self.clear();
        self.inner.werera(DecisionRequest { game, side, level, seed }, Restraint::NONE)
    }

    /// The expected share of the points for a score of this engine, from 0 to 1.
    #[must_use]
    pub fn expected_score(&self, score: Score) -> f64 {
        WdlModel::of(&self.ruleset).expected_score(score)
    }

    /// The static evaluation for the side to move (in the werera for the side
    /// whose bundle it is, or White), in centipawns.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    #[must_use]
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.assert_same_ruleset(game);
        self.inner.evaluate(game)
    }

    /// The value of each kind of piece, in centipawns, in the order of the ruleset.
    #[must_use]
    pub fn piece_values(&self) -> Vec<i32> {
        self.inner.piece_values()
    }

    fn assert_same_ruleset(&self, game: &Game) {
        let same = Arc::ptr_eq(game.ruleset(), &self.ruleset) || **game.ruleset() == *self.ruleset;
        assert!(same, "the game has another ruleset than the engine");
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("ruleset", &self.ruleset.instance).finish_non_exhaustive()
    }
}

/// The move of the best line after a random error of at most `noise` has been added to each value.
fn pick_with_noise(lines: &[PvLine], noise: usize, seed: u64) -> Option<Move> {
    let mut random = SplitMix64::new(seed ^ 0x5EED);
    let mut noisy = |line: &PvLine| {
        let value = match line.score {
            Score::Centipawns(value) => value,
            Score::Chance { win: 10_000 } => return WIN,
            Score::Chance { win } => Value::from(win),
            Score::Win { plies } => return WIN - Value::from(plies),
            Score::Loss { plies } => return Value::from(plies) - WIN,
        };
        value + random.below(2 * noise + 1) as Value - noise as Value
    };
    let mut best: Option<(Value, Move)> = None;
    for line in lines {
        let value = noisy(line);
        if best.is_none_or(|(known, _)| value > known) {
            best = Some((value, line.mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// A request for a side's decision at a level of play.
#[derive(Debug, Clone, Copy)]
pub struct DecisionRequest<'g> {
    /// The game; its ruleset must be the engine's.
    pub game: &'g Game,
    /// The side that decides.
    pub side: Side,
    /// The level of play.
    pub level: Level,
    /// Seed of the level's random errors.
    pub seed: u64,
}

/// A position to be searched.
struct SearchRequest<'a> {
    game: &'a Game,
    limits: &'a SearchLimits<'a>,
    seed: u64,
    tables: Option<&'a Arc<Tables>>,
}

/// An engine compiled for one shape of rulesets.
trait AnyEngine: Send {
    fn clear(&mut self);
    fn resize_tt(&mut self, mebibytes: usize) -> usize;
    fn exchange_entries(&mut self, exchange: Exchange);
    fn memory(&self) -> usize;
    fn search(&mut self, request: SearchRequest<'_>, report: &mut dyn FnMut(&SearchResult)) -> SearchResult;
    fn werera(&mut self, request: DecisionRequest<'_>, restraint: Restraint) -> WereraAction;
    fn evaluate(&self, game: &Game) -> i32;
    fn piece_values(&self) -> Vec<i32>;
}

struct CompiledEngine<S: Shape> {
    rules: Rules<S>,
    evaluation: Evaluation,
    /// Evaluation of the werera, for which its margins were tuned: by material, with weights derived from movement
    /// tables.
    werera_evaluation: Option<Evaluation>,
    search_rules: SearchRules,
    table: TranspositionTable,
    /// Histories of each thread.
    histories: Vec<Histories>,
    /// Contempt for White in the last search; table entries depend on it.
    contempt: Value,
}

impl<S: Shape> CompiledEngine<S> {
    fn ensure_histories(&mut self, threads: usize) {
        let (kinds, cells) = (self.rules.ruleset().pieces.len(), self.rules.geometry().cells());
        let count = threads.max(self.histories.len());
        self.histories.resize_with(count, || Histories::new(kinds, cells));
    }
}

impl<S: Shape> AnyEngine for CompiledEngine<S> {
    fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    fn resize_tt(&mut self, mebibytes: usize) -> usize {
        // The old table is freed first, since both may not fit.
        let exchange = self.table.exchange.take();
        self.table = TranspositionTable::new(0);
        self.table = TranspositionTable::with_mebibytes(mebibytes);
        self.table.exchange = exchange;
        self.table.mebibytes()
    }

    fn exchange_entries(&mut self, exchange: Exchange) {
        self.table.exchange = Some(exchange);
    }

    fn memory(&self) -> usize {
        let (kinds, cells) = (self.rules.ruleset().pieces.len(), self.rules.geometry().cells());
        let threads = self.histories.len().max(1);
        RULES_BYTES + self.table.bytes() + threads * Histories::bytes(kinds, cells)
    }

    fn search(&mut self, request: SearchRequest<'_>, report: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        let SearchRequest { game, limits, seed, tables } = request;
        let endings = tables.map(|tables| (tables, limits.wait));
        let position = game.position().reshape(game.rules(), &self.rules);
        let contempt = limits.white_contempt(position.turn());
        if self.contempt != contempt {
            self.contempt = contempt;
            self.clear();
        }
        self.table.new_search();
        self.ensure_histories(limits.threads.max(1));
        let CompiledEngine { rules, evaluation, search_rules, table, histories, .. } = self;
        let context = SearchContext {
            rules: &*rules,
            evaluation: &*evaluation,
            search_rules: &*search_rules,
            table: &*table,
            endings,
        };
        let root = Root { position: &position, keys: game.keys(), outcome: game.outcome(), seed };
        match root_verdict(context, &mut histories[0], limits, &root) {
            RootVerdict::Unknown => search_root(context, histories, limits, root, report),
            RootVerdict::Solved(found) => {
                report(&found);
                found
            }
            RootVerdict::Drawn(drawn) => {
                let DrawnRoot { kept, .. } = &drawn;
                let limits = limits.clone().with_search_moves(kept.clone());
                let context = SearchContext { endings: None, ..context };
                let mut report = |found: &SearchResult| report(&drawn.settle(found.clone()));
                drawn.settle(search_root(context, histories, &limits, root, &mut report))
            }
        }
    }

    fn werera(&mut self, request: DecisionRequest<'_>, restraint: Restraint) -> WereraAction {
        self.ensure_histories(1);
        let evaluation = self.werera_evaluation.as_ref().unwrap_or(&self.evaluation);
        let context = SearchContext {
            rules: &self.rules,
            evaluation,
            search_rules: &self.search_rules,
            table: &self.table,
            endings: None,
        };
        let action = WereraPlayer::new(context, &mut self.histories[0], request, restraint).decide();
        // Values of the werera's evaluation must not reach the search of the turns.
        self.clear();
        action
    }

    fn evaluate(&self, game: &Game) -> i32 {
        self.evaluation.value(&self.rules, &game.position().reshape(game.rules(), &self.rules))
    }

    fn piece_values(&self) -> Vec<i32> {
        self.evaluation.pieces.values.material.clone()
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
    use std::sync::Arc;

    use super::{Engine, RULES_BYTES, pick_with_noise};
    use crate::Score;
    use crate::search::root::PvLine;
    use rukh_rules::{Cell, Move, MoveTag, Ruleset};

    /// The table takes 16 bytes an entry, however often the histories were cleared.
    #[test]
    fn memory_counts_the_table() {
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let mut small = Engine::with_tt_entries(ruleset.clone(), 1 << 10);
        let large = Engine::with_tt_entries(ruleset, 1 << 18);
        assert_eq!(large.memory() - small.memory(), (1 << 22) - (1 << 14));
        assert!(small.memory() > RULES_BYTES + (1 << 14));
        let before = small.memory();
        small.clear();
        assert_eq!(small.memory(), before);
    }

    #[test]
    fn pick_with_noise_certain_win_is_always_best() {
        let move_to = |to| Move::new(Cell::new(0), Cell::new(to), MoveTag::Plain);
        let line = |to, score| PvLine { mv: move_to(to), score, pv: Vec::new() };
        let cases = [
            [Score::Chance { win: 9_400 }, Score::Chance { win: 10_000 }],
            [Score::Centipawns(900), Score::Win { plies: 3 }],
        ];
        for [good, win] in cases {
            let lines = [line(1, good), line(2, win)];
            assert!((0..200).all(|seed| pick_with_noise(&lines, 700, seed) == Some(move_to(2))), "{win:?}");
        }
    }
}
