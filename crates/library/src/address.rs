//! Addresses of the pages.

use std::fmt;

/// The address of a page; displays as its path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PageAddress {
    /// The games.
    Index,
    /// A ruleset, by its instance.
    Ruleset(String),
    /// A ruleset on one sheet of paper, by its instance.
    Sheet(String),
    /// What the endings of a ruleset are, by its instance.
    Endings(String),
    /// Two rulesets law by law, by their instances.
    Comparison(String, String),
    /// Which rulesets to compare.
    ComparisonChoice,
    /// The bibliography.
    Works,
    /// A record of evidence or of a ruleset in another collection, by its identifier.
    Record(String),
    /// Where the sources differ.
    Disputes,
    /// Where the games were played.
    Map,
    /// When they were played.
    Timeline,
    /// Pieces that fill a square together.
    Squares,
    /// Files to download, and how to contribute.
    Files,
    /// The studies of the laboratory.
    Laboratory,
    /// A study of the laboratory, by its id.
    Measurement(String),
}

impl fmt::Display for PageAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageAddress::Index => f.write_str("/library"),
            PageAddress::Ruleset(instance) => write!(f, "/library/{}", encoded_segment(instance)),
            PageAddress::Sheet(instance) => write!(f, "/library/{}/sheet", encoded_segment(instance)),
            PageAddress::Endings(instance) => write!(f, "/library/{}/endings", encoded_segment(instance)),
            PageAddress::Comparison(first, second) => {
                write!(f, "/compare/{}/{}", encoded_segment(first), encoded_segment(second))
            }
            PageAddress::ComparisonChoice => f.write_str("/compare"),
            PageAddress::Works => f.write_str("/sources"),
            PageAddress::Record(id) => write!(f, "/evidence/{}", encoded_segment(id)),
            PageAddress::Disputes => f.write_str("/disputes"),
            PageAddress::Map => f.write_str("/map"),
            PageAddress::Timeline => f.write_str("/timeline"),
            PageAddress::Squares => f.write_str("/squares"),
            PageAddress::Files => f.write_str("/downloads"),
            PageAddress::Laboratory => f.write_str("/laboratory"),
            PageAddress::Measurement(id) => write!(f, "/laboratory/{}", encoded_segment(id)),
        }
    }
}

/// The path of a ruleset's page, and a place on it.
pub(crate) fn to_ruleset(instance: &str, anchor: &str) -> String {
    let path = PageAddress::Ruleset(instance.to_owned());
    if anchor.is_empty() { path.to_string() } else { format!("{path}#{anchor}") }
}

/// A text as one segment of a path, as `encodeURIComponent` writes it.
#[must_use]
pub fn encoded_segment(text: &str) -> String {
    let mut path = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                path.push(char::from(byte));
            }
            _ => path.push_str(&format!("%{byte:02X}")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::PageAddress;

    #[test]
    fn addresses_are_paths_with_encoded_ids() {
        let instance = PageAddress::Sheet("senterej[saba=G]".to_owned());
        assert_eq!(instance.to_string(), "/library/senterej%5Bsaba%3DG%5D/sheet");
        let both = PageAddress::Comparison("a".to_owned(), "b".to_owned());
        assert_eq!(both.to_string(), "/compare/a/b");
    }
}
