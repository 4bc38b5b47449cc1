//! Every message of this crate: why a position is valued as it is.

rukh_rules::messages! {
    explain_advantage => "explain-advantage"(reason, side, pawns);

    reason_material => "reason-material";
    reason_place => "reason-place";
    reason_mobility => "reason-mobility";
    reason_king_attack => "reason-king-attack";
    reason_king_attackers => "reason-king-attackers";
    reason_threats => "reason-threats";
    reason_loose => "reason-loose";
    reason_passed => "reason-passed";
    reason_guarded => "reason-guarded";
    reason_isolated => "reason-isolated";
    reason_reach => "reason-reach";
    reason_guards => "reason-guards";
    reason_turn => "reason-turn";
    reason_mop_up => "reason-mop-up";
    reason_net => "reason-net";
    reason_counters => "reason-counters";

    threat_check => "threat-check"(side);
    threat_win => "threat-win"(side, played);
    threat_capture => "threat-capture"(side, played, piece, cell);
    threat_move => "threat-move"(side, played);

    reply_win => "reply-win"(side, played);
    reply_capture => "reply-capture"(side, played, piece, cell);
    reply_move => "reply-move"(side, played);

    roll_win => "roll-win"(face, side, played);
    roll_capture => "roll-capture"(face, side, played, piece, cell);
}

#[cfg(test)]
mod tests {
    use rukh_rules::message::bundle_faults;

    use super::MESSAGES;
    use crate::explanation::BUNDLES;

    #[test]
    fn bundles_have_every_message_and_use_every_argument() {
        for (tag, text) in BUNDLES {
            assert_eq!(bundle_faults(text, MESSAGES), Vec::<String>::new(), "{tag}");
        }
    }
}
