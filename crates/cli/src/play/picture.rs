//! Pictures of the board on terminals with the graphics protocol of kitty.
//!
//! The terminal is asked whether it has the protocol, and then for its attributes, which every
//! terminal tells. So the answer comes at once: a terminal without the protocol answers only the
//! second question.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rukh_draw::{BoardDiagram, Rotation};
use rukh_rules::{Failure, Game, Side};

/// The most bytes of base64 in one escape sequence.
const CHUNK_BYTES: usize = 4096;
/// The size in pixels of a terminal that does not tell its own.
const DEFAULT_WINDOW: [u32; 2] = [1000, 840];

/// A terminal that shows pictures.
#[derive(Debug, Clone, Copy)]
pub struct PictureTerminal {
    /// Its width and height in pixels.
    window: [u32; 2],
}

impl PictureTerminal {
    /// Asks the terminal.
    ///
    /// # Errors
    /// Why it shows no pictures, to follow the word "because".
    pub fn find() -> Result<PictureTerminal, Failure> {
        let window = probe::window()?;
        Ok(PictureTerminal { window: window.unwrap_or(DEFAULT_WINDOW) })
    }

    /// Shows the board of a game seen from a side; a long board lies on its side.
    ///
    /// # Errors
    /// The terminal is closed, or the picture cannot be made.
    pub fn show(self, game: &Game, bottom: Side) -> io::Result<()> {
        let geometry = game.rules().geometry();
        let [width, height] = self.window;
        // Moves and text stay in sight below the picture.
        let (rotation, size) = if geometry.ranks() > geometry.files() {
            (Rotation::Quarter, width * 9 / 10)
        } else {
            (Rotation::None, width.min(height * 2 / 3))
        };
        let rotation = if bottom == Side::Black { rotation.flipped() } else { rotation };
        let diagram = BoardDiagram::of_game(game).rotation(rotation).size(size.clamp(240, 1200));
        let png = diagram.to_png().map_err(io::Error::other)?;
        let mut out = io::stdout().lock();
        out.write_all(&encode(&png))?;
        writeln!(out)?;
        out.flush()
    }
}

/// A PNG as escape sequences that show it; the terminal is asked not to answer.
fn encode(png: &[u8]) -> Vec<u8> {
    let text = STANDARD.encode(png);
    let mut out = Vec::with_capacity(text.len() + text.len() / 64);
    let mut chunks = text.as_bytes().chunks(CHUNK_BYTES).peekable();
    let mut keys = "a=T,f=100,q=2,";
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        out.extend_from_slice(format!("\x1b_G{keys}m={more};").as_bytes());
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\x1b\\");
        keys = "";
    }
    out
}

/// Whether an answer to the questions says that there is the protocol; nothing while the answer
/// is not complete.
fn is_understood(answer: &[u8]) -> Option<bool> {
    let text = String::from_utf8_lossy(answer);
    let attributes = text.split("\x1b[?").nth(1)?;
    attributes.contains('c').then(|| text.contains("\x1b_Gi=31;OK"))
}

#[cfg(unix)]
mod probe {
    use std::io::{self, IsTerminal, Write};
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::stdio::{stdin, stdout};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

    use super::is_understood;

    /// A picture of one pixel, not to be shown but to be judged; then the terminal's attributes.
    const QUESTIONS: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
    /// The longest wait for an answer: nearly every terminal answers at once, one far away later.
    const TIMEOUT: Duration = Duration::from_secs(3);
    /// The longest answer that is read, in bytes.
    const MAX_ANSWER: usize = 1024;

    /// The width and height in pixels of a terminal that shows pictures, if it tells them.
    pub fn window() -> Result<Option<[u32; 2]>, rukh_rules::Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err("standard input and output are not a terminal".into());
        }
        match ask() {
            Ok(Some(true)) => {}
            Ok(Some(false)) => {
                return Err("this terminal does not have the graphics protocol of kitty".into());
            }
            Ok(None) => return Err("this terminal does not answer whether it shows pictures".into()),
            Err(error) => return Err(format!("this terminal cannot be asked: {error}").into()),
        }
        let size = tcgetwinsize(stdout()).ok().map(|size| [size.ws_xpixel, size.ws_ypixel]);
        Ok(size.filter(|size| !size.contains(&0)).map(|size| size.map(u32::from)))
    }

    fn ask() -> io::Result<Option<bool>> {
        let _restored = WithoutEcho::set()?;
        let mut out = io::stdout();
        out.write_all(QUESTIONS)?;
        out.flush()?;
        let end = Instant::now() + TIMEOUT;
        let mut answer = Vec::new();
        while answer.len() < MAX_ANSWER {
            let left = end.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).map_err(io::Error::other)?;
            if poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], Some(&left))? == 0 {
                break;
            }
            let mut bytes = [0; 256];
            let count = rustix::io::read(stdin(), &mut bytes)?;
            if count == 0 {
                break;
            }
            answer.extend_from_slice(&bytes[..count]);
            if let Some(is_understood) = is_understood(&answer) {
                return Ok(Some(is_understood));
            }
        }
        Ok(None)
    }

    /// Input byte by byte and without echo, until it is dropped.
    struct WithoutEcho(Termios);

    impl WithoutEcho {
        fn set() -> io::Result<WithoutEcho> {
            let before = tcgetattr(stdin())?;
            let mut changed = before.clone();
            changed.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
            tcsetattr(stdin(), OptionalActions::Now, &changed)?;
            Ok(WithoutEcho(before))
        }
    }

    impl Drop for WithoutEcho {
        fn drop(&mut self) {
            // What is left of an answer is no input of the player.
            let _ = tcsetattr(stdin(), OptionalActions::Flush, &self.0);
        }
    }
}

#[cfg(not(unix))]
mod probe {
    /// Asking needs a terminal of Unix.
    pub fn window() -> Result<Option<[u32; 2]>, rukh_rules::Failure> {
        Err("pictures in the terminal are shown on Unix only".into())
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::{CHUNK_BYTES, encode, is_understood};

    #[test]
    fn encode_splits_a_picture_into_sequences_that_hold_it() {
        let png: Vec<u8> = (0..10_000_u32).map(|number| (number * 7 % 251) as u8).collect();
        let text = String::from_utf8(encode(&png)).expect("escape sequences are ASCII");
        let parts: Vec<&str> = text.split_terminator("\x1b\\").collect();
        assert_eq!(parts.len(), 4);
        assert!(parts[0].starts_with("\x1b_Ga=T,f=100,q=2,m=1;"), "{}", &parts[0][..40]);
        assert!(parts[1..3].iter().all(|part| part.starts_with("\x1b_Gm=1;")));
        assert!(parts[3].starts_with("\x1b_Gm=0;"));
        let data: Vec<&str> =
            parts.iter().filter_map(|part| part.split_once(';')).map(|(_, data)| data).collect();
        assert!(data.iter().all(|data| data.len() <= CHUNK_BYTES));
        assert_eq!(STANDARD.decode(data.concat()).expect("base64"), png);
    }

    #[test]
    fn is_understood_waits_for_the_attributes() {
        assert_eq!(is_understood(b""), None);
        assert_eq!(is_understood(b"\x1b_Gi=31;OK\x1b\\"), None);
        assert_eq!(is_understood(b"\x1b_Gi=31;OK\x1b\\\x1b[?62;"), None);
        assert_eq!(is_understood(b"\x1b_Gi=31;OK\x1b\\\x1b[?62;22c"), Some(true));
        assert_eq!(is_understood(b"\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[?62c"), Some(false));
        assert_eq!(is_understood(b"\x1b[?1;2c"), Some(false));
        assert_eq!(is_understood(b"\xff\x1b[?1;2c"), Some(false));
    }
}
