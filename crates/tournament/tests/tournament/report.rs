//! Files of results, read back and compared with the tournament.

use rukh_tournament::report::{ReportHeader, TrfError, csv, json, trf};
use rukh_tournament::{
    Bracket, EntrantId, KnockoutFormat, StandingRow, SwissFormat, TieRule, TournamentEvent, TournamentFormat,
    TournamentPhase,
};

use crate::{Host, Random, id};

/// A tournament of 13 with a late entry, a withdrawal, a half-point bye and forfeits.
fn played(format: TournamentFormat, rounds: usize) -> Host {
    let (mut host, mut random) = (Host::new(format), Random(11));
    host.join(13);
    host.add(TournamentEvent::Started);
    for round in 0..rounds {
        if let (TournamentFormat::Swiss(_), 1) = (&host.format, round) {
            host.add(TournamentEvent::Withdrew { entrant: id(4) });
            host.add(TournamentEvent::Joined { entrant: id(13), rating: 2395 });
            host.add(TournamentEvent::ByeRequested { entrant: id(6), round: 2 });
        }
        for event in host.tournament.next_pairings(&[], 2).expect("a round") {
            host.add(event);
        }
        for game in 0..host.tournament.games().len() {
            if host.tournament.games()[game].is_open() {
                let game = game as u32;
                let event = if random.percent(15) {
                    TournamentEvent::Forfeited { game, by: rukh_tournament::Forfeit::Black }
                } else {
                    TournamentEvent::Result { game, result: random.result() }
                };
                host.add(event);
            }
        }
        if host.tournament.phase() == TournamentPhase::Finished {
            break;
        }
    }
    host
}

fn swiss() -> Host {
    played(TournamentFormat::Swiss(SwissFormat::new(5).expect("rounds")), 4)
}

fn name_of(entrant: &EntrantId) -> String {
    match entrant.as_str() {
        "p0" => "=HYPERLINK(\"x\"),\r\n001 \u{7}".to_owned(),
        "p1" => "الصولي أبو بكر محمد بن يحيى بن العباس الصولي".to_owned(),
        other => format!("Name of {other}"),
    }
}

fn header() -> ReportHeader {
    ReportHeader {
        name: "Senterej\nnight".to_owned(),
        start_date: "2026/11/29".to_owned(),
        time_control: "5+3".to_owned(),
        ..ReportHeader::default()
    }
}

/// A player's line of a TRF file, by the columns of FIDE's description.
struct TrfLine {
    starting_rank: usize,
    name: String,
    rating: u16,
    points: String,
    rank: u32,
    /// Opponent, colour and result.
    rounds: Vec<(usize, char, char)>,
}

fn trf_lines(text: &str) -> Vec<TrfLine> {
    let lines = text.split("\r\n").filter(|line| line.starts_with("001 "));
    let read = |line: &str| {
        let letters: Vec<char> = line.chars().collect();
        let column = |from: usize, to: usize| -> String {
            let letters = (from..=to).map(|at| letters.get(at - 1).copied().unwrap_or(' '));
            letters.collect::<String>().trim().to_owned()
        };
        let rounds = (0..).map(|round| 92 + 10 * round).take_while(|start| *start <= letters.len());
        let round = |start: usize| {
            let one = |at: usize| letters.get(at - 1).copied().unwrap_or(' ');
            (column(start, start + 3).parse().unwrap_or(0), one(start + 5), one(start + 7))
        };
        TrfLine {
            starting_rank: column(5, 8).parse().expect("a starting rank"),
            name: column(15, 47),
            rating: column(49, 52).parse().expect("a rating"),
            points: column(81, 84),
            rank: column(86, 89).parse().expect("a rank"),
            rounds: rounds.map(round).collect(),
        }
    };
    lines.map(read).collect()
}

fn half_points(result: char) -> u32 {
    match result {
        '1' | '+' | 'U' => 2,
        '=' | 'H' => 1,
        _ => 0,
    }
}

/// Every game stands in the lines of both, with opposite colours and results that fit; points are their sum.
fn check_trf(host: &Host, text: &str) -> Vec<TrfLine> {
    let lines = trf_lines(text);
    assert_eq!(lines.len(), host.tournament.entrants().len());
    let mut games = 0;
    for (at, line) in lines.iter().enumerate() {
        assert_eq!(line.starting_rank, at + 1);
        let halves: u32 = line.rounds.iter().map(|(.., result)| half_points(*result)).sum();
        assert_eq!(line.points, format!("{}.{}", halves / 2, halves % 2 * 5));
        for (round, (opponent, colour, result)) in line.rounds.iter().enumerate() {
            if *opponent > 0 {
                let (back, other, other_result) = lines[opponent - 1].rounds[round];
                assert_eq!(back, line.starting_rank);
                assert!(matches!((colour, other), ('w', 'b') | ('b', 'w')));
                assert!(matches!(
                    (result, other_result),
                    ('1', '0') | ('0', '1') | ('=', '=') | ('+', '-') | ('-', '+' | '-')
                ));
                games += 1;
            }
        }
    }
    assert_eq!(games, 2 * host.tournament.games().len());
    lines
}

#[test]
fn trf_of_a_swiss_tournament_reads_back() {
    let host = swiss();
    let text = trf(&host.tournament, &header(), &name_of).expect("a file");
    assert!(text.starts_with(
        "012 Senterej night\r\n042 2026/11/29\r\n062 14\r\n092 Individual: Swiss-System\r\n122 5+3\r\n"
    ));
    let lines = check_trf(&host, &text);
    let row = |name: &str| -> StandingRow {
        let is_it = |row: &&StandingRow| name_of(&row.entrant).starts_with(name);
        host.tournament.standings().iter().find(is_it).expect("a row").clone()
    };
    for line in &lines[2..] {
        let row = row(&line.name);
        assert_eq!((line.rating, line.rank, &line.points), (row.rating, row.rank, &row.points.to_string()));
    }
    assert_eq!(lines[0].name, "=HYPERLINK(\"x\"),  001");
    assert_eq!(lines[2].name.chars().count(), 33, "the late entry is between the first two");
    // Late entry, withdrawal and half-point bye.
    assert_eq!(lines[1].rounds[0], (0, '-', 'Z'));
    let withdrawn = lines.iter().find(|line| line.name == "Name of p4").expect("a line");
    assert_eq!(withdrawn.rounds[1..], [(0, '-', 'Z'); 3]);
    let requested = lines.iter().find(|line| line.name == "Name of p6").expect("a line");
    assert_eq!(requested.rounds[1], (0, '-', 'H'));
    let byes = lines.iter().flat_map(|line| &line.rounds).filter(|round| round.2 == 'U').count();
    assert!(byes >= 1 && text.contains(" + ") || text.contains(" +\r\n"), "byes and forfeits");
}

/// A line byte by byte: TRF has fixed columns.
#[test]
fn trf_line_has_fides_columns() {
    let mut host = Host::new(TournamentFormat::Swiss(SwissFormat::new(2).expect("rounds")));
    host.join(2);
    host.add(TournamentEvent::Started);
    let (white, black) = (id(1), id(0));
    host.add(TournamentEvent::Paired { game: 0, round: 1, white, black });
    host.add(TournamentEvent::Result { game: 0, result: rukh_tournament::BoardResult::Draw });
    let name = |entrant: &EntrantId| format!("Surname, {entrant}");
    let text = trf(&host.tournament, &ReportHeader::default(), &name).expect("a file");
    let expected = concat!(
        "001    1      Surname, p0                       2400                             0.5    1     2 b =",
        "\r\n",
        "001    2      Surname, p1                       2390                             0.5    1     1 w =",
        "\r\n",
    );
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn trf_of_a_knockout_has_a_column_for_each_game() {
    let format = KnockoutFormat::new(2, 1, TieRule::HigherSeed).expect("games");
    let host = played(TournamentFormat::Knockout(format), 100);
    assert!(Bracket::of(&host.tournament).winner().is_some());
    let lines = check_trf(&host, &trf(&host.tournament, &header(), &name_of).expect("a file"));
    assert!(lines.iter().any(|line| line.rounds.len() > 4));
    assert_eq!(
        trf(&Host::new(TournamentFormat::Arena).tournament, &header(), &name_of),
        Err(TrfError::Arena)
    );
}

#[test]
fn csv_has_standings_and_crosstable_and_no_formula() {
    let host = swiss();
    let text = csv(&host.tournament, &name_of);
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 15);
    assert!(lines[0].starts_with("rank,name,rating,points,BH:C1,BH,SB,DE,WON,games,wins,withdrawn,round 1,"));
    let hostile = lines.iter().find(|line| line.contains("HYPERLINK")).expect("a line");
    assert!(hostile.contains(",\"'=HYPERLINK(\"\"x\"\"),  001\",2400,"), "{hostile}");
    // Every game is in two lines: the opponent's line of a field names this one.
    let fields = |line: usize| lines[line].rsplit(',').take(4).map(str::to_owned).collect::<Vec<_>>();
    for line in 1..lines.len() {
        for (round, field) in fields(line).iter().enumerate() {
            if let Some((opponent, _)) = field.split_once(['w', 'b']) {
                let back = &fields(opponent.parse().expect("a line"))[round];
                assert!(
                    back.starts_with(&format!("{line}w")) || back.starts_with(&format!("{line}b")),
                    "{back}"
                );
            }
        }
    }
}

#[test]
fn json_has_standings_games_and_byes() {
    let host = swiss();
    let text = json(&host.tournament, &header(), &name_of);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&report["version"], &report["name"]), (&1.into(), &"Senterej night".into()));
    assert_eq!(report["format"]["kind"], "swiss");
    let standings = report["standings"].as_array().expect("rows");
    for (row, expected) in standings.iter().zip(host.tournament.standings()) {
        assert_eq!(row["rank"], expected.rank);
        assert_eq!(row["points"], f64::from(expected.points));
        assert_eq!(row["entrant"], expected.entrant.as_str());
    }
    let games = report["games"].as_array().expect("games");
    assert_eq!(games.len(), host.tournament.games().len());
    for (game, expected) in games.iter().zip(host.tournament.games()) {
        let result = match expected.half_points() {
            [2, 0] => "1-0",
            [0, 2] => "0-1",
            [1, 1] => "1/2-1/2",
            _ => "0-0",
        };
        assert_eq!((&game["result"], &game["white"]), (&result.into(), &expected.white.into()));
    }
    assert_eq!(report["byes"].as_array().map(Vec::len), Some(host.tournament.byes().len()));
}
