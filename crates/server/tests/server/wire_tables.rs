//! The tables of `docs/wire.md`, generated from the schema of the wire.
//!
//! A block begins with `<!-- generated: requests -->` or `<!-- generated: TYPE … -->` and ends with
//! `<!-- end -->`.

use std::collections::BTreeSet;
use std::path::Path;

use rukh_server::wire::schema::document;
use serde_json::{Map, Value};

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

#[test]
fn tables_of_the_book_match_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wire.md");
    let kept = std::fs::read_to_string(&path).unwrap();
    let now = with_tables(&kept, &document());
    if std::env::var_os("RUKH_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    assert!(kept == now, "the tables of docs/wire.md are out of date: run this test with RUKH_BLESS=1");
}

#[test]
fn every_type_of_the_schema_is_in_the_book() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wire.md");
    let text = std::fs::read_to_string(path).unwrap();
    let blocks = text.lines().filter_map(|line| line.strip_prefix(BEGIN)?.strip_suffix(" -->"));
    let shown: BTreeSet<&str> = blocks.flat_map(str::split_whitespace).collect();
    let schema = document();
    let missing: Vec<&String> =
        schema["$defs"].as_object().unwrap().keys().filter(|name| !shown.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "no table in docs/wire.md for {missing:?}");
}

/// The text with every generated block renewed.
fn with_tables(text: &str, schema: &Value) -> String {
    let mut renewed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(BEGIN) {
        let names_end = start + rest[start..].find(" -->\n").expect("a block's first line is closed");
        let end = start + rest[start..].find(END).expect("a block is closed");
        let names = &rest[start + BEGIN.len()..names_end];
        renewed += &rest[..names_end];
        renewed += " -->\n";
        for name in names.split_whitespace() {
            renewed += &match name {
                "requests" => requests(schema),
                name => table(name, &schema["$defs"][name]),
            };
        }
        renewed += "\n";
        renewed += END;
        rest = &rest[end + END.len()..];
    }
    renewed + rest
}

fn requests(schema: &Value) -> String {
    let mut text = "\n| request | body | response | |\n|---|---|---|---|\n".to_owned();
    for (address, request) in schema["x-requests"].as_object().unwrap() {
        let name = |part: &str| request.get(part).map(type_text).unwrap_or_default();
        text += &row(&[&code(address), &name("body"), &name("response"), &description(request)]);
    }
    text
}

/// The table of a type: its fields, its variants or its words.
fn table(name: &str, schema: &Value) -> String {
    assert!(schema.is_object(), "docs/wire.md has a table for `{name}`, which is not in the schema");
    let mut text = format!("\n**{name}**: {}\n\n", description(schema));
    let variants = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    if let Some(fields) = schema["properties"].as_object() {
        text += "| field | type | |\n|---|---|---|\n";
        for (field, value) in fields {
            text += &row(&[&field_name(field, schema), &type_text(value), &description(value)]);
        }
    }
    if let Some(variants) = variants {
        text += if schema["properties"].is_object() { "\n" } else { "" };
        text += "| variant | fields | |\n|---|---|---|\n";
        for variant in variants {
            let (word, fields) = variant_text(variant);
            text += &row(&[&word, &fields, &description(variant)]);
        }
    }
    text
}

/// Word and fields of a variant.
fn variant_text(variant: &Value) -> (String, String) {
    let none = Map::new();
    let properties = variant["properties"].as_object().unwrap_or(&none);
    let tag = properties.iter().find(|(_, value)| value.get("const").is_some());
    let word = match (tag, variant.get("const")) {
        (Some((name, value)), _) => format!("`\"{name}\": {}`", value["const"]),
        (None, Some(word)) => format!("`{word}`"),
        (None, None) => return (type_text(variant), String::new()),
    };
    let base = variant.get("$ref").map(|_| format!("those of {}", reference(variant)));
    let fields = properties.iter().filter(|(name, _)| tag.is_none_or(|(tag, _)| tag != *name));
    let fields = fields.map(|(name, value)| format!("{}: {}", field_name(name, variant), type_text(value)));
    (word, base.into_iter().chain(fields).collect::<Vec<_>>().join(", "))
}

fn field_name(name: &str, owner: &Value) -> String {
    let required = owner["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name));
    if required { format!("`{name}`") } else { format!("`{name}`?") }
}

/// A type in words.
fn type_text(schema: &Value) -> String {
    let either = |list: &Vec<Value>| list.iter().map(type_text).collect::<Vec<_>>().join(" or ");
    if schema.get("$ref").is_some() {
        return reference(schema);
    }
    if let Some(list) = ["anyOf", "oneOf"].iter().find_map(|key| schema[*key].as_array()) {
        return either(list);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| code(&word.to_string())).collect::<Vec<_>>().join(" or ");
    }
    if let Some(word) = schema.get("const") {
        return code(&word.to_string());
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut single = schema.clone();
                single["type"] = kind.clone();
                type_text(&single)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" or ")
        }
        Value::String(kind) if kind == "array" => format!("list of {}", type_text(&schema["items"])),
        Value::String(kind) if kind == "object" => object_text(schema),
        Value::String(kind) => kind.clone(),
        _ => "any".to_owned(),
    }
}

fn object_text(schema: &Value) -> String {
    match schema["properties"].as_object() {
        Some(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{}: {}", field_name(name, schema), type_text(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        None if schema["additionalProperties"].is_object() => {
            format!("map to {}", type_text(&schema["additionalProperties"]))
        }
        None => "{}".to_owned(),
    }
}

fn reference(schema: &Value) -> String {
    let target = schema["$ref"].as_str().unwrap_or_default();
    code(target.rsplit('/').next().unwrap_or_default())
}

fn description(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn row(cells: &[&str]) -> String {
    let cell = |text: &&str| match text.is_empty() {
        true => " ".to_owned(),
        false => format!(" {} ", text.replace('|', "\\|")),
    };
    format!("|{}|\n", cells.iter().map(cell).collect::<Vec<_>>().join("|"))
}
