//! Lists and searches of games: the parameters of their queries.

use std::str::FromStr;
use std::sync::Arc;

use rukh_rules::message::Argument;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen::{self, FenError};
use rukh_rules::notation::placement;
use rukh_rules::{Reason, Ruleset, Side};
use rukh_store::name::search_name;
use rukh_store::{
    FinishedGameConsumer, FoundGame, GameFilter, GameSearch, GameStatus, OpeningHalf, PlayerFilter,
    PositionHash, ResultFilter, clock,
};
use schemars::JsonSchema;
use serde::Deserialize;
use strum::VariantNames;

use super::AppState;
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::library::RulesetLibrary;
use crate::lobby::ACTIVE_WINDOW;
use crate::wire::game::{GameCount, GameList, ListedGame};
use crate::wire::time::UnixMillis;

/// Maximum and default length of a page.
const MAX_LISTED: u32 = 50;
/// Games of a search are counted up to this number.
const MAX_COUNTED: u32 = 1_000;
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// Query of a list of games, or of a search.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// Whether games are unfinished, finished, or finished and searched by the index.
    state: Option<StatusParam>,
    /// A player's id, or `me`.
    player: Option<String>,
    /// A ruleset with its options.
    instance: Option<String>,
    /// A start time: only games that began before it.
    before: Option<UnixMillis>,
    /// Games of a page, at most 50.
    count: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
    /// Id of a ruleset, whatever its options.
    ruleset: Option<String>,
    /// A family of rulesets, such as `oblong`.
    family: Option<String>,
    /// A player's name, in capitals or small letters.
    name: Option<String>,
    /// First day on which games began, in UTC: `2026-11-26`.
    from: Option<String>,
    /// Last day on which games began, in UTC.
    to: Option<String>,
    /// Result of the games.
    result: Option<ResultFilter>,
    /// A reason code: `checkmate`, `bare-king`, …
    reason: Option<String>,
    /// Least number of plies.
    plies_from: Option<String>,
    /// Greatest number of plies.
    plies_to: Option<String>,
    /// The placement with which turns began after a werera, as in FEN.
    opening: Option<String>,
    /// Whose half of the opening counts.
    opening_of: Option<OpeningHalf>,
    /// A FEN: games that reached this position.
    position: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum StatusParam {
    Live,
    Over,
    Archived,
}

/// Lists games, or searches finished ones by the index.
///
/// # Errors
/// A parameter is wrong, or the store fails.
pub(super) async fn list(
    state: &AppState,
    query: &GamesQuery,
    own: Option<&GuestId>,
) -> Result<GameList, ApiError> {
    let store = state.registry.store();
    if !query.is_search() {
        let games = store.list(query.filter(state, own)?).await?;
        let games = games.into_iter().map(ListedGame::from).collect();
        return Ok(GameList { games, next: None, total: None, unindexed: None });
    }
    let count = query.count.unwrap_or(MAX_LISTED).clamp(1, MAX_LISTED);
    let search = GameSearch { count, ..query.search(state, own)? };
    let found = store.search(&search).await?;
    let is_full = found.len() >= count as usize;
    let total = match search.before {
        Some(_) => None,
        None if !is_full => Some(GameCount { count: found.len() as u64, is_more: false }),
        None => {
            let count = store.count_found(&search, MAX_COUNTED + 1).await?;
            let most = u64::from(MAX_COUNTED);
            Some(GameCount { count: count.min(most), is_more: count > most })
        }
    };
    let next = found.last().filter(|_| is_full).map(|last| last.number.to_string());
    Ok(GameList { next, total, unindexed: unindexed(state).await?, games: listed(found) })
}

/// How many finished games the index lacks; `None` if it has all.
///
/// # Errors
/// The store fails.
pub(super) async fn unindexed(state: &AppState) -> Result<Option<u64>, ApiError> {
    let missing = state.registry.store().count_finished_games(FinishedGameConsumer::Index).await?;
    Ok((missing > 0).then_some(missing))
}

fn listed(found: Vec<FoundGame>) -> Vec<ListedGame> {
    let entry = |game: FoundGame| {
        let FoundGame { card, placement, move_number, .. } = game;
        ListedGame { card, placement: Some(placement), move_number }
    };
    found.into_iter().map(entry).collect()
}

/// An error about a parameter: what it is, and what would be right.
fn wrong(parameter: &str, value: &str, wanted: &str) -> ApiError {
    let shown: String = value.chars().take(60).collect();
    bad(format!("`{parameter}` is `{shown}`, but should be {wanted}"))
}

fn bad(problem: impl Into<Argument>) -> ApiError {
    ApiError::input("bad_filter", problem)
}

impl GamesQuery {
    /// Whether the query needs the index of finished games.
    fn is_search(&self) -> bool {
        let is_of_search = [
            &self.cursor,
            &self.ruleset,
            &self.family,
            &self.name,
            &self.from,
            &self.to,
            &self.reason,
            &self.plies_from,
            &self.plies_to,
            &self.opening,
            &self.position,
        ]
        .into_iter()
        .any(Option::is_some);
        let is_of_search = is_of_search || self.result.is_some() || self.opening_of.is_some();
        match self.state {
            Some(StatusParam::Archived) => true,
            Some(StatusParam::Live) => false,
            Some(StatusParam::Over) | None => is_of_search,
        }
    }

    /// The filter of a plain list.
    fn filter(&self, state: &AppState, own: Option<&GuestId>) -> Result<GameFilter, ApiError> {
        let finished_only = [
            ("cursor", self.cursor.is_some()),
            ("name", self.name.is_some()),
            ("result", self.result.is_some()),
            ("reason", self.reason.is_some()),
            ("opening", self.opening.is_some() || self.opening_of.is_some()),
            ("position", self.position.is_some()),
        ];
        if let Some((parameter, _)) = finished_only.into_iter().find(|(_, is_given)| *is_given) {
            return Err(bad(format!(
                "`{parameter}` searches finished games, but `state` is `live`; leave one of them out"
            )));
        }
        let player = self.guest(own)?;
        // Other people's games without a connected player do not count as live.
        let is_of_strangers = self.state == Some(StatusParam::Live) && player.is_none();
        let rulesets = RulesetFilter::read(self, &state.library)?;
        Ok(GameFilter {
            state: self.state.map(|state| match state {
                StatusParam::Live => GameStatus::Live,
                StatusParam::Over | StatusParam::Archived => GameStatus::Over,
            }),
            with_private: may_list_private(own, player.as_ref()),
            player,
            instance: rulesets.instance,
            rulesets: rulesets.ids,
            started: self.dates()?,
            plies: self.plies()?,
            before: self.before,
            count: self.count.unwrap_or(MAX_LISTED).clamp(1, MAX_LISTED),
            attended_since: is_of_strangers.then(|| clock::now().saturating_sub(ACTIVE_WINDOW)),
        })
    }

    /// The query as a search of finished games.
    ///
    /// # Errors
    /// A parameter is wrong.
    pub(super) fn search(&self, state: &AppState, own: Option<&GuestId>) -> Result<GameSearch, ApiError> {
        if self.state == Some(StatusParam::Live) {
            return Err(bad("only finished games are here; leave `state` out"));
        }
        if self.before.is_some() {
            let message =
                "`before` pages lists by start; a search pages by `cursor`, and `to` gives its last day";
            return Err(bad(message));
        }
        let guest = self.guest(own)?;
        let with_private = may_list_private(own, guest.as_ref());
        let player = match (guest, &self.name) {
            (Some(_), Some(_)) => {
                return Err(bad("give a player by `player` or by `name`, not both"));
            }
            (Some(guest), None) => Some(PlayerFilter::Id(guest)),
            (None, Some(name)) => Some(PlayerFilter::Name(searched(name)?)),
            (None, None) => None,
        };
        let rulesets = RulesetFilter::read(self, &state.library)?;
        Ok(GameSearch {
            result: self.result(player.is_some())?,
            player,
            with_private,
            opening: self.opening(&rulesets, &state.library)?,
            position: self.position(&rulesets, &state.library)?,
            rulesets: rulesets.ids,
            instance: rulesets.instance,
            started: self.dates()?,
            reason: self.reason()?,
            plies: self.plies()?,
            before: self.cursor.as_deref().map(cursor).transpose()?,
            count: MAX_LISTED,
        })
    }

    /// The most games of a download, if it is limited.
    pub(super) fn most(&self) -> Option<u32> {
        self.count
    }

    fn guest(&self, own: Option<&GuestId>) -> Result<Option<GuestId>, ApiError> {
        match self.player.as_deref() {
            None => Ok(None),
            Some("me") => own.cloned().ok_or(ApiError::Unauthenticated).map(Some),
            Some(id) => id.parse().map(Some).map_err(|_| bad("no guest id contains the character 0")),
        }
    }

    fn dates(&self) -> Result<[Option<UnixMillis>; 2], ApiError> {
        let from = self.from.as_deref().map(|text| day("from", text)).transpose()?;
        let to = self.to.as_deref().map(|text| day("to", text)).transpose()?;
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Err(bad("`from` is later than `to`"));
        }
        Ok([from.map(UnixMillis::new), to.map(|to| UnixMillis::new(to + DAY - 1))])
    }

    fn plies(&self) -> Result<[Option<u64>; 2], ApiError> {
        let number = |parameter, text: &Option<String>| {
            let read = |text: &String| {
                text.parse::<u32>().map(u64::from).map_err(|_| wrong(parameter, text, "a number such as 40"))
            };
            text.as_ref().map(read).transpose()
        };
        let plies = [number("plies_from", &self.plies_from)?, number("plies_to", &self.plies_to)?];
        match plies {
            [Some(from), Some(to)] if from > to => Err(bad("`plies_from` is greater than `plies_to`")),
            plies => Ok(plies),
        }
    }

    fn result(&self, has_player: bool) -> Result<Option<ResultFilter>, ApiError> {
        let is_of_player = matches!(self.result, Some(ResultFilter::Won | ResultFilter::Lost));
        if is_of_player && !has_player {
            let message = "`result` is that of a player here; add `player` or `name`, or ask for `white`, \
                 `black`, `draw` or `none`";
            return Err(bad(message));
        }
        Ok(self.result)
    }

    fn reason(&self) -> Result<Option<String>, ApiError> {
        let Some(word) = &self.reason else {
            return Ok(None);
        };
        if word.parse::<Reason>().is_err() {
            let known = Reason::VARIANTS.join("`, `");
            return Err(wrong("reason", word, &format!("one of `{known}`")));
        }
        Ok(Some(word.clone()))
    }

    fn opening(
        &self,
        rulesets: &RulesetFilter,
        library: &RulesetLibrary,
    ) -> Result<Option<(OpeningHalf, Vec<PositionHash>)>, ApiError> {
        let Some(text) = &self.opening else {
            return match self.opening_of {
                None => Ok(None),
                Some(_) => Err(bad("`opening_of` needs an `opening`, a placement as in FEN")),
            };
        };
        let half = self.opening_of.unwrap_or(OpeningHalf::Both);
        let side = match half {
            OpeningHalf::Both => None,
            OpeningHalf::White => Some(Side::White),
            OpeningHalf::Black => Some(Side::Black),
        };
        let known = rulesets.named("opening")?;
        let known: Vec<Ruleset> = known.iter().map(|name| library.resolve(name)).collect::<Result<_, _>>()?;
        let known: Vec<Ruleset> = known.into_iter().filter(Ruleset::has_werera).collect();
        if known.is_empty() {
            let message =
                "`opening` is the array with which a werera ends, but these rulesets have no werera";
            return Err(bad(message));
        }
        let hash = |ruleset: &Ruleset| {
            // The placement alone: a whole FEN is accepted as well.
            let text = text.split_whitespace().next().unwrap_or_default();
            let dialect = DialectChoice::Auto.of_fen(ruleset, text);
            let mut pieces = placement::parse_in(ruleset, text, dialect)
                .map_err(|errors| errors.into_iter().map(FenError::Placement).collect::<Vec<_>>())?;
            pieces.retain(|piece| side.is_none_or(|side| piece.side == side));
            Ok(PositionHash::of(&placement::format(ruleset, pieces, Dialect::Own)))
        };
        let hashes = any_reading(known.iter().map(hash))?;
        Ok(Some((half, hashes)))
    }

    fn position(
        &self,
        rulesets: &RulesetFilter,
        library: &RulesetLibrary,
    ) -> Result<Option<Vec<PositionHash>>, ApiError> {
        let Some(text) = &self.position else { return Ok(None) };
        let names = rulesets.named("position")?;
        let rules = names.iter().map(|name| library.rules(name)).collect::<Result<Vec<Arc<_>>, _>>()?;
        let hashes = any_reading(rules.iter().map(|rules| {
            let dialect = DialectChoice::Auto.of_fen(rules.ruleset(), text);
            let position = fen::parse(rules, text, dialect)?;
            Ok(PositionHash::of(&fen::identity(rules, &position)))
        }))?;
        Ok(Some(hashes))
    }
}

/// The hashes that a text has under several rulesets, each once; if it can be read under none, what is
/// wrong with it under the first.
fn any_reading(
    readings: impl Iterator<Item = Result<PositionHash, Vec<FenError>>>,
) -> Result<Vec<PositionHash>, ApiError> {
    let (mut hashes, mut errors) = (Vec::new(), None);
    for reading in readings {
        match reading {
            Ok(hash) => hashes.push(hash),
            Err(found) => errors = errors.or(Some(found)),
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    match errors {
        Some(errors) if hashes.is_empty() => Err(ApiError::Position(errors)),
        _ => Ok(hashes),
    }
}

/// The rulesets that a query is about.
struct RulesetFilter {
    /// A ruleset with its options, in canonical form.
    instance: Option<String>,
    /// Rulesets with any options.
    ids: Option<Vec<String>>,
}

impl RulesetFilter {
    fn read(query: &GamesQuery, library: &RulesetLibrary) -> Result<RulesetFilter, ApiError> {
        let none = RulesetFilter { instance: None, ids: None };
        match (&query.instance, &query.ruleset, &query.family) {
            (None, None, None) => Ok(none),
            (Some(instance), None, None) => {
                let instance = library.canonical(instance)?.to_string();
                Ok(RulesetFilter { instance: Some(instance), ..none })
            }
            (None, Some(ruleset), None) => {
                let instance = library.canonical(ruleset)?;
                if !instance.choices.is_empty() {
                    let wanted =
                        format!("an id without options, such as `{}`; `instance` has them", instance.id);
                    return Err(wrong("ruleset", ruleset, &wanted));
                }
                Ok(RulesetFilter { ids: Some(vec![instance.id]), ..none })
            }
            (None, None, Some(family)) => {
                let cards = || library.summaries().iter().map(|summary| &summary.card);
                let ids: Vec<String> =
                    cards().filter(|card| card.family == *family).map(|card| card.id.clone()).collect();
                if ids.is_empty() {
                    let mut known: Vec<&str> = cards().map(|card| card.family.as_str()).collect();
                    known.dedup();
                    return Err(wrong("family", family, &format!("one of `{}`", known.join("`, `"))));
                }
                Ok(RulesetFilter { ids: Some(ids), ..none })
            }
            _ => Err(bad("give one of `instance`, `ruleset` and `family`, not several")),
        }
    }

    /// The rulesets by name, for a parameter that cannot be read without one.
    fn named(&self, parameter: &str) -> Result<Vec<String>, ApiError> {
        match (&self.instance, &self.ids) {
            (Some(instance), _) => Ok(vec![instance.clone()]),
            (None, Some(ids)) => Ok(ids.clone()),
            (None, None) => Err(bad(format!(
                "`{parameter}` needs `ruleset`, `instance` or `family` beside it, which say what its letters mean"
            ))),
        }
    }
}

/// Whether the private games of a player are listed to a visitor.
fn may_list_private(visitor: Option<&GuestId>, player: Option<&GuestId>) -> bool {
    player.is_some_and(|player| authorize(visitor, Action::ListPrivateGames(player)).is_ok())
}

fn searched(name: &str) -> Result<String, ApiError> {
    let searched = search_name(name);
    if searched.is_empty() || searched.contains('\0') {
        return Err(wrong("name", name, "a player's name"));
    }
    Ok(searched)
}

fn cursor(text: &str) -> Result<u64, ApiError> {
    text.parse::<u32>().map(u64::from).map_err(|_| wrong("cursor", text, "the `next` of an earlier page"))
}

/// The beginning of a day, in milliseconds since the epoch.
fn day(parameter: &str, text: &str) -> Result<u64, ApiError> {
    let error = || wrong(parameter, text, "a day such as 2026-11-26, from 1970 on");
    let number = |text: Option<&str>| text.and_then(|text| u16::from_str(text).ok()).ok_or_else(error);
    let mut parts = text.split('-');
    let (year, month, day) = (number(parts.next())?, number(parts.next())?, number(parts.next())?);
    let month =
        u8::try_from(month).ok().and_then(|month| time::Month::try_from(month).ok()).ok_or_else(error)?;
    let day = u8::try_from(day).map_err(|_| error())?;
    let date = time::Date::from_calendar_date(year.into(), month, day).map_err(|_| error())?;
    let seconds = u64::try_from(date.midnight().assume_utc().unix_timestamp()).map_err(|_| error())?;
    if parts.next().is_some() { Err(error()) } else { Ok(seconds * 1_000) }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn day_is_read_from_the_calendar() {
        assert_eq!(day("from", "1970-01-02").unwrap(), 86_400_000);
        assert_eq!(day("from", "2000-02-29").unwrap(), 951_782_400_000);
        for text in ["", "2026", "2026-13-01", "2025-02-29", "2026-01-01-01", "26.11.2026", "1969-12-31"] {
            assert!(day("from", text).is_err(), "{text}");
        }
    }
}
