//! PGN as strangers write it: what is kept, what is warned of, what is refused.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rukh_rules::Side;
use rukh_rules::game::RecordedResult;
use rukh_rules::notation::annotation::{Annotation, AnnotationCounts, Element, MAX_VARIATION_DEPTH};
use rukh_rules::notation::reading::{GameError, GameFormat, GameReader, ReadGame, Strictness};
use rukh_rules::notation::{pgn, record};
use rukh_rules::{Event, Game, LoadError, Outcome, Reason, Ruleset, catalog};

use random::{check, edited, edits, letters};

use crate::random;

fn named(instance: &str) -> Result<Arc<Ruleset>, LoadError> {
    Ruleset::named(instance).map(Arc::new)
}

fn games_of(text: &str, strictness: Strictness) -> Vec<Result<ReadGame, GameError>> {
    GameReader::new(text.lines().map(|line| Ok(line.to_owned())), &named, strictness).collect()
}

/// A reader that owns its rulesets can be kept, and moved to another thread between two games.
#[test]
fn reader_with_shared_rulesets_outlives_its_maker() {
    let text = format!("{}\n\n{}", shatranj("1. e3 e6 *"), shatranj("1. e5 *"));
    let mut reader = {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let lines = lines.into_iter().map(Ok);
        GameReader::with_shared_rulesets(lines, Arc::new(named), Strictness::Lenient)
    };
    assert_eq!(reader.next().map(|game| game.is_ok()), Some(true));
    let second = std::thread::spawn(move || reader.next()).join().expect("no panic");
    assert!(second.expect("a second game").is_err_and(|error| error.number == 2));
}

fn lenient(text: &str) -> ReadGame {
    let mut games = games_of(text, Strictness::Lenient);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a strict reader says of the text's first game.
fn refusal(text: &str) -> String {
    let games = games_of(text, Strictness::Strict);
    games[0].as_ref().err().unwrap_or_else(|| panic!("{text} is taken")).to_string()
}

fn refused_by_all(text: &str) -> String {
    let games = games_of(text, Strictness::Lenient);
    games[0].as_ref().err().unwrap_or_else(|| panic!("{text} is taken")).to_string()
}

fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(name);
    fs::read_to_string(path).expect("a test's game is readable")
}

fn shatranj(moves: &str) -> String {
    format!("[Ruleset \"shatranj\"]\n\n{moves}\n")
}

fn moves_of(game: &Game) -> Vec<String> {
    let moves = game.log().iter().filter_map(|entry| match &entry.event {
        Event::Move { mv } => Some(mv.to_string()),
        _ => None,
    });
    moves.collect()
}

/// Writing and reading gives the game back, and writing that the same text, and
/// what we write a strict reader takes.
fn goes_round(game: &ReadGame) -> String {
    let text = pgn::format(&game.record);
    let games = games_of(&text, Strictness::Strict);
    let [Ok(again)] = &games[..] else { panic!("{text}: {games:?}") };
    assert_eq!(again.record.game.log(), game.record.game.log(), "{text}");
    assert_eq!(again.record.annotations, game.record.annotations, "{text}");
    assert_eq!(pgn::format(&again.record), text);
    text
}

#[test]
fn pgn_zeros_are_the_pass() {
    let said = refused_by_all(&case("pass-as-zeros.pgn"));
    assert!(said.contains("line 3, column 8: `0000` is a pass, but passing is not allowed"), "{said}");
    let thrown = lenient(&case("pass-after-throw.pgn"));
    assert_eq!(moves_of(&thrown.record.game), ["--"]);
    for pass in ["0000", "Z0", "null", "@@@@", "--"] {
        let game = lenient(&case("pass-after-throw.pgn").replace("--", pass));
        assert_eq!(moves_of(&game.record.game), ["--"], "{pass}");
        assert!(game.warnings.is_empty());
    }
}

#[test]
fn pgn_unknown_word_is_named_with_its_place() {
    for word in ["pass", "%%", "e3e", "Qxz9", "0-0-0-0", "0000.", "00000e", "–", "+", "1x"] {
        let said = refused_by_all(&shatranj(&format!("1. e3 {word} *")));
        assert!(said.starts_with("game 1: line 3, column 7: `"), "{word}: {said}");
    }
    let said = refused_by_all(&shatranj("1. e3 $300 e6 *"));
    assert!(said.contains("`$300` is no NAG"), "{said}");
}

#[test]
fn pgn_unclaimed_repetition_goes_on_with_a_warning() {
    let text = case("unclaimed-repetition.pgn");
    let game = lenient(&text);
    assert_eq!(moves_of(&game.record.game).len(), 10);
    assert_eq!(game.record.result(), "1-0");
    assert_eq!(game.record.game.outcome().map(|over| over.reason), Some(Reason::Recorded));
    assert_eq!(game.warnings.len(), 1, "{:?}", game.warnings);
    let warning = game.warnings[0].to_string();
    assert!(warning.starts_with("line 3, column 48: ply 8: the game goes on after a draw"), "{warning}");
    assert!(refusal(&text).contains("line 3, column 48: ply 8: "), "{}", refusal(&text));
    let written = goes_round(&game);
    assert!(written.contains("{[%unclaimed]} 5. e3 e6 1-0"), "{written}");
}

#[test]
fn pgn_unclaimed_move_limit_goes_on_with_a_warning() {
    let text = "[Ruleset \"shatranj\"]\n[SetUp \"1\"]\n[FEN \"r3k3/8/8/8/8/8/8/R3K3 w - - 139 80\"]\n\n1. Kd1 Kd8 1/2-1/2\n";
    let game = lenient(text);
    let warned: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
    assert!(warned[0].contains("a draw that nobody has claimed"), "{warned:?}");
    goes_round(&game);
    assert!(refusal(text).contains("a draw that nobody has claimed"));
}

#[test]
fn pgn_result_against_the_laws_is_kept_with_a_warning() {
    let text = case("ended-but-open.pgn");
    let open = lenient(&text);
    assert_eq!(open.record.result(), "1-0", "the laws' result goes before `*`");
    assert!(open.warnings[0].to_string().contains("ply 2: the result is `*`, but should be `1-0`"));
    assert!(refusal(&text).contains("line 5, column 13: ply 2: "), "{}", refusal(&text));
    goes_round(&open);

    let lost = lenient(&text.replace(" *", " 0-1"));
    assert_eq!(lost.record.result(), "0-1");
    assert_eq!(lost.warnings.len(), 1);
    let written = goes_round(&lost);
    assert!(written.contains("{[%end result 0-1]} 0-1"), "{written}");

    let resigned = lenient(&shatranj("1. e3 {[%end resign w]} 1-0"));
    assert_eq!(resigned.record.result(), "0-1", "a command says how the game ended");
    assert!(refusal(&shatranj("1. e3 {[%end resign w]} 1-0")).contains("should be `0-1`"));
}

#[test]
fn pgn_unexplained_result_is_no_resignation() {
    for (result, stated) in
        [("1-0", RecordedResult::White), ("0-1", RecordedResult::Black), ("1/2-1/2", RecordedResult::Draw)]
    {
        let game = lenient(&shatranj(&format!("1. e3 e6 {result}")));
        assert_eq!(game.record.result(), result);
        assert_eq!(game.record.game.log()[2].event, Event::Result { result: stated });
        assert!(game.warnings.is_empty(), "nothing contradicts it");
        assert!(goes_round(&game).ends_with(&format!("1. e3 e6 {result}\n")));
        let lines = record::format_jsonl(&game.record);
        assert!(lines.starts_with("{\"rukh\":1,") && !lines.contains("resign"), "{lines}");
        let again = record::parse_jsonl(&lines, named).expect("our own record");
        assert_eq!(again[0].game.log(), game.record.game.log());
    }
    let timed = lenient(&format!("[Termination \"Time forfeit\"]\n{}", shatranj("1. e3 1-0")));
    assert!(matches!(timed.record.game.log()[1].event, Event::Flag { .. }), "this is an explanation");
}

#[test]
fn pgn_win_on_time_that_our_laws_do_not_know_is_kept() {
    let tags = "[Variant \"mideast\"]\n[SetUp \"1\"]\n[FEN \"k9/10/10/10/10/10/10/10/1R8/K9 w - - 0 1\"]\n[Result \"0-1\"]\n";
    let foreign = lenient(&format!("{tags}[Termination \"Time forfeit\"]\n\n1. Rb3 0-1\n"));
    assert_eq!(foreign.record.result(), "0-1");
    let own = lenient(&format!("{tags}\n1. Rb3 {{[%end flag w]}} 0-1\n"));
    assert_eq!(own.record.result(), "0-1", "so it was under earlier laws");
    for game in [foreign, own] {
        let last = game.record.game.log().last().map(|entry| entry.event.clone());
        assert_eq!(last, Some(Event::Result { result: RecordedResult::Black }));
        goes_round(&game);
    }
    let draw = lenient(&format!("{}\n1. Rb3 {{[%end flag w]}} 1/2-1/2\n", tags.replace("0-1", "1/2-1/2")));
    assert_eq!(draw.record.game.outcome(), Some(Outcome::draw(Reason::Time)));
}

#[test]
fn record_of_an_unknown_version_is_refused() {
    let game = lenient(&shatranj("1. e3 e6 {[%end resign w]} 0-1"));
    let lines = record::format_jsonl(&game.record);
    assert!(lines.starts_with("{\"rukh\":1,"), "{lines}");
    let newer = lines.replacen("\"rukh\":1", "\"rukh\":2", 1);
    let errors = record::parse_jsonl(&newer, named).expect_err("version 2 is unknown");
    assert!(errors[0].message.contains("this reads version 1"), "{}", errors[0]);
}

#[test]
fn pgn_results_of_other_spellings_are_read_with_a_warning() {
    let short = lenient(&case("short-draw.pgn"));
    assert_eq!(short.record.result(), "1/2-1/2");
    assert!(short.warnings[0].to_string().starts_with("line 1, column 1: ply 2: the result `1/2` should be"));
    assert!(refusal(&case("short-draw.pgn")).contains("ply 2: "));
    for (written, result) in
        [("1/2", "1/2-1/2"), ("½", "1/2-1/2"), ("½–½", "1/2-1/2"), ("1–0", "1-0"), ("0—1", "0-1")]
    {
        let game = lenient(&shatranj(&format!("1. e3 e6 {written}")));
        assert_eq!(game.record.result(), result, "{written}");
        assert_eq!(game.warnings.len(), 1, "{written}");
        assert!(refusal(&shatranj(&format!("1. e3 e6 {written}"))).contains("ply 2: "));
    }
    for (tag, moves, result) in [("1-0", "*", "1-0"), ("*", "0-1", "0-1"), ("1-0", "0-1", "1-0")] {
        let text = format!("[Result \"{tag}\"]\n{}", shatranj(&format!("1. e3 {moves}")));
        let game = lenient(&text);
        assert_eq!(game.record.result(), result, "{text}");
        assert!(game.warnings[0].message.contains("ply 1: the tag says"), "{:?}", game.warnings);
        assert!(refusal(&text).contains("ply 1: the tag says"));
    }
    let odd = lenient(&format!("[Result \"White won\"]\n{}", shatranj("1. e3 1-0")));
    assert!(odd.record.result() == "1-0" && odd.warnings.len() == 1);
}

#[test]
fn reader_after_bad_game_goes_on() {
    let games = games_of(&case("one-bad-game.pgn"), Strictness::Lenient);
    assert_eq!(games.len(), 3);
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let error = games[1].as_ref().expect_err("a pawn of shatranj takes one step");
    assert_eq!((error.number, error.line), (2, 5));
    assert!(error.to_string().contains("game 2: line 7, column 4: `e4`"), "{error}");
    assert_eq!(games[2].as_ref().map(|game| game.number), Ok(3));
}

#[test]
fn reader_after_unclosed_comment_goes_on() {
    let good = shatranj("1. e3 *");
    for broken in ["1. e3 {open\n\nno end", "1. e3 (1. d3", "1. e3 {[%at 5} *", "[Broken \"tag] 1. e3 *", "<"]
    {
        let text = format!("{}\n{good}", shatranj(broken));
        let games = games_of(&text, Strictness::Lenient);
        assert!(games[0].is_err(), "{broken}");
        assert!(games.last().is_some_and(Result::is_ok), "{broken}: {games:?}");
    }
}

#[test]
fn json_lines_reader_after_bad_game_goes_on() {
    let good = record::format_jsonl(&lenient(&shatranj("1. e3 *")).record);
    let text = format!("{good}{}{good}", good.replace("e2e3", "e2e5"));
    let games = games_of(&text, Strictness::Lenient);
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert!(games[1].as_ref().is_err_and(|error| error.line == 3 && error.diagnostics[0].line == 4));
}

#[test]
fn reader_of_many_games_has_no_limit() {
    let game = shatranj("1. e3 e6 *\n");
    let lines = std::iter::repeat_n(game.lines(), 12_000).flatten().map(|line| Ok(line.to_owned()));
    let mut games = GameReader::new(lines, &named, Strictness::Lenient);
    assert_eq!(games.by_ref().take(10).filter(Result::is_ok).count(), 10);
    assert_eq!(games.last().map(|game| game.expect("a good game").number), Some(12_000));
}

#[test]
fn annotations_round_trip_in_their_places() {
    let game = lenient(&case("annotated.pgn"));
    let written = goes_round(&game);
    assert!(
        written.ends_with("\n{intro} 1. e3 $1 {good} (1. d3 d6) 1... e6 $6 {rest} 2. d3 *\n"),
        "{written}"
    );
    let counts = AnnotationCounts { comments: 3, nags: 2, variations: 1 };
    assert_eq!(game.record.annotations.counts(), counts);
    assert_eq!(counts.to_string(), "3 comments, 2 NAGs and 1 variation");
    assert!(game.record.annotations.after(1).contains(&Annotation::Nag(1)));
}

#[test]
fn annotations_of_every_sort_round_trip() {
    let nested = "(1. d3 {a} (1. c3 $14 (1. b3 b6)) 1... d6 (1... c6 2. c3) 2. e3)";
    let cases = [
        format!("1. e3 {nested} 1... e6 (1... d6 (1... c6) 2. d3) *"),
        "(1. d3) {before the first} 1. e3 () *".to_owned(),
        "1. e3 {[%clk 0:05:00] [%emt 3] fine} e6 {[%eval 0.2]} *".to_owned(),
        "1. e3 ; a brace } in a remark\n e6 ; another\n(1... d6 ; } last in it\n) *".to_owned(),
        "1. e3 {two  blanks   and\nlines [Event \"x\"] %x} e6 *".to_owned(),
        "1. e3! e6?? 2. d3!? ± d6 $10 N □ +- -+ = ∞ *".to_owned(),
        "1. e3 {[%at 5] with a time} e6 $1 {[%at 7]} *".to_owned(),
        format!("1. e3 {{{}}} e6 *", "long words of a comment that is broken [%csl Ra1] ".repeat(30)),
        "1. e3 e6 1-0 {behind the result}".to_owned(),
        "1. e3 e6 *\n\n{at the end of the file}".to_owned(),
    ];
    for moves in cases {
        let game = lenient(&shatranj(&moves));
        assert!(!game.record.annotations.is_empty() && game.warnings.is_empty(), "{moves}");
        let written = goes_round(&game);
        assert!(written.lines().all(|line| line.len() < 90 && !line.starts_with('%')), "{written}");
    }
    let signs = lenient(&shatranj("1. e3 ± e6 +- 2. d3 -+ d6 = 3. c3 ∞ c6 N *"));
    let nags: Vec<_> = signs.record.annotations.iter().map(|(seq, one)| (seq, one.clone())).collect();
    let wanted = [16, 18, 19, 10, 13, 146].map(Annotation::Nag);
    assert_eq!(nags, (1..).zip(wanted).collect::<Vec<_>>());
}

#[test]
fn annotations_with_throws_and_werera_are_kept() {
    let dice = "[Ruleset \"oblong-dice\"]\n\n{[%die 1] a throw} ({[%die 6]} {other}) 1. -- {passed} ({[%die 1]} 1. --) {[%die 2]} *\n";
    let game = lenient(dice);
    assert!(game.warnings.is_empty(), "{:?}", game.warnings);
    let variation = game.record.annotations.after(1).iter().find_map(|one| match one {
        Annotation::Variation(variation) => Some(variation),
        _ => None,
    });
    assert_eq!(variation.map(|one| one.elements[0].clone()), Some(Element::Throw(6)));
    goes_round(&game);
    let werera = lenient(
        "[Ruleset \"senterej\"]\n\n{first [%werera w e2e3] then [%werera turns agreed] turns} 1. d3 *\n",
    );
    assert_eq!(werera.record.annotations.counts().comments, 3);
    goes_round(&werera);
}

/// Variations of the werera: from before the event they follow, up to turns and beyond, one in another.
#[test]
fn variations_of_the_werera_are_events() {
    let text = "[Ruleset \"senterej\"]\n\n{[%werera w e2e3]} ({other} {[%werera w d2d3]} ({[%werera w c2c3]}) {[%werera b d7d6]} {[%werera w -1]} {[%werera turns agreed]} 1. e3 $1) {[%werera b e7e6]} {[%werera turns agreed]} ({[%werera w a2a3]}) 1. d3 *\n";
    let game = lenient(text);
    assert!(game.warnings.is_empty(), "{:?}", game.warnings);
    let variations = |seq| -> Vec<_> {
        let all = game.record.annotations.after(seq).iter();
        let variations = all.filter_map(|one| match one {
            Annotation::Variation(variation) => Some(variation.elements.clone()),
            _ => None,
        });
        variations.collect()
    };
    let [first] = &variations(1)[..] else { panic!("one variation of the first event") };
    let events: Vec<_> = first
        .iter()
        .filter_map(|element| match element {
            Element::Werera(event) => Some(event.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(events.len(), 4, "{first:?}");
    assert_eq!(events[2], Event::Retract { side: Side::White, seq: 1 });
    assert!(first.contains(&Element::Move("e2e3".parse().unwrap())), "{first:?}");
    let inner = first.iter().find_map(|element| match element {
        Element::Annotation(Annotation::Variation(inner)) => Some(inner.elements.len()),
        _ => None,
    });
    assert_eq!(inner, Some(1));
    assert_eq!(variations(3).len(), 1);
    goes_round(&game);
    // What cannot happen there stays a comment: the piece has gone, turns have begun.
    for variation in ["{[%werera w d2d3]} {[%werera w d2d3]}", "{[%werera turns]} {[%werera w d2d3]}"] {
        let game = lenient(&format!("[Ruleset \"senterej\"]\n\n{{[%werera w e2e3]}} ({variation}) *\n"));
        let counts = game.record.annotations.counts();
        assert_eq!((counts.comments, counts.variations), (1, 1), "{variation}");
        goes_round(&game);
    }
}

#[test]
fn annotations_survive_random_edits() {
    /// Length of the tag that names the ruleset, which the edits leave alone.
    const HEAD: usize = 24;
    let text = shatranj(
        "{intro} 1. e3! $14 {[%clk 0:05:00] good [%at 5]} (1. d3 {a} (1. c3 ±) 1... d6 1-0) 1... e6?! ; rest } it\n2. d3 () d6 *",
    );
    let taken = Cell::new(0);
    check(4_000, &edits(letters("{}();$!?%[]\n \"1-e3N*±½@x"), 1), |edits| {
        let edited = text[..HEAD].to_owned() + &edited(&text[HEAD..], &edits);
        for game in games_of(&edited, Strictness::Lenient).into_iter().flatten() {
            taken.set(taken.get() + 1);
            let written = pgn::format(&game.record);
            let again = lenient(&written);
            assert_eq!(again.record.annotations, game.record.annotations, "{edited}\n{written}");
            assert_eq!(pgn::format(&again.record), written, "{edited}");
        }
    });
    assert!(taken.get() > 500, "{}", taken.get());
}

#[test]
fn variation_not_legal_is_kept_verbatim() {
    let text = shatranj("1. e3 (1. e4 e5 1-0) e6 *");
    let game = lenient(&text);
    assert!(
        game.warnings[0].message.contains("in a variation `e4` is not a legal move"),
        "{:?}",
        game.warnings
    );
    assert!(pgn::format(&game.record).contains("1. e3 (e4 e5 1-0) 1... e6 *"));
    assert!(refusal(&text).contains("line 3, column 11: in a variation `e4`"));
    let deep = |depth: usize| shatranj(&format!("1. e3 {}{} *", "(1. d3 ".repeat(depth), ")".repeat(depth)));
    goes_round(&lenient(&deep(MAX_VARIATION_DEPTH)));
    assert!(refused_by_all(&deep(MAX_VARIATION_DEPTH + 1)).contains("nested more than 100 deep"));
    assert!(refused_by_all(&shatranj(&"(".repeat(100_000))).contains("not closed"));
}

#[test]
fn format_of_games_is_recognised_by_content() {
    let text = case("comment-first.pgn");
    let game = lenient(&text);
    assert!(goes_round(&game).contains("{\"The first game\", a note} 1. e3"));
    let lines = record::format_jsonl(&game.record);
    for (text, format) in [
        (text.clone(), GameFormat::Pgn),
        ("{\"a\": 1} [Ruleset \"shatranj\"] *".to_owned(), GameFormat::Pgn),
        ("{\"a\": 1}".to_owned(), GameFormat::Pgn),
        (format!("\n\u{feff}\n  {lines}"), GameFormat::JsonLines),
        ("{\"seq\":1,\"t\":\"move\",\"mv\":\"e2e3\"}".to_owned(), GameFormat::JsonLines),
        ("{\"rukh\":1,\"ruleset\":\"sha".to_owned(), GameFormat::JsonLines),
        (String::new(), GameFormat::Pgn),
    ] {
        let games =
            GameReader::new(text.lines().map(|line| Ok(line.to_owned())), &named, Strictness::Lenient);
        assert_eq!(games.format(), format, "{text}");
    }
    let blank = format!("\n\n{}", case("one-bad-game.pgn"));
    assert!(games_of(&blank, Strictness::Lenient)[1].as_ref().is_err_and(|error| error.line == 7));
}

#[test]
fn pgn_moves_of_other_spellings_are_read() {
    let taken = lenient(&case("en-passant-glued.pgn"));
    let plain = lenient(&case("en-passant-glued.pgn").replace("e.p.", ""));
    assert_eq!(taken.record.game.log(), plain.record.game.log());
    for sign in [" e.p.", " ep", "ep", " e.p.!?"] {
        let apart = lenient(&case("en-passant-glued.pgn").replace("e.p.", sign));
        assert_eq!(apart.record.game.log(), plain.record.game.log(), "{sign}");
        assert!(apart.warnings.is_empty(), "{sign}");
    }
    assert!(refused_by_all(&shatranj("1. e3e.p. *")).contains("takes no pawn in passing"));
    assert_eq!(lenient(&shatranj("1. e3 e.p. *")).warnings.len(), 1);

    let queen = |mv: &str| {
        format!(
            "[Ruleset \"shatranj\"]\n[SetUp \"1\"]\n[FEN \"r3k3/4P3/8/8/8/8/P7/4K2R w - - 0 1\"]\n\n1. Kd2 Kd7 2. {mv} *\n"
        )
    };
    for spelt in ["e8=F", "e8F", "e8=f", "e7e8F", "e7-e8=F", "e8/F", "e8=F!"] {
        let game = lenient(&queen(spelt));
        assert_eq!(moves_of(&game.record.game).last().map(String::as_str), Some("e7e8f"), "{spelt}");
    }
    for numbers in
        ["1.e3 e6 2.d3", "1. e3 1… e6 2. d3", "1. e3 1... e6 2.d3", "1 e3 ... e6 2 d3", "1. e3 … e6 2… d3"]
    {
        let game = lenient(&shatranj(&format!("{numbers} *")));
        assert_eq!(moves_of(&game.record.game), ["e2e3", "e7e6", "d2d3"], "{numbers}");
    }
}

#[test]
fn pgn_tags_of_other_programs_are_read() {
    let games = games_of(&case("tags-only.pgn"), Strictness::Lenient);
    assert_eq!(games.len(), 2, "{games:?}");
    assert!(games[0].as_ref().is_ok_and(|game| game.record.game.log().is_empty()));
    assert!(games[1].as_ref().is_ok_and(|game| game.record.game.log().len() == 2));

    let twice = "[White \"A\"]\n[White \"B\"]\n[ECO-Code:x \"y\"]\n[Ruleset \"shatranj\"]\n\n*\n";
    let game = lenient(twice);
    assert_eq!(game.record.tags.get("White"), Some("B"));
    assert!(game.warnings[0].to_string().starts_with("line 2, column 1: the tag `White` stands twice"));
    assert!(refusal(twice).contains("stands twice"));
    assert_eq!(game.record.tags.get("ECO-Code:x"), Some("y"));
    goes_round(&game);
    assert!(refusal("[Event \"x\"]\n\n1. e3 *").contains("which laws"));
}

#[test]
fn variant_tag_with_display_name_is_read() {
    assert_eq!(lenient(&case("display-name.pgn")).record.game.ruleset().instance.id, "mideast");
    let mut names = HashSet::new();
    for file in catalog::all() {
        let ruleset = named(file.id()).expect("a built-in ruleset");
        let name = &ruleset.about.name;
        assert!(names.insert(name.clone()), "two rulesets are called {name}");
        for name in [name.clone(), name.to_uppercase(), file.id().to_owned(), file.id().replace('-', " ")] {
            let game = lenient(&format!("[Variant \"{name}\"]\n\n*\n"));
            assert_eq!(game.record.game.ruleset().instance.id, file.id(), "{name}");
        }
    }
    let with_options = lenient("[Variant \"oblong[array=s3]\"]\n\n*\n");
    assert_eq!(with_options.record.game.ruleset().instance.to_string(), "oblong[array=s3]");
}

#[test]
fn game_recorded_result_follows_an_end_by_the_laws_only() {
    let mut game = Game::new(named("shatranj").expect("a ruleset"));
    let result = RecordedResult::Draw;
    assert!(game.apply(Event::Unclaimed, None).is_err(), "there is no draw to leave unclaimed");
    game.apply(Event::Result { result }, None).expect("any game can have been recorded so");
    assert_eq!(game.outcome().map(|over| (over.result(), over.reason)), Some(("1/2-1/2", Reason::Recorded)));
    assert!(game.apply(Event::Result { result }, None).is_err(), "once");
    assert!(
        game.apply(Event::Move { mv: "e2e3".parse().expect("coordinates") }, None).is_err(),
        "the game is over"
    );
}
