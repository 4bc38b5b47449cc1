//! CECP sessions.

use proptest::collection::vec;
use proptest::sample::select;
use rukh_protocols::xboard;

use crate::gui::Gui;
use crate::random::check;

fn started(variant: &str) -> Gui {
    let gui = Gui::new(xboard::run);
    gui.say("xboard");
    gui.say("protover 2");
    gui.until("feature done=1");
    gui.say("new");
    gui.say(&format!("variant {variant}"));
    gui
}

#[test]
fn xboard_variants_are_described() {
    let gui = Gui::new(xboard::run);
    gui.say("protover 2");
    let features = gui.until("feature done=1");
    let variants = features.iter().find(|line| line.contains("variants=")).unwrap();
    assert!(variants.contains("senterej") && variants.contains("mideast"), "{variants}");
    assert!(!variants.contains("oblong-dice"), "no game with a die: {variants}");
    assert!(features.iter().any(|line| line == "feature option=\"Contempt -spin 0 -2000 2000\""));
    assert!(features.iter().any(|line| line == "feature option=\"Tables -string <computed>\""));
    gui.say("variant mideast");
    let setup = gui.until("setup").pop().unwrap();
    let man = |letter: &str| format!("piece {letter}& ");
    assert!(setup.contains(" 10x10+0_fairy ") && setup.ends_with(" w - - 0 1"), "{setup}");
    let table = setup.split(['(', ')']).nth(1).unwrap();
    assert_eq!((table.len(), &table[..5], &table[21..22]), (44, "PNBRQ", "K"), "{setup}");
    gui.say("ping 1");
    let men = gui.until("pong 1");
    for letter in ["P", "N", "B", "R", "Q", "K", "V"] {
        assert!(men.iter().any(|line| line.starts_with(&man(letter))), "{letter}: {men:?}");
    }
    // XBoard's own is not to be taken for ours; pieces have the letters XBoard knows.
    assert!(variants.contains("shatrandj") && !variants.contains("shatranj"), "{variants}");
    gui.say("variant shatrandj");
    assert!(gui.until("setup").pop().unwrap().contains("rnbkqbnr/pppppppp/8/"));
    // XBoard would see checks by pawns from behind in `cfF`.
    gui.until("piece P& fmWfcF");
    gui.until("piece B& A");
    gui.say("variant oblong-dice");
    gui.until("Error");
    gui.leave();
}

/// Two sessions play each other, through ranks counted from 0.
#[test]
fn xboard_two_engines_reach_a_result() {
    for variant in ["shatranj", "oblong", "mideast", "senterej"] {
        let players = [started(variant), started(variant)];
        for player in &players {
            player.say("sd 2");
            player.say("force");
        }
        players[0].say("go");
        let (mut turn, mut result, mut is_going) = (0, None, [true, false]);
        for _ in 0..400 {
            let lines = players[turn].until("move ");
            assert!(lines.iter().all(|line| !line.starts_with("Illegal")), "{variant}: {lines:?}");
            let chosen = lines.last().unwrap()["move ".len()..].to_owned();
            players[turn].say("ping 1");
            let after = players[turn].until("pong 1");
            result = after.into_iter().find(|line| line.contains('{'));
            turn = 1 - turn;
            players[turn].say(&format!("usermove {chosen}"));
            if let Some(result) = &result {
                players[turn].say("ping 2");
                let told = players[turn].until("pong 2");
                assert!(told.contains(result), "both say the same: {result} {told:?}");
                break;
            }
            if !std::mem::replace(&mut is_going[turn], true) {
                players[turn].say("go");
            }
        }
        if let Some(result) = &result {
            assert!(
                ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|start| result.starts_with(start)),
                "{result}"
            );
        }
        assert!(result.is_some() || variant != "shatranj", "{variant}");
        players.into_iter().for_each(|player| drop(player.leave()));
    }
}

#[test]
fn xboard_commands_are_executed() {
    let gui = started("shatranj");
    for line in [
        "level 40 5 0",
        "level 0 2:30 1.5",
        "st 0.05",
        "time -5",
        "otim 100",
        "memory 1",
        "cores 2",
        "option Contempt=50",
        "post",
        "hard",
    ] {
        gui.say(line);
    }
    gui.say("usermove e2e3");
    let lines = gui.until("move ");
    assert!(
        lines.iter().any(|line| line.starts_with("1 ") && line.split(' ').count() > 4),
        "thinking is shown: {lines:?}"
    );
    gui.say("nopost");
    gui.say("go");
    gui.until("move ");
    // Now White, who has just moved, and then Black, who is on move.
    gui.say("playother");
    gui.say("ping 3");
    assert_eq!(gui.until("pong 3"), ["pong 3"]);
    gui.say("force");
    gui.say("usermove e3e8");
    gui.until("Illegal move: e3e8");
    for _ in 0..9 {
        gui.say("undo");
    }
    gui.say("usermove e2e3");
    gui.say("setboard 7k/8/6K1/8/8/8/8/R6r w - - 0 1");
    gui.say("sd 3");
    gui.say("go");
    let lines = gui.until("move ");
    assert_eq!(lines.last().unwrap(), "move a1h1");
    assert!(gui.until("1-0 {").last().unwrap().contains("wins"));
    gui.say("go");
    assert!(gui.until("1-0 {").last().unwrap().contains("wins"), "there is no move to come");
    gui.say("setboard nonsense");
    gui.until("tellusererror Illegal position");
    gui.say("analyze");
    gui.say("post");
    gui.say("new");
    gui.say("force");
    gui.say("analyze");
    gui.until("3 ");
    gui.say("usermove a2a3");
    gui.until("3 ");
    gui.say("exit");
    gui.say("ping 7");
    assert!(gui.until("pong 7").iter().all(|line| !line.starts_with("move")), "an analysis moves nothing");
    gui.say("quit");
    gui.leave();
}

#[test]
fn xboard_wrong_commands_are_refused() {
    let gui = started("shatranj");
    for wrong in [
        "level",
        "level 40 x 0",
        "level 40 5 -1",
        "st soon",
        "sd 0",
        "time x",
        "cores 0",
        "option Contempt=x",
        "option Contempt",
        "option Hope=1",
        "memory none",
        "castle",
        "variant chequers",
    ] {
        gui.say(wrong);
        gui.until("Error (");
    }
    gui.raw(b"\xff\n");
    gui.until("Error (");
    gui.say("quit");
    gui.leave();
}

/// The second move of the last line of thinking.
fn expected(lines: &[String]) -> &str {
    let last = lines.iter().rev().find(|line| line.split(' ').count() > 5).unwrap();
    last.split(' ').nth(5).unwrap()
}

#[test]
fn xboard_ponders_in_the_opponents_time() {
    let gui = started("shatranj");
    for line in ["hard", "sd 4", "post", "usermove e2e3"] {
        gui.say(line);
    }
    let mut thought = gui.until("move ");
    for _ in 0..3 {
        let mut next = gui.until("2 ");
        gui.say("ping 1");
        next.extend(gui.until("pong 1"));
        assert!(next.iter().all(|line| !line.starts_with("move")), "nobody has answered: {next:?}");
        // As expected: what has been thought counts, and time from now on.
        gui.say(&format!("usermove {}", expected(&thought)));
        next.extend(gui.until("move "));
        assert!(next.iter().all(|line| !line.starts_with("Illegal")), "{next:?}");
        thought = next;
    }
    gui.until("2 ");
    gui.say("?");
    gui.say("usermove e3e8");
    let lines = gui.until("Illegal move: e3e8");
    assert!(lines.iter().all(|line| !line.starts_with("move")), "nothing to move now for: {lines:?}");
    gui.say("undo");
    gui.say("go");
    gui.until("move ");
    gui.until("2 ");
    gui.say("easy");
    gui.say("ping 2");
    gui.until("pong 2");
    gui.say("ping 3");
    assert_eq!(gui.until("pong 3"), ["pong 3"], "it thinks no more");
    gui.say("hard");
    gui.say("go");
    gui.until("move ");
    gui.until("2 ");
    // The end of the input ends it, too.
    gui.leave();
}

#[test]
fn xboard_moves_after_refused_setboard_are_illegal() {
    let gui = started("shatranj");
    gui.say("setboard nonsense");
    gui.until("tellusererror Illegal position");
    gui.say("usermove e2e3");
    gui.until("Illegal move: e2e3");
    for word in ["go", "playother"] {
        gui.say(word);
        assert!(gui.until("Error (").pop().unwrap().contains("refused"));
    }
    gui.say("setboard 7k/8/6K1/8/8/8/8/R6r w - - 0 1");
    gui.say("sd 3");
    gui.say("go");
    assert_eq!(gui.until("move ").pop().unwrap(), "move a1h1");
    gui.say("setboard 8/8");
    gui.until("tellusererror Illegal position");
    gui.say("new");
    gui.say("sd 2");
    gui.say("usermove e2e3");
    gui.until("move ");
    gui.leave();
}

#[test]
fn xboard_analysis_reports_progress_and_continues() {
    let gui = started("shatranj");
    gui.say("post");
    gui.say("analyze");
    gui.until("4 ");
    gui.say(".");
    let told = gui.until("stat01: ").pop().unwrap();
    let numbers: Vec<u64> = told.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
    assert!(numbers.len() == 5 && numbers[1] > 0 && numbers[2] >= 4 && numbers[4] == 16, "{told}");
    // Depth by depth it takes longer: the time is that of now.
    let mut later = numbers[0];
    while later < numbers[0] + 3 {
        gui.say(".");
        later = gui.until("stat01: ").pop().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    }
    gui.say("?");
    gui.say("new");
    gui.say("usermove a2a3");
    gui.until("4 ");
    gui.say("exit");
    gui.say("ping 1");
    assert!(gui.until("pong 1").iter().all(|line| !line.starts_with("move")), "an analysis moves nothing");
    gui.say(".");
    gui.say("ping 2");
    assert_eq!(gui.until("pong 2"), ["pong 2"]);
    gui.leave();
}

/// A game begins with all of its time, whatever was left of the last one's.
#[test]
fn xboard_new_resets_the_clock() {
    let gui = started("shatranj");
    for line in ["level 0 60 0", "time 0", "new", "post", "sd 12", "usermove e2e3"] {
        gui.say(line);
    }
    let thought = gui.until("move ");
    assert!(thought.iter().any(|line| line.starts_with("12 ")), "{thought:?}");
    gui.leave();
}

#[test]
fn xboard_contempt_does_not_apply_to_analysis() {
    let thought = |contempt: i32| -> i32 {
        let gui = started("senterej");
        for line in ["sd 3", "post", &format!("option Contempt={contempt}"), "go"] {
            gui.say(line);
        }
        let lines = gui.until("move ");
        gui.leave();
        let last = lines.iter().rev().find(|line| line.starts_with("3 ")).unwrap();
        last.split(' ').nth(1).unwrap().parse().unwrap()
    };
    assert!(thought(600) > thought(0) + 200);
}

#[test]
fn random_lines_leave_the_session_responsive() {
    const WORDS: [&str; 29] = [
        "new",
        "go",
        "force",
        "usermove",
        "e2e3",
        "e7e6",
        "undo",
        "remove",
        "variant",
        "oblong",
        "mideast",
        "ping",
        "1",
        "?",
        "analyze",
        "exit",
        "setboard",
        "st",
        "0.01",
        "sd",
        "level",
        "playother",
        "result",
        "white",
        "post",
        "time",
        "hard",
        "easy",
        ".",
    ];
    let line = vec(select(&WORDS[..]), 0..=3);
    check(6, &vec(line, 80), |lines| {
        let gui = started("shatranj");
        gui.say("st 0.01");
        for line in lines {
            gui.say(&line.join(" "));
        }
        gui.say("force");
        gui.say("ping 99");
        gui.until("pong 99");
        gui.leave();
    });
}

/// Clocks that no clock shows are read as long, not as a reason to end.
#[test]
fn endless_clocks_are_read() {
    let gui = started("oblong");
    for clock in
        ["level 0 5 1e19", "level 0 99999999999999999 0", "level 40 18446744073709551615:9 1e19", "st 1.8e19"]
    {
        gui.say("force");
        gui.say(clock);
        gui.say("go");
        gui.say("?");
        gui.until("move ");
    }
    gui.leave();
}

#[test]
fn board_in_either_dialect_is_set_up_and_said() {
    let gui = started("senterej");
    gui.say("force");
    gui.say("setboard rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1");
    gui.until("# the position is read in Fairy-Stockfish's letters");
    gui.say("setboard rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR w - - 0 1");
    gui.say("usermove e2e3");
    gui.say("usermove");
    let lines = gui.until("Error");
    assert!(lines.iter().all(|line| !line.starts_with('#') && !line.contains("llegal")), "{lines:?}");
    gui.leave();
}

#[test]
fn dialect_option_settles_whose_letters_are_read_and_written() {
    let gui = started("senterej");
    let setup = |dialect: &str, variant: &str| {
        gui.say(&format!("option Dialect={dialect}"));
        gui.say(&format!("variant {variant}"));
        gui.until("setup").pop().unwrap()
    };
    assert!(gui.until("setup").pop().unwrap().contains("rnekfenr/pppppppp"));
    assert!(setup("own", "shatrandj").contains("rnekfenr/pppppppp"));
    assert!(setup("fsf", "senterej").contains("rnbkqbnr/pppppppp"));
    gui.say("force");
    gui.say("setboard kr6/4P3/8/8/8/8/F7/K6R w - - 0 1");
    gui.until("tellusererror Illegal position");
    gui.say("setboard kr6/4P3/8/8/8/8/Q7/K6R w - - 0 1");
    gui.say("usermove e7e8f");
    gui.until("Illegal move: e7e8f");
    gui.say("sd 1");
    gui.say("usermove e7e8q");
    gui.say("option Dialect=theirs");
    let lines = gui.until("Error (`theirs` is no dialect");
    assert!(lines.iter().all(|line| !line.contains("llegal")), "{lines:?}");
    gui.leave();
}

/// Thoughts of a solved ending tell its probes, before a tab.
#[test]
fn xboard_thoughts_of_a_solved_ending_tell_its_probes() {
    let gui = started("shatranj[bare=ignored]");
    for line in ["force", "post", "setboard 8/8/8/3k4/8/8/8/K6R w - - 0 1"] {
        gui.say(line);
    }
    // Until the table is there a search goes on without it, and another one asks again.
    let told = std::iter::repeat_with(|| {
        ["analyze", "ping 1"].iter().for_each(|line| gui.say(line));
        std::thread::sleep(std::time::Duration::from_millis(5));
        ["exit", "ping 2"].iter().for_each(|line| gui.say(line));
        gui.until("pong 2")
    });
    let is_whole = |line: &String| line.split_whitespace().count() == 7 + 29;
    let known = told.take(4_000).flatten().find(is_whole).expect("the table is computed");
    let (numbers, line) = known.split_once('\t').expect("a tab");
    let numbers: Vec<i64> = numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
    let [29, 100_015, _, _, 29, _, hits] = numbers[..] else { panic!("{known}") };
    assert!(hits > 0 && line.starts_with(char::is_alphabetic), "{known}");
    gui.say("exit");
    gui.say("option Tables=/nowhere");
    assert!(gui.until("Error").pop().expect("an answer").contains("no file can be read here"));
    gui.leave();
}
