//! What has changed for people, read from the store page by page.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_store::{AppointmentRow, Store, StoreError};

use crate::id::{GameId, GuestId};
use crate::wire::GameCard;
use crate::wire::time::UnixMillis;

/// Games that are read at once.
pub(crate) const PAGE: u32 = 200;

/// Something that has changed.
#[derive(Debug, Clone)]
pub(crate) enum Changed {
    Game(Arc<GameCard>),
    Appointment(Arc<AppointmentRow>),
}

/// What has changed for people between two times: first appointments, then games in the order of their changes.
pub(crate) struct ChangeReader<'a> {
    store: &'a Store,
    people: &'a [GuestId],
    since: UnixMillis,
    until: UnixMillis,
    step: Step,
}

enum Step {
    Appointments,
    /// Games after that of a time and an id.
    Games(UnixMillis, Option<GameId>),
    Over,
}

impl<'a> ChangeReader<'a> {
    pub(crate) fn new(
        store: &'a Store,
        people: &'a [GuestId],
        (since, until): (UnixMillis, UnixMillis),
    ) -> ChangeReader<'a> {
        ChangeReader { store, people, since, until, step: Step::Appointments }
    }

    /// The next changes, each with a person whom it concerns; `None` after the last ones.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<(GuestId, Changed)>>, StoreError> {
        let mut found = Vec::new();
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Over => return Ok(None),
            Step::Appointments => {
                for row in self.store.changed_appointments(self.people, self.since, self.until).await? {
                    let row = Arc::new(row);
                    let parties: HashSet<&GuestId> = std::iter::once(&row.by).chain(&row.with).collect();
                    let told = |person: &GuestId| (person.clone(), Changed::Appointment(row.clone()));
                    found.extend(parties.into_iter().map(told));
                }
                self.step = Step::Games(self.since, None);
            }
            Step::Games(since, last) => {
                let page = self.store.changed_games(self.people, (since, last.as_ref()), PAGE).await?;
                if let Some(card) = page.last().filter(|_| page.len() == PAGE as usize) {
                    self.step = Step::Games(card.updated, Some(card.id.clone()));
                }
                for card in page {
                    let card = Arc::new(card);
                    let players: HashSet<&GuestId> =
                        [&card.white, &card.black].into_iter().filter_map(|seat| seat.player.id()).collect();
                    let told = |person: &GuestId| (person.clone(), Changed::Game(card.clone()));
                    found.extend(players.into_iter().map(told));
                }
            }
        }
        Ok(Some(found))
    }
}
