//! Documentation sites as `cargo xtask docs-sites` built them.
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use xtask::{
    docs_sites::{HEADROOM, built},
    exec::target_dir,
    server::{Server, Site},
};

/// Serves a copy of a built site at an origin of its own. Where it names the place of Headroom, the page under test stands; its policy
/// is what the chapters say is enough.
///
/// # Panics
/// It was not built, or cannot be copied or served.
pub fn serve(headroom: &str, name: &str) -> Server {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    // Tests run side by side, each with an address of its own in its copy.
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let place = format!("browser-hosts/{name}-{number}");
    let (from, to) = (built(name), target_dir().join(place));
    assert!(from.is_dir(), "run `cargo xtask docs-sites` first");
    // The generators themselves write scripts into their pages.
    let policy = format!(
        "frame-src 'self' {headroom}; script-src 'self' 'unsafe-inline' {headroom}; object-src 'none'"
    );
    let head = format!(
        "<head><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"><link rel=\"icon\" href=\"data:,\">"
    );
    let _ = fs::remove_dir_all(&to);
    copy(&from, &to, &[(HEADROOM, headroom), ("<head>", &head)]).expect("a copy of the site");
    Server::start(&Site::new(to, "/").unguarded(), "127.0.0.1", 0).expect("a server for it")
}

/// Copies a folder with those texts changed in its files.
fn copy(from: &Path, to: &Path, changes: &[(&str, &str)]) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &place, changes)?;
        } else if let Ok(mut text) = fs::read_to_string(&path) {
            for (old, new) in changes {
                text = text.replace(old, new);
            }
            fs::write(place, text)?;
        } else {
            fs::copy(path, place)?;
        }
    }
    Ok(())
}
