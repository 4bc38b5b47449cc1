//! Who can be set down to a werera.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rukh_engine::{Engine, Level, SearchLimits, WereraAction};
use rukh_rules::{Game, Move, Ruleset, Side};

/// Entries of a table: what a decision looks at fits in.
const TABLE_ENTRIES: usize = 1 << 16;

/// A player of the werera, and of the turns after it.
pub trait Player {
    /// What to do in the werera, as the game stands. The same arguments decide the same.
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction;

    /// Forgets every position.
    fn forget(&mut self);

    /// A move in turn, after so many positions; none where there is none.
    fn turn(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move>;
}

/// A kind of player, and how strong it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contestant {
    /// The engine as it is, at a level from 1 to 8.
    Ours(u8),
    /// The first engine, at a level from 1 to 8.
    First(u8),
}

impl Contestant {
    /// The player in person.
    #[must_use]
    pub fn player(self, ruleset: &Arc<Ruleset>) -> Box<dyn Player> {
        match self {
            Contestant::Ours(level) => Box::new(Ours {
                engine: Engine::with_tt_entries(ruleset.clone(), TABLE_ENTRIES),
                level: Level::new(level).unwrap_or(Level::HIGHEST),
            }),
            Contestant::First(level) => Box::new(First {
                engine: rukh_first::Engine::with_table(ruleset.clone(), TABLE_ENTRIES),
                level: rukh_first::Level::new(level).unwrap_or(rukh_first::Level::HIGHEST),
            }),
        }
    }
}

impl Contestant {
    /// The player in person, whose turns another contestant's player takes.
    #[must_use]
    pub fn player_with_turns_of(self, turns: Contestant, ruleset: &Arc<Ruleset>) -> Box<dyn Player> {
        if turns == self {
            return self.player(ruleset);
        }
        Box::new(Relay { werera: self.player(ruleset), turns: turns.player(ruleset) })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Ours(level) => write!(f, "ours:{level}"),
            Contestant::First(level) => write!(f, "first:{level}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = String;

    /// `ours`, `first`, or either with a level: `ours:5`.
    fn from_str(text: &str) -> Result<Contestant, String> {
        let (name, level) = text.split_once(':').unwrap_or((text, "8"));
        let level = level.parse().ok().filter(|level| (1..=8).contains(level));
        match (name, level) {
            ("ours", Some(level)) => Ok(Contestant::Ours(level)),
            ("first", Some(level)) => Ok(Contestant::First(level)),
            _ => Err(format!("`{text}` is neither `ours` nor `first`, with a level from 1 to 8")),
        }
    }
}

/// One player for the werera, another for the turns.
struct Relay {
    werera: Box<dyn Player>,
    turns: Box<dyn Player>,
}

impl Player for Relay {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        self.werera.marshal(game, side, seed)
    }

    fn forget(&mut self) {
        self.werera.forget();
        self.turns.forget();
    }

    fn turn(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.turns.turn(game, nodes, seed)
    }
}

struct Ours {
    engine: Engine,
    level: Level,
}

impl Player for Ours {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        self.engine.choose_werera(game, side, self.level, seed)
    }

    fn forget(&mut self) {
        self.engine.clear();
    }

    fn turn(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.engine.search(game, &SearchLimits::nodes(nodes), seed).best
    }
}

struct First {
    engine: rukh_first::Engine,
    level: rukh_first::Level,
}

impl Player for First {
    fn marshal(&mut self, game: &Game, side: Side, seed: u64) -> WereraAction {
        match self.engine.choose_werera(game, side, self.level, seed) {
            rukh_first::WereraAction::Place(chosen) => WereraAction::Place(chosen),
            rukh_first::WereraAction::Retract { seq } => WereraAction::Retract { seq },
            rukh_first::WereraAction::EndBundle => WereraAction::EndBundle,
            rukh_first::WereraAction::Wait => WereraAction::Wait,
        }
    }

    fn forget(&mut self) {
        self.engine.clear();
    }

    fn turn(&mut self, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
        self.engine.search(game, &rukh_first::Limits::nodes(nodes), seed).best
    }
}
