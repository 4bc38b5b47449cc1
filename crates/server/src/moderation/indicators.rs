//! Figures of how a person plays, which moderators ask for and read beside those of others.

use rukh_lab::indicator::{IndicatorEstimate, IndicatorFigures, MIN_GAMES, MIN_MOVES, REVISION, levels_of};
use rukh_lab::statistics::Quantiles;
use rukh_store::{IndicatorRow, StoreError, clock};
use serde_json::{Value as Json, json};

use super::{Moderation, Moderator};
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::game::StoredFigures;
use crate::id::GuestId;
use crate::meeting::check_person;
use crate::wire::indicator::{PeerIndicators, PeerRange, PlayIndicators, PoolIndicators};

/// Others whose figures are shown together, at least: of fewer one could be told apart.
const MIN_PEERS: usize = 10;
/// Points up to which a rating is about the same.
const RATING_REACH: u16 = 100;

impl Moderation {
    /// A moderator asks for figures of how a person plays, unless that is under way.
    pub(crate) async fn ask_indicators(
        &self,
        by: &Moderator,
        player: &GuestId,
    ) -> Result<PlayIndicators, ApiError> {
        self.check(by, player).await?;
        check_person(player)?;
        self.store().ask_indicators(player, &by.id, clock::now()).await.map_err(|error| match error {
            StoreError::NoAccount => ApiError::PlayerNotFound(player.to_string()),
            error => error.into(),
        })?;
        self.indicators(by, player).await
    }

    /// Figures of how a person plays, for any moderator but that person.
    pub(crate) async fn indicators(
        &self,
        by: &Moderator,
        player: &GuestId,
    ) -> Result<PlayIndicators, ApiError> {
        authorize(Some(&by.id), Action::ReadRecord { role: Some(by.role), whom: player })?;
        check_person(player)?;
        let job = self.store().indicator_job(player).await?;
        let mut pools = Vec::new();
        for row in self.store().indicators_of(player).await? {
            pools.push(self.pool_indicators(player, row).await?);
        }
        Ok(PlayIndicators {
            asked: job.as_ref().map(|job| job.asked),
            done: job.as_ref().map_or(0, |job| job.done),
            total: job.as_ref().and_then(|job| job.total),
            ended: job.as_ref().and_then(|job| job.ended),
            least_games: MIN_GAMES as u64,
            least_moves: MIN_MOVES as u64,
            pools,
        })
    }

    async fn pool_indicators(&self, player: &GuestId, row: IndicatorRow) -> Result<PoolIndicators, ApiError> {
        let peers = self.store().indicator_peers(player, &row, RATING_REACH).await?;
        let peers = peers.iter().map(|body| Ok(StoredFigures::read(body)?.recent));
        let peers = peer_indicators(&peers.collect::<Result<Vec<_>, ApiError>>()?);
        let StoredFigures { recent, earlier } = StoredFigures::read(&row.body)?;
        let IndicatorRow { pool, revision, nodes, rating, at, .. } = row;
        let family = format!("{}{}", pool.family, if pool.die { "-die" } else { "" });
        // Those of another judge would not compare.
        let levels = if revision == REVISION { levels_of(&family, nodes) } else { Vec::new() };
        Ok(PoolIndicators { pool, at, revision, nodes, rating, recent, earlier, peers, levels })
    }

    /// What is kept of how a person plays, for that person: without what it was compared with.
    pub(crate) async fn export_indicators(&self, player: &GuestId) -> Result<Json, ApiError> {
        let parsed = |body: &str| serde_json::from_str::<Json>(body).unwrap_or(Json::Null);
        let figures = self.store().indicators_of(player).await?.into_iter().map(|row| {
            let IndicatorRow { pool, revision, nodes, rating, body, at } = row;
            json!({
                "pool": pool, "at": at, "revision": revision, "nodes": nodes, "rating": rating,
                "figures": parsed(&body),
            })
        });
        let games = self.store().counted_games(player).await?.into_iter().map(|row| {
            json!({
                "game": row.game, "at": row.at, "revision": row.revision, "nodes": row.nodes,
                "moves": parsed(&row.body),
            })
        });
        Ok(json!({ "figures": figures.collect::<Vec<_>>(), "games": games.collect::<Vec<_>>() }))
    }
}

/// The figures of several people together, of those who have any; `None` if these are too few.
fn peer_indicators(people: &[IndicatorFigures]) -> Option<PeerIndicators> {
    let people: Vec<&IndicatorFigures> = people.iter().filter(|one| one.loss.is_some()).collect();
    if people.len() < MIN_PEERS {
        return None;
    }
    let range = |figure: fn(&IndicatorFigures) -> Option<IndicatorEstimate>| {
        let values: Vec<f64> = people.iter().filter_map(|one| Some(figure(one)?.value)).collect();
        (values.len() >= MIN_PEERS).then(|| {
            let Quantiles { low, median, high, .. } = Quantiles::of(values);
            PeerRange { low, median, high }
        })
    };
    Some(PeerIndicators {
        people: people.len() as u64,
        loss: range(|one| one.loss),
        first_over_worse: range(|one| one.first_over_worse),
        first_over_close: range(|one| one.first_over_close),
        time_spread: range(|one| one.time_spread),
        time_difficulty: range(|one| one.time_difficulty),
    })
}

#[cfg(test)]
mod tests {
    use rukh_lab::indicator::{IndicatorEstimate, IndicatorFigures};

    use super::{MIN_PEERS, peer_indicators};

    fn person(loss: f64, has_times: bool) -> IndicatorFigures {
        let estimate = |value| IndicatorEstimate { value, low: value, high: value, moves: 60 };
        IndicatorFigures {
            games: 5,
            moves: 60,
            loss: Some(estimate(loss)),
            time_spread: has_times.then(|| estimate(0.5)),
            ..IndicatorFigures::default()
        }
    }

    #[test]
    fn peers_are_shown_from_ten_people_with_figures_on() {
        let mut people: Vec<IndicatorFigures> =
            (1..MIN_PEERS).map(|number| person(number as f64 / 100.0, true)).collect();
        assert_eq!(peer_indicators(&people), None);
        people.push(IndicatorFigures { games: 1, moves: 9, ..IndicatorFigures::default() });
        assert_eq!(peer_indicators(&people), None, "one has too few games");
        people.extend([person(0.10, false), person(0.11, false)]);
        let found = peer_indicators(&people).unwrap();
        assert_eq!((found.people, found.loss.map(|loss| loss.median)), (11, Some(0.06)));
        assert_eq!(found.time_spread, None, "nine have times");
        assert_eq!(found.first_over_worse, None);
    }
}
