//! What the targets of both protocols share.

use std::sync::Arc;

use rukh_protocols::RulesetLoader;
use rukh_rules::Ruleset;

/// Every built-in ruleset.
pub fn rulesets() -> RulesetLoader {
    Box::new(|name| Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string().into()))
}

/// The input with the digits of tables and threads cut to one: a session may ask for
/// 64 GiB and 256 threads, which it is given.
pub fn tamed(bytes: &[u8]) -> Vec<u8> {
    let mut tamed = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line).to_lowercase();
        let is_costly = ["hash", "threads", "memory", "cores"].iter().any(|word| text.contains(word));
        let mut was_digit = false;
        tamed.extend(line.iter().copied().filter(|byte| {
            let is_digit = byte.is_ascii_digit();
            let keeps = !(is_costly && is_digit && was_digit);
            was_digit = is_digit;
            keeps
        }));
    }
    tamed
}
