//! The reference of Betza notation: every form with its moves drawn.

use rukh_rules::movement::Movement;

use super::{NOTICE, Page, block};
use crate::laws::diagram;

/// A chapter of the reference, with forms of the notation and their meaning.
struct Chapter {
    title: &'static str,
    text: &'static str,
    forms: &'static [(&'static str, &'static str)],
}

const CHAPTERS: &[Chapter] = &[
    Chapter {
        title: "Leaps",
        text: "One capital letter, an *atom*, is a leap to each cell at that distance. Pieces on the way do not matter.",
        forms: &[
            ("W", "wazir: one cell straight"),
            ("F", "ferz: one cell diagonally"),
            ("D", "dabbaba: two cells straight"),
            ("A", "alfil: two cells diagonally"),
            ("N", "knight: two cells straight and one aside"),
            ("H", "threeleaper: three cells straight"),
            ("G", "tripper: three cells diagonally"),
            ("C", "camel: three cells straight and one aside"),
            ("Z", "zebra: three cells straight and two aside"),
        ],
    },
    Chapter {
        title: "Sliders and compounds",
        text: "Atoms one after another add up. Four letters stand for common compounds.",
        forms: &[
            ("K", "king: `WF`"),
            ("R", "rook: any number of steps straight, `W0`"),
            ("B", "bishop: any number of steps diagonally, `F0`"),
            ("Q", "queen: `W0F0`"),
            ("NAD", "knight, alfil and dabbaba together"),
            ("FmW", "a ferz that may also step straight to an empty cell"),
        ],
    },
    Chapter {
        title: "Riders and ranges",
        text: "A doubled atom, or `0` after it, repeats the leap without limit; a number limits the repetition.",
        forms: &[
            ("NN", "nightrider: knight leaps in one direction, again and again"),
            ("D0", "dabbaba-rider"),
            ("AA", "alfil-rider"),
            ("W3", "up to three steps straight"),
            ("R4", "a rook that goes four cells at most"),
        ],
    },
    Chapter {
        title: "Moving and capturing",
        text: "`m` before an atom: only to an empty cell. `c`: only by capture. Neither or both: either.",
        forms: &[
            ("mW", "moves one cell straight, captures nothing"),
            ("cF", "captures one cell diagonally, does not move there"),
            ("mfWcfF", "the old pawn: one step ahead, captures diagonally ahead"),
            ("mRcB", "moves as a rook, captures as a bishop"),
        ],
    },
    Chapter {
        title: "Directions",
        text: "Letters before an atom limit its directions as the mover sees them; Black's are turned by 180 degrees. `f` forward, `b` backward, `l` left, `r` right, `s` sideways, `v` forward and backward. On straight atoms they add up; on diagonal atoms a pair such as `fl` is one cell. On oblique atoms `f` or `ff` is the narrow forward pair, `fs` the wide one, and `fh` is all four forward cells.",
        forms: &[
            ("fW", "one cell ahead"),
            ("fsW", "ahead or to either side"),
            ("vW", "ahead or back"),
            ("fF", "both diagonals ahead"),
            ("bF", "both diagonals back"),
            ("rlW", "left and right"),
            ("flF", "the left diagonal ahead"),
            ("fK", "the three cells ahead"),
            ("sK", "six cells: all but ahead and back"),
            ("fN", "the narrow forward pair of the knight"),
            ("fsN", "the wide forward pair"),
            ("fhN", "all four forward leaps"),
            ("lvN", "the narrow pair on the left"),
            ("hrN", "every second leap, from the narrow forward right one on"),
            ("FfW", "silver general: ferz, and one cell ahead"),
        ],
    },
    Chapter {
        title: "Lame leaps",
        text: "`n` before a leap: a piece on the way blocks it. `D`, `A`, `H` and `G` pass straight over the cells between; `N` first takes its straight step.",
        forms: &[
            ("nA", "the elephant of xiangqi: an alfil that can be blocked"),
            ("nN", "the horse of xiangqi: a knight that can be blocked"),
            ("nD", "a dabbaba that can be blocked"),
        ],
    },
    Chapter {
        title: "Hoppers",
        text: "`p` before a slide: it ends beyond exactly one piece of either side, the hurdle. `g`: it ends on the cell directly behind the first piece it meets.",
        forms: &[
            ("mRcpR", "the cannon of xiangqi: moves as a rook, captures over one piece"),
            ("pR", "moves and captures over one piece"),
            ("pB4", "the same diagonally, four cells at most"),
            ("pNN", "a nightrider that hops"),
            ("gQ", "grasshopper"),
        ],
    },
    Chapter {
        title: "Several legs",
        text: "`a` joins legs: a step, then, turned by the letters that follow, another. Turns are `f fs s bs b fl fr l r bl br`. After `y` the legs slide, each one cell at least, so legs that go on with `f` set a least distance. `[R-fsF]` is our own addition: any length of the first leg, a turn, then the second leg.",
        forms: &[
            (
                "afsW",
                "a step straight to an empty cell, then a step diagonally outward: the knight that can be blocked",
            ),
            ("amfsW", "the same without capture"),
            ("yafsF", "griffon: one step diagonally, then a slide straight outward"),
            ("yafsW", "manticore: one step straight, then a slide diagonally outward"),
            ("yafF", "a least distance: a bishop that goes two cells at least, the first of them empty"),
            ("yafsafafF", "a griffon that goes four cells at least: each leg is one cell or more"),
            ("[R-fsF]", "any length straight, then one step diagonally outward"),
        ],
    },
];

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// Spellings that a reader could take for another; `rukh rules check` warns of them.
const LOOKALIKES: [&str; 6] = ["fWF", "nAD", "fN", "lNN", "sK", "yafF"];

/// Two blocks of lines side by side.
fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 6;
    let line = |lines: &[String], index: usize| lines.get(index).cloned().unwrap_or_default();
    let rows = 0..left.len().max(right.len());
    rows.map(|index| format!("{:width$}{}", line(left, index), line(right, index))).collect()
}

fn lookalikes() -> String {
    let mut text = "\n## Spellings that look alike\n\nEach of these is another piece than the one beside it. `rukh rules check` warns of the first and names the second.\n".to_owned();
    for spelling in LOOKALIKES {
        let written = Movement::parse(spelling).unwrap_or_else(|error| panic!("{spelling}: {error}"));
        let found = written.lookalikes();
        let other = found.first().unwrap_or_else(|| panic!("{spelling} looks like no other piece"));
        let meant = Movement::parse(&other.spelling).unwrap_or_else(|error| panic!("{spelling}: {error}"));
        let [left, right] = [(spelling, &written), (&other.spelling, &meant)].map(|(text, movement)| {
            let drawing = diagram::draw('X', &movement.diagram());
            [vec![text.to_owned(), String::new()], drawing].concat()
        });
        let difference = capitalised(&other.difference);
        text.push_str(&format!("\n### `{spelling}` is not `{}`\n\n{difference}.\n\n", other.spelling));
        text.push_str(&block(&beside(&left, &right)));
    }
    text
}

pub fn page() -> Page {
    let mut text = format!("{NOTICE}# Betza notation\n\n");
    text.push_str(
        "How a piece moves is written in Betza notation in the key `move` of a ruleset. \
         This page draws every form that Rukh reads; anything else is an error that shows its place. \
         Directions mean what Fairy-Stockfish takes them to mean.\n\n\
         Signs in the drawings, with forward up and the piece `X` in the middle:\n\n",
    );
    let parsed = |form: &str| Movement::parse(form).unwrap_or_else(|error| panic!("{form}: {error}"));
    let all: Vec<_> = CHAPTERS.iter().flat_map(|chapter| chapter.forms).collect();
    let diagrams: Vec<_> = all.iter().map(|(form, _)| parsed(form).diagram()).collect();
    for meaning in diagram::legend(&diagrams) {
        text.push_str(&format!("- {meaning}\n"));
    }
    for chapter in CHAPTERS {
        text.push_str(&format!("\n## {}\n\n{}\n", chapter.title, chapter.text));
        for (form, meaning) in chapter.forms {
            let movement = parsed(form);
            let drawing = diagram::draw('X', &movement.diagram());
            text.push_str(&format!("\n### `{form}`\n\n{}.\n\n", capitalised(meaning)));
            text.push_str(&block(&drawing));
        }
    }
    text.push_str(&lookalikes());
    ("reference/betza.md".to_owned(), text)
}

/// What the page about limits offers in the place of a rule can be read.
#[test]
fn limits_page_names_movements_and_laws_that_exist() {
    let text = include_str!("../../../../docs/limits.md");
    let (mut movements, mut laws) = (0, 0);
    for span in text.split('`').skip(1).step_by(2) {
        if let Some(word) = span.strip_prefix("law = ") {
            assert!(super::laws::has_variant(word.trim_matches('"')), "{span}");
            laws += 1;
        } else if span.chars().all(|letter| letter.is_ascii_alphanumeric())
            && span.contains(char::is_uppercase)
        {
            assert!(Movement::parse(span).is_ok(), "{span}");
            movements += 1;
        }
    }
    assert!(movements >= 9 && laws >= 6, "{movements} movements, {laws} laws");
}

#[test]
fn betza_reference_has_every_atom_and_modifier_of_the_parser() {
    let forms: Vec<&str> = CHAPTERS.iter().flat_map(|chapter| chapter.forms).map(|(form, _)| *form).collect();
    let is_shown = |letter: char| forms.iter().any(|form| form.contains(letter));
    for atom in ('A'..='Z').filter(|atom| Movement::parse(&atom.to_string()).is_ok()) {
        assert!(is_shown(atom), "no form shows the atom {atom}");
    }
    for modifier in 'a'..='z' {
        let is_known = ["W", "F", "N", "R", "sN", "afsF"]
            .iter()
            .any(|rest| Movement::parse(&format!("{modifier}{rest}")).is_ok());
        assert!(!is_known || is_shown(modifier), "no form shows the modifier {modifier}");
    }
}
