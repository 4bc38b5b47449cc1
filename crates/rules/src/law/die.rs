//! The die: which face names which pieces.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::kind::PieceKindSet;
use crate::law::judge::Judge;
use crate::message::{Argument, Conjunction, Message, say};
use crate::ruleset::section::Section;
use crate::ruleset::tree::Value;

/// Whether a die is thrown, and what its faces name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum DieLaw {
    /// No die is thrown.
    None,
    /// One die is thrown each turn; the face names the pieces that may move.
    NamesMen {
        /// The pieces named by face 1, face 2 and so on; every face is equally likely.
        faces: Vec<PieceKindSet>,
    },
}

impl DieLaw {
    /// How many faces the die has; 0 without a die.
    #[must_use]
    pub fn face_count(&self) -> u8 {
        match self {
            DieLaw::None => 0,
            DieLaw::NamesMen { faces } => faces.len() as u8,
        }
    }

    /// The pieces a face names; all pieces without a die.
    #[must_use]
    pub fn pieces(&self, face: u8) -> PieceKindSet {
        match self {
            DieLaw::None => PieceKindSet::ALL,
            DieLaw::NamesMen { faces } => {
                faces.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or_default()
            }
        }
    }
}

impl Law for DieLaw {
    const KEY: &'static str = "die";

    fn title() -> Message {
        say::law_die_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<DieLaw> {
        if let DieLawDiscriminants::None = section.choice("law")? {
            return Some(DieLaw::None);
        }
        let node = section.required("faces")?;
        let Value::List(items) = &node.value else {
            section.complain(
                &node.place,
                "`faces` should be a list with the letters of the pieces for face 1, face 2 …",
            );
            return None;
        };
        if items.is_empty() || items.len() > 20 {
            section.complain(&node.place, "a die has 1 to 20 faces");
            return None;
        }
        let mut faces = Vec::new();
        for item in items {
            let Value::Text(text) = &item.value else {
                section.complain(&item.place, "a face is a text of pieces' letters");
                return None;
            };
            if text.is_empty() {
                let message = format!("face {} names no piece: every face needs one", faces.len() + 1);
                section.complain(&item.place, message);
            }
            let kinds = section.kinds_of("faces", &item.place, text);
            faces.push(kinds.unwrap_or_default().into_iter().collect());
        }
        Some(DieLaw::NamesMen { faces })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let DieLaw::NamesMen { faces } = self else { return };
        let named = faces.iter().fold(0, |named, face| named | face.0);
        let unnamed = PieceKindSet(judge.arising().unwrap_or(judge.all()).0 & !named & !judge.immobile().0);
        if !unnamed.is_empty() {
            let unnamed = judge.words().list(unnamed.iter(), "and");
            judge.note("faces", format!("pieces that no face names never move: {unnamed}"));
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let DieLaw::NamesMen { faces } = self else { return vec![say::law_die_none()] };
        let face = |(index, pieces): (usize, &PieceKindSet)| {
            let number = index as u64 + 1;
            if pieces.is_empty() {
                say::law_die_face_empty(number)
            } else {
                say::law_die_face(number, names.all(pieces.iter()))
            }
        };
        let faces = faces.iter().enumerate().map(face).collect();
        vec![say::law_die_faces(Argument::Messages(faces, Conjunction::And))]
    }
}
