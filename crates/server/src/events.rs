//! Events: tournaments of the site.
//!
//! An event is a log in the store, of which `rukh-tournament` makes the state. Whoever changes an event (a
//! person who joins, the task that drives events, the results of finished games) reads its log, says what
//! follows, and appends that together with the games that begin. If another node was faster nothing is
//! written and the event is read again, so nodes need not agree on who drives an event. A lease was
//! rejected: it would have to be waited for when a node dies, and the number of the entry is needed anyway.

use std::collections::BTreeSet;
use std::sync::Arc;

use quick_cache::sync::Cache;
use rukh_rules::message::Argument;
use rukh_session::say::host as say;
use rukh_session::wire::rating::RatingPool;
use rukh_store::name::Names;
use rukh_store::{
    EventAppend, EventEntry, EventRow, EventStage, Store, StoreError,
    clock::{self, random_id},
};
use rukh_tournament::{MAX_RATING, TournamentEvent, TournamentEventError};

use crate::accounts::Refusal;
use crate::config::EventConfig;
use crate::error::ApiError;
use crate::game::{GameRegistry, PreparedGame, check_time};
use crate::id::{GameId, GuestId};
use crate::moderation;
use crate::ratings::rating_in;
use crate::session::Rejection;
use crate::wire::GameTimeControl;
use crate::wire::events::{EventDetails, EventFormat, EventList, EventRequest, EventSummary};
use crate::wire::time::UnixMillis;

mod calendar;
mod clubs;
mod driver;
pub(crate) mod files;
mod manage;
mod reminders;
mod results;
mod simul;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod watchers;

pub use calendar::{CalendarError, WeeklyCalendar};
pub(crate) use files::ResultsFile;
pub use manage::end_event_at;
pub(crate) use simul::host_side;
use state::{EventSettings, EventState, UNRATED, entrant_of, rounds_of};
pub(crate) use watchers::EventWatcher;
use watchers::Watchers;

/// Upcoming events of an account.
const MAX_UPCOMING: u64 = 5;
/// Upcoming and finished events that are listed.
const MAX_LISTED: u32 = 50;
const MAX_RECENT: u32 = 20;
/// Running events that are listed and driven.
const MAX_RUNNING: u32 = 500;
/// Longest name, in characters.
const MAX_NAME_CHARS: usize = 60;
/// How long before its start an event can be made, in milliseconds: 90 days.
const MAX_AHEAD: u64 = 90 * 86_400_000;
/// Shortest and longest arena, in minutes.
const ARENA_MINUTES: std::ops::RangeInclusive<u32> = 5..=720;
/// Length of the id of an event.
const ID_LENGTH: usize = 10;
/// Events that are kept in memory.
const KEPT_EVENTS: usize = 256;
/// How often an event is read again because another node was faster.
const MAX_ATTEMPTS: usize = 20;

/// The events of the site, as a node knows them.
pub struct Events {
    registry: Arc<GameRegistry>,
    config: EventConfig,
    calendar: Option<WeeklyCalendar>,
    known: Cache<String, Arc<EventState>>,
    /// Changes of this node come one after the other, so that they do not meet in the store.
    changing: tokio::sync::Mutex<()>,
    watchers: Watchers,
}

/// What follows in an event.
#[derive(Default)]
struct Change {
    events: Vec<TournamentEvent>,
    /// The games of those events that pair, in order.
    games: Vec<PreparedGame>,
    /// Finished games that are counted.
    counted: Vec<GameId>,
    /// Its stage after that, if it is another one.
    stage: Option<EventStage>,
}

impl Change {
    fn of(event: TournamentEvent) -> Change {
        Change { events: vec![event], ..Change::default() }
    }
}

/// What is shown of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventQuery {
    /// The round whose games are shown; the last one, if none is given.
    pub round: Option<u16>,
    /// Lines of the standings before the first that is shown.
    pub from: usize,
}

impl Events {
    /// The events of a registry's store, with a calendar of those that the site itself makes.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>, config: EventConfig, calendar: Option<WeeklyCalendar>) -> Events {
        Events {
            registry,
            config,
            calendar,
            known: Cache::new(KEPT_EVENTS),
            changing: tokio::sync::Mutex::new(()),
            watchers: Watchers::default(),
        }
    }

    fn store(&self) -> &Store {
        self.registry.store()
    }

    /// Makes an event for an account.
    ///
    /// # Errors
    /// The requester has no account or too many upcoming events, the request is invalid, or the store failed.
    pub async fn create(&self, request: EventRequest, by: &GuestId) -> Result<EventDetails, ApiError> {
        self.check_account(by).await?;
        self.check_club(request.club.as_deref(), by).await?;
        let now = clock::now();
        let mut settings = self.checked(request, now)?;
        if let EventFormat::Simul { .. } = settings.request.format {
            self.check_bot(&settings.request, by).await?;
            settings.host_rating = Some(self.rating_of(&settings.request, by).await?);
        }
        let id = random_id::<ID_LENGTH>()
            .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}"))))?;
        let row = row_of(id, &settings, Some(by.clone()), now)?;
        self.store().insert_event(&row, MAX_UPCOMING).await?;
        self.details(&row.id, Some(by), EventQuery::default()).await
    }

    /// Checks that a person has an account and may play with others.
    async fn check_account(&self, person: &GuestId) -> Result<(), ApiError> {
        moderation::check_player(self.store(), person).await?;
        match self.store().is_account(person).await? {
            true => Ok(()),
            false => Err(Refusal::NoAccount.into()),
        }
    }

    /// The settings of a request.
    fn checked(&self, request: EventRequest, now: UnixMillis) -> Result<EventSettings, ApiError> {
        let bad = |what: &str| Err(ApiError::input("bad_event", what.to_owned()));
        let name: String = request.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = name.chars().count();
        if !(1..=MAX_NAME_CHARS).contains(&length) || name.chars().any(char::is_control) {
            return bad("`name` has 1 to 60 characters, none of them invisible");
        }
        check_time(&request.time_control)?;
        match (request.time_control, request.format) {
            (GameTimeControl::None, _) => {
                return bad("an event needs clocks: `time_control` that is live or of kind `days`");
            }
            (GameTimeControl::Days { .. }, EventFormat::Arena { .. }) => {
                return bad(
                    "an arena needs live clocks: `time_control` of kind `fischer`, `delay` or `byoyomi`",
                );
            }
            (_, EventFormat::Arena { minutes }) if !ARENA_MINUTES.contains(&minutes) => {
                return bad("an arena takes 5 to 720 `minutes`");
            }
            _ => {}
        }
        simul::check_simul(&request)?;
        let format = rounds_of(request.format);
        format.map_err(|error| ApiError::input("bad_event", error.to_string()))?;
        if request.members_only && request.club.is_none() {
            return bad("`members_only` is for an event of a `club`");
        }
        if request.starts < now || request.starts > now + MAX_AHEAD {
            return bad("`starts` is a time in milliseconds from now on and within 90 days");
        }
        let (game, _) = self.registry.factory().new_game(&request.instance, None)?;
        let ruleset = game.ruleset();
        simul::check_game(&request, ruleset)?;
        Ok(EventSettings {
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            host_rating: None,
            request: EventRequest { name, instance: ruleset.instance.to_string(), ..request },
        })
    }

    /// An account joins, or comes back.
    ///
    /// # Errors
    /// The requester has no account, entry is closed, or the store failed.
    pub async fn join(&self, id: &str, person: &GuestId) -> Result<EventDetails, ApiError> {
        self.check_account(person).await?;
        let entrant = entrant_of(person).ok_or(Refusal::NoAccount)?;
        let state = self.load(id).await?;
        self.check_member(&state, person).await?;
        let request = &state.settings.request;
        self.check_bot(request, person).await?;
        self.check_against_host(&state, person).await?;
        let rating = self.rating_of(request, person).await?;
        let joined = TournamentEvent::Joined { entrant, rating };
        let details = self
            .change_as(id, person, |state| match self.pairs_no_more(state) {
                true => Err(refused_as("entry_closed", "closed")),
                false => Ok(joined.clone()),
            })
            .await?;
        // Whoever has left the club meanwhile was withdrawn before the entry was there.
        if let Err(refusal) = self.check_member(&*self.load(id).await?, person).await {
            self.withdraw_if_in(id, person).await;
            return Err(refusal);
        }
        Ok(details)
    }

    /// Checks that a person is no bot, unless bots may join an event.
    async fn check_bot(&self, event: &EventRequest, person: &GuestId) -> Result<(), ApiError> {
        match event.bots || self.store().bots_among([person]).await?.is_empty() {
            true => Ok(()),
            false => Err(refused_as("event_for_people", "bots")),
        }
    }

    /// The rating of a person for an event; that of somebody who has not played, if there is none.
    async fn rating_of(&self, event: &EventRequest, person: &GuestId) -> Result<u16, ApiError> {
        let (game, _) = self.registry.factory().new_game(&event.instance, None)?;
        let Some(pool) = RatingPool::of(game.ruleset(), &event.time_control) else { return Ok(UNRATED) };
        let rows = self.store().ratings([person]).await?;
        Ok(rating_in(&rows, person, &pool, clock::now()).value.min(MAX_RATING))
    }

    /// An entrant takes part no more; a game in progress goes on. A simul whose host withdraws before the start is
    /// called off.
    ///
    /// # Errors
    /// The requester does not take part, the event is over, or the store failed.
    pub async fn withdraw(&self, id: &str, person: &GuestId) -> Result<EventDetails, ApiError> {
        let entrant = entrant_of(person).ok_or_else(|| refused_as("not_taking_part", "absent"))?;
        let withdrew = TournamentEvent::Withdrew { entrant };
        self.change_as(id, person, |_| Ok(withdrew.clone())).await
    }

    /// Withdraws people from every event that is not over.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn withdraw_from_all(&self, people: &BTreeSet<GuestId>) -> Result<(), ApiError> {
        for stage in [EventStage::Upcoming, EventStage::Running] {
            for row in self.store().events(stage, u32::MAX).await? {
                let Some(state) = self.readable(row).await? else { continue };
                for person in
                    state.people().iter().filter(|one| people.contains(one) && state.takes_part(one))
                {
                    self.withdraw_if_in(&state.row.id, person).await;
                }
            }
        }
        Ok(())
    }

    /// Withdraws a person, as one of several: the others do not wait for an event that fails.
    async fn withdraw_if_in(&self, id: &str, person: &GuestId) {
        match self.withdraw(id, person).await {
            // Another node may have been faster.
            Ok(_) | Err(ApiError::Refused(_)) => {}
            Err(error) => tracing::warn!(event = id, %error, "a person cannot be withdrawn"),
        }
    }

    /// Whether a person takes part in an event that is not over.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn takes_part(&self, person: &GuestId) -> Result<bool, ApiError> {
        for row in self.store().events_of(person).await? {
            let is_open = matches!(row.stage, EventStage::Upcoming | EventStage::Running);
            if is_open && self.readable(row).await?.is_some_and(|state| state.takes_part(person)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An entrant will miss a round of a Swiss tournament: the next one, if none is given.
    ///
    /// # Errors
    /// The requester does not take part or cannot have the bye, or the store failed.
    pub async fn request_bye(
        &self,
        id: &str,
        person: &GuestId,
        round: Option<u16>,
    ) -> Result<EventDetails, ApiError> {
        let entrant = entrant_of(person).ok_or_else(|| refused_as("not_taking_part", "absent"))?;
        self.change_as(id, person, |state| {
            let round = round.unwrap_or_else(|| state.tournament.round().saturating_add(1));
            Ok(TournamentEvent::ByeRequested { entrant: entrant.clone(), round })
        })
        .await
    }

    /// Appends an event that a person causes; the event after it.
    async fn change_as(
        &self,
        id: &str,
        person: &GuestId,
        next: impl Fn(&EventState) -> Result<TournamentEvent, ApiError>,
    ) -> Result<EventDetails, ApiError> {
        let changing = self.changing.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            let state = self.load(id).await?;
            if matches!(state.row.stage, EventStage::Finished | EventStage::Cancelled) {
                return Err(refused_as("event_over", "over"));
            }
            let event = next(&state)?;
            state.tournament.clone().apply(&event).map_err(|error| refused(&error))?;
            let stage = state.is_called_off_by(&event).then_some(EventStage::Cancelled);
            if self.append(&state, Change { stage, ..Change::of(event) }).await? {
                drop(changing);
                return self.details(id, Some(person), EventQuery::default()).await;
            }
        }
        Err(StoreError::TimedOut.into())
    }

    /// Whether the time of an arena is over, so that it pairs nobody.
    fn pairs_no_more(&self, state: &EventState) -> bool {
        driver::is_closed(state, self.config, clock::now())
    }

    /// Writes what follows in an event and begins its games; false if it has gone on meanwhile.
    async fn append(&self, state: &EventState, change: Change) -> Result<bool, ApiError> {
        let now = clock::now().max(state.last_at);
        let reminders = reminders::of_change(state, &change, now);
        let Change { events, games, counted, stage } = change;
        let mut begun = Vec::with_capacity(games.len());
        let numbers = events.iter().filter_map(|event| match event {
            TournamentEvent::Paired { game, .. } => Some(*game),
            _ => None,
        });
        let games = numbers.zip(games).map(|(number, game)| {
            begun.push((game.id().clone(), game.after_begin()));
            (number, game.into_append())
        });
        let games = games.collect();
        let entry = |event: &TournamentEvent| match serde_json::to_string(event) {
            Ok(body) => Ok(EventEntry { at: now, body }),
            Err(error) => Err(StoreError::Corrupt(format!("an entry of an event: {error}"))),
        };
        let stage = stage.unwrap_or(state.row.stage);
        let append = EventAppend {
            event: state.row.id.clone(),
            after: state.row.seq,
            settings: state.row.body.clone(),
            stage,
            ended: matches!(stage, EventStage::Finished | EventStage::Cancelled).then_some(now),
            entries: events.iter().map(entry).collect::<Result<_, _>>()?,
            games,
            counted,
            reminders,
        };
        if !self.store().append_event(append).await? {
            return Ok(false);
        }
        // Beside the changes that follow. A game's deadline is stored: if it is not opened now, it is woken by that.
        let registry = self.registry.clone();
        tokio::spawn(async move {
            for (game, after_begin) in begun {
                if let Err(error) = registry.announce(&game, after_begin, None).await {
                    tracing::warn!(game = game.as_str(), %error, "a game of an event cannot be opened");
                }
            }
        });
        self.publish(&state.row.id).await;
        Ok(true)
    }

    /// An event as it is now.
    async fn load(&self, id: &str) -> Result<Arc<EventState>, ApiError> {
        let row = self.store().event(id).await?.ok_or_else(|| ApiError::EventNotFound(id.to_owned()))?;
        Ok(self.state_of(row).await?)
    }

    /// The event of a row: what is known of it, and the entries that have come since.
    async fn state_of(&self, row: EventRow) -> Result<Arc<EventState>, StoreError> {
        // Of another format the log is read again from its beginning.
        let is_same = |known: &Arc<EventState>| known.row.seq <= row.seq && known.has_format_of(&row);
        let known = self.known.get(&row.id).filter(is_same);
        if let Some(known) = &known
            && known.row == row
        {
            return Ok(known.clone());
        }
        let mut state = match known {
            Some(known) => (*known).clone(),
            None => EventState::new(row.clone())?,
        };
        let (id, after, last) = (row.id.clone(), state.row.seq, row.seq);
        if after < last {
            let entries = self.store().event_log(&id, after, last).await?;
            if entries.len() as u64 != last - after {
                return Err(StoreError::Corrupt(format!("event `{id}` lacks entries of its log")));
            }
            state.follow(row, &entries)?;
            let from = u32::try_from(state.games.len()).unwrap_or(u32::MAX);
            let games = self.store().event_games(&id, from).await?;
            state.games.extend(games.into_iter().map(|(_, game)| game));
            // Later entries may have been written meanwhile.
            state.games.truncate(state.tournament.games().len());
        } else {
            state.follow(row, &[])?;
        }
        let state = Arc::new(state);
        self.known.insert(id, state.clone());
        Ok(state)
    }

    /// One of several events; none, with a warning, if it cannot be read: the others are not lost with it.
    async fn readable(&self, row: EventRow) -> Result<Option<Arc<EventState>>, StoreError> {
        let id = row.id.clone();
        match self.state_of(row).await {
            Err(StoreError::Corrupt(problem)) => {
                tracing::warn!(event = id, problem, "an event cannot be read");
                Ok(None)
            }
            state => state.map(Some),
        }
    }

    /// An event with its standings and games, as a person sees it.
    ///
    /// # Errors
    /// There is no such event, or the store failed.
    pub async fn details(
        &self,
        id: &str,
        person: Option<&GuestId>,
        query: EventQuery,
    ) -> Result<EventDetails, ApiError> {
        let state = self.load(id).await?;
        let names = self.names(&state).await;
        let club = self.club_of(&state, person).await?;
        let view = view::EventView::new(&state, &names, club, self.config.minute);
        let mut details = view.details(query);
        if let Some(person) = person
            && self.store().is_account(person).await?
        {
            let manages = self.check_manages(&state, person).await.is_ok();
            let mut you = view.you(person, self.pairs_no_more(&state), manages);
            you.may_join &= self.is_for(&state, person).await? && !self.is_blocked_in(&state, person).await?;
            details.you = Some(you);
        }
        Ok(details)
    }

    async fn names(&self, state: &EventState) -> Names {
        self.registry.names(&state.people()).await
    }

    /// The events of the site.
    ///
    /// # Errors
    /// The store failed.
    pub async fn list(&self) -> Result<EventList, ApiError> {
        Ok(EventList {
            running: self.summaries(EventStage::Running, MAX_RUNNING).await?,
            upcoming: self.summaries(EventStage::Upcoming, MAX_LISTED).await?,
            recent: self.summaries(EventStage::Finished, MAX_RECENT).await?,
        })
    }

    async fn summaries(&self, stage: EventStage, most: u32) -> Result<Vec<EventSummary>, ApiError> {
        let mut states = Vec::new();
        for row in self.store().events(stage, most).await? {
            states.extend(self.readable(row).await?);
        }
        self.listed(&states).await
    }

    /// The event of a game.
    ///
    /// # Errors
    /// The game belongs to no event, or the store failed.
    pub async fn of_game(&self, game: &GameId) -> Result<EventSummary, ApiError> {
        let found = self.store().event_of_game(game).await?;
        let (id, _) = found.ok_or_else(|| ApiError::EventNotFound(game.to_string()))?;
        let state = self.load(&id).await?;
        let names = self.names(&state).await;
        let club = self.club_of(&state, None).await?;
        Ok(view::EventView::new(&state, &names, club, self.config.minute).summary())
    }
}

/// The row of a new event.
fn row_of(
    id: String,
    settings: &EventSettings,
    creator: Option<GuestId>,
    now: UnixMillis,
) -> Result<EventRow, StoreError> {
    let body = serde_json::to_string(settings)
        .map_err(|error| StoreError::Corrupt(format!("an event to be written: {error}")))?;
    Ok(EventRow {
        id,
        body,
        creator,
        created: now,
        starts: settings.request.starts,
        stage: EventStage::Upcoming,
        seq: 0,
        ended: None,
        club: settings.request.club.clone(),
    })
}

/// The answer to a person whose wish does not fit an event as it is.
fn refused_as(code: &'static str, why: &'static str) -> ApiError {
    Rejection::new(code, say::error_event(Argument::Choice(why))).into()
}

/// The same for an entry that does not follow those before it.
fn refused(error: &TournamentEventError) -> ApiError {
    let (code, why) = match error {
        TournamentEventError::Full(_) => ("event_full", "full"),
        TournamentEventError::EntryClosed => ("entry_closed", "closed"),
        TournamentEventError::AlreadyJoined(_) => ("already_joined", "joined"),
        TournamentEventError::Removed(_) => ("entry_declined", "removed"),
        TournamentEventError::NotTakingPart(_) => ("not_taking_part", "absent"),
        TournamentEventError::ByeRefused(_) => ("no_bye", "bye"),
        _ => ("event_over", "over"),
    };
    refused_as(code, why)
}
