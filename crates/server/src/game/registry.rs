//! The registry of games in memory: loaded on demand, evicted when idle.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_engine_pool::EnginePool;
use rukh_rules::Rules;
use rukh_rules::shape::Any;
use rukh_store::name::Names;
use rukh_store::{LeaseOutcome, Store, StoreError, StoreEvent, clock};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::actor_table::ActorTable;
use super::chat::{self, ChatLog};
use super::engine_games::EngineGames;
use super::factory::{AfterBegin, GameFactory, PreparedGame};
use super::finished::{EndedSessions, FinishedGames};
use super::occupied::OccupiedGames;
use super::{ActorCommand, GameActor, NodeRole, Visitor};
use crate::chat_words::ChatWords;
use crate::config::BotDelay;
use crate::error::ApiError;
use crate::id::{GameId, GuestId};
use crate::library::RulesetLibrary;
use crate::limits::{Limits, OriginNames};
use crate::push::PushSender;
use crate::session::Session;
use crate::wire::event::Seq;
use crate::wire::game::{CreatedGame, NewGameRequest};
use crate::wire::time::UnixMillis;
use crate::wire::{GameCard, NumberedChatEntry, Seek};

/// Mailbox size of an actor.
const MAILBOX_SIZE: usize = 256;
/// Attempts to reach an actor that is just stopping.
const MAX_ATTEMPTS: usize = 5;
/// Longest time until a request to an actor is answered: a little more than an intent may take there.
const ASK_TIMEOUT: Duration = Duration::from_millis(3_200);
/// Longest time until names are read.
const NAMES_TIMEOUT: Duration = Duration::from_secs(1);
/// Delay between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// How often the store is searched for games whose deadline has passed.
const DUE_GAMES_INTERVAL: Duration = Duration::from_secs(2);
/// How long a game that cannot be loaded is not retried.
const BROKEN_GAME_TTL: Duration = Duration::from_secs(3600);

/// Settings of game actors.
#[derive(Debug, Clone, Copy)]
pub struct ActorConfig {
    /// Delays before engines move.
    pub bot_delay: BotDelay,
    /// Time an unwatched game stays in memory.
    pub idle_timeout: Duration,
    /// Longest delay of a contested werera move.
    pub max_contest_delay: Duration,
    /// How often a follower checks the owner.
    pub owner_check_interval: Duration,
    /// How long a game between engines goes on when nobody watches it any more.
    pub watch_grace: Duration,
}

/// The games in memory, and access to all others.
pub struct GameRegistry {
    pub(super) store: Store,
    pub(super) engine_pool: EnginePool,
    pub(super) engine_games: Arc<EngineGames>,
    pub(super) config: ActorConfig,
    pub(super) origins: OriginNames,
    /// The queue of push messages, if any are sent.
    pub(super) push: Option<PushSender>,
    /// Words that may not be written in chats.
    pub(super) chat_words: ChatWords,
    node: String,
    limits: Limits,
    pub(super) factory: GameFactory,
    pub(super) actors: ActorTable,
    /// Games that could not be written, and since when.
    outages: Mutex<HashMap<GameId, UnixMillis>>,
    pub(super) occupied: OccupiedGames,
    pub(super) finished_games: FinishedGames,
    /// Games that ended here, for what follows from an end.
    pub(super) ended_sessions: EndedSessions,
}

impl GameRegistry {
    /// An empty registry; `node` is this node's id.
    #[must_use]
    pub fn new(
        store: Store,
        library: Arc<RulesetLibrary>,
        engine_pool: EnginePool,
        config: ActorConfig,
        (node, origins): (String, OriginNames),
    ) -> GameRegistry {
        let engine_games = Arc::<EngineGames>::default();
        let factory = GameFactory {
            store: store.clone(),
            library,
            engine_pool: engine_pool.clone(),
            engine_games: engine_games.clone(),
            forced_pass: config.bot_delay.forced_pass,
        };
        GameRegistry {
            store,
            engine_pool,
            engine_games,
            config,
            origins,
            push: None,
            chat_words: ChatWords::default(),
            node,
            limits: Limits::default(),
            factory,
            actors: ActorTable::default(),
            outages: Mutex::default(),
            occupied: OccupiedGames::default(),
            finished_games: FinishedGames::default(),
            ended_sessions: EndedSessions::default(),
        }
    }

    /// The registry, with a queue of push messages.
    #[must_use]
    pub fn with_push(self, push: Option<PushSender>) -> GameRegistry {
        GameRegistry { push, ..self }
    }

    /// The registry, with words that may not be written in chats.
    #[must_use]
    pub fn with_chat_words(self, chat_words: ChatWords) -> GameRegistry {
        GameRegistry { chat_words, ..self }
    }

    /// Whether a text has none of the words that may not be written.
    #[must_use]
    pub fn allows_words(&self, text: &str) -> bool {
        self.chat_words.allow(text)
    }

    /// The queue of push messages, if any are sent.
    #[must_use]
    pub fn push_sender(&self) -> Option<&PushSender> {
        self.push.as_ref()
    }

    /// This node's id.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What stands for the addresses of clients in the database.
    #[must_use]
    pub fn origins(&self) -> &OriginNames {
        &self.origins
    }

    /// The limits of what clients may do.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Number of games in memory.
    #[must_use]
    pub fn count(&self) -> usize {
        self.actors.count()
    }

    /// Creates a game for a guest at an address; the guest gets every human seat.
    ///
    /// # Errors
    /// The request is invalid, or the game cannot be stored.
    pub async fn create(
        self: &Arc<Self>,
        request: NewGameRequest,
        guest: &GuestId,
        address: Option<IpAddr>,
    ) -> Result<CreatedGame, ApiError> {
        let (prepared, dialect) = self.factory.of_request(request, guest, address).await?;
        let id = prepared.append.card.id.clone();
        let begun = self.begin(prepared, guest).await;
        let card = begun.inspect_err(|_| self.engine_games.stop(&id))?;
        Ok(CreatedGame { card, dialect: dialect.map(Into::into) })
    }

    /// Creates the game of an accepted seek, which is taken in the same transaction.
    ///
    /// # Errors
    /// [`StoreError::SeekTaken`], or the game cannot be created.
    pub async fn create_from_seek(
        self: &Arc<Self>,
        seek: &Seek,
        guest: &GuestId,
    ) -> Result<GameCard, ApiError> {
        self.begin(self.factory.of_seek(seek, guest).await?, guest).await
    }

    /// What makes new games.
    #[must_use]
    pub fn factory(&self) -> &GameFactory {
        &self.factory
    }

    /// The engines.
    pub(crate) fn engine_pool(&self) -> &EnginePool {
        &self.engine_pool
    }

    /// Stores a prepared game and begins it, for a guest.
    async fn begin(self: &Arc<Self>, prepared: PreparedGame, by: &GuestId) -> Result<GameCard, ApiError> {
        let after_begin = prepared.after_begin();
        let id = prepared.append.card.id.clone();
        self.store.append(prepared.append).await?;
        self.announce(&id, after_begin, Some(by.clone())).await?;
        self.store.card(&id).await?.ok_or_else(|| ApiError::GameNotFound(id.to_string()))
    }

    /// The names of people as they are shown now. If they cannot be read, people are shown as guests who have
    /// chosen none.
    pub async fn names(&self, ids: impl IntoIterator<Item = &GuestId>) -> Names {
        let read = tokio::time::timeout(NAMES_TIMEOUT, self.store.names(ids)).await;
        read.unwrap_or(Err(StoreError::TimedOut)).unwrap_or_else(|error| {
            tracing::warn!(%error, "names cannot be read");
            Names::default()
        })
    }

    /// A client that looks at a game, with those whom it blocks.
    ///
    /// # Errors
    /// A database error.
    pub(crate) async fn visitor(&self, id: Option<GuestId>) -> Result<Visitor, StoreError> {
        let blocked = match &id {
            Some(id) => self.store.blocks_of(id).await?,
            None => BTreeSet::new(),
        };
        Ok(Visitor { id, blocked: Arc::new(blocked) })
    }

    /// Changes the name of a person, or deletes it, wherever it is shown.
    ///
    /// # Errors
    /// A database error.
    pub async fn set_name(&self, id: &GuestId, name: Option<&str>) -> Result<(), StoreError> {
        self.store.set_name(id, name).await?;
        self.store.notify_lobby().await;
        Ok(())
    }

    /// Wakes a game that was just stored by an action of a guest, and notifies the lobby and absent
    /// players.
    pub(crate) async fn announce(
        self: &Arc<Self>,
        id: &GameId,
        after_begin: AfterBegin,
        by: Option<GuestId>,
    ) -> Result<(), ApiError> {
        metrics::counter!("rukh_games_total").increment(1);
        if after_begin.spawns_actor {
            self.actor(id).await?;
        }
        if after_begin.notifies && self.push.is_some() {
            self.notify_of_begin(id, by).await;
        }
        self.store.notify_lobby().await;
        Ok(())
    }

    /// Asks a game's actor, loading the game if necessary.
    ///
    /// # Errors
    /// The game does not exist or cannot be loaded.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &GameId,
        command: impl Fn(oneshot::Sender<T>) -> ActorCommand,
    ) -> Result<(T, mpsc::Sender<ActorCommand>), ApiError> {
        let asked = tokio::time::timeout(ASK_TIMEOUT, self.ask_until_answered(id, command)).await;
        asked.unwrap_or(Err(ApiError::Store(StoreError::TimedOut)))
    }

    async fn ask_until_answered<T>(
        self: &Arc<Self>,
        id: &GameId,
        command: impl Fn(oneshot::Sender<T>) -> ActorCommand,
    ) -> Result<(T, mpsc::Sender<ActorCommand>), ApiError> {
        for attempt in 0..MAX_ATTEMPTS {
            if attempt > 0 {
                tokio::time::sleep(RETRY_DELAY).await;
            }
            let actor = self.actor(id).await?;
            let (reply, answer) = oneshot::channel();
            // A stopping actor does not answer; its successor will.
            if actor.send(command(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((answer, actor));
            }
        }
        Err(ApiError::Store(StoreError::Closed))
    }

    async fn actor(self: &Arc<Self>, id: &GameId) -> Result<mpsc::Sender<ActorCommand>, ApiError> {
        let slot = self.actors.slot(id)?;
        let opened = slot.get_or_try_init(|| self.spawn_actor(id)).await.cloned();
        drop(slot);
        opened.inspect_err(|_| self.actors.evict(id))
    }

    /// Loads a game and spawns its actor: as reader if it is over, or else as owner if no other node
    /// is.
    fn spawn_actor(
        self: &Arc<Self>,
        id: &GameId,
    ) -> impl Future<Output = Result<mpsc::Sender<ActorCommand>, ApiError>> + Send {
        let (registry, id) = (self.clone(), id.clone());
        async move {
            let missing = || ApiError::GameNotFound(id.to_string());
            let summary = registry.store.summary(&id).await?.ok_or_else(missing)?;
            let role = match summary.is_over {
                true => NodeRole::Reader,
                false => match registry.store.acquire_lease(&id).await?.ok_or_else(missing)? {
                    LeaseOutcome::HeldBy(node) => NodeRole::Follower(node),
                    LeaseOutcome::Granted(lease) => {
                        if let Some(since) = lease.orphaned_since {
                            // The lease reports this only once, and later steps may fail.
                            registry.record_outage(&id, since);
                        }
                        NodeRole::Owner(lease.epoch)
                    }
                },
            };
            let (session, asides, _) = registry.load(&id).await?;
            let host = match role {
                NodeRole::Reader => None,
                _ => crate::events::host_side(&registry.store, session.info()).await?,
            };
            let away_since = registry.take_outage(&id).filter(|_| matches!(role, NodeRole::Owner(_)));
            let (actor, inbox) = mpsc::channel(MAILBOX_SIZE);
            let started = (away_since, actor.downgrade());
            let mut game = GameActor::new(registry, role, session, asides, started);
            game.attendance.host = host;
            tokio::spawn(game.run(inbox));
            Ok(actor)
        }
    }

    /// The current session and chat of a game, and every stored chat entry.
    pub(super) async fn load(
        &self,
        id: &GameId,
    ) -> Result<(Session, ChatLog, Vec<NumberedChatEntry>), ApiError> {
        let missing = || ApiError::GameNotFound(id.to_string());
        let stored = self.store.load(id).await?.ok_or_else(missing)?;
        let rules = self.laws_of(&stored.instance, &stored.hash).await?;
        let mut session = Session::replay(stored.info, rules, stored.log)?
            .with_forced_pass_delay(self.config.bot_delay.forced_pass);
        let said = self.store.asides(id, 0).await?;
        let said: Vec<NumberedChatEntry> = said.into_iter().filter_map(chat::parse_entry).collect();
        let mut chat = ChatLog::new(stored.asides, said.clone());
        for input in stored.inputs {
            *session.inputs_mut().seeds.of_mut(input.side) = input.seed.clone();
            chat.insert_input(&input);
        }
        Ok((session, chat, said))
    }

    /// The rules a game began with: those of the library, or else the laws that were kept for it.
    pub(crate) async fn laws_of(&self, instance: &str, hash: &str) -> Result<Arc<Rules<Any>>, ApiError> {
        if let Ok(rules) = self.factory.library.rules(instance)
            && rules.ruleset().hash() == hash
        {
            return Ok(rules);
        }
        let changed = || ApiError::RulesetChanged { instance: instance.to_owned() };
        let text = self.store.laws(hash, instance).await?.ok_or_else(changed)?;
        match self.factory.library.kept_rules(&text, instance) {
            Ok((rules, kept)) if kept == hash => Ok(rules),
            Ok(_) => Err(changed()),
            Err(error) => {
                tracing::warn!(instance, hash, %error, "laws that were kept cannot be read");
                Err(changed())
            }
        }
    }

    /// Stores which games have connected players, for all nodes. Runs until shutdown.
    pub async fn persist_presence(self: Arc<Self>) {
        self.occupied.persist(&self.store).await;
    }

    fn outages(&self) -> MutexGuard<'_, HashMap<GameId, UnixMillis>> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records since when a game could not be written; its next actor records the outage.
    pub(super) fn record_outage(&self, id: &GameId, since: UnixMillis) {
        let mut gaps = self.outages();
        let known = gaps.entry(id.clone()).or_insert(since);
        *known = since.min(*known);
    }

    pub(super) fn take_outage(&self, id: &GameId) -> Option<UnixMillis> {
        self.outages().remove(id)
    }

    /// Stops every actor and spawns no other.
    pub fn shut_down(&self) {
        self.actors.shut_down();
    }

    /// Tells actors that their logs have grown. Runs until the store closes.
    pub async fn watch_notifications(self: Arc<Self>) {
        let mut events = self.store.subscribe();
        loop {
            match events.recv().await {
                Ok(StoreEvent::Games(grown)) => {
                    for (id, seq, asides) in grown {
                        self.notify(&id, seq, asides);
                    }
                }
                Ok(
                    StoreEvent::Lobby | StoreEvent::Study(_) | StoreEvent::Mail(_) | StoreEvent::Answered(_),
                ) => {}
                // Missed notifications are recovered by reading the logs.
                Ok(StoreEvent::Lagged) | Err(RecvError::Lagged(_)) => {
                    self.actors.ids().iter().for_each(|id| self.notify(id, Seq::MAX, u64::MAX));
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn notify(&self, id: &GameId, seq: Seq, asides: u64) {
        if let Some(actor) = self.actors.get(id) {
            // A follower with a full mailbox checks its owner soon anyway.
            let _ = actor.try_send(ActorCommand::LogGrown(seq, asides));
        }
    }

    /// Loads games whose deadline has passed. Runs until shutdown.
    pub async fn wake_due_games(self: Arc<Self>) {
        // Games whose laws have changed since: they cannot be continued, so skipping them loses
        // nothing.
        let mut broken: HashMap<GameId, Instant> = HashMap::new();
        loop {
            tokio::time::sleep(DUE_GAMES_INTERVAL).await;
            if self.actors.is_shut_down() {
                return;
            }
            match self.store.due_games(clock::now()).await {
                Ok(due) => {
                    broken.retain(|_, since| since.elapsed() < BROKEN_GAME_TTL);
                    for id in due.into_iter().filter(|id| !broken.contains_key(id)).collect::<Vec<_>>() {
                        match self.actor(&id).await {
                            // A follower may have missed the last append.
                            Ok(_) => self.notify(&id, Seq::MAX, u64::MAX),
                            Err(error) => {
                                tracing::warn!(game = id.as_str(), %error, "a due game cannot be opened");
                                if matches!(error, ApiError::RulesetChanged { .. } | ApiError::Replay(_)) {
                                    broken.insert(id, Instant::now());
                                }
                            }
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "due games cannot be listed"),
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
