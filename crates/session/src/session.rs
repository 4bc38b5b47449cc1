//! A session: the rules' game together with the event log that clients see.
//!
//! Nothing here waits, stores or sends. A [`Session`] turns an intent into a [`Draft`]: the events
//! it causes, including automatic ones (the end of the werera, throws, the end of the game). When
//! the draft is durable it is committed to the session; until then nothing has changed. A host that
//! cannot store a draft drops it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rukh_fair_dice::ServerSeed;
use rukh_rules::Message;
use rukh_rules::game::Refusal;
use rukh_rules::notation::fen::{self, Dialect, FenError};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Side};

use crate::id::{GameId, GuestId};
use crate::wire::event::{Seq, StartEvent};
use crate::wire::game::{SeatNames, ViewerRole, You};
use crate::wire::message::WireMessage;
use crate::wire::people::{Premove, Presence};
use crate::wire::rating::Rated;
use crate::wire::time::UnixMillis;
use crate::wire::view::BySide;
use crate::wire::{
    BoardInfo, EventKind, FinalResult, GameCard, GamePhase, GameTimeControl, Guest, Hello, Intent, PROTOCOL,
    Player, Seat, SpectatorMode, TimeOdds, WireEvent,
};

pub mod clock;
mod counters;
mod doer;
mod draft;
mod offers;
mod replay;
mod state;
#[cfg(test)]
mod tests;
pub mod view;
mod why;

pub use draft::Draft;
pub use offers::OfferOutcome;
pub use state::SessionState;

/// Facts of a game that never change.
#[derive(Debug, Clone)]
pub struct GameInfo {
    /// Id by which players, the store and links know the game.
    pub id: GameId,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black; the same person as White in a game against oneself.
    pub black: Player,
    /// Secret seed of the throws.
    pub server_seed: ServerSeed,
    /// How much time each side has.
    pub time_control: GameTimeControl,
    /// Other time of one side, if there are odds of time.
    pub odds: Option<TimeOdds>,
    /// What spectators may do.
    pub spectator_mode: SpectatorMode,
    /// Whether the game is unlisted: only who has its link finds it.
    pub private: bool,
    /// What it is rated by, unless it is not.
    pub rated: Option<Rated>,
    /// When the game was made, which is before its first move.
    pub started: UnixMillis,
}

impl GameInfo {
    /// The player of a side.
    #[must_use]
    pub fn player(&self, side: Side) -> &Player {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether an engine plays the side.
    #[must_use]
    pub fn is_engine(&self, side: Side) -> bool {
        self.player(side).engine_level().is_some()
    }

    /// The sides a person plays.
    #[must_use]
    pub fn sides_of(&self, person: &GuestId) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|side| self.player(*side).id() == Some(person)).collect()
    }

    /// The ids of the people who play, White's first.
    pub fn people(&self) -> impl Iterator<Item = &GuestId> {
        [&self.white, &self.black].into_iter().filter_map(Player::id)
    }

    /// Sides that are ready from the start. People must press Ready where the werera would not wait
    /// for them: against an engine, or on a live clock. Correspondence games, and one person
    /// playing both sides, need no Ready.
    fn initially_ready(&self, game: &Game) -> BySide<bool> {
        let has_werera = game.ruleset().has_werera();
        let has_engine = Side::BOTH.into_iter().any(|side| self.is_engine(side));
        let hurries = match self.time_control {
            GameTimeControl::None => has_engine,
            time => time.is_live(),
        };
        let is_asked = has_werera && hurries && !self.has_one_player();
        let ready = |side| !is_asked || self.is_engine(side);
        BySide { white: ready(Side::White), black: ready(Side::Black) }
    }

    /// Whether one person plays both sides.
    #[must_use]
    pub fn has_one_player(&self) -> bool {
        self.white.id().is_some() && self.white == self.black
    }
}

/// A rejected request; nothing has changed. Says to programs and to the player why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Machine-readable code, as on the wire.
    pub code: &'static str,
    /// The reason, for the player.
    pub message: WireMessage,
}

impl Rejection {
    /// A rejection by this crate or its host; those of the rules come from a [`Refusal`].
    #[must_use]
    pub fn new(code: &'static str, message: Message) -> Rejection {
        Rejection { code, message: message.into() }
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        Rejection::new(refusal.code.into(), refusal.message)
    }
}

/// Why a stored log cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The FEN of the start event is wrong.
    #[error("the start position is wrong: {}", fen::join_errors(.0))]
    Start(Vec<FenError>),
    /// The log is empty or does not begin with a start event.
    #[error("the log does not begin with the game's start")]
    NoStart,
    /// An event is out of order or rejected by the rules.
    #[error("event {seq} does not replay: {reason}")]
    Refused {
        /// Number of the event that does not fit.
        seq: Seq,
        /// What the rules say of it, or which number was expected.
        reason: String,
    },
}

/// Premoves and seeds given by the players; they cause no event until they are used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerInputs {
    /// Moves that each side makes as soon as they are legal.
    pub premoves: BySide<Vec<Premove>>,
    /// What each player adds to the dice, so that the server alone does not decide them.
    pub seeds: BySide<Option<String>>,
}

/// A game with its events, clocks and offers.
///
/// A host does four things with it: it drafts what a player asks ([`Session::draft_intent`]), what is due
/// at a [`Session::deadline`] ([`Session::draft_deadline`]), and what follows by itself
/// ([`Session::draft_automatic`]); and it commits each draft once it is stored.
///
/// # Examples
/// The same events give the same session, here and on another node.
/// ```
/// # use std::sync::Arc;
/// # use rukh_fair_dice::ServerSeed;
/// use rukh_rules::{Game, Ruleset};
/// use rukh_session::session::{GameInfo, Session};
/// use rukh_session::wire::time::UnixMillis;
/// # use rukh_session::wire::{GameTimeControl, Player, SpectatorMode};
/// use rukh_session::wire::{EventKind, Intent};
///
/// # let almaz = Player::Guest { id: "almaz".parse()? };
/// # let info = GameInfo {
/// #     id: "game".parse()?,
/// #     white: almaz.clone(),
/// #     black: almaz,
/// #     server_seed: ServerSeed([7; 32]),
/// #     time_control: GameTimeControl::Fischer { initial: 60, increment: 2, werera: None },
/// #     odds: None,
/// #     spectator_mode: SpectatorMode::Match,
/// #     private: false,
/// #     rated: None,
/// #     started: UnixMillis::new(0),
/// # };
/// # let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
/// // A minute for each side, 2 seconds added with each move.
/// let (mut session, start) = Session::new(info.clone(), game, UnixMillis::new(0));
/// session.commit(start, None);
/// for (mv, at) in [("e2e3", 1_000), ("e7e6", 2_000), ("d2d3", 5_000)] {
///     let intent = Intent::Move { coordinates: mv.to_owned() };
///     let draft = session.draft_intent(&intent, UnixMillis::new(at), 0).expect("a legal move");
///     session.commit(draft, None);
/// }
/// let log = session.events().iter().map(|event| (event.clone(), None)).collect();
/// let again = Session::replay(info, session.game().rules().clone(), log)?;
/// assert_eq!(again.view(), session.view());
///
/// // When Black's time is over, the session says what has happened.
/// let due = session.deadline().expect("a clock runs");
/// let draft = session.draft_deadline(due).expect("something is due");
/// assert!(matches!(draft.events()[0].kind, EventKind::Flag { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    info: Arc<GameInfo>,
    state: SessionState,
    events: Vec<WireEvent>,
    /// Executed intents, with the number of the last event of each.
    intents: HashMap<String, Seq>,
    inputs: PlayerInputs,
    /// Delay before a forced pass is made, in milliseconds.
    forced_pass_delay: u64,
}

impl Session {
    /// A new game, with its start and automatic events as a draft.
    #[must_use]
    pub fn new(info: GameInfo, game: Game, now: UnixMillis) -> (Session, Draft) {
        let has_chance = game.ruleset().has_die() || game.ruleset().has_werera();
        let start = EventKind::Start(StartEvent {
            white: info.white.clone(),
            black: info.black.clone(),
            instance: game.ruleset().instance.to_string(),
            hash: game.ruleset().hash(),
            fen: game.fen(),
            commitment: has_chance.then(|| info.server_seed.commitment()),
            time_control: info.time_control,
            odds: info.odds,
            spectator_mode: info.spectator_mode,
            private: info.private,
            rated: info.rated.clone(),
            ready: info.initially_ready(&game),
        });
        let session = Session::empty(info, game, 0);
        let draft = Draft::start(&session, start, now);
        (session, draft)
    }

    fn empty(info: GameInfo, game: Game, capacity: usize) -> Session {
        Session {
            state: SessionState::new(game),
            info: Arc::new(info),
            events: Vec::with_capacity(capacity),
            intents: HashMap::new(),
            inputs: PlayerInputs::default(),
            forced_pass_delay: clock::FORCED_PASS_DELAY,
        }
    }

    /// Sets the delay before a forced pass is made.
    #[must_use]
    pub fn with_forced_pass_delay(self, pause: Duration) -> Session {
        Session { forced_pass_delay: u64::try_from(pause.as_millis()).unwrap_or(u64::MAX), ..self }
    }

    /// Replays a stored log, which holds each event with the intent it completed.
    ///
    /// # Errors
    /// The log is invalid.
    pub fn replay(
        info: GameInfo,
        rules: Arc<Rules<Any>>,
        log: Vec<(WireEvent, Option<String>)>,
    ) -> Result<Session, ReplayError> {
        let Some((WireEvent { kind: EventKind::Start(start), .. }, _)) = log.first() else {
            return Err(ReplayError::NoStart);
        };
        let position = fen::parse(&rules, &start.fen, Dialect::Own).map_err(ReplayError::Start)?;
        let mut session = Session::empty(info, Game::from_position(rules, position), log.len());
        for (event, intent) in log {
            session.apply(event, intent)?;
        }
        Ok(session)
    }

    /// Applies a stored event.
    ///
    /// # Errors
    /// The event is out of order or rejected by the rules.
    pub fn apply(&mut self, event: WireEvent, intent: Option<String>) -> Result<(), ReplayError> {
        let seq = event.seq;
        let refused = |reason: String| ReplayError::Refused { seq, reason };
        if seq != self.seq().next() {
            return Err(refused(format!("number {} was expected", self.seq().next())));
        }
        self.state.apply(&event, &self.events).map_err(|refusal| refused(refusal.to_string()))?;
        self.intents.extend(intent.map(|id| (id, seq)));
        self.events.push(event);
        Ok(())
    }

    /// The draft an intent causes. `lag` is its assumed network delay, in milliseconds.
    ///
    /// # Errors
    /// A rejection with the reason.
    pub fn draft_intent(&self, intent: &Intent, now: UnixMillis, lag: u64) -> Result<Draft, Rejection> {
        Draft::intent(self, intent, now, lag)
    }

    /// The draft of pending automatic events, if any.
    #[must_use]
    pub fn draft_automatic(&self, now: UnixMillis) -> Option<Draft> {
        Draft::automatic(self, now)
    }

    /// The draft caused by an expired deadline, if any.
    #[must_use]
    pub fn draft_deadline(&self, now: UnixMillis) -> Option<Draft> {
        Draft::on_deadline(self, now)
    }

    /// The draft that records an outage, if it stopped a running clock.
    #[must_use]
    pub fn draft_outage(&self, from: UnixMillis, now: UnixMillis) -> Option<Draft> {
        Draft::outage(self, from, now)
    }

    /// Whether a side's clock would wait for a vacation: with days for each move, between two, while the game lasts.
    #[must_use]
    pub fn keeps_vacations(&self) -> bool {
        matches!(self.info.time_control, GameTimeControl::Days { .. })
            && !self.info.has_one_player()
            && !self.state.is_over()
    }

    /// The draft that records since when and until when a side's player is on vacation, or that the player is back;
    /// without events if that is known or no clock waits for it. What the clock has counted since the vacation began
    /// is given back.
    #[must_use]
    pub fn draft_vacation(
        &self,
        side: Side,
        vacation: Option<(UnixMillis, UnixMillis)>,
        now: UnixMillis,
    ) -> Draft {
        Draft::vacation(self, side, vacation, now)
    }

    /// The draft that records a contest.
    #[must_use]
    pub fn draft_contest(&self, kind: EventKind, now: UnixMillis) -> Draft {
        Draft::event(self, kind, now)
    }

    /// The draft that records a rematch.
    #[must_use]
    pub fn draft_rematch(&self, game: GameId, now: UnixMillis) -> Draft {
        Draft::event(self, EventKind::Rematched { game }, now)
    }

    /// Commits a draft made for this session in its current state.
    pub fn commit(&mut self, draft: Draft, intent: Option<String>) {
        self.state = draft.state;
        self.inputs = draft.inputs;
        self.events.extend(draft.events);
        self.intents.extend(intent.map(|id| (id, Seq::of_count(self.events.len()))));
    }

    /// Number of the last event of an intent that was executed before.
    #[must_use]
    pub fn seq_of_intent(&self, intent: &str) -> Option<Seq> {
        self.intents.get(intent).copied()
    }

    /// What was settled when the game was made.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// What the events have led to.
    #[must_use]
    pub fn state(&self) -> &SessionState {
        &self.state
    }

    /// The rules' game, which knows moves and results but neither clocks nor offers.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.state.game
    }

    /// Whether a side has made a move that stands.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        *self.state.moved.of(side)
    }

    /// Every event so far, as stored and sent.
    #[must_use]
    pub fn events(&self) -> &[WireEvent] {
        &self.events
    }

    /// Number of the last event; 0 before the start is committed.
    #[must_use]
    pub fn seq(&self) -> Seq {
        Seq::of_count(self.events.len())
    }

    /// Premoves and seeds given by the players.
    #[must_use]
    pub fn inputs(&self) -> &PlayerInputs {
        &self.inputs
    }

    /// Premoves and seeds given by the players, mutable.
    pub fn inputs_mut(&mut self) -> &mut PlayerInputs {
        &mut self.inputs
    }

    /// Whether the log is so long that the game can only be ended.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.events.len() >= draft::MAX_EVENTS
    }

    /// The piece that a werera move placed.
    fn placed_piece(&self, seq: Seq) -> Option<u16> {
        let event = self.events.get(seq.previous()?.count())?;
        match &event.kind {
            EventKind::Place(place) => Some(place.piece_id),
            _ => None,
        }
    }

    /// How often a piece was retracted since a time.
    fn retractions_since(&self, piece_id: Option<u16>, since: UnixMillis) -> usize {
        let recent = self.events.iter().rev().take_while(|event| event.at >= since);
        let is_of_piece = |event: &&WireEvent| match &event.kind {
            EventKind::Retract(retract) => self.placed_piece(retract.seq) == piece_id,
            _ => false,
        };
        recent.filter(is_of_piece).count()
    }

    /// Number of the event that records an entry of the rules' log.
    #[must_use]
    pub fn event_seq(&self, entry: u64) -> Seq {
        self.state.event_seq(entry)
    }

    /// The side on move; `None` while both sides may act, and after the end.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        view::turn(self.game())
    }

    /// Whether the game is in the werera, in turns or over.
    #[must_use]
    pub fn phase(&self) -> GamePhase {
        phase_of(self.game())
    }

    /// Whether the side on move has no move but a pass, which is then made automatically.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        draft::must_pass(self.game())
    }

    /// Next deadline, in milliseconds since the epoch.
    #[must_use]
    pub fn deadline(&self) -> Option<UnixMillis> {
        self.state.deadline(&self.info, self.forced_pass_delay)
    }

    /// Next deadline after a draft is committed.
    #[must_use]
    pub fn deadline_with(&self, draft: &Draft) -> Option<UnixMillis> {
        draft.state.deadline(&self.info, self.forced_pass_delay)
    }

    /// The greeting for a visitor at a time.
    #[must_use]
    pub fn hello(
        &self,
        visitor: Option<&Guest>,
        muted: Vec<String>,
        (presence, names): (Presence, SeatNames),
        now: UnixMillis,
    ) -> Hello {
        let sides = visitor.map(|guest| self.info.sides_of(&guest.id)).unwrap_or_default();
        let you = You {
            id: visitor.map(|guest| guest.id.clone()),
            name: visitor.map(|guest| guest.name.clone()),
            role: if sides.is_empty() { ViewerRole::Spectator } else { ViewerRole::Player },
            sides: sides.into_iter().collect(),
            muted,
        };
        Hello {
            protocol_version: PROTOCOL,
            server_time: now,
            seq: self.seq(),
            game: self.card(names),
            piece_odds: view::piece_odds(self.game()),
            board: BoardInfo::of(self.game().ruleset()),
            view: self.view(),
            you,
            presence,
        }
    }

    /// List entry of the game, with the names that it is to show.
    #[must_use]
    pub fn card(&self, names: SeatNames) -> GameCard {
        self.card_of(&self.state, names)
    }

    /// List entry of the game after a draft is committed, without names.
    #[must_use]
    pub fn card_with(&self, draft: &Draft) -> GameCard {
        self.card_of(&draft.state, SeatNames::default())
    }

    fn card_of(&self, state: &SessionState, names: SeatNames) -> GameCard {
        let (game, info) = (&state.game, &self.info);
        let ruleset = game.ruleset();
        GameCard {
            id: info.id.clone(),
            instance: ruleset.instance.to_string(),
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            white: Seat { player: info.white.clone(), name: names.white },
            black: Seat { player: info.black.clone(), name: names.black },
            phase: phase_of(game),
            turn: view::turn(game),
            result: FinalResult::of(game),
            started: info.started,
            updated: state.updated_at.max(info.started),
            plies: state.plies,
            time_control: info.time_control,
            odds: info.odds,
            spectator_mode: info.spectator_mode,
            private: info.private,
            rated: info.rated.clone(),
        }
    }
}

/// Whether a game is in the werera, in turns or over, as a client sees it.
#[must_use]
pub fn phase_of(game: &Game) -> GamePhase {
    match (game.outcome(), game.position().phase()) {
        (Some(_), _) => GamePhase::Over,
        (None, rukh_rules::Phase::Werera) => GamePhase::Werera,
        (None, _) => GamePhase::Turns,
    }
}

impl<T> BySide<T> {
    /// The value for a side.
    #[must_use]
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The value for a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
