//! Pieces that fill a square together: the figure of Senterej, and the same question asked of every game.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::ruleset::complement::{Coverage, partitions};

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::section::Section;
use crate::{Draft, say};

/// Cells from the middle to the edge of the squares that are asked about.
const RADII: [u8; 3] = [1, 2, 3];

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_squares());
    let text = reader.say(say::library_squares_text());
    let rulesets = reader.library.rulesets();
    // Rulesets whose pieces move alike have the same answer.
    let moves = |ruleset: &Ruleset| -> Vec<String> {
        ruleset.pieces.iter().map(|piece| piece.movement.text().to_owned()).collect()
    };
    let mut groups: Vec<(Vec<String>, Vec<&Ruleset>)> = Vec::new();
    for ruleset in rulesets {
        let key = moves(ruleset);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(ruleset),
            None => groups.push((key, vec![ruleset])),
        }
    }
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        @for (_, members) in &groups {
            section {
                h2 { (link(reader, members[0])) }
                @if members.len() > 1 {
                    p {
                        (reader.say(say::library_squares_same())) (reader.say(say::library_colon()))
                        @for (index, ruleset) in members[1..].iter().enumerate() {
                            @if index > 0 { " ·" } " " (link(reader, ruleset))
                        }
                    }
                }
                @for radius in RADII { (answer(reader, members[0], radius)) }
            }
        }
    };
    Draft::new(title, text, content)
}

fn link(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    html! { a href=(to_ruleset(&ruleset.instance.id, "")) { (reader.name(ruleset)) } }
}

/// The figures of one ruleset, in the square of five by five.
pub(crate) fn section(reader: &Reader<'_>, ruleset: &Ruleset) -> Option<Section> {
    let found = partitions(ruleset, 2);
    let content = html! {
        div.figures { @for coverage in &found { (figure(reader, ruleset, coverage)) } }
        p { a href=(PageAddress::Squares.to_string()) { (reader.say(say::library_squares_others())) } }
    };
    let is_there = !found.is_empty();
    is_there.then(|| Section::folded("squares", reader.say(say::library_squares()), content))
}

fn answer(reader: &Reader<'_>, ruleset: &Ruleset, radius: u8) -> Markup {
    let found = partitions(ruleset, radius);
    let side = 2 * radius + 1;
    html! {
        h3 { (reader.say(say::library_square_side(side))) }
        @if found.is_empty() { p.faint { (reader.say(say::library_squares_none())) } }
        div.figures { @for coverage in &found { (figure(reader, ruleset, coverage)) } }
    }
}

/// A square whose cells show the piece that reaches them.
fn figure(reader: &Reader<'_>, ruleset: &Ruleset, coverage: &Coverage) -> Markup {
    let names: Vec<String> = coverage
        .shares
        .iter()
        .filter_map(|share| {
            let kind = ruleset.kind(share.letter)?;
            Some(format!("{} {}", reader.piece(ruleset, kind).text, share.cells.len()))
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let shade = |letter: char| coverage.shares.iter().position(|share| share.letter == letter);
    html! {
        figure.square {
            table aria-label=(reader.say(say::library_square_side(2 * coverage.radius + 1))) dir="ltr" {
                @for row in coverage.figure() {
                    tr {
                        @for letter in row.chars() {
                            @match shade(letter) {
                                Some(index) => td class={ "share-" (index % 6) } { (letter.to_ascii_uppercase()) },
                                None => td.middle { "●" },
                            }
                        }
                    }
                }
            }
            figcaption { (reader.list(&names)) }
        }
    }
}
