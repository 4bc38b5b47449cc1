//! The pieces of a ruleset with their moves, and its arrays.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use rukh_rules::movement::diagram::{Diagram, DiagramMove};
use rukh_rules::{PieceKind, Ruleset};

use crate::reader::Reader;
use crate::section::Section;
use crate::{boards, cite, say};

/// A piece's moves as a picture: its own side looks up.
pub(crate) fn diagram(drawn: &Diagram, label: &str) -> Markup {
    let radius = drawn.radius;
    let side = 2 * radius + 1;
    let mut svg =
        format!(r#"<svg class="moves" viewBox="-0.1 -0.1 {0} {0}" role="img">"#, f32::from(side) + 0.2);
    // Writing to a string cannot fail.
    let _ = write!(svg, "<title>{}</title><path class=\"grid\" d=\"", html! { (label) }.into_string());
    for line in 0..=side {
        let _ = write!(svg, "M{line} 0V{side}M0 {line}H{side}");
    }
    svg += r#""/>"#;
    let middle = f32::from(radius) + 0.5;
    let at = |right: i16, ahead: i16| (middle + f32::from(right), middle - f32::from(ahead));
    let _ =
        write!(svg, r#"<path class="piece" d="M{middle} {}l.38 .38l-.38 .38l-.38-.38z"/>"#, middle - 0.38);
    for cell in &drawn.cells {
        let (x, y) = at(cell.right, cell.ahead);
        let kind = match (cell.moves, cell.captures) {
            (Some(DiagramMove::FirstMove), _) => "first",
            (Some(_), Some(_)) => "both",
            (Some(_), None) => "move",
            _ => "capture",
        };
        let _ = write!(svg, r#"<circle class="{kind}" cx="{x}" cy="{y}" r=".21"/>"#);
    }
    for path in &drawn.onward {
        // A small arrow on the edge that the line crosses.
        let edge = |part: i16| part.clamp(-radius, radius);
        let (x, y) = at(edge(path.right), edge(path.ahead));
        let (to_x, to_y) = (f32::from(path.to_right), -f32::from(path.to_ahead));
        let _ = write!(
            svg,
            r#"<path class="onward" d="M{} {}L{} {}"/>"#,
            x + to_x * 0.3,
            y + to_y * 0.3,
            x + to_x * 0.48,
            y + to_y * 0.48
        );
    }
    svg += "</svg>";
    PreEscaped(svg)
}

/// How a kind moves, as a picture with its text for those who do not see it.
pub(crate) fn moves(reader: &Reader<'_>, ruleset: &Ruleset, kind: PieceKind) -> Markup {
    let label = reader.say(say::library_moves_of(ruleset.label(kind)));
    diagram(&ruleset.diagram(kind), &label)
}

/// The list of the pieces.
pub(crate) fn section(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let has_first = ruleset.long_step().is_some();
    let content = html! {
        p.faint {
            small {
                (reader.say(say::library_moves_key()))
                @if has_first { " " (reader.say(say::library_moves_key_first())) }
            }
        }
        ul.pieces {
            @for kind in ruleset.kinds() { (entry(reader, ruleset, kind)) }
        }
    };
    Section::folded("pieces", reader.say(say::library_pieces()), content)
}

fn entry(reader: &Reader<'_>, ruleset: &Ruleset, kind: PieceKind) -> Markup {
    let piece = &ruleset.pieces[kind.index()];
    let shown = reader.piece(ruleset, kind);
    let mut names: Vec<(Option<&str>, &str)> = Vec::new();
    let own = std::iter::once((None, piece.name.as_str()));
    let all = own.chain(piece.names.iter().map(|(tag, name)| (Some(tag.as_str()), name.as_str())));
    for (tag, name) in all.filter(|(_, name)| *name != shown.text) {
        if !names.iter().any(|(_, known)| *known == name) {
            names.push((tag, name));
        }
    }
    html! {
        li id={ "piece-" (piece.letter) } {
            (reader.piece_picture(ruleset, kind))
            div {
                h3 { (shown.text) " " small.letter { (piece.letter.to_ascii_uppercase()) } }
                p { (reader.say(piece.movement.message())) }
                @if !names.is_empty() {
                    p.names {
                        @for (index, (tag, name)) in names.iter().enumerate() {
                            @if index > 0 { " · " }
                            span lang=[tag] dir="auto" { (name) }
                        }
                    }
                }
                (cite::provenance(reader, &piece.provenance))
            }
            (moves(reader, ruleset, kind))
        }
    }
}

/// The arrays, the one that is set up first.
pub(crate) fn arrays(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let start = ruleset.start();
    let others = ruleset.arrays.iter().filter(|array| array.id != start.id);
    let side_names = ruleset.side_names.as_ref();
    let content = html! {
        div.boards {
            @for array in std::iter::once(start).chain(others) {
                figure.example id={ "array-" (array.id) } {
                    (boards::of_array(reader, ruleset, &array.id))
                    figcaption {
                        p { strong { (reader.translated(&array.title)) } @if array.unverified { " · " (reader.say(say::library_unverified())) } }
                        (cite::provenance(reader, &array.provenance))
                    }
                }
            }
        }
        @if let Some(names) = side_names {
            @let [white, black] = [&names.white, &names.black].map(|name| reader.translated(name).text);
            p { (reader.say(say::library_side_names(white, black))) }
            (cite::provenance(reader, &names.provenance))
        }
        @if !ruleset.board_provenance.sources.is_empty() || ruleset.board_provenance.note.is_some() {
            h3 { (reader.say(say::library_board())) }
            p { (reader.say(say::library_board_size(ruleset.geometry.files(), ruleset.geometry.ranks()))) }
            (cite::provenance(reader, &ruleset.board_provenance))
        }
    };
    Section::folded("arrays", reader.say(say::library_arrays()), content)
}
