//! Figures of games: how they end, how long they last, how much choice they offer, with intervals of 95 %.
//!
//! Every figure is declared once, in [`DEFINITIONS`]. [`CellFigures`] reads the games of a cell one after another and
//! keeps sums alone, with the games as they are and in each of [`REPLICATES`] replicates of a Poisson bootstrap:
//! memory does not grow with the number of games. Weights of replicates follow from the clusters of games, so those
//! of two cells belong together, and [`compare`] gets the interval of a paired difference by subtracting them.
//!
//! # Decision
//!
//! *Intervals are percentiles of a bootstrap*, for all figures alike: shares, means, medians, correlations. Rejected:
//! a formula for each figure, which would know nothing of games that share an opening, nor of the pairing of cells.
//! Where games are all alike a bootstrap finds no spread, and Wilson's interval takes its place.

mod board;
mod bootstrap;
mod cell;
mod compare;
mod contribution;
mod definition;
mod histogram;
mod sums;
#[cfg(test)]
pub(crate) mod tests;

pub use board::{HeatMap, HeatMaps};
pub use bootstrap::{REPLICATES, holm};
pub use cell::{CellFigures, FigureEstimate};
pub use compare::{
    CellEstimates, CellName, ChoiceEffect, ComparedBy, ComparedCells, compare, compared_by_default,
};
pub use definition::{
    DEFINITIONS, FigureDefinition, FigureKey, FigureUnit, LudiiConcept, MAIN_FIGURES, definition, single_ids,
};
pub use sums::OTHER;
