//! Games on this device: the host of a session in a page, as the server is one for others.

use std::sync::Arc;
use std::time::Duration;

use rukh_engine::{ActionRate, Level};
use rukh_fair_dice::ServerSeed;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::{pgn, record};
use rukh_rules::ruleset::{Instance, InstanceError, LoadError};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, RulesetFile, Side, catalog};
use rukh_session::engine_seat::{SeatOutcome, TURN_DELAY, TaskKind};
use rukh_session::id::GameIdError;
use rukh_session::intent::{self, IntentStatus};
use rukh_session::say;
use rukh_session::session::{Draft, GameInfo, OfferOutcome, Rejection, Session, view};
use rukh_session::wire::event::Seq;
use rukh_session::wire::game::SeatNames;
use rukh_session::wire::intent::OfferKind;
use rukh_session::wire::people::{PlayerPresence, Presence};
use rukh_session::wire::replay::Replay;
use rukh_session::wire::server_message::{ServerMessage, SidePremoves};
use rukh_session::wire::time::UnixMillis;
use rukh_session::wire::view::{BySide, PossiblePremoves, WhyQuery, WhyResponse};
use rukh_session::wire::{
    Ack, BoardInfo, ClientMessage, GameTimeControl, Guest, Hello, Intent, Nack, Player, SpectatorMode,
    WireEvent,
};
use serde::Serialize;
use serde_json::Value;

use crate::data::{
    GameData, LocalDecision, LocalLog, LocalPlan, LocalStep, LocalTask, LocalTaskKind, RematchSeed,
    RulesetSource,
};
use crate::error::{Problem, ProblemKind};
use crate::game::{compiled, event_data};

/// The guest that every person at this device is.
const GUEST: &str = "local";
/// The version of logs.
const LOG_VERSION: u32 = 1;
/// The greatest integer below which JavaScript has every integer.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

fn problem(place: &str, message: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::Local, place, message)
}

fn instance_of(text: &str) -> Result<Instance, Problem> {
    text.parse().map_err(|error: InstanceError| Problem::from(LoadError::from(error)))
}

/// A game on this device.
#[derive(Debug)]
pub(crate) struct LocalGame {
    session: Session,
    guest: Guest,
    /// What the game began with, for its log.
    begun: Beginning,
    /// Where an engine finds the ruleset.
    source: RulesetSource,
    /// The decisions to wait in a row of each side's engine.
    waits: BySide<u32>,
}

/// What a game begins with.
#[derive(Debug, Clone)]
struct Beginning {
    id: String,
    seed: String,
    instance: String,
    /// The ruleset file, as text that needs no other.
    ruleset_text: String,
    white: Option<u8>,
    black: Option<u8>,
    name: String,
    started: UnixMillis,
}

impl Beginning {
    fn guest(&self) -> Guest {
        Guest { id: GUEST.parse().expect("it has no character 0"), name: self.name.clone(), is_bot: false }
    }

    fn info(&self) -> Result<GameInfo, Problem> {
        let server_seed = ServerSeed::parse(&self.seed)
            .ok_or_else(|| problem(&format!("seed: {}", self.seed), "should be 64 hexadecimal digits"))?;
        Ok(GameInfo {
            id: self.id.parse().map_err(|error: GameIdError| problem("id", error.to_string()))?,
            white: self.player(self.white)?,
            black: self.player(self.black)?,
            server_seed,
            time_control: GameTimeControl::None,
            odds: None,
            spectator_mode: SpectatorMode::default(),
            private: true,
            rated: None,
            started: self.started,
        })
    }

    /// The names in the seats.
    fn names(&self) -> SeatNames {
        let name = |level: Option<u8>| level.is_none().then(|| self.name.clone());
        SeatNames { white: name(self.white), black: name(self.black) }
    }

    fn player(&self, level: Option<u8>) -> Result<Player, Problem> {
        let Some(level) = level else { return Ok(Player::Guest { id: self.guest().id }) };
        if Level::new(level).is_none() {
            return Err(problem(&format!("level: {level}"), "should be 1 to 8"));
        }
        Ok(Player::Engine { level })
    }

    /// The rules that the game began with, and where an engine finds them: they are those of the
    /// built-in ruleset, unless its laws have changed since.
    fn rules(&self) -> Result<(Arc<Rules<Any>>, RulesetSource), Problem> {
        let instance = instance_of(&self.instance)?;
        let built_in = RulesetFile::find(catalog::all().iter(), &instance.id);
        if built_in.is_ok_and(|file| file.text() == self.ruleset_text) {
            let source = RulesetSource::BuiltIn { name: self.instance.clone() };
            return Ok((compiled(&source)?, source));
        }
        let file = RulesetFile::parse_unchecked(&instance.id, &self.ruleset_text, |_| None)?;
        let rules = Rules::compile(Arc::new(file.resolve(&instance.choices)?));
        let source = RulesetSource::Text { toml: self.ruleset_text.clone(), options: instance.choices };
        Ok((Arc::new(rules), source))
    }
}

impl LocalGame {
    /// A new game.
    pub(crate) fn begin(plan: LocalPlan, now: UnixMillis) -> Result<LocalGame, Problem> {
        let LocalPlan { id, seed, instance, white, black, name, fen } = plan;
        let parsed = instance_of(&instance)?;
        let ruleset_text = RulesetFile::find(catalog::all().iter(), &parsed.id)?.text();
        let begun = Beginning { id, seed, instance, ruleset_text, white, black, name, started: now };
        let (rules, source) = begun.rules()?;
        let game = match fen {
            Some(text) => Game::from_position(rules.clone(), fen::parse(&rules, &text, Dialect::Own)?),
            None => Game::from_rules(rules),
        };
        LocalGame::start(begun, game, source)
    }

    fn start(begun: Beginning, game: Game, source: RulesetSource) -> Result<LocalGame, Problem> {
        let (mut session, draft) = Session::new(begun.info()?, game, begun.started);
        session.commit(draft, None);
        Ok(LocalGame { session, guest: begun.guest(), begun, source, waits: BySide::default() })
    }

    /// The game that its log makes, by the laws that it began with.
    pub(crate) fn restore(log: LocalLog) -> Result<LocalGame, Problem> {
        let LocalLog { version, id, seed, instance, ruleset_text, white, black, name, started, events } = log;
        if version != LOG_VERSION {
            let message = format!("should be {LOG_VERSION}, the one that this version of Rukh reads");
            return Err(problem(&format!("version: {version}"), message));
        }
        let started = UnixMillis::new(started);
        let begun = Beginning { id, seed, instance, ruleset_text, white, black, name, started };
        let event = |(number, value): (usize, Value)| {
            let event: WireEvent = serde_json::from_value(value)
                .map_err(|error| problem(&format!("event {}", number + 1), error.to_string()))?;
            Ok((event, None))
        };
        let events = events.into_iter().enumerate().map(event).collect::<Result<_, Problem>>()?;
        let (rules, source) = begun.rules()?;
        let session = Session::replay(begun.info()?, rules, events);
        let session = session.map_err(|error| problem("log", error.to_string()))?;
        Ok(LocalGame { session, guest: begun.guest(), begun, source, waits: BySide::default() })
    }

    /// What restores the game.
    pub(crate) fn log(&self) -> LocalLog {
        let Beginning { id, seed, instance, ruleset_text, white, black, name, started } = self.begun.clone();
        let event = |event| serde_json::to_value(event).expect("an event is plain data");
        LocalLog {
            version: LOG_VERSION,
            id,
            seed,
            instance,
            ruleset_text,
            white,
            black,
            name,
            started: started.as_u64(),
            events: self.session.events().iter().map(event).collect(),
        }
    }

    /// The greeting, and the events after one.
    pub(crate) fn connect(&self, after: u64, now: UnixMillis) -> LocalStep {
        let from = Seq::new(after).count();
        let events = self.session.events().get(from..).unwrap_or_default();
        let hello = ServerMessage::Hello(Box::new(self.hello(now)));
        LocalStep {
            messages: std::iter::once(message(&hello)).chain(events.iter().map(message)).collect(),
            rematch: None,
        }
    }

    fn hello(&self, now: UnixMillis) -> Hello {
        let player = PlayerPresence { connected: true, ..PlayerPresence::default() };
        let presence = Presence { white: player.clone(), black: player, ..Presence::default() };
        self.session.hello(Some(&self.guest), Vec::new(), (presence, self.begun.names()), now)
    }

    /// Executes a player's message. `rematch` is what a rematch begins with, if one is agreed.
    pub(crate) fn receive(
        &mut self,
        sent: &ClientMessage,
        rematch: RematchSeed,
        now: UnixMillis,
    ) -> LocalStep {
        let now = self.time(now);
        let answered = self.execute(sent, rematch, now);
        let mut step = match answered {
            Ok(step) => step,
            Err(Rejection { code, message: text }) => {
                let (id, code) = (sent.id.clone(), code.to_owned());
                let nack = Nack { id, code, message: text, seq: self.session.seq() };
                return LocalStep { messages: vec![message(&nack)], rematch: None };
            }
        };
        step.messages.push(message(&Ack { id: sent.id.clone(), seq: self.session.seq() }));
        step
    }

    fn execute(
        &mut self,
        sent: &ClientMessage,
        rematch: RematchSeed,
        now: UnixMillis,
    ) -> Result<LocalStep, Rejection> {
        let (intent, side) = match intent::admit(&self.session, Some(&self.guest.id), sent)? {
            IntentStatus::Executed(_) => return Ok(LocalStep::default()),
            IntentStatus::New(intent, side) => (intent, side),
        };
        let key = intent::idempotency_key(&self.session, Some(&self.guest.id), &sent.id);
        let is_rematch = matches!(intent, Intent::Rematch { .. })
            && self.session.offer(side, OfferKind::Rematch)? == OfferOutcome::Agreed;
        if !is_rematch {
            let draft = self.session.draft_intent(&intent, now, 0)?;
            return Ok(self.commit(draft, Some(key)));
        }
        let next = self
            .rematch(rematch, now)
            .map_err(|_| Rejection::new("unavailable", say::host::reject_rematch_failed()))?;
        let draft = self.session.draft_rematch(next.session.info().id.clone(), now);
        let step = self.commit(draft, Some(key));
        Ok(LocalStep { rematch: Some(next.log()), ..step })
    }

    /// The next game by the same laws, with colours swapped unless one side lacks pieces: odds stay with the person.
    fn rematch(&self, RematchSeed { id, seed }: RematchSeed, now: UnixMillis) -> Result<LocalGame, Problem> {
        let last = self.session.game();
        let game = Game::from_position(last.rules().clone(), *last.start());
        let Beginning { white, black, .. } = self.begun;
        let (white, black) = if view::piece_odds(&game).is_some() { (white, black) } else { (black, white) };
        let begun = Beginning { id, seed, white, black, started: now, ..self.begun.clone() };
        LocalGame::start(begun, game, self.source.clone())
    }

    /// Does what is due: throws, forced passes, a werera in which a side is not ready.
    pub(crate) fn wake(&mut self, now: UnixMillis) -> LocalStep {
        let now = self.time(now);
        let draft = self.session.draft_automatic(now).or_else(|| self.session.draft_deadline(now));
        draft.map(|draft| self.commit(draft, None)).unwrap_or_default()
    }

    /// When something is due next.
    pub(crate) fn deadline(&self) -> Option<UnixMillis> {
        self.session.deadline()
    }

    /// What the engines have to decide, and when.
    pub(crate) fn tasks(&self, now: UnixMillis) -> Vec<LocalTask> {
        let engines = Side::BOTH.into_iter().filter(|side| self.session.info().is_engine(*side));
        engines.filter_map(|side| self.task(side, now)).collect()
    }

    fn task(&self, side: Side, now: UnixMillis) -> Option<LocalTask> {
        let session = &self.session;
        let kind = session.pending_task(side)?;
        let number = session.info().player(side).engine_level()?;
        let (waits, level) = (*self.waits.of(side), Level::new(number).unwrap_or(Level::LOWEST));
        let pace = ActionRate::per_second(ActionRate::DEFAULT_PER_SECOND).for_level(level);
        let delay = match kind {
            TaskKind::Werera => pace.delay(waits, session.delay_seed(side, waits)),
            TaskKind::Turn | TaskKind::DrawOffer => Duration::from_millis(TURN_DELAY),
        };
        let has_person = !session.info().is_engine(side.other());
        Some(LocalTask {
            side,
            kind: match kind {
                TaskKind::Turn => LocalTaskKind::Turn,
                TaskKind::Werera => LocalTaskKind::Werera,
                TaskKind::DrawOffer => LocalTaskKind::Draw,
            },
            level: number,
            waits,
            delay: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
            base: session.seq().as_u64(),
            seed: session.engine_seed(side) & MAX_SAFE_INTEGER,
            since_ready: has_person.then(|| now.since(session.state().ready_at())),
        })
    }

    /// The game as an engine gets it.
    pub(crate) fn data(&self) -> GameData {
        let game = self.session.game();
        GameData {
            ruleset: self.source.clone(),
            start: fen::format(game.rules(), game.start(), Dialect::Own),
            events: game.log().iter().map(|entry| event_data(&entry.event)).collect(),
        }
    }

    /// Executes what an engine has decided, unless the game has moved on.
    pub(crate) fn decide(&mut self, decision: LocalDecision, now: UnixMillis) -> Result<LocalStep, Problem> {
        let (side, base, now) = (decision.side, Seq::new(decision.base), self.time(now));
        let outcome = match decision.agrees {
            Some(agrees) => self.session.engine_draw_answer(side, base, agrees),
            None => {
                let action = decision.action.map(|action| serde_json::from_value(Value::Object(action.0)));
                let action = action.transpose().map_err(|error| problem("action", error.to_string()))?;
                self.session.engine_action(side, base, action)
            }
        };
        let intent = match outcome {
            SeatOutcome::Outdated => None,
            SeatOutcome::Execute(intent) => Some(intent),
            SeatOutcome::Wait => {
                *self.waits.of_mut(side) += 1;
                let info = self.session.info();
                let engines = Side::BOTH.into_iter().filter(|side| info.is_engine(*side));
                self.session.after_waiting(engines.map(|side| *self.waits.of(side)))
            }
        };
        let draft = intent.and_then(|intent| self.session.draft_intent(&intent, now, 0).ok());
        Ok(draft.map(|draft| self.commit(draft, None)).unwrap_or_default())
    }

    /// The possible premoves of a side.
    pub(crate) fn premoves(&self, side: Side) -> PossiblePremoves {
        PossiblePremoves { seq: self.session.seq(), moves: self.session.possible_premoves(side) }
    }

    /// Why a side may not move.
    pub(crate) fn why(&self, side: Side, query: &WhyQuery) -> Result<WhyResponse, Problem> {
        self.session.why(side, query).map_err(|message| problem("why", message))
    }

    /// The replay.
    pub(crate) fn replay(&self) -> Replay {
        let (pieces, frames) = self.session.frames();
        let board = BoardInfo::of(self.session.game().ruleset());
        Replay { game: self.session.card(self.begun.names()), board, pieces, frames, chat: Vec::new() }
    }

    /// The game as PGN.
    pub(crate) fn pgn(&self) -> String {
        pgn::format(&self.session.record(&self.begun.names()))
    }

    /// The game as JSON Lines.
    pub(crate) fn jsonl(&self) -> String {
        record::format_jsonl(&self.session.record(&self.begun.names()))
    }

    /// The time of the next event: never before that of the last one.
    fn time(&self, now: UnixMillis) -> UnixMillis {
        now.max(self.session.events().last().map(|event| event.at).unwrap_or_default())
    }

    /// Makes a draft the state; the messages that everybody at the board gets.
    fn commit(&mut self, draft: Draft, intent: Option<String>) -> LocalStep {
        let from = self.session.events().len();
        let premoves = self.session.inputs().premoves.clone();
        let intent = intent.filter(|_| !draft.events().is_empty());
        self.session.commit(draft, intent);
        self.waits = BySide::default();
        let mut messages: Vec<Value> = self.session.events()[from..].iter().map(message).collect();
        if !messages.is_empty() {
            let view = ServerMessage::View { seq: self.session.seq(), data: Box::new(self.session.view()) };
            messages.push(message(&view));
        }
        for side in Side::BOTH {
            let moves = self.session.inputs().premoves.of(side);
            if moves != premoves.of(side) {
                let data = SidePremoves { side, moves };
                messages.push(message(&ServerMessage::Premoves { data }));
            }
        }
        LocalStep { messages, rematch: None }
    }
}

fn message<T: Serialize>(message: &T) -> Value {
    serde_json::to_value(message).expect("a message is plain data")
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Game, Side};
    use rukh_session::session::Session;
    use rukh_session::wire::time::UnixMillis;
    use rukh_session::wire::{ClientMessage, Intent};
    use serde_json::{Value, json};

    use super::LocalGame;
    use crate::data::{GameEvent, LocalDecision, LocalPlan, LocalTaskKind, RematchSeed};

    const START: u64 = 1_795_262_040_000;

    fn at(seconds: u64) -> UnixMillis {
        UnixMillis::new(START + seconds * 1_000)
    }

    fn begin(instance: &str, black: Option<u8>) -> LocalGame {
        let plan = LocalPlan {
            id: "local1".to_owned(),
            seed: "07".repeat(32),
            instance: instance.to_owned(),
            white: None,
            black,
            name: "Lilavati".to_owned(),
            fen: None,
        };
        LocalGame::begin(plan, at(0)).unwrap()
    }

    fn seed() -> RematchSeed {
        RematchSeed { id: "local2".to_owned(), seed: "08".repeat(32) }
    }

    fn send(game: &mut LocalGame, id: &str, intent: Value, seconds: u64) -> Vec<Value> {
        let sent = serde_json::from_value(json!({ "id": id, "base": 0, "data": intent })).unwrap();
        game.receive(&sent, seed(), at(seconds)).messages
    }

    fn kinds(messages: &[Value]) -> Vec<&str> {
        messages.iter().filter_map(|message| message["type"].as_str()).collect()
    }

    /// The intents that both sides send in a game of dice, and then move by move.
    fn intents(game: &LocalGame, step: usize) -> Value {
        match (step, game.session.game().legal_moves().first()) {
            (0, _) => json!({ "kind": "seed", "side": "white", "seed": "salt" }),
            (1, _) => json!({ "kind": "seed", "side": "black", "seed": "pepper" }),
            (_, Some(mv)) => {
                let ruleset = game.session.game().ruleset();
                json!({ "kind": "move", "move": rukh_rules::notation::coordinate::format(ruleset, *mv) })
            }
            (_, None) => json!({ "kind": "resign", "side": "white" }),
        }
    }

    /// The messages of a game here are the events and views of a session on a server.
    #[test]
    fn messages_are_those_of_a_session_for_the_same_intents() {
        for instance in ["shatranj", "oblong-dice-cazaux"] {
            let mut here = begin(instance, None);
            let rules = here.session.game().rules().clone();
            let (mut there, start) =
                Session::new(here.session.info().clone(), Game::from_rules(rules), at(0));
            there.commit(start, None);
            let mut number = there.events().len();
            for step in 0..60 {
                let seconds = (step as u64 + 1) * 10;
                let told = match here.deadline().filter(|due| *due <= at(seconds)) {
                    Some(due) => {
                        there.commit(there.draft_deadline(due).unwrap(), None);
                        here.wake(due).messages
                    }
                    None => {
                        let data = intents(&here, step);
                        let intent: Intent = serde_json::from_value(data.clone()).unwrap();
                        let Ok(draft) = there.draft_intent(&intent, at(seconds), 0) else {
                            assert_eq!(kinds(&send(&mut here, &step.to_string(), data, seconds)), ["nack"]);
                            continue;
                        };
                        there.commit(draft, None);
                        send(&mut here, &step.to_string(), data, seconds)
                    }
                };
                let events: Vec<Value> = there.events()[number..]
                    .iter()
                    .map(|event| serde_json::to_value(event).unwrap())
                    .collect();
                assert_eq!(told[..events.len()], events, "{instance} step {step}");
                if let Some(view) = told.iter().find(|message| message["type"] == "view") {
                    assert_eq!(
                        view["data"],
                        serde_json::to_value(there.view()).unwrap(),
                        "{instance} step {step}"
                    );
                }
                number = there.events().len();
            }
            assert!(number > 25, "{instance}: {number} events");
            let restored = LocalGame::restore(here.log()).unwrap();
            assert_eq!(restored.connect(0, at(9_999)), here.connect(0, at(9_999)), "{instance}");
            assert_eq!(restored.pgn(), here.pgn(), "{instance}");
        }
    }

    #[test]
    fn message_sent_twice_is_executed_once() {
        let mut game = begin("shatranj", Some(3));
        let made = json!({ "kind": "move", "move": "e2e3" });
        assert_eq!(kinds(&send(&mut game, "a", made.clone(), 1)), ["move", "view", "ack"]);
        assert_eq!(kinds(&send(&mut game, "a", made.clone(), 2)), ["ack"]);
        let refused = send(&mut game, "b", made, 3);
        assert_eq!((kinds(&refused), &refused[0]["code"]), (vec!["nack"], &json!("not_your_turn")));
    }

    #[test]
    fn computer_moves_in_its_turn_only_and_late_decisions_are_dropped() {
        let mut game = begin("shatranj", Some(3));
        assert_eq!(game.tasks(at(0)), []);
        send(&mut game, "a", json!({ "kind": "move", "move": "e2e3" }), 1);
        let task = game.tasks(at(1)).pop().unwrap();
        assert_eq!((task.side, task.kind, task.level), (Side::Black, LocalTaskKind::Turn, 3));
        let mv = json!({ "t": "move", "mv": "e7e6" });
        let action = Some(GameEvent(mv.as_object().unwrap().clone()));
        let late = LocalDecision { side: Side::Black, base: 1, action: action.clone(), agrees: None };
        assert_eq!(game.decide(late, at(2)).unwrap().messages, Vec::<Value>::new());
        let decision = LocalDecision { side: Side::Black, base: task.base, action, agrees: None };
        assert_eq!(kinds(&game.decide(decision, at(2)).unwrap().messages), ["move", "view"]);
        assert_eq!(game.tasks(at(2)), []);
    }

    #[test]
    fn werera_waits_for_the_player_then_the_computer_keeps_its_pace() {
        let mut game = begin("senterej", Some(1));
        assert_eq!(game.tasks(at(0)), [], "the player is not ready");
        send(&mut game, "a", json!({ "kind": "ready", "side": "white" }), 1);
        let first = game.tasks(at(1)).pop().unwrap();
        assert_eq!((first.kind, first.since_ready), (LocalTaskKind::Werera, Some(0)));
        let wait = LocalDecision { side: Side::Black, base: first.base, action: None, agrees: None };
        assert_eq!(game.decide(wait, at(2)).unwrap().messages, Vec::<Value>::new());
        let second = game.tasks(at(2)).pop().unwrap();
        assert!(second.waits == 1 && second.delay > first.delay / 2, "{first:?} {second:?}");
        let turns = send(&mut game, "b", json!({ "kind": "turns", "side": "white" }), 3);
        assert_eq!(kinds(&turns), ["werera_ended", "view", "ack"]);
        assert_eq!(game.session.game().node(), rukh_rules::Node::Choice(Side::White));
    }

    #[test]
    fn rematch_is_another_game_with_colours_swapped() {
        let mut game = begin("shatranj", Some(3));
        send(&mut game, "a", json!({ "kind": "resign", "side": "white" }), 1);
        let sent: ClientMessage = serde_json::from_value(
            json!({ "id": "b", "base": 0, "data": { "kind": "rematch", "side": "white" } }),
        )
        .unwrap();
        let step = game.receive(&sent, seed(), at(2));
        let log = step.rematch.unwrap();
        assert_eq!((log.id.as_str(), log.white, log.black), ("local2", Some(3), None));
        assert_eq!(LocalGame::restore(log).unwrap().tasks(at(2)).len(), 1);
        assert_eq!(kinds(&step.messages), ["rematched", "view", "ack"]);
    }

    /// Also a rematch begins from there; the person who gave pieces gives them again.
    #[test]
    fn game_begins_from_the_position_that_is_asked_for() {
        game_begins_from("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", (Some(3), None));
        game_begins_from("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/1NEKFENR w - - 0 1", (None, Some(3)));
    }

    fn game_begins_from(fen: &str, seats_again: (Option<u8>, Option<u8>)) {
        let plan = LocalPlan {
            id: "local1".to_owned(),
            seed: "07".repeat(32),
            instance: "shatranj".to_owned(),
            white: None,
            black: Some(3),
            name: String::new(),
            fen: Some(fen.to_owned()),
        };
        let mut game = LocalGame::begin(plan.clone(), at(0)).unwrap();
        assert_eq!(game.data().start, fen);
        assert_eq!(LocalGame::restore(game.log()).unwrap().data().start, fen);
        send(&mut game, "a", json!({ "kind": "resign", "side": "white" }), 1);
        let sent = serde_json::from_value(
            json!({ "id": "b", "base": 0, "data": { "kind": "rematch", "side": "white" } }),
        );
        let log = game.receive(&sent.unwrap(), seed(), at(2)).rematch.unwrap();
        assert_eq!((log.white, log.black), seats_again);
        assert_eq!(LocalGame::restore(log).unwrap().data().start, fen);
        let bad = LocalPlan { fen: Some("9/8 w".to_owned()), ..plan };
        assert!(LocalGame::begin(bad, at(0)).unwrap_err().to_json().contains("\"kind\":\"fen\""));
    }

    /// A game goes on by the laws that it began with, also under another version of the ruleset.
    #[test]
    fn log_keeps_its_laws() {
        let mut log = begin("shatranj", Some(3)).log();
        log.ruleset_text = log.ruleset_text.replace("name = \"Shatranj\"", "name = \"Old Shatranj\"");
        let game = LocalGame::restore(log).unwrap();
        assert_eq!(game.session.card(game.begun.names()).ruleset_name, "Old Shatranj");
        assert!(serde_json::to_string(&game.data()).unwrap().contains("Old Shatranj"));
    }

    #[test]
    fn bad_plans_and_logs_say_what_is_wrong() {
        let plan = |instance: &str, seed: &str, level| LocalPlan {
            id: "local1".to_owned(),
            seed: seed.to_owned(),
            instance: instance.to_owned(),
            white: level,
            black: None,
            name: String::new(),
            fen: None,
        };
        let seed = "07".repeat(32);
        for (plan, part) in [
            (plan("chess", &seed, None), "shatranj"),
            (plan("shatranj", "7", None), "64 hexadecimal digits"),
            (plan("shatranj", &seed, Some(9)), "should be 1 to 8"),
        ] {
            let problem = LocalGame::begin(plan, at(0)).unwrap_err().to_json();
            assert!(problem.contains(part), "{problem}");
        }
        let mut log = begin("shatranj", None).log();
        log.events.push(json!({ "seq": 9 }));
        assert!(LocalGame::restore(log.clone()).unwrap_err().to_json().contains("event 2"));
        log.version = 2;
        assert!(LocalGame::restore(log).unwrap_err().to_json().contains("version: 2"));
    }
}
