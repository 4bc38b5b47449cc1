//! How a game ends, and why, in words a player understands.

use serde::Serialize;

use crate::bits::CellSet;
use crate::geometry::Side;
use crate::kind::PieceKind;
use crate::law::{
    BareCounter, BareKing, BareMate, CheckLaw, LoneManLimit, MateCustoms, MateRank, Opening, Royalty,
    Stalemate, WereraMate,
};
use crate::position::{Phase, Position};
use crate::rules::{ROYAL, Rules};
use crate::ruleset::Ruleset;
use crate::shape::Shape;

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// A mate that stood in the werera.
    WereraMate,
    /// No move, and no check.
    Stalemate,
    /// No man could move even were check ignored.
    NoPseudoMove,
    /// The king stands without his men.
    BareKing,
    /// Both kings do.
    BothBare,
    /// The lone man has made its moves.
    LoneManLimit,
    /// The bared king was not mated in time.
    BareCount,
    /// The king was taken.
    KingCaptured,
    /// The one throw did not end the check.
    FailedEscape,
    /// The position came again.
    Repetition,
    /// No progress.
    MoveLimit,
    /// A side gave up.
    Resignation,
    /// Both sides agreed.
    Agreement,
    /// A side's time ran out.
    Time,
    /// A side has left the game.
    Abandonment,
    /// The game was broken off.
    Aborted,
    /// The game's record states the result, and no reason.
    Recorded,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 18] = [
        Reason::Checkmate,
        Reason::WereraMate,
        Reason::Stalemate,
        Reason::NoPseudoMove,
        Reason::BareKing,
        Reason::BothBare,
        Reason::LoneManLimit,
        Reason::BareCount,
        Reason::KingCaptured,
        Reason::FailedEscape,
        Reason::Repetition,
        Reason::MoveLimit,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Time,
        Reason::Abandonment,
        Reason::Aborted,
        Reason::Recorded,
    ];

    /// The word used in data and on the wire, such as `bare-king`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::WereraMate => "werera-mate",
            Reason::Stalemate => "stalemate",
            Reason::NoPseudoMove => "no-pseudo-move",
            Reason::BareKing => "bare-king",
            Reason::BothBare => "both-bare",
            Reason::LoneManLimit => "lone-man-limit",
            Reason::BareCount => "bare-count",
            Reason::KingCaptured => "king-captured",
            Reason::FailedEscape => "failed-escape",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move-limit",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Time => "time",
            Reason::Abandonment => "abandonment",
            Reason::Aborted => "aborted",
            Reason::Recorded => "recorded",
        }
    }

    /// Reads [`Reason::as_str`].
    #[must_use]
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// PGN's result: `1-0`, `0-1` or `1/2-1/2`; `*` for a game broken off.
    #[must_use]
    pub fn result(self) -> &'static str {
        match (self.winner, self.reason) {
            (_, Reason::Aborted) => "*",
            (Some(Side::White), _) => "1-0",
            (Some(Side::Black), _) => "0-1",
            (None, _) => "1/2-1/2",
        }
    }

    /// What happened, in a player's words.
    #[must_use]
    pub fn text(self, ruleset: &Ruleset) -> String {
        let king = ruleset.pieces[ruleset.royal().index()].name.as_str();
        let Some(winner) = self.winner else {
            return draw_text(self.reason, ruleset, king);
        };
        let (won, lost) = (winner.name(), winner.other().name());
        let why = match self.reason {
            Reason::Checkmate | Reason::WereraMate => format!("{lost}'s {king} is checkmated"),
            Reason::Stalemate => format!("{lost} has no move left, and here that loses"),
            Reason::NoPseudoMove => format!("none of {lost}'s men can move, and here that loses"),
            Reason::BareKing | Reason::BothBare | Reason::BareCount => {
                format!("{lost}'s {king} has lost all his men")
            }
            Reason::KingCaptured => format!("{lost}'s {king} was taken"),
            Reason::FailedEscape => format!("{lost}'s {king} was in check and the throw did not save him"),
            Reason::Resignation => format!("{lost} has given up"),
            Reason::Time => format!("{lost}'s time has run out"),
            Reason::Abandonment => format!("{lost} has left the game"),
            Reason::Recorded => "the game's record says so and gives no reason".to_owned(),
            reason => reason.as_str().to_owned(),
        };
        format!("{won} wins: {why}.")
    }
}

fn draw_text(reason: Reason, ruleset: &Ruleset, king: &str) -> String {
    let laws = &ruleset.laws;
    let why = match reason {
        Reason::BareKing => {
            format!("a {king} has lost all his men but pawns; a denuded {king} cannot be mated")
        }
        Reason::BothBare => format!("both {king}s stand without their men"),
        Reason::LoneManLimit => match laws.support.law {
            LoneManLimit::LoneMan { limit, .. } => {
                format!("the last man beside a {king} has moved {limit} times without a mate")
            }
            LoneManLimit::None => "the last man has made its moves".to_owned(),
        },
        Reason::BareCount => match laws.bare_king.law {
            BareKing::DrawAfter { moves, .. } => {
                format!("the bared {king} was not mated within {moves} moves")
            }
            _ => format!("the bared {king} was not mated in time"),
        },
        Reason::Stalemate => "the side to move has no move".to_owned(),
        Reason::Repetition => "the same position has come again too often".to_owned(),
        Reason::MoveLimit => "nothing was taken and no pawn moved for too long".to_owned(),
        Reason::Agreement => "both sides agreed".to_owned(),
        Reason::Abandonment => "one side has left the game, and the other claims a draw".to_owned(),
        Reason::Aborted => return "The game was broken off.".to_owned(),
        Reason::Recorded => "the game's record says so and gives no reason".to_owned(),
        reason => reason.as_str().to_owned(),
    };
    format!("Draw: {why}.")
}

/// How a mate is judged by the customs, and what gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MateStyle {
    /// The judgement.
    pub rank: MateRank,
    /// The man that gave the mate.
    pub man: PieceKind,
}

impl MateStyle {
    /// The judgement in words.
    #[must_use]
    pub fn text(self, ruleset: &Ruleset) -> String {
        let man = &ruleset.pieces[self.man.index()].name;
        match self.rank {
            MateRank::Poor => format!("Mate by a {man}: by custom thought poor."),
            MateRank::Respectable => format!("Mate by a {man}: by custom respectable."),
            MateRank::Praised => format!("Mate by a {man}: by custom most praised."),
        }
    }
}

impl<S: Shape> Rules<S> {
    /// How the game stands ended in this position, if it does; repetition aside,
    /// which needs the game's history.
    #[must_use]
    pub fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if position.phase() == Phase::Werera {
            return self.werera_outcome(position);
        }
        let over = self.outcome_but_moves(position);
        // A mate goes before counters, so these are asked only when a move is left.
        match over {
            Some(over)
                if !matches!(over.reason, Reason::LoneManLimit | Reason::BareCount | Reason::MoveLimit) =>
            {
                Some(over)
            }
            late => self.outcome_by_moves(position).or(late),
        }
    }

    fn werera_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        let Opening::Werera(law) = self.ruleset.laws.opening.law else { return None };
        if law.mate == WereraMate::NotAdjudicated {
            return None;
        }
        let mated = |side| self.is_in_check(position, side) && self.werera_moves(position, side).is_empty();
        let loser = Side::BOTH.into_iter().find(|&side| mated(side))?;
        Some(Outcome::win(loser.other(), Reason::WereraMate))
    }

    /// Endings that do not ask what moves there are, for programs that look at
    /// the moves themselves: taken and bared kings, counters and limits. Where
    /// the reason is a counter or a limit, a mate on the board goes before it,
    /// and [`Rules::outcome`] should be asked.
    #[must_use]
    #[inline]
    pub fn early_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        self.outcome_but_moves(position)
    }

    /// Endings that do not ask what moves there are, cheap to tell.
    #[inline(always)]
    pub(crate) fn outcome_but_moves(&self, position: &Position<S>) -> Option<Outcome> {
        let side = position.turn();
        if self.king_capturable || S::GENERAL {
            for side in Side::BOTH {
                if !position.of(ROYAL).meets(position.own(side)) {
                    return Some(Outcome::win(side.other(), Reason::KingCaptured));
                }
            }
            if position.phase() == Phase::Claimed {
                return Some(Outcome::win(side.other(), Reason::FailedEscape));
            }
        }
        if self.has_bare
            && let Some(over) = self.bare_outcome(position)
        {
            return Some(over);
        }
        if self.has_counters
            && let Some(over) = self.counter_outcome(position)
        {
            return Some(over);
        }
        (position.state.halfmove_clock() >= self.ply_limit).then_some(Outcome::draw(Reason::MoveLimit))
    }

    #[inline(always)]
    fn bare_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        let own_bare = position.counted(self, position.turn()).is_empty();
        let other_bare = position.counted(self, position.turn().other()).is_empty();
        if !own_bare && !other_bare {
            return None;
        }
        self.bared_outcome(position, own_bare, other_bare)
    }

    #[cold]
    fn bared_outcome(&self, position: &Position<S>, own_bare: bool, other_bare: bool) -> Option<Outcome> {
        let side = position.turn();
        match self.ruleset.laws.bare_king.law {
            BareKing::Ignored | BareKing::DrawAfter { .. } => None,
            BareKing::Draw { with_mate, .. } => {
                if with_mate == BareMate::Mate && self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                Some(Outcome::draw(Reason::BareKing))
            }
            BareKing::Loss { .. } if own_bare && other_bare => Some(Outcome::draw(Reason::BothBare)),
            BareKing::Loss { .. } if other_bare => Some(Outcome::win(side, Reason::BareKing)),
            BareKing::Loss { counter, .. } => {
                if self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                let saved = counter == BareCounter::NextMove && self.can_bare(position);
                (!saved).then_some(Outcome::win(side.other(), Reason::BareKing))
            }
        }
    }

    /// Whether the side to move can, by some throw, take the other side's last
    /// counted man. A throw that does not allow it loses only when the turn is over.
    fn can_bare(&self, position: &Position<S>) -> bool {
        let last = position.counted(self, position.turn().other());
        last.is_single()
            && self
                .turn_moves(&self.throw(position, 0))
                .iter()
                .any(|mv| self.play(position, *mv).counted(self, position.turn().other()).is_empty())
    }

    /// Moves with the throw on the board or, before the throw, with any; passes aside.
    fn turn_moves(&self, position: &Position<S>) -> Vec<crate::moves::Move> {
        let mut list = Vec::new();
        let mut visitor = crate::movegen::VisitingSink::<_>(&mut list);
        self.generate_turn(position, position.turn(), self.slots_in_reach(position), &mut visitor);
        list
    }

    /// Slots that may move now or, before the throw, by some throw.
    fn slots_in_reach(&self, position: &Position<S>) -> u64 {
        if !self.has_die || position.state.throw() > 0 {
            return self.movable_slots(position, position.state.throw());
        }
        let faces = 1..=self.ruleset.laws.die.face_count();
        faces.fold(0, |slots, face| slots | self.movable_slots(position, face))
    }

    #[cold]
    fn counter_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if let LoneManLimit::LoneMan { limit, .. } = self.ruleset.laws.support.law
            && position.counters().iter().any(|&count| count >= limit)
        {
            return Some(Outcome::draw(Reason::LoneManLimit));
        }
        if let BareKing::DrawAfter { moves, .. } = self.ruleset.laws.bare_king.law
            && position.counters()[0] >= moves.saturating_mul(2)
        {
            return Some(Outcome::draw(Reason::BareCount));
        }
        None
    }

    fn has_any_move(&self, position: &Position<S>) -> bool {
        self.has_move(position, self.slots_in_reach(position))
    }

    /// Whether the side to move is in check and no throw can help.
    fn is_mated(&self, position: &Position<S>) -> bool {
        let law = &self.ruleset.laws;
        matches!(law.royalty.law, Royalty::Mate { .. } | Royalty::MateAndCapture { .. })
            && law.check.law != CheckLaw::OneThrow
            && self.is_in_check(position, position.turn())
            && !self.has_any_move(&self.throw(position, 0))
    }

    /// Mate and stalemate. With a throw on the board they were told before it.
    fn outcome_by_moves(&self, position: &Position<S>) -> Option<Outcome> {
        let side = position.turn();
        if position.state.throw() > 0 {
            return None;
        }
        let laws = &self.ruleset.laws;
        if laws.check.law == CheckLaw::OneThrow && self.is_king_attacked(position, side.other()) {
            return None;
        }
        if laws.stalemate.law == Stalemate::LossWithoutPseudoMove {
            if !self.has_pseudo_move(position) {
                return Some(Outcome::win(side.other(), Reason::NoPseudoMove));
            }
            // A check that outlasts its one throw is claimed, not told before it.
            if laws.check.law == CheckLaw::OneThrow {
                return None;
            }
        }
        if self.has_any_move(position) {
            return None;
        }
        if self.is_in_check(position, side) {
            return match laws.check.law {
                CheckLaw::OneThrow => None,
                _ => Some(Outcome::win(side.other(), Reason::Checkmate)),
            };
        }
        match laws.stalemate.law {
            Stalemate::Loss => Some(Outcome::win(side.other(), Reason::Stalemate)),
            Stalemate::Draw => Some(Outcome::draw(Reason::Stalemate)),
            Stalemate::Pass | Stalemate::LossWithoutPseudoMove => None,
        }
    }

    /// How the mate on the board is judged, if there is one and the customs say
    /// anything: by the man that gives check, by the lowest if several do,
    /// a supporting pawn counting as part of the combination only if it checks.
    #[must_use]
    pub fn mate_style(&self, position: &Position<S>, loser: Side) -> Option<MateStyle> {
        if self.ruleset.laws.mate_style.law == MateCustoms::None {
            return None;
        }
        let checkers = self.checkers(position, loser);
        let styles = checkers.into_iter().filter_map(|cell| {
            let (_, man) = position.piece_at(self, cell)?;
            Some(MateStyle { rank: self.ruleset.laws.mate_style.law.rank(man)?, man })
        });
        styles.max_by_key(|style| style.rank)
    }
}
