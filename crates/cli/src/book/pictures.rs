//! The pictures of the book and of the README, as `rukh draw` writes them.

use clap::Parser;
use rukh_rules::{Ruleset, catalog};

use super::{Page, docs};
use crate::args::{Arguments, Command, PictureFormat};
use crate::draw;

pub fn pages() -> Vec<Page> {
    catalog::ids().map(start).chain(shown()).collect()
}

/// The path of the picture of a ruleset's start, below `docs/`.
pub fn path_of_start(id: &str) -> String {
    format!("pictures/{id}.svg")
}

fn start(id: &str) -> Page {
    let ruleset = Ruleset::named(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    // A long board lies on its side, as on a wide screen.
    let degrees = if ruleset.geometry.ranks() > ruleset.geometry.files() { "90" } else { "0" };
    (path_of_start(id), svg(&["-r", id, "--rotate", degrees, "-o", "-"]))
}

/// The pictures that the page about pictures shows, each by its command there.
fn shown() -> Vec<Page> {
    let page = std::fs::read_to_string(docs().join("pictures.md")).expect("a page of the book");
    let commands = page.lines().filter_map(|line| line.strip_prefix("rukh draw "));
    let pictures = commands.filter_map(|command| {
        let words = words(command);
        let file = words.iter().skip_while(|word| **word != "-o").nth(1)?;
        let path = format!("pictures/{file}");
        page.contains(&format!("]({path})")).then(|| (path, svg(&words)))
    });
    pictures.collect()
}

/// The words of a command, in which single quotes hold a word together.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    let words = parts.map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect::<Vec<_>>().concat()
}

fn svg(arguments: &[&str]) -> String {
    let parsed = Arguments::try_parse_from(["rukh", "draw"].iter().chain(arguments));
    let Command::Draw(options) = parsed.unwrap_or_else(|error| panic!("{error}")).command else {
        panic!("`rukh draw` is another command")
    };
    let picture = draw::picture(&options, PictureFormat::Svg).unwrap_or_else(|error| panic!("{error:#}"));
    String::from_utf8(picture).expect("an SVG is text")
}

#[test]
fn page_of_pictures_shows_what_its_commands_draw() {
    let shown: Vec<String> = shown().into_iter().map(|(path, _)| path).collect();
    assert_eq!(shown, ["pictures/rook.svg"]);
}
