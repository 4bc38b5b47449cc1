//! Wire types of a game, version 1, as described in the book: serialized to and from JSON, nothing
//! else.

pub mod event;
pub mod game;
pub mod intent;
pub mod message;
pub mod people;
pub mod replay;
pub mod ruleset;
pub mod server_message;
pub mod time;
pub mod view;

pub use event::{EventKind, WireEvent};
pub use game::{BoardInfo, FinalResult, GameCard, GamePhase, Hello, Seat};
pub use intent::{Ack, ClientMessage, Intent, Nack};
pub use people::{ChatEntry, Guest, NumberedChatEntry, Player, SpectatorMode};
pub use time::{ClockReading, GameTimeControl};
pub use view::View;

/// Version of the wire.
pub const PROTOCOL: u32 = 1;
