//! Figures of the games, measured in games of the engine with itself: `rulesets/measured.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, html};
use rukh_rules::Ruleset;
use serde::Deserialize;

use crate::reader::Reader;
use crate::say;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Measured {
    /// Version of the engine.
    #[allow(dead_code, reason = "for readers of the file")]
    engine: String,
    /// Node limit of a move.
    nodes: u64,
    #[allow(dead_code, reason = "for readers of the file")]
    random_plies: usize,
    /// Plies after which a game counts as drawn.
    max_plies: u64,
    #[allow(dead_code, reason = "for readers of the file")]
    seed: u64,
    /// Figures by the id of a ruleset.
    ruleset: BTreeMap<String, Figures>,
}

/// Figures of a ruleset with its usual options; means of its games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Figures {
    /// Revision of the ruleset that was played.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test compares it"))]
    revision: u32,
    games: u32,
    /// Games won by White, and by Black.
    white: u32,
    black: u32,
    /// Plies in turns.
    plies: f64,
    /// Moves to choose from in turns.
    choices: f64,
    /// Moves of both sides in the werera, and its duration.
    werera_moves: Option<f64>,
    werera_seconds: Option<f64>,
}

static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../rulesets/measured.toml"))
        .expect("the figures are part of the program and tested")
});

/// The figures of a game among its concepts; nothing where options were changed.
pub(crate) fn group(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    let is_usual = ruleset.instance.to_string() == ruleset.instance.id;
    let found = MEASURED.ruleset.get(&ruleset.instance.id).filter(|_| is_usual);
    html! {
        @if let Some(figures) = found {
            div #measured {
                dt { (reader.say(say::library_figures())) }
                dd { (reader.say(say::figure_plies(whole(figures.plies)))) }
                dd { (reader.say(say::figure_choices(whole(figures.choices)))) }
                @let won = figures.white + figures.black;
                dd { (reader.say(say::figure_won(share(won, figures.games), share(figures.games - won, figures.games)))) }
                @if let (Some(moves), Some(seconds)) = (figures.werera_moves, figures.werera_seconds) {
                    dd { (reader.say(say::figure_werera(whole(moves), whole(seconds)))) }
                }
                dd.faint {
                    @let [games, nodes, plies] = [u64::from(figures.games), MEASURED.nodes, MEASURED.max_plies].map(|one| one.to_string());
                    small { (reader.say(say::library_figures_text(games, nodes, plies))) }
                }
            }
        }
    }
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// A share in whole percent.
fn share(part: u32, of: u32) -> String {
    format!("{:.0}", f64::from(part) * 100.0 / f64::from(of.max(1)))
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Ruleset, catalog};

    use super::MEASURED;

    /// A ruleset that has changed is measured again: `cargo xtask measure`.
    #[test]
    fn every_ruleset_has_figures_of_its_revision() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let figures = MEASURED.ruleset.get(id).unwrap_or_else(|| panic!("{id} was not measured"));
            assert_eq!(figures.revision, ruleset.revision, "{id}");
            assert!(figures.games >= 50 && figures.white + figures.black <= figures.games, "{id}");
            assert!(figures.plies > 1.0 && figures.choices > 1.0, "{id}");
            assert_eq!(figures.werera_moves.is_some(), ruleset.werera().is_some(), "{id}");
        }
        assert_eq!(MEASURED.ruleset.len(), catalog::ids().count());
    }
}
