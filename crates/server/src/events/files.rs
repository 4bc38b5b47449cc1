//! Results as files, and the calendar of events for programs that keep one.

use std::fmt::Write as _;

use rukh_store::name::Names;
use rukh_tournament::EntrantId;
use rukh_tournament::report::{self, ReportHeader};

use super::Events;
use super::state::{EventState, person_of};
use crate::error::ApiError;
use crate::icalendar::{Calendar, host_of, moment};
use crate::id::GameId;
use crate::wire::GameTimeControl;
use crate::wire::events::{EventFormat, EventSummary};
use crate::wire::time::UnixMillis;

/// How long an event is shown in calendars whose end is not known, in milliseconds: two hours.
const USUAL_LENGTH: u64 = 2 * 3_600_000;

/// A file of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum ResultsFile {
    /// FIDE's Tournament Report File.
    Trf,
    /// A table.
    Csv,
    /// An object.
    Json,
}

impl Events {
    /// The games of an event that have ended, in order; also those that were not played.
    ///
    /// # Errors
    /// There is no such event, or the store failed.
    pub(crate) async fn finished_games(&self, id: &str) -> Result<Vec<GameId>, ApiError> {
        let state = self.load(id).await?;
        let mut ended = Vec::new();
        for (game, id) in state.tournament.games().iter().zip(&state.games) {
            // Some end without counting, as after an early end of the event.
            if !game.is_open() || self.store().summary(id).await?.is_some_and(|game| game.is_over) {
                ended.push(id.clone());
            }
        }
        Ok(ended)
    }

    /// The results of an event as a file.
    ///
    /// # Errors
    /// There is no such event, or no such file of an arena or a simul, or the store failed.
    pub(crate) async fn results(&self, id: &str, file: ResultsFile) -> Result<String, ApiError> {
        let state = self.load(id).await?;
        let names = self.names(&state).await;
        let name_of = |entrant: &EntrantId| name_of(&names, entrant);
        let header = header(&state);
        match file {
            ResultsFile::Csv => Ok(report::csv(&state.tournament, &name_of)),
            ResultsFile::Json => Ok(report::json(&state.tournament, &header, &name_of)),
            ResultsFile::Trf => report::trf(&state.tournament, &header, &name_of)
                .map_err(|error| ApiError::input("no_rounds", error.to_string())),
        }
    }
}

fn name_of(names: &Names, entrant: &EntrantId) -> String {
    person_of(entrant).map_or_else(String::new, |person| names.of(&person))
}

fn header(state: &EventState) -> ReportHeader {
    let day = |time: UnixMillis| time.pgn_date().replace('.', "/");
    let settings = &state.settings;
    ReportHeader {
        name: settings.request.name.clone(),
        start_date: day(state.starts()),
        end_date: state.row.ended.map(day).unwrap_or_default(),
        time_control: format!("{}, {}", settings.ruleset_name, clocks(settings.request.time_control)),
    }
}

/// A time control in few letters, such as `5+3`.
pub(crate) fn clocks(time_control: GameTimeControl) -> String {
    match time_control {
        GameTimeControl::None => String::new(),
        GameTimeControl::Fischer { initial, increment, .. } => format!("{}+{increment}", minutes(initial)),
        GameTimeControl::Delay { initial, delay, .. } => format!("{} d{delay}", minutes(initial)),
        GameTimeControl::Byoyomi { initial, period, periods, .. } => {
            format!("{}+{periods}x{period}", minutes(initial))
        }
        GameTimeControl::Days { days, .. } => format!("{days}d"),
    }
}

/// Whole minutes as a number, others as seconds: `90s`.
fn minutes(seconds: u32) -> String {
    if seconds.is_multiple_of(60) { (seconds / 60).to_string() } else { format!("{seconds}s") }
}

/// What an event is, in a line.
fn described(event: &EventSummary) -> String {
    let format = match event.format {
        EventFormat::Arena { minutes } => format!("Arena, {minutes} minutes"),
        EventFormat::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        EventFormat::Knockout { .. } => "Knock-out".to_owned(),
        EventFormat::Simul { boards, .. } => match &event.creator {
            Some(host) => format!("Simul of {}, up to {boards} boards", host.name),
            None => format!("Simul, up to {boards} boards"),
        },
    };
    format!("{}, {}. {format}", event.ruleset_name, clocks(event.time_control))
}

/// A time in UTC as Atom writes it: `2026-12-03T18:00:00Z`.
fn feed_time(time: UnixMillis) -> String {
    let at = moment(time);
    let (month, day) = (u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", at.year())
}

/// Events as an iCalendar file (RFC 5545), for a site with this address; `now` is when it is written.
pub(crate) fn calendar(events: &[EventSummary], site: &str, now: UnixMillis) -> String {
    let host = host_of(site);
    let mut calendar = Calendar::new(host);
    for event in events {
        calendar.line("BEGIN", "VEVENT");
        calendar.text("UID", &format!("{}@{host}", event.id));
        calendar.time("DTSTAMP", now);
        calendar.time("DTSTART", event.starts);
        calendar.time("DTEND", event.ended.or(event.closes).unwrap_or(event.starts + USUAL_LENGTH));
        calendar.text("SUMMARY", &event.name);
        calendar.text("DESCRIPTION", &described(event));
        calendar.line("URL", &format!("{site}/events/{}", event.id));
        calendar.line("END", "VEVENT");
    }
    calendar.finish()
}

/// Events as a feed (Atom, RFC 4287), for a site with this address; `now` stands for its last change if there is
/// no event.
pub(crate) fn feed(events: &[EventSummary], site: &str, now: UnixMillis) -> String {
    let changed = |event: &EventSummary| event.ended.unwrap_or(event.starts);
    let updated = events.iter().map(changed).filter(|at| *at <= now).max().unwrap_or(now);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>{site}/events</id>\n<title>Rukh: events</title>\n<updated>{}</updated>\n\
         <author><name>Rukh</name></author>\n<link href=\"{site}/events\"/>\n\
         <link rel=\"self\" href=\"{site}/api/v1/events.atom\"/>\n",
        feed_time(updated),
    );
    for event in events {
        let summary = format!("{}. {}", feed_time(event.starts), described(event));
        // Writing into a text cannot fail.
        let _ = write!(
            text,
            "<entry>\n<id>{site}/events/{id}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
             <link href=\"{site}/events/{id}\"/>\n<summary>{}</summary>\n</entry>\n",
            marked_up(&event.name),
            feed_time(changed(event)),
            marked_up(&summary),
            id = event.id,
        );
    }
    text + "</feed>\n"
}

/// A text as XML holds it.
fn marked_up(text: &str) -> String {
    let mut marked_up = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => marked_up += "&amp;",
            '<' => marked_up += "&lt;",
            '>' => marked_up += "&gt;",
            '"' => marked_up += "&quot;",
            letter if letter.is_control() => {}
            letter => marked_up.push(letter),
        }
    }
    marked_up
}

#[cfg(test)]
mod tests {
    use super::{calendar, clocks, feed};
    use crate::wire::events::{EventFormat, EventPhase, EventSummary};
    use crate::wire::time::UnixMillis;
    use crate::wire::{GameTimeControl, SpectatorMode};

    fn event(name: &str) -> EventSummary {
        EventSummary {
            id: "abc".to_owned(),
            name: name.to_owned(),
            instance: "shatranj".to_owned(),
            ruleset_name: "Shatranj".to_owned(),
            skin: "cloth".to_owned(),
            time_control: GameTimeControl::Fischer { initial: 300, increment: 3, werera: None },
            format: EventFormat::Arena { minutes: 90 },
            spectator_mode: SpectatorMode::Match,
            rated: false,
            bots: false,
            phase: EventPhase::Upcoming,
            starts: UnixMillis::new(1_796_320_800_000),
            closes: Some(UnixMillis::new(1_796_326_200_000)),
            ended: None,
            entrants: 0,
            club: None,
            members_only: false,
            creator: None,
            winner: None,
            ended_early: false,
        }
    }

    #[test]
    fn clocks_are_named_in_few_letters() {
        let werera = None;
        for (time, text) in [
            (GameTimeControl::Fischer { initial: 90, increment: 0, werera }, "90s+0"),
            (GameTimeControl::Delay { initial: 300, delay: 3, werera }, "5 d3"),
            (GameTimeControl::Byoyomi { initial: 600, period: 30, periods: 5, werera }, "10+5x30"),
            (GameTimeControl::Days { days: 2, werera_days: None }, "2d"),
        ] {
            assert_eq!(clocks(time), text);
        }
    }

    #[test]
    fn calendar_lines_are_folded_and_escaped() {
        let name = "ሰንጠረዥ; one, two\\three ".to_owned() + &"ሰ".repeat(40);
        let text = calendar(&[event(&name)], "https://rukh.example", UnixMillis::new(0));
        assert!(text.lines().all(|line| line.len() <= 75), "{text}");
        assert!(text.split("\r\n").all(|line| !line.contains(['\r', '\n'])));
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains("\r\nSUMMARY:ሰንጠረዥ\\; one\\, two\\\\three ሰሰሰ"), "{unfolded}");
        assert!(
            unfolded.contains("\r\nDTSTART:20261203T180000Z\r\nDTEND:20261203T193000Z\r\n"),
            "{unfolded}"
        );
        assert!(unfolded.contains("\r\nUID:abc@rukh.example\r\n"), "{unfolded}");
        assert!(unfolded.contains("DESCRIPTION:Shatranj\\, 5+3. Arena\\, 90 minutes\r\n"), "{unfolded}");
        assert!(
            text.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.ends_with("END:VCALENDAR\r\n")
        );
    }

    #[test]
    fn feed_escapes_what_a_stranger_has_written() {
        let text = feed(&[event("<b>\"A\" & B</b>")], "https://rukh.example", UnixMillis::new(0));
        assert!(text.contains("<title>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</title>"), "{text}");
        assert!(text.contains("<updated>2026-12-03T18:00:00Z</updated>"), "{text}");
    }
}
