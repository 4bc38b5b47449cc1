//! A game as its players meet it: the rules' game, its event log, clocks and offers, and the
//! messages of the wire.
//!
//! The server and the browser run the same sessions, so a game without a connection goes by the
//! same code as one on a server. Nothing here waits, stores or sends, and no clock is read: every
//! time is an argument. Sessions inside the server alone were rejected: the browser would have
//! decided everything a second time.
//!
//! ```
//! use std::sync::Arc;
//!
//! use rukh_fair_dice::ServerSeed;
//! use rukh_rules::{Game, Ruleset};
//! use rukh_session::session::{GameInfo, Session};
//! use rukh_session::wire::time::UnixMillis;
//! use rukh_session::wire::{GameTimeControl, Intent, Player, SpectatorMode};
//!
//! let info = GameInfo {
//!     id: "game".parse().unwrap(),
//!     white: Player::Guest { id: "almaz".parse().unwrap() },
//!     black: Player::Engine { level: 3 },
//!     server_seed: ServerSeed([7; 32]),
//!     time_control: GameTimeControl::None,
//!     spectator_mode: SpectatorMode::Match,
//!     private: false,
//!     started: UnixMillis::new(0),
//! };
//! let game = Game::new(Arc::new(Ruleset::named("shatranj").unwrap()));
//! let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
//! session.commit(start, None);
//!
//! let intent = Intent::Move { coordinates: "e2e3".to_owned() };
//! let draft = session.draft_intent(&intent, UnixMillis::new(1_000), 0).unwrap();
//! session.commit(draft, None);
//! assert_eq!(session.seq().as_u64(), 2);
//! ```

pub mod auth;
pub mod engine_seat;
pub mod id;
pub mod intent;
pub mod say;
pub mod session;
pub mod wire;
