//! The lobby: who looks for whom, and what is being played.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::Instant;

use crate::clock::{name_of_letters, now_ms};
use crate::error::ApiError;
use crate::game::{Rooms, check_time};
use crate::store::{Filter, GameState, Hint, SeekRow, StoreError};
use crate::wire::seek::{Accepted, LobbyTold, Notices};
use crate::wire::{GameCard, Guest, Seek, SeekWish, Time};

/// Letters of a seek's name: a private one's name is its secret.
const LETTERS: usize = 16;
/// How long a seek holds, in milliseconds: where clocks count minutes, and else.
const HOLDS: u64 = 3_600_000;
const HOLDS_LONG: u64 = 14 * 86_400_000;
/// How long somebody who looks in public may be gone, in milliseconds.
const GONE: u64 = 30_000;
/// How often it is said who is still there.
const TOUCH: Duration = Duration::from_secs(8);
/// Changes closer together than this are told together.
const GATHER: Duration = Duration::from_millis(250);
/// How long after a player was last seen at its board, or something last happened, a
/// game counts as being played, in milliseconds.
pub const RECENT: u64 = 300_000;
/// How many games a lobby shows.
const SHOWN: u32 = 12;
/// How many seeks somebody may have at once.
const MOST_SEEKS: u64 = 5;
/// Messages that may wait for somebody in the lobby.
const QUEUE: usize = 16;

/// Somebody in the lobby.
struct Sitter {
    guest: Option<String>,
    /// Seeks they wait for.
    waits_for: HashSet<String>,
    line: mpsc::Sender<Utf8Bytes>,
}

/// The lobby of a node.
pub struct Lobby {
    rooms: Arc<Rooms>,
    sitters: Mutex<HashMap<u64, Sitter>>,
    notices: watch::Sender<Utf8Bytes>,
    stir: tokio::sync::Notify,
    count: std::sync::atomic::AtomicU64,
}

/// A seat in the lobby; it is left when this is dropped.
pub struct Visit {
    lobby: Arc<Lobby>,
    number: u64,
    /// What the lobby shows, as a message.
    pub notices: watch::Receiver<Utf8Bytes>,
    /// What is for this visitor alone.
    pub line: mpsc::Receiver<Utf8Bytes>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.lobby.sitters().remove(&self.number);
        self.lobby.stir.notify_one();
    }
}

impl Lobby {
    /// An empty lobby.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>) -> Lobby {
        let notices = watch::Sender::new(Utf8Bytes::default());
        Lobby {
            rooms,
            sitters: Mutex::default(),
            notices,
            stir: tokio::sync::Notify::new(),
            count: std::sync::atomic::AtomicU64::new(0),
        }
    }

    fn sitters(&self) -> MutexGuard<'_, HashMap<u64, Sitter>> {
        self.sitters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody comes in, and waits for every seek of theirs; `named` is one that may
    /// have been taken already.
    pub async fn enter(self: &Arc<Self>, guest: Option<&Guest>, named: Option<String>) -> Visit {
        let (line, reader) = mpsc::channel(QUEUE);
        let number = self.count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let guest = guest.map(|guest| guest.id.clone());
        let here: Vec<String> = guest.iter().cloned().collect();
        let own = self.rooms.store().waiting_seeks(&here, now_ms()).await.unwrap_or_else(|error| {
            // The next look at the lobby finds them.
            tracing::warn!(%error, "seeks cannot be read");
            Vec::new()
        });
        let waits_for = named.into_iter().chain(own.into_iter().map(|(_, id)| id)).collect();
        self.sitters().insert(number, Sitter { guest, waits_for, line });
        self.stir.notify_one();
        Visit { lobby: self.clone(), number, notices: self.notices.subscribe(), line: reader }
    }

    /// Keeps what the lobby shows up to date. Runs until the store closes.
    pub async fn run(self: Arc<Self>) {
        let mut hints = self.rooms.store().hints();
        let mut touch = tokio::time::interval_at(Instant::now() + TOUCH, TOUCH);
        loop {
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "the lobby cannot be read");
            }
            tokio::time::sleep(GATHER).await;
            loop {
                tokio::select! {
                    hint = hints.recv() => match hint {
                        Ok(Hint::Lobby | Hint::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => break,
                        Ok(Hint::Games(_)) => {}
                        Err(broadcast::error::RecvError::Closed) => return,
                    },
                    () = self.stir.notified() => break,
                    _ = touch.tick() => {
                        self.touch().await;
                        break;
                    }
                }
            }
        }
    }

    /// Those who are here and have said who they are.
    fn guests(&self) -> Vec<String> {
        let here: HashSet<String> =
            self.sitters().values().filter_map(|sitter| sitter.guest.clone()).collect();
        here.into_iter().collect()
    }

    /// Says whose seeks still hold: those of people who are here.
    async fn touch(&self) {
        let here = self.guests();
        if !here.is_empty()
            && let Err(error) = self.rooms.store().touch_seeks(&here, now_ms()).await
        {
            tracing::warn!(%error, "seeks cannot be kept");
        }
    }

    async fn refresh(&self) -> Result<(), StoreError> {
        let now = now_ms();
        let seeks = self.open_seeks(now).await?;
        self.expect(now).await?;
        let attended_since = Some(now.saturating_sub(RECENT));
        let filter =
            Filter { state: Some(GameState::Live), count: SHOWN, attended_since, ..Filter::default() };
        let games = self.rooms.store().list(filter).await?;
        let notices = Notices { seeks, games, online: self.sitters().len() };
        let text = serde_json::to_string(&LobbyTold::Lobby { d: notices }).unwrap_or_default();
        self.notices.send_if_modified(|known| {
            let is_news = known.as_str() != text;
            if is_news {
                *known = text.into();
            }
            is_news
        });
        self.tell_accepted().await
    }

    /// Notes what those who are here wait for, wherever and whenever they have
    /// asked for it.
    async fn expect(&self, now: u64) -> Result<(), StoreError> {
        let waiting = self.rooms.store().waiting_seeks(&self.guests(), now).await?;
        for sitter in self.sitters().values_mut() {
            let is_own = |by: &String| sitter.guest.as_ref() == Some(by);
            let own = waiting.iter().filter(|(by, _)| is_own(by)).map(|(_, id)| id.clone());
            sitter.waits_for.extend(own);
        }
        Ok(())
    }

    /// Who looks for whom in public, of those still there.
    ///
    /// # Errors
    /// Why the store cannot tell.
    pub async fn open_seeks(&self, now: u64) -> Result<Vec<Seek>, StoreError> {
        let rows = self.rooms.store().open_seeks(now, now.saturating_sub(GONE)).await?;
        Ok(rows.iter().filter_map(|row| read(row, None)).collect())
    }

    /// Tells those whose seek was accepted.
    async fn tell_accepted(&self) -> Result<(), StoreError> {
        let awaited: HashSet<String> =
            self.sitters().values().flat_map(|sitter| sitter.waits_for.iter().cloned()).collect();
        for id in awaited {
            let Some((row, game)) = self.rooms.store().seek(&id).await? else {
                for sitter in self.sitters().values_mut() {
                    sitter.waits_for.remove(&id);
                }
                continue;
            };
            let Some(game) = game else { continue };
            let message = LobbyTold::Accepted { d: Accepted { seek: id.clone(), game } };
            let text = Utf8Bytes::from(serde_json::to_string(&message).unwrap_or_default());
            for sitter in self.sitters().values_mut() {
                let is_own = sitter.guest.as_ref() == Some(&row.by);
                if sitter.waits_for.remove(&id) && is_own {
                    // Who has no room for it finds the game by asking for the seek.
                    let _ = sitter.line.try_send(text.clone());
                }
            }
        }
        Ok(())
    }

    /// Somebody looks for somebody.
    ///
    /// # Errors
    /// What is wrong with it, or why it cannot be kept.
    pub async fn seek(&self, wish: SeekWish, by: &Guest) -> Result<Seek, ApiError> {
        check_time(&wish.time)?;
        let (game, dialect) = self.rooms.game(&wish.instance, wish.fen.as_deref())?;
        let now = now_ms();
        if self.rooms.store().count_seeks(&by.id, now).await? >= MOST_SEEKS {
            let message = format!("nobody looks for more than {MOST_SEEKS} games at once");
            return Err(ApiError::Refused { code: "too_many_seeks", message });
        }
        let ruleset = game.ruleset();
        let fen = dialect.map(|_| game.fen());
        let wish = SeekWish { instance: ruleset.instance.to_string(), fen, ..wish };
        let id = name_of_letters::<LETTERS>()
            .map_err(|error| ApiError::Store(StoreError::Broken(format!("no randomness: {error}"))))?;
        let seek = Seek {
            id,
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            by: by.clone(),
            created: now,
            game: None,
            wish,
        };
        let is_short = matches!(seek.wish.time, Time::Fischer { .. }) && !seek.wish.private;
        let row = SeekRow {
            id: seek.id.clone(),
            by: by.id.clone(),
            body: serde_json::to_string(&seek).unwrap_or_default(),
            private: seek.wish.private,
            created: now,
            expires: now + if is_short { HOLDS } else { HOLDS_LONG },
        };
        self.rooms.store().put_seek(row).await?;
        for sitter in self.sitters().values_mut().filter(|sitter| sitter.guest.as_ref() == Some(&by.id)) {
            sitter.waits_for.insert(seek.id.clone());
        }
        self.rooms.store().say_lobby().await;
        Ok(seek)
    }

    /// A seek, with the game that came of it.
    ///
    /// # Errors
    /// That there is none, or why the store cannot tell.
    pub async fn find(&self, id: &str, who: Option<&Guest>) -> Result<Seek, ApiError> {
        let missing = || ApiError::NoSuchSeek(id.to_owned());
        let (row, game) = self.rooms.store().seek(id).await?.ok_or_else(missing)?;
        if row.expires < now_ms() && game.is_none() {
            return Err(missing());
        }
        if who.is_some_and(|who| who.id == row.by) {
            self.rooms.store().touch_seeks(std::slice::from_ref(&row.by), now_ms()).await?;
        }
        read(&row, game).ok_or_else(missing)
    }

    /// Somebody comes to play.
    ///
    /// # Errors
    /// That it is too late, or why the game cannot begin.
    pub async fn accept(&self, id: &str, who: &Guest) -> Result<GameCard, ApiError> {
        let seek = self.find(id, None).await?;
        if seek.by.id == who.id {
            let message = "this is your own; it needs somebody else".to_owned();
            return Err(ApiError::Refused { code: "own_seek", message });
        }
        let game = Rooms::new_name(seek.wish.private)?;
        if seek.game.is_some() || !self.rooms.store().take_seek(id, &game).await? {
            let message = "somebody was faster: this game has begun".to_owned();
            return Err(ApiError::Refused { code: "seek_taken", message });
        }
        match self.rooms.meet(&seek, who, game).await {
            Ok(card) => {
                self.rooms.store().say_lobby().await;
                Ok(card)
            }
            Err(error) => {
                self.rooms.store().untake_seek(id).await?;
                Err(error)
            }
        }
    }

    /// Somebody looks no longer.
    ///
    /// # Errors
    /// That it is not theirs, or why the store cannot do it.
    pub async fn withdraw(&self, id: &str, who: &Guest) -> Result<(), ApiError> {
        let seek = self.find(id, None).await?;
        if seek.by.id != who.id {
            return Err(ApiError::NotAllowed("this is somebody else's".to_owned()));
        }
        self.rooms.store().drop_seek(id, &who.id).await?;
        self.rooms.store().say_lobby().await;
        Ok(())
    }
}

fn read(row: &SeekRow, game: Option<String>) -> Option<Seek> {
    let seek: Seek = serde_json::from_str(&row.body).ok()?;
    Some(Seek { game, ..seek })
}
