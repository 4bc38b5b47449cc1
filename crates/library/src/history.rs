//! When and where the games were played: `rulesets/history.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rukh_rules::catalog;
use rukh_rules::ruleset::EvidenceRecord;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// Texts by language tag.
pub(crate) type Texts = Vec<(String, String)>;

/// A position in degrees: north and east are positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GeoPoint {
    pub lat: f64,
    pub lon: f64,
}

/// A place of the map.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub name: String,
    #[serde(deserialize_with = "texts")]
    pub names: Texts,
    lat: Option<f64>,
    lon: Option<f64>,
    evidence: Option<String>,
}

impl Place {
    /// Its position, of its own or of the evidence record that gives it.
    pub fn position(&self) -> Option<GeoPoint> {
        let of_record = || position_of(catalog::sources().record(self.evidence.as_deref()?)?);
        self.lat.zip(self.lon).map(|(lat, lon)| GeoPoint { lat, lon }).or_else(of_record)
    }
}

/// The position that a record gives.
pub(crate) fn position_of(record: &EvidenceRecord) -> Option<GeoPoint> {
    let number = |key: &str| record.field(key)?.parse().ok();
    Some(GeoPoint { lat: number("location.lat")?, lon: number("location.lon")? })
}

/// The time in which a game was played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Span {
    pub game: String,
    pub from: u16,
    pub to: u16,
    /// Whether the sources leave open how long after `to` it was played.
    #[serde(default)]
    pub is_open: bool,
    #[serde(deserialize_with = "one_or_more")]
    pub source: Vec<String>,
}

/// The way of a game from one place to another.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRoute {
    pub game: String,
    pub from: String,
    pub to: String,
    /// Whether no source records the route by which the game came there.
    #[serde(default)]
    pub unrecorded: bool,
    #[serde(deserialize_with = "one_or_more")]
    pub source: Vec<String>,
}

/// Something that happened; on the timeline where its year is known, on the map where its place is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct HistoryEvent {
    pub id: String,
    pub year: Option<u16>,
    pub until: Option<u16>,
    pub games: Vec<String>,
    pub place: Option<String>,
    pub evidence: Option<String>,
    pub text: String,
    #[serde(deserialize_with = "texts")]
    pub texts: Texts,
    #[serde(deserialize_with = "one_or_more")]
    pub source: Vec<String>,
    pub note: Option<String>,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct History {
    pub places: BTreeMap<String, Place>,
    #[serde(rename = "span")]
    pub spans: Vec<Span>,
    #[serde(rename = "route")]
    pub routes: Vec<GameRoute>,
    #[serde(rename = "event")]
    pub events: Vec<HistoryEvent>,
}

static HISTORY: LazyLock<History> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../rulesets/history.toml"))
        .expect("the history is part of the program and tested")
});

/// The history of the games.
pub(crate) fn get() -> &'static History {
    &HISTORY
}

/// Events that rest on a work.
pub(crate) fn citing(key: &str) -> impl Iterator<Item = &'static HistoryEvent> {
    let rests = move |event: &&HistoryEvent| {
        event.year.is_some() && event.source.iter().any(|citation| citation.split(':').next() == Some(key))
    };
    HISTORY.events.iter().filter(rests)
}

fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Texts, D::Error> {
    Ok(BTreeMap::<String, String>::deserialize(from)?.into_iter().collect())
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sources {
        One(String),
        More(Vec<String>),
    }
    match Sources::deserialize(from)? {
        Sources::One(one) => Ok(vec![one]),
        Sources::More(more) if more.is_empty() => Err(D::Error::custom("`source` names no work")),
        Sources::More(more) => Ok(more),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rukh_rules::{Ruleset, catalog};

    use super::get;
    use crate::languages;

    /// Notes and what stands behind a citation are in `rulesets/translations`, whose test names them.
    #[test]
    fn every_place_and_event_is_translated_into_every_language() {
        let history = get();
        let places = history.places.iter().map(|(key, place)| (key, &place.names));
        for (key, texts) in places.chain(history.events.iter().map(|event| (&event.id, &event.texts))) {
            let tags: BTreeSet<&str> = texts.iter().map(|(tag, _)| tag.as_str()).collect();
            assert_eq!(tags, languages().filter(|tag| *tag != "en").collect(), "{key}");
            assert!(texts.iter().all(|(_, text)| !text.trim().is_empty()), "{key}");
        }
    }

    /// A year on the timeline is one that an event of the game gives with its source, or its ruleset.
    #[test]
    fn spans_follow_the_events_of_their_games() {
        for span in &get().spans {
            let events = get().events.iter().filter(|event| event.games.contains(&span.game));
            let known: BTreeSet<u16> = events.flat_map(|event| [event.year, event.until]).flatten().collect();
            let ruleset = Ruleset::named(&span.game).expect("a built-in ruleset");
            let is_stated =
                |year: u16| ruleset.about.periods.iter().any(|text| text.contains(&year.to_string()));
            for year in [span.from, span.to] {
                assert!(known.contains(&year) || is_stated(year), "{}: nothing gives {year}", span.game);
            }
            let is_within = |year: &u16| (span.from..=span.to).contains(year);
            assert!(known.iter().all(is_within), "{}: {known:?}", span.game);
        }
    }

    #[test]
    fn history_names_known_places_games_works_and_records() {
        let history = get();
        for (key, place) in &history.places {
            assert!(place.position().is_some(), "{key}");
        }
        let sources = history.events.iter().map(|event| &event.source);
        let sources = sources.chain(history.spans.iter().map(|span| &span.source));
        for source in sources.chain(history.routes.iter().map(|route| &route.source)).flatten() {
            assert!(catalog::sources().find(source).is_some(), "{source}");
        }
        let mut games: Vec<&str> =
            history.events.iter().flat_map(|event| &event.games).map(String::as_str).collect();
        games.extend(history.spans.iter().map(|span| span.game.as_str()));
        games.extend(history.routes.iter().map(|route| route.game.as_str()));
        for game in games {
            assert!(catalog::all().iter().any(|file| file.id() == game), "{game}");
        }
        for event in &history.events {
            assert!(
                event.place.as_ref().is_none_or(|place| history.places.contains_key(place)),
                "{}",
                event.id
            );
            let is_known = |id: &String| catalog::sources().record(id).is_some();
            assert!(event.evidence.as_ref().is_none_or(is_known), "{}", event.id);
        }
        for route in &history.routes {
            assert!(history.places.contains_key(&route.from) && history.places.contains_key(&route.to));
        }
    }
}
