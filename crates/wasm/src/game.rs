//! A game with its moves as data.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Position, Rules, Ruleset, RulesetFile, Side, catalog};
use serde_json::Value;

use crate::data::{GameData, GameEvent, RulesetSource};
use crate::error::Problem;

/// The most rulesets that stay compiled.
const MAX_COMPILED: usize = 32;

/// The compiled rules of a ruleset; those asked for before stay compiled.
pub(crate) fn compiled(source: &RulesetSource) -> Result<Arc<Rules<Any>>, Problem> {
    static COMPILED: OnceLock<Mutex<BTreeMap<String, Arc<Rules<Any>>>>> = OnceLock::new();
    let key = serde_json::to_string(source).expect("a source is plain data");
    let lock = || COMPILED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = lock().get(&key) {
        return Ok(found.clone());
    }
    let rules = Arc::new(Rules::compile(load(source)?));
    let mut compiled = lock();
    if compiled.len() >= MAX_COMPILED {
        compiled.clear();
    }
    compiled.insert(key, rules.clone());
    Ok(rules)
}

fn load(source: &RulesetSource) -> Result<Arc<Ruleset>, Problem> {
    let ruleset = match source {
        RulesetSource::BuiltIn { name } => Ruleset::named(name)?,
        RulesetSource::Text { toml, options } => {
            RulesetFile::parse("<text>", toml, catalog::text)?.resolve(options)?
        }
    };
    Ok(Arc::new(ruleset))
}

/// A game with where it came from.
#[derive(Debug, Clone)]
pub(crate) struct PlayedGame {
    #[cfg(feature = "game")]
    pub(crate) source: RulesetSource,
    pub(crate) game: Game,
}

impl PlayedGame {
    /// A game from a FEN, or from the start of its ruleset.
    pub(crate) fn new(source: RulesetSource, fen: Option<&str>) -> Result<PlayedGame, Problem> {
        let rules = compiled(&source)?;
        let game = match fen {
            None => Game::from_rules(rules),
            Some(text) => {
                let start = fen::parse(&rules, text, Dialect::Own)?;
                Game::from_position(rules, start)
            }
        };
        Ok(PlayedGame {
            #[cfg(feature = "game")]
            source,
            game,
        })
    }

    /// The game that its data makes.
    pub(crate) fn replay(data: GameData) -> Result<PlayedGame, Problem> {
        let GameData { ruleset, start, events } = data;
        let mut played = PlayedGame::new(ruleset, Some(&start))?;
        for event in events {
            played.apply(Value::Object(event.0))?;
        }
        Ok(played)
    }

    /// Lets an event happen that is written as in JSON Lines.
    pub(crate) fn apply(&mut self, event: Value) -> Result<(), Problem> {
        let shown = event.to_string();
        let event: Event = serde_json::from_value(event)
            .map_err(|error| Problem::illegal(&shown, error.to_string(), "bad_intent"))?;
        self.happen(event, &shown)
    }

    pub(crate) fn happen(&mut self, event: Event, shown: &str) -> Result<(), Problem> {
        self.game.apply(event, None).map(|_| ()).map_err(|refusal| Problem::refusal(shown, &refusal))
    }

    /// The sides that may act now.
    pub(crate) fn acting(&self) -> Vec<Side> {
        match self.game.node() {
            Node::Werera(acting) => Side::BOTH.into_iter().filter(|side| acting.may(*side)).collect(),
            Node::Choice(side) => vec![side],
            Node::Chance(_) => vec![self.position().turn()],
            Node::Over(_) => Vec::new(),
        }
    }

    #[cfg(feature = "game")]
    pub(crate) fn rules(&self) -> &Arc<Rules<Any>> {
        self.game.rules()
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }
}

/// An event as data.
pub(crate) fn event_data(event: &Event) -> GameEvent {
    match serde_json::to_value(event) {
        Ok(Value::Object(map)) => GameEvent(map),
        _ => unreachable!("an event is an object of plain data"),
    }
}
