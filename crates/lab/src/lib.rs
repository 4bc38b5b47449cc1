//! Measured answers: what an engine, a setting or a law is worth, found out by
//! playing.
//!
//! One decision carries the crate: whoever plays, *our rules referee*. An engine
//! that claims, crashes or plays what is not legal changes nothing of what the
//! game is. Trusting engines to agree on a result was refused: no two programs
//! agree on what a bared king means.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//! use rukh_lab::{contest::Contest, pace::Pace, referee::Adjudication};
//! use rukh_rules::{Game, Ruleset};
//!
//! let ruleset = Arc::new(Ruleset::named("shatranj")?);
//! let contest = Contest {
//!     specs: ["rukh".parse()?, "first:nodes=20".parse()?],
//!     pace: Pace::Nodes(200),
//!     openings: vec![Game::new(ruleset.clone())],
//!     pairs: 1,
//!     sprt: None,
//!     adjudication: Adjudication::default(),
//!     concurrency: 1,
//!     seed: 1,
//!     ruleset,
//! };
//! let standing = contest.run(&mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!(standing.tally.played(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod elo;
pub mod engine_match;
pub mod match_result;
pub mod opening;
pub mod perft;
pub mod player;
pub mod record;
pub mod referee;
pub mod simulation;
pub mod sprt;
pub mod tally;
pub mod time_control;
pub mod tuning;
