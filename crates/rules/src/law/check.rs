//! What a side in check may do, and what becomes of an escape that failed.

use serde::Serialize;

use super::{DieLaw, Law, PieceNames};
use crate::message::{Message, say};
use crate::outcome::{Outcome, Reason};
use crate::position::{Phase, Position};
use crate::rules::{ROYAL, Rules};
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// What a side in check may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckLaw {
    /// Any move that ends the check.
    Ordinary,
    /// Check lays no duty on anybody.
    NoDuty,
    /// Only the royal piece moves, on its own face; every other throw is a lost turn.
    RoyalFaceOnly,
    /// Any piece the throw names may end the check, but a side still in check
    /// after its one throw has lost: the opponent's only move is the pass that
    /// ends the game.
    OneThrow,
}

impl Law for CheckLaw {
    const KEY: &'static str = "check";

    fn title() -> Message {
        say::law_check_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<CheckLaw> {
        Some(match section.word("law", &["ordinary", "no-duty", "royal-face-only", "one-throw"])? {
            "ordinary" => CheckLaw::Ordinary,
            "no-duty" => CheckLaw::NoDuty,
            "royal-face-only" => CheckLaw::RoyalFaceOnly,
            _ => CheckLaw::OneThrow,
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let laws = judge.laws();
        let die = laws.die.as_ref().map(|die| &die.law);
        match (self, judge.is_guarded()) {
            (CheckLaw::Ordinary, Some(false)) => {
                let message = "where kings are simply taken there is no check to be ended: write `no-duty`";
                judge.complain("law", message);
            }
            (CheckLaw::NoDuty, Some(true)) => {
                let message = "no move may leave the own king attacked (royalty), so a check is a duty: write `ordinary`";
                judge.complain("law", message);
            }
            (CheckLaw::RoyalFaceOnly | CheckLaw::OneThrow, Some(false)) => {
                let message = "a duty in check needs a king that may not be left attacked: royalty `mate` or `mate-and-capture`";
                judge.complain("law", message);
            }
            (CheckLaw::RoyalFaceOnly | CheckLaw::OneThrow, _) if die == Some(&DieLaw::None) => {
                judge.complain("law", "speaks of throws, but there is no die: write `ordinary`");
            }
            _ => {}
        }
        if let (CheckLaw::RoyalFaceOnly, Some(DieLaw::NamesMen { faces }), Some(royal)) =
            (self, die, judge.royal())
            && !faces.iter().any(|face| face.has(royal))
        {
            judge.complain("law", "no face of the die names the royal piece, so no check could be ended");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            CheckLaw::Ordinary => "ordinary",
            CheckLaw::NoDuty => "no-duty",
            CheckLaw::RoyalFaceOnly => "royal-face-only",
            CheckLaw::OneThrow => "one-throw",
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            CheckLaw::Ordinary => say::law_check_ordinary(),
            CheckLaw::NoDuty => say::law_check_no_duty(),
            CheckLaw::RoyalFaceOnly => say::law_check_royal_face(),
            CheckLaw::OneThrow => say::law_check_one_throw(),
        }]
    }
}

impl<S: Shape> Rules<S> {
    /// The pass by which the opponent claimed a failed escape.
    #[inline(always)]
    pub(crate) fn failed_escape(&self, position: &Position<S>) -> Option<Outcome> {
        let loser = position.turn();
        (position.phase() == Phase::Claimed).then_some(Outcome::win(loser.other(), Reason::FailedEscape))
    }

    /// Whether the side not on move is still in check after its one throw, so
    /// that the side on move can only claim the game by a pass.
    pub(crate) fn awaits_claim(&self, position: &Position<S>) -> bool {
        self.ruleset.has_one_throw_to_escape() && self.is_king_attacked(position, position.turn().other())
    }

    /// Claims a failed escape by the pass that answers it.
    pub(crate) fn claim_by_pass(&self, position: &Position<S>, next: &mut Position<S>) {
        if self.awaits_claim(position) {
            next.state.set_phase(Phase::Claimed);
        }
    }

    /// The slots, of those that the die names, that the law of check leaves.
    #[inline(always)]
    pub(crate) fn slots_in_check(&self, position: &Position<S>, named: u64) -> u64 {
        match self.ruleset.laws.check.law {
            CheckLaw::RoyalFaceOnly if self.is_in_check(position, position.turn()) => named & (1 << ROYAL),
            CheckLaw::OneThrow if self.is_king_attacked(position, position.turn().other()) => 0,
            _ => named,
        }
    }
}
