//! Search engine for every ruleset, including those of users.
//!
//! An [`Engine`] searches a [`rukh_rules::Game`]: alpha-beta with quiescence and
//! a transposition table without a die, expectimax with one, and a player of its
//! own for the werera. The values of pieces are derived from how they move, so that
//! a ruleset needs nothing but its laws.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_engine::{Engine, SearchLimits, Score};
//! use rukh_rules::{Game, Ruleset};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let game = Game::from_fen(shatranj.clone(), "7k/8/6K1/8/8/8/8/R6r w - - 0 1").expect("a sound FEN");
//! let mut engine = Engine::new(shatranj);
//! let found = engine.search(&game, &SearchLimits::depth(4), 0);
//! // Capturing the rook bares the black king, and Black cannot do the same in reply.
//! assert_eq!(found.best.map(|best| game.ruleset().geometry.name(best.to())), Some("h1".to_owned()));
//! assert_eq!(found.score, Score::Win { plies: 1 });
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | judge a position | [`Engine::search`] with [`SearchLimits`]; [`Engine::evaluate`] looks no move ahead |
//! | compare several moves | [`SearchLimits::with_multipv`], and [`SearchResult::lines`] |
//! | play against people | [`Engine::choose_against_human`] at a [`Level`]; it also acts in the werera |
//! | play at a measured strength | [`Engine::play`] with a [`PlayStrength`] of an Elo rating |
//! | say why, in words | [`explanation::Explainer`] |
//! | know endings exactly | [`Engine::with_tables`] |
//! | turn scores into expected results | [`WdlModel`] |
//! | speak UCI or CECP, with clocks and threads | the crate `rukh-protocols` |
//! | play matches, review games, tune weights | the crate `rukh-lab` |
//!
//! # Decision
//!
//! A search on one thread is a *pure function* of the game, the limits and a seed. It reads no clock
//! and throws no dice; a caller with a clock passes a `stop`. The alternative, a search with its own
//! clock, was rejected: its results could not be repeated, and it could not run in a browser. Several
//! threads share the table, and their result depends on chance. So does that of a search that does not
//! [wait](SearchLimits::wait) for solved endings, which one with a `stop` does not.

mod action_rate;
pub mod bench;
mod draw_offer;
mod engine;
mod evaluation;
mod exchange;
pub mod explanation;
mod level;
mod limits;
mod pieces;
mod say;
mod score;
mod search;
mod transposition;
pub mod tuning;
mod werera;

pub use action_rate::ActionRate;
pub use engine::{Decision, DecisionRequest, Engine};
pub use evaluation::wdl::WdlModel;
pub use exchange::{EntryExchange, PackedEntry};
pub use level::{HIGHEST_ELO, LOWEST_ELO, Level, PlayStrength};
pub use limits::{MAX_CONTEMPT, SearchLimits};
pub use rukh_tablebase::{SharedTables, Tables, Wait};
pub use score::Score;
pub use search::STOP_INTERVAL;
pub use search::root::{PvLine, SearchResult};
pub use werera::{Restraint, WereraAction};
