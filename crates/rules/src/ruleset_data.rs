//! A ruleset as data for programs: the same in `rukh rules show --format json`, the npm package and
//! Python.

use serde::Serialize;

use crate::law::LawEntry;
use crate::notation::dialect::Dialect;
use crate::notation::fen;
use crate::rules::Rules;
use crate::ruleset::{About, Array, OptionInfo, PieceDefinition, Ruleset, Status, catalog};
use crate::setup::Setup;
use crate::shape::Any;

/// A ruleset: board, pieces, arrays, options, and every law with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesetData<'r> {
    /// The id without options: `senterej`.
    pub id: &'r str,
    /// The id with the options chosen: `senterej[saba=G]`.
    pub name: String,
    /// The game's names, where and when it was played, and what it is.
    pub about: &'r About,
    /// Whether it has been checked against its sources.
    pub status: Status,
    /// Which games it belongs with.
    pub family: &'r str,
    /// Raised whenever a law changes.
    pub revision: u32,
    /// The fingerprint of everything that decides a game: 16 hexadecimal digits.
    pub hash: String,
    /// The number of files (columns).
    pub files: u8,
    /// The number of ranks (rows).
    pub ranks: u8,
    /// The skin that the board is drawn with.
    pub skin: &'r str,
    /// Whether a die is thrown before each move.
    pub has_die: bool,
    /// Whether the game begins with a werera.
    pub has_werera: bool,
    /// The position that a game starts from, as FEN.
    pub starting_fen: String,
    /// The kinds of piece.
    pub pieces: Vec<PieceData<'r>>,
    /// The starting arrangements.
    pub arrays: Vec<ArrayData<'r>>,
    /// What can be chosen, with what is.
    pub options: Vec<OptionData<'r>>,
    /// Every law in sentences, in the order of the file.
    pub laws: Vec<LawEntry>,
    /// The works cited.
    pub sources: Vec<SourceData>,
}

/// A kind of piece of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceData<'r> {
    /// Its letter, names and movement.
    #[serde(flatten)]
    pub piece: &'r PieceDefinition,
    /// Whether it is the king.
    pub is_royal: bool,
}

/// A starting arrangement of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayData<'r> {
    /// Its title and placement.
    #[serde(flatten)]
    pub array: &'r Array,
    /// The position of a game that starts from it, as FEN.
    pub fen: String,
    /// Whether it is the one chosen.
    pub is_chosen: bool,
}

/// An option of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionData<'r> {
    /// Its choices.
    #[serde(flatten)]
    pub option: &'r OptionInfo,
    /// The choice of this ruleset.
    pub chosen: &'r str,
}

/// A work that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceData {
    /// The citation as laws write it: `murray1913:362`.
    pub citation: String,
    /// The work in full.
    pub text: String,
    /// Its addresses.
    pub urls: Vec<String>,
}

impl RulesetData<'_> {
    /// The data of compiled rules.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use rukh_rules::{Rules, Ruleset, RulesetData};
    ///
    /// let rules = Rules::compile(Arc::new(Ruleset::named("senterej[saba=G]")?));
    /// let data = serde_json::to_value(RulesetData::new(&rules)).expect("plain data");
    /// assert_eq!(data["name"], "senterej[saba=G]");
    /// assert_eq!(data["about"]["name"], "Senterej");
    /// assert!(data["laws"].as_array().is_some_and(|laws| laws.iter().all(|law| law["text"].is_string())));
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn new(rules: &Rules<Any>) -> RulesetData<'_> {
        let ruleset = rules.ruleset();
        let piece = |(kind, piece)| PieceData { piece, is_royal: kind == ruleset.royal() };
        let chosen = |option: &OptionInfo| ruleset.instance.choices.get(&option.key);
        let option = |option| OptionData { option, chosen: chosen(option).unwrap_or(&option.default) };
        RulesetData {
            id: &ruleset.instance.id,
            name: ruleset.instance.to_string(),
            about: &ruleset.about,
            status: ruleset.status,
            family: &ruleset.family,
            revision: ruleset.revision,
            hash: ruleset.hash(),
            files: ruleset.geometry.files(),
            ranks: ruleset.geometry.ranks(),
            skin: &ruleset.skin,
            has_die: ruleset.has_die(),
            has_werera: ruleset.has_werera(),
            starting_fen: array_fen(rules, ruleset.array),
            pieces: ruleset.kinds().zip(&ruleset.pieces).map(piece).collect(),
            arrays: arrays(rules),
            options: ruleset.options.iter().map(option).collect(),
            laws: ruleset.law_entries(),
            sources: sources(ruleset),
        }
    }
}

fn arrays(rules: &Rules<Any>) -> Vec<ArrayData<'_>> {
    let ruleset = rules.ruleset();
    let array =
        |(index, array)| ArrayData { array, fen: array_fen(rules, index), is_chosen: index == ruleset.array };
    ruleset.arrays.iter().enumerate().map(array).collect()
}

/// The FEN of a game that starts from one of a ruleset's arrays, with the castling rights that its
/// pieces have there.
fn array_fen(rules: &Rules<Any>, index: usize) -> String {
    let mut ruleset = (**rules.ruleset()).clone();
    ruleset.array = index;
    let whole = Setup::start(&ruleset);
    let with_rights = |rights: Vec<char>| Setup { rights, ..whole.clone() };
    let has_right = |right: &char| with_rights(vec![*right]).check(rules).is_ok();
    let rights = whole.rights.iter().copied().filter(has_right).collect();
    let start = with_rights(rights).check(rules).expect("a loaded ruleset's arrays are sound");
    fen::format(rules, &start, Dialect::Own)
}

fn sources(ruleset: &Ruleset) -> Vec<SourceData> {
    let sources = catalog::sources();
    let source = |citation: String| SourceData {
        text: sources.cite(&citation),
        urls: sources.find(&citation).map(|work| work.url.clone()).unwrap_or_default(),
        citation,
    };
    ruleset.citations().into_iter().map(source).collect()
}
