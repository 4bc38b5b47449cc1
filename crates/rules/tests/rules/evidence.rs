//! The proof: every block of `evidence/*.md` is executed, and every law, piece,
//! array and option choice of every ruleset has one.
//!
//! A block is a fenced `evidence` list of `key: value` lines; see
//! `evidence/README.md` for what each key claims.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rukh_rules::evidence::Example;
use rukh_rules::game::Game;
use rukh_rules::notation::coordinate;
use rukh_rules::perft::{Scope, perft};
use rukh_rules::{Instance, Node, Ruleset, RulesetFile, Side, catalog};

fn evidence_path(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../evidence/{id}.md"))
}

fn read_examples(id: &str) -> Vec<Example> {
    let text = std::fs::read_to_string(evidence_path(id))
        .unwrap_or_else(|error| panic!("evidence/{id}.md: {error}"));
    let examples = Example::parse_all(&format!("evidence/{id}.md"), &text);
    let examples = examples.unwrap_or_else(|error| panic!("{error}"));
    assert!(!examples.is_empty(), "evidence/{id}.md has blocks");
    examples
}

/// What an example bears on: `law:stalemate`, `option:saba=G`, `man:e`, `array:s3`.
fn tags(example: &Example) -> BTreeSet<String> {
    example.subjects().map(|(key, name)| format!("{key}:{name}")).collect()
}

fn run(block: &Example, instance: &str) {
    let place = &block.place;
    let game = block.game(instance).unwrap_or_else(|error| panic!("{error}"));
    check_moves(block, &game);
    check_ending(block, &game);
    for (key, scope) in [("perft", Scope::AllLaws), ("perft-moves-only", Scope::MovesOnly)] {
        for value in block.all(key) {
            let (depth, nodes) = value.split_once(' ').expect("depth and nodes");
            let depth = depth.parse().expect("a depth");
            let found = perft(game.ruleset(), game.position(), depth, scope);
            assert_eq!(found.to_string(), nodes.trim(), "{place}: {key} {depth} ({instance})");
        }
    }
}

fn moves_now(game: &Game) -> Vec<rukh_rules::Move> {
    match game.node() {
        Node::Werera(_) => Side::BOTH.into_iter().flat_map(|side| game.moves_of(side)).collect(),
        _ => game.legal_moves(),
    }
}

fn check_moves(block: &Example, game: &Game) {
    let place = &block.place;
    let ruleset = game.ruleset();
    let moves = moves_now(game);
    for value in block.all("legal") {
        let mut words = value.split_whitespace();
        let from = words.next().and_then(|cell| ruleset.geometry.parse_cell(cell)).expect("a cell");
        let wanted: BTreeSet<&str> = words.filter(|word| *word != "none").collect();
        let found: Vec<String> = moves
            .iter()
            .filter(|mv| !mv.is_pass() && mv.from() == from)
            .map(|mv| coordinate::format(ruleset, *mv))
            .map(|text| text[ruleset.geometry.name(from).len()..].to_owned())
            .collect();
        let mut found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        // A claim without letters is about cells, not about what a piece becomes.
        if !wanted.iter().any(|cell| cell.ends_with(|last: char| last.is_ascii_alphabetic())) {
            found = found
                .into_iter()
                .map(|cell| cell.trim_end_matches(|last: char| last.is_ascii_alphabetic()))
                .collect();
        }
        assert_eq!(found, wanted, "{place}: legal {value} ({})", game.fen());
    }
    for value in block.all("illegal") {
        let found = coordinate::parse_legal(ruleset, &moves, value);
        assert!(found.is_err(), "{place}: `{value}` should be refused ({})", game.fen());
    }
    if let Some(count) = block.get("moves") {
        let found = moves.iter().filter(|mv| !mv.is_pass()).count();
        assert_eq!(found.to_string(), count, "{place}: moves ({})", game.fen());
    }
    if let Some(pass) = block.get("pass") {
        let may = moves.iter().any(|mv| mv.is_pass());
        let found = match (may, moves.len()) {
            (true, 1) => "must",
            (true, _) => "may",
            (false, _) => "no",
        };
        assert_eq!(found, pass, "{place}: pass ({})", game.fen());
    }
}

fn check_ending(block: &Example, game: &Game) {
    let place = &block.place;
    if let Some(wanted) = block.get("outcome") {
        let found = game.outcome().map_or("none".to_owned(), |over| match over.winner {
            Some(winner) => format!("{winner} wins, {}", over.reason),
            None => format!("draw, {}", over.reason),
        });
        assert_eq!(found, wanted, "{place}: outcome ({})", game.fen());
    }
    if let Some(wanted) = block.get("says") {
        let found = game.outcome().map(|over| over.message(game.ruleset()).to_string());
        assert_eq!(found.as_deref(), Some(wanted), "{place}: says ({})", game.fen());
    }
    let wanted: Vec<&str> = block.all("counter").collect();
    if !wanted.is_empty() {
        let found = game.counters().into_iter().map(|counter| {
            let text = counter.message(game.ruleset()).to_string();
            format!("{} {}/{} {text}", counter.kind, counter.value, counter.limit)
        });
        let found: Vec<String> = found.collect();
        let wanted = if wanted == ["none"] { Vec::new() } else { wanted };
        assert_eq!(found, wanted, "{place}: counter ({})", game.fen());
    }
    if let Some(wanted) = block.get("node") {
        let found = match game.node() {
            Node::Werera(_) => "werera".to_owned(),
            Node::Chance(_) => format!("chance {}", game.position().turn()),
            Node::Choice(side) => format!("choice {side}"),
            Node::Over(_) => "over".to_owned(),
        };
        assert_eq!(found, wanted, "{place}: node ({})", game.fen());
    }
    if let Some(wanted) = block.get("style") {
        let found = game.style().map_or("none", |style| style.rank.into());
        assert_eq!(found, wanted, "{place}: style ({})", game.fen());
    }
}

/// What of a ruleset needs evidence: every law, piece, array and option choice.
fn claims(file: &RulesetFile) -> BTreeSet<String> {
    let ruleset = file.resolve(&Default::default()).expect("a built-in ruleset resolves");
    let laws = ruleset.law_entries().into_iter().map(|law| format!("law:{}", law.key));
    let options = file.options().iter().flat_map(|option| {
        option.choices.iter().map(move |choice| format!("option:{}={}", option.key, choice.id))
    });
    laws.chain(options).collect()
}

/// Whether what a tag is about is the same in a child as in its parent.
fn is_inherited(tag: &str, child: &RulesetFile, parent: &RulesetFile) -> bool {
    let (kind, name) = tag.split_once(':').expect("a tag has a kind");
    let of = |file: &RulesetFile| file.resolve(&Default::default()).expect("a built-in ruleset resolves");
    let (ours, theirs) = (of(child), of(parent));
    match kind {
        "law" => {
            let find = |ruleset: &Ruleset| {
                ruleset.law_entries().into_iter().find(|law| law.key == name).map(|law| law.value)
            };
            find(&ours) == find(&theirs)
        }
        "option" => {
            let (key, _) = name.split_once('=').unwrap_or((name, ""));
            let find = |file: &RulesetFile| file.options().iter().find(|option| option.key == key).cloned();
            find(child) == find(parent) && find(child).is_some()
        }
        _ => false,
    }
}

fn check_file(id: &str) {
    let file = catalog::file(id).expect("a built-in id");
    let blocks = read_examples(id);
    let mut proven = BTreeSet::new();
    for block in &blocks {
        assert!(
            block.get("source").is_some() || block.get("conjecture").is_some(),
            "{}: no citation",
            block.place
        );
        for citation in block.citations() {
            let found = catalog::sources().find(citation);
            assert!(found.is_some(), "{}: `{citation}` is not in sources.toml", block.place);
        }
        run(block, block.get("instance").unwrap_or(id));
        if block.get("with").is_none() {
            proven.extend(tags(block));
        }
    }
    if let Some(parent_id) = file.extends() {
        let parent = catalog::file(parent_id).expect("a parent is built in");
        for block in read_examples(parent_id) {
            let tags: BTreeSet<String> =
                tags(&block).into_iter().filter(|tag| is_inherited(tag, file, parent)).collect();
            // An option's block names an instance; only such as the child has too are run under it.
            let instance =
                block.get("instance").map_or_else(|| id.to_owned(), |text| text.replacen(parent_id, id, 1));
            let parsed: Instance = instance.parse().expect("an instance");
            let (Ok(ours), Ok(theirs)) = (file.resolve(&parsed.choices), parent.resolve(&parsed.choices))
            else {
                continue;
            };
            let counts = ["moves", "perft"].iter().any(|key| block.get(key).is_some());
            let other_start = block.starts && counts && ours.start().placement != theirs.start().placement;
            let is_for_parent = block.get("scope") == Some("here") || block.get("with").is_some();
            if tags.is_empty() || other_start || is_for_parent {
                continue;
            }
            run(&block, &instance);
            proven.extend(tags);
        }
    }
    let missing: Vec<String> = claims(file).difference(&proven).cloned().collect();
    assert!(missing.is_empty(), "evidence/{id}.md does not show {missing:?}");
}

macro_rules! evidence {
    ($($name:ident: $id:literal,)*) => {
        $(#[test]
        fn $name() {
            check_file($id);
        })*

        #[test]
        fn evidence_tests_cover_every_ruleset() {
            let listed = [$($id),*];
            assert_eq!(catalog::ids().collect::<Vec<_>>(), listed);
        }
    };
}

evidence! {
    shatranj: "shatranj",
    senterej: "senterej",
    senterej_ras_imru: "senterej-ras-imru",
    oblong: "oblong",
    oblong_dice: "oblong-dice",
    oblong_dice_cazaux: "oblong-dice-cazaux",
    oblong_dice_winther: "oblong-dice-winther",
    mustatila_307: "mustatila-307",
    mustatila_307_ludii: "mustatila-307-ludii",
    mustatila_1140: "mustatila-1140",
    mideast: "mideast",
    mideast_gollon: "mideast-gollon",
    mideast_greenwood: "mideast-greenwood",
}
