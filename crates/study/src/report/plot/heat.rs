//! Heat maps of boards.

use maud::{Markup, html};

use super::{Plot, WIDTH, at};
use crate::figures::{HeatMap, HeatMaps};
use crate::report::document::DataTable;
use crate::report::text;

/// Width and height of a board with its numbers and letters.
const PANEL: f64 = 300.0;
/// Largest square.
const SQUARE: f64 = 28.0;
const MARGIN: f64 = 24.0;

/// Four boards: where White's and Black's moves ended, and where they captured.
pub(in crate::report) fn heat_plot(name: String, of: &str, heat: &HeatMaps) -> Plot {
    let longest = heat.files.max(heat.ranks).max(1) as f64;
    let square = ((PANEL - 2.0 * MARGIN) / longest).min(SQUARE);
    let height = square * heat.ranks as f64 + 2.0 * MARGIN + 12.0;
    let body = html! {
        @for (number, map) in heat.maps.iter().enumerate() {
            g transform={ "translate(" (at((number % 2) as f64 * WIDTH / 2.0)) " " (at((number / 2) as f64 * height)) ")" } {
                (draw_board(map, heat, square))
            }
        }
    };
    let title = format!("Where pieces go: {of}");
    let most = heat.maps.iter().filter_map(|map| {
        let (square, count) = map.squares.iter().max_by_key(|(_, count)| **count)?;
        Some(format!("{} of {} most often on {square}: {}", map.of, map.side, text::count(*count)))
    });
    let text = format!(
        "Four boards: destinations and captures of White, then of Black. The stronger the colour of a square, the more often. {}.",
        most.collect::<Vec<_>>().join("; ")
    );
    let rows = heat.maps.len().div_ceil(2) as f64;
    Plot { name, title: title.clone(), text, height: rows * height, body, table: table(title, heat) }
}

/// The name of a square of a board.
fn square_name(file: usize, rank: usize) -> String {
    let letter = char::from(b'a'.saturating_add(u8::try_from(file).unwrap_or(u8::MAX)));
    format!("{letter}{}", rank + 1)
}

fn draw_board(map: &HeatMap, heat: &HeatMaps, square: f64) -> Markup {
    let most = map.squares.values().copied().max().unwrap_or(0).max(1) as f64;
    let x = |file: usize| at(MARGIN + square * file as f64);
    let y = |rank: usize| at(MARGIN + square * (heat.ranks - 1 - rank) as f64);
    let squares = (0..heat.ranks).flat_map(|rank| (0..heat.files).map(move |file| (file, rank)));
    let (files, ranks) = (0..heat.files, 0..heat.ranks);
    html! {
        text x=(at(MARGIN)) y="16" { (map.side) ": " (map.of) }
        @for (file, rank) in squares {
            @let count = map.squares.get(&square_name(file, rank)).copied().unwrap_or(0);
            @if count > 0 {
                rect.heat x=(x(file)) y=(y(rank)) width=(at(square)) height=(at(square))
                    fill-opacity=(format!("{:.3}", count as f64 / most)) {}
            }
            rect.square x=(x(file)) y=(y(rank)) width=(at(square)) height=(at(square)) {}
        }
        @for rank in ranks {
            text.faint x=(at(MARGIN - 4.0)) y=(at(MARGIN + square * ((heat.ranks - rank) as f64 - 0.5) + 4.0)) text-anchor="end" { (rank + 1) }
        }
        @for file in files {
            text.faint x=(at(MARGIN + square * (file as f64 + 0.5))) y=(at(MARGIN + square * heat.ranks as f64 + 16.0)) text-anchor="middle" {
                (square_name(file, 0).trim_end_matches('1'))
            }
        }
    }
}

/// The counts of all squares with moves.
fn table(title: String, heat: &HeatMaps) -> DataTable {
    let mut table = DataTable::new(title, &["Square"]);
    table.head.extend(heat.maps.iter().map(|map| format!("{}: {}", map.side, map.of)));
    for rank in 0..heat.ranks {
        for file in 0..heat.files {
            let name = square_name(file, rank);
            let counts: Vec<u64> =
                heat.maps.iter().map(|map| map.squares.get(&name).copied().unwrap_or(0)).collect();
            if counts.iter().any(|count| *count > 0) {
                table.rows.push([name].into_iter().chain(counts.into_iter().map(text::count)).collect());
            }
        }
    }
    table
}
