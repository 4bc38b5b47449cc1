//! The registry of games in memory: loaded on demand, evicted when idle.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_fair_dice::ServerSeed;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen;
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Side};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio::time::Instant;

use super::chat::{self, ChatLog};
use super::engine_games::{EngineGames, stored_deadline};
use super::finished::FinishedGames;
use super::push_notifications;
use super::{ActorCommand, GameActor, NodeRole};
use crate::admission::Owner;
use crate::clock::{self, random_bytes};
use crate::config::BotDelay;
use crate::engine_pool::EnginePool;
use crate::error::ApiError;
use crate::id::{self, GameId, GuestId};
use crate::library::RulesetLibrary;
use crate::limits::{Limits, OriginNames};
use crate::name::{distinct_name, validate_name};
use crate::push::PushSender;
use crate::session::{GameInfo, Session};
use crate::store::{Append, Epoch, LeaseOutcome, NewGame, Store, StoreError, StoreEvent};
use crate::wire::event::Seq;
use crate::wire::game::{CreatedGame, NewGameRequest};
use crate::wire::seek::SeekColour;
use crate::wire::time::UnixMillis;
use crate::wire::{
    GameCard, GameTimeControl, Guest, NumberedChatEntry, Seat, SeatKind, Seek, SeekRequest, SpectatorMode,
};

/// Mailbox size of an actor.
const MAILBOX_SIZE: usize = 256;
/// Attempts to reach an actor that is just stopping.
const MAX_ATTEMPTS: usize = 5;
/// Maximum number of games in memory, which take some 40 KiB each.
const MAX_ACTORS: usize = 20_000;
/// Longest time until a request to an actor is answered: a little more than an intent may take there.
const ASK_TIMEOUT: Duration = Duration::from_millis(3_200);
/// Delay between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// Engine level if none is given.
pub const DEFAULT_LEVEL: u8 = 3;
/// How often the store is searched for games whose deadline has passed.
const DUE_GAMES_INTERVAL: Duration = Duration::from_secs(2);
/// How often the presence of players is stored.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(20);
/// How long a game that cannot be loaded is not retried.
const BROKEN_GAME_TTL: Duration = Duration::from_secs(3600);

/// Longest time that a client is asked to wait for the engines.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

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

/// Terms of a new game.
struct GameTerms {
    time_control: GameTimeControl,
    spectator_mode: SpectatorMode,
    private: bool,
}

/// A game that is ready to be stored.
pub(super) struct PreparedGame {
    pub(super) append: Append,
    /// Whether it has something to do by itself from the start.
    is_awake: bool,
    /// Whether its players get push messages.
    supports_push: bool,
}

impl PreparedGame {
    /// What is to be done when it has begun.
    pub(super) fn after_begin(&self) -> AfterBegin {
        AfterBegin { spawns_actor: self.is_awake, notifies: self.supports_push }
    }
}

/// What is to be done when a game has begun.
#[derive(Debug, Clone, Copy)]
pub(super) struct AfterBegin {
    /// Whether its actor is spawned.
    spawns_actor: bool,
    /// Whether its players are notified.
    notifies: bool,
}

type ActorSlot = Arc<OnceCell<mpsc::Sender<ActorCommand>>>;

/// The games in memory, and access to all others.
pub struct GameRegistry {
    pub(super) store: Store,
    pub(super) engine_pool: EnginePool,
    pub(super) engine_games: Arc<EngineGames>,
    pub(super) config: ActorConfig,
    pub(super) origins: OriginNames,
    /// The queue of push messages, if any are sent.
    pub(super) push: Option<PushSender>,
    node: String,
    limits: Limits,
    library: Arc<RulesetLibrary>,
    /// `None` once the server is shutting down.
    actors: Mutex<Option<HashMap<GameId, ActorSlot>>>,
    /// Games that could not be written, and since when.
    outages: Mutex<HashMap<GameId, UnixMillis>>,
    /// Games with a player connected to this node.
    occupied: Mutex<BTreeSet<GameId>>,
    pub(super) finished_games: FinishedGames,
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
        let actors = Mutex::new(Some(HashMap::new()));
        GameRegistry {
            store,
            engine_pool,
            engine_games: Arc::default(),
            config,
            origins,
            push: None,
            node,
            limits: Limits::default(),
            library,
            actors,
            outages: Mutex::default(),
            occupied: Mutex::default(),
            finished_games: FinishedGames::default(),
        }
    }

    /// The registry, with a queue of push messages.
    #[must_use]
    pub fn with_push(self, push: Option<PushSender>) -> GameRegistry {
        GameRegistry { push, ..self }
    }

    fn actors(&self) -> MutexGuard<'_, Option<HashMap<GameId, ActorSlot>>> {
        self.actors.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.actors().as_ref().map_or(0, HashMap::len)
    }

    /// Whether an actor holds a game.
    pub(super) fn has_actor(&self, id: &GameId) -> bool {
        self.actors().as_ref().is_some_and(|actors| actors.contains_key(id))
    }

    /// Creates a game for a guest at an address; the guest gets every human seat.
    ///
    /// # Errors
    /// The request is invalid, or the game cannot be stored.
    pub async fn create(
        self: &Arc<Self>,
        request: NewGameRequest,
        guest: &Guest,
        address: Option<IpAddr>,
    ) -> Result<CreatedGame, ApiError> {
        let (white, black) = (seat(request.white, guest)?, seat(request.black, guest)?);
        let (game, dialect) = self.new_game(&request.instance, request.fen.as_deref())?;
        let owner = Owner::new(Some(&guest.id), address);
        self.check_engines([&white, &black], &owner)?;
        let engines = [&white, &black].into_iter().filter(|seat| seat.kind == SeatKind::Engine).count();
        let NewGameRequest { time_control, spectator_mode, private, .. } = request;
        let terms = GameTerms { time_control, spectator_mode, private };
        let prepared = self.prepare(game, (white, black), terms)?;
        let id = prepared.append.card.id.clone();
        match engines {
            0 => {}
            1 => self.engine_games.remember(&id, &owner),
            _ => self.engine_games.create(&id, &owner)?,
        }
        let begun = self.begin(prepared, &guest.id).await;
        let card = begun.inspect_err(|_| self.engine_games.stop(&id))?;
        Ok(CreatedGame { card, dialect: dialect.map(Into::into) })
    }

    /// The engines.
    pub(crate) fn engine_pool(&self) -> &EnginePool {
        &self.engine_pool
    }

    /// Checks that the engines of a new game need not wait too long for their turn.
    fn check_engines(&self, seats: [&Seat; 2], owner: &Owner) -> Result<(), ApiError> {
        let Some(level) = seats.into_iter().filter_map(Seat::engine_level).max() else { return Ok(()) };
        let checked = self.engine_pool.check_queue(owner, level);
        checked.map_err(|wait| ApiError::EnginesBusy { retry_after: wait.min(MAX_RETRY_AFTER) })
    }

    /// A new game from an instance and an optional position, with the dialect of that position.
    ///
    /// # Errors
    /// The instance or the position is invalid.
    pub fn new_game(
        &self,
        instance: &str,
        position: Option<&str>,
    ) -> Result<(Game, Option<Dialect>), ApiError> {
        let rules = self.library.rules(instance)?;
        Ok(match position {
            None => (Game::from_rules(rules), None),
            Some(text) => {
                let dialect = DialectChoice::Auto.of_fen(rules.ruleset(), text);
                let start = fen::parse(&rules, text, dialect).map_err(ApiError::Position)?;
                (Game::from_position(rules, start), Some(dialect))
            }
        })
    }

    /// Creates the game of an accepted seek, which is taken in the same transaction.
    ///
    /// # Errors
    /// [`StoreError::SeekTaken`], or the game cannot be created.
    pub async fn create_from_seek(
        self: &Arc<Self>,
        seek: &Seek,
        guest: &Guest,
    ) -> Result<GameCard, ApiError> {
        let SeekRequest { instance, fen, time_control, spectator_mode, private, .. } = &seek.request;
        let (game, _) = self.new_game(instance, fen.as_deref())?;
        let mut accepter = person(guest);
        accepter.name = Some(distinct_name(&guest.name, &seek.owner.name));
        let owner = person(&seek.owner);
        let is_white = match seek.request.colour {
            SeekColour::White => true,
            SeekColour::Black => false,
            SeekColour::Random => random_bytes::<1>().map_err(no_randomness)?[0].is_multiple_of(2),
        };
        let seats = if is_white { (owner, accepter) } else { (accepter, owner) };
        let terms =
            GameTerms { time_control: *time_control, spectator_mode: *spectator_mode, private: *private };
        let mut prepared = self.prepare(game, seats, terms)?;
        if let Some(new) = &mut prepared.append.new {
            new.seek = Some(seek.id.clone());
        }
        self.begin(prepared, &guest.id).await
    }

    /// An id for a new game; a private game's id is its secret.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn new_game_id(private: bool) -> Result<GameId, ApiError> {
        let id = if private { id::random_private_game() } else { id::random_public_game() };
        id.map_err(no_randomness)
    }

    /// A new game that is not stored yet.
    fn prepare(
        &self,
        game: Game,
        (white, black): (Seat, Seat),
        terms: GameTerms,
    ) -> Result<PreparedGame, ApiError> {
        let GameTerms { time_control, spectator_mode, private } = terms;
        let id = GameRegistry::new_game_id(private)?;
        let now = clock::now();
        let server_seed = ServerSeed(random_bytes().map_err(no_randomness)?);
        let info =
            GameInfo { id, white, black, server_seed, time_control, spectator_mode, private, started: now };
        let (session, draft) = Session::new(info, game, now);
        let session = session.with_forced_pass_delay(self.config.bot_delay.forced_pass);
        let ruleset = session.game().ruleset();
        let hash = ruleset.hash();
        let ruleset_text = match self.store.lacks_laws(&hash, &ruleset.instance.to_string()) {
            // A rematch under laws that were kept has them stored already.
            true if self.library.resolve(&ruleset.instance.to_string())?.hash() == hash => {
                Some(self.library.text(&ruleset.instance)?)
            }
            _ => None,
        };
        let new = NewGame {
            hash,
            fen: session.game().fen(),
            server_seed: session.info().server_seed.reveal(),
            ruleset_text,
            seek: None,
        };
        let append = Append {
            card: session.card_with(&draft),
            new: Some(new),
            events: draft.events().to_vec(),
            intent: None,
            epoch: Epoch::FIRST,
            deadline: stored_deadline(&session, &draft),
            inputs: Vec::new(),
            begins: None,
        };
        let is_engine = |side| session.info().is_engine(side);
        let is_awake = Side::BOTH.into_iter().any(is_engine) || time_control.is_live();
        let supports_push = push_notifications::supports_push(session.info());
        Ok(PreparedGame { append, is_awake, supports_push })
    }

    /// Stores a prepared game and begins it, for a guest.
    async fn begin(self: &Arc<Self>, prepared: PreparedGame, by: &GuestId) -> Result<GameCard, ApiError> {
        let after_begin = prepared.after_begin();
        let card = prepared.append.card.clone();
        self.store.append(prepared.append).await?;
        self.announce(&card.id, after_begin, Some(by.clone())).await?;
        Ok(card)
    }

    /// Wakes a game that was just stored by an action of a guest, and notifies the lobby and absent
    /// players.
    pub(super) async fn announce(
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

    /// Whether new games can be played by the ruleset of a game, which this server may offer no more.
    pub(super) fn offers_ruleset(&self, game: &Game) -> bool {
        self.library.resolve(&game.ruleset().instance.to_string()).is_ok()
    }

    /// Prepares a rematch with colours swapped; `owner` is charged for the searches of an engine.
    pub(super) fn rematch(
        &self,
        info: &GameInfo,
        last: &Game,
        owner: &Owner,
    ) -> Result<PreparedGame, ApiError> {
        let game = Game::from_position(last.rules().clone(), *last.start());
        let GameInfo { time_control, spectator_mode, private, .. } = *info;
        let seats = (info.black.clone(), info.white.clone());
        self.check_engines([&seats.0, &seats.1], owner)?;
        let is_engines = [&seats.0, &seats.1].into_iter().any(|seat| seat.kind == SeatKind::Engine);
        let prepared = self.prepare(game, seats, GameTerms { time_control, spectator_mode, private })?;
        if is_engines {
            self.engine_games.remember(&prepared.append.card.id, owner);
        }
        Ok(prepared)
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
        let slot = {
            let mut actors = self.actors();
            let actors = actors.as_mut().ok_or(ApiError::ShuttingDown)?;
            // A crashed actor has left its slot behind.
            if actors.get(id).is_some_and(|slot| slot.get().is_some_and(mpsc::Sender::is_closed)) {
                actors.remove(id);
            }
            if actors.len() >= MAX_ACTORS && !actors.contains_key(id) {
                return Err(ApiError::TimedOut);
            }
            actors.entry(id.clone()).or_default().clone()
        };
        let opened = slot.get_or_try_init(|| self.spawn_actor(id)).await.cloned();
        drop(slot);
        opened.inspect_err(|_| self.evict(id))
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
            let away_since = registry.take_outage(&id).filter(|_| matches!(role, NodeRole::Owner(_)));
            let (actor, inbox) = mpsc::channel(MAILBOX_SIZE);
            let started = (away_since, actor.downgrade());
            tokio::spawn(GameActor::new(registry, role, session, asides, started).run(inbox));
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
    async fn laws_of(&self, instance: &str, hash: &str) -> Result<Arc<Rules<Any>>, ApiError> {
        if let Ok(rules) = self.library.rules(instance)
            && rules.ruleset().hash() == hash
        {
            return Ok(rules);
        }
        let changed = || ApiError::RulesetChanged { instance: instance.to_owned() };
        let text = self.store.laws(hash, instance).await?.ok_or_else(changed)?;
        match self.library.kept_rules(&text, instance) {
            Ok((rules, kept)) if kept == hash => Ok(rules),
            Ok(_) => Err(changed()),
            Err(error) => {
                tracing::warn!(instance, hash, %error, "laws that were kept cannot be read");
                Err(changed())
            }
        }
    }

    fn occupied(&self) -> MutexGuard<'_, BTreeSet<GameId>> {
        self.occupied.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player is connected to this game.
    pub(super) fn mark_occupied(&self, id: &GameId) {
        let mut attended = self.occupied();
        if !attended.contains(id) {
            attended.insert(id.clone());
        }
    }

    /// No player is connected to this game any more.
    pub(super) fn mark_vacant(&self, id: &GameId) {
        self.occupied().remove(id);
    }

    /// Stores which games have connected players, for all nodes. Runs until shutdown.
    pub async fn persist_presence(self: Arc<Self>) {
        loop {
            tokio::time::sleep(PRESENCE_INTERVAL).await;
            let games: Vec<GameId> = self.occupied().iter().cloned().collect();
            if let Err(error) = self.store.record_presence(&games, clock::now()).await {
                tracing::warn!(%error, "presence cannot be stored");
            }
        }
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

    /// Evicts an actor unless its mailbox has messages; returns whether it was evicted.
    pub(super) fn evict_if_idle(&self, id: &GameId, inbox: &mpsc::Receiver<ActorCommand>) -> bool {
        let mut actors = self.actors();
        let is_free = inbox.is_empty();
        if is_free && let Some(actors) = actors.as_mut() {
            actors.remove(id);
        }
        is_free
    }

    /// Evicts an actor that has stopped or could not be spawned. A slot that others wait for, or
    /// that already holds another actor, stays: with two actors of a game, each would take the
    /// other's subscribers.
    pub(super) fn evict(&self, id: &GameId) {
        let leads_nowhere = |slot: &ActorSlot| match slot.get() {
            Some(actor) => actor.is_closed(),
            None => Arc::strong_count(slot) == 1,
        };
        if let Some(actors) = self.actors().as_mut()
            && actors.get(id).is_some_and(leads_nowhere)
        {
            actors.remove(id);
        }
    }

    /// Stops every actor and spawns no other.
    pub fn shut_down(&self) {
        self.actors().take();
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
                Ok(StoreEvent::Lobby | StoreEvent::Mail(_) | StoreEvent::Answered(_)) => {}
                // Missed notifications are recovered by reading the logs.
                Ok(StoreEvent::Lagged) | Err(RecvError::Lagged(_)) => {
                    let ids: Vec<GameId> =
                        self.actors().iter().flat_map(|actors| actors.keys().cloned()).collect();
                    ids.iter().for_each(|id| self.notify(id, Seq::MAX, u64::MAX));
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn notify(&self, id: &GameId, seq: Seq, asides: u64) {
        let actor = self.actors().as_ref().and_then(|actors| actors.get(id)?.get().cloned());
        if let Some(actor) = actor {
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
            if self.actors().is_none() {
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

fn no_randomness(error: std::io::Error) -> ApiError {
    ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}")))
}

/// Validates a time control.
///
/// # Errors
/// The time control is out of range.
pub fn check_time(time: &GameTimeControl) -> Result<(), ApiError> {
    time.validate().map_err(|message| ApiError::Input { code: "bad_time", message, hint: None })
}

fn person(guest: &Guest) -> Seat {
    Seat {
        kind: SeatKind::Human,
        name: Some(guest.name.clone()),
        level: None,
        player: Some(guest.id.clone()),
    }
}

fn seat(seat: Seat, guest: &Guest) -> Result<Seat, ApiError> {
    let wrong = |message: String| ApiError::Input { code: "bad_seat", message, hint: None };
    match seat.kind {
        SeatKind::Engine => match seat.level.unwrap_or(DEFAULT_LEVEL) {
            level @ 1..=8 => {
                Ok(Seat { kind: SeatKind::Engine, name: None, level: Some(level), player: None })
            }
            level => Err(wrong(format!("there is no level {level}; levels are 1 to 8"))),
        },
        SeatKind::Human => match seat.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
            None => Ok(person(guest)),
            Some(name) => Ok(Seat { name: Some(validate_name(name).map_err(wrong)?), ..person(guest) }),
        },
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use serde_json::json;
    use tokio::sync::{OnceCell, mpsc};

    use super::{ActorConfig, ActorSlot, GameRegistry, MAX_ACTORS};
    use crate::clock;
    use crate::config::BotDelay;
    use crate::engine_pool::{EngineCache, EnginePool};
    use crate::error::ApiError;
    use crate::game::{ActorCommand, IncomingIntent, ReplyTo};
    use crate::id::{self, GameId};
    use crate::library::RulesetLibrary;
    use crate::limits::OriginNames;
    use crate::session::Session;
    use crate::store::{SeekLimits, SeekRow, StorageLocation, Store};
    use crate::wire::event::Seq;
    use crate::wire::time::UnixMillis;
    use crate::wire::{ClientMessage, EventKind, Guest, Seek};

    static COUNT: AtomicU32 = AtomicU32::new(0);

    /// A registry with its own store.
    pub(crate) struct TestRegistry {
        pub(crate) registry: Arc<GameRegistry>,
        pub(crate) directory: PathBuf,
    }

    impl Drop for TestRegistry {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.directory);
        }
    }

    impl TestRegistry {
        pub(crate) async fn new() -> TestRegistry {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let directory =
                std::env::temp_dir().join(format!("rukh-registry-{}-{number}", std::process::id()));
            let (store, _) = Store::open(&StorageLocation::Sqlite(directory.clone()), "node").await.unwrap();
            let config = ActorConfig {
                bot_delay: BotDelay::default(),
                idle_timeout: Duration::from_secs(300),
                max_contest_delay: Duration::ZERO,
                owner_check_interval: Duration::from_millis(400),
                watch_grace: Duration::from_secs(10),
            };
            let engine_pool = EnginePool::new(Arc::new(EngineCache::new(64 << 20)), None);
            let library = RulesetLibrary::open(&[]).unwrap();
            let node = ("node".to_owned(), OriginNames::new([1; 32]));
            TestRegistry {
                registry: Arc::new(GameRegistry::new(store, Arc::new(library), engine_pool, config, node)),
                directory,
            }
        }

        pub(in crate::game) fn person(name: &str) -> Guest {
            Guest { id: name.parse().unwrap(), name: name.to_owned() }
        }

        /// A game of White and Black without clocks.
        pub(in crate::game) async fn game(&self) -> GameId {
            self.timed_game(json!({ "kind": "none" })).await
        }

        /// A game of White and Black in which White's clock runs.
        pub(in crate::game) async fn running_game(&self) -> GameId {
            let id = self.timed_game(json!({ "kind": "fischer", "initial": 300, "increment": 0 })).await;
            for (side, text) in [("white", "e2e3"), ("black", "e7e6")] {
                let asked = || IncomingIntent {
                    message: ClientMessage {
                        id: text.to_owned(),
                        base: Seq::ZERO,
                        data: json!({ "kind": "move", "move": text }),
                    },
                    guest: Some(TestRegistry::person(side)),
                    address: None,
                    arrived_at: clock::now(),
                    lag: None,
                };
                let command = |reply| ActorCommand::Intent(asked(), ReplyTo::Request(reply));
                self.registry.ask(&id, command).await.unwrap().0.unwrap();
            }
            self.registry.actors().as_mut().unwrap().clear();
            id
        }

        async fn timed_game(&self, time: serde_json::Value) -> GameId {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let seek = json!({
                "id": format!("seek{number}"), "ruleset_name": "", "skin": "", "owner": TestRegistry::person("white"), "created": 0,
                "instance": "shatranj", "colour": "white", "time_control": time,
            });
            let seek: Seek = serde_json::from_value(seek).unwrap();
            let row = SeekRow {
                id: seek.id.clone(),
                by: seek.owner.id.clone(),
                body: String::new(),
                private: false,
                created: UnixMillis::new(1),
                expires: UnixMillis::new(2),
                origin: None,
            };
            let limits = SeekLimits { of_guest: 100, of_origin: 100 };
            self.registry.store.insert_seek(row, limits).await.unwrap();
            self.registry.create_from_seek(&seek, &TestRegistry::person("black")).await.unwrap().id
        }

        pub(in crate::game) async fn session(&self, id: &GameId) -> Session {
            let stored = self.registry.store.load(id).await.unwrap().unwrap();
            let rules = self.registry.library.rules(&stored.instance).unwrap();
            Session::replay(stored.info, rules, stored.log).unwrap()
        }

        fn slot(&self, id: &GameId) -> Option<ActorSlot> {
            self.registry.actors().as_ref()?.get(id).cloned()
        }

        fn put_slot(&self, id: &GameId, slot: ActorSlot) {
            self.registry.actors().as_mut().unwrap().insert(id.clone(), slot);
        }
    }

    #[tokio::test]
    async fn evict_slot_with_waiters_stays() {
        let fixture = TestRegistry::new().await;
        let (nowhere, others) = (id::random_public_game().unwrap(), ActorSlot::default());
        fixture.put_slot(&nowhere, others.clone());
        assert!(fixture.registry.actor(&nowhere).await.is_err());
        assert!(fixture.slot(&nowhere).is_some_and(|slot| Arc::ptr_eq(&slot, &others)));
        drop(others);
        assert!(fixture.registry.actor(&nowhere).await.is_err());
        assert_eq!(fixture.registry.count(), 0);
    }

    #[tokio::test]
    async fn actor_above_the_greatest_number_is_refused() {
        let fixture = TestRegistry::new().await;
        let known = fixture.game().await;
        fixture.registry.actor(&known).await.unwrap();
        for _ in fixture.registry.count()..MAX_ACTORS {
            fixture.put_slot(&id::random_public_game().unwrap(), ActorSlot::default());
        }
        let other = id::random_public_game().unwrap();
        assert!(matches!(fixture.registry.actor(&other).await, Err(ApiError::TimedOut)));
        fixture.registry.actor(&known).await.unwrap();
    }

    /// The database was unreachable while this process kept running.
    #[tokio::test]
    async fn outage_failed_append_refunds_the_clock() {
        let fixture = TestRegistry::new().await;
        let id = fixture.running_game().await;
        let clock = |session: &Session| serde_json::to_value(session.view()).unwrap()["clock"].clone();
        let before = clock(&fixture.session(&id).await);
        let (began, later) = (before["at"].as_u64().unwrap(), clock::now() + 1);
        fixture.registry.record_outage(&id, later);
        fixture.registry.record_outage(&id, UnixMillis::new(began));
        tokio::time::sleep(Duration::from_millis(60)).await;
        fixture.registry.ask(&id, ActorCommand::Throws).await.unwrap();
        let session = loop {
            let session = fixture.session(&id).await;
            if session.events().iter().any(|event| matches!(event.kind, EventKind::Outage { .. })) {
                break session;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(
            clock(&session)["white"],
            before["white"],
            "the time from the first failure on is given back"
        );
        assert!(fixture.registry.take_outage(&id).is_none(), "an outage is returned once");
    }

    #[tokio::test]
    async fn ask_closed_actor_is_respawned() {
        let fixture = TestRegistry::new().await;
        let id = fixture.game().await;
        fixture.put_slot(&id, Arc::new(OnceCell::new_with(Some(mpsc::channel(1).0))));
        assert!(fixture.registry.ask(&id, ActorCommand::Throws).await.is_ok());
    }

    #[tokio::test]
    async fn evict_running_actor_stays() {
        let fixture = TestRegistry::new().await;
        let id = fixture.game().await;
        fixture.registry.actor(&id).await.unwrap();
        fixture.registry.evict(&id);
        assert!(fixture.slot(&id).is_some());
    }
}
