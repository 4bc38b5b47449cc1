//! What must hold in every game: replay equals live, kept equals recomputed,
//! shapes agree, moves of the werera that do not touch commute, and every
//! ruleset loads with every choice.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::collection;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use rukh_rules::game::{Event, Game};
use rukh_rules::hash::SplitMix64;
use rukh_rules::law::WereraMode;
use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::placement::PlacedPiece;
use rukh_rules::perft::{Scope, perft};
use rukh_rules::shape::Any;
use rukh_rules::{
    Cell as BoardCell, LoadError, Move, Node, PieceKind, PieceKindSet, Position, Rules, Ruleset, Setup, Side,
    Symmetry, catalog,
};

use playout::{place, playout};
use random::{ListedChoices, check, choices, edited, edits, letters};

use crate::playout;
use crate::random;

fn named(instance: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(instance).unwrap_or_else(|error| panic!("{instance}: {error}")))
}

/// Enough choices for a game of `events` events; an event of the werera takes up to five.
fn games(events: usize) -> impl Strategy<Value = ListedChoices> {
    choices(0..=2 * events)
}

/// The runner of the properties itself: a property that fails is reported with little input.
#[test]
fn check_of_false_property_names_the_smallest_input() {
    let failed = std::panic::catch_unwind(|| check(200, &(0..1_000_u32), |number| assert!(number < 10)));
    let panic = failed.expect_err("numbers above 9 were tried");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.ends_with("smallest input that fails: 10"), "{message}");
}

#[test]
fn replay_equals_live_game() {
    for id in catalog::ids() {
        let ruleset = named(id);
        check(8, &games(160), |mut choices| {
            let game = playout(ruleset.clone(), &mut choices, 160, |game| {
                let rules = game.rules();
                let text = game.fen();
                let read = fen::parse(rules, &text, Dialect::Own)
                    .unwrap_or_else(|errors| panic!("{id}: {text}: {errors:?}"));
                assert_eq!(read, *game.position(), "{id}: {text}");
                assert_eq!(read.key(), game.position().key(), "{id}: {text}");
                let ids: BTreeSet<u16> = game.pieces().iter().map(|piece| piece.id).collect();
                assert_eq!(ids.len(), game.pieces().len(), "{id}: every piece has its own number: {text}");
            });
            let again = game.replay(game.log()).unwrap_or_else(|error| panic!("{id}: {error:?}"));
            assert_eq!(again.position(), game.position(), "{id}");
            assert_eq!(
                (again.outcome(), again.pieces(), again.log()),
                (game.outcome(), game.pieces(), game.log()),
                "{id}"
            );
        });
    }
}

#[test]
fn last_move_is_the_latest_of_turns_or_werera_passes_aside() {
    let cells = |game: &Game| {
        game.last_move().map(|cells| cells.map(|cell| game.rules().geometry().name(cell)).concat())
    };
    let mv = |text: &str| Event::Move { mv: text.parse().expect("coordinates") };
    let mut game = Game::new(named("senterej"));
    assert_eq!(cells(&game), None);
    let (from, to) = ("b1".parse().unwrap(), "c3".parse().unwrap());
    game.apply(Event::Place { side: Side::White, id: None, from, to, promotion: None }, None)
        .expect("a legal move");
    assert_eq!(cells(&game).as_deref(), Some("b1c3"));

    // Some faces allow no move.
    let mut game = Game::new(named("oblong-dice"));
    let mut expected = None;
    let mut random = SplitMix64::new(1);
    for _ in 0..200 {
        game.apply(Event::Throw { face: random.below(6) as u8 + 1 }, None).expect("a throw");
        let moves = game.legal_moves();
        let text = coordinate::format(game.ruleset(), moves[0]);
        game.apply(mv(&text), None).expect("a legal move");
        if !moves[0].is_pass() {
            expected = Some(text);
        } else if expected.is_some() {
            assert_eq!(cells(&game), expected, "a pass after a move");
            return;
        }
    }
    panic!("no pass in 200 turns");
}

#[test]
fn rewind_from_every_event_gives_the_game_before_it() {
    for id in catalog::ids() {
        let mut stack = Vec::new();
        let mut game = playout(named(id), &mut SplitMix64::new(4), 60, |game| {
            stack.push((game.checkpoint(), game.clone()));
        });
        // Every other one, so that a step back of several events is among them.
        while let Some((checkpoint, before)) = stack.pop() {
            game.rewind(checkpoint);
            assert_eq!(
                (game.position(), game.log(), game.node(), game.pieces(), game.keys(), game.werera()),
                (
                    before.position(),
                    before.log(),
                    before.node(),
                    before.pieces(),
                    before.keys(),
                    before.werera()
                ),
                "{id}"
            );
            stack.pop();
        }
    }
}

#[test]
fn apply_refused_event_changes_nothing() {
    for id in catalog::ids() {
        let mut game = playout(named(id), &mut SplitMix64::new(3), 30, |_| {});
        let before = (game.fen(), game.log().len());
        let nonsense = [
            Event::Move { mv: "p15p16".parse().expect("coordinates") },
            Event::Move { mv: "a1a1".parse().expect("coordinates") },
            Event::Throw { face: 99 },
            Event::Retract { side: Side::White, seq: 9999 },
            Event::Place {
                side: Side::Black,
                id: Some(999),
                from: "a1".parse().unwrap(),
                to: "p16".parse().unwrap(),
                promotion: Some('!'),
            },
            Event::Bundle { side: Side::White },
        ];
        for event in nonsense {
            assert!(game.apply(event.clone(), None).is_err(), "{id}: {event:?} is refused");
            assert_eq!((game.fen(), game.log().len()), before, "{id}: {event:?}");
        }
    }
}

/// What a waiting side is offered in advance is what it may do when the other
/// side lets its turn go by: nothing more and nothing less.
#[test]
fn premoves_equal_moves_after_a_pass() {
    let compared = Cell::new(0);
    for id in catalog::ids() {
        let ruleset = named(id);
        check(1, &choices(240), |mut choices| {
            playout(ruleset.clone(), &mut choices, 120, |game| {
                compared.set(compared.get() + compare_premoves(game));
            });
        });
    }
    assert!(compared.get() > 1000, "{}", compared.get());
}

/// Compares the waiting side's premoves with its moves after a pass; the number of those moves.
fn compare_premoves(game: &Game) -> usize {
    let Node::Choice(turn) = game.node() else {
        assert!(!matches!(game.node(), Node::Werera(_)) || game.premoves(Side::White).is_empty());
        return 0;
    };
    assert!(game.premoves(turn).is_empty());
    let offered = game.premoves(turn.other());
    let mut passed = game.clone();
    if passed.apply(Event::Move { mv: "--".parse().expect("coordinates") }, None).is_err() {
        return 0;
    }
    let mut compared = 0;
    let faces = game.ruleset().faces();
    for face in if faces == 0 { 0..=0 } else { 1..=faces } {
        let mut thrown = passed.clone();
        if face > 0 && thrown.apply(Event::Throw { face }, None).is_err() {
            break;
        }
        let expected: BTreeSet<Move> = thrown.legal_moves().into_iter().filter(|mv| !mv.is_pass()).collect();
        let here = |(mv, under): &(Move, Vec<u8>)| (face == 0 || under.contains(&face)).then_some(*mv);
        if thrown.outcome().is_none() {
            assert_eq!(offered.iter().filter_map(here).collect::<BTreeSet<Move>>(), expected);
            compared += expected.len();
        }
    }
    compared
}

/// Two moves of different sides that are both legal in either order, and neither
/// of which captures the other's piece, lead to the same position.
#[test]
fn werera_moves_apart_commute() {
    let pairs = Cell::new(0);
    let ruleset = named("senterej");
    let moves = collection::vec(any::<[Index; 2]>(), 1..=120);
    check(40, &(games(40), moves), |(mut choices, moves)| {
        let game = playout(ruleset.clone(), &mut choices, 40, |_| {});
        if !matches!(game.node(), Node::Werera(_)) {
            return;
        }
        let quiet = |side| {
            let mut moves = game.moves_of(side);
            moves.retain(|mv| !game.rules().is_capture(game.position(), *mv));
            moves
        };
        let (white, black) = (quiet(Side::White), quiet(Side::Black));
        if white.is_empty() || black.is_empty() {
            return;
        }
        for [of_white, of_black] in moves {
            let first = place(&game, Side::White, *of_white.get(&white));
            let second = place(&game, Side::Black, *of_black.get(&black));
            let in_order = |events: [&Event; 2]| {
                let mut game = game.clone();
                for event in events {
                    game.apply(event.clone(), None).ok()?;
                }
                matches!(game.node(), Node::Werera(_)).then(|| (game.fen(), game.pieces()))
            };
            let (one, other) = (in_order([&first, &second]), in_order([&second, &first]));
            if let (Some(one), Some(other)) = (one, other) {
                assert_eq!(one, other, "{first:?} and {second:?} from {}", game.fen());
                pairs.set(pairs.get() + 1);
            }
        }
    });
    assert!(pairs.get() > 500, "only {} pairs were tried", pairs.get());
}

/// Retracting every standing move, the last first, leads back to the start.
#[test]
fn werera_retracted_equals_its_start() {
    let undone = Cell::new(0);
    let ruleset = named("senterej-ras-imru[werera=live]");
    check(30, &games(30), |mut choices| {
        let mut game = playout(ruleset.clone(), &mut choices, 30, |_| {});
        while let (Node::Werera(_), Some(last)) = (game.node(), game.werera().standing.last().copied()) {
            let side = last.side;
            if game.apply(Event::Retract { side, seq: last.seq }, None).is_err() {
                break;
            }
        }
        if matches!(game.node(), Node::Werera(_)) && game.werera().standing.is_empty() && game.seq() > 0 {
            assert_eq!(game.fen(), Game::new(ruleset.clone()).fen());
            undone.set(undone.get() + 1);
        }
    });
    assert!(undone.get() > 5, "only {} were taken back whole", undone.get());
}

#[test]
fn moves_in_every_shape_agree() {
    const DEPTH: u32 = 2;
    for id in catalog::ids() {
        let ruleset = named(id);
        check(4, &games(60), |mut choices| {
            let game = playout(ruleset.clone(), &mut choices, 60, |_| {});
            let wide = game.rules().perft(game.position(), DEPTH, Scope::AllLaws);
            let fit = perft(game.ruleset(), game.position(), DEPTH, Scope::AllLaws);
            assert_eq!(fit, wide, "{id}: {}", game.fen());
        });
    }
}

#[test]
fn resolve_every_pair_of_choices_loads_or_explains() {
    for file in catalog::all() {
        let singles: Vec<(String, String)> = file.single_choices().collect();
        for first in &singles {
            for second in singles.iter().filter(|second| second.0 >= first.0) {
                if second.0 == first.0 && second != first {
                    continue;
                }
                let choices: BTreeMap<String, String> = [first.clone(), second.clone()].into();
                match file.resolve(&choices) {
                    Ok(ruleset) => {
                        let rules = Rules::<Any>::compile(Arc::new(ruleset));
                        let again = Ruleset::named(&rules.ruleset().instance.to_string())
                            .expect("canonical text loads");
                        assert_eq!(again.hash(), rules.ruleset().hash());
                    }
                    Err(LoadError::Contradiction { reason, .. }) => assert!(!reason.is_empty()),
                    Err(error) => panic!("{}[{first:?},{second:?}]: {error}", file.id()),
                }
            }
        }
    }
}

#[test]
fn werera_in_bundles_alternates() {
    let ruleset = named("senterej[werera=batched]");
    assert!(ruleset.werera().is_some_and(|law| matches!(law.manner, WereraMode::Batched { .. })));
    let mut game = Game::new(ruleset);
    let black = game.moves_of(Side::Black);
    assert!(black.is_empty(), "it is White's bundle");
    let white = game.moves_of(Side::White);
    let event = place(&game, Side::White, white[0]);
    game.apply(event, None).expect("White places");
    game.apply(Event::Bundle { side: Side::White }, None).expect("White ends the bundle");
    assert!(game.moves_of(Side::White).is_empty() && !game.moves_of(Side::Black).is_empty());
}

#[test]
fn built_in_files_have_no_complaints_and_known_sources() {
    for id in catalog::ids() {
        let (name, text) = catalog::text(id).expect("a built-in id");
        let file = rukh_rules::RulesetFile::parse(&name, &text, catalog::text)
            .unwrap_or_else(|error| panic!("{error}"));
        let ruleset = file.resolve(&BTreeMap::new()).expect("it resolves");
        let sources = catalog::sources();
        for citation in ruleset.citations() {
            assert!(
                sources.find(&citation).is_some(),
                "{id} cites `{citation}`, which is not in sources.toml"
            );
        }
        for record in &ruleset.about.evidence {
            assert!(
                sources.record(record).is_some(),
                "{id} names `{record}`, which is no record of sources.toml"
            );
        }
    }
}

/// Built-in files with bytes changed, removed and put in at random are loaded or
/// refused with a place, never a panic.
#[test]
fn parse_damaged_ruleset_names_the_place() {
    let pieces = prop_oneof![letters("[]=\"'#.,\n0aW-"), (0..128_u8).prop_map(|byte| vec![byte])];
    let ids: Vec<&str> = catalog::ids().collect();
    check(400, &(select(ids), edits(pieces, 40)), |(id, edits)| {
        let (name, text) = catalog::text(id).expect("a built-in id");
        let text = edited(&text, &edits);
        match rukh_rules::RulesetFile::parse(&name, &text, catalog::text) {
            Ok(_) => {}
            Err(LoadError::Complaints(complaints)) => {
                let lines = text.lines().count() + 1;
                for complaint in complaints.iter().filter(|complaint| *complaint.place.file == *name) {
                    assert!((1..=lines).contains(&complaint.place.line), "{complaint}");
                    assert!(!complaint.message.is_empty());
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

/// An array from which no game can begin is a complaint, not a panic of whoever plays it.
#[test]
fn parse_array_without_a_game_is_refused() {
    let (name, text) = catalog::text("shatranj").expect("a built-in id");
    let array = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR";
    for (wrong, expected) in [
        ("rnekfenr/ppPp1ppp/8/8/8/8/PPP2PPP/RNEKFENR", "d8: black is in check although it is not on move"),
        ("rnerfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "black should have one shah, but has 0"),
        ("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENp", "h1: a "),
    ] {
        let text = text.replacen(array, wrong, 1).replacen("id = \"", "id = \"own-", 1);
        let file = rukh_rules::RulesetFile::parse(&name, &text, catalog::text);
        let loaded = file.and_then(|file| file.resolve(&Default::default()));
        let Err(LoadError::Complaints(complaints)) = loaded else { panic!("{wrong} was accepted") };
        let told: Vec<String> = complaints.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|line| line.to_lowercase().contains(expected)), "{wrong}: {told:?}");
    }
}

/// What a position allows, told so that symmetries do not change it: the number of moves after each move, and
/// the outcome.
fn prospects(rules: &Rules<Any>, position: &Position) -> (u64, Option<(Option<Side>, String)>) {
    let over = rules.outcome(position).map(|over| (over.winner, format!("{:?}", over.reason)));
    (rules.perft(position, 2, Scope::AllLaws), over)
}

/// Compares the prospects of a position and of those that symmetries carry it to.
fn compare_symmetric(rules: &Rules<Any>, position: &Position, symmetries: &[Symmetry]) {
    let (ruleset, setup) = (rules.ruleset(), Setup::of(rules, position));
    let (leaves, over) = prospects(rules, position);
    for symmetry in symmetries {
        let Some(carried) = setup.carried(ruleset, *symmetry) else { continue };
        let carried = carried
            .check(rules)
            .unwrap_or_else(|errors| panic!("{}: {symmetry:?}: {setup:?}: {errors:?}", ruleset.instance));
        let expected = over.clone().map(|(winner, reason)| (winner.map(|side| symmetry.side(side)), reason));
        assert_eq!(
            prospects(rules, &carried),
            (leaves, expected),
            "{}: {symmetry:?}: {setup:?}",
            ruleset.instance
        );
    }
}

#[test]
fn symmetries_keep_moves_and_outcomes() {
    for id in catalog::ids() {
        let ruleset = named(id);
        let symmetries = ruleset.symmetries(PieceKindSet::ALL);
        check(4, &games(120), |mut choices| {
            let mut seen = 0;
            playout(ruleset.clone(), &mut choices, 120, |game| {
                seen += 1;
                if seen % 12 == 0 && !matches!(game.node(), Node::Werera(_)) {
                    compare_symmetric(game.rules(), game.position(), &symmetries);
                }
            });
        });
    }
}

/// Few pieces on random cells, made without text or play.
#[test]
fn setup_of_few_pieces_has_the_symmetries_of_their_kinds() {
    for id in catalog::ids() {
        let ruleset = named(id);
        let rules = Rules::<Any>::compile(ruleset.clone());
        let others: Vec<PieceKind> =
            ruleset.kinds().filter(|kind| *kind != ruleset.royal() && !ruleset.pawns.has(*kind)).collect();
        let mut random = SplitMix64::new(11);
        let (mut sound, mut most) = (0, 0);
        for _ in 0..40 {
            let mut piece = |side, kind| PlacedPiece {
                cell: BoardCell::new(random.below(ruleset.geometry.cells()) as u8),
                side,
                kind,
            };
            let mut pieces = Side::BOTH.map(|side| piece(side, ruleset.royal())).to_vec();
            for side in Side::BOTH {
                let kind = others[sound % others.len()];
                pieces.push(piece(side, kind));
            }
            let setup = Setup {
                pieces,
                phase: rukh_rules::Phase::Turns,
                rights: Vec::new(),
                ..Setup::start(&ruleset)
            };
            let Ok(position) = setup.check(&rules) else { continue };
            assert_eq!(Setup::of(&rules, &position).check(&rules), Ok(position));
            sound += 1;
            let symmetries = ruleset.symmetries(setup.pieces.iter().map(|piece| piece.kind).collect());
            compare_symmetric(&rules, &position, &symmetries);
            most = most.max(symmetries.len());
        }
        assert!(sound > 10 && most >= 4, "{id}: {sound} positions, at most {most} symmetries");
    }
    let oblong = named("oblong");
    assert_eq!(oblong.symmetries(PieceKindSet::ALL).len(), 4);
}
