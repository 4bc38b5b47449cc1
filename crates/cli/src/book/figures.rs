//! The figures of studies: the section of the page of the laboratory, from their definitions.

use rukh_study::figures::{DEFINITIONS, FigureKey, LudiiConcept, REPLICATES};

use super::{Page, cell, docs};

/// The heading that the section follows.
const HEADING: &str = "\n## Figures\n";

/// The page as it is, with the section anew.
pub fn page() -> Page {
    let path = "laboratory.md".to_owned();
    let text = std::fs::read_to_string(docs().join(&path)).expect("the page of the laboratory exists");
    let (before, after) =
        text.split_once(HEADING).expect("the page of the laboratory has a section of figures");
    let rest = after.find("\n## ").map_or("", |at| &after[at..]);
    let text = format!("{before}{HEADING}\n{}{rest}", section());
    (path, text)
}

fn section() -> String {
    let mut text = format!(
        "<!-- Generated. Do not edit; run `RUKH_BLESS=1 cargo test -p rukh book`. -->\n\n\
         `rukh lab report` computes these of each cell, where there are games for them: those by the judge where it \
         scored, those of moves where `moves` are kept. Intervals of 95 % are percentiles of a Poisson bootstrap with \
         {REPLICATES} replicates over clusters of games. Weights of replicates are the same in all cells, so \
         differences between choices are paired; their p-values are adjusted by Holm for all comparisons of a study. \
         Where games are all alike, a share has Wilson's interval.\n\n\
         `[[compare]]` names figures by their ids; those with several values cannot be compared.\n\n\
         | id | figure | unit | values | formula | source | concept of Ludii |\n|---|---|---|---|---|---|---|\n"
    );
    for one in DEFINITIONS {
        let values = match one.key {
            None => "one",
            Some(FigureKey::Reason) => "by reason",
            Some(FigureKey::WereraEnd) => "by end of the werera",
            Some(FigureKey::Piece) => "by kind of piece",
            Some(FigureKey::Arrangement) => "by arrangement",
        };
        let ludii = match one.ludii {
            LudiiConcept::Same(concept) => format!("`{concept}`"),
            LudiiConcept::Differs(why) => format!("none: {why}"),
        };
        let unit = one.unit.to_string();
        let [name, formula, source, ludii] = [one.name, one.formula, one.source, ludii.as_str()].map(cell);
        text.push_str(&format!(
            "| `{}` | {name} | {unit} | {values} | {formula} | {source} | {ludii} |\n",
            one.id
        ));
    }
    text
}

#[test]
fn section_of_figures_has_a_row_for_each() {
    let rows = section().lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, DEFINITIONS.len());
}
