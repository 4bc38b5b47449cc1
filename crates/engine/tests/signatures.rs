//! The signature of the search: the same positions looked at, the same move
//! found, on every machine. A change of search or evaluation changes the table;
//! `INSTA_UPDATE=always cargo test -p rukh-engine --test signatures` renews it.

use std::fmt::Write;
use std::sync::Arc;

use rukh_engine::{Engine, SearchLimits};
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Ruleset};

const NODES: u64 = 20_000;

fn signature(id: &str) -> String {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let mut engine = Engine::with_tt_entries(ruleset.clone(), 1 << 14);
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    if matches!(game.node(), Node::Chance(_)) {
        game.apply(Event::Throw { face: 1 }, None).expect("a face of the die");
    }
    let shallow = engine.search(&game, &SearchLimits::depth(3), 0);
    engine.clear();
    let found = engine.search(&game, &SearchLimits::nodes(NODES), 0);
    let best = found.best.map_or_else(|| "none".to_owned(), |best| coordinate::format(&ruleset, best));
    format!("{id} {} {} {best} {:?}", shallow.nodes, found.depth, found.score)
}

#[test]
fn signatures_equal_the_recorded_table() {
    let mut table = "# ruleset, nodes of depth 3, depth within 20 000 nodes, best move, score\n".to_owned();
    for id in rukh_rules::catalog::ids() {
        writeln!(table, "{}", signature(id)).expect("a text can be written to");
    }
    insta::with_settings!({
        description => "the search has changed: find the reason before you renew this table",
        omit_expression => true,
    }, {
        insta::assert_snapshot!("search", table);
    });
}

#[test]
fn clear_makes_a_search_repeatable() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let game = Game::new(ruleset.clone());
    let mut engine = Engine::new(ruleset);
    let limits = SearchLimits::nodes(30_000);
    let first = engine.search(&game, &limits, 9);
    engine.clear();
    assert_eq!(engine.search(&game, &limits, 9), first);
    engine.clear();
    assert!(engine.search(&game, &SearchLimits::nodes(300), 9).nodes <= 300);
}
