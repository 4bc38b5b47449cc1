//! Variations read from tokens.

use super::assembler::note;
use super::command::{self, Segment, segments};
use super::comment;
use super::laws::GameLaws;
use super::lexer::{Lexeme, Location, Token, cut_short};
use super::walk::{BeginsWith, Walk};
use crate::failure::Failure;
use crate::game::{Event, Game};
use crate::node::Node;
use crate::notation::annotation::{Annotation, Element, MAX_VARIATION_DEPTH, Variation};
use crate::notation::coordinate::UciMove;
use crate::notation::reading::{Diagnostic, Strictness};
use crate::notation::san;

/// What variations of one game are read with.
pub(super) struct VariationReader<'a> {
    pub(super) laws: &'a GameLaws,
    pub(super) strictness: Strictness,
    pub(super) warnings: &'a mut Vec<Diagnostic>,
    /// The game, where the variation stands.
    pub(super) walk: &'a mut Walk,
}

/// What has been read of a variation.
#[derive(Default)]
struct State {
    variation: Variation,
    /// Whether a word was no legal move; what follows is kept as it stands.
    is_lost: bool,
}

/// Something that could not be read, and where.
type ReadError = (Location, String);

impl VariationReader<'_> {
    /// Reads the variation whose `(` is the token before `at`; where its `)` stands.
    ///
    /// # Errors
    /// That variations are nested too deeply; if strict, the first word that is no move.
    pub(super) fn read(
        &mut self,
        tokens: &[Token],
        at: usize,
        depth: usize,
    ) -> Result<(Variation, usize), ReadError> {
        if depth > MAX_VARIATION_DEPTH {
            let place = tokens.get(at.saturating_sub(1)).map_or_else(Location::default, |token| token.place);
            return Err((place, format!("variations are nested more than {MAX_VARIATION_DEPTH} deep")));
        }
        let first = FirstEvent::of(tokens, at);
        let outer = self.walk.enter(first.map_or(BeginsWith::Other, |first| first.begins_with()));
        let read = self.elements(tokens, at, depth);
        self.walk.leave(outer);
        read
    }

    fn elements(
        &mut self,
        tokens: &[Token],
        mut at: usize,
        depth: usize,
    ) -> Result<(Variation, usize), ReadError> {
        let mut state = State::default();
        while let Some(token) = tokens.get(at) {
            at += 1;
            let element = match &token.is {
                Lexeme::Close => break,
                Lexeme::Open => {
                    let (inner, end) = self.read(tokens, at, depth + 1)?;
                    at = end;
                    Element::Annotation(Annotation::Variation(inner))
                }
                Lexeme::Nag(number) => Element::Annotation(Annotation::Nag(*number)),
                Lexeme::Comment(text) => {
                    self.comment(&mut state, token.place, text)?;
                    continue;
                }
                Lexeme::Word(text) => self.word(&mut state, token.place, text)?,
                Lexeme::Result(score) => Element::Unread(score.result.to_owned()),
                Lexeme::EnPassant | Lexeme::Rest(_) | Lexeme::Tag { .. } | Lexeme::Fault(_) => continue,
            };
            state.variation.elements.push(element);
        }
        Ok((state.variation, at))
    }

    /// A comment: the events among its words become elements, where they can happen.
    fn comment(&mut self, state: &mut State, place: Location, text: &str) -> Result<(), ReadError> {
        let mut words = String::new();
        for segment in segments(text) {
            match segment {
                Segment::Text(text) => words.push_str(text),
                Segment::Unclosed(_, body) => words.push_str(&format!("[%{body}")),
                Segment::Own(_, body) => match self.command(state, place, &mut words, body)? {
                    Some(element) => state.variation.elements.push(element),
                    None => words.push_str(&format!("[%{body}]")),
                },
            }
        }
        push_comment(&mut state.variation, &words);
        Ok(())
    }

    /// The element that a command of ours makes, if its event can happen here; the words before it become
    /// a comment.
    fn command(
        &mut self,
        state: &mut State,
        place: Location,
        words: &mut String,
        body: &str,
    ) -> Result<Option<Element>, ReadError> {
        let Some((event, _)) = command::parse(body).ok().filter(|_| !state.is_lost) else { return Ok(None) };
        if !event.may_follow_end()
            && reopened(&self.walk.game).is_some_and(|mut game| game.apply(event.clone(), None).is_ok())
        {
            self.leave_unclaimed(state, place)?;
        }
        if self.walk.apply(event.clone(), None).is_err() {
            return Ok(None);
        }
        push_comment(&mut state.variation, &std::mem::take(words));
        Ok(Some(match event {
            Event::Throw { face } => Element::Throw(face),
            event if event.is_werera() => Element::Werera(event),
            event => Element::End(event),
        }))
    }

    /// If the variation goes on after a draw that somebody would have had to claim, no side did.
    fn leave_unclaimed(&mut self, state: &mut State, place: Location) -> Result<(), ReadError> {
        let game = &self.walk.game;
        let Some(over) = game.outcome().filter(|_| game.is_claimable_draw()) else { return Ok(()) };
        let why = over.message(game.ruleset());
        let message = format!("a variation goes on after a draw that nobody has claimed: {why}");
        match self.strictness {
            Strictness::Strict => return Err((place, message)),
            Strictness::Lenient => note(self.warnings, place, message),
        }
        self.walk.apply(Event::Unclaimed, None).expect("the draw can be left unclaimed");
        state.variation.elements.push(Element::End(Event::Unclaimed));
        Ok(())
    }

    fn word(&mut self, state: &mut State, place: Location, text: &str) -> Result<Element, ReadError> {
        if state.is_lost {
            return Ok(Element::Unread(text.to_owned()));
        }
        let open = reopened(&self.walk.game);
        match parse_move(self.laws, open.as_ref().unwrap_or(&self.walk.game), text) {
            Ok(mv) => {
                self.leave_unclaimed(state, place)?;
                let event = Event::Move { mv };
                self.walk.apply(event, None).map_err(|refusal| (place, refusal.to_string()))?;
                Ok(Element::Move(mv))
            }
            Err(message) if self.strictness == Strictness::Strict => {
                Err((place, format!("in a variation {message}")))
            }
            Err(message) => {
                let message = format!("in a variation {message}; the rest of it is kept as it stands");
                note(self.warnings, place, message);
                state.is_lost = true;
                Ok(Element::Unread(text.to_owned()))
            }
        }
    }
}

/// A game that stands drawn, where the draw is not claimed; nothing where it does not.
fn reopened(game: &Game) -> Option<Game> {
    let mut open = game.is_claimable_draw().then(|| game.clone())?;
    open.apply(Event::Unclaimed, None).ok()?;
    Some(open)
}

/// A word as a legal move in coordinates.
///
/// # Errors
/// Why it is none.
fn parse_move(laws: &GameLaws, game: &Game, text: &str) -> Result<UciMove, Failure> {
    if !matches!(game.node(), Node::Choice(_)) {
        return Err(format!("`{}` cannot be played here", cut_short(text)).into());
    }
    let mv = san::parse_in(&laws.rules, game.position(), text, laws.dialect);
    mv.map(|mv| UciMove::of(laws.rules.ruleset(), mv)).map_err(|error| error.to_string().into())
}

fn push_comment(variation: &mut Variation, text: &str) {
    if let Some(text) = comment::of_file(text) {
        variation.elements.push(Element::Annotation(Annotation::Comment(text)));
    }
}

/// What happens first in a variation.
enum FirstEvent<'t> {
    Word(&'t str),
    Command(Event),
}

impl FirstEvent<'_> {
    /// That of the variation whose `(` is the token before `at`, if its begin is one.
    fn of(tokens: &[Token], at: usize) -> Option<FirstEvent<'_>> {
        let mut at = at;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match &token.is {
                Lexeme::Nag(_) => {}
                Lexeme::Open => at = end_of(tokens, at),
                Lexeme::Comment(text) => {
                    let own = segments(text).into_iter().find_map(|segment| match segment {
                        Segment::Own(_, body) => command::parse(body).ok(),
                        Segment::Text(_) | Segment::Unclosed(..) => None,
                    });
                    if let Some((event, _)) = own {
                        return Some(FirstEvent::Command(event));
                    }
                }
                Lexeme::Word(text) => return Some(FirstEvent::Word(text)),
                _ => return None,
            }
        }
        None
    }

    fn begins_with(&self) -> BeginsWith {
        match self {
            FirstEvent::Command(Event::Throw { .. }) => BeginsWith::Throw,
            FirstEvent::Command(_) | FirstEvent::Word(_) => BeginsWith::Other,
        }
    }

    fn is_possible(&self, laws: &GameLaws, walk: &mut Walk) -> bool {
        match self {
            FirstEvent::Word(text) => parse_move(laws, &walk.game, text).is_ok(),
            FirstEvent::Command(event) => walk.allows(event),
        }
    }
}

/// Whether the variation whose `(` is the token before `at` goes on from where the game stands, instead of
/// what comes next: so other programs write a line behind the last move. Its begin tells, where it can only
/// be played here.
pub(super) fn goes_on(tokens: &[Token], at: usize, laws: &GameLaws, walk: &mut Walk) -> bool {
    let Some(first) = FirstEvent::of(tokens, at) else { return false };
    let outer = walk.enter(first.begins_with());
    let is_instead = first.is_possible(laws, walk);
    walk.leave(outer);
    !is_instead && first.is_possible(laws, walk)
}

/// The token behind the `)` of the variation whose `(` is the token before `at`.
pub(super) fn end_of(tokens: &[Token], at: usize) -> usize {
    let mut depth = 1_usize;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        match token.is {
            Lexeme::Open => depth += 1,
            Lexeme::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}
