//! The weights of an evaluation: derived from how pieces move, or tuned.

use std::collections::BTreeMap;

use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, PieceKind, Side};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::layout::{Layout, MAX_MOBILITY, Term};
use crate::pieces::baring_guards;
use crate::pieces::values::PieceValues;

/// Raw hundredths against a side by the number of pieces that keep its king from being
/// bare, where baring loses.
const NEARLY_BARE: [i32; 5] = [250, 130, 70, 35, 15];
/// Quarters of a raw hundredth for a cell in reach.
const MOBILITY: i32 = 6;
/// Raw hundredths for an attacked cell beside the enemy's king.
const KING_ATTACK: i32 = 3;
/// Raw hundredths for the side to move.
const TEMPO: i32 = 8;

/// A weight in the middlegame and in the endgame, in centipawns.
pub type Weight = [i32; 2];

/// Odds of a mate where a bared king draws: natural logarithms, in thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MateOdds {
    /// Centipawns ahead that make the odds *e* times as great.
    pub step: i32,
    /// Rise of a side's odds by all its pieces in the array, without pawns where pawns do
    /// not keep a king from being bare.
    pub array: i32,
    /// Subtracted from all odds: an even array leads to few mates.
    pub rare: i32,
    /// Subtracted from the odds, by the number of pieces that keep the other king from being bare.
    pub nearly_bare: [i32; 6],
}

/// What weights depend on besides how pieces move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeightsBasis {
    /// Files and ranks of the board.
    pub board: [u8; 2],
    /// The letters of the pieces in the order of the ruleset, which is that of the weights.
    pub order: String,
    /// The letter of the royal piece.
    pub royal: char,
    /// The letters of the pawns.
    pub pawns: String,
    /// Faces of the die, 0 without one.
    pub faces: u8,
    /// The law of bared kings.
    pub bare_king: serde_json::Value,
}

impl WeightsBasis {
    pub(crate) fn from_ruleset(ruleset: &Ruleset) -> WeightsBasis {
        WeightsBasis {
            board: [ruleset.geometry.files(), ruleset.geometry.ranks()],
            order: ruleset.letters().into_iter().collect(),
            royal: ruleset.letter(ruleset.royal()),
            pawns: ruleset.pawns.iter().map(|kind| ruleset.letter(kind)).collect(),
            faces: ruleset.faces(),
            bare_king: serde_json::to_value(ruleset.bare_king()).unwrap_or_default(),
        }
    }

    /// The differences to another basis that make the weights useless there. The law of
    /// bared kings is none: its weights can be derived.
    pub(crate) fn differences(&self, here: &WeightsBasis) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, there: String, here: String| {
            if there != here {
                differences.push(format!("{what} {there} in the file and {here} here"));
            }
        };
        let board = |[files, ranks]: [u8; 2]| format!("{files}x{ranks} cells");
        compare("the board has", board(self.board), board(here.board));
        compare("the order of the pieces is", format!("`{}`", self.order), format!("`{}`", here.order));
        compare("the royal piece is", format!("`{}`", self.royal), format!("`{}`", here.royal));
        compare("the pawns are", format!("`{}`", self.pawns), format!("`{}`", here.pawns));
        compare("the die has", format!("{} faces", self.faces), format!("{} faces", here.faces));
        differences
    }
}

/// Tuned weights of an evaluation file, with their provenance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TunedWeights {
    /// The ruleset they were tuned for.
    pub ruleset: String,
    /// Letters of its pieces and how they move; the weights are useless for others.
    pub men: BTreeMap<char, String>,
    /// What else the weights depend on; where absent, that of the built-in ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<WeightsBasis>,
    /// Command, data and result of the tuning.
    pub provenance: BTreeMap<String, String>,
    /// Odds of mates, where a bared king draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<MateOdds>,
    /// Weights by term, in the order of the layout.
    pub weights: BTreeMap<String, Vec<Weight>>,
}

/// The letters of a ruleset's pieces and how they move.
pub(crate) fn movements(ruleset: &Ruleset) -> BTreeMap<char, String> {
    ruleset.pieces.iter().map(|piece| (piece.letter, piece.movement.text().to_owned())).collect()
}

impl TunedWeights {
    /// Whether the weights were tuned for a ruleset of this name.
    pub(crate) fn has_name_of(&self, ruleset: &Ruleset) -> bool {
        self.ruleset == ruleset.instance.id
    }

    /// What the weights depend on besides how pieces move; `None` if neither the file nor the
    /// catalog has it.
    pub(crate) fn basis(&self) -> Option<WeightsBasis> {
        let named = || Ruleset::named(&self.ruleset).ok().map(|ruleset| WeightsBasis::from_ruleset(&ruleset));
        self.basis.clone().or_else(named)
    }

    /// Whether the weights are for these pieces, in this order, on this board, with as many faces of a die.
    pub(crate) fn fits(&self, ruleset: &Ruleset) -> bool {
        let is_same =
            |basis: WeightsBasis| basis.differences(&WeightsBasis::from_ruleset(ruleset)).is_empty();
        self.men == movements(ruleset) && self.basis().is_some_and(is_same)
    }

    /// Whether the law of bared kings is that of the games; an option may change it.
    pub(crate) fn has_bare_king_law_of(&self, ruleset: &Ruleset) -> bool {
        self.basis().is_some_and(|basis| basis.bare_king == WeightsBasis::from_ruleset(ruleset).bare_king)
    }

    /// The weights in the order of the layout; `None` if some are missing.
    pub(crate) fn in_layout_order(&self, layout: &Layout) -> Option<Vec<Weight>> {
        let mut numbers = vec![[0; 2]; layout.len()];
        for &term in Term::VARIANTS {
            let range = layout.range(term);
            let kept = self.weights.get(<&str>::from(term))?;
            if kept.len() != range.len() {
                return None;
            }
            numbers[range].copy_from_slice(kept);
        }
        Some(numbers)
    }

    /// Weights in the order of the ruleset's layout, to be stored in a file.
    pub(crate) fn from_weights(
        ruleset: &Ruleset,
        numbers: &[Weight],
        chances: Option<MateOdds>,
        provenance: BTreeMap<String, String>,
    ) -> TunedWeights {
        let layout = Layout::new(ruleset);
        let weights_of = |term: &Term| (<&str>::from(term).to_owned(), numbers[layout.range(*term)].to_vec());
        let weights = Term::VARIANTS.iter().map(weights_of);
        TunedWeights {
            ruleset: ruleset.instance.id.clone(),
            men: movements(ruleset),
            basis: Some(WeightsBasis::from_ruleset(ruleset)),
            provenance,
            chances,
            weights: weights.collect(),
        }
    }
}

/// Weights derived from movement tables alone.
pub(crate) fn derived(ruleset: &Ruleset, layout: &Layout, worth: &PieceValues) -> Vec<Weight> {
    let mut numbers = vec![[0; 2]; layout.len()];
    let kinds = ruleset.kinds();
    let both = |value| [value; 2];
    for kind in kinds {
        let royal = kind == ruleset.royal();
        numbers[layout.index(Term::Material, kind.index())] = both(worth.material[kind.index()]);
        for cell in ruleset.geometry.all() {
            numbers[layout.index_of_cell(kind, cell, Side::White)] = piece_square(worth, ruleset, kind, cell);
        }
        for reach in 0..MAX_MOBILITY as u32 {
            let cells = if royal { 0 } else { reach as i32 };
            numbers[layout.index_of_mobility(kind, reach)] = both(worth.scaled(MOBILITY * cells) / 4);
        }
        numbers[layout.index(Term::KingAttack, kind.index())] = [worth.scaled(KING_ATTACK), 0];
    }
    numbers[layout.index(Term::Tempo, 0)] = both(worth.scaled(TEMPO));
    if baring_guards(ruleset).is_some() {
        for (left, raw) in NEARLY_BARE.into_iter().enumerate() {
            numbers[layout.index(Term::Guards, left)] = both(-worth.scaled(raw));
        }
    }
    numbers
}

/// The value of a piece's cell, the mean of both halves of the board.
fn piece_square(worth: &PieceValues, ruleset: &Ruleset, kind: PieceKind, cell: Cell) -> Weight {
    let geometry = ruleset.geometry;
    let file = i16::from(geometry.files()) - 1 - i16::from(geometry.file(cell));
    let twin = geometry.cell(file, i16::from(geometry.rank(cell))).unwrap_or(cell);
    let mean = |of: &dyn Fn(Cell) -> i32| (of(cell) + of(twin)) / 2;
    let early = mean(&|cell| worth.piece_square[0][kind.index() * geometry.cells() + cell.index()]);
    if kind == ruleset.royal() {
        return [early, mean(&|cell| worth.royal_endgame[0][cell.index()])];
    }
    [early; 2]
}
