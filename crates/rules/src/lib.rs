//! The rules of historic chess variants, and nothing else: no clock, no thread, no file, no
//! randomness.
//!
//! A [`Ruleset`] is the laws of a game as data, with their sources; a [`Game`] is played by them and
//! decides everything: which moves there are, who may act, and when and why the game is over.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::{Game, Node, Reason, Ruleset, Side};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let mut game = Game::new(shatranj.clone());
//! game.play(game.legal_move("e2e3")?, None)?;
//! assert_eq!(game.node(), Node::Choice(Side::Black));
//! // No pawn of shatranj makes a double step.
//! assert!(game.legal_move("e7e5").is_err());
//!
//! // The rook takes the last piece beside the black king: a bare king loses.
//! let mut game = Game::from_fen(shatranj, "4k3/8/8/8/8/8/3r4/3RK3 w - - 0 1").expect("a sound FEN");
//! game.play(game.legal_move("d1d2")?, None)?;
//! let outcome = game.outcome().expect("the game is over");
//! assert_eq!((outcome.winner, outcome.reason), (Some(Side::White), Reason::BareKing));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | play, judge, replay or keep a game | [`Game`]; its [`Node`] says what may happen next |
//! | look at many positions, as a search does | [`Rules`], a ruleset compiled to tables, and [`Position`], a state that is copied freely; they know nothing of repetition |
//! | make a position by hand | [`Setup`], whose check reports every fault at once |
//! | read or write positions, moves and games | [`notation`]: FEN, SAN, coordinates, PGN, JSON Lines |
//! | count the leaves of the move tree | [`perft`] |
//! | ask what a law says | the methods of [`Ruleset`], such as [`Ruleset::stalemate`]; never its name |
//! | say something to a person | [`Message`], rendered by a [`Locale`](message::Locale) |
//! | load laws of your own | [`RulesetFile`] |
//!
//! # Decision
//!
//! The *width* of a cell set is generic, not the game. Any board of up to 256 cells runs on the same
//! source, and a board of 64 cells on one machine word. The alternative, one code path for each game,
//! was rejected.

pub mod bits;
mod dimensions;
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
mod scope;
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
pub use placement::PlacedPiece;
pub use position::{KindsByCell, Phase, Position};
pub use rules::Rules;
pub use ruleset::{Instance, LoadError, Ruleset, RulesetFile, catalog};
pub use ruleset_data::{ArrayData, OptionData, PieceData, RulesetData, SourceData};
pub use setup::{Setup, SetupError, SetupErrorKind};
/// The traits by which the words of enums are listed.
pub use strum;
pub use symmetry::Symmetry;
pub use werera::{RetractableMove, WereraState};
