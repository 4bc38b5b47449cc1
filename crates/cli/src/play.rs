//! `rukh play`: a board on the terminal, against the engine or each other.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::{DecisionRequest, Engine, Level};
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::{coordinate, san};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Face, Game, Move, Node, Outcome, Rules, Ruleset, Side, UciMove};

use crate::args::{PlayOptions, Players};
use crate::write::Target;
use crate::{dialect, library, perft};

mod board;
mod command;
mod marshal;
mod picture;
mod prompt;
pub mod save;

use board::Look;
use command::PlayCommand;
use picture::PictureTerminal;
use save::SaveFile;

/// Time for which a throw without a legal move is drawn_length undo_lengths the pass.
const FORCED_PASS: Duration = Duration::from_millis(1500);
/// Number of events after which a game of the engine against itself is aborted.
const MAX_SELF_PLAY_EVENTS: usize = 2000;

/// Plays a game.
///
/// # Errors
/// The ruleset, the FEN or the evaluation file is invalid, the record cannot be saved, or the
/// terminal is closed.
pub fn run(options: &PlayOptions) -> anyhow::Result<()> {
    let existing = options.overwrite.existing();
    let save_file = options.save.as_deref().map(|path| SaveFile::open(path, existing)).transpose()?;
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
    let mut terminal = TerminalGame {
        game: Game::from_position(rules, start),
        engine: Engine::with_eval_file(ruleset, file.as_ref())?.with_shared_tables(),
        level: Level::new(options.level).unwrap_or(Level::LOWEST),
        players: options.side,
        seed,
        look: if fancy { Look::Figures } else { Look::Letters },
        picture: if options.picture { find_picture_terminal() } else { None },
        is_interactive: io::stdin().is_terminal(),
        start: Instant::now(),
        undo_lengths: Vec::new(),
        drawn_length: None,
        save_file,
        saved: Vec::new(),
        out: Box::new(out),
    };
    terminal.update_save_file();
    terminal.save_file.as_ref().map_or(Ok(()), SaveFile::write_when_interrupted)?;
    let played = terminal.welcome().map_err(Into::into).and_then(|()| terminal.play(&mut io::stdin().lock()));
    // The game is saved however it ended.
    terminal.update_save_file();
    terminal.save_file.as_ref().map_or(Ok(()), SaveFile::write).and(played)
}

/// The terminal, if it shows pictures; else a note on standard error says why not.
fn find_picture_terminal() -> Option<PictureTerminal> {
    PictureTerminal::find()
        .inspect_err(|reason| eprintln!("note: the board is drawn with characters, because {reason}"))
        .ok()
}

/// A game at the terminal, with its players and its output.
struct TerminalGame {
    game: Game,
    engine: Engine,
    level: Level,
    players: Players,
    seed: u64,
    look: Look,
    /// Where the board is shown as a picture.
    picture: Option<PictureTerminal>,
    /// Whether standard input is a terminal: then there is a prompt and forced passes are slow.
    is_interactive: bool,
    /// When both sides were ready, which is when the game began.
    start: Instant,
    /// Length of the log undo_lengths each action of a person.
    undo_lengths: Vec<usize>,
    /// Length of the log when the board was last drawn.
    drawn_length: Option<usize>,
    /// The file of `--save`, written when the game ends or is left.
    save_file: Option<SaveFile>,
    /// Files that `save` has written.
    saved: Vec<Target>,
    out: Box<dyn Write>,
}

impl TerminalGame {
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

    /// The side at the bottom of the board.
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
        let players = match self.players {
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
        self.say(&format!("{players} Seed {seed}. Type `help` for a list of commands."))
    }

    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        loop {
            self.update_save_file();
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
                        self.pause_after_throw()?;
                        self.apply(Event::Move { mv: UciMove::Pass })?;
                    } else if !self.is_person(side) {
                        self.play_engine_move(side)?;
                    } else {
                        self.show_new()?;
                        if !self.take_command(input)? {
                            return Ok(());
                        }
                    }
                }
                Node::Werera(acting) => {
                    if !Side::BOTH.into_iter().any(|side| self.is_person(side) && acting.may(side)) {
                        self.marshal_engines(acting)?;
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

    /// Applies an event of the game itself or the engine.
    fn apply(&mut self, event: Event) -> anyhow::Result<()> {
        let result = self.game.apply(event, Some(save::now()));
        result.map(|_| ()).map_err(|refusal| anyhow::anyhow!("{refusal}"))
    }

    /// Applies an event of a person; a refusal is printed and nothing changes. Returns whether it
    /// was applied.
    fn attempt(&mut self, event: Event) -> io::Result<bool> {
        let length = self.game.log().len();
        let text_of_event = self.event_text(&event);
        match self.game.apply(event, Some(save::now())) {
            Ok(_) => {
                self.undo_lengths.push(length);
                if !text_of_event.is_empty() {
                    self.say(&text_of_event)?;
                }
                Ok(true)
            }
            Err(refusal) => {
                self.say(&refusal.to_string())?;
                Ok(false)
            }
        }
    }

    /// Text of an event that is not applied yet.
    fn event_text(&self, event: &Event) -> String {
        match event {
            Event::Move { mv } => {
                self.game.move_of(event).map_or_else(|| mv.to_string(), |mv| self.numbered(mv))
            }
            Event::Place { side, from, to, .. } => format!("{} moves {from}{to}.", side.name()),
            Event::Retract { side, seq } => {
                let standing = self.game.werera().standing.iter().find(|standing| standing.seq == *seq);
                let retracted = standing.map(|standing| coordinate::format(self.game.ruleset(), standing.mv));
                format!("{} takes {} back.", side.name(), retracted.unwrap_or_default())
            }
            Event::Turns { .. } => "Turns begin.".to_owned(),
            Event::Bundle { side } => format!("{} ends the bundle.", side.name()),
            _ => String::new(),
        }
    }

    fn numbered(&self, mv: Move) -> String {
        let position = self.game.position();
        let dots = if position.turn() == Side::White { "." } else { "..." };
        format!("{}{dots} {}", position.turn_number(), san::format(self.game.rules(), position, mv))
    }

    /// Throws the die: the same seed gives the same throws.
    fn throw(&mut self, faces: &[Face]) -> anyhow::Result<()> {
        let thrown =
            self.game.log().iter().filter(|entry| matches!(entry.event, Event::Throw { .. })).count();
        let mut random = SplitMix64::new(mix(self.seed).wrapping_add(mix(thrown as u64)));
        let face = faces[random.below(faces.len())];
        let side = self.game.position().turn().name();
        let text = format!("{side} throws {}.", self.throw_text(face.number));
        self.say(&text)?;
        self.apply(Event::Throw { face: face.number })
    }

    /// Pauses at an interactive terminal.
    fn pause_after_throw(&mut self) -> io::Result<()> {
        if self.is_interactive {
            self.out.flush()?;
            std::thread::sleep(FORCED_PASS);
        }
        Ok(())
    }

    /// The engine's event for a side, against a person or against itself.
    fn decide(&mut self, side: Side) -> Option<Event> {
        let (seed, elapsed) = (self.engine_seed(), self.start.elapsed());
        let decision = if self.is_person(side.other()) {
            let request = DecisionRequest { game: &self.game, side, level: self.level, seed };
            self.engine.choose_against_human(request, elapsed)
        } else {
            self.engine.choose(&self.game, side, self.level, seed)
        };
        decision.and_then(|decision| decision.event(self.game.ruleset(), side))
    }

    /// Text of a throw with the pieces that it names.
    fn throw_text(&self, face: u8) -> String {
        let ruleset = self.game.ruleset();
        let kinds = ruleset.pieces_of_face(face);
        let names: Vec<&str> = kinds.iter().map(|kind| ruleset.pieces[kind.index()].name.as_str()).collect();
        format!("{}: {}", self.look.die(face), names.join(" or "))
    }

    fn engine_seed(&self) -> u64 {
        mix(self.seed ^ mix(self.game.seq()))
    }

    fn play_engine_move(&mut self, side: Side) -> anyhow::Result<()> {
        if self.players == Players::None && self.game.log().len() >= MAX_SELF_PLAY_EVENTS {
            return self.apply(Event::Abort);
        }
        self.out.flush()?;
        match self.decide(side) {
            Some(event) => {
                let text_of_event = self.event_text(&event);
                self.say(&text_of_event)?;
                self.apply(event)
            }
            None => self.apply(Event::Resign { side }),
        }
    }

    /// Prints the board, unless it was drawn since the last event.
    fn show_new(&mut self) -> io::Result<()> {
        if self.drawn_length == Some(self.game.log().len()) { Ok(()) } else { self.show() }
    }

    fn show_outcome(&mut self, over: Outcome) -> io::Result<()> {
        if self.drawn_length == Some(self.game.log().len()) {
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

    /// Prints the board and the state of the game.
    fn show(&mut self) -> io::Result<()> {
        self.drawn_length = Some(self.game.log().len());
        self.say("")?;
        if let Some(terminal) = self.picture {
            self.out.flush()?;
            terminal.show(&self.game, self.bottom())?;
        } else {
            for line in self.look.board(&self.game, self.bottom()) {
                self.say(&line)?;
            }
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
                let throw = position
                    .throw()
                    .map_or(String::new(), |face| format!(" (throw {})", self.throw_text(face)));
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

    /// The side of a command that names none.
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
            Err(_) => san::parse(&rules, &position, text).map_err(|error| error.to_string().into()),
        };
        match found {
            Ok(mv) => self.attempt(Event::Move { mv: UciMove::of(&ruleset, mv) }).map(|_| ()),
            Err(_) if !text.contains(|letter: char| letter.is_ascii_digit() || "-Oo".contains(letter)) => {
                self.say(&format!("`{text}` is neither a move nor a command; type `help`."))
            }
            Err(why) => self.say(&why.to_string()),
        }
    }

    fn resign(&mut self, side: Option<Side>) -> io::Result<()> {
        match side.or(self.own_side()) {
            Some(side) => self.attempt(Event::Resign { side }).map(|_| ()),
            None => self.say("Which side resigns? Type `w resign` or `b resign`."),
        }
    }

    /// Undoes the last action of a person and all events since.
    fn undo(&mut self) -> io::Result<()> {
        match self.undo_lengths.pop() {
            None => self.say("There is nothing to undo."),
            Some(length) => {
                let count = self.game.log().len() - length;
                self.game = self.game.without_last(count);
                self.drawn_length = None;
                self.say("Undone.")
            }
        }
    }
}
