//! The tables of a ruleset, and what they say of its positions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use rukh_rules::bits::CellSet;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Material, Move, MoveTag, Phase, Position, Rules, Ruleset, Side};

use crate::background::Background;
use crate::chances;
use crate::exact::Exact;
use crate::layout::{Layout, MAX_PIECES, Sides};
use crate::materials::{canonical, successors};
use crate::retrograde::{self, Distance};
use crate::table::{Table, Values};

/// Pieces up to which a table is computed when it is first asked for, kings counted.
pub const AT_HAND: usize = 3;

/// Why a material has no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// More pieces than a table may have.
    #[error("{material} has {pieces} pieces, and tables have at most {MAX_PIECES}")]
    Pieces {
        /// The text of the material.
        material: String,
        /// How many pieces it has.
        pieces: usize,
    },
    /// A side has not exactly one royal piece.
    #[error("{material} should have one {royal} on each side")]
    Kings {
        /// The text of the material.
        material: String,
        /// The letter of the royal piece.
        royal: char,
    },
    /// Pawns of both sides, of which one may take another in passing.
    #[error("{material} has pawns that take each other in passing, which tables do not cover")]
    EnPassant {
        /// The text of the material.
        material: String,
    },
    /// More positions than a table may have.
    #[error("{material} has {positions} positions, and tables have at most {}", MAX_POSITIONS)]
    Positions {
        /// The text of the material.
        material: String,
        /// How many numbers its table would have.
        positions: usize,
    },
}

/// Numbers of a layer fit in 31 bits, of which the highest tells what a number means.
const MAX_POSITIONS: usize = 1 << 28;

/// The tables of one ruleset: those it was given, and those it computes.
///
/// # Examples
/// A rook mates a lone king in at most 16 moves.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Game, Ruleset};
/// use rukh_tablebase::{Exact, Tables};
///
/// let ruleset = Arc::new(Ruleset::named("shatranj[bare=ignored]")?);
/// let tables = Tables::new(ruleset.clone());
/// let game = Game::from_fen(ruleset, "8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
/// assert_eq!(tables.exact(game.rules(), game.position()), Some(Exact::Won { plies: 29 }));
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    ruleset: Arc<Ruleset>,
    threads: usize,
    slots: Mutex<HashMap<Material, Slot>>,
    background: Background,
}

type Slot = Arc<OnceLock<Result<Arc<Table>, Unsolvable>>>;

impl Tables {
    /// Nothing computed yet.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Tables {
        Tables { ruleset, threads: 1, slots: Mutex::default(), background: Background::default() }
    }

    /// The tables of a ruleset that all of this process share while anybody has them.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_rules::Ruleset;
    /// use rukh_tablebase::Tables;
    ///
    /// let shatranj = || Arc::new(Ruleset::named("shatranj").unwrap());
    /// let tables = Tables::shared(&shatranj());
    /// assert!(Arc::ptr_eq(&tables, &Tables::shared(&shatranj())));
    /// let bared = Arc::new(Ruleset::named("shatranj[bare=ignored]").unwrap());
    /// assert!(!Arc::ptr_eq(&tables, &Tables::shared(&bared)));
    /// ```
    #[must_use]
    pub fn shared(ruleset: &Arc<Ruleset>) -> Arc<Tables> {
        static SHARED: Mutex<Vec<Weak<Tables>>> = Mutex::new(Vec::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|tables| tables.strong_count() > 0);
        let is_same =
            |tables: &Arc<Tables>| Arc::ptr_eq(&tables.ruleset, ruleset) || tables.ruleset == *ruleset;
        shared.iter().filter_map(Weak::upgrade).find(is_same).unwrap_or_else(|| {
            let tables = Arc::new(Tables::new(ruleset.clone()));
            shared.push(Arc::downgrade(&tables));
            tables
        })
    }

    /// Computes by so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tables {
        Tables { threads, ..self }
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub(crate) fn background(&self) -> &Background {
        &self.background
    }

    /// Memory of the tables that are there, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let slots = self.slots();
        // Two materials may stand for the same.
        let own = slots.iter().filter_map(|(material, slot)| {
            let table = slot.get()?.as_ref().ok()?;
            (table.material() == material).then(|| table.memory())
        });
        own.sum()
    }

    /// Takes a table that was computed before.
    pub fn insert(&self, table: Table) {
        let slot = self.slot(table.material());
        // One that is there already says the same.
        let _ = slot.set(Ok(Arc::new(table)));
    }

    /// The table of a material, computed with all that it may become if it is not there. While it is computed
    /// others who want it wait.
    ///
    /// # Errors
    /// There can be no such table.
    pub fn solve(&self, material: &Material) -> Result<Arc<Table>, Unsolvable> {
        let slot = self.slot(material);
        slot.get_or_init(|| self.compute(&canonical(&self.ruleset, material))).clone()
    }

    /// The table of a material if it is there or can be computed at once.
    #[must_use]
    pub fn at_hand(&self, material: &Material) -> Option<Arc<Table>> {
        if is_at_hand(material) {
            return self.solve(material).ok();
        }
        self.slot(material).get()?.clone().ok()
    }

    /// The table of a material if it is there. One that can be computed at once is computed in the background
    /// where there are threads, for those who ask later.
    #[must_use]
    pub fn without_waiting(self: &Arc<Self>, material: &Material) -> Option<Arc<Table>> {
        match self.slot(material).get() {
            Some(known) => known.clone().ok(),
            None if !is_at_hand(material) || self.background.take(self, material) => None,
            None => self.solve(material).ok(),
        }
    }

    /// Most pieces of a position that is known or can be known at once.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        let slots = self.slots();
        let tables = slots.values().filter_map(|slot| slot.get()?.as_ref().ok());
        tables.map(|table| table.layout().pieces()).fold(AT_HAND, usize::max)
    }

    /// The slot of a material and of the one it is the same as.
    fn slot(&self, material: &Material) -> Slot {
        if let Some(slot) = self.slots().get(material) {
            return slot.clone();
        }
        let canonical = canonical(&self.ruleset, material);
        let mut slots = self.slots();
        let slot = slots.entry(canonical).or_default().clone();
        slots.insert(material.clone(), slot.clone());
        slot
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Material, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compute(&self, material: &Material) -> Result<Arc<Table>, Unsolvable> {
        let layout = self.check(material)?;
        let smaller = successors(&self.ruleset, material);
        let smaller = smaller.iter().map(|next| self.solve(next)).collect::<Result<Vec<_>, _>>()?;
        Ok(Arc::new(self.compute_with(layout, &smaller)))
    }

    fn check(&self, material: &Material) -> Result<Layout, Unsolvable> {
        let text = || material.text(&self.ruleset);
        let kinds = Side::BOTH.map(|side| material.of(side));
        let royal = self.ruleset.royal();
        let kings = kinds.map(|kinds| kinds.iter().filter(|kind| **kind == royal).count());
        if kings != [1; 2] {
            return Err(Unsolvable::Kings { material: text(), royal: self.ruleset.letter(royal) });
        }
        let pieces = kinds.concat().len();
        if pieces > MAX_PIECES {
            return Err(Unsolvable::Pieces { material: text(), pieces });
        }
        let takes_in_passing = self.ruleset.long_step().is_some_and(|step| {
            step.en_passant == rukh_rules::law::EnPassant::PassedCells
                && kinds.iter().all(|kinds| kinds.contains(&step.kind))
        });
        if takes_in_passing {
            return Err(Unsolvable::EnPassant { material: text() });
        }
        let layout = Layout::new(&self.ruleset, material);
        match layout.len() {
            positions if positions > MAX_POSITIONS => {
                Err(Unsolvable::Positions { material: text(), positions })
            }
            _ => Ok(layout),
        }
    }

    fn compute_with(&self, layout: Layout, smaller: &[Arc<Table>]) -> Table {
        let task = Task { ruleset: &self.ruleset, layout, smaller, threads: self.threads };
        Rules::<Any>::fit(&self.ruleset).run(task)
    }

    /// What best play of both sides leads to, for the side to move; `None` without a table, in the werera and
    /// while a side may castle. Neither repetition nor the limit of moves is looked at.
    #[must_use]
    pub fn exact<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<Exact> {
        if position.phase() == Phase::Turns
            && let Some(outcome) = rules.outcome(position)
        {
            return Some(Exact::of_outcome(outcome, position.turn(), self.ruleset.has_die()));
        }
        let moves = rules.legal_moves(position);
        let in_passing = moves.iter().any(|mv| mv.tag() == MoveTag::EnPassant);
        if position.throw().is_some() || in_passing {
            return self.moves(rules, position)?.into_iter().map(|(_, exact)| exact).reduce(Exact::better);
        }
        let (table, sides) = self.find(rules, position)?;
        Some(table.exact(rules, position, sides)?.within(self.plies_left(position)))
    }

    /// The legal moves with what each leads to, for the side that makes it; with a die those of the throw.
    #[must_use]
    pub fn moves<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<Vec<(Move, Exact)>> {
        let moves = rules.legal_moves(position).into_iter();
        moves.map(|mv| Some((mv, self.exact(rules, &rules.play(position, mv))?.before()))).collect()
    }

    fn find<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<(Arc<Table>, Sides)> {
        let pieces: u32 = Side::BOTH.into_iter().map(|side| position.pieces_of_side(side).count()).sum();
        if pieces as usize > MAX_PIECES || position.phase() != Phase::Turns || position.has_castling_rights()
        {
            return None;
        }
        let material = position.material(rules);
        let table = self.at_hand(&material)?;
        let sides = if *table.material() == material { Sides::AsNamed } else { Sides::Exchanged };
        Some((table, sides))
    }

    /// Plies until a bared king has drawn.
    pub(crate) fn plies_left<S: Shape>(&self, position: &Position<S>) -> Option<u16> {
        let limit = u16::from(self.ruleset.bare_king_limit()?) * 2;
        Some(limit.saturating_sub(position.counters()[0].into()))
    }
}

/// Whether a table is computed when it is first asked for.
fn is_at_hand(material: &Material) -> bool {
    Side::BOTH.into_iter().map(|side| material.of(side).len()).sum::<usize>() <= AT_HAND
}

struct Task<'a> {
    ruleset: &'a Arc<Ruleset>,
    layout: Layout,
    smaller: &'a [Arc<Table>],
    threads: usize,
}

impl ShapeTask for Task<'_> {
    type Output = Table;

    fn run<S: Shape>(self) -> Table {
        let Task { ruleset, layout, smaller, threads } = self;
        let rules = Rules::<S>::compile(ruleset.clone());
        if ruleset.has_die() {
            let values = chances::solve(&rules, &layout, smaller, threads);
            return Table::new(layout, values);
        }
        let mut layers: Vec<Vec<Distance>> = Vec::new();
        for layer in (0..layout.layers()).rev() {
            layers.insert(0, retrograde::solve_layer(&rules, &layout, smaller, layer, &layers, threads));
        }
        Table::new(layout, Values::Distances(layers))
    }
}
