//! External engine process with line-based input and output; nothing it does is trusted.
//!
//! One thread writes and one reads, so an engine that neither reads nor answers blocks no caller:
//! every wait has a timeout.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::PlayerError;
use super::process_group::ProcessGroup;

/// Maximum length of a line in bytes; longer lines are split.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Number of unread lines after which the reader thread blocks.
const LINE_QUEUE_LEN: usize = 1 << 12;
/// Prefix of this engine's name; only this engine knows ruleset options.
pub(super) const OWN_NAME: &str = "Rukh";
/// Extra wait beyond an engine's clock; longer than any time margin of a match.
pub(super) const CLOCK_GRACE: Duration = Duration::from_secs(2);
/// Time between `quit` and the kill.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Running engine process.
#[derive(Debug)]
pub(super) struct Process {
    group: ProcessGroup,
    lines: Receiver<String>,
    input: Option<Sender<String>>,
}

impl Process {
    /// Starts an engine from its path and arguments.
    pub(super) fn start(command: &[String]) -> Result<Process, PlayerError> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(PlayerError::Crash("there is no command to run".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = ProcessGroup::start(&mut command)
            .map_err(|error| PlayerError::Crash(format!("`{program}` cannot be started: {error}")))?;
        let (found, lines) = sync_channel(LINE_QUEUE_LEN);
        let (orders, inbox) = channel::<String>();
        let (input, output) = group.pipes();
        // Neither thread is waited for: what has left its group may keep its pipes open.
        std::thread::spawn(move || input.map(|mut input| write_all(&mut input, &inbox)));
        std::thread::spawn(move || output.map(|output| read_all(BufReader::new(output), &found)));
        Ok(Process { group, lines, input: Some(orders) })
    }

    /// Sends a line; a failed write shows up as a missing answer.
    pub(super) fn send(&self, line: &str) {
        if let Some(orders) = &self.input {
            let _ = orders.send(format!("{line}\n"));
        }
    }

    /// The next line before the deadline.
    pub(super) fn receive(&mut self, since: Instant, timeout: Duration) -> Result<String, PlayerError> {
        let left = timeout.saturating_sub(since.elapsed());
        if left.is_zero() {
            // Other output does not extend the wait.
            return Err(PlayerError::Timeout(timeout));
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(PlayerError::Timeout(timeout)),
            Err(RecvTimeoutError::Disconnected) => Err(PlayerError::Crash(self.exit_message())),
        }
    }

    /// Waits for a line that satisfies the condition; drops all others.
    pub(super) fn wait_for(
        &mut self,
        timeout: Duration,
        mut satisfies: impl FnMut(&str) -> bool,
    ) -> Result<(), PlayerError> {
        let since = Instant::now();
        while !satisfies(&self.receive(since, timeout)?) {}
        Ok(())
    }

    fn exit_message(&mut self) -> String {
        let since = Instant::now();
        while since.elapsed() < QUIT_TIMEOUT {
            if let Some(status) = self.group.try_wait() {
                return format!("the program has ended ({status})");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        "the program has closed its output".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let since = Instant::now();
        while since.elapsed() < QUIT_TIMEOUT {
            if self.group.try_wait().is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.group.kill();
    }
}

fn write_all(input: &mut impl Write, orders: &Receiver<String>) {
    for line in orders {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut output: impl BufRead, found: &SyncSender<String>) {
    loop {
        let mut bytes = Vec::new();
        match Read::take(&mut output, MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if found.send(line).is_err() {
            return;
        }
    }
}
