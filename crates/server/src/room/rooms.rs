//! Which games are in memory: opened when somebody asks, left when idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_rules::Game;
use rukh_rules::law::dice::commit::ServerSeed;
use rukh_rules::notation::fen::{self, Dialect};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OnceCell, mpsc, oneshot};

use super::asides::Asides;
use super::{Command, Post, Room};
use crate::clock::{name_of_letters, now_ms, secret};
use crate::config::Pace;
use crate::error::ApiError;
use crate::library::Library;
use crate::opponent::Study;
use crate::peers::Peers;
use crate::people::check_name;
use crate::store::{Append, Claim, Hint, NewGame, Store, StoreError};
use crate::table::{Table, Terms};
use crate::wire::game::Wishes;
use crate::wire::seek::Colour;
use crate::wire::{GameCard, Guest, MannerWord, NumberedAside, Seat, SeatKind, Seek, Time};

/// Commands that may wait for a room.
const INBOX: usize = 256;
/// How often a room is asked again that was just being left.
const TRIES: usize = 5;
/// How long between two such times.
const PAUSE: Duration = Duration::from_millis(20);
/// The level of a server's player of whom nothing is said.
const USUAL_LEVEL: u8 = 3;
/// Letters of a game's name: of those in lists, and of those that are a secret.
const LISTED: usize = 12;
const SECRET: usize = 26;
/// How often games are looked for whose clocks have run out, or have nobody to write them.
const ROUNDS: Duration = Duration::from_secs(2);

/// How rooms are run.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// How fast the server's own players move.
    pub pace: Pace,
    /// How long a game that nobody looks at is kept in memory.
    pub idle: Duration,
    /// The longest that a contested move of the werera waits.
    pub fairness: Duration,
    /// How often a room that follows looks after the owner.
    pub watch: Duration,
}

type Door = Arc<OnceCell<mpsc::Sender<Command>>>;

/// The games in memory, and the way to all others.
pub struct Rooms {
    pub(super) store: Store,
    pub(super) study: Study,
    pub(super) setting: Setting,
    pub(super) peers: Peers,
    node: String,
    library: Arc<Library>,
    /// None once the server is about to stop.
    doors: Mutex<Option<HashMap<String, Door>>>,
}

impl Rooms {
    /// No game in memory yet. `node` is this node's name.
    #[must_use]
    pub fn new(
        store: Store,
        library: Arc<Library>,
        study: Study,
        setting: Setting,
        (node, peers): (String, Peers),
    ) -> Rooms {
        Rooms { store, study, setting, peers, node, library, doors: Mutex::new(Some(HashMap::new())) }
    }

    fn doors(&self) -> MutexGuard<'_, Option<HashMap<String, Door>>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This node's name.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The store behind the games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The other nodes.
    #[must_use]
    pub fn peers(&self) -> &Peers {
        &self.peers
    }

    /// How many games are in memory.
    #[must_use]
    pub fn count(&self) -> usize {
        self.doors().as_ref().map_or(0, HashMap::len)
    }

    /// Begins a game for somebody, who sits wherever a person sits.
    ///
    /// # Errors
    /// What is wrong with the wishes, or why the game cannot be stored.
    pub async fn create(self: &Arc<Self>, wishes: Wishes, who: &Guest) -> Result<GameCard, ApiError> {
        let (white, black) = (seat(wishes.white, who)?, seat(wishes.black, who)?);
        let game = self.game(&wishes.instance, wishes.fen.as_deref())?;
        self.begin(game, (white, black), wishes.time, wishes.manner, wishes.private).await
    }

    /// Whether a game like this could begin.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn game(&self, instance: &str, position: Option<&str>) -> Result<Game, ApiError> {
        let rules = self.library.rules(instance)?;
        Ok(match position {
            None => Game::from_rules(rules),
            Some(text) => {
                let start = fen::read(&rules, text, Dialect::Own).map_err(ApiError::Position)?;
                Game::from_position(rules, start)
            }
        })
    }

    /// Begins the game of somebody who looked and somebody who came.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub async fn meet(self: &Arc<Self>, seek: &Seek, who: &Guest, id: String) -> Result<GameCard, ApiError> {
        let game = self.game(&seek.wish.instance, seek.wish.fen.as_deref())?;
        let (host, guest) = (person(&seek.by), person(who));
        let is_white = match seek.wish.colour {
            Colour::White => true,
            Colour::Black => false,
            Colour::Random => secret::<1>().map_err(no_randomness)?[0].is_multiple_of(2),
        };
        let seats = if is_white { (host, guest) } else { (guest, host) };
        self.begin_as(id, game, seats, seek.wish.time, seek.wish.manner, seek.wish.private).await
    }

    /// A name for a new game; a private game's name is its secret.
    ///
    /// # Errors
    /// If the operating system has no randomness.
    pub fn new_name(private: bool) -> Result<String, ApiError> {
        let name = if private { name_of_letters::<SECRET>() } else { name_of_letters::<LISTED>() };
        name.map_err(no_randomness)
    }

    async fn begin(
        self: &Arc<Self>,
        game: Game,
        seats: (Seat, Seat),
        time: Time,
        manner: MannerWord,
        private: bool,
    ) -> Result<GameCard, ApiError> {
        self.begin_as(Rooms::new_name(private)?, game, seats, time, manner, private).await
    }

    async fn begin_as(
        self: &Arc<Self>,
        id: String,
        game: Game,
        (white, black): (Seat, Seat),
        time: Time,
        manner: MannerWord,
        private: bool,
    ) -> Result<GameCard, ApiError> {
        check_time(&time)?;
        let now = now_ms();
        let server_seed = ServerSeed(secret().map_err(no_randomness)?);
        let terms = Terms { id, white, black, server_seed, time, manner, private, started: now };
        let has_engine = [&terms.white, &terms.black].iter().any(|seat| seat.kind == SeatKind::Engine);
        let (mut table, draft) = Table::new(terms, game, now);
        let new = NewGame {
            hash: table.game().ruleset().hash(),
            fen: table.game().fen(),
            server_seed: table.terms().server_seed.reveal(),
        };
        let append = Append {
            card: table.card_with(&draft),
            new: Some(new),
            events: draft.events().to_vec(),
            intent: None,
            epoch: 0,
            deadline: draft.state().deadline(table.terms()),
        };
        self.store.append(append).await?;
        table.take(draft, None);
        let card = table.card();
        metrics::counter!("rukh_games_total").increment(1);
        if has_engine || time.is_live() {
            self.open(&card.id).await?;
        }
        self.store.say_lobby().await;
        Ok(card)
    }

    /// Begins the game after a game, with colours changed.
    pub(super) async fn rematch(self: &Arc<Self>, terms: &Terms, last: &Game) -> Result<String, ApiError> {
        let start = *last.start();
        let game = Game::from_position(last.rules().clone(), start);
        let seats = (terms.black.clone(), terms.white.clone());
        let next = Box::pin(self.begin(game, seats, terms.time, terms.manner, terms.private)).await?;
        Ok(next.id)
    }

    /// Asks a game's room something, opening it if need be.
    ///
    /// # Errors
    /// That there is no such game, or why it cannot be opened.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        command: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<(T, mpsc::Sender<Command>), ApiError> {
        for attempt in 0..TRIES {
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            let room = self.open(id).await?;
            let (reply, answer) = oneshot::channel();
            // A room that is just being left answers nothing; the next one will.
            if room.send(command(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((answer, room));
            }
        }
        Err(ApiError::Store(StoreError::Closed))
    }

    async fn open(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
        let door = {
            let mut doors = self.doors();
            let doors = doors.as_mut().ok_or(ApiError::Draining)?;
            doors.entry(id.to_owned()).or_default().clone()
        };
        let opened = door.get_or_try_init(|| self.furnish(id)).await;
        match opened {
            Ok(room) => Ok(room.clone()),
            Err(error) => {
                self.forget(id);
                Err(error)
            }
        }
    }

    /// Loads a game and starts its room, as its owner if nobody else is.
    fn furnish(
        self: &Arc<Self>,
        id: &str,
    ) -> impl Future<Output = Result<mpsc::Sender<Command>, ApiError>> + Send {
        let (rooms, id) = (self.clone(), id.to_owned());
        async move {
            let missing = || ApiError::NoSuchGame(id.clone());
            let claim = rooms.store.claim(&id).await?.ok_or_else(missing)?;
            let stored = rooms.store.load(&id).await?.ok_or_else(missing)?;
            let rules = rooms.library.rules(&stored.instance)?;
            if rules.ruleset().hash() != stored.hash {
                return Err(ApiError::RulesetChanged { instance: stored.instance });
            }
            let table = Table::replay(stored.terms, rules, stored.log)?;
            let said = rooms.store.asides(&id, 0).await?;
            let read = |(n, at, body): (u64, u64, String)| {
                serde_json::from_str(&body).ok().map(|d| NumberedAside { n, at, d })
            };
            let asides = Asides::new(stored.asides, said.into_iter().filter_map(read).collect());
            let (post, away_since) = match claim {
                Claim::Mine(lodging) => (Post::Owner(lodging.epoch), lodging.orphaned_since),
                Claim::Theirs { address, .. } => (Post::Follower(address), None),
            };
            let (room, inbox) = mpsc::channel(INBOX);
            tokio::spawn(Room::new(rooms, post, table, asides, away_since).run(inbox));
            Ok(room)
        }
    }

    /// Forgets a room unless somebody has asked it something; answers whether it did.
    pub(super) fn release(&self, id: &str, inbox: &mpsc::Receiver<Command>) -> bool {
        let mut doors = self.doors();
        let is_free = inbox.is_empty();
        if is_free && let Some(doors) = doors.as_mut() {
            doors.remove(id);
        }
        is_free
    }

    /// Forgets a room that cannot go on, or could not be opened.
    pub(super) fn forget(&self, id: &str) {
        if let Some(doors) = self.doors().as_mut() {
            doors.remove(id);
        }
    }

    /// Leaves every room and opens no other.
    pub fn close(&self) {
        self.doors().take();
    }

    /// Tells the rooms in memory that logs have grown. Runs until the store closes.
    pub async fn heed(self: Arc<Self>) {
        let mut hints = self.store.hints();
        loop {
            match hints.recv().await {
                Ok(Hint::Games(grown)) => {
                    for (id, seq, asides) in grown {
                        self.nudge(&id, seq, asides);
                    }
                }
                Ok(Hint::Lobby) => {}
                // What was missed is read from the logs, which are the truth.
                Ok(Hint::Missed) | Err(RecvError::Lagged(_)) => {
                    let ids: Vec<String> =
                        self.doors().iter().flat_map(|doors| doors.keys().cloned()).collect();
                    ids.iter().for_each(|id| self.nudge(id, u64::MAX, u64::MAX));
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn nudge(&self, id: &str, seq: u64, asides: u64) {
        let room = self.doors().as_ref().and_then(|doors| doors.get(id)?.get().cloned());
        if let Some(room) = room {
            // A full inbox means that the room looks after its owner soon anyway.
            let _ = room.try_send(Command::Grown(seq, asides));
        }
    }

    /// Opens games whose time has come though nobody looks. Runs until the server stops.
    pub async fn make_rounds(self: Arc<Self>) {
        loop {
            tokio::time::sleep(ROUNDS).await;
            if self.doors().is_none() {
                return;
            }
            match self.store.due(now_ms()).await {
                Ok(due) => {
                    for id in due {
                        if let Err(error) = self.open(&id).await {
                            tracing::warn!(game = id, %error, "a game whose time has come cannot be opened");
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "games whose time has come cannot be found"),
            }
        }
    }
}

fn no_randomness(error: std::io::Error) -> ApiError {
    ApiError::Store(StoreError::Broken(format!("no randomness: {error}")))
}

/// Whether this much time can be agreed.
///
/// # Errors
/// Why not.
pub fn check_time(time: &Time) -> Result<(), ApiError> {
    time.check().map_err(|message| ApiError::Input { code: "bad_time", message, hint: None })
}

fn person(guest: &Guest) -> Seat {
    Seat {
        kind: SeatKind::Human,
        name: Some(guest.name.clone()),
        level: None,
        player: Some(guest.id.clone()),
    }
}

fn seat(seat: Seat, who: &Guest) -> Result<Seat, ApiError> {
    let wrong = |message: String| ApiError::Input { code: "bad_seat", message, hint: None };
    match seat.kind {
        SeatKind::Engine => match seat.level.unwrap_or(USUAL_LEVEL) {
            level @ 1..=8 => {
                Ok(Seat { kind: SeatKind::Engine, name: None, level: Some(level), player: None })
            }
            level => Err(wrong(format!("there is no level {level}; levels are 1 to 8"))),
        },
        SeatKind::Human => match seat.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
            None => Ok(person(who)),
            Some(name) => Ok(Seat { name: Some(check_name(name).map_err(wrong)?), ..person(who) }),
        },
    }
}
