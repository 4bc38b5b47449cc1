//! Evaluation files are used wherever the engine thinks, and only where they fit.

use std::path::Path;

use crate::command::{BINARY, Place, Running, joined, json, printed, read, refused, rukh_with};

/// White is a rook and a knight ahead.
const AHEAD: &str = "4k3/pppp4/8/8/8/8/4PPPP/RN2K3 w - - 0 1";

/// The engine's own numbers of shatranj, what pieces and their places are worth turned round.
fn turned(place: &Place) -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tuned/shatranj.json");
    let mut file = json(&read(own));
    for term in ["material", "place"] {
        for pair in file["weights"][term].as_array_mut().expect("numbers") {
            for number in pair.as_array_mut().expect("a pair") {
                *number = (-number.as_i64().expect("a number")).into();
            }
        }
    }
    place.with("turned.json", &file.to_string())
}

#[test]
fn eval_file_is_used_by_every_command_that_searches() {
    let place = Place::new("used");
    let file = turned(&place);
    let own_and_turned = |arguments: &[&str]| {
        let with = joined(&[arguments, &["--eval-file", &file]]);
        [printed(arguments), printed(&with)]
    };
    let [own, other] =
        own_and_turned(&["eval", "-r", "shatranj", AHEAD, "--format", "json"]).map(|text| json(&text));
    for key in ["white", "side-to-move"] {
        assert!(own[key].as_i64() > Some(500) && other[key].as_i64() < Some(-500), "{own} {other}");
    }
    let nodes =
        |text: &str| text.lines().next().and_then(|line| line.split(" nodes").next()).map(str::to_owned);
    let [own, other] = own_and_turned(&["bench", "shatranj", "--depth", "6"]);
    assert_ne!(nodes(&own), nodes(&other));
    let judge = ["analyse", AHEAD, "-r", "shatranj", "--depth", "1", "--json"];
    let [own, other] = own_and_turned(&judge).map(|text| json(&text)["eval"]["score"]["cp"].as_i64());
    assert!(own > Some(400) && other.is_some_and(|score| score < 0), "{own:?} {other:?}");
    let hint = |more: &[&str]| {
        let play = joined(&[&["play", "shatranj", "--fen", AHEAD, "--plain", "--side", "both"], more]);
        let said = rukh_with(&play, "hint\nquit\n").out;
        said.lines().find(|line| line.starts_with("Hint: ")).expect("a hint").to_owned()
    };
    assert_ne!(hint(&[]), hint(&["--eval-file", &file]));
}

#[test]
fn eval_file_is_used_by_players_of_a_match() {
    let place = Place::new("players");
    let file = turned(&place);
    let with = format!("rukh:eval-file={file},name=turned");
    let score = |players: [&str; 2], more: &[&str]| {
        let rest =
            ["--nodes", "300", "--games", "2", "--json", "--engine", players[0], "--engine", players[1]];
        let output = printed(&joined(&[&["match", "-r", "shatranj"], &rest, more]));
        json(output.lines().last().expect("a line"))["score"].as_f64()
    };
    assert_eq!(score([&with, "rukh"], &[]), Some(0.0), "who gives pieces away loses");
    let external = format!("uci:\"{BINARY}\" uci");
    assert_eq!(score([&external, "rukh"], &["--eval-file", &file]), Some(1.0));
    let none = ["--engine", &external, "--engine", &external, "--eval-file", &file];
    assert!(refused(&joined(&[&["match", "-r", "shatranj"], &none])).contains("neither player is `rukh`"));
}

#[test]
fn eval_file_is_used_by_both_protocols() {
    let place = Place::new("protocols");
    let file = turned(&place);
    let all = |text: &str| -> f64 {
        let line = text.lines().rev().find(|line| line.starts_with("all ")).expect("a sum");
        line.split_whitespace().nth(1).and_then(|sum| sum.parse().ok()).expect("a number")
    };
    let printed_value = |arguments: &[&str], first: &str| {
        let input = format!(
            "{first}setoption name UCI_Variant value shatranj\nposition fen {} w - - 0 1\neval\n",
            "4k3/pppp4/8/8/8/8/4PPPP/RN2K3"
        );
        all(&rukh_with(arguments, &input).out)
    };
    let set = format!("setoption name EvalFile value {file}\n");
    assert!(printed_value(&["uci"], "") > 5.0);
    assert!(printed_value(&["uci", "--eval-file", &file], "") < -5.0);
    assert!(printed_value(&["uci"], &set) < -5.0);
    let back = format!("{set}setoption name EvalFile value <empty>\n");
    assert!(printed_value(&["uci"], &back) > 5.0);

    let score = |arguments: &[&str], option: &str| -> i32 {
        let mut session = Running::new(arguments);
        let position = format!("setboard {AHEAD}");
        for line in ["xboard", "protover 2", option, "variant shatrandj", &position, "post", "sd 1", "go"] {
            session.say(line);
        }
        let said = session.until("move ");
        let line = said.lines().find(|line| line.starts_with("1 ")).unwrap_or_else(|| panic!("{said}"));
        line.split(' ').nth(1).and_then(|score| score.parse().ok()).expect("a score")
    };
    let set = format!("option EvalFile={file}");
    assert!(score(&["xboard"], "") > 400);
    assert!(score(&["xboard", "--eval-file", &file], "") < 0);
    assert!(score(&["xboard"], &set) < 0);
}

#[test]
fn eval_file_that_does_not_fit_is_refused_everywhere() {
    let place = Place::new("misfit");
    let file = turned(&place);
    let commands: [&[&str]; 5] = [
        &["eval", "-r", "mideast"],
        &["bench", "mideast"],
        &["play", "mideast"],
        &[
            "analyse",
            "-r",
            "mideast",
            "c4vh3/rn5b1k/pv3Q4/7P2/1p1pP5/7P2/5P4/1Pq1t2VP1/1N1V1K2N1/C6H2 w - - 5 50",
        ],
        &["match", "-r", "mideast", "--engine", "rukh", "--engine", "rukh"],
    ];
    for command in commands {
        let said = refused(&joined(&[command, &["--eval-file", &file]]));
        assert!(said.contains("8x8 cells in the file and 10x10 cells here"), "{command:?}: {said}");
        let said = refused(&joined(&[command, &["--eval-file", "/no/file"]]));
        assert!(said.contains("/no/file"), "{command:?}: {said}");
    }
    let input = format!(
        "setoption name UCI_Variant value mideast\nsetoption name EvalFile value {file}\ngo depth 1\nstop\n\
         setoption name EvalFile value /no/file\nsetoption name EvalFile value /dev/null\n"
    );
    let said = rukh_with(&["uci"], &input).out;
    assert_eq!(
        said.matches("info string EvalFile is not used: these numbers do not fit mideast").count(),
        2,
        "{said}"
    );
    assert!(said.contains("/no/file: ") && said.contains("not a regular file"), "{said}");
    let said = rukh_with(&["xboard", "--eval-file", &file], "new\nvariant mideast\n").out;
    assert!(said.contains("Error (EvalFile is not used)"), "{said}");
    assert!(refused(&["uci", "--eval-file", &place.with("x", "{}")]).contains("missing field"));
}

#[test]
fn tune_writes_a_file_that_changes_evaluations() {
    let place = Place::new("tuned");
    let file = place.file("fitted.json");
    printed(&["tune", "shatranj", "--games", "2", "--nodes", "20", "--hold", "0", "--out", &file]);
    let output = printed(&["eval", "-r", "shatranj", AHEAD, "--eval-file", &file]);
    assert!(output.contains("weights tuned on "), "{output}");
    assert_ne!(output, printed(&["eval", "-r", "shatranj", AHEAD]));
}

#[test]
fn eval_explains_in_every_language() {
    let fen = "r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1";
    let said = |more: &[&str]| printed(&joined(&[&["eval", "-r", "shatranj", fen, "--explain"], more]));
    let texts = ["en", "am", "ar", "fa"].map(|tag| said(&["--language", tag]));
    assert!(texts[0].contains("Black threatens Rxa1+, which takes rukh on a1."), "{}", texts[0]);
    for (at, text) in texts.iter().enumerate() {
        assert!(text.contains("Rxa1+") && !text.contains("threat-"), "{text}");
        assert!(!texts[..at].contains(text), "{text}");
    }
    let after = said(&["--after", "a1a8"]);
    let first = after.lines().nth(1).unwrap_or_default();
    assert!(first.starts_with("material: White +"), "{after}");
    assert!(refused(&["eval", "-r", "shatranj", "--explain", "--language", "xx"]).contains("en, am, ar, fa"));
    assert!(refused(&["eval", "-r", "shatranj", "--after", "a1a8"]).contains("--explain"));
}
