//! Which games are in memory: opened when somebody asks, left when idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_rules::Game;
use rukh_rules::law::dice::commit::ServerSeed;
use rukh_rules::notation::fen::{self, Dialect};
use serde::Deserialize;
use tokio::sync::{OnceCell, mpsc, oneshot};

use super::{Command, Room};
use crate::clock::{game_id, now_ms, secret};
use crate::config::Pace;
use crate::error::ApiError;
use crate::library::Library;
use crate::opponent::Study;
use crate::store::{Append, NewGame, Store, StoreError};
use crate::table::{Table, Terms};
use crate::wire::{GameCard, Seat, SeatKind};

/// Commands that may wait for a room.
const INBOX: usize = 256;
/// How often a room is asked again that was just being left.
const TRIES: usize = 3;
/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 60;
/// The longest seed a player may give, in bytes.
const LONGEST_SEED: usize = 256;
/// The level of a server's player of whom nothing is said.
const USUAL_LEVEL: u8 = 3;

/// A game somebody wants.
#[derive(Debug, Clone, Deserialize)]
pub struct Wishes {
    /// The ruleset with its options.
    pub instance: String,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// The start, if it is not the ruleset's own.
    #[serde(default)]
    pub fen: Option<String>,
    /// What the players give for the throws.
    #[serde(default)]
    pub client_seed: Option<String>,
}

type Door = Arc<OnceCell<mpsc::Sender<Command>>>;

/// The games in memory, and the way to all others.
pub struct Rooms {
    pub(super) store: Store,
    pub(super) study: Study,
    pub(super) pace: Pace,
    pub(super) idle: Duration,
    library: Arc<Library>,
    /// None once the server is about to stop.
    doors: Mutex<Option<HashMap<String, Door>>>,
}

impl Rooms {
    /// No game in memory yet.
    #[must_use]
    pub fn new(store: Store, library: Arc<Library>, study: Study, pace: Pace, idle: Duration) -> Rooms {
        Rooms { store, study, pace, idle, library, doors: Mutex::new(Some(HashMap::new())) }
    }

    fn doors(&self) -> MutexGuard<'_, Option<HashMap<String, Door>>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// What is wrong with the wishes, or why the game cannot be stored.
    pub async fn create(self: &Arc<Self>, wishes: Wishes) -> Result<GameCard, ApiError> {
        let rules = self.library.rules(&wishes.instance)?;
        let game = match &wishes.fen {
            None => Game::from_rules(rules),
            Some(text) => {
                let start = fen::read(&rules, text, Dialect::Own).map_err(ApiError::Position)?;
                Game::from_position(rules, start)
            }
        };
        let no_randomness = |error| ApiError::Store(StoreError::Broken(format!("no randomness: {error}")));
        let now = now_ms();
        let terms = Terms {
            id: game_id().map_err(no_randomness)?,
            white: seat(wishes.white)?,
            black: seat(wishes.black)?,
            server_seed: ServerSeed(secret().map_err(no_randomness)?),
            client_seed: client_seed(wishes.client_seed)?,
            started: now,
        };
        let (mut table, draft) = Table::new(terms, game, now);
        let new = NewGame {
            hash: table.game().ruleset().hash(),
            fen: table.game().fen(),
            server_seed: table.terms().server_seed.reveal(),
            client_seed: table.terms().client_seed.clone(),
        };
        let (card, events) = (table.card_with(&draft), draft.events().to_vec());
        self.store.append(Append { card, new: Some(new), events, intent: None }).await?;
        table.take(draft, None);
        let card = table.card();
        let has_engine = [&card.white, &card.black].iter().any(|seat| seat.kind == SeatKind::Engine);
        if has_engine {
            self.open(&card.id).await?;
        }
        Ok(card)
    }

    /// The newest games.
    ///
    /// # Errors
    /// Why the store cannot tell.
    pub async fn newest(&self, count: u32) -> Result<Vec<GameCard>, ApiError> {
        Ok(self.store.newest(count).await?)
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
        for _ in 0..TRIES {
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

    /// Loads a game and starts its room.
    async fn furnish(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
        let stored = self.store.load(id).await?.ok_or_else(|| ApiError::NoSuchGame(id.to_owned()))?;
        let rules = self.library.rules(&stored.instance)?;
        if rules.ruleset().hash() != stored.hash {
            return Err(ApiError::RulesetChanged { instance: stored.instance });
        }
        let table = Table::replay(stored.terms, rules, stored.log)?;
        let (room, inbox) = mpsc::channel(INBOX);
        tokio::spawn(Room::new(self.clone(), table).run(inbox));
        Ok(room)
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
}

fn seat(seat: Seat) -> Result<Seat, ApiError> {
    let wrong = |message: String| ApiError::Input { code: "bad_seat", message, hint: None };
    match seat.kind {
        SeatKind::Engine => match seat.level.unwrap_or(USUAL_LEVEL) {
            level @ 1..=8 => Ok(Seat { kind: SeatKind::Engine, name: None, level: Some(level) }),
            level => Err(wrong(format!("there is no level {level}; levels are 1 to 8"))),
        },
        SeatKind::Human => {
            let name = seat.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
            let is_bad =
                |name: &String| name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control);
            if name.as_ref().is_some_and(is_bad) {
                return Err(wrong(format!("a name has at most {LONGEST_NAME} characters on one line")));
            }
            Ok(Seat { kind: SeatKind::Human, name, level: None })
        }
    }
}

fn client_seed(seed: Option<String>) -> Result<String, ApiError> {
    match seed.unwrap_or_default() {
        seed if seed.len() <= LONGEST_SEED => Ok(seed),
        _ => Err(ApiError::Input {
            code: "bad_seed",
            message: format!("a seed has at most {LONGEST_SEED} bytes"),
            hint: None,
        }),
    }
}
