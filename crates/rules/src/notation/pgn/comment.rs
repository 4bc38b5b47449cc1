//! The words of comments: white space, paragraphs, and what looks like a command of ours.

use super::command;

/// A comment's words as they are kept: white space with a line's end in it is one space, with an empty line
/// in it the end of a paragraph, and none stands at the ends. Nothing of a comment without words.
pub(super) fn of_file(text: &str) -> Option<String> {
    let mut kept = String::with_capacity(text.len());
    let mut blanks = 0;
    let mut line_ends = 0;
    let mut is_plain = true;
    for letter in text.chars() {
        if letter.is_whitespace() || letter.is_control() {
            blanks += 1;
            line_ends += usize::from(letter == '\n');
            is_plain &= letter == ' ';
            continue;
        }
        if blanks > 0 && !kept.is_empty() {
            match (line_ends, is_plain) {
                (_, true) => kept.extend(std::iter::repeat_n(' ', blanks)),
                (..=1, false) => kept.push(' '),
                (_, false) => kept.push('\n'),
            }
        }
        (blanks, line_ends, is_plain) = (0, 0, true);
        kept.push(letter);
    }
    (!kept.is_empty()).then_some(kept)
}

/// The paragraphs that a comment is written in, each without line ends, and an empty one for a comment
/// without words; what would be a command of ours is marked as none.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let plain: Vec<String> = text.split('\n').filter_map(of_file).collect();
    command::escape_words(&plain.join("\n")).split('\n').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{of_file, paragraphs};

    #[test]
    fn comment_keeps_paragraphs_and_joins_lines() {
        let kept = |text| of_file(text).unwrap_or_default();
        assert_eq!(kept("  two  blanks\nand a\tline "), "two  blanks and a line");
        assert_eq!(kept("\n\none\n \r\n\ntwo\r\n"), "one\ntwo");
        assert_eq!(of_file(" \n\n"), None);
        assert_eq!(paragraphs("one \n\n two\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn comment_with_a_command_of_ours_is_written_as_words() {
        assert_eq!(paragraphs("[%end draw] [%clk 1] [%%at 5"), ["[%%end draw] [%clk 1] [%%%at 5"]);
    }
}
