//! The messages of the wire, version 1, as the book describes them: types that
//! are written to JSON and read from it, and nothing else.

pub mod error;
pub mod event;
pub mod game;
pub mod intent;
pub mod level;
pub mod people;
pub mod replay;
pub mod ruleset;
pub mod schema;
pub mod seek;
pub mod server_message;
pub mod time;
pub mod view;

pub use event::{EventKind, WireEvent};
pub use game::{Board, GameCard, Hello, MatchResult, PhaseWord, Seat, SeatKind};
pub use intent::{Ack, ClientMessage, Intent, Nack};
pub use people::{Aside, Guest, MannerWord, NumberedAside};
pub use seek::{Seek, SeekWish};
pub use time::{Reading, Time};
pub use view::View;

/// The version of the wire.
pub const PROTOCOL: u32 = 1;
