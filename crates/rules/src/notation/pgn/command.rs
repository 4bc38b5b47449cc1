//! Our own commands in comments, which say what PGN has no word for.

use crate::failure::Failure;
use crate::game::{Entry, Event};
use crate::geometry::{Side, Square};

/// The names of our own commands.
const OWN: [&str; 5] = ["die", "at", "werera", "unclaimed", "end"];

/// A piece of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment<'t> {
    /// Words, with the commands of other programs.
    Text(&'t str),
    /// One of our commands, without `[%` and `]`, and the byte it begins at.
    Own(usize, &'t str),
    /// The same without its end.
    Unclosed(usize, &'t str),
}

/// A comment's pieces, found in one pass. Words that only look like a command of ours have a `%` more
/// than such a command ([`escape_words`]), which is left out here.
pub(super) fn segments(comment: &str) -> Vec<Segment<'_>> {
    let mut found = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(start) = comment[at..].find("[%").map(|start| at + start) {
        let body = &comment[start + 2..];
        let end = body.find(']');
        let body = &body[..end.unwrap_or(body.len())];
        match seeming(body) {
            Seeming::Foreign => {}
            Seeming::Words => {
                found.push(Segment::Text(&comment[from..start + 2]));
                from = start + 3;
            }
            Seeming::Own => {
                found.push(Segment::Text(&comment[from..start]));
                from = start + 2 + body.len() + usize::from(end.is_some());
                found.push(match end {
                    Some(_) => Segment::Own(start, body),
                    None => Segment::Unclosed(start, body),
                });
            }
        }
        at = start + 2 + body.len();
        if end.is_none() {
            // Where one command has no end, none after it has one.
            break;
        }
    }
    found.push(Segment::Text(&comment[from..]));
    found
}

/// What the inside of a command is, if it is closed or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeming {
    /// Another program's.
    Foreign,
    /// Ours.
    Own,
    /// As ours, but for `%` before it: a person's words.
    Words,
}

fn seeming(body: &str) -> Seeming {
    let bare = body.trim_start_matches('%');
    match (OWN.contains(&verb(bare)), bare.len() == body.len()) {
        (false, _) => Seeming::Foreign,
        (true, true) => Seeming::Own,
        (true, false) => Seeming::Words,
    }
}

/// Words in which what would be a command of ours has a `%` more, so that [`segments`] finds the words again.
pub(super) fn escape_words(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        let (before, body) = rest.split_at(start + 2);
        escaped.push_str(before);
        let end = body.find(']');
        let inside = &body[..end.unwrap_or(body.len())];
        if seeming(inside) != Seeming::Foreign {
            escaped.push('%');
        }
        escaped.push_str(inside);
        rest = &body[inside.len()..];
        if end.is_none() {
            break;
        }
    }
    escaped + rest
}

/// The first word of a command.
pub(super) fn verb(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// What a command that is an event says, and when it happened.
pub(super) fn parse(text: &str) -> Result<(Event, Option<u64>), Failure> {
    let mut words: Vec<&str> = text.split_whitespace().take(8).collect();
    let shown: String = text.chars().take(60).collect();
    let mut at = None;
    if let Some(time) = words.last().and_then(|word| word.strip_prefix('@')) {
        at = Some(time.parse().map_err(|_| format!("`@{time}` in `[%{shown}]` should be milliseconds"))?);
        words.pop();
    }
    let event = match words.as_slice() {
        ["die", face] => face.parse().ok().map(|face| Event::Throw { face }),
        ["unclaimed"] => Some(Event::Unclaimed),
        ["end", "draw"] => Some(Event::Draw),
        ["end", "abort"] => Some(Event::Abort),
        ["end", "result", result] => result.parse().ok().map(|result| Event::Result { result }),
        ["end", "resign", side] => side.parse().ok().map(|side| Event::Resign { side }),
        ["end", "flag", side] => side.parse().ok().map(|side| Event::Flag { side }),
        ["end", "leave", side] => side.parse().ok().map(|side| Event::Leave { side, drawn: false }),
        ["end", "leave", side, "draw"] => side.parse().ok().map(|side| Event::Leave { side, drawn: true }),
        ["werera", "turns"] => Some(Event::Turns { why: String::new() }),
        ["werera", "turns", why] => unescape(why).map(|why| Event::Turns { why }),
        ["werera", side, rest @ ..] => side.parse().ok().and_then(|side| parse_placing(side, rest)),
        _ => None,
    };
    let forms = match verb(text) {
        "die" => "`[%die 4]`",
        "at" => "a time, `[%at 1234]`, right after the move it belongs to",
        "unclaimed" => "`[%unclaimed]`",
        "end" => {
            "`[%end resign w]`, `[%end flag w]`, `[%end leave w]`, `[%end draw]`, `[%end abort]` or `[%end result 1-0]`"
        }
        _ => "`[%werera w 12 e2e3]`, `[%werera w -5]`, `[%werera w bundle]` or `[%werera turns agreed]`",
    };
    event
        .map(|event| (event, at))
        .ok_or_else(|| format!("`[%{shown}]` should be {forms}, with a time as `@1234`").into())
}

/// When a move was made, by the command `at`.
pub(super) fn parse_at(text: &str) -> Result<u64, Failure> {
    let mut words = text.split_whitespace().skip(1);
    let at = words.next().and_then(|word| word.parse().ok()).filter(|_| words.next().is_none());
    at.ok_or_else(|| {
        let shown: String = text.chars().take(60).collect();
        format!("`[%{shown}]` should be `[%at 1234]`, milliseconds since the epoch").into()
    })
}

fn parse_placing(side: Side, words: &[&str]) -> Option<Event> {
    let (id, text) = match words {
        ["bundle"] => return Some(Event::Bundle { side }),
        [text] => (None, *text),
        [id, text] => (Some(id.parse().ok()?), *text),
        _ => return None,
    };
    if let Some(seq) = text.strip_prefix('-') {
        return seq.parse().ok().filter(|_| id.is_none()).map(|seq| Event::Retract { side, seq });
    }
    let (from, rest) = Square::take(text)?;
    let (to, becomes) = Square::take(rest)?;
    let mut letters = becomes.chars();
    let promotion = letters.next();
    letters.next().is_none().then_some(Event::Place { side, id, from, to, promotion })
}

/// The command of an event that is no move, such as `[%die 4 @1234]`.
pub(super) fn format(entry: &Entry) -> String {
    let time = entry.at.map_or(String::new(), |at| format!(" @{at}"));
    match &entry.event {
        Event::Throw { face } => format!("[%die {face}{time}]"),
        Event::Unclaimed => format!("[%unclaimed{time}]"),
        Event::Resign { side } => format!("[%end resign {}{time}]", letter(*side)),
        Event::Flag { side } => format!("[%end flag {}{time}]", letter(*side)),
        Event::Draw => format!("[%end draw{time}]"),
        Event::Leave { side, drawn } => {
            let draw = if *drawn { " draw" } else { "" };
            format!("[%end leave {}{draw}{time}]", letter(*side))
        }
        Event::Abort => format!("[%end abort{time}]"),
        Event::Result { result } => format!("[%end result {result}{time}]"),
        Event::Place { side, id, from, to, promotion } => {
            let number = id.map_or(String::new(), |id| format!(" {id}"));
            let becomes = promotion.map_or(String::new(), |letter| letter.to_string());
            format!("[%werera {}{number} {from}{to}{becomes}{time}]", letter(*side))
        }
        Event::Retract { side, seq } => format!("[%werera {} -{seq}{time}]", letter(*side)),
        Event::Bundle { side } => format!("[%werera {} bundle{time}]", letter(*side)),
        Event::Turns { why } if why.is_empty() => format!("[%werera turns{time}]"),
        Event::Turns { why } => format!("[%werera turns {}{time}]", escape(why)),
        Event::Move { mv } => mv.to_string(),
    }
}

fn letter(word: Side) -> &'static str {
    match word {
        Side::White => "w",
        Side::Black => "b",
    }
}

/// Keeps letters, digits, `-`, `.` and `_`, and writes every other byte as `%20`.
fn escape(text: &str) -> String {
    let keeps = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text.bytes()
        .map(|byte| if keeps(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Reads what [`escape`] wrote.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Segment, escape_words, segments};

    #[test]
    fn segments_keep_foreign_commands_in_the_text() {
        use Segment::{Own, Text, Unclosed};
        assert_eq!(
            segments("a [%clk 0:05:00] [%at 5] b"),
            [Text("a [%clk 0:05:00] "), Own(17, "at 5"), Text(" b")]
        );
        assert_eq!(segments("[%eval 1] [%die 5"), [Text("[%eval 1] "), Unclosed(10, "die 5"), Text("")]);
        assert_eq!(segments("[%[%[%at 1]"), [Text("[%[%[%at 1]")]);
    }

    #[test]
    fn segments_of_escaped_words_are_the_words() {
        for words in
            ["[%die 5] b", "a [%%at 1] [%clk 1][%end", "[%%%end draw]", "[%[%at 1] [% at 1", "[%ending]"]
        {
            let written = escape_words(words);
            let segments = segments(&written);
            let texts = segments.iter().map(|segment| match segment {
                Segment::Text(text) => *text,
                other => panic!("{other:?} in {written}"),
            });
            assert_eq!(texts.collect::<String>(), words, "{written}");
        }
    }
}
