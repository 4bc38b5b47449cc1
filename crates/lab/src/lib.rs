//! Measurements: engine matches, game analysis, perft, tuning and werera simulation.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//! use rukh_lab::{engine_match::{Match, Pairing}, referee::Adjudication, time_control::TimeControl};
//! use rukh_rules::{Game, Ruleset};
//!
//! let ruleset = Arc::new(Ruleset::named("shatranj")?);
//! let engine_match = Match {
//!     specs: ["rukh".parse()?, "rukh:nodes=20".parse()?],
//!     time_control: TimeControl::Nodes(200),
//!     openings: vec![Game::new(ruleset.clone())],
//!     pairs: 1,
//!     pairing: Pairing::Reversed,
//!     sprt: None,
//!     adjudication: Adjudication::default(),
//!     concurrency: 1,
//!     seed: 1,
//!     luck_depth: None,
//!     ruleset,
//! };
//! let result = engine_match.run(&mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!(result.tally.played(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | learn which of two engines is stronger | [`engine_match::Match`], with an [`sprt::Sprt`] to end it as soon as it is decided |
//! | judge the moves of a game | [`analysis::Analyser`]; for its players, in words, [`review::review`] |
//! | compare how a player moves with how an engine does | [`indicator::IndicatorFigures`] |
//! | know how a game goes: length, choices, draws | [`measure::measure`] |
//! | measure play in the werera | [`simulation`], since a match begins where turns do |
//! | play games that can be played again from their data, and have rows of any game | [`job`] |
//! | find and check puzzles | [`puzzle`] |
//! | fit the weights of the evaluation | [`tuning`] |
//! | count deep | [`perft`], which has threads and a table |
//!
//! # Decision
//!
//! *Our rules decide every game*, whichever engines play. A wrong claim, a crash or an illegal move
//! never changes the rules of a game. The alternative, to let engines agree on a result, was rejected:
//! no two programs agree on bare-king rules.

pub mod analysis;
pub mod elo;
pub mod endings;
pub mod engine_match;
pub mod indicator;
pub mod job;
pub mod luck;
pub mod match_game;
pub mod match_result;
pub mod measure;
pub mod opening;
pub mod perft;
pub mod player;
pub mod puzzle;
pub mod record;
pub mod referee;
pub mod review;
pub mod search_info;
pub mod simulation;
pub mod sprt;
pub mod standing;
pub mod statistics;
pub mod tally;
pub mod time_control;
pub mod tuning;
