//! Puts the three faces of the quick sheet into the program: Libertinus Serif, under the SIL Open Font Licence.
//!
//! The crate that carries them holds ten megabytes of other faces too; only what is used is linked.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo names the output directory");
    for style in ["Regular", "Bold", "Italic"] {
        let name = format!("LibertinusSerif-{style}");
        let found = typst_assets::fonts().find(|font| holds(font, &name));
        let font = found.unwrap_or_else(|| panic!("the font crate has no {name}"));
        fs::write(Path::new(&out).join(format!("{name}.otf")), font).expect("the output directory can be written");
    }
}

/// Is this the PostScript name in the font? It stands in the header of the CFF table, behind a NAME index whose
/// entries are not zero-terminated, so the byte after it must not go on with the name.
fn holds(font: &[u8], name: &str) -> bool {
    let at = font.windows(name.len()).position(|window| window == name.as_bytes());
    at.is_some_and(|at| !font[at + name.len()].is_ascii_alphabetic())
}
