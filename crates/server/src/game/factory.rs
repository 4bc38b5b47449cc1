//! New games: of a request, of an accepted seek, and rematches.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine_pool::{EnginePool, Owner};
use rukh_fair_dice::ServerSeed;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen;
use rukh_rules::{Game, Side};
use rukh_store::{
    Append, Epoch, NewGame, Store, StoreError,
    clock::{self, random_bytes},
};

use super::engine_games::{EngineGames, stored_deadline};
use super::push_notifications;
use crate::error::ApiError;
use crate::id::{self, GameId, GuestId};
use crate::library::RulesetLibrary;
use crate::ratings;
use crate::session::{GameInfo, Session, view};
use crate::wire::events::EventRequest;
use crate::wire::game::{NewGameRequest, NewSeat};
use crate::wire::rating::{Rated, RatingPool};
use crate::wire::seek::SeekColour;
use crate::wire::{GameTimeControl, Player, Seek, SeekRequest, SpectatorMode, TimeOdds};

/// Engine level if none is given.
pub const DEFAULT_LEVEL: u8 = 3;
/// Longest time that a client is asked to wait for the engines.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// Terms of a new game.
struct GameTerms {
    time_control: GameTimeControl,
    odds: Option<TimeOdds>,
    spectator_mode: SpectatorMode,
    private: bool,
    /// What it is rated by, unless it is not.
    rated: Option<Rated>,
}

/// A game that is ready to be stored.
pub(crate) struct PreparedGame {
    pub(super) append: Append,
    /// Whether it has something to do by itself from the start.
    is_awake: bool,
    /// Whether its players get push messages.
    supports_push: bool,
}

impl PreparedGame {
    /// Its id.
    pub(crate) fn id(&self) -> &GameId {
        &self.append.card.id
    }

    /// What is written of it when it begins.
    pub(crate) fn into_append(self) -> Append {
        self.append
    }

    /// What is to be done when it has begun.
    pub(crate) fn after_begin(&self) -> AfterBegin {
        AfterBegin { spawns_actor: self.is_awake, notifies: self.supports_push }
    }
}

/// What is to be done when a game has begun.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AfterBegin {
    /// Whether its actor is spawned.
    pub(super) spawns_actor: bool,
    /// Whether its players are notified.
    pub(super) notifies: bool,
}

impl AfterBegin {
    /// Whether its players are told by the game.
    pub(crate) fn notifies(self) -> bool {
        self.notifies
    }
}

/// Prepares games, which are then stored and begun by the registry.
pub struct GameFactory {
    pub(super) store: Store,
    pub(super) library: Arc<RulesetLibrary>,
    pub(super) engine_pool: EnginePool,
    pub(super) engine_games: Arc<EngineGames>,
    /// Delay before a forced pass is made.
    pub(super) forced_pass: Duration,
}

impl GameFactory {
    /// Prepares a game for a guest at an address, who gets every human seat; with the dialect of its position.
    ///
    /// # Errors
    /// The request is invalid, or the engines are busy.
    pub(super) async fn of_request(
        &self,
        request: NewGameRequest,
        guest: &GuestId,
        address: Option<IpAddr>,
    ) -> Result<(PreparedGame, Option<Dialect>), ApiError> {
        check_times(&request.time_control, request.odds.map(|odds| odds.time_control))?;
        let [person] = self.players([guest]).await?;
        let (white, black) = (player(request.white, &person)?, player(request.black, &person)?);
        let (game, dialect) = self.new_game(&request.instance, request.fen.as_deref())?;
        let owner = Owner::new(Some(guest), address);
        self.check_engines([&white, &black], &owner)?;
        let engines = [&white, &black].into_iter().filter_map(|player| player.engine_level()).count();
        let NewGameRequest { time_control, odds, spectator_mode, private, .. } = request;
        let terms = GameTerms { time_control, odds, spectator_mode, private, rated: None };
        let prepared = self.prepare(game, (white, black), terms)?;
        let id = &prepared.append.card.id;
        match engines {
            0 => {}
            1 => self.engine_games.remember(id, &owner),
            _ => self.engine_games.create(id, &owner)?,
        }
        Ok((prepared, dialect))
    }

    /// Prepares the game of an accepted seek, which is taken in the transaction that stores the game. A rated
    /// game is listed, also if its seek was not.
    ///
    /// # Errors
    /// The game cannot be created, or not be rated.
    pub(super) async fn of_seek(&self, seek: &Seek, guest: &GuestId) -> Result<PreparedGame, ApiError> {
        let SeekRequest { instance, fen, time_control, spectator_mode, private, rated, .. } = &seek.request;
        let (game, _) = self.new_game(instance, fen.as_deref())?;
        let rated = match rated {
            true => {
                let pool = ratings::pool_of_seek(&seek.request, game.ruleset())?;
                ratings::check_bot_is_chosen(&self.store, &seek.owner.id, guest).await?;
                Some(ratings::terms(&self.store, pool, [&seek.owner.id, guest]).await?)
            }
            false => None,
        };
        let [owner, accepter] = self.players([&seek.owner.id, guest]).await?;
        let is_white = plays_white(seek.request.colour)?;
        let players = if is_white { (owner, accepter) } else { (accepter, owner) };
        let terms = GameTerms {
            time_control: *time_control,
            odds: odds_of(&seek.request, is_white),
            spectator_mode: *spectator_mode,
            private: *private && rated.is_none(),
            rated: rated.map(|rated| rated.with_white(is_white)),
        };
        let mut prepared = self.prepare(game, players, terms)?;
        if let Some(new) = &mut prepared.append.new {
            new.seek = Some(seek.id.clone());
        }
        Ok(prepared)
    }

    /// Prepares a game of an event, for White and Black.
    ///
    /// # Errors
    /// The game cannot be created.
    pub(crate) async fn of_event(
        &self,
        event: &EventRequest,
        players: [GuestId; 2],
    ) -> Result<PreparedGame, ApiError> {
        let (game, _) = self.new_game(&event.instance, None)?;
        let EventRequest { time_control, spectator_mode, .. } = *event;
        let pool = RatingPool::of(game.ruleset(), &time_control).filter(|_| event.rated);
        let rated = self.rated_if_possible(pool, [&players[0], &players[1]]).await?;
        let [white, black] = self.players([&players[0], &players[1]]).await?;
        let terms = GameTerms { time_control, odds: None, spectator_mode, private: false, rated };
        self.prepare(game, (white, black), terms)
    }

    /// Prepares the game of an appointment, for the one who made it and the other. It is not rated if the two may
    /// play no more rated games.
    ///
    /// # Errors
    /// The game cannot be created.
    pub(crate) async fn of_appointment(
        &self,
        terms: &SeekRequest,
        [by, with]: [&GuestId; 2],
    ) -> Result<PreparedGame, ApiError> {
        let SeekRequest { time_control, spectator_mode, private, .. } = *terms;
        let (game, _) = self.new_game(&terms.instance, terms.fen.as_deref())?;
        let is_white = plays_white(terms.colour)?;
        let [white, black] = if is_white { [by, with] } else { [with, by] };
        let odds = odds_of(terms, is_white);
        let pool = match terms.rated {
            true => Some(ratings::pool_of_seek(terms, game.ruleset())?),
            false => None,
        };
        let rated = self.rated_if_possible(pool, [white, black]).await?;
        let private = private && rated.is_none();
        let terms = GameTerms { time_control, odds, spectator_mode, private, rated };
        let [white, black] = self.players([white, black]).await?;
        self.prepare(game, (white, black), terms)
    }

    /// People and bots as players of a game.
    async fn players<const N: usize>(&self, ids: [&GuestId; N]) -> Result<[Player; N], StoreError> {
        let bots = self.store.bots_among(ids).await?;
        Ok(ids.map(|id| match bots.contains(id) {
            true => Player::Bot { id: id.clone() },
            false => Player::Guest { id: id.clone() },
        }))
    }

    /// The rulesets of the site.
    pub(crate) fn library(&self) -> &Arc<RulesetLibrary> {
        &self.library
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

    /// Prepares a rematch with colours swapped, unless one side lacks pieces: all odds stay with the person. `owner`
    /// is charged for the searches of an engine. That of a rated game is rated, unless it cannot be any more.
    pub(super) async fn rematch(
        &self,
        info: &GameInfo,
        last: &Game,
        owner: &Owner,
    ) -> Result<PreparedGame, ApiError> {
        let game = Game::from_position(last.rules().clone(), *last.start());
        let GameInfo { time_control, odds, spectator_mode, private, .. } = *info;
        let (white, black) = (info.white.clone(), info.black.clone());
        let (players, odds) = match view::piece_odds(&game) {
            Some(_) => ((white, black), odds),
            None => ((black, white), odds.map(|odds| TimeOdds { side: odds.side.other(), ..odds })),
        };
        let rated = self.rated_again(info).await?;
        self.check_engines([&players.0, &players.1], owner)?;
        let has_engine = [&players.0, &players.1].into_iter().any(|player| player.engine_level().is_some());
        let prepared =
            self.prepare(game, players, GameTerms { time_control, odds, spectator_mode, private, rated })?;
        if has_engine {
            self.engine_games.remember(&prepared.append.card.id, owner);
        }
        Ok(prepared)
    }

    /// What a rematch is rated by; nothing if the game was not rated, or the two may play no more rated games.
    async fn rated_again(&self, info: &GameInfo) -> Result<Option<Rated>, ApiError> {
        let [Some(white), Some(black)] = [info.black.id(), info.white.id()] else { return Ok(None) };
        let pool = info.rated.as_ref().map(|rated| rated.pool.clone());
        self.rated_if_possible(pool, [white, black]).await
    }

    /// What a game of White and Black in a pool is rated by; nothing if the two may play no more rated games.
    async fn rated_if_possible(
        &self,
        pool: Option<RatingPool>,
        players: [&GuestId; 2],
    ) -> Result<Option<Rated>, ApiError> {
        let Some(pool) = pool else { return Ok(None) };
        match ratings::terms(&self.store, pool, players).await {
            Ok(terms) => Ok(Some(terms.with_white(true))),
            Err(ApiError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether new games can be played by the ruleset of a game, which this server may offer no more.
    pub(super) fn offers(&self, game: &Game) -> bool {
        self.library.resolve(&game.ruleset().instance.to_string()).is_ok()
    }

    /// Checks that the engines of a new game need not wait too long for their turn.
    fn check_engines(&self, players: [&Player; 2], owner: &Owner) -> Result<(), ApiError> {
        let Some(level) = players.into_iter().filter_map(Player::engine_level).max() else { return Ok(()) };
        let checked = self.engine_pool.check_queue(owner, level);
        checked.map_err(|wait| ApiError::EnginesBusy { retry_after: wait.min(MAX_RETRY_AFTER) })
    }

    /// A new game that is not stored yet.
    fn prepare(
        &self,
        game: Game,
        (white, black): (Player, Player),
        terms: GameTerms,
    ) -> Result<PreparedGame, ApiError> {
        let GameTerms { time_control, odds, spectator_mode, private, rated } = terms;
        let id = new_game_id(private)?;
        let now = clock::now();
        let server_seed = ServerSeed(random_bytes().map_err(no_randomness)?);
        let info = GameInfo {
            id,
            white,
            black,
            server_seed,
            time_control,
            odds,
            spectator_mode,
            private,
            rated,
            started: now,
        };
        let (session, draft) = Session::new(info, game, now);
        let session = session.with_forced_pass_delay(self.forced_pass);
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
}

/// An id for a new game; a private game's id is its secret.
///
/// # Errors
/// The operating system has no randomness.
fn new_game_id(private: bool) -> Result<GameId, ApiError> {
    let id = if private { id::random_private_game() } else { id::random_public_game() };
    id.map_err(no_randomness)
}

/// Whether the one whose colour it is plays White.
fn plays_white(colour: SeekColour) -> Result<bool, ApiError> {
    Ok(match colour {
        SeekColour::White => true,
        SeekColour::Black => false,
        SeekColour::Random => random_bytes::<1>().map_err(no_randomness)?[0].is_multiple_of(2),
    })
}

/// The odds of time of a seek or challenge whose maker plays White, or Black.
fn odds_of(terms: &SeekRequest, is_white: bool) -> Option<TimeOdds> {
    let side = if is_white { Side::White } else { Side::Black };
    terms.odds.map(|time_control| TimeOdds { side, time_control })
}

fn no_randomness(error: std::io::Error) -> ApiError {
    ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}")))
}

/// Validates a time control.
///
/// # Errors
/// The time control is out of range.
pub fn check_time(time: &GameTimeControl) -> Result<(), ApiError> {
    time.validate().map_err(|why| ApiError::input("bad_time", why.to_string()))
}

/// Validates a time control, and the other one of a side.
///
/// # Errors
/// One of them is out of range, or they do not fit together.
pub fn check_times(time: &GameTimeControl, odds: Option<GameTimeControl>) -> Result<(), ApiError> {
    check_time(time)?;
    let checked = odds.map_or(Ok(()), |other| time.validate_odds(&other));
    checked.map_err(|why| ApiError::input("bad_time", why.to_string()))
}

fn player(seat: NewSeat, requester: &Player) -> Result<Player, ApiError> {
    match seat {
        NewSeat::Human => Ok(requester.clone()),
        NewSeat::Engine { level } => match level.unwrap_or(DEFAULT_LEVEL) {
            level @ 1..=8 => Ok(Player::Engine { level }),
            level => {
                let message = format!("there is no level {level}; levels are 1 to 8");
                Err(ApiError::input("bad_seat", message))
            }
        },
    }
}
