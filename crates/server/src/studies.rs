//! Studies: trees of moves that several people write together.
//!
//! What people write are operations, which the store numbers; [`document`] says what they make. A node keeps the
//! operations of the studies that are read or written there, and reads on where another node has written. Whoever
//! watches a study gets each operation once it is durable. A tree in the store, changed in place, was rejected: two who
//! write at once would take each other's words away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rukh_engine_pool::Owner;
use rukh_rules::message::Argument;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::Record;
use rukh_session::say::host as say;
use rukh_store::{
    NewStudyOp, Store, StoreError, StoreEvent, StudyAppend, StudyLimits, StudyMember, StudyRow,
    clock::{self, random_bytes, random_id},
};
use tokio::sync::broadcast::error::RecvError;

use crate::admission::{Admission, WorkClass};
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::game::{GameFactory, GameRegistry};
use crate::id::GuestId;
use crate::meeting::check_may_meet;
use crate::moderation::check_chat;
use crate::session::Rejection;
use crate::wire::study::{
    ShareRequest, SharedWith, StudyDetails, StudyEdit, StudyList, StudyOp, StudyOpList, StudyPgnReceipt,
    StudyReceipt, StudyRequest, StudyRole, StudySummary, StudyVisibility,
};
use crate::wire::time::UnixMillis;

mod book;
mod check;
mod document;
mod live;
#[cfg(test)]
mod tests;
mod watcher;
mod writer;

use check::{Checker, check_name, full};
use document::Document;
use live::{LiveStudy, StudyHead, written};
pub(crate) use watcher::StudyWatcher;
use writer::{OpMaker, write_games};

/// Length of the id of a study, which is its secret unless it is public.
const ID_LENGTH: usize = 16;
/// Studies of an account.
const MAX_STUDIES: u64 = 100;
/// People with whom a study is shared.
const MAX_MEMBERS: u64 = 30;
/// Operations of a study, and bytes of them.
const LIMITS: StudyLimits = StudyLimits { ops: 20_000, bytes: 2 * 1024 * 1024 };
/// Longest name of a study or a chapter, in characters.
const MAX_NAME_CHARS: usize = 120;
/// Chapters of a study, and those that were ever made.
const MAX_CHAPTERS: usize = 64;
const MAX_MADE_CHAPTERS: usize = 500;
/// Nodes of a chapter, those that were removed too.
const MAX_NODES: usize = 6000;
/// Remarks of a move that nobody has taken away.
const MAX_REMARKS: usize = 500;
/// Events that may happen, or happen again, while games of PGN are read.
const MAX_EFFORT: usize = 400_000;
/// Events from the start of a chapter to its last node.
const MAX_DEPTH: usize = 2000;
/// Events of an operation.
const MAX_LINE: usize = 1000;
/// Longest comment, in characters.
const MAX_COMMENT_CHARS: usize = 4000;
/// Glyphs and marks of a node.
const MAX_NAGS: usize = 16;
const MAX_MARKS: usize = 64;
/// Tags of a chapter.
const MAX_TAGS: usize = 40;
/// Ids in a list.
const MAX_LIST: usize = 500;
/// How far the clock of an operation may be ahead of the study: what somebody wrote without a connection.
const MAX_CLOCK_AHEAD: u64 = 100_000;
/// Operations that are written at once.
const MAX_OPS: usize = 500;
/// Operations that are sent at once.
const OPS_PAGE: u32 = 500;
/// Public studies that are listed at once.
const MAX_LISTED: u32 = 50;
/// How often games are compared with a study again because another node was faster.
const MAX_ATTEMPTS: usize = 20;
/// Studies that nobody watches and that stay in memory.
const MAX_KEPT: usize = 64;
/// How long a study that nobody watches stays in memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(300);
/// How often studies that nobody watches are looked for.
const PURGE_INTERVAL: Duration = Duration::from_secs(60);

/// The studies of the site, as a node knows them.
pub struct Studies {
    registry: Arc<GameRegistry>,
    admission: Admission,
    live: Mutex<HashMap<String, (Arc<LiveStudy>, Instant)>>,
}

impl Studies {
    /// The studies of a registry's store; what takes long is done in places of an admission.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>, admission: Admission) -> Studies {
        Studies { registry, admission, live: Mutex::default() }
    }

    fn store(&self) -> &Store {
        self.registry.store()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Arc<LiveStudy>, Instant)>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a study for an account, with the games of a text as its chapters.
    ///
    /// # Errors
    /// The requester has no account or too many studies, the request is invalid, or the store failed.
    pub async fn create(
        &self,
        request: StudyRequest,
        by: &GuestId,
        owner: &Owner,
    ) -> Result<StudyDetails, ApiError> {
        let StudyRequest { name, visibility, pgn } = request;
        if !self.store().is_account(by).await? {
            return Err(
                Rejection::new("no_account", say::error_study(Argument::Choice("account"), 0u64)).into()
            );
        }
        check_name(&name)?;
        check_chat(self.store(), by).await?;
        let ops = match pgn {
            Some(text) => {
                let (registry, replica) = (self.registry.clone(), replica()?);
                let make = move || {
                    let records = read_games(registry.factory(), &text)?;
                    let mut maker = OpMaker::new(replica, 0);
                    write_games(&Document::default(), &records, &mut maker)?;
                    Ok::<_, ApiError>(maker.ops)
                };
                self.admission.compute(WorkClass::Study, owner, make).await??
            }
            None => Vec::new(),
        };
        let id = random_id::<ID_LENGTH>().map_err(no_randomness)?;
        let now = clock::now();
        let row = StudyRow {
            id: id.clone(),
            owner: by.clone(),
            name,
            visibility,
            seq: 0,
            clock: 0,
            bytes: 0,
            created: now,
            changed: now,
            hidden: None,
        };
        self.store().create_study(&row, &stored(&ops)?, MAX_STUDIES, LIMITS).await?;
        self.get(&id, Some(by)).await
    }

    /// A study that a person can read, without what is written in it.
    async fn head(&self, id: &str, person: Option<&GuestId>) -> Result<StudyHead, ApiError> {
        let missing = || ApiError::StudyNotFound(id.to_owned());
        let row = self.store().study(id).await?.ok_or_else(missing)?;
        let head = StudyHead { members: self.store().study_members(id).await?, row };
        let is_moderator = match person {
            Some(person) => self.store().role(person).await?.is_some(),
            None => false,
        };
        match head.may_read(person, is_moderator) {
            true => Ok(head),
            false => Err(missing()),
        }
    }

    /// A study that a person can read, as it is now. It takes long where a node has not read it yet.
    async fn readable(&self, id: &str, person: Option<&GuestId>) -> Result<Arc<LiveStudy>, ApiError> {
        self.head(id, person).await?;
        self.refreshed(id).await?.ok_or_else(|| ApiError::StudyNotFound(id.to_owned()))
    }

    /// A study after what this node and others have written; `None` if there is none.
    async fn refreshed(&self, id: &str) -> Result<Option<Arc<LiveStudy>>, ApiError> {
        let known = self.lock().get(id).map(|(live, _)| live.clone());
        let live = match known {
            Some(live) => live,
            // Nothing is kept of ids that somebody has made up.
            None => match self.store().study(id).await? {
                Some(row) => Arc::new(LiveStudy::new(row)),
                None => return Ok(None),
            },
        };
        let is_there = live.refresh(&self.registry).await?;
        match is_there {
            true => {
                let mut all = self.lock();
                if all.len() >= MAX_KEPT && !all.contains_key(id) {
                    let idle = all.iter().filter(|(_, (live, _))| Arc::strong_count(live) == 1);
                    let oldest = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
                    oldest.and_then(|id| all.remove(&id));
                }
                let (live, used) = all.entry(id.to_owned()).or_insert_with(|| (live, Instant::now()));
                *used = Instant::now();
                Ok(Some(live.clone()))
            }
            false => {
                self.lock().remove(id);
                Ok(None)
            }
        }
    }

    /// A study.
    ///
    /// # Errors
    /// The person cannot read it, or the store failed.
    pub async fn get(&self, id: &str, person: Option<&GuestId>) -> Result<StudyDetails, ApiError> {
        let head = self.head(id, person).await?;
        Ok(self.details(head, person).await)
    }

    async fn details(&self, head: StudyHead, person: Option<&GuestId>) -> StudyDetails {
        let role = head.role_of(person);
        let StudyHead { row, members } = head;
        let names =
            self.registry.names(members.iter().map(|member| &member.player).chain([&row.owner])).await;
        let shared =
            |StudyMember { player, role }: StudyMember| SharedWith { player: names.guest(&player), role };
        let owner = names.guest(&row.owner);
        StudyDetails {
            seq: row.seq,
            // Who reads by a link is not told with whom the study is shared.
            members: role.map(|_| members.into_iter().map(shared).collect()).unwrap_or_default(),
            summary: summary(row, owner, role),
        }
    }

    /// Those of a person, or those that are public and were changed before a time.
    ///
    /// # Errors
    /// The store failed.
    pub async fn list(
        &self,
        person: Option<&GuestId>,
        before: Option<UnixMillis>,
    ) -> Result<StudyList, ApiError> {
        let rows = match person {
            Some(person) => self.store().studies_of(person).await?,
            None => {
                let before = before.unwrap_or(UnixMillis::new(i64::MAX.unsigned_abs()));
                self.store().public_studies(before, MAX_LISTED).await?
            }
        };
        let names = self.registry.names(rows.iter().map(|row| &row.owner)).await;
        let mut studies = Vec::with_capacity(rows.len());
        for row in rows {
            let role = match person {
                Some(person) if *person == row.owner => Some(StudyRole::Owner),
                Some(person) => {
                    let members = self.store().study_members(&row.id).await?;
                    members.into_iter().find(|member| member.player == *person).map(|member| member.role)
                }
                None => None,
            };
            let owner = names.guest(&row.owner);
            studies.push(summary(row, owner, role));
        }
        Ok(StudyList { studies })
    }

    /// Changes what a study is called and who can read it.
    ///
    /// # Errors
    /// It is not the requester's, the request is invalid, or the store failed.
    pub async fn edit(&self, id: &str, person: &GuestId, edit: StudyEdit) -> Result<StudyDetails, ApiError> {
        let row = self.managed(id, person).await?;
        if edit.name.is_some() {
            check_chat(self.store(), person).await?;
        }
        let name = edit.name.unwrap_or(row.name);
        check_name(&name)?;
        self.store().edit_study(id, &name, edit.visibility.unwrap_or(row.visibility)).await?;
        self.get(id, Some(person)).await
    }

    /// Deletes a study.
    ///
    /// # Errors
    /// It is not the requester's, or the store failed.
    pub async fn delete(&self, id: &str, person: &GuestId) -> Result<(), ApiError> {
        self.managed(id, person).await?;
        Ok(self.store().delete_study(id).await?)
    }

    async fn managed(&self, id: &str, person: &GuestId) -> Result<StudyRow, ApiError> {
        let head = self.head(id, Some(person)).await?;
        authorize(Some(person), Action::ManageStudy(head.role_of(Some(person))))?;
        Ok(head.row)
    }

    /// Shares a study with an account, or changes what it may do there.
    ///
    /// # Errors
    /// It is not the requester's, there is no such account, one of the two blocks the other, too many share it, or the
    /// store failed.
    pub async fn share(
        &self,
        id: &str,
        person: &GuestId,
        ShareRequest { name, role }: ShareRequest,
    ) -> Result<StudyDetails, ApiError> {
        self.managed(id, person).await?;
        if role == StudyRole::Owner {
            return Err(ApiError::input("bad_role", "a study is shared with a `writer` or a `reader`"));
        }
        let player = self.store().player_named(name.trim()).await?.ok_or(ApiError::PlayerNotFound(name))?;
        if player == *person {
            return Err(Rejection::new("own_study", say::error_study(Argument::Choice("owner"), 0u64)).into());
        }
        check_may_meet(self.store(), person, &player).await?;
        self.store().share_study(id, &StudyMember { player, role }, MAX_MEMBERS, clock::now()).await?;
        self.get(id, Some(person)).await
    }

    /// Shares a study with a person no more: its owner may say so, and the person.
    ///
    /// # Errors
    /// The requester may not, or the store failed.
    pub async fn unshare(&self, id: &str, person: &GuestId, whom: &GuestId) -> Result<(), ApiError> {
        let head = self.head(id, Some(person)).await?;
        if person != whom {
            authorize(Some(person), Action::ManageStudy(head.role_of(Some(person))))?;
        }
        Ok(self.store().unshare_study(id, whom).await?)
    }

    /// The operations of a study after a number, as many as are sent at once.
    ///
    /// # Errors
    /// The person cannot read it, or the store failed.
    pub async fn ops(&self, id: &str, person: Option<&GuestId>, after: u64) -> Result<StudyOpList, ApiError> {
        let head = self.head(id, person).await?;
        let rows = self.store().study_ops(id, after, OPS_PAGE).await?;
        let names = self.registry.names(rows.iter().filter_map(|row| row.author.as_ref())).await;
        let ops = rows.iter().map(|row| written(row, &names)).collect::<Result<Vec<_>, _>>()?;
        Ok(StudyOpList { seq: ops.last().map_or(0, |op| op.seq).max(head.row.seq), ops })
    }

    /// Writes operations of a person; those that are there already are not written again.
    ///
    /// # Errors
    /// The person may not write there, an operation is invalid, the study is full, or the store failed; nothing was
    /// written.
    pub async fn write(
        &self,
        id: &str,
        person: &GuestId,
        owner: &Owner,
        ops: Vec<StudyOp>,
    ) -> Result<StudyReceipt, ApiError> {
        if ops.len() > MAX_OPS {
            return Err(ApiError::input("bad_operation", format!("at most {MAX_OPS} operations at once")));
        }
        self.check_may_write(id, person).await?;
        if ops.iter().any(|op| op.act.says_something()) {
            check_chat(self.store(), person).await?;
        }
        let place = self.admission.enter(WorkClass::Study, owner).await?;
        let (document, row) = self.writable(id, person).await?;
        let (registry, author) = (self.registry.clone(), person.clone());
        let check = move || {
            let is_owner = row.owner == author;
            Checker::new(registry.factory(), &author, is_owner, document, row.clock).check(&ops).map(|()| ops)
        };
        let (checked, _place) = place.compute(check).await?;
        self.append(id, person, &checked?, None).await.map(|seq| StudyReceipt { seq })
    }

    async fn check_may_write(&self, id: &str, person: &GuestId) -> Result<(), ApiError> {
        let head = self.head(id, Some(person)).await?;
        Ok(authorize(Some(person), Action::WriteStudy(head.role_of(Some(person))))?)
    }

    /// A study with what it holds, for a person who may write there.
    async fn writable(&self, id: &str, person: &GuestId) -> Result<(Document, StudyRow), ApiError> {
        let live = self.readable(id, Some(person)).await?;
        let kept = live.kept().await;
        authorize(Some(person), Action::WriteStudy(kept.head.role_of(Some(person))))?;
        Ok((kept.document.clone(), kept.head.row.clone()))
    }

    /// Writes operations; if `after` is given, only after the operation of that number.
    async fn append(
        &self,
        id: &str,
        person: &GuestId,
        ops: &[StudyOp],
        after: Option<u64>,
    ) -> Result<u64, ApiError> {
        let append = StudyAppend { study: id, author: person, ops: &stored(ops)?, after, at: clock::now() };
        let appended = self.store().append_study(append, LIMITS).await;
        appended.map_err(|error| match error {
            StoreError::NoStudy => ApiError::StudyNotFound(id.to_owned()),
            error => error.into(),
        })
    }

    /// Writes games of PGN into a study: each goes on in the chapter of its event, round and players, or becomes a new
    /// one.
    ///
    /// # Errors
    /// The person may not write there, the text cannot be read, the study is full, or the store failed; nothing was
    /// written.
    pub async fn write_pgn(
        &self,
        id: &str,
        person: &GuestId,
        owner: &Owner,
        text: String,
    ) -> Result<StudyPgnReceipt, ApiError> {
        check_chat(self.store(), person).await?;
        self.check_may_write(id, person).await?;
        let registry = self.registry.clone();
        let place = self.admission.enter(WorkClass::Study, owner).await?;
        let (records, mut place) = place.compute(move || read_games(registry.factory(), &text)).await?;
        let records = Arc::new(records?);
        for _ in 0..MAX_ATTEMPTS {
            let (document, row) = self.writable(id, person).await?;
            let (replica, records) = (replica()?, records.clone());
            let make = move || {
                let mut maker = OpMaker::new(replica, row.clock);
                write_games(&document, &records, &mut maker).map(|written| (written, maker.ops))
            };
            let (made, held) = place.compute(make).await?;
            place = held;
            let (written, ops) = made?;
            // What somebody has pushed meanwhile is not pushed again.
            match self.append(id, person, &ops, Some(row.seq)).await {
                Ok(seq) => {
                    return Ok(StudyPgnReceipt { seq, added: written.added, updated: written.updated });
                }
                Err(ApiError::Store(StoreError::Stale)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::TimedOut.into())
    }

    /// The chapters of a study as games of PGN.
    ///
    /// # Errors
    /// The person cannot read it, its laws have changed, a file cannot hold it, or the store failed.
    pub async fn pgn(&self, id: &str, person: Option<&GuestId>, owner: &Owner) -> Result<String, ApiError> {
        self.head(id, person).await?;
        let place = self.admission.enter(WorkClass::Study, owner).await?;
        let live = self.readable(id, person).await?;
        let document = live.kept().await.document.clone();
        let registry = self.registry.clone();
        let format = move || {
            let heads = document.chapters().into_iter().filter(|head| !head.is_dropped);
            let record = |head: document::ChapterHead| {
                let (game, _) = registry.factory().new_game(&head.instance, head.fen.as_deref())?;
                let mut record = book::record_of(&head, &document.tree(&head.id), game)?;
                let _ = record.tags.set("ChapterName", &head.name);
                Ok(record)
            };
            let records = heads.map(record).collect::<Result<Vec<Record>, ApiError>>()?;
            Ok(pgn::format_all(&records))
        };
        let (text, _place) = place.compute(format).await?;
        text
    }

    /// Everything about the studies of a person: each of their own as PGN, and what they wrote in those of others.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn export(
        &self,
        person: &GuestId,
    ) -> Result<(Vec<(String, String)>, serde_json::Value), ApiError> {
        let (mut files, mut listed) = (Vec::new(), Vec::new());
        for row in self.store().studies_of(person).await? {
            let is_own = row.owner == *person;
            listed.push(serde_json::json!({
                "id": row.id, "name": row.name, "is_own": is_own, "visibility": row.visibility,
                "created": row.created, "changed": row.changed,
            }));
            if is_own {
                let owner = Owner::new(Some(person), None);
                let text = match self.pgn(&row.id, Some(person), &owner).await {
                    Ok(text) => text,
                    Err(error @ (ApiError::Store(_) | ApiError::Busy { .. } | ApiError::RateLimited(_))) => {
                        return Err(error);
                    }
                    Err(error) => format!("; cannot be read: {error}\n"),
                };
                files.push((row.id, text));
            }
        }
        let written = self.store().study_ops_by(person).await?.into_iter().map(|(study, row)| {
            let op = serde_json::from_str::<serde_json::Value>(&row.body).unwrap_or_default();
            serde_json::json!({ "study": study, "at": row.at, "operation": op })
        });
        let written: Vec<_> = written.collect();
        Ok((files, serde_json::json!({ "studies": listed, "written_in_studies_of_others": written })))
    }

    /// Follows what any node writes into the studies that are watched here. Runs until the store closes.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut events = self.store().subscribe();
        let mut purge = tokio::time::interval(PURGE_INTERVAL);
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Ok(StoreEvent::Study(id)) => self.follow(&id).await,
                    Ok(StoreEvent::Lagged) | Err(RecvError::Lagged(_)) => {
                        let ids: Vec<String> = self.lock().keys().cloned().collect();
                        for id in ids {
                            self.follow(&id).await;
                        }
                    }
                    Ok(_) => {}
                    Err(RecvError::Closed) => return,
                },
                _ = purge.tick() => {
                    let is_used = |live: &Arc<LiveStudy>, used: &Instant| {
                        Arc::strong_count(live) > 1 || used.elapsed() < IDLE_TIMEOUT
                    };
                    self.lock().retain(|_, (live, used)| is_used(live, used));
                }
            }
        }
    }

    async fn follow(&self, id: &str) {
        let Some(live) = self.lock().get(id).map(|(live, _)| live.clone()) else { return };
        match live.refresh(&self.registry).await {
            Ok(true) => {}
            Ok(false) => drop(self.lock().remove(id)),
            Err(error) => tracing::warn!(study = id, %error, "a study cannot be read"),
        }
    }
}

/// The games of a text.
fn read_games(factory: &GameFactory, text: &str) -> Result<Vec<Record>, ApiError> {
    let read = pgn::parse(text, |name| factory.library().resolve(name).map(Arc::new));
    let records = read.map_err(|wrong| {
        let wrong: Vec<String> = wrong.iter().take(5).map(ToString::to_string).collect();
        ApiError::input("bad_pgn", wrong.join("; "))
    })?;
    match records.len() {
        0 => Err(ApiError::input("bad_pgn", "there is no game in the text")),
        1..=MAX_CHAPTERS => Ok(records),
        _ => Err(full("games", MAX_CHAPTERS)),
    }
}

fn summary(row: StudyRow, owner: crate::wire::Guest, role: Option<StudyRole>) -> StudySummary {
    let StudyRow { id, name, visibility, created, changed, hidden, .. } = row;
    StudySummary { id, name, owner, visibility, created, changed, role, hidden: hidden.is_some() }
}

/// Whether a study can be read by those with whom it is not shared.
fn is_open(row: &StudyRow) -> bool {
    row.hidden.is_none() && row.visibility != StudyVisibility::Private
}

fn stored(ops: &[StudyOp]) -> Result<Vec<NewStudyOp>, ApiError> {
    let stored = |op: &StudyOp| {
        let body = serde_json::to_string(op)
            .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("an operation: {error}"))))?;
        Ok(NewStudyOp { id: op.id.clone(), clock: op.clock, body })
    };
    ops.iter().map(stored).collect()
}

/// A word that tells the operations of one writer from those of others.
fn replica() -> Result<String, ApiError> {
    Ok(hex::encode(random_bytes::<6>().map_err(no_randomness)?))
}

fn no_randomness(error: std::io::Error) -> ApiError {
    ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}")))
}
