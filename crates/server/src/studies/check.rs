//! What a person may write into a study.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rukh_rules::message::Argument;
use rukh_rules::notation::annotation::MAX_VARIATION_DEPTH;
use rukh_rules::notation::record::Tags;
use rukh_rules::{Event, Game, Square};
use rukh_session::say::host as say;

use super::document::{AuthoredOp, Document, Node, Remarks, Tree};
use super::{
    MAX_CHAPTERS, MAX_CLOCK_AHEAD, MAX_COMMENT_CHARS, MAX_DEPTH, MAX_LINE, MAX_LIST, MAX_MADE_CHAPTERS,
    MAX_MARKS, MAX_NAGS, MAX_NAME_CHARS, MAX_NODES, MAX_REMARKS, MAX_TAGS,
};
use crate::error::ApiError;
use crate::game::GameFactory;
use crate::id::GuestId;
use crate::session::Rejection;
use crate::wire::study::{StudyAct, StudyMark, StudyOp};

/// The longest id of an operation, and name of a node.
const MAX_ID: usize = 32;

/// Checks operations one after the other against a document, to which those that hold are added.
pub(super) struct Checker<'a> {
    factory: &'a GameFactory,
    author: &'a GuestId,
    /// Whether the author may take away what others said.
    is_owner: bool,
    document: Document,
    /// Greatest clock that was there.
    clock: u64,
    open: HashMap<String, OpenChapter>,
    /// How many chapters there are, and how many were ever made, once somebody makes one.
    chapters: Option<[usize; 2]>,
}

/// A chapter in which something was written.
struct OpenChapter {
    tree: Tree,
    /// The games at some nodes, from which others are played on.
    games: HashMap<usize, Game>,
    /// The game at the end of the last line.
    last: Option<(usize, Game)>,
}

/// Of so many events of a line the game is kept.
const KEPT_EVERY: usize = 64;

fn bad(op: &StudyOp, problem: impl std::fmt::Display) -> ApiError {
    let id: String = op.id.chars().take(MAX_ID).collect();
    ApiError::input("bad_operation", format!("operation `{id}`: {problem}"))
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        factory: &'a GameFactory,
        author: &'a GuestId,
        is_owner: bool,
        document: Document,
        clock: u64,
    ) -> Checker<'a> {
        Checker { factory, author, is_owner, document, clock, open: HashMap::new(), chapters: None }
    }

    /// Checks all operations.
    ///
    /// # Errors
    /// The first that cannot be written, and why.
    pub(super) fn check(&mut self, ops: &[StudyOp]) -> Result<(), ApiError> {
        for op in ops {
            if self.document.clock_of(&op.id).is_some() {
                continue;
            }
            self.check_op(op)?;
            self.document.add(Some(self.author.clone()), op.clone());
        }
        Ok(())
    }

    fn check_op(&mut self, op: &StudyOp) -> Result<(), ApiError> {
        let (replica, number) = op.id.split_once('-').unwrap_or_default();
        let is_word = replica.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let is_id = (4..=16).contains(&replica.len())
            && is_word
            && (1..=9).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_id {
            return Err(bad(op, "an id is 4 to 16 small letters or digits, `-`, and a number"));
        }
        if op.clock > self.clock.saturating_add(MAX_CLOCK_AHEAD) {
            return Err(bad(op, format!("its clock is too far ahead of {}", self.clock)));
        }
        match (&op.act, op.chapter.as_deref()) {
            (StudyAct::Chapter { .. }, Some(chapter)) if chapter == op.id => self.check_chapter(op),
            (StudyAct::Order { chapters }, None) => list(op, chapters),
            (StudyAct::Chapter { .. } | StudyAct::Order { .. }, _) | (_, None) => Err(bad(
                op,
                "its `chapter` is its own id for a new chapter, and none for the order of chapters",
            )),
            (_, Some(chapter)) => {
                let made = self.document.clock_of(chapter).filter(|clock| *clock < op.clock);
                if made.is_none() || self.document.op(chapter, chapter).is_none() {
                    return Err(bad(op, "there is no such chapter before it"));
                }
                self.check_in(op, chapter)
            }
        }
    }

    fn check_chapter(&mut self, op: &StudyOp) -> Result<(), ApiError> {
        let StudyAct::Chapter { name, instance, fen, tags } = &op.act else { return Ok(()) };
        check_name(name)?;
        check_tags(op, tags)?;
        let document = &self.document;
        let [count, made] = self.chapters.get_or_insert_with(|| {
            let chapters = document.chapters();
            [chapters.iter().filter(|head| !head.is_dropped).count(), chapters.len()]
        });
        if *count >= MAX_CHAPTERS || *made >= MAX_MADE_CHAPTERS {
            return Err(full("chapters", MAX_CHAPTERS));
        }
        (*count, *made) = (*count + 1, *made + 1);
        let (game, _) = self.factory.new_game(instance, fen.as_deref())?;
        let canonical = game.ruleset().instance.to_string();
        match canonical == *instance {
            true => Ok(()),
            false => Err(bad(op, format!("`{instance}` is written `{canonical}`"))),
        }
    }

    fn check_in(&mut self, op: &StudyOp, chapter: &str) -> Result<(), ApiError> {
        match &op.act {
            StudyAct::Rename { name } => check_name(name),
            StudyAct::Tags { tags } => check_tags(op, tags),
            StudyAct::Line { after, events } => self.check_line(op, chapter, after, events),
            StudyAct::Comment { node, before, text, replaces } => {
                list(op, replaces)?;
                self.check_remark(op, chapter, (node, *before), replaces)?;
                let is_shown = |letter: char| letter == '\n' || !letter.is_control();
                if text.chars().count() > MAX_COMMENT_CHARS || !text.chars().all(is_shown) {
                    return Err(refused(say::error_study(
                        Argument::Choice("text"),
                        MAX_COMMENT_CHARS as u64,
                    )));
                }
                self.check_replaced(op, chapter, replaces, text.is_empty())
            }
            StudyAct::Glyphs { node, before, nags, replaces } => {
                list(op, replaces)?;
                self.check_remark(op, chapter, (node, *before), replaces)?;
                match nags.len() <= MAX_NAGS {
                    true => self.check_replaced(op, chapter, replaces, true),
                    false => Err(bad(op, format!("at most {MAX_NAGS} glyphs"))),
                }
            }
            StudyAct::Marks { node, before, marks, replaces } => {
                list(op, replaces)?;
                self.check_remark(op, chapter, (node, *before), replaces)?;
                check_marks(op, marks)?;
                self.check_replaced(op, chapter, replaces, true)
            }
            StudyAct::Sort { node, children } => {
                list(op, children)?;
                self.check_node(op, chapter, node).map(drop)
            }
            StudyAct::Remove { nodes, remarks } => {
                let is_id = |id: &String| id.len() <= MAX_ID;
                match nodes.iter().chain(remarks).all(is_id) && nodes.iter().all(|id| !id.is_empty()) {
                    true => Ok(()),
                    false => Err(bad(op, "it names no node, or the start")),
                }
            }
            StudyAct::Drop { .. } | StudyAct::Chapter { .. } | StudyAct::Order { .. } => Ok(()),
        }
    }

    fn open(&mut self, chapter: &str) -> &mut OpenChapter {
        let document = &self.document;
        self.open.entry(chapter.to_owned()).or_insert_with(|| OpenChapter {
            tree: document.tree(chapter),
            games: HashMap::new(),
            last: None,
        })
    }

    /// Checks where a remark is made, and that not too many were made there that nobody has taken away.
    fn check_remark(
        &mut self,
        op: &StudyOp,
        chapter: &str,
        (node, before): (&str, bool),
        replaces: &[String],
    ) -> Result<(), ApiError> {
        let at = self.check_node(op, chapter, node)?;
        let Remarks { ops, .. } = self.open(chapter).tree.remarks_of(at, before);
        ops.retain(|one| !replaces.contains(one));
        if ops.len() >= MAX_REMARKS {
            return Err(bad(op, format!("at most {MAX_REMARKS} remarks of one move")));
        }
        ops.push(op.id.clone());
        Ok(())
    }

    /// The place of a node whose operation is older.
    fn check_node(&mut self, op: &StudyOp, chapter: &str, node: &str) -> Result<usize, ApiError> {
        let made = node.rsplit_once('.').and_then(|(id, _)| self.document.clock_of(id));
        let is_older = node.is_empty() || made.is_some_and(|clock| clock < op.clock);
        let place = self.open(chapter).tree.place(node).filter(|_| is_older);
        place.ok_or_else(|| bad(op, "there is no such node before it"))
    }

    /// A person sets what they have set, and what anyone has drawn; the owner of a study takes away what others said.
    fn check_replaced(
        &self,
        op: &StudyOp,
        chapter: &str,
        replaces: &[String],
        says_nothing: bool,
    ) -> Result<(), ApiError> {
        for id in replaces {
            let is_foreign = match self.document.op(chapter, id) {
                Some(AuthoredOp { author, op: StudyOp { act: StudyAct::Comment { .. }, .. } }) => {
                    author.as_ref() != Some(self.author)
                }
                Some(_) => false,
                None => return Err(bad(op, "it takes the place of an operation that is not there")),
            };
            let is_comment = matches!(op.act, StudyAct::Comment { .. });
            if is_foreign && !(self.is_owner && says_nothing && is_comment) {
                return Err(bad(op, "it takes the place of what somebody else said"));
            }
        }
        Ok(())
    }

    fn check_line(
        &mut self,
        op: &StudyOp,
        chapter: &str,
        after: &str,
        events: &[Event],
    ) -> Result<(), ApiError> {
        if !(1..=MAX_LINE).contains(&events.len()) {
            return Err(bad(op, format!("a line has 1 to {MAX_LINE} events")));
        }
        let at = self.check_node(op, chapter, after)?;
        let tree = &self.open(chapter).tree;
        if tree.nodes.len() + events.len() > MAX_NODES {
            return Err(full("moves", MAX_NODES));
        }
        if tree.events_to(at).len() + events.len() > MAX_DEPTH {
            return Err(full("depth", MAX_DEPTH));
        }
        let mut game = self.game_at(chapter, at)?;
        for (number, event) in events.iter().enumerate() {
            let refusal = game.apply(event.clone(), None).err().map(|refusal| refusal.message);
            if let Some(message) = refusal {
                return Err(bad(op, format!("event {} cannot happen: {message}", number + 1)));
            }
        }
        let OpenChapter { tree, last, .. } = self.open(chapter);
        let end = tree.add_line(at, &op.id, events);
        *last = Some((end, game));
        match tree.nesting_of(end) > MAX_VARIATION_DEPTH {
            true => Err(bad(op, too_nested())),
            false => Ok(()),
        }
    }

    /// The game at a node, played on from the nearest that is known.
    fn game_at(&mut self, chapter: &str, at: usize) -> Result<Game, ApiError> {
        let start = match self.open(chapter).games.contains_key(&0) {
            true => None,
            false => Some(self.game(chapter)?),
        };
        let OpenChapter { tree, games, last } = self.open(chapter);
        if let Some(start) = start {
            games.insert(0, start);
        }
        let (mut path, mut from) = (Vec::new(), at);
        let mut game = loop {
            match last {
                Some((place, game)) if *place == from => break game.clone(),
                _ => {}
            }
            if let Some(game) = games.get(&from) {
                break game.clone();
            }
            path.push(from);
            from = tree.nodes[from].parent.unwrap_or_default();
        };
        for place in path.into_iter().rev() {
            let Some(event) = &tree.nodes[place].event else { continue };
            if game.apply(event.clone(), None).is_err() {
                return Err(ApiError::RulesetChanged { instance: game.ruleset().instance.to_string() });
            }
            if game.log().len().is_multiple_of(KEPT_EVERY) || place == at {
                games.insert(place, game.clone());
            }
        }
        Ok(game)
    }

    /// The game at the start of a chapter.
    fn game(&self, chapter: &str) -> Result<Game, ApiError> {
        match self.document.op(chapter, chapter).map(|one| &one.op.act) {
            Some(StudyAct::Chapter { instance, fen, .. }) => {
                Ok(self.factory.new_game(instance, fen.as_deref())?.0)
            }
            _ => Err(ApiError::PathNotFound(chapter.to_owned())),
        }
    }
}

fn too_nested() -> String {
    format!("variations stand at most {MAX_VARIATION_DEPTH} deep within each other")
}

/// Checks that the variations of a chapter are not nested too deeply to be read from a file.
pub(super) fn check_nesting(chapter: &str, tree: &Tree) -> Result<(), ApiError> {
    match tree.nesting().into_iter().max() > Some(MAX_VARIATION_DEPTH) {
        true => Err(ApiError::input("too_nested", format!("chapter `{chapter}`: {}", too_nested()))),
        false => Ok(()),
    }
}

/// Checks what a document becomes with operations that the server has made.
pub(super) fn check_made(document: &Document, ops: &[StudyOp]) -> Result<(), ApiError> {
    let mut document = document.clone();
    for op in ops {
        document.add(None, op.clone());
    }
    for chapter in ops.iter().filter_map(|op| op.chapter.as_deref()).collect::<BTreeSet<_>>() {
        let tree = document.tree(chapter);
        if tree.nodes.len() > MAX_NODES {
            return Err(full("moves", MAX_NODES));
        }
        let remarks = |node: &Node| node.remarks.ops.len().max(node.preface.ops.len());
        if tree.nodes.iter().map(remarks).max() > Some(MAX_REMARKS) {
            return Err(full("full", MAX_REMARKS));
        }
        check_nesting(chapter, &tree)?;
    }
    Ok(())
}

fn refused(message: rukh_rules::message::Message) -> ApiError {
    ApiError::Input { code: "bad_study", message, hint: None }
}

/// A study that has no more place.
pub(super) fn full(what: &'static str, most: usize) -> ApiError {
    Rejection::new("study_full", say::error_study(Argument::Choice(what), most as u64)).into()
}

/// Checks the name of a study or a chapter.
pub(super) fn check_name(name: &str) -> Result<(), ApiError> {
    let is_name = (1..=MAX_NAME_CHARS).contains(&name.chars().count())
        && !name.chars().any(char::is_control)
        && name.trim() == name;
    match is_name {
        true => Ok(()),
        false => Err(refused(say::error_study(Argument::Choice("name"), MAX_NAME_CHARS as u64))),
    }
}

fn check_tags(op: &StudyOp, tags: &BTreeMap<String, String>) -> Result<(), ApiError> {
    if tags.len() > MAX_TAGS {
        return Err(bad(op, format!("at most {MAX_TAGS} tags")));
    }
    for (name, value) in tags {
        Tags::default().set(name, value).map_err(|failure| bad(op, failure))?;
    }
    Ok(())
}

fn check_marks(op: &StudyOp, marks: &[StudyMark]) -> Result<(), ApiError> {
    let is_cell = |cell: &String| cell.parse::<Square>().is_ok();
    let is_mark =
        |mark: &StudyMark| is_cell(&mark.from) && is_cell(&mark.to) && mark.colour.is_ascii_uppercase();
    match marks.len() <= MAX_MARKS && marks.iter().all(is_mark) {
        true => Ok(()),
        false => Err(bad(
            op,
            format!("at most {MAX_MARKS} marks, each of cells such as `e2` and a colour such as `G`"),
        )),
    }
}

/// Checks a list of ids.
fn list(op: &StudyOp, ids: &[String]) -> Result<(), ApiError> {
    match ids.len() <= MAX_LIST && ids.iter().all(|id| id.len() <= MAX_ID) {
        true => Ok(()),
        false => Err(bad(op, format!("at most {MAX_LIST} ids of {MAX_ID} letters"))),
    }
}
