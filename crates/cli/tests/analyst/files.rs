//! What is written at the end is made sure of at the beginning, and never lost.

use crate::command::{Place, Running, joined, printed, read, refused, rukh_with};

const PLAY: [&str; 7] = ["play", "shatranj", "--side", "both", "--plain", "--seed", "1"];

fn games(place: &Place) -> String {
    place.with("games.pgn", "[Ruleset \"shatranj\"]\n\n1. e3 e6 *\n")
}

#[test]
fn play_with_a_file_that_exists_is_refused_before_the_first_move() {
    let place = Place::new("exists");
    let file = place.with("game.pgn", "another game");
    let arguments = joined(&[&PLAY, &["--save", &file]]);
    let ran = rukh_with(&arguments, "e2e3\nquit\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "nothing was played");
    assert!(ran.err.contains("already exists") && ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(read(&file), "another game");
    let ran = rukh_with(&joined(&[&arguments, &["--force"]]), "e2e3\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(read(&file).contains("1. e3"));
    for (nowhere, why) in [("missing/game.pgn", "cannot be written"), ("", "a directory")] {
        let said = refused(&joined(&[&PLAY, &["--save", &place.file(nowhere)]]));
        assert!(said.contains(why) && !said.contains("to move"), "{said}");
    }
}

#[test]
fn play_that_cannot_write_at_the_end_keeps_the_game_elsewhere() {
    let place = Place::new("gone");
    let folder = Place::new("gone-folder");
    let file = folder.file("game.pgn");
    let mut play = Running::new(&joined(&[&PLAY, &["--save", &file]]));
    play.say("e2e3");
    play.until("1. e3");
    std::fs::remove_dir_all(&folder.0).expect("it can be removed");
    play.say("quit");
    let ran = play.end();
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    let kept = ran.err.split("saved to ").nth(1).and_then(|rest| rest.split(" instead").next());
    let kept = kept.unwrap_or_else(|| panic!("{}", ran.err));
    assert!(printed(&["convert", kept, "-o", &place.file("game.jsonl")]).is_empty());
    assert!(read(place.file("game.jsonl")).contains("\"e2e3\""));
    std::fs::remove_file(kept).expect("it can be removed");
}

#[cfg(unix)]
#[test]
fn play_that_is_interrupted_keeps_the_game() {
    let place = Place::new("interrupted");
    let file = place.file("game.jsonl");
    let mut play = Running::new(&joined(&[&PLAY, &["--save", &file]]));
    play.say("e2e3");
    play.say("e7e6");
    play.until("1... e6");
    // The record is noted before the next line is asked for.
    play.until("White to move");
    play.interrupt();
    let ran = play.end();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert!(ran.err.contains(&format!("saved to {file}")), "{}", ran.err);
    let record = read(&file);
    assert!(record.contains("\"e2e3\"") && record.contains("\"e7e6\""), "{record}");
}

#[test]
fn every_command_without_force_refuses_to_overwrite() {
    let place = Place::new("all");
    let input = games(&place);
    let old = place.with("old", "old");
    let page = place.with("rukh-play.1", "old");
    let (folder, fresh, data) = (place.file(""), place.file("fresh"), place.file("data"));
    let players = ["--engine", "rukh:hash=1", "--engine", "rukh:hash=1", "--nodes", "10", "--games", "2"];
    let openings = ["openings", "-r", "shatranj", "--count", "1", "--nodes", "50", "-o", &old];
    let fit = ["tune", "shatranj", "--games", "1", "--nodes", "10"];
    let commands: [(Vec<&str>, bool); 7] = [
        (vec!["convert", &input, "-o", &old], true),
        (openings.to_vec(), true),
        (joined(&[&["match", "-r", "shatranj", "--pgn", &old], &players]), true),
        (joined(&[&fit, &["--out", &old]]), false),
        (joined(&[&fit, &["--out", &fresh, "--keep", &old]]), false),
        (vec!["backup", "--data-dir", &data, &old], false),
        (vec!["man", "--dir", &folder], true),
    ];
    for (command, may_run) in commands {
        let said = refused(&command);
        assert!(said.contains("already exists"), "{command:?}: {said}");
        assert_eq!((read(&old), read(&page)), ("old".to_owned(), "old".to_owned()), "{command:?}");
        assert!(!std::path::Path::new(&fresh).exists(), "{command:?}");
        if may_run {
            printed(&joined(&[&command, &["--force"]]));
            let written = if command[0] == "man" { &page } else { &old };
            assert_ne!(read(written), "old", "{command:?}");
            std::fs::write(&old, "old").expect("a file can be written");
        }
    }
    assert!(refused(&joined(&[&fit, &["--out", &fresh, "--keep", &fresh]])).contains("the same file"));
    let left: Vec<_> = std::fs::read_dir(&place.0)
        .expect("it is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "half files are left: {left:?}");
}
