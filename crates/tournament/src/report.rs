//! Results as files: FIDE's TRF, CSV and JSON.
//!
//! Names are handed in when a file is written, and cleaned: a name cannot break a line, a column or, in a
//! spreadsheet, become a formula.
//!
//! # Examples
//! ```
//! use rukh_tournament::report::{ReportHeader, csv, trf};
//! use rukh_tournament::{EntrantId, SwissFormat, Tournament, TournamentEvent, TournamentFormat};
//!
//! let mut tournament = Tournament::new(TournamentFormat::Swiss(SwissFormat::new(5)?));
//! tournament.apply(&TournamentEvent::Joined { entrant: EntrantId::new("u7")?, rating: 1850 })?;
//! let header = ReportHeader { name: "Senterej night".to_owned(), ..ReportHeader::default() };
//! let name_of = |id: &EntrantId| if id.as_str() == "u7" { "Almaz".to_owned() } else { "?".to_owned() };
//! assert!(trf(&tournament, &header, &name_of)?.starts_with("012 Senterej night\r\n"));
//! assert!(csv(&tournament, &name_of).contains("1,Almaz,1850,0.0,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::entrant::EntrantId;
use crate::event::ByeKind;
use crate::format::TournamentFormat;
use crate::history::{Deed, Seat, Turn, histories, with_absences};
use crate::tournament::Tournament;

mod csv;
mod json;
mod trf;

pub use csv::csv;
pub use json::json;
pub use trf::{TrfError, trf};

/// Greatest length of a text in a report, in characters; what is longer is cut.
pub const MAX_TEXT: usize = 100;

/// What a report says of the tournament itself. Texts are cut after [`MAX_TEXT`] characters, and control characters
/// become spaces; empty texts are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportHeader {
    /// The name of the tournament.
    pub name: String,
    /// The first day, as `2026/11/29`.
    pub start_date: String,
    /// The last day, as `2026/11/29`.
    pub end_date: String,
    /// The game and its time control, such as `Shatranj, 5+3`.
    pub time_control: String,
}

/// The name of an entrant at the time of the report.
pub type NameOf<'n> = &'n dyn Fn(&EntrantId) -> String;

/// A text on one line, with at most so many characters.
fn cleaned(text: &str, most: usize) -> String {
    let letters = text.chars().take(most).map(|letter| if letter.is_control() { ' ' } else { letter });
    letters.collect::<String>().trim().to_owned()
}

/// The turns of every entrant as a table: the columns are rounds, and in a knock-out the games of a round's matches.
/// An arena has no such columns; a simul has one, which is empty for its host.
fn table(tournament: &Tournament) -> Option<Vec<Vec<Option<Turn>>>> {
    let histories = histories(tournament);
    match tournament.format() {
        TournamentFormat::Arena => None,
        TournamentFormat::Swiss(_) => {
            let row = |history: &Vec<Turn>| {
                with_absences(history, tournament.round()).into_iter().map(Some).collect()
            };
            Some(histories.iter().map(row).collect())
        }
        TournamentFormat::Knockout(_) => Some(knockout_table(&histories)),
        TournamentFormat::Simul(_) => {
            let rows = histories.iter().enumerate();
            let game = |(number, history): (usize, &Vec<Turn>)| {
                vec![history.first().filter(|_| !tournament.is_host(number)).copied()]
            };
            Some(rows.map(game).collect())
        }
    }
}

fn knockout_table(histories: &[Vec<Turn>]) -> Vec<Vec<Option<Turn>>> {
    let of_round = |history: &[Turn], round: u16| -> Vec<Turn> {
        history.iter().filter(|turn| turn.round == round).copied().collect()
    };
    let last = histories.iter().flatten().map(|turn| turn.round).max().unwrap_or_default();
    let widths: Vec<usize> = (1..=last)
        .map(|round| histories.iter().map(|history| of_round(history, round).len()).max().unwrap_or_default())
        .collect();
    let row = |history: &Vec<Turn>| {
        let columns = (1..=last).zip(&widths).flat_map(|(round, width)| {
            let mut turns: Vec<Option<Turn>> = of_round(history, round).into_iter().map(Some).collect();
            turns.resize(*width, None);
            turns
        });
        columns.collect()
    };
    histories.iter().map(row).collect()
}

/// FIDE's letters for colour and result (TRF16).
fn trf_codes(turn: &Turn) -> (char, char) {
    let colour = match turn.seat {
        Some(Seat::White) => 'w',
        Some(Seat::Black) => 'b',
        None => '-',
    };
    let result = match (turn.deed, turn.half_points) {
        (Deed::Open, _) => ' ',
        (Deed::Played, 2) => '1',
        (Deed::Played, 1) => '=',
        (Deed::Played, _) => '0',
        (Deed::ForfeitWin, _) => '+',
        (Deed::ForfeitLoss, _) => '-',
        (Deed::Bye(ByeKind::FullPoint), _) => 'U',
        (Deed::Bye(ByeKind::HalfPoint), _) => 'H',
        (Deed::Absent, _) => 'Z',
    };
    (colour, result)
}
