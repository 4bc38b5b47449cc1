//! The board on a terminal.

use anstyle::{RgbColor, Style};
use rukh_rules::{Cell, Game, PieceKind, Ruleset, Side};

/// How the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Figures on coloured cells.
    Figures,
    /// Letters, upper case for White.
    Letters,
}

/// Figures by the name of a piece's picture. The first kind of a ruleset with such a picture has
/// the figure; all others are drawn as their letters.
const FIGURES: &[(&str, char)] = &[
    ("shah", '♚'),
    ("queen", '♛'),
    ("firzan", '♛'),
    ("rukh", '♜'),
    ("bishop", '♝'),
    ("fil", '♝'),
    ("faras", '♞'),
    ("baidaq", '♟'),
];

/// A skin's two shades, which differ little where the board is not chequered.
const SKINS: &[(&str, RgbColor, RgbColor)] = &[
    ("red-cloth", RgbColor(0xac, 0x30, 0x34), RgbColor(0xa0, 0x29, 0x2e)),
    ("walnut", RgbColor(0x7a, 0x52, 0x30), RgbColor(0x70, 0x4a, 0x2a)),
    ("leather", RgbColor(0xa8, 0x78, 0x48), RgbColor(0x9e, 0x70, 0x42)),
    ("paper", RgbColor(0x9c, 0x90, 0x78), RgbColor(0x84, 0x78, 0x62)),
];
const PLAIN_SKIN: (RgbColor, RgbColor) = (RgbColor(0x7c, 0x92, 0x7c), RgbColor(0x5c, 0x76, 0x5c));
const LAST_MOVE: RgbColor = RgbColor(0x3f, 0x6f, 0x8f);
const CHECK: RgbColor = RgbColor(0xe0, 0x50, 0x30);
const IVORY: RgbColor = RgbColor(0xff, 0xf6, 0xe0);
const EBONY: RgbColor = RgbColor(0x0c, 0x0c, 0x0c);

impl Look {
    /// A face of the die.
    pub fn die(self, face: u8) -> String {
        let figure = "⚀⚁⚂⚃⚄⚅".chars().nth(usize::from(face).wrapping_sub(1));
        match (self, figure) {
            (Look::Figures, Some(figure)) => format!("{figure} {face}"),
            _ => face.to_string(),
        }
    }

    /// The sign of each kind of piece.
    pub fn legend(self, ruleset: &Ruleset) -> String {
        let kinds = ruleset.kinds();
        let names: Vec<String> = kinds
            .map(|kind| {
                let letter = ruleset.letter_for(kind, Side::White);
                let figure = figure(ruleset, kind).filter(|_| self == Look::Figures);
                let figure = figure.map_or(String::new(), |figure| format!("{figure} "));
                format!("{figure}{letter} {}", ruleset.pieces[kind.index()].name)
            })
            .collect();
        format!("Pieces: {}", names.join(", "))
    }

    /// The board seen from a side, line by line.
    pub fn board(self, game: &Game, bottom: Side) -> Vec<String> {
        let geometry = game.rules().geometry();
        let (last, checked) = (game.last_move(), checked_kings(game));
        let mut ranks: Vec<i16> = (0..i16::from(geometry.ranks())).rev().collect();
        let mut files: Vec<i16> = (0..i16::from(geometry.files())).collect();
        if bottom == Side::Black {
            ranks.reverse();
            files.reverse();
        }
        let mut lines = Vec::with_capacity(ranks.len() + 1);
        for &rank in &ranks {
            let cells = files.iter().filter_map(|&file| geometry.cell(file, rank));
            let marked = cells.map(|cell| {
                let mark = match (checked.contains(&cell), last.is_some_and(|last| last.contains(&cell))) {
                    (true, _) => Mark::Check,
                    (false, true) => Mark::Last,
                    (false, false) => Mark::None,
                };
                (cell, mark)
            });
            let row = match self {
                Look::Figures => marked.map(|(cell, mark)| figure_cell(game, cell, mark)).collect(),
                Look::Letters => letter_row(game, marked),
            };
            lines.push(format!(" {:>2} {row}", rank + 1));
        }
        let gap = if self == Look::Figures { " " } else { "" };
        let names: String =
            files.iter().map(|&file| format!(" {}{gap}", char::from(b'a' + file as u8))).collect();
        lines.push(format!("    {names}"));
        lines
    }
}

/// A rank in letters, its marked cells in brackets.
fn letter_row(game: &Game, marked: impl Iterator<Item = (Cell, Mark)>) -> String {
    let mut row = String::new();
    let mut open = false;
    for (cell, mark) in marked {
        let opens = mark != Mark::None;
        row.push(match (open, opens) {
            (false, false) => ' ',
            (false, true) => '[',
            (true, false) => ']',
            (true, true) => '|',
        });
        row.push(sign_at(game, cell).unwrap_or('.'));
        open = opens;
    }
    if open {
        row.push(']');
    }
    row
}

fn sign_at(game: &Game, cell: Cell) -> Option<char> {
    let piece = game.position().piece_at(game.rules(), cell);
    piece.map(|(side, kind)| game.ruleset().letter_for(kind, side))
}

fn figure_cell(game: &Game, cell: Cell, mark: Mark) -> String {
    let piece = game.position().piece_at(game.rules(), cell);
    let ink = match piece {
        Some((Side::Black, _)) => EBONY,
        _ => IVORY,
    };
    let ground = ground(game, cell, mark);
    let style = Style::new().bold().fg_color(Some(ink.into())).bg_color(Some(ground.into()));
    let figure = piece.and_then(|(_, kind)| figure(game.ruleset(), kind));
    format!("{style} {} {style:#}", figure.or(sign_at(game, cell)).unwrap_or(' '))
}

/// What is special about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Last,
    Check,
}

fn ground(game: &Game, cell: Cell, mark: Mark) -> RgbColor {
    let skin = SKINS.iter().find(|(name, _, _)| *name == game.ruleset().skin);
    let (even, odd) = skin.map_or(PLAIN_SKIN, |&(_, even, odd)| (even, odd));
    let geometry = game.rules().geometry();
    match mark {
        Mark::Check => CHECK,
        Mark::Last => LAST_MOVE,
        Mark::None if (geometry.file(cell) + geometry.rank(cell)).is_multiple_of(2) => odd,
        Mark::None => even,
    }
}

fn figure(ruleset: &Ruleset, kind: PieceKind) -> Option<char> {
    let of = |picture: &str| FIGURES.iter().find(|(known, _)| *known == picture).map(|(_, figure)| *figure);
    let own = of(&ruleset.pieces[kind.index()].picture)?;
    let first = ruleset.pieces.iter().position(|piece| of(&piece.picture) == Some(own));
    (first == Some(kind.index())).then_some(own)
}

fn checked_kings(game: &Game) -> Vec<Cell> {
    let royal = game.ruleset().royal();
    let position = game.position();
    let pieces = position.all_pieces(game.rules());
    pieces
        .filter(|&(_, side, kind)| kind == royal && game.rules().is_in_check(position, side))
        .map(|(cell, _, _)| cell)
        .collect()
}
