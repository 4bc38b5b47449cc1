//! Notation goes round: every move, position and game that is written is read
//! back the same, and nothing that is read makes the reader fall over.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::record::{self, Record};
use rukh_rules::notation::{coordinate, pgn, san};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Instance, LoadError, Node, Reason, Rules, Ruleset, Side, UciMove, catalog};

use random::{Choices, check, choices, edited, edits, letters};

use crate::random;

/// Every built-in ruleset, and a few with laws that the defaults do not reach.
fn instances() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for file in catalog::all() {
        all.push(file.id().to_owned());
        let choices = file.single_choices().map(|(key, choice)| format!("{}[{key}={choice}]", file.id()));
        all.extend(choices.filter(|instance| Ruleset::named(instance).is_ok()));
    }
    all
}

fn named(instance: &str) -> Result<Arc<Ruleset>, LoadError> {
    Ruleset::named(instance).map(Arc::new)
}

fn place(game: &Game, side: Side, choices: &mut impl Choices) -> Option<Event> {
    let retractable = game.retractable(side);
    if !retractable.is_empty() && choices.is_within(25)? {
        let seq = choices.pick(&retractable)?.seq;
        return Some(Event::Retract { side, seq });
    }
    let moves = game.moves_of(side);
    let quiet: Vec<_> = moves.iter().filter(|&&mv| !game.rules().is_capture(game.position(), mv)).collect();
    let moves: Vec<_> = if quiet.is_empty() || game.seq() > 25 { moves.iter().collect() } else { quiet };
    let mv = *choices.pick(&moves)?;
    let geometry = game.rules().geometry();
    Some(Event::Place {
        side,
        id: if choices.is_within(50)? { game.id_at(mv.from()) } else { None },
        from: geometry.square(mv.from()),
        to: geometry.square(mv.to()),
        promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
    })
}

pub fn next_event(game: &Game, choices: &mut impl Choices) -> Option<Event> {
    match game.node() {
        Node::Over(_) => None,
        Node::Chance(faces) => Some(Event::Throw { face: faces[choices.below(faces.len())?].number }),
        Node::Choice(_) => {
            let moves = game.legal_moves();
            let mv = choices.pick(&moves)?;
            Some(Event::Move { mv: UciMove::of(game.ruleset(), mv) })
        }
        Node::Werera(acting) => {
            let side = if choices.is_within(50)? { Side::White } else { Side::Black };
            let side = if acting.may(side) { side } else { side.other() };
            if choices.is_within(3)? {
                return Some(Event::Turns {
                    why: choices.pick(&["", "agreed", "by the clock} @5 ]%"])?.into(),
                });
            }
            if choices.is_within(20)? && !acting.may(side.other()) {
                return Some(Event::Bundle { side });
            }
            place(game, side, choices).or(Some(Event::Bundle { side }))
        }
    }
}

pub fn ending(choices: &mut impl Choices) -> Option<Event> {
    let side = if choices.is_within(50)? { Side::White } else { Side::Black };
    match choices.below(7)? {
        0 => Some(Event::Resign { side }),
        1 => Some(Event::Flag { side }),
        2 => Some(Event::Draw),
        3 => Some(Event::Abort),
        4 => Some(Event::Leave { side, drawn: choices.below(2)? == 1 }),
        _ => None,
    }
}

/// A game of random events, shown to `look` at every step.
fn playout(start: Game, choices: &mut impl Choices, events: usize, mut look: impl FnMut(&Game)) -> Record {
    let mut game = start;
    let mut now = 1_700_000_000_000;
    for _ in 0..events {
        look(&game);
        let Some(event) = next_event(&game, choices) else { break };
        now += choices.below(90_000).unwrap_or_default() as u64;
        let refused = game.apply(event.clone(), (!now.is_multiple_of(3)).then_some(now)).err();
        let lasts = matches!(game.node(), Node::Werera(_));
        assert!(refused.is_none() || lasts, "{event:?} was refused: {refused:?}");
    }
    if let Some(event) = ending(choices)
        && game.outcome().is_none()
    {
        game.apply(event, Some(now)).expect("a game can always be ended");
    }
    let mut record = Record::new(game);
    record.tags.set("White", "al-ʿAdlī \"the \\ judge\"").expect("a name is a fine value");
    record.tags.set("Event", "?").expect("the unknown is a fine value");
    record.tags.set("Annotator", "nobody").expect("any word is a fine tag");
    record
}

fn short(record: &Record) -> String {
    format!("{}\n{}", record.game.ruleset().instance, pgn::format(record))
}

#[test]
fn san_of_every_legal_move_parses_back() {
    for instance in catalog::ids() {
        let ruleset = named(instance).expect("a built-in id");
        check(3, &choices(600), |mut choices| {
            playout(Game::new(ruleset.clone()), &mut choices, 120, |game| {
                for side in Side::BOTH {
                    assert_san_parses_back(game, side);
                }
            });
        });
    }
}

fn assert_san_parses_back(game: &Game, side: Side) {
    let (rules, position) = (game.rules(), game.position());
    if game.moves_of(side).is_empty() {
        return;
    }
    let written = san::format_all(rules, position, side);
    let distinct: HashSet<&str> = written.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(distinct.len(), written.len(), "{}: {written:?}", game.fen());
    for (mv, text) in &written {
        let bare = text.replace(['+', '#', 'x', '='], "");
        for text in [text, &format!("{bare}!?"), &format!("{bare}+")] {
            let read = san::parse_for(rules, position, side, text);
            assert_eq!(read.as_ref(), Ok(mv), "{text} in {}", game.fen());
        }
    }
}

#[test]
fn record_round_trips_through_pgn_and_json_lines() {
    for instance in instances() {
        let ruleset = named(&instance).expect("it resolved before");
        check(2, &(0..=160_usize, choices(700)), |(events, mut choices)| {
            goes_round(&playout(Game::new(ruleset.clone()), &mut choices, events, |_| {}));
        });
    }
}

fn goes_round(record: &Record) {
    let (lines, text) = (record::format_jsonl(record), pgn::format(record));
    let from_lines =
        record::parse_jsonl(&lines, named).unwrap_or_else(|e| panic!("{}: {e:?}", short(record)));
    let from_pgn = pgn::parse(&text, named).unwrap_or_else(|e| panic!("{}: {e:?}", short(record)));
    for back in [&from_lines, &from_pgn] {
        let [back] = &back[..] else { panic!("one game was written") };
        assert_eq!(record::format_jsonl(back), lines);
        assert_eq!(pgn::format(back), text);
        assert_eq!(back.game.log(), record.game.log());
        assert_eq!(back.game.start(), record.game.start());
        assert_eq!(back.game.position(), record.game.position());
        assert_eq!(back.game.outcome(), record.game.outcome());
        assert_eq!(back.tags, record.tags);
    }
}

#[test]
fn record_from_any_position_round_trips() {
    for instance in catalog::ids() {
        let ruleset = named(instance).expect("a built-in id");
        check(2, &(1..=40_usize, choices(200), choices(200)), |(events, mut before, mut after)| {
            let game = playout(Game::new(ruleset.clone()), &mut before, events, |_| {}).game;
            let Ok(start) = fen::parse(game.rules(), &game.fen(), Dialect::Own) else { return };
            assert_eq!(&start, game.position(), "{}", game.fen());
            let game = Game::from_position(game.rules().clone(), start);
            goes_round(&playout(game.clone(), &mut after, 40, |_| {}));
            goes_round(&Record::new(game));
        });
    }
}

#[test]
fn identity_of_every_position_is_that_of_its_fen() {
    let mut choices = SplitMix64::new(27);
    for id in catalog::ids() {
        for _ in 0..4 {
            playout(Game::new(named(id).expect("a built-in id")), &mut choices, 80, |game| {
                let fen = game.fen();
                let read = fen::parse(game.rules(), &fen, Dialect::Own).expect("a position that was reached");
                let identity = fen::identity(game.rules(), game.position());
                assert_eq!(fen::identity(game.rules(), &read), identity, "{id}: {fen}");
                // Neither counts nor a throw make a difference.
                let bare: String = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
                let read = fen::parse(game.rules(), &bare, Dialect::Own).expect("a position without counts");
                assert_eq!(fen::identity(game.rules(), &read), identity, "{id}: {bare}");
            });
        }
    }
}

#[test]
fn identity_keeps_passed_cells_only_where_they_matter() {
    let identity = |fen: &str| {
        let game = Game::from_fen(named("mideast").expect("a built-in id"), fen).expect("a sound position");
        fen::identity(game.rules(), game.position())
    };
    let game = Game::new(named("mideast").expect("a built-in id"));
    let fen = fen::format(game.rules(), game.position(), Dialect::Own);
    assert_eq!(identity(&fen), identity(&fen.replace(" 0 1", " 7 30")));
    assert_ne!(identity(&fen), identity(&fen.replace(" w ", " b ")));
}

#[test]
fn pgn_with_several_games_is_read() {
    let mut choices = SplitMix64::new(9);
    let records: Vec<Record> = catalog::ids()
        .map(|id| playout(Game::new(named(id).expect("a built-in id")), &mut choices, 30, |_| {}))
        .collect();
    let text = pgn::format_all(&records);
    let back = pgn::parse(&text, named).expect("what was written is read");
    assert_eq!(pgn::format_all(&back), text);
    let lines: String = records.iter().map(record::format_jsonl).collect();
    let back = record::parse_jsonl(&lines, named).expect("what was written is read");
    assert_eq!(back.iter().map(record::format_jsonl).collect::<String>(), lines);
}

#[test]
fn pgn_of_other_programs_is_read() {
    let text = "%escaped\r\n[Event \"x\"]\r\n[Variant \"Shatranj\"]\r\n[Result \"1-0\"]\r\n\r\n\
        1.e3!? {a [%clk 0:10:00] comment} (1. d3 $3 {(} (1. c3) d6) 1... e6 $14 ; to the end ) of line\r\n\
        2 Nf3 Nf6?! 3. N1c3?? ";
    let text = text.to_owned() + "1-0\n\n[Ruleset \"oblong-dice\"] {[%die 7]} *";
    let errors = pgn::parse(&text, named).expect_err("no die has seven");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].message.contains("7 is not a face"), "{}", errors[0]);
    let games = pgn::parse(&text.replace("[%die 7]", ""), named).expect("two games");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].result(), "1-0");
    assert_eq!(games[0].game.log().len(), 6);
}

#[test]
fn pgn_error_names_line_column_and_legal_moves() {
    let head = "[Ruleset \"shatranj\"]\n\n";
    let cases = [
        ("1. e3 e6\n2. Nf4 *", 4, 4, "`Nf4` is not a legal move here; legal: N"),
        ("1. e3 Xe6 *", 3, 7, "`Xe6` names no piece"),
        ("1. e9 *", 3, 4, "`e9` is no cell"),
        ("1. e3 {open", 3, 7, "is not closed"),
        ("1. e3 e6 ) *", 3, 10, "no partner"),
        ("1. e3 {[%end resign x]} *", 3, 8, "[%end resign w]"),
        ("1. e3 {[%at soon]} *", 3, 8, "milliseconds"),
        ("1. -- *", 3, 4, "passing is not allowed"),
        ("{[%werera w e2e3]} *", 3, 2, "no werera"),
    ];
    for (moves, line, column, message) in cases {
        let errors = pgn::parse(&format!("{head}{moves}"), named).expect_err(moves);
        assert_eq!((errors[0].line, errors[0].column), (line, Some(column)), "{moves}: {}", errors[0]);
        assert!(errors[0].message.contains(message), "{moves}: {}", errors[0]);
    }
    let errors =
        pgn::parse("[Ruleset \"shatranj\"]\n[RulesetRevision \"0\"]\n[RulesetHash \"00\"]\n*", named);
    let errors = errors.expect_err("the hash is wrong");
    assert!(errors[0].line == 3 && errors[0].message.contains("revision 0"), "{}", errors[0]);
}

#[test]
fn json_lines_broken_are_all_reported() {
    let hash = named("shatranj").expect("a built-in id").hash();
    let text = format!(
        "{{\"rukh\":1,\"ruleset\":\"shatranj\",\"hash\":\"{hash}\"}}\n\
         {{\"seq\":1,\"t\":\"move\",\"mv\":\"e2e5\"}}\nnot json\n{{\"seq\":3,\"t\":\"jump\"}}\n\
         {{\"rukh\":1,\"ruleset\":\"shatranj\",\"revision\":9,\"hash\":\"00\"}}\n"
    );
    let errors = record::parse_jsonl(&text, named).expect_err("everything is wrong");
    let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [2, 3, 4, 5], "{errors:?}");
    assert!(errors[3].message.contains("revision 9"), "{}", errors[3]);
}

#[test]
fn san_of_long_boards_and_castling_is_conventional() {
    let spelt = |instance: &str, text: &str, wanted: &[&str]| {
        let rules = Rules::<Any>::compile(named(instance).expect("a built-in instance"));
        let position = fen::parse(&rules, text, Dialect::Own).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let all: Vec<String> =
            san::format_all(&rules, &position, position.turn()).into_iter().map(|(_, text)| text).collect();
        for wanted in wanted {
            assert!(all.iter().any(|text| text == wanted), "{wanted} is not among {all:?}");
        }
    };
    let oblong = "2k1/4/4/4/4/4/1N2/4/1N2/4/4/4/4/4/4/K2R w";
    spelt("oblong", oblong, &["N10d9", "N8d9", "Na12", "Rd16+", "Rb1", "Kb2"]);
    spelt("oblong", "1k2/4/4/4/1N2/3r/1N2/4/4/4/4/4/4/4/4/K2R w", &["N10xd11", "N12xd11", "Rxd11"]);
    spelt("mideast", "9k/4N5/10/4N1N3/10/3p6/4P5/10/10/4K5 w", &["exd5", "Nef9", "Ngf9", "N9g8", "N7c8"]);
}

#[test]
fn readers_of_random_edits_never_panic() {
    let odd = [b"\xc3".to_vec(), b"\xff".to_vec(), b"\0".to_vec()];
    let pieces = prop_oneof![
        4 => letters("{}[]()\"\\%@*-=x1a9/ \né"),
        1 => select(odd.to_vec()),
        3 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let edits = edits(pieces, 1);
    for id in catalog::ids() {
        let ruleset = named(id).expect("a built-in id");
        let rules = Rules::<Any>::compile(ruleset.clone());
        let record = playout(Game::new(ruleset.clone()), &mut SplitMix64::new(10), 14, |_| {});
        let (lines, text) = (record::format_jsonl(&record), pgn::format(&record));
        let fen_text = record.game.fen();
        check(60, &edits, |edits| {
            let _ = pgn::parse(&edited(&text, &edits), named);
            let _ = record::parse_jsonl(&edited(&lines, &edits), named);
        });
        check(2000, &edits, |edits| {
            let _ = fen::parse(&rules, &edited(&fen_text, &edits), Dialect::Own);
            let _ = fen::parse(&rules, &edited(&fen_text, &edits), Dialect::FairyStockfish);
            let _ = coordinate::parse(&ruleset, &edited("d10d12=q", &edits));
            let _ = san::parse(&rules, record.game.position(), &edited("N10xd11=Q+", &edits));
            let _ = edited("senterej[saba=G,stalemate=loss]", &edits).parse::<Instance>();
        });
    }
}

#[test]
fn leave_with_draw_ends_drawn() {
    for (drawn, result) in [(false, "1-0"), (true, "1/2-1/2")] {
        let mut game = Game::new(named("shatranj").unwrap());
        game.apply(Event::Leave { side: Side::Black, drawn }, None).unwrap();
        let outcome = game.outcome().unwrap();
        assert_eq!((outcome.result(), outcome.reason), (result, Reason::Abandonment));
        assert!(
            outcome.message(game.ruleset()).to_string().contains("left the game"),
            "{}",
            outcome.message(game.ruleset())
        );
    }
}
