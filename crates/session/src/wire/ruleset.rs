//! Rulesets: summaries and details.

use rukh_rules::notation::placement;
use rukh_rules::ruleset::Status;
use rukh_rules::{Ruleset, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::message::WireMessage;

/// A ruleset in few words, with its board: what a list of games to choose from shows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RulesetCard {
    /// Ruleset id.
    pub id: String,
    /// Name, in English.
    pub name: String,
    /// Name in other languages.
    pub localized_names: Vec<LocalizedName>,
    /// Name in its own script.
    pub native_name: Option<String>,
    /// One-sentence description, in English.
    pub summary: String,
    /// The description in other languages.
    pub localized_summaries: Vec<LocalizedName>,
    /// Whether it has been checked against its sources.
    pub status: Status,
    /// Key of the games that it belongs with, such as `oblong`.
    pub family: String,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Key of the drawing of the board.
    pub skin: String,
    /// Whether a die is used.
    pub dice: bool,
    /// Whether the game opens with a werera.
    pub werera: bool,
    /// Period in which it was played, in English.
    pub period: Option<String>,
    /// The period in other languages.
    pub localized_periods: Vec<LocalizedName>,
    /// Region, in English.
    pub region: Option<String>,
    /// The region in other languages.
    pub localized_regions: Vec<LocalizedName>,
    /// The pieces of the default array.
    pub array: Vec<ArrayPiece>,
}

/// A ruleset as the page of new games needs it: its card, and what can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RulesetSummary {
    /// What a list of games shows.
    #[serde(flatten)]
    pub card: RulesetCard,
    /// Number of White's pieces at the start.
    pub pieces_per_side: usize,
    /// What can be chosen.
    pub options: Vec<RuleOption>,
}

/// A ruleset in full, for the page of its rules.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RulesetDetails {
    /// Card and options.
    #[serde(flatten)]
    pub summary: RulesetSummary,
    /// Canonical instance: the id with the chosen options.
    pub instance: String,
    /// Fingerprint of everything that affects play.
    pub hash: String,
    /// Description of one or more paragraphs, in English; a blank line separates them.
    pub description: String,
    /// The description in other languages.
    pub localized_descriptions: Vec<LocalizedName>,
    /// Names of the game in other languages and scripts.
    pub names: Vec<LocalizedName>,
    /// Identifiers elsewhere.
    pub identifiers: Vec<String>,
    /// Every kind of piece with its movement.
    pub pieces: Vec<PieceRules>,
    /// Every law in words, with its source.
    pub laws: Vec<LawText>,
    /// Evidence records it is based on.
    pub evidence: Vec<EvidenceSummary>,
    /// Start position as FEN.
    pub fen: String,
    /// The array, a piece on each of its cells.
    pub board: Vec<ArrayPiece>,
}

/// A name or title in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LocalizedName {
    /// Language tag, such as `am-Latn`.
    pub language: String,
    /// The name or title, in that language's script.
    pub text: String,
}

impl LocalizedName {
    /// Names as rulesets have them: language and text.
    #[must_use]
    pub fn all(names: &[(String, String)]) -> Vec<LocalizedName> {
        let name = |(language, text): &(String, String)| LocalizedName {
            language: language.clone(),
            text: text.clone(),
        };
        names.iter().map(name).collect()
    }
}

/// A piece on a cell.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ArrayPiece {
    /// Where it stands, such as `e2`.
    pub cell: String,
    /// The side that it belongs to.
    pub side: Side,
    /// Piece letter.
    pub letter: char,
    /// Key of its drawing.
    pub picture: String,
}

impl ArrayPiece {
    /// The pieces of the array.
    #[must_use]
    pub fn array(ruleset: &Ruleset) -> Vec<ArrayPiece> {
        ArrayPiece::placed(ruleset, &ruleset.start().placement)
    }

    /// The pieces of a placement in FEN; none of one that is wrong.
    #[must_use]
    pub fn placed(ruleset: &Ruleset, placement: &str) -> Vec<ArrayPiece> {
        let pieces = placement::parse(ruleset, placement).unwrap_or_default();
        let placed = pieces.into_iter().map(|piece| ArrayPiece {
            cell: ruleset.geometry.name(piece.cell),
            side: piece.side,
            letter: ruleset.letter(piece.kind),
            picture: ruleset.pieces[piece.kind.index()].picture.clone(),
        });
        placed.collect()
    }
}

/// An option of a ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleOption {
    /// Word by which an instance names it: `saba` in `senterej[saba=G]`.
    pub key: String,
    /// Title, in English.
    pub title: String,
    /// Title in other languages.
    pub localized_titles: Vec<LocalizedName>,
    /// Note, in English.
    pub note: Option<String>,
    /// The note in other languages.
    pub localized_notes: Vec<LocalizedName>,
    /// Key of the choice that holds if none is named.
    pub default: String,
    /// What can be chosen.
    pub choices: Vec<RuleChoice>,
}

/// A choice of an option.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleChoice {
    /// Word by which an instance names it: `G` in `senterej[saba=G]`.
    pub key: String,
    /// Title, in English.
    pub title: String,
    /// Title in other languages.
    pub localized_titles: Vec<LocalizedName>,
    /// Sources in one text, as cited in footnotes.
    pub source: Option<String>,
    /// Each source with its citation in full.
    pub sources: Vec<Citation>,
    /// Reason for a choice without a source, in English.
    pub conjecture: Option<String>,
    /// The reason in other languages.
    pub localized_conjectures: Vec<LocalizedName>,
    /// Note, in English.
    pub note: Option<String>,
    /// The note in other languages.
    pub localized_notes: Vec<LocalizedName>,
    /// Whether the sources leave it in doubt.
    pub unverified: bool,
}

/// A kind of piece and its movement.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PieceRules {
    /// Piece letter.
    pub letter: char,
    /// The ruleset's own name for it.
    pub name: String,
    /// Other names.
    pub names: Vec<LocalizedName>,
    /// Movement in Betza notation.
    pub betza: String,
    /// Movement in sentences.
    pub text: WireMessage,
    /// Key of its drawing.
    pub picture: String,
}

/// A law in words, with where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LawText {
    /// Its table in the ruleset file.
    pub key: String,
    /// What the law is about, as a heading.
    pub title: WireMessage,
    /// Key of the chosen variant.
    pub law: String,
    /// The law in sentences.
    pub text: WireMessage,
    /// The works that state it.
    pub sources: Vec<Citation>,
    /// Reason for a law without a source, in English.
    pub conjecture: Option<String>,
    /// The reason in other languages.
    pub localized_conjectures: Vec<LocalizedName>,
    /// Note, in English.
    pub note: Option<String>,
    /// The note in other languages.
    pub localized_notes: Vec<LocalizedName>,
}

/// A work that a law or choice cites, with the place in it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Citation {
    /// Key in the bibliography.
    pub key: String,
    /// Citation, as in a footnote.
    pub citation: String,
    /// Place in the work, such as a page, in English.
    pub locator: Option<String>,
    /// The place in other languages; none where it is a number.
    pub localized_locators: Vec<LocalizedName>,
}

/// A find or text by which the game is known.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EvidenceSummary {
    /// Identifier.
    pub id: String,
    /// Kind of evidence, in English.
    pub kind: String,
    /// The kind in other languages.
    pub localized_kinds: Vec<LocalizedName>,
    /// Location, in English.
    pub location: Option<String>,
    /// The location in other languages.
    pub localized_locations: Vec<LocalizedName>,
    /// A year, a date, or two of them with a dash between.
    pub date: Option<String>,
    /// Content, in English.
    pub content: String,
    /// The content in other languages.
    pub localized_contents: Vec<LocalizedName>,
    /// The work or collection that the record is from, as in a footnote.
    pub source: String,
}

/// Every ruleset of the server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RulesetList {
    /// Summaries in the order to show them, the featured family first; the first ruleset of a
    /// family is its main one.
    pub rulesets: Vec<RulesetSummary>,
}

/// The rulesets to choose from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Catalog {
    /// Their cards, in the order of the catalogue.
    pub rulesets: Vec<RulesetCard>,
}
