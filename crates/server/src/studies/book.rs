//! Games of PGN as trees, and chapters as games of PGN: what `study-reader.ts` and `study.ts` of the site do there.

use std::collections::HashSet;

use rukh_rules::game::Game;
use rukh_rules::notation::annotation::{Annotation, Element, Variation};
use rukh_rules::notation::record::Record;
use rukh_rules::{Event, Square};

use super::check::{check_nesting, full};
use super::document::{ChapterHead, Remarks, Tree};
use super::{MAX_COMMENT_CHARS, MAX_DEPTH, MAX_MARKS, MAX_NAGS, MAX_NODES};
use crate::error::ApiError;
use crate::wire::study::StudyMark;

/// What a variation costs beside its events, in events: its game is copied.
const COST_OF_VARIATION: usize = 10;

/// Words, glyphs and marks of a file, as many as a chapter takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BookRemarks {
    pub(super) comment: String,
    /// The lines of the comment, and its length in characters.
    lines: HashSet<String>,
    length: usize,
    pub(super) nags: Vec<u8>,
    pub(super) marks: Vec<StudyMark>,
}

impl BookRemarks {
    fn add(&mut self, annotation: &Annotation) {
        match annotation {
            Annotation::Nag(nag) if !self.nags.contains(nag) && self.nags.len() < MAX_NAGS => {
                self.nags.push(*nag);
            }
            Annotation::Comment(text) => {
                let (words, marks) = read_comment(text);
                self.add_words(&words);
                for mark in marks {
                    if self.marks.len() == MAX_MARKS {
                        break;
                    }
                    if !self.marks.iter().any(|one| one.from == mark.from && one.to == mark.to) {
                        self.marks.push(mark);
                    }
                }
            }
            Annotation::Nag(_) | Annotation::Variation(_) => {}
        }
    }

    fn add_words(&mut self, words: &str) {
        let new: Vec<&str> = words.lines().filter(|line| !self.lines.contains(*line)).collect();
        for line in new {
            let break_before = usize::from(!self.comment.is_empty());
            let room = MAX_COMMENT_CHARS.saturating_sub(self.length + break_before);
            let line: String = line.chars().take(room).collect();
            let line = line.trim_end();
            if line.is_empty() {
                return;
            }
            if break_before == 1 {
                self.comment.push('\n');
            }
            self.comment.push_str(line);
            self.length += break_before + line.chars().count();
            self.lines.insert(line.to_owned());
        }
    }
}

/// A node of a game of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct BookNode {
    pub(super) event: Option<Event>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) remarks: BookRemarks,
    pub(super) preface: BookRemarks,
}

/// A game of a file as a tree: its first node is the start, and a node stands behind its parent.
#[derive(Debug)]
pub(super) struct Book {
    pub(super) nodes: Vec<BookNode>,
    /// Events that may still happen in it, or happen again.
    left: usize,
}

/// What stands behind an event.
#[derive(Clone)]
enum Behind<'r> {
    Annotation(&'r Annotation),
    Unread(String),
}

impl Behind<'_> {
    fn is_variation(&self) -> bool {
        matches!(self, Behind::Annotation(Annotation::Variation(_)))
    }
}

/// An event of a line that is read: its node, the game before it if a variation begins there, and what stands behind it.
struct Step<'r> {
    node: usize,
    before: Option<Game>,
    behind: Vec<Behind<'r>>,
}

impl Book {
    /// The tree of a game; `left` is how many events may happen in it, or happen again, and is counted down.
    ///
    /// # Errors
    /// It has more moves than a chapter, or too many variations.
    pub(super) fn of(record: &Record, left: &mut usize) -> Result<Book, ApiError> {
        let mut book = Book { nodes: vec![BookNode::default()], left: *left };
        let here = |seq| -> Vec<Behind<'_>> {
            record.annotations.after(seq).iter().map(Behind::Annotation).collect()
        };
        let mut game = Game::from_position(record.game.rules().clone(), *record.game.start());
        let behind = here(0);
        let before = behind.iter().any(Behind::is_variation).then(|| game.clone());
        let mut steps = vec![Step { node: 0, before, behind }];
        for entry in record.game.log() {
            let behind = here(entry.seq);
            let is_kept = behind.iter().any(Behind::is_variation);
            if book.step_on(&mut steps, &mut game, &entry.event, is_kept)?
                && let Some(last) = steps.last_mut()
            {
                last.behind = behind;
            }
        }
        book.annotate(&steps)?;
        *left = book.left;
        Ok(book)
    }

    fn spend(&mut self, events: usize) -> Result<(), ApiError> {
        self.left = self.left.checked_sub(events).ok_or_else(|| full("moves", MAX_NODES))?;
        Ok(())
    }

    /// Makes an event after the last step, and keeps the game before it if asked; false if it cannot happen.
    fn step_on(
        &mut self,
        steps: &mut Vec<Step<'_>>,
        game: &mut Game,
        event: &Event,
        is_kept: bool,
    ) -> Result<bool, ApiError> {
        self.spend(1)?;
        if game.log().len() >= MAX_DEPTH {
            return Err(full("depth", MAX_DEPTH));
        }
        let before = is_kept.then(|| game.clone());
        let Some(last) = steps.last().map(|step| step.node) else { return Ok(false) };
        let Ok(entry) = game.apply(event.clone(), None) else { return Ok(false) };
        let event = entry.event.clone();
        let node = self.add(last, event)?;
        steps.push(Step { node, before, behind: Vec::new() });
        Ok(true)
    }

    fn add(&mut self, parent: usize, event: Event) -> Result<usize, ApiError> {
        let known = self.nodes[parent]
            .children
            .iter()
            .find(|child| self.nodes[**child].event.as_ref() == Some(&event));
        if let Some(known) = known {
            return Ok(*known);
        }
        let place = self.nodes.len();
        if place >= MAX_NODES {
            return Err(full("moves", MAX_NODES));
        }
        self.nodes.push(BookNode { event: Some(event), parent: Some(parent), ..BookNode::default() });
        self.nodes[parent].children.push(place);
        Ok(place)
    }

    /// Adds what stands behind the steps of a line, which is there already: so it stays before its alternatives.
    fn annotate(&mut self, steps: &[Step<'_>]) -> Result<(), ApiError> {
        for Step { node, before, behind } in steps {
            for one in behind {
                match (one, before) {
                    (Behind::Annotation(Annotation::Variation(variation)), Some(before)) => {
                        let from = self.nodes[*node].parent.unwrap_or(*node);
                        self.variation(*node, from, before, variation)?;
                    }
                    (one, _) => remark(&mut self.nodes[*node].remarks, one),
                }
            }
        }
        Ok(())
    }

    /// A variation that stands behind a node and begins at another, where the game is `before`.
    fn variation(
        &mut self,
        beside: usize,
        mut from: usize,
        before: &Game,
        variation: &Variation,
    ) -> Result<(), ApiError> {
        self.spend(COST_OF_VARIATION)?;
        let is_throw = |event: Option<&Event>| matches!(event, Some(Event::Throw { .. }));
        let first = variation.elements.iter().find_map(event_of);
        let mut game = None;
        if is_throw(self.nodes[from].event.as_ref())
            && is_throw(first.as_ref())
            && let Some(parent) = self.nodes[from].parent
        {
            // Another throw instead of the one before the move.
            self.spend(before.log().len())?;
            game = Some(before.without_last(1));
            from = parent;
        }
        let mut game = game.unwrap_or_else(|| before.clone());
        let steps = self.steps(from, &mut game, variation)?;
        let first = steps.get(1).map(|step| step.node);
        // What stands before the first move of the main line itself is said of that move.
        let is_main = first.is_some_and(|first| self.nodes[from].children.first() == Some(&first));
        for one in &steps[0].behind {
            if let (Behind::Annotation(Annotation::Variation(inner)), Some(before)) = (one, &steps[0].before)
            {
                self.variation(beside, from, before, inner)?;
                continue;
            }
            match first {
                Some(first) if is_main => remark(&mut self.nodes[first].remarks, one),
                Some(first) => remark(&mut self.nodes[first].preface, one),
                None => remark(&mut self.nodes[beside].remarks, one),
            }
        }
        self.annotate(&steps[1..])
    }

    /// The line of a variation; its first step is the node where it begins.
    fn steps<'r>(
        &mut self,
        from: usize,
        game: &mut Game,
        variation: &'r Variation,
    ) -> Result<Vec<Step<'r>>, ApiError> {
        let elements = &variation.elements;
        let has_variation = |at: usize| {
            let mut behind = elements[at..].iter().take_while(|element| event_of(element).is_none());
            behind.any(|element| matches!(element, Element::Annotation(Annotation::Variation(_))))
        };
        let before = has_variation(0).then(|| game.clone());
        let mut steps = vec![Step { node: from, before, behind: Vec::new() }];
        for (at, element) in elements.iter().enumerate() {
            if let Some(event) = event_of(element) {
                if !self.step_on(&mut steps, game, &event, has_variation(at + 1))? {
                    break;
                }
                continue;
            }
            let Some(Step { behind, .. }) = steps.last_mut() else { break };
            match (element, behind.last_mut()) {
                (Element::Unread(word), Some(Behind::Unread(words))) => {
                    words.push(' ');
                    words.push_str(word);
                }
                (Element::Unread(word), _) => behind.push(Behind::Unread(word.clone())),
                (Element::Annotation(annotation), _) => behind.push(Behind::Annotation(annotation)),
                _ => {}
            }
        }
        Ok(steps)
    }
}

fn remark(to: &mut BookRemarks, one: &Behind<'_>) {
    match one {
        Behind::Annotation(annotation) => to.add(annotation),
        Behind::Unread(words) => to.add_words(words),
    }
}

/// What happens with an element of a variation; `None` for what only stands there.
fn event_of(element: &Element) -> Option<Event> {
    match element {
        Element::Move(mv) => Some(Event::Move { mv: *mv }),
        Element::Throw(face) => Some(Event::Throw { face: *face }),
        Element::Werera(event) | Element::End(event) => Some(event.clone()),
        Element::Annotation(_) | Element::Unread(_) => None,
    }
}

/// A comment without its marks, and the marks: `[%cal Ge2e4]` arrows, `[%csl Gd4]` cells. A command with anything
/// else in it stays among the words.
fn read_comment(text: &str) -> (String, Vec<StudyMark>) {
    let (mut words, mut marks, mut rest) = (String::new(), Vec::new(), text);
    while let Some(start) = rest.find("[%c") {
        let (before, command) = rest.split_at(start);
        words.push_str(before);
        let end = command.find(']').map_or(command.len(), |end| end + 1);
        match marks_of(&command[..end]) {
            Some(found) => {
                marks.extend(found);
                words.push(' ');
            }
            None => words.push_str(&command[..end]),
        }
        rest = &command[end..];
    }
    words.push_str(rest);
    (paragraphs(&words), marks)
}

fn marks_of(command: &str) -> Option<Vec<StudyMark>> {
    let body =
        command.strip_prefix("[%csl ").or_else(|| command.strip_prefix("[%cal "))?.strip_suffix(']')?;
    let mark = |item: &str| {
        let item = item.trim();
        let colour = item.chars().next().filter(char::is_ascii_uppercase)?;
        let (from, rest) = Square::take(&item[1..])?;
        let to = if rest.is_empty() { from } else { rest.parse().ok()? };
        Some(StudyMark { from: from.to_string(), to: to.to_string(), colour })
    };
    body.split(',').map(mark).collect()
}

/// A person's words with one line for each paragraph.
pub(super) fn paragraphs(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A chapter as a game of PGN, its main line with everything else as annotations of it.
///
/// # Errors
/// Its laws have changed, so that it cannot be played, or its variations are nested too deeply to be read again.
pub(super) fn record_of(head: &ChapterHead, tree: &Tree, mut game: Game) -> Result<Record, ApiError> {
    check_nesting(&head.id, tree)?;
    let mut line = vec![0];
    while let Some(next) = tree.nodes[line[line.len() - 1]].children.first() {
        line.push(*next);
    }
    for at in &line[1..] {
        let Some(event) = &tree.nodes[*at].event else { continue };
        let changed = || ApiError::RulesetChanged { instance: head.instance.clone() };
        game.apply(event.clone(), None).map_err(|_| changed())?;
    }
    let mut record = Record::new(game);
    for (name, value) in &head.tags {
        // They were checked when they were written; what is known of the game itself is not a tag.
        let _ = record.tags.set(name, value);
    }
    for (number, at) in line.iter().enumerate() {
        for annotation in remarks(&tree.nodes[*at].remarks).into_iter().chain(alternatives(tree, *at)) {
            record.annotations.push(number as u64, annotation);
        }
    }
    Ok(record)
}

/// Glyphs, then the comment with its marks.
fn remarks(remarks: &Remarks) -> Vec<Annotation> {
    let list = |is_cell: bool, name: &str| {
        let found =
            remarks.marks.iter().filter(|mark| (mark.from == mark.to) == is_cell).map(|mark| match is_cell {
                true => format!("{}{}", mark.colour, mark.from),
                false => format!("{}{}{}", mark.colour, mark.from, mark.to),
            });
        let found: Vec<String> = found.collect();
        (!found.is_empty()).then(|| format!("[%{name} {}]", found.join(",")))
    };
    let texts: Vec<&str> = remarks.comments.iter().map(|(_, text)| text.as_str()).collect();
    let commands: Vec<String> = [list(true, "csl"), list(false, "cal")].into_iter().flatten().collect();
    let words: Vec<String> = commands
        .into_iter()
        .chain(Some(paragraphs(&texts.join("\n"))).filter(|words| !words.is_empty()))
        .collect();
    let nags = remarks.nags.iter().map(|nag| Annotation::Nag(*nag));
    nags.chain((!words.is_empty()).then(|| Annotation::Comment(words.join(" ")))).collect()
}

/// Variations instead of a node of a main line, which follow it.
fn alternatives(tree: &Tree, main: usize) -> Vec<Annotation> {
    let Some(parent) = tree.nodes[main].parent else { return Vec::new() };
    let children = &tree.nodes[parent].children;
    match children.first() {
        Some(first) if *first == main => {
            let variation =
                |other: &usize| Annotation::Variation(Variation { elements: elements(tree, *other) });
            children[1..].iter().map(variation).collect()
        }
        _ => Vec::new(),
    }
}

fn elements(tree: &Tree, from: usize) -> Vec<Element> {
    let mut parts: Vec<Element> =
        remarks(&tree.nodes[from].preface).into_iter().map(Element::Annotation).collect();
    let mut next = Some(from);
    while let Some(at) = next {
        let node = &tree.nodes[at];
        parts.extend(node.event.as_ref().map(element));
        parts.extend(remarks(&node.remarks).into_iter().map(Element::Annotation));
        if at != from {
            parts.extend(alternatives(tree, at).into_iter().map(Element::Annotation));
        }
        next = node.children.first().copied();
    }
    parts
}

fn element(event: &Event) -> Element {
    match event {
        Event::Move { mv } => Element::Move(*mv),
        Event::Throw { face } => Element::Throw(*face),
        event if event.is_werera() => Element::Werera(event.clone()),
        event => Element::End(event.clone()),
    }
}
