//! Moves of pieces drawn in letters, side by side.

use std::io::{self, Write};

use rukh_rules::movement::diagram::{Diagram, DiagramCell, DiagramMove, DiagramPath};
use rukh_rules::{PieceKind, Ruleset};

/// How wide a row of diagrams may be.
const WIDTH: usize = 90;
const INDENT: usize = 4;
const GAP: usize = 4;

/// Each sign with the way in which the piece moves and captures there, and its meaning.
const SIGNS: [(char, Option<DiagramMove>, Option<DiagramMove>, &str); 11] = [
    ('●', Some(DiagramMove::Plain), Some(DiagramMove::Plain), "moves and captures"),
    ('○', Some(DiagramMove::Plain), None, "moves only"),
    ('×', None, Some(DiagramMove::Plain), "captures only"),
    ('◆', Some(DiagramMove::Hop), Some(DiagramMove::Hop), "moves and captures over one piece"),
    ('◇', Some(DiagramMove::Hop), None, "moves over one piece"),
    ('◈', None, Some(DiagramMove::Hop), "captures over one piece"),
    ('◐', Some(DiagramMove::Plain), Some(DiagramMove::Hop), "moves, and captures over one piece"),
    ('◑', Some(DiagramMove::Hop), Some(DiagramMove::Plain), "captures, and moves over one piece"),
    ('◦', Some(DiagramMove::FirstMove), None, "moves there from its first rank"),
    (
        '⊗',
        Some(DiagramMove::FirstMove),
        Some(DiagramMove::Plain),
        "captures, and moves there from its first rank",
    ),
    (
        '◍',
        Some(DiagramMove::FirstMove),
        Some(DiagramMove::Hop),
        "captures over one piece, and moves there from its first rank",
    ),
];
const ARROW_MEANING: &str = "and so on";

/// Draws the moves of every piece, as many in a row as fit, and the meaning of the signs.
pub fn write_diagrams(out: &mut dyn Write, ruleset: &Ruleset) -> io::Result<()> {
    let kinds: Vec<PieceKind> = ruleset.kinds().collect();
    let diagrams: Vec<Diagram> = kinds.iter().map(|&kind| ruleset.diagram(kind)).collect();
    let blocks = kinds.iter().zip(&diagrams).map(|(&kind, diagram)| {
        let piece = &ruleset.pieces[kind.index()];
        let title = format!("{} {}", piece.letter, piece.name);
        let mut lines = vec![title];
        lines.extend(draw(piece.letter.to_ascii_uppercase(), diagram));
        lines
    });
    writeln!(out, "\n  Their moves, forward is up:")?;
    for row in rows(blocks.collect()) {
        writeln!(out)?;
        write_row(out, &row)?;
    }
    writeln!(out)?;
    for row in rows(legend(&diagrams).into_iter().map(|meaning| vec![meaning]).collect()) {
        writeln!(out, "{:INDENT$}{}", "", row.concat().join("   "))?;
    }
    Ok(())
}

/// The rows of a diagram from the top.
pub fn draw(letter: char, diagram: &Diagram) -> Vec<String> {
    let edge = diagram.radius + i16::from(!diagram.onward.is_empty());
    let sign = |right: i16, ahead: i16| {
        let onward = diagram.onward.iter().find(|line| (line.right, line.ahead) == (right, ahead));
        match (onward, diagram.cell(right, ahead)) {
            _ if (right, ahead) == (0, 0) => letter,
            (Some(line), _) => arrow(line),
            (None, Some(cell)) => sign_of(cell),
            (None, None) if right.abs().max(ahead.abs()) > diagram.radius => ' ',
            (None, None) => '·',
        }
    };
    let row = |ahead: i16| (-edge..=edge).map(|right| sign(right, ahead).to_string()).collect::<Vec<_>>();
    let rows = (-edge..=edge).rev().map(|ahead| row(ahead).join(" ").trim_end().to_owned());
    rows.filter(|row| !row.is_empty()).collect()
}

fn arrow(line: &DiagramPath) -> char {
    match (line.to_right, line.to_ahead) {
        (0, 1) => '↑',
        (1, 1) => '↗',
        (1, 0) => '→',
        (1, -1) => '↘',
        (0, -1) => '↓',
        (-1, -1) => '↙',
        (-1, 0) => '←',
        _ => '↖',
    }
}

fn sign_of(cell: &DiagramCell) -> char {
    let found =
        SIGNS.iter().find(|(_, moves, captures, _)| (*moves, *captures) == (cell.moves, cell.captures));
    found.map_or('?', |(sign, ..)| *sign)
}

/// What the signs of some diagrams mean.
pub fn legend(diagrams: &[Diagram]) -> Vec<String> {
    let is_used = |wanted: char| diagrams.iter().flat_map(|it| &it.cells).any(|cell| sign_of(cell) == wanted);
    let signs = SIGNS.iter().filter(|(sign, ..)| is_used(*sign));
    let mut legend: Vec<String> = signs.map(|(sign, _, _, meaning)| format!("{sign} {meaning}")).collect();
    if diagrams.iter().any(|diagram| !diagram.onward.is_empty()) {
        legend.push(format!("→ {ARROW_MEANING}"));
    }
    legend
}

fn width(block: &[String]) -> usize {
    block.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Blocks of lines that fit side by side.
fn rows(blocks: Vec<Vec<String>>) -> Vec<Vec<Vec<String>>> {
    let mut rows: Vec<Vec<Vec<String>>> = Vec::new();
    let mut used = 0;
    for block in blocks {
        let wanted = GAP + width(&block);
        match rows.last_mut().filter(|_| used + wanted <= WIDTH) {
            Some(row) => row.push(block),
            None => {
                used = INDENT - GAP;
                rows.push(vec![block]);
            }
        }
        used += wanted;
    }
    rows
}

fn write_row(out: &mut dyn Write, row: &[Vec<String>]) -> io::Result<()> {
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    for index in 0..height {
        let mut line = " ".repeat(INDENT);
        for block in row {
            let part = block.get(index).map_or("", String::as_str);
            let padding = width(block) + GAP - part.chars().count();
            line.push_str(part);
            line.push_str(&" ".repeat(padding));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SIGNS, draw, sign_of, write_diagrams};
    use rukh_rules::Ruleset;
    use rukh_rules::movement::Movement;

    fn drawn(betza: &str) -> String {
        let movement = Movement::parse(betza).unwrap_or_else(|error| panic!("{error}"));
        draw('X', &movement.diagram()).join("\n")
    }

    #[test]
    fn diagram_of_leaps_and_modes_is_drawn_as_small_as_they_are() {
        assert_eq!(drawn("mfWcfF"), "× ○ ×\n· X ·\n· · ·");
        assert_eq!(drawn("N"), "· ● · ● ·\n● · · · ●\n· · X · ·\n● · · · ●\n· ● · ● ·");
    }

    #[test]
    fn diagram_of_slides_points_on() {
        let rook = "        ↑\n  · · · ● · · ·\n  · · · ● · · ·\n  · · · ● · · ·\n← ● ● ● X ● ● ● →\n\
                    \u{20} · · · ● · · ·\n  · · · ● · · ·\n  · · · ● · · ·\n        ↓";
        assert_eq!(drawn("R"), rook);
    }

    #[test]
    fn diagram_of_hoppers_has_its_own_signs() {
        let cannon = drawn("mRcpR");
        assert!(cannon.contains("← ◐ ◐ ○ X ○ ◐ ◐ →"), "{cannon}");
        assert!(drawn("gQ").contains("← ◆ ◆ · X · ◆ ◆ →"), "{}", drawn("gQ"));
    }

    #[test]
    fn diagrams_of_every_built_in_ruleset_have_known_signs_and_fit() {
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let mut page = Vec::new();
            write_diagrams(&mut page, &ruleset).expect("a buffer takes it");
            let page = String::from_utf8(page).expect("it is text");
            assert!(!page.contains('?'), "{id}: {page}");
            assert!(page.lines().all(|line| line.chars().count() <= super::WIDTH + 10), "{id}: {page}");
            assert!(page.contains("● moves and captures"), "{id}: {page}");
        }
    }

    #[test]
    fn signs_cover_every_way_of_moving_and_capturing() {
        use rukh_rules::movement::diagram::{DiagramCell, DiagramMove};
        let ways = [None, Some(DiagramMove::Plain), Some(DiagramMove::Hop)];
        for moves in ways.into_iter().chain([Some(DiagramMove::FirstMove)]) {
            for captures in ways.into_iter().filter(|captures| moves.or(*captures).is_some()) {
                let cell = DiagramCell { right: 0, ahead: 1, moves, captures };
                assert_ne!(sign_of(&cell), '?', "{moves:?} {captures:?}");
            }
        }
        assert!(SIGNS.iter().all(|(_, _, _, meaning)| !meaning.is_empty()));
    }
}
