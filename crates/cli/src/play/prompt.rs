//! Asking a player, and doing what was command.

use std::io::{self, BufRead, Read};

use rukh_engine::{Level, SearchLimits};
use rukh_rules::notation::san;
use rukh_rules::{Event, Node, Side};

use super::command::{self, COMMANDS, WERERA_COMMANDS};
use super::{PlayCommand, Players, TerminalGame};
use crate::laws::wrap;

/// Node limit of the search for a hint or a draw offer.
const HINT_NODES: u64 = 100_000;
/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 4096;

impl TerminalGame {
    /// Reads a command and executes it; false when the player quits or the input ends.
    pub(super) fn take_command(&mut self, input: &mut dyn BufRead) -> anyhow::Result<bool> {
        let Some(line) = self.read_line(input)? else { return Ok(false) };
        match command::parse_command(&line) {
            PlayCommand::Empty => {}
            PlayCommand::Help => self.help()?,
            PlayCommand::Moves => self.list_moves()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Board => self.show()?,
            PlayCommand::Fen => self.say(&self.game.fen())?,
            PlayCommand::Laws => self.print_laws()?,
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Resign(side) => self.resign(side)?,
            PlayCommand::Draw => self.offer_draw()?,
            PlayCommand::Save(path) => self.save(&path)?,
            PlayCommand::Quit => return Ok(false),
            command => match self.game.node() {
                Node::Werera(_) => self.marshal(command)?,
                Node::Over(_) => {
                    self.say("The game is over; you can still use `undo`, `save FILE` and `quit`.")?
                }
                _ => match command {
                    PlayCommand::Act(_, text) => self.move_by(&text)?,
                    _ => self.say("That command is for the werera; now the players take turns.")?,
                },
            },
        }
        Ok(true)
    }

    /// The next line; `None` at the end of the input.
    fn read_line(&mut self, input: &mut dyn BufRead) -> io::Result<Option<String>> {
        if self.is_interactive {
            write!(self.out, "{}> ", self.own_side().map_or("rukh", Side::name))?;
        }
        self.out.flush()?;
        let mut bytes = Vec::new();
        input.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            if self.is_interactive {
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
            self.print_commands(WERERA_COMMANDS)?;
        }
        self.print_commands(COMMANDS)
    }

    fn print_commands(&mut self, commands: &[(&str, &str)]) -> io::Result<()> {
        for (command, meaning) in commands {
            self.say(&format!("  {command:11} {meaning}"))?;
        }
        Ok(())
    }

    fn print_laws(&mut self) -> io::Result<()> {
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
            let text =
                event.map_or_else(|| format!("{} waits.", side.name()), |event| self.event_text(&event));
            return self.say(&format!("Hint: {text}"));
        }
        let found = self.engine.search(&self.game, &SearchLimits::nodes(HINT_NODES), 0);
        match found.best {
            Some(best) => self.say(&format!("Hint: {} ({})", self.numbered(best), found.score)),
            None => self.say("There is no move to suggest."),
        }
    }

    /// Offers a draw: a second person at the terminal accepts it; the engine accepts it unless it
    /// stands better.
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
