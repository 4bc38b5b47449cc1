//! The rules of historic chess variants, and nothing else: no clock, no thread, no file, no
//! randomness.
//!
//! A [`Ruleset`] is data with sources; [`Rules`] are its compiled tables; a [`Position`] is a small
//! `Copy` state; a [`Game`] is a log of events and the facade for most callers. What may happen
//! next is a [`Node`].
//!
//! One decision carries the crate: the *width* of a cell set is generic, not the game. Any board of
//! up to 256 cells runs on the same source, and a board of 64 cells on one machine word. The
//! alternative, one code path for each game, was rejected.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::{Game, Node, Ruleset, Side};
//!
//! let mut game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! assert_eq!(game.legal_moves().len(), 16);
//! game.play(game.legal_move("e2e3")?, None)?;
//! assert_eq!(game.node(), Node::Choice(Side::Black));
//! assert!(game.legal_move("e7e5").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bits;
pub mod evidence;
mod failure;
pub mod game;
mod geometry;
pub mod hash;
mod kind;
pub mod law;
mod material;
pub mod message;
mod movegen;
pub mod movement;
mod moves;
mod node;
pub mod notation;
mod outcome;
pub mod perft;
mod placement;
mod play;
mod position;
mod rules;
pub mod ruleset;
mod ruleset_data;
mod setup;
pub mod shape;
mod symmetry;
mod unchecked_table;
mod verdict;
mod werera;

pub use failure::Failure;
pub use game::{Entry, Event, Game, Refusal};
pub use geometry::{Cell, Geometry, MAX_LENGTH, NoSquare, Side, Square};
pub use kind::{MAX_KINDS, PieceKind, PieceKindSet};
pub use law::mate_style::MateStyle;
pub use material::{Material, MaterialError};
pub use message::Message;
pub use movegen::{CheckInfo, ZonePressure};
pub use moves::{Move, MoveTag};
pub use node::{ActiveSides, Face, Node, NodeKind};
pub use notation::coordinate::UciMove;
pub use outcome::{Outcome, Reason};
pub use position::{KindsByCell, Phase, Position};
pub use rules::Rules;
pub use ruleset::{Instance, LoadError, Ruleset, RulesetFile, catalog};
pub use ruleset_data::{ArrayData, OptionData, PieceData, RulesetData, SourceData};
pub use setup::{Setup, SetupError, SetupErrorKind};
/// The traits by which the words of enums are listed.
pub use strum;
pub use symmetry::Symmetry;
pub use werera::{RetractableMove, WereraState};
