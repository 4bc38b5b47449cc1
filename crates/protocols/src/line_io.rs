//! Lines in and out, whatever they say.

use std::borrow::Cow;
use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rukh_rules::Failure;
use rukh_rules::notation::text;

/// The longest line that is read, in bytes; a long game fits.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

/// Where a session and its thread write.
pub(super) type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes a line. Nobody listening any more ends the session when it reads on.
pub(super) fn say(output: &Output, line: &str) {
    say_after(output, line, || {});
}

/// Writes a line after doing something that whoever writes next, or reads the
/// line, finds done.
pub(super) fn say_after(output: &Output, line: &str, first: impl FnOnce()) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    first();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// The next line; none at the end of the input. Within: why it cannot be read,
/// as it is too long or no text.
///
/// # Errors
/// The input cannot be read.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Result<String, Failure>>, Failure> {
    let mut bytes = Vec::new();
    let read = |error: std::io::Error| format!("the input cannot be read: {error}");
    Read::take(&mut *input, MAX_LINE_BYTES).read_until(b'\n', &mut bytes).map_err(read)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE_BYTES {
        let mut rest = Vec::new();
        while rest.last() != Some(&b'\n') {
            rest.clear();
            if Read::take(&mut *input, MAX_LINE_BYTES).read_until(b'\n', &mut rest).map_err(read)? == 0 {
                break;
            }
        }
        return Ok(Some(Err(format!("a line is longer than {MAX_LINE_BYTES} bytes").into())));
    }
    Ok(Some(text::decode(&bytes).map(Cow::into_owned).map_err(|error| error.to_string().into())))
}

/// What a stranger has written, cut to a readable length.
pub(super) fn truncate(text: &str) -> String {
    text.chars().take(60).collect()
}
