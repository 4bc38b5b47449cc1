//! Events of clubs: who makes and manages them, and who may join.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_rules::message::Argument;
use rukh_session::say::host as say;
use rukh_store::{ClubMemberKind, EventStage, StoreError};

use super::Events;
use super::state::EventState;
use super::view::EventView;
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::session::Rejection;
use crate::wire::club::{ClubEntry, ClubRole};
use crate::wire::events::{EventClub, EventSummary};

impl Events {
    /// What a person is in a club.
    async fn club_role(&self, club: &str, person: &GuestId) -> Result<Option<ClubRole>, StoreError> {
        Ok(self.store().club_member(club, person).await?.map(|row| row.role))
    }

    /// Checks that a person may make events of a club, if an event is to be one of a club.
    pub(super) async fn check_club(&self, club: Option<&str>, person: &GuestId) -> Result<(), ApiError> {
        let Some(club) = club else { return Ok(()) };
        Ok(authorize(Some(person), Action::LeadClub(self.club_role(club, person).await?))?)
    }

    /// Checks that a person may change an event or call it off: who leads its club, or without an open one its maker.
    pub(super) async fn check_manages(&self, state: &EventState, person: &GuestId) -> Result<(), ApiError> {
        match self.clubs_of([state]).await?.is_empty() {
            true => Ok(authorize(Some(person), Action::ManageEvent(state.row.creator.as_ref()))?),
            false => self.check_club(state.row.club.as_deref(), person).await,
        }
    }

    /// Checks that a person may join an event that is for the members of its club.
    pub(super) async fn check_member(&self, state: &EventState, person: &GuestId) -> Result<(), ApiError> {
        match self.is_for(state, person).await? {
            true => Ok(()),
            false => Err(refused_as_club()),
        }
    }

    /// Whether an event is for everyone, or for a person as a member of its club.
    pub(super) async fn is_for(&self, state: &EventState, person: &GuestId) -> Result<bool, StoreError> {
        match &state.row.club {
            Some(club) if state.settings.request.members_only => {
                Ok(self.club_role(club, person).await?.is_some_and(ClubRole::is_member))
            }
            _ => Ok(true),
        }
    }

    /// Members of an event's club who are told of its events.
    pub(super) async fn told_of_club(&self, state: &EventState) -> Result<Vec<GuestId>, StoreError> {
        match &state.row.club {
            Some(club) => self.store().told_of_club(club).await,
            None => Ok(Vec::new()),
        }
    }

    /// Whether a person is told of the events of an event's club.
    pub(super) async fn is_told(&self, state: &EventState, person: &GuestId) -> Result<bool, StoreError> {
        let Some(club) = &state.row.club else { return Ok(false) };
        let own = self.store().club_member(club, person).await?;
        Ok(own.is_some_and(|own| own.told && own.role.is_member()))
    }

    /// The club of an event, unless it is closed; one that takes people by a link only its members see.
    pub(super) async fn club_of(
        &self,
        state: &EventState,
        person: Option<&GuestId>,
    ) -> Result<Option<EventClub>, StoreError> {
        let Some((club, entry)) = self.clubs_of([state]).await?.into_iter().next() else { return Ok(None) };
        let is_shown = match person {
            _ if entry != ClubEntry::Link => true,
            Some(person) => self.club_role(&club.id, person).await?.is_some_and(ClubRole::is_member),
            None => false,
        };
        Ok(is_shown.then_some(club))
    }

    /// The clubs of events, each once, and who can join them.
    async fn clubs_of(
        &self,
        states: impl IntoIterator<Item = &EventState>,
    ) -> Result<Vec<(EventClub, ClubEntry)>, StoreError> {
        let ids: Vec<&str> = states.into_iter().filter_map(|state| state.row.club.as_deref()).collect();
        let rows = self.store().clubs_among(&ids).await?.into_iter();
        Ok(rows.map(|row| (EventClub { id: row.id, name: row.name }, row.entry)).collect())
    }

    /// What lists show of events; those of clubs that are not listed are left out.
    pub(super) async fn listed(&self, states: &[Arc<EventState>]) -> Result<Vec<EventSummary>, ApiError> {
        let clubs = self.clubs_of(states.iter().map(|state| &**state)).await?;
        let of =
            |state: &EventState| clubs.iter().find(|(club, _)| Some(&club.id) == state.row.club.as_ref());
        let is_listed = |state: &EventState| {
            state.row.club.is_none() || of(state).is_some_and(|(_, entry)| *entry != ClubEntry::Link)
        };
        let shown: Vec<&EventState> =
            states.iter().map(|state| &**state).filter(|state| is_listed(state)).collect();
        self.summaries_of(&shown, |state| of(state).map(|(club, _)| club.clone())).await
    }

    /// The events of a club.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn of_club(&self, club: &str, most: u32) -> Result<Vec<EventSummary>, ApiError> {
        let mut states = Vec::new();
        for row in self.store().club_events(club, most).await? {
            states.extend(self.readable(row).await?);
        }
        let shown: Vec<&EventState> = states.iter().map(|state| &**state).collect();
        let own = self.clubs_of(shown.iter().copied().take(1)).await?.into_iter().next();
        self.summaries_of(&shown, |_| own.as_ref().map(|(club, _)| club.clone())).await
    }

    async fn summaries_of(
        &self,
        states: &[&EventState],
        club: impl Fn(&EventState) -> Option<EventClub>,
    ) -> Result<Vec<EventSummary>, ApiError> {
        let people = states.iter().flat_map(|state| {
            let winner = super::view::winner_of(state).and_then(|number| super::view::person(state, number));
            winner.into_iter().chain(state.row.creator.clone())
        });
        let people: Vec<GuestId> = people.collect();
        let names = self.registry.names(&people).await;
        let summary =
            |state: &&EventState| EventView::new(state, &names, club(state), self.config.minute).summary();
        Ok(states.iter().map(summary).collect())
    }

    /// Withdraws somebody who belongs to a club no more from its events that are for members.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn withdraw_from_club(&self, club: &str, person: &GuestId) -> Result<(), ApiError> {
        for row in self.store().club_events(club, super::MAX_RUNNING).await? {
            if matches!(row.stage, EventStage::Finished | EventStage::Cancelled) {
                break;
            }
            let Some(state) = self.readable(row).await? else { continue };
            if state.takes_part(person) && !self.is_for(&state, person).await? {
                self.withdraw_if_in(&state.row.id, person).await;
            }
        }
        Ok(())
    }

    /// Withdraws whoever takes part in an event for members and is none: somebody may have joined while it was changed.
    pub(super) async fn withdraw_outsiders(&self, state: &EventState) -> Result<(), StoreError> {
        let Some(club) = state.row.club.as_ref().filter(|_| state.settings.request.members_only) else {
            return Ok(());
        };
        let members = self.store().club_members(club, ClubMemberKind::Members, 0, u32::MAX).await?;
        let members: HashSet<GuestId> = members.into_iter().map(|row| row.player).collect();
        for person in state.people().iter().filter(|one| !members.contains(one) && state.takes_part(one)) {
            self.withdraw_if_in(&state.row.id, person).await;
        }
        Ok(())
    }
}

fn refused_as_club() -> ApiError {
    Rejection::new("members_only", say::error_club(Argument::Choice("event"), 0u64)).into()
}
