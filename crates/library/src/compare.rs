//! Two rulesets law by law.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::message::{Message, PieceLabel};
use rukh_rules::ruleset::Provenance;

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, boards, cite, say};

/// What two rulesets do not have in common.
pub(crate) enum Difference {
    /// A law, with its text under the second.
    Law { title: Message, after: Message },
    /// A piece that moves otherwise, with its moves under the second.
    Piece { label: PieceLabel, after: Message },
    /// Another start, with the title of the second.
    Array { after: String },
}

/// What a second ruleset changes.
pub(crate) fn differences(first: &Ruleset, second: &Ruleset) -> Vec<Difference> {
    let mut found = Vec::new();
    if first.start().placement != second.start().placement {
        found.push(Difference::Array { after: second.start().title.clone() });
    }
    for piece in &second.pieces {
        let known = first.pieces.iter().find(|known| known.letter == piece.letter);
        if known.is_none_or(|known| known.movement != piece.movement) {
            found.push(Difference::Piece { label: piece.label(), after: piece.movement.message() });
        }
    }
    let before = first.law_entries();
    for entry in second.law_entries() {
        let known = before.iter().find(|known| known.key == entry.key);
        if known.is_none_or(|known| known.value != entry.value) {
            found.push(Difference::Law { title: entry.title, after: entry.text });
        }
    }
    found
}

/// A row of the comparison: a heading, and what each ruleset says.
struct Row {
    title: String,
    first: Markup,
    second: Markup,
    is_same: bool,
}

/// Which rulesets to compare.
pub(crate) fn choice(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_compare());
    let text = reader.say(say::library_compare_text());
    let rulesets = reader.library.rulesets();
    let pairs = rulesets.iter().flat_map(|first| {
        let relatives = rulesets.iter().filter(move |second| second.family == first.family);
        relatives
            .skip_while(|second| second.instance.id != first.instance.id)
            .skip(1)
            .map(move |second| (first, second))
    });
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        (form(reader, None))
        ul.links {
            @for (first, second) in pairs {
                li { a href=(to(first, second)) { (reader.name(first)) " – " (reader.name(second)) } }
            }
        }
    };
    Draft::new(title, text, content)
}

/// The path of a comparison.
pub(crate) fn to(first: &Ruleset, second: &Ruleset) -> String {
    PageAddress::Comparison(first.instance.to_string(), second.instance.to_string()).to_string()
}

/// A form that leads to a comparison without a script: the server sends its answer on.
fn form(reader: &Reader<'_>, shown: Option<(&Ruleset, &Ruleset)>) -> Markup {
    let rulesets = reader.library.rulesets();
    let select = |name: &str, label: String, chosen: Option<&Ruleset>| {
        html! {
            label { span { (label) }
                select name=(name) {
                    @for one in rulesets {
                        option value=(one.instance.id) selected[chosen.is_some_and(|chosen| chosen.instance.id == one.instance.id)] { (reader.name(one).text) }
                    }
                }
            }
        }
    };
    let (first, second) =
        shown.map_or((rulesets.first(), rulesets.get(1)), |(first, second)| (Some(first), Some(second)));
    html! {
        form.compare action="/compare" method="get" {
            (select("a", reader.say(say::library_compare_first()), first))
            (select("b", reader.say(say::library_compare_second()), second))
            button { (reader.say(say::library_compare_go())) }
        }
    }
}

/// The comparison of two rulesets; `None` if one of them does not exist.
pub(crate) fn page(reader: &Reader<'_>, first: &str, second: &str) -> Option<Draft> {
    let (first, second) = (reader.resolve(first)?, reader.resolve(second)?);
    let names = [&first, &second].map(|ruleset| reader.title(ruleset));
    let title = reader.say(say::library_compare_title(names[0].as_str(), names[1].as_str()));
    let rows = rows(reader, &first, &second);
    let same = rows.iter().filter(|row| row.is_same).count();
    let text =
        reader.say(say::library_compare_count(u32::try_from(same).ok()?, u32::try_from(rows.len()).ok()?));
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        (form(reader, Some((&first, &second))))
        table.comparison {
            thead {
                tr {
                    td {}
                    @for (ruleset, name) in [&first, &second].into_iter().zip(&names) {
                        th scope="col" {
                            a href=(to_ruleset(&ruleset.instance.to_string(), "")) { (name) }
                            (boards::of_array(reader, ruleset, &ruleset.start().id))
                        }
                    }
                }
            }
            tbody {
                @for row in rows {
                    tr.same[row.is_same] {
                        th scope="row" { (row.title) }
                        @if row.is_same {
                            td.both colspan="2" { span.visually-hidden { (reader.say(say::library_compare_same())) " " } (row.first) }
                        } @else {
                            td { (row.first) }
                            td { (row.second) }
                        }
                    }
                }
            }
        }
    };
    Some(Draft::new(title, text, content))
}

fn rows(reader: &Reader<'_>, first: &Ruleset, second: &Ruleset) -> Vec<Row> {
    let board = |ruleset: &Ruleset| {
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        html! { p { (reader.say(say::library_board_size(files, ranks))) } }
    };
    let mut rows = vec![Row {
        title: reader.say(say::library_board()),
        first: board(first),
        second: board(second),
        is_same: first.geometry == second.geometry,
    }];
    rows.push(Row {
        title: reader.say(say::library_pieces()),
        first: piece_list(reader, first, second),
        second: piece_list(reader, second, first),
        is_same: moves_of(first) == moves_of(second),
    });
    let theirs = second.law_entries();
    for (ours, theirs) in first.law_entries().into_iter().zip(theirs) {
        let is_same = reader.say(ours.text.clone()) == reader.say(theirs.text.clone());
        rows.push(Row {
            title: reader.say(ours.title),
            first: said(reader, first, ours.text, &ours.provenance),
            second: said(reader, second, theirs.text, &theirs.provenance),
            is_same,
        });
    }
    rows
}

fn said(reader: &Reader<'_>, ruleset: &Ruleset, text: Message, provenance: &Provenance) -> Markup {
    html! { p { (reader.say_of(ruleset, text)) } (cite::provenance(reader, provenance)) }
}

fn moves_of(ruleset: &Ruleset) -> Vec<(char, &str)> {
    ruleset.pieces.iter().map(|piece| (piece.letter, piece.movement.text())).collect()
}

/// The pieces of a ruleset; those that the other lacks, or that move otherwise there, in full.
fn piece_list(reader: &Reader<'_>, ruleset: &Ruleset, other: &Ruleset) -> Markup {
    let theirs = moves_of(other);
    html! {
        ul.sentences {
            @for (kind, piece) in ruleset.kinds().zip(&ruleset.pieces) {
                li {
                    strong { (reader.piece(ruleset, kind).text) }
                    @if !theirs.contains(&(piece.letter, piece.movement.text())) { " " (reader.say(piece.movement.message())) }
                }
            }
        }
    }
}
