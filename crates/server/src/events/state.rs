//! An event as its log has made it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rukh_store::{EventEntry, EventRow, EventStage, StoreError};
use rukh_tournament::{
    EntrantId, FormatError, KnockoutFormat, SwissFormat, TieRule, Tournament, TournamentEvent,
    TournamentFormat, WaitingEntrant,
};
use serde::{Deserialize, Serialize};

use crate::id::{GameId, GuestId};
use crate::wire::events::{EventFormat, EventRequest};
use crate::wire::time::UnixMillis;

/// Games with which a level match of a knock-out goes on before a draw is a win for Black.
const REMATCHES: u8 = 2;

/// The settings of an event, as they are stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct EventSettings {
    /// Name of the ruleset at the time.
    pub(crate) ruleset_name: String,
    /// Board skin.
    pub(crate) skin: String,
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
}

/// The format of a tournament.
///
/// # Errors
/// If there are too few or too many rounds or games.
pub(super) fn tournament_format(format: EventFormat) -> Result<TournamentFormat, FormatError> {
    Ok(match format {
        EventFormat::Arena { .. } => TournamentFormat::Arena,
        EventFormat::Swiss { rounds } => TournamentFormat::Swiss(SwissFormat::new(rounds)?),
        EventFormat::Knockout { games } => {
            TournamentFormat::Knockout(KnockoutFormat::new(games, REMATCHES, TieRule::SuddenDeath)?)
        }
    })
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
        let format = tournament_format(settings.request.format).map_err(|error| corrupt(&row.id, error))?;
        Ok(EventState {
            last_at: row.created,
            row: EventRow { seq: 0, ..row },
            settings,
            tournament: Tournament::new(format),
            games: Vec::new(),
            waiting: BTreeMap::new(),
            paired_at: None,
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
            TournamentEvent::Started => self.waiting.values_mut().for_each(|since| *since = at),
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

    /// The number of a person who takes part or took part.
    pub(super) fn number_of(&self, person: &GuestId) -> Option<usize> {
        self.tournament.number_of(&entrant_of(person)?)
    }

    /// Whether a person takes part.
    pub(super) fn takes_part(&self, person: &GuestId) -> bool {
        let number = self.number_of(person);
        number.is_some_and(|number| !self.tournament.entrants()[number].has_withdrawn())
    }

    /// Number of those who take part, or after the end took part.
    pub(super) fn count_entrants(&self) -> usize {
        let entrants = self.tournament.entrants();
        match self.row.stage {
            EventStage::Upcoming => entrants.iter().filter(|entrant| !entrant.has_withdrawn()).count(),
            _ => entrants.len(),
        }
    }

    /// The game in progress of a person.
    pub(crate) fn open_game_of(&self, person: &GuestId) -> Option<&GameId> {
        let game = self.tournament.open_game_of(self.number_of(person)?)?;
        self.games.get(game)
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
