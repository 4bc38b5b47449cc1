//! The bared king: a king without the men his ruleset counts.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::game::{CounterKind, LawCounter};
use crate::kind::{PieceKind, PieceKindSet};
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// What becomes of a bared king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareKing {
    /// Nothing.
    Ignored,
    /// The bared side has lost, perhaps after one chance to bare the other.
    Loss {
        /// Whether baring the other side in return saves the game.
        counter: BareCounter,
        /// What a bare king still has.
        counts: BareCount,
    },
    /// The game is drawn at once.
    Draw {
        /// What holds if the baring move also gives mate.
        with_mate: BareMate,
        /// What a bare king still has.
        counts: BareCount,
    },
    /// The other side must mate within so many moves, or the game is drawn.
    DrawAfter {
        /// Moves of each side allowed.
        moves: u8,
        /// What a bare king still has.
        counts: BareCount,
    },
}

/// Whether a bared side may bare the other in return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareCounter {
    /// No: he has lost at once.
    None,
    /// In his very next move, and then the game is drawn.
    NextMove,
}

/// What holds when one move both bares and mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareMate {
    /// The game is drawn all the same.
    Draw,
    /// The mate counts.
    Mate,
}

/// Which men keep a king from being bare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareCount {
    /// Every man.
    AllMen,
    /// Every man but pawns.
    MenButPawns,
}

impl BareKing {
    /// Which men keep a king from being bare, if the law looks at them at all.
    #[must_use]
    pub fn counts(self) -> Option<BareCount> {
        match self {
            BareKing::Ignored => None,
            BareKing::Loss { counts, .. }
            | BareKing::Draw { counts, .. }
            | BareKing::DrawAfter { counts, .. } => Some(counts),
        }
    }

    /// The kinds of `all` that keep a king from being bare.
    #[must_use]
    pub fn guards(self, all: PieceKindSet, royal: PieceKind, pawns: PieceKindSet) -> PieceKindSet {
        let is_guard = |kind: &PieceKind| {
            *kind != royal && (self.counts() != Some(BareCount::MenButPawns) || !pawns.has(*kind))
        };
        all.iter().filter(is_guard).collect()
    }
}

impl BareKing {
    /// The counter of moves since a king was bared, once it runs; `counts` are
    /// those of the position.
    pub(crate) fn counter(self, counts: [u8; 2]) -> Option<LawCounter> {
        let BareKing::DrawAfter { moves, .. } = self else { return None };
        let plies = u32::from(counts[0]);
        let counter =
            LawCounter { kind: CounterKind::BareKing, side: None, value: plies / 2, limit: moves.into() };
        (plies > 0).then_some(counter)
    }
}

fn read_counts(section: &mut Section<'_, '_>) -> Option<BareCount> {
    Some(match section.word("counts", &["all-men", "men-but-pawns"])? {
        "all-men" => BareCount::AllMen,
        _ => BareCount::MenButPawns,
    })
}

impl Law for BareKing {
    const KEY: &'static str = "bare-king";
    const TITLE: &'static str = "The bared king";

    fn read(section: &mut Section<'_, '_>) -> Option<BareKing> {
        match section.word("law", &["loss", "draw", "draw-after", "ignored"])? {
            "loss" => {
                let counter = section.word("counter", &["next-move", "none"]);
                let counts = read_counts(section)?;
                let counter = if counter? == "none" { BareCounter::None } else { BareCounter::NextMove };
                Some(BareKing::Loss { counter, counts })
            }
            "draw" => {
                let with_mate = section.word("with-mate", &["draw", "mate"]);
                let counts = read_counts(section)?;
                let with_mate = if with_mate? == "draw" { BareMate::Draw } else { BareMate::Mate };
                Some(BareKing::Draw { with_mate, counts })
            }
            "draw-after" => {
                let moves = section.number("moves", 1, 100);
                let counts = read_counts(section)?;
                Some(BareKing::DrawAfter { moves: moves? as u8, counts })
            }
            _ => Some(BareKing::Ignored),
        }
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        if self.counts() == Some(BareCount::MenButPawns) && judge.pawns().is_some_and(PieceKindSet::is_empty)
        {
            judge.note("counts", "no man is called a pawn, so this is `all-men`");
        }
        if matches!(self, BareKing::Draw { .. }) && judge.is_guarded() == Some(false) {
            judge.note("with-mate", "where kings are simply taken there is no mate");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            BareKing::Ignored => "ignored",
            BareKing::Loss { .. } => "loss",
            BareKing::Draw { .. } => "draw",
            BareKing::DrawAfter { .. } => "draw-after",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        let bared = match self.counts() {
            None => return "A king without men plays on.".to_owned(),
            Some(BareCount::AllMen) => "A king who has lost all his men",
            Some(BareCount::MenButPawns) => "A king who has lost all his men but pawns",
        };
        match self {
            BareKing::Ignored => String::new(),
            BareKing::Loss { counter: BareCounter::None, .. } => format!("{bared} has lost."),
            BareKing::Loss { counter: BareCounter::NextMove, .. } => format!(
                "{bared} has lost, unless his very next move takes the last man of the other side too; then the game is drawn."
            ),
            BareKing::Draw { with_mate, .. } => {
                let mate = match with_mate {
                    BareMate::Draw => "",
                    BareMate::Mate => ", unless the same move gave mate",
                };
                format!("{bared} cannot be mated: the game is drawn at once{mate}.")
            }
            BareKing::DrawAfter { moves, .. } => {
                format!("{bared} must be mated within {moves} moves, or the game is drawn.")
            }
        }
    }
}
