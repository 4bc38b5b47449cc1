//! Lines of sliders: two rays of a line, found by one subtraction.

use crate::bits::CellSet;
use crate::geometry::Cell;
use crate::movement::{Mode, Route};

/// Two rays, one of rising and one of falling cell numbers, answered by one
/// subtraction: every cell from the last blocker below to the first above.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<B> {
    pub(crate) below: B,
    pub(crate) above: B,
    /// Where a piece may stop.
    pub(crate) mask: B,
    pub(crate) mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Rising,
    Falling,
}

/// Whether a route's cell numbers rise or fall all the way, if either. A
/// single step goes by which side of its start it lies on.
pub(super) fn direction(route: &Route, from: Cell) -> Option<Direction> {
    if let [only] = route.steps[..] {
        return Some(if only < from { Direction::Falling } else { Direction::Rising });
    }
    let mut pairs = route.steps.windows(2);
    if pairs.clone().all(|pair| pair[0] < pair[1]) {
        Some(Direction::Rising)
    } else if pairs.all(|pair| pair[0] > pair[1]) {
        Some(Direction::Falling)
    } else {
        None
    }
}

/// Puts rays two and two on lines; a line's falling ray must begin below its rising one.
pub(super) fn pair_rays<B: CellSet>(rays: &[(Direction, &Route)]) -> Vec<Line<B>> {
    let of = |wanted: Direction| rays.iter().filter(move |ray| ray.0 == wanted).map(|ray| ray.1);
    let mut rising: Vec<&Route> = of(Direction::Rising).collect();
    let mut falling: Vec<&Route> = of(Direction::Falling).collect();
    rising.sort_by_key(|route| route.steps[0]);
    falling.sort_by_key(|route| std::cmp::Reverse(route.steps[0]));
    let mut lines = Vec::new();
    for down in falling {
        let partner = rising.iter().position(|up| up.steps[0] > down.steps[0] && up.mode == down.mode);
        let up = partner.map(|at| rising.remove(at));
        let stops = cells_set::<B>(&down.steps[down.first_stop..]);
        lines.push(Line {
            below: cells_set(&down.steps),
            above: up.map_or(B::EMPTY, |up| cells_set(&up.steps)),
            mask: stops | up.map_or(B::EMPTY, |up| cells_set(&up.steps[up.first_stop..])),
            mode: down.mode,
        });
    }
    lines.extend(rising.into_iter().map(|up| Line {
        below: B::EMPTY,
        above: cells_set(&up.steps),
        mask: cells_set(&up.steps[up.first_stop..]),
        mode: up.mode,
    }));
    lines
}

/// The set of some cells.
pub(super) fn cells_set<B: CellSet>(cells: &[Cell]) -> B {
    cells.iter().fold(B::EMPTY, |set, &cell| set | B::of(cell))
}
