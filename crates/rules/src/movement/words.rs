//! A movement as messages.

use std::collections::HashSet;

use super::{Hurdle, Mode, Movement, Part, PathWalker, Route};
use crate::geometry::{Geometry, MAX_LENGTH, Side};
use crate::message::{Argument, Conjunction, Message, say};

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
    /// To one cell, unless a piece stands on the way.
    Lame,
    /// On and on in one direction, this many steps at most if there is a limit.
    Slide { most: Option<u8> },
    /// In one direction over exactly one piece, the stop this many steps away at most.
    Cannon { most: Option<u8> },
    /// In one direction to the first piece and onto the cell behind it.
    Grasshopper,
    /// One step, a turn, and on from there; the first cell where it may stop.
    Bent { stop: usize },
}

impl Movement {
    /// How the piece moves, in sentences: `It moves one square diagonally.`
    #[must_use]
    pub fn message(&self) -> Message {
        say::sentences(self.sentences())
    }

    fn sentences(&self) -> Vec<Message> {
        let Some(board) = Geometry::new(BOARD, BOARD) else { return Vec::new() };
        let Some(from) = board.cell(MIDDLE, MIDDLE) else { return Vec::new() };
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
        sentences(groups)
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

/// The sentences of all groups: moves and captures together, then moves, then captures.
fn sentences(mut groups: Vec<Group>) -> Vec<Message> {
    merge(&mut groups);
    let ways_in = |mode: Mode| {
        let ways: Vec<Message> = groups.iter().filter(|group| group.mode == mode).map(way).collect();
        (!ways.is_empty()).then(|| say::movement_ways(Argument::Messages(ways, Conjunction::Or)))
    };
    let sentences: Vec<Message> =
        [Mode::Both, Mode::Quiet, Mode::Capture].into_iter().filter_map(ways_in).collect();
    if sentences.is_empty() { vec![say::movement_none()] } else { sentences }
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

/// One group as a phrase with its verb: `moves one square diagonally`.
fn way(group: &Group) -> Message {
    let (short, long) = group.reach;
    let is_oblique = short > 0 && short != long;
    let (mode, aim) = (Argument::Choice(group.mode.into()), aim(group));
    let (squares, aside) = (squares(long), squares(short));
    match group.gait {
        LeapKind::Leap if is_oblique => say::movement_jump_oblique(mode, squares, aside, aim),
        LeapKind::Leap if long == 1 => say::movement_step(mode, squares, aim),
        LeapKind::Leap => say::movement_jump(mode, squares, aim),
        LeapKind::Lame if is_oblique => say::movement_lame_oblique(mode, squares, aside, aim),
        LeapKind::Lame => say::movement_lame(mode, squares, aim),
        LeapKind::Slide { most } if is_oblique => {
            say::movement_ride_oblique(mode, squares, aside, aim, limit(most))
        }
        LeapKind::Slide { most: Some(most) } if long == 1 => {
            say::movement_slide_limited(mode, self::squares(most.into()), aim)
        }
        LeapKind::Slide { most: None } if long == 1 => say::movement_slide(mode, aim),
        LeapKind::Slide { most } => say::movement_ride(mode, squares, aim, limit(most)),
        LeapKind::Cannon { most } => hop(group, most),
        LeapKind::Grasshopper => say::movement_grasshopper(mode, aim, by_jumps(group.reach)),
        LeapKind::Bent { stop } => say::movement_bent(mode, squares, aim, stop as u64),
    }
}

fn hop(group: &Group, most: Option<u8>) -> Message {
    let is_stepping = group.reach.1 == 1;
    let distance = match most {
        Some(most) if is_stepping => say::movement_up_to(squares(most.into())),
        _ => say::movement_any_distance(),
    };
    let limit = limit(most.filter(|_| !is_stepping));
    say::movement_hop(Argument::Choice(group.mode.into()), distance, aim(group), by_jumps(group.reach), limit)
}

fn squares(count: i16) -> Message {
    say::movement_squares(u64::from(count.unsigned_abs()))
}

fn limit(most: Option<u8>) -> Message {
    say::movement_limit(most.unwrap_or(0))
}

/// How a hopper goes whose steps are leaps.
fn by_jumps((short, long): (i16, i16)) -> Message {
    if long == 1 {
        return say::movement_by_steps();
    }
    let aside = if short == long { 0 } else { short };
    say::movement_by_jumps(u64::from(long.unsigned_abs()), u64::from(aside.unsigned_abs()))
}

/// Where a group's steps point.
fn aim(group: &Group) -> Message {
    let (short, long) = group.reach;
    let has = |wanted: fn(i16) -> bool| group.steps.iter().any(|&(_, ranks)| wanted(ranks));
    let (ahead, level, behind) = (has(|r| r > 0), has(|r| r == 0), has(|r| r < 0));
    let mut unlike = group.steps.clone();
    unlike.sort_unstable();
    unlike.dedup();
    let line = match (short, long) {
        (0, _) if unlike.len() == 8 => "any",
        (0, _) => "straight",
        (short, long) if short == long => "diagonal",
        _ => "oblique",
    };
    let whole = if matches!(line, "any" | "oblique") { 8 } else { 4 };
    let way = match (ahead, level, behind) {
        _ if unlike.len() >= whole => "any",
        (true, false, false) => "forward",
        (false, false, true) => "backward",
        (false, true, false) => "sideways",
        (true, true, false) => "forward-sideways",
        (false, true, true) => "backward-sideways",
        (true, _, true) => "forward-backward",
        (false, false, false) => "any",
    };
    say::movement_aim(Argument::Choice(line), Argument::Choice(way))
}

#[cfg(test)]
mod tests {
    use crate::movement::Movement;

    fn words(betza: &str) -> String {
        Movement::parse(betza).unwrap().message().to_string()
    }

    #[test]
    fn movement_message_names_steps_jumps_slides_and_hops() {
        for (betza, expected) in [
            ("K", "It moves one square in any direction."),
            ("F", "It moves one square diagonally."),
            ("A", "It jumps two squares diagonally."),
            ("N", "It jumps in an L: two squares straight, one square to the side."),
            ("R", "It moves any distance straight."),
            ("Q", "It moves any distance in any direction."),
            ("mfWcfF", "It moves one square forward. It captures one square diagonally forward."),
            ("FbW", "It moves one square diagonally or moves one square backward."),
            ("sW", "It moves one square sideways."),
            ("fK", "It moves one square forward or moves one square diagonally forward."),
            ("R4", "It moves up to 4 squares straight."),
            ("D3", "It jumps again and again, two squares straight, at most 3 times."),
            ("cA", "It captures by a jump of two squares diagonally."),
            ("pR", "It moves any distance straight, over exactly one piece."),
            ("pQ4", "It moves up to 4 squares in any direction, over exactly one piece."),
            (
                "mRcpR",
                "It moves any distance straight. It captures at any distance straight, over exactly one piece.",
            ),
            ("gQ", "It moves in any direction over the nearest piece to the square right behind it."),
            ("fgB", "It moves diagonally forward over the nearest piece to the square right behind it."),
            ("pNN", "It moves any distance by jumps of 2 and 1 squares, over exactly one piece."),
            ("", "It never moves."),
        ] {
            assert_eq!(words(betza), expected, "{betza}");
        }
    }

    #[test]
    fn movement_message_of_a_bent_rider_names_its_turn() {
        let words = words("yafsFyafsW");
        assert!(words.contains("then turns outward and goes straight on (never stopping"), "{words}");
    }
}
