use std::collections::{BTreeMap, BTreeSet};

use rukh_lab::puzzle::{PuzzleChecker, PuzzleTheme};
use rukh_rules::strum::VariantNames;

use super::{LIBRARY, WrongMove, WrongMoveError, families, get, of_day};
use crate::wire::puzzle::PuzzleVerdict;

#[test]
fn puzzles_are_legal_and_of_the_present_laws() {
    let mut checker = PuzzleChecker::new();
    for known in &LIBRARY.puzzles {
        assert_eq!(checker.check_moves(&known.puzzle), Ok(()), "{}", known.puzzle.id);
    }
}

#[test]
fn families_have_enough_puzzles_without_doubles() {
    let mut of_family: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of_game: BTreeMap<String, usize> = BTreeMap::new();
    let mut ids: Vec<&str> = LIBRARY.puzzles.iter().map(|one| one.puzzle.id.as_str()).collect();
    for known in &LIBRARY.puzzles {
        *of_family.entry(&known.summary.family).or_default() += 1;
        if let rukh_lab::puzzle::PuzzleOrigin::SelfPlay { seed, game, .. } = &known.puzzle.origin {
            *of_game.entry(format!("{} {seed} {game}", known.puzzle.ruleset)).or_default() += 1;
        }
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), LIBRARY.puzzles.len(), "each position once");
    assert!(of_family.len() >= 4 && of_family.values().all(|count| *count >= 60), "{of_family:?}");
    assert!(of_game.values().all(|count| *count <= 2), "{of_game:?}");
    let with_die = LIBRARY.puzzles.iter().filter(|one| one.ruleset.has_die()).count();
    assert!(with_die >= 25, "{with_die} with a die");
    assert!(families().contains("shatranj"));
}

#[test]
fn every_puzzle_can_be_played_to_its_end() {
    for known in &LIBRARY.puzzles {
        let details = known.details().unwrap_or_else(|problem| panic!("{}: {problem}", known.puzzle.id));
        let bytes = serde_json::to_vec(&details).unwrap().len();
        assert!(bytes < 150_000, "{}: {bytes}", known.puzzle.id);
    }
}

#[test]
fn every_found_puzzle_has_its_day_and_families_take_turns() {
    let found: Vec<_> = LIBRARY.puzzles.iter().filter(|one| one.summary.name.is_none()).collect();
    let (all, size) =
        (families(), |family: &str| found.iter().filter(|one| one.summary.family == family).count());
    let count = all.len() as u64;
    let days = all.iter().map(|family| size(family)).max().expect("families") as u64 * count;
    // A day of this year, and those that follow it.
    let chosen: Vec<_> = (20_000..20_000 + days).map(of_day).collect();
    let ids: BTreeSet<&str> = chosen.iter().map(|one| one.puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), found.len(), "each found puzzle, and no problem of the old masters");
    for week in chosen.windows(count as usize) {
        let seen: BTreeSet<&str> = week.iter().map(|one| one.summary.family.as_str()).collect();
        assert_eq!(seen.len() as u64, count, "{seen:?}");
    }
    for one in &found {
        assert!(one.daily().board.len() >= 3, "{}: {:?}", one.puzzle.id, one.daily().board);
    }
}

/// The shortest proved wins of each family, again.
#[test]
fn short_wins_are_proved_again() {
    let mut checker = PuzzleChecker::new();
    let mut proved = BTreeMap::new();
    for known in LIBRARY.puzzles.iter().filter(|one| one.puzzle.margin.is_none() && one.summary.moves == 1) {
        let count: &mut usize = proved.entry(&known.summary.family).or_default();
        if *count < 2 {
            *count += 1;
            assert_eq!(checker.check(&known.puzzle), Ok(()), "{}", known.puzzle.id);
        }
    }
    assert!(!proved.is_empty());
}

#[test]
fn wrong_move_has_the_same_refutation_each_time() {
    let known = LIBRARY.puzzles.iter().find(|one| one.summary.moves == 2).expect("a puzzle of two moves");
    let known = get(&known.puzzle.id).expect("it has an id");
    let right = &known.puzzle.moves[0];
    assert_eq!(WrongMove::new(known, 0, right).err(), Some(WrongMoveError::Right));
    assert_eq!(WrongMove::new(known, 2, right).err(), Some(WrongMoveError::NoSuchMove { moves: 2 }));
    assert!(matches!(WrongMove::new(known, 0, "a1a1").err(), Some(WrongMoveError::Illegal(_))));
    let game =
        rukh_rules::Game::from_fen(known.ruleset.clone(), &known.puzzle.fen).expect("a legal position");
    let texts = game.legal_moves().into_iter();
    let texts = texts.map(|mv| rukh_rules::notation::coordinate::format(&known.ruleset, mv));
    let text = texts.into_iter().find(|text| text != right).expect("another move");
    let refute = || {
        let wrong = WrongMove::new(known, 0, &text).expect("a wrong move");
        wrong.refute(known, &|| false).expect("nothing stops it").expect("the line is legal")
    };
    let refutation = refute();
    assert_eq!(refutation, refute());
    assert_eq!(refutation.states.len(), refutation.line.len());
    assert!(refutation.line.len() >= 2, "{:?}", refutation.line);
    assert!(refutation.verdict != PuzzleVerdict::Refuted || refutation.expected < refutation.best);
    let wrong = WrongMove::new(known, 0, &text).expect("a wrong move");
    assert!(wrong.refute(known, &|| true).is_none(), "a search that is stopped says nothing");
}

/// Themes and names of problems have texts.
#[test]
fn puzzle_texts_are_those_of_the_page() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file is readable");
    let texts = read("web/src/locale/en/lazy/puzzles.ftl");
    let has = |key: &str| texts.lines().any(|line| line.starts_with(&format!("{key} =")));
    for theme in PuzzleTheme::VARIANTS {
        assert!(has(&format!("puzzle-theme-{theme}")), "{theme}");
    }
    for line in read("puzzles/mansubat.jsonl").lines() {
        let puzzle: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let name = puzzle["origin"]["name"].as_str().expect("a name");
        assert!(has(&format!("mansuba-{name}")) && has(&format!("mansuba-{name}-story")), "{name}");
    }
}
