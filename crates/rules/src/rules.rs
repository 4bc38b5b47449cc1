//! Compiled rules: the tables that generation runs on.
//!
//! [`Rules`] is a [`Ruleset`] turned into tables for one [`Dimensions`]: the slots of
//! its kinds, where pieces move, the laws' constants and the keys for hashing.
//! Compiling is far more work than a move, so rules are compiled once and shared by `Arc`.

use std::sync::Arc;

use crate::bits::CellSet;
use crate::dimensions::{Any, Dimensions, ShapeKind};
use crate::geometry::{Cell, Geometry};
use crate::kind::{PieceKind, PieceKindSet};
use crate::ruleset::Ruleset;

mod keys;
mod laws;
mod line;
mod move_tables;
mod requirements;
mod slots;

use keys::PieceKeys;
use laws::CompiledLaws;
pub(crate) use line::Line;
pub(crate) use move_tables::{HurdlePath, MoveTables};
use requirements::ShapeRequirements;
pub(crate) use slots::{PAWN, ROYAL, SLOTS, SlotTable};

/// A ruleset compiled for one shape: moves and verdicts of single positions, without a game around them.
///
/// Every method takes the position and changes nothing; [`Rules::play`] gives the next position, so going
/// back is keeping the old one. Legality is not checked again: a move must be one of
/// [`Rules::legal_moves`] of that very position. The verdict of [`Rules::outcome`] covers every law but
/// repetition, for which it takes a [`Game`](crate::Game).
///
/// # Examples
/// A search in small: does any move mate?
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::notation::fen::{self, Dialect};
/// use rukh_rules::notation::san;
/// use rukh_rules::shape::Any;
/// use rukh_rules::{Outcome, Reason, Rules, Ruleset, Side};
///
/// let rules = Rules::<Any>::compile(Arc::new(Ruleset::named("shatranj")?));
/// let position = fen::parse(&rules, "7k/R7/6K1/8/8/7p/8/8 w - - 0 1", Dialect::Own).unwrap();
/// let mate = Some(Outcome::win(Side::White, Reason::Checkmate));
/// let mates = rules.legal_moves(&position).into_iter();
/// let mates = mates.filter(|mv| rules.outcome(&rules.play(&position, *mv)) == mate);
/// let mates: Vec<String> = mates.map(|mv| san::format(&rules, &position, mv)).collect();
/// assert_eq!(mates, ["Ra8#"]);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Rules<S: Dimensions = Any> {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) geometry: Geometry,
    pub(crate) board: BoardCells<S::Set>,
    pub(crate) slots: SlotTable,
    pub(crate) moves: MoveTables<S>,
    pub(crate) laws: CompiledLaws<S>,
    pub(crate) keys: PieceKeys,
}

#[derive(Debug)]
pub(crate) struct BoardCells<B> {
    pub(crate) all: B,
    /// Every file but the first, every file but the last: for pawns' captures.
    pub(crate) not_first_file: B,
    pub(crate) not_last_file: B,
}

impl<B: CellSet> BoardCells<B> {
    fn new(geometry: Geometry) -> BoardCells<B> {
        let set = |wanted: &dyn Fn(Cell) -> bool| {
            let cells = geometry.all().filter(|&cell| wanted(cell));
            cells.fold(B::EMPTY, |set, cell| set | B::of(cell))
        };
        BoardCells {
            all: set(&|_| true),
            not_first_file: set(&|cell| geometry.file(cell) != 0),
            not_last_file: set(&|cell| geometry.file(cell) + 1 != geometry.files()),
        }
    }
}

impl<S: Dimensions> Rules<S> {
    /// The ruleset these tables come from.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The size of the board, to name and number its cells.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The slots of a set of kinds, as bits.
    pub(crate) fn slots_of(&self, kinds: PieceKindSet) -> u64 {
        self.slots.of_set(kinds)
    }

    #[inline(always)]
    pub(crate) fn slot(&self, kind: PieceKind) -> usize {
        self.slots.of(kind)
    }

    /// One past the last leaper's slot.
    #[inline(always)]
    pub(crate) fn leapers_end(&self) -> usize {
        if S::GENERAL { self.slots.first_rider } else { 2 + S::LEAPERS }
    }

    /// One past the last rider's slot.
    #[inline(always)]
    pub(crate) fn riders_end(&self) -> usize {
        if S::GENERAL { self.slots.count } else { 2 + S::LEAPERS + S::RIDERS }
    }

    /// The shape that fits a ruleset best.
    #[must_use]
    pub fn fit(ruleset: &Ruleset) -> ShapeKind {
        ShapeRequirements::new(ruleset).fit(ruleset)
    }

    /// [`Rules::compile`].
    pub(crate) fn new(ruleset: Arc<Ruleset>) -> Rules<S> {
        let survey = ShapeRequirements::new(&ruleset);
        let slots = SlotTable::new::<S>(&ruleset, &survey);
        Rules {
            geometry: ruleset.geometry,
            board: BoardCells::new(ruleset.geometry),
            moves: MoveTables::new(ruleset.geometry, &survey, &slots),
            laws: CompiledLaws::new(&ruleset, &slots),
            keys: PieceKeys::new(ruleset.pieces.len(), ruleset.geometry.cells()),
            slots,
            ruleset,
        }
    }
}
