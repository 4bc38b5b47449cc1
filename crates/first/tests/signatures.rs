//! The first engine is what it was: the same positions looked at, the same move
//! found. Nothing writes this table anew.

use std::fmt::Write;
use std::sync::Arc;

use rukh_first::{Engine, Limits};
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Ruleset};

const NODES: u64 = 20_000;

fn signature(id: &str) -> String {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let mut engine = Engine::with_table(ruleset.clone(), 1 << 14);
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    if matches!(game.node(), Node::Chance(_)) {
        game.apply(Event::Throw { face: 1 }, None).expect("a face of the die");
    }
    let shallow = engine.search(&game, &Limits::depth(3), 0);
    engine.clear();
    let found = engine.search(&game, &Limits::nodes(NODES), 0);
    let best = found.best.map_or_else(|| "none".to_owned(), |best| coordinate::format(&ruleset, best));
    format!("{id} {} {} {best} {:?}", shallow.nodes, found.depth, found.score)
}

#[test]
fn the_first_engine_is_what_it_was() {
    let mut table = "# ruleset, nodes of depth 3, depth within 20 000 nodes, best move, score\n".to_owned();
    for id in rukh_rules::catalog::ids() {
        writeln!(table, "{}", signature(id)).expect("a text can be written to");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/signatures.txt");
    let kept = std::fs::read_to_string(path).expect("the table can be read");
    assert_eq!(table, kept, "what was measured against the first engine would not hold any more");
}
