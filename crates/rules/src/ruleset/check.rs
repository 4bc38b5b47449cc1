//! What a ruleset's parts must agree on among themselves.

use std::sync::Arc;

use super::Ruleset;
use super::tree::{Complaint, Table};
use crate::kind::KindSet;
use crate::law::{
    Bare, CastlingLaw, CastlingPhase, Check, Die, Opening, Pass, PawnStep, PromotionChoice, PromotionLaw,
    Royalty, Stalemate, Support,
};
use crate::notation::placement;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::shape::Any;

pub(super) fn check(ruleset: &Ruleset, root: &Table, complaints: &mut Vec<Complaint>) {
    let mut checker = Checker { root, complaints };
    check_arrays(ruleset, &mut checker);
    check_laws(ruleset, &mut checker);
    check_promotion(ruleset, &mut checker);
    // Only parts that agree make a position.
    if checker.complaints.is_empty() {
        check_start(ruleset, &mut checker);
    }
}

struct Checker<'a> {
    root: &'a Table,
    complaints: &'a mut Vec<Complaint>,
}

impl Checker<'_> {
    fn complain(&mut self, key: &str, message: impl Into<String>) {
        let place = self.root.get(key).map_or(&self.root.place, |node| &node.place);
        let message = format!("[{key}] {}", message.into());
        self.complaints.push(Complaint { place: place.clone(), message });
    }
}

fn check_arrays(ruleset: &Ruleset, checker: &mut Checker<'_>) {
    for array in &ruleset.arrays {
        if let Err(errors) = placement::parse(ruleset, &array.placement) {
            for error in errors {
                checker.complain("arrays", format!("{}: {error}", array.id));
            }
        }
    }
    let letters = ruleset.letters();
    for (index, letter) in letters.iter().enumerate() {
        if letters[..index].contains(letter) {
            checker.complain("men", format!("two men have the letter `{letter}`"));
        }
    }
}

/// Whether a game can begin from the array that is set up.
fn check_start(ruleset: &Ruleset, checker: &mut Checker<'_>) {
    let rules = Rules::<Any>::compile(Arc::new(ruleset.clone()));
    for error in Setup::start(ruleset).check(&rules).err().unwrap_or_default() {
        checker.complain("arrays", format!("{}: {error}", ruleset.start().id));
    }
}

fn check_laws(ruleset: &Ruleset, checker: &mut Checker<'_>) {
    let laws = &ruleset.laws;
    let has_die = laws.die.law != Die::None;
    let royalty = laws.royalty.law;
    if !has_die && laws.check.law != Check::Ordinary && royalty.is_guarded() {
        checker.complain("check", "without a die only `ordinary` makes sense where kings are guarded");
    }
    if !has_die && matches!(royalty, Royalty::MateAndCapture { .. }) {
        checker.complain(
            "royalty",
            "`mate-and-capture` needs a die: without one a king can always be saved or is mated",
        );
    }
    if matches!(laws.check.law, Check::RoyalFaceOnly | Check::OneThrow) && !royalty.is_guarded() {
        checker.complain("check", "a duty in check needs a king that may not be left attacked: royalty `mate` or `mate-and-capture`");
    }
    if has_die && laws.pass.law == Pass::Never {
        checker.complain(
            "pass",
            "a throw can name a man that cannot move, so with a die `pass` cannot be `never`",
        );
    }
    if laws.stalemate.law == Stalemate::Pass && laws.pass.law == Pass::Never {
        checker.complain("stalemate", "`pass` needs a law of passing that allows it: `forced` or freer");
    }
    if laws.support.law != Support::None && laws.bare_king.counts().is_none() {
        checker.complain("support", "counting a lone man needs a bare-king law that says which men count");
    }
    if laws.support.law != Support::None && matches!(laws.bare_king.law, Bare::DrawAfter { .. }) {
        checker
            .complain("support", "the lone-man count and `draw-after` of the bare king exclude each other");
    }
    let has_werera = matches!(laws.opening.law, Opening::Werera(_));
    if has_werera && has_die {
        checker.complain("opening", "a werera has no turns, so no die can be thrown in it");
    }
    if has_werera && !royalty.is_guarded() {
        checker.complain(
            "opening",
            "in the werera no king may be put or left under attack: royalty must be `mate`",
        );
    }
    if let CastlingLaw::KingSteps { when: CastlingPhase::Werera, .. } = laws.castling.law
        && !has_werera
    {
        checker.complain("castling", "castling in the werera needs an opening with the werera");
    }
}

fn check_promotion(ruleset: &Ruleset, checker: &mut Checker<'_>) {
    if let PromotionLaw::OnArrival { men } = &ruleset.laws.promotion.law {
        for promotion in men {
            if promotion.to.has(ruleset.royal()) {
                checker.complain("promotion", "no man may become the royal man");
            }
            if promotion.choice
                == (PromotionChoice::LostMen { always: KindSet::EMPTY, otherwise: KindSet::EMPTY })
            {
                let message = "`lost-men` leaves a man without a choice when nothing is lost: name kinds in `always` or `otherwise`";
                checker.complain("promotion", message);
            }
            if let PawnStep::Initial { man, rank, steps, .. } = ruleset.laws.pawn_step.law
                && man == promotion.man
                && u16::from(rank) + u16::from(steps) + u16::from(promotion.ranks)
                    > u16::from(ruleset.geometry.ranks())
            {
                checker.complain("pawn-step", "the long step reaches the ranks of promotion");
            }
            if promotion.ranks > ruleset.geometry.ranks() {
                checker.complain("promotion", "`ranks` is more than the board has");
            }
        }
    }
}
