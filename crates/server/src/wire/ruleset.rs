//! Rulesets as they are shown: in a list, and whole.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::Serialize;

/// A ruleset in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is called in its own script.
    pub native_name: Option<String>,
    /// One sentence.
    pub summary: String,
    /// `reviewed` or `conjectural`.
    pub status: String,
    /// Which games it belongs with.
    pub family: String,
    /// How many files the board has.
    pub files: u8,
    /// How many ranks.
    pub ranks: u8,
    /// How the board looks.
    pub skin: String,
    /// How many men White begins with.
    pub men_per_side: usize,
    /// Whether a die is thrown.
    pub dice: bool,
    /// Whether it opens without turns.
    pub werera: bool,
    /// When it was played.
    pub period: Option<String>,
    /// Where.
    pub region: Option<String>,
    /// The start that holds if nothing is chosen.
    pub array: Vec<Placed>,
    /// What can be chosen.
    pub options: Vec<RuleOption>,
}

/// A ruleset, whole.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Details {
    /// What a list says of it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The id with the options chosen, canonical.
    pub instance: String,
    /// A fingerprint of what decides a game.
    pub hash: String,
    /// A paragraph or more.
    pub description: String,
    /// Other names.
    pub names: Vec<Named>,
    /// Identifiers elsewhere.
    pub identifiers: Vec<String>,
    /// The men.
    pub men: Vec<ManRules>,
    /// The laws.
    pub laws: Vec<LawText>,
    /// The records it rests on.
    pub evidence: Vec<Evidence>,
    /// The start.
    pub fen: String,
    /// The start, man by man.
    pub board: Vec<Placed>,
}

/// A name and its language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Named {
    /// A language tag, such as `am-Latn`.
    pub lang: String,
    /// The name.
    pub text: String,
}

/// A man somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Placed {
    /// Where it stands.
    pub cell: String,
    /// Whose it is.
    pub side: SideName,
    /// What it is.
    pub man: char,
    /// Which drawing shows it.
    pub picture: String,
}

/// Something the players may choose.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleOption {
    /// Its key in an instance.
    pub key: String,
    /// What it is about.
    pub title: String,
    /// A remark.
    pub note: Option<String>,
    /// The choice that holds if none is named.
    pub default: String,
    /// What can be chosen.
    pub choices: Vec<RuleChoice>,
}

/// One choice of an option.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleChoice {
    /// Its key in an instance.
    pub id: String,
    /// What it means.
    pub title: String,
    /// Where it comes from, as footnotes name it.
    pub source: Option<String>,
    /// Why it is held though no source says it.
    pub conjecture: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// Whether the sources leave it in doubt.
    pub unverified: bool,
}

/// A kind of man and how it moves.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ManRules {
    /// Its letter.
    pub man: char,
    /// What it is called.
    pub name: String,
    /// What others call it.
    pub names: Vec<Named>,
    /// How it moves, in Betza notation.
    pub betza: String,
    /// How it moves, in words.
    pub text: String,
    /// Which drawing shows it.
    pub picture: String,
}

/// A law in words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LawText {
    /// Its table in the ruleset's file.
    pub key: String,
    /// A heading.
    pub title: String,
    /// The chosen variant's word.
    pub law: String,
    /// What it says.
    pub text: String,
    /// Where it comes from.
    pub sources: Vec<Cited>,
    /// Why it is held though no source says it.
    pub conjecture: Option<String>,
    /// A remark.
    pub note: Option<String>,
}

/// A work that is cited.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Cited {
    /// Its key in the bibliography.
    pub key: String,
    /// The work as a footnote names it.
    pub citation: String,
    /// Where in it.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// A record of evidence.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Evidence {
    /// Its identifier.
    pub id: String,
    /// What kind of evidence.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where it comes from.
    pub location: Option<String>,
    /// When.
    pub date: Option<String>,
    /// What it says.
    pub content: String,
    /// Who tells it.
    pub source: String,
}

/// Every ruleset.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RulesetList {
    /// In the order of the catalogue.
    pub rulesets: Vec<Summary>,
}
