//! Numbers and words as reports write them.

use crate::figures::{FigureEstimate, FigureUnit};

/// A text of a file as it can be shown: on one line, without characters that XML does not allow.
pub(super) fn plain(text: &str) -> String {
    let shown = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    shown.filter(|letter| !letter.is_control() && !matches!(letter, '\u{FFFE}' | '\u{FFFF}')).collect()
}

/// A word of data for readers: `bare-king` as `bare king`.
pub(super) fn words(key: &str) -> String {
    plain(key).replace('-', " ")
}

/// A number with as many decimals as its size needs, and a true minus sign.
fn number(value: f64) -> String {
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

/// A value of a figure.
pub(super) fn value(unit: FigureUnit, value: f64) -> String {
    match unit {
        FigureUnit::Share => format!("{} %", number(100.0 * value)),
        FigureUnit::Plies | FigureUnit::Moves | FigureUnit::Count => number(value),
        FigureUnit::Seconds => format!("{} s", number(value)),
    }
}

/// A difference of values, with its sign; of shares in percentage points.
pub(super) fn difference(unit: FigureUnit, effect: f64) -> String {
    let text = match unit {
        FigureUnit::Share => format!("{} pp", number(100.0 * effect)),
        _ => value(unit, effect),
    };
    let is_more = effect > 0.0 && text.chars().any(|letter| matches!(letter, '1'..='9'));
    if is_more { format!("+{text}") } else { text }
}

/// An interval, its bounds written by `write`.
pub(super) fn interval(bounds: Option<[f64; 2]>, write: impl Fn(f64) -> String) -> String {
    match bounds {
        Some([low, high]) => format!("{} to {}", write(low), write(high)),
        None => "unknown".to_owned(),
    }
}

/// The value of an estimate; one that is too low for games that were cut off is a lower bound.
pub(super) fn estimate(unit: FigureUnit, estimate: &FigureEstimate) -> String {
    let text = value(unit, estimate.value);
    if estimate.is_least { format!("≥ {text}") } else { text }
}

/// A p-value.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.000_1 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// A number of things, its digits in groups of three.
pub(super) fn count(number: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::{count, difference, interval, p_value, plain, value, words};
    use crate::figures::FigureUnit;

    #[test]
    fn numbers_have_the_decimals_that_their_size_needs() {
        let texts =
            [0.0, -0.001, 1.0 / 3.0, 12.345, 599.5, -3.2].map(|number| value(FigureUnit::Plies, number));
        assert_eq!(texts, ["0.00", "0.00", "0.33", "12.3", "600", "−3.20"]);
        assert_eq!(value(FigureUnit::Share, 0.5123), "51.2 %");
        assert_eq!(value(FigureUnit::Seconds, 61.04), "61.0 s");
    }

    #[test]
    fn differences_have_a_sign() {
        let texts = [0.034, -0.2, 0.0].map(|effect| difference(FigureUnit::Share, effect));
        assert_eq!(texts, ["+3.40 pp", "−20.0 pp", "0.00 pp"]);
        assert_eq!(
            interval(Some([-1.0, 2.0]), |bound| difference(FigureUnit::Plies, bound)),
            "−1.00 to +2.00"
        );
        assert_eq!((p_value(0.000_01), p_value(0.0123)), ("< 0.0001".to_owned(), "0.0123".to_owned()));
    }

    #[test]
    fn texts_of_files_are_one_line_of_allowed_characters() {
        assert_eq!(plain("a\nb\u{0}<c>\u{FFFF}"), "a b<c>");
        assert_eq!(words("bare-king"), "bare king");
        assert_eq!([1, 999, 1_000, 1_234_567].map(count), ["1", "999", "1,000", "1,234,567"]);
    }
}
