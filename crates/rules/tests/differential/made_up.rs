//! Rulesets made up at random: any board, some men, an array, and for each law
//! any of its variants with any parameters.

use std::sync::Arc;

use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Ruleset, Side};

use super::Random;

/// Bodies of each law; the first is the plain one. In them `?` is a man's
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
    ("stalemate", &["law = 'draw'", "law = 'loss'", "law = 'pass'", "law = 'loss-without-pseudo-move'"]),
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

/// The text of a ruleset, most of whose laws are plain.
pub(super) fn ruleset(random: &mut Random, number: usize) -> String {
    let (files, ranks) = match random.below(6) {
        0 => (1 + random.below(16), 1 + random.below(16)),
        _ => (3 + random.below(6), 3 + random.below(6)),
    };
    let mut text = format!(
        "id = 'made-up-{number}'\nrevision = 1\nstatus = 'conjectural'\nfamily = 'made-up'\narray = 'start'\n\
         [board]\nfiles = {files}\nranks = {ranks}\nskin = 'plain'\nconjecture = 'made up'\n"
    );
    for letter in LETTERS {
        let movement = match letter {
            'k' if random.below(4) > 0 => "K",
            'p' if random.below(4) > 0 => "mfWcfF",
            _ => random.pick(MOVEMENTS),
        };
        text +=
            &format!("[men.{letter}]\nname = 'man {letter}'\nmove = '{movement}'\nconjecture = 'made up'\n");
    }
    let placement = array(random, files, ranks);
    text += &format!(
        "[arrays.start]\ntitle = 'made up'\nplacement = '{placement}'\nconjecture = 'made up'\n\
         [pawns]\nmen = '{}'\nconjecture = 'made up'\n",
        random.pick(&["p", "p", "", "pa", "k"])
    );
    for (law, bodies) in LAWS {
        let body = if random.below(10) < 7 { bodies[0] } else { random.pick(bodies) };
        text += &format!("[{law}]\n{}\nconjecture = 'made up'\n", filled(body, random));
    }
    text
}

fn filled(body: &str, random: &mut Random) -> String {
    let mut text = String::new();
    // The same man throughout one law, so that its keys go together.
    let man = random.pick(LETTERS);
    for letter in body.chars() {
        match letter {
            '?' => text.push(if random.below(3) > 0 { man } else { random.pick(LETTERS) }),
            '*' => (0..random.below(4)).for_each(|_| text.push(random.pick(LETTERS))),
            '#' => text += &random.pick(&[1, 1, 2, 2, 3, 4, 8, 17]).to_string(),
            other => text.push(other),
        }
    }
    text
}

/// Men on a side's first ranks, the same for both sides or not.
fn array(random: &mut Random, files: usize, ranks: usize) -> String {
    let mut board = vec![None; files * ranks];
    let deep = (ranks / 3).max(1);
    for (side, is_white) in [(0, true), (1, false)] {
        let cells: Vec<usize> = (0..files * deep)
            .map(|cell| if side == 0 { cell } else { files * ranks - 1 - cell })
            .filter(|&cell| board[cell].is_none())
            .collect();
        let mut men = vec!['k'];
        (0..random.below(cells.len().max(1))).for_each(|_| men.push(random.pick(&LETTERS[1..])));
        for man in men {
            let free: Vec<usize> = cells.iter().copied().filter(|&cell| board[cell].is_none()).collect();
            if let Some(cell) = random.choose(&free) {
                board[cell] = Some(if is_white { man.to_ascii_uppercase() } else { man });
            }
        }
    }
    board.rchunks(files).map(super::write_rank).collect::<Vec<_>>().join("/")
}

/// Plays a game by its events: somebody can always do something until it is over.
pub(super) fn play_out(ruleset: &Arc<Ruleset>, random: &mut Random) -> Option<String> {
    let mut game = Game::new(ruleset.clone());
    for _ in 0..60 {
        let event = match game.node() {
            Node::Over(_) => break,
            Node::Werera(_) => {
                let side = random.pick(&Side::BOTH);
                let Some(mv) = random.choose(&game.moves_of(side)) else { break };
                let geometry = game.ruleset().geometry;
                Event::Place {
                    side: side.into(),
                    id: game.id_at(mv.from()),
                    from: geometry.name(mv.from()),
                    to: geometry.name(mv.to()),
                    promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
                }
            }
            Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
            Node::Choice(_) => {
                let moves = game.legal_moves();
                let Some(mv) = random.choose(&moves) else {
                    return Some(format!("{}: nothing can be played and nothing ends it", game.fen()));
                };
                Event::Move { mv: coordinate::format(game.ruleset(), mv) }
            }
        };
        let is_placed = matches!(event, Event::Place { .. });
        if let Err(error) = game.apply(event, None) {
            // A bundle or a budget may be full.
            if is_placed {
                break;
            }
            return Some(format!("{}: {error}", game.fen()));
        }
    }
    let again = game.replay(game.log());
    let is_same = again.as_ref().is_ok_and(|again| again.position() == game.position());
    (!is_same).then(|| format!("{}: the replay differs", game.fen()))
}
