//! Rulesets.

use serde::Serialize;
use std::collections::BTreeMap;

/// Where a law, a piece or an option comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProvenanceData {
    /// Citations: `murray1913:362`.
    pub sources: Vec<String>,
    /// Why it is conjecture, if no source says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjecture: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A ruleset in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "RulesetSummary"))]
pub struct RulesetSummaryData {
    /// The id: `senterej`.
    pub id: String,
    /// The name in English.
    pub title: String,
    /// One sentence.
    pub summary: String,
}

/// A ruleset: board, pieces, arrays, options, and every law with its source.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RulesetData {
    /// The id without options: `senterej`.
    pub id: String,
    /// The id with the options chosen: `senterej[saba=G]`.
    pub name: String,
    /// The name in English.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// A paragraph or more.
    pub description: String,
    /// Raised whenever a law changes.
    pub revision: u32,
    /// The fingerprint of everything that decides a game: 16 hexadecimal digits.
    pub hash: String,
    /// The number of files (columns).
    pub files: u8,
    /// The number of ranks (rows).
    pub ranks: u8,
    /// Whether a die is thrown before each move.
    pub has_die: bool,
    /// Whether the game begins with a werera.
    pub has_werera: bool,
    /// The position that a game starts from.
    pub starting_fen: String,
    /// The kinds of piece.
    pub pieces: Vec<PieceKindData>,
    /// The starting arrangements.
    pub arrays: Vec<ArrayData>,
    /// The options.
    pub options: Vec<OptionData>,
    /// The laws.
    pub laws: Vec<LawData>,
    /// The works cited.
    pub sources: Vec<SourceData>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PieceKindData {
    /// The letter, lower case.
    pub letter: char,
    /// The name in English.
    pub name: String,
    /// The names by language tag.
    pub names: BTreeMap<String, String>,
    /// The move in Betza notation.
    pub betza: String,
    /// Whether it is the king.
    pub is_royal: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A starting arrangement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ArrayData {
    /// The id.
    pub id: String,
    /// A heading.
    pub title: String,
    /// Whether it is the one chosen.
    pub is_chosen: bool,
    /// Whether its source could not be checked.
    pub is_unverified: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// An option of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OptionData {
    /// The key.
    pub key: String,
    /// A heading.
    pub title: String,
    /// The choice without a wish.
    pub default: String,
    /// The choice of this ruleset.
    pub chosen: String,
    /// The choices.
    pub choices: Vec<ChoiceData>,
}

/// A choice of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceData {
    /// The id.
    pub id: String,
    /// What it means.
    pub title: String,
    /// Whether its source could not be checked.
    pub is_unverified: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LawData {
    /// The key: `bare-king`.
    pub key: String,
    /// A heading.
    pub title: String,
    /// The variant chosen.
    pub law: String,
    /// What it says, in sentences.
    pub text: String,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A work that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SourceData {
    /// The citation as laws write it.
    pub citation: String,
    /// The work in full.
    pub text: String,
    /// Its addresses.
    pub urls: Vec<String>,
}
