//! Simuls: their host, who makes them, begins them and says against whom it plays.

use std::collections::BTreeSet;

use rukh_rules::{Ruleset, Side};
use rukh_store::{EventStage, Store, StoreError};
use rukh_tournament::{TournamentEvent, TournamentFormat};

use super::state::{EventSettings, EventState, entrant_of};
use super::{EventQuery, Events, MAX_ATTEMPTS, refused_as};
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::moderation;
use crate::session::GameInfo;
use crate::wire::GameTimeControl;
use crate::wire::events::{EventDetails, EventFormat, EventRequest};

/// Greatest number of boards with live clocks: the host has a minute for its first move on each.
const MAX_LIVE_BOARDS: u16 = 20;

/// Checks what a request says of a simul.
pub(super) fn check_simul(request: &EventRequest) -> Result<(), ApiError> {
    let EventFormat::Simul { boards, begin_with, .. } = request.format else { return Ok(()) };
    let is_live = !matches!(request.time_control, GameTimeControl::Days { .. });
    let most = if is_live { MAX_LIVE_BOARDS } else { rukh_tournament::MAX_BOARDS };
    let problem = if !(1..=most).contains(&boards) {
        format!("a simul with these clocks has 1 to {most} `boards`, not {boards}")
    } else if !(1..=boards).contains(&begin_with) {
        format!("`begin_with` is from 1 to the number of `boards`, {boards}, not {begin_with}")
    } else if request.rated {
        "games of a simul are not rated: its host plays many at once".to_owned()
    } else {
        return Ok(());
    };
    Err(ApiError::input("bad_event", problem))
}

/// Checks that the host of a simul can play its game on many boards.
pub(super) fn check_game(request: &EventRequest, ruleset: &Ruleset) -> Result<(), ApiError> {
    let is_simul = matches!(request.format, EventFormat::Simul { .. });
    let is_live = !matches!(request.time_control, GameTimeControl::Days { .. });
    if !(is_simul && is_live && ruleset.has_werera()) {
        return Ok(());
    }
    let problem = "a simul of a game with a werera needs a `time_control` of kind `days`: its host cannot be on all \
                   boards at once";
    Err(ApiError::input("bad_event", problem.to_owned()))
}

/// Whether so many have joined that the host of a simul may begin before its time.
pub(super) fn may_begin(state: &EventState) -> bool {
    match state.settings.request.format {
        EventFormat::Simul { begin_with, .. } => {
            state.row.stage == EventStage::Upcoming && state.count_entrants() >= usize::from(begin_with)
        }
        _ => false,
    }
}

/// The side that the host has in a game of a simul; none in other games.
///
/// # Errors
/// The store failed.
pub(crate) async fn host_side(store: &Store, game: &GameInfo) -> Result<Option<Side>, StoreError> {
    let Some((event, _)) = store.event_of_game(&game.id).await? else { return Ok(None) };
    let Some(row) = store.event(&event).await? else { return Ok(None) };
    let settings = serde_json::from_str::<EventSettings>(&row.body);
    let is_simul = settings.is_ok_and(|one| matches!(one.request.format, EventFormat::Simul { .. }));
    let host = row.creator.as_ref().filter(|_| is_simul);
    Ok(Side::BOTH.into_iter().find(|side| host.is_some() && game.player(*side).id() == host))
}

/// Checks that a person is the host of a simul that has not started.
fn check_host(state: &EventState, person: &GuestId) -> Result<(), ApiError> {
    let TournamentFormat::Simul(_) = state.tournament.format() else {
        return Err(ApiError::input("no_simul", "the event is no simul".to_owned()));
    };
    authorize(Some(person), Action::ManageEvent(state.row.creator.as_ref()))?;
    match state.row.stage {
        EventStage::Upcoming => Ok(()),
        _ => Err(refused_as("event_started", "started")),
    }
}

impl Events {
    /// The host of a simul begins it before its time: all games begin at once.
    ///
    /// # Errors
    /// It is another's, or no simul, or has started, too few have joined, or the store failed.
    pub async fn begin(&self, id: &str, person: &GuestId) -> Result<EventDetails, ApiError> {
        for _ in 0..MAX_ATTEMPTS {
            let state = self.load(id).await?;
            check_host(&state, person)?;
            self.withdraw_unfit(&state).await?;
            let _one = self.changing.lock().await;
            let state = self.load(id).await?;
            check_host(&state, person)?;
            if !may_begin(&state) {
                return Err(refused_as("too_few_players", "early"));
            }
            if self.go_on(&state, state.start(), Some(EventStage::Running)).await? {
                return self.details(id, Some(person), EventQuery::default()).await;
            }
        }
        Err(StoreError::TimedOut.into())
    }

    /// The host of a simul does not want to play somebody who has joined.
    ///
    /// # Errors
    /// It is another's, or no simul, or has started, nobody has joined with this id, or the store failed.
    pub async fn remove(
        &self,
        id: &str,
        person: &GuestId,
        player: &GuestId,
    ) -> Result<EventDetails, ApiError> {
        let missing = || ApiError::PlayerNotFound(player.to_string());
        let entrant = entrant_of(player).ok_or_else(missing)?;
        self.change_as(id, person, |state| {
            check_host(state, person)?;
            match state.takes_part(player) && player != person {
                true => Ok(TournamentEvent::Removed { entrant: entrant.clone() }),
                false => Err(missing()),
            }
        })
        .await
    }

    /// Withdraws whoever cannot play in an event that begins: who is no member where members play, and in a simul who
    /// has blocked the host since, or is blocked.
    pub(super) async fn withdraw_unfit(&self, state: &EventState) -> Result<(), StoreError> {
        self.withdraw_outsiders(state).await?;
        let blocked = self.blocked_in(state).await?;
        for person in state.people().iter().filter(|one| blocked.contains(one) && state.takes_part(one)) {
            self.withdraw_if_in(&state.row.id, person).await;
        }
        Ok(())
    }

    /// Whether a person and the host of a simul do not play each other.
    pub(super) async fn is_blocked_in(
        &self,
        state: &EventState,
        person: &GuestId,
    ) -> Result<bool, StoreError> {
        Ok(self.blocked_in(state).await?.contains(person))
    }

    /// Those whom the host of a simul blocks, or who block the host.
    async fn blocked_in(&self, state: &EventState) -> Result<BTreeSet<GuestId>, StoreError> {
        let (TournamentFormat::Simul(_), Some(host)) = (state.tournament.format(), &state.row.creator) else {
            return Ok(BTreeSet::new());
        };
        let blocks = self.store().blocks_among(&[host]).await?;
        Ok(blocks.into_iter().flatten().filter(|one| one != host).collect())
    }

    /// Checks that a person and the host of a simul may play each other.
    pub(super) async fn check_against_host(
        &self,
        state: &EventState,
        person: &GuestId,
    ) -> Result<(), ApiError> {
        match (state.tournament.format(), &state.row.creator) {
            (TournamentFormat::Simul(_), Some(host)) if host != person => {
                moderation::check_pair(self.store(), person, host).await
            }
            _ => Ok(()),
        }
    }
}
