//! The bare king: a king without the pieces that its ruleset counts.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::counter::{CounterKind, LawCounter};
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::ruleset::section::Section;

/// The consequence of a bare king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum BareKing {
    /// The game goes on.
    Ignored,
    /// The bared side has lost, perhaps after one chance to bare the other.
    Loss {
        /// Whether baring the other side in return saves the game.
        counter: BareCounter,
        /// The pieces that keep a king from being bare.
        counts: BareCount,
    },
    /// The game is drawn at once.
    Draw {
        /// The verdict if the baring move also gives mate.
        with_mate: BareMate,
        /// The pieces that keep a king from being bare.
        counts: BareCount,
    },
    /// A draw unless the other side mates within a number of moves.
    DrawAfter {
        /// Moves of each side allowed.
        moves: u8,
        /// The pieces that keep a king from being bare.
        counts: BareCount,
    },
}

/// Whether a bared side may bare the other in return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum BareCounter {
    /// No: the bared side loses at once.
    None,
    /// Yes, with its very next move; then the game is a draw.
    NextMove,
}

/// The verdict when one move both bares and mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum BareMate {
    /// The game is drawn all the same.
    Draw,
    /// The mate counts.
    Mate,
}

/// Which pieces keep a king from being bare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum BareCount {
    /// Every piece.
    AllMen,
    /// Every piece but pawns.
    MenButPawns,
}

impl BareCount {
    /// The word by which a bundle chooses.
    pub(crate) fn choice(self) -> Argument {
        Argument::Choice(self.into())
    }
}

impl BareKing {
    /// Which pieces keep a king from being bare, if the law looks at them at all.
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
    /// What a bare king has lost, as a word by which a bundle chooses.
    pub(crate) fn choice(self, pawns: PieceKindSet) -> Argument {
        let counts = self.counts().filter(|_| !pawns.is_empty());
        counts.unwrap_or(BareCount::AllMen).choice()
    }

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

impl Law for BareKing {
    const KEY: &'static str = "bare-king";

    fn title() -> Message {
        say::law_bare_king_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<BareKing> {
        Some(match section.choice("law")? {
            BareKingDiscriminants::Ignored => BareKing::Ignored,
            BareKingDiscriminants::Loss => {
                let counter = section.choice("counter");
                let counts = section.choice("counts")?;
                BareKing::Loss { counter: counter?, counts }
            }
            BareKingDiscriminants::Draw => {
                let with_mate = section.choice("with-mate");
                let counts = section.choice("counts")?;
                BareKing::Draw { with_mate: with_mate?, counts }
            }
            BareKingDiscriminants::DrawAfter => {
                let moves = section.number("moves", 1, 100);
                let counts = section.choice("counts")?;
                BareKing::DrawAfter { moves: moves? as u8, counts }
            }
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        if self.counts() == Some(BareCount::MenButPawns) && judge.pawns().is_some_and(PieceKindSet::is_empty)
        {
            judge.note("counts", "no piece is called a pawn, so this is `all-men`");
        }
        if matches!(self, BareKing::Draw { .. }) && judge.is_guarded() == Some(false) {
            judge.note("with-mate", "where kings are simply taken there is no mate");
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        let Some(counts) = self.counts().map(BareCount::choice) else {
            return vec![say::law_bare_king_ignored()];
        };
        vec![match self {
            BareKing::Ignored => say::law_bare_king_ignored(),
            BareKing::Loss { counter: BareCounter::None, .. } => say::law_bare_king_loss(counts),
            BareKing::Loss { counter: BareCounter::NextMove, .. } => say::law_bare_king_loss_counter(counts),
            BareKing::Draw { with_mate, .. } => {
                say::law_bare_king_draw(counts, Argument::Choice(with_mate.into()))
            }
            BareKing::DrawAfter { moves, .. } => say::law_bare_king_draw_after(counts, *moves),
        }]
    }
}
