//! `rukh lab`: a study is checked, played, ended and gone on with; games of people become tables.

use crate::command::{Place, joined, printed, read, refused, rukh_with};

const STUDY: &str = r#"id = "short"
title = "Short games"
question = "How long are they?"
games = 6
part = 2
max-plies = 10
[opening]
kind = "random"
plies = 2
[[rulesets]]
id = "shatranj"
options.stalemate = ["loss", "draw"]
[[players]]
white = "rukh:nodes=10,tables=off"
"#;

/// The names of the files of a table, in their order.
fn names(folder: &str, table: &str) -> Vec<String> {
    let entries = std::fs::read_dir(format!("{folder}/{table}")).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn lab_check_prints_cells_and_cost() {
    let place = Place::new("lab-check");
    let study = place.with("short.toml", STUDY);
    let said = printed(&["lab", "check", &study]);
    for wanted in ["Short games", "cell 1: shatranj[stalemate=draw]", "2 cells, 12 games\n", "core hours"] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
}

#[test]
fn lab_check_prints_every_complaint_with_its_line() {
    let place = Place::new("lab-complaints");
    let text = STUDY.replace("games = 6", "games = 0").replace("nodes=10", "tc=1").replace("max-", "most-");
    let study = place.with("bad.toml", &text);
    let said = refused(&["lab", "check", &study]);
    for wanted in ["bad.toml:4: `games`", "bad.toml:6: unknown key `most-plies`", "bad.toml:14: ", "a clock"]
    {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert!(refused(&["lab", "check", &place.file("none.toml")]).contains("cannot be read"));
}

#[test]
fn lab_run_writes_tables_once() {
    let place = Place::new("lab-run");
    let study = place.with("short.toml", STUDY);
    let out = place.file("out");
    let run = ["lab", "run", &study, "--out", &out, "--threads", "2", "--quiet"];
    let ran = rukh_with(&run, "");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.starts_with("12 games of 2 cells in "), "{}", ran.out);
    assert!(ran.out.contains("12 of them played now"), "{}", ran.out);
    assert_eq!(names(&out, "games").len(), 6);
    assert_eq!(names(&out, "games"), names(&out, "moves"));
    assert_eq!(read(place.file("out/study.toml")), STUDY);
    assert!(printed(&run).contains(", 0 of them played now"));
    let other = place.with("other.toml", &STUDY.replace("nodes=10", "nodes=11"));
    let said = refused(&["lab", "run", &other, "--out", &out]);
    assert!(said.contains("use another folder"), "{said}");
}

#[test]
fn lab_import_goes_on_after_bad_games() {
    let place = Place::new("lab-import");
    let good = "[Ruleset \"shatranj\"]\n[White \"as-Suli\"]\n\n1. e3 e6 *\n\n";
    let bad = "[Ruleset \"shatranj\"]\n\n1. e5 *\n\n";
    let games = place.with("games.pgn", &[good, bad, good].concat());
    let more = place.with("more.pgn", "[Ruleset \"mideast\"]\n\n*\n");
    let out = place.file("out");
    let ran = rukh_with(&["lab", "import", &games, &more, "--out", &out], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("3 games in "), "{}", ran.out);
    assert!(ran.err.contains("game 2, line"), "{}", ran.err);
    assert_eq!(names(&out, "games"), ["c000-r0000.parquet", "c001-r0000.parquet"]);
    assert_eq!(names(&out, "moves").len(), 2);
    let again = joined(&[&["lab", "import", &games], &["--out", &out]]);
    assert!(refused(&again).contains("holds games already"));
    let none = place.with("none.pgn", bad);
    assert!(refused(&["lab", "import", &none, "--out", &place.file("none")]).contains("no good game"));
}
