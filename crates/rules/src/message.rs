//! What is said to a person: a key and its arguments, no sentence.
//!
//! Results, reasons, refusals, counters and the laws' descriptions leave this
//! crate as a [`Message`]. A [`Locale`] renders it with the Fluent bundle of a
//! language; `locales/en.ftl` is the English one. A new language is a new file.
//!
//! ```
//! use rukh_rules::{Outcome, Reason, Ruleset, Side};
//!
//! let shatranj = Ruleset::named("shatranj").unwrap();
//! let message = Outcome::win(Side::White, Reason::Resignation).message(&shatranj);
//! assert_eq!(message.key(), "outcome-resignation");
//! assert_eq!(message.to_string(), "White wins: Black resigned.");
//! ```

use std::fmt;

use crate::geometry::{Side, Square};

#[cfg(feature = "fluent")]
mod locale;
#[cfg_attr(not(feature = "fluent"), allow(dead_code))]
pub(crate) mod say;

#[cfg(feature = "fluent")]
pub use locale::{Locale, LocaleError, bundle_faults};
pub use say::MESSAGES;

/// A sentence or a phrase by its key in the bundles, with its arguments.
///
/// `Display` renders English with the feature `fluent`, and key and arguments without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    key: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// An argument of a [`Message`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number, by which a language may choose a plural.
    Number(u64),
    /// Text that is the same in every language: a cell, a move, what a person typed.
    Text(String),
    /// A word the bundle chooses by, such as `men-but-pawns`; never shown.
    Choice(&'static str),
    /// White or Black, in the language of the text.
    Side(Side),
    /// A kind of piece, by its name.
    Piece(PieceLabel),
    /// Kinds of pieces, by their names in a list.
    Pieces(Vec<PieceLabel>, Conjunction),
    /// A phrase within the sentence.
    Message(Box<Message>),
    /// Phrases in a list.
    Messages(Vec<Message>, Conjunction),
    /// Sentences one after the other.
    Sentences(Vec<Message>),
}

/// The word between the last two of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conjunction {
    /// `a, b and c`.
    And,
    /// `a, b or c`.
    Or,
}

/// A kind of piece as a ruleset names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceLabel {
    /// The FEN letter, lower case.
    pub letter: char,
    /// The ruleset's own name, in Latin letters.
    pub name: String,
    /// Names by language tag.
    pub names: Vec<(String, String)>,
}

impl PieceLabel {
    /// The name in a language, or else the ruleset's own. English texts use the ruleset's
    /// own name: one tagged `en`, such as `king` of the negus, explains it.
    #[must_use]
    pub fn in_language(&self, language: &str) -> &str {
        let named = self.names.iter().find(|(tag, _)| tag == language && language != "en");
        named.map_or(&self.name, |(_, name)| name)
    }
}

/// A message of a bundle: its key and the names of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageKey {
    /// The name of the message in a bundle, such as `outcome-checkmate`.
    pub key: &'static str,
    /// The arguments' names; a bundle uses each.
    pub arguments: &'static [&'static str],
}

impl Message {
    /// A message. [`messages!`](crate::messages) makes functions that call this.
    #[must_use]
    pub fn new(key: &'static str, arguments: Vec<(&'static str, Argument)>) -> Message {
        Message { key, arguments }
    }

    /// The key in the bundles.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The arguments with their names.
    #[must_use]
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }
}

impl fmt::Display for Message {
    #[cfg(feature = "fluent")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Locale::english().text(self))
    }

    #[cfg(not(feature = "fluent"))]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)?;
        self.arguments.iter().try_for_each(|(name, argument)| write!(f, " {name}={argument:?}"))
    }
}

macro_rules! argument_from {
    ($($type:ty => $variant:path;)*) => {
        $(impl From<$type> for Argument {
            fn from(value: $type) -> Argument {
                $variant(value.into())
            }
        })*
    };
}

argument_from! {
    u64 => Argument::Number;
    u32 => Argument::Number;
    u16 => Argument::Number;
    u8 => Argument::Number;
    String => Argument::Text;
    &str => Argument::Text;
    Square => Argument::Text;
    Side => Argument::Side;
    PieceLabel => Argument::Piece;
    Message => Argument::Message;
    Vec<Message> => Argument::Sentences;
}

/// Declares a crate's messages: one function each, for that crate only, so that the
/// compiler warns of a message that is never said, or for others too after `pub;`; and the
/// list `MESSAGES` that a test compares with every bundle ([`bundle_faults`]).
///
/// ```
/// rukh_rules::messages! {
///     greeting => "greeting"(name);
/// }
/// assert_eq!(greeting("Rukh").key(), "greeting");
/// assert_eq!(MESSAGES[0].arguments, ["name"]);
/// ```
#[macro_export]
macro_rules! messages {
    (pub; $($messages:tt)*) => {
        $crate::messages! { @declare pub, $($messages)* }
    };
    (@declare $visibility:vis, $($(#[$doc:meta])* $function:ident => $key:literal $(($($argument:ident),+))?;)*) => {
        $(
            $(#[$doc])*
            #[doc = concat!("The message `", $key, "`.")]
            #[must_use]
            $visibility fn $function(
                $($($argument: impl Into<$crate::message::Argument>),+)?
            ) -> $crate::message::Message {
                $crate::message::Message::new($key, vec![$($((stringify!($argument), $argument.into())),+)?])
            }
        )*

        /// Every message of this crate.
        pub const MESSAGES: &[$crate::message::MessageKey] = &[
            $($crate::message::MessageKey { key: $key, arguments: &[$($(stringify!($argument)),+)?] }),*
        ];
    };
    ($($messages:tt)*) => {
        $crate::messages! { @declare pub(crate), $($messages)* }
    };
}
pub use crate::messages;
