//! Vacations: the clocks of a person's games with days for each move wait.
//!
//! A vacation is stored first. Then every unfinished game of the person is told, on whatever node it is; a node that
//! dies meanwhile leaves that to the next one. A game that was not told, since it began later, asks when it is loaded
//! and before a clock runs out.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::Side;
use rukh_store::{
    StoreError, VacationOutcome,
    clock::{self, random_id},
    vacation_days_left,
};
use serde_json::json;

use crate::error::ApiError;
use crate::game::{ActorCommand, GameRegistry, IncomingIntent, ReplyTo};
use crate::id::{GameId, GuestId};
use crate::say;
use crate::session::Rejection;
use crate::wire::ClientMessage;
use crate::wire::appointment::VacationState;
use crate::wire::event::Seq;

/// How often a node looks for vacations of which not every game was told.
const INTERVAL: Duration = Duration::from_secs(60);

impl GameRegistry {
    /// Whether a person is on vacation, and how many days are left.
    pub(crate) async fn vacation(&self, person: &GuestId) -> Result<VacationState, ApiError> {
        let now = clock::now();
        let taken = self.store().vacations(person, now).await?;
        Ok(VacationState {
            until: taken.iter().map(|row| row.ends).max().filter(|ends| *ends > now),
            days_left: vacation_days_left(&taken, now),
        })
    }

    /// Begins a vacation.
    pub(crate) async fn begin_vacation(
        self: &Arc<Self>,
        person: &GuestId,
        days: u32,
    ) -> Result<(), ApiError> {
        if days == 0 {
            return Err(ApiError::input("bad_days", "`days` is 0, but must be at least 1".to_owned()));
        }
        match self.store().begin_vacation(person, days, clock::now()).await? {
            VacationOutcome::Begins(_) => {
                self.spawn_telling(person);
                Ok(())
            }
            VacationOutcome::Running => {
                Err(Rejection::new("on_vacation", say::host::error_on_vacation()).into())
            }
            VacationOutcome::TooLong(left) => {
                Err(Rejection::new("vacation_days", say::host::error_vacation_days(u64::from(left))).into())
            }
        }
    }

    /// Ends a vacation, if there is one.
    pub(crate) async fn end_vacation(self: &Arc<Self>, person: &GuestId) -> Result<(), ApiError> {
        if self.store().end_vacation(person, clock::now()).await? {
            self.spawn_telling(person);
        }
        Ok(())
    }

    fn spawn_telling(self: &Arc<Self>, person: &GuestId) {
        let (registry, person) = (self.clone(), person.clone());
        tokio::spawn(async move { registry.tell_or_warn(&person).await });
    }

    /// Tells games that were not told of vacations. Runs until shutdown.
    pub(crate) async fn tell_of_vacations(self: Arc<Self>) {
        loop {
            match self.store().untold_vacations().await {
                Ok(people) => {
                    for person in &people {
                        self.tell_or_warn(person).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "vacations cannot be read"),
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    async fn tell_or_warn(self: &Arc<Self>, person: &GuestId) {
        if let Err(error) = self.tell(person).await {
            tracing::warn!(%error, "games cannot be told of a vacation");
        }
    }

    /// Tells every game that can be told; the others are told the next time.
    async fn tell(self: &Arc<Self>, person: &GuestId) -> Result<(), ApiError> {
        let now = clock::now();
        let until = self.store().vacation_of(person, now).await?.map(|row| row.ends);
        let mut outcome = Ok(());
        for (game, side) in self.store().unfinished_games_of(person).await? {
            outcome = outcome.and(self.tell_game(&game, person, side).await);
        }
        outcome?;
        Ok(self.store().told_vacation(person, until, now).await?)
    }

    async fn tell_game(
        self: &Arc<Self>,
        game: &GameId,
        person: &GuestId,
        side: Side,
    ) -> Result<(), ApiError> {
        // A game executes an id once, and this may be told again.
        let id = random_id::<12>()
            .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}"))))?;
        let message =
            ClientMessage { id, base: Seq::ZERO, data: json!({ "kind": "vacation", "side": side }) };
        let (guest, arrived_at) = (Some(person.clone()), clock::now());
        let incoming = IncomingIntent { message, guest, address: None, arrived_at, lag: None };
        let command = |reply| ActorCommand::Intent(incoming.clone(), ReplyTo::Request(reply));
        match self.ask(game, command).await {
            Ok((Err(nack), _)) if nack.code == "unavailable" => Err(ApiError::Store(StoreError::TimedOut)),
            // A game that has ended meanwhile, or cannot be played on, needs no vacation.
            Ok(_)
            | Err(
                ApiError::GameNotFound(_)
                | ApiError::RulesetChanged { .. }
                | ApiError::Replay(_)
                | ApiError::Store(StoreError::Corrupt(_)),
            ) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
