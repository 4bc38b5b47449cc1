//! What is shown of an event.

use std::collections::HashMap;
use std::time::Duration;

use rukh_store::EventStage;
use rukh_store::name::Names;
use rukh_tournament::{
    BoardResult, Bracket, BracketMatch, ByeKind, StandingRow, TournamentFormat, TournamentGame,
    TournamentGameStatus, TournamentPhase,
};

use super::state::{EventState, person_of};
use super::{EventQuery, simul};
use crate::id::{GameId, GuestId};
use crate::wire::Guest;
use crate::wire::events::{
    EventBye, EventClub, EventDetails, EventGame, EventMatch, EventPhase, EventResult, EventStanding,
    EventSummary, EventTieBreak, EventYou,
};

/// Lines of the standings that are shown at once.
const PAGE: usize = 100;
/// Games of an arena that are shown.
const MAX_ARENA_GAMES: usize = 50;

/// An event with the names that it shows.
pub(super) struct EventView<'e> {
    state: &'e EventState,
    names: &'e Names,
    club: Option<EventClub>,
    minute: Duration,
    /// Games in progress that count, by the numbers of their players; not of the host of a simul, who has many.
    playing: HashMap<usize, &'e GameId>,
}

/// The person that an entrant is.
pub(super) fn person(state: &EventState, number: usize) -> Option<GuestId> {
    person_of(&state.tournament.entrants().get(number)?.id)
}

/// The number of the one who is first alone in a finished event; nobody in a simul.
pub(super) fn winner_of(state: &EventState) -> Option<usize> {
    let tournament = &state.tournament;
    if tournament.phase() != TournamentPhase::Finished {
        return None;
    }
    match tournament.format() {
        TournamentFormat::Knockout(_) => return Bracket::of(tournament).winner(),
        TournamentFormat::Simul(_) => return None,
        TournamentFormat::Arena | TournamentFormat::Swiss(_) => {}
    }
    let standings = tournament.standings();
    let is_alone = standings.get(1).is_none_or(|second| second.rank > 1);
    standings.first().filter(|first| is_alone && first.points.halves > 0).map(|first| first.number)
}

fn result_of(game: &TournamentGame) -> Option<EventResult> {
    match game.status {
        TournamentGameStatus::Open => None,
        TournamentGameStatus::Played(BoardResult::WhiteWins) => Some(EventResult::WhiteWins),
        TournamentGameStatus::Played(BoardResult::BlackWins) => Some(EventResult::BlackWins),
        TournamentGameStatus::Played(BoardResult::Draw) => Some(EventResult::Draw),
        TournamentGameStatus::Forfeited(by) => Some(by.into()),
    }
}

fn phase_of(stage: EventStage) -> EventPhase {
    match stage {
        EventStage::Upcoming => EventPhase::Upcoming,
        EventStage::Running => EventPhase::Running,
        EventStage::Finished => EventPhase::Finished,
        EventStage::Cancelled => EventPhase::Cancelled,
    }
}

impl<'e> EventView<'e> {
    pub(super) fn new(
        state: &'e EventState,
        names: &'e Names,
        club: Option<EventClub>,
        minute: Duration,
    ) -> EventView<'e> {
        let is_running = state.row.stage == EventStage::Running;
        let games = state.tournament.games().iter().zip(&state.games);
        let open = games.filter(|(game, _)| is_running && game.is_open());
        let seats = open.flat_map(|(game, id)| [(game.white, id), (game.black, id)]);
        let playing = seats.filter(|(number, _)| !state.tournament.is_host(*number)).collect();
        EventView { state, names, club, minute, playing }
    }

    fn guest(&self, number: usize) -> Option<Guest> {
        Some(self.names.guest(&person(self.state, number)?))
    }

    pub(super) fn summary(&self) -> EventSummary {
        let EventState { row, settings, .. } = self.state;
        let request = &settings.request;
        EventSummary {
            id: row.id.clone(),
            name: request.name.clone(),
            instance: request.instance.clone(),
            ruleset_name: settings.ruleset_name.clone(),
            skin: settings.skin.clone(),
            time_control: request.time_control,
            format: request.format,
            spectator_mode: request.spectator_mode,
            rated: request.rated,
            bots: request.bots,
            club: self.club.clone(),
            members_only: request.members_only,
            phase: phase_of(row.stage),
            starts: self.state.starts(),
            closes: self.state.closes(self.minute),
            ended: row.ended,
            entrants: self.state.count_entrants(),
            creator: row.creator.as_ref().map(|creator| self.names.guest(creator)),
            ended_early: self.state.tournament.has_ended_early(),
            winner: winner_of(self.state).and_then(|number| self.guest(number)),
        }
    }

    pub(super) fn details(&self, query: EventQuery) -> EventDetails {
        let tournament = &self.state.tournament;
        let rows = tournament.standings();
        // Before the start only those who are still in are of interest.
        let is_upcoming = tournament.phase() == TournamentPhase::Registration;
        let shown = rows.iter().filter(|row| !is_upcoming || !row.withdrawn).skip(query.from).take(PAGE);
        let round = query.round.unwrap_or_else(|| tournament.round());
        EventDetails {
            summary: self.summary(),
            seq: self.state.row.seq,
            round: tournament.round(),
            standings: shown.filter_map(|row| self.standing(row)).collect(),
            from: query.from,
            games: self.games(round),
            byes: self.byes(round),
            bracket: self.bracket(),
            you: None,
        }
    }

    fn standing(&self, row: &StandingRow) -> Option<EventStanding> {
        let tie_breaks = row.tie_breaks.iter();
        Some(EventStanding {
            rank: row.rank,
            player: self.guest(row.number)?,
            rating: row.rating,
            points: row.points.into(),
            tie_breaks: tie_breaks
                .map(|score| EventTieBreak { kind: score.tie_break.into(), value: score.value() })
                .collect(),
            games: row.games,
            wins: row.wins,
            withdrawn: row.withdrawn,
            game: self.playing.get(&row.number).copied().cloned(),
        })
    }

    /// The games of a round, or of an arena those in progress and the last ones.
    fn games(&self, round: u16) -> Vec<EventGame> {
        let games = self.state.tournament.games().iter().zip(&self.state.games).zip(0..);
        match self.state.tournament.format() {
            TournamentFormat::Arena => {
                let mut last: Vec<_> = games.collect();
                last.reverse();
                last.sort_by_key(|((game, _), _)| !game.is_open());
                last.into_iter().take(MAX_ARENA_GAMES).filter_map(|game| self.game(game)).collect()
            }
            TournamentFormat::Swiss(_) | TournamentFormat::Knockout(_) | TournamentFormat::Simul(_) => games
                .filter(|((game, _), _)| game.round == round)
                .filter_map(|game| self.game(game))
                .collect(),
        }
    }

    fn game(&self, ((game, id), number): ((&TournamentGame, &GameId), u32)) -> Option<EventGame> {
        Some(EventGame {
            number,
            round: game.round,
            game: id.clone(),
            white: self.guest(game.white)?,
            black: self.guest(game.black)?,
            result: result_of(game),
        })
    }

    fn byes(&self, round: u16) -> Vec<EventBye> {
        let byes = self.state.tournament.byes().iter().filter(|bye| bye.round == round);
        let bye = |bye: &rukh_tournament::TournamentBye| {
            let points = match bye.kind {
                ByeKind::FullPoint => 1.0,
                ByeKind::HalfPoint => 0.5,
            };
            Some(EventBye { player: self.guest(bye.entrant)?, points })
        };
        byes.filter_map(bye).collect()
    }

    fn bracket(&self) -> Vec<Vec<EventMatch>> {
        let rounds = Bracket::of(&self.state.tournament).rounds;
        rounds.iter().map(|round| round.iter().map(|one| self.bracket_match(one)).collect()).collect()
    }

    fn bracket_match(&self, one: &BracketMatch) -> EventMatch {
        let games = one.games.iter().filter_map(|game| self.state.games.get(*game));
        EventMatch {
            players: one.sides.map(|side| side.and_then(|number| self.guest(number))),
            points: one.half_points.map(|halves| f64::from(halves) / 2.0),
            games: games.cloned().collect(),
            winner: one.winner.and_then(|winner| one.sides.iter().position(|side| *side == Some(winner))),
        }
    }

    /// What an account has to do with the event; `is_closed` says whether an arena pairs no more, `manages` whether
    /// the account may change it.
    pub(super) fn you(&self, person: &GuestId, is_closed: bool, manages: bool) -> EventYou {
        let (state, tournament) = (self.state, &self.state.tournament);
        let takes_part = state.takes_part(person);
        let number = state.number_of(person);
        let row =
            number.and_then(|number| tournament.standings().into_iter().find(|row| row.number == number));
        let byes: Vec<u16> =
            number.map(|number| tournament.entrants()[number].requested_byes.clone()).unwrap_or_default();
        let is_going_on = matches!(state.row.stage, EventStage::Upcoming | EventStage::Running);
        let entry_is_open = match tournament.format() {
            TournamentFormat::Arena => !is_closed,
            TournamentFormat::Swiss(format) => tournament.round() < format.last_entry_round(),
            TournamentFormat::Knockout(_) | TournamentFormat::Simul(_) => {
                tournament.phase() == TournamentPhase::Registration
            }
        };
        let most = tournament.format().max_entrants();
        let is_removed = number.is_some_and(|number| tournament.entrants()[number].was_removed());
        let has_room = match tournament.format() {
            TournamentFormat::Simul(_) => state.count_entrants() + 1 < most && !is_removed,
            _ => number.is_some() || tournament.entrants().len() < most,
        };
        let hosts = number.is_some_and(|number| tournament.is_host(number));
        let bye_round = match tournament.format() {
            TournamentFormat::Swiss(format) => (tournament.round() + 1..format.rounds())
                .find(|round| !byes.contains(round))
                .filter(|_| takes_part && byes.len() < usize::from(format.half_point_byes())),
            _ => None,
        };
        EventYou {
            takes_part,
            may_join: is_going_on && entry_is_open && has_room && !takes_part,
            hosts,
            may_begin: hosts && simul::may_begin(state),
            may_cancel: manages && state.row.stage == EventStage::Upcoming,
            may_end: manages && state.row.stage == EventStage::Running,
            bye_round: bye_round.filter(|_| is_going_on),
            byes,
            standing: row.and_then(|row| self.standing(&row)),
            game: state.open_game_of(person).cloned(),
        }
    }
}
