//! Asking a player, and doing what was typed.

use std::io::{self, BufRead, Read};

use rukh_engine::{Level, SearchLimits};
use rukh_rules::notation::san;
use rukh_rules::{Event, Node, Side};

use super::typed::{self, COMMANDS, WERERA_COMMANDS};
use super::{Players, Table, Typed};
use crate::laws::wrap;

/// Positions looked at for a hint or a draw offer.
const HINT_NODES: u64 = 100_000;
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 4096;

impl Table {
    /// Reads a line and does what it says; false when the player has left.
    pub(super) fn take_command(&mut self, input: &mut dyn BufRead) -> anyhow::Result<bool> {
        let Some(line) = self.read_line(input)? else { return Ok(false) };
        match typed::read(&line) {
            Typed::Empty => {}
            Typed::Help => self.help()?,
            Typed::Moves => self.list_moves()?,
            Typed::Hint => self.hint()?,
            Typed::Board => self.show()?,
            Typed::Fen => self.say(&self.game.fen())?,
            Typed::Laws => self.say_laws()?,
            Typed::Undo => self.undo()?,
            Typed::Resign(side) => self.resign(side)?,
            Typed::Draw => self.offer_draw()?,
            Typed::Save(path) => self.save(&path)?,
            Typed::Quit => return Ok(false),
            typed => match self.game.node() {
                Node::Werera(_) => self.marshal(typed)?,
                Node::Over(_) => {
                    self.say("The game is over; you can still use `undo`, `save FILE` and `quit`.")?
                }
                _ => match typed {
                    Typed::Act(_, text) => self.move_by(&text)?,
                    _ => self.say("That command is for the werera; now the players take turns.")?,
                },
            },
        }
        Ok(true)
    }

    /// The next line; nothing at the end of the input.
    fn read_line(&mut self, input: &mut dyn BufRead) -> io::Result<Option<String>> {
        if self.asks {
            write!(self.out, "{}> ", self.own_side().map_or("rukh", Side::name))?;
        }
        self.out.flush()?;
        let mut bytes = Vec::new();
        input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            if self.asks {
                self.say("")?;
            }
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn help(&mut self) -> io::Result<()> {
        let is_werera = matches!(self.game.node(), Node::Werera(_));
        if is_werera {
            self.say("Until the first capture both sides may move at any time. Commands:")?;
            self.say_commands(WERERA_COMMANDS)?;
        }
        self.say_commands(COMMANDS)
    }

    fn say_commands(&mut self, commands: &[(&str, &str)]) -> io::Result<()> {
        for (how, what) in commands {
            self.say(&format!("  {how:11} {what}"))?;
        }
        Ok(())
    }

    fn say_laws(&mut self) -> io::Result<()> {
        for entry in self.ruleset().law_entries() {
            for line in wrap(&format!("{}: {}", entry.title, entry.text), 78) {
                self.say(&line)?;
            }
        }
        Ok(())
    }

    fn list_moves(&mut self) -> io::Result<()> {
        for side in Side::BOTH {
            if !self.is_person(side) || self.game.moves_of(side).is_empty() {
                continue;
            }
            let all = san::format_all(self.game.rules(), self.game.position(), side);
            let mut names: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
            names.sort();
            let text = format!("{} may play {}", side.name(), names.join(" "));
            for line in wrap(&text, 78) {
                self.say(&line)?;
            }
        }
        for line in self.retractions() {
            self.say(&line)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let side = self.own_side().unwrap_or(Side::White);
        if let Node::Werera(_) = self.game.node() {
            let decision = self.engine.choose(&self.game, side, Level::HIGHEST, self.engine_seed());
            let event = decision.and_then(|decision| decision.event(self.game.ruleset(), side));
            let spelt = event.map_or_else(|| format!("{} waits.", side.name()), |event| self.spell(&event));
            return self.say(&format!("Hint: {spelt}"));
        }
        let found = self.engine.search(&self.game, &SearchLimits::nodes(HINT_NODES), 0);
        match found.best {
            Some(best) => self.say(&format!("Hint: {} ({})", self.numbered(best), found.score)),
            None => self.say("There is no move to suggest."),
        }
    }

    /// Another person agrees at once; the engine does if it is not better off.
    fn offer_draw(&mut self) -> io::Result<()> {
        let is_even = match (self.players, self.game.node()) {
            (Players::Both, _) => true,
            (_, Node::Choice(_)) => {
                self.out.flush()?;
                let found = self.engine.search(&self.game, &SearchLimits::nodes(HINT_NODES), 0);
                self.engine.expected_score(found.score) >= 0.5
            }
            _ => false,
        };
        if is_even {
            self.attempt(Event::Draw).map(|_| ())
        } else {
            self.say("The engine declines the draw.")
        }
    }
}
