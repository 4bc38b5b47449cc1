//! Matches: what conflicts is said, what was played counts.

use crate::command::{BINARY, Place, Running, joined, json, printed, refused, rukh_with};

const MATCH: [&str; 3] = ["match", "-r", "shatranj"];
const TWO: [&str; 4] = ["--engine", "rukh:hash=1", "--engine", "rukh:hash=1,name=second"];

#[test]
fn match_with_a_level_and_limits_of_its_own_is_refused() {
    let level = ["--engine", "rukh:level=2", "--engine", "rukh"];
    for (limit, wanted) in [(["--nodes", "50"], "`nodes="), (["--depth", "2"], "`depth=")] {
        let said = refused(&joined(&[&MATCH, &level, &limit]));
        assert!(said.contains("a level sets its own limits") && said.contains(wanted), "{said}");
    }
    let beside = ["--engine", "rukh:level=1", "--engine", "rukh:nodes=50", "--games", "2", "--json"];
    let output = printed(&joined(&[&MATCH, &beside]));
    let first = json(output.lines().next().expect("a line"));
    assert_eq!(
        (&first["players"][0]["pace"], &first["players"][1]["pace"]),
        (&"level 1".into(), &"50 nodes a move".into())
    );
}

#[test]
fn match_with_an_odd_number_of_games_is_refused() {
    for (games, wanted) in [("5", "4 or 6"), ("1", "2 or 2"), ("0", "at least 2")] {
        let said = refused(&joined(&[&MATCH, &TWO, &["--games", games]]));
        assert!(said.contains(wanted), "{games}: {said}");
    }
}

#[test]
fn match_makes_only_as_many_openings_as_it_needs() {
    let few = ["--games", "4", "--nodes", "10", "--openings", "generated"];
    let said = printed(&joined(&[&MATCH, &TWO, &few]));
    assert!(said.starts_with("2 openings: 6 to 10 random plies"), "{said}");
}

#[test]
fn match_in_json_lines_prints_each_game_and_the_result() {
    let arguments = joined(&[&MATCH, &TWO, &["--games", "4", "--nodes", "50", "--json"]]);
    let lines: Vec<serde_json::Value> = printed(&arguments).lines().map(json).collect();
    let of = |kind: &str| -> Vec<&serde_json::Value> {
        lines.iter().filter(|line| line["type"] == kind).collect()
    };
    assert_eq!((lines.len(), of("match").len(), of("game").len()), (6, 1, 4), "{lines:?}");
    assert_eq!((&lines[0]["ruleset"], &lines[0]["games"]), (&"shatranj".into(), &4.into()));
    let result = &lines[5];
    assert_eq!(
        (&result["type"], &result["end"], &result["games"]),
        (&"result".into(), &"done".into(), &4.into())
    );
    let count = |result: &str| of("game").iter().filter(|game| game["result"] == result).count() as u64;
    assert_eq!(result["draws"].as_u64(), Some(count("1/2-1/2")));
    assert_eq!(
        result["wins"].as_u64().zip(result["losses"].as_u64()).map(|(wins, losses)| wins + losses),
        Some(count("1-0") + count("0-1"))
    );
    assert_eq!(of("game")[1]["white"], "second", "colours change");
    assert!(result["players"][1]["moves"].as_u64() > Some(10) && result["elo"]["difference"].is_number());
}

#[cfg(unix)]
#[test]
fn match_that_is_interrupted_prints_the_result_so_far() {
    let place = Place::new("ctrl-c");
    let games = place.file("games.pgn");
    let rest = ["--games", "100000", "--nodes", "20", "--json", "--pgn", &games];
    let mut running = Running::new(&joined(&[&MATCH, &TWO, &rest]));
    running.until("\"type\":\"game\"");
    running.interrupt();
    let ran = running.end();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    let result = json(ran.out.lines().last().expect("a line"));
    assert_eq!((&result["type"], &result["end"]), (&"result".into(), &"interrupted".into()), "{}", ran.out);
    let counted = result["games"].as_u64().expect("a number") as usize;
    let kept = printed(&["convert", &games, "--to", "jsonl"]).matches("{\"rukh\":1").count();
    assert!(counted >= 2 && counted == kept, "{counted} games are counted, {kept} kept");
}

#[test]
fn match_prints_progress_on_standard_error_unless_quiet() {
    let twin = format!("uci:{BINARY} uci");
    let place = Place::new("quiet");
    let opening = place.with("openings", "moves e2e3 e7e6\n");
    let rest = ["--nodes", "20", "--games", "8", "--openings", &opening];
    let arguments = joined(&[&MATCH, &["--engine", &twin, "--engine", &twin], &rest]);
    let ran = rukh_with(&arguments, "");
    assert!(
        ran.err.contains("2 games: with a node or depth limit") && ran.out.contains("\n2 games: "),
        "{}{}",
        ran.err,
        ran.out
    );
    let quiet = rukh_with(&joined(&[&arguments, &["--quiet"]]), "");
    assert_eq!(quiet.err, "");
    assert!(quiet.out.contains("\n2 games: "), "{}", quiet.out);
}

#[test]
fn match_appends_games_to_a_file_only_with_append() {
    let place = Place::new("append");
    let games = place.file("games.pgn");
    let arguments = joined(&[&MATCH, &TWO, &["--games", "2", "--nodes", "10", "--pgn", &games]]);
    printed(&arguments);
    assert!(refused(&arguments).contains("--append"));
    let count = || printed(&["convert", &games]).matches("{\"rukh\":1").count();
    printed(&joined(&[&arguments, &["--append"]]));
    assert_eq!(count(), 4);
    printed(&joined(&[&arguments, &["--force"]]));
    assert_eq!(count(), 2);
}
