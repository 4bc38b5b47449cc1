//! EPD: a position with operations, such as `… w - - hmvc 3; id "a"; c0 "a comment";`.

use rukh_rules::Failure;
use std::borrow::Cow;

/// The FEN of a line of EPD; a line of FEN is its own. The operations `hmvc` and `fmvn` are its
/// counters, unless it has some among its fields; no other operation says anything of the position.
///
/// # Errors
/// An operation that does not end.
pub(super) fn to_fen(line: &str) -> Result<Cow<'_, str>, Failure> {
    if !line.contains(';') {
        return Ok(line.into());
    }
    let (mut fields, operations) = split(line);
    let operations = parse_operations(operations)?;
    if !fields.iter().any(|field| is_number(field)) {
        let counter = |name: &str| {
            let found = operations.iter().find_map(|operation| operation.strip_prefix(name));
            found.map(str::trim).filter(|count| is_number(count))
        };
        let (halfmoves, turn) = (counter("hmvc "), counter("fmvn "));
        if halfmoves.is_some() || turn.is_some() {
            // Counters come after placement, side, castling and the cells of en passant.
            while fields.len() < 4 {
                fields.push("-");
            }
            fields.splice(4..4, [halfmoves.unwrap_or("0"), turn.unwrap_or("1")]);
        }
    }
    Ok(fields.join(" ").into())
}

/// The EPD of a FEN that has all its fields: its counters are operations, and so is its name.
pub(super) fn from_fen(fen: &str, id: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let (position, rest) = fields.split_at(fields.len().min(4));
    let (counters, named) = rest.split_at(rest.len().min(2));
    let mut words = [position, named].concat().join(" ");
    for (name, count) in ["hmvc", "fmvn"].into_iter().zip(counters) {
        words += &format!(" {name} {count};");
    }
    words + &format!(" id \"{id}\";")
}

/// The fields of the position, and the text of the operations after them. Fields may be missing, as
/// in FENs, so the shape of a word says whether it is one.
fn split(line: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), line.trim_start());
    let mut numbers = 0;
    while let Some(word) = rest.split_whitespace().next() {
        let is_field = match fields.len() {
            0 => true,
            1 if matches!(word, "w" | "b" | "*") => true,
            // Castling and en passant; cells may follow each other, as in `e3d3`.
            2 if numbers == 0 && (word == "-" || word.chars().all(|letter| "KQkq".contains(letter))) => true,
            3 if numbers == 0 && (word == "-" || is_cells(word)) => true,
            _ if is_number(word) && numbers < 2 => {
                numbers += 1;
                true
            }
            _ => word.contains(':'),
        };
        if !is_field {
            break;
        }
        fields.push(word);
        rest = rest[word.len()..].trim_start();
    }
    (fields, rest)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word has the shape of cells, whose ranks are from 1: so `c0` is an operation.
fn is_cells(word: &str) -> bool {
    let ranks: Vec<&str> = word.split(|letter: char| letter.is_ascii_lowercase()).collect();
    ranks.len() > 1
        && ranks[0].is_empty()
        && ranks[1..].iter().all(|rank| is_number(rank) && !rank.starts_with('0'))
}

/// The operations of a text, without their ends.
fn parse_operations(text: &str) -> Result<Vec<&str>, Failure> {
    let (mut operations, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        is_quoted ^= letter == '"';
        if letter == ';' && !is_quoted {
            operations.push(text[start..at].trim());
            start = at + 1;
        }
    }
    match text[start..].trim() {
        "" => Ok(operations),
        open => {
            let shown: String = open.chars().take(40).collect();
            Err(format!("the operation `{shown}` of this EPD does not end with `;`").into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::to_fen;

    #[test]
    fn epd_is_read_as_its_fen() {
        let start = "rnek1enr/8 w - -";
        let cases = [
            ("rnek1enr/8 w - - 0 5", "rnek1enr/8 w - - 0 5"),
            ("rnek1enr/8 w - - id \"a; b\"; c0 \"c\";", start),
            ("rnek1enr/8 w - - c0 \"a\"; c1 \"b\"; bm Nf3; draw_offer;", start),
            ("rnek1enr/8 w - - hmvc 3; fmvn 17; id \"x\";", "rnek1enr/8 w - - 3 17"),
            ("rnek1enr/8 w - - fmvn 17;", "rnek1enr/8 w - - 0 17"),
            ("rnek1enr/8 w fmvn 17;", "rnek1enr/8 w - - 0 17"),
            ("rnek1enr/8 w - - 4 9 hmvc 3; id \"x\";", "rnek1enr/8 w - - 4 9"),
            ("rnek1enr/8 w KQkq e3d3 bare:w2 id \"x\";", "rnek1enr/8 w KQkq e3d3 bare:w2"),
            ("rnek1enr/8 w - - bare:w2 hmvc 3;", "rnek1enr/8 w - - 3 1 bare:w2"),
            ("rnek1enr/8 w 0 1 id \"x\";", "rnek1enr/8 w 0 1"),
        ];
        for (epd, fen) in cases {
            assert_eq!(to_fen(epd).as_deref(), Ok(fen), "{epd}");
        }
        for (epd, shown) in [("8/8 w - - id \"x\"; c0", "`c0`"), ("8/8 w - - id \"x;", "`id \"x;`")] {
            assert!(to_fen(epd).expect_err(epd).to_string().contains(shown), "{epd}");
        }
    }
}
