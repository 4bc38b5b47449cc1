//! Whether a move gives check, computed before it is made, equals what the position after it says.

use std::cell::Cell;
use std::sync::Arc;

use rukh_rules::shape::{Any, Leapers64, Shape, Standard64, Standard128};
use rukh_rules::{Node, Rules, Ruleset};

use playout::playout;
use random::{check, choices};

use crate::playout;
use crate::random;

fn assert_gives_check_agrees<S: Shape>(id: &str) {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let rules = Rules::<S>::compile(ruleset.clone());
    let (checks, tried) = (Cell::new(0), Cell::new(0));
    check(20, &choices(200), |mut choices| {
        playout(ruleset.clone(), &mut choices, 200, |game| {
            if !matches!(game.node(), Node::Choice(_)) {
                return;
            }
            let position = game.position().reshape(game.rules(), &rules);
            let checking = rules.checking(&position);
            for mv in rules.legal_moves(&position).into_iter().filter(|mv| !mv.is_pass()) {
                let (_, kind) = position.piece_at(&rules, mv.from()).expect("a piece that moves");
                let next = rules.play(&position, mv);
                assert_eq!(rules.play_piece(&position, kind, mv), next);
                let gives = rules.gives_check(&position, &checking, kind, mv);
                assert_eq!(gives, rules.is_in_check(&next, next.turn()), "{} {mv:?}", game.fen());
                checks.set(checks.get() + usize::from(gives));
                tried.set(tried.get() + 1);
            }
        });
    });
    let (checks, tried) = (checks.get(), tried.get());
    assert!(checks > 0 && tried > 10 * checks, "{checks} of {tried}");
}

#[test]
fn gives_check_in_every_shape_agrees() {
    assert_gives_check_agrees::<Leapers64>("shatranj");
    assert_gives_check_agrees::<Standard64>("shatranj");
    assert_gives_check_agrees::<Standard64>("oblong");
    assert_gives_check_agrees::<Standard128>("mideast");
    assert_gives_check_agrees::<Any>("mideast-greenwood");
    assert_gives_check_agrees::<Any>("mideast-gollon");
    assert_gives_check_agrees::<Any>("mideast");
}
