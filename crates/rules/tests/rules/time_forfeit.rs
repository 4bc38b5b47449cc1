//! Who can still win: the law of time forfeits against a search of every position with few pieces.

use std::sync::Arc;

use rukh_rules::law::{BareKing, Stalemate};
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Outcome, Reason, Rules, Ruleset, RulesetFile, Side, catalog};

use crate::slow::SlowPosition;

/// Kinds of which a side may have one beside its king.
const MOVEMENTS: [&str; 13] = ["W", "F", "D", "A", "N", "Z", "C", "K", "NAD", "R", "B", "mfWcfF", "fWF"];

/// Laws of a ruleset of four ranks and files with one kind beside the king.
const LAWS: [(&str, &str); 15] = [
    ("opening", "law = 'turns'\nfirst = 'white'"),
    ("pass", "law = 'never'"),
    ("die", "law = 'none'"),
    ("royalty", "law = 'mate'\nroyal = 'k'"),
    ("check", "law = 'ordinary'"),
    ("bare-king", "law = 'ignored'"),
    ("support", "law = 'none'"),
    ("promotion", "law = 'none'"),
    ("pawn-step", "law = 'single'"),
    ("castling", "law = 'none'"),
    ("repetition", "law = 'draw'\ntimes = 3"),
    ("move-limit", "law = 'none'"),
    ("time-forfeit", "law = 'draw-if-unwinnable'"),
    ("immunity", "law = 'none'"),
    ("mate-style", "law = 'none'"),
];

fn small(movement: &str, stalemate: &str) -> Rules<Any> {
    let mut text = format!(
        "id = 'small'\nrevision = 1\nstatus = 'conjectural'\nfamily = 'small'\narray = 'start'\n\
         [about]\nname = 'Small'\nsummary = 'A test.'\n\
         [board]\nfiles = 4\nranks = 4\nskin = 'plain'\nconjecture = 'a test'\n\
         [arrays.start]\ntitle = 'a test'\nplacement = 'k3/4/4/3K'\nconjecture = 'a test'\n\
         [men.k]\nname = 'king'\nmove = 'K'\nconjecture = 'a test'\n\
         [men.n]\nname = 'man'\nmove = '{movement}'\nconjecture = 'a test'\n\
         [pawns]\nmen = ''\nconjecture = 'a test'\n"
    );
    for (law, body) in LAWS.into_iter().chain([("stalemate", &*format!("law = '{stalemate}'"))]) {
        text += &format!("[{law}]\n{body}\nconjecture = 'a test'\n");
    }
    let file =
        RulesetFile::parse("small.toml", &text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    Rules::compile(Arc::new(file.resolve(&Default::default()).unwrap()))
}

/// Whether, in some position of these pieces (`K`, `k`, and `N` or `n`), White has won.
fn is_won_somewhere(rules: &Rules<Any>, third: Option<char>) -> bool {
    let cells = rules.geometry().cells();
    let thirds = third.map_or(1, |_| cells);
    (0..cells * cells * thirds).any(|number| {
        let places = [number % cells, number / cells % cells, number / cells / cells];
        let mut board = vec![None; cells];
        for (place, letter) in places.into_iter().zip([Some('K'), Some('k'), third]) {
            if let Some(letter) = letter {
                board[place] = Some(letter);
            }
        }
        let placement: Vec<String> = board.rchunks(4).map(rank).collect();
        let is_won = |turn: &str| {
            let position =
                fen::parse(rules, &format!("{} {turn} - - 0 1", placement.join("/")), Dialect::Own);
            position.is_ok_and(|it| rules.outcome(&it).and_then(|over| over.winner) == Some(Side::White))
        };
        is_won("b") || is_won("w")
    })
}

fn rank(cells: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells.iter().chain([&Some('/')]) {
        match cell {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                text.push(*letter);
                empty = 0;
            }
        }
    }
    text.trim_end_matches('/').to_owned()
}

/// Whether a side can win from the first of these placements that is legal with Black to move.
fn can_win(rules: &Rules<Any>, placements: &[&str], side: Side) -> bool {
    let position = |placement: &&str| fen::parse(rules, &format!("{placement} b - - 0 1"), Dialect::Own).ok();
    rules.can_win(&placements.iter().find_map(position).unwrap(), side)
}

#[test]
fn can_win_on_a_small_board_agrees_with_every_position() {
    for stalemate in ["draw", "loss", "win"] {
        for movement in MOVEMENTS {
            let rules = small(movement, stalemate);
            let with_piece = can_win(&rules, &["3k/4/N3/K3"], Side::White);
            let alone = can_win(&rules, &["3k/4/4/K3"], Side::White);
            let against = can_win(&rules, &["3k/3n/4/K3", "3k/4/3n/K3"], Side::White);
            let won = [Some('N'), None, Some('n')].map(|third| is_won_somewhere(&rules, third));
            // The side may still take the other's piece. Where a side without a move has lost or won, what
            // a single piece can do is not looked into.
            let has_won = stalemate == "win";
            let wanted = [won[0] || has_won || stalemate == "loss", won[1], won[2] || won[1] || has_won];
            assert_eq!([with_piece, alone, against], wanted, "{movement}, stalemate {stalemate}");
        }
    }
}

/// With few pieces no ruleset's own positions are won for a side that is said to win no more, as the
/// second generator sees them: the other king in or beside a corner, everything else anywhere.
#[test]
fn can_win_never_denies_a_win_of_the_slow_generator() {
    for id in catalog::ids() {
        let ruleset = Arc::new(Ruleset::named(id).unwrap());
        let rules = Rules::<Any>::compile(ruleset.clone());
        let royal = ruleset.letter(ruleset.royal());
        for kind in ruleset.kinds().filter(|kind| *kind != ruleset.royal()) {
            let letter = ruleset.letter(kind);
            for (piece, owner) in [(letter.to_ascii_uppercase(), Side::White), (letter, Side::Black)] {
                let positions = placements(&ruleset, royal, piece).into_iter();
                let legal = positions.map(|placement| format!("{placement} b - - 0 1")).filter_map(|fen| {
                    let position = fen::parse(&rules, &fen, Dialect::Own).ok()?;
                    Some((fen, position))
                });
                let mut legal = legal.peekable();
                // With one piece it does not depend on where the piece stands.
                if legal.peek().is_none_or(|(_, position)| rules.can_win(position, Side::White)) {
                    continue;
                }
                for (fen, _) in legal {
                    let slow = SlowPosition::from_fen(&ruleset, &fen);
                    let is_won = !slow.has_move() && wins(&ruleset, &slow, owner);
                    assert!(!is_won, "{id}: {fen} ({owner} has the {piece})");
                }
            }
        }
    }
}

/// Whether White has won where Black has no move.
fn wins(ruleset: &Ruleset, slow: &SlowPosition<'_>, owner: Side) -> bool {
    let has_bared = |law| matches!(law, BareKing::Loss { .. } | BareKing::Draw { .. });
    if owner == Side::Black && has_bared(ruleset.laws().bare_king.law) {
        return false;
    }
    match ruleset.laws().stalemate.law {
        _ if slow.is_guarded() && slow.is_in_check(Side::Black) => true,
        Stalemate::Loss => true,
        Stalemate::LossWithoutPseudoMove => slow.is_lost_without_pseudo_move(),
        Stalemate::Draw | Stalemate::Win | Stalemate::Pass => false,
    }
}

/// Placements of both kings and a piece.
fn placements(ruleset: &Ruleset, royal: char, piece: char) -> Vec<String> {
    let (files, cells) = (usize::from(ruleset.geometry.files()), ruleset.geometry.cells());
    let mut found = Vec::new();
    for black in [0, 1] {
        for white in (0..cells).filter(|cell| cell / files < 3 && cell % files < 3) {
            for third in 0..cells {
                let mut board = vec![None; cells];
                board[third] = Some(piece);
                board[white] = Some(royal.to_ascii_uppercase());
                board[black] = Some(royal);
                if white != black && third != white && third != black {
                    found.push(board.rchunks(files).map(rank).collect::<Vec<_>>().join("/"));
                }
            }
        }
    }
    found
}

#[test]
fn time_forfeit_against_a_side_that_cannot_win_is_a_draw() {
    let cases = [
        ("mideast", "k9/10/10/10/10/10/10/10/1R8/K9 w - - 0 1", "white", Some("draw")),
        ("mideast", "k9/10/10/10/10/10/10/10/1R8/K9 w - - 0 1", "black", Some("white")),
        ("mideast", "k9/10/10/10/10/10/10/10/10/K9 w - - 0 1", "black", Some("draw")),
        ("mideast", "k9/10/10/10/10/10/10/10/1N8/K9 w - - 0 1", "black", Some("draw")),
        ("mideast", "k9/10/10/10/10/10/10/10/1T8/K9 w - - 0 1", "black", Some("white")),
        ("mideast", "k8b/10/10/10/10/10/10/10/1N8/K9 w - - 0 1", "black", Some("white")),
        ("mideast", "kb8/10/10/10/10/10/10/10/1B8/K9 w - - 0 1", "black", Some("draw")),
        ("mideast", "k9/10/10/10/10/10/10/10/1P8/K9 w - - 0 1", "black", Some("white")),
        ("senterej-ras-imru", "k7/8/8/8/8/8/1R6/K7 w - - 0 1", "white", Some("draw")),
        ("senterej-ras-imru", "k7/8/8/8/8/8/1F6/K7 w - - 0 1", "black", Some("draw")),
        ("mustatila-307", "k3/4/4/4/4/4/4/4/4/4/4/4/4/4/1R2/K3 w - - 0 1", "white", Some("draw")),
        ("mustatila-307", "k3/4/4/4/4/4/4/4/4/4/4/4/4/4/1P2/K3 w - - 0 1", "white", Some("black")),
        ("oblong-dice", "k3/4/4/4/4/4/4/4/4/4/4/4/4/4/1R2/K3 w - - 0 1", "white", Some("black")),
    ];
    for (id, fen, loser, wanted) in cases {
        let ruleset = Arc::new(Ruleset::named(id).unwrap());
        let side = loser[..1].parse::<Side>().unwrap();
        for (event, reason) in
            [(Event::Flag { side }, Reason::Time), (Event::Leave { side, drawn: false }, Reason::Abandonment)]
        {
            let mut game = Game::from_fen(ruleset.clone(), fen).unwrap();
            game.apply(event, None).unwrap();
            let winner = wanted.filter(|word| *word != "draw").and_then(|word| word[..1].parse().ok());
            assert_eq!(game.outcome(), Some(Outcome { winner, reason }), "{id} {fen}, {loser} forfeits");
        }
    }
}
