//! Handshakes, frames and messages of WebSockets.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::Client;
use super::report::{Report, Tally};
use super::{PARALLEL, Target, at_once};
use crate::Failure;
use crate::http::{Ending, exchange, read_reply};

/// Headers of a correct handshake.
const HANDSHAKE: &str = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
     sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
/// Longest time to wait for a socket to be closed.
const CLOSE_PATIENCE: Duration = Duration::from_secs(10);
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
/// Close code of a message that cannot be read, and of too many frames.
const BAD_MESSAGE: u16 = 4000;
const NOT_ALLOWED: u16 = 4001;
const NO_SUCH_GAME: u16 = 4004;
const TOO_FAST: u16 = 4008;

/// A WebSocket whose frames are written by hand.
pub struct RawSocket {
    stream: TcpStream,
}

impl RawSocket {
    /// Opens a socket.
    ///
    /// # Errors
    /// The status with which the server refuses, or no connection.
    pub async fn open(client: &Client, path: &str) -> Result<RawSocket, Failure> {
        RawSocket::open_on(TcpStream::connect(client.server).await?, client, path).await
    }

    /// Opens a socket on a connection.
    ///
    /// # Errors
    /// The status with which the server refuses.
    pub async fn open_on(mut stream: TcpStream, client: &Client, path: &str) -> Result<RawSocket, Failure> {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{}{HANDSHAKE}\r\n", client.server, client.headers());
        stream.write_all(request.as_bytes()).await?;
        let reply = tokio::time::timeout(CLOSE_PATIENCE, read_reply(&mut stream)).await?;
        match reply.status {
            101 => Ok(RawSocket { stream }),
            _ => Err(reply.status_text().into()),
        }
    }

    /// Writes bytes; the server may have closed.
    pub async fn write(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// The connection.
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }

    /// Reads until the server closes: the close code, `closed` without one, or `open`.
    pub async fn end(&mut self) -> String {
        let reading = async {
            loop {
                match self.read_frame().await {
                    Ok((CLOSE, payload)) if payload.len() >= 2 => {
                        return u16::from_be_bytes([payload[0], payload[1]]).to_string();
                    }
                    Ok((CLOSE, _)) | Err(_) => return "closed".to_owned(),
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(CLOSE_PATIENCE, reading).await.unwrap_or_else(|_| "open".to_owned())
    }

    /// The first text message that contains a part.
    async fn until(&mut self, part: &str) -> Result<String, Failure> {
        loop {
            let (opcode, payload) = self.read_frame().await?;
            let text = String::from_utf8_lossy(&payload);
            match opcode {
                TEXT if text.contains(part) => return Ok(text.into_owned()),
                CLOSE => return Err("the socket was closed".into()),
                _ => {}
            }
        }
    }

    async fn read_frame(&mut self) -> std::io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).await?;
        let length = match head[1] & 0x7f {
            126 => usize::from(self.stream.read_u16().await?),
            127 => usize::try_from(self.stream.read_u64().await?).unwrap_or(usize::MAX),
            short => usize::from(short),
        };
        let mut payload = vec![0; length.min(16 * 1024 * 1024)];
        self.stream.read_exact(&mut payload).await?;
        Ok((head[0] & 0x0f, payload))
    }
}

/// A frame as a client sends it, masked with zeros: last part, opcode, payload.
pub fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    bent_frame(0x80 | opcode, payload, 0x80)
}

/// A frame with any first byte, masked or not.
fn bent_frame(first: u8, payload: &[u8], mask_bit: u8) -> Vec<u8> {
    let length = payload.len();
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(mask_bit | length as u8),
        126..65_536 => {
            bytes.push(mask_bit | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(mask_bit | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    if mask_bit != 0 {
        bytes.extend([0; 4]);
    }
    bytes.extend(payload);
    bytes
}

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("websocket: handshakes", "4xx"), limit, handshakes(target)).await;
    report.run(("websocket: frames", "4000 or closed"), limit, frames(target)).await;
    report.run(("websocket: messages", "4000"), limit, messages(target)).await;
    report.run(("websocket: random frames", "closed"), limit, random_frames(target)).await;
    report.run(("websocket: fragments of a message", "answered"), limit, fragments(target)).await;
    report.run(("websocket: nobody, no game", "4001, 4004"), limit, strangers(target)).await;
    report.run(("websocket: 1,000 pings, pongs, texts", "4008"), limit, many_frames(target)).await;
}

async fn handshakes(target: &Target) -> Result<Tally, Failure> {
    let cases = [
        "",
        "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n",
        "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 12\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "connection: Upgrade\r\nupgrade: h2c\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "connection: close\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ];
    let mut tally = Tally::default();
    for path in ["/ws/v1/lobby", "/ws/v1/game/abc", "/ws/v1/game/abc?after=-1", "/ws/v1/game/%ff"] {
        for headers in cases {
            let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", target.address);
            let reply = exchange(target.address, request.as_bytes(), Ending::Open).await;
            tally.expect_refusal(&reply, || request);
        }
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{HANDSHAKE}content-length: 0\r\n\r\n",
            target.address
        );
        let reply = exchange(target.address, request.as_bytes(), Ending::Open).await;
        tally.expect_refusal(&reply, || request);
    }
    Ok(tally)
}

/// A guest, the path of its game, and the lobby's.
async fn places(target: &Target) -> Result<(Client, [String; 2]), Failure> {
    let person = target.client().guest("Sockets").await?;
    let game = person.game("shatranj").await?;
    Ok((person, [format!("/ws/v1/game/{game}"), "/ws/v1/lobby".to_owned()]))
}

/// Sends bytes on a new socket and tells how it ends.
async fn end_after(person: &Client, path: &str, bytes: &[u8]) -> String {
    match RawSocket::open(person, path).await {
        Ok(mut socket) => {
            socket.write(bytes).await;
            socket.end().await
        }
        Err(error) => format!("not opened: {error}"),
    }
}

async fn frames(target: &Target) -> Result<Tally, Failure> {
    let (person, paths) = places(target).await?;
    let large = vec![b' '; 8 * 1024 + 1];
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("not masked", bent_frame(0x81, b"{}", 0)),
        ("too long", frame(TEXT, &large)),
        ("10 MiB", frame(TEXT, &vec![b' '; 10 * 1024 * 1024])),
        ("length of 2^63", [&[0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0][..], &[0; 4]].concat()),
        ("length of 2^63 - 1", [&[0x81, 0xff, 0x7f][..], &[0xff; 7], &[0; 4]].concat()),
        ("binary", frame(BINARY, b"{}")),
        ("invalid UTF-8", frame(TEXT, b"\xff\xfe")),
        ("overlong UTF-8", frame(TEXT, b"\"\xc0\xaf\"")),
        ("reserved opcode", frame(3, b"{}")),
        ("reserved control opcode", frame(11, b"")),
        ("reserved bits", bent_frame(0xf1, b"{}", 0x80)),
        ("continuation of nothing", frame(0, b"{}")),
        ("two beginnings", [bent_frame(0x01, b"{", 0x80), bent_frame(0x01, b"}", 0x80)].concat()),
        ("ping in parts", bent_frame(0x09, b"x", 0x80)),
        ("long ping", frame(PING, &[b'x'; 126])),
        ("fragments too long", [bent_frame(0x01, &large[..8000], 0x80), frame(0, &large[..8000])].concat()),
        (
            "a thousand empty fragments",
            [bent_frame(0x01, b"", 0x80), bent_frame(0, b"", 0x80).repeat(1000), frame(0, b"x")].concat(),
        ),
    ];
    let mut tally = Tally::default();
    for path in &paths {
        let sent = cases.iter().map(async |(name, bytes)| (name, end_after(&person, path, bytes).await));
        for (name, end) in at_once(8, sent).await {
            tally.count(&end);
            let is_held = end == BAD_MESSAGE.to_string() || end == "closed";
            tally.require(is_held, || format!("{path}, frame {name}: {end}"));
        }
        for payload in [&b"\x03"[..], b"\x00\x00", b"\x03\xe8\xff", b"\xff\xff", b""] {
            let end = end_after(&person, path, &frame(CLOSE, payload)).await;
            tally.count(&end);
            tally.require(end != "open", || format!("{path}, close {payload:?}: {end}"));
        }
    }
    Ok(tally)
}

async fn messages(target: &Target) -> Result<Tally, Failure> {
    let (person, paths) = places(target).await?;
    let deep = format!("{}{}", "[".repeat(4000), "]".repeat(4000));
    let mut texts: Vec<String> = [
        "",
        "null",
        "[]",
        "{}",
        "1",
        "\"intent\"",
        "{\"type\":null}",
        "{\"type\":\"no\"}",
        "{",
        "\u{feff}{}",
    ]
    .map(str::to_owned)
    .into();
    texts.push(deep.clone());
    texts.push(format!("{{\"type\":\"intent\",\"id\":\"x\",\"data\":{}}}", &deep[500..7500]));
    texts.push(format!("{}1{}", "{\"a\":".repeat(1300), "}".repeat(1300)));
    texts.extend(
        [
            json!({ "type": "intent" }),
            json!({ "type": "intent", "id": 1, "data": {} }),
            json!({ "type": "intent", "id": "x", "base": -1, "data": {} }),
            json!({ "type": "chat" }),
            json!({ "type": "chat", "data": 1 }),
            json!({ "type": "demo", "data": { "steps": 1 } }),
            json!({ "type": "mute", "data": { "guest": 1 } }),
        ]
        .map(|value| value.to_string()),
    );
    let mut tally = Tally::default();
    for path in &paths {
        let sent = texts
            .iter()
            .map(async |text| (text, end_after(&person, path, &frame(TEXT, text.as_bytes())).await));
        for (text, end) in at_once(8, sent).await {
            tally.count(&end);
            let shown: String = text.chars().take(60).collect();
            tally.require(end == BAD_MESSAGE.to_string(), || format!("{path}, {shown:?}: {end}"));
        }
    }
    Ok(tally)
}

/// Random bytes on open sockets.
async fn random_frames(target: &Target) -> Result<Tally, Failure> {
    let (person, paths) = places(target).await?;
    let floods: Vec<(usize, Vec<u8>)> = (0..target.scaled(20, 200))
        .map(|number| {
            let count = 20 + target.below(400);
            let mut bytes: Vec<u8> =
                (0..count).map(|_| u8::try_from(target.below(256)).unwrap_or_default()).collect();
            // The last frame may be unfinished; a frame that is wrong in any case ends it.
            bytes.extend(frame(3, b"").repeat(2));
            (number % 2, bytes)
        })
        .collect();
    let mut tally = Tally::default();
    let sent = floods.iter().map(async |(path, bytes)| {
        let Ok(mut socket) = RawSocket::open(&person, &paths[*path]).await else {
            return "not opened".to_owned();
        };
        socket.write(bytes).await;
        let mut stream = socket.into_stream();
        // Without more bytes an unfinished frame stays unfinished, so the client leaves.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let _ = stream.shutdown().await;
        RawSocket { stream }.end().await
    });
    for end in at_once(PARALLEL, sent).await {
        tally.count(&end);
        tally.require(end != "open" && end != "not opened", || format!("random frames: {end}"));
    }
    Ok(tally)
}

/// A message in parts is one message.
async fn fragments(target: &Target) -> Result<Tally, Failure> {
    let (person, paths) = places(target).await?;
    let mut socket = RawSocket::open(&person, &paths[0]).await?;
    let data = json!({ "kind": "resign", "side": "white" });
    let text = json!({ "type": "intent", "id": "parts", "base": 0, "data": data }).to_string();
    let (one, two) = text.as_bytes().split_at(10);
    let bytes = [bent_frame(0x01, one, 0x80), frame(PING, b"between"), frame(0, two)].concat();
    socket.write(&bytes).await;
    let ack = tokio::time::timeout(CLOSE_PATIENCE, socket.until("\"ack\"")).await?;
    let mut tally = Tally::default();
    tally.count(if ack.is_ok() { "ack" } else { "no answer" });
    tally.require(ack.is_ok(), || "a message in two parts is not answered".to_owned());
    Ok(tally)
}

async fn strangers(target: &Target) -> Result<Tally, Failure> {
    let (_, [game, _]) = places(target).await?;
    let mut tally = Tally::default();
    let chat = json!({ "type": "chat", "data": { "text": "hello" } }).to_string();
    for (path, code) in [(game.as_str(), NOT_ALLOWED), ("/ws/v1/game/nosuchgame", NO_SUCH_GAME)] {
        let end = end_after(&target.client(), path, &frame(TEXT, chat.as_bytes())).await;
        tally.count(&end);
        tally.require(end == code.to_string(), || format!("{path} without a guest: {end}, not {code}"));
    }
    Ok(tally)
}

/// Frames of every kind, far over the limit.
async fn many_frames(target: &Target) -> Result<Tally, Failure> {
    let (person, paths) = places(target).await?;
    let mute = json!({ "type": "mute", "data": { "guest": "abc", "muted": true } }).to_string();
    let frames = [
        ("ping", frame(PING, b"")),
        ("large ping", frame(PING, &[b'x'; 125])),
        ("pong", frame(10, b"")),
        ("mute", frame(TEXT, mute.as_bytes())),
    ];
    let cases = paths.iter().flat_map(|path| frames.iter().map(move |(name, bytes)| (path, *name, bytes)));
    // The lobby takes no messages at all.
    let cases = cases.filter(|(path, name, _)| *name != "mute" || !path.ends_with("lobby"));
    let sent = cases
        .map(async |(path, name, bytes)| (path, name, end_after(&person, path, &bytes.repeat(1000)).await));
    let mut tally = Tally::default();
    for (path, name, end) in at_once(8, sent).await {
        tally.count(&end);
        tally.require(end == TOO_FAST.to_string(), || format!("{path}, 1,000 {name}: {end}"));
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, frame};

    #[test]
    fn frame_has_the_shortest_length() {
        assert_eq!(frame(TEXT, b"ab"), [0x81, 0x82, 0, 0, 0, 0, b'a', b'b']);
        assert_eq!(frame(TEXT, &[0; 126])[..4], [0x81, 0xfe, 0, 126]);
        assert_eq!(frame(TEXT, &vec![0; 70_000])[..4], [0x81, 0xff, 0, 0]);
    }
}
