//! `rukh play`: a board on the terminal, against the engine or each other.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::{DecisionRequest, Engine, Level};
use rukh_rules::game::SideName;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::{coordinate, san};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Face, Game, Move, Node, Outcome, Rules, Ruleset, Side};

use crate::args::{PlayOptions, Players};
use crate::write::Target;
use crate::{dialect, library, perft};

mod ask;
mod board;
pub mod keep;
mod marshal;
mod typed;

use board::Look;
use keep::Keeper;
use typed::Typed;

/// How long a throw that nothing can be done with is seen before the pass.
const FORCED_PASS: Duration = Duration::from_millis(1500);
/// Moves after which a game of the engine against itself is broken off.
const LONGEST_EXHIBITION: usize = 2000;

/// Plays a game.
///
/// # Errors
/// A wrong ruleset or FEN, a record that cannot be kept, a terminal that is gone.
pub fn run(options: &PlayOptions) -> anyhow::Result<()> {
    let existing = options.overwrite.existing();
    let keeper = options.save.as_deref().map(|path| Keeper::open(path, existing)).transpose()?;
    let ruleset = library::ruleset(&options.ruleset)?;
    let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
    let dialect = dialect::of_fen(&ruleset, options.fen.as_deref(), options.dialect);
    let start = perft::position(&rules, options.fen.as_deref(), dialect)?;
    let seed = match options.seed {
        Some(seed) => seed,
        None => getrandom::u64()
            .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?,
    };
    let file = library::eval_file(options.eval_file.as_deref())?;
    let out = anstream::stdout();
    let fancy = !options.plain && out.current_choice() != anstream::ColorChoice::Never;
    let mut table = Table {
        game: Game::from_position(rules, start),
        engine: Engine::with_eval_file(ruleset, file.as_ref())?,
        level: Level::new(options.level).unwrap_or(Level::LOWEST),
        players: options.side,
        seed,
        look: if fancy { Look::Figures } else { Look::Letters },
        asks: io::stdin().is_terminal(),
        begun: Instant::now(),
        before: Vec::new(),
        shown: None,
        keeper,
        saved: Vec::new(),
        out: Box::new(out),
    };
    table.note();
    table.keeper.as_ref().map_or(Ok(()), Keeper::write_when_interrupted)?;
    let played = table.welcome().map_err(Into::into).and_then(|()| table.play(&mut io::stdin().lock()));
    // However it ended, the game is kept.
    table.note();
    table.keeper.as_ref().map_or(Ok(()), Keeper::write).and(played)
}

/// A game being played, and who plays it.
struct Table {
    game: Game,
    engine: Engine,
    level: Level,
    players: Players,
    seed: u64,
    look: Look,
    /// Whether a person is asked with a prompt.
    asks: bool,
    /// When both sides were ready: the person has the board before them.
    begun: Instant,
    /// How long the log was before each thing a person did.
    before: Vec<usize>,
    /// How long the log was when the board was drawn last.
    shown: Option<usize>,
    /// Keeps the record when the game ends or is left.
    keeper: Option<Keeper>,
    /// Files the record was written into.
    saved: Vec<Target>,
    out: Box<dyn Write>,
}

impl Table {
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn ruleset(&self) -> Arc<Ruleset> {
        self.game.ruleset().clone()
    }

    fn is_person(&self, side: Side) -> bool {
        match self.players {
            Players::White => side == Side::White,
            Players::Black => side == Side::Black,
            Players::Both => true,
            Players::None => false,
        }
    }

    /// Whose side the board is seen from.
    fn bottom(&self) -> Side {
        if self.players == Players::Black { Side::Black } else { Side::White }
    }

    fn welcome(&mut self) -> io::Result<()> {
        let ruleset = self.ruleset();
        self.say(&format!("{} ({})", ruleset.about.name, ruleset.instance))?;
        for line in crate::laws::wrap(&ruleset.about.summary, 78) {
            self.say(&line)?;
        }
        self.say(&self.look.legend(&ruleset))?;
        let who = match self.players {
            Players::Both => "Two people play.".to_owned(),
            Players::None => {
                format!("The engine plays itself at level {} ({}).", self.level.number(), self.level.key())
            }
            _ => format!(
                "You play {}; the engine plays at level {} ({}).",
                self.bottom().name(),
                self.level.number(),
                self.level.key()
            ),
        };
        let seed = self.seed;
        self.say(&format!("{who} Seed {seed}. Type `help` for a list of commands."))
    }

    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        loop {
            self.note();
            match self.game.node() {
                Node::Over(over) => {
                    self.show_outcome(over)?;
                    if self.players == Players::None || !self.take_command(input)? {
                        return Ok(());
                    }
                }
                Node::Chance(faces) => self.throw(&faces)?,
                Node::Choice(side) => {
                    let moves = self.game.legal_moves();
                    if let [only] = moves[..]
                        && only.is_pass()
                    {
                        self.say(&format!("{} has no move and passes.", side.name()))?;
                        self.let_throw_be_seen()?;
                        self.apply(Event::Move { mv: coordinate::PASS.to_owned() })?;
                    } else if !self.is_person(side) {
                        self.let_engine_move(side)?;
                    } else {
                        self.show_new()?;
                        if !self.take_command(input)? {
                            return Ok(());
                        }
                    }
                }
                Node::Werera(acting) => {
                    if !Side::BOTH.into_iter().any(|side| self.is_person(side) && acting.may(side)) {
                        self.let_engines_marshal(acting)?;
                    } else {
                        self.show_new()?;
                        if !self.take_command(input)? {
                            return Ok(());
                        }
                    }
                }
            }
        }
    }

    /// Lets something happen that the rules allow.
    fn apply(&mut self, event: Event) -> anyhow::Result<()> {
        let result = self.game.apply(event, Some(keep::now()));
        result.map(|_| ()).map_err(|refusal| anyhow::anyhow!("{refusal}"))
    }

    /// Lets a person do something; a refusal is said and nothing changes.
    fn attempt(&mut self, event: Event) -> io::Result<bool> {
        let length = self.game.log().len();
        let spelt = self.spell(&event);
        match self.game.apply(event, Some(keep::now())) {
            Ok(_) => {
                self.before.push(length);
                if !spelt.is_empty() {
                    self.say(&spelt)?;
                }
                Ok(true)
            }
            Err(refusal) => {
                self.say(&refusal.to_string())?;
                Ok(false)
            }
        }
    }

    /// What an event that is about to happen looks like in the list of moves.
    fn spell(&self, event: &Event) -> String {
        match event {
            Event::Move { mv } => {
                let found = coordinate::parse_legal(self.game.ruleset(), &self.game.legal_moves(), mv);
                found.map_or_else(|_| mv.clone(), |chosen| self.numbered(chosen))
            }
            Event::Place { side, from, to, .. } => format!("{} moves {from}{to}.", Side::from(*side).name()),
            Event::Retract { side, seq } => {
                let standing = self.game.werera().standing.iter().find(|standing| standing.seq == *seq);
                let taken = standing.map(|standing| coordinate::format(self.game.ruleset(), standing.mv));
                format!("{} takes {} back.", Side::from(*side).name(), taken.unwrap_or_default())
            }
            Event::Turns { .. } => "Turns begin.".to_owned(),
            Event::Bundle { side } => format!("{} ends the bundle.", Side::from(*side).name()),
            _ => String::new(),
        }
    }

    fn numbered(&self, chosen: Move) -> String {
        let position = self.game.position();
        let dots = if position.turn() == Side::White { "." } else { "..." };
        format!("{}{dots} {}", position.turn_number(), san::format(self.game.rules(), position, chosen))
    }

    /// Throws the die: the same seed gives the same throws.
    fn throw(&mut self, faces: &[Face]) -> anyhow::Result<()> {
        let thrown =
            self.game.log().iter().filter(|entry| matches!(entry.event, Event::Throw { .. })).count();
        let mut random = SplitMix64::new(mix(self.seed).wrapping_add(mix(thrown as u64)));
        let face = faces[random.below(faces.len())];
        let side = self.game.position().turn().name();
        let text = format!("{side} throws {}.", self.thrown(face.number));
        self.say(&text)?;
        self.apply(Event::Throw { face: face.number })
    }

    /// Waits a moment where somebody looks on.
    fn let_throw_be_seen(&mut self) -> io::Result<()> {
        if self.asks {
            self.out.flush()?;
            std::thread::sleep(FORCED_PASS);
        }
        Ok(())
    }

    /// What the engine does for a side, against a person or against itself.
    fn decide(&mut self, side: Side) -> Option<Event> {
        let (seed, begun) = (self.engine_seed(), self.begun.elapsed());
        let decision = if self.is_person(side.other()) {
            let request = DecisionRequest { game: &self.game, side, level: self.level, seed };
            self.engine.choose_against_human(request, begun)
        } else {
            self.engine.choose(&self.game, side, self.level, seed)
        };
        decision.and_then(|decision| decision.event(self.game.ruleset(), side))
    }

    /// A throw with the men it names.
    fn thrown(&self, face: u8) -> String {
        let ruleset = self.game.ruleset();
        let men = ruleset.pieces_of_face(face);
        let names: Vec<&str> = men.iter().map(|kind| ruleset.pieces[kind.index()].name.as_str()).collect();
        format!("{}: {}", self.look.die(face), names.join(" or "))
    }

    fn engine_seed(&self) -> u64 {
        mix(self.seed ^ mix(self.game.seq()))
    }

    fn let_engine_move(&mut self, side: Side) -> anyhow::Result<()> {
        if self.players == Players::None && self.game.log().len() >= LONGEST_EXHIBITION {
            return self.apply(Event::Abort);
        }
        self.out.flush()?;
        match self.decide(side) {
            Some(event) => {
                let spelt = self.spell(&event);
                self.say(&spelt)?;
                self.apply(event)
            }
            None => self.apply(Event::Resign { side: side.into() }),
        }
    }

    /// The board, unless it was drawn since the last event.
    fn show_new(&mut self) -> io::Result<()> {
        if self.shown == Some(self.game.log().len()) { Ok(()) } else { self.show() }
    }

    fn show_outcome(&mut self, over: Outcome) -> io::Result<()> {
        if self.shown == Some(self.game.log().len()) {
            return Ok(());
        }
        self.show()?;
        let text = over.message(&self.ruleset()).to_string();
        self.say(&format!("{} {text}", over.result()))?;
        match self.game.style() {
            Some(style) => self.say(&style.message(&self.ruleset()).to_string()),
            None => Ok(()),
        }
    }

    /// The board and what there is to know beside it.
    fn show(&mut self) -> io::Result<()> {
        self.shown = Some(self.game.log().len());
        let lines = self.look.board(&self.game, self.bottom());
        self.say("")?;
        for line in lines {
            self.say(&line)?;
        }
        let status = self.status();
        if status.is_empty() { Ok(()) } else { self.say(&status) }
    }

    fn status(&self) -> String {
        let position = self.game.position();
        let mut text = match self.game.node() {
            Node::Werera(_) => {
                let made = self.game.werera().made;
                format!("The werera: {} moves by White, {} by Black.", made[0], made[1])
            }
            Node::Choice(side) => {
                let throw =
                    position.throw().map_or(String::new(), |face| format!(" (throw {})", self.thrown(face)));
                format!("Move {}, {} to move{throw}.", position.turn_number(), side.name())
            }
            Node::Chance(_) | Node::Over(_) => return String::new(),
        };
        for side in Side::BOTH {
            if self.game.rules().is_in_check(position, side) {
                text.push_str(&format!(" {} is in check!", side.name()));
            }
        }
        if position.counters() != [0; 2] {
            let [white, black] = position.counters();
            text.push_str(&format!(" Draw counters: White {white}, Black {black}."));
        }
        text
    }

    /// The side a person means who does not say which.
    fn own_side(&self) -> Option<Side> {
        match (self.players, self.game.node()) {
            (Players::White | Players::Black, _) => Some(self.bottom()),
            (_, Node::Choice(side)) => Some(side),
            _ => None,
        }
    }

    /// Makes a move in turn, from coordinates or SAN.
    fn move_by(&mut self, text: &str) -> io::Result<()> {
        let (rules, position) = (self.game.rules().clone(), *self.game.position());
        let ruleset = self.ruleset();
        let found = match coordinate::parse(&ruleset, text) {
            Ok(_) => coordinate::parse_legal(&ruleset, &self.game.legal_moves(), text),
            Err(_) => san::parse(&rules, &position, text).map_err(|error| error.to_string()),
        };
        match found {
            Ok(chosen) => self.attempt(Event::Move { mv: coordinate::format(&ruleset, chosen) }).map(|_| ()),
            Err(_) if !text.contains(|letter: char| letter.is_ascii_digit() || "-Oo".contains(letter)) => {
                self.say(&format!("`{text}` is neither a move nor a command; type `help`."))
            }
            Err(message) => self.say(&message),
        }
    }

    fn resign(&mut self, side: Option<Side>) -> io::Result<()> {
        match side.or(self.own_side()) {
            Some(side) => self.attempt(Event::Resign { side: SideName::from(side) }).map(|_| ()),
            None => self.say("Which side resigns? Type `w resign` or `b resign`."),
        }
    }

    /// Undoes what a person did last, and what followed.
    fn undo(&mut self) -> io::Result<()> {
        match self.before.pop() {
            None => self.say("There is nothing to undo."),
            Some(length) => {
                let count = self.game.log().len() - length;
                self.game = self.game.without_last(count);
                self.shown = None;
                self.say("Undone.")
            }
        }
    }
}
