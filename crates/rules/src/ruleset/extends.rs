//! What a ruleset file extends: where it is looked for, and how it is laid beneath.

use std::path::{Path, PathBuf};

use super::catalog;
use super::file::MAX_FILE_BYTES;
use super::tree::{self, Complaint, Extent, Table, Value};
use crate::failure::Failure;

/// A ruleset that another extends, as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// There it is.
    Found {
        /// What complaints call it.
        name: String,
        /// The TOML of the file.
        text: String,
    },
    /// No ruleset is known by that name.
    Unknown,
    /// It cannot be had, and why.
    Unreadable(String),
}

impl From<Option<(String, String)>> for Parent {
    fn from(found: Option<(String, String)>) -> Parent {
        found.map_or(Parent::Unknown, |(name, text)| Parent::Found { name, text })
    }
}

impl Parent {
    /// Looks for what the file at `path` extends under this name: a path from
    /// that file, or an id, which is looked for beside it and then among the
    /// built-in rulesets. `read` gives the text of a file, if there is one.
    pub fn beside(
        path: &Path,
        name: &str,
        read: &impl Fn(&Path) -> Result<Option<String>, Failure>,
    ) -> Parent {
        let is_path = name.contains('/') || name.ends_with(".toml");
        let is_word = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        if !is_path && (!is_word || name.is_empty()) {
            return Parent::Unknown;
        }
        let own: PathBuf = if is_path {
            path.with_file_name("").join(name)
        } else {
            path.with_file_name(format!("{name}.toml"))
        };
        if own == path {
            // A file may have the name of the built-in ruleset it extends.
            return match catalog::text(name) {
                Some((name, text)) => Parent::Found { name, text },
                None => Parent::Unreadable("that is this file itself".to_owned()),
            };
        }
        let shown = own.display().to_string();
        match read(&own) {
            Ok(Some(text)) => Parent::Found { name: shown, text },
            Ok(None) if is_path => Parent::Unreadable(format!("there is no file `{shown}`")),
            Ok(None) => catalog::text(name).into(),
            Err(why) => Parent::Unreadable(why.into()),
        }
    }
}

/// The child's tree laid over its parent's. If the parent cannot be had, the
/// child's alone, of which then only what it says itself can be judged.
pub(super) fn lay_over_parent<P: Into<Parent>>(
    mut child: Table,
    base: &str,
    parent: impl Fn(&str) -> P,
    complaints: &mut Vec<Complaint>,
) -> Table {
    let place = child.place_of(&["extends"]).clone();
    let mut complain = |message: String| complaints.push(Complaint { place: place.clone(), message });
    let (name, text) = match parent(base).into() {
        Parent::Found { name, text } => (name, text),
        Parent::Unknown => {
            let known: Vec<&str> = catalog::ids().collect();
            complain(format!(
                "`extends` names `{base}`, but no such ruleset is known; there are `{}`, and files of your own by their path",
                known.join("`, `")
            ));
            child.mark_partial();
            return child;
        }
        Parent::Unreadable(why) => {
            complain(format!("`extends` names `{base}`, which cannot be had: {why}"));
            child.mark_partial();
            return child;
        }
    };
    if text.len() > MAX_FILE_BYTES {
        complain(format!("`{name}` is longer than {MAX_FILE_BYTES} bytes"));
        child.mark_partial();
        return child;
    }
    let (mut root, found) = tree::parse_what_can_be(&name, &text);
    if let Some(grand) = root.text("extends") {
        complain(format!(
            "`{base}` extends `{grand}` itself; only one level is allowed: extend `{grand}`, or let `{base}` state all its laws"
        ));
        root.mark_partial();
    }
    complaints.extend(found);
    root.remove("about");
    drop_keys(&mut root, &mut child, complaints);
    root.lay_over(&child);
    root.place = child.place;
    root
}

/// Takes out of the parent what the child lists under `drop`.
fn drop_keys(root: &mut Table, child: &mut Table, complaints: &mut Vec<Complaint>) {
    let Some(drop) = child.get("drop").cloned() else { return };
    let message = "`drop` should list keys the parent has, such as \"options.saba\"";
    let paths = match &drop.value {
        Value::List(items) => items.as_slice(),
        _ => {
            complaints.push(Complaint { place: drop.place.clone(), message: message.to_owned() });
            &[]
        }
    };
    for item in paths {
        let known = matches!(&item.value, Value::Text(path) if root.remove(path));
        if !known && root.extent == Extent::Whole {
            complaints.push(Complaint { place: item.place.clone(), message: message.to_owned() });
        }
    }
    child.remove("drop");
}
