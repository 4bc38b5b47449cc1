//! How the game opens: with turns from the first move, or with the werera.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{DieLaw, Law, PieceNames};
use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::ruleset::section::Section;

/// How the game opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Turns from the first move on.
    Turns {
        /// The side that moves first.
        first: Side,
    },
    /// Both sides move at once until the first capture.
    Werera(WereraLaw),
}

/// The terms of the phase without turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WereraLaw {
    /// At once, or in bundles one after the other.
    pub manner: WereraMode,
    /// The rule for the first turn after it.
    pub first_turn: FirstTurn,
    /// Whether a mate that stands during the phase ends the game.
    pub mate: WereraMate,
    /// How far pawns go while it lasts.
    pub pawns: PawnAdvance,
    /// Moves each side may make before turns begin with White; 0 is no limit.
    pub budget: u16,
}

/// How the two sides share the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants)]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum WereraMode {
    /// Either side moves whenever it likes.
    Live,
    /// The sides alternate bundles of quiet moves.
    Batched {
        /// Quiet moves a bundle may have.
        bundle: u16,
    },
}

/// The rule for the first turn after the werera.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    /// The side whose piece was captured moves first.
    SideCaptured,
}

/// What a mate means while the werera lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum WereraMate {
    /// The game goes on: the checking side may still take its move back.
    NotAdjudicated,
    /// It ends the game.
    Adjudicated,
}

/// How far pawns advance in the werera.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum PawnAdvance {
    /// As always.
    OneStep,
    /// Any distance straight forward over empty cells.
    AnyDistance,
}

impl Law for Opening {
    const KEY: &'static str = "opening";

    fn title() -> Message {
        say::law_opening_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Opening> {
        if let OpeningDiscriminants::Turns = section.choice("law")? {
            return Some(Opening::Turns { first: section.choice("first")? });
        }
        let manner = section.choice("manner").and_then(|manner| match manner {
            WereraModeDiscriminants::Live => Some(WereraMode::Live),
            WereraModeDiscriminants::Batched => {
                section.number("bundle", 1, 1000).map(|bundle| WereraMode::Batched { bundle: bundle as u16 })
            }
        });
        if section.table().get("bundle").is_some() && manner == Some(WereraMode::Live) {
            section.complain_here("`bundle` belongs to the batched manner only");
        }
        let first_turn = section.choice("first-turn");
        let mate = section.choice("mate");
        let pawns = section.choice("pawns");
        let budget = section.number("budget", 0, 10_000);
        Some(Opening::Werera(WereraLaw {
            manner: manner?,
            first_turn: first_turn?,
            mate: mate?,
            pawns: pawns?,
            budget: budget? as u16,
        }))
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let Opening::Werera(law) = self else { return };
        if judge.laws().die.as_ref().is_some_and(|die| die.law != DieLaw::None) {
            judge.complain("", "a werera has no turns, so no die can be thrown in it");
        }
        if judge.is_guarded() == Some(false) {
            let message = "in the werera no king may be put or left under attack: royalty must be `mate`";
            judge.complain("", message);
        }
        if law.pawns == PawnAdvance::AnyDistance && judge.pawns().is_some_and(PieceKindSet::is_empty) {
            judge.note("pawns", "no piece is called a pawn, so none advances any distance");
        }
        if let WereraMode::Batched { bundle } = law.manner
            && law.budget > 0
            && bundle > law.budget
        {
            judge.note("bundle", "a bundle is never full: `budget` allows fewer moves");
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        let law = match self {
            Opening::Turns { first } => return vec![say::law_opening_turns(*first)],
            Opening::Werera(law) => law,
        };
        let mut sentences = vec![
            match law.manner {
                WereraMode::Live => say::law_opening_live(),
                WereraMode::Batched { bundle } => say::law_opening_bundles(bundle),
            },
            say::law_opening_end(),
        ];
        if law.pawns == PawnAdvance::AnyDistance {
            sentences.push(say::law_opening_pawns());
        }
        sentences.push(say::law_opening_mate(Argument::Choice(law.mate.into())));
        if law.budget > 0 {
            sentences.push(say::law_opening_budget(law.budget));
        }
        sentences
    }
}
