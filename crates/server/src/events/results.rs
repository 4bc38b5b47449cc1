//! Results of the games of events: each finished game is counted once, also after a crash.
//!
//! A game that was aborted was not played, and whoever is the cause forfeits it: the player who aborted it, or
//! who did not make the first move or was not ready in time; with days for each move also who let the first
//! one pass. In an arena somebody who did not come is withdrawn, so that nobody else waits for them.

use std::collections::BTreeMap;

use rukh_rules::Side;
use rukh_store::{EventStage, FinishedEventGame, FinishedGameConsumer, StoreError};
use rukh_tournament::{BoardResult, Forfeit, TournamentEvent, TournamentFormat};

use super::state::EventState;
use super::{Change, Events};
use crate::error::ApiError;
use crate::id::GameId;
use crate::session::Session;
use crate::wire::view::BySide;
use crate::wire::{EventKind, GamePhase, GameTimeControl, WireEvent};

/// Games that are counted at once.
const BATCH: u32 = 100;

/// How a game of an event ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GameEnd {
    /// It was played.
    Played(BoardResult),
    /// A player ended it before it began.
    Aborted(Side),
    /// Players did not come.
    Absent(BySide<bool>),
}

impl GameEnd {
    fn forfeit(self) -> Option<Forfeit> {
        match self {
            GameEnd::Played(_) => None,
            GameEnd::Aborted(Side::White) | GameEnd::Absent(BySide { white: true, black: false }) => {
                Some(Forfeit::White)
            }
            GameEnd::Aborted(Side::Black) | GameEnd::Absent(BySide { white: false, black: true }) => {
                Some(Forfeit::Black)
            }
            GameEnd::Absent(_) => Some(Forfeit::Both),
        }
    }
}

impl Events {
    /// Counts the results of games that have ended.
    pub(super) async fn count_results(&self) -> Result<(), ApiError> {
        let mut by_event: BTreeMap<String, Vec<FinishedEventGame>> = BTreeMap::new();
        for game in self.store().finished_event_games(BATCH).await? {
            by_event.entry(game.event.clone()).or_default().push(game);
        }
        for (event, games) in by_event {
            if let Err(error) = self.count_results_of(&event, &games).await {
                tracing::warn!(event, %error, "results of an event cannot be counted");
            }
        }
        Ok(())
    }

    /// Counts the results of games of an event that have ended.
    pub(super) async fn count_results_of(
        &self,
        event: &str,
        games: &[FinishedEventGame],
    ) -> Result<(), ApiError> {
        let mut ends = Vec::with_capacity(games.len());
        for game in games {
            match self.end_of(&game.game).await {
                Ok(end) => ends.push((game, end)),
                Err(ApiError::Store(error)) if !matches!(error, StoreError::Corrupt(_)) => {
                    return Err(error.into());
                }
                // Nobody is to blame: its event must not wait for it for ever.
                Err(error) => {
                    tracing::warn!(game = game.game.as_str(), %error, "a game counts as a draw");
                    ends.push((game, GameEnd::Played(BoardResult::Draw)));
                }
            }
        }
        let _one = self.changing.lock().await;
        let state = self.load(event).await?;
        let mut tournament = state.tournament.clone();
        let mut change = Change::default();
        let is_over = matches!(state.row.stage, EventStage::Finished | EventStage::Cancelled);
        for (game, end) in ends {
            let entries = if is_over { Vec::new() } else { entries_of(&state, game.number, end) };
            let follows: Vec<TournamentEvent> =
                entries.into_iter().filter(|entry| tournament.apply(entry).is_ok()).collect();
            // A game may be counted already, as after a backup was restored.
            if follows.is_empty() {
                self.store().skip_finished_game(FinishedGameConsumer::Events, &game.game).await?;
            } else {
                change.events.extend(follows);
                change.counted.push(game.game.clone());
            }
        }
        if !change.counted.is_empty() {
            // If another node has counted one of them, the others are counted at the next look.
            self.append(&state, change).await?;
        }
        Ok(())
    }

    /// How a finished game ended.
    async fn end_of(&self, game: &GameId) -> Result<GameEnd, ApiError> {
        let missing = || ApiError::GameNotFound(game.to_string());
        let card = self.store().card(game).await?.ok_or_else(missing)?;
        let result = card.result.ok_or_else(missing)?;
        let played = match result.winner {
            Some(Side::White) => BoardResult::WhiteWins,
            Some(Side::Black) => BoardResult::BlackWins,
            None => BoardResult::Draw,
        };
        let is_days = matches!(card.time_control, GameTimeControl::Days { .. });
        let may_be_forfeit = result.reason == "aborted" || is_days && result.reason == "time";
        if !may_be_forfeit {
            return Ok(GameEnd::Played(played));
        }
        let stored = self.store().load(game).await?.ok_or_else(missing)?;
        let rules = self.registry.laws_of(&stored.instance, &stored.hash).await?;
        let end = stored.log.iter().position(|(event, _)| is_end(event)).unwrap_or(stored.log.len());
        let last = stored.log.get(end).map(|(event, _)| event.kind.clone());
        let before = stored.log.into_iter().take(end).collect();
        let session = Session::replay(stored.info, rules, before)?;
        Ok(end_after(&session, last.as_ref()).unwrap_or(GameEnd::Played(played)))
    }
}

/// Whether an event ends a game that may not have been played.
fn is_end(event: &WireEvent) -> bool {
    matches!(event.kind, EventKind::Abort { .. } | EventKind::Flag { .. })
}

/// How a game ended that may not have been played: the session before its last event, and that event.
fn end_after(session: &Session, last: Option<&EventKind>) -> Option<GameEnd> {
    match last? {
        EventKind::Abort { side: Some(side) } => Some(GameEnd::Aborted(*side)),
        EventKind::Abort { side: None } => Some(GameEnd::Absent(absent(session))),
        EventKind::Flag { side } if !has_acted(session, *side) => {
            Some(GameEnd::Absent(BySide { white: *side == Side::White, black: *side == Side::Black }))
        }
        _ => None,
    }
}

/// The sides that a game which has not begun waits for.
fn absent(session: &Session) -> BySide<bool> {
    if session.phase() == GamePhase::Werera {
        let mut absent = BySide { white: true, black: true };
        for event in session.events() {
            match &event.kind {
                EventKind::Start(start) => {
                    absent = BySide { white: !start.ready.white, black: !start.ready.black };
                }
                EventKind::Ready { side } => *absent.of_mut(*side) = false,
                _ => {}
            }
        }
        return absent;
    }
    let turn = session.turn();
    BySide { white: turn == Some(Side::White), black: turn == Some(Side::Black) }
}

/// Whether a side's player has done something in a game.
fn has_acted(session: &Session, side: Side) -> bool {
    session.events().iter().any(|event| match &event.kind {
        EventKind::Move(one) => one.side == side && !one.forced,
        EventKind::Place(one) => one.side == side,
        EventKind::Ready { side: one } => *one == side,
        _ => false,
    })
}

/// The entries of a game that has ended.
fn entries_of(state: &EventState, game: u32, end: GameEnd) -> Vec<TournamentEvent> {
    let Some(by) = end.forfeit() else {
        let GameEnd::Played(result) = end else { return Vec::new() };
        return vec![TournamentEvent::Result { game, result }];
    };
    let mut entries = vec![TournamentEvent::Forfeited { game, by }];
    let is_arena = matches!(state.tournament.format(), TournamentFormat::Arena);
    if let (true, GameEnd::Absent(absent)) = (is_arena, end)
        && let Some(paired) = state.tournament.games().get(game as usize)
    {
        let numbers = [(absent.white, paired.white), (absent.black, paired.black)];
        for (_, number) in numbers.into_iter().filter(|(is_absent, _)| *is_absent) {
            let entrant = state.tournament.entrants()[number].id.clone();
            entries.push(TournamentEvent::Withdrew { entrant });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_fair_dice::ServerSeed;
    use rukh_rules::{Game, Ruleset, Side};
    use rukh_tournament::Forfeit;

    use super::{GameEnd, end_after};
    use crate::session::{GameInfo, Session};
    use crate::wire::time::UnixMillis;
    use crate::wire::{EventKind, GameTimeControl, Intent, Player, SpectatorMode};

    const LIVE: GameTimeControl = GameTimeControl::Fischer { initial: 60, increment: 0, werera: None };
    const DAYS: GameTimeControl = GameTimeControl::Days { days: 1, werera_days: None };

    /// A game in which some intents were executed.
    fn session(ruleset: &str, time_control: GameTimeControl, intents: &[Intent]) -> Session {
        let player = |id: &str| Player::Guest { id: id.parse().unwrap() };
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white: player("w"),
            black: player("b"),
            server_seed: ServerSeed([7; 32]),
            time_control,
            odds: None,
            spectator_mode: SpectatorMode::Match,
            private: false,
            rated: None,
            started: UnixMillis::new(0),
        };
        let game = Game::new(Arc::new(Ruleset::named(ruleset).unwrap()));
        let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
        session.commit(start, None);
        for intent in intents {
            let draft = session.draft_intent(intent, UnixMillis::new(1_000), 0).unwrap();
            session.commit(draft, None);
        }
        session
    }

    /// How a game ends in which nobody does anything more.
    fn left_alone(session: &Session) -> Option<Option<Forfeit>> {
        let draft = session.draft_deadline(session.deadline().unwrap()).unwrap();
        end_after(session, draft.events().first().map(|event| &event.kind)).map(GameEnd::forfeit)
    }

    fn mv(coordinates: &str) -> Intent {
        Intent::Move { coordinates: coordinates.to_owned() }
    }

    #[test]
    fn player_who_does_not_come_forfeits() {
        let opened = [mv("e2e3")];
        let white = Some(Some(Forfeit::White));
        let black = Some(Some(Forfeit::Black));
        assert_eq!(left_alone(&session("shatranj", LIVE, &[])), white);
        assert_eq!(left_alone(&session("shatranj", LIVE, &opened)), black);
        assert_eq!(left_alone(&session("senterej", LIVE, &[])), Some(Some(Forfeit::Both)));
        let ready = [Intent::Ready { side: Side::White }];
        assert_eq!(left_alone(&session("senterej", LIVE, &ready)), black);
        assert_eq!(left_alone(&session("shatranj", DAYS, &[])), white);
        assert_eq!(left_alone(&session("shatranj", DAYS, &opened)), black);
    }

    #[test]
    fn player_who_has_moved_loses_on_time() {
        let both = [mv("e2e3"), mv("e7e6")];
        for time_control in [LIVE, DAYS] {
            assert_eq!(left_alone(&session("shatranj", time_control, &both)), None);
        }
    }

    #[test]
    fn player_who_aborts_forfeits() {
        let session = session("shatranj", LIVE, &[]);
        let abort = EventKind::Abort { side: Some(Side::Black) };
        assert_eq!(end_after(&session, Some(&abort)), Some(GameEnd::Aborted(Side::Black)));
        assert_eq!(end_after(&session, None), None);
    }
}
