//! Analyses: how deep, how many lines, how many games at once, and whose scores.

use crate::command::{Place, Running, joined, json, printed, refused, rukh_with};

/// Black, to move, is a rook ahead.
const BEHIND: &str = "r3k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1";

fn game(place: &Place, name: &str, count: usize) -> String {
    let games: Vec<String> = (0..count)
        .map(|number| {
            format!("[Ruleset \"shatranj\"]\n[Round \"{number}\"]\n[FEN \"{BEHIND}\"]\n[SetUp \"1\"]\n\n1... Rb8 2. e3 Rc8 *\n")
        })
        .collect();
    place.with(name, &games.join("\n"))
}

#[test]
fn analyse_with_depth_and_multipv_keeps_to_both() {
    let judge = |more: &[&str]| printed(&joined(&[&["analyse", BEHIND, "-r", "shatranj"], more]));
    for (depth, lines) in [("2", "3"), ("4", "2")] {
        let found = json(&judge(&["--json", "--depth", depth, "--multipv", lines]));
        let thought = &found["eval"];
        assert_eq!(thought["depth"].to_string(), depth);
        assert_eq!(thought["lines"].as_array().map(Vec::len), lines.parse().ok(), "{found}");
        let text = judge(&["--depth", depth, "--multipv", lines]);
        assert!(
            text.contains(&format!("depth {depth}, "))
                && text.lines().count() == 2 + lines.parse::<usize>().expect("a number"),
            "{text}"
        );
    }
    let nodes =
        |threads| json(&judge(&["--json", "--depth", "9", "--threads", threads]))["eval"]["nodes"].clone();
    let one = nodes("1");
    assert_eq!(one, nodes("1"));
    // On a busy machine a search this short may be over before its second thread has begun.
    assert!((0..50).any(|_| nodes("2") != one), "two threads look at more positions");
    assert!(
        refused(&["analyse", BEHIND, "-r", "shatranj", "--depth", "3", "--nodes", "5"])
            .contains("cannot be used")
    );
}

#[test]
fn analyse_prints_every_score_for_white() {
    let place = Place::new("pov");
    let file = game(&place, "game.pgn", 1);
    let position = json(&printed(&["analyse", BEHIND, "-r", "shatranj", "--depth", "3", "--json"]));
    assert_eq!(position["turn"], "black");
    let score = -position["eval"]["score"]["cp"].as_i64().expect("a score");
    assert!(score < -300 && position["eval"]["score"]["expected"].as_f64() > Some(0.6), "{position}");
    let text = printed(&["analyse", BEHIND, "-r", "shatranj", "--depth", "3"]);
    let shown = format!("Black to move: {:.2}, depth 3", score as f64 / 100.0);
    assert!(text.contains("scores are for White") && text.contains(&shown), "{shown}: {text}");

    let judge =
        |how: &[&str]| printed(&joined(&[&["analyse", &file, "--depth", "3", "--multipv", "2"], how]));
    let report = json(&judge(&["--json"]));
    let (text, pgn) = (judge(&[]), judge(&["--pgn"]));
    assert!(text.contains("\nscores are for White\n"), "{text}");
    for (number, one) in report["moves"].as_array().expect("moves").iter().enumerate() {
        let sign = if one["side"] == "white" { 1 } else { -1 };
        let [score, promised] =
            [&one["score"], &one["eval"]["score"]].map(|value| sign * value["cp"].as_i64().expect("a score"));
        let before = one["before"].as_f64().expect("a share");
        assert!(score < -300 && promised < -300 && (before < 0.4) == (sign == 1), "{one}");
        let pawns = |score: i64| format!("{:.2}", score as f64 / 100.0);
        assert!(text.contains(&format!("{} → {}", pawns(promised), pawns(score))), "{number}: {text}");
        assert!(pgn.contains(&format!("[%eval {}]", pawns(score))), "{number}: {pgn}");
        assert_eq!(one["eval"]["lines"][0]["score"]["cp"], one["eval"]["score"]["cp"]);
        assert!(pgn.replace('\n', " ").contains(&format!(" {}, ", pawns(promised))), "{pgn}");
    }
    let dice = [
        "analyse",
        "efke/1nn1/r2r/4/pp1p/2p1/p1pp/1p2/P3/1PPP/P3/1PPP/2N1/4/R1NR/EFKE b",
        "-r",
        "oblong-dice",
    ];
    let (text, report) = (
        printed(&joined(&[&dice, &["--nodes", "200"]])),
        printed(&joined(&[&dice, &["--nodes", "200", "--json"]])),
    );
    let share = json(&report)["eval"]["expected"].as_f64().expect("a share");
    assert!(text.contains(&format!("Black to throw: {:.1} %", 100.0 * (1.0 - share))), "{share}: {text}");
}

#[test]
fn analyse_of_several_games_at_once_prints_the_same() {
    let place = Place::new("jobs");
    let file = game(&place, "games.pgn", 7);
    for form in [&[][..], &["--json"], &["--pgn"]] {
        let judge = |jobs| printed(&joined(&[&["analyse", &file, "--nodes", "300", "--jobs", jobs], form]));
        assert_eq!(judge("1"), judge("3"), "{form:?}");
    }
    assert!(refused(&["analyse", &file, "--jobs", "0"]).contains("0 is not in 1..=256"));
}

#[test]
fn analyse_prints_each_move_at_once_and_progress() {
    let place = Place::new("goes");
    let file = game(&place, "game.pgn", 1);
    let mut running = Running::new(&["analyse", &file, "--time", "2.5"]);
    let text = running.until("Rb8");
    assert!(running.is_running(), "the game is not judged to its end: {text}");
    running.kill();
    let ran = running.end();
    assert!(ran.err.contains("game 1: 1 of 3 moves analysed"), "{}", ran.err);
    let quiet = rukh_with(&["analyse", &file, "--time", "1", "--quiet"], "");
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
}

#[test]
fn analyse_writes_json_of_its_schema() {
    let place = Place::new("schema");
    let schema = json(&printed(&["analyse", "--schema"]));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let dice = place.with("dice.pgn", "[Ruleset \"oblong-dice\"]\n\n*\n");
    let over = "7k/8/6K1/8/8/8/8/R6k b - - 0 1".replace("7k/", "8/");
    let wanted: [&[&str]; 4] = [
        &[&game(&place, "game.pgn", 1), "--depth", "2", "--multipv", "2"],
        &[&dice, "--nodes", "50"],
        &[BEHIND, "-r", "shatranj", "--nodes", "50"],
        &[&over, "-r", "shatranj", "--nodes", "50"],
    ];
    for arguments in wanted {
        let report = json(&printed(&joined(&[&["analyse", "--json"], arguments])));
        let wrong: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}: {report}");
        let mut other = report.clone();
        other["ruleset"] = 7.into();
        assert!(!validator.is_valid(&other), "the schema says what a ruleset is");
    }
    assert!(!validator.is_valid(&json("{}")));
}
