//! Games over HTTP and WebSocket.
//!
//! A game is a log with a single writer: each live game is one task (an *actor*) that orders
//! incoming intents, asks the rules, appends to the log, and broadcasts only when the append is
//! durable. Answering from memory and writing later was rejected: here a restart loses nothing, and
//! a move that was shown stays.
//!
//! ```no_run
//! # async fn run() -> Result<(), rukh_server::ServeError> {
//! use rukh_server::{Config, serve};
//!
//! serve(Config::default(), |address| println!("http://{address}")).await
//! # }
//! ```

mod account_feed;
mod accounts;
mod admission;
mod analyses;
mod appointments;
mod chat_words;
mod clubs;
mod config;
mod doctor;
mod email;
mod error;
mod events;
mod export;
mod game;
mod http;
mod icalendar;
pub mod id;
pub mod library;
mod limits;
mod listener;
mod lobby;
mod meeting;
mod moderation;
mod online;
mod origin;
mod outgoing;
mod providers;
mod proxies;
mod push;
mod ratings;
mod reminders;
mod reviews;
mod say;
mod serve;
mod studies;
mod tables;
mod token;
mod vacations;
mod webhooks;
pub mod wire;

pub use chat_words::{ChatWords, ChatWordsError};
pub use config::{AppointmentConfig, BotDelay, Config, ConnectionConfig, EventConfig, TableBuild};
pub use doctor::{DoctorFinding, Severity, examine};
pub use email::{EmailConfig, EmailConfigError};
pub use events::{CalendarError, WeeklyCalendar, end_event_at};
pub use export::export_account;
pub use id::GuestId;
pub use moderation::TIMEOUT_HOURS;
pub use origin::{Origin, OriginError};
pub use proxies::{TrustedProxies, TrustedProxyError};
pub use push::{ContactError, PushConfig, PushService, PushServiceError, VapidKey, VapidKeyError};
pub use rukh_accounts::password::KnownPasswords;
pub(crate) use rukh_session::auth;
pub use rukh_session::session;
pub use rukh_store::{FailureLimit, StoreError};
pub use serve::{ServeError, Server, serve};
pub use webhooks::WebhookConfig;
