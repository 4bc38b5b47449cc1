//! The work on hostile texts is counted, not timed.

use super::assembler::Assembler;
use crate::notation::reading::{Lines, MAX_GAME_BYTES};

/// How many bytes were looked at, and how many games were found.
fn work(text: &str) -> (u64, usize) {
    let mut lines = Lines::new(text.lines().map(|line| Ok(line.to_owned())));
    let mut assembler = Assembler::default();
    let mut games = 0;
    while assembler.next(&mut lines).is_some() {
        games += 1;
    }
    (assembler.lexer.work(), games)
}

/// Texts whose readers are easily made quadratic, of about this length.
fn hostile(length: usize) -> Vec<(&'static str, String)> {
    let head = "[Ruleset \"shatranj\"]\n\n1. e3 ";
    let repeated = |unit: &str| format!("{head}{}", unit.repeat(length / unit.len()));
    vec![
        ("unclosed commands", format!("{head}{{{}}} *", "[%".repeat(length / 2))),
        ("unclosed commands of ours", format!("{head}{{{}}} *", "[%at ".repeat(length / 5))),
        ("unclosed comments", repeated("{ ")),
        ("unclosed comments in lines", repeated("{\n")),
        ("unclosed variations", repeated("( ")),
        ("closed variations", repeated("() ")),
        ("tags without end", repeated("[A \"")),
        ("tags in one line", repeated("[A \"b\"] ")),
        ("tags in lines", repeated("[A \"b\"]\n\n")),
        ("a word without end", repeated("e")),
        ("numbers", repeated("1.")),
        ("dots", repeated(".")),
        ("signs", repeated("!?")),
        ("one NAG", repeated("$1")),
        ("a NAG of many digits", format!("{head}${}", "9".repeat(length))),
        ("braces that close nothing", repeated("} ")),
        ("empty lines", repeated("\n")),
        ("results", repeated("* ")),
        ("remarks", repeated(";\n")),
        ("escaped lines", repeated("%\n")),
        ("letters of several bytes", repeated("é½±")),
    ]
}

#[test]
fn lexer_on_hostile_texts_looks_at_each_byte_a_few_times() {
    for (name, text) in hostile(200_000) {
        let (work, _) = work(&text);
        let most = 6 * text.len() as u64 + 1_000;
        assert!(work <= most, "{name}: {work} bytes were looked at in a text of {}", text.len());
    }
}

#[test]
fn lexer_work_on_hostile_texts_doubles_with_their_length() {
    for ((name, short), (_, long)) in hostile(20_000).into_iter().zip(hostile(40_000)) {
        let ((once, _), (twice, _)) = (work(&short), work(&long));
        assert!(twice <= 2 * once + 2_000, "{name}: {once}, then {twice}");
    }
}

#[test]
fn assembler_passes_over_a_game_that_is_too_large() {
    let comment = format!("{{{}}} ", "x".repeat(1 << 20));
    let large = format!("[Ruleset \"a\"]\n\n{}*\n\n", comment.repeat((MAX_GAME_BYTES >> 20) + 1));
    let text = format!("{large}[Ruleset \"b\"]\n\n*\n");
    let mut lines = Lines::new(text.lines().map(|line| Ok(line.to_owned())));
    let mut assembler = Assembler::default();
    let first = assembler.next(&mut lines).expect("a game");
    assert!(first.tokens.is_empty() && first.faults[0].message.contains("too large"), "{:?}", first.faults);
    let second = assembler.next(&mut lines).expect("another game");
    assert!(second.faults.is_empty() && second.tags.contains_key("Ruleset"));
    assert!(assembler.next(&mut lines).is_none());
}
