//! What becomes of a man at the far end of the board.

use serde::Serialize;

use super::{Law, Words};
use crate::kind::{Kind, KindSet};
use crate::ruleset::section::Section;
use crate::ruleset::tree::Value;

/// What becomes of men at the far end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionLaw {
    /// Nothing.
    None,
    /// Some men change when they arrive on the last ranks.
    OnArrival {
        /// What holds for each.
        men: Vec<Promotion>,
    },
}

/// What becomes of one kind of man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Promotion {
    /// The man.
    pub man: Kind,
    /// On how many of the last ranks.
    pub ranks: u8,
    /// What it may become.
    pub to: KindSet,
    /// Who says which.
    pub choice: PromotionChoice,
    /// Whether it must change.
    pub duty: Duty,
}

/// How the new kind is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoice {
    /// There is only one.
    Fixed,
    /// The player chooses.
    Player,
    /// The player chooses among kinds of which he has fewer than in the array.
    LostMen {
        /// Kinds that may be chosen always.
        always: KindSet,
        /// Kinds that may be chosen when nothing has been lost.
        otherwise: KindSet,
    },
}

/// Whether a man must change on arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It must.
    Compulsory,
    /// It may.
    Optional,
}

impl PromotionLaw {
    /// What holds for a kind, if it promotes at all.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Option<&Promotion> {
        match self {
            PromotionLaw::None => None,
            PromotionLaw::OnArrival { men } => men.iter().find(|promotion| promotion.man == kind),
        }
    }
}

fn read_choice(section: &mut Section<'_, '_>) -> Option<PromotionChoice> {
    Some(match section.word("choice", &["fixed", "player", "lost-men"])? {
        "fixed" => PromotionChoice::Fixed,
        "player" => PromotionChoice::Player,
        _ => {
            let mut set = |key| {
                let given = section.table().get(key).is_some();
                if given { section.kind_set(key) } else { Some(KindSet::EMPTY) }
            };
            let (always, otherwise) = (set("always"), set("otherwise"));
            PromotionChoice::LostMen { always: always?, otherwise: otherwise? }
        }
    })
}

fn read_promotion(section: &mut Section<'_, '_>, man: Kind) -> Option<Promotion> {
    let ranks = section.number("ranks", 1, 16);
    let to = section.kind_set("to");
    let choice = read_choice(section);
    let duty = section.word("duty", &["compulsory", "optional"]);
    let (to, choice) = (to?, choice?);
    if to.is_empty() || (choice == PromotionChoice::Fixed && to.kinds().count() != 1) {
        section.complain_here("`to` should name the men it becomes: exactly one where the choice is `fixed`");
        return None;
    }
    Some(Promotion {
        man,
        ranks: ranks? as u8,
        to,
        choice,
        duty: if duty? == "compulsory" { Duty::Compulsory } else { Duty::Optional },
    })
}

impl Law for PromotionLaw {
    const KEY: &'static str = "promotion";
    const TITLE: &'static str = "Promotion";

    fn read(section: &mut Section<'_, '_>) -> Option<PromotionLaw> {
        if section.word("law", &["none", "on-arrival"])? == "none" {
            return Some(PromotionLaw::None);
        }
        let letters = section.letters();
        let mut men = Vec::new();
        for (key, node) in &section.table().entries {
            let Value::Table(table) = &node.value else { continue };
            let found = letters.iter().position(|letter| letter.to_string() == *key);
            let Some(index) = found else {
                section.complain(&node.place, format!("no man has the letter `{key}`"));
                continue;
            };
            let promotion = section.within(table, |inner| read_promotion(inner, Kind(index as u8)));
            men.extend(promotion);
        }
        if men.is_empty() {
            section.complain_here("needs a sub-table for each man that promotes, such as [promotion.p]");
        }
        Some(PromotionLaw::OnArrival { men })
    }

    fn word(&self) -> &'static str {
        match self {
            PromotionLaw::None => "none",
            PromotionLaw::OnArrival { .. } => "on-arrival",
        }
    }

    fn text(&self, words: &Words<'_>) -> String {
        let PromotionLaw::OnArrival { men } = self else {
            return "No man is promoted.".to_owned();
        };
        let sentence = |promotion: &Promotion| {
            let man = words.name(promotion.man);
            let place = match promotion.ranks {
                1 => "the last rank".to_owned(),
                ranks => format!("one of the last {ranks} ranks"),
            };
            let verb = match promotion.duty {
                Duty::Compulsory => "becomes",
                Duty::Optional => "may become",
            };
            let to = words.list(promotion.to.kinds(), "or");
            let choice = match promotion.choice {
                PromotionChoice::Fixed => format!("a {to}"),
                PromotionChoice::Player => format!("a {to}, as its player chooses"),
                PromotionChoice::LostMen { always, otherwise } => {
                    let mut text = format!("a man of a kind its side has lost ({to})");
                    if !always.is_empty() {
                        text.push_str(&format!(" or a {}", words.list(always.kinds(), "or")));
                    } else if !otherwise.is_empty() {
                        text.push_str(&format!(
                            ", a {} if nothing is lost",
                            words.list(otherwise.kinds(), "or")
                        ));
                    }
                    text
                }
            };
            format!("A {man} that reaches {place} {verb} {choice}.")
        };
        men.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }
}
