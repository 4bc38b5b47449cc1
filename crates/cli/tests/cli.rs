//! The binary as people and scripts use it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rukh_rules::{Ruleset, catalog};

struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

fn rukh_with(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input is piped");
    // A program that does not read its input may close it first.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

fn rukh(arguments: &[&str]) -> Ran {
    rukh_with(arguments, "")
}

/// What a command that must succeed prints.
fn printed(arguments: &[&str]) -> String {
    let ran = rukh(arguments);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
    ran.out
}

/// What a command that must fail says.
fn refused(arguments: &[&str]) -> String {
    let ran = rukh(arguments);
    assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.out, ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran.err + &ran.out
}

/// A directory of a test's own, gone when the test is.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("rukh-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be made");
        Place(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn with(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
        self.file(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shatranj_file() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets/shatranj.toml");
    std::fs::read_to_string(path).expect("the ruleset is there")
}

#[test]
fn perft_of_known_positions_prints_their_counts() {
    for (arguments, nodes) in [
        (&["perft", "--ruleset", "shatranj", "3"][..], "nodes 4176"),
        (&["perft", "-r", "shatranj", "0"], "nodes 1"),
        (&["perft", "-r", "oblong-dice", "2", "--moves-only"], "nodes 900"),
    ] {
        let out = printed(arguments);
        assert!(out.lines().any(|line| line == nodes), "{arguments:?}: {out}");
        assert!(out.contains("million a second"), "{out}");
    }
    let theirs = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w";
    let arguments = ["perft", "-r", "shatranj", "--fen", theirs, "2"];
    let ours: Vec<&str> = arguments.into_iter().chain(["--dialect", "own"]).collect();
    assert!(refused(&ours).contains("`b` is no piece's letter"));
    assert!(printed(&arguments).contains("nodes 256"));
    let theirs: Vec<&str> = arguments.into_iter().chain(["--dialect", "fsf"]).collect();
    assert!(printed(&theirs).contains("nodes 256"));
    let check = ["perft", "-r", "shatranj", "--dialect", "fsf", "--fen", "7k/8/6Q1/5K2/8/8/8/7R w", "2"];
    assert!(refused(&check).contains("Black is in check although it is not on move"));
    let moves_only: Vec<&str> = check.into_iter().chain(["--moves-only"]).collect();
    assert!(printed(&moves_only).contains("nodes 43"));
    let report = |more: &[&str]| -> serde_json::Value {
        let fen = "3k4/8/8/8/8/8/4r3/R2K4 w - - 0 1";
        let arguments = [&["perft", "-r", "shatranj", "--fen", fen, "6", "--format", "json"], more].concat();
        serde_json::from_str(&printed(&arguments)).expect("JSON")
    };
    let (plain, helped) = (report(&[]), report(&["--threads", "2", "--hash", "4"]));
    assert_eq!(plain["nodes"], helped["nodes"]);
    assert_eq!((&plain["threads"], &plain["table_hits"]), (&1.into(), &0.into()));
    assert_eq!(helped["threads"], 2);
    assert!(helped["table_hits"].as_u64() > Some(500), "{helped}");

    let divided = printed(&["perft", "-r", "shatranj", "2", "--divide"]);
    assert_eq!(divided.lines().filter(|line| line.ends_with(": 16")).count(), 16, "{divided}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["perft", "-r", "shatranj", "2", "--divide", "--format", "json"]))
            .expect("JSON");
    assert_eq!((json["nodes"].as_u64(), json["divide"].as_array().map(Vec::len)), (Some(256), Some(16)));
}

#[test]
fn rules_list_and_show_print_every_built_in_ruleset() {
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["rules", "list", "--format", "json"])).expect("JSON");
    let rulesets = json.as_array().expect("a list");
    assert_eq!(rulesets.len(), 13);
    for ruleset in rulesets {
        let id = ruleset["id"].as_str().expect("an id");
        assert!(printed(&["rules", "list"]).contains(id));
        let page = printed(&["rules", "show", id]);
        assert!(page.contains("Source: ") && page.contains("THE LAWS"), "{page}");
        assert!(!printed(&["rules", "show", id, "--resolved"]).contains("(as in "));
        let page = printed(&["rules", "show", id, "--format", "json"]);
        let page: serde_json::Value = serde_json::from_str(&page).expect("JSON");
        assert_eq!(page["hash"], ruleset["hash"]);
        printed(&["rules", "options", id]);
    }
    assert!(printed(&["rules", "show", "oblong-dice-winther"]).contains("(as in oblong-dice)"));
    assert!(flowing(&printed(&["rules", "show", "shatranj"])).contains("`b` in Fairy-Stockfish's letters"));
}

/// Words of a text with single blanks between, however it is broken into lines.
fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_show_prints_records_remarks_and_works_whole() {
    let sources = catalog::sources();
    for id in catalog::ids() {
        let page = flowing(&printed(&["rules", "show", id]));
        let json = printed(&["rules", "show", id, "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let has = |text: &str| assert!(page.contains(&flowing(text)), "{id} does not show `{text}`: {page}");
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let records = ruleset.about.evidence.iter().chain(&ruleset.about.identifiers);
        for record in records.filter_map(|record| sources.record(record)) {
            has(&record.id);
            for (key, text) in record.fields.iter().filter(|(key, _)| key != "source" && key != "reference") {
                has(text);
                let kept = json["evidence"].as_array().into_iter().flatten();
                let kept = kept
                    .chain(json["identifiers"].as_array().into_iter().flatten().map(|one| &one["record"]));
                let found = kept.filter(|one| one["id"] == *record.id).any(|one| one[key] == **text);
                assert!(found, "{id}: `{key}` of {} is not in the JSON", record.id);
            }
        }
        for work in ruleset.citations().iter().filter_map(|citation| sources.find(citation)) {
            has(&work.citation());
            for (heading, text) in work.details() {
                has(&format!("{heading}: {text}"));
            }
            let listed = json["bibliography"].as_array().into_iter().flatten();
            assert!(listed.into_iter().any(|one| one["key"] == *work.key), "{id}: {}", work.key);
        }
        for remark in &ruleset.remarks {
            has(&format!("{} {}", remark.title, remark.text));
        }
    }
}

#[test]
fn rules_show_has_the_facts_of_the_founding_documents() {
    let facts: [(&str, &[&str]); 7] = [
        (
            "mustatila-1140",
            &[
                "Location, latitude: 33.321156",
                "Confidence: 100",
                "Ages: Adult",
                "Social status: Nobility",
                "Genders: Male",
            ],
        ),
        (
            "mustatila-307",
            &[
                "DLP.GameRulesets.307",
                "Shatranj al-Mamdula",
                "Kitab ash-Shatranj",
                "Reference: H. J. R. Murray, A History of Chess (1913), 340",
            ],
        ),
        (
            "senterej",
            &[
                "ISBN: 978-0-9555168-0-1",
                "ISBN: 0-9524142-0-1",
                "ferz 4 + saba 4 + feresenya 8 + der 8 = 24 of 24",
                "formerly even slaves",
                "alfil",
                "regional variations",
                "Memorised opening lines",
            ],
        ),
        (
            "mideast",
            &[
                "letter to John Gollon",
                "Dover, 1961",
                "Chess Variations: Ancient, Regional, and Modern",
                "1976",
            ],
        ),
        ("mideast-greenwood", &["the General in Renniassance", "slightly more strategic"]),
        ("oblong", &["White is red, Black is black", "graphics version"]),
        ("shatranj", &["Seen: read in part", "Place: London"]),
    ];
    for (id, texts) in facts {
        let page = flowing(&printed(&["rules", "show", id]));
        for text in texts {
            assert!(page.contains(text), "{id} does not show `{text}`");
        }
    }
}

#[test]
fn command_with_wrong_input_prints_one_error() {
    let cases: [(&[&str], &str); 34] = [
        (&[], "Usage"),
        (&["dance"], "unrecognized subcommand"),
        (&["rules", "show", "chess"], "no ruleset is called `chess`; there are `shatranj`"),
        (&["rules", "show", "senterej[saba=Z]"], "has no choice `Z`"),
        (&["rules", "show", "senterej[saba"], "closing `]` is missing"),
        (&["rules", "show", "./none.toml"], "./none.toml cannot be read"),
        (&["perft", "-r", "shatranj", "many"], "invalid value 'many'"),
        (&["perft", "-r", "shatranj", "--fen", "8/8 w", "1"], "has 2 ranks, but the board has 8"),
        (&["play", "shatranj", "--level", "9"], "9 is not in 1..=8"),
        (&["play", "shatranj", "--fen", "8/8/8/8/8/8/8/8 w"], "should have one"),
        (&["convert", "/none.pgn"], "/none.pgn cannot be read"),
        (&["match", "-r", "shatranj", "--margin", "5000"], "5000 is not in 0..=1000"),
        (&["completions", "teletype"], "possible values"),
        (&["draw", "-r", "shatranj"], "--output <FILE>"),
        (&["draw", "-o", "-"], "--ruleset <RULESET>"),
        (&["draw", "-r", "shatranj", "-o", "board.gif"], "name it `.svg` or `.png`, or pass --format"),
        (&["draw", "8/8 w", "-r", "shatranj", "-o", "-"], "has 2 ranks, but the board has 8"),
        (&["draw", "-r", "shatranj", "-o", "-", "--arrow", "a1i3"], "`i3` is not a cell of this board"),
        (&["draw", "-r", "shatranj", "-o", "-", "--circle", "c3:pink"], "colours are skin, green"),
        (&["draw", "-r", "shatranj", "-o", "-", "--legal", "e4"], "no piece stands on e4"),
        (&["draw", "8/8/8/3E4/8/8/8/8", "-r", "shatranj", "-o", "-", "--legal", "d5"], "should have one"),
        (&["draw", "-r", "senterej", "-o", "-", "--array", "x"], "its arrays are `crosswise`, `facing`"),
        (&["draw", "-r", "shatranj", "-o", "-", "--skin", "velvet"], "possible values: red-cloth, walnut"),
        (&["draw", "-r", "shatranj", "-o", "-", "--size", "9"], "9 is not in 16..=4096"),
        (&["draw", "-r", "shatranj", "-o", "-", "--move", "3"], "--game <FILE>"),
        (&["admin", "suspend", "x", "--hours", "24", "--text", "y"], "the others last until revoked"),
        (
            &["admin", "suspend", "x", "--from", "chat", "--hours", "2", "--text", "y"],
            "--hours is 1, 24, 168",
        ),
        (&["admin", "suspend", "x", "--reason", "revenge", "--text", "y"], "not one of insult, hate, spam"),
        (&["admin", "invite", "--count", "0"], "0 is not in 1..=1000"),
        (&["admin", "invite", "--public-url", "rukh"], "--public-url is not valid"),
        (&["admin", "uninvite", ""], "not four hexadecimal digits or more"),
        (&["admin", "export", "x", "/"], "a directory; name a file in it"),
        (&["admin", "doctor", "--registration", "some"], "not one of open, invited, closed"),
        (&["admin", "role", "x", "king"], "possible values: moderator, admin, none"),
    ];
    for (arguments, message) in cases {
        let said = refused(arguments);
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}

#[test]
fn own_file_is_accepted_by_every_command() {
    let place = Place::new("own");
    let text = shatranj_file().replace("id = \"shatranj\"", "id = \"mine\"");
    let file = place.with("mine.toml", &text);
    assert!(printed(&["rules", "check", &file]).contains("valid"));
    assert!(printed(&["rules", "show", &file]).contains("mine, revision"));
    assert!(printed(&["perft", "-r", &file, "2"]).contains("nodes 256"));
    let option: serde_json::Value =
        serde_json::from_str(&printed(&["rules", "options", &file, "--format", "json"])).expect("JSON");
    let (key, choices) = (&option[0]["key"], &option[0]["choices"]);
    let choice = choices.as_array().and_then(|choices| choices.last()).expect("a choice")["id"].clone();
    let instance = format!("{file}[{}={}]", key.as_str().unwrap_or(""), choice.as_str().unwrap_or(""));
    assert!(printed(&["rules", "show", &instance]).contains("mine"));

    let broken = text
        .replace("law = \"on-arrival\"", "law = \"on-a-whim\"")
        .replace("law = \"draw\"", "law = \"dance\"");
    let broken = place.with("broken.toml", &broken);
    let said = refused(&["rules", "check", &broken, &file]);
    assert!(said.matches("broken.toml:").count() >= 2, "{said}");
    assert!(said.contains("1 of 2 files"), "{said}");
}

#[test]
fn own_file_that_extends_another_is_accepted_by_every_command() {
    let place = Place::new("extends");
    let base = shatranj_file().replace("id = \"shatranj\"", "id = \"mine\"");
    place.with("mine.toml", &base);
    let child = |parent: &str| {
        format!(
            "id = \"child\"\nrevision = 1\nstatus = \"conjectural\"\nextends = \"{parent}\"\n\
             [about]\nname = \"Child\"\nsummary = \"A test.\"\n[repetition]\nlaw = \"draw\"\ntimes = 5\nconjecture = \"mine\"\n"
        )
    };
    let file = place.with("child.toml", &child("./mine.toml"));
    assert!(printed(&["rules", "check", &file]).ends_with("child.toml: valid\n"));
    let shown = printed(&["rules", "show", &file]);
    assert!(shown.contains("extends ./mine.toml") && shown.contains("(as in ./mine.toml)"), "{shown}");
    assert!(printed(&["perft", "-r", &file, "2"]).contains("nodes 256"));
    let (instance, pgn) = (format!("{file}[bare=ignored]"), place.file("game.pgn"));
    let ran = rukh_with(&["play", &instance, "--side", "both", "--plain", "--save", &pgn], "e3\ne6\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let converted = printed(&["convert", &pgn, "--ruleset", &file, "--to", "jsonl"]);
    assert!(converted.contains("child[bare=ignored]") && converted.contains("e7e6"), "{converted}");

    let lost = place.with("lost.toml", &child("./none.toml"));
    assert!(refused(&["rules", "check", &lost]).contains("lost.toml:4: `extends` names `./none.toml`"));
    let grand = place.with("grand.toml", &child("child"));
    assert!(refused(&["perft", "-r", &grand, "1"]).contains("only one level is allowed"));
    let twin = place.with("twin.toml", &child("mine"));
    let said = refused(&["convert", &pgn, "--ruleset", &file, "--ruleset", &twin]);
    assert!(said.contains("both have the id `child`"), "{said}");
    let taken = place.with("taken.toml", &shatranj_file().replace("times = 3", "times = 4"));
    assert!(refused(&["play", &taken]).contains("which is a built-in ruleset"));
    let odd = place.with("odd.toml", &base.replace("patch.stalemate.law = \"draw\"", ""));
    let noted = printed(&["rules", "check", &odd]);
    assert!(noted.contains("odd.toml: valid") && noted.contains("note: [options.stalemate"), "{noted}");
    let alike = place.with("alike.toml", &base.replace("move = \"F\"", "move = \"fWF\""));
    let noted = printed(&["rules", "check", &alike]);
    assert!(noted.contains("note: [men.f] this is not `fWfF`"), "{noted}");
}

#[test]
fn rules_check_draws_the_moves_of_each_piece() {
    let place = Place::new("sheet");
    let file = place.with("own.toml", &shatranj_file().replace("id = \"shatranj\"", "id = \"own\""));
    let (svg, png) = (place.file("pieces.svg"), place.file("pieces.png"));
    let said = printed(&["rules", "check", &file, "--picture", &svg]);
    assert!(said.contains("own.toml: valid") && said.contains("6 pieces"), "{said}");
    assert!(std::fs::read_to_string(&svg).expect("a picture").contains("<title>e: fil</title>"));
    printed(&["rules", "check", &file, "--picture", &png]);
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
    assert!(refused(&["rules", "check", &file, "--picture", &svg]).contains("already exists"));
    assert!(
        refused(&["rules", "check", &file, &file, "--picture", &place.file("two.svg")]).contains("one FILE")
    );
    assert!(
        refused(&["rules", "check", &file, "--picture", &place.file("sheet.gif")])
            .contains("`.svg` or `.png`")
    );
    // What is not valid is not drawn.
    let broken = place.with("broken.toml", &shatranj_file().replace("move = \"F\"", "move = \"X\""));
    let nothing = place.file("nothing.svg");
    refused(&["rules", "check", &broken, "--picture", &nothing]);
    assert!(!std::path::Path::new(&nothing).exists());
}

#[test]
fn play_saved_game_converts_to_the_other_format() {
    let place = Place::new("game");
    let (pgn, jsonl, back) = (place.file("game.pgn"), place.file("game.jsonl"), place.file("back.pgn"));
    let arguments = ["play", "shatranj", "--side", "both", "--plain", "--seed", "1", "--save", &pgn];
    let fen = ["--fen", "7k/8/6K1/8/8/8/7r/R7 w"];
    let arguments: Vec<&str> = arguments.into_iter().chain(fen).collect();
    let ran = rukh_with(&arguments, "help\nmoves\nhint\nRa9\ngibberish\nRb1\nundo\nRa8#\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for said in ["1. Rb1", "Undone.", "`Ra9` is no move", "type `help`", "Hint: 1. ", "1-0 White wins"] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
    assert!(ran.out.is_ascii(), "{}", ran.out);
    assert_eq!(printed(&["convert", &pgn, "-o", &jsonl]), "");
    assert!(std::fs::read_to_string(&jsonl).expect("it was written").contains("\"mv\":\"a1a8\""));
    printed(&["convert", &jsonl, "--to", "pgn", "-o", &back]);
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&back), read(&pgn));
    let bad = rukh(&["convert", &place.with("bad.pgn", "[Ruleset \"shatranj\"]\n\n1. e9 *")]);
    assert!(bad.code == Some(1) && bad.err.contains("game 1, line 3, column 4"), "{}", bad.err);
    let again = rukh_with(&arguments, "quit\n");
    assert!(again.code == Some(2) && again.err.contains("already exists"), "{}", again.err);
}

#[test]
fn convert_with_bad_game_reports_it_and_writes_the_others() {
    let place = Place::new("bad-games");
    let game = |moves: &str| format!("[Ruleset \"shatranj\"]\n\n{moves}\n\n");
    let text = [game("1. e3 e6 *"), game("1. e4 e6 *"), game("1. d3 1/2")].concat();
    let (pgn, out) = (place.with("games.pgn", &text), place.file("games.jsonl"));
    let ran = rukh(&["convert", &pgn, "-o", &out]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    for said in [
        "games.pgn: game 2, line 7, column 4: `e4`",
        "warning: ",
        "game 3, line 11, column 7: ply 1: the result `1/2` should be written",
        "1 of 3 games could not be read",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let written = std::fs::read_to_string(&out).expect("the good games are written");
    assert_eq!(written.matches("\"rukh\":").count(), 2, "{written}");
    let judged = rukh(&["analyse", &pgn, "--nodes", "20"]);
    assert_eq!((judged.code, judged.out.matches("accuracy").count()), (Some(1), 3), "{}", judged.err);

    let strict = place.file("strict.jsonl");
    let ran = rukh(&["convert", "--strict", &pgn, "-o", &strict]);
    assert!(ran.code == Some(1) && ran.err.contains("stopped at the first bad game"), "{}", ran.err);
    assert!(!Path::new(&strict).exists(), "what is not whole is not written");
    let none = rukh(&["convert", &place.with("none.pgn", &game("1. e4 *")), "-o", &strict]);
    assert!(none.code == Some(1) && !Path::new(&strict).exists(), "{}", none.err);
    assert!(refused(&["convert", &place.with("empty.pgn", "\n\n")]).contains("there is no game here"));
}

#[test]
fn convert_to_json_lines_reports_what_is_left_out() {
    let place = Place::new("annotated");
    let text =
        "[Ruleset \"shatranj\"]\n\n{intro} 1. e3 $1 {[%clk 0:05:00] good} (1. d3 d6) e6?! ; rest\n2. d3 *\n";
    let pgn = place.with("game.pgn", text);
    let lines = rukh(&["convert", &pgn]);
    assert_eq!(lines.code, Some(0));
    let said = "left out, because JSON Lines cannot represent them: 3 comments, 2 NAGs and 1 variation\n";
    assert_eq!(lines.err, said);
    let kept = rukh(&["convert", &pgn, "--to", "pgn"]);
    assert_eq!((kept.code, kept.err.as_str()), (Some(0), ""));
    let moves = "{intro} 1. e3 $1 {[%clk 0:05:00] good} (1. d3 d6) 1... e6 $6 {rest} 2. d3 *\n";
    assert!(kept.out.ends_with(moves), "{}", kept.out);
    let judged = printed(&["analyse", &pgn, "--nodes", "20", "--pgn"]);
    assert!(judged.contains("good} (1. d3 d6) {[%eval "), "{judged}");
}

#[test]
fn convert_of_many_games_writes_them_all() {
    let place = Place::new("many");
    let game = "[Ruleset \"shatranj\"]\n\n1. e3 e6 2. d3 {a comment} d6 *\n\n";
    let (pgn, out) = (place.with("many.pgn", &game.repeat(10_500)), place.file("out.pgn"));
    printed(&["convert", &pgn, "--to", "pgn", "-o", &out]);
    let written = std::fs::read_to_string(&out).expect("it was written");
    assert_eq!(written.matches("[Result \"*\"]").count(), 10_500);
    let again = place.file("again.pgn");
    printed(&["convert", "--strict", &out, "-o", &again]);
    assert!(
        std::fs::read_to_string(&again).is_ok_and(|again| again == written),
        "our own output is readable"
    );
}

#[test]
fn convert_with_display_name_finds_the_ruleset() {
    let place = Place::new("named");
    let text = shatranj_file().replace("id = \"shatranj\"", "id = \"mine\"");
    let at = text.find("name = \"").expect("it has a name");
    let text = format!(
        "{}name = \"My Own Chess\"\n{}",
        &text[..at],
        &text[at + text[at..].find('\n').unwrap_or(0)..]
    );
    let file = place.with("mine.toml", &text);
    let pgn = place.with("game.pgn", "[Variant \"my own chess\"]\n\n1. e3 *\n");
    assert!(printed(&["convert", &pgn, "--ruleset", &file]).contains("\"ruleset\":\"mine\""));
}

#[test]
fn draw_writes_svg_and_png_of_positions_and_arrays() {
    let place = Place::new("draw");
    let (svg, png) = (place.file("board.svg"), place.file("board.PNG"));
    let fen = "4k3/8/8/r2p4/8/8/R2P4/4K3 w";
    let marks = ["--legal", "a2", "--arrow", "a5a2:red", "--circle", "e8", "--last-move", "d6d5"];
    let board = ["draw", fen, "-r", "shatranj", "-o"];
    printed(&[&board[..], &[&svg], &marks].concat());
    let text = std::fs::read_to_string(&svg).expect("a picture");
    assert!(text.starts_with("<svg ") && text.contains("<desc>4k3/8/8/r2p4/8/8/R2P4/4K3 w "), "{text}");
    assert!(refused(&[&board[..], &[&svg]].concat()).contains("already exists"));
    printed(&[&board[..], &[&png, "--size", "200", "--theme", "high-contrast"]].concat());
    let bytes = std::fs::read(&png).expect("a picture");
    assert_eq!((&bytes[1..4], &bytes[16..24]), (&b"PNG"[..], &[0, 0, 0, 200, 0, 0, 0, 200][..]));

    let plain = printed(&["draw", "-r", "senterej", "-o", "-"]);
    let facing = printed(&["draw", "-r", "senterej", "--array", "facing", "-o", "-"]);
    assert!(plain.contains("<desc>rnekfenr/") && facing.contains("<desc>rnefkenr/"), "{facing}");
    let flipped = printed(&["draw", "-r", "senterej", "--flip", "-o", "-"]);
    assert_eq!(flipped, printed(&["draw", "-r", "senterej", "--rotate", "180", "-o", "-"]));
    assert_ne!(flipped, plain);
    let bare = printed(&["draw", "-r", "senterej", "--no-coordinates", "--skin", "paper", "-o", "-"]);
    assert!(bare.len() < plain.len() && bare.contains("rukh-paper-light-traditional"));
    // Pieces that are no position of a game are drawn as they stand.
    let pieces = printed(&["draw", "8/8/8/3E4/8/8/8/8", "-r", "shatranj", "-o", "-"]);
    assert_eq!(pieces.matches("<use ").count(), 1);
}

#[test]
fn draw_of_a_game_shows_the_position_after_a_move() {
    let place = Place::new("draw-game");
    let text = "[Variant \"shatranj\"]\n\n1. e3 e6 2. Nf3 *\n";
    let pgn = place.with("game.pgn", &format!("{text}\n{text}"));
    let at = |ply: &str| printed(&["draw", "--game", &pgn, "--move", ply, "-o", "-"]);
    assert!(at("0").contains("/8/8/PPPPPPPP/RNEKFENR w"), "{}", at("0"));
    assert!(at("1").contains("/8/4P3/PPPP1PPP/RNEKFENR b"), "{}", at("1"));
    let end = printed(&["draw", "--game", &pgn, "--game-number", "2", "-o", "-"]);
    assert_eq!(end, at("3"));
    let error = refused(&["draw", "--game", &pgn, "--move", "4", "-o", "-"]);
    assert!(error.contains("has 3 moves; --move is a number from 0 to 3"), "{error}");
    let error = refused(&["draw", "--game", &pgn, "-r", "shatranj", "-o", "-"]);
    assert!(error.contains("a game names its ruleset"), "{error}");
    let error = refused(&["draw", "--game", &pgn, "--game-number", "3", "-o", "-"]);
    assert!(error.contains("has no valid game 3; it has 2 valid and 0 invalid games"), "{error}");
}

#[test]
fn play_of_every_ruleset_gets_an_answer_of_the_engine() {
    let list = printed(&["rules", "list", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    for ruleset in list.as_array().expect("a list") {
        let id = ruleset["id"].as_str().expect("an id");
        let arguments = ["play", id, "--plain", "--level", "1", "--seed", "3", "--side", "black"];
        let ran = rukh_with(&arguments, "moves\nwait\nturns\nhint\nresign\n");
        assert_eq!(ran.code, Some(0), "{id}: {}", ran.err);
        assert!(ran.out.contains("1-0 White wins: Black resigned."), "{id}: {}", ran.out);
    }
}

#[test]
fn play_of_a_werera_goes_step_by_step() {
    let input = "b1c3\nb b8c6\nb8c6\nmoves\n-b1c3\n-b1c3\nwait\nNf3\nturns\nfen\n";
    let ran = rukh_with(&["play", "senterej", "--plain", "--level", "2", "--seed", "5"], input);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for said in [
        "White moves b1c3.",
        "Black's pieces belong to the engine",
        "may take back -b1c3",
        "White takes b1c3 back.",
        "`b1c3` cannot be taken back",
        "Turns begin.",
        "Move 1, White to move.",
    ] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
}

#[test]
fn play_without_people_reaches_a_result() {
    for id in ["oblong-dice", "senterej"] {
        let arguments = ["play", id, "--side", "none", "--plain", "--level", "1", "--seed", "2"];
        let ran = rukh_with(&arguments, "");
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let last = ran.out.lines().rev().find(|line| {
            line.contains("1-0") || line.contains("0-1") || line.contains("1/2-1/2") || line.starts_with("* ")
        });
        assert!(last.is_some(), "{}", ran.out);
        assert_eq!(ran.out, rukh_with(&arguments, "").out, "the same seed plays the same game");
    }
}

/// What a shell offers for the last of the words, as the script of `rukh completions` asks.
fn offered(words: &[&str]) -> String {
    let script = printed(&["completions", "fish"]);
    assert!(script.contains("RUKH_COMPLETE=fish"), "{script}");
    let output = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .env("RUKH_COMPLETE", "fish")
        .args(["--", "rukh"])
        .args(words)
        .output()
        .expect("the binary runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn completions_offer_rulesets_their_options_and_commands() {
    assert!(offered(&["play", "obl"]).contains("oblong-dice\t"));
    assert!(offered(&["perft", "--ruleset", "senterej["]).contains("senterej[saba=G]\t"));
    assert!(offered(&["match", "-r", "sha"]).contains("shatranj\t"));
    assert!(offered(&["pe"]).contains("perft\t"));
    assert_eq!(offered(&["rules", "show", "chess"]), "");
}

#[test]
fn completions_and_manual_name_every_command() {
    let commands = [
        "rules",
        "perft",
        "play",
        "convert",
        "match",
        "openings",
        "analyse",
        "draw",
        "serve",
        "completions",
        "man",
    ];
    let help = printed(&["--help"]);
    let offers = offered(&[""]);
    let manual = printed(&["man"]);
    for command in commands {
        assert!(help.contains(command) && offers.contains(command) && manual.contains(command), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&["completions", shell]).contains("RUKH_COMPLETE"), "{shell}");
    }
    let place = Place::new("man");
    printed(&["man", "--dir", &place.file("")]);
    assert!(Path::new(&place.file("rukh-play.1")).exists());
}

#[test]
fn serve_prints_its_url() {
    use std::io::{BufRead, BufReader};
    let place = Place::new("serve");
    let mut child = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data-dir", &place.file("data")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("its output is piped");
    let read = BufReader::new(stdout).read_line(&mut line);
    let port = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
    let listens = port.is_some_and(|port| std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_ok());
    child.kill().expect("it runs still");
    let _ = child.wait();
    assert!(read.is_ok() && listens, "{line}");
    assert!(refused(&["serve", "--bind", "nowhere"]).contains("invalid value 'nowhere'"));
    assert!(refused(&["serve", "--bind", "127.0.0.1:0", "--ruleset", "/none.toml"]).contains("none.toml"));
    for pace in ["0", "-1", "nan", "1000"] {
        assert!(refused(&["serve", "--werera-pace", pace]).contains("from 0.01 to 20"), "{pace}");
    }
    let data = place.file("data");
    let none = ["serve", "--bind", "127.0.0.1:0", "--data-dir", &data, "--tables", "/none"];
    assert!(refused(&none).contains("the directory of tables `/none` does not exist"));
}

/// The table files of a directory, whole or not.
#[cfg(unix)]
fn table_files(directory: &str) -> Vec<String> {
    let names = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names = names.map(|entry| entry.path().display().to_string());
    names.filter(|name| name.ends_with(".rtb")).collect()
}

/// Starts a server that builds tables, and waits until this many files exist.
#[cfg(unix)]
fn building(data: &str, pieces: &str, files: usize) -> std::process::Child {
    let child = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data-dir", data, "--build-tables", pieces])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let began = Instant::now();
    while table_files(&format!("{data}/tables")).len() < files {
        assert!(began.elapsed().as_secs() < 60, "{files} tables are not there");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn serve_killed_while_it_builds_tables_goes_on_with_whole_files() {
    let place = Place::new("build");
    let data = place.file("data");
    let mut child = building(&data, "2", 2);
    child.kill().expect("it runs still");
    let _ = child.wait();
    let tables = format!("{data}/tables");
    let first = table_files(&tables);
    first.iter().for_each(|file| drop(printed(&["tb", "info", file])));
    let written =
        |file: &String| std::fs::metadata(file).and_then(|about| about.modified()).expect("it is there");
    let times: Vec<_> = first.iter().map(written).collect();
    let mut child = building(&data, "3", first.len() + 2);
    assert_eq!(first.iter().map(written).collect::<Vec<_>>(), times, "what is there is not built again");
    // Shutdown does not wait for the table that is being built.
    let asked = Instant::now();
    let term = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(term.is_ok_and(|status| status.success()));
    assert!(child.wait().expect("it ends").success());
    assert!(asked.elapsed().as_secs() < 5, "{:?}", asked.elapsed());
    table_files(&tables).iter().for_each(|file| drop(printed(&["tb", "info", file])));
}

#[test]
fn output_to_closed_pipe_ends_silently() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(["rules", "show", "senterej"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn bench_twice_prints_the_same_counts() {
    let count = || -> Vec<String> {
        let text = printed(&["bench", "shatranj", "oblong-dice", "--depth", "2"]);
        text.lines().map(|line| line.split(" nodes").next().unwrap_or_default().to_owned()).collect()
    };
    let first = count();
    assert_eq!(first.len(), 3, "{first:?}");
    assert_eq!(first, count());
    assert_eq!(rukh(&["bench", "chequers"]).code, Some(2));
    assert_eq!(rukh(&["bench", "--depth", "0"]).code, Some(2));
}

#[test]
fn uci_session_ends_with_its_input() {
    let ran = rukh_with(&["uci"], "uci\nposition startpos moves a2a3\ngo perft 1\nisready\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for wanted in ["uciok", "Nodes searched: 16", "readyok"] {
        assert!(ran.out.contains(wanted), "{wanted} in {}", ran.out);
    }
    // A search under way ends with the input, and answers.
    let ran = rukh_with(&["uci"], "go infinite\n");
    assert!(ran.out.contains("bestmove "), "{}", ran.out);
}

/// What is read to its end would swallow the rest of the session.
#[test]
fn ruleset_that_is_a_device_is_refused() {
    for (protocol, variant) in [("uci", "setoption name UCI_Variant value"), ("xboard", "variant")] {
        let asked = if protocol == "uci" { "isready" } else { "ping 7" };
        let ran = rukh_with(&[protocol], &format!("{variant} /dev/stdin\n{variant} /dev/null\n{asked}\n"));
        let refused = ran.out.matches("not a regular file").count();
        assert!(refused == 2 && (ran.out.contains("readyok") || ran.out.contains("pong 7")), "{}", ran.out);
    }
}

#[test]
fn match_of_two_players_prints_its_result() {
    let place = Place::new("match");
    let (games, binary) = (place.file("games.pgn"), env!("CARGO_BIN_EXE_rukh"));
    let meet = |ruleset: &str, other: &str, pace: [&str; 2]| {
        let players = ["--engine", "rukh:hash=16", "--engine", other];
        let rest = [pace[0], pace[1], "--games", "2", "--append", "--pgn", &games];
        printed(&[&["match", "--ruleset", ruleset], &players[..], &rest].concat())
    };
    // A program at the other end of a pipe is as good as the same engine here.
    for (ruleset, other, pace) in [
        ("shatranj", format!("uci:{binary} uci,name=Twin"), ["--nodes", "100"]),
        ("oblong-dice", format!("uci:{binary} uci,name=Twin"), ["--nodes", "50"]),
        ("mideast", format!("xboard:{binary} xboard,name=Twin"), ["--depth", "1"]),
    ] {
        let said = meet(ruleset, &other, pace);
        assert!(said.contains("Rukh against Twin\n2 games: "), "{said}");
        assert!(!said.contains("lost"), "{said}");
        let is_even = said.contains(" 50.0 %;") && said.contains("pairs 0 0 1 0 0");
        assert!(is_even || ruleset == "oblong-dice", "{said}");
    }
    let records = printed(&["convert", &games]);
    assert_eq!(records.matches("{\"rukh\":1").count(), 6);
    assert!(records.contains("\"WhitePace\":\"depth 1\""));
    let notes = place.file("notes.pgn");
    let commented = printed(&["analyse", &games, "--nodes", "20", "--pgn"]);
    std::fs::write(&notes, commented).expect("the file can be written");
    assert_eq!(printed(&["convert", &notes]), records, "comments change no game");
}

#[test]
fn openings_are_converted_between_lists_epd_and_games() {
    let place = Place::new("opening-files");
    let list = printed(&["openings", "-r", "oblong-dice", "--count", "3", "--nodes", "100"]);
    let fens = |list: &str| -> Vec<String> {
        list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    let mut file = place.with("generated", &list);
    for format in ["epd", "pgn", "list"] {
        let next = place.file(format);
        printed(&["openings", "-r", "oblong-dice", "--read", &file, "--format", format, "-o", &next]);
        file = next;
    }
    let text = |name| std::fs::read_to_string(place.file(name)).expect("a file");
    assert!(
        text("epd").lines().next().expect("a line").ends_with(" id \"oblong-dice 1\";"),
        "{}",
        text("epd")
    );
    assert!(text("pgn").starts_with("[Event "));
    assert_eq!(fens(&text("list")), fens(&list));
    let players = ["--engine", "rukh:hash=1,nodes=9", "--engine", "rukh:hash=1,nodes=8", "--max-plies", "4"];
    for name in ["epd", "pgn"] {
        let book = ["match", "-r", "oblong-dice", "--games", "2", "--openings", &place.file(name)];
        let out = printed(&[&book[..], &players].concat());
        assert!(out.starts_with("3 openings: "), "{out}");
    }
    let wrong = place.with("wrong", "[Event \"?\"]\n\n1. e5 *\n");
    assert!(refused(&["openings", "-r", "shatranj", "--read", &wrong]).contains("line 3"));
    refused(&["openings", "-r", "shatranj", "--read", &wrong, "--count", "3"]);
}

/// The lines of a type in the output of a match, or in its file.
fn lines_of(text: &str, kind: &str) -> Vec<serde_json::Value> {
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    lines.filter(|line| line["type"] == kind).collect()
}

#[test]
fn match_goes_on_from_the_games_that_are_finished() {
    let place = Place::new("resume");
    let players = ["--engine", "rukh:hash=1,nodes=40", "--engine", "rukh:hash=1,nodes=20"];
    let meet = |more: &[&str]| {
        let all = [&["match", "-r", "shatranj", "--max-plies", "60"], &players[..], more];
        rukh(&all.concat())
    };
    let whole = meet(&["--games", "6", "--json"]).out;
    let games = lines_of(&whole, "game");
    for game in &games {
        let plies = game["plies"].as_u64().expect("a number of plies");
        let moves =
            game["log"].as_array().expect("events").iter().filter(|event| event["t"] == "move").count();
        assert!(plies > 0 && plies == moves as u64 && game["seconds"].as_f64() > Some(0.0), "{game}");
    }
    // A run that was killed left three games, and a part of the fourth.
    let lines: Vec<&str> = whole.lines().collect();
    let file = place.with("match.jsonl", &format!("{}\n{}", lines[..4].join("\n"), &lines[4][..50]));
    let ran = meet(&["--games", "6", "--json", "--resume", &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let places = |games: &[serde_json::Value]| -> Vec<(u64, u64)> {
        games.iter().map(|game| (game["pair"].as_u64().unwrap(), game["game"].as_u64().unwrap())).collect()
    };
    assert_eq!(places(&lines_of(&ran.out, "game")), [(2, 2), (3, 1), (3, 2)], "only these are played");
    let kept = std::fs::read_to_string(&file).expect("the file");
    assert_eq!(places(&lines_of(&kept, "game")), places(&games));
    let result = |out: &str| {
        let result = lines_of(out, "result").pop().expect("a result");
        ["games", "wins", "draws", "losses", "pairs", "elo"].map(|key| result[key].clone())
    };
    assert_eq!(result(&ran.out), result(&whole));
    // Once more there is nothing to play; a longer match goes on; the games are in PGN as well.
    let pgn = place.file("games.pgn");
    let ran = meet(&["--games", "8", "--resume", &file, "--pgn", &pgn]);
    assert!(ran.out.contains("8 games: "), "{}{}", ran.out, ran.err);
    let kept = std::fs::read_to_string(&file).expect("the file");
    assert_eq!(lines_of(&kept, "game").len(), 8);
    assert_eq!(std::fs::read_to_string(&pgn).expect("games").matches("[Round ").count(), 8);
    let ran = meet(&["--games", "8", "--resume", &file, "--seed", "2"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("other settings") && ran.err.contains("`seed` was 1, and is 2"), "{}", ran.err);
    assert!(
        meet(&["--games", "6", "--resume", &place.with("x", "{\"type\":\"game\"}\n")]).err.contains("line 1")
    );
    assert!(meet(&["--games", "6", "--resume", &place.with("y", "no JSON\n")]).err.contains("line 1"));
    let unchanged = std::fs::read_to_string(&file).expect("the file");
    assert_eq!(unchanged, kept);
}

#[cfg(unix)]
#[test]
fn match_interrupted_keeps_its_finished_games() {
    let place = Place::new("interrupt");
    let file = place.file("match.jsonl");
    let arguments = |games: &'static str| {
        let engines =
            ["--engine", "rukh:hash=1,nodes=40", "--engine", "rukh:hash=1,nodes=20", "--games", games];
        [&["match", "-r", "shatranj", "--max-plies", "40", "--resume", &file, "-q"], &engines[..]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(arguments("100000"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("rukh runs");
    let finished = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count().saturating_sub(1));
    while finished() < 3 {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it has ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("`kill` runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let before = std::fs::read_to_string(&file).expect("the file");
    let games = finished() as u64;
    // As many games more as make whole pairs.
    let total: &'static str = Box::leak((games + 4 - games % 2).to_string().into_boxed_str());
    let all = arguments(total);
    printed(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let after = std::fs::read_to_string(&file).expect("the file");
    assert!(after.starts_with(&before), "what was finished stays as it was");
    assert_eq!(lines_of(&after, "game").len().to_string(), total);
}

#[test]
fn match_says_what_its_error_is_computed_from() {
    let players = ["--engine", "rukh:hash=1", "--engine", "rukh:hash=1", "--nodes", "20", "--games", "4"];
    let meet = |more: &[&str]| {
        let ran = rukh(&[&["match", "-r", "oblong-dice", "--json"], &players[..], more].concat());
        let lines: Vec<serde_json::Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (first, last) = (lines[0]["paired"].clone(), lines[lines.len() - 1]["independent"].clone());
        (first, last, ran.err.contains("the two games of a pair can be the same"))
    };
    let pairs = serde_json::json!({ "of": "pairs", "count": 2, "repeats": 2 });
    let games = serde_json::json!({ "of": "games", "count": 4, "repeats": 0 });
    assert_eq!(meet(&[]), (true.into(), pairs, true));
    assert_eq!(meet(&["--unpaired"]), (false.into(), games, false));
}

#[test]
fn match_that_fails_prints_the_games_so_far() {
    let place = Place::new("failure");
    let games = place.file("games.pgn");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/fakes/engine.sh");
    let fails = format!("uci:sh \"{}\" crash", script.display());
    let players = ["match", "-r", "shatranj", "--engine", &fails, "--engine", "rukh:hash=1"];
    let said = refused(&[&players[..], &["--nodes", "20", "--games", "40", "--pgn", &games]].concat());
    assert!(said.contains("10 games: +0 =0 -10") && said.contains("lost 0 on time, 10 by crashes"), "{said}");
    assert!(said.contains("failed 10 times in a row"), "{said}");
    assert_eq!(printed(&["convert", &games]).matches("{\"rukh\":1").count(), 10);
}

#[test]
fn match_with_invalid_options_is_refused() {
    let said = |arguments: &[&str]| refused(&[&["match", "-r", "shatranj"], arguments].concat());
    let two = ["--engine", "rukh:hash=1", "--engine", "rukh"];
    let with = |more: &[&str]| said(&[&two[..], more].concat());
    assert!(said(&["--engine", "rukh:hash=1"]).contains("two players"));
    assert!(said(&["--engine", "rukh:hash=1", "--engine", "second"]).contains("unknown player `second`"));
    assert!(with(&["--nodes", "5", "--tc", "1"]).contains("cannot be used with"));
    assert!(with(&["--tc", "x"]).contains("such as `1+0.05`"));
    assert!(with(&["--sprt", "5,0"]).contains("the first must be less"));
    assert!(with(&["--resign", "4"]).contains("such as `4,800`"));
    assert!(with(&["--resign", "4,99999999999"]).contains("such as `4,800`"));
    assert!(with(&["--draw", "80,8,99999999999"]).contains("such as `80,8,10`"));
    // Before openings are made.
    let first = [&["--openings", "/no/file", "--pgn", "/no/folder/games.pgn"], &two[..]].concat();
    assert!(said(&first).contains("/no/folder"));
    assert!(with(&["--openings", "/no/file"]).contains("/no/file"));
    assert!(said(&["--engine", "rukh:hash=1", "--engine", "uci:true"]).contains("the program has ended"));
}

#[test]
fn openings_of_one_seed_are_equal_and_playable() {
    let place = Place::new("openings");
    let file = place.file("oblong.txt");
    let make = ["openings", "-r", "oblong", "--count", "3", "--nodes", "200", "--plies", "4-6"];
    let set = printed(&make);
    assert_eq!(set, printed(&[&make[..], &["--seed", "1"]].concat()));
    assert_ne!(set, printed(&[&make[..], &["--seed", "2"]].concat()));
    printed(&[&make[..], &["--output", &file]].concat());
    let play =
        ["match", "-r", "oblong", "--engine", "rukh:hash=1", "--engine", "rukh:hash=1", "--nodes", "20"];
    let play = [&play[..], &["--games", "2", "--openings", &file]].concat();
    assert!(printed(&play).starts_with("3 openings: 4 to 6 random plies"));
    std::fs::write(&file, set.replace(" - - ", " -  - ")).expect("the file can be written");
    assert!(refused(&play).contains("have been changed"));
    assert!(refused(&["openings", "-r", "oblong", "--plies", "9-2"]).contains("--plies"));
}

#[test]
fn puzzles_of_one_seed_are_equal_and_pass_their_check() {
    let place = Place::new("puzzles");
    let file = place.file("shatranj.jsonl");
    let find = ["puzzles", "find", "shatranj", "--games", "12", "--count", "2", "--seed", "3"];
    let find =
        [&find[..], &["--nodes", "500", "--verify-nodes", "5000", "--max-plies", "80", "--quiet"]].concat();
    let found = printed(&find);
    assert_eq!(found.lines().count(), 2, "{found}");
    printed(&[&find[..], &["--out", &file]].concat());
    assert_eq!(std::fs::read_to_string(&file).expect("the file was written"), found);
    assert!(refused(&[&find[..], &["--out", &file]].concat()).contains("--force"));
    assert!(printed(&["puzzles", "check", &file]).contains("2 good, 0 wrong"));
    let first = found.lines().next().expect("a puzzle");
    let broken = first.replacen("\"revision\":", "\"revision\":9", 1);
    std::fs::write(&file, format!("{found}{first}\n{broken}\n{{}}\n")).expect("the file can be written");
    let checked = rukh(&["puzzles", "check", "--quick", &file]);
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    for part in
        ["line 3: the same puzzle as in line 1", "line 4: the same", "line 5: no puzzle", "2 good, 3 wrong"]
    {
        assert!(checked.out.contains(part), "{part}: {}", checked.out);
    }
    std::fs::write(&file, format!("{broken}\n")).expect("the file can be written");
    let checked = rukh(&["puzzles", "check", &file]);
    assert!(checked.out.contains("verified under revision 9"), "{}", checked.out);
    assert!(refused(&["puzzles", "check", "/no/file"]).contains("cannot be read"));
    assert!(refused(&["puzzles", "find", "checkers"]).contains("checkers"));
}

#[test]
fn puzzles_are_found_in_games_of_a_file() {
    let place = Place::new("puzzles-from");
    let (games, list) = (place.file("game.pgn"), place.file("list.toml"));
    let game = "[Ruleset \"shatranj\"]\n[FEN \"r3k3/pppp4/8/8/8/8/4PPPP/R3K2R w - - 0 1\"]\n\n1. Rxa7 *\n";
    std::fs::write(&games, game).expect("the file can be written");
    let find =
        ["puzzles", "find", "shatranj", "--from", &games, "--nodes", "1000", "--verify-nodes", "10000", "-q"];
    let found = printed(&find);
    assert!(found.lines().all(|line| line.contains("\"from\":\"file\"")), "{found}");
    let other = rukh(&["puzzles", "find", "oblong", "--from", &games, "-q"]);
    assert!(other.err.contains("left out"), "{}", other.err);
    let problem =
        "[[problem]]\nname = \"a\"\nruleset = \"shatranj\"\nfen = \"7k/8/6K1/8/8/8/8/R6r w - - 0 1\"\n";
    std::fs::write(&list, format!("{problem}moves = \"a1h1\"\nsources = []\n")).expect("it can be written");
    let compiled = printed(&["puzzles", "compile", &list]);
    assert!(
        compiled.contains("\"kind\":\"win\",\"moves\":1") && compiled.contains("bare-king"),
        "{compiled}"
    );
    std::fs::write(&list, format!("{problem}moves = \"a1b2\"\nsources = []\n")).expect("it can be written");
    assert!(refused(&["puzzles", "compile", &list]).contains("move 1"));
}

#[test]
fn analyse_of_games_and_positions_prints_judgements() {
    let place = Place::new("analyse");
    let (pgn, notes) = (place.file("game.pgn"), place.file("notes.pgn"));
    let game = r#"[Ruleset "shatranj"]
[FEN "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"]
[SetUp "1"]

1. Ra7 Rxa7 *
"#;
    std::fs::write(&pgn, game).expect("the file can be written");
    let judge = |more: &[&str]| printed(&[&["analyse", &pgn, "--nodes", "2000"], more].concat());
    let text = judge(&[]);
    assert!(text.contains("best Rxa8+ (blunder: ") && text.contains("The game is not over"), "{text}");
    assert!(text.contains("White: accuracy ") && text.contains("blunders 1; 1 moves analysed"), "{text}");
    let json = judge(&["--json"]);
    for wanted in [r#""best":"a1a8""#, r#""grade":"blunder""#, r#""uci":"a8a7""#, r#""errors":[0,0,1]"#] {
        assert!(json.contains(wanted), "{wanted} in {json}");
    }
    let game: serde_json::Value = serde_json::from_str(&json).expect("a line of JSON");
    let part = |key: &str| game["balance"][key].as_f64().expect("a number");
    let parts = part("luck") + part("skill") + part("remainder");
    assert!((parts - part("result")).abs() < 1e-9 && part("skill") < -0.1, "{}", game["balance"]);
    let nothing = place.with("nothing.pgn", "[Ruleset \"shatranj\"]\n\n*\n");
    let empty = printed(&["analyse", &nothing, "--nodes", "50"]);
    assert!(empty.contains("White: no move to judge\n") && !empty.contains("-0.0"), "{empty}");
    let commented = judge(&["--pgn"]);
    assert!(commented.contains("1. Ra7 {[%eval -") && commented.contains("better Rxa8+"), "{commented}");
    std::fs::write(&notes, commented).expect("the file can be written");
    assert_eq!(printed(&["convert", &notes]), printed(&["convert", &pgn]), "comments change no game");
    let start = printed(&[
        "analyse",
        "efke/1nn1/r2r/4/pp1p/2p1/p1pp/1p2/P3/1PPP/P3/1PPP/2N1/4/R1NR/EFKE w",
        "-r",
        "oblong-dice",
        "--nodes",
        "100",
    ]);
    assert!(start.contains("White to throw: ") && start.lines().count() == 8, "{start}");
    assert!(refused(&["analyse", "/no/file"]).contains("--ruleset"));
    assert!(refused(&["analyse", "8/8 w", "-r", "shatranj"]).contains("not a valid FEN"));
    assert!(refused(&["analyse", "-r", "shatranj", &start_fen(), "--pgn"]).contains("not a game"));
    assert!(refused(&["analyse", "-r", "senterej", &start_fen().replace(" w", " *")]).contains("werera"));
}

#[test]
fn tune_fits_weights_and_mating_chances() {
    let place = Place::new("tune");
    let (positions, fitted, kept) =
        (place.file("positions"), place.file("all.json"), place.file("kept.json"));
    // Where nothing can be written nothing is played.
    let nowhere = place.file("missing/fitted.json");
    let said = refused(&["tune", "senterej", "--games", "2", "--keep", &positions, "--out", &nowhere]);
    assert!(said.contains("cannot be written") && !Path::new(&positions).exists(), "{said}");
    let said = refused(&["tune", "senterej", "--games", "2", "--out", "/dev/null"]);
    assert!(said.contains("not a regular file"), "{said}");
    let play = ["tune", "senterej", "--games", "4", "--nodes", "30", "--keep", &positions, "--out", &fitted];
    let output = printed(&play);
    assert!(output.contains("squared error") && output.contains("mating chances: "), "{output}");
    let read = |path: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(path).expect("the file is there");
        serde_json::from_str(&text).expect("it is JSON")
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tuned/senterej.json");
    let own = read(&own.display().to_string());
    assert_ne!(read(&fitted)["weights"], own["weights"]);
    let keep = ["--keep-numbers", "--games", "0", "--data", &positions, "--out", &kept];
    printed(&[&["tune", "senterej"], &keep[..]].concat());
    let kept = read(&kept);
    assert_eq!(kept["weights"], own["weights"]);
    assert_eq!(kept["chances"]["nearly-bare"].as_array().map(Vec::len), Some(6), "{kept}");
    let shatranj = place.with("shatranj", &format!("{};0;0.5\n", start_fen()));
    let keep = ["tune", "shatranj", "--keep-numbers", "--games", "0", "--data", &shatranj];
    let keep = [&keep[..], &["--force", "--out", &fitted]].concat();
    assert!(refused(&keep).contains("a bare king does not draw"));
    assert_ne!(read(&fitted)["ruleset"], "shatranj", "nothing was written");
}

#[test]
fn train_plays_games_and_writes_a_net_that_plays() {
    let place = Place::new("train");
    let (data, net, again) = (place.file("data"), place.file("one.net"), place.file("two.net"));
    let games = ["train", "oblong-dice", "--data", &data, "--nodes", "20", "--most-plies", "60"];
    let sizes = ["--games", "30", "--hidden", "16", "--epochs", "2", "--note", "why=a test"];
    let said = refused(&[&games[..], &["--hidden", "17"]].concat());
    assert!(said.contains("multiple of 16") && !Path::new(&data).exists(), "{said}");
    let courier = include_str!("../../../examples/courier.toml");
    let large = courier.replace("files = 12", "files = 16").replace("ranks = 8", "ranks = 16");
    let placement = |line: &str| match line.starts_with("placement = ") {
        true => format!("placement = 'rnebfk10/pppppp10/{}PPPPPP10/RNEBFK10'", "16/".repeat(12)),
        false => line.to_owned(),
    };
    let large = large.lines().map(placement).collect::<Vec<_>>().join("\n");
    let ruleset = place.file("large.toml");
    std::fs::write(&ruleset, large.replace("\"courier\"", "\"large\"")).expect("a ruleset on 16x16 cells");
    let said = refused(&["train", &ruleset, "--data", &data, "--hidden", "64", "--out", &net]);
    assert!(said.contains("--hidden 64 is too large") && !Path::new(&data).exists(), "{said}");
    // Games first, the net in a second run.
    printed(&[&games[..], &["--games", "10"]].concat());
    let whole = std::fs::read(&data).expect("the games are there");
    std::fs::write(&data, &whole[..whole.len() - 5]).expect("a file that is cut off");
    let output = Command::new(env!("CARGO_BIN_EXE_rukh")).args(games).args(["--games", "10"]).output();
    let said = String::from_utf8(output.expect("the program runs").stderr).expect("UTF-8");
    assert!(said.contains("the last game was cut off"), "{said}");
    assert!(std::fs::read(&data).expect("the games are there") == whole, "the same game again");
    let output = printed(&[&games[..], &sizes, &["--out", &net]].concat());
    let wanted =
        ["of 30 games", "of every tenth game", "squared error", "whole numbers change the output by"];
    for wanted in wanted {
        assert!(output.contains(wanted), "{wanted}: {output}");
    }
    printed(&[&games[..], &sizes, &["--out", &again]].concat());
    let bytes = |path: &str| std::fs::read(path).expect("the net is there");
    assert!(bytes(&net) == bytes(&again), "the same options give the same net");
    // Other games judge: every tenth is not held out then.
    let judge = place.file("judge");
    let judges = ["train", "oblong-dice", "--data", &judge, "--nodes", "30", "--label-nodes", "60"];
    printed(&[&judges[..], &["--most-plies", "60", "--games", "5"]].concat());
    let output = printed(&[&games[..], &sizes, &["--judge", &judge, "--out", &again, "--force"]].concat());
    assert!(output.contains("of the file of --judge") && bytes(&net) != bytes(&again), "{output}");
    let said = refused(&[&games[..], &sizes, &["--also", &net, "--out", &again, "--force"]].concat());
    assert!(said.contains(&net), "no training data: {said}");
    let said = refused(&["train", "oblong-dice", "--data", &data, "--nodes", "21", "--most-plies", "60"]);
    assert!(said.contains("games of another kind"), "{said}");
    let output = printed(&["eval", "-r", "oblong-dice", "--eval-file", &net]);
    assert!(output.contains("net trained on"), "{output}");
    let json = printed(&["eval", "-r", "oblong-dice", "--eval-file", &net, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["net"]["why"], "a test");
    assert!(refused(&["eval", "-r", "shatranj", "--eval-file", &net]).contains("do not fit shatranj"));
    std::fs::write(&net, &bytes(&again)[..5_000]).expect("a shorter net");
    let said = refused(&["eval", "-r", "oblong-dice", "--eval-file", &net]);
    assert!(said.contains("the file is damaged"), "{said}");
}

#[test]
fn text_file_in_any_usual_encoding_is_read() {
    let place = Place::new("encodings");
    let text = shatranj_file().replace("id = \"shatranj\"", "id = \"mine\"");
    let unix = text.replace("\r\n", "\n");
    let latin: Vec<u8> = unix
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(0xE9))
        .chain(*b"# Fran\xE7ois\n")
        .collect();
    let marked = [b"\xEF\xBB\xBF", unix.as_bytes()].concat();
    let forms = [
        ("unix", unix.clone().into_bytes()),
        ("windows", unix.replace('\n', "\r\n").into_bytes()),
        ("mac", unix.replace('\n', "\r").into_bytes()),
        ("marked", marked.clone()),
        ("latin", latin),
    ];
    for (name, bytes) in forms {
        let file = place.file(&format!("{name}.toml"));
        std::fs::write(&file, bytes).expect("a file can be written");
        let said = printed(&["rules", "check", &file]);
        assert!(said.contains("valid"), "{name}: {said}");
        assert!(printed(&["perft", "-r", &file, "1"]).contains("nodes 16"), "{name}");
    }
    let broken = place.file("broken.toml");
    std::fs::write(&broken, [&marked, &b"# \xE9\n"[..]].concat()).expect("a file can be written");
    let said = refused(&["rules", "show", &broken]);
    let line = unix.lines().count() + 1;
    assert!(said.contains(&format!("byte {} (line {line})", marked.len() + 3)), "{said}");

    let config = place.file("rukh.toml");
    std::fs::write(&config, b"\xEF\xBB\xBF# Fran\xC3\xA7ois\rbind = \"nowhere\"\r")
        .expect("a file can be written");
    let said = refused(&["serve", "--config", &config]);
    assert!(said.contains("nowhere") || said.contains("socket address"), "{said}");
    std::fs::write(&config, b"bind = \"\x81\"").expect("a file can be written");
    let said = refused(&["serve", "--config", &config]);
    assert!(said.contains("rukh.toml cannot be read: byte 9 (line 1)"), "{said}");
}

fn start_fen() -> String {
    "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1".to_owned()
}

#[test]
fn play_with_pictures_elsewhere_than_at_a_terminal_says_so() {
    let ran = rukh_with(&["play", "shatranj", "--side", "both", "--picture"], "quit\n");
    let note =
        "note: the board is drawn with characters, because standard input and output are not a terminal";
    assert!(ran.err.contains(note) && ran.out.contains("R N E K F E N R"), "{}{}", ran.err, ran.out);
    assert!(refused(&["play", "shatranj", "--picture", "--plain"]).contains("cannot be used with"));
}

/// What a program shows at a terminal that answers questions in one way.
#[cfg(unix)]
fn at_terminal(arguments: &[&str], answer: &str, input: &str) -> String {
    use std::io::Read;
    use std::os::fd::OwnedFd;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let host = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudoterminal");
    grantpt(&host).and_then(|()| unlockpt(&host)).expect("it can be opened");
    let name = ptsname(&host, Vec::new()).expect("it has a name").into_string().expect("in UTF-8");
    let open = || -> OwnedFd {
        std::fs::File::options().read(true).write(true).open(&name).expect("it opens").into()
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_rukh"))
        .args(arguments)
        .stdin(Stdio::from(open()))
        .stdout(Stdio::from(open()))
        .stderr(Stdio::from(open()))
        .spawn()
        .expect("the binary runs");
    let mut host = std::fs::File::from(host);
    let (mut shown, mut answered) = (Vec::new(), false);
    let mut bytes = [0; 4096];
    // Reading fails when the last program has closed the terminal.
    while let Ok(count @ 1..) = host.read(&mut bytes) {
        shown.extend_from_slice(&bytes[..count]);
        if !answered && shown.windows(3).any(|part| part == b"\x1b[c") {
            answered = true;
            host.write_all(answer.as_bytes()).expect("the terminal answers");
        } else if answered && String::from_utf8_lossy(&shown).contains("to move") && !input.is_empty() {
            host.write_all(input.as_bytes()).expect("the player types");
            break;
        }
    }
    while let Ok(count @ 1..) = host.read(&mut bytes) {
        shown.extend_from_slice(&bytes[..count]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&shown).into_owned()
}

#[cfg(unix)]
#[test]
fn play_with_pictures_asks_the_terminal_and_believes_it() {
    let arguments = ["play", "shatranj", "--side", "both", "--picture"];
    let shown = at_terminal(&arguments, "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;c", "quit\n");
    assert!(shown.contains("\u{1b}_Ga=T,f=100,q=2,m=1;iVBORw0KGgo"), "{shown}");
    assert!(!shown.contains("note:"), "{shown}");
    let shown = at_terminal(&arguments, "\u{1b}[?62;c", "quit\n");
    assert!(shown.contains("because this terminal does not have the graphics protocol of kitty"), "{shown}");
    assert!(!shown.contains("\u{1b}_Ga=T"), "{shown}");
}
