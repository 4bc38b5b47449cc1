//! The digits of Persian pages: one kind in everything that is said in Persian.

/// A text with the digits of Persian prose. A word with Latin letters, such as a cell, stays as it is.
pub(crate) fn persian_text(text: &str) -> String {
    let word = |word: &str| {
        // An escaped character such as `&#39;` is no number.
        let is_latin = word.contains(|letter: char| letter.is_ascii_alphabetic()) || word.contains("&#");
        if is_latin { word.to_owned() } else { word.chars().map(persian_digit).collect() }
    };
    text.split_inclusive(char::is_whitespace).map(word).collect()
}

fn persian_digit(letter: char) -> char {
    let digit = letter.to_digit(10).filter(|_| letter.is_ascii());
    digit.and_then(|digit| char::from_u32(0x06F0 + digit)).unwrap_or(letter)
}

/// Content in HTML with the digits of Persian prose; what is marked as another language, code, and
/// what describes a position stay as they are.
pub(crate) fn persian(content: &str) -> String {
    let mut written = String::with_capacity(content.len() + content.len() / 50);
    // The element whose text stays, and how many of its name are open.
    let mut kept: Option<(&str, usize)> = None;
    for part in content.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        match kept {
            Some(_) => written += text,
            None => written += &persian_text(text),
        }
        written += tag;
        let is_end = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        kept = match kept {
            Some((of, open)) if of == name && !tag.ends_with("/>") => {
                let open = if is_end { open - 1 } else { open + 1 };
                (open > 0).then_some((of, open))
            }
            None if !is_end && !tag.ends_with("/>") && is_kept(name, tag) => Some((name, 1)),
            other => other,
        };
    }
    written
}

/// Whether the text of an element is not Persian prose.
fn is_kept(name: &str, tag: &str) -> bool {
    let language = tag.split(" lang=\"").nth(1).and_then(|rest| rest.split('"').next());
    ["code", "desc", "style", "script"].contains(&name) || language.is_some_and(|tag| !tag.starts_with("fa"))
}

#[cfg(test)]
mod tests {
    use super::persian;

    #[test]
    fn persian_changes_numbers_and_leaves_cells_code_and_other_languages() {
        let content = r#"<p id="a1">از c1 تا 16، سال 1401–1405 &#39;x</p><code>7 <code>8</code> 9</code> 10 <cite lang="en" dir="ltr">Murray 1913, <em>12</em></cite> 57 <svg><desc>8/8 w 0 1</desc><path d="M1 2"/><text>600</text></svg>"#;
        let expected = r#"<p id="a1">از c1 تا ۱۶، سال ۱۴۰۱–۱۴۰۵ &#39;x</p><code>7 <code>8</code> 9</code> ۱۰ <cite lang="en" dir="ltr">Murray 1913, <em>12</em></cite> ۵۷ <svg><desc>8/8 w 0 1</desc><path d="M1 2"/><text>۶۰۰</text></svg>"#;
        assert_eq!(persian(content), expected);
    }
}
