//! How low levels hold back in the werera against a person.

use std::sync::Arc;
use std::time::Duration;

use rukh_engine::{ActionRate, Decision, DecisionRequest, Engine, Level, Score, SearchLimits, WereraAction};
use rukh_rules::{Event, Game, Node, Ruleset, Side};

/// How long the person does nothing.
const IDLE: Duration = Duration::from_secs(60);
/// How long the engine stays at home.
const OPENING: Duration = Duration::from_secs(15);
/// The server's usual pace.
const USUAL_PACE: f64 = 0.87;

fn engine() -> Engine {
    Engine::with_tt_entries(Arc::new(Ruleset::named("senterej").expect("a built-in ruleset")), 1 << 14)
}

/// The engine's decision, some time after both sides were ready.
type Decide = fn(&mut Engine, DecisionRequest<'_>, Duration) -> Option<Decision>;

fn restrained(engine: &mut Engine, request: DecisionRequest<'_>, since_ready: Duration) -> Option<Decision> {
    engine.choose_against_human(request, since_ready)
}

fn unrestrained(engine: &mut Engine, request: DecisionRequest<'_>, _: Duration) -> Option<Decision> {
    let DecisionRequest { game, side, level, seed } = request;
    engine.choose(game, side, level, seed)
}

/// A request for Black's decision.
fn black(game: &Game, level: Level, seed: u64) -> DecisionRequest<'_> {
    DecisionRequest { game, side: Side::Black, level, seed }
}

/// What the engine does against a person who does nothing: each event with its time.
fn against_nobody(
    engine: &mut Engine,
    level: Level,
    seed: u64,
    decide: Decide,
) -> (Game, Vec<(Duration, Event)>) {
    let side = Side::BOTH[(seed % 2) as usize];
    let mut game = Game::new(engine.ruleset().clone());
    let pace = ActionRate::per_second(USUAL_PACE).for_level(level);
    let (mut now, mut waits, mut done) = (Duration::ZERO, 0, Vec::new());
    while matches!(game.node(), Node::Werera(_)) {
        now += pace.delay(waits, seed << 32 | game.seq() << 8 | u64::from(waits));
        if now > IDLE {
            break;
        }
        let seed = seed << 16 | now.as_millis() as u64;
        let decision = decide(engine, DecisionRequest { game: &game, side, level, seed }, now);
        let Some(event) = decision.and_then(|decision| decision.event(game.ruleset(), side)) else {
            waits += 1;
            continue;
        };
        waits = 0;
        done.push((now, event.clone()));
        game.apply(event, None).expect("a legal action");
    }
    (game, done)
}

/// Whether the person, on move, has lost or loses with the next move whatever is played.
fn is_lost(engine: &mut Engine, game: &Game) -> bool {
    engine.clear();
    match engine.search(game, &SearchLimits::nodes(200_000).with_depth(4), 0).score {
        Score::Loss { plies } => plies <= 2,
        _ => false,
    }
}

#[test]
fn person_idle_for_a_minute_has_a_game_at_low_levels() {
    let mut engine = engine();
    let mut captures = 0;
    for level in Level::all().take(4) {
        for seed in 0..6 {
            let (game, done) = against_nobody(&mut engine, level, seed, restrained);
            let what = || format!("level {}, seed {seed}: {done:?}", level.number());
            assert!(game.outcome().is_none(), "{}", what());
            let is_begun = matches!(game.node(), Node::Choice(_));
            assert!(!is_begun || !is_lost(&mut engine, &game), "{}", what());
            captures += u32::from(is_begun);
            assert!(done.iter().any(|(at, _)| *at < OPENING), "it does not sleep: {}", what());
            let side = Side::BOTH[(seed % 2) as usize];
            let early = done.iter().take_while(|(at, _)| *at < OPENING);
            assert!(early.map(|(_, event)| event).all(|event| is_at_home(event, side)), "{}", what());
        }
    }
    assert!(captures > 0, "nobody is at home for ever");
}

fn is_at_home(event: &Event, side: Side) -> bool {
    let Event::Place { to, .. } = event else { return true };
    let rank: u8 = to.to_string()[1..].parse().expect("a rank");
    if side == Side::White { rank <= 4 } else { rank >= 5 }
}

/// A knight of Black's stands where it mates a king that nobody has made room for.
fn mate_in_sight() -> Game {
    let mut game = engine_game();
    for (from, to) in [("g8", "f6"), ("f6", "h5"), ("h5", "f4")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        let event = Event::Place { side: Side::Black, id: None, from, to, promotion: None };
        game.apply(event, None).expect("a legal move");
    }
    game
}

fn engine_game() -> Game {
    Game::new(engine().ruleset().clone())
}

#[test]
fn mate_out_of_the_werera_only_from_level_six() {
    let mut engine = engine();
    let game = mate_in_sight();
    let late = Duration::from_secs(100);
    for level in Level::all() {
        let decision = engine.choose_against_human(black(&game, level, 7), late).expect("a decision");
        let mut next = game.clone();
        if let Some(event) = decision.event(game.ruleset(), Side::Black) {
            next.apply(event, None).expect("a legal action");
        }
        let has_mated = next.outcome().is_some();
        assert_eq!(has_mated, level.number() >= 6, "level {}: {decision:?}", level.number());
    }
}

#[test]
fn person_with_six_moves_ends_the_time_at_home() {
    let mut engine = engine();
    let mut game = engine_game();
    let level = Level::new(3).expect("a level");
    // White leaves a rook to a pawn of Black's.
    let places = [("a2", "a3"), ("a3", "a4"), ("a1", "a3"), ("a3", "g3"), ("g3", "g5"), ("b2", "b3")];
    for (number, (from, to)) in places.into_iter().enumerate() {
        let decision = engine.choose_against_human(black(&game, level, 3), Duration::ZERO);
        let is_capture = matches!(decision, Some(Decision::Werera(WereraAction::Place(chosen)))
            if game.rules().is_capture(game.position(), chosen));
        assert!(!is_capture, "after {number} moves: {decision:?}");
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        let event = Event::Place { side: Side::White, id: None, from, to, promotion: None };
        game.apply(event, None).expect("a legal move");
        if number == 3 {
            let (from, to) = ("h7".parse().unwrap(), "h6".parse().unwrap());
            let event = Event::Place { side: Side::Black, id: None, from, to, promotion: None };
            game.apply(event, None).expect("a legal move");
        }
    }
    let decision = engine.choose_against_human(black(&game, level, 3), Duration::ZERO);
    let Some(Decision::Werera(WereraAction::Place(chosen))) = decision else { panic!("{decision:?}") };
    assert!(game.rules().is_capture(game.position(), chosen), "the rook on g5 is taken: {decision:?}");
}

#[test]
fn high_level_decides_as_among_engines() {
    let mut engine = engine();
    for level in Level::all().skip(5) {
        for seed in 0..2 {
            let one = against_nobody(&mut engine, level, seed, restrained);
            let other = against_nobody(&mut engine, level, seed, unrestrained);
            assert_eq!(one.1, other.1, "level {}, seed {seed}", level.number());
        }
    }
}
