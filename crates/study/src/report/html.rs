//! The report as one page of HTML without a script.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Block, DataTable, Document};
use super::plot::{self, Plot};

const STYLE: &str = include_str!("page.css");
/// Nothing but the styles of the page itself is loaded or run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Writes the page.
pub(super) fn page(document: &Document) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (document.title) }
                style { (PreEscaped(STYLE)) (PreEscaped(plot::STYLE)) }
            }
            body {
                main {
                    h1 { (document.title) }
                    p.lead { (document.lead) }
                    @for block in &document.blocks { (written(block)) }
                }
            }
        }
    };
    page.into_string()
}

fn written(block: &Block) -> Markup {
    match block {
        Block::Heading(text) => html! { h2 { (text) } },
        Block::Text(text) => html! { p { (text) } },
        Block::Code(lines) => html! { pre tabindex="0" { code { (lines.join("\n")) } } },
        Block::Table(table) => table_of(table),
        Block::Plot(plot) => figure(plot),
        Block::Fold(title, blocks) => html! {
            details {
                summary { h3 { (title) } }
                @for block in blocks { (written(block)) }
            }
        },
    }
}

fn figure(plot: &Plot) -> Markup {
    html! {
        figure {
            figcaption { (plot.title) }
            (plot.svg())
            details {
                summary { "Table of this plot" }
                (table_of(&plot.table))
            }
        }
    }
}

fn table_of(table: &DataTable) -> Markup {
    html! {
        div.wide role="region" aria-label=(table.caption) tabindex="0" {
            table {
                caption { (table.caption) }
                thead { tr { @for name in &table.head { th scope="col" { (name) } } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
