//! The bibliography, and records of evidence and of rulesets.

use serde::{Serialize, Serializer};

use super::section::Section;
use super::tree::{self, Complaint, Table, Value};

/// A work that rulesets cite.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Source {
    /// The key used in citations.
    pub key: String,
    /// Author or authors, as the title page has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The title in its own language; of a page on the web, its heading.
    pub title: String,
    /// When it appeared, as printed: `1913`, `2003-2021`, `undated`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// Where it appeared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Its publisher or site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The edition that was read, such as `first edition`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// A later reprint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reprint: Option<String>,
    /// ISBNs with their hyphens; the check digit is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub isbn: Vec<String>,
    /// Addresses on the web.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub url: Vec<String>,
    /// Why it has no address, where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlinked: Option<String>,
    /// `book`, `web`, `code` or `manuscript`.
    pub kind: &'static str,
    /// How much of it has been read.
    pub seen: Seen,
    /// Whom its owners ask to be credited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How much of a work has been read for these rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// All of it, or all that concerns these games.
    Read,
    /// An excerpt.
    Part,
    /// Only what others report of it.
    #[default]
    SecondHand,
}

impl Seen {
    /// How much was read, as a footnote says it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Seen::Read => "read",
            Seen::Part => "read in part",
            Seen::SecondHand => "not read, known from others who report it",
        }
    }
}

impl Source {
    /// The work as a footnote names it.
    #[must_use]
    pub fn citation(&self) -> String {
        let author = self.author.as_ref().map_or(String::new(), |author| format!("{author}, "));
        let year = self.year.as_ref().map_or(String::new(), |year| format!(" ({year})"));
        format!("{author}{}{year}", self.title)
    }

    /// Everything else that is known of the work, each detail with its heading.
    #[must_use]
    pub fn details(&self) -> Vec<(&'static str, String)> {
        let one = |heading, text: &Option<String>| text.clone().map(|text| (heading, text));
        let mut details: Vec<(&'static str, String)> = [
            one("Publisher", &self.publisher),
            one("Place", &self.place),
            one("Edition", &self.edition),
            one("Reprint", &self.reprint),
        ]
        .into_iter()
        .flatten()
        .collect();
        details.extend(self.isbn.iter().map(|isbn| ("ISBN", isbn.clone())));
        details.extend(self.url.iter().map(|url| ("URL", url.clone())));
        details.extend(one("No address", &self.unlinked));
        details.push(("Seen", self.seen.in_words().to_owned()));
        details.extend([one("Credit", &self.credit), one("Note", &self.note)].into_iter().flatten());
        details
    }
}

/// A record as a collection of sources keeps it: evidence for a game, or a
/// ruleset of another collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceRecord {
    /// Its identifier, `DLP.Evidence.1406`.
    pub id: String,
    /// Every field in the order of the file, nested keys joined by a dot: `location.lat`.
    pub fields: Vec<(String, String)>,
}

impl EvidenceRecord {
    /// The text of a field by its key, such as `location.lat`.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(name, _)| name == key);
        found.map(|(_, text)| text.as_str())
    }
}

impl Serialize for EvidenceRecord {
    /// One object: `id`, then every field under its own name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = ("id", self.id.as_str());
        let fields = self.fields.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        serializer.collect_map(std::iter::once(id).chain(fields))
    }
}

/// The bibliography, and records of evidence and of rulesets.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Sources {
    /// Works, in the order of the file.
    pub works: Vec<Source>,
    /// Evidence records, in the order of the file.
    pub evidence: Vec<EvidenceRecord>,
    /// Records of rulesets in other collections, in the order of the file.
    pub rulesets: Vec<EvidenceRecord>,
}

/// Tables of `sources.toml` that hold records and not a work.
const EVIDENCE: &str = "evidence";
const RULESETS: &str = "rulesets";

impl Sources {
    /// Reads `sources.toml`.
    ///
    /// # Errors
    /// Every complaint about the file.
    pub fn parse(name: &str, text: &str) -> Result<Sources, Vec<Complaint>> {
        let root = tree::parse(name, text)?;
        let mut sources = Sources::default();
        let mut complaints = Vec::new();
        for (key, node) in &root.entries {
            let Value::Table(table) = &node.value else {
                let message = format!("`{key}` should be a table with a `title`");
                complaints.push(Complaint { place: node.place.clone(), message });
                continue;
            };
            match key.as_str() {
                EVIDENCE => sources.evidence.extend(records(EVIDENCE, table, &mut complaints)),
                RULESETS => sources.rulesets.extend(records(RULESETS, table, &mut complaints)),
                _ => sources.works.push(read_work(key, table, &mut complaints)),
            }
        }
        for record in sources.evidence.iter().chain(&sources.rulesets) {
            for field in ["source", "reference"] {
                let cited = record.field(field).into_iter().flat_map(|text| text.split(", "));
                for citation in cited.filter(|citation| sources.find(citation).is_none()) {
                    let message = format!("`{}` cites `{citation}`, which is no work here", record.id);
                    complaints.push(Complaint { place: root.place.clone(), message });
                }
            }
        }
        if complaints.is_empty() { Ok(sources) } else { Err(complaints) }
    }

    /// The work with that key.
    #[must_use]
    pub fn work(&self, key: &str) -> Option<&Source> {
        self.works.iter().find(|work| work.key == key)
    }

    /// The work that a citation such as `murray1913:362` names.
    #[must_use]
    pub fn find(&self, citation: &str) -> Option<&Source> {
        self.work(citation.split(':').next().unwrap_or_default())
    }

    /// A record of evidence or of a ruleset by its identifier.
    #[must_use]
    pub fn record(&self, id: &str) -> Option<&EvidenceRecord> {
        self.evidence.iter().chain(&self.rulesets).find(|record| record.id == id)
    }

    /// A citation such as `murray1913:362` in full: the work, then the place.
    /// An unknown key is given back as it stands.
    #[must_use]
    pub fn cite(&self, citation: &str) -> String {
        let (key, place) = match citation.split_once(':') {
            Some((key, place)) => (key, Some(place)),
            None => (citation, None),
        };
        let work = self.work(key).map_or_else(|| key.to_owned(), Source::citation);
        match place {
            Some(place) => format!("{work}, {place}"),
            None => work,
        }
    }
}

fn read_work(key: &str, table: &Table, complaints: &mut Vec<Complaint>) -> Source {
    let mut section = Section::new(key, table, &[], complaints);
    let title = section.text("title").unwrap_or_default().to_owned();
    let kind = section.word("kind", &["book", "web", "code", "manuscript"]).unwrap_or("web");
    let seen = section.choice("seen").unwrap_or_default();
    let isbn = section.texts("isbn");
    for isbn in isbn.iter().filter(|isbn| !is_isbn(isbn)) {
        section.complain_here(format!("`isbn` is `{isbn}`, whose check digit does not fit"));
    }
    let url = section.texts("url");
    for url in url.iter().filter(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
        section.complain_here(format!("`url` is `{url}`, but should begin with `https://` or `http://`"));
    }
    let mut optional = |key: &'static str| section.optional_text(key).map(str::to_owned);
    let source = Source {
        author: optional("author"),
        year: optional("year"),
        place: optional("place"),
        publisher: optional("publisher"),
        edition: optional("edition"),
        reprint: optional("reprint"),
        unlinked: optional("unlinked"),
        credit: optional("credit"),
        note: optional("note"),
        key: key.to_owned(),
        title,
        isbn,
        url,
        kind,
        seen,
    };
    section.finish(&[]);
    source
}

/// Whether the check digit of an ISBN of 10 or 13 digits fits; hyphens are passed over.
fn is_isbn(text: &str) -> bool {
    let digits: Option<Vec<u32>> = text
        .chars()
        .filter(|letter| *letter != '-')
        .map(|letter| if letter == 'X' { Some(10) } else { letter.to_digit(10) })
        .collect();
    let Some(digits) = digits else { return false };
    let has_early_x = digits.iter().rev().skip(1).any(|digit| *digit == 10);
    match digits.len() {
        10 if !has_early_x => {
            (1..=10).rev().zip(&digits).map(|(weight, digit)| weight * digit).sum::<u32>() % 11 == 0
        }
        13 if !digits.contains(&10) => {
            [1, 3].iter().cycle().zip(&digits).map(|(weight, digit)| weight * digit).sum::<u32>() % 10 == 0
        }
        _ => false,
    }
}

fn records(name: &str, table: &Table, complaints: &mut Vec<Complaint>) -> Vec<EvidenceRecord> {
    let mut records = Vec::new();
    for (id, node) in &table.entries {
        match &node.value {
            Value::Table(record) => {
                records.push(EvidenceRecord { id: id.clone(), fields: flatten(record, "") });
            }
            value => {
                let message = format!("[{name}] `{id}` should be a table, not {}", value.what());
                complaints.push(Complaint { place: node.place.clone(), message });
            }
        }
    }
    records
}

fn flatten(table: &Table, prefix: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (key, node) in &table.entries {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match &node.value {
            Value::Table(inner) => fields.extend(flatten(inner, &name)),
            value => fields.push((name, plain(value))),
        }
    }
    fields
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Decimal(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::List(items) => items.iter().map(|item| plain(&item.value)).collect::<Vec<_>>().join(", "),
        Value::Date | Value::Table(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Sources, is_isbn};
    use crate::ruleset::catalog;

    #[test]
    fn works_have_an_address_or_say_why_not() {
        for work in &catalog::sources().works {
            assert_eq!(work.url.is_empty(), work.unlinked.is_some(), "{}", work.key);
        }
    }

    /// A reader who follows the link of a program should not have to look for the file.
    #[test]
    fn works_that_name_a_file_link_the_file() {
        let is_file =
            |word: &&str| [".lud", ".js", ".cpp", ".c", ".rs", ".sh"].iter().any(|end| word.ends_with(end));
        let mut files = 0;
        for work in catalog::sources().works.iter().filter(|work| !work.url.is_empty()) {
            let words = work.title.split([' ', ',', '/']).map(|word| word.trim_matches(['(', ')', ':', ',']));
            for file in words.filter(is_file) {
                files += 1;
                let is_linked = work.url.iter().any(|url| url.ends_with(file));
                assert!(is_linked, "{}: {file}", work.key);
            }
        }
        assert!(files > 8, "{files}");
    }

    /// Titles are shown as they stand; backticks are quotation marks in notes only.
    #[test]
    fn titles_of_works_have_no_backticks() {
        for work in &catalog::sources().works {
            assert!(!work.title.contains('`'), "{}", work.title);
        }
    }

    fn complaints(text: &str) -> String {
        let found = Sources::parse("s.toml", text).expect_err("the bibliography is broken");
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn isbn_with_a_wrong_digit_is_refused() {
        for right in ["978-0-9555168-0-1", "0-9524142-0-1", "080442957X", "978-0-19-827403-2"] {
            assert!(is_isbn(right), "{right}");
        }
        for wrong in ["978-0-9555168-0-2", "0-9524142-1-0", "0X04429570", "978-0-9555168-0", "", "ISBN 1"] {
            assert!(!is_isbn(wrong), "{wrong}");
        }
        let work = "[a]\ntitle = 'A'\nkind = 'book'\nseen = 'read'\nisbn = '0-9524142-0-2'\n";
        assert!(complaints(work).contains("s.toml:1: [a] `isbn` is `0-9524142-0-2`"));
    }

    #[test]
    fn work_with_unknown_key_or_word_is_refused() {
        let work = "[a]\ntitle = 'A'\nkind = 'film'\nseen = 'twice'\nisbm = ''\nurl = 'example.org'\n";
        let found = complaints(work);
        for part in ["`kind` is `film`", "`seen` is `twice`", "unknown key `isbm`", "`url` is `example.org`"]
        {
            assert!(found.contains(part), "{part}: {found}");
        }
    }

    #[test]
    fn record_citing_an_unknown_work_is_refused() {
        let text = "[evidence.x]\nsource = 'nobody:12'\n[rulesets.y]\nreference = 'none'\n";
        let found = complaints(text);
        assert!(found.contains("`x` cites `nobody:12`") && found.contains("`y` cites `none`"), "{found}");
    }
}
