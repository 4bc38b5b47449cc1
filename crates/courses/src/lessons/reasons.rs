//! Reasons why moves are refused, each kept once for a course.

use std::collections::{BTreeMap, HashMap};

use rukh_rules::message::{Argument, Message};
use rukh_rules::{Cell, Side};
use rukh_session::wire::message::WireMessage;
use smol_str::SmolStr;

use super::scene::Scene;
use crate::wire::lesson::{LessonMove, LessonRefusals};

/// Stands for the start cell in a reason.
const FROM: &str = "{from}";
/// Stands for the target cell in a reason.
const TO: &str = "{to}";

/// The reasons of a course, by number.
#[derive(Debug, Default)]
pub(super) struct ReasonTable {
    reasons: Vec<WireMessage>,
    numbers: HashMap<String, usize>,
}

impl ReasonTable {
    pub(super) fn into_reasons(self) -> Vec<WireMessage> {
        self.reasons
    }

    /// Number of a reason with the cells of the move left open.
    fn number(&mut self, message: &Message, from: &str, to: Option<&str>) -> usize {
        let open = |argument: &Argument| match argument {
            Argument::Text(text) if text == from => Argument::Text(FROM.to_owned()),
            Argument::Text(text) if Some(text.as_str()) == to => Argument::Text(TO.to_owned()),
            other => other.clone(),
        };
        let arguments = message.arguments().iter().map(|(name, argument)| (*name, open(argument)));
        let reason = Message::new(message.key(), arguments.collect());
        let identity = format!("{reason:?}");
        *self.numbers.entry(identity).or_insert_with(|| {
            self.reasons.push(reason.into());
            self.reasons.len() - 1
        })
    }

    /// Why the pieces of a scene do not move: each piece as a whole, and those that a side can pick
    /// up, for which there are `moves`, from cell to cell.
    pub(super) fn refusals(
        &mut self,
        scene: &Scene,
        side: Side,
        moves: &BTreeMap<SmolStr, Vec<LessonMove>>,
    ) -> BTreeMap<SmolStr, LessonRefusals> {
        let geometry = scene.geometry();
        let mut found = BTreeMap::new();
        for piece in scene.game.pieces() {
            let name = geometry.name(piece.cell);
            let refusals = match scene.game.why_not(side, piece.cell, None) {
                Some(refusal) => LessonRefusals {
                    piece: Some(self.number(&refusal.message, &name, None)),
                    ..LessonRefusals::default()
                },
                None if !moves.contains_key(name.as_str()) => continue,
                None => self.of_cells(scene, side, piece.cell, &name),
            };
            found.insert(name.into(), refusals);
        }
        found
    }

    fn of_cells(&mut self, scene: &Scene, side: Side, from: Cell, name: &str) -> LessonRefusals {
        let geometry = scene.geometry();
        let mut numbers: Vec<(Cell, usize)> = Vec::new();
        for to in geometry.all().filter(|to| *to != from) {
            if let Some(refusal) = scene.game.why_not(side, from, Some(to)) {
                numbers.push((to, self.number(&refusal.message, name, Some(&geometry.name(to)))));
            }
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, number) in &numbers {
            *counts.entry(*number).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count).map(|(number, _)| number);
        let others = numbers.into_iter().filter(|(_, number)| Some(*number) != most);
        let cells = others.map(|(to, number)| (geometry.name(to).into(), number)).collect();
        LessonRefusals { piece: None, most, cells }
    }
}
