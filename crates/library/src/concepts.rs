//! Concepts: what kind of game a ruleset is.

use maud::html;
use rukh_rules::Ruleset;
use rukh_rules::message::Message;
use rukh_rules::ruleset::concepts::{CONCEPTS, Concept, ConceptGroup};
use rukh_rules::strum::VariantArray;

use crate::reader::Reader;
use crate::section::Section;
use crate::{figures, say};

/// The concepts of a game, by group.
pub(crate) fn section(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let concepts = ruleset.concepts();
    let content = html! {
        p.faint { small { (reader.say(say::library_concepts_text())) } }
        dl.concepts {
            @for &group in ConceptGroup::VARIANTS {
                @let members: Vec<&Concept> = concepts.iter().filter(|concept| concept.group == group).collect();
                @if !members.is_empty() {
                    div {
                        dt { (reader.say(group_name(group))) }
                        @for concept in members { dd { (line(reader, ruleset, concept)) } }
                    }
                }
            }
            (figures::group(reader, ruleset))
        }
    };
    Section::folded("concepts", reader.say(say::library_concepts()), content)
}

fn line(reader: &Reader<'_>, ruleset: &Ruleset, concept: &Concept) -> String {
    let name = reader.say(name(concept.key));
    match (concept.count, concept.kinds.is_empty()) {
        (Some(count), _) => reader.say(say::library_concept_with(name, count.to_string())),
        (None, false) => reader.say(say::library_concept_with(name, reader.pieces(ruleset, &concept.kinds))),
        (None, true) => name,
    }
}

fn group_name(group: ConceptGroup) -> Message {
    match group {
        ConceptGroup::Board => say::library_board(),
        ConceptGroup::Pieces => say::library_pieces(),
        ConceptGroup::Moves => say::concepts_moves(),
        ConceptGroup::Play => say::concepts_play(),
        ConceptGroup::Wins => say::concepts_wins(),
        ConceptGroup::Draws => say::concepts_draws(),
    }
}

/// The messages that name concepts, in the order of [`CONCEPTS`].
const NAMES: [fn() -> Message; CONCEPTS.len()] = [
    say::concept_square_board,
    say::concept_long_board,
    say::concept_cells,
    say::concept_piece_kinds,
    say::concept_pieces_per_side,
    say::concept_royal,
    say::concept_steps,
    say::concept_leaps,
    say::concept_slides,
    say::concept_bent_rides,
    say::concept_hops,
    say::concept_capture_otherwise,
    say::concept_forward_only,
    say::concept_bound,
    say::concept_long_step,
    say::concept_en_passant,
    say::concept_promotion,
    say::concept_castling,
    say::concept_immunity,
    say::concept_simultaneous,
    say::concept_alternating,
    say::concept_die,
    say::concept_passing,
    say::concept_stalemate_passes,
    say::concept_check,
    say::concept_one_throw,
    say::concept_win_mate,
    say::concept_win_failed_escape,
    say::concept_win_capture,
    say::concept_win_stalemate,
    say::concept_win_bare_king,
    say::concept_draw_stalemate,
    say::concept_draw_bare_king,
    say::concept_draw_both_bare,
    say::concept_draw_bare_count,
    say::concept_draw_lone_piece,
    say::concept_draw_repetition,
    say::concept_draw_move_limit,
];

fn name(key: &str) -> Message {
    let index = CONCEPTS.iter().position(|known| *known == key);
    index.and_then(|index| NAMES.get(index)).map_or_else(say::library_concepts, |name| name())
}

#[cfg(test)]
mod tests {
    use rukh_rules::ruleset::concepts::CONCEPTS;

    use super::name;

    #[test]
    fn concepts_are_named_by_their_own_messages() {
        for key in CONCEPTS {
            assert_eq!(name(key).key(), format!("concept-{key}"));
        }
    }
}
