//! The site: its files, the heads of its pages, old addresses, and what search engines ask for.
//! The site is built before the tests; without it the page that says so has the same heads.

use std::io::Read;
use std::path::Path;

use rukh_server::Config;
use serde_json::json;

use crate::host::{Host, Reply, TestStorage, config, human};

const SITE: &str = "https://rukh.example";

async fn start(storage: &TestStorage) -> Host {
    Host::start_with(Config { public_url: Some(format!("{SITE}/").parse().unwrap()), ..config(storage) })
        .await
}

fn title(page: &Reply) -> &str {
    let title = page.body.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.map_or(page.body.as_str(), |(title, _)| title)
}

/// Name of a built file below `web/dist` with an ending; `None` where the site is not built.
fn built(folder: &str, ending: &str) -> Option<String> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist").join(folder);
    let mut names: Vec<String> = std::fs::read_dir(dist)
        .ok()?
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".br").to_owned())
        .filter(|name| name.ends_with(ending))
        .collect();
    names.sort();
    names.into_iter().next()
}

#[tokio::test(flavor = "multi_thread")]
async fn page_of_every_kind_has_its_own_head() {
    let storage = TestStorage::new();
    let host = start(&storage).await;
    for (path, wanted) in [
        ("/", "Rukh – play historic chess"),
        ("/learn", "Learn historic chess – Rukh"),
        ("/learn/oblong", "Learn Oblong chess – Rukh"),
        ("/play", "Choose a game – Rukh"),
        ("/play/shatranj", "New Shatranj game – Rukh"),
        ("/analysis", "Analysis board – Rukh"),
        ("/games", "Games – Rukh"),
        ("/library", "Library of historic chess – Rukh"),
        ("/library/shatranj", "Rules of Shatranj – Rukh"),
        ("/about", "About Rukh"),
        ("/help", "Help – Rukh"),
        ("/privacy", "Privacy – Rukh"),
        ("/terms", "Terms – Rukh"),
        ("/api", "API – Rukh"),
    ] {
        let page = host.get(path).await;
        assert_eq!((page.status, title(&page)), (200, wanted), "{path}");
        assert!(
            page.body.contains(&format!(r#"<link rel="canonical" href="{SITE}{path}" />"#)),
            "{}",
            page.body
        );
        assert!(page.body.contains(&format!(r#"og:image" content="{SITE}/"#)), "{}", page.body);
        assert!(page.body.contains(r#"<meta name="description" content=""#), "{}", page.body);
        assert!(page.body.contains("lang=\"en\"") && !page.body.contains("noindex"), "{}", page.body);
        // Pictures on the page have titles of their own.
        let head = page.body.split("</head>").next().unwrap_or_default();
        assert_eq!(head.matches("<title>").count(), 1, "{}", page.body);
        assert_eq!(page.header("cache-control"), Some("no-cache"), "{path}");
        let again = format!("if-none-match: {}\r\n", page.header("etag").unwrap());
        assert_eq!(host.ask("GET", path, &again, "").await.status, 304, "{path}");
    }
    let changed = host.get("/play/shatranj%5Bbare=ignored%5D").await;
    assert_eq!(title(&changed), "New Shatranj (1 rule changed) game – Rukh");
    for path in ["/settings", "/sign-in", "/register", "/account"] {
        let page = host.get(path).await;
        assert!(page.status == 200 && page.body.contains("noindex"), "{path}: {}", page.body);
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn head_of_a_game_names_its_players_and_lists_no_private_one() {
    let storage = TestStorage::new();
    let host = start(&storage).await;
    let request =
        json!({ "instance": "shatranj", "white": human(), "black": { "kind": "engine", "level": 3 } });
    let game = host.create_game(request.clone()).await;
    for kind in ["game", "replay", "verify"] {
        let page = host.get(&format!("/{kind}/{game}")).await;
        assert_eq!(
            (page.status, title(&page)),
            (200, "Abebe – Computer, level 3 · Shatranj on Rukh"),
            "{kind}"
        );
        assert!(
            page.body.contains(&format!(r#"rel="canonical" href="{SITE}/game/{game}""#)),
            "{}",
            page.body
        );
        assert!(page.body.contains(&format!("{SITE}/game/{game}/card.png")), "{}", page.body);
    }
    let mut request = request;
    request["private"] = json!(true);
    let private = host.create_game(request).await;
    let page = host.get(&format!("/game/{private}")).await;
    assert!(
        page.status == 200 && page.body.contains("noindex") && !page.body.contains("canonical"),
        "{}",
        page.body
    );
    let seek = host.post("/api/v1/seeks", &json!({ "instance": "senterej", "private": true })).await.json();
    let page = host.get(&format!("/challenge/{}", seek["id"].as_str().unwrap())).await;
    assert_eq!((page.status, title(&page)), (200, "Play Senterej with Abebe – Rukh"));
    assert!(page.body.contains("noindex"), "{}", page.body);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn head_of_changed_rules_points_to_the_usual_ones() {
    let storage = TestStorage::new();
    let host = start(&storage).await;
    let page = host.get("/library/senterej%5Bsaba%3DG%5D").await;
    assert!(
        page.body.contains(&format!(r#"rel="canonical" href="{SITE}/library/senterej" />"#)),
        "{}",
        page.body
    );
    assert!(page.body.contains(&format!("{SITE}/library/senterej%5Bsaba%3DG%5D/card.png")), "{}", page.body);
    host.stop().await;
}

/// The page of a game on the player's device is found there, by an id that no server gives.
#[tokio::test(flavor = "multi_thread")]
async fn address_of_a_game_on_the_device_answers_with_an_unlisted_page() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for (path, status) in [("/game/local0a1b", 200), ("/replay/local0a1b", 200), ("/verify/local0a1b", 404)] {
        let page = host.get(path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.body.contains("noindex") && !page.body.contains("canonical"), "{path}: {}", page.body);
    }
    host.stop().await;
}

/// What is not there answers 404, with the page that says so.
#[tokio::test(flavor = "multi_thread")]
async fn address_of_nothing_answers_404_with_a_page() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for path in [
        "/nowhere",
        "/nowhere/at/all",
        "/play/chess",
        "/library/chess",
        "/learn/chess",
        "/game/nosuchgame",
        "/game/%00",
        "/game/a%2Fb",
        "/replay/nosuchgame",
        "/verify/nosuchgame",
        "/challenge/nosuchseek",
        "/library/%ff",
        "/library/a/b",
        "/wp-login.php",
        "/index.html.br",
        "/assets",
        "//",
        "/game/",
    ] {
        let page = host.get(path).await;
        assert_eq!((page.status, title(&page)), (404, "Page not found – Rukh"), "{path}");
        assert!(page.body.contains("noindex") && !page.body.contains("canonical"), "{path}: {}", page.body);
        let kept = host.ask("GET", path, "if-none-match: *\r\n", "").await;
        assert_eq!(kept.status, 404, "{path} is never `not modified`");
    }
    for path in ["/assets/nothing.js", "/api/v1/nothing", "/api/nothing", "/ws/nothing"] {
        let reply = host.get(path).await;
        assert_eq!(
            (reply.status, reply.json()["error"]["code"].as_str()),
            (404, Some("no_such_path")),
            "{path}"
        );
    }
    // Only what is there refuses a method, and says which it takes.
    let icon = built("", "rukh.svg").map(|name| format!("/{name}"));
    let paths = ["/", "/games", "/robots.txt", "/library/shatranj", "/api/v1/levels"];
    for path in paths.into_iter().chain(icon.as_deref()) {
        let reply = host.ask("POST", path, "", "").await;
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET,HEAD")), "{path}: {}", reply.head);
    }
    for path in ["/nowhere", "/nowhere/at/all", "/assets/nothing.js", "/index.html.br", "/api/nothing"] {
        for method in ["POST", "DELETE", "PUT"] {
            let reply = host.ask(method, path, "", "").await;
            let code = reply.json()["error"]["code"].clone();
            assert_eq!((reply.status, code.as_str()), (404, Some("no_such_path")), "{method} {path}");
        }
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn final_slash_leads_to_the_page() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for (path, page) in [("/games/", "/games"), ("/library/?a=b", "/library?a=b")] {
        let reply = host.get(path).await;
        assert_eq!((reply.status, reply.header("location")), (308, Some(page)), "{path}");
    }
    // Neither another host nor a header of its own.
    for path in ["//evil.example/", "/play//evil.example/", "/nowhere/a%0d%0ab/", "/nowhere/"] {
        let reply = host.get(path).await;
        assert_eq!((reply.status, reply.header("location")), (404, None), "{path}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemap_lists_pages_that_answer_and_robots_name_it() {
    let storage = TestStorage::new();
    let host = start(&storage).await;
    let robots = host.get("/robots.txt").await;
    assert!(robots.body.contains(&format!("Sitemap: {SITE}/sitemap.xml")), "{}", robots.body);
    assert!(
        robots.body.contains("Disallow: /challenge/") && robots.head.contains("text/plain"),
        "{}",
        robots.body
    );
    let sitemap = host.get("/sitemap.xml").await;
    assert!(sitemap.head.contains("application/xml"), "{}", sitemap.head);
    let paths: Vec<&str> = sitemap
        .body
        .split("<loc>")
        .skip(1)
        .map(|part| part.split_once("</loc>").unwrap().0.strip_prefix(SITE).unwrap())
        .collect();
    for ruleset in rukh_rules::catalog::ids() {
        assert!(paths.contains(&format!("/library/{ruleset}").as_str()), "{paths:?}");
        assert!(paths.contains(&format!("/play/{ruleset}").as_str()), "{paths:?}");
    }
    for path in paths {
        let page = host.get(path).await;
        let listed = format!(r#"<link rel="canonical" href="{SITE}{path}" />"#);
        assert!(page.status == 200 && page.body.contains(&listed), "{path}: {}", page.head);
    }
    host.stop().await;
}

fn decoded(coding: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    match coding {
        Some("br") => brotli_decompressor::BrotliDecompress(&mut &*bytes, &mut content).unwrap(),
        Some(_) => drop(flate2::read::GzDecoder::new(bytes).read_to_end(&mut content).unwrap()),
        None => content.extend_from_slice(bytes),
    }
    content
}

/// Files come in the coding that the client prefers, each with a tag of its own.
#[tokio::test(flavor = "multi_thread")]
async fn files_are_negotiated_and_cached() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let Some(script) = built("assets", ".js") else { return };
    let path = format!("/assets/{script}");
    let (mut tags, mut contents) = (Vec::new(), Vec::new());
    for (accepted, coding) in [
        ("", None),
        ("accept-encoding: gzip, deflate, br\r\n", Some("br")),
        ("accept-encoding: br;q=0.1, gzip;q=0.9\r\n", Some("gzip")),
        ("accept-encoding: br;q=0, gzip;q=0\r\n", None),
        ("accept-encoding: identity;q=0, br\r\n", Some("br")),
    ] {
        let reply = host.ask("GET", &path, accepted, "").await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, coding), "{accepted}: {reply:?}");
        assert_eq!(reply.header("vary"), Some("accept-encoding, sec-fetch-dest"), "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("text/javascript"), "{reply:?}");
        assert_eq!(reply.header("cache-control"), Some("public, max-age=31536000, immutable"), "{reply:?}");
        assert_eq!(reply.header("content-length"), Some(reply.bytes.len().to_string().as_str()), "{reply:?}");
        let tag = reply.header("etag").unwrap().to_owned();
        assert!(tag.starts_with('"'), "a strong tag: {tag}");
        let again = format!("{accepted}if-none-match: \"x\", W/{tag}\r\n");
        let kept = host.ask("GET", &path, &again, "").await;
        assert_eq!(
            (kept.status, kept.bytes.len(), kept.header("etag")),
            (304, 0, Some(tag.as_str())),
            "{kept:?}"
        );
        tags.push(tag);
        contents.push(decoded(coding, &reply.bytes));
    }
    assert!(!contents[0].is_empty() && contents.iter().all(|content| *content == contents[0]));
    assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] == tags[3] && tags[1] == tags[4], "{tags:?}");
    assert_eq!(host.ask("GET", &path, "accept-encoding: *;q=0\r\n", "").await.status, 406);
    // The copies have no address of their own, and other files are asked for again.
    assert_eq!(host.ask("GET", &format!("{path}.br"), "", "").await.status, 404);
    let reply = host.ask("GET", "/rukh.svg", "accept-encoding: br\r\n", "").await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-cache")), "{reply:?}");
    host.stop().await;
}

/// Policies of pages and workers come with what may become one; all else comes without their weight.
#[tokio::test(flavor = "multi_thread")]
async fn policies_of_pages_are_not_sent_with_their_parts() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let Some(script) = built("assets", ".js") else { return };
    let path = format!("/assets/{script}");
    let policies = [
        "content-security-policy",
        "cross-origin-embedder-policy",
        "cross-origin-opener-policy",
        "permissions-policy",
    ];
    for (purpose, has_policies) in [
        ("", true),
        ("sec-fetch-dest: worker\r\n", true),
        ("sec-fetch-dest: document\r\n", true),
        ("sec-fetch-dest: empty\r\n", true),
        ("sec-fetch-dest: script\r\n", false),
        ("sec-fetch-dest: style\r\n", false),
        ("sec-fetch-dest: font\r\n", false),
    ] {
        let reply = host.ask("GET", &path, purpose, "").await;
        assert_eq!(reply.status, 200, "{reply:?}");
        for policy in policies {
            assert_eq!(reply.header(policy).is_some(), has_policies, "{purpose}{policy}: {reply:?}");
        }
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{reply:?}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{reply:?}");
    }
    // A page is a page, whatever is said of the request.
    let reply = host.ask("GET", "/about", "sec-fetch-dest: script\r\n", "").await;
    assert!(reply.header("content-security-policy").is_some(), "{reply:?}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn catalog_is_short_and_rulesets_need_not_be_sent_twice() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (catalog, list) = (host.get("/api/v1/catalog").await, host.get("/api/v1/rulesets").await);
    assert!(catalog.body.len() * 2 < list.body.len(), "{} of {}", catalog.body.len(), list.body.len());
    let (cards, summaries) = (catalog.json(), list.json());
    for (card, summary) in
        cards["rulesets"].as_array().unwrap().iter().zip(summaries["rulesets"].as_array().unwrap())
    {
        for (key, value) in card.as_object().unwrap() {
            assert_eq!(value, &summary[key], "{key}");
        }
        assert!(card.get("options").is_none() && summary["options"].is_array());
    }
    for path in ["/api/v1/catalog", "/api/v1/rulesets", "/api/v1/rulesets/senterej"] {
        let reply = host.get(path).await;
        assert_eq!(reply.header("cache-control"), Some("public, no-cache"), "{path}");
        let tag = reply.header("etag").unwrap();
        assert!(tag.starts_with("W/"), "{tag}");
        let again = host.ask("GET", path, &format!("if-none-match: {tag}\r\n"), "").await;
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
    }
    host.stop().await;
}

/// Answers that hold a secret beside what others have chosen are not compressed (BREACH).
#[tokio::test(flavor = "multi_thread")]
async fn answers_with_secrets_are_not_compressed() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let accepted = format!("{}accept-encoding: gzip, br\r\n", host.me.header());
    for path in ["/api/v1/me", "/api/v1/games?player=me", "/api/v1/seeks", &format!("/api/v1/games/{game}")] {
        let reply = host.ask("GET", path, &accepted, "").await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, None), "{path}: {reply:?}");
    }
    for path in ["/api/v1/catalog", &format!("/api/v1/games/{game}/replay"), "/library/senterej"] {
        let reply = host.ask("GET", path, &accepted, "").await;
        assert_eq!(
            (reply.status, reply.header("content-encoding")),
            (200, Some("gzip")),
            "{path}: {reply:?}"
        );
        assert!(reply.head.contains("vary: accept-encoding"), "{reply:?}");
    }
    host.stop().await;
}
