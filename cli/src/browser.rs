//! Opens an address in the browser, where there is a desktop.

use std::process::{Command, Stdio};

/// Asks the desktop to open an address. Where there is none, nothing happens: the address was printed.
pub(crate) fn open(address: &str) {
    let Some((program, before)) = opener(|name| std::env::var_os(name).is_some()) else { return };
    let quiet = Command::new(program)
        .args(before)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // A desktop without that program is as good as none.
    drop(quiet);
}

/// The program that opens addresses here, with what stands before the address.
fn opener(is_set: impl Fn(&str) -> bool) -> Option<(&'static str, &'static [&'static str])> {
    if cfg!(target_os = "macos") {
        Some(("open", &[]))
    } else if cfg!(target_os = "windows") {
        Some(("cmd", &["/C", "start", ""]))
    } else if is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") {
        Some(("xdg-open", &[]))
    } else {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn without_a_desktop_nothing_is_opened() {
        assert_eq!(opener(|_| false), None);
        assert_eq!(opener(|name| name == "WAYLAND_DISPLAY"), Some(("xdg-open", &[][..])));
    }
}
