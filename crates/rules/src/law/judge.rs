//! What laws judge their parameters by: the other parts of a ruleset that could be read.

use std::cell::OnceCell;

use super::{DraftLaws, PieceNames, PromotionLaw};
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::message::PieceLabel;
use crate::movement::{Movement, Route};
use crate::placement::PlacedPiece;
use crate::ruleset::tree::{Complaint, FileLocation, Table};

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
    pub(crate) root: &'a Table,
    pub(crate) geometry: Option<Geometry>,
    /// In the order of the kinds, as are the names and the movements.
    pub(crate) letters: &'a [char],
    pub(crate) names: Vec<&'a str>,
    pub(crate) movements: Vec<Option<&'a Movement>>,
    pub(crate) pawns: Option<PieceKindSet>,
    pub(crate) laws: &'a DraftLaws,
    /// The array that is set up.
    pub(crate) start: Option<Vec<PlacedPiece>>,
    pub(crate) immobile: OnceCell<PieceKindSet>,
}

impl Parts<'_> {
    pub(crate) fn place(&self, path: &[&str]) -> FileLocation {
        self.root.place_of(path).clone()
    }

    /// Every kind.
    pub(crate) fn all(&self) -> PieceKindSet {
        (0..self.names.len()).map(|index| PieceKind(index as u8)).collect()
    }

    /// Kinds that stand in the array or can come about from it by promotion.
    pub(crate) fn arising(&self) -> Option<PieceKindSet> {
        let mut found: PieceKindSet = self.start.as_ref()?.iter().map(|man| man.kind).collect();
        if let PromotionLaw::OnArrival { men } = &self.laws.promotion.as_ref()?.law {
            for _ in men {
                let new = men.iter().filter(|promotion| found.has(promotion.man));
                found = new.fold(found, |found, promotion| PieceKindSet(found.0 | promotion.all_kinds().0));
            }
        }
        Some(found)
    }

    /// Kinds that can never move on this board.
    pub(crate) fn immobile(&self) -> PieceKindSet {
        *self.immobile.get_or_init(|| {
            let Some(geometry) = self.geometry else { return PieceKindSet::EMPTY };
            let is_immobile = |movement: &Movement| {
                Side::BOTH
                    .into_iter()
                    .all(|side| geometry.all().all(|cell| movement.routes(geometry, cell, side).is_empty()))
            };
            let movements = self.movements.iter().enumerate();
            let still = movements.filter(|(_, movement)| movement.is_some_and(is_immobile));
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
        self.parts.laws
    }

    /// The board.
    pub(crate) fn geometry(&self) -> Option<Geometry> {
        self.parts.geometry
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
        self.parts.pawns
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
    pub(crate) fn routes(&self, kind: PieceKind, from: Cell, side: Side) -> Vec<Route> {
        let movement = self.parts.movements.get(kind.index()).copied().flatten();
        match (movement, self.geometry()) {
            (Some(movement), Some(geometry)) => movement.routes(geometry, from, side),
            _ => Vec::new(),
        }
    }

    /// Names for sentences.
    pub(crate) fn words(&self) -> PieceNames {
        let letters = self.parts.letters;
        let label = |(index, name): (usize, &&str)| PieceLabel {
            letter: letters.get(index).copied().unwrap_or('?'),
            name: (*name).to_owned(),
            names: Vec::new(),
        };
        PieceNames::new(self.parts.names.iter().enumerate().map(label).collect())
    }

    /// A kind's letter.
    pub(crate) fn letter(&self, kind: PieceKind) -> char {
        self.parts.letters.get(kind.index()).copied().unwrap_or('?')
    }
}
