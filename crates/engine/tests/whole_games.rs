//! Engine against engine, under every ruleset, to the end.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rukh_engine::{Decision, Engine, Level, Score, SearchLimits, WereraAction};
use rukh_rules::hash::SplitMix64;
use rukh_rules::{Event, Game, Move, Node, Outcome, Rules, Ruleset, RulesetFile, Side, UciMove};

use random::{Choices, check, choices};

#[path = "../../rules/tests/rules/support/random.rs"]
mod random;

/// Plays a game to its end or to so many events.
fn play(ruleset: &Arc<Ruleset>, levels: [Level; 2], seed: u64, most: u64) -> Game {
    let rules = Arc::new(Rules::compile(ruleset.clone()));
    let mut engine = Engine::with_tt_entries(ruleset.clone(), 1 << 12);
    let mut dice = SplitMix64::new(seed);
    let mut game = Game::from_rules(rules);
    let mut waits = 0;
    while game.outcome().is_none() && game.seq() < most {
        let event = match game.node() {
            Node::Over(_) => break,
            Node::Chance(faces) => Some(Event::Throw { face: faces[dice.below(faces.len())].number }),
            Node::Choice(side) => decide(&mut engine, &game, side, levels, dice.next_u64()),
            Node::Werera(acting) => {
                let side = Side::BOTH[(game.seq() as usize + waits) % 2];
                let side = if acting.may(side) { side } else { side.other() };
                decide(&mut engine, &game, side, levels, dice.next_u64())
            }
        };
        match event {
            Some(event) => {
                let told = format!("{}: {event:?} in {}", ruleset.instance, game.fen());
                if let Err(refusal) = game.apply(event, None) {
                    panic!("{told}: {refusal}");
                }
                waits = 0;
            }
            None => waits += 1,
        }
        assert!(waits < 4, "{}: both wait for ever in {}", ruleset.instance, game.fen());
    }
    game
}

fn decide(engine: &mut Engine, game: &Game, side: Side, levels: [Level; 2], seed: u64) -> Option<Event> {
    let decision = engine.choose(game, side, levels[side.index()], seed);
    decision.expect("a side that may act decides").event(game.ruleset(), side)
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn named(id: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(id).unwrap_or_else(|error| panic!("{id}: {error}")))
}

#[test]
fn every_ruleset_is_played_to_a_result() {
    for id in rukh_rules::catalog::ids() {
        let ruleset = named(id);
        let game = play(&ruleset, [level(1), level(2)], 7, 4_000);
        let over = game.outcome();
        println!("{id}: {:?} after {} events", over, game.seq());
        assert!(over.is_some(), "{id}: no result after {} events: {}", game.seq(), game.fen());
    }
}

#[test]
fn werera_is_played_in_every_mode() {
    for options in [
        "werera=batched",
        "werera-mate=yes,castle=right,pawn-sprint=on",
        "saba=G",
        "werera=batched,promo=lost-piece",
    ] {
        let ruleset = named(&format!("senterej[{options}]"));
        let game = play(&ruleset, [level(2), level(2)], 3, 4_000);
        assert!(game.outcome().is_some(), "{options}: {}", game.fen());
    }
}

#[test]
fn werera_player_advances_and_leaves_nothing_hanging() {
    let ruleset = named("senterej");
    let mut engine = Engine::new(ruleset.clone());
    let mut game = Game::new(ruleset.clone());
    for step in 0..8 {
        let action = engine.choose_werera(&game, Side::White, level(3), step);
        let Some(event) = Decision::Werera(action).event(&ruleset, Side::White) else { break };
        game.apply(event, None).expect("a legal action");
    }
    assert!(game.seq() >= 4, "{}", game.fen());
    assert!(engine.evaluate(&game) > 0, "{}", game.fen());
}

/// A werera of senterej with these pieces.
fn werera(placement: &str) -> Game {
    let ruleset = named("senterej");
    let start = Game::new(ruleset.clone()).fen();
    let (_, rest) = start.split_once(' ').expect("a FEN has fields");
    let fen = format!("{placement} {rest}");
    Game::from_fen(ruleset, &fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"))
}

#[test]
fn werera_player_saves_an_attacked_piece() {
    // The pawn on d5, guarded by e6, attacks the der on e4.
    let game = werera("rnekfenr/ppp2ppp/4p3/3p4/4R3/8/PPPPPPPP/1NEFKENR");
    let mut engine = Engine::new(game.ruleset().clone());
    for number in 3..=8 {
        let action = engine.choose_werera(&game, Side::White, level(number), 1);
        let WereraAction::Place(chosen) = action else { panic!("{action:?}") };
        let geometry = game.ruleset().geometry;
        assert_eq!(geometry.name(chosen.from()), "e4");
        let after = game.rules().werera_play(game.position(), Side::White, chosen);
        let black = game.rules().werera_moves(&after, Side::Black);
        assert!(!black.iter().any(|reply| reply.to() == chosen.to()), "level {number}: {chosen:?}");
    }
}

#[test]
fn werera_player_captures_a_hanging_piece() {
    let game = werera("rnekfen1/pppppppp/8/8/8/6r1/PPPPPPPP/RNEFKENR");
    let mut engine = Engine::new(game.ruleset().clone());
    let action = engine.choose_werera(&game, Side::White, level(4), 1);
    let WereraAction::Place(chosen) = action else { panic!("{action:?}") };
    assert_eq!(game.ruleset().geometry.name(chosen.to()), "g3");
}

#[test]
fn choose_same_seed_plays_the_same_game() {
    for id in ["shatranj", "senterej", "oblong-dice"] {
        let ruleset = named(id);
        let [one, two] = [0, 1].map(|_| play(&ruleset, [level(2), level(1)], 11, 120));
        assert_eq!(one.log(), two.log(), "{id}");
    }
}

/// Points of the stronger in a match of games with changing sides, draws half.
fn points(id: &str, strong: u8, weak: u8, games: u64) -> f64 {
    let ruleset = named(id);
    let point = |number: u64| {
        let own = if number.is_multiple_of(2) { Side::White } else { Side::Black };
        let mut levels = [level(weak); 2];
        levels[own.index()] = level(strong);
        let over = play(&ruleset, levels, 100 + number, 1_500).outcome();
        match over.and_then(|over: Outcome| over.winner) {
            Some(winner) => f64::from(u8::from(winner == own)),
            None => 0.5,
        }
    };
    (0..games).map(point).sum()
}

#[test]
fn level_high_beats_the_lowest() {
    for (id, games, least) in [("shatranj", 10, 8.0), ("senterej", 10, 7.0), ("oblong-dice", 16, 10.0)] {
        let points = points(id, 4, 1, games);
        println!("{id}: {points} of {games}");
        assert!(points >= least, "{id}: {points} of {games}");
    }
}

#[test]
fn user_ruleset_with_unusual_pieces_is_playable() {
    let text = include_str!("data/strange.toml");
    let no_source = |_: &str| -> Option<(String, String)> { None };
    let file = RulesetFile::parse_unchecked("strange.toml", text, no_source)
        .unwrap_or_else(|error| panic!("{error}"));
    let ruleset = Arc::new(file.resolve(&Default::default()).unwrap_or_else(|error| panic!("{error}")));
    let game = play(&ruleset, [level(3), level(1)], 5, 1_000);
    assert!(game.outcome().is_some(), "{}", game.fen());
}

#[test]
fn every_option_of_every_ruleset_is_playable() {
    for id in rukh_rules::catalog::ids() {
        let file = rukh_rules::catalog::file(id).expect("a built-in ruleset");
        for (key, choice) in file.single_choices() {
            let choices = std::collections::BTreeMap::from([(key.clone(), choice.clone())]);
            let Ok(ruleset) = file.resolve(&choices) else { continue };
            let game = play(&Arc::new(ruleset), [level(1), level(1)], 2, 60);
            assert!(game.seq() >= 30 || game.outcome().is_some(), "{id}[{key}={choice}]");
        }
    }
}

/// Hoppers beside plain pieces, as kings, in a werera and under a die.
const HOPPERS: [(&str, &[(&str, &str)]); 5] = [
    ("shatranj", &[("move = \"R\"", "move = \"mRcpR\""), ("move = \"A\"", "move = \"gQ\"")]),
    ("shatranj", &[("move = \"K\"", "move = \"KpR\""), ("move = \"R\"", "move = \"pR\"")]),
    ("senterej", &[("move = \"R\"", "move = \"mfpRcgB\"")]),
    ("mideast", &[("move = \"NAD\"", "move = \"pB4\"")]),
    ("mustatila-307", &[("move = \"R\"", "move = \"mRcpR\"")]),
];

/// A built-in ruleset with something changed in its file.
fn changed(id: &str, changes: &[(&str, &str)]) -> Arc<Ruleset> {
    let (name, mut text) = rukh_rules::catalog::text(id).expect("a built-in ruleset");
    for (from, to) in changes {
        assert!(text.contains(from), "{id} has `{from}`");
        text = text.replace(from, to);
    }
    let text = text.replacen("id = \"", "id = \"hopping-", 1);
    let file = RulesetFile::parse(&name, &text, rukh_rules::catalog::text);
    let file = file.unwrap_or_else(|error| panic!("{id}: {error}"));
    Arc::new(file.resolve(&Default::default()).unwrap_or_else(|error| panic!("{id}: {error}")))
}

#[test]
fn hopper_games_reach_a_result() {
    for (id, changes) in HOPPERS {
        let game = play(&changed(id, changes), [level(1), level(2)], 5, 4_000);
        assert!(game.outcome().is_some(), "{id}: no result after {} events: {}", game.seq(), game.fen());
    }
}

/// The engine wins with a move exactly where some move wins by the laws.
#[test]
fn hopper_wins_are_seen_exactly_where_legal() {
    let (won, seen) = (Cell::new(0), Cell::new(0));
    for (id, changes) in HOPPERS {
        let ruleset = changed(id, changes);
        let engine = RefCell::new(Engine::with_tt_entries(ruleset.clone(), 1 << 12));
        check(8, &choices(160), |mut choices| {
            let mut game = Game::new(ruleset.clone());
            if matches!(game.node(), Node::Werera(_)) {
                game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("it can be agreed");
            }
            engine.borrow_mut().clear();
            loop {
                let event = match game.node() {
                    Node::Chance(faces) => {
                        let Some(face) = choices.pick(&faces) else { break };
                        Event::Throw { face: face.number }
                    }
                    Node::Choice(side) => {
                        let moves = game.legal_moves();
                        let wins = |mv: &&Move| {
                            let next = game.rules().play(game.position(), **mv);
                            game.rules().outcome(&next).is_some_and(|over| over.winner == Some(side))
                        };
                        let winning = moves.iter().filter(wins).count();
                        let limits = SearchLimits::nodes(5_000).with_depth(2);
                        let found = engine.borrow_mut().search(&game, &limits, 0);
                        let sees = found.score == Score::Win { plies: 1 };
                        if sees || found.depth > 0 {
                            assert_eq!(sees, winning > 0, "{id}: {:?} in {}", found.score, game.fen());
                            won.set(won.get() + winning.min(1));
                            seen.set(seen.get() + 1);
                        }
                        let Some(mv) = choices.pick(moves.as_slice()) else { break };
                        Event::Move { mv: UciMove::of(&ruleset, mv) }
                    }
                    _ => break,
                };
                game.apply(event, None).expect("a legal event");
            }
        });
    }
    let (won, seen) = (won.get(), seen.get());
    assert!(won > 10 && seen > 1_000, "only {won} of {seen} positions could be won");
}
