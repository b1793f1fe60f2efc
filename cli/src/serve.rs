//! `sandtable serve`, and what those who run a server need: backup, export, import.

use crate::args::{ServeArgs, StoreArgs};
use crate::trouble::Trouble;
use server::{App, Config};
use shelf::Shelf;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Serves until it is told to stop.
pub(crate) fn serve(asked: &ServeArgs) -> Result<String, Trouble> {
    server::log_to_stderr();
    let mut config = Config {
        public_url: asked.public_url.clone(),
        proxies: asked.behind_proxy.clone(),
        metrics_for: asked.metrics_for.clone(),
        abandon_many: asked.abandon_many,
        ..Config::default()
    };
    if let Some(days) = asked.abandon_after {
        config.abandon_after = std::time::Duration::from_secs(u64::from(days) * 24 * 3600);
    }
    if let Some(machines) = asked.machines {
        config.machines = machines;
    }
    let store = address(&asked.store)?;
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let store = server::store::open(&store).await.map_err(|error| Trouble::of(error.to_string()))?;
        let listener = TcpListener::bind(&asked.listen)
            .await
            .map_err(|error| Trouble::of(format!("cannot listen on {}: {error}", asked.listen)))?;
        anstream::eprintln!("Sandtable at http://{} ({})", listener.local_addr()?, store.describe());
        if asked.open {
            crate::browser::open(&format!("http://{}", listener.local_addr()?));
        }
        let app = App::new(config, Shelf::five(), store);
        server::serve(app, listener, server::told_to_stop()).await?;
        Ok(String::new())
    });
    // A machine may be in the middle of a thought; its job is its open ask, and nothing is lost of it.
    runtime.shutdown_background();
    served
}

/// Copies the store to a file, also while a server is at it.
pub(crate) fn backup(store: &StoreArgs, to: &Path) -> Result<String, Trouble> {
    let address = address(store)?;
    runtime()?.block_on(server::archive::backup(&address, to)).map_err(|error| Trouble::of(error.to_string()))?;
    Ok(format!("Copied to {}.\n", to.display()))
}

/// Writes games as logs.
pub(crate) fn export(store: &StoreArgs, to: &Path, running: bool) -> Result<String, Trouble> {
    let address = address(store)?;
    let exported = runtime()?.block_on(server::archive::export(&address, &Shelf::five(), to, running));
    let exported = exported.map_err(|error| Trouble::of(error.to_string()))?;
    let mut text = format!("{} written to {}.\n", games(exported.written), to.display());
    if exported.left > 0 {
        let _ = writeln!(
            text,
            "{} not over and left out; --running writes what is not over too, with the secrets of the dice.",
            games(exported.left)
        );
    }
    told(text, &exported.troubles)
}

/// Takes in games from logs.
pub(crate) fn import(store: &StoreArgs, files: &[PathBuf]) -> Result<String, Trouble> {
    let address = address(store)?;
    let imported = runtime()?.block_on(server::archive::import(&address, &Shelf::five(), files));
    let imported = imported.map_err(|error| Trouble::of(error.to_string()))?;
    let text = format!("{} taken in, {} there already.\n", games(imported.taken), games(imported.known));
    told(text, &imported.troubles)
}

/// So many games, in words.
fn games(count: usize) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// What was done; where something went wrong with single games, that too, and the exit code says so.
fn told(mut text: String, troubles: &[String]) -> Result<String, Trouble> {
    if troubles.is_empty() {
        return Ok(text);
    }
    text += &troubles.join("\n");
    Err(Trouble::found(text))
}

fn runtime() -> Result<Runtime, Trouble> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// The store's address: as given, or a file in the data directory.
fn address(store: &StoreArgs) -> Result<String, Trouble> {
    if let Some(url) = &store.store {
        return Ok(url.clone());
    }
    let directory = match &store.data {
        Some(directory) => directory.clone(),
        None => data_directory()?,
    };
    Ok(format!("sqlite:{}", directory.join("sandtable.db").display()))
}

/// Where programs keep their data on this system.
fn data_directory() -> Result<PathBuf, Trouble> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || of("HOME");
    let found = if cfg!(windows) {
        of("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let sentence = "there is no data directory for this user; give one with --data DIR";
    found.map(|directory| directory.join("sandtable")).ok_or_else(|| Trouble::of(sentence))
}
