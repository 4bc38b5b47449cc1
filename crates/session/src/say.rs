//! Every message that a session and its host say, and the language they are rendered in.

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
    reject_engine_side => "reject-engine-side"(side);
    reject_not_your_side => "reject-not-your-side"(side);
    reject_spectators_only => "reject-spectators-only";
    reject_own_seek => "reject-own-seek";
    reject_others => "reject-others";
    reject_engine_turn => "reject-engine-turn";
    reject_other_turn => "reject-other-turn";
    reject_intent_id => "reject-intent-id"(bytes);
    reject_unknown_event => "reject-unknown-event"(base, last);
    reject_stale => "reject-stale";
    reject_game_full => "reject-game-full"(count);
    reject_retractions => "reject-retractions"(count);
    reject_target_left => "reject-target-left"(cell);
    reject_target_taken => "reject-target-taken"(cell);
    reject_seed => "reject-seed"(bytes);
    reject_no_seed => "reject-no-seed";
    reject_premove_count => "reject-premove-count"(count);
    reject_premove => "reject-premove"(played);
    reject_premove_own_turn => "reject-premove-own-turn";
    reject_conditional_die => "reject-conditional-die";
    reject_conditional_twice => "reject-conditional-twice"(played);
    reject_no_takeback => "reject-no-takeback";
    reject_takeback_limit => "reject-takeback-limit"(count);
    reject_abort_late => "reject-abort-late";
    reject_no_clock => "reject-no-clock";
    reject_no_vacation => "reject-no-vacation";
    reject_no_ready => "reject-no-ready";
    reject_engine_draw_werera => "reject-engine-draw-werera";
    reject_engine_draw_again => "reject-engine-draw-again";
    reject_offered => "reject-offered";
    reject_rematch_begun => "reject-rematch-begun";
    reject_over => "reject-over";
    reject_turns_begun => "reject-turns-begun";
    reject_not_over => "reject-not-over";
    reject_nothing_to_decline => "reject-nothing-to-decline";

    hint_batch_full => "hint-batch-full"(side);
    hint_werera_check => "hint-werera-check"(side, king);
    hint_one_roll => "hint-one-roll"(side, king);

    pass_no_move_with_roll => "pass-no-move-with-roll";
    pass_no_move => "pass-no-move";
    pass_allowed => "pass-allowed";

    reject_claim_own_turn => "reject-claim-own-turn";
    reject_claim_unwinnable => "reject-claim-unwinnable";

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
    event_vacation => "event-vacation"(side);
    event_vacation_over => "event-vacation-over"(side);
    event_outage => "event-outage"(seconds);
    event_seeds => "event-seeds";
    event_contest => "event-contest"(side);
    event_contest_open => "event-contest-open";
    event_rematched => "event-rematched";
    event_unknown => "event-unknown";
}

/// Messages of the host of a session: a server with its chat, its limits and its database.
pub mod host {
    rukh_rules::messages! {
        pub;
        reject_sign_in => "reject-sign-in";
        reject_intent_unreadable => "reject-intent-unreadable"(problem);
        reject_chat_full => "reject-chat-full"(count);
        reject_claim_early => "reject-claim-early";
        reject_rematch_too_fast => "reject-rematch-too-fast";
        reject_rematch_failed => "reject-rematch-failed";
        reject_ruleset_removed => "reject-ruleset-removed";
        reject_engines_busy => "reject-engines-busy";
        reject_busy => "reject-busy";
        reject_disk_full => "reject-disk-full";
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

        error_request => "error-request"(problem);
        error_missing => "error-missing"(what, id);
        error_ruleset => "error-ruleset"(problem);
        error_ruleset_changed => "error-ruleset-changed"(instance);
        error_position => "error-position"(problem);
        error_broken_game => "error-broken-game"(problem);
        error_token => "error-token";
        error_too_fast => "error-too-fast";
        error_unavailable => "error-unavailable";
        error_draining => "error-draining";
        error_internal => "error-internal";
        error_too_long => "error-too-long";
        error_host => "error-host"(host);
        error_origin => "error-origin"(origin);
        error_too_many_seeks => "error-too-many-seeks"(count);
        error_too_many_events => "error-too-many-events"(count);
        error_event => "error-event"(why);
        error_appointment => "error-appointment"(why);
        error_study => "error-study"(why, count);
        error_club => "error-club"(why, count);
        error_too_many_followed => "error-too-many-followed"(count);
        error_seek_taken => "error-seek-taken";
        error_rated_needs_account => "error-rated-needs-account";
        error_rated_without_clock => "error-rated-without-clock";
        error_rated_position => "error-rated-position";
        error_rated_odds => "error-rated-odds";
        error_rated_not_for_bots => "error-rated-not-for-bots";
        error_rated_too_often => "error-rated-too-often"(count);
        error_engine_game => "error-engine-game"(id);
        error_over => "error-over";
        error_not_over => "error-not-over";
        error_no_push => "error-no-push";
        error_endpoint_taken => "error-endpoint-taken";
        error_solution => "error-solution";
        error_name_length => "error-name-length"(count);
        error_name_line => "error-name-line";
        error_name_invisible => "error-name-invisible"(code);
        error_name_blank => "error-name-blank";
        error_name_marks => "error-name-marks"(count);
        error_name_engine => "error-name-engine"(name);
        error_name_bot => "error-name-bot";
        error_name_taken => "error-name-taken";
        error_has_account => "error-has-account";
        error_no_account => "error-no-account";
        error_renamed_lately => "error-renamed-lately"(days);
        error_sign_in => "error-sign-in";
        error_prove_it => "error-prove-it";
        error_passkey => "error-passkey"(problem);
        error_passkeys_off => "error-passkeys-off";
        error_passwords_off => "error-passwords-off";
        error_registration_closed => "error-registration-closed";
        error_not_invited => "error-not-invited";
        error_provider_away => "error-provider-away"(provider);
        error_identity_taken => "error-identity-taken";
        error_identity_other => "error-identity-other";
        error_too_many_identities => "error-too-many-identities"(count);
        error_export => "error-export";
        error_password_length => "error-password-length"(least, most);
        error_password_name => "error-password-name";
        error_password_known => "error-password-known";
        error_ceremony_over => "error-ceremony-over";
        error_last_way => "error-last-way";
        error_too_many_passkeys => "error-too-many-passkeys"(count);
        error_label => "error-label"(count);
        error_scopes => "error-scopes"(scopes);
        error_token_days => "error-token-days"(count);
        error_token_scope => "error-token-scope";
        error_bot_has_played => "error-bot-has-played";
        error_email_off => "error-email-off";
        error_email_address => "error-email-address";
        error_email_code => "error-email-code";
        error_email_limit => "error-email-limit";
        error_webhooks_off => "error-webhooks-off";
        error_too_many_webhooks => "error-too-many-webhooks"(count);
        error_name_not_own => "error-name-not-own";
        reject_no_moderator => "reject-no-moderator";
        reject_moderate_oneself => "reject-moderate-oneself";
        reject_moderate_rank => "reject-moderate-rank";
        reject_chat_timeout => "reject-chat-timeout";
        reject_play_timeout => "reject-play-timeout";
        reject_opponent_timeout => "reject-opponent-timeout";
        reject_blocked => "reject-blocked";
        reject_offer_blocked => "reject-offer-blocked";
        reject_chat_word => "reject-chat-word";
        error_account_closed => "error-account-closed";
        error_no_account_to_close => "error-no-account-to-close";
        error_reported => "error-reported";
        error_too_many_reports => "error-too-many-reports"(count);
        error_report_text => "error-report-text"(count);
        error_report_oneself => "error-report-oneself";
        error_resolved => "error-resolved";
        error_note_changed => "error-note-changed";
        error_appealed => "error-appealed";
        error_revoked => "error-revoked";
        error_too_many_blocks => "error-too-many-blocks"(count);
        error_on_vacation => "error-on-vacation";
        error_vacation_days => "error-vacation-days"(count);
        hint_nearest => "hint-nearest"(id);
        hint_known => "hint-known"(list);
        hint_review => "hint-review";
        hint_identity => "hint-identity";
        hint_token => "hint-token";
        hint_fewer => "hint-fewer";
        hint_address => "hint-address"(url);
        hint_public_url => "hint-public-url";
        hint_push_service => "hint-push-service";
        hint_webhook_url => "hint-webhook-url";
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::message::bundle_faults;

    use super::{ENGLISH, MESSAGES, host};

    #[test]
    fn bundles_have_every_message_and_use_every_argument() {
        let translations = [
            ("am", include_str!("../locales/am.ftl")),
            ("ar", include_str!("../locales/ar.ftl")),
            ("fa", include_str!("../locales/fa.ftl")),
        ];
        let messages = [MESSAGES, host::MESSAGES].concat();
        for (tag, text) in [("en", ENGLISH)].into_iter().chain(translations) {
            assert_eq!(bundle_faults(text, &messages), Vec::<String>::new(), "{tag}");
        }
    }
}
