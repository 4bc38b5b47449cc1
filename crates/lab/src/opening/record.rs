//! Openings of game records, PGN or JSON Lines: the positions in which the games stand.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::reading::{FindRuleset, GameReader, Strictness, no_game};
use rukh_rules::shape::Any;
use rukh_rules::{Failure, Game, LoadError, Rules, Ruleset};

use super::{MAX_ERRORS, OpeningError, from_fen};

/// Whether a text has games, and not lines with openings: its first line is a tag or a header.
pub(super) fn has_records(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(['[', '{']))
}

/// The ruleset of a match, also for games that name none.
struct RulesetOfMatch(Arc<Ruleset>);

impl FindRuleset for RulesetOfMatch {
    fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        if text == self.0.instance.to_string() {
            return Ok(self.0.clone());
        }
        Ruleset::named(text).map(Arc::new)
    }

    fn unnamed(&self) -> Option<Arc<Ruleset>> {
        Some(self.0.clone())
    }
}

/// The positions at the end of games, each once, and the dialect of the first that is not in our letters.
pub(super) fn positions(
    text: &str,
    rules: &Arc<Rules<Any>>,
    choice: DialectChoice,
) -> Result<(Vec<Game>, Dialect), Vec<OpeningError>> {
    let finder = RulesetOfMatch(rules.ruleset().clone());
    let lines = text.lines().map(|line| Ok(line.to_owned()));
    let games = GameReader::new(lines, &finder, Strictness::Lenient).in_dialect(choice);
    let format = games.format();
    let (mut openings, mut errors, mut dialect) = (Vec::new(), Vec::new(), Dialect::Own);
    let mut known = HashSet::new();
    for read in games {
        if errors.len() >= MAX_ERRORS {
            break;
        }
        match read {
            Ok(read) => match opening(&read.record.game, rules) {
                Ok(game) => {
                    dialect = if dialect == Dialect::Own { read.dialect } else { dialect };
                    openings.extend(Some(game).filter(|game| known.insert(game.fen())));
                }
                Err(why) => errors.push(OpeningError { line: Some(read.line), message: why.into() }),
            },
            Err(error) => errors.extend(
                error
                    .diagnostics
                    .into_iter()
                    .map(|one| OpeningError { line: Some(one.line), message: one.message }),
            ),
        }
    }
    if openings.is_empty() && errors.is_empty() {
        errors.push(OpeningError { line: None, message: no_game(format).to_owned() });
    }
    if errors.is_empty() { Ok((openings, dialect)) } else { Err(errors) }
}

/// The position of a game under the laws of the match. That a side has given up does not matter.
fn opening(game: &Game, rules: &Arc<Rules<Any>>) -> Result<Game, Failure> {
    let (theirs, ours) = (&game.ruleset().instance, &rules.ruleset().instance);
    if theirs.id != ours.id {
        return Err(format!("this is a game of `{theirs}`, not of `{ours}`").into());
    }
    from_fen(rules, &game.fen(), Dialect::Own)
}
