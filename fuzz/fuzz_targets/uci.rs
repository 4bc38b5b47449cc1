//! Any bytes as a session of UCI: it ends with its input, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rukh_protocols::uci;

#[path = "../protocol.rs"]
mod protocol;

// The session's `stop` at its end bounds every search, `go infinite` too.
fuzz_target!(|bytes: &[u8]| {
    uci::run(&protocol::tamed(bytes)[..], std::io::sink(), protocol::rulesets())
        .expect("the input can be read");
});
