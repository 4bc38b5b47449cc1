//! One game at its table: the game of the rules beside the log that is told.
//!
//! Nothing here waits, stores or sends. A [`Table`] answers an intent with a
//! [`Draft`]: the events it causes, with everything that follows of itself
//! (the end of the werera, throws, forced passes, the end of the game). When
//! the draft is on disk the table takes it over; until then nothing has changed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rukh_rules::game::{Refusal, SideName};
use rukh_rules::law::Opening;
use rukh_rules::law::dice::commit::ServerSeed;
use rukh_rules::notation::fen::{self, Dialect, FenError};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Side};

use crate::wire::event::Start;
use crate::wire::people::Premove;
use crate::wire::view::BySide;
use crate::wire::{
    EventKind, GameCard, Intent, MannerWord, MatchResult, PhaseWord, Seat, SeatKind, Time, WireEvent,
};

pub mod clock;
mod counters;
mod draft;
mod offers;
mod replay;
mod state;
mod view;

pub use draft::Draft;
pub use offers::Step;
pub use state::State;

/// What stays the same all game long.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The game's name in addresses.
    pub id: String,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// The secret behind the throws.
    pub server_seed: ServerSeed,
    /// How much time there is.
    pub time: Time,
    /// How spectators and players live together.
    pub manner: MannerWord,
    /// Whether the game stands in no list.
    pub private: bool,
    /// When the game began, in milliseconds since the epoch.
    pub started: u64,
}

impl Terms {
    /// Who sits on a side.
    #[must_use]
    pub fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether the server's own player sits there.
    #[must_use]
    pub fn is_engine(&self, side: Side) -> bool {
        self.seat(side).kind == SeatKind::Engine
    }

    /// The sides a guest plays.
    #[must_use]
    pub fn sides_of(&self, player: &str) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|side| self.seat(*side).player.as_deref() == Some(player)).collect()
    }

    /// Which sides are ready from the start. Persons are asked where the werera
    /// would not wait for them: against the computer, or on a clock. Days, and
    /// one person at both sides, wait for anybody.
    fn ready_at_start(&self, game: &Game) -> BySide<bool> {
        let has_werera = matches!(game.ruleset().laws.opening.law, Opening::Werera(_));
        let has_engine = Side::BOTH.into_iter().any(|side| self.is_engine(side));
        let hurries = match self.time {
            Time::None => has_engine,
            Time::Fischer { .. } => true,
            Time::Days { .. } => false,
        };
        let is_asked = has_werera && hurries && !self.is_one_person();
        let ready = |side| !is_asked || self.is_engine(side);
        BySide { white: ready(Side::White), black: ready(Side::Black) }
    }

    /// Whether one person plays both sides.
    #[must_use]
    pub fn is_one_person(&self) -> bool {
        self.white.player.is_some() && self.white.player == self.black.player
    }
}

/// Why something was not done; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What it is about, as a word of the wire.
    pub code: &'static str,
    /// Why, in a player's words.
    pub reason: String,
}

impl Refused {
    /// A refusal.
    #[must_use]
    pub fn new(code: &'static str, reason: impl Into<String>) -> Refused {
        Refused { code, reason: reason.into() }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { code: refusal.code.as_str(), reason: refusal.reason }
    }
}

/// Why a stored log makes no game.
#[derive(Debug)]
pub enum ReplayError {
    /// The start position cannot be read.
    Start(Vec<FenError>),
    /// The log is empty or does not begin with the start.
    NoStart,
    /// An event is out of order or refused.
    Refused {
        /// Its number.
        seq: u64,
        /// Why.
        reason: String,
    },
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayError::Start(errors) => {
                let errors: Vec<String> = errors.iter().map(FenError::to_string).collect();
                write!(f, "the start position is wrong: {}", errors.join("; "))
            }
            ReplayError::NoStart => f.write_str("the log does not begin with the game's start"),
            ReplayError::Refused { seq, reason } => write!(f, "event {seq} does not replay: {reason}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// What players have given in advance. It is in no event until it is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Advance {
    /// Moves to be made as soon as they can be.
    pub premoves: BySide<Vec<Premove>>,
    /// What the players have given for the throws so far.
    pub seeds: BySide<Option<String>>,
}

/// One game at its table.
#[derive(Debug, Clone)]
pub struct Table {
    terms: Arc<Terms>,
    state: State,
    events: Vec<WireEvent>,
    /// Intents done, with the number of the last event of each.
    done: HashMap<String, u64>,
    advance: Advance,
    /// How long a forced pass is seen before it is made, in milliseconds.
    forced_pass: u64,
}

impl Table {
    /// A new game, its start and what follows by itself in the draft.
    #[must_use]
    pub fn new(terms: Terms, game: Game, now: u64) -> (Table, Draft) {
        let laws = &game.ruleset().laws;
        let has_chance = laws.die.law.face_count() > 0 || matches!(laws.opening.law, Opening::Werera(_));
        let start = EventKind::Start(Start {
            white: terms.white.clone(),
            black: terms.black.clone(),
            instance: game.ruleset().instance.to_string(),
            hash: game.ruleset().hash(),
            fen: game.fen(),
            commitment: has_chance.then(|| terms.server_seed.commitment()),
            time: terms.time,
            manner: terms.manner,
            private: terms.private,
            ready: terms.ready_at_start(&game),
        });
        let table = Table::empty(terms, game, 0);
        let draft = Draft::opening(&table, start, now);
        (table, draft)
    }

    fn empty(terms: Terms, game: Game, capacity: usize) -> Table {
        Table {
            state: State::new(game),
            terms: Arc::new(terms),
            events: Vec::with_capacity(capacity),
            done: HashMap::new(),
            advance: Advance::default(),
            forced_pass: clock::FORCED_PASS,
        }
    }

    /// The table, with so much time in which a forced pass is seen before it is made.
    #[must_use]
    pub fn with_forced_pass(self, pause: Duration) -> Table {
        Table { forced_pass: u64::try_from(pause.as_millis()).unwrap_or(u64::MAX), ..self }
    }

    /// The game a stored log makes. `log` has each event with the intent it
    /// was the last of.
    ///
    /// # Errors
    /// What is wrong with the log.
    pub fn replay(
        terms: Terms,
        rules: Arc<Rules<Any>>,
        log: Vec<(WireEvent, Option<String>)>,
    ) -> Result<Table, ReplayError> {
        let Some((WireEvent { kind: EventKind::Start(start), .. }, _)) = log.first() else {
            return Err(ReplayError::NoStart);
        };
        let position = fen::parse(&rules, &start.fen, Dialect::Own).map_err(ReplayError::Start)?;
        let mut table = Table::empty(terms, Game::from_position(rules, position), log.len());
        for (event, intent) in log {
            table.relive(event, intent)?;
        }
        Ok(table)
    }

    /// Takes in an event that is on disk.
    ///
    /// # Errors
    /// That it is out of order, or cannot follow.
    pub fn relive(&mut self, event: WireEvent, intent: Option<String>) -> Result<(), ReplayError> {
        let seq = event.v;
        let refused = |reason: String| ReplayError::Refused { seq, reason };
        if seq != self.seq() + 1 {
            return Err(refused(format!("number {} was expected", self.seq() + 1)));
        }
        self.state.absorb(&event, &self.events).map_err(|refusal| refused(refusal.reason))?;
        self.done.extend(intent.map(|id| (id, seq)));
        self.events.push(event);
        Ok(())
    }

    /// What an intent would cause. `lag` is how long its way through the net
    /// is taken to have been, in milliseconds.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn answer(&self, intent: &Intent, now: u64, lag: u64) -> Result<Draft, Refused> {
        Draft::of_intent(self, intent, now, lag)
    }

    /// What follows of itself and was not told yet, if anything.
    #[must_use]
    pub fn go_on(&self, now: u64) -> Option<Draft> {
        Draft::of_itself(self, now)
    }

    /// What the clock causes by now, if anything.
    #[must_use]
    pub fn time_up(&self, now: u64) -> Option<Draft> {
        Draft::of_time(self, now)
    }

    /// What is told when the server was away and nobody is to be charged for it.
    #[must_use]
    pub fn outage(&self, from: u64, now: u64) -> Option<Draft> {
        Draft::of_outage(self, from, now)
    }

    /// Tells that two sides wanted the same, with what the first of them caused.
    #[must_use]
    pub fn contest(&self, told: EventKind, now: u64) -> Draft {
        Draft::of_telling(self, told, now)
    }

    /// Tells that another game has begun.
    #[must_use]
    pub fn rematched(&self, game: &str, now: u64) -> Draft {
        Draft::of_telling(self, EventKind::Rematched { game: game.to_owned() }, now)
    }

    /// Takes over a draft made for this table as it stands.
    pub fn take(&mut self, draft: Draft, intent: Option<String>) {
        self.state = draft.state;
        self.advance = draft.advance;
        self.events.extend(draft.events);
        self.done.extend(intent.map(|id| (id, self.events.len() as u64)));
    }

    /// The number of the last event of an intent that was done before.
    #[must_use]
    pub fn done_as(&self, intent: &str) -> Option<u64> {
        self.done.get(intent).copied()
    }

    /// What stays the same all game long.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What the events have made of the game.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The game of the rules.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.state.game
    }

    /// Everything told so far.
    #[must_use]
    pub fn events(&self) -> &[WireEvent] {
        &self.events
    }

    /// The number of the last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// What players have given in advance.
    #[must_use]
    pub fn advance(&self) -> &Advance {
        &self.advance
    }

    /// Lays down what a side has prepared, or what it gives for the throws.
    pub fn advance_mut(&mut self) -> &mut Advance {
        &mut self.advance
    }

    /// The number of the event that tells an entry of the rules' log.
    #[must_use]
    pub fn event_of(&self, entry: u64) -> u64 {
        self.state.event_of(entry)
    }

    /// Where in its course the game stands.
    #[must_use]
    pub fn phase(&self) -> PhaseWord {
        phase_of(self.game())
    }

    /// Whether the side on move can only pass: then it need do nothing.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        draft::must_pass(self.game())
    }

    /// When something happens of itself because of time, in milliseconds since the epoch.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        self.state.deadline(&self.terms, self.forced_pass)
    }

    /// The same when the draft is taken over.
    #[must_use]
    pub fn deadline_with(&self, draft: &Draft) -> Option<u64> {
        draft.state.deadline(&self.terms, self.forced_pass)
    }

    /// The game as a list shows it.
    #[must_use]
    pub fn card(&self) -> GameCard {
        self.card_of(&self.state)
    }

    /// The game as a list will show it when the draft is taken over.
    #[must_use]
    pub fn card_with(&self, draft: &Draft) -> GameCard {
        self.card_of(&draft.state)
    }

    fn card_of(&self, state: &State) -> GameCard {
        let (game, terms) = (&state.game, &self.terms);
        let ruleset = game.ruleset();
        GameCard {
            id: terms.id.clone(),
            instance: ruleset.instance.to_string(),
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            white: terms.white.clone(),
            black: terms.black.clone(),
            phase: phase_of(game),
            turn: view::turn(game),
            result: MatchResult::of(game),
            started: terms.started,
            updated: state.at.max(terms.started),
            plies: state.plies,
            time: terms.time,
            manner: terms.manner,
            private: terms.private,
        }
    }
}

/// Where in its course a game stands.
#[must_use]
pub fn phase_of(game: &Game) -> PhaseWord {
    match (game.outcome(), game.position().phase()) {
        (Some(_), _) => PhaseWord::Over,
        (None, rukh_rules::Phase::Werera) => PhaseWord::Werera,
        (None, _) => PhaseWord::Turns,
    }
}

impl<T> BySide<T> {
    /// What a side has.
    #[must_use]
    pub fn of(&self, side: impl Into<SideName>) -> &T {
        match side.into() {
            SideName::White => &self.white,
            SideName::Black => &self.black,
        }
    }

    /// What a side has, to be changed.
    pub fn of_mut(&mut self, side: impl Into<SideName>) -> &mut T {
        match side.into() {
            SideName::White => &mut self.white,
            SideName::Black => &mut self.black,
        }
    }
}
