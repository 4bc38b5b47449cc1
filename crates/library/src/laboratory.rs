//! The laboratory: studies of rules by games of the engine, what they found, and how to repeat them.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::ruleset::OptionInfo;

use crate::address::{PageAddress, to_ruleset};
use crate::amounts::{AmountOf, Amounts, count, isolated};
use crate::names::{self, CellNames};
use crate::plot::{IntervalPlot, PlotRow};
use crate::reader::Reader;
use crate::section::{self, Section};
use crate::studies::{
    MeasuredCell, MeasuredEffect, MeasuredStudy, MeasuredValue, PlannedOpening, StudyResults,
};
use crate::{Draft, say};

/// Most values of a figure that a page shows, such as arrangements; the files with data have all.
const MAX_VALUES: usize = 10;

/// All studies.
pub(crate) fn index(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_laboratory());
    let text = reader.say(say::library_laboratory_text());
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        @for study in reader.library.studies() {
            article.measurement id=(study.plan.id) {
                h2 { a href=(address_of(study)) { (reader.of_study(&study.plan.title)) } }
                p { (reader.of_study(&study.plan.question)) }
                (answer(reader, study))
                p.faint { small { (games_of(reader, study)) @if let Some(date) = &study.plan.revised { " · " (reader.say(say::study_revised(isolated(reader, date)))) } } }
            }
        }
    };
    Draft::new(title, text, content)
}

fn address_of(study: &MeasuredStudy) -> String {
    PageAddress::Measurement(study.plan.id.clone()).to_string()
}

/// The conclusion in a sentence, or that there is none yet.
fn answer(reader: &Reader<'_>, study: &MeasuredStudy) -> Markup {
    html! {
        p {
            @match (&study.results, &study.plan.conclusion) {
                (Some(_), Some(conclusion)) => { strong { (reader.of_study(&conclusion.sentence)) } },
                (Some(_), None) => { span.faint { (reader.say(say::study_no_conclusion())) } },
                (None, _) => { span.faint { (reader.say(say::study_not_played())) } },
            }
        }
    }
}

/// Number of games: those played, or how many there will be.
fn games_of(reader: &Reader<'_>, study: &MeasuredStudy) -> String {
    reader.say(match &study.results {
        Some(results) => say::study_games(count(results.games_played())),
        None => say::study_games_planned(count(study.plan.games)),
    })
}

/// The page of a study; `None` if there is none.
pub(crate) fn page(reader: &Reader<'_>, id: &str) -> Option<Draft> {
    let study = reader.library.studies().iter().find(|study| study.plan.id == id)?;
    let mut sections = vec![
        Section::open("conclusion", reader.say(say::study_conclusion()), conclusion(reader, study)),
        Section::open("played", reader.say(say::study_played()), played(reader, study)),
    ];
    if let Some(results) = &study.results {
        let shown = study.shown_figures(results);
        if !results.effects.is_empty() {
            let content = effects(reader, results, &shown);
            sections.push(Section::open("changes", reader.say(say::study_changes()), content));
        }
        let content = values(reader, results, &shown);
        sections.push(Section::open("values", reader.say(say::study_values()), content));
        sections.push(Section::folded("cells", reader.say(say::study_cells()), cells(reader, results)));
    }
    sections.push(Section::open("repeat", reader.say(say::study_repeat()), repeat(reader, study)));
    let (title, question) = (reader.of_study(&study.plan.title), reader.of_study(&study.plan.question));
    let content = html! {
        h1 { (title) }
        p.lead { (question) }
        (section::contents(reader, &sections))
        @for section in &sections { (section) }
        p { a href=(PageAddress::Laboratory.to_string()) { (reader.say(say::library_laboratory())) } }
    };
    Some(Draft::new(title.text.to_owned(), question.text.to_owned(), content))
}

fn conclusion(reader: &Reader<'_>, study: &MeasuredStudy) -> Markup {
    let overturned_by = study.plan.conclusion.as_ref().filter(|_| study.results.is_some());
    let overturned_by = overturned_by.and_then(|conclusion| conclusion.overturned_by.as_ref());
    html! {
        (answer(reader, study))
        @if let Some(text) = overturned_by { p { (reader.say(say::study_overturned())) " " (reader.of_study(text)) } }
    }
}

/// What is played, and what was.
fn played(reader: &Reader<'_>, study: &MeasuredStudy) -> Markup {
    let plan = &study.plan;
    html! {
        ul.links {
            @for planned in &plan.rulesets {
                li {
                    @if reader.library.ruleset(&planned.id).is_some() {
                        a href=(to_ruleset(&planned.id, "")) { (names::ruleset(reader, &planned.id)) }
                    } @else { (planned.id) }
                    @for (number, (key, chosen)) in planned.options.iter().enumerate() {
                        @if number == 0 { " – " } @else { (reader.semicolon()) }
                        @let choices = choices_of(reader, (planned.id.as_str(), key.as_str()), chosen.texts());
                        (reader.say(say::library_concept_with(names::option(reader, &planned.id, key), choices)))
                    }
                }
            }
        }
        (settings(reader, study))
        @if let Some(results) = &study.results { (games(reader, results)) }
    }
}

/// Choices of an option as a study names them.
fn choices_of(reader: &Reader<'_>, (ruleset, option): (&str, &str), choices: &[String]) -> String {
    let titles: Vec<&str> = choices.iter().map(|id| names::choice(reader, ruleset, option, id)).collect();
    match choices {
        [all] if all == "all" => reader.say(say::study_all()),
        _ => reader.list(&titles),
    }
}

/// By whom and how games are played.
fn settings(reader: &Reader<'_>, study: &MeasuredStudy) -> Markup {
    let plan = &study.plan;
    let opening = match &plan.opening {
        PlannedOpening::Array => reader.say(say::library_arrays()),
        PlannedOpening::Random { plies } => reader.say(say::study_opening_random(*plies)),
    };
    let mut rows = vec![(say::study_opening(), opening), (say::study_size(), games_of(reader, study))];
    if let Some(plies) = plan.max_plies {
        rows.push((say::study_cut_off_after(), reader.say(say::study_moves_of_both(plies))));
    }
    if let Some(judge) = &plan.judge {
        rows.push((say::study_judge(), reader.say(say::study_judge_nodes(judge.nodes))));
    }
    rows.extend(plan.seed.map(|seed| (say::study_seed(), seed.to_string())));
    rows.extend(plan.revised.iter().map(|date| (say::study_date(), isolated(reader, date))));
    html! {
        dl.facts {
            div {
                dt { (reader.say(say::study_players())) }
                dd {
                    @for (number, players) in plan.players.iter().enumerate() {
                        @if number > 0 { br; }
                        code dir="ltr" { (players.white) @if let Some(black) = &players.black { " – " (black) } }
                    }
                }
            }
            @for (name, text) in rows { div { dt { (reader.say(name)) } dd { (text) } } }
            @if let Some(version) = study.results.as_ref().and_then(|results| results.setting("Version of Rukh")) {
                div { dt { (reader.say(say::study_version())) } dd { code dir="ltr" { (version) } } }
            }
        }
    }
}

/// How many games each cell has.
fn games(reader: &Reader<'_>, results: &StudyResults) -> Markup {
    let names = CellNames::of(reader, results);
    let rows = results
        .cells
        .iter()
        .map(|cell| (html! { (names.cell(cell)) }, vec![count(cell.games), count(cell.cut_off)]));
    let head = [say::study_cell(), say::study_games_head(), say::study_cut_off()];
    let (games, all) = (results.games_played(), results.study.games.unwrap_or(0));
    let open = results.study.open_cells;
    let is_current = |cell: &MeasuredCell| is_of_present_laws(reader, cell);
    html! {
        (table(reader.say(say::study_played()), head.map(|name| reader.say(name)).to_vec(), rows.collect()))
        @if games < all { p { (reader.say(say::study_unfinished(count(games), count(all)))) } }
        @if open > 0 { p { (reader.say(say::study_open_cells(count(open)))) } }
        @if !results.cells.iter().all(is_current) { p.note { (reader.say(say::study_other_laws())) } }
        p.faint { small { (reader.say(say::study_cut_off_note())) } }
    }
}

/// Whether the games of a cell were played by the rules as they are now.
fn is_of_present_laws(reader: &Reader<'_>, cell: &MeasuredCell) -> bool {
    reader.resolve(&cell.instance).is_some_and(|ruleset| ruleset.hash() == cell.laws)
}

/// What choices change: a plot with its table for each figure.
fn effects(reader: &Reader<'_>, results: &StudyResults, shown: &[&str]) -> Markup {
    let names = CellNames::of(reader, results);
    html! {
        p { (reader.say(say::study_changes_text())) }
        @for figure in shown { (effects_on(&names, reader, results, figure)) }
        @if results.effects.iter().any(|one| one.is_least) { p.faint { small { (reader.say(say::study_least())) } } }
    }
}

fn effects_on(
    names: &CellNames<'_, '_>,
    reader: &Reader<'_>,
    results: &StudyResults,
    figure: &str,
) -> Markup {
    let of_figure: Vec<&MeasuredEffect> = results.effects.iter().filter(|one| one.figure == figure).collect();
    let Some(name) = names::figure(figure).filter(|_| !of_figure.is_empty()) else { return html! {} };
    let amounts = Amounts { reader, unit: results.unit(figure) };
    let name = with_unit(reader, reader.say(name), amounts.unit(AmountOf::Difference));
    let title = reader.say(say::study_effects_on(name));
    let plot = IntervalPlot {
        id: format!("effects-{figure}"),
        title: title.clone(),
        text: reader.say(say::study_effects_plot()),
        rows: of_figure
            .iter()
            .map(|one| plot_row(&amounts, names.effect(one), one.effect, one.interval))
            .collect(),
        reference: Some(0.0),
    };
    let rows = of_figure.iter().map(|one| {
        let cells = vec![
            amounts.difference(one.effect),
            amounts.interval(one.interval),
            amounts.p_value(one.p_adjusted),
        ];
        (html! { (names.effect(one)) }, cells)
    });
    let head = [say::study_choice(), say::study_difference(), say::study_interval(), say::study_p()];
    plotted(&plot, &table(title, head.map(|name| reader.say(name)).to_vec(), rows.collect()))
}

/// The shown figures of all cells: a plot with its table for each.
fn values(reader: &Reader<'_>, results: &StudyResults, shown: &[&str]) -> Markup {
    let names = CellNames::of(reader, results);
    html! { @for figure in shown { (values_of(&names, reader, results, figure)) } }
}

fn values_of(names: &CellNames<'_, '_>, reader: &Reader<'_>, results: &StudyResults, figure: &str) -> Markup {
    let cells: Vec<(&MeasuredCell, &MeasuredValue)> =
        results.cells.iter().filter_map(|cell| Some((cell, cell.figure(figure)?))).collect();
    let Some(name) = names::figure(figure).filter(|_| !cells.is_empty()) else { return html! {} };
    let amounts = Amounts { reader, unit: results.unit(figure) };
    let title = with_unit(reader, reader.say(name), amounts.unit(AmountOf::Value));
    let plot = IntervalPlot {
        id: format!("values-{figure}"),
        title: title.clone(),
        text: reader.say(say::study_values_plot()),
        rows: cells
            .iter()
            .map(|(cell, one)| plot_row(&amounts, names.cell(cell), one.value, one.interval))
            .collect(),
        reference: None,
    };
    let rows = cells.iter().map(|(cell, one)| {
        let texts =
            vec![amounts.estimate(one.value, one.is_least), amounts.interval(one.interval), count(one.games)];
        (html! { (names.cell(cell)) }, texts)
    });
    let head = [say::study_cell(), say::study_value(), say::study_interval(), say::study_games_head()];
    let table = table(title, head.map(|name| reader.say(name)).to_vec(), rows.collect());
    html! {
        (plotted(&plot, &table))
        @if cells.iter().any(|(_, one)| one.is_least) { p.faint { small { (reader.say(say::study_least())) } } }
    }
}

fn with_unit(reader: &Reader<'_>, figure: String, unit: Option<String>) -> String {
    match unit {
        Some(unit) => reader.say(say::study_in_unit(figure, unit)),
        None => figure,
    }
}

fn plot_row(amounts: &Amounts<'_, '_>, name: String, value: f64, interval: Option<[f64; 2]>) -> PlotRow {
    let scaled = |value| amounts.scaled(value);
    PlotRow { name, value: scaled(value), interval: interval.map(|bounds| bounds.map(scaled)) }
}

/// A plot beside its table.
fn plotted(plot: &IntervalPlot, table: &Markup) -> Markup {
    html! {
        figure.plotted {
            figcaption { (plot.title) }
            (plot.svg())
            (table)
        }
    }
}

/// A table whose rows each have a name.
fn table(label: String, head: Vec<String>, rows: Vec<(Markup, Vec<String>)>) -> Markup {
    html! {
        div.endings-frame tabindex="0" role="region" aria-label=(label) {
            table.endings {
                thead { tr { @for name in head { th scope="col" { (name) } } } }
                tbody { @for (name, cells) in rows { tr { th scope="row" { (name) } @for cell in cells { td { (cell) } } } } }
            }
        }
    }
}

/// Every figure of every cell.
fn cells(reader: &Reader<'_>, results: &StudyResults) -> Markup {
    let names = CellNames::of(reader, results);
    html! {
        @for cell in &results.cells {
            @let name = names.cell(cell);
            details {
                summary { h3 { (name) } }
                (single_values(reader, results, cell, name))
                @for figure in results.figures() { (keyed_values(reader, results, cell, figure)) }
            }
        }
    }
}

/// The figures of a cell that have one value.
fn single_values(reader: &Reader<'_>, results: &StudyResults, cell: &MeasuredCell, label: String) -> Markup {
    let rows = results.figures().filter_map(|figure| {
        let (name, one) = (names::figure(figure)?, cell.figure(figure)?);
        let amounts = Amounts { reader, unit: results.unit(figure) };
        let value = amounts.with_unit(amounts.estimate(one.value, one.is_least), AmountOf::Value);
        Some((html! { (reader.say(name)) }, vec![value, amounts.interval(one.interval), count(one.games)]))
    });
    let head = [say::study_figure(), say::study_value(), say::study_interval(), say::study_games_head()];
    table(label, head.map(|name| reader.say(name)).to_vec(), rows.collect())
}

/// The values of a figure by reason, piece or arrangement, those of most games first.
fn keyed_values(reader: &Reader<'_>, results: &StudyResults, cell: &MeasuredCell, figure: &str) -> Markup {
    let mut values: Vec<(&str, &MeasuredValue)> = cell
        .figures
        .iter()
        .filter(|one| one.figure == figure)
        .filter_map(|one| Some((one.key.as_deref()?, one)))
        .collect();
    let Some(name) = names::figure(figure).filter(|_| !values.is_empty()) else { return html! {} };
    values
        .sort_by(|(_, one), (_, other)| other.games.cmp(&one.games).then(other.value.total_cmp(&one.value)));
    let left_out = values.len().saturating_sub(MAX_VALUES);
    let amounts = Amounts { reader, unit: results.unit(figure) };
    let name = with_unit(reader, reader.say(name), amounts.unit(AmountOf::Value));
    let rows = values.into_iter().take(MAX_VALUES).map(|(key, one)| {
        let cells =
            vec![amounts.estimate(one.value, one.is_least), amounts.interval(one.interval), count(one.games)];
        (names::key(reader, cell, figure, key), cells)
    });
    let head = [say::study_value(), say::study_interval(), say::study_games_head()];
    let head = head.map(|name| reader.say(name));
    let label = format!("{name} ({})", cell.instance);
    html! {
        (table(label, [vec![name], head.to_vec()].concat(), rows.collect()))
        @if left_out > 0 { p.faint { small { (reader.say(say::study_left_out(count(left_out as u64)))) } } }
    }
}

/// How to play the study again, and its files.
fn repeat(reader: &Reader<'_>, study: &MeasuredStudy) -> Markup {
    let id = &study.plan.id;
    let file = |name: String, saved: &str, title| {
        html! {
            li { a href={ "/downloads/" (name) } download=(saved) { (reader.say(title)) } " " code dir="ltr" { (saved) } }
        }
    };
    html! {
        p { (reader.say(say::study_repeat_text())) }
        pre dir="ltr" tabindex="0" { code { "rukh lab run " (id) ".toml --out " (id) "\nrukh lab report " (id) } }
        ul.links {
            (file(format!("{id}.study.toml"), &format!("{id}.toml"), say::study_file()))
            @if study.results.is_some() {
                (file(format!("{id}.figures.json"), "figures.json", say::study_file_json()))
                (file(format!("{id}.figures.csv"), "figures.csv", say::study_file_csv()))
            }
        }
    }
}

/// What studies have measured about an option of a ruleset, a sentence for each of its choices.
pub(crate) fn measured(reader: &Reader<'_>, ruleset: &Ruleset, option: &OptionInfo) -> Markup {
    let id = &ruleset.instance.id;
    let mut found: Vec<(&MeasuredStudy, String)> = Vec::new();
    for study in reader.library.studies() {
        let Some(results) = &study.results else { continue };
        let mut cells = results.cells.iter().filter(|cell| cell.ruleset() == id);
        let is_about = |one: &&MeasuredEffect| one.ruleset == *id && one.option.as_ref() == Some(&option.key);
        let effects: Vec<&MeasuredEffect> = results.effects.iter().filter(is_about).collect();
        // Of other rules than these nothing is said here.
        if effects.is_empty() || !cells.all(|cell| is_of_present_laws(reader, cell)) {
            continue;
        }
        // The page of the study has the other players.
        let players = &effects[0].players;
        for choice in &option.choices {
            let is_of_choice = |one: &&MeasuredEffect| one.choice == choice.id && one.players == *players;
            let of_choice: Vec<&MeasuredEffect> = effects.iter().copied().filter(is_of_choice).collect();
            found.extend(sentence(reader, results, &of_choice).map(|sentence| (study, sentence)));
        }
    }
    html! {
        @if !found.is_empty() {
            div.measured {
                p.changes-title { (reader.say(say::study_measured())) }
                ul.changes {
                    @for (study, sentence) in found {
                        li { (sentence) " " a href=(address_of(study)) { (reader.of_study(&study.plan.title)) } }
                    }
                }
            }
        }
    }
}

/// The effects of one choice in a sentence, and whether lengths are lower bounds; `None` without any.
fn sentence(reader: &Reader<'_>, results: &StudyResults, effects: &[&MeasuredEffect]) -> Option<String> {
    let first = effects.first()?;
    let parts: Vec<String> = effects
        .iter()
        .filter_map(|one| {
            let amounts = Amounts { reader, unit: results.unit(&one.figure) };
            let effect = amounts.with_unit(amounts.difference(one.effect), AmountOf::Difference);
            let figure = reader.say(names::figure(&one.figure)?);
            let (interval, p) = (amounts.interval(one.interval), amounts.p_value(one.p_adjusted));
            Some(reader.say(say::study_measured_effect(figure, effect, interval, p)))
        })
        .collect();
    let option = first.option.as_deref()?;
    let title = |id| names::choice(reader, &first.ruleset, option, id);
    let (choice, base) = (title(first.choice.as_str()), title(first.base.as_str()));
    let sentence = reader.say(say::study_measured_choice(choice, base, parts.join(reader.semicolon())));
    let is_least = effects.iter().any(|one| one.is_least);
    Some(if is_least { format!("{sentence} {}", reader.say(say::study_least())) } else { sentence })
}
