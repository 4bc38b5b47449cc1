//! Names of what studies measure: rulesets with their choices, figures, and reasons of the end of a game.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use rukh_rules::Message;
use rukh_rules::ruleset::{ChoiceInfo, OptionInfo};

use crate::reader::Reader;
use crate::say;
use crate::studies::{MeasuredCell, MeasuredEffect, StudyResults};

/// Title of an option; its key where the ruleset has no such option any more.
pub(crate) fn option<'t>(reader: &Reader<'t>, ruleset: &str, key: &'t str) -> &'t str {
    option_of(reader, ruleset, key).map_or(key, |one| reader.own(&one.title, &one.titles).text)
}

/// Title of a choice; its id where there is no such choice any more.
pub(crate) fn choice<'t>(reader: &Reader<'t>, ruleset: &str, option: &str, id: &'t str) -> &'t str {
    let known: Option<&ChoiceInfo> =
        option_of(reader, ruleset, option).and_then(|one| one.choices.iter().find(|one| one.id == id));
    known.map_or(id, |one| reader.own(&one.title, &one.titles).text)
}

fn option_of<'l>(reader: &Reader<'l>, ruleset: &str, key: &str) -> Option<&'l OptionInfo> {
    reader.library.ruleset(ruleset)?.options.iter().find(|one| one.key == key)
}

/// Name of a ruleset; its id where the library has no such ruleset.
pub(crate) fn ruleset<'t>(reader: &Reader<'t>, id: &'t str) -> &'t str {
    reader.library.ruleset(id).map_or(id, |ruleset| reader.name(ruleset).text)
}

/// What sets the cells of a study apart.
pub(crate) struct CellNames<'r, 'l> {
    reader: &'r Reader<'l>,
    /// Options that have several choices in the study, by ruleset.
    varied: BTreeSet<(&'l str, &'l str)>,
    has_several_rulesets: bool,
    has_several_players: bool,
}

impl<'r, 'l> CellNames<'r, 'l> {
    pub fn of(reader: &'r Reader<'l>, results: &'l StudyResults) -> CellNames<'r, 'l> {
        let mut choices = BTreeMap::<(&str, &str), BTreeSet<&str>>::new();
        for cell in &results.cells {
            for (option, choice) in &cell.choices {
                choices.entry((cell.ruleset(), option.as_str())).or_default().insert(choice);
            }
        }
        let rulesets: BTreeSet<&str> = results.cells.iter().map(MeasuredCell::ruleset).collect();
        let players: BTreeSet<&[String; 2]> = results.cells.iter().map(|cell| &cell.players).collect();
        CellNames {
            reader,
            varied: choices.into_iter().filter(|(_, all)| all.len() > 1).map(|(option, _)| option).collect(),
            has_several_rulesets: rulesets.len() > 1,
            has_several_players: players.len() > 1,
        }
    }

    /// A ruleset with the choices that vary in the study, and its players where they do.
    pub fn cell(&self, cell: &'l MeasuredCell) -> String {
        let CellNames { reader, varied, .. } = self;
        let id = cell.ruleset();
        let mut parts = vec![ruleset(reader, id).to_owned()];
        let of_study = cell.choices.iter().filter(|(key, _)| varied.contains(&(id, key.as_str())));
        for (key, chosen) in of_study {
            parts.push(self.chosen(id, key, chosen));
        }
        if self.has_several_players {
            parts.push(players(&cell.players));
        }
        parts.join(reader.comma())
    }

    /// What an effect compares.
    pub fn effect(&self, effect: &'l MeasuredEffect) -> String {
        let MeasuredEffect { ruleset: id, option, base, choice: chosen, .. } = effect;
        let mut parts = Vec::new();
        if let Some(option) = option {
            if self.has_several_rulesets {
                parts.push(ruleset(self.reader, id).to_owned());
            }
            let (chosen, base) = (self.chosen(id, option, chosen), choice(self.reader, id, option, base));
            parts.push(self.reader.say(say::study_not(chosen, base)));
        } else {
            parts.push(self.reader.say(say::study_not(self.instance(chosen), self.instance(base))));
        }
        if self.has_several_players {
            parts.push(players(&effect.players));
        }
        parts.join(self.reader.comma())
    }

    /// A ruleset, with the choices that its instance names in parentheses.
    fn instance(&self, instance: &'l str) -> String {
        let (id, choices) = instance.split_once('[').unwrap_or((instance, ""));
        let chosen = choices.trim_end_matches(']').split(',').filter_map(|one| one.split_once('='));
        let chosen: Vec<String> = chosen.map(|(key, choice)| self.chosen(id, key, choice)).collect();
        let name = ruleset(self.reader, id);
        if chosen.is_empty() {
            name.to_owned()
        } else {
            format!("{name} ({})", chosen.join(self.reader.comma()))
        }
    }

    /// An option with its choice.
    fn chosen(&self, id: &str, key: &'l str, chosen: &'l str) -> String {
        let (option, choice) = (option(self.reader, id, key), choice(self.reader, id, key, chosen));
        self.reader.say(say::library_concept_with(option, choice))
    }
}

/// Both players.
fn players([white, black]: &[String; 2]) -> String {
    if white == black { white.clone() } else { format!("{white} – {black}") }
}

/// The name of a figure; `None` for one that the library does not know.
pub(crate) fn figure(id: &str) -> Option<Message> {
    FIGURES.iter().find(|(known, _)| *known == id).map(|(_, name)| name())
}

/// What says the name of a figure.
type FigureName = fn() -> Message;

/// The figures of `rukh-study` with their names.
const FIGURES: [(&str, FigureName); 35] = [
    ("score", say::measure_score),
    ("advantage", say::measure_advantage),
    ("white-wins", say::measure_white_wins),
    ("decisive", say::measure_decisive),
    ("drawn", say::measure_drawn),
    ("cut-off", say::measure_cut_off),
    ("strength", say::measure_strength),
    ("draws-by", say::measure_draws_by),
    ("ends-by", say::measure_ends_by),
    ("plies", say::measure_plies),
    ("plies-10", say::measure_plies_10),
    ("plies-25", say::measure_plies_25),
    ("plies-75", say::measure_plies_75),
    ("plies-90", say::measure_plies_90),
    ("plies-mean", say::measure_plies_mean),
    ("passes", say::measure_passes),
    ("branching", say::measure_branching),
    ("choices", say::measure_choices),
    ("lead-changes", say::measure_lead_changes),
    ("trailing", say::measure_trailing),
    ("drama", say::measure_drama),
    ("captures", say::measure_captures),
    ("exchanges", say::measure_exchanges),
    ("capture-gap", say::measure_capture_gap),
    ("survival", say::measure_survival),
    ("activity", say::measure_activity),
    ("promotions", say::measure_promotions),
    ("promotion-games", say::measure_promotion_games),
    ("werera-events", say::measure_werera_events),
    ("werera-seconds", say::measure_werera_seconds),
    ("retractions", say::measure_retractions),
    ("werera-ends", say::measure_werera_ends),
    ("arrangements", say::measure_arrangements),
    ("arrangement-score", say::measure_arrangement_score),
    ("luck", say::measure_luck),
];

/// What a value of a figure is for: a reason, a kind of piece, or an arrangement as it is written.
pub(crate) fn key(reader: &Reader<'_>, cell: &MeasuredCell, figure: &str, key: &str) -> Markup {
    let name = match figure {
        "draws-by" | "ends-by" | "werera-ends" => reason(key).map(|name| reader.say(name)),
        "survival" | "activity" => piece(reader, cell, key),
        _ => None,
    };
    match name {
        Some(name) => html! { (name) },
        None => html! { code dir="ltr" { (key) } },
    }
}

fn piece(reader: &Reader<'_>, cell: &MeasuredCell, letter: &str) -> Option<String> {
    let ruleset = reader.resolve(&cell.instance)?;
    let kind = ruleset.kinds().find(|kind| letter.chars().eq([ruleset.pieces[kind.index()].letter]))?;
    Some(reader.piece(&ruleset, kind).text.to_owned())
}

/// The name of a reason for which games of the engine, or their opening phase, end.
fn reason(key: &str) -> Option<Message> {
    Some(match key {
        "checkmate" => say::concept_win_mate(),
        "werera-mate" => say::end_werera_mate(),
        "stalemate" => say::concept_win_stalemate(),
        "no-pseudo-move" => say::end_no_move(),
        "bare-king" => say::concept_win_bare_king(),
        "both-bare" => say::concept_draw_both_bare(),
        "lone-man-limit" => say::end_lone_piece(),
        "bare-count" => say::end_bare_count(),
        "king-captured" => say::concept_win_capture(),
        "failed-escape" => say::concept_win_failed_escape(),
        "repetition" => say::end_repetition(),
        "move-limit" => say::end_move_limit(),
        "capture-white" => say::end_capture_first(),
        "capture-black" => say::end_capture_second(),
        "budget" => say::end_budget(),
        "agreement" => say::end_agreement(),
        "clock" => say::end_clock(),
        "over" => say::end_over(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use rukh_rules::Reason;

    use super::{FIGURES, figure, reason};

    /// A figure that is added to the laboratory gets a name here.
    #[test]
    fn figures_are_those_of_the_laboratory() {
        let definitions = include_str!("../../study/src/figures/definition.rs");
        let (_, list) = definitions.split_once("pub static DEFINITIONS").expect("the list");
        let (list, _) = list.split_once("\n];").expect("its end");
        let ids = list.lines().filter_map(|line| line.trim().strip_prefix("[\"")?.split('"').next());
        assert_eq!(FIGURES.map(|(id, _)| id).to_vec(), ids.collect::<Vec<_>>());
        for (id, _) in FIGURES {
            let name = figure(id).expect("it is in the list");
            assert_eq!(name.key(), format!("measure-{id}"));
        }
        assert_eq!(figure("nonsense"), None);
    }

    #[test]
    fn reasons_are_those_of_the_rules() {
        for (key, known) in [
            ("checkmate", Reason::Checkmate),
            ("werera-mate", Reason::WereraMate),
            ("no-pseudo-move", Reason::NoPseudoMove),
            ("lone-man-limit", Reason::LoneManLimit),
            ("bare-count", Reason::BareCount),
            ("failed-escape", Reason::FailedEscape),
        ] {
            assert_eq!(key.parse::<Reason>().ok(), Some(known));
            assert!(reason(key).is_some(), "{key}");
        }
        assert_eq!(reason("resignation"), None, "engines do not resign");
    }
}
