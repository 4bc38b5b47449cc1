//! The map: where the games were played, found and described.
//!
//! The outline of the land is that of Natural Earth, which is in the public domain, by way of
//! world-atlas (ISC), simplified; see `assets/README.md`.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use rukh_rules::message::Message;
use rukh_rules::ruleset::EvidenceRecord;

use crate::address::{PageAddress, to_ruleset};
use crate::history::{self, GameRoute, GeoPoint, HistoryEvent, Place};
use crate::reader::Reader;
use crate::{Draft, cite, record, say};

/// The rings of the land: longitude and latitude in degrees, a ring a line.
const LAND: &str = include_str!("../land.txt");

/// A part of the world in an equirectangular projection, true to scale at its middle.
struct MapView {
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

/// From the Atlantic to India.
const OLD_WORLD: MapView = MapView { west: -14.0, east: 78.0, south: 0.0, north: 50.0 };
/// Hawaii and California.
const PACIFIC: MapView = MapView { west: -164.0, east: -106.0, south: 14.0, north: 46.0 };

/// Units of the picture for a degree of latitude.
const SCALE: f64 = 10.0;

impl MapView {
    fn stretch(&self) -> f64 {
        ((self.north + self.south) / 2.0).to_radians().cos()
    }

    fn width(&self) -> f64 {
        (self.east - self.west) * SCALE * self.stretch()
    }

    fn height(&self) -> f64 {
        (self.north - self.south) * SCALE
    }

    fn at(&self, point: GeoPoint) -> (f64, f64) {
        ((point.lon - self.west) * SCALE * self.stretch(), (self.north - point.lat) * SCALE)
    }

    fn holds(&self, point: GeoPoint) -> bool {
        (self.west..=self.east).contains(&point.lon) && (self.south..=self.north).contains(&point.lat)
    }

    /// Whether a place lies where the name of another would stand to its right.
    fn is_beside(&self, point: GeoPoint, other: GeoPoint) -> bool {
        let ((x, y), (other_x, other_y)) = (self.at(point), self.at(other));
        (8.0..90.0).contains(&(other_x - x)) && (other_y - y).abs() < 18.0
    }

    /// The land of this part as a path; rings that lie outside are left out.
    fn land(&self) -> String {
        let mut path = String::new();
        for ring in LAND.lines().map(points).filter(|ring| self.touches(ring)) {
            for (index, &point) in ring.iter().enumerate() {
                let (x, y) = self.at(point);
                // Writing to a string cannot fail.
                let _ = write!(path, "{}{x:.0} {y:.0}", if index == 0 { 'M' } else { 'L' });
            }
            path.push('Z');
        }
        path
    }

    fn touches(&self, ring: &[GeoPoint]) -> bool {
        let span = |of: fn(&GeoPoint) -> f64| {
            ring.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one), high.max(one)))
        };
        let ((west, east), (south, north)) = (span(|point| point.lon), span(|point| point.lat));
        west <= self.east && east >= self.west && south <= self.north && north >= self.south
    }
}

fn points(ring: &str) -> Vec<GeoPoint> {
    let point = |pair: &str| {
        let (lon, lat) = pair.split_once(',')?;
        Some(GeoPoint { lat: lat.parse().ok()?, lon: lon.parse().ok()? })
    };
    ring.split(' ').filter_map(point).collect()
}

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_map());
    let text = reader.say(say::library_map_text());
    let history = history::get();
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        (picture(reader, &OLD_WORLD, say::library_map_old_world()))
        (key(reader))
        (picture(reader, &PACIFIC, say::library_map_pacific()))
        h2 { (reader.say(say::library_places())) }
        dl.places {
            @for (key, place) in &history.places {
                @let events: Vec<&HistoryEvent> = history.events.iter().filter(|event| event.place.as_ref() == Some(key)).collect();
                div id={ "place-" (key) } {
                    dt { (reader.own(&place.name, &place.names)) }
                    @for event in events { dd { (event_line(reader, event)) } }
                    @for route in &history.routes { (route_line(reader, route, key)) }
                }
            }
        }
        p { a href=(PageAddress::Timeline.to_string()) { (reader.say(say::library_timeline())) } }
        p.faint { small { (reader.say(say::library_map_credit())) } }
    };
    Draft::new(title, text, content)
}

/// A route that begins or ends at a place; nothing for any other. An unrecorded route is stated only at
/// its end.
fn route_line(reader: &Reader<'_>, route: &GameRoute, place: &str) -> Markup {
    if route.unrecorded {
        let text = say::library_route_unrecorded(game(reader, &route.game));
        let is_end = route.to == place;
        return html! { @if is_end { dd { (reader.say(text)) " " small { (citations(reader, &route.source)) } } } };
    }
    let say: fn(String, &str) -> Message = match place {
        _ if route.from == place => |game, other| say::library_route(game, other),
        _ if route.to == place => |game, other| say::library_route_here(game, other),
        _ => return html! {},
    };
    let other = if route.from == place { &route.to } else { &route.from };
    let Some(other) = history::get().places.get(other) else { return html! {} };
    let text = say(game(reader, &route.game), reader.own(&other.name, &other.names).text);
    html! { dd { (reader.say(text)) " " small { (citations(reader, &route.source)) } } }
}

fn game(reader: &Reader<'_>, id: &str) -> String {
    reader.library.ruleset(id).map_or(id, |ruleset| reader.name(ruleset).text).to_owned()
}

/// An event with its year, its games and its sources.
pub(crate) fn event_line(reader: &Reader<'_>, event: &HistoryEvent) -> Markup {
    html! {
        @if let Some(year) = event.year {
            strong.year dir="ltr" { (year) @if let Some(until) = event.until { "–" (until) } } " "
        }
        (reader.own(&event.text, &event.texts)) " "
        small {
            @for id in &event.games { a href=(to_ruleset(id, "")) { (game(reader, id)) } " · " }
            @if let Some(id) = &event.evidence { (record::link(id)) " · " }
            (citations(reader, &event.source))
            @if let Some(note) = &event.note { " · " (reader.prose(reader.translated(note))) }
        }
    }
}

/// Citations one behind the other.
pub(crate) fn citations(reader: &Reader<'_>, sources: &[String]) -> Markup {
    html! {
        @for (index, source) in sources.iter().enumerate() {
            @if index > 0 { (reader.semicolon()) }
            (cite::citation(reader, source))
        }
    }
}

fn picture(reader: &Reader<'_>, view: &MapView, label: Message) -> Markup {
    let history = history::get();
    let mut svg = begin(view, &reader.say(label));
    for route in &history.routes {
        let ends = [&route.from, &route.to].map(|key| history.places.get(key).and_then(Place::position));
        if let [Some(from), Some(to)] = ends
            && view.holds(from)
            && view.holds(to)
        {
            let ((x, y), (to_x, to_y)) = (view.at(from), view.at(to));
            let (middle_x, middle_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0 - (to_x - x).abs() * 0.16);
            let class = if route.unrecorded { "route unrecorded" } else { "route" };
            let _ = write!(
                svg,
                r#"<path class="{class}" d="M{x:.0} {y:.0}Q{middle_x:.0} {middle_y:.0} {to_x:.0} {to_y:.0}"/>"#
            );
        }
    }
    for (key, place) in &history.places {
        if let Some(point) = place.position().filter(|point| view.holds(*point)) {
            let name = reader.own(&place.name, &place.names).text;
            let is_close = |other: &Place| other.position().is_some_and(|other| view.is_beside(point, other));
            let is_left = history.places.values().any(is_close);
            dot(&mut svg, view, point, (name, is_left), Some(key));
        }
    }
    svg += "</svg>";
    html! { div.map-frame tabindex="0" { (PreEscaped(svg)) } }
}

/// What the lines of the map mean.
fn key(reader: &Reader<'_>) -> Markup {
    let entries =
        [("route", say::library_map_key_route()), ("route unrecorded", say::library_map_key_unrecorded())];
    html! {
        ul.map-key {
            @for (class, text) in entries {
                li {
                    svg.map viewBox="0 0 44 12" width="44" height="12" aria-hidden="true" { path class=(class) d="M2 6H42" {} }
                    (reader.say(text))
                }
            }
        }
    }
}

fn begin(view: &MapView, label: &str) -> String {
    let label = html! { (label) }.into_string();
    format!(
        r#"<svg class="map" viewBox="0 0 {:.0} {:.0}" role="group" aria-label="{label}" direction="ltr" style="--map-width:{:.0}px"><path class="land" d="{}"/>"#,
        view.width(),
        view.height(),
        view.width(),
        view.land()
    )
}

/// A place with its name to the right, or to the left where there is no room.
fn dot(svg: &mut String, view: &MapView, point: GeoPoint, (name, is_left): (&str, bool), key: Option<&str>) {
    let (x, y) = view.at(point);
    let name = html! { (name) }.into_string();
    let is_left = is_left || x > view.width() * 0.7;
    let (text_x, anchor) = if is_left { (x - 9.0, "end") } else { (x + 9.0, "start") };
    let mark = format!(
        r#"<circle class="place" cx="{x:.0}" cy="{y:.0}" r="5"/><text x="{text_x:.0}" y="{:.0}" text-anchor="{anchor}">{name}</text>"#,
        y + 5.0
    );
    let _ = match key {
        Some(key) => write!(svg, r##"<a href="#place-{key}">{mark}</a>"##),
        None => write!(svg, "{mark}"),
    };
}

/// The place of a record on a map, if it has one there.
pub(crate) fn of_record(reader: &Reader<'_>, record: &EvidenceRecord) -> Option<Markup> {
    let point = history::position_of(record)?;
    let view = [&OLD_WORLD, &PACIFIC].into_iter().find(|view| view.holds(point))?;
    let name = reader.translated(record.field("location.place").unwrap_or(&record.id)).text;
    let mut svg = begin(view, &reader.say(say::library_map_of(name)));
    dot(&mut svg, view, point, (name, false), None);
    svg += "</svg>";
    Some(html! {
        section {
            h2 { (reader.say(say::library_map())) }
            div.map-frame tabindex="0" { (PreEscaped(svg)) }
            p { a href=(PageAddress::Map.to_string()) { (reader.say(say::library_map_whole())) } }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{LAND, OLD_WORLD, points};

    #[test]
    fn land_is_closed_rings_in_bounds() {
        for ring in LAND.lines().map(points) {
            assert!(ring.len() > 3);
            assert_eq!(ring.first(), ring.last());
            assert!(ring.iter().all(|point| point.lat.abs() <= 90.0 && point.lon.abs() <= 180.0));
        }
        assert!((1000..60_000).contains(&OLD_WORLD.land().len()), "{}", OLD_WORLD.land().len());
    }
}
