//! The tables of a ruleset, and what they say of its positions.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Material, Move, Phase, Position, Rules, Ruleset, Side};

use crate::check::{Check, Disagreement, Extent};
use crate::estimate::Estimate;
use crate::exact::Exact;
use crate::expand::{Layer, compiled};
use crate::file::{TableFile, left_aside};
use crate::file_error::FileError;
use crate::layout::{Layout, MAX_PIECES, Sides, kinds_of};
use crate::materials::{canonical, successors};
use crate::progress::Progress;
use crate::retrograde::{self, Distance};
use crate::shared::COMPUTED;
use crate::sources::{OnDamage, Sources};
use crate::table::{Table, Values};
use crate::{background, chances};

/// Pieces up to which a table is computed when it is first asked for, kings counted.
pub const AT_HAND: usize = 3;

/// Placements of the pieces, as if several could share a cell, up to which that is so: larger boards take more time
/// and memory than anybody expects who has not asked for a table.
const AT_HAND_PLACEMENTS: usize = 1 << 21;

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
    /// A die and a law that counts moves.
    #[error("{material} is played with a die and a count of moves, which tables do not cover together")]
    Counters {
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
    /// Its games last for millions of plies, and to solve it then takes more memory than is allowed.
    #[error(
        "games of {material} are so long that it needs about {} MiB of memory, and {} are allowed",
        needed.div_ceil(1 << 20),
        allowed >> 20
    )]
    Memory {
        /// The text of the material.
        material: String,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// Its file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Enough for four pieces on a hundred cells that have one symmetry.
const MAX_POSITIONS: usize = 1 << 27;

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
    /// Most memory of a table while it is computed, in bytes.
    memory: u64,
    progress: Progress,
    sources: Arc<Sources>,
    /// By the materials of positions, of which two may share a table.
    slots: Mutex<HashMap<Material, Arc<Slot>>>,
}

/// The table of a material, once it is asked for.
#[derive(Debug)]
struct Slot {
    material: Material,
    /// Whether its table is brought into memory when it is first asked for.
    is_at_hand: bool,
    /// Its file, if there is one.
    path: Option<PathBuf>,
    /// When that was looked for: [`Sources::generation`].
    generation: u32,
    file: OnceLock<Result<Arc<TableFile>, Unsolvable>>,
    table: OnceLock<Result<Arc<Table>, Unsolvable>>,
}

impl Slot {
    /// Whether its table should be brought into memory, but is not there yet.
    fn is_wanting(&self) -> bool {
        self.is_at_hand && self.table.get().is_none()
    }

    /// Whether there is neither a table nor a file of it, and none can be made at once.
    fn is_missing(&self) -> bool {
        !self.is_at_hand && self.path.is_none() && self.table.get().is_none()
    }
}

/// A table that may be asked.
#[derive(Debug, Clone)]
pub(crate) enum Known {
    /// In memory.
    Table(Arc<Table>),
    /// In its file.
    File(Arc<TableFile>),
}

impl Known {
    pub(crate) fn layout(&self) -> &Layout {
        match self {
            Known::Table(table) => table.layout(),
            Known::File(file) => file.layout(),
        }
    }

    /// What it says of a position of its material; `None` where there is no such position.
    pub(crate) fn exact<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Sides,
    ) -> Result<Option<Exact>, FileError> {
        let exact = match self {
            Known::Table(table) => table.exact(rules, position, sides),
            Known::File(file) => file.exact(rules, position, sides)?,
        };
        // A count that runs while a king is bare bounds the distance.
        let limit = self.layout().limit();
        let left = limit.map(|limit| limit.saturating_sub(position.counters()[0].into()));
        Ok(exact.map(|exact| exact.within(left)))
    }
}

impl Tables {
    /// Nothing computed yet.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Tables {
        Tables::with_sources(ruleset, Arc::default())
    }

    pub(crate) fn with_sources(ruleset: Arc<Ruleset>, sources: Arc<Sources>) -> Tables {
        let (threads, memory, progress) = (1, u64::MAX, Progress::default());
        Tables { ruleset, threads, memory, progress, sources, slots: Mutex::default() }
    }

    /// The tables of a ruleset that all of this process share where no files are read: see [`SharedTables`].
    ///
    /// [`SharedTables`]: crate::SharedTables
    #[must_use]
    pub fn shared(ruleset: &Arc<Ruleset>) -> Arc<Tables> {
        COMPUTED.of(ruleset)
    }

    /// Computes by so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tables {
        Tables { threads, ..self }
    }

    /// Computes no table that turns out to take more than so many bytes of memory.
    #[cfg(feature = "files")]
    #[must_use]
    pub(crate) fn with_memory(self, memory: u64) -> Tables {
        Tables { memory, ..self }
    }

    /// Tells how far a table is while it is computed: the share of the work that is done, from 0 to 1, from any of
    /// the threads.
    #[must_use]
    pub fn with_progress(self, listener: impl Fn(f64) + Send + Sync + 'static) -> Tables {
        Tables { progress: Progress::new(listener), ..self }
    }

    /// Reads tables from the files of a directory, which are opened when they are asked for. What has no file is
    /// computed as without one.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn with_directory(self, directory: impl Into<PathBuf>) -> Tables {
        self.with_directories(vec![directory.into()])
    }

    /// As [`Tables::with_directory`], with several that are looked through in their order.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn with_directories(self, directories: Vec<PathBuf>) -> Tables {
        Tables { sources: Arc::new(Sources::of(directories)), ..self }
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Memory of the tables that are there, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let slots = self.slots();
        // Two materials may stand for the same.
        let own = slots.iter().filter_map(|(material, slot)| {
            let table = slot.table.get()?.as_ref().ok()?;
            (table.material() == material).then(|| table.memory())
        });
        own.sum()
    }

    /// Takes a table as if it had been computed.
    #[cfg(test)]
    pub(crate) fn insert(&self, table: Table) {
        let slot = self.slot(table.material());
        slot.table.set(Ok(Arc::new(table))).expect("nothing was computed before");
    }

    /// The table of a material in memory, from its file or computed with all that it may become. While it is
    /// computed others who want it wait.
    ///
    /// # Errors
    /// There can be no such table, or its file is damaged.
    pub fn solve(&self, material: &Material) -> Result<Arc<Table>, Unsolvable> {
        let slot = self.slot(material);
        slot.table.get_or_init(|| self.bring(&slot)).clone()
    }

    /// Reads a table or computes it.
    fn bring(&self, slot: &Slot) -> Result<Arc<Table>, Unsolvable> {
        if let Some(path) = &slot.path {
            let layout = self.check(&slot.material)?;
            match TableFile::open(path, &self.ruleset, layout).and_then(TableFile::load) {
                // One at hand with a file is one of which the file may be damaged.
                Err(error) if slot.is_at_hand => left_aside(&error),
                table => return Ok(Arc::new(table?)),
            }
        }
        let table = self.compute(&slot.material)?;
        if slot.is_at_hand {
            self.sources.keep(&self.ruleset, &table);
        }
        Ok(table)
    }

    /// What can be asked about a material, computed if that does not take long.
    ///
    /// # Errors
    /// Its file cannot be used.
    pub(crate) fn known(&self, material: &Material) -> Result<Option<Known>, Unsolvable> {
        let slot = self.slot(material);
        if slot.is_wanting() {
            // One that cannot be is remembered as such.
            let _ = self.solve(material);
        }
        self.there(&slot)
    }

    /// What can be asked about a material. A table that does not take long is computed in the background where there
    /// are threads, for those who ask later.
    pub(crate) fn known_without_waiting(self: &Arc<Self>, material: &Material) -> Option<Known> {
        let slot = self.slot(material);
        if slot.is_wanting() && background::take(self, material) {
            return None;
        }
        self.known(material).ok()?
    }

    fn there(&self, slot: &Slot) -> Result<Option<Known>, Unsolvable> {
        match (slot.table.get(), &slot.path) {
            (Some(Err(error @ Unsolvable::File(_))), _) => Err(error.clone()),
            (Some(table), _) => Ok(table.as_ref().ok().cloned().map(Known::Table)),
            (None, None) => Ok(None),
            (None, Some(path)) => {
                let layout = || self.check(&slot.material);
                let open = || {
                    let file = TableFile::open(path, &self.ruleset, layout()?);
                    Ok(Arc::new(file.inspect_err(left_aside)?))
                };
                slot.file.get_or_init(open).clone().map(|file| Some(Known::File(file)))
            }
        }
    }

    /// Most pieces of a position that is known or can be known at once.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        let slots = self.slots();
        let tables = slots.values().filter_map(|slot| slot.table.get()?.as_ref().ok());
        let in_memory = tables.map(|table| table.layout().pieces());
        in_memory.fold(AT_HAND.max(self.sources.most_pieces()), usize::max)
    }

    /// The slot of a material and of the one it is the same as.
    fn slot(&self, material: &Material) -> Arc<Slot> {
        let generation = self.sources.generation();
        let is_current = |slot: &&Arc<Slot>| !slot.is_missing() || slot.generation == generation;
        if let Some(slot) = self.slots().get(material).filter(is_current) {
            return slot.clone();
        }
        let own = canonical(&self.ruleset, material);
        let empty = self.empty_slot(&own, generation);
        let mut slots = self.slots();
        let slot = slots.get(&own).filter(is_current).cloned().unwrap_or_else(|| Arc::new(empty));
        for material in [own, material.clone()] {
            slots.insert(material, slot.clone());
        }
        slot
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Material, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn empty_slot(&self, material: &Material, generation: u32) -> Slot {
        let placements = self.ruleset.geometry.cells().pow(material.pieces() as u32);
        let is_small = material.pieces() <= AT_HAND && placements <= AT_HAND_PLACEMENTS;
        let path = self.sources.find(&file_name(&self.ruleset, material));
        Slot {
            is_at_hand: is_small && (path.is_none() || self.sources.on_damage == OnDamage::Compute),
            material: material.clone(),
            path,
            generation,
            file: OnceLock::new(),
            table: OnceLock::new(),
        }
    }

    /// What it takes to compute the table of a material, from the tables of what it may become.
    ///
    /// # Errors
    /// There can be no such table.
    pub fn estimate(&self, material: &Material) -> Result<Estimate, Unsolvable> {
        let layout = self.check(&canonical(&self.ruleset, material))?;
        let smaller = successors(&self.ruleset, layout.material());
        let smaller: Vec<_> = smaller.iter().map(|next| Layout::new(&self.ruleset, next)).collect();
        Ok(Estimate::new(&Rules::compile(self.ruleset.clone()), &layout, &smaller))
    }

    /// Recomputes values of a table by one step of the rules: how many positions agree, or the first that does not.
    ///
    /// # Errors
    /// There can be no such table, or a file is damaged.
    pub fn verify(
        &self,
        material: &Material,
        extent: Extent,
    ) -> Result<Result<u64, Disagreement>, Unsolvable> {
        let table = self.solve(material)?;
        let smaller = self.smaller(table.material())?;
        let check =
            Check { ruleset: &self.ruleset, table: &table, smaller: &smaller, extent, threads: self.threads };
        Ok(check.run())
    }

    fn smaller(&self, material: &Material) -> Result<Vec<Arc<Table>>, Unsolvable> {
        successors(&self.ruleset, material).iter().map(|next| self.solve(next)).collect()
    }

    pub(crate) fn compute(&self, material: &Material) -> Result<Arc<Table>, Unsolvable> {
        let layout = self.check(material)?;
        Ok(Arc::new(self.compute_with(layout, &self.smaller(material)?)?))
    }

    fn check(&self, material: &Material) -> Result<Layout, Unsolvable> {
        let text = || material.text(&self.ruleset);
        let kinds = Side::BOTH.map(|side| material.of(side));
        let royal = self.ruleset.royal();
        let kings = kinds.map(|kinds| kinds.iter().filter(|kind| **kind == royal).count());
        if kings != [1; 2] {
            return Err(Unsolvable::Kings { material: text(), royal: self.ruleset.letter(royal) });
        }
        let pieces = material.pieces();
        if pieces > MAX_PIECES {
            return Err(Unsolvable::Pieces { material: text(), pieces });
        }
        if self.ruleset.has_die()
            && self.ruleset.bare_king_limit().or(self.ruleset.lone_man_limit()).is_some()
        {
            return Err(Unsolvable::Counters { material: text() });
        }
        let layout = Layout::new(&self.ruleset, material);
        match layout.len() {
            positions if positions > MAX_POSITIONS => {
                Err(Unsolvable::Positions { material: text(), positions })
            }
            _ => Ok(layout),
        }
    }

    fn compute_with(&self, layout: Layout, smaller: &[Arc<Table>]) -> Result<Table, Unsolvable> {
        let (rules, progress, threads) = (compiled(&self.ruleset), &self.progress, self.threads);
        if self.ruleset.has_die() {
            let faces = self.ruleset.faces();
            let needed = match self.memory {
                u64::MAX => 0,
                _ => self.estimate(layout.material())?.long_bytes,
            };
            let may_be_long = needed <= self.memory;
            return match chances::solve(&*rules, faces, &layout, smaller, threads, may_be_long, progress) {
                Some(values) => Ok(Table::new(layout, values)),
                None => {
                    let material = layout.material().text(&self.ruleset);
                    Err(Unsolvable::Memory { material, needed, allowed: self.memory })
                }
            };
        }
        let mut layers: Vec<Vec<Distance>> = Vec::new();
        let part = progress.part(0.0..1.0, layout.layers() * layout.len());
        for number in (0..layout.layers()).rev() {
            let layer = Layer { layout: &layout, smaller, number, above: &layers };
            layers.insert(0, retrograde::solve_layer(&*rules, layer, threads, &part));
        }
        Ok(Table::new(layout, Values::Distances(layers)))
    }

    /// What best play of both sides leads to, for the side to move; `None` without a table, in the werera and
    /// while a side may castle. Neither repetition nor the limit of moves is looked at. A file that cannot be used
    /// is no table.
    #[must_use]
    pub fn exact<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<Exact> {
        self.probe(rules, position).ok()?
    }

    /// The legal moves with what each leads to, for the side that makes it, the best first; with a die those of the
    /// throw. Play by the first moves makes progress: see [`Exact::best_first`].
    #[must_use]
    pub fn moves<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<Vec<(Move, Exact)>> {
        self.probe_moves(rules, position).ok()?
    }

    /// As [`Tables::exact`].
    ///
    /// # Errors
    /// A file that should tell it cannot be used.
    pub fn probe<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
    ) -> Result<Option<Exact>, Unsolvable> {
        if position.phase() != Phase::Werera
            && let Some(outcome) = rules.outcome(position)
        {
            return Ok(Some(Exact::of_outcome(outcome, position.turn(), self.ruleset.has_die())));
        }
        if position.throw().is_some() {
            let moves = self.probe_moves(rules, position)?;
            return Ok(moves.and_then(|moves| moves.first().map(|(_, exact)| *exact)));
        }
        self.look_up(rules, position)
    }

    /// As [`Tables::moves`].
    ///
    /// # Errors
    /// A file that should tell it cannot be used.
    pub fn probe_moves<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
    ) -> Result<Option<Vec<(Move, Exact)>>, Unsolvable> {
        let value = |mv| Ok(self.probe(rules, &rules.play(position, mv))?.map(|exact| (mv, exact.before())));
        let moves = rules.legal_moves(position).into_iter().map(value);
        let mut moves: Option<Vec<(Move, Exact)>> = moves.collect::<Result<_, Unsolvable>>()?;
        moves.iter_mut().for_each(|moves| Exact::best_first(moves));
        Ok(moves)
    }

    /// What the table of a position says.
    fn look_up<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
    ) -> Result<Option<Exact>, Unsolvable> {
        let pieces: u32 = Side::BOTH.into_iter().map(|side| position.pieces_of_side(side).count()).sum();
        if pieces as usize > MAX_PIECES || position.phase() != Phase::Turns || position.has_castling_rights()
        {
            return Ok(None);
        }
        let material = position.material(rules);
        let Some(known) = self.known(&material)? else { return Ok(None) };
        let sides = if *known.layout().material() == material { Sides::AsNamed } else { Sides::Exchanged };
        Ok(known.exact(rules, position, sides)?)
    }
}

/// The name of a table's file: the fingerprint of the laws and the material.
#[must_use]
pub fn file_name(ruleset: &Ruleset, material: &Material) -> String {
    let material = canonical(ruleset, material);
    format!("{}-{}.rtb", ruleset.ending_hash(kinds_of(&material)), material.text(ruleset))
}
