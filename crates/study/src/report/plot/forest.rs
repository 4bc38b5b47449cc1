//! Forest plots: values with their intervals, one beneath the other.

use maud::{Markup, html};

use super::{Plot, WIDTH, at, ticks};
use crate::report::document::DataTable;

/// Height of a row: a line for its name, one for its interval.
const ROW: f64 = 46.0;
/// Where the plot ends and the numbers begin.
const RIGHT: f64 = 400.0;
const LEFT: f64 = 16.0;

/// A value with its interval.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::report) struct ForestRow {
    pub(in crate::report) name: String,
    pub(in crate::report) value: f64,
    pub(in crate::report) interval: Option<[f64; 2]>,
    /// Value and interval, as text.
    pub(in crate::report) text: String,
}

/// What a forest plot shows.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::report) struct ForestPlot {
    pub(in crate::report) name: String,
    pub(in crate::report) title: String,
    pub(in crate::report) text: String,
    pub(in crate::report) rows: Vec<ForestRow>,
    /// A value that others are read against, such as no effect.
    pub(in crate::report) reference: Option<f64>,
    pub(in crate::report) table: DataTable,
}

impl ForestPlot {
    /// Draws the plot; `write` writes a value beside a tick.
    pub(in crate::report) fn draw(self, write: impl Fn(f64) -> String) -> Plot {
        let range = self.range();
        let [low, high] = range;
        let x = |value: f64| LEFT + (value - low) / (high - low) * (RIGHT - LEFT);
        let bottom = 8.0 + ROW * self.rows.len() as f64;
        let body = html! {
            path.axis d={ "M" (at(LEFT)) " " (at(bottom)) "H" (at(RIGHT)) } {}
            @for tick in ticks(range) {
                path.axis d={ "M" (at(x(tick))) " " (at(bottom)) "v5" } {}
                text.faint x=(at(x(tick))) y=(at(bottom + 20.0)) text-anchor="middle" { (write(tick)) }
            }
            @if let Some(reference) = self.reference {
                path.reference d={ "M" (at(x(reference))) " 4V" (at(bottom)) } {}
            }
            @for (number, row) in self.rows.iter().enumerate() { (draw_row(row, 8.0 + ROW * number as f64, &x)) }
        };
        let ForestPlot { name, title, text, table, .. } = self;
        Plot { name, title, text, height: bottom + 30.0, body, table }
    }

    /// The values that the plot has room for.
    fn range(&self) -> [f64; 2] {
        let bounds = self.rows.iter().flat_map(|row| row.interval.into_iter().flatten().chain([row.value]));
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for bound in bounds.chain(self.reference) {
            range = [range[0].min(bound), range[1].max(bound)];
        }
        let [low, high] = range;
        match high - low {
            width if width > 0.0 => [low - 0.04 * width, high + 0.04 * width],
            _ if low.is_finite() => [low - 0.5, low + 0.5],
            _ => [0.0, 1.0],
        }
    }
}

fn draw_row(row: &ForestRow, top: f64, x: &impl Fn(f64) -> f64) -> Markup {
    let middle = top + 30.0;
    html! {
        text x=(at(LEFT)) y=(at(top + 16.0)) { (row.name) }
        @if let Some([low, high]) = row.interval {
            path.range d={ "M" (at(x(low))) " " (at(middle)) "H" (at(x(high))) } {}
        }
        circle.point cx=(at(x(row.value))) cy=(at(middle)) r="5" {}
        text x=(at(WIDTH)) y=(at(middle + 4.0)) text-anchor="end" { (row.text) }
    }
}
