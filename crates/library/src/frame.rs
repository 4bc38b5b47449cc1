//! What stands around a page for readers without a script: the way to the rest of the site, and to the
//! page in other languages.

use maud::html;

use crate::address::PageAddress;
use crate::{LOCALES, locale_of, say};

/// The parts of the site's shell in the language of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFrame {
    /// The navigation, for the header.
    pub navigation: String,
    /// What stands behind the content.
    pub footer: String,
}

/// The frame of a page.
#[must_use]
pub fn frame(address: &PageAddress, language: &str) -> PageFrame {
    let locale = locale_of(language);
    let parts = [
        ("/learn", say::library_nav_learn()),
        ("/play", say::library_nav_play()),
        ("/library", say::library()),
        ("/games", say::library_nav_games()),
    ];
    let navigation = html! {
        nav.first-nav aria-label=(locale.text(&say::library())) {
            @for (path, title) in &parts { a href=(path) { (locale.text(title)) } }
        }
    };
    let footer = html! {
        footer.first-foot {
            nav aria-label=(locale.text(&say::library_nav_languages())) {
                @for other in LOCALES.iter() {
                    a lang=(other.language()) hreflang=(other.language()) href={ (address) "?lang=" (other.language()) } { (name(other.language())) }
                }
            }
        }
    };
    PageFrame { navigation: navigation.into_string(), footer: footer.into_string() }
}

/// The name of a language in itself.
fn name(language: &str) -> &str {
    match language {
        "en" => "English",
        "am" => "አማርኛ",
        "ar" => "العربية",
        "fa" => "فارسی",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::frame;
    use crate::{PageAddress, languages};

    #[test]
    fn frames_lead_to_every_language() {
        let made = frame(&PageAddress::Works, "ar");
        for language in languages() {
            assert!(made.footer.contains(&format!("/sources?lang={language}\"")), "{}", made.footer);
        }
        assert!(made.navigation.contains("المكتبة"));
    }
}
