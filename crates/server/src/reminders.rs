//! Sends what is due to be told: of appointments, of events that are near, and of games that have begun.
//!
//! What is told, and when, is stored by whatever it tells. A node that sends push messages takes what is due, so that
//! no other one sends it, and looks whether it is still true.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::Side;
use rukh_session::wire::{GamePhase, Player};
use rukh_store::{AppointmentRow, AppointmentStage, Reminder, ReminderKind, clock};

use crate::appointments::AppointmentBody;
use crate::error::ApiError;
use crate::events::Events;
use crate::game::GameRegistry;
use crate::id::{GameId, GuestId};
use crate::moderation::check_pair;
use crate::push::{PushEvent, PushKind, PushSender, PushSubject, PushTitle};
use crate::say;
use crate::wire::time::UnixMillis;

/// Reminders that are taken at once.
const MAX_TAKEN: u32 = 200;
/// How long a message waits for a browser that is off.
const LIFETIME: Duration = Duration::from_secs(86_400);
/// How long one waits that tells of something near.
const SHORT_LIFETIME: Duration = Duration::from_secs(1_800);
/// Age at which reminders are deleted that nobody has sent, in milliseconds: the site sends none.
const RETENTION: u64 = 3_600_000;

/// Sends what is due. Runs until shutdown; ends at once where neither push messages nor mails are sent.
pub(crate) async fn run(
    registry: Arc<GameRegistry>,
    events: Arc<Events>,
    (interval, sends_email): (Duration, bool),
) {
    let push = registry.push_sender().cloned();
    if push.is_none() && !sends_email {
        return;
    }
    loop {
        tokio::time::sleep(interval).await;
        // With that the mails wait in the store.
        match (registry.store().take_reminders(clock::now(), MAX_TAKEN).await, &push) {
            (Ok(due), Some(push)) => send_all(&registry, &events, push, due).await,
            (Ok(_), None) => {}
            (Err(error), _) => tracing::warn!(%error, "reminders cannot be read"),
        }
    }
}

async fn send_all(registry: &GameRegistry, events: &Events, push: &PushSender, due: Vec<Reminder>) {
    for reminder in due {
        match event_of(registry, events, &reminder).await {
            Ok(Some(event)) => push.send(event),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a reminder cannot be sent"),
        }
    }
}

/// Deletes reminders that nobody has sent.
pub(crate) async fn purge(registry: &GameRegistry) {
    let before = clock::now().saturating_sub(RETENTION);
    if let Err(error) = registry.store().purge_reminders(before).await {
        tracing::warn!(%error, "old reminders cannot be deleted");
    }
}

/// The message of a reminder, if it is still true.
async fn event_of(
    registry: &GameRegistry,
    events: &Events,
    reminder: &Reminder,
) -> Result<Option<PushEvent>, ApiError> {
    match reminder.kind {
        ReminderKind::Begun => of_game(registry, &reminder.player, &reminder.subject, PushKind::Begin).await,
        ReminderKind::Event => events.push_of(reminder).await,
        kind => of_appointment(registry, &reminder.player, &reminder.subject, kind).await,
    }
}

/// The message that it is somebody's turn in a game, if it still is.
pub(crate) async fn of_turn(
    registry: &GameRegistry,
    player: &GuestId,
    game: &str,
) -> Result<Option<PushEvent>, ApiError> {
    let Some(card) = registry.store().card(&game.parse()?).await? else { return Ok(None) };
    let seat = match (card.phase, card.turn) {
        (GamePhase::Turns, Some(Side::White)) => card.white,
        (GamePhase::Turns, Some(Side::Black)) => card.black,
        _ => return Ok(None),
    };
    match seat.player.id() == Some(player) {
        true => of_game(registry, player, game, PushKind::Turn).await,
        false => Ok(None),
    }
}

async fn of_game(
    registry: &GameRegistry,
    player: &GuestId,
    game: &str,
    kind: PushKind,
) -> Result<Option<PushEvent>, ApiError> {
    let id: GameId = game.parse()?;
    let Some(card) = registry.store().card(&id).await? else { return Ok(None) };
    let is_own = |one: &Player| one.id() == Some(player);
    let opponent = if is_own(&card.white.player) { &card.black } else { &card.white };
    Ok(Some(PushEvent {
        subject: PushSubject::Game(id),
        player: player.clone(),
        kind,
        title: title_of(registry, &card.instance, &card.ruleset_name),
        opponent: say::seat_name(opponent),
        result: None,
        lifetime: SHORT_LIFETIME,
    }))
}

/// The message about an appointment, if it is still true.
pub(crate) async fn of_appointment(
    registry: &GameRegistry,
    player: &GuestId,
    appointment: &str,
    kind: ReminderKind,
) -> Result<Option<PushEvent>, ApiError> {
    let kind = match kind {
        ReminderKind::Proposed => PushKind::Proposed,
        ReminderKind::Agreed => PushKind::Agreed,
        ReminderKind::Declined => PushKind::Declined,
        ReminderKind::Cancelled => PushKind::Cancelled,
        ReminderKind::Soon => PushKind::Soon,
        ReminderKind::Begun | ReminderKind::Event => return Ok(None),
    };
    let found = registry.store().appointment(appointment).await?;
    let Some(row) = found.filter(|row| is_true(row, kind)) else { return Ok(None) };
    let other = if row.by == *player { row.with.as_ref() } else { Some(&row.by) };
    let Some(other) = other else { return Ok(None) };
    if kind == PushKind::Soon
        && let Err(ApiError::Refused(_)) = check_pair(registry.store(), player, other).await
    {
        return Ok(None);
    }
    let body = AppointmentBody::of(&row)?;
    Ok(Some(PushEvent {
        subject: PushSubject::Appointment(row.id.clone()),
        player: player.clone(),
        kind,
        title: title_of(registry, &body.terms.instance, &body.ruleset_name),
        opponent: say::person_name(&registry.names([other]).await.of(other)),
        result: None,
        lifetime: match kind {
            PushKind::Soon => until(row.starts.unwrap_or(row.expires)),
            _ => LIFETIME,
        },
    }))
}

/// Whether an appointment is still as a message says.
fn is_true(row: &AppointmentRow, kind: PushKind) -> bool {
    let wanted = match kind {
        PushKind::Proposed => AppointmentStage::Proposed,
        PushKind::Declined => AppointmentStage::Declined,
        PushKind::Cancelled => AppointmentStage::Cancelled,
        _ => AppointmentStage::Agreed,
    };
    row.stage == wanted
}

/// How long something is yet to come, and a little longer.
fn until(time: UnixMillis) -> Duration {
    Duration::from_millis(time.since(clock::now())).max(Duration::from_secs(60))
}

/// The name of a game's ruleset in every language.
fn title_of(registry: &GameRegistry, instance: &str, name: &str) -> PushTitle {
    match registry.factory().new_game(instance, None) {
        Ok((game, _)) => {
            let ruleset = game.ruleset();
            let (name, names) = (ruleset.about.name.clone(), ruleset.about.names.clone());
            PushTitle::Game { instance: ruleset.instance.clone(), name, names }
        }
        // It is offered no more.
        Err(_) => PushTitle::Text(name.to_owned()),
    }
}
