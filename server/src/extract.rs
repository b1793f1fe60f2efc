//! What handlers take from a request; whatever is wrong with it becomes a problem.

use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::secrets::{GameId, Kept};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::HeaderValue;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Problem::of(Kind::WrongType, "The body must be JSON, with Content-Type: application/json."))
            }
            Err(JsonRejection::BytesRejection(rejection)) if rejection.status() == 413 => {
                Err(Problem::of(Kind::TooLarge, "The body is too long."))
            }
            Err(rejection) => Err(Problem::of(Kind::Malformed, readable(&rejection.body_text()))),
        }
    }
}

/// The part of a query.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Asked(query))
            .map_err(|rejection| Problem::of(Kind::Malformed, readable(&rejection.body_text())))
    }
}

/// The names in a path.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let path: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        path.map(|Path(names)| Named(names)).map_err(|_| Problem::unknown("There is nothing of that name."))
    }
}

/// The name of a game in a path.
pub(crate) fn game_id(name: &str) -> Result<GameId, Problem> {
    GameId::read(name).ok_or_else(|| Problem::unknown("There is no such game."))
}

/// A request about a game, of whoever asks: a name in the path, a cookie, a JSON body.
pub(crate) struct At<T> {
    /// The game, and the browser.
    pub(crate) who: Who,
    /// The body.
    pub(crate) body: T,
}

/// A browser before a game.
pub(crate) struct Who {
    /// The game.
    pub(crate) id: GameId,
    /// The browser, where it has a cookie of ours.
    pub(crate) browser: Option<Kept>,
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for At<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Arc<App>) -> Result<At<T>, Problem> {
        let (mut parts, body) = request.into_parts();
        let Named(game) = Named::<String>::from_request_parts(&mut parts, state).await?;
        let id = game_id(&game)?;
        let Browser(browser) = Browser::from_request_parts(&mut parts, state).await?;
        let Body(body) = Body::from_request(Request::from_parts(parts, body), state).await?;
        Ok(At { who: Who { id, browser }, body })
    }
}

/// The browser that asks, where it has a cookie of ours.
pub(crate) struct Browser(pub(crate) Option<Kept>);

impl FromRequestParts<Arc<App>> for Browser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Browser, Problem> {
        let known = app.known_by(&parts.headers).await?;
        // The guard sends it with the answer.
        if let Some((instead, exchange)) =
            known.as_ref().and_then(|known| known.instead.clone()).zip(parts.extensions.get::<Exchange>())
        {
            *exchange.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(instead);
        }
        Ok(Browser(known.map(|known| known.browser)))
    }
}

/// A cookie of an earlier form that is exchanged with the answer.
#[derive(Clone, Default)]
pub(crate) struct Exchange(pub(crate) Arc<Mutex<Option<HeaderValue>>>);

/// The address of the client, or the household it stands for.
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Address, Infallible> {
        Ok(Address(household(address(app, parts))))
    }
}

/// The address of whoever asks. What stands in `X-Forwarded-For` is believed of our proxies alone: from the last on, the
/// first that is none of them is the client.
pub(crate) fn address(app: &App, parts: &Parts) -> IpAddr {
    let peer = peer(parts);
    let ours = |address: IpAddr| app.config.proxies.iter().any(|proxy| proxy.has(address));
    if !ours(peer) {
        return peer;
    }
    let said: Vec<&str> = parts
        .headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let mut client = peer;
    for said in said.iter().rev() {
        let Ok(address) = said.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
        if !ours(client) {
            break;
        }
    }
    client
}

/// Whoever is at the other end of the connection; without one, as in tests, this machine.
fn peer(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)).to_canonical()
}

/// Which way a request came.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    /// From whoever is at the other end.
    Straight,
    /// Through a proxy of ours, which says whose it is.
    ByOurs,
    /// Through another: it is not from where it seems to be.
    ByAnother,
}

/// The way that a request came.
pub(crate) fn way(app: &App, parts: &Parts) -> Way {
    let peer = peer(parts);
    if ![FORWARDED_FOR, "forwarded", "via"].iter().any(|name| parts.headers.contains_key(*name)) {
        Way::Straight
    } else if app.config.proxies.iter().any(|proxy| proxy.has(peer)) {
        Way::ByOurs
    } else {
        Way::ByAnother
    }
}

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Whom an address belongs to, as far as rates go: a household has a whole /64 of IPv6 addresses.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)),
    }
}

/// The idempotency key of a request.
pub(crate) struct Key(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Key, Problem> {
        let Some(key) = parts.headers.get("idempotency-key") else { return Ok(Key(None)) };
        let printable = |key: &&str| (1..=100).contains(&key.len()) && key.chars().all(|c| c.is_ascii_graphic());
        match key.to_str().ok().filter(printable) {
            Some(key) => Ok(Key(Some(key.to_owned()))),
            None => Err(Problem::malformed("Idempotency-Key", "An Idempotency-Key is 1 to 100 printable characters.")),
        }
    }
}

/// What a library says of a body, as a sentence.
fn readable(text: &str) -> String {
    let text = text.split_once(": ").map_or(text, |(_, rest)| rest);
    let shortened: String = text.chars().filter(|c| !c.is_control()).take(300).collect();
    format!("The request cannot be read: {shortened}.")
}
