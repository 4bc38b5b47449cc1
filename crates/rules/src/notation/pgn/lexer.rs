//! PGN cut into tokens; what a reader of moves need not know is gone.

/// A piece of a PGN text, with the byte it begins at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) at: usize,
    pub(super) is: Piece<'t>,
}

/// What a piece is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// A tag and its value.
    Tag(&'t str, String),
    /// What stands within `[%` and `]` in a comment.
    Command(&'t str),
    /// A move.
    San(&'t str),
    /// A result; the game ends here.
    Result(&'static str),
}

/// What is wrong, and at which byte.
pub(super) type Fault = (usize, String);

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// Commands of the comment read last.
    waiting: std::vec::IntoIter<Token<'t>>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, depth: 0, waiting: Vec::new().into_iter() }
    }

    /// The next token, or nothing at the end.
    pub(super) fn next(&mut self) -> Option<Result<Token<'t>, Fault>> {
        loop {
            if let Some(token) = self.waiting.next() {
                return Some(Ok(token));
            }
            let rest = &self.text[self.at..];
            let Some(letter) = rest.chars().next() else {
                let open = std::mem::take(&mut self.depth) > 0;
                return open.then(|| Err((self.at, "a variation is not closed: `)` is missing".to_owned())));
            };
            let at = self.at;
            let found = match letter {
                '%' if at == 0 || self.text.as_bytes()[at - 1] == b'\n' => self.skip_line(),
                ';' => self.skip_line(),
                _ if letter.is_whitespace() || letter == '\u{feff}' => self.skip(letter.len_utf8()),
                '{' => self.comment(),
                '(' => {
                    self.depth += 1;
                    self.skip(1)
                }
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    self.skip(1)
                }
                '$' => self.skip(1 + digits(&rest[1..])),
                '[' => self.tag(),
                ')' | '}' | ']' | '<' | '>' => {
                    self.at += 1;
                    Err((at, format!("`{letter}` has no partner; delete it")))
                }
                _ => self.word(),
            };
            match found {
                Ok(None) => {}
                Ok(Some(_)) if self.depth > 0 => {}
                Ok(Some(is)) => return Some(Ok(Token { at, is })),
                Err(fault) => return Some(Err(fault)),
            }
        }
    }

    fn skip(&mut self, bytes: usize) -> Result<Option<Piece<'t>>, Fault> {
        self.at += bytes;
        Ok(None)
    }

    fn skip_line(&mut self) -> Result<Option<Piece<'t>>, Fault> {
        let rest = &self.text[self.at..];
        self.skip(rest.find('\n').unwrap_or(rest.len()))
    }

    fn comment(&mut self) -> Result<Option<Piece<'t>>, Fault> {
        let at = self.at + 1;
        let Some(length) = self.text[at..].find('}') else {
            self.at = self.text.len();
            return Err((at - 1, "a comment is not closed: `}` is missing".to_owned()));
        };
        self.at = at + length + 1;
        if self.depth == 0 {
            let comment = &self.text[at..at + length];
            let starts = comment.match_indices("[%").map(|(start, _)| start + 2);
            let commands = starts.map(|start| {
                let length = comment[start..].find(']').unwrap_or(comment.len() - start);
                Token { at: at + start - 2, is: Piece::Command(&comment[start..start + length]) }
            });
            self.waiting = commands.collect::<Vec<_>>().into_iter();
        }
        Ok(None)
    }

    /// `[Name "value"]`; a tag within an open variation closes it.
    fn tag(&mut self) -> Result<Option<Piece<'t>>, Fault> {
        let at = self.at;
        if std::mem::take(&mut self.depth) > 0 {
            return Err((at, "a variation is not closed: `)` is missing before this tag".to_owned()));
        }
        let fault = || (at, "a tag should be written as `[Name \"value\"]`".to_owned());
        let line_end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        self.at = line_end;
        let rest = self.text[at + 1..line_end].trim_start();
        let length = rest.find(|letter: char| letter.is_whitespace() || letter == '"').ok_or_else(fault)?;
        let (name, rest) = rest.split_at(length);
        let rest = rest.trim_start().strip_prefix('"').ok_or_else(fault)?;
        let mut value = String::new();
        let mut letters = rest.char_indices();
        let end = loop {
            match letters.next() {
                None => return Err(fault()),
                Some((index, '"')) => break index + 1,
                Some((_, '\\')) => value.extend(letters.next().map(|(_, letter)| letter)),
                Some((_, letter)) => value.push(letter),
            }
        };
        let rest = rest[end..].trim_start();
        let after = rest.strip_prefix(']').ok_or_else(fault)?;
        self.at = line_end - after.len();
        Ok(Some(Piece::Tag(name, value)))
    }

    fn word(&mut self) -> Result<Option<Piece<'t>>, Fault> {
        let rest = &self.text[self.at..];
        let ends = |letter: char| letter.is_whitespace() || "{}()[];$<>".contains(letter);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let number = digits(word);
        let dots = word[number..].len() - word[number..].trim_start_matches('.').len();
        if number == word.len() || dots > 0 {
            return self.skip(number + dots);
        }
        self.at += word.len();
        Ok(match word {
            "1-0" => Some(Piece::Result("1-0")),
            "0-1" => Some(Piece::Result("0-1")),
            "1/2-1/2" | "1/2" | "½-½" => Some(Piece::Result("1/2-1/2")),
            "*" => Some(Piece::Result("*")),
            "e.p." => None,
            _ if word.chars().all(|letter| "!?".contains(letter)) => None,
            _ => Some(Piece::San(word)),
        })
    }
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len()
}
