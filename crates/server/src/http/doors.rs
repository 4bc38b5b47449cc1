//! The doors of the server: its routes, each with the class of the work behind it. A route without a
//! class does not compile; `docs/security.md` lists all of them, which a test compares.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Extension, FromRequest, Request};
use axum::handler::Handler;
use axum::http::Method;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{self, MethodRouter};

use super::SharedState;
use super::client::Client;
use crate::admission::{Admission, WorkClass};
use crate::error::ApiError;

/// The methods of a route, each with the class of its work.
pub(super) struct Door {
    methods: Vec<(&'static str, WorkClass)>,
    route: MethodRouter<SharedState>,
}

/// A door for reading.
pub(super) fn get<H: Handler<T, SharedState>, T: 'static>(class: WorkClass, handler: H) -> Door {
    Door::new("GET", class, routing::get(handler))
}

/// A door for doing something.
pub(super) fn post<H: Handler<T, SharedState>, T: 'static>(class: WorkClass, handler: H) -> Door {
    Door::new("POST", class, routing::post(handler))
}

/// A door for taking something away.
pub(super) fn delete<H: Handler<T, SharedState>, T: 'static>(class: WorkClass, handler: H) -> Door {
    Door::new("DELETE", class, routing::delete(handler))
}

impl Door {
    fn new(method: &'static str, class: WorkClass, route: MethodRouter<SharedState>) -> Door {
        let route = match class.is_entered_at_the_door() {
            true => route.route_layer(from_fn(move |admission, client, request, next| {
                admit(class, admission, client, request, next)
            })),
            false => route,
        };
        Door { methods: vec![(method, class)], route }
    }

    /// The same path with other methods too.
    pub(super) fn and(mut self, other: Door) -> Door {
        self.methods.extend(other.methods);
        Door { methods: self.methods, route: self.route.merge(other.route) }
    }

    /// Takes bodies of at most this size, in bytes.
    pub(super) fn with_bodies_up_to(self, bytes: usize) -> Door {
        Door { route: self.route.layer(DefaultBodyLimit::max(bytes)), ..self }
    }
}

/// Lets a request in when it has a place, which it keeps until its answer begins. Its body is read
/// before: whoever sends it slowly takes nobody's place.
async fn admit(
    class: WorkClass,
    Extension(admission): Extension<Admission>,
    client: Client,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let request = match *request.method() {
        Method::GET | Method::HEAD => request,
        _ => with_whole_body(request).await?,
    };
    let _place = admission.enter(class, &client.owner(None)).await?;
    Ok(next.run(request).await)
}

async fn with_whole_body(request: Request) -> Result<Request, ApiError> {
    let (parts, body) = request.into_parts();
    let head = parts.clone();
    let bytes = Bytes::from_request(Request::from_parts(parts, body), &()).await;
    let bytes = bytes.map_err(|error| ApiError::Rejected(error.status(), error.body_text()))?;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

/// A door as the book lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListedDoor {
    method: &'static str,
    path: String,
    class: WorkClass,
}

/// Routes, and the list of them.
#[derive(Default)]
pub(super) struct Routes {
    listed: Vec<ListedDoor>,
    router: Router<SharedState>,
}

impl Routes {
    /// One more path.
    pub(super) fn route(mut self, path: &str, door: Door) -> Routes {
        let listed = door.methods.into_iter();
        self.listed.extend(listed.map(|(method, class)| ListedDoor { method, path: path.to_owned(), class }));
        Routes { listed: self.listed, router: self.router.route(path, door.route) }
    }

    /// What answers where there is no route; the book lists it under a path.
    pub(super) fn otherwise<H: Handler<T, SharedState>, T: 'static>(
        mut self,
        path: &str,
        class: WorkClass,
        handler: H,
    ) -> Routes {
        self.listed.push(ListedDoor { method: "GET", path: path.to_owned(), class });
        Routes { router: self.router.fallback(handler), ..self }
    }

    /// These routes and others.
    pub(super) fn merge(mut self, other: Routes) -> Routes {
        self.listed.extend(other.listed);
        Routes { listed: self.listed, router: self.router.merge(other.router) }
    }

    /// The same routes with a layer around them.
    pub(super) fn within(self, layer: impl FnOnce(Router<SharedState>) -> Router<SharedState>) -> Routes {
        Routes { router: layer(self.router), ..self }
    }

    /// Method and path of each door.
    #[cfg(test)]
    pub(super) fn addresses(self) -> impl Iterator<Item = String> {
        self.listed.into_iter().map(|door| format!("{} {}", door.method, door.path))
    }

    pub(super) fn into_router(self) -> Router<SharedState> {
        self.router
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use strum::VariantArray;

    use super::super::{doors, metrics};
    use crate::admission::WorkClass;

    const MARKS: [&str; 2] = ["<!-- generated: doors -->\n", "<!-- end -->"];

    /// The table of the book: a row for each class, with its doors if it has any.
    fn table() -> String {
        let listed = doors().merge(metrics()).listed;
        let row = |&class: &WorkClass| {
            let of_class = listed.iter().filter(|door| door.class == class);
            let mut doors: Vec<String> =
                of_class.map(|door| format!("`{} {}`", door.method, door.path.replace('|', "\\|"))).collect();
            doors.sort();
            doors.dedup();
            let doors = if doors.is_empty() { "–".to_owned() } else { doors.join(", ") };
            format!("{} {doors} |\n", class.row())
        };
        WorkClass::VARIANTS.iter().map(row).collect()
    }

    #[test]
    fn doors_of_the_book_are_those_of_the_router() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
        let kept = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = kept.split_once(MARKS[0]).expect("the begin of the table");
        let (old, after) = rest.split_once(MARKS[1]).expect("the end of the table");
        let head: String = old.lines().take(2).map(|line| format!("{line}\n")).collect();
        let now = format!("{before}{}{head}{}\n{}{after}", MARKS[0], table(), MARKS[1]);
        if std::env::var_os("RUKH_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
            return;
        }
        assert!(
            kept == now,
            "the doors of docs/security.md are out of date: run this test with RUKH_BLESS=1"
        );
    }

    /// No class is left over; only the server's own work in the background has no door.
    #[test]
    fn every_class_has_a_door() {
        let listed = doors().merge(metrics()).listed;
        for &class in WorkClass::VARIANTS {
            let has_door = listed.iter().any(|door| door.class == class);
            assert_eq!(has_door, class != WorkClass::Indicators, "{class:?}");
        }
    }
}
