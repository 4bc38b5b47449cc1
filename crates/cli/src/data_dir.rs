//! Where data are kept if nothing else is said.

use std::path::PathBuf;

/// `rukh` in the XDG data directory; `None` without a home directory.
pub fn default() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    Some(data?.join("rukh"))
}
