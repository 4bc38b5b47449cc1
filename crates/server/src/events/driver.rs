//! What drives events: each node looks at those that are due and says what follows. Two that do so at once
//! write it once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rukh_store::{EventRow, EventStage, clock};
use rukh_tournament::{EntrantId, PairingError, TournamentEvent, TournamentFormat};
use tokio::time::Instant;

use super::state::{EventState, person_of};
use super::{Change, Events, MAX_RUNNING};
use crate::config::EventConfig;
use crate::error::ApiError;
use crate::game::PreparedGame;
use crate::wire::time::UnixMillis;

/// How long an event is left alone that cannot be driven, as one by a ruleset that is not offered any more.
const BROKEN_EVENT_TTL: Duration = Duration::from_secs(60);
/// How often is looked for events of the calendar that are to be made.
const CALENDAR_INTERVAL: Duration = Duration::from_secs(60);
/// Entrants with which an event takes place that has no host.
const FEWEST: usize = 2;

pub(super) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Events {
    /// Counts results, and starts, pairs and ends what is due. Runs until shutdown.
    pub async fn run(self: Arc<Self>) {
        let mut broken: HashMap<String, Instant> = HashMap::new();
        let mut calendar_due = Instant::now();
        loop {
            tokio::time::sleep(self.config.interval).await;
            if calendar_due <= Instant::now() {
                calendar_due = Instant::now() + CALENDAR_INTERVAL;
                if let Err(error) = self.make_weekly_events().await {
                    tracing::warn!(%error, "events of the weekly calendar cannot be made");
                }
            }
            if let Err(error) = self.count_results().await {
                tracing::warn!(%error, "the results of events cannot be counted");
            }
            if let Err(error) = self.remind().await {
                tracing::warn!(%error, "players of events cannot be told that they are near");
            }
            broken.retain(|_, since| since.elapsed() < BROKEN_EVENT_TTL);
            match self.store().due_events(clock::now(), MAX_RUNNING).await {
                Ok(rows) => {
                    for row in
                        rows.into_iter().filter(|row| !broken.contains_key(&row.id)).collect::<Vec<_>>()
                    {
                        let id = row.id.clone();
                        if let Err(error) = self.drive(row).await {
                            tracing::warn!(event = id, %error, "an event cannot go on");
                            broken.insert(id, Instant::now());
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "events cannot be read"),
            }
            self.publish_all().await;
        }
    }

    /// Does what is due in an event.
    pub(super) async fn drive(&self, row: EventRow) -> Result<(), ApiError> {
        if !is_due(&*self.state_of(row.clone()).await?, self.config, clock::now()) {
            return Ok(());
        }
        if row.stage == EventStage::Upcoming {
            self.withdraw_unfit(&*self.state_of(row.clone()).await?).await?;
        }
        let _one = self.changing.lock().await;
        let state = self.load(&row.id).await?;
        let (shared, config) = (state.clone(), self.config);
        // Hundreds of players are paired in some milliseconds.
        let begun = Instant::now();
        let next = tokio::task::spawn_blocking(move || next(&shared, config, clock::now()));
        let Some((events, stage)) = next.await.map_err(|_| ApiError::Panicked)? else { return Ok(()) };
        metrics::histogram!("rukh_pairing_seconds").record(begun.elapsed().as_secs_f64());
        self.go_on(&state, events, stage).await.map(drop)
    }

    /// Writes what follows in an event with the games that it pairs; false if it has gone on meanwhile.
    pub(super) async fn go_on(
        &self,
        state: &EventState,
        events: Vec<TournamentEvent>,
        stage: Option<EventStage>,
    ) -> Result<bool, ApiError> {
        let mut games = Vec::new();
        for event in &events {
            if let TournamentEvent::Paired { white, black, .. } = event {
                games.push(self.prepare(state, [white, black]).await?);
            }
        }
        let paired = games.len();
        let change = Change { events, games, stage, ..Change::default() };
        let appended = self.append(state, change).await?;
        if appended && paired > 0 {
            tracing::debug!(event = state.row.id, games = paired, "games of an event begin");
        }
        Ok(appended)
    }

    async fn prepare(&self, state: &EventState, players: [&EntrantId; 2]) -> Result<PreparedGame, ApiError> {
        let [white, black] = players
            .map(|player| person_of(player).ok_or_else(|| ApiError::PlayerNotFound(player.to_string())));
        self.registry.factory().of_event(&state.settings.request, [white?, black?]).await
    }
}

/// Whether so many have joined that an event takes place: in a simul one beside the host.
pub(super) fn takes_place(state: &EventState) -> bool {
    let entrants = state.tournament.entrants().iter().enumerate();
    let mut hosts = entrants.filter(|(number, _)| state.tournament.is_host(*number));
    match hosts.next() {
        Some((_, host)) => state.count_entrants() > 0 && !host.has_withdrawn(),
        None => state.count_entrants() >= FEWEST,
    }
}

/// Whether something may follow in an event by itself; without what costs time.
fn is_due(state: &EventState, config: EventConfig, now: UnixMillis) -> bool {
    match (state.row.stage, state.tournament.format()) {
        (EventStage::Upcoming, _) => state.row.starts <= now,
        (EventStage::Finished | EventStage::Cancelled, _) => false,
        (EventStage::Running, TournamentFormat::Arena) => match is_closed(state, config, now) {
            true => !state.has_open_games(),
            false => {
                !is_paused(state.paired_at, config.pairing_interval, now) && state.waiting(now).len() > 1
            }
        },
        (EventStage::Running, TournamentFormat::Swiss(_)) => {
            !state.has_open_games() && !is_between_rounds(state, config, now)
        }
        (EventStage::Running, TournamentFormat::Knockout(_)) => !is_between_rounds(state, config, now),
        (EventStage::Running, TournamentFormat::Simul(_)) => !state.has_open_games(),
    }
}

fn is_paused(since: Option<UnixMillis>, pause: Duration, now: UnixMillis) -> bool {
    since.is_some_and(|since| now.since(since) < milliseconds(pause))
}

/// Whether the time of an arena is over, so that it pairs nobody.
pub(super) fn is_closed(state: &EventState, config: EventConfig, now: UnixMillis) -> bool {
    state.closes(config.minute).is_some_and(|closes| now >= closes)
}

/// Whether players rest after a game.
fn is_between_rounds(state: &EventState, config: EventConfig, now: UnixMillis) -> bool {
    state.tournament.round() > 0 && is_paused(Some(state.last_at), config.round_break, now)
}

/// What follows in an event by itself, and its stage after that if it is another one.
fn next(
    state: &EventState,
    config: EventConfig,
    now: UnixMillis,
) -> Option<(Vec<TournamentEvent>, Option<EventStage>)> {
    if !is_due(state, config, now) {
        return None;
    }
    if state.row.stage == EventStage::Upcoming {
        return Some(match takes_place(state) {
            true => (state.start(), Some(EventStage::Running)),
            false => (Vec::new(), Some(EventStage::Cancelled)),
        });
    }
    let events = match state.tournament.format() {
        TournamentFormat::Arena if is_closed(state, config, now) => vec![TournamentEvent::Finished],
        // It runs, so there is no error.
        TournamentFormat::Arena => {
            state.tournament.next_pairings(&state.waiting(now), state.seed()).unwrap_or_default()
        }
        TournamentFormat::Swiss(_) | TournamentFormat::Knockout(_) | TournamentFormat::Simul(_) => {
            next_of_rounds(state)
        }
    };
    let is_end = events.last() == Some(&TournamentEvent::Finished);
    (!events.is_empty()).then_some((events, is_end.then_some(EventStage::Finished)))
}

fn next_of_rounds(state: &EventState) -> Vec<TournamentEvent> {
    match state.tournament.next_pairings(&[], state.seed()) {
        Ok(events) => events,
        Err(PairingError::TooFewPlayers(_) | PairingError::NoPairing(_)) => vec![TournamentEvent::Finished],
        Err(PairingError::RoundOpen(_) | PairingError::NotStarted | PairingError::Over) => Vec::new(),
    }
}
