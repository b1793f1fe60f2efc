//! What protects players and server: origins, rates, headers, cookies.

use crate::app::App;
use crate::budget::Held;
use crate::extract::{Exchange, address, household};
use crate::metrics::Asked;
use crate::problem::{Kind, Problem};
use crate::secrets::{Kept, Secret};
use crate::work::HOUSE;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Guards the interface: rates by address, and no changes asked for by other sites.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let route = parts.extensions.get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    // Anybody can make up methods; a figure for each would have no end.
    let method = match parts.method {
        Method::GET => "GET",
        Method::POST => "POST",
        _ => "other",
    };
    let house = household(address(&app, &parts));
    let refused = refuse(&app, &parts.method, &parts.headers, &parts.uri).err().or_else(|| {
        let taken = app.by_address.take(house);
        taken.err().map(|seconds| Problem::too_many("Too many requests; please wait a little.", seconds))
    });
    let exchange = Exchange::default();
    let mut response = if let Some(problem) = refused {
        problem.into_response()
    } else {
        let mut parts = parts;
        parts.extensions.insert(exchange.clone());
        let safe = parts.method.is_safe();
        // What the request holds it holds until it is answered: what is read of it is kept for as long.
        let held = app.in_flight.hold(house);
        let body = if safe { body } else { received(body, app.config.limits.patience, Arc::clone(&held)) };
        let response = HOUSE.scope(house, next.run(Request::from_parts(parts, body))).await;
        if held.was_too_much() {
            let detail = "So much is being sent to this server just now that it takes no more; please try again.";
            Problem::too_many(detail, 10).into_response()
        } else {
            response
        }
    };
    if let Some(cookie) = exchange.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
        response.headers_mut().entry(header::SET_COOKIE).or_insert(cookie);
    }
    let asked = Asked { method, route, status: response.status().as_u16() };
    tracing::debug!(method, route = asked.route, status = asked.status, "request");
    app.metrics.requests.get_or_create(&asked).inc();
    response
}

/// A body that has to have come whole after so long: whoever sends it byte by byte does not hold anything up. What has
/// come of it is counted.
fn received(body: Body, patience: Duration, held: Arc<Held>) -> Body {
    let until = Instant::now() + patience;
    Body::from_stream(stream::unfold(Some((body.into_data_stream(), held)), move |state| async move {
        let (mut data, held) = state?;
        match timeout_at(until, data.next()).await {
            Ok(Some(Ok(bytes))) if held.more(bytes.len()) => Some((Ok(bytes), Some((data, held)))),
            Ok(Some(Ok(_))) => Some((Err(axum::Error::new(TooMuch)), None)),
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) => None,
            Err(_) => Some((Err(axum::Error::new(Late)), None)),
        }
    }))
}

#[derive(Debug, thiserror::Error)]
#[error("too much is being sent at once")]
struct TooMuch;

#[derive(Debug, thiserror::Error)]
#[error("it took too long to come")]
struct Late;

/// A browser says where a request comes from. Programs that are no browsers say nothing, and carry no cookie that was
/// not given to them.
fn refuse(app: &App, method: &Method, headers: &HeaderMap, uri: &Uri) -> Result<(), Problem> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = host_of(headers, uri);
    if let Some(host) = host
        && !is_ours(app, host)
    {
        return Err(Problem::of(
            Kind::Foreign,
            format!("This server does not go by the name of {host}; one that does is started with --public-url."),
        ));
    }
    if method.is_safe() {
        return Ok(());
    }
    let foreign = || Problem::of(Kind::Foreign, "This request comes from another site, so it is not carried out.");
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return Err(foreign());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().map_err(|_| foreign())?;
    let ours = match &app.config.public_url {
        Some(url) => origin == url.origin(),
        None => origin.split_once("://").is_some_and(|(_, from)| Some(from) == host),
    };
    if ours { Ok(()) } else { Err(foreign()) }
}

/// The name that a request calls the server by.
fn host_of<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let header = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    header.or_else(|| uri.authority().map(Authority::as_str))
}

/// Does a request call the server by a name that it goes by?
pub(crate) fn is_called_by_name(app: &App, headers: &HeaderMap, uri: &Uri) -> bool {
    host_of(headers, uri).is_none_or(|host| is_ours(app, host))
}

/// Does the server go by this name? A site could let its own name stand for this machine's address and so have a browser
/// talk to us as if we were that site; numbers and names of this machine cannot be made to do so.
fn is_ours(app: &App, host: &str) -> bool {
    let Ok(asked) = host.parse::<Authority>() else { return false };
    let name = asked.host().trim_start_matches('[').trim_end_matches(']');
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || app.config.public_url.as_ref().is_some_and(|public| public.host().eq_ignore_ascii_case(name))
}

/// Headers of every answer.
pub(crate) async fn headers(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_interface = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if app.is_encrypted() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if is_interface && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// What names a browser from now on; one that is new gets a cookie.
pub(crate) fn known(browser: Option<Kept>) -> (Kept, Option<Secret>) {
    if let Some(browser) = browser {
        return (browser, None);
    }
    let secret = Secret::random();
    (secret.kept(), Some(secret))
}
