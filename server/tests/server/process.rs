//! Servers as processes of their own, to be killed.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    pub(crate) url: String,
}

impl Process {
    /// Starts one; the settings are for its environment.
    pub(crate) fn start(listen: &str, store: &str, settings: &[(&str, String)]) -> Process {
        let mut command = Command::new(drill_server());
        command.args([listen, store]).stdout(Stdio::piped()).envs(settings.iter().cloned());
        Process::of(&mut command)
    }

    /// Starts one that may write no file past so many blocks of 1,024 bytes, as on a full disk.
    #[cfg(unix)]
    pub(crate) fn start_with_full_disk(store: &str, blocks: u32) -> Process {
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "bash"]).arg(drill_server());
        Process::of(shell.args(["127.0.0.1:0", store]).stdout(Stdio::piped()).stderr(Stdio::null()))
    }

    /// Starts one that may have so many files open, and tells in a file what happens.
    #[cfg(unix)]
    pub(crate) fn start_with_few_files(store: &str, files: u32, log: &std::path::Path) -> Process {
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("ulimit -n {files}; exec \"$@\""), "bash"]).arg(drill_server());
        shell.args(["127.0.0.1:0", store]).env("DRILL_LOG", "1").stdout(Stdio::piped());
        Process::of(shell.stderr(std::fs::File::create(log).unwrap()))
    }

    fn of(command: &mut Command) -> Process {
        let mut child = command.spawn().expect("the example drill_server is built with the tests");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("it said '{line}'"));
        Process { url: format!("http://{address}"), child }
    }

    /// Starts one that tells in a file what happens.
    pub(crate) fn start_with_log(store: &str, log: &std::path::Path) -> Process {
        let mut command = Command::new(drill_server());
        command.args(["127.0.0.1:0", store]).env("DRILL_LOG", "1").stdout(Stdio::piped());
        Process::of(command.stderr(std::fs::File::create(log).unwrap()))
    }

    /// Tells it to stop, and waits until it has: true where it says that all went well.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) -> bool {
        assert!(Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap().success());
        self.child.wait().unwrap().success()
    }

    /// Kills it at once, as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has ended by itself, which it must within a minute.
    pub(crate) async fn ends(&mut self) {
        for _ in 0..12_000 {
            if self.child.try_wait().unwrap().is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the server has not ended by itself");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn drill_server() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.parent().and_then(|deps| deps.parent()).unwrap().join("examples/drill_server")
}

/// An address that nobody listens on yet.
pub(crate) fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// A program that plays over HTTP and keeps the cookie of a browser.
#[derive(Clone)]
pub(crate) struct Caller {
    client: reqwest::Client,
    pub(crate) url: String,
    pub(crate) cookie: Option<String>,
}

impl Caller {
    pub(crate) fn new(url: &str) -> Caller {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
        Caller { client, url: url.to_owned(), cookie: None }
    }

    async fn send(&mut self, mut request: reqwest::RequestBuilder) -> Result<(u16, Value), reqwest::Error> {
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let answer = request.send().await?;
        if let Some(cookie) = answer.headers().get("set-cookie") {
            self.cookie = cookie.to_str().unwrap().split(';').next().map(str::to_owned);
        }
        Ok((answer.status().as_u16(), answer.json().await?))
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<(u16, Value), reqwest::Error> {
        let request = self.client.get(format!("{}/api/v1{path}", self.url));
        self.send(request).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value, key: &str) -> Result<(u16, Value), reqwest::Error> {
        let request = self.client.post(format!("{}/api/v1{path}", self.url)).header("idempotency-key", key).json(body);
        self.send(request).await
    }

    /// What lies beside the interface, as text.
    pub(crate) async fn plain(&mut self, path: &str) -> (u16, String) {
        let answer = self.client.get(format!("{}{path}", self.url)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Makes a game of both seats for one player, and begins it.
    pub(crate) async fn begin_alone(&mut self, options: &Value) -> String {
        let body = json!({
            "book": "drill", "scenario": "skirmish", "options": options,
            "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } },
        });
        let (status, game) = self.post("/games", &body, "k").await.unwrap();
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().unwrap().to_owned();
        for seat in ["red", "blue"] {
            let (status, view) =
                self.post(&format!("/games/{id}/dice/leave"), &json!({ "seat": seat }), "k").await.unwrap();
            assert_eq!(status, 200, "{view}");
        }
        id
    }
}

/// An order that is always legal in a game without scouts, for the question of an ask.
pub(crate) fn plain_order(table: &Value, ask: &Value) -> Value {
    let question = ask["question"].as_str().unwrap();
    if question.contains("plot") {
        return json!({ "plot": { "stance": "march" } });
    }
    let seat = ask["seat"].as_str().unwrap();
    let ready = table["position"]["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .find(|piece| piece["seat"] == seat && piece["spent"] == false);
    match ready {
        Some(piece) => json!({ "look-out": { "unit": piece["id"] } }),
        None => json!("pass"),
    }
}
