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

/// Content whose links to pages of the library name a language, as the address of the page did that the
/// reader asked for: without a script nothing else remembers the choice.
#[must_use]
pub fn keeping_language(content: &str, language: &str) -> String {
    const LINK: &str = " href=\"/";
    let mut kept = String::with_capacity(content.len() + content.len() / 20);
    for (index, part) in content.split(LINK).enumerate() {
        if index == 0 {
            kept += part;
            continue;
        }
        kept += LINK;
        let address = part.split('"').next().unwrap_or_default();
        let path = address.split('#').next().unwrap_or_default();
        kept += path;
        if PARTS.contains(&path.split('/').next().unwrap_or_default())
            && !path.contains('?')
            && !path.starts_with("downloads/")
        {
            kept += "?lang=";
            kept += language;
        }
        kept += &part[path.len()..];
    }
    kept.replace("</form>", &format!("<input type=\"hidden\" name=\"lang\" value=\"{language}\"></form>"))
}

/// What the paths of the library begin with.
const PARTS: [&str; 10] = [
    "library",
    "sources",
    "disputes",
    "compare",
    "map",
    "timeline",
    "squares",
    "downloads",
    "evidence",
    "laboratory",
];

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
    use super::{frame, keeping_language};
    use crate::{LibraryPages, PageAddress, languages};

    #[test]
    fn frames_lead_to_every_language() {
        let made = frame(&PageAddress::Works, "ar");
        for language in languages() {
            assert!(made.footer.contains(&format!("/sources?lang={language}\"")), "{}", made.footer);
        }
        assert!(made.navigation.contains("المكتبة"));
    }

    #[test]
    fn links_to_pages_of_the_library_keep_the_language() {
        let content = r##"<a href="/library/a%5Bx%3Dy%5D#law-x">a</a><a href="/play/a">b</a><a href="#pieces">c</a>
            <a href="https://example.org/library">d</a><a href="/downloads">e</a><a href="/downloads/a.toml">f</a>
            <a href="/evidence/DLP.Evidence.1406">g</a><a href="/sources?lang=fa">h</a><form action="/compare"></form>"##;
        let kept = keeping_language(content, "ar");
        for link in [
            "\"/library/a%5Bx%3Dy%5D?lang=ar#law-x\"",
            "\"/play/a\"",
            "\"#pieces\"",
            "\"https://example.org/library\"",
            "\"/downloads?lang=ar\"",
            "\"/downloads/a.toml\"",
            "\"/evidence/DLP.Evidence.1406?lang=ar\"",
            "\"/sources?lang=fa\"",
            "<input type=\"hidden\" name=\"lang\" value=\"ar\"></form>",
        ] {
            assert!(kept.contains(link), "{link}: {kept}");
        }
    }

    /// No kind of page is left out.
    #[test]
    fn every_page_is_known_to_keep_the_language() {
        let library = LibraryPages::of_built_in().expect("the built-in rulesets resolve");
        for address in library.addresses() {
            let kept = keeping_language(&format!(" href=\"{address}\""), "fa");
            assert_eq!(kept, format!(" href=\"{address}?lang=fa\""));
        }
    }
}
