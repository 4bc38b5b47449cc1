//! Plots of values with their intervals, one beneath the other, as SVG.

use maud::{Markup, html};

/// Small enough to be read on a phone.
const WIDTH: f64 = 480.0;
const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 6.0;
/// Height of a line of a name, and of the interval below it.
const LINE: f64 = 20.0;
const BAR: f64 = 24.0;
/// Letters of a line: of the widest script so many fit.
const LETTERS: usize = 34;

/// A value with its interval.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlotRow {
    pub name: String,
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

/// A plot; the table beside it has the numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct IntervalPlot {
    /// Id on the page.
    pub id: String,
    pub title: String,
    /// What it shows, in a sentence.
    pub text: String,
    pub rows: Vec<PlotRow>,
    /// A value that others are read against, such as no difference.
    pub reference: Option<f64>,
}

impl IntervalPlot {
    /// The plot as SVG with its title and description.
    pub fn svg(&self) -> Markup {
        let range = self.range();
        let x = |value: f64| LEFT + (value - range[0]) / (range[1] - range[0]) * (RIGHT - LEFT);
        let mut bottom = TOP;
        let mut rows = Vec::new();
        for row in &self.rows {
            let lines = lines_of(&row.name);
            let middle = bottom + LINE * lines.len() as f64 + BAR / 2.0;
            rows.push((row, lines, bottom, middle));
            bottom = middle + BAR / 2.0;
        }
        let [title, text] = ["title", "text"].map(|part| format!("{}-{part}", self.id));
        html! {
            svg.plot viewBox={ "0 0 " (at(WIDTH)) " " (at(bottom + 30.0)) } role="img" direction="ltr"
                aria-labelledby={ (title) " " (text) } {
                title id=(title) { (self.title) }
                desc id=(text) { (self.text) }
                @for tick in ticks(range) {
                    path.tick d={ "M" (at(x(tick))) " " (at(TOP)) "V" (at(bottom + 5.0)) } {}
                    text.tick-name x=(at(x(tick))) y=(at(bottom + 22.0)) text-anchor="middle" { (tick_name(tick)) }
                }
                @if let Some(reference) = self.reference {
                    path.reference d={ "M" (at(x(reference))) " " (at(TOP)) "V" (at(bottom)) } {}
                }
                @for (row, lines, top, middle) in &rows {
                    @for (number, line) in lines.iter().enumerate() {
                        text x=(at(LEFT)) y=(at(top + 15.0 + LINE * number as f64)) { (line) }
                    }
                    @if let Some([low, high]) = row.interval {
                        path.range d={ "M" (at(x(low))) " " (at(*middle)) "H" (at(x(high))) } {}
                    }
                    circle.point cx=(at(x(row.value))) cy=(at(*middle)) r="5" {}
                }
            }
        }
    }

    /// The values that the plot has room for.
    fn range(&self) -> [f64; 2] {
        let bounds = self.rows.iter().flat_map(|row| row.interval.into_iter().flatten().chain([row.value]));
        let [low, high] =
            bounds.chain(self.reference).fold([f64::INFINITY, f64::NEG_INFINITY], |range, bound| {
                [range[0].min(bound), range[1].max(bound)]
            });
        match high - low {
            width if width > 0.0 => [low - 0.04 * width, high + 0.04 * width],
            _ if low.is_finite() => [low - 0.5, low + 0.5],
            _ => [0.0, 1.0],
        }
    }
}

/// A name in lines of whole words.
fn lines_of(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A coordinate with one decimal.
fn at(value: f64) -> String {
    format!("{value:.1}")
}

/// The number at a tick, without what rounding left behind, and with a true minus sign.
fn tick_name(tick: f64) -> String {
    ((tick * 1e6).round() / 1e6 + 0.0).to_string().replace('-', "−")
}

/// Places of about five ticks: multiples of 1, 2 or 5 times a power of ten.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::{IntervalPlot, PlotRow, lines_of, tick_name, ticks};

    #[test]
    fn ticks_are_few_round_numbers() {
        let names = |range| ticks(range).into_iter().map(tick_name).collect::<Vec<_>>();
        assert_eq!(names([0.0, 1.0]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(names([-3.0, 4.0]), ["−2", "0", "2", "4"]);
        assert_eq!(names([0.0, 600.0]), ["0", "200", "400", "600"]);
    }

    #[test]
    fn names_are_broken_between_words() {
        assert_eq!(lines_of("one two"), ["one two"]);
        let lines = lines_of("loses, unless his next move bares the other king, too");
        assert_eq!(lines, ["loses, unless his next move bares", "the other king, too"]);
    }

    #[test]
    fn plot_places_values_intervals_and_reference() {
        let row = |name: &str, value, interval| PlotRow { name: name.to_owned(), value, interval };
        let plot = IntervalPlot {
            id: "p".to_owned(),
            title: "Title".to_owned(),
            text: "Text".to_owned(),
            rows: vec![row("<one>", 5.0, Some([0.0, 10.0])), row("two", 10.0, None)],
            reference: Some(0.0),
        };
        let svg = plot.svg().into_string();
        // 0 to 10 with a margin of 4 % on either side of 452 units: 14 + 0.4 / 10.8 × 452 = 30.7.
        for part in [
            "aria-labelledby=\"p-title p-text\"",
            "<title id=\"p-title\">Title</title><desc id=\"p-text\">Text</desc>",
            "&lt;one&gt;",
            "<path class=\"range\" d=\"M30.7 38.0H449.3\">",
            "<circle class=\"point\" cx=\"240.0\" cy=\"38.0\" r=\"5\">",
            "<path class=\"reference\" d=\"M30.7 6.0V94.0\">",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("class=\"range\"").count(), 1, "what has no interval has no line");
    }
}
