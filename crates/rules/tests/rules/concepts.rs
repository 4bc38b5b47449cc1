//! Concepts against the games that they speak of: how pieces move, and how games end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rukh_rules::evidence::Example;
use rukh_rules::ruleset::concepts::ConceptGroup;
use rukh_rules::{Outcome, PieceKind, Reason, Ruleset, catalog};

use crate::playout::playout;
use crate::random::{check, choices};

/// Every ruleset with its usual options, and with each other choice of one option.
fn rulesets() -> Vec<Arc<Ruleset>> {
    let mut all = Vec::new();
    for file in catalog::all() {
        all.push(file.resolve(&BTreeMap::new()).expect("a built-in ruleset"));
        for (key, choice) in file.single_choices() {
            all.extend(file.resolve(&BTreeMap::from([(key.to_owned(), choice.to_owned())])).ok());
        }
    }
    all.into_iter().map(Arc::new).collect()
}

fn kinds_of(ruleset: &Ruleset, key: &str) -> Vec<PieceKind> {
    let found = ruleset.concepts().into_iter().find(|concept| concept.key == key);
    found.map_or(Vec::new(), |concept| concept.kinds)
}

/// On a board of four files a rook beside the edge goes one square: that makes it no stepper.
#[test]
fn concepts_of_sliders_do_not_depend_on_the_size_of_the_board() {
    for ruleset in rulesets() {
        let (steps, slides) = (kinds_of(&ruleset, "steps"), kinds_of(&ruleset, "slides"));
        for kind in ruleset.kinds() {
            let movement = ruleset.pieces[kind.index()].movement.text();
            let is_slider = ["R", "B", "Q"].contains(&movement);
            let named = (slides.contains(&kind), steps.contains(&kind));
            assert!(!is_slider || named == (true, false), "{}: {movement}", ruleset.instance);
        }
        assert!(!slides.is_empty() && steps.contains(&ruleset.royal()), "{}", ruleset.instance);
    }
}

/// The concept under which a reader looks for an end; `None` for ends that the players make.
fn concept_of(outcome: Outcome) -> Option<&'static str> {
    Some(match (outcome.reason, outcome.winner) {
        (Reason::Checkmate | Reason::WereraMate, _) => "win-mate",
        (Reason::Stalemate, None) => "draw-stalemate",
        (Reason::Stalemate | Reason::NoPseudoMove, _) => "win-stalemate",
        (Reason::BareKing, None) => "draw-bare-king",
        (Reason::BareKing, _) => "win-bare-king",
        (Reason::BothBare, _) => "draw-both-bare",
        (Reason::LoneManLimit, _) => "draw-lone-piece",
        (Reason::BareCount, _) => "draw-bare-count",
        (Reason::KingCaptured, _) => "win-capture",
        (Reason::FailedEscape, _) => "win-failed-escape",
        (Reason::Repetition, _) => "draw-repetition",
        (Reason::MoveLimit, _) => "draw-move-limit",
        _ => return None,
    })
}

/// The ends of random games and of the executed examples.
fn ends(ruleset: &Arc<Ruleset>) -> Vec<Outcome> {
    let found = std::cell::RefCell::new(Vec::new());
    check(2, &choices(500), |mut choices| {
        found.borrow_mut().extend(playout(ruleset.clone(), &mut choices, 400, |_| {}).outcome());
    });
    let file = format!("{}/../../evidence/{}.md", env!("CARGO_MANIFEST_DIR"), ruleset.instance.id);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let id = &ruleset.instance.id;
    for example in Example::parse_all(&file, &text).unwrap_or_else(|error| panic!("{error}")) {
        let is_of_instance = example.get("instance").unwrap_or(id) == ruleset.instance.to_string();
        if is_of_instance && example.get("with").is_none() {
            let game = example.game_by(ruleset.clone()).unwrap_or_else(|error| panic!("{error}"));
            found.borrow_mut().extend(game.outcome());
        }
    }
    found.into_inner()
}

#[test]
fn ends_of_games_are_among_the_concepts() {
    let mut seen = BTreeSet::new();
    for ruleset in rulesets() {
        let concepts = ruleset.concepts();
        for key in ends(&ruleset).into_iter().filter_map(concept_of) {
            let is_named = concepts.iter().any(|concept| concept.key == key);
            assert!(is_named, "{} ends by {key}, which is not among its concepts", ruleset.instance);
            seen.insert(key);
        }
    }
    assert_eq!(seen.len(), 12, "every kind of end was seen: {seen:?}");
}

/// What a page says of the state of the rules is counted, and not an opinion.
#[test]
fn status_of_built_in_rulesets_is_that_of_their_laws() {
    for id in catalog::ids() {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let counts = ruleset.law_counts();
        assert_eq!(ruleset.status, counts.status(), "{id}: {counts}");
        assert_eq!(counts.all() as usize, ruleset.law_entries().len(), "{id}");
    }
}

#[test]
fn concepts_of_ends_are_those_of_the_laws() {
    let keys = |id: &str| -> BTreeSet<&str> {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        ruleset.concepts().into_iter().map(|concept| concept.key).collect()
    };
    let ludii = keys("mustatila-307-ludii");
    assert!(!ludii.contains("win-mate") && ludii.contains("win-failed-escape"), "{ludii:?}");
    for id in ["shatranj", "oblong", "oblong-dice-cazaux"] {
        assert!(keys(id).contains("draw-both-bare"), "{id}");
    }
    for id in ["shatranj[bare=loss-at-once]", "oblong-dice-winther", "senterej", "mideast"] {
        assert!(!keys(id).contains("draw-both-bare"), "{id}");
    }
    // A pass goes on with the game, so no draw is called by its name.
    for id in catalog::ids() {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let draws = ruleset.concepts().into_iter().filter(|concept| concept.group == ConceptGroup::Draws);
        assert!(draws.into_iter().all(|concept| concept.key.starts_with("draw-")), "{id}");
    }
}
