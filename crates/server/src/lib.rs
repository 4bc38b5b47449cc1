//! Games over HTTP and WebSocket, kept as event logs.
//!
//! A game is a log with one writer: each live game is one task (a *room*) that
//! orders what it hears, asks the rules, appends to the log, and only when the
//! append is on disk lets anybody know. Answering from memory and writing later
//! was refused: a restart loses nothing here, and a move that was shown stays.
//!
//! ```no_run
//! # async fn run() -> Result<(), rukh_server::ServeError> {
//! use rukh_server::{Config, serve};
//!
//! serve(Config::default(), |address| println!("http://{address}")).await
//! # }
//! ```

mod auth;
mod backup;
mod clock;
mod config;
pub mod engine_pool;
mod error;
mod game;
mod http;
pub mod library;
mod lobby;
mod peers;
mod serve;
mod session;
mod store;
pub mod wire;

pub use backup::{backup, restore};
pub use config::{Config, Pace};
pub use serve::{ServeError, Server, serve};
pub use store::StoreError;
