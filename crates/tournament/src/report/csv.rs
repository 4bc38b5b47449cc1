//! Standings with their crosstable as CSV (RFC 4180).

use super::{NameOf, cleaned, table, trf_codes};
use crate::history::Turn;
use crate::standings::StandingRow;
use crate::tournament::Tournament;

/// The standings as CSV in UTF-8, the best first, with a line of titles. Rounds follow as `3w1`: the opponent's rank in
/// these lines, colour and result with FIDE's letters; an arena has none. In a simul that is the game with the host,
/// whose rank is 0.
#[must_use]
pub fn csv(tournament: &Tournament, name_of: NameOf<'_>) -> String {
    let standings = tournament.standings();
    let table = table(tournament).unwrap_or_else(|| vec![Vec::new(); tournament.entrants().len()]);
    let mut lines = vec![0; tournament.entrants().len()];
    for (line, row) in standings.iter().enumerate() {
        lines[row.number] = line + 1;
    }
    let mut titles: Vec<String> = ["rank", "name", "rating", "points"].map(str::to_owned).to_vec();
    let tie_breaks = standings.first().map(|row| &row.tie_breaks[..]).unwrap_or_default();
    titles.extend(tie_breaks.iter().map(|score| score.tie_break.acronym().to_owned()));
    titles.extend(["games", "wins", "withdrawn"].map(str::to_owned));
    let rounds = table.first().map(Vec::len).unwrap_or_default();
    titles.extend((1..=rounds).map(|round| format!("round {round}")));
    let mut text = line(&titles);
    for row in &standings {
        let mut fields = fields(row, &name_of(&row.entrant));
        fields.extend(table[row.number].iter().map(|turn| round(turn.as_ref(), &lines)));
        text += &line(&fields);
    }
    text
}

fn fields(row: &StandingRow, name: &str) -> Vec<String> {
    let mut fields = vec![row.rank.to_string(), safe(name), row.rating.to_string(), row.points.to_string()];
    fields.extend(row.tie_breaks.iter().map(|score| score.value().to_string()));
    let withdrawn = if row.withdrawn { "yes" } else { "no" };
    fields.extend([row.games.to_string(), row.wins.to_string(), withdrawn.to_owned()]);
    fields
}

fn round(turn: Option<&Turn>, lines: &[usize]) -> String {
    let Some(turn) = turn else { return String::new() };
    let (colour, result) = trf_codes(turn);
    // In front of a result a blank or a sign would be read as something else than a text.
    match turn.opponent {
        Some(opponent) => format!("{}{colour}{}", lines[opponent], result.to_string().trim()),
        None => result.to_string(),
    }
}

/// A name that no spreadsheet takes for a formula (OWASP, *CSV injection*).
fn safe(name: &str) -> String {
    let name = cleaned(name, super::MAX_TEXT);
    if name.starts_with(['=', '+', '-', '@']) { format!("'{name}") } else { name }
}

fn line(fields: &[String]) -> String {
    let quoted = fields.iter().map(|field| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.clone()
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}
