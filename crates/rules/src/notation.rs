//! Positions, moves and games as text.

pub mod coordinate;
pub mod dialect;
pub mod fen;
pub mod pgn;
pub mod placement;
pub mod record;
pub mod san;
pub mod text;
