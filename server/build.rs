//! The program is built anew when the browser client that it carries has changed.

fn main() {
    println!("cargo:rerun-if-changed=../web/dist");
}
