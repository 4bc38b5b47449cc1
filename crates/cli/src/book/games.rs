//! A page for each built-in ruleset, and one that lists them.

use rukh_rules::ruleset::{OptionInfo, Provenance};
use rukh_rules::{Ruleset, catalog};

use super::{NOTICE, Page, block, cell, pictures};
use crate::laws::{diagram, show};

pub fn pages() -> Vec<Page> {
    let rulesets: Vec<Ruleset> =
        catalog::ids().map(|id| Ruleset::named(id).unwrap_or_else(|error| panic!("{id}: {error}"))).collect();
    let mut pages = vec![("games/README.md".to_owned(), list(&rulesets))];
    pages.extend(rulesets.iter().map(|ruleset| (format!("games/{}.md", ruleset.instance.id), game(ruleset))));
    pages
}

fn list(rulesets: &[Ruleset]) -> String {
    let mut text = format!("{NOTICE}# Games\n\n");
    text.push_str(
        "Each page shows a ruleset with its board, pieces, laws, options and sources. \
         `rukh rules show ID` prints the same in the terminal, with the bibliography in full.\n\n\
         | ruleset | game | board | werera | die | in one sentence |\n|---|---|---|---|---|---|\n",
    );
    for ruleset in rulesets {
        let id = &ruleset.instance.id;
        let tick = |is_so: bool| if is_so { "yes" } else { "" };
        text.push_str(&format!(
            "| [`{id}`]({id}.md) | {} | {}×{} | {} | {} | {} |\n",
            cell(&ruleset.about.name),
            ruleset.geometry.files(),
            ruleset.geometry.ranks(),
            tick(is_law(ruleset, "opening", "werera")),
            tick(!is_law(ruleset, "die", "none")),
            cell(&ruleset.about.summary),
        ));
    }
    text
}

fn is_law(ruleset: &Ruleset, key: &str, law: &str) -> bool {
    ruleset.law_entries().iter().any(|entry| entry.key == key && entry.law == law)
}

fn game(ruleset: &Ruleset) -> String {
    let about = &ruleset.about;
    let native = about.native_name.as_ref().map_or(String::new(), |name| format!(" · {name}"));
    let mut text = format!("{NOTICE}# {}{native}\n\n{}\n\n", about.name, about.summary);
    let laws = ruleset.law_counts();
    let names: Vec<String> =
        about.other_names.iter().map(|(lang, name)| format!("{name} ({lang})")).collect();
    let rows = [
        ("Ruleset", format!("`{}`, revision {}, {laws}", ruleset.instance, ruleset.revision)),
        ("Board", format!("{} files, {} ranks", ruleset.geometry.files(), ruleset.geometry.ranks())),
        ("Played", about.periods.join(", ")),
        ("Region", about.region.clone().unwrap_or_default()),
        ("Also called", names.join(", ")),
        ("Identifiers", about.identifiers.join(", ")),
        ("File", format!("[rulesets/{0}.toml](../../rulesets/{0}.toml)", ruleset.instance.id)),
        ("Examples of its laws", format!("[evidence/{0}.md](../../evidence/{0}.md)", ruleset.instance.id)),
    ];
    text.push_str("| | |\n|---|---|\n");
    for (title, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("| {title} | {} |\n", cell(value)));
    }
    text.push_str(&format!("\n{}\n", about.description.trim()));
    write_arrays(&mut text, ruleset);
    write_pieces(&mut text, ruleset);
    write_laws(&mut text, ruleset);
    write_options(&mut text, &ruleset.options);
    write_remarks(&mut text, ruleset);
    write_sources(&mut text, ruleset);
    text
}

fn write_arrays(text: &mut String, ruleset: &Ruleset) {
    let array = ruleset.start();
    text.push_str(&format!("\n## Starting position\n\n`{}`: {}\n\n", array.id, array.title));
    let picture = pictures::path_of_start(&ruleset.instance.id);
    text.push_str(&format!("![The start of {}](../{picture})\n\n", ruleset.about.name));
    text.push_str(&block(&show::board(ruleset)));
    write_provenance(text, &array.provenance);
    for other in ruleset.arrays.iter().filter(|other| other.id != array.id) {
        text.push_str(&format!(
            "\nAnother array, `{}`: {}\n\n`{}`\n",
            other.id, other.title, other.placement
        ));
        write_provenance(text, &other.provenance);
    }
    if let Some(names) = &ruleset.side_names {
        text.push_str(&format!("\nWhite is {}, Black is {}.\n", names.white, names.black));
        write_provenance(text, &names.provenance);
    }
}

fn write_pieces(text: &mut String, ruleset: &Ruleset) {
    text.push_str("\n## Pieces\n\nMoves are in [Betza notation](../reference/betza.md).\n\n");
    text.push_str("| letter | name | moves | in words | other names |\n|---|---|---|---|---|\n");
    for piece in &ruleset.pieces {
        let names: Vec<String> = piece.names.iter().map(|(lang, name)| format!("{name} ({lang})")).collect();
        text.push_str(&format!(
            "| {} | {} | `{}` | {} | {} |\n",
            piece.letter,
            cell(&piece.name),
            piece.movement.text(),
            cell(&piece.movement.message().to_string()),
            cell(&names.join(", "))
        ));
    }
    let diagrams: Vec<_> = ruleset.kinds().map(|kind| ruleset.diagram(kind)).collect();
    for (piece, drawn) in ruleset.pieces.iter().zip(&diagrams) {
        let lines = diagram::draw(piece.letter.to_ascii_uppercase(), drawn);
        text.push_str(&format!("\n### {}\n\n{}", piece.name, block(&lines)));
        write_provenance(text, &piece.provenance);
    }
    text.push_str("\nForward is up.\n\n");
    for meaning in diagram::legend(&diagrams) {
        text.push_str(&format!("- {meaning}\n"));
    }
}

fn write_laws(text: &mut String, ruleset: &Ruleset) {
    text.push_str("\n## Laws\n");
    for entry in ruleset.law_entries() {
        text.push_str(&format!("\n### {}\n\n", entry.title));
        text.push_str(&format!(
            "{} ([`{1}`](../reference/laws.md#{1}) = `{2}`)\n",
            entry.text, entry.key, entry.law
        ));
        write_provenance(text, &entry.provenance);
    }
}

fn write_options(text: &mut String, options: &[OptionInfo]) {
    if options.is_empty() {
        return;
    }
    text.push_str(
        "\n## Options\n\nA choice is named in brackets after the ruleset's id: `id[option=choice]`.\n",
    );
    for option in options {
        text.push_str(&format!("\n### `{}`: {}\n", option.key, option.title));
        if let Some(note) = &option.note {
            text.push_str(&format!("\n{note}\n"));
        }
        for choice in &option.choices {
            let default = if choice.id == option.default { " (default)" } else { "" };
            let doubt = if choice.unverified { " (unverified)" } else { "" };
            text.push_str(&format!("\n`{}`{default}{doubt}: {}\n", choice.id, choice.title));
            write_provenance(text, &choice.provenance);
        }
    }
}

fn write_remarks(text: &mut String, ruleset: &Ruleset) {
    if ruleset.remarks.is_empty() {
        return;
    }
    text.push_str("\n## Remarks\n");
    for remark in &ruleset.remarks {
        text.push_str(&format!("\n### {}\n\n{}\n", remark.title, remark.text.trim()));
        write_provenance(text, &remark.provenance);
    }
}

fn write_sources(text: &mut String, ruleset: &Ruleset) {
    let sources = catalog::sources();
    let mut works: Vec<String> = Vec::new();
    for work in ruleset.citations().iter().filter_map(|citation| sources.find(citation)) {
        let link = work.url.first().map_or(String::new(), |url| format!(" <{url}>"));
        let line = format!("- `{}`: {}{link}\n", work.key, work.citation());
        if !works.contains(&line) {
            works.push(line);
        }
    }
    text.push_str("\n## Sources\n\n");
    text.push_str(&works.concat());
}

fn write_provenance(text: &mut String, provenance: &Provenance) {
    let sources =
        provenance.sources.iter().map(|source| format!("- Source: {}\n", catalog::sources().cite(source)));
    let conjecture = provenance.conjecture.iter().map(|reason| format!("- Conjecture: {reason}\n"));
    let note = provenance.note.iter().map(|note| format!("- Note: {note}\n"));
    let lines: String = sources.chain(conjecture).chain(note).collect();
    if !lines.is_empty() {
        text.push_str(&format!("\n{lines}"));
    }
}
