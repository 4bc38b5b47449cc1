//! Wire types of lessons and puzzles.

pub mod lesson;
pub mod puzzle;
