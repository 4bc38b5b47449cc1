//! The fast generator against the slow one: random games of every ruleset, every
//! choice of every option, and some rulesets made up to mix laws nobody mixed.
//!
//! `RUKH_DIFFERENTIAL=20` plays twenty times as many games.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use rukh_rules::bits::CellSet;
use rukh_rules::hash::mix;
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

mod entries;
mod made_up;
use crate::random;
use crate::slow;

use random::{Choices, ListedChoices, Trials, choices, smallest_failure};
use slow::SlowPosition;

/// How many games from the array, from the array with pieces left out, and from
/// pieces scattered at random, of how many plies.
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
    /// Choices of a ruleset, at most about 500, and of its games.
    const CHOICES: usize = 1_200;
    let loaded = Cell::new(0);
    let trials = Trials { cases: (700 * times()) as u32, seed: seed("rulesets") };
    let failure = smallest_failure(trials, &choices(CHOICES), |mut choices| {
        let Some(text) = made_up::ruleset(&mut choices) else { return Ok(()) };
        let Ok(file) = RulesetFile::parse("made-up.toml", &text, catalog::text) else { return Ok(()) };
        let ruleset = Arc::new(file.resolve(&BTreeMap::new()).expect("a file that loads resolves"));
        loaded.set(loaded.get() + 1);
        let wide = Rules::<Any>::compile(ruleset.clone());
        let start = &ruleset.start().placement;
        for _ in 0..MADE_UP.games {
            compare(&wide, start, &mut choices, MADE_UP.plies).map_err(|what| format!("{what}\n{text}"))?;
        }
        made_up::play_out(&ruleset, &mut choices).map_err(|what| format!("{what}\n{text}"))
    });
    assert_none(&Vec::from_iter(failure));
    assert!(loaded.get() > 50 * times(), "only {} could be played", loaded.get());
}

/// Hoppers with plain pieces, pawns' long steps, castling, a die, the werera, guards
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
        // Where having no move of any piece is the only law that ends a game early, it is counted.
        let scope = match ruleset.stalemate() {
            Stalemate::LossWithoutPseudoMove => Scope::AllLaws,
            _ => Scope::MovesOnly,
        };
        let rules = Rules::<Any>::compile(ruleset.clone());
        let trials = Trials { cases: 6, seed: seed(id) };
        let failure = smallest_failure(trials, &scattered(&rules, 8..=8), |text| {
            let position = fen::parse(&rules, &text, Dialect::Own).expect("it was read before");
            let slow = SlowPosition::from_fen(&ruleset, &text);
            for depth in 1..=3 {
                let slowly = if has_die { slow.dice_perft(depth) } else { slow.perft(depth) };
                if slowly > 60_000 {
                    break;
                }
                let counted = perft(&ruleset, &position, depth, scope);
                same(&format!("{id} depth {depth}: {text}: perft"), &counted, &slowly)?;
            }
            Ok(())
        });
        assert_none(&Vec::from_iter(failure));
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

/// Plays a ruleset's games; where the generators differ, in the shortest game found.
fn differences(ruleset: &Arc<Ruleset>, effort: Effort) -> Vec<String> {
    let wide = Rules::<Any>::compile(ruleset.clone());
    let seed = seed(&ruleset.instance.to_string());
    // A ply takes up to three choices.
    let game = |plies: usize| choices(3 * plies);
    let trials = |count: usize| Trials { cases: (count * times()) as u32, seed };
    let from_array = smallest_failure(trials(effort.games), &game(effort.plies), |mut choices| {
        compare(&wide, &ruleset.start().placement, &mut choices, effort.plies)
    });
    let plies = effort.plies / 2;
    let from_thinned =
        smallest_failure(trials(effort.thinned), &(thinned(&wide), game(plies)), |(start, mut choices)| {
            compare(&wide, &start, &mut choices, plies)
        });
    let plies = effort.plies / 3;
    let pieces = 4..=3 + ruleset.geometry.cells() / 3;
    let from_scattered = smallest_failure(
        trials(effort.scattered),
        &(scattered(&wide, pieces), game(plies)),
        |(start, mut choices)| compare(&wide, &start, &mut choices, plies),
    );
    [from_array, from_thinned, from_scattered].into_iter().flatten().collect()
}

/// The factor of games, from `RUKH_DIFFERENTIAL`.
fn times() -> usize {
    std::env::var("RUKH_DIFFERENTIAL").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// A seed that depends on a name alone, so that no two rulesets play by the same choices.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0, |state, byte| mix(state ^ u64::from(byte)))
}

/// Plays one game by the fitting shape, the widest shape and the slow generator.
///
/// # Errors
/// The first difference, with the position before it.
fn compare(wide: &Rules<Any>, start: &str, choices: &mut ListedChoices, plies: usize) -> Result<(), String> {
    Rules::<Any>::fit(wide.ruleset()).run(Comparison { wide, start, choices, plies })
}

/// One game of [`compare`].
struct Comparison<'a> {
    wide: &'a Rules<Any>,
    start: &'a str,
    choices: &'a mut ListedChoices,
    plies: usize,
}

impl ShapeTask for Comparison<'_> {
    type Output = Result<(), String>;

    fn run<S: Shape>(self) -> Result<(), String> {
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
            match game.step(&fit, self.wide, self.choices) {
                Ok(Course::GoesOn) => {}
                Ok(Course::Ends) => break,
                Err(what) => return Err(format!("{} {text}\n    {what}", self.wide.ruleset().instance)),
            }
        }
        Ok(())
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
    fn step(
        &mut self,
        fit: &Rules<S>,
        wide: &Rules<Any>,
        choices: &mut ListedChoices,
    ) -> Result<Course, String> {
        let text = fen::format(fit, &self.fit, Dialect::Own);
        same("FEN of the two shapes", &text, &fen::format(wide, &self.wide, Dialect::Own))?;
        let head: Vec<&str> = text.split(' ').take(4).collect();
        same("position", &head.join(" "), &self.slow.fen())?;
        same("key", &self.fit.key(), &self.wide.key())?;
        let again = fen::parse(fit, &text, Dialect::Own)
            .map_err(|errors| format!("cannot be read again: {errors:?}"));
        match self.fit.phase() {
            Phase::Claimed => return Ok(Course::Ends),
            Phase::Werera => return self.step_of_werera(fit, wide, choices),
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
            if choices.below(8).is_some_and(|number| number == 0) {
                told_apart(fit, &thrown(fit, &self.fit, throw))?;
            }
        }
        if !self.slow.has_move() && fit.outcome(&self.fit).is_some() {
            return Ok(Course::Ends);
        }
        let Some(throw) = choices.pick(&self.slow.throws()) else { return Ok(Course::Ends) };
        let moves = legal(fit, &self.fit, throw);
        let Some(mv) = choices.pick(&moves) else { return Ok(Course::Ends) };
        self.slow.play(&coordinate::format(wide.ruleset(), mv));
        self.fit = fit.play(&thrown(fit, &self.fit, throw), mv);
        self.wide = wide.play(&thrown(wide, &self.wide, throw), mv);
        Ok(Course::GoesOn)
    }

    /// Compares how far a side's pieces reach, and how they attack the other king's surroundings.
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
        choices: &mut ListedChoices,
    ) -> Result<Course, String> {
        for side in Side::BOTH {
            let slowly = self.slow.werera_moves(side);
            same_moves(None, &written(wide, &fit.werera_moves(&self.fit, side)), &slowly)?;
            same_moves(None, &written(wide, &wide.werera_moves(&self.wide, side)), &slowly)?;
        }
        let Some(side) = choices.pick(&Side::BOTH) else { return Ok(Course::Ends) };
        let moves = fit.werera_moves(&self.fit, side);
        let Some(mv) = choices.pick(&moves) else { return Ok(Course::Ends) };
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
    let winner = outcome.and_then(|outcome| outcome.winner);
    let is_borne_out = match outcome.map(|outcome| outcome.reason) {
        Some(Reason::Checkmate) => is_stuck && in_check && winner == Some(slow.turn.other()),
        Some(Reason::Stalemate) => is_stuck && !in_check && winner == slow.winner_of_stalemate(),
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

/// The start with a third of its pieces, but with kings and pieces that castle.
fn thinned(rules: &Rules<Any>) -> impl Strategy<Value = String> {
    let ruleset = rules.ruleset();
    let start = full_fen(rules, &ruleset.start().placement);
    let mut kept = vec![ruleset.letter(ruleset.royal())];
    if let Some(KingSteps { rook, .. }) = ruleset.castling() {
        kept.push(ruleset.letter(rook));
    }
    let stays = vec(weighted(1.0 / 3.0), ruleset.geometry.cells());
    (stays, any::<bool>()).prop_filter_map("a position", move |(stays, is_black)| {
        let (placement, rest) = start.split_once(' ').expect("a FEN has fields");
        let rest = if is_black { rest.replacen('w', "b", 1) } else { rest.to_owned() };
        let mut stays = stays.into_iter();
        let mut thin = |rank: &str| {
            let stays = |letter: char| {
                let is_kept = kept.contains(&letter.to_ascii_lowercase());
                stays.next().is_some_and(|stays| stays) || is_kept
            };
            write_rank(&keep(rank, stays))
        };
        let ranks: Vec<String> = placement.split('/').map(&mut thin).collect();
        let text = format!("{} {rest}", ranks.join("/"));
        fen::parse(rules, &text, Dialect::Own).is_ok().then_some(text)
    })
}

/// The cells of a rank of FEN with the pieces that stay.
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

/// Positions with both kings and other pieces anywhere that the ruleset accepts.
fn scattered(rules: &Rules<Any>, pieces: RangeInclusive<usize>) -> impl Strategy<Value = String> {
    let ruleset = rules.ruleset();
    let royal = ruleset.letter(ruleset.royal());
    let others: Vec<char> = ruleset.letters().into_iter().filter(|&letter| letter != royal).collect();
    let others_of =
        vec((any::<Index>(), any::<Index>(), any::<bool>()), pieces.start() - 2..=pieces.end() - 2);
    (any::<[Index; 2]>(), others_of, any::<bool>()).prop_filter_map(
        "a position",
        move |(kings, pieces, is_black)| {
            let mut board: Vec<Option<char>> = vec![None; ruleset.geometry.cells()];
            let mut put = |cell: &Index, letter: char| {
                let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell].is_none()).collect();
                board[*cell.get(&empty)] = Some(letter);
            };
            put(&kings[0], royal.to_ascii_uppercase());
            put(&kings[1], royal);
            for (cell, kind, is_white) in &pieces {
                let letter = *kind.get(&others);
                put(cell, if *is_white { letter.to_ascii_uppercase() } else { letter });
            }
            let ranks: Vec<String> =
                board.rchunks(usize::from(ruleset.geometry.files())).map(write_rank).collect();
            let text = format!("{} {} - - 0 1", ranks.join("/"), if is_black { "b" } else { "w" });
            fen::parse(rules, &text, Dialect::Own).is_ok().then_some(text)
        },
    )
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
