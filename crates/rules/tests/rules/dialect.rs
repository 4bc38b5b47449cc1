//! Positions and moves in other programs' letters, and FENs that leave fields out.

use std::sync::Arc;

use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::{coordinate, fen, san};
use rukh_rules::shape::Any;
use rukh_rules::{Rules, Ruleset, RulesetFile, catalog};
use strum::VariantArray;

const THEIRS: Dialect = Dialect::FairyStockfish;
const AUTO: DialectChoice = DialectChoice::Auto;

fn rules(id: &str) -> Rules<Any> {
    Rules::compile(Arc::new(Ruleset::named(id).expect("a built-in ruleset")))
}

/// What a FEN means, written in full and in our letters.
fn own(rules: &Rules<Any>, text: &str) -> String {
    let dialect = AUTO.of_fen(rules.ruleset(), text);
    match fen::parse(rules, text, dialect) {
        Ok(position) => fen::format(rules, &position, Dialect::Own),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    }
}

#[test]
fn fen_in_other_letters_is_the_same_position() {
    let shatranj = rules("shatranj");
    let start = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1";
    for text in [start, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"] {
        assert_eq!(own(&shatranj, text), start);
    }
    let promoted = own(&shatranj, "4k3/1+p6/8/8/8/8/6+P1/R3K3 w - - 0 9");
    assert_eq!(promoted, "4k3/1f6/8/8/8/8/6F1/R3K3 w - - 0 9");
    assert!(own(&shatranj, "4k3/8/8/8/8/8/6+R1/4K3 w").contains("`+R` is no piece"));
    let greenwood = rules("mideast-greenwood");
    let guards = own(&greenwood, "10/3k6/10/10/10/5+W4/10/10/4K5/10 w - - 0 1");
    assert_eq!(guards, "10/3k6/10/10/10/5M4/10/10/4K5/10 w - - 0 1");
}

#[test]
fn dialect_of_letters_is_recognised_only_where_it_cannot_be_mistaken() {
    let (shatranj, mideast) = (rules("shatranj"), rules("mideast"));
    let of_fen = |text: &str| AUTO.of_fen(shatranj.ruleset(), text);
    assert_eq!(of_fen("4k3/8/8/3q4/8/8/8/R3K3 w - - 0 1"), THEIRS);
    assert_eq!(of_fen("4k3/8/8/3f4/8/8/8/R3K3 w - - 0 1"), Dialect::Own);
    assert_eq!(of_fen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), Dialect::Own, "both readings are possible");
    assert_eq!(of_fen("4k3/8/8/3q4/3f4/8/8/R3K3 w"), Dialect::Own, "no reading is possible");
    assert_eq!(AUTO.of_fen(mideast.ruleset(), "4k5/10/3q6/10/10/3b6/10/10/10/R3K5 w"), Dialect::Own);
    assert_eq!(DialectChoice::Given(THEIRS).of_fen(shatranj.ruleset(), "4k3/8/8/3f4/8/8/8/R3K3"), THEIRS);
    let of_moves = |moves: &[&str]| AUTO.of_moves(shatranj.ruleset(), moves.iter().copied());
    assert_eq!(of_moves(&["e3", "bxc3", "e2e3", "Nf3", "--", "O-O"]), Dialect::Own);
    assert_eq!(of_moves(&["e3", "e6", "Bd3", "Qd7"]), THEIRS);
    assert_eq!(of_moves(&["e7e8q"]), THEIRS);
    assert_eq!(of_moves(&["exd8=Q+!"]), THEIRS);
    assert_eq!(of_moves(&["Fd3", "Qd7"]), Dialect::Own);
}

#[test]
fn san_in_other_letters_is_the_same_move() {
    let rules = rules("shatranj");
    let text = "rnekfenr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNEKFENR w - - 0 2";
    let position = fen::parse(&rules, text, Dialect::Own).expect("a sound position");
    let read = |text: &str, dialect| san::parse_in(&rules, &position, text, dialect);
    assert_eq!(read("Bd3", THEIRS), read("Ed3", Dialect::Own));
    let mv = read("Bd3", THEIRS).expect("a legal move");
    assert_eq!(san::format_in(&rules, &position, mv, THEIRS), "Bd3");
    assert_eq!(san::format(&rules, &position, mv), "Ed3");
    assert!(read("Ed3", THEIRS).expect_err("no piece there").to_string().contains("`KQBNRP`"));
    assert!(read("bxc3", THEIRS).expect_err("a pawn of the b-file").message.contains("not a legal move"));
    for (own, theirs) in san::format_all(&rules, &position, position.turn()).into_iter().map(|(mv, own)| {
        let theirs = san::format_in(&rules, &position, mv, THEIRS);
        (own, theirs)
    }) {
        assert_eq!(read(&theirs, THEIRS), read(&own, Dialect::Own), "{own} {theirs}");
    }
}

#[test]
fn promotion_in_other_letters_is_the_same_move() {
    let rules = rules("shatranj");
    let position = fen::parse(&rules, "k7/4P3/8/8/8/8/8/K6R w", Dialect::Own).expect("a sound position");
    let (ruleset, moves) = (rules.ruleset(), rules.legal_moves(&position));
    let mv = coordinate::parse_legal_in(ruleset, &moves, "e7e8q", THEIRS).expect("a promotion");
    assert_eq!(coordinate::format(ruleset, mv), "e7e8f");
    assert_eq!(coordinate::format_in(ruleset, mv, THEIRS), "e7e8q");
    assert_eq!(san::format_in(&rules, &position, mv, THEIRS), "e8=Q");
    for text in ["e8=Q", "e8Q", "e7e8q", "e7-e8=Q"] {
        assert_eq!(san::parse_in(&rules, &position, text, THEIRS), Ok(mv), "{text}");
    }
    assert!(coordinate::parse_legal_in(ruleset, &moves, "e7e8f", THEIRS).is_err());
}

#[test]
fn fen_of_every_ruleset_round_trips_in_both_dialects() {
    for id in catalog::ids() {
        let rules = rules(id);
        let start = rukh_rules::Setup::start(rules.ruleset()).check(&rules).expect("a sound start");
        for &dialect in Dialect::VARIANTS {
            let text = fen::format(&rules, &start, dialect);
            assert_eq!(fen::parse(&rules, &text, dialect), Ok(start), "{id} {dialect}");
            assert_eq!(own(&rules, &text), fen::format(&rules, &start, Dialect::Own), "{id} {dialect}");
        }
    }
}

#[test]
fn ruleset_with_two_men_of_one_foreign_letter_is_refused() {
    let (name, text) = catalog::text("shatranj").expect("a built-in ruleset");
    let complaint = |from: &str, to: &str| {
        let text = text.replace(from, to);
        RulesetFile::parse(&name, &text, catalog::text).expect_err("a complaint").to_string()
    };
    assert!(complaint("elsewhere = \"q\"", "elsewhere = \"b\"").contains("two pieces have the letter `b`"));
    assert!(complaint("elsewhere = \"q\"", "elsewhere = \"n\"").contains("two pieces have the letter `n`"));
    assert!(complaint("elsewhere = \"q\"", "elsewhere = \"Q\"").contains("one of `a` to `z`"));
}

#[test]
fn fen_with_fields_left_out_is_read() {
    let rules = rules("shatranj");
    let men = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR";
    for (fields, wanted) in [
        ("", "w - - 0 1"),
        (" b", "b - - 0 1"),
        (" b -", "b - - 0 1"),
        (" b - -", "b - - 0 1"),
        (" b - - 3", "b - - 3 1"),
        (" b 3 7", "b - - 3 7"),
        (" b 3", "b - - 3 1"),
        (" b - 3 7", "b - - 3 7"),
        (" b - 3", "b - - 3 1"),
        (" b KQkq - 3 7", "b - - 3 7"),
        (" b KQkq 3 7", "b - - 3 7"),
        (" - - 3 7", "w - - 3 7"),
        (" 3 7", "w - - 3 7"),
        ("\t b  -\t-   3 \t 7  ", "b - - 3 7"),
    ] {
        assert_eq!(own(&rules, &format!("{men}{fields}")), format!("{men} {wanted}"), "`{fields}`");
    }
}

#[test]
fn fen_with_fields_left_out_keeps_what_is_there() {
    let dice = rules("oblong-dice");
    let men = "efke/1nn1/r2r/4/pppp/4/pppp/4/4/PPPP/4/PPPP/4/R2R/1NN1/EFKE";
    for fields in ["w throw:4", "w 0 1 throw:4", "w - 0 1 throw:4", "w - - 0 1 throw:4"] {
        assert_eq!(own(&dice, &format!("{men} {fields}")), format!("{men} w - - 0 1 throw:4"));
    }
    let mideast = rules("mideast");
    let pawns = "4k5/10/10/10/3p6/10/4P5/10/10/4K5 w";
    assert_eq!(own(&mideast, pawns), "4k5/10/10/10/3p6/10/4P5/10/10/4K5 w - - 0 1");
    let passed = "4k5/10/10/10/10/4P5/10/10/10/4K5 b";
    for fields in ["e4 2 9", "- e4 2 9", "e4", "KQkq e4 2 9"] {
        let read = own(&mideast, &format!("{passed} {fields}"));
        let wanted = if fields == "e4" { "e4 0 1" } else { "e4 2 9" };
        assert_eq!(read, format!("{passed} - {wanted}"), "{fields}");
    }
    let castling = rules("mideast-gollon");
    let start = own(&castling, &castling.ruleset().start().placement);
    assert!(start.contains(" w KQkq - 0 1"), "{start}");
    assert!(own(&castling, &start.replace(" -", "")).contains(" w KQkq - 0 1"));
    assert!(own(&castling, &start.replace(" KQkq -", "")).contains(" w - - 0 1"));
}

#[test]
fn fen_field_that_cannot_be_is_named() {
    let rules = rules("shatranj");
    let men = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR";
    for (text, wanted) in [
        (format!("{men} x"), "side to move: `x` should be `w` or `b`"),
        (format!("{men} w w"), "castling: `w` should be"),
        (format!("{men} w KX"), "castling: `KX` should be"),
        (format!("{men} w - a9"), "passed cells: `a9` should be"),
        (format!("{men} w - - x 1"), "idle plies: `x` should be a number"),
        (format!("{men} w - - -3 1"), "idle plies: `-3` should be a number"),
        (format!("{men} w - - 99999 1"), "idle plies: `99999` should be a number"),
        (format!("{men} w - - 0 -"), "turn number: `-` should be a number"),
        (format!("{men} w - - 0 1 5"), "field: `5` is no field"),
        (format!("{men} w shake:4"), "field: `shake:4` is no field"),
        (String::new(), "placement: there is none; a position begins as in `rnekfenr/"),
        (" \t".to_owned(), "placement: there is none"),
    ] {
        let said = own(&rules, &text);
        assert!(said.contains(wanted), "`{text}`: {said}");
    }
}

#[test]
fn ruleset_is_found_by_the_names_people_and_programs_have() {
    for (name, id) in [
        ("shatranj", "shatranj"),
        ("Shatranj", "shatranj"),
        ("SHATRANJ", "shatranj"),
        ("shatrandj", "shatranj"),
        ("Senterej", "senterej"),
        ("Sentherej", "senterej"),
        ("Mideast Chess", "mideast"),
        ("mideast-chess", "mideast"),
        ("Oblong chess with a die", "oblong-dice"),
        ("Shatranj al-Mamdula", "mustatila-307"),
    ] {
        let found = Ruleset::named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.instance.to_string(), id, "{name}");
    }
    let facing = Ruleset::named("Shatranj[array=ke]").expect("a known array");
    assert_eq!(facing.instance.to_string(), "shatranj[array=ke]");
    let said = |name: &str| Ruleset::named(name).expect_err("no one game").to_string();
    assert!(
        said("Santaraj").contains("say which of `senterej`, `senterej-ras-imru`"),
        "{}",
        said("Santaraj")
    );
    assert!(said("chaturanga").contains("no ruleset is called `chaturanga`"));
    assert!(said("--").contains("no ruleset is called `--`"));
}

#[test]
fn pgn_in_other_letters_is_the_same_game() {
    let read = |text: &str| {
        let games = rukh_rules::notation::pgn::parse(text, |name| Ruleset::named(name).map(Arc::new));
        let games = games.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        rukh_rules::notation::pgn::format(&games[0])
    };
    let theirs = "[Variant \"Shatranj\"]\n\n1. e3 e6 2. Bd3 Bd6 *\n";
    let own = "[Variant \"Shatranj\"]\n\n1. e3 e6 2. Ed3 Ed6 *\n";
    assert!(read(own).contains("2. Ed3 Ed6"));
    assert_eq!(read(theirs), read(own));
    let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
    let text = format!("[Variant \"shatrandj\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e3 *\n");
    assert_eq!(read(&text), read("[Ruleset \"shatranj\"]\n\n1. e3 *\n"), "their start is our start");
    let bad = theirs.replace("Bd6", "Qd7");
    let errors = rukh_rules::notation::pgn::parse(&bad, |name| Ruleset::named(name).map(Arc::new));
    let said = errors.expect_err("a pawn stands there")[0].to_string();
    assert!(said.contains("`Qd7` is not a legal move here"), "{said}");
}
