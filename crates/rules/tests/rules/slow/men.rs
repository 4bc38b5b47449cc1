//! How pieces move, told a second time: a table of vectors for every movement the
//! shipped rulesets and test fixtures write, read by no parser.

/// What a piece may do where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum May {
    Move,
    Take,
    Either,
}

/// One way of going, as White sees it; Black's ranks count the other way.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// Straight onto a cell, whatever stands between.
    Leap(May, i32, i32),
    /// Step by step over empty cells.
    Ride(May, i32, i32),
    /// As a ride, but only so many steps.
    ShortRide(i32, i32, usize),
    /// Along a line over exactly one piece, to any cell beyond it within a number of steps.
    Hop(May, (i32, i32), usize),
    /// Along a line to the first piece, ending on the cell behind it.
    HopBehind(May, (i32, i32)),
    /// One step to an empty cell, then another.
    StepThenStep((i32, i32), (i32, i32)),
    /// One step to an empty cell, then a ride.
    StepThenRide((i32, i32), (i32, i32)),
    /// A ride over empty cells of any length, then one step.
    RideThenStep((i32, i32), (i32, i32)),
}

const WAZIR: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const FERZ: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const DABBABA: [(i32, i32); 4] = [(0, 2), (0, -2), (2, 0), (-2, 0)];
const ALFIL: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
const THIRD_CELL: [(i32, i32); 4] = [(3, 3), (3, -3), (-3, 3), (-3, -3)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: [(i32, i32); 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const ZEBRA: [(i32, i32); 8] = [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];

/// The ways of a piece whose movement is written so.
///
/// # Panics
/// If the table lacks the movement: add it here by hand.
pub fn ways(betza: &str) -> Vec<Way> {
    match betza {
        "" => Vec::new(),
        "W" => leaps(May::Either, &WAZIR),
        "F" => leaps(May::Either, &FERZ),
        "A" => leaps(May::Either, &ALFIL),
        "G" => leaps(May::Either, &THIRD_CELL),
        "N" => leaps(May::Either, &KNIGHT),
        "C" => leaps(May::Either, &CAMEL),
        "Z" => leaps(May::Either, &ZEBRA),
        "K" => [leaps(May::Either, &WAZIR), leaps(May::Either, &FERZ)].concat(),
        "NAD" => {
            [leaps(May::Either, &KNIGHT), leaps(May::Either, &ALFIL), leaps(May::Either, &DABBABA)].concat()
        }
        "R" => rides(&WAZIR),
        "B" => rides(&FERZ),
        "Q" => [rides(&WAZIR), rides(&FERZ)].concat(),
        "QNN" => [rides(&WAZIR), rides(&FERZ), rides(&KNIGHT)].concat(),
        "mfWcfF" => [leaps(May::Move, &[(0, 1)]), leaps(May::Take, &[(-1, 1), (1, 1)])].concat(),
        "FmW" => [leaps(May::Either, &FERZ), leaps(May::Move, &WAZIR)].concat(),
        "FfW" => [leaps(May::Either, &FERZ), leaps(May::Either, &[(0, 1)])].concat(),
        "FbW" => [leaps(May::Either, &FERZ), leaps(May::Either, &[(0, -1)])].concat(),
        "WfF" => [leaps(May::Either, &WAZIR), leaps(May::Either, &[(-1, 1), (1, 1)])].concat(),
        "R4" => WAZIR.iter().map(|&(right, up)| Way::ShortRide(right, up, 4)).collect(),
        "mRcpR" => [modal_rides(May::Move, &WAZIR), hops(May::Take, &WAZIR, 99)].concat(),
        "pR" => hops(May::Either, &WAZIR, 99),
        "pB4" => hops(May::Either, &FERZ, 4),
        "mpQcpNN" => {
            [hops(May::Move, &WAZIR, 99), hops(May::Move, &FERZ, 99), hops(May::Take, &KNIGHT, 99)].concat()
        }
        "gQ" => [hops_behind(May::Either, &WAZIR), hops_behind(May::Either, &FERZ)].concat(),
        "mfpRcgB" => [hops(May::Move, &[(0, 1)], 99), hops_behind(May::Take, &FERZ)].concat(),
        "KpR" => {
            [leaps(May::Either, &WAZIR), leaps(May::Either, &FERZ), hops(May::Either, &WAZIR, 99)].concat()
        }
        "fKsQ2" => [
            leaps(May::Either, &[(0, 1), (-1, 1), (1, 1)]),
            [(-1, 0), (1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
                .map(|(right, up)| Way::ShortRide(right, up, 2))
                .to_vec(),
        ]
        .concat(),
        "mRcB" => [modal_rides(May::Move, &WAZIR), modal_rides(May::Take, &FERZ)].concat(),
        "nA" => FERZ.iter().map(|&step| Way::StepThenStep(step, step)).collect(),
        "nN" => stumbling_horse(),
        "yafsFyafsW" => [griffon(), manticore()].concat(),
        "yafsF[R-fsF]" => [griffon(), other_path_of_the_griffon()].concat(),
        _ => panic!("the slow generator has no table for the movement `{betza}`"),
    }
}

fn leaps(may: May, vectors: &[(i32, i32)]) -> Vec<Way> {
    vectors.iter().map(|&(right, up)| Way::Leap(may, right, up)).collect()
}

fn rides(vectors: &[(i32, i32)]) -> Vec<Way> {
    modal_rides(May::Either, vectors)
}

fn modal_rides(may: May, vectors: &[(i32, i32)]) -> Vec<Way> {
    vectors.iter().map(|&(right, up)| Way::Ride(may, right, up)).collect()
}

fn hops(may: May, vectors: &[(i32, i32)], steps: usize) -> Vec<Way> {
    vectors.iter().map(|&vector| Way::Hop(may, vector, steps)).collect()
}

fn hops_behind(may: May, vectors: &[(i32, i32)]) -> Vec<Way> {
    vectors.iter().map(|&vector| Way::HopBehind(may, vector)).collect()
}

/// A straight step, then a diagonal one outward: the horse that is hobbled.
fn stumbling_horse() -> Vec<Way> {
    FERZ.iter()
        .flat_map(|&(right, up)| {
            [Way::StepThenStep((right, 0), (right, up)), Way::StepThenStep((0, up), (right, up))]
        })
        .collect()
}

/// A diagonal step, then straight outward.
fn griffon() -> Vec<Way> {
    FERZ.iter()
        .flat_map(|&(right, up)| {
            [Way::StepThenRide((right, up), (right, 0)), Way::StepThenRide((right, up), (0, up))]
        })
        .collect()
}

/// A straight step, then diagonally outward.
fn manticore() -> Vec<Way> {
    vec![
        Way::StepThenRide((0, 1), (1, 1)),
        Way::StepThenRide((0, 1), (-1, 1)),
        Way::StepThenRide((0, -1), (1, -1)),
        Way::StepThenRide((0, -1), (-1, -1)),
        Way::StepThenRide((1, 0), (1, 1)),
        Way::StepThenRide((1, 0), (1, -1)),
        Way::StepThenRide((-1, 0), (-1, 1)),
        Way::StepThenRide((-1, 0), (-1, -1)),
    ]
}

/// Straight any number of cells, then a diagonal step outward.
fn other_path_of_the_griffon() -> Vec<Way> {
    FERZ.iter()
        .flat_map(|&(right, up)| {
            [Way::RideThenStep((right, 0), (right, up)), Way::RideThenStep((0, up), (right, up))]
        })
        .collect()
}
