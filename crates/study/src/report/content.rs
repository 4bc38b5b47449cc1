//! What a report says, in its order.

use super::document::{Block, DataTable, Document};
use super::names::ReportNames;
use super::plot::{ForestPlot, ForestRow, Plot, heat_plot, length_plot};
use super::text::{self, count, difference, estimate, interval, p_value, plain};
use super::{StudyFacts, StudyReport};
use crate::figures::{
    CellEstimates, ChoiceEffect, DEFINITIONS, FigureDefinition, FigureEstimate, FigureKey, FigureUnit,
    LudiiConcept, REPLICATES, definition,
};

/// Most values of a figure that a table shows, such as arrangements; the files with data have all.
const MAX_VALUES: usize = 20;

/// The report as blocks.
pub(super) fn document(report: &StudyReport) -> Document {
    let names = ReportNames::of(&report.cells);
    let facts = &report.study;
    let mut blocks = conclusion(facts);
    blocks.extend(played(report, &names));
    blocks.extend(effects(report, &names));
    blocks.extend(values(report, &names));
    blocks.push(Block::Heading("Each cell".to_owned()));
    blocks.extend(report.cells.iter().map(|cell| cell_fold(cell, &names)));
    blocks.extend(definitions(report));
    blocks.extend(provenance(facts));
    Document { title: plain(&facts.title), lead: plain(&facts.question), blocks }
}

fn conclusion(facts: &StudyFacts) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Conclusion".to_owned())];
    match &facts.conclusion {
        Some(conclusion) => {
            blocks.push(Block::Text(plain(&conclusion.sentence)));
            if let Some(overturned_by) = &conclusion.overturned_by {
                blocks.push(Block::Text(format!("What would overturn it: {}", plain(overturned_by))));
            }
        }
        None => blocks.push(Block::Text("None is written yet.".to_owned())),
    }
    blocks
}

/// The cells with their numbers of games.
fn played(report: &StudyReport, names: &ReportNames) -> Vec<Block> {
    let head = ["Cell", "Ruleset", "White and Black", "Games", "Cut off", "Laws"];
    let mut table = DataTable::new("Cells of the study", &head);
    for cell in &report.cells {
        table.rows.push(vec![
            names.cell(cell),
            plain(&cell.instance),
            ReportNames::players(&cell.players),
            count(cell.games),
            count(cell.cut_off),
            plain(&cell.laws),
        ]);
    }
    let games: u64 = report.cells.iter().map(|cell| cell.games).sum();
    let cut_off: u64 = report.cells.iter().map(|cell| cell.cut_off).sum();
    let played = match (report.study.games.filter(|all| *all > games), report.study.open_cells) {
        (Some(all), _) => format!("The study is not finished: {} of {} games", count(games), count(all)),
        (None, 0) => format!("{} games", count(games)),
        (None, open) => {
            let open = count(open as u64);
            format!(
                "The study is not finished, cells that have not ended yet: {open}; {} games",
                count(games)
            )
        }
    };
    let text = format!(
        "{played}, of which {} were cut off without a result. A game that was cut off is no draw.",
        count(cut_off)
    );
    vec![Block::Heading("What was played".to_owned()), Block::Text(text), Block::Table(table)]
}

/// What choices change, a plot for each figure.
fn effects(report: &StudyReport, names: &ReportNames) -> Vec<Block> {
    if report.effects.is_empty() {
        return Vec::new();
    }
    let text = "Differences of a figure between a choice or a ruleset and the one that it is compared with. Games \
                of the same number, which share seed, opening and throws, are compared with each other. Intervals hold \
                95 % each; p-values are adjusted by Holm for all comparisons of this study together. pp means \
                percentage points.";
    let mut blocks = vec![Block::Heading("What the rules change".to_owned()), Block::Text(text.to_owned())];
    for id in &report.plotted {
        let Some(figure) = definition(id) else { continue };
        let of_figure: Vec<&ChoiceEffect> = report.effects.iter().filter(|one| one.figure == *id).collect();
        if !of_figure.is_empty() {
            blocks.push(Block::Plot(effect_plot(figure, &of_figure, names)));
        }
    }
    blocks
}

fn effect_plot(figure: &FigureDefinition, effects: &[&ChoiceEffect], names: &ReportNames) -> Plot {
    let write = |value: f64| difference(figure.unit, value);
    let title = format!("{}: differences", figure.name);
    let head = ["Choice", "Difference", "95 % interval", "p", "p adjusted", "Combinations", "Remark"];
    let mut table = DataTable::new(title.clone(), &head);
    let mut rows = Vec::new();
    for one in effects {
        let (name, effect) = (names.effect(one), write(one.effect));
        let bounds = interval(one.interval, write);
        rows.push(ForestRow {
            name: name.clone(),
            value: one.effect,
            interval: one.interval,
            text: format!("{effect} ({bounds})"),
        });
        let remark = if one.is_least { "games were cut off: lengths are lower bounds" } else { "" };
        let [p, adjusted] = [one.p, one.p_adjusted].map(p_value);
        table.rows.push(vec![name, effect, bounds, p, adjusted, one.strata.to_string(), remark.to_owned()]);
    }
    let plot = ForestPlot {
        name: format!("effects-{}", figure.id),
        text: format!(
            "{}: each difference as a point with its interval of 95 %; the dashed line is no difference.",
            figure.name
        ),
        title,
        rows,
        reference: Some(0.0),
        table,
    };
    plot.draw(write)
}

/// The main figures of all cells, a plot for each.
fn values(report: &StudyReport, names: &ReportNames) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Figures of the cells".to_owned())];
    for figure in report.plotted.iter().filter_map(|id| definition(id)) {
        let found = report.cells.iter().filter_map(|cell| Some((cell, cell.figure(figure.id)?)));
        let cells: Vec<(&CellEstimates, &FigureEstimate)> = found.collect();
        if !cells.is_empty() {
            blocks.push(Block::Plot(value_plot(figure, &cells, names)));
        }
    }
    blocks
}

fn value_plot(
    figure: &FigureDefinition,
    cells: &[(&CellEstimates, &FigureEstimate)],
    names: &ReportNames,
) -> Plot {
    let write = |value: f64| text::value(figure.unit, value);
    let mut table = DataTable::new(figure.name, &["Cell", figure.name, "95 % interval", "Games", "Cut off"]);
    let mut rows = Vec::new();
    for (cell, one) in cells {
        let (name, value) = (names.cell(cell), estimate(figure.unit, one));
        let bounds = interval(one.interval, write);
        rows.push(ForestRow {
            name: name.clone(),
            value: one.value,
            interval: one.interval,
            text: format!("{value} ({bounds})"),
        });
        table.rows.push(vec![name, value, bounds, count(one.games), count(cell.cut_off)]);
    }
    let plot = ForestPlot {
        name: format!("values-{}", figure.id),
        title: figure.name.to_owned(),
        text: format!("{} of each cell, as a point with its interval of 95 %.", figure.name),
        rows,
        reference: None,
        table,
    };
    plot.draw(write)
}

/// All figures of a cell, its lengths and its heat maps.
fn cell_fold(cell: &CellEstimates, names: &ReportNames) -> Block {
    let name = names.cell(cell);
    let mut blocks = vec![Block::Table(single_values(cell, &name))];
    for figure in DEFINITIONS.iter().filter(|figure| figure.key.is_some()) {
        blocks.extend(keyed_values(cell, figure, names).map(Block::Table));
    }
    blocks.push(Block::Plot(length_plot(
        format!("lengths-{}", cell.cell),
        &name,
        &cell.lengths,
        &cell.cut_lengths,
    )));
    if !cell.heat_maps.is_empty() {
        blocks.push(Block::Plot(heat_plot(format!("heat-{}", cell.cell), &name, &cell.heat_maps)));
    }
    Block::Fold(format!("{name} ({} games)", count(cell.games)), blocks)
}

fn single_values(cell: &CellEstimates, name: &str) -> DataTable {
    let mut table = DataTable::new(name, &["Figure", "Value", "95 % interval", "Games"]);
    for one in cell.figures.iter().filter(|one| one.key.is_none()) {
        let Some(figure) = definition(one.figure) else { continue };
        let unit = match figure.unit {
            FigureUnit::Plies => " (plies)",
            FigureUnit::Moves => " (moves)",
            _ => "",
        };
        table.rows.push(vec![
            format!("{}{unit}", figure.name),
            estimate(figure.unit, one),
            interval(one.interval, |bound| text::value(figure.unit, bound)),
            count(one.games),
        ]);
    }
    table
}

/// The values of a figure by key, those of most games first; `None` without any.
fn keyed_values(cell: &CellEstimates, figure: &FigureDefinition, names: &ReportNames) -> Option<DataTable> {
    let mut values: Vec<&FigureEstimate> =
        cell.figures.iter().filter(|one| one.figure == figure.id && one.key.is_some()).collect();
    if values.is_empty() {
        return None;
    }
    values.sort_by(|one, other| other.games.cmp(&one.games).then(other.value.total_cmp(&one.value)));
    let of = match figure.key {
        Some(FigureKey::Piece) => "Piece",
        Some(FigureKey::Arrangement) => "Arrangement",
        Some(FigureKey::Reason | FigureKey::WereraEnd) | None => "Reason",
    };
    let mut table = DataTable::new(figure.name, &[of, "Value", "95 % interval", "Games"]);
    let left_out = values.len().saturating_sub(MAX_VALUES);
    for one in values.into_iter().take(MAX_VALUES) {
        table.rows.push(vec![
            names.key(cell, figure, one.key.as_deref().unwrap_or_default()),
            estimate(figure.unit, one),
            interval(one.interval, |bound| text::value(figure.unit, bound)),
            count(one.games),
        ]);
    }
    if left_out > 0 {
        table.caption = format!("{}, {left_out} more in figures.csv", table.caption);
    }
    Some(table)
}

/// How the figures of this report are defined, and how they are estimated.
fn definitions(report: &StudyReport) -> Vec<Block> {
    let mut table = DataTable::new("Definitions", &["Figure", "Formula", "Source", "Ludii"]);
    for figure in DEFINITIONS {
        let is_here = |cell: &CellEstimates| cell.figures.iter().any(|one| one.figure == figure.id);
        if report.cells.iter().any(is_here) {
            let ludii = match figure.ludii {
                LudiiConcept::Same(concept) => concept.to_owned(),
                LudiiConcept::Differs(why) => format!("none: {why}"),
            };
            let name = format!("{} ({})", figure.name, figure.id);
            table.rows.push(vec![name, figure.formula.to_owned(), figure.source.to_owned(), ludii]);
        }
    }
    let text = format!(
        "Intervals are percentiles of a Poisson bootstrap with {} replicates over clusters of games: those that share \
         an opening and throws count as one. A share that is the same in all replicates has Wilson's interval \
         instead. A length that begins with ≥ is a lower bound, since games were cut off before it.",
        count(REPLICATES as u64)
    );
    vec![Block::Heading("How it is measured".to_owned()), Block::Text(text), Block::Table(table)]
}

/// How the results are made again, and from which files the figures come.
fn provenance(facts: &StudyFacts) -> Vec<Block> {
    let mut settings = DataTable::new("Settings", &["Setting", "Value"]);
    settings.rows.extend(facts.settings.iter().map(|(name, value)| vec![plain(name), plain(value)]));
    let mut files = DataTable::new("Data files", &["File", "Bytes", "SHA-256"]);
    files.rows.extend(
        facts.files.iter().map(|file| vec![plain(&file.path), count(file.bytes), plain(&file.sha256)]),
    );
    let mut blocks = vec![Block::Heading("Make it again".to_owned())];
    if !facts.commands.is_empty() {
        blocks.push(Block::Text("The same study gives the same files on every machine.".to_owned()));
        blocks.push(Block::Code(facts.commands.iter().map(|line| plain(line)).collect()));
    }
    blocks.push(Block::Table(settings));
    blocks.push(Block::Fold("Data files".to_owned(), vec![Block::Table(files)]));
    blocks
}
