//! Who can be set down to a werera.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rukh_engine::{Engine, Level, SearchLimits, WereraAction};
use rukh_rules::{Game, Move, Ruleset, Side};

/// Entries of a table: what a decision looks at fits in.
const TABLE_ENTRIES: usize = 1 << 16;

/// A player of the werera, and of the turns after it.
pub trait WereraPlayer {
    /// What to do in the werera, as the game stands. The same arguments decide the same.
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction;

    /// Forgets every position.
    fn clear(&mut self);

    /// A move in turn, after so many positions; none where there is none.
    fn best_move(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move>;
}

/// A kind of player, and how strong it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraPlayerKind {
    /// The engine as it is, at a level from 1 to 8.
    Rukh(u8),
    /// The first engine, at a level from 1 to 8.
    First(u8),
}

impl WereraPlayerKind {
    /// The player in person.
    #[must_use]
    pub fn build(self, ruleset: &Arc<Ruleset>) -> Box<dyn WereraPlayer> {
        match self {
            WereraPlayerKind::Rukh(level) => Box::new(RukhWereraPlayer {
                engine: Engine::with_tt_entries(ruleset.clone(), TABLE_ENTRIES),
                level: Level::new(level).unwrap_or(Level::HIGHEST),
            }),
            WereraPlayerKind::First(level) => Box::new(FirstWereraPlayer {
                engine: rukh_first::Engine::with_table(ruleset.clone(), TABLE_ENTRIES),
                level: rukh_first::Level::new(level).unwrap_or(rukh_first::Level::HIGHEST),
            }),
        }
    }
}

impl WereraPlayerKind {
    /// The player in person, whose turns another contestant's player takes.
    #[must_use]
    pub fn build_with_turns_of(
        self,
        turns: WereraPlayerKind,
        ruleset: &Arc<Ruleset>,
    ) -> Box<dyn WereraPlayer> {
        if turns == self {
            return self.build(ruleset);
        }
        Box::new(Relay { werera: self.build(ruleset), turns: turns.build(ruleset) })
    }
}

impl fmt::Display for WereraPlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WereraPlayerKind::Rukh(level) => write!(f, "ours:{level}"),
            WereraPlayerKind::First(level) => write!(f, "first:{level}"),
        }
    }
}

impl FromStr for WereraPlayerKind {
    type Err = String;

    /// `ours`, `first`, or either with a level: `ours:5`.
    fn from_str(text: &str) -> Result<WereraPlayerKind, String> {
        let (name, level) = text.split_once(':').unwrap_or((text, "8"));
        let level = level.parse().ok().filter(|level| (1..=8).contains(level));
        match (name, level) {
            ("ours", Some(level)) => Ok(WereraPlayerKind::Rukh(level)),
            ("first", Some(level)) => Ok(WereraPlayerKind::First(level)),
            _ => Err(format!("`{text}` is neither `ours` nor `first`, with a level from 1 to 8")),
        }
    }
}

/// One player for the werera, another for the turns.
struct Relay {
    werera: Box<dyn WereraPlayer>,
    turns: Box<dyn WereraPlayer>,
}

impl WereraPlayer for Relay {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        self.werera.marshal(game, side, seed)
    }

    fn clear(&mut self) {
        self.werera.clear();
        self.turns.clear();
    }

    fn best_move(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.turns.best_move(game, nodes, seed)
    }
}

struct RukhWereraPlayer {
    engine: Engine,
    level: Level,
}

impl WereraPlayer for RukhWereraPlayer {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        self.engine.choose_werera(game, side, self.level, seed)
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn best_move(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.engine.search(game, &SearchLimits::nodes(nodes), seed).best
    }
}

struct FirstWereraPlayer {
    engine: rukh_first::Engine,
    level: rukh_first::Level,
}

impl WereraPlayer for FirstWereraPlayer {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        match self.engine.choose_werera(game, side, self.level, seed) {
            rukh_first::WereraAction::Place(chosen) => WereraAction::Place(chosen),
            rukh_first::WereraAction::Retract { seq } => WereraAction::Retract { seq },
            rukh_first::WereraAction::EndBundle => WereraAction::EndBundle,
            rukh_first::WereraAction::Wait => WereraAction::Wait,
        }
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn best_move(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.engine.search(game, &rukh_first::Limits::nodes(nodes), seed).best
    }
}
