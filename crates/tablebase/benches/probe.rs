//! Time for one probe: `cargo bench -p rukh-tablebase --features files`.

use std::cell::Cell;
use std::sync::Arc;

use divan::Bencher;
use rukh_rules::shape::Any;
use rukh_rules::{Material, Position, Rules, Ruleset, Setup};
use rukh_tablebase::{Tables, file_name, write_table};

/// A table of each metric, with more blocks than are cached.
const TABLES: [(&str, &str); 2] = [("shatranj", "KRvKN"), ("oblong-dice", "KPvK")];

fn main() {
    divan::main();
}

/// Positions of a material, their pieces at random.
fn positions(rules: &Rules<Any>, material: &Material) -> Vec<Position> {
    let ruleset = rules.ruleset();
    let mut seed: u64 = 1;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let cells: Vec<_> = ruleset.geometry.all().collect();
    let mut found = Vec::new();
    while found.len() < 4096 {
        let mut setup = Setup::start(ruleset);
        setup.phase = rukh_rules::Phase::Turns;
        setup.rights.clear();
        setup.pieces.clear();
        for side in rukh_rules::Side::BOTH {
            for kind in material.of(side) {
                let cell = cells[random(cells.len())];
                setup.pieces.push(rukh_rules::PlacedPiece { cell, side, kind: *kind });
            }
        }
        let is_open = |position: &Position| rules.outcome(position).is_none();
        found.extend(setup.check(rules).ok().filter(is_open));
    }
    found
}

fn bench(bencher: Bencher<'_, '_>, (name, material): (&str, &str), is_file: bool) {
    let ruleset = Arc::new(Ruleset::named(name).expect("a built-in ruleset"));
    let rules = Rules::<Any>::compile(ruleset.clone());
    let material = Material::parse(&ruleset, material).expect("a material");
    let directory = std::env::temp_dir().join("rukh-bench-tables");
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join(file_name(&ruleset, &material));
    if !path.exists() {
        let tables = Tables::new(ruleset.clone()).with_threads(2);
        let table = tables.solve(&material).expect("it can be solved");
        write_table(&table, &ruleset, &path, 2).expect("it can be written");
    }
    let tables = Tables::new(ruleset.clone()).with_directory(&directory);
    if !is_file {
        tables.solve(&material).expect("it can be read");
    }
    let positions = positions(&rules, &material);
    let next = Cell::new(0);
    bencher.bench_local(|| {
        next.set((next.get() + 1) % positions.len());
        tables.probe(&rules, &positions[next.get()])
    });
}

#[divan::bench(args = TABLES, sample_count = 200, sample_size = 100)]
fn file(bencher: Bencher<'_, '_>, table: (&str, &str)) {
    bench(bencher, table, true);
}

#[divan::bench(args = TABLES, sample_count = 200, sample_size = 100)]
fn memory(bencher: Bencher<'_, '_>, table: (&str, &str)) {
    bench(bencher, table, false);
}
