//! Random sessions of both protocols: commands right, wrong and broken.
//!
//! A finding is a panic in any thread, a session that stalls, one without an answer at its end, or
//! one that needs too much memory; its seed and input are printed. No large tables are asked for:
//! the engine would make them.

mod stream;

use std::collections::HashSet;
use std::io::{BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use rukh_engine::protocol::{RulesetLoader, uci, xboard};
use rukh_rules::Ruleset;

use crate::Failure;
use stream::{Piece, Protocol, Stream};

/// How long a session may do anything but read on.
const PATIENCE: Duration = Duration::from_secs(10);
/// Memory limit of the whole run, in kibibytes.
const MOST_MEMORY: u64 = 1_500_000;
/// Sessions that stand still are left behind; so many are enough.
const MOST_STUCK: usize = 3;

/// What any thread has panicked with since it was last asked.
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
    print!("{}", stream.shown());
    let ended = session(&stream, options.protocol);
    println!("--- answers\n{}\n--- {:?}", String::from_utf8_lossy(&ended.answers), ended.findings);
    if ended.findings.is_empty() { Ok(()) } else { Err("a finding".into()) }
}

/// One session after the other until the time is up.
fn fuzz(protocol: Protocol, first: u64, time: Duration) -> Result<(), String> {
    let (begun, mut known, mut stuck) = (Instant::now(), HashSet::new(), 0);
    let (mut sessions, mut lines, mut bytes, mut findings) = (0_u64, 0, 0, 0);
    for seed in first.. {
        if begun.elapsed() >= time || stuck >= MOST_STUCK {
            break;
        }
        let stream = Stream::new(protocol, seed);
        let ended = session(&stream, protocol);
        (sessions, lines, bytes) = (sessions + 1, lines + stream.lines(), bytes + ended.answers.len());
        stuck += usize::from(ended.is_stuck);
        for finding in ended.findings {
            findings += 1;
            if known.insert(finding.clone()) {
                println!("finding with seed {seed}: {finding}\n{}", stream.shown());
            }
        }
    }
    println!(
        "{protocol:?}: {sessions} sessions from seed {first} in {:.1} minutes, {lines} lines said, {bytes} bytes heard, \
         {findings} findings, at most {} MiB",
        begun.elapsed().as_secs_f64() / 60.0,
        memory("VmHWM:").unwrap_or(0) / 1024
    );
    if findings == 0 { Ok(()) } else { Err(format!("{findings} findings")) }
}

/// How a session ended.
struct Ended {
    answers: Vec<u8>,
    findings: Vec<String>,
    is_stuck: bool,
}

fn session(stream: &Stream, protocol: Protocol) -> Ended {
    let (born, active) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let mouth = Mouth { pieces: stream.pieces.clone().into_iter(), rest: Vec::new(), born, active };
    let (ear, active) = (Ear::default(), mouth.active.clone());
    let heard = ear.clone();
    let (done, result) = channel();
    let thread = std::thread::spawn(move || {
        let rulesets: RulesetLoader =
            Box::new(|name: &str| Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string()));
        let (input, output) = (BufReader::new(mouth), ear);
        let ended = match protocol {
            Protocol::Uci => uci::run(input, output, rulesets),
            Protocol::Xboard => xboard::run(input, output, rulesets),
        };
        let _ = done.send(ended);
    });
    let mut findings = Vec::new();
    let ended = wait(&result, &|| born.elapsed().saturating_sub(Duration::from_micros(active.load(Relaxed))));
    let is_stuck = ended.is_none();
    match ended {
        Some(Ok(())) => drop(thread.join()),
        Some(Err(why)) => findings.push(why),
        None => findings.push(format!("it has stood still for {PATIENCE:?}")),
    }
    findings.append(&mut PANICS.lock().unwrap_or_else(PoisonError::into_inner));
    let answers = std::mem::take(&mut *heard.0.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(last) = stream.last_word.filter(|_| !is_stuck) {
        let is_told = answers.windows(last.len()).rev().take(100_000).any(|text| text == last.as_bytes());
        findings.extend((!is_told).then(|| format!("no `{last}` at the end")));
    }
    if memory("VmRSS:").is_some_and(|used| used > MOST_MEMORY) {
        findings.push(format!("more than {MOST_MEMORY} KiB are held"));
    }
    Ended { answers, findings, is_stuck }
}

/// What the session returned; none if it stands still.
fn wait(result: &Receiver<Result<(), String>>, still: &dyn Fn() -> Duration) -> Option<Result<(), String>> {
    loop {
        match result.recv_timeout(Duration::from_millis(100)) {
            Ok(ended) => return Some(ended),
            Err(RecvTimeoutError::Disconnected) => return Some(Err("the session has panicked".to_owned())),
            Err(RecvTimeoutError::Timeout) if still() > PATIENCE => return None,
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

/// Says the stream piece by piece, and notes when it was last listened to.
struct Mouth {
    pieces: std::vec::IntoIter<Piece>,
    rest: Vec<u8>,
    born: Instant,
    active: Arc<AtomicU64>,
}

impl Read for Mouth {
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
        self.active.store(u64::try_from(self.born.elapsed().as_micros()).unwrap_or(u64::MAX), Relaxed);
        Ok(count)
    }
}

#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
