//! Values for a search: no lock, and no memory taken, where nothing new is met.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Phase, Position, Rules, Side};

use crate::directory::{Counts, Directory};
use crate::exact::Exact;
use crate::tables::{Known, Tables};

/// Probes of missing tables after which they are asked for again.
const PATIENCE: u32 = 1 << 12;

/// What happens where a table is missing that can be computed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It is waited for, so that the same questions have the same answers.
    ForTables,
    /// It is computed meanwhile, where there are threads, and used once it is there.
    Never,
}

/// One who asks tables of many positions, and keeps those that it has found.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Game, Ruleset};
/// use rukh_tablebase::{Exact, Prober, Tables, Wait};
///
/// let ruleset = Arc::new(Ruleset::named("shatranj[bare=ignored]")?);
/// let mut prober = Prober::new(Arc::new(Tables::new(ruleset.clone())), Wait::ForTables);
/// let game = Game::from_fen(ruleset.clone(), "8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
/// assert_eq!(prober.probe(game.rules(), game.position()), Some(Exact::Won { plies: 29 }));
/// assert_eq!(prober.probe(game.rules(), Game::new(ruleset).position()), None);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Prober {
    tables: Arc<Tables>,
    wait: Wait,
    most_pieces: u32,
    found: Directory<Known>,
    missing: HashSet<Counts>,
    patience: u32,
}

impl Prober {
    /// One that has found nothing yet.
    #[must_use]
    pub fn new(tables: Arc<Tables>, wait: Wait) -> Prober {
        Prober {
            most_pieces: tables.most_pieces() as u32,
            found: Directory::new(tables.ruleset()),
            missing: HashSet::new(),
            patience: PATIENCE,
            wait,
            tables,
        }
    }

    /// This one, with another rule for tables that are missing.
    #[must_use]
    pub fn with_wait(self, wait: Wait) -> Prober {
        Prober { wait, ..self }
    }

    /// What best play of both sides leads to, for the side to move, before a throw; `None` where nothing is known.
    /// Neither repetition nor the limit of moves is looked at.
    #[inline]
    pub fn probe<S: Shape>(&mut self, rules: &Rules<S>, position: &Position<S>) -> Option<Exact> {
        if self.may_know(position) { self.probe_few(rules, position) } else { None }
    }

    /// The same, where the game may be over.
    pub fn exact<S: Shape>(&mut self, rules: &Rules<S>, position: &Position<S>) -> Option<Exact> {
        match rules.outcome(position) {
            Some(over) => Some(Exact::of_outcome(over, position.turn(), rules.ruleset().has_die())),
            None => self.probe(rules, position),
        }
    }

    /// Whether there are so few pieces that a table may be found.
    #[must_use]
    #[inline]
    pub fn may_know<S: Shape>(&self, position: &Position<S>) -> bool {
        let [white, black] = Side::BOTH.map(|side| position.pieces_of_side(side).count());
        white + black <= self.most_pieces
    }

    fn probe_few<S: Shape>(&mut self, rules: &Rules<S>, position: &Position<S>) -> Option<Exact> {
        let is_asked = position.phase() == Phase::Turns && position.throw().is_none();
        if !is_asked || position.has_castling_rights() {
            return None;
        }
        let counts = self.found.counts_of(rules, position);
        if self.found.get(counts).is_none() {
            self.fetch(rules, position, counts)?;
        }
        let (table, sides) = self.found.get(counts)?;
        table.exact(rules, position, sides).ok()?
    }

    /// Asks for a table that was not found yet.
    #[cold]
    fn fetch<S: Shape>(&mut self, rules: &Rules<S>, position: &Position<S>, counts: Counts) -> Option<()> {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.missing.clear();
        }
        if self.missing.contains(&counts) {
            return None;
        }
        let material = position.material(rules);
        let table = match self.wait {
            // A file that cannot be used is no table.
            Wait::ForTables => self.tables.known(&material).ok().flatten(),
            Wait::Never => self.tables.known_without_waiting(&material),
        };
        match table {
            Some(table) => self.found.add(table.layout(), &table),
            None => drop(self.missing.insert(counts)),
        }
        Some(())
    }
}
