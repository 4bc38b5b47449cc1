//! Variations read from tokens.

use std::rc::Rc;

use super::assembler::note;
use super::branch::{self, Branch};
use super::command::{self, Segment, segments};
use super::laws::GameLaws;
use super::lexer::{Lexeme, Location, Token, cut_short};
use super::reader::comment_text;
use crate::game::{Event, Game};
use crate::notation::annotation::{Annotation, Element, MAX_VARIATION_DEPTH, Variation};
use crate::notation::reading::{Diagnostic, Strictness};
use crate::notation::{coordinate, san};
use crate::position::Position;
use crate::rules::Rules;
use crate::shape::Any;

/// What variations of one game are read with.
pub(super) struct VariationReader<'a> {
    pub(super) laws: &'a GameLaws,
    pub(super) strictness: Strictness,
    pub(super) warnings: &'a mut Vec<Diagnostic>,
}

/// How far a variation has come.
struct State {
    variation: Variation,
    position: Position,
    /// The game up to there, in the werera.
    werera: Option<Rc<Game>>,
    branch: Branch,
    /// Whether a word was no legal move; what follows is kept as it stands.
    is_lost: bool,
}

/// Where a command leads: the position, in the werera the game, and where variations instead of it begin.
type After = (Position, Option<Rc<Game>>, Branch);

impl State {
    /// What a command of ours does here, if it can happen.
    fn after_command(&self, rules: &Rules<Any>, body: &str) -> Option<(Element, After)> {
        match command::parse(body).ok()?.0 {
            Event::Throw { face } => {
                let thrown = branch::throw(rules, &self.position, face)?;
                Some((Element::Throw(face), (thrown, None, Branch::after_throw(self.position, thrown))))
            }
            event if event.is_werera() => {
                let before = self.werera.clone()?;
                let after = branch::apply(&before, &event)?;
                let reached = (*after.position(), Some(after), Branch::in_werera(before));
                Some((Element::Werera(event), reached))
            }
            _ => None,
        }
    }
}

impl VariationReader<'_> {
    /// Reads the variation whose `(` is the token before `at`; where its `)` stands.
    ///
    /// # Errors
    /// That variations are nested too deeply; if strict, the first word that is no move.
    pub(super) fn read(
        &mut self,
        tokens: &[Token],
        at: usize,
        branch: Branch,
        depth: usize,
    ) -> Result<(Variation, usize), (Location, String)> {
        if depth > MAX_VARIATION_DEPTH {
            let place = tokens.get(at.saturating_sub(1)).map_or_else(Location::default, |token| token.place);
            return Err((place, format!("variations are nested more than {MAX_VARIATION_DEPTH} deep")));
        }
        let begins_with_throw = tokens[at..]
            .iter()
            .find(|token| !matches!(&token.is, Lexeme::Nag(_) | Lexeme::Comment(_)) || has_throw(&token.is))
            .is_some_and(|token| has_throw(&token.is));
        let position = if begins_with_throw { branch.chance() } else { branch.choice() };
        let mut state = State {
            variation: Variation::default(),
            position,
            werera: branch.werera(),
            branch: Branch::at(position),
            is_lost: false,
        };
        let mut at = at;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let element = match &token.is {
                Lexeme::Close => return Ok((state.variation, at)),
                Lexeme::Open => {
                    let (inner, end) = self.read(tokens, at, state.branch.clone(), depth + 1)?;
                    at = end;
                    Element::Annotation(Annotation::Variation(inner))
                }
                Lexeme::Nag(number) => Element::Annotation(Annotation::Nag(*number)),
                Lexeme::Comment(text) => {
                    self.comment(&mut state, text);
                    continue;
                }
                Lexeme::Word(text) => self.word(&mut state, token.place, text)?,
                Lexeme::Result(score) => Element::Unread(score.result.to_owned()),
                Lexeme::EnPassant | Lexeme::Tag { .. } | Lexeme::Fault(_) => continue,
            };
            state.variation.elements.push(element);
        }
        Ok((state.variation, at))
    }

    /// A comment: throws and events of the werera among its words become elements, where they can happen.
    fn comment(&mut self, state: &mut State, text: &str) {
        let rules = &self.laws.rules;
        let mut words = String::new();
        for segment in segments(text) {
            match segment {
                Segment::Text(text) => words.push_str(text),
                Segment::Unclosed(_, body) => words.push_str(&format!("[%{body}")),
                Segment::Own(_, body) => match state.after_command(rules, body).filter(|_| !state.is_lost) {
                    None => words.push_str(&format!("[%{body}]")),
                    Some((element, after)) => {
                        push_comment(&mut state.variation, &std::mem::take(&mut words));
                        (state.position, state.werera, state.branch) = after;
                        state.variation.elements.push(element);
                    }
                },
            }
        }
        push_comment(&mut state.variation, &words);
    }

    fn word(
        &mut self,
        state: &mut State,
        place: Location,
        text: &str,
    ) -> Result<Element, (Location, String)> {
        if state.is_lost {
            return Ok(Element::Unread(text.to_owned()));
        }
        let rules = &self.laws.rules;
        let moves = branch::moves(rules, &state.position);
        let read = if moves.is_empty() {
            Err(format!("`{}` cannot be played here", cut_short(text)))
        } else {
            san::parse_in(rules, &state.position, text, self.laws.dialect).map_err(|error| error.to_string())
        };
        match read {
            Ok(mv) => {
                state.branch = state.branch.after_move(rules, state.position);
                state.position = rules.play(&state.position, mv);
                state.werera = None;
                Ok(Element::Move(coordinate::format(rules.ruleset(), mv)))
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

fn push_comment(variation: &mut Variation, text: &str) {
    if let Some(text) = comment_text(text) {
        variation.elements.push(Element::Annotation(Annotation::Comment(text)));
    }
}

fn has_throw(piece: &Lexeme) -> bool {
    let Lexeme::Comment(text) = piece else { return false };
    text.contains("[%die")
}
