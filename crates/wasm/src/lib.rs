//! The npm package `rukh`: rules, notation, search and pictures as WebAssembly.
//!
//! A page loads the module with the feature `game`, a worker the one with `engine`; so a page that
//! only plays loads no search. What goes in and out is JSON, whose types are in [`data`]: the
//! TypeScript of the package is generated from them, and wraps the classes of `bindings`.
//!
//! One decision: a worker gets a whole game as text, start and events, and replays it. The
//! alternative, one module with memory shared by page and worker, needs a page that is isolated
//! from other origins, which most hosts do not offer.

#[cfg(any(feature = "game", feature = "engine"))]
mod bindings;
pub mod data;
#[cfg(feature = "draw")]
mod draw;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod engine_match;
mod error;
#[cfg(feature = "engine")]
mod exchange;
mod game;
#[cfg(feature = "game")]
mod library;
#[cfg(feature = "game")]
mod local;
#[cfg(feature = "game")]
mod play;
#[cfg(feature = "game")]
mod record;
#[cfg(all(test, feature = "game", feature = "engine"))]
mod schema;

pub use error::Problem;
