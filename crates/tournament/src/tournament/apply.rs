//! What each event changes, and when it can happen.

use super::{
    HOST, Tournament, TournamentBye, TournamentEventError, TournamentGame, TournamentGameStatus,
    TournamentPhase,
};
use crate::entrant::{Entrant, EntrantId, MAX_RATING};
use crate::event::{ByeKind, TournamentEvent};
use crate::format::TournamentFormat;
use crate::knockout::Bracket;
use crate::simul;

type Applied = Result<(), TournamentEventError>;

impl Tournament {
    /// Adds an event to the log: the only way to change a tournament.
    ///
    /// # Errors
    /// If the event cannot follow those before it; then nothing is changed.
    pub fn apply(&mut self, event: &TournamentEvent) -> Applied {
        if self.phase == TournamentPhase::Finished {
            return Err(TournamentEventError::Over);
        }
        match event {
            TournamentEvent::Joined { entrant, rating } => self.join(entrant, *rating)?,
            TournamentEvent::Withdrew { entrant } => {
                let number = self.taking_part(entrant)?;
                self.entrants[number].withdrawn = Some(self.events);
            }
            TournamentEvent::Removed { entrant } => self.remove(entrant)?,
            TournamentEvent::ByeRequested { entrant, round } => self.request_bye(entrant, *round)?,
            TournamentEvent::Started => self.start()?,
            TournamentEvent::Paired { game, round, white, black } => {
                self.pair(*game, *round, white, black)?;
            }
            TournamentEvent::Bye { round, entrant, kind } => self.give_bye(*round, entrant, *kind)?,
            TournamentEvent::Result { game, result } => {
                self.open_game(*game)?.status = TournamentGameStatus::Played(*result);
            }
            TournamentEvent::Forfeited { game, by } => {
                self.open_game(*game)?.status = TournamentGameStatus::Forfeited(*by);
            }
            TournamentEvent::EndedEarly if self.phase == TournamentPhase::Registration => {
                return Err(TournamentEventError::NotStarted);
            }
            TournamentEvent::EndedEarly => (self.phase, self.ended_early) = (TournamentPhase::Finished, true),
            TournamentEvent::Finished => self.phase = TournamentPhase::Finished,
        }
        self.events += 1;
        Ok(())
    }

    fn taking_part(&self, id: &EntrantId) -> Result<usize, TournamentEventError> {
        let number = self.number_of(id).filter(|number| !self.entrants[*number].has_withdrawn());
        number.ok_or_else(|| TournamentEventError::NotTakingPart(id.clone()))
    }

    fn join(&mut self, id: &EntrantId, rating: u16) -> Applied {
        if rating > MAX_RATING {
            return Err(TournamentEventError::Rating(rating));
        }
        let has_started = self.phase != TournamentPhase::Registration;
        let is_closed = match &self.format {
            TournamentFormat::Swiss(format) => self.round >= format.last_entry_round(),
            TournamentFormat::Arena => false,
            TournamentFormat::Knockout(_) | TournamentFormat::Simul(_) => has_started,
        };
        // In a simul whoever has left makes room on a board.
        let is_full = match &self.format {
            TournamentFormat::Simul(_) => self.active().count() >= self.format.max_entrants(),
            _ => self.number_of(id).is_none() && self.entrants.len() >= self.format.max_entrants(),
        };
        match self.number_of(id) {
            Some(number) if !self.entrants[number].has_withdrawn() => {
                return Err(TournamentEventError::AlreadyJoined(id.clone()));
            }
            _ if is_closed => return Err(TournamentEventError::EntryClosed),
            Some(number) if self.entrants[number].was_removed() => {
                return Err(TournamentEventError::Removed(id.clone()));
            }
            _ if is_full => return Err(TournamentEventError::Full(self.format.max_entrants())),
            Some(number) => self.entrants[number].withdrawn = None,
            None => {
                self.by_id.insert(id.clone(), self.entrants.len());
                self.entrants.push(Entrant::new(id.clone(), rating));
            }
        }
        Ok(())
    }

    fn remove(&mut self, id: &EntrantId) -> Applied {
        let number = self.taking_part(id)?;
        let is_open = self.phase == TournamentPhase::Registration;
        if !is_open || self.is_host(number) || !matches!(self.format, TournamentFormat::Simul(_)) {
            return Err(TournamentEventError::RemovalRefused(id.clone()));
        }
        self.entrants[number].withdrawn = Some(self.events);
        self.entrants[number].removed = true;
        Ok(())
    }

    fn request_bye(&mut self, id: &EntrantId, round: u16) -> Applied {
        let number = self.taking_part(id)?;
        let TournamentFormat::Swiss(format) = &self.format else {
            return Err(TournamentEventError::ByeRefused(id.clone()));
        };
        let requested = &self.entrants[number].requested_byes;
        let is_possible = round > self.round && round < format.rounds();
        let has_more = requested.len() < usize::from(format.half_point_byes()) && !requested.contains(&round);
        if !is_possible || !has_more {
            return Err(TournamentEventError::ByeRefused(id.clone()));
        }
        self.entrants[number].requested_byes.push(round);
        Ok(())
    }

    fn start(&mut self) -> Applied {
        if self.phase != TournamentPhase::Registration {
            return Err(TournamentEventError::AlreadyStarted);
        }
        let least = if let TournamentFormat::Knockout(_) = self.format { 1 } else { 2 };
        if self.active().count() < least {
            return Err(TournamentEventError::TooFewEntrants(least));
        }
        if let TournamentFormat::Simul(format) = &self.format {
            self.taking_part(format.host())?;
        }
        self.phase = TournamentPhase::Running;
        if let TournamentFormat::Knockout(_) = self.format {
            let mut seeds = self.seeding();
            seeds.retain(|number| !self.entrants[*number].has_withdrawn());
            self.seeds = seeds;
        }
        Ok(())
    }

    /// Whether a round can be paired: the present one, or the next when no game is open.
    fn check_round(&self, round: u16) -> Applied {
        if self.phase == TournamentPhase::Registration {
            return Err(TournamentEventError::NotStarted);
        }
        let is_possible = match &self.format {
            TournamentFormat::Swiss(format) => {
                let is_next = round == self.round + 1 && round <= format.rounds() && !self.has_open_games();
                is_next || round == self.round && round > 0
            }
            // Of a bracket the match says its round.
            TournamentFormat::Knockout(_) => round > 0,
            TournamentFormat::Arena => {
                round > 0 && (round == self.round || Some(round) == self.round.checked_add(1))
            }
            TournamentFormat::Simul(_) => round == simul::ROUND,
        };
        if is_possible { Ok(()) } else { Err(TournamentEventError::WrongRound(round)) }
    }

    /// Whether an entrant has a game or a bye in a round.
    fn has_round(&self, entrant: usize, round: u16) -> bool {
        let in_game =
            |game: &TournamentGame| game.round == round && (game.white == entrant || game.black == entrant);
        self.games.iter().any(in_game)
            || self.byes.iter().any(|bye| bye.round == round && bye.entrant == entrant)
    }

    fn pair(&mut self, game: u32, round: u16, white: &EntrantId, black: &EntrantId) -> Applied {
        self.check_round(round)?;
        let expected = self.games.len() as u32;
        if game != expected {
            return Err(TournamentEventError::GameNumber { expected, found: game });
        }
        let numbers = [self.taking_part(white)?, self.taking_part(black)?];
        for (number, id) in numbers.into_iter().zip([white, black]) {
            let once = matches!(self.format, TournamentFormat::Swiss(_) | TournamentFormat::Simul(_));
            let is_paired = self.open_game_of(number).is_some() || once && self.has_round(number, round);
            if is_paired && !self.is_host(number) {
                return Err(TournamentEventError::AlreadyPaired(id.clone()));
            }
        }
        let [one, other] = numbers;
        let can_meet = match &self.format {
            TournamentFormat::Swiss(_) => !self.have_met(one, other),
            TournamentFormat::Arena => true,
            TournamentFormat::Knockout(_) => Bracket::of(self).is_due(round, one, other),
            TournamentFormat::Simul(format) => {
                let host = if format.host_colour().is_white_in(self.games.len()) { one } else { other };
                host == HOST
            }
        };
        if one == other || !can_meet {
            return Err(TournamentEventError::Opponents(white.clone(), black.clone()));
        }
        let status = TournamentGameStatus::Open;
        self.games.push(TournamentGame { round, white: one, black: other, status });
        self.round = self.round.max(round);
        Ok(())
    }

    /// Whether two entrants have a game that counts as a meeting.
    pub(crate) fn have_met(&self, one: usize, other: usize) -> bool {
        let are_both = |game: &TournamentGame| {
            (game.white, game.black) == (one, other) || (game.white, game.black) == (other, one)
        };
        self.games.iter().any(|game| game.is_meeting() && are_both(game))
    }

    fn give_bye(&mut self, round: u16, id: &EntrantId, kind: ByeKind) -> Applied {
        self.check_round(round)?;
        let entrant = self.taking_part(id)?;
        if self.has_round(entrant, round) || self.open_game_of(entrant).is_some() {
            return Err(TournamentEventError::AlreadyPaired(id.clone()));
        }
        let has_full = self.byes.iter().any(|bye| bye.entrant == entrant && bye.kind == ByeKind::FullPoint);
        let is_possible = match (&self.format, kind) {
            (TournamentFormat::Arena | TournamentFormat::Simul(_), _)
            | (TournamentFormat::Knockout(_), ByeKind::HalfPoint) => false,
            (TournamentFormat::Swiss(_), ByeKind::FullPoint) => !has_full,
            (TournamentFormat::Swiss(_), ByeKind::HalfPoint) => {
                self.entrants[entrant].requested_byes.contains(&round)
            }
            (TournamentFormat::Knockout(_), ByeKind::FullPoint) => {
                round == 1 && Bracket::of(self).has_bye(entrant)
            }
        };
        if !is_possible {
            return Err(TournamentEventError::ByeRefused(id.clone()));
        }
        self.byes.push(TournamentBye { round, entrant, kind });
        self.round = self.round.max(round);
        Ok(())
    }

    fn open_game(&mut self, game: u32) -> Result<&mut TournamentGame, TournamentEventError> {
        let found = self.games.get_mut(game as usize).filter(|game| game.is_open());
        found.ok_or(TournamentEventError::GameNotOpen(game))
    }
}
