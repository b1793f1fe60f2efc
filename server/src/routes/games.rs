//! Games: made, listed, looked at, given up, played again.

use crate::app::App;
use crate::deed::Deed;
use crate::extract::{Address, At, Body, Browser, Key, Named, Who, game_id};
use crate::folder::{Folder, SeatFolder, Seated, Share, Sitter, Status};
use crate::games::{Outcome, Step};
use crate::machines::owner_of;
use crate::problem::{Problem, ProblemBody};
use crate::routes::drafts;
use crate::routes::orders::once;
use crate::secrets::{GameId, Secret, hex};
use crate::security::known;
use crate::stand::Stand;
use crate::store::NewGame;
use crate::views::{GameView, Summary};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::game::{AnyGame, DiceKind, DiceRoot, Header, ScenarioCard};
use kernel::procedure::{Inputs, Refusal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// Lists of games.
#[derive(Serialize, ToSchema)]
pub(crate) struct Lists {
    /// Those you sit in.
    mine: Vec<Summary>,
    /// Those that anybody may watch.
    listed: Vec<Summary>,
}

/// Your games, and those shown to all.
#[utoipa::path(get, path = "/games", tag = "games", responses((status = 200, body = Lists)))]
pub(crate) async fn list(State(app): State<Arc<App>>, Browser(browser): Browser) -> Result<Json<Lists>, Problem> {
    let mine = match &browser {
        Some(browser) => app.store.games_of(browser, 100).await?,
        None => Vec::new(),
    };
    let listed = app.store.listed(50).await?;
    let summary = |row| Summary::of(row, browser.as_ref());
    Ok(Json(Lists { mine: mine.into_iter().map(summary).collect(), listed: listed.into_iter().map(summary).collect() }))
}

/// A game to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameBody {
    /// The book.
    book: String,
    /// The scenario.
    scenario: String,
    /// The text of a scenario of one's own, 256 KB at most; `scenario` is then only what it is called.
    #[serde(default)]
    text: Option<String>,
    /// The options; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Object)]
    options: Inputs,
    /// Who sits where; a seat that is left out waits for somebody with its link.
    #[serde(default)]
    seats: BTreeMap<String, SeatBody>,
    /// What you call it.
    #[serde(default)]
    #[schema(max_length = 80)]
    name: String,
    /// Is it shown to those who look for a game to watch?
    #[serde(default)]
    listed: bool,
    /// May players ask the machine for hints, in a game between people? Whoever joins is told.
    #[serde(default)]
    hints: bool,
    /// May throws be taken back? Only in games that you play alone, against machines or on both sides; the log says so.
    #[serde(default)]
    practice: bool,
}

/// Who is to sit at a seat.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum SeatBody {
    /// You.
    Me,
    /// Somebody who has the link.
    Link,
    /// A machine; the best where none is named.
    Machine {
        /// Its name.
        machine: Option<String>,
    },
}

/// Makes a game.
#[utoipa::path(post, path = "/games", tag = "games", request_body = NewGameBody, responses(
    (status = 201, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Address(address): Address,
    Body(asked): Body<NewGameBody>,
) -> Result<Response, Problem> {
    let game = app.shelf.game(&asked.book)?;
    let (asked, own) = app.heavy_work(move || check(game, &asked).map(|own| (asked, own))).await?;
    app.spare_the_store(address).await?;
    let (browser, cookie) = known(browser);
    let seated = Seated { browser: browser.clone(), since: Some(app.config.clock.wall()) };
    let (seats, links) = seat(game, &asked, &seated)?;
    let (id, secret) = app.config.chance.next_game();
    let folder = Folder {
        name: cleaned(&asked.name),
        book: asked.book,
        release: game.release().to_owned(),
        scenario: asked.scenario,
        text: asked.text,
        own,
        options: asked.options,
        listed: asked.listed,
        hints: asked.hints,
        practice: asked.practice,
        said: 0,
        quiet: Vec::new(),
        owner: owner_of(address),
        made_by: Some(browser.clone()),
        seats,
        secret: hex(&secret),
        by_throws: true,
        offer: None,
        rematch: None,
        left_off: false,
        result: None,
    };
    app.make(&id, folder).await?;
    let links = links.into_iter().map(|(seat, secret)| (seat, link(&id, &secret))).collect();
    let mut view = app.look(&id, move |live| Ok(GameView::of(live, Some(&browser)))).await?;
    view.links = links;
    let location = format!("/api/v1/games/{id}");
    let mut response = (StatusCode::CREATED, [(header::LOCATION, location)], Json(view)).into_response();
    if let Some(secret) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, app.cookie_for(&secret).await?);
    }
    Ok(response)
}

/// The link of a seat: the secret stands where browsers do not send it by themselves.
pub(crate) fn link(id: &GameId, secret: &Secret) -> String {
    format!("/#/join/{id}/{}", secret.expose())
}

/// Refuses what could not be set up, before anything is kept: the set-up is tried with other dice. Says the title of a
/// scenario of one's own, and of a battle that the options make another than the book lists.
fn check(game: &'static dyn AnyGame, asked: &NewGameBody) -> Result<Option<String>, Problem> {
    if cleaned(&asked.name).chars().count() > 80 {
        return Err(Problem::malformed("name", "A name has at most 80 characters."));
    }
    if asked.text.is_some() && !is_plain(&asked.scenario) {
        let sentence = "A scenario of one's own is called by up to 60 small letters, digits and hyphens.";
        return Err(Problem::malformed("scenario", sentence));
    }
    let alone =
        |seat: &kernel::seat::Seat| matches!(asked.seats.get(seat.0), Some(SeatBody::Me | SeatBody::Machine { .. }));
    if asked.practice && !game.seats().iter().all(alone) {
        let sentence = "A practice game is played alone: against machines, or on both sides.";
        return Err(Problem::malformed("practice", sentence));
    }
    let title = match &asked.text {
        Some(text) => drafts::read(&asked.book, game, text)?,
        None => card_of(game, &asked.scenario, &asked.options)?.title,
    };
    let listed = |card: &ScenarioCard| card.id == asked.scenario && card.title == title;
    let own = asked.text.is_some() || !game.scenarios().iter().any(listed);
    let mut header = Header::of(&asked.book, &asked.scenario, asked.options.clone(), DiceKind::Seed(0));
    header.text.clone_from(&asked.text);
    let root = DiceRoot::of_seed(0);
    game.start(header, root.state_key(), &mut root.entry(0))?;
    let known: Vec<&str> = game.seats().iter().map(|seat| seat.0).collect();
    for (name, body) in &asked.seats {
        if !known.contains(&name.as_str()) {
            let sentence = format!("there is no seat '{name}'; the seats are {}", known.join(", "));
            return Err(Refusal::field("seats", sentence).into());
        }
        if let SeatBody::Machine { machine } = body {
            machine_of(game, machine.as_deref())?;
        }
    }
    Ok(own.then_some(title))
}

/// What a scenario of the book is called and about, as the options make it.
fn card_of(game: &'static dyn AnyGame, scenario: &str, options: &Inputs) -> Result<ScenarioCard, Problem> {
    let text = game.scenario_text(scenario, options)?;
    game.scenario_card(&text).map(|(card, _)| card).map_err(|troubles| Problem::wrong_text(&troubles))
}

/// A name as it can be shown in a line among others: without control characters, without marks that turn the direction of
/// what follows or that nobody sees, and without white space at length.
fn cleaned(name: &str) -> String {
    let hidden = |c: char| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    let plain = |c: char| if c.is_control() || c.is_whitespace() { ' ' } else { c };
    let shown: String = name.chars().filter(|c| !hidden(*c)).map(plain).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=60).contains(&name.len()) && name.chars().all(plain)
}

fn machine_of(game: &'static dyn AnyGame, asked: Option<&str>) -> Result<String, Problem> {
    let machines = game.machines();
    let found = machines.iter().find(|(name, _)| asked.is_none_or(|asked| asked == *name));
    found.map(|(name, _)| (*name).to_owned()).ok_or_else(|| {
        let names: Vec<_> = machines.iter().map(|(name, _)| *name).collect();
        let sentence = if names.is_empty() {
            "this book has no machine players yet".to_owned()
        } else {
            format!("there is no machine player '{}'; there are {}", asked.unwrap_or_default(), names.join(", "))
        };
        Refusal::field("machine", sentence).into()
    })
}

type Links = Vec<(String, Secret)>;

fn seat(game: &'static dyn AnyGame, asked: &NewGameBody, seated: &Seated) -> Result<(Vec<SeatFolder>, Links), Problem> {
    let (mut seats, mut links) = (Vec::new(), Vec::new());
    for seat in game.seats() {
        let sitter = match asked.seats.get(seat.0) {
            Some(SeatBody::Machine { machine }) => Sitter::Machine { name: machine_of(game, machine.as_deref())? },
            other => {
                let secret = Secret::random();
                let link = secret.kept();
                links.push((seat.0.to_owned(), secret));
                let browsers = match other {
                    Some(SeatBody::Me) => vec![seated.clone()],
                    _ => Vec::new(),
                };
                Sitter::Person { link, browsers, code: None, dice: Share::Awaited }
            }
        };
        seats.push(SeatFolder { seat: seat.0.to_owned(), sitter });
    }
    Ok((seats, links))
}

impl App {
    /// Holds an address to its rate of new games, and all together to as many as fit.
    async fn spare_the_store(&self, address: IpAddr) -> Result<(), Problem> {
        let too_many = "You have made many games; please play some first.";
        self.new_games.take(address).map_err(|seconds| Problem::too_many(too_many, seconds))?;
        if self.store.running().await? >= self.config.limits.games {
            return Err(Problem::too_many("There are as many games here as fit; please come back later.", 3600));
        }
        Ok(())
    }

    /// Keeps a new game, and begins it where nobody is waited for.
    pub(crate) async fn make(self: &Arc<App>, id: &GameId, folder: Folder) -> Result<(), Problem> {
        let status = if folder.is_full() { Status::Dice } else { Status::Waiting };
        let idle = folder.all_opened() && folder.is_full();
        let (id_of_new, at) = (id.clone(), self.config.clock.wall());
        let new = NewGame {
            id: id_of_new,
            status,
            folder,
            entries: Vec::new(),
            snapshot: None,
            stand: Stand::default(),
            lines: Vec::new(),
            notes: Vec::new(),
            due: false,
            created: at,
            updated: at,
        };
        self.store.create(new).await?;
        if idle {
            self.change(id, |live, shelf, now| {
                let entry = live.begin(shelf, now)?;
                Ok(Outcome::Changed { entry, answer: () })
            })
            .await?;
        }
        Ok(())
    }
}

/// A game.
#[utoipa::path(get, path = "/games/{game}", tag = "games", params(("game" = String, Path)), responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
) -> Result<Json<GameView>, Problem> {
    let id = game_id(&game)?;
    Ok(Json(app.look(&id, move |live| Ok(GameView::of(live, browser.as_ref()))).await?))
}

/// What a game's scenario is called and about, and what each side is told: of a battle that was made of options, and of a scenario of
/// the players' own, as it is played. It is no secret: the log has it from the start.
#[utoipa::path(get, path = "/games/{game}/card", tag = "games", params(("game" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn card(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
) -> Result<Json<ScenarioCard>, Problem> {
    let id = game_id(&game)?;
    let folder = app.look(&id, |live| {
        let begun = live.table.as_ref().and_then(|table| table.header().text.clone());
        let Folder { book, scenario, options, text, .. } = &*live.folder;
        Ok((book.clone(), scenario.clone(), options.clone(), begun.or_else(|| text.clone())))
    });
    let (book, scenario, options, text) = folder.await?;
    let game = app.shelf.game(&book).map_err(Problem::no_such)?;
    app.heavy_work(move || match text {
        Some(text) => {
            game.scenario_card(&text).map(|(card, _)| Json(card)).map_err(|troubles| Problem::wrong_text(&troubles))
        }
        None => card_of(game, &scenario, &options).map(Json),
    })
    .await
}

/// One of your seats.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct SeatOnly {
    /// Its name.
    pub(crate) seat: String,
}

/// Gives a game up.
#[utoipa::path(post, path = "/games/{game}/resign", tag = "games", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Key(key): Key,
    At { who, body }: At<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let once = key.map(|key| once(&body.seat, key, "resign", &serde_json::Value::Null));
    let resigned = app.change_seated(who, body.seat, move |live, seat, moved| {
        if let Some(once) = &once
            && live.answered(once)?.is_some()
        {
            return Ok(Step::None);
        }
        live.table()?;
        let (entry, _) = live.perform(&Deed::Resign { seat: seat.to_owned() }, once.clone(), moved.now)?;
        Ok(Step::Taken(Some(entry)))
    });
    resigned.await
}

/// Goes on with a game that was left off because nobody touched it.
#[utoipa::path(post, path = "/games/{game}/reopen", tag = "games", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn reopen(
    State(app): State<Arc<App>>,
    At { who, body }: At<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let reopened = app.change_seated(who, body.seat, |live, seat, moved| live.reopen(seat, moved.now).map(Step::Taken));
    reopened.await
}

/// A game again.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct RematchBody {
    /// One of your seats in the game that is over.
    seat: String,
    /// Does everybody sit at the next seat?
    #[serde(default)]
    swap: bool,
}

/// A new game with the same people.
#[utoipa::path(post, path = "/games/{game}/rematch", tag = "games", params(("game" = String, Path)),
    request_body = RematchBody, responses(
    (status = 200, body = GameView),
    (status = 201, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Address(address): Address,
    At { who: Who { id, browser }, body: RematchBody { seat, swap } }: At<RematchBody>,
) -> Result<Response, Problem> {
    let asker = browser.clone();
    let old = app.look(&id, move |live| {
        live.hold(&seat, asker.as_ref())?;
        if live.status != Status::Over {
            return Err(Problem::not_now("The game is not over yet."));
        }
        let text = live.table.as_ref().and_then(|table| table.header().text.clone());
        Ok(Folder { text, ..(*live.folder).clone() })
    });
    let old = old.await?;
    if let Some(next) = old.rematch {
        let view = app.look(&next, move |live| Ok(GameView::of(live, browser.as_ref()))).await?;
        return Ok(Json(view).into_response());
    }
    app.spare_the_store(address).await?;
    let (next, secret) = app.config.chance.next_game();
    let release = app.shelf.game(&old.book)?.release();
    app.make(&next, Folder { release: release.to_owned(), ..again(&old, swap, &secret) }).await?;
    let agreed = next.clone();
    // Two may ask at once: the first decides, and the other's game is put away.
    let chosen = app.change(&id, move |live, _, _| {
        if let Some(other) = &live.folder.rematch {
            return Ok(Outcome::Unchanged(other.clone()));
        }
        live.folder.rematch = Some(agreed.clone());
        Ok(Outcome::Changed { entry: None, answer: agreed.clone() })
    });
    let chosen = chosen.await?;
    let status = if chosen == next { StatusCode::CREATED } else { StatusCode::OK };
    if chosen != next {
        app.change(&next, |live, _, _| {
            live.status = Status::Over;
            live.folder.seats.iter_mut().for_each(SeatFolder::leave);
            Ok(Outcome::Changed { entry: None, answer: () })
        })
        .await?;
    }
    let view = app.look(&chosen, move |live| Ok(GameView::of(live, browser.as_ref()))).await?;
    Ok((status, Json(view)).into_response())
}

fn again(old: &Folder, swap: bool, secret: &[u8; 32]) -> Folder {
    let mut fresh = old.clone();
    let mut sitters: Vec<Sitter> = fresh.seats.iter().map(|seat| seat.sitter.clone()).collect();
    if swap {
        sitters.rotate_right(1);
    }
    for (seat, mut sitter) in fresh.seats.iter_mut().zip(sitters) {
        if let Sitter::Person { dice, code, .. } = &mut sitter {
            *dice = Share::Awaited;
            *code = None;
        }
        seat.sitter = sitter;
    }
    fresh.secret = hex(secret);
    fresh.by_throws = true;
    (fresh.offer, fresh.rematch, fresh.result, fresh.left_off) = (None, None, None, false);
    fresh.said = 0;
    fresh
}
