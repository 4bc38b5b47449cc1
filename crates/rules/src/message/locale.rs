//! A language's bundle, and messages rendered with it.

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::{Argument, Conjunction, Message, MessageKey, PieceLabel, say};
use crate::geometry::Side;

/// The English bundle of this crate.
const ENGLISH: &str = include_str!("../../locales/en.ftl");

/// The bundles of this crate by language tag.
const BUNDLES: [(&str, &str); 4] = [
    ("en", ENGLISH),
    ("am", include_str!("../../locales/am.ftl")),
    ("ar", include_str!("../../locales/ar.ftl")),
    ("fa", include_str!("../../locales/fa.ftl")),
];

static ENGLISH_LOCALE: LazyLock<Locale> =
    LazyLock::new(|| Locale::new("en", &[ENGLISH]).expect("the English bundle is compiled in and tested"));

/// A language: renders messages with the bundles it was made from.
pub struct Locale {
    language: String,
    bundle: FluentBundle<FluentResource>,
}

/// Why texts are no bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocaleError(String);

impl fmt::Display for LocaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LocaleError {}

impl Locale {
    /// English, with the messages of this crate.
    #[must_use]
    pub fn english() -> &'static Locale {
        &ENGLISH_LOCALE
    }

    /// The tags of the languages that this crate has a bundle of, English first.
    pub fn tags() -> impl Iterator<Item = &'static str> {
        BUNDLES.iter().map(|(tag, _)| *tag)
    }

    /// A language that this crate has a bundle of, by its tag or a longer one: `am-ET` is `am`.
    ///
    /// ```
    /// use rukh_rules::message::Locale;
    /// use rukh_rules::{Outcome, Reason, Ruleset, Side};
    ///
    /// let shatranj = Ruleset::named("shatranj").unwrap();
    /// let message = Outcome::win(Side::White, Reason::Resignation).message(&shatranj);
    /// let persian = Locale::named("fa-IR").unwrap();
    /// assert_eq!(persian.text(&message), "سفید برد: سیاه تسلیم شد.");
    /// assert!(Locale::named("tlh").is_none());
    /// ```
    #[must_use]
    pub fn named(tag: &str) -> Option<Locale> {
        let named = Locale::named_with(tag, &[])?;
        Some(named.expect("the bundles are compiled in and tested"))
    }

    /// A language that this crate has a bundle of, with the messages of other crates.
    ///
    /// # Errors
    /// As [`Locale::new`].
    #[must_use]
    pub fn named_with(tag: &str, bundles: &[&str]) -> Option<Result<Locale, LocaleError>> {
        let base = tag.split(['-', '_']).next()?;
        let (language, text) = BUNDLES.iter().find(|(known, _)| known.eq_ignore_ascii_case(base))?;
        Some(Locale::new(language, &[&[*text], bundles].concat()))
    }

    /// The tag of the language.
    #[must_use]
    pub fn language(&self) -> &str {
        &self.language
    }

    /// English, with the messages of this crate and those of others.
    ///
    /// # Errors
    /// As [`Locale::new`].
    pub fn english_with(bundles: &[&str]) -> Result<Locale, LocaleError> {
        Locale::new("en", &[&[ENGLISH], bundles].concat())
    }

    /// A language by its tag, such as `am`, and the texts of its Fluent bundles.
    ///
    /// # Errors
    /// The tag, the first lines that are no Fluent, or a key that is defined twice.
    pub fn new(language: &str, bundles: &[&str]) -> Result<Locale, LocaleError> {
        let tag: LanguageIdentifier = language
            .parse()
            .map_err(|error| LocaleError(format!("`{language}` is not a language tag: {error}")))?;
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks of direction around arguments would show in a terminal.
        bundle.set_use_isolating(false);
        if language == "fa" {
            bundle.set_formatter(Some(|value, _| persian_number(value)));
        }
        for text in bundles {
            let resource = FluentResource::try_new((*text).to_owned()).map_err(|(_, errors)| {
                LocaleError(format!("the bundle does not parse: {}", joined(&errors)))
            })?;
            bundle.add_resource(resource).map_err(|errors| LocaleError(joined(&errors)))?;
        }
        Ok(Locale { language: language.to_owned(), bundle })
    }

    /// Whether the bundles have a message with that key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// A message as text; its key where the bundles lack it.
    #[must_use]
    pub fn text(&self, message: &Message) -> String {
        let mut arguments = FluentArgs::new();
        for (name, argument) in &message.arguments {
            arguments.set(*name, self.value(argument));
        }
        let Some(pattern) = self.bundle.get_message(message.key).and_then(|found| found.value()) else {
            return message.key.to_owned();
        };
        self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    fn value(&self, argument: &Argument) -> FluentValue<'static> {
        match argument {
            Argument::Number(number) => FluentValue::from(*number),
            Argument::Text(text) => FluentValue::from(text.clone()),
            Argument::Choice(word) => FluentValue::from(*word),
            Argument::Side(Side::White) => self.text(&say::side_white()).into(),
            Argument::Side(Side::Black) => self.text(&say::side_black()).into(),
            Argument::Piece(label) => self.piece(label).into(),
            Argument::Pieces(labels, conjunction) => {
                let names = labels.iter().map(|label| self.piece(label));
                self.list(names.collect(), *conjunction).into()
            }
            Argument::Message(message) => self.text(message).into(),
            Argument::Messages(messages, conjunction) => self.list(self.all(messages), *conjunction).into(),
            Argument::Sentences(messages) => self.joined(self.all(messages), say::sentence_pair).into(),
        }
    }

    /// The name of a piece as sentences use it. A name that the language lacks stays as it is.
    fn piece(&self, label: &PieceLabel) -> String {
        let name = label.in_language(&self.language);
        if name == label.name { name.to_owned() } else { self.text(&say::piece_name(name)) }
    }

    fn all(&self, messages: &[Message]) -> Vec<String> {
        messages.iter().map(|message| self.text(message)).collect()
    }

    fn list(&self, mut items: Vec<String>, conjunction: Conjunction) -> String {
        let Some(last) = items.pop() else { return self.text(&say::list_none()) };
        if items.is_empty() {
            return last;
        }
        let rest = self.joined(items, say::list_comma);
        self.text(&match conjunction {
            Conjunction::And => say::list_and(rest, last),
            Conjunction::Or => say::list_or(rest, last),
        })
    }

    fn joined(&self, items: Vec<String>, pair: fn(String, String) -> Message) -> String {
        items.into_iter().reduce(|first, second| self.text(&pair(first, second))).unwrap_or_default()
    }
}

/// A number in the digits of Persian prose; nothing for what is no number.
fn persian_number(value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let digit = |letter: char| match letter.to_digit(10) {
        Some(digit) => char::from_u32(0x06F0 + digit).unwrap_or(letter),
        None => letter,
    };
    Some(number.as_string().chars().map(digit).collect())
}

fn joined<T: fmt::Display>(errors: &[T]) -> String {
    errors.iter().map(T::to_string).collect::<Vec<_>>().join("; ")
}

/// What a bundle's text lacks or has too much of, compared with a list of messages: a
/// key that is missing, one that is not in the list, an argument that is not used or
/// does not exist. Nothing where all is well.
#[must_use]
pub fn bundle_faults(text: &str, messages: &[MessageKey]) -> Vec<String> {
    let entries = entries(text);
    let mut faults = Vec::new();
    for message in messages {
        let Some((_, body)) = entries.iter().find(|(key, _)| *key == message.key) else {
            faults.push(format!("`{}` is missing", message.key));
            continue;
        };
        let used = variables(body);
        let unused = message.arguments.iter().filter(|name| !used.contains(name));
        faults.extend(unused.map(|name| format!("`{}` does not use ${name}", message.key)));
        let unknown = used.iter().filter(|name| !message.arguments.contains(name));
        faults.extend(unknown.map(|name| format!("`{}` has no argument ${name}", message.key)));
    }
    let known = |key: &str| messages.iter().any(|message| message.key == key);
    let strange = entries.iter().filter(|(key, _)| !known(key));
    faults.extend(strange.map(|(key, _)| format!("`{key}` is not a message of the crate")));
    faults
}

/// Keys with the text of their patterns.
fn entries(text: &str) -> Vec<(&str, String)> {
    let mut entries: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match line.split_once(" =") {
            Some((key, rest)) if key.starts_with(|letter: char| letter.is_ascii_lowercase()) => {
                entries.push((key, rest.to_owned()));
            }
            _ if line.starts_with([' ', '}']) => {
                if let Some((_, body)) = entries.last_mut() {
                    body.push_str(line);
                }
            }
            _ => {}
        }
    }
    entries
}

/// The names of the variables in a pattern.
fn variables(body: &str) -> Vec<&str> {
    let name = |part: &'_ str| part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    body.split('$').skip(1).map(|part| &part[..name(part).unwrap_or(part.len())]).collect()
}

#[cfg(test)]
mod tests {
    use super::{BUNDLES, Locale, bundle_faults};
    use crate::message::{Argument, Conjunction, MESSAGES, Message, MessageKey, PieceLabel};

    fn label(name: &str) -> PieceLabel {
        let names = vec![("am".to_owned(), format!("{name}-am"))];
        PieceLabel { letter: 'r', name: name.to_owned(), names }
    }

    #[test]
    fn bundles_have_every_message_and_use_every_argument() {
        for (tag, text) in BUNDLES {
            assert_eq!(bundle_faults(text, MESSAGES), Vec::<String>::new(), "{tag}");
        }
    }

    #[test]
    fn named_locales_render_names_with_their_grammar() {
        let names =
            [("ar", "رخ"), ("fa", "رخ"), ("am", "ሩክ")].map(|(tag, name)| (tag.to_owned(), name.to_owned()));
        let rook = PieceLabel { letter: 'r', name: "rook".to_owned(), names: names.to_vec() };
        let message = crate::message::say::refusal_king_immune(rook);
        let said = |tag: &str| Locale::named(tag).unwrap().text(&message);
        assert_eq!(said("ar"), "لا يمكن أسر الرخ.");
        assert_eq!(said("fa-IR"), "رخ را نمی‌توان زد.");
        assert_eq!(said("am"), "ሩክ ሊማረክ አይችልም።");
        assert_eq!(said("en"), "The rook cannot be captured.");
        assert!(Locale::tags().all(|tag| Locale::named(tag).is_some()));
    }

    #[test]
    fn plurals_follow_the_language() {
        let counted = |tag: &str, moves: u32| {
            Locale::named(tag).unwrap().text(&crate::message::say::limit_moves_each(moves))
        };
        let arabic = [1, 2, 3, 70, 100].map(|moves| counted("ar", moves));
        let expected = ["نقلة واحدة", "نقلتان", "3 نقلات", "70 نقلة", "100 نقلة"];
        assert_eq!(arabic, expected.map(|moves| format!("{moves} لكل طرف")));
    }

    #[test]
    fn bundle_faults_are_found() {
        let messages =
            [MessageKey { key: "one", arguments: &["a", "b"] }, MessageKey { key: "two", arguments: &[] }];
        let faults = bundle_faults("one = { $a } { $c ->\n  [one] x\n }\nthree = 3\n", &messages);
        let expected = [
            "`one` does not use $b",
            "`one` has no argument $c",
            "`two` is missing",
            "`three` is not a message of the crate",
        ];
        assert_eq!(faults, expected);
    }

    #[test]
    fn locale_renders_lists_and_names_in_its_language() {
        let text = "piece-name = { $name }\nlist-none = KEIN\nlist-comma = { $first }, { $second }\nlist-or = { $first } ODER { $second }\nx = <{ $pieces }>";
        let locale = Locale::new("am", &[text]).unwrap();
        let pieces = ["rook", "horse", "pawn"].map(label).to_vec();
        let message = Message::new("x", vec![("pieces", Argument::Pieces(pieces, Conjunction::Or))]);
        assert_eq!(locale.text(&message), "<rook-am, horse-am ODER pawn-am>");
        let message = Message::new("x", vec![("pieces", Argument::Pieces(Vec::new(), Conjunction::Or))]);
        assert_eq!(locale.text(&message), "<KEIN>");
    }

    #[test]
    fn english_uses_the_name_of_the_ruleset_not_its_explanation() {
        let names = vec![("en".to_owned(), "king".to_owned())];
        let negus = PieceLabel { letter: 'k', name: "negus".to_owned(), names };
        let message = crate::message::say::refusal_king_nowhere(negus);
        assert!(message.to_string().starts_with("Your negus cannot move"), "{message}");
    }

    #[test]
    fn locale_shows_the_key_of_a_missing_message() {
        assert_eq!(Locale::english().text(&Message::new("no-such-key", Vec::new())), "no-such-key");
    }

    #[test]
    fn locale_rejects_a_broken_bundle() {
        assert!(Locale::new("am", &["key = { $x"]).is_err());
        assert!(Locale::new("am", &["key = 1", "key = 2"]).is_err());
        assert!(Locale::new("not a tag", &[]).is_err());
    }
}
