//! Vacations of the players of a game with days for each move.

use rukh_rules::Side;
use rukh_store::{StoreError, clock};

use super::actor::{GameActor, LeaseLost};
use crate::wire::time::UnixMillis;

impl GameActor {
    /// Has the clocks wait for vacations of which the game was not told; false if it cannot be read or written who is
    /// on vacation.
    pub(super) async fn keep_vacations(&mut self) -> Result<bool, LeaseLost> {
        if !self.session.keeps_vacations() {
            return Ok(true);
        }
        let mut is_known = true;
        for side in Side::BOTH {
            match self.vacation_of(side).await {
                Ok(vacation) => {
                    let draft = self.session.draft_vacation(side, vacation, self.now());
                    self.commit_if_any(Some(draft).filter(|draft| !draft.events().is_empty())).await?;
                    // A full disk leaves it as it was.
                    let rest = self.session.draft_vacation(side, vacation, self.now());
                    is_known &= rest.events().is_empty();
                }
                Err(error) => {
                    tracing::warn!(%error, "vacations of players cannot be read");
                    is_known = false;
                }
            }
        }
        Ok(is_known)
    }

    /// Since when and until when the player of a side is on vacation.
    pub(super) async fn vacation_of(
        &self,
        side: Side,
    ) -> Result<Option<(UnixMillis, UnixMillis)>, StoreError> {
        let Some(player) = self.session.info().player(side).id() else { return Ok(None) };
        let vacation = self.registry.store.vacation_of(player, clock::now()).await?;
        Ok(vacation.map(|row| (row.begins, row.ends)))
    }
}
