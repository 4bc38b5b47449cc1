//! Figures of the games, measured in games of the engine with itself: `rulesets/measured.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, html};
use rukh_rules::{Message, Ruleset, Side};
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
    /// Plies after which a game is cut off.
    max_plies: u32,
    #[allow(dead_code, reason = "for readers of the file")]
    seed: u64,
    /// Figures by the id of a ruleset.
    ruleset: BTreeMap<String, Figures>,
}

/// Figures of a ruleset with its usual options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Figures {
    /// Revision of the ruleset that was played.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test compares it"))]
    revision: u32,
    games: u32,
    /// Games won by White, by Black, drawn by a law, and cut off without a result.
    white: Share,
    black: Share,
    drawn: Share,
    cut_off: Share,
    /// Plies in turns.
    plies: Quantiles,
    /// Moves to choose from in turns.
    choices: Quantiles,
    /// Moves of both sides in the werera, and its duration.
    werera_moves: Option<Quantiles>,
    werera_seconds: Option<Quantiles>,
}

/// A part of the games, with the interval of its share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    count: u32,
    interval: [f64; 2],
}

/// The middle of the games' values and its interval, and the bounds of the middle half of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Quantiles {
    low: f64,
    median: f64,
    high: f64,
    median_interval: [f64; 2],
}

impl Quantiles {
    /// As text: of games that were cut off only a least length is known.
    fn texts(&self) -> [String; 5] {
        let [least, most] = self.median_interval;
        [self.median, least, most, self.low, self.high].map(|value| {
            let is_open = value >= f64::from(MEASURED.max_plies);
            format!("{}{value:.0}", if is_open { "≥ " } else { "" })
        })
    }
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
                @let [median, least, most, low, high] = figures.plies.texts();
                dd { (reader.say(say::figure_plies(median, least, most, low, high))) }
                @let [median, _, _, low, high] = figures.choices.texts();
                dd { (reader.say(say::figure_choices(median, low, high))) }
                @for message in shares(figures) { dd { (reader.say_of(ruleset, message)) } }
                @if let (Some(moves), Some(seconds)) = (&figures.werera_moves, &figures.werera_seconds) {
                    dd { (reader.say(say::figure_werera(whole(moves.median), whole(seconds.median)))) }
                }
                dd.faint {
                    @let [games, nodes] = [u64::from(figures.games), MEASURED.nodes].map(|one| one.to_string());
                    small { (reader.say(say::library_figures_text(games, nodes))) }
                }
            }
        }
    }
}

/// What became of the games; what happened in none of them is left out, but for the sides' wins.
fn shares(figures: &Figures) -> Vec<Message> {
    let Figures { games, white, black, drawn, cut_off, .. } = figures;
    let texts = |share: &Share| {
        [f64::from(share.count) / f64::from((*games).max(1)), share.interval[0], share.interval[1]]
            .map(percent)
    };
    let won = [(Side::White, white), (Side::Black, black)].map(|(side, share)| {
        let [share, low, high] = texts(share);
        say::figure_won(side, share, low, high)
    });
    let mut messages = won.to_vec();
    if drawn.count > 0 {
        let [share, low, high] = texts(drawn);
        messages.push(say::figure_drawn(share, low, high));
    }
    if cut_off.count > 0 {
        let [share, low, high] = texts(cut_off);
        messages.push(say::figure_cut_off(MEASURED.max_plies.to_string(), share, low, high));
    }
    messages
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// A share in whole percent.
fn percent(share: f64) -> String {
    whole(100.0 * share)
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Ruleset, catalog};

    use super::{MEASURED, group};
    use crate::reader::Reader;
    use crate::{LibraryPages, locale_of};

    /// A ruleset that has changed is measured again: `cargo xtask measure`.
    #[test]
    fn every_ruleset_has_figures_of_its_revision() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let figures = MEASURED.ruleset.get(id).unwrap_or_else(|| panic!("{id} was not measured"));
            assert_eq!(figures.revision, ruleset.revision, "{id}");
            let shares = [&figures.white, &figures.black, &figures.drawn, &figures.cut_off];
            assert!(figures.games >= 30, "{id}");
            assert_eq!(shares.iter().map(|share| share.count).sum::<u32>(), figures.games, "{id}");
            assert!(figures.plies.low > 1.0 && figures.choices.low > 1.0, "{id}");
            assert_eq!(figures.werera_moves.is_some(), ruleset.werera().is_some(), "{id}");
        }
        assert_eq!(MEASURED.ruleset.len(), catalog::ids().count());
    }

    /// Lengths and results are those of the games, not of the number of plies at which they are cut off.
    #[test]
    fn figures_are_not_those_of_the_cut_off() {
        for (id, figures) in &MEASURED.ruleset {
            assert!(figures.cut_off.count * 10 <= figures.games, "{id}: {:?}", figures.cut_off);
            assert!(figures.plies.high < f64::from(MEASURED.max_plies), "{id}: {:?}", figures.plies);
        }
        // Forty other games to the end, at the same nodes, had a median of 531.
        let [least, most] = MEASURED.ruleset["mustatila-307"].plies.median_interval;
        assert!(least <= 531.0 && 531.0 <= most, "{least} to {most}");
    }

    #[test]
    fn draws_are_named_only_where_a_law_draws() {
        let page = |id: &str| {
            let library = LibraryPages::of_built_in().expect("the built-in rulesets");
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            group(&Reader::new(&library, locale_of("en")), &ruleset).into_string()
        };
        assert!(page("senterej").contains("Drawn: "));
        let lawless = page("mustatila-307-ludii");
        assert!(!lawless.contains("rawn") && lawless.contains("95%"), "{lawless}");
    }
}
