//! The results as JSON.

use serde::Serialize;

use super::{MAX_TEXT, NameOf, ReportHeader, cleaned};
use crate::event::{BoardResult, ByeKind, Forfeit};
use crate::format::TournamentFormat;
use crate::standings::StandingRow;
use crate::tournament::{Tournament, TournamentGameStatus};

#[derive(Serialize)]
struct JsonReport<'t> {
    /// Version of this form.
    version: u8,
    name: String,
    start_date: String,
    end_date: String,
    time_control: String,
    format: &'t TournamentFormat,
    standings: Vec<JsonRow>,
    games: Vec<JsonGame>,
    byes: Vec<JsonBye>,
}

#[derive(Serialize)]
struct JsonRow {
    name: String,
    #[serde(flatten)]
    row: StandingRow,
}

/// A game; players are numbers of entrants.
#[derive(Serialize)]
struct JsonGame {
    round: u16,
    white: usize,
    black: usize,
    /// As in PGN: `1-0`, `0-1`, `1/2-1/2`, `*` while it is open, and `0-0` if neither played.
    result: &'static str,
    forfeited: bool,
}

#[derive(Serialize)]
struct JsonBye {
    round: u16,
    entrant: usize,
    kind: ByeKind,
}

/// The results as a JSON object: `version`, the texts of the header, `format`, `standings` (the best first),
/// `games` and `byes`. Players of games are the `number` of a row of the standings.
#[must_use]
pub fn json(tournament: &Tournament, header: &ReportHeader, name_of: NameOf<'_>) -> String {
    let standings = tournament.standings().into_iter();
    let report = JsonReport {
        version: 1,
        name: cleaned(&header.name, MAX_TEXT),
        start_date: cleaned(&header.start_date, MAX_TEXT),
        end_date: cleaned(&header.end_date, MAX_TEXT),
        time_control: cleaned(&header.time_control, MAX_TEXT),
        format: tournament.format(),
        standings: standings
            .map(|row| JsonRow { name: cleaned(&name_of(&row.entrant), MAX_TEXT), row })
            .collect(),
        games: tournament
            .games()
            .iter()
            .map(|game| JsonGame {
                round: game.round,
                white: game.white,
                black: game.black,
                result: pgn_result(game.status),
                forfeited: matches!(game.status, TournamentGameStatus::Forfeited(_)),
            })
            .collect(),
        byes: tournament
            .byes()
            .iter()
            .map(|bye| JsonBye { round: bye.round, entrant: bye.entrant, kind: bye.kind })
            .collect(),
    };
    serde_json::to_string(&report).expect("texts and finite numbers are JSON")
}

fn pgn_result(status: TournamentGameStatus) -> &'static str {
    match status {
        TournamentGameStatus::Open => "*",
        TournamentGameStatus::Played(BoardResult::WhiteWins)
        | TournamentGameStatus::Forfeited(Forfeit::Black) => "1-0",
        TournamentGameStatus::Played(BoardResult::BlackWins)
        | TournamentGameStatus::Forfeited(Forfeit::White) => "0-1",
        TournamentGameStatus::Played(BoardResult::Draw) => "1/2-1/2",
        TournamentGameStatus::Forfeited(Forfeit::Both) => "0-0",
    }
}
