//! The requests that serve courses.

use serde_json::Value;

use crate::host::{Host, TestStorage};

#[tokio::test(flavor = "multi_thread")]
async fn lessons_are_served_with_a_tag() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let list = host.get("/api/v1/lessons").await;
    let courses: Vec<Value> = list.json()["courses"].as_array().unwrap().clone();
    let ids: Vec<&str> = courses.iter().map(|course| course["id"].as_str().unwrap()).collect();
    assert_eq!(ids, rukh_courses::lessons::ids().collect::<Vec<_>>());
    for course in &courses {
        let reply = host.get(&format!("/api/v1/lessons/{}", course["id"].as_str().unwrap())).await;
        assert_eq!(reply.status, 200);
        assert!(reply.head.to_lowercase().contains("etag: \""), "{}", reply.head);
        let steps: Vec<Value> =
            reply.json()["steps"].as_array().unwrap().iter().map(|step| step["id"].clone()).collect();
        assert_eq!(course["steps"], Value::Array(steps));
    }
    assert_eq!(host.get("/api/v1/lessons/checkers").await.status, 404);
}
