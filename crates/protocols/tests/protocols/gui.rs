//! The program at the other end of a session.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rukh_protocols::RulesetLoader;
use rukh_rules::Ruleset;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lines that come one by one, as from a pipe.
pub struct Pipe {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            // Nobody left to write is the end of the input.
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

#[derive(Clone)]
pub struct Ear(Sender<String>, Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut heard = self.1.lock().unwrap();
        heard.extend_from_slice(bytes);
        while let Some(end) = heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = heard.drain(..=end).collect();
            // A test that has ended listens no more.
            let _ = self.0.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session of a protocol.
pub type Session = fn(BufReader<Pipe>, Ear, RulesetLoader) -> Result<(), rukh_rules::Failure>;

/// The program at the other end.
pub struct Gui {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    session: Option<std::thread::JoinHandle<Result<(), rukh_rules::Failure>>>,
}

impl Gui {
    pub fn new(session: Session) -> Gui {
        let ((to, lines), (ear, from)) = (channel(), channel());
        let input = BufReader::new(Pipe { lines, rest: Vec::new() });
        let rulesets = Box::new(|name: &str| {
            Ruleset::named(name).map(Arc::new).map_err(|error| error.to_string().into())
        });
        let session = std::thread::spawn(move || session(input, Ear(ear, Arc::default()), rulesets));
        Gui { to: Some(to), from, session: Some(session) }
    }

    pub fn say(&self, line: &str) {
        self.raw(format!("{line}\n").as_bytes());
    }

    pub fn raw(&self, bytes: &[u8]) {
        self.to.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    /// Everything up to the line that begins so.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.from.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no `{start}` after {lines:?}"));
            lines.push(line);
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    pub fn best(&self, go: &str) -> String {
        self.say(go);
        self.until("bestmove").pop().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// Closes the input; the session must end of itself.
    pub fn leave(mut self) -> Vec<String> {
        self.to = None;
        self.session.take().unwrap().join().expect("no panic").expect("no error");
        self.from.try_iter().collect()
    }
}
