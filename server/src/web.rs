//! The browser client, which is part of the program where it was there when the program was built.

use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};

/// The files of the client by name, in order; none where it was not built.
static CLIENT: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// A file of the client. Names with a hash in them never change what they hold; the page itself may.
/// A page that somebody typed without the sign before it (`/desk/somme`) is led to (`/#/desk/somme`).
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Problem::unknown("There is nothing there; what there is, /api/v1/openapi.json says.").into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    let Ok(found) = CLIENT.binary_search_by_key(&path, |(name, _)| name) else {
        if path == "index.html" {
            return Html(NOT_BUILT).into_response();
        }
        if reads_pages(&headers) && !path.contains('.') {
            return Redirect::to(&format!("/#/{path}")).into_response();
        }
        return Problem::unknown("There is no such file.").into_response();
    };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = HeaderValue::try_from(kind.as_ref()).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static(keep))];
    (headers, CLIENT[found].1).into_response()
}

/// How scenario files are written, as the form for them promises.
pub(crate) async fn scenario_files() -> impl IntoResponse {
    // As plain text: browsers would save Markdown instead of showing it.
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], include_str!("../../docs/scenarios.md"))
}

/// Is it a browser that was told where to go, and not a program that asks for a file?
fn reads_pages(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"))
}

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Sandtable</title>\
<p>The server is running, but the browser client was not there when it was built. \
Build it with <code>make web</code> and build the server again. \
The interface is described in <a href=/api/v1/openapi.json>/api/v1/openapi.json</a>.";
