//! Values as the store keeps them: JSON in the form of the wire, or in its earlier form, whose
//! field names were abbreviated (`t`, `d`, `v`, `man` …). Both are read, so that stored games go
//! on; only the current form is written.

use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value, from_str, from_value};

use super::{ChatEntry, GameTimeControl, Seek, WireEvent};

type Fields = Map<String, Value>;

/// Parses a stored event.
///
/// # Errors
/// The text is an event in neither form.
pub fn parse_event(text: &str) -> Result<WireEvent, Error> {
    parse(text, "type", rename_event)
}

/// Parses a stored chat entry.
///
/// # Errors
/// The text is a chat entry in neither form.
pub fn parse_chat_entry(text: &str) -> Result<ChatEntry, Error> {
    parse(text, "author", rename_chat_entry)
}

/// Parses a stored seek.
///
/// # Errors
/// The text is a seek in neither form.
pub fn parse_seek(text: &str) -> Result<Seek, Error> {
    parse(text, "owner", rename_seek)
}

/// Parses a stored time control.
///
/// # Errors
/// The text is a time control in neither form.
pub fn parse_time_control(text: &str) -> Result<GameTimeControl, Error> {
    let mut value: Value = from_str(text)?;
    value.as_object_mut().into_iter().for_each(rename_time_control);
    from_value(value)
}

/// Parses a value whose current form, and no other, has the field `mark`.
fn parse<T: DeserializeOwned>(text: &str, mark: &str, rename_fields: fn(&mut Fields)) -> Result<T, Error> {
    let error = match from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let mut value: Value = from_str(text)?;
    match value.as_object_mut() {
        Some(fields) if !fields.contains_key(mark) => {
            rename_fields(fields);
            from_value(value)
        }
        _ => Err(error),
    }
}

fn rename(fields: &mut Fields, names: &[(&str, &str)]) {
    for (old, new) in names {
        if let Some(value) = fields.remove(*old) {
            fields.insert((*new).to_owned(), value);
        }
    }
}

fn inner<'f>(fields: &'f mut Fields, name: &str) -> Option<&'f mut Fields> {
    fields.get_mut(name)?.as_object_mut()
}

fn rename_event(fields: &mut Fields) {
    rename(fields, &[("v", "seq"), ("t", "type"), ("d", "data")]);
    if let Some(clock) = inner(fields, "clock") {
        rename(clock, &[("marshal", "werera"), ("runs", "running")]);
        rename_word(clock, "running", "marshal", "werera");
    }
    rename_word(fields, "type", "bundle", "batch_ended");
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(data) = inner(fields, "data") else { return };
    match kind.as_str() {
        "start" => rename_game_terms(data),
        "place" => rename(data, &[("id", "piece_id"), ("man", "piece")]),
        "retract" | "move" => rename(data, &[("man", "piece")]),
        "werera_ended" => rename(
            data,
            &[("by", "captured_by"), ("first", "first_to_move"), ("why", "cause"), ("reason", "text")],
        ),
        "throw" => rename(data, &[("n", "number"), ("mans", "pieces")]),
        "decline" => rename(data, &[("what", "offer")]),
        "time_added" => rename(data, &[("ms", "milliseconds")]),
        "contest" => {
            let entries = data.get_mut("entries").and_then(Value::as_array_mut);
            let entries = entries.into_iter().flatten().filter_map(Value::as_object_mut);
            entries.for_each(|entry| rename(entry, &[("id", "intent_id")]));
        }
        _ => {}
    }
}

fn rename_chat_entry(fields: &mut Fields) {
    rename(fields, &[("from", "author")]);
    let steps = fields.get_mut("steps").and_then(Value::as_array_mut);
    let steps = steps.into_iter().flatten().filter_map(Value::as_object_mut);
    steps.for_each(|step| rename(step, &[("man", "piece")]));
}

fn rename_seek(fields: &mut Fields) {
    rename(fields, &[("by", "owner")]);
    rename_game_terms(fields);
}

fn rename_game_terms(fields: &mut Fields) {
    rename(fields, &[("time", "time_control"), ("manner", "spectator_mode")]);
    inner(fields, "time_control").into_iter().for_each(rename_time_control);
}

fn rename_time_control(fields: &mut Fields) {
    rename(fields, &[("marshal", "werera"), ("marshal_days", "werera_days")]);
}

fn rename_word(fields: &mut Fields, name: &str, old: &str, new: &str) {
    if let Some(word) = fields.get_mut(name).filter(|word| *word == old) {
        *word = new.into();
    }
}
