//! What a page is written for: a language, and the boards of the page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use maud::{Markup, PreEscaped, Render, html};
use rukh_draw::{BoardDiagram, PageBoards, Rotation};
use rukh_rules::message::{Argument, Locale, Message};
use rukh_rules::shape::Any;
use rukh_rules::{Geometry, PieceKind, Rules, Ruleset, Side, catalog};

use crate::{LibraryPages, say, studies};

/// A reader of one page.
pub(crate) struct Reader<'l> {
    pub library: &'l LibraryPages,
    pub locale: &'l Locale,
    boards: RefCell<PageBoards>,
    /// Rulesets that the page has needed, by instance.
    resolved: RefCell<HashMap<String, Option<Arc<Ruleset>>>>,
    /// Rules that examples of the page are played by, by instance.
    compiled: RefCell<HashMap<String, Arc<Rules<Any>>>>,
}

/// A text of a ruleset, with its language where that is not the page's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnText<'t> {
    pub text: &'t str,
    pub language: Option<&'static str>,
}

impl OwnText<'_> {
    /// The direction of a text in another language.
    pub fn direction(&self) -> Option<&'static str> {
        self.language.map(|_| "ltr")
    }
}

impl Render for OwnText<'_> {
    fn render(&self) -> Markup {
        match self.language {
            None => html! { (self.text) },
            Some(language) => html! { span lang=(language) dir="ltr" { (self.text) } },
        }
    }
}

impl<'l> Reader<'l> {
    pub fn new(library: &'l LibraryPages, locale: &'l Locale) -> Reader<'l> {
        let (boards, resolved, compiled) = Default::default();
        Reader { library, locale, boards, resolved, compiled }
    }

    /// An instance of a ruleset; `None` if there is none.
    pub fn resolve(&self, instance: &str) -> Option<Arc<Ruleset>> {
        let mut resolved = self.resolved.borrow_mut();
        let found = resolved.entry(instance.to_owned());
        found.or_insert_with(|| self.library.resolve(instance).map(Arc::new)).clone()
    }

    /// The compiled rules of a ruleset of the page.
    pub fn compile(&self, ruleset: &Arc<Ruleset>) -> Arc<Rules<Any>> {
        let mut compiled = self.compiled.borrow_mut();
        let found = compiled.entry(ruleset.instance.to_string());
        found.or_insert_with(|| Arc::new(Rules::compile(ruleset.clone()))).clone()
    }

    /// A message in the language of the page.
    pub fn say(&self, message: Message) -> String {
        self.locale.text(&message)
    }

    /// A message about a game: its sides are called by the colours of their pieces.
    pub fn say_of(&self, ruleset: &Ruleset, message: Message) -> String {
        let Ok(words) = rukh_draw::side_colours(&ruleset.skin) else { return self.say(message) };
        let colours = words.map(|word| self.say(colour(word)));
        self.say(with_colours(&message, &colours))
    }

    pub fn language(&self) -> &str {
        self.locale.language()
    }

    /// A text of a ruleset in the language of the page, else the English one.
    pub fn own<'t>(&self, english: &'t str, others: &'t [(String, String)]) -> OwnText<'t> {
        match others.iter().find(|(tag, _)| tag == self.language()) {
            Some((_, text)) if self.language() != "en" => OwnText { text, language: None },
            _ => self.english(english),
        }
    }

    /// A text of a ruleset, of the bibliography or of a record in the language of the page, else as it
    /// stands there.
    pub fn translated<'t>(&self, english: &'t str) -> OwnText<'t> {
        let texts = catalog::translations().of(english);
        let found = texts.iter().find(|(tag, _)| tag == self.language());
        found.map_or_else(|| self.english(english), |(_, text)| OwnText { text, language: None })
    }

    /// A text of a study in the language of the page, else the English one.
    pub fn of_study<'t>(&self, english: &'t str) -> OwnText<'t> {
        self.own(english, studies::translations().of(english))
    }

    /// Translated texts with the comma of the language between them.
    pub fn translated_list(&self, texts: &[String]) -> Markup {
        let comma = self.comma();
        html! {
            @for (index, text) in texts.iter().enumerate() {
                @if index > 0 { (comma) }
                (self.translated(text))
            }
        }
    }

    /// A text that exists in English only; a number is of every language.
    pub fn english<'t>(&self, text: &'t str) -> OwnText<'t> {
        let is_number = text.contains(char::is_numeric) && !text.contains(char::is_alphabetic);
        OwnText { text, language: (self.language() != "en" && !is_number).then_some("en") }
    }

    /// The name of a ruleset.
    pub fn name<'t>(&self, ruleset: &'t Ruleset) -> OwnText<'t> {
        self.own(&ruleset.about.name, &ruleset.about.names)
    }

    /// The name of a ruleset as a title has it: with how many of its rules are not the usual ones.
    pub fn title(&self, ruleset: &Ruleset) -> String {
        match ruleset.instance.title(self.name(ruleset).text) {
            Argument::Message(title) => self.say(*title),
            _ => self.name(ruleset).text.to_owned(),
        }
    }

    /// The name of a game in its own script, unless that is the name shown.
    pub fn native(&self, ruleset: &Ruleset) -> Markup {
        let about = &ruleset.about;
        let native = about.native_name.as_deref().filter(|native| *native != self.name(ruleset).text);
        let language = about.other_names.iter().find(|(_, name)| Some(name.as_str()) == native);
        let language = language.map(|(tag, _)| tag);
        html! { @if let Some(native) = native { " " span.native lang=[language] dir="auto" { (native) } } }
    }

    /// The name of a kind of piece, as in lists; sentences decline it.
    pub fn piece<'t>(&self, ruleset: &'t Ruleset, kind: PieceKind) -> OwnText<'t> {
        let piece = &ruleset.pieces[kind.index()];
        self.own(&piece.name, &piece.names)
    }

    /// What explains the name of a kind of piece: the English word beside the game's own name, or that name
    /// beside a translation; `None` where it is the same.
    pub fn gloss<'t>(&self, ruleset: &'t Ruleset, kind: PieceKind) -> Option<&'t str> {
        let piece = &ruleset.pieces[kind.index()];
        let english = || piece.names.iter().find(|(tag, _)| tag == "en").map(|(_, name)| name.as_str());
        let gloss = if self.language() == "en" { english() } else { Some(piece.name.as_str()) };
        gloss.filter(|gloss| *gloss != self.piece(ruleset, kind).text)
    }

    /// Names of kinds of piece in a list.
    pub fn pieces(&self, ruleset: &Ruleset, kinds: &[PieceKind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&kind| self.piece(ruleset, kind).text).collect();
        self.list(&names)
    }

    /// Texts with the comma of the language between them.
    pub fn list(&self, texts: &[&str]) -> String {
        texts.join(self.comma())
    }

    /// The comma of the language, with a space behind it.
    pub fn comma(&self) -> &'static str {
        match self.language() {
            "ar" | "fa" => "، ",
            "am" => "፣ ",
            _ => ", ",
        }
    }

    /// What stands between citations, with a space behind it.
    pub fn semicolon(&self) -> &'static str {
        match self.language() {
            "ar" | "fa" => "؛ ",
            "am" => "፤ ",
            _ => "; ",
        }
    }

    /// A note or remark; text between backticks is a quotation.
    pub fn prose(&self, own: OwnText<'_>) -> Markup {
        let parts = own.text.trim().split('`');
        html! {
            span lang=[own.language] dir=[own.direction()] {
                @for (index, part) in parts.enumerate() {
                    @if index % 2 == 1 { q { (part) } } @else { (part) }
                }
            }
        }
    }

    /// A board; a long one lies on its side.
    pub fn board(&self, diagram: BoardDiagram<'_>, geometry: Geometry) -> Markup {
        let is_long = geometry.ranks() > geometry.files();
        let rotation = if is_long { Rotation::Quarter } else { Rotation::None };
        match self.boards.borrow_mut().add(&diagram.rotation(rotation)) {
            Ok(svg) => html! { div.board-frame.long[is_long] { (PreEscaped(svg)) } },
            Err(error) => html! { p.faint { (error) } },
        }
    }

    /// A piece alone.
    pub fn piece_picture(&self, ruleset: &Ruleset, kind: PieceKind) -> Markup {
        match self.boards.borrow_mut().add_piece(ruleset, kind, Side::White) {
            Ok(svg) => PreEscaped(svg),
            Err(error) => html! { span.faint { (error) } },
        }
    }

    /// What the boards of the page refer to.
    pub fn definitions(&self) -> String {
        self.boards.borrow().definitions()
    }
}

/// The name of a colour of `skins.json`.
fn colour(word: &str) -> Message {
    match word {
        "black" => say::colour_black(),
        "gold" => say::colour_gold(),
        "green" => say::colour_green(),
        "red" => say::colour_red(),
        _ => say::colour_white(),
    }
}

/// A message with the names of White and Black in the place of its sides.
fn with_colours(message: &Message, colours: &[String; 2]) -> Message {
    let all = |messages: &[Message]| messages.iter().map(|one| with_colours(one, colours)).collect();
    let argument = |argument: &Argument| match argument {
        Argument::Side(Side::White) => Argument::Text(colours[0].clone()),
        Argument::Side(Side::Black) => Argument::Text(colours[1].clone()),
        Argument::Message(inner) => Argument::Message(Box::new(with_colours(inner, colours))),
        Argument::Messages(inner, conjunction) => Argument::Messages(all(inner), *conjunction),
        Argument::Sentences(inner) => Argument::Sentences(all(inner)),
        other => other.clone(),
    };
    let arguments = message.arguments().iter().map(|(name, value)| (*name, argument(value)));
    Message::new(message.key(), arguments.collect())
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Outcome, Reason, Ruleset, Side};

    use super::Reader;
    use crate::{LibraryPages, locale_of};

    #[test]
    fn sides_are_called_by_the_colours_of_their_pieces() {
        let library = LibraryPages::of_built_in().expect("the built-in rulesets");
        let senterej = Ruleset::named("senterej").expect("a built-in ruleset");
        let message = Outcome::win(Side::White, Reason::Resignation).message(&senterej);
        let said = |language| Reader::new(&library, locale_of(language)).say_of(&senterej, message.clone());
        assert_eq!(said("en"), "Gold wins: Green resigned.");
        assert!(said("fa").contains("طلایی"), "{}", said("fa"));
    }
}
