//! Another program, its lines in and out, and no trust in it at all.
//!
//! One thread writes and one reads, so that a program that neither reads nor
//! answers stops nobody: who waits for a line waits as long as it wishes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::PlayerError;
use super::process_group::ProcessGroup;

/// The longest line that is read, in bytes; what is longer is cut.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Lines that may wait to be looked at before the program is made to wait.
const LINE_QUEUE_LEN: usize = 1 << 12;
/// How long a program may take to say that it is there or ready.
pub(super) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// How the name of our own engine begins: it alone knows a ruleset's options.
pub(super) const OWN_NAME: &str = "Rukh";
/// How long beyond its clock a program is waited for; no margin of a match is as long.
pub(super) const CLOCK_GRACE: Duration = Duration::from_secs(2);
/// How long a program has to go once it was told.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A program that runs.
#[derive(Debug)]
pub(super) struct Process {
    group: ProcessGroup,
    lines: Receiver<String>,
    input: Option<Sender<String>>,
}

impl Process {
    /// Starts a program: its path and its arguments.
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

    /// Sends a line. That it does not arrive is seen when the answer is missing.
    pub(super) fn send(&self, line: &str) {
        if let Some(orders) = &self.input {
            let _ = orders.send(format!("{line}\n"));
        }
    }

    /// The next line before the deadline.
    pub(super) fn receive(&mut self, since: Instant, patience: Duration) -> Result<String, PlayerError> {
        let left = patience.saturating_sub(since.elapsed());
        if left.is_zero() {
            // However much it says: it has not said what is waited for.
            return Err(PlayerError::Timeout(patience));
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(PlayerError::Timeout(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(PlayerError::Crash(self.exit_message())),
        }
    }

    /// Waits for a line that satisfies, and drops the others.
    pub(super) fn wait_for(
        &mut self,
        patience: Duration,
        mut satisfies: impl FnMut(&str) -> bool,
    ) -> Result<(), PlayerError> {
        let since = Instant::now();
        while !satisfies(&self.receive(since, patience)?) {}
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
