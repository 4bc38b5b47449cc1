//! Nets for the evaluation: data of self-play ([`data`]), training ([`trainer`]), and the whole numbers of
//! the file that the engine reads ([`quantise`]).
//!
//! A net is a *residual*: it learns what the linear evaluation of a ruleset leaves out. The target of a position
//! is the score of a search, mapped to 0..1 by a sigmoid, and in part the result of its game.
//!
//! ```
//! use std::sync::Arc;
//!
//! use rukh_engine::tuning::NetModel;
//! use rukh_rules::Ruleset;
//! use rukh_train::trainer::{FloatNet, NetShape};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let model = NetModel::new(&shatranj).expect("the sides are alike");
//! let net = FloatNet::random(NetShape { rows: model.rows(), hidden: 16, buckets: 2, pieces: model.pieces() }, 1);
//! let file = rukh_train::quantise::quantise(&net, &model, Default::default()).expect("a small net");
//! assert_eq!(file.header().ruleset, "shatranj");
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```
//!
//! # Decision
//!
//! The trainer is a crate above the engine and the lab: nothing but the command line needs it, and the lab is
//! compiled for browsers too. It runs on two threads of the processor with nothing but the standard library; a
//! framework was rejected, since such a net learns a million positions in seconds, and its result could not be
//! made again bit for bit.

pub mod data;
pub mod quantise;
pub mod samples;
pub mod trainer;
