//! What a ruleset's parts must agree on among themselves.
//!
//! Each law judges its own parameters (`Law::check`); here stand what it judges
//! them by and what is asked of the pieces, the arrays and the start.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Ruleset;
use super::read::Draft;
use super::tree::{Complaint, Extent, FileLocation, Table};
use crate::geometry::{Geometry, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::{DraftLaws, PieceNames, PromotionLaw};
use crate::message::PieceLabel;
use crate::movement::{Movement, Route};
use crate::notation::placement::{self, PlacedPiece};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::shape::Any;

/// What is said of a ruleset.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// What cannot be: the ruleset is refused.
    pub(crate) complaints: Vec<Complaint>,
    /// What can be, but is hardly meant.
    pub(crate) notes: Vec<Complaint>,
}

/// The parts of a ruleset that could be read, and what follows from them.
pub(crate) struct Parts<'a> {
    root: &'a Table,
    draft: &'a Draft,
    names: Vec<&'a str>,
    start: Option<Vec<PlacedPiece>>,
    immobile: OnceCell<PieceKindSet>,
}

impl<'a> Parts<'a> {
    fn new(root: &'a Table, draft: &'a Draft) -> Parts<'a> {
        let array = draft.array.map(|array| &draft.arrays[array]);
        let start = array.zip(draft.geometry).and_then(|(array, geometry)| {
            placement::parse_with(geometry, &draft.letters, &array.placement).ok()
        });
        let names = draft.men.iter().map(|man| man.name.as_str()).collect();
        Parts { root, draft, names, start, immobile: OnceCell::new() }
    }

    fn place(&self, path: &[&str]) -> FileLocation {
        self.root.place_of(path).clone()
    }

    /// Every kind.
    fn all(&self) -> PieceKindSet {
        (0..self.draft.men.len()).map(|index| PieceKind(index as u8)).collect()
    }

    /// Kinds that stand in the array or can come about from it by promotion.
    fn arising(&self) -> Option<PieceKindSet> {
        let mut found: PieceKindSet = self.start.as_ref()?.iter().map(|man| man.kind).collect();
        if let PromotionLaw::OnArrival { men } = &self.draft.laws.promotion.as_ref()?.law {
            for _ in men {
                let new = men.iter().filter(|promotion| found.has(promotion.man));
                found = new.fold(found, |found, promotion| PieceKindSet(found.0 | promotion.all_kinds().0));
            }
        }
        Some(found)
    }

    fn immobile(&self) -> PieceKindSet {
        *self.immobile.get_or_init(|| {
            let Some(geometry) = self.draft.geometry else { return PieceKindSet::EMPTY };
            let is_immobile = |movement: &Movement| {
                Side::BOTH
                    .into_iter()
                    .all(|side| geometry.all().all(|cell| movement.routes(geometry, cell, side).is_empty()))
            };
            let men = self.draft.men.iter().enumerate();
            let still = men.filter(|(_, man)| man.movement.as_ref().is_some_and(is_immobile));
            still.map(|(index, _)| PieceKind(index as u8)).collect()
        })
    }
}

/// One law being judged.
pub(crate) struct Judge<'a, 'r> {
    key: &'static str,
    parts: &'a Parts<'a>,
    report: &'r mut Report,
}

impl<'a, 'r> Judge<'a, 'r> {
    pub(crate) fn new(key: &'static str, parts: &'a Parts<'a>, report: &'r mut Report) -> Judge<'a, 'r> {
        Judge { key, parts, report }
    }

    fn remark(&self, path: &str, message: impl Into<String>) -> Complaint {
        let keys: Vec<&str> =
            std::iter::once(self.key).chain(path.split('.')).filter(|key| !key.is_empty()).collect();
        Complaint { place: self.parts.place(&keys), message: format!("[{}] {}", self.key, message.into()) }
    }

    /// Complains of a parameter, `steps` or `p.ranks`; of the whole law if it is empty.
    pub(crate) fn complain(&mut self, path: &str, message: impl Into<String>) {
        let complaint = self.remark(path, message);
        self.report.complaints.push(complaint);
    }

    /// Notes that a parameter is hardly meant.
    pub(crate) fn note(&mut self, path: &str, message: impl Into<String>) {
        let note = self.remark(path, message);
        self.report.notes.push(note);
    }

    /// The laws that could be read.
    pub(crate) fn laws(&self) -> &'a DraftLaws {
        &self.parts.draft.laws
    }

    /// The board.
    pub(crate) fn geometry(&self) -> Option<Geometry> {
        self.parts.draft.geometry
    }

    /// The royal piece.
    pub(crate) fn royal(&self) -> Option<PieceKind> {
        self.laws().royalty.as_ref().map(|royalty| royalty.law.royal())
    }

    /// Whether no move may leave the own king attacked.
    pub(crate) fn is_guarded(&self) -> Option<bool> {
        self.laws().royalty.as_ref().map(|royalty| royalty.law.is_guarded())
    }

    /// The pieces called pawns.
    pub(crate) fn pawns(&self) -> Option<PieceKindSet> {
        self.parts.draft.pawns
    }

    /// Every kind.
    pub(crate) fn all(&self) -> PieceKindSet {
        self.parts.all()
    }

    /// The pieces of the array that is set up.
    pub(crate) fn start(&self) -> Option<&'a [PlacedPiece]> {
        self.parts.start.as_deref()
    }

    /// Kinds that stand in the array or can come about from it by promotion.
    pub(crate) fn arising(&self) -> Option<PieceKindSet> {
        self.parts.arising()
    }

    /// Kinds that can never move on this board.
    pub(crate) fn immobile(&self) -> PieceKindSet {
        self.parts.immobile()
    }

    /// Where a kind's routes lead from a cell.
    pub(crate) fn routes(&self, kind: PieceKind, from: crate::Cell, side: Side) -> Vec<Route> {
        let movement = self.parts.draft.men.get(kind.index()).and_then(|man| man.movement.as_ref());
        match (movement, self.geometry()) {
            (Some(movement), Some(geometry)) => movement.routes(geometry, from, side),
            _ => Vec::new(),
        }
    }

    /// Names for sentences.
    pub(crate) fn words(&self) -> PieceNames {
        let letters = &self.parts.draft.letters;
        let label = |(index, name): (usize, &&str)| PieceLabel {
            letter: letters.get(index).copied().unwrap_or('?'),
            name: (*name).to_owned(),
            names: Vec::new(),
        };
        PieceNames::new(self.parts.names.iter().enumerate().map(label).collect())
    }

    /// A kind's letter.
    pub(crate) fn letter(&self, kind: PieceKind) -> char {
        self.parts.draft.letters.get(kind.index()).copied().unwrap_or('?')
    }
}

/// Judges all that could be read of a ruleset.
pub(super) fn check(root: &Table, draft: &Draft, report: &mut Report) {
    let parts = Parts::new(root, draft);
    draft.laws.check(&parts, report);
    check_arrays(&parts, report);
    check_letters_elsewhere(&parts, report);
    check_pawns(&parts, report);
    note_men(&parts, report);
}

fn check_arrays(parts: &Parts<'_>, report: &mut Report) {
    let Some(geometry) = parts.draft.geometry else { return };
    // An array may use letters that were lost with the pieces.
    if parts.draft.letters.is_empty() || parts.root.extent == Extent::Partial {
        return;
    }
    for array in &parts.draft.arrays {
        let errors = placement::parse_with(geometry, &parts.draft.letters, &array.placement).err();
        for error in errors.unwrap_or_default() {
            report.complaints.push(Complaint {
                place: parts.place(&["arrays", &array.id, "placement"]),
                message: format!("[arrays.{}] {error}", array.id),
            });
        }
    }
}

/// No two pieces may have one letter in other programs, if any has another there than here.
fn check_letters_elsewhere(parts: &Parts<'_>, report: &mut Report) {
    let men = &parts.draft.men;
    let letters: Vec<Option<char>> = men.iter().map(|man| man.elsewhere.or(man.letter)).collect();
    for (index, (man, letter)) in men.iter().zip(&letters).enumerate() {
        let rival = letters.iter().enumerate().find(|(other, rival)| *other != index && *rival == letter);
        if let (Some(_), Some(key), Some(letter), Some(_)) = (man.elsewhere, man.letter, letter, rival) {
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
        let (letter, name) = (parts.draft.letters[kind.index()], &parts.names[kind.index()]);
        let mut note = |key: &str, what: &str| {
            report.notes.push(Complaint {
                place: parts.place(&["men", &letter.to_string(), key]),
                message: format!("[men.{letter}] {what}"),
            });
        };
        if parts.immobile().has(kind) {
            note("move", &format!("a {name} can never move on this board"));
        }
        for other in parts.draft.men[kind.index()].movement.iter().flat_map(Movement::lookalikes) {
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
