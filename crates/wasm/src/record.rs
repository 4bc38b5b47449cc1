//! Games in files.

use std::sync::Arc;

use rukh_rules::notation::annotation::{Annotation, Element, MAX_VARIATION_DEPTH, Variation};
use rukh_rules::notation::reading::{GameReader, InputLine, ReadGame, Strictness};
use rukh_rules::notation::record::{self, Record};
use rukh_rules::notation::{coordinate, pgn};
use rukh_rules::{Event, Failure, LoadError, Ruleset};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

use crate::data::{AnnotationData, ElementData, GameData, GameEvent, RecordData, RulesetSource};
use crate::error::{Problem, ProblemKind};
use crate::game::{PlayedGame, event_data};

/// The most errors that one text is answered with.
const MAX_ERRORS: usize = 20;

/// The games of a text, PGN or JSON Lines.
///
/// # Errors
/// All that is wrong with games that cannot be read.
pub(crate) fn read(text: &str) -> Result<Vec<RecordData>, Problem> {
    let lines = text.lines().map(|line| -> InputLine { Ok(line.to_owned()) });
    let find = |name: &str| -> Result<Arc<Ruleset>, LoadError> { Ruleset::named(name).map(Arc::new) };
    let mut games = Vec::new();
    let mut problem: Option<Problem> = None;
    for read in GameReader::new(lines, &find, Strictness::Lenient) {
        match (read, &mut problem) {
            (Ok(game), _) => games.push(record_data(game)),
            (Err(error), None) => problem = Some(error.into()),
            (Err(error), Some(known)) if known.reasons.len() < MAX_ERRORS => {
                known.reasons.extend(Problem::from(error).reasons);
            }
            (Err(_), Some(_)) => {}
        }
    }
    problem.map_or(Ok(games), Err)
}

fn record_data(read: ReadGame) -> RecordData {
    let ReadGame { number, line, record, warnings, .. } = read;
    let name = record.game.ruleset().instance.to_string();
    let played = PlayedGame { source: RulesetSource::BuiltIn { name }, game: record.game };
    let start_and_events = played.data();
    let all = 0..=played.game.seq();
    let here = |seq| record.annotations.after(seq).iter().map(annotation_data).collect::<Vec<_>>();
    RecordData {
        number,
        line,
        headers: record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        game: GameData {
            events: played.game.log().iter().map(|entry| event_data(&entry.event)).collect(),
            ..start_and_events
        },
        annotations: all.map(|seq| (seq, here(seq))).filter(|(_, here)| !here.is_empty()).collect(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
    }
}

fn annotation_data(annotation: &Annotation) -> AnnotationData {
    match annotation {
        Annotation::Comment(text) => AnnotationData::Comment(text.clone()),
        Annotation::Nag(number) => AnnotationData::Nag(*number),
        Annotation::Variation(variation) => {
            AnnotationData::Variation(variation.elements.iter().map(element_data).collect())
        }
    }
}

fn element_data(element: &Element) -> ElementData {
    match element {
        Element::Move(mv) => ElementData::Move(mv.to_string()),
        Element::Throw(face) => ElementData::Throw(*face),
        Element::Werera(event) => ElementData::Werera(event_data(event)),
        Element::End(event) => ElementData::End(event_data(event)),
        Element::Unread(word) => ElementData::Unread(word.clone()),
        Element::Annotation(annotation) => match annotation_data(annotation) {
            AnnotationData::Comment(text) => ElementData::Comment(text),
            AnnotationData::Nag(number) => ElementData::Nag(number),
            AnnotationData::Variation(elements) => ElementData::Variation(elements),
        },
    }
}

/// What stands beside the moves of a game that is written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Notes {
    headers: BTreeMap<String, String>,
    annotations: BTreeMap<u64, Vec<AnnotationData>>,
}

/// A format of game files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordFormat {
    Pgn,
    JsonLines,
}

/// A game as a text.
pub(crate) fn write(played: &PlayedGame, notes: Notes, format: RecordFormat) -> Result<String, Problem> {
    let mut record = Record::new(played.game.clone());
    for (name, value) in &notes.headers {
        record.tags.set(name, value).map_err(|reason| Problem::new(ProblemKind::Pgn, name, reason))?;
    }
    let last = played.game.seq();
    for (seq, here) in notes.annotations {
        if seq > last {
            let message = format!("the game has events up to {last}");
            return Err(Problem::new(ProblemKind::Pgn, &format!("event {seq}"), message));
        }
        for annotation in here {
            record.annotations.push(seq, parse_annotation(played.game.ruleset(), annotation, 0)?);
        }
    }
    let impossible = |word: Failure| {
        Problem::new(ProblemKind::Pgn, &word.to_string(), "cannot be played in its variation")
    };
    pgn::check_variations(&record).map_err(impossible)?;
    Ok(match format {
        RecordFormat::Pgn => pgn::format(&record),
        RecordFormat::JsonLines => record::format_jsonl(&record),
    })
}

fn parse_annotation(
    ruleset: &Ruleset,
    annotation: AnnotationData,
    depth: usize,
) -> Result<Annotation, Problem> {
    Ok(match annotation {
        AnnotationData::Comment(text) => Annotation::Comment(text),
        AnnotationData::Nag(number) => Annotation::Nag(number),
        AnnotationData::Variation(elements) => {
            if depth >= MAX_VARIATION_DEPTH {
                let message =
                    format!("variations stand at most {MAX_VARIATION_DEPTH} deep within each other");
                return Err(Problem::new(ProblemKind::Pgn, "variation", message));
            }
            let elements = elements.into_iter().map(|element| parse_element(ruleset, element, depth + 1));
            Annotation::Variation(Variation { elements: elements.collect::<Result<_, _>>()? })
        }
    })
}

fn parse_element(ruleset: &Ruleset, element: ElementData, depth: usize) -> Result<Element, Problem> {
    let annotation = match element {
        ElementData::Move(mv) => {
            return match coordinate::parse(ruleset, &mv) {
                Ok(mv) => Ok(Element::Move(mv)),
                Err(message) => Err(Problem::new(ProblemKind::Pgn, &mv, message)),
            };
        }
        ElementData::Throw(face) => return Ok(Element::Throw(face)),
        ElementData::Werera(event) => {
            return parse_event(event, "an event of the werera", Event::is_werera).map(Element::Werera);
        }
        ElementData::End(event) => {
            return parse_event(event, "an end of the game", Event::is_of_players).map(Element::End);
        }
        ElementData::Unread(word) if is_word(&word) => return Ok(Element::Unread(word)),
        ElementData::Unread(word) => {
            return Err(Problem::new(ProblemKind::Pgn, &word, "should be one word without brackets"));
        }
        ElementData::Comment(text) => AnnotationData::Comment(text),
        ElementData::Nag(number) => AnnotationData::Nag(number),
        ElementData::Variation(elements) => AnnotationData::Variation(elements),
    };
    parse_annotation(ruleset, annotation, depth).map(Element::Annotation)
}

fn parse_event(event: GameEvent, wanted: &str, is_wanted: fn(&Event) -> bool) -> Result<Event, Problem> {
    let event = Value::Object(event.0);
    let shown = event.to_string();
    let problem = |message: String| Problem::new(ProblemKind::Pgn, &shown, message);
    let event: Event = serde_json::from_value(event).map_err(|error| problem(error.to_string()))?;
    if is_wanted(&event) { Ok(event) } else { Err(problem(format!("should be {wanted}"))) }
}

/// Whether a text can stand in a PGN as one word that is no move.
fn is_word(text: &str) -> bool {
    const SPECIAL: &[char] = &['(', ')', '{', '}', '[', ']', ';', '$', '%', '"', '<', '>'];
    let is_part =
        |letter: char| !letter.is_whitespace() && !letter.is_control() && !SPECIAL.contains(&letter);
    !text.is_empty() && text.chars().all(is_part)
}
