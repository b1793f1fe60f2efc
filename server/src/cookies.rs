//! Cookies: only those that this house has issued name a browser.
//!
//! A cookie is a secret and a mark over it, made with a key of the house's own. Whoever makes one up has no mark. What
//! earlier releases have issued had none, and another house from which games have moved here had another key: such a one is
//! taken where it sits in some game, which nobody can guess, and exchanged for one with our mark.

use crate::app::App;
use crate::public_url::PublicUrl;
use crate::secrets::{Kept, Secret, random_word, unhex};
use crate::store::{Store, StoreError};
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HeaderValue};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// The name of the cookie where nobody on the way can be trusted to be kept out, and where browsers guarantee that only
/// this very address over HTTPS can have set it.
const PLAIN: &str = "sandtable";
const GUARDED: &str = "__Host-sandtable";

/// How many letters the mark has: 100 bits.
const MARK: usize = 20;

/// The name in the store of the key that cookies are issued under.
const KEY: &str = "cookies";

/// The key that cookies are issued under, once it was asked for.
#[derive(Default)]
pub(crate) struct Cookies(OnceCell<[u8; 32]>);

/// A browser that was recognised.
pub(crate) struct Known {
    pub(crate) browser: Kept,
    /// The cookie that it is to have instead, where its own is of an earlier form.
    pub(crate) instead: Option<HeaderValue>,
}

impl Cookies {
    async fn key(&self, store: &Arc<dyn Store>) -> Result<[u8; 32], StoreError> {
        let key = self.0.get_or_try_init(|| async {
            // Several servers may start at once: whoever is first has made the key.
            let kept = store.keep_once(KEY, &crate::secrets::hex(&crate::secrets::random_bytes())).await?;
            let bytes = unhex(&kept).and_then(|bytes| bytes.try_into().ok());
            bytes.ok_or_else(|| StoreError::Unreadable(KEY.to_owned(), "the key of cookies is no key".to_owned()))
        });
        key.await.copied()
    }
}

fn mark(key: &[u8; 32], secret: &Secret) -> String {
    let hash = blake3::keyed_hash(key, secret.expose().as_bytes());
    crate::secrets::word(&hash.as_bytes()[..MARK])
}

impl App {
    /// The browser that sent a request, where its cookie was issued here.
    pub(crate) async fn known_by(&self, headers: &HeaderMap) -> Result<Option<Known>, StoreError> {
        let names: &[&str] = if self.is_encrypted() { &[GUARDED, PLAIN] } else { &[PLAIN] };
        for name in names {
            for value in sent(headers, name) {
                let (secret, marked) = value.split_once('.').unwrap_or((value, ""));
                let Some(secret) = Secret::read(secret) else { continue };
                let issued = is_same(&mark(&self.cookies.key(&self.store).await?, &secret), marked);
                if !issued && !self.store.is_seated(&secret.kept()).await? {
                    continue;
                }
                let instead = if issued && *name == names[0] { None } else { Some(self.cookie_for(&secret).await?) };
                return Ok(Some(Known { browser: secret.kept(), instead }));
            }
        }
        Ok(None)
    }

    /// The cookie that names a browser for a year.
    pub(crate) async fn cookie_for(&self, secret: &Secret) -> Result<HeaderValue, StoreError> {
        let key = self.cookies.key(&self.store).await?;
        let (name, secure) = if self.is_encrypted() { (GUARDED, "; Secure") } else { (PLAIN, "") };
        let (secret, mark) = (secret.expose(), mark(&key, secret));
        let cookie = format!("{name}={secret}.{mark}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}");
        let mut value = HeaderValue::try_from(cookie).expect("a secret is letters and figures");
        value.set_sensitive(true);
        Ok(value)
    }

    /// Do browsers speak HTTPS with it?
    pub(crate) fn is_encrypted(&self) -> bool {
        self.config.public_url.as_ref().is_some_and(PublicUrl::is_encrypted)
    }
}

/// The values that a request has under a cookie's name.
fn sent<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
    pairs.filter_map(move |pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Compares without telling by the time it takes how much was right.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// A short code by which another browser of the same player sits down: 40 bits, for a few minutes, behind a rate.
pub(crate) fn short_code() -> String {
    let word = random_word(8);
    format!("{}-{}", &word[..4], &word[4..])
}
