//! Games of a match as records, which PGN and JSON Lines are written from.

use rukh_rules::notation::record::{Record, Tags};

use crate::engine_match::{Match, Pair};
use crate::match_result::MatchResult;
use crate::player::PlayerError;
use crate::referee::{Cause, PlayedGame};

/// Both games of a pair, in the order they were played, with who played and why
/// they ended; `date` as PGN has it, if anybody knows it.
#[must_use]
pub fn records(contest: &Match, standing: &MatchResult, pair: &Pair, date: Option<&str>) -> [Record; 2] {
    let paces = [0, 1].map(|at: usize| contest.specs[at].limits(contest.time_control));
    [0, 1].map(|game: usize| {
        let played = &pair.games[game];
        let (white, black) = (game, 1 - game);
        let mut tags = Tags::default();
        // Names come from strangers; a tag that cannot be set is left out.
        let mut set = |name: &str, value: &str| {
            let plain: String = value.chars().filter(|letter| !letter.is_control()).take(200).collect();
            let _ = tags.set(name, &plain);
        };
        set("Event", &format!("{} against {}", standing.names[0], standing.names[1]));
        set("Round", &format!("{}.{}", pair.number + 1, game + 1));
        date.into_iter().for_each(|date| set("Date", date));
        set("White", &standing.names[white]);
        set("Black", &standing.names[black]);
        set("WhitePace", &paces[white]);
        set("BlackPace", &paces[black]);
        set("Termination", termination(&played.cause));
        set("Reason", &reason(played));
        Record { tags, ..Record::new(played.game.clone()) }
    })
}

/// PGN's words for how a game ended.
fn termination(cause: &Cause) -> &'static str {
    match cause {
        Cause::Rules | Cause::PlayerError(_, PlayerError::Resigned) => "normal",
        Cause::TimeForfeit(_) => "time forfeit",
        Cause::PlayerError(_, PlayerError::IllegalMove(_)) => "rules infraction",
        Cause::PlayerError(_, PlayerError::Crash(_) | PlayerError::Timeout(_)) => "abandoned",
        Cause::Adjudicated => "adjudication",
    }
}

/// Why a game ended, in words.
#[must_use]
pub fn reason(played: &PlayedGame) -> String {
    match &played.cause {
        Cause::PlayerError(side, fault) => format!("{}: {fault}", side.name()),
        Cause::Adjudicated => "adjudicated by the match settings".to_owned(),
        Cause::Rules | Cause::TimeForfeit(_) => played.outcome.text(played.game.ruleset()),
    }
}
