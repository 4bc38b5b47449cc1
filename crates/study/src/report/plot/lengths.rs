//! Histograms of the length of games.

use std::collections::BTreeMap;

use maud::html;

use super::{Plot, WIDTH, at, tick_name, ticks};
use crate::report::document::DataTable;
use crate::report::text;

/// Number of bars.
const BARS: u32 = 24;
const LEFT: f64 = 60.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 200.0;

/// A histogram of plies; games that were cut off stand on top of the others, as empty bars.
pub(in crate::report) fn length_plot(
    name: String,
    of: &str,
    lengths: &BTreeMap<u32, u32>,
    cut: &BTreeMap<u32, u32>,
) -> Plot {
    let longest = lengths.keys().next_back().copied().unwrap_or(0);
    let width = longest / BARS + 1;
    let mut bars = vec![[0_u64; 2]; longest as usize / width as usize + 1];
    for (plies, games) in lengths {
        let open = cut.get(plies).copied().unwrap_or(0).min(*games);
        let bar = &mut bars[(plies / width) as usize];
        *bar = [bar[0] + u64::from(games - open), bar[1] + u64::from(open)];
    }
    let most = bars.iter().map(|[ended, open]| ended + open).max().unwrap_or(0).max(1) as f64;
    let step = (WIDTH - LEFT - 10.0) / bars.len() as f64;
    let height = |games: u64| games as f64 / most * (BOTTOM - TOP);
    let x = |plies: f64| LEFT + plies / f64::from(width) * step;
    let bar = |number: usize, games: u64, above: u64| {
        (at(LEFT + step * number as f64 + 1.0), at(BOTTOM - height(games + above)), at(height(games)))
    };
    let body = html! {
        @for (number, [ended, open]) in bars.iter().enumerate() {
            @let (x, y, tall) = bar(number, *ended, 0);
            @if *ended > 0 { rect.bar x=(x) y=(y) width=(at(step - 2.0)) height=(tall) {} }
            @let (x, y, tall) = bar(number, *open, *ended);
            @if *open > 0 { rect.open x=(x) y=(y) width=(at(step - 2.0)) height=(tall) {} }
        }
        path.axis d={ "M" (at(LEFT)) " " (at(TOP)) "V" (at(BOTTOM)) "H" (at(WIDTH - 10.0)) } {}
        @for tick in ticks([0.0, most]) {
            text.faint x=(at(LEFT - 8.0)) y=(at(BOTTOM - tick / most * (BOTTOM - TOP) + 4.0)) text-anchor="end" { (tick_name(tick)) }
        }
        @for tick in ticks([0.0, f64::from(longest) + 1.0]) {
            text.faint x=(at(x(tick))) y=(at(BOTTOM + 18.0)) text-anchor="middle" { (tick_name(tick)) }
        }
        text.faint x=(at(WIDTH - 10.0)) y=(at(BOTTOM + 36.0)) text-anchor="end" { "plies" }
    };
    let title = format!("Length of games: {of}");
    let mut table = DataTable::new(title.clone(), &["Plies", "Games that ended", "Games cut off"]);
    for (number, [ended, open]) in (0..).zip(&bars) {
        let first: u32 = number * width;
        let plies = if width == 1 { first.to_string() } else { format!("{first} to {}", first + width - 1) };
        table.rows.push(vec![plies, text::count(*ended), text::count(*open)]);
    }
    let [ended, open] = bars.iter().fold([0, 0], |sum, bar| [sum[0] + bar[0], sum[1] + bar[1]]);
    let text = format!(
        "Number of games by plies: {} that ended, as filled bars, and {} that were cut off, as dashed outlines on top.",
        text::count(ended),
        text::count(open)
    );
    Plot { name, title, text, height: BOTTOM + 44.0, body, table }
}
