//! From the tokens of one game to its record.

use super::assembler::{RawGame, note};
use super::branch::Branch;
use super::command::{self, Segment, segments, verb};
use super::laws::{self, GameLaws};
use super::lexer::{Lexeme, Location, Token, cut_short};
use super::result;
use super::variation::VariationReader;
use crate::game::{Event, Game};
use crate::moves::MoveTag;
use crate::node::Node;
use crate::notation::annotation::{Annotation, Annotations};
use crate::notation::dialect::DialectChoice;
use crate::notation::reading::{Diagnostic, ParsedGame, Strictness};
use crate::notation::record::{DERIVED, MAX_EVENTS, Record, RulesCache, Tags, own_start};
use crate::notation::{coordinate, fen, san};
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
    let mut player = EventPlayer::new(&laws, start, strictness, &mut warnings);
    let played = player.play(&raw);
    let (game, annotations) = (player.game, player.annotations);
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

/// A comment's words as they are kept: white space with a line's end in it is one
/// space, none stands at the ends. Nothing of a comment without words.
pub(super) fn comment_text(text: &str) -> Option<String> {
    let mut kept = String::with_capacity(text.len());
    let mut blanks = 0;
    let mut is_plain = true;
    for letter in text.chars() {
        if letter.is_whitespace() || letter.is_control() {
            blanks += 1;
            is_plain &= letter == ' ';
            continue;
        }
        if blanks > 0 && !kept.is_empty() {
            (0..if is_plain { blanks } else { 1 }).for_each(|_| kept.push(' '));
        }
        (blanks, is_plain) = (0, true);
        kept.push(letter);
    }
    (!kept.is_empty()).then_some(kept)
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
    strictness: Strictness,
    warnings: &'a mut Vec<Diagnostic>,
    game: Game,
    annotations: Annotations,
    branch: Branch,
    /// Moves made so far, passes included.
    ply: usize,
    /// Events of the werera that are still to come before turns.
    marshalled: usize,
    last_move: Option<MoveTag>,
}

impl<'a> EventPlayer<'a> {
    fn new(
        laws: &'a GameLaws,
        start: Position,
        strictness: Strictness,
        warnings: &'a mut Vec<Diagnostic>,
    ) -> EventPlayer<'a> {
        EventPlayer {
            laws,
            strictness,
            warnings,
            game: Game::from_position(laws.rules.clone(), start),
            annotations: Annotations::default(),
            branch: Branch::at(start),
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
        let tokens = &raw.tokens;
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
                Lexeme::Open => {
                    let branch = self.branch.of_variation(&self.game);
                    let mut reader = VariationReader {
                        laws: self.laws,
                        strictness: self.strictness,
                        warnings: self.warnings,
                    };
                    let (variation, end) = reader.read(tokens, at, branch, 1)?;
                    at = end;
                    self.annotate(Annotation::Variation(variation));
                }
                Lexeme::Close | Lexeme::Tag { .. } | Lexeme::Result(_) | Lexeme::Fault(_) => {}
            }
        }
        let mut objections = Vec::new();
        let stated = result::stated(raw, &mut objections);
        objections.extend(result::finish(&mut self.game, raw, &stated)?);
        objections.into_iter().try_for_each(|(place, message)| self.object(place, &message))
    }

    fn annotate(&mut self, annotation: Annotation) {
        self.annotations.push(self.game.seq(), annotation);
    }

    /// Lets an event happen; a draw that had to be claimed was not, if the game goes on after it.
    fn apply(&mut self, place: Location, event: Event, at: Option<u64>) -> Result<(), ReadError> {
        if self.game.log().len() >= MAX_EVENTS {
            return Err((place, format!("the game has more than {MAX_EVENTS} events")));
        }
        let before = *self.game.position();
        let kind = (matches!(event, Event::Move { .. }), matches!(event, Event::Throw { .. }));
        self.game.apply(event, at).map_err(|refusal| (place, refusal.to_string()))?;
        let after = *self.game.position();
        self.branch = match kind {
            (true, _) => self.branch.after_move(&self.laws.rules, before),
            (_, true) => Branch::after_throw(before, after),
            _ => Branch::at(after),
        };
        Ok(())
    }

    /// If the game stands drawn so that somebody would have had to claim it, and goes
    /// on, no side did.
    fn leave_unclaimed(&mut self, place: Location) -> Result<(), ReadError> {
        let Some(over) = self.game.outcome().filter(|_| self.game.is_claimable_draw()) else { return Ok(()) };
        let why = over.message(self.game.ruleset()).to_string();
        self.object(place, &format!("the game goes on after a draw that nobody has claimed: {why}"))?;
        self.apply(place, Event::Unclaimed, None)
    }

    fn make_move(&mut self, place: Location, text: &str, time: Option<u64>) -> Result<(), ReadError> {
        self.leave_unclaimed(place)?;
        check_on_move(&self.game, text).map_err(|message| (place, message))?;
        let rules = self.game.rules();
        let mv = san::parse_in(rules, self.game.position(), text, self.laws.dialect);
        let mv = mv.map_err(|error| (place, error.to_string()))?;
        let text = coordinate::format(rules.ruleset(), mv);
        self.apply(place, Event::Move { mv: text }, time)?;
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
                    if let Some(text) = comment_text(&std::mem::take(&mut words)) {
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
        if let Some(text) = comment_text(&words) {
            self.annotate(Annotation::Comment(text));
        }
        Ok(())
    }

    fn command(&mut self, raw: &RawGame, place: Location, body: &str) -> Result<(), ReadError> {
        let (event, at) = command::parse(body).map_err(|message| (place, message))?;
        if !matches!(event, Event::Unclaimed | Event::Result { .. }) {
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
        if fen.split_whitespace().eq(self.game.fen().split_whitespace()) {
            return Ok(());
        }
        let found = self.game.fen();
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
                let time = time.map_err(|message| (place_in(token.place, text, offset), message))?;
                return Ok(Some((index, time)));
            }
            Some(_) => break,
        }
    }
    Ok(None)
}

fn check_on_move(game: &Game, text: &str) -> Result<(), String> {
    let text = cut_short(text);
    match game.node() {
        Node::Choice(_) => Ok(()),
        Node::Chance(faces) => Err(format!(
            "the die must be thrown before `{text}`: write `{{[%die 1]}}` to `{{[%die {}]}}` before it",
            faces.len()
        )),
        Node::Werera(_) => Err(format!(
            "nobody is on move before the first capture of the werera; write `{text}` as `{{[%werera w e2e3]}}`, or give the position in which turns begin as FEN"
        )),
        Node::Over(over) => {
            Err(format!("the game was over before `{text}`: {}", over.message(game.ruleset())))
        }
    }
}
