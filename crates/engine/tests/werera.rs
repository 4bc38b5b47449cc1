//! What the player of the werera does where it is plain what it should do.

use std::sync::Arc;

use rukh_engine::{Decision, Engine, Level, Limits, WereraAction};
use rukh_rules::{Event, Game, Ruleset, Side};

/// What a capture may win, in hundredths of a pawn, before its man counts as
/// left to be taken: less than the least piece.
const EN_PRISE: i32 = 150;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn senterej() -> Arc<Ruleset> {
    Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"))
}

fn place(game: &mut Game, side: Side, from: &str, to: &str) {
    let (from, to) = (from.to_owned(), to.to_owned());
    let event = Event::Place { side: side.into(), id: None, from, to, promotion: None };
    game.apply(event, None).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// The game after so many decisions of both sides by turns; short of a capture.
fn marshalled(engine: &mut Engine, number: u8, decisions: u64, seed: u64) -> Game {
    let mut game = Game::new(engine.ruleset().clone());
    for step in 0..decisions {
        let side = Side::BOTH[(step % 2) as usize];
        let action = engine.choose_werera(&game, side, level(number), 1000 * seed + step);
        if let WereraAction::Place(chosen) = action
            && game.rules().is_capture(game.position(), chosen)
        {
            break;
        }
        if let Some(event) = Decision::Werera(action).event(game.ruleset(), side) {
            game.apply(event, None).expect("a legal action");
        }
    }
    game
}

/// What the best capture of a side wins it, by a search of the turns it begins.
fn best_capture(engine: &mut Engine, game: &Game, side: Side) -> i32 {
    let sign = if side == Side::White { 1 } else { -1 };
    let calm = sign * engine.evaluate(game);
    let captures = game.moves_of(side).into_iter().filter(|&m| game.rules().is_capture(game.position(), m));
    let gains = captures.map(|capture| {
        let event = Decision::Werera(WereraAction::Place(capture)).event(game.ruleset(), side);
        let mut next = game.clone();
        next.apply(event.expect("a capture is an event"), None).expect("a legal capture");
        engine.clear();
        -engine.search(&next, &Limits::nodes(3_000), 0).score.centipawns() - calm
    });
    gains.max().unwrap_or(0)
}

#[test]
fn no_man_is_left_to_be_taken() {
    let mut engine = Engine::with_table(senterej(), 1 << 14);
    let mut bad = Vec::new();
    for seed in 0..50 {
        let side = Side::BOTH[(seed % 2) as usize];
        let mut game = marshalled(&mut engine, 3, 4 + seed % 12, seed);
        let action = engine.choose_werera(&game, side, level(5), seed);
        let Some(event) = Decision::Werera(action).event(game.ruleset(), side) else { continue };
        game.apply(event, None).expect("a legal action");
        if !matches!(game.node(), rukh_rules::Node::Werera(_)) {
            continue;
        }
        let won = best_capture(&mut engine, &game, side.other());
        if won > EN_PRISE {
            bad.push((seed, won, game.fen()));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

fn is_capture(game: &Game, action: WereraAction) -> bool {
    matches!(action, WereraAction::Place(chosen) if game.rules().is_capture(game.position(), chosen))
}

/// A werera after these actions.
fn after(actions: &[(Side, &str, &str)]) -> Game {
    let mut game = Game::new(senterej());
    actions.iter().for_each(|(side, from, to)| place(&mut game, *side, from, to));
    game
}

#[test]
fn a_guarded_pawn_is_left_alone() {
    let mut engine = Engine::new(senterej());
    let game = after(&[(Side::Black, "b7", "b6"), (Side::White, "b1", "c3"), (Side::White, "c3", "a4")]);
    for number in 4..=8 {
        let action = engine.choose_werera(&game, Side::White, level(number), 1);
        assert!(!is_capture(&game, action), "level {number}: {action:?}");
    }
}

/// The rook on b6 is guarded by two pawns: by simulation, enough for a knight.
#[test]
fn a_guarded_rook_is_worth_a_knight() {
    let mut engine = Engine::new(senterej());
    let game = after(&[
        (Side::Black, "a7", "a6"),
        (Side::Black, "a6", "a5"),
        (Side::Black, "a8", "a6"),
        (Side::Black, "a6", "b6"),
        (Side::White, "b1", "c3"),
        (Side::White, "c3", "a4"),
    ]);
    let action = engine.choose_werera(&game, Side::White, level(6), 1);
    assert!(is_capture(&game, action), "{action:?}");
}

#[test]
fn a_rook_that_hangs_is_taken() {
    let mut engine = Engine::new(senterej());
    let game = after(&[
        (Side::Black, "a7", "a6"),
        (Side::Black, "a6", "a5"),
        (Side::Black, "a8", "a6"),
        (Side::Black, "a6", "e6"),
        (Side::White, "b1", "c3"),
        (Side::Black, "e6", "e4"),
    ]);
    for number in 4..=8 {
        let action = engine.choose_werera(&game, Side::White, level(number), 1);
        assert!(is_capture(&game, action), "level {number}: {action:?}");
    }
}

#[test]
fn a_move_that_has_become_bad_is_taken_back() {
    let mut engine = Engine::new(senterej());
    let game = after(&[
        (Side::White, "c1", "a3"),
        (Side::Black, "b7", "b6"),
        (Side::Black, "d7", "d6"),
        (Side::Black, "b6", "b5"),
        (Side::Black, "b5", "b4"),
    ]);
    // A pawn attacks the elephant on a3, and another guards c5. Going back to c1
    // is the same, but costs a move.
    for seed in 1..=8 {
        let action = engine.choose_werera(&game, Side::White, level(8), seed);
        assert_eq!(action, WereraAction::Retract { seq: 1 }, "seed {seed}");
    }
}

#[test]
fn two_players_do_not_wait_for_ever() {
    let mut engine = Engine::with_table(senterej(), 1 << 12);
    for seed in 0..3 {
        let game = marshalled(&mut engine, 3, 400, seed);
        let made = game.werera().made;
        assert!(made[0] + made[1] < 300, "{made:?} and nobody took: {}", game.fen());
    }
}

/// The werera is judged by other numbers than the turns: nothing of it may be left.
#[test]
fn what_the_werera_made_it_think_is_forgotten_with_the_turns() {
    let mut engine = Engine::new(senterej());
    let mut game = marshalled(&mut engine, 2, 24, 3);
    engine.choose_werera(&game, Side::White, level(3), 5);
    game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    let limits = Limits::nodes(5_000);
    assert_eq!(engine.search(&game, &limits, 0), Engine::new(senterej()).search(&game, &limits, 0));
}
