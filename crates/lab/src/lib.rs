//! Measured answers: what an engine, a setting or a law is worth, found out by
//! playing.
//!
//! One decision carries the crate: whoever plays, *our rules referee*. An engine
//! that claims, crashes or plays what is not legal changes nothing of what the
//! game is. Trusting engines to agree on a result was refused: no two programs
//! agree on what a bared king means.

pub mod analysis;
pub mod contest;
pub mod elo;
pub mod opening;
pub mod pace;
pub mod player;
pub mod record;
pub mod referee;
pub mod simulation;
pub mod sprt;
pub mod standing;
pub mod tally;
pub mod tuning;
