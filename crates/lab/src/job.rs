//! Games as data.

pub mod rows;
