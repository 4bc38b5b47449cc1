//! What a push message says, and its encryption for a browser.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding};
use rukh_rules::message::{Argument, Locale, Message};
use rukh_rules::{Failure, Instance};
use sha2::{Digest, Sha256};
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use crate::id::{GameId, GuestId};
use crate::say;
pub use crate::wire::push::PushKind;
use crate::wire::push::PushMessage;

/// Greatest length of an opponent's name in a message, in characters.
const MAX_NAME: usize = 60;

/// What a message is about; a newer one about the same replaces an older one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PushSubject {
    /// A game.
    Game(GameId),
    /// An appointment, by its id.
    Appointment(String),
    /// An event, by its id.
    Event(String),
}

impl std::fmt::Display for PushSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PushSubject::Game(id) => write!(f, "{id}"),
            PushSubject::Appointment(id) => write!(f, "appointment:{id}"),
            PushSubject::Event(id) => write!(f, "event:{id}"),
        }
    }
}

/// What a message is headed by.
#[derive(Debug, Clone)]
pub enum PushTitle {
    /// A game.
    Game {
        /// The ruleset with its options.
        instance: Instance,
        /// Name of the ruleset.
        name: String,
        /// Names of the ruleset by language tag.
        names: Vec<(String, String)>,
    },
    /// A text, in every language the same.
    Text(String),
}

impl PushTitle {
    fn text(&self, language: &str, locale: &Locale) -> String {
        match self {
            PushTitle::Game { instance, name, names } => {
                let own = names.iter().find(|(tag, _)| tag == language);
                text_of(&instance.title(own.map_or(name, |(_, name)| name)), locale)
            }
            PushTitle::Text(text) => text.clone(),
        }
    }
}

/// Something that a person is told who may not be connected.
#[derive(Debug, Clone)]
pub struct PushEvent {
    /// What it is about.
    pub subject: PushSubject,
    /// The player.
    pub player: GuestId,
    /// What has happened.
    pub kind: PushKind,
    /// What the message is headed by.
    pub title: PushTitle,
    /// The other player; nobody in a message about an event.
    pub opponent: Argument,
    /// How the game has ended, if it has.
    pub result: Option<Message>,
    /// How long the message is of use.
    pub lifetime: Duration,
}

/// Tags of the languages that messages can be in.
pub(crate) fn push_languages() -> impl Iterator<Item = &'static str> {
    Locale::tags()
}

/// Whether messages can be in the language of a tag.
pub(crate) fn is_push_language(tag: &str) -> bool {
    push_languages().any(|known| known == tag)
}

impl PushEvent {
    /// The message in a language.
    pub(crate) fn message(&self, language: &str) -> PushMessage {
        let locale = say::in_language(language);
        let opponent = self.opponent(locale);
        let text = match self.kind {
            PushKind::Begin if matches!(self.subject, PushSubject::Event(_)) => say::away_event_begun(),
            PushKind::Begin => say::away_begin(opponent),
            PushKind::Turn => say::away_turn(opponent),
            PushKind::Draw => say::away_draw(opponent),
            PushKind::End => match &self.result {
                Some(result) => say::away_end(opponent, result.clone()),
                None => say::away_over(opponent),
            },
            PushKind::Proposed => say::away_proposed(opponent),
            PushKind::Agreed => say::away_agreed(opponent),
            PushKind::Declined => say::away_declined(opponent),
            PushKind::Cancelled => say::away_cancelled(opponent),
            PushKind::Soon => say::away_soon(opponent),
            PushKind::Event => say::away_event(),
        };
        let (mut game, mut appointment, mut event) = (None, None, None);
        match &self.subject {
            PushSubject::Game(id) => game = Some(id.clone()),
            PushSubject::Appointment(id) => appointment = Some(id.clone()),
            PushSubject::Event(id) => event = Some(id.clone()),
        }
        PushMessage {
            kind: self.kind,
            game,
            appointment,
            event,
            title: self.title.text(language, locale),
            text: locale.text(&text),
            tag: tag(&self.subject),
            language: language.to_owned(),
        }
    }

    /// The opponent's name, isolated: it may be written in another direction than the sentence.
    fn opponent(&self, locale: &Locale) -> String {
        let name = text_of(&self.opponent, locale);
        format!("\u{2068}{}\u{2069}", name.chars().take(MAX_NAME).collect::<String>())
    }

    /// Name of the subject at push services, where a newer message of a topic replaces an older one.
    pub(super) fn topic(&self) -> String {
        // The ids of a private game and of an appointment are their secrets.
        Base64UrlUnpadded::encode_string(&Sha256::digest(self.subject.to_string())[..18])
    }
}

/// A name in a language.
fn text_of(name: &Argument, locale: &Locale) -> String {
    match name {
        Argument::Message(message) => locale.text(message),
        Argument::Text(name) => name.clone(),
        _ => String::new(),
    }
}

/// Name of the notifications about something, as the site itself names them.
fn tag(subject: &PushSubject) -> String {
    format!("rukh-{subject}")
}

/// The keys of a browser.
#[derive(Debug, Clone)]
pub(crate) struct RecipientKeys {
    public: PublicKey,
    auth: Auth,
}

/// Why texts are no keys of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecipientKeyError {
    /// The public key.
    #[error("`p256dh` must be an uncompressed point of P-256, 65 bytes in base64url")]
    Public,
    /// The authentication secret.
    #[error("`auth` must be 16 bytes in base64url")]
    Auth,
}

impl RecipientKeys {
    /// Reads the keys from base64url.
    ///
    /// # Errors
    /// The first key that is none.
    pub(crate) fn parse(p256dh: &str, auth: &str) -> Result<RecipientKeys, RecipientKeyError> {
        let decode = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok();
        let public = decode(p256dh).filter(|bytes| bytes.len() == 65);
        let public = public.and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let auth = decode(auth).filter(|bytes| bytes.len() == 16).ok_or(RecipientKeyError::Auth);
        Ok(RecipientKeys {
            public: public.ok_or(RecipientKeyError::Public)?,
            auth: Auth::clone_from_slice(&auth?),
        })
    }

    /// Encrypts a message for the browser; the content encoding is `aes128gcm`.
    ///
    /// # Errors
    /// What the encryption says.
    pub(super) fn encrypt(&self, message: &PushMessage) -> Result<Vec<u8>, Failure> {
        let text = serde_json::to_vec(message).map_err(|error| error.to_string())?;
        encrypt(text, &self.public, &self.auth).map_err(|error| error.to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use base64ct::{Base64UrlUnpadded, Encoding};
    use rukh_rules::{Outcome, Reason, Ruleset, Side};
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;
    use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;

    use super::{PushEvent, PushSubject, PushTitle, RecipientKeyError, RecipientKeys, push_languages};
    use crate::say;
    use crate::wire::push::PushKind;

    /// Greatest size of a message that every push service takes, encrypted.
    const MAX_SIZE: usize = 4096;

    fn title(instance: &str) -> PushTitle {
        PushTitle::Game {
            instance: instance.parse().unwrap(),
            name: "Shatranj".to_owned(),
            names: vec![("fa".to_owned(), "شطرنج کهن".to_owned())],
        }
    }

    fn event(kind: PushKind) -> PushEvent {
        let shatranj = Ruleset::named("shatranj").unwrap();
        PushEvent {
            subject: PushSubject::Game("abcdefgh2345".parse().unwrap()),
            player: "p".parse().unwrap(),
            kind,
            title: title("shatranj"),
            opponent: "Almaz".into(),
            result: Some(Outcome::win(Side::White, Reason::Resignation).message(&shatranj)),
            lifetime: Duration::from_secs(60),
        }
    }

    #[test]
    fn title_says_how_many_rules_are_changed() {
        let event = PushEvent { title: title("shatranj[bare=ignored]"), ..event(PushKind::Turn) };
        let titles = ["en", "fa"].map(|tag| event.message(tag).title);
        assert_eq!(titles, ["Shatranj (1 rule changed)", "شطرنج کهن (۱ قانون تغییریافته)"]);
    }

    #[test]
    fn message_is_in_the_language_of_the_reader() {
        let english = event(PushKind::Turn).message("en");
        assert_eq!((english.title.as_str(), english.tag.as_str()), ("Shatranj", "rukh-abcdefgh2345"));
        assert_eq!(english.text, "It is your turn against \u{2068}Almaz\u{2069}.");
        assert_eq!(event(PushKind::Turn).message("fa").title, "شطرنج کهن");
        for kind in [
            PushKind::Begin,
            PushKind::Turn,
            PushKind::Draw,
            PushKind::End,
            PushKind::Proposed,
            PushKind::Agreed,
            PushKind::Declined,
            PushKind::Cancelled,
            PushKind::Soon,
        ] {
            let texts: Vec<String> = push_languages().map(|tag| event(kind).message(tag).text).collect();
            for (number, text) in texts.iter().enumerate() {
                assert!(text.contains("Almaz") && !text.contains("away-"), "{text}");
                assert!(!texts[..number].contains(text), "{text} is in one language only");
            }
        }
        let ended = event(PushKind::End).message("fa").text;
        assert!(ended.contains("سفید برد: سیاه تسلیم شد."), "{ended}");
    }

    #[test]
    fn opponent_that_is_an_engine_is_named_by_its_level() {
        let event = PushEvent { opponent: say::head_computer(3_u64).into(), ..event(PushKind::Turn) };
        assert!(event.message("en").text.contains("Computer, level 3"));
    }

    #[test]
    fn opponent_without_a_chosen_name_is_a_guest_in_every_language() {
        let event = PushEvent { opponent: say::person_name("Guest 417"), ..event(PushKind::Turn) };
        assert!(event.message("en").text.contains("\u{2068}Guest 417\u{2069}"));
        assert!(event.message("ar").text.contains("\u{2068}ضيف 417\u{2069}"));
    }

    #[test]
    fn message_encrypted_is_read_with_the_browsers_keys() {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        let public = Base64UrlUnpadded::encode_string(secret.public_key().to_encoded_point(false).as_bytes());
        let auth = Base64UrlUnpadded::encode_string(&[9; 16]);
        let keys = RecipientKeys::parse(&public, &auth).unwrap();
        let long = PushEvent { opponent: "ሀ".repeat(400).as_str().into(), ..event(PushKind::End) };
        let message = long.message("am");
        let encrypted = keys.encrypt(&message).unwrap();
        assert!(encrypted.len() < MAX_SIZE, "{}", encrypted.len());
        let again = decrypt(encrypted, &secret, &keys.auth).unwrap();
        assert_eq!(again, serde_json::to_vec(&message).unwrap());
    }

    #[test]
    fn topic_hides_the_game_and_fits() {
        let topic_of = |subject| PushEvent { subject, ..event(PushKind::Turn) }.topic();
        let topic = event(PushKind::Turn).topic();
        assert_eq!(topic.len(), 24);
        assert!(topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        assert_ne!(topic, topic_of(PushSubject::Game("other".parse().unwrap())));
        let [one, other] =
            [PushSubject::Event, PushSubject::Appointment].map(|of| topic_of(of("x".to_owned())));
        assert_ne!(one, other);
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        let point = |compress| secret.public_key().to_encoded_point(compress).as_bytes().to_vec();
        let text = |bytes: &[u8]| Base64UrlUnpadded::encode_string(bytes);
        let (public, auth) = (text(&point(false)), text(&[9; 16]));
        let mut off_curve = point(false);
        off_curve[64] ^= 1;
        for bad in ["", "!", &text(&point(true)), &text(&off_curve), &text(&[4; 65]), &text(&[0; 65])] {
            assert_eq!(RecipientKeys::parse(bad, &auth).unwrap_err(), RecipientKeyError::Public, "{bad}");
        }
        for bad in ["", "!", &text(&[9; 15]), &text(&[9; 17])] {
            assert_eq!(RecipientKeys::parse(&public, bad).unwrap_err(), RecipientKeyError::Auth, "{bad}");
        }
        assert!(RecipientKeys::parse(&format!("{public}="), &format!("{auth}==")).is_ok());
    }
}
