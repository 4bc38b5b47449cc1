//! Finished games, read without a lease and without an actor.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rukh_lab::job::{self, GameLabels, GameRows};
use rukh_rules::notation::record::Record;
use rukh_rules::{Failure, Side};
use rukh_store::name::Names;
use rukh_store::{GameSummary, clock};

use super::actor::PremovesByCell;
use super::broadcast::{greeting, replay};
use super::chat::{ChatLog, authors};
use super::presence::{PresenceTracker, Roster};
use super::{GameRegistry, Visitor};
use crate::admission::on_own_thread;
use crate::error::ApiError;
use crate::id::GameId;
use crate::session::{GameInfo, Session};
use crate::wire::event::Seq;
use crate::wire::people::Player;
use crate::wire::replay::{Replay, ThrowProof};
use crate::wire::view::{WhyQuery, WhyResponse};
use crate::wire::{Hello, NumberedChatEntry};

/// About how many finished games are kept in memory, and of how many events at most.
const KEPT_GAMES: usize = 64;
const MAX_KEPT_EVENTS: u64 = 50_000;

/// A finished game, with the names that it shows now.
pub struct FinishedGame {
    kept: Arc<KeptGame>,
    names: Names,
}

/// A finished game as it is stored.
pub(super) struct KeptGame {
    summary: GameSummary,
    session: Session,
    chat: ChatLog,
    said: Vec<NumberedChatEntry>,
}

/// A finished game costs as much as it has events.
#[derive(Clone)]
struct EventCount;

impl Weighter<GameId, Arc<KeptGame>> for EventCount {
    fn weight(&self, _: &GameId, game: &Arc<KeptGame>) -> u64 {
        game.session.events().len() as u64
    }
}

impl Weighter<GameId, Arc<Session>> for EventCount {
    fn weight(&self, _: &GameId, session: &Arc<Session>) -> u64 {
        session.events().len() as u64
    }
}

/// The games that ended on this node last: what follows from an end reads and plays them no second time.
pub(super) struct EndedSessions(Cache<GameId, Arc<Session>, EventCount>);

impl Default for EndedSessions {
    fn default() -> EndedSessions {
        EndedSessions(Cache::with_weighter(KEPT_GAMES, MAX_KEPT_EVENTS, EventCount))
    }
}

impl EndedSessions {
    /// Keeps a game that has just ended, as it is stored.
    pub(super) fn insert(&self, session: Session) {
        self.0.insert(session.info().id.clone(), Arc::new(session));
    }
}

/// The finished games that were read last.
pub(super) struct FinishedGames(Cache<GameId, Arc<KeptGame>, EventCount>);

impl Default for FinishedGames {
    fn default() -> FinishedGames {
        FinishedGames(Cache::with_weighter(KEPT_GAMES, MAX_KEPT_EVENTS, EventCount))
    }
}

/// What plays a seat, in the words of tables.
fn kind_of(player: &Player) -> String {
    match player {
        Player::Guest { .. } => "human".to_owned(),
        Player::Bot { .. } => "bot".to_owned(),
        Player::Engine { level } => format!("computer level {level}"),
    }
}

impl GameRegistry {
    /// A finished game as it was when it ended, or later.
    ///
    /// # Errors
    /// The game does not exist or cannot be loaded.
    pub(super) async fn ended_session(&self, id: &GameId) -> Result<Arc<Session>, ApiError> {
        if let Some(session) = self.ended_sessions.0.get(id) {
            return Ok(session);
        }
        let missing = || ApiError::GameNotFound(id.to_string());
        let stored = self.store.load(id).await?.ok_or_else(missing)?;
        let rules = self.laws_of(&stored.instance, &stored.hash).await?;
        let replayed = move || Session::replay(stored.info, rules, stored.log);
        Ok(Arc::new(on_own_thread(replayed).await??))
    }

    /// The rows that tables have of a finished game, with a number for it and without who played it: a table goes from
    /// hand to hand, and nobody can take a name out of it again.
    ///
    /// # Errors
    /// The game does not exist or cannot be loaded.
    pub async fn rows_of(&self, id: &GameId, number: u64) -> Result<GameRows, ApiError> {
        let session = self.ended_session(id).await?;
        let rows = move || {
            let info = session.info();
            let labels = GameLabels {
                number,
                cluster: number,
                white: kind_of(&info.white),
                black: kind_of(&info.black),
                ..GameLabels::default()
            };
            job::rows_of(session.game(), &labels, None)
        };
        on_own_thread(rows).await
    }

    /// A finished game that no actor holds; `None` if one does or the game is live.
    ///
    /// # Errors
    /// The game does not exist or cannot be loaded.
    pub async fn finished(&self, id: &GameId) -> Result<Option<FinishedGame>, ApiError> {
        if self.actors.contains(id) {
            return Ok(None);
        }
        let summary = self.store.summary(id).await?;
        let summary = summary.ok_or_else(|| ApiError::GameNotFound(id.to_string()))?;
        if !summary.is_over {
            return Ok(None);
        }
        // A game may go on being written after its end.
        let kept = match self.finished_games.0.get(id).filter(|game| game.summary == summary) {
            Some(kept) => kept,
            None => {
                let (session, chat, said) = self.load(id).await?;
                let kept = Arc::new(KeptGame { summary, session, chat, said });
                self.finished_games.0.insert(id.clone(), kept.clone());
                kept
            }
        };
        let names = self.names(kept.session.info().people().chain(authors(&kept.said))).await;
        Ok(Some(FinishedGame { kept, names }))
    }
}

impl FinishedGame {
    /// What identifies the state of the game for a cache.
    #[must_use]
    pub fn tag(&self) -> String {
        let GameSummary { seq, asides, .. } = self.kept.summary;
        format!("W/\"{}-{seq}-{asides}-{:x}\"", env!("CARGO_PKG_VERSION"), self.names.fingerprint())
    }

    /// The greeting, with the name of the visitor.
    pub async fn hello(&self, visitor: &Visitor, registry: &GameRegistry) -> Hello {
        let (KeptGame { session, chat, .. }, now) = (&*self.kept, clock::now());
        let presence = PresenceTracker::new(now).presence(Roster::default(), session, now);
        let names = registry.names(session.info().people().chain(visitor.id())).await;
        greeting(session, chat, visitor, presence, &names)
    }

    /// The replay, with the chat that a visitor may see.
    #[must_use]
    pub fn replay(&self, visitor: &Visitor) -> Replay {
        replay(&self.kept.session, &self.kept.chat, visitor, self.kept.said.clone(), &self.names)
    }

    /// What is needed to verify the throws.
    #[must_use]
    pub fn throws(&self) -> ThrowProof {
        self.kept.session.throws()
    }

    /// Why a side may not move, or what is wrong with the question.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn why(&self, side: Side, query: &WhyQuery) -> Result<WhyResponse, Failure> {
        self.kept.session.why(side, query)
    }

    /// The game as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        let GameInfo { white, black, .. } = self.kept.session.info();
        self.kept.session.record(&self.names.of_seats(white, black))
    }

    /// Possible premoves of a side, of which a finished game has none.
    #[must_use]
    pub fn premoves(&self, side: Side) -> (Seq, PremovesByCell) {
        (self.kept.session.seq(), self.kept.session.possible_premoves(side))
    }
}
