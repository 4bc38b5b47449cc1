//! Live games, one actor each: everything a client sends goes through the rules, then to disk,
//! and only then to all subscribers.
//!
//! Where several nodes share a database, one node owns the lease of a game and writes it; the
//! actors of the others follow its log and forward intents.

mod actor;
mod actor_table;
mod broadcast;
mod chat;
mod contest;
mod engine_games;
mod engine_player;
mod factory;
mod finished;
mod follower;
mod forwarder;
mod indexer;
mod indicators;
mod occupied;
mod pipeline;
mod presence;
mod push_notifications;
mod rater;
mod registry;
mod subscriber;
mod think_time;
mod vacation;

pub use actor::{ActorCommand, ChatCommand, ChatReplyTo, IncomingIntent, ReplyTo};
pub use factory::{DEFAULT_LEVEL, check_time, check_times};
pub(crate) use factory::{GameFactory, PreparedGame};
pub(crate) use indicators::StoredFigures;
pub use registry::{ActorConfig, GameRegistry};
pub use subscriber::{CloseCode, Packet, Subscriber, Subscription, Visitor};

#[cfg(test)]
pub(crate) use registry::tests::TestRegistry;

use actor::{GameActor, LeaseLost, NodeRole, PRESENCE_DELAY, needs_a_person};

/// Delay before automatic steps that were too many at once, or could not be stored, are retried.
const RETRY_DELAY: std::time::Duration = std::time::Duration::from_secs(2);
