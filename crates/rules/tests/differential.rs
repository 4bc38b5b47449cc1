//! The fast generator against the slow one: random games of every ruleset, every
//! choice of every option, and some rulesets made up to mix laws nobody mixed.
//!
//! `RUKH_DIFFERENTIAL=20` plays twenty times as many games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rukh_rules::bits::CellSet;
use rukh_rules::law::{KingSteps, Stalemate};
use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::san;
use rukh_rules::perft::{Scope, perft};
use rukh_rules::ruleset::LoadError;
use rukh_rules::shape::{Any, Shape, ShapeKind, ShapeTask};
use rukh_rules::{
    Move, Outcome, Phase, Position, Reason, Rules, Ruleset, RulesetFile, Setup, Side, ZonePressure, catalog,
};

#[path = "differential/entries.rs"]
mod entries;
#[path = "differential/made_up.rs"]
mod made_up;
mod slow;

use slow::SlowPosition;

/// How many games from the array, from the array with men left out, and from
/// men scattered at random, of how many plies.
#[derive(Debug, Clone, Copy)]
struct Effort {
    games: usize,
    thinned: usize,
    scattered: usize,
    plies: usize,
}

const RULESET: Effort = Effort { games: 2, thinned: 8, scattered: 12, plies: 90 };
const OPTION: Effort = Effort { games: 1, thinned: 4, scattered: 3, plies: 50 };
const MADE_UP: Effort = Effort { games: 2, thinned: 0, scattered: 0, plies: 40 };
const MIXTURE: Effort = Effort { games: 1, thinned: 8, scattered: 12, plies: 45 };

#[test]
fn moves_of_every_ruleset_agree_with_slow_generator() {
    let mut complaints = Vec::new();
    for id in catalog::ids() {
        complaints.extend(differences(&named(id), RULESET));
    }
    assert_none(&complaints);
}

#[test]
fn moves_of_every_option_agree_with_slow_generator() {
    let mut complaints = Vec::new();
    for id in catalog::ids() {
        let file = catalog::file(id).expect("a built-in id");
        for (key, choice) in file.single_choices() {
            match file.resolve(&BTreeMap::from([(key, choice)])) {
                Ok(ruleset) => complaints.extend(differences(&Arc::new(ruleset), OPTION)),
                Err(LoadError::Contradiction { .. }) => {}
                Err(error) => panic!("{id}: {error}"),
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn moves_of_fixtures_agree_with_slow_generator() {
    let mut complaints = Vec::new();
    for id in ["chess", "makruk", "courier"] {
        let folder = if id == "courier" { "../../examples" } else { "tests/fixtures" };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{folder}/{id}.toml"));
        let text = std::fs::read_to_string(&path).expect("the fixture can be read");
        complaints.extend(differences(&parsed(id, &text), MIXTURE));
    }
    assert_none(&complaints);
}

/// A ruleset of the catalog and what is changed in its file.
type Mixture = (&'static str, &'static [(&'static str, &'static str)]);

/// Laws and movements in company no shipped ruleset puts them in.
const MIXTURES: &[Mixture] = &[
    ("mideast", &[("move = \"K\"", "move = \"B\"")]),
    ("mideast", &[("move = \"K\"", "move = \"yafsFyafsW\"")]),
    ("mideast", &[("move = \"yafsFyafsW\"", "move = \"mRcB\"")]),
    (
        "mideast",
        &[(
            "[immunity]\nlaw = \"none\"",
            "[immunity]\nlaw = \"spared\"\nspared = { n = \"kq\", v = \"k\", q = \"v\" }",
        )],
    ),
    ("mideast", &[("duty = \"compulsory\"", "duty = \"optional\""), ("move = \"NAD\"", "move = \"FmW\"")]),
    (
        "mideast",
        &[
            (
                "[die]\nlaw = \"none\"",
                "[die]\nlaw = \"names-men\"\nfaces = [\"p\", \"rn\", \"bv\", \"q\", \"cht\", \"k\"]",
            ),
            ("[pass]\nlaw = \"never\"", "[pass]\nlaw = \"forced\""),
            ("law = \"mate\"", "law = \"mate-and-capture\""),
            (
                "[castling]\nlaw = \"none\"",
                "[castling]\nlaw = \"king-steps\"\nsteps = 3\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"",
            ),
        ],
    ),
    (
        "shatranj",
        &[
            ("move = \"A\"", "move = \"nA\""),
            ("move = \"N\"", "move = \"nN\""),
            ("move = \"R\"", "move = \"R4\""),
        ],
    ),
    (
        "shatranj",
        &[("[pass]\nlaw = \"never\"", "[pass]\nlaw = \"free\""), ("move = \"K\"", "move = \"FfW\"")],
    ),
    (
        "shatranj",
        &[
            ("[royalty]\nlaw = \"mate\"", "[royalty]\nlaw = \"capture\""),
            ("law = \"ordinary\"", "law = \"no-duty\""),
        ],
    ),
    (
        "mustatila-307",
        &[
            ("move = \"F\"", "move = \"Q\""),
            ("law = \"forced\"", "law = \"free-except-pawns\"\npawns = \"pn\""),
        ],
    ),
    (
        "mustatila-307",
        &[("law = \"royal-face-only\"", "law = \"one-throw\""), ("move = \"K\"", "move = \"R\"")],
    ),
];

#[test]
fn moves_under_mixed_laws_agree_with_slow_generator() {
    let mut complaints = Vec::new();
    for (id, changes) in MIXTURES {
        complaints.extend(differences(&mixed(id, changes), MIXTURE));
    }
    assert_none(&complaints);
}

/// Rulesets made at random from every law's every variant: what loads is played
/// as the slow generator plays it, and ends or goes on as a game does.
#[test]
fn random_ruleset_that_loads_is_playable() {
    let times = std::env::var("RUKH_DIFFERENTIAL").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut random = Random::new("rulesets");
    let (mut complaints, mut loaded) = (Vec::new(), 0);
    for round in 0..700 * times {
        let text = made_up::ruleset(&mut random, round);
        let Ok(file) = RulesetFile::parse("made-up.toml", &text, catalog::text) else { continue };
        let ruleset = Arc::new(file.resolve(&BTreeMap::new()).expect("a file that loads resolves"));
        loaded += 1;
        let found = differences(&ruleset, MADE_UP);
        complaints.extend(found.into_iter().map(|what| format!("{what}\n{text}")));
        complaints.extend(made_up::play_out(&ruleset, &mut random).map(|what| format!("{what}\n{text}")));
    }
    assert_none(&complaints);
    assert!(loaded > 50 * times, "only {loaded} could be played");
}

/// Hoppers with plain men, pawns' long steps, castling, a die, the werera, guards
/// and kings that hop themselves.
const HOPPERS: &[Mixture] = &[
    ("shatranj", &[("move = \"R\"", "move = \"mRcpR\"")]),
    ("shatranj", &[("move = \"R\"", "move = \"pR\""), ("move = \"A\"", "move = \"gQ\"")]),
    ("shatranj", &[("move = \"K\"", "move = \"KpR\""), ("move = \"F\"", "move = \"fKsQ2\"")]),
    ("mideast", &[("move = \"yafsFyafsW\"", "move = \"mpQcpNN\""), ("move = \"NAD\"", "move = \"pB4\"")]),
    ("senterej", &[("move = \"R\"", "move = \"mfpRcgB\""), ("move = \"A\"", "move = \"mRcpR\"")]),
    (
        "mustatila-307",
        &[("move = \"R\"", "move = \"mRcpR\""), ("law = \"royal-face-only\"", "law = \"one-throw\"")],
    ),
    (
        "mideast",
        &[
            ("move = \"NAD\"", "move = \"gQ\""),
            (
                "[immunity]\nlaw = \"none\"",
                "[immunity]\nlaw = \"spared\"\nspared = { n = \"kq\", t = \"k\" }",
            ),
            (
                "[castling]\nlaw = \"none\"",
                "[castling]\nlaw = \"king-steps\"\nsteps = 3\nrook = \"r\"\nsides = \"both\"\nwhen = \"turns\"",
            ),
        ],
    ),
    (
        "shatranj",
        &[
            ("[royalty]\nlaw = \"mate\"", "[royalty]\nlaw = \"capture\""),
            ("law = \"ordinary\"", "law = \"no-duty\""),
            ("move = \"A\"", "move = \"gQ\""),
        ],
    ),
];

#[test]
fn moves_with_hoppers_agree_with_slow_generator() {
    let mut complaints = Vec::new();
    for (id, changes) in HOPPERS {
        complaints.extend(differences(&mixed(id, changes), MIXTURE));
    }
    assert_none(&complaints);
}

/// A ruleset of the catalog with something changed in its file.
fn mixed(id: &str, changes: &[(&str, &str)]) -> Arc<Ruleset> {
    let (name, mut text) = catalog::text(id).expect("a built-in id");
    for (from, to) in changes {
        assert!(text.contains(from), "{id} has `{from}`");
        text = text.replace(from, to);
    }
    parsed(&name, &text.replacen("id = \"", "id = \"mixed-", 1))
}

#[test]
fn fit_riders_of_many_lines_has_room() {
    let (name, text) = catalog::text("shatranj").expect("a built-in id");
    for (rook, fit) in
        [("R", ShapeKind::Leapers64), ("Q", ShapeKind::Standard64), ("QNN", ShapeKind::General64)]
    {
        let text = text.replace("move = \"R\"", &format!("move = \"{rook}\""));
        let text = text.replacen("id = \"", "id = \"rooks-", 1);
        let ruleset = parsed(&name, &text);
        assert_eq!(Rules::<Any>::fit(&ruleset), fit, "rooks that move as {rook}");
        assert_none(&differences(&ruleset, MIXTURE));
    }
}

#[test]
fn perft_agrees_with_slow_generator() {
    for id in catalog::ids() {
        let ruleset = named(id);
        let has_die = ruleset.has_die();
        // Where having no move of any man is the only law that ends a game early, it is counted.
        let scope = match ruleset.stalemate() {
            Stalemate::LossWithoutPseudoMove => Scope::AllLaws,
            _ => Scope::MovesOnly,
        };
        let mut random = Random::new(id);
        let rules = Rules::<Any>::compile(ruleset.clone());
        for _ in 0..6 {
            let text = scattered(&rules, &mut random, 8);
            let position = fen::parse(&rules, &text, Dialect::Own).expect("it was read before");
            let slow = SlowPosition::from_fen(&ruleset, &text);
            for depth in 1..=3 {
                let slowly = if has_die { slow.dice_perft(depth) } else { slow.perft(depth) };
                if slowly > 60_000 {
                    break;
                }
                assert_eq!(perft(&ruleset, &position, depth, scope), slowly, "{id} depth {depth}: {text}");
            }
        }
    }
}

fn named(instance: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(instance).unwrap_or_else(|error| panic!("{instance}: {error}")))
}

fn parsed(name: &str, text: &str) -> Arc<Ruleset> {
    let file =
        RulesetFile::parse(name, text, catalog::text).unwrap_or_else(|error| panic!("{name}: {error}"));
    Arc::new(file.resolve(&BTreeMap::new()).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn assert_none(complaints: &[String]) {
    let shown = complaints.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(complaints.is_empty(), "{} differences, the first:\n{shown}", complaints.len());
}

#[test]
fn perft_to_leaves_equals_perft() {
    struct Both(Arc<Ruleset>);
    impl ShapeTask for Both {
        type Output = ();
        fn run<S: Shape>(self) {
            let rules = Rules::<S>::compile(self.0);
            let start = Setup::start(rules.ruleset()).check(&rules).expect("a start is sound");
            for scope in [Scope::AllLaws, Scope::MovesOnly] {
                for depth in 0..=2 {
                    let counted = rules.perft(&start, depth, scope);
                    assert_eq!(rules.perft_to_leaves(&start, depth, scope), counted, "depth {depth}");
                }
            }
        }
    }
    for ruleset in catalog::ids().map(named) {
        Rules::<Any>::fit(&ruleset).run(Both(ruleset));
    }
}

/// Plays a ruleset's games and tells where the generators differ.
fn differences(ruleset: &Arc<Ruleset>, effort: Effort) -> Vec<String> {
    let wide = Rules::<Any>::compile(ruleset.clone());
    let mut random = Random::new(&ruleset.instance.to_string());
    let times = std::env::var("RUKH_DIFFERENTIAL").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut complaints = Vec::new();
    let mut play = |start: &str, random: &mut Random, plies: usize| {
        complaints.extend(Rules::<Any>::fit(ruleset).run(Comparison { wide: &wide, start, random, plies }));
    };
    for _ in 0..effort.games * times {
        play(&ruleset.start().placement, &mut random, effort.plies);
    }
    for _ in 0..effort.thinned * times {
        let start = thinned(&wide, &mut random);
        play(&start, &mut random, effort.plies / 2);
    }
    for _ in 0..effort.scattered * times {
        let men = 4 + random.below(ruleset.geometry.cells() / 3);
        let start = scattered(&wide, &mut random, men);
        play(&start, &mut random, effort.plies / 3);
    }
    complaints
}

/// One game played by the fitting shape, the widest shape and the slow generator.
struct Comparison<'a> {
    wide: &'a Rules<Any>,
    start: &'a str,
    random: &'a mut Random,
    plies: usize,
}

impl ShapeTask for Comparison<'_> {
    type Output = Option<String>;

    fn run<S: Shape>(self) -> Option<String> {
        let fit = Rules::<S>::compile(self.wide.ruleset().clone());
        let mut game = Triple {
            fit: fen::parse(&fit, self.start, Dialect::Own)
                .unwrap_or_else(|errors| panic!("{}: {errors:?}", self.start)),
            wide: fen::parse(self.wide, self.start, Dialect::Own)
                .expect("one shape reads what the other reads"),
            slow: SlowPosition::from_fen(self.wide.ruleset(), &full_fen(self.wide, self.start)),
        };
        for _ in 0..self.plies {
            let text = fen::format(&fit, &game.fit, Dialect::Own);
            let result = game.step(&fit, self.wide, self.random);
            match result {
                Ok(Course::GoesOn) => {}
                Ok(Course::Ends) => break,
                Err(what) => return Some(format!("{} {text}\n    {what}", self.wide.ruleset().instance)),
            }
        }
        None
    }
}

/// What the fast reader makes of a FEN whose last fields are missing.
fn full_fen(rules: &Rules<Any>, text: &str) -> String {
    let position = fen::parse(rules, text, Dialect::Own).expect("it was read before");
    fen::format(rules, &position, Dialect::Own)
}

enum Course {
    GoesOn,
    Ends,
}

/// The same position three times.
struct Triple<'r, S: Shape> {
    fit: Position<S>,
    wide: Position<Any>,
    slow: SlowPosition<'r>,
}

impl<S: Shape> Triple<'_, S> {
    fn step(&mut self, fit: &Rules<S>, wide: &Rules<Any>, random: &mut Random) -> Result<Course, String> {
        let text = fen::format(fit, &self.fit, Dialect::Own);
        same("FEN of the two shapes", &text, &fen::format(wide, &self.wide, Dialect::Own))?;
        let head: Vec<&str> = text.split(' ').take(4).collect();
        same("position", &head.join(" "), &self.slow.fen())?;
        same("key", &self.fit.key(), &self.wide.key())?;
        let again = fen::parse(fit, &text, Dialect::Own)
            .map_err(|errors| format!("cannot be read again: {errors:?}"));
        match self.fit.phase() {
            Phase::Claimed => return Ok(Course::Ends),
            Phase::Werera => return self.step_of_werera(fit, wide, random),
            Phase::Turns => {}
        }
        if self.slow.is_king_lost() {
            let reason = fit.outcome(&self.fit).map(|outcome| outcome.reason);
            same("reason", &reason, &Some(Reason::KingCaptured))?;
            return Ok(Course::Ends);
        }
        same("position read again", &(again? == self.fit), &true)?;
        let side = self.slow.turn;
        same("turn", &self.fit.turn(), &side)?;
        for side in Side::BOTH {
            same("attack on the king", &fit.is_king_attacked(&self.fit, side), &self.slow.is_in_check(side))?;
        }
        for side in Side::BOTH {
            self.reach_of(fit, wide, side)?;
        }
        agrees_with(fit.outcome(&self.fit), &self.slow)?;
        let fresh = SlowPosition::from_fen(wide.ruleset(), &text);
        for throw in self.slow.throws() {
            let slowly = self.slow.legal_moves(throw);
            same("slow moves after FEN", &fresh.legal_moves(throw), &slowly)?;
            same_moves(throw, &written(wide, &legal(fit, &self.fit, throw)), &slowly)?;
            same_moves(throw, &written(wide, &legal(wide, &self.wide, throw)), &slowly)?;
            same_captures(fit, &thrown(fit, &self.fit, throw))?;
            same_captures(wide, &thrown(wide, &self.wide, throw))?;
            if random.below(8) == 0 {
                told_apart(fit, &thrown(fit, &self.fit, throw))?;
            }
        }
        if !self.slow.has_move() && fit.outcome(&self.fit).is_some() {
            return Ok(Course::Ends);
        }
        let throw = random.pick(&self.slow.throws());
        let moves = legal(fit, &self.fit, throw);
        let Some(mv) = random.choose(&moves) else { return Ok(Course::Ends) };
        self.slow.play(&coordinate::format(wide.ruleset(), mv));
        self.fit = fit.play(&thrown(fit, &self.fit, throw), mv);
        self.wide = wide.play(&thrown(wide, &self.wide, throw), mv);
        Ok(Course::GoesOn)
    }

    /// Compares how far a side's men reach, and how they attack the other king's surroundings.
    fn reach_of(&self, fit: &Rules<S>, wide: &Rules<Any>, side: Side) -> Result<(), String> {
        let cells = self.slow.king_zone(side.other());
        let zone = fit.king_zone(&self.fit, side.other());
        same("zone", &zone.cells().map(rukh_rules::Cell::index).collect::<Vec<_>>(), &cells)?;
        let attacks = self.slow.attacks(side, &cells);
        let slowly = ZonePressure {
            cells: self.slow.reach(side) as u32,
            attacks: attacks.iter().sum::<usize>() as u32,
            attackers: attacks.iter().filter(|&&count| count > 0).count() as u32,
        };
        same("reach", &fit.reach(&self.fit, side, zone), &slowly)?;
        let zone = wide.king_zone(&self.wide, side.other());
        same("reach in the widest shape", &wide.reach(&self.wide, side, zone), &slowly)?;
        let by_cell = |cell| wide.attackers(&self.wide, cell, side, CellSet::EMPTY).count();
        same("attackers", &zone.cells().map(by_cell).sum::<u32>(), &slowly.attacks)
    }

    fn step_of_werera(
        &mut self,
        fit: &Rules<S>,
        wide: &Rules<Any>,
        random: &mut Random,
    ) -> Result<Course, String> {
        for side in Side::BOTH {
            let slowly = self.slow.werera_moves(side);
            same_moves(None, &written(wide, &fit.werera_moves(&self.fit, side)), &slowly)?;
            same_moves(None, &written(wide, &wide.werera_moves(&self.wide, side)), &slowly)?;
        }
        let side = random.pick(&Side::BOTH);
        let moves = fit.werera_moves(&self.fit, side);
        let Some(mv) = random.choose(&moves) else { return Ok(Course::Ends) };
        self.slow.play_in_werera(side, &coordinate::format(wide.ruleset(), mv));
        self.fit = fit.werera_play(&self.fit, side, mv);
        self.wide = wide.werera_play(&self.wide, side, mv);
        same(
            "end of the werera",
            &(self.fit.phase() == Phase::Turns),
            &(self.slow.phase == slow::Phase::Turns),
        )?;
        Ok(Course::GoesOn)
    }
}

fn thrown<S: Shape>(rules: &Rules<S>, position: &Position<S>, throw: Option<u8>) -> Position<S> {
    throw.map_or(*position, |face| rules.throw(position, face))
}

fn legal<S: Shape>(rules: &Rules<S>, position: &Position<S>, throw: Option<u8>) -> Vec<Move> {
    rules.legal_moves(&thrown(rules, position, throw))
}

/// Captures and promotions against all moves, in their order.
fn same_captures<S: Shape>(rules: &Rules<S>, position: &Position<S>) -> Result<(), String> {
    let mut slowly = rules.legal_moves(position);
    slowly.retain(|&mv| mv.promotion().is_some() || rules.is_capture(position, mv));
    let mut fast = vec![Move::PASS];
    rules.captures_into(position, &mut fast);
    same("captures", &fast, &slowly)
}

/// No two legal moves are written alike, as people write them; of coordinates the
/// slow moves hold it, being a set.
fn told_apart<S: Shape>(rules: &Rules<S>, position: &Position<S>) -> Result<(), String> {
    let all = san::format_all(rules, position, position.turn());
    let texts: BTreeSet<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
    same("moves told apart by SAN", &texts.len(), &all.len())
}

fn written(rules: &Rules<Any>, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| coordinate::format(rules.ruleset(), mv)).collect();
    texts.sort();
    texts
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, fast: &T, slow: &T) -> Result<(), String> {
    if fast == slow { Ok(()) } else { Err(format!("{what}: fast {fast:?}, slow {slow:?}")) }
}

fn same_moves(throw: Option<u8>, fast: &[String], slow: &[String]) -> Result<(), String> {
    if fast == slow {
        return Ok(());
    }
    let only = |these: &[String], those: &[String]| {
        these.iter().filter(|text| !those.contains(text)).cloned().collect::<Vec<_>>().join(" ")
    };
    let counts = (fast.len(), slow.len());
    Err(format!(
        "throw {throw:?}, moves {counts:?}: only fast [{}], only slow [{}]",
        only(fast, slow),
        only(slow, fast)
    ))
}

/// Whether an end by moves, or its absence, is borne out by the slow moves.
fn agrees_with(outcome: Option<Outcome>, slow: &SlowPosition<'_>) -> Result<(), String> {
    let is_stuck = !slow.has_move();
    let in_check = slow.is_guarded() && slow.is_in_check(slow.turn);
    let is_borne_out = match outcome.map(|outcome| outcome.reason) {
        Some(Reason::Checkmate) => is_stuck && in_check,
        Some(Reason::Stalemate) => is_stuck && !in_check,
        Some(Reason::NoPseudoMove) => slow.is_lost_without_pseudo_move(),
        None => !is_stuck || slow.may_be_stuck(),
        Some(_) => true,
    };
    if is_borne_out {
        Ok(())
    } else {
        Err(format!("outcome {outcome:?}: stuck {is_stuck}, in check {in_check}"))
    }
}

/// The start with some men left out, but neither kings nor men that castle.
fn thinned(rules: &Rules<Any>, random: &mut Random) -> String {
    let ruleset = rules.ruleset();
    let start = full_fen(rules, &ruleset.start().placement);
    let (placement, rest) = start.split_once(' ').expect("a FEN has fields");
    let mut kept = vec![ruleset.letter(ruleset.royal())];
    if let Some(KingSteps { rook, .. }) = ruleset.castling() {
        kept.push(ruleset.letter(rook));
    }
    let rest = if random.below(2) == 0 { rest.to_owned() } else { rest.replacen('w', "b", 1) };
    loop {
        let thin = |rank: &str| {
            let stays = |letter: char| kept.contains(&letter.to_ascii_lowercase()) || random.below(3) == 0;
            write_rank(&keep(rank, stays))
        };
        let ranks: Vec<String> = placement.split('/').map(thin).collect();
        let text = format!("{} {rest}", ranks.join("/"));
        if fen::parse(rules, &text, Dialect::Own).is_ok() {
            return text;
        }
    }
}

/// The cells of a rank of FEN with the men that stay.
fn keep(rank: &str, mut stays: impl FnMut(char) -> bool) -> Vec<Option<char>> {
    let mut cells = Vec::new();
    let mut gap = 0;
    for letter in rank.chars() {
        if let Some(digit) = letter.to_digit(10) {
            gap = gap * 10 + digit as usize;
            continue;
        }
        cells.resize(cells.len() + gap, None);
        gap = 0;
        cells.push(stays(letter).then_some(letter));
    }
    cells.resize(cells.len() + gap, None);
    cells
}

/// A position with men at random that the ruleset accepts.
fn scattered(rules: &Rules<Any>, random: &mut Random, men: usize) -> String {
    let ruleset = rules.ruleset();
    let royal = ruleset.letter(ruleset.royal());
    let others: Vec<char> = ruleset.letters().into_iter().filter(|&letter| letter != royal).collect();
    loop {
        let mut board: Vec<Option<char>> = vec![None; ruleset.geometry.cells()];
        let kings = [royal.to_ascii_uppercase(), royal];
        for index in 0..men {
            let letter = match kings.get(index) {
                Some(&king) => king,
                None if random.below(2) == 0 => random.pick(&others),
                None => random.pick(&others).to_ascii_uppercase(),
            };
            let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell].is_none()).collect();
            board[random.pick(&empty)] = Some(letter);
        }
        let ranks: Vec<String> =
            board.rchunks(usize::from(ruleset.geometry.files())).map(write_rank).collect();
        let text = format!("{} {} - - 0 1", ranks.join("/"), random.pick(&["w", "b"]));
        if fen::parse(rules, &text, Dialect::Own).is_ok() {
            return text;
        }
    }
}

fn write_rank(cells: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells.iter().copied().chain([Some('/')]) {
        let Some(letter) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        text.push(letter);
    }
    text.trim_end_matches('/').to_owned()
}

/// Pseudo-random numbers (xorshift), the same on every machine.
struct Random(u64);

impl Random {
    /// A generator whose numbers depend on a name alone.
    fn new(name: &str) -> Random {
        let mix = |state: u64, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(name.bytes().fold(0xcbf2_9ce4_8422_2325, mix) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| self.pick(items))
    }
}
