//! The server's figures, measured on this machine: `make bench` runs it. Server and players share the machine.
//!
//! - 2,000 orders a second offered over 200 games on SQLite: how long each takes from the moment it was due;
//! - how many orders a second go through when players wait for nothing else, on SQLite and PostgreSQL, every commit
//!   synced, and what an order takes of the processors;
//! - how `squares` goes with all that belongs to it: people who put orders together by prompts and look on by live
//!   streams, and a machine at its pace on the other side;
//! - how many orders of `squares` a second go through with prompts and live streams in 200 games, beside a bare loop of
//!   SQLite commits of the same bytes with the same sync, and how long they take at half of that;
//! - what an order of `tokens` takes beside one of `squares`;
//! - what 1,000 live streams that are told of moves, and 10,000 that only listen, take in memory;
//! - how long a start with 10,000 stored games takes.
//!
//! Words on the command line choose among `offered`, `full`, `squares`, `tokens`, `load`, `streams` and `start`; without any it is
//! all.

#[path = "server_bench/load.rs"]
mod load;
#[path = "server_bench/played.rs"]
mod played;

use serde_json::{Value, json};
use server::store::{self, NewGame};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;

type Trouble = Box<dyn std::error::Error + Send + Sync>;

const GAMES: usize = 200;
const OFFERED: f64 = 2_000.0;

/// About how many orders a game has.
const GAME_LENGTH: usize = 60;

#[tokio::main]
async fn main() -> Result<(), Trouble> {
    let folder = tempfile::Builder::new().prefix("sandtable-bench").tempdir_in(target())?;
    let sqlite = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    sync_time(folder.path())?;

    let asked: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |what: &str| asked.is_empty() || asked.iter().any(|asked| asked == what);
    if wanted("offered") {
        let server = Process::start(&sqlite("offered.db"))?;
        let players = apart(sit_down(&server, GAMES).await?).await?;
        let effort = Effort::of(&server)?;
        let (mut took, seconds) = offered(players, Duration::from_secs(8)).await?;
        let what = format!("{OFFERED} orders/s offered over {GAMES} games, SQLite");
        report(&what, &mut took, seconds, &effort.since(&server)?, &Promised::Late(25.0));
    }
    if wanted("full") {
        saturate("SQLite", &sqlite("full.db"), &Promised::Through(THROUGH)).await?;
        match postgres().await {
            Ok(url) => saturate("PostgreSQL", &url, &Promised::Nothing).await?,
            Err(trouble) => println!("saturation, PostgreSQL: not measured ({trouble})"),
        }
    }
    if wanted("squares") {
        played::play(&sqlite("squares.db")).await?;
    }
    if wanted("tokens") {
        played::beside_squares(&sqlite("tokens.db")).await?;
    }
    if wanted("load") {
        load::play(&folder.path().join("load.db")).await?;
    }
    if wanted("streams") {
        streams(&sqlite("streams.db")).await?;
        idle_streams(&sqlite("idle.db")).await?;
    }
    if wanted("start") {
        start_up(&sqlite("many.db")).await?;
    }
    Ok(())
}

/// How long the medium takes to sync a small write.
fn sync_time(folder: &std::path::Path) -> Result<(), Trouble> {
    let mut file = File::create(folder.join("sync"))?;
    let mut took = Vec::new();
    for _ in 0..200 {
        let start = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        took.push(start.elapsed());
    }
    took.sort_unstable();
    println!("the medium syncs 4 kB in {:.2} ms (median), {:.2} ms (p99)", ms(took[100]), ms(took[198]));
    Ok(())
}

async fn saturate(name: &str, store: &str, promised: &Promised) -> Result<(), Trouble> {
    let server = Process::start(store)?;
    let players = sit_down(&server, GAMES).await?;
    let effort = Effort::of(&server)?;
    let (mut took, seconds) = flat_out(players).await?;
    report(&format!("saturation, {name}"), &mut took, seconds, &effort.since(&server)?, promised);
    Ok(())
}

/// What is promised of a load.
enum Promised {
    /// That all that is offered is carried, with so many milliseconds for nearly every order.
    Late(f64),
    /// That so many orders a second go through, and that none takes more than its share of the processors.
    Through(f64),
    /// Nothing; it stands beside the other.
    Nothing,
}

/// Three times what boardgame.io carried of a trivial game in memory, on the machine on which both were measured.
const THROUGH: f64 = 11_310.0;

/// The most that an order may take of the processors, in milliseconds.
const EFFORT: f64 = 0.15;

fn report(what: &str, took: &mut [Duration], seconds: f64, effort: &Spent, promised: &Promised) {
    took.sort_unstable();
    let at = |share: f64| ms(took[((took.len() - 1) as f64 * share) as usize]);
    let (carried, an_order) = (took.len() as f64 / seconds, effort.an_order(took.len()));
    let promise = match promised {
        Promised::Late(most) => {
            let kept = at(0.99) <= *most && carried >= OFFERED * 0.99;
            format!("; promised p99 <= {most} ms: {}", verdict(kept))
        }
        Promised::Through(least) => format!(
            "; promised >= {least:.0} orders/s: {}, <= {EFFORT} ms: {}",
            verdict(carried >= *least),
            verdict(an_order <= EFFORT)
        ),
        Promised::Nothing => String::new(),
    };
    println!(
        "{what}: {carried:.0} orders/s carried out, p50 {:.1} ms, p99 {:.1} ms, slowest {:.1} ms; {an_order:.3} ms of the \
         processors an order ({effort}){promise}",
        at(0.5),
        at(0.99),
        at(1.0),
    );
}

/// What server and players have used of the processors so far, in seconds, and the machine beside them.
struct Effort {
    at: Instant,
    server: f64,
    players: f64,
}

impl Effort {
    fn of(server: &Process) -> Result<Effort, Trouble> {
        Ok(Effort {
            at: Instant::now(),
            server: processor_time(&format!("/proc/{}/stat", server.child.id()))?,
            players: processor_time("/proc/self/stat")?,
        })
    }

    /// What each has used since.
    fn since(&self, server: &Process) -> Result<Spent, Trouble> {
        let now = Effort::of(server)?;
        let load = std::fs::read_to_string("/proc/loadavg")?;
        Ok(Spent {
            seconds: (now.at - self.at).as_secs_f64(),
            server: now.server - self.server,
            players: now.players - self.players,
            load: load.split(' ').next().unwrap_or_default().to_owned(),
        })
    }
}

/// What was used of the processors in some time, in seconds.
struct Spent {
    seconds: f64,
    server: f64,
    players: f64,
    load: String,
}

impl Spent {
    /// What the server has used for each of so many orders, in milliseconds.
    fn an_order(&self, orders: usize) -> f64 {
        self.server * 1e3 / orders.max(1) as f64
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let share = |used: f64| used / self.seconds;
        let (server, players, load) = (share(self.server), share(self.players), &self.load);
        write!(f, "of {cores} cores the server took {server:.2}, the players {players:.2}; load average {load}")
    }
}

/// The processor time of a process, in seconds; Linux counts it in hundredths.
fn processor_time(stat: &str) -> Result<f64, Trouble> {
    let text = std::fs::read_to_string(stat)?;
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).ok_or("no processor time");
    Ok((field(11)? + field(12)?) / 100.0)
}

fn verdict(kept: bool) -> &'static str {
    if kept { "kept" } else { "MISSED" }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A server in a process of its own, beside this program.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    fn start(store: &str) -> Result<Process, Trouble> {
        Process::start_at_pace(store, "0")
    }

    /// One whose machines take so many milliseconds for an order at least.
    fn start_at_pace(store: &str, pace: &str) -> Result<Process, Trouble> {
        let program = std::env::current_exe()?.with_file_name("drill_server");
        let mut server = Command::new(program);
        let mut child = server.args(["127.0.0.1:0", store]).env("DRILL_PACE", pace).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on ").ok_or("it does not listen")?.to_owned();
        Ok(Process { child, address })
    }

    /// What it takes in memory, in megabytes.
    fn memory(&self) -> Result<f64, Trouble> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn target() -> std::path::PathBuf {
    let program = std::env::current_exe().ok();
    program.and_then(|program| Some(program.ancestors().nth(3)?.to_owned())).unwrap_or_else(std::env::temp_dir)
}

/// A player of both seats of a game, on a connection of his own.
struct Player {
    connection: TcpStream,
    cookie: String,
    game: String,
    units: [Vec<u64>; 2],
    /// The number of the ask that each seat has, or will have next.
    ask: [u32; 2],
    looked_out: [usize; 2],
    seat: usize,
    sent: u32,
}

const SEATS: [&str; 2] = ["red", "blue"];

async fn sit_down(server: &Process, count: usize) -> Result<Vec<Player>, Trouble> {
    let mut players = Vec::new();
    for _ in 0..count {
        players.push(Player::new(&server.address).await?);
    }
    Ok(players)
}

impl Player {
    async fn new(address: &str) -> Result<Player, Trouble> {
        let connection = TcpStream::connect(address).await?;
        connection.set_nodelay(true)?;
        let mut player = Player {
            connection,
            cookie: String::new(),
            game: String::new(),
            units: [Vec::new(), Vec::new()],
            ask: [1, 1],
            looked_out: [0, 0],
            seat: 0,
            sent: 0,
        };
        player.begin().await?;
        Ok(player)
    }

    async fn begin(&mut self) -> Result<(), Trouble> {
        let body = json!({
            "book": "drill", "scenario": "skirmish", "options": { "turns": 9, "scouts": 0 },
            "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } },
        });
        let made = self.send("POST", "/games", Some(&body)).await?;
        made["id"].as_str().ok_or("no game")?.clone_into(&mut self.game);
        for seat in SEATS {
            self.send("POST", &format!("/games/{}/dice/leave", self.game), Some(&json!({ "seat": seat }))).await?;
        }
        let table = self.send("GET", &format!("/games/{}/table?seat=red", self.game), None).await?;
        for (seat, units) in SEATS.iter().zip(&mut self.units) {
            let pieces = table["position"]["pieces"].as_array().ok_or("no pieces")?;
            *units =
                pieces.iter().filter(|piece| piece["seat"] == *seat).filter_map(|piece| piece["id"].as_u64()).collect();
        }
        (self.ask, self.looked_out, self.seat) = ([1, 1], [0, 0], 0);
        Ok(())
    }

    /// The next order: plots, then each unit looks out, then the seat passes.
    async fn order(&mut self, question: &str) -> Result<Value, Trouble> {
        let seat = self.seat;
        let order = if question.contains("plot") {
            self.looked_out[seat] = 0;
            json!({ "plot": { "stance": if seat == 0 { "rush" } else { "creep" } } })
        } else if let Some(unit) = self.units[seat].get(self.looked_out[seat]) {
            self.looked_out[seat] += 1;
            json!({ "look-out": { "unit": unit } })
        } else {
            json!("pass")
        };
        let body = json!({ "seat": SEATS[seat], "ask": self.ask[seat], "orders": [order] });
        let path = format!("/games/{}/orders", self.game);
        let done = self.send("POST", &path, Some(&body)).await?;
        self.ask[seat] += 1;
        Ok(done)
    }

    /// Begins another game where this one is over. True where it did.
    async fn begin_anew(&mut self, last: &mut Value) -> Result<bool, Trouble> {
        let over = !last["result"].is_null();
        if over {
            self.begin().await?;
            *last = Value::Null;
        }
        Ok(over)
    }

    /// Plays one order of a game that is not over.
    async fn play(&mut self, last: &mut Value) -> Result<(), Trouble> {
        let asks = last["asks"].as_array().cloned().unwrap_or_default();
        let of = |seat: usize| asks.iter().find(|ask| ask["seat"] == SEATS[seat]);
        let (seat, question) = match (of(self.seat), of(1 - self.seat)) {
            (Some(ask), _) => (self.seat, ask["question"].as_str().unwrap_or_default().to_owned()),
            (None, Some(ask)) => (1 - self.seat, ask["question"].as_str().unwrap_or_default().to_owned()),
            (None, None) => (0, "plot".to_owned()),
        };
        self.seat = seat;
        *last = self.order(&question).await?;
        Ok(())
    }

    async fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
        self.sent += 1;
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\nidempotency-key: k{}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.cookie,
            self.sent,
            body.len()
        );
        self.connection.write_all(request.as_bytes()).await?;
        let (head, body) = read_answer(&mut self.connection).await?;
        if let Some(cookie) = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
            cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        if !status.starts_with('2') {
            return Err(format!("{status} for {method} {path}: {body}").into());
        }
        Ok(serde_json::from_str(&body)?)
    }
}

async fn read_answer(connection: &mut TcpStream) -> Result<(String, String), Trouble> {
    let mut bytes = Vec::with_capacity(4096);
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).ok_or("no length")?;
            let whole = end + 4 + length.trim().parse::<usize>()?;
            while bytes.len() < whole {
                if connection.read_buf(&mut bytes).await? == 0 {
                    return Err("the server has hung up".into());
                }
            }
            return Ok((head, String::from_utf8_lossy(&bytes[end + 4..whole]).into_owned()));
        }
        if connection.read_buf(&mut bytes).await? == 0 {
            return Err("the server has hung up".into());
        }
    }
}

/// Plays each game on to another point, so that they do not all end, and are followed by others, in the same moment.
async fn apart(players: Vec<Player>) -> Result<Vec<(Player, Value)>, Trouble> {
    let tasks: Vec<_> = players
        .into_iter()
        .enumerate()
        .map(|(i, mut player)| {
            tokio::spawn(async move {
                let mut last = Value::Null;
                for _ in 0..i % GAME_LENGTH {
                    player.begin_anew(&mut last).await?;
                    player.play(&mut last).await?;
                }
                Ok::<_, Trouble>((player, last))
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.push(task.await??);
    }
    Ok(all)
}

/// Orders come at their times, whether or not those before them are done.
async fn offered(players: Vec<(Player, Value)>, length: Duration) -> Result<(Vec<Duration>, f64), Trouble> {
    let every = Duration::from_secs_f64(players.len() as f64 / OFFERED);
    let start = tokio::time::Instant::now() + Duration::from_millis(200);
    let count = players.len() as u32;
    let tasks = players.into_iter().enumerate().map(|(i, (mut player, mut last))| {
        tokio::spawn(async move {
            let mut took = Vec::new();
            let mut due = start + every * i as u32 / count;
            while due < start + length {
                tokio::time::sleep_until(due).await;
                // The next game is made between two orders, and is not counted as one.
                if player.begin_anew(&mut last).await? {
                    due = tokio::time::Instant::now();
                }
                player.play(&mut last).await?;
                took.push(due.elapsed());
                due += every;
            }
            Ok::<_, Trouble>(took)
        })
    });
    let (took, _) = gather(tasks.collect(), 0.0).await?;
    // What was not carried out in time shows in the rate too.
    Ok((took, start.elapsed().max(length).as_secs_f64()))
}

/// Each player sends his next order as soon as the last is done.
async fn flat_out(players: Vec<Player>) -> Result<(Vec<Duration>, f64), Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    let start = Instant::now();
    let tasks: Vec<_> = players
        .into_iter()
        .map(|mut player| {
            let stop = Arc::clone(&stop);
            tokio::spawn(async move {
                let mut took = Vec::new();
                let mut last = Value::Null;
                while !stop.load(Ordering::Relaxed) {
                    player.begin_anew(&mut last).await?;
                    let sent = Instant::now();
                    player.play(&mut last).await?;
                    took.push(sent.elapsed());
                }
                Ok::<_, Trouble>(took)
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    stop.store(true, Ordering::Relaxed);
    let seconds = start.elapsed().as_secs_f64();
    gather(tasks, seconds).await
}

async fn gather(
    tasks: Vec<tokio::task::JoinHandle<Result<Vec<Duration>, Trouble>>>,
    seconds: f64,
) -> Result<(Vec<Duration>, f64), Trouble> {
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await??);
    }
    Ok((all, seconds))
}

/// Opens so many live streams, over the games of some players.
async fn listen(server: &Process, players: &[Player], count: usize) -> Result<Vec<TcpStream>, Trouble> {
    let mut open = Vec::new();
    let at_once = Arc::new(Semaphore::new(50));
    for i in 0..count {
        let player = &players[i % players.len()];
        let (address, game, cookie) = (server.address.clone(), player.game.clone(), player.cookie.clone());
        let permit = Arc::clone(&at_once).acquire_owned().await?;
        open.push(tokio::spawn(async move {
            // The door gives one address half of the room at most, so these come from several.
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::from(([127, 0, 0, 2 + (i % 4) as u8], 0)))?;
            let mut stream = socket.connect(address.parse()?).await?;
            let request =
                format!("GET /api/v1/events?games={game} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n");
            stream.write_all(request.as_bytes()).await?;
            let mut read = Vec::with_capacity(4096);
            if stream.read_buf(&mut read).await? == 0 {
                return Err("the server has hung up".into());
            }
            drop(permit);
            Ok::<_, Trouble>(stream)
        }));
    }
    let mut streams = Vec::new();
    for stream in open {
        streams.push(stream.await??);
    }
    Ok(streams)
}

async fn idle_streams(store: &str) -> Result<(), Trouble> {
    const COUNT: usize = 10_000;
    let server = Process::start(store)?;
    let players = sit_down(&server, GAMES).await?;
    let before = server.memory()?;
    let started = Instant::now();
    let streams = listen(&server, &players, COUNT).await?;
    let took = started.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(20)).await;
    let memory = server.memory()?;
    println!(
        "{} idle live streams over {GAMES} games, opened in {took:.1} s and held for 20 s: the server takes {memory:.0} MB, \
         {:.0} MB of it for them; promised <= 500 MB: {}",
        streams.len(),
        memory - before,
        verdict(memory <= 500.0)
    );
    Ok(())
}

async fn streams(store: &str) -> Result<(), Trouble> {
    let server = Process::start(store)?;
    let mut players = sit_down(&server, GAMES).await?;
    let before = server.memory()?;
    let streams = listen(&server, &players, 1_000).await?;
    // The streams are live: each game goes on, and those who look on are told.
    for player in &mut players {
        let mut last = Value::Null;
        for _ in 0..4 {
            player.play(&mut last).await?;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let memory = server.memory()?;
    println!(
        "{} live streams over {GAMES} games: the server takes {memory:.0} MB, {:.0} MB of it for them; \
         promised <= 200 MB: {}",
        streams.len(),
        memory - before,
        verdict(memory <= 200.0)
    );
    Ok(())
}

async fn start_up(address: &str) -> Result<(), Trouble> {
    const STORED: usize = 10_000;
    {
        let server = Process::start(address)?;
        let mut players = sit_down(&server, 1).await?;
        let mut last = Value::Null;
        for _ in 0..40 {
            players[0].play(&mut last).await?;
        }
    }
    let store = store::open(address).await?;
    let model = store.all("", 1).await?.pop().ok_or("no game")?;
    let row = store.game(&model).await?.ok_or("no game")?;
    let (entries, snapshot) = (store.entries(&model, 0).await?, store.snapshot(&model).await?);
    let mut pending = Vec::new();
    for _ in 0..STORED {
        let game = NewGame {
            id: server::GameId::random(),
            status: row.status,
            folder: row.folder.clone(),
            entries: entries.clone(),
            snapshot: snapshot.clone(),
            stand: row.stand.clone(),
            lines: Vec::new(),
            notes: Vec::new(),
            due: false,
            created: 1_800_000_000_000,
            updated: 1_800_000_000_000,
        };
        let store = Arc::clone(&store);
        pending.push(tokio::spawn(async move { store.create(game).await }));
    }
    for created in pending {
        created.await??;
    }
    store.close().await;
    drop(store);
    let start = Instant::now();
    let server = Process::start(address)?;
    let mut connection = TcpStream::connect(&server.address).await?;
    connection.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await?;
    let (head, _) = read_answer(&mut connection).await?;
    let took = start.elapsed().as_secs_f64();
    println!(
        "start with {STORED} stored games of {} entries: {took:.2} s to the first answer ({}); promised <= 1 s: {}",
        entries.len(),
        head.lines().next().unwrap_or_default(),
        verdict(took <= 1.0)
    );
    Ok(())
}

/// The PostgreSQL of the tests, with a database for this.
async fn postgres() -> Result<String, Trouble> {
    use sqlx::{Connection, Executor};
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/postgres.sh");
    let started = Command::new(script).arg("start").output()?;
    if !started.status.success() {
        return Err(String::from_utf8_lossy(&started.stderr).into_owned().into());
    }
    let server = String::from_utf8(started.stdout)?.trim().to_owned();
    let mut connection = sqlx::PgConnection::connect(&format!("{server}/postgres")).await?;
    let name = format!("bench_{}", std::process::id());
    connection.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    Ok(format!("{server}/{name}"))
}
