//! What players of events are told while the site is closed: that an event is near, and that a game of a round has
//! begun.

use rukh_store::{EventRow, Reminder, ReminderKind, StoreError, clock};

use super::state::{EventSettings, EventState, person_of};
use super::{Change, Events, MAX_LISTED};
use crate::error::ApiError;
use crate::wire::GameTimeControl;
use crate::wire::events::EventFormat;
use crate::wire::time::UnixMillis;

/// The settings of an event.
///
/// # Errors
/// They cannot be read.
pub(crate) fn settings_of(row: &EventRow) -> Result<EventSettings, StoreError> {
    serde_json::from_str(&row.body)
        .map_err(|error| StoreError::Corrupt(format!("event `{}`: {error}", row.id)))
}

impl Events {
    /// Has those told who take part in events that are near.
    pub(super) async fn remind(&self) -> Result<(), ApiError> {
        let now = clock::now();
        let by = now + u64::try_from(self.config.reminder.as_millis()).unwrap_or(u64::MAX);
        for row in self.store().events_to_remind(by, MAX_LISTED).await? {
            let id = row.id.clone();
            // Of one that cannot be read nobody is told, and it is not read again.
            let people = match self.state_of(row).await {
                Ok(state) => state.people().into_iter().filter(|person| state.takes_part(person)).collect(),
                Err(StoreError::Corrupt(_)) => Vec::new(),
                Err(error) => return Err(error.into()),
            };
            let mut reminders: Vec<Reminder> = people
                .into_iter()
                .map(|player| Reminder { player, kind: ReminderKind::Event, subject: id.clone(), due: now })
                .collect();
            reminders.sort_by(|one, other| one.player.cmp(&other.player));
            reminders.dedup();
            self.store().remind_of_event(&id, &reminders).await?;
        }
        Ok(())
    }
}

/// What the players of games that begin are told. In an arena they wait for them; where there are days for each
/// move, the game itself tells them.
pub(super) fn of_pairings(state: &EventState, change: &Change, now: UnixMillis) -> Vec<Reminder> {
    let request = &state.settings.request;
    if matches!(request.format, EventFormat::Arena { .. })
        || matches!(request.time_control, GameTimeControl::Days { .. })
    {
        return Vec::new();
    }
    let pairings = change.events.iter().filter_map(|event| match event {
        rukh_tournament::TournamentEvent::Paired { white, black, .. } => Some([white, black]),
        _ => None,
    });
    let of_game = pairings.zip(&change.games).flat_map(|(players, game)| {
        players.into_iter().filter_map(person_of).map(move |player| Reminder {
            player,
            kind: ReminderKind::Begun,
            subject: game.id().to_string(),
            due: now,
        })
    });
    of_game.collect()
}
