//! Heads of pages: titles, descriptions, and what shared links and search engines read.

use std::fmt::Write;

use axum::http::StatusCode;
use rukh_courses::{lessons, puzzles};
use rukh_library::LibraryPage;
use rukh_rules::Instance;
use rukh_rules::message::{Argument, Message};

use super::address::Page;
use crate::error::ApiError;
use crate::events::EventQuery;
use crate::http::AppState;
use crate::http::{cards, players};
use crate::id::{GameId, GuestId};
use crate::say;
use crate::wire::GameCard;
use crate::wire::study::StudyVisibility;

/// What the head of a page says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Head {
    /// Status of the answer.
    pub status: StatusCode,
    /// Title.
    pub title: String,
    /// A sentence about the page.
    pub description: String,
    /// The path under which search engines list it; pages without one are not listed.
    pub canonical: Option<String>,
    /// Path of the picture that shared links show.
    pub picture: Option<String>,
}

impl Head {
    /// The head of a page for an id; with status 404 if there is nothing of that id.
    pub async fn of(state: &AppState, page: Page, id: &str) -> Head {
        let found = match page {
            // A game on the player's device: the page finds it there.
            Page::Game | Page::Replay | Page::Review if id.parse().is_ok_and(|id: GameId| id.is_local()) => {
                Some(Head { canonical: None, ..plain(state, Page::Home) })
            }
            Page::Game | Page::Replay | Page::Review | Page::Verify => of_game(state, id).await,
            // The game's own page is listed, not what other sites show of it.
            Page::Embed => of_game(state, id).await.map(|head| Head { canonical: None, ..head }),
            Page::Player => of_player(state, id).await,
            Page::Challenge => of_challenge(state, id).await,
            Page::Study => Some(of_study(state, id).await),
            Page::Event => of_event(state, id).await,
            Page::Appointment => of_appointment(state, id).await,
            Page::Club => of_club(state, id).await,
            Page::New => of_ruleset(state, id),
            Page::Lesson => of_course(state, id),
            Page::Puzzle => of_puzzle(state, id),
            _ => Some(plain(state, page)),
        };
        found.unwrap_or_else(Head::lost)
    }

    /// The head of a page of the library.
    pub fn of_library(state: &AppState, page: &LibraryPage) -> Head {
        let LibraryPage { title, description, canonical, instance, .. } = page;
        let first = || state.library.summaries().first().map(|first| first.card.id.as_str());
        Head {
            status: StatusCode::OK,
            title: title.clone(),
            description: description.clone(),
            canonical: Some(canonical.clone()),
            picture: instance.as_deref().or_else(first).map(|instance| card_of(Page::Rules, instance)),
        }
    }

    /// The head where there is no page.
    pub fn lost() -> Head {
        let status = StatusCode::NOT_FOUND;
        Head { status, ..Head::new((say::head_lost(), say::head_lost_text()), None, None) }
    }

    fn new(
        (title, description): (Message, Message),
        canonical: Option<String>,
        picture: Option<String>,
    ) -> Head {
        let text = |message: &Message| say::english().text(message);
        Head {
            status: StatusCode::OK,
            title: text(&title),
            description: text(&description),
            canonical,
            picture,
        }
    }

    /// The tags, for a site at an address, such as `https://rukh.example`.
    pub fn tags(&self, site: Option<&str>) -> String {
        let mut tags = format!("<title>{}</title>\n", escaped(&self.title));
        let mut meta = |kind: &str, key: &str, content: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(tags, r#"    <meta {kind}="{key}" content="{}" />"#, escaped(content));
        };
        meta("name", "description", &self.description);
        if self.canonical.is_none() {
            meta("name", "robots", "noindex");
        }
        meta("property", "og:type", "website");
        meta("property", "og:site_name", "Rukh");
        meta("property", "og:title", &self.title);
        meta("property", "og:description", &self.description);
        let Some(site) = site else { return tags };
        if let Some(picture) = &self.picture {
            let [width, height] = cards::SIZE.map(|side| side.to_string());
            meta("property", "og:image", &format!("{site}{picture}"));
            meta("property", "og:image:type", "image/png");
            meta("property", "og:image:width", &width);
            meta("property", "og:image:height", &height);
            meta("name", "twitter:card", "summary_large_image");
        }
        if let Some(path) = &self.canonical {
            let address = escaped(&format!("{site}{path}"));
            meta("property", "og:url", &format!("{site}{path}"));
            let _ = writeln!(tags, r#"    <link rel="canonical" href="{address}" />"#);
        }
        tags
    }
}

/// A page that is there for everyone.
fn plain(state: &AppState, page: Page) -> Head {
    let texts = match page {
        Page::Learn => (say::head_learn(), say::head_learn_text()),
        Page::Play => (say::head_play(), say::head_play_text()),
        Page::Analysis => (say::head_analysis(), say::head_analysis_text()),
        Page::Studies => (say::head_studies(), say::head_studies_text()),
        Page::Puzzles => (say::head_puzzles(), say::head_puzzles_text()),
        Page::Games => (say::head_games(), say::head_games_text()),
        Page::Ratings => (say::head_ratings(), say::head_ratings_text()),
        Page::Events => (say::head_events(), say::head_events_text()),
        Page::Clubs => (say::head_clubs(), say::head_clubs_text()),
        Page::People => (say::head_people(), say::head_people_text()),
        Page::SignIn => (say::head_signin(), say::head_signin_text()),
        Page::Register => (say::head_register(), say::head_register_text()),
        Page::Account => (say::head_account(), say::head_account_text()),
        Page::Settings => (say::head_settings(), say::head_settings_text()),
        Page::Languages => (say::head_languages(), say::head_languages_text()),
        Page::About => (say::head_about(), say::head_about_text()),
        Page::Help => (say::head_help(), say::head_help_text()),
        Page::Privacy => (say::head_privacy(), say::head_privacy_text()),
        Page::Terms => (say::head_terms(), say::head_terms_text()),
        Page::Report => (say::head_report(), say::head_report_text()),
        Page::Moderation => (say::head_moderation(), say::head_moderation_text()),
        Page::Api => (say::head_api(), say::head_api_text()),
        _ => (say::head_home(), say::head_home_text()),
    };
    let is_listed = !matches!(
        page,
        Page::People
            | Page::SignIn
            | Page::Register
            | Page::Account
            | Page::Settings
            | Page::Report
            | Page::Moderation
    );
    let picture = state.library.summaries().first().map(|first| card_of(Page::Rules, &first.card.id));
    Head::new(texts, is_listed.then(|| page.path("")), picture)
}

/// The name of an instance's ruleset, with how many of its rules are changed.
fn title_of(name: &str, instance: &str) -> Argument {
    instance.parse().map_or_else(|_| name.into(), |instance: Instance| instance.title(name))
}

/// A game; `None` if there is none of that id. Games whose id is a secret are not listed.
async fn of_game(state: &AppState, id: &str) -> Option<Head> {
    let id: GameId = id.parse().ok()?;
    let game = match state.registry.store().card(&id).await {
        Ok(game) => game?,
        // The page itself says what is wrong.
        Err(_) => return Some(plain(state, Page::Home)),
    };
    let GameCard { ruleset_name, instance, white, black, .. } = &game;
    let name = title_of(ruleset_name, instance);
    let title = say::head_game(say::seat_name(white), say::seat_name(black), name.clone());
    let canonical = (!game.private).then(|| Page::Game.path(&id.to_string()));
    let picture = card_of(Page::Game, &id.to_string());
    Some(Head::new((title, say::head_game_text(name)), canonical, Some(picture)))
}

/// A player; `None` without a listed game.
async fn of_player(state: &AppState, id: &str) -> Option<Head> {
    let player: GuestId = id.parse().ok()?;
    let name = match players::name_of(state, &player).await {
        Ok(name) => name?,
        // The page itself says what is wrong.
        Err(_) => return Some(plain(state, Page::Games)),
    };
    let name = say::person_name(&name);
    let texts = (say::head_player_games(name.clone()), say::head_player_games_text(name));
    // People choose their names for a game, not for search engines.
    Some(Head::new(texts, None, plain(state, Page::Games).picture))
}

/// An event; `None` if there is none.
async fn of_event(state: &AppState, id: &str) -> Option<Head> {
    let summary = match state.events.details(id, None, EventQuery::default()).await {
        Ok(details) => details.summary,
        Err(ApiError::EventNotFound(_)) => return None,
        // The page itself says what is wrong.
        Err(_) => return Some(plain(state, Page::Events)),
    };
    let texts = (say::head_event(summary.name), say::head_event_text(summary.ruleset_name));
    let picture = Some(card_of(Page::Rules, &summary.instance));
    Some(Head::new(texts, Some(Page::Event.path(id)), picture))
}

/// A study: its name where everyone with the link can read it, and else nothing of it, since its reader is not known
/// here. Only public ones are listed.
async fn of_study(state: &AppState, id: &str) -> Head {
    let usual = plain(state, Page::Studies);
    let Ok(found) = state.studies.get(id, None).await else { return Head { canonical: None, ..usual } };
    let canonical = (found.summary.visibility == StudyVisibility::Public).then(|| Page::Study.path(id));
    let texts = (
        say::head_study(found.summary.name),
        say::head_study_text(say::person_name(&found.summary.owner.name)),
    );
    Head::new(texts, canonical, usual.picture)
}

/// An appointment; `None` if there is none.
async fn of_appointment(state: &AppState, id: &str) -> Option<Head> {
    let found = match state.appointments.get(id, None).await {
        Ok(found) => found,
        Err(ApiError::AppointmentNotFound(_)) => return None,
        // The page itself says what is wrong.
        Err(_) => return Some(plain(state, Page::People)),
    };
    let game = title_of(&found.ruleset_name, &found.terms.instance);
    let texts = (say::head_appointment(), say::head_appointment_text(game, say::person_name(&found.by.name)));
    Some(Head::new(texts, None, Some(card_of(Page::Rules, &found.terms.instance))))
}

/// A club. One that takes people by a link is not named, and neither that there is one of an id.
async fn of_club(state: &AppState, id: &str) -> Option<Head> {
    let plain = plain(state, Page::Clubs);
    let found = match state.clubs().get(id, None, None).await {
        Ok(found) => found.summary,
        Err(_) => return Some(Head { canonical: None, ..plain }),
    };
    let texts = (say::head_club(found.name), say::head_club_text(found.members));
    Some(Head::new(texts, Some(Page::Club.path(id)), plain.picture))
}

/// An invitation; `None` if it has ended.
async fn of_challenge(state: &AppState, id: &str) -> Option<Head> {
    let seek = match state.lobby.find(id, None).await {
        Ok(seek) => seek,
        Err(crate::error::ApiError::SeekNotFound(_)) => return None,
        Err(_) => return Some(plain(state, Page::Home)),
    };
    let name = title_of(&seek.ruleset_name, &seek.request.instance);
    let owner = say::person_name(&seek.owner.name);
    let texts = (say::head_challenge(name.clone(), owner.clone()), say::head_challenge_text(name, owner));
    Some(Head::new(texts, None, Some(card_of(Page::Rules, &seek.request.instance))))
}

/// A new game of a ruleset; `None` if there is no such ruleset. Search engines list the page of its
/// usual rules only.
fn of_ruleset(state: &AppState, instance: &str) -> Option<Head> {
    let ruleset = state.library.resolve(instance).ok()?;
    let (name, summary) = (ruleset.instance.title(&ruleset.about.name), ruleset.about.summary.as_str());
    let picture = card_of(Page::Rules, &ruleset.instance.to_string());
    let canonical = Page::New.path(&ruleset.instance.id);
    let texts = (say::head_new(name.clone()), say::head_new_text(name, summary));
    Some(Head::new(texts, Some(canonical), Some(picture)))
}

/// A course; `None` if there is none of that id.
fn of_course(state: &AppState, id: &str) -> Option<Head> {
    let instance = lessons::instance_of(id)?;
    let ruleset = state.library.resolve(instance).ok()?;
    let name = ruleset.about.name.as_str();
    let texts = (say::head_lesson(name), say::head_lesson_text(name));
    Some(Head::new(texts, Some(Page::Lesson.path(id)), Some(card_of(Page::Rules, instance))))
}

/// A puzzle; `None` if there is none of that id.
fn of_puzzle(state: &AppState, id: &str) -> Option<Head> {
    let known = puzzles::get(id)?;
    let ruleset = state.library.resolve(&known.puzzle.ruleset).ok()?;
    let name = ruleset.about.name.as_str();
    let texts = (say::head_puzzle(name), say::head_puzzle_text(name));
    Some(Head::new(texts, Some(Page::Puzzle.path(id)), Some(card_of(Page::Puzzle, id))))
}

/// Path of the card of a page.
fn card_of(page: Page, id: &str) -> String {
    format!("{}/card.png", page.path(id))
}

/// A text in HTML, also as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::Head;

    fn head() -> Head {
        Head {
            status: StatusCode::OK,
            title: "a\"><script>".to_owned(),
            description: "b & c".to_owned(),
            canonical: Some("/library/x".to_owned()),
            picture: Some("/library/x/card.png".to_owned()),
        }
    }

    #[test]
    fn tags_are_escaped_and_name_the_site() {
        let tags = head().tags(Some("https://rukh.example"));
        assert!(tags.contains("<title>a&quot;&gt;&lt;script&gt;</title>"), "{tags}");
        assert!(tags.contains(r#"name="description" content="b &amp; c" />"#), "{tags}");
        assert!(
            tags.contains(r#""og:image" content="https://rukh.example/library/x/card.png" />"#),
            "{tags}"
        );
        assert!(tags.contains(r#"<link rel="canonical" href="https://rukh.example/library/x" />"#), "{tags}");
        assert!(!tags.contains("noindex"), "{tags}");
    }

    #[test]
    fn tags_without_a_canonical_address_ask_not_to_be_listed() {
        let tags = Head { canonical: None, ..head() }.tags(None);
        assert!(
            tags.contains("noindex") && !tags.contains("canonical") && !tags.contains("og:image"),
            "{tags}"
        );
    }
}
