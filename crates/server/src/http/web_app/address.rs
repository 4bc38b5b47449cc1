//! Addresses of the site's pages.

use rukh_library::encoded_segment;

use crate::admission::WorkClass;

/// A page of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::http) enum Page {
    /// The first page.
    Home,
    /// The courses.
    Learn,
    /// The course of a family of games.
    Lesson,
    /// The games to choose from.
    Play,
    /// A new game.
    New,
    /// A game.
    Game,
    /// A game, to watch again.
    Replay,
    /// The proof of a game's throws.
    Verify,
    /// An invitation.
    Challenge,
    /// The review of a game, on the analysis board.
    Review,
    /// The analysis board.
    Analysis,
    /// The studies that the server keeps.
    Studies,
    /// One of them.
    Study,
    /// Positions with one solution.
    Puzzles,
    /// One of them.
    Puzzle,
    /// The archive of games.
    Games,
    /// A player with their games.
    Player,
    /// The leaderboards.
    Ratings,
    /// A report to moderators.
    Report,
    /// What waits for moderators.
    Moderation,
    /// The events.
    Events,
    /// One of them.
    Event,
    /// A game at an agreed time.
    Appointment,
    /// Whom one follows, and one's appointments.
    People,
    /// The clubs.
    Clubs,
    /// One of them.
    Club,
    /// A game to watch again within a page of another site.
    Embed,
    /// The games and their rulesets.
    Library,
    /// The rules of a game.
    Rules,
    /// The rules of a game on one sheet of paper.
    Sheet,
    /// What the endings of a ruleset are.
    Endings,
    /// Which rulesets to compare.
    Compare,
    /// Two rulesets law by law.
    Comparison,
    /// The bibliography.
    Sources,
    /// A record of evidence.
    Evidence,
    /// Where the sources differ.
    Disputes,
    /// Where the games were played.
    Map,
    /// When they were played.
    Timeline,
    /// Pieces that fill a square together.
    Squares,
    /// Files to download.
    Downloads,
    /// The studies of the laboratory.
    Laboratory,
    /// One of them.
    Measurement,
    /// Signing in.
    SignIn,
    /// A new account.
    Register,
    /// One's own account.
    Account,
    /// Settings of the device.
    Settings,
    /// All texts in all languages.
    Languages,
    /// About the site.
    About,
    /// Help.
    Help,
    /// Privacy.
    Privacy,
    /// Terms.
    Terms,
    /// Addresses for programs.
    Api,
}

impl Page {
    /// Every page with its address, as the router of the site has them.
    pub(in crate::http) const ALL: [(Page, &str); 52] = [
        (Page::Home, "/"),
        (Page::Learn, "/learn"),
        (Page::Lesson, "/learn/{id}"),
        (Page::Play, "/play"),
        (Page::New, "/play/{id}"),
        (Page::Game, "/game/{id}"),
        (Page::Review, "/game/{id}/review"),
        (Page::Replay, "/replay/{id}"),
        (Page::Verify, "/verify/{id}"),
        (Page::Challenge, "/challenge/{id}"),
        (Page::Analysis, "/analysis"),
        (Page::Studies, "/analysis/studies"),
        (Page::Study, "/analysis/studies/{id}"),
        (Page::Puzzles, "/puzzles"),
        (Page::Puzzle, "/puzzles/{id}"),
        (Page::Games, "/games"),
        (Page::Player, "/player/{id}"),
        (Page::Ratings, "/ratings"),
        (Page::Report, "/report"),
        (Page::Moderation, "/moderation"),
        (Page::Events, "/events"),
        (Page::Event, "/events/{id}"),
        (Page::Appointment, "/appointment/{id}"),
        (Page::People, "/people"),
        (Page::Clubs, "/clubs"),
        (Page::Club, "/club/{id}"),
        (Page::Embed, "/embed/game/{id}"),
        (Page::Library, "/library"),
        (Page::Rules, "/library/{id}"),
        (Page::Sheet, "/library/{id}/sheet"),
        (Page::Endings, "/library/{id}/endings"),
        (Page::Compare, "/compare"),
        (Page::Comparison, "/compare/{id}/{other}"),
        (Page::Sources, "/sources"),
        (Page::Evidence, "/evidence/{id}"),
        (Page::Disputes, "/disputes"),
        (Page::Map, "/map"),
        (Page::Timeline, "/timeline"),
        (Page::Squares, "/squares"),
        (Page::Downloads, "/downloads"),
        (Page::Laboratory, "/laboratory"),
        (Page::Measurement, "/laboratory/{id}"),
        (Page::SignIn, "/sign-in"),
        (Page::Register, "/register"),
        (Page::Account, "/account"),
        (Page::Settings, "/settings"),
        (Page::Languages, "/languages"),
        (Page::About, "/about"),
        (Page::Help, "/help"),
        (Page::Privacy, "/privacy"),
        (Page::Terms, "/terms"),
        (Page::Api, "/api"),
    ];

    /// Name of its component in `web/src/pages`.
    pub(super) fn component(self) -> &'static str {
        match self {
            Page::Home => "Home",
            Page::Learn => "Learn",
            Page::Lesson => "Lesson",
            Page::Play => "Rulesets",
            Page::Library
            | Page::Rules
            | Page::Sheet
            | Page::Endings
            | Page::Compare
            | Page::Comparison
            | Page::Sources
            | Page::Evidence
            | Page::Disputes
            | Page::Map
            | Page::Timeline
            | Page::Squares
            | Page::Downloads
            | Page::Laboratory
            | Page::Measurement => "Library",
            Page::New => "Create",
            Page::Game => "Game",
            Page::Replay => "Replay",
            Page::Verify => "Verify",
            Page::Challenge => "Challenge",
            Page::Analysis | Page::Review => "Analysis",
            Page::Studies => "Studies",
            Page::Study => "Study",
            Page::Puzzles => "Puzzles",
            Page::Puzzle => "Puzzle",
            Page::Games => "Games",
            Page::Player => "Player",
            Page::Appointment | Page::People => "People",
            Page::Clubs | Page::Club => "Clubs",
            Page::Embed => "Embed",
            Page::SignIn => "SignIn",
            Page::Register => "Register",
            Page::Account => "Account",
            Page::Ratings => "Ratings",
            Page::Events => "Events",
            Page::Event => "Event",
            Page::Settings => "Settings",
            Page::Languages => "Languages",
            Page::About => "About",
            Page::Help => "Help",
            Page::Privacy => "Privacy",
            Page::Terms | Page::Report | Page::Moderation => "Terms",
            Page::Api => "Api",
        }
    }

    /// The work that its head needs, or all of it where the server writes the page.
    pub(super) fn work(self) -> WorkClass {
        match self {
            Page::Game
            | Page::Replay
            | Page::Verify
            | Page::Challenge
            | Page::Review
            | Page::Study
            | Page::Player
            | Page::Event
            | Page::Appointment
            | Page::Club
            | Page::Embed => WorkClass::Read,
            Page::New | Page::Lesson | Page::Puzzle => WorkClass::Ruleset,
            Page::Library
            | Page::Rules
            | Page::Sheet
            | Page::Endings
            | Page::Compare
            | Page::Comparison
            | Page::Sources
            | Page::Evidence
            | Page::Disputes
            | Page::Map
            | Page::Timeline
            | Page::Squares
            | Page::Downloads
            | Page::Laboratory
            | Page::Measurement => WorkClass::Page,
            Page::Home
            | Page::Learn
            | Page::Play
            | Page::Analysis
            | Page::Studies
            | Page::Puzzles
            | Page::Games
            | Page::Ratings
            | Page::Events
            | Page::People
            | Page::Clubs
            | Page::SignIn
            | Page::Register
            | Page::Account
            | Page::Settings
            | Page::Languages
            | Page::About
            | Page::Help
            | Page::Privacy
            | Page::Terms
            | Page::Report
            | Page::Moderation
            | Page::Api => WorkClass::Kept,
        }
    }

    /// Its address; that of an id is encoded as one segment of the path.
    pub(super) fn path(self, id: &str) -> String {
        let route = Page::ALL.iter().find(|(page, _)| *page == self).map_or("/", |(_, route)| route);
        route.replace("{id}", &encoded_segment(id))
    }
}

/// The address of a page that a path with a slash behind it means.
pub(super) fn without_slash(path: &str) -> Option<&str> {
    path.strip_suffix('/').filter(|bare| is_page(bare) && *bare != "/")
}

/// Whether a path is that of a page, whatever its id.
fn is_page(path: &str) -> bool {
    let is_one = |route: &str| {
        let (wanted, given) = (route.split('/'), path.split('/'));
        let is_alike = |(wanted, given): (&str, &str)| match wanted.starts_with('{') {
            true => !given.is_empty(),
            false => wanted == given,
        };
        wanted.clone().count() == given.clone().count() && wanted.zip(given).all(is_alike)
    };
    Page::ALL.iter().any(|(_, route)| is_one(route))
}

#[cfg(test)]
mod tests {
    use super::{Page, is_page, without_slash};

    #[test]
    fn path_encodes_the_id() {
        assert_eq!(Page::Home.path(""), "/");
        assert_eq!(Page::Rules.path("senterej[saba=G]"), "/library/senterej%5Bsaba%3DG%5D");
    }

    #[test]
    fn final_slash_leads_to_the_page() {
        assert_eq!(without_slash("/games/"), Some("/games"));
        assert_eq!(without_slash("/compare/a/b/"), Some("/compare/a/b"));
        assert_eq!(without_slash("/library/a/sheet/"), Some("/library/a/sheet"));
        for path in ["/", "//", "/games", "/nowhere/", "//evil.example/", "/games//"] {
            assert_eq!(without_slash(path), None, "{path}");
        }
    }

    /// The pages of the router are those of the server.
    #[test]
    fn addresses_are_those_of_the_router() {
        let router = include_str!("../../../../../web/src/lib/addresses.ts");
        let table = |name: &str| -> Vec<(String, String)> {
            let (_, table) = router.split_once(&format!("export const {name} = {{")).expect("the table");
            let (table, _) = table.split_once("\n}").expect("its end");
            let entry = |line: &str| {
                let (key, value) = line.trim().trim_end_matches(',').split_once(": ")?;
                let bare = |text: &str| text.trim_matches('\'').to_owned();
                Some((bare(key), bare(value)))
            };
            table.lines().filter_map(entry).collect()
        };
        let ours = Page::ALL.map(|(page, route)| (format!("{page:?}").to_lowercase(), route.to_owned()));
        assert_eq!(table("PAGES"), ours);
        let components = include_str!("../../../../../web/src/shell/page-files.ts");
        for (page, _) in Page::ALL {
            let (name, component) = (format!("{page:?}").to_lowercase(), page.component());
            let (first, rest) = name.split_at(1);
            let is_usual = component == first.to_uppercase() + rest;
            let entry = format!("  {name}: '{component}',\n");
            assert_eq!(components.contains(&entry), !is_usual, "{entry}");
        }
        let shown = |route: &str| route.replace("{id}", "x").replace("{other}", "y");
        assert!(ours.iter().all(|(_, route)| is_page(&shown(route))));
    }
}
