//! What a pairing costs: `cargo bench -p rukh-tournament`.
//!
//! `arena` pairs players who all wait, after some hundred games; `swiss` the fourth round of a tournament.

use divan::Bencher;
use rukh_tournament::{
    BoardResult, EntrantId, SwissFormat, Tournament, TournamentEvent, TournamentFormat, WaitingEntrant,
};

fn main() {
    divan::main();
}

#[divan::bench(args = [20, 50, 200, 1000])]
fn arena(bencher: Bencher<'_, '_>, players: usize) {
    let tournament = played(TournamentFormat::Arena, players);
    bencher.bench_local(|| tournament.next_pairings(&waiting(players), 9));
}

#[divan::bench(args = [20, 50, 200, 256])]
fn swiss(bencher: Bencher<'_, '_>, players: usize) {
    let format = SwissFormat::new(9).expect("nine rounds");
    let tournament = played(TournamentFormat::Swiss(format), players);
    bencher.bench_local(|| tournament.next_pairings(&[], 9));
}

#[divan::bench(args = [200])]
fn standings_of_an_arena(bencher: Bencher<'_, '_>, players: usize) {
    let tournament = played(TournamentFormat::Arena, players);
    bencher.bench_local(|| tournament.standings());
}

fn id(player: usize) -> EntrantId {
    EntrantId::new(format!("p{player}")).expect("a short id")
}

fn waiting(players: usize) -> Vec<WaitingEntrant> {
    let waits =
        |player| WaitingEntrant { entrant: id(player), waited_ms: 60_000 + 977 * player as u64 % 9000 };
    (0..players).map(waits).collect()
}

/// A tournament after three rounds in which every third game is drawn and the others are White's or Black's in turn.
fn played(format: TournamentFormat, players: usize) -> Tournament {
    let mut tournament = Tournament::new(format);
    let mut add = |event: &TournamentEvent| tournament.apply(event).expect("a possible event");
    for player in 0..players {
        add(&TournamentEvent::Joined { entrant: id(player), rating: (1000 + 13 * player % 1500) as u16 });
    }
    add(&TournamentEvent::Started);
    for round in 0..3 {
        for event in tournament.next_pairings(&waiting(players), round).expect("a round") {
            tournament.apply(&event).expect("a possible event");
        }
        for game in 0..tournament.games().len() {
            if tournament.games()[game].is_open() {
                let results = [BoardResult::WhiteWins, BoardResult::Draw, BoardResult::BlackWins];
                let result = results[(game * 7 + round as usize) % 3];
                let event = TournamentEvent::Result { game: game as u32, result };
                tournament.apply(&event).expect("an open game");
            }
        }
    }
    tournament
}
