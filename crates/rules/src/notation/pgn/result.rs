//! How a game that was read ends: by its moves, its tags, or its record alone.

use super::assembler::RawGame;
use super::lexer::{Location, Score, cut_short};
use super::walk::Walk;
use crate::game::{Event, Game, RecordedResult};
use crate::geometry::Side;
use crate::outcome::Outcome;

/// What is said of a result: something a strict reader refuses.
pub(super) type Objection = (Location, String);

/// The result a game is said to have, and where it is said.
pub(super) struct ClaimedResult {
    place: Location,
    result: &'static str,
}

/// What tag and moves say of the result together, with what is wrong about how they say it.
pub(super) fn stated(raw: &RawGame, objections: &mut Vec<Objection>) -> ClaimedResult {
    let mut read = |place: Location, text: &str| {
        let score = Score::parse(text);
        let message = match &score {
            None => format!("`{}` is no result; there are 1-0, 0-1, 1/2-1/2 and *", cut_short(text)),
            Some(score) if !score.is_standard() => {
                format!("the result `{}` should be written as `{}`", cut_short(text), score.result)
            }
            Some(_) => return score.map(|score| score.result),
        };
        objections.push((place, message));
        score.map(|score| score.result)
    };
    let tag = raw.tags.get("Result").filter(|(_, text)| !matches!(text.trim(), "?" | ""));
    let tag = tag.and_then(|(place, text)| Some((*place, read(*place, text.trim())?)));
    let moves = raw.result.as_ref().and_then(|(place, score)| Some((*place, read(*place, &score.written)?)));
    let (place, result) = match (tag, moves) {
        (Some(tag), Some(moves)) if tag.1 != moves.1 => {
            objections
                .push((tag.0, format!("the tag says `{}`, but the moves end with `{}`", tag.1, moves.1)));
            if tag.1 == "*" { moves } else { tag }
        }
        (_, Some(moves)) => moves,
        (Some(tag), None) => tag,
        (None, None) => (raw.place, "*"),
    };
    ClaimedResult { place, result }
}

/// Ends a game as it is said to have ended; what the laws have against that.
///
/// # Errors
/// Why the game cannot end so.
pub(super) fn finish(
    walk: &mut Walk,
    raw: &RawGame,
    stated: &ClaimedResult,
) -> Result<Option<Objection>, Objection> {
    let ClaimedResult { place, result } = *stated;
    let recorded = result.parse::<RecordedResult>().ok();
    let Some(over) = walk.game.outcome() else {
        if let Some(recorded) = recorded {
            let termination = raw.tags.get("Termination").map(|(_, text)| text.as_str());
            apply(walk, place, explained(&walk.game, recorded, termination))?;
        }
        return Ok(None);
    };
    if over.result() == result {
        return Ok(None);
    }
    let why = over.message(walk.game.ruleset());
    let objection = (place, format!("the result is `{result}`, but should be `{}`: {why}", over.result()));
    if let Some(result) = recorded.filter(|_| !over.is_by_players()) {
        apply(walk, place, Event::Result { result })?;
    }
    Ok(Some(objection))
}

fn apply(walk: &mut Walk, place: Location, event: Event) -> Result<(), Objection> {
    walk.apply(event, None).map_err(|refusal| (place, refusal.to_string()))
}

/// The event that a result of an open game stands for, explained by the tag `Termination` where the laws
/// agree; without it the reason is unknown.
pub(super) fn explained(game: &Game, result: RecordedResult, termination: Option<&str>) -> Event {
    let termination = termination.unwrap_or_default().trim();
    let loser = match result {
        RecordedResult::White => Some(Side::Black),
        RecordedResult::Black => Some(Side::White),
        RecordedResult::Draw => None,
    };
    let told = match loser {
        Some(side) if termination.eq_ignore_ascii_case("time forfeit") => Some(Event::Flag { side }),
        Some(side) if termination.eq_ignore_ascii_case("abandoned") => {
            Some(Event::Leave { side, drawn: false })
        }
        _ => None,
    };
    told.filter(|event| result_of(game, event) == Some(result.into())).unwrap_or(Event::Result { result })
}

/// The result that an event would give a game.
fn result_of(game: &Game, event: &Event) -> Option<&'static str> {
    let mut ended = game.clone();
    ended.apply(event.clone(), None).ok()?;
    ended.outcome().map(Outcome::result)
}
