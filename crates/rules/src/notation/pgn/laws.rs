//! Which laws a game follows, by its tags, and whose letters it is written in.

use std::sync::Arc;

use super::assembler::RawGame;
use super::lexer::{Lexeme, Location};
use crate::notation::dialect::{Dialect, DialectChoice};
use crate::notation::record::{RulesCache, hash_complaint};
use crate::rules::Rules;
use crate::shape::Any;

/// The rules and the dialect a game is read by.
#[derive(Clone)]
pub(super) struct GameLaws {
    pub(super) rules: Arc<Rules<Any>>,
    /// Whose letters its FEN and its moves have.
    pub(super) dialect: Dialect,
}

/// Finds the laws of a game that begins somewhere: those of `Ruleset`, without
/// that tag those of `Variant`, which may be an id or the name that is shown to people;
/// without both those that the reader has for such games.
///
/// # Errors
/// That there is no such ruleset, or that its laws have changed since.
pub(super) fn find(
    raw: &RawGame,
    shelf: &mut RulesCache<'_>,
    choice: DialectChoice,
) -> Result<GameLaws, (Location, String)> {
    let tags = &raw.tags;
    let rules = match (tags.get("Ruleset"), tags.get("Variant")) {
        (Some((place, instance)), _) => shelf.rules(instance).map_err(|error| (*place, error.to_string()))?,
        (None, Some((place, name))) => {
            shelf.rules_by_name(name).map_err(|error| (*place, error.to_string()))?
        }
        (None, None) => shelf.unnamed().ok_or_else(|| {
            let message =
                "the game does not say which laws it follows; add a tag such as `[Ruleset \"shatranj\"]`";
            (raw.place, message.to_owned())
        })?,
    };
    let revision = tags.get("RulesetRevision").and_then(|(_, text)| text.parse().ok());
    if let Some((place, hash)) = tags.get("RulesetHash")
        && let Some(complaint) = hash_complaint(rules.ruleset(), revision, hash)
    {
        return Err((*place, complaint));
    }
    let dialect = dialect(raw, &rules, choice);
    Ok(GameLaws { rules, dialect })
}

/// Whose letters a game has; by its start and its moves where it is not said.
fn dialect(raw: &RawGame, rules: &Rules<Any>, choice: DialectChoice) -> Dialect {
    let fen = ["WereraFEN", "FEN"].iter().find_map(|name| raw.tags.get(*name));
    let moves = raw.tokens.iter().filter_map(|token| match &token.is {
        Lexeme::Word(text) => Some(text.as_str()),
        _ => None,
    });
    choice.of_game(rules.ruleset(), fen.map(|(_, text)| text.as_str()), moves)
}
