//! Tuned weights of built-in rulesets.

use std::sync::LazyLock;

use rukh_rules::ruleset::Ruleset;

use super::weights::{MateOdds, TunedWeights};

/// The evaluation files, one for each ruleset.
const FILES: [&str; 5] = [
    include_str!("../../tuned/mideast.json"),
    include_str!("../../tuned/oblong.json"),
    include_str!("../../tuned/oblong-dice.json"),
    include_str!("../../tuned/shatranj.json"),
    include_str!("../../tuned/senterej.json"),
];

/// The parsed files.
static TUNED: LazyLock<Vec<TunedWeights>> = LazyLock::new(|| {
    let read = |text: &&str| serde_json::from_str(text).expect("a test parses each built-in file");
    FILES.iter().map(read).collect()
});

/// The weights that fit a ruleset: preferably with the same law of bared kings, then
/// those of the ruleset itself.
pub(crate) fn weights_for(ruleset: &Ruleset) -> Option<&'static TunedWeights> {
    let near = TUNED.iter().filter(|tuned| tuned.fits(ruleset));
    near.min_by_key(|tuned| (!tuned.has_bare_king_law_of(ruleset), !tuned.has_name_of(ruleset)))
}

/// The odds of mates where a bared king draws, of this ruleset or else of any: they
/// depend on shares of an array, not on kinds.
pub(crate) fn mate_odds_for(ruleset: &Ruleset) -> &'static MateOdds {
    let any = || TUNED.iter().find_map(|tuned| tuned.chances.as_ref());
    let own = weights_for(ruleset).and_then(|tuned| tuned.chances.as_ref());
    own.or_else(any).expect("a test finds odds in a built-in file")
}

#[cfg(test)]
mod tests {
    use super::{FILES, weights_for};
    use crate::evaluation::Evaluation;
    use crate::evaluation::layout::{Layout, Term};
    use crate::evaluation::weights::TunedWeights;
    use rukh_rules::law::BareKing;
    use rukh_rules::ruleset::RulesetFile;
    use rukh_rules::{Ruleset, catalog};

    /// A file that no longer fits would be ignored silently.
    #[test]
    fn every_built_in_file_fits_its_ruleset() {
        for text in FILES {
            let tuned: TunedWeights = serde_json::from_str(text).expect("the file is JSON of its form");
            let ruleset = Ruleset::named(&tuned.ruleset).expect("a built-in ruleset");
            assert_eq!(weights_for(&ruleset), Some(&tuned), "{}", tuned.ruleset);
            assert!(
                tuned.in_layout_order(&Layout::new(&ruleset)).is_some(),
                "{}: numbers are missing",
                tuned.ruleset
            );
            assert!(tuned.provenance.contains_key("games"), "{}", tuned.ruleset);
            let draws = matches!(ruleset.bare_king(), BareKing::Draw { .. });
            assert_eq!(tuned.chances.is_some(), draws, "{}: chances to mate", tuned.ruleset);
        }
        for (name, whose) in [("mideast-gollon", "mideast"), ("mustatila-1140", "oblong-dice")] {
            let near = Ruleset::named(name).expect("a built-in ruleset");
            assert_eq!(weights_for(&near).map(|tuned| &*tuned.ruleset), Some(whose));
        }
    }

    #[test]
    fn weights_for_prefers_the_law_of_bared_kings() {
        let whose = |name: &str| {
            let ruleset = Ruleset::named(name).expect("a built-in ruleset");
            weights_for(&ruleset).map(|tuned| tuned.ruleset.clone())
        };
        assert_eq!(whose("senterej").as_deref(), Some("senterej"));
        assert_eq!(whose("senterej[endgame=shatranj]").as_deref(), Some("shatranj"));
    }

    /// Weights are stored in the order of the pieces, so that they do not fit another order.
    #[test]
    fn weights_do_not_fit_other_order_board_or_die() {
        let (name, text) = catalog::text("shatranj").expect("a built-in ruleset");
        let of_text = |text: &str| {
            let file = RulesetFile::parse_unchecked(&name, text, catalog::text).expect("a ruleset");
            let ruleset = file.resolve(&Default::default()).expect("a ruleset");
            weights_for(&ruleset).map(|tuned| tuned.ruleset.clone())
        };
        let renamed = text.replacen("id = \"shatranj\"", "id = \"mine\"", 1);
        assert_eq!([of_text(&text), of_text(&renamed)], [(); 2].map(|()| Some("shatranj".to_owned())));
        let (first, last) = (text.find("[men.k]").expect("a king"), text.find("[men.p]").expect("pawns"));
        let end = last + text[last..].find("[arrays").expect("arrays");
        let (before, men, pawns, rest) = (&text[..first], &text[first..last], &text[last..end], &text[end..]);
        let turned = format!("{before}{pawns}{men}{rest}");
        assert_eq!(of_text(&turned), None);
        assert_eq!(of_text(&turned.replacen("id = \"shatranj\"", "id = \"mine\"", 1)), None);
        let longer = text.replacen("ranks = 8", "ranks = 9", 1).replace("/8/8/8/8/", "/8/8/8/8/8/");
        assert_eq!(of_text(&longer), None, "another board");
        let (_, thrown) = catalog::text("oblong-dice").expect("a built-in ruleset");
        let named_otherwise = thrown.replacen("id = \"oblong-dice\"", "id = \"oblong\"", 1);
        assert_eq!(of_text(&named_otherwise).as_deref(), Some("oblong-dice"), "a die counts, not the name");
    }

    #[test]
    fn weights_of_guards_are_derived_where_an_option_changes_baring() {
        let guards = |name: &str, tuned: bool| {
            let ruleset = Ruleset::named(name).expect("a built-in ruleset");
            let all = if tuned { Evaluation::new(&ruleset) } else { Evaluation::derived(&ruleset) };
            let linear = all.linear();
            linear.weights[linear.layout.range(Term::Guards)].to_vec()
        };
        assert_ne!(guards("shatranj", true), guards("shatranj", false));
        let name = "senterej[endgame=shatranj]";
        assert_eq!(guards("senterej", true), guards("senterej", false));
        assert_ne!(guards(name, true), guards("senterej", true));
    }
}
