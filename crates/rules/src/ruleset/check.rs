//! What a ruleset's parts must agree on among themselves.
//!
//! Each law judges its own parameters (`Law::check`); here stands what is asked of the pieces, the
//! arrays and the start.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Ruleset;
use super::read::Draft;
use super::tree::{Complaint, Extent, Table};
use crate::law::judge::{Judge, Parts, Report};
use crate::placement;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::shape::Any;

/// Judges all that could be read of a ruleset.
pub(super) fn check(root: &Table, draft: &Draft, report: &mut Report) {
    let parts = parts_of(root, draft);
    draft.laws.check(&parts, report);
    check_arrays(&parts, draft, report);
    check_letters_elsewhere(&parts, draft, report);
    check_pawns(&parts, report);
    note_men(&parts, report);
}

fn parts_of<'a>(root: &'a Table, draft: &'a Draft) -> Parts<'a> {
    let array = draft.array.map(|array| &draft.arrays[array]);
    let start = array
        .zip(draft.geometry)
        .and_then(|(array, geometry)| placement::parse(geometry, &draft.letters, &array.placement).ok());
    Parts {
        root,
        geometry: draft.geometry,
        letters: &draft.letters,
        names: draft.men.iter().map(|piece| piece.name.as_str()).collect(),
        movements: draft.men.iter().map(|piece| piece.movement.as_ref()).collect(),
        pawns: draft.pawns,
        laws: &draft.laws,
        start,
        immobile: OnceCell::new(),
    }
}

fn check_arrays(parts: &Parts<'_>, draft: &Draft, report: &mut Report) {
    let Some(geometry) = draft.geometry else { return };
    // An array may use letters that were lost with the pieces.
    if draft.letters.is_empty() || parts.root.extent == Extent::Partial {
        return;
    }
    for array in &draft.arrays {
        let errors = placement::parse(geometry, &draft.letters, &array.placement).err();
        for error in errors.unwrap_or_default() {
            report.complaints.push(Complaint {
                place: parts.place(&["arrays", &array.id, "placement"]),
                message: format!("[arrays.{}] {error}", array.id),
            });
        }
    }
}

/// No two pieces may have one letter in other programs, if any has another there than here.
fn check_letters_elsewhere(parts: &Parts<'_>, draft: &Draft, report: &mut Report) {
    let pieces = &draft.men;
    let letters: Vec<Option<char>> = pieces.iter().map(|piece| piece.elsewhere.or(piece.letter)).collect();
    for (index, (piece, letter)) in pieces.iter().zip(&letters).enumerate() {
        let rival = letters.iter().enumerate().find(|(other, rival)| *other != index && *rival == letter);
        if let (Some(_), Some(key), Some(letter), Some(_)) = (piece.elsewhere, piece.letter, letter, rival) {
            let key = key.to_string();
            report.complaints.push(Complaint {
                place: parts.place(&["men", &key, "elsewhere"]),
                message: format!(
                    "[men.{key}] `elsewhere`: two pieces have the letter `{letter}` in other programs"
                ),
            });
        }
    }
}

fn check_pawns(parts: &Parts<'_>, report: &mut Report) {
    let mut judge = Judge::new("pawns", parts, report);
    if let (Some(pawns), Some(royal)) = (judge.pawns(), judge.royal())
        && pawns.has(royal)
    {
        judge.complain("men", "the royal piece cannot be a pawn");
    }
}

fn note_men(parts: &Parts<'_>, report: &mut Report) {
    let arising = parts.arising().unwrap_or(parts.all());
    for kind in parts.all().iter() {
        let (letter, name) = (parts.letters[kind.index()], &parts.names[kind.index()]);
        let mut note = |key: &str, what: &str| {
            report.notes.push(Complaint {
                place: parts.place(&["men", &letter.to_string(), key]),
                message: format!("[men.{letter}] {what}"),
            });
        };
        if parts.immobile().has(kind) {
            note("move", &format!("a {name} can never move on this board"));
        }
        for other in parts.movements[kind.index()].iter().flat_map(|movement| movement.lookalikes()) {
            note("move", &format!("this is not `{}`: {}", other.spelling, other.difference));
        }
        if !arising.has(kind) {
            note("", &format!("no {name} stands in the array, and no piece becomes one"));
        }
    }
}

/// Judges whether a game can begin from the array that is set up.
pub(super) fn check_start(root: &Table, ruleset: &Ruleset, report: &mut Report) {
    let id = &ruleset.start().id;
    let place = root.place_of(&["arrays", id, "placement"]).clone();
    let mut complain = |what: String| {
        let message = format!("[arrays.{id}] {what}");
        report.complaints.push(Complaint { place: place.clone(), message });
    };
    let rules = Rules::<Any>::compile(Arc::new(ruleset.clone()));
    match Setup::start(ruleset).check(&rules) {
        Err(errors) => errors.iter().for_each(|error| complain(error.to_string())),
        Ok(start) => {
            if let Some(over) = rules.outcome(&start) {
                complain(format!("the game would be over before it begins: {}", over.message(ruleset)));
            }
        }
    }
}
