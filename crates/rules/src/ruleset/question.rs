//! Questions about the laws of a ruleset, for code outside this crate.
//!
//! The laws themselves are data ([`Ruleset::laws`]); their fields are read only
//! where a law takes effect. Other code asks here, so that a law can change its
//! form without changing the engine or the server.

use std::fmt;

use super::{Ruleset, Status};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::{
    BareKing, CastlingLaw, CheckLaw, DieLaw, Immunity, KingSteps, Laws, LoneManLimit, LongFirstStep,
    MoveLimit, Opening, PassLaw, PawnStep, Promotion, PromotionLaw, Repetition, Stalemate, WereraLaw,
};
use crate::message::Argument;
use crate::placement::{self, PlacedPiece, PlacementError};

/// How many of a ruleset's laws have a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LawCounts {
    /// Laws that cite a source.
    pub sourced: u32,
    /// Laws that are assumed, for a reason that the ruleset gives.
    pub reconstructed: u32,
}

impl LawCounts {
    /// Laws with a source and without.
    #[must_use]
    pub fn all(self) -> u32 {
        self.sourced + self.reconstructed
    }

    /// The status that such laws support: a ruleset of which most is assumed is a conjecture.
    #[must_use]
    pub fn status(self) -> Status {
        if self.reconstructed > self.sourced { Status::Conjectural } else { Status::Reviewed }
    }
}

impl fmt::Display for LawCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} laws from sources", self.sourced, self.all())
    }
}

impl Ruleset {
    /// The pieces of the array that is set up.
    pub(crate) fn start_pieces(&self) -> Result<Vec<PlacedPiece>, Vec<PlacementError>> {
        placement::parse(self.geometry, &self.letters(), &self.start().placement)
    }

    /// How many laws have a source, and how many are reconstructed.
    #[must_use]
    pub fn law_counts(&self) -> LawCounts {
        self.law_entries().iter().fold(LawCounts { sourced: 0, reconstructed: 0 }, |counts, law| {
            let is_sourced = !law.provenance.sources.is_empty();
            LawCounts {
                sourced: counts.sourced + u32::from(is_sourced),
                reconstructed: counts.reconstructed + u32::from(!is_sourced),
            }
        })
    }

    /// The laws as data, each with its provenance.
    ///
    /// For a second opinion on the rules, such as a slow move generator that
    /// must share no code with this crate. Other code asks the questions below.
    #[must_use]
    pub fn laws(&self) -> &Laws {
        &self.laws
    }

    /// Whether a die is thrown.
    #[must_use]
    pub fn has_die(&self) -> bool {
        self.laws.die.law != DieLaw::None
    }

    /// The number of faces of the die; 0 without a die.
    #[must_use]
    pub fn faces(&self) -> u8 {
        self.laws.die.face_count()
    }

    /// The kinds of piece that may move after a throw of `face`; all without a die.
    #[must_use]
    pub fn pieces_of_face(&self, face: u8) -> PieceKindSet {
        self.laws.die.pieces(face)
    }

    /// The terms of the werera; `None` where turns begin with the first move.
    #[must_use]
    pub fn werera(&self) -> Option<WereraLaw> {
        match self.laws.opening.law {
            Opening::Werera(law) => Some(law),
            Opening::Turns { .. } => None,
        }
    }

    /// Whether the game begins with a werera.
    #[must_use]
    pub fn has_werera(&self) -> bool {
        self.werera().is_some()
    }

    /// Whether a side passes, by choice or because it has no other move.
    #[must_use]
    pub fn has_passes(&self) -> bool {
        self.laws.pass.law != PassLaw::Never
    }

    /// The kind whose mate, bareness or capture decides the game.
    #[must_use]
    pub fn royal(&self) -> PieceKind {
        self.laws.royalty.royal()
    }

    /// Whether a move that leaves the own king attacked is illegal.
    #[must_use]
    pub fn is_king_guarded(&self) -> bool {
        self.laws.royalty.is_guarded()
    }

    /// Whether an attacked king may be captured.
    #[must_use]
    pub fn is_king_capturable(&self) -> bool {
        self.laws.royalty.is_takeable()
    }

    /// Whether a side in check loses if its next throw does not end the check.
    #[must_use]
    pub fn has_one_throw_to_escape(&self) -> bool {
        self.laws.check.law == CheckLaw::OneThrow
    }

    /// The consequence of having no move without being in check.
    #[must_use]
    pub fn stalemate(&self) -> Stalemate {
        self.laws.stalemate.law
    }

    /// The consequence of a bare king.
    #[must_use]
    pub fn bare_king(&self) -> BareKing {
        self.laws.bare_king.law
    }

    /// What a bare king has lost, as a word by which a bundle chooses.
    pub(crate) fn bare_choice(&self) -> Argument {
        self.laws.bare_king.choice(self.pawns)
    }

    /// The kinds that keep a king from being bare.
    #[must_use]
    pub fn guards(&self) -> PieceKindSet {
        self.laws.bare_king.guards(self.kinds().collect(), self.royal(), self.pawns)
    }

    /// Whether a piece of this kind keeps its king from being bare.
    #[must_use]
    pub fn counts_as_guard(&self, kind: PieceKind) -> bool {
        self.guards().has(kind)
    }

    /// The number of moves after which a king with one guard left draws.
    #[must_use]
    pub fn lone_man_limit(&self) -> Option<u8> {
        match self.laws.support.law {
            LoneManLimit::LoneMan { limit, .. } => Some(limit),
            LoneManLimit::None => None,
        }
    }

    /// The number of moves of each side within which a bare king must be mated.
    #[must_use]
    pub fn bare_king_limit(&self) -> Option<u8> {
        match self.laws.bare_king.law {
            BareKing::DrawAfter { moves, .. } => Some(moves),
            _ => None,
        }
    }

    /// The number of times a position may occur before the game is drawn.
    #[must_use]
    pub fn repetition_limit(&self) -> Option<u8> {
        match self.laws.repetition.law {
            Repetition::Draw { times } => Some(times),
            Repetition::None => None,
        }
    }

    /// The number of plies without progress after which the game is drawn.
    #[must_use]
    pub fn move_limit(&self) -> Option<u16> {
        match self.laws.move_limit.law {
            MoveLimit::Draw { plies, .. } => Some(plies),
            MoveLimit::None => None,
        }
    }

    /// Every promotion, one for each kind that promotes.
    #[must_use]
    pub fn promotions(&self) -> &[Promotion] {
        match &self.laws.promotion.law {
            PromotionLaw::OnArrival { men } => men,
            PromotionLaw::None => &[],
        }
    }

    /// The promotion of a kind; `None` if it does not promote.
    #[must_use]
    pub fn promotion(&self, kind: PieceKind) -> Option<&Promotion> {
        self.laws.promotion.of(kind)
    }

    /// The long first step; `None` where no piece has one.
    #[must_use]
    pub fn long_step(&self) -> Option<LongFirstStep> {
        match self.laws.pawn_step.law {
            PawnStep::Initial(step) => Some(step),
            PawnStep::Single => None,
        }
    }

    /// The terms of castling; `None` without castling.
    #[must_use]
    pub fn castling(&self) -> Option<KingSteps> {
        match self.laws.castling.law {
            CastlingLaw::KingSteps(castling) => Some(castling),
            CastlingLaw::None => None,
        }
    }

    /// Whether some kind may not capture some other.
    #[must_use]
    pub fn has_immunity(&self) -> bool {
        self.laws.immunity.law != Immunity::None
    }

    /// The kinds that a piece of this kind may not capture.
    #[must_use]
    pub fn immune_to(&self, kind: PieceKind) -> PieceKindSet {
        self.laws.immunity.spared_by(kind)
    }

    /// Every kind of piece, in the order of the ruleset.
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<> {
        (0..self.pieces.len()).map(|index| PieceKind(index as u8))
    }
}
