//! Tournaments: Swiss, arena, knock-out and simul. Who meets whom, and how everybody stands.
//!
//! A tournament is a log of events, as a game is: [`Tournament::apply`] is the only way to change it, and
//! [`Tournament::replay`] gives the same state again. [`Tournament::next_pairings`] proposes the events with
//! which it goes on; the host stores them, applies them and then announces them. The crate reads no clock and
//! draws no number: waiting times and seeds are handed in, so that a host that crashed goes on where it
//! was, or another in its place.
//!
//! Entrants are ids. Names are not in the log, so that they can be changed and deleted: only
//! [reports](report) are handed them.
//!
//! Ratings, accounts and games are not known here: a host pairs a game, lets it be played by the rules it likes,
//! and adds the result.
//!
//! # Examples
//! A Swiss tournament of four in two rounds, in which White always wins:
//! ```
//! use rukh_tournament::{
//!     BoardResult, EntrantId, SwissFormat, Tournament, TournamentEvent, TournamentFormat, TournamentPhase,
//! };
//!
//! let format = TournamentFormat::Swiss(SwissFormat::new(2)?);
//! let mut tournament = Tournament::new(format.clone());
//! let mut log = Vec::new();
//! for (name, rating) in [("adli", 1900), ("suli", 2100), ("lajlaj", 2000), ("razi", 1800)] {
//!     log.push(TournamentEvent::Joined { entrant: EntrantId::new(name)?, rating });
//! }
//! log.push(TournamentEvent::Started);
//! log.iter().try_for_each(|event| tournament.apply(event))?;
//!
//! while tournament.phase() == TournamentPhase::Running {
//!     for event in tournament.next_pairings(&[], 7)? {
//!         tournament.apply(&event)?;
//!         log.push(event.clone());
//!         if let TournamentEvent::Paired { game, .. } = event {
//!             let result = TournamentEvent::Result { game, result: BoardResult::WhiteWins };
//!             // Results arrive later, in any order.
//!             tournament.apply(&result)?;
//!             log.push(result);
//!         }
//!     }
//! }
//! let standings = tournament.standings();
//! assert_eq!(standings[0].points.to_string(), "2.0");
//! assert_eq!(standings[3].points.to_string(), "0.0");
//! assert_eq!(Tournament::replay(format, &log)?, tournament);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod entrant;
mod event;
mod format;
mod history;
mod knockout;
mod matching;
mod pairing;
pub mod report;
mod simul;
mod standings;
mod swiss;
mod tournament;

pub use entrant::{Entrant, EntrantId, EntrantIdError, MAX_ID_BYTES, MAX_RATING, WaitingEntrant};
pub use event::{BoardResult, ByeKind, Forfeit, TournamentEvent};
pub use format::{
    FormatError, HostColour, KnockoutFormat, MAX_ARENA_ENTRANTS, MAX_BOARDS, MAX_ENTRANTS, MAX_MATCH_GAMES,
    MAX_ROUNDS, SimulFormat, SwissFormat, TieBreak, TieRule, TournamentFormat,
};
pub use knockout::{Bracket, BracketMatch};
pub use standings::{Points, StandingRow, TieBreakScore};
pub use tournament::{
    PairingError, Tournament, TournamentBye, TournamentEventError, TournamentGame, TournamentGameStatus,
    TournamentPhase, TournamentReplayError,
};
