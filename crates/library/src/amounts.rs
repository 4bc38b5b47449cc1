//! Numbers of the laboratory as readers see them.

use crate::reader::Reader;
use crate::studies::MeasuredUnit;
use crate::{is_right_to_left, say};

/// A number with as many decimals as its size needs, and a true minus sign.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    let decimals = if size >= 99.95 {
        0
    } else if size >= 9.995 {
        1
    } else {
        2
    };
    let text = format!("{size:.decimals$}");
    let is_zero = text.chars().all(|letter| matches!(letter, '0' | '.'));
    if value < 0.0 && !is_zero { format!("−{text}") } else { text }
}

/// A number of things, its digits in groups of three.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A p-value.
fn p_value(p: f64) -> String {
    if p < 0.000_1 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// What runs from left to right in every language: numbers with signs, dates.
pub(crate) fn isolated(reader: &Reader<'_>, text: &str) -> String {
    if is_right_to_left(reader.language()) { format!("\u{2066}{text}\u{2069}") } else { text.to_owned() }
}

/// Values and differences of a figure, for the readers of a page.
pub(crate) struct Amounts<'r, 'l> {
    pub reader: &'r Reader<'l>,
    pub unit: MeasuredUnit,
}

impl Amounts<'_, '_> {
    /// A value as it is plotted: shares in percent.
    pub fn scaled(&self, value: f64) -> f64 {
        if self.unit == MeasuredUnit::Share { 100.0 * value } else { value }
    }

    /// A value without its unit; one that is too low for games that were cut off is a lower bound.
    pub fn estimate(&self, value: f64, is_least: bool) -> String {
        let text = number(self.scaled(value));
        isolated(self.reader, &if is_least { format!("≥ {text}") } else { text })
    }

    /// A difference without its unit, with its sign.
    pub fn difference(&self, effect: f64) -> String {
        let text = number(self.scaled(effect));
        let is_more = effect > 0.0 && text.chars().any(|letter| matches!(letter, '1'..='9'));
        isolated(self.reader, &if is_more { format!("+{text}") } else { text })
    }

    /// An interval without its unit.
    pub fn interval(&self, bounds: Option<[f64; 2]>) -> String {
        let Some(bounds) = bounds else { return "–".to_owned() };
        let [low, high] = bounds.map(|bound| number(self.scaled(bound)));
        isolated(self.reader, &format!("[{low}, {high}]"))
    }

    /// A p-value.
    pub fn p_value(&self, p: f64) -> String {
        isolated(self.reader, &p_value(p))
    }

    /// The name of the unit; `None` where a number says enough. Differences of shares are points.
    pub fn unit(&self, of: AmountOf) -> Option<String> {
        let unit = match (self.unit, of) {
            (MeasuredUnit::Share, AmountOf::Value) => say::unit_percent(),
            (MeasuredUnit::Share, AmountOf::Difference) => say::unit_points(),
            (MeasuredUnit::Plies, _) => say::unit_plies(),
            (MeasuredUnit::Moves, _) => say::unit_moves(),
            (MeasuredUnit::Seconds, _) => say::unit_seconds(),
            (MeasuredUnit::Count, _) => return None,
        };
        Some(self.reader.say(unit))
    }

    /// A value or difference as text, with the unit behind it.
    pub fn with_unit(&self, text: String, of: AmountOf) -> String {
        match self.unit(of) {
            Some(unit) => self.reader.say(say::study_amount(text, unit)),
            None => text,
        }
    }
}

/// What an amount is of: differences of shares have a unit of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountOf {
    Value,
    Difference,
}

#[cfg(test)]
mod tests {
    use super::{AmountOf, Amounts, count, number, p_value};
    use crate::reader::Reader;
    use crate::studies::MeasuredUnit;
    use crate::{LibraryPages, locale_of};

    #[test]
    fn numbers_have_the_decimals_that_their_size_needs() {
        let texts = [0.0, -0.001, 1.0 / 3.0, 12.345, 599.5, -3.2].map(number);
        assert_eq!(texts, ["0.00", "0.00", "0.33", "12.3", "600", "−3.20"]);
        assert_eq!([1, 999, 1_000, 1_234_567].map(count), ["1", "999", "1,000", "1,234,567"]);
        assert_eq!([0.000_01, 0.0123].map(p_value), ["< 0.0001", "0.0123"]);
    }

    #[test]
    fn amounts_have_signs_units_and_one_direction() {
        let library = LibraryPages::of_built_in().expect("the built-in rulesets");
        let (english, persian) =
            (Reader::new(&library, locale_of("en")), Reader::new(&library, locale_of("fa")));
        let share = Amounts { reader: &english, unit: MeasuredUnit::Share };
        assert_eq!(share.with_unit(share.estimate(0.5123, false), AmountOf::Value), "51.2 %");
        assert_eq!(share.with_unit(share.difference(0.034), AmountOf::Difference), "+3.40 percentage points");
        assert_eq!([share.difference(-0.2), share.difference(0.000_01)], ["−20.0", "0.00"]);
        assert_eq!(share.interval(Some([-0.01, 0.02])), "[−1.00, 2.00]");
        assert_eq!(share.interval(None), "–");
        let plies = Amounts { reader: &persian, unit: MeasuredUnit::Plies };
        assert_eq!(plies.estimate(60.0, true), "\u{2066}≥ 60.0\u{2069}");
    }
}
