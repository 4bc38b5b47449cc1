//! The words for directions, which differ by the kind of atom they stand before.
//!
//! A set of directions is eight bits, clockwise from straight ahead.

/// The direction words of one kind of leg and the directions of the rose they name.
pub(super) struct DirectionWords {
    known: &'static [(&'static str, u8)],
    /// Pairs that would be read wrongly letter by letter.
    refused: &'static [&'static str],
    /// Why those pairs are refused, if it is not that they mean nothing.
    disagreement: &'static str,
}

impl DirectionWords {
    /// Whether two letters must be read together.
    pub(super) fn has(&self, word: &str) -> bool {
        self.bits(word).is_some() || self.refused.contains(&word)
    }

    /// The directions a word names.
    pub(super) fn bits(&self, word: &str) -> Option<u8> {
        self.known.iter().find(|(known, _)| *known == word).map(|&(_, bits)| bits)
    }

    /// What to say of a word that names no direction here.
    pub(super) fn complaint(&self, word: &str) -> String {
        let known: Vec<&str> = self.known.iter().map(|&(word, _)| word).collect();
        let known = known.join(" ");
        if self.refused.contains(&word) && !self.disagreement.is_empty() {
            return format!("`{word}` {}; the directions are {known}", self.disagreement);
        }
        format!("`{word}` is no direction here; the directions are {known}")
    }
}

/// Directions of `W D H R`.
pub(super) const STRAIGHT: DirectionWords = DirectionWords {
    known: &[
        ("f", 0b0000_0001),
        ("r", 0b0000_0100),
        ("b", 0b0001_0000),
        ("l", 0b0100_0000),
        ("s", 0b0100_0100),
        ("v", 0b0001_0001),
    ],
    refused: &[],
    disagreement: "",
};

/// Directions of `F A G B`; each letter is a pair of cells, two letters one cell.
pub(super) const DIAGONAL: DirectionWords = DirectionWords {
    known: &[
        ("f", 0b1000_0010),
        ("r", 0b0000_1010),
        ("b", 0b0010_1000),
        ("l", 0b1010_0000),
        ("s", 0b1010_1010),
        ("v", 0b1010_1010),
        ("fs", 0b1000_0010),
        ("bs", 0b0010_1000),
        ("rv", 0b0000_1010),
        ("lv", 0b1010_0000),
        ("fr", 0b0000_0010),
        ("rf", 0b0000_0010),
        ("br", 0b0000_1000),
        ("rb", 0b0000_1000),
        ("bl", 0b0010_0000),
        ("lb", 0b0010_0000),
        ("fl", 0b1000_0000),
        ("lf", 0b1000_0000),
    ],
    refused: &["sf", "sb", "vl", "vr", "sv", "vs"],
    disagreement: "",
};

/// Directions of `K Q`: those of their straight and their diagonal atom together.
pub(super) const EVERY: DirectionWords = DirectionWords {
    known: &[
        ("f", 0b1000_0011),
        ("r", 0b0000_1110),
        ("b", 0b0011_1000),
        ("l", 0b1110_0000),
        ("s", 0b1110_1110),
        ("v", 0b1011_1011),
    ],
    refused: &[
        "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "fs", "bs", "sf", "sb", "lv", "rv", "vl", "vr", "sv",
        "vs",
    ],
    disagreement: "before K and Q is read in different ways; write the parts, as in fsWfF",
};

/// Directions of `N C Z`: direction 0 of their rose is the narrow one ahead on the right.
pub(super) const OBLIQUE: DirectionWords = DirectionWords {
    known: &[
        ("f", 0b1000_0001),
        ("ff", 0b1000_0001),
        ("r", 0b0000_0110),
        ("rr", 0b0000_0110),
        ("b", 0b0001_1000),
        ("bb", 0b0001_1000),
        ("l", 0b0110_0000),
        ("ll", 0b0110_0000),
        ("s", 0b0110_0110),
        ("ss", 0b0110_0110),
        ("v", 0b1001_1001),
        ("vv", 0b1001_1001),
        ("fs", 0b0100_0010),
        ("bs", 0b0010_0100),
        ("rv", 0b0000_1001),
        ("lv", 0b1001_0000),
        ("fh", 0b1100_0011),
        ("rh", 0b0000_1111),
        ("bh", 0b0011_1100),
        ("lh", 0b1111_0000),
        ("hr", 0b0101_0101),
        ("hl", 0b1010_1010),
        ("rf", 0b0000_0001),
        ("fr", 0b0000_0010),
        ("br", 0b0000_0100),
        ("rb", 0b0000_1000),
        ("lb", 0b0001_0000),
        ("bl", 0b0010_0000),
        ("fl", 0b0100_0000),
        ("lf", 0b1000_0000),
    ],
    refused: &["sf", "sb", "vl", "vr", "sv", "vs"],
    disagreement: "",
};

/// Turns between two legs, by eighths of the rose.
pub(super) const TURNS: DirectionWords = DirectionWords {
    known: &[
        ("f", 0b0000_0001),
        ("fs", 0b1000_0010),
        ("s", 0b0100_0100),
        ("bs", 0b0010_1000),
        ("b", 0b0001_0000),
        ("fr", 0b0000_0010),
        ("r", 0b0000_0100),
        ("br", 0b0000_1000),
        ("bl", 0b0010_0000),
        ("l", 0b0100_0000),
        ("fl", 0b1000_0000),
    ],
    refused: &["rf", "rb", "lf", "lb", "sf", "sb"],
    disagreement: "",
};
