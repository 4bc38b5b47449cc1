//! A move that is asked whether it gives check says what the position after it says.

use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::shape::{Any, Leapers64, Shape, Standard64, Standard128};
use rukh_rules::{Event, Game, Node, Rules, Ruleset};

fn checks_are_told<S: Shape>(id: &str) {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let rules = Rules::<S>::compile(ruleset.clone());
    let mut chance = SplitMix64::new(11);
    let (mut checks, mut asked) = (0, 0);
    for _ in 0..20 {
        let mut game = Game::new(ruleset.clone());
        while game.log().len() < 200 && matches!(game.node(), Node::Choice(_)) {
            let position = game.position().reshape(game.rules(), &rules);
            let checking = rules.checking(&position);
            let moves = rules.legal_moves(&position);
            for mv in moves.iter().copied().filter(|mv| !mv.is_pass()) {
                let (_, kind) = position.piece_at(&rules, mv.from()).expect("a man that moves");
                let next = rules.play(&position, mv);
                assert_eq!(rules.play_piece(&position, kind, mv), next);
                let gives = rules.gives_check(&position, &checking, kind, mv);
                assert_eq!(gives, rules.is_in_check(&next, next.turn()), "{} {mv:?}", game.fen());
                checks += usize::from(gives);
                asked += 1;
            }
            let mv = coordinate::format(&ruleset, moves[chance.below(moves.len())]);
            game.apply(Event::Move { mv }, None).expect("a legal move");
        }
    }
    assert!(checks > 0 && asked > 10 * checks, "{checks} of {asked}");
}

#[test]
fn gives_check_in_every_shape_agrees() {
    checks_are_told::<Leapers64>("shatranj");
    checks_are_told::<Standard64>("shatranj");
    checks_are_told::<Standard64>("oblong");
    checks_are_told::<Standard128>("mideast");
    checks_are_told::<Any>("mideast-greenwood");
    checks_are_told::<Any>("mideast-gollon");
    checks_are_told::<Any>("mideast");
}
