//! Sessions of XBoard's protocol, of its grammar or any bytes: they end with their input, without a panic.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

#[path = "../protocol.rs"]
mod protocol;

use protocol::Protocol;

fuzz_target!(|bytes: &[u8]| protocol::run(Protocol::Xboard, bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    protocol::mutate(Protocol::Xboard, data, size, max_size, seed)
});
