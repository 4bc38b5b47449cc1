//! Sections of a long page, and the table of contents that leads to each.

use maud::{Markup, Render, html};

use crate::reader::Reader;
use crate::say;

/// A section with its heading. A folded one is a line on narrow screens until it is opened; on wide
/// ones and on paper the style sheet shows it whole.
pub(crate) struct Section {
    id: &'static str,
    title: String,
    content: Markup,
    is_folded: bool,
}

impl Section {
    /// A section that is always shown.
    pub fn open(id: &'static str, title: String, content: Markup) -> Section {
        Section { id, title, content, is_folded: false }
    }

    /// A section that narrow screens fold.
    pub fn folded(id: &'static str, title: String, content: Markup) -> Section {
        Section { id, title, content, is_folded: true }
    }
}

impl Render for Section {
    fn render(&self) -> Markup {
        let Section { id, title, content, is_folded } = self;
        html! {
            @if *is_folded {
                // The place is within, so that a browser that goes to it unfolds what is around it.
                section { details.part { summary { h2 { (title) } } div id=(id) { (content) } } }
            } @else {
                section id=(id) { h2 { (title) } (content) }
            }
        }
    }
}

/// Links to all sections.
pub(crate) fn contents(reader: &Reader<'_>, sections: &[Section]) -> Markup {
    html! {
        nav.contents aria-label=(reader.say(say::library_contents())) {
            @for section in sections { a href={ "#" (section.id) } { (section.title) } }
        }
    }
}
