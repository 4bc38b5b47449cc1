//! The rules of a game on one sheet of paper.

use maud::html;

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, boards, cite, laws, pieces, say};

/// The sheet of an instance; `None` if there is none.
pub(crate) fn page(reader: &Reader<'_>, instance: &str) -> Option<Draft> {
    let ruleset = reader.resolve(instance)?;
    let about = &ruleset.about;
    let name = reader.title(&ruleset);
    let title = reader.say(say::library_sheet_of(name.as_str()));
    let summary = reader.own(&about.summary, &about.summaries);
    let is_long = ruleset.geometry.ranks() > ruleset.geometry.files();
    let content = html! {
        div.sheet.long[is_long].many[ruleset.pieces.len() > 8] {
            p.actions.screen {
                a href=(to_ruleset(instance, "")) { (reader.say(say::library_sheet_back())) }
                span.faint { (reader.say(say::library_sheet_print())) }
            }
            header.sheet-head {
                h1 { (name) (reader.native(&ruleset)) }
                p lang=[summary.language] dir=[summary.direction()] { (summary.text) }
                p.faint { (reader.translated_list(&about.periods)) @if let Some(region) = &about.region { " · " (reader.translated(region)) } }
            }
            div.sheet-board { (boards::of_array(reader, &ruleset, &ruleset.start().id)) }
            section.sheet-pieces {
                h2 { (reader.say(say::library_pieces())) }
                ul {
                    @for kind in ruleset.kinds() {
                        li {
                            (reader.piece_picture(&ruleset, kind))
                            (pieces::moves(reader, &ruleset, kind))
                            p {
                                strong { (reader.piece(&ruleset, kind).text) } " "
                                @if let Some(gloss) = reader.gloss(&ruleset, kind) { span.faint { "(" bdi { (gloss) } ")" } " " }
                                (reader.say(ruleset.pieces[kind.index()].movement.message()))
                            }
                        }
                    }
                }
            }
            section.sheet-laws {
                h2 { (reader.say(say::library_laws())) }
                dl {
                    @for entry in laws::for_sheet(&ruleset) {
                        div { dt { (reader.say(entry.title)) } dd { (reader.say_of(&ruleset, entry.text)) } }
                    }
                }
            }
            footer.sheet-foot {
                p {
                    @for (index, source) in about.sources.iter().enumerate() {
                        @if index > 0 { (reader.semicolon()) }
                        (cite::citation(reader, source))
                    }
                }
                p dir="ltr" { code { (ruleset.instance) } " · " code { (ruleset.hash()) } " · " (PageAddress::Ruleset(instance.to_owned()).to_string()) }
            }
        }
    };
    let draft = Draft::new(title, summary.text.to_owned(), content);
    Some(Draft {
        canonical: Some(PageAddress::Sheet(ruleset.instance.id.clone()).to_string()),
        instance: Some(ruleset.instance.to_string()),
        ..draft
    })
}
