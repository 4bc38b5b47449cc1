//! Those who watch studies.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rukh_engine_pool::Owner;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Studies;
use super::live::{LiveStudy, Present, written};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::study::StudyMessage;

/// Operations that are sent together.
const MAX_TOGETHER: usize = 500;
/// How long who watches stays as it was told.
const PEOPLE_INTERVAL: Duration = Duration::from_secs(1);

/// Somebody who watches a study.
pub(crate) struct StudyWatcher {
    studies: Arc<Studies>,
    live: Arc<LiveStudy>,
    person: Option<GuestId>,
    is_moderator: bool,
    changes: watch::Receiver<()>,
    /// Whether there is a change that was not sent.
    is_pending: bool,
    /// Number of the last operation that was sent.
    seq: u64,
    /// The version of the study that was sent.
    version: u64,
    /// Who watched when that was sent.
    present: Option<Present>,
    present_at: Option<Instant>,
    /// When it is to be sent again, as it has changed since.
    due: Option<Instant>,
    is_over: bool,
}

impl StudyWatcher {
    /// The next messages, to be sent together; `None` if nothing comes any more. Can be cancelled: what was not
    /// returned comes again.
    pub(crate) async fn next(&mut self) -> Option<Vec<Utf8Bytes>> {
        if self.is_over {
            return None;
        }
        loop {
            if !self.is_pending {
                tokio::select! {
                    changed = self.changes.changed() => changed.ok()?,
                    () = until(self.due) => {}
                }
                self.is_pending = true;
            }
            let messages = self.messages().await;
            if !messages.is_empty() {
                return Some(messages.iter().map(text).collect());
            }
        }
    }

    async fn messages(&mut self) -> Vec<StudyMessage> {
        // A change from here on is another one.
        self.changes.mark_unchanged();
        let (version, head, present, rows, is_more) = {
            let kept = self.live.kept().await;
            if kept.is_gone || !kept.head.may_read(self.person.as_ref(), self.is_moderator) {
                self.is_over = true;
                return vec![StudyMessage::Gone];
            }
            let rows = kept.written_after(self.seq);
            let head = (kept.version != self.version).then(|| kept.head.clone());
            let role = kept.head.role_of(self.person.as_ref());
            let present = self.live.present(&kept, role);
            let is_more = rows.len() > MAX_TOGETHER;
            (kept.version, head, present, rows[..rows.len().min(MAX_TOGETHER)].to_vec(), is_more)
        };
        let mut messages = Vec::new();
        if let Some(head) = head {
            let data = Box::new(self.studies.details(head, self.person.as_ref()).await);
            messages.push(StudyMessage::Study { data });
        }
        let now = Instant::now();
        let has_changed = self.present.as_ref() != Some(&present);
        let next = self.present_at.map(|at| at + PEOPLE_INTERVAL).filter(|next| has_changed && now < *next);
        let is_told = has_changed && next.is_none();
        let people = present.members.iter().filter(|_| is_told);
        let authors = rows.iter().filter_map(|row| row.author.as_ref());
        let names = self.studies.registry.names(people.chain(authors)).await;
        if is_told {
            let people = present.members.iter().map(|person| names.guest(person)).collect();
            messages.push(StudyMessage::People { people, others: present.others });
        }
        for row in &rows {
            match written(row, &names) {
                Ok(op) => messages.push(StudyMessage::Op { data: Box::new(op) }),
                Err(error) => tracing::warn!(%error, "an operation cannot be sent"),
            }
        }
        self.seq += rows.len() as u64;
        if is_told {
            (self.present, self.present_at) = (Some(present), Some(now));
        }
        (self.version, self.is_pending, self.due) = (version, is_more, next);
        messages
    }
}

impl Drop for StudyWatcher {
    fn drop(&mut self) {
        self.live.leave(&self.person);
    }
}

/// Waits until then; forever for no time.
async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

fn text(message: &StudyMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Studies {
    /// Watches a study: it comes at once, with the operations after a number.
    ///
    /// # Errors
    /// The person cannot read it, or the store failed.
    pub(crate) async fn watch(
        self: Arc<Self>,
        id: &str,
        person: Option<GuestId>,
        owner: &Owner,
        after: u64,
    ) -> Result<StudyWatcher, ApiError> {
        let live = {
            let _place = self.admission.enter(WorkClass::Study, owner).await?;
            self.readable(id, person.as_ref()).await?
        };
        let is_moderator = match &person {
            Some(person) => self.store().role(person).await?.is_some(),
            None => false,
        };
        let changes = live.changes.subscribe();
        let seq = after.min(live.kept().await.seq());
        // Whoever is counted is there to leave: nothing is waited for in between.
        live.enter(person.clone());
        Ok(StudyWatcher {
            studies: self,
            live,
            person,
            is_moderator,
            changes,
            is_pending: true,
            seq,
            version: 0,
            present: None,
            present_at: None,
            due: None,
            is_over: false,
        })
    }
}
