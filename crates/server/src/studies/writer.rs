//! Operations that the server itself makes: those of games of PGN.

use rukh_rules::Event;
use rukh_rules::Game;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::fen;
use rukh_rules::notation::record::Record;

use super::book::{Book, BookRemarks};
use super::check::{check_made, full};
use super::document::{ChapterHead, Document, Remarks, Tree};
use super::{MAX_CHAPTERS, MAX_EFFORT, MAX_LINE, MAX_MADE_CHAPTERS, MAX_NAME_CHARS};
use crate::error::ApiError;
use crate::wire::study::{StudyAct, StudyOp};

/// Tags by which a game that goes on is known again.
const IDENTITY: [&str; 4] = ["Event", "Round", "White", "Black"];

/// Numbers operations of one writer.
pub(super) struct OpMaker {
    replica: String,
    number: u64,
    clock: u64,
    pub(super) ops: Vec<StudyOp>,
    /// Events that may still happen in the games, or happen again.
    left: usize,
}

impl OpMaker {
    /// `clock` is the greatest of the study.
    pub(super) fn new(replica: String, clock: u64) -> OpMaker {
        OpMaker { replica, number: 0, clock, ops: Vec::new(), left: MAX_EFFORT }
    }

    /// Makes an operation; for a new chapter `chapter` is empty. Its id.
    fn make(&mut self, chapter: &str, act: StudyAct) -> String {
        self.number += 1;
        self.clock += 1;
        let id = format!("{}-{}", self.replica, self.number);
        let chapter = if chapter.is_empty() { &id } else { chapter };
        let op = StudyOp { id: id.clone(), clock: self.clock, chapter: Some(chapter.to_owned()), act };
        self.ops.push(op);
        id
    }
}

/// What became of games.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Written {
    pub(super) added: usize,
    pub(super) updated: usize,
}

/// Writes games into a study: each into the chapter that has its event, round and players, or else into a new one.
/// A game that names none of these is always a new one.
///
/// # Errors
/// A chapter or the study would hold too much.
pub(super) fn write_games(
    document: &Document,
    records: &[Record],
    maker: &mut OpMaker,
) -> Result<Written, ApiError> {
    let mut written = Written::default();
    let heads: Vec<ChapterHead> = document.chapters().into_iter().filter(|head| !head.is_dropped).collect();
    // Games of one text that name the same are one, the last.
    let mut fresh: Vec<&Record> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let key: Vec<&str> = IDENTITY.iter().map(|name| record.tags.get(name).unwrap_or_default()).collect();
        let is_named = key.iter().any(|value| !value.is_empty());
        let is_last = !records[number + 1..].iter().any(|other| {
            IDENTITY.iter().zip(&key).all(|(name, value)| other.tags.get(name).unwrap_or_default() == *value)
        });
        if is_named && !is_last {
            continue;
        }
        let is_it = |head: &&ChapterHead| {
            let of_head = |name: &&str| head.tags.get(*name).map_or("", String::as_str);
            is_named
                && IDENTITY.iter().map(of_head).eq(key.iter().copied())
                && head.instance == record.game.ruleset().instance.to_string()
                && head.fen == fen_of(&record.game)
        };
        match heads.iter().find(is_it) {
            Some(head) => {
                let before = maker.ops.len();
                update(document, head, record, maker)?;
                written.updated += usize::from(maker.ops.len() > before);
            }
            None => fresh.push(record),
        }
    }
    let count = heads.len() + fresh.len();
    if count > MAX_CHAPTERS
        || !fresh.is_empty() && document.chapters().len() + fresh.len() > MAX_MADE_CHAPTERS
    {
        return Err(full("chapters", MAX_CHAPTERS));
    }
    for record in &fresh {
        written.added += 1;
        let name = name_of(record, heads.len() + written.added);
        let tags = tags_of(record).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let instance = record.game.ruleset().instance.to_string();
        let chapter = maker.make("", StudyAct::Chapter { name, instance, fen: fen_of(&record.game), tags });
        let book = Book::of(record, &mut maker.left)?;
        write_book(&chapter, &Document::default().tree(""), &book, maker);
    }
    check_made(document, &maker.ops)?;
    Ok(written)
}

/// The position a game begins with, unless that is its ruleset's own.
fn fen_of(game: &Game) -> Option<String> {
    let own = Game::from_rules(game.rules().clone());
    let is_own = own.start() == game.start();
    (!is_own).then(|| fen::format(game.rules(), game.start(), Dialect::Own))
}

fn tags_of(record: &Record) -> impl Iterator<Item = (&str, &str)> {
    record.tags.iter().take(super::MAX_TAGS)
}

/// What a chapter is called after the tags of its game.
fn name_of(record: &Record, number: usize) -> String {
    let named =
        |name: &str| record.tags.get(name).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let name = match (named("ChapterName"), named("White"), named("Black"), named("Event")) {
        (Some(name), ..) => name.to_owned(),
        (_, Some(white), Some(black), _) => format!("{white} – {black}"),
        (.., Some(event)) => event.to_owned(),
        _ => number.to_string(),
    };
    name.chars().take(MAX_NAME_CHARS).collect()
}

/// Adds to a chapter what its game has beyond it.
fn update(
    document: &Document,
    head: &ChapterHead,
    record: &Record,
    maker: &mut OpMaker,
) -> Result<(), ApiError> {
    let changed: std::collections::BTreeMap<String, String> = tags_of(record)
        .filter(|(name, value)| head.tags.get(*name).map(String::as_str) != Some(*value))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    if !changed.is_empty() {
        maker.make(&head.id, StudyAct::Tags { tags: changed });
    }
    let book = Book::of(record, &mut maker.left)?;
    write_book(&head.id, &document.tree(&head.id), &book, maker);
    Ok(())
}

/// Writes what a game has beyond a chapter, and puts the main line of the game first.
fn write_book(chapter: &str, tree: &Tree, book: &Book, maker: &mut OpMaker) {
    let mut writing = Writing { chapter, tree, book, maker, names: vec![None; book.nodes.len()] };
    writing.names[0] = Some((String::new(), Some(0)));
    writing.follow(0);
    for at in 0..book.nodes.len() {
        writing.remark(at);
    }
    writing.put_first();
}

struct Writing<'a> {
    chapter: &'a str,
    tree: &'a Tree,
    book: &'a Book,
    maker: &'a mut OpMaker,
    /// Of each node of the book its name in the chapter, and its place if it was there.
    names: Vec<Option<(String, Option<usize>)>>,
}

impl Writing<'_> {
    /// Names all that follows a node, and makes lines of what is not there.
    fn follow(&mut self, start: usize) {
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            for &child in &self.book.nodes[at].children {
                if self.names[child].is_some() {
                    continue;
                }
                let known = self.known(at, child);
                match known {
                    Some(place) => {
                        let id = self.tree.nodes[place].ids.first().cloned().unwrap_or_default();
                        self.names[child] = Some((id, Some(place)));
                        waiting.push(child);
                    }
                    None => self.line(at, child, &mut waiting),
                }
            }
        }
    }

    /// Where the child of a node is in the chapter, if it is there.
    fn known(&self, at: usize, child: usize) -> Option<usize> {
        let (_, place) = self.names[at].as_ref()?;
        self.tree.child((*place)?, self.book.nodes[child].event.as_ref()?)
    }

    /// Makes the line that begins with a child which is not in the chapter.
    fn line(&mut self, at: usize, child: usize, waiting: &mut Vec<usize>) {
        let after = self.names[at].as_ref().map(|(id, _)| id.clone()).unwrap_or_default();
        let (mut line, mut next) = (Vec::new(), Some(child));
        while let Some(at) = next.filter(|_| line.len() < MAX_LINE) {
            line.push(at);
            next = self.book.nodes[at].children.first().copied();
        }
        let events: Vec<Event> = line.iter().filter_map(|at| self.book.nodes[*at].event.clone()).collect();
        let id = self.maker.make(self.chapter, StudyAct::Line { after, events });
        for (number, at) in line.iter().enumerate() {
            self.names[*at] = Some((format!("{id}.{number}"), None));
        }
        waiting.extend(line);
    }

    /// Adds what the game says of a node and the chapter does not.
    fn remark(&mut self, at: usize) {
        static NOTHING: Remarks =
            Remarks { comments: Vec::new(), nags: Vec::new(), marks: Vec::new(), ops: Vec::new() };
        let Some((node, place)) = self.names[at].clone() else { return };
        let there = place.map(|place| &self.tree.nodes[place]);
        let parts = [(false, &self.book.nodes[at].remarks), (true, &self.book.nodes[at].preface)];
        for (before, said) in parts {
            // What was said before a variation that is the main line here stands behind its first move.
            let known = there.map_or([&NOTHING, &NOTHING], |node| [&node.remarks, &node.preface]);
            let BookRemarks { comment, nags, marks, .. } = said;
            let is_said = known
                .iter()
                .flat_map(|known| &known.comments)
                .any(|(_, text)| super::book::paragraphs(text).contains(comment.as_str()));
            if !comment.is_empty() && !is_said {
                let text = comment.clone();
                let act = StudyAct::Comment { node: node.clone(), before, text, replaces: Vec::new() };
                self.maker.make(self.chapter, act);
            }
            let is_there = |nag: &&u8| known.iter().any(|known| known.nags.contains(nag));
            let new: Vec<u8> =
                nags.iter().filter(|nag| !is_there(nag)).take(super::MAX_NAGS).copied().collect();
            if !new.is_empty() {
                let act = StudyAct::Glyphs { node: node.clone(), before, nags: new, replaces: Vec::new() };
                self.maker.make(self.chapter, act);
            }
            let new: Vec<_> = marks
                .iter()
                .filter(|mark| !known.iter().any(|known| known.marks.contains(mark)))
                .take(super::MAX_MARKS)
                .cloned()
                .collect();
            if !new.is_empty() {
                let act = StudyAct::Marks { node: node.clone(), before, marks: new, replaces: Vec::new() };
                self.maker.make(self.chapter, act);
            }
        }
    }

    /// Puts the main line of the game before what others have written.
    fn put_first(&mut self) {
        let mut at = 0;
        while let Some(&main) = self.book.nodes[at].children.first() {
            let (Some((node, Some(place))), Some((child, there))) =
                (self.names[at].clone(), self.names[main].clone())
            else {
                return;
            };
            let first = self.tree.nodes[place].children.first().copied();
            if first.is_some() && first != there {
                self.maker.make(self.chapter, StudyAct::Sort { node, children: vec![child] });
            }
            at = main;
        }
    }
}
