//! A game as its players meet it: the rules' game, its event log, clocks and offers, and the
//! messages of the wire.
//!
//! The server and the browser run the same sessions, so a game without a connection goes by the
//! same code as one on a server. Nothing here waits, stores or sends, and no clock is read: every
//! time is an argument.
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
//!     id: "game".parse()?,
//!     white: Player::Guest { id: "almaz".parse()? },
//!     black: Player::Engine { level: 3 },
//!     server_seed: ServerSeed([7; 32]),
//!     time_control: GameTimeControl::None,
//!     odds: None,
//!     spectator_mode: SpectatorMode::Match,
//!     private: false,
//!     rated: None,
//!     started: UnixMillis::new(0),
//! };
//! let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
//! // The events of a draft are stored first; only then does the session take it over.
//! session.commit(start, None);
//!
//! let intent = Intent::Move { coordinates: "e2e3".to_owned() };
//! let draft = session.draft_intent(&intent, UnixMillis::new(1_000), 0).expect("a legal move");
//! assert_eq!((draft.events().len(), session.events().len()), (1, 1));
//! session.commit(draft, None);
//! assert_eq!(session.events().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | keep a game with its clocks and offers | [`session::Session`]; without either a [`rukh_rules::Game`] will do |
//! | take a message from a client | [`intent::admit`], then [`Session::draft_intent`](session::Session::draft_intent) |
//! | ask whether somebody may | [`auth::authorize`] |
//! | let an engine play a side | [`engine_seat`] |
//! | read and write JSON | [`wire`] |
//!
//! # Decision
//!
//! Sessions inside the server alone were rejected: the browser would have decided everything a second
//! time.

pub mod auth;
pub mod engine_seat;
pub mod id;
pub mod intent;
pub mod say;
pub mod session;
pub mod wire;
