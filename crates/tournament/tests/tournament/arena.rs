//! An arena of 200 in simulated time.

use rukh_tournament::{Tournament, TournamentEvent, TournamentFormat, WaitingEntrant};

use crate::{Host, Random, id};

const PLAYERS: usize = 200;
/// Seconds between two pairings.
const TICK: u64 = 5;

/// What a simulated player does at a time in seconds.
#[derive(Clone, Copy)]
enum Activity {
    Waiting { since: u64 },
    Playing { game: u32, until: u64 },
    Gone { until: u64 },
}

fn last_opponent(tournament: &Tournament, player: usize) -> Option<usize> {
    tournament.games().iter().rev().find_map(|game| match player {
        one if one == game.white => Some(game.black),
        one if one == game.black => Some(game.white),
        _ => None,
    })
}

fn waiting_at(activities: &[Activity], now: u64) -> Vec<WaitingEntrant> {
    let waits = activities.iter().enumerate().filter_map(|(player, activity)| match activity {
        Activity::Waiting { since } => {
            Some(WaitingEntrant { entrant: id(player), waited_ms: (now - since) * 1000 })
        }
        _ => None,
    });
    waits.collect()
}

/// Pairs those who wait; the longest wait, in milliseconds, of somebody who was left over.
fn pair(host: &mut Host, activities: &mut [Activity], random: &mut Random, now: u64) -> u64 {
    let waiting = waiting_at(activities, now);
    let waited =
        |player: usize| waiting.iter().find(|one| one.entrant == id(player)).map(|one| one.waited_ms);
    let last: Vec<Option<usize>> =
        (0..activities.len()).map(|player| last_opponent(&host.tournament, player)).collect();
    let events = host.tournament.next_pairings(&waiting, now).expect("a running arena");
    for event in events {
        let TournamentEvent::Paired { game, ref white, ref black, .. } = event else { panic!("{event:?}") };
        let players = [white, black].map(|one| host.tournament.number_of(one).expect("an entrant"));
        let waits = players.map(|player| waited(player).expect("one of those who wait"));
        let repeats = last[players[0]] == Some(players[1]) && last[players[1]] == Some(players[0]);
        assert!(!repeats || waits.iter().all(|wait| *wait >= 30_000), "{players:?} meet again at once");
        let until = now + 60 + random.below(340) as u64;
        for player in players {
            activities[player] = Activity::Playing { game, until };
        }
        host.add(event);
    }
    host.check_open_games();
    let left = activities.iter().enumerate().filter(|(_, one)| matches!(one, Activity::Waiting { .. }));
    let left: Vec<u64> = left.filter_map(|(player, _)| waited(player)).collect();
    let repeats_only = waiting.len() == 2;
    assert!(left.len() <= 1 || repeats_only || left.len() < 4, "{} of {} wait on", left.len(), waiting.len());
    left.into_iter().max().unwrap_or_default()
}

fn act(host: &mut Host, activities: &mut [Activity], random: &mut Random, now: u64) {
    for (player, activity) in activities.iter_mut().enumerate() {
        match *activity {
            Activity::Playing { game, until } if until <= now => {
                if host.tournament.games()[game as usize].is_open() {
                    host.add(TournamentEvent::Result { game, result: random.result() });
                }
                *activity = Activity::Waiting { since: now };
            }
            Activity::Waiting { .. } if random.below(400) == 0 => {
                host.add(TournamentEvent::Withdrew { entrant: id(player) });
                *activity = Activity::Gone { until: now + 300 };
            }
            Activity::Gone { until } if until <= now => {
                host.add(TournamentEvent::Joined { entrant: id(player), rating: 1 });
                *activity = Activity::Waiting { since: now };
            }
            _ => {}
        }
    }
}

#[test]
fn arena_of_200_for_an_hour_keeps_every_rule() {
    let (mut host, mut random) = (Host::new(TournamentFormat::Arena), Random(3));
    host.join(PLAYERS);
    host.add(TournamentEvent::Started);
    let mut activities = vec![Activity::Waiting { since: 0 }; PLAYERS];
    let mut longest = 0;
    for now in (0..3600).step_by(TICK as usize) {
        act(&mut host, &mut activities, &mut random, now);
        longest = longest.max(pair(&mut host, &mut activities, &mut random, now));
        if now % 900 == 0 {
            host.check_replay(&waiting_at(&activities, now), now);
        }
    }
    assert!(longest <= 30_000, "somebody waited for {longest} ms");
    let games = host.tournament.games();
    assert!(games.len() > 1500, "{} games", games.len());
    let colours = |player: usize| {
        let white = games.iter().filter(|game| game.white == player).count() as i32;
        let black = games.iter().filter(|game| game.black == player).count() as i32;
        (white - black).abs()
    };
    let unbalanced = (0..PLAYERS).filter(|player| colours(*player) > 1).count();
    // Without the cost of colours 15 of the 200.
    assert!(unbalanced <= 10, "{unbalanced} had one colour two games more than the other");
    let standings = host.tournament.standings();
    assert!(standings.is_sorted_by_key(|row| std::cmp::Reverse(row.points)));
    assert_eq!(standings.iter().map(|row| row.games as usize).sum::<usize>() / 2, {
        games.iter().filter(|game| !game.is_open()).count()
    });
    host.add(TournamentEvent::Finished);
    host.check_replay(&[], 0);
}

/// Whoever has waited longest is not left over, and ranks that are close meet.
#[test]
fn arena_of_5_leaves_over_who_waited_least() {
    let mut host = Host::new(TournamentFormat::Arena);
    host.join(5);
    host.add(TournamentEvent::Started);
    for least in 0..5 {
        let waiting: Vec<WaitingEntrant> = (0..5)
            .map(|player| WaitingEntrant {
                entrant: id(player),
                waited_ms: if player == least { 1000 } else { 9000 },
            })
            .collect();
        let events = host.tournament.next_pairings(&waiting, 1).expect("games");
        let mut met = Vec::new();
        for event in events {
            let TournamentEvent::Paired { white, black, .. } = event else { panic!("{event:?}") };
            let mut two = [white, black].map(|one| host.tournament.number_of(&one).expect("an entrant"));
            two.sort_unstable();
            met.push(two);
        }
        let others: Vec<usize> = (0..5).filter(|player| *player != least).collect();
        assert_eq!(met, [[others[0], others[1]], [others[2], others[3]]]);
    }
}

/// Two alone meet again at once; with a third in the arena they wait for half a minute.
#[test]
fn arena_repeats_a_meeting_only_without_another() {
    for (players, expected) in [(2, [1, 1]), (3, [0, 1])] {
        let mut host = Host::new(TournamentFormat::Arena);
        host.join(players);
        host.add(TournamentEvent::Started);
        let two = |waited_ms| [0, 1].map(|player| WaitingEntrant { entrant: id(player), waited_ms });
        for event in host.tournament.next_pairings(&two(0), 1).expect("a game") {
            host.add(event);
        }
        host.add(TournamentEvent::Result { game: 0, result: rukh_tournament::BoardResult::Draw });
        let games = [29_000, 30_000].map(|waited| {
            let events = host.tournament.next_pairings(&two(waited), 1).expect("a list");
            // Colours are exchanged.
            let first = &host.tournament.games()[0];
            let white = host.tournament.entrants()[first.black].id.clone();
            let exchanged = |event: &TournamentEvent| matches!(event, TournamentEvent::Paired { white: one, .. } if *one == white);
            assert!(events.iter().all(exchanged), "{events:?}");
            events.len()
        });
        assert_eq!(games, expected, "{players} players");
    }
}

/// Names that are unknown, twice, playing or gone are left out.
#[test]
fn arena_ignores_those_who_cannot_play() {
    let mut host = Host::new(TournamentFormat::Arena);
    host.join(4);
    host.add(TournamentEvent::Started);
    host.add(TournamentEvent::Withdrew { entrant: id(3) });
    let waiting: Vec<WaitingEntrant> =
        [0, 0, 3, 9].map(|player| WaitingEntrant { entrant: id(player), waited_ms: 0 }).to_vec();
    assert_eq!(host.tournament.next_pairings(&waiting, 1), Ok(Vec::new()));
}
