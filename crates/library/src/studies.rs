//! Studies of the laboratory: what their files say, and the results that were published of them.
//!
//! A study is `studies/ID.toml`, as `rukh lab run` plays it; its results are `studies/results/ID.json`, the
//! `figures.json` of its report. Both are read here once more, with what pages need: `rukh-study` would bring the
//! engine and Parquet into the library.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use rukh_rules::ruleset::Translations;
use rust_embed::RustEmbed;
use serde::Deserialize;

#[derive(RustEmbed)]
#[folder = "../../studies"]
struct StudyFiles;

/// Figures that are shown where a study names none.
const MAIN_FIGURES: [&str; 3] = ["score", "decisive", "plies"];

/// A study with its results, if it was played.
#[derive(Debug)]
pub(crate) struct MeasuredStudy {
    pub plan: StudyPlan,
    pub results: Option<StudyResults>,
    /// Its file.
    pub text: String,
    /// The file of its results.
    pub data: Option<String>,
}

/// What a study's file says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct StudyPlan {
    pub id: String,
    pub title: String,
    pub question: String,
    /// Date, `YYYY-MM-DD`.
    pub revised: Option<String>,
    pub seed: Option<u64>,
    /// Games of each cell at most.
    pub games: u64,
    pub max_plies: Option<u64>,
    pub judge: Option<PlannedJudge>,
    #[serde(default)]
    pub opening: PlannedOpening,
    pub rulesets: Vec<PlannedRuleset>,
    pub players: Vec<PlannedPlayers>,
    #[serde(default)]
    compare: Vec<PlannedComparison>,
    pub conclusion: Option<WrittenConclusion>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PlannedJudge {
    pub nodes: u64,
}

/// Where the players begin.
#[derive(Debug, Default, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum PlannedOpening {
    #[default]
    Array,
    Random {
        plies: u64,
    },
}

#[derive(Debug, Deserialize)]
pub(crate) struct PlannedRuleset {
    pub id: String,
    /// Choices by option.
    #[serde(default)]
    pub options: BTreeMap<String, PlannedChoices>,
}

/// A text or several: choices of an option, or `all` of them; figures.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum PlannedChoices {
    One(String),
    Several(Vec<String>),
}

impl PlannedChoices {
    pub fn texts(&self) -> &[String] {
        match self {
            PlannedChoices::One(text) => std::slice::from_ref(text),
            PlannedChoices::Several(texts) => texts,
        }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct PlannedPlayers {
    pub white: String,
    pub black: Option<String>,
}

#[derive(Debug, Deserialize)]
struct PlannedComparison {
    figures: Option<PlannedChoices>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct WrittenConclusion {
    pub sentence: String,
    pub overturned_by: Option<String>,
}

/// The results of a study.
#[derive(Debug, Deserialize)]
pub(crate) struct StudyResults {
    pub study: StudyRun,
    pub cells: Vec<MeasuredCell>,
    pub effects: Vec<MeasuredEffect>,
    definitions: Vec<MeasuredFigure>,
}

/// How the games were made.
#[derive(Debug, Deserialize)]
pub(crate) struct StudyRun {
    settings: Vec<(String, String)>,
    /// Number of games of the whole study; `None` where cells end by a rule.
    pub games: Option<u64>,
    /// Number of cells that have not ended yet by that rule.
    pub open_cells: u64,
}

/// A ruleset with its choices and players.
#[derive(Debug, Deserialize)]
pub(crate) struct MeasuredCell {
    cell: u32,
    pub instance: String,
    /// Every option with its choice.
    pub choices: BTreeMap<String, String>,
    pub laws: String,
    pub players: [String; 2],
    pub games: u64,
    pub cut_off: u64,
    pub figures: Vec<MeasuredValue>,
}

/// A value of a figure.
#[derive(Debug, Deserialize)]
pub(crate) struct MeasuredValue {
    pub figure: String,
    /// Reason, letter of a piece or arrangement; `None` for a figure with one value.
    pub key: Option<String>,
    pub value: f64,
    pub interval: Option<[f64; 2]>,
    pub games: u64,
    /// Whether it is a lower bound, since games were cut off.
    pub is_least: bool,
}

/// What another choice, or another ruleset, changes about a figure.
#[derive(Debug, Deserialize)]
pub(crate) struct MeasuredEffect {
    pub ruleset: String,
    pub players: [String; 2],
    /// `None` where rulesets are compared: base and choice are instances then.
    pub option: Option<String>,
    pub base: String,
    pub choice: String,
    pub figure: String,
    pub effect: f64,
    pub interval: Option<[f64; 2]>,
    pub p_adjusted: f64,
    pub is_least: bool,
}

#[derive(Debug, Deserialize)]
struct MeasuredFigure {
    id: String,
    unit: MeasuredUnit,
}

/// The unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MeasuredUnit {
    /// A part of a whole, 0 to 1.
    Share,
    Plies,
    Moves,
    Count,
    Seconds,
}

impl MeasuredUnit {
    /// The word of `figures.csv`.
    fn word(self) -> &'static str {
        match self {
            MeasuredUnit::Share => "share",
            MeasuredUnit::Plies => "plies",
            MeasuredUnit::Moves => "moves",
            MeasuredUnit::Count => "number",
            MeasuredUnit::Seconds => "seconds",
        }
    }
}

impl MeasuredCell {
    /// Id of the ruleset, without options.
    pub fn ruleset(&self) -> &str {
        self.instance.split('[').next().unwrap_or_default()
    }

    /// A figure with one value.
    pub fn figure(&self, id: &str) -> Option<&MeasuredValue> {
        self.figures.iter().find(|one| one.figure == id && one.key.is_none())
    }
}

impl StudyResults {
    /// Number of games that were played.
    pub fn games_played(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// What the report calls a setting, such as `Version of Rukh`.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.study.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The unit of a figure, and a number where it is not defined.
    pub fn unit(&self, figure: &str) -> MeasuredUnit {
        self.definitions.iter().find(|one| one.id == figure).map_or(MeasuredUnit::Count, |one| one.unit)
    }

    /// Ids of all figures, in their order.
    pub fn figures(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|one| one.id.as_str())
    }

    /// The figures of all cells as CSV, as `rukh lab report` writes them.
    pub fn csv(&self) -> String {
        let mut text =
            String::from("cell,instance,white,black,figure,key,unit,value,low,high,games,is_least\n");
        for cell in &self.cells {
            let [white, black] = &cell.players;
            let [instance, white, black] = [&cell.instance, white, black].map(|field| quoted(field));
            for one in &cell.figures {
                let [low, high] = one
                    .interval
                    .map_or_else(Default::default, |bounds| bounds.map(|bound| bound.to_string()));
                let (key, unit) =
                    (quoted(one.key.as_deref().unwrap_or_default()), self.unit(&one.figure).word());
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{},{instance},{white},{black},{},{key},{unit},{},{low},{high},{},{}",
                    cell.cell, one.figure, one.value, one.games, one.is_least
                );
            }
        }
        text
    }
}

/// A field as CSV.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

impl MeasuredStudy {
    /// Reads a study and its results.
    ///
    /// # Panics
    /// One of them is wrong: both are part of the program and tested.
    pub fn new(text: String, data: Option<String>) -> MeasuredStudy {
        let plan: StudyPlan = toml::from_str(&text).expect("studies are part of the program and tested");
        let results = data.as_deref().map(|data| {
            serde_json::from_str(data).expect("results of studies are part of the program and tested")
        });
        MeasuredStudy { plan, results, text, data }
    }

    /// Ids of the figures that are compared or else the main ones, in the order of the results.
    pub fn shown_figures<'s>(&'s self, results: &'s StudyResults) -> Vec<&'s str> {
        let compared = self.plan.compare.iter().filter_map(|one| one.figures.as_ref());
        let named: Vec<&str> = compared.flat_map(PlannedChoices::texts).map(String::as_str).collect();
        let is_shown =
            |id: &&str| if named.is_empty() { MAIN_FIGURES.contains(id) } else { named.contains(id) };
        results.figures().filter(is_shown).collect()
    }
}

fn file(name: &str) -> Option<String> {
    let file = StudyFiles::get(name)?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// The studies of the repository, by id.
pub(crate) fn of_built_in() -> Vec<MeasuredStudy> {
    let names = StudyFiles::iter().filter(|name| name.ends_with(".toml") && !name.contains('/'));
    let mut studies: Vec<MeasuredStudy> = names
        .filter_map(|name| {
            let data = file(&format!("results/{}.json", name.trim_end_matches(".toml")));
            Some(MeasuredStudy::new(file(&name)?, data))
        })
        .collect();
    studies.sort_by(|one, other| one.plan.id.cmp(&other.plan.id));
    studies
}

static TRANSLATIONS: LazyLock<Translations> = LazyLock::new(|| {
    let mut all = Translations::default();
    for (tag, text) in [
        ("am", include_str!("../../../studies/translations/am.toml")),
        ("ar", include_str!("../../../studies/translations/ar.toml")),
        ("fa", include_str!("../../../studies/translations/fa.toml")),
    ] {
        all.add(tag, tag, text).expect("the translations are part of the program and tested");
    }
    all
});

/// Texts of studies in other languages.
pub(crate) fn translations() -> &'static Translations {
    &TRANSLATIONS
}

#[cfg(test)]
mod tests {
    use super::{of_built_in, translations};

    #[test]
    fn every_text_of_a_study_is_translated_into_every_language() {
        let mut texts = 0;
        for study in of_built_in() {
            let plan = &study.plan;
            let conclusion = plan.conclusion.iter();
            let conclusion =
                conclusion.flat_map(|one| [Some(&one.sentence), one.overturned_by.as_ref()]).flatten();
            for text in [&plan.title, &plan.question].into_iter().chain(conclusion) {
                let tags: Vec<&str> = translations().of(text).iter().map(|(tag, _)| tag.as_str()).collect();
                assert_eq!(tags, ["am", "ar", "fa"], "{}: {text}", plan.id);
                texts += 1;
            }
            assert!(plan.revised.is_some(), "{} has no date", plan.id);
        }
        assert!(texts >= 20, "{texts}");
    }
}
