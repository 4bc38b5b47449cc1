//! Study files: what they mean, and every complaint with its line.

use rukh_lab::job::JobOpening;
use rukh_study::Study;
use rukh_study::figures::{ComparedBy, ComparedCells, MAIN_FIGURES};
use rukh_study::stop::StopMeasure;

use crate::place::{TEXT, study};

/// The complaints about a text: their lines and messages.
fn complaints(text: &str) -> Vec<(usize, String)> {
    let found = Study::parse(text, "study.toml").expect_err("something is wrong");
    assert!(!found.is_empty());
    found.into_iter().map(|complaint| (complaint.place.line, complaint.message)).collect()
}

/// A study that says all that one can say.
const EVERYTHING: &str = r#"
id = "all-that-there-is"
title = "Everything"
question = "Is it read?"
revised = "2026-12-01"
seed = 77
keep = "games"
games = 100
part = 50
max-plies = 300
[stop]
measure = "plies-mean"
width = 2
[judge]
nodes = 40
[opening]
kind = "random"
plies = 6
[[rulesets]]
id = "shatranj"
options.bare = ["ignored", "loss-at-once"]
options.stalemate = "draw"
[[rulesets]]
id = "mideast"
[[players]]
white = "rukh:level=2"
[[players]]
white = "rukh:depth=2"
black = "rukh:nodes=30"
[[compare]]
option = "bare"
base = "ignored"
figures = "plies"
[[compare]]
rulesets = ["shatranj[stalemate=draw,bare=ignored]", "mideast"]
base = "shatranj[stalemate=draw,bare=ignored]"
[conclusion]
sentence = "It is."
overturned-by = "A key that is not."
"#;

#[test]
fn study_has_what_its_file_says() {
    let study = study(EVERYTHING);
    assert_eq!((study.id.as_str(), study.title.as_str()), ("all-that-there-is", "Everything"));
    assert_eq!(study.revised.as_deref(), Some("2026-12-01"));
    assert_eq!((study.seed, study.games, study.part, study.max_plies), (77, 100, 50, 300));
    assert_eq!((study.keep.moves, study.keep.positions, study.judge), (false, false, Some(40)));
    let stop = study.stop.expect("a rule");
    assert_eq!((stop.measure, stop.width), (StopMeasure::PliesMean, 2.0));
    assert_eq!(study.opening, JobOpening::Random { plies: 6 });
    assert_eq!((study.rounds(), study.numbers(1), study.numbers(2)), (2, 50..100, 100..100));
    let cells: Vec<(&str, bool)> =
        study.plan().cells.iter().map(|cell| (cell.instance.as_str(), cell.is_paired)).collect();
    let (one, two) = ("shatranj[bare=ignored,stalemate=draw]", "shatranj[bare=loss-at-once,stalemate=draw]");
    assert_eq!(
        cells,
        [(one, false), (one, true), (two, false), (two, true), ("mideast", false), ("mideast", true)]
    );
    assert_eq!(study.plan().cells[0].choices["repetition"], "draw", "defaults are choices too");
    let bare = ComparedCells {
        by: ComparedBy::Option("bare".to_owned()),
        base: Some("ignored".to_owned()),
        figures: vec!["plies".to_owned()],
    };
    let games = ComparedCells {
        by: ComparedBy::Rulesets(vec![one.to_owned(), "mideast".to_owned()]),
        base: Some(one.to_owned()),
        figures: MAIN_FIGURES.map(str::to_owned).to_vec(),
    };
    assert_eq!(study.compare, [bare, games]);
    let conclusion = study.conclusion.clone().expect("a conclusion");
    assert_eq!(conclusion.overturned_by.as_deref(), Some("A key that is not."));
    assert_eq!(study.job(1, 5).players, ["rukh:nodes=30", "rukh:depth=2"], "odd games have colours reversed");
    assert_eq!((study.job(1, 4).seed, study.job(1, 5).seed), (study.job(3, 4).seed, study.job(3, 5).seed));
    assert_eq!(study.job(1, 4).seed, study.job(1, 5).seed, "a pair has one seed");
    assert_ne!(study.job(0, 4).seed, study.job(0, 5).seed);
}

#[test]
fn study_compares_what_varies_if_it_does_not_say() {
    let text = TEXT.replace(r#"["loss", "draw"]"#, r#""all""#);
    let found = study(&text).compare;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].by, ComparedBy::Option("stalemate".to_owned()));
    assert_eq!(found[0].base.as_deref(), Some("loss"));
    assert!(study(&TEXT.replace(r#"["loss", "draw"]"#, r#""draw""#)).compare.is_empty());
}

#[test]
fn study_with_slips_has_a_complaint_for_each_line() {
    let text = r#"id = "Bad Id"
title = ""
seed = -1
keep = ["moves", "throws"]
games = 11
part = 7
max-plies = 0
colour = "blue"
[stop]
measure = "beauty"
width = 0
[judge]
depth = 3
[opening]
kind = "random"
[[rulesets]]
id = "chess"
[[rulesets]]
id = "shatranj"
options.stalemate = ["loss", "loss", "maybe"]
options.mercy = "all"
[[players]]
white = "rukh:tc=1"
black = "stockfish"
name = "A"
[[compare]]
option = "bare"
base = "ignored"
"#;
    let found = complaints(text);
    let expected = [
        (1, "`id` should be"),
        (1, "`question` is missing"),
        (2, "`title` is empty"),
        (3, "`seed` should be a whole number"),
        (4, "`keep` has `throws`"),
        (4, "`keep` should have `games`"),
        (5, "`games` should be even"),
        (6, "`part` should be an even number"),
        (7, "`max-plies` should be a whole number from 1"),
        (8, "unknown key `colour`"),
        (10, "`measure` is `beauty`; there are `score`"),
        (11, "`width` should be a number above 0"),
        (12, "[judge] `nodes` is missing"),
        (13, "unknown key `depth`"),
        (14, "[opening] `plies` is missing"),
        (17, "no ruleset is called `chess`"),
        (20, "`loss` is chosen twice"),
        (20, "`stalemate` has no choice `maybe`"),
        (21, "no option `mercy`; there are"),
        (23, "a clock depends on the machine"),
        (24, "unknown player `stockfish`"),
        (25, "unknown key `name`"),
        (26, "no two cells have different choices of `bare`"),
    ];
    for (line, message) in expected {
        let is_found = found.iter().any(|(at, said)| *at == line && said.contains(message));
        assert!(is_found, "{line}: {message}, of {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn study_that_compares_what_it_does_not_play_has_complaints() {
    let lines = TEXT.lines().count();
    let of = |entry: &str| complaints(&format!("{TEXT}[[compare]]\n{entry}"));
    let cases = [
        (
            "rulesets = [\"shatranj\", \"oblong\"]\nbase = \"shatranj\"",
            2,
            "no cell plays `oblong`; there are",
        ),
        ("rulesets = [\"shatranj\", \"chess\"]\nbase = \"shatranj\"", 2, "no ruleset is called `chess`"),
        ("rulesets = [\"shatranj\"]\nbase = \"shatranj\"", 1, "`rulesets` should name at least two"),
        (
            "rulesets = [\"shatranj\", \"shatranj[stalemate=loss]\"]\nbase = \"shatranj\"",
            2,
            "`shatranj` is named twice",
        ),
        (
            "rulesets = [\"shatranj\", \"shatranj[stalemate=draw]\"]\nbase = \"loss\"",
            3,
            "`base` should be one of `rulesets`",
        ),
        ("rulesets = [\"shatranj\"]\noption = \"bare\"\nbase = \"shatranj\"", 1, "not both"),
        ("base = \"loss\"", 1, "`option` or `rulesets` is missing"),
        ("option = \"stalemate\"\nbase = \"win\"", 1, "no cell has the choice `win`"),
    ];
    for (entry, line, message) in cases {
        let found = of(entry);
        assert!(
            matches!(&found[..], [(at, said)] if *at == lines + line && said.contains(message)),
            "{entry}: {found:?}"
        );
    }
    let sound = "rulesets = [\"shatranj\", \"shatranj[stalemate=draw]\"]\nbase = \"shatranj\"\n";
    assert_eq!(study(&format!("{TEXT}[[compare]]\n{sound}")).compare.len(), 1);
}

#[test]
fn study_that_no_law_allows_is_refused() {
    let with = |old: &str, new: &str| {
        let text = TEXT.replace(old, new);
        assert_ne!(text, TEXT, "{old}");
        complaints(&text)
    };
    let line = |text: &str| 1 + TEXT.lines().position(|line| line == text).expect("a line of the text");
    let found = with("id = \"shatranj\"\noptions.stalemate = [\"loss\", \"draw\"]", "id = \"senterej\"");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, line("[opening]"));
    assert!(found[0].1.contains("needs no random plies"), "{found:?}");
    let found = with("[[players]]", "[[rulesets]]\nid = \"shatranj\"\n[[players]]");
    assert!(found[0].1.contains("`shatranj` is played twice"), "{found:?}");
    let found = with("part = 4\nmax-plies = 12", "part = 90000\nmax-plies = 5000");
    assert_eq!((found[0].0, found.len()), (line("part = 4"), 1), "{found:?}");
    assert!(found[0].1.contains("450000000 moves"), "{found:?}");
    let found = with("games = 10", "games = 9");
    assert_eq!((found[0].0, found.len()), (line("games = 10"), 1), "{found:?}");
}

#[test]
fn study_of_no_date_is_refused() {
    for date in ["2026-13-01", "2026-12-32", "2026-12-1", "2026-12", "+026-12-01", "yesterday"] {
        let found = complaints(&TEXT.replace("seed = 3", &format!("seed = 3\nrevised = \"{date}\"")));
        assert_eq!(found.len(), 1, "{date}: {found:?}");
        assert!(found[0].1.contains("`revised` should be a date such as"), "{found:?}");
    }
}

#[test]
fn study_that_is_no_toml_has_the_line() {
    let found = complaints(&TEXT.replace("seed = 3", "seed = = 3"));
    assert_eq!(found[0].0, 5);
    assert!(found.iter().all(|(_, said)| !said.contains("missing")), "it may only have been lost: {found:?}");
    let found = complaints("rulesets = 3\n");
    assert!(found.iter().any(|(line, said)| *line == 1 && said.contains("`[[rulesets]]`")), "{found:?}");
}

#[test]
fn hash_is_of_what_decides_games() {
    let hash = |old: &str, new: &str| {
        let text = TEXT.replace(old, new);
        assert!(old.is_empty() || text != TEXT, "{old}");
        study(&text).hash().to_owned()
    };
    let usual = hash("", "");
    for (old, new) in [
        ("seed = 3", "seed = 4"),
        ("part = 4", "part = 2"),
        ("max-plies = 12", "max-plies = 13"),
        ("plies = 4", "plies = 2"),
        (", \"positions\"", ""),
        ("\"draw\"]", "\"draw\"]\noptions.bare = \"ignored\""),
        ("nodes=10", "nodes=11"),
        ("[[rulesets]]", "[judge]\nnodes = 5\n[[rulesets]]"),
    ] {
        assert_ne!(hash(old, new), usual, "{new}");
    }
    for (old, new) in [
        ("Short games", "Long games"),
        ("How long", "How short"),
        ("games = 10", "games = 12"),
        ("[[rulesets]]", "[stop]\nmeasure = \"score\"\nwidth = 0.1\n[[rulesets]]"),
    ] {
        assert_eq!(hash(old, new), usual, "{new}");
    }
}

/// The studies of this repository.
#[test]
fn studies_of_the_repository_are_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let name = path.display().to_string();
            let study = Study::parse(&text, &name).unwrap_or_else(|complaints| panic!("{complaints:#?}"));
            assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(study.id.as_str()));
        }
    }
}
