//! A replica: a game rebuilt from its events, by nothing but the rules.

use std::sync::Arc;

use rukh_rules::game::SideName;
use rukh_rules::{Event, Game, Phase, Ruleset};
use serde_json::{Value, json};

/// What somebody makes of the events of a game.
#[derive(Clone)]
pub struct Replica {
    pub game: Game,
    /// The number of the last event.
    pub seq: u64,
    /// For each entry of the rules' log, the number of the event that tells it.
    told_as: Vec<u64>,
}

impl Replica {
    pub fn new(instance: &str, fen: Option<&str>) -> Replica {
        let ruleset = Arc::new(Ruleset::named(instance).unwrap());
        let game = match fen {
            Some(fen) => Game::from_fen(ruleset, fen).unwrap(),
            None => Game::new(ruleset),
        };
        Replica { game, seq: 0, told_as: Vec::new() }
    }

    /// The game of some events.
    pub fn of(instance: &str, events: &[Value]) -> Replica {
        let mut replica = Replica::new(instance, events[0]["data"]["fen"].as_str());
        events.iter().for_each(|event| replica.take(event));
        replica
    }

    /// The number of the event that tells an entry of the rules' log.
    pub fn event_of(&self, entry: u64) -> u64 {
        self.told_as[entry as usize - 1]
    }

    /// Takes in the next event.
    pub fn take(&mut self, event: &Value) {
        self.seq += 1;
        assert_eq!(event["seq"], json!(self.seq), "events come without gaps");
        if event["type"] == "takeback" {
            let to = event["data"]["to"].as_u64().unwrap();
            let kept = self.told_as.iter().filter(|told| **told <= to).count();
            self.game = self.game.without_last(self.told_as.len() - kept);
            self.told_as.truncate(kept);
            return;
        }
        if let Some(decided) = self.decided_by(event) {
            let applied = self.game.apply(decided, None);
            assert!(applied.is_ok(), "{event}: {applied:?}");
            self.told_as.push(self.seq);
        }
    }

    fn decided_by(&self, event: &Value) -> Option<Event> {
        let d = &event["data"];
        let text = |key: &str| d[key].as_str().unwrap().to_owned();
        let side = |key: &str| serde_json::from_value::<SideName>(d[key].clone()).unwrap();
        Some(match event["type"].as_str().unwrap() {
            "place" => Event::Place {
                side: side("side"),
                id: d["piece_id"].as_u64().map(|id| id as u16),
                from: text("from"),
                to: text("to"),
                promotion: d["promotion"].as_str().and_then(|letter| letter.chars().next()),
            },
            "retract" => {
                let told = d["seq"].as_u64().unwrap();
                let entry = self.told_as.iter().position(|one| *one == told).unwrap();
                Event::Retract { side: side("side"), seq: entry as u64 + 1 }
            }
            "werera_ended" if self.game.position().phase() == Phase::Werera => {
                Event::Turns { why: text("cause") }
            }
            "batch_ended" => Event::Bundle { side: side("side") },
            "throw" => Event::Throw { face: d["face"].as_u64().unwrap() as u8 },
            "move" => Event::Move { mv: text("move") },
            "resign" => Event::Resign { side: side("side") },
            "draw" => Event::Draw,
            "abort" => Event::Abort,
            "flag" => Event::Flag { side: side("side") },
            _ => return None,
        })
    }

    /// Fails if a view shows anything else.
    pub fn check(&self, view: &Value) {
        assert_eq!(view["seq"], json!(self.seq));
        assert_eq!(view["fen"], json!(self.game.fen()));
        let ruleset = self.game.ruleset();
        let men: Vec<Value> = self
            .game
            .pieces()
            .into_iter()
            .map(|man| {
                let side = SideName::from(man.side);
                let (cell, letter) = (ruleset.geometry.name(man.cell), ruleset.letter(man.kind));
                json!({ "cell": cell, "side": side, "letter": letter, "id": man.id })
            })
            .collect();
        assert_eq!(view["pieces"], json!(men));
        assert_eq!(view["result"].is_null(), self.game.outcome().is_none());
    }
}
