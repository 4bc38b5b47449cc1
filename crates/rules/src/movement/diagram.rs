//! A piece's moves as a picture: the cells round it, and where lines lead on.

use serde::Serialize;

use super::{Hurdle, Mode, Movement, Route};
use crate::geometry::{Geometry, Side};

/// A board wide enough for every leap, and a cell near its middle.
const BOARD: u8 = 16;
const MIDDLE: i16 = 7;
/// How many cells a line is drawn that goes on without end.
const ENDLESS: i16 = 3;
/// The most cells a diagram has from the piece to its edge.
const MAX_RADIUS: i16 = 7;

/// How a piece gets to a cell of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramMove {
    /// By a leap, or over empty cells.
    Plain,
    /// By hopping over one piece.
    Hop,
    /// By its first move only.
    FirstMove,
}

/// A cell of a diagram, as files to the right of the piece and ranks ahead of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DiagramCell {
    /// Files to the right.
    pub right: i16,
    /// Ranks ahead.
    pub ahead: i16,
    /// How the piece moves there, if it may.
    pub moves: Option<DiagramMove>,
    /// How it captures there, if it may.
    pub captures: Option<DiagramMove>,
}

/// A line that leads on beyond a diagram's edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DiagramPath {
    /// Files to the right, at most one beyond the radius.
    pub right: i16,
    /// Ranks ahead, at most one beyond the radius.
    pub ahead: i16,
    /// Where the line leads: -1, 0 or 1 files to the right.
    pub to_right: i16,
    /// Where the line leads: -1, 0 or 1 ranks ahead.
    pub to_ahead: i16,
}

/// A piece's moves as its own side sees them, the piece in the middle. Made by [`Movement::diagram`], or
/// by [`Ruleset::diagram`](crate::Ruleset::diagram), which adds a pawn's first move.
///
/// # Examples
/// ```
/// use rukh_rules::movement::Movement;
/// use rukh_rules::movement::diagram::DiagramMove;
///
/// let pawn = Movement::parse("mfWcfF")?.diagram();
/// let (ahead, aside) = (pawn.cell(0, 1).unwrap(), pawn.cell(1, 1).unwrap());
/// assert_eq!((ahead.moves, ahead.captures), (Some(DiagramMove::Plain), None));
/// assert_eq!((aside.moves, aside.captures), (None, Some(DiagramMove::Plain)));
/// # Ok::<(), rukh_rules::movement::MovementError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Diagram {
    /// Cells from the piece to each edge, at least 1.
    pub radius: i16,
    /// The cells the piece gets to, row by row from the top left.
    pub cells: Vec<DiagramCell>,
    /// The lines that lead on.
    pub onward: Vec<DiagramPath>,
}

impl Diagram {
    /// The cell this many files to the right and ranks ahead, if the piece gets there.
    #[must_use]
    pub fn cell(&self, right: i16, ahead: i16) -> Option<&DiagramCell> {
        self.cells.iter().find(|cell| (cell.right, cell.ahead) == (right, ahead))
    }

    /// Adds a straight first move of up to this many cells.
    pub(crate) fn add_first_move(&mut self, steps: u8) {
        let steps = i16::from(steps);
        self.radius = self.radius.max(steps.min(MAX_RADIUS));
        for ahead in 2..=steps.min(MAX_RADIUS) {
            self.reach((0, ahead), Mode::Quiet, DiagramMove::FirstMove);
        }
        if steps > MAX_RADIUS {
            self.onward.push(DiagramPath { right: 0, ahead: self.radius + 1, to_right: 0, to_ahead: 1 });
        }
        self.sort();
    }

    fn reach(&mut self, (right, ahead): (i16, i16), mode: Mode, way: DiagramMove) {
        let known = self.cells.iter().position(|cell| (cell.right, cell.ahead) == (right, ahead));
        let known = known.unwrap_or_else(|| {
            self.cells.push(DiagramCell { right, ahead, moves: None, captures: None });
            self.cells.len() - 1
        });
        let cell = &mut self.cells[known];
        // The plainest way is the one that is drawn.
        let plainer = |known: Option<DiagramMove>| Some(known.map_or(way, |known| known.min(way)));
        if mode != Mode::Capture {
            cell.moves = plainer(cell.moves);
        }
        if mode != Mode::Quiet {
            cell.captures = plainer(cell.captures);
        }
    }

    fn sort(&mut self) {
        self.cells.sort_by_key(|cell| (-cell.ahead, cell.right));
        self.onward.sort_unstable();
        self.onward.dedup();
    }
}

impl Movement {
    /// The moves from a cell far from every edge.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram { radius: 1, ..Diagram::default() };
        let (Some(board), Some(from)) = (Geometry::new(BOARD, BOARD), middle()) else { return diagram };
        let routes = self.routes(board, from, Side::White);
        let lines: Vec<Line> = routes.iter().map(|route| Line::new(board, route)).collect();
        let span = |line: &Line| {
            let shown =
                if line.is_endless { ENDLESS.max(far(line.cells[line.first_stop])) } else { MAX_RADIUS };
            line.cells.iter().map(|&cell| far(cell)).max().unwrap_or(1).min(shown)
        };
        let radius = lines.iter().map(span).max().unwrap_or(1).clamp(1, MAX_RADIUS);
        diagram.radius = radius;
        for line in &lines {
            for &cell in line.cells[line.first_stop..].iter().filter(|&&cell| far(cell) <= radius) {
                diagram.reach(cell, line.mode, line.way);
            }
            diagram.onward.extend(line.onward(radius));
        }
        diagram.sort();
        diagram
    }
}

fn middle() -> Option<crate::geometry::Cell> {
    Geometry::new(BOARD, BOARD)?.cell(MIDDLE, MIDDLE)
}

/// How many cells a place is from the piece, the greater of both ways.
fn far((right, ahead): (i16, i16)) -> i16 {
    right.abs().max(ahead.abs())
}

/// A route as places round the piece.
struct Line {
    cells: Vec<(i16, i16)>,
    first_stop: usize,
    mode: Mode,
    way: DiagramMove,
    /// Whether only the board's edge ends it.
    is_endless: bool,
}

impl Line {
    fn new(board: Geometry, route: &Route) -> Line {
        let place = |&cell| (i16::from(board.file(cell)) - MIDDLE, i16::from(board.rank(cell)) - MIDDLE);
        let cells: Vec<(i16, i16)> = route.steps.iter().map(place).collect();
        let way = if route.hurdle == Hurdle::None { DiagramMove::Plain } else { DiagramMove::Hop };
        let mut line = Line { cells, first_stop: route.first_stop, mode: route.mode, way, is_endless: false };
        let (last, step) = (line.cells[line.cells.len() - 1], line.last_step());
        let beyond = board.cell(last.0 + step.0 + MIDDLE, last.1 + step.1 + MIDDLE);
        line.is_endless = line.cells.len() > line.first_stop + 1 && beyond.is_none();
        line
    }

    /// Files and ranks of the step that leads on.
    fn last_step(&self) -> (i16, i16) {
        let last = self.cells[self.cells.len() - 1];
        let before = self.cells.len().checked_sub(2).map_or((0, 0), |index| self.cells[index]);
        (last.0 - before.0, last.1 - before.1)
    }

    /// Where it leaves a diagram, if it does.
    fn onward(&self, radius: i16) -> Option<DiagramPath> {
        let outside = *self.cells[self.first_stop..].iter().find(|&&cell| far(cell) > radius)?;
        let scale = |part: i16| (part * (radius + 1) + part.signum() * far(outside) / 2) / far(outside);
        let (right, ahead) = self.last_step();
        Some(DiagramPath {
            right: scale(outside.0),
            ahead: scale(outside.1),
            to_right: right.signum(),
            to_ahead: ahead.signum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagram, DiagramMove};
    use crate::movement::Movement;

    fn diagram(betza: &str) -> Diagram {
        Movement::parse(betza).unwrap_or_else(|error| panic!("{error}")).diagram()
    }

    #[test]
    fn diagram_is_as_wide_as_the_moves_need() {
        for (betza, radius, cells, onward) in [
            ("", 1, 0, 0),
            ("K", 1, 8, 0),
            ("N", 2, 8, 0),
            ("NAD", 2, 16, 0),
            ("Z", 3, 8, 0),
            ("R", 3, 12, 4),
            ("R4", 4, 16, 0),
            ("fR6", 6, 6, 0),
            ("Q", 3, 24, 8),
            ("gQ", 3, 16, 8),
        ] {
            let drawn = diagram(betza);
            assert_eq!(
                (drawn.radius, drawn.cells.len(), drawn.onward.len()),
                (radius, cells, onward),
                "{betza}"
            );
        }
    }

    #[test]
    fn diagram_of_a_cannon_moves_plainly_and_captures_by_hops() {
        let cannon = diagram("mRcpR");
        let beside = cannon.cell(1, 0).expect("a cell it moves to");
        assert_eq!((beside.moves, beside.captures), (Some(DiagramMove::Plain), None));
        let beyond = cannon.cell(0, -2).expect("a cell it moves to");
        assert_eq!((beyond.moves, beyond.captures), (Some(DiagramMove::Plain), Some(DiagramMove::Hop)));
        assert_eq!(diagram("RpR").cell(0, 2).expect("a rook's cell").captures, Some(DiagramMove::Plain));
    }

    #[test]
    fn diagram_of_a_bent_rider_leads_on_along_its_second_leg() {
        let griffon = diagram("yafsF");
        assert!(griffon.cell(1, 1).is_none());
        assert!(griffon.cell(1, 2).is_some());
        let up =
            griffon.onward.iter().find(|line| (line.right, line.ahead) == (1, 4)).expect("a line upward");
        assert_eq!((up.to_right, up.to_ahead), (0, 1));
    }

    #[test]
    fn diagram_of_a_long_first_move_has_its_cells_once() {
        let mut pawn = diagram("mfWcfF");
        pawn.add_first_move(4);
        assert_eq!((pawn.radius, pawn.cells.len()), (4, 6));
        assert_eq!(pawn.cell(0, 4).expect("the fourth cell").moves, Some(DiagramMove::FirstMove));
        assert_eq!(pawn.cell(0, 1).expect("the first cell").moves, Some(DiagramMove::Plain));
    }
}
