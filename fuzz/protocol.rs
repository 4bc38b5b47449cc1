//! Sessions of both protocols: what their targets run and how their inputs change.
//!
//! An input is a session's text: `rukh uci < INPUT` has the same. It comes from libFuzzer's own changes
//! and from the [`grammar`]. libFuzzer finds panics of any thread, stalls and too much memory.

mod grammar;

use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use libfuzzer_sys::fuzzer_mutate;
use rukh_protocols::{RulesetLoader, uci, xboard};
use rukh_rules::Ruleset;
use rukh_rules::hash::SplitMix64;

pub use grammar::Protocol;

/// Runs a session to its end, which bounds every search, and expects the answer to its last command.
pub fn run(protocol: Protocol, bytes: &[u8]) {
    let output = Output::default();
    let input = BufReader::new(PacedInput {
        line: Cursor::default(),
        lines: Box::new(bytes.split_inclusive(|byte| *byte == b'\n').map(tamed)),
        random: SplitMix64::new(bytes.len() as u64),
    });
    let rulesets: RulesetLoader =
        Box::new(|name| Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string().into()));
    match protocol {
        Protocol::Uci => uci::run(input, output.clone(), rulesets),
        Protocol::Xboard => xboard::run(input, output.clone(), rulesets),
    }
    .expect("the input can be read");
    let [end, question, answer] = protocol.ending();
    let is_asked = bytes.ends_with(format!("\n{end}\n{question}\n").as_bytes());
    if is_asked && !bytes.windows(4).any(|word| word == b"quit") {
        let answers = output.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |text: &[u8], line: &str| {
            text.split(|byte| *byte == b'\n').filter(|it| *it == line.as_bytes()).count()
        };
        assert!(count(&answers, answer) >= count(bytes, question), "a `{question}` has no answer");
    }
}

/// Changes an input: a session of the grammar in its place or after it, or a change of libFuzzer's.
pub fn mutate(protocol: Protocol, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = SplitMix64::new(u64::from(seed));
    let start = match random.below(4) {
        0 => 0,
        1 => size.min(max_size),
        _ => return fuzzer_mutate(data, size, max_size),
    };
    let session = grammar::session(protocol, random);
    let end = max_size.min(start + session.len());
    data[start..end].copy_from_slice(&session.as_bytes()[..end - start]);
    end
}

/// A line with the digits of tables and threads cut to one: a session may ask for 64 GiB and 256
/// threads, which it is given.
fn tamed(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let is_costly = ["hash", "threads", "memory", "cores"].iter().any(|word| text.contains(word));
    let mut was_digit = false;
    let keeps = |byte: &u8| {
        let is_second = is_costly && was_digit && byte.is_ascii_digit();
        was_digit = byte.is_ascii_digit();
        !is_second
    };
    line.iter().copied().filter(keeps).collect()
}

/// Input line by line, some after a pause, so that commands meet searches at work.
struct PacedInput<'a> {
    line: Cursor<Vec<u8>>,
    lines: Box<dyn Iterator<Item = Vec<u8>> + 'a>,
    random: SplitMix64,
}

impl Read for PacedInput<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64
            && let Some(line) = self.lines.next()
        {
            if self.random.below(8) == 0 {
                std::thread::sleep(Duration::from_millis(self.random.below(12) as u64));
            }
            self.line = Cursor::new(line);
        }
        self.line.read(into)
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
