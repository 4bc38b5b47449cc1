//! Simuls: one against all others at once.

use proptest::prelude::*;
use rukh_tournament::report::{ReportHeader, TrfError, csv, json, trf};
use rukh_tournament::{
    BoardResult, EntrantId, Forfeit, HostColour, SimulFormat, Tournament, TournamentEvent,
    TournamentEventError, TournamentFormat, TournamentPhase,
};

use crate::{Host, Random, id};

const COLOURS: [HostColour; 3] = [HostColour::White, HostColour::Black, HostColour::Alternating];

fn host_id() -> EntrantId {
    EntrantId::new("host").expect("a short id")
}

fn simul(colour: HostColour, boards: u16) -> TournamentFormat {
    TournamentFormat::Simul(SimulFormat::new(host_id(), 2300, colour, boards).expect("boards"))
}

fn next(host: &mut Host) -> usize {
    let events = host.tournament.next_pairings(&[], 7).expect("a running tournament");
    let number = events.len();
    events.into_iter().for_each(|event| host.add(event));
    number
}

/// A simul that has begun.
fn begun(colour: HostColour, players: usize) -> Host {
    let mut host = Host::new(simul(colour, 50));
    host.join(players);
    host.add(TournamentEvent::Started);
    assert_eq!(next(&mut host), players);
    host
}

fn refused(host: &Host, event: TournamentEvent) -> TournamentEventError {
    host.tournament.clone().apply(&event).expect_err("an event that cannot follow")
}

/// Plays a simul with joins, withdrawals, removals and forfeits as they come.
fn play(colour: HostColour, players: usize, seed: u64) {
    let (mut host, mut random) = (Host::new(simul(colour, 50)), Random(seed));
    host.join(players);
    for _ in 0..random.below(players) {
        let entrant = id(random.below(players));
        let event = match random.below(3) {
            0 => TournamentEvent::Withdrew { entrant },
            1 => TournamentEvent::Removed { entrant },
            _ => TournamentEvent::Joined { entrant, rating: 1500 },
        };
        if host.tournament.apply(&event).is_ok() {
            host.log.push(event);
        }
    }
    let entrants = host.tournament.entrants();
    let ready: Vec<usize> = (1..entrants.len()).filter(|number| !entrants[*number].has_withdrawn()).collect();
    if ready.is_empty() {
        assert_eq!(refused(&host, TournamentEvent::Started), TournamentEventError::TooFewEntrants(2));
        return;
    }
    host.add(TournamentEvent::Started);
    host.check_replay(&[], seed);
    assert_eq!(next(&mut host), ready.len());
    check_boards(&host.tournament, colour, &ready);
    let mut open: Vec<u32> = (0..ready.len() as u32).collect();
    while !open.is_empty() {
        host.check_replay(&[], seed);
        assert_eq!(next(&mut host), 0, "nothing follows while games are in progress");
        let game = open.swap_remove(random.below(open.len()));
        let by = [Forfeit::White, Forfeit::Black, Forfeit::Both][random.below(3)];
        host.add(match random.percent(15) {
            true => TournamentEvent::Forfeited { game, by },
            false => TournamentEvent::Result { game, result: random.result() },
        });
    }
    assert_eq!(next(&mut host), 1);
    assert_eq!(host.tournament.phase(), TournamentPhase::Finished);
    host.check_replay(&[], seed);
    check_standings(&host.tournament, ready.len());
}

/// Every player has one board, with the host, who has the colour that was chosen.
fn check_boards(tournament: &Tournament, colour: HostColour, ready: &[usize]) {
    let boards = tournament.games().iter().enumerate().map(|(number, game)| {
        let (host, player) = match colour.is_white_in(number) {
            true => (game.white, game.black),
            false => (game.black, game.white),
        };
        assert_eq!((host, game.round), (0, 1));
        player
    });
    assert_eq!(boards.collect::<Vec<_>>(), ready);
}

/// The host has what the players have not, but of games that neither has played.
fn check_standings(tournament: &Tournament, boards: usize) {
    let standings = tournament.standings();
    assert_eq!((standings[0].entrant.as_str(), standings[0].rank, standings.len()), ("host", 0, boards + 1));
    let halves: u32 = standings[1..].iter().map(|row| row.points.halves).sum();
    let given: u32 = tournament.games().iter().map(|game| game.half_points().iter().sum::<u32>()).sum();
    assert_eq!(standings[0].points.halves, given - halves);
    let games: u32 = standings[1..].iter().map(|row| row.games).sum();
    assert_eq!(standings[0].games, games);
    for (place, row) in (1..).zip(&standings[1..]) {
        let better = standings[1..].iter().filter(|one| one.points > row.points).count();
        assert_eq!(row.rank as usize, better + 1, "place {place}: equal points, equal ranks");
        assert!(row.tie_breaks.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn simul_gives_every_player_one_board_and_ends(
        colour in 0_usize..3, players in 1_usize..=50, seed in any::<u64>()
    ) {
        play(COLOURS[colour], players, seed);
    }
}

#[test]
fn host_takes_part_from_the_beginning_and_cannot_be_removed() {
    let mut host = Host::new(simul(HostColour::White, 3));
    assert!(host.tournament.is_host(0) && host.tournament.entrants()[0].rating == 2300);
    let joined = |entrant| TournamentEvent::Joined { entrant, rating: 1500 };
    assert_eq!(refused(&host, joined(host_id())), TournamentEventError::AlreadyJoined(host_id()));
    let removed = TournamentEvent::Removed { entrant: host_id() };
    assert_eq!(refused(&host, removed), TournamentEventError::RemovalRefused(host_id()));
    assert_eq!(refused(&host, TournamentEvent::Started), TournamentEventError::TooFewEntrants(2));
    host.join(2);
    host.add(TournamentEvent::Withdrew { entrant: host_id() });
    assert_eq!(refused(&host, TournamentEvent::Started), TournamentEventError::NotTakingPart(host_id()));
    host.add(joined(host_id()));
    host.add(TournamentEvent::Started);
    assert_eq!(next(&mut host), 2);
}

#[test]
fn board_of_who_leaves_is_free_and_who_was_removed_stays_away() {
    let mut host = Host::new(simul(HostColour::White, 2));
    host.join(2);
    let joined = |number| TournamentEvent::Joined { entrant: id(number), rating: 1500 };
    assert_eq!(refused(&host, joined(2)), TournamentEventError::Full(3));
    host.add(TournamentEvent::Withdrew { entrant: id(0) });
    host.add(joined(2));
    assert_eq!(refused(&host, joined(0)), TournamentEventError::Full(3));
    host.add(TournamentEvent::Removed { entrant: id(1) });
    assert_eq!(refused(&host, joined(1)), TournamentEventError::Removed(id(1)));
    let again = TournamentEvent::Removed { entrant: id(1) };
    assert_eq!(refused(&host, again), TournamentEventError::NotTakingPart(id(1)));
    host.add(joined(0));
    host.add(TournamentEvent::Started);
    assert_eq!(next(&mut host), 2);
    let late = TournamentEvent::Removed { entrant: id(0) };
    assert_eq!(refused(&host, late), TournamentEventError::RemovalRefused(id(0)));
    assert_eq!(refused(&host, joined(3)), TournamentEventError::EntryClosed);
    let names: Vec<String> = host.tournament.standings().iter().map(|row| row.entrant.to_string()).collect();
    assert_eq!(names, ["host", "p0", "p2"], "whoever has no board does not stand in it");
}

#[test]
fn removal_belongs_to_simuls_alone() {
    let mut arena = Host::new(TournamentFormat::Arena);
    arena.join(2);
    let removed = TournamentEvent::Removed { entrant: id(0) };
    assert_eq!(refused(&arena, removed), TournamentEventError::RemovalRefused(id(0)));
}

#[test]
fn pairing_of_two_players_or_of_another_colour_is_refused() {
    let mut host = Host::new(simul(HostColour::Alternating, 9));
    host.join(3);
    host.add(TournamentEvent::Started);
    let paired = |game, round, white: EntrantId, black: EntrantId| TournamentEvent::Paired {
        game,
        round,
        white,
        black,
    };
    let opponents = |error| matches!(error, TournamentEventError::Opponents(..));
    assert!(opponents(refused(&host, paired(0, 1, id(0), id(1)))));
    assert!(opponents(refused(&host, paired(0, 1, id(0), host_id()))));
    assert!(opponents(refused(&host, paired(0, 1, host_id(), host_id()))));
    assert_eq!(refused(&host, paired(0, 2, host_id(), id(0))), TournamentEventError::WrongRound(2));
    host.add(paired(0, 1, host_id(), id(0)));
    let twice = TournamentEventError::AlreadyPaired(id(0));
    assert_eq!(refused(&host, paired(1, 1, id(0), host_id())), twice);
    host.add(paired(1, 1, id(1), host_id()));
}

/// Games in progress go on, and count, when a player or the host takes part no more.
#[test]
fn withdrawal_after_the_start_leaves_the_games() {
    let mut host = begun(HostColour::Black, 2);
    host.add(TournamentEvent::Withdrew { entrant: id(0) });
    host.add(TournamentEvent::Withdrew { entrant: host_id() });
    assert_eq!(next(&mut host), 0);
    host.add(TournamentEvent::Result { game: 0, result: BoardResult::WhiteWins });
    host.add(TournamentEvent::Forfeited { game: 1, by: Forfeit::Black });
    assert_eq!(next(&mut host), 1);
    let standings = host.tournament.standings();
    let points: Vec<u32> = standings.iter().map(|row| row.points.halves).collect();
    assert_eq!(points, [0, 2, 2]);
}

#[test]
fn simul_without_a_host_between_start_and_games_ends() {
    let mut host = Host::new(simul(HostColour::White, 9));
    host.join(1);
    host.add(TournamentEvent::Started);
    host.add(TournamentEvent::Withdrew { entrant: host_id() });
    assert_eq!(next(&mut host), 1);
    assert_eq!(host.tournament.phase(), TournamentPhase::Finished);
}

#[test]
fn early_end_keeps_the_standings_and_counts_nothing_more() {
    let mut host = Host::new(simul(HostColour::White, 9));
    host.join(2);
    assert_eq!(refused(&host, TournamentEvent::EndedEarly), TournamentEventError::NotStarted);
    host.add(TournamentEvent::Started);
    assert_eq!(next(&mut host), 2);
    host.add(TournamentEvent::Result { game: 1, result: BoardResult::WhiteWins });
    let before = host.tournament.standings();
    host.add(TournamentEvent::EndedEarly);
    assert!(host.tournament.has_ended_early() && host.tournament.phase() == TournamentPhase::Finished);
    assert_eq!(host.tournament.standings(), before);
    let late = TournamentEvent::Result { game: 0, result: BoardResult::Draw };
    assert_eq!(refused(&host, late), TournamentEventError::Over);
    host.check_replay(&[], 7);
}

#[test]
fn results_of_a_simul_are_a_table_and_no_trf_file() {
    let mut host = begun(HostColour::Alternating, 3);
    host.add(TournamentEvent::Result { game: 0, result: BoardResult::BlackWins });
    host.add(TournamentEvent::Result { game: 1, result: BoardResult::Draw });
    let name_of = |id: &EntrantId| id.to_string();
    let table = csv(&host.tournament, &name_of);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines,
        [
            "rank,name,rating,points,games,wins,withdrawn,round 1",
            "0,host,2300,0.5,2,0,no,",
            "1,p0,2400,1.0,1,1,no,1b1",
            "2,p1,2390,0.5,1,0,no,1w=",
            "3,p2,2380,0.0,0,0,no,1b",
        ]
    );
    let header = ReportHeader::default();
    assert_eq!(trf(&host.tournament, &header, &name_of), Err(TrfError::Simul));
    let report = json(&host.tournament, &header, &name_of);
    assert!(report.contains(r#""format":{"kind":"simul","host":"host","host_rating":2300,"#), "{report}");
}
