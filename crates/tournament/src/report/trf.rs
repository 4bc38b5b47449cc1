//! FIDE's Tournament Report File, version 2016 (Handbook C.04, annex 2).

use std::fmt::Write as _;

use thiserror::Error;

use super::{NameOf, ReportHeader, cleaned, table, trf_codes};
use crate::format::TournamentFormat;
use crate::history::Turn;
use crate::standings::Points;
use crate::tournament::Tournament;

/// Characters of a name in a TRF file.
const NAME: usize = 33;

/// Why there is no TRF file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TrfError {
    /// The games of an arena stand in no common rounds.
    #[error("an arena has no rounds, which a TRF file consists of")]
    Arena,
    /// The host of a simul has many games at once.
    #[error("a TRF file has one game of each player in a round, and the host of a simul plays all at once")]
    Simul,
}

/// The tournament as a TRF16 file in UTF-8, players in the order of their starting ranks.
///
/// Games of a knock-out stand in columns of their own, one for each game of a round's matches. Fields of FIDE's own,
/// such as federation and FIDE number, stay empty. Where a game is in progress the result is blank.
///
/// # Errors
/// For an arena and for a simul.
pub fn trf(tournament: &Tournament, header: &ReportHeader, name_of: NameOf<'_>) -> Result<String, TrfError> {
    if let TournamentFormat::Simul(_) = tournament.format() {
        return Err(TrfError::Simul);
    }
    let table = table(tournament).ok_or(TrfError::Arena)?;
    let seeding = tournament.seeding();
    let mut starting_ranks = vec![0; seeding.len()];
    for (place, number) in seeding.iter().enumerate() {
        starting_ranks[*number] = place + 1;
    }
    let mut ranks = vec![0; seeding.len()];
    for row in tournament.standings() {
        ranks[row.number] = row.rank;
    }
    let mut text = header_lines(tournament, header);
    for number in seeding {
        let entrant = &tournament.entrants()[number];
        let halves = table[number].iter().flatten().map(|turn| turn.half_points).sum();
        // Positions 1, 5, 15, 49, 81 and 86, counted from 1; between them what is empty.
        let line = format!(
            "001 {:>4}      {:<NAME$} {:>4} {:27}{:>4} {:>4}",
            starting_ranks[number],
            cleaned(&name_of(&entrant.id), NAME),
            entrant.rating,
            "",
            Points { halves },
            ranks[number],
        );
        let rounds = table[number].iter().map(|turn| round(turn.as_ref(), &starting_ranks));
        text += (line + &rounds.collect::<String>()).trim_end();
        text += "\r\n";
    }
    Ok(text)
}

/// Ten characters of a round: opponent, colour and result.
fn round(turn: Option<&Turn>, starting_ranks: &[usize]) -> String {
    let Some(turn) = turn else { return " ".repeat(10) };
    let (colour, result) = trf_codes(turn);
    match turn.opponent {
        Some(opponent) => format!("  {:>4} {colour} {result}", starting_ranks[opponent]),
        None => format!("  0000 {colour} {result}"),
    }
}

fn header_lines(tournament: &Tournament, header: &ReportHeader) -> String {
    let kind = match tournament.format() {
        TournamentFormat::Swiss(_) => "Individual: Swiss-System",
        TournamentFormat::Knockout(_) => "Individual: Knock-out",
        TournamentFormat::Arena => "Individual: Arena",
        TournamentFormat::Simul(_) => "Individual: Simultaneous exhibition",
    };
    let players = tournament.entrants().len().to_string();
    let lines = [
        ("012", &header.name[..]),
        ("042", &header.start_date),
        ("052", &header.end_date),
        ("062", &players),
        ("092", kind),
        ("122", &header.time_control),
    ];
    let mut text = String::new();
    for (tag, content) in lines {
        let content = cleaned(content, super::MAX_TEXT);
        if !content.is_empty() {
            let _ = write!(text, "{tag} {content}\r\n");
        }
    }
    text
}
