//! The report of a study that is really played.

use std::path::PathBuf;

use rukh_study::report::StudyReport;
use rukh_study::{FolderError, PartId, Study, play_part};

const STUDY: &str = r#"
id = "short"
title = "Short games"
question = "What is a stalemate worth?"
keep = ["games", "moves"]
games = 8
part = 4
max-plies = 40
[opening]
kind = "random"
plies = 2
[[rulesets]]
id = "shatranj"
options.stalemate = ["loss", "draw"]
[[players]]
white = "rukh:nodes=10"
black = "rukh:nodes=20"
[conclusion]
sentence = "Forty plies decide nothing."
"#;

/// A folder for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rukh-study-report-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Plays rounds of both cells into a folder.
fn play(folder: &std::path::Path, study: &Study, rounds: std::ops::Range<u32>) {
    std::fs::write(folder.join("study.toml"), study.text()).expect("a file can be written");
    for (cell, round) in (0..2).flat_map(|cell| rounds.clone().map(move |round| (cell, round))) {
        let part = play_part(study, PartId { cell, round }, &|| false, &mut |_| ()).expect("a sound part");
        for (name, bytes) in part.files(study) {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
            std::fs::write(path, bytes).expect("a file can be written");
        }
    }
}

fn file(report: &StudyReport, name: &str) -> String {
    let found = report.files().into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn report_of_a_played_study_says_what_was_played_and_how_to_repeat_it() {
    let folder = folder("played");
    let study = Study::parse(STUDY, "short.toml").expect("a sound study");
    play(&folder, &study, 0..1);
    let half = file(&StudyReport::read(&folder).expect("a report"), "report.md");
    assert!(half.contains("not finished: 8 of 16 games"), "{half}");
    play(&folder, &study, 1..2);
    let report = StudyReport::read(&folder).expect("a report");
    let text = file(&report, "report.md");
    for part in [
        "What is a stalemate worth?",
        "Forty plies decide nothing.",
        "16 games, of which",
        "rukh lab run short.toml --out short",
        "games/c000-r0000.parquet",
        "moves/c001-r0001.parquet",
        study.hash(),
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let data: serde_json::Value = serde_json::from_str(&file(&report, "figures.json")).expect("it is JSON");
    let figures = data["cells"][1]["figures"].as_array().expect("a list of figures");
    for figure in ["cut-off", "branching", "activity", "plies", "ends-by"] {
        assert!(figures.iter().any(|one| one["figure"] == figure), "{figure} is missing");
    }
    assert_eq!(data["study"]["files"].as_array().map(Vec::len), Some(8), "games and moves of four parts");
    let again = StudyReport::read(&folder).expect("a report");
    assert_eq!(again.files(), report.files(), "a report is the same each time");
    std::fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn report_says_how_many_cells_have_not_ended_by_their_rule() {
    let folder = folder("open");
    let study = format!("{STUDY}[stop]\nmeasure = \"score\"\nwidth = 0.001\n");
    let study = Study::parse(&study, "short.toml").expect("a sound study");
    play(&folder, &study, 0..1);
    let half = file(&StudyReport::read(&folder).expect("a report"), "report.md");
    assert!(half.contains("not finished, cells that have not ended yet: 2; 8 games"), "{half}");
    play(&folder, &study, 1..2);
    let whole = file(&StudyReport::read(&folder).expect("a report"), "report.md");
    assert!(!whole.contains("not finished") && whole.contains("16 games, of which"), "{whole}");
    std::fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn study_that_compares_unknown_figures_or_one_twice_is_complained_of() {
    let compared =
        "[[compare]]\noption = \"stalemate\"\nbase = \"loss\"\nfigures = [\"score\", \"survival\"]\n";
    let twice = compared.replace("survival", "score");
    let complaints =
        Study::parse(&format!("{STUDY}{twice}{}", twice.replace(", \"score\"", "")), "short.toml");
    let complaints = complaints.expect_err("a figure counts once");
    let messages: Vec<&str> = complaints.iter().map(|complaint| complaint.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].contains("`score` is named twice") && messages[1].contains("twice by a figure"));
    let complaints =
        Study::parse(&format!("{STUDY}{compared}"), "short.toml").expect_err("one has many values");
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    let (line, message) = (complaints[0].place.line, &complaints[0].message);
    assert!(
        line == STUDY.lines().count() + 4 && message.contains("`survival`; there are `score`"),
        "{line} {message}"
    );
}

#[test]
fn report_is_refused_where_its_games_are_not() {
    let folder = folder("refused");
    let study = Study::parse(STUDY, "short.toml").expect("a sound study");
    let error = StudyReport::read(&folder).expect_err("there are no games");
    assert!(matches!(error, FolderError::NoGames { .. }), "{error}");
    play(&folder, &study, 0..1);
    let other = STUDY.replace("[\"loss\", \"draw\"]", "[\"draw\", \"loss\"]");
    std::fs::write(folder.join("study.toml"), other).expect("a file can be written");
    let error = StudyReport::read(&folder).expect_err("its cells are others");
    assert!(error.to_string().contains("which its study does not play"), "{error}");
    std::fs::write(folder.join("games/c000-r0000.parquet"), "no Parquet").expect("a file can be written");
    let error = StudyReport::read(&folder).expect_err("a file is damaged");
    assert!(error.to_string().contains("c000-r0000.parquet"), "{error}");
    std::fs::remove_dir_all(folder).expect("it can be removed");
}
