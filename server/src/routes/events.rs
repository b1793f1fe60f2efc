//! Live updates: one stream of server-sent events for all games a browser looks at.

use crate::app::App;
use crate::extract::{Address, Asked, Browser};
use crate::hub::Place;
use crate::problem::{Kind, Problem, ProblemBody};
use crate::secrets::{GameId, Kept};
use crate::shown::Shown;
use crate::views::GameView;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use kernel::game::EntryView;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use utoipa::IntoParams;

/// What to look at.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EventsQuery {
    /// The games, behind commas; at most 50.
    games: String,
    /// What was seen already, as a cursor; `Last-Event-ID` goes before it.
    last: Option<String>,
}

/// Live updates of some games.
#[utoipa::path(get, path = "/events", tag = "events", params(EventsQuery), responses(
    (status = 200, body = String, content_type = "text/event-stream"),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Address(address): Address,
    Asked(EventsQuery { games, last }): Asked<EventsQuery>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let mut looked_at: Vec<GameId> = Vec::new();
    let mut gone = Vec::new();
    for name in games.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match GameId::read(name) {
            Some(id) if !looked_at.contains(&id) => looked_at.push(id),
            Some(_) => {}
            None => gone.push(name.chars().take(60).collect::<String>()),
        }
    }
    if looked_at.len() + gone.len() > 50 {
        return Err(Problem::malformed("games", "A stream shows at most 50 games."));
    }
    let counted = Counted::one(&app, address)?;
    let reconnected = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let cursor = Cursor::read(reconnected.or(last).as_deref().unwrap_or_default());
    let place = app.hub.place(looked_at.clone());
    let stopping = app.stopping.subscribe();
    let mut watcher = Watcher {
        app,
        browser,
        place,
        cursor,
        stopping,
        shown: HashMap::new(),
        positions: HashMap::new(),
        ready: VecDeque::new(),
        _counted: counted,
    };
    for name in gone {
        watcher.gone(&name);
    }
    for id in looked_at {
        watcher.look(&id).await;
    }
    let events = stream::unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// One of the live streams, as long as it lives.
struct Counted {
    app: Arc<App>,
    address: IpAddr,
}

impl Counted {
    fn one(app: &Arc<App>, address: IpAddr) -> Result<Counted, Problem> {
        let limits = app.config.limits;
        let mut streams = app.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let in_all: usize = streams.values().sum();
        let of_one = streams.entry(address).or_default();
        if in_all >= limits.streams || *of_one >= limits.streams_of_one {
            return Err(Problem::too_many("Too many are looking on just now; please try again.", 10));
        }
        *of_one += 1;
        app.metrics.streams.inc();
        Ok(Counted { app: Arc::clone(app), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut streams = self.app.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut of_one) = streams.entry(self.address) {
            *of_one.get_mut() -= 1;
            if *of_one.get() == 0 {
                of_one.remove();
            }
        }
        self.app.metrics.streams.dec();
    }
}

struct Watcher {
    app: Arc<App>,
    browser: Option<Kept>,
    place: Place,
    cursor: Cursor,
    stopping: watch::Receiver<bool>,
    /// The hash of each game as it was last shown: it is shown again only when it differs.
    shown: HashMap<GameId, blake3::Hash>,
    /// What each pair of eyes was last shown, or could have fetched when the stream began.
    positions: HashMap<(GameId, String), Arc<Shown>>,
    ready: VecDeque<Event>,
    _counted: Counted,
}

/// What is new for a pair of eyes.
struct News {
    seat: String,
    from: u32,
    count: u32,
    entries: Vec<EntryView>,
    position: Option<Arc<Shown>>,
}

#[derive(Serialize)]
struct NewEntries<'a> {
    game: &'a str,
    seat: &'a str,
    from: u32,
    entries: &'a [EntryView],
}

impl Watcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let woken = tokio::select! {
                woken = self.place.woken() => woken,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            };
            for id in woken {
                self.look(&id).await;
            }
        }
    }

    /// What is new in a game for this browser.
    async fn look(&mut self, id: &GameId) {
        let app = Arc::clone(&self.app);
        let (browser, cursor) = (self.browser.as_ref(), &self.cursor);
        // It is little, and made once for all who look through the same eyes: less than to hand it to another thread.
        let looked = app.glance(id, |live| {
            let mut news = Vec::new();
            for (eyes, seat) in live.all_eyes(browser) {
                let table = live.table()?;
                let count = table.count(eyes);
                let from = cursor.of(id, &seat).unwrap_or(count);
                let entries = if from < count { table.entries(eyes, from) } else { Vec::new() };
                let position = live.positions.if_drawn(table, eyes);
                news.push(News { seat, from, count, entries, position });
            }
            Ok((news, GameView::of(live, browser)))
        });
        let (news, view) = match looked.await {
            Ok(looked) => looked,
            Err(problem) if problem.kind() == Kind::Unknown => return self.gone(id.as_str()),
            // The storage does not answer: the stream stays, and the next wake-up looks again.
            Err(_) => return,
        };
        for news in news {
            self.tell(id, news);
        }
        let text = serde_json::to_string(&view).expect("a game is plain data");
        let hash = blake3::hash(text.as_bytes());
        if self.shown.insert(id.clone(), hash) != Some(hash) {
            self.push("game", text);
        }
    }

    /// Sends what happened and how what these eyes see has changed, where there is any of it.
    fn tell(&mut self, id: &GameId, News { seat, from, count, entries, position }: News) {
        self.cursor.set(id, &seat, count);
        let key = (id.clone(), seat);
        let before = match position {
            Some(ref now) => self.positions.insert(key.clone(), Arc::clone(now)),
            None => self.positions.remove(&key),
        };
        let changes = before.zip(position).and_then(|(before, now)| now.since(&before));
        if entries.is_empty() && changes.is_none() {
            return;
        }
        let news = NewEntries { game: id.as_str(), seat: &key.1, from, entries: &entries };
        let mut text = serde_json::to_string(&news).expect("entries are plain data");
        // The changes are JSON already. A stream that cannot know what these eyes saw leaves them out.
        if let Some(changes) = changes {
            text.pop();
            let _ = write!(text, ",\"changes\":{changes}}}");
        }
        self.push("entries", text);
    }

    fn gone(&mut self, id: &str) {
        self.push("gone", serde_json::json!({ "game": id }).to_string());
    }

    fn push(&mut self, name: &str, data: String) {
        self.ready.push_back(Event::default().event(name).id(self.cursor.text()).data(data));
    }
}

/// How many entries each pair of eyes has been sent: `GAME.SEAT.COUNT`, behind commas.
#[derive(Clone, Default, PartialEq, Debug)]
struct Cursor(Vec<(String, String, u32)>);

impl Cursor {
    fn read(text: &str) -> Cursor {
        let item = |item: &str| {
            let mut parts = item.trim().splitn(3, '.');
            let (game, seat, count) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
            Some((game.to_owned(), seat.to_owned(), count))
        };
        Cursor(text.split(',').filter_map(item).take(200).collect())
    }

    fn of(&self, game: &GameId, seat: &str) -> Option<u32> {
        self.0.iter().find(|(known, eyes, _)| known == game.as_str() && eyes == seat).map(|(_, _, count)| *count)
    }

    fn set(&mut self, game: &GameId, seat: &str, count: u32) {
        match self.0.iter_mut().find(|(known, eyes, _)| known == game.as_str() && eyes == seat) {
            Some((_, _, known)) => *known = count,
            None => self.0.push((game.to_string(), seat.to_owned(), count)),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (game, seat, count) in &self.0 {
            let comma = if text.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}{game}.{seat}.{count}");
        }
        text.retain(|c| c != '\n' && c != '\r' && c != '\0');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_as_it_was_sent() {
        let (one, two) = (GameId::random(), GameId::random());
        let mut cursor = Cursor::default();
        cursor.set(&one, "red", 3);
        cursor.set(&two, "spectator", 7);
        cursor.set(&one, "red", 4);
        assert_eq!(cursor.text(), format!("{one}.red.4,{two}.spectator.7"));
        assert_eq!(Cursor::read(&cursor.text()), cursor);
        assert_eq!((cursor.of(&one, "red"), cursor.of(&one, "blue")), (Some(4), None));
    }

    #[test]
    fn a_cursor_that_cannot_be_read_is_no_cursor() {
        assert_eq!(Cursor::read("nonsense,a.b,a.b.c,"), Cursor::default());
    }
}
