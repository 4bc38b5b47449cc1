//! Text of SVG: numbers, escapes, identifiers.

use std::fmt;

/// A length or coordinate with at most two decimals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Num(pub f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        // No `-0`.
        let rounded = if hundredths == 0.0 { 0.0 } else { hundredths / 100.0 };
        write!(f, "{rounded}")
    }
}

/// A text as it stands in an element or a quoted attribute: escaped, without characters that XML
/// does not allow.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\u{FFFE}' | '\u{FFFF}' => {}
                letter if letter.is_control() && !matches!(letter, '\t' | '\n' | '\r') => {}
                letter => fmt::Write::write_char(f, letter)?,
            }
        }
        Ok(())
    }
}

/// A text as part of an identifier: letters, digits and hyphens of ASCII, others replaced.
pub(crate) fn identifier(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Escaped, Num, identifier};

    #[test]
    fn num_has_at_most_two_decimals_and_no_negative_zero() {
        let texts = [0.0, -0.001, 64.0, 3.2, 1.0 / 3.0, -12.345].map(|number| Num(number).to_string());
        assert_eq!(texts, ["0", "0", "64", "3.2", "0.33", "-12.35"]);
    }

    #[test]
    fn escaped_markup_and_control_characters_do_no_harm() {
        assert_eq!(Escaped("a<b>&\"'\u{0}\u{FFFF}\n").to_string(), "a&lt;b&gt;&amp;&quot;&#39;\n");
        assert_eq!(identifier("a\"b c_é"), "a-b-c--");
    }
}
