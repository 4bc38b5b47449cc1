//! The binary, and a directory for a test's files.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub const BINARY: &str = env!("CARGO_BIN_EXE_rukh");

pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

pub fn rukh_with(arguments: &[&str], input: &str) -> Ran {
    let mut child = started(arguments, Stdio::piped());
    let mut stdin = child.stdin.take().expect("its input is piped");
    // A program that does not read its input may close it first.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    ended(child)
}

fn started(arguments: &[&str], stderr: Stdio) -> Child {
    let mut command = Command::new(BINARY);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
    command.spawn().expect("the binary runs")
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// What a command that must succeed prints.
pub fn printed(arguments: &[&str]) -> String {
    let ran = rukh_with(arguments, "");
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
    ran.out
}

/// What a command that must fail says.
pub fn refused(arguments: &[&str]) -> String {
    let ran = rukh_with(arguments, "");
    assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.out, ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran.err + &ran.out
}

/// The same with all arguments in one list.
pub fn joined<'a>(parts: &[&[&'a str]]) -> Vec<&'a str> {
    parts.concat()
}

/// A command under way.
pub struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Running {
    pub fn new(arguments: &[&str]) -> Running {
        let mut child = started(arguments, Stdio::piped());
        let input = child.stdin.take().expect("its input is piped");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        Running { child, input, output }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// Everything up to a line that contains this.
    pub fn until(&mut self, wanted: &str) -> String {
        let mut text = String::new();
        loop {
            let before = text.len();
            let read = self.output.read_line(&mut text).expect("it writes UTF-8");
            assert!(read > 0, "no `{wanted}` in {text}");
            if text[before..].contains(wanted) {
                return text;
            }
        }
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_none()
    }

    #[cfg(unix)]
    pub fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.expect("there is a `kill`").success());
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("it runs still");
    }

    /// What it prints from now on until it ends; its input stays open.
    pub fn end(mut self) -> Ran {
        let mut out = String::new();
        self.output.read_to_string(&mut out).expect("it writes UTF-8");
        let ran = ended(self.child);
        Ran { out, ..ran }
    }
}

/// A directory of a test's own, gone when the test is.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("rukh-analyst-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be made");
        Place(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn with(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
        self.file(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

pub fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
