//! Other programs' letters and names on the command line, and errors that say what is wrong.

use std::process::{Command, Output};

const THEIRS: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w 0 1";
const OWN: &str = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1";

fn rukh(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_rukh")).args(arguments).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn file(name: &str, bytes: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("rukh-dialect-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("the file can be written");
    path.display().to_string()
}

#[test]
fn fen_in_other_letters_is_read_by_every_command_with_a_note() {
    let openings = file("openings.txt", format!("{THEIRS}\nmoves e2e3\n").as_bytes());
    let commands: [&[&str]; 5] = [
        &["perft", "-r", "Shatranj", "1", "--fen", THEIRS],
        &["eval", "-r", "shatranj", THEIRS],
        &["analyse", "-r", "shatrandj", "--nodes", "50", THEIRS],
        &["play", "shatranj", "--side", "both", "--plain", "--fen", THEIRS],
        &[
            "match",
            "-r",
            "shatranj",
            "--engine",
            "rukh",
            "--engine",
            "rukh",
            "--nodes",
            "20",
            "--games",
            "2",
            "--max-plies",
            "4",
            "--openings",
            &openings,
        ],
    ];
    for arguments in commands {
        let (code, out, err) = rukh(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {out}{err}");
        assert!(err.contains("read in Fairy-Stockfish's letters"), "{arguments:?}: {err}");
        let said = rukh(&[arguments, &["--dialect", "fsf"]].concat());
        assert_eq!(
            (said.0, said.2.contains("read in")),
            (Some(0), false),
            "who says it is not told: {}",
            said.2
        );
        let (code, _, err) = rukh(&[arguments, &["--dialect", "own"]].concat());
        assert!(code == Some(2) && err.contains("`b` is no piece's letter"), "{arguments:?}: {err}");
    }
    let (_, out, err) = rukh(&["eval", "-r", "shatranj", OWN]);
    assert!(out.starts_with(OWN) && err.is_empty(), "{out}{err}");
    let (_, theirs, _) = rukh(&["eval", "-r", "shatranj", THEIRS]);
    assert_eq!(theirs, out);
}

#[test]
fn games_in_other_letters_are_read_with_a_note() {
    let text = format!("[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"{THEIRS}\"]\n\n1. e3 e6 2. Bd3 *\n");
    let games = file("theirs.pgn", text.as_bytes());
    for command in [&["convert", "--to", "pgn"][..], &["analyse", "--nodes", "50"]] {
        let (code, out, err) = rukh(&[command, &[&games]].concat());
        assert!(code == Some(0) && out.contains("Ed3"), "{command:?}: {out}{err}");
        let note = "1 of 1 games were read in Fairy-Stockfish's letters (`--dialect fsf`)";
        assert!(err.contains(note), "{command:?}: {err}");
        let (code, said, err) = rukh(&[command, &[&games, "--dialect", "fsf"]].concat());
        assert!(code == Some(0) && said == out && !err.contains("read in"), "{command:?}: {err}");
        let (code, _, err) = rukh(&[command, &[&games, "--dialect", "own"]].concat());
        assert!(code != Some(0) && err.contains("`b` is no piece's letter"), "{command:?}: {err}");
    }
}

#[test]
fn error_of_any_command_names_its_cause_once() {
    let utf16 = file("utf16.toml", b"\xff\xfei\0d\0");
    let empty = file("empty.toml", b"");
    let no_address = ["serve", "--public-url", "", "--bind", "127.0.0.1:0"];
    let cases: [(&[&str], &str); 11] = [
        (&["rules", "check", &utf16], "the text is UTF-16"),
        (&["rules", "check", &empty], "the table [men] is missing"),
        (&["rules", "check", "/"], "cannot be read: Is a directory"),
        (&["perft", "-r", "shatranj", "--fen", "", "1"], "placement: there is none"),
        (&["analyse", "-r", "shatranj", " "], "placement: there is none"),
        (&["perft", "-r", " ", "1"], "the ruleset's id is missing"),
        (&["perft", "-r", "shatranj[=]", "1"], "should be an option and a choice"),
        (
            &["match", "-r", "shatranj", "--engine", "rukh", "--engine", "rukh", "--openings", ""],
            "the file name is empty",
        ),
        (&["verify", ""], "the file name is empty"),
        (&["verify", &empty], "is empty"),
        (&no_address, "must be a URL"),
    ];
    for (arguments, wanted) in cases {
        let (code, out, err) = rukh(arguments);
        let said = format!("{out}{err}");
        assert!(code == Some(2) && said.contains(wanted), "{arguments:?}: {said}");
        for line in said.lines() {
            assert!(!line.trim_end().ends_with("read:") && !line.trim_end().ends_with("error:"), "{said}");
        }
    }
    let (_, _, err) =
        rukh(&["serve", "--ruleset", "/none.toml", "--data-dir", "/tmp", "--bind", "127.0.0.1:0"]);
    assert_eq!(err.matches("No such file").count(), 1, "{err}");
}
