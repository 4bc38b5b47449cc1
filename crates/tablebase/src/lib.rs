//! Endings solved exactly: who wins and in how many plies, and with a die the chances.
//!
//! A table holds the value of every position of one *material*, such as a rook and king against a king. It is
//! computed from the ruleset's own moves and verdicts and from the tables of what the material may become by a
//! capture or a promotion; there is no second set of rules. Tables of three pieces take a second or less and are
//! computed when they are first asked for.
//!
//! ```
//! use std::sync::Arc;
//!
//! use rukh_rules::{Game, Material, Ruleset};
//! use rukh_tablebase::{Exact, MaterialStats, Tables};
//!
//! // On the long board with a die: what are a rook and a king worth against a king?
//! let ruleset = Arc::new(Ruleset::named("oblong-dice")?);
//! let tables = Tables::new(ruleset.clone());
//! let table = tables.solve(&Material::parse(&ruleset, "KRvK").unwrap()).unwrap();
//! let [MaterialStats::Chances { points, .. }, _] = table.stats() else { unreachable!() };
//! assert_eq!(format!("{points:.3}"), "0.859");
//!
//! // And in one position, before each throw.
//! let game = Game::from_fen(ruleset, "2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2 w - - 0 1").unwrap();
//! let Some(Exact::Chances(score)) = tables.exact(game.rules(), game.position()) else { unreachable!() };
//! assert!(score.win() > 0.8 && score.gap < 1e-6);
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | know the value of a position or of each of its moves | [`Tables::exact`], [`Tables::moves`] |
//! | have a table of a material | [`Tables::solve`] |
//! | ask of a million positions in a row, as a search does | [`Prober`] |
//! | count its positions by result | [`Table::stats`] |
//! | know what a table takes, and whether it is right | [`Tables::estimate`], [`Tables::verify`] |
//! | know which tables there are, and which another is made of | [`materials`], [`successors`] |
//! | keep tables in files and read them there | `TableBuilder`, `Tables::with_directory`, with the feature `files` |
//! | share them in a process | [`SharedTables`] |
//!
//! # Decision
//!
//! Moves are generated forwards and turned round in memory, which costs a few bytes for each move while a table is
//! computed. The alternative, moves generated backwards, is a second set of rules that has to agree with the first
//! about bent riders, promotion, passes and every law to come.

mod background;
#[cfg(feature = "files")]
mod build;
mod chances;
mod check;
mod directory;
mod estimate;
mod exact;
mod expand;
#[cfg_attr(not(feature = "files"), path = "no_file.rs")]
mod file;
mod file_error;
mod layout;
mod materials;
mod prober;
mod progress;
mod retrograde;
mod shared;
mod sources;
mod table;
mod tables;
mod workers;

#[cfg(feature = "files")]
pub use build::{BuildJob, BuildPlan, Obstacle, SkippedTable, TableBuilder};
pub use check::{Disagreement, Extent};
pub use estimate::Estimate;
pub use exact::{Exact, Score};
#[cfg(feature = "files")]
pub use file::{FileInfo, Metric, write_table};
pub use file_error::{FileError, FileProblem};
pub use materials::{closure, materials, successors};
pub use prober::{Prober, Wait};
pub use shared::SharedTables;
pub use table::{MaterialStats, Table};
pub use tables::{AT_HAND, Tables, Unsolvable, file_name};
