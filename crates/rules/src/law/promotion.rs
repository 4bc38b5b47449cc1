//! What becomes of a piece at the far end of the board.

pub(crate) mod compiled;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::ruleset::section::Section;
use crate::ruleset::tree::Value;

/// What becomes of pieces at the far end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionLaw {
    /// Pieces do not change.
    None,
    /// Some pieces change when they arrive on the last ranks.
    OnArrival {
        /// What holds for each.
        men: Vec<Promotion>,
    },
}

/// What becomes of one kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Promotion {
    /// The kind that promotes.
    pub man: PieceKind,
    /// The number of last ranks on which it promotes.
    pub ranks: u8,
    /// The kinds it may become.
    pub to: PieceKindSet,
    /// How the new kind is chosen.
    pub choice: PromotionChoice,
    /// Whether it must change.
    pub duty: PromotionDuty,
}

/// How the new kind is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants)]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoice {
    /// There is only one kind.
    Fixed,
    /// The player chooses.
    Player,
    /// The player chooses among kinds of which the side has fewer than in the array.
    LostMen {
        /// Kinds that may be chosen always.
        always: PieceKindSet,
        /// Kinds that may be chosen when nothing has been lost.
        otherwise: PieceKindSet,
    },
}

/// Whether a piece must change on arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum PromotionDuty {
    /// The piece must change.
    Compulsory,
    /// The piece may stay as it is.
    Optional,
}

impl Promotion {
    /// Judges who is promoted and where.
    fn check_places(&self, judge: &mut Judge<'_, '_>) {
        let letter = judge.letter(self.man);
        if judge.royal() == Some(self.man) {
            judge.complain(&letter.to_string(), "the royal piece cannot become another");
        }
        if let Some(geometry) = judge.geometry()
            && self.ranks > geometry.ranks()
        {
            let message =
                format!("`ranks` is {}, but the board has {} ranks only", self.ranks, geometry.ranks());
            judge.complain(&format!("{letter}.ranks"), message);
        }
    }

    /// Judges what it becomes.
    fn check_kinds(&self, judge: &mut Judge<'_, '_>) {
        let letter = judge.letter(self.man);
        let mut lists = vec![("to", self.to)];
        if let PromotionChoice::LostMen { always, otherwise } = self.choice {
            lists.extend([("always", always), ("otherwise", otherwise)]);
            if self.duty == PromotionDuty::Compulsory && always.is_empty() && otherwise.is_empty() {
                let message = "`lost-men` leaves a piece without a choice when nothing is lost: name kinds in `always` or `otherwise`, or let the duty be `optional`";
                judge.complain(&format!("{letter}.choice"), message);
            }
        }
        for (key, kinds) in lists {
            if judge.royal().is_some_and(|royal| kinds.has(royal)) {
                judge.complain(&format!("{letter}.{key}"), "no piece may become the royal piece");
            }
        }
        if self.to == PieceKindSet::of(self.man) && self.all_kinds() == self.to {
            judge.complain(&format!("{letter}.to"), "to become what it is already is no promotion");
        }
    }

    fn note_odd_choices(&self, judge: &mut Judge<'_, '_>) {
        let letter = judge.letter(self.man);
        let stuck = PieceKindSet(self.all_kinds().0 & judge.immobile().0);
        if !stuck.is_empty() {
            let stuck = judge.words().list(stuck.iter(), "or");
            judge.note(&format!("{letter}.to"), format!("a {stuck} can never move on this board"));
        }
        if self.duty == PromotionDuty::Optional && self.all_kinds().has(self.man) {
            let message = format!("`{letter}` may stay what it is by `optional` already");
            judge.note(&format!("{letter}.duty"), message);
        }
        let PromotionChoice::LostMen { always, otherwise } = self.choice else { return };
        if !always.is_empty() && !otherwise.is_empty() {
            judge.note(&format!("{letter}.otherwise"), "never asked, as `always` leaves a choice");
        }
        if let Some(start) = judge.start() {
            let standing: PieceKindSet = start.iter().map(|man| man.kind).collect();
            let never_lost = PieceKindSet(self.to.0 & !standing.0);
            if !never_lost.is_empty() {
                let never_lost = judge.words().list(never_lost.iter(), "or");
                let message = format!("the array has no {never_lost}, so none can have been lost");
                judge.note(&format!("{letter}.to"), message);
            }
        }
    }

    /// Every kind the piece may become, whatever has been lost.
    #[must_use]
    pub fn all_kinds(&self) -> PieceKindSet {
        match self.choice {
            PromotionChoice::Fixed | PromotionChoice::Player => self.to,
            PromotionChoice::LostMen { always, otherwise } => {
                PieceKindSet(self.to.0 | always.0 | otherwise.0)
            }
        }
    }
}

impl PromotionLaw {
    /// What holds for a kind, if it promotes at all.
    #[must_use]
    pub fn of(&self, kind: PieceKind) -> Option<&Promotion> {
        match self {
            PromotionLaw::None => None,
            PromotionLaw::OnArrival { men } => men.iter().find(|promotion| promotion.man == kind),
        }
    }
}

fn read_choice(section: &mut Section<'_, '_>) -> Option<PromotionChoice> {
    Some(match section.choice("choice")? {
        PromotionChoiceDiscriminants::Fixed => PromotionChoice::Fixed,
        PromotionChoiceDiscriminants::Player => PromotionChoice::Player,
        PromotionChoiceDiscriminants::LostMen => {
            let mut set = |key| {
                let given = section.table().get(key).is_some();
                if given { section.kind_set(key) } else { Some(PieceKindSet::EMPTY) }
            };
            let (always, otherwise) = (set("always"), set("otherwise"));
            PromotionChoice::LostMen { always: always?, otherwise: otherwise? }
        }
    })
}

fn read_promotion(section: &mut Section<'_, '_>, man: PieceKind) -> Option<Promotion> {
    let ranks = section.number("ranks", 1, 16);
    let to = section.kind_set("to");
    let choice = read_choice(section);
    let duty = section.choice("duty");
    let (to, choice) = (to?, choice?);
    if to.is_empty() || (choice == PromotionChoice::Fixed && to.iter().count() != 1) {
        section
            .complain_here("`to` should name the pieces it becomes: exactly one where the choice is `fixed`");
        return None;
    }
    Some(Promotion { man, ranks: ranks? as u8, to, choice, duty: duty? })
}

impl PromotionChoice {
    /// The kinds a piece may become; `to` are those the law lists.
    fn describe(&self, to: Argument, names: &PieceNames) -> Message {
        match self {
            PromotionChoice::Fixed => say::law_promotion_fixed(to),
            PromotionChoice::Player => say::law_promotion_player(to),
            PromotionChoice::LostMen { always, .. } if !always.is_empty() => {
                say::law_promotion_lost_always(to, names.any(always.iter()))
            }
            PromotionChoice::LostMen { otherwise, .. } if !otherwise.is_empty() => {
                say::law_promotion_lost_otherwise(to, names.any(otherwise.iter()))
            }
            PromotionChoice::LostMen { .. } => say::law_promotion_lost(to),
        }
    }
}

impl Law for PromotionLaw {
    const KEY: &'static str = "promotion";

    fn title() -> Message {
        say::law_promotion_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<PromotionLaw> {
        if let PromotionLawDiscriminants::None = section.choice("law")? {
            return Some(PromotionLaw::None);
        }
        let letters = section.letters();
        let mut men = Vec::new();
        for (key, node) in &section.table().entries {
            let Value::Table(table) = &node.value else { continue };
            let found = letters.iter().position(|letter| letter.to_string() == *key);
            let Some(index) = found else {
                section.complain(&node.place, format!("no piece has the letter `{key}`"));
                continue;
            };
            let promotion = section.within(table, |inner| read_promotion(inner, PieceKind(index as u8)));
            men.extend(promotion);
        }
        if men.is_empty() {
            section
                .complain_of_absence("needs a sub-table for each piece that promotes, such as [promotion.p]");
        }
        Some(PromotionLaw::OnArrival { men })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let PromotionLaw::OnArrival { men } = self else { return };
        for promotion in men {
            promotion.check_places(judge);
            promotion.check_kinds(judge);
            promotion.note_odd_choices(judge);
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let PromotionLaw::OnArrival { men } = self else { return vec![say::law_promotion_none()] };
        let sentence = |promotion: &Promotion| {
            let place = say::law_promotion_place(promotion.ranks);
            let duty = Argument::Choice(promotion.duty.into());
            let to = promotion.choice.describe(names.any(promotion.to.iter()), names);
            say::law_promotion_piece(place, names.label(promotion.man), duty, to)
        };
        men.iter().map(sentence).collect()
    }
}
