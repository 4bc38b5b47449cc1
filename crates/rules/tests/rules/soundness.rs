//! What a ruleset cannot mean is refused, each with the line it stands on; what
//! it hardly means is noted; and all of it at once.

use std::path::Path;
use std::sync::Arc;

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::{Scope, perft};
use rukh_rules::shape::Any;
use rukh_rules::{Game, LoadError, Node, Rules, Ruleset, RulesetFile, Setup, catalog};

/// A phrase of a file and what stands there instead.
type Change = (&'static str, &'static str);

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{name}.toml"));
    std::fs::read_to_string(path).expect("the fixture can be read")
}

/// A built-in ruleset, or a fixture, with its own id and changes.
fn changed(id: &str, changes: &[Change]) -> String {
    let text = catalog::text(id).map_or_else(|| fixture(id), |(_, text)| text);
    let mut text = text.replacen("id = \"", "id = \"own-", 1);
    for (from, to) in changes {
        assert!(text.contains(from), "{id} has `{from}`");
        text = text.replacen(from, to, 1);
    }
    text
}

/// Every complaint as the line it stands on, counted from 1, and what it says.
fn complaints(text: &str) -> Vec<(usize, String)> {
    match RulesetFile::parse("own.toml", text, catalog::text) {
        Ok(_) => Vec::new(),
        Err(LoadError::Complaints(told)) => {
            told.into_iter().map(|complaint| (complaint.place.line, complaint.message)).collect()
        }
        Err(other) => panic!("{other}"),
    }
}

fn notes(text: &str) -> Vec<(usize, String)> {
    let file = RulesetFile::parse("own.toml", text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    file.notes().into_iter().map(|note| (note.place.line, note.message)).collect()
}

fn loaded(text: &str) -> Arc<Ruleset> {
    let file = RulesetFile::parse("own.toml", text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(file.resolve(&Default::default()).unwrap_or_else(|error| panic!("{error}")))
}

/// Asserts that one of the remarks says so and stands on a line with this text.
fn assert_told(told: &[(usize, String)], text: &str, said: &str, on: &str) {
    let line = |number: usize| text.lines().nth(number - 1).unwrap_or_default();
    let found = told.iter().any(|(number, message)| message.contains(said) && line(*number).contains(on));
    let told: Vec<String> =
        told.iter().map(|(number, message)| format!("{number} `{}`: {message}", line(*number))).collect();
    assert!(found, "nothing says `{said}` of `{on}`; told:\n{}", told.join("\n"));
}

const NO_CASTLING: &str = "[castling]\nlaw = \"none\"";
const SINGLE_STEP: &str = "[pawn-step]\nlaw = \"single\"";
const NO_DIE: &str = "[die]\nlaw = \"none\"";
const DICE: &str = "[die]\nlaw = \"names-men\"\nfaces = [\"p\", \"r\", \"n\", \"e\", \"f\", \"k\"]";

/// The ruleset, what is changed in it, what is said, and of which line.
type Case = (&'static str, &'static [Change], &'static str, &'static str);

#[rustfmt::skip]
const MEANINGLESS: &[Case] = &[
    // Castling.
    ("castk2", &[], "the royal piece cannot castle with itself", "rook=\"k\""),
    ("shatranj", &[(NO_CASTLING, "[castling]\nlaw = \"king-steps\"\nsteps = 9\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"")], "the board has 8 files only", "steps = 9"),
    ("shatranj", &[(NO_CASTLING, "[castling]\nlaw = \"king-steps\"\nsteps = 4\nrook = \"r\"\nsides = \"right\"\nwhen = \"turns\""), ("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "rnefekrn/pppppppp/8/8/8/8/PPPPPPPP/RNEFEKRN")], "castling is impossible from this array", "[castling]"),
    ("shatranj", &[(NO_CASTLING, "[castling]\nlaw = \"king-steps\"\nsteps = 1\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"")], "castling could not be distinguished from it", "steps = 1"),
    ("shatranj", &[(NO_CASTLING, "[castling]\nlaw = \"king-steps\"\nsteps = 2\nrook = \"r\"\nsides = \"both\"\nwhen = \"werera\"")], "needs an opening with the werera", "when = \"werera\""),
    // Promotion.
    ("kingpromo", &[], "the royal piece cannot become another", "[promotion.k]"),
    ("shatranj", &[("to = \"f\"", "to = \"k\"")], "no piece may become the royal piece", "to = \"k\""),
    ("senterej", &[("choice = \"fixed\"", "choice = \"lost-men\"\nalways = \"k\"")], "no piece may become the royal piece", "always = \"k\""),
    ("senterej", &[("choice = \"fixed\"", "choice = \"lost-men\"\notherwise = \"fk\"")], "no piece may become the royal piece", "otherwise = \"fk\""),
    ("shatranj", &[("choice = \"fixed\"", "choice = \"lost-men\"")], "`lost-men` leaves a piece without a choice", "choice = \"lost-men\""),
    ("shatranj", &[("to = \"f\"", "to = \"p\"")], "is no promotion", "to = \"p\""),
    ("shatranj", &[("to = \"f\"", "to = \"ff\"")], "names `f` twice", "to = \"ff\""),
    ("shatranj", &[("to = \"f\"", "to = \"fe\"")], "exactly one where the choice is `fixed`", "[promotion.p]"),
    ("shatranj", &[("ranks = 1\n", "ranks = 9\n")], "the board has 8 ranks only", "ranks = 9"),
    ("shatranj", &[("[promotion.p]", "[promotion.z]")], "no piece has the letter `z`", "[promotion.z]"),
    // First steps.
    ("shatranj", &[(SINGLE_STEP, "[pawn-step]\nlaw = \"initial\"\nman = \"k\"\nrank = 1\nsteps = 2\nen-passant = \"none\"")], "the royal piece makes no long step", "man = \"k\""),
    ("shatranj", &[(SINGLE_STEP, "[pawn-step]\nlaw = \"initial\"\nman = \"p\"\nrank = 9\nsteps = 2\nen-passant = \"none\"")], "`rank` is 9, but the board has 8 ranks only", "rank = 9"),
    ("shatranj", &[(SINGLE_STEP, "[pawn-step]\nlaw = \"initial\"\nman = \"p\"\nrank = 2\nsteps = 9\nen-passant = \"none\"")], "only 6 of the 8 ranks lie ahead", "steps = 9"),
    // The die.
    ("oblong-dice", &[("faces = [\"p\", ", "faces = [\"\", ")], "face 1 names no piece", "faces = "),
    ("oblong-dice", &[("faces = [\"p\", ", "faces = [\"pp\", ")], "names `p` twice", "faces = "),
    ("oblong-dice", &[("faces = [\"p\", ", "faces = [\"x\", ")], "no piece has the letter `x`", "faces = "),
    ("oblong-dice", &[("[pass]\nlaw = \"free\"", "[pass]\nlaw = \"never\"")], "with a die `pass` cannot be `never`", "law = \"never\""),
    ("mustatila-307", &[("\"k\"]", "\"r\"]")], "no face of the die names the royal piece", "law = \"royal-face-only\""),
    // The king.
    ("shatranj", &[("royal = \"k\"", "royal = \"x\"")], "no piece has the letter `x`", "royal = \"x\""),
    ("shatranj", &[("[royalty]\nlaw = \"mate\"", "[royalty]\nlaw = \"mate-and-capture\"")], "needs a die", "law = \"mate-and-capture\""),
    ("shatranj", &[("[royalty]\nlaw = \"mate\"", "[royalty]\nlaw = \"capture\"")], "there is no check to be ended", "law = \"ordinary\""),
    ("shatranj", &[("law = \"ordinary\"", "law = \"one-throw\"")], "but there is no die", "law = \"one-throw\""),
    ("shatranj", &[("law = \"ordinary\"", "law = \"no-duty\"")], "write `ordinary`", "law = \"no-duty\""),
    ("oblong-dice", &[("law = \"no-duty\"", "law = \"royal-face-only\"")], "needs a king that may not be left attacked", "law = \"royal-face-only\""),
    // Ends.
    ("shatranj", &[("[stalemate]\nlaw = \"loss\"", "[stalemate]\nlaw = \"pass\"")], "needs a law of passing that allows it", "law = \"pass\""),
    ("shatranj", &[("[stalemate]\nlaw = \"loss\"", "[stalemate]\nlaw = \"loss-without-pseudo-move\"")], "neither lost nor a move", "law = \"loss-without-pseudo-move\""),
    ("shatranj", &[("times = 3", "times = 1")], "`times` is 1, but should be 2 to 20", "times = 1"),
    ("shatranj", &[("plies = 140", "plies = 0")], "`plies` is 0", "plies = 0"),
    ("senterej", &[("limit = 7", "limit = 0")], "`limit` is 0", "limit = 0"),
    ("oblong-dice", &[("[support]\nlaw = \"none\"", "[support]\nlaw = \"lone-man\"\nlimit = 7\ncounts-moves = \"any\"")], "needs a bare-king law", "law = \"lone-man\""),
    ("senterej-ras-imru", &[("[support]\nlaw = \"none\"", "[support]\nlaw = \"lone-man\"\nlimit = 7\ncounts-moves = \"any\"")], "exclude each other", "law = \"lone-man\""),
    ("senterej", &[(NO_DIE, DICE)], "a werera has no turns, so no die", "[opening]"),
    // Pieces against pieces.
    ("shatranj", &[("[immunity]\nlaw = \"none\"", "[immunity]\nlaw = \"spared\"\nspared = {}")], "`spared` names no piece", "[immunity]"),
    ("shatranj", &[("[immunity]\nlaw = \"none\"", "[immunity]\nlaw = \"spared\"\nspared = { e = \"x\" }")], "no piece has the letter `x`", "spared = "),
    ("shatranj", &[("[mate-style]\nlaw = \"none\"", "[mate-style]\nlaw = \"customs\"\npoor = \"rp\"\nrespectable = \"\"\npraised = \"p\"")], "`p` stands in `poor` and in `praised`", "praised = \"p\""),
    ("shatranj", &[("[mate-style]\nlaw = \"none\"", "[mate-style]\nlaw = \"customs\"\npoor = \"\"\nrespectable = \"\"\npraised = \"\"")], "ranks no piece", "[mate-style]"),
    ("shatranj", &[("[pawns]\nmen = \"p\"", "[pawns]\nmen = \"pk\"")], "the royal piece cannot be a pawn", "men = \"pk\""),
    ("shatranj", &[("[men.e]\nname = \"fil\"", "[men.e]\nname = \" \"")], "`name` is empty", "name = \" \""),
    ("shatranj", &[("[men.e]", "[men.E]")], "a piece's letter is one of `a` to `z`", "[men.E]"),
    // Arrays.
    ("shatranj", &[("array = \"kd\"", "array = \"kx\"")], "there is no [arrays.kx]", "array = \"kx\""),
    ("shatranj", &[("/RNEKFENR", "/RNEKFEN")], "fills 7 cells, but the board has 8 files", "placement = "),
    ("shatranj", &[("/RNEKFENR", "/RNEKFENK")], "White should have one shah, but has 2", "placement = "),
    ("shatranj", &[("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "3k4/8/8/8/8/8/PPPPPPPP/RNEKFENR")], "the game would be over before it begins", "placement = "),
    ("oblong-dice", &[("/EFKE\"", "/EFFE\"")], "the game would be over before it begins", "placement = "),
    ("optlost", &[("files = 4\nranks = 5", "files = 1\nranks = 1")], "two kings need two cells", "[board]"),
    // Translations.
    ("shatranj", &[("am = \"ባይዳቅ\"", "am = 3")], "`names.am` should be a text, not", "am = 3"),
    ("shatranj", &[("fa-Latn = \"payādah\"", "amharic = \"x\"")], "should be a language tag such as `am`", "amharic = "),
    ("shatranj", &[("{ text = \"shaṭranj\", lang = \"ar-Latn\" }", "{ text = \"shaṭranj\" }")], "each written { text = ", "{ text = \"shaṭranj\" }"),
    // The file.
    ("shatranj", &[("id = \"own-shatranj\"", "id = \"senterej\"")], "which is a built-in ruleset", "id = \"senterej\""),
    ("shatranj", &[("id = \"own-shatranj\"", "id = 7")], "`id` should be a word", "id = 7"),
    ("mideast-gollon", &[("extends = \"mideast\"", "extends = \"midwest\"")], "no such ruleset is known", "extends = "),
    ("mideast-gollon", &[("extends = \"mideast\"", "extends = \"mideast-greenwood\"")], "only one level is allowed", "extends = "),
    ("mideast-gollon", &[("extends = \"mideast\"", "extends = 5")], "`extends` should be a text", "extends = "),
    // Options.
    ("shatranj", &[("[options.bare]\n", "[options.\"ba,re\"]\n")], "should be a word of letters", "[options.\"ba,re\"]"),
    ("shatranj", &[("patch.stalemate.law = \"draw\"", "patch.revision = 9")], "a choice cannot change `revision`", "patch.revision = 9"),
    ("shatranj", &[("patch.stalemate.law = \"draw\"", "patch.stalemate.law = \"pass\"")], "(with `stalemate=draw`)", "patch.stalemate.law"),
    ("shatranj", &[("title = \"the third time is a draw\"", "title = \"the third\"\npatch.repetition.law = \"draw\"")], "of the default would never be applied", "patch.repetition.law"),
    ("shatranj", &[("when = { repetition = \"none\", move-limit = \"none\" }", "when = {}")], "would forbid everything", "[[contradictions]]"),
    ("shatranj", &[("when = { repetition = \"none\", move-limit = \"none\" }", "when = { repetition = \"draw\" }")], "the defaults of the options contradict", "[[contradictions]]"),
];

#[test]
fn ruleset_without_meaning_is_refused_with_its_line() {
    for (id, changes, said, on) in MEANINGLESS {
        let text = changed(id, changes);
        assert_told(&complaints(&text), &text, said, on);
    }
}

#[rustfmt::skip]
const HARDLY_MEANT: &[Case] = &[
    ("optlost", &[], "the array has no rook, so none can have been lost", "to=\"r\""),
    ("optlost", &[], "may stay what it is by `optional` already", "duty=\"optional\""),
    ("shatranj", &[("move = \"N\"", "move = \"\"")], "a faras can never move on this board", "move = \"\""),
    ("shatranj", &[("[men.p]", "[men.z]\nname = \"zebra\"\nmove = \"Z\"\nconjecture = \"x\"\n[men.p]")], "no zebra stands in the array", "[men.z]"),
    ("oblong-dice", &[("faces = [\"p\", ", "faces = [\"f\", ")], "pieces that no face names never move: soldier", "faces = "),
    ("shatranj", &[("[pass]\nlaw = \"never\"", "[pass]\nlaw = \"forced\"")], "passing never happens", "law = \"forced\""),
    ("oblong-dice", &[("[pass]\nlaw = \"free\"", "[pass]\nlaw = \"free-except-pawns\"\npawns = \"\"")], "which is the law `free`", "pawns = \"\""),
    ("oblong", &[("[pawns]\nmen = \"p\"", "[pawns]\nmen = \"\""), ("counts = \"all-men\"", "counts = \"men-but-pawns\"")], "so this is `all-men`", "counts = \"men-but-pawns\""),
    ("shatranj", &[("[immunity]\nlaw = \"none\"", "[immunity]\nlaw = \"spared\"\nspared = { k = \"k\", f = \"k\", e = \"k\", n = \"k\", r = \"k\", p = \"k\" }")], "no king is ever in danger", "spared = "),
    ("shatranj", &[(SINGLE_STEP, "[pawn-step]\nlaw = \"initial\"\nman = \"e\"\nrank = 1\nsteps = 2\nen-passant = \"passed-cells\"")], "no fil can take on a cell that was passed", "en-passant = "),
    ("shatranj", &[("patch.stalemate.law = \"draw\"", "patch.stalemate.law = \"loss\"")], "changes nothing in the game", "[options.stalemate.choices.draw]"),
    ("shatranj", &[(NO_CASTLING, "[castling]\nlaw = \"king-steps\"\nsteps = 3\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"")], "the king cannot go 3 cells towards a1", "steps = 3"),
    ("shatranj", &[("patch.stalemate.law = \"draw\"", "patch.pass.law = \"never\""), ("patch.repetition.law = \"none\"", "patch.stalemate.law = \"pass\"\npatch.pass.law = \"forced\"")], "cannot stand together", "[options.repetition.choices.none]"),
];

#[test]
fn ruleset_hardly_meant_loads_with_notes() {
    for (id, changes, said, on) in HARDLY_MEANT {
        let text = changed(id, changes);
        assert_told(&notes(&text), &text, said, on);
    }
    let tidy = changed("shatranj", &[]);
    assert_eq!(
        notes(&tidy).iter().filter(|(_, note)| !note.contains("shuffle")).count(),
        0,
        "{:?}",
        notes(&tidy)
    );
}

/// Names, summaries and titles carry other languages, which change nothing that is played.
#[test]
fn ruleset_with_translations_keeps_them_and_its_hash() {
    let text = changed(
        "shatranj",
        &[
            ("\nnames = { am = \"ሻትራንጅ\"", "\nnames = { de = \"Schatrandsch\", am = \"ሻትራንጅ\""),
            ("\nsummaries = { ", "\nsummaries = { de = \"Das Spiel.\", "),
            ("titles = { am = \"ብቸኛ ንጉሥ", "titles = { de = \"Der bloße König\", am = \"ብቸኛ ንጉሥ"),
            ("titles = { am = \"አቻ\"", "titles = { de = \"remis\", am = \"አቻ\""),
        ],
    );
    let ruleset = loaded(&text);
    let is_among = |texts: &[(String, String)], language: &str, text: &str| {
        assert!(texts.contains(&(language.to_owned(), text.to_owned())), "{language}: {texts:?}");
    };
    is_among(&ruleset.about.names, "am", "ሻትራንጅ");
    is_among(&ruleset.about.names, "de", "Schatrandsch");
    is_among(&ruleset.about.summaries, "de", "Das Spiel.");
    let option = ruleset.options.iter().find(|option| option.key == "bare").expect("an option");
    is_among(&option.titles, "de", "Der bloße König");
    let option = ruleset.options.iter().find(|option| option.key == "stalemate").expect("an option");
    let draw = option.choices.iter().find(|choice| choice.id == "draw").expect("a choice");
    is_among(&draw.titles, "de", "remis");
    assert_eq!(ruleset.hash(), loaded(&changed("shatranj", &[])).hash());
}

/// A slip of syntax, a wrong word, a law against the pieces and an array against
/// the board: all told, and nothing that only follows from them.
#[test]
fn complaints_of_all_stages_are_reported_at_once() {
    let text = changed(
        "shatranj",
        &[
            ("skin = \"leather\"", "skin = \"velvet\""),
            ("[men.e]\nname = \"fil\"", "[men.e]\nname = \"fil\"\ncolour = 3"),
            ("/RNEKFENR", "/RNEKFEN"),
            ("to = \"f\"", "to = \"k\""),
            ("times = 3", "times = 99"),
            ("patch.stalemate.law = \"draw\"", "patch.stalemate.law = \"sulk\""),
        ],
    );
    let told = complaints(&text);
    for (said, on) in [
        ("`skin` is `velvet`", "skin = "),
        ("unknown key `colour`", "colour = 3"),
        ("fills 7 cells", "placement = "),
        ("no piece may become the royal piece", "to = \"k\""),
        ("`times` is 99", "times = 99"),
        ("`law` is `sulk`", "patch.stalemate.law"),
    ] {
        assert_told(&told, &text, said, on);
    }
    assert_eq!(told.len(), 6, "{told:?}");

    let slips = text.replacen("family = \"shatranj\"", "family = = \"shatranj\"", 1).replacen(
        "[royalty]\nlaw = \"mate\"",
        "[royalty\nlaw = \"mate\"",
        1,
    );
    let told = complaints(&slips);
    for (said, on) in [
        ("`skin` is `velvet`", "skin = "),
        ("no piece may become the royal piece", "to = \"k\""),
        ("`times` is 99", "times = 99"),
    ] {
        if !said.contains("royal") {
            assert_told(&told, &slips, said, on);
        }
    }
    let lines: Vec<&str> =
        told.iter().map(|(number, _)| slips.lines().nth(number - 1).unwrap_or_default()).collect();
    assert!(lines.contains(&"family = = \"shatranj\"") && lines.contains(&"[royalty"), "{told:?}");
    assert!(told.len() <= 8 && !told.iter().any(|(_, message)| message.contains("missing")), "{told:?}");
}

#[test]
fn ruleset_with_most_kinds_is_playable() {
    let kinds = |letters: &str| {
        let men: String = letters
            .chars()
            .map(|letter| {
                format!("[men.{letter}]\nname = \"man {letter}\"\nmove = \"K\"\nconjecture = \"x\"\n")
            })
            .collect();
        let text = changed("optlost", &[]);
        let (start, end) = (text.find("[men.k]").expect("men"), text.find("[arrays").expect("arrays"));
        let text = format!("{}{men}{}", &text[..start], &text[end..]);
        let text = text.replace("files = 4\nranks = 5", "files = 16\nranks = 16");
        let (rear, front) = letters.split_at(16);
        let front = format!("{front}{}", 16 - front.len());
        let empty = ["16"; 12].join("/");
        let white = format!("{}/{}", front.to_uppercase(), rear.to_uppercase());
        text.replace("3k/4/P3/4/K3", &format!("{rear}/{front}/{empty}/{white}"))
    };
    let all = kinds("kabcdefghijlmnopqrstuvwxyz");
    let mut game = Game::new(loaded(&all));
    assert_eq!(game.ruleset().pieces.len(), 26);
    while let (Node::Choice(_), true) = (game.node(), game.log().len() < 40) {
        let moves = game.legal_moves();
        let mv = moves[game.log().len() * 7 % moves.len()];
        game.play(mv, None).expect("a legal move");
    }
    assert!(game.log().len() >= 40);
    let more =
        all.replacen("[men.k]", "[men.\"ä\"]\nname = \"more\"\nmove = \"K\"\nconjecture = \"x\"\n[men.k]", 1);
    let told = complaints(&more);
    assert_told(&told, &more, "there are 27 kinds of piece, but at most 26, one for each letter", "[men");
}

#[test]
fn boards_of_every_size_are_playable() {
    // Kings that leap two cells, so that they do not stand in check.
    let of_size = |files: usize, ranks: usize, placement: &str| {
        changed("optlost", &[("files = 4", ""), ("ranks = 5", "")])
            .replace("[board]\n", &format!("[board]\nfiles = {files}\nranks = {ranks}\n"))
            .replace("move = \"K\"", "move = \"D\"")
            .replace("3k/4/P3/4/K3", placement)
            .replace("ranks=2", "ranks=1")
    };
    let taking = of_size(1, 2, "k/K")
        .replace("move = \"D\"", "move = \"W\"")
        .replace("law = \"mate\"", "law = \"capture\"")
        .replace("law = \"ordinary\"", "law = \"no-duty\"");
    for (text, moves) in [
        (taking, 1),
        (of_size(1, 16, &format!("k/{}/K", ["1"; 14].join("/"))), 1),
        (of_size(16, 1, "k14K"), 1),
        (of_size(16, 16, &format!("k15/{}/15K", ["16"; 14].join("/"))), 2),
    ] {
        let ruleset = loaded(&text);
        let rules = Rules::<Any>::compile(ruleset.clone());
        let start = Setup::start(&ruleset).check(&rules).expect("a start");
        assert_eq!(perft(&ruleset, &start, 1, Scope::MovesOnly), moves, "{:?}", ruleset.geometry);
        let mut game = Game::new(ruleset);
        game.play(game.legal_moves()[0], None).expect("a legal move");
        let again = fen::parse(game.rules(), &game.fen(), Dialect::Own);
        assert_eq!(again.as_ref(), Ok(game.position()));
    }
}

#[test]
fn own_file_extending_own_file_loads() {
    let base = changed("mideast", &[]).replacen("own-mideast", "base", 1);
    let child = changed("mideast-gollon", &[]);
    let child = |parent: &str| child.replacen("extends = \"mideast\"", &format!("extends = \"{parent}\""), 1);
    let files =
        [("here/base.toml", base.clone()), ("base/base.toml", base.clone()), ("here/own.toml", child("own"))];
    let read = |path: &Path| {
        let path: std::path::PathBuf =
            path.components().fold(std::path::PathBuf::new(), |mut clean, part| {
                if part == std::path::Component::ParentDir {
                    clean.pop();
                } else {
                    clean.push(part);
                }
                clean
            });
        if path.ends_with("locked.toml") {
            return Err("locked.toml is no plain file".into());
        }
        Ok(files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| text.clone()))
    };
    let open = |parent: &str| RulesetFile::parse_own(Path::new("here/own.toml"), &child(parent), read);
    for parent in ["base", "base.toml", "./base.toml", "../base/base.toml", "mideast"] {
        let file = open(parent).unwrap_or_else(|error| panic!("{parent}: {error}"));
        let ruleset = file.resolve(&[("castling".to_owned(), "none".to_owned())].into()).expect("an option");
        assert_eq!(ruleset.instance.to_string(), "own-mideast-gollon[castling=none]");
    }
    for (parent, said) in [
        ("nowhere", "no such ruleset is known"),
        ("./nowhere.toml", "there is no file `here/./nowhere.toml`"),
        ("own", "that is this file itself"),
        ("./own.toml", "that is this file itself"),
        ("../here/own.toml", "only one level is allowed"),
        ("locked", "locked.toml is no plain file"),
        ("mideast-greenwood", "extends `mideast` itself; only one level is allowed"),
    ] {
        let Err(LoadError::Complaints(told)) = open(parent) else { panic!("{parent} was accepted") };
        assert!(told[0].message.contains(said), "{parent}: {}", told[0]);
        assert_eq!(told[0].place.to_string(), "here/own.toml:5", "{parent}");
        assert!(told.len() <= 2, "{told:?}");
    }
    // What is wrong with the parent is told at its place.
    let broken = base.replacen("royal = \"k\"", "royal = \"?\"", 1);
    let line = broken.lines().position(|line| line == "royal = \"?\"").expect("it is there") + 1;
    let read = |path: &Path| Ok(path.ends_with("base.toml").then(|| broken.clone()));
    let told = RulesetFile::parse_own(Path::new("here/own.toml"), &child("base"), read);
    let Err(LoadError::Complaints(told)) = told else { panic!("it was accepted") };
    assert_eq!(told[0].place.to_string(), format!("here/base.toml:{line}"), "{told:?}");
}
