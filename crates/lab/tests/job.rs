//! Jobs: the same game from the same data, and rows that say what the log says.

use std::ops::ControlFlow;
use std::sync::Arc;

use rukh_lab::engine_match::{Match, Pairing};
use rukh_lab::job::rows::{CUT_OFF, GameRow, MoveRow};
use rukh_lab::job::{
    GameLabels, GameRows, Job, JobError, JobGame, JobOpening, JobRunner, positions_of, rows_of,
};
use rukh_lab::referee::Adjudication;
use rukh_lab::time_control::TimeControl;
use rukh_rules::bits::CellSet;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Event, Game, Node, Phase, Ruleset, Side, UciMove};

fn players(white: &str, black: &str) -> [String; 2] {
    [white, black].map(str::to_owned)
}

fn job(instance: &str, seed: u64) -> Job {
    let has_werera = Ruleset::named(instance).expect("a built-in ruleset").has_werera();
    let opening = if has_werera { JobOpening::Array } else { JobOpening::Random { plies: 4 } };
    let players = players("rukh:nodes=40,tables=off", "rukh:nodes=25,tables=off");
    Job { max_plies: 60, ..Job::new(instance, players, opening, seed).expect("a built-in ruleset") }
}

fn run(job: &Job) -> JobGame {
    JobRunner::new().run(job).expect("the job is played")
}

const RULESETS: [&str; 5] = ["shatranj", "senterej", "oblong-dice", "mideast", "shatranj[stalemate=draw]"];

#[test]
fn runner_gives_the_same_rows_in_any_order() {
    let mut jobs: Vec<Job> = RULESETS
        .into_iter()
        .flat_map(|instance| (0..2).map(move |seed| Job { judge: Some(15), ..job(instance, seed) }))
        .collect();
    // The same players with colours reversed, and others.
    let reversed =
        Job { players: [jobs[0].players[1].clone(), jobs[0].players[0].clone()], ..jobs[0].clone() };
    let weak = Job { players: players("rukh:level=1", "rukh:depth=1,tables=off"), ..jobs[0].clone() };
    jobs.extend([reversed, weak]);
    let mut runner = JobRunner::new();
    let in_order: Vec<JobGame> = jobs.iter().map(|job| runner.run(job).expect("it is played")).collect();
    let mut order: Vec<usize> = (0..jobs.len()).chain(0..jobs.len()).collect();
    let mut random = SplitMix64::new(3);
    for left in (1..order.len()).rev() {
        order.swap(left, random.below(left + 1));
    }
    for at in order {
        let again = runner.run(&jobs[at]).expect("it is played");
        assert_eq!(again.row, in_order[at].row, "{:?}", jobs[at]);
        assert_eq!(again.moves, in_order[at].moves);
        assert_eq!(again.game.log(), in_order[at].game.log());
    }
    assert_ne!(in_order[0].game.log(), in_order[1].game.log(), "another seed is another game");
    let fresh = run(&jobs[3]);
    assert_eq!((fresh.row, fresh.moves), (in_order[3].row.clone(), in_order[3].moves.clone()));
}

/// The strongest level knows solved endings: it waits for those that nobody has asked for yet.
#[test]
fn level_plays_the_same_whether_tables_are_there_or_not() {
    let opening = JobOpening::Fen { fen: "8/8/8/3k4/8/8/8/K6R w - - 0 1".to_owned() };
    let both = players("rukh:level=8", "rukh:level=8");
    let job = Job::new("shatranj[bare=ignored]", both, opening, 1).expect("a job");
    let first = run(&job);
    assert_eq!((first.row.result.as_str(), first.row.plies), ("1-0", 29), "no win is quicker");
    let again = run(&job);
    assert_eq!((first.row, first.moves), (again.row, again.moves));
}

#[test]
fn match_plays_the_games_of_its_jobs() {
    let [white, black] = ["rukh:nodes=40,hash=1,tables=off", "rukh:nodes=25,hash=1,tables=off"];
    for (id, seed) in [("shatranj", 0), ("oblong-dice", mix(9 ^ mix(1))), ("senterej", 0)] {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let mut start = Game::new(ruleset.clone());
        if start.position().phase() == Phase::Werera {
            start.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("turns begin");
        }
        let fen = start.fen();
        let one = Match {
            specs: [white, black].map(|spec| spec.parse().expect("a player")),
            time_control: TimeControl::Nodes(1),
            openings: vec![Game::from_fen(ruleset.clone(), &fen).expect("a position")],
            pairs: 1,
            pairing: Pairing::Reversed,
            sprt: None,
            adjudication: Adjudication { max_plies: 50, ..Adjudication::default() },
            concurrency: 1,
            seed: 9,
            luck_depth: None,
            ruleset,
        };
        let mut games = Vec::new();
        one.run(&mut |pair, _| {
            games.extend(pair.games.each_ref().map(|played| played.game.clone()));
            ControlFlow::Continue(())
        })
        .expect("the match is played");
        for (game, players) in games.iter().zip([players(white, black), players(black, white)]) {
            let opening = JobOpening::Fen { fen: fen.clone() };
            let job = Job { max_plies: 50, ..Job::new(id, players, opening, seed).expect("a job") };
            let played = run(&job);
            let length = played.game.log().len();
            assert_eq!(played.game.log(), &game.log()[..length], "{id}");
            // A match counts what is cut off as drawn, and says so in the log.
            let is_cut_off = played.row.reason == CUT_OFF;
            assert_eq!(game.log().len(), length + usize::from(is_cut_off), "{id}");
        }
    }
}

/// Counts what rows say from the log alone.
fn recount(played: &JobGame) {
    let JobGame { game, row, moves } = played;
    let mut replayed = Game::from_position(game.rules().clone(), *game.start());
    let pieces = |game: &Game| Side::BOTH.map(|side| game.position().pieces_of_side(side).count() as usize);
    let (mut at_turns, mut throws, mut werera_events, mut plies) = (pieces(&replayed), 0, 0, 0);
    let mut rows = moves.iter();
    for entry in game.log() {
        match entry.event {
            Event::Throw { .. } => throws += 1,
            Event::Place { .. } | Event::Retract { .. } => werera_events += 1,
            Event::Move { mv } => {
                let row = rows.next().expect("a row for each move");
                check_move(&replayed, mv, row, plies);
                plies += 1;
            }
            _ => {}
        }
        let was_werera = replayed.position().phase() == Phase::Werera;
        replayed.apply(entry.event.clone(), entry.at).expect("it replays");
        if was_werera && replayed.position().phase() != Phase::Werera {
            at_turns = pieces(&replayed);
            assert_eq!(row.opening, replayed.fen());
        }
    }
    assert!(rows.next().is_none());
    assert_eq!((row.plies, row.throws), (plies, throws));
    let left = pieces(&replayed);
    let taken = at_turns[0] + at_turns[1] - left[0] - left[1];
    assert_eq!(row.captures as usize, taken, "each capture takes one piece");
    assert_eq!([row.white_left.len(), row.black_left.len()], left);
    let has_werera = game.start().phase() == Phase::Werera;
    assert_eq!(row.werera_events, has_werera.then_some(werera_events));
    let has_begun = replayed.position().phase() != Phase::Werera;
    assert_eq!(row.white_arrangement.is_some(), has_werera && has_begun);
    check_totals(game, row, moves);
}

fn check_move(game: &Game, mv: UciMove, row: &MoveRow, ply: u32) {
    let Node::Choice(side) = game.node() else { panic!("a choice") };
    assert_eq!((row.ply, row.side.as_str()), (ply, <&str>::from(side)));
    assert_eq!(row.legal as usize, game.legal_moves().len());
    assert_eq!(row.face, game.position().throw());
    let UciMove::Go { from, to, promotion } = mv else {
        assert_eq!((row.piece.as_str(), row.from.as_str(), row.to.as_str()), ("", "", ""));
        return;
    };
    assert_eq!((row.from.clone(), row.to.clone()), (from.to_string(), to.to_string()));
    assert_eq!(row.promotion.is_some(), promotion.is_some());
    let found = mv.find(game.ruleset(), game.known_moves(side)).expect("a legal move");
    assert_eq!(row.capture.is_some(), game.rules().is_capture(game.position(), found));
}

fn check_totals(game: &Game, row: &GameRow, moves: &[MoveRow]) {
    let count = |what: fn(&MoveRow) -> bool| moves.iter().filter(|mv| what(mv)).count() as u32;
    assert_eq!(row.plies as usize, moves.len());
    assert_eq!(row.passes, count(|mv| mv.piece.is_empty()));
    assert_eq!(row.captures, count(|mv| mv.capture.is_some()));
    assert_eq!(row.promotions, count(|mv| mv.promotion.is_some()));
    let (result, reason) = match game.outcome() {
        Some(over) => (over.result(), over.reason.to_string()),
        None => ("*", CUT_OFF.to_owned()),
    };
    assert_eq!((row.result.as_str(), &row.reason), (result, &reason));
    assert_eq!(row.laws, game.ruleset().hash());
    let positions = positions_of(game, row.cell, row.number);
    assert_eq!(positions.len(), moves.len() + 1);
    assert_eq!(positions.last().map(|last| last.fen.clone()), Some(game.fen()));
}

#[test]
fn rows_recount_what_the_log_says() {
    for instance in ["senterej", "oblong-dice", "mideast", "shatranj", "oblong"] {
        for seed in 0..4 {
            let played = run(&Job { max_plies: 120, ..job(instance, seed) });
            recount(&played);
            assert_eq!((played.row.luck_white, played.row.lead_changes), (None, None));
        }
    }
}

#[test]
fn rows_have_scores_where_there_is_a_judge() {
    for instance in ["oblong-dice", "mideast"] {
        let played = run(&Job { judge: Some(20), max_plies: 30, ..job(instance, 1) });
        recount(&played);
        let has_die = played.game.ruleset().has_die();
        assert_eq!((played.row.luck_white.is_some(), played.row.luck_black.is_some()), (has_die, has_die));
        assert!(played.row.lead_changes.is_some());
        let scores = played.moves.iter().map(|mv| mv.score_before.zip(mv.score_after));
        let scores: Option<Vec<(f64, f64)>> = scores.collect();
        let scores = scores.expect("every move has scores");
        assert!(
            scores.iter().all(|(before, after)| (0.0..=1.0).contains(before) && (0.0..=1.0).contains(after))
        );
    }
}

#[test]
fn rows_of_a_werera_say_how_it_ended() {
    let ends: Vec<GameRow> =
        (0..6).map(|seed| run(&Job { max_plies: 1, ..job("senterej", seed) }).row).collect();
    for row in &ends {
        let end = row.werera_end.as_deref().expect("it has ended");
        assert!(["capture-white", "capture-black", "budget", "agreement", "clock"].contains(&end), "{end}");
        assert!(row.werera_ms.is_some_and(|time| time <= 180_000), "{:?}", row.werera_ms);
        assert!(row.werera_events > Some(0) && row.werera_events >= row.werera_retractions, "{row:?}");
        let whole = row.opening.split(' ').next().expect("a placement");
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).count();
        let halves =
            [&row.white_arrangement, &row.black_arrangement].map(|half| half.clone().expect("turns began"));
        assert_eq!(letters(whole), letters(&halves[0]) + letters(&halves[1]));
    }
}

/// Times stand in logs of people alone.
#[test]
fn rows_of_a_timed_game_have_times() {
    let mut game = Game::new(Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset")));
    for (text, at) in [("e2e3", 1_000), ("e7e6", 3_500), ("d2d3", 3_400)] {
        let mv = game.legal_move(text).expect("legal");
        game.play(mv, Some(at)).expect("legal");
    }
    game.apply(Event::Resign { side: Side::Black }, Some(9_000)).expect("Black may resign");
    let labels = GameLabels { cell: 2, number: 7, white: "A".to_owned(), ..GameLabels::default() };
    let GameRows { game: row, moves } = rows_of(&game, &labels, None);
    let times: Vec<Option<u32>> = moves.iter().map(|mv| mv.time_ms).collect();
    assert_eq!(times, [None, Some(2_500), None], "time does not run backwards");
    assert_eq!((row.cell, row.number, row.white.as_str(), row.plies), (2, 7, "A", 3));
    assert_eq!((row.result.as_str(), row.reason.as_str()), ("1-0", "resignation"));
    assert_eq!((row.werera_events, row.white_arrangement), (None, None));
    assert!(row.options.split(',').is_sorted() && row.options.contains("bare="), "{}", row.options);
    assert!(moves.iter().all(|mv| (mv.cell, mv.number, mv.legal > 10) == (2, 7, true)));
}

#[test]
fn runner_refuses_what_is_not_a_function_of_the_job() {
    let good = job("shatranj", 1);
    let with = |white: &str| Job { players: players(white, "rukh:nodes=10"), ..good.clone() };
    let cases = [
        (Job { laws: "0".repeat(16), ..good.clone() }, "laws"),
        (Job { evaluation: "0".repeat(16), ..good.clone() }, "engine"),
        (Job { max_plies: 0, ..good.clone() }, "max_plies"),
        (Job { instance: "chess960".to_owned(), ..good.clone() }, "no ruleset is called"),
        (Job { instance: "senterej[saba=A]".to_owned(), ..good.clone() }, "as `senterej`"),
        (with("uci:stockfish"), "another program"),
        (with("xboard:gnuchess,depth=2"), "another program"),
        (with("rukh:tc=1"), "a clock"),
        (with("rukh:level=3,tc=1"), "a clock"),
        (with("rukh"), "no limit"),
        (with("rukh:nodes=10,threads=2"), "threads"),
        (with("rukh:nodes=10,hash=2048"), "at most `hash=1024`"),
        (with("rukh:nodes=10,eval-file=mine.json"), "eval-file"),
        (with("stockfish"), "unknown player"),
        (
            Job { opening: JobOpening::Fen { fen: "8/8 w".to_owned() }, ..good.clone() },
            "opening is impossible",
        ),
        (Job { opening: JobOpening::Random { plies: 4 }, ..job("senterej", 1) }, "werera"),
        (Job { opening: JobOpening::Random { plies: 60_000 }, ..good.clone() }, "use fewer"),
    ];
    let mut runner = JobRunner::new();
    for (job, expected) in cases {
        let error = runner.run(&job).err().unwrap_or_else(|| panic!("{expected}: {job:?}")).to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
    assert!(matches!(runner.run(&with("rukh:tc=1")), Err(JobError::Player { .. })));
    assert!(runner.run(&with("rukh:nodes=10,contempt=30")).is_ok(), "an error before changes nothing");
}

#[test]
fn job_is_read_as_it_is_written() {
    for opening in [
        JobOpening::Array,
        JobOpening::Random { plies: 6 },
        JobOpening::Fen { fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned() },
    ] {
        let job = Job { opening, seed: u64::MAX, judge: Some(9), ..job("shatranj", 1) };
        let text = serde_json::to_string(&job).expect("a job is plain data");
        assert_eq!(serde_json::from_str::<Job>(&text).expect("it is read"), job);
        let more = text.replacen('{', "{\"date\":1,", 1);
        assert!(serde_json::from_str::<Job>(&more).is_err(), "unknown keys are refused");
    }
}
