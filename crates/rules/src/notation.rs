//! Positions, moves and games as text.

pub mod annotation;
pub mod coordinate;
pub mod dialect;
pub mod fen;
pub mod pgn;
pub mod placement;
pub mod reading;
pub mod record;
pub mod san;
pub mod text;
