//! Rulesets as a page shows them.

use rukh_rules::{Ruleset, catalog};

use crate::data::RulesetSummaryData;
use crate::error::Problem;

/// The built-in rulesets.
pub(crate) fn all() -> Result<Vec<RulesetSummaryData>, Problem> {
    let summary = |id: &str| {
        let ruleset = Ruleset::named(id)?;
        let about = &ruleset.about;
        Ok(RulesetSummaryData {
            id: id.to_owned(),
            title: about.name.clone(),
            summary: about.summary.clone(),
        })
    };
    catalog::ids().map(summary).collect()
}
