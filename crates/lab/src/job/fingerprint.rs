//! Fingerprints of the engine, each computed once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rukh_engine::bench;
use rukh_rules::Ruleset;

/// Fingerprints by instance and laws.
static KNOWN: Mutex<BTreeMap<[String; 2], String>> = Mutex::new(BTreeMap::new());

/// The fingerprint of the engine for a ruleset, [`bench::fingerprint`]; its search is made once in a process, since
/// every part of a study asks for it.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::bench;
/// use rukh_lab::job::engine_fingerprint;
/// use rukh_rules::Ruleset;
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// assert_eq!(engine_fingerprint(&shatranj), bench::fingerprint(&shatranj));
/// assert_eq!(engine_fingerprint(&shatranj), bench::fingerprint(&shatranj), "the second time, too");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[must_use]
pub fn engine_fingerprint(ruleset: &Arc<Ruleset>) -> String {
    let key = [ruleset.instance.to_string(), ruleset.hash()];
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(fingerprint) = known().get(&key) {
        return fingerprint.clone();
    }
    // Others need not wait for the search; two that make the same one find the same.
    let fingerprint = bench::fingerprint(ruleset);
    known().insert(key, fingerprint.clone());
    fingerprint
}
