//! What a side in check may do, and what becomes of an escape that failed.

mod effect;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::{DieLaw, Law, PieceNames};
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// What a side in check may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
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
        section.choice("law")
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

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            CheckLaw::Ordinary => say::law_check_ordinary(),
            CheckLaw::NoDuty => say::law_check_no_duty(),
            CheckLaw::RoyalFaceOnly => say::law_check_royal_face(),
            CheckLaw::OneThrow => say::law_check_one_throw(),
        }]
    }
}
