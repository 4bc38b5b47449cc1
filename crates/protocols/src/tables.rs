//! Which solved endings the engine has, as the option `Tables` says.

use std::sync::Arc;

use rukh_engine::Tables;
use rukh_rules::{Failure, Ruleset};

use crate::SessionSources;

/// The name of the option.
pub(crate) const OPTION: &str = "Tables";
/// Its value for [`TablesChoice::Computed`].
pub(crate) const COMPUTED: &str = "<computed>";
/// Its value for [`TablesChoice::None`].
const NONE: &str = "<none>";

/// Which solved endings the engine has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum TablesChoice {
    /// Those of three pieces, computed when they are first asked for.
    #[default]
    Computed,
    /// None.
    None,
    /// Those too, and the files of a directory.
    Directory(String),
}

impl From<&str> for TablesChoice {
    fn from(text: &str) -> TablesChoice {
        match text {
            "" | COMPUTED => TablesChoice::Computed,
            NONE => TablesChoice::None,
            path => TablesChoice::Directory(path.to_owned()),
        }
    }
}

impl TablesChoice {
    /// The endings of a ruleset.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub(crate) fn tables(
        &self,
        sources: &SessionSources,
        ruleset: &Arc<Ruleset>,
    ) -> Result<Option<Arc<Tables>>, Failure> {
        Ok(match self {
            TablesChoice::Computed => Some(Tables::shared(ruleset)),
            TablesChoice::None => None,
            TablesChoice::Directory(path) => Some((sources.tables)(path, ruleset)?),
        })
    }
}
