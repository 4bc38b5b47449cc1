use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset, Side, catalog};

use super::Net;
use super::accumulators::Accumulators;
use super::file::{NetFile, NetFileError, NetHeader, NetNumbers};
use crate::evaluation::Evaluation;
use crate::evaluation::file::EvalFile;
use crate::search::fixture::random_game;
use crate::tuning::{NetModel, TuningModel};
use crate::{Engine, SearchLimits};

fn named(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(name).expect("a built-in ruleset"))
}

/// A net of random numbers, as large as trained ones.
fn random_file(ruleset: &Arc<Ruleset>, hidden: usize, buckets: usize) -> NetFile {
    let model = NetModel::new(ruleset).expect("the sides are alike");
    let mut random = SplitMix64::new(7);
    let mut number = |most: i32| random.below(2 * most as usize + 1) as i32 - most;
    let numbers = NetNumbers {
        features: (0..model.rows() * hidden).map(|_| number(60) as i16).collect(),
        biases: (0..hidden).map(|_| number(100) as i16).collect(),
        output_weights: (0..buckets * 2 * hidden).map(|_| number(127) as i8).collect(),
        output_biases: (0..buckets).map(|_| number(9_000)).collect(),
    };
    NetFile::new(model.header(hidden, buckets, BTreeMap::new()), numbers).expect("sizes that fit")
}

fn eval_file(file: &NetFile) -> EvalFile {
    EvalFile::parse_bytes(&file.write().expect("a small net")).expect("as it was written")
}

#[test]
fn updated_accumulators_equal_recomputed_ones() {
    let mut nets = 0;
    for id in catalog::ids() {
        let ruleset = named(id);
        if NetModel::new(&ruleset).is_none() {
            continue;
        }
        nets += 1;
        let evaluation = Evaluation::new(&ruleset);
        let file = Arc::new(random_file(&ruleset, 16, 3));
        let net = Net::new(file, &ruleset, evaluation.linear()).expect("it fits");
        let rules = Rules::<Any>::compile(ruleset.clone());
        let mut accumulators = Accumulators::default();
        let (mut plies, mut values) = (SplitMix64::new(3), Vec::new());
        for seed in 0..3 {
            random_game(&ruleset, &mut SplitMix64::new(seed), 120, &mut |game| {
                // Plies that lead to near positions, to far ones and to none.
                let ply = plies.below(6);
                let updated = accumulators.value(&net, &rules, game.position(), ply);
                assert_eq!(updated, net.value(&rules, game.position()), "{id}: {}", game.fen());
                values.push(updated);
            });
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 20, "{id}: {values:?}");
    }
    assert!(nets >= 10, "{nets} rulesets have sides that are alike");
}

#[test]
fn net_values_both_sides_and_both_wings_alike() {
    let ruleset = named("shatranj");
    let file = eval_file(&random_file(&ruleset, 32, 4));
    let engine = Engine::with_eval_file(ruleset.clone(), Some(&file)).expect("it fits");
    let value = |fen: &str| {
        let game = Game::from_fen(ruleset.clone(), fen).expect("a position");
        engine.evaluate(&game)
    };
    let white = value("4k3/1p6/8/3n4/8/8/4PP2/R3K3 w - - 0 1");
    assert_eq!(white, value("r3k3/4pp2/8/8/3N4/8/1P6/4K3 b - - 0 1"), "sides exchanged");
    assert_eq!(white, value("3k4/6p1/8/4n3/8/8/2PP4/3K3R w - - 0 1"), "wings exchanged");
    assert_ne!(white, value("4k3/1p6/8/4n3/8/8/4PP2/R3K3 w - - 0 1"), "another position");
}

#[test]
fn output_of_rows_is_what_the_engine_adds() {
    for id in ["shatranj", "oblong-dice"] {
        let ruleset = named(id);
        let file = random_file(&ruleset, 32, 4);
        let model = NetModel::new(&ruleset).expect("the sides are alike");
        let evaluation = Evaluation::new(&ruleset);
        let net = Net::new(Arc::new(file.clone()), &ruleset, evaluation.linear()).expect("it fits");
        let rules = Rules::<Any>::compile(ruleset.clone());
        random_game(&ruleset, &mut SplitMix64::new(5), 120, &mut |game| {
            let sample = model.sample(game);
            let [own, other] = &sample.rows;
            let output = file.output_of_rows([own, other], file.bucket(sample.pieces()));
            let white = net.value(&rules, game.position());
            assert_eq!(output, if sample.turn == Side::White { white } else { -white }, "{}", game.fen());
        });
    }
}

#[test]
fn search_with_a_net_is_reproducible_and_differs_from_one_without() {
    for id in ["shatranj", "oblong-dice", "senterej"] {
        let ruleset = named(id);
        let file = eval_file(&random_file(&ruleset, 16, 2));
        let mut game = Game::new(ruleset.clone());
        if matches!(game.node(), Node::Werera(_)) {
            game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
        }
        let limits = SearchLimits::nodes(3_000);
        let search = |file: Option<&EvalFile>| {
            Engine::with_eval_file(ruleset.clone(), file).expect("it fits").search(&game, &limits, 0)
        };
        let first = search(Some(&file));
        assert_eq!(search(Some(&file)), first, "{id}");
        assert_ne!(search(None), first, "{id}");
    }
}

#[test]
fn explain_names_the_share_of_the_net() {
    let ruleset = named("mideast");
    let file = eval_file(&random_file(&ruleset, 16, 2));
    let game = Game::new(ruleset.clone());
    let model = TuningModel::with_eval_file(&ruleset, Some(&file)).expect("it fits");
    assert_eq!(model.provenance(), TuningModel::new(&ruleset).provenance(), "the weights stay");
    assert_eq!(model.net_provenance(), Some(&BTreeMap::new()));
    let terms = model.explain(&game);
    let share = terms.iter().find(|(term, _)| *term == "net").expect("a term of its own").1;
    assert_ne!(share, 0);
    let total: i32 = terms.iter().map(|(_, value)| value).sum();
    assert_eq!(total, Engine::with_eval_file(ruleset, Some(&file)).expect("it fits").evaluate(&game));
}

#[test]
fn net_for_another_ruleset_or_other_weights_is_refused() {
    let ruleset = named("shatranj");
    let file = random_file(&ruleset, 16, 1);
    let said = eval_file(&file).check(&named("mideast")).expect_err("other pieces").to_string();
    assert!(said.contains("8x8 cells in the file and 10x10 cells here"), "{said}");
    assert_eq!(eval_file(&file).check(&ruleset), Ok(()));
    let mut header = file.header().clone();
    header.weights = "0123456789abcdef".to_owned();
    let model = NetModel::new(&ruleset).expect("the sides are alike");
    let numbers = NetNumbers {
        features: vec![0; 16 * model.rows()],
        biases: vec![0; 16],
        output_weights: vec![0; 32],
        output_biases: vec![0],
    };
    let said = eval_file(&NetFile::new(header, numbers).expect("sizes that fit")).check(&ruleset);
    assert!(said.expect_err("other weights").to_string().contains("trained beside other weights"));
}

#[test]
fn net_file_survives_writing_and_refuses_damage() {
    let file = random_file(&named("shatranj"), 16, 2);
    let bytes = file.write().expect("a small net");
    assert_eq!(NetFile::parse(&bytes).as_ref(), Ok(&file));
    assert_eq!(NetFile::parse(b"{\"ruleset\": \"shatranj\"}"), Err(NetFileError::NotANet));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(NetFile::parse(&newer), Err(NetFileError::Version(9)));
    assert_eq!(NetFile::parse(&vec![0; 500_000]), Err(NetFileError::TooLong(500_000)));
    let mut random = SplitMix64::new(5);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        damaged[9 + random.below(bytes.len() - 9)] ^= 1 << random.below(8);
        assert_eq!(NetFile::parse(&damaged), Err(NetFileError::Damaged));
        let cut = &bytes[..random.below(bytes.len())];
        assert!(NetFile::parse(cut).is_err());
    }
}

/// The checksum of such a file is right.
#[test]
fn net_file_with_sizes_that_do_not_fit_is_refused() {
    let file = random_file(&named("shatranj"), 16, 2);
    let numbers = |features, buckets: usize| NetNumbers {
        features: vec![0; features],
        biases: vec![0; 16],
        output_weights: vec![0; buckets * 32],
        output_biases: vec![0; buckets],
    };
    let rows = 2 * 6 * 64;
    let with = |change: &dyn Fn(&mut NetHeader), numbers| {
        let mut header = file.header().clone();
        change(&mut header);
        NetFile::new(header, numbers).map(drop)
    };
    assert_eq!(with(&|_| (), numbers(16 * rows, 2)), Ok(()));
    let short = with(&|_| (), numbers(16 * rows - 1, 2));
    assert_eq!(short, Err(NetFileError::Length { expected: 16 * rows, found: 16 * rows - 1 }));
    type Change = fn(&mut NetHeader);
    let changes: [(&str, Change); 4] = [
        ("hidden values", |header| header.hidden = 17),
        ("hidden values", |header| header.hidden = 0),
        ("outputs", |header| header.buckets = 0),
        ("rows of weights", |header| header.basis.order = "x".repeat(100_000)),
    ];
    for (what, change) in changes {
        let Err(NetFileError::Header(said)) = with(&change, numbers(16 * rows, 2)) else {
            panic!("{what}: not refused")
        };
        assert!(said.contains(what), "{said}");
    }
    let loud = NetNumbers { output_biases: vec![i32::MIN, 0], ..numbers(16 * rows, 2) };
    assert_eq!(with(&|_| (), loud), Err(NetFileError::Range(i32::MIN)));
}

#[test]
fn side_to_move_changes_the_value() {
    let ruleset = named("shatranj");
    let file = Arc::new(random_file(&ruleset, 16, 1));
    let evaluation = Evaluation::new(&ruleset);
    let net = Net::new(file, &ruleset, evaluation.linear()).expect("it fits");
    let rules = Rules::<Any>::compile(ruleset.clone());
    let value = |turn: Side| {
        let letter = if turn == Side::White { 'w' } else { 'b' };
        let fen = format!("4k3/1p6/8/3n4/8/8/4PP2/R3K3 {letter} - - 0 1");
        net.value(&rules, Game::from_fen(ruleset.clone(), &fen).expect("a position").position())
    };
    assert_ne!(value(Side::White), value(Side::Black));
}
