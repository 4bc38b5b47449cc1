//! Which games are in memory: opened when somebody asks, left when idle.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_rules::Game;
use rukh_rules::law::dice::commit::ServerSeed;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio::time::Instant;

use super::chat::Asides;
use super::{Command, Post, Room};
use crate::auth::check_name;
use crate::clock::{name_of_letters, now_ms, secret};
use crate::config::Pace;
use crate::engine_pool::Study;
use crate::error::ApiError;
use crate::library::Library;
use crate::peers::Peers;
use crate::session::{Table, Terms};
use crate::store::{Append, Claim, Hint, NewGame, Store, StoreError};
use crate::wire::game::{CreatedGame, Wishes};
use crate::wire::seek::Colour;
use crate::wire::{GameCard, Guest, MannerWord, NumberedAside, Seat, SeatKind, Seek, Time};

/// Commands that may wait for a room.
const INBOX: usize = 256;
/// How often a room is asked again that was just being left.
const TRIES: usize = 5;
/// How long between two such times.
const PAUSE: Duration = Duration::from_millis(20);
/// The level of a server's player of whom nothing is said.
pub const USUAL_LEVEL: u8 = 3;
/// Letters of a game's name: of those in lists, and of those that are a secret.
const LISTED: usize = 12;
const SECRET: usize = 26;
/// How often games are looked for whose clocks have run out, or have nobody to write them.
const ROUNDS: Duration = Duration::from_secs(2);
/// How often it is kept at which boards players are.
const PRESENCE: Duration = Duration::from_secs(20);
/// How long a game that cannot be opened for good is not tried again.
const HOPELESS: Duration = Duration::from_secs(3600);

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
    /// Since when games of ours could not be written.
    gaps: Mutex<HashMap<String, u64>>,
    /// The games at whose boards a player is, on a line to this node.
    attended: Mutex<BTreeSet<String>>,
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
        let doors = Mutex::new(Some(HashMap::new()));
        Rooms {
            store,
            study,
            setting,
            peers,
            node,
            library,
            doors,
            gaps: Mutex::default(),
            attended: Mutex::default(),
        }
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
    pub async fn create(self: &Arc<Self>, wishes: Wishes, who: &Guest) -> Result<CreatedGame, ApiError> {
        let (white, black) = (seat(wishes.white, who)?, seat(wishes.black, who)?);
        let (game, dialect) = self.game(&wishes.instance, wishes.fen.as_deref())?;
        let card = self.begin(game, (white, black), wishes.time, wishes.manner, wishes.private).await?;
        Ok(CreatedGame { card, dialect: dialect.map(Into::into) })
    }

    /// The game that could begin so, and whose letters the position has, if one is given.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn game(&self, instance: &str, position: Option<&str>) -> Result<(Game, Option<Dialect>), ApiError> {
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

    /// Begins the game of somebody who looked and somebody who came.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub async fn meet(self: &Arc<Self>, seek: &Seek, who: &Guest, id: String) -> Result<GameCard, ApiError> {
        let (game, _) = self.game(&seek.wish.instance, seek.wish.fen.as_deref())?;
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
        let (table, draft) = Table::new(terms, game, now);
        let mut table = table.with_forced_pass(self.setting.pace.forced_pass);
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
            deadline: table.deadline_with(&draft),
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
        // Databases disagree about stranger names than ours.
        if !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(ApiError::NoSuchGame(id.to_owned()));
        }
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
            // A room that broke down has left its door behind.
            if doors.get(id).is_some_and(|door| door.get().is_some_and(mpsc::Sender::is_closed)) {
                doors.remove(id);
            }
            doors.entry(id.to_owned()).or_default().clone()
        };
        let opened = door.get_or_try_init(|| self.furnish(id)).await.cloned();
        drop(door);
        opened.inspect_err(|_| self.forget(id))
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
            let (post, orphaned_since) = match claim {
                Claim::Mine(lodging) => (Post::Owner(lodging.epoch), lodging.orphaned_since),
                Claim::Theirs { address, .. } => (Post::Follower(address), None),
            };
            if let Some(since) = orphaned_since {
                // A claim says this once, and what comes now may fail.
                rooms.remember_gap(&id, since);
            }
            let (table, asides) = rooms.read(&id).await?;
            let away_since = rooms.take_gap(&id).filter(|_| matches!(post, Post::Owner(_)));
            let (room, inbox) = mpsc::channel(INBOX);
            tokio::spawn(Room::new(rooms, post, table, asides, away_since).run(inbox));
            Ok(room)
        }
    }

    /// A game as it stands, and what was said beside it.
    async fn read(&self, id: &str) -> Result<(Table, Asides), ApiError> {
        let missing = || ApiError::NoSuchGame(id.to_owned());
        let stored = self.store.load(id).await?.ok_or_else(missing)?;
        let rules = self.library.rules(&stored.instance)?;
        if rules.ruleset().hash() != stored.hash {
            return Err(ApiError::RulesetChanged { instance: stored.instance });
        }
        let table = Table::replay(stored.terms, rules, stored.log)?;
        let table = table.with_forced_pass(self.setting.pace.forced_pass);
        let said = self.store.asides(id, 0).await?;
        let read = |(n, at, body): (u64, u64, String)| {
            serde_json::from_str(&body).ok().map(|d| NumberedAside { n, at, d })
        };
        Ok((table, Asides::new(stored.asides, said.into_iter().filter_map(read).collect())))
    }

    fn attended(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player of a game is at its board.
    pub(super) fn note_attended(&self, id: &str) {
        let mut attended = self.attended();
        if !attended.contains(id) {
            attended.insert(id.to_owned());
        }
    }

    /// No player of a game is at its board any more.
    pub(super) fn note_left(&self, id: &str) {
        self.attended().remove(id);
    }

    /// Keeps for all nodes at which boards players are. Runs until the server stops.
    pub async fn keep_presence(self: Arc<Self>) {
        loop {
            tokio::time::sleep(PRESENCE).await;
            let games: Vec<String> = self.attended().iter().cloned().collect();
            if let Err(error) = self.store.note_presence(&games, now_ms()).await {
                tracing::warn!(%error, "it cannot be kept who is at a board");
            }
        }
    }

    fn gaps(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.gaps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes since when a game of ours could not be written, until its next room tells it.
    pub(super) fn remember_gap(&self, id: &str, since: u64) {
        let mut gaps = self.gaps();
        let known = gaps.entry(id.to_owned()).or_insert(since);
        *known = since.min(*known);
    }

    pub(super) fn take_gap(&self, id: &str) -> Option<u64> {
        self.gaps().remove(id)
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

    /// Forgets a room that has closed, or could not be opened. A door that
    /// somebody waits at, or that leads to another room by now, stays: a game
    /// with two rooms would send its readers from one to the other.
    pub(super) fn forget(&self, id: &str) {
        let leads_nowhere = |door: &Door| match door.get() {
            Some(room) => room.is_closed(),
            None => Arc::strong_count(door) == 1,
        };
        if let Some(doors) = self.doors().as_mut()
            && doors.get(id).is_some_and(leads_nowhere)
        {
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
        // Games of laws that have changed since: nobody can go on with them, and nothing is lost by it.
        let mut hopeless: HashMap<String, Instant> = HashMap::new();
        loop {
            tokio::time::sleep(ROUNDS).await;
            if self.doors().is_none() {
                return;
            }
            match self.store.due(now_ms()).await {
                Ok(due) => {
                    hopeless.retain(|_, since| since.elapsed() < HOPELESS);
                    for id in due.into_iter().filter(|id| !hopeless.contains_key(id)).collect::<Vec<_>>() {
                        match self.open(&id).await {
                            // Who follows it may have missed what was written last.
                            Ok(_) => self.nudge(&id, u64::MAX, u64::MAX),
                            Err(error) => {
                                tracing::warn!(game = id, %error, "a game whose time has come cannot be opened");
                                if matches!(error, ApiError::RulesetChanged { .. } | ApiError::Replay(_)) {
                                    hopeless.insert(id, Instant::now());
                                }
                            }
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

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use serde_json::json;
    use tokio::sync::{OnceCell, mpsc};

    use super::{Door, Rooms, Setting};
    use crate::clock::now_ms;
    use crate::config::Pace;
    use crate::engine_pool::{Engines, Study};
    use crate::game::{Asked, Command, ReplyTo};
    use crate::library::Library;
    use crate::peers::Peers;
    use crate::session::Table;
    use crate::store::{NodeInfo, Place, Store};
    use crate::wire::{ClientMessage, EventKind, Guest, Seek};

    static COUNT: AtomicU32 = AtomicU32::new(0);

    /// Rooms with a store of their own.
    pub(in crate::game) struct House {
        pub(in crate::game) rooms: Arc<Rooms>,
        directory: PathBuf,
    }

    impl Drop for House {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.directory);
        }
    }

    impl House {
        pub(in crate::game) async fn new() -> House {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let directory = std::env::temp_dir().join(format!("rukh-rooms-{}-{number}", std::process::id()));
            let node = NodeInfo { id: "node".to_owned(), address: String::new() };
            let (store, _) = Store::open(&Place::Sqlite(directory.clone()), node).await.unwrap();
            let setting = Setting {
                pace: Pace::default(),
                idle: Duration::from_secs(300),
                fairness: Duration::ZERO,
                watch: Duration::from_millis(400),
            };
            let (library, study) = (Library::open(&[]).unwrap(), Study::new(Arc::new(Engines::default())));
            let node = ("node".to_owned(), Peers::new([1; 32]));
            House { rooms: Arc::new(Rooms::new(store, Arc::new(library), study, setting, node)), directory }
        }

        pub(in crate::game) fn person(name: &str) -> Guest {
            Guest { id: name.to_owned(), name: name.to_owned() }
        }

        /// A game of White and Black without clocks.
        pub(in crate::game) async fn game(&self) -> String {
            self.timed_game(json!({ "kind": "none" })).await
        }

        async fn timed_game(&self, time: serde_json::Value) -> String {
            let seek = json!({
                "id": "seek", "ruleset_name": "", "skin": "", "by": House::person("white"), "created": 0,
                "instance": "shatranj", "colour": "white", "time": time,
            });
            let seek: Seek = serde_json::from_value(seek).unwrap();
            let id = Rooms::new_name(false).unwrap();
            self.rooms.meet(&seek, &House::person("black"), id).await.unwrap().id
        }

        pub(in crate::game) async fn table(&self, id: &str) -> Table {
            let stored = self.rooms.store.load(id).await.unwrap().unwrap();
            let rules = self.rooms.library.rules(&stored.instance).unwrap();
            Table::replay(stored.terms, rules, stored.log).unwrap()
        }

        fn door(&self, id: &str) -> Option<Door> {
            self.rooms.doors().as_ref()?.get(id).cloned()
        }

        fn put_door(&self, id: &str, door: Door) {
            self.rooms.doors().as_mut().unwrap().insert(id.to_owned(), door);
        }
    }

    #[tokio::test]
    async fn a_door_that_others_wait_at_stays() {
        let house = House::new().await;
        let others = Door::default();
        house.put_door("nowhere", others.clone());
        assert!(house.rooms.open("nowhere").await.is_err());
        assert!(house.door("nowhere").is_some_and(|door| Arc::ptr_eq(&door, &others)));
        drop(others);
        assert!(house.rooms.open("nowhere").await.is_err());
        assert_eq!(house.rooms.count(), 0);
    }

    /// The database was away, and this process was there all the time.
    #[tokio::test]
    async fn what_could_not_be_written_is_charged_to_nobody() {
        let house = House::new().await;
        let id = house.timed_game(json!({ "kind": "fischer", "initial": 300, "increment": 0 })).await;
        for (side, text) in [("white", "e2e3"), ("black", "e7e6")] {
            let asked = || Asked {
                message: ClientMessage {
                    id: text.to_owned(),
                    base: 0,
                    d: json!({ "kind": "move", "move": text }),
                },
                who: Some(House::person(side)),
                arrived: now_ms(),
                lag: None,
            };
            let command = |reply| Command::Intent(asked(), ReplyTo::Request(reply));
            house.rooms.ask(&id, command).await.unwrap().0.unwrap();
        }
        let clock = |table: &Table| serde_json::to_value(table.view()).unwrap()["clock"].clone();
        let before = clock(&house.table(&id).await);
        house.rooms.doors().as_mut().unwrap().clear();
        let (began, later) = (before["at"].as_u64().unwrap(), now_ms() + 1);
        house.rooms.remember_gap(&id, later);
        house.rooms.remember_gap(&id, began);
        tokio::time::sleep(Duration::from_millis(60)).await;
        house.rooms.ask(&id, Command::Throws).await.unwrap();
        let table = loop {
            let table = house.table(&id).await;
            if table.events().iter().any(|event| matches!(event.kind, EventKind::Outage { .. })) {
                break table;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(
            clock(&table)["white"],
            before["white"],
            "the time from the first failure on is given back"
        );
        assert!(house.rooms.take_gap(&id).is_none(), "it is told once");
    }

    #[tokio::test]
    async fn a_room_that_broke_down_is_opened_again() {
        let house = House::new().await;
        let id = house.game().await;
        house.put_door(&id, Arc::new(OnceCell::new_with(Some(mpsc::channel(1).0))));
        assert!(house.rooms.ask(&id, Command::Throws).await.is_ok());
    }

    #[tokio::test]
    async fn a_room_that_is_left_takes_no_other_s_door_away() {
        let house = House::new().await;
        let id = house.game().await;
        house.rooms.open(&id).await.unwrap();
        house.rooms.forget(&id);
        assert!(house.door(&id).is_some());
    }
}
