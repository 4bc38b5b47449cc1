//! What players of events are told while the site is closed: that an event is near, or has begun that they joined
//! later than that or in which they have no game yet, and that a game of a round has begun.

use std::collections::BTreeSet;
use std::time::Duration;

use rukh_store::{EventStage, Reminder, ReminderKind, StoreError, clock};
use rukh_tournament::{ByeKind, TournamentEvent};

use super::driver::{milliseconds, takes_place};
use super::state::{EventState, person_of};
use super::{Change, Events, MAX_LISTED};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::push::{PushEvent, PushKind, PushSubject, PushTitle};
use crate::wire::GameTimeControl;
use crate::wire::events::EventFormat;
use crate::wire::time::UnixMillis;

/// Shortest time that a message waits for a browser that is off.
const MIN_LIFETIME: Duration = Duration::from_secs(60);
/// How long one waits that tells that an arena has begun: the shortest takes as long.
const BEGUN_LIFETIME: Duration = Duration::from_secs(300);

impl Events {
    /// Has those told who take part in events that are near.
    pub(super) async fn remind(&self) -> Result<(), ApiError> {
        let now = clock::now();
        let by = now + milliseconds(self.config.reminder);
        for row in self.store().events_to_remind(by, MAX_LISTED).await? {
            let id = row.id.clone();
            // Of one that cannot be read nobody is told, and it is not read again.
            let people = match self.state_of(row).await {
                Ok(state) => {
                    let entrants = state.people().into_iter().filter(|person| state.takes_part(person));
                    entrants.chain(self.told_of_club(&state).await?).collect()
                }
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

    /// The message of a reminder, if it is still true.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn push_of(&self, reminder: &Reminder) -> Result<Option<PushEvent>, ApiError> {
        let Some(row) = self.store().event(&reminder.subject).await? else { return Ok(None) };
        let (state, now) = (self.state_of(row).await?, clock::now());
        let starts = state.row.starts;
        let is_true = match state.row.stage {
            EventStage::Upcoming if starts > now => starts <= now + milliseconds(self.config.reminder),
            EventStage::Upcoming => is_arena(&state) && takes_place(&state),
            EventStage::Running => is_arena(&state) || begins_with_bye(&state, &reminder.player),
            EventStage::Finished | EventStage::Cancelled => false,
        };
        let is_for = state.takes_part(&reminder.player)
            || starts > now && self.is_told(&state, &reminder.player).await?;
        if !is_true || !is_for {
            return Ok(None);
        }
        let (kind, lifetime) = match starts > now {
            true => (PushKind::Event, Duration::from_millis(starts.since(now)).max(MIN_LIFETIME)),
            false => (PushKind::Begin, BEGUN_LIFETIME),
        };
        Ok(Some(PushEvent {
            subject: PushSubject::Event(state.row.id.clone()),
            player: reminder.player.clone(),
            kind,
            title: PushTitle::Text(state.settings.request.name.clone()),
            opponent: "".into(),
            result: None,
            lifetime,
        }))
    }
}

fn is_arena(state: &EventState) -> bool {
    matches!(state.settings.request.format, EventFormat::Arena { .. })
}

/// Whether somebody plays no game in the first round, without having asked for it.
fn begins_with_bye(state: &EventState, player: &GuestId) -> bool {
    let number = state.number_of(player);
    let byes = state.tournament.byes().iter();
    let mut firsts = byes.filter(|bye| bye.round == 1 && bye.kind == ByeKind::FullPoint);
    firsts.any(|bye| Some(bye.entrant) == number)
}

/// What is told of a change.
pub(super) fn of_change(state: &EventState, change: &Change, now: UnixMillis) -> Vec<Reminder> {
    if is_arena(state) {
        return of_entries(state, change);
    }
    let mut reminders = of_byes(state, change, now);
    reminders.extend(of_pairings(state, change, now));
    reminders
}

/// Who has no game in the first round is told that the event has begun: no game tells it.
fn of_byes(state: &EventState, change: &Change, now: UnixMillis) -> Vec<Reminder> {
    let free = change.events.iter().filter_map(|event| match event {
        TournamentEvent::Bye { round: 1, entrant, kind: ByeKind::FullPoint } => person_of(entrant),
        _ => None,
    });
    let subject = &state.row.id;
    free.map(|player| Reminder { player, kind: ReminderKind::Event, subject: subject.clone(), due: now })
        .collect()
}

/// Who joins an arena is told when it begins, unless that was told when it was near: there is one reminder of an event
/// for each person. Where there are rounds, the first game tells it.
fn of_entries(state: &EventState, change: &Change) -> Vec<Reminder> {
    if state.row.stage != EventStage::Upcoming {
        return Vec::new();
    }
    let joined = change.events.iter().filter_map(|event| match event {
        TournamentEvent::Joined { entrant, .. } => person_of(entrant),
        _ => None,
    });
    let (subject, due) = (&state.row.id, state.row.starts);
    joined
        .map(|player| Reminder { player, kind: ReminderKind::Event, subject: subject.clone(), due })
        .collect()
}

/// What the players of games of a round are told, each of one game: the host of a simul has many. Where there are days
/// for each move, the game itself tells them.
fn of_pairings(state: &EventState, change: &Change, now: UnixMillis) -> Vec<Reminder> {
    if matches!(state.settings.request.time_control, GameTimeControl::Days { .. }) {
        return Vec::new();
    }
    let pairings = change.events.iter().filter_map(|event| match event {
        TournamentEvent::Paired { white, black, .. } => Some([white, black]),
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
    let mut told = BTreeSet::new();
    of_game.filter(|reminder| told.insert(reminder.player.clone())).collect()
}
