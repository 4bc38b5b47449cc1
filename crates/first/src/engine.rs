//! The engine: a ruleset compiled once, and what callers ask of it.

use std::sync::Arc;

use rukh_rules::game::SideName;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::shape::{Shape, ShapeTask};
use rukh_rules::{Event, Game, Move, Node, Rules, Ruleset, Side};

use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::{Score, Value, WIN};
use crate::search::root::{Found, Line};
use crate::search::{Search, Traits};
use crate::table::Table;
use crate::werera::{Player, WereraAction};

/// Entries of the table unless told otherwise: some six megabytes.
const TABLE_ENTRIES: usize = 1 << 18;

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
    worker: Box<dyn Worker>,
}

impl Engine {
    /// An engine for a ruleset: compiles it and reckons what its men are worth.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Engine {
        Engine::with_table(ruleset, TABLE_ENTRIES)
    }

    /// As [`Engine::new`], with a table of at least so many entries of 24 bytes.
    /// The size has a part in what a search finds.
    #[must_use]
    pub fn with_table(ruleset: Arc<Ruleset>, entries: usize) -> Engine {
        let task = Build { ruleset: ruleset.clone(), entries };
        let worker = Rules::<rukh_rules::shape::Any>::fit(&ruleset).run(task);
        Engine { has_die: ruleset.has_die(), ruleset, worker }
    }

    /// The ruleset it plays.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Forgets every position: the next search depends on its arguments alone.
    pub fn clear(&mut self) {
        self.worker.clear();
    }

    /// Searches where the game stands: the best move of the side on move, or
    /// before a throw the expected result. What earlier searches have left in
    /// the table is used; after [`Engine::clear`] the result is a function of
    /// the arguments. The seed decides between moves that look alike; with 0
    /// they keep their natural order.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn search(&mut self, game: &Game, limits: &Limits<'_>, seed: u64) -> Found {
        self.search_reporting(game, limits, seed, &mut |_| ())
    }

    /// As [`Engine::search`], telling after each depth what is known.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn search_reporting(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        self.check(game);
        self.worker.search(game, limits, seed, report)
    }

    /// What a side should do at a level of play; nothing while it has nothing
    /// to decide: before a throw, on the other side's turn, when the game is over.
    /// Forgets every position first: the same arguments decide the same.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    pub fn choose(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> Option<Decision> {
        self.check(game);
        match game.node() {
            Node::Over(_) | Node::Chance(_) => None,
            Node::Choice(turn) if turn != side => None,
            Node::Choice(_) => self.choose_move(game, level, seed).map(Decision::Move),
            Node::Werera(acting) if !acting.may(side) => None,
            Node::Werera(_) => Some(Decision::Werera(self.choose_werera(game, side, level, seed))),
        }
    }

    fn choose_move(&mut self, game: &Game, level: Level, seed: u64) -> Option<Move> {
        let moves = game.legal_moves();
        if let [only] = moves[..] {
            return Some(only);
        }
        self.clear();
        let strength = level.strength();
        let found = self.search(game, &strength.limits(self.has_die), seed);
        let noise = self.noise(strength.noise as usize);
        pick(&found.lines, noise, seed)
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
        self.check(game);
        self.clear();
        self.worker.werera(game, side, level, seed)
    }

    /// The evaluation without search for the side to move (in the werera: for
    /// the side whose bundle it is, or White), in centipawns.
    ///
    /// # Panics
    /// If the game is not of the engine's ruleset.
    #[must_use]
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.check(game);
        self.worker.evaluate(game)
    }

    /// What a man of each kind is worth, in centipawns, in the order of the ruleset.
    #[must_use]
    pub fn worth(&self) -> Vec<i32> {
        self.worker.worth()
    }

    fn check(&self, game: &Game) {
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
fn pick(lines: &[Line], noise: usize, seed: u64) -> Option<Move> {
    let mut sequence = SplitMix64::new(seed ^ 0x5EED);
    let mut falsified = |line: &Line| {
        let value = match line.score {
            Score::Centipawns(value) => value,
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
            best = Some((value, line.chosen));
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// An engine in one shape.
trait Worker: Send {
    fn clear(&mut self);
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&Found),
    ) -> Found;
    fn werera(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> WereraAction;
    fn evaluate(&self, game: &Game) -> i32;
    fn worth(&self) -> Vec<i32>;
}

struct Shaped<S: Shape> {
    rules: Rules<S>,
    evaluation: Evaluation,
    traits: Traits,
    table: Table,
}

impl<S: Shape> Worker for Shaped<S> {
    fn clear(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        seed: u64,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        let position = game.position().reshape(game.rules(), &self.rules);
        let Shaped { rules, evaluation, traits, table } = self;
        let mut search = Search::new(rules, evaluation, traits, table, *limits, game.keys());
        search.run(&position, game.outcome(), seed, report)
    }

    fn werera(&mut self, game: &Game, side: Side, level: Level, seed: u64) -> WereraAction {
        let Shaped { rules, evaluation, traits, table } = self;
        Player { rules, evaluation, traits, table, game, side, level, seed }.decide()
    }

    fn evaluate(&self, game: &Game) -> i32 {
        self.evaluation.value(&self.rules, &game.position().reshape(game.rules(), &self.rules))
    }

    fn worth(&self) -> Vec<i32> {
        self.evaluation.worth.material.clone()
    }
}

struct Build {
    ruleset: Arc<Ruleset>,
    entries: usize,
}

impl ShapeTask for Build {
    type Output = Box<dyn Worker>;

    fn run<S: Shape>(self) -> Box<dyn Worker> {
        Box::new(Shaped::<S> {
            evaluation: Evaluation::new(&self.ruleset),
            traits: Traits::new(&self.ruleset),
            table: Table::new(self.entries),
            rules: Rules::compile(self.ruleset),
        })
    }
}
