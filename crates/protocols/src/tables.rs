//! Which solved endings the engine has, as the option `Tables` says.

use std::str::FromStr;

use rukh_engine::Engine;
use rukh_rules::Failure;

use crate::line_io::truncate;

/// The name of the option.
pub(crate) const OPTION: &str = "Tables";
/// Its value for [`TablesChoice::Computed`].
pub(crate) const COMPUTED: &str = "<computed>";
/// Its value for [`TablesChoice::None`].
const NONE: &str = "<none>";

/// Which solved endings the engine has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum TablesChoice {
    /// Those of three pieces, computed when they are first asked for.
    #[default]
    Computed,
    /// None.
    None,
}

impl TablesChoice {
    /// The engine with these endings, and with no others.
    pub(crate) fn give_to(self, mut engine: Engine) -> Engine {
        engine.set_tables(None);
        match self {
            TablesChoice::Computed => engine.with_shared_tables(),
            TablesChoice::None => engine,
        }
    }
}

impl FromStr for TablesChoice {
    type Err = Failure;

    fn from_str(text: &str) -> Result<TablesChoice, Failure> {
        match text {
            "" | COMPUTED => Ok(TablesChoice::Computed),
            NONE => Ok(TablesChoice::None),
            _ => Err(format!("`{}` should be `{COMPUTED}` or `{NONE}`", truncate(text)).into()),
        }
    }
}
