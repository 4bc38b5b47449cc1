//! Reading a study file: every complaint with its line, none skipped.

use rukh_lab::job::{JobOpening, JobPlayer, check_opening};
use rukh_rules::ruleset::Complaint;
use strum::VariantNames;
use toml::de::DeTable;

use crate::document::{Complaints, Placed, Section};
use crate::figures::{ComparedCells, single_ids};
use crate::grid::{self, ComparedNames, RulesetEntry, StatedComparison};
use crate::stop::{StopMeasure, StopRule};
use crate::study::{Conclusion, Keep, Plan, Study, StudyCell, hash_of};

/// The most that a study may have.
const MAX_GAMES: u64 = 100_000_000;
const MAX_PART: u64 = 100_000;
const MAX_PLIES: u64 = 100_000;
const MAX_JUDGE_NODES: u64 = 1_000_000_000;
const MAX_RANDOM_PLIES: u64 = 200;
/// The most moves of a part, all of which are in memory until it is written.
const MAX_MOVES: u64 = 10_000_000;
/// The longest id, in characters.
const MAX_ID: usize = 60;

const DEFAULT_PART: u64 = 500;
const DEFAULT_PLIES: u64 = 600;

/// A pair of players with the place of each.
pub(crate) struct PlayersEntry<'t> {
    pub(crate) texts: [&'t str; 2],
    pub(crate) at: usize,
}

/// Reads a study.
pub(crate) fn study(text: &str, name: &str) -> Result<Study, Vec<Complaint>> {
    let (source, errors) = DeTable::parse_recoverable(text);
    let mut complaints = Complaints::new(name, text);
    complaints.add_syntax(&errors);
    let root = Placed { value: source.get_ref(), at: 0 };
    let study = read(root, text, &mut complaints);
    let complaints = complaints.into_sorted();
    match study {
        Some(mut study) if complaints.is_empty() => {
            grid::add_fingerprints(&mut study.plan.cells);
            study.hash = hash_of(&study);
            Ok(study)
        }
        _ => Err(complaints),
    }
}

fn read(root: Placed<&DeTable<'_>>, text: &str, complaints: &mut Complaints) -> Option<Study> {
    let mut section = Section::new("", root, complaints);
    let id = section.text("id").and_then(|id| check_id(&mut section, id));
    let title = section.text("title");
    let question = section.text("question");
    let revised = section.optional_text("revised");
    if let Some(revised) = revised.filter(|revised| !is_date(revised.value)) {
        section.complain(revised.at, "`revised` should be a date such as \"2026-12-01\"");
    }
    let seed = section.number_or("seed", 0..=i64::MAX as u64, 1);
    let keep = read_keep(&mut section);
    let games = section.number("games", 1..=MAX_GAMES);
    let part = section.number_or("part", 2..=MAX_PART, DEFAULT_PART);
    if let Some(part) = part.filter(|part| part.value % 2 == 1) {
        section.complain(part.at, "`part` should be an even number, so that no pair of games is divided");
    }
    let max_plies = section.number_or("max-plies", 1..=MAX_PLIES, DEFAULT_PLIES);
    if let (Some(part), Some(max_plies), Some(keep)) = (part, max_plies, keep) {
        check_part(&mut section, (part, max_plies), keep);
    }
    let stop = section.table("stop").and_then(|table| read_stop(table, section.complaints));
    let judge = section.table("judge").and_then(|table| read_judge(table, section.complaints));
    let conclusion = section.table("conclusion").and_then(|table| read_conclusion(table, section.complaints));
    let (cells, opening, compare) = read_games(&mut section);
    if let Some(games) = games.filter(|games| games.value % 2 == 1 && cells.iter().any(|cell| cell.is_paired))
    {
        section.complain(games.at, "`games` should be even, since players differ and games come in pairs");
    }
    section.finish();
    // What is missing here was complained of, or may only have been lost.
    Some(Study {
        id: id?,
        title: title?.value.to_owned(),
        question: question?.value.to_owned(),
        revised: revised.map(|revised| revised.value.to_owned()),
        seed: seed?.value,
        keep: keep?,
        games: games?.value,
        part: part?.value,
        max_plies: u32::try_from(max_plies?.value).ok()?,
        stop,
        judge,
        opening: opening?,
        compare,
        conclusion,
        plan: Plan { cells },
        text: text.to_owned(),
        hash: String::new(),
    })
}

/// Checks that the moves of a part have room in memory.
fn check_part(section: &mut Section<'_, '_>, (part, max_plies): (Placed<u64>, Placed<u64>), keep: Keep) {
    let moves = part.value.saturating_mul(max_plies.value);
    if moves > MAX_MOVES && (keep.moves || keep.positions) {
        let message = format!(
            "`part` games of `max-plies` have {moves} moves, which are in memory together; at most {MAX_MOVES} may be"
        );
        section.complain(part.at, &message);
    }
}

/// Whether a text is a date as `YYYY-MM-DD`, with a month of the year and a day up to 31.
fn is_date(text: &str) -> bool {
    let digits = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|letter| letter.is_ascii_digit())
    };
    let within = |part: &str, most: u8| part.parse::<u8>().is_ok_and(|number| (1..=most).contains(&number));
    match text.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] => {
            digits(year, 4) && digits(month, 2) && digits(day, 2) && within(month, 12) && within(day, 31)
        }
        _ => false,
    }
}

/// Reads which games are played, from where, and what of them is compared.
fn read_games(section: &mut Section<'_, '_>) -> (Vec<StudyCell>, Option<JobOpening>, Vec<ComparedCells>) {
    let opening_table = section.table("opening");
    let opening = match opening_table {
        Some(table) => read_opening(table, section.complaints),
        None => Some(JobOpening::Array),
    };
    let rulesets = read_required_tables(section, "rulesets");
    let rulesets: Vec<RulesetEntry> =
        rulesets.into_iter().filter_map(|table| grid::read_ruleset(table, section.complaints)).collect();
    let players = read_required_tables(section, "players");
    let players: Vec<PlayersEntry<'_>> =
        players.into_iter().filter_map(|table| read_players(table, section.complaints)).collect();
    let cells = grid::cells(&rulesets, &players, section.complaints);
    if let Some(opening) = &opening {
        let at = opening_table.map_or(0, |table| table.at);
        for error in cells.iter().filter_map(|cell| check_opening(opening, &cell.ruleset).err()) {
            section.complaints.add(at, format!("[opening] {error}"));
        }
    }
    let compare = section.tables("compare");
    let compare: Vec<StatedComparison<'_>> =
        compare.into_iter().filter_map(|table| read_comparison(table, section.complaints)).collect();
    let compare = grid::comparisons(compare, (&rulesets, &cells), section.complaints);
    (cells, opening, compare)
}

fn check_id(section: &mut Section<'_, '_>, id: Placed<&str>) -> Option<String> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.value.chars().all(is_plain) && id.value.len() <= MAX_ID {
        return Some(id.value.to_owned());
    }
    section.complain(id.at, &format!("`id` should be at most {MAX_ID} letters a to z, digits and hyphens"));
    None
}

fn read_required_tables<'t>(
    section: &mut Section<'t, '_>,
    key: &'static str,
) -> Vec<Placed<&'t DeTable<'t>>> {
    let tables = section.tables(key);
    if tables.is_empty() {
        section.complain_of_absence(&format!("there should be at least one `[[{key}]]`"));
    }
    tables
}

fn read_keep(section: &mut Section<'_, '_>) -> Option<Keep> {
    if !section.has("keep") {
        return Some(Keep { moves: true, positions: false });
    }
    let texts = section.texts("keep")?;
    let mut keep = Keep { moves: false, positions: false };
    let mut has_games = false;
    let at = texts.first().map_or(section.at, |text| text.at);
    for text in texts {
        match text.value {
            "games" => has_games = true,
            "moves" => keep.moves = true,
            "positions" => keep.positions = true,
            other => section.complain(
                text.at,
                &format!("`keep` has `{other}`; there are `games`, `moves` and `positions`"),
            ),
        }
    }
    if !has_games {
        section.complain(at, "`keep` should have `games`, without which there is no result");
    }
    Some(keep)
}

fn read_stop(table: Placed<&DeTable<'_>>, complaints: &mut Complaints) -> Option<StopRule> {
    let mut section = Section::new("[stop]", table, complaints);
    let measure = section.text("measure");
    let known = measure.and_then(|measure| measure.value.parse::<StopMeasure>().ok());
    if let (Some(measure), None) = (measure, known) {
        let names = StopMeasure::VARIANTS.join("`, `");
        section.complain(measure.at, &format!("`measure` is `{}`; there are `{names}`", measure.value));
    }
    let width = section.positive("width");
    section.finish();
    Some(StopRule { measure: known?, width: width? })
}

fn read_judge(table: Placed<&DeTable<'_>>, complaints: &mut Complaints) -> Option<u64> {
    let mut section = Section::new("[judge]", table, complaints);
    let nodes = section.number("nodes", 1..=MAX_JUDGE_NODES);
    section.finish();
    nodes.map(|nodes| nodes.value)
}

fn read_opening(table: Placed<&DeTable<'_>>, complaints: &mut Complaints) -> Option<JobOpening> {
    let mut section = Section::new("[opening]", table, complaints);
    let kind = section.text("kind");
    let opening = match kind.map(|kind| kind.value) {
        Some("array") => Some(JobOpening::Array),
        Some("random") => section
            .number("plies", 1..=MAX_RANDOM_PLIES)
            .and_then(|plies| Some(JobOpening::Random { plies: u32::try_from(plies.value).ok()? })),
        _ => None,
    };
    if let Some(kind) = kind.filter(|kind| !["array", "random"].contains(&kind.value)) {
        section.complain(kind.at, &format!("`kind` is `{}`; there are `array` and `random`", kind.value));
        // What else stands there is no complaint of its own.
        return None;
    }
    section.finish();
    opening
}

fn read_players<'t>(table: Placed<&'t DeTable<'t>>, complaints: &mut Complaints) -> Option<PlayersEntry<'t>> {
    let mut section = Section::new("[[players]]", table, complaints);
    let white = section.text("white");
    let black = if section.has("black") { section.text("black") } else { white };
    for player in [white, black].into_iter().flatten() {
        if let Err(error) = JobPlayer::parse(player.value) {
            section.complain(player.at, &error.to_string());
        }
    }
    section.finish();
    Some(PlayersEntry { texts: [white?.value, black?.value], at: table.at })
}

fn read_comparison<'t>(
    table: Placed<&'t DeTable<'t>>,
    complaints: &mut Complaints,
) -> Option<StatedComparison<'t>> {
    let mut section = Section::new("[[compare]]", table, complaints);
    let option = section.optional_text("option");
    let rulesets = section.texts("rulesets");
    match (section.has("option"), section.has("rulesets")) {
        (true, true) => section.complain(table.at, "either `option` or `rulesets` is compared, not both"),
        (false, false) => section.complain_of_absence("`option` or `rulesets` is missing"),
        _ => {}
    }
    let base = section.text("base");
    let figures = if section.has("figures") {
        let texts = section.texts("figures");
        for (number, text) in texts.iter().flatten().enumerate() {
            if texts.iter().flatten().take(number).any(|known| known.value == text.value) {
                section.complain(text.at, &format!("`{}` is named twice", text.value));
            }
            if single_ids().all(|id| id != text.value) {
                let known = single_ids().collect::<Vec<_>>().join("`, `");
                section
                    .complain(text.at, &format!("no figure is called `{}`; there are `{known}`", text.value));
            }
        }
        texts.map(|texts| texts.iter().map(|text| text.value.to_owned()).collect())
    } else {
        Some(grid::default_figures())
    };
    section.finish();
    let of = match (option, rulesets) {
        (Some(option), None) => ComparedNames::Option(option),
        (None, Some(rulesets)) => ComparedNames::Rulesets(rulesets),
        _ => return None,
    };
    Some(StatedComparison { of, base: base?, figures: figures?, at: table.at })
}

fn read_conclusion(table: Placed<&DeTable<'_>>, complaints: &mut Complaints) -> Option<Conclusion> {
    let mut section = Section::new("[conclusion]", table, complaints);
    let sentence = section.text("sentence").map(|text| text.value.to_owned());
    let overturned_by = section.optional_text("overturned-by").map(|text| text.value.to_owned());
    section.finish();
    Some(Conclusion { sentence: sentence?, overturned_by })
}
