//! The movement in XBoard's dialect of Betza notation.
//!
//! XBoard reads the modifiers of an atom in one order, knows other directions
//! before diagonal atoms and `K` and `Q`, and repeats a leap by a number, never
//! by a doubled letter (`MovesFromString` in its `moves.c`, version 4.9). So
//! every part is written anew, its directions spelt out.

use super::{Hurdle, Leg, Mode, Movement, Pace, Part, PathKind};
use crate::failure::Failure;
use crate::geometry::MAX_LENGTH;
use crate::law::EnPassant;

/// Every second direction of the rose.
const STRAIGHT: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;

/// Straight directions; they add up.
const STRAIGHT_WORDS: [(&str, u8); 6] =
    [("v", 0x11), ("s", 0x44), ("f", 1), ("b", 0x10), ("r", 4), ("l", 0x40)];
/// Sets of diagonal directions with a word, and the single ones.
const DIAGONAL_SETS: [(&str, u8); 4] = [("f", 0x82), ("r", 0x0A), ("b", 0x28), ("l", 0xA0)];
const DIAGONAL_WORDS: [(&str, u8); 4] = [("fr", 2), ("br", 8), ("bl", 0x20), ("fl", 0x80)];
/// The same of oblique atoms.
const OBLIQUE_SETS: [(&str, u8); 16] = [
    ("f", 0x81),
    ("r", 0x06),
    ("b", 0x18),
    ("l", 0x60),
    ("s", 0x66),
    ("v", 0x99),
    ("fs", 0x42),
    ("bs", 0x24),
    ("rv", 0x09),
    ("lv", 0x90),
    ("fh", 0xC3),
    ("rh", 0x0F),
    ("bh", 0x3C),
    ("lh", 0xF0),
    ("hr", 0x55),
    ("hl", 0xAA),
];
const OBLIQUE_WORDS: [(&str, u8); 8] = [
    ("rf", 0x01),
    ("fr", 0x02),
    ("br", 0x04),
    ("rb", 0x08),
    ("lb", 0x10),
    ("bl", 0x20),
    ("fl", 0x40),
    ("lf", 0x80),
];
/// The same of turns.
const TURN_SETS: [(&str, u8); 7] =
    [("f", 1), ("fs", 0x82), ("s", 0x44), ("bs", 0x28), ("b", 0x10), ("r", 4), ("l", 0x40)];
const TURN_WORDS: [(&str, u8); 8] =
    [("ff", 1), ("fr", 2), ("rr", 4), ("br", 8), ("bb", 0x10), ("bl", 0x20), ("ll", 0x40), ("fl", 0x80)];
/// The most legs that never lead back if every turn is at most an eighth.
const OPEN_LEGS: usize = 5;

impl Movement {
    /// The same movement as XBoard reads it; of a piece that takes in passing as it
    /// takes all else, with that.
    ///
    /// # Errors
    /// What XBoard's notation has no words for.
    pub fn xbetza(&self, en_passant: EnPassant) -> Result<String, Failure> {
        let mut text = String::new();
        let mut rest = self.parts.as_slice();
        while let [part, after @ ..] = rest {
            let is_whole = after.first().is_some_and(|next| is_whole(part, next));
            rest = if is_whole { &after[1..] } else { after };
            text.push_str(&written(part, is_whole, en_passant)?);
        }
        Ok(text)
    }
}

/// Whether two parts are the straight and the diagonal half of a `K` or `Q`.
fn is_whole(straight: &Part, diagonal: &Part) -> bool {
    let is_line = |part: &Part, rose: u8| match part.legs[..] {
        [Leg { turns, pace: Pace::Line(1), .. }] => turns == rose,
        _ => false,
    };
    is_line(straight, STRAIGHT)
        && is_line(diagonal, DIAGONAL)
        && straight.legs[0].reach == diagonal.legs[0].reach
        && (straight.mode, straight.hurdle) == (diagonal.mode, diagonal.hurdle)
}

fn written(part: &Part, is_whole: bool, en_passant: EnPassant) -> Result<String, Failure> {
    let first = &part.legs[0];
    let mut text = if is_whole { String::new() } else { opening(first) };
    for leg in later_legs(part)? {
        text.push_str(&leg);
    }
    text.push_str(match (part.mode, en_passant) {
        (Mode::Both, EnPassant::None) => "",
        (Mode::Both, EnPassant::PassedCells) => "mce",
        (Mode::Quiet, _) => "m",
        (Mode::Capture, EnPassant::None) => "c",
        (Mode::Capture, EnPassant::PassedCells) => "ce",
    });
    let steps_over_two = first.pace == Pace::Line(3);
    match (part.hurdle, part.gait) {
        (Hurdle::Single, _) => text.push('p'),
        (Hurdle::Adjacent, _) => text.push('g'),
        // Its lame leaps look at one cell only.
        (Hurdle::None, PathKind::Lame) if !steps_over_two => text.push('n'),
        (Hurdle::None, _) => {}
    }
    let is_walked = part.gait == PathKind::Lame && steps_over_two;
    text.push_str(&atom(first, is_whole, if is_walked { Pace::Line(1) } else { first.pace })?);
    Ok(text)
}

/// Everything from the first `a` to the last turn.
fn later_legs(part: &Part) -> Result<Vec<String>, Failure> {
    let [first, later @ ..] = part.legs.as_slice() else { return Ok(Vec::new()) };
    if part.gait == PathKind::Lame && first.pace == Pace::Line(3) {
        return Ok(vec!["afaf".to_owned()]);
    }
    let mut words = Vec::new();
    let mut reach = first.reach;
    for leg in later {
        if leg.pace != first.pace {
            return Err("legs of different steps".into());
        }
        if matches!(leg.pace, Pace::Oblique(..)) {
            return Err("turns of an oblique leap".into());
        }
        let leads_back = if later.len() == 1 { leg.turns & 0x10 != 0 } else { leg.turns & !0x83 != 0 };
        if leads_back || part.legs.len() > OPEN_LEGS {
            return Err("turns that may lead back to where the piece stood".into());
        }
        let toggle = match (reach, leg.reach) {
            (now, next) if now == next => "",
            (1, MAX_LENGTH) => "y",
            (_, 1) if leg.pace == Pace::Line(1) => "y",
            _ => return Err("a second leg with a range of its own".into()),
        };
        reach = leg.reach;
        words.push(format!("{toggle}a{}", spelt(leg.turns, &TURN_SETS, &TURN_WORDS)));
    }
    Ok(words)
}

/// The directions of a first leg, nothing if they are all.
fn opening(leg: &Leg) -> String {
    match leg.pace {
        Pace::Oblique(..) if leg.turns == u8::MAX => String::new(),
        Pace::Oblique(..) => spelt(leg.turns, &OBLIQUE_SETS, &OBLIQUE_WORDS),
        Pace::Line(_) if leg.turns == STRAIGHT || leg.turns == DIAGONAL => String::new(),
        Pace::Line(_) if leg.turns & DIAGONAL == 0 => {
            let mut left = leg.turns;
            let mut text = String::new();
            for (word, bits) in STRAIGHT_WORDS {
                if left & bits == bits {
                    text.push_str(word);
                    left &= !bits;
                }
            }
            text
        }
        Pace::Line(_) => spelt(leg.turns, &DIAGONAL_SETS, &DIAGONAL_WORDS),
    }
}

/// The one word of a set, or a word for each direction.
fn spelt(set: u8, sets: &[(&str, u8)], words: &[(&str, u8)]) -> String {
    match sets.iter().find(|(_, bits)| *bits == set) {
        Some((word, _)) => (*word).to_owned(),
        None => words.iter().filter(|(_, bits)| set & bits != 0).map(|(word, _)| *word).collect(),
    }
}

fn atom(leg: &Leg, is_whole: bool, pace: Pace) -> Result<String, Failure> {
    let is_straight = leg.turns & DIAGONAL == 0;
    let is_step = leg.reach == 1;
    let letter = match pace {
        Pace::Line(1) if is_whole => {
            if is_step {
                "K"
            } else {
                "Q"
            }
        }
        Pace::Line(1) if is_straight => {
            if is_step {
                "W"
            } else {
                "R"
            }
        }
        Pace::Line(1) => {
            if is_step {
                "F"
            } else {
                "B"
            }
        }
        Pace::Line(2) => {
            if is_straight {
                "D"
            } else {
                "A"
            }
        }
        Pace::Line(3) => {
            if is_straight {
                "H"
            } else {
                "G"
            }
        }
        Pace::Oblique(1, 2) => "N",
        Pace::Oblique(1, 3) => "C",
        Pace::Oblique(2, 3) => "Z",
        _ => return Err("a leap it has no letter for".into()),
    };
    Ok(match leg.reach {
        1 => letter.to_owned(),
        MAX_LENGTH if pace == Pace::Line(1) => letter.to_owned(),
        MAX_LENGTH => format!("{letter}0"),
        reach => format!("{letter}{reach}"),
    })
}

#[cfg(test)]
mod tests {
    use crate::failure::Failure;
    use crate::law::EnPassant;
    use crate::movement::Movement;

    fn xbetza(text: &str) -> Result<String, Failure> {
        Movement::parse(text).unwrap_or_else(|error| panic!("{error}")).xbetza(EnPassant::None)
    }

    /// The right side of each row was read in XBoard's source, word by word.
    #[test]
    fn xbetza_spells_what_xboard_reads_otherwise() {
        for (ours, theirs) in [
            ("mfWcfF", "fmWfcF"),
            ("FbW", "FbW"),
            ("K", "K"),
            ("WF", "K"),
            ("Q", "Q"),
            ("Q3", "Q3"),
            ("fK", "fWfF"),
            ("fsWbF", "sfWbF"),
            ("sF", "F"),
            ("fsF", "fF"),
            ("flbrF", "brflF"),
            ("cflN2mvR", "flcN2vmR"),
            ("NN", "N0"),
            ("WW", "R"),
            ("DDfAA", "D0fA0"),
            ("hrN", "hrN"),
            ("ssNfrbsN", "sNfrbrblN"),
            ("nDnNncA", "nDnNcnA"),
            ("cfnH", "fafafcW"),
            ("nG", "afafF"),
            ("mRcpR", "mRcpR"),
            ("pmcfR4", "fpR4"),
            ("gQ", "gQ"),
            ("pNN", "pN0"),
            ("yafsFyafsW", "yafsFyafsW"),
            ("fyafrcW", "fyafrcW"),
            ("[R-fsF]", "yafsR"),
            ("[fR-mfsB]", "fafsmR"),
            ("[R3-fsF]", "yafsR3"),
            ("[F-fsR]", "yafsF"),
            ("", ""),
        ] {
            assert_eq!(xbetza(ours).as_deref(), Ok(theirs), "{ours}");
        }
        let pawn = Movement::parse("mfWcfF").expect("a pawn");
        assert_eq!(pawn.xbetza(EnPassant::PassedCells).as_deref(), Ok("fmWfceF"));
    }

    #[test]
    fn xbetza_names_what_xboard_has_no_words_for() {
        for text in ["[N-fN]", "[F-fsR3]", "[R-fsA]", "abW", "afsabW", "[R4-fsB3]"] {
            assert!(xbetza(text).is_err(), "{text}: {:?}", xbetza(text));
        }
    }
}
