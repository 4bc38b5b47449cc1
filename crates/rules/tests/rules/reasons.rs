//! Why a piece may not move: there is a reason exactly where there is no move,
//! in every ruleset, and it is the right one.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rukh_rules::game::{Event, RefusalCode};
use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Cell, Game, Move, Node, Ruleset, RulesetFile, Side, UciMove, catalog};

use random::{Choices, check, choices};

use crate::random;

/// Plays one random event; `None` when the game is over or no choice is left.
fn play_on(game: &mut Game, choices: &mut impl Choices) -> Option<()> {
    let event = match game.node() {
        Node::Over(_) => return None,
        Node::Chance(faces) => Event::Throw { face: faces[choices.below(faces.len())?].number },
        Node::Choice(side) => {
            let moves = game.moves_of(side);
            Event::Move { mv: UciMove::of(game.ruleset(), choices.pick(&moves)?) }
        }
        Node::Werera(_) => {
            let all: Vec<(Side, Move)> = Side::BOTH
                .into_iter()
                .flat_map(|side| game.moves_of(side).into_iter().map(move |mv| (side, mv)))
                .collect();
            if all.is_empty() {
                Event::Turns { why: "test".to_owned() }
            } else {
                let (side, mv) = choices.pick(&all)?;
                game.event_of(side, mv)
            }
        }
    };
    game.apply(event, None).expect("a generated event is allowed");
    Some(())
}

fn assert_reasons_match_moves(game: &Game) {
    let cells: Vec<Cell> = game.rules().geometry().all().collect();
    for side in Side::BOTH {
        let moves: HashSet<(Cell, Cell)> =
            game.moves_of(side).iter().filter(|mv| !mv.is_pass()).map(|mv| (mv.from(), mv.to())).collect();
        for &from in &cells {
            let why = game.why_not(side, from, None);
            let moves_from = moves.iter().any(|(start, _)| *start == from);
            assert_eq!(why.is_none(), moves_from, "{} {side:?} {from:?}: {why:?}", game.fen());
            assert!(why.is_none_or(|why| why.to_string().ends_with('.')));
            if !game.pieces().iter().any(|man| man.side == side && man.cell == from) {
                continue;
            }
            for &to in &cells {
                let why = game.why_not(side, from, Some(to));
                if let Some(why) = why.as_ref().filter(|why| why.code == RefusalCode::LeavesKingAttacked) {
                    let names = ["by the", "in check", "castle"];
                    assert!(
                        names.iter().any(|part| why.to_string().contains(part)),
                        "{}: {}",
                        game.fen(),
                        why
                    );
                }
                assert_eq!(
                    why.is_none(),
                    moves.contains(&(from, to)),
                    "{} {from:?} {to:?}: {why:?}",
                    game.fen()
                );
            }
        }
    }
}

fn assert_reasons_hold(ruleset: &Arc<Ruleset>) {
    check(3, &choices(60), |mut choices| {
        let mut game = Game::new(ruleset.clone());
        for ply in 0..60 {
            if ply % 6 == 0 {
                assert_reasons_match_moves(&game);
            }
            if play_on(&mut game, &mut choices).is_none() {
                break;
            }
        }
        assert_reasons_match_moves(&game);
    });
}

#[test]
fn why_not_every_ruleset_answers_exactly_where_there_is_no_move() {
    for id in catalog::ids() {
        assert_reasons_hold(&Arc::new(Ruleset::named(id).expect("a ruleset of the catalogue loads")));
    }
}

/// Hoppers, a king that hops, guards that may not be taken, and castling.
const CHANGED: &[(&str, &[(&str, &str)])] = &[
    ("shatranj", &[("move = \"R\"", "move = \"pR\""), ("move = \"A\"", "move = \"gQ\"")]),
    ("shatranj", &[("move = \"K\"", "move = \"KpR\""), ("move = \"R\"", "move = \"mRcpR\"")]),
    ("senterej", &[("move = \"R\"", "move = \"mfpRcgB\""), ("move = \"A\"", "move = \"mRcpR\"")]),
    (
        "mideast",
        &[
            ("[immunity]\nlaw = \"none\"", "[immunity]\nlaw = \"spared\"\nspared = { n = \"q\", r = \"n\" }"),
            (
                "[castling]\nlaw = \"none\"",
                "[castling]\nlaw = \"king-steps\"\nsteps = 3\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"",
            ),
        ],
    ),
];

#[test]
fn why_not_hoppers_guards_and_castling_answer_exactly_where_there_is_no_move() {
    for (id, changes) in CHANGED {
        let (name, mut text) = catalog::text(id).expect("a built-in id");
        for (from, to) in *changes {
            assert!(text.contains(from), "{id} has `{from}`");
            text = text.replace(from, to);
        }
        let text = text.replacen("id = \"", "id = \"mixed-", 1);
        let file = RulesetFile::parse(&name, &text, catalog::text).expect("the changed file loads");
        assert_reasons_hold(&Arc::new(file.resolve(&BTreeMap::new()).expect("and resolves")));
    }
}

fn game(instance: &str, fen: &str) -> Game {
    let ruleset = Arc::new(Ruleset::named(instance).expect("the instance loads"));
    Game::from_fen(ruleset, fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"))
}

fn reason(game: &Game, side: Side, from: &str, to: Option<&str>) -> (RefusalCode, String) {
    let cell = |name: &str| game.ruleset().geometry.parse_cell(name).expect("a cell");
    let refusal = game.why_not(side, cell(from), to.map(cell)).expect("a reason");
    (refusal.code, refusal.to_string())
}

#[test]
fn why_not_names_what_hinders_the_piece() {
    use RefusalCode::{Illegal, LeavesKingAttacked, NotYourTurn, PathBlocked, TargetTaken};
    use Side::{Black, White};
    let start = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1";
    let pinned = "3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let check = "3kr3/8/8/8/8/8/N7/4K3 w - - 0 1";
    let guarded = "3k4/8/8/8/8/8/r6P/4K3 w - - 0 1";
    let cases = [
        (start, White, "a1", None, PathBlocked, "is blocked"),
        (start, White, "a1", Some("a3"), PathBlocked, "stands in the way on a2"),
        (start, White, "a1", Some("a2"), TargetTaken, "Your own"),
        (start, White, "b1", Some("b3"), Illegal, "does not move from b1 to b3"),
        (start, White, "a2", Some("b3"), Illegal, "only to capture"),
        (start, Black, "a7", None, NotYourTurn, "It is White's turn."),
        (start, White, "a7", None, Illegal, "belongs to Black"),
        (pinned, White, "e2", None, LeavesKingAttacked, "is pinned"),
        (pinned, White, "e2", Some("c3"), LeavesKingAttacked, "on e8"),
        (check, White, "a2", None, LeavesKingAttacked, "cannot end the check"),
        (check, White, "a2", Some("b4"), LeavesKingAttacked, "does not end the check"),
        (guarded, White, "e1", Some("e2"), LeavesKingAttacked, "would be attacked by the"),
    ];
    for (fen, side, from, to, code, part) in cases {
        let game = game("shatranj", fen);
        let (found, text) = reason(&game, side, from, to);
        assert_eq!(found, code, "{from} {to:?}: {text}");
        assert!(text.contains(part), "{from} {to:?}: {text}");
    }
}

#[test]
fn why_not_under_a_die_names_what_the_throw_moves() {
    let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("it loads"));
    let mut game = Game::new(ruleset);
    let pawn = game
        .pieces()
        .into_iter()
        .find(|man| game.ruleset().pawns.iter().any(|kind| kind == man.kind))
        .expect("a pawn");
    assert_eq!(game.why_not(pawn.side, pawn.cell, None).map(|why| why.code), Some(RefusalCode::NotYourTurn));
    let faces = game.ruleset().faces();
    let other =
        (1..=faces).find(|face| !game.ruleset().pieces_of_face(*face).iter().any(|kind| kind == pawn.kind));
    game.apply(Event::Throw { face: other.expect("a face without pawns") }, None).expect("thrown");
    let own = game
        .pieces()
        .into_iter()
        .find(|man| man.kind == pawn.kind && man.side == game.position().turn())
        .expect("a pawn");
    let why = game.why_not(own.side, own.cell, None).expect("a reason");
    assert!(
        why.to_string().starts_with(&format!("With a {} you may move only the", other.unwrap())),
        "{}",
        why
    );
}

#[test]
fn why_not_written_reads_coordinates_and_lists() {
    let game = game("shatranj", "3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1");
    let why =
        |text: &str| game.why_not_written(Side::White, text).map(|why| why.to_string()).unwrap_or_default();
    assert!(why("Nc3").contains("is pinned"), "{}", why("Nc3"));
    assert!(why("e2c3").contains("is pinned"));
    assert!(why("Nb7").contains("does not move from e2 to b7"));
    assert!(why("hello").contains("is not a move here. Write moves like `e1"), "{}", why("hello"));
    assert!(why("--").contains("may not pass"));
    let legal = san::format_all(game.rules(), game.position(), Side::White);
    for (mv, written) in legal {
        assert_eq!(why(&written), "", "{written}");
        assert_eq!(why(&coordinate::format(game.ruleset(), mv)), "");
    }
}

#[test]
fn apply_refused_move_tells_the_reason() {
    let mut game = game("shatranj", "3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1");
    let refusal =
        game.apply(Event::Move { mv: "e2c3".parse().expect("coordinates") }, None).expect_err("it is pinned");
    assert_eq!(refusal.code, RefusalCode::Illegal);
    assert!(refusal.to_string().contains("is pinned"), "{refusal}");
}
