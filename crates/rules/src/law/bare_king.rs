//! The bare king: a king without the pieces that its ruleset counts.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::bits::CellSet;
use crate::game::{CounterKind, LawCounter};
use crate::kind::{PieceKind, PieceKindSet};
use crate::message::{Argument, Message, say};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// The consequence of a bare king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareCounter {
    /// No: the bared side loses at once.
    None,
    /// Yes, with its very next move; then the game is a draw.
    NextMove,
}

/// The verdict when one move both bares and mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareMate {
    /// The game is drawn all the same.
    Draw,
    /// The mate counts.
    Mate,
}

/// Which pieces keep a king from being bare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
        Argument::Choice(match self {
            BareCount::AllMen => "all-men",
            BareCount::MenButPawns => "men-but-pawns",
        })
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

fn read_counts(section: &mut Section<'_, '_>) -> Option<BareCount> {
    Some(match section.word("counts", &["all-men", "men-but-pawns"])? {
        "all-men" => BareCount::AllMen,
        _ => BareCount::MenButPawns,
    })
}

impl Law for BareKing {
    const KEY: &'static str = "bare-king";

    fn title() -> Message {
        say::law_bare_king_title()
    }

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
            judge.note("counts", "no piece is called a pawn, so this is `all-men`");
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

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        let Some(counts) = self.counts().map(BareCount::choice) else {
            return vec![say::law_bare_king_ignored()];
        };
        vec![match self {
            BareKing::Ignored => say::law_bare_king_ignored(),
            BareKing::Loss { counter: BareCounter::None, .. } => say::law_bare_king_loss(counts),
            BareKing::Loss { counter: BareCounter::NextMove, .. } => say::law_bare_king_loss_counter(counts),
            BareKing::Draw { with_mate, .. } => {
                let mate = match with_mate {
                    BareMate::Draw => "draw",
                    BareMate::Mate => "mate",
                };
                say::law_bare_king_draw(counts, Argument::Choice(mate))
            }
            BareKing::DrawAfter { moves, .. } => say::law_bare_king_draw_after(counts, *moves),
        }]
    }
}

/// The sides whose king is bare.
#[derive(Clone, Copy)]
enum BaredKing {
    OnMove,
    NotOnMove,
    Both,
}

impl<S: Shape> Rules<S> {
    /// A bare king.
    #[inline(always)]
    pub(crate) fn king_bared(&self, position: &Position<S>) -> Option<Outcome> {
        let is_bare = |side| position.counted(self, side).is_empty();
        let bared = match (is_bare(position.turn()), is_bare(position.turn().other())) {
            (false, false) => return None,
            (true, false) => BaredKing::OnMove,
            (false, true) => BaredKing::NotOnMove,
            (true, true) => BaredKing::Both,
        };
        self.bare_king_verdict(position, bared)
    }

    #[cold]
    fn bare_king_verdict(&self, position: &Position<S>, bared: BaredKing) -> Option<Outcome> {
        let side = position.turn();
        match (self.ruleset.bare_king(), bared) {
            (BareKing::Ignored | BareKing::DrawAfter { .. }, _) => None,
            (BareKing::Draw { with_mate, .. }, _) => {
                if with_mate == BareMate::Mate && self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                Some(Outcome::draw(Reason::BareKing))
            }
            (BareKing::Loss { .. }, BaredKing::Both) => Some(Outcome::draw(Reason::BothBare)),
            (BareKing::Loss { .. }, BaredKing::NotOnMove) => Some(Outcome::win(side, Reason::BareKing)),
            (BareKing::Loss { counter, .. }, BaredKing::OnMove) => {
                if self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                let is_saved = counter == BareCounter::NextMove && self.can_bare(position);
                (!is_saved).then_some(Outcome::win(side.other(), Reason::BareKing))
            }
        }
    }

    /// Whether the side to move can, by some throw, take the other side's last
    /// counted piece. A throw that does not allow it loses only when the turn is over.
    fn can_bare(&self, position: &Position<S>) -> bool {
        let last = position.counted(self, position.turn().other());
        last.is_single()
            && self
                .turn_moves(&self.throw(position, 0))
                .iter()
                .any(|mv| self.play(position, *mv).counted(self, position.turn().other()).is_empty())
    }

    /// The moves within which the bare king had to be mated are over.
    pub(crate) fn bare_king_limit_reached(&self, position: &Position<S>) -> Option<Outcome> {
        let plies = self.ruleset.bare_king_limit()?.saturating_mul(2);
        (position.counters()[0] >= plies).then_some(Outcome::draw(Reason::BareCount))
    }

    /// Counts a ply after which a king is still bare; `before` and `after` are
    /// the guards of each side.
    pub(crate) fn count_bare_king(&self, before: [u32; 2], after: [u32; 2], next: &mut Position<S>) {
        if self.ruleset.bare_king_limit().is_none() {
            return;
        }
        let (was_bare, is_bare) = (before.contains(&0), after.contains(&0));
        let count = if was_bare && is_bare { next.counters()[0].saturating_add(1) } else { 0 };
        next.state.set_counter(0, count);
    }
}
