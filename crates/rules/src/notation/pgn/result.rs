//! How a game that was read ends: by its moves, its tags, or its record alone.

use super::assembler::RawGame;
use super::lexer::{Location, Score, cut_short};
use crate::game::{Event, Game, RecordedResult, SideName};

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
    game: &mut Game,
    raw: &RawGame,
    stated: &ClaimedResult,
) -> Result<Option<Objection>, Objection> {
    let ClaimedResult { place, result } = *stated;
    let recorded = RecordedResult::parse(result);
    let Some(over) = game.outcome() else {
        if let Some(recorded) = recorded {
            let open = game.checkpoint();
            apply(game, place, explained(raw, recorded))?;
            // By our laws a side without the means to win does not win on time.
            if game.outcome().is_some_and(|over| over.result() != result) {
                game.rewind(open);
                apply(game, place, Event::Result { result: recorded })?;
            }
        }
        return Ok(None);
    };
    if over.result() == result {
        return Ok(None);
    }
    let why = over.message(game.ruleset());
    let objection = (place, format!("the result is `{result}`, but should be `{}`: {why}", over.result()));
    if let Some(result) = recorded.filter(|_| !over.is_by_players()) {
        apply(game, place, Event::Result { result })?;
    }
    Ok(Some(objection))
}

fn apply(game: &mut Game, place: Location, event: Event) -> Result<(), Objection> {
    game.apply(event, None).map(drop).map_err(|refusal| (place, refusal.to_string()))
}

/// The reason of a result by `Termination`; without it the reason is unknown.
fn explained(raw: &RawGame, result: RecordedResult) -> Event {
    let termination = raw.tags.get("Termination").map_or("", |(_, text)| text.trim());
    let loser = match result {
        RecordedResult::White => SideName::Black,
        RecordedResult::Black => SideName::White,
        RecordedResult::Draw => return Event::Result { result },
    };
    if termination.eq_ignore_ascii_case("time forfeit") {
        Event::Flag { side: loser }
    } else if termination.eq_ignore_ascii_case("abandoned") {
        Event::Leave { side: loser, drawn: false }
    } else {
        Event::Result { result }
    }
}
