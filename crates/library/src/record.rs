//! A record as a collection keeps it: evidence for a game, or a ruleset of another collection.

use maud::{Markup, html};
use rukh_rules::message::Message;
use rukh_rules::ruleset::EvidenceRecord;
use rukh_rules::{Ruleset, catalog};

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, cite, map, say, works};

/// The page of a record; `None` if there is none.
pub(crate) fn page(reader: &Reader<'_>, id: &str) -> Option<Draft> {
    let record = catalog::sources().record(id)?;
    let kind = record.field("type").or(record.field("summary")).unwrap_or_default();
    let title = match record.field("game") {
        Some(game) => reader.say(say::library_record_of_ruleset(game)),
        None => reader.say(say::library_record_of_evidence(id)),
    };
    let resting: Vec<&Ruleset> = reader.library.rulesets().iter().filter(|one| rests(one, id)).collect();
    let content = html! {
        h1 { (title) }
        @if record.field("game").is_some() { p.lead { code dir="ltr" { (id) } } }
        article.record { (fields(reader, record)) }
        @if let Some(point) = map::of_record(reader, record) { (point) }
        @if !resting.is_empty() {
            section {
                h2 { (reader.say(say::library_record_rests())) }
                ul.links {
                    @for ruleset in resting { li { a href=(to_ruleset(&ruleset.instance.id, "")) { (reader.name(ruleset)) } } }
                }
            }
        }
    };
    Some(Draft::new(title, kind.to_owned(), content))
}

fn rests(ruleset: &Ruleset, id: &str) -> bool {
    let about = &ruleset.about;
    about.evidence.iter().chain(&about.identifiers).any(|known| known == id)
}

/// An identifier, linked where there is a page for it.
pub(crate) fn link(id: &str) -> Markup {
    match catalog::sources().record(id) {
        Some(_) => html! { a href=(PageAddress::Record(id.to_owned()).to_string()) { (id) } },
        None => html! { (id) },
    }
}

/// Every field of a record with its heading.
pub(crate) fn fields(reader: &Reader<'_>, record: &EvidenceRecord) -> Markup {
    let position = record.field("location.lat").zip(record.field("location.lon"));
    let dates = record.field("date.from").zip(record.field("date.to"));
    let dates = dates.map(|(from, to)| format!("{from} – {to}"));
    html! {
        dl.facts.fields {
            @for (key, text) in record.fields.iter().filter(|(_, text)| !text.is_empty()) {
                @match heading(key) {
                    Some(heading) => { div { dt { (reader.say(heading)) } dd { (value(reader, key, text)) } } },
                    None => {},
                }
            }
            @if let Some((latitude, longitude)) = position {
                div { dt { (reader.say(say::record_position())) } dd { span dir="ltr" { (latitude) "°, " (longitude) "°" } } }
            }
            @if let Some(dates) = dates { div { dt { (reader.say(say::record_date())) } dd { span dir="ltr" { (dates) } } } }
        }
    }
}

fn value(reader: &Reader<'_>, key: &str, text: &str) -> Markup {
    match key {
        "source" | "reference" => html! {
            @for (index, citation) in text.split(", ").enumerate() {
                @if index > 0 { (reader.semicolon()) }
                (cite::citation(reader, citation))
            }
        },
        "home" => html! { a.url rel="external nofollow" href=(text) dir="ltr" { (works::host(text)) } },
        "in-our-words" => {
            let names: Vec<String> =
                text.split(", ").filter_map(heading).map(|one| reader.say(one)).collect();
            html! { (names.join(reader.comma())) }
        }
        _ => html! { (reader.translated(text)) },
    }
}

/// The heading of a field; `None` for the parts of a date or a position, which stand together.
fn heading(key: &str) -> Option<Message> {
    Some(match key {
        "type" => say::record_type(),
        "location.place" => say::record_place(),
        "content" => say::record_content(),
        "rules" => say::record_rules(),
        "confidence" => say::record_confidence(),
        "ages" => say::record_ages(),
        "social-status" => say::record_social_status(),
        "genders" => say::record_genders(),
        "source" => say::library_source(),
        "home" => say::record_home(),
        "in-our-words" => say::record_in_our_words(),
        "note" => say::record_note(),
        "game" => say::record_game(),
        "name" => say::record_name(),
        "alternate-names" => say::library_other_names(),
        "period" => say::library_period(),
        "summary" => say::record_summary(),
        "description" => say::record_description(),
        "concepts" => say::library_concepts(),
        "other-rulesets" => say::library_relatives(),
        "reference" => say::record_reference(),
        "origin" => say::record_origin(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use rukh_rules::catalog;

    use super::heading;

    /// A reader can look a record up where it is kept, and knows which of its fields are not its words.
    #[test]
    fn records_link_their_home_and_name_what_is_told_in_our_words() {
        let sources = catalog::sources();
        for record in sources.evidence.iter().chain(&sources.rulesets) {
            assert!(record.field("home").is_some_and(|home| home.starts_with("https://")), "{}", record.id);
            let told = record.field("in-our-words").unwrap_or_default();
            assert!(
                !told.is_empty() && told.split(", ").all(|field| record.field(field).is_some()),
                "{told}"
            );
        }
    }

    #[test]
    fn every_field_of_a_record_is_shown() {
        let sources = catalog::sources();
        for record in sources.evidence.iter().chain(&sources.rulesets) {
            for (key, _) in &record.fields {
                let is_shown =
                    heading(key).is_some() || key.starts_with("location.") || key.starts_with("date.");
                assert!(is_shown, "{}: {key}", record.id);
            }
        }
    }
}
