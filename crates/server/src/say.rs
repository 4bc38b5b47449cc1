//! Every message of this crate, and the language they are rendered in.

use std::sync::LazyLock;

use rukh_rules::message::Locale;

/// The English bundle of this crate.
const ENGLISH: &str = include_str!("../locales/en.ftl");

static ENGLISH_LOCALE: LazyLock<Locale> = LazyLock::new(|| {
    Locale::english_with(&[ENGLISH]).expect("the English bundles are compiled in and tested")
});

/// English, with the messages of the rules and of this crate.
pub(crate) fn english() -> &'static Locale {
    &ENGLISH_LOCALE
}

rukh_rules::messages! {
    reject_impossible => "reject-impossible";
    reject_sign_in => "reject-sign-in";
    reject_engine_side => "reject-engine-side"(side);
    reject_not_your_side => "reject-not-your-side"(side);
    reject_spectators_only => "reject-spectators-only";
    reject_engine_turn => "reject-engine-turn";
    reject_other_turn => "reject-other-turn";
    reject_own_turn_first => "reject-own-turn-first";
    reject_intent_id => "reject-intent-id"(bytes);
    reject_intent_unreadable => "reject-intent-unreadable"(problem);
    reject_unknown_event => "reject-unknown-event"(base, last);
    reject_stale => "reject-stale";
    reject_game_full => "reject-game-full"(count);
    reject_retractions => "reject-retractions"(count);
    reject_chat_full => "reject-chat-full"(count);
    reject_target_left => "reject-target-left"(cell);
    reject_target_taken => "reject-target-taken"(cell);
    reject_seed => "reject-seed"(bytes);
    reject_no_seed => "reject-no-seed";
    reject_premove_count => "reject-premove-count"(count);
    reject_premove => "reject-premove"(played);
    reject_premove_own_turn => "reject-premove-own-turn";
    reject_no_takeback => "reject-no-takeback";
    reject_takeback_limit => "reject-takeback-limit"(count);
    reject_abort_late => "reject-abort-late";
    reject_no_clock => "reject-no-clock";
    reject_no_ready => "reject-no-ready";
    reject_engine_draw_werera => "reject-engine-draw-werera";
    reject_engine_draw_again => "reject-engine-draw-again";
    reject_offered => "reject-offered";
    reject_rematch_begun => "reject-rematch-begun";
    reject_over => "reject-over";
    reject_turns_begun => "reject-turns-begun";
    reject_not_over => "reject-not-over";
    reject_nothing_to_decline => "reject-nothing-to-decline";
    reject_claim_own_turn => "reject-claim-own-turn";
    reject_claim_early => "reject-claim-early";
    reject_rematch_too_fast => "reject-rematch-too-fast";
    reject_rematch_failed => "reject-rematch-failed";
    reject_engines_busy => "reject-engines-busy";
    reject_busy => "reject-busy";
    reject_disk_full => "reject-disk-full";
    reject_node_unreadable => "reject-node-unreadable";
    reject_not_stored => "reject-not-stored";
    reject_no_guest => "reject-no-guest";
    reject_no_preset => "reject-no-preset"(preset);
    reject_text_or_preset => "reject-text-or-preset";
    reject_text_length => "reject-text-length"(characters);
    reject_chat_too_fast => "reject-chat-too-fast";
    reject_demo_pieces => "reject-demo-pieces"(count);
    reject_demo_cells => "reject-demo-cells";
    reject_demo_others => "reject-demo-others"(count);
    reject_demo_too_fast => "reject-demo-too-fast";

    hint_batch_full => "hint-batch-full"(side);
    hint_werera_check => "hint-werera-check"(side, king);
    hint_one_roll => "hint-one-roll"(side, king);

    pass_no_move_with_roll => "pass-no-move-with-roll";
    pass_no_move => "pass-no-move";
    pass_allowed => "pass-allowed";

    event_start => "event-start";
    event_ready => "event-ready"(side);
    event_move => "event-move"(side, san);
    event_retract => "event-retract"(side, from, to);
    event_batch_ended => "event-batch-ended"(side);
    event_werera_capture => "event-werera-capture"(side);
    event_werera_agreed => "event-werera-agreed";
    event_werera_clock => "event-werera-clock";
    event_werera_budget => "event-werera-budget";
    event_throw => "event-throw"(side, face);
    event_pass => "event-pass"(side);
    event_resign => "event-resign"(side);
    event_offer => "event-offer"(side, offer);
    event_decline => "event-decline"(side, offer);
    event_takeback => "event-takeback"(side);
    event_draw => "event-draw";
    event_abort => "event-abort"(side);
    event_abort_unstarted => "event-abort-unstarted";
    event_claim => "event-claim"(side, result);
    event_flag => "event-flag"(side);
    event_time_added => "event-time-added"(side, seconds);
    event_outage => "event-outage"(seconds);
    event_seeds => "event-seeds";
    event_contest => "event-contest"(side);
    event_contest_open => "event-contest-open";
    event_rematched => "event-rematched";
    event_unknown => "event-unknown";

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
    head_computer => "head-computer"(level);
    head_player => "head-player";
    head_challenge => "head-challenge"(name, owner);
    head_challenge_text => "head-challenge-text"(name, owner);
    head_games => "head-games";
    head_games_text => "head-games-text";
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
    head_api => "head-api";
    head_api_text => "head-api-text";
    head_lost => "head-lost";
    head_lost_text => "head-lost-text";
}

#[cfg(test)]
mod tests {
    use rukh_rules::message::bundle_faults;

    use super::{ENGLISH, MESSAGES};

    #[test]
    fn bundles_have_every_message_and_use_every_argument() {
        let translations = [
            ("am", include_str!("../locales/am.ftl")),
            ("ar", include_str!("../locales/ar.ftl")),
            ("fa", include_str!("../locales/fa.ftl")),
        ];
        for (tag, text) in [("en", ENGLISH)].into_iter().chain(translations) {
            assert_eq!(bundle_faults(text, MESSAGES), Vec::<String>::new(), "{tag}");
        }
    }
}
