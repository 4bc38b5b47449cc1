//! What begins the games of appointments: each node looks for those whose time has come. Two that do so at once begin
//! one game.

use std::sync::Arc;

use rukh_store::{AppointmentRow, AppointmentStage, Reminder, ReminderKind, clock};

use super::{AppointmentBody, Appointments, MAX_DELAY, RETENTION, parties};
use crate::error::ApiError;
use crate::moderation::check_pair;

/// Games that are begun at once.
const MAX_DUE: u32 = 100;

impl Appointments {
    /// Begins the games whose time has come. Runs until shutdown.
    pub(crate) async fn run(self: Arc<Self>) {
        loop {
            tokio::time::sleep(self.config.interval).await;
            let due = match self.store().due_appointments(clock::now(), MAX_DUE).await {
                Ok(due) => due,
                Err(error) => {
                    tracing::warn!(%error, "appointments cannot be read");
                    continue;
                }
            };
            for row in due {
                let id = row.id.clone();
                if let Err(error) = self.begin(row).await {
                    tracing::warn!(appointment = id, %error, "the game of an appointment cannot begin");
                }
            }
        }
    }

    /// Begins the game of an appointment, unless that has been done, the time is long past, or the two are kept apart
    /// by now: then it is called off.
    pub(super) async fn begin(&self, row: AppointmentRow) -> Result<(), ApiError> {
        let (now, Some(starts), Some(with)) = (clock::now(), row.starts, &row.with) else { return Ok(()) };
        let terms = AppointmentBody::of(&row).map(|body| body.terms);
        let prepared = match terms {
            Ok(terms) if now <= starts + MAX_DELAY => {
                match check_pair(self.store(), &row.by, with).await {
                    Err(ApiError::Refused(_)) => return self.end(row, AppointmentStage::Cancelled).await,
                    checked => checked?,
                }
                self.registry.factory().of_appointment(&terms, [&row.by, with]).await
            }
            // The server was away.
            Ok(_) => return self.end(row, AppointmentStage::Missed).await,
            Err(error) => Err(ApiError::Store(error)),
        };
        let prepared = match prepared {
            Ok(prepared) => prepared,
            // The database may answer again.
            Err(error @ ApiError::Store(_)) if !is_corrupt(&error) => return Err(error),
            // Its ruleset may be offered no more.
            Err(error) => {
                tracing::warn!(appointment = row.id, %error, "an appointment has come to nothing");
                return self.end(row, AppointmentStage::Missed).await;
            }
        };
        let (game, after_begin) = (prepared.id().clone(), prepared.after_begin());
        // The game itself tells its players where it has days for each move.
        let reminders: Vec<Reminder> = match after_begin.notifies() {
            true => Vec::new(),
            false => {
                let reminder = |player| Reminder {
                    player,
                    kind: ReminderKind::Begun,
                    subject: game.to_string(),
                    due: now,
                };
                parties(&row).cloned().map(reminder).collect()
            }
        };
        let begun =
            AppointmentRow { stage: AppointmentStage::Begun, game: Some(game.clone()), changed: now, ..row };
        if self.store().change_appointment(&begun, Some(prepared.into_append()), &reminders).await? {
            self.registry.announce(&game, after_begin, None).await?;
        }
        Ok(())
    }

    /// Ends an appointment without a game. The page says so; push messages say only what the
    /// other one has done.
    async fn end(&self, row: AppointmentRow, stage: AppointmentStage) -> Result<(), ApiError> {
        let ended = AppointmentRow { stage, changed: clock::now(), ..row };
        self.store().change_appointment(&ended, None, &[]).await?;
        Ok(())
    }

    /// Deletes old appointments.
    pub(crate) async fn purge(&self) {
        let before = clock::now().saturating_sub(RETENTION);
        if let Err(error) = self.store().purge_appointments(before).await {
            tracing::warn!(%error, "old appointments cannot be deleted");
        }
    }
}

fn is_corrupt(error: &ApiError) -> bool {
    matches!(error, ApiError::Store(rukh_store::StoreError::Corrupt(_)))
}
