//! The weekly calendar: events that the site itself makes, each once, whichever node is first.
//!
//! The id of an event says which one of which week it is, so that a second node, or the same one after a restart,
//! finds that it exists.

use rukh_store::clock;
use serde::Deserialize;
use time::{OffsetDateTime, Weekday};

use super::{EventSettings, Events, row_of};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::events::{EventFormat, EventRequest};
use crate::wire::time::UnixMillis;
use crate::wire::{GameTimeControl, SpectatorMode};

/// The built-in calendar.
const BUILT_IN: &str = include_str!("weekly.toml");
/// Longest id of an entry.
const MAX_ID_CHARS: usize = 40;
const DAY: u64 = 86_400_000;
const MINUTE: u64 = 60_000;

/// Events that take place every week.
///
/// # Examples
/// ```
/// use rukh_server::WeeklyCalendar;
///
/// let error = WeeklyCalendar::parse("[[event]]\nid = 'night'").unwrap_err();
/// assert!(error.to_string().contains("missing field"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeeklyCalendar {
    /// The events.
    event: Vec<WeeklyEvent>,
}

/// An event of every week.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WeeklyEvent {
    /// Small letters, digits and hyphens; ids of its events begin with it.
    id: String,
    name: String,
    weekday: WeekdayName,
    /// Hour and minute in UTC, such as `18:00`.
    time: String,
    instance: String,
    time_control: GameTimeControl,
    format: EventFormat,
    #[serde(default = "in_match")]
    spectator_mode: SpectatorMode,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    bots: bool,
    /// Name of the account that is the host of a simul.
    host: Option<String>,
}

fn in_match() -> SpectatorMode {
    SpectatorMode::Match
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WeekdayName {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// The next event of an entry.
struct NextEvent {
    id: String,
    /// Name of the host of a simul.
    host: Option<String>,
    request: EventRequest,
}

/// Why a text is no calendar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalendarError {
    /// It is not TOML of this form.
    #[error("{0}")]
    Form(String),
    /// The id of an event would not do in an address.
    #[error(
        "the id `{0}` must have 1 to {MAX_ID_CHARS} small letters, digits and hyphens, and be there once"
    )]
    Id(String),
    /// A simul without a host, or another event with one.
    #[error("event `{0}`: a simul has a `host`, the name of an account, and no other event has one")]
    Host(String),
    /// The time is no hour with its minute.
    #[error("event `{0}`: the time is `{1}`, but must be an hour and minute in UTC, such as `18:00`")]
    Time(String, String),
}

impl WeeklyCalendar {
    /// Reads a calendar.
    ///
    /// # Errors
    /// If it is no calendar.
    pub fn parse(text: &str) -> Result<WeeklyCalendar, CalendarError> {
        let calendar: WeeklyCalendar =
            toml::from_str(text).map_err(|error| CalendarError::Form(error.to_string()))?;
        for (at, event) in calendar.event.iter().enumerate() {
            let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            let is_good = (1..=MAX_ID_CHARS).contains(&event.id.len()) && event.id.bytes().all(is_letter);
            if !is_good || calendar.event[..at].iter().any(|other| other.id == event.id) {
                return Err(CalendarError::Id(event.id.clone()));
            }
            if matches!(event.format, EventFormat::Simul { .. }) != event.host.is_some() {
                return Err(CalendarError::Host(event.id.clone()));
            }
            if event.minute_of_day().is_none() {
                return Err(CalendarError::Time(event.id.clone(), event.time.clone()));
            }
        }
        Ok(calendar)
    }

    /// The built-in calendar.
    #[must_use]
    pub fn built_in() -> WeeklyCalendar {
        WeeklyCalendar::parse(BUILT_IN).expect("the built-in calendar is read by a test")
    }

    /// The next event of each entry, with its id.
    fn next(&self, now: UnixMillis) -> Vec<NextEvent> {
        self.event.iter().filter_map(|event| event.next(now)).collect()
    }
}

impl WeeklyEvent {
    fn minute_of_day(&self) -> Option<u64> {
        let (hour, minute) = self.time.split_once(':')?;
        let number = |text: &str, most: u64| -> Option<u64> {
            let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| is_number && *number <= most)
        };
        Some(60 * number(hour, 23)? + number(minute, 59)?)
    }

    /// The next time that it takes place after a time.
    fn next(&self, now: UnixMillis) -> Option<NextEvent> {
        let today = now.as_u64() / DAY;
        let starts = (0..=7).map(|ahead| (today + ahead) * DAY + self.minute_of_day().unwrap_or(0) * MINUTE);
        let day = |starts: u64| {
            let seconds = i64::try_from(starts / 1000).ok()?;
            OffsetDateTime::from_unix_timestamp(seconds).ok()
        };
        let is_next = |starts: &u64| {
            *starts > now.as_u64() && day(*starts).is_some_and(|day| self.weekday.is(day.weekday()))
        };
        let starts = starts.into_iter().find(is_next)?;
        let date = UnixMillis::new(starts).pgn_date().replace('.', "");
        let request = EventRequest {
            name: self.name.clone(),
            instance: self.instance.clone(),
            time_control: self.time_control,
            format: self.format,
            starts: UnixMillis::new(starts),
            spectator_mode: self.spectator_mode,
            rated: self.rated,
            bots: self.bots,
            club: None,
            members_only: false,
        };
        Some(NextEvent { id: format!("{}-{date}", self.id), host: self.host.clone(), request })
    }
}

impl WeekdayName {
    fn is(self, day: Weekday) -> bool {
        let same = match self {
            WeekdayName::Monday => Weekday::Monday,
            WeekdayName::Tuesday => Weekday::Tuesday,
            WeekdayName::Wednesday => Weekday::Wednesday,
            WeekdayName::Thursday => Weekday::Thursday,
            WeekdayName::Friday => Weekday::Friday,
            WeekdayName::Saturday => Weekday::Saturday,
            WeekdayName::Sunday => Weekday::Sunday,
        };
        same == day
    }
}

impl Events {
    /// Checks that an account may be the host of a simul, as if it made the simul.
    async fn check_host_of_calendar(&self, event: &EventRequest, host: &GuestId) -> Result<(), ApiError> {
        self.check_account(host).await?;
        self.check_bot(event, host).await
    }

    /// The events of the calendar that come next, with their settings.
    fn next_of_calendar(&self) -> Result<Vec<(NextEvent, EventSettings)>, ApiError> {
        let now = clock::now();
        let next = self.calendar.iter().flat_map(|calendar| calendar.next(now));
        let checked = |event: NextEvent| {
            let settings = self.checked(event.request.clone(), now)?;
            Ok((event, settings))
        };
        next.map(checked).collect()
    }

    /// Checks that the events of the calendar can be made.
    ///
    /// # Errors
    /// What is wrong with the first that cannot.
    pub(crate) fn check_calendar(&self) -> Result<(), ApiError> {
        self.next_of_calendar().map(drop)
    }

    /// Makes the events of the calendar that come next, unless they exist.
    pub(super) async fn make_weekly_events(&self) -> Result<(), ApiError> {
        for (NextEvent { id, host, request }, mut settings) in self.next_of_calendar()? {
            if self.known.peek(&id).is_some() || self.store().event(&id).await?.is_some() {
                continue;
            }
            let creator = match &host {
                Some(name) => self.store().player_named(name).await?,
                None => None,
            };
            if let Some(creator) = &creator {
                if let Err(error) = self.check_host_of_calendar(&request, creator).await {
                    tracing::warn!(event = id, ?host, %error, "the host of a simul cannot play it");
                    continue;
                }
                settings.host_rating = Some(self.rating_of(&request, creator).await?);
            } else if let Some(host) = host {
                tracing::warn!(event = id, host, "no account has the name of the host of a simul");
                continue;
            }
            let row = row_of(id, &settings, creator, clock::now())?;
            // The operator's events count for nobody's limit.
            if self.store().insert_event(&row, u64::MAX).await? {
                tracing::info!(event = row.id, "an event of the weekly calendar is made");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CalendarError, WeeklyCalendar};
    use crate::wire::time::UnixMillis;

    /// Thursday, 3 December 2026, 18:00 UTC.
    const THURSDAY: u64 = 1_796_320_800_000;

    #[test]
    fn calendar_has_one_next_event_of_each_entry() {
        let calendar = WeeklyCalendar::built_in();
        let night = |now: u64| {
            let next = calendar.next(UnixMillis::new(now));
            let found = next.into_iter().find(|event| event.id.starts_with("senterej-night")).unwrap();
            (found.id, found.request.starts.as_u64())
        };
        let this = ("senterej-night-20261203".to_owned(), THURSDAY);
        for before in [1, 3_600_000, 3 * 86_400_000, 7 * 86_400_000] {
            assert_eq!(night(THURSDAY - before), this, "{before}");
        }
        let next = ("senterej-night-20261210".to_owned(), THURSDAY + 7 * 86_400_000);
        for after in [0, 1, 20 * 3_600_000] {
            assert_eq!(night(THURSDAY + after), next, "{after}");
        }
    }

    #[test]
    fn calendar_with_faults_is_refused() {
        let good = "[[event]]\nid = 'night'\nname = 'Night'\nweekday = 'friday'\ntime = '18:00'\n\
            instance = 'shatranj'\ntime-control = { kind = 'fischer', initial = 60, increment = 0 }\n\
            format = { kind = 'arena', minutes = 60 }\n";
        assert!(WeeklyCalendar::parse(good).is_ok());
        for (from, to) in [("friday", "freitag"), ("minutes", "hours"), ("name =", "title =")] {
            let refused = WeeklyCalendar::parse(&good.replace(from, to));
            assert!(matches!(refused, Err(CalendarError::Form(_))), "{refused:?}");
        }
        for time in ["24:00", "18:60", "18", "6:00", "18:0a", "+1:00"] {
            let refused = WeeklyCalendar::parse(&good.replace("18:00", time));
            assert!(matches!(refused, Err(CalendarError::Time(..))), "{time}: {refused:?}");
        }
        for id in ["", "Night", "a/b", &"x".repeat(41)] {
            let refused = WeeklyCalendar::parse(&good.replace("night", id));
            assert!(matches!(refused, Err(CalendarError::Id(_))), "{id}: {refused:?}");
        }
        assert!(matches!(WeeklyCalendar::parse(&good.repeat(2)), Err(CalendarError::Id(_))));
        let simul = "kind = 'simul', host_colour = 'white', boards = 9, begin_with = 2";
        let simul = good.replace("kind = 'arena', minutes = 60", simul);
        for text in [&simul, &(good.to_owned() + "host = 'Almaz'\n")] {
            let refused = WeeklyCalendar::parse(text);
            assert!(matches!(refused, Err(CalendarError::Host(_))), "{refused:?}");
        }
        assert!(WeeklyCalendar::parse(&(simul + "host = 'Almaz'\n")).is_ok());
    }
}
