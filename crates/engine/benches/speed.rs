//! How many positions a second: `cargo bench -p rukh-engine`.

use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, Limits};
use rukh_rules::{Event, Game, Node, Ruleset};

fn main() {
    for id in rukh_rules::catalog::ids() {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let mut engine = Engine::with_table(ruleset.clone(), 1 << 20);
        let mut game = Game::new(ruleset);
        if matches!(game.node(), Node::Werera(_)) {
            game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
        }
        let start = Instant::now();
        let found = engine.search(&game, &Limits::nodes(500_000), 0);
        let seconds = start.elapsed().as_secs_f64();
        let speed = found.nodes as f64 / seconds / 1000.0;
        println!("{id:24} {speed:8.0} thousand a second, depth {:2}, {}", found.depth, found.score);
    }
}
