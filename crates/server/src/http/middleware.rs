//! Middleware: security headers, compression, log spans, origin check and rate limits.

use std::any::Any;
use std::sync::Arc;

use axum::BoxError;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::HeaderMetadata;
use tower_http::set_header::response::SetMultipleResponseHeadersLayer;
use tracing::Span;

use super::AppState;
use super::client::Client;
use super::identity::Identity;
use crate::error::ApiError;
use crate::limits::{LimitedAction, count_refusal};
use crate::origin::Origin;

/// Content security policy: resources of this site only. Inline styles are allowed because the
/// board's geometry is written in style attributes, and WebAssembly, in which the rules and the
/// engine run in pages.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Features of browsers that the site does not use, turned off for it and whatever it would embed.
const PERMISSIONS_POLICY: &str = "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), \
     microphone=(), midi=(), payment=(), usb=()";

/// HSTS: for a year, browsers use the site over TLS only.
const STRICT_TRANSPORT: &str = "max-age=31536000";

/// Marks the response to a request for a script, styles or a font of a page: it becomes no page and
/// no worker, to which alone policies of content, isolation and permissions apply. Without HTTP/2,
/// they would be a third of what some of these files cost.
#[derive(Clone, Copy)]
pub(super) struct PartOfPage;

/// Sets security headers on every response, but those of pages and workers not on their parts;
/// `Strict-Transport-Security` only where the public address is `https`.
pub(super) fn security_headers<B: 'static>(
    public_url: Option<&Origin>,
) -> SetMultipleResponseHeadersLayer<axum::http::Response<B>> {
    let header =
        |name: HeaderName, value: &'static str| HeaderMetadata::from((name, HeaderValue::from_static(value)));
    let of_pages = |name: HeaderName, value: &'static str| {
        let make = move |response: &axum::http::Response<B>| {
            let is_part = response.extensions().get::<PartOfPage>().is_some();
            (!is_part).then(|| HeaderValue::from_static(value))
        };
        HeaderMetadata::from((name, make))
    };
    let mut headers = vec![
        header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        header(header::REFERRER_POLICY, "same-origin"),
        header(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        of_pages(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        // Isolated pages share memory with the engine's worker, and so stop a search at once.
        of_pages(HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        of_pages(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        of_pages(HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
    ];
    if public_url.is_some_and(Origin::is_https) {
        headers.push(header(header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    }
    SetMultipleResponseHeadersLayer::overriding(headers)
}

/// Lets other sites show the page of an embedded game in a frame, and no other page: one with
/// navigation could be used to have a reader press what they do not see.
pub(super) async fn allow_embedding(request: Request, next: Next) -> Response {
    let is_embed = request.uri().path().starts_with(EMBED_PREFIX);
    let mut response = next.run(request).await;
    if is_embed && response.status() != StatusCode::NOT_FOUND {
        let policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *");
        let headers = response.headers_mut();
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        // Sites that are isolated themselves show it, too.
        let shared = HeaderValue::from_static("cross-origin");
        headers.insert(HeaderName::from_static("cross-origin-resource-policy"), shared);
    }
    response
}

/// The span of a request in the log. It names the route and not the path: the id of a private game
/// or seek is its secret.
pub(super) fn request_span(request: &Request) -> Span {
    let id = request.headers().get("x-request-id").and_then(|value| value.to_str().ok());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    tracing::info_span!("request", method = %request.method(), route, id)
}

/// Compresses responses of the routes that it is laid around: those that hold no secret. Files of the
/// site are compressed by its build.
pub(super) fn compression() -> CompressionLayer {
    CompressionLayer::new()
}

/// The answer when a handler has panicked.
pub(super) fn panic_response(_: Box<dyn Any + Send>) -> Response {
    ApiError::Panicked.into_response()
}

/// The answer when a handler takes too long, the only error of the layers within.
pub(super) async fn timed_out(_: BoxError) -> ApiError {
    ApiError::TimedOut
}

/// Rejects state-changing requests from pages of other sites.
pub(super) async fn check_origin(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && !request.uri().path().starts_with("/ws/") {
        return next.run(request).await;
    }
    match foreign_origin(request.headers(), state.public_url.as_ref()) {
        Some(origin) => ApiError::ForeignOrigin(origin).into_response(),
        None => next.run(request).await,
    }
}

fn foreign_origin(headers: &HeaderMap, public: Option<&Origin>) -> Option<String> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_owned();
    let origin = headers.get(header::ORIGIN).map(text)?;
    let host = headers.get(header::HOST).map(text).unwrap_or_default();
    (!is_allowed_origin(&origin, &host, public)).then_some(origin)
}

/// Programs send no origin. A page is allowed if it comes from the requested host, from the public
/// address, or from loopback to loopback.
fn is_allowed_origin(origin: &str, host: &str, public: Option<&Origin>) -> bool {
    if public.is_some_and(|public| public.as_str() == origin) {
        return true;
    }
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let Some(authority) = uri.authority() else { return false };
    authority.as_str() == host || is_loopback(authority.as_str()) && is_loopback(host)
}

fn is_loopback(authority: &str) -> bool {
    let name = authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = name.map_or(authority, |(name, _)| name);
    ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

/// Path prefix of pages that other sites may show.
const EMBED_PREFIX: &str = "/embed/";
/// Addresses that answer however many connections there are.
pub(super) const HEALTH_PATHS: [&str; 2] = ["/healthz", "/readyz"];

/// Rejects requests over the limit. Programs on loopback are not limited; a proxy there names the
/// client.
pub(super) async fn limit_rate(
    State(state): State<Arc<AppState>>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    match state.registry.limits().check(LimitedAction::Request, None, client.address) {
        Err(exceeded) => ApiError::from(exceeded).into_response(),
        Ok(()) => next.run(request).await,
    }
}

/// Rejects strangers while nearly all connections are in use: the rest is kept for those who play.
pub(super) async fn keep_reserve(
    State(state): State<Arc<AppState>>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    if !state.gate.keeps_reserve_from(client.address) || HEALTH_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match <Identity as FromRequestParts<_>>::from_request_parts(&mut parts, &state).await {
        Ok(_) => next.run(Request::from_parts(parts, body)).await,
        Err(_) => {
            count_refusal("overload");
            ApiError::Overloaded.into_response()
        }
    }
}

/// Extractor that takes from the creation quota of the guest and its address.
pub(super) struct CreationQuota;

impl FromRequestParts<Arc<AppState>> for CreationQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<CreationQuota, ApiError> {
        let Identity(guest) = <Identity as FromRequestParts<_>>::from_request_parts(parts, state).await?;
        let Ok(client) = Client::from_request_parts(parts, state).await;
        let limits = state.registry.limits();
        limits.check(LimitedAction::Creation, Some(&guest), client.address)?;
        Ok(CreationQuota)
    }
}

/// The path exists, the method does not.
pub(super) async fn method_not_allowed(request: Request) -> Response {
    let message = format!("`{}` does not take {}", request.uri().path(), request.method());
    ApiError::Rejected(StatusCode::METHOD_NOT_ALLOWED, message).into_response()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::Router;
    use axum::body::Body;
    use axum::error_handling::HandleErrorLayer;
    use axum::http::Request;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::timeout::TimeoutLayer;
    use tower::{Service, ServiceBuilder};

    use super::{is_allowed_origin, timed_out};

    #[tokio::test]
    async fn request_that_takes_too_long_is_answered_with_an_error() {
        let layers = ServiceBuilder::new()
            .layer(HandleErrorLayer::new(timed_out))
            .layer(TimeoutLayer::new(Duration::from_millis(1)));
        let mut router = Router::new().route("/", get(std::future::pending::<()>)).layer(layers);
        let response = router.call(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 503);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["error"]["code"], "timeout");
    }

    #[test]
    fn origin_of_another_site_is_rejected() {
        assert!(is_allowed_origin("http://rukh.example", "rukh.example", None));
        assert!(is_allowed_origin("http://localhost:5173", "127.0.0.1:7878", None));
        let public = "https://rükh.example/".parse().unwrap();
        assert!(is_allowed_origin("https://xn--rkh-hoa.example", "10.0.0.2:7878", Some(&public)));
        assert!(!is_allowed_origin("http://xn--rkh-hoa.example", "10.0.0.2:7878", Some(&public)));
        assert!(!is_allowed_origin("https://elsewhere.example", "127.0.0.1:7878", None));
        assert!(!is_allowed_origin("http://localhost.elsewhere.example", "127.0.0.1:7878", None));
        assert!(!is_allowed_origin("null", "127.0.0.1:7878", None));
    }
}
