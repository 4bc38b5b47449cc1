//! Every page of every ruleset in every language.

use std::collections::BTreeSet;

use rukh_rules::{Ruleset, catalog};

use super::files::is_of_server;
use super::studies::MeasuredStudy;
use super::{LibraryPage, LibraryPages, PageAddress, file, languages};

/// The library, in which the study of stalemate has made-up results of two hundred games.
fn library() -> LibraryPages {
    let played =
        ["shatranj", "shatranj[stalemate=draw]"].into_iter().fold(RESULTS.to_owned(), |data, instance| {
            let laws = Ruleset::named(instance).expect("a built-in ruleset").hash();
            data.replace(&format!("\"laws of {instance}\""), &format!("\"{laws}\""))
        });
    with_results(played, "")
}

/// Results of which every number was checked by hand; their laws are to be put in.
const RESULTS: &str = include_str!("../fixtures/stalemate.json");
/// The study that they are of.
const MEASURED: &str = "stalemate";

fn with_results(data: String, conclusion: &str) -> LibraryPages {
    let mut library = LibraryPages::of_built_in().expect("the built-in rulesets resolve");
    let study = library.studies.iter_mut().find(|study| study.plan.id == MEASURED).expect("a study");
    let plan = study.text.split("[conclusion]").next().expect("a split has a part");
    *study = MeasuredStudy::new(format!("{plan}{conclusion}"), Some(data));
    library
}

/// Every address: those that are listed, the sheets, and comparisons of neighbours.
fn addresses(library: &LibraryPages) -> Vec<PageAddress> {
    let mut all = library.addresses();
    let ids: Vec<&str> = catalog::ids().collect();
    all.extend(ids.iter().map(|id| PageAddress::Sheet((*id).to_owned())));
    all.extend(ids.windows(2).map(|pair| PageAddress::Comparison(pair[0].to_owned(), pair[1].to_owned())));
    all
}

fn page(library: &LibraryPages, address: &PageAddress, language: &str) -> LibraryPage {
    library.page(address, language).unwrap_or_else(|| panic!("{address} in {language}"))
}

/// The values of an attribute.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!(" {attribute}=\"");
    page.split(begin.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn pages_of_every_language_are_whole() {
    let library = library();
    for address in addresses(&library) {
        let english = page(&library, &address, "en").content;
        for language in languages() {
            let LibraryPage { title, description, content, .. } = page(&library, &address, language);
            assert!(!title.is_empty() && !description.is_empty(), "{address} in {language}");
            assert!(content.len() < 300_000, "{address}: {} bytes", content.len());
            // A message that a bundle lacks is its key, and an argument that is lacking stays in braces.
            for sign in [
                "library-",
                "concept-",
                "record-",
                "study-",
                "measure-",
                "movement-",
                "law-royalty-title",
                "{$",
                "{ $",
            ] {
                let text: String = without_tags(&content);
                assert!(!text.contains(sign), "{address} in {language} has `{sign}`");
            }
            if language != "en" && !matches!(address, PageAddress::Files) {
                assert_ne!(content, english, "{address} in {language}");
            }
            for text in untranslated(&content) {
                assert!(stays_as_it_is(text), "{address} in {language}: `{text}`");
            }
        }
    }
}

#[test]
fn played_study_has_plots_tables_and_files() {
    let library = library();
    let told = |language| page(&library, &PageAddress::Measurement(MEASURED.to_owned()), language).content;
    let english = told("en");
    for part in [
        "Not finished yet: 200 of 120,000 games.",
        "<title id=\"effects-score-title\">Difference: First player’s score, percentage points</title>",
        "<desc id=\"effects-score-text\">Each difference as a point with its interval",
        "<td>−2.92</td><td>[−9.00, 3.00]</td><td>0.6000</td>",
        "<td>52.1</td><td>[44.1, 60.1]</td><td>96</td>",
        "<td>≥ 84.5</td><td>[78.0, 91.0]</td><td>100</td>",
        "Games were cut off before their end",
        "<th scope=\"row\">Bare king</th><td>70.0</td><td>[60.0, 79.0]</td><td>70</td>",
        "rukh lab run stalemate.toml --out stalemate\nrukh lab report stalemate",
        "<a href=\"/downloads/stalemate.figures.json\" download=\"figures.json\">",
        "Played; no conclusion is written yet.",
    ] {
        assert!(english.contains(part), "{part}: {english}");
    }
    assert!(!english.contains("earlier version of the rules") && !english.contains("<script"));
    assert!(!english.contains("that still need games"));
    let stopping = RESULTS.replace("120000, \"open_cells\": 0", "null, \"open_cells\": 1");
    let open =
        page(&with_results(stopping, ""), &PageAddress::Measurement(MEASURED.to_owned()), "en").content;
    assert!(open.contains("Rulesets and choices that still need games: 1") && !open.contains(" of 0 games"));
    let shown = ["score", "decisive", "drawn", "plies"];
    for id in ["effects", "values"].iter().flat_map(|of| shown.map(|figure| format!("{of}-{figure}-title"))) {
        assert!(english.contains(&format!("aria-labelledby=\"{id} ")), "no plot {id}");
    }
    assert_eq!(english.matches("<figure class=\"plotted\">").count(), 8);
    assert!(told("ar").contains("<td>\u{2066}[−9.00, 3.00]\u{2069}</td>"), "numbers run from left to right");
    assert!(told("fa").contains("<td>\u{2066}−۲.۹۲\u{2069}</td>"));
    let list = page(&library, &PageAddress::Laboratory, "en").content;
    assert!(list.contains("Games: 200") && list.contains("Not played yet.") && list.contains("Revised: 20"));
}

/// As `rukh lab report` writes a study that compares rulesets: there is no option, and both are instances.
#[test]
fn rulesets_are_compared_by_their_names() {
    let (option, rulesets) = (
        "\"option\": \"stalemate\", \"base\": \"loss\", \"choice\": \"draw\"",
        "\"option\": null, \"base\": \"shatranj\", \"choice\": \"shatranj[stalemate=draw]\"",
    );
    assert!(RESULTS.contains(option));
    let library = with_results(RESULTS.replace(option, rulesets), "");
    let study = page(&library, &PageAddress::Measurement(MEASURED.to_owned()), "en").content;
    let row = "<th scope=\"row\">Shatranj (Stalemate: draw), not Shatranj</th><td>−2.92</td>";
    assert!(study.contains(row), "{study}");
}

#[test]
fn unplayed_study_has_its_plan_and_no_figures() {
    let library = library();
    let content = page(&library, &PageAddress::Measurement("gollon".to_owned()), "en").content;
    for part in ["Not played yet.", "Castling: none, ", "/downloads/gollon.study.toml", "rukh:nodes=400"] {
        assert!(content.contains(part), "{part}: {content}");
    }
    assert!(!content.contains("figures.json") && !content.contains("<figure"), "{content}");
    assert_eq!(library.page(&PageAddress::Measurement("nosuch".to_owned()), "en"), None);
}

#[test]
fn disputed_point_has_what_a_study_measured_of_it() {
    let library = library();
    let told =
        |library: &LibraryPages, id: &str| page(library, &PageAddress::Ruleset(id.to_owned()), "en").content;
    let sentence = "“draw” instead of “loses”: First player’s score −2.92 percentage points [−9.00, 3.00] (p: 0.6000); \
                    Decisive games −14.0 percentage points [−24.0, −4.00] (p: 0.0080); ";
    let shatranj = told(&library, "shatranj");
    assert_eq!(shatranj.matches("Measured in games of our engine").count(), 1, "of one option");
    let (_, rest) = shatranj.split_once(sentence).expect("the sentence");
    let rest = rest.split("</li>").next().expect("a split has a part");
    assert!(rest.contains("lengths are lower bounds. <a href=\"/laboratory/stalemate\""), "{rest}");
    assert!(!told(&library, "oblong").contains("Measured in games of our engine"), "nothing was measured");
    assert!(page(&library, &PageAddress::Disputes, "en").content.contains(sentence));
    // The same results, of laws that are not those of today.
    let other = with_results(RESULTS.to_owned(), "");
    assert!(!told(&other, "shatranj").contains("Measured in games of our engine"));
    let study = page(&other, &PageAddress::Measurement(MEASURED.to_owned()), "en").content;
    assert!(study.contains("Some of these games were played by an earlier version of the rules."));
}

#[test]
fn conclusion_is_shown_with_what_would_overturn_it() {
    let conclusion = "[conclusion]\nsentence = \"It <b>matters.\"\noverturned-by = \"More games.\"\n";
    let library = with_results(RESULTS.to_owned(), conclusion);
    let study = page(&library, &PageAddress::Measurement(MEASURED.to_owned()), "en").content;
    assert!(study.contains("<strong>It &lt;b&gt;matters.</strong>"), "{study}");
    assert!(study.contains("What would overturn it: More games."), "{study}");
    assert!(page(&library, &PageAddress::Laboratory, "en").content.contains("It &lt;b&gt;matters."));
}

/// A sheet explains the names of the pieces: it is read away from the library.
#[test]
fn sheet_has_a_gloss_beside_each_name() {
    let library = library();
    let sheet = |id: &str, language| page(&library, &PageAddress::Sheet(id.to_owned()), language).content;
    let english = sheet("senterej", "en");
    for gloss in ["king", "counsellor", "horseman", "rook", "pawn"] {
        assert!(english.contains(&format!("(<bdi>{gloss}</bdi>)")), "{gloss}");
    }
    assert!(sheet("senterej", "ar").contains("(<bdi>feresenya</bdi>)"));
    assert!(!sheet("mideast", "en").contains("<bdi>rook</bdi>"), "a name is not its own gloss");
}

/// An unrecorded route has a line of its own, which the key explains.
#[test]
fn map_has_a_key_for_ways_that_nobody_recorded() {
    let map = page(&library(), &PageAddress::Map, "en").content;
    let count = map.matches("class=\"route unrecorded\"").count();
    assert!(count > 1 && map.contains("its way is not recorded"), "{count} lines");
    assert!(map.matches("class=\"route\"").count() > 1, "other ways are whole lines");
}

/// What is said on a page in English and marked as such, where it is not a citation.
fn untranslated(content: &str) -> impl Iterator<Item = &str> {
    let parts = content.split("<span lang=\"en\" dir=\"ltr\">").skip(1);
    parts.filter_map(|rest| rest.split("</span>").next())
}

/// Whether a text need not be translated: a name that a record gives, a number, a file.
fn stays_as_it_is(text: &str) -> bool {
    let sources = catalog::sources();
    let records = sources.evidence.iter().chain(&sources.rulesets);
    let mut names =
        records.flat_map(|record| ["game", "name", "alternate-names"].map(|key| record.field(key)));
    let is_number = !text.contains(char::is_alphabetic);
    let is_file = text.contains('.') && !text.contains(char::is_whitespace);
    is_number || is_file || names.any(|name| name == Some(text))
}

#[test]
fn history_and_records_are_told_in_arabic() {
    let library = library();
    let told = |address| page(&library, &address, "ar").content;
    let map = told(PageAddress::Map);
    for text in ["سمرقند فقراءتنا", "وطريقها غير مدوَّن", "الطريق من هنا إلى", "الفصل XIII"]
    {
        assert!(map.contains(text), "{text}");
    }
    assert!(told(PageAddress::Timeline).contains("السنوات هي سنوات حكمه"));
    assert!(told(PageAddress::Works).contains("أُنشئت الصفحة في 7 أكتوبر 1997"));
    let other = told(PageAddress::Record("DLP.GameRulesets.307".to_owned()));
    assert!(untranslated(&other).any(|text| text == "Shatranj al-Mustatila"), "the name stays as it is");
    let record = told(PageAddress::Record("DLP.Evidence.1406".to_owned()));
    for text in ["نبلاء", "رقعة من 4 في 16", "النقطة على الخريطة من Ludii"] {
        assert!(record.contains(text), "{text}");
    }
    let oblong = told(PageAddress::Ruleset("oblong".to_owned()));
    assert!(oblong.contains("<title>الأول: الملكان متقابلان"), "the board is named in the reader's language");
    let sides: String = oblong.chars().filter(|letter| !('\u{2066}'..='\u{2069}').contains(letter)).collect();
    assert!(sides.contains("قطع اللاعب الأول: حمراء، وقطع الثاني: سوداء."), "the colours of the sides");
}

/// Numbers are passed to messages as numbers, as texts, and stand in data: one kind of digit for all.
#[test]
fn persian_pages_do_not_mix_digits() {
    let library = library();
    let told = |address| page(&library, &address, "fa").content;
    for (address, fact) in [
        (PageAddress::Timeline, "۱۴۰۱–۱۴۰۵"),
        // A page of a book.
        (PageAddress::Timeline, "<bdi>۲۴۷</bdi>"),
        (PageAddress::Map, "۱۱۴۰"),
        (PageAddress::Record("DLP.Evidence.1406".to_owned()), "۳۳.۳۲۱۱۵۶"),
        (PageAddress::Ruleset("shatranj".to_owned()), "۷۰"),
    ] {
        let content = told(address.clone());
        assert!(content.contains(fact), "{address}: {fact}");
    }
    for address in addresses(&library) {
        for text in persian_prose(&told(address.clone())) {
            let words =
                text.split_whitespace().filter(|word| !word.contains(|one: char| one.is_ascii_alphabetic()));
            let mut words = words.filter(|word| !word.contains("&#"));
            assert!(!words.any(|word| word.contains(|one: char| one.is_ascii_digit())), "{address}: {text}");
        }
    }
}

/// The texts of a page that are not marked as another language or as code.
fn persian_prose(content: &str) -> Vec<String> {
    let mut prose = Vec::new();
    let mut open: Vec<(String, bool)> = Vec::new();
    for part in content.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default().to_owned();
        let is_void = tag.ends_with('/') || ["br", "input", "img", "link", "meta"].contains(&name.as_str());
        if tag.starts_with('/') {
            while open.pop().is_some_and(|(opened, _)| opened != name) {}
        } else if !is_void {
            let is_other = tag.contains(" lang=\"") && !tag.contains(" lang=\"fa");
            open.push((name.clone(), is_other || ["code", "desc", "style"].contains(&name.as_str())));
        }
        if open.iter().all(|(_, is_other)| !is_other) {
            prose.push(text.to_owned());
        }
    }
    prose
}

/// The text of a page, tags left out.
fn without_tags(content: &str) -> String {
    content
        .split('<')
        .filter_map(|part| part.split_once('>').map(|(_, text)| text))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn links_lead_to_pages_and_places_that_exist() {
    let library = library();
    let all = addresses(&library);
    let pages: Vec<(String, String)> =
        all.iter().map(|address| (address.to_string(), page(&library, address, "en").content)).collect();
    let ids_of = |path: &str| -> Option<BTreeSet<&str>> {
        pages
            .iter()
            .find(|(known, _)| known == path)
            .map(|(_, content)| values(content, "id").into_iter().collect())
    };
    let mut checked = BTreeSet::new();
    for (path, content) in &pages {
        for link in values(content, "href") {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path.as_str() } else { target };
            if !checked.insert((target.to_owned(), anchor.to_owned())) {
                continue;
            }
            if ["/analysis", "/games", "/puzzles"].contains(&target.split('?').next().unwrap_or_default()) {
                // Pages of the site.
                continue;
            } else if let Some(name) = target.strip_prefix("/downloads/") {
                assert!(is_of_server(name) || file(&library, name).is_some(), "{path}: {link}");
            } else if target.starts_with("/library/") && target.contains("%5B")
                || target.starts_with("/compare/")
            {
                // An instance with options, or another comparison: its page exists.
                continue;
            } else if target.starts_with('/') && !target.starts_with("/play/") {
                let ids = ids_of(target).unwrap_or_else(|| panic!("{path}: no page at {link}"));
                assert!(anchor.is_empty() || ids.contains(anchor), "{path}: no place {link}");
            } else {
                assert!(target.starts_with("http") || target.starts_with("/play/"), "{path}: {link}");
            }
        }
    }
    assert!(checked.len() > 300, "{}", checked.len());
}

#[test]
fn contents_lead_to_every_section() {
    let library = library();
    for id in catalog::ids() {
        let content = page(&library, &PageAddress::Ruleset(id.to_owned()), "en").content;
        let (_, rest) = content.split_once("<nav class=\"contents\"").expect("a table of contents");
        let (contents, rest) = rest.split_once("</nav>").expect("its end");
        let links: Vec<&str> = values(contents, "href").into_iter().map(|link| &link[1..]).collect();
        let sections: Vec<&str> =
            rest.split("<section").skip(1).filter_map(|part| values(part, "id").first().copied()).collect();
        assert_eq!(links, sections, "{id}");
        assert!(links.len() > 8, "{id}: {links:?}");
    }
}

#[test]
fn ids_of_a_page_are_unique() {
    let library = library();
    for address in addresses(&library) {
        let content = page(&library, &address, "en").content;
        let mut seen = BTreeSet::new();
        for id in values(&content, "id") {
            assert!(seen.insert(id), "{address}: {id} twice");
        }
    }
}

#[test]
fn rulesets_show_every_law_piece_array_option_and_remark() {
    let library = library();
    for id in catalog::ids() {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let content = page(&library, &PageAddress::Ruleset(id.to_owned()), "en").content;
        let ids: BTreeSet<&str> = values(&content, "id").into_iter().collect();
        let laws = ruleset.law_entries().into_iter().map(|law| format!("law-{}", law.key));
        let pieces = ruleset.pieces.iter().map(|piece| format!("piece-{}", piece.letter));
        let arrays = ruleset.arrays.iter().map(|array| format!("array-{}", array.id));
        let options = ruleset.options.iter().map(|option| format!("option-{}", option.key));
        let remarks = ruleset.remarks.iter().map(|remark| format!("remark-{}", remark.id));
        for wanted in laws.chain(pieces).chain(arrays).chain(options).chain(remarks) {
            assert!(ids.contains(wanted.as_str()), "{id}: {wanted}");
        }
        let boards = content.matches("<figure class=\"example").count();
        assert!(boards > ruleset.arrays.len() + 3, "{id}: {boards} boards");
    }
}

#[test]
fn founding_facts_have_their_places() {
    let library = library();
    let text = |address: PageAddress| without_tags(&page(&library, &address, "en").content);
    let senterej = text(PageAddress::Ruleset("senterej".to_owned()));
    for fact in [
        "opening lines are therefore no part",
        "bystanders",
        "regional variations",
        "alfil",
        "4 + 4 + 8 + 8",
        "two Ethiopian nobles, Dejazmatch Gebre Selassie and Dejazmatch Ali, playing chess in the early 20th century",
    ] {
        assert!(senterej.contains(fact), "{fact}");
    }
    let works = text(PageAddress::Works);
    for fact in ["978-0-9555168-0-1", "0-9524142-0-1", "Dover, 1961", "ERC Consolidator Grant 771292"] {
        assert!(works.contains(fact), "{fact}");
    }
    let record = text(PageAddress::Record("DLP.Evidence.1406".to_owned()));
    for fact in [
        "Contemporary rule description",
        "al-'Adli's Kitab ash-shatranj and of as-Suli's Kitab ash-shatranj",
        "Baghdad",
        "33.321156",
        "1140-01-01",
        "100",
        "Adult",
        "Nobility",
        "Male",
    ] {
        assert!(record.contains(fact), "{fact}");
    }
    let other = text(PageAddress::Record("DLP.GameRulesets.307".to_owned()));
    for fact in
        ["Rules of Shatranj al-Mustaatila", "Murray", "340", "Shatranj at-Tawila", "Kitab ash-Shatranj"]
    {
        assert!(other.contains(fact), "{fact}");
    }
}

/// A game's own address is that of the ruleset that bears its name.
#[test]
fn every_family_has_a_ruleset_of_its_name() {
    let library = library();
    for family in library.families() {
        assert!(library.ruleset(family).is_some(), "{family}");
    }
}

#[test]
fn instances_show_what_they_change() {
    let library = library();
    let instance = PageAddress::Ruleset("senterej[saba=G]".to_owned());
    let page = page(&library, &instance, "en");
    assert_eq!(page.canonical, "/library/senterej");
    assert!(page.content.contains("Show the usual rules"));
    assert!(page.content.contains("href=\"/play/senterej%5Bsaba%3DG%5D\""));
    for nothing in ["nosuch", "senterej[saba=X]", "senterej[", ""] {
        assert_eq!(library.page(&PageAddress::Ruleset(nothing.to_owned()), "en"), None, "{nothing}");
    }
    assert_eq!(library.page(&PageAddress::Record("DLP.Evidence.1".to_owned()), "en"), None);
}

#[test]
fn files_are_rulesets_evidence_and_sources() {
    let library = library();
    for name in ["senterej.toml", "senterej.md", "rulesets.json", "evidence.json", "sources.json"] {
        assert!(file(&library, name).is_some_and(|file| file.text.len() > 1000), "{name}");
    }
    for name in ["", "nosuch.toml", "../senterej.toml", "senterej.exe", "README.md", "a.figures.csv"] {
        assert_eq!(file(&library, name), None, "{name}");
    }
    let study = |name: &str| file(&library, name).map(|file| (file.media_type, file.text));
    let (_, text) = study("gollon.study.toml").expect("its file");
    assert!(text.contains("\nid = \"gollon\"\n"));
    assert_eq!(study("gollon.figures.json"), None, "it was not played");
    let (media_type, text) = study("stalemate.figures.csv").expect("a table");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((media_type, lines.len()), ("text/csv; charset=utf-8", 15));
    assert_eq!(lines[1], "0,shatranj,rukh:nodes=400,rukh:nodes=400,score,,share,0.55,0.47,0.63,100,false");
    assert_eq!(
        lines[4],
        "0,shatranj,rukh:nodes=400,rukh:nodes=400,ends-by,bare-king,share,0.7,0.6,0.79,70,false"
    );
    assert_eq!(study("stalemate.figures.json").map(|(media_type, _)| media_type), Some("application/json"));
}
