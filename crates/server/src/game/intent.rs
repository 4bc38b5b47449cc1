//! What is looked at before the rules are asked: whether an intent can be read,
//! and whether this person may want it, having seen what they have seen.

use rukh_rules::Side;
use rukh_rules::game::SideName;

use super::Asked;
use crate::auth::{Deed, may};
use crate::session::{Refused, Table};
use crate::wire::intent::PlaceIntent;
use crate::wire::people::Premove;
use crate::wire::{EventKind, Guest, Intent, PhaseWord};

/// The longest name of an intent, in bytes.
const LONGEST_ID: usize = 64;
/// The longest share in the throws, in bytes.
const LONGEST_SEED: usize = 64;
/// The most moves a side may prepare.
const MOST_PREMOVES: usize = 12;
/// The longest move that is written, in bytes.
const LONGEST_MOVE: usize = 16;

/// Reads an intent.
pub(super) fn read(id: &str, d: serde_json::Value) -> Result<Intent, Refused> {
    if id.is_empty() || id.len() > LONGEST_ID || id.chars().any(char::is_control) {
        let reason =
            format!("An intent needs an id of 1 to {LONGEST_ID} characters, none of them invisible.");
        return Err(Refused::new("bad_intent", reason));
    }
    serde_json::from_value(d)
        .map_err(|error| Refused::new("bad_intent", format!("This intent makes no sense: {error}.")))
}

/// What an intent is remembered by: the players choose ids without knowing each other's.
pub(super) fn name(table: &Table, asked: &Asked) -> String {
    let plays = asked.who.as_ref().map(|who| table.terms().sides_of(&who.id)).unwrap_or_default();
    let seat = match plays.first() {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    format!("{seat} {}", asked.message.id)
}

/// Whose intent it is: what names no side is done by the side on move.
pub(super) fn side_of(table: &Table, intent: &Intent) -> SideName {
    match intent {
        Intent::Place(place) | Intent::Substitute { place, .. } => place.side,
        Intent::Retract { side, .. }
        | Intent::Resign { side }
        | Intent::Draw { side }
        | Intent::Takeback { side }
        | Intent::Turns { side }
        | Intent::Rematch { side }
        | Intent::Decline { side, .. }
        | Intent::Abort { side }
        | Intent::AddTime { side }
        | Intent::Ready { side }
        | Intent::Claim { side, .. }
        | Intent::Premove { side, .. }
        | Intent::Seed { side, .. } => *side,
        Intent::Move { .. } | Intent::Bundle => table.game().position().turn().into(),
    }
}

/// Whether this person may want this at this table.
pub(super) fn check(table: &Table, who: Option<&Guest>, base: u64, intent: &Intent) -> Result<(), Refused> {
    let terms = table.terms();
    let turn = table.game().position().turn();
    let plays = who.map(|who| terms.sides_of(&who.id)).unwrap_or_default();
    if plays.is_empty() {
        may(who, terms, Deed::Play(side_of(table, intent)))?;
    }
    let is_in_turn = matches!(intent, Intent::Move { .. } | Intent::Bundle);
    if is_in_turn && table.phase() != PhaseWord::Over && !plays.contains(&turn) {
        let whose = if terms.is_engine(turn) { "The computer is" } else { "The other side is" };
        return Err(Refused::new("not_your_turn", format!("{whose} on move.")));
    }
    if !is_in_turn {
        may(who, terms, Deed::Play(side_of(table, intent)))?;
    }
    check_seen(table, base, intent)?;
    match intent {
        Intent::Premove { side, moves } => check_premoves(table, (*side).into(), moves),
        Intent::Seed { seed, .. } if seed.len() > LONGEST_SEED || seed.contains(['\n', '\0']) => {
            Err(Refused::new("bad_intent", format!("A share has at most {LONGEST_SEED} bytes on one line.")))
        }
        _ => Ok(()),
    }
}

/// Whether what the intent is about has changed since the client looked. A
/// client that does not say what it has seen (0) is judged by what is.
pub(super) fn check_seen(table: &Table, base: u64, intent: &Intent) -> Result<(), Refused> {
    if base > table.seq() {
        let reason = format!("You cannot have seen event {base}: there are {}.", table.seq());
        return Err(Refused::new("bad_intent", reason));
    }
    if base == 0 {
        return Ok(());
    }
    let since = &table.events()[base as usize..];
    match intent {
        Intent::Place(place) | Intent::Substitute { place, .. } => {
            let others: Vec<Journey> = since.iter().filter_map(|event| journey(&event.kind, place)).collect();
            match (others.first(), others.last()) {
                (Some(Journey::Left), _) => Err(Refused::new(
                    "target_moved",
                    format!("The man you wanted to take has left {}.", place.to),
                )),
                (_, Some(Journey::Came)) if table.phase() == PhaseWord::Werera => {
                    Err(Refused::new("target_taken", format!("{} was taken a moment before you.", place.to)))
                }
                _ => Ok(()),
            }
        }
        Intent::Move { .. } if since.iter().any(|event| matches!(event.kind, EventKind::Takeback { .. })) => {
            Err(Refused::new("stale", "A move was taken back meanwhile: look again."))
        }
        _ => Ok(()),
    }
}

/// What a man of the other side did at the cell somebody wants to go to.
enum Journey {
    Left,
    Came,
}

fn journey(told: &EventKind, place: &PlaceIntent) -> Option<Journey> {
    let (side, from, to) = match told {
        EventKind::Place(made) => (made.side, &made.from, &made.to),
        EventKind::Retract(retract) => (retract.side, &retract.to, &retract.from),
        _ => return None,
    };
    match (side != place.side, *from == place.to, *to == place.to) {
        (true, true, _) => Some(Journey::Left),
        (true, _, true) => Some(Journey::Came),
        _ => None,
    }
}

fn check_premoves(table: &Table, side: Side, moves: &[Premove]) -> Result<(), Refused> {
    let refused = |reason: String| Err(Refused::new("bad_intent", reason));
    if moves.len() > MOST_PREMOVES {
        return refused(format!("At most {MOST_PREMOVES} moves can be prepared."));
    }
    if moves.is_empty() {
        return Ok(());
    }
    if table.game().moves_of(side).iter().any(|chosen| !chosen.is_pass()) {
        return Err(Refused::new("not_your_turn", "It is your turn: move."));
    }
    let possible = table.possible_premoves(side);
    for wish in moves {
        let known = possible.values().flatten().find(|one| one.coordinates == wish.coordinates);
        let fits = known.is_some_and(|known| match (&known.faces, wish.face) {
            (_, None) => true,
            (Some(faces), Some(face)) => faces.contains(&face),
            (None, Some(_)) => false,
        });
        if !fits {
            let name: String = wish.coordinates.chars().take(LONGEST_MOVE).collect();
            return Err(Refused::new("illegal", format!("`{name}` cannot be prepared as the board stands.")));
        }
    }
    Ok(())
}
