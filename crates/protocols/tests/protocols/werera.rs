//! The werera by UCI: options, events, decisions and what is refused.

use std::cell::Cell;
use std::sync::Arc;

use rukh_engine::{Engine, Level, WereraAction};
use rukh_protocols::uci;
use rukh_protocols::werera::{WereraAnswer, format_event};
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::{Event, Game, Node, Ruleset, Side};

use crate::gui::Gui;
use crate::random::{Choices, check, choices};

/// A session of senterej in its werera.
fn werera_session() -> Gui {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value senterej");
    gui.until("info string variant");
    gui.say("setoption name UCI_Werera value true");
    gui
}

/// The answer to `go`, without the word `bestact`.
fn best_act(gui: &Gui, go: &str) -> String {
    gui.say(go);
    gui.until("bestact ").pop().unwrap()["bestact ".len()..].to_owned()
}

/// What the session complains of after a line.
fn complaint(gui: &Gui, line: &str) -> String {
    gui.say(line);
    gui.until("info string").pop().unwrap()
}

fn senterej() -> Arc<Ruleset> {
    Arc::new(Ruleset::named("senterej").unwrap())
}

#[test]
fn uci_advertises_the_werera() {
    let gui = Gui::new(uci::run);
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(lines.iter().any(|line| line == "option name UCI_Werera type check default false"), "{lines:?}");
    gui.leave();
}

#[test]
fn go_werera_decides_as_the_engine_in_process() {
    let gui = werera_session();
    let mut engine = Engine::new(senterej());
    engine.resize_tt(16);
    let mut game = Game::new(senterej());
    let mut position = "position startpos werera".to_owned();
    let (level, mut acted) = (Level::new(2).unwrap(), 0);
    gui.say("setoption name Skill Level value 2");
    for seed in 0..30 {
        let side = Side::BOTH[seed as usize % 2];
        if !matches!(game.node(), Node::Werera(_)) {
            break;
        }
        let action = engine.choose_werera(&game, side, level, seed);
        gui.say(&position);
        let told = best_act(&gui, &format!("go werera {} seed {seed}", side.name().to_lowercase()));
        let words: Vec<&str> = told.split(' ').collect();
        let answer = WereraAnswer::parse(&game, side, &words, DialectChoice::Auto).expect(&told);
        assert_eq!(answer, WereraAnswer::from_action(&game, action), "{told}");
        if let Some(event) = answer.event(&game, side) {
            position = format!("{position} {}", format_event(&game, &event, Dialect::Own).unwrap());
            game.apply(event, None).unwrap();
            acted += 1;
        }
    }
    assert!(acted > 10, "{acted} actions");
    gui.say("isready");
    assert_eq!(gui.until("readyok"), ["readyok"], "nothing was refused");
    gui.leave();
}

#[test]
fn events_lead_to_the_position_of_the_game() {
    let gui = werera_session();
    gui.say("position startpos werera white place e2e3 black place d7d6 white retract e2e3 white place e2e3");
    gui.say("d");
    let told = gui.until("info string senterej").pop().unwrap();
    let mut game = Game::new(senterej());
    for (side, from, to) in [(Side::White, "e2", "e3"), (Side::Black, "d7", "d6")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        game.apply(Event::Place { side, id: None, from, to, promotion: None }, None).unwrap();
    }
    assert_eq!(told, format!("info string senterej {}", game.fen()));
    // Without an event, a game begins in the werera, too, also from a FEN.
    gui.say(&format!("position fen {}", game.fen()));
    gui.say("d");
    assert_eq!(gui.until("info string senterej").pop().unwrap(), told);
    gui.leave();
}

#[test]
fn turns_follow_the_werera() {
    let gui = werera_session();
    let refused = complaint(&gui, "position startpos moves e2e3");
    assert!(refused.contains("the werera lasts"), "{refused}");
    gui.say("position startpos werera white place e2e3 turns moves a2a3");
    assert_eq!(gui.best("go depth 1 searchmoves b7b6"), "b7b6");
    gui.say("position startpos werera white place e2e3 white place e3e4 black place d7d6 black place d6d5 white capture e4d5");
    assert_eq!(gui.best("go depth 1 searchmoves e8d7 d8d7").len(), 4, "the side captured is on move");
    assert_eq!(best_act(&gui, "go werera white"), "(none)");
    gui.leave();
}

#[test]
fn go_without_werera_is_refused_while_it_lasts() {
    let gui = werera_session();
    gui.say("go depth 1");
    let lines = gui.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert!(lines[0].contains("go werera white"), "{lines:?}");
    // The option set back, games begin where turns do.
    gui.say("setoption name UCI_Werera value false");
    assert_eq!(gui.best("go depth 1").len(), 4);
    let refused = complaint(&gui, "position startpos werera white place e2e3");
    assert!(refused.contains("UCI_Werera"), "{refused}");
    gui.leave();
}

#[test]
fn malformed_events_are_refused_with_the_reason() {
    let gui = werera_session();
    for (events, why) in [
        ("e2e3", "`e2e3` is no event"),
        ("white", "is no action"),
        ("white place", "is no action"),
        ("white place e2e9", "is no move"),
        ("white place e7e6", "not a legal move"),
        ("white capture e2e3", "captures nothing"),
        ("white retract e2e3", "cannot be taken back"),
        ("white wait 300", "waiting is no event"),
        ("white ready", "write `turns`"),
        ("white hop e2e3", "`hop e2e3` is no action"),
        ("turns turns", "the players take turns now"),
        ("turns white place e2e3", "the werera is over"),
        (
            "white place e2e3 white place e3e4 black place d7d6 black place d6d5 white place e4d5",
            "write `capture`",
        ),
    ] {
        let told = complaint(&gui, &format!("position startpos werera {events}"));
        assert!(told.contains(why), "{events}: {told}");
        assert_eq!(best_act(&gui, "go werera white"), "(none)", "the position was refused");
    }
    gui.leave();
}

#[test]
fn malformed_go_werera_is_answered() {
    let gui = werera_session();
    gui.say("position startpos werera");
    for go in ["go werera", "go werera red", "go werera seed 3"] {
        let told = complaint(&gui, go);
        assert!(told.contains("wants `white` or `black`"), "{told}");
        gui.until("bestact (none)");
    }
    for (go, why) in
        [("go werera white nodes 5", "knows no `nodes`"), ("go werera white seed", "`seed` wants")]
    {
        let told = complaint(&gui, go);
        assert!(told.contains(why), "{told}");
        assert!(!gui.until("bestact ").pop().unwrap().contains("none"), "the rest is obeyed");
    }
    // A ruleset without a werera.
    gui.say("setoption name UCI_Variant value shatranj");
    gui.until("info string variant");
    let told = complaint(&gui, "go werera white");
    assert!(told.contains("the game has none"), "{told}");
    gui.leave();
}

#[test]
fn bundles_end_with_ready() {
    let gui = Gui::new(uci::run);
    let name = "senterej[werera=batched]";
    gui.say(&format!("setoption name UCI_Variant value {name}"));
    gui.until("info string variant");
    gui.say("setoption name UCI_Werera value true");
    gui.say("position startpos werera white place e2e3 white ready black place d7d6");
    assert_ne!(best_act(&gui, "go werera black"), "(none)");
    let told = complaint(&gui, "go werera white");
    assert!(told.contains("the bundle of Black"), "{told}");
    gui.leave();
}

/// Random werera events, written and read again, give the same game.
#[test]
fn random_wereras_are_read_as_they_are_written() {
    let written = Cell::new(0);
    check(20, &choices(0..=300), |mut choices| {
        let mut game = Game::new(senterej());
        while matches!(game.node(), Node::Werera(_)) && game.seq() < 60 {
            let Some((side, action)) = random_action(&game, &mut choices) else { break };
            let answer = WereraAnswer::from_action(&game, action);
            let event = answer.event(&game, side).unwrap();
            let text = format_event(&game, &event, Dialect::Own).unwrap();
            let words: Vec<&str> = text.split(' ').skip(1).collect();
            assert_eq!(WereraAnswer::parse(&game, side, &words, DialectChoice::Auto), Ok(answer), "{text}");
            game.apply(event, None).unwrap();
            written.set(written.get() + 1);
        }
    });
    assert!(written.get() > 100, "{}", written.get());
}

/// A side's move or retraction, if a choice is left.
fn random_action(game: &Game, choices: &mut impl Choices) -> Option<(Side, WereraAction)> {
    let side = choices.pick(&Side::BOTH)?;
    let back = game.retractable(side);
    let action = if !back.is_empty() && choices.below(4)? == 0 {
        WereraAction::Retract { seq: choices.pick(&back)?.seq }
    } else {
        WereraAction::Place(choices.pick(&game.moves_of(side))?)
    };
    Some((side, action))
}
