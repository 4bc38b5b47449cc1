//! A replica: a game rebuilt from its events with the rules alone.

use std::sync::Arc;

use rukh_rules::{Event, Game, Phase, Ruleset, Side};
use serde_json::{Value, json};

/// A game rebuilt from its events.
#[derive(Clone)]
pub struct Replica {
    pub game: Game,
    /// Number of the last event.
    pub seq: u64,
    /// Event number of each entry of the rules' log.
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

    /// The game after events.
    pub fn of(instance: &str, events: &[Value]) -> Replica {
        let mut replica = Replica::new(instance, events[0]["data"]["fen"].as_str());
        events.iter().for_each(|event| replica.take(event));
        replica
    }

    /// Event number of an entry of the rules' log.
    pub fn event_of(&self, entry: u64) -> u64 {
        self.told_as[entry as usize - 1]
    }

    /// Applies the next event.
    pub fn take(&mut self, event: &Value) {
        self.seq += 1;
        assert_eq!(event["seq"], json!(self.seq), "events come without gaps");
        if event["type"] == "takeback" {
            let to = event["data"]["to"].as_u64().unwrap();
            let kept = self.told_as.iter().filter(|message| **message <= to).count();
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
        let side = |key: &str| serde_json::from_value::<Side>(d[key].clone()).unwrap();
        Some(match event["type"].as_str().unwrap() {
            "place" => Event::Place {
                side: side("side"),
                id: d["piece_id"].as_u64().map(|id| id as u16),
                from: text("from").parse().unwrap(),
                to: text("to").parse().unwrap(),
                promotion: d["promotion"].as_str().and_then(|letter| letter.chars().next()),
            },
            "retract" => {
                let message = d["seq"].as_u64().unwrap();
                let entry = self.told_as.iter().position(|one| *one == message).unwrap();
                Event::Retract { side: side("side"), seq: entry as u64 + 1 }
            }
            "werera_ended" if self.game.position().phase() == Phase::Werera => {
                Event::Turns { why: text("cause") }
            }
            "batch_ended" => Event::Bundle { side: side("side") },
            "throw" => Event::Throw { face: d["face"].as_u64().unwrap() as u8 },
            "move" => Event::Move { mv: text("move").parse().unwrap() },
            "resign" => Event::Resign { side: side("side") },
            "draw" => Event::Draw,
            "abort" => Event::Abort,
            "flag" => Event::Flag { side: side("side") },
            _ => return None,
        })
    }

    /// Fails if a view shows another state.
    pub fn check(&self, view: &Value) {
        assert_eq!(view["seq"], json!(self.seq));
        assert_eq!(view["fen"], json!(self.game.fen()));
        let ruleset = self.game.ruleset();
        let pieces: Vec<Value> = self
            .game
            .pieces()
            .into_iter()
            .map(|piece| {
                let side = piece.side;
                let (cell, letter) = (ruleset.geometry.name(piece.cell), ruleset.letter(piece.kind));
                json!({ "cell": cell, "side": side, "letter": letter, "id": piece.id })
            })
            .collect();
        assert_eq!(view["pieces"], json!(pieces));
        assert_eq!(view["result"].is_null(), self.game.outcome().is_none());
    }
}
