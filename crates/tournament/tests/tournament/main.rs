//! Whole tournaments, simulated with random results and replayed from their logs.

mod arena;
mod knockout;
mod report;
mod simul;
mod swiss;

use rukh_tournament::{
    BoardResult, EntrantId, Tournament, TournamentEvent, TournamentFormat, WaitingEntrant,
};

/// Numbers of a seed, by SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * bound as u128) >> 64) as usize
    }

    /// Whether something happens that does in so many of 100 cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// The result of a game.
    pub fn result(&mut self) -> BoardResult {
        [BoardResult::WhiteWins, BoardResult::Draw, BoardResult::BlackWins][self.below(3)]
    }
}

/// An id for a number.
pub fn id(number: usize) -> EntrantId {
    EntrantId::new(format!("p{number}")).expect("a short id")
}

/// A tournament with the log that made it.
pub struct Host {
    /// The format.
    pub format: TournamentFormat,
    /// The state.
    pub tournament: Tournament,
    /// All events.
    pub log: Vec<TournamentEvent>,
}

impl Host {
    /// A tournament without events.
    pub fn new(format: TournamentFormat) -> Host {
        Host { tournament: Tournament::new(format.clone()), format, log: Vec::new() }
    }

    /// Applies an event that has to be possible.
    pub fn add(&mut self, event: TournamentEvent) {
        self.tournament.apply(&event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
        self.log.push(event);
    }

    /// Lets a number of players join, the higher numbers with lower ratings.
    pub fn join(&mut self, players: usize) {
        for number in 0..players {
            let rating = (2400 - 10 * number % 2000) as u16;
            self.add(TournamentEvent::Joined { entrant: id(number), rating });
        }
    }

    /// The log, through JSON, gives the same state and the same next pairings.
    pub fn check_replay(&self, waiting: &[WaitingEntrant], seed: u64) {
        let text = serde_json::to_string(&self.log).expect("JSON");
        let log: Vec<TournamentEvent> = serde_json::from_str(&text).expect("events");
        let again = Tournament::replay(self.format.clone(), &log).expect("a log that was applied");
        assert_eq!(again, self.tournament);
        assert_eq!(again.next_pairings(waiting, seed), self.tournament.next_pairings(waiting, seed));
    }

    /// Nobody plays two games at once.
    pub fn check_open_games(&self) {
        let mut playing: Vec<usize> = Vec::new();
        for game in self.tournament.games().iter().filter(|game| game.is_open()) {
            playing.extend([game.white, game.black]);
        }
        let number = playing.len();
        playing.sort_unstable();
        playing.dedup();
        assert_eq!(playing.len(), number, "somebody plays twice");
    }
}
