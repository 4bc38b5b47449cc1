//! iCalendar (RFC 5545): the lines of a calendar for programs that keep one.

use time::OffsetDateTime;

use crate::wire::time::UnixMillis;

/// Longest line of an iCalendar file, in bytes.
const MAX_LINE: usize = 75;

/// A calendar that is being written.
pub(crate) struct Calendar(String);

impl Calendar {
    /// A calendar with a name.
    pub(crate) fn new(name: &str) -> Calendar {
        let mut calendar = Calendar(String::new());
        calendar.line("BEGIN", "VCALENDAR");
        calendar.line("VERSION", "2.0");
        calendar.line("PRODID", "-//Rukh//Events//EN");
        calendar.text("X-WR-CALNAME", name);
        calendar
    }

    /// A line whose value is no text.
    pub(crate) fn line(&mut self, name: &str, value: &str) {
        self.0 += &folded(&format!("{name}:{value}"));
    }

    /// A line with a text.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.line(name, &escaped(text));
    }

    /// A line with a time, such as `20261203T180000Z`.
    pub(crate) fn time(&mut self, name: &str, time: UnixMillis) {
        let at = moment(time);
        let (month, day) = (u8::from(at.month()), at.day());
        let (hour, minute, second) = at.to_hms();
        self.line(name, &format!("{:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z", at.year()));
    }

    /// The file.
    pub(crate) fn finish(mut self) -> String {
        self.line("END", "VCALENDAR");
        self.0
    }
}

/// The host of a site, by which its events are known.
pub(crate) fn host_of(site: &str) -> &str {
    site.split_once("://").map_or(site, |(_, host)| host)
}

/// A time in UTC.
pub(crate) fn moment(time: UnixMillis) -> OffsetDateTime {
    let seconds = i64::try_from(time.as_u64() / 1000).unwrap_or_default();
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// A text with its reserved letters escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped += "\\n",
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A line with its end: longer ones go on in lines that begin with a blank.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 2);
    let mut length = 0;
    for letter in line.chars() {
        if length + letter.len_utf8() > MAX_LINE {
            folded += "\r\n ";
            length = 1;
        }
        folded.push(letter);
        length += letter.len_utf8();
    }
    folded + "\r\n"
}
