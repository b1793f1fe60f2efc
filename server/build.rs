//! Lists the files of the browser client, which become part of the program; it is built anew when they have changed.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../web/dist");
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo says where things are"));
    let client = variable("CARGO_MANIFEST_DIR").join("../web/dist");
    let mut files = Vec::new();
    list(&client, &mut files);
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name_in(&client, &file), file)).collect();
    named.sort();

    let mut text = String::from("&[\n");
    for (name, file) in named {
        let file = file.to_str().expect("the client lies in a folder with a plain name");
        let _ = writeln!(text, "    ({name:?}, include_bytes!({file:?})),");
    }
    text.push_str("]\n");
    fs::write(variable("OUT_DIR").join("client.rs"), text).expect("the output directory can be written");
}

/// All files below a folder; none where there is no such folder, because the client was not built.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// What a browser calls the file: its way from the client's folder, with slashes.
fn name_in(client: &Path, file: &Path) -> String {
    let way = file.strip_prefix(client).expect("the file was found there");
    let parts: Vec<_> = way.iter().map(|part| part.to_str().expect("the client's names are plain")).collect();
    parts.join("/")
}
