//! What changes mean to a person, as messages. A message is named by its key: what is read twice has one key.

use rukh_store::{AppointmentRow, AppointmentStage};

use crate::appointments::Appointments;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::account_feed::{AccountChange, AccountMessage};
use crate::wire::time::UnixMillis;
use crate::wire::{GameCard, GamePhase, GameTimeControl};

fn message(key: String, change: AccountChange) -> AccountMessage {
    AccountMessage { change, key, cursor: None }
}

/// What a game tells one of its players, to whom those that have begun since a time are news.
pub(crate) fn messages_of_game(card: &GameCard, person: &GuestId, since: UnixMillis) -> Vec<AccountMessage> {
    let (id, data) = (&card.id, || Box::new(card.clone()));
    let mut messages = Vec::new();
    if card.started >= since {
        messages.push(message(format!("begun:{id}"), AccountChange::GameBegun(data())));
    }
    if card.phase == GamePhase::Over {
        messages.push(message(format!("ended:{id}"), AccountChange::GameEnded(data())));
    } else if is_turn(card, person) {
        let key = format!("turn:{id}:{}", card.updated.as_u64());
        messages.push(message(key, AccountChange::Turn(data())));
    }
    messages
}

/// Names what an appointment tells at a time.
pub(crate) fn key_of_appointment(row: &AppointmentRow, now: UnixMillis) -> String {
    format!("appointment:{}:{}{}", row.id, row.seq, if is_over(row, now) { ":over" } else { "" })
}

/// When what an appointment tells at a time became so.
pub(crate) fn time_of_appointment(row: &AppointmentRow, now: UnixMillis) -> UnixMillis {
    if is_over(row, now) { row.expires } else { row.changed }
}

fn is_over(row: &AppointmentRow, now: UnixMillis) -> bool {
    row.stage == AppointmentStage::Proposed && row.expires <= now
}

/// What an appointment tells one of its parties; `None` if it is the game that is told of.
///
/// # Errors
/// The store failed.
pub(crate) async fn message_of_appointment(
    appointments: &Appointments,
    row: &AppointmentRow,
    (person, now): (&GuestId, UnixMillis),
) -> Result<Option<AccountMessage>, ApiError> {
    let is_challenge = row.times.is_empty() && row.with.as_ref() == Some(person);
    let data = Box::new(appointments.view(row, Some(person)).await?);
    let change = match row.stage {
        AppointmentStage::Proposed if is_challenge && !is_over(row, now) => AccountChange::Challenge(data),
        AppointmentStage::Agreed | AppointmentStage::Begun if row.times.is_empty() => return Ok(None),
        AppointmentStage::Proposed
        | AppointmentStage::Cancelled
        | AppointmentStage::Declined
        | AppointmentStage::Missed
            if is_challenge =>
        {
            AccountChange::ChallengeWithdrawn(data)
        }
        _ => AccountChange::Appointment(data),
    };
    Ok(Some(message(key_of_appointment(row, now), change)))
}

/// Whether a game with days for each move waits for a person; in the werera it waits for both.
fn is_turn(card: &GameCard, person: &GuestId) -> bool {
    let is_own = |player: &crate::wire::Player| player.id() == Some(person);
    let seat = |side| match side {
        rukh_rules::Side::White => &card.white,
        rukh_rules::Side::Black => &card.black,
    };
    matches!(card.time_control, GameTimeControl::Days { .. })
        && match card.turn {
            Some(side) => is_own(&seat(side).player),
            None => card.phase == GamePhase::Werera,
        }
}
