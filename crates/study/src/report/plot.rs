//! Plots as SVG, each with a title, a description and the table of what it shows.
//!
//! They are written with `maud`, as the pages of the library are. `plotters` with its SVG alone was considered: it
//! gives axes, which are a few lines here, but no titles and descriptions for screen readers and no colours by theme.

use maud::{Markup, PreEscaped, html};

use super::document::DataTable;

mod forest;
mod heat;
mod lengths;

pub(super) use forest::{ForestPlot, ForestRow};
pub(super) use heat::heat_plot;
pub(super) use lengths::length_plot;

/// Colours of plots by theme, for pages and for files alike.
pub(super) const STYLE: &str = include_str!("plot.css");
/// Width of all plots, in units of SVG.
const WIDTH: f64 = 640.0;

/// A plot.
#[derive(Debug, Clone)]
pub(super) struct Plot {
    /// Name of its file without `.svg`: letters, digits and hyphens.
    pub(super) name: String,
    pub(super) title: String,
    /// What it shows, in a sentence or two.
    pub(super) text: String,
    height: f64,
    body: Markup,
    pub(super) table: DataTable,
}

impl Plot {
    /// The name of its file.
    pub(super) fn file(&self) -> String {
        format!("{}.svg", self.name)
    }

    /// The plot as an element of a page, which has the style of plots.
    pub(super) fn svg(&self) -> Markup {
        self.svg_with(&html! {})
    }

    /// The plot as a file of its own.
    pub(super) fn standalone(&self) -> String {
        self.svg_with(&html! { style { (PreEscaped(STYLE)) } }).into_string()
    }

    fn svg_with(&self, style: &Markup) -> Markup {
        let [title, text] = ["title", "text"].map(|part| format!("{}-{part}", self.name));
        html! {
            svg.plot xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (at(WIDTH)) " " (at(self.height)) }
                width=(at(WIDTH)) height=(at(self.height)) role="img" aria-labelledby={ (title) " " (text) } {
                title id=(title) { (self.title) }
                desc id=(text) { (self.text) }
                (style)
                (self.body)
            }
        }
    }
}

/// A coordinate or length with one decimal.
fn at(value: f64) -> String {
    format!("{value:.1}")
}

/// The number at a tick, without what rounding left behind.
fn tick_name(tick: f64) -> String {
    ((tick * 1e6).round() / 1e6).to_string()
}

/// Places of about five ticks of an axis: multiples of 1, 2 or 5 times a power of ten.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    if !rough.is_finite() || rough <= 0.0 {
        return vec![low];
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_few_round_numbers() {
        let rounded =
            |range| ticks(range).into_iter().map(|tick| (tick * 1e6).round() / 1e6).collect::<Vec<_>>();
        assert_eq!(rounded([0.0, 1.0]), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(rounded([-0.03, 0.04]), [-0.02, 0.0, 0.02, 0.04]);
        assert_eq!(rounded([0.0, 600.0]), [0.0, 200.0, 400.0, 600.0]);
        assert_eq!(rounded([3.0, 3.0]), [3.0]);
    }
}
