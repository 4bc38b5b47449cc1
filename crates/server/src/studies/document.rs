//! What the operations of a study make.
//!
//! A document is a set of operations, and everything read from it depends on the set alone: operations are looked at in
//! the order of their clocks and ids, not in that of their arrival. Where two people have set the same field without
//! knowing of each other, comments, glyphs and marks of both stay, and of names and orders the later one holds; the
//! earlier one stays among the operations. A mutable tree that operations change one after the other was rejected: what
//! two nodes or browsers make of it would depend on the order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rukh_rules::Event;

use crate::wire::study::{Author, StudyAct, StudyMark, StudyOp};

/// An operation with its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AuthoredOp {
    pub(crate) author: Author,
    pub(crate) op: StudyOp,
}

/// The order in which operations are looked at: clock, then id.
type Stamp = (u64, String);

/// Operations of one chapter, or those of none.
type Ops = BTreeMap<Stamp, AuthoredOp>;

/// All operations of a study.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Document {
    clocks: HashMap<String, u64>,
    /// By the id of the chapter; empty for those that are of none.
    chapters: BTreeMap<String, Arc<Ops>>,
}

/// A chapter without its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChapterHead {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) instance: String,
    pub(crate) fen: Option<String>,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) is_dropped: bool,
}

/// What people say of a node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Remarks {
    /// Of each author the text, in the order in which they first wrote.
    pub(crate) comments: Vec<(Author, String)>,
    pub(crate) nags: Vec<u8>,
    pub(crate) marks: Vec<StudyMark>,
    /// Operations that say so.
    pub(crate) ops: Vec<String>,
}

impl Remarks {
    fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.nags.is_empty() && self.marks.is_empty()
    }
}

/// A node of a chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its names; empty for the start.
    pub(crate) ids: Vec<String>,
    /// `None` at the start.
    pub(crate) event: Option<Event>,
    pub(crate) parent: Option<usize>,
    /// What follows and was not removed, the main line first.
    pub(crate) children: Vec<usize>,
    pub(crate) remarks: Remarks,
    /// What stands before the variation that begins with it.
    pub(crate) preface: Remarks,
}

/// The tree of a chapter: its first node is the start, and a node stands behind its parent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    places: HashMap<String, usize>,
}

impl Document {
    /// Adds an operation, unless it is there.
    pub(crate) fn add(&mut self, author: Author, op: StudyOp) {
        if self.clocks.insert(op.id.clone(), op.clock).is_some() {
            return;
        }
        let chapter = self.chapters.entry(op.chapter.clone().unwrap_or_default()).or_default();
        Arc::make_mut(chapter).insert((op.clock, op.id.clone()), AuthoredOp { author, op });
    }

    /// The clock of an operation, if it is there.
    pub(crate) fn clock_of(&self, id: &str) -> Option<u64> {
        self.clocks.get(id).copied()
    }

    /// The operation of an id in a chapter.
    pub(crate) fn op(&self, chapter: &str, id: &str) -> Option<&AuthoredOp> {
        let clock = self.clock_of(id)?;
        self.chapters.get(chapter)?.get(&(clock, id.to_owned()))
    }

    /// The chapters in their order, those that were deleted too.
    pub(crate) fn chapters(&self) -> Vec<ChapterHead> {
        let ops = self.chapters.iter().filter(|(id, _)| !id.is_empty());
        let mut heads: Vec<(Stamp, ChapterHead)> = ops.filter_map(|(id, ops)| head(id, ops)).collect();
        let orders = self.chapters.get("").into_iter().flat_map(|ops| ops.values());
        let wanted = orders.rev().find_map(|one| match &one.op.act {
            StudyAct::Order { chapters } => Some(chapters.as_slice()),
            _ => None,
        });
        heads.sort_by_cached_key(|(stamp, head)| (place_in(wanted, |id| *id == head.id), stamp.clone()));
        heads.into_iter().map(|(_, head)| head).collect()
    }

    /// The tree of a chapter; that of a chapter that is not there has a start alone.
    pub(crate) fn tree(&self, chapter: &str) -> Tree {
        static NONE: Ops = Ops::new();
        Tree::of(self.chapters.get(chapter).map_or(&NONE, |ops| ops))
    }
}

/// Where something stands in a list that names some of them.
fn place_in(wanted: Option<&[String]>, is_it: impl Fn(&String) -> bool) -> usize {
    wanted.unwrap_or_default().iter().position(is_it).unwrap_or(usize::MAX)
}

fn head(id: &str, ops: &Ops) -> Option<(Stamp, ChapterHead)> {
    let made = ops.iter().find(|(_, one)| one.op.id == id)?;
    let StudyAct::Chapter { name, instance, fen, tags } = &made.1.op.act else { return None };
    let mut head = ChapterHead {
        id: id.to_owned(),
        name: name.clone(),
        instance: instance.clone(),
        fen: fen.clone(),
        tags: tags.clone(),
        is_dropped: false,
    };
    for one in ops.values() {
        match &one.op.act {
            StudyAct::Rename { name } => head.name.clone_from(name),
            StudyAct::Drop { dropped } => head.is_dropped = *dropped,
            StudyAct::Tags { tags } => head.tags.extend(tags.clone()),
            _ => {}
        }
    }
    head.tags.retain(|_, value| !value.is_empty());
    Some((made.0.clone(), head))
}

/// Whether two events do the same: the number of a piece says no more than its cell.
fn is_same(one: &Event, other: &Event) -> bool {
    let bare = |event: &Event| match event.clone() {
        Event::Place { side, from, to, promotion, .. } => {
            Event::Place { side, id: None, from, to, promotion }
        }
        event => event,
    };
    bare(one) == bare(other)
}

impl Tree {
    fn of(ops: &Ops) -> Tree {
        let start = Node { ids: vec![String::new()], ..Node::default() };
        let mut tree = Tree { nodes: vec![start], places: HashMap::from([(String::new(), 0)]) };
        // A line is younger than what it goes on from, so that is there.
        for one in ops.values() {
            if let StudyAct::Line { after, events } = &one.op.act
                && let Some(at) = tree.place(after)
            {
                tree.add_line(at, &one.op.id, events);
            }
        }
        let gone = Gone::of(ops);
        for one in ops.values().filter(|one| !gone.remarks.contains(one.op.id.as_str())) {
            tree.add_remark(one);
        }
        for one in ops.values() {
            if let StudyAct::Sort { node, children } = &one.op.act {
                tree.sort(node, children);
            }
        }
        tree.prune(&gone);
        tree
    }

    /// The place of a node, also of one that was removed.
    pub(crate) fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The child of a node by an event, if it was not removed.
    pub(crate) fn child(&self, at: usize, event: &Event) -> Option<usize> {
        let is_it =
            |child: &&usize| self.nodes[**child].event.as_ref().is_some_and(|one| is_same(one, event));
        self.nodes[at].children.iter().find(is_it).copied()
    }

    /// The events that lead to a node.
    pub(crate) fn events_to(&self, at: usize) -> Vec<&Event> {
        let mut events = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            events.extend(&self.nodes[at].event);
            next = self.nodes[at].parent;
        }
        events.reverse();
        events
    }

    /// How many variations each node stands in; those that were removed do not count.
    pub(crate) fn nesting(&self) -> Vec<usize> {
        let mut nesting = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for (number, child) in node.children.iter().enumerate() {
                nesting[*child] = nesting[at] + usize::from(number > 0);
            }
        }
        nesting
    }

    /// How many variations a node stands in.
    pub(crate) fn nesting_of(&self, mut at: usize) -> usize {
        let mut nesting = 0;
        while let Some(parent) = self.nodes[at].parent {
            nesting += usize::from(self.nodes[parent].children.first() != Some(&at));
            at = parent;
        }
        nesting
    }

    /// The live remarks of a node, or those before the variation that begins with it.
    pub(crate) fn remarks_of(&mut self, at: usize, before: bool) -> &mut Remarks {
        let node = &mut self.nodes[at];
        if before { &mut node.preface } else { &mut node.remarks }
    }

    /// Adds a line behind a node; the place of its last node.
    pub(crate) fn add_line(&mut self, mut at: usize, op: &str, events: &[Event]) -> usize {
        for (number, event) in events.iter().enumerate() {
            at = self.child(at, event).unwrap_or_else(|| {
                let place = self.nodes.len();
                self.nodes.push(Node { event: Some(event.clone()), parent: Some(at), ..Node::default() });
                self.nodes[at].children.push(place);
                place
            });
            let id = format!("{op}.{number}");
            self.nodes[at].ids.push(id.clone());
            self.places.insert(id, at);
        }
        at
    }

    fn add_remark(&mut self, AuthoredOp { author, op }: &AuthoredOp) {
        let (StudyAct::Comment { node, before, .. }
        | StudyAct::Glyphs { node, before, .. }
        | StudyAct::Marks { node, before, .. }) = &op.act
        else {
            return;
        };
        let Some(at) = self.place(node) else { return };
        let remarks = self.remarks_of(at, *before);
        remarks.ops.push(op.id.clone());
        match &op.act {
            StudyAct::Comment { text, .. } if !text.is_empty() => {
                match remarks.comments.iter_mut().find(|(by, _)| by == author) {
                    Some((_, known)) => *known = both_texts(known, text),
                    None => remarks.comments.push((author.clone(), text.clone())),
                }
            }
            StudyAct::Glyphs { nags, .. } => {
                let new = nags.iter().filter(|nag| !remarks.nags.contains(nag)).copied().collect::<Vec<_>>();
                remarks.nags.extend(new);
            }
            StudyAct::Marks { marks, .. } => {
                for mark in marks {
                    if !remarks.marks.iter().any(|one| one.from == mark.from && one.to == mark.to) {
                        remarks.marks.push(mark.clone());
                    }
                }
            }
            _ => {}
        }
    }

    /// Puts children first that are named, in that order; names of one node count once.
    fn sort(&mut self, node: &str, wanted: &[String]) {
        let Some(at) = self.place(node) else { return };
        let places: Vec<usize> = wanted.iter().filter_map(|id| self.place(id)).collect();
        let mut children = std::mem::take(&mut self.nodes[at].children);
        // The order of the others stays: it is that in which they were made.
        children.sort_unstable();
        children.sort_by_key(|child| places.iter().position(|place| place == child).unwrap_or(usize::MAX));
        self.nodes[at].children = children;
    }

    /// Takes removed nodes out of the lines: those of which every name was removed, of which nothing is said, and
    /// behind which nothing stays.
    fn prune(&mut self, gone: &Gone<'_>) {
        let mut stays = vec![false; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            stays[at] = at == 0
                || node.ids.iter().any(|id| !gone.nodes.contains(id.as_str()))
                || !node.remarks.is_empty()
                || !node.preface.is_empty()
                || node.children.iter().any(|child| stays[*child]);
            self.nodes[at].children.retain(|child| stays[*child]);
        }
    }
}

/// What operations have removed or taken the place of.
struct Gone<'a> {
    nodes: HashSet<&'a str>,
    remarks: HashSet<&'a str>,
}

impl<'a> Gone<'a> {
    fn of(ops: &'a Ops) -> Gone<'a> {
        let mut gone = Gone { nodes: HashSet::new(), remarks: HashSet::new() };
        for one in ops.values() {
            match &one.op.act {
                StudyAct::Remove { nodes, remarks } => {
                    gone.nodes.extend(nodes.iter().map(String::as_str));
                    gone.remarks.extend(remarks.iter().map(String::as_str));
                }
                StudyAct::Comment { replaces, .. }
                | StudyAct::Glyphs { replaces, .. }
                | StudyAct::Marks { replaces, .. } => {
                    gone.remarks.extend(replaces.iter().map(String::as_str))
                }
                _ => {}
            }
        }
        gone
    }
}

/// The longer of two texts where it goes on from the other, or else both.
pub(super) fn both_texts(one: &str, other: &str) -> String {
    if one.contains(other) {
        return one.to_owned();
    }
    if other.contains(one) { other.to_owned() } else { format!("{one}\n{other}") }
}
