//! Wire types, version 1, as described in the book: serialized to and from JSON, nothing else.
//! Those of a game are in `rukh-session`, of lessons and puzzles in `rukh-courses`.

pub mod account;
pub mod account_feed;
pub mod analysis;
pub mod appointment;
pub mod club;
pub mod email;
pub mod error;
pub mod events;
pub mod indicator;
pub mod leaderboard;
pub mod level;
pub mod moderation;
pub mod push;
pub mod review;
pub mod schema;
pub mod seek;
pub mod study;
pub mod webhook;

pub use rukh_courses::wire::{lesson, puzzle};
pub use rukh_session::wire::{
    Ack, BoardInfo, ChatEntry, ClientMessage, ClockReading, EventKind, FinalResult, GameCard, GamePhase,
    GameTimeControl, Guest, Hello, Intent, Nack, NumberedChatEntry, PROTOCOL, Player, Seat, SpectatorMode,
    TimeOdds, View, WireEvent, event, game, intent, message, people, rating, replay, ruleset, server_message,
    time, view,
};
pub use seek::{Seek, SeekRequest};
