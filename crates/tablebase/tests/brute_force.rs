//! Tables against brute force on small boards, for the laws of every built-in ruleset.
//!
//! Brute force knows nothing of numbers, symmetries, layers or smaller tables: it plays on from every placement of
//! the pieces through `Rules`, keeps each position with its counters as they are, and goes over all of them until
//! nothing changes.

use std::collections::HashMap;
use std::sync::Arc;

use rukh_rules::ruleset::LoadError;
use rukh_rules::shape::Any;
use rukh_rules::{
    Cell, Material, MoveTag, Phase, PlacedPiece, Position, Rules, Ruleset, RulesetFile, Setup, Side, catalog,
};
use rukh_tablebase::{Exact, Tables};

/// A position: whether it is over and who has won, or the positions that each face leads to.
#[derive(Debug)]
enum Node {
    Over(Option<Side>),
    Open { turn: Side, faces: Vec<Vec<usize>> },
}

#[derive(Debug)]
struct Graph {
    positions: Vec<Position<Any>>,
    nodes: Vec<Node>,
}

/// A built-in ruleset on a board of this size, with some choices of its options; `None` if they contradict each
/// other.
fn small(id: &str, size: (u8, u8), choices: &[(&str, &str)]) -> Option<Arc<Ruleset>> {
    let placement = match size {
        (4, 4) => "kr2/p3/P3/KR2",
        (3, 4) => "kr1/3/3/KR1",
        (2, 5) => "kr/p1/2/P1/KR",
        (2, 6) => "kr/p1/2/2/P1/KR",
        (13, 13) => "kr11/13/13/13/13/13/13/13/13/13/13/13/KR11",
        _ => "kr1/3/KR1",
    };
    let shrunk = |text: &str| {
        let mut section = "";
        let mut shrunk = String::new();
        for line in text.lines() {
            section = if line.starts_with('[') { line } else { section };
            let key = line.split(" =").next().unwrap_or_default();
            shrunk += &match (section, key) {
                ("[board]", "files") => format!("files = {}", size.0),
                ("[board]", "ranks") => format!("ranks = {}", size.1),
                (_, "rank") => "rank = 2".to_owned(),
                (_, "steps") => format!("steps = {}", if size == (2, 6) { 3 } else { 2 }),
                (section, "placement") if section.starts_with("[arrays.") => {
                    format!("placement = '{placement}'")
                }
                _ => line.to_owned(),
            };
            shrunk.push('\n');
        }
        shrunk
    };
    let source = |name: &str| catalog::text(name).map(|(name, text)| (name, shrunk(&text)));
    let (name, text) = source(id).expect("a built-in ruleset");
    let file =
        RulesetFile::parse_unchecked(&name, &text, source).unwrap_or_else(|error| panic!("{id}: {error}"));
    // Small boards have no room to castle.
    let without = file
        .single_choices()
        .filter(|(key, choice)| key.starts_with("castl") && ["none", "off"].contains(&choice.as_str()));
    let choices = choices.iter().map(|(key, choice)| ((*key).to_owned(), (*choice).to_owned()));
    let choices = without.chain(choices).collect();
    match file.resolve(&choices) {
        Ok(ruleset) => Some(Arc::new(ruleset)),
        Err(LoadError::Contradiction { .. }) => None,
        Err(error) => panic!("{id}: {error}"),
    }
}

/// The same position at the beginning of its count of moves.
fn rewound(rules: &Rules<Any>, position: &Position<Any>) -> Position<Any> {
    let setup = Setup { halfmove_clock: 0, turn_number: 1, ..Setup::of(rules, position) };
    setup.check_waiving_check(rules).expect("a position that was played is sound")
}

/// Every placement of these pieces with either side to move.
fn placements(rules: &Rules<Any>, pieces: &[(Side, rukh_rules::PieceKind)]) -> Vec<Position<Any>> {
    let cells = rules.geometry().cells();
    let mut setup = Setup {
        pieces: Vec::new(),
        rights: Vec::new(),
        phase: Phase::Turns,
        ..Setup::start(rules.ruleset())
    };
    let numbers =
        (0..cells.pow(pieces.len() as u32)).flat_map(|number| Side::BOTH.map(|turn| (number, turn)));
    let place = |(mut number, turn)| {
        setup.turn = turn;
        setup.pieces.clear();
        for (side, kind) in pieces {
            let cell = Cell::new((number % cells) as u8);
            setup.pieces.push(PlacedPiece { cell, side: *side, kind: *kind });
            number /= cells;
        }
        let cells: std::collections::HashSet<Cell> = setup.pieces.iter().map(|piece| piece.cell).collect();
        if cells.len() < pieces.len() { None } else { setup.check(rules).ok() }
    };
    numbers.filter_map(place).collect()
}

impl Graph {
    fn new(rules: &Rules<Any>, material: &Material) -> Graph {
        let of = |side: Side| material.of(side).iter().map(move |kind| (side, *kind));
        let pieces: Vec<_> = Side::BOTH.into_iter().flat_map(of).collect();
        let mut graph = Graph { positions: Vec::new(), nodes: Vec::new() };
        let mut numbers = HashMap::new();
        for position in placements(rules, &pieces) {
            graph.number(&mut numbers, position);
        }
        while graph.nodes.len() < graph.positions.len() {
            let position = graph.positions[graph.nodes.len()];
            let node = graph.read(rules, &mut numbers, &position);
            graph.nodes.push(node);
        }
        graph
    }

    fn number(&mut self, numbers: &mut HashMap<u64, usize>, position: Position<Any>) -> usize {
        *numbers.entry(position.key()).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    fn read(
        &mut self,
        rules: &Rules<Any>,
        numbers: &mut HashMap<u64, usize>,
        position: &Position<Any>,
    ) -> Node {
        if let Some(outcome) = rules.outcome(position) {
            return Node::Over(outcome.winner);
        }
        let thrown: Vec<Position<Any>> = match rules.ruleset().faces() {
            0 => vec![*position],
            faces => (1..=faces).map(|face| rules.throw(position, face)).collect(),
        };
        let after = |thrown: &Position<Any>| {
            let moves = rules.legal_moves(thrown).into_iter();
            moves.map(|mv| self.number(numbers, rewound(rules, &rules.play(thrown, mv)))).collect()
        };
        Node::Open { turn: position.turn(), faces: thrown.iter().map(after).collect() }
    }

    /// The winner and the plies to the end of each position, without a die.
    fn distances(&self) -> Vec<Option<(Side, u16)>> {
        let mut known: Vec<Option<(Side, u16)>> = vec![None; self.nodes.len()];
        let mut open: Vec<usize> = (0..self.nodes.len()).collect();
        for plies in 0_u16.. {
            let mut settled = Vec::new();
            for number in open.iter().copied() {
                let winner = match &self.nodes[number] {
                    Node::Over(winner) => winner.filter(|_| plies == 0),
                    Node::Open { turn, faces } => {
                        let moves = &faces[0];
                        let winners = || moves.iter().map(|next| known[*next].map(|(winner, _)| winner));
                        let all_lose =
                            !moves.is_empty() && winners().all(|winner| winner == Some(turn.other()));
                        match winners().any(|winner| winner == Some(*turn)) {
                            true => Some(*turn),
                            false => all_lose.then(|| turn.other()),
                        }
                    }
                };
                settled.extend(winner.map(|winner| (number, (winner, plies))));
            }
            if settled.is_empty() && plies > 0 {
                break;
            }
            settled.into_iter().for_each(|(number, value)| known[number] = Some(value));
            open.retain(|number| known[*number].is_none());
        }
        known
    }

    /// The least and the most points that White can expect in each position, where play that never ends is worth
    /// half a point.
    ///
    /// First what follows from the ends of the game alone. Where that leaves room, as both sides could go on for
    /// ever, what each side can hold: the most that is no more than half a point, or than what is sure already,
    /// and that White need not give up whatever Black does; and the least for Black. So in turn, until they meet.
    fn bounds(&self) -> [Vec<f64>; 2] {
        let [mut low, mut high] = [0.0, 1.0].map(|points| vec![points; self.nodes.len()]);
        for _ in 0..20 {
            let raise = |_, old: f64, new: f64| old.max(new);
            let lower = |_, old: f64, new: f64| old.min(new);
            while self.improve(&mut low, raise) + self.improve(&mut high, lower) > 1e-11 {}
            if low.iter().zip(&high).all(|(low, high)| high - low < 1e-7) {
                break;
            }
            let (sure, most) = (low.clone(), high.clone());
            low = sure.iter().zip(&most).map(|(sure, most)| sure.max(most.min(0.5))).collect();
            high = sure.iter().zip(&most).map(|(sure, most)| most.min(sure.max(0.5))).collect();
            let hold = |number: usize, old: f64, new: f64| old.min(new).max(sure[number]);
            let give = |number: usize, old: f64, new: f64| old.max(new).min(most[number]);
            while self.improve(&mut low, hold) + self.improve(&mut high, give) > 1e-13 {}
        }
        [low, high]
    }

    /// Goes over all positions once, keeping of old and new what `keep` says; the largest change.
    fn improve(&self, known: &mut [f64], keep: impl Fn(usize, f64, f64) -> f64) -> f64 {
        let mut largest: f64 = 0.0;
        for (number, node) in self.nodes.iter().enumerate() {
            let value = match node {
                Node::Over(winner) => points_of(*winner),
                Node::Open { turn, faces } => {
                    let best = |moves: &Vec<usize>| best(*turn, moves.iter().map(|next| known[*next]));
                    keep(number, known[number], faces.iter().map(best).sum::<f64>() / faces.len() as f64)
                }
            };
            largest = largest.max((known[number] - value).abs());
            known[number] = value;
        }
        largest
    }

    /// How often the game of each position is decided, where of moves as good to a millionth a side that is ahead
    /// plays the most often decided, one that is not the least.
    fn decided(&self, points: &[f64]) -> Vec<f64> {
        let mut known = vec![0.0; self.nodes.len()];
        loop {
            let mut largest: f64 = 0.0;
            for (number, node) in self.nodes.iter().enumerate() {
                let value = match node {
                    Node::Over(winner) => f64::from(u8::from(winner.is_some())),
                    Node::Open { turn, faces } => {
                        let of_face = |moves: &Vec<usize>| {
                            let best = best(*turn, moves.iter().map(|next| points[*next]));
                            let ties = moves.iter().filter(|next| (points[**next] - best).abs() < 1e-6);
                            let is_ahead = if *turn == Side::White { best > 0.5 } else { best < 0.5 };
                            let ties = ties.map(|next| known[*next]);
                            if is_ahead { ties.fold(0.0, f64::max) } else { ties.fold(1.0, f64::min) }
                        };
                        faces.iter().map(of_face).sum::<f64>() / faces.len() as f64
                    }
                };
                largest = largest.max((known[number] - value).abs());
                known[number] = value;
            }
            if largest < 1e-9 {
                return known;
            }
        }
    }
}

fn points_of(winner: Option<Side>) -> f64 {
    match winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// Of White's points those that are best for a side.
fn best(turn: Side, points: impl Iterator<Item = f64>) -> f64 {
    match turn {
        Side::White => points.fold(0.0, f64::max),
        Side::Black => points.fold(1.0, f64::min),
    }
}

/// With a die brute force takes its time: all of it where `RUKH_BRUTE_FORCE` is set.
fn is_thorough() -> bool {
    std::env::var_os("RUKH_BRUTE_FORCE").is_some()
}

fn assert_agrees(ruleset: &Arc<Ruleset>, text: &str) {
    let material = Material::parse(ruleset, text).unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules::<Any>::compile(ruleset.clone());
    let graph = Graph::new(&rules, &material);
    let tables = Tables::new(ruleset.clone()).with_threads(2);
    tables.solve(&material).unwrap_or_else(|error| panic!("{error}"));
    let exact = |number: usize| {
        let position = &graph.positions[number];
        let fen =
            rukh_rules::notation::fen::format(&rules, position, rukh_rules::notation::fen::Dialect::Own);
        (tables.exact(&rules, position), position.turn(), format!("{} {text} {fen}", ruleset.instance))
    };
    if ruleset.has_die() {
        let [low, high] = graph.bounds();
        let middle: Vec<f64> = low.iter().zip(&high).map(|(low, high)| low.midpoint(*high)).collect();
        let decided = graph.decided(&middle);
        for number in 0..graph.nodes.len() {
            let (found, turn, place) = exact(number);
            let Some(Exact::Chances(score)) = found else { panic!("{place}: {found:?}") };
            let white = if turn == Side::White { score.points } else { 1.0 - score.points };
            let (low, high) = (low[number], high[number]);
            let is_within = white > low - score.gap - 1e-7 && white < high + score.gap + 1e-7;
            assert!(is_within, "{place}: {score:?}, brute force {low} to {high}");
            assert!(score.gap < 1e-6 + high - low, "{place}: {score:?}, brute force {low} to {high}");
            if high - low < 1e-6 {
                let decided = decided[number];
                assert!((1.0 - score.draw - decided).abs() < 1e-3, "{place}: {score:?}, decided {decided}");
            }
        }
        return;
    }
    for (number, known) in graph.distances().into_iter().enumerate() {
        let (found, turn, place) = exact(number);
        let expected = match known {
            None => Exact::Drawn,
            Some((winner, plies)) if winner == turn => Exact::Won { plies },
            Some((_, plies)) => Exact::Lost { plies },
        };
        assert_eq!(found, Some(expected), "{place}");
    }
}

#[test]
fn table_of_three_pieces_every_ruleset_agrees_with_brute_force() {
    for id in catalog::ids() {
        let ruleset = small(id, (4, 4), &[]).unwrap();
        for kind in ruleset.kinds().filter(|kind| *kind != ruleset.royal()) {
            let letter = ruleset.letter(kind).to_ascii_uppercase();
            if is_thorough() || !ruleset.has_die() || letter == 'R' {
                assert_agrees(&ruleset, &format!("K{letter}vK"));
            }
        }
    }
}

#[test]
fn table_of_four_pieces_every_ruleset_agrees_with_brute_force() {
    for id in catalog::ids() {
        // A count for each side's lone piece makes many positions of each placement.
        let size = if small(id, (3, 4), &[]).unwrap().lone_man_limit().is_some() { (3, 3) } else { (3, 4) };
        let ruleset = small(id, size, &[]).unwrap();
        let is_short = ruleset.has_die() && !is_thorough();
        let materials: &[&str] = if is_short { &["KRvKN"] } else { &["KRvKN", "KRRvK", "KPvKR"] };
        for text in materials {
            assert_agrees(&ruleset, text);
        }
    }
}

#[test]
fn table_of_every_option_agrees_with_brute_force() {
    for id in catalog::ids() {
        for (key, choice) in catalog::file(id).unwrap().single_choices() {
            // Small boards have no room to castle or for three steps, and one array.
            let is_tried = !key.starts_with("castl") && !["array", "triple-step"].contains(&&*key);
            let ruleset = is_tried.then(|| small(id, (4, 4), &[(&key, &choice)])).flatten();
            if let Some(ruleset) = ruleset.filter(|ruleset| is_thorough() || !ruleset.has_die()) {
                assert_agrees(&ruleset, "KRvK");
            }
        }
    }
}

/// Pawns that take each other in passing, after two steps and after three.
#[test]
fn table_of_pawns_that_pass_agrees_with_brute_force() {
    for (id, size) in [("mideast", (2, 5)), ("mideast-gollon", (2, 6))] {
        let ruleset = small(id, size, &[]).unwrap();
        let rules = Rules::<Any>::compile(ruleset.clone());
        let graph = Graph::new(&rules, &Material::parse(&ruleset, "KPvKP").unwrap());
        let takes = |position: &&Position<Any>| {
            rules.legal_moves(position).iter().any(|mv| mv.tag() == MoveTag::EnPassant)
        };
        assert!(graph.positions.iter().filter(takes).count() > 10, "{id}");
        assert_agrees(&ruleset, "KPvKP");
    }
}

/// The chance to win of a rook's side that plays for the win alone, against a king that only wants not to lose,
/// where two bare kings are as good as drawn: known from an earlier program.
#[test]
fn chance_of_rook_to_win_with_die_is_as_known() {
    let ruleset = Arc::new(Ruleset::named("oblong-dice").unwrap());
    let rules = Rules::<Any>::compile(ruleset.clone());
    let mut graph = Graph::new(&rules, &Material::parse(&ruleset, "KRvK").unwrap());
    let pieces: Vec<usize> =
        graph.positions.iter().map(|position| position.all_pieces(&rules).count()).collect();
    for (node, pieces) in graph.nodes.iter_mut().zip(&pieces) {
        // What White has not won counts as lost.
        match node {
            Node::Over(Some(Side::White)) => {}
            Node::Open { .. } if *pieces == 3 => {}
            _ => *node = Node::Over(Some(Side::Black)),
        }
    }
    let mut chances = vec![0.0; graph.nodes.len()];
    while graph.improve(&mut chances, |_, old, new| new.max(old)) > 1e-5 {}
    let is_counted = |(number, _): &(usize, &f64)| {
        pieces[*number] == 3
            && graph.positions[*number].turn() == Side::White
            && matches!(graph.nodes[*number], Node::Open { .. })
    };
    let counted: Vec<f64> =
        chances.iter().enumerate().filter(is_counted).map(|(_, chance)| *chance).collect();
    assert_eq!(counted.len(), 64 * 63 * 62);
    assert_eq!(format!("{:.3}", counted.iter().sum::<f64>() / counted.len() as f64), "0.817");
}

/// A table that nobody has asked for by name is computed only where that takes a moment.
#[test]
fn three_pieces_on_a_large_board_are_not_computed_unasked() {
    let is_known = |ruleset: Arc<Ruleset>, fen: &str| {
        let game = rukh_rules::Game::from_fen(ruleset.clone(), fen).unwrap();
        Tables::new(ruleset).exact(game.rules(), game.position()).is_some()
    };
    let large = "k12/13/13/13/13/13/13/13/13/13/13/13/KR11 w - - 0 1";
    assert!(!is_known(small("mideast", (13, 13), &[]).unwrap(), large));
    assert!(is_known(
        Arc::new(Ruleset::named("mideast").unwrap()),
        "k9/10/10/10/10/10/10/10/10/KR8 w - - 0 1"
    ));
}
