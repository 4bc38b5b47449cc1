//! How a piece moves: Betza notation read into routes over a board.
//!
//! One line of Betza notation is a list of *parts*, each an atom with lower-case
//! modifiers before it and perhaps a range after it: `mfWcfF` is an old pawn.
//!
//! | written | means |
//! |---|---|
//! | `W F D A H G N C Z` | leaps of (0,1) (1,1) (0,2) (2,2) (0,3) (3,3) (1,2) (1,3) (2,3) |
//! | `K R B Q` | `WF`, `W0`, `F0`, `W0F0`; `fK` is `fWfF` |
//! | `NN`, `W3`, `R4`, `D0` | the same leap again and again: without end, up to 3, up to 4, without end |
//! | `m` `c` | only to an empty cell, only by capture; both or neither: either |
//! | `f b l r s v` | directions as the mover sees them (Black's are turned by 180 degrees) |
//! | `n` | lame: `D A H G` pass over straight, `N` first takes its straight step |
//! | `p` | hops: a slide that ends beyond exactly one piece of either side, as `pR`, `mRcpR`, `pB4`, `pNN` |
//! | `g` | hops: a slide that ends directly behind the first piece it meets, as `gQ` |
//! | `afsW` | another leg: step, then turn and step again; turns are `f fs s bs b fl fr l r bl br` |
//! | `yafsF` | the same, and after `y` the legs slide |
//! | `[R-fsF]` | our own: any length of the first leg, a turn, then the second leg |
//!
//! Directions mean what Fairy-Stockfish takes them to mean. On straight atoms they
//! add up (`fsW`: three cells). On diagonal atoms `f` is two cells, `fl` one, and
//! `s` or `v` all four. `K` and `Q` are their two atoms with the same direction each
//! (`fK`: three cells, `sK`: six). On oblique atoms, as in XBetza, `f` or `ff` is the
//! narrow forward pair, `fs` the wide forward pair, `fl` its left cell, `lf` the left
//! cell of the narrow pair, `fh` all four forward, `lv` both of the narrow left, `hr`
//! and `hl` every second cell, from the narrow forward right or left one on.
//! Everything else is an error that shows its place; nothing is dropped in silence.

use std::collections::HashSet;
use std::fmt;

use crate::geometry::{Cell, Geometry, Side};

pub use lookalike::Lookalike;

pub mod diagram;
mod direction;
mod lookalike;
mod parse;
mod words;
mod xbetza;

/// The number of directions of the rose, clockwise from straight ahead.
const ROSE: u8 = 8;
/// What a route may do at the cell where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Mode {
    /// Move to an empty cell or capture.
    Both,
    /// Only move to an empty cell.
    Quiet,
    /// Only capture.
    Capture,
}

/// The piece that must stand on a route, of either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hurdle {
    /// None: every cell that is passed is empty.
    None,
    /// Exactly one, anywhere before the stop: a cannon's (`p`).
    Single,
    /// Exactly one, on the cell before the stop: a grasshopper's (`g`).
    Adjacent,
}

/// Cells in the order a piece passes them.
///
/// It may stop on `steps[first_stop..]`; every cell before the one it stops on
/// must be empty, but for the hurdle. A leap is a route of one step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Route {
    /// What it may do where it stops.
    pub mode: Mode,
    /// The piece it needs on its way.
    pub hurdle: Hurdle,
    /// The cells, nearest first; never empty.
    pub steps: Vec<Cell>,
    /// Index of the first cell on which it may stop, below `steps.len()`.
    pub first_stop: usize,
}

impl Route {
    /// The cells on one of which the hurdle stands if it stops on `steps[stop]`;
    /// nothing if it needs none.
    #[must_use]
    pub fn hurdles(&self, stop: usize) -> &[Cell] {
        match self.hurdle {
            Hurdle::None => &[],
            Hurdle::Single => &self.steps[..stop],
            Hurdle::Adjacent => &self.steps[stop - 1..stop],
        }
    }
}

/// A movement read from Betza notation.
///
/// Equality compares the text too: `K` and `WF` move alike and are not equal.
///
/// # Examples
/// ```
/// use rukh_rules::movement::{Mode, Movement};
/// use rukh_rules::{Geometry, Side};
///
/// let board = Geometry::new(8, 8).unwrap();
/// let e2 = board.parse_cell("e2").unwrap();
/// // The old pawn: moves one step ahead, captures one step diagonally ahead.
/// let pawn = Movement::parse("mfWcfF")?;
/// let routes = pawn.routes(board, e2, Side::White);
/// let quiet = routes.iter().find(|route| route.mode == Mode::Quiet).unwrap();
/// assert_eq!(board.name(quiet.steps[0]), "e3");
/// assert_eq!(routes.iter().filter(|route| route.mode == Mode::Capture).count(), 2);
///
/// // The rook has a route for each direction, and may stop anywhere on it.
/// let rook = Movement::parse("R")?.routes(board, e2, Side::White);
/// assert_eq!((rook.len(), rook.iter().map(|route| route.steps.len()).sum::<usize>()), (4, 14));
///
/// let error = Movement::parse("mfWcfX").unwrap_err();
/// assert_eq!(error.column, 5);
/// # Ok::<(), rukh_rules::movement::MovementError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    text: String,
    parts: Vec<Part>,
}

impl serde::Serialize for Movement {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl Movement {
    /// Reads Betza notation.
    ///
    /// # Errors
    /// The first place that cannot be read, with what could stand there.
    pub fn parse(text: &str) -> Result<Movement, MovementError> {
        let parts = if text.is_empty() { Vec::new() } else { parse::parts(text)? };
        Ok(Movement { text: text.to_owned(), parts })
    }

    /// The notation this movement was read from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every route of a piece of that side from a cell, each once.
    #[must_use]
    pub fn routes(&self, geometry: Geometry, from: Cell, side: Side) -> Vec<Route> {
        let mut routes = Vec::new();
        for part in &self.parts {
            PathWalker { geometry, side, from, part }.routes(&mut routes);
        }
        let mut seen = HashSet::new();
        routes.retain(|route| seen.insert(route.clone()));
        routes
    }
}

/// Why a text is not a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementError {
    /// The text, cut after 201 characters.
    pub text: String,
    /// The character at fault, counted from 0; the text's length if it ends too early.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caret = " ".repeat(self.column);
        write!(f, "{}\n{}\n{caret}^", self.message, self.text)
    }
}

impl std::error::Error for MovementError {}

/// One atom or bracket: legs to be walked one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    mode: Mode,
    gait: PathKind,
    hurdle: Hurdle,
    legs: Vec<Leg>,
}

/// Whether the cells under a leap matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathKind {
    Free,
    Lame,
}

/// Steps along one direction of the rose.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Leg {
    /// Bit `n`: it may turn by `n` eighths clockwise; the first leg turns from straight ahead.
    turns: u8,
    pace: Pace,
    /// The most steps, [`crate::geometry::MAX_LENGTH`] if there is no limit.
    reach: u8,
}

impl Leg {
    /// The directions of this leg after one that led along `heading`.
    fn headings(&self, heading: u8) -> impl Iterator<Item = u8> {
        (0..ROSE).filter(|turn| self.turns & (1 << turn) != 0).map(move |turn| (heading + turn) % ROSE)
    }
}

/// The length of one step; its direction is a number of the rose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// That many cells along a line.
    Line(i16),
    /// That many cells across and along, the lesser number first.
    Oblique(i16, i16),
}

impl Pace {
    /// Files to the right and ranks ahead, as the mover sees them.
    fn vector(self, direction: u8) -> (i16, i16) {
        let (lesser, greater) = match self {
            Pace::Line(length) => {
                return match direction % ROSE {
                    0 => (0, length),
                    1 => (length, length),
                    2 => (length, 0),
                    3 => (length, -length),
                    4 => (0, -length),
                    5 => (-length, -length),
                    6 => (-length, 0),
                    _ => (-length, length),
                };
            }
            Pace::Oblique(lesser, greater) => (lesser, greater),
        };
        match direction % ROSE {
            0 => (lesser, greater),
            1 => (greater, lesser),
            2 => (greater, -lesser),
            3 => (lesser, -greater),
            4 => (-lesser, -greater),
            5 => (-greater, -lesser),
            6 => (-greater, lesser),
            _ => (-lesser, greater),
        }
    }

    /// The offsets a lame piece passes before a step ends.
    fn passed(self, direction: u8) -> Vec<(i16, i16)> {
        let (across, ahead) = self.vector(direction);
        match self {
            Pace::Line(length) => {
                (1..length).map(|step| (across / length * step, ahead / length * step)).collect()
            }
            Pace::Oblique(..) if across.abs() > ahead.abs() => vec![(across.signum(), 0)],
            Pace::Oblique(..) => vec![(0, ahead.signum())],
        }
    }
}

/// A piece walking one part of its movement over a board.
struct PathWalker<'a> {
    geometry: Geometry,
    side: Side,
    from: Cell,
    part: &'a Part,
}

impl PathWalker<'_> {
    /// Every route of the part.
    fn routes(&self, routes: &mut Vec<Route>) {
        match self.part.gait {
            PathKind::Free => self.leg(0, 0, &mut Vec::new(), routes),
            PathKind::Lame => self.lame(routes),
        }
    }

    /// Walks leg `index` and what follows it from the end of `path`.
    fn leg(&self, index: usize, heading: u8, path: &mut Vec<Cell>, routes: &mut Vec<Route>) {
        let leg = &self.part.legs[index];
        let is_last = index + 1 == self.part.legs.len();
        let length = path.len();
        for heading in leg.headings(heading) {
            for _ in 0..leg.reach {
                let here = path.last().copied().unwrap_or(self.from);
                match self.step(here, leg.pace.vector(heading)) {
                    // Its own cell is neither passed nor reached again.
                    Some(next) if next != self.from => path.push(next),
                    _ => break,
                }
                if !is_last {
                    self.leg(index + 1, heading, path, routes);
                }
            }
            let first_stop = length + usize::from(self.part.hurdle != Hurdle::None);
            if is_last && path.len() > first_stop {
                routes.push(self.route(path.clone(), first_stop));
            }
            path.truncate(length);
        }
    }

    /// Leaps that pass over cells which must be empty.
    fn lame(&self, routes: &mut Vec<Route>) {
        let leg = &self.part.legs[0];
        for heading in leg.headings(0) {
            let mut offsets = leg.pace.passed(heading);
            offsets.push(leg.pace.vector(heading));
            let steps: Option<Vec<Cell>> =
                offsets.iter().map(|&offset| self.step(self.from, offset)).collect();
            if let Some(steps) = steps {
                routes.push(self.route(steps, offsets.len() - 1));
            }
        }
    }

    fn route(&self, steps: Vec<Cell>, first_stop: usize) -> Route {
        Route { mode: self.part.mode, hurdle: self.part.hurdle, steps, first_stop }
    }

    /// The cell at an offset as this side sees it.
    fn step(&self, from: Cell, (right, ahead): (i16, i16)) -> Option<Cell> {
        match self.side {
            Side::White => self.geometry.offset(from, right, ahead),
            Side::Black => self.geometry.offset(from, -right, -ahead),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Hurdle, Mode, Movement, Route};
    use crate::geometry::{Cell, Geometry, Side};

    fn board(files: u8, ranks: u8) -> Geometry {
        Geometry::new(files, ranks).expect("a board size in range")
    }

    fn routes(text: &str, geometry: Geometry, from: &str, side: Side) -> Vec<Route> {
        let movement = Movement::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let from = geometry.parse_cell(from).expect("a cell on the board");
        movement.routes(geometry, from, side)
    }

    /// Where the piece may stop on an empty board, sorted by name, with `=` for quiet and `x` for capture.
    fn stops(text: &str, geometry: Geometry, from: &str, side: Side) -> String {
        let mut names = BTreeSet::new();
        for route in routes(text, geometry, from, side) {
            let mark = match route.mode {
                Mode::Both => "",
                Mode::Quiet => "=",
                Mode::Capture => "x",
            };
            for &cell in &route.steps[route.first_stop..] {
                names.insert(format!("{mark}{}", geometry.name(cell)));
            }
        }
        names.into_iter().collect::<Vec<_>>().join(" ")
    }

    fn from_d4(text: &str) -> String {
        stops(text, board(8, 8), "d4", Side::White)
    }

    /// The cells of each route, `(a b) c d`: passed cells in brackets, then stops.
    fn paths(text: &str, geometry: Geometry, from: &str) -> Vec<String> {
        let names = |cells: &[Cell]| {
            let names: Vec<String> = cells.iter().map(|&cell| geometry.name(cell)).collect();
            names.join(" ")
        };
        let mut paths: Vec<String> = routes(text, geometry, from, Side::White)
            .iter()
            .map(|route| {
                let (passed, stops) = route.steps.split_at(route.first_stop);
                format!("({}) {}", names(passed), names(stops))
            })
            .collect();
        paths.sort();
        paths
    }

    fn complaint(text: &str) -> (usize, String) {
        let error = Movement::parse(text).expect_err(text);
        (error.column, error.message)
    }

    #[test]
    fn routes_of_mideast_pieces_match_their_source() {
        let wide = board(10, 10);
        let cavalier = "a2 a3 a5 a6 a8 b1 b3 b5 b7 c1 c10 c2 c6 c7 c8 c9 e1 e10 e2 e6 e7 e8 e9 \
                        f1 f3 f5 f7 g2 g3 g5 g6 g8 h1 h3 h5 h7 h9 i10 i3 i5 i8 j3 j5 j9";
        assert_eq!(cavalier.split(' ').count(), 44);
        let castle = "b2 b3 b4 b5 b6 c2 c6 d2 d6 e2 e6 f2 f3 f4 f5 f6";
        for side in Side::BOTH {
            assert_eq!(stops("yafsFyafsW", wide, "d4", side), cavalier);
            assert_eq!(stops("NAD", wide, "d4", side), castle);
        }
        assert_eq!(stops("C", wide, "a1", Side::White), "b4 d2");
        assert_eq!(stops("Z", wide, "a1", Side::White), "c4 d3");
    }

    #[test]
    fn routes_of_leaps_ranges_and_compounds_reach_their_cells() {
        assert_eq!(from_d4("W"), "c4 d3 d5 e4");
        assert_eq!(from_d4("F"), "c3 c5 e3 e5");
        assert_eq!(from_d4("A"), "b2 b6 f2 f6");
        assert_eq!(from_d4("HG"), "a1 a4 a7 d1 d7 g1 g4 g7");
        assert_eq!(from_d4("N"), "b3 b5 c2 c6 e2 e6 f3 f5");
        assert_eq!(from_d4("K"), from_d4("WF"));
        assert_eq!(from_d4("Q"), from_d4("RB"));
        assert_eq!(from_d4("Q2"), from_d4("K2"));
    }

    #[test]
    fn routes_of_riders_stop_up_to_their_range() {
        let wide = board(8, 8);
        for same in ["R", "WW", "W0", "R0"] {
            let rook = ["() c4 b4 a4", "() d3 d2 d1", "() d5 d6 d7 d8", "() e4 f4 g4 h4"];
            assert_eq!(paths(same, wide, "d4"), rook);
        }
        assert_eq!(from_d4("R2"), "b4 c4 d2 d3 d5 d6 e4 f4");
        assert_eq!(from_d4("W2"), from_d4("R2"));
        assert_eq!(from_d4("fB1"), "c5 e5");
        assert_eq!(paths("fNN", wide, "a1"), ["() b3 c5 d7"]);
        assert_eq!(paths("frAA", wide, "a1"), ["() c3 e5 g7"]);
        assert_eq!(paths("vD3", board(4, 16), "a1"), ["() a3 a5 a7"]);
    }

    #[test]
    fn routes_of_black_are_mirrored() {
        let square = board(8, 8);
        assert_eq!(stops("mfWcfF", square, "d4", Side::White), "=d5 xc5 xe5");
        assert_eq!(stops("mfWcfF", square, "d4", Side::Black), "=d3 xc3 xe3");
        assert_eq!(stops("lW", square, "d4", Side::White), "c4");
        assert_eq!(stops("lW", square, "d4", Side::Black), "e4");
        assert_eq!(stops("frN", square, "d4", Side::Black), "b3");
    }

    #[test]
    fn parse_parts_keep_their_modes() {
        assert_eq!(from_d4("FmW"), "=c4 =d3 =d5 =e4 c3 c5 e3 e5");
        assert_eq!(from_d4("FfW"), "c3 c5 d5 e3 e5");
        assert_eq!(from_d4("FbW"), "c3 c5 d3 e3 e5");
        assert_eq!(from_d4("WfF"), "c4 c5 d3 d5 e4 e5");
        assert_eq!(from_d4("mcW"), from_d4("W"));
        assert_eq!(routes("WWWW", board(8, 8), "d4", Side::White).len(), 4);
    }

    #[test]
    fn directions_of_oblique_atoms_follow_xbetza() {
        let cells = [
            ("fN", "c6 e6"),
            ("ffN", "c6 e6"),
            ("fsN", "b5 f5"),
            ("fhN", "b5 c6 e6 f5"),
            ("bsN", "b3 f3"),
            ("sN", "b3 b5 f3 f5"),
            ("vN", "c2 c6 e2 e6"),
            ("rN", "f3 f5"),
            ("flN", "b5"),
            ("lfN", "c6"),
            ("frblN", "b3 f5"),
            ("lvN", "c2 c6"),
            ("fC", "c7 e7"),
            ("hrN", "b5 c2 e6 f3"),
            ("hlN", "b3 c6 e2 f5"),
        ];
        for (text, expected) in cells {
            assert_eq!(from_d4(text), expected, "{text}");
        }
        assert_eq!(from_d4("flF"), "c5");
        assert_eq!(from_d4("flbrF"), "c5 e3");
        assert_eq!(from_d4("fsW"), "c4 d5 e4");
    }

    #[test]
    fn directions_before_compounds_apply_to_parts() {
        for (text, parts) in [
            ("fK", "fWfF"),
            ("sK", "sWsF"),
            ("vK", "vWF"),
            ("bQ", "bRbB"),
            ("lrQ", "sRB"),
            ("ffK", "fK"),
            ("fbK", "vWF"),
            ("fQ2", "fR2fB2"),
            ("sF", "F"),
            ("vB", "B"),
            ("fsF", "fF"),
            ("rvB", "rB"),
            ("fyafsK", "fyafsWfyafsF"),
        ] {
            assert_eq!(from_d4(text), from_d4(parts), "{text}");
        }
        assert!(complaint("mfsK").1.contains("write the parts"));
    }

    #[test]
    fn routes_of_hoppers_end_beyond_the_hurdle() {
        let square = board(8, 8);
        let of = |text: &str| routes(text, square, "a1", Side::White);
        let up = |text: &str| of(text).into_iter().find(|route| square.name(route.steps[0]) == "a2");
        let names =
            |cells: &[Cell]| cells.iter().map(|&cell| square.name(cell)).collect::<Vec<_>>().join(" ");
        let cannon = up("pR").expect("a way upward");
        assert_eq!((cannon.hurdle, cannon.first_stop, cannon.steps.len()), (Hurdle::Single, 1, 7));
        assert_eq!(names(cannon.hurdles(3)), "a2 a3 a4");
        let grasshopper = up("cgR").expect("a way upward");
        assert_eq!((grasshopper.hurdle, grasshopper.mode), (Hurdle::Adjacent, Mode::Capture));
        assert_eq!(names(grasshopper.hurdles(3)), "a4");
        assert_eq!(paths("fpR4", square, "a1"), ["(a2) a3 a4 a5"]);
        assert_eq!(paths("fpNN", square, "a1"), ["(b3) c5 d7"]);
        assert_eq!(paths("gR", board(2, 1), "a1"), [""; 0]);
        assert_eq!(of("gQ"), of("gRgB"));
        assert_eq!(of("pWW"), of("pR"));
    }

    #[test]
    fn routes_on_long_board_stay_on_it() {
        let long = board(4, 16);
        assert_eq!(stops("N", long, "a1", Side::White), "b3 c2");
        assert_eq!(stops("N", long, "b16", Side::Black), "a14 c14 d15");
        assert_eq!(stops("A", long, "c8", Side::White), "a10 a6");
    }

    #[test]
    fn routes_of_lame_leaps_pass_their_cells() {
        let square = board(8, 8);
        assert_eq!(paths("nA", square, "a1"), ["(b2) c3"]);
        assert_eq!(paths("fnD", square, "a1"), ["(a2) a3"]);
        assert_eq!(paths("fnG", square, "a1"), ["(b2 c3) d4"]);
        assert_eq!(paths("rnH", square, "a1"), ["(b1 c1) d1"]);
        assert_eq!(paths("nN", square, "a1"), ["(a2) b3", "(b1) c2"]);
        assert_eq!(paths("afsW", square, "a1"), paths("nN", square, "a1"));
        assert_eq!(paths("afF", square, "a1"), paths("nA", square, "a1"));
    }

    #[test]
    fn routes_of_bent_riders_turn_once_before_stopping() {
        let square = board(8, 8);
        let griffon = ["(b2) b3 b4 b5 b6 b7 b8", "(b2) c2 d2 e2 f2 g2 h2"];
        assert_eq!(paths("yafsF", square, "a1"), griffon);
        assert_eq!(paths("FyafsF", square, "a1")[1..], griffon);
        assert_eq!(paths("FyafsF", square, "a1")[0], "() b2");
        assert_eq!(paths("fyafrcW", square, "a5"), ["(a6) b7 c8"]);
        assert_eq!(stops("fyafrcW", square, "a5", Side::White), "xb7 xc8");
        let brackets = ["(a2 a3 a4) b5", "(a2 a3) b4", "(a2) b3", "(b1 c1 d1) e2"];
        let small = board(5, 5);
        for text in ["[R-fsF]", "[W0-fsF]", "[WW-fsK]"] {
            let found = paths(text, small, "a1");
            assert!(brackets.iter().all(|path| found.contains(&(*path).to_owned())));
            assert_eq!(found.len(), 6, "{text}: {found:?}");
        }
        assert_eq!(paths("[F-fsR]", square, "a1"), griffon);
        assert_eq!(paths("[N-fN]", square, "a1"), ["(b3) c5", "(c2) e3"]);
    }

    #[test]
    fn routes_of_two_paths_are_kept_without_twins() {
        let wide = board(10, 10);
        let cavalier = routes("yafsF[R-fsF]", wide, "d4", Side::White);
        let e7 = wide.parse_cell("e7").expect("e7 is on the board");
        let paths = cavalier
            .iter()
            .filter(|route| route.steps.iter().position(|&cell| cell == e7) >= Some(route.first_stop));
        assert_eq!(paths.count(), 2);
        let again = routes("yafsF[R-fsF]yafsF[F-fsR]", wide, "d4", Side::White);
        assert_eq!(again, cavalier);
        let two_path = stops("yafsF[R-fsF]", wide, "d4", Side::White);
        assert_eq!(two_path, stops("yafsF", wide, "d4", Side::White));
    }

    #[test]
    fn routes_never_return_to_their_start() {
        let square = board(8, 8);
        assert_eq!(paths("fabW", square, "a1"), [""; 0]);
        assert_eq!(paths("[fR-bR]", board(1, 4), "a1"), ["(a2 a3 a4) a3 a2", "(a2 a3) a2"]);
    }

    #[test]
    fn parse_error_names_the_letter() {
        let columns = [
            ("m", 1),
            ("iW", 0),
            ("mfWO2", 3),
            ("mfWcgF", 4),
            ("pW", 0),
            ("fpN", 1),
            ("cpR1", 1),
            ("gR4", 0),
            ("pgR", 1),
            ("gpQ", 1),
            ("pnR", 1),
            ("pafsW", 0),
            ("afspW", 3),
            ("[pR-fsF]", 1),
            ("[R-pfsF]", 3),
            ("fjD", 1),
            ("WoR", 1),
            ("WuR", 1),
            ("tW", 0),
            ("qN", 0),
            ("xN", 0),
            ("W N", 1),
            ("é", 0),
            ("Wé", 1),
            ("4W", 0),
            ("R16", 1),
            ("R00", 1),
            ("WW3", 0),
            ("RR", 1),
            ("nC", 0),
            ("FnZ", 1),
            ("nW", 0),
            ("nDD", 1),
            ("yW", 0),
            ("hW", 0),
            ("sfF", 0),
            ("hF", 0),
            ("sfN", 0),
            ("fsK", 0),
            ("mlfQ", 1),
            ("hK", 0),
            ("aW", 1),
            ("mafsW", 0),
            ("cyafsW", 0),
            ("afsyW", 3),
            ("asfW", 1),
            ("afvW", 2),
            ("nafsW", 0),
            ("yafsR", 4),
            ("afsW3", 3),
            ("m[R-fsF]", 0),
            ("[", 1),
            ("[mR-fsF]", 1),
            ("[RfsF]", 2),
            ("[R-F]", 3),
            ("[R-fsF", 6),
            ("[R-fsW]", 5),
            ("[Q-fsF]", 5),
            ("[R-fN]", 4),
            ("[R-nfF]", 3),
            ("]", 0),
        ];
        for (text, column) in columns {
            let (found, message) = complaint(text);
            assert_eq!(found, column, "{text}: {message}");
            assert!(!message.is_empty());
        }
        assert!(complaint("iW").1.contains("law"));
        assert!(complaint("O2").1.contains("law"));
    }

    #[test]
    fn error_display_points_with_caret() {
        let error = Movement::parse("mfWcjF").expect_err("`j` is not supported");
        let shown = "`j` (must jump) is not supported; hoppers are written with p or g, as in pR and gQ\n\
                     mfWcjF\n    ^";
        assert_eq!(error.to_string(), shown);
    }

    #[test]
    fn parse_text_over_limit_is_refused() {
        assert_eq!(complaint(&"W".repeat(100_000)).0, 200);
        assert_eq!(complaint(&"FW".repeat(33)).0, 64);
        assert!(Movement::parse(&"FW".repeat(32)).is_ok());
        assert_eq!(complaint(&format!("W{}", "yafsbsfbsyafsbsfbsF".repeat(3))).0, 39);
        assert_eq!(complaint(&format!("F{}W", "afsfbs".repeat(30))).0, 1);
    }

    /// A small generator of pseudo-random numbers (xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % bound as u64) as usize
        }
    }

    fn walk_or_complain(text: &str, geometry: Geometry, from: Cell) {
        match Movement::parse(text) {
            Ok(movement) => {
                assert_eq!(movement.text(), text);
                for side in Side::BOTH {
                    for route in movement.routes(geometry, from, side) {
                        assert!(route.first_stop < route.steps.len(), "{text}");
                        let needs = usize::from(route.hurdle != Hurdle::None);
                        assert!(route.hurdles(route.first_stop).len() >= needs, "{text}");
                        assert!(!route.steps.contains(&from), "{text}");
                    }
                }
            }
            Err(error) => {
                assert!(error.column <= text.chars().count(), "{text}");
                assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn parse_any_text_never_panics() {
        let letters: Vec<char> = "WFDANCZHGKRBQOmcfblrsvhnyaipg[]-0123456789é \u{1F600}".chars().collect();
        let seeds = ["mfWcfF", "yafsFyafsW", "yafsF[R-fsF]", "NAD", "fhNbsC", "nAnNR4", "mRcpR", "fKgQ"];
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        for _ in 0..60_000 {
            let mut text: Vec<char> = match random.below(2) {
                0 => Vec::new(),
                _ => seeds[random.below(seeds.len())].chars().collect(),
            };
            for _ in 0..=random.below(6) {
                let place = random.below(text.len() + 1);
                let letter = letters[random.below(letters.len())];
                match random.below(3) {
                    0 if place < text.len() => text[place] = letter,
                    1 if place < text.len() => drop(text.remove(place)),
                    _ => text.insert(place, letter),
                }
            }
            let geometry = board(1 + random.below(16) as u8, 1 + random.below(16) as u8);
            let from = Cell(random.below(geometry.cells()) as u8);
            walk_or_complain(&text.iter().collect::<String>(), geometry, from);
        }
    }
}
