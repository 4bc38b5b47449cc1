//! Spellings that a reader could take for one another although they are different pieces.
//!
//! A movement is written anew as somebody may read it who takes a letter to mean more than it
//! does. Where that other spelling is another piece, both are named, so that the author of a
//! ruleset sees which one was written.

use std::collections::HashSet;

use super::{Movement, Route};
use crate::geometry::{Geometry, MAX_LENGTH, Side};

/// A spelling that is easily taken for the one that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookalike {
    /// The whole movement in the other spelling.
    pub spelling: String,
    /// What sets the two apart, and how to write what was written without doubt.
    pub difference: String,
}

/// One atom or bracket of a movement with the letters before it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Segment {
    modifiers: String,
    /// The atom, doubled or with its range; a bracket as a whole.
    atom: String,
}

impl Segment {
    fn text(&self) -> String {
        format!("{}{}", self.modifiers, self.atom)
    }

    fn is_bracket(&self) -> bool {
        self.atom.starts_with('[')
    }

    /// The directions among its modifiers; nothing where it has several legs.
    fn directions(&self) -> Option<String> {
        let is_direction = |letter: &char| !['m', 'c', 'n', 'p', 'g', 'y'].contains(letter);
        (!self.modifiers.contains('a')).then(|| self.modifiers.chars().filter(is_direction).collect())
    }
}

impl Movement {
    /// The spellings that a reader could take for this one and that are another piece.
    ///
    /// ```
    /// use rukh_rules::movement::Movement;
    ///
    /// let forward = Movement::parse("fWF").unwrap();
    /// assert_eq!(forward.lookalikes()[0].spelling, "fWfF");
    /// assert!(Movement::parse("FfW").unwrap().lookalikes().is_empty());
    /// ```
    #[must_use]
    pub fn lookalikes(&self) -> Vec<Lookalike> {
        let segments = segments(self.text());
        let mut found = Vec::new();
        found.extend(carried(&segments));
        for (index, segment) in segments.iter().enumerate() {
            for (misread, difference) in [unbent, narrow, beside].iter().filter_map(|rule| rule(segment)) {
                let mut other = segments.clone();
                other[index] = misread;
                found.push(Lookalike { spelling: joined(&other), difference });
            }
        }
        found.retain(|other| Movement::parse(&other.spelling).is_ok_and(|other| ways(&other) != ways(self)));
        found
    }
}

/// Letters before an atom hold for that atom, and not for those behind it.
fn carried(segments: &[Segment]) -> Option<Lookalike> {
    let mut other = segments.to_vec();
    let mut bare = Vec::new();
    for (index, here) in segments.iter().enumerate().skip(1) {
        let before = other[index - 1].modifiers.clone();
        if here.modifiers.is_empty() && !here.is_bracket() && !before.is_empty() && !before.contains('a') {
            other[index].modifiers = before;
            bare.push(here.atom.clone());
        }
    }
    let is_bare = |segment: &&Segment| segment.modifiers.is_empty();
    let (first, last): (Vec<&Segment>, Vec<&Segment>) = segments.iter().partition(is_bare);
    let plain: Vec<Segment> = first.into_iter().chain(last).cloned().collect();
    let (bare, plain) = (bare.join(""), joined(&plain));
    let difference = format!(
        "letters before an atom hold for that atom alone, so `{bare}` is not limited; `{plain}` says the same without doubt"
    );
    (!bare.is_empty()).then(|| Lookalike { spelling: joined(&other), difference })
}

/// A slide after `af` goes on in the line of the first step.
fn unbent(segment: &Segment) -> Option<(Segment, String)> {
    let (first, later) = segment.modifiers.split_once('a')?;
    let is_ahead = later == "f" || later.starts_with("fa");
    if !first.contains('y') || !is_ahead {
        return None;
    }
    let modifiers = format!("{first}afs{}", &later[1..]);
    let difference = "after `af` it goes straight on, only not stopping at once; `afs` turns".to_owned();
    Some((Segment { modifiers, ..segment.clone() }, difference))
}

/// One direction before an oblique atom is a pair of its cells.
fn narrow(segment: &Segment) -> Option<(Segment, String)> {
    let directions = segment.directions()?;
    if !segment.atom.starts_with(['N', 'C', 'Z']) || !["f", "b", "l", "r"].contains(&directions.as_str()) {
        return None;
    }
    let modifiers = segment.modifiers.replace(&directions, &format!("{directions}h"));
    let doubled = segment.modifiers.replace(&directions, &directions.repeat(2));
    let difference = format!(
        "one direction before `{0}` is the pair of cells nearest to it, with `h` the half of all; `{doubled}{0}` says the same without doubt",
        segment.atom
    );
    Some((Segment { modifiers, ..segment.clone() }, difference))
}

/// Sideways takes in every diagonal.
fn beside(segment: &Segment) -> Option<(Segment, String)> {
    let (straight, diagonal) = match segment.atom.chars().next()? {
        'K' => ('W', 'F'),
        'Q' => ('R', 'B'),
        _ => return None,
    };
    let directions = segment.directions()?;
    if !["s", "v"].contains(&directions.as_str()) {
        return None;
    }
    let difference = format!(
        "`{directions}` takes in the four diagonals; the parts, as in `{diagonal}{directions}{straight}`, say so without doubt"
    );
    let atom = segment.atom.replacen(['K', 'Q'], &straight.to_string(), 1);
    Some((Segment { atom, ..segment.clone() }, difference))
}

/// Where a piece goes and what it does there.
fn ways(movement: &Movement) -> HashSet<Route> {
    let middle = i16::from(MAX_LENGTH / 2);
    let board = Geometry::new(MAX_LENGTH, MAX_LENGTH);
    let from = board.and_then(|board| board.cell(middle, middle));
    let routes = board.zip(from).map(|(board, from)| movement.routes(board, from, Side::White));
    routes.into_iter().flatten().collect()
}

fn joined(segments: &[Segment]) -> String {
    segments.iter().map(Segment::text).collect()
}

/// The atoms and brackets of a text that was read.
fn segments(text: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (modifiers, after) =
            rest.split_at(rest.find(|one: char| !one.is_ascii_lowercase()).unwrap_or(rest.len()));
        let end = match after.chars().next() {
            Some('[') => after.find(']').map_or(after.len(), |end| end + 1),
            Some(letter) => {
                let is_more = |one: char| one == letter || one.is_ascii_digit();
                after.find(|one| !is_more(one)).unwrap_or(after.len())
            }
            None => 0,
        };
        segments.push(Segment { modifiers: modifiers.to_owned(), atom: after[..end].to_owned() });
        rest = &after[end..];
    }
    segments
}

#[cfg(test)]
mod tests {
    use crate::movement::Movement;
    use crate::ruleset::{Ruleset, catalog};

    fn lookalikes(text: &str) -> Vec<String> {
        let movement = Movement::parse(text).expect("a movement");
        movement.lookalikes().into_iter().map(|other| other.spelling).collect()
    }

    #[test]
    fn lookalikes_are_other_pieces_in_a_spelling_that_could_be_meant() {
        for (text, other) in [
            ("fWF", "fWfF"),
            ("mWA", "mWmA"),
            ("nAD", "nAnD"),
            ("yafF", "yafsF"),
            ("yafafW", "yafsafW"),
            ("fN", "fhN"),
            ("cbC", "cbhC"),
            ("lNN", "lhNN"),
            ("sK", "sW"),
            ("vQ", "vR"),
        ] {
            assert_eq!(lookalikes(text), [other], "{text}");
        }
    }

    #[test]
    fn spellings_without_doubt_have_no_lookalikes() {
        for text in [
            "FfW",
            "ffN",
            "fhN",
            "yafsF",
            "yafsafafF",
            "yafsFyafsW",
            "mRcB",
            "mfWcfF",
            "fsW",
            "NAD",
            "[R-fsF]",
            "",
        ] {
            assert!(lookalikes(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn built_in_pieces_are_written_without_doubt() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            for piece in &ruleset.pieces {
                assert_eq!(piece.movement.lookalikes(), [], "{id}: {}", piece.letter);
            }
        }
    }
}
