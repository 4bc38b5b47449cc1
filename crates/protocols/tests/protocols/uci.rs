//! UCI sessions from both ends.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::sample::select;
use rukh_engine::{Engine, bench};
use rukh_protocols::uci;
use rukh_rules::Ruleset;

use crate::gui::Gui;
use crate::random::check;

#[test]
fn uci_plays_a_whole_game() {
    let gui = Gui::new(uci::run);
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(lines[0].starts_with("id name Rukh"), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("UCI_Variant") && line.contains("var mideast ")),
        "{lines:?}"
    );
    gui.say("setoption name UCI_Variant value shatranj");
    let told = gui.until("info string variant").pop().unwrap();
    // Fairy-Stockfish's letters: b for the alfil, q for the ferz.
    assert!(told.contains("files 8 ranks 8") && told.contains("rnbkqbnr/pppppppp"), "{told}");
    let mut moves = String::new();
    for _ in 0..12 {
        gui.say(&format!("position startpos moves{moves}"));
        let best = gui.best("go nodes 2000");
        moves.push_str(&format!(" {best}"));
    }
    gui.say("isready");
    let lines = gui.until("readyok");
    assert_eq!(lines, ["readyok"], "no move of ours was refused: {lines:?}");
    gui.say("quit");
    gui.leave();
}

/// There what is not mated is drawn.
#[test]
fn uci_wdl_where_a_bared_king_draws_is_mostly_draws() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value senterej");
    gui.say("setoption name UCI_ShowWDL value true");
    gui.say("go depth 1");
    let lines = gui.until("bestmove");
    let told = lines.iter().find(|line| line.contains(" wdl ")).expect("what can be expected is told");
    let mut wdl = told.split(' ').skip_while(|word| *word != "wdl").skip(1);
    let [win, draw] =
        [(); 2].map(|()| wdl.next().and_then(|word| word.parse::<i32>().ok()).expect("a number"));
    assert!(draw > 800 && win < 150, "{told}");
}

#[test]
fn uci_search_reports_and_keeps_its_limits() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name MultiPV value 3");
    gui.say("setoption name UCI_ShowWDL value true");
    gui.say("go depth 3");
    let lines = gui.until("bestmove");
    let deepest: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    assert_eq!(deepest.len(), 3, "{lines:?}");
    for (number, line) in (1..).zip(&deepest) {
        assert!(line.contains(&format!(" multipv {number} score cp ")) && line.contains(" wdl "), "{line}");
        let word = |name: &str| line.split(' ').skip_while(|word| *word != name).nth(1).unwrap();
        let wdl: Vec<i32> = line
            .split(' ')
            .skip_while(|word| *word != "wdl")
            .skip(1)
            .take(3)
            .map(|n| n.parse().unwrap())
            .collect();
        assert_eq!(wdl.iter().sum::<i32>(), 1_000, "{line}");
        assert!(word("seldepth").parse::<u32>().unwrap() >= 3, "{line}");
    }
    gui.say("setoption name MultiPV value 1");
    assert_eq!(gui.best("go depth 4 searchmoves a2a3"), "a2a3");
    assert_eq!(gui.best("go movetime 30").len(), 4);
    assert_eq!(gui.best("go wtime 200 btime 200 winc 10 binc 10").len(), 4);
    assert_eq!(
        gui.best("go wtime -5 btime -5").len(),
        4,
        "a clock that shows nothing leaves time for a move"
    );
    gui.say("go perft 3");
    let lines = gui.until("Nodes searched");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 4176");
    gui.leave();
}

#[test]
fn uci_stop_ends_the_search() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name Threads value 2");
    for (go, word) in [
        ("go infinite", "stop"),
        ("go ponder wtime 20 btime 20", "ponderhit"),
        ("go ponder movetime 5", "stop"),
    ] {
        gui.say(go);
        gui.say("isready");
        gui.until("readyok");
        gui.say("go depth 1");
        let refused = gui.until("info string").pop().unwrap();
        assert!(refused.contains("`go` has to wait"), "{refused}");
        gui.say(word);
        gui.until("bestmove");
    }
    // A short search that holds its answer back until it is asked for.
    gui.say("go depth 1 infinite");
    gui.until("info depth 1");
    gui.say("isready");
    assert!(gui.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    gui.say("stop");
    gui.until("bestmove");
    gui.leave();
    // The end of the input ends even a search without end.
    let gui = Gui::new(uci::run);
    gui.say("go infinite");
    gui.say("isready");
    gui.until("readyok");
    gui.leave();
}

#[test]
fn uci_position_reads_dice_with_moves() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value oblong-dice");
    gui.until("info string variant");
    gui.say("position startpos");
    gui.say("go depth 2");
    let lines = gui.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 2 ") && line.contains("score cp")),
        "{lines:?}"
    );
    // As the session's description has it.
    gui.say("position startpos moves a5a6/1 a12a11/1 die 6");
    gui.say("go nodes 500");
    let lines = gui.until("bestmove");
    assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
    assert_ne!(lines.last().unwrap(), "bestmove (none)");
    let mut line = String::new();
    for face in [3, 6, 1, 4, 2, 5] {
        gui.say(&format!("position startpos{line} die {face}"));
        gui.say("go nodes 3000");
        let answer = gui.until("bestmove").pop().unwrap();
        let best = answer.split(' ').nth(1).unwrap();
        assert_ne!(best, "(none)", "every face lets something be done, the pass if nothing else: {line}");
        if line.is_empty() {
            line.push_str(" moves");
        }
        line.push_str(&format!(" {best}/{face}"));
    }
    for wrong in ["position startpos die 7", "position startpos moves a5a6", "position startpos moves a5a6/x"]
    {
        gui.say(wrong);
        gui.until("info string");
    }
    gui.leave();
}

#[test]
fn uci_variant_accepts_every_ruleset_and_option() {
    let gui = Gui::new(uci::run);
    for id in rukh_rules::catalog::ids() {
        gui.say(&format!("setoption name UCI_Variant value {id}"));
        let told = gui.until("info string variant").pop().unwrap();
        assert!(told.contains(&format!("variant {id} ")), "{told}");
        gui.say("go nodes 500");
        gui.until("bestmove");
    }
    gui.say("setoption name UCI_Variant value senterej[saba=G]");
    assert!(gui.until("info string variant").pop().unwrap().contains("senterej[saba=G]"));
    gui.say("setoption name UCI_Variant value chequers");
    assert!(gui.until("info string").pop().unwrap().contains("chequers"));
    gui.leave();
}

#[test]
fn uci_unreadable_lines_change_nothing() {
    let gui = Gui::new(uci::run);
    gui.say("position startpos moves a2a3");
    for wrong in [
        "position",
        "position fen",
        "position fen 8/8",
        "position startpos moves e9e9",
        "position startpos moves a2a3 a2a3",
        "go depth",
        "go depth x",
        "go speed 7",
        "go perft 0",
        "go perft 99",
        "go searchmoves",
        "go searchmoves h8h1",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value -1",
        "setoption name Contempt value 2001",
        "setoption name Contempt value",
        "setoption name Nonsense value 1",
        "setoption name UCI_ShowWDL value maybe",
        "xyzzy",
        "\u{1F3B2}",
    ] {
        gui.say(wrong);
        gui.until("info string");
    }
    gui.raw(b"\xff\xfe\n");
    gui.until("info string");
    gui.raw(&[b'x'; 1 << 20]);
    gui.raw(b"yz\n");
    gui.until("info string a line is longer");
    gui.say("d");
    let shown = gui.until("info string shatranj").pop().unwrap();
    assert!(shown.contains(" b "), "Black is still to move: {shown}");
    gui.raw(b"isready");
    assert_eq!(gui.leave().last().map(String::as_str), Some("readyok"), "the last line needs no end");
}

#[test]
fn uci_go_after_refused_position_has_no_move() {
    let gui = Gui::new(uci::run);
    let castling = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w Kx - 0 1 moves g1f3";
    for wrong in [castling, "position startpos moves a2a3 a2a3", "position"] {
        gui.say("position startpos moves a2a3");
        gui.say(wrong);
        gui.until("info string");
        gui.say("go depth 3");
        let answer = gui.until("bestmove");
        assert_eq!(answer.last().unwrap(), "bestmove (none)", "{wrong}");
        assert!(answer[answer.len() - 2].contains("refused"), "{answer:?}");
        gui.say("go searchmoves b1a3");
        assert_eq!(gui.until("bestmove").pop().unwrap(), "bestmove (none)", "whatever is asked of it");
        gui.say("go perft 1");
        assert!(gui.until("info string").pop().unwrap().contains("refused"), "{wrong}");
    }
    gui.say("position startpos moves a2a3");
    gui.say("go depth 3");
    assert_ne!(gui.until("bestmove").pop().unwrap(), "bestmove (none)");
    gui.say("position nowhere");
    gui.until("info string");
    gui.say("setoption name UCI_Variant value senterej");
    gui.until("info string variant");
    gui.say("go depth 3");
    assert_ne!(gui.until("bestmove").pop().unwrap(), "bestmove (none)", "another variant begins anew");
    gui.leave();
}

/// Programs say `stop`, the next position and `go` in one breath.
#[test]
fn uci_commands_right_after_stop_are_executed() {
    let gui = Gui::new(uci::run);
    for _ in 0..20 {
        gui.say("position startpos");
        gui.say("go infinite");
        gui.until("info depth 3");
        gui.raw(b"stop\nposition startpos moves a2a3\ngo depth 1\n");
        let first = gui.until("bestmove").pop().unwrap();
        let answer = gui.until("bestmove");
        assert!(answer.iter().all(|line| !line.starts_with("info string")), "{first} {answer:?}");
        let best = answer.last().unwrap().split(' ').nth(1).unwrap();
        assert!(best.as_bytes()[1] >= b'7', "a move of Black's: {best}");
    }
    gui.say("go infinite");
    gui.say("position startpos");
    gui.until("info string `position` has to wait");
    gui.say("stop");
    gui.until("bestmove");
    assert_eq!(gui.best("go depth 1"), "(none)", "not of the position before");
    gui.leave();
}

#[test]
fn uci_go_executes_its_readable_parts() {
    let gui = Gui::new(uci::run);
    for (go, wrong) in [
        ("go depth 1 fast", "`fast`"),
        ("go depth 1 winc", "`winc` wants a number"),
        ("go wtime x depth 1", "`wtime` wants a number"),
        ("go depth 1 searchmoves a2a3 z9z9", "`z9z9`"),
        ("go searchmoves z9z9 a2a3 depth 2", "`z9z9`"),
    ] {
        gui.say(go);
        let lines = gui.until("bestmove");
        assert!(lines[0].starts_with("info string") && lines[0].contains(wrong), "{go}: {lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove (none)", "{go}");
    }
    assert_eq!(gui.best("go searchmoves z9z9 a2a3 depth 2"), "a2a3");
    // Who has said `go` waits for an answer, whatever it was.
    for go in ["go wtime x btime y", "go searchmoves h8h1 depth 2", "go depth", "go speed 7"] {
        assert_eq!(gui.best(go), "(none)", "{go}");
    }
    gui.say(&format!("go depth 1{}", " x".repeat(1_000)));
    let complaints = gui.until("bestmove").iter().filter(|line| line.contains("`x`")).count();
    assert_eq!(complaints, 8, "enough is enough");
    assert_eq!(gui.best("go depth 1 wtime 99999999999999999999999 movestogo 0").len(), 4);
    gui.leave();
}

/// There and back again, twice: the third time the position draws.
const REPEATED: &str = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// No draw can be claimed by this protocol: who goes on gets a move.
#[test]
fn uci_unclaimed_draw_does_not_end_the_game() {
    let gui = Gui::new(uci::run);
    let idle = "position fen rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 500 251";
    for position in [REPEATED, &format!("{REPEATED} a2a3"), idle, &format!("{idle} moves g1f3 g8f6")] {
        gui.say(position);
        gui.say("go depth 2");
        let lines = gui.until("bestmove");
        assert!(lines.iter().all(|line| !line.starts_with("info string")), "{position}: {lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove (none)", "{position}");
    }
    gui.leave();
}

#[test]
fn uci_words_before_a_command_are_ignored() {
    let gui = Gui::new(uci::run);
    gui.say("joho isready");
    assert_eq!(gui.until("readyok"), ["readyok"]);
    gui.say("\u{1F3B2} x go depth 1");
    gui.until("bestmove");
    gui.leave();
}

/// A `go` without an end is not answered before its end, even where there is nothing to think about.
#[test]
fn uci_go_infinite_after_refused_position_waits_for_stop() {
    let gui = Gui::new(uci::run);
    gui.say("position nowhere");
    for (go, word) in [("go infinite", "stop"), ("go ponder wtime 100", "ponderhit"), ("go ponder", "stop")] {
        gui.say(go);
        gui.say("isready");
        let lines = gui.until("readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{go}: {lines:?}");
        gui.say(word);
        gui.say("isready");
        assert_eq!(gui.until("readyok"), ["bestmove (none)", "readyok"], "{go}");
        gui.say(word);
    }
    gui.say("isready");
    assert_eq!(gui.until("readyok"), ["readyok"], "once is enough");
    gui.leave();
}

#[test]
fn uci_finished_game_reports_mate_for_the_winner() {
    let gui = Gui::new(uci::run);
    for (fen, expected) in [
        ("6k1/R7/6K1/8/8/8/8/1R6 w - - 0 1", "score mate 1 "),
        ("6k1/R7/6K1/8/8/8/8/1R6 b - - 0 1", "score mate 0 "),
    ] {
        gui.say(&format!("position fen {fen}"));
        gui.say("go depth 2");
        let lines = gui.until("bestmove");
        assert!(lines.iter().any(|line| line.contains(expected)), "{fen}: {lines:?}");
    }
    gui.leave();
}

#[test]
fn uci_last_info_counts_all_nodes() {
    let gui = Gui::new(uci::run);
    gui.say("go nodes 20000");
    let lines = gui.until("bestmove");
    let nodes = lines.iter().filter_map(|line| told(line, "nodes")).next_back().unwrap();
    assert_eq!(nodes, "20000", "{lines:?}");
    gui.leave();
}

/// The word after a name in a line.
fn told(line: &str, name: &str) -> Option<String> {
    line.split(' ').skip_while(|word| *word != name).nth(1).map(str::to_owned)
}

#[test]
fn uci_stop_ends_perft() {
    let gui = Gui::new(uci::run);
    gui.say("go perft 30");
    gui.say("isready");
    gui.until("readyok");
    gui.say("go depth 1");
    assert!(gui.until("info string").pop().unwrap().contains("`go` has to wait"));
    gui.say("stop");
    gui.until("info string the count was ended");
    gui.say("go perft 30");
    gui.leave();
}

/// Whoever analyses is told the plain value; whoever plays, what the side believes.
#[test]
fn uci_contempt_does_not_apply_to_analysis() {
    let gui = Gui::new(uci::run);
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(lines.iter().any(|line| line == "option name Contempt type spin default 0 min -2000 max 2000"));
    gui.say("setoption name UCI_Variant value senterej");
    let value = |go: &str| -> i32 {
        gui.say(go);
        if go.contains("infinite") {
            gui.until("info depth 3 ");
            gui.say("stop");
        }
        let lines = gui.until("bestmove");
        let line = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        told(line, "cp").unwrap().parse().unwrap()
    };
    let plain = value("go depth 3");
    gui.say("setoption name Contempt value 600");
    assert!(value("go depth 3") > plain + 200);
    assert!(value("go infinite") < plain + 200);
    gui.leave();
}

#[test]
fn uci_skill_level_keeps_clock_and_limits() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name Skill Level value 8");
    assert_eq!(gui.best("go depth 3 searchmoves a2a3"), "a2a3");
    gui.say("go nodes 100");
    let lines = gui.until("bestmove");
    let nodes: u64 = told(&lines[0], "nodes").unwrap().parse().unwrap();
    assert!(nodes < 2_000, "{lines:?}");
    // Two million positions take longer than this on any machine.
    gui.say("go movetime 60");
    let lines = gui.until("bestmove");
    let nodes: u64 = told(&lines[0], "nodes").unwrap().parse().unwrap();
    assert!(nodes < 1_900_000, "{lines:?}");
    gui.leave();
}

#[test]
fn uci_elo_limits_the_strength() {
    let gui = Gui::new(uci::run);
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(
        lines.contains(&"option name UCI_LimitStrength type check default false".to_owned()),
        "{lines:?}"
    );
    let elo = lines.iter().find(|line| line.starts_with("option name UCI_Elo type spin default")).unwrap();
    assert!(elo.contains(" min 800 max "), "{elo}");
    let most: u32 = told(elo, "max").unwrap().parse().unwrap();
    let nodes = |go: &str| -> u64 {
        gui.say("ucinewgame");
        gui.say(go);
        let lines = gui.until("bestmove");
        lines.iter().filter_map(|line| told(line, "nodes")).next_back().unwrap().parse().unwrap()
    };
    gui.say("setoption name UCI_Elo value 800");
    assert!(nodes("go nodes 30000") > 4_000, "the number alone limits nothing");
    gui.say("setoption name UCI_LimitStrength value true");
    let weakest = nodes("go movetime 60000");
    assert!(weakest < 2_000, "{weakest}");
    for wrong in ["799", "-1", "99999", "x", ""] {
        gui.say(&format!("setoption name UCI_Elo value {wrong}"));
        let told = gui.until("info string").pop().unwrap();
        assert!(told.contains(&format!("a number from 800 to {most}")), "{told}");
    }
    assert!(nodes("go movetime 60000") < 2_000, "what cannot be meant changes nothing");
    gui.say("setoption name UCI_Elo value 1650");
    let stronger = nodes("go movetime 60000");
    assert!(stronger > weakest, "{weakest} {stronger}");
    gui.say("setoption name UCI_LimitStrength value false");
    assert!(nodes("go nodes 200000") > 50_000);
    gui.leave();
}

/// After any lines the session answers `isready` and ends with its input.
#[test]
fn random_lines_leave_the_session_responsive() {
    const WORDS: [&str; 30] = [
        "uci",
        "isready",
        "go",
        "stop",
        "ponderhit",
        "position",
        "startpos",
        "fen",
        "moves",
        "die",
        "a2a3",
        "e7e6/3",
        "setoption",
        "name",
        "value",
        "Hash",
        "UCI_Variant",
        "mideast",
        "depth",
        "1",
        "nodes",
        "50",
        "-1",
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
        "2",
        "ucinewgame",
        "wtime",
    ];
    let line = vec(select(&WORDS[..]), 0..=6);
    check(6, &vec(line, 80), |lines| {
        let gui = Gui::new(uci::run);
        for line in lines {
            gui.say(&line.join(" "));
        }
        gui.say("stop");
        gui.say("isready");
        gui.until("readyok");
        gui.leave();
    });
}

/// As Stockfish does: no move, and the score of the result.
#[test]
fn go_where_the_game_is_over_answers_none_with_the_score_of_the_result() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value shatranj");
    for (fen, score) in [
        // Mated, stalemated (which loses), bared, both bared.
        ("R3k3/7R/8/8/8/8/8/4K3 b - - 0 1", "mate 0"),
        ("k7/7R/8/1R6/8/8/8/4K3 b - - 0 1", "mate 0"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "mate 0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "cp 0"),
    ] {
        for go in ["go depth 3", "go nodes 100", "go movetime 50"] {
            gui.say(&format!("position fen {fen}"));
            gui.say(go);
            let lines = gui.until("bestmove");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"), "{lines:?}");
            let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 0 ")).collect();
            assert!(told.len() == 1 && told[0].contains(&format!(" score {score} ")), "{fen}: {lines:?}");
        }
    }
    gui.say("go infinite");
    gui.say("stop");
    assert_eq!(gui.until("bestmove").last().map(String::as_str), Some("bestmove (none)"));
    gui.leave();
}

#[test]
fn eval_tells_the_terms_and_their_sum_for_white() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value shatranj");
    let sum = |turn: &str| {
        gui.say(&format!("position fen 4k3/pppp4/8/8/8/8/4PPPP/RN2K3 {turn} - - 0 1"));
        gui.say("eval");
        let lines = gui.until("all ");
        assert!(lines.iter().any(|line| line.starts_with("material ")), "{lines:?}");
        let sum = lines.last().and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
        sum.unwrap_or_else(|| panic!("{lines:?}"))
    };
    assert!(sum("w") > 5.0 && sum("b") > 5.0, "whoever is to move");
    gui.leave();
}

#[test]
fn explain_tells_reasons_and_threats_in_words() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value shatranj");
    gui.say("position fen r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1");
    gui.say("explain");
    let lines = gui.until("info string Black threatens Rxa1");
    assert!(lines.iter().any(|line| line.starts_with("info string mobility: ")), "{lines:?}");
    gui.say("explain e2e3");
    gui.until("info string Black replies Rxa1");
    gui.say("explain e2e5");
    gui.until("info string `e2e5`");
    gui.leave();
}

#[test]
fn bench_counts_what_a_search_of_the_start_looks_at() {
    let gui = Gui::new(uci::run);
    let count = |asked: &str| {
        gui.say(asked);
        let line = gui.until("Nodes searched").pop().unwrap();
        gui.until("Nodes/second");
        line.split(": ").nth(1).unwrap().parse::<u64>().unwrap()
    };
    for id in ["mideast", "oblong-dice"] {
        gui.say(&format!("setoption name UCI_Variant value {id}"));
        let ruleset = Arc::new(Ruleset::named(id).unwrap());
        let known = |depth| bench::search(&mut Engine::new(ruleset.clone()), depth, &|| false).nodes;
        // What was searched before is no matter.
        gui.best("go depth 3");
        assert_eq!(count("bench 2"), known(2), "{id}");
        assert_eq!(count("bench"), known(bench::depth(&ruleset)), "{id}");
    }
    gui.say("bench 40");
    gui.say("stop");
    gui.until("info string the measurement was ended");
    for wrong in ["bench deep", "bench 0", "bench 2 3"] {
        gui.say(wrong);
        gui.until("info string ");
    }
    gui.say("quit");
    gui.leave();
}

#[test]
fn position_in_either_dialect_is_read_and_said() {
    let gui = Gui::new(uci::run);
    let said = |fen: &str| {
        gui.say(&format!("position fen {fen}"));
        gui.say("d");
        let lines = gui.until("info string s");
        (lines.len() > 1).then(|| lines[0].clone())
    };
    gui.say("setoption name UCI_Variant value senterej");
    gui.until("info string variant");
    assert_eq!(said("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR w - - 0 1"), None);
    let theirs = "kr6/4P3/8/8/8/8/Q7/K6R w 0 1";
    let heard = said(theirs).expect("another dialect is said");
    assert_eq!(heard, "info string the position is read in Fairy-Stockfish's letters");
    assert_eq!(gui.best("go depth 2 searchmoves e7e8q"), "e7e8q", "it answers in the same letters");
    assert_eq!(said(theirs), None, "once");
    let heard = said("kr6/4P3/8/8/8/8/F7/K6R w").expect("the way back is said, too");
    assert!(heard.contains("the ruleset's own letters"), "{heard}");
    assert_eq!(gui.best("go depth 2 searchmoves e7e8q"), "e7e8f");
    // Where Fairy-Stockfish's letters are spoken anyway, ours are what is said.
    gui.say("setoption name UCI_Variant value Shatranj");
    assert!(gui.until("info string variant").pop().unwrap().contains("variant shatranj "));
    assert_eq!(said("kr6/4P3/8/8/8/8/Q7/K6R w"), None);
    assert!(said("kr6/4P3/8/8/8/8/F7/K6R w").is_some());
    gui.say("quit");
    gui.leave();
}

#[test]
fn dialect_option_settles_whose_letters_are_read_and_written() {
    let gui = Gui::new(uci::run);
    let variant = |dialect: &str, ruleset: &str| {
        gui.say(&format!("setoption name Dialect value {dialect}"));
        gui.say(&format!("setoption name UCI_Variant value {ruleset}"));
        gui.until("info string variant").pop().unwrap()
    };
    assert!(variant("own", "shatranj").ends_with("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1"));
    assert!(variant("fsf", "senterej").contains("rnbkqbnr/pppppppp"), "where the ruleset's are usual");
    gui.say("position fen kr6/4P3/8/8/8/8/Q7/K6R w 0 1");
    assert_eq!(gui.best("go depth 2 searchmoves e7e8q"), "e7e8q");
    gui.say("position fen kr6/4P3/8/8/8/8/F7/K6R w 0 1");
    assert!(
        gui.until("info string").pop().unwrap().contains("the FEN is wrong"),
        "no other letters are read"
    );
    gui.say("setoption name Dialect value theirs");
    let why = gui.until("info string `").pop().unwrap();
    assert!(why.contains("`theirs` is no dialect; there are `own`, `fsf` and `auto`"), "{why}");
    assert!(variant("auto", "senterej").contains("rnekfenr/pppppppp"));
    gui.say("quit");
    gui.leave();
}

/// A rook and king mate in 15 moves by the table, which `Tables` takes away.
#[test]
fn uci_tables_option_takes_solved_endings_away() {
    let gui = Gui::new(uci::run);
    gui.say("setoption name UCI_Variant value shatranj[bare=ignored]");
    gui.say("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let told = |go: &str| {
        gui.say(go);
        let lines = gui.until("bestmove");
        lines.into_iter().rfind(|line| line.starts_with("info depth")).expect("a line with a depth")
    };
    let known = told("go nodes 100");
    assert!(known.contains(" score mate 15 ") && !known.contains(" tbhits 0 "), "{known}");
    gui.say("setoption name Tables value <none>");
    let searched = told("go nodes 100");
    assert!(searched.contains(" score cp ") && searched.contains(" tbhits 0 "), "{searched}");
    // The choice outlives a change of the ruleset.
    gui.say("setoption name UCI_Variant value shatranj[bare=ignored]");
    gui.say("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
    assert!(told("go nodes 100").contains(" tbhits 0 "));
    gui.say("setoption name Tables value /nowhere");
    let refused = gui.until("info string").pop().expect("an answer");
    assert!(refused.contains("`/nowhere`: no file can be read here"), "{refused}");
    gui.say("setoption name Tables value <computed>");
    assert!(told("go nodes 100").contains(" score mate 15 "));
    gui.leave();
}

/// Tables of a directory are those of the chosen variant.
#[test]
fn uci_tables_of_a_directory_are_asked_for_by_ruleset() {
    let rulesets: rukh_protocols::RulesetLoader =
        Box::new(|name| Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string().into()));
    let (asked, heard) = std::sync::mpsc::channel();
    let tables = Box::new(move |path: &str, ruleset: &Arc<Ruleset>| {
        asked.send(format!("{path} {}", ruleset.instance)).expect("the test listens");
        Ok(rukh_engine::Tables::shared(ruleset))
    });
    let sources = rukh_protocols::SessionSources { tables, ..rulesets.into() };
    let input = "setoption name Tables value my endings\n\
        setoption name UCI_Variant value shatranj[bare=ignored]\n\
        position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo nodes 100\n";
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    uci::run(input.as_bytes(), writer, sources).expect("no error");
    let mut output = String::new();
    std::io::Read::read_to_string(&mut reader, &mut output).expect("text");
    assert!(output.contains(" score mate 15 "), "{output}");
    let asked: Vec<String> = heard.try_iter().collect();
    assert_eq!(asked.last().map(String::as_str), Some("my endings shatranj[bare=ignored]"));
    assert_eq!(asked.len(), 2, "{asked:?}");
}
