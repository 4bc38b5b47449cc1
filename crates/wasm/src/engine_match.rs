//! What matches in JavaScript take from the lab: openings, and the numbers of their results.

use std::sync::Arc;

use rukh_lab::elo::Elo;
use rukh_lab::engine_match::opening_order;
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::tally::{GameResult, Tally};
use rukh_rules::Failure;
use rukh_rules::notation::dialect::DialectChoice;

use crate::data::{GameResultData, MatchNumbers, MatchPairData, OpeningOptions};
use crate::error::{Problem, ProblemKind};
use crate::game::compiled;

/// The most openings that are generated.
const MAX_GENERATED: usize = 1_000;

/// The positions that the games of a match begin from, in the order of the seed: those of a text, else
/// those of the ruleset's own set, else generated ones.
pub(crate) fn openings(options: &OpeningOptions) -> Result<Vec<String>, Problem> {
    let wrong = |why: Failure| Problem::new(ProblemKind::Engine, "openings", why);
    let ruleset = compiled(&options.ruleset)?.ruleset().clone();
    let set = match &options.text {
        Some(text) => OpeningSet::parse_in(text, &ruleset, DialectChoice::Auto)
            .map_err(|errors| Problem::openings(&errors))?,
        None => match OpeningSet::built_in(&ruleset) {
            Some(set) => set,
            None => generated(&ruleset, options).map_err(wrong)?,
        },
    };
    let games = set.games();
    Ok(opening_order(games.len(), options.seed).into_iter().map(|at| games[at].fen()).collect())
}

fn generated(ruleset: &Arc<rukh_rules::Ruleset>, options: &OpeningOptions) -> Result<OpeningSet, Failure> {
    let count = options.count.clamp(1, MAX_GENERATED);
    let set = OpeningGenerator::new(ruleset, count, options.seed).generate(ruleset);
    let set = set.map_err(|error| error.to_string())?;
    if set.games().is_empty() { Err("none could be made".into()) } else { Ok(set) }
}

/// The numbers of a match: counts of all its games, and bounds from the pairs that are independent.
pub(crate) fn numbers(pairs: &[MatchPairData]) -> MatchNumbers {
    let (mut all, mut independent) = (Tally::default(), Tally::default());
    for pair in pairs {
        let results = pair.results.map(GameResult::from);
        all.add_pair(results);
        if !pair.is_repeat {
            independent.add_pair(results);
        }
    }
    let elo = Elo::of(&independent);
    let finite = |value: f64| value.is_finite().then_some(value);
    let [losses, draws, wins] = all.games;
    MatchNumbers {
        games: all.played(),
        wins,
        draws,
        losses,
        score: all.score(),
        pairs: all.pairs,
        independent_pairs: independent.pairs.iter().sum(),
        elo: finite(elo.difference),
        elo_low: finite(elo.low),
        elo_high: finite(elo.high),
        superiority: elo.los,
    }
}

impl From<GameResultData> for GameResult {
    fn from(result: GameResultData) -> GameResult {
        match result {
            GameResultData::Win => GameResult::Win,
            GameResultData::Draw => GameResult::Draw,
            GameResultData::Loss => GameResult::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{numbers, openings};
    use crate::data::{GameResultData, MatchPairData, OpeningOptions, RulesetSource};

    fn options(name: &str) -> OpeningOptions {
        let ruleset = RulesetSource::BuiltIn { name: name.to_owned() };
        OpeningOptions { ruleset, count: 3, seed: 5, text: None }
    }

    #[test]
    fn openings_are_those_of_a_text_or_of_the_ruleset() {
        let own = openings(&options("shatranj")).expect("a fixed set");
        assert!(own.len() > 100);
        assert_eq!(own, openings(&options("shatranj")).expect("the same seed"));
        assert_eq!(openings(&options("oblong-dice")).expect("generated ones").len(), 3);
        let text = Some("[Event \"?\"]\n\n1. e3 e6 *\n".to_owned());
        let read = openings(&OpeningOptions { text, ..options("shatranj") }).expect("a game");
        assert_eq!(read.len(), 1);
        let text = Some("moves e2e5\n".to_owned());
        let wrong = openings(&OpeningOptions { text, ..options("shatranj") }).expect_err("no move");
        assert_eq!(wrong.reasons[0].place.as_deref(), Some("line 1"));
    }

    #[test]
    fn repeated_pairs_count_as_games_and_not_as_evidence() {
        use GameResultData::{Draw, Loss, Win};
        let pair = |results, is_repeat| MatchPairData { results, is_repeat };
        let pairs = [pair([Win, Loss], false), pair([Win, Draw], false), pair([Win, Loss], true)];
        let found = numbers(&pairs);
        assert_eq!((found.games, found.wins, found.draws, found.losses), (6, 3, 1, 2));
        assert_eq!((found.pairs, found.independent_pairs), ([0, 0, 2, 1, 0], 2));
        assert_eq!(found.elo, numbers(&pairs[..2]).elo);
        assert!(found.elo_low < found.elo && found.elo < found.elo_high);
        assert_eq!(numbers(&[pair([Win, Win], false)]).elo, None, "without end");
    }
}
