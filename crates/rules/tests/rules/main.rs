//! Tests of the rules through their public interface, and against other programs.
//!
//! One binary: move generation is generic, and each binary would compile it once more.

mod checks;
mod concepts;
mod dialect;
mod differential;
mod documents;
mod evidence;
mod golden;
mod notation;
mod pgn;
mod properties;
mod reasons;
mod reference;
mod slow;
mod soundness;
mod time_forfeit;
mod translations;
mod trees;

#[path = "support/playout.rs"]
mod playout;
#[path = "support/random.rs"]
mod random;
