//! What those do who lead an event: changing it and calling it off before its start, and ending it while it runs.

use rukh_store::{EventStage, StorageLocation, Store, StoreError, clock};
use rukh_tournament::TournamentEvent;

use super::state::EventState;
use super::{Change, EventQuery, Events, MAX_ATTEMPTS, refused_as, row_of};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::events::{EventDetails, EventFormat, EventRequest};

/// Ends an event that runs, in a database whose server may be running; false if there is none. As with
/// `Events::end`, games in progress go on without counting for it.
///
/// # Errors
/// Results are yet to be counted, or there is no database, or it cannot be written.
pub async fn end_event_at(place: &StorageLocation, id: &str) -> Result<bool, StoreError> {
    let entry = serde_json::to_string(&TournamentEvent::EndedEarly)
        .map_err(|error| StoreError::Corrupt(format!("an entry of an event: {error}")))?;
    Store::end_event(place, id, &entry).await
}

impl Events {
    /// Calls an event off that has not started.
    ///
    /// # Errors
    /// It is another's, or has started, or the store failed.
    pub async fn cancel(&self, id: &str, person: &GuestId) -> Result<EventDetails, ApiError> {
        self.manage(id, person, |stage| match stage {
            EventStage::Upcoming => Ok(Change { stage: Some(EventStage::Cancelled), ..Change::default() }),
            _ => Err(refused_as("event_started", "started")),
        })
        .await
    }

    /// Ends an event that runs: the standings are final, and games in progress go on without counting for it.
    ///
    /// # Errors
    /// It is another's, or does not run, or the store failed.
    pub async fn end(&self, id: &str, person: &GuestId) -> Result<EventDetails, ApiError> {
        self.manage(id, person, |stage| match stage {
            EventStage::Upcoming => Err(refused_as("event_not_started", "waiting")),
            EventStage::Running => {
                let ended = Change::of(TournamentEvent::EndedEarly);
                Ok(Change { stage: Some(EventStage::Finished), ..ended })
            }
            EventStage::Finished | EventStage::Cancelled => Err(refused_as("event_over", "over")),
        })
        .await
    }

    /// Writes what somebody who leads an event does at its stage; the event after it.
    async fn manage(
        &self,
        id: &str,
        person: &GuestId,
        change: impl Fn(EventStage) -> Result<Change, ApiError>,
    ) -> Result<EventDetails, ApiError> {
        for _ in 0..MAX_ATTEMPTS {
            // Results that stand count, also at an early end.
            let ended = self.store().finished_games_of_event(id).await?;
            if !ended.is_empty() {
                self.count_results_of(id, &ended).await?;
            }
            let _one = self.changing.lock().await;
            if !self.store().finished_games_of_event(id).await?.is_empty() {
                continue;
            }
            let state = self.load(id).await?;
            self.check_manages(&state, person).await?;
            if self.append(&state, change(state.row.stage)?).await? {
                return self.details(id, Some(person), EventQuery::default()).await;
            }
        }
        Err(StoreError::TimedOut.into())
    }

    /// Changes an event that has not started; what people have joined for stays.
    ///
    /// # Errors
    /// It is another's, or has started, the request is invalid, or the store failed.
    pub async fn edit(
        &self,
        id: &str,
        request: EventRequest,
        person: &GuestId,
    ) -> Result<EventDetails, ApiError> {
        let _one = self.changing.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            let state = self.load(id).await?;
            self.check_manages(&state, person).await?;
            if state.row.stage != EventStage::Upcoming {
                return Err(refused_as("event_started", "started"));
            }
            let mut settings = self.checked(request.clone(), clock::now())?;
            settings.host_rating = state.settings.host_rating;
            check_change(&state, &settings.request)?;
            let row = row_of(id.to_owned(), &settings, None, clock::now())?;
            if self.store().edit_event(id, state.row.seq, &row.body, row.starts).await? {
                self.publish(id).await;
                return self.details(id, Some(person), EventQuery::default()).await;
            }
        }
        Err(StoreError::TimedOut.into())
    }
}

/// Checks that a request leaves what of an event cannot change any more.
fn check_change(state: &EventState, wanted: &EventRequest) -> Result<(), ApiError> {
    let now = &state.settings.request;
    // Also once they have all left: the log is read by the format.
    let has_entrants = state.row.seq > 0;
    let is_simul = |request: &EventRequest| matches!(request.format, EventFormat::Simul { .. });
    let problem = if is_simul(now) != is_simul(wanted) {
        "the `format` of a simul stays a simul, and that of another event becomes none"
    } else if wanted.format != now.format && has_entrants {
        "the `format` of an event stays: people have joined for it"
    } else if wanted.bots != now.bots {
        "`bots` of an event stays: people have joined for it"
    } else if wanted.members_only && !now.members_only && has_entrants {
        "`members_only` stays off: people have joined"
    } else if wanted.club != now.club {
        "the `club` of an event stays"
    } else {
        return Ok(());
    };
    Err(ApiError::input("bad_event", problem.to_owned()))
}
