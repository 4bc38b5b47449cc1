//! Words that may not be written in chats, as the operator gives them: none are built in.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rukh_store::name::folded_word;

/// Words of one list that are compared with a message at once, at most.
const MAX_PHRASE: usize = 6;

/// Why the lists cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChatWordsError {
    /// A file or the directory cannot be read.
    #[error("cannot read `{path}`: {1}", path = .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// There is no list.
    #[error("`{path}` has no file such as `en.txt`, with a word on each line", path = .0.display())]
    NoFile(PathBuf),
    /// A line says nothing that could be compared.
    #[error("`{path}`, line {1}: `{2}` has no letter, or is longer than {MAX_PHRASE} words", path = .0.display())]
    Line(PathBuf, usize, String),
}

/// Words and phrases that may not be written.
#[derive(Debug, Clone, Default)]
pub struct ChatWords {
    /// Words and phrases, folded.
    whole: HashSet<String>,
    /// What a word may not begin with.
    beginnings: Vec<String>,
}

impl ChatWords {
    /// Reads the lists of a directory, one file for each language: a word or a phrase on each line, `word*` for all
    /// that begin with it, and comments after `#`.
    ///
    /// # Errors
    /// There is no list, or one cannot be used.
    pub fn read(directory: &Path) -> Result<ChatWords, ChatWordsError> {
        let unreadable = |error| ChatWordsError::Unreadable(directory.to_owned(), error);
        let mut words = ChatWords::default();
        let mut is_any = false;
        for entry in std::fs::read_dir(directory).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            is_any = true;
            let text = std::fs::read_to_string(&path);
            let text = text.map_err(|error| ChatWordsError::Unreadable(path.clone(), error))?;
            for (index, line) in text.lines().enumerate() {
                let entry = line.split('#').next().unwrap_or_default().trim();
                if !entry.is_empty() && !words.add(entry) {
                    return Err(ChatWordsError::Line(path, index + 1, entry.to_owned()));
                }
            }
        }
        match is_any {
            true => Ok(words),
            false => Err(ChatWordsError::NoFile(directory.to_owned())),
        }
    }

    /// Adds a line of a list; false if it says nothing.
    fn add(&mut self, line: &str) -> bool {
        let (line, is_beginning) = line.strip_suffix('*').map_or((line, false), |line| (line, true));
        let words = words_of(line);
        let phrase = words.join(" ");
        if phrase.is_empty() || words.len() > MAX_PHRASE {
            return false;
        }
        match is_beginning {
            true => self.beginnings.push(phrase),
            false => drop(self.whole.insert(phrase)),
        }
        true
    }

    /// Whether a message has none of the words, however they are disguised: by letters of other scripts, marks,
    /// letters that are repeated, or signs and spaces between the letters.
    #[must_use]
    pub fn allow(&self, message: &str) -> bool {
        if self.whole.is_empty() && self.beginnings.is_empty() {
            return true;
        }
        let words = words_of(message);
        let is_refused = |text: &str| {
            self.whole.contains(text) || self.beginnings.iter().any(|beginning| text.starts_with(beginning))
        };
        let has_phrase = (0..words.len()).any(|from| {
            let ends = from + 1..=(from + MAX_PHRASE).min(words.len());
            ends.into_iter().any(|to| match &words[from..to] {
                [word] => is_refused(word),
                phrase => self.whole.contains(&phrase.join(" ")),
            })
        });
        !has_phrase && !spelled_out(&words).iter().any(|word| is_refused(word))
    }
}

/// The words of a text, folded, each letter once where it is repeated.
fn words_of(text: &str) -> Vec<String> {
    // The stroke that only draws a word of Arabic letters out.
    let text = text.replace('\u{640}', "");
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !is_part(letter));
    let once = |word: String| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.dedup();
        letters.into_iter().collect::<String>()
    };
    words.map(|word| once(folded_word(word))).filter(|word| !word.is_empty()).collect()
}

/// Whether a sign belongs to the word around it: marks, joiners and what is invisible.
fn is_part(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_ascii() && folded_word(&format!("a{letter}")) == folded_word("a")
}

/// Words of single letters in a row, each row as one word: `b a d`, `b.a.d`.
fn spelled_out(words: &[String]) -> Vec<String> {
    let rows = words.split(|word| word.chars().count() > 1);
    let rows = rows.filter(|row| row.len() > 1).map(|row| {
        let mut letters: Vec<char> = row.concat().chars().collect();
        letters.dedup();
        letters.into_iter().collect()
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::ChatWords;

    fn words() -> ChatWords {
        let mut words = ChatWords::default();
        for line in ["grobian", "old fool", "nasty*", "ጅል", "أحمق"] {
            assert!(words.add(line), "{line}");
        }
        words
    }

    #[test]
    fn word_in_any_disguise_is_refused() {
        for message in [
            "grobian",
            "You GROBIAN!",
            "grоbiаn",
            "ｇｒｏｂｉａｎ",
            "𝐠𝐫𝐨𝐛𝐢𝐚𝐧",
            "gröbíàn",
            "grooobiaaan",
            "g r o b i a n",
            "g.r.o.b.i.a.n",
            "gro\u{200b}bian",
            "an old, old fool",
            "OLD FOOL",
            "nastiness? nastyish",
            "አንተ ጅል!",
            "يا أَحْمَق",
            "أحـمق",
        ] {
            let is_refused = !words().allow(message);
            assert!(is_refused, "{message}");
        }
    }

    #[test]
    fn other_words_are_allowed() {
        for message in [
            "",
            "good game",
            "grob ian is my friend's name",
            "an old friend, no fool",
            "dynasty",
            "a b c",
            "ጅላጅል",
        ] {
            assert!(words().allow(message), "{message}");
        }
        assert!(ChatWords::default().allow("grobian"), "no word is built in");
    }

    #[test]
    fn lists_are_read_and_checked() {
        let directory = std::env::temp_dir().join(format!("rukh-words-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        assert!(ChatWords::read(&directory).unwrap_err().to_string().contains("en.txt"));
        std::fs::write(directory.join("en.txt"), "# a comment\ngrobian # another\n\n").unwrap();
        std::fs::write(directory.join("notes.md"), "anything").unwrap();
        let words = ChatWords::read(&directory).unwrap();
        assert!(!words.allow("grobian") && words.allow("anything"));
        std::fs::write(directory.join("am.txt"), "ጅል\n...\n").unwrap();
        let error = ChatWords::read(&directory).unwrap_err().to_string();
        assert!(error.contains("am.txt`, line 2: `...`"), "{error}");
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(ChatWords::read(&directory).is_err());
    }
}
