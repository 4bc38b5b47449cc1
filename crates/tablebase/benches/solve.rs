//! Positions solved in a second, beside a plain program that uses the same rules: `cargo bench -p rukh-tablebase --bench
//! solve`.
//!
//! The plain program gives every placement a place in a hash map, keeps the moves of each in a list of its own, and goes
//! over all of them until nothing changes. It knows nothing of symmetries and smaller tables.

use std::collections::HashMap;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rukh_rules::shape::Any;
use rukh_rules::{Cell, Material, PlacedPiece, Position, Rules, Ruleset, Setup, Side};
use rukh_tablebase::{MaterialStats, Tables};

/// A ruleset without a die and one with it.
const ENDINGS: [(&str, &str); 2] = [("shatranj[bare=ignored]", "KRvK"), ("oblong-dice", "KRvK")];

/// How far bounds may lie apart.
const GAP: f64 = 1e-6;

fn main() {
    divan::main();
}

fn ending((name, material): (&str, &str)) -> (Arc<Ruleset>, Material) {
    let ruleset = Arc::new(Ruleset::named(name).expect("a built-in ruleset"));
    let material = Material::parse(&ruleset, material).expect("a material");
    (ruleset, material)
}

/// Positions of the material; in a table symmetries stand for others.
fn positions(rules: &Rules<Any>, material: &Material) -> Vec<Position> {
    let cells = rules.geometry().cells();
    let kinds = Side::BOTH.map(|side| material.of(side).iter().map(move |kind| (side, *kind)));
    let kinds: Vec<_> = kinds.into_iter().flatten().collect();
    let mut found = Vec::new();
    for mut number in 0..cells.pow(kinds.len() as u32) {
        let mut pieces = Vec::new();
        for (side, kind) in &kinds {
            pieces.push(PlacedPiece { cell: Cell::new((number % cells) as u8), side: *side, kind: *kind });
            number /= cells;
        }
        for turn in Side::BOTH {
            found.extend(Setup::of_pieces(pieces.clone(), turn).check(rules).ok());
        }
    }
    found
}

/// The lower and the upper bound of White's points, and what follows each face.
struct Plain {
    bounds: Vec<[f64; 2]>,
    nodes: Vec<(Side, Vec<Vec<usize>>)>,
}

impl Plain {
    fn new(rules: &Rules<Any>, material: &Material) -> Plain {
        let mut positions = positions(rules, material);
        let mut places: HashMap<u64, usize> =
            positions.iter().enumerate().map(|(place, position)| (position.key(), place)).collect();
        let mut plain = Plain { bounds: Vec::new(), nodes: Vec::new() };
        let mut next = 0;
        while let Some(position) = positions.get(next).copied() {
            next += 1;
            if let Some(outcome) = rules.outcome(&position) {
                let points = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)));
                plain.bounds.push([points; 2]);
                plain.nodes.push((position.turn(), Vec::new()));
                continue;
            }
            let thrown: Vec<Position> = match rules.ruleset().faces() {
                0 => vec![position],
                faces => (1..=faces).map(|face| rules.throw(&position, face)).collect(),
            };
            let after = |thrown: &Position| -> Vec<usize> {
                let moves = rules.legal_moves(thrown).into_iter();
                let place = |mv| {
                    let position = rules.play(thrown, mv);
                    *places.entry(position.key()).or_insert_with(|| {
                        positions.push(position);
                        positions.len() - 1
                    })
                };
                moves.map(place).collect()
            };
            let faces = thrown.iter().map(after).collect();
            plain.bounds.push([0.0, 1.0]);
            plain.nodes.push((position.turn(), faces));
        }
        plain
    }

    /// Goes over all positions; the largest change.
    fn pass(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        for (place, (turn, faces)) in
            self.nodes.iter().enumerate().filter(|(_, (_, faces))| !faces.is_empty())
        {
            for end in 0..2 {
                let of = |moves: &Vec<usize>| {
                    let points = moves.iter().map(|next| self.bounds[*next][end]);
                    if *turn == Side::White { points.fold(0.0, f64::max) } else { points.fold(1.0, f64::min) }
                };
                let new = faces.iter().map(of).sum::<f64>() / faces.len() as f64;
                largest = largest.max((new - self.bounds[place][end]).abs());
                self.bounds[place][end] = new;
            }
        }
        largest
    }
}

#[divan::bench(args = ENDINGS, sample_count = 3, sample_size = 1)]
fn plain(bencher: Bencher<'_, '_>, ending: (&str, &str)) {
    let (ruleset, material) = self::ending(ending);
    let rules = Rules::<Any>::compile(ruleset);
    let count = positions(&rules, &material).len();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut plain = Plain::new(&rules, &material);
        while plain.pass() > GAP / 10.0 {}
        plain.bounds
    });
}

#[divan::bench(args = ENDINGS, sample_count = 3, sample_size = 1)]
fn table(bencher: Bencher<'_, '_>, ending: (&str, &str)) {
    let (ruleset, material) = self::ending(ending);
    let count = positions(&Rules::<Any>::compile(ruleset.clone()), &material).len();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let table = Tables::new(ruleset.clone()).solve(&material).expect("it can be solved");
        matches!(table.stats()[0], MaterialStats::Chances { .. })
    });
}
