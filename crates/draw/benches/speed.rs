//! Time for one picture: `cargo bench -p rukh-draw --features png`.

use divan::Bencher;
use rukh_draw::BoardDiagram;
use rukh_rules::Ruleset;

/// Rulesets of the three sizes of boards.
const BOARDS: [&str; 3] = ["shatranj", "oblong", "mideast"];

fn main() {
    divan::main();
}

fn ruleset(id: &str) -> Ruleset {
    Ruleset::named(id).unwrap_or_else(|error| panic!("{id}: {error}"))
}

#[divan::bench(args = BOARDS)]
fn svg(bencher: Bencher<'_, '_>, id: &str) {
    let ruleset = ruleset(id);
    bencher.bench(|| BoardDiagram::new(&ruleset).to_svg());
}

#[cfg(feature = "png")]
#[divan::bench(args = BOARDS)]
fn png(bencher: Bencher<'_, '_>, id: &str) {
    let ruleset = ruleset(id);
    bencher.bench(|| BoardDiagram::new(&ruleset).to_png());
}
