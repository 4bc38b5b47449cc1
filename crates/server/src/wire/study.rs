//! Studies: trees of moves that several people write together.
//!
//! Whoever writes sends operations, each with an id of its own. The tree of a chapter is what all operations make
//! together, whatever order they came in; an operation that is sent again changes nothing.

use std::collections::BTreeMap;

use rukh_rules::Event;
pub use rukh_session::wire::study::{StudyRole, StudyVisibility};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::Guest;
use super::time::UnixMillis;
use crate::id::GuestId;

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyOp {
    /// A word of 4 to 16 letters or digits that the writer has chosen at random, `-`, and a number that rises.
    pub id: String,
    /// Greater than the clock of every operation that the writer has seen.
    pub clock: u64,
    /// Id of the operation that made the chapter: its own for a new one, none for the order of chapters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    /// What it does.
    #[serde(flatten)]
    pub act: StudyAct,
}

/// What an operation does. A node is named by the operation that made it and its place there, `ID.0` for the first,
/// and the start of a chapter by an empty text. A node to which several operations lead is one, with several names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum StudyAct {
    /// Makes a chapter.
    Chapter {
        /// What it is called, 1 to 120 characters.
        name: String,
        /// Instance of the ruleset.
        instance: String,
        /// The position it begins with, unless that is the ruleset's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Tags of PGN.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        tags: BTreeMap<String, String>,
    },
    /// Changes what a chapter is called.
    Rename {
        /// The name, 1 to 120 characters.
        name: String,
    },
    /// Sets tags of PGN; an empty text takes one away.
    Tags {
        /// The tags.
        tags: BTreeMap<String, String>,
    },
    /// Deletes a chapter, or restores it.
    Drop {
        /// Whether it is deleted.
        dropped: bool,
    },
    /// Orders chapters; those that are not named follow, the first made first.
    Order {
        /// Ids of chapters.
        chapters: Vec<String>,
    },
    /// Plays on after a node.
    Line {
        /// The node.
        after: String,
        /// 1 to 1000 events, as in the log of a game.
        #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
        events: Vec<Event>,
    },
    /// Sets what the writer says of a node; each person has a comment of their own.
    Comment {
        /// The node.
        node: String,
        /// Whether it stands before the variation that begins with the node.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        before: bool,
        /// The text, at most 4000 characters; its lines are paragraphs.
        text: String,
        /// Ids of the operations whose texts it takes the place of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<String>,
    },
    /// Sets the glyphs of a node.
    Glyphs {
        /// The node.
        node: String,
        /// Whether they stand before the variation that begins with the node.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        before: bool,
        /// Numeric annotation glyphs, at most 16.
        nags: Vec<u8>,
        /// Ids of the operations whose glyphs they take the place of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<String>,
    },
    /// Sets the arrows and circles of a node.
    Marks {
        /// The node.
        node: String,
        /// Whether they stand before the variation that begins with the node.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        before: bool,
        /// The marks, at most 64.
        marks: Vec<StudyMark>,
        /// Ids of the operations whose marks they take the place of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<String>,
    },
    /// Orders what follows a node, the main line first; what is not named follows.
    Sort {
        /// The node.
        node: String,
        /// Nodes.
        children: Vec<String>,
    },
    /// Removes nodes with what was written of them, as far as the writer has seen it: what somebody else has added
    /// meanwhile stays, with the moves that lead there.
    Remove {
        /// All names of the nodes.
        nodes: Vec<String>,
        /// Ids of the operations that set comments, glyphs and marks of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<String>,
    },
}

/// An arrow, or a circle around one cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyMark {
    /// Cell where it begins.
    pub from: String,
    /// Cell where it ends; the same for a circle.
    pub to: String,
    /// Letter of its colour: `G`, `R`, `Y`, `B`.
    pub colour: char,
}

/// An operation that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WrittenStudyOp {
    /// Its number, from 1.
    pub seq: u64,
    /// When it was written, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Who wrote it; null if the account was deleted.
    pub by: Option<Guest>,
    /// The operation.
    #[serde(flatten)]
    pub op: StudyOp,
}

impl StudyAct {
    /// Whether it carries words that others read.
    pub(crate) fn says_something(&self) -> bool {
        match self {
            StudyAct::Chapter { .. } | StudyAct::Rename { .. } => true,
            StudyAct::Tags { tags } => tags.values().any(|value| !value.is_empty()),
            StudyAct::Comment { text, .. } => !text.is_empty(),
            _ => false,
        }
    }
}

/// Operations of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudyOpList {
    /// Those after the number that was asked for, in order, at most 500.
    pub ops: Vec<WrittenStudyOp>,
    /// Number of the last operation of the study; where `ops` ends before it, ask again.
    pub seq: u64,
}

/// Request to write operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyOpsRequest {
    /// At most 500, in the order in which they were made.
    pub ops: Vec<StudyOp>,
}

/// Answer to operations that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudyReceipt {
    /// Number of the last operation of the study.
    pub seq: u64,
}

/// Answer to games that are written into a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudyPgnReceipt {
    /// Number of the last operation of the study.
    pub seq: u64,
    /// How many games became new chapters.
    pub added: usize,
    /// How many chapters have changed.
    pub updated: usize,
}

/// A study in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudySummary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub owner: Guest,
    /// Who can read it beside its members.
    pub visibility: StudyVisibility,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was changed last, in milliseconds since the epoch.
    pub changed: UnixMillis,
    /// What the requester may do; null for those with whom it is not shared.
    pub role: Option<StudyRole>,
    /// Whether a moderator has hidden it from all others.
    pub hidden: bool,
}

/// Studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudyList {
    /// Those that were changed last first.
    pub studies: Vec<StudySummary>,
}

/// Somebody with whom a study is shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SharedWith {
    /// Who.
    pub player: Guest,
    /// What they may do.
    pub role: StudyRole,
}

/// A study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StudyDetails {
    /// As a list has it.
    #[serde(flatten)]
    pub summary: StudySummary,
    /// With whom it is shared.
    pub members: Vec<SharedWith>,
    /// Number of its last operation.
    pub seq: u64,
}

/// Request for a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyRequest {
    /// What it is called, 1 to 120 characters.
    pub name: String,
    /// Who can read it.
    pub visibility: StudyVisibility,
    /// Games that become its chapters, as PGN.
    #[serde(default)]
    pub pgn: Option<String>,
}

/// Request to change a study; what is not given stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyEdit {
    /// What it is called, 1 to 120 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Who can read it.
    #[serde(default)]
    pub visibility: Option<StudyVisibility>,
}

/// Request to share a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShareRequest {
    /// Name of an account.
    pub name: String,
    /// What they may do: `writer` or `reader`.
    pub role: StudyRole,
}

/// Request of a moderator to hide a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HideRequest {
    /// Whether it is hidden from all but its members.
    pub hidden: bool,
}

/// A message on the socket of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum StudyMessage {
    /// The study, at first and whenever its name, members or visibility have changed.
    Study {
        /// The study.
        data: Box<StudyDetails>,
    },
    /// The next operation.
    Op {
        /// The operation.
        data: Box<WrittenStudyOp>,
    },
    /// Who has the study open, at first and with each change; of a site with several nodes, those on the same node.
    People {
        /// Members of the study; none for those with whom it is not shared.
        people: Vec<Guest>,
        /// How many others have it open; for those with whom it is not shared, all but themselves.
        others: usize,
    },
    /// The requester can read the study no more; nothing follows.
    Gone,
}

/// Id of a person as the author of operations.
pub(crate) type Author = Option<GuestId>;
