//! A side that has no move and is not in check.

use serde::Serialize;

use super::{Law, PassLaw, PieceNames};
use crate::message::{Message, say};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// What becomes of a side that is not in check and has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// It has lost.
    Loss,
    /// The game is drawn.
    Draw,
    /// It passes.
    Pass,
    /// It has lost, but only if no piece could move even were check ignored.
    LossWithoutPseudoMove,
}

impl Law for Stalemate {
    const KEY: &'static str = "stalemate";

    fn title() -> Message {
        say::law_stalemate_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Stalemate> {
        Some(match section.word("law", &["loss", "draw", "pass", "loss-without-pseudo-move"])? {
            "loss" => Stalemate::Loss,
            "draw" => Stalemate::Draw,
            "pass" => Stalemate::Pass,
            _ => Stalemate::LossWithoutPseudoMove,
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        if judge.laws().pass.as_ref().is_none_or(|pass| pass.law != PassLaw::Never) {
            return;
        }
        match self {
            Stalemate::Pass => {
                judge.complain("law", "`pass` needs a law of passing that allows it: `forced` or freer");
            }
            Stalemate::LossWithoutPseudoMove if judge.is_guarded() == Some(true) => {
                let message = "a side whose every move would leave its king attacked has neither lost nor a move: [pass] must be `forced` or freer";
                judge.complain("law", message);
            }
            _ => {}
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            Stalemate::Loss => "loss",
            Stalemate::Draw => "draw",
            Stalemate::Pass => "pass",
            Stalemate::LossWithoutPseudoMove => "loss-without-pseudo-move",
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            Stalemate::Loss => say::law_stalemate_loss(),
            Stalemate::Draw => say::law_stalemate_draw(),
            Stalemate::Pass => say::law_stalemate_pass(),
            Stalemate::LossWithoutPseudoMove => say::law_stalemate_loss_without_pseudo_move(),
        }]
    }
}

impl<S: Shape> Rules<S> {
    /// The side to move could move no piece even if check were ignored.
    pub(crate) fn no_pseudo_move(&self, position: &Position<S>) -> Option<Outcome> {
        let is_lost =
            self.ruleset.stalemate() == Stalemate::LossWithoutPseudoMove && !self.has_pseudo_move(position);
        is_lost.then(|| Outcome::win(position.turn().other(), Reason::NoPseudoMove))
    }

    /// The side to move, not in check, has no move; with a die, by no throw.
    pub(crate) fn stalemate(&self, position: &Position<S>) -> Option<Outcome> {
        let outcome = match self.ruleset.stalemate() {
            Stalemate::Loss => Outcome::win(position.turn().other(), Reason::Stalemate),
            Stalemate::Draw => Outcome::draw(Reason::Stalemate),
            Stalemate::Pass | Stalemate::LossWithoutPseudoMove => return None,
        };
        (!self.has_any_move(position)).then_some(outcome)
    }
}
