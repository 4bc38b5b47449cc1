//! What operations make does not depend on their order, and loses nothing that anybody wrote.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use rukh_rules::notation::pgn;
use rukh_rules::{Event, Game, Ruleset};
use serde_json::json;

use super::book::record_of;
use super::check::Checker;
use super::document::{Document, Remarks, Tree};
use super::writer::{OpMaker, write_games};
use crate::error::ApiError;
use crate::game::TestRegistry;
use crate::id::GuestId;
use crate::wire::study::{StudyAct, StudyMark, StudyOp};

const MOVES: [&str; 4] = ["a2a3", "b2b3", "c2c3", "d2d3"];

/// Numbers that look random and are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    fn choose<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// Somebody who writes, and what they have seen.
struct Writer {
    name: GuestId,
    number: u64,
    clock: u64,
    seen: Document,
}

impl Writer {
    fn new(name: &str) -> Writer {
        Writer { name: name.parse().unwrap(), number: 0, clock: 0, seen: Document::default() }
    }

    fn hear(&mut self, (author, op): &(GuestId, StudyOp)) {
        self.clock = self.clock.max(op.clock);
        self.seen.add(Some(author.clone()), op.clone());
    }

    fn write(&mut self, chapter: Option<&str>, act: StudyAct) -> (GuestId, StudyOp) {
        self.number += 1;
        self.clock += 1;
        let id = format!("{}-{}", self.name.as_str().repeat(4), self.number);
        let chapter = match &act {
            StudyAct::Chapter { .. } => Some(id.clone()),
            _ => chapter.map(str::to_owned),
        };
        let op = StudyOp { id, clock: self.clock, chapter, act };
        self.seen.add(Some(self.name.clone()), op.clone());
        (self.name.clone(), op)
    }

    /// Something that a person does on a board with what they see.
    fn act(&mut self, numbers: &mut Numbers) -> (GuestId, StudyOp) {
        let heads = self.seen.chapters();
        let Some(head) = numbers.choose(&heads).filter(|_| !numbers.0.is_multiple_of(29)).cloned() else {
            let tags = BTreeMap::from([("White".to_owned(), self.name.to_string())]);
            let name = format!("Chapter of {}", self.name);
            let act = StudyAct::Chapter { name, instance: "shatranj".to_owned(), fen: None, tags };
            return self.write(None, act);
        };
        let tree = self.seen.tree(&head.id);
        let shown = shown_nodes(&tree);
        let at = *numbers.choose(&shown).unwrap();
        let node = tree.nodes[at].ids[numbers.below(tree.nodes[at].ids.len())].clone();
        let before = at > 0 && numbers.below(4) == 0;
        let said = if before { &tree.nodes[at].preface } else { &tree.nodes[at].remarks };
        let chapter = &head.id;
        let replaced = |wanted: fn(&StudyAct) -> bool, author: Option<&GuestId>| -> Vec<String> {
            let is_it = |id: &&String| {
                let known = self.seen.op(chapter, id).unwrap();
                wanted(&known.op.act) && author.is_none_or(|author| known.author.as_ref() == Some(author))
            };
            said.ops.iter().filter(is_it).cloned().collect()
        };
        let act = match numbers.below(12) {
            0..=4 => {
                let event = |number: usize| Event::Move { mv: MOVES[number].parse().unwrap() };
                let events = (0..=numbers.below(3)).map(|_| event(numbers.below(4))).collect();
                StudyAct::Line { after: node, events }
            }
            5 | 6 => {
                let replaces = replaced(|act| matches!(act, StudyAct::Comment { .. }), Some(&self.name));
                let text = ["", "good", "better", "good\nand long"][numbers.below(4)].to_owned();
                StudyAct::Comment { node, before, text, replaces }
            }
            7 => {
                let replaces = replaced(|act| matches!(act, StudyAct::Glyphs { .. }), None);
                StudyAct::Glyphs { node, before, nags: vec![[1, 2, 16][numbers.below(3)]], replaces }
            }
            8 => {
                let replaces = replaced(|act| matches!(act, StudyAct::Marks { .. }), None);
                let (from, to) = ("a1".to_owned(), ["a1", "a2"][numbers.below(2)].to_owned());
                StudyAct::Marks { node, before, marks: vec![StudyMark { from, to, colour: 'G' }], replaces }
            }
            9 => {
                let mut children: Vec<String> =
                    tree.nodes[at].children.iter().map(|child| tree.nodes[*child].ids[0].clone()).collect();
                let by = numbers.below(children.len());
                children.rotate_left(by);
                StudyAct::Sort { node, children }
            }
            10 if at > 0 => remove(&tree, at),
            10 => StudyAct::Rename { name: format!("Renamed by {}", self.name) },
            _ => match numbers.below(3) {
                0 => StudyAct::Drop { dropped: numbers.below(2) == 0 },
                1 => StudyAct::Tags { tags: BTreeMap::from([("Round".to_owned(), self.number.to_string())]) },
                _ => {
                    let chapters = heads.iter().rev().map(|head| head.id.clone()).collect();
                    return self.write(None, StudyAct::Order { chapters });
                }
            },
        };
        self.write(Some(chapter), act)
    }
}

/// What a person removes who sees a node with all behind it.
fn remove(tree: &Tree, at: usize) -> StudyAct {
    let (mut nodes, mut remarks, mut waiting) = (Vec::new(), Vec::new(), vec![at]);
    while let Some(at) = waiting.pop() {
        let node = &tree.nodes[at];
        nodes.extend(node.ids.iter().cloned());
        remarks.extend(node.remarks.ops.iter().chain(&node.preface.ops).cloned());
        waiting.extend(&node.children);
    }
    StudyAct::Remove { nodes, remarks }
}

fn shown_nodes(tree: &Tree) -> Vec<usize> {
    let (mut shown, mut waiting) = (Vec::new(), vec![0]);
    while let Some(at) = waiting.pop() {
        shown.push(at);
        waiting.extend(tree.nodes[at].children.iter().rev());
    }
    shown
}

/// What is shown of a document, as text.
fn outline(document: &Document) -> String {
    let mut text = String::new();
    for head in document.chapters() {
        let tags: Vec<String> = head.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let dropped = if head.is_dropped { " (deleted)" } else { "" };
        let _ = writeln!(text, "# {} [{}]{dropped}", head.name, tags.join(" "));
        let tree = document.tree(&head.id);
        let mut waiting = vec![(0, 0)];
        while let Some((at, depth)) = waiting.pop() {
            let node = &tree.nodes[at];
            let event = match &node.event {
                Some(Event::Move { mv }) => mv.to_string(),
                _ => "start".to_owned(),
            };
            let said = [said(&node.preface), event, said(&node.remarks)];
            let words: Vec<&str> = said.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
            let _ = writeln!(text, "{}{}", "  ".repeat(depth), words.join(" "));
            waiting.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
        }
    }
    text
}

fn said(remarks: &Remarks) -> String {
    let comment = |(by, text): &(Option<GuestId>, String)| {
        format!("{{{}: {}}}", by.as_ref().map_or("?", GuestId::as_str), text.replace('\n', "/"))
    };
    let nags = remarks.nags.iter().map(|nag| format!("${nag}"));
    let marks = remarks.marks.iter().map(|mark| format!("<{}{}{}>", mark.colour, mark.from, mark.to));
    remarks.comments.iter().map(comment).chain(nags).chain(marks).collect::<Vec<_>>().join(" ")
}

/// What three people write who hear of each other now and then.
fn session(seed: u64, count: usize) -> Vec<(GuestId, StudyOp)> {
    let mut numbers = Numbers(seed);
    let mut writers = ["a", "b", "c"].map(Writer::new);
    let mut heard = [0; 3];
    let mut log: Vec<(GuestId, StudyOp)> = Vec::new();
    for _ in 0..count {
        let who = numbers.below(3);
        // A connection that is lost and comes back.
        if numbers.below(3) == 0 || log.is_empty() {
            log[heard[who]..].iter().for_each(|op| writers[who].hear(op));
            heard[who] = log.len();
        }
        let written = writers[who].act(&mut numbers);
        log.push(written);
    }
    log
}

fn document<'a>(ops: impl IntoIterator<Item = &'a (GuestId, StudyOp)>) -> Document {
    let mut document = Document::default();
    for (author, op) in ops {
        document.add(Some(author.clone()), op.clone());
    }
    document
}

/// The site makes the same of operations: its tests read these cases, one in each line.
#[test]
fn cases_of_the_site_are_of_this_document() {
    let case = |seed: u64| {
        let log = session(seed, 45);
        let ops: Vec<_> = log.iter().map(|(author, op)| json!({ "author": author, "op": op })).collect();
        json!({ "log": ops, "outline": outline(&document(&log)) }).to_string() + "\n"
    };
    let now: String = (0..12).map(case).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/studies/document-cases.jsonl");
    if std::env::var_os("RUKH_BLESS").is_some() {
        std::fs::write(file, &now).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(kept == now, "{file} is out of date: run this test with RUKH_BLESS=1");
}

proptest! {
    #[test]
    fn document_is_the_same_in_every_order(seed: u64, order in prop::collection::vec(any::<prop::sample::Index>(), 120)) {
        let log = session(seed, 60);
        let expected = outline(&document(&log));
        let mut shuffled: Vec<_> = log.iter().collect();
        // Each twice: what was sent again changes nothing.
        shuffled.extend(&log);
        for (at, other) in order.iter().enumerate().take(shuffled.len()) {
            let other = other.index(shuffled.len());
            shuffled.swap(at, other);
        }
        prop_assert_eq!(outline(&document(shuffled)), expected);
    }

    /// Whatever somebody wrote is shown, unless somebody who had seen it took it away.
    #[test]
    fn nothing_is_lost_that_nobody_took_away(seed: u64) {
        let log = session(seed, 80);
        let document = document(&log);
        for (author, op) in &log {
            let Some(chapter) = &op.chapter else { continue };
            let tree = document.tree(chapter);
            let shown = shown_nodes(&tree);
            let is_gone = |wanted: &str| log.iter().any(|(_, other)| match &other.act {
                StudyAct::Remove { nodes, remarks } => nodes.iter().chain(remarks).any(|id| id == wanted),
                StudyAct::Comment { replaces, .. } => replaces.iter().any(|id| id == wanted),
                _ => false,
            });
            match &op.act {
                StudyAct::Line { events, .. } => {
                    for number in 0..events.len() {
                        let id = format!("{}.{number}", op.id);
                        prop_assert!(is_gone(&id) || shown.contains(&tree.place(&id).unwrap()), "{}", id);
                    }
                }
                StudyAct::Comment { node, before, text, .. } if !is_gone(&op.id) => {
                    let node = &tree.nodes[tree.place(node).unwrap()];
                    let said = if *before { &node.preface } else { &node.remarks };
                    let found = said.comments.iter().find(|(by, _)| by.as_ref() == Some(author));
                    prop_assert!(text.is_empty() || found.is_some_and(|(_, shown)| shown.contains(text.as_str())));
                }
                _ => {}
            }
        }
    }

    /// Any text is an operation or a clear refusal.
    #[test]
    fn operation_of_any_text_is_read_or_refused(text in ".{0,200}", number: u64) {
        let _ = serde_json::from_str::<StudyOp>(&text);
        let op = json!({ "id": text, "clock": number, "chapter": text, "do": "line", "after": text, "events": [] });
        let op: StudyOp = serde_json::from_value(op).unwrap();
        let mut document = Document::default();
        document.add(None, op.clone());
        prop_assert!(document.chapters().is_empty());
        prop_assert_eq!(document.tree(&text).nodes.len(), 1);
        let again: StudyOp = serde_json::from_str(&serde_json::to_string(&op).unwrap()).unwrap();
        prop_assert_eq!(again, op);
    }
}

fn records(text: &str) -> Vec<rukh_rules::notation::record::Record> {
    pgn::parse(text, |name| Ruleset::named(name).map(std::sync::Arc::new)).unwrap()
}

fn written(document: &Document, text: &str) -> (Document, usize, usize) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut document = document.clone();
    let clock = COUNT.fetch_add(1000, Ordering::Relaxed);
    let mut maker = OpMaker::new(format!("made{clock}"), clock);
    let written = write_games(&document, &records(text), &mut maker).unwrap();
    let author: GuestId = "a".parse().unwrap();
    maker.ops.into_iter().for_each(|op| document.add(Some(author.clone()), op));
    (document, written.added, written.updated)
}

fn formatted(document: &Document) -> String {
    let record = |head: &super::document::ChapterHead| {
        let rules = Game::new(std::sync::Arc::new(Ruleset::named(&head.instance).unwrap()));
        let game = match &head.fen {
            Some(fen) => Game::from_fen(rules.ruleset().clone(), fen).unwrap(),
            None => rules,
        };
        record_of(head, &document.tree(&head.id), game).unwrap()
    };
    pgn::format_all(&document.chapters().iter().map(record).collect::<Vec<_>>())
}

#[test]
fn games_come_back_as_they_were_written() {
    for text in [
        "[White \"Almaz\"]\n[Ruleset \"shatranj\"]\n\n{[%csl Ga1] First} 1. e3! {slow} (1. d3 {[%cal Rd1d3] or} d6) \
         1... e6 $16 (1... d6 2. d3) 2. d3 *\n",
        "[Ruleset \"oblong-dice\"]\n\n{[%die 4]} 1. Ec3 {well} {[%end resign b]} 1-0\n",
        "[Ruleset \"senterej\"]\n\n{[%werera w e2e3]} {[%werera b e7e6]} *\n",
    ] {
        let (document, added, _) = written(&Document::default(), text);
        assert_eq!(added, 1);
        let (once, twice) = (formatted(&document), pgn::format_all(&records(text)));
        let of = |text: &str| -> String {
            records(text).iter().map(|record| format!("{:?}", record.annotations)).collect()
        };
        assert_eq!(of(&once), of(&twice), "{once}\n{twice}");
        assert_eq!(records(&once)[0].game.log().len(), records(text)[0].game.log().len());
    }
}

#[test]
fn game_that_goes_on_stays_one_chapter() {
    let game = |moves: &str, result: &str| {
        format!(
            "[Event \"Cup\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Ruleset \"shatranj\"]\n\n{moves} {result}\n"
        )
    };
    let (first, added, updated) = written(&Document::default(), &game("1. e3 e6", "*"));
    assert_eq!((added, updated), (1, 0));
    let (same, added, updated) = written(&first, &game("1. e3 e6", "*"));
    assert_eq!((added, updated, same.chapters().len()), (0, 0, 1));
    let (second, added, updated) = written(&first, &game("1. e3 e6 2. d3 {bold} d6", "*"));
    assert_eq!((added, updated), (0, 1));
    let other = game("1. a3", "*").replace("\"1\"", "\"2\"");
    let (third, added, updated) =
        written(&second, &format!("{}\n{other}", game("1. e3 e6 2. d3 {bold} d6 3. c3", "1-0")));
    assert_eq!((added, updated), (1, 1));
    assert_eq!(
        third.chapters().iter().map(|head| head.name.as_str()).collect::<Vec<_>>(),
        ["A – B", "A – B"]
    );
    let text = formatted(&third);
    assert!(text.contains("1. e3 e6 2. d3 {bold} 2... d6 3. c3 1-0"), "{text}");
    // A move that was entered wrongly is mended: what it was stays as a variation.
    let (mended, added, updated) = written(&third, &game("1. e3 e6 2. d3 {bold} c6", "*"));
    assert_eq!((added, updated), (0, 1));
    let text = formatted(&mended);
    assert!(text.contains("2. d3 {bold} 2... c6 (2... d6 3. c3"), "{text}");
}

/// What comes of a text in an empty study.
fn made(text: &str) -> Result<Vec<StudyOp>, ApiError> {
    let mut maker = OpMaker::new("made".to_owned(), 0);
    write_games(&Document::default(), &records(text), &mut maker).map(|_| maker.ops)
}

/// Shatranj without a limit of moves.
const LONG: &str = "shatranj[move-limit=none]";

/// Knights that walk about so long without a draw.
fn walk(count: usize) -> Vec<String> {
    let mut game = Game::new(std::sync::Arc::new(Ruleset::named(LONG).unwrap()));
    let (mut numbers, mut walked) = (Numbers(7), Vec::new());
    let mut knights = [["b1", "g1"].map(str::to_owned), ["b8", "g8"].map(str::to_owned)];
    while walked.len() < count {
        let side = walked.len() % 2;
        let rank = |mv: &str| mv.as_bytes()[3] - b'0';
        let legal = game.legal_moves();
        let moves = legal
            .iter()
            .map(|mv| rukh_rules::notation::coordinate::UciMove::of(game.ruleset(), *mv).to_string());
        let moves: Vec<String> = moves
            .filter(|mv| knights[side].contains(&mv[..2].to_owned()) && (rank(mv) <= 4) == (side == 0))
            .collect();
        let mv = numbers.choose(&moves).unwrap().clone();
        let mut next = game.clone();
        next.apply(Event::Move { mv: mv.parse().unwrap() }, None).unwrap();
        if next.outcome().is_none() {
            let from = knights[side].iter_mut().find(|knight| **knight == mv[..2]).unwrap();
            mv[2..].clone_into(from);
            walked.push(mv);
            game = next;
        }
    }
    walked
}

fn file(game: &str) -> String {
    format!("[Ruleset \"{LONG}\"]\n\n{game} *\n")
}

#[test]
fn text_takes_no_more_than_a_chapter_holds() {
    assert!(made(&file(&walk(2000).join(" "))).is_ok());
    for text in [
        file(&walk(2001).join(" ")),
        file(&format!("e2e3 ({})", walk(2001).join(" "))),
        // Many lines that are alike make few nodes, and much work.
        file(&format!("e2e3 {}", "(d2d3) ".repeat(50_000))),
    ] {
        let refused = made(&text).unwrap_err();
        assert!(format!("{refused:?}").contains("study_full"), "{refused}");
    }
}

#[test]
fn long_comments_and_many_marks_are_cut() {
    let lines: String = (0..20_000).fold(String::new(), |mut text, number| {
        let _ = write!(text, "{{line {number}}} {{[%cal Ga1{}{}]}} ", ['b', 'c'][number % 2], number % 8 + 1);
        text
    });
    let ops = made(&format!("[Ruleset \"shatranj\"]\n\n1. e3 {lines} *\n")).unwrap();
    let lengths: Vec<usize> = ops
        .iter()
        .filter_map(|op| match &op.act {
            StudyAct::Comment { text, .. } => Some(text.chars().count()),
            StudyAct::Marks { marks, .. } => Some(marks.len()),
            _ => None,
        })
        .collect();
    assert_eq!(lengths.len(), 2, "{lengths:?}");
    assert!((3990..=4000).contains(&lengths[0]) && lengths[1] <= 64, "{lengths:?}");
}

/// A chapter of variations within each other: knights that go and come, and at each move another.
fn nested(depth: usize) -> Vec<StudyOp> {
    let op = |number: usize, act: StudyAct| StudyOp {
        id: format!("nest-{number}"),
        clock: number as u64,
        chapter: Some("nest-1".to_owned()),
        act,
    };
    let (name, instance) = ("Deep".to_owned(), LONG.to_owned());
    let chapter = StudyAct::Chapter { name, instance, fen: None, tags: BTreeMap::new() };
    let mut ops = vec![op(1, chapter)];
    let (mut after, walk) = (String::new(), walk(depth));
    let mut game = Game::new(std::sync::Arc::new(Ruleset::named(LONG).unwrap()));
    for (level, walked) in walk.iter().enumerate() {
        let legal = game.legal_moves();
        let mut moves = legal
            .iter()
            .map(|mv| rukh_rules::notation::coordinate::UciMove::of(game.ruleset(), *mv).to_string());
        let other = moves.find(|mv| mv != walked).unwrap();
        for (number, mv) in [&other, walked].into_iter().enumerate() {
            let number = 2 + 2 * level + number;
            let events = vec![Event::Move { mv: mv.parse().unwrap() }];
            ops.push(op(number, StudyAct::Line { after: after.clone(), events }));
        }
        game.apply(Event::Move { mv: walked.parse().unwrap() }, None).unwrap();
        after = format!("nest-{}.0", 3 + 2 * level);
    }
    ops
}

#[tokio::test]
async fn variations_are_nested_no_deeper_than_a_file_holds() {
    let registry = TestRegistry::new().await;
    let author: GuestId = "a".parse().unwrap();
    let check = |ops: &[StudyOp]| {
        Checker::new(registry.registry.factory(), &author, true, Document::default(), 0).check(ops)
    };
    check(&nested(100)).unwrap();
    let refused = check(&nested(101)).unwrap_err();
    assert!(
        refused.to_string().contains("nest-203") && refused.to_string().contains("100 deep"),
        "{refused}"
    );
    let export = |depth: usize| {
        let mut document = Document::default();
        nested(depth).into_iter().for_each(|op| document.add(None, op));
        let game = Game::new(std::sync::Arc::new(Ruleset::named(LONG).unwrap()));
        record_of(&document.chapters()[0], &document.tree("nest-1"), game)
    };
    let text = pgn::format_all(&[export(100).unwrap()]);
    assert_eq!(text.matches('(').count(), 100);
    let again = made(&text).unwrap();
    assert_eq!(again.iter().filter(|op| matches!(op.act, StudyAct::Line { .. })).count(), 101);
    // What was written before, or sorted so, is an error and no crash.
    assert!(format!("{:?}", export(1900).unwrap_err()).contains("too_nested"));
}

/// Lines far down a long game and remarks are checked without beginning anew for each.
#[tokio::test]
async fn many_lines_are_checked_together() {
    let registry = TestRegistry::new().await;
    let author: GuestId = "a".parse().unwrap();
    let mut document = Document::default();
    for op in made(&file(&walk(1998).join(" "))).unwrap() {
        document.add(Some(author.clone()), op);
    }
    let last = document.tree("made-1").nodes.last().unwrap().ids[0].clone();
    let middle = document.tree("made-1").nodes[1000].ids[0].clone();
    let op = |number: usize, act: StudyAct| StudyOp {
        id: format!("more-{number}"),
        clock: 5000 + number as u64,
        chapter: Some("made-1".to_owned()),
        act,
    };
    let line = |number: usize| {
        let (after, mv) = [(&last, "e2e3"), (&middle, "e2e3")][number % 2];
        op(
            number,
            StudyAct::Line { after: after.clone(), events: vec![Event::Move { mv: mv.parse().unwrap() }] },
        )
    };
    let remark = |number: usize| {
        let (node, text) = (last.clone(), format!("{number}"));
        op(number, StudyAct::Comment { node, before: false, text, replaces: Vec::new() })
    };
    let check = |ops: &[StudyOp]| {
        Checker::new(registry.registry.factory(), &author, true, document.clone(), 4000).check(ops)
    };
    let begun = std::time::Instant::now();
    check(&(0..500).map(line).collect::<Vec<_>>()).unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
    check(&(0..500).map(remark).collect::<Vec<_>>()).unwrap();
    let refused = check(&(0..501).map(remark).collect::<Vec<_>>()).unwrap_err();
    assert!(refused.to_string().contains("more-500"), "{refused}");
}
