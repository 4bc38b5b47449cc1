//! From the tokens of one game to its record.

use super::assembler::{RawGame, note};
use super::command::{self, Segment, segments, verb};
use super::comment;
use super::laws::{self, GameLaws};
use super::lexer::{Lexeme, Location, Token, cut_short};
use super::result;
use super::variation::{self, VariationReader};
use super::walk::Walk;
use crate::failure::Failure;
use crate::game::{Event, Game};
use crate::moves::MoveTag;
use crate::node::Node;
use crate::notation::annotation::{Annotation, Annotations};
use crate::notation::coordinate::UciMove;
use crate::notation::dialect::DialectChoice;
use crate::notation::reading::{Diagnostic, ParsedGame, Strictness};
use crate::notation::record::{DERIVED, MAX_EVENTS, Record, RulesCache, Tags, own_start};
use crate::notation::{fen, san};
use crate::position::Position;

/// An error or warning with its place.
type ReadError = (Location, String);

/// Reads a game that was cut out of a text, or says what is wrong with it.
pub(super) fn build(
    mut raw: RawGame,
    shelf: &mut RulesCache<'_>,
    dialect: DialectChoice,
    strictness: Strictness,
) -> Result<ParsedGame, Vec<Diagnostic>> {
    let mut faults = std::mem::take(&mut raw.faults);
    let mut warnings = std::mem::take(&mut raw.warnings);
    let tags = tags(&raw, &mut faults);
    let laws = laws::find(&raw, shelf, dialect).map_err(|fault| note(&mut faults, fault.0, fault.1)).ok();
    let start = laws.as_ref().and_then(|laws| start(&raw, laws, &mut faults));
    let (Some(laws), Some(start)) = (laws, start) else { return Err(faults) };
    let mut player = EventPlayer::new(&laws, &raw.tokens, start, strictness, &mut warnings);
    let played = player.play(&raw);
    let (game, annotations) = (player.walk.game, player.annotations);
    if let Err((place, message)) = played {
        note(&mut faults, place, message);
    }
    if strictness == Strictness::Strict && faults.is_empty() {
        faults = std::mem::take(&mut warnings);
    }
    let record = Record { tags, game, annotations };
    if faults.is_empty() { Ok(ParsedGame { record, dialect: laws.dialect, warnings }) } else { Err(faults) }
}

fn tags(raw: &RawGame, faults: &mut Vec<Diagnostic>) -> Tags {
    let mut tags = Tags::default();
    for (name, (place, value)) in raw.tags.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())) {
        let value = value.replace(char::is_control, " ");
        if let Err(message) = tags.set(name, &value) {
            note(faults, *place, message);
        }
    }
    tags
}

/// Where the log begins: before the werera, if there is one.
fn start(raw: &RawGame, laws: &GameLaws, faults: &mut Vec<Diagnostic>) -> Option<Position> {
    let has_werera = leading_werera(raw) > 0;
    let fen = raw.tags.get("WereraFEN").or_else(|| raw.tags.get("FEN").filter(|_| !has_werera));
    let Some((place, text)) = fen else { return Some(own_start(&laws.rules)) };
    match fen::parse(&laws.rules, text, laws.dialect) {
        Ok(start) => Some(start),
        Err(errors) => {
            errors.iter().for_each(|error| note(faults, *place, format!("the FEN is wrong: {error}")));
            None
        }
    }
}

/// How many events of the werera stand before anything else but variations.
fn leading_werera(raw: &RawGame) -> usize {
    let (mut count, mut depth) = (0, 0_usize);
    for token in &raw.tokens {
        match &token.is {
            Lexeme::Open => depth += 1,
            Lexeme::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Lexeme::Comment(text) => {
                for segment in segments(text) {
                    match segment {
                        Segment::Own(_, body) if verb(body) == "werera" => count += 1,
                        Segment::Own(..) | Segment::Unclosed(..) => return count,
                        Segment::Text(_) => {}
                    }
                }
            }
            Lexeme::Nag(_) => {}
            _ => return count,
        }
    }
    count
}

/// Where the byte of a comment stands, by where its brace does.
fn place_in(comment: Location, text: &str, offset: usize) -> Location {
    let before = &text[..offset];
    match before.rfind('\n') {
        None => Location { column: comment.column + 1 + before.chars().count(), ..comment },
        Some(end) => Location {
            line: comment.line + before.matches('\n').count(),
            column: before[end + 1..].chars().count() + 1,
        },
    }
}

/// A game that is being played through.
struct EventPlayer<'a> {
    laws: &'a GameLaws,
    tokens: &'a [Token],
    strictness: Strictness,
    warnings: &'a mut Vec<Diagnostic>,
    walk: Walk,
    annotations: Annotations,
    /// Variations, by the token behind their `(`, that stand before the event they are played instead of.
    early: Vec<usize>,
    /// Moves made so far, passes included.
    ply: usize,
    /// Events of the werera that are still to come before turns.
    marshalled: usize,
    last_move: Option<MoveTag>,
}

impl<'a> EventPlayer<'a> {
    fn new(
        laws: &'a GameLaws,
        tokens: &'a [Token],
        start: Position,
        strictness: Strictness,
        warnings: &'a mut Vec<Diagnostic>,
    ) -> EventPlayer<'a> {
        EventPlayer {
            laws,
            tokens,
            strictness,
            warnings,
            walk: Walk::new(Game::from_position(laws.rules.clone(), start)),
            annotations: Annotations::default(),
            early: Vec::new(),
            ply: 0,
            marshalled: 0,
            last_move: None,
        }
    }

    /// Something that a lenient reader warns of, and a strict one refuses.
    fn object(&mut self, place: Location, message: &str) -> Result<(), ReadError> {
        let message = format!("ply {}: {message}", self.ply);
        match self.strictness {
            Strictness::Strict => Err((place, message)),
            Strictness::Lenient => {
                note(self.warnings, place, message);
                Ok(())
            }
        }
    }

    fn play(&mut self, raw: &RawGame) -> Result<(), ReadError> {
        self.marshalled = leading_werera(raw);
        if self.marshalled == 0 && raw.tags.contains_key("WereraFEN") {
            self.check_turns(raw)?;
        }
        let tokens = self.tokens;
        // The comment whose time the move before it has taken.
        let mut timed = None;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match &token.is {
                Lexeme::Word(text) => {
                    let time = time_after(&tokens[at..])?;
                    timed = time.map(|(index, _)| at + index);
                    self.make_move(token.place, text, time.map(|(_, time)| time))?;
                }
                Lexeme::Comment(text) => {
                    let takes = if timed == Some(at - 1) { AtCommand::Taken } else { AtCommand::Stray };
                    self.comment(raw, token.place, text, takes)?;
                }
                Lexeme::Nag(number) => self.annotate(Annotation::Nag(*number)),
                Lexeme::EnPassant if self.last_move == Some(MoveTag::EnPassant) => {}
                Lexeme::EnPassant => {
                    self.object(token.place, "`e.p.` stands after a move that takes no pawn in passing")?;
                }
                Lexeme::Open if variation::goes_on(tokens, at, self.laws, &mut self.walk) => {
                    self.early.push(at);
                    at = variation::end_of(tokens, at);
                }
                Lexeme::Open => at = self.variation(at)?,
                Lexeme::Close
                | Lexeme::Rest(_)
                | Lexeme::Tag { .. }
                | Lexeme::Result(_)
                | Lexeme::Fault(_) => {}
            }
        }
        let mut objections = Vec::new();
        let stated = result::stated(raw, &mut objections);
        objections.extend(result::finish(&mut self.walk, raw, &stated)?);
        // Behind the last move of a game without an end they are kept as they stand.
        self.read_early()?;
        objections.into_iter().try_for_each(|(place, message)| self.object(place, &message))
    }

    fn annotate(&mut self, annotation: Annotation) {
        self.annotations.push(self.walk.game.seq(), annotation);
    }

    /// Reads the variation whose `(` is the token before `at`; the token behind its `)`.
    fn variation(&mut self, at: usize) -> Result<usize, ReadError> {
        let EventPlayer { laws, strictness, warnings, walk, .. } = self;
        let mut reader = VariationReader { laws, strictness: *strictness, warnings, walk };
        let (variation, end) = reader.read(self.tokens, at, 1)?;
        self.annotate(Annotation::Variation(variation));
        Ok(end)
    }

    /// Reads the variations that stand before the event that has just happened.
    fn read_early(&mut self) -> Result<(), ReadError> {
        std::mem::take(&mut self.early).into_iter().try_for_each(|at| self.variation(at).map(drop))
    }

    /// Lets an event happen; a draw that had to be claimed was not, if the game goes on after it.
    fn apply(&mut self, place: Location, event: Event, at: Option<u64>) -> Result<(), ReadError> {
        if self.walk.game.log().len() >= MAX_EVENTS {
            return Err((place, format!("the game has more than {MAX_EVENTS} events")));
        }
        self.walk.apply(event, at).map_err(|refusal| (place, refusal.to_string()))?;
        self.read_early()
    }

    /// If the game stands drawn so that somebody would have had to claim it, and goes
    /// on, no side did.
    fn leave_unclaimed(&mut self, place: Location) -> Result<(), ReadError> {
        let game = &self.walk.game;
        let Some(over) = game.outcome().filter(|_| game.is_claimable_draw()) else { return Ok(()) };
        let why = over.message(game.ruleset()).to_string();
        self.object(place, &format!("the game goes on after a draw that nobody has claimed: {why}"))?;
        self.apply(place, Event::Unclaimed, None)
    }

    fn make_move(&mut self, place: Location, text: &str, time: Option<u64>) -> Result<(), ReadError> {
        self.leave_unclaimed(place)?;
        let game = &self.walk.game;
        check_on_move(game, text).map_err(|why| (place, why.into()))?;
        let rules = game.rules();
        let mv = san::parse_in(rules, game.position(), text, self.laws.dialect);
        let mv = mv.map_err(|error| (place, error.to_string()))?;
        let event = Event::Move { mv: UciMove::of(rules.ruleset(), mv) };
        self.apply(place, event, time)?;
        self.last_move = Some(mv.tag());
        self.ply += 1;
        Ok(())
    }

    fn comment(
        &mut self,
        raw: &RawGame,
        place: Location,
        text: &str,
        times: AtCommand,
    ) -> Result<(), ReadError> {
        let mut words = String::new();
        for segment in segments(text) {
            match segment {
                Segment::Text(text) => words.push_str(text),
                Segment::Own(_, body) if verb(body) == "at" && times == AtCommand::Taken => {}
                Segment::Own(offset, body) => {
                    if let Some(text) = comment::of_file(&std::mem::take(&mut words)) {
                        self.annotate(Annotation::Comment(text));
                    }
                    self.command(raw, place_in(place, text, offset), body)?;
                }
                Segment::Unclosed(offset, body) => {
                    let place = place_in(place, text, offset);
                    return Err((place, format!("`[%{}` is not closed: `]` is missing", cut_short(body))));
                }
            }
        }
        if let Some(text) = comment::of_file(&words) {
            self.annotate(Annotation::Comment(text));
        }
        Ok(())
    }

    fn command(&mut self, raw: &RawGame, place: Location, body: &str) -> Result<(), ReadError> {
        let (event, at) = command::parse(body).map_err(|why| (place, why.into()))?;
        if !event.may_follow_end() {
            self.leave_unclaimed(place)?;
        }
        let marshals = event.is_werera();
        self.apply(place, event, at)?;
        if marshals && self.marshalled > 0 {
            self.marshalled -= 1;
            if self.marshalled == 0 {
                self.check_turns(raw)?;
            }
        }
        Ok(())
    }

    /// After the werera the `FEN` tag should be what stands on the board.
    fn check_turns(&self, raw: &RawGame) -> Result<(), ReadError> {
        let Some((place, fen)) = raw.tags.get("FEN") else { return Ok(()) };
        if fen.split_whitespace().eq(self.walk.game.fen().split_whitespace()) {
            return Ok(());
        }
        let found = self.walk.game.fen();
        Err((*place, format!("the werera leads to another position than the FEN, namely `{found}`")))
    }
}

/// Whether a move before a comment has taken its time from there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtCommand {
    Taken,
    Stray,
}

/// The time of the move before these tokens, and which of them says it: a comment
/// that follows with nothing but NAGs and comments between.
fn time_after(tokens: &[Token]) -> Result<Option<(usize, u64)>, ReadError> {
    for (index, token) in tokens.iter().enumerate() {
        let text = match &token.is {
            Lexeme::Comment(text) => text,
            Lexeme::Nag(_) | Lexeme::EnPassant => continue,
            _ => break,
        };
        let own = segments(text).into_iter().find_map(|segment| match segment {
            Segment::Own(offset, body) => Some((offset, body)),
            _ => None,
        });
        match own {
            None => {}
            Some((offset, body)) if verb(body) == "at" => {
                let time = command::parse_at(body);
                let time = time.map_err(|why| (place_in(token.place, text, offset), why.into()))?;
                return Ok(Some((index, time)));
            }
            Some(_) => break,
        }
    }
    Ok(None)
}

fn check_on_move(game: &Game, text: &str) -> Result<(), Failure> {
    let text = cut_short(text);
    match game.node() {
        Node::Choice(_) => Ok(()),
        Node::Chance(faces) => Err(format!(
            "the die must be thrown before `{text}`: write `{{[%die 1]}}` to `{{[%die {}]}}` before it",
            faces.len()
        ).into()),
        Node::Werera(_) => Err(format!(
            "nobody is on move before the first capture of the werera; write `{text}` as `{{[%werera w e2e3]}}`, or give the position in which turns begin as FEN"
        ).into()),
        Node::Over(over) => {
            Err(format!("the game was over before `{text}`: {}", over.message(game.ruleset())).into())
        }
    }
}
