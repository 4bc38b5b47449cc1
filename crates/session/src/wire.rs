//! Wire types of a game, version 1, as described in the book: serialized to and from JSON, nothing
//! else.
//!
//! A client sends [`Intent`]s and gets [`WireEvent`]s; what it shows is a [`View`], which has every
//! legal move, so a board needs to know no rules. The JSON is the interface: names of fields do not
//! change within a version, and what a client does not know it ignores.
//!
//! ```
//! use rukh_session::wire::{EventKind, Intent, WireEvent};
//!
//! let intent: Intent = serde_json::from_str(r#"{ "kind": "move", "move": "e2e3" }"#)?;
//! assert_eq!(intent, Intent::Move { coordinates: "e2e3".to_owned() });
//! let event: WireEvent =
//!     serde_json::from_str(r#"{ "seq": 7, "type": "resign", "data": { "side": "white" }, "at": 5 }"#)?;
//! assert!(matches!(event.kind, EventKind::Resign { .. }));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod club;
pub mod event;
pub mod game;
pub mod intent;
pub mod message;
pub mod moderation;
pub mod people;
pub mod rating;
pub mod replay;
pub mod ruleset;
pub mod server_message;
pub mod study;
pub mod time;
pub mod view;

pub use event::{EventKind, WireEvent};
pub use game::{BoardInfo, FinalResult, GameCard, GamePhase, Hello, Seat};
pub use intent::{Ack, ClientMessage, Intent, Nack};
pub use people::{ChatEntry, Guest, NumberedChatEntry, Player, SpectatorMode};
pub use time::{ClockReading, GameTimeControl, TimeOdds};
pub use view::View;

/// Version of the wire.
pub const PROTOCOL: u32 = 1;
