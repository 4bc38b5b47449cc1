//! A side that has no move and is not in check.

mod effect;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::{Law, PassLaw, PieceNames};
use crate::geometry::Side;
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// What becomes of a side that is not in check and has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// It has lost.
    Loss,
    /// The game is drawn.
    Draw,
    /// It has won.
    Win,
    /// It passes.
    Pass,
    /// It has lost, but only if no piece could move even were check ignored.
    LossWithoutPseudoMove,
}

impl Stalemate {
    /// A win by this law, as a sentence.
    pub(crate) fn end(self, winner: Side, loser: Side) -> Message {
        match self {
            Stalemate::Win => say::outcome_stalemate_win(winner),
            _ => say::outcome_stalemate_loss(winner, loser),
        }
    }
}

impl Law for Stalemate {
    const KEY: &'static str = "stalemate";

    fn title() -> Message {
        say::law_stalemate_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Stalemate> {
        section.choice("law")
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

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            Stalemate::Loss => say::law_stalemate_loss(),
            Stalemate::Draw => say::law_stalemate_draw(),
            Stalemate::Win => say::law_stalemate_win(),
            Stalemate::Pass => say::law_stalemate_pass(),
            Stalemate::LossWithoutPseudoMove => say::law_stalemate_loss_without_pseudo_move(),
        }]
    }
}
