//! Matches as they are played, with engines in this process and fakes that fail.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rukh_lab::engine_match::{Match, MatchError, Pair, Pairing};
use rukh_lab::match_game::MatchGame;
use rukh_lab::match_result::MatchResult;
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::player::{PlayerError, PlayerSpec};
use rukh_lab::record::{reason, records};
use rukh_lab::referee::{Adjudication, Cause, DrawRule, PlayedGame, ResignRule};
use rukh_lab::sprt::{Sprt, Verdict};
use rukh_lab::time_control::TimeControl;
use rukh_rules::notation::pgn;
use rukh_rules::{Event, Game, Reason, Ruleset, Side};

fn engine_match(id: &str, specs: [&str; 2], pairs: u64) -> Match {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let recipe = OpeningGenerator { nodes: 200, ..OpeningGenerator::new(&ruleset, 8, 5) };
    Match {
        specs: specs.map(|spec| spec.parse::<PlayerSpec>().expect("a player")),
        time_control: TimeControl::Nodes(200),
        openings: recipe.generate(&ruleset).expect("the engine plays").games().to_vec(),
        pairs,
        pairing: Pairing::Reversed,
        sprt: None,
        adjudication: Adjudication::default(),
        concurrency: 1,
        seed: 1,
        luck_depth: None,
        ruleset,
    }
}

fn fake(behaviour: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/engine.sh");
    format!("uci:sh \"{script}\" {behaviour},timeout=0.3")
}

/// A match and all its games.
fn played(engine_match: &Match) -> (MatchResult, Vec<Pair>) {
    let mut pairs = Vec::new();
    let result = engine_match.run(&mut |pair, _| {
        pairs.push(pair.clone());
        ControlFlow::Continue(())
    });
    (result.expect("the match is played"), pairs)
}

fn as_pgn(engine_match: &Match) -> String {
    let (result, pairs) = played(engine_match);
    let records = |pair| records(engine_match, &result, pair, Some("2026.01.02"));
    pgn::format_all(&pairs.iter().flat_map(records).collect::<Vec<_>>())
}

/// The causes of a pair against a fake that is White first.
fn causes(what: &str, time_control: TimeControl) -> (Vec<Cause>, MatchResult, Vec<Pair>) {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let fake = fake(what);
    let engine_match = Match {
        openings: vec![Game::new(ruleset)],
        time_control,
        ..engine_match("shatranj", [&fake, "rukh:hash=1,nodes=100"], 1)
    };
    let (result, pairs) = played(&engine_match);
    assert_eq!(result.tally.games, [2, 0, 0], "{what} loses");
    let causes = pairs[0].games.iter().map(|game| game.cause.clone()).collect();
    (causes, result, pairs)
}

#[test]
fn match_result_counts_the_games_played() {
    let mut engine_match =
        engine_match("shatranj", ["rukh:hash=1,nodes=800,name=more", "rukh:hash=1,nodes=50"], 2);
    let set = OpeningSet::parse("moves e2e3 e7e6\nmoves b1c3 g7g6\n", &engine_match.ruleset);
    engine_match.openings = set.expect("two openings").games().to_vec();
    let (result, pairs) = played(&engine_match);
    assert_eq!(result.names, ["more", "Rukh"]);
    let (mut games, mut halves) = ([0; 3], [0; 5]);
    for pair in &pairs {
        let points = pair.games.iter().zip(Side::BOTH).map(|(game, own)| match game.outcome.winner {
            Some(winner) => 2 * usize::from(winner == own),
            None => 1,
        });
        let points: Vec<usize> = points.collect();
        points.iter().for_each(|points| games[*points] += 1);
        halves[points.iter().sum::<usize>()] += 1;
    }
    assert_eq!((result.tally.games, result.tally.pairs), (games, halves));
    assert!(games[2] > games[0], "sixteen times the nodes win: {games:?}");
}

#[test]
fn match_stopped_in_a_long_game_has_the_pairs_before() {
    let mut endless = engine_match("shatranj", ["rukh:hash=1", "rukh:hash=1"], 1_000_000);
    let counted = std::cell::Cell::new(0);
    let stop = || counted.get() >= 2;
    let result = endless.run_until(&stop, &mut |_, standing| {
        counted.set(standing.pairs_counted());
        ControlFlow::Continue(())
    });
    assert_eq!(result.expect("the match is played").pairs_counted(), 2);
    endless.time_control = TimeControl::Clock { base: Duration::from_secs(20), increment: Duration::ZERO };
    let since = std::time::Instant::now();
    let result = endless.run_until(&|| since.elapsed() > Duration::from_millis(100), &mut |_, _| {
        panic!("no pair is finished so soon")
    });
    assert_eq!(result.expect("the match is played").pairs_counted(), 0);
    assert!(since.elapsed() < Duration::from_secs(15), "the games of 40 seconds were broken off");
}

#[test]
fn match_resumed_from_finished_games_has_the_same_games() {
    let go_on = ControlFlow::Continue(());
    for id in ["shatranj", "oblong-dice", "senterej"] {
        let whole = engine_match(id, ["rukh:hash=1,nodes=60,name=A", "rukh:hash=1,nodes=30,name=B"], 3);
        let (mut lines, mut games) = (Vec::new(), Vec::new());
        let mut keep = |_: &[String; 2], game: &MatchGame| {
            lines.push(game.to_json());
            go_on
        };
        let mut report = |pair: &Pair, _: &MatchResult| {
            games.extend(pair.games.each_ref().map(|game| (game.game.fen(), game.game.log().to_vec())));
            go_on
        };
        let result = whole.resume(Vec::new(), &|| false, &mut keep, &mut report).expect("it is played");
        // A pair, the half of one, and the half of a later one were finished.
        let read = |at: usize| MatchGame::from_json(&lines[at], &whole).expect("a game of this match");
        let (mut played, mut again) = (Vec::new(), Vec::new());
        let mut keep = |_: &[String; 2], game: &MatchGame| {
            played.push((game.pair, game.index));
            go_on
        };
        let mut report = |pair: &Pair, _: &MatchResult| {
            again.extend(pair.games.each_ref().map(|game| (game.game.fen(), game.game.log().to_vec())));
            go_on
        };
        let kept = [5, 0, 1, 2].map(read).to_vec();
        let resumed = whole.resume(kept, &|| false, &mut keep, &mut report).expect("it is played");
        assert_eq!(played, [(1, 1), (2, 0)], "{id}: no game is played twice");
        assert!(again == games, "{id}");
        assert_eq!((resumed.tally, resumed.independent), (result.tally, result.independent));
        let work = |result: &MatchResult| result.stats.map(|stats| (stats.moves, stats.nodes));
        assert_eq!(work(&resumed), work(&result));
        // Fewer games than are finished are no more.
        let short = Match { pairs: 1, ..whole.clone() };
        let all = (0..6).map(read).collect();
        let result = short.resume(all, &|| false, &mut |_, _| go_on, &mut |_, _| go_on);
        assert_eq!(result.expect("nothing is left").tally.played(), 2);
    }
}

#[test]
fn failures_of_players_are_those_of_the_finished_games() {
    for (what, time_control) in [
        ("crash", TimeControl::Nodes(100)),
        ("hang", TimeControl::Nodes(100)),
        ("cheat", TimeControl::Depth(1)),
        ("late", TimeControl::Clock { base: Duration::from_millis(200), increment: Duration::ZERO }),
    ] {
        let (causes, result, pairs) = causes(what, time_control);
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let base = engine_match("shatranj", ["rukh:hash=1", "rukh:hash=1,nodes=9"], 1);
        let same = Match { openings: vec![Game::new(ruleset)], ..base };
        let mut kept = Vec::new();
        for (index, played) in pairs[0].games.iter().enumerate() {
            let game = MatchGame { pair: 0, index, played: played.clone() };
            kept.push(MatchGame::from_json(&game.to_json(), &same).expect("a game of this match"));
        }
        assert_eq!(kept.iter().map(|game| game.played.cause.clone()).collect::<Vec<_>>(), causes);
        let resumed = same.resume(kept, &|| false, &mut |_, _| panic!("played again"), &mut |_, _| {
            ControlFlow::Continue(())
        });
        assert_eq!(resumed.expect("nothing is left").failures, result.failures, "{what}");
    }
}

#[test]
fn finished_game_of_another_match_is_refused() {
    let one = engine_match("shatranj", ["rukh:hash=1", "rukh:hash=1,nodes=30"], 1);
    let mut lines = Vec::new();
    let _ = one.resume(
        Vec::new(),
        &|| false,
        &mut |_, game| {
            lines.push(game.to_json());
            ControlFlow::Continue(())
        },
        &mut |_, _| ControlFlow::Continue(()),
    );
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut line = lines[0].clone();
        change(&mut line);
        MatchGame::from_json(&line, &one).expect_err("it is no game of this match").to_string()
    };
    assert!(refused(&|line| line["start"] = "8/8 w".into()).contains("should begin from"));
    assert!(refused(&|line| line["game"] = 3.into()).contains("has no game 3"));
    assert!(refused(&|line| line["pair"] = 0.into()).contains("pair 0"));
    assert!(refused(&|line| line["log"] = serde_json::json!([])).contains("no end"));
    assert!(refused(&|line| line["cause"] = "boredom".into()).contains("boredom"));
    let other = Match { seed: 2, ..one.clone() };
    assert!(MatchGame::from_json(&lines[0], &other).is_err(), "its openings come in another order");
}

#[test]
fn match_on_more_threads_has_the_same_games() {
    for id in ["shatranj", "oblong-dice"] {
        let alone = engine_match(id, ["rukh:hash=1", "rukh:hash=1"], 6);
        let together = Match { concurrency: 3, ..alone.clone() };
        assert_eq!(as_pgn(&alone), as_pgn(&together), "{id}");
    }
}

#[test]
fn pgn_of_a_match_read_again_gives_the_same_games() {
    for id in ["senterej", "oblong-dice", "mideast"] {
        let engine_match = engine_match(id, ["rukh:hash=1", "rukh:hash=1,nodes=100"], 1);
        let text = as_pgn(&engine_match);
        let read = pgn::parse(&text, |name| Ruleset::named(name).map(Arc::new)).expect("our own PGN");
        let (_, pairs) = played(&engine_match);
        assert_eq!(read.len(), 2);
        for (record, game) in read.iter().zip(&pairs[0].games) {
            assert_eq!(record.game.log(), game.game.log(), "{id}");
            assert_eq!(record.game.outcome(), Some(game.outcome));
        }
        assert_eq!(read[1].tags.get("White"), Some("Rukh 2"));
        assert_eq!(read[1].tags.get("WhitePace"), Some("100 nodes a move"));
        assert_eq!(read[0].tags.get("Round"), Some("1.1"));
        assert_eq!(pgn::format_all(&read), text);
    }
}

#[test]
fn engine_that_crashes_loses_and_starts_anew() {
    let (causes, result, pairs) = causes("crash", TimeControl::Nodes(100));
    let crash =
        |cause: &Cause| matches!(cause, Cause::PlayerError(_, PlayerError::Crash(why)) if why.contains("3"));
    assert!(causes.iter().all(crash), "{causes:?}");
    assert_eq!((result.failures[0].crashes, result.failures[1].crashes), (2, 0));
    let [first, second] = &pairs[0].games;
    assert_eq!(first.outcome.reason, Reason::Abandonment);
    assert_eq!(first.game.log().len(), 1, "it had nothing but its end");
    assert_eq!(second.game.log().len(), 2, "as Black it is asked after White's move");
    assert!(reason(first).starts_with("White: the program has ended"));
}

#[test]
fn engine_without_an_answer_loses() {
    // `flood` writes much, but never an answer.
    for what in ["hang", "flood"] {
        let (causes, ..) = causes(what, TimeControl::Nodes(100));
        let hang = |side| Cause::PlayerError(side, PlayerError::Timeout(Duration::from_millis(300)));
        assert_eq!(causes, [hang(Side::White), hang(Side::Black)], "{what}");
    }
}

#[test]
fn timeout_of_a_player_holds_from_its_start() {
    let since = std::time::Instant::now();
    for player in [fake("mute"), "xboard:sleep 60,timeout=0.3".to_owned()] {
        let base = engine_match("shatranj", ["rukh:hash=1", &player], 1);
        let error = Match { time_control: TimeControl::Depth(1), ..base }
            .run(&mut |_, _| ControlFlow::Continue(()))
            .expect_err("it never starts");
        assert!(error.to_string().contains("no answer within 0.3 s"), "{player}: {error}");
    }
    let (causes, ..) = causes("unready", TimeControl::Nodes(100));
    let unready = |side| Cause::PlayerError(side, PlayerError::Timeout(Duration::from_millis(300)));
    assert_eq!(causes[0], unready(Side::White));
    assert!(since.elapsed() < Duration::from_secs(15), "it took {:?}", since.elapsed());
}

/// Behind a wrapper, another process hangs.
#[test]
fn process_behind_a_wrapper_is_killed_with_it() {
    let numbers = std::env::temp_dir().join(format!("rukh-lab-{}-deaf", std::process::id()));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/engine.sh");
    let wrapped =
        format!("uci:sh -c \"sh '{script}' deaf '{}'; true\",timeout=0.3,name=W", numbers.display());
    let (result, _) = played(&engine_match("shatranj", ["rukh:hash=1,nodes=50", &wrapped], 1));
    assert_eq!(result.failures[1].crashes, 2);
    let left = std::fs::read_to_string(&numbers).expect("it was asked for moves");
    let _ = std::fs::remove_file(&numbers);
    assert_eq!(left.lines().count(), 2);
    for number in left.lines() {
        let asked = std::process::Command::new("ps").args(["-o", "stat=", "-p", number]).output();
        let state = String::from_utf8(asked.expect("`ps` runs").stdout).expect("letters");
        // A zombie is dead: its parent has not read its status.
        assert!(state.trim().is_empty() || state.starts_with('Z'), "{number} lives: {state}");
    }
}

#[test]
fn engine_with_an_illegal_move_loses() {
    for (what, move_played) in [("cheat", "`a1h8`"), ("none", "`(none)`")] {
        let (causes, result, pairs) = causes(what, TimeControl::Depth(1));
        assert_eq!(
            causes[0],
            Cause::PlayerError(Side::White, PlayerError::IllegalMove(move_played.to_owned()))
        );
        assert_eq!(result.failures[0].illegal, 2);
        assert_eq!(reason(&pairs[0].games[0]), format!("White: illegal move: {move_played}"));
    }
}

#[test]
fn engine_output_that_is_no_answer_is_passed_over() {
    let (causes, _, pairs) = causes("babble", TimeControl::Nodes(100));
    // The move that it always plays is legal once.
    assert_eq!(causes[0], Cause::PlayerError(Side::White, PlayerError::IllegalMove("`e2e3`".to_owned())));
    let first = &pairs[0].games[0].game.log()[0].event;
    assert_eq!(*first, Event::Move { mv: "e2e3".parse().expect("coordinates") });
}

#[test]
fn engine_beyond_its_clock_loses() {
    let clock = TimeControl::Clock { base: Duration::from_millis(200), increment: Duration::ZERO };
    let (causes, result, pairs) = causes("late", clock);
    assert_eq!(causes, [Cause::TimeForfeit(Side::White), Cause::TimeForfeit(Side::Black)]);
    assert_eq!(result.failures[0].time, 2);
    assert_eq!(pairs[0].games[0].outcome.reason, Reason::Time);
    // An illegal move counts, however long it takes to kill the engine.
    let clock = TimeControl::Clock { base: Duration::from_millis(275), increment: Duration::ZERO };
    let (_, result, _) = self::causes("stubborn", clock);
    assert_eq!((result.failures[0].illegal, result.failures[0].time), (2, 0));
}

/// A level has no limit of time of its own; one move of the highest takes longer than the clock.
#[test]
fn level_with_a_clock_keeps_to_it() {
    let base = engine_match("shatranj", ["rukh:level=8,hash=1,tc=1", "rukh:hash=1,nodes=50"], 1);
    let adjudication =
        Adjudication { max_plies: 4, time_margin: Duration::from_millis(900), ..Adjudication::default() };
    let (result, _) = played(&Match { adjudication, ..base });
    assert_eq!((result.tally.played(), result.failures[0].time), (2, 0));
}

#[test]
fn record_of_a_level_has_its_own_limits() {
    let base = engine_match("shatranj", ["rukh:level=2,hash=1", "rukh:hash=1,nodes=50"], 1);
    let engine_match = Match { adjudication: Adjudication { max_plies: 4, ..base.adjudication }, ..base };
    let (result, pairs) = played(&engine_match);
    let [record, _] = records(&engine_match, &result, &pairs[0], None);
    let paces = ["WhitePace", "BlackPace"].map(|tag| record.tags.get(tag));
    assert_eq!(paces, [Some("level 2"), Some("50 nodes a move")]);
    assert!(result.stats[0].nodes > 100, "{:?}", result.stats);
    let clock = TimeControl::Clock { base: Duration::from_secs(5), increment: Duration::ZERO };
    assert_eq!(engine_match.specs[0].limits(clock), "5+0 s");
}

#[test]
fn players_of_one_name_are_numbered() {
    let engine_match = engine_match("shatranj", ["rukh:hash=1,nodes=20", "rukh:hash=2,nodes=10"], 1);
    let (result, pairs) = played(&engine_match);
    assert_eq!(result.names, ["Rukh 1", "Rukh 2"]);
    let [first, second] = records(&engine_match, &result, &pairs[0], None);
    assert_eq!((first.tags.get("White"), second.tags.get("White")), (Some("Rukh 1"), Some("Rukh 2")));
}

#[test]
fn pairs_that_would_repeat_are_not_counted() {
    let base = engine_match("shatranj", [&fake("cheat"), &fake("none")], 20);
    let (result, _) = played(&base);
    assert_eq!(result.pairs_counted(), 8, "a pair for each opening");
    let clock = TimeControl::Clock { base: Duration::from_secs(1), increment: Duration::ZERO };
    assert_eq!(Match { time_control: clock, ..base }.distinct_pairs(), 20);
    assert_eq!(engine_match("shatranj", [&fake("cheat"), "rukh:hash=1"], 20).distinct_pairs(), 20);
    let dice = Match {
        ruleset: Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset")),
        ..engine_match("shatranj", [&fake("cheat"), &fake("none")], 20)
    };
    assert_eq!(dice.distinct_pairs(), 20);
}

/// Two hundred such games were a hundred, played twice, and nothing said so.
#[test]
fn equal_players_in_pairs_repeat_games_that_count_once() {
    let base = engine_match("oblong-dice", ["rukh:hash=1", "rukh:hash=1,name=Twin"], 3);
    let twins = Match { time_control: TimeControl::Nodes(20), ..base };
    let (result, pairs) = played(&twins);
    assert!(twins.may_repeat_games());
    let moves = |game: &PlayedGame| game.game.log().iter().map(|one| one.event.clone()).collect::<Vec<_>>();
    assert!(pairs.iter().all(|pair| moves(&pair.games[0]) == moves(&pair.games[1])));
    assert_eq!((result.tally.played(), result.repeats, result.sample_size()), (6, 3, 3));
    assert!(result.summary(None).contains("; 3 repeat an earlier game, so the error is that of 3 pairs"));
    let unpaired = Match { pairing: Pairing::Independent, ..twins };
    let (result, pairs) = played(&unpaired);
    assert!(!unpaired.may_repeat_games());
    assert_eq!((result.tally.played(), result.repeats, result.sample_size()), (6, 0, 6));
    assert_eq!((result.tally.pairs, result.pairs_counted()), ([0; 5], 3));
    assert!(result.summary(None).contains("; unpaired"), "{}", result.summary(None));
    let first = pairs[0].games[0].game.start();
    assert_ne!(first, pairs[0].games[1].game.start(), "each has an opening of its own");
}

/// A deterministic player and few openings: what is played again is no new evidence.
#[test]
fn pair_that_repeats_an_earlier_one_is_no_evidence() {
    let base = engine_match("shatranj", ["rukh:hash=1,nodes=50", "rukh:hash=1,nodes=20"], 2);
    let opening = base.openings[0].clone();
    let adjudication = Adjudication { max_plies: 9, ..Adjudication::default() };
    let (result, _) = played(&Match { openings: vec![opening.clone(), opening], adjudication, ..base });
    assert_eq!((result.tally.played(), result.repeats, result.sample_size()), (4, 2, 1));
    assert_eq!(result.cut_off, 4);
    assert!(result.summary(None).contains("; 4 cut off and counted as drawn"));
}

#[test]
fn match_with_ten_crashes_in_a_row_ends() {
    let fake = fake("crash");
    let engine_match = engine_match("shatranj", ["rukh:hash=1,nodes=50", &fake], 50);
    let mut told = MatchResult::default();
    let error = engine_match.run(&mut |_, result| {
        told = result.clone();
        ControlFlow::Continue(())
    });
    let error = error.expect_err("it never plays");
    assert_eq!((told.pairs_counted(), told.tally.games, told.failures[1].crashes), (5, [0, 0, 10], 10));
    let MatchError::RepeatedCrashes { name, .. } = &error else { panic!("{error}") };
    assert_eq!(name, "Fake crash");
    assert!(error.to_string().contains("failed 10 times in a row"), "{error}");
}

#[test]
fn match_with_a_player_that_cannot_play_is_refused() {
    let error = |id: &str, specs: [&str; 2]| {
        let error = engine_match(id, specs, 1).run(&mut |_, _| ControlFlow::Continue(()));
        error.expect_err("it cannot be played").to_string()
    };
    assert!(error("shatranj", ["rukh:hash=1", "uci:/no/such/program"]).contains("cannot be started"));
    assert!(error("shatranj", ["rukh:hash=1", "uci:true"]).contains("the program has ended"));
    assert!(error("oblong", ["rukh:hash=1", &fake("hang")]).contains("not support the variant `oblong`"));
    let options = "shatranj[array=ke]";
    assert!(
        error(options, ["rukh:hash=1", &fake("hang")])
            .contains(&format!("not support the variant `{options}`"))
    );
    assert!(error("shatranj", ["xboard:true", "rukh:hash=1"]).contains("no node limit"));
    let nothing =
        Match { openings: Vec::new(), ..engine_match("shatranj", ["rukh:hash=1", "rukh:hash=1"], 1) };
    let error = nothing.run(&mut |_, _| ControlFlow::Continue(()));
    assert_eq!(error, Err(MatchError::NoOpenings));
}

#[test]
fn adjudication_ends_games() {
    let base = engine_match("shatranj", ["rukh:hash=1,nodes=50", "rukh:hash=1,nodes=500"], 2);
    let with = |adjudication| played(&Match { adjudication, ..base.clone() }).1;
    let games = |pairs: Vec<Pair>| pairs.into_iter().flat_map(|pair| pair.games).collect::<Vec<_>>();
    let short = Adjudication { max_plies: 9, ..Adjudication::default() };
    for game in games(with(short)) {
        assert_eq!((game.cause, game.outcome.reason), (Cause::CutOff, Reason::Agreement));
        assert_eq!(game.game.log().len(), 10);
    }
    let resign = Some(ResignRule { moves: 2, behind: 150 });
    let resigned = games(with(Adjudication { resign, ..Adjudication::default() }));
    assert!(resigned.iter().any(|game| game.outcome.reason == Reason::Resignation));
    let draw = Some(DrawRule { from_ply: 0, moves: 1, within: 10_000 });
    for game in games(with(Adjudication { draw, ..Adjudication::default() })) {
        assert_eq!((game.outcome.reason, game.game.log().len()), (Reason::Agreement, 3));
    }
    // A level reports no score, and the rule wants the scores of both players.
    let silent = engine_match("shatranj", ["rukh:hash=1,nodes=50", "rukh:level=1,hash=1"], 1);
    let adjudication = Adjudication { draw, max_plies: 9, ..Adjudication::default() };
    for game in games(played(&Match { adjudication, ..silent }).1) {
        assert_eq!(game.game.log().len(), 10);
    }
}

#[test]
fn sprt_decided_ends_the_match() {
    let sprt = Sprt::new(0.0, 200.0).expect("a test");
    let base = engine_match("shatranj", ["rukh:hash=1,nodes=800", "rukh:hash=1,nodes=20"], 500);
    let (result, pairs) = played(&Match { sprt: Some(sprt), ..base.clone() });
    assert_eq!(sprt.verdict(&result.tally), Verdict::Accepted);
    assert!(pairs.len() < 60 && result.pairs_counted() == pairs.len() as u64);
    let line = result.summary(Some(&sprt));
    assert!(line.contains("LLR +") && line.contains("Elo +"), "{line}");
    let mut seen = 0;
    let stopped = base.run(&mut |_, _| {
        seen += 1;
        if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.expect("it is played").pairs_counted(), 2);
}

#[test]
fn match_with_a_judge_of_luck_is_the_same_with_any_number_of_threads() {
    let alone = Match { luck_depth: Some(1), ..engine_match("oblong-dice", ["rukh:hash=1"; 2], 3) };
    let alone = Match { time_control: TimeControl::Nodes(30), pairing: Pairing::Independent, ..alone };
    let (result, pairs) = played(&alone);
    assert_eq!(result.luck_adjusted.count(), 6);
    let line = result.luck_summary(Some(&Sprt::new(0.0, 50.0).expect("a test"))).expect("luck is judged");
    assert!(line.starts_with("less luck: Elo") && line.contains("LLR"), "{line}");
    let (together, _) = played(&Match { concurrency: 2, ..alone.clone() });
    assert_eq!(together.luck_adjusted, result.luck_adjusted);
    let game = MatchGame { pair: 0, index: 1, played: pairs[0].games[1].clone() };
    let again = MatchGame::from_json(&game.to_json(), &alone).expect("a game of the match");
    assert!(game.played.luck.is_some() && again.played.luck == game.played.luck);
    let without = Match { luck_depth: None, pairs: 1, ..alone };
    assert_eq!(played(&without).0.luck_summary(None), None);
}
