//! The report as Markdown, whose plots are files beside it.

use super::document::{Block, DataTable, Document};

/// Writes the report.
pub(super) fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n{}\n", escaped(&document.title), escaped(&document.lead));
    for block in &document.blocks {
        write(&mut text, block, "##");
    }
    text
}

fn write(text: &mut String, block: &Block, level: &str) {
    text.push('\n');
    match block {
        Block::Heading(title) => text.push_str(&format!("{level} {}\n", escaped(title))),
        Block::Text(paragraph) => text.push_str(&format!("{}\n", escaped(paragraph))),
        Block::Code(lines) => text.push_str(&code(lines)),
        Block::Table(table) => write_table(text, table),
        Block::Plot(plot) => {
            text.push_str(&format!("![{}]({})\n\n", escaped(&plot.title), plot.file()));
            text.push_str(&format!("{}\n\n", escaped(&plot.text)));
            write_table(text, &plot.table);
        }
        Block::Fold(title, blocks) => {
            text.push_str(&format!("{level}# {}\n", escaped(title)));
            for block in blocks {
                write(text, block, &format!("{level}#"));
            }
        }
    }
}

fn write_table(text: &mut String, table: &DataTable) {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text.push_str(&format!(
        "**{}**\n\n{}|{}\n",
        escaped(&table.caption),
        row(&table.head),
        "---|".repeat(table.head.len())
    ));
    for cells in &table.rows {
        text.push_str(&row(cells));
    }
}

/// Lines as a block, fenced by more backticks than any line has.
fn code(lines: &[String]) -> String {
    let longest = lines.iter().flat_map(|line| line.split(|letter| letter != '`')).map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}sh\n{}\n{fence}\n", lines.join("\n"))
}

/// Plain text in which no letter means anything to Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{code, escaped};

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(escaped("a|b <i> `c` [d](e)"), "a\\|b &lt;i&gt; \\`c\\` \\[d\\](e)");
        assert_eq!(code(&["echo '```'".to_owned()]), "````sh\necho '```'\n````\n");
    }
}
