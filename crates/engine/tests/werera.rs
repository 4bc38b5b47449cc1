//! What the player of the werera does where it is plain what it should do.

use std::sync::Arc;

use rukh_engine::{Decision, Engine, Level, SearchLimits, WereraAction};
use rukh_rules::{Event, Game, Ruleset, Side};

/// What a capture may win, in hundredths of a pawn, before its piece counts as
/// left to be taken: less than the least piece.
const EN_PRISE: i32 = 150;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn senterej() -> Arc<Ruleset> {
    Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"))
}

fn place(game: &mut Game, side: Side, from: &str, to: &str) {
    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
    let event = Event::Place { side, id: None, from, to, promotion: None };
    game.apply(event, None).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// The game after so many decisions of both sides by turns; short of a capture.
fn marshalled(engine: &mut Engine, number: u8, decisions: u64, seed: u64) -> Game {
    marshal(engine, number, decisions, seed).0
}

/// The same, and whether a capture was decided on.
fn marshal(engine: &mut Engine, number: u8, decisions: u64, seed: u64) -> (Game, bool) {
    let mut game = Game::new(engine.ruleset().clone());
    for step in 0..decisions {
        let side = Side::BOTH[(step % 2) as usize];
        let action = engine.choose_werera(&game, side, level(number), 1000 * seed + step);
        if let WereraAction::Place(chosen) = action
            && game.rules().is_capture(game.position(), chosen)
        {
            return (game, true);
        }
        if let Some(event) = Decision::Werera(action).event(game.ruleset(), side) {
            game.apply(event, None).expect("a legal action");
        }
    }
    (game, false)
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
        -engine.search(&next, &SearchLimits::nodes(3_000), 0).score.centipawns() - calm
    });
    gains.max().unwrap_or(0)
}

#[test]
fn werera_player_leaves_no_piece_hanging() {
    let mut engine = Engine::with_tt_entries(senterej(), 1 << 14);
    let (mut bad, mut judged) = (Vec::new(), 0);
    for seed in 0..50 {
        let side = Side::BOTH[(seed % 2) as usize];
        let mut game = marshalled(&mut engine, 3, 4 + seed % 12, seed);
        let action = engine.choose_werera(&game, side, level(5), seed);
        if let Some(event) = Decision::Werera(action).event(game.ruleset(), side) {
            game.apply(event, None).expect("a legal action");
        }
        if !matches!(game.node(), rukh_rules::Node::Werera(_)) {
            continue;
        }
        judged += 1;
        let won = best_capture(&mut engine, &game, side.other());
        if won > EN_PRISE {
            bad.push((seed, won, game.fen()));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(judged > 30, "{judged} of 50 were still in the werera");
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
fn werera_player_does_not_capture_a_protected_pawn() {
    let mut engine = Engine::new(senterej());
    let game = after(&[(Side::Black, "b7", "b6"), (Side::White, "b1", "c3"), (Side::White, "c3", "a4")]);
    for number in 4..=8 {
        let action = engine.choose_werera(&game, Side::White, level(number), 1);
        assert!(!is_capture(&game, action), "level {number}: {action:?}");
    }
}

/// The rook on b6 is guarded by two pawns: by simulation, enough for a knight.
#[test]
fn werera_player_trades_a_knight_for_a_protected_rook() {
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
fn werera_player_captures_a_hanging_rook() {
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
fn werera_player_retracts_a_move_that_became_bad() {
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
fn werera_of_two_players_ends() {
    let mut engine = Engine::with_tt_entries(senterej(), 1 << 12);
    for seed in 0..3 {
        let (game, has_taken) = marshal(&mut engine, 3, 400, seed);
        let made = game.werera().made;
        assert!(has_taken && made[0] + made[1] < 300, "{made:?}: {}", game.fen());
    }
}

fn at(ruleset: &str, fen: &str) -> Game {
    let ruleset = Arc::new(Ruleset::named(ruleset).expect("a built-in ruleset"));
    let start = Game::new(ruleset.clone()).fen();
    let (_, rest) = start.split_once(' ').expect("a FEN has fields");
    Game::from_fen(ruleset, &format!("{fen} {rest}")).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"))
}

/// A bundle does not end while its side's king is attacked.
#[test]
fn werera_player_mated_in_a_bundle_waits() {
    let game = at("senterej[werera=batched]", "4kE2/8/8/8/8/8/7r/K6r");
    let mut engine = Engine::new(game.ruleset().clone());
    for number in 1..=8 {
        assert_eq!(engine.choose_werera(&game, Side::White, level(number), 1), WereraAction::Wait);
    }
    let game = at("senterej[werera=batched]", "4kE2/8/8/8/8/7r/8/K6n");
    let action = engine.choose_werera(&game, Side::White, level(8), 1);
    assert_ne!(action, WereraAction::Wait, "a bundle ends where it may");
}

#[test]
fn werera_player_prefers_mate_to_captures() {
    // The rook on g1 takes the horse, or mates on a1.
    let fen = "k6e/8/6n1/8/8/7K/1R6/6R1";
    for (ruleset, mates) in [("senterej", false), ("senterej[werera-mate=yes]", true)] {
        let game = at(ruleset, fen);
        let mut engine = Engine::new(game.ruleset().clone());
        let action = engine.choose_werera(&game, Side::White, level(8), 1);
        let event = Decision::Werera(action).event(game.ruleset(), Side::White).expect("it does something");
        let mut next = game.clone();
        next.apply(event, None).expect("a legal action");
        let won = next.outcome().is_some_and(|over| over.winner == Some(Side::White));
        assert_eq!((won, mates || is_capture(&game, action)), (mates, true), "{ruleset}: {action:?}");
    }
}

#[test]
fn werera_profit_excludes_the_material_before_a_capture() {
    let mut engine = Engine::new(senterej());
    // White has a rook more, and would still have something more after horse for pawn.
    let game = at("senterej", "1nekfenr/p2ppppp/2p5/1p6/8/N7/PPPPPPPP/R1EFKENR");
    let action = engine.choose_werera(&game, Side::White, level(8), 1);
    assert!(!is_capture(&game, action), "{action:?}");
}

/// The werera is judged by other numbers than the turns: nothing of it may be left.
#[test]
fn search_after_the_werera_equals_a_fresh_one() {
    let mut engine = Engine::new(senterej());
    let mut game = marshalled(&mut engine, 2, 24, 3);
    engine.choose_werera(&game, Side::White, level(3), 5);
    game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    let limits = SearchLimits::nodes(5_000);
    assert_eq!(engine.search(&game, &limits, 0), Engine::new(senterej()).search(&game, &limits, 0));
}
