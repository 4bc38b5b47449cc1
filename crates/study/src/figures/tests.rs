//! Figures against closed forms, and their intervals against what they promise.

use std::collections::BTreeMap;

use rukh_lab::job::rows::{GameRow, MoveRow};
use rukh_lab::statistics::Share;
use rukh_rules::hash::{SplitMix64, mix};

use super::{
    CellEstimates, CellFigures, CellName, ChoiceEffect, ComparedBy, ComparedCells, FigureEstimate, compare,
    compared_by_default,
};

/// A game of its own cluster between equal players.
pub(crate) fn game(number: u64, result: &str, plies: u32) -> GameRow {
    GameRow {
        number,
        cluster: number,
        white: "a".to_owned(),
        black: "a".to_owned(),
        opening: "k3/4/4/K2R w - - 0 1".to_owned(),
        result: result.to_owned(),
        reason: if result == "*" { "cut-off" } else { "bare-king" }.to_owned(),
        plies,
        white_left: "kr".to_owned(),
        black_left: "k".to_owned(),
        ..GameRow::default()
    }
}

/// A move to a1 out of five.
pub(crate) fn mv(number: u64, ply: u32, side: &str, piece: &str, capture: Option<&str>) -> MoveRow {
    MoveRow {
        number,
        ply,
        side: side.to_owned(),
        piece: piece.to_owned(),
        from: "a2".to_owned(),
        to: "a1".to_owned(),
        capture: capture.map(str::to_owned),
        legal: 5,
        ..MoveRow::default()
    }
}

/// Whether a game is won, with a chance in per cent that is the same for its cluster in all cells.
fn is_won(cluster: u64, per_cent: u64) -> bool {
    mix(cluster ^ 0xabcd) % 100 < per_cent
}

fn result(is_won: bool) -> &'static str {
    if is_won { "1-0" } else { "0-1" }
}

fn figures(games: impl IntoIterator<Item = GameRow>) -> CellFigures {
    let mut figures = CellFigures::new(["a", "a"]);
    games.into_iter().for_each(|row| figures.add(&row, &[]));
    figures
}

/// Options with their choices, as rows have them.
pub(crate) fn choices(options: &str) -> BTreeMap<String, String> {
    let pairs = options.split(',').filter_map(|pair| pair.split_once('='));
    pairs.map(|(option, choice)| (option.to_owned(), choice.to_owned())).collect()
}

/// A cell of an option's choice.
fn cell(number: u32, options: &str, games: impl IntoIterator<Item = GameRow>) -> CellEstimates {
    let name = CellName {
        cell: number,
        instance: "shatranj".to_owned(),
        choices: choices(options),
        laws: String::new(),
        players: ["a".to_owned(), "a".to_owned()],
    };
    CellEstimates::new(name, &figures(games))
}

fn width(interval: Option<[f64; 2]>) -> f64 {
    interval.map_or(f64::NAN, |[low, high]| high - low)
}

fn find<'f>(estimates: &'f [FigureEstimate], figure: &str, key: Option<&str>) -> &'f FigureEstimate {
    let found = estimates.iter().find(|one| one.figure == figure && one.key.as_deref() == key);
    found.unwrap_or_else(|| panic!("no {figure} of {key:?}"))
}

fn only(effects: Vec<ChoiceEffect>) -> ChoiceEffect {
    assert_eq!(effects.len(), 1, "{effects:?}");
    effects.into_iter().next().expect("there is one")
}

#[test]
fn interval_of_a_share_is_near_that_of_wilson() {
    let won = |number| (number % 10) < 3;
    let figures = figures((0..400).map(|number| game(number, result(won(number)), 40)));
    let [low, high] = figures.interval("white-wins").expect("there are games");
    let [wilson_low, wilson_high] = Share::new(120, 400).interval;
    assert!((low - wilson_low).abs() < 0.012 && (high - wilson_high).abs() < 0.012, "{low} {high}");
    assert_eq!(figures.interval("nonsense"), None);
    assert_eq!(figures.interval("ends-by"), None, "a figure with several values has no one interval");
}

#[test]
fn share_of_games_that_are_all_alike_has_an_interval_nevertheless() {
    let figures = figures((0..100).map(|number| game(number, "1-0", 40)));
    assert_eq!(figures.interval("white-wins"), Some(Share::new(100, 100).interval));
    assert_eq!(figures.interval("drawn"), Some(Share::new(0, 100).interval));
    let [low, high] = figures.interval("advantage").expect("there are games");
    assert!((low - (Share::new(100, 100).interval[0] - 0.5)).abs() < 1e-12 && high <= 0.5, "{low} {high}");
}

/// Both games of a pair ended alike: they say no more than one of them.
#[test]
fn games_of_a_cluster_do_not_narrow_intervals() {
    let paired =
        |number: u64| GameRow { cluster: number / 2, ..game(number, result(is_won(number / 2, 50)), 40) };
    let pairs = figures((0..600).map(paired));
    let singles = figures((0..600).map(|number| game(number, result(is_won(number, 50)), 40)));
    let ratio = width(pairs.interval("score")) / width(singles.interval("score"));
    assert!((1.25..1.6).contains(&ratio), "{ratio} instead of the square root of 2");
}

#[test]
fn paired_difference_is_narrower_than_an_unpaired_one() {
    let base = cell(0, "stalemate=loss", (0..300).map(|number| game(number, result(is_won(number, 40)), 40)));
    let better = |number: u64| game(number, result(is_won(number, 45)), 40);
    let paired = cell(1, "stalemate=win", (0..300).map(better));
    let unpaired = (0..300).map(|number| GameRow { cluster: number + 1_000_000, ..better(number) });
    let unpaired = cell(1, "stalemate=win", unpaired);
    let option = ComparedCells {
        by: ComparedBy::Option("stalemate".to_owned()),
        base: None,
        figures: vec!["score".to_owned()],
    };
    let [paired, unpaired] =
        [paired, unpaired].map(|other| only(compare(&[base.clone(), other], std::slice::from_ref(&option))));
    assert_eq!((paired.base.as_str(), paired.choice.as_str()), ("loss", "win"));
    assert_eq!(paired.effect, unpaired.effect);
    assert!(width(paired.interval) < 0.6 * width(unpaired.interval), "{paired:?} {unpaired:?}");
    assert!(paired.p < unpaired.p && paired.p_adjusted == paired.p);
}

/// A bootstrap of two games that agree finds no spread, but two games prove nothing.
#[test]
fn few_games_are_no_evidence_even_where_all_agree() {
    let figures = ["score", "plies"].map(str::to_owned).to_vec();
    let option = ComparedCells { by: ComparedBy::Option("stalemate".to_owned()), base: None, figures };
    let p_values = |games: u64| -> Vec<f64> {
        let base = cell(0, "stalemate=loss", (0..games).map(|number| game(number, "0-1", 40)));
        let other = cell(1, "stalemate=win", (0..games).map(|number| game(number, "1-0", 30)));
        compare(&[base, other], std::slice::from_ref(&option)).into_iter().map(|one| one.p).collect()
    };
    assert_eq!(p_values(1), [1.0, 1.0]);
    assert_eq!(p_values(2), [0.5, 0.5]);
    assert!(p_values(100).iter().all(|p| *p < 0.01), "{:?}", p_values(100));
}

#[test]
fn comparisons_are_means_over_other_options_and_adjusted_together() {
    let games = |chance: u64| (0..60).map(move |number| game(number, result(number % 10 < chance), 30));
    let cells = [
        cell(0, "castling=on,stalemate=loss", games(2)),
        cell(1, "castling=on,stalemate=win", games(4)),
        cell(2, "castling=off,stalemate=loss", games(4)),
        cell(3, "castling=off,stalemate=win", games(8)),
    ];
    let options = compared_by_default(&cells, &["score", "plies"]);
    let by: Vec<&ComparedBy> = options.iter().map(|one| &one.by).collect();
    assert_eq!(by, ["castling", "stalemate"].map(|key| ComparedBy::Option(key.to_owned())).each_ref());
    let effects = compare(&cells, &options);
    assert_eq!(effects.len(), 4);
    let stalemate =
        effects.iter().find(|one| one.option.as_deref() == Some("stalemate") && one.figure == "score");
    let stalemate = stalemate.expect("it is compared");
    assert!((stalemate.effect - 0.3).abs() < 1e-12 && stalemate.strata == 2, "{stalemate:?}");
    assert!(effects.iter().all(|one| one.p_adjusted >= one.p));
    let length = effects.iter().find(|one| one.figure == "plies").expect("it is compared");
    assert_eq!((length.effect, length.interval, length.p), (0.0, Some([0.0, 0.0]), 1.0));
}

#[test]
fn rulesets_are_compared_in_pairs_of_clusters_for_each_pair_of_players() {
    let cell = |number, instance: &str, player: &str, per_cent: u64| {
        let games = (0..300).map(|number| game(number, result(is_won(number, per_cent)), 40));
        let name = CellName {
            cell: number,
            instance: instance.to_owned(),
            choices: choices("array=s1"),
            laws: String::new(),
            players: [player, player].map(str::to_owned),
        };
        CellEstimates::new(name, &figures(games))
    };
    let cells = [
        cell(0, "oblong", "a", 40),
        cell(1, "oblong", "b", 50),
        cell(2, "oblong[stalemate=win]", "a", 90),
        cell(3, "oblong-dice", "a", 45),
        cell(4, "oblong-dice", "b", 50),
    ];
    let compared = ComparedCells {
        by: ComparedBy::Rulesets(["oblong-dice", "oblong"].map(str::to_owned).to_vec()),
        base: Some("oblong".to_owned()),
        figures: vec!["score".to_owned()],
    };
    let effects = compare(&cells, std::slice::from_ref(&compared));
    let [first, second] = <[ChoiceEffect; 2]>::try_from(effects).expect("one for each pair of players");
    assert_eq!((first.players[0].as_str(), second.players[0].as_str()), ("a", "b"));
    assert_eq!((first.ruleset.as_str(), first.option.as_deref(), first.strata), ("oblong", None, 1));
    assert_eq!((first.base.as_str(), first.choice.as_str()), ("oblong", "oblong-dice"));
    let score = |at: usize| cells[at].figure("score").expect("there are games").value;
    assert!((first.effect - (score(3) - score(0))).abs() < 1e-12 && first.p < 0.01, "{first:?}");
    assert_eq!((second.effect, second.p), (0.0, 1.0), "the same games in both");
    // Against another ruleset than that of the first cell, without the one that no cell has.
    let by = ComparedBy::Rulesets(
        ["shatranj", "oblong[stalemate=win]", "oblong-dice"].map(str::to_owned).to_vec(),
    );
    let other = ComparedCells { by, base: Some("oblong-dice".to_owned()), ..compared };
    let effect = only(compare(&cells, &[other]));
    assert_eq!((effect.choice.as_str(), effect.players[0].as_str()), ("oblong[stalemate=win]", "a"));
    assert!(effect.effect > 0.0);
}

/// Of 150 small samples with a known share about 95 % have intervals that hold it.
#[test]
fn intervals_cover_what_they_estimate() {
    let mut random = SplitMix64::new(12);
    let mut covered = 0;
    for sample in 0..150 {
        let games: Vec<GameRow> =
            (0..80).map(|number| game(sample * 80 + number, result(random.below(10) < 3), 40)).collect();
        let [low, high] = figures(games).interval("white-wins").expect("there are games");
        covered += u32::from(low <= 0.3 && 0.3 <= high);
    }
    assert!((134..=149).contains(&covered), "{covered} of 150");
}

#[test]
fn lengths_of_games_that_were_cut_off_are_lower_bounds() {
    let games =
        (0..100).map(|number| if number < 60 { game(number, "1-0", 20) } else { game(number, "*", 100) });
    let figures = figures(games);
    let estimates = figures.estimates();
    let length = |id| {
        let found = find(&estimates, id, None);
        (found.value, found.is_least)
    };
    assert_eq!(length("plies"), (20.0, false));
    assert_eq!(length("plies-75"), (100.0, true));
    assert_eq!(length("plies-mean"), (52.0, true));
    assert_eq!((figures.games(), figures.cut_off()), (100, 40));
    assert_eq!(find(&estimates, "ends-by", Some("cut-off")).value, 0.4);
    assert_eq!(find(&estimates, "score", None).games, 60, "a game that was cut off has no score");
    assert_eq!(figures.cut_lengths().clone().into_iter().collect::<Vec<_>>(), [(100, 40)]);
    assert_eq!(figures.lengths().into_iter().collect::<Vec<_>>(), [(20, 60), (100, 40)]);
}

#[test]
fn luck_explains_all_or_nothing() {
    let with_luck = |luck: fn(u64, bool) -> f64| {
        let games = (0..200).map(move |number| {
            let is_won = is_won(number, 50);
            let luck = luck(number, is_won);
            GameRow { luck_white: Some(luck), luck_black: Some(-luck), ..game(number, result(is_won), 40) }
        });
        figures(games).estimates()
    };
    let all = with_luck(|_, is_won| if is_won { 0.2 } else { -0.1 });
    assert!((find(&all, "luck", None).value - 1.0).abs() < 1e-9);
    let nothing = with_luck(|number, _| (mix(number) % 100) as f64 / 100.0 - 0.5);
    assert!(find(&nothing, "luck", None).value < 0.04);
    let none = with_luck(|_, _| 0.0);
    assert!(none.iter().all(|one| one.figure != "luck"), "luck that is always the same explains nothing");
}

#[test]
fn strength_is_the_score_of_the_player_named_first() {
    let mut figures = CellFigures::new(["strong", "weak"]);
    for number in 0..40_u64 {
        let (white, black) = if number.is_multiple_of(2) { ("strong", "weak") } else { ("weak", "strong") };
        let row = GameRow {
            cluster: number / 2,
            white: white.to_owned(),
            black: black.to_owned(),
            ..game(number, result(number.is_multiple_of(2)), 40)
        };
        figures.add(&row, &[]);
    }
    let estimates = figures.estimates();
    assert_eq!(find(&estimates, "strength", None).value, 1.0);
    assert_eq!(find(&estimates, "score", None).value, 0.5);
    let equal = cell(0, "", (0..4).map(|number| game(number, "1-0", 40)));
    assert_eq!(equal.figure("strength"), None, "equal players have no difference to level");
}

#[test]
fn moves_give_figures_by_kind_and_heat_maps() {
    let mut figures = CellFigures::new(["a", "a"]);
    for number in 0..4 {
        let moves = [
            mv(number, 0, "white", "r", None),
            mv(number, 1, "black", "k", None),
            mv(number, 2, "white", "r", Some("p")),
        ];
        figures.add(&game(number, "1-0", 3), &moves);
    }
    let estimates = figures.estimates();
    assert_eq!(find(&estimates, "activity", Some("r")).value, 2.0 / 3.0);
    assert_eq!(find(&estimates, "survival", Some("k")).value, 1.0);
    assert_eq!(find(&estimates, "branching", None).value, 5.0);
    let maps = figures.heat_maps();
    assert_eq!((maps.files, maps.ranks, maps.is_empty()), (4, 4, false));
    let counts: Vec<u64> = maps.maps.iter().map(|map| map.squares.get("a1").copied().unwrap_or(0)).collect();
    assert_eq!(counts, [8, 4, 4, 0]);
}

/// Order and neighbours do not matter: a cell's figures are those of its games alone.
#[test]
fn figures_do_not_depend_on_the_order_of_clusters() {
    let games: Vec<GameRow> =
        (0..50).map(|number| game(number, result(number.is_multiple_of(3)), 30)).collect();
    let backwards = games.iter().rev().cloned().collect::<Vec<_>>();
    assert_eq!(figures(games).estimates(), figures(backwards).estimates());
}
