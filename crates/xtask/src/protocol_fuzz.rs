//! Random sessions of both protocols: valid, wrong and corrupted commands.
//!
//! A finding is a panic in any thread, a session that stalls, one without an answer at its end, or
//! one that needs too much memory; its seed and input are printed. No large tables are requested:
//! the engine would allocate them.

mod stream;

use std::collections::HashSet;
use std::io::{BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use rukh_protocols::{RulesetLoader, uci, xboard};
use rukh_rules::Ruleset;

use crate::Failure;
use stream::{Piece, Protocol, Stream};

/// Longest time in which a session may read nothing.
const STALL_TIMEOUT: Duration = Duration::from_secs(10);
/// Memory limit of the whole run, in kibibytes.
const MAX_MEMORY: u64 = 1_500_000;
/// Number of stalled sessions, each a thread that never ends, after which the run stops.
const MAX_STALLED: usize = 3;

/// Messages of panics, of any thread, since they were last collected.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Options of `cargo xtask protocol-fuzz`.
#[derive(Debug, Args)]
pub struct FuzzOptions {
    /// Protocol of the sessions.
    #[arg(value_enum)]
    protocol: Protocol,
    /// Seconds to run.
    #[arg(long, value_name = "SECONDS", env = "RUKH_SECONDS", default_value_t = 600)]
    seconds: u64,
    /// Seed of the first session.
    #[arg(long, value_name = "SEED", env = "RUKH_SEED", default_value_t = 1)]
    seed: u64,
    /// Run only the first session, and print its input and answers.
    #[arg(long)]
    once: bool,
}

/// Runs the sessions.
///
/// # Errors
/// There are findings.
pub fn run(options: &FuzzOptions) -> Result<(), Failure> {
    std::panic::set_hook(Box::new(|panic| {
        PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(panic.to_string());
    }));
    if !options.once {
        return Ok(fuzz(options.protocol, options.seed, Duration::from_secs(options.seconds))?);
    }
    let stream = Stream::new(options.protocol, options.seed);
    print!("{}", stream.to_text());
    let ended = session(&stream, options.protocol);
    println!("--- answers\n{}\n--- {:?}", String::from_utf8_lossy(&ended.answers), ended.findings);
    if ended.findings.is_empty() { Ok(()) } else { Err("a finding".into()) }
}

/// One session after the other until the time is up.
fn fuzz(protocol: Protocol, first: u64, time: Duration) -> Result<(), String> {
    let (start, mut reported, mut stalled) = (Instant::now(), HashSet::new(), 0);
    let (mut sessions, mut lines, mut bytes, mut findings) = (0_u64, 0, 0, 0);
    for seed in first.. {
        if start.elapsed() >= time || stalled >= MAX_STALLED {
            break;
        }
        let stream = Stream::new(protocol, seed);
        let ended = session(&stream, protocol);
        (sessions, lines, bytes) = (sessions + 1, lines + stream.lines(), bytes + ended.answers.len());
        stalled += usize::from(ended.is_stalled);
        for finding in ended.findings {
            findings += 1;
            if reported.insert(finding.clone()) {
                println!("finding with seed {seed}: {finding}\n{}", stream.to_text());
            }
        }
    }
    println!(
        "{protocol:?}: {sessions} sessions from seed {first} in {:.1} minutes, {lines} lines sent, {bytes} bytes received, \
         {findings} findings, at most {} MiB",
        start.elapsed().as_secs_f64() / 60.0,
        memory("VmHWM:").unwrap_or(0) / 1024
    );
    if findings == 0 { Ok(()) } else { Err(format!("{findings} findings")) }
}

/// How a session ended.
struct SessionResult {
    answers: Vec<u8>,
    findings: Vec<String>,
    is_stalled: bool,
}

fn session(stream: &Stream, protocol: Protocol) -> SessionResult {
    let (start, active) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let input = ScriptedInput { pieces: stream.pieces.clone().into_iter(), rest: Vec::new(), start, active };
    let (output, active) = (Output::default(), input.active.clone());
    let received = output.clone();
    let (done, result) = channel();
    let thread = std::thread::spawn(move || {
        let rulesets: RulesetLoader = Box::new(|name: &str| {
            Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string().into())
        });
        let (input, output) = (BufReader::new(input), output);
        let ended = match protocol {
            Protocol::Uci => uci::run(input, output, rulesets),
            Protocol::Xboard => xboard::run(input, output, rulesets),
        };
        let _ = done.send(ended);
    });
    let mut findings = Vec::new();
    let ended =
        wait(&result, &|| start.elapsed().saturating_sub(Duration::from_micros(active.load(Relaxed))));
    let is_stalled = ended.is_none();
    match ended {
        Some(Ok(())) => drop(thread.join()),
        Some(Err(reason)) => findings.push(reason.into()),
        None => findings.push(format!("it has stalled for {STALL_TIMEOUT:?}")),
    }
    findings.append(&mut PANICS.lock().unwrap_or_else(PoisonError::into_inner));
    let answers = std::mem::take(&mut *received.0.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(last) = stream.final_answer.filter(|_| !is_stalled) {
        let is_answered = answers.windows(last.len()).rev().take(100_000).any(|text| text == last.as_bytes());
        findings.extend((!is_answered).then(|| format!("no `{last}` at the end")));
    }
    if memory("VmRSS:").is_some_and(|used| used > MAX_MEMORY) {
        findings.push(format!("more than {MAX_MEMORY} KiB are used"));
    }
    SessionResult { answers, findings, is_stalled }
}

/// The result of the session; `None` if it stalls.
fn wait(
    result: &Receiver<Result<(), rukh_rules::Failure>>,
    idle: &dyn Fn() -> Duration,
) -> Option<Result<(), rukh_rules::Failure>> {
    loop {
        match result.recv_timeout(Duration::from_millis(100)) {
            Ok(ended) => return Some(ended),
            Err(RecvTimeoutError::Disconnected) => return Some(Err("the session has panicked".into())),
            Err(RecvTimeoutError::Timeout) if idle() > STALL_TIMEOUT => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// A line of `/proc/self/status`, in kibibytes, where there is one.
fn memory(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Input that gives the stream piece by piece, and records when it was last read.
struct ScriptedInput {
    pieces: std::vec::IntoIter<Piece>,
    rest: Vec<u8>,
    start: Instant,
    active: Arc<AtomicU64>,
}

impl Read for ScriptedInput {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty()
            && let Some(piece) = self.pieces.next()
        {
            std::thread::sleep(piece.pause);
            self.rest = piece.bytes;
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        self.active.store(u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX), Relaxed);
        Ok(count)
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
