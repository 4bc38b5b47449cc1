//! What annotators add to a game: comments, NAGs and variations.
//!
//! Annotations stand beside a game's log and are no part of it: each belongs to
//! the entry of the log it follows, or to the place before the first. Only PGN
//! can hold them. Foreign commands such as `[%clk 0:05:00]` are part of the
//! comments they were written in and come out of [`commands`].
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::annotation::Annotation;
//! use rukh_rules::notation::pgn;
//! use rukh_rules::Ruleset;
//!
//! let text = "[Ruleset \"shatranj\"]\n\n1. e3! {slow} (1. Nc3 e6) 1... e6 *\n";
//! let records = pgn::parse(text, |name| Ruleset::named(name).map(Arc::new)).unwrap();
//! let after_e3 = records[0].annotations.after(1);
//! assert_eq!(after_e3[..2], [Annotation::Nag(1), Annotation::Comment("slow".to_owned())]);
//! assert!(matches!(&after_e3[2], Annotation::Variation(line) if line.elements.len() == 2));
//! assert_eq!(records[0].game.log().len(), 2, "the log knows nothing of the variation");
//! ```

use std::collections::BTreeMap;
use std::fmt;

use crate::game::Event;
use crate::notation::coordinate::UciMove;

/// The deepest that variations may stand within each other.
pub const MAX_VARIATION_DEPTH: usize = 100;

/// Something an annotator has added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Annotation {
    /// Words, in paragraphs: each is a line, and the file has an empty line between them. Where a
    /// paragraph was broken into lines of the file, there is a space.
    Comment(String),
    /// A numeric annotation glyph: 1 for `!`, 16 for `±`.
    Nag(u8),
    /// What could have been played instead of the entry before.
    Variation(Variation),
}

/// Moves that were not played, from the position before the move they follow.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation {
    /// In the order they stand.
    pub elements: Vec<Element>,
}

/// A piece of a variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// A move in coordinates, legal where it stands.
    Move(UciMove),
    /// The face of a die.
    Throw(u8),
    /// An event of the werera: a move, one that is taken back, the end of a bundle, or the begin of turns.
    Werera(Event),
    /// An end of the game that no law gives, or a draw that is not claimed.
    End(Event),
    /// A comment, a NAG, or a variation of the variation.
    Annotation(Annotation),
    /// A word that is no legal move there, as it was written.
    Unread(String),
}

/// Annotations by the entry of the log they follow.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations(BTreeMap<u64, Vec<Annotation>>);

impl Annotations {
    /// Whether there is no annotation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What follows the entry with this number, 0 for what precedes the first.
    #[must_use]
    pub fn after(&self, seq: u64) -> &[Annotation] {
        self.0.get(&seq).map_or(&[], Vec::as_slice)
    }

    /// Adds an annotation after the entry with this number, behind those that
    /// stand there; 0 is before the first entry.
    pub fn push(&mut self, seq: u64, annotation: Annotation) {
        self.0.entry(seq).or_default().push(annotation);
    }

    /// Every annotation with the number of the entry it follows, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Annotation)> {
        self.0.iter().flat_map(|(seq, all)| all.iter().map(move |one| (*seq, one)))
    }

    /// How many there are, those within variations included.
    #[must_use]
    pub fn counts(&self) -> AnnotationCounts {
        let mut counts = AnnotationCounts::default();
        self.iter().for_each(|(_, annotation)| counts.count(annotation));
        counts
    }
}

/// How many annotations of each sort there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AnnotationCounts {
    /// Comments, each counted once however many paragraphs it has.
    pub comments: usize,
    /// Numeric annotation glyphs, such as 1 for `!`.
    pub nags: usize,
    /// Variations, those of variations included.
    pub variations: usize,
}

impl AnnotationCounts {
    /// Whether there is no annotation.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == AnnotationCounts::default()
    }

    /// Adds those of another game.
    pub fn add(&mut self, other: AnnotationCounts) {
        self.comments += other.comments;
        self.nags += other.nags;
        self.variations += other.variations;
    }

    fn count(&mut self, annotation: &Annotation) {
        match annotation {
            Annotation::Comment(_) => self.comments += 1,
            Annotation::Nag(_) => self.nags += 1,
            Annotation::Variation(variation) => {
                self.variations += 1;
                for element in &variation.elements {
                    if let Element::Annotation(inner) = element {
                        self.count(inner);
                    }
                }
            }
        }
    }
}

impl fmt::Display for AnnotationCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |number: usize, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{number} {noun}s"),
        };
        write!(
            f,
            "{}, {} and {}",
            counted(self.comments, "comment"),
            counted(self.nags, "NAG"),
            counted(self.variations, "variation")
        )
    }
}

/// The commands in a comment, name and arguments: `[%clk 0:05:00]` is `clk` and `0:05:00`.
///
/// ```
/// use rukh_rules::notation::annotation::commands;
/// let found: Vec<_> = commands("[%clk 0:05:00] well [%emt 3]").collect();
/// assert_eq!(found, [("clk", "0:05:00"), ("emt", "3")]);
/// ```
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        let start = rest.find("[%")? + 2;
        // Where one command has no end, none after it has one.
        let end = start + rest[start..].find(']')?;
        let body = rest[start..end].trim();
        rest = &rest[end + 1..];
        Some(body.split_once(char::is_whitespace).map_or((body, ""), |(name, all)| (name, all.trim_start())))
    })
}

/// Signs that people write for NAGs, longer ones before those they begin with.
const GLYPHS: &[(&str, u8)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("→", 36),
    ("↑", 40),
    ("⇆", 132),
];

/// Signs that are a NAG only where they stand alone: within a move they mean something else.
const LONE_GLYPHS: &[(&str, u8)] = &[("=", 10), ("~", 13), ("N", 146), ("D", 220)];

/// The NAGs of a word of nothing but signs, such as `!?` or `±`.
pub(super) fn nags_of_signs(word: &str) -> Option<Vec<u8>> {
    if let Some((_, nag)) = LONE_GLYPHS.iter().find(|(sign, _)| *sign == word) {
        return Some(vec![*nag]);
    }
    let mut nags = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (sign, nag) = GLYPHS.iter().find(|(sign, _)| rest.starts_with(sign))?;
        nags.push(*nag);
        rest = &rest[sign.len()..];
    }
    (!nags.is_empty()).then_some(nags)
}

/// A move without the signs at its end, and where these begin.
pub(super) fn without_signs(word: &str) -> &str {
    let mut rest = word;
    while let Some((sign, _)) = GLYPHS.iter().find(|(sign, _)| rest.ends_with(sign)) {
        let left = &rest[..rest.len() - sign.len()];
        // `--` passes, so none of its hyphens is a part of a sign; and signs alone are no move.
        if left.is_empty() || (left.ends_with('-') && !sign.starts_with(['!', '?'])) {
            break;
        }
        rest = left;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::{commands, nags_of_signs, without_signs};

    #[test]
    fn signs_glued_to_a_move_are_cut_off() {
        for (word, bare, nags) in [
            ("e3!?", "e3", &[5][..]),
            ("Nf3+-", "Nf3", &[18]),
            ("Nf3!±", "Nf3", &[1, 16]),
            ("e8=Q!!!", "e8=Q", &[3, 1]),
            ("Rd16+", "Rd16+", &[]),
            ("--", "--", &[]),
            ("--?!", "--", &[6]),
            ("O-O-O?", "O-O-O", &[2]),
        ] {
            assert_eq!(without_signs(word), bare, "{word}");
            assert_eq!(nags_of_signs(&word[bare.len()..]).unwrap_or_default(), nags, "{word}");
        }
        assert_eq!(nags_of_signs("N"), Some(vec![146]));
        assert_eq!(nags_of_signs("+"), None);
    }

    #[test]
    fn commands_unclosed_are_none() {
        assert_eq!(commands("[%a 1] [%b").count(), 1);
        assert_eq!(commands("text").count(), 0);
    }
}
