//! Reports of studies: a page, Markdown with plots, and the figures as JSON and CSV.
//!
//! A [`StudyReport`] is made of what its study says and of the figures of its cells; [`StudyReport::read`] computes
//! them from the folder of a study, one cell after another. Page and Markdown are written from the same blocks, so
//! they say the same, and texts of files are escaped in one place for each.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::figures::{
    CellEstimates, ChoiceEffect, ComparedCells, DEFINITIONS, MAIN_FIGURES, compare, compared_by_default,
};

mod content;
mod data;
mod document;
mod folder;
mod html;
mod markdown;
mod names;
mod plot;
#[cfg(test)]
mod tests;
mod text;

/// What the author of a study concluded from its games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReportedConclusion {
    /// The conclusion, in a sentence.
    pub sentence: String,
    /// What would overturn it, if that is said.
    pub overturned_by: Option<String>,
}

/// A file of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResultFile {
    /// Path in the folder of the study, with `/`.
    pub path: String,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256, 64 hexadecimal digits.
    pub sha256: String,
}

/// What a report says of a study besides its figures. Nothing here depends on the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StudyFacts {
    /// Id of the study.
    pub id: String,
    /// Title.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// The conclusion; `None` where none is written yet.
    pub conclusion: Option<ReportedConclusion>,
    /// Lines for a shell that make the results again.
    pub commands: Vec<String>,
    /// Settings of the games and what played them, each with its name: seed, opening, fingerprints, versions.
    pub settings: Vec<(String, String)>,
    /// Number of games of the whole study; `None` where cells end by a rule.
    pub games: Option<u64>,
    /// Number of cells that have not ended yet, where they end by a rule.
    pub open_cells: usize,
    /// The files that the figures were computed from.
    pub files: Vec<ResultFile>,
}

/// A study with its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyReport {
    study: StudyFacts,
    cells: Vec<CellEstimates>,
    effects: Vec<ChoiceEffect>,
    /// Ids of the figures that are plotted.
    #[serde(skip)]
    plotted: Vec<&'static str>,
}

/// A number with six decimals at most: more say nothing of games, and published figures stay small.
fn rounded(value: f64) -> f64 {
    // Adding zero makes a negative zero positive.
    (value * 1e6).round() / 1e6 + 0.0
}

impl StudyReport {
    /// A report of cells, whose numbers are rounded to six decimals. Where nothing is to be compared in particular, the choices of every option that has several
    /// are, by White's score, decisive games and length.
    #[must_use]
    pub fn new(study: StudyFacts, mut cells: Vec<CellEstimates>, compared: &[ComparedCells]) -> StudyReport {
        let mut effects = match compared {
            [] => compare(&cells, &compared_by_default(&cells, &MAIN_FIGURES)),
            compared => compare(&cells, compared),
        };
        for one in cells.iter_mut().flat_map(|cell| &mut cell.figures) {
            one.value = rounded(one.value);
            one.interval = one.interval.map(|bounds| bounds.map(rounded));
        }
        for one in &mut effects {
            [one.effect, one.p, one.p_adjusted] = [one.effect, one.p, one.p_adjusted].map(rounded);
            one.interval = one.interval.map(|bounds| bounds.map(rounded));
        }
        let mut wanted: BTreeSet<&str> =
            compared.iter().flat_map(|one| &one.figures).map(String::as_str).collect();
        if wanted.is_empty() {
            wanted.extend(MAIN_FIGURES);
        }
        let plotted = DEFINITIONS.iter().map(|one| one.id).filter(|id| wanted.contains(id)).collect();
        StudyReport { study, cells, effects, plotted }
    }

    /// The files of the report with their names: `index.html`, which needs no other; `report.md` with plots as SVG;
    /// `figures.json` and `figures.csv`.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let document = content::document(self);
        let mut files = vec![
            ("index.html".to_owned(), html::page(&document)),
            ("report.md".to_owned(), markdown::markdown(&document)),
            ("figures.json".to_owned(), data::json(self)),
            ("figures.csv".to_owned(), data::csv(&self.cells)),
        ];
        let plots = document.plots();
        files.extend(plots.into_iter().map(|plot| (plot.file(), plot.standalone())));
        files
    }
}
