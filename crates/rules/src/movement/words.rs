//! A movement in a player's words.

use std::collections::HashSet;

use super::{Hurdle, Mode, Movement, Part, PathWalker, Route};
use crate::geometry::{Geometry, MAX_LENGTH, Side};

/// A board wide enough for every leap, and a cell near its middle.
const BOARD: u8 = 16;
const MIDDLE: i16 = 7;

/// Ways of going that belong together in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    mode: Mode,
    gait: LeapKind,
    /// How far one step goes: the shorter way, the longer way.
    reach: (i16, i16),
    /// The first steps, as files and ranks.
    steps: Vec<(i16, i16)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LeapKind {
    /// To one cell.
    Leap,
    /// To one cell, unless a man stands on the way.
    Lame,
    /// On and on in one direction, so many steps at most if there is a limit.
    Slide { most: Option<u8> },
    /// In one direction over exactly one man, the stop so many steps away at most.
    Cannon { most: Option<u8> },
    /// In one direction to the first man and onto the cell behind it.
    Grasshopper,
    /// One step, a turn, and on from there; the first cell where it may stop.
    Bent { stop: usize },
}

impl Movement {
    /// How the man goes, in a player's words: `Goes one cell diagonally.`
    #[must_use]
    pub fn in_words(&self) -> String {
        let Some(board) = Geometry::new(BOARD, BOARD) else { return String::new() };
        let Some(from) = board.cell(MIDDLE, MIDDLE) else { return String::new() };
        let mut groups: Vec<Group> = Vec::new();
        let mut seen = HashSet::new();
        for part in &self.parts {
            let mut routes = Vec::new();
            PathWalker { geometry: board, side: Side::White, from, part }.routes(&mut routes);
            for route in routes.into_iter().filter(|route| seen.insert(route.clone())) {
                let (gait, reach, step) = measure(board, part, &route);
                let like =
                    |group: &&mut Group| (group.mode, group.gait, group.reach) == (route.mode, gait, reach);
                match groups.iter_mut().find(like) {
                    Some(group) => group.steps.push(step),
                    None => groups.push(Group { mode: route.mode, gait, reach, steps: vec![step] }),
                }
            }
        }
        sentence(groups)
    }
}

fn measure(board: Geometry, part: &Part, route: &Route) -> (LeapKind, (i16, i16), (i16, i16)) {
    let place = |index: usize| {
        let cell = route.steps[index];
        (i16::from(board.file(cell)) - MIDDLE, i16::from(board.rank(cell)) - MIDDLE)
    };
    let first = place(0);
    let reach = |(files, ranks): (i16, i16)| {
        let (files, ranks) = (files.abs(), ranks.abs());
        (files.min(ranks), files.max(ranks))
    };
    let is_straight = (0..route.steps.len())
        .all(|index| place(index) == (first.0 * (index as i16 + 1), first.1 * (index as i16 + 1)));
    let most = part.legs.last().map(|leg| leg.reach).filter(|reach| *reach < MAX_LENGTH);
    match route.steps.len() {
        1 => (LeapKind::Leap, reach(first), first),
        _ if route.hurdle == Hurdle::Adjacent => (LeapKind::Grasshopper, reach(first), first),
        _ if route.hurdle == Hurdle::Single => (LeapKind::Cannon { most }, reach(first), first),
        _ if is_straight && route.first_stop == 0 => (LeapKind::Slide { most }, reach(first), first),
        length if route.first_stop + 1 == length && length <= 3 => {
            let last = place(length - 1);
            (LeapKind::Lame, reach(last), last)
        }
        _ => (LeapKind::Bent { stop: route.first_stop + 1 }, reach(first), first),
    }
}

fn sentence(mut groups: Vec<Group>) -> String {
    merge(&mut groups);
    let of = |mode: Mode| {
        let phrases: Vec<String> = groups.iter().filter(|group| group.mode == mode).map(phrase).collect();
        phrases.join(", or ")
    };
    let parts = [(Mode::Both, ""), (Mode::Quiet, "without taking it "), (Mode::Capture, "to take, it ")];
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(mode, lead)| (lead, of(mode)))
        .filter(|(_, text)| !text.is_empty())
        .map(|(lead, text)| format!("{lead}{text}"))
        .collect();
    let text = parts.join("; ");
    let mut letters = text.chars();
    match letters.next() {
        None => "Never moves.".to_owned(),
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
    }
}

/// Straight and diagonal going alike is going in any direction.
fn merge(groups: &mut Vec<Group>) {
    let whole = |group: &Group| group.steps.len() == 4 && group.reach.0 == 0;
    let Some(straight) = groups.iter().position(whole) else { return };
    let wanted = &groups[straight];
    let diagonal = groups.iter().position(|group| {
        (group.mode, group.gait) == (wanted.mode, wanted.gait)
            && group.steps.len() == 4
            && group.reach == (wanted.reach.1, wanted.reach.1)
    });
    if let Some(diagonal) = diagonal {
        let steps = groups.remove(diagonal).steps;
        let kept = if diagonal < straight { straight - 1 } else { straight };
        groups[kept].steps.extend(steps);
    }
}

fn phrase(group: &Group) -> String {
    let (short, long) = group.reach;
    let aim = aim(group);
    let cells = |count: i16| match count {
        1 => "one cell".to_owned(),
        2 => "two cells".to_owned(),
        3 => "three cells".to_owned(),
        count => format!("{count} cells"),
    };
    let is_oblique = short > 0 && short != long;
    match group.gait {
        LeapKind::Leap if is_oblique => {
            format!("leaps {} straight and {} aside{}", cells(long), cells(short), aim)
        }
        LeapKind::Leap if long == 1 => format!("goes one cell{aim}"),
        LeapKind::Leap => format!("leaps {}{aim}", cells(long)),
        LeapKind::Lame if is_oblique => {
            format!("goes {} straight and {} aside{}, but not over a man", cells(long), cells(short), aim)
        }
        LeapKind::Lame => format!("goes {}{aim}, but not over a man", cells(long)),
        LeapKind::Slide { most } if is_oblique => {
            format!("leaps again and again in one line, {long} and {short} cells{aim}{}", times(most))
        }
        LeapKind::Slide { most: Some(most) } if long == 1 => {
            format!("goes up to {}{aim}", cells(i16::from(most)))
        }
        LeapKind::Slide { most: None } if long == 1 => format!("goes any distance{aim}"),
        LeapKind::Slide { most } => format!("leaps {} again and again{aim}{}", cells(long), times(most)),
        LeapKind::Cannon { most } => {
            let distance = match most {
                Some(most) if long == 1 => format!("up to {}", cells(i16::from(most))),
                _ => "any distance".to_owned(),
            };
            let times = if long == 1 { String::new() } else { times(most) };
            format!("goes {distance}{aim}{}{times}, over exactly one man", by_leaps(group.reach))
        }
        LeapKind::Grasshopper => {
            format!("goes{aim}{} to the nearest man and lands right behind it", by_leaps(group.reach))
        }
        LeapKind::Bent { stop } => {
            format!(
                "goes {}{aim}, turns outward and goes on in a line, stopping at the earliest on the {}",
                cells(long),
                ordinal(stop)
            )
        }
    }
}

/// The limit of repeated leaps: `, three times at most`.
fn times(most: Option<u8>) -> String {
    match most {
        None => String::new(),
        Some(2) => ", twice at most".to_owned(),
        Some(most) => format!(", {most} times at most"),
    }
}

/// Of hoppers whose steps are leaps: ` by leaps of 2 and 1 cells`.
fn by_leaps((short, long): (i16, i16)) -> String {
    match (short, long) {
        (_, 1) => String::new(),
        (0, long) => format!(" by leaps of {long} cells"),
        (short, long) if short == long => format!(" by leaps of {long} cells"),
        (short, long) => format!(" by leaps of {long} and {short} cells"),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first cell".to_owned(),
        2 => "second cell".to_owned(),
        3 => "third cell".to_owned(),
        number => format!("{number}th cell"),
    }
}

/// Where a group's steps point: ` straight forward`, ` in any direction`.
fn aim(group: &Group) -> String {
    let (short, long) = group.reach;
    let has = |wanted: fn(i16) -> bool| group.steps.iter().any(|&(_, ranks)| wanted(ranks));
    let (ahead, level, behind) = (has(|r| r > 0), has(|r| r == 0), has(|r| r < 0));
    let mut unlike = group.steps.clone();
    unlike.sort_unstable();
    unlike.dedup();
    let line = match (short, long) {
        (0, _) if unlike.len() == 8 => return " in any direction".to_owned(),
        (0, _) => " straight",
        (short, long) if short == long => " diagonally",
        _ => "",
    };
    let whole = if line.is_empty() { 8 } else { 4 };
    let way = match (ahead, level, behind) {
        _ if unlike.len() >= whole => "",
        (true, false, false) => " forward",
        (false, false, true) => " backward",
        (false, true, false) => " sideways",
        (true, true, false) => " forward or sideways",
        (false, true, true) => " backward or sideways",
        (true, _, true) => " forward or backward",
        (false, false, false) => "",
    };
    // `one cell straight sideways` says the same twice.
    if way == " sideways" { way.to_owned() } else { format!("{line}{way}") }
}

#[cfg(test)]
mod tests {
    use crate::movement::Movement;

    #[test]
    fn men_are_told_as_people_tell_them() {
        for (betza, words) in [
            ("K", "Goes one cell in any direction."),
            ("F", "Goes one cell diagonally."),
            ("A", "Leaps two cells diagonally."),
            ("N", "Leaps two cells straight and one cell aside."),
            ("R", "Goes any distance straight."),
            ("Q", "Goes any distance in any direction."),
            (
                "mfWcfF",
                "Without taking it goes one cell straight forward; to take, it goes one cell diagonally forward.",
            ),
            ("FbW", "Goes one cell diagonally, or goes one cell straight backward."),
            ("sW", "Goes one cell sideways."),
            ("fK", "Goes one cell straight forward, or goes one cell diagonally forward."),
            ("R4", "Goes up to 4 cells straight."),
            ("D3", "Leaps two cells again and again straight, 3 times at most."),
            ("pR", "Goes any distance straight, over exactly one man."),
            ("pQ4", "Goes up to 4 cells in any direction, over exactly one man."),
            (
                "mRcpR",
                "Without taking it goes any distance straight; to take, it goes any distance straight, \
                 over exactly one man.",
            ),
            ("gQ", "Goes in any direction to the nearest man and lands right behind it."),
            ("fgB", "Goes diagonally forward to the nearest man and lands right behind it."),
            ("pNN", "Goes any distance by leaps of 2 and 1 cells, over exactly one man."),
        ] {
            assert_eq!(Movement::parse(betza).unwrap().in_words(), words, "{betza}");
        }
    }

    #[test]
    fn a_bent_rider_is_told_with_its_turn() {
        let words = Movement::parse("yafsFyafsW").unwrap().in_words();
        assert!(words.contains("turns outward"), "{words}");
    }

    #[test]
    fn nothing_moves_nowhere() {
        assert_eq!(Movement::parse("").unwrap().in_words(), "Never moves.");
    }
}
