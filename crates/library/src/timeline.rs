//! The timeline: when the games were played and described, from 600 to 2000.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use rukh_rules::catalog;
use rukh_rules::ruleset::Source;

use crate::address::PageAddress;
use crate::history::{self, HistoryEvent};
use crate::reader::Reader;
use crate::{Draft, cite, map, say};

const FIRST: u16 = 600;
const LAST: u16 = 2000;
const WIDTH: f64 = 1000.0;
/// Height of a game's bar with its name above it.
const LANE: f64 = 56.0;
/// Length of the dots behind a bar whose end is not told.
const OPEN_END: f64 = 22.0;

/// A work with a year, beside the events.
struct Book {
    year: u16,
    work: &'static Source,
}

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_timeline());
    let text = reader.say(say::library_timeline_text());
    let history = history::get();
    let mut events: Vec<&HistoryEvent> = history.events.iter().filter(|event| event.year.is_some()).collect();
    events.sort_by_key(|event| event.year);
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        div.map-frame tabindex="0" { (picture(reader, &events)) }
        h2 { (reader.say(say::library_timeline_games())) }
        ul.events {
            @for span in &history.spans {
                @if let Some(ruleset) = reader.library.ruleset(&span.game) {
                    li {
                        strong.year { bdi dir="ltr" { (span.from) "–" (span.to) } @if span.is_open { " " (reader.say(say::library_timeline_open())) } } " "
                        (reader.name(ruleset)) (reader.say(say::library_colon())) " " (reader.translated_list(&ruleset.about.periods)) " "
                        small { (map::citations(reader, &span.source)) }
                    }
                }
            }
        }
        h2 { (reader.say(say::library_timeline_events())) }
        ol.events { @for event in &events { li id=(event.id) { (map::event_line(reader, event)) } } }
        h2 { (reader.say(say::library_timeline_books())) }
        ol.events {
            @for book in books() {
                li { strong.year dir="ltr" { (book.year) } " " (cite::titled(reader, book.work)) }
            }
        }
        p { a href=(PageAddress::Map.to_string()) { (reader.say(say::library_map())) } }
    };
    Draft::new(title, text, content)
}

/// Books and manuscripts of the bibliography with a year, the oldest first.
fn books() -> Vec<Book> {
    let works = catalog::sources().works.iter().filter(|work| ["book", "manuscript"].contains(&work.kind));
    let year = |text: &str| text.parse().ok().filter(|year| (FIRST..=LAST + 30).contains(year));
    let mut books: Vec<Book> =
        works.filter_map(|work| Some(Book { year: year(work.year.as_deref()?)?, work })).collect();
    books.sort_by_key(|book| book.year);
    books
}

fn x_of(year: u16) -> f64 {
    f64::from(year.clamp(FIRST, LAST) - FIRST) / f64::from(LAST - FIRST) * (WIDTH - 40.0) + 20.0
}

fn picture(reader: &Reader<'_>, events: &[&HistoryEvent]) -> Markup {
    let history = history::get();
    let height = 34.0 + LANE * history.spans.len() as f64 + 40.0;
    let label = html! { (reader.say(say::library_timeline_text())) }.into_string();
    let mut svg = format!(
        r#"<svg class="timeline" viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{label}" direction="ltr">"#
    );
    for century in (FIRST..=LAST).step_by(100) {
        let x = x_of(century);
        // Writing to a string cannot fail.
        let _ = write!(svg, r#"<path class="tick" d="M{x:.1} 24V{:.1}"/>"#, height - 30.0);
        if century % 200 == 0 {
            let _ = write!(
                svg,
                r#"<text class="tick-name" x="{x:.1}" y="16" text-anchor="middle">{century}</text>"#
            );
        }
    }
    for (index, span) in history.spans.iter().enumerate() {
        let top = 34.0 + LANE * index as f64;
        let (from, to) = (x_of(span.from), x_of(span.to));
        let name = reader.library.ruleset(&span.game).map_or(span.game.as_str(), |one| reader.name(one).text);
        let name = html! { (name) }.into_string();
        let (x, anchor) = if from > WIDTH * 0.7 { (to, "end") } else { (from, "start") };
        let _ = write!(
            svg,
            r#"<text x="{x:.1}" y="{:.1}" text-anchor="{anchor}">{name}</text><rect class="span" x="{from:.1}" y="{:.1}" width="{:.1}" height="14" rx="7"/>"#,
            top + 18.0,
            top + 26.0,
            (to - from).max(14.0)
        );
        if span.is_open {
            // It went on for some time that nobody tells.
            let _ = write!(svg, r#"<path class="span-open" d="M{to:.1} {0:.1}h{OPEN_END}"/>"#, top + 33.0);
        }
        for event in events.iter().filter(|event| event.games.contains(&span.game)) {
            let Some(year) = event.year else { continue };
            let _ = write!(
                svg,
                r##"<a href="#{}" aria-label="{}"><circle class="event" cx="{:.1}" cy="{:.1}" r="7"/></a>"##,
                event.id,
                html! { (year) " " (reader.own(&event.text, &event.texts).text) }.into_string(),
                x_of(year),
                top + 33.0
            );
        }
    }
    for book in books() {
        let x = x_of(book.year);
        let _ = write!(svg, r#"<path class="book" d="M{x:.1} {:.1}v16"/>"#, height - 24.0);
    }
    svg += "</svg>";
    PreEscaped(svg)
}
