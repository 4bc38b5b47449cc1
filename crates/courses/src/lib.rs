//! Lessons and puzzles: what a reader plays without an opponent.
//!
//! The page knows no rules, so the rules compute every position that a reader can reach: with them a
//! lesson needs no server. Rules in the page, or a request for each move of a lesson, were rejected.
//!
//! ```
//! use rukh_courses::{lessons, puzzles};
//!
//! let file = lessons::files()?.into_iter().next().unwrap();
//! let course = file.compile()?;
//! assert_eq!(course.steps.len(), file.steps.len());
//!
//! let puzzle = puzzles::of_day(20_000);
//! let details = puzzle.details().unwrap();
//! assert!(details.course.steps[0].states.iter().any(|state| state.goal));
//! # Ok::<(), lessons::LessonError>(())
//! ```

pub mod lessons;
pub mod puzzles;
pub mod wire;
