//! Rulesets made up at random: any board, some pieces, an array, and for each law
//! any of its variants with any parameters.

use std::sync::Arc;

use rukh_rules::{Event, Game, Node, Ruleset, Side, UciMove};

use super::random::Choices;

/// Bodies of each law; the first is the plain one. In them `?` is a piece's
/// letter, `*` none to three letters, `#` a small number.
const LAWS: &[(&str, &[&str])] = &[
    (
        "opening",
        &[
            "law = 'turns'\nfirst = 'white'",
            "law = 'turns'\nfirst = 'black'",
            "law = 'werera'\nmanner = 'live'\nfirst-turn = 'side-captured'\nmate = 'adjudicated'\npawns = 'any-distance'\nbudget = #",
            "law = 'werera'\nmanner = 'batched'\nbundle = #\nfirst-turn = 'side-captured'\nmate = 'not-adjudicated'\npawns = 'one-step'\nbudget = 0",
        ],
    ),
    ("pass", &["law = 'never'", "law = 'forced'", "law = 'free'", "law = 'free-except-pawns'\npawns = '*'"]),
    (
        "die",
        &[
            "law = 'none'",
            "law = 'names-men'\nfaces = ['?', 'k', '*']",
            "law = 'names-men'\nfaces = ['kpabc']",
        ],
    ),
    (
        "royalty",
        &[
            "law = 'mate'\nroyal = 'k'",
            "law = 'capture'\nroyal = 'k'",
            "law = 'mate-and-capture'\nroyal = 'k'",
            "law = 'mate'\nroyal = '?'",
        ],
    ),
    ("check", &["law = 'ordinary'", "law = 'no-duty'", "law = 'royal-face-only'", "law = 'one-throw'"]),
    (
        "stalemate",
        &["law = 'draw'", "law = 'loss'", "law = 'win'", "law = 'pass'", "law = 'loss-without-pseudo-move'"],
    ),
    (
        "bare-king",
        &[
            "law = 'ignored'",
            "law = 'loss'\ncounter = 'next-move'\ncounts = 'all-men'",
            "law = 'loss'\ncounter = 'none'\ncounts = 'men-but-pawns'",
            "law = 'draw'\nwith-mate = 'mate'\ncounts = 'all-men'",
            "law = 'draw-after'\nmoves = #\ncounts = 'men-but-pawns'",
        ],
    ),
    (
        "support",
        &[
            "law = 'none'",
            "law = 'lone-man'\nlimit = #\ncounts-moves = 'any'",
            "law = 'lone-man'\nlimit = #\ncounts-moves = 'lone-man'",
        ],
    ),
    (
        "promotion",
        &[
            "law = 'none'",
            "law = 'on-arrival'\np.ranks = #\np.to = '?'\np.choice = 'fixed'\np.duty = 'compulsory'",
            "law = 'on-arrival'\np.ranks = #\np.to = 'a*'\np.choice = 'player'\np.duty = 'optional'",
            "law = 'on-arrival'\np.ranks = #\np.to = 'p*'\np.choice = 'player'\np.duty = 'compulsory'",
            "law = 'on-arrival'\n?.ranks = #\n?.to = '?'\n?.choice = 'fixed'\n?.duty = 'optional'",
            "law = 'on-arrival'\np.ranks = #\np.to = '*'\np.choice = 'lost-men'\np.otherwise = '*'\np.duty = 'compulsory'",
            "law = 'on-arrival'\np.ranks = #\np.to = 'ab'\np.choice = 'lost-men'\np.always = '*'\np.duty = 'optional'",
            "law = 'on-arrival'\np.ranks = #\np.to = 'ab'\np.choice = 'lost-men'\np.duty = 'optional'\na.ranks = #\na.to = 'p'\na.choice = 'fixed'\na.duty = 'compulsory'",
        ],
    ),
    (
        "pawn-step",
        &[
            "law = 'single'",
            "law = 'initial'\nman = 'p'\nrank = 2\nsteps = 2\nen-passant = 'passed-cells'",
            "law = 'initial'\nman = 'p'\nrank = #\nsteps = #\nen-passant = 'passed-cells'",
            "law = 'initial'\nman = '?'\nrank = #\nsteps = #\nen-passant = 'passed-cells'",
            "law = 'initial'\nman = '?'\nrank = #\nsteps = #\nen-passant = 'none'",
        ],
    ),
    (
        "castling",
        &[
            "law = 'none'",
            "law = 'king-steps'\nsteps = 2\nrook = '?'\nsides = 'both'\nwhen = 'turns'",
            "law = 'king-steps'\nsteps = #\nrook = '?'\nsides = 'right'\nwhen = 'turns'",
            "law = 'king-steps'\nsteps = 2\nrook = '?'\nsides = 'both'\nwhen = 'werera'",
        ],
    ),
    ("repetition", &["law = 'draw'\ntimes = 3", "law = 'none'", "law = 'draw'\ntimes = #"]),
    ("move-limit", &["law = 'draw'\nplies = 60\npawns = '*'", "law = 'none'"]),
    ("time-forfeit", &["law = 'draw-if-unwinnable'", "law = 'loss'"]),
    (
        "immunity",
        &["law = 'none'", "law = 'spared'\nspared.? = '*'", "law = 'spared'\nspared = { p = 'k', ? = '?' }"],
    ),
    ("mate-style", &["law = 'none'", "law = 'customs'\npoor = '*'\nrespectable = '?'\npraised = '*'"]),
];

const LETTERS: &[char] = &['k', 'p', 'a', 'b', 'c'];

/// Movements of which the slow generator has a table.
const MOVEMENTS: &[&str] = &[
    "W",
    "F",
    "A",
    "N",
    "Z",
    "K",
    "NAD",
    "R",
    "B",
    "Q",
    "mfWcfF",
    "mfWcfF",
    "FmW",
    "FfW",
    "WfF",
    "R4",
    "mRcB",
    "nA",
    "nN",
    "yafsFyafsW",
    "",
];

/// The text of a ruleset, most of whose laws are plain; `None` if too few choices are left.
pub(super) fn ruleset(choices: &mut impl Choices) -> Option<String> {
    let (files, ranks) = match choices.below(6)? {
        5 => (1 + choices.below(16)?, 1 + choices.below(16)?),
        _ => (3 + choices.below(6)?, 3 + choices.below(6)?),
    };
    let mut text = format!(
        "id = 'made-up'\nrevision = 1\nstatus = 'conjectural'\nfamily = 'made-up'\narray = 'start'\n\
         [board]\nfiles = {files}\nranks = {ranks}\nskin = 'plain'\nconjecture = 'made up'\n"
    );
    for letter in LETTERS {
        let movement = match letter {
            'k' if choices.below(4)? < 3 => "K",
            'p' if choices.below(4)? < 3 => "mfWcfF",
            _ => choices.pick(MOVEMENTS)?,
        };
        text +=
            &format!("[men.{letter}]\nname = 'man {letter}'\nmove = '{movement}'\nconjecture = 'made up'\n");
    }
    let placement = array(choices, files, ranks)?;
    text += &format!(
        "[arrays.start]\ntitle = 'made up'\nplacement = '{placement}'\nconjecture = 'made up'\n\
         [pawns]\nmen = '{}'\nconjecture = 'made up'\n",
        choices.pick(&["p", "p", "", "pa", "k"])?
    );
    for (law, bodies) in LAWS {
        let body = if choices.below(10)? < 7 { bodies[0] } else { choices.pick(bodies)? };
        text += &format!("[{law}]\n{}\nconjecture = 'made up'\n", filled(body, choices)?);
    }
    Some(text)
}

fn filled(body: &str, choices: &mut impl Choices) -> Option<String> {
    let mut text = String::new();
    // The same letter throughout one law, so that its keys go together.
    let letter_of_law = choices.pick(LETTERS)?;
    for letter in body.chars() {
        match letter {
            '?' => text.push(if choices.below(3)? < 2 { letter_of_law } else { choices.pick(LETTERS)? }),
            '*' => {
                for _ in 0..choices.below(4)? {
                    text.push(choices.pick(LETTERS)?);
                }
            }
            '#' => text += &choices.pick(&[1, 1, 2, 2, 3, 4, 8, 17])?.to_string(),
            other => text.push(other),
        }
    }
    Some(text)
}

/// Pieces on a side's first ranks, the same for both sides or not.
fn array(choices: &mut impl Choices, files: usize, ranks: usize) -> Option<String> {
    let mut board = vec![None; files * ranks];
    let deep = (ranks / 3).max(1);
    for (side, is_white) in [(0, true), (1, false)] {
        let cells: Vec<usize> = (0..files * deep)
            .map(|cell| if side == 0 { cell } else { files * ranks - 1 - cell })
            .filter(|&cell| board[cell].is_none())
            .collect();
        let mut pieces = vec!['k'];
        for _ in 0..choices.below(cells.len().max(1))? {
            pieces.push(choices.pick(&LETTERS[1..])?);
        }
        for piece in pieces {
            let free: Vec<usize> = cells.iter().copied().filter(|&cell| board[cell].is_none()).collect();
            if !free.is_empty() {
                board[choices.pick(&free)?] = Some(if is_white { piece.to_ascii_uppercase() } else { piece });
            }
        }
    }
    Some(board.rchunks(files).map(super::write_rank).collect::<Vec<_>>().join("/"))
}

/// Plays a game by its events: until it is over, something can always be done.
///
/// # Errors
/// Nothing can be done, an event that the rules offer is refused, or the replay differs.
pub(super) fn play_out(ruleset: &Arc<Ruleset>, choices: &mut impl Choices) -> Result<(), String> {
    let mut game = Game::new(ruleset.clone());
    let mut is_hopeless = [false; 2];
    for _ in 0..60 {
        for side in Side::BOTH {
            is_hopeless[side.index()] |= !game.rules().can_win(game.position(), side);
        }
        if matches!(game.node(), Node::Choice(_)) && game.legal_moves().is_empty() {
            return Err(format!("{}: nothing can be played and nothing ends it", game.fen()));
        }
        let Some(event) = next_event(&game, choices) else { break };
        let is_placed = matches!(event, Event::Place { .. });
        if let Err(error) = game.apply(event, None) {
            // A bundle or a budget may be full.
            if is_placed {
                break;
            }
            return Err(format!("{}: {error}", game.fen()));
        }
    }
    if let Some(winner) = game.outcome().and_then(|over| over.winner)
        && is_hopeless[winner.index()]
    {
        return Err(format!("{}: {winner} won, who could not win", game.fen()));
    }
    let again = game.replay(game.log());
    let is_same = again.as_ref().is_ok_and(|again| again.position() == game.position());
    if is_same { Ok(()) } else { Err(format!("{}: the replay differs", game.fen())) }
}

/// Some event that may happen next, if there is one and a choice is left.
fn next_event(game: &Game, choices: &mut impl Choices) -> Option<Event> {
    match game.node() {
        Node::Over(_) => None,
        Node::Werera(_) => {
            let side = choices.pick(&Side::BOTH)?;
            let mv = choices.pick(&game.moves_of(side))?;
            let geometry = game.ruleset().geometry;
            Some(Event::Place {
                side,
                id: game.id_at(mv.from()),
                from: geometry.square(mv.from()),
                to: geometry.square(mv.to()),
                promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
            })
        }
        Node::Chance(faces) => Some(Event::Throw { face: faces[choices.below(faces.len())?].number }),
        Node::Choice(_) => {
            let mv = choices.pick(&game.legal_moves())?;
            Some(Event::Move { mv: UciMove::of(game.ruleset(), mv) })
        }
    }
}
