//! Reads Betza notation into parts, or says where and why it cannot.

use super::direction::{DIAGONAL, DirectionWords, EVERY, OBLIQUE, STRAIGHT, TURNS};
use super::{Hurdle, Leg, Mode, MovementError, Pace, Part, PathKind};
use crate::geometry::MAX_LENGTH;

/// The most characters a movement's text may have.
const MAX_CHARACTERS: usize = 200;
/// The most parts (atoms or brackets, compounds counted twice) of a movement.
const MAX_PARTS: usize = 64;
/// The most paths a movement may open from one cell of the widest board.
const MAX_PATHS: usize = 4096;
/// What may stand where an atom is expected.
const ATOMS: &str = "the atoms are W F D A H G N C Z K R B Q";

/// Reads every part of a movement.
pub(super) fn parts(text: &str) -> Result<Vec<Part>, MovementError> {
    let mut parser = Parser::new(text);
    parser.movement().map_err(|fault| fault.within(&parser.characters))
}

/// The directions an atom knows: every second of the rose, all, or its own rose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axes {
    Straight,
    Diagonal,
    Every,
    Oblique,
}

impl Axes {
    /// The directions of the rose, as bits.
    const fn rose(self) -> u8 {
        match self {
            Axes::Straight => 0b0101_0101,
            Axes::Diagonal => 0b1010_1010,
            Axes::Every | Axes::Oblique => u8::MAX,
        }
    }
}

/// A letter of the notation with its range.
#[derive(Debug, Clone, Copy)]
struct Atom {
    axes: Axes,
    pace: Pace,
    reach: u8,
    column: usize,
}

impl Atom {
    fn from_letter(letter: char, column: usize) -> Option<Atom> {
        let (axes, pace, reach) = match letter {
            'W' => (Axes::Straight, Pace::Line(1), 1),
            'F' => (Axes::Diagonal, Pace::Line(1), 1),
            'D' => (Axes::Straight, Pace::Line(2), 1),
            'A' => (Axes::Diagonal, Pace::Line(2), 1),
            'H' => (Axes::Straight, Pace::Line(3), 1),
            'G' => (Axes::Diagonal, Pace::Line(3), 1),
            'N' => (Axes::Oblique, Pace::Oblique(1, 2), 1),
            'C' => (Axes::Oblique, Pace::Oblique(1, 3), 1),
            'Z' => (Axes::Oblique, Pace::Oblique(2, 3), 1),
            'K' => (Axes::Every, Pace::Line(1), 1),
            'R' => (Axes::Straight, Pace::Line(1), MAX_LENGTH),
            'B' => (Axes::Diagonal, Pace::Line(1), MAX_LENGTH),
            'Q' => (Axes::Every, Pace::Line(1), MAX_LENGTH),
            _ => return None,
        };
        Some(Atom { axes, pace, reach, column })
    }

    /// A compound as its straight and its diagonal atom, any other as itself.
    fn simple(self) -> Vec<Atom> {
        let axes = match self.axes {
            Axes::Every => vec![Axes::Straight, Axes::Diagonal],
            axes => vec![axes],
        };
        axes.into_iter().map(|axes| Atom { axes, ..self }).collect()
    }
}

/// The lower-case letters before an atom, each with its column.
#[derive(Debug, Default)]
struct Modifiers {
    directions: Vec<(usize, char)>,
    quiet: Option<usize>,
    capture: Option<usize>,
    lame: Option<usize>,
    toggle: Option<usize>,
    cannon: Option<usize>,
    grasshopper: Option<usize>,
}

impl Modifiers {
    /// Notes a letter; `false` if it is no modifier of this notation.
    fn note(&mut self, letter: char, column: usize) -> bool {
        match letter {
            'm' => self.quiet = Some(column),
            'c' => self.capture = Some(column),
            'n' => self.lame = Some(column),
            'y' => self.toggle = Some(column),
            'p' => self.cannon = Some(column),
            'g' => self.grasshopper = Some(column),
            'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => self.directions.push((column, letter)),
            _ => return false,
        }
        true
    }

    /// Refuses a modifier that has no place here.
    fn refuse(place: Option<usize>, message: &str) -> Result<(), ParseError> {
        place.map_or(Ok(()), |column| Err(ParseError::new(column, message)))
    }

    /// Refuses `p` and `g` where a part has several legs.
    fn refuse_hops(&self) -> Result<(), ParseError> {
        let message = "a hopper goes in one line: `p` and `g` stand before R B Q or another slide of one leg";
        Modifiers::refuse(self.cannon.or(self.grasshopper), message)
    }

    fn mode(&self) -> Mode {
        match (self.quiet, self.capture) {
            (Some(_), None) => Mode::Quiet,
            (None, Some(_)) => Mode::Capture,
            _ => Mode::Both,
        }
    }

    /// The directions as bits of the rose, two letters taken together where that means one thing.
    fn rose(&self, words: &DirectionWords) -> Result<u8, ParseError> {
        let mut rose = 0;
        let mut rest = self.directions.as_slice();
        while let [(column, letter), tail @ ..] = rest {
            let pair = tail.first().map(|(_, next)| format!("{letter}{next}"));
            let (word, after) = match pair.filter(|pair| words.has(pair)) {
                Some(pair) => (pair, &tail[1..]),
                None => (letter.to_string(), tail),
            };
            rose |= words.bits(&word).ok_or_else(|| ParseError::new(*column, words.complaint(&word)))?;
            rest = after;
        }
        Ok(rose)
    }
}

/// What is wrong, and at which character.
#[derive(Debug)]
struct ParseError {
    column: usize,
    message: String,
}

impl ParseError {
    fn new(column: usize, message: impl Into<String>) -> ParseError {
        ParseError { column, message: message.into() }
    }

    fn within(self, characters: &[char]) -> MovementError {
        MovementError {
            text: characters.iter().take(MAX_CHARACTERS + 1).collect(),
            column: self.column,
            message: self.message,
        }
    }
}

/// Reads a movement from left to right.
struct Parser {
    characters: Vec<char>,
    next: usize,
}

impl Parser {
    fn new(text: &str) -> Parser {
        Parser { characters: text.chars().take(MAX_CHARACTERS + 1).collect(), next: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.next).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: char, message: &str) -> Result<(), ParseError> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(ParseError::new(self.next, message))
    }

    fn movement(&mut self) -> Result<Vec<Part>, ParseError> {
        if self.characters.len() > MAX_CHARACTERS {
            let message = format!("a movement has at most {MAX_CHARACTERS} characters");
            return Err(ParseError::new(MAX_CHARACTERS, message));
        }
        let mut parts: Vec<Part> = Vec::new();
        while parts.is_empty() || self.next < self.characters.len() {
            let column = self.next;
            parts.extend(self.part()?);
            if parts.len() > MAX_PARTS {
                let message = format!("a movement has at most {MAX_PARTS} parts");
                return Err(ParseError::new(column, message));
            }
            if parts.iter().map(paths).fold(0, usize::saturating_add) > MAX_PATHS {
                let message = format!("a movement may open at most {MAX_PATHS} paths from a cell");
                return Err(ParseError::new(column, message));
            }
        }
        Ok(parts)
    }

    fn part(&mut self) -> Result<Vec<Part>, ParseError> {
        let start = self.next;
        let mut legs = vec![self.modifiers()?];
        while self.take('a') {
            let leg = self.modifiers()?;
            if leg.directions.is_empty() {
                let message = "a leg after `a` needs a turn: f fs s bs b fl fr l r bl br";
                return Err(ParseError::new(self.next, message));
            }
            legs.push(leg);
        }
        if self.peek() == Some('[') {
            if self.next > start {
                let message = "modifiers of a bracket stand inside it, as in [fR-mfsF]";
                return Err(ParseError::new(start, message));
            }
            return self.bracket();
        }
        let atom = self.atom()?;
        match legs.as_slice() {
            [modifiers] => single(modifiers, atom),
            legs => bent(legs, atom),
        }
    }

    fn modifiers(&mut self) -> Result<Modifiers, ParseError> {
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.peek() {
            if letter == 'a' || !letter.is_lowercase() {
                break;
            }
            if !modifiers.note(letter, self.next) {
                return Err(ParseError::new(self.next, unsupported(letter)));
            }
            self.next += 1;
        }
        Ok(modifiers)
    }

    fn atom(&mut self) -> Result<Atom, ParseError> {
        let column = self.next;
        let Some(letter) = self.peek() else {
            let message = format!("the text ends where an atom should stand; {ATOMS}");
            return Err(ParseError::new(column, message));
        };
        let mut atom =
            Atom::from_letter(letter, column).ok_or_else(|| ParseError::new(column, unsupported(letter)))?;
        self.next += 1;
        let is_doubled = self.peek() == Some(letter);
        if is_doubled {
            if atom.reach > 1 {
                let message = format!("`{letter}` slides already; write it once");
                return Err(ParseError::new(self.next, message));
            }
            atom.reach = MAX_LENGTH;
            self.next += 1;
        }
        if let Some(range) = self.range()? {
            if is_doubled {
                let message = format!("a doubled letter has no end; write `{letter}` and a range");
                return Err(ParseError::new(column, message));
            }
            atom.reach = range;
        }
        Ok(atom)
    }

    /// Reads a range, the greatest for 0, or nothing if no digit follows.
    fn range(&mut self) -> Result<Option<u8>, ParseError> {
        let column = self.next;
        let is_digit = |letter: &char| letter.is_ascii_digit();
        let digits: String = self.characters[column..].iter().copied().take_while(is_digit).collect();
        self.next += digits.len();
        match digits.as_str() {
            "" => Ok(None),
            "0" => Ok(Some(MAX_LENGTH)),
            number => match number.parse() {
                Ok(range) if (1..MAX_LENGTH).contains(&range) && !number.starts_with('0') => Ok(Some(range)),
                _ => {
                    let message = "a range is a number from 1 to 15, or 0 for no end";
                    Err(ParseError::new(column, message))
                }
            },
        }
    }

    /// Reads `[X-dirY]`, the bracket still ahead.
    fn bracket(&mut self) -> Result<Vec<Part>, ParseError> {
        self.next += 1;
        let first = self.modifiers()?;
        let message = "the first leg of a bracket takes directions only, as in [fR-fsF]";
        for place in [first.quiet, first.capture, first.lame, first.toggle] {
            Modifiers::refuse(place, message)?;
        }
        first.refuse_hops()?;
        let ridden = self.atom()?;
        self.expect('-', "`-` and a turn should stand here, as in [R-fsF]")?;
        let second = self.modifiers()?;
        let message = "the second leg of a bracket takes m, c and a turn, as in [R-mfsF]";
        for place in [second.lame, second.toggle] {
            Modifiers::refuse(place, message)?;
        }
        second.refuse_hops()?;
        if second.directions.is_empty() {
            return Err(ParseError::new(self.next, message));
        }
        let turned = self.atom()?;
        self.expect(']', "`]` should stand here, as in [R-fsF]")?;
        turning(&first, ridden, &second, turned)
    }
}

/// What to say of a letter that has no meaning where it stands.
fn unsupported(letter: char) -> String {
    match letter {
        'i' => "initial steps are a law (pawn-step), not movement".to_owned(),
        'O' => "castling is a law, not movement".to_owned(),
        'j' => {
            "`j` (must jump) is not supported; hoppers are written with p or g, as in pR and gQ".to_owned()
        }
        letter if letter.is_lowercase() => {
            format!("`{letter}` is not supported; the modifiers are m c n p g f b l r s v h y a")
        }
        '-' | ']' => format!("`{letter}` belongs inside a bracket, as in [R-fsF]; {ATOMS}"),
        letter if letter.is_ascii_digit() => {
            format!("a range stands after an atom, as in R4; {ATOMS}")
        }
        letter => format!("`{letter}` is no atom; {ATOMS}"),
    }
}

/// The most paths a part opens from one cell.
fn paths(part: &Part) -> usize {
    let last = part.legs.len() - 1;
    let mut paths: usize = 1;
    for (index, leg) in part.legs.iter().enumerate() {
        let stops = if index < last { leg.reach } else { 1 };
        paths = paths.saturating_mul(leg.turns.count_ones() as usize * usize::from(stops));
    }
    paths
}

/// The directions in which a first leg of this atom sets out.
fn opening(modifiers: &Modifiers, atom: Atom) -> Result<u8, ParseError> {
    if modifiers.directions.is_empty() {
        return Ok(atom.axes.rose());
    }
    let words = match atom.axes {
        Axes::Straight => &STRAIGHT,
        Axes::Diagonal => &DIAGONAL,
        Axes::Every => &EVERY,
        Axes::Oblique => &OBLIQUE,
    };
    modifiers.rose(words)
}

/// A part of one leg, or two for a compound.
fn single(modifiers: &Modifiers, atom: Atom) -> Result<Vec<Part>, ParseError> {
    let message = "`y` makes slides of the legs after it and needs an `a`, as in yafsF";
    Modifiers::refuse(modifiers.toggle, message)?;
    let turns = opening(modifiers, atom)?;
    let gait = match modifiers.lame {
        None => PathKind::Free,
        Some(column) => lame(column, atom)?,
    };
    let hurdle = hurdle(modifiers, atom)?;
    let part = |atom: Atom| Part {
        mode: modifiers.mode(),
        gait,
        hurdle,
        legs: vec![Leg { turns: turns & atom.axes.rose(), pace: atom.pace, reach: atom.reach }],
    };
    Ok(atom.simple().into_iter().map(part).collect())
}

/// The hurdle a part of one leg needs, and whether its slide has room for one.
fn hurdle(modifiers: &Modifiers, atom: Atom) -> Result<Hurdle, ParseError> {
    let (hurdle, column) = match (modifiers.cannon, modifiers.grasshopper) {
        (None, None) => return Ok(Hurdle::None),
        (Some(column), None) => (Hurdle::Single, column),
        (None, Some(column)) => (Hurdle::Adjacent, column),
        (Some(cannon), Some(grasshopper)) => {
            let message = "a hopper lands anywhere beyond its hurdle (p) or directly behind it (g), not both";
            return Err(ParseError::new(cannon.max(grasshopper), message));
        }
    };
    Modifiers::refuse(modifiers.lame, "a hopper is not lame; `n` has no place beside p or g")?;
    if atom.reach == 1 {
        let message = "a hopper needs a slide with room for a piece and a cell behind it: R B Q WW NN, or a range from 2";
        return Err(ParseError::new(column, message));
    }
    if hurdle == Hurdle::Adjacent && atom.reach != MAX_LENGTH {
        let message =
            "`g` takes no range: programs differ in what it would limit; write it without one, as in gR";
        return Err(ParseError::new(column, message));
    }
    Ok(hurdle)
}

/// Checks that an atom has cells to be lame over.
fn lame(column: usize, atom: Atom) -> Result<PathKind, ParseError> {
    match atom.pace {
        Pace::Line(2..) | Pace::Oblique(1, 2) if atom.reach == 1 => Ok(PathKind::Lame),
        Pace::Line(2..) | Pace::Oblique(1, 2) => {
            Err(ParseError::new(atom.column, "a lame leap cannot be repeated; write it once"))
        }
        Pace::Line(_) => {
            Err(ParseError::new(column, "`n` (lame) needs a leap with cells to pass over: D A H G N"))
        }
        Pace::Oblique(..) => Err(ParseError::new(
            column,
            "which cells a lame C or Z passes over is not agreed; `n` stands before D A H G N, \
             and `a` writes the path, as in afafsW",
        )),
    }
}

/// A part of several legs of one atom, or two for a compound.
fn bent(modifiers: &[Modifiers], atom: Atom) -> Result<Vec<Part>, ParseError> {
    if atom.reach != 1 {
        let message = "legs are single steps which `y` makes slides, as in yafsF; \
                       slides that turn anywhere are written [R-fsF]";
        return Err(ParseError::new(atom.column, message));
    }
    let last = modifiers.len() - 1;
    let opening = opening(&modifiers[0], atom)?;
    let mut legs = Vec::new();
    let mut reach = atom.reach;
    for (index, leg) in modifiers.iter().enumerate() {
        leg.refuse_hops()?;
        Modifiers::refuse(leg.lame, "legs pass over no cells; `n` has no place here")?;
        let turns = match index {
            0 => opening,
            _ => leg.rose(&TURNS)?,
        };
        legs.push(Leg { turns, pace: atom.pace, reach });
        if index == last {
            Modifiers::refuse(leg.toggle, "`y` makes slides of the legs after it; none follows")?;
        } else {
            let message = "legs before the last go to empty cells only; m and c stand after the last `a`";
            Modifiers::refuse(leg.quiet.or(leg.capture), message)?;
        }
        if leg.toggle.is_some() {
            reach = if reach == 1 { MAX_LENGTH } else { 1 };
        }
    }
    let part = |atom: Atom| {
        let mut legs = legs.clone();
        legs[0].turns &= atom.axes.rose();
        Part { mode: modifiers[last].mode(), gait: PathKind::Free, hurdle: Hurdle::None, legs }
    };
    Ok(atom.simple().into_iter().map(part).collect())
}

/// A part that may turn on every cell of its first leg, or two for a compound.
fn turning(
    first: &Modifiers,
    ridden: Atom,
    second: &Modifiers,
    turned: Atom,
) -> Result<Vec<Part>, ParseError> {
    let opening = opening(first, ridden)?;
    let turns = second.rose(&TURNS)?;
    let mut parts = Vec::new();
    for ridden in ridden.simple() {
        check_turn(ridden, turns, turned)?;
        let leg = |turns, atom: Atom| Leg { turns, pace: atom.pace, reach: atom.reach };
        parts.push(Part {
            mode: second.mode(),
            gait: PathKind::Free,
            hurdle: Hurdle::None,
            legs: vec![leg(opening & ridden.axes.rose(), ridden), leg(turns, turned)],
        });
    }
    Ok(parts)
}

/// Checks that the second atom of a bracket goes where the turns lead.
fn check_turn(ridden: Atom, turns: u8, turned: Atom) -> Result<(), ParseError> {
    let has_even = turns & Axes::Straight.rose() != 0;
    let has_odd = turns & Axes::Diagonal.rose() != 0;
    let is_turn_known = match (ridden.axes, turned.axes) {
        (Axes::Oblique, _) | (_, Axes::Oblique) => ridden.pace == turned.pace,
        (_, Axes::Every) => true,
        (from, to) if from == to => !has_odd,
        _ => !has_even,
    };
    if is_turn_known {
        return Ok(());
    }
    let message = "this atom does not go where the turn leads: fs and bs turn straight to diagonal \
                   and back, f s b keep to the kind of line, oblique atoms turn only to themselves";
    Err(ParseError::new(turned.column, message))
}
