//! Titles and descriptions of pages, and the language they are rendered in; what is said in a game
//! is in `rukh-session`.

use std::sync::LazyLock;

use rukh_rules::message::{Argument, Locale};
pub(crate) use rukh_session::say::host;

use crate::wire::game::Seat;
use rukh_store::name::{guest_number, without_bot_mark};

/// The English bundle of this crate.
const ENGLISH: &str = include_str!("../locales/en.ftl");

static ENGLISH_LOCALE: LazyLock<Locale> = LazyLock::new(|| {
    Locale::english_with(&[ENGLISH]).expect("the English bundles are compiled in and tested")
});

/// English, with the messages of the rules and of this crate.
pub(crate) fn english() -> &'static Locale {
    &ENGLISH_LOCALE
}

/// The bundles of this crate in other languages.
const TRANSLATIONS: [(&str, &str); 3] = [
    ("am", include_str!("../locales/am.ftl")),
    ("ar", include_str!("../locales/ar.ftl")),
    ("fa", include_str!("../locales/fa.ftl")),
];

static TRANSLATED_LOCALES: LazyLock<Vec<(&str, Locale)>> = LazyLock::new(|| {
    let locale = |(tag, text)| Some((tag, Locale::named_with(tag, &[text])?.ok()?));
    TRANSLATIONS.into_iter().filter_map(locale).collect()
});

/// A language by its tag, with the messages of the rules and of this crate; English if there is none
/// of that tag.
pub(crate) fn in_language(tag: &str) -> &'static Locale {
    let found = TRANSLATED_LOCALES.iter().find(|(known, _)| *known == tag);
    found.map_or_else(english, |(_, locale)| locale)
}

/// The player of a seat, as an argument of a message.
pub(crate) fn seat_name(seat: &Seat) -> Argument {
    match (seat.player.engine_level(), &seat.name) {
        (Some(level), _) => head_computer(level).into(),
        (None, Some(name)) => person_name(name),
        (None, None) => head_player().into(),
    }
}

/// The name of a person or a bot; that of a guest who has chosen none in the reader's language.
pub(crate) fn person_name(name: &str) -> Argument {
    if let Some(name) = without_bot_mark(name) {
        return head_bot(person_name(name)).into();
    }
    guest_number(name).map_or_else(|| name.into(), |number| head_guest(number).into())
}

rukh_rules::messages! {
    away_begin => "away-begin"(opponent);
    away_turn => "away-turn"(opponent);
    away_draw => "away-draw"(opponent);
    away_end => "away-end"(opponent, result);
    away_over => "away-over"(opponent);
    away_proposed => "away-proposed"(opponent);
    away_agreed => "away-agreed"(opponent);
    away_declined => "away-declined"(opponent);
    away_cancelled => "away-cancelled"(opponent);
    away_soon => "away-soon"(opponent);
    away_event => "away-event";
    away_event_begun => "away-event-begun";

    email_verify_subject => "email-verify-subject"(site);
    email_verify_text => "email-verify-text"(name, site, minutes);
    email_ignore => "email-ignore";
    email_recovery_subject => "email-recovery-subject"(site);
    email_recovery_text => "email-recovery-text"(site, minutes);
    email_security_subject => "email-security-subject"(site);
    email_security_text => "email-security-text"(name, site);
    email_security_help => "email-security-help";
    email_changed_sign_in => "email-changed-sign-in"(device);
    email_changed_recovered => "email-changed-recovered"(device);
    email_changed_passkey_added => "email-changed-passkey-added"(label);
    email_changed_passkey_removed => "email-changed-passkey-removed";
    email_changed_identity_added => "email-changed-identity-added"(provider);
    email_changed_identity_removed => "email-changed-identity-removed"(provider);
    email_changed_password_set => "email-changed-password-set";
    email_changed_password_removed => "email-changed-password-removed";
    email_changed_recovery_codes => "email-changed-recovery-codes";
    email_changed_token => "email-changed-token"(label);
    email_changed_webhook => "email-changed-webhook"(label);
    email_changed_address_added => "email-changed-address-added";
    email_changed_address_replaced => "email-changed-address-replaced";
    email_changed_address_removed => "email-changed-address-removed";
    email_decision_subject => "email-decision-subject"(site);
    email_decision_text => "email-decision-text"(name);
    email_stop => "email-stop";

    head_home => "head-home";
    head_home_text => "head-home-text";
    head_learn => "head-learn";
    head_learn_text => "head-learn-text";
    head_lesson => "head-lesson"(name);
    head_lesson_text => "head-lesson-text"(name);
    head_play => "head-play";
    head_play_text => "head-play-text";
    head_new => "head-new"(name);
    head_new_text => "head-new-text"(name, summary);
    head_game => "head-game"(white, black, name);
    head_game_text => "head-game-text"(name);
    head_guest => "head-guest"(number);
    head_bot => "head-bot"(name);
    head_computer => "head-computer"(level);
    head_player => "head-player";
    head_challenge => "head-challenge"(name, owner);
    head_challenge_text => "head-challenge-text"(name, owner);
    head_analysis => "head-analysis";
    head_analysis_text => "head-analysis-text";
    head_puzzles => "head-puzzles";
    head_puzzles_text => "head-puzzles-text";
    head_puzzle => "head-puzzle"(name);
    head_puzzle_text => "head-puzzle-text"(name);
    head_games => "head-games";
    head_games_text => "head-games-text";
    head_player_games => "head-player-games"(name);
    head_player_games_text => "head-player-games-text"(name);
    head_signin => "head-signin";
    head_signin_text => "head-signin-text";
    head_register => "head-register";
    head_register_text => "head-register-text";
    head_studies => "head-studies";
    head_studies_text => "head-studies-text";
    head_study => "head-study"(name);
    head_study_text => "head-study-text"(owner);
    head_events => "head-events";
    head_events_text => "head-events-text";
    head_event => "head-event"(name);
    head_event_text => "head-event-text"(game);
    head_appointment => "head-appointment";
    head_appointment_text => "head-appointment-text"(game, name);
    head_clubs => "head-clubs";
    head_clubs_text => "head-clubs-text";
    head_club => "head-club"(name);
    head_club_text => "head-club-text"(members);
    head_people => "head-people";
    head_people_text => "head-people-text";
    head_ratings => "head-ratings";
    head_ratings_text => "head-ratings-text";
    head_account => "head-account";
    head_account_text => "head-account-text";
    head_settings => "head-settings";
    head_settings_text => "head-settings-text";
    head_languages => "head-languages";
    head_languages_text => "head-languages-text";
    head_about => "head-about";
    head_about_text => "head-about-text";
    head_help => "head-help";
    head_help_text => "head-help-text";
    head_privacy => "head-privacy";
    head_privacy_text => "head-privacy-text";
    head_terms => "head-terms";
    head_terms_text => "head-terms-text";
    head_report => "head-report";
    head_report_text => "head-report-text";
    head_moderation => "head-moderation";
    head_moderation_text => "head-moderation-text";
    head_api => "head-api";
    head_api_text => "head-api-text";
    head_lost => "head-lost";
    head_lost_text => "head-lost-text";
}

#[cfg(test)]
mod tests {
    use rukh_rules::message::bundle_faults;

    use super::{ENGLISH, MESSAGES, TRANSLATIONS};

    #[test]
    fn bundles_have_every_message_and_use_every_argument() {
        for (tag, text) in [("en", ENGLISH)].into_iter().chain(TRANSLATIONS) {
            assert_eq!(bundle_faults(text, MESSAGES), Vec::<String>::new(), "{tag}");
        }
    }
}
