//! `/api/v1/levels`: the engine levels, and which one to propose.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::extract::State;
use rukh_engine::Level;
use rukh_lab::elo;
use rukh_rules::{Reason, Ruleset};
use rukh_store::{GameFilter, GameStatus, LevelRatingRow, Store, shown};
use tokio::sync::Mutex;

use super::AppState;
use super::extract::Json;
use super::identity::Identity;
use crate::error::ApiError;
use crate::game::DEFAULT_LEVEL;
use crate::id::GuestId;
use crate::wire::GameCard;
use crate::wire::level::{LevelList, LevelName, LevelRating, LevelScore};

/// Number of recent games that are looked at.
const RECENT_GAMES: u32 = 20;
/// How long ratings of levels are kept before they are read again.
const KEPT: Duration = Duration::from_secs(60);

/// The matches between levels.
const TABLE: &str = include_str!("../../../../docs/strength/levels.csv");

/// What was measured of each level.
static MEASURED: LazyLock<BTreeMap<u8, Vec<LevelScore>>> = LazyLock::new(|| {
    let mut measured: BTreeMap<u8, Vec<LevelScore>> = BTreeMap::new();
    for row in TABLE.lines().skip(1) {
        let (level, score) = level_score(row).expect("the table is part of the program and tested");
        measured.entry(level).or_default().push(score);
    }
    measured
});

/// The stronger level of a row of the table, and its score.
fn level_score(row: &str) -> Option<(u8, LevelScore)> {
    let cells: Vec<&str> = row.split(',').collect();
    let [id, levels, _, low, high, games, ..] = cells[..] else { return None };
    let ruleset = Ruleset::named(id).ok()?;
    // An empty bound of the Elo difference is infinite.
    let percent = |bound: &str, open: f64| -> Option<u8> {
        let difference = if bound.is_empty() { open } else { bound.parse().ok()? };
        Some((100.0 * elo::expected(difference)).round() as u8)
    };
    let score = LevelScore {
        family: ruleset.family.clone(),
        dice: ruleset.has_die(),
        games: games.parse().ok()?,
        low: percent(low, f64::NEG_INFINITY)?,
        high: percent(high, f64::INFINITY)?,
    };
    Some((levels.rsplit(' ').next()?.parse().ok()?, score))
}

/// Lists every level and the proposed one.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
) -> Result<Json<LevelList>, ApiError> {
    let finished = match guest {
        Some(Identity(guest)) => finished(&state, guest).await?,
        None => Vec::new(),
    };
    let ratings = state.level_ratings.get(state.registry.store()).await;
    let name = |level: Level| LevelName {
        level: level.number(),
        key: level.key(),
        elo: level.measured_elo(),
        measured: MEASURED.get(&level.number()).cloned().unwrap_or_default(),
        ratings: ratings.get(&level.number()).cloned().unwrap_or_default(),
    };
    Ok(Json(LevelList { levels: Level::all().map(name).collect(), proposed: propose(&finished) }))
}

/// The ratings of the levels, which many ask for and few games change.
#[derive(Debug, Default)]
pub struct LevelRatings(Mutex<Option<(Instant, Arc<RatingsByLevel>)>>);

type RatingsByLevel = BTreeMap<u8, Vec<LevelRating>>;

impl LevelRatings {
    /// As of a minute; none where they cannot be read.
    async fn get(&self, store: &Store) -> Arc<RatingsByLevel> {
        let mut kept = self.0.lock().await;
        if let Some((at, ratings)) = &*kept
            && at.elapsed() < KEPT
        {
            return ratings.clone();
        }
        let rows = store.level_ratings().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the ratings of the levels cannot be read");
            Vec::new()
        });
        let mut ratings = RatingsByLevel::new();
        for LevelRatingRow { level, pool, rating, games } in rows {
            if rating.is_established() {
                let rating = shown(&rating);
                ratings.entry(level).or_default().push(LevelRating { pool, rating, games });
            }
        }
        let ratings = Arc::new(ratings);
        *kept = Some((Instant::now(), ratings.clone()));
        ratings
    }
}

/// A guest's last finished games, newest first, without aborted ones.
async fn finished(state: &AppState, guest: GuestId) -> Result<Vec<GameCard>, ApiError> {
    let filter = GameFilter {
        state: Some(GameStatus::Over),
        player: Some(guest),
        with_private: true,
        count: RECENT_GAMES,
        ..GameFilter::default()
    };
    let mut games = state.registry.store().list(filter).await?;
    let is_aborted = |game: &GameCard| {
        game.result.as_ref().is_none_or(|result| result.reason == <&str>::from(Reason::Aborted))
    };
    games.retain(|game| !is_aborted(game));
    Ok(games)
}

/// The lowest level for a first game, otherwise that of the last game against an engine.
fn propose(finished: &[GameCard]) -> u8 {
    let level_of = |game: &GameCard| game.white.player.engine_level().or(game.black.player.engine_level());
    match finished {
        [] => Level::LOWEST.number(),
        games => games.iter().find_map(level_of).unwrap_or(DEFAULT_LEVEL),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rukh_engine::Level;
    use rukh_rules::{Ruleset, catalog};

    use super::{MEASURED, TABLE};

    #[test]
    fn elo_of_levels_adds_up_the_matches_of_shatranj() {
        let rows = TABLE.lines().filter_map(|row| row.strip_prefix("shatranj,"));
        let played: Vec<u32> = rows
            .map(|row| row.split(',').nth(1).and_then(|cell| cell.parse().ok()).expect("a number"))
            .collect();
        let elos: Vec<u32> = Level::all().map_while(Level::measured_elo).collect();
        let differences: Vec<u32> = elos.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(differences, played);
    }

    #[test]
    fn levels_are_measured_in_every_family_and_with_the_die() {
        let kind = |id: &str| {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            (ruleset.family.clone(), ruleset.has_die())
        };
        let kinds: BTreeSet<_> = catalog::ids().map(kind).collect();
        for level in 2..=5 {
            let measured: BTreeSet<_> =
                MEASURED[&level].iter().map(|one| (one.family.clone(), one.dice)).collect();
            assert_eq!(measured, kinds, "level {level}");
            assert!(MEASURED[&level].iter().all(|one| one.games > 0 && one.low < one.high), "level {level}");
        }
        assert_eq!(MEASURED.get(&1), None, "there is no weaker level");
    }
}
