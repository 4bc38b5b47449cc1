//! Reports of made-up games: what they say, and that texts of files are only text.

use rukh_rules::{Ruleset, catalog};

use super::names::ReportNames;
use super::{ReportedConclusion, ResultFile, StudyFacts, StudyReport};
use crate::figures::tests::{choices as options, game, mv};
use crate::figures::{CellEstimates, CellFigures, CellName, ComparedBy, ComparedCells};

const HOSTILE: &str = "<script>alert(1)</script>\" onload='x' | `a` ](javascript:x)\u{0}\n# b";

fn facts(text: &str) -> StudyFacts {
    StudyFacts {
        id: "made-up".to_owned(),
        title: text.to_owned(),
        question: text.to_owned(),
        conclusion: Some(ReportedConclusion {
            sentence: text.to_owned(),
            overturned_by: Some(text.to_owned()),
        }),
        commands: vec![format!("rukh lab run {text}")],
        settings: vec![("Seed".to_owned(), text.to_owned())],
        games: Some(100),
        open_cells: 0,
        files: vec![ResultFile { path: text.to_owned(), bytes: 1_234, sha256: "ab".repeat(32) }],
    }
}

/// A cell of forty games, the last ones cut off.
fn cell(number: u32, bare: &str, text: &str) -> CellEstimates {
    let mut figures = CellFigures::new(["a", text]);
    for at in 0..40 {
        let result = match at {
            36.. => "*",
            _ if at % 3 == u64::from(number) => "1/2-1/2",
            _ => "1-0",
        };
        let mut row = game(at, result, if result == "*" { 200 } else { 30 + at as u32 });
        row.white = text.to_owned();
        row.white_arrangement = Some(text.to_owned());
        row.werera_events = Some(12);
        if at == 7 {
            row.reason = text.to_owned();
        }
        let moves = [mv(at, 0, "white", "r", None), mv(at, 1, "black", "k", Some("p"))];
        figures.add(&row, &moves);
    }
    let name = CellName {
        cell: number,
        instance: if bare == "win" { "shatranj".to_owned() } else { format!("shatranj[bare={bare}]") },
        choices: options(&format!("array=kd,bare={bare}")),
        laws: "0123456789abcdef".to_owned(),
        players: ["a".to_owned(), text.to_owned()],
    };
    CellEstimates::new(name, &figures)
}

/// The choices of an option that this version has: the default and another one.
fn choices(option: &str) -> [&'static str; 2] {
    let file = catalog::file("shatranj").expect("a built-in ruleset");
    let option = file.options().iter().find(|one| one.key == option).expect("it has this option");
    let other = option.choices.iter().find(|one| one.id != option.default).expect("it has several choices");
    [&option.default, &other.id]
}

fn report(text: &str) -> StudyReport {
    let cells = (0..).zip(choices("bare")).map(|(number, choice)| cell(number, choice, text)).collect();
    StudyReport::new(facts(text), cells, &[])
}

fn file(report: &StudyReport, name: &str) -> String {
    let found = report.files().into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn report_texts_of_files_are_never_markup() {
    let report = report(HOSTILE);
    let page = file(&report, "index.html");
    for forbidden in ["<script", "<a ", "javascript:x)\"", "onload='x'\"", "\u{0}"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload='x'"));
    let markdown = file(&report, "report.md");
    let outside_of_code = markdown.split("```").step_by(2).collect::<String>();
    assert!(!outside_of_code.contains("<script"));
    assert!(!outside_of_code.replace("\\]", "").contains("](javascript"));
    assert!(!markdown.contains("\n# b"), "no line of a file begins a heading");
}

#[test]
fn report_plots_are_well_formed_and_described() {
    let report = report(HOSTILE);
    let plots: Vec<(String, String)> =
        report.files().into_iter().filter(|(name, _)| name.ends_with(".svg")).collect();
    let names: Vec<&str> = plots.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "effects-score.svg",
            "effects-decisive.svg",
            "effects-plies.svg",
            "values-score.svg",
            "values-decisive.svg",
            "values-plies.svg",
            "lengths-0.svg",
            "heat-0.svg",
            "lengths-1.svg",
            "heat-1.svg"
        ]
    );
    let (page, markdown) = (file(&report, "index.html"), file(&report, "report.md"));
    for (name, text) in &plots {
        let tree = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let root = tree.root_element();
        let labels = root.attribute("aria-labelledby").expect("it has a label");
        for id in labels.split(' ') {
            let label = tree.descendants().find(|node| node.attribute("id") == Some(id));
            assert!(label.and_then(|node| node.text()).is_some_and(|text| !text.is_empty()), "{name}: {id}");
            assert!(page.contains(&format!("id=\"{id}\"")), "{id} is not in the page");
        }
        assert!(markdown.contains(&format!("]({name})")), "{name} is not in the Markdown");
        let mut attributes = tree.descendants().flat_map(|node| node.attributes());
        let is_broken = |value: &str| value.contains("NaN") || value.contains("inf");
        assert!(!attributes.any(|one| is_broken(one.value())), "{name}: {text}");
    }
    assert_eq!(page.matches("<figure>").count(), plots.len());
    assert_eq!(page.matches("Table of this plot").count(), plots.len());
}

#[test]
fn report_names_options_by_their_titles() {
    let report = report("b");
    let page = file(&report, "index.html");
    let file = catalog::file("shatranj").expect("a built-in ruleset");
    let option = file.options().iter().find(|one| one.key == "bare").expect("it has this option");
    let [base, other] = choices("bare");
    let title = |id: &str| {
        let choice = option.choices.iter().find(|one| one.id == id).expect("it is a choice");
        maud::html! { (choice.title) }.into_string()
    };
    let name = maud::html! { (option.title) }.into_string();
    assert!(page.contains(&format!("{name}: {}, not {}", title(other), title(base))), "{page}");
    let game = Ruleset::named("shatranj").expect("a built-in ruleset").about.name;
    assert!(page.contains(&format!("{game}, {name}: {}", title(base))));
    assert!(page.contains("80 of 100 games, of which 8 were cut off") && page.contains("≥ "));
}

#[test]
fn report_names_rulesets_that_are_compared() {
    let cells: Vec<CellEstimates> =
        (0..).zip(choices("bare")).map(|(number, choice)| cell(number, choice, "b")).collect();
    let [base, other] = [0, 1].map(|at| cells[at].instance.clone());
    let compared = ComparedCells {
        by: ComparedBy::Rulesets(vec![base.clone(), other.clone()]),
        base: Some(base.clone()),
        figures: vec!["score".to_owned()],
    };
    let report = StudyReport::new(facts("c"), cells, &[compared]);
    let names = ReportNames::of(&report.cells);
    let [base_name, other_name] = [0, 1].map(|at| names.cell(&report.cells[at]));
    let page = file(&report, "index.html");
    let shown = maud::html! { (other_name) ", not " (base_name) }.into_string();
    assert!(page.contains(&shown), "{shown}: {page}");
    let data: serde_json::Value = serde_json::from_str(&file(&report, "figures.json")).expect("it is JSON");
    let effect = &data["effects"][0];
    assert!(effect["option"].is_null() && effect["base"] == base && effect["choice"] == other, "{data}");
}

#[test]
fn report_data_have_every_value() {
    let report = report("b");
    let data: serde_json::Value = serde_json::from_str(&file(&report, "figures.json")).expect("it is JSON");
    let figures = data["cells"][0]["figures"].as_array().expect("a list of figures");
    let score = figures.iter().find(|one| one["figure"] == "score").expect("White's score");
    let [low, high] = [0, 1].map(|at| score["interval"][at].as_f64().expect("a bound"));
    let value = score["value"].as_f64().expect("a value");
    assert!(low < value && value < high && score["games"] == 36, "{score}");
    assert!(data["effects"].as_array().is_some_and(|effects| effects.len() == 3), "{data}");
    assert!(data["definitions"].as_array().is_some_and(|all| all.iter().any(|one| one["id"] == "luck")));
    for one in figures {
        let value = one["value"].to_string();
        assert!(value.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 6), "{one}");
    }
    let values: usize = report.cells.iter().map(|cell| cell.figures.len()).sum();
    assert_eq!(file(&report, "figures.csv").lines().count(), values + 1);
    assert_eq!(
        file(&report, "figures.json"),
        file(&report, "figures.json"),
        "a report is the same each time"
    );
}

#[test]
fn report_of_one_cell_compares_nothing() {
    let report = StudyReport::new(facts("c"), vec![cell(0, "win", "b")], &[]);
    let names: Vec<String> = report.files().into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().all(|name| !name.starts_with("effects")), "{names:?}");
    assert!(!file(&report, "index.html").contains("What the rules change"));
}
