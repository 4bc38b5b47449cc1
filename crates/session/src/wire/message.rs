//! Messages on the wire: keys with arguments, and the English text.
//!
//! ```
//! use rukh_rules::{Outcome, Reason, Ruleset, Side};
//! use rukh_session::wire::message::WireMessage;
//!
//! let shatranj = Ruleset::named("shatranj")?;
//! let message = WireMessage::from(Outcome::win(Side::White, Reason::Resignation).message(&shatranj));
//! let json = serde_json::to_value(&message)?;
//! assert_eq!(json["english"], "White wins: Black resigned.");
//! assert_eq!(json["key"], "outcome-resignation");
//! assert_eq!(json["args"]["loser"]["side"], "black");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use rukh_rules::Side;
use rukh_rules::message::{Argument, Conjunction, Message, PieceLabel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ruleset::LocalizedName;
use crate::say;

/// A sentence for a person: a client with a bundle that has the key renders the key with
/// its arguments, others show the English text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Message")]
pub struct WireMessage {
    /// The sentence for clients without a bundle.
    pub english: String,
    /// Key and arguments, beside the English text; absent from text that has no key.
    #[serde(flatten)]
    pub phrase: Option<Box<Phrase>>,
}

/// A key of the message bundles and its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Phrase {
    /// Key, such as `refusal-pinned`.
    pub key: String,
    /// Arguments by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, PhraseArgument>,
}

/// Argument of a message, to be put into a sentence by the client's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PhraseArgument {
    /// A whole number, by which a language may choose a plural.
    Number(u64),
    /// Text that is the same in every language, or a word the bundle chooses by.
    Text(String),
    /// White or Black.
    Side {
        /// Which of them.
        side: Side,
    },
    /// A kind of piece.
    Piece(PieceArgument),
    /// Kinds of pieces in a list.
    Pieces {
        /// The kinds, in the order in which they are named.
        pieces: Vec<PieceArgument>,
        /// Word before the last one.
        join: Join,
    },
    /// A phrase.
    Message {
        /// The phrase to be rendered in its place.
        message: Box<Phrase>,
    },
    /// Phrases in a list.
    Messages {
        /// The phrases, in the order in which they are said.
        messages: Vec<Phrase>,
        /// Word before the last one.
        join: Join,
    },
    /// Sentences, one after the other.
    Sentences {
        /// The sentences, in the order in which they are said.
        sentences: Vec<Phrase>,
    },
}

/// A kind of piece as an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceArgument {
    /// FEN letter, lower case.
    pub piece: char,
    /// The ruleset's own name, for English texts.
    pub name: String,
    /// Names in other languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<LocalizedName>,
}

/// Word before the last item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Join {
    /// `a, b and c`.
    And,
    /// `a, b or c`.
    Or,
}

impl From<Message> for WireMessage {
    fn from(message: Message) -> WireMessage {
        WireMessage { english: say::english().text(&message), phrase: Some(Box::new(Phrase::from(&message))) }
    }
}

impl From<&Message> for Phrase {
    fn from(message: &Message) -> Phrase {
        let args = message.arguments().iter();
        Phrase {
            key: message.key().to_owned(),
            args: args.map(|(name, argument)| ((*name).to_owned(), PhraseArgument::from(argument))).collect(),
        }
    }
}

impl From<&Argument> for PhraseArgument {
    fn from(argument: &Argument) -> PhraseArgument {
        let phrases = |messages: &[Message]| messages.iter().map(Phrase::from).collect();
        match argument {
            Argument::Number(number) => PhraseArgument::Number(*number),
            Argument::Text(text) => PhraseArgument::Text(text.clone()),
            Argument::Choice(word) => PhraseArgument::Text((*word).to_owned()),
            Argument::Side(side) => PhraseArgument::Side { side: *side },
            Argument::Piece(label) => PhraseArgument::Piece(label.into()),
            Argument::Pieces(labels, conjunction) => PhraseArgument::Pieces {
                pieces: labels.iter().map(PieceArgument::from).collect(),
                join: (*conjunction).into(),
            },
            Argument::Message(message) => {
                PhraseArgument::Message { message: Box::new(Phrase::from(message.as_ref())) }
            }
            Argument::Messages(messages, conjunction) => {
                PhraseArgument::Messages { messages: phrases(messages), join: (*conjunction).into() }
            }
            Argument::Sentences(messages) => PhraseArgument::Sentences { sentences: phrases(messages) },
        }
    }
}

impl From<&PieceLabel> for PieceArgument {
    fn from(label: &PieceLabel) -> PieceArgument {
        PieceArgument {
            piece: label.letter,
            name: label.name.clone(),
            names: LocalizedName::all(&label.names),
        }
    }
}

impl From<Conjunction> for Join {
    fn from(conjunction: Conjunction) -> Join {
        match conjunction {
            Conjunction::And => Join::And,
            Conjunction::Or => Join::Or,
        }
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Outcome, Reason, Ruleset, Side};
    use serde_json::json;

    use super::WireMessage;

    #[test]
    fn message_json_round_trips() {
        let ruleset = Ruleset::named("shatranj").expect("a built-in ruleset");
        let outcome = Outcome::win(Side::White, Reason::BareKing);
        let message = WireMessage::from(outcome.message(&ruleset));
        let value = serde_json::to_value(&message).expect("it serialises");
        assert_eq!(value["key"], "outcome-bare-king-loss");
        assert_eq!(
            (&value["args"]["king"]["piece"], &value["args"]["king"]["name"]),
            (&json!("k"), &json!("shah"))
        );
        assert_eq!(value["args"]["loser"], json!({ "side": "black" }));
        assert_eq!(serde_json::from_value::<WireMessage>(value).expect("and back"), message);
    }
}
