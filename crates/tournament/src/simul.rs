//! A simul (simultaneous exhibition): its host plays all others at once, each on a board of their own.
//!
//! All games begin with the start, in the order in which the players joined. Nobody is paired with anybody else, and
//! there are no tie-breaks: what counts is the score of the host, and what each player has got.

use crate::event::TournamentEvent;
use crate::format::SimulFormat;
use crate::tournament::{HOST, Tournament};

/// The one round of a simul.
pub(crate) const ROUND: u16 = 1;

/// All games at once, and when they have ended the end.
pub(crate) fn next_games(tournament: &Tournament, format: &SimulFormat) -> Vec<TournamentEvent> {
    if !tournament.games().is_empty() {
        let is_over = !tournament.has_open_games();
        return is_over.then_some(TournamentEvent::Finished).into_iter().collect();
    }
    let players = tournament.active().filter(|entrant| !tournament.is_host(*entrant));
    let boards = players.enumerate().map(|(board, player)| match format.host_colour().is_white_in(board) {
        true => [HOST, player],
        false => [player, HOST],
    });
    let boards: Vec<[usize; 2]> = boards.collect();
    // Whoever withdraws after the start and before the games leaves nobody to play with.
    if boards.is_empty() || tournament.entrants()[HOST].has_withdrawn() {
        return vec![TournamentEvent::Finished];
    }
    tournament.paired_events(ROUND, &boards)
}
