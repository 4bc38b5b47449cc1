//! From tokens to games.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lexer::{Fault, Lexer, Piece, Token};
use super::{MAX_BYTES, MAX_GAMES, PgnError, unescape};
use crate::game::{Event, Game, SideWord};
use crate::geometry::Side;
use crate::node::Node;
use crate::notation::dialect::{Dialect, DialectChoice};
use crate::notation::fen;
use crate::notation::record::{
    DERIVED, MAX_COMPLAINTS, MAX_EVENTS, Record, Resolver, Shelf, Tags, hash_complaint, own_start,
};
use crate::notation::{coordinate, san};
use crate::position::Position;
use crate::rules::Rules;
use crate::shape::Any;

/// A game as it was cut out of the text.
#[derive(Default)]
struct Raw<'t> {
    at: usize,
    tags: BTreeMap<String, (usize, String)>,
    /// Commands and moves.
    moves: Vec<Token<'t>>,
    result: Option<(usize, &'static str)>,
    faults: Vec<Fault>,
}

pub(super) fn read(text: &str, resolver: &Resolver<'_>) -> Result<Vec<Record>, Vec<PgnError>> {
    let error = |(at, message): Fault| {
        let before = &text[..at.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        PgnError { line, column: before[line_start..].chars().count() + 1, message }
    };
    if text.len() > MAX_BYTES {
        return Err(vec![error((0, format!("the text is longer than {MAX_BYTES} bytes")))]);
    }
    let mut lexer = Lexer::new(text);
    let mut carried = None;
    let mut shelf = Shelf::new(resolver);
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    while let Some(raw) = next_game(&mut lexer, &mut carried) {
        if records.len() == MAX_GAMES {
            errors.push(error((raw.at, format!("the text has more than {MAX_GAMES} games"))));
        }
        match (Builder { shelf: &mut shelf, faults: Vec::new() }).build(raw) {
            Ok(record) => records.push(record),
            Err(faults) => errors.extend(faults.into_iter().map(error)),
        }
        if errors.len() >= MAX_COMPLAINTS || records.len() > MAX_GAMES {
            break;
        }
    }
    if records.is_empty() && errors.is_empty() {
        errors.push(error((
            0,
            "there is no game here; a game begins with tags such as `[Ruleset \"shatranj\"]`".to_owned(),
        )));
    }
    if errors.is_empty() { Ok(records) } else { Err(errors) }
}

/// Collects a game's tokens; a tag after moves begins the next game and is carried over.
fn next_game<'t>(lexer: &mut Lexer<'t>, carried: &mut Option<Token<'t>>) -> Option<Raw<'t>> {
    let mut raw = Raw::default();
    let mut is_empty = true;
    loop {
        let token = match carried.take().map(Ok).or_else(|| lexer.next()) {
            None => break,
            Some(token) => token,
        };
        let at = token.as_ref().map_or_else(|fault| fault.0, |token| token.at);
        if std::mem::take(&mut is_empty) {
            raw.at = at;
        }
        match token {
            Err(fault) => {
                if raw.faults.len() < MAX_COMPLAINTS {
                    raw.faults.push(fault);
                }
            }
            Ok(token) => match token.is {
                Piece::Tag(..) if !raw.moves.is_empty() => {
                    *carried = Some(token);
                    break;
                }
                Piece::Tag(name, value) => {
                    if raw.tags.insert(name.to_owned(), (at, value)).is_some() {
                        raw.faults.push((at, format!("the tag `{name}` stands twice")));
                    }
                }
                Piece::Result(result) => {
                    raw.result = Some((at, result));
                    break;
                }
                Piece::Command(text) if !is_ours(text) => {}
                Piece::Command(_) | Piece::San(_) => raw.moves.push(token),
            },
        }
    }
    (!is_empty).then_some(raw)
}

struct Builder<'a, 'r> {
    shelf: &'a mut Shelf<'r>,
    faults: Vec<Fault>,
}

impl Builder<'_, '_> {
    fn build(mut self, mut raw: Raw<'_>) -> Result<Record, Vec<Fault>> {
        self.faults = std::mem::take(&mut raw.faults);
        let rules = self.rules(&raw);
        let tags = self.tags(&raw);
        let Some(rules) = rules else { return Err(self.faults) };
        self.check_hash(&raw, &rules);
        let dialect = dialect(&raw, &rules);
        let Some(start) = self.start(&raw, &rules, dialect) else { return Err(self.faults) };
        let mut game = Game::from_position(rules, start);
        let played = play(&mut game, &raw, dialect).and_then(|()| finish(&mut game, &raw));
        self.faults.extend(played.err());
        if self.faults.is_empty() { Ok(Record { tags, game }) } else { Err(self.faults) }
    }

    fn rules(&mut self, raw: &Raw<'_>) -> Option<Arc<Rules<Any>>> {
        let (at, instance) = match (raw.tags.get("Ruleset"), raw.tags.get("Variant")) {
            (Some((at, instance)), _) => (*at, instance.clone()),
            (None, Some((at, name))) => (*at, name.to_lowercase().replace(' ', "-")),
            (None, None) => {
                let message =
                    "the game does not say which laws it follows; add a tag such as `[Ruleset \"shatranj\"]`";
                self.faults.push((raw.at, message.to_owned()));
                return None;
            }
        };
        let rules = self.shelf.rules(&instance);
        rules.map_err(|error| self.faults.push((at, error.to_string()))).ok()
    }

    fn tags(&mut self, raw: &Raw<'_>) -> Tags {
        let mut tags = Tags::default();
        for (name, (at, value)) in raw.tags.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())) {
            let value = value.replace(char::is_control, " ");
            if let Err(message) = tags.set(name, &value) {
                self.faults.push((*at, message));
            }
        }
        tags
    }

    fn check_hash(&mut self, raw: &Raw<'_>, rules: &Rules<Any>) {
        let revision = raw.tags.get("RulesetRevision").and_then(|(_, text)| text.parse().ok());
        if let Some((at, hash)) = raw.tags.get("RulesetHash")
            && let Some(complaint) = hash_complaint(rules.ruleset(), revision, hash)
        {
            self.faults.push((*at, complaint));
        }
    }

    /// Where the log begins: before the werera, if there is one.
    fn start(&mut self, raw: &Raw<'_>, rules: &Rules<Any>, dialect: Dialect) -> Option<Position> {
        let has_werera = leading_werera(raw) > 0;
        let fen = raw.tags.get("WereraFEN").or_else(|| raw.tags.get("FEN").filter(|_| !has_werera));
        let Some((at, text)) = fen else { return Some(own_start(rules)) };
        let read = fen::read(rules, text, dialect);
        read.map_err(|errors| {
            self.faults.extend(errors.iter().map(|error| (*at, format!("the FEN is wrong: {error}"))));
        })
        .ok()
    }
}

/// Whose letters a game has, by its start and its moves.
fn dialect(raw: &Raw<'_>, rules: &Rules<Any>) -> Dialect {
    let fen = ["WereraFEN", "FEN"].iter().find_map(|name| raw.tags.get(*name));
    let moves = raw.moves.iter().filter_map(|token| match token.is {
        Piece::San(text) => Some(text),
        _ => None,
    });
    DialectChoice::Auto.of_game(rules.ruleset(), fen.map(|(_, text)| text.as_str()), moves)
}

fn leading_werera(raw: &Raw<'_>) -> usize {
    let is_werera = |token: &&Token<'_>| matches!(token.is, Piece::Command(text) if verb(text) == "werera");
    raw.moves.iter().take_while(is_werera).count()
}

/// The first word of a command.
fn verb(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

fn is_ours(text: &str) -> bool {
    ["die", "at", "werera", "end"].contains(&verb(text))
}

/// Plays commands and moves.
fn play(game: &mut Game, raw: &Raw<'_>, dialect: Dialect) -> Result<(), Fault> {
    let mut marshalled = leading_werera(raw);
    if marshalled == 0 && raw.tags.contains_key("WereraFEN") {
        check_turns(game, raw)?;
    }
    let mut tokens = raw.moves.iter().peekable();
    while let Some(token) = tokens.next() {
        if game.log().len() >= MAX_EVENTS {
            return Err((token.at, format!("the game has more than {MAX_EVENTS} events")));
        }
        let (event, at) = match token.is {
            Piece::San(text) => {
                let event = read_move(game, text, dialect).map_err(|message| (token.at, message))?;
                let next =
                    tokens.next_if(|next| matches!(next.is, Piece::Command(text) if verb(text) == "at"));
                let at = next.map(|next| read_at(next)).transpose()?;
                (event, at)
            }
            Piece::Command(text) => read_command(text).map_err(|message| (token.at, message))?,
            Piece::Tag(..) | Piece::Result(_) => continue,
        };
        game.apply(event, at).map_err(|refusal| (token.at, refusal.reason))?;
        if marshalled == 1 {
            check_turns(game, raw)?;
        }
        marshalled = marshalled.saturating_sub(1);
    }
    Ok(())
}

/// After the werera the `FEN` tag should be what stands on the board.
fn check_turns(game: &Game, raw: &Raw<'_>) -> Result<(), Fault> {
    let Some((at, fen)) = raw.tags.get("FEN") else { return Ok(()) };
    if fen.split_whitespace().eq(game.fen().split_whitespace()) {
        return Ok(());
    }
    Err((*at, format!("the werera leads to another position than the FEN, namely `{}`", game.fen())))
}

fn read_at(token: &Token<'_>) -> Result<u64, Fault> {
    let Piece::Command(text) = token.is else { return Ok(0) };
    let fault = || (token.at, format!("`[%{text}]` should be `[%at 1234]`, milliseconds since the epoch"));
    let mut words = text.split_whitespace().skip(1);
    let at = words.next().and_then(|word| word.parse().ok()).ok_or_else(fault)?;
    if words.next().is_some() { Err(fault()) } else { Ok(at) }
}

fn read_move(game: &Game, text: &str, dialect: Dialect) -> Result<Event, String> {
    match game.node() {
        Node::Choice(_) => {}
        Node::Chance(faces) => {
            return Err(format!(
                "the die must be thrown before `{text}`: write `{{[%die 1]}}` to `{{[%die {}]}}` before it",
                faces.len()
            ));
        }
        Node::Werera(_) => {
            return Err(format!(
                "nobody is on move before the first capture of the werera; write `{text}` as `{{[%werera w e2e3]}}`, or give the position in which turns begin as FEN"
            ));
        }
        Node::Over(over) => {
            return Err(format!("the game was over before `{text}`: {}", over.text(game.ruleset())));
        }
    }
    let chosen =
        san::read_in(game.rules(), game.position(), text, dialect).map_err(|error| error.to_string())?;
    Ok(Event::Move { mv: coordinate::write(game.ruleset(), chosen) })
}

fn read_command(text: &str) -> Result<(Event, Option<u64>), String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let shown: String = text.chars().take(60).collect();
    let mut at = None;
    if let Some(time) = words.last().and_then(|word| word.strip_prefix('@')) {
        at = Some(time.parse().map_err(|_| format!("`@{time}` in `[%{shown}]` should be milliseconds"))?);
        words.pop();
    }
    let event = match words.as_slice() {
        ["die", face] => face.parse().ok().map(|face| Event::Throw { face }),
        ["end", "draw"] => Some(Event::Draw),
        ["end", "abort"] => Some(Event::Abort),
        ["end", "resign", side] => side_word(side).map(|side| Event::Resign { side }),
        ["end", "flag", side] => side_word(side).map(|side| Event::Flag { side }),
        ["end", "leave", side] => side_word(side).map(|side| Event::Leave { side, drawn: false }),
        ["end", "leave", side, "draw"] => side_word(side).map(|side| Event::Leave { side, drawn: true }),
        ["werera", "turns"] => Some(Event::Turns { why: String::new() }),
        ["werera", "turns", why] => unescape(why).map(|why| Event::Turns { why }),
        ["werera", side, rest @ ..] => side_word(side).and_then(|side| read_placing(side, rest)),
        _ => None,
    };
    let forms = match verb(text) {
        "die" => "`[%die 4]`",
        "at" => "a time, `[%at 1234]`, right after the move it belongs to",
        "end" => "`[%end resign w]`, `[%end flag w]`, `[%end leave w]`, `[%end draw]` or `[%end abort]`",
        _ => "`[%werera w 12 e2e3]`, `[%werera w -5]`, `[%werera w bundle]` or `[%werera turns agreed]`",
    };
    event
        .map(|event| (event, at))
        .ok_or_else(|| format!("`[%{shown}]` should be {forms}, with a time as `@1234`"))
}

fn side_word(text: &str) -> Option<SideWord> {
    Side::from_word(text).map(SideWord::from)
}

fn read_placing(side: SideWord, words: &[&str]) -> Option<Event> {
    let (id, text) = match words {
        ["bundle"] => return Some(Event::Bundle { side }),
        [text] => (None, *text),
        [id, text] => (Some(id.parse().ok()?), *text),
        _ => return None,
    };
    if let Some(seq) = text.strip_prefix('-') {
        return seq.parse().ok().filter(|_| id.is_none()).map(|seq| Event::Retract { side, seq });
    }
    let is_digit = |letter: char| letter.is_ascii_digit();
    let second = text.get(1..)?.find(|letter| !is_digit(letter))? + 1;
    let (from, rest) = text.split_at(second);
    let end = rest.get(1..)?.find(|letter| !is_digit(letter)).map_or(rest.len(), |length| length + 1);
    let (to, becomes) = rest.split_at(end);
    let mut letters = becomes.chars();
    let promotion = letters.next();
    letters.next().is_none().then(|| Event::Place {
        side,
        id,
        from: from.to_owned(),
        to: to.to_owned(),
        promotion,
    })
}

/// Compares the result with how the game ended, or ends the game by it.
fn finish(game: &mut Game, raw: &Raw<'_>) -> Result<(), Fault> {
    let tag = raw.tags.get("Result").map(|(at, text)| (*at, text.as_str()));
    let tag = tag.filter(|(_, text)| *text != "?");
    let (at, result) = raw.result.or(tag).unwrap_or((raw.at, "*"));
    if let Some((tag_at, tag)) = tag.filter(|(_, tag)| *tag != result) {
        return Err((tag_at, format!("the tag says `{tag}`, but the moves end with `{result}`")));
    }
    if let Some(over) = game.outcome() {
        if over.result() == result {
            return Ok(());
        }
        let why = over.text(game.ruleset());
        return Err((at, format!("the result is `{result}`, but should be `{}`: {why}", over.result())));
    }
    let termination = raw.tags.get("Termination").map_or("", |(_, text)| text.as_str());
    let loses = |side: SideWord| {
        if termination.eq_ignore_ascii_case("time forfeit") {
            Event::Flag { side }
        } else if termination.eq_ignore_ascii_case("abandoned") {
            Event::Leave { side, drawn: false }
        } else {
            Event::Resign { side }
        }
    };
    let event = match result {
        "*" => return Ok(()),
        "1-0" => loses(SideWord::Black),
        "0-1" => loses(SideWord::White),
        "1/2-1/2" => Event::Draw,
        _ => return Err((at, format!("`{result}` is no result; there are 1-0, 0-1, 1/2-1/2 and *"))),
    };
    game.apply(event, None).map(|_| ()).map_err(|refusal| (at, refusal.reason))
}
