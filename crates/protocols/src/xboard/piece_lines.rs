//! A ruleset's pieces in XBoard's words, and what XBoard has no words for.
//!
//! XBoard checks every move by the `piece` lines it was sent. What they cannot
//! say is told to the user, for there XBoard would call our moves illegal.

use rukh_rules::law::{
    CastlingPhase, CastlingSides, EnPassant, KingSteps, LongFirstStep, Promotion, PromotionDuty,
};
use rukh_rules::notation::placement;
use rukh_rules::{Cell, Failure, PieceKind, Ruleset, Side};

/// The longest description of a piece that XBoard has room for.
const MAX_BETZA_LETTERS: usize = 400;
/// The longest sentence to the user.
const MAX_WARNING_LETTERS: usize = 400;

/// A piece's moves in XBoard's Betza notation, first steps and castling among them.
///
/// # Errors
/// What XBoard has no words for.
pub(super) fn betza(ruleset: &Ruleset, kind: PieceKind) -> Result<String, Failure> {
    let long_step = ruleset.long_step().filter(|step| step.kind == kind);
    let en_passant = long_step.map_or(EnPassant::None, |step| step.en_passant);
    let mut text = ruleset.pieces[kind.index()].movement.xbetza(en_passant)?;
    match long_step.map(|step| step.steps) {
        None | Some(..=1) => {}
        Some(2) => text.push_str("ifmnD"),
        // Its lame leaps look at the first cell only.
        Some(steps) => text.push_str(&format!("ifmR{steps}")),
    }
    if let Some(KingSteps { steps, sides, when: CastlingPhase::Turns, .. }) = ruleset.castling()
        && kind == ruleset.royal()
    {
        let sides = match sides {
            CastlingSides::Both => "s",
            CastlingSides::Right => "r",
        };
        text.push_str(&format!("i{sides}O{steps}"));
    }
    if text.is_empty() {
        return Err("a piece that never moves".into());
    }
    if text.len() > MAX_BETZA_LETTERS {
        return Err("more moves than it has room for".into());
    }
    Ok(text)
}

/// What to tell the user where XBoard cannot check every move; `pawn` is the piece
/// in the first place of its table.
pub(super) fn legality_warning(ruleset: &Ruleset, pawn: Option<PieceKind>) -> Option<String> {
    let mut reasons = Vec::new();
    for kind in ruleset.kinds() {
        if let Err(what) = betza(ruleset, kind) {
            reasons.push(format!("{} ({what})", ruleset.pieces[kind.index()].name));
        }
    }
    reasons.extend(unsupported_laws(ruleset, pawn).into_iter().map(str::to_owned));
    if reasons.is_empty() {
        return None;
    }
    let told = format!(
        "XBoard cannot check every move of {}: {}. Turn its legality testing off (Test Legality).",
        ruleset.about.name,
        reasons.join("; ")
    );
    if told.len() <= MAX_WARNING_LETTERS {
        return Some(told);
    }
    let name = &ruleset.about.name;
    Some(format!(
        "XBoard cannot check every move of {name:.80} ({} reasons). Turn its legality testing off (Test Legality).",
        reasons.len()
    ))
}

/// Laws that XBoard's referee does not know.
fn unsupported_laws(ruleset: &Ruleset, pawn: Option<PieceKind>) -> Vec<&'static str> {
    let mut reasons = Vec::new();
    if !ruleset.is_king_guarded() {
        reasons.push("kings may be left attacked and are taken");
    }
    if ruleset.has_immunity() {
        reasons.push("some pieces may not take others");
    }
    let is_unknown =
        |law: &Promotion| Some(law.man) != pawn || law.ranks != 1 || law.duty == PromotionDuty::Optional;
    if ruleset.promotions().iter().any(is_unknown) {
        reasons.push("promotion of other pieces than pawns, before the last rank or as they like");
    }
    if let Some(LongFirstStep { kind, rank, steps, en_passant }) = ruleset.long_step()
        && steps > 1
    {
        let starts = starting_cells(ruleset, kind);
        let is_own_rank = |&(side, cell): &(Side, Cell)| ruleset.geometry.rank_for(cell, side) + 1 == rank;
        if !starts.iter().all(is_own_rank) || starts.is_empty() || !goes_ahead_only(ruleset, kind) {
            reasons.push("long first steps of pieces that do not stand where they began");
        }
        if en_passant == EnPassant::PassedCells && (steps > 3 || Some(kind) != pawn) {
            reasons.push("taking in passing after such a step");
        }
    }
    if let Some(KingSteps { rook, when: CastlingPhase::Turns, .. }) = ruleset.castling() {
        let last = ruleset.geometry.files() - 1;
        let is_at_edge = |&(_, cell): &(Side, Cell)| [0, last].contains(&ruleset.geometry.file(cell));
        let royal = ruleset.royal();
        let rows: Vec<u8> =
            starting_cells(ruleset, royal).iter().map(|&(_, cell)| ruleset.geometry.rank(cell)).collect();
        let mut rooks = starting_cells(ruleset, rook);
        rooks.retain(|&(_, cell)| rows.contains(&ruleset.geometry.rank(cell)));
        if !rooks.iter().all(is_at_edge) {
            reasons.push("castling with a piece that is not in the corner");
        }
    }
    reasons
}

/// Where the array puts the pieces of a kind.
fn starting_cells(ruleset: &Ruleset, kind: PieceKind) -> Vec<(Side, Cell)> {
    let pieces = placement::parse(ruleset, &ruleset.start().placement).unwrap_or_default();
    pieces.into_iter().filter(|piece| piece.kind == kind).map(|piece| (piece.side, piece.cell)).collect()
}

/// Whether every move of a kind leads to a rank farther ahead.
fn goes_ahead_only(ruleset: &Ruleset, kind: PieceKind) -> bool {
    let diagram = ruleset.pieces[kind.index()].movement.diagram();
    diagram.cells.iter().all(|cell| cell.ahead > 0) && diagram.onward.iter().all(|line| line.to_ahead > 0)
}

#[cfg(test)]
mod tests {
    use super::{betza, legality_warning};
    use rukh_rules::{Ruleset, RulesetFile, catalog};

    /// Shatranj with phrases of its file replaced.
    fn changed(changes: &[(&str, &str)]) -> Ruleset {
        let (name, mut text) = catalog::text("shatranj").expect("a built-in id");
        for (from, to) in changes {
            assert!(text.contains(from), "shatranj has `{from}`");
            text = text.replace(from, to);
        }
        let text = text.replacen("id = \"", "id = \"own-", 1);
        let file = RulesetFile::parse(&name, &text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
        file.resolve(&Default::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn described(ruleset: &Ruleset, letter: char) -> Result<String, rukh_rules::Failure> {
        betza(ruleset, ruleset.kind(letter).expect("a piece of the game"))
    }

    fn told(ruleset: &Ruleset) -> String {
        legality_warning(ruleset, ruleset.kind('p')).unwrap_or_default()
    }

    #[test]
    fn warning_of_built_in_games_is_only_where_xboard_differs() {
        let mut warned = Vec::new();
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let pawn = ruleset.pawns.iter().next();
            if !ruleset.has_die()
                && let Some(text) = legality_warning(&ruleset, pawn)
            {
                warned.push((id, text));
            }
        }
        // Its pawns stand on the fourth rank without a double step, and its guards promote.
        let ids: Vec<&str> = warned.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, ["mideast-greenwood"], "{warned:?}");
    }

    #[test]
    fn men_are_described_in_xboards_words() {
        let ruleset =
            changed(&[("move = \"R\"", "move = \"mRcpR\""), ("move = \"A\"", "move = \"yafsF[R-fsF]\"")]);
        assert_eq!(described(&ruleset, 'r').as_deref(), Ok("mRcpR"));
        assert_eq!(described(&ruleset, 'e').as_deref(), Ok("yafsFyafsR"));
        assert_eq!(told(&ruleset), "");
    }

    #[test]
    fn first_steps_of_any_length_are_described() {
        for (steps, en_passant, expected, is_whole) in [
            (2, "none", "fmWfcFifmnD", true),
            (3, "none", "fmWfcFifmR3", true),
            (4, "none", "fmWfcFifmR4", true),
            (3, "passed-cells", "fmWfceFifmR3", true),
            (4, "passed-cells", "fmWfceFifmR4", false),
        ] {
            let law = format!(
                "[pawn-step]\nlaw = \"initial\"\nman = \"p\"\nrank = 2\nsteps = {steps}\nen-passant = \"{en_passant}\""
            );
            let ruleset = changed(&[("[pawn-step]\nlaw = \"single\"", &law)]);
            assert_eq!(described(&ruleset, 'p').as_deref(), Ok(expected));
            assert_eq!(told(&ruleset).is_empty(), is_whole, "{steps} {en_passant}: {}", told(&ruleset));
        }
    }

    #[test]
    fn what_xboard_has_no_words_for_is_named() {
        let bent = changed(&[("move = \"A\"", "move = \"[N-fN]\"")]);
        assert!(described(&bent, 'e').is_err());
        assert!(told(&bent).contains("fil (turns of an oblique leap)"), "{}", told(&bent));
        let bare = changed(&[
            ("[royalty]\nlaw = \"mate\"", "[royalty]\nlaw = \"capture\""),
            ("law = \"ordinary\"", "law = \"no-duty\""),
        ]);
        assert!(told(&bare).contains("kings may be left attacked"), "{}", told(&bare));
        let late = changed(&[(
            "[pawn-step]\nlaw = \"single\"",
            "[pawn-step]\nlaw = \"initial\"\nman = \"p\"\nrank = 3\nsteps = 2\nen-passant = \"none\"",
        )]);
        assert!(told(&late).contains("do not stand where they began"), "{}", told(&late));
    }

    #[test]
    fn castling_is_described_with_its_sides() {
        let castling = |sides: &str| {
            format!(
                "[castling]\nlaw = \"king-steps\"\nsteps = 2\nrook = \"r\"\nsides = \"{sides}\"\nwhen = \"turns\""
            )
        };
        for (sides, expected) in [("both", "KisO2"), ("right", "KirO2")] {
            let ruleset = changed(&[("[castling]\nlaw = \"none\"", &castling(sides))]);
            assert_eq!(described(&ruleset, 'k').as_deref(), Ok(expected));
            assert_eq!(told(&ruleset), "");
        }
    }
}
