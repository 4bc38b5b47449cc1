//! The figures of the computer's levels, as they were measured: a table of this crate, which
//! `cargo xtask levels indicators` writes.

use std::sync::LazyLock;

use rukh_rules::Ruleset;
use serde::{Deserialize, Serialize};

use super::figures::{IndicatorFigures, REVISION};

/// What was measured, as JSON.
const TABLE: &str = include_str!("levels.json");

/// The figures of a level in a family of games. It has none of thinking time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelIndicators {
    /// The family, such as `oblong`, or with a die `oblong-die`.
    pub family: String,
    /// The level, from 1.
    pub level: u8,
    /// Revision of the figures.
    pub revision: u32,
    /// Node limit of the judge.
    pub nodes: u64,
    /// The figures.
    pub figures: IndicatorFigures,
}

/// The family of a ruleset, such as `oblong`, or with a die `oblong-die`.
#[must_use]
pub fn family_of(ruleset: &Ruleset) -> String {
    let die = if ruleset.has_die() { "-die" } else { "" };
    format!("{}{die}", ruleset.family)
}

/// The levels of a family that were measured with these definitions and this judge, the lowest first; none where
/// nobody has measured them.
#[must_use]
pub fn levels_of(family: &str, nodes: u64) -> Vec<LevelIndicators> {
    static ALL: LazyLock<Vec<LevelIndicators>> =
        LazyLock::new(|| read_levels(TABLE).expect("the table of this crate is read in a test"));
    select(&ALL, family, nodes)
}

fn select(all: &[LevelIndicators], family: &str, nodes: u64) -> Vec<LevelIndicators> {
    let is_asked =
        |one: &&LevelIndicators| one.family == family && one.revision == REVISION && one.nodes == nodes;
    let mut found: Vec<LevelIndicators> = all.iter().filter(is_asked).cloned().collect();
    found.sort_by_key(|one| one.level);
    found
}

/// Reads a table of levels.
///
/// # Errors
/// It is not a JSON array of [`LevelIndicators`].
pub fn read_levels(text: &str) -> Result<Vec<LevelIndicators>, serde_json::Error> {
    serde_json::from_str(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rukh_engine::Level;

    use super::{LevelIndicators, TABLE, levels_of, read_levels, select};
    use crate::indicator::{IndicatorFigures, REVISION};

    #[test]
    fn table_has_each_level_once_and_enough_games() {
        let levels = read_levels(TABLE).expect("the table is JSON");
        let keys: BTreeSet<_> = levels.iter().map(|one| (&one.family, one.level)).collect();
        assert_eq!(keys.len(), levels.len());
        assert!(levels.iter().all(|one| Level::new(one.level).is_some() && one.figures.loss.is_some()));
        assert!(levels.iter().all(|one| one.figures.time_spread.is_none()));
    }

    #[test]
    fn levels_are_those_of_the_family_and_of_this_judge() {
        let rows = [
            ("oblong", 5, REVISION, 40_000),
            ("oblong", 1, REVISION, 40_000),
            ("oblong", 2, REVISION - 1, 40_000),
            ("oblong", 3, REVISION + 1, 40_000),
            ("oblong", 4, REVISION, 40_001),
            ("oblong-die", 6, REVISION, 40_000),
            ("oblong-die", 7, REVISION, 12_000),
        ];
        let all = rows.map(|(family, level, revision, nodes)| LevelIndicators {
            family: family.to_owned(),
            level,
            revision,
            nodes,
            figures: IndicatorFigures::default(),
        });
        let found = |family: &str, nodes: u64| {
            select(&all, family, nodes).iter().map(|one| one.level).collect::<Vec<_>>()
        };
        assert_eq!(found("oblong", 40_000), [1, 5]);
        assert_eq!(found("oblong-die", 12_000), [7]);
        assert!(found("shatranj", 40_000).is_empty() && levels_of("no-such-family", 40_000).is_empty());
    }
}
