//! Clients that dawdle are given up; those who only listen are not.

use crate::common::{config, shelf, store_in};
use crate::process::Process;
use crate::told::Told;
use server::{App, Limits};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server on a socket that has a fifth of a second for everybody.
async fn hasty() -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.limits =
        Limits { patience: Duration::from_millis(200), connections: 8, connections_of_one: 8, ..config.limits };
    config.limits.first_bytes = Duration::from_millis(200);
    // The door never gives one household more than half of its room; these tests are one household.
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    let app = App::new(config, shelf(), store_in(&folder).await);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(server::serve(app, listener, std::future::pending()));
    (address, folder)
}

/// All that the server says until it hangs up.
async fn rest(connection: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), connection.read_to_end(&mut bytes)).await;
    let _ = read.expect("the server hangs up");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn who_never_ends_the_head_of_a_request_is_given_up() {
    let (address, _folder) = hasty().await;
    // More than fit: were they not given up, the last would never be answered.
    let mut idle = Vec::new();
    for _ in 0..8 {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        connection.write_all(b"GET /api/v1/books HTTP/1.1\r\nhost: localhost\r\n").await.unwrap();
        idle.push(connection);
    }
    let mut last = TcpStream::connect(&address).await.unwrap();
    last.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut last).await.ends_with("well\n"));
    for mut connection in idle {
        assert!(!rest(&mut connection).await.contains("200 OK"));
    }
}

#[tokio::test]
async fn who_never_ends_the_body_of_a_request_is_answered_that_it_took_too_long() {
    let (address, _folder) = hasty().await;
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let head = "POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(b"{\"book\":").await.unwrap();
    let answer = rest(&mut connection).await;
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("it took too long to come"), "{answer}");
}

#[tokio::test]
async fn who_only_listens_to_a_live_stream_is_borne_with() {
    let (address, _folder) = hasty().await;
    let mut connection = TcpStream::connect(&address).await.unwrap();
    connection.write_all(b"GET /api/v1/events?games=nothing1 HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut buffer = [0; 4096];
    let mut text = String::new();
    while !text.contains("gone") {
        let read = connection.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0, "{text}");
        text += &String::from_utf8_lossy(&buffer[..read]);
    }
    let silence = tokio::time::timeout(Duration::from_millis(800), connection.read(&mut buffer)).await;
    assert!(silence.is_err(), "it stays open: {silence:?}");
}

/// A server on a socket with little room and so much patience, that knows of no proxy.
async fn with_room(connections: usize, connections_of_one: usize, patience: Duration) -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.limits = Limits { connections, connections_of_one, first_bytes: patience, patience, ..config.limits };
    let app = App::new(config, shelf(), store_in(&folder).await);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(server::serve(app, listener, std::future::pending()));
    (address, folder)
}

#[tokio::test]
async fn who_says_nothing_or_a_letter_or_half_a_preface_is_cut_off() {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let (told, _listening) = Told::listen();
    let (address, _folder) = with_room(100, 50, Duration::from_millis(300)).await;
    let mut silent = Vec::new();
    for begun in [&b""[..], b"G", b"P", &PREFACE[..12], &PREFACE[..23], PREFACE] {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        connection.write_all(begun).await.unwrap();
        silent.push((begun, connection));
    }
    for (begun, mut connection) in silent {
        let mut bytes = Vec::new();
        let cut = tokio::time::timeout(Duration::from_secs(5), connection.read_to_end(&mut bytes)).await;
        assert!(cut.is_ok(), "{:?} was borne with", String::from_utf8_lossy(begun));
    }
    // Six of them, and a line: whoever opens thousands does not fill the log.
    assert_eq!(told.times("a connection that said or took nothing was closed"), 1, "{}", told.text());
}

/// Somebody else's connection: another address of this machine stands for him.
async fn from_elsewhere(address: &str, whose: &str) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(format!("{whose}:0").parse().unwrap()).unwrap();
    socket.connect(address.parse().unwrap()).await.unwrap()
}

async fn is_well(mut connection: TcpStream) -> bool {
    // Who is turned away may find that nobody listens any more.
    let _ = connection.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    rest(&mut connection).await.ends_with("well\n")
}

#[tokio::test]
async fn one_address_never_has_all_the_room() {
    let (told, _listening) = Told::listen();
    let (address, _folder) = with_room(10, 100, Duration::from_secs(3)).await;
    let mut held = Vec::new();
    for _ in 0..30 {
        held.push(TcpStream::connect(&address).await.unwrap());
    }
    let asked = std::time::Instant::now();
    assert!(is_well(from_elsewhere(&address, "127.0.0.2").await).await);
    assert!(asked.elapsed() < Duration::from_millis(2_500), "he waited until the others were given up");
    assert_eq!(told.times("an address has as many connections as it may"), 1, "{}", told.text());
    drop(held);
    let mut tries = 0;
    while !is_well(TcpStream::connect(&address).await.unwrap()).await {
        tries += 1;
        assert!(tries < 100, "whoever has left may come again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn where_there_is_no_room_newcomers_wait_until_somebody_leaves() {
    let (told, _listening) = Told::listen();
    let (address, _folder) = with_room(4, 2, Duration::from_millis(500)).await;
    let mut held = Vec::new();
    for whose in ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"] {
        held.push(from_elsewhere(&address, whose).await);
    }
    assert!(is_well(from_elsewhere(&address, "127.0.0.4").await).await, "he is served when the others are given up");
    assert_eq!(told.times("there are as many connections as there may be; newcomers wait"), 1, "{}", told.text());
}

/// More silent connections than files may be open: there is room for others all the same.
#[cfg(unix)]
#[tokio::test]
async fn where_few_files_may_be_open_silent_connections_do_not_use_them_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Process::start_with_few_files(&store, 128, &log);
    let address = server.url.trim_start_matches("http://").to_owned();
    let mut held = Vec::new();
    for _ in 0..150 {
        held.push(TcpStream::connect(&address).await.unwrap());
    }
    // They have ten seconds to say something; he does not wait for that.
    let served =
        tokio::time::timeout(Duration::from_secs(5), is_well(from_elsewhere(&address, "127.0.0.2").await)).await;
    assert_eq!(served, Ok(true));
    let told = std::fs::read_to_string(log).unwrap();
    for line in ["the system allows few open files", "an address has as many connections as it may"] {
        assert!(told.contains(line), "{told}");
    }
}
