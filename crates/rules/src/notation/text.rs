//! Text as files bring it: bytes in, `\n`-terminated lines of characters out.
//!
//! What is valid UTF-8 is UTF-8, with or without a byte-order mark. What is not,
//! and has no character that only UTF-8 could have, is Latin-1 as it is found in
//! practice: Windows-1252, whose printable characters fill the control codes
//! 0x80 to 0x9F. `\r\n` and `\r` alone end lines as `\n` does.
//!
//! Refused: a detector of many encodings. A file of games names its players in
//! UTF-8 or in the encoding the PGN standard asks for; a guess between the
//! others would spell names wrong in silence.

use std::borrow::Cow;
use std::fmt;

/// The UTF-8 byte-order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The characters of Windows-1252 from 0x80 to 0x9F; `\0` where it has none.
const HIGH_CONTROLS: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', //
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// Why bytes are no text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// The offset of the first byte that cannot be decoded, from 0.
    pub at: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// Why it cannot be decoded, with the byte.
    pub kind: DecodeErrorKind,
}

/// What is wrong with bytes that are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The text is UTF-8 elsewhere, but not here.
    BrokenUtf8(u8),
    /// Neither UTF-8 nor Latin-1 has this byte.
    Unassigned(u8),
    /// The text begins with the mark of UTF-16.
    Utf16,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} (line {})", self.at + 1, self.line)?;
        match self.kind {
            DecodeErrorKind::BrokenUtf8(byte) => {
                write!(f, ": 0x{byte:02X} breaks a text that is UTF-8 elsewhere; save the file as UTF-8")
            }
            DecodeErrorKind::Unassigned(byte) => {
                write!(f, ": 0x{byte:02X} is no character of UTF-8 or Latin-1; save the file as UTF-8")
            }
            DecodeErrorKind::Utf16 => f.write_str(": the text is UTF-16; save the file as UTF-8"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Decodes a whole text, or one line of a file that is read line by line.
///
/// # Errors
/// The first byte that cannot be decoded.
///
/// # Examples
/// ```
/// use rukh_rules::notation::text::decode;
///
/// assert_eq!(decode(b"\xEF\xBB\xBFLasker\r\nR\xE9ti").unwrap_err().at, 12);
/// assert_eq!(decode(b"Lasker\r\nR\xE9ti").unwrap(), "Lasker\nRéti");
/// ```
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    let error = |at: usize, kind| {
        let line = 1 + line_ends(&bytes[..at]);
        DecodeError { at, line, kind }
    };
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(error(0, DecodeErrorKind::Utf16));
    }
    let body = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let skipped = bytes.len() - body.len();
    match std::str::from_utf8(body) {
        Ok(text) => Ok(unix_lines(text)),
        Err(broken) => {
            let at = skipped + broken.valid_up_to();
            if skipped > 0 || has_multibyte(body) {
                return Err(error(at, DecodeErrorKind::BrokenUtf8(bytes[at])));
            }
            let text =
                from_windows_1252(body).map_err(|at| error(at, DecodeErrorKind::Unassigned(body[at])))?;
            Ok(Cow::Owned(unix_lines(&text).into_owned()))
        }
    }
}

/// Whether some character of valid UTF-8 has more than one byte.
fn has_multibyte(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// The text of bytes in Windows-1252, or the offset of one that it has no character for.
fn from_windows_1252(bytes: &[u8]) -> Result<String, usize> {
    let decode = |(at, &byte): (usize, &u8)| match byte {
        0x80..=0x9F => {
            Some(HIGH_CONTROLS[usize::from(byte - 0x80)]).filter(|&letter| letter != '\0').ok_or(at)
        }
        _ => Ok(char::from(byte)),
    };
    bytes.iter().enumerate().map(decode).collect()
}

/// How many lines end in these bytes.
fn line_ends(bytes: &[u8]) -> usize {
    let is_end = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    (0..bytes.len()).filter(|&at| is_end(at)).count()
}

fn unix_lines(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests {
    use super::{DecodeErrorKind, decode};

    #[test]
    fn decode_valid_utf8_borrows_it() {
        let text = "ሰንጠረጅ\nشطرنج\n";
        assert!(matches!(decode(text.as_bytes()), Ok(std::borrow::Cow::Borrowed(same)) if same == text));
    }

    #[test]
    fn decode_byte_order_mark_is_dropped() {
        assert_eq!(decode(b"\xEF\xBB\xBF[Event \"x\"]").unwrap(), "[Event \"x\"]");
        assert_eq!(decode(b"\xEF\xBB\xBF").unwrap(), "");
    }

    #[test]
    fn decode_every_line_end_becomes_a_newline() {
        for bytes in [&b"a\nb\n\nc"[..], b"a\r\nb\r\n\r\nc", b"a\rb\r\rc", b"a\r\nb\r\rc"] {
            assert_eq!(decode(bytes).unwrap(), "a\nb\n\nc");
        }
    }

    #[test]
    fn decode_latin1_reads_names() {
        assert_eq!(
            decode(b"Philidor, Fran\xE7ois\rM\xFCller \x93x\x94").unwrap(),
            "Philidor, François\nMüller “x”"
        );
    }

    #[test]
    fn decode_broken_utf8_names_the_byte_and_line() {
        let error = decode("é\r\nab".as_bytes()).map(drop);
        assert_eq!(error, Ok(()));
        let error = decode(b"\xC3\xA9\r\rab\xE9c").unwrap_err();
        assert_eq!((error.at, error.line, error.kind), (6, 3, DecodeErrorKind::BrokenUtf8(0xE9)));
        assert!(error.to_string().starts_with("byte 7 (line 3)"), "{error}");
    }

    #[test]
    fn decode_unassigned_byte_is_refused() {
        let error = decode(b"abc\n\x81").unwrap_err();
        assert_eq!((error.at, error.line, error.kind), (4, 2, DecodeErrorKind::Unassigned(0x81)));
    }

    #[test]
    fn decode_utf16_is_named() {
        assert_eq!(decode(b"\xFF\xFEa\0").unwrap_err().kind, DecodeErrorKind::Utf16);
    }

    #[test]
    fn decode_any_bytes_never_panics() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                for third in [0x0A, 0x0D, 0x41, 0x80, 0xBF, 0xE9] {
                    let bytes = [first, second, third];
                    if let Ok(text) = decode(&bytes) {
                        assert!(!text.contains('\r'), "{bytes:?}");
                        assert!(text.chars().count() <= 3, "{bytes:?}");
                    }
                }
            }
        }
    }
}
