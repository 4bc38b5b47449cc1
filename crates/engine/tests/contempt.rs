//! What an engine makes of being told that it is the stronger player.

use std::sync::Arc;

use rukh_engine::{Engine, Score, SearchLimits};
use rukh_rules::{Event, Game, Node, Ruleset};

fn engine(name: &str) -> Engine {
    Engine::new(Arc::new(Ruleset::named(name).expect("a built-in ruleset")))
}

fn game(engine: &Engine, fen: &str) -> Game {
    Game::from_fen(engine.ruleset().clone(), fen).expect("a position")
}

/// The start of a game, in turns.
fn start(engine: &Engine) -> Game {
    let mut game = Game::new(engine.ruleset().clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera can end");
    }
    game
}

fn score(engine: &mut Engine, game: &Game, depth: u32, contempt: i32) -> i32 {
    let limits = SearchLimits::depth(depth).with_contempt(contempt);
    engine.search(game, &limits, 0).score.centipawns()
}

/// One ply before the law draws, nothing but a draw is left, whoever is on move.
#[test]
fn contempt_draw_is_worth_its_negative() {
    let mut engine = engine("shatranj");
    for side in ["w", "b"] {
        let game = game(&engine, &format!("r3k3/8/8/8/8/8/8/4K2R {side} - - 139 100"));
        for contempt in [0, 50, -80] {
            assert_eq!(score(&mut engine, &game, 4, contempt), -contempt, "{side}");
        }
    }
}

#[test]
fn contempt_with_a_die_lowers_a_draw_below_half() {
    let mut engine = engine("oblong-dice");
    let mut game = game(&engine, &format!("1k2/r3{}/3R/2K1 w - - 119 100", "/4".repeat(12)));
    game.apply(Event::Throw { face: 1 }, None).expect("a face of the die");
    let mut chance =
        |contempt| match engine.search(&game, &SearchLimits::depth(1).with_contempt(contempt), 0).score {
            Score::Chance { win } => win,
            score => panic!("{score} is no chance"),
        };
    let [worse, even, better] = [200, 0, -200].map(&mut chance);
    assert!(worse < even && even < better, "{worse} {even} {better}");
}

/// Where a bared king draws, what the stronger believes is worth less with fewer pieces.
#[test]
fn contempt_trades_lower_the_score() {
    let mut engine = engine("senterej");
    let array = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1";
    let traded = "1ne1ke2/pppppppp/8/8/8/8/PPPPPPPP/1NE1KE2 w - - 0 1";
    let [many, few] = [array, traded].map(|fen| game(&engine, fen));
    let mut worth = |game: &Game, contempt| score(&mut engine, game, 3, contempt);
    let [plain, sure, unsure] = [0, 600, -600].map(|contempt| worth(&many, contempt));
    assert!(sure > plain + 200 && unsure < plain - 200, "{sure} {plain} {unsure}");
    let lost = worth(&many, 600) - worth(&few, 600);
    assert!(lost > worth(&many, 0) - worth(&few, 0) + 40, "{lost}");
}

/// What was found in one belief is nothing to another.
#[test]
fn search_after_other_contempt_equals_a_fresh_one() {
    for name in ["senterej", "shatranj"] {
        let plain = {
            let mut fresh = engine(name);
            let game = start(&fresh);
            fresh.search(&game, &SearchLimits::depth(5), 0)
        };
        let mut used = engine(name);
        let game = start(&used);
        used.search(&game, &SearchLimits::depth(5).with_contempt(700), 0);
        assert_eq!(used.search(&game, &SearchLimits::depth(5), 0), plain, "{name}");
    }
}
