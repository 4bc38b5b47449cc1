//! The library: pages whose content the server writes, in the reader's language, and its files.

use serde_json::Value;

use crate::host::{Host, TestStorage};

#[tokio::test(flavor = "multi_thread")]
async fn page_is_written_in_the_language_that_is_asked_for() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let path = "/library/shatranj";
    let english = host.get(path).await;
    assert!(english.body.contains("id=\"law-stalemate\""), "{}", english.head);
    assert!(english.body.contains("data-written=\"en\"") && !english.body.contains("<noscript>"));
    assert_eq!(english.header("vary").map(|vary| vary.contains("accept-language")), Some(true));
    assert_eq!(english.header("content-language"), Some("en"));
    let arabic = host.ask("GET", path, "accept-language: ar-EG, en;q=0.5\r\n", "").await;
    assert_eq!(arabic.header("content-language"), Some("ar"));
    assert!(arabic.body.contains("data-written=\"ar\"") && arabic.body.contains("الشطرنج القديم"));
    // The query names it whatever the browser asks for, and an unknown one is none.
    let persian = host.ask("GET", "/sources?lang=fa", "accept-language: ar\r\n", "").await;
    assert_eq!(persian.header("content-language"), Some("fa"));
    let unknown = host.get("/sources?lang=tlh").await;
    assert_eq!(unknown.header("content-language"), Some("en"));
    // Links keep the language that was asked for, and only that.
    assert!(
        persian.body.contains(" href=\"/library?lang=fa\"") && !persian.body.contains(" href=\"/library\"")
    );
    assert!(unknown.body.contains(" href=\"/library\"") && arabic.body.contains(" href=\"/library\""));
    let tag = arabic.header("etag").expect("a tag");
    let again = format!("accept-language: ar\r\nif-none-match: {tag}\r\n");
    assert_eq!(host.ask("GET", path, &again, "").await.status, 304);
    let other = format!("accept-language: fa\r\nif-none-match: {tag}\r\n");
    assert_eq!(host.ask("GET", path, &other, "").await.status, 200);
    host.stop().await;
}

/// Nobody has a page written anew by spelling its address in another way.
#[tokio::test(flavor = "multi_thread")]
async fn page_of_rules_is_the_same_however_they_are_spelled() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let ruleset = rukh_rules::Ruleset::named("senterej").unwrap();
    let [first, second] = &ruleset.options[..2] else { panic!("two options") };
    let (usual, other) =
        (&first.default, second.choices.iter().find(|one| one.id != second.default).unwrap());
    let (first, second, other) = (&first.key, &second.key, &other.id);
    let canonical = host.get(&format!("/library/senterej%5B{second}%3D{other}%5D")).await;
    assert_eq!(canonical.status, 200);
    for spelling in [
        format!("senterej[{first}={usual},{second}={other}]"),
        format!("senterej[{second}={other}, {first}={usual}]"),
        format!("senterej[ {second} = {other} ]"),
        format!("SENTEREJ[{second}={other}]"),
    ] {
        let path: String = spelling.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let page = host.get(&format!("/library/{path}")).await;
        assert_eq!(page.status, 200, "{spelling}");
        assert!(page.body == canonical.body, "{spelling} is another page");
        assert_eq!(page.header("etag"), canonical.header("etag"), "{spelling}");
    }
    for wrong in ["senterej[nothing=1]", "senterej[", "nothing[a=b]"] {
        let path: String = wrong.bytes().map(|byte| format!("%{byte:02X}")).collect();
        assert_eq!(host.get(&format!("/library/{path}")).await.status, 404, "{wrong}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn form_of_two_rulesets_leads_to_their_comparison() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let answer = host.get("/compare?a=oblong&b=shatranj").await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/compare/oblong/shatranj")));
    let kept = host.get("/compare?a=oblong&b=shatranj&lang=am").await;
    assert_eq!(kept.header("location"), Some("/compare/oblong/shatranj?lang=am"));
    assert_eq!(host.get("/compare/oblong/shatranj").await.status, 200);
    for path in
        ["/compare/oblong/chess", "/compare/oblong", "/evidence/DLP.Evidence.1", "/library/chess/sheet"]
    {
        assert_eq!(host.get(path).await.status, 404, "{path}");
    }
    for query in ["a=//evil.example&b=x", "a=oblong&b=", "a=oblong"] {
        let page = host.get(&format!("/compare?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_library_are_sent() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let ruleset = host.get("/downloads/senterej.toml").await;
    assert!(ruleset.status == 200 && ruleset.body.contains("id = \"senterej\""), "{}", ruleset.head);
    assert_eq!(ruleset.header("content-type"), Some("application/toml"));
    let all: Value = host.get("/downloads/rulesets.json").await.json();
    assert!(rukh_rules::catalog::ids().all(|id| all[id].is_string()));
    let study = host.get("/downloads/stalemate.study.toml").await;
    assert!(study.status == 200 && study.body.contains("id = \"stalemate\""), "{}", study.head);
    assert_eq!(host.get("/laboratory/stalemate").await.status, 200);
    assert_eq!(host.get("/laboratory/nosuch").await.status, 404);
    for name in ["nosuch.toml", "nosuch.study.toml", "..%2Fsenterej.toml", "senterej.txt"] {
        assert_eq!(host.get(&format!("/downloads/{name}")).await.status, 404, "{name}");
    }
    host.stop().await;
}
