//! Every message of this crate, by what it is about.

crate::messages! {
    /// The first player.
    side_white => "side-white";
    /// The second player.
    side_black => "side-black";
    /// A piece's name in a sentence: a language may add its article.
    piece_name => "piece-name"(name);
    /// A ruleset's name, and how many of its rules were changed.
    ruleset_changed => "ruleset-changed"(name, count);
    /// A list without items.
    list_none => "list-none";
    /// Two items of a list that goes on.
    list_comma => "list-comma"(first, second);
    /// The last two items of a list of which all hold.
    list_and => "list-and"(first, second);
    /// The last two items of a list of which one holds.
    list_or => "list-or"(first, second);

    /// Two sentences, one after the other.
    sentence_pair => "sentence-pair"(first, second);
    /// Sentences that belong together.
    sentences => "sentences"(sentences);

    /// What is wrong in a place of a FEN.
    placed => "placed"(place, message);
    /// A rank of a placement, as a place.
    fen_rank => "fen-rank"(rank);
    /// A field, as a place.
    fen_field => "fen-field"(field);
    /// A cell, as a place.
    fen_cell => "fen-cell"(cell);
    /// A FEN that is too long.
    fen_too_long => "fen-too-long"(bytes);
    /// A placement without pieces or cells.
    fen_no_placement => "fen-no-placement"(example);
    /// A wrong number of ranks.
    fen_ranks => "fen-ranks"(ranks, wanted);
    /// A wrong number of cells in a rank.
    fen_files => "fen-files"(text, cells, files);
    /// A letter of no piece.
    fen_letter => "fen-letter"(letter, letters);
    /// A promoted piece that is none.
    fen_not_promoted => "fen-not-promoted"(letter);
    /// Text that is no number, or too large a one.
    fen_number => "fen-number"(text, bound);
    /// Text that is no side to move.
    fen_side => "fen-side"(text);
    /// As `fen-side`, in a game with a werera.
    fen_side_werera => "fen-side-werera"(text);
    /// Text that is no castling rights.
    fen_castling => "fen-castling"(text);
    /// Text that is no passed cells.
    fen_passed => "fen-passed"(text);
    /// Text that is no field with a name.
    fen_no_field => "fen-no-field"(text);
    /// Two pieces in one cell.
    setup_cell_twice => "setup-cell-twice";
    /// A wrong number of kings.
    setup_kings => "setup-kings"(side, kings, king);
    /// A piece where it would have been promoted.
    setup_promoted => "setup-promoted"(piece);
    /// A castling right that cannot be.
    setup_castling => "setup-castling"(right);
    /// A piece in a cell that a long step has passed.
    setup_passed_occupied => "setup-passed-occupied";
    /// Passed cells without a long step.
    setup_no_long_step => "setup-no-long-step";
    /// A throw in a game without a die.
    setup_no_die => "setup-no-die";
    /// A throw of a face that the die lacks.
    setup_throw => "setup-throw"(throw, faces);
    /// A werera in a game without one.
    setup_no_werera => "setup-no-werera";
    /// A failed escape where none is claimed.
    setup_no_claim => "setup-no-claim";
    /// A counter in a game without one.
    setup_no_counter => "setup-no-counter";
    /// The side that is not on move is in check.
    setup_check => "setup-check"(side);
    /// As `setup-check`, and so is the other.
    setup_both_in_check => "setup-both-in-check"(side);

    /// An event after the end.
    refusal_over => "refusal-over";
    /// There is no draw to leave unclaimed.
    refusal_no_claimable_draw => "refusal-no-claimable-draw";
    /// The other side is to move.
    refusal_not_your_turn => "refusal-not-your-turn"(side);
    /// A move before the throw.
    refusal_roll_first => "refusal-roll-first";
    /// A throw where none is due.
    refusal_no_roll => "refusal-no-roll";
    /// A throw of a face that the die lacks.
    refusal_no_face => "refusal-no-face"(face, faces);
    /// A move in turns during the werera.
    refusal_no_turns_yet => "refusal-no-turns-yet";
    /// An event of the werera in a game without one.
    refusal_no_werera => "refusal-no-werera";
    /// An event of the werera after it.
    refusal_werera_over => "refusal-werera-over";
    /// The budget or the bundle is used up.
    refusal_werera_spent => "refusal-werera-spent";
    /// The other side's bundle is open.
    refusal_other_bundle => "refusal-other-bundle";
    /// The end of a bundle in a werera without bundles.
    refusal_no_bundles => "refusal-no-bundles";
    /// The end of a bundle in check.
    refusal_bundle_in_check => "refusal-bundle-in-check"(king);
    /// Texts that are no cells.
    refusal_no_cells => "refusal-no-cells"(from, to);
    /// The piece has left its cell.
    refusal_piece_gone => "refusal-piece-gone"(cell);
    /// No such move to retract.
    refusal_no_undo => "refusal-no-undo";
    /// A later move of the same piece stands.
    refusal_undo_later_first => "refusal-undo-later-first";
    /// The piece was captured or carried on.
    refusal_undo_piece_gone => "refusal-undo-piece-gone";
    /// The origin of the move to retract is occupied.
    refusal_undo_occupied => "refusal-undo-occupied"(cell);
    /// Retracting would expose the king.
    refusal_undo_king_attacked => "refusal-undo-king-attacked"(king);
    /// A promotion that the law does not offer.
    refusal_no_promotion => "refusal-no-promotion"(cell, letter);
    /// A promotion without its kind.
    refusal_promotion_missing => "refusal-promotion-missing"(cell);
    /// A pass that the law does not allow.
    refusal_no_pass => "refusal-no-pass";
    /// Text that is no move in coordinates.
    refusal_no_coordinates => "refusal-no-coordinates"(text, first, last);
    /// Text that names no move of this position.
    refusal_no_move => "refusal-no-move"(text);
    /// As `refusal-no-move`, with one move in both notations.
    refusal_no_move_example => "refusal-no-move-example"(text, coordinates, san);
    /// An empty cell.
    refusal_no_piece => "refusal-no-piece"(cell);
    /// A piece of the other side.
    refusal_not_yours => "refusal-not-yours"(piece, cell, owner);
    /// The target holds an own piece.
    refusal_own_piece => "refusal-own-piece"(piece, cell);
    /// In check, only the royal piece moves, on its own face.
    refusal_check_royal_face => "refusal-check-royal-face"(king);
    /// The one throw has not ended the check.
    refusal_check_one_throw => "refusal-check-one-throw"(side, king);
    /// The throw names other pieces.
    refusal_roll_excludes => "refusal-roll-excludes"(face, pieces);
    /// The throw names no piece.
    refusal_roll_excludes_all => "refusal-roll-excludes-all"(face);
    /// The piece has no way even on an empty board.
    refusal_nowhere => "refusal-nowhere"(piece, cell);
    /// Every way is closed.
    refusal_blocked => "refusal-blocked"(piece, cell);
    /// Only pieces that it may not capture are in reach.
    refusal_only_immune => "refusal-only-immune"(piece, cell, victim);
    /// A pair of the law of immunity.
    refusal_immune => "refusal-immune"(piece, victim);
    /// The king is not captured in this ruleset.
    refusal_king_immune => "refusal-king-immune"(king);
    /// A way for moves only.
    refusal_move_only => "refusal-move-only"(piece, from, to);
    /// A way for captures only.
    refusal_capture_only => "refusal-capture-only"(piece, from, to);
    /// A hopper without exactly one hurdle.
    refusal_hurdle => "refusal-hurdle"(piece, to);
    /// A piece between.
    refusal_in_the_way => "refusal-in-the-way"(piece, to, blocker, cell);
    /// Not a way of this kind; how it moves.
    refusal_no_such_way => "refusal-no-such-way"(piece, from, to, movement);
    /// Castling in the other phase.
    refusal_castling_phase => "refusal-castling-phase";
    /// Castling without the right.
    refusal_castling_lost => "refusal-castling-lost"(king, rook);
    /// Castling with a piece between.
    refusal_castling_blocked => "refusal-castling-blocked"(king, rook);
    /// Castling from, through or into check.
    refusal_castling_attacked => "refusal-castling-attacked"(king);
    /// Every target of the king is attacked.
    refusal_king_nowhere => "refusal-king-nowhere"(king);
    /// The target of the king is attacked.
    refusal_king_attacked => "refusal-king-attacked"(king, cell);
    /// As `refusal-king-attacked`, with the attacker.
    refusal_king_attacked_by => "refusal-king-attacked-by"(king, cell, attacker, origin);
    /// A check that this piece cannot end.
    refusal_check_piece => "refusal-check-piece"(king, piece);
    /// A check that this move does not end.
    refusal_check_move => "refusal-check-move"(king);
    /// A pinned piece.
    refusal_pinned => "refusal-pinned"(piece, cell, king);
    /// As `refusal-pinned`, with the attacker.
    refusal_pinned_by => "refusal-pinned-by"(piece, cell, king, attacker, origin);

    /// A piece without any move.
    movement_none => "movement-none";
    /// A sentence of a piece's ways in one mode.
    movement_ways => "movement-ways"(ways);
    /// A distance in cells.
    movement_squares => "movement-squares"(count);
    /// Where a way points: `line` is any, straight, diagonal or oblique; `way` is any,
    /// forward, backward, sideways or two of them.
    movement_aim => "movement-aim"(line, way);
    /// One step.
    movement_step => "movement-step"(mode, squares, aim);
    /// A leap in a line.
    movement_jump => "movement-jump"(mode, squares, aim);
    /// A leap off the lines, such as the knight's.
    movement_jump_oblique => "movement-jump-oblique"(mode, long, short, aim);
    /// A leap that a piece between stops.
    movement_lame => "movement-lame"(mode, squares, aim);
    /// A leap off the lines that a piece between stops.
    movement_lame_oblique => "movement-lame-oblique"(mode, long, short, aim);
    /// A slide.
    movement_slide => "movement-slide"(mode, aim);
    /// A slide of limited length.
    movement_slide_limited => "movement-slide-limited"(mode, squares, aim);
    /// Repeated leaps in a line.
    movement_ride => "movement-ride"(mode, squares, aim, limit);
    /// Repeated leaps off the lines.
    movement_ride_oblique => "movement-ride-oblique"(mode, long, short, aim, limit);
    /// How often a leap is repeated at most; 0 is without limit.
    movement_limit => "movement-limit"(times);
    /// The leaps of a hopper.
    movement_by_jumps => "movement-by-jumps"(long, short);
    /// A hopper that goes by single steps.
    movement_by_steps => "movement-by-steps";
    /// A hop over exactly one piece.
    movement_hop => "movement-hop"(mode, distance, aim, jumps, limit);
    /// Any distance.
    movement_any_distance => "movement-any-distance";
    /// A limited distance.
    movement_up_to => "movement-up-to"(squares);
    /// A grasshopper's hop.
    movement_grasshopper => "movement-grasshopper"(mode, aim, jumps);
    /// A bent ride; `stop` is the first cell of the way where it may stop.
    movement_bent => "movement-bent"(mode, squares, aim, stop);

    outcome_checkmate => "outcome-checkmate"(winner, loser, king);
    outcome_stalemate_loss => "outcome-stalemate-loss"(winner, loser);
    outcome_stalemate_win => "outcome-stalemate-win"(winner);
    outcome_stalemate_draw => "outcome-stalemate-draw";
    outcome_no_pseudo_move => "outcome-no-pseudo-move"(winner, loser);
    outcome_bare_king_loss => "outcome-bare-king-loss"(winner, loser, king, counts);
    outcome_bare_king_draw => "outcome-bare-king-draw"(counts, king);
    outcome_both_bare => "outcome-both-bare"(king, counts);
    outcome_lone_man_limit => "outcome-lone-man-limit"(moves, counts, king, limit);
    outcome_bare_count => "outcome-bare-count"(king, moves);
    outcome_king_captured => "outcome-king-captured"(winner, loser, king);
    outcome_failed_escape => "outcome-failed-escape"(winner, loser, king);
    outcome_repetition => "outcome-repetition"(times);
    outcome_move_limit => "outcome-move-limit"(limit);
    outcome_move_limit_pieces => "outcome-move-limit-pieces"(limit, pieces);
    outcome_resignation => "outcome-resignation"(winner, loser);
    outcome_agreement => "outcome-agreement";
    outcome_time => "outcome-time"(winner, loser);
    outcome_time_draw => "outcome-time-draw";
    outcome_abandonment_win => "outcome-abandonment-win"(winner, loser);
    outcome_abandonment_draw => "outcome-abandonment-draw";
    outcome_aborted => "outcome-aborted";
    outcome_unexplained_win => "outcome-unexplained-win"(winner);
    outcome_unexplained_draw => "outcome-unexplained-draw";
    outcome_recorded_win => "outcome-recorded-win"(winner);
    outcome_recorded_draw => "outcome-recorded-draw";

    mate_style_poor => "mate-style-poor"(piece);
    mate_style_respectable => "mate-style-respectable"(piece);
    mate_style_praised => "mate-style-praised"(piece);

    limit_moves_each => "limit-moves-each"(moves);
    limit_plies => "limit-plies"(plies);

    counter_bundle_title => "counter-bundle-title";
    counter_bundle => "counter-bundle"(side, value, limit);
    counter_werera_moves_title => "counter-werera-moves-title";
    counter_werera_moves => "counter-werera-moves"(side, value, limit);
    counter_lone_piece_title => "counter-lone-piece-title";
    counter_lone_piece => "counter-lone-piece"(side, counts, king, moves, limit);
    counter_bare_king_title => "counter-bare-king-title";
    counter_bare_king => "counter-bare-king"(king, limit);
    counter_repetition_title => "counter-repetition-title";
    counter_repetition => "counter-repetition"(value, limit);
    counter_move_limit_title => "counter-move-limit-title";
    counter_move_limit => "counter-move-limit"(value, limit);
    counter_move_limit_pieces => "counter-move-limit-pieces"(value, pieces, limit);

    law_opening_title => "law-opening-title";
    law_opening_turns => "law-opening-turns"(side);
    law_opening_live => "law-opening-live";
    law_opening_bundles => "law-opening-bundles"(bundle);
    law_opening_end => "law-opening-end";
    law_opening_pawns => "law-opening-pawns";
    law_opening_mate => "law-opening-mate"(mate);
    law_opening_budget => "law-opening-budget"(budget);
    law_pass_title => "law-pass-title";
    law_pass_never => "law-pass-never";
    law_pass_forced => "law-pass-forced";
    law_pass_free => "law-pass-free";
    law_pass_free_except => "law-pass-free-except"(pieces);
    law_die_title => "law-die-title";
    law_die_none => "law-die-none";
    law_die_faces => "law-die-faces"(faces);
    law_die_face => "law-die-face"(face, pieces);
    law_die_face_empty => "law-die-face-empty"(face);
    law_royalty_title => "law-royalty-title";
    law_royalty_mate => "law-royalty-mate"(king);
    law_royalty_capture => "law-royalty-capture"(king);
    law_royalty_mate_and_capture => "law-royalty-mate-and-capture"(king);
    law_check_title => "law-check-title";
    law_check_ordinary => "law-check-ordinary";
    law_check_no_duty => "law-check-no-duty";
    law_check_royal_face => "law-check-royal-face";
    law_check_one_throw => "law-check-one-throw";
    law_stalemate_title => "law-stalemate-title";
    law_stalemate_loss => "law-stalemate-loss";
    law_stalemate_draw => "law-stalemate-draw";
    law_stalemate_win => "law-stalemate-win";
    law_stalemate_pass => "law-stalemate-pass";
    law_stalemate_loss_without_pseudo_move => "law-stalemate-loss-without-pseudo-move";
    law_bare_king_title => "law-bare-king-title";
    law_bare_king_ignored => "law-bare-king-ignored";
    law_bare_king_loss => "law-bare-king-loss"(counts);
    law_bare_king_loss_counter => "law-bare-king-loss-counter"(counts);
    law_bare_king_draw => "law-bare-king-draw"(counts, mate);
    law_bare_king_draw_after => "law-bare-king-draw-after"(counts, moves);
    law_support_title => "law-support-title";
    law_support_none => "law-support-none";
    law_support_lone_man => "law-support-lone-man"(moves, limit);
    law_promotion_title => "law-promotion-title";
    law_promotion_none => "law-promotion-none";
    law_promotion_piece => "law-promotion-piece"(place, piece, duty, to);
    law_promotion_place => "law-promotion-place"(ranks);
    law_promotion_fixed => "law-promotion-fixed"(pieces);
    law_promotion_player => "law-promotion-player"(pieces);
    law_promotion_lost => "law-promotion-lost"(pieces);
    law_promotion_lost_always => "law-promotion-lost-always"(pieces, always);
    law_promotion_lost_otherwise => "law-promotion-lost-otherwise"(pieces, otherwise);
    law_pawn_step_title => "law-pawn-step-title";
    law_pawn_step_single => "law-pawn-step-single";
    law_pawn_step_initial => "law-pawn-step-initial"(rank, piece, steps, passing);
    law_castling_title => "law-castling-title";
    law_castling_none => "law-castling-none";
    law_castling_king_steps => "law-castling-king-steps"(rook, steps, sides, when);
    law_repetition_title => "law-repetition-title";
    law_repetition_none => "law-repetition-none";
    law_repetition_draw => "law-repetition-draw"(times);
    law_move_limit_title => "law-move-limit-title";
    law_move_limit_none => "law-move-limit-none";
    law_move_limit_draw => "law-move-limit-draw"(limit);
    law_move_limit_draw_pieces => "law-move-limit-draw-pieces"(limit, pieces);
    law_time_forfeit_title => "law-time-forfeit-title";
    law_time_forfeit_loss => "law-time-forfeit-loss";
    law_time_forfeit_draw_if_unwinnable => "law-time-forfeit-draw-if-unwinnable";
    law_immunity_title => "law-immunity-title";
    law_immunity_none => "law-immunity-none";
    law_immunity_spared => "law-immunity-spared"(piece, victims);
    law_mate_style_title => "law-mate-style-title";
    law_mate_style_none => "law-mate-style-none";
    law_mate_style_poor => "law-mate-style-poor"(pieces);
    law_mate_style_respectable => "law-mate-style-respectable"(pieces);
    law_mate_style_praised => "law-mate-style-praised"(pieces);
    law_mate_style_result => "law-mate-style-result";
}
