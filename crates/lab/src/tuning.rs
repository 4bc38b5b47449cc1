//! Tuning: numbers of the evaluation fitted to games the engine has played
//! against itself (Texel's method).
//!
//! [`play`] makes the games, [`fit`] the numbers. A position's target is
//! what the search thought and, if wanted, in part the game's result, squashed to
//! 0..1; its prediction is the squashed evaluation. With a die a search thinks of
//! chances, which are taken back to the centipawns they come from. What no game tells
//! much about is held near what movement tables say, so that the same games give the
//! same numbers. Where a bared king draws, [`fit_chances`] finds how likely mates are.

mod chances;
mod fit;
mod play;

pub use chances::{FittedChances, fit_chances};
pub use fit::{Fit, Fitted, fit};
pub use play::{Labelled, SelfPlay, play, read, write};
