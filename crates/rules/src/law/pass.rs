//! Whether a side may, or must, let its turn go by.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{DieLaw, Law, PieceNames, Stalemate};
use crate::kind::PieceKindSet;
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// Whether a side may or must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum PassLaw {
    /// Passing is not allowed: a side without a move falls under the law of stalemate.
    Never,
    /// A side passes when, and only when, it has no move.
    Forced,
    /// A side may pass whenever it likes.
    Free,
    /// As free, but not when one of these pieces could move.
    #[serde(rename = "free-except")]
    FreeExceptPawns {
        /// The pieces that must move if they can.
        men: PieceKindSet,
    },
}

impl Law for PassLaw {
    const KEY: &'static str = "pass";

    fn title() -> Message {
        say::law_pass_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<PassLaw> {
        Some(match section.choice("law")? {
            PassLawDiscriminants::Never => PassLaw::Never,
            PassLawDiscriminants::Forced => PassLaw::Forced,
            PassLawDiscriminants::Free => PassLaw::Free,
            PassLawDiscriminants::FreeExceptPawns => {
                PassLaw::FreeExceptPawns { men: section.kind_set("pawns")? }
            }
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let laws = judge.laws();
        let has_die = laws.die.as_ref().map(|die| die.law != DieLaw::None);
        let stalemate = laws.stalemate.as_ref().map(|stalemate| stalemate.law);
        match self {
            PassLaw::Never if has_die == Some(true) => {
                let message =
                    "a throw can name a piece that cannot move, so with a die `pass` cannot be `never`";
                judge.complain("law", message);
            }
            PassLaw::Forced
                if has_die == Some(false)
                    && matches!(stalemate, Some(Stalemate::Loss | Stalemate::Draw | Stalemate::Win)) =>
            {
                judge.note(
                    "law",
                    "passing never happens: the game of a side without a move ends by [stalemate]",
                );
            }
            PassLaw::FreeExceptPawns { men } if men.is_empty() => {
                judge.note("pawns", "names no piece, which is the law `free`");
            }
            _ => {}
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        vec![match self {
            PassLaw::Never => say::law_pass_never(),
            PassLaw::Forced => say::law_pass_forced(),
            PassLaw::Free => say::law_pass_free(),
            PassLaw::FreeExceptPawns { men } => say::law_pass_free_except(names.any(men.iter())),
        }]
    }
}
