//! Names for readers: rulesets, options and choices by the titles of the ruleset files, pieces by their names.

use std::collections::{BTreeMap, BTreeSet};

use rukh_rules::ruleset::OptionInfo;
use rukh_rules::{Ruleset, catalog};

use super::text::{plain, words};
use crate::figures::{CellEstimates, ChoiceEffect, FigureDefinition, FigureKey};

/// The names of what the cells of a study have. What no built-in ruleset knows is named by its key.
#[derive(Debug)]
pub(super) struct ReportNames {
    /// Rulesets by instance.
    rulesets: BTreeMap<String, Ruleset>,
    /// Names of rulesets with the choices that vary in the study, by instance.
    instances: BTreeMap<String, String>,
    /// Options that have several choices in the study, by ruleset.
    varied: BTreeSet<(String, String)>,
    has_several_rulesets: bool,
    has_several_players: bool,
}

/// The option of a ruleset.
fn option_of(ruleset: &str, option: &str) -> Option<&'static OptionInfo> {
    catalog::file(ruleset).ok()?.options().iter().find(|one| one.key == option)
}

impl ReportNames {
    pub(super) fn of(cells: &[CellEstimates]) -> ReportNames {
        let mut choices = BTreeMap::<(String, String), BTreeSet<&str>>::new();
        for cell in cells {
            for (option, choice) in &cell.choices {
                choices.entry((cell.ruleset().to_owned(), option.clone())).or_default().insert(choice);
            }
        }
        let rulesets = cells.iter().map(|cell| &cell.instance).collect::<BTreeSet<_>>();
        let known = rulesets.into_iter().filter_map(|name| Some((name.clone(), Ruleset::named(name).ok()?)));
        let mut names = ReportNames {
            rulesets: known.collect(),
            instances: BTreeMap::new(),
            varied: choices.into_iter().filter(|(_, all)| all.len() > 1).map(|(option, _)| option).collect(),
            has_several_rulesets: cells.iter().any(|cell| cell.ruleset() != cells[0].ruleset()),
            has_several_players: cells.iter().any(|cell| cell.players != cells[0].players),
        };
        let instances = cells.iter().map(|cell| (cell.instance.clone(), names.instance(cell)));
        names.instances = instances.collect();
        names
    }

    /// What sets the ruleset of a cell apart: its name, and the choices that vary in the study.
    fn instance(&self, cell: &CellEstimates) -> String {
        let varied = cell
            .choices
            .iter()
            .filter(|(option, _)| self.varied.contains(&(cell.ruleset().to_owned(), (*option).clone())));
        let named = varied.map(|(option, choice)| {
            let title = self.option(cell.ruleset(), option);
            format!("{title}: {}", self.choice(cell.ruleset(), option, choice))
        });
        std::iter::once(self.ruleset(cell.ruleset())).chain(named).collect::<Vec<_>>().join(", ")
    }

    /// The name of a ruleset, without options.
    fn ruleset(&self, id: &str) -> String {
        let is_it = |instance: &&String| instance.split('[').next() == Some(id);
        let known = self.rulesets.keys().find(is_it).and_then(|instance| self.rulesets.get(instance));
        plain(known.map_or(id, |ruleset| ruleset.about.name.as_str()))
    }

    /// Title of an option.
    pub(super) fn option(&self, ruleset: &str, option: &str) -> String {
        plain(option_of(ruleset, option).map_or(option, |one| one.title.as_str()))
    }

    /// Title of a choice.
    pub(super) fn choice(&self, ruleset: &str, option: &str, choice: &str) -> String {
        let known =
            option_of(ruleset, option).and_then(|one| one.choices.iter().find(|one| one.id == choice));
        plain(known.map_or(choice, |one| one.title.as_str()))
    }

    /// Both players.
    pub(super) fn players([white, black]: &[String; 2]) -> String {
        if white == black { plain(white) } else { format!("{} against {}", plain(white), plain(black)) }
    }

    /// What sets a cell apart: its ruleset, the choices that vary in the study, and its players where they vary.
    pub(super) fn cell(&self, cell: &CellEstimates) -> String {
        let name = self.instances.get(&cell.instance).unwrap_or(&cell.instance);
        match self.has_several_players {
            true => format!("{name}, {}", ReportNames::players(&cell.players)),
            false => name.clone(),
        }
    }

    /// What an effect compares.
    pub(super) fn effect(&self, effect: &ChoiceEffect) -> String {
        let compared = [&effect.choice, &effect.base];
        let mut name = match &effect.option {
            None => {
                let [choice, base] =
                    compared.map(|instance| self.instances.get(instance).unwrap_or(instance));
                format!("{choice}, not {base}")
            }
            Some(option) => {
                let [choice, base] = compared.map(|choice| self.choice(&effect.ruleset, option, choice));
                let name = format!("{}: {choice}, not {base}", self.option(&effect.ruleset, option));
                match self.has_several_rulesets {
                    true => format!("{}, {name}", self.ruleset(&effect.ruleset)),
                    false => name,
                }
            }
        };
        if self.has_several_players {
            name = format!("{name} ({})", ReportNames::players(&effect.players));
        }
        name
    }

    /// What a value of a figure is for, by its key.
    pub(super) fn key(&self, cell: &CellEstimates, figure: &FigureDefinition, key: &str) -> String {
        match figure.key {
            Some(FigureKey::Piece) => {
                let pieces = self.rulesets.get(&cell.instance).map(|ruleset| &ruleset.pieces);
                let piece = pieces.into_iter().flatten().find(|piece| key.chars().eq([piece.letter]));
                piece.map_or_else(|| plain(key), |piece| plain(&piece.name))
            }
            Some(FigureKey::Reason | FigureKey::WereraEnd) => words(key),
            Some(FigureKey::Arrangement) | None => plain(key),
        }
    }
}
