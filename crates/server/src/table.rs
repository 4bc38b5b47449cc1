//! One game at its table: the game of the rules beside the log that is told.
//!
//! Nothing here waits, stores or sends. A [`Table`] answers an intent with a
//! [`Draft`]: the events it causes, with everything that follows of itself
//! (the end of the werera, throws, forced passes, the end of the game). When
//! the draft is on disk the table takes it over; until then nothing has changed.

use std::collections::HashMap;
use std::sync::Arc;

use rukh_rules::game::{Event, Refusal};
use rukh_rules::law::dice::commit::ServerSeed;
use rukh_rules::notation::fen::{self, Dialect, FenError};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Side};

use crate::wire::event::Start;
use crate::wire::{EventKind, GameCard, Intent, MatchResult, PhaseWord, Seat, WireEvent};

mod counters;
mod draft;
mod sight;

pub use draft::Draft;

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
    /// What the players gave for the throws.
    pub client_seed: String,
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

/// One game at its table.
#[derive(Debug, Clone)]
pub struct Table {
    terms: Arc<Terms>,
    game: Game,
    events: Vec<WireEvent>,
    /// For each entry of the rules' log, the number of the event that tells it.
    told_as: Vec<u64>,
    /// Intents done, with the number of the last event of each.
    done: HashMap<String, u64>,
    throws: u64,
    plies: u64,
}

impl Table {
    /// A new game, its start and what follows of itself in the draft.
    #[must_use]
    pub fn new(terms: Terms, game: Game, now: u64) -> (Table, Draft) {
        let has_die = game.ruleset().laws.die.law.face_count() > 0;
        let start = EventKind::Start(Start {
            white: terms.white.clone(),
            black: terms.black.clone(),
            instance: game.ruleset().instance.to_string(),
            hash: game.ruleset().hash(),
            fen: game.fen(),
            commitment: has_die.then(|| terms.server_seed.commitment()),
            client_seed: terms.client_seed.clone(),
        });
        let table = Table {
            terms: Arc::new(terms),
            game,
            events: Vec::new(),
            told_as: Vec::new(),
            done: HashMap::new(),
            throws: 0,
            plies: 0,
        };
        let draft = Draft::opening(&table, start, now);
        (table, draft)
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
        let position = fen::read(&rules, &start.fen, Dialect::Own).map_err(ReplayError::Start)?;
        let mut table = Table {
            terms: Arc::new(terms),
            game: Game::from_position(rules, position),
            events: Vec::with_capacity(log.len()),
            told_as: Vec::new(),
            done: HashMap::new(),
            throws: 0,
            plies: 0,
        };
        for (event, intent) in log {
            table.relive(event, intent)?;
        }
        Ok(table)
    }

    fn relive(&mut self, event: WireEvent, intent: Option<String>) -> Result<(), ReplayError> {
        let seq = event.v;
        let refused = |reason: String| ReplayError::Refused { seq, reason };
        if seq != self.seq() + 1 {
            return Err(refused(format!("number {} was expected", self.seq() + 1)));
        }
        if let Some(decided) = self.decided_by(&event.kind) {
            self.game.apply(decided, Some(event.at)).map_err(|refusal| refused(refusal.reason))?;
            self.told_as.push(seq);
        }
        self.throws += u64::from(matches!(event.kind, EventKind::Throw(_)));
        self.done.extend(intent.map(|id| (id, seq)));
        self.plies += plies(std::slice::from_ref(&event));
        self.events.push(event);
        Ok(())
    }

    /// The entry of the rules' log an event tells; none if it followed of itself.
    fn decided_by(&self, told: &EventKind) -> Option<Event> {
        match told {
            EventKind::Start(_) | EventKind::End { .. } => None,
            EventKind::WereraEnded(_) => self.is_werera().then(|| Event::Turns { why: "agreed".to_owned() }),
            EventKind::Place(place) => Some(Event::Place {
                side: place.side,
                id: Some(place.id),
                from: place.from.clone(),
                to: place.to.clone(),
                promotion: place.promotion,
            }),
            EventKind::Retract(retract) => {
                Some(Event::Retract { side: retract.side, seq: self.entry_of(retract.seq)? })
            }
            EventKind::Bundle { side } => Some(Event::Bundle { side: *side }),
            EventKind::Throw(throw) => Some(Event::Throw { face: throw.face }),
            EventKind::Move(moved) => Some(Event::Move { mv: moved.coordinates.clone() }),
            EventKind::Resign { side } => Some(Event::Resign { side: *side }),
            EventKind::Draw {} => Some(Event::Draw),
        }
    }

    /// The number in the rules' log of what an event tells.
    fn entry_of(&self, seq: u64) -> Option<u64> {
        self.told_as.binary_search(&seq).ok().map(|index| index as u64 + 1)
    }

    /// The number of the event that tells an entry of the rules' log.
    #[must_use]
    pub fn event_of(&self, entry: u64) -> u64 {
        let index = usize::try_from(entry).unwrap_or(usize::MAX).wrapping_sub(1);
        self.told_as.get(index).copied().unwrap_or_default()
    }

    /// What an intent would cause.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn answer(&self, intent: &Intent, now: u64) -> Result<Draft, Refusal> {
        Draft::of_intent(self, intent, now)
    }

    /// What follows of itself and was not told yet, if anything.
    #[must_use]
    pub fn go_on(&self, now: u64) -> Option<Draft> {
        Draft::of_itself(self, now)
    }

    /// Takes over a draft made for this table as it stands.
    pub fn take(&mut self, draft: Draft, intent: Option<String>) {
        self.game = draft.game;
        self.plies += plies(&draft.events);
        self.events.extend(draft.events);
        self.told_as.extend(draft.told_as);
        self.throws = draft.throws;
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

    /// The game of the rules.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
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

    fn is_werera(&self) -> bool {
        self.game.position().phase() == rukh_rules::Phase::Werera
    }

    /// Where in its course the game stands.
    #[must_use]
    pub fn phase(&self) -> PhaseWord {
        phase_of(&self.game)
    }

    /// Whether the side on move can only pass, and must.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        draft::must_pass(&self.game)
    }

    /// The game as a list shows it.
    #[must_use]
    pub fn card(&self) -> GameCard {
        self.card_of(&self.game, self.events.last(), self.plies)
    }

    /// The game as a list will show it when the draft is taken over.
    #[must_use]
    pub fn card_with(&self, draft: &Draft) -> GameCard {
        self.card_of(&draft.game, draft.events.last(), self.plies + plies(&draft.events))
    }

    fn card_of(&self, game: &Game, last: Option<&WireEvent>, plies: u64) -> GameCard {
        let ruleset = game.ruleset();
        GameCard {
            id: self.terms.id.clone(),
            instance: ruleset.instance.to_string(),
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            white: self.terms.white.clone(),
            black: self.terms.black.clone(),
            phase: phase_of(game),
            result: MatchResult::of(game),
            started: self.terms.started,
            updated: last.map_or(self.terms.started, |event| event.at),
            plies,
        }
    }
}

/// How many of these events are moves.
fn plies(events: &[WireEvent]) -> u64 {
    let is_ply = |event: &&WireEvent| matches!(event.kind, EventKind::Move(_) | EventKind::Place(_));
    events.iter().filter(is_ply).count() as u64
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
