//! Live games, one actor each: everything a client sends goes through the rules, then to disk,
//! and only then to all subscribers.
//!
//! Where several nodes share a database, one node owns the lease of a game and writes it; the
//! actors of the others follow its log and forward intents.

mod actor;
mod broadcast;
mod chat;
mod contest;
mod engine_games;
mod engine_player;
mod finished;
mod follower;
mod forwarder;
mod indexer;
mod pipeline;
mod presence;
mod push_notifications;
mod registry;
mod subscriber;
mod think_time;

pub use actor::{ActorCommand, ChatCommand, ChatReplyTo, IncomingIntent, ReplyTo};
pub use registry::{ActorConfig, DEFAULT_LEVEL, GameRegistry, check_time};
pub use subscriber::{CloseCode, Packet, Subscriber, Subscription, Visitor};

#[cfg(test)]
pub(crate) use registry::tests::TestRegistry;

use actor::{GameActor, LeaseLost, NodeRole, PRESENCE_DELAY, needs_a_person};
