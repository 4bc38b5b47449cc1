//! Figures of how people play, which moderators ask for: counted in the background, a game at a time.
//!
//! What is asked is a row of the database, which one node works on. Each game is written when it is judged, so that a
//! restart goes on with the next; and since a game is judged the same each time, it ends with the same figures.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine_pool::{Owner, SearchHandle};
use rukh_lab::analysis::Analyser;
use rukh_lab::indicator::{
    CountedMove, IndicatorFigures, MAX_GAMES, OPENING_PLIES, REVISION, count_moves, nodes, settings,
};
use rukh_rules::{Game, Side};
use rukh_session::wire::rating::RatingPool;
use rukh_store::{
    CountedGameRow, GameFilter, GameStatus, IndicatorClaim, IndicatorRow, RatingRow, StoreError, clock, shown,
};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::GameRegistry;
use crate::admission::{Admission, WorkClass};
use crate::error::ApiError;
use crate::id::{GameId, GuestId};
use crate::session::Session;
use crate::wire::time::UnixMillis;
use crate::wire::{EventKind, GameCard, GameTimeControl};

/// How often the store is asked whether somebody has asked.
const INTERVAL: Duration = Duration::from_secs(1);
/// After an error of the database.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);
/// Games of a person that are looked through at once, and how many times.
const PAGE: u32 = 100;
const MAX_PAGES: usize = 5;
/// Games of a pool that are judged: the last ones, and as many before them to compare.
const MAX_GAMES_OF_POOL: usize = 2 * MAX_GAMES;

/// Figures as they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredFigures {
    /// Of the last games.
    pub(crate) recent: IndicatorFigures,
    /// Of those before them, if there are any.
    pub(crate) earlier: Option<IndicatorFigures>,
}

impl StoredFigures {
    /// Figures of games, the last first.
    fn of(games: &[Vec<CountedMove>]) -> StoredFigures {
        let (recent, earlier) = games.split_at(games.len().min(MAX_GAMES));
        let earlier = (!earlier.is_empty()).then(|| IndicatorFigures::of(earlier));
        StoredFigures { recent: IndicatorFigures::of(recent), earlier }
    }

    /// Figures that were stored.
    ///
    /// # Errors
    /// They are corrupt.
    pub(crate) fn read(body: &str) -> Result<StoredFigures, StoreError> {
        read("figures", body)
    }
}

/// A game that is to be judged.
struct PlannedGame {
    id: GameId,
    /// The side of the person.
    side: Side,
}

/// The games of a pool, the last first, and the node limit of their judge.
struct PlannedPool {
    nodes: u64,
    games: Vec<PlannedGame>,
}

impl GameRegistry {
    /// Counts what moderators ask for. Runs until shutdown.
    pub async fn count_indicators(self: Arc<Self>, admission: Admission) {
        loop {
            let pause = match self.next_indicators(&admission).await {
                Ok(true) => Duration::ZERO,
                Ok(false) => INTERVAL,
                Err(error) => {
                    tracing::warn!(%error, "figures of play cannot be counted");
                    RETRY_INTERVAL
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Works on what was asked first until it is done or another node has it; whether there was anything.
    async fn next_indicators(&self, admission: &Admission) -> Result<bool, ApiError> {
        let Some(claim) = self.store.claim_indicators().await? else { return Ok(false) };
        match self.make_indicators(&claim, admission).await {
            // It would fail again, and all others wait for it.
            Err(ApiError::Store(error @ StoreError::Corrupt(_))) => {
                tracing::error!(player = claim.player.as_str(), %error, "figures of a person cannot be made");
                self.store.end_indicators(&claim, clock::now()).await?;
            }
            made => made?,
        }
        Ok(true)
    }

    /// Judges the games of a person and keeps the figures, unless another node has taken that over.
    async fn make_indicators(&self, claim: &IndicatorClaim, admission: &Admission) -> Result<(), ApiError> {
        let plan = self.plan_indicators(claim).await?;
        let known = self.store.counted_games(&claim.player).await?;
        let known: BTreeMap<GameId, CountedGameRow> =
            known.into_iter().map(|row| (row.game.clone(), row)).collect();
        let total = plan.values().map(|pool| pool.games.len() as u64).sum();
        let mut done = 0;
        if !self.store.note_indicators(claim, (done, total)).await? {
            return Ok(());
        }
        let mut rows = Vec::with_capacity(plan.len());
        let ratings = self.store.ratings([&claim.player]).await?;
        for (pool, PlannedPool { nodes, games }) in plan {
            let mut counted: Vec<Vec<CountedMove>> = Vec::with_capacity(games.len());
            for planned in &games {
                done += 1;
                let known = known.get(&planned.id).and_then(|row| known_moves(row, nodes));
                let new = match known {
                    Some(_) => None,
                    None => self.count_game(planned, admission).await?,
                };
                let is_own = match &new {
                    Some(moves) => {
                        let (game, body) = (planned.id.clone(), written(moves)?);
                        let row = CountedGameRow { game, revision: REVISION, nodes, body, at: clock::now() };
                        self.store.save_counted_game(claim, &row, (done, total)).await?
                    }
                    None => self.store.note_indicators(claim, (done, total)).await?,
                };
                if !is_own {
                    return Ok(());
                }
                counted.extend(known.or(new));
            }
            let rating = settled_rating(&ratings, &pool, clock::now());
            let body = written(&StoredFigures::of(&counted))?;
            rows.push(IndicatorRow { pool, revision: REVISION, nodes, rating, body, at: clock::now() });
        }
        self.store.finish_indicators(claim, &rows, clock::now()).await?;
        metrics::counter!("rukh_indicators_total").increment(1);
        Ok(())
    }

    /// The games that are judged, by pool: of those that ended before it was asked the last ones.
    async fn plan_indicators(
        &self,
        claim: &IndicatorClaim,
    ) -> Result<BTreeMap<RatingPool, PlannedPool>, ApiError> {
        let mut plan: BTreeMap<RatingPool, PlannedPool> = BTreeMap::new();
        let mut before = None;
        for _ in 0..MAX_PAGES {
            let filter = GameFilter {
                state: Some(GameStatus::Over),
                player: Some(claim.player.clone()),
                with_private: true,
                count: PAGE,
                before,
                ..GameFilter::default()
            };
            let cards = self.store.list(filter).await?;
            for card in cards.iter().filter(|card| may_count(card)) {
                let full = |pool: &RatingPool| {
                    plan.get(pool).is_some_and(|pool| pool.games.len() >= MAX_GAMES_OF_POOL)
                };
                if card.rated.as_ref().is_some_and(|rated| full(&rated.pool)) {
                    continue;
                }
                let session = match self.ended_session(&card.id).await {
                    Ok(session) => session,
                    Err(ApiError::Store(error)) if !matches!(error, StoreError::Corrupt(_)) => {
                        return Err(error.into());
                    }
                    // Its laws may be gone.
                    Err(error) => {
                        tracing::warn!(game = card.id.as_str(), %error, "a finished game cannot be judged");
                        continue;
                    }
                };
                let Some((pool, side)) = counts_for(&session, &claim.player, claim.asked) else { continue };
                let nodes = nodes(session.game().ruleset());
                let planned = plan.entry(pool).or_insert_with(|| PlannedPool { nodes, games: Vec::new() });
                if planned.games.len() < MAX_GAMES_OF_POOL {
                    planned.games.push(PlannedGame { id: card.id.clone(), side });
                }
            }
            match cards.last() {
                Some(last) if cards.len() >= PAGE as usize => before = Some(last.started),
                _ => break,
            }
        }
        Ok(plan)
    }

    /// The counted moves of a game, judged with a seat that nobody else wants; `None` if the judge fails.
    async fn count_game(
        &self,
        planned: &PlannedGame,
        admission: &Admission,
    ) -> Result<Option<Vec<CountedMove>>, ApiError> {
        let PlannedGame { id, side } = planned;
        let (session, side) = (self.ended_session(id).await?, *side);
        let owner = Owner::new(None, None);
        let _place = admission.enter(WorkClass::Indicators, &owner).await?;
        let deadline = Instant::now() + WorkClass::Indicators.deadline();
        let busy = || ApiError::EnginesBusy { retry_after: RETRY_INTERVAL };
        let permit = self.engine_pool.acquire_in_background(owner, deadline).await.ok_or_else(busy)?;
        // Dropped with this task when the server ends, which ends the search.
        let handle = SearchHandle::default();
        let found = self.engine_pool.run(permit, handle.flag(), move |stop| {
            let game = session.game();
            let times = thinking_times(&session);
            let time = |entry| times.get(&session.event_seq(entry).as_u64()).copied();
            let analyser = Analyser::new(game.ruleset().clone(), settings(game.ruleset()), None);
            let analyser = analyser.expect("no evaluation file is given").without_tables();
            count_moves(&mut analyser.with_stop(stop), game, side, &time)
        });
        let moves = found.await.flatten();
        if moves.is_none() {
            if Instant::now() >= deadline {
                return Err(busy());
            }
            // The other games count.
            tracing::warn!(game = id.as_str(), "the judge of a finished game has failed");
        }
        Ok(moves)
    }
}

/// What this judge has counted before; what cannot be read is counted again.
fn known_moves(row: &CountedGameRow, nodes: u64) -> Option<Vec<CountedMove>> {
    let is_of_this_judge = (row.revision, row.nodes) == (REVISION, nodes);
    is_of_this_judge.then(|| read("counted moves", &row.body).ok()).flatten()
}

/// The rating of a person in a pool, in points, if it is settled.
fn settled_rating(ratings: &[RatingRow], pool: &RatingPool, now: UnixMillis) -> Option<u16> {
    let rating = shown(&ratings.iter().find(|row| row.pool == *pool)?.at(now));
    (!rating.provisional).then_some(rating.value)
}

/// Whether a game may count by what lists say of it: on clocks, between two, and not over at once.
fn may_count(card: &GameCard) -> bool {
    let is_between_two = matches!(
        (card.white.player.id(), card.black.player.id()),
        (Some(white), Some(black)) if white != black
    );
    is_between_two && card.time_control != GameTimeControl::None && card.plies > OPENING_PLIES as u64
}

/// The pool that a finished game counts for and the side of a person in it; `None` if it does not count: it was
/// another's, ended later, had no clocks or odds of time, its position was set up, or moves were taken back.
fn counts_for(session: &Session, player: &GuestId, asked: UnixMillis) -> Option<(RatingPool, Side)> {
    let (info, game) = (session.info(), session.game());
    let side = Side::BOTH.into_iter().find(|side| info.player(*side).id() == Some(player))?;
    let ended = session.events().iter().find(|event| matches!(event.kind, EventKind::End { .. }))?.at;
    let is_own_opening = *game.start() != *Game::from_rules(game.rules().clone()).start();
    let is_taken_back = session.events().iter().any(|event| matches!(event.kind, EventKind::Takeback { .. }));
    if ended > asked || info.odds.is_some() || is_own_opening || is_taken_back {
        return None;
    }
    Some((RatingPool::of(game.ruleset(), &info.time_control)?, side))
}

/// Thinking times of moves in milliseconds, by the numbers of their events: only on clocks that run while both are
/// here, and not of moves that were given in advance or had an outage before them.
fn thinking_times(session: &Session) -> BTreeMap<u64, u64> {
    let mut times = BTreeMap::new();
    if !session.info().time_control.is_live() {
        return times;
    }
    let mut since: Option<UnixMillis> = None;
    for event in session.events() {
        match &event.kind {
            EventKind::Move(_) => {
                let time = since.map_or(0, |since| event.at.since(since));
                times.extend((time > 0).then_some((event.seq.as_u64(), time)));
                since = Some(event.at);
            }
            EventKind::Throw(_) | EventKind::WereraEnded(_) => since = Some(event.at),
            EventKind::Outage { .. } => since = None,
            _ => {}
        }
    }
    times
}

fn read<T: for<'a> Deserialize<'a>>(what: &str, body: &str) -> Result<T, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::Corrupt(format!("{what}: {error}")))
}

fn written(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_fair_dice::ServerSeed;
    use rukh_lab::indicator::{CountedMove, IndicatorFigures, MAX_GAMES, REVISION, SecondChoice};
    use rukh_rating::Rating;
    use rukh_rules::{Game, Ruleset, Side};
    use rukh_session::session::{GameInfo, Session};
    use rukh_store::{CountedGameRow, RatingRow};

    use super::{StoredFigures, counts_for, known_moves, settled_rating, thinking_times};
    use crate::wire::people::Player;
    use crate::wire::time::UnixMillis;
    use crate::wire::{GameTimeControl, Intent, SpectatorMode, TimeOdds};

    const LIVE: GameTimeControl = GameTimeControl::Fischer { initial: 300, increment: 0, werera: None };
    const DELAY: GameTimeControl = GameTimeControl::Delay { initial: 300, delay: 5, werera: None };
    const BYOYOMI: GameTimeControl =
        GameTimeControl::Byoyomi { initial: 300, period: 30, periods: 3, werera: None };

    /// A game of `almaz` with White, who takes seconds for moves, against `bekele`, who takes one more; White resigns.
    fn ended(time_control: GameTimeControl, fen: Option<&str>, between: &[Intent]) -> Session {
        ended_with(None, time_control, fen, between)
    }

    fn ended_with(
        odds: Option<TimeOdds>,
        time_control: GameTimeControl,
        fen: Option<&str>,
        between: &[Intent],
    ) -> Session {
        let person = |id: &str| Player::Guest { id: id.parse().unwrap() };
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white: person("almaz"),
            black: person("bekele"),
            server_seed: ServerSeed([1; 32]),
            time_control,
            spectator_mode: SpectatorMode::Match,
            private: false,
            rated: None,
            odds,
            started: UnixMillis::new(0),
        };
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let game = match fen {
            Some(fen) => Game::from_fen(ruleset, fen).unwrap(),
            None => Game::new(ruleset),
        };
        let (mut session, draft) = Session::new(info, game, UnixMillis::new(0));
        session.commit(draft, None);
        let mv = |text: &str| Intent::Move { coordinates: text.into() };
        let end = Intent::Resign { side: Side::White };
        let all = [mv("e2e3"), mv("e7e6")].into_iter().chain(between.iter().cloned()).chain([end]);
        let mut now = 0;
        for (number, intent) in (1_u64..).zip(all) {
            now += 1_000 * number;
            let draft = session.draft_intent(&intent, UnixMillis::new(now), 0).unwrap();
            session.commit(draft, None);
        }
        session
    }

    #[test]
    fn games_count_by_what_they_were_and_when_they_ended() {
        let (almaz, late) = ("almaz".parse().unwrap(), UnixMillis::new(1 << 40));
        let found = |session: &Session| {
            counts_for(session, &almaz, late).map(|(pool, side)| (pool.to_string(), side))
        };
        let live = ended(LIVE, None, &[]);
        assert_eq!(found(&live), Some(("shatranj-live".to_owned(), Side::White)));
        assert_eq!(counts_for(&live, &"bekele".parse().unwrap(), late).unwrap().1, Side::Black);
        assert_eq!(counts_for(&live, &"desta".parse().unwrap(), late), None, "another's");
        assert_eq!(counts_for(&live, &almaz, UnixMillis::new(5_999)), None, "it ended later");
        assert!(counts_for(&live, &almaz, UnixMillis::new(6_000)).is_some());
        let days = ended(GameTimeControl::Days { days: 3, werera_days: None }, None, &[]);
        assert_eq!(found(&days), Some(("shatranj-days".to_owned(), Side::White)));
        assert_eq!(found(&ended(GameTimeControl::None, None, &[])), None, "no clocks");
        for live in [LIVE, DELAY, BYOYOMI] {
            assert_eq!(found(&ended(live, None, &[])), Some(("shatranj-live".to_owned(), Side::White)));
            for side in Side::BOTH {
                let odds = TimeOdds { side, time_control: DELAY };
                assert_eq!(found(&ended_with(Some(odds), live, None, &[])), None, "odds of time");
            }
        }
        let fen = "k7/4p3/8/8/8/8/4P3/1R5K w - - 0 1";
        assert_eq!(found(&ended(LIVE, Some(fen), &[])), None, "a position of its own");
        let back = [
            Intent::Takeback { side: Side::White },
            Intent::Takeback { side: Side::Black },
            Intent::Move { coordinates: "e2e3".into() },
            Intent::Move { coordinates: "e7e6".into() },
        ];
        assert_eq!(found(&ended(LIVE, None, &back)), None, "moves taken back");
    }

    #[test]
    fn thinking_times_are_those_between_moves_on_running_clocks() {
        let more = ["d2d3", "d7d6"].map(|text| Intent::Move { coordinates: text.into() });
        for live in [LIVE, DELAY, BYOYOMI] {
            let times = thinking_times(&ended(live, None, &more));
            assert_eq!(times.into_values().collect::<Vec<_>>(), [2_000, 3_000, 4_000], "{live:?}");
        }
        let days = ended(GameTimeControl::Days { days: 3, werera_days: None }, None, &more);
        assert!(thinking_times(&days).is_empty(), "people go away from such games");
    }

    #[test]
    fn moves_of_another_judge_and_unreadable_ones_are_counted_again() {
        let row = |revision, nodes, body: &str| CountedGameRow {
            game: "game".parse().unwrap(),
            revision,
            nodes,
            body: body.to_owned(),
            at: UnixMillis::new(1),
        };
        assert_eq!(known_moves(&row(REVISION, 40_000, "[]"), 40_000), Some(Vec::new()));
        for other in [
            row(REVISION, 40_000, "x"),
            row(REVISION, 40_000, "{}"),
            row(REVISION - 1, 40_000, "[]"),
            row(REVISION, 1, "[]"),
        ] {
            assert_eq!(known_moves(&other, 40_000), None, "{other:?}");
        }
    }

    #[test]
    fn only_settled_ratings_of_the_pool_are_kept() {
        let row = |pool: &str, deviation| RatingRow {
            player: "almaz".parse().unwrap(),
            pool: pool.parse().unwrap(),
            rating: Rating::new(1623.0, deviation, 0.06).unwrap(),
            games: 30,
            played: UnixMillis::new(0),
        };
        let found = |deviation| {
            let rows = [row("shatranj-days", 50.0), row("shatranj-live", deviation)];
            settled_rating(&rows, &"shatranj-live".parse().unwrap(), UnixMillis::new(0))
        };
        assert_eq!((found(50.0), found(300.0)), (Some(1623), None));
        let live = "shatranj-live".parse().unwrap();
        assert_eq!(settled_rating(&[], &live, UnixMillis::new(0)), None);
        let old = UnixMillis::new(1_000_000_000_000);
        assert_eq!(
            settled_rating(&[row("shatranj-live", 50.0)], &live, old),
            None,
            "it was settled decades ago"
        );
    }

    #[test]
    fn last_games_are_apart_from_those_before_them() {
        let mv = |loss| CountedMove {
            seq: 1,
            loss,
            first: false,
            second: SecondChoice::Between,
            settled: 0,
            time: None,
        };
        let recent = vec![vec![mv(10_000); 12]; MAX_GAMES];
        let earlier = vec![vec![mv(90_000); 12]; 6];
        let both = StoredFigures::of(&[recent.clone(), earlier.clone()].concat());
        assert_eq!(
            (both.recent, both.earlier),
            (IndicatorFigures::of(&recent), Some(IndicatorFigures::of(&earlier)))
        );
        let [loss, before] = [both.recent, both.earlier.unwrap()].map(|figures| figures.loss.unwrap().value);
        assert_eq!((loss, before), (0.01, 0.09));
        assert_eq!(StoredFigures::of(&recent).earlier, None);
        assert_eq!(StoredFigures::of(&[]).recent, IndicatorFigures::default());
    }
}
