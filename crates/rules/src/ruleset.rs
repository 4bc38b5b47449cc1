//! Rulesets: rules as data, read from TOML, with every complaint at once.
//!
//! A [`RulesetFile`] is what an author wrote; an [`Instance`] names it with the
//! options chosen, `senterej[saba=G,stalemate=loss]`; a [`Ruleset`] is the two
//! resolved: complete, checked, and still readable. [`Rules::compile`](crate::Rules::compile)
//! turns it into tables.
//!
//! Built-in rulesets come from the [`catalog`], one by its name with [`Ruleset::named`]; a file of a
//! user's own from [`RulesetFile::parse_own`].
//!
//! ```
//! use rukh_rules::{LoadError, Ruleset, catalog};
//!
//! for file in catalog::all() {
//!     let ruleset = file.resolve(&Default::default())?;
//!     assert_eq!(ruleset.instance.to_string(), file.id());
//! }
//! let error = Ruleset::named("senterej[saba=Q]").unwrap_err();
//! assert!(matches!(error, LoadError::UnknownOption { .. }));
//! # Ok::<(), LoadError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::geometry::{Geometry, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::{LawEntry, Laws, PieceNames, Promotion, PromotionChoice};
use crate::message::{Argument, PieceLabel, say};
use crate::movement::Movement;
use crate::movement::diagram::Diagram;

pub mod catalog;
pub(crate) mod check;
pub mod complement;
pub mod concepts;
mod extends;
mod file;
mod options;
mod question;
mod read;
pub(crate) mod section;
mod sources;
mod translations;
pub(crate) mod tree;

pub use extends::Parent;
pub use file::{ChoiceInfo, LoadError, OptionInfo, RulesetFile};
pub use question::LawCounts;
pub use read::SKINS;
pub use section::Provenance;
pub use sources::{EvidenceRecord, Seen, Source, Sources};
pub use translations::Translations;
pub use tree::{Complaint, FileLocation};

/// Texts by language tag as a map.
fn by_language<S: Serializer>(texts: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(texts.iter().map(|(language, text)| (language, text)))
}

/// A kind of piece: its letter, names and movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceDefinition {
    /// The FEN letter, lower case.
    pub letter: char,
    /// The letter other programs write it with (Fairy-Stockfish, `XBoard`), lower
    /// case, where it is not the same.
    pub elsewhere: Option<char>,
    /// The English name.
    pub name: String,
    /// Names by language tag, such as `ar` or `am-Latn`.
    #[serde(serialize_with = "by_language")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub names: Vec<(String, String)>,
    /// Which drawing shows it.
    pub picture: String,
    /// Its movement; as JSON in Betza notation.
    #[serde(rename = "betza")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub movement: Movement,
    /// Where the movement comes from.
    #[serde(flatten)]
    pub provenance: Provenance,
}

impl PieceDefinition {
    /// The letter and the names, for messages.
    #[must_use]
    pub fn label(&self) -> PieceLabel {
        PieceLabel { letter: self.letter, name: self.name.clone(), names: self.names.clone() }
    }
}

/// A starting arrangement. A ruleset may have several, of which an option chooses one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Array {
    /// Its key in the file.
    pub id: String,
    /// What sets it apart from the other arrays, in English.
    pub title: String,
    /// FEN placement, the last rank first.
    pub placement: String,
    /// Whether the sources leave it in doubt.
    pub unverified: bool,
    /// Its sources.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// Facts about a game besides its laws: names, period, region, sources.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct About {
    /// The game's name, in English.
    pub name: String,
    /// The game's name in other languages, by language tag.
    #[serde(serialize_with = "by_language")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub names: Vec<(String, String)>,
    /// Its name in its own script.
    pub native_name: Option<String>,
    /// Other names, with their language tag.
    pub other_names: Vec<(String, String)>,
    /// One sentence, in English.
    pub summary: String,
    /// That sentence in other languages, by language tag.
    #[serde(serialize_with = "by_language")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub summaries: Vec<(String, String)>,
    /// A paragraph or more.
    pub description: String,
    /// When it was played.
    pub periods: Vec<String>,
    /// The region where it was played.
    pub region: Option<String>,
    /// Identifiers elsewhere, such as `DLP.GameRulesets.307`.
    pub identifiers: Vec<String>,
    /// Bibliography keys.
    pub sources: Vec<String>,
    /// Keys of evidence records.
    pub evidence: Vec<String>,
    /// Whether a site shows its family first.
    #[serde(skip)]
    pub featured: bool,
}

/// Something worth knowing of a game that is no law: a custom, a name, a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// Its key in the file.
    pub id: String,
    /// A heading.
    pub title: String,
    /// The remark.
    pub text: String,
    /// Its sources.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// What the two sides are called, where a source does not call them White and Black.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideNames {
    /// The colour of White's pieces.
    pub white: String,
    /// The colour of Black's pieces.
    pub black: String,
    /// The sources of the names.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// Whether a ruleset has been checked against its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Status {
    /// It follows its sources; what they leave open is marked law by law.
    Reviewed,
    /// Much of it is conjecture.
    Conjectural,
}

/// A ruleset's id with the options chosen. Displays options in rising order of key; that of a
/// [`Ruleset`] is canonical, with defaults left out.
///
/// # Examples
/// ```
/// use rukh_rules::{Instance, Ruleset};
///
/// let text = "senterej[stalemate=loss, saba=A]";
/// assert_eq!(text.parse::<Instance>()?.to_string(), "senterej[saba=A,stalemate=loss]");
/// // The saba is an alfil unless something else is chosen.
/// assert_eq!(Ruleset::named(text)?.instance.to_string(), "senterej[stalemate=loss]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// The ruleset's id.
    pub id: String,
    /// Choices by option key.
    pub choices: BTreeMap<String, String>,
}

impl Instance {
    /// The name of its ruleset, for a title or a sentence: where there are choices with how many rules they change.
    ///
    /// # Examples
    /// ```
    /// use rukh_rules::Instance;
    /// use rukh_rules::message::Argument;
    ///
    /// let usual: Instance = "shatranj".parse()?;
    /// assert_eq!(usual.title("Shatranj"), Argument::Text("Shatranj".to_owned()));
    /// let changed: Instance = "shatranj[bare=ignored]".parse()?;
    /// let Argument::Message(title) = changed.title("Shatranj") else { unreachable!() };
    /// assert_eq!(title.to_string(), "Shatranj (1 rule changed)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn title(&self, name: &str) -> Argument {
        match self.choices.len() {
            0 => name.into(),
            count => say::ruleset_changed(name, count as u64).into(),
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        if self.choices.is_empty() {
            return Ok(());
        }
        let choices: Vec<String> =
            self.choices.iter().map(|(key, choice)| format!("{key}={choice}")).collect();
        write!(f, "[{}]", choices.join(","))
    }
}

/// An error in the text of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceError {
    text: String,
    message: String,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InstanceError { text, message } = self;
        write!(
            f,
            "`{text}` is no ruleset instance: {message}; write it as `senterej` or `senterej[saba=G,stalemate=loss]`"
        )
    }
}

impl std::error::Error for InstanceError {}

impl std::str::FromStr for Instance {
    type Err = InstanceError;

    fn from_str(text: &str) -> Result<Instance, InstanceError> {
        let error = |message: &str| InstanceError {
            text: text.chars().take(120).collect(),
            message: message.to_owned(),
        };
        let (id, rest) = match text.split_once('[') {
            None => (text, None),
            Some((id, rest)) => (id, Some(rest)),
        };
        if id.trim().is_empty() {
            return Err(error("the ruleset's id is missing"));
        }
        let mut choices = BTreeMap::new();
        if let Some(rest) = rest {
            let inner = rest.strip_suffix(']').ok_or_else(|| error("the closing `]` is missing"))?;
            for pair in inner.split(',').filter(|pair| !pair.trim().is_empty()) {
                let (key, choice) =
                    pair.split_once('=').ok_or_else(|| error(&format!("`{pair}` has no `=`")))?;
                if key.trim().is_empty() || choice.trim().is_empty() {
                    return Err(error(&format!("`{pair}` should be an option and a choice")));
                }
                let old = choices.insert(key.trim().to_owned(), choice.trim().to_owned());
                if old.is_some() {
                    return Err(error(&format!("`{}` is chosen twice", key.trim())));
                }
            }
        }
        Ok(Instance { id: id.trim().to_owned(), choices })
    }
}

/// A complete set of laws: a game.
///
/// What the laws say is asked by methods, which stay the same when a law's data change; names, pieces
/// and sources are fields. As JSON for other programs it is [`RulesetData`](crate::RulesetData).
///
/// # Examples
/// ```
/// use rukh_rules::Ruleset;
///
/// let ruleset = Ruleset::named("senterej[saba=G]")?;
/// assert!(ruleset.has_werera() && !ruleset.has_die());
/// let pawn = ruleset.kind('p').unwrap();
/// assert!(!ruleset.counts_as_guard(pawn));
/// assert_eq!(ruleset.instance.to_string(), "senterej[saba=G]");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// The id and the options chosen, canonical.
    pub instance: Instance,
    /// Raised whenever a law changes.
    pub revision: u32,
    /// Whether it has been checked against its sources.
    pub status: Status,
    /// Which games it belongs with.
    pub family: String,
    /// Names, times and places.
    pub about: About,
    /// The board's size.
    pub geometry: Geometry,
    /// The skin that the board is drawn with.
    pub skin: String,
    /// The sources of the board.
    pub board_provenance: Provenance,
    /// The kinds of piece; their order is the order of [`PieceKind`].
    pub pieces: Vec<PieceDefinition>,
    /// Every arrangement.
    pub arrays: Vec<Array>,
    /// Which of them is set up.
    pub array: usize,
    /// The pieces called pawns where laws tell pawns from other pieces.
    pub pawns: PieceKindSet,
    /// The laws, asked about by the methods of `question.rs`.
    pub(crate) laws: Laws,
    /// Everything that an [`Instance`] may choose, chosen or not.
    pub options: Vec<OptionInfo>,
    /// What the sides are called, if not White and Black.
    pub side_names: Option<SideNames>,
    /// Customs, names and readings that are no laws.
    pub remarks: Vec<Remark>,
}

impl Ruleset {
    /// Resolves a built-in instance such as `oblong[array=s3]`.
    ///
    /// # Errors
    /// What is wrong with the text, the id, the options or their combination.
    pub fn named(text: &str) -> Result<Ruleset, LoadError> {
        let instance: Instance = text.parse()?;
        let file = catalog::file(&instance.id)?;
        file.resolve(&instance.choices)
    }

    /// The array that is set up.
    #[must_use]
    pub fn start(&self) -> &Array {
        &self.arrays[self.array]
    }

    /// The pieces' letters in the order of [`PieceKind`].
    #[must_use]
    pub fn letters(&self) -> Vec<char> {
        self.pieces.iter().map(|piece| piece.letter).collect()
    }

    /// A kind's letter, lower case.
    #[must_use]
    pub fn letter(&self, kind: PieceKind) -> char {
        self.pieces[kind.index()].letter
    }

    /// A piece's letter as FEN writes it for that side.
    #[must_use]
    pub fn letter_for(&self, kind: PieceKind, side: Side) -> char {
        match side {
            Side::White => self.letter(kind).to_ascii_uppercase(),
            Side::Black => self.letter(kind),
        }
    }

    /// The English names of the kinds, for sentences.
    #[must_use]
    pub fn names(&self) -> PieceNames {
        PieceNames::new(self.pieces.iter().map(PieceDefinition::label).collect())
    }

    /// The kind with that letter, in either case.
    #[must_use]
    pub fn kind(&self, letter: char) -> Option<PieceKind> {
        let letter = letter.to_ascii_lowercase();
        let found = self.pieces.iter().position(|piece| piece.letter == letter);
        found.map(|index| PieceKind(index as u8))
    }

    /// A kind's letter and names, for a [`Message`](crate::message::Message).
    #[must_use]
    pub fn label(&self, kind: PieceKind) -> PieceLabel {
        self.pieces[kind.index()].label()
    }

    /// Every work cited, as a citation with its place: the works the file names
    /// first, then those of the board, arrays, pieces, laws, options and remarks,
    /// each citation once.
    #[must_use]
    pub fn citations(&self) -> Vec<String> {
        let laws = self.law_entries();
        let choices = self.options.iter().flat_map(|option| &option.choices);
        let provenances = std::iter::once(&self.board_provenance)
            .chain(self.side_names.iter().map(|names| &names.provenance))
            .chain(self.arrays.iter().map(|array| &array.provenance))
            .chain(self.pieces.iter().map(|piece| &piece.provenance))
            .chain(laws.iter().map(|law| &law.provenance))
            .chain(choices.map(|choice| &choice.provenance))
            .chain(self.remarks.iter().map(|remark| &remark.provenance));
        let mut citations = self.about.sources.clone();
        for source in provenances.flat_map(|provenance| &provenance.sources) {
            if !citations.contains(source) {
                citations.push(source.clone());
            }
        }
        citations
    }

    /// A piece's moves as a picture, its long first move among them.
    #[must_use]
    pub fn diagram(&self, kind: PieceKind) -> Diagram {
        let mut diagram = self.pieces[kind.index()].movement.diagram();
        if let Some(step) = self.long_step().filter(|step| step.kind == kind) {
            diagram.add_first_move(step.steps);
        }
        diagram
    }

    /// Every law in a player's words with its source.
    #[must_use]
    pub fn law_entries(&self) -> Vec<LawEntry> {
        self.laws.entries(&self.names())
    }

    /// A fingerprint of everything that decides a game: board, pieces, array and
    /// laws, but no names and no sources. 16 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let pieces: Vec<String> =
            self.pieces.iter().map(|piece| format!("{}:{}", piece.letter, piece.movement.text())).collect();
        let content = serde_json::json!({
            "board": [self.geometry.files(), self.geometry.ranks()],
            "men": pieces,
            "array": self.start().placement,
            "pawns": self.pawns,
            "laws": self.laws.laws_json(),
        });
        short_digest(&content)
    }

    /// A fingerprint of everything that decides endings of these kinds and of those they may become: board,
    /// movements, and the laws of moves and results. Not in it are the array, the opening, castling,
    /// repetition, the move limit, time and the customs about mate. 16 hexadecimal digits.
    ///
    /// # Examples
    /// ```
    /// use rukh_rules::{PieceKindSet, Ruleset};
    ///
    /// let hash = |name: &str, letters: &str| {
    ///     let ruleset = Ruleset::named(name).unwrap();
    ///     let kinds: PieceKindSet = letters.chars().filter_map(|letter| ruleset.kind(letter)).collect();
    ///     ruleset.ending_hash(kinds)
    /// };
    /// // Where the saba stands on another cell or moves otherwise, a rook wins as before.
    /// assert_eq!(hash("senterej", "kr"), hash("senterej[saba=G]", "kr"));
    /// assert_ne!(hash("senterej", "kre"), hash("senterej[saba=G]", "kre"));
    /// assert_ne!(hash("senterej", "kr"), hash("senterej[stalemate=loss]", "kr"));
    /// ```
    #[must_use]
    pub fn ending_hash(&self, kinds: PieceKindSet) -> String {
        let kinds = self.with_promoted(kinds);
        let mut laws = self.laws.laws_json();
        if let Some(laws) = laws.as_object_mut() {
            let others = ["opening", "castling", "repetition", "move_limit", "time_forfeit", "mate_style"];
            laws.retain(|law, _| !others.contains(&law.as_str()));
        }
        let pieces: Vec<_> = kinds
            .iter()
            .map(|kind| (kind, self.letter(kind), self.pieces[kind.index()].movement.text()))
            .collect();
        // A piece may become one of those that its side has lost of the array.
        let counts_lost = |promotion: &&Promotion| {
            kinds.has(promotion.man) && matches!(promotion.choice, PromotionChoice::LostMen { .. })
        };
        let array = self.promotions().iter().find(counts_lost).map(|_| &self.start().placement);
        short_digest(&serde_json::json!({
            "board": [self.geometry.files(), self.geometry.ranks()],
            "pieces": pieces,
            "pawns": self.pawns,
            "has_equal_armies": self.has_equal_armies(),
            "array": array,
            "laws": laws,
        }))
    }
}

/// The first 8 bytes of a digest, in hexadecimal digits.
fn short_digest(content: &serde_json::Value) -> String {
    let digest = Sha256::digest(content.to_string().as_bytes());
    hex::encode(&digest[..8])
}
