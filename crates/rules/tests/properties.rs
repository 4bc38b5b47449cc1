//! What must hold in every game: replay equals live, kept equals recomputed,
//! shapes agree, moves of the werera that do not touch commute, and every
//! ruleset loads with every choice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rukh_rules::game::{Event, Game};
use rukh_rules::hash::SplitMix64;
use rukh_rules::law::WereraMode;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::{Scope, perft};
use rukh_rules::shape::Any;
use rukh_rules::{LoadError, Move, Node, Rules, Ruleset, Side, catalog};

use playout::place;

#[path = "support/playout.rs"]
mod playout;
#[path = "support/random.rs"]
mod random;

fn named(instance: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(instance).unwrap_or_else(|error| panic!("{instance}: {error}")))
}

/// A game that depends on a seed alone.
fn playout(ruleset: Arc<Ruleset>, seed: u64, limit: usize, look: impl FnMut(&Game)) -> Game {
    playout::playout(ruleset, &mut SplitMix64::new(seed), limit, look)
}

#[test]
fn replay_equals_live_game() {
    for id in catalog::ids() {
        for seed in 0..6 {
            let game = playout(named(id), seed, 160, |game| {
                let rules = game.rules();
                let text = game.fen();
                let read = fen::parse(rules, &text, Dialect::Own)
                    .unwrap_or_else(|errors| panic!("{id}: {text}: {errors:?}"));
                assert_eq!(read, *game.position(), "{id}: {text}");
                assert_eq!(read.key(), game.position().key(), "{id}: {text}");
                let ids: BTreeSet<u16> = game.pieces().iter().map(|man| man.id).collect();
                assert_eq!(ids.len(), game.pieces().len(), "{id}: every man has his own number: {text}");
            });
            let again = game.replay(game.log()).unwrap_or_else(|error| panic!("{id}: {error:?}"));
            assert_eq!(again.position(), game.position(), "{id}");
            assert_eq!(
                (again.outcome(), again.pieces(), again.log()),
                (game.outcome(), game.pieces(), game.log()),
                "{id}"
            );
        }
    }
}

#[test]
fn apply_refused_event_changes_nothing() {
    for id in catalog::ids() {
        let mut game = playout(named(id), 3, 30, |_| {});
        let before = (game.fen(), game.log().len());
        let nonsense = [
            Event::Move { mv: "z9z9".to_owned() },
            Event::Move { mv: "a1a1".to_owned() },
            Event::Throw { face: 99 },
            Event::Retract { side: Side::White.into(), seq: 9999 },
            Event::Place {
                side: Side::Black.into(),
                id: Some(999),
                from: "a1".into(),
                to: "é".into(),
                promotion: Some('!'),
            },
            Event::Bundle { side: Side::White.into() },
        ];
        for event in nonsense {
            assert!(game.apply(event.clone(), None).is_err(), "{id}: {event:?} is refused");
            assert_eq!((game.fen(), game.log().len()), before, "{id}: {event:?}");
        }
    }
}

/// Two moves of different sides that are both lawful in either order, and
/// neither of which takes the other's man, lead to the same position.
/// What a waiting side is offered in advance is what it may do when the other
/// side lets its turn go by: nothing more and nothing less.
#[test]
fn premoves_equal_moves_after_a_pass() {
    let mut compared = 0;
    for entry in catalog::ids() {
        let ruleset = named(entry);
        let faces = ruleset.faces();
        playout(ruleset, 11, 120, |game| {
            let Node::Choice(turn) = game.node() else {
                assert!(!matches!(game.node(), Node::Werera(_)) || game.premoves(Side::White).is_empty());
                return;
            };
            assert!(game.premoves(turn).is_empty());
            let offered = game.premoves(turn.other());
            let mut passed = game.clone();
            if passed.apply(Event::Move { mv: "--".to_owned() }, None).is_err() {
                return;
            }
            for face in if faces == 0 { 0..=0 } else { 1..=faces } {
                let mut thrown = passed.clone();
                if face > 0 && thrown.apply(Event::Throw { face }, None).is_err() {
                    return;
                }
                let expected: BTreeSet<Move> =
                    thrown.legal_moves().into_iter().filter(|mv| !mv.is_pass()).collect();
                let here =
                    |(mv, under): &(Move, Vec<u8>)| (face == 0 || under.contains(&face)).then_some(*mv);
                if thrown.outcome().is_none() {
                    assert_eq!(offered.iter().filter_map(here).collect::<BTreeSet<Move>>(), expected);
                    compared += expected.len();
                }
            }
        });
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn werera_moves_apart_commute() {
    let mut pairs = 0;
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed + 1000);
        let game = playout(named("senterej"), seed, 40, |_| {});
        if !matches!(game.node(), Node::Werera(_)) {
            continue;
        }
        for _ in 0..60 {
            let quiet = |side| {
                let mut moves = game.moves_of(side);
                moves.retain(|mv| !game.rules().is_capture(game.position(), *mv));
                moves
            };
            let (white, black) = (quiet(Side::White), quiet(Side::Black));
            if white.is_empty() || black.is_empty() {
                break;
            }
            let first = place(&game, Side::White, white[random.below(white.len())]);
            let second = place(&game, Side::Black, black[random.below(black.len())]);
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
                pairs += 1;
            }
        }
    }
    assert!(pairs > 500, "only {pairs} pairs were tried");
}

/// Taking back every standing move, last first, leads back to the start.
#[test]
fn werera_retracted_equals_its_start() {
    let mut undone = 0;
    for seed in 0..30 {
        let ruleset = named("senterej-ras-imru[werera=live]");
        let mut game = playout(ruleset.clone(), seed, 30, |_| {});
        while let (Node::Werera(_), Some(last)) = (game.node(), game.werera().standing.last().copied()) {
            let side = last.side.into();
            if game.apply(Event::Retract { side, seq: last.seq }, None).is_err() {
                break;
            }
        }
        if matches!(game.node(), Node::Werera(_)) && game.werera().standing.is_empty() {
            assert_eq!(game.fen(), Game::new(ruleset).fen());
            undone += 1;
        }
    }
    assert!(undone > 5, "only {undone} were taken back whole");
}

#[test]
fn moves_in_every_shape_agree() {
    for id in catalog::ids() {
        for seed in 0..3 {
            let game = playout(named(id), seed + 50, 60, |_| {});
            let depth = 2;
            let wide = game.rules().perft(game.position(), depth, Scope::AllLaws);
            assert_eq!(
                perft(game.ruleset(), game.position(), depth, Scope::AllLaws),
                wide,
                "{id}: {}",
                game.fen()
            );
        }
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
    game.apply(Event::Bundle { side: Side::White.into() }, None).expect("White ends the bundle");
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

/// Built-in files with bytes changed, cut and doubled at random: loaded or
/// refused with a place, never a panic.
#[test]
fn parse_damaged_ruleset_names_the_place() {
    let mut random = SplitMix64::new(7);
    for round in 0..400 {
        let id = catalog::ids().nth(round % 13).expect("thirteen ids");
        let (name, text) = catalog::text(id).expect("a built-in id");
        let mut bytes = text.into_bytes();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.below(128) as u8,
                1 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
                2 => bytes.insert(at, b"[]=\"'#.,\n0aW-"[random.below(13)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
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
    }
}

/// An array from which no game can begin is a complaint, not a panic of whoever plays it.
#[test]
fn parse_array_without_a_game_is_refused() {
    let (name, text) = catalog::text("shatranj").expect("a built-in id");
    let array = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR";
    for (wrong, expected) in [
        ("rnekfenr/ppPp1ppp/8/8/8/8/PPP2PPP/RNEKFENR", "d8: black is in check although it is not on move"),
        ("rnerfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "black has 0"),
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
