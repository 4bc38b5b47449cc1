//! Game records of a match, for PGN and JSON Lines.

use rukh_rules::notation::record::{Record, Tags};

use crate::engine_match::{Match, Pair};
use crate::match_result::MatchResult;
use crate::player::PlayerError;
use crate::referee::{Cause, PlayedGame};

/// Records of both games of a pair with player, time control and termination tags; `date` in PGN
/// format.
#[must_use]
pub fn records(engine_match: &Match, result: &MatchResult, pair: &Pair, date: Option<&str>) -> [Record; 2] {
    let limits = [0, 1].map(|at: usize| engine_match.specs[at].limits(engine_match.time_control));
    [0, 1].map(|game: usize| {
        let played = &pair.games[game];
        let (white, black) = (game, 1 - game);
        let mut tags = Tags::default();
        // Names come from external engines; tags that cannot be set are left out.
        let mut set = |name: &str, value: &str| {
            let plain: String = value.chars().filter(|letter| !letter.is_control()).take(200).collect();
            let _ = tags.set(name, &plain);
        };
        set("Event", &format!("{} against {}", result.names[0], result.names[1]));
        set("Round", &format!("{}.{}", pair.number + 1, game + 1));
        date.into_iter().for_each(|date| set("Date", date));
        set("White", &result.names[white]);
        set("Black", &result.names[black]);
        set("WhitePace", &limits[white]);
        set("BlackPace", &limits[black]);
        set("Termination", termination(&played.cause));
        set("Reason", &reason(played));
        Record { tags, ..Record::new(played.game.clone()) }
    })
}

/// Value of PGN's Termination tag.
fn termination(cause: &Cause) -> &'static str {
    match cause {
        Cause::Rules | Cause::PlayerError(_, PlayerError::Resigned) => "normal",
        Cause::TimeForfeit(_) => "time forfeit",
        Cause::PlayerError(_, PlayerError::IllegalMove(_)) => "rules infraction",
        Cause::PlayerError(_, PlayerError::Crash(_) | PlayerError::Timeout(_)) => "abandoned",
        Cause::Adjudicated | Cause::CutOff => "adjudication",
    }
}

/// Description of the cause of a game's end.
#[must_use]
pub fn reason(played: &PlayedGame) -> String {
    match &played.cause {
        Cause::PlayerError(side, error) => format!("{}: {error}", side.name()),
        Cause::Adjudicated => "adjudicated by the match settings".to_owned(),
        Cause::CutOff => "cut off, too long for the match settings".to_owned(),
        Cause::Rules | Cause::TimeForfeit(_) => played.outcome.message(played.game.ruleset()).to_string(),
    }
}
