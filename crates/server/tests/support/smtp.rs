//! A mail server on this machine that keeps what it gets, for the server's tests. It
//! offers no TLS.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Longest time until a mail arrives.
const PATIENCE: Duration = Duration::from_secs(60);

/// A mail that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedMail {
    /// Where to, as its envelope says.
    pub to: String,
    /// Its head and body, as they were sent.
    pub text: String,
}

#[derive(Debug, Default)]
struct Kept {
    mails: Vec<CapturedMail>,
    /// Answers to the recipients to come, the usual one after them.
    answers: Vec<&'static str>,
}

/// The server.
pub struct MailServer {
    port: u16,
    kept: Arc<Mutex<Kept>>,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    /// Listens on a free port.
    pub async fn start() -> MailServer {
        MailServer::at(0).await
    }

    /// Listens on a port.
    pub async fn at(port: u16) -> MailServer {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let kept = Arc::<Mutex<Kept>>::default();
        let shared = kept.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let kept = shared.clone();
                tokio::spawn(async move {
                    // Whoever leaves in the middle has sent nothing.
                    let _ = converse(stream, &kept).await;
                });
            }
        });
        MailServer { port, kept, task }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its URL, for `--smtp`.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the next recipients answered so, such as `451 later`.
    pub fn answer(&self, answers: &[&'static str]) {
        self.lock().answers.extend(answers);
    }

    /// What was taken and not taken away.
    pub fn mails(&self) -> Vec<CapturedMail> {
        self.lock().mails.clone()
    }

    /// Takes the mails away as soon as there are so many.
    pub async fn wait(&self, count: usize) -> Vec<CapturedMail> {
        let began = Instant::now();
        loop {
            let found = {
                let mut kept = self.lock();
                if kept.mails.len() >= count {
                    return std::mem::take(&mut kept.mails);
                }
                kept.mails.len()
            };
            assert!(began.elapsed() < PATIENCE, "{found} of {count} mails");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Speaks SMTP with a client until it leaves.
async fn converse(stream: TcpStream, kept: &Mutex<Kept>) -> std::io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut to = String::new();
    writer.write_all(b"220 mail.example\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-mail.example\r\n250-8BITMIME\r\n250 SMTPUTF8",
            "RCPT" => {
                to = line.split_once('<').map_or("", |(_, rest)| rest.trim_end_matches('>')).to_owned();
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.answers.is_empty() { "250 ok" } else { kept.answers.remove(0) }
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let mut text = String::new();
                loop {
                    match lines.next_line().await? {
                        None => return Ok(()),
                        Some(line) if line == "." => break,
                        Some(line) => text += &format!("{}\r\n", line.strip_prefix('.').unwrap_or(&line)),
                    }
                }
                let mail = CapturedMail { to: to.clone(), text };
                kept.lock().unwrap_or_else(PoisonError::into_inner).mails.push(mail);
                "250 taken"
            }
            "QUIT" => {
                writer.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            "STARTTLS" => "502 there is none",
            _ => "250 ok",
        };
        writer.write_all(answer.as_bytes()).await?;
        writer.write_all(b"\r\n").await?;
    }
    Ok(())
}
