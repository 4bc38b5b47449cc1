//! The shapes of compiled rules: how wide a cell set is, how many kinds of piece
//! there are, and what they can do.
//!
//! Generation is written once, generic over a [`Shape`]; a ruleset loaded at
//! run time is put into the smallest shape that fits. In the specialised shapes the
//! counts are constants, so their loops unroll; the general shapes know every
//! feature and count at run time.
//!
//! [`Any`] holds every ruleset and is what a [`Game`](crate::Game) uses. Work on many positions is
//! written as a [`ShapeTask`] and runs several times as fast in the shape that fits:
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::shape::{Shape, ShapeKind, ShapeTask};
//! use rukh_rules::{Rules, Ruleset, Setup};
//!
//! struct CountMoves(Arc<Ruleset>);
//! impl ShapeTask for CountMoves {
//!     type Output = usize;
//!     fn run<S: Shape>(self) -> usize {
//!         let rules = Rules::<S>::compile(self.0);
//!         let start = Setup::start(rules.ruleset()).check(&rules).expect("a ruleset's own start");
//!         rules.legal_moves(&start).len()
//!     }
//! }
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let shape = Rules::<rukh_rules::shape::Any>::fit(&shatranj);
//! assert_eq!(shape, ShapeKind::Leapers64);
//! assert_eq!(shape.run(CountMoves(shatranj)), 16);
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::sync::Arc;

pub use crate::dimensions::{
    Any, Dimensions, General64, General128, Leapers64, Row, ShapeKind, Standard64, Standard128,
};
use crate::geometry::Side;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::scope::Scope;
use crate::setup::{Setup, SetupError};

/// The dimensions of rules for which the long functions of this crate are compiled.
///
/// Code that is generic over shapes is compiled once more for each in the crate that asks for it. What takes
/// long to compile and is too long to be inlined, such as the generation of moves, is compiled here instead,
/// and called as a function of one shape.
pub trait Shape: Dimensions + CompiledHere<Self> {}

/// Declares functions of compiled rules and implements them for each shape, `S` in their types.
macro_rules! compiled_here {
    ({ $($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? = $body:expr;)* } $($shape:ident)*) => {
        /// The functions that are compiled in this crate, for a shape.
        pub trait CompiledHere<S: Dimensions> {
            $($(#[$doc])* fn $name($($arg: $type),*) $(-> $result)?;)*
        }
        compiled_here!(@each [$($shape)*] { $(fn $name($($arg: $type),*) $(-> $result)? = $body;)* });
    };
    (@each [$($shape:ident)*] $functions:tt) => {
        $(compiled_here!(@shape $shape $functions);)*
    };
    (@shape $shape:ident { $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? = $body:expr;)* }) => {
        const _: () = {
            type S = $shape;
            impl Shape for S {}
            impl CompiledHere<S> for S {
                $(
                    // In WebAssembly, where the rules are compiled to be small, with those who call it.
                    #[cfg_attr(target_family = "wasm", inline)]
                    fn $name($($arg: $type),*) $(-> $result)? {
                        $body($($arg),*)
                    }
                )*
            }
        };
    };
}

compiled_here!({
    /// [`Rules::compile`].
    fn compile(ruleset: Arc<Ruleset>) -> Rules<S> = Rules::new;
    /// [`Setup::check`].
    fn check(setup: &Setup, rules: &Rules<S>) -> Result<Position<S>, Vec<SetupError>> = Setup::checked;
    /// [`Rules::legal_moves_into`].
    fn legal_moves(rules: &Rules<S>, position: &Position<S>, list: &mut Vec<Move>) = Rules::list_legal;
    /// [`Rules::captures_into`].
    fn captures(rules: &Rules<S>, position: &Position<S>, list: &mut Vec<Move>) = Rules::list_captures;
    /// [`Rules::werera_moves`].
    fn werera_moves(rules: &Rules<S>, position: &Position<S>, side: Side) -> Vec<Move> = Rules::list_werera;
    /// [`Rules::outcome`].
    fn outcome(rules: &Rules<S>, position: &Position<S>) -> Option<Outcome> = Rules::verdict;
    /// [`Rules::early_outcome`].
    fn early_outcome(rules: &Rules<S>, position: &Position<S>) -> Option<Outcome> = Rules::outcome_but_moves;
    /// [`Rules::play`].
    fn play(rules: &Rules<S>, position: &Position<S>, mv: Move) -> Position<S> = Rules::after_turn;
    /// [`Rules::werera_play`].
    fn werera_play(rules: &Rules<S>, position: &Position<S>, side: Side, mv: Move) -> Position<S> = Rules::after_placing;
    /// [`Rules::perft`].
    fn perft(rules: &Rules<S>, position: &Position<S>, depth: u32, scope: Scope) -> u64 = Rules::count_leaves;
} Leapers64 Standard64 Standard128 General64 General128 Any);

impl<S: Shape> Rules<S> {
    /// Compiles a ruleset for this shape.
    ///
    /// # Panics
    /// If the ruleset does not fit the shape; [`Rules::fit`] says which does.
    #[must_use]
    pub fn compile(ruleset: Arc<Ruleset>) -> Rules<S> {
        S::compile(ruleset)
    }

    /// Every legal move of the side to move with what lies on the board,
    /// the pass among them where it may pass. Empty in the werera.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<S>) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(position, &mut list);
        list
    }

    /// As [`Rules::legal_moves`], into a list that is cleared first.
    pub fn legal_moves_into(&self, position: &Position<S>, list: &mut Vec<Move>) {
        S::legal_moves(self, position, list);
    }

    /// The captures and promotions among [`Rules::legal_moves_into`], in the same order.
    ///
    /// Moves that do neither are not looked for, so an empty list says nothing
    /// about whether there is a move.
    pub fn captures_into(&self, position: &Position<S>, list: &mut Vec<Move>) {
        S::captures(self, position, list);
    }

    /// Every legal move a side has in the werera.
    #[must_use]
    pub fn werera_moves(&self, position: &Position<S>, side: Side) -> Vec<Move> {
        S::werera_moves(self, position, side)
    }

    /// The end of the game in this position, if it has ended; repetition aside,
    /// which depends on the game's history.
    ///
    /// The verdicts in their order. In the werera only a mate that stands ends
    /// the game. In turns, first what has happened to the kings: one was
    /// captured, an escape from check failed, one is bare. Then what the side to
    /// move can do: nothing even if check were ignored; nothing in check, which
    /// is mate; nothing without check, which is stalemate. Last the counters, so
    /// that a mate goes before them.
    #[must_use]
    pub fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        S::outcome(self, position)
    }

    /// The end of the game by the verdicts that need no move generation: those on
    /// the kings and, after them, the counters. A mate goes before a counter, so
    /// where the reason is a counter [`Rules::outcome`] decides.
    #[must_use]
    pub fn early_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        S::early_outcome(self, position)
    }

    /// The position after a legal move of the side to move.
    #[must_use]
    pub fn play(&self, position: &Position<S>, mv: Move) -> Position<S> {
        S::play(self, position, mv)
    }

    /// The position after a legal move in the werera; a capture begins turns.
    #[must_use]
    pub fn werera_play(&self, position: &Position<S>, side: Side, mv: Move) -> Position<S> {
        S::werera_play(self, position, side, mv)
    }

    /// Leaves below a position, as the function `perft` counts them.
    #[must_use]
    pub fn perft(&self, position: &Position<S>, depth: u32, scope: Scope) -> u64 {
        S::perft(self, position, depth, scope)
    }
}

impl Setup {
    /// The position, its parts agreeing with each other and with the rules.
    /// Castling rights that no array gives are dropped for a start and are
    /// complaints otherwise.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place.
    pub fn check<S: Shape>(&self, rules: &Rules<S>) -> Result<Position<S>, Vec<SetupError>> {
        S::check(self, rules)
    }
}

/// Something to be done with a ruleset in whatever shape fits it best.
pub trait ShapeTask {
    /// The result of the work, the same type in every shape.
    type Output;
    /// Does the work in one shape.
    fn run<S: Shape>(self) -> Self::Output;
}

impl ShapeKind {
    /// Runs a task in this shape: the one place where a shape is chosen.
    pub fn run<T: ShapeTask>(self, task: T) -> T::Output {
        match self {
            ShapeKind::Leapers64 => task.run::<Leapers64>(),
            ShapeKind::Standard64 => task.run::<Standard64>(),
            ShapeKind::Standard128 => task.run::<Standard128>(),
            ShapeKind::General64 => task.run::<General64>(),
            ShapeKind::General128 => task.run::<General128>(),
            ShapeKind::Any => task.run::<Any>(),
        }
    }
}
