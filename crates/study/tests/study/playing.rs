//! The same files whatever happens: threads, a kill, a stop, other machines.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rukh_lab::job::JobRunner;
use rukh_lab::job::rows::{GameRow, MoveRow, PositionRow};
use rukh_study::{
    Folder, GameImport, PartError, PartId, RunError, RunOptions, RunProgress, Study, play_part, run,
};

use crate::place::{Place, TEXT, study, tables};

fn play(study: &Study, folder: &Path, threads: usize) -> RunProgress {
    let options = RunOptions { threads, stop: &|| false, on_progress: &|_| () };
    run(study, folder, options).expect("the study is played")
}

/// Plays until so many games have ended.
fn play_some(study: &Study, folder: &Path, games: u64) -> RunProgress {
    let ended = AtomicU64::new(0);
    let options = RunOptions {
        threads: 1,
        stop: &|| ended.load(Relaxed) >= games,
        on_progress: &|progress| ended.store(progress.played, Relaxed),
    };
    run(study, folder, options).expect("the study is played")
}

fn journals(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder.join("journal")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

#[test]
fn run_has_the_same_files_with_any_number_of_threads() {
    let (one, three) = (Place::new("one"), Place::new("three"));
    let study = study(TEXT);
    let done = play(&study, &one.0, 1);
    assert_eq!((done.played, done.finished, done.planned), (20, 20, 20));
    assert!(done.is_done() && done.left() == 0);
    play(&study, &three.0, 3);
    let files = tables(&one.0);
    assert_eq!(files.len(), 2 * 3 * 3);
    assert_eq!(files, tables(&three.0));
    assert!(!one.0.join("journal").exists(), "nothing is under way");
}

#[test]
fn parts_of_other_machines_are_the_same_files() {
    let place = Place::new("parts");
    let study = study(TEXT);
    play(&study, &place.0, 2);
    let mut files = std::collections::BTreeMap::new();
    for cell in 0..2 {
        for round in 0..study.rounds() as u32 {
            // Each machine reads the study by itself.
            let study = crate::place::study(study.text());
            let part =
                play_part(&study, PartId { cell, round }, &|| false, &mut |_| ()).expect("it is played");
            files.extend(part.files(&study));
        }
    }
    assert_eq!(files, tables(&place.0));
    let absent = PartId { cell: 2, round: 0 };
    let error = play_part(&study, absent, &|| false, &mut |_| ()).expect_err("there are two cells");
    assert_eq!(error, PartError::NoSuchPart(absent));
    let stopped = play_part(&study, PartId { cell: 0, round: 0 }, &|| true, &mut |_| ());
    assert_eq!(stopped, Err(PartError::Stopped));
}

#[test]
fn run_goes_on_where_it_was_ended() {
    let (whole, ended) = (Place::new("whole"), Place::new("ended"));
    let study = study(TEXT);
    play(&study, &whole.0, 1);
    let first = play_some(&study, &ended.0, 6);
    assert_eq!((first.played, first.finished), (6, 6));
    assert!(!first.is_done());
    let journal = journals(&ended.0).pop().expect("two games of a part are in its journal");
    let lines = std::fs::read_to_string(&journal).expect("it is text");
    assert_eq!(lines.lines().count(), 2);
    // A kill may leave a part of a line.
    std::fs::write(&journal, format!("{lines}{{\"game\":{{\"cell\":0,")).expect("it can be written");
    let second = play(&study, &ended.0, 2);
    assert_eq!((second.played, second.finished), (14, 20), "no game is played twice");
    assert_eq!(tables(&ended.0), tables(&whole.0));
    let third = play(&study, &ended.0, 2);
    assert_eq!((third.played, third.finished, third.is_done()), (0, 20, true));
}

#[test]
fn run_plays_again_what_is_damaged_or_missing() {
    let place = Place::new("damaged");
    let study = study(TEXT);
    play(&study, &place.0, 2);
    let files = tables(&place.0);
    std::fs::write(place.0.join("games/c000-r0001.parquet"), "no table").expect("it can be written");
    std::fs::remove_file(place.0.join("moves/c001-r0002.parquet")).expect("it is there");
    let again = play(&study, &place.0, 1);
    assert_eq!((again.played, again.finished), (4 + 2, 20));
    assert_eq!(tables(&place.0), files);
}

#[test]
fn run_refuses_folders_of_other_games() {
    let place = Place::new("other");
    let study = study(TEXT);
    play_some(&study, &place.0, 1);
    let with_seed = crate::place::study(&TEXT.replace("seed = 3", "seed = 4"));
    let options = RunOptions { threads: 1, stop: &|| false, on_progress: &|_| () };
    let error = run(&with_seed, &place.0, options).expect_err("it is another study").to_string();
    assert!(error.contains("use another folder"), "{error}");
    // The journal of other games under the name of a part of this one.
    let journal = journals(&place.0).pop().expect("a game is in its journal");
    let text = std::fs::read_to_string(&journal).expect("it is text");
    std::fs::write(&journal, text.replacen("\"number\":0", "\"number\":9", 1)).expect("it can be written");
    let error = run(&study, &place.0, options).expect_err("game 9 is of another part");
    let RunError::Folder(error) = error else { panic!("{error}") };
    assert!(error.to_string().contains("line 1: game 9"), "{error}");
}

#[test]
fn conclusion_and_more_games_are_the_same_study() {
    let place = Place::new("more");
    play(&study(TEXT), &place.0, 2);
    let more = TEXT.replace("games = 10", "games = 12").replace("Short games", "Games cut short");
    let more = study(&format!("{more}[conclusion]\nsentence = \"They are short.\"\n"));
    let done = play(&more, &place.0, 2);
    // The last part of each cell had two games of four.
    assert_eq!((done.played, done.finished), (8, 24));
    let folder = Folder::open(&place.0).expect("games are there");
    let conclusion = folder.study().and_then(|study| study.conclusion.clone()).expect("it is written");
    assert_eq!(conclusion.sentence, "They are short.");
    assert_eq!(folder.games().count(), 24);
    // Fewer games are a part of those that are there.
    let folder = Place::new("fewer");
    play(&more, &folder.0, 1);
    let few = study(&TEXT.replace("games = 10", "games = 4"));
    assert_eq!(play(&few, &folder.0, 1).played, 0);
    assert_eq!(Folder::open(&folder.0).expect("games are there").games().count(), 8);
}

#[test]
fn folder_reads_rows_by_cell_and_number() {
    let place = Place::new("rows");
    let study = study(TEXT);
    play(&study, &place.0, 2);
    let folder = Folder::open(&place.0).expect("games are there");
    let games: Vec<GameRow> = folder.games().collect::<Result<_, _>>().expect("they can be read");
    let moves: Vec<MoveRow> = folder.moves().collect::<Result<_, _>>().expect("they can be read");
    let positions: Vec<PositionRow> = folder.positions().collect::<Result<_, _>>().expect("they can be read");
    assert!(games.is_sorted_by_key(|game| (game.cell, game.number)) && games.len() == 20);
    assert_eq!(moves.len(), games.iter().map(|game| game.plies as usize).sum::<usize>());
    assert_eq!(positions.len(), moves.len() + games.len());
    let mut runner = JobRunner::new();
    for game in &games {
        let job = study.job(game.cell as usize, game.number);
        let played = runner.run(&job).expect("it is played").at(game.cell, game.number, game.number / 2);
        assert_eq!(&played.row, game);
        let own = moves.iter().filter(|mv| (mv.cell, mv.number) == (game.cell, game.number)).cloned();
        assert_eq!(played.moves, own.collect::<Vec<_>>());
        assert_eq!([&game.white, &game.black], job.players.each_ref());
    }
    let [first, second] = [&games[0], &games[1]];
    assert_eq!(
        (&first.white, &first.cluster),
        (&second.black, &second.cluster),
        "a pair has colours reversed"
    );
    assert_eq!((first.seed, &first.opening), (second.seed, &second.opening));
    assert_eq!((games[0].seed, &games[0].opening), (games[10].seed, &games[10].opening), "cells are paired");
    let nothing = Place::new("nothing");
    std::fs::create_dir_all(&nothing.0).expect("a folder can be made");
    assert!(Folder::open(&nothing.0).is_err_and(|error| error.to_string().contains("holds no games")));
}

/// A study whose games are all cut off, so that nothing is ever won: its rule is met as soon as there are enough.
const STOPPED: &str = r#"
id = "stopped"
title = "Games that are cut off"
question = "Are they won?"
keep = ["games"]
games = 80
part = 10
max-plies = 1
[stop]
measure = "decisive"
width = 0.19
[[rulesets]]
id = "shatranj"
options.stalemate = "all"
[[players]]
white = "rukh:nodes=1,tables=off"
"#;

#[test]
fn cell_ends_when_its_interval_is_narrow_whatever_the_threads() {
    let study = study(STOPPED);
    let cells = study.plan().cells.len();
    let (one, four) = (Place::new("stop-one"), Place::new("stop-four"));
    let done = play(&study, &one.0, 1);
    // Of 32 games or more without a win fewer than one in ten are won.
    assert_eq!((done.finished, done.planned), (40 * cells as u64, 40 * cells as u64));
    assert!(done.is_done());
    play(&study, &four.0, 4);
    let names: BTreeSet<String> = tables(&one.0).into_keys().collect();
    assert_eq!(names.len(), 4 * cells);
    assert_eq!(tables(&one.0), tables(&four.0));
    // A narrower interval needs more games, and those that are there count.
    let narrow = crate::place::study(&STOPPED.replace("0.19", "0.1"));
    let more = play(&narrow, &one.0, 1);
    assert_eq!((more.played, more.finished), (20 * cells as u64, 60 * cells as u64));
    // A wider one needs fewer: what is beyond goes, also what is damaged, and a journal that a killed run left.
    std::fs::write(one.0.join("games/c000-r0005.parquet"), "no table").expect("it can be written");
    std::fs::create_dir_all(one.0.join("journal")).expect("a folder can be made");
    std::fs::write(one.0.join("journal/c000-r0007.jsonl"), "").expect("it can be written");
    assert_eq!(play(&study, &one.0, 2).finished, 40 * cells as u64);
    assert_eq!(tables(&one.0), tables(&four.0));
    assert!(!one.0.join("journal").exists());
}

#[test]
fn import_without_a_good_game_can_be_tried_again() {
    let place = Place::new("import");
    for _ in 0..2 {
        let import = GameImport::create(&place.0).expect("there are no games");
        assert_eq!(import.finish().expect("nothing is to be written"), 0);
    }
    assert!(play_some(&study(TEXT), &place.0, 1).played > 0, "nor can a study overwrite any");
    let error = GameImport::create(&place.0).expect_err("a study is there");
    assert!(error.to_string().contains("holds games already"), "{error}");
}

#[test]
fn cost_is_estimated_from_some_games_of_each_cell() {
    let study = study(TEXT);
    let cost = study.cost(Duration::ZERO).expect("the games are played");
    assert_eq!((cost.cells, cost.games, cost.sampled), (2, 20, 2));
    let cost = study.cost(Duration::from_secs(600)).expect("the games are played");
    assert_eq!(cost.sampled, 2 * 8);
    assert!(cost.core_seconds > 0.0);
    let place = Place::new("cost");
    play(&study, &place.0, 1);
    let bytes: usize = tables(&place.0).values().map(Vec::len).sum();
    let ratio = cost.bytes as f64 / bytes as f64;
    assert!((0.5..2.0).contains(&ratio), "{} bytes estimated, {bytes} written", cost.bytes);
}
