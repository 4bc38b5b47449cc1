//! Parsing, authorization and validation of intents, before the rules decide.
//!
//! ```
//! # use std::sync::Arc;
//! # use rukh_fair_dice::ServerSeed;
//! # use rukh_rules::{Game, Ruleset};
//! use rukh_session::intent::{IntentStatus, admit, idempotency_key};
//! # use rukh_session::session::{GameInfo, Session};
//! # use rukh_session::wire::event::Seq;
//! # use rukh_session::wire::time::UnixMillis;
//! # use rukh_session::wire::{ClientMessage, GameTimeControl, Player, SpectatorMode};
//! # let guest = |id: &str| id.parse::<rukh_session::id::GuestId>().expect("an id");
//! # let (almaz, bekele) = (guest("almaz"), guest("bekele"));
//! # let info = GameInfo {
//! #     id: "game".parse()?,
//! #     white: Player::Guest { id: almaz.clone() },
//! #     black: Player::Guest { id: bekele.clone() },
//! #     server_seed: ServerSeed([7; 32]),
//! #     time_control: GameTimeControl::None,
//! #     odds: None,
//! #     spectator_mode: SpectatorMode::Match,
//! #     private: false,
//! #     rated: None,
//! #     started: UnixMillis::new(0),
//! # };
//! # let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! # let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
//! # session.commit(start, None);
//!
//! let data = serde_json::json!({ "kind": "move", "move": "e2e3" });
//! let message = ClientMessage { id: "m1".to_owned(), base: Seq::ZERO, data };
//! // It is the turn of Almaz, who plays White.
//! assert_eq!(admit(&session, Some(&bekele), &message).unwrap_err().code, "not_your_turn");
//! let Ok(IntentStatus::New(intent, _)) = admit(&session, Some(&almaz), &message) else { panic!() };
//!
//! let draft = session.draft_intent(&intent, UnixMillis::new(1_000), 0).expect("a legal move");
//! let key = idempotency_key(&session, Some(&almaz), &message.id);
//! session.commit(draft, Some(key));
//! // A client that has missed the answer may ask again: the move is made once.
//! assert_eq!(admit(&session, Some(&almaz), &message), Ok(IntentStatus::Executed(session.seq())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rukh_rules::{Game, Node, Side, UciMove};

use crate::auth::{self, Action};
use crate::id::GuestId;
use crate::say;
use crate::session::{Rejection, Session};
use crate::wire::event::Seq;
use crate::wire::intent::PlaceIntent;
use crate::wire::people::Premove;
use crate::wire::{ClientMessage, EventKind, GamePhase, Intent};

/// Maximum length of an intent id, in bytes.
const MAX_ID_BYTES: usize = 64;
/// Maximum length of a player's seed, in bytes.
const MAX_SEED_BYTES: usize = 64;
/// Maximum number of premoves of a side, conditional moves after others among them.
const MAX_PREMOVES: usize = 60;
/// Maximum length of a move in a message, in bytes.
const MAX_MOVE_BYTES: usize = 16;

/// An admitted message of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IntentStatus {
    /// An intent to execute, with its side.
    New(Intent, Side),
    /// Executed before: the number of its last event.
    Executed(Seq),
}

/// Parses, authorizes, deduplicates and validates an intent.
///
/// # Errors
/// A rejection with the reason.
pub fn admit(
    session: &Session,
    person: Option<&GuestId>,
    message: &ClientMessage,
) -> Result<IntentStatus, Rejection> {
    let intent = parse(&message.id, message.data.clone())?;
    authorize(session, person, &intent)?;
    if let Some(seq) = session.seq_of_intent(&idempotency_key(session, person, &message.id)) {
        return Ok(IntentStatus::Executed(seq));
    }
    validate(session, person, message.base, &intent)?;
    let side = side_of(session, &intent);
    Ok(IntentStatus::New(intent, side))
}

/// Parses an intent.
fn parse(id: &str, data: serde_json::Value) -> Result<Intent, Rejection> {
    if id.is_empty() || id.len() > MAX_ID_BYTES || id.chars().any(char::is_control) {
        return Err(Rejection::new("bad_intent", say::reject_intent_id(MAX_ID_BYTES as u64)));
    }
    serde_json::from_value(data)
        .map_err(|error| Rejection::new("bad_intent", say::host::reject_intent_unreadable(error.to_string())))
}

/// Idempotency key of an intent: ids are scoped to a side, because players choose them
/// independently.
#[must_use]
pub fn idempotency_key(session: &Session, person: Option<&GuestId>, id: &str) -> String {
    let plays = person.map(|person| session.info().sides_of(person)).unwrap_or_default();
    let seat = match plays.first() {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    format!("{seat} {id}")
}

/// The side of an intent; intents that name none belong to the side on move.
fn side_of(session: &Session, intent: &Intent) -> Side {
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
        | Intent::Vacation { side }
        | Intent::Claim { side, .. }
        | Intent::Premove { side, .. }
        | Intent::Seed { side, .. } => *side,
        Intent::Move { .. } | Intent::EndBatch => session.game().position().turn(),
    }
}

/// Authorizes the sender to play for the intent's side.
fn authorize(session: &Session, person: Option<&GuestId>, intent: &Intent) -> Result<(), Rejection> {
    let (info, side) = (session.info(), side_of(session, intent));
    let action = if is_in_turn(intent) { Action::Move(info, side) } else { Action::Play(info, side) };
    auth::authorize(person, action)
}

/// Whether an intent is a move of the side on move.
fn is_in_turn(intent: &Intent) -> bool {
    matches!(intent, Intent::Move { .. } | Intent::EndBatch)
}

/// Validates that the state allows an authorized intent.
///
/// # Errors
/// A rejection with the reason.
pub fn validate(
    session: &Session,
    person: Option<&GuestId>,
    base: Seq,
    intent: &Intent,
) -> Result<(), Rejection> {
    let info = session.info();
    let turn = session.game().position().turn();
    let plays = person.map(|person| info.sides_of(person)).unwrap_or_default();
    if is_in_turn(intent) && session.phase() != GamePhase::Over && !plays.contains(&turn) {
        let message = if info.is_engine(turn) { say::reject_engine_turn() } else { say::reject_other_turn() };
        return Err(Rejection::new("not_your_turn", message));
    }
    validate_base(session, base, intent)?;
    match intent {
        Intent::Premove { side, moves } => validate_premoves(session, *side, moves),
        Intent::Seed { seed, .. } if seed.len() > MAX_SEED_BYTES || seed.contains(['\n', '\0']) => {
            Err(Rejection::new("bad_intent", say::reject_seed(MAX_SEED_BYTES as u64)))
        }
        _ => Ok(()),
    }
}

/// Validates that the intent's target has not changed since event `base`. With `base` 0 the client
/// does not say what it has seen, and the current state counts.
///
/// # Errors
/// A rejection with the reason.
pub fn validate_base(session: &Session, base: Seq, intent: &Intent) -> Result<(), Rejection> {
    if base > session.seq() {
        return Err(Rejection::new(
            "bad_intent",
            say::reject_unknown_event(base.as_u64(), session.seq().as_u64()),
        ));
    }
    if base == Seq::ZERO {
        return Ok(());
    }
    let since = &session.events()[base.count()..];
    match intent {
        Intent::Place(place) | Intent::Substitute { place, .. } => {
            let others: Vec<TargetChange> =
                since.iter().filter_map(|event| target_change(&event.kind, place)).collect();
            match (others.first(), others.last()) {
                (Some(TargetChange::Left), _) => {
                    Err(Rejection::new("target_moved", say::reject_target_left(place.to)))
                }
                (_, Some(TargetChange::Arrived)) if session.phase() == GamePhase::Werera => {
                    Err(Rejection::new("target_taken", say::reject_target_taken(place.to)))
                }
                _ => Ok(()),
            }
        }
        Intent::Move { .. } if since.iter().any(|event| matches!(event.kind, EventKind::Takeback { .. })) => {
            Err(Rejection::new("stale", say::reject_stale()))
        }
        // Answers are about the position in which they were written.
        Intent::Premove { moves, .. } if moves.iter().any(|one| one.after.is_some()) => {
            let is_other = |kind: &EventKind| kind.is_ply() || matches!(kind, EventKind::Takeback { .. });
            match since.iter().any(|event| is_other(&event.kind)) {
                true => Err(Rejection::new("stale", say::reject_stale())),
                false => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// What a piece of the other side did at the target cell.
enum TargetChange {
    Left,
    Arrived,
}

fn target_change(kind: &EventKind, place: &PlaceIntent) -> Option<TargetChange> {
    let (side, from, to) = match kind {
        EventKind::Place(made) => (made.side, &made.from, &made.to),
        EventKind::Retract(retract) => (retract.side, &retract.to, &retract.from),
        _ => return None,
    };
    match (side != place.side, *from == place.to, *to == place.to) {
        (true, true, _) => Some(TargetChange::Left),
        (true, _, true) => Some(TargetChange::Arrived),
        _ => None,
    }
}

fn validate_premoves(session: &Session, side: Side, moves: &[Premove]) -> Result<(), Rejection> {
    if count(moves) > MAX_PREMOVES {
        return Err(Rejection::new("bad_intent", say::reject_premove_count(MAX_PREMOVES as u64)));
    }
    if moves.is_empty() {
        return Ok(());
    }
    if session.game().moves_of(side).iter().any(|mv| !mv.is_pass()) {
        return Err(Rejection::new("not_your_turn", say::reject_premove_own_turn()));
    }
    if moves.iter().any(|one| one.after.is_some()) {
        return match session.game().ruleset().faces() {
            0 => validate_conditional(session.game(), side, moves),
            _ => Err(Rejection::new("bad_intent", say::reject_conditional_die())),
        };
    }
    let possible = session.possible_premoves(side);
    for premove in moves {
        let known = possible.values().flatten().find(|one| one.coordinates == premove.coordinates);
        let fits = known.is_some_and(|known| match (&known.faces, premove.face) {
            (_, None) => true,
            (Some(faces), Some(face)) => faces.contains(&face),
            (None, Some(_)) => false,
        });
        if !fits || !premove.then.is_empty() {
            return Err(unprepared(&premove.coordinates));
        }
    }
    Ok(())
}

/// Validates conditional moves by playing them: each answers a legal move of the other side, and no move has two
/// answers.
fn validate_conditional(game: &Game, side: Side, moves: &[Premove]) -> Result<(), Rejection> {
    let mut answered = Vec::new();
    for premove in moves {
        let after = premove.after.as_ref().ok_or_else(|| unprepared(&premove.coordinates))?;
        if premove.face.is_some() {
            return Err(unprepared(&premove.coordinates));
        }
        let mut game = game.clone();
        for (text, by) in [(after, side.other()), (&premove.coordinates, side)] {
            let found =
                game.legal_move(text).ok().filter(|mv| game.node() == Node::Choice(by) && !mv.is_pass());
            let mv = found.ok_or_else(|| unprepared(text))?;
            if by != side {
                // As the event will have it, where a promotion that goes without saying is said.
                if text.parse().ok() != Some(UciMove::of(game.ruleset(), mv)) {
                    return Err(unprepared(text));
                }
                if answered.contains(&mv) {
                    return Err(Rejection::new("bad_intent", say::reject_conditional_twice(shown(after))));
                }
                answered.push(mv);
            }
            game.play(mv, None).map_err(|_| unprepared(text))?;
        }
        validate_conditional(&game, side, &premove.then)?;
    }
    Ok(())
}

/// How many moves are prepared, those after others among them.
fn count(moves: &[Premove]) -> usize {
    moves.iter().map(|one| 1 + count(&one.then)).sum()
}

fn unprepared(played: &str) -> Rejection {
    Rejection::new("illegal", say::reject_premove(shown(played)))
}

/// A move that somebody wrote, of which only so much is shown.
fn shown(played: &str) -> String {
    played.chars().take(MAX_MOVE_BYTES).collect()
}
