//! Studies: many games of the engine by a plan, to answer a question about rules or players.
//!
//! A [`Study`] is a file that says which games are played. Each combination of its grid, a ruleset with options and a
//! pair of players, is a *cell* ([`StudyCell`]); each game is a [`Job`](rukh_lab::job::Job); consecutive games of a
//! cell are a *part* ([`Part`]), the unit of work and of files. [`run()`] plays a study into a folder of Parquet
//! tables, from which a [`Folder`] reads.
//!
//! ```
//! use rukh_study::{Folder, RunOptions, Study, run};
//!
//! let text = r#"
//! id = "first-move"
//! title = "The first move"
//! question = "Is it an advantage to move first?"
//! seed = 1
//! games = 6
//! part = 2
//! max-plies = 20
//! [opening]
//! kind = "random"
//! plies = 4
//! [[rulesets]]
//! id = "shatranj"
//! options.stalemate = ["loss", "draw"]
//! [[players]]
//! white = "rukh:nodes=20"
//! "#;
//! let study = Study::parse(text, "first-move.toml").expect("a sound study");
//! let path = std::env::temp_dir().join(format!("rukh-study-{}", std::process::id()));
//! let options = RunOptions { threads: 2, stop: &|| false, on_progress: &|_| () };
//! assert!(run(&study, &path, options)?.is_done());
//! let games: Vec<_> = Folder::open(&path)?.games().collect::<Result<_, _>>()?;
//! assert_eq!(games.len(), 2 * 6);
//! // The same study, played again, has the same rows.
//! assert_eq!(run(&study, &path, options)?.played, 0, "nothing is left to be played");
//! # std::fs::remove_dir_all(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | read and check a study file | [`Study::parse`] |
//! | know what it costs | [`Study::cost`] |
//! | play it on this machine, or go on with it | [`run()`] |
//! | play parts on other machines | [`play_part`], [`Part::files`] and [`tally::PartTally`] |
//! | read what was played | [`Folder`] |
//! | compute how games end, how long they are and what they offer | [`figures::CellFigures`] |
//! | compare choices and write it all down | [`report::StudyReport`] |
//! | have games of people as the same tables | [`GameImport`] |
//! | send such a table while it is written | [`TableStream`] |
//! | have puzzles as a table | [`puzzle_table`] |
//!
//! # Decision
//!
//! A table is Parquet without Arrow: any program for statistics reads it, and it needs few dependencies. A part is the
//! same bytes on every machine, so files say nothing of when and where they were made. Rejected: a database, whose
//! files cannot be compared byte for byte, and CSV, which has neither types nor compression.

mod cost;
mod document;
pub mod figures;
mod folder;
mod grid;
mod import;
mod journal;
mod part;
mod puzzles;
mod read;
pub mod report;
mod run;
pub mod stop;
mod stream;
mod study;
mod table;
pub mod tally;

pub use cost::StudyCost;
pub use folder::{Folder, FolderError, STUDY_FILE};
pub use import::GameImport;
pub use part::{Part, PartError, PartId, PlayedRows, play_part};
pub use puzzles::puzzle_table;
pub use run::{RunError, RunOptions, RunProgress, run};
pub use stream::{GameTable, TableStream};
pub use study::{Conclusion, Keep, Plan, Study, StudyCell};
pub use table::TableFileError;
