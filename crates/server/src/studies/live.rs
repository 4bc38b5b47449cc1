//! A study in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard as StdMutexGuard, PoisonError};

use rukh_store::name::Names;
use rukh_store::{Store, StoreError, StudyMember, StudyOpRow, StudyRow};
use tokio::sync::{Mutex, MutexGuard, watch};

use super::document::Document;
use super::is_open;
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::id::GuestId;
use crate::wire::study::{StudyOp, StudyRole, StudyVisibility, WrittenStudyOp};

/// Operations that are read from the store at once.
const PAGE: u32 = 2000;

/// A study without what is written in it.
#[derive(Clone)]
pub(super) struct StudyHead {
    pub(super) row: StudyRow,
    pub(super) members: Vec<StudyMember>,
}

/// What is kept of a study.
pub(super) struct KeptStudy {
    pub(super) head: StudyHead,
    pub(super) document: Document,
    /// All operations; the number of each is its place, from 1.
    written: Vec<StudyOpRow>,
    /// Whether the study is gone.
    pub(super) is_gone: bool,
    /// Counts changes of name, members and visibility.
    pub(super) version: u64,
}

impl StudyHead {
    /// What a person may do with whom it is shared.
    pub(super) fn role_of(&self, person: Option<&GuestId>) -> Option<StudyRole> {
        let person = person?;
        if *person == self.row.owner {
            return Some(StudyRole::Owner);
        }
        self.members.iter().find(|member| member.player == *person).map(|member| member.role)
    }

    pub(super) fn may_read(&self, person: Option<&GuestId>, is_moderator: bool) -> bool {
        let is_for_moderators = is_moderator && self.row.visibility != StudyVisibility::Private;
        self.role_of(person).is_some() || is_open(&self.row) || is_for_moderators
    }
}

impl KeptStudy {
    /// Number of the last operation.
    pub(super) fn seq(&self) -> u64 {
        self.written.len() as u64
    }

    /// The operations after a number.
    pub(super) fn written_after(&self, after: u64) -> &[StudyOpRow] {
        let after = usize::try_from(after).unwrap_or(usize::MAX).min(self.written.len());
        &self.written[after..]
    }
}

/// Who watches a study.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Present {
    pub(super) members: Vec<GuestId>,
    pub(super) others: usize,
}

/// A study in memory, and those who are told of its changes.
pub(super) struct LiveStudy {
    kept: Mutex<KeptStudy>,
    pub(super) changes: watch::Sender<()>,
    watching: StdMutex<Watching>,
}

/// The connections to this node of those who watch a study.
#[derive(Default)]
struct Watching {
    /// How many each person has.
    connections: BTreeMap<Option<GuestId>, usize>,
    /// What they come to with a version of the study, until one begins or ends.
    counted: Option<(u64, Arc<Counted>)>,
}

/// How many watch a study.
struct Counted {
    members: Vec<GuestId>,
    /// Everyone, members too.
    all: usize,
}

impl Watching {
    fn counted(&mut self, kept: &KeptStudy) -> Arc<Counted> {
        if let Some((version, counted)) = &self.counted
            && *version == kept.version
        {
            return counted.clone();
        }
        let people = self.connections.keys().flatten();
        let counted = Arc::new(Counted {
            members: people.filter(|person| kept.head.role_of(Some(person)).is_some()).cloned().collect(),
            all: self
                .connections
                .iter()
                .map(|(person, count)| if person.is_some() { 1 } else { *count })
                .sum(),
        });
        self.counted = Some((kept.version, counted.clone()));
        counted
    }
}

impl LiveStudy {
    /// A study of which nothing is read yet.
    pub(super) fn new(row: StudyRow) -> LiveStudy {
        let kept = KeptStudy {
            head: StudyHead { row, members: Vec::new() },
            document: Document::default(),
            written: Vec::new(),
            is_gone: true,
            version: 0,
        };
        LiveStudy { kept: Mutex::new(kept), changes: watch::Sender::new(()), watching: StdMutex::default() }
    }

    fn watching(&self) -> StdMutexGuard<'_, Watching> {
        self.watching.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection of a person, or of somebody without an identity.
    pub(super) fn enter(&self, person: Option<GuestId>) {
        let mut watching = self.watching();
        *watching.connections.entry(person).or_default() += 1;
        watching.counted = None;
        drop(watching);
        self.changes.send_replace(());
    }

    /// Ends a connection that was counted.
    pub(super) fn leave(&self, person: &Option<GuestId>) {
        let mut watching = self.watching();
        if let Some(count) = watching.connections.get_mut(person) {
            *count -= 1;
            if *count == 0 {
                watching.connections.remove(person);
            }
        }
        watching.counted = None;
        drop(watching);
        self.changes.send_replace(());
    }

    /// Who watches, as somebody who watches sees it: whoever has a role sees the members one by one and the others
    /// counted, all else see how many there are besides them.
    pub(super) fn present(&self, kept: &KeptStudy, role: Option<StudyRole>) -> Present {
        let counted = self.watching().counted(kept);
        match role {
            Some(_) => {
                Present { others: counted.all - counted.members.len(), members: counted.members.clone() }
            }
            None => Present { members: Vec::new(), others: counted.all.saturating_sub(1) },
        }
    }

    pub(super) async fn kept(&self) -> MutexGuard<'_, KeptStudy> {
        self.kept.lock().await
    }

    /// Reads what has changed in the store, and tells those who watch; false if the study is gone.
    pub(super) async fn refresh(&self, registry: &GameRegistry) -> Result<bool, ApiError> {
        let store = registry.store();
        let mut kept = self.kept().await;
        let Some(row) = store.study(&kept.head.row.id).await? else {
            kept.is_gone = true;
            self.changes.send_replace(());
            return Ok(false);
        };
        let members = store.study_members(&row.id).await?;
        let is_same = |known: &StudyRow| {
            (&known.name, known.visibility, known.hidden, &known.owner)
                == (&row.name, row.visibility, row.hidden, &row.owner)
        };
        let has_changed = kept.is_gone || kept.head.members != members || !is_same(&kept.head.row);
        let before = kept.seq();
        while kept.seq() < row.seq {
            if !read_on(&mut kept, store).await? {
                break;
            }
        }
        if has_changed {
            kept.version += 1;
        }
        (kept.head, kept.is_gone) = (StudyHead { row, members }, false);
        if has_changed || kept.seq() > before {
            self.changes.send_replace(());
        }
        Ok(true)
    }
}

/// Reads the next operations; false if there are none.
async fn read_on(kept: &mut KeptStudy, store: &Store) -> Result<bool, ApiError> {
    let rows = store.study_ops(&kept.head.row.id, kept.seq(), PAGE).await?;
    let is_there = !rows.is_empty();
    for row in rows {
        kept.document.add(row.author.clone(), operation(&row)?);
        kept.written.push(row);
    }
    Ok(is_there)
}

fn operation(row: &StudyOpRow) -> Result<StudyOp, ApiError> {
    let read = serde_json::from_str(&row.body);
    read.map_err(|error| StoreError::Corrupt(format!("operation {} of a study: {error}", row.seq)).into())
}

/// An operation as it is sent, with the name that its author has now.
pub(super) fn written(row: &StudyOpRow, names: &Names) -> Result<WrittenStudyOp, ApiError> {
    let by = row.author.as_ref().map(|author| names.guest(author));
    Ok(WrittenStudyOp { seq: row.seq, at: row.at, by, op: operation(row)? })
}
