//! What is looked at before the rules are asked: whether an intent can be read,
//! and whether people may want it at this table.

use rukh_rules::Side;
use rukh_rules::game::{Refusal, RefusalCode, SideWord};

use super::refusal;
use crate::table::Table;
use crate::wire::{Intent, PhaseWord};

/// The longest name of an intent, in bytes.
const LONGEST_ID: usize = 64;

/// Reads an intent.
pub(super) fn read(id: &str, d: serde_json::Value) -> Result<Intent, Refusal> {
    if id.is_empty() || id.len() > LONGEST_ID {
        let reason = format!("An intent needs an id of 1 to {LONGEST_ID} characters.");
        return Err(refusal(RefusalCode::BadIntent, reason));
    }
    serde_json::from_value(d)
        .map_err(|error| refusal(RefusalCode::BadIntent, format!("This intent makes no sense: {error}.")))
}

/// Whether people may want this: nobody acts for the server's own players.
pub(super) fn check(table: &Table, intent: &Intent) -> Result<(), Refusal> {
    if table.phase() == PhaseWord::Over {
        return Ok(());
    }
    let is_engine = |side: Side| table.terms().seat(side).engine_level().is_some();
    let turn = table.game().position().turn();
    let own = |side: SideWord| match Side::from(side) {
        side if is_engine(side) => {
            Err(refusal(RefusalCode::BadIntent, format!("The computer plays {}.", side.name())))
        }
        _ => Ok(()),
    };
    match intent {
        Intent::Place(place) | Intent::Substitute { place, .. } => own(place.side),
        Intent::Retract { side, .. } | Intent::Resign { side } => own(*side),
        Intent::Move { .. } if table.phase() == PhaseWord::Turns && is_engine(turn) => {
            Err(refusal(RefusalCode::NotYourTurn, "The computer is on move."))
        }
        Intent::Bundle if is_engine(turn) => {
            Err(refusal(RefusalCode::NotYourTurn, "It is the computer's bundle."))
        }
        Intent::Draw if Side::BOTH.into_iter().any(is_engine) => {
            Err(refusal(RefusalCode::BadIntent, "The computer does not agree to draws."))
        }
        Intent::Turns if Side::BOTH.into_iter().all(is_engine) => {
            Err(refusal(RefusalCode::BadIntent, "The computers decide that themselves."))
        }
        _ => Ok(()),
    }
}
