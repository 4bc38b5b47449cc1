//! Knock-out tournaments of every size.

use rukh_tournament::{
    BoardResult, Bracket, Forfeit, KnockoutFormat, TieRule, TournamentEvent, TournamentFormat,
    TournamentPhase,
};

use crate::{Host, Random, id};

fn knockout(games: u8, rematches: u8, tie_rule: TieRule) -> TournamentFormat {
    TournamentFormat::Knockout(KnockoutFormat::new(games, rematches, tie_rule).expect("games"))
}

fn next(host: &mut Host, seed: u64) {
    let events = host.tournament.next_pairings(&[], seed).expect("a running tournament");
    events.into_iter().for_each(|event| host.add(event));
}

fn play(players: usize, format: TournamentFormat, seed: u64) {
    let (mut host, mut random) = (Host::new(format), Random(seed));
    host.join(players);
    host.add(TournamentEvent::Started);
    let mut steps = 0;
    while host.tournament.phase() == TournamentPhase::Running {
        if steps % 16 == 0 {
            host.check_replay(&[], seed);
        }
        next(&mut host, seed);
        host.check_open_games();
        assert_eq!(host.tournament.byes().len(), players.next_power_of_two() - players);
        let games = host.tournament.games().iter().enumerate();
        let open: Vec<u32> =
            games.filter(|(_, game)| game.is_open()).map(|(number, _)| number as u32).collect();
        if !open.is_empty() {
            let game = open[random.below(open.len())];
            let event = if random.percent(5) {
                let by = [Forfeit::White, Forfeit::Black, Forfeit::Both][random.below(3)];
                TournamentEvent::Forfeited { game, by }
            } else {
                TournamentEvent::Result { game, result: random.result() }
            };
            host.add(event);
        }
        let player = id(random.below(players));
        let withdrawal = TournamentEvent::Withdrew { entrant: player };
        let is_running = host.tournament.phase() == TournamentPhase::Running;
        if is_running && random.below(150) == 0 && host.tournament.apply(&withdrawal).is_ok() {
            host.log.push(withdrawal);
        }
        steps += 1;
        assert!(steps < 20_000, "{players} players do not come to an end");
    }
    host.check_replay(&[], seed);
    check_bracket(&host, players);
}

fn check_bracket(host: &Host, players: usize) {
    let bracket = Bracket::of(&host.tournament);
    let winner = bracket.winner().expect("a winner");
    let standings = host.tournament.standings();
    assert_eq!((standings[0].number, standings[0].rank), (winner, 1));
    assert_eq!(standings.len(), players);
    let matches = bracket.rounds.iter().flatten().filter(|one| one.sides.iter().all(Option::is_some));
    assert_eq!(matches.count(), players - 1, "each match but those of byes takes one out");
    for one in bracket.rounds.iter().flatten() {
        assert!(one.winner.is_some_and(|winner| one.sides.contains(&Some(winner))), "{one:?}");
        let whites: Vec<usize> = one.games.iter().map(|game| host.tournament.games()[*game].white).collect();
        assert!(whites.windows(2).all(|two| two[0] != two[1]), "colours are exchanged: {whites:?}");
    }
    if players > 1 {
        let meets =
            |one: &rukh_tournament::BracketMatch| [0, 1].iter().all(|seed| one.sides.contains(&Some(*seed)));
        let before_the_final = bracket.rounds.split_last().expect("a final").1.iter().flatten();
        assert!(!before_the_final.into_iter().any(meets), "the first two seeds met before the final");
    }
    for bye in host.tournament.byes() {
        assert!(bye.entrant < players.next_power_of_two() - players, "byes are the top seeds'");
    }
}

#[test]
fn knockout_of_1_to_33_players_has_a_winner() {
    for players in 1..=33 {
        for (number, tie_rule) in (0..).zip([TieRule::HigherSeed, TieRule::SuddenDeath]) {
            play(players, knockout(1 + number as u8, 2, tie_rule), players as u64 + number);
        }
    }
}

/// Plays a match of two with given results for the higher seed; who wins, and how many games it takes.
fn decide(format: TournamentFormat, results: &str) -> (Option<usize>, usize) {
    let mut host = Host::new(format);
    host.join(2);
    host.add(TournamentEvent::Started);
    for (game, letter) in (0..).zip(results.chars()) {
        next(&mut host, 4);
        let is_white = host.tournament.games()[game as usize].white == 0;
        let result = match letter {
            '=' => BoardResult::Draw,
            '+' if is_white => BoardResult::WhiteWins,
            '-' if !is_white => BoardResult::WhiteWins,
            _ => BoardResult::BlackWins,
        };
        host.add(TournamentEvent::Result { game, result });
    }
    next(&mut host, 4);
    let games = host.tournament.games().len();
    let open = host.tournament.games().iter().filter(|game| game.is_open()).count();
    (Bracket::of(&host.tournament).winner(), games - open)
}

#[test]
fn match_ends_when_nobody_can_catch_up_or_by_the_tie_rule() {
    use TieRule::{HigherSeed, SuddenDeath};
    assert_eq!(decide(knockout(1, 0, HigherSeed), "-"), (Some(1), 1));
    assert_eq!(decide(knockout(1, 0, HigherSeed), "="), (Some(0), 1));
    assert_eq!(decide(knockout(3, 0, HigherSeed), "--"), (Some(1), 2));
    assert_eq!(decide(knockout(3, 0, HigherSeed), "-="), (None, 2));
    assert_eq!(decide(knockout(2, 2, HigherSeed), "+-"), (None, 2));
    assert_eq!(decide(knockout(2, 2, HigherSeed), "+-=-"), (Some(1), 4));
    assert_eq!(decide(knockout(2, 2, HigherSeed), "===="), (Some(0), 4));
    assert_eq!(decide(knockout(2, 1, SuddenDeath), "==="), (None, 3));
    assert_eq!(decide(knockout(2, 1, SuddenDeath), "===-"), (Some(1), 4));
    // A draw is Black's; the fourth game exchanges the colours of the third.
    let [one, other] =
        ["=", "=="].map(|draws| decide(knockout(draws.len() as u8, 0, SuddenDeath), &format!("{draws}=")));
    assert!(one.0.is_some() && other.0.is_some() && one.0 != other.0, "{one:?} {other:?}");
}

/// A match in progress, or one not begun, is lost by who withdraws; what was won before stays won.
#[test]
fn withdrawal_lets_the_opponent_advance() {
    let mut host = Host::new(knockout(2, 0, TieRule::HigherSeed));
    host.join(4);
    host.add(TournamentEvent::Started);
    next(&mut host, 1);
    host.add(TournamentEvent::Withdrew { entrant: id(0) });
    host.add(TournamentEvent::Result { game: 0, result: BoardResult::Draw });
    let bracket = Bracket::of(&host.tournament);
    assert_eq!(bracket.rounds[0][0].winner, Some(3), "the game in progress is played, the next is not");
    host.add(TournamentEvent::Withdrew { entrant: id(3) });
    let bracket = Bracket::of(&host.tournament);
    assert_eq!(bracket.rounds[0][0].winner, Some(3));
    host.add(TournamentEvent::Forfeited { game: 1, by: Forfeit::Both });
    next(&mut host, 1);
    let game = host.tournament.games().len() as u32 - 1;
    host.add(TournamentEvent::Result { game, result: BoardResult::Draw });
    let bracket = Bracket::of(&host.tournament);
    assert_eq!((bracket.rounds[0][1].winner, bracket.winner()), (Some(1), Some(1)));
    next(&mut host, 1);
    assert_eq!(host.tournament.phase(), TournamentPhase::Finished);
}
