//! Ratings of finished games, changed in the background as the index is made: a consumer of finished games.

use std::sync::Arc;
use std::time::Duration;

use rukh_rating::GameScore;
use rukh_rules::game::RecordedResult;
use rukh_rules::{Game, Side};
use rukh_session::wire::rating::{Pace, RatingPool};
use rukh_store::{FinishedGameConsumer, GameToRate, LevelGame, StoreError};

use super::GameRegistry;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::session::Session;
use crate::wire::EventKind;
use crate::wire::people::Player;
use crate::wire::time::UnixMillis;

/// How often the store is asked for games that are not rated.
const INTERVAL: Duration = Duration::from_millis(500);
/// Games that are rated at once.
const BATCH: u32 = 20;
/// After an error of the database.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);

impl GameRegistry {
    /// Rates finished games. Runs until shutdown.
    pub async fn rate_finished_games(self: Arc<Self>) {
        loop {
            let read = async { Ok::<_, StoreError>(self.rate_batch().await?.max(self.rate_levels().await?)) };
            let pause = match read.await {
                Ok(count) if count < BATCH as usize => INTERVAL,
                Ok(_) => Duration::ZERO,
                Err(error) => {
                    tracing::warn!(%error, "finished games cannot be rated");
                    RETRY_INTERVAL
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Rates some games, those that ended first before the others; how many were missing.
    async fn rate_batch(&self) -> Result<usize, StoreError> {
        let (count, games) = self.read_finished(FinishedGameConsumer::Ratings, game_to_rate).await?;
        if !games.is_empty() {
            self.store.rate_games(&games).await?;
            metrics::counter!("rukh_games_rated_total").increment(games.len() as u64);
        }
        Ok(count)
    }

    /// The same for the levels of the computer.
    async fn rate_levels(&self) -> Result<usize, StoreError> {
        let (count, games) = self.read_finished(FinishedGameConsumer::Levels, level_game).await?;
        if !games.is_empty() {
            self.store.rate_levels(&games).await?;
        }
        Ok(count)
    }

    /// What some of the games that wait for a consumer count for, and how many they were; those that count for nothing
    /// wait no more.
    async fn read_finished<T>(
        &self,
        consumer: FinishedGameConsumer,
        read: impl Fn(&Session) -> Option<T>,
    ) -> Result<(usize, Vec<T>), StoreError> {
        let missing = self.store.finished_games(consumer, BATCH).await?;
        let mut games = Vec::with_capacity(missing.len());
        for id in &missing {
            match self.ended_session(id).await.map(|session| read(&session)) {
                Ok(Some(game)) => games.push(game),
                Ok(None) => self.store.skip_finished_game(consumer, id).await?,
                Err(ApiError::Store(error)) if !matches!(error, StoreError::Corrupt(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(game = id.as_str(), %error, "a finished game cannot be rated");
                    self.store.skip_finished_game(consumer, id).await?;
                }
            }
        }
        Ok((missing.len(), games))
    }
}

/// What a finished game counts for; `None` if it does not count: it was broken off, or one side never moved.
fn game_to_rate(session: &Session) -> Option<GameToRate> {
    let info = session.info();
    let rated = info.rated.as_ref()?;
    let [white, black] = [info.white.id()?, info.black.id()?];
    if white == black {
        return None;
    }
    let (score, ended) = result(session)?;
    Some(GameToRate {
        game: info.id.clone(),
        pool: rated.pool.clone(),
        players: [white.clone(), black.clone()],
        score,
        ended,
    })
}

/// What a finished game says of a level of the computer; `None` if it says nothing: a bot played it, or not on a clock,
/// it had odds of time, its position was set up, moves were taken back, it was broken off, or one side never moved.
fn level_game(session: &Session) -> Option<LevelGame> {
    let (info, game) = (session.info(), session.game());
    if info.odds.is_some() || *game.start() != *Game::from_rules(game.rules().clone()).start() {
        return None;
    }
    if session.events().iter().any(|event| matches!(event.kind, EventKind::Takeback { .. })) {
        return None;
    }
    let (person, level) = match (&info.white, &info.black) {
        (white, black) if black.engine_level().is_some() => {
            (id_of_person(white)?, (black.engine_level()?, Side::Black))
        }
        (white, black) => (id_of_person(black)?, (white.engine_level()?, Side::White)),
    };
    let pool = RatingPool::of(game.ruleset(), &info.time_control).filter(|pool| pool.pace == Pace::Live)?;
    let (score, ended) = result(session)?;
    Some(LevelGame { game: info.id.clone(), pool, person: person.clone(), level, score, ended })
}

/// The id of a player who is a person.
fn id_of_person(player: &Player) -> Option<&GuestId> {
    player.id().filter(|_| !player.is_bot())
}

/// The result of a game in which both sides moved, and when it ended.
fn result(session: &Session) -> Option<(GameScore, UnixMillis)> {
    if !Side::BOTH.into_iter().all(|side| session.has_moved(side)) {
        return None;
    }
    let score = match session.game().outcome()?.recorded()? {
        RecordedResult::White => GameScore::WhiteWins,
        RecordedResult::Draw => GameScore::Draw,
        RecordedResult::Black => GameScore::BlackWins,
    };
    let end = session.events().iter().rfind(|event| matches!(event.kind, EventKind::End { .. }))?;
    Some((score, end.at))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_fair_dice::ServerSeed;
    use rukh_rating::GameScore;
    use rukh_rules::{Game, Ruleset, Side};
    use rukh_session::session::{GameInfo, Session};

    use super::level_game;
    use crate::wire::people::Player;
    use crate::wire::time::UnixMillis;
    use crate::wire::{GameTimeControl, Intent, SpectatorMode};

    const LIVE: GameTimeControl = GameTimeControl::Fischer { initial: 300, increment: 0, werera: None };

    /// A game of a person with White against level 3, in which White moves, Black moves and White resigns; `between`
    /// comes before that.
    fn ended(white: Player, time_control: GameTimeControl, fen: Option<&str>, between: &[Intent]) -> Session {
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white,
            black: Player::Engine { level: 3 },
            server_seed: ServerSeed([1; 32]),
            time_control,
            odds: None,
            spectator_mode: SpectatorMode::Match,
            private: false,
            rated: None,
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
        for (number, intent) in (1_u64..).zip(all) {
            let draft = session.draft_intent(&intent, UnixMillis::new(1000 * number), 0).unwrap();
            session.commit(draft, None);
        }
        session
    }

    #[test]
    fn level_is_judged_by_whole_games_of_people_on_clocks() {
        let person = || Player::Guest { id: "almaz".parse().unwrap() };
        let found = level_game(&ended(person(), LIVE, None, &[])).unwrap();
        assert_eq!((found.level, found.score), ((3, Side::Black), GameScore::BlackWins));
        assert_eq!((found.person.as_str(), found.pool.to_string().as_str()), ("almaz", "shatranj-live"));
        let bot = Player::Bot { id: "almaz".parse().unwrap() };
        let days = GameTimeControl::Days { days: 3, werera_days: None };
        let fen = "k7/4p3/8/8/8/8/4P3/1R5K w - - 0 1";
        let back = [
            Intent::Takeback { side: Side::White },
            Intent::Move { coordinates: "e2e3".into() },
            Intent::Move { coordinates: "e7e6".into() },
        ];
        for (case, session) in [
            ("a bot", ended(bot, LIVE, None, &[])),
            ("days", ended(person(), days, None, &[])),
            ("a position of its own", ended(person(), LIVE, Some(fen), &[])),
            ("moves taken back", ended(person(), LIVE, None, &back)),
        ] {
            assert_eq!(level_game(&session), None, "{case}");
        }
    }
}
