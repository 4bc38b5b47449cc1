//! An event as its log has made it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rukh_store::{EventEntry, EventRow, EventStage, StoreError};
use rukh_tournament::{
    EntrantId, FormatError, KnockoutFormat, SimulFormat, SwissFormat, TieRule, Tournament, TournamentEvent,
    TournamentFormat, WaitingEntrant,
};
use serde::{Deserialize, Serialize};

use crate::id::{GameId, GuestId};
use crate::wire::events::{EventFormat, EventRequest};
use crate::wire::time::UnixMillis;

/// Rating of everybody in an event of a game that has none.
pub(super) const UNRATED: u16 = 1500;
/// Games with which a level match of a knock-out goes on before a draw is a win for Black.
const REMATCHES: u8 = 2;

/// The settings of an event, as they are stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct EventSettings {
    /// Name of the ruleset at the time.
    pub(crate) ruleset_name: String,
    /// Board skin.
    pub(crate) skin: String,
    /// Rating of the host of a simul when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host_rating: Option<u16>,
    /// What its maker has chosen.
    #[serde(flatten)]
    pub(crate) request: EventRequest,
}

/// An event with its tournament.
#[derive(Debug, Clone)]
pub(crate) struct EventState {
    /// As it is stored.
    pub(crate) row: EventRow,
    /// Its settings.
    pub(crate) settings: EventSettings,
    /// What its log has made of it.
    pub(crate) tournament: Tournament,
    /// Its games, by number.
    pub(crate) games: Vec<GameId>,
    /// Since when entrants have been waiting, by their numbers.
    waiting: BTreeMap<usize, UnixMillis>,
    /// When the last games were paired.
    pub(crate) paired_at: Option<UnixMillis>,
    /// Time of the last entry.
    pub(crate) last_at: UnixMillis,
    /// When it began.
    started_at: Option<UnixMillis>,
}

/// The format of a tournament; `None` for a simul, which [`simul_of`] makes with its host.
///
/// # Errors
/// If there are too few or too many rounds or games.
pub(super) fn rounds_of(format: EventFormat) -> Result<Option<TournamentFormat>, FormatError> {
    Ok(Some(match format {
        EventFormat::Arena { .. } => TournamentFormat::Arena,
        EventFormat::Swiss { rounds } => TournamentFormat::Swiss(SwissFormat::new(rounds)?),
        EventFormat::Knockout { games } => {
            TournamentFormat::Knockout(KnockoutFormat::new(games, REMATCHES, TieRule::SuddenDeath)?)
        }
        EventFormat::Simul { .. } => return Ok(None),
    }))
}

/// The format of a stored event, whose maker is the host of a simul.
fn format_of(row: &EventRow, settings: &EventSettings) -> Result<TournamentFormat, StoreError> {
    let format = rounds_of(settings.request.format).map_err(|error| corrupt(&row.id, error))?;
    match (format, settings.request.format) {
        (Some(format), _) => Ok(format),
        (None, format) => simul_of(row, settings, format),
    }
}

fn simul_of(
    row: &EventRow,
    settings: &EventSettings,
    format: EventFormat,
) -> Result<TournamentFormat, StoreError> {
    let host = row.creator.as_ref().and_then(entrant_of);
    let (EventFormat::Simul { host_colour, boards, .. }, Some(host)) = (format, host) else {
        return Err(corrupt(&row.id, "a simul without a host"));
    };
    let rating = settings.host_rating.unwrap_or(UNRATED);
    let format = SimulFormat::new(host, rating, host_colour.into(), boards);
    Ok(TournamentFormat::Simul(format.map_err(|error| corrupt(&row.id, error))?))
}

/// The entrant that a person is.
pub(super) fn entrant_of(person: &GuestId) -> Option<EntrantId> {
    EntrantId::new(person.as_str()).ok()
}

/// The person that an entrant is.
pub(super) fn person_of(entrant: &EntrantId) -> Option<GuestId> {
    entrant.as_str().parse().ok()
}

fn corrupt(id: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("event `{id}`: {why}"))
}

impl EventState {
    /// An event before the first entry of its log.
    ///
    /// # Errors
    /// Its settings cannot be read.
    pub(super) fn new(row: EventRow) -> Result<EventState, StoreError> {
        let settings: EventSettings =
            serde_json::from_str(&row.body).map_err(|error| corrupt(&row.id, error))?;
        let format = format_of(&row, &settings)?;
        Ok(EventState {
            last_at: row.created,
            row: EventRow { seq: 0, ..row },
            settings,
            tournament: Tournament::new(format),
            games: Vec::new(),
            waiting: BTreeMap::new(),
            paired_at: None,
            started_at: None,
        })
    }

    /// Takes the entries that follow, and the row as it is after them.
    ///
    /// # Errors
    /// An entry cannot be read, or does not follow those before it.
    pub(super) fn follow(&mut self, row: EventRow, entries: &[EventEntry]) -> Result<(), StoreError> {
        for entry in entries {
            let event: TournamentEvent =
                serde_json::from_str(&entry.body).map_err(|error| corrupt(&row.id, error))?;
            self.tournament.apply(&event).map_err(|error| corrupt(&row.id, error))?;
            self.note(&event, entry.at);
        }
        if row.body != self.row.body {
            self.settings = serde_json::from_str(&row.body).map_err(|error| corrupt(&row.id, error))?;
        }
        self.row = row;
        Ok(())
    }

    /// Notes since when somebody waits for a game.
    fn note(&mut self, event: &TournamentEvent, at: UnixMillis) {
        self.last_at = at;
        match event {
            TournamentEvent::Joined { entrant, .. } => {
                self.waiting.extend(self.tournament.number_of(entrant).map(|number| (number, at)));
            }
            TournamentEvent::Started => {
                self.started_at = Some(at);
                self.waiting.values_mut().for_each(|since| *since = at);
            }
            TournamentEvent::Paired { .. } => self.paired_at = Some(at),
            TournamentEvent::Result { game, .. } | TournamentEvent::Forfeited { game, .. } => {
                if let Some(game) = self.tournament.games().get(*game as usize) {
                    self.waiting.extend([(game.white, at), (game.black, at)]);
                }
            }
            _ => {}
        }
    }

    /// Those who have no game, with the time that they have waited.
    pub(super) fn waiting(&self, now: UnixMillis) -> Vec<WaitingEntrant> {
        let entrants = self.tournament.entrants().iter().enumerate();
        let free = entrants.filter(|(number, entrant)| {
            !entrant.has_withdrawn() && self.tournament.open_game_of(*number).is_none()
        });
        let wait = |(number, entrant): (usize, &rukh_tournament::Entrant)| {
            let since = self.waiting.get(&number).copied().unwrap_or(now);
            WaitingEntrant { entrant: entrant.id.clone(), waited_ms: now.since(since) }
        };
        free.map(wait).collect()
    }

    /// Whether some game is in progress.
    pub(super) fn has_open_games(&self) -> bool {
        self.tournament.games().iter().any(rukh_tournament::TournamentGame::is_open)
    }

    /// Whether a row has the same format, so that its log goes on from here.
    pub(super) fn has_format_of(&self, row: &EventRow) -> bool {
        let format = || serde_json::from_str::<EventSettings>(&row.body).map(|one| one.request.format);
        row.body == self.row.body || format().is_ok_and(|format| format == self.settings.request.format)
    }

    /// The events with which it starts: of a simul also all games, so that none is left out.
    pub(super) fn start(&self) -> Vec<TournamentEvent> {
        let mut events = vec![TournamentEvent::Started];
        let mut tournament = self.tournament.clone();
        if let (TournamentFormat::Simul(_), Ok(())) = (self.tournament.format(), tournament.apply(&events[0]))
        {
            events.extend(tournament.next_pairings(&[], self.seed()).unwrap_or_default());
        }
        events
    }

    /// Whether an event calls a simul off: its host withdraws before the start.
    pub(super) fn is_called_off_by(&self, event: &TournamentEvent) -> bool {
        let TournamentEvent::Withdrew { entrant } = event else { return false };
        let number = self.tournament.number_of(entrant);
        self.row.stage == EventStage::Upcoming && number.is_some_and(|number| self.tournament.is_host(number))
    }

    /// When it began, or is to begin: a simul may begin before its time.
    pub(super) fn starts(&self) -> UnixMillis {
        self.started_at.map_or(self.row.starts, |at| at.min(self.row.starts))
    }

    /// The number of a person who takes part or took part.
    pub(super) fn number_of(&self, person: &GuestId) -> Option<usize> {
        self.tournament.number_of(&entrant_of(person)?)
    }

    /// Whether a person takes part.
    pub(super) fn takes_part(&self, person: &GuestId) -> bool {
        let number = self.number_of(person);
        number.is_some_and(|number| !self.tournament.entrants()[number].has_withdrawn())
    }

    /// Number of those who take part, or after the end took part; in a simul of its boards, without the host.
    pub(super) fn count_entrants(&self) -> usize {
        let entrants = self.tournament.entrants().iter().enumerate();
        let players = entrants.filter(|(number, _)| !self.tournament.is_host(*number));
        match (self.row.stage, self.tournament.format()) {
            (EventStage::Upcoming, _) => players.filter(|(_, entrant)| !entrant.has_withdrawn()).count(),
            (_, TournamentFormat::Simul(_)) => self.tournament.games().len(),
            _ => players.count(),
        }
    }

    /// The game in progress of a person, while it counts. The host of a simul has many, and none to be led to.
    pub(crate) fn open_game_of(&self, person: &GuestId) -> Option<&GameId> {
        if self.row.stage != EventStage::Running {
            return None;
        }
        let number = self.number_of(person).filter(|number| !self.tournament.is_host(*number))?;
        self.games.get(self.tournament.open_game_of(number)?)
    }

    /// Every person who takes part or took part, and who made it.
    pub(super) fn people(&self) -> Vec<GuestId> {
        let entrants = self.tournament.entrants().iter().filter_map(|entrant| person_of(&entrant.id));
        entrants.chain(self.row.creator.clone()).collect()
    }

    /// When an arena pairs no more; `minute` is the length of a minute.
    pub(super) fn closes(&self, minute: Duration) -> Option<UnixMillis> {
        let EventFormat::Arena { minutes } = self.settings.request.format else { return None };
        let length = u64::try_from((minute * minutes).as_millis()).unwrap_or(u64::MAX);
        Some(self.row.starts + length)
    }

    /// A number for what is drawn at this point of the log: the same on every node.
    pub(super) fn seed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.row.id, self.row.seq, self.row.created.as_u64()).hash(&mut hasher);
        hasher.finish()
    }
}
