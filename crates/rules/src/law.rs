//! The laws: one law a folder.
//!
//! A ruleset states every law; nothing is assumed from modern chess. `law/<law>.rs` is the law as data,
//! an enum whose variants carry their parameters: its reading from a ruleset, its check against the other
//! laws, its description, its counter and sentences where it has them. `law/<law>/effect.rs` is what it
//! does to positions, `law/<law>/compiled.rs` what it says on a board of one shape. `verdict.rs` keeps the
//! order of the verdicts, `movegen.rs` and `play.rs` call the effects.
//!
//! To decide something by a law, ask a method of [`Ruleset`](crate::Ruleset); to show laws to a person or
//! a program, take [`Ruleset::law_entries`](crate::Ruleset::law_entries).
//!
//! ```
//! use rukh_rules::Ruleset;
//! use rukh_rules::law::Stalemate;
//!
//! let shatranj = Ruleset::named("shatranj")?;
//! assert_eq!(shatranj.stalemate(), Stalemate::Loss);
//! let entries = shatranj.law_entries();
//! let law = entries.iter().find(|law| law.key == "stalemate").expect("every ruleset states every law");
//! assert_eq!(law.law, "loss");
//! assert!(!law.provenance.sources.is_empty());
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use serde::Serialize;

use crate::bits::CellSet;
use crate::geometry::{Geometry, Side};
use crate::kind::PieceKind;
use crate::message::{Argument, Conjunction, Message, PieceLabel, say};
use crate::ruleset::section::{Provenance, Section};
use crate::ruleset::tree::{Complaint, Table};
use judge::{Judge, Parts, Report};

pub(crate) mod counter;
pub(crate) mod judge;

pub mod bare_king;
pub mod castling;
pub mod check;
pub mod die;
pub mod immunity;
pub mod mate_style;
pub mod move_limit;
pub mod opening;
pub mod pass;
pub mod pawn_step;
pub mod promotion;
pub mod repetition;
pub mod royalty;
pub mod stalemate;
pub mod support;
pub mod time_forfeit;

pub use bare_king::{BareCount, BareCounter, BareKing, BareMate};
pub use castling::{CastlingLaw, CastlingPhase, CastlingSides, KingSteps};
pub use check::CheckLaw;
pub use die::DieLaw;
pub use immunity::Immunity;
pub use mate_style::{MateCustoms, MateRank};
pub use move_limit::MoveLimit;
pub use opening::{FirstTurn, Opening, PawnAdvance, WereraLaw, WereraMate, WereraMode};
pub use pass::PassLaw;
pub use pawn_step::{EnPassant, LongFirstStep, PawnStep};
pub use promotion::{Promotion, PromotionChoice, PromotionDuty, PromotionLaw};
pub use repetition::Repetition;
pub use royalty::Royalty;
pub use stalemate::Stalemate;
pub use support::{LoneManCount, LoneManLimit};
pub use time_forfeit::TimeForfeit;

/// A law and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sourced<T> {
    /// The law's variant with its parameters.
    pub law: T,
    /// Its sources, or why it is a conjecture.
    pub provenance: Provenance,
}

impl<T> std::ops::Deref for Sourced<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.law
    }
}

/// The names of a ruleset's kinds of piece, for messages and complaints.
#[derive(Debug, Clone)]
pub struct PieceNames {
    labels: Vec<PieceLabel>,
}

impl PieceNames {
    /// Names in the order of the kinds.
    pub(crate) fn new(labels: Vec<PieceLabel>) -> PieceNames {
        PieceNames { labels }
    }

    /// The letter and the names of a kind.
    pub(crate) fn label(&self, kind: PieceKind) -> PieceLabel {
        self.labels[kind.index()].clone()
    }

    /// Kinds as in `a, b or c`.
    pub(crate) fn any(&self, kinds: impl IntoIterator<Item = PieceKind>) -> Argument {
        Argument::Pieces(self.labels_of(kinds), Conjunction::Or)
    }

    /// Kinds as in `a, b and c`.
    pub(crate) fn all(&self, kinds: impl IntoIterator<Item = PieceKind>) -> Argument {
        Argument::Pieces(self.labels_of(kinds), Conjunction::And)
    }

    fn labels_of(&self, kinds: impl IntoIterator<Item = PieceKind>) -> Vec<PieceLabel> {
        kinds.into_iter().map(|kind| self.label(kind)).collect()
    }

    /// The English name of a kind, for a complaint about a ruleset file.
    pub(crate) fn name(&self, kind: PieceKind) -> &str {
        self.labels.get(kind.index()).map_or("piece", |label| &label.name)
    }

    /// English names joined by a word, for a complaint about a ruleset file.
    pub(crate) fn list(&self, kinds: impl IntoIterator<Item = PieceKind>, last: &str) -> String {
        let names: Vec<&str> = kinds.into_iter().map(|kind| self.name(kind)).collect();
        match names.split_last() {
            None => "no piece".to_owned(),
            Some((only, [])) => (*only).to_owned(),
            Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
        }
    }
}

/// A law as data: read from its table, checked, described in messages.
pub(crate) trait Law: Sized {
    /// The name of the law's table.
    const KEY: &'static str;
    /// A heading.
    fn title() -> Message;
    /// Reads the law; complaints go to the section.
    fn read(section: &mut Section<'_, '_>) -> Option<Self>;
    /// Judges the law's parameters by the board, the pieces and the other laws.
    fn check(&self, _judge: &mut Judge<'_, '_>) {}
    /// The law in sentences.
    fn describe(&self, names: &PieceNames) -> Vec<Message>;
}

/// One law of a ruleset as it is shown to people and programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawEntry {
    /// The law's table in the ruleset file: `bare-king`.
    pub key: &'static str,
    /// A heading; as JSON its English text.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub title: Message,
    /// The chosen variant: `draw`.
    pub law: &'static str,
    /// The law in sentences; as JSON their English text.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub text: Message,
    /// The variant with its parameters, kinds of piece by number.
    pub value: serde_json::Value,
    /// Where it comes from.
    #[serde(flatten)]
    pub provenance: Provenance,
}

macro_rules! laws {
    ($($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        /// All laws of a ruleset.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        pub struct Laws {
            $($(#[$doc])* pub $field: Sourced<$type>,)*
        }

        /// The laws of a ruleset that could be read.
        #[derive(Debug)]
        pub(crate) struct DraftLaws {
            $(pub(crate) $field: Option<Sourced<$type>>,)*
        }

        impl DraftLaws {
            /// The laws' tables in a ruleset file.
            pub(crate) const KEYS: &'static [&'static str] = &[$(<$type as Law>::KEY),*];

            pub(crate) fn read(root: &Table, letters: &[char], complaints: &mut Vec<Complaint>) -> DraftLaws {
                DraftLaws { $($field: read_law::<$type>(root, letters, complaints),)* }
            }

            /// Judges every law that is there.
            pub(crate) fn check(&self, parts: &Parts<'_>, report: &mut Report) {
                $(if let Some(stated) = &self.$field {
                    stated.law.check(&mut Judge::new(<$type as Law>::KEY, parts, report));
                })*
            }

            /// All laws, if all are there.
            pub(crate) fn complete(self) -> Option<Laws> {
                Some(Laws { $($field: self.$field?,)* })
            }
        }

        impl Laws {

            /// Every law in sentences, in the order of the file.
            #[must_use]
            pub fn entries(&self, names: &PieceNames) -> Vec<LawEntry> {
                vec![$(entry(&self.$field, names)),*]
            }

            /// The laws alone, without their provenance: what a fingerprint covers.
            pub(crate) fn laws_json(&self) -> serde_json::Value {
                serde_json::json!({ $(stringify!($field): &self.$field.law),* })
            }
        }
    };
}

laws! {
    /// How the game opens: with turns, or with the werera.
    opening: Opening,
    /// Whether a side may or must pass.
    pass: PassLaw,
    /// What the die says.
    die: DieLaw,
    /// What the king's capture or safety means.
    royalty: Royalty,
    /// What a side in check may do.
    check: CheckLaw,
    /// A side without a move.
    stalemate: Stalemate,
    /// A king without its pieces.
    bare_king: BareKing,
    /// A king with one piece left.
    support: LoneManLimit,
    /// What becomes of a piece at the far end.
    promotion: PromotionLaw,
    /// A pawn's first step.
    pawn_step: PawnStep,
    /// Whether and how king and rook move together.
    castling: CastlingLaw,
    /// A position that comes again.
    repetition: Repetition,
    /// Moves without progress.
    move_limit: MoveLimit,
    /// A side that runs out of time or leaves.
    time_forfeit: TimeForfeit,
    /// Pieces that may not take each other.
    immunity: Immunity,
    /// The customs about mate.
    mate_style: MateCustoms,
}

impl Laws {
    /// Whether a long first step may end where the piece is promoted.
    pub(crate) fn promotes_by_long_step(&self, geometry: Geometry) -> bool {
        let PawnStep::Initial(step) = self.pawn_step.law else { return false };
        let zone = self.promotion.of(step.kind).map_or(0, |promotion| promotion.ranks);
        zone > 0 && step.rank + step.steps + zone > geometry.ranks()
    }

    /// Whether a cell on which a piece is taken in passing may lie where the taker is promoted.
    pub(crate) fn promotes_in_passing(&self) -> bool {
        let PawnStep::Initial(step) = self.pawn_step.law else { return false };
        step.en_passant == EnPassant::PassedCells
            && self.promotion.of(step.kind).is_some_and(|promotion| promotion.ranks > step.rank)
    }
}

fn as_text<S: serde::Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

/// The cells of the ranks that a side counts as wanted, ranks from 0 at its own edge.
fn ranks<B: CellSet>(geometry: Geometry, side: Side, wanted: impl Fn(u8) -> bool) -> B {
    let cells = geometry.all().filter(|&cell| wanted(geometry.rank_for(cell, side)));
    cells.fold(B::EMPTY, |set, cell| set | B::of(cell))
}

fn entry<T: Law + Serialize>(stated: &Sourced<T>, names: &PieceNames) -> LawEntry
where
    for<'l> &'static str: From<&'l T>,
{
    LawEntry {
        key: T::KEY,
        title: T::title(),
        law: (&stated.law).into(),
        text: say::sentences(stated.law.describe(names)),
        value: serde_json::to_value(&stated.law).unwrap_or_default(),
        provenance: stated.provenance.clone(),
    }
}

fn read_law<T: Law>(root: &Table, letters: &[char], complaints: &mut Vec<Complaint>) -> Option<Sourced<T>> {
    let Some(table) = root.table(T::KEY) else {
        root.complain_of_absence(complaints, format!("the law [{}] is missing: {}", T::KEY, T::title()));
        return None;
    };
    let mut section = Section::new(T::KEY, table, letters, complaints);
    let law = T::read(&mut section);
    let provenance = section.provenance();
    section.finish(&[]);
    Some(Sourced { law: law?, provenance })
}
