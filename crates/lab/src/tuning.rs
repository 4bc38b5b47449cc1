//! Tuning: numbers of the evaluation fitted to games the engine has played
//! against itself (Texel's method).
//!
//! [`play`] makes the games, [`fit`] the numbers. A position's target is half
//! the game's result and half what the search thought, squashed to 0..1; its
//! prediction is the squashed evaluation. What no game tells much about is held
//! near where it was.

mod fit;
mod play;

pub use fit::{Fit, Fitted, fit};
pub use play::{Labelled, SelfPlay, play, read, write};
