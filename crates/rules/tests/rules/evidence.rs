//! The proof: every block of `evidence/*.md` is executed, and every law, man,
//! array and option choice of every ruleset has one.
//!
//! A block is a fenced `evidence` list of `key: value` lines; see
//! `evidence/README.md` for what each key claims.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rukh_rules::game::{Event, Game};
use rukh_rules::notation::coordinate;
use rukh_rules::perft::{Scope, perft};
use rukh_rules::{Instance, LoadError, Node, Ruleset, RulesetFile, Side, catalog};

/// One executed example.
struct Block {
    place: String,
    /// Key and value, in order.
    lines: Vec<(String, String)>,
    /// The diagram, if one is drawn.
    board: Vec<String>,
    starts: bool,
}

impl Block {
    fn get<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.lines.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// What the block bears on: `law:stalemate`, `option:saba=G`, `man:e`, `array:s3`.
    fn tags(&self) -> BTreeSet<String> {
        let of = |key: &'static str| {
            let values = self.all(key).flat_map(|value| value.split(','));
            values.map(move |value| format!("{key}:{}", value.trim()))
        };
        of("law").chain(of("option")).chain(of("man")).chain(of("array")).collect()
    }
}

fn evidence_path(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../evidence/{id}.md"))
}

fn read_blocks(id: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(evidence_path(id))
        .unwrap_or_else(|error| panic!("evidence/{id}.md: {error}"));
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.trim_end()) {
            (None, "```evidence") => {
                let place = format!("evidence/{id}.md:{}", number + 1);
                open = Some(Block { place, lines: Vec::new(), board: Vec::new(), starts: false });
            }
            (Some(_), "```") => blocks.extend(open.take()),
            (Some(block), line) => read_line(block, line),
            (None, _) => {}
        }
    }
    assert!(open.is_none(), "evidence/{id}.md: a block is not closed");
    assert!(!blocks.is_empty(), "evidence/{id}.md has blocks");
    blocks
}

fn read_line(block: &mut Block, line: &str) {
    let first = line.split_whitespace().next().unwrap_or_default();
    if line == "start" {
        block.starts = true;
    } else if first.parse::<u8>().is_ok() {
        block.board.push(line.to_owned());
    } else if let Some((key, value)) = line.split_once(':') {
        let known = [
            "law",
            "option",
            "man",
            "array",
            "instance",
            "source",
            "conjecture",
            "board",
            "to-move",
            "state",
            "fen",
            "play",
            "legal",
            "illegal",
            "moves",
            "outcome",
            "node",
            "pass",
            "style",
            "with",
            "says",
            "counter",
            "perft",
            "perft-moves-only",
            "note",
            "scope",
        ];
        assert!(known.contains(&key), "{}: unknown key `{key}`", block.place);
        block.lines.push((key.to_owned(), value.trim().to_owned()));
    } else {
        assert!(line.is_empty(), "{}: `{line}` is no line of a block", block.place);
    }
}

/// The FEN a block's diagram draws.
fn block_fen(block: &Block, ruleset: &Ruleset) -> Option<String> {
    if block.starts {
        return None;
    }
    if let Some(fen) = block.get("fen") {
        return Some(fen.to_owned());
    }
    assert_eq!(
        block.board.len(),
        usize::from(ruleset.geometry.ranks()),
        "{}: ranks of the diagram",
        block.place
    );
    let ranks: Vec<String> = block
        .board
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let mut cells = line.split_whitespace();
            let number: usize = cells.next().and_then(|number| number.parse().ok()).expect("a rank's number");
            assert_eq!(number, block.board.len() - index, "{}: rank numbers fall", block.place);
            cells.map(|cell| if cell == "." { "1" } else { cell }).collect()
        })
        .collect();
    let side = match block.get("to-move") {
        Some("white") => "w",
        Some("black") => "b",
        Some("werera") => "*",
        other => panic!("{}: to-move is {other:?}", block.place),
    };
    let (mut castling, mut passed, mut idle, mut turn) = ("-", "-", "0", "1");
    let mut fields = String::new();
    for word in block.get("state").unwrap_or_default().split_whitespace() {
        match word.split_once(':') {
            Some(("castling", value)) => castling = value,
            Some(("ep", value)) => passed = value,
            Some(("halfmove", value)) => idle = value,
            Some(("fullmove", value)) => turn = value,
            _ => fields = format!("{fields} {word}"),
        }
    }
    let passed = passed.replace(',', "");
    // A run of single empty cells is written as one number.
    let ranks: Vec<String> = ranks.iter().map(|rank| join_empty(rank)).collect();
    Some(format!("{} {side} {castling} {passed} {idle} {turn}{fields}", ranks.join("/")))
}

fn join_empty(rank: &str) -> String {
    let mut joined = String::new();
    let mut empty = 0;
    for cell in rank.chars() {
        if cell == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            joined.push_str(&empty.to_string());
            empty = 0;
        }
        joined.push(cell);
    }
    if empty > 0 {
        joined.push_str(&empty.to_string());
    }
    joined
}

fn play(game: &mut Game, words: &str, place: &str) {
    for word in words.split_whitespace() {
        let event = event(game, word).unwrap_or_else(|| panic!("{place}: `{word}` is no event"));
        if let Err(refusal) = game.apply(event, None) {
            panic!("{place}: `{word}` is refused: {refusal} ({})", game.fen());
        }
    }
}

fn event(game: &Game, word: &str) -> Option<Event> {
    if word == "turns" {
        return Some(Event::Turns { why: "agreed".to_owned() });
    }
    if let Some(face) = word.strip_prefix("throw:") {
        return Some(Event::Throw { face: face.parse().ok()? });
    }
    let Some((side, rest)) = word.split_once(':') else {
        return Some(Event::Move { mv: word.to_owned() });
    };
    let side = Side::from_word(side)?;
    if rest == "end" {
        return Some(Event::Bundle { side: side.into() });
    }
    let geometry = game.ruleset().geometry;
    let (from, to) = geometry.take_cell(rest.trim_start_matches('-'))?;
    if rest.starts_with('-') {
        let to = geometry.parse_cell(to)?;
        let moves = &game.werera().standing;
        let found = moves.iter().find(|one| one.side == side && (one.mv.from(), one.mv.to()) == (from, to));
        return Some(Event::Retract { side: side.into(), seq: found?.seq });
    }
    Some(Event::Place {
        side: side.into(),
        id: None,
        from: geometry.name(from),
        to: to.to_owned(),
        promotion: None,
    })
}

/// A user's ruleset: one that extends a built-in ruleset and puts laws in the place of its own.
fn ruleset_of_a_user(parent: &str, laws: &[&str]) -> Result<Ruleset, LoadError> {
    let head = format!("id = \"own\"\nrevision = 1\nextends = \"{parent}\"\n");
    let about = "[about]\nname = \"Own\"\nsummary = \"A ruleset of a user.\"\n";
    let text = format!("{head}{}\n{about}", laws.join("\n"));
    RulesetFile::parse("own.toml", &text, catalog::text)?.resolve(&Default::default())
}

fn run(block: &Block, instance: &str) {
    let place = &block.place;
    let own_laws: Vec<&str> = block.all("with").collect();
    let ruleset = match own_laws.is_empty() {
        true => Ruleset::named(instance),
        false => ruleset_of_a_user(instance, &own_laws),
    };
    let ruleset = Arc::new(ruleset.unwrap_or_else(|error| panic!("{place}: {error}")));
    let mut game = match block_fen(block, &ruleset) {
        None => Game::new(ruleset.clone()),
        Some(fen) => Game::from_fen(ruleset.clone(), &fen).unwrap_or_else(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("{place}: {fen}: {}", errors.join("; "))
        }),
    };
    if block.starts
        && let Some(throw) = block.get("state")
    {
        play(&mut game, throw, place);
    }
    if let Some(words) = block.get("play") {
        play(&mut game, words, place);
    }
    check_moves(block, &game);
    check_ending(block, &game);
    for (key, scope) in [("perft", Scope::AllLaws), ("perft-moves-only", Scope::MovesOnly)] {
        for value in block.all(key) {
            let (depth, nodes) = value.split_once(' ').expect("depth and nodes");
            let depth = depth.parse().expect("a depth");
            let found = perft(&ruleset, game.position(), depth, scope);
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

fn check_moves(block: &Block, game: &Game) {
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
        // A claim without letters is about cells, not about what a man becomes.
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

fn check_ending(block: &Block, game: &Game) {
    let place = &block.place;
    if let Some(wanted) = block.get("outcome") {
        let found = game.outcome().map_or("none".to_owned(), |over| match over.winner {
            Some(winner) => format!("{winner} wins, {}", over.reason.as_str()),
            None => format!("draw, {}", over.reason.as_str()),
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
            format!("{} {}/{} {text}", counter.kind.as_str(), counter.value, counter.limit)
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
        let found = game.style().map_or("none", |style| style.rank.as_str());
        assert_eq!(found, wanted, "{place}: style ({})", game.fen());
    }
}

/// What of a ruleset needs evidence: every law, man, array and option choice.
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
    let blocks = read_blocks(id);
    let mut proven = BTreeSet::new();
    for block in &blocks {
        assert!(
            block.get("source").is_some() || block.get("conjecture").is_some(),
            "{}: no citation",
            block.place
        );
        for citation in block.all("source").flat_map(|value| value.split(", ")) {
            let found = catalog::sources().find(citation);
            assert!(found.is_some(), "{}: `{citation}` is not in sources.toml", block.place);
        }
        run(block, block.get("instance").unwrap_or(id));
        if block.get("with").is_none() {
            proven.extend(block.tags());
        }
    }
    if let Some(parent_id) = file.extends() {
        let parent = catalog::file(parent_id).expect("a parent is built in");
        for block in read_blocks(parent_id) {
            let tags: BTreeSet<String> =
                block.tags().into_iter().filter(|tag| is_inherited(tag, file, parent)).collect();
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
