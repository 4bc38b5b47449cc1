//! The rulesets that numbers have been tuned for.

use std::sync::LazyLock;

use rukh_rules::ruleset::Ruleset;

use super::weights::Tuned;

/// The files, one for each.
const FILES: [&str; 3] = [
    include_str!("../../tuned/mideast.json"),
    include_str!("../../tuned/oblong.json"),
    include_str!("../../tuned/shatranj.json"),
];

/// What was tuned for a ruleset and its men, if anything was.
pub(crate) fn of(ruleset: &Ruleset) -> Option<&'static Tuned> {
    static TUNED: LazyLock<Vec<Tuned>> = LazyLock::new(|| {
        let read =
            |text: &&str| serde_json::from_str(text).expect("a file kept with the engine is sound: tested");
        FILES.iter().map(read).collect()
    });
    TUNED.iter().find(|tuned| tuned.fits(ruleset))
}
