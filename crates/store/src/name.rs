//! Names of people: what may be shown beside what others say and play, and what is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rukh_rules::message::Message;
use rukh_session::say::host as say;
use rukh_session::wire::game::SeatNames;
use rukh_session::wire::{Guest, Player};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

use rukh_session::id::GuestId;

/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 40;
/// Maximum number of combining marks on a letter; Tibetan and pointed Hebrew need three.
const MAX_MARKS: usize = 3;
/// What follows the name of a player whose opponent has the same.
const SECOND: &str = " (2)";
/// What follows the name of a bot: part of every name that is shown, so that no page, file or message leaves it out.
const BOT: &str = " (bot)";
/// What the name of a guest who has chosen none begins with; a number follows.
const GUEST: &str = "Guest";
/// How many numbers guests have, few enough to be said and remembered.
const GUEST_NUMBERS: u32 = 9999;

/// The engine's name as [`folded`], and words that may follow it in names that pose as it.
const ENGINE: &str = "Rukh";
const ENGINE_WORDS: [&str; 7] = ["level", "engine", "computer", "bot", "server", "ai", "official"];

/// Scripts whose words need joiners: Persian writes a zero-width non-joiner inside words, Indic
/// scripts choose the form of a conjunct with both.
const SCRIPTS_WITH_JOINERS: [Script; 16] = [
    Script::Arabic,
    Script::Syriac,
    Script::Mongolian,
    Script::Nko,
    Script::Devanagari,
    Script::Bengali,
    Script::Gurmukhi,
    Script::Gujarati,
    Script::Oriya,
    Script::Tamil,
    Script::Telugu,
    Script::Kannada,
    Script::Malayalam,
    Script::Sinhala,
    Script::Myanmar,
    Script::Khmer,
];

/// Normalises and validates a name: composed (NFC), trimmed, single spaces.
///
/// # Errors
/// What is wrong with the name.
pub fn validate_name(name: &str) -> Result<String, Message> {
    // How an emoji is drawn does not matter here; the selectors are invisible.
    let name: String = name.nfc().filter(|letter| !matches!(letter, '\u{fe0e}' | '\u{fe0f}')).collect();
    let name = with_single_spaces(name.trim());
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME_CHARS {
        return Err(say::error_name_length(MAX_NAME_CHARS as u64));
    }
    let letters: Vec<char> = name.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        match letter.general_category() {
            GeneralCategory::Control
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator => {
                return Err(say::error_name_line());
            }
            _ if is_invisible(*letter) && !is_joiner_in_place(&letters, index) => {
                let code = u32::from(*letter);
                return Err(say::error_name_invisible(format!("U+{code:04X}")));
            }
            _ => {}
        }
    }
    if !letters.iter().any(|letter| is_visible(*letter)) {
        return Err(say::error_name_blank());
    }
    if is_combining_mark(letters[0]) || has_too_many_marks(&letters) {
        return Err(say::error_name_marks(MAX_MARKS as u64));
    }
    if is_engine_name(&name) {
        return Err(say::error_name_engine(ENGINE));
    }
    if look(&name).ends_with(&look(BOT)) {
        return Err(say::error_name_bot());
    }
    Ok(name)
}

/// The name of a guest who has chosen none, `Guest 417`: the number follows from the id, so it stays
/// the same and the guests of a list are told apart.
#[must_use]
pub fn guest_name(id: &GuestId) -> String {
    let number = id.as_str().bytes().fold(0, |sum, byte| (sum * 33 + u32::from(byte)) % GUEST_NUMBERS);
    format!("{GUEST} {}", number + 1)
}

/// The names that people have chosen, and who of them is a bot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    chosen: BTreeMap<GuestId, String>,
    bots: BTreeSet<GuestId>,
}

impl FromIterator<(GuestId, String)> for Names {
    fn from_iter<I: IntoIterator<Item = (GuestId, String)>>(chosen: I) -> Names {
        Names { chosen: chosen.into_iter().collect(), bots: BTreeSet::new() }
    }
}

impl Names {
    /// The same names, of which some are those of bots.
    #[must_use]
    pub fn with_bots(self, bots: impl IntoIterator<Item = GuestId>) -> Names {
        Names { bots: bots.into_iter().collect(), ..self }
    }

    /// The name of a person or a bot, who may have chosen none.
    #[must_use]
    pub fn of(&self, id: &GuestId) -> String {
        self.shown(id, self.bots.contains(id))
    }

    fn shown(&self, id: &GuestId, is_bot: bool) -> String {
        let name = self.unmarked(id);
        if is_bot { with_end(&name, BOT) } else { name }
    }

    /// The name without the mark of bots.
    pub(crate) fn unmarked(&self, id: &GuestId) -> String {
        self.chosen.get(id).cloned().unwrap_or_else(|| guest_name(id))
    }

    /// A guest with its name.
    #[must_use]
    pub fn guest(&self, id: &GuestId) -> Guest {
        Guest { id: id.clone(), name: self.of(id), is_bot: self.bots.contains(id) }
    }

    /// The names of two players in a game: Black's has a suffix if both look the same.
    #[must_use]
    pub fn of_seats(&self, white: &Player, black: &Player) -> SeatNames {
        // A game knows by itself who of its players was a bot.
        let name = |player: &Player| {
            let id = player.id()?;
            Some(self.shown(id, player.is_bot() || self.bots.contains(id)))
        };
        let mut names = SeatNames { white: name(white), black: name(black) };
        if let (Some(first), Some(second)) = (&names.white, &names.black)
            && white != black
        {
            names.black = Some(distinct_name(second, first));
        }
        names
    }

    /// A number that changes with every name.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.chosen, &self.bots).hash(&mut hasher);
        hasher.finish()
    }
}

/// The number in the name of a guest who has chosen none; what [`Names::of_seats`] adds stays with it.
#[must_use]
pub fn guest_number(name: &str) -> Option<&str> {
    let number = name.strip_prefix(GUEST)?.strip_prefix(' ')?;
    let digits = number.strip_suffix(SECOND).unwrap_or(number);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// The name shown for a player against another: with a suffix if the two look the same.
fn distinct_name(name: &str, opponent: &str) -> String {
    if look(name) != look(opponent) {
        return name.to_owned();
    }
    with_end(name, SECOND)
}

/// A name with something at its end, no longer than a name may be.
fn with_end(name: &str, end: &str) -> String {
    let kept: String = name.chars().take(MAX_NAME_CHARS - end.chars().count()).collect();
    format!("{}{end}", kept.trim_end())
}

/// A name without the mark of bots, if it has it.
#[must_use]
pub fn without_bot_mark(name: &str) -> Option<&str> {
    name.strip_suffix(BOT)
}

/// A name as games are searched for it: as [`validate_name`] writes it, in small letters, and without
/// what [`Names::of_seats`] has added.
#[must_use]
pub fn search_name(name: &str) -> String {
    let name: String = name.nfc().filter(|letter| !matches!(letter, '\u{fe0e}' | '\u{fe0f}')).collect();
    let name = with_single_spaces(name.trim());
    let name = name.strip_suffix(SECOND).unwrap_or(&name);
    let name = name.strip_suffix(BOT).unwrap_or(name);
    name.chars().flat_map(char::to_lowercase).nfc().collect()
}

/// Any space becomes a plain one, and several become one.
fn with_single_spaces(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter.general_category() == GeneralCategory::SpaceSeparator {
            true if text.ends_with(' ') => {}
            true => text.push(' '),
            false => text.push(letter),
        }
    }
    text
}

/// Characters without a shape of their own: formats (among them the bidi controls), private and
/// unassigned ones, and the letters, marks and symbols that are drawn as nothing.
fn is_invisible(letter: char) -> bool {
    let is_blank = matches!(
        letter,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}'
    );
    is_blank
        || matches!(
            letter.general_category(),
            GeneralCategory::Format
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::Surrogate
        )
}

/// Whether a joiner or non-joiner stands inside a word of a script that uses them.
fn is_joiner_in_place(letters: &[char], index: usize) -> bool {
    let neighbours = (index.checked_sub(1).and_then(|before| letters.get(before)), letters.get(index + 1));
    let ('\u{200c}' | '\u{200d}', (Some(before), Some(after))) = (letters[index], neighbours) else {
        return false;
    };
    // Marks may belong to several scripts.
    let is_of = |letter: &char, script: &Script| letter.script_extension().contains_script(*script);
    SCRIPTS_WITH_JOINERS.iter().any(|script| is_of(before, script) && is_of(after, script))
        && !is_invisible(*before)
        && !is_invisible(*after)
}

fn is_visible(letter: char) -> bool {
    use GeneralCategory as Category;
    !is_invisible(letter)
        && !is_combining_mark(letter)
        && !matches!(letter.general_category(), Category::SpaceSeparator | Category::Control)
}

fn has_too_many_marks(letters: &[char]) -> bool {
    let is_stacked = |letter: &char| {
        use GeneralCategory::{EnclosingMark, NonspacingMark};
        matches!(letter.general_category(), NonspacingMark | EnclosingMark)
    };
    letters.windows(MAX_MARKS + 1).any(|window| window.iter().all(is_stacked))
}

/// What a name looks like: names of the same look are hard to tell apart.
pub(crate) fn look(name: &str) -> String {
    let lower = |text: &str| text.nfkc().flat_map(char::to_lowercase).collect::<String>();
    // Capitals and small letters have different doubles.
    let shape: String = skeleton(&name.nfkc().collect::<String>()).collect();
    let shape = lower(&shape);
    let shape: String = skeleton(&shape).map(plain_letter).collect();
    let is_part = |letter: &char| !letter.is_whitespace() && !is_invisible(*letter);
    lower(&shape).chars().filter(is_part).collect()
}

/// Letters that look like Latin ones at a glance, which the table of confusables keeps apart.
fn plain_letter(letter: char) -> char {
    match letter {
        'ĸ' | 'κ' | 'ҝ' | 'қ' | 'ҟ' => 'k',
        'ʋ' | 'υ' | 'ц' => 'u',
        'ʜ' | 'н' | 'һ' => 'h',
        'г' | 'ɼ' | 'ʀ' | 'я' => 'r',
        letter => letter,
    }
}

/// What a word is compared by that may be written in disguise: its look in small letters, without marks and
/// punctuation.
#[must_use]
pub fn folded_word(word: &str) -> String {
    folded(&word.nfkc().flat_map(char::to_lowercase).collect::<String>())
}

/// A look without marks and punctuation.
fn folded(name: &str) -> String {
    let without_marks: String = name.nfkd().filter(|letter| !is_combining_mark(*letter)).collect();
    look(&without_marks).nfkd().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Whether a name could be taken for one of the engine's: `Rukh`, `Rukh, level 8`, `RUKH bot`.
fn is_engine_name(name: &str) -> bool {
    let name = folded(name);
    let Some(mut rest) = name.strip_prefix(&folded(ENGINE)) else { return false };
    let words = ENGINE_WORDS.map(folded);
    // Some digits look like letters.
    let digits: Vec<String> = (0..10).map(|digit: u8| folded(&digit.to_string())).collect();
    while let Some(after) = words.iter().chain(&digits).find_map(|word| rest.strip_prefix(word.as_str())) {
        rest = after;
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{GuestId, distinct_name, guest_name, guest_number, validate_name};

    fn is_allowed(name: &str) -> bool {
        validate_name(name).is_ok()
    }

    #[test]
    fn search_name_is_the_same_for_every_spelling() {
        for typed in ["\u{c9}lodie  Ras", " e\u{301}lodie ras", "\u{c9}LODIE\u{a0}RAS", "\u{e9}lodie ras (2)"]
        {
            assert_eq!(super::search_name(typed), "\u{e9}lodie ras", "{typed}");
        }
        assert_ne!(super::search_name("Almaz"), super::search_name("A1maz"));
    }

    #[test]
    fn name_empty_long_or_multiline_is_rejected() {
        assert_eq!(validate_name("  Abebe "), Ok("Abebe".to_owned()));
        for name in ["", "   ", "a\nb", "a\u{2028}b", "\u{3000}", &"x".repeat(41)] {
            assert!(!is_allowed(name), "{name:?}");
        }
    }

    #[test]
    fn bot_is_marked_by_its_name_and_nobody_else() {
        let [bot, person]: [GuestId; 2] = ["bot", "person"].map(|id| id.parse().unwrap());
        let long = "x".repeat(super::MAX_NAME_CHARS);
        let chosen = [(bot.clone(), "Ferz".to_owned()), (person.clone(), long.clone())];
        let names = chosen.into_iter().collect::<super::Names>().with_bots([bot.clone()]);
        assert_eq!((names.of(&bot), names.guest(&bot).is_bot), ("Ferz (bot)".to_owned(), true));
        assert_eq!((names.of(&person), names.guest(&person).is_bot), (long, false));
        assert_eq!(super::search_name(&names.of(&bot)), "ferz");
        for name in ["Ferz (bot)", "Ferz(BOT)", "Ferz (b\u{43e}t)", "(bot)"] {
            assert!(!is_allowed(name), "{name}");
        }
        assert!(is_allowed("Robot") && is_allowed("Bot (Abebe)"));
    }

    #[test]
    fn guest_name_has_a_number_of_its_own() {
        let name = |id: &str| guest_name(&id.parse().unwrap());
        let names =
            ["abcdefgh23456789", "abcdefgh23456788", "bacdefgh23456789", "zzzzzzzzzzzzzzzz"].map(name);
        for (index, name) in names.iter().enumerate() {
            assert!(is_allowed(name) && guest_number(name).is_some(), "{name}");
            assert!(!names[..index].contains(name), "{name}");
        }
        assert_eq!(guest_number("Guest 417 (2)"), Some("417 (2)"));
        for name in ["Guest", "Guest ", "Guest 4a", "guest 417", "Guests 417", "Guest (2)"] {
            assert_eq!(guest_number(name), None, "{name}");
        }
    }

    #[test]
    fn name_of_any_script_is_allowed() {
        for name in [
            "አበበ ቢቂላ",
            "محمد",
            "علی‌رضا",
            "کیانوش می‌خواهد",
            "हर्षवर्धन",
            "क्‍षमा",
            "ශ්‍රී",
            "བསྒྲུབས",
            "שָׁלוֹם",
            "Nguyễn Thị Minh Khai",
            "Дмитрий",
            "Ἀλέξανδρος",
            "李明",
            "さくら",
            "김민준",
            "♞ O'Neill-Smith",
            "Rukhsana",
            "Rukhshana Bot",
            "Bot",
            "👑",
            "❤️",
        ] {
            assert!(is_allowed(name), "{name}: {:?}", validate_name(name));
        }
    }

    #[test]
    fn name_is_composed_and_has_single_spaces() {
        assert_eq!(validate_name("Jose\u{301}"), Ok("José".to_owned()));
        assert_eq!(validate_name("a\u{a0} \u{3000}b"), Ok("a b".to_owned()));
        assert_eq!(validate_name("❤\u{fe0f}"), Ok("❤".to_owned()));
    }

    #[test]
    fn name_with_invisible_characters_is_rejected() {
        for name in [
            "\u{202e}nedlog",
            "a\u{200b}b",
            "a\u{200d}b",
            "Abebe\u{200c}",
            "\u{200c}ا",
            "a\u{2066}b\u{2069}",
            "\u{ad}",
            "a\u{feff}",
            "\u{115f}\u{1160}",
            "\u{3164}",
            "\u{2800}",
            "\u{e000}",
            "a\u{e0101}",
            "a\u{34f}b",
            "\u{301}",
            "\u{301}a",
        ] {
            assert!(!is_allowed(name), "{name:?}");
        }
    }

    #[test]
    fn name_with_piled_marks_is_rejected() {
        assert!(is_allowed("x\u{301}\u{308}\u{331}"));
        assert!(!is_allowed("x\u{301}\u{308}\u{331}\u{332}"));
    }

    #[test]
    fn name_that_poses_as_the_engine_is_rejected() {
        for name in [
            "Rukh",
            "rukh",
            "R U K H",
            "Rukh, level 8",
            "rukh level 3",
            "Rukh 8",
            "rukh-bot",
            "RUKH (computer)",
            "Ｒｕｋｈ",
            "𝐑𝐮𝐤𝐡, level 8",
            "Ruкh",
            "Rυkh",
            "Rukһ, level 8",
            "RUKН",
            "Rükh, lével 8",
            "Rukh, 1eve1 8",
            "«Rukh»",
        ] {
            assert!(!is_allowed(name), "{name}");
        }
    }

    #[test]
    fn name_like_the_opponents_gets_a_suffix() {
        assert_eq!(distinct_name("Sara", "Abebe"), "Sara");
        for opponent in ["Guest", "guest", "Guеst", "Ｇｕｅｓｔ", "G u e s t"] {
            assert_eq!(distinct_name("Guest", opponent), "Guest (2)", "{opponent}");
        }
        let long = distinct_name(&"x".repeat(40), &"x".repeat(40));
        assert_eq!(long.chars().count(), 40);
        assert!(long.ends_with(" (2)"));
        assert_eq!(distinct_name("कमल", "कमला"), "कमल");
    }
}
