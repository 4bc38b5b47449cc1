//! The state of a tournament, which its events give.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::entrant::{Entrant, EntrantId, MAX_RATING};
use crate::event::{BoardResult, ByeKind, Forfeit, TournamentEvent};
use crate::format::TournamentFormat;

mod apply;

/// Number of the entrant who is the host of a simul.
pub(crate) const HOST: usize = 0;

/// A tournament: its format, and what the events so far have made of it.
///
/// Entrants are numbered in the order in which they joined, games in the order in which they were paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    format: TournamentFormat,
    phase: TournamentPhase,
    entrants: Vec<Entrant>,
    by_id: BTreeMap<EntrantId, usize>,
    games: Vec<TournamentGame>,
    byes: Vec<TournamentBye>,
    /// Entrants of a knock-out by seed, since its start.
    seeds: Vec<usize>,
    round: u16,
    ended_early: bool,
    events: usize,
}

/// How far a tournament is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentPhase {
    /// Entrants join; nothing is paired.
    Registration,
    /// Games are played.
    Running,
    /// Nothing happens any more.
    Finished,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentGame {
    /// The round, from 1.
    pub round: u16,
    /// Number of the entrant with White.
    pub white: usize,
    /// Number of the entrant with Black.
    pub black: usize,
    /// What became of it.
    pub status: TournamentGameStatus,
}

/// What became of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentGameStatus {
    /// It is being played.
    Open,
    /// It was played to its end.
    Played(BoardResult),
    /// It was not played.
    Forfeited(Forfeit),
}

impl TournamentGame {
    /// Half points of White and of Black: 0 to 2 each, none while the game is open.
    #[must_use]
    pub fn half_points(&self) -> [u32; 2] {
        match self.status {
            TournamentGameStatus::Played(BoardResult::WhiteWins)
            | TournamentGameStatus::Forfeited(Forfeit::Black) => [2, 0],
            TournamentGameStatus::Played(BoardResult::BlackWins)
            | TournamentGameStatus::Forfeited(Forfeit::White) => [0, 2],
            TournamentGameStatus::Played(BoardResult::Draw) => [1, 1],
            TournamentGameStatus::Open | TournamentGameStatus::Forfeited(Forfeit::Both) => [0, 0],
        }
    }

    /// Whether it is being played.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == TournamentGameStatus::Open
    }

    /// Whether it counts as a meeting: it is being played or was played.
    #[must_use]
    pub fn is_meeting(&self) -> bool {
        !matches!(self.status, TournamentGameStatus::Forfeited(_))
    }
}

/// A round in which an entrant has no game but points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentBye {
    /// The round, from 1.
    pub round: u16,
    /// Number of the entrant.
    pub entrant: usize,
    /// What it counts.
    pub kind: ByeKind,
}

/// Why an event cannot follow those before it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TournamentEventError {
    /// Nothing follows the end.
    #[error("the tournament is over")]
    Over,
    /// Pairings and results follow the start, and so does an early end.
    #[error("the tournament has not started")]
    NotStarted,
    /// There is one start.
    #[error("the tournament has started already")]
    AlreadyStarted,
    /// A knock-out starts with one entrant, who wins it, another tournament with two; a simul with its host and
    /// somebody else.
    #[error("a tournament of this kind starts with at least {0} entrants")]
    TooFewEntrants(usize),
    /// The format's number of entrants is reached.
    #[error("the tournament has its {0} entrants")]
    Full(usize),
    /// It is too late to join.
    #[error("entry is closed")]
    EntryClosed,
    /// The host of a simul does not want to play the entrant.
    #[error("{0} was removed by the host")]
    Removed(EntrantId),
    /// Only the host of a simul removes somebody, and nobody after the start or the host.
    #[error("{0} cannot be removed")]
    RemovalRefused(EntrantId),
    /// The entrant takes part already.
    #[error("{0} has joined already")]
    AlreadyJoined(EntrantId),
    /// The rating has too many digits.
    #[error("a rating is at most {MAX_RATING}, not {0}")]
    Rating(u16),
    /// Nobody joined with this id, or withdrew since.
    #[error("{0} does not take part")]
    NotTakingPart(EntrantId),
    /// The bye cannot be requested or given.
    #[error("{0} cannot have this bye")]
    ByeRefused(EntrantId),
    /// The round is neither the present nor the next one, or the present one has open games.
    #[error("round {0} cannot be paired now")]
    WrongRound(u16),
    /// The entrant has a game or a bye in this round, or an open game.
    #[error("{0} is paired already")]
    AlreadyPaired(EntrantId),
    /// These two cannot meet: they are one, have met in a Swiss tournament, or have no match in the bracket; or in a
    /// simul neither is the host, or the colours are not those that the host has chosen.
    #[error("{0} and {1} cannot be paired")]
    Opponents(EntrantId, EntrantId),
    /// Games are numbered from 0 without gaps.
    #[error("the next game has the number {expected}, not {found}")]
    GameNumber {
        /// The number of the next game.
        expected: u32,
        /// The number in the event.
        found: u32,
    },
    /// There is no open game with this number.
    #[error("game {0} is not open")]
    GameNotOpen(u32),
}

/// A log that cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("event {index} of the tournament: {source}")]
pub struct TournamentReplayError {
    /// Index of the event, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub source: TournamentEventError,
}

/// Why nothing can be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Pairings follow the start.
    #[error("the tournament has not started")]
    NotStarted,
    /// Nothing follows the end.
    #[error("the tournament is over")]
    Over,
    /// A round of a Swiss tournament follows the results of the one before.
    #[error("round {0} has games in progress")]
    RoundOpen(u16),
    /// All others withdrew or have byes.
    #[error("round {0} has fewer than two players")]
    TooFewPlayers(u16),
    /// Whoever meets whom, two meet again or somebody has a second bye.
    #[error("round {0} cannot be paired without a repeated meeting or a second bye")]
    NoPairing(u16),
}

impl Tournament {
    /// A tournament that nobody has joined, but the host of a simul.
    #[must_use]
    pub fn new(format: TournamentFormat) -> Tournament {
        let host = match &format {
            TournamentFormat::Simul(simul) => Some(Entrant::new(simul.host().clone(), simul.host_rating())),
            _ => None,
        };
        let entrants: Vec<Entrant> = host.into_iter().collect();
        Tournament {
            format,
            phase: TournamentPhase::Registration,
            by_id: entrants.iter().map(|host| (host.id.clone(), HOST)).collect(),
            entrants,
            games: Vec::new(),
            byes: Vec::new(),
            seeds: Vec::new(),
            round: 0,
            ended_early: false,
            events: 0,
        }
    }

    /// The state after a list of events.
    ///
    /// # Errors
    /// At the first event that cannot follow those before it.
    pub fn replay<'e>(
        format: TournamentFormat,
        events: impl IntoIterator<Item = &'e TournamentEvent>,
    ) -> Result<Tournament, TournamentReplayError> {
        let mut tournament = Tournament::new(format);
        for (index, event) in events.into_iter().enumerate() {
            tournament.apply(event).map_err(|source| TournamentReplayError { index, source })?;
        }
        Ok(tournament)
    }

    /// How it is played.
    #[must_use]
    pub fn format(&self) -> &TournamentFormat {
        &self.format
    }

    /// How far it is.
    #[must_use]
    pub fn phase(&self) -> TournamentPhase {
        self.phase
    }

    /// Whether its director has ended it before its time.
    #[must_use]
    pub fn has_ended_early(&self) -> bool {
        self.ended_early
    }

    /// All who joined, also those who withdrew.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The number of an entrant.
    #[must_use]
    pub fn number_of(&self, id: &EntrantId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// All games, by number.
    #[must_use]
    pub fn games(&self) -> &[TournamentGame] {
        &self.games
    }

    /// All byes, in the order in which they were given.
    #[must_use]
    pub fn byes(&self) -> &[TournamentBye] {
        &self.byes
    }

    /// The round that was paired last; 0 before the first.
    #[must_use]
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The open game of an entrant. The host of a simul has many: of these it is the last one.
    #[must_use]
    pub fn open_game_of(&self, entrant: usize) -> Option<usize> {
        let plays = |game: &TournamentGame| game.white == entrant || game.black == entrant;
        match self.is_host(entrant) {
            true => self.games.iter().rposition(TournamentGame::is_open),
            false => self.games.iter().rposition(plays).filter(|game| self.games[*game].is_open()),
        }
    }

    /// Whether an entrant is the host of a simul.
    #[must_use]
    pub fn is_host(&self, entrant: usize) -> bool {
        entrant == HOST && matches!(self.format, TournamentFormat::Simul(_))
    }

    /// The numbers of those who take part.
    pub(crate) fn active(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.entrants.len()).filter(|entrant| !self.entrants[*entrant].has_withdrawn())
    }

    /// Whether a game is being played.
    pub(crate) fn has_open_games(&self) -> bool {
        self.games.iter().any(TournamentGame::is_open)
    }

    /// Entrants of a knock-out by seed; none before its start.
    pub(crate) fn seeds(&self) -> &[usize] {
        &self.seeds
    }

    /// All entrants by seed: the highest rating first, then who joined first.
    pub(crate) fn seeding(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.entrants.len()).collect();
        numbers.sort_by_key(|number| std::cmp::Reverse(self.entrants[*number].rating));
        numbers
    }
}
