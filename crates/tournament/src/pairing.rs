//! What a tournament does next.

use crate::entrant::{EntrantId, WaitingEntrant};
use crate::event::TournamentEvent;
use crate::format::TournamentFormat;
use crate::knockout::Bracket;
use crate::tournament::{PairingError, Tournament, TournamentPhase};
use crate::{arena, simul, swiss};

impl Tournament {
    /// The events with which the tournament goes on: pairings and byes, or its end. Store them before anybody
    /// hears of them, and apply them; they depend on the log, on those who wait, and on a seed.
    ///
    /// - Swiss: the next round, once all games of the last one have ended; after the last round, the end.
    /// - Knock-out: a game for each match that waits for one; after the last match, the end.
    /// - Simul: a game of the host with each of the others; once all have ended, the end.
    /// - Arena: games of those who wait. Those who do not take part or are playing are left out.
    ///
    /// `waiting` is read in an arena only. The list may be empty, as while a match goes on.
    ///
    /// # Errors
    /// Before the start and after the end; in a Swiss tournament while games are in progress, and if a round
    /// cannot be paired: then the director ends the tournament with [`TournamentEvent::Finished`].
    ///
    /// # Examples
    /// See the [crate](crate).
    pub fn next_pairings(
        &self,
        waiting: &[WaitingEntrant],
        seed: u64,
    ) -> Result<Vec<TournamentEvent>, PairingError> {
        match self.phase() {
            TournamentPhase::Registration => return Err(PairingError::NotStarted),
            TournamentPhase::Finished => return Err(PairingError::Over),
            TournamentPhase::Running => {}
        }
        match self.format() {
            TournamentFormat::Swiss(format) => swiss::next_round(self, format, seed),
            TournamentFormat::Arena => Ok(arena::pair_waiting(self, waiting, seed)),
            TournamentFormat::Knockout(_) => Ok(Bracket::of(self).next_games(self, seed)),
            TournamentFormat::Simul(format) => Ok(simul::next_games(self, format)),
        }
    }

    /// The events of games with known sides, White first, numbered on from the last game.
    pub(crate) fn paired_events(&self, round: u16, games: &[[usize; 2]]) -> Vec<TournamentEvent> {
        let first = self.games().len() as u32;
        let event = |(number, [white, black]): (u32, &[usize; 2])| TournamentEvent::Paired {
            game: first + number,
            round,
            white: self.id_of(*white),
            black: self.id_of(*black),
        };
        (0..).zip(games).map(event).collect()
    }

    /// The id of an entrant's number.
    pub(crate) fn id_of(&self, entrant: usize) -> EntrantId {
        self.entrants()[entrant].id.clone()
    }
}
